"""What is known of an expression without running it: between which integers it lies, and how much there is to
walk.

This is what lets most indexes and sums go unchecked. Bounds are worked out from the leaves up: a leaf has its
declared type, which every write into it keeps to; what is computed is bounded by its parts and, where that
could leave 32 bits, checked when it is computed. The types that the checker gave to computed values are not
relied on.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final, cast

from rulewright.compile import geometry
from rulewright.compile.body import Unit
from rulewright.compile.inlining import inlined
from rulewright.ruleset import core
from rulewright.ruleset.model import Action
from rulewright.ruleset.types import INT_MAX, INT_MIN

Bounds = tuple[int, int]
NUMBERS: Final[Bounds] = (INT_MIN, INT_MAX)


def clip(bounds: Bounds) -> Bounds:
    """What is left of the bounds of a number that is checked to have 32 bits."""
    return max(bounds[0], INT_MIN), min(bounds[1], INT_MAX)


def fits(bounds: Bounds, wider: Bounds = NUMBERS) -> bool:
    return wider[0] <= bounds[0] and bounds[1] <= wider[1]


def bounds(unit: Unit, e: core.Expr) -> Bounds:
    """The least and the greatest integer that the expression can give."""
    match e:
        case core.Const(value=value):
            return value, value
        case core.Arith():
            return clip(arithmetic(e.op, bounds(unit, e.left), bounds(unit, e.right)))
        case core.Call():
            return _call(unit, e)
        case core.IfE(then=then, other=other):
            return _join(bounds(unit, then), bounds(unit, other))
        case core.OrElse(value=value, other=other):
            low, high = bounds(unit, value)
            return _join((max(low, 0), max(high, 0)), bounds(unit, other))
        case core.Some(value=value):
            low, high = bounds(unit, value)
            return max(low, 0), max(high, 0)
        case core.Size(domain=domain):
            return 0, pieces(unit, domain)
        case core.Total():
            return clip(total(unit, e))
        case core.Best():
            low, high = bounds(unit, e.value)
            return min(low, -1), max(high, -1)
        case core.Players():
            return unit.ruleset.players
        case core.CallDefinition(definition=name):
            return unit.of_definition(bounds, name)
        case core.BoardCall(function="distance" | "steps"):
            return -1, len(unit.ruleset.boards[e.board].spaces)
        case core.WalkLength():
            return 0, max(0, bounds(unit, e.up_to)[1])
        case _:
            return unit.layout.bounds(e.type)


def _join(a: Bounds, b: Bounds) -> Bounds:
    return min(a[0], b[0]), max(a[1], b[1])


def arithmetic(op: str, a: Bounds, b: Bounds) -> Bounds:
    """What the operation can give, by zero or beyond 32 bits left out."""
    if op == "+":
        return a[0] + b[0], a[1] + b[1]
    if op == "-":
        return a[0] - b[1], a[1] - b[0]
    if op == "*":
        products = [p * q for p in a for q in b]
        return min(products), max(products)
    if op == "mod":
        return min(0, b[0] + 1), max(0, b[1] - 1)
    divisors = [d for d in (b[0], b[1], -1, 1) if d != 0 and b[0] <= d <= b[1]] or [1]
    quotients = [p // q for p in a for q in divisors] + [0]
    return min(quotients), max(quotients)


def _call(unit: Unit, e: core.Call) -> Bounds:
    args = [bounds(unit, a) for a in e.args]
    match e.function:
        case "abs":
            low, high = args[0]
            return (low if low > 0 else -high if high < 0 else 0), max(abs(low), abs(high))
        case "min":
            return min(a[0] for a in args), min(a[1] for a in args)
        case "max":
            return max(a[0] for a in args), max(a[1] for a in args)
        case "seat":
            return args[0][0] + 1, args[0][1] + 1
        case _:
            return unit.layout.bounds(e.type)


def total(unit: Unit, e: core.Total) -> Bounds:
    """What a sum can come to, before it is checked."""
    most = 1
    for one in e.loops:
        most = min(most * pieces(unit, one.domain), 2**31)
    low, high = bounds(unit, e.value)
    return min(0, low * most), max(0, high * most)


def members(unit: Unit, domain: core.Domain) -> int:
    """How many members a walk of the domain can meet."""
    match domain:
        case core.Zone(family=family):
            layout = unit.layout.families.get(family, unit.layout.box)
            if layout.kind in ("kinds", "box", "set"):
                return (
                    min(layout.high - layout.low + 1, layout.capacity)
                    if layout.kind == "set"
                    else layout.high - layout.low + 1
                )
            return layout.capacity if layout.kind in ("row", "pile") else 1
        case core.AllOf(type=type):
            low, high = unit.layout.bounds(type)
            return high - low + 1
        case core.RangeD(low=low_e, high=high_e):
            return max(0, bounds(unit, high_e)[1] - bounds(unit, low_e)[0] + 1)
        case core.ListD(items=items):
            return len(items)
        case core.FilterD(leaves=leaves, domain=inner):
            families = unit.ruleset.components.families
            return min(sum(families[leaf].count for leaf in leaves), members(unit, inner))
        case core.SetD(value=value):
            words = unit.layout.universe(value.type)
            return words.count * 63
        case core.BoardD():
            return max((len(one) for one in geometry.lists(unit.ruleset, domain)), default=0)


def pieces(unit: Unit, domain: core.Domain) -> int:
    """How many there can be, each of alike pieces counted."""
    match domain:
        case core.Zone(family=family):
            layout = unit.layout.families.get(family, unit.layout.box)
            if layout.kind in ("kinds", "box"):
                copies = unit.ruleset.components.copies
                return min(sum(copies), layout.capacity) if layout.kind == "kinds" else sum(copies)
            return members(unit, domain)
        case core.FilterD(domain=inner):
            return pieces(unit, inner)
        case _:
            return members(unit, domain)


# ---- how long --------------------------------------------------------------------------------------------
FEW: Final = 1000
"""A loop that takes no more members than this, all told, asks for no fuel."""
SHARE: Final = 100
"""So many members that pass without fuel cost the loop around them one more step."""
CALL: Final = 10
"""To call a definition takes as long as to meet so many members. One with more than FEW in it asks for fuel
itself."""


def loop_effort(most: int, inner: int) -> int:
    """What a loop with so many turns passes without fuel, given that of a turn; one that asks for fuel passes
    nothing."""
    total = most * (1 + inner)
    return total if total <= FEW else 1


def charge(most: int, inner: int) -> int:
    """The steps that each turn of a loop costs; 0 if it asks for no fuel."""
    return 0 if most * (1 + inner) <= FEW else 1 + inner // SHARE


def effort(unit: Unit, node: object) -> int:
    """How many members may be met without fuel when an expression (or several) is evaluated."""
    match node:
        case tuple():
            return sum(effort(unit, part) for part in node)
        case core.Quantifier():
            return loops_effort(unit, node.loops, effort(unit, (node.condition, node.where)))
        case core.Total() | core.Best() | core.SetFrom():
            return loops_effort(unit, node.loops, effort(unit, (node.value, node.where)))
        case core.Find():
            each = effort(unit, (node.where, tuple(k.value for k in node.by)))
            return loop_effort(members(unit, node.domain), each) + effort(unit, node.domain)
        case core.CallDefinition():
            within = unit.of_definition(effort, node.definition)
            asks = within > FEW and not inlined(unit, node.definition)
            return CALL + (0 if asks else within) + effort(unit, (node.args, node.me))
        case core.Can():
            return sum(listing_effort(unit, unit.ruleset.actions[name]) for name in node.actions)
        case _ if type(node).__module__ == core.__name__:
            parts = fields(cast(Any, node))
            return sum(effort(unit, getattr(node, f.name)) for f in parts if f.name != "type")
        case _:
            return 0


def loops_effort(unit: Unit, loops: tuple[core.Loop, ...], inner: int) -> int:
    """Of nested loops around something."""
    for loop in reversed(loops):
        inner = loop_effort(members(unit, loop.domain), inner) + effort(unit, loop.domain)
    return inner


def listing_effort(unit: Unit, action: Action) -> int:
    """Of listing an action's moves."""
    return effort(unit, action.when) + parameter_effort(unit, action, 0)


def candidate_effort(unit: Unit, action: Action, j: int) -> int:
    """Of one candidate of a parameter: what is asked of it, and the loops over the parameters that follow."""
    param = action.params[j]
    asked = effort(unit, param.where) + effort(unit, param.if_possible) * (1 + len(param.if_possible))
    alike = members(unit, param.domain) if param.one_of_each_kind else 0
    return asked + alike + parameter_effort(unit, action, j + 1)


def parameter_effort(unit: Unit, action: Action, j: int) -> int:
    """Of the loops over the parameters from one on. Those over subsets ask for fuel."""
    if j == len(action.params):
        return 0
    param = action.params[j]
    n = members(unit, param.domain)
    around = effort(unit, param.domain)
    return around + (n if param.low is not None else loop_effort(n, candidate_effort(unit, action, j)))
