"""Which expressions can do nothing but give a value: no fault, no card drawn.

Only those may be evaluated earlier, oftener or less often than the ruleset says, which is what makes loops
fast: a condition is asked at the outermost loop that can decide it.
"""

from __future__ import annotations

from typing import Final

from rulewright.compile.body import Unit
from rulewright.compile.bounds import NUMBERS, arithmetic, bounds, fits, total
from rulewright.ruleset import core
from rulewright.ruleset.model import MISSING, KeyType, LocalVar
from rulewright.ruleset.types import Comp, Player, SetOf


def safe(unit: Unit, e: object) -> bool:
    """Whether evaluating an expression (or domain, or several) can neither fault nor draw."""
    if isinstance(e, tuple):
        return all(safe(unit, part) for part in e)
    if not parts_safe(unit, e):
        return False
    match e:
        case core.VarGet(variable=name, index=index):
            return _indexes(unit, index, unit.ruleset.variables[name].keys)
        case core.TableGet(table=name, index=index):
            table = unit.ruleset.tables[name]
            return MISSING not in table.values and _indexes(unit, index, table.keys)
        case core.FieldGet():
            return _has_field(unit, e)
        case core.Arith():
            left, right = bounds(unit, e.left), bounds(unit, e.right)
            if e.op in ("div", "mod") and right[0] <= 0 <= right[1]:
                return False
            return fits(arithmetic(e.op, left, right), NUMBERS)
        case core.Call(function="nth", args=args, type=type):
            low, high = unit.layout.bounds(type)
            return not isinstance(type, Player) and fits(bounds(unit, args[0]), (1, high - low + 1))
        case core.Some(value=value):
            return bounds(unit, value)[0] >= 0
        case core.End(end=end):
            return end == "only"
        case core.Total():
            return fits(total(unit, e), NUMBERS) and _loops(unit, e.loops)
        case core.Quantifier() | core.Best() | core.SetFrom():
            return _loops(unit, e.loops)
        case core.Find(kind=kind, domain=domain):
            return (kind == "find" or certain(unit, e)) and not _draws(unit, domain)
        case core.CallDefinition(definition=name):
            return unit.of_definition(safe, name)
        case core.Zone(family=family, index=index):
            zone = unit.ruleset.zones.get(family)
            return zone is None or _indexes(unit, index, zone.keys)
        case core.BoardCall(function=function):
            return function != "along"
        case core.Reading():
            return not unit.open
        case core.IfE():
            # In a counted program its ways are told apart.
            return not unit.counted
        case core.Nth() | core.Can() | core.WalkLength():
            return False
        case _:
            return True


MAX_VALUES: Final = 64
"""Values of a field that something is worked out for beforehand."""


def by_field(unit: Unit, e: core.Find) -> tuple[core.FieldGet, core.Expr] | None:
    """The field and the value wanted, if a component of some type is looked for by the value of a field."""
    if not isinstance(e.domain, core.AllOf) or not isinstance(e.domain.type, Comp) or e.by:
        return None
    if not isinstance(e.where, core.Compare) or e.where.op != "=":
        return None
    for mine, other in ((e.where.left, e.where.right), (e.where.right, e.where.left)):
        match mine:
            case core.FieldGet(component=core.Local(var=var)) if var.id == e.local.id:
                low, high = unit.layout.bounds(mine.type)
                if high - low < MAX_VALUES and fits(bounds(unit, other), (low, high)):
                    return (mine, other) if e.local.id not in locals_of(other) else None
    return None


def certain(unit: Unit, e: core.Find) -> bool:
    """Whether something is found whatever is asked for: there is a component for each value of the field. An
    owner who is asked for plays, so that what is his is in the game."""
    found = by_field(unit, e)
    if found is None or not isinstance(e.domain, core.AllOf) or not isinstance(e.domain.type, Comp):
        return False
    field, wanted = found
    components = unit.ruleset.components
    values = components.owner if field.field == "owner" else components.values[field.field]
    there = {
        values[i]
        for i in components.ids(e.domain.type)
        if field.field == "owner" or components.owner[i] < unit.ruleset.players[0]
    }
    low, high = bounds(unit, wanted)
    return safe(unit, field) and there.issuperset(range(low, high + 1))


def parts_safe(unit: Unit, e: object) -> bool:
    """Whether all that an expression is made of is safe."""
    if type(e).__module__ != core.__name__:
        return True
    return all(safe(unit, getattr(e, f)) for f in e.__dataclass_fields__ if f != "type")  # type: ignore[attr-defined]


def _loops(unit: Unit, loops: tuple[core.Loop, ...]) -> bool:
    return not any(_draws(unit, loop.domain) for loop in loops)


def _draws(unit: Unit, domain: core.Domain) -> bool:
    """Whether walking a domain may draw cards."""
    match domain:
        case core.Zone(family=family):
            known = unit.layout.families.get(family)
            return known is not None and known.deep
        case core.FilterD(domain=inner):
            return _draws(unit, inner)
        case _:
            return False


def _indexes(unit: Unit, index: tuple[core.Expr, ...], keys: tuple[KeyType, ...]) -> bool:
    return len(index) == len(keys) and all(
        fits(bounds(unit, e), (key.offset, key.offset + key.size - 1))
        for e, key in zip(index, keys, strict=True)
    )


def _has_field(unit: Unit, e: core.FieldGet) -> bool:
    components = unit.ruleset.components
    low, high = bounds(unit, e.component)
    if low < 0:
        return False
    if e.field == "owner":
        return all(o >= 0 for o in components.owner[low : high + 1])
    leaves = set(components.leaf_of[low : high + 1])
    return all(e.field in components.families[leaf].fields for leaf in leaves)


def locals_of(e: object) -> set[int]:
    """The ids of the locals that an expression reads."""
    return {var.id for var in locals_in(e)}


def locals_in(e: object) -> list[LocalVar]:
    """The locals that an expression reads, as often as it does."""
    if isinstance(e, tuple):
        return [var for part in e for var in locals_in(part)]
    if isinstance(e, core.Local):
        return [e.var]
    if type(e).__module__ != core.__name__:
        return []
    fields = e.__dataclass_fields__  # type: ignore[attr-defined]
    return [var for name in fields if name != "type" for var in locals_in(getattr(e, name))]


def conjuncts(e: core.Expr | None, holds: bool = True) -> list[core.Expr]:
    """The conditions that must all be true for e to be (``holds``) or not to be."""
    match e:
        case None:
            return []
        case core.And(items=items) if holds:
            return [c for item in items for c in conjuncts(item)]
        case core.Or(items=items) if not holds:
            return [c for item in items for c in conjuncts(item, False)]
        case core.Not(item=item):
            return conjuncts(item, not holds)
        case core.Compare(type=type, op=op, left=left, right=right) if not holds:
            inverse = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
            return [core.Compare(type, inverse[op], left, right)]  # type: ignore[arg-type]
        case _:
            return [e] if holds else [core.Not(e.type, e)]


def quiet(unit: Unit, step: core.Step) -> bool:
    """Whether a step can neither fault nor need chance, and keeps no local: what a game begins with until
    then is always the same."""
    match step:
        case core.MoveEvery(source=source, to=to):
            return source is None and _roomy(unit, to)
        case core.MoveAll(source=source, to=to):
            return _roomy(unit, to) and safe(unit, source) and not _draws(unit, source)
        case core.Shuffle(zone=zone):
            return safe(unit, zone)
        case core.SetVar(variable=name, index=index, value=value):
            declared = unit.ruleset.variables[name]
            if isinstance(declared.type, SetOf) or not safe(unit, value):
                return False
            within = unit.layout.bounds(declared.type)
            return _indexes(unit, index, declared.keys) and fits(bounds(unit, value), within)
        case core.If(condition=condition, then=then, other=other):
            return safe(unit, condition) and all(quiet(unit, s) for s in (*then, *other))
        case core.For(domain=core.AllOf() as domain, body=body):
            asked = (domain, step.origin, step.where, tuple(k.value for k in step.by))
            return safe(unit, asked) and all(quiet(unit, s) for s in body)
        case _:
            return False


def _roomy(unit: Unit, zone: core.Zone) -> bool:
    """Whether a zone has room for all there is."""
    family = unit.layout.families.get(zone.family)
    return safe(unit, zone) and (family is None or family.limit is None)
