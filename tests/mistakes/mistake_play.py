"""Mistakes of meaning: rulesets that are well typed and say something else than the rulebook. Those that change one
word are the slips of ``rulewright mutate``; the others are here."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise

from mistake_book import Book, Mistake, Operator, operator
from mistake_names import listed_actions, nodes_under, without_entry
from mistake_types import at

from rulewright.loading import Mapping, Scalar, Sequence
from rulewright.mutate.edits import Edit, edits
from rulewright.syntax import nodes as n

Made = Iterator[Mistake]

#: The first word of a step that is left out -> the sort of mistake.
_LEFT_OUT = {
    "shuffle": ("shuffle-forgotten", "a deck is not shuffled"),
    "add": ("score-forgotten", "something is never added to a score or count"),
    "take": ("score-forgotten", "something is never added to a score or count"),
    "stop": ("end-forgotten", "an end is never reached: a `stop` is forgotten"),
    "move": ("move-forgotten", "components are not moved"),
    "deal": ("move-forgotten", "components are not moved"),
    "show": ("show-forgotten", "a card is not shown"),
    "run": ("run-forgotten", "a procedure is not run"),
    "choose:": ("choice-forgotten", "a choice is forgotten"),
    "if:": ("if-forgotten", "a condition with all its steps is forgotten"),
}  # fmt: skip


def _sort(edit: Edit) -> str:
    if edit.kind != "a step is forgotten":
        return edit.kind
    words = edit.before.removeprefix("- ").removeprefix("step: ").split()
    if words[0] in _LEFT_OUT:
        return _LEFT_OUT[words[0]][1]
    return "a variable is not set" if ":=" in words else "another step is forgotten"


_slips: dict[str, dict[str, list[Edit]]] = {}


def _edits(book: Book) -> dict[str, list[Edit]]:
    """The slips of a ruleset by their sort."""
    if book.name not in _slips:
        found = _slips.setdefault(book.name, {})
        for edit in edits(book.path):
            found.setdefault(_sort(edit), []).append(edit)
    return _slips[book.name]


def slips(books: list[Book]) -> list[Operator]:
    """A sort of mistake for each sort of slip that ``mutate`` knows, of those that these rulesets can have."""
    sorts = sorted({sort for book in books for sort in _edits(book)})
    # What is shown to whom changes no game.
    unseen = {
        sort for sort in sorts if "shown" in sort.split() or "see" in sort.split() or "sees" in sort.split()
    }
    return [Operator("slip: " + sort, "play", sort, _slip(sort), sort in unseen) for sort in sorts]


def _slip(sort: str) -> Callable[[Book, random.Random], Made]:
    def make(book: Book, dice: random.Random) -> Made:
        for edit in _edits(book).get(sort, []):
            yield book.replace(
                edit.start, edit.end, edit.new, edit.line, *([edit.line - 1] if not edit.new else [])
            )

    return make


# --- conditions


def _conditions(new: str, *keys: str) -> Callable[[Book, random.Random], Made]:
    def make(book: Book, dice: random.Random) -> Made:
        for piece in book.pieces:
            if (
                piece.kind == "expression"
                and piece.path[-1:]
                and piece.path[-1] in keys
                and piece.text not in ("true", "false")
            ):
                yield from book.change(piece, 0, len(piece.text), new)

    return make


operator("condition-always-true", "play", "a condition is always true")(
    _conditions("true", "if", "while", "when")
)
operator("condition-always-false", "play", "a condition is never true")(
    _conditions("false", "if", "while", "when", "done_when")
)
operator("condition-turned", "play", "a condition is the wrong way round")(
    lambda book, dice: (
        mistake
        for piece in book.pieces
        if piece.kind == "expression"
        and piece.path[-1:]
        and piece.path[-1] in ("if", "while", "when", "done_when")
        for mistake in book.change(piece, 0, len(piece.text), f"not ({piece.text})")
    )
)


def _turns(node: n.Clause, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    if node.word in ("until", "while") and isinstance(node.value, n.Node):
        yield node.value.start, node.value.end, "false" if node.word == "until" else "true"


at("play", n.Clause)("turns-never-end", "turns go on for ever", _turns)


def _keys_left_out(key: str, what: str) -> None:
    def make(book: Book, dice: random.Random) -> Made:
        for entry in book.entries:
            if entry.path[-1] == key and not entry.parent.flow and len(entry.parent.entries) > 1:
                yield without_entry(book, entry)

    operator(f"{key}-left-out", "play", what)(make)


_keys_left_out("when", "the condition of an action is forgotten")
_keys_left_out("else", "`else` is forgotten with its steps")
_keys_left_out("otherwise", "what happens without a legal move is forgotten")
_keys_left_out("limit", "the limit of moves is forgotten")
_keys_left_out("winners", "who wins is forgotten")


# --- other things of the same sort


def _other(name: str, what: str, roles: tuple[str, ...], alike: Callable[[Book, str], list[str]]) -> None:
    def make(book: Book, dice: random.Random) -> Made:
        for use in book.uses:
            if use.role in roles and use.piece.kind != "template":
                others = [other for other in alike(book, use.text) if other != use.text]
                if others:
                    yield from book.change(use.piece, use.start, use.end, dice.choice(others))

    operator(name, "play", what)(make)


def _zones_alike(book: Book, name: str) -> list[str]:
    zone = book.ruleset.zones.get(name)
    return (
        []
        if zone is None
        else [z.name for z in book.ruleset.zones.values() if (z.element, z.keys) == (zone.element, zone.keys)]
    )


def _variables_alike(book: Book, name: str) -> list[str]:
    variable = book.ruleset.variables.get(name)
    if variable is None:
        return []
    return [
        v.name
        for v in book.ruleset.variables.values()
        if (type(v.type), v.keys) == (type(variable.type), variable.keys)
    ]


def _fields_alike(book: Book, name: str) -> list[str]:
    return [
        other for f in book.ruleset.components.families.values() if name in f.fields
        for other in f.fields if type(f.fields[other]) is type(f.fields[name])
    ]  # fmt: skip


def _values_alike(book: Book, name: str) -> list[str]:
    return [value for values in book.enums.values() if name in values for value in values]


_other("wrong-zone", "another zone with the same components", ("zone",), _zones_alike)
_other("wrong-variable", "another variable of the same type", ("variable",), _variables_alike)
_other("wrong-field", "another field of the same type", ("field",), _fields_alike)
_other("wrong-value", "another value of the same enum", ("enum value",), _values_alike)
_other("wrong-reading", "another reading of the same ruling", ("reading",), lambda book, name: [
    other for ruling in book.ruleset.rulings.values() if name in ruling.readings for other in ruling.readings
])  # fmt: skip


@operator("wrong-action", "play", "another action is offered")
def _(book: Book, dice: random.Random) -> Made:
    names = list(book.ruleset.actions)
    for item in listed_actions(book):
        others = [name for name in names if name != item.text]
        if others:
            yield from book.change(item, 0, len(item.text), dice.choice(others))


@operator("action-not-offered", "play", "an action is missing in a choice (right is there or at the action)")
def _(book: Book, dice: random.Random) -> Made:
    for path, node in book.values:
        if isinstance(node, Sequence) and path[-1:] == ("choose",) and node.flow and len(node.items) > 1:
            for number, item in enumerate(node.items):
                assert isinstance(item, Scalar)
                rest = ", ".join(
                    other.text
                    for i, other in enumerate(node.items)
                    if i != number and isinstance(other, Scalar)
                )
                yield book.replace(
                    node.span.start.offset, node.span.end.offset, f"[{rest}]", *book.lines_of(item.text)
                )


# --- steps


def _lists(book: Book) -> Iterator[Sequence]:
    for path, node in book.values:
        if (
            isinstance(node, Sequence)
            and not node.flow
            and path[-1] in ("do", "then", "else", "otherwise", "setup", "play")
        ):
            yield node


def _blocks(book: Book, steps: Sequence) -> list[tuple[int, int]]:
    return [book.block(item.span.start.offset, item.span.end.offset) for item in steps.items]


@operator("steps-exchanged", "play", "two steps are in the wrong order")
def _(book: Book, dice: random.Random) -> Made:
    for steps in _lists(book):
        blocks = _blocks(book, steps)
        for (a, b), (c, d) in pairwise(blocks):
            if b <= c and book.text[b - 1] == "\n" and book.text[d - 1] == "\n":
                yield Mistake(
                    a,
                    d,
                    book.text[c:d] + book.text[b:c] + book.text[a:b],
                    frozenset({book.line(a), book.line(c)}),
                )


@operator("step-twice", "play", "a step is written twice")
def _(book: Book, dice: random.Random) -> Made:
    for steps in _lists(book):
        for start, end in _blocks(book, steps):
            block = book.text[start:end]
            yield Mistake(
                end, end, block, frozenset({book.line(start), book.line(start) + block.count("\n")})
            )


@operator("branches-exchanged", "play", "`then` and `else` are exchanged")
def _(book: Book, dice: random.Random) -> Made:
    for _, node in book.values:
        if isinstance(node, Mapping) and "then" in node and "else" in node and not node.flow:
            a, b = node.key("then"), node.key("else")
            assert a is not None
            assert b is not None
            middle = book.text[a.span.end.offset : b.span.start.offset]
            yield book.replace(
                a.span.start.offset, b.span.end.offset, f"else{middle}then", book.line(b.span.start.offset)
            )


# --- declarations


def _seen(node: n.Clause, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    if node.word in ("seen by", "top seen by", "rest seen by", "counted by") and isinstance(node.value, str):
        start = text.rindex(node.value, node.start, node.end)
        yield start, start + len(node.value), "everyone" if node.value != "everyone" else "nobody"


def _sight(book: Book, dice: random.Random) -> Made:
    for piece in book.pieces:
        for node in nodes_under(piece.tree):
            if isinstance(node, n.Clause):
                for start, end, new in _seen(node, piece.text, book, dice):
                    yield from book.change(piece, start, end, new)


operator("wrong-sight", "play", "what everyone sees is hidden, or the other way round", unseen=True)(_sight)


def _clauses_left_out(name: str, what: str, types: tuple[type, ...], words: tuple[str, ...]) -> None:
    def make(book: Book, dice: random.Random) -> Made:
        for piece in book.pieces:
            for node in nodes_under(piece.tree):
                if isinstance(node, types):
                    for clause in node.clauses:
                        if clause.word in words:
                            start = piece.text.rfind(",", 0, clause.start)
                            if start >= 0:
                                yield from book.change(piece, start, clause.end, "")

    operator(name, "play", what)(make)


_clauses_left_out(
    "capacity-forgotten", "`at most` of a zone is forgotten", (n.ZoneDeclaration,), ("at most",)
)
_clauses_left_out(
    "refill-forgotten", "`refilled from` of a pile is forgotten", (n.ZoneDeclaration,), ("refilled from",)
)
_clauses_left_out(
    "start-forgotten", "`starts at` of a variable is forgotten", (n.VariableDeclaration,), ("starts at",)
)
_clauses_left_out(
    "turns-clause-forgotten",
    "a clause of `turns` is forgotten",
    (n.Turns,),
    ("once round", "rounds", "until", "while", "then", "at most"),
)


def _range(
    node: n.VariableDeclaration, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    kind = node.type.base if isinstance(node.type, n.OptionalType) else node.type
    if isinstance(kind, n.RangeType) and isinstance(kind.high, n.Number) and kind.high.value > 0:
        yield kind.high.start, kind.high.end, str(kind.high.value - 1)


at("play", n.VariableDeclaration)("range-too-small", "the range of a variable is one too small", _range)


def _pick_clauses(node: n.Pick, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    for word in (", one of each kind", ", if possible"):
        start = text.find(word, node.start)
        if start >= 0:
            end = start + len(word) if "kind" in word else len(text)
            yield start, end, ""


at("play", n.Pick)("pick-clause-forgotten", "a clause of what is picked is forgotten", _pick_clauses)


@operator("players-too-many", "play", "one player more than the game is for")
def _(book: Book, dice: random.Random) -> Made:
    node = book.root.get("players")
    if isinstance(node, Scalar):
        low, high = book.ruleset.players
        if high < 16:
            yield from book.change(node, 0, len(node.text), f"{low}..{high + 1}")


@operator("values-exchanged", "play", "two values of an enum are in the wrong order")
def _(book: Book, dice: random.Random) -> Made:
    for path, node in book.values:
        if isinstance(node, Sequence) and len(path) == 2 and path[0] == "enums" and node.flow:
            words = [item.text for item in node.items if isinstance(item, Scalar)]
            for i in range(len(words) - 1):
                new = [*words[:i], words[i + 1], words[i], *words[i + 2 :]]
                yield book.replace(node.span.start.offset, node.span.end.offset, f"[{', '.join(new)}]")


@operator("wrong-reading-chosen", "play", "a ruling chooses another reading")
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if entry.path[0] == "rulings" and entry.path[-1] == "chosen" and isinstance(entry.value, Scalar):
            readings = [r for r in book.ruleset.rulings[str(entry.path[1])].readings if r != entry.value.text]
            yield from book.change(entry.value, 0, len(entry.value.text), dice.choice(readings))


@operator("rank-left-out", "play", "a key of the ranking is forgotten")
def _(book: Book, dice: random.Random) -> Made:
    for path, node in book.values:
        if (
            path == ("result", "rank")
            and isinstance(node, Sequence)
            and not node.flow
            and len(node.items) > 1
        ):
            for item in node.items:
                yield book.without(item.span.start.offset, item.span.end.offset)


@operator("wrong-score", "play", "the score is of the wrong player, or nothing")
def _(book: Book, dice: random.Random) -> Made:
    for path, node in book.values:
        if path == ("result", "score") and isinstance(node, Scalar):
            yield from book.change(node, 0, len(node.text), "0")
            if "me" in node.text:
                yield from book.change(
                    node,
                    0,
                    len(node.text),
                    node.text.replace("[me]", "[left of me]").replace("(me)", "(left of me)"),
                )


# --- data


#: Where the numbers of data stand.
_FILLED = ("entries", "values", "otherwise", "number")


def _data(part: str) -> Callable[[Book, random.Random], Made]:
    def make(book: Book, dice: random.Random) -> Made:
        for path, node in book.values:
            inside = path[:1] == (part,) and len(path) > 2 and path[2] in _FILLED
            if inside and isinstance(node, Scalar) and type(node.value) is int:
                new = node.value + dice.choice([1, -1] if node.value else [1])
                yield from book.change(node, 0, len(node.text), str(new))

    return make


operator("wrong-number-of-the-rulebook", "play", "a number of the rulebook's tables is wrong")(
    _data("tables")
)
operator("wrong-assumption", "data", "a number of the assumed data is wrong")(_data("assumptions"))
