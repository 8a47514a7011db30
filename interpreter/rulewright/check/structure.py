"""Reading the YAML structure: keys, shapes and texts, with a report for whatever is not as it must be.

The reader never raises and never stops: a part that has the wrong shape reads as if it were not there, so
that the other parts are still checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.diagnostics import Place, Sink, suggest
from rulewright.diagnostics.codes.check import BadName, MissingKey, UnknownKey, WrongShape
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.syntax import RESERVED

_KINDS = {Scalar: "a text", Sequence: "a list", Mapping: "a mapping"}


class Reader:
    """Access to YAML nodes that reports to a sink."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink

    def wrong(self, node: Node, expected: str) -> None:
        found = "nothing" if isinstance(node, Scalar) and node.value is None else _KINDS[type(node)]
        self.sink.report(WrongShape, node.place, f"here stands {found}", expected=(expected,))

    def mapping(self, node: Node | None, expected: str = "a mapping") -> Mapping | None:
        if node is None or isinstance(node, Mapping):
            return node
        self.wrong(node, expected)
        return None

    def items(self, node: Node | None, expected: str = "a list") -> tuple[Node, ...]:
        """The items of a list; nothing for none."""
        if node is None:
            return ()
        if isinstance(node, Sequence):
            return node.items
        self.wrong(node, expected)
        return ()

    def listed(self, node: Node | None) -> tuple[Node, ...]:
        """The items of a list, or one thing that stands for a list of one."""
        if node is None:
            return ()
        return node.items if isinstance(node, Sequence) else (node,)

    def text(self, node: Node | None, expected: str = "a text") -> Scalar | None:
        if node is None:
            return None
        if isinstance(node, Scalar) and node.value is not None:
            return node
        self.wrong(node, expected)
        return None

    def entries(self, node: Node | None, expected: str = "a mapping") -> Iterator[tuple[Scalar, Node]]:
        found = self.mapping(node, expected)
        yield from () if found is None else found.entries

    def named(self, node: Node | None) -> Iterator[tuple[Scalar, Node]]:
        """The entries of a mapping from names; bad names are reported and left out."""
        for key, value in self.entries(node):
            if self.name(key):
                yield key, value

    def name(self, key: Scalar) -> bool:
        text = key.text
        if text.isidentifier() and text not in RESERVED:
            return True
        if text in RESERVED:
            message, help = (
                f"'{text}' is a word of the language",
                "choose another name, e.g. with one more word",
            )
        else:
            message, help = f"'{text}' can't be a name", "letters, digits and _, not beginning with a digit"
        self.sink.report(BadName, key.place, message, help=help)
        return False

    def keys(
        self, node: Mapping, allowed: tuple[str, ...], needed: tuple[str, ...] = (), what: str = "this part"
    ) -> bool:
        """Reports keys that mean nothing and keys that are missing; whether all needed ones are there."""
        for key, _ in node.entries:
            if key.text not in allowed:
                near = suggest(key.text, allowed)
                self.sink.report(
                    UnknownKey,
                    key.place,
                    f"'{key.text}' means nothing in {what}",
                    expected=allowed if not near else (),
                    help=f"did you mean {' or '.join(near)}?" if near else None,
                )
        missing = [name for name in needed if node.get(name) is None]
        for name in missing:
            self.sink.report(MissingKey, self.head(node), f"{what} needs the key '{name}'")
        return not missing

    @staticmethod
    def head(node: Mapping) -> Place:
        """The first key of a mapping: marking the whole would mark half the file."""
        return node.entries[0][0].place if node.entries else node.place
