"""A game as what decided it: the outcomes of chance and the picks of the players, in the order in which play
asked for them.

Searching for a smaller game means changing such a line and playing it again. So a line needn't fit: a pick
that is too high is the last move, an outcome that is too high is the last outcome, what is missing is 0, and
what play never asks for is left out. ``play_line`` gives back the line as it was played, which does fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulewright.machine.interface import Machine

#: Whether to stop at a position, asked after the start and after every move.
Stop = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Step:
    """A decision of the first awaited seat: the index of its move among the legal ones, and the outcomes of
    chance that came of it."""

    pick: int
    chance: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """``start``: the outcomes of chance before the first decision."""

    start: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def size(self) -> tuple[int, int, int]:
        """Lines are smaller with fewer decisions, then fewer outcomes, then lower numbers."""
        events = len(self.start) + sum(len(step.chance) for step in self.steps)
        numbers = sum(self.start) + sum(step.pick + sum(step.chance) for step in self.steps)
        return len(self.steps), events, numbers


class Given:
    """Chance that gives the outcomes of a line, as far as they go and fit."""

    def __init__(self) -> None:
        self.wanted: tuple[int, ...] = ()
        self.given: list[int] = []

    def __call__(self, n: int) -> int:
        at = len(self.given)
        outcome = min(self.wanted[at], n - 1) if at < len(self.wanted) else 0
        self.given.append(outcome)
        return outcome

    def next(self, wanted: tuple[int, ...]) -> None:
        """What is given from now on."""
        self.wanted, self.given = wanted, []


def play_line(
    machine: Machine, line: Line, stop: Stop | None = None, moves: int | None = None
) -> tuple[Any, Line]:
    """Plays a line to where it ends, the game is over, or ``stop`` says so; the position there and the line
    as it was played. ``moves``: how many decisions to make, zeros after the end of the line."""
    chance = Given()
    chance.next(line.start)
    position = machine.start(chance)
    start = tuple(chance.given)
    steps: list[Step] = []
    wanted = len(line.steps) if moves is None else moves
    while not (machine.over(position) or (stop and stop(position))) and len(steps) < wanted:
        step = line.steps[len(steps)] if len(steps) < len(line.steps) else Step(0)
        seat = machine.awaited(position)[0]
        legal = machine.legal(position, seat)
        pick = min(step.pick, len(legal) - 1)
        chance.next(step.chance)
        machine.play(position, seat, legal[pick], chance)
        steps.append(Step(pick, tuple(chance.given)))
    return position, Line(start, tuple(steps))


class Recorder:
    """A source of chance that writes down what another gives, for the line of a game under way."""

    def __init__(self, source: Callable[[int], int]) -> None:
        self.source = source
        self.given: list[tuple[int, int]] = []

    def __call__(self, n: int) -> int:
        outcome = self.source(n)
        self.given.append((n, outcome))
        return outcome

    def take(self) -> tuple[tuple[int, int], ...]:
        """What was given since the last call, as (n, outcome)."""
        given, self.given = tuple(self.given), []
        return given

    def outcomes(self) -> tuple[int, ...]:
        """The same without the n."""
        return tuple(outcome for _, outcome in self.take())


def record(
    machine: Machine,
    chance: Callable[[int], int],
    pick: Callable[[Any, int, list[Any]], int],
    moves: int,
    stop: Stop | None = None,
) -> tuple[Any, Line]:
    """Plays a game of at most ``moves`` decisions, with ``pick(position, seat, legal)`` for the players, and
    gives the position at its end and its line."""
    recorder = Recorder(chance)
    position = machine.start(recorder)
    start = recorder.outcomes()
    steps: list[Step] = []
    while not (machine.over(position) or (stop and stop(position))) and len(steps) < moves:
        seat = machine.awaited(position)[0]
        legal = machine.legal(position, seat)
        chosen = pick(position, seat, legal)
        machine.play(position, seat, legal[chosen], recorder)
        steps.append(Step(chosen, recorder.outcomes()))
    return position, Line(start, tuple(steps))
