"""Zones in the state vector: addressing one, asking how much is in it.

Everything that depends on how a kind of zone is laid out (see `layout`) and only reads is here and in
`domains` and `looking`; what moves is in `moving`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from rulewright.compile import build as x
from rulewright.compile import expressions
from rulewright.compile.body import Body
from rulewright.compile.layout import FamilyLayout
from rulewright.ruleset import core


@dataclass(frozen=True)
class ZoneRef:
    """One zone: where it lies in S, and its number. Both may be written several times."""

    family: FamilyLayout
    at: ast.expr
    number: ast.expr
    entry: ast.expr
    """Its number within the family."""


def reference(b: Body, zone: core.Zone) -> ZoneRef:
    """Evaluate a zone's indexes."""
    layout = b.unit.layout
    if zone.family not in layout.families:
        return ZoneRef(layout.box, x.const(layout.box.base), x.const(0), x.const(0))
    family = layout.families[zone.family]
    entry = expressions.mixed(b, zone.index, b.unit.ruleset.zones[zone.family].keys, zone.place)
    return numbered(b, family, entry)


def numbered(b: Body, family: FamilyLayout, entry: ast.expr) -> ZoneRef:
    """The zone of a family with this number within it."""
    entry = b.named(entry)
    at = x.add(x.mul(entry, family.stride), family.base)
    return ZoneRef(family, at, x.add(entry, family.number), entry)


# ---- how much --------------------------------------------------------------------------------------------
def pile_arguments(ref: ZoneRef) -> list[ast.expr | int]:
    """What the functions of piles in `library` take first."""
    return [ref.at, ref.family.capacity, ref.family.words.count]


def zone_size(b: Body, ref: ZoneRef) -> ast.expr:
    """How many pieces are in a zone."""
    family = ref.family
    match family.kind:
        case "set":
            return popcount([x.state(x.add(ref.at, i)) for i in range(family.words.count)], ref.at)
        case "slot" | "kind":
            return x.conditional(x.compare(">=", x.state(ref.at), 0), x.const(1), x.const(0))
        case "row":
            return x.state(ref.at)
        case "pile":
            if not family.deep:
                return x.state(ref.at)
            if family.words.count == 1:
                below = x.state(x.add(ref.at, family.capacity + 2))
                return x.add(x.add(x.state(ref.at), x.call("popcount", unknown(ref))), below)
            return b.call("pile_size", *pile_arguments(ref))
        case "kinds":
            return _sum(b, ref.at, family.stride)
        case "box":
            return x.add(
                popcount([x.state(x.add(ref.at, i)) for i in range(family.words.count)], ref.at),
                _sum(b, x.add(ref.at, family.words.count), len(b.unit.layout.alike)),
            )


def unknown(ref: ZoneRef) -> ast.expr:
    """The first word of a pile's unknown cards."""
    return x.state(x.add(ref.at, 1 + ref.family.capacity))


def zone_empty(b: Body, ref: ZoneRef) -> ast.expr:
    """Is nothing in a zone?"""
    family = ref.family
    match family.kind:
        case "set":
            return x.both([x.compare("=", x.state(x.add(ref.at, i)), 0) for i in range(family.words.count)])
        case "slot" | "kind":
            return x.compare("<", x.state(ref.at), 0)
        case "pile" if family.deep and family.words.count == 1:
            return x.both([x.compare("=", x.state(ref.at), 0), x.compare("=", unknown(ref), 0)])
        case _:
            return x.compare("=", zone_size(b, ref), 0)


def popcount(words: list[ast.expr], at: ast.expr | None = None) -> ast.expr:
    """How many members a set has; many words that lie at S[at] are counted in a loop."""
    if at is not None and len(words) > 4:
        return x.call("count_of", x.name("S"), at, len(words))
    total: ast.expr = x.const(0)
    for word in words:
        if not x.is_value(word, 0):
            total = x.add(total, x.call("popcount", word))
    return total


def _sum(b: Body, at: ast.expr, count: int) -> ast.expr:
    """The sum of some slots."""
    if count <= 6:
        total: ast.expr = x.const(0)
        for i in range(count):
            total = x.add(total, x.state(x.add(at, i)))
        return total
    name, k = b.fresh("n"), b.fresh("i")
    b.set(name, 0)
    b.emit(x.count(k, count, [x.change(name, "+", x.state(x.add(at, x.name(k))))]))
    return x.name(name)
