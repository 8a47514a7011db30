"""International draughts: counts by whole turns, as programs for it publish them, from three positions.

The counts are those of the thread on "perft" in the forum of the world draughts federation, which several programs
reproduce. There a capture is one move however many pieces it takes, and captures that differ only in their way
are one: so counted here are the positions to which the moves of a turn lead. Squares are numbered 1 to 50 from
the top, as players do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from oracle_rows import Exact, Row, changed, fastest

from rulewright.engine.contract import Game

NAME = "international_draughts"
#: White's pieces, black's pieces, kings among them, the seat that begins.
Position = tuple[Sequence[int], Sequence[int], Sequence[int], int]
WITH_KINGS: Position = (
    (6, 9, 10, 11, 20, 21, 22, 23, 30, 31, 33, 37, 41, 42, 43, 44, 46),
    (17, 24),
    (17, 24, 31),
    2,
)
WOLDOUBY: Position = (
    (25, 27, 28, 30, 32, 33, 34, 35, 37, 38),
    (12, 13, 14, 16, 18, 19, 21, 23, 24, 26),
    (),
    1,
)


def cell(square: int) -> str:
    """What the ruleset calls the square of a number."""
    from_top, place = divmod(square - 1, 5)
    return f"{'abcdefghij'[2 * place + 1 - from_top % 2]}{10 - from_top}"


def laid(position: Position) -> Callable[[dict[str, Any]], None]:
    """Changes the ruleset so that a game begins there."""
    white, black, kings, begins = position

    def change(document: dict[str, Any]) -> None:
        document["setup"] = [
            f"move 1 of the(x in {'king' if square in kings else 'man'} where seat(x.owner) = {seat}) "
            f"from box to stands[{cell(square)}]"
            for seat, squares in ((1, white), (2, black))
            for square in squares
        ]
        turns = document["play"][0]
        turns["turns"] = turns["turns"].replace("nth(player, 1)", f"nth(player, {begins})")

    return change


def turns(depth: int, position: Position | None = None) -> tuple[int, ...]:
    """How many sequences of 1..depth turns there are."""
    rules = changed(NAME, laid(position) if position else None)
    machine: Any = Game(rules, 2, backend=fastest()).machine
    layer = {"": (machine.start(no_chance), 1)}
    counts = []
    for _ in range(depth):
        following: dict[Any, Any] = {}
        count = 0
        for before, ways in layer.values():
            for key, after in turned(machine, before).items():
                count += ways
                following[key] = (after, ways + following.get(key, (after, 0))[1])
        counts.append(count)
        layer = following
    return tuple(counts)


def turned(machine: Any, position: Any) -> dict[Any, Any]:
    """By key, the positions to which one turn leads."""
    if machine.over(position):
        return {}
    seat = machine.awaited(position)[0]
    reached, waiting = {}, [position]
    while waiting:
        before = waiting.pop()
        for move in machine.legal(before, seat):
            after = machine.copy(before)
            machine.play(after, seat, move, no_chance)
            if not machine.over(after) and machine.awaited(after)[0] == seat:
                waiting.append(after)
            else:
                reached[machine.key(after)] = after
    return reached


def no_chance(outcomes: int) -> int:
    raise AssertionError("nothing in draughts is left to chance")


ROWS = [
    Row("sequences of 1..5 turns", Exact((9, 81, 658, 4265, 27117)), lambda: turns(5)),
    Row(
        "sequences of 6, 7 turns",
        Exact((167140, 1049442)),
        lambda: turns(7)[5:],
        slow=True,
    ),
    Row("a position with kings: 1..4 turns", Exact((14, 55, 1168, 5432)), lambda: turns(4, WITH_KINGS)),
    Row(
        "a position with kings: 5, 6 turns",
        Exact((87195, 629010)),
        lambda: turns(6, WITH_KINGS)[4:],
        slow=True,
    ),
    Row(
        "Woldouby's position: 1..9 turns",
        Exact((6, 12, 30, 73, 215, 590, 1944, 6269, 22369)),
        lambda: turns(9, WOLDOUBY),
    ),
]
