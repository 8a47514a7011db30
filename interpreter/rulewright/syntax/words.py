"""The words of the language as people meet them: which can't be names, and what messages call terminals."""

from __future__ import annotations

#: Words that no author may use as a name.
RESERVED = frozenset(
    (
        *("and", "or", "not", "in", "is", "if", "then", "else", "true", "false", "none", "empty", "where"),
        *("for", "by", "div", "mod", "random", "from", "to", "of", "me", "meets", "per", "box", "player"),
        *("integer", "boolean", "let", "move"),
    )
)

#: Words with a meaning before a parenthesis: no definition can be called so.
CALLED = frozenset(("any", "all", "sum", "min", "max", "set", "count", "find", "the", "can", "walk"))

#: Terminals that stand for themselves.
_SIGNS = {
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
    "DOT": ".",
    "COMMA": ",",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "EQUAL": "=",
    "RANGE": "..",
    "BECOMES": ":=",
}

#: Terminals with a name that says less than their words.
_NAMED = {
    "NAME": "a name",
    "INT": "a number",
    "$END": "the end",
    "ZONE_KIND": "`pile`, `row`, `set` or `slot`",
    "WHO": "`everyone`, `owner` or `nobody`",
    "RANK": "`highest` or `lowest`",
    "CONSTANT": "`true`, `false` or `none`",
    "IS_WHAT": "`none` or `empty`",
    "SIDE_OF": "`left of` or `right of`",
    "END_OF": "`top of`, `bottom of`, `start of` or `end of`",
    "FROM_SEAT": "`starting with`",
}

#: Terminals that begin a value: said as one thing where all of the first set would do.
_VALUE = {"NAME", "INT", "CONSTANT", "LPAR", "LSQB"}
_VALUES = _VALUE | {
    *(
        "ANY",
        "ALL",
        "SUM",
        "MIN",
        "MAX",
        "SET",
        "COUNT",
        "FIND",
        "THE",
        "CAN",
        "WALK",
        "SIDE_OF",
        "PATH_OF",
        "DIRECTION_OF",
    ),
    *("NUMBER_OF_PLAYERS", "MINUS", "IF", "NOT"),
}

#: Groups that are said as one thing where all of them would do, and what else is left out then.
_GROUPS: tuple[tuple[set[str], set[str], str], ...] = (
    ({"IS", "IS_NOT", "COMPARE"}, {"IN", "NOT_IN", "MEETS"}, "a comparison (= != < <= > >= is in meets)"),
    (
        {"PLUS", "MINUS", "STAR", "DIV", "MOD"},
        {"DOT", "LSQB", "LPAR", "RANGE"},
        "an operator (+ - * div mod)",
    ),
    ({"AND", "OR"}, set(), "`and`, `or`"),
)


def _word(terminal: str) -> str:
    if terminal in _NAMED:
        return _NAMED[terminal]
    return f"`{_SIGNS.get(terminal) or terminal.lower().replace('_', ' ')}`"


def in_words(terminals: set[str]) -> tuple[str, ...]:
    """What could have stood at a place, as few and plain phrases as will do."""
    rest = {name for name in terminals if not name.startswith("__IGNORE")}
    said: list[str] = []
    if rest >= _VALUE:
        rest -= _VALUES
        said.append("a value")
    # Where only a range can be meant, its sign is what helps.
    if "RANGE" in rest and "$END" not in rest:
        said.append("`..`")
    for needed, also, phrase in _GROUPS:
        if rest >= needed:
            rest -= needed | also
            said.append(phrase)
    said.extend(sorted(map(_word, rest)))
    return tuple(said)
