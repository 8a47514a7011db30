"""Expressions: one method for each node of the tree, its meaning as ``ruleset/core.py`` says it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

from rulewright.machine.faults import Cause, FaultCode
from rulewright.machine.interface import Config
from rulewright.reference import geometry
from rulewright.reference.domains import Domains, Env
from rulewright.reference.signals import FaultRaised
from rulewright.reference.table import Pile
from rulewright.reference.world import MEMBERS_PER_CALL
from rulewright.ruleset import core
from rulewright.ruleset.model import MISSING, OPEN, Ruleset
from rulewright.ruleset.types import NONE, Enum


class Expressions(Domains):
    def __init__(self, ruleset: Ruleset, config: Config, traced: bool) -> None:
        super().__init__(ruleset, config, traced)
        self._values: dict[type, Callable[[Any, Env], Any]] = {
            core.Const: self._const,
            core.Local: self._local,
            core.VarGet: self._var_get,
            core.TableGet: self._table_get,
            core.FieldGet: self._field_get,
            core.Reading: self._reading,
            core.Players: self._players,
            core.Arith: self._arith,
            core.Call: self._call,
            core.Compare: self._compare,
            core.SameSet: self._same_set,
            core.And: self._and,
            core.Or: self._or,
            core.Not: self._not,
            core.IfE: self._if,
            core.OrElse: self._or_else,
            core.IsNone: self._is_none,
            core.IsOf: self._is_of,
            core.Some: self._some,
            core.In: self._in,
            core.Meets: self._meets,
            core.Size: self._size,
            core.IsEmpty: self._is_empty,
            core.End: self._end,
            core.Nth: self._nth,
            core.At: self._at,
            core.Quantifier: self._quantifier,
            core.Total: self._total,
            core.Best: self._best,
            core.Find: self._find,
            core.CallDefinition: self._call_definition,
            core.Can: self._can,
            core.SideOf: self._side_of,
            core.BoardCall: self._board_call,
            core.WalkLength: self._walk_length,
            core.SetFrom: self._set_from,
            core.SetOp: self._set_op,
        }

    def value(self, e: core.Expr, env: Env) -> Any:
        """The value of any expression."""
        try:
            return self._values[type(e)](e, env)
        except FaultRaised as raised:
            raised.within(env)
            raise

    def scalar(self, e: core.Expr, env: Env) -> int:
        # As `value`, and not by way of it: most of the time is spent here.
        try:
            value: int = self._values[type(e)](e, env)
        except FaultRaised as raised:
            raised.within(env)
            raise
        return value

    def set_value(self, e: core.Expr, env: Env) -> frozenset[int]:
        value: frozenset[int] = self.value(e, env)
        return value

    @abstractmethod
    def has_move(self, player: int, actions: tuple[str, ...]) -> bool:
        """core.Can."""

    # --- names --------------------------------------------------------------------------------------

    def _const(self, e: core.Const, env: Env) -> int:
        return e.value

    def _local(self, e: core.Local, env: Env) -> Any:
        return env[e.var.id]

    def _var_get(self, e: core.VarGet, env: Env) -> Any:
        entries = self.table.variables[self.variable_numbers[e.variable]]
        index = [self.scalar(i, env) for i in e.index]
        return entries[self.entry(e.variable, self.ruleset.variables[e.variable].keys, index, e.place)]

    def _table_get(self, e: core.TableGet, env: Env) -> int:
        table = self.ruleset.tables[e.table]
        index = [self.scalar(i, env) for i in e.index]
        entry = self.entry(e.table, table.keys, index, e.place)
        value = table.values[entry]
        self.count("table", self.table_numbers[e.table], entry)
        if value == MISSING:
            self.fault(FaultCode.TABLE_ENTRY, e.place, entry, Cause(name=e.table, index=tuple(index)))
        return value

    def _field_get(self, e: core.FieldGet, env: Env) -> int:
        id = self.scalar(e.component, env)
        if e.field == "owner":
            if self.components.owner[id] == NONE:
                self.fault(FaultCode.WRONG_KIND, e.place, id, Cause(name=e.field, value=id))
            return self.components.owner[id]
        if e.field not in self.components.families[self.components.leaf_of[id]].fields:
            self.fault(FaultCode.WRONG_KIND, e.place, id, Cause(name=e.field, value=id))
        return self.components.values[e.field][id]

    def _reading(self, e: core.Reading, env: Env) -> int:
        index = self.ruleset.rulings[e.ruling].index
        self.count("reading", index)
        if self.readings[index] == OPEN:
            self.fault(FaultCode.OPEN_QUESTION, e.place, index)
        return self.readings[index]

    def _players(self, e: core.Players, env: Env) -> int:
        return self.players

    # --- numbers ------------------------------------------------------------------------------------

    def _arith(self, e: core.Arith, env: Env) -> int:
        left, right = self.scalar(e.left, env), self.scalar(e.right, env)
        if e.op in ("div", "mod") and right == 0:
            self.fault(FaultCode.DIVISION, e.place, cause=Cause(value=left))
        match e.op:
            case "+":
                result = left + right
            case "-":
                result = left - right
            case "*":
                result = left * right
            case "div":
                result = left // right
            case "mod":
                result = left % right
        return self.number(result, e.place)

    def _call(self, e: core.Call, env: Env) -> int:
        args = [self.scalar(arg, env) for arg in e.args]
        match e.function:
            case "abs":
                return abs(args[0])
            case "min":
                return min(args)
            case "max":
                return max(args)
            case "seat":
                return args[0] + 1
            case "next" | "previous":
                assert isinstance(e.type, Enum)
                return (args[0] + (1 if e.function == "next" else -1)) % len(e.type.values)
            case "nth":
                values = self.values_of(e.type)
                if not 1 <= args[0] <= len(values):
                    self.fault(FaultCode.INDEX, e.place, args[0], Cause(value=args[0], there=len(values)))
                return values[args[0] - 1]

    def _compare(self, e: core.Compare, env: Env) -> int:
        left, right = self.scalar(e.left, env), self.scalar(e.right, env)
        match e.op:
            case "=":
                return int(left == right)
            case "!=":
                return int(left != right)
            case "<":
                return int(left < right)
            case "<=":
                return int(left <= right)
            case ">":
                return int(left > right)
            case ">=":
                return int(left >= right)

    # --- conditions ---------------------------------------------------------------------------------

    def _same_set(self, e: core.SameSet, env: Env) -> int:
        return int(self.member_set(e.left, env) == self.member_set(e.right, env))

    def _and(self, e: core.And, env: Env) -> int:
        return int(all(self.scalar(item, env) for item in e.items))

    def _or(self, e: core.Or, env: Env) -> int:
        return int(any(self.scalar(item, env) for item in e.items))

    def _not(self, e: core.Not, env: Env) -> int:
        return int(not self.scalar(e.item, env))

    def _if(self, e: core.IfE, env: Env) -> Any:
        holds = bool(self.scalar(e.condition, env))
        self.count("arm", e.place, int(holds))
        return self.value(e.then if holds else e.other, env)

    def _or_else(self, e: core.OrElse, env: Env) -> int:
        value = self.scalar(e.value, env)
        return self.scalar(e.other, env) if value == NONE else value

    def _is_none(self, e: core.IsNone, env: Env) -> int:
        return int(self.scalar(e.value, env) == NONE)

    def _is_of(self, e: core.IsOf, env: Env) -> int:
        return int(self.is_of(self.scalar(e.component, env), e.leaves))

    def _some(self, e: core.Some, env: Env) -> int:
        value = self.scalar(e.value, env)
        if value == NONE:
            self.fault(FaultCode.NONE_USED, e.place)
        return value

    # --- domains asked ------------------------------------------------------------------------------

    def _in(self, e: core.In, env: Env) -> int:
        return int(self.contains(e.domain, self.scalar(e.item, env), env))

    def _meets(self, e: core.Meets, env: Env) -> int:
        return int(not self.member_set(e.left, env).isdisjoint(self.member_set(e.right, env)))

    def _size(self, e: core.Size, env: Env) -> int:
        return self.size(e.domain, env)

    def _is_empty(self, e: core.IsEmpty, env: Env) -> int:
        return int(self.size(e.domain, env) == 0)

    # --- places -------------------------------------------------------------------------------------

    def _end(self, e: core.End, env: Env) -> int:
        number = self.zone_number(e.zone, env)
        if e.end == "only":
            return next((id for id, _ in self.table.zones[number].pieces()), NONE)
        return self.end_of(number, e.end, e.place)

    def _nth(self, e: core.Nth, env: Env) -> int:
        number = self.zone_number(e.zone, env)
        n = self.scalar(e.n, env)
        zone = self.table.zones[number]
        if not 1 <= n <= zone.size():
            self.fault(FaultCode.INDEX, e.place, n, Cause(value=n, asked=number, there=zone.size()))
        return self.known_at(zone, n - 1) if isinstance(zone, Pile) else zone.pieces()[n - 1][0]

    def _at(self, e: core.At, env: Env) -> int:
        family = self.ruleset.zones[e.family]
        entry = self.table.where.get(self.scalar(e.component, env), 0) - family.first
        return family.keys[0].offset + entry if 0 <= entry < family.size else NONE

    # --- comprehensions -----------------------------------------------------------------------------

    def bindings(self, loops: tuple[core.Loop, ...], where: core.Expr | None, env: Env) -> Iterator[int]:
        """Binds the loops' locals to each combination for which ``where`` holds, in order; gives its
        weight."""
        if not loops:
            if where is None or self.scalar(where, env):
                yield 1
            return
        for member, weight in self.walk(loops[0].domain, env):
            env[loops[0].local.id] = member
            for rest in self.bindings(loops[1:], where, env):
                yield weight * rest

    def _quantifier(self, e: core.Quantifier, env: Env) -> int:
        wanted = e.kind == "any"
        for _ in self.bindings(e.loops, e.where, env):
            if bool(self.scalar(e.condition, env)) == wanted:
                return int(wanted)
        return int(not wanted)

    def _total(self, e: core.Total, env: Env) -> int:
        total = sum(weight * self.scalar(e.value, env) for weight in self.bindings(e.loops, e.where, env))
        return self.number(total, e.place)

    def _best(self, e: core.Best, env: Env) -> int:
        values = [self.scalar(e.value, env) for _ in self.bindings(e.loops, e.where, env)]
        return (min if e.kind == "min" else max)(values, default=NONE)

    def _find(self, e: core.Find, env: Env) -> int:
        found = self.holding(e.local.id, e.domain, e.where, env)
        if e.by:
            found = iter(self.sort(list(found), e.local.id, e.by, env))
        first = next(found, NONE)
        if first == NONE and e.kind == "the":
            self.fault(FaultCode.NONE_USED, e.place)
        return first

    def holding(self, local: int, domain: core.Domain, where: core.Expr | None, env: Env) -> Iterator[int]:
        """The members for which ``where`` holds of the local."""
        for member in self.members(domain, env):
            env[local] = member
            if where is None or self.scalar(where, env):
                yield member

    def sort(self, members: list[int], local: int, by: tuple[core.SortKey, ...], env: Env) -> list[int]:
        """Sorted by the keys, the first one first; equal ones stay in order."""

        def rank(member: int) -> list[int]:
            env[local] = member
            return [-self.scalar(k.value, env) if k.descending else self.scalar(k.value, env) for k in by]

        return sorted(members, key=rank)

    def _set_from(self, e: core.SetFrom, env: Env) -> frozenset[int]:
        return frozenset(self.scalar(e.value, env) for _ in self.bindings(e.loops, e.where, env))

    def _set_op(self, e: core.SetOp, env: Env) -> frozenset[int]:
        left, right = self.member_set(e.left, env), self.member_set(e.right, env)
        return left | right if e.op == "+" else left - right

    # --- calls --------------------------------------------------------------------------------------

    def _call_definition(self, e: core.CallDefinition, env: Env) -> Any:
        definition = self.ruleset.definitions[e.definition]
        args = [self.scalar(e.me, env)] if e.me is not None else []
        args += [self.value(arg, env) for arg in e.args]
        inner = {p.id: arg for p, arg in zip(definition.parameters, args, strict=True)}
        self.met(MEMBERS_PER_CALL)
        return self.value(definition.body, inner)

    def _can(self, e: core.Can, env: Env) -> int:
        return int(self.has_move(self.scalar(e.player, env), e.actions))

    def _side_of(self, e: core.SideOf, env: Env) -> int:
        return self.next_in_play(self.scalar(e.player, env), 1 if e.side == "left" else -1)

    def next_in_play(self, seat: int, way: int) -> int:
        """The next seat that has not dropped out; the seat itself if there is no other."""
        for far in range(1, self.players):
            other = (seat + way * far) % self.players
            if other not in self.table.dropped:
                return other
        return seat

    # --- boards -------------------------------------------------------------------------------------

    def _board_call(self, e: core.BoardCall, env: Env) -> int:
        board = self.ruleset.boards[e.board]
        args = [self.scalar(arg, env) for arg in e.args]
        match e.function:
            case "step":
                return list(board.directions.values())[args[1]][args[0]]
            case "space":
                return geometry.space_at(board, args[0], args[1])
            case "after":
                return geometry.after(board, args[0], args[1])
            case "distance":
                return geometry.distance(board, args[0], args[1])
            case "steps":
                return geometry.steps(board, args[0], args[1])
            case "rank" | "column":
                return (board.ranks if e.function == "rank" else board.columns)[args[0]]
            case "along":
                if not 0 <= args[0] + args[1] < board.width:
                    cause = Cause(name=e.board, value=args[0] + args[1] + 1, there=board.width)
                    self.fault(FaultCode.INDEX, e.place, args[0] + args[1], cause)
                return args[0] + args[1]
            case "between":
                return args[0] - args[1]
        raise AssertionError(f"{e.function} is no function of boards")

    def _walk_length(self, e: core.WalkLength, env: Env) -> int:
        origin, up_to = self.scalar(e.origin, env), self.scalar(e.up_to, env)
        over = frozenset(self.holding(e.over.id, e.over_domain, e.over_where, env))
        ending = over
        if e.ending is not None:
            assert e.ending_domain is not None
            ending = frozenset(self.holding(e.ending.id, e.ending_domain, e.ending_where, env))
        board = self.ruleset.boards[e.board]
        return geometry.walk_length(board, origin, up_to, over, ending, self.met)
