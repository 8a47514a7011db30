"""Boards as tables: what can be asked of a board is worked out here for every possible question.

Boards are constant, so each function of a board is a table over its arguments: a flat list for what gives a
number, a list of lists for what gives spaces. The emitted program only looks things up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from rulewright.ruleset import core
from rulewright.ruleset.model import Board, Ruleset, Shapes
from rulewright.ruleset.types import Line, Opt, SetOf, Spot, Type

Ways = list[tuple[int, ...]]


def lines(board: Board, length: int) -> Ways:
    """All lines of so many spaces in the order that types.Line defines."""
    table: Ways = []
    seen: set[frozenset[int]] = set()

    def add(line: tuple[int, ...]) -> None:
        if frozenset(line) not in seen:
            seen.add(frozenset(line))
            table.append(line)

    for line in board.lines:
        if len(line) == length:
            seen.add(frozenset(line))
            table.append(line)
    for start in range(len(board.spaces)):
        for step in board.directions.values():
            way = [start]
            for _ in range(length - 1):
                following = step[way[-1]]
                if following < 0:
                    break
                way.append(following)
            if len(way) == length:
                add(tuple(way))
    return table


def spots(shapes: Shapes) -> Ways:
    """All placements, shape after shape."""
    return [spot for shape in shapes.placements for spot in shape]


def paths(board: Board) -> Ways:
    """A track is one path."""
    if board.kind == "track":
        return [tuple(range(board.width))]
    return [tuple(path) for path in board.paths.values()]


def _sides(board: Board, space: int, path: int | None, ahead: bool) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for i, way in enumerate(paths(board)):
        if space in way and path in (None, i):
            at = way.index(space)
            found.update(dict.fromkeys(way[at + 1 :] if ahead else way[:at]))
    return tuple(found)


def ahead(board: Board, space: int, path: int | None) -> tuple[int, ...]:
    """What lies further on along the path, or any path."""
    return _sides(board, space, path, True)


def behind(board: Board, space: int, path: int | None) -> tuple[int, ...]:
    return _sides(board, space, path, False)


def after(board: Board, space: int, path: int) -> int:
    """The next space along a path; -1 at its end and off it."""
    way = paths(board)[path]
    if space not in way or way.index(space) + 1 == len(way):
        return -1
    return way[way.index(space) + 1]


def steps(board: Board, start: int) -> list[int]:
    """How far each space lies ahead on the first path that leads there; -1 where there is none."""
    found = [-1] * len(board.spaces)
    for way in paths(board):
        if start in way:
            at = way.index(start)
            for far, space in enumerate(way[at:]):
                if found[space] < 0:
                    found[space] = far
    return found


def distances(board: Board, start: int) -> list[int]:
    """Steps over neighbours to each space; -1 where there is no way."""
    found = [-1] * len(board.spaces)
    found[start] = 0
    edge = deque([start])
    while edge:
        space = edge.popleft()
        for other in board.neighbours[space]:
            if found[other] < 0:
                found[other] = found[space] + 1
                edge.append(other)
    return found


def _ray(onwards: Sequence[int], space: int) -> list[int]:
    """The spaces from the next one on, as long as there is one."""
    found = []
    at = onwards[space]
    while at >= 0:
        found.append(at)
        at = onwards[at]
    return found


def argument_type(e: core.Expr) -> Type:
    """The type of an argument that isn't none."""
    type = e.type
    return type.base if isinstance(type, Opt) else type


def lists(ruleset: Ruleset, d: core.BoardD) -> list[list[int]]:
    """The domain's members for each combination of its arguments, the last one running fastest."""
    board = ruleset.boards[d.board]
    spaces = range(len(board.spaces))
    ways = range(len(paths(board)))
    element = d.type.element if isinstance(d.type, SetOf) else d.type
    match d.function:
        case "neighbours":
            return [list(board.neighbours[s]) for s in spaces]
        case "ray":
            return [_ray(onwards, s) for s in spaces for onwards in board.directions.values()]
        case "ahead" | "behind":
            side = ahead if d.function == "ahead" else behind
            if len(d.args) == 1:
                return [list(side(board, s, None)) for s in spaces]
            return [list(side(board, s, p)) for s in spaces for p in ways]
        case "path":
            return [list(way) for way in paths(board)]
        case "spaces":
            of = argument_type(d.args[0])
            if isinstance(of, Line):
                return [list(line) for line in lines(board, of.length)]
            assert isinstance(of, Spot)
            return [list(spot) for spot in spots(ruleset.shapes[of.shapes])]
        case "lines":
            assert isinstance(element, Line)
            return [list(range(len(lines(board, element.length))))]
        case "lines_through":
            assert isinstance(element, Line)
            table = lines(board, element.length)
            return [[i for i, line in enumerate(table) if s in line] for s in spaces]
        case "placements":
            assert isinstance(element, Spot)
            found: list[list[int]] = []
            first = 0
            for shape in ruleset.shapes[element.shapes].placements:
                found.append(list(range(first, first + len(shape))))
                first += len(shape)
            return found
