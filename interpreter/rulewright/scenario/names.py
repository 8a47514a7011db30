"""What the names in a scenario mean: zones, components, variables, values, seats.

Scenarios speak the author's words (engine/words.py). Every name is looked up before anything is played, so
that a misspelt one is an error with its place and never an expectation that holds by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import prod

from rulewright.check.structure import Reader
from rulewright.diagnostics import Place, Sink, suggest
from rulewright.diagnostics.codes import check as check_codes
from rulewright.diagnostics.codes import scenario as codes
from rulewright.engine.contract import Game
from rulewright.engine.templates import Value
from rulewright.loading import Mapping, Node, Scalar
from rulewright.loading import Sequence as YamlList
from rulewright.ruleset.model import Variable
from rulewright.ruleset.types import Enum, Line, Opt, Player, SetOf, Space, Spot

_COMMA = re.compile(r"\s*,\s*")
#: So many names are said where all would be too many.
_EXAMPLES = 6


def _some(names: list[str]) -> str:
    """The first few names."""
    more = " ..." if len(names) > _EXAMPLES else ""
    return ", ".join(names[:_EXAMPLES]) + more


_INDEXED = re.compile(r"\s*([^\[\]]+?)\s*(?:\[\s*(.*?)\s*\])?\s*")


class Names:
    """Looks names up in one game and reports those that mean nothing."""

    def __init__(self, game: Game, sink: Sink) -> None:
        self.game, self.words, self.sink = game, game.words, sink
        self.reader = Reader(sink)

    def unknown(self, place: Place, what: str, name: str, known: Iterable[str]) -> None:
        """Reports a name that is none of the known ones, with those that are near to it: the entries of what
        it names without their indexes, the misspelt one, or else some of the known ones."""
        known = list(known)
        base = name.partition("[")[0].strip()
        entries = [k for k in known if k.startswith(f"{base}[")]
        near = () if entries else suggest(name, known)
        help = f"did you mean {' or '.join(near)}?" if near else None
        message = f"there is no {what} '{name}'"
        if entries and base == name:
            message = f"'{name}' has indexes"
        if entries:
            help = f"write which: {_some(entries)}" if base == name else f"there is {_some(entries)}"
        elif not near and known:
            help = f"there is {_some(known)}"
        self.sink.report(check_codes.UnknownName, place, message, help=help)

    def _canonical(self, text: str) -> str:
        match = _INDEXED.fullmatch(text)
        if match is None:
            return text
        name, indexes = match.groups()
        return name if indexes is None else f"{name}[{', '.join(_COMMA.split(indexes))}]"

    def zone(self, node: Scalar) -> int | None:
        """The number of a zone, ``hand[1]``."""
        numbers, name = self.words.zone_numbers, self._canonical(node.text)
        if name not in numbers:
            self.unknown(node.place, "zone", node.text, numbers)
        return numbers.get(name)

    def family(self, node: Scalar) -> str | None:
        """The name of zones, ``hand``, as it is declared."""
        known = [family.name for family in self.words.families]
        if node.text not in known:
            self.unknown(node.place, "zone", node.text, known)
            return None
        return node.text

    def zones(self, keys: Sequence[Scalar]) -> list[list[int]]:
        """For each name the zones that it means. One without its indexes, ``hand``, means all of them that
        are not named by themselves."""
        every = [self._every_zone(key) for key in keys]
        one = [None if several else self.zone(key) for key, several in zip(keys, every, strict=True)]
        return [
            [number for number in several if number not in one] if several else [] if own is None else [own]
            for several, own in zip(every, one, strict=True)
        ]

    def _every_zone(self, node: Scalar) -> list[int]:
        beginning = self._canonical(node.text) + "["
        return [n for name, n in self.words.zone_numbers.items() if name.startswith(beginning)]

    def variables(self, keys: Sequence[Scalar]) -> list[list[tuple[int, int, Variable]]]:
        """For each name the entries of variables that it means, as (number, entry, variable). One without its
        indexes means all of them that are not named by themselves."""
        every = [self._every_entry(key) for key in keys]
        one = [None if several else self.variable(key) for key, several in zip(keys, every, strict=True)]
        named = {found[:2] for found in one if found is not None}
        return [
            [e for e in several if e[:2] not in named] if several else [] if own is None else [own]
            for several, own in zip(every, one, strict=True)
        ]

    def _every_entry(self, node: Scalar) -> list[tuple[int, int, Variable]]:
        wanted = self._canonical(node.text)
        for number, variable in enumerate(self.game.ruleset.variables.values()):
            if variable.keys and variable.name == wanted:
                size = prod(key.size for key in variable.keys)
                present = (e for e in range(size) if self.words.present(variable.keys, e))
                return [(number, entry, variable) for entry in present]
        return []

    def entry_name(self, number: int, entry: int) -> str:
        """What an entry of a variable is called, with its indexes."""
        variable = list(self.game.ruleset.variables.values())[number]
        return self.words.entry_name(variable.name, variable.keys, entry)

    def variable(self, node: Scalar) -> tuple[int, int, Variable] | None:
        """(number, entry, variable) of one entry of a variable, ``total[2]``."""
        wanted = self._canonical(node.text)
        every: list[str] = []
        for number, variable in enumerate(self.game.ruleset.variables.values()):
            size = 1
            for key in variable.keys:
                size *= key.size
            for entry in range(size):
                if self.words.present(variable.keys, entry):
                    name = self.words.entry_name(variable.name, variable.keys, entry)
                    if name == wanted:
                        return number, entry, variable
                    every.append(name)
        self.unknown(node.place, "variable", node.text, every)
        return None

    def value(self, variable: Variable, node: Node) -> Value | None:
        """The value of a variable's type that the node says; None after a report."""
        if isinstance(variable.type, SetOf):
            if not isinstance(node, YamlList) or not all(isinstance(item, Scalar) for item in node):
                self.reader.wrong(node, "a list: the members of the set")
                return None
            members = [self._single(variable, variable.type.element, item) for item in node]
            return None if None in members else frozenset(m for m in members if m is not None)
        return self._single(variable, variable.type, node)

    def _single(self, variable: Variable, type: object, node: Node) -> int | None:
        if not isinstance(node, Scalar):
            self.reader.wrong(node, "a value")
            return None
        for word in (node.value, node.text):
            values = self.words.values_of(type, word)  # type: ignore[arg-type]
            if values:
                return values[0]
        self.sink.report(
            codes.WrongValue,
            node.place,
            f"'{node.text}' is no value of {variable.name}",
            expected=self.possible(type),
        )
        return None

    def possible(self, type: object) -> tuple[str, ...]:
        """The values of a type as scenarios write them, if they are few; else what kind of value it is."""
        base = type.base if isinstance(type, Opt) else type
        none = ("none",) if isinstance(type, Opt) else ()
        if isinstance(base, Player):
            return (*map(str, range(1, self.game.players + 1)), *none)
        if isinstance(base, Enum) and len(base.values) <= _EXAMPLES:
            return (*base.values, *none)
        if isinstance(base, Space):
            return (f"a space of {base.board}, {self.game.ruleset.boards[base.board].extent}", *none)
        if isinstance(base, Line | Spot):
            return (f"the spaces of a {base}, joined by +: {self.words.word(base, 0)}", *none)
        return (f"a value of the type {type}",)

    def components(self, node: Scalar) -> tuple[int, ...]:
        """The components that a name means; () after a report."""
        ids = self.words.ids_named(node.text)
        if not ids:
            self.unknown(node.place, "component", node.text, self.words.component_names())
        return ids

    def listed(self, node: Node) -> list[tuple[tuple[int, ...], Scalar]] | None:
        """Components as a list of names, or as a mapping from names to how many: (what the name means, where)
        each.

        None after a report.
        """
        found: list[tuple[tuple[int, ...], Scalar]] = []
        if isinstance(node, Mapping):
            for key, value in node.entries:
                count = self.number(value, "how many of them")
                ids = self.components(key)
                if count is None or not ids:
                    return None
                found += [(ids, key)] * count
            return found
        if isinstance(node, Scalar) and node.text == "empty":
            return []
        if not isinstance(node, YamlList):
            self.reader.wrong(node, "a list of components, a mapping from components to how many, or empty")
            return None
        for item in node:
            if not isinstance(item, Scalar):
                self.reader.wrong(item, "the name of a component")
                return None
            ids = self.components(item)
            if not ids:
                return None
            found.append((ids, item))
        return found

    def number(self, node: Node, what: str, low: int = 0) -> int | None:
        """A whole number that is at least ``low``; None after a report."""
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, int) and not isinstance(value, bool) and value >= low:
            return value
        message, expected = f"here stands no number: {what}", "a number"
        if isinstance(value, int) and not isinstance(value, bool):
            message, expected = f"{value} is less than {low}: {what}", f"a number, at least {low}"
        self.sink.report(codes.WrongValue, node.place, message, expected=(expected,))
        return None

    def seat(self, node: Node) -> int | None:
        """A seat, from 0; None after a report."""
        players = self.game.players
        value = node.value if isinstance(node, Scalar) else None
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= players:
            return value - 1
        said = node.text if isinstance(node, Scalar) else "this"
        self.sink.report(
            codes.WrongGame,
            node.place,
            f"there is no seat '{said}'",
            expected=(f"a seat from 1 to {players}",),
        )
        return None

    def seats(self, node: Node | None) -> list[int]:
        """A list of seats, or one; those that are none are reported and left out."""
        found = [self.seat(item) for item in self.reader.listed(node)]
        return [seat for seat in found if seat is not None]
