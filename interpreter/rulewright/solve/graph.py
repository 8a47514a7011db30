"""The positions of a game and how moves and chance lead from one to another.

Two ways to the same position meet in one node, so a game of a quarter of a million move sequences may have
five thousand nodes. Everything is in flat arrays, since there may be a million of them: node ``n`` has the
moves ``first_move[n] .. first_move[n + 1]``, move ``m`` the outcomes ``first_outcome[m] ..
first_outcome[m + 1]``, each with a node and a probability as two integers. That keeps the probabilities
exact for those who want fractions.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from math import gcd
from typing import Any

from rulewright.engine.contract import Game
from rulewright.engine.fault_report import FaultReport, report
from rulewright.engine.perft import Odometer, outcomes
from rulewright.machine.interface import Machine, Move

#: ``Graph.seat`` of an end.
END = -1


class TooLarge(Exception):
    """The game has more positions (or histories) than were allowed."""


class Faulty(Exception):
    """Some play of the game ends in a fault: it has no value."""

    def __init__(self, fault: FaultReport) -> None:
        self.fault = fault
        super().__init__(str(fault))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the score of each seat, and who won (a mask of seats)."""

    scores: tuple[int, ...]
    winners: int


def ending_of(scores: Iterable[int], winners: Iterable[int]) -> Ending:
    """The end with these scores, by seat, which these seats win."""
    return Ending(tuple(scores), sum(1 << seat for seat in winners))


def gain_of(endings: Iterable[Ending]) -> Callable[[Ending], float]:
    """What an end is worth to seat 0 of two, where a game may end in these ways: its score, if what one wins
    the other loses (the scores of each end add up to nothing, and not all are nothing); else 1 for a win, -1
    for a loss, 0 for a draw."""
    scores = [ending.scores for ending in endings]
    if all(sum(s) == 0 for s in scores) and any(any(s) for s in scores):
        return lambda ending: float(ending.scores[0])
    return lambda ending: {0b01: 1.0, 0b10: -1.0}.get(ending.winners, 0.0)


@dataclass(slots=True)
class Graph:
    """``seat``: who decides at a node, or END. ``ending``: number of its Ending, or -1. ``roots``: where the
    game may begin, (node, numerator, denominator). ``hidden``: whether a seat somewhere doesn't see what
    another sees or has chosen, or what nobody sees though it has been seen."""

    players: int
    seat: array[int] = field(default_factory=lambda: array("b"))
    ending: array[int] = field(default_factory=lambda: array("i"))
    first_move: array[int] = field(default_factory=lambda: array("q"))
    first_outcome: array[int] = field(default_factory=lambda: array("q"))
    node: array[int] = field(default_factory=lambda: array("i"))
    numerator: array[int] = field(default_factory=lambda: array("q"))
    denominator: array[int] = field(default_factory=lambda: array("q"))
    endings: list[Ending] = field(default_factory=list)
    roots: list[tuple[int, int, int]] = field(default_factory=list)
    first_moves: list[list[Move]] = field(default_factory=list)
    """The moves at each root."""
    hidden: bool = False

    def __len__(self) -> int:
        return len(self.seat)

    def moves(self, node: int) -> range:
        """The moves at a node, by number; none at an end."""
        return range(self.first_move[node], self.first_move[node + 1])

    def outcomes(self, move: int) -> range:
        """What a move may lead to, by number in ``node``, ``numerator``, ``denominator``."""
        return range(self.first_outcome[move], self.first_outcome[move + 1])


def explore(game: Game, limit: int, progress: Callable[[int], None] | None = None) -> Graph:
    """All positions that play can reach. ``progress`` is told how many were met, every thousand or so. Raises
    TooLarge beyond ``limit`` of them, Faulty if one is the end of a faulty game."""
    return _Walk(game, limit, progress).graph


class _Walk:
    """Nodes are numbered when they are first met and opened one after another, so the arrays grow in order
    of their numbers."""

    def __init__(self, game: Game, limit: int, progress: Callable[[int], None] | None) -> None:
        self.game, self.machine, self.limit = game, game.machine, limit
        self.graph = Graph(game.players)
        self._numbers: dict[bytes, int] = {}
        self._endings: dict[Ending, int] = {}
        self._waiting: dict[int, Any] = {}
        sight = game.sight
        zones = range(game.ruleset.zone_count)
        everyone = (1 << game.players) - 1
        # The box (zone 0) is out of the game.
        self._unseen = [z for z in zones if z and everyone & ~(sight.top[z] & sight.rest[z])]
        self.graph.hidden = any(
            everyone & ~sight.variable(number, 0) for number, _ in enumerate(sight.variables)
        )
        self._roots()
        opened = 0
        graph = self.graph
        while opened < len(self._numbers):
            self._open(self._waiting.pop(opened))
            opened += 1
            if progress is not None and opened % 1000 == 0:
                progress(len(self._numbers))
        graph.first_move.append(len(graph.first_outcome))
        graph.first_outcome.append(len(graph.node))

    def _roots(self) -> None:
        graph = self.graph
        for position, odometer in outcomes(self.machine.start):
            number = self._number(position)
            graph.roots.append((number, 1, odometer.odds))
            over = self.machine.over(position)
            seats = self.machine.awaited(position)
            graph.first_moves.append([] if over else self.machine.legal(position, seats[0]))

    def _number(self, position: Any) -> int:
        key = blake2b(repr(_key(self.machine, position)).encode(), digest_size=16).digest()
        number = self._numbers.get(key)
        if number is None:
            number = len(self._numbers)
            if number >= self.limit:
                raise TooLarge(f"more than {self.limit:,} positions")
            self._numbers[key] = number
            self._waiting[number] = position
        return number

    def _open(self, position: Any) -> None:
        graph, machine = self.graph, self.machine
        graph.first_move.append(len(graph.first_outcome))
        if machine.over(position):
            fault = machine.fault(position)
            if fault is not None:
                raise Faulty(report(self.game.ruleset, fault))
            graph.seat.append(END)
            graph.ending.append(self._ending(position))
            return
        seats = machine.awaited(position)
        graph.seat.append(seats[0])
        graph.ending.append(-1)
        graph.hidden = graph.hidden or len(seats) > 1 or self._hides(position)
        for move in machine.legal(position, seats[0]):
            graph.first_outcome.append(len(graph.node))
            self._play(position, seats[0], move)

    def _play(self, position: Any, seat: int, move: Move) -> None:
        def step(chance: Odometer) -> Any:
            reached = self.machine.copy(position)
            self.machine.play(reached, seat, move, chance)
            return reached

        shares: dict[int, tuple[int, int]] = {}
        for reached, odometer in outcomes(step):
            share = odometer.odds
            number = self._number(reached)
            top, bottom = shares.get(number, (0, 1))
            top, bottom = top * share + bottom, bottom * share
            common = gcd(top, bottom)
            shares[number] = top // common, bottom // common
        for number, (top, bottom) in shares.items():
            self.graph.node.append(number)
            self.graph.numerator.append(top)
            self.graph.denominator.append(bottom)

    def _hides(self, position: Any) -> bool:
        """Whether a component that somebody has seen, or whose place the rules fix, lies where not everyone
        sees it."""
        contents = self.machine.zones(position) if self._unseen else []
        return any(contents[z].ids for z in self._unseen)

    def _ending(self, position: Any) -> int:
        wins = self.machine.winners(position)
        won = (seat for seat, wins_there in enumerate(wins) if wins_there)
        ending = ending_of(self.machine.scores(position), won)
        if ending not in self._endings:
            self._endings[ending] = len(self.graph.endings)
            self.graph.endings.append(ending)
        return self._endings[ending]


def _key(machine: Machine, position: Any) -> Any:
    """Equal for equal positions; compiled programs can tell, the plain evaluator can't."""
    return machine.key(position)  # type: ignore[attr-defined]
