"""What a view has for a zone or a variable, in words as people read them.

Names become those of the language, several of one kind are counted, and what is kept per component (a pawn
that marks an animal, whose it is) stands behind that component's name, where one looks for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rulewright.engine.words import Words
from rulewright.ruleset.model import Variable, ZoneFamily
from rulewright.ruleset.types import Bool, Comp, Enum, Opt, Player, SetOf, Type

#: Of a pile that everybody sees as many cards are named, from the top.
_PILE = 12


class Contents:
    """The words for one view in one language. ``told``: the components whose own things were told."""

    def __init__(self, words: Words, view: Mapping[str, Any], language: str) -> None:
        self.words, self.view, self.language = words, view, language
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
        """``red pawn``, ``10 red pawns``; other languages than English have the singular."""
        if number == 1:
            return name
        return f"{number} {plural(name) if self.language == 'en' else name}"

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
            count = f"{self._unseen(name, zone['count'])}, " if "count" in zone else ""
            return f"{count}{self._component(zone['top'], name)} on top"
        if "components" not in zone:
            return self._unseen(name, zone["count"]) if "count" in zone else "?"
        components = zone["components"]
        if isinstance(components, Mapping):
            return ", ".join(self.counted(self.name(n), number) for n, number in components.items())
        if "unordered" in zone:
            known = [self._component(n, name) for n in components if n is not None]
            return ", ".join([*known, f"in an unknown order {self._listed(name, zone['unordered'])}"])
        if len(components) > _PILE and self._is_pile(name):
            below = len(components) - _PILE
            return f"{self._listed(name, components[:_PILE])} on top, {below} more below"
        return self._listed(name, components)

    def _is_pile(self, name: str) -> bool:
        family = self.words.zone_family(self.words.zone_numbers[name])
        return family is not None and family.kind == "pile"

    def _listed(self, zone: str, names: list[str]) -> str:
        """Names in order; runs of one name are counted, except where order matters between runs."""
        told = [self._component(name, zone) for name in names]
        if told == sorted(told, key=told.index):
            return ", ".join(self.counted(name, number) for name, number in Counter(told).items())
        return ", ".join(told)

    def _unseen(self, zone: str, count: int) -> str:
        if count == 0:
            return ""
        number = self.words.zone_numbers[zone]
        family: ZoneFamily | None = self.words.zone_family(number)
        if family is None or family.element.name not in self.words.ruleset.components.families:
            return str(count)
        kind = self.words.label(family.element.name, self.language)
        return f"{count} {plural(kind) if self.language == 'en' and count > 1 else kind}"

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


def plural(name: str) -> str:
    """The English plural of a name, by its last word: ``red pawns``, ``brushes``, ``rubies``; a number or a
    letter has none."""
    last = name.rsplit(" ", 1)[-1]
    if len(last) < 2 or not last[-1].isalpha() or last.endswith("s"):
        return name
    if last.endswith(("x", "ch", "sh", "z")):
        return name + "es"
    if last.endswith("y") and last[-2] not in "aeiou":
        return name[:-1] + "ies"
    return name + "s"
