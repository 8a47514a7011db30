"""What lies on the table: the content of each zone, the values of the variables, who has dropped out.

Zones are of three shapes. A ``Bag`` has no order (sets, the box) and counts its pieces, so that alike pieces
need nothing special; a ``Row`` is a list (rows, slots); a ``Pile`` is a list with an unknown middle. The
table knows where each numbered component is and moves it, and that is all that ever changes a zone: nothing
is made or lost. Whether a move is allowed, and what chance has to do with it, is decided above (``world``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from rulewright.machine.interface import ZoneContent
from rulewright.ruleset.core import ZoneEnd
from rulewright.ruleset.model import Ruleset, ZoneFamily
from rulewright.ruleset.types import SetOf

Value = int | frozenset[int]


class Bag:
    """Pieces without order: ``counts[id]`` of each, at least 1."""

    def __init__(self, counts: dict[int, int] | None = None) -> None:
        self.counts = dict(counts or {})

    def size(self) -> int:
        return sum(self.counts.values())

    def pieces(self) -> list[tuple[int, int]]:
        """Each id once with how many there are, in walking order."""
        return sorted(self.counts.items())

    def count(self, id: int) -> int:
        return self.counts.get(id, 0)

    def put(self, id: int, n: int, end: ZoneEnd | None) -> None:
        self.counts[id] = self.count(id) + n

    def take(self, id: int, n: int) -> None:
        self.counts[id] -= n
        if not self.counts[id]:
            del self.counts[id]

    def copy(self) -> Bag:
        return Bag(self.counts)

    def key(self) -> Hashable:
        """Equal for equal contents."""
        return tuple(self.pieces())


class Row:
    """Pieces from the first to the last; alike pieces, if any, each on its own."""

    def __init__(self, items: list[int] | None = None) -> None:
        self.items = list(items or [])

    def size(self) -> int:
        return len(self.items)

    def pieces(self) -> list[tuple[int, int]]:
        return [(id, 1) for id in self.items]

    def count(self, id: int) -> int:
        return self.items.count(id)

    def put(self, id: int, n: int, end: ZoneEnd | None) -> None:
        at = 0 if end == "start" else len(self.items)
        self.items[at:at] = [id] * n

    def take(self, id: int, n: int) -> None:
        for _ in range(n):
            self.items.remove(id)

    def copy(self) -> Row:
        return Row(self.items)

    def key(self) -> Hashable:
        return tuple(self.items)


class Pile:
    """Cards from the top down: those above are known, then come the unknown ones (kept ascending, their
    order is not decided yet), then known ones again."""

    def __init__(self, above: list[int], unknown: list[int], below: list[int]) -> None:
        self.above = list(above)
        self.unknown = sorted(unknown)
        self.below = list(below)

    def size(self) -> int:
        return len(self.above) + len(self.unknown) + len(self.below)

    def pieces(self) -> list[tuple[int, int]]:
        """Walking order, the unknown cards ascending: what is in the pile, asked without looking."""
        return [(id, 1) for id in self.above + self.unknown + self.below]

    def count(self, id: int) -> int:
        return self.above.count(id) + self.unknown.count(id) + self.below.count(id)

    def put(self, id: int, n: int, end: ZoneEnd | None) -> None:
        if end == "bottom":
            self.below.extend([id] * n)
        else:
            self.above[:0] = [id] * n

    def take(self, id: int, n: int) -> None:
        for _ in range(n):
            part = next(part for part in (self.above, self.unknown, self.below) if id in part)
            part.remove(id)

    def copy(self) -> Pile:
        return Pile(self.above, self.unknown, self.below)

    def known(self) -> tuple[list[int], int]:
        """The known cards in order, and how many of them lie above the unknown ones: all if there are
        none."""
        cards = self.above + self.below
        return cards, len(self.above) if self.unknown else len(cards)

    def key(self) -> Hashable:
        cards, above = self.known()
        return tuple(cards), above, tuple(self.unknown)


Zone = Bag | Row | Pile


def empty_zone(family: ZoneFamily | None) -> Zone:
    """A new zone of a family (none: the box)."""
    if family is None or family.kind == "set":
        return Bag()
    return Pile([], [], []) if family.kind == "pile" else Row()


class Table:
    """A position without the place in play: copied and compared as a whole."""

    def __init__(self, zones: list[Zone], numbered: frozenset[int], variables: list[list[Value]]) -> None:
        self.zones = zones
        self.numbered = numbered
        """The ids that are one component each, not a kind of alike pieces."""
        self.variables = variables
        self.dropped: set[int] = set()
        self.where = self._find_all()

    def _find_all(self) -> dict[int, int]:
        return {
            id: number
            for number, zone in enumerate(self.zones)
            for id, _ in zone.pieces()
            if id in self.numbered
        }

    def move(self, id: int, n: int, source: int, target: int, end: ZoneEnd | None) -> None:
        """n pieces of one id (1 of a numbered component) from one zone to another, or anew within one."""
        self.zones[source].take(id, n)
        self.zones[target].put(id, n, end)
        if id in self.numbered:
            self.where[id] = target

    def move_unknown(self, source: Pile, target: Pile, target_number: int) -> None:
        """All unknown cards of one pile become those of another, which has none."""
        target.unknown, source.unknown = source.unknown, []
        self.where.update({id: target_number for id in target.unknown if id in self.numbered})

    def lay(self, contents: list[Zone]) -> None:
        """Everything anew."""
        self.zones = contents
        self.where = self._find_all()

    def copy(self) -> Table:
        new = Table.__new__(Table)
        new.zones = [zone.copy() for zone in self.zones]
        new.numbered = self.numbered
        new.variables = [list(entries) for entries in self.variables]
        new.dropped = set(self.dropped)
        new.where = dict(self.where)
        return new

    def key(self) -> Hashable:
        """Equal for equal positions."""
        return (
            tuple(zone.key() for zone in self.zones),
            tuple(tuple(entries) for entries in self.variables),
            frozenset(self.dropped),
        )


def first_table(ruleset: Ruleset, families: list[ZoneFamily | None], players: int) -> Table:
    """Everything that is in the game lies in the box, each variable has its start."""
    components = ruleset.components
    box = {
        id: components.copies[id]
        for id in range(len(components))
        if components.owner[id] < players and components.copies[id]
    }
    zones = [empty_zone(family) for family in families]
    zones[0] = Bag(box)
    numbered = frozenset(
        id for id, leaf in enumerate(components.leaf_of) if not components.families[leaf].alike
    )
    variables: list[list[Value]] = []
    for variable in ruleset.variables.values():
        entries = 1
        for key in variable.keys:
            entries *= key.size
        start: Value = frozenset() if isinstance(variable.type, SetOf) else variable.start
        variables.append([start] * entries)
    return Table(zones, numbered, variables)


def content_of(zone: Zone, alike: bool) -> ZoneContent:
    """The zone as machines show it. ``alike``: say how many there are of each id."""
    if isinstance(zone, Pile):
        cards, above = zone.known()
        return ZoneContent(tuple(cards), tuple(zone.unknown), above)
    pieces = sorted(Counter(zone.items).items()) if alike and isinstance(zone, Row) else zone.pieces()
    return ZoneContent(tuple(id for id, _ in pieces), counts=tuple(n for _, n in pieces) if alike else ())


def zone_of(content: ZoneContent, family: ZoneFamily | None) -> Zone:
    """The reverse of ``content_of``."""
    zone = empty_zone(family)
    if isinstance(zone, Pile):
        return Pile(
            list(content.ids[: content.above]), list(content.unknown), list(content.ids[content.above :])
        )
    for at, id in enumerate(content.ids):
        zone.put(id, content.counts[at] if content.counts else 1, None)
    return zone
