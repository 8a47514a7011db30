"""Quantifiers, sums, searches, walks: whatever loops inside an expression, and how often it may at most."""

from __future__ import annotations

from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.operators import Operators
from rulewright.check.scope import Env, key_of
from rulewright.diagnostics.codes import check as codes
from rulewright.ruleset import core
from rulewright.ruleset.types import (
    INT_MAX,
    Bool,
    Comp,
    Enum,
    Int,
    Line,
    Opt,
    Player,
    Scalar,
    SetOf,
    Space,
    Spot,
    Type,
)
from rulewright.syntax import nodes as n


class Comprehensions(Operators):
    """One method for each form that binds a name."""

    # --- comprehensions

    def loops(self, binders: tuple[n.Binder, ...], env: Env) -> tuple[tuple[core.Loop, ...], Env, bool]:
        """The loops of a comprehension, the scope inside, and whether all of it was right."""
        result: list[core.Loop] = []
        right = True
        for binder in binders:
            found = self.domain(binder.domain, env)
            type: Type = found[1] if found is not None else t.UNKNOWN
            local = self.local(binder.name, type, env)
            env = env.having(local)
            if found is None:
                right = False
            else:
                result.append(core.Loop(local, found[0]))
        return tuple(result), env, right

    def _aggregate(self, node: n.Aggregate, env: Env, expected: Type | None) -> core.Expr | None:
        loops, inner, right = self.loops(node.binders, env)
        where = None
        if node.where is not None:
            where = self.condition(node.where, inner)
            right = right and where is not None
            inner = inner.knowing(self.facts(node.where, inner, True))
        if node.kind in ("any", "all"):
            condition = self.condition(node.value, inner) if right else None
            if condition is None:
                return None
            return core.Quantifier(t.BOOL, cast(Any, node.kind), condition, loops, where)
        value = self.number(node.value, inner) if right else None
        if value is None:
            return None
        number = cast(Int, value.type)
        if node.kind == "sum":
            most = self._most(loops)
            total = t.clip(min(0, number.lo * most), max(0, number.hi * most))
            return core.Total(total, value, loops, where, self.place(env, node))
        if not self._not_negative(number, inner, node.value, f"{node.kind} of nothing is none, and"):
            return None
        return core.Best(Opt(number), cast(Any, node.kind), value, loops, where)

    def _not_negative(self, type: Type, env: Env, node: n.Node, why: str) -> bool:
        """Reports numbers that may be negative where the result may be none: as a number none is -1."""
        if not isinstance(type, Int) or type.lo >= 0:
            return True
        message = f"{why} a number that may be none can't be negative"
        told = f"this may be {type}" if type != t.INTEGER else "this may be any number"
        help = f"{told}; keep it from 0 on, for instance by max(0, {env.source.text(node)})"
        self.error(codes.OutOfRange, env, node, message, help=help)
        return False

    def _most(self, loops: tuple[core.Loop, ...]) -> int:
        """At most how many times the body of a comprehension is met."""
        result = 1
        for loop in loops:
            result *= self.bound(loop.domain)
        return min(result, 2**24)

    def bound(self, domain: core.Domain) -> int:
        """At most how many members a domain has."""
        if isinstance(domain, core.Zone):
            return self.zones[domain.family].at_most
        if isinstance(domain, core.FilterD):
            return self.bound(domain.domain)
        if isinstance(domain, core.ListD):
            return len(domain.items)
        if isinstance(domain, core.RangeD):
            low, high = t.base_of(domain.low.type), t.base_of(domain.high.type)
            return max(0, cast(Int, high).hi - cast(Int, low).lo + 1)
        if isinstance(domain, core.AllOf):
            return self.count_of(domain.type)
        if isinstance(domain, core.BoardD):
            return len(self.boards[domain.board].spaces) * 8
        return self.count_of(cast(SetOf, domain.value.type).element)

    def count_of(self, type: Type) -> int:
        """How many values a type has."""
        if isinstance(type, Int):
            return type.hi - type.lo + 1
        if isinstance(type, Enum):
            return len(type.values)
        if isinstance(type, Player):
            return self.players[1]
        if isinstance(type, Comp):
            return sum(self.families[leaf].count for leaf in type.leaves if leaf in self.families)
        if isinstance(type, Space):
            return len(self.boards[type.board].spaces) if type.board in self.boards else 1
        if isinstance(type, Spot):
            return sum(map(len, self.shapes[type.shapes].placements))
        if isinstance(type, Line):
            return len(self.boards[type.board].spaces) * 8
        return 2

    def _selection(self, node: n.Selection, env: Env, expected: Type | None) -> core.Expr | None:
        loops, inner, right = self.loops((node.binder,), env)
        where = None
        if node.where is not None:
            where = self.condition(node.where, inner)
            right = right and where is not None
            inner = inner.knowing(self.facts(node.where, inner, True))
        by = self.sort_keys(node.by, inner) if right else None
        if not right or by is None:
            return None
        loop = loops[0]
        if node.kind == "find" and not by:
            self.mind_order(loop.domain, node.binder.domain, env)
        if node.kind == "count":
            count = Int(0, min(self._most(loops), INT_MAX))
            return core.Total(count, core.Const(Int(1, 1), 1), loops, where, self.place(env, node))
        element = loop.local.type
        narrowed = inner.facts.get(key_of(n.Name(0, 0, node.binder.name.text)))
        if narrowed is not None:
            element = narrowed.type
        result = Opt(cast(Scalar, t.base_of(element))) if node.kind == "find" else element
        why = "'find' may find none, and"
        if node.kind == "find" and not self._not_negative(t.base_of(element), env, node.binder.domain, why):
            return None
        return core.Find(
            result, cast(Any, node.kind), loop.local, loop.domain, where, by, self.place(env, node)
        )

    def mind_order(self, domain: core.Domain, node: n.Expr, env: Env) -> None:
        """Warns where the order of a collection matters and a definition, which gives a set, has lost it."""
        call = domain.value if isinstance(domain, core.SetD) else None
        if not isinstance(call, core.CallDefinition):
            return
        body = self.definitions[call.definition].body
        if not (
            isinstance(body, core.SetFrom) and len(body.loops) == 1 and isinstance(body.value, core.Local)
        ):
            return
        behind = body.loops[0].domain
        if isinstance(behind, core.Zone):
            ordered = self.zones[behind.family].kind in ("pile", "row")
        elif isinstance(behind, core.BoardD):
            ordered = behind.function in ("ray", "ahead", "behind", "path")
        else:
            ordered = isinstance(behind, core.ListD) and len(behind.items) > 1
        if ordered:
            message = f"'{call.definition}' gives a set: it comes in the order of the ruleset"
            self.error(codes.LostOrder, env, node, message)

    def sort_keys(self, keys: tuple[n.Key, ...], env: Env) -> tuple[core.SortKey, ...] | None:
        result: list[core.SortKey] = []
        for key in keys:
            value = self._open(self.value(key.value, env), env, key.value)
            if value is None:
                return None
            ordered = t.base_of(value.type)
            if not isinstance(ordered, Int | Bool | Enum | Space):
                called = "sets" if isinstance(ordered, SetOf) else f"values of type {ordered}"
                self.error(codes.WrongType, env, key.value, f"{called} have no order")
                return None
            result.append(core.SortKey(value, key.descending))
        return tuple(result)

    def _can(self, node: n.Can, env: Env, expected: Type | None) -> core.Expr | None:
        player = self.typed(node.player, env, t.PLAYER)
        right = player is not None
        for ident in node.actions:
            symbol = self.symbol(ident, env, ("action",))
            right = symbol is not None and self.action_conditions(symbol, env.source.place(ident)) and right
        if not right or player is None:
            return None
        return core.Can(t.BOOL, player, tuple(a.text for a in node.actions))

    def _walk(self, node: n.Walk, env: Env, expected: Type | None) -> core.Expr | None:
        if node.origin is None or node.up_to is None or node.over is None:
            self.error(codes.WrongCount, env, node, "a walk needs 'from', 'up to' and 'over'")
            return None
        origin = self._open(self.value(node.origin, env), env, node.origin)
        up_to = self.number(node.up_to, env)
        over, inner, right = self.loops((node.over,), env)
        over_where = None if node.over_where is None else self.condition(node.over_where, inner)
        ending: core.Loop | None = None
        ending_where = None
        if node.ending is not None:
            found, ending_env, also_right = self.loops((node.ending,), env)
            ending_where = (
                None if node.ending_where is None else self.condition(node.ending_where, ending_env)
            )
            right = right and also_right and (node.ending_where is None or ending_where is not None)
            ending = found[0] if found else None
        if (
            origin is None
            or up_to is None
            or not right
            or (node.over_where is not None and over_where is None)
        ):
            return None
        if not isinstance(origin.type, Space):
            self.error(
                codes.WrongType,
                env,
                node.origin,
                f"here stands {t.words(origin.type)}",
                expected=("a space of a board",),
            )
            return None
        limit = cast(Int, up_to.type).hi
        return core.WalkLength(
            Int(0, max(0, limit)),
            origin.type.board,
            origin,
            up_to,
            over[0].local,
            over[0].domain,
            over_where,
            None if ending is None else ending.local,
            None if ending is None else ending.domain,
            ending_where,
            self.place(env, node),
        )
