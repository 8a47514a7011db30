"""Hand-written games: a yardstick of speed and an independent oracle for the rulesets of the same names.

Each module of this package is one game as a programmer would write it for its own sake: a plain state class
on lists, natural and reasonably quick, neither tuned to the last nor slow on purpose, and sharing no code
with the interpreter. So a ruleset can be compared with it twice: playouts a second, and (driven by the same
tape of chance outcomes and the same moves) the same legal moves in the same order, the same player to move,
the same end and the same results. The latter only works if both sides agree on where chance is asked and how
moves are listed; those conventions are written down here once and hold for every game of the package.

Conventions
-----------
Seats are 0..P-1; the seat to the left of seat p is (p + 1) % P.

`chance(n)` is given to the constructor. It returns an integer in 0..n-1 and is called with n >= 2 only: where
there is one possibility, the outcome is 0 and nobody is asked.

Shuffles are lazy. To shuffle a pile marks its cards as unknown and draws nothing. Taking or looking at the
top of a pile whose top is unknown is one chance event: `k = chance(number of unknown cards)` turns up the one
with the k-th lowest id.

A move is a tuple `(action, parameter, ...)` of the action's name and small integers (component ids, sites,
indices of enum values). Legal moves are listed action by action in the order the game's module gives, within
an action as nested loops over the parameters from left to right, each ascending. They are never empty while
the game goes on (a decision with one legal move is put like any other) and empty once it is over.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

Chance = Callable[[int], int]
Move = tuple[Any, ...]


class Game(Protocol):
    """What every class named `Game` in this package offers; it is built as `Game(players, chance)`.

    `player` is the seat whose decision is awaited (meaningless once the game is over). `apply` trusts its
    caller: it must be given a member of `legal()`, and plays on to the next decision or to the end, asking
    `chance` on the way. `returns` gives a number for each seat: points won so far, or +1, -1, 0 for a game
    that is only won, lost or drawn. `copy` is independent of the original, except that both ask the same
    source of chance.
    """

    player: int

    def legal(self) -> list[Move]: ...

    def apply(self, move: Move) -> None: ...

    def over(self) -> bool: ...

    def returns(self) -> list[int]: ...

    def copy(self) -> Game: ...


GameClass = Callable[[int, Chance], Game]


class Recorder:
    """A source of chance, uniform by the given generator, that keeps `tape`: its (n, outcome) pairs."""

    def __init__(self, generator: random.Random) -> None:
        self.tape: list[tuple[int, int]] = []
        self._random = generator.random

    def __call__(self, n: int) -> int:
        outcome = int(self._random() * n)
        self.tape.append((n, outcome))
        return outcome


class Tape:
    """A source of chance that plays back (n, outcome) pairs and raises ValueError where the game asks
    otherwise.

    That the arities are compared too is the point: two engines that ask in another order, or among another
    number of cards, are told apart at the first event and not by a strange result fifty moves later. `left()`
    is the number of outcomes not yet asked for.
    """

    def __init__(self, outcomes: Iterable[tuple[int, int]]) -> None:
        self._outcomes = list(outcomes)
        self._position = 0

    def __call__(self, n: int) -> int:
        if self._position == len(self._outcomes):
            raise ValueError(f"the tape is at its end, but one of {n} is asked for")
        arity, outcome = self._outcomes[self._position]
        if n != arity or not 0 <= outcome < n:
            raise ValueError(
                f"event {self._position}: one of {n} is asked for, the tape has {outcome} of {arity}"
            )
        self._position += 1
        return outcome

    def left(self) -> int:
        return len(self._outcomes) - self._position


def winners(game: Game) -> list[int]:
    """The seats with the highest return, ascending; several where the victory is shared or the game drawn."""
    returns = game.returns()
    best = max(returns)
    return [seat for seat, value in enumerate(returns) if value == best]


def playouts(cls: GameClass, players: int, n: int, seed: int, most: int | None = None) -> tuple[float, int]:
    """Play n games of uniformly random moves and uniform chance, or the first `most` moves of each; return (CPU
    seconds of this process, moves played).

    The same seed gives the same games. Building each game is part of the time, as it is for the engine it is
    compared to.
    """
    uniform = random.Random(seed).random

    def chance(outcomes: int) -> int:
        return int(uniform() * outcomes)

    moves = 0
    start = time.process_time()
    for _ in range(n):
        game = cls(players, chance)
        end = sys.maxsize if most is None else moves + most
        while moves < end and not game.over():
            legal = game.legal()
            game.apply(legal[int(uniform() * len(legal))])
            moves += 1
    return time.process_time() - start, moves
