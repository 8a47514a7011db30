"""What an observer was shown for a moment only: it lies open no more, so who didn't note it can't look it up.

A component that was shown, or that came out of what the observer can't see and went back there, is such a
thing, unless it is seen somewhere now. The table tells all the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rulewright.engine.sight import Observation, Sight, top_of
from rulewright.machine.interface import ZoneContent


class Fleeting:
    """``observations``: what is told together, of the observer; ``zones``: where everything lies now."""

    def __init__(
        self,
        sight: Sight,
        observer: int | None,
        observations: Iterable[Observation],
        zones: Sequence[ZoneContent],
    ) -> None:
        self._sight, self._bit = sight, sight.bit(observer)
        kinds = sight.words.kind
        self._pieces = Counter(kinds)
        self._open = {kinds[id] for number, zone in enumerate(zones) for id in self._seen_in(number, zone)}
        self._gone = {
            (kind, source)
            for what, kind, _, source, target in (o for o in observations if o[0] == "move")
            if not self._sees(target)
        }
        """Kinds of components that went out of sight, each with the zone that they left."""

    def of(self, group: Sequence[Observation]) -> list[int]:
        """The kinds of components that observations of one sort show for a moment only."""
        match group[0][0]:
            case "show":
                return [o[1] for o in group if not self._lies_open(o[1])]
            case "move":
                return [
                    kind
                    for _, kind, _, source, target in group
                    if not self._sees(source) and (kind, target) in self._gone and not self._lies_open(kind)
                ]
        return []

    def _lies_open(self, kind: int) -> bool:
        """Whether a component is seen now; of several alike nobody can tell which that is."""
        return kind in self._open and self._pieces[kind] == 1

    def _sees(self, zone: int) -> bool:
        return bool((self._sight.rest[zone] | self._sight.top[zone]) & self._bit)

    def _seen_in(self, number: int, zone: ZoneContent) -> list[int]:
        if self._sight.rest[number] & self._bit:
            return [*zone.ids, *zone.unknown]
        top = top_of(zone) if self._sight.top[number] & self._bit else None
        return [] if top is None else [top]
