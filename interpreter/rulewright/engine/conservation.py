"""What holds in every position: each numbered component in exactly one zone, alike pieces all there, nothing
over capacity.

Machines keep this by construction (only moves change zones); it is checked by the tests after every move, and
for positions that were put on the table by hand, where it is the only thing that keeps a card from lying in
two places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.compile.layout import deep_piles
from rulewright.engine.words import Words
from rulewright.machine.interface import ZoneContent
from rulewright.ruleset.types import NONE, Bool, Comp, Enum, Int, Opt, Player, SetOf, Space, Type


def conservation_errors(words: Words, zones: Sequence[ZoneContent]) -> Iterator[str]:
    """A sentence for each thing that is wrong with the zones; nothing if they are right."""
    ruleset = words.ruleset
    parts = ruleset.components
    where: dict[int, list[int]] = {}
    counts: dict[int, int] = {}
    for number, zone in enumerate(zones):
        name = words.zone_names[number]
        family = words.zone_family(number)
        size = 0
        for i, component in enumerate((*zone.ids, *zone.unknown)):
            alike = parts.families[parts.leaf_of[component]].alike
            copies = zone.counts[i] if alike and zone.counts else 1
            size += copies
            if alike:
                counts[component] = counts.get(component, 0) + copies
                if copies < 1:
                    yield f"{name} lists {copies} of {words.names[component]}"
            else:
                where.setdefault(component, []).append(number)
            if family is not None and parts.leaf_of[component] not in family.element.leaves:
                yield f"{words.names[component]} is in {name}, which holds {family.element}"
        if zone.unknown and (family is None or family.kind != "pile"):
            yield f"{name} is no pile and has unknown components"
        elif zone.unknown and family is not None and family.name not in deep_piles(ruleset):
            yield f"{name} has unknown components, and nothing ever shuffles it"
        if zone.unknown and not 0 <= zone.above <= len(zone.ids):
            yield f"{name} has {zone.above} components above its unknown ones, of {len(zone.ids)}"
        if family is not None and size > family.at_most:
            yield f"{name} holds {size}, and {family.at_most} is the most"
        if family is not None and size and not words.present(family.keys, number - family.first):
            yield f"{name} belongs to an absent seat and is not empty"
    for component in range(len(parts)):
        name = words.names[component]
        if parts.families[parts.leaf_of[component]].alike:
            expected = parts.copies[component] if words.in_game(component) else 0
            if counts.get(component, 0) != expected:
                found = counts.get(component, 0)
                yield f"there are {found} of {name} in all zones, and {expected} in the game"
        else:
            places = where.get(component, [])
            expected = int(words.in_game(component))
            if len(places) != expected:
                listed = ", ".join(words.zone_names[z] for z in places) or "no zone"
                yield f"{name} is in {listed}, and should be in {'exactly one' if expected else 'none'}"


def in_range(words: Words, type: Type, value: int | frozenset[int]) -> bool:
    """Whether a variable of the type may have the value."""
    if isinstance(type, SetOf):
        return isinstance(value, frozenset) and all(in_range(words, type.element, member) for member in value)
    if isinstance(value, frozenset):
        return False
    match type:
        case Opt():
            return value == NONE or in_range(words, type.base, value)
        case Int():
            return type.lo <= value <= type.hi
        case Bool():
            return value in (0, 1)
        case Enum():
            return 0 <= value < len(type.values)
        case Player():
            return 0 <= value < words.config.players
        case Comp():
            parts = words.ruleset.components
            return 0 <= value < len(parts) and parts.leaf_of[value] in type.leaves
        case Space():
            return 0 <= value < len(words.ruleset.boards[type.board].spaces)
    return value >= NONE


def range_errors(words: Words, variables: Sequence[Sequence[int | frozenset[int]]]) -> Iterator[str]:
    """A sentence for each variable of this game that is outside its range."""
    for variable, entries in zip(words.ruleset.variables.values(), variables, strict=True):
        for entry, value in enumerate(entries):
            if words.present(variable.keys, entry) and not in_range(words, variable.type, value):
                name = words.entry_name(variable.name, variable.keys, entry)
                yield f"{name} is {value}, and {variable.type} is its range"
