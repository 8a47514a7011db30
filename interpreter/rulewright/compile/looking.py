"""Looking at a component where it lies: the ends of a zone, and the n-th of a row or pile.

Looking at a card of a pile that is unknown draws it there, and a pile that is refilled is refilled when it is
looked at and empty; so looking is the one kind of expression that may change the position.
"""

from __future__ import annotations

import ast

from rulewright.compile import build as x
from rulewright.compile import expressions, moving
from rulewright.compile.body import Body
from rulewright.compile.bounds import bounds, fits
from rulewright.compile.zones import ZoneRef, pile_arguments, reference, zone_size
from rulewright.ruleset import core


def look(b: Body, e: core.End | core.Nth) -> ast.expr:
    """The component at an end of a zone, or the n-th."""
    if isinstance(e, core.Nth):
        return _nth(b, e)
    ref = reference(b, e.zone)
    family = ref.family
    if family.kind in ("slot", "kind"):
        return x.state(ref.at)
    low = _in_type(b, e)
    if family.refill is not None:
        moving.refill(b, ref, e.place)
    if family.kind == "pile" and family.deep:
        if e.end == "bottom":
            return b.call("pile_bottom", *pile_arguments(ref), family.words.first, low, e.place, ref.number)
        return pile_top(b, ref, low, e.place)
    size = x.state(ref.at)
    first = e.end in ("first", "bottom")
    item = x.state(x.add(ref.at, 1)) if first else x.state(x.add(ref.at, x.state(ref.at)))
    return x.conditional(
        x.compare(">", size, 0), item, _low(b.fault("FAULT_EMPTY", e.place, ref.number), low)
    )


def pile_top(b: Body, ref: ZoneRef, low: int, place: int) -> ast.expr:
    """The top card of a pile with unknown cards; ``low`` with a fault if there is none."""
    family = ref.family
    if family.words.count == 1:
        return b.call("pile_top_1", ref.at, family.capacity, family.words.first, low, place, ref.number)
    return b.call("pile_top", *pile_arguments(ref), family.words.first, low, place, ref.number)


def _in_type(b: Body, e: core.End | core.Nth) -> int:
    """An id of the expression's type: what a fault gives."""
    return max(0, b.unit.layout.bounds(e.type)[0])


def _low(fault: ast.expr, low: int) -> ast.expr:
    """The value that a fault (which gives 0) stands for."""
    return x.add(fault, low)


def _nth(b: Body, e: core.Nth) -> ast.expr:
    holder: list[ZoneRef] = []

    def zone() -> ast.expr:
        holder.append(reference(b, e.zone))
        return holder[0].at

    _, n = b.ordered([zone, lambda: expressions.value(b, e.n)])
    ref = holder[0]
    family = ref.family
    n = b.named(n)
    size = b.named(zone_size(b, ref))
    low = _in_type(b, e)
    inside = x.both([x.compare(">=", n, 1), x.compare("<=", n, size)])
    within = bounds(b.unit, e.n)
    if fits(within, (1, within[1])):
        inside = x.compare("<=", n, size)
    if family.kind == "pile" and family.deep:
        item: ast.expr = b.call("pile_nth", *pile_arguments(ref), family.words.first, x.sub(n, 1))
    elif family.kind == "pile":
        item = x.state(x.add(x.add(ref.at, 1), x.sub(size, n)))
    else:
        item = x.state(x.add(ref.at, n))
    return x.conditional(inside, item, _low(b.fault("FAULT_INDEX", e.place, n), low))
