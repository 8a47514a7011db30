"""Text to nodes: one entry, ``parse(kind, text)``, and errors that say what would have been right.

The grammar is LALR with a contextual lexer, so a word is a keyword only where the grammar can use it; the
words in ``RESERVED`` can nevertheless not be names, because a reader would stumble. Neither the parser
nor the builder recurses, so no input overflows the stack.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulewright.limits import MAX_EXPRESSION_DEPTH
from rulewright.syntax.builder import Builder
from rulewright.syntax.nodes import Expr, depth_of

#: What a string can be: each is a start of the grammar.
KINDS = (
    "players", "type", "table", "zone", "variable", "make", "signature", "parameters", "pick", "expression",
    "arguments", "for", "turns", "times", "rank", "size", "step",
)  # fmt: skip

#: Words that no author may use as a name.
RESERVED = frozenset(
    (
        *(
            "and",
            "or",
            "not",
            "in",
            "is",
            "if",
            "then",
            "else",
            "true",
            "false",
            "none",
            "empty",
            "where",
            "for",
        ),
        *("by", "div", "mod", "random", "from", "to", "of", "me", "meets", "per", "box", "player"),
        *("integer", "boolean", "let", "move"),
    )
)

#: Words with a meaning before a parenthesis: no definition can be called so.
CALLED = frozenset(("any", "all", "sum", "min", "max", "set", "count", "find", "the", "can", "walk"))

_WORDS = {
    "NAME": "a name",
    "INT": "a number",
    "ZONE_KIND": "pile, row, set or slot",
    "WHO": "everyone, owner or nobody",
    "RANK": "highest or lowest",
    "COMPARE": "a comparison (= != < <= > >=)",
    "CONSTANT": "true, false or none",
    "IS": "is",
    "IS_NOT": "is not",
    "IS_WHAT": "none or empty",
    "NOT_IN": "not in",
    "OR_NONE": "or none",
    "SET_OF": "set of",
    "PATH_OF": "path of",
    "NUMBER_OF_PLAYERS": "number of players",
    "SIDE_OF": "left of or right of",
    "CAN": "can(...)",
    "WALK": "walk(...)",
    "TOP_SEEN_BY": "top seen by",
    "REST_SEEN_BY": "rest seen by",
    "SEEN_BY": "seen by",
    "COUNTED_BY": "counted by",
    "REFILLED_FROM": "refilled from",
    "STARTS_AT": "starts at",
    "AT_MOST": "at most",
    "SOME_OF": "some of",
    "ANY_OF": "any of",
    "IF_POSSIBLE": "if possible",
    "ONE_OF_EACH_KIND": "one of each kind",
    "ONCE_ROUND": "once round",
    "AS_MANY_AS_POSSIBLE": "as many as possible",
    "DROP_OUT": "drop out",
    "ALL_FROM": "all from",
    "END_OF": "top of, bottom of, start of or end of",
    "FROM_SEAT": "starting with",
    "UP_TO": "up to",
    "DESCENDING": "descending",
    "REVERSED": "reversed",
    "ANY": "any(...)",
    "ALL": "all(...)",
    "SUM": "sum(...)",
    "MIN": "min(...)",
    "MAX": "max(...)",
    "SET": "set(...)",
    "COUNT": "count(...)",
    "FIND": "find(...)",
    "THE": "the(...)",
    "$END": "the end",
    "DOT": ".",
    "COMMA": ",",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
    "__ANON_0": "..",
    "__ANON_1": ":=",
    "EQUAL": "=",
}

#: Terminals that begin a value; said as one thing when all of them would do.
_VALUE = {"NAME", "INT", "CONSTANT", "LPAR", "LSQB"}
_OPERATOR = {"PLUS", "MINUS", "STAR", "DIV", "MOD"}


class ParseError(Exception):
    """``message`` about ``text[start:end]``; ``expected``: what could have stood there, in words."""

    def __init__(self, message: str, start: int, end: int, expected: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.expected = expected


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = files("rulewright.syntax").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=[f"start_{kind}" for kind in KINDS],
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _in_words(terminals: set[str]) -> tuple[str, ...]:
    rest = set(terminals)
    said: list[str] = []
    if rest >= _VALUE:
        rest -= _VALUE | {
            "ANY", "ALL", "SUM", "MIN", "MAX", "SET", "COUNT", "FIND", "THE", "CAN", "WALK", "SIDE_OF",
            "NUMBER_OF_PLAYERS", "PATH_OF", "MINUS", "IF", "NOT",
        }  # fmt: skip
        said.append("a value")
    elif rest >= _OPERATOR:
        rest -= _OPERATOR
        said.append("an operator (+ - * div mod)")
    said.extend(sorted(_WORDS.get(name, name.lower()) for name in rest if not name.startswith("__IGNORE")))
    return tuple(said)


def _found(token: Token) -> str:
    return "the text ends too early" if token.type == "$END" else f"'{token}' can't stand here"


def parse(kind: str, text: str) -> Any:
    """The node of ``text`` read as ``kind`` (one of KINDS); raises ParseError."""
    if not text.strip():
        raise ParseError("nothing is written here", 0, max(1, len(text)))
    try:
        node = Builder().transform(_parser().parse(text, start=f"start_{kind}"))
    except UnexpectedToken as error:
        expected = _in_words(set(error.accepts or error.expected))
        token = error.token
        start = len(text.rstrip()) if token.type == "$END" else (token.start_pos or 0)
        end = start + 1 if token.type == "$END" else (token.end_pos or start + 1)
        raise ParseError(_found(token), start, end, expected) from None
    except UnexpectedCharacters as error:
        start = error.pos_in_stream or 0
        raise ParseError(
            f"the character {text[start]!r} has no meaning here",
            start,
            start + 1,
            _in_words(set(error.allowed or ())),
        ) from None
    except UnexpectedInput as error:
        start = error.pos_in_stream or 0
        raise ParseError("this can't be read", start, start + 1) from None
    if depth_of(node) > MAX_EXPRESSION_DEPTH:
        raise ParseError(
            f"this is nested deeper than {MAX_EXPRESSION_DEPTH} levels; give parts of it names under define",
            0,
            len(text),
        )
    return node


def parse_template(text: str) -> tuple[str | tuple[int, Expr], ...]:
    """A text with ``{expression}`` in it, as literal pieces and (offset of the expression, node); raises
    ParseError.

    ``{{`` and ``}}`` stand for the braces themselves. Nodes have offsets of the whole text.
    """
    pieces: list[str | tuple[int, Expr]] = []
    literal: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        if text.startswith(("{{", "}}"), at):
            literal.append(char)
            at += 2
        elif char == "{":
            end = text.find("}", at)
            if end < 0:
                raise ParseError("this brace is never closed", at, at + 1, ("}",))
            if literal:
                pieces.append("".join(literal))
                literal = []
            inner = text[at + 1 : end]
            try:
                # Blanks before the expression give its nodes the offsets of the whole text.
                node = parse("expression", " " * (at + 1) + inner) if inner.strip() else None
            except ParseError as error:
                raise ParseError(
                    error.message, min(error.start, end), min(error.end, end + 1), error.expected
                ) from None
            if node is None:
                raise ParseError("nothing is written between the braces", at, end + 1, ("a value",))
            pieces.append((at + 1, node))
            at = end + 1
        elif char == "}":
            raise ParseError("this brace was never opened", at, at + 1, ("{ before it, or }} for a brace",))
        else:
            literal.append(char)
            at += 1
    if literal:
        pieces.append("".join(literal))
    return tuple(pieces)
