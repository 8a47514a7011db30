"""The legal moves of an action: nested loops over its parameters that write each combination into L.

The same loops serve to ask whether there is any (`can`). Conditions stand as far out as they may: a condition
of a later parameter that doesn't ask about it moves out to the parameter that it does ask about, unless that
could be told by a fault (`safety`).

A listed move is STRIDE words from L[MOVES + k * STRIDE] on: the action, then its parameters, a subset as bit
words.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from rulewright.compile import boards, branchless, comprehensions, domains, expressions, kinds, masks, steps
from rulewright.compile import build as x
from rulewright.compile.body import Body, Unit
from rulewright.compile.bounds import candidate_effort, charge, members
from rulewright.compile.layout import all_steps, walk_steps
from rulewright.compile.safety import conjuncts, locals_of, safe
from rulewright.limits import MAX_LEGAL_MOVES, MAX_SUBSET_BASE
from rulewright.ruleset import core
from rulewright.ruleset.model import Action, Param, Ruleset
from rulewright.ruleset.walk import place_of_conditions

MOVES = "MOVES"
"""Where the listed moves begin in L."""

Each = Callable[[Callable[[], None]], None]
"""Emits a loop with something inside."""


def stride(unit: Unit) -> int:
    """Words of a listed move."""
    actions = unit.ruleset.actions.values()
    return 1 + max((sum(unit.layout.width(p.local.type) for p in a.params) for a in actions), default=0)


def most_moves(unit: Unit, action: Action) -> int:
    """How many moves of an action there can be at most."""
    n = 1
    for param in action.params:
        m = members(unit, param.domain)
        n = min(n * (2 ** min(m, MAX_SUBSET_BASE) if param.low is not None else m), 2**31)
    return n


def crowded(unit: Unit, action: Action) -> bool:
    """Whether a decision that offers the action may have more moves than are allowed."""
    for offered in offers(unit.ruleset):
        if any(o.action == action.name for o in offered):
            total = sum(most_moves(unit, unit.ruleset.actions[o.action]) for o in offered)
            if total > MAX_LEGAL_MOVES:
                return True
    return False


def offers(ruleset: Ruleset) -> list[tuple[core.ChooseAction, ...]]:
    """What each decision of a ruleset offers."""
    found: list[tuple[core.ChooseAction, ...]] = []

    def visit(step: core.Step) -> None:
        if isinstance(step, core.Choose | core.Together):
            found.append(step.actions)

    for items in all_steps(ruleset):
        walk_steps(items, visit)
    return found


# ---- the two functions of an action ----------------------------------------------------------------------
def list_function(unit: Unit, action: Action) -> str:
    """def list_A(at, place, me, given...): writes the moves from L[at] on, returns where they end."""
    name = f"list_{action.index}"
    checked = crowded(unit, action)

    def make() -> ast.FunctionDef:
        b = Body(unit)
        b.place = place_of_conditions(action)
        names = steps.parameters(b, (action.me, *action.given))
        at = x.name("at")
        width = stride(unit)

        def put() -> None:
            b.emit(x.store("L", at, action.index))
            k = 1
            for param in action.params:
                held = b.local(param.local)
                for word in held if isinstance(held, tuple) else (held,):
                    b.emit(x.store("L", x.add(at, k), word))
                    k += 1

        def write_whole(test: ast.expr) -> None:
            put()
            b.emit(x.change("at", "+", x.mul(test, width)))

        def write() -> None:
            if checked:
                last = x.add(x.name(MOVES), MAX_LEGAL_MOVES * width)
                fault = x.call(
                    "fault", x.name("R"), x.name("FAULT_TOO_MANY"), x.name("place"), MAX_LEGAL_MOVES
                )
                b.emit(*x.when(x.compare(">=", at, last), [x.do(fault), x.give(at)]))
            put()
            b.emit(x.change("at", "+", width))

        quick = write_whole if unit.native and not checked else None
        with b.asking():
            with_condition(b, action, lambda: Listing(b, action, write, quick).level(0))
        b.emit(x.give(at))
        return x.function(name, ["at", "place", *names], b.out)

    return unit.helper(name, make)


def can_function(unit: Unit, action: Action) -> str:
    """def can_A(me): 1 if there is a move, else 0."""
    name = f"can_{action.index}"

    def make() -> ast.FunctionDef:
        b = Body(unit)
        b.place = place_of_conditions(action)
        names = steps.parameters(b, (action.me,))
        with b.asking():
            with_condition(b, action, lambda: Listing(b, action, lambda: b.emit(x.give(1))).level(0))
        b.emit(x.give(0))
        return x.function(name, names, b.out)

    return unit.helper(name, make)


def with_condition(b: Body, action: Action, emit: Callable[[], None]) -> None:
    """Emit under the action's ``when``."""
    if action.when is None:
        emit()
        return
    test = expressions.condition(b, action.when)
    with b.branch() as inside:
        emit()
    b.emit(*x.when(test, inside))


# ---- nested loops ----------------------------------------------------------------------------------------
@dataclass
class Level:
    """What is asked once so many parameters are chosen: of the parameter chosen last, and of later ones."""

    own: list[core.Expr]
    later: list[core.Expr]


class Listing:
    """The loops over an action's parameters, in one function."""

    def __init__(
        self,
        b: Body,
        action: Action,
        write: Callable[[], None],
        write_whole: Callable[[ast.expr], None] | None = None,
    ) -> None:
        self.b = b
        self.write_whole = write_whole
        self.action = action
        self.params = action.params
        self.write = write
        self.levels = self._levels()

    def _levels(self) -> list[Level]:
        unit = self.b.unit
        levels = [Level([], []) for _ in range(len(self.params) + 1)]
        chosen = {p.local.id: i + 1 for i, p in enumerate(self.params)}
        still = [
            safe(unit, (p.domain, p.where, p.if_possible, p.low, p.high))
            and not comprehensions.draws(self.b, p.domain)
            for p in self.params
        ]
        for j, param in enumerate(self.params):
            movable = True
            for condition in (c for w in param.where for c in conjuncts(w)):
                movable = movable and safe(unit, condition)
                target = max((chosen.get(i, 0) for i in locals_of(condition)), default=0)
                level = j + 1
                while movable and level > target and still[level - 1]:
                    level -= 1
                if level == j + 1:
                    levels[level].own.append(condition)
                else:
                    levels[level].later.append(condition)
        return levels

    def level(self, j: int) -> None:
        """Emit what is done once j parameters are chosen."""
        b = self.b
        later = self.levels[j].later
        test = expressions.all_of(b, later)
        with b.branch() as inside:
            if j == len(self.params):
                self.write()
            else:
                self.parameter(j)
        b.emit(*x.when(test, inside))

    def parameter(self, j: int) -> None:
        """Emit the loops over the candidates of a parameter."""
        param = self.params[j]
        b = self.b
        if param.low is not None:
            self.subsets(j)
            return
        own = self.levels[j + 1].own
        if self._whole(j):
            return
        each = self.candidates(param, own, candidate_effort(b.unit, self.action, j))
        keep = Passes(b, param, each).conditions()
        once = kinds.Once(b, param) if param.one_of_each_kind else None

        def candidate() -> None:
            test = expressions.junction(b, keep, True)
            with b.branch() as inside:
                if once is None:
                    self.level(j + 1)
                else:
                    once.only(lambda: self.level(j + 1))
            b.emit(*x.when(test, inside))

        each(candidate)

    def _whole(self, j: int) -> bool:
        """Emit the loop over the last parameter without branches, if that can be done: each candidate is
        written, and the next one over it if it isn't legal."""
        param, b = self.params[j], self.b
        plain = param.low is None and not param.if_possible and not param.one_of_each_kind
        if self.write_whole is None or j + 1 < len(self.params) or not plain:
            return False
        if repeats(b, param.domain) or comprehensions.draws(b, param.domain):
            return False
        loop = core.Loop(param.local, param.domain)
        conditions = [*self.levels[j + 1].own, *self.levels[j + 1].later]
        words, rest = masks.masked(b, loop, conditions, [param.local])
        done: list[bool] = []
        write = self.write_whole

        def visit(member: ast.expr, _: ast.expr) -> None:
            b.bind(param.local, member)
            test = branchless.legal(b, rest)
            done.append(test is not None)
            if test is not None:
                write(test)

        mark = len(b.out)
        if words is None:
            domains.walk(b, param.domain, visit, candidate_effort(b.unit, self.action, j))
        else:
            domains.walk_words(b, words, domains.domain_universe(b, param.domain), visit)
        if all(done) and done:
            return True
        del b.out[mark:]
        return False

    def candidates(self, param: Param, own: list[core.Expr], work: int) -> Each:
        """What emits the loop over the values of a domain that meet the conditions, each once. ``work``: the
        effort of a visit."""
        b = self.b
        if not repeats(b, param.domain) and not comprehensions.draws(b, param.domain):
            loop = core.Loop(param.local, param.domain)
            return lambda visit: comprehensions.each(b, [loop], own, lambda _: visit(), work)
        at, n = kinds.write_once(b, param.domain, repeats(b, param.domain))
        cost = charge(members(b.unit, param.domain), work)
        return lambda visit: kinds.each_written(b, at, n, param.local, own, visit, cost)

    def subsets(self, j: int) -> None:
        """Emit the loop over the subsets of a parameter's domain: all numbers whose bits say who is in."""
        param = self.params[j]
        b = self.b
        base = kinds.Base(b, param, repeats(b, param.domain))
        own = self.levels[j + 1].own
        keep = Passes(b, param, lambda visit: base.each(own, visit)).conditions()

        def candidate() -> None:
            test = expressions.junction(b, keep, True)
            with b.branch() as inside:
                if param.one_of_each_kind:
                    base.only_first(lambda: self.level(j + 1))
                else:
                    self.level(j + 1)
            b.emit(*x.when(test, inside))

        base.each(own, candidate)


class Passes:
    """``if possible``: each preference is first tried on all candidates that the ones before have left."""

    def __init__(self, b: Body, param: Param, each: Each) -> None:
        self.b = b
        self.flags: list[str] = []
        self.param = param
        for i, condition in enumerate(param.if_possible):
            flag = b.fresh("possible")
            b.set(flag, 0)
            depth = len(b.loops)

            def hit(
                i: int = i, condition: core.Expr = condition, flag: str = flag, depth: int = depth
            ) -> None:
                tests = [*self.conditions(i), lambda: expressions.condition(b, condition)]
                test = expressions.junction(b, tests, True)
                with b.branch() as inside:
                    b.set(flag, 1)
                    if len(b.loops) > depth:
                        b.leave(depth, flag)
                b.emit(*x.when(test, inside))

            each(hit)
            self.flags.append(flag)

    def conditions(self, upto: int | None = None) -> list[Callable[[], ast.expr]]:
        """What a candidate must meet: each preference that anybody meets."""
        b = self.b
        found: list[Callable[[], ast.expr]] = []
        for flag, condition in zip(self.flags[:upto], self.param.if_possible[:upto], strict=False):
            either: Sequence[Callable[[], ast.expr]] = [
                partial(x.negate, x.name(flag)),
                partial(expressions.condition, b, condition),
            ]
            found.append(partial(expressions.junction, b, either, False))
        return found


# ---- candidates that are given twice ---------------------------------------------------------------------
def repeats(b: Body, domain: core.Domain) -> bool:
    """Whether a walk of the domain may meet a member twice."""
    match domain:
        case core.ListD(items=items):
            known = [item.value for item in items if isinstance(item, core.Const)]
            return len(set(known)) < len(items)
        case core.FilterD(domain=inner):
            return repeats(b, inner)
        case core.BoardD():
            return boards.gives_twice(b.unit, domain)
        case _:
            return False
