"""Conditions without branches, for native code: evaluated whole, as 0 or 1, whatever their parts turn out to
be.

Whether a candidate is legal is hard to foresee, and a branch that the processor foresees wrongly costs as
much as ten loads. So a short condition over tables and slots is reckoned with & and | instead. What the
ruleset says is not asked in some case may be asked here in all, which must not be noticed: a part that would
fault gives some value, and is marked *bad*; and a bad part that counts (say, after an ``and`` whose first
part holds) makes the whole bad. Then, which is rare, the condition is asked once more in the proper way.

In CPython a branch is cheaper than what it leaves out, so none of this is used there.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Final

from rulewright.compile import build as x
from rulewright.compile import expressions
from rulewright.compile.body import Body
from rulewright.compile.bounds import NUMBERS, arithmetic, bounds, fits
from rulewright.compile.inlining import inlined, weight
from rulewright.compile.safety import conjuncts
from rulewright.ruleset import core
from rulewright.ruleset.model import MISSING, KeyType
from rulewright.ruleset.types import SetOf

HEAVY: Final = 60
"""Nodes of conditions from which on they are not taken whole."""


@dataclass(frozen=True)
class Whole:
    """A value (of a condition 0 or 1), and 1 if it means nothing. Both may be written several times."""

    value: ast.expr
    bad: ast.expr


class CannotBe(Exception):
    """An expression that has to be evaluated in the proper way."""


def whole(b: Body, conditions: list[core.Expr]) -> Whole | None:
    """All of some conditions at once; nothing if they aren't of the kind. What was emitted for nothing is
    unused."""
    if not conditions or sum(map(weight, conditions)) > HEAVY:
        return None
    with b.branch() as inside:
        try:
            result = _all(b, conditions)
        except CannotBe:
            return None
    b.emit(*inside)
    return result


def _all(b: Body, conditions: list[core.Expr]) -> Whole:
    result = Whole(x.const(1), x.const(0))
    for condition in conditions:
        result = _and(b, result, _condition(b, condition))
    return result


def _and(b: Body, p: Whole, q: Whole) -> Whole:
    bad = x.binary("|", p.bad, x.binary("&", p.value, q.bad))
    return Whole(b.named(_both(p.value, q.value)), b.named(bad))


def _both(p: ast.expr, q: ast.expr) -> ast.expr:
    if x.is_value(p, 1):
        return q
    return p if x.is_value(q, 1) else x.binary("&", p, q)


def _not(b: Body, p: Whole) -> Whole:
    return Whole(b.named(x.binary("^", p.value, 1)), p.bad)


def _truth(b: Body, test: ast.expr) -> ast.expr:
    return b.named(test if x.is_const(test) else ast.IfExp(test, x.const(1), x.const(0)))


# ---- conditions ------------------------------------------------------------------------------------------
def _condition(b: Body, e: core.Expr) -> Whole:
    match e:
        case core.And(items=items):
            return _all(b, list(items))
        case core.Or(items=items):
            # a or b is not (not a and not b), with the same parts asked.
            result = Whole(x.const(1), x.const(0))
            for item in items:
                result = _and(b, result, _not(b, _condition(b, item)))
            return _not(b, result)
        case core.Not(item=item):
            return _not(b, _condition(b, item))
        case core.Compare(op=op, left=left, right=right):
            p, q = _value(b, left), _value(b, right)
            return Whole(_truth(b, x.compare(op, p.value, q.value)), _either(b, p, q))
        case core.IsNone(value=value):
            p = _value(b, value)
            return Whole(_truth(b, x.compare("<", p.value, 0)), p.bad)
        case core.IsOf(component=component, leaves=leaves):
            p = _value(b, component)
            test = expressions.is_of(b, p.value, leaves, bounds(b.unit, component))
            return Whole(_truth(b, test), p.bad)
        case core.IsEmpty(domain=core.Zone() as zone):
            return _empty(b, zone)
        case core.CallDefinition(definition=name) if not isinstance(e.type, SetOf):
            _bind(b, e)
            return _condition(b, b.unit.ruleset.definitions[name].body)
        case _:
            raise CannotBe


def _either(b: Body, *parts: Whole) -> ast.expr:
    bad: ast.expr = x.const(0)
    for part in parts:
        bad = x.binary("|", bad, part.bad)
    return b.named(bad)


def _bind(b: Body, e: core.CallDefinition) -> None:
    if not inlined(b.unit, e.definition, None):
        raise CannotBe
    definition = b.unit.ruleset.definitions[e.definition]
    given = [*([e.me] if e.me is not None else []), *e.args]
    for p, arg in zip(definition.parameters, given, strict=True):
        if isinstance(p.type, SetOf) or not fits(bounds(b.unit, arg), b.unit.layout.bounds(p.type)):
            raise CannotBe
        value = _value(b, arg)
        if not x.is_value(value.bad, 0):
            raise CannotBe
        b.bind(p, value.value)


def _empty(b: Body, zone: core.Zone) -> Whole:
    family = b.unit.layout.families.get(zone.family)
    if family is None or family.kind not in ("slot", "kind", "row", "set") or family.words.count != 1:
        raise CannotBe
    entry, bad = _entry(b, zone.index, b.unit.ruleset.zones[zone.family].keys)
    held = x.state(x.add(x.mul(entry, family.stride), family.base))
    return Whole(_truth(b, x.compare("<" if family.kind in ("slot", "kind") else "=", held, 0)), bad)


# ---- values ----------------------------------------------------------------------------------------------
def _value(b: Body, e: core.Expr) -> Whole:
    none_bad = x.const(0)
    match e:
        case core.Const(value=value):
            return Whole(x.const(value), none_bad)
        case core.Local(var=var):
            held = b.local(var)
            if not isinstance(held, ast.expr):
                raise CannotBe
            return Whole(b.named(held), none_bad)
        case core.Reading() if not b.unit.open:
            return Whole(b.named(expressions.value(b, e)), none_bad)
        case core.Players():
            return Whole(b.named(expressions.players(b)), none_bad)
        case core.VarGet(variable=name, index=index):
            entry, bad = _entry(b, index, b.unit.ruleset.variables[name].keys)
            return Whole(b.named(x.state(x.add(entry, b.unit.layout.variables[name]))), bad)
        case core.TableGet(table=name, index=index):
            table = b.unit.ruleset.tables[name]
            if MISSING in table.values:
                raise CannotBe
            entry, bad = _entry(b, index, table.keys)
            return Whole(b.named(x.constant(x.add(entry, b.unit.constants.table(name)))), bad)
        case core.FieldGet():
            return _field(b, e)
        case core.Some(value=value):
            return _some(b, _value(b, value), bounds(b.unit, value))
        case core.End(zone=zone, end="only"):
            family = b.unit.layout.families.get(zone.family)
            if family is None or family.kind not in ("slot", "kind"):
                raise CannotBe
            entry, bad = _entry(b, zone.index, b.unit.ruleset.zones[zone.family].keys)
            return Whole(b.named(x.state(x.add(entry, family.base))), bad)
        case core.Arith(op="+" | "-" | "*" as op, left=left, right=right):
            if not fits(arithmetic(op, bounds(b.unit, left), bounds(b.unit, right)), NUMBERS):
                raise CannotBe
            p, q = _value(b, left), _value(b, right)
            return Whole(b.named(x.binary(op, p.value, q.value)), _either(b, p, q))
        case core.Call(function="seat", args=(arg,)):
            p = _value(b, arg)
            return Whole(x.add(p.value, 1), p.bad)
        case core.BoardCall():
            return _board(b, e)
        case core.CallDefinition(definition=name) if not isinstance(e.type, SetOf):
            _bind(b, e)
            return _value(b, b.unit.ruleset.definitions[name].body)
        case _:
            raise CannotBe


def _some(b: Body, p: Whole, within: tuple[int, int]) -> Whole:
    """A value that may be none: then 0, and bad."""
    if within[0] >= 0:
        return p
    none = _truth(b, x.compare("<", p.value, 0))
    value = b.named(x.conditional(x.compare("<", p.value, 0), x.const(0), p.value))
    return Whole(value, b.named(x.binary("|", p.bad, none)))


def _digit(b: Body, p: Whole, within: tuple[int, int], offset: int, size: int) -> Whole:
    """Which of ``size`` things is meant, from 0; bad, and 0, if none."""
    if fits(within, (offset, offset + size - 1)):
        return Whole(x.sub(p.value, offset), p.bad)
    digit = b.named(x.sub(p.value, offset))
    inside = x.both([x.compare(">=", digit, 0), x.compare("<", digit, size)])
    wrong = _truth(b, x.negate(inside))
    return Whole(b.named(x.conditional(inside, digit, x.const(0))), b.named(x.binary("|", p.bad, wrong)))


def _entry(b: Body, index: tuple[core.Expr, ...], keys: tuple[KeyType, ...]) -> tuple[ast.expr, ast.expr]:
    """The number of an entry, and whether it is bad."""
    if len(index) != len(keys):
        raise CannotBe
    number: ast.expr = x.const(0)
    bad: ast.expr = x.const(0)
    for e, key in zip(index, keys, strict=True):
        digit = _digit(b, _value(b, e), bounds(b.unit, e), key.offset, key.size)
        number = x.add(x.mul(number, key.size), digit.value)
        bad = x.binary("|", bad, digit.bad)
    return b.named(number), b.named(bad)


def _field(b: Body, e: core.FieldGet) -> Whole:
    components = b.unit.ruleset.components
    low, high = bounds(b.unit, e.component)
    if low < 0:
        raise CannotBe
    if e.field == "owner":
        known = all(o >= 0 for o in components.owner[low : high + 1])
    else:
        leaves = set(components.leaf_of[low : high + 1])
        known = all(e.field in components.families[leaf].fields for leaf in leaves)
    if not known:
        raise CannotBe
    p = _value(b, e.component)
    return Whole(b.named(x.constant(x.add(p.value, b.unit.constants.by_id(e.field)))), p.bad)


def _board(b: Body, e: core.BoardCall) -> Whole:
    board = b.unit.ruleset.boards[e.board]
    n = len(board.spaces)
    constants = b.unit.constants
    if e.function not in ("step", "rank", "column"):
        raise CannotBe
    space = _digit(b, _value(b, e.args[0]), bounds(b.unit, e.args[0]), 0, n)
    if e.function == "step":
        table = [to for direction in board.directions.values() for to in direction]
        way = _digit(b, _value(b, e.args[1]), bounds(b.unit, e.args[1]), 0, len(board.directions))
        at = constants.at(("step", e.board), len(table), lambda _: table)
        entry = x.add(x.mul(way.value, n), space.value)
        return Whole(b.named(x.constant(x.add(entry, at))), _either(b, space, way))
    values = list(board.ranks if e.function == "rank" else board.columns)
    at = constants.at((e.function, e.board), len(values), lambda _: values)
    return Whole(b.named(x.constant(x.add(space.value, at))), space.bad)


def legal(b: Body, conditions: list[core.Expr]) -> ast.expr | None:
    """Emit: whether conditions hold, as a name of 0 or 1, asked whole. Nothing if they can't be."""
    known = whole(b, [c for condition in conditions for c in conjuncts(condition)])
    if known is None:
        return None
    if x.is_value(known.bad, 0):
        return known.value
    result = b.fresh("legal")
    b.set(result, known.value)
    with b.branch() as properly:
        b.set(result, expressions.all_of(b, conditions))
    b.emit(*x.when(known.bad, properly))
    return x.name(result)
