"""What a view has for a zone or a variable, in words as people read them.

Names become those of the language, several of one kind are counted, and what is kept per component (a pawn
that marks an animal, whose it is) stands behind that component's name, where one looks for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rulewright.engine.frame import frame
from rulewright.engine.words import Words
from rulewright.ruleset.model import Variable, ZoneFamily
from rulewright.ruleset.types import Bool, Comp, Enum, Opt, Player, SetOf, Type

#: Of a pile that everybody sees as many cards are named, from the top.
_PILE = 12

#: And where there is little room.
_PILE_IN_BRIEF = 3


class Contents:
    """The words for one view in one language. ``told``: the components whose own things were told. ``brief``:
    how little room there is: 1 shortens lists, 2 leaves out what the name of a zone says too."""

    def __init__(self, words: Words, view: Mapping[str, Any], language: str, *, brief: int = 0) -> None:
        self.words, self.view, self.language = words, view, language
        self.brief = brief
        self.pile = _PILE_IN_BRIEF if brief else _PILE
        self.told: set[str] = set()
        self.own_zones, self.own_variables = _kept_per_component(words)
        self._own: dict[str, list[str]] = {}
        """Component -> what is kept for it and differs from the start, in words."""
        for name, zone in view["zones"].items():
            if self._of_component(name) in self.own_zones and zone.get("count") != 0:
                self._own.setdefault(_index(name), []).append(self.zone(name, zone))
        for name, value in view["variables"].items():
            variable = self.own_variables.get(self._of_component(name))
            if variable is not None and value != self.start(variable):
                text = words.label(variable.name, language)
                said = "" if value is True else f" {self.value(variable.type, value, short=True)}"
                self._own.setdefault(_index(name), []).append(text + said)

    @staticmethod
    def _of_component(name: str) -> str:
        return name.partition("[")[0]

    def start(self, variable: Variable) -> Any:
        """The value that entries of a variable start at, as views have it."""
        return [] if isinstance(variable.type, SetOf) else self.words.word(variable.type, variable.start)

    def untold(self) -> list[tuple[str, str]]:
        """(component, what is kept for it) of the components that were not told of."""
        return [(self.name(n), ", ".join(own)) for n, own in self._own.items() if n not in self.told]

    # --- components -----------------------------------------------------------------------------------

    def name(self, name: str) -> str:
        """A component's name in a view, in the language."""
        return self.words.called(name, self.language)

    def counted(self, name: str, number: int) -> str:
        """``red pawn``, ``10 × red pawn``: a form without the plural, which no program knows of any name."""
        return name if number == 1 else times(number, name)

    def _component(self, name: str, zone: str) -> str:
        """A component with what is kept for it."""
        full = name if name in self._own else f"{name} of {_index(zone)}"
        own = self._own.get(full)
        if own is None:
            return self.name(name)
        self.told.add(full)
        return f"{self.name(name)} ({', '.join(own)})"

    # --- zones ----------------------------------------------------------------------------------------

    def zone(self, name: str, zone: Mapping[str, Any]) -> str:
        """What is seen of a zone: components in their order, else how many; "" of an empty one."""
        if "top" in zone:
            count = f"{self._unseen(name, zone['count'], named=True)}, " if "count" in zone else ""
            return count + self._frame("on_top", what=self._component(zone["top"], name))
        if "components" not in zone:
            return self._unseen(name, zone["count"]) if "count" in zone else "?"
        components = zone["components"]
        if isinstance(components, Mapping):
            if self.brief > 1 and self._of_one_kind(name):
                return str(sum(components.values())) if components else ""
            return ", ".join(self.counted(self.name(n), number) for n, number in components.items())
        if "unordered" in zone:
            known = [self._component(n, name) for n in components if n is not None]
            rest = self._frame("unknown_order", what=self._listed(name, zone["unordered"]))
            return ", ".join([*known, rest])
        if len(components) > _PILE_IN_BRIEF and self.brief and not self._is_pile(name):
            components = self._kinds(components)
        if len(components) > self.pile and self._is_pile(name):
            above = self._frame("on_top", what=self._listed(name, components[: self.pile]))
            return f"{above}, {self._frame('more_below', n=len(components) - self.pile)}"
        return self._listed(name, components)

    def _kinds(self, names: list[str]) -> list[str]:
        """Names without the letters that tell apart pieces of one name and owner, where nothing is kept for
        any of them."""
        if any(name in self._own for name in names):
            return names
        return [self._kind(name) for name in names]

    def _kind(self, name: str) -> str:
        words, ids = self.words, self.words.ids_named(name)
        owner, own = (words.ruleset.components.owner[ids[0]], words.names[ids[0]]) if ids else (-1, name)
        if owner < 0 or own == words.plain_name(ids[0]):
            return name
        return words.plain_name(ids[0]) + name.removeprefix(own)

    def _is_pile(self, name: str) -> bool:
        family = self.words.zone_family(self.words.zone_numbers[name])
        return family is not None and family.kind == "pile"

    def _listed(self, zone: str, names: list[str]) -> str:
        """Names in order; runs of one name are counted, except where order matters between runs."""
        told = [self._component(name, zone) for name in names]
        if told == sorted(told, key=told.index):
            return ", ".join(self.counted(name, number) for name, number in Counter(told).items())
        return ", ".join(told)

    def _of_one_kind(self, zone: str) -> bool:
        """Whether nothing but pieces of one name can lie in a zone."""
        family = self.words.zone_family(self.words.zone_numbers[zone])
        if family is None:
            return False
        return len({self.words.plain_name(i) for i in self.words.ruleset.components.ids(family.element)}) == 1

    def _unseen(self, zone: str, count: int, *, named: bool = False) -> str:
        if count == 0:
            return ""
        if self.brief > 1 and not named:
            return str(count)
        number = self.words.zone_numbers[zone]
        family: ZoneFamily | None = self.words.zone_family(number)
        if family is None or family.element.name not in self.words.ruleset.components.families:
            return str(count)
        kind = self.words.label(family.element.name, self.language)
        return f"1 {kind}" if count == 1 else times(count, kind)

    def _frame(self, key: str, **values: object) -> str:
        return frame(key, self.language, **values)

    # --- variables ------------------------------------------------------------------------------------

    def value(self, type: Type, value: Any, *, short: bool = False) -> str:
        """A value as a view has it. ``short``: a player by the number alone."""
        words, language = self.words, self.language
        if value is None:
            return words.label("none", language)
        if isinstance(value, list):
            assert isinstance(type, SetOf)
            return ", ".join(self.value(type.element, v, short=short) for v in value) or "-"
        base = type.base if isinstance(type, Opt) else type
        match base:
            case Player():
                return str(value) if short else f"{words.label('player', language)} {value}"
            case Comp():
                return self.name(str(value))
            case Enum() | Bool():
                return words.label(str(value).lower() if isinstance(value, bool) else str(value), language)
        return str(value)


def _kept_per_component(words: Words) -> tuple[set[str], dict[str, Variable]]:
    zones = {f.name for f in words.families if len(f.keys) == 1 and isinstance(f.keys[0].type, Comp)}
    variables = {
        v.name: v
        for v in words.ruleset.variables.values()
        if len(v.keys) == 1 and isinstance(v.keys[0].type, Comp)
    }
    return zones, variables


def _index(name: str) -> str:
    return name.partition("[")[2].removesuffix("]")


def times(number: int, name: str) -> str:
    """``10 × red pawn``."""
    return f"{number} × {name}"
