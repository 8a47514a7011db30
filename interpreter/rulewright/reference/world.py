"""One game's world: the table, chance, the trace, the limits, and the acts that everything else is made of.

Looking at a place of a pile, moving pieces, shuffling and refilling are here once, each with its faults and
events, so that the layers above only say which piece goes where.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from rulewright import limits
from rulewright.machine.faults import Cause, Fault, FaultCode
from rulewright.machine.interface import Chance, Config, Event, EventKind
from rulewright.machine.tally import PointKind, Tally
from rulewright.reference.signals import FaultRaised
from rulewright.reference.table import Bag, Pile, Row, Zone, first_table
from rulewright.ruleset.core import ZoneEnd
from rulewright.ruleset.model import KeyType, Ruleset, ZoneFamily
from rulewright.ruleset.types import INT_MAX, INT_MIN

#: Members that expressions may meet for each step that may be run: their loops are short, but may be nested.
MEMBERS_PER_STEP = 10

#: To call a definition takes as long as to meet so many members.
MEMBERS_PER_CALL = 10


class World:
    def __init__(self, ruleset: Ruleset, config: Config, traced: bool) -> None:
        self.ruleset = ruleset
        self.components = ruleset.components
        self.players = config.players
        self.readings = config.readings
        self.family_of: list[ZoneFamily | None] = [None] * ruleset.zone_count
        for family in ruleset.zones.values():
            for number in range(family.first, family.first + family.size):
                self.family_of[number] = family if number else None
        self.variable_numbers = {name: number for number, name in enumerate(ruleset.variables)}
        self.table_numbers = {name: number for number, name in enumerate(ruleset.tables)}
        self.table = first_table(ruleset, self.family_of, self.players)
        self.traced = traced
        self.events: list[Event] = []
        self.searching: int | None = None
        """The place of the choose whose longest series is being searched for: nothing counts, nobody is
        asked."""
        self.tally: Tally | None = None
        """What play comes to is counted here, if anybody wants to know."""
        self.step_limit = limits.MAX_STEPS
        self.begin(lambda n: -1)

    # --- chance, faults, limits -------------------------------------------------------------------

    def begin(self, chance: Chance) -> None:
        """The start of a run to the next decision."""
        self._chance = chance
        self.chances = 0
        self.steps = 0
        self.members_met = 0
        self.place = 0
        """Of the step that runs."""

    def fault(self, code: FaultCode, place: int, detail: int = 0, cause: Cause | None = None) -> NoReturn:
        raise FaultRaised(Fault(code, place, detail), cause or Cause())

    def chance(self, n: int) -> int:
        """One chance event with n outcomes; none if n is 1."""
        if n <= 1:
            return 0
        if self.searching is not None:
            self.fault(FaultCode.SEARCH_LIMIT, self.searching)
        outcome = self._chance(n)
        if not 0 <= outcome < n:
            self.fault(FaultCode.TAPE, 0, self.chances)
        self.chances += 1
        return outcome

    def note(self, kind: EventKind, *args: int) -> None:
        if self.traced and self.searching is None:
            self.events.append(Event(kind, args))

    def count(self, kind: PointKind, place: int, arm: int = 0) -> None:
        """Play has come to a point; what is only tried in a search doesn't count."""
        if self.tally is not None and self.searching is None:
            self.tally[kind, place, arm] += 1

    def step(self, place: int) -> None:
        """Counts a step, or one time round a loop."""
        self.steps += 1
        self.place = place
        if self.steps > self.step_limit:
            self.fault(FaultCode.STEP_LIMIT, place, self.step_limit)

    def met(self, members: int = 1) -> None:
        """Counts a member that an expression meets, or what takes as long as some of them."""
        self.members_met += members
        if self.members_met > self.step_limit * MEMBERS_PER_STEP:
            self.fault(FaultCode.STEP_LIMIT, self.place, self.step_limit)

    def number(self, value: int, place: int) -> int:
        """The value, if it is a number of 32 bits."""
        if not INT_MIN <= value <= INT_MAX:
            self.fault(FaultCode.NUMBER_RANGE, place, value, Cause(value=value))
        return value

    # --- indexes ----------------------------------------------------------------------------------

    def entry(self, name: str, keys: tuple[KeyType, ...], index: list[int], place: int) -> int:
        """The mixed-radix value of the indexes of a zone, variable or table: the last key runs fastest."""
        entry = 0
        for key, value in zip(keys, index, strict=True):
            if not 0 <= value - key.offset < key.size:
                self.fault(FaultCode.INDEX, place, value, Cause(name=name, index=tuple(index), value=value))
            entry = entry * key.size + value - key.offset
        return entry

    # --- looking ----------------------------------------------------------------------------------

    def in_game(self, id: int) -> bool:
        """False for the components of seats that are not taken."""
        return self.components.owner[id] < self.players

    def known_at(self, pile: Pile, at: int) -> int:
        """The card at a place of the pile, 0 the top: unknown cards down to there are drawn."""
        while pile.unknown and at >= len(pile.above):
            pile.above.append(pile.unknown.pop(self.chance(len(pile.unknown))))
        return pile.above[at] if at < len(pile.above) else pile.below[at - len(pile.above)]

    def known_bottom(self, pile: Pile) -> int:
        if not pile.below and pile.unknown:
            pile.below.append(pile.unknown.pop(self.chance(len(pile.unknown))))
        return (pile.below or pile.above)[-1]

    def walk_zone(self, number: int, looking: bool) -> Iterator[tuple[int, int]]:
        """Ids and how many, in walking order: of alike pieces each kind once. ``looking``: unknown cards
        are drawn as the walk comes to them, else they come in id order."""
        zone, family = self.table.zones[number], self.family_of[number]
        if family is not None and family.alike and not isinstance(zone, Bag):
            kinds = sorted({id for id, _ in zone.pieces()})
            yield from [(kind, zone.count(kind)) for kind in kinds]
        elif isinstance(zone, Pile) and looking:
            at = 0
            while at < zone.size():
                yield self.known_at(zone, at), 1
                at += 1
        else:
            yield from zone.pieces()

    def end_of(self, number: int, end: str, place: int) -> int:
        """core.End of a pile or row."""
        zone = self.table.zones[number]
        if isinstance(zone, Pile):
            self.refill_if_empty(number, place)
            if zone.size():
                return self.known_bottom(zone) if end == "bottom" else self.known_at(zone, 0)
        elif isinstance(zone, Row) and zone.items:
            return zone.items[-1 if end == "last" else 0]
        self.fault(FaultCode.EMPTY_ZONE, place, number, Cause(asked=1, there=0))

    # --- moving -----------------------------------------------------------------------------------

    def room(self, n: int, target: int, place: int) -> None:
        """Is there room for n more?"""
        family, there = self.family_of[target], self.table.zones[target].size()
        if family is not None and there + n > family.at_most:
            self.fault(FaultCode.FULL_ZONE, place, target, Cause(asked=n, there=there, high=family.at_most))

    def move(self, id: int, n: int, source: int, target: int, end: ZoneEnd | None, place: int) -> None:
        self.step(place)
        if source != target:
            self.room(n, target, place)
        self.table.move(id, n, source, target, end)
        self.note("move", id, n, source, target)

    def move_all(self, source: int, target: int, end: ZoneEnd | None, place: int) -> None:
        """core.MoveAll."""
        if source == target:
            return
        giver, taker = self.table.zones[source], self.table.zones[target]
        backwards = end == "start" or (isinstance(taker, Pile) and end != "bottom")
        stays_unknown = isinstance(taker, Pile) and not taker.size()
        if not isinstance(giver, Pile):
            pieces = list(self.walk_zone(source, looking=True))
            for id, n in reversed(pieces) if backwards else pieces:
                self.move(id, n, source, target, end, place)
            return
        while giver.size():
            if stays_unknown and giver.unknown and not (giver.below if backwards else giver.above):
                self._move_unknown(source, target, backwards, place)
            else:
                id = self.known_bottom(giver) if backwards else self.known_at(giver, 0)
                self.move(id, 1, source, target, end, place)

    def _move_unknown(self, source: int, target: int, on_top: bool, place: int) -> None:
        giver, taker = self.table.zones[source], self.table.zones[target]
        assert isinstance(giver, Pile)
        assert isinstance(taker, Pile)
        self.room(len(giver.unknown), target, place)
        self.note("unknown", len(giver.unknown), source, target)
        known, _ = taker.known()
        taker.above, taker.below = ([], known) if on_top else (known, [])
        self.table.move_unknown(giver, taker, target)

    def shuffle(self, number: int) -> None:
        pile = self.table.zones[number]
        assert isinstance(pile, Pile)
        pile.unknown = sorted(pile.above + pile.unknown + pile.below)
        pile.above, pile.below = [], []
        self.note("shuffle", number)

    def refill_if_empty(self, number: int, place: int) -> None:
        """A pile ``refilled from`` another zone, when a card is asked of it and none is there."""
        family = self.family_of[number]
        if family is None or family.refilled_from is None or self.table.zones[number].size():
            return
        other = self.ruleset.zones[family.refilled_from]
        source = other.first + (number - family.first if other.keys else 0)
        if self.table.zones[source].size():
            self.move_all(source, number, None, place)
            self.shuffle(number)
            self.count("refill", list(self.ruleset.zones).index(family.name))

    def random_piece(self, zone: Zone) -> int:
        """One piece by chance, each as likely; the order of a pile's unknown cards is as good as any."""
        pieces = [id for id, n in zone.pieces() for _ in range(n)]
        return pieces[self.chance(len(pieces))]
