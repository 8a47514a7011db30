"""Nim: Bouton's theorem (1901), for all positions that lie under 3, 4 and 5 matches.

Whoever is to move loses if and only if the binary digits of the heaps cancel each other out; where the last match
loses, the same holds as long as a heap has two matches, and after that an odd number of heaps loses.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from operator import xor
from typing import Any

from oracle_rows import Exact, Row, game

Heaps = tuple[int, ...]
ALL: list[Heaps] = list(product(range(4), range(5), range(6)))


def cancels(heaps: Heaps) -> bool:
    return xor(xor(heaps[0], heaps[1]), heaps[2]) == 0


def odd_ones(heaps: Heaps) -> bool:
    return cancels(heaps) if max(heaps) > 1 else sum(heaps) % 2 == 1


@cache
def lost(last_match: str) -> tuple[Heaps, ...]:
    """The positions of the ruleset in which whoever is to move loses against best play."""
    playing = game("nim", last_match=last_match)
    machine: Any = playing.machine
    first = playing.ruleset.zones["lies"].first
    wins: dict[Heaps, bool] = {}

    def won(position: Any, seat: int) -> bool:
        heaps = tuple(sum(zone.counts) for zone in machine.zones(position)[first : first + 3])
        if heaps not in wins:
            if machine.over(position):
                wins[heaps] = machine.scores(position)[seat] > 0
            else:
                # All of them, though one that the other loses is enough.
                others = [won(after, 1 - seat) for after in following(position, seat)]
                wins[heaps] = not all(others)
        return wins[heaps]

    def following(position: Any, seat: int) -> list[Any]:
        found = []
        for move in machine.legal(position, seat):
            found.append(machine.copy(position))
            machine.play(found[-1], seat, move, no_chance)
        return found

    won(machine.start(no_chance), 0)
    return tuple(heaps for heaps in ALL if not wins[heaps])


def no_chance(outcomes: int) -> int:
    raise AssertionError("nothing in nim is left to chance")


ROWS = [
    Row("lost positions", Exact(tuple(filter(cancels, ALL))), lambda: lost("wins")),
    Row("lost positions, last match loses", Exact(tuple(filter(odd_ones, ALL))), lambda: lost("loses")),
]
