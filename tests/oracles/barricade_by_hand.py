"""Barricade by hand, apart from Rulewright: walks as lists of the fields they pass, on coordinates of its own.

A field is (column, row), columns from 0 at the left, rows from 0 at the top; a house is (column, 14) and pieces in it have
that place. `python tests/oracles/barricade_by_hand.py` prints the means of random play that barricade.py holds.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from statistics import mean, stdev
from typing import NamedTuple

Field = tuple[int, int]

#: Of the random games, fixed before the first of them; and how many with so many players and turns at most.
SEED = 1959
SETTINGS = ((2, 500, 2_000), (4, 500, 2_000), (2, 4_000, 600))

ROWS: list[Iterable[int]] = [
    [8],
    range(17),
    [0, 16],
    range(17),
    [8],
    range(6, 11),
    [6, 10],
    range(4, 13),
    [4, 12],
    range(2, 15),
    [2, 6, 10, 14],
    range(17),
    [0, 4, 8, 12, 16],
    range(17),
]
FIELDS = frozenset((column, row) for row, columns in enumerate(ROWS) for column in columns)
GOAL, LOWEST, HOUSES = (8, 0), 13, 14
HOUSE = [(2, HOUSES), (14, HOUSES), (6, HOUSES), (10, HOUSES)]
BARRICADES = frozenset(
    [(8, 1), (8, 3), (8, 4), (8, 5), (6, 7), (10, 7), *((column, 11) for column in range(0, 17, 4))]
)


@cache
def beside(place: Field) -> tuple[Field, ...]:
    """The fields next to a field or house; no house is one."""
    column, row = place
    near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return tuple(field for field in near if field in FIELDS)


def walks(start: Field, steps: int, barricades: frozenset[Field]) -> list[tuple[Field, ...]]:
    """All walks of exactly so many steps, never twice on a field, with a barricade at most at the end."""
    found: list[tuple[Field, ...]] = [(start,)]
    for _ in range(steps):
        found = [
            (*walk, field)
            for walk in found
            if walk[-1] not in barricades
            for field in beside(walk[-1])
            if field not in walk
        ]
    return found


@lru_cache(maxsize=100_000)
def ends(start: Field, steps: int, barricades: frozenset[Field]) -> frozenset[Field]:
    return frozenset(walk[-1] for walk in walks(start, steps, barricades))


class Position(NamedTuple):
    """`pieces` by seat, sorted; `holding`: a barricade that is to be put down."""

    starter: int
    turn: int
    seat: int
    die: int
    pieces: tuple[tuple[Field, ...], ...]
    barricades: frozenset[Field]
    holding: bool

    def moves(self) -> list[tuple[Field, ...]]:
        """(from, to) or (where the barricade goes,)."""
        if self.holding:
            taken = self.barricades.union(*self.pieces)
            return [(f,) for f in FIELDS if f not in taken and f != GOAL and f[1] != LOWEST]
        mine = self.pieces[self.seat]
        return [
            (place, end)
            for place in set(mine)
            for end in ends(place, self.die, self.barricades)
            if end not in mine
        ]

    def won(self) -> int | None:
        return next((seat for seat, mine in enumerate(self.pieces) if GOAL in mine), None)

    def after(self, move: tuple[Field, ...]) -> Position:
        """Before the next throw."""
        if self.holding:
            return self._replace(barricades=self.barricades | {move[0]}, holding=False)._next()
        start, end = move
        pieces = []
        for seat, places in enumerate(self.pieces):
            left, comes = (start, end) if seat == self.seat else (end, HOUSE[seat])
            changed = list(places)
            if left in changed:
                changed[changed.index(left)] = comes
            pieces.append(tuple(sorted(changed)))
        moved = self._replace(pieces=tuple(pieces))
        if end in self.barricades:
            return moved._replace(barricades=self.barricades - {end}, holding=True)
        return moved._next()

    def _next(self) -> Position:
        return self._replace(turn=self.turn + 1, seat=(self.seat + 1) % len(self.pieces))


def start(players: int, starter: int) -> Position:
    return Position(starter, 0, starter, 0, tuple((HOUSE[s],) * 5 for s in range(players)), BARRICADES, False)


def thrown(position: Position) -> Iterator[Position]:
    """All positions in which somebody is to decide next, once for each way the dice lead there."""
    if position.holding or position.won() is not None:
        yield position
        return
    for die in range(1, 7):
        rolled = position._replace(die=die)
        if rolled.moves():
            yield rolled
        else:
            yield from thrown(rolled._next())


def sequences(players: int, depth: int) -> tuple[int, ...]:
    """How many sequences of 1..depth decisions there are, with all that is thrown before and after each."""
    layer = Counter(position for seat in range(players) for position in thrown(start(players, seat)))
    counts = []
    for _ in range(depth):
        following: Counter[Position] = Counter()
        for position, ways in layer.items():
            for move in position.moves() if position.won() is None else []:
                for reached in thrown(position.after(move)):
                    following[reached] += ways
        counts.append(following.total())
        layer = following
    return tuple(counts)


#: What is counted in a game: decisions, pieces sent home, barricades taken, and whether a seat wins.
QUANTITIES = ("decisions", "sent home", "taken", "first wins", "second wins")


def random_game(players: int, longest: int, chance: random.Random) -> tuple[int, ...]:
    """The quantities of a game of uniformly random players that is cut off after so many turns."""
    position = start(players, chance.randrange(players))
    decisions = sent = taken = 0
    while position.won() is None and (position.holding or position.turn < longest):
        if not position.holding:
            position = position._replace(die=chance.randrange(6) + 1)
        moves = position.moves()
        if not moves:
            position = position._next()
            continue
        move = chance.choice(moves)
        if not position.holding:
            sent += sum(move[1] in mine for mine in position.pieces)
        position = position.after(move)
        decisions += 1
        taken += position.holding
    return decisions, sent, taken, position.won() == 0, position.won() == 1


def means(players: int, longest: int, games: int) -> list[tuple[float, float]]:
    """Of each quantity the mean over random games, and its standard error."""
    chance = random.Random(SEED)
    played = [random_game(players, longest, chance) for _ in range(games)]
    return [(mean(values), stdev(values) / math.sqrt(games)) for values in zip(*played, strict=True)]


if __name__ == "__main__":
    for players, longest, games in SETTINGS:
        for quantity, (value, error) in zip(QUANTITIES, means(players, longest, games), strict=True):
            print(f"{players} players, {longest} turns, {games} games: {quantity} {value:.6g} +- {error:.3g}")
