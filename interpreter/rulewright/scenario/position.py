"""From the zones that a scenario gives to a whole table: who lies where, with nothing lost and nothing
doubled.

A scenario names what matters. A zone that is given is exactly what is said; a zone that isn't keeps what it
has after the setup, less what was named elsewhere. What lay in a zone that is given anew, and was named
nowhere, goes to the zones under ``others``. So a table is laid in passes: components are chosen for every
name (those that are there already first, then the lowest free ones), taken out of where they were, and the
homeless are housed. Last, a card that the scenario will draw by name, and that the setup happened to put
elsewhere, changes places with a card of its type in the pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.compile.layout import deep_piles
from rulewright.diagnostics import Place
from rulewright.loading import Mapping, Node, Scalar
from rulewright.machine.interface import ZoneContent
from rulewright.scenario.names import Names

#: One component asked for: what its name means, and where it is written.
Asked = tuple[tuple[int, ...], Scalar]
#: So many components are said where there are more.
_SAID = 5
PILE_PARTS = ("top", "rest", "bottom")


@dataclass(slots=True)
class ZoneGiven:
    """What one zone shall be. ``above``, ``mixed`` and ``below``: the parts of a pile; of any other zone
    ``above`` is all. ``mixed`` None: the rest of the pile stays."""

    zone: int
    place: Place
    above: list[Asked] = field(default_factory=list)
    mixed: list[Asked] | None = field(default_factory=list)
    below: list[Asked] = field(default_factory=list)


def read_zone(names: Names, key: Scalar, node: Node, zone: int) -> ZoneGiven | None:
    """What a scenario says of one zone, by its number; None after a report.

    A list (of a pile from the top, of a row from the first), or a mapping from names to how many (of a pile:
    in an order that nobody knows), or for a pile a mapping with ``top``, ``rest`` (``kept`` if it is left
    out) and ``bottom``.
    """
    given = ZoneGiven(zone, key.place)
    family = names.words.zone_family(zone)
    pile = family is not None and family.kind == "pile"
    if pile and isinstance(node, Mapping) and any(part in node for part in PILE_PARTS):
        names.reader.keys(node, PILE_PARTS, what="a pile")
        given.mixed = None
        for part in PILE_PARTS:
            value = node.get(part)
            if value is None or (part == "rest" and isinstance(value, Scalar) and value.text == "kept"):
                continue
            listed = names.listed(value)
            if listed is None:
                return None
            if part == "top":
                given.above = listed
            elif part == "bottom":
                given.below = listed
            else:
                given.mixed = listed
        return given
    listed = names.listed(node)
    if listed is None:
        return None
    if pile and isinstance(node, Mapping):
        given.mixed = listed
    else:
        given.above = listed
    return given


class CantLay(Exception):
    """What was said can't lie on a table. ``place``: where it was said. ``help``: what can be said."""

    def __init__(self, place: Place, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.place, self.help = place, help


class Table:
    """Lays the given zones over a table as it is."""

    def __init__(self, names: Names, zones: Sequence[ZoneContent], place: Place) -> None:
        """``place``: where a table that can't be laid is reported, if nothing more particular is at fault."""
        self.names, self.words, self.place = names, names.words, place
        self.zones = list(zones)
        self.parts = names.game.ruleset.components
        self.mixable = deep_piles(names.game.ruleset)
        """Piles that may come to have cards in an order that nobody knows. In any other pile such cards lie
        in the order of the ruleset: no machine has room to forget their order."""
        self.free: Counter[int] = Counter()
        """Copies not yet given a place."""
        for zone in zones:
            for i, component in enumerate(zone.ids):
                self.free[component] += zone.counts[i] if zone.counts else 1
            self.free.update(zone.unknown)

    def lay(
        self,
        given: Sequence[ZoneGiven],
        others: Sequence[tuple[int, Place]],
        coming: Sequence[tuple[int, ...]] = (),
    ) -> list[ZoneContent]:
        """The table with the given zones and everything else housed. Raises CantLay.

        ``coming``: for each card that will be drawn by name what the name means.
        """
        chosen = self._choose(given)
        taken = Counter(c for parts in chosen.values() for part in parts for c in part)
        # Copies that lay in zones given in full are used first; only what they lack comes out of other zones.
        full = {g.zone for g in given if g.mixed is not None}
        for number in full:
            taken -= self._copies(self.zones[number])
        homeless = Counter(self.free)
        for number, zone in enumerate(self.zones):
            if number not in full:
                kept = self._without(zone, taken)
                self.zones[number] = kept
                homeless.subtract(self._copies(kept))
        for number, (above, mixed, below) in chosen.items():
            kept_zone = None if number in full else self.zones[number]
            self.zones[number] = self._content(number, above, mixed, below, kept_zone)
        self._house(+homeless, others, full)
        self._bring(coming, {g.zone for g in given})
        return self.zones

    # --- which components --------------------------------------------------------------------------------

    def _choose(self, given: Sequence[ZoneGiven]) -> dict[int, tuple[list[int], list[int], list[int]]]:
        """For every given zone the components of its parts. ``free`` then holds the copies that nobody asked
        for."""
        wanted: list[tuple[int, int, int, Asked]] = []
        for g in given:
            for part, asked in enumerate((g.above, g.mixed or [], g.below)):
                wanted += [(g.zone, part, i, a) for i, a in enumerate(asked)]
        found: dict[tuple[int, int, int], int] = {}
        # Narrow names first: `canoe A` before `canoe`, which any canoe will do for.
        for at_home in (True, False):
            for zone, part, i, (ids, _) in sorted(wanted, key=lambda w: len(w[3][0])):
                if (zone, part, i) in found:
                    continue
                here = self._copies(self.zones[zone])
                fit = [
                    c for c in self._nearest(ids, zone) if self.free[c] > 0 and (not at_home or here[c] > 0)
                ]
                if fit:
                    found[zone, part, i] = fit[0]
                    self.free[fit[0]] -= 1
        for zone, part, i, (ids, node) in wanted:
            if (zone, part, i) not in found:
                raise self._too_many(ids, node)
        parts: dict[int, tuple[list[int], list[int], list[int]]] = {g.zone: ([], [], []) for g in given}
        for zone, part, i, _ in wanted:
            parts[zone][part].append(found[zone, part, i])
        return parts

    def _nearest(self, ids: tuple[int, ...], zone: int) -> list[int]:
        """Components of the zone's own player first: everybody may have a king."""
        return sorted(ids, key=lambda c: self.words.name_at(c, zone) != self.words.names[c])

    def _too_many(self, ids: tuple[int, ...], node: Scalar) -> CantLay:
        count = sum(self.parts.copies[c] for c in ids)
        copies = "there is only one" if count == 1 else f"there are only {count}"
        return CantLay(node.place, f"'{node.text}' is named more often than there are: {copies}")

    # --- where they lie ----------------------------------------------------------------------------------

    def _copies(self, zone: ZoneContent) -> Counter[int]:
        copies = Counter(zone.unknown)
        for i, component in enumerate(zone.ids):
            copies[component] += zone.counts[i] if zone.counts else 1
        return copies

    def _without(self, zone: ZoneContent, taken: Counter[int]) -> ZoneContent:
        """What is left of a zone when what was asked for elsewhere is taken out of it; ``taken`` becomes
        less."""

        def left(component: int, copies: int) -> int:
            away = min(copies, taken[component])
            taken[component] -= away
            return copies - away

        if zone.counts:
            counts = [(c, left(c, n)) for c, n in zip(zone.ids, zone.counts, strict=True)]
            return ZoneContent(tuple(c for c, n in counts if n), (), 0, tuple(n for _, n in counts if n))
        above = [c for c in zone.ids[: zone.above] if left(c, 1)]
        below = [c for c in zone.ids[zone.above :] if left(c, 1)]
        return ZoneContent((*above, *below), tuple(c for c in zone.unknown if left(c, 1)), len(above))

    def _content(
        self, number: int, above: list[int], mixed: list[int], below: list[int], kept: ZoneContent | None
    ) -> ZoneContent:
        family = self.words.zone_family(number)
        if family is None or family.kind == "set" or family.alike:
            every = Counter([*above, *mixed, *below])
            counted = any(self.parts.families[self.parts.leaf_of[c]].alike for c in every)
            ids = tuple(sorted(every))
            return ZoneContent(ids, counts=tuple(every[c] for c in ids) if counted else ())
        if kept is not None:
            above = [*above, *kept.ids[: kept.above]]
            mixed = [*mixed, *kept.unknown]
            below = [*kept.ids[kept.above :], *below]
        if family.name not in self.mixable:
            return ZoneContent((*above, *sorted(mixed), *below))
        return ZoneContent((*above, *below), tuple(sorted(mixed)), len(above))

    def _house(self, homeless: Counter[int], others: Sequence[tuple[int, Place]], complete: set[int]) -> None:
        """Puts every homeless component into the first of the ``others`` zones that takes its kind. Raises
        CantLay where there is none, or where the first is given in full."""
        for zone, place in others:
            family = self.words.zone_family(zone)
            fits = [c for c in homeless if family is None or self.parts.leaf_of[c] in family.element.leaves]
            moving = Counter({c: homeless.pop(c) for c in fits})
            if moving and zone in complete:
                name = self.words.zone_names[zone]
                ways = "name them somewhere, or say with `others: ZONE` under `given` where they go"
                if family is not None and family.kind == "pile":
                    ways += f"; or of {name} give the top alone:  {{top: [...]}}"
                raise CantLay(
                    place,
                    f"{name} is given in full, so nothing else can go there: {self._some(moving)}",
                    ways,
                )
            self.zones[zone] = self._joined(zone, moving)
        if homeless:
            raise CantLay(
                self.place,
                f"nothing says where these go: {self._some(homeless)}",
                "name them somewhere, or say with `others: ZONE` where everything else goes",
            )

    def _some(self, components: Counter[int]) -> str:
        """Some of the components, with how many there are of each."""
        counted = Counter[str]()
        for c, n in sorted(components.items()):
            counted[self.words.names[c]] += n
        told = [f"{n} {name}" if n > 1 else name for name, n in counted.items()]
        return ", ".join(told[:_SAID]) + (f" and {len(told) - _SAID} more" if len(told) > _SAID else "")

    def _joined(self, number: int, moving: Counter[int]) -> ZoneContent:
        """The zone with more components: a pile mixes them into its rest, a row puts them at its end."""
        zone = self.zones[number]
        family = self.words.zone_family(number)
        if family is None or family.kind == "set" or family.alike:
            every = self._copies(zone) + moving
            counted = any(self.parts.families[self.parts.leaf_of[c]].alike for c in every)
            ids = tuple(sorted(every))
            return ZoneContent(ids, counts=tuple(every[c] for c in ids) if counted else ())
        if family.kind == "pile" and family.name in self.mixable:
            above = zone.above if zone.unknown else len(zone.ids)
            return ZoneContent(zone.ids, tuple(sorted([*zone.unknown, *moving])), above)
        return ZoneContent((*zone.ids, *sorted(moving)))

    def _bring(self, coming: Sequence[tuple[int, ...]], given: set[int]) -> None:
        """Exchanges cards that will be drawn, and lie in zones that the scenario didn't give, for unknown
        cards of a pile. Where that can't be, drawing will tell."""
        drawn: set[int] = set()
        for ids in coming:
            known = {c for zone in self.zones for c in zone.unknown}
            here = next((c for c in ids if c in known and c not in drawn), None)
            drawn |= {here} if here is not None else self._exchanged(ids, given, drawn)

    def _exchanged(self, ids: tuple[int, ...], given: set[int], drawn: set[int]) -> set[int]:
        """Brings one of the cards into a pile; what goes in its place is of its type if there is such a
        card."""
        leaf_of = self.parts.leaf_of
        for number, zone in enumerate(self.zones):
            card = next((c for c in ids if c in zone.ids and c not in drawn), None)
            family = self.words.zone_family(number)
            if card is None or number in given or zone.counts or family is None:
                continue
            for pile, content in enumerate(self.zones):
                fit = [c for c in content.unknown if c not in drawn and leaf_of[c] in family.element.leaves]
                fit.sort(key=lambda c: leaf_of[c] != leaf_of[card])
                if fit:
                    unknown = tuple(sorted(card if c == fit[0] else c for c in content.unknown))
                    self.zones[pile] = ZoneContent(content.ids, unknown, content.above)
                    self.zones[number] = self._replaced(number, card, fit[0])
                    return {card}
        return set()

    def _replaced(self, number: int, card: int, other: int) -> ZoneContent:
        zone, family = self.zones[number], self.words.zone_family(number)
        ids = tuple(other if c == card else c for c in zone.ids)
        in_order = family is not None and family.kind != "set"
        return ZoneContent(ids if in_order else tuple(sorted(ids)), zone.unknown, zone.above)
