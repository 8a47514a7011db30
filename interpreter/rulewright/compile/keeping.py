"""Values that are the same in every turn of a loop: reckoned once, when they are first wanted, and kept.

A condition of a candidate often asks something that has nothing to do with the candidate: how far one could
walk from where one stands, which spaces are free. That may not be asked before the loop, since it might never
be asked there, and asking may be a fault. So a name beside the loop says whether the value is known; where it
is wanted it is reckoned if it isn't.

That is right only where nothing changes between two turns: in the loops that expressions and lists of moves
are made of (`Body.asking`), and for what draws no cards.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from typing import Final

from rulewright.compile import build as x
from rulewright.compile.body import Body, Unit
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar

HEAVY: Final = (core.Quantifier, core.Total, core.Best, core.Find, core.WalkLength, core.CallDefinition)
"""Expressions that take longer than to ask whether they are known."""


def kept(
    b: Body,
    what: tuple[object, ...],
    parts: object,
    count: int,
    reckon: Callable[[], tuple[ast.expr, ...]],
    without: Collection[int] = (),
) -> tuple[ast.expr, ...] | None:
    """Emit: the values are reckoned, unless they are known. They are known by ``what`` and by ``parts``, the
    expressions that they depend on, all of whose locals count but those ``without``; ``count``: how many
    values there are. Nothing is emitted, and nothing returned, if they may differ in each turn of the
    innermost loop."""
    level = len(b.loops)
    if not level or not b.loops[-1].asks:
        return None
    free = sorted(free_locals(parts) - set(without))
    least = max((b.depth(i) for i in free), default=0)
    while level > least and b.loops[level - 1].asks:
        level -= 1
    if level == len(b.loops) or looks(b.unit, parts):
        return None
    loop = b.loops[level]
    whole = what, ids(parts), tuple(b.told(i) for i in free)
    if whole not in loop.kept:
        flag = b.fresh("known")
        names = tuple(b.fresh("kept") for _ in range(count))
        loop.kept[whole] = flag, names, parts
        loop.before += [x.assign(name, 0) for name in (flag, *names)]
        for name in names:
            b.depths[name] = level
    flag, names, _ = loop.kept[whole]
    with b.branch() as inside:
        for name, value in zip(names, reckon(), strict=True):
            b.set(name, value)
        b.set(flag, 1)
    b.emit(*x.when(x.negate(x.name(flag)), inside))
    return tuple(x.name(name) for name in names)


def ids(parts: object) -> object:
    """The same for the same nodes, as long as they live."""
    return tuple(map(ids, parts)) if isinstance(parts, tuple) else id(parts)


def free_locals(parts: object) -> set[int]:
    """The ids of the locals that have a value outside."""
    read: set[int] = set()
    bound: set[int] = set()

    def visit(node: object) -> None:
        if isinstance(node, tuple):
            for part in node:
                visit(part)
        elif isinstance(node, core.Local):
            read.add(node.var.id)
        elif isinstance(node, LocalVar):
            bound.add(node.id)
        elif type(node).__module__ == core.__name__:
            for name in node.__dataclass_fields__:  # type: ignore[attr-defined]
                if name != "type":
                    visit(getattr(node, name))

    visit(parts)
    return read - bound


def looks(unit: Unit, parts: object) -> bool:
    """Whether an expression may draw a card: it asks for what lies in a pile."""
    if isinstance(parts, tuple):
        return any(looks(unit, part) for part in parts)
    if type(parts).__module__ != core.__name__:
        return False
    if isinstance(parts, core.Can):
        return True
    if isinstance(parts, core.Zone):
        family = unit.layout.families.get(parts.family)
        if family is not None and (family.deep or family.refill is not None):
            return True
    if isinstance(parts, core.CallDefinition) and unit.of_definition(looks, parts.definition):
        return True
    fields = parts.__dataclass_fields__  # type: ignore[attr-defined]
    return any(looks(unit, getattr(parts, name)) for name in fields if name != "type")
