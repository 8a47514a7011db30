"""Comprehensions: any, all, sum, count, min, max, find, the.

Each is nested loops with conditions between them (`each`). Two things keep them short. A condition stands at
the outermost loop that can decide it, where moving it there can't be told (`safety`). And what can be told of
all members of a set at once is told so (`masks`), which often leaves no loop at all.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from rulewright.compile import branchless, domains, expressions, masks, zones
from rulewright.compile import build as x
from rulewright.compile.body import Body, Words
from rulewright.compile.bounds import NUMBERS, bounds, effort, loop_effort, members, total
from rulewright.compile.safety import by_field, certain, conjuncts, locals_of, safe
from rulewright.machine.interface import Config
from rulewright.ruleset import core
from rulewright.ruleset.types import Comp

SHORT_WALK = 8
"""Members that are all asked, natively, rather than stopping at the first."""


def comprehension(b: Body, e: core.Expr) -> ast.expr:
    match e:
        case core.Quantifier():
            return quantifier(b, e)
        case core.Total():
            return _total(b, e)
        case core.Best():
            return _best(b, e)
        case core.Find():
            return _find(b, e)
        case _:
            raise AssertionError(type(e).__name__)


# ---- loops with conditions -------------------------------------------------------------------------------
def each(
    b: Body,
    loops: Sequence[core.Loop],
    where: core.Expr | Sequence[core.Expr] | None,
    visit: Callable[[ast.expr], None],
    work: int = 0,
) -> None:
    """Emit the loops; ``visit`` emits what is done for each combination that the conditions let through,
    given its weight. The loops' locals are bound. ``work``: the effort of a visit (see `bounds.effort`)."""
    conditions = list(where) if isinstance(where, Sequence) else conjuncts(where)
    levels = _levels(b, loops, conditions)

    def level(i: int, weight: ast.expr) -> None:
        rest = levels[i]
        words: Words | None = None
        if i < len(loops):
            words, levels[i + 1] = masks.masked(b, loops[i], levels[i + 1], [one.local for one in loops[i:]])
        if i > 0 and b.loops and b.loops[-1].continues:
            for condition in rest:
                expressions.require(b, condition)
            inner(i, weight, words)
            return
        test = expressions.all_of(b, rest)
        with b.branch() as inside:
            inner(i, weight, words)
        b.emit(*x.when(test, inside))

    def inner(i: int, weight: ast.expr, words: Words | None) -> None:
        if i == len(loops):
            visit(weight)
        else:
            _loop(b, loops[i], words, lambda member, n: level(i + 1, x.mul(weight, n)), effort_of(i))

    def effort_of(i: int) -> int:
        inner = effort(b.unit, tuple(levels[-1])) + work
        for k in range(len(loops) - 1, i, -1):
            inner = loop_effort(members(b.unit, loops[k].domain), inner) + effort(b.unit, tuple(levels[k]))
        return inner

    level(0, x.ONE)


def _loop(
    b: Body, loop: core.Loop, words: Words | None, visit: Callable[[ast.expr, ast.expr], None], work: int
) -> None:
    def bound(member: ast.expr, weight: ast.expr) -> None:
        b.bind(loop.local, member)
        visit(member, weight)

    b.sizes.append(members(b.unit, loop.domain))
    if words is None:
        domains.walk(b, loop.domain, bound, work)
    else:
        fuelled = domains.with_fuel(b, loop.domain, bound, work)
        domains.walk_words(b, words, domains.domain_universe(b, loop.domain), fuelled)
    b.sizes.pop()


def _levels(b: Body, loops: Sequence[core.Loop], conditions: list[core.Expr]) -> list[list[core.Expr]]:
    """For each number of loops entered, the conditions to be asked there."""
    levels: list[list[core.Expr]] = [[] for _ in range(len(loops) + 1)]
    still = [safe(b.unit, loop.domain) and not draws(b, loop.domain) for loop in loops]
    outermost = max((i + 1 for i, quiet in enumerate(still) if not quiet), default=0)
    movable = True
    for condition in conditions:
        movable = movable and safe(b.unit, condition)
        if not movable:
            levels[-1].append(condition)
            continue
        read = locals_of(condition)
        at = max((i + 1 for i, loop in enumerate(loops) if loop.local.id in read), default=outermost)
        at = max(at, outermost)
        levels[at].append(condition)
    return levels


# ---- any, all --------------------------------------------------------------------------------------------
def quantifier(b: Body, e: core.Quantifier) -> ast.expr:
    """all(C) is taken as not any(not C)."""
    some = e.kind == "any"
    conditions = conjuncts(e.where) + conjuncts(e.condition, some)
    found = exists(b, e.loops, conditions)
    return found if some else x.negate(found)


def exists(b: Body, loops: Sequence[core.Loop], conditions: list[core.Expr]) -> ast.expr:
    """Is there a combination for which all conditions hold? They are asked in order, each combination in
    turn."""
    if len(loops) == 1:
        words, rest = masks.masked(b, loops[0], conditions, [loops[0].local])
        if words is None or rest:
            of = domains.domain_universe(b, loops[0].domain)
            words = masks.whole(b, loops[0].local, loops[0].domain, conditions, of, True)
            rest = []
        if words is not None and not rest:
            return x.either([x.compare("!=", w, 0) for w in words])
        if b.unit.native and members(b.unit, loops[0].domain) <= SHORT_WALK:
            whole = _exists_whole(b, loops[0], conditions)
            if whole is not None:
                return whole
    return _exists(b, loops, conditions)


def _exists_whole(b: Body, loop: core.Loop, conditions: list[core.Expr]) -> ast.expr | None:
    """`exists` over a few members without branches (see `branchless`), if it can be."""
    if draws(b, loop.domain) or not safe(b.unit, loop.domain):
        return None
    found, bad = b.fresh("any"), b.fresh("bad")
    kinds: list[bool | None] = []
    mark = len(b.out)
    b.set(found, 0)
    b.set(bad, 0)

    def visit(member: ast.expr, _: ast.expr) -> None:
        b.bind(loop.local, member)
        known = branchless.whole(b, conditions)
        kinds.append(None if known is None else x.is_value(known.bad, 0))
        if known is None:
            return
        if not x.is_value(known.bad, 0):
            # What comes after the first hit doesn't count.
            counts = x.binary("&", x.binary("^", x.name(found), 1), known.bad)
            b.emit(x.change(bad, "|", counts))
        b.emit(x.change(found, "|", known.value))

    domains.walk(b, loop.domain, visit)
    if not kinds or None in kinds:
        del b.out[mark:]
        return None
    if not all(kinds):
        with b.branch() as properly:
            b.set(found, _exists(b, [loop], conditions))
        b.emit(*x.when(x.name(bad), properly))
    return x.name(found)


def _exists(b: Body, loops: Sequence[core.Loop], conditions: list[core.Expr]) -> ast.expr:
    found = b.fresh("any")
    b.set(found, 0)
    depth = len(b.loops)

    def hit(_: ast.expr) -> None:
        if len(b.loops) == depth:  # no loop is left: a walk of nothing
            b.set(found, 1)
            return
        b.set(found, 1)
        b.leave(depth, found)

    each(b, loops, conditions, hit)
    return x.name(found)


# ---- sums ------------------------------------------------------------------------------------------------
def _total(b: Body, e: core.Total) -> ast.expr:
    within = total(b.unit, e)
    if isinstance(e.value, core.Const) and len(e.loops) == 1:
        loop = e.loops[0]
        counted: ast.expr | None = None
        if e.where is None:
            counted = domains.size(b, loop.domain) if not draws(b, loop.domain) else None
        else:
            words, rest = masks.masked(b, loop, conjuncts(e.where), [loop.local])
            if words is not None and not rest:
                counted = zones.popcount(list(words))
        if counted is not None:
            return expressions.ranged(b, x.mul(counted, e.value.value), within, NUMBERS, e.place)
    result = b.fresh("sum")
    b.set(result, 0)

    def put(weight: ast.expr) -> None:
        b.emit(x.change(result, "+", x.mul(expressions.value(b, e.value), weight)))

    each(b, e.loops, e.where, put, effort(b.unit, e.value))
    return expressions.ranged(b, x.name(result), within, NUMBERS, e.place)


def draws(b: Body, domain: core.Domain) -> bool:
    if isinstance(domain, core.FilterD):
        return draws(b, domain.domain)
    if isinstance(domain, core.Zone) and domain.family in b.unit.layout.families:
        return b.unit.layout.families[domain.family].deep
    return False


# ---- the best, the first ---------------------------------------------------------------------------------
def _best(b: Body, e: core.Best) -> ast.expr:
    """Values are not negative here: none is (the base of an Opt has no negative values)."""
    result = b.fresh("best")
    least = bounds(b.unit, e.value)[0]
    flag = b.fresh("some") if least < 0 else None
    b.set(result, -1)
    if flag is not None:
        b.set(flag, 0)

    def put(_: ast.expr) -> None:
        v = b.named(expressions.value(b, e.value))
        better = x.compare(">" if e.kind == "max" else "<", v, x.name(result))
        set_it: list[ast.stmt] = [x.assign(result, v)]
        if flag is not None:
            b.emit(*x.when(x.either([x.negate(x.name(flag)), better]), [*set_it, x.assign(flag, 1)]))
        elif e.kind == "max":
            b.emit(*x.when(better, set_it))
        else:
            b.emit(*x.when(x.either([x.compare("<", x.name(result), 0), better]), set_it))

    each(b, e.loops, e.where, put, effort(b.unit, e.value))
    return x.name(result)


def _find(b: Body, e: core.Find) -> ast.expr:
    listed = by_field(b.unit, e)
    if listed is not None and safe(b.unit, listed[0]):
        return _listed(b, e, *listed)
    loop = core.Loop(e.local, e.domain)
    result = b.fresh("found")
    mark = len(b.out)
    b.set(result, -1)
    if e.by:
        _by_keys(b, loop, e, result)
    else:
        depth = len(b.loops)
        flag = b.fresh("stop")

        def hit(_: ast.expr) -> None:
            held = b.local(e.local)
            assert isinstance(held, ast.expr)
            b.set(result, held)
            if len(b.loops) > depth:
                b.leave(depth, flag)

        each(b, [loop], e.where, hit)
        b.out.insert(mark, x.assign(flag, 0))
    if e.kind == "find":
        return x.name(result)
    low = domains.element_bounds(b, e.domain)[0]
    none = x.add(b.fault("FAULT_NONE_USED", e.place), max(0, low))
    return x.conditional(x.compare(">=", x.name(result), 0), x.name(result), none)


def _listed(b: Body, e: core.Find, field: core.FieldGet, wanted: core.Expr) -> ast.expr:
    """The first component by the value of a field: from a table."""
    assert isinstance(e.domain, core.AllOf)
    assert isinstance(e.domain.type, Comp)
    components = b.unit.ruleset.components
    values = components.owner if field.field == "owner" else components.values[field.field]
    low, high = b.unit.layout.bounds(field.type)
    ids = components.ids(e.domain.type)

    def first(config: Config) -> list[int]:
        there = {values[i]: i for i in reversed(ids) if components.owner[i] < config.players}
        return [there.get(v, -1) for v in range(low, high + 1)]

    key = ("first", field.field, e.domain.type.leaves, low, high)
    at = b.unit.constants.at(key, high - low + 1, first)
    found = x.constant(x.add(x.sub(expressions.value(b, wanted), low), at))
    if e.kind == "find" or certain(b.unit, e):
        return found
    held = b.named(found)
    none = x.add(b.fault("FAULT_NONE_USED", e.place), max(0, domains.element_bounds(b, e.domain)[0]))
    return x.conditional(x.compare(">=", held, 0), held, none)


def _by_keys(b: Body, loop: core.Loop, e: core.Find, result: str) -> None:
    """The first by the keys: the best so far, and its keys, in names."""
    best = [b.fresh("key") for _ in e.by]
    for name in best:
        b.set(name, 0)

    def put(_: ast.expr) -> None:
        held = b.local(e.local)
        assert isinstance(held, ast.expr)
        keys = [b.named(v) for v in expressions.values(b, [k.value for k in e.by])]
        tests: list[ast.expr] = [x.compare("<", x.name(result), 0)]
        equal: list[ast.expr] = []
        for key, name, sort in zip(keys, best, e.by, strict=True):
            better = x.compare(">" if sort.descending else "<", key, x.name(name))
            tests.append(x.both([*equal, better]))
            equal.append(x.compare("=", key, x.name(name)))
        taken = [x.assign(result, held), *(x.assign(n, k) for n, k in zip(best, keys, strict=True))]
        b.emit(*x.when(x.either(tests), taken))

    each(b, [loop], e.where, put, effort(b.unit, tuple(k.value for k in e.by)))
