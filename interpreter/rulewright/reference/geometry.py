"""Boards: lines, ways along paths, distances and walks, worked out from the board's data each time they
are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulewright.ruleset.model import Board
from rulewright.ruleset.types import NONE


def lines(board: Board, length: int) -> list[tuple[int, ...]]:
    """The table of lines: see types.Line for the order. A line's spaces are in the order they were walked."""
    found = [line for line in board.lines if len(line) == length]
    met = {frozenset(line) for line in found}
    for start in range(len(board.spaces)):
        for onwards in board.directions.values():
            line = [start]
            while len(line) < length and onwards[line[-1]] != NONE:
                line.append(onwards[line[-1]])
            if len(line) == length and frozenset(line) not in met:
                met.add(frozenset(line))
                found.append(tuple(line))
    return found


def _along(board: Board, space: int, path: int | None) -> list[tuple[tuple[int, ...], int]]:
    """The paths through the space (or the one asked for, if it is) with the space's index on each."""
    paths = [tuple(range(board.width))] if board.kind == "track" else list(board.paths.values())
    chosen = paths if path is None else [paths[path]]
    return [(way, way.index(space)) for way in chosen if space in way]


def _once(spaces: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(spaces))


def ray(board: Board, space: int, direction: int) -> list[int]:
    """From the next space in a direction on to the edge."""
    onwards = list(board.directions.values())[direction]
    found: list[int] = []
    while (space := onwards[space]) >= 0:
        found.append(space)
    return found


def space_at(board: Board, column: int, row: int) -> int:
    """The space in a place of a row, both from 1; NONE outside."""
    places = list(zip(board.columns, board.ranks, strict=True))
    return places.index((column, row)) if (column, row) in places else NONE


def ahead(board: Board, space: int, path: int | None = None) -> list[int]:
    """What lies further on, path by path, each space once."""
    return _once(s for way, at in _along(board, space, path) for s in way[at + 1 :])


def behind(board: Board, space: int, path: int | None = None) -> list[int]:
    """What lies before, path by path from its beginning, each space once."""
    return _once(s for way, at in _along(board, space, path) for s in way[:at])


def after(board: Board, space: int, path: int) -> int:
    """The next space of the path; NONE at its end or off it."""
    return next((way[at + 1] for way, at in _along(board, space, path) if at + 1 < len(way)), NONE)


def steps(board: Board, start: int, goal: int) -> int:
    """How far the goal lies ahead on a path through both; NONE where there is none."""
    for way, at in _along(board, start, None):
        if goal in way[at:]:
            return way.index(goal) - at
    return NONE


def distance(board: Board, start: int, goal: int) -> int:
    """Steps over neighbours on a shortest way; NONE if there is no way."""
    reached, edge, far = {start}, [start], 0
    while edge:
        if goal in reached:
            return far
        edge = _once(n for s in edge for n in board.neighbours[s] if n not in reached)
        reached.update(edge)
        far += 1
    return NONE


def walk_length(
    board: Board,
    origin: int,
    up_to: int,
    over: frozenset[int],
    ending: frozenset[int],
    met: Callable[[], None],
) -> int:
    """core.WalkLength. ``met`` is called for every step tried."""
    best = 0
    walk = [origin]
    ways_on = [iter(board.neighbours[origin])]
    while walk:
        taken = len(walk) - 1
        best = max(best, taken)
        if taken >= up_to:
            return best
        allowed = ending if taken + 1 == up_to else over
        for space in ways_on[-1]:
            met()
            if space in allowed and space not in walk:
                walk.append(space)
                ways_on.append(iter(board.neighbours[space]))
                break
        else:
            walk.pop()
            ways_on.pop()
    return best
