"""Mistakes in names: misspelt where they are used or declared, in the plural, in capitals, with the wrong joint, and
in the references that a ruleset makes to the rulebook."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from mistake_book import Book, Entry, Mistake, Piece, operator

from rulewright.loading import Scalar
from rulewright.syntax import nodes as n

Made = Iterator[Mistake]

#: What is misspelt -> how it is told.
_USED = {
    "zone": "a zone", "variable": "a variable", "field": "a field", "enum value": "a value of an enum",
    "definition": "a definition", "procedure": "a procedure", "component": "a component type", "enum": "an enum",
    "table": "a table", "board": "a board", "space": "a space, direction or path", "local": "a local name",
    "ruling": "a ruling", "reading": "a reading", "function": "a function of the language", "loop": "the name of a loop",
}  # fmt: skip


def _misspelt(role: str) -> Callable[[Book, random.Random], Made]:
    def make(book: Book, dice: random.Random) -> Made:
        for use in book.uses:
            if use.role == role and use.piece.kind != "template":
                yield from book.change(use.piece, use.start, use.end, book.misspelt(use.text, dice))

    return make


for _role, _said in _USED.items():
    operator(f"{_role.replace(' ', '-')}-misspelt", "name", f"{_said} is misspelt where it is used")(
        _misspelt(_role)
    )


def listed_actions(book: Book) -> Iterator[Scalar]:
    """The actions in the lists of choices."""
    for path, node in book.values:
        if isinstance(node, Scalar) and len(path) >= 2 and path[-2] in ("choose", "together"):
            yield node


@operator("action-misspelt", "name", "an action is misspelt in a choice")
def _(book: Book, dice: random.Random) -> Made:
    for item in listed_actions(book):
        yield from book.change(item, 0, len(item.text), book.misspelt(item.text, dice))
    for use in book.uses:
        if use.role == "action":
            yield from book.change(use.piece, use.start, use.end, book.misspelt(use.text, dice))


@operator("said-name-misspelt", "name", "a name in the braces of a text is misspelt")
def _(book: Book, dice: random.Random) -> Made:
    for use in book.uses:
        if use.piece.kind == "template" and use.role != "function":
            yield from book.change(use.piece, use.start, use.end, book.misspelt(use.text, dice))


def declared(book: Book) -> Iterator[tuple[Scalar, int, int, str]]:
    """Names where they are declared: the scalar, where in it, and the name."""
    for entry in book.entries:
        if len(entry.path) == 2 and entry.path[0] in _PARTS:
            name = entry.key.text.split("(")[0].strip()
            yield entry.key, 0, len(name), name


_PARTS = (
    "zones", "variables", "components", "enums", "tables", "assumptions", "boards", "define", "procedures", "actions",
    "rulings",
)  # fmt: skip


@operator(
    "declaration-misspelt",
    "name",
    "a name is misspelt where it is declared (right is there or where it is used)",
)
def _(book: Book, dice: random.Random) -> Made:
    for scalar, start, end, name in declared(book):
        yield from _declared_as(book, scalar, start, end, name, book.misspelt(name, dice))


def _declared_as(book: Book, scalar: Scalar, start: int, end: int, name: str, new: str) -> Made:
    span = book.span(scalar, start, end)
    if span is not None:
        yield book.replace(*span, new, *book.lines_of(name))


@operator(
    "value-declaration-misspelt",
    "name",
    "a value of an enum is misspelt where it is declared (right is there or where it is used)",
)
def _(book: Book, dice: random.Random) -> Made:
    for path, node in book.values:
        if isinstance(node, Scalar) and len(path) == 3 and path[0] == "enums":
            yield from _declared_as(book, node, 0, len(node.text), node.text, book.misspelt(node.text, dice))


@operator(
    "local-declaration-misspelt",
    "name",
    "a parameter or local name is misspelt where it begins (right is there or where it is used)",
)
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if len(entry.path) >= 2 and entry.path[-2] == "pick" and isinstance(entry.key.text, str):
            name = entry.key.text
            yield from _declared_as(book, entry.key, 0, len(name), name, book.misspelt(name, dice))
    for piece, ident in declaring(book):
        span = book.span(piece, ident.start, ident.end)
        if span is not None:
            lines = book.lines_of(ident.text)
            yield book.replace(*span, book.misspelt(ident.text, dice), *lines)


def declaring(book: Book) -> Iterator[tuple[Piece, n.Ident]]:
    """The local names in strings where they begin."""
    for piece in book.pieces:
        for node in nodes_under(piece.tree):
            if isinstance(node, n.Binder | n.Parameter | n.Let) or (
                isinstance(node, n.For) and node.name.text != "me"
            ):
                yield piece, node.name


def nodes_under(tree: object) -> Iterator[n.Node]:
    """A node and all below it."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(reversed(node))
        elif isinstance(node, n.Node):
            yield node
            stack.extend(
                getattr(node, name)
                for name in reversed(node.__dataclass_fields__)
                if name not in ("start", "end")
            )


@operator("plural", "name", "a name is put in the plural")
def _(book: Book, dice: random.Random) -> Made:
    for use in book.uses:
        if use.role in ("zone", "variable", "component", "enum", "enum value", "definition"):
            yield from book.change(use.piece, use.start, use.end, use.text + "s")


@operator("capitals", "name", "a name is written with a capital letter")
def _(book: Book, dice: random.Random) -> Made:
    for use in book.uses:
        if use.role not in ("loop", "local"):
            yield from book.change(use.piece, use.start, use.end, use.text[0].upper() + use.text[1:])


@operator("joint", "name", "a name of several words is written with `-` or a blank for `_`")
def _(book: Book, dice: random.Random) -> Made:
    for use in book.uses:
        if "_" in use.text:
            yield from book.change(use.piece, use.start, use.end, use.text.replace("_", dice.choice("- "), 1))


@operator(
    "name-of-a-word", "name", "a word of the language is used as a name (right is there or where it is used)"
)
def _(book: Book, dice: random.Random) -> Made:
    for scalar, start, end, name in declared(book):
        new = dice.choice(["from", "to", "for", "player", "box", "random", "where", "in", "of", "by"])
        yield from _declared_as(book, scalar, start, end, name, new)


@operator("name-twice", "name", "something is declared under a name that is taken")
def _(book: Book, dice: random.Random) -> Made:
    known = [(scalar, start, end, name) for scalar, start, end, name in declared(book)]
    for scalar, start, end, name in known:
        others = [other for *_, other in known if other != name]
        if others:
            # The second of the two is where it is told: whichever stands below, or is read later.
            other = dice.choice(others)
            yield from _twice(book, scalar, start, end, name, other)


def _twice(book: Book, scalar: Scalar, start: int, end: int, name: str, other: str) -> Made:
    span = book.span(scalar, start, end)
    if span is not None:
        places = {book.line(o.span.start.offset) for o, *_, called in declared(book) if called == other}
        yield book.replace(*span, other, *places, *book.lines_of(name))


@operator(
    "forgotten-declaration",
    "name",
    "a declaration is forgotten (right is where the name is used, or where it stood)",
)
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if len(entry.path) == 2 and entry.path[0] in _PARTS and not entry.parent.flow:
            yield without_entry(book, entry, entry.key.text.split("(")[0].strip())


def without_entry(book: Book, entry: Entry, name: str = "") -> Mistake:
    """A key is left out with its value. Right is also the head of its mapping, and each place of ``name``."""
    begin, stop = book.block(entry.key.span.start.offset, entry.value.span.end.offset)
    first = entry.parent.entries[0][0].span.start.offset
    alone = len(entry.parent.entries) == 1 and len(entry.path) > 1
    lost, at = book.text[begin:stop].count("\n") - alone, book.line(begin)
    lines = {line - lost if line > at else line for line in book.lines_of(name)} if name else set()
    above = next((e.key for e in book.entries if e.path == entry.path[:-1]), entry.parent.entries[0][0])
    heads = {book.line(first), book.line(above.span.start.offset)}
    if (
        entry.parent.span.start.offset == entry.key.span.start.offset
        and "- " in book.text[begin : entry.key.span.start.offset]
    ):
        # The key stands behind the dash of a list item: the dash goes to the next key.
        if len(entry.parent.entries) == 1:
            return Mistake(begin, stop, "", frozenset({at, max(1, at - 1), *heads, *lines}))
        second = entry.parent.entries[1][0].span.start.offset
        return Mistake(entry.key.span.start.offset, second, "", frozenset({at, *heads, *lines}))
    if alone:
        indent = " " * (entry.key.span.start.column - 1)
        return Mistake(begin, stop, f"{indent}{{}}\n", frozenset({at, max(1, at - 1), *heads, *lines}))
    return Mistake(begin, stop, "", frozenset({at, max(1, at - 1), *heads, *lines}))


# --- references to the rulebook -----------------------------------------------------------------------------


def _cited(book: Book) -> Iterator[Scalar]:
    for path, node in book.values:
        if isinstance(node, Scalar) and ("rule" in path[-1:] or (len(path) > 1 and path[-2] == "rule")):
            yield node


def _other_number(book: Book, rule: str, dice: random.Random) -> str:
    return dice.choice([rule + sign for sign in "013579x" if rule + sign not in book.ruleset.rules])


@operator("rule-misspelt", "reference", "a rule is cited under a number that there is not")
def _(book: Book, dice: random.Random) -> Made:
    for item in _cited(book):
        yield from book.change(item, 0, len(item.text), _other_number(book, item.text, dice))


@operator("wrong-rule-cited", "reference", "another rule of the rulebook is cited")
def _(book: Book, dice: random.Random) -> Made:
    rules = list(book.ruleset.rules)
    for item in _cited(book):
        others = [rule for rule in rules if rule != item.text]
        if others:
            # Right is also the rule that nothing carries out any more.
            yield from _declared_as(book, item, 0, len(item.text), item.text, dice.choice(others))


@operator(
    "citation-forgotten", "reference", "a rule is carried out and not cited (right is there or at the rule)"
)
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if entry.path[-1] == "rule" and not entry.parent.flow:
            text = entry.value.text if isinstance(entry.value, Scalar) else ""
            if text:
                yield without_entry(book, entry, text)


@operator(
    "rule-forgotten", "reference", "a rule is missing in the list of rules (right is where it is cited)"
)
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if len(entry.path) == 2 and entry.path[0] == "rules" and not entry.parent.flow:
            yield without_entry(book, entry, entry.key.text)


@operator(
    "rule-number-misspelt",
    "reference",
    "a rule stands under a wrong number in the list of rules (right is there or where it is cited)",
)
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if len(entry.path) == 2 and entry.path[0] == "rules":
            name = entry.key.text
            yield from _declared_as(book, entry.key, 0, len(name), name, _other_number(book, name, dice))


@operator("chosen-misspelt", "reference", "the chosen reading of a ruling is misspelt")
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if entry.path[0] == "rulings" and entry.path[-1] == "chosen" and isinstance(entry.value, Scalar):
            word = entry.value.text
            yield from book.change(entry.value, 0, len(word), book.misspelt(word, dice))


@operator(
    "reading-forgotten",
    "reference",
    "a reading is missing in its ruling (right is there or where it is used)",
)
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if (
            len(entry.path) == 4
            and entry.path[0] == "rulings"
            and entry.path[2] == "readings"
            and not entry.parent.flow
        ):
            found = without_entry(book, entry, entry.key.text)
            # What is then too few readings stands at their ruling.
            ruling = next(e for e in book.entries if e.path == entry.path[:2])
            yield Mistake(
                found.start, found.end, found.new, found.lines | {book.line(ruling.key.span.start.offset)}
            )


@operator("absent-misspelt", "reference", "a rule that holds by absence names a scenario that there is not")
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if entry.path[0] == "rules" and entry.path[-1] == "absent" and isinstance(entry.value, Scalar):
            words = entry.value.text.split()
            yield from book.change(entry.value, 0, len(words[0]), book.misspelt(words[0], dice))


@operator("label-misspelt", "reference", "a label is given to a name that there is not")
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if len(entry.path) == 3 and entry.path[0] == "labels":
            # Right is also the language, where the name is missing.
            language = next(e for e in book.entries if e.path == entry.path[:2])
            for found in book.change(entry.key, 0, len(entry.key.text), book.misspelt(entry.key.text, dice)):
                yield Mistake(
                    found.start,
                    found.end,
                    found.new,
                    found.lines | {book.line(language.key.span.start.offset)},
                )
