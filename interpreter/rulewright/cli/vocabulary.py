"""Which words of the language a ruleset uses, and how often.

A language grows by words that every game needs; a word that serves one game only is a sign that it should be
said another way. So every form of the language has a name here, in the groups a reader would look for it in
(opposites, such as top and bottom or a condition and its negation, are one word),
and ``count_words`` counts the forms of one ruleset: in the strings over their syntax nodes, in the structure
over the kinds of steps, boards and parts.

The walk over the YAML knows which string stands where (``strings_of``); the tests hold that list against what
the checker parses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.syntax import ParseError, parse, parse_template
from rulewright.syntax import nodes as n

#: Every form of the language, by group, in the order in which they are shown.
WORDS: dict[str, tuple[str, ...]] = {
    "parts": (
        "enums", "boards", "tables", "assumptions", "rulings", "components", "zones", "variables", "define",
        "actions", "procedures", "setup", "labels", "limit",
    ),
    "components": (
        "is (a family)", "fields", "make", "alike", "named", "per player (make)", "for each", "with",
    ),
    "boards and data": (
        "spaces", "track", "grid", "hexagon", "graph", "lines (of a graph)", "paths", "number",
        "table",
        "entries", "values", "otherwise (of a table)", "set", "shapes", "number of players (key)",
    ),
    "zones": (
        "pile", "row", "set of", "slot", "seen by", "top seen by, rest seen by", "counted by", "at most",
        "refilled from", "per (zone)",
    ),
    "variables": (
        "integer", "boolean", "range", "set of (type)", "or none", "path of", "direction of",
        "per (variable)",
        "starts at",
    ),
    "steps": (
        "if", "else", "while", "repeat", "for", "from (for)", "by (for)", "numbered", "reversed", "turns",
        "once round", "rounds", "until", "while (turns)", "then (turns)",
        "at most (turns)", "name",
    ),
    "decisions": (
        "choose", "by (choose)", "times N", "times A..B", "times any", "as long as possible",
        "as many as possible", "otherwise", "done",
        "done_when", "with (choose)", "together", "say", "when", "pick",
        "with (action)",
        "some of, any of, N of", "if possible", "one of each kind",
    ),
    "statements": (
        "move", "move all from", "move every", "move N from", "move N of", "move N random",
        "top of, bottom of, start of, end of", "shuffle",
        "deal", "starting with", ":=", "add", "take", "roll", "random",
        "let",
        "show", "run", "stop", "drop out",
    ),
    "values": (
        "+", "-", "*", "div", "mod", "- (negative)", "=", "!=", "<", "<=", ">", ">=", "and", "or", "not",
        "if then else", "(a else b)", "true/false", "none", "a.field", "a..b", "[list]", "left of, right of",
        "number of players",
    ),
    "conditions": (
        "in", "meets", "is none", "is empty", "is TYPE", "can",
    ),
    "collections": (
        "any", "all", "sum", "min", "max", "set(...)", "min(a, b)", "max(a, b)", "count", "find", "the",
        "where", "by",
        "descending", "TYPE in D", "several binders", "walk",
    ),
    "functions": (),  # filled below from what the checker knows
    "result": ("invariants", "score", "highest, lowest", "winners", "cut_off"),
}  # fmt: skip


def all_words() -> dict[str, tuple[str, ...]]:
    """WORDS with the functions of the language filled in."""
    from rulewright.check.elaborator import FUNCTIONS

    functions = tuple(dict.fromkeys(_called(name) for name in FUNCTIONS))
    return {group: functions if group == "functions" else words for group, words in WORDS.items()}


def _called(function: str) -> str:
    pair = next((pair for pair in _OPPOSITES if function in pair), (function,))
    return ", ".join(f"{name}(...)" for name in pair)


# --- where the strings of the language stand --------------------------------------------------------------

#: Keys of steps whose value is a string of the language, with its kind.
_STEP_STRINGS = {
    "step": "step", "if": "expression", "while": "expression", "repeat": "expression", "for": "for",
    "turns": "turns",
    "by": "expression", "times": "times", "done_when": "expression",
}  # fmt: skip
_BODIES = ("then", "else", "do", "otherwise")
_STEP_WORDS = (
    "if", "else", "while", "repeat", "for", "turns", "choose", "together", "otherwise", "done", "done_when",
    "name",
)  # fmt: skip
_RENAMED = {
    "by": "by (choose)", "with": "with (choose)",
    "as_many_as_possible": "as many as possible",
}  # fmt: skip

Found = tuple[str, str]
"""A string of the language as (kind, text), or ("word", one of WORDS)."""


def strings_of(root: Mapping) -> Iterator[Found]:
    """Every string of the language in a ruleset with its kind (``template`` for texts with expressions), and
    as kind ``word`` the forms that YAML keys stand for."""
    for part in WORDS["parts"]:
        if root.get(part) is not None:
            yield "word", part
    yield from _text("players", root.get("players"))
    yield from _text("expression", root.get("limit"))
    for _, value in _entries(root.get("components")):
        yield from _component(value)
    for section in ("boards", "tables", "assumptions"):
        for _, value in _entries(root.get(section)):
            yield from _datum(value)
    for kind in ("zone", "variable"):
        for _, value in _entries(root.get(f"{kind}s")):
            yield from _text(kind, value.get("is") if isinstance(value, Mapping) else value)
    for key, value in _entries(root.get("define")):
        yield "signature", key.text
        for item in _listed(value.get("is") if isinstance(value, Mapping) else value):
            yield from _text("expression", item.get("step") if isinstance(item, Mapping) else item)
    for key, value in _entries(root.get("procedures")):
        yield "signature", key.text
        yield from _steps(value.get("do") if isinstance(value, Mapping) else None)
    for _, value in _entries(root.get("actions")):
        yield from _action(value)
    for part in ("setup", "play"):
        yield from _steps(root.get(part))
    yield from _result(root.get("result"))
    for _, condition in _entries(root.get("invariants")):
        yield "word", "invariants"
        said = condition.get("is") if isinstance(condition, Mapping) else condition
        yield from _text("expression", said)


def _component(node: Node) -> Iterator[Found]:
    if not isinstance(node, Mapping):
        return
    for key, word in (("is", "is (a family)"), ("fields", "fields"), ("make", "make"), ("named", "named")):
        if node.get(key) is not None:
            yield "word", word
    alike = node.get("alike")
    if isinstance(alike, Scalar) and alike.value is True:
        yield "word", "alike"
    for _, type in _entries(node.get("fields")):
        yield from _text("type", type)
    for item in _listed(node.get("make")):
        yield from _text("make", item)
    yield from _says(node.get("named"))


def _datum(node: Node) -> Iterator[Found]:
    from rulewright.check.boards import is_drawing

    if not isinstance(node, Mapping):
        return
    for key, value in node.entries:
        word = {"lines": "lines (of a graph)", "otherwise": "otherwise (of a table)"}.get(key.text, key.text)
        if word in WORDS["boards and data"]:
            yield "word", word
        if key.text == "table":
            yield from _text("table", value)
        elif key.text == "set":
            yield from _text("type", value)
        elif key.text == "grid" and isinstance(value, Scalar) and is_drawing(value):
            continue
        elif key.text in ("spaces", "track", "grid", "hexagon", "graph"):
            yield from _text("size", value)


def _action(node: Node) -> Iterator[Found]:
    if not isinstance(node, Mapping):
        return
    for key in ("say", "when", "pick"):
        if node.get(key) is not None:
            yield "word", key
    if node.get("with") is not None:
        yield "word", "with (action)"
    yield from _text("parameters", node.get("with"))
    for item in _listed(node.get("when")):
        yield from _text("expression", item.get("step") if isinstance(item, Mapping) else item)
    for _, pick in _entries(node.get("pick")):
        if not isinstance(pick, Mapping):
            yield from _text("pick", pick)
            continue
        yield from _text("pick", pick.get("from"))
        for item in _listed(pick.get("where")):
            yield from _text("expression", item.get("step") if isinstance(item, Mapping) else item)
        for item in _listed(pick.get("if_possible")):
            yield "word", "if possible"
            yield from _text("expression", item)
        flag = pick.get("one_of_each_kind")
        if isinstance(flag, Scalar) and flag.value is True:
            yield "word", "one of each kind"
    yield from _says(node.get("say"))
    yield from _steps(node.get("do"))


def _steps(node: Node | None) -> Iterator[Found]:
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            yield from _text("step", item)
        elif isinstance(item, Mapping):
            yield from _step(item)


def _step(item: Mapping) -> Iterator[Found]:
    for key, value in item.entries:
        name = key.text
        word = _RENAMED.get(name, name)
        if name in _STEP_WORDS or name in _RENAMED:
            yield "word", word
        if name in _BODIES:
            yield from _steps(value)
        elif name == "done":
            yield from _says(value)
        elif name == "as_many_as_possible":
            for _, bound in _entries(value):
                yield from _text("expression", bound)
        elif name == "with":
            for argument in [v for _, v in value.entries] if isinstance(value, Mapping) else [value]:
                yield from _text("arguments", argument)
        elif name in _STEP_STRINGS:
            yield from _text(_STEP_STRINGS[name], value)


def _result(node: Node | None) -> Iterator[Found]:
    if isinstance(node, Mapping):
        for key in ("score", "winners"):
            if node.get(key) is not None:
                yield "word", key
            yield from _text("expression", node.get(key))
        cut_off = node.get("cut_off")
        if isinstance(cut_off, Mapping):
            yield "word", "cut_off"
            yield from _text("expression", cut_off.get("when"))
        for item in _listed(node.get("rank")):
            yield from _text("rank", item)


def _says(node: Node | None) -> Iterator[Found]:
    for text in [v for _, v in node.entries] if isinstance(node, Mapping) else [node]:
        yield from _text("template", text)


def _text(kind: str, node: Node | None) -> Iterator[Found]:
    if isinstance(node, Scalar) and node.value is not None:
        yield kind, node.text


def _entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _listed(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else () if node is None else (node,)


# --- the words in the strings -----------------------------------------------------------------------------


def count_words(root: Mapping) -> Counter[str]:
    """How often a ruleset uses each form; strings that can't be parsed count nothing."""
    from rulewright.check.elaborator import FUNCTIONS

    count: Counter[str] = Counter()
    for kind, text in strings_of(root):
        if kind == "word":
            count[text] += 1
            continue
        try:
            trees = (
                [piece[1] for piece in parse_template(text) if not isinstance(piece, str)]
                if kind == "template"
                else [parse(kind, text)]
            )
        except ParseError:
            continue
        for tree in trees:
            for node in _nodes(tree):
                count.update(_words(node, FUNCTIONS))
    return count


def _nodes(value: Any) -> Iterator[n.Node]:
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, n.Node):
        yield value
        for part in fields(value):
            yield from _nodes(getattr(value, part.name))


_MOVES = {
    "component": "move", "all": "move all from", "every": "move every", "some": "move N from",
    "of_kind": "move N of",
    "random": "move N random",
}  # fmt: skip

_TIMES = {
    "any": "times any", "long": "as long as possible", "most": "as many as possible",
}  # fmt: skip

#: Opposites are one word: whoever knows one knows the other.
_OPPOSITES = (("top", "bottom"), ("first", "last"), ("next", "previous"), ("ahead", "behind"))
_SIGHT = dict.fromkeys(("top seen by", "rest seen by"), "top seen by, rest seen by")

_TURNS = {"while": "while (turns)", "then": "then (turns)", "at most": "at most (turns)"}

_PLAIN: dict[type[n.Node], str] = {
    n.IfElse: "if then else", n.OrElse: "(a else b)", n.And: "and", n.Or: "or", n.Not: "not",
    n.Negative: "- (negative)", n.Meets: "meets", n.RangeOf: "a..b", n.NumberOfPlayers: "number of players",
    n.ListOf: "[list]", n.Filtered: "TYPE in D", n.Field: "a.field", n.Can: "can",
    n.IntegerType: "integer", n.BooleanType: "boolean", n.RangeType: "range", n.SetType: "set of (type)",
    n.OptionalType: "or none", n.PlayersKey: "number of players (key)",
    n.Shuffle: "shuffle",
    n.Deal: "deal", n.Assign: ":=", n.RandomOf: "random", n.Let: "let", n.Add: "add", n.Take: "take",
    n.Roll: "roll",
    n.Show: "show", n.Run: "run", n.Stop: "stop", n.DropOut: "drop out",
}  # fmt: skip


def _words(node: n.Node, functions: Any) -> Iterator[str]:
    """The forms that one syntax node is."""
    plain = _PLAIN.get(type(node))
    if plain is not None:
        yield plain
    if getattr(node, "where", None) is not None:
        yield "where"
    match node:
        case n.Binary() | n.Compare():
            yield node.op
        case n.Constant():
            yield "none" if node.value is None else "true/false"
        case n.Member():
            yield "in"
        case n.IsWhat():
            yield f"is {node.what}"
        case n.IsType():
            yield "is TYPE"
        case n.SideOf():
            yield "left of, right of"
        case n.Call():
            if node.name.text in functions:
                yield _called(node.name.text)
        case n.Key():
            if node.descending:
                yield "descending"
        case n.Aggregate():
            yield "set(...)" if node.kind == "set" else node.kind
            if len(node.binders) > 1:
                yield "several binders"
        case n.Extreme():
            yield f"{node.kind}(a, b)"
        case n.Selection():
            yield node.kind
            if node.by:
                yield "by"
        case n.Walk():
            yield "walk"
        case n.ZoneDeclaration():
            yield "set of" if node.kind == "set" else node.kind
            yield from (_SIGHT.get(clause.word, clause.word) for clause in node.clauses)
            if node.keys:
                yield "per (zone)"
        case n.VariableDeclaration():
            yield from (clause.word for clause in node.clauses)
            if node.keys:
                yield "per (variable)"
        case n.Turns():
            yield from (_TURNS.get(clause.word, clause.word) for clause in node.clauses)
        case n.Make():
            yield from ["per player (make)"] if node.per_player else []
            yield from ["for each"] if node.binders else []
            yield from ["with"] if node.settings else []
        case n.Pick():
            if node.quantity is not None:
                yield "some of, any of, N of"
            yield from ["if possible"] * len(node.if_possible)
            yield from ["one of each kind"] if node.one_of_each_kind else []
        case n.For():
            yield from ["from (for)"] if node.origin is not None else []
            yield from ["by (for)"] if node.by else []
            yield from ["numbered"] if node.numbered is not None else []
            yield from ["reversed"] if node.reversed else []
        case n.BoardType() | n.BoardValues():
            yield f"{node.what} of"
        case n.Times():
            if node.kind == "range":
                yield "times N" if node.low == node.high else "times A..B"
            else:
                yield _TIMES[node.kind]
        case n.Rank():
            yield "highest, lowest"
        case n.Move():
            yield _MOVES[node.what.kind]
            if node.end_of is not None:
                yield "top of, bottom of, start of, end of"
        case n.Deal():
            yield from ["starting with"] if node.first is not None else []
