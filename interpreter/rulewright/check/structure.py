"""Reading the YAML structure: keys, shapes and texts, with a report for whatever is not as it must be.

The reader never raises and never stops: a part that has the wrong shape reads as if it were not there, so
that the other parts are still checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.diagnostics import Place, Sink, did_you_mean
from rulewright.diagnostics.codes.check import BadName, MissingKey, UnknownKey, WrongShape
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.syntax import RESERVED

_KINDS = {Sequence: "a list", Mapping: "a mapping"}
_VALUES = {type(None): "nothing", bool: "a boolean", int: "a number", float: "a number", str: "a text"}


#: Of what stands in a text, what may be a list, which YAML would take for its own.
WITH_LISTS = ("an expression", "a domain to choose from")


class Reader:
    """Access to YAML nodes that reports to a sink."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.bad_names: set[str] = set()
        """Names that were reported because they can't be names: nothing is said of their use."""

    def wrong(self, node: Node, expected: str, help: str | None = None) -> None:
        found = _VALUES[type(node.value)] if isinstance(node, Scalar) else _KINDS[type(node)]
        self.sink.report(WrongShape, node.place, f"here stands {found}", expected=(expected,), help=help)

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

    def conditions(self, node: Node | None) -> tuple[Node, ...]:
        """One condition or several; a list of none says nothing, and is reported."""
        if isinstance(node, Sequence) and not node.items:
            self.wrong(node, "at least one condition")
        return self.listed(node)

    def text(self, node: Node | None, expected: str = "a text") -> Scalar | None:
        if node is None:
            return None
        if isinstance(node, Scalar) and node.value is not None:
            return node
        help = None
        if expected in WITH_LISTS and isinstance(node, Sequence) and node.flow:
            start, end = node.span.start.offset, node.span.end.offset
            help = f'as a list of the language, in quotes: "{node.source.text[start:end]}"'
        self.wrong(node, expected, help)
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
        return self.is_name(key.text, key.place)

    def is_name(self, text: str, place: Place) -> bool:
        """Whether a text can be a name; reports it if not."""
        if text.isidentifier() and text not in RESERVED:
            return True
        if text in RESERVED:
            message, help = (
                f"'{text}' is a word of the language",
                "choose another name, e.g. with one more word",
            )
        else:
            message, help = f"'{text}' can't be a name", "letters, digits and _, not beginning with a digit"
            joined = "_".join(text.split())
            if joined.isidentifier() and joined not in RESERVED:
                help += f", for instance {joined}"
        self.sink.report(BadName, place, message, help=help)
        self.bad_names.add(text)
        return False

    def keys(
        self,
        node: Mapping,
        allowed: tuple[str, ...],
        needed: tuple[str, ...] = (),
        what: str = "this part",
        meant: dict[str, str] | None = None,
        helps: dict[str, str] | None = None,
        name: Scalar | None = None,
    ) -> Mapping:
        """Reports keys that mean nothing and keys that are missing; ``meant``: what other words mean here;
        ``helps``: how what they mean is written, where it is no key; ``name``: what the part is called, where
        it has a name.

        The mapping comes back with each misspelt key under the name that was meant, where only one can be
        meant and is not there already: what stands under it is then checked, and its absence isn't reported.
        """
        mended: dict[str, str] = {}
        missing = [name for name in needed if name not in node]
        for key, _ in node.entries:
            if key.text in allowed:
                continue
            near = self.sink.near(key.text, allowed) or self._begun(key.text, missing)
            if meant and key.text in meant:
                near = (meant[key.text],)
            if len(near) == 1 and near[0] not in node and near[0] not in mended.values():
                mended[key.text] = near[0]
            help = (helps or {}).get(key.text)
            self.sink.report(
                UnknownKey,
                key.place,
                f"'{key.text}' means nothing in {what}",
                expected=allowed if not near and help is None else (),
                help=did_you_mean(key.text, near) if near else help,
            )
        if mended:
            entries = tuple(
                (Scalar(k.span, mended.get(k.text, k.text), k.style, k.source), v) for k, v in node.entries
            )
            node = Mapping(node.span, entries, node.flow, node.source)
        place = self.head(node) if name is None else name.place
        if name is not None:
            what = f"the {what.partition(' ')[2]} '{name.text}'"
        for key_needed in needed:
            if key_needed not in node:
                self.sink.report(MissingKey, place, f"{what} needs the key '{key_needed}'")
        return node

    @staticmethod
    def _begun(key: str, missing: list[str]) -> tuple[str, ...]:
        """A needed key that is missing where another stands which is part of it: too short to be near to it
        otherwise."""
        return tuple(name for name in missing if key and (key in name or name in key))[:1]

    @staticmethod
    def head(node: Mapping) -> Place:
        """The first key of a mapping: marking the whole would mark half the file."""
        return node.entries[0][0].place if node.entries else node.place
