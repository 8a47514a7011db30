"""The tree that loading gives to the rest: scalars, sequences and mappings that know where they stand.

Our own frozen nodes and not PyYAML's, since every later stage holds on to them: they carry 1-based positions,
their source, and values by YAML 1.2. Keys of mappings are scalars and unique by their text. An aliased value
is the very node that was anchored, so the tree is a graph without cycles; the loader has bounded what
following it can cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulewright.diagnostics import Place, Source, Span
from rulewright.loading.resolve import Value, resolve

Style = Literal["plain", "single", "double", "literal", "folded"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A word, number or text: `text` is decoded (escapes, folding), `span` is as written, quotes and `|`
    included."""

    span: Span
    text: str
    style: Style
    source: Source = field(repr=False, compare=False)

    @property
    def place(self) -> Place:
        """The file and span of the scalar."""
        return Place(self.source.path, self.span)

    @property
    def value(self) -> Value:
        """None, bool, int or float for a plain scalar that is one by YAML 1.2's core schema, else the
        text."""
        return resolve(self.text) if self.style == "plain" else self.text


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list; `flow` tells `[a, b]` from items on lines of their own."""

    span: Span
    items: tuple[Node, ...]
    flow: bool
    source: Source = field(repr=False, compare=False)

    @property
    def place(self) -> Place:
        """The file and span of the sequence."""
        return Place(self.source.path, self.span)

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order written; `flow` tells `{a: b}` from entries on lines of their own."""

    span: Span
    entries: tuple[tuple[Scalar, Node], ...]
    flow: bool
    source: Source = field(repr=False, compare=False)
    _by_name: dict[str, tuple[Scalar, Node]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {entry[0].text: entry for entry in self.entries})

    @property
    def place(self) -> Place:
        """The file and span of the mapping."""
        return Place(self.source.path, self.span)

    def get(self, name: str) -> Node | None:
        """The value of the key with this text, or None."""
        entry = self._by_name.get(name)
        return None if entry is None else entry[1]

    def key(self, name: str) -> Scalar | None:
        """The key with this text as a node, for its place, or None."""
        entry = self._by_name.get(name)
        return None if entry is None else entry[0]

    def keys(self) -> tuple[str, ...]:
        """The texts of the keys in the order written."""
        return tuple(self._by_name)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __len__(self) -> int:
        return len(self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping

Plain: TypeAlias = "Value | list[Plain] | dict[str, Plain]"


def plain(node: Node) -> Plain:
    """The tree as JSON-like data (for a JSON Schema validator): keys are the keys' texts."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {key.text: plain(value) for key, value in node.entries}


def find(node: Node, path: tuple[str | int, ...]) -> Node:
    """The node at a path of keys and list indices, as a JSON Schema validator names it.

    Raises KeyError or IndexError when the path leads nowhere.
    """
    for step in path:
        if isinstance(node, Mapping):
            value = node.get(str(step))
            if value is None:
                raise KeyError(step)
            node = value
        elif isinstance(node, Sequence):
            node = node.items[int(step)]
        else:
            raise KeyError(step)
    return node
