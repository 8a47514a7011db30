"""Who sees what: from the ``seen by`` and ``counted by`` of zones and variables alone.

An observer is a seat, or the public, which sees what everyone sees. Observers are bits of a mask, so that
"who sees this" is one integer. Two questions are answered:

``Sight.view``: what lies on the table now, as this observer sees it. What is not seen is not in the answer in
any form: an unseen set has at most a count, no ids and no order.

``observe``: everything the observer was shown since the start, as a tuple of observations. Two histories give
equal tuples exactly if the observer can't tell them apart. For that, three things the engine knows and the
table doesn't show are taken out: which of several alike components it is (words.Words.kind), the order in
which one step moved components that the observer doesn't see (hidden moves of a step are only counted), and
the steps themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulewright.engine.words import Word, Words
from rulewright.machine.interface import DONE, Event, Move, ZoneContent
from rulewright.ruleset import core
from rulewright.ruleset.model import KeyType, Variable, Who
from rulewright.ruleset.types import Comp, Player, SetOf
from rulewright.ruleset.walk import nodes_under, steps_of

#: The mask of all observers, the public included.
EVERYONE = -1

#: One observation: its kind, then integers (kinds of components, zones, seats ...).
Observation = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Arranged:
    """A position put on the table by hand, in full. ``turn``: whose turn it was made, if that was said."""

    zones: tuple[ZoneContent, ...]
    variables: tuple[tuple[int | frozenset[int], ...], ...]
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """One call of a machine and all that came of it: the start (``seat`` -1), a move, or an arrangement.

    ``alone``: nobody else was awaited. ``outcomes``: the chance events, as (n, outcome). The rest only where
    the machine is traced. ``seers``: for each parameter of the move who sees the component chosen at that
    moment (a mask; for a subset one for each member; EVERYONE for other values). ``tops``: (zone, component)
    on top of each pile whose top is seen by more than its rest, after it all. ``shown``: for each event that
    shows a component who sees it where it lies then.
    """

    seat: int = -1
    move: Move | None = None
    alone: bool = True
    outcomes: tuple[tuple[int, int], ...] = ()
    seers: tuple[int | tuple[int, ...], ...] = ()
    events: tuple[Event, ...] = ()
    tops: tuple[tuple[int, int], ...] = ()
    arranged: Arranged | None = None
    shown: tuple[int, ...] = ()


def top_of(zone: ZoneContent) -> int | None:
    """What lies on top of a pile; None if it is empty or nobody has seen the card since it was shuffled."""
    return zone.ids[0] if zone.ids and (zone.above or not zone.unknown) else None


class Sight:
    """The sight of one ruleset played with one configuration."""

    def __init__(self, words: Words) -> None:
        self.words = words
        ruleset = words.ruleset
        count = ruleset.zone_count
        # What is in the box is out of the game: nobody needs to see which, everybody can count.
        self.top, self.rest, self.counted = [0] * count, [0] * count, [EVERYONE] * count
        self.piles: list[bool] = [False] * count
        for family in words.families:
            for i in range(family.size):
                zone = family.first + i
                self.piles[zone] = family.kind == "pile"
                self.top[zone] = self._mask(family.sight.top, family.keys, i)
                self.rest[zone] = self._mask(family.sight.rest, family.keys, i)
                self.counted[zone] = self._mask(family.sight.counted, family.keys, i)
        self.split = [z for z in range(count) if self.top[z] != self.rest[z]]
        """Piles whose top is seen by others than the rest."""
        self.variables = list(ruleset.variables.values())
        self.actions = list(ruleset.actions.values())
        self.stored = [
            [self._stored(action.body, p.local.id) for p in action.params] for action in self.actions
        ]
        """For each parameter of each action the variables that its body stores it in."""
        self.amounts = [
            [self._amounts(action.body, p.local.id) for p in action.params] for action in self.actions
        ]
        """For each parameter of each action the families of zones from and to which so many are moved."""
        self._variable_masks: list[dict[int, int]] = [{} for _ in self.variables]
        self.throws = {
            step.place for step in steps_of(ruleset) if isinstance(step, core.RollVar | core.RandomVar)
        }
        """The steps that give a variable a value by chance: what comes is seen even if it was so before."""

    @cached_property
    def has_secrets(self) -> bool:
        """Whether one seat may come to know what another doesn't. What nobody ever sees and no player picks,
        as a variable for reckoning, is no secret of anybody."""
        stored = {variable for action in self.stored for param in action for variable in param}
        zones = zip(self.top[1:], self.rest[1:], self.counted[1:], strict=True)
        return (
            any(mask != EVERYONE for masks in zones for mask in masks)
            or any(
                variable.seen_by == "owner" or (variable.seen_by == "nobody" and number in stored)
                for number, variable in enumerate(self.variables)
            )
            or any(isinstance(step, core.Together) for step in steps_of(self.words.ruleset))
        )

    def bit(self, observer: int | None) -> int:
        """The mask of one seat, or of the public (None)."""
        return 1 << (self.words.config.players if observer is None else observer)

    def _mask(self, who: Who, keys: tuple[KeyType, ...], entry: int) -> int:
        if who == "everyone":
            return EVERYONE
        if who == "owner":
            for key, value in zip(keys, self.words.key_values(keys, entry), strict=True):
                if isinstance(key.type, Player):
                    return 1 << value
                if isinstance(key.type, Comp) and self.words.ruleset.components.owner[value] >= 0:
                    return 1 << self.words.ruleset.components.owner[value]
        return 0

    def _stored(self, body: tuple[core.Step, ...], local: int) -> list[int]:
        numbers = {variable.name: number for number, variable in enumerate(self.variables)}
        return [
            numbers[node.variable]
            for node in nodes_under(body)
            if isinstance(node, core.SetVar | core.AddMember)
            and isinstance(node.value, core.Local)
            and node.value.var.id == local
        ]

    def _amounts(self, body: tuple[core.Step, ...], local: int) -> list[tuple[str, str]]:
        return [
            (node.source.family, node.to.family)
            for node in nodes_under(body)
            if isinstance(node, core.MoveSome | core.MoveKind | core.MoveRandom)
            and isinstance(node.count, core.Local)
            and node.count.var.id == local
        ]

    def variable(self, number: int, entry: int) -> int:
        """The mask of who sees one entry of a variable."""
        masks = self._variable_masks[number]
        if entry not in masks:
            variable = self.variables[number]
            masks[entry] = self._mask(variable.seen_by, variable.keys, entry)
        return masks[entry]

    # --- who sees a component now -----------------------------------------------------------------------

    def seers(self, component: int, zones: Sequence[ZoneContent]) -> int:
        """Who sees the component where it lies. Of alike pieces: who sees every zone that has some."""
        mask = EVERYONE
        for number, zone in enumerate(zones):
            if component in zone.ids:
                on_top = self.piles[number] and top_of(zone) == component
                mask &= self.top[number] if on_top else self.rest[number]
            elif component in zone.unknown:
                mask &= self.rest[number]
        return mask

    def move_seers(
        self, seat: int, move: Move, zones: Sequence[ZoneContent]
    ) -> tuple[int | tuple[int, ...], ...]:
        """Moment.seers for a move about to be played by the seat."""
        if move.action == DONE:
            return ()
        masks: list[int | tuple[int, ...]] = []
        for param, value in zip(self.actions[move.action].params, move.params, strict=True):
            if not isinstance(getattr(param.local.type, "element", param.local.type), Comp):
                masks.append(EVERYONE)
            elif isinstance(value, tuple):
                masks.append(tuple(self.seers(member, zones) for member in value))
            else:
                masks.append(self.seers(value, zones))
        for number, variables in enumerate(self.stored[move.action]):
            hidden = [self._mask_for(self.variables[v], v, seat) for v in variables]
            hidden += [
                self._counting(a, seat) | self._counting(b, seat)
                for a, b in self.amounts[move.action][number]
            ]
            if any(mask != EVERYONE for mask in hidden):
                masks[number] = _narrow(masks[number], hidden)
        return tuple(masks)

    def _mask_for(self, variable: Variable, number: int, seat: int) -> int:
        """Who sees what a seat stores in a variable of its own (the entry is not looked up: it is the
        seat's)."""
        return _seat_mask(variable.seen_by, seat)

    def _counting(self, zones: str, seat: int) -> int:
        """Who can tell how many a seat moves from or to a zone of its own."""
        family = next((family for family in self.words.families if family.name == zones), None)
        if family is None:
            return EVERYONE
        return _seat_mask(family.sight.counted, seat) | _seat_mask(family.sight.rest, seat)

    def tops(self, zones: Sequence[ZoneContent]) -> tuple[tuple[int, int], ...]:
        """Moment.tops of a position."""
        return tuple((z, top) for z in self.split if (top := top_of(zones[z])) is not None)

    # --- the table now --------------------------------------------------------------------------------------

    def zone_view(self, zone: int, content: ZoneContent, observer: int | None) -> dict[str, Any]:
        """One zone as an observer sees it, JSON-able.

        ``count`` if it may be counted; ``components`` if all of it is seen: names in order (a set's by id),
        None at places of a pile whose card nobody has seen since it was shuffled (the cards there are
        ``unordered``), or for alike pieces name -> how many; ``top`` if only the top of a pile is seen and
        known.
        """
        bit, name_at = self.bit(observer), self.words.name_at
        view: dict[str, Any] = {}
        if self.counted[zone] & bit or self.rest[zone] & bit:
            view["count"] = (sum(content.counts) if content.counts else len(content.ids)) + len(
                content.unknown
            )
        if self.rest[zone] & bit:
            if self._alike(zone):
                view["components"] = {
                    name_at(i, zone): n for i, n in zip(content.ids, content.counts, strict=True)
                }
            elif content.unknown:
                above = [name_at(i, zone) for i in content.ids[: content.above]]
                below = [name_at(i, zone) for i in content.ids[content.above :]]
                view["components"] = [*above, *([None] * len(content.unknown)), *below]
                view["unordered"] = [name_at(i, zone) for i in content.unknown]
            else:
                view["components"] = [name_at(i, zone) for i in content.ids]
        elif self.top[zone] & bit and (top := top_of(content)) is not None:
            view["top"] = name_at(top, zone)
        return view

    def _alike(self, zone: int) -> bool:
        family = self.words.zone_family(zone)
        return family is not None and family.alike

    def view_zones(self, zones: Sequence[ZoneContent], observer: int | None) -> dict[str, dict[str, Any]]:
        """Every zone of this game by name (the box only where something is in it)."""
        return {
            name: self.zone_view(zone, zones[zone], observer)
            for name, zone in self.words.zone_numbers.items()
            if zone or zones[0].ids
        }

    def view_variables(
        self, variables: Sequence[Sequence[int | frozenset[int]]], observer: int | None
    ) -> dict[str, Word]:
        """The entries of variables that the observer sees, by name; what is not seen is left out."""
        bit, words = self.bit(observer), self.words
        return {
            words.entry_name(variable.name, variable.keys, entry): words.word(variable.type, value)
            for number, variable in enumerate(self.variables)
            for entry, value in enumerate(variables[number])
            if self.variable(number, entry) & bit and words.present(variable.keys, entry)
        }


def _seat_mask(who: Who, seat: int) -> int:
    """The mask of who sees what is a seat's own."""
    return 1 << seat if who == "owner" else EVERYONE if who == "everyone" else 0


def _narrow(mask: int | tuple[int, ...], others: Iterable[int]) -> int | tuple[int, ...]:
    for other in others:
        mask = tuple(m & other for m in mask) if isinstance(mask, tuple) else mask & other
    return mask


class Observer:
    """Collects what one observer is shown, moment by moment, in ``seen``; see ``observe``. What is told in
    ``seen`` stays as it is, unless a table is arranged by hand: then it begins anew."""

    def __init__(self, sight: Sight, observer: int | None) -> None:
        self.sight, self.seat = sight, observer
        self.bit = sight.bit(observer)
        self.seen: list[Observation] = []
        self.values: dict[tuple[int, int], int] = {}
        self.waiting: list[Moment] = []
        self.tops: dict[int, int] = {}
        self.thrown = False

    def moment(self, moment: Moment) -> None:
        if moment.arranged is not None:
            self._arrange(moment.arranged)
        elif moment.move is not None:
            if moment.seat == self.seat:
                self.seen.append(("did", moment.seat, moment.move.action, *self._own(moment.move)))
            else:
                self.waiting.append(moment)
            if not moment.alone:
                return  # its effects come when all have chosen
            for other in sorted(self.waiting, key=lambda m: m.seat):
                assert other.move is not None
                self.seen.append(("did", other.seat, other.move.action, *self._public(other)))
            self.waiting.clear()
        self._events(moment.events, moment.shown)
        for zone, component in moment.tops:
            kind = self.sight.words.kind[component]
            if self.sight.top[zone] & self.bit and self.tops.get(zone) != kind:
                self.tops[zone] = kind
                self.seen.append(("top", zone, kind))

    def _own(self, move: Move) -> tuple[Any, ...]:
        return self._params(
            move, [EVERYONE if not isinstance(v, tuple) else (EVERYONE,) * len(v) for v in move.params]
        )

    def _public(self, moment: Moment) -> tuple[Any, ...]:
        assert moment.move is not None
        return self._params(moment.move, moment.seers)

    def _params(self, move: Move, masks: Sequence[int | tuple[int, ...]]) -> tuple[Any, ...]:
        if move.action == DONE:
            return ()
        kind, shown = self.sight.words.kind, []
        params = self.sight.actions[move.action].params
        for param, value, mask in zip(params, move.params, masks, strict=True):
            of_components = isinstance(getattr(param.local.type, "element", param.local.type), Comp)
            members = value if isinstance(value, tuple) else (value,)
            member_masks = mask if isinstance(mask, tuple) else (mask,) * len(members)
            known = [
                kind[m] if of_components and m >= 0 else m
                for m, seers in zip(members, member_masks, strict=True)
                if seers & self.bit
            ]
            shown.append((len(members), *sorted(known)) if isinstance(value, tuple) else tuple(known))
        return tuple(shown)

    def _arrange(self, arranged: Arranged) -> None:
        sight = self.sight
        self.seen = [("arranged",)]
        self.waiting.clear()
        self.tops.clear()
        self.values.clear()
        for name, content in sight.view_zones(arranged.zones, self.seat).items():
            self.seen.append(("zone", name, repr(content)))
        for name, value in sight.view_variables(arranged.variables, self.seat).items():
            self.seen.append(("variable", name, repr(value)))

    def _events(self, events: Sequence[Event], shown: Sequence[int]) -> None:
        hidden: dict[Observation, int] = {}
        self.thrown = False
        seers = iter(shown)
        for event in events:
            if event.kind == "step":
                self._count(hidden)
                self.thrown = event.args[0] in self.sight.throws
            elif event.kind == "show":
                component, seat = event.args
                self._show(component, seat, next(seers), hidden)
            else:
                self._event(event, hidden)
        self._count(hidden)

    def _count(self, hidden: dict[Observation, int]) -> None:
        """Ends a step: what it did unseen is told as counts, in an order that says nothing."""
        for what, count in sorted(hidden.items()):
            last = self.seen[-1] if self.seen else ()
            if last[:-1] == what:
                self.seen[-1] = (*what, last[-1] + count)
            else:
                self.seen.append((*what, count))
        hidden.clear()

    def _event(self, event: Event, hidden: dict[Observation, int]) -> None:
        sight, args, bit = self.sight, event.args, self.bit
        what: Observation
        if event.kind in ("move", "unknown"):
            source, target = args[-2], args[-1]
            seen = event.kind == "move" and (sight.top[source] | sight.top[target]) & bit
            if seen:
                self.seen.append(("move", sight.words.kind[args[0]], args[1], source, target))
            elif (sight.counted[source] | sight.counted[target]) & bit:
                what = ("hidden", source, target)
                hidden[what] = hidden.get(what, 0) + args[-3]
            if source in self.tops:
                del self.tops[source]
        elif event.kind == "set":
            number, entry, value = args
            if sight.variable(number, entry) & bit and (self._changes(number, entry, value) or self.thrown):
                self.seen.append(("set", number, entry, value))
        else:
            self.seen.append((event.kind, *args))

    def _show(self, component: int, seat: int, seers: int, hidden: dict[Observation, int]) -> None:
        """Who sees a component anyway sees that it is this one which is shown to another."""
        if seat < 0 or seat == self.seat or seers & self.bit:
            self.seen.append(("show", self.sight.words.kind[component], seat))
        else:
            hidden["shown", seat] = hidden.get(("shown", seat), 0) + 1

    def _changes(self, number: int, entry: int, value: int) -> bool:
        """Whether a write changes the value as this observer knows it: one that doesn't can't be seen."""
        variable = self.sight.variables[number]
        if isinstance(variable.type, SetOf):
            member = value if value >= 0 else -1 - value
            key = (number, (entry + 1) * 2**32 + member)
            old, new = self.values.get(key, 0), int(value >= 0)
        else:
            key = (number, entry)
            old, new = self.values.get(key, variable.start), value
        self.values[key] = new
        return old != new


def observe(sight: Sight, moments: Iterable[Moment], observer: int | None) -> tuple[Observation, ...]:
    """Everything the observer was shown by the moments, which begin with the start."""
    collector = Observer(sight, observer)
    for moment in moments:
        collector.moment(moment)
    return tuple(collector.seen)
