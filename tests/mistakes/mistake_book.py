"""A ruleset as material for mistakes: its text, its strings with their trees, and what each name in them means.

Mistakes are made in the text of the file, as an author makes them, so everything here leads back to offsets in it.
A string that the file writes in another way than it is read (escapes, folded lines) is left alone where the two
differ.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from rulewright.check import check_file
from rulewright.diagnostics import Sink
from rulewright.loading import Mapping, Scalar, Sequence, load, locate
from rulewright.loading import Node as YamlNode
from rulewright.syntax import ParseError, parse, parse_template
from rulewright.syntax import nodes as n

#: Where a key stands: the keys and numbers of items that lead to it from the top.
Path_ = tuple[str | int, ...]

WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Mistake:
    """``new`` instead of ``text[start:end]`` (code points). ``lines``: where in the changed file a message about it
    may stand to be on the right line, from 1."""

    start: int
    end: int
    new: str
    lines: frozenset[int]

    def apply(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


@dataclass(frozen=True, slots=True)
class Piece:
    """A string of the language: as what it is read, its scalar, the keys to it, its tree."""

    kind: str
    scalar: Scalar
    path: Path_
    tree: Any

    @property
    def text(self) -> str:
        return self.scalar.text


@dataclass(frozen=True, slots=True)
class Use:
    """A name in a string where it is used. ``role``: what it names."""

    piece: Piece
    text: str
    role: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of the file with its value; ``path`` leads to the value."""

    path: Path_
    key: Scalar
    value: YamlNode
    parent: Mapping


#: Names that a node declares and doesn't use.
_DECLARING = {
    (n.Binder, "name"), (n.Parameter, "name"), (n.Signature, "name"), (n.Let, "name"), (n.For, "name"),
    (n.For, "numbered"),
}  # fmt: skip

#: Texts for people that hold expressions in braces.
_TEMPLATES = {"say", "named", "done"}


class Book:
    """One good ruleset. Raises ValueError for a file with errors."""

    def __init__(self, path: Path) -> None:
        sink = Sink()
        sink.strings = []
        ruleset, self.found = check_file(path, sink=sink)
        root = load(path, Sink())
        if ruleset is None or not isinstance(root, Mapping):
            raise ValueError(f"{path} has errors")
        self.path, self.name, self.ruleset, self.root = path, path.stem, ruleset, root
        self.text = root.source.text
        self.entries: list[Entry] = []
        self.values: list[tuple[Path_, YamlNode]] = []
        self._walk((), root)
        self._paths = {
            node.span.start.offset: where for where, node in self.values if isinstance(node, Scalar)
        }
        self._paths.update({entry.key.span.start.offset: entry.path for entry in self.entries})
        self.pieces = list(self._read(sink.strings))

    def _walk(self, path: Path_, node: YamlNode) -> None:
        self.values.append((path, node))
        if isinstance(node, Mapping):
            for key, value in node.entries:
                self.entries.append(Entry((*path, key.text), key, value, node))
                self._walk((*path, key.text), value)
        elif isinstance(node, Sequence):
            for number, item in enumerate(node.items):
                self._walk((*path, number), item)

    def _read(self, strings: list[tuple[str, object]]) -> Iterator[Piece]:
        seen: set[int] = set()
        for kind, scalar in strings:
            assert isinstance(scalar, Scalar)
            start = scalar.span.start.offset
            if start not in seen:
                seen.add(start)
                yield Piece(kind, scalar, self._paths.get(start, ()), parse(kind, scalar.text))
        for path, node in self.values:
            if isinstance(node, Scalar) and "{" in node.text and _TEMPLATES & set(map(str, path[-2:])):
                try:
                    parts = parse_template(node.text)
                except ParseError:
                    continue
                yield Piece("template", node, path, tuple(p[1] for p in parts if isinstance(p, tuple)))

    # --- what names mean

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What each declared name is."""
        r = self.ruleset
        found: dict[str, str] = {}
        for name, part in self.root.entries:
            kind = _KIND_OF_PART.get(name.text)
            if kind and isinstance(part, Mapping):
                for key, _ in part.entries:
                    found[key.text.split("(")[0].strip()] = kind
        for enum in self.enums.values():
            for value in enum:
                found.setdefault(value, "enum value")
        for board in r.boards.values():
            for space in (*board.spaces, *board.directions, *board.paths):
                found.setdefault(space, "space")
        for ruling in r.rulings.values():
            for reading in ruling.readings:
                found.setdefault(reading, "reading")
        return found

    @cached_property
    def enums(self) -> dict[str, tuple[str, ...]]:
        """The values of each enum."""
        return {name: tuple(values) for name, values in self.ruleset.enums.items()}

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the file: what a misspelt name must not be."""
        return frozenset(WORD.findall(self.text))

    @cached_property
    def uses(self) -> list[Use]:
        """All names in strings, where they are used."""
        return [use for piece in self.pieces for use in self._uses(piece, piece.tree, None, "")]

    def _uses(self, piece: Piece, node: object, parent: type | None, name: str) -> Iterator[Use]:
        if isinstance(node, tuple):
            for item in node:
                yield from self._uses(piece, item, parent, name)
        elif isinstance(node, n.Ident | n.Name):
            if (parent, name) not in _DECLARING and node.text not in ("me", "player", "box"):
                yield Use(piece, node.text, self._role(node.text, parent, name), node.start, node.end)
        elif isinstance(node, n.Node):
            for f in fields(node):
                if f.name not in ("start", "end"):
                    yield from self._uses(piece, getattr(node, f.name), type(node), f.name)

    def _role(self, text: str, parent: type | None, name: str) -> str:
        if parent is n.Field and name == "name":
            return "field"
        if parent is n.Setting:
            return "field"
        if parent is n.Stop:
            return "loop"
        if parent is n.Call and text not in self.kinds:
            return "function"
        return self.kinds.get(text, "local")

    # --- places

    def span(self, piece: Piece | Scalar, start: int, end: int) -> tuple[int, int] | None:
        """The offsets in the file of a part of a string; none where the file writes it in another way."""
        scalar = piece.scalar if isinstance(piece, Piece) else piece
        if scalar.source.path != self.root.source.path:
            return None
        location = locate(scalar, start, end)
        begin, stop = location.span.start.offset, location.span.end.offset
        if not location.exact or self.text[begin:stop] != scalar.text[start:end]:
            return None
        return begin, stop

    def line(self, offset: int) -> int:
        """The line of an offset, from 1."""
        return self.root.source.position(offset).line

    def change(self, piece: Piece | Scalar, start: int, end: int, new: str) -> Iterator[Mistake]:
        """A part of a string becomes another one; none where that can't be written."""
        span = self.span(piece, start, end)
        if span is not None and self.text[slice(*span)] != new:
            yield self.replace(*span, new, *self.gives(piece))

    def gives(self, piece: Piece | Scalar) -> set[int]:
        """The lines where the name stands that a string gives a meaning to: a declaration, or a name for a value. What
        is wrong with the meaning may be told there."""
        if not isinstance(piece, Piece):
            return set()
        if isinstance(piece.tree, n.Let):
            return self.lines_of(piece.tree.name.text)
        if (
            len(piece.path) >= 2
            and piece.path[0] in _KIND_OF_PART
            and piece.path[0] not in ("actions", "procedures")
        ):
            return self.lines_of(str(piece.path[1]).split("(")[0].strip())
        return set()

    def replace(self, start: int, end: int, new: str, *more: int) -> Mistake:
        """A part of the file becomes another one; the right line is where it begins, or one of ``more``."""
        return Mistake(start, end, new, frozenset({self.line(start), *more}))

    def line_start(self, offset: int) -> int:
        return self.text.rfind("\n", 0, offset) + 1

    def block(self, start: int, end: int) -> tuple[int, int]:
        """The whole lines from the one of ``start`` to the one of ``end``."""
        stop = self.text.find("\n", max(start, end - 1))
        return self.line_start(start), len(self.text) if stop < 0 else stop + 1

    def without(self, start: int, end: int, *more: int) -> Mistake:
        """Whole lines are left out. Right is the line before, the one that is then in its place, or one of
        ``more`` that stand above."""
        begin, stop = self.block(start, end)
        line = self.line(begin)
        return Mistake(begin, stop, "", frozenset({line, max(1, line - 1), *more}))

    def lines_of(self, word: str) -> set[int]:
        """The lines where a word stands."""
        return {self.line(m.start()) for m in re.finditer(rf"\b{re.escape(word)}\b", self.text)}

    def misspelt(self, name: str, dice: random.Random) -> str:
        """The name with two letters exchanged, one left out, or one doubled; nothing else that the file says."""
        ways = [name[:i] + name[i + 1] + name[i] + name[i + 2 :] for i in range(len(name) - 1)]
        ways += [name[:i] + name[i + 1 :] for i in range(1, len(name))] if len(name) > 3 else []
        ways += [name[: i + 1] + name[i:] for i in range(len(name))]
        fit = [w for w in ways if w not in self.words and w not in _WORDS and WORD.fullmatch(w)]
        return dice.choice(fit) if fit else name + "x"


#: Short words of the language that a misspelt name might become.
_WORDS = {"of", "or", "no", "on", "in", "is", "if", "by", "to", "me", "y", "n", "do"}

_KIND_OF_PART = {
    "zones": "zone", "variables": "variable", "components": "component", "enums": "enum", "tables": "table",
    "assumptions": "table", "boards": "board", "define": "definition", "procedures": "procedure",
    "actions": "action", "rulings": "ruling",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operator:
    """A sort of mistake. ``kind``: name, type, structure, reference, play, data. ``unseen``: it changes what players
    see and not how a game goes, so equal games don't make it the same."""

    name: str
    kind: str
    what: str
    make: Any = field(compare=False)
    unseen: bool = False

    def mistakes(self, book: Book, seed: int) -> list[Mistake]:
        """All mistakes of this sort in a ruleset, one at each place, in the order of the places."""
        dice = random.Random(f"{seed} {self.name} {book.name}")
        found = {(m.start, m.end, m.new): m for m in self.make(book, dice) if m.apply(book.text) != book.text}
        return [found[key] for key in sorted(found)]

    def sample(self, book: Book, seed: int, most: int) -> list[Mistake]:
        """At most so many of them, drawn with the seed."""
        found = self.mistakes(book, seed)
        if len(found) <= most:
            return found
        # A larger sample holds the smaller ones, so that what was judged for one serves the other.
        order = list(range(len(found)))
        random.Random(f"{seed} {self.name} {book.name} sample").shuffle(order)
        return [found[i] for i in sorted(order[:most])]


OPERATORS: list[Operator] = []


def operator(name: str, kind: str, what: str, unseen: bool = False) -> Any:
    """Adds a sort of mistake to the list."""

    def add(make: Any) -> Any:
        assert all(other.name != name for other in OPERATORS), name
        OPERATORS.append(Operator(name, kind, what, make, unseen))
        return make

    return add
