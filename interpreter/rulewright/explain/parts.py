"""What the value of an expression hangs on, beyond what its text shows: which values are told beside it.

``points - steps(at(c), goal)`` is reckoned from points and from where c lies; ``site[site_at[at(c)]]`` is the
zone of a site that is looked up first. What stands in an index or an argument and isn't plain is told too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.ruleset import core


def told_beside(side: Any) -> Iterator[core.Expr]:
    """The parts of an expression or domain whose values are told beside it: what it is reckoned from, and
    what its indexes and arguments come to, the outer ones first."""
    found = leaves(side)
    yield from found
    for part in found or [side]:
        yield from _indexes(part)


def leaves(side: Any) -> list[core.Expr]:
    """What a reckoned side is reckoned from; nothing of one that isn't reckoned."""
    inner: tuple[Any, ...]
    match side:
        case core.Arith(left=left, right=right):
            inner = (left, right)
        case core.Call(args=args) | core.BoardCall(args=args):
            inner = args
        case core.OrElse(value=value):
            inner = (value,)
        case core.Some(value=value):
            return leaves(value)
        case core.IfE(then=then, other=other):
            inner = (then, other)
        case _:
            return []
    found: list[core.Expr] = []
    for part in inner:
        below = leaves(part)
        if below:
            found += below
        elif not isinstance(part, core.Const):
            found.append(part)
    return found


def is_plain(part: Any) -> bool:
    """Whether the text of a part says already what it is."""
    return isinstance(part, core.Const | core.Local | core.Reading | core.Players)


def _indexes(part: Any) -> Iterator[core.Expr]:
    """The indexes and arguments within a part that aren't plain, the outer ones first."""
    inside: tuple[Any, ...] = ()
    through: tuple[Any, ...] = ()
    match part:
        case core.VarGet(index=index) | core.TableGet(index=index) | core.Zone(index=index):
            inside = index
        case core.Call(args=args) | core.BoardCall(args=args) | core.BoardD(args=args):
            inside = args
        case core.CallDefinition(me=me, args=args):
            inside = args if me is None else (me, *args)
        case core.At(component=component):
            inside = (component,)
        case core.SideOf(player=player):
            inside = (player,)
        case core.FieldGet(component=component):
            through = (component,)
        case core.End(zone=zone):
            through = (zone,)
        case core.Nth(zone=zone, n=n):
            inside, through = (n,), (zone,)
        case core.Some(value=value) | core.SetD(value=value):
            through = (value,)
        case core.Size(domain=domain) | core.FilterD(domain=domain):
            through = (domain,)
        case core.RangeD(low=low, high=high):
            for side in (low, high):
                yield from told_beside(side)
        case core.SetOp(left=left, right=right):
            through = (left, right)
    for index in inside:
        if not is_plain(index):
            yield index
            yield from told_beside(index)
    for further in through:
        yield from _indexes(further)
