"""Who sees a component that is shown to somebody else: whoever sees it where it lies at that moment.

``show`` tells the seat to which it shows; the others notice that so many were looked at. But who sees the
zone in which the component lies sees which one it is: the owner of a hand knows what another looked at. Where
it lies is known before a move and after it; in between it follows from the moves that were told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulewright.engine.sight import EVERYONE, Sight, top_of
from rulewright.machine.interface import Event, ZoneContent


def seers_of_shown(
    sight: Sight, before: Sequence[ZoneContent], events: Sequence[Event], after: Sequence[ZoneContent]
) -> tuple[int, ...]:
    """For each component that the events show who sees it then (a mask, as in Sight.seers), in their order.
    ``before``: where everything lay before the events, nothing if all of it was in the box; ``after``: where
    it lies when they are over."""
    if all(event.kind != "show" for event in events):
        return ()
    lying = _Lying(sight, before)
    masks: list[int] = []
    for number, event in enumerate(events):
        if event.kind != "show":
            lying.follow(event)
            continue
        mask, component = EVERYONE, event.args[0]
        for zone in lying.of(component):
            here = sight.rest[zone]
            if zone in sight.split and (
                (_top_in(before, zone) == component and not any(_touches(e, zone) for e in events[:number]))
                or (_top_in(after, zone) == component and not any(_touches(e, zone) for e in events[number:]))
            ):
                here = sight.top[zone]
            mask &= here
        masks.append(mask)
    return tuple(masks)


def _top_in(zones: Sequence[ZoneContent], zone: int) -> int | None:
    """What lies on top of one of the piles, if it is known."""
    return top_of(zones[zone]) if zones else None


def _touches(event: Event, zone: int) -> bool:
    """Whether an event changes what lies in a zone, or its order."""
    match event.kind:
        case "move" | "unknown":
            return zone in event.args[-2:]
        case "shuffle":
            return event.args[0] == zone
    return False


class _Lying:
    """Where components lie, kept up through the events of one moment."""

    def __init__(self, sight: Sight, zones: Sequence[ZoneContent]) -> None:
        self._copies = sight.words.ruleset.components.copies
        self._zones: dict[int, Counter[int]] = {}
        """How many there are of a component in each zone; of one that isn't here all are in the box."""
        self._unknown: dict[int, set[int]] = {}
        """The cards of each pile of which nobody knows where in it they lie."""
        for number, zone in enumerate(zones):
            for at, component in enumerate(zone.ids):
                self._of(component)[number] += zone.counts[at] if zone.counts else 1
            for component in zone.unknown:
                self._of(component)[number] += 1
            self._unknown[number] = set(zone.unknown)

    def _of(self, component: int) -> Counter[int]:
        return self._zones.setdefault(component, Counter())

    def of(self, component: int) -> list[int]:
        """The zones in which some of a component lie."""
        return [zone for zone, count in self._zones.get(component, {0: 1}).items() if count > 0]

    def follow(self, event: Event) -> None:
        """Takes up what an event moves."""
        if event.kind == "move":
            component, count, source, target = event.args
            self._unknown.get(source, set()).discard(component)
            self._move(component, count, source, target)
        elif event.kind == "unknown":
            _, source, target = event.args
            for component in self._unknown.pop(source, set()):
                self._move(component, 1, source, target)
                self._unknown.setdefault(target, set()).add(component)
        elif event.kind == "shuffle":
            (pile,) = event.args
            self._unknown[pile] = {c for c in self._zones if pile in self.of(c)}

    def _move(self, component: int, count: int, source: int, target: int) -> None:
        if self._copies[component] == 1:
            self._zones[component] = Counter({target: 1})
            return
        if component not in self._zones:
            self._zones[component] = Counter({0: self._copies[component]})
        self._zones[component][source] -= count
        self._zones[component][target] += count
