"""Steps that hold no other steps and wait for nobody: one method for each node."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from rulewright.machine.faults import Cause, FaultCode
from rulewright.machine.interface import Config
from rulewright.reference.domains import Env
from rulewright.reference.legal import Legal
from rulewright.reference.signals import GameStopped, LoopStopped
from rulewright.reference.table import Pile
from rulewright.ruleset import core
from rulewright.ruleset.model import KeyType, LocalVar, Ruleset
from rulewright.ruleset.types import NONE, Int, Opt, SetOf, Type


class Effects(Legal):
    def __init__(self, ruleset: Ruleset, config: Config, traced: bool) -> None:
        super().__init__(ruleset, config, traced)
        self.effects: dict[type, Callable[[Any, Env], None]] = {
            core.Move: self._move,
            core.MoveSet: self._move_set,
            core.MoveAll: self._move_all,
            core.MoveEvery: self._move_every,
            core.MoveSome: self._move_some,
            core.MoveKind: self._move_kind,
            core.MoveRandom: self._move_random,
            core.Shuffle: self._shuffle,
            core.Deal: self._deal,
            core.SetVar: self._set_var,
            core.AddMember: self._add_member,
            core.RollVar: self._roll_var,
            core.RandomVar: self._random_var,
            core.Let: self._let,
            core.LetRandom: self._let_random,
            core.Show: self._show,
            core.DropOut: self._drop_out,
            core.Stop: self._stop,
        }

    # --- moves --------------------------------------------------------------------------------------

    def _move(self, step: core.Move, env: Env) -> None:
        id = self.scalar(step.component, env)
        target = self.zone_number(step.to, env)
        self.move(id, 1, self.table.where[id], target, step.end, step.place)

    def _move_set(self, step: core.MoveSet, env: Env) -> None:
        ids = sorted(self.member_set(step.components, env))
        target = self.zone_number(step.to, env)
        for id in ids:
            self.move(id, 1, self.table.where[id], target, step.end, step.place)

    def _move_all(self, step: core.MoveAll, env: Env) -> None:
        source = self.zone_number(step.source, env)
        self.move_all(source, self.zone_number(step.to, env), step.end, step.place)

    def _move_every(self, step: core.MoveEvery, env: Env) -> None:
        only = None if step.source is None else self.zone_number(step.source, env)
        target = self.zone_number(step.to, env)
        for id in range(len(self.components)):
            if not self.in_game(id) or not self.is_of(id, step.leaves):
                continue
            numbered = id in self.table.numbered
            for source in [self.table.where[id]] if numbered else range(len(self.table.zones)):
                n = self.table.zones[source].count(id)
                if n and only in (None, source) and (numbered or source != target):
                    self.move(id, n, source, target, step.end, step.place)

    def how_many(self, count: core.Expr, env: Env, place: int) -> int:
        n = self.scalar(count, env)
        if n < 0:
            self.fault(FaultCode.NUMBER_RANGE, place, n, Cause(value=n, low=0))
        return n

    def _move_some(self, step: core.MoveSome, env: Env) -> None:
        n = self.how_many(step.count, env, step.place)
        source = self.zone_number(step.source, env)
        target = self.zone_number(step.to, env)
        zone = self.table.zones[source]
        if isinstance(zone, Pile):
            for _ in range(n):
                top = self.end_of(source, "top", step.place)
                self.move(top, 1, source, target, step.end, step.place)
            return
        if n > zone.size():
            self.fault(FaultCode.EMPTY_ZONE, step.place, source, Cause(asked=n, there=zone.size()))
        for id, there in list(self.walk_zone(source, looking=True)):
            taken = min(n, there)
            if taken:
                self.move(id, taken, source, target, step.end, step.place)
            n -= taken

    def _move_kind(self, step: core.MoveKind, env: Env) -> None:
        n = self.how_many(step.count, env, step.place)
        kind = self.scalar(step.kind, env)
        source = self.zone_number(step.source, env)
        target = self.zone_number(step.to, env)
        there = self.table.zones[source].count(kind)
        if n > there:
            self.fault(FaultCode.EMPTY_ZONE, step.place, source, Cause(value=kind, asked=n, there=there))
        if n:
            self.move(kind, n, source, target, None, step.place)

    def _move_random(self, step: core.MoveRandom, env: Env) -> None:
        n = self.how_many(step.count, env, step.place)
        source = self.zone_number(step.source, env)
        target = self.zone_number(step.to, env)
        there = self.table.zones[source].size()
        if n > there:
            self.fault(FaultCode.EMPTY_ZONE, step.place, source, Cause(asked=n, there=there))
        for _ in range(n):
            id = self.random_piece(self.table.zones[source])
            self.move(id, 1, source, target, step.end, step.place)

    def _shuffle(self, step: core.Shuffle, env: Env) -> None:
        self.shuffle(self.zone_number(step.zone, env))

    def _deal(self, step: core.Deal, env: Env) -> None:
        rounds = self.how_many(step.count, env, step.place)
        source = self.zone_number(step.source, env)
        first = 0 if step.first is None else self.scalar(step.first, env)
        hands = self.ruleset.zones[step.family]
        for _ in range(rounds):
            for seat in self.seats_from(first):
                top = self.end_of(source, "top", step.place)
                self.move(top, 1, source, hands.first + seat, None, step.place)

    def seats_from(self, first: int) -> list[int]:
        """The seats in play, in seat order from one of them round the table."""
        seats = [(first + far) % self.players for far in range(self.players)]
        return [seat for seat in seats if seat not in self.table.dropped]

    # --- variables ----------------------------------------------------------------------------------

    def _entry_of(self, variable: str, index: tuple[core.Expr, ...], env: Env, place: int) -> int:
        keys: tuple[KeyType, ...] = self.ruleset.variables[variable].keys
        return self.entry(variable, keys, [self.scalar(i, env) for i in index], place)

    def _assign(self, variable: str, entry: int, value: int, place: int) -> None:
        """One value into a variable that is no set, if it is in its range."""
        type = self.ruleset.variables[variable].type
        base = type.base if isinstance(type, Opt) else type
        number = self.variable_numbers[variable]
        is_none = isinstance(type, Opt) and value == NONE
        if isinstance(base, Int) and not is_none and not base.lo <= value <= base.hi:
            cause = Cause(variable, (entry,), value, base.lo, base.hi)
            self.fault(FaultCode.NUMBER_RANGE, place, value, cause)
        self.table.variables[number][entry] = value
        self.note("set", number, entry, value)

    def _assign_set(self, variable: str, entry: int, value: frozenset[int], place: int) -> None:
        """All members of a set variable, if they are in its range."""
        type = self.ruleset.variables[variable].type
        element = type.element if isinstance(type, SetOf) else type
        if isinstance(element, Int):
            outside = [member for member in sorted(value) if not element.lo <= member <= element.hi]
            if outside:
                cause = Cause(variable, (entry,), outside[0], element.lo, element.hi)
                self.fault(FaultCode.NUMBER_RANGE, place, outside[0], cause)
        number = self.variable_numbers[variable]
        old = self.table.variables[number][entry]
        assert isinstance(old, frozenset)
        self.table.variables[number][entry] = value
        for member in sorted(old - value):
            self.note("set", number, entry, -1 - member)
        for member in sorted(value - old):
            self.note("set", number, entry, member)

    def _set_var(self, step: core.SetVar, env: Env) -> None:
        if isinstance(self.ruleset.variables[step.variable].type, SetOf):
            members = self.set_value(step.value, env)
            entry = self._entry_of(step.variable, step.index, env, step.place)
            self._assign_set(step.variable, entry, members, step.place)
        else:
            value = self.scalar(step.value, env)
            entry = self._entry_of(step.variable, step.index, env, step.place)
            self._assign(step.variable, entry, value, step.place)

    def _add_member(self, step: core.AddMember, env: Env) -> None:
        member = frozenset({self.scalar(step.value, env)})
        entry = self._entry_of(step.variable, step.index, env, step.place)
        old = self.table.variables[self.variable_numbers[step.variable]][entry]
        assert isinstance(old, frozenset)
        new = old - member if step.remove else old | member
        self._assign_set(step.variable, entry, new, step.place)

    def _roll_var(self, step: core.RollVar, env: Env) -> None:
        variable = self.ruleset.variables[step.variable]
        if step.index:
            rolled = [self._entry_of(step.variable, step.index, env, step.place)]
        else:
            ways = [
                [v for v in self.values_of(key.type) if 0 <= v - key.offset < key.size]
                for key in variable.keys
            ]
            rolled = [
                self.entry(step.variable, variable.keys, list(index), step.place) for index in product(*ways)
            ]
        for entry in rolled:
            self._assign(step.variable, entry, self._rolled(variable.type, step.place), step.place)

    def _rolled(self, type: Type, place: int) -> int:
        """A value of the type by chance."""
        values = self.values_of(type)
        if not values:
            self.fault(FaultCode.NONE_USED, place)
        return values[self.chance(len(values))]

    # --- chance -------------------------------------------------------------------------------------

    def _random_member(
        self, local: LocalVar, domain: core.Domain, where: core.Expr | None, env: Env, place: int
    ) -> int:
        members = list(self.holding(local.id, domain, where, env))
        if not members:
            self.fault(FaultCode.NONE_USED, place)
        return members[self.chance(len(members))]

    def _random_var(self, step: core.RandomVar, env: Env) -> None:
        value = self._random_member(step.local, step.domain, step.where, env, step.place)
        entry = self._entry_of(step.variable, step.index, env, step.place)
        self._assign(step.variable, entry, value, step.place)

    def _let_random(self, step: core.LetRandom, env: Env) -> None:
        env[step.local.id] = self._random_member(step.candidate, step.domain, step.where, env, step.place)

    # --- the rest -----------------------------------------------------------------------------------

    def _let(self, step: core.Let, env: Env) -> None:
        env[step.local.id] = self.value(step.value, env)

    def _show(self, step: core.Show, env: Env) -> None:
        ids = list(self.members(step.what, env))
        to = -1 if step.to is None else self.scalar(step.to, env)
        for id in ids:
            self.note("show", id, to)

    def _stop(self, step: core.Stop, env: Env) -> None:
        raise GameStopped if step.loop is None else LoopStopped(step.loop)

    def _drop_out(self, step: core.DropOut, env: Env) -> None:
        seat = self.scalar(step.player, env)
        if seat not in self.table.dropped:
            self.table.dropped.add(seat)
            self.note("drop", seat)
