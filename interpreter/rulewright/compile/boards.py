"""Boards in the program: lookups in tables that `geometry` works out, and the longest walk.

A domain of a board is a table of lists: offsets by its arguments, then the lists one after the other. Where
it is wanted as a set there is a table of bit words beside it. The walk is the one thing that is searched for
while playing: depth first, with its stack in the scratch vector.
"""

from __future__ import annotations

import ast
from functools import partial

from rulewright.compile import build as x
from rulewright.compile import expressions, geometry, sets
from rulewright.compile.body import Body, Unit, Visit, Words
from rulewright.compile.bounds import Bounds, bounds
from rulewright.compile.layout import Universe
from rulewright.ruleset import core
from rulewright.ruleset.types import Type


def count_of_type(unit: Unit, type: Type) -> int:
    """How many lines or placements there are."""
    low, high = unit.layout.bounds(type)
    return high - low + 1


# ---- tables ----------------------------------------------------------------------------------------------
def _ordinal(b: Body, e: core.Expr, size: int, place: int) -> ast.expr:
    return expressions.ordinal(b, expressions.value(b, e), bounds(b.unit, e), 0, size, place)


def _entry(b: Body, d: core.BoardD) -> ast.expr:
    """Which list is meant."""
    if d.function == "lines":
        for arg in d.args:
            expressions.value(b, arg)
        return x.const(0)
    args = d.args[-1:] if d.function == "lines_through" else d.args
    number: ast.expr = x.const(0)
    sizes = [b.unit.layout.bounds(geometry.argument_type(a))[1] + 1 for a in args]
    if d.function == "path":
        sizes = [len(geometry.paths(b.unit.ruleset.boards[d.board]))]
    values = b.ordered([partial(_ordinal, b, a, n, d.place) for a, n in zip(args, sizes, strict=True)])
    for value, size in zip(values, sizes, strict=True):
        number = x.add(x.mul(number, size), value)
    return number


def _key(d: core.BoardD) -> tuple[object, ...]:
    types = tuple(geometry.argument_type(a) for a in d.args) if d.function == "spaces" else (len(d.args),)
    return d.board, d.function, d.type, types


def _table(b: Body, d: core.BoardD) -> tuple[int, list[list[int]]]:
    """Where the offsets lie in C; the lists follow. An offset is relative to C itself."""
    lists = geometry.lists(b.unit.ruleset, d)
    flat = [v for one in lists for v in one]
    offsets = [0]
    for one in lists:
        offsets.append(offsets[-1] + len(one))
    constants = b.unit.constants
    items = constants.at(("items", *_key(d)), len(flat), lambda _: flat)
    at = constants.at(("offsets", *_key(d)), len(offsets), lambda _: [o + items for o in offsets])
    return at, lists


def gives_twice(unit: Unit, d: core.BoardD) -> bool:
    """Whether a space is in one of the lists twice."""
    return any(len(set(one)) < len(one) for one in geometry.lists(unit.ruleset, d))


def element_bounds(unit: Unit, d: core.BoardD) -> Bounds:
    return unit.layout.bounds(sets.element_type(d.type))


def board_size(b: Body, d: core.BoardD) -> ast.expr:
    at, lists = _table(b, d)
    entry = b.named(_entry(b, d))
    if x.is_const(entry):
        return x.const(len(lists[x.as_int(entry)]))
    return x.sub(x.constant(x.add(entry, at + 1)), x.constant(x.add(entry, at)))


def walk_board(b: Body, d: core.BoardD, visit: Visit) -> None:
    at, _ = _table(b, d)
    entry = b.named(_entry(b, d))
    i, member = b.fresh("i"), b.fresh("m")
    start, stop = x.constant(x.add(entry, at)), x.constant(x.add(entry, at + 1))
    with b.loop(lambda body: x.count(i, stop, body, start), True):
        b.set(member, x.constant(x.name(i)))
        visit(x.name(member), x.ONE)


def board_words(b: Body, d: core.BoardD, to: Universe) -> Words | None:
    """The domain as a set, from a table; nothing if that would be too big."""
    of = b.unit.layout.universe(d.type)
    lists = geometry.lists(b.unit.ruleset, d)
    if of.count * len(lists) > 20_000:
        return None
    words = [w for one in lists for w in of.masks(one)]
    at = b.unit.constants.at(("words", *_key(d)), len(words), lambda _: words)
    entry = _entry(b, d)
    base = x.add(x.mul(entry, of.count), at)
    if of.count > 1:
        base = b.temp(base) if not x.is_const(base) else base
    return sets.memory("C", base, of, to)


# ---- numbers ---------------------------------------------------------------------------------------------
def board_expression(b: Body, e: core.Expr) -> ast.expr:
    if isinstance(e, core.WalkLength):
        return _walk(b, e)
    assert isinstance(e, core.BoardCall)
    board = b.unit.ruleset.boards[e.board]
    n = len(board.spaces)
    constants = b.unit.constants
    args = expressions.values(b, e.args)
    within = [bounds(b.unit, a) for a in e.args]

    def space(i: int, size: int) -> ast.expr:
        return expressions.ordinal(b, args[i], within[i], 0, size, e.place)

    def lookup(key: str, values: list[int], at: ast.expr) -> ast.expr:
        return x.constant(x.add(at, constants.at((key, e.board), len(values), lambda _: values)))

    match e.function:
        case "step":
            table = [to for direction in board.directions.values() for to in direction]
            return lookup("step", table, x.add(x.mul(space(1, len(board.directions)), n), space(0, n)))
        case "after":
            ways = geometry.paths(board)
            table = [geometry.after(board, s, p) for s in range(n) for p in range(len(ways))]
            return lookup("after", table, x.add(x.mul(space(0, n), len(ways)), space(1, len(ways))))
        case "distance" | "steps":
            worked_out = geometry.distances if e.function == "distance" else geometry.steps
            table = [far for s in range(n) for far in worked_out(board, s)]
            return lookup(e.function, table, x.add(x.mul(space(0, n), n), space(1, n)))
        case "rank" | "column":
            values = board.ranks if e.function == "rank" else board.columns
            return lookup(e.function, list(values), space(0, n))
        case "space":
            number = {where: s for s, where in enumerate(zip(board.ranks, board.columns, strict=True))}
            rows, width = board.height, board.width
            table = [number.get((r, c), -1) for r in range(1, rows + 1) for c in range(1, width + 1)]
            column, row = b.named(args[0]), b.named(args[1])
            tests = [x.compare(">=", v, 1) for v in (column, row)]
            tests += [x.compare("<=", column, width), x.compare("<=", row, rows)]
            at = x.add(x.mul(x.sub(row, 1), width), x.sub(column, 1))
            return x.conditional(x.both(tests), lookup("space", table, at), x.const(-1))
        case "along":
            there = b.named(x.add(args[0], args[1]))
            inside = x.both([x.compare(">=", there, 0), x.compare("<", there, board.width)])
            return x.conditional(inside, there, b.fault("FAULT_INDEX", e.place, there))
        case "between":
            return x.sub(args[0], args[1])
        case _:
            raise AssertionError(f"no function of boards: {e.function}")


# ---- the longest walk ------------------------------------------------------------------------------------
def _walk(b: Body, e: core.WalkLength) -> ast.expr:
    """Depth first: in L the spaces of the walk and, for each, how far its neighbours have been tried; the
    spaces that may be stepped on, and those on which the last step may end, are words."""
    board = b.unit.ruleset.boards[e.board]
    n = len(board.spaces)
    origin, up_to = b.ordered([lambda: expressions.value(b, e.origin), lambda: expressions.value(b, e.up_to)])
    origin = b.named(expressions.ordinal(b, origin, bounds(b.unit, e.origin), 0, n, e.place))
    up_to = b.named(up_to)
    of = Universe(0, (n - 1) // x.WORD + 1)
    over = sets.filtered(b, e.over, e.over_domain, e.over_where, of)
    if e.ending is not None and e.ending_domain is not None:
        ending = sets.filtered(b, e.ending, e.ending_domain, e.ending_where, of)
    else:
        ending = over
    marks = b.unit.room(3 * of.count)
    for i in range(of.count):
        b.emit(x.store("L", marks + i, over[i]))
        b.emit(x.store("L", marks + of.count + i, ending[i]))
        b.emit(x.store("L", marks + 2 * of.count + i, 0))
    stack = b.unit.room(2 * (n + 1))
    flat = [v for s in range(n) for v in board.neighbours[s]]
    offsets = [0]
    for s in range(n):
        offsets.append(offsets[-1] + len(board.neighbours[s]))
    constants = b.unit.constants
    items = constants.at(("walk", e.board), len(flat), lambda _: flat)
    at = constants.at(("walk offsets", e.board), n + 1, lambda _: [o + items for o in offsets])
    return b.call_all("walk_length", origin, up_to, marks, of.count, stack, at, e.place)
