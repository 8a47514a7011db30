"""Mistakes of type: a value of another sort than its place takes, an index or argument too many or too few, the words
of one sort of thing for another."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from mistake_book import Book, Mistake, operator
from mistake_names import nodes_under

from rulewright.syntax import nodes as n

Made = Iterator[Mistake]


def at(kind: str, *types: type) -> Callable[..., None]:
    """A sort of mistake of strings: for each node of these types, what it becomes, as (from, to, new)."""

    def add(name: str, what: str, change: Callable[..., Iterator[tuple[int, int, str]]]) -> None:
        def make(book: Book, dice: random.Random) -> Made:
            for piece in book.pieces:
                if piece.kind == "template":
                    continue
                for node in nodes_under(piece.tree):
                    if isinstance(node, types):
                        for start, end, new in change(node, piece.text, book, dice):
                            yield from book.change(piece, start, end, new)

        operator(name, kind, what)(make)

    return add


def _said(node: n.Node, text: str) -> str:
    return text[node.start : node.end]


# --- indexes and arguments


def _index_forgotten(
    node: n.Index, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    yield node.start, node.end, node.name.text


def _index_extra(node: n.Index, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    yield node.args[-1].end, node.args[-1].end, ", " + dice.choice(["1", "me", _said(node.args[0], text)])


def _index_wrong(node: n.Index, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    arg = dice.choice(node.args)
    yield arg.start, arg.end, "none" if isinstance(arg, n.Number) else "true"


def _index_order(node: n.Index, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    if len(node.args) > 1:
        parts = [_said(arg, text) for arg in node.args]
        yield node.args[0].start, node.args[-1].end, ", ".join([parts[1], parts[0], *parts[2:]])


at("type", n.Index)(
    "index-forgotten", "the index of a zone, variable or table is forgotten", _index_forgotten
)
at("type", n.Index)("index-extra", "an index too many", _index_extra)
at("type", n.Index, n.Target)(
    "index-of-other-type", "an index of another type",
    lambda node, text, book, dice: _index_wrong(node, text, book, dice) if node.args else iter(()),
)  # fmt: skip
at("type", n.Index)("indexes-exchanged", "two indexes are exchanged", _index_order)


def _plain_indexed(
    node: n.Name, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    if book.kinds.get(node.text) in ("zone", "variable"):
        yield node.end, node.end, dice.choice(["[me]", "[1]"])


at("type", n.Name)("index-uncalled-for", "an index for a zone or variable that has none", _plain_indexed)


def _argument_less(
    node: n.Call | n.Run, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    if len(node.args) > 1:
        yield node.args[-2].end, node.args[-1].end, ""
    elif node.args:
        yield node.args[0].start, node.args[0].end, ""


def _argument_more(
    node: n.Call | n.Run, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    if node.args:
        yield node.args[-1].end, node.args[-1].end, ", " + dice.choice(["1", "2", _said(node.args[-1], text)])


at("type", n.Call, n.Run)("argument-forgotten", "an argument is forgotten", _argument_less)
at("type", n.Call, n.Run)("argument-extra", "an argument too many", _argument_more)


def _of_one_type(node: n.Call | n.Run, book: Book) -> bool:
    """Whether the first two arguments may be exchanged for all that types say: of a function of the language spaces of
    one board, of what the file defines what is declared alike, where numbers are numbers."""
    heads = [entry.key.text for entry in book.entries if entry.path[0] in ("define", "procedures")]
    for head in heads:
        name, _, parameters = head.partition("(")
        if name.strip() == node.name.text:
            types = [p.strip().rpartition(" ")[0] for p in parameters.rstrip(") ").split(",")]
            return len({"integer" if ".." in one else one for one in types[:2]}) == 1
    return node.name.text in ("distance", "steps", "min", "max")


def _exchanged(alike: bool) -> Callable[..., Iterator[tuple[int, int, str]]]:
    def change(
        node: n.Call | n.Run, text: str, book: Book, dice: random.Random
    ) -> Iterator[tuple[int, int, str]]:
        if _of_one_type(node, book) == alike:
            yield from _index_order(node, text, book, dice)

    return change


at("type", n.Call, n.Run)(
    "arguments-exchanged", "two arguments of different types are exchanged", _exchanged(False)
)
at("play", n.Call, n.Run)("arguments-alike", "two arguments of one type are exchanged", _exchanged(True))


# --- values


def _condition_is_number(book: Book, dice: random.Random) -> Made:
    for piece in book.pieces:
        if (
            piece.kind == "expression"
            and piece.path[-1:]
            and piece.path[-1] in ("if", "while", "when", "done_when")
        ):
            yield from book.change(
                piece, 0, len(piece.text), dice.choice(["1", "0", "me" if "actions" in piece.path else "2"])
            )


operator("number-for-condition", "type", "a number or a player stands where a condition must")(
    _condition_is_number
)


def _assigned(node: n.Assign, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    kind = _type_of_variable(node.target.name.text, book)
    yield node.value.start, node.value.end, "true" if "boolean" not in kind else "3"


def _type_of_variable(name: str, book: Book) -> str:
    node = book.root.get("variables")
    value = node.get(name) if node is not None and hasattr(node, "get") else None
    if hasattr(value, "get"):
        value = value.get("is")  # type: ignore[union-attr]
    return getattr(value, "text", "")


at("type", n.Assign)("value-of-other-type", "a variable is given a value of another type", _assigned)


def _compared(node: n.Compare, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    right = node.right
    if isinstance(right, n.Number):
        yield right.start, right.end, "true"
    elif isinstance(right, n.Name) and book.kinds.get(right.text) == "enum value":
        home = [values for values in book.enums.values() if right.text in values]
        others = (
            [v for values in book.enums.values() if values not in home for v in values if v not in home[0]]
            if home
            else []
        )
        yield right.start, right.end, dice.choice([*others[:5], "1"])


at("type", n.Compare)("compared-with-other-type", "two values of different types are compared", _compared)


def _none_compared(
    node: n.IsWhat, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    yield node.value.end, node.end, f" {'!=' if node.negated else '='} {node.what}"


at("type", n.IsWhat)("none-compared", "`=` instead of `is` before none or empty", _none_compared)


def _is_for_equal(
    node: n.Compare, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    if node.op in ("=", "!="):
        yield node.left.end, node.right.start, " is " if node.op == "=" else " is not "


at("type", n.Compare)("is-for-equals", "`is` instead of `=`", _is_for_equal)


def _is_equal_type(
    node: n.IsType, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    yield node.value.end, node.type.start, " != " if node.negated else " = "


at("type", n.IsType)("equals-for-is", "`=` instead of `is` before a component type", _is_equal_type)


def _other_field(node: n.Field, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    families = book.ruleset.components.families.values()
    known = {name for f in families for name in f.fields}
    words = [*sorted(set(book.kinds) - known - book_fields(book)), "value", "name", "type"]
    yield node.name.start, node.name.end, dice.choice(words)


def book_fields(book: Book) -> set[str]:
    """The names of all fields."""
    return {name for f in book.ruleset.components.families.values() for name in f.fields}


at("type", n.Field)("no-such-field", "a field that the component does not have", _other_field)


def _field_forgotten(
    node: n.Field, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    yield node.base.end, node.end, ""


at("type", n.Field)("field-forgotten", "the component itself instead of its field", _field_forgotten)


def _add_to_zone(
    node: n.Add | n.Take, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    zones = [name for name, kind in book.kinds.items() if kind == "zone"]
    if zones:
        yield node.target.name.start, node.target.name.end, dice.choice(zones)


at("type", n.Add, n.Take)("zone-for-variable", "a zone where a variable must stand", _add_to_zone)


def _move_to_variable(
    node: n.Move, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    variables = [name for name, kind in book.kinds.items() if kind == "variable"]
    zone = node.zone
    if variables and isinstance(zone, n.Name | n.Index):
        start = zone.start
        end = zone.end if isinstance(zone, n.Name) else zone.name.end
        yield start, end, dice.choice(variables)


at("type", n.Move)("variable-for-zone", "a variable where a zone must stand", _move_to_variable)


def _move_number(node: n.Move, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    yield node.what.start, node.what.end, dice.choice(["1", "me", "true"])


at("type", n.Move)("move-of-no-component", "something is moved that is no component", _move_number)


def _zone_for_card(
    node: n.Call, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    if node.name.text in ("top", "bottom", "first", "last") and node.args:
        yield node.start, node.end, _said(node.args[0], text)


at("type", n.Call)("pile-for-its-top", "a pile or row instead of its first card", _zone_for_card)


def _unsized(node: n.Call, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    if node.name.text == "size" and node.args:
        yield node.start, node.end, _said(node.args[0], text)


at("type", n.Call)("zone-for-its-size", "a zone instead of how many lie in it", _unsized)


# --- declarations


def _per_forgotten(
    node: object, text: str, book: Book, dice: random.Random
) -> Iterator[tuple[int, int, str]]:
    keys = node.keys  # type: ignore[attr-defined]
    if keys:
        begin = text.rindex("per", 0, keys[0].start)
        yield len(text[:begin].rstrip()), keys[-1].end, ""


def _declared_type(name: str, what: str, change: Callable[[str], str | None]) -> None:
    """A mistake in the declaration of a variable or zone: right is there or where the name is used."""

    def make(book: Book, dice: random.Random) -> Made:
        for piece in book.pieces:
            if piece.kind in ("variable", "zone") and len(piece.path) >= 2:
                new = change(piece.text)
                span = None if new is None else book.span(piece, 0, len(piece.text))
                if span is not None and new is not None:
                    yield book.replace(*span, new, *book.lines_of(str(piece.path[1])))

    operator(name, "type", what)(make)


def _without_per(text: str) -> str | None:
    head, comma, rest = text.partition(",")
    return head.split(" per ")[0] + comma + rest if " per " in head else None


def _with_per(text: str) -> str | None:
    head, comma, rest = text.partition(",")
    return None if " per " in head else f"{head} per player{comma}{rest}"


_declared_type(
    "per-forgotten", "`per` is forgotten in a declaration (right is there or where it is used)", _without_per
)
_declared_type(
    "per-extra", "`per player` where there is only one (right is there or where it is used)", _with_per
)
_declared_type(
    "or-none-forgotten", "`or none` is forgotten in a declaration (right is there or where it is used)",
    lambda text: text.replace(" or none", "", 1) if " or none" in text else None,
)  # fmt: skip
_declared_type(
    "range-for-boolean", "a variable is declared with another type (right is there or where it is used)",
    lambda text: "boolean" + text[text.index(" ") :] if text[:1].isdigit() and " " in text else "0..9" + text[7:] if text.startswith("boolean") else None,
)  # fmt: skip
_declared_type(
    "zone-kind-wrong", "a zone is declared of another kind (right is there or where it is used)",
    lambda text: {"pile": "set", "row": "set", "set": "slot", "slot": "set"}.get(text.split(" ")[0], text.split(" ")[0]) + text[len(text.split(" ")[0]) :]
    if " of " in text and text.split(" ")[0] in ("pile", "row", "set", "slot") else None,
)  # fmt: skip
