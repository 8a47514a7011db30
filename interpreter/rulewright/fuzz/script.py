"""A game as what was meant: who made which move, and which card of its pile each draw brought.

A line (see ``lines``) says "the third move, then the fifth of those left". Leave a step out of it, and every
later number means something else. A script keeps the moves themselves and reads chains of outcomes n, n - 1,
n - 2 ... as draws from one pile, so that what is left after a step was taken out is still the same plan.
Following a script is lenient: each seat makes the next of its moves that is legal, and the first one there is
where none of them is. What comes of it is a game that was really played, given as its line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.fuzz.lines import Line, Step
from rulewright.machine.interface import Machine, Move


@dataclass(frozen=True, slots=True)
class Draw:
    """An outcome of ``n``. ``chain``: the pile that it seems to come from; ``card``: which of those that lay
    there at first."""

    n: int
    outcome: int
    chain: int
    card: int


@dataclass(frozen=True, slots=True)
class Act:
    """A move of a seat, and the draws that came of it."""

    seat: int
    move: Move
    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """``start``: the draws before the first decision; ``piles``: how many lay in each chain at first."""

    start: tuple[Draw, ...]
    acts: tuple[Act, ...]
    piles: tuple[int, ...]

    def without(self, numbers: Collection[int], keep_draws: bool) -> Script:
        """The script without the acts of these numbers. ``keep_draws``: their draws come to the same seat
        later, so that it holds what it needs."""
        acts: list[Act] = []
        kept: dict[int, tuple[Draw, ...]] = {}
        for at, act in enumerate(self.acts):
            draws = kept.pop(act.seat, ()) + act.draws
            if at not in numbers:
                acts.append(replace(act, draws=draws))
            elif keep_draws:
                kept[act.seat] = draws
        return replace(self, acts=tuple(acts))

    @property
    def draws(self) -> tuple[Draw, ...]:
        """All draws, in their order."""
        return self.start + tuple(draw for act in self.acts for draw in act.draws)

    def with_cards(self, cards: Mapping[int, int]) -> Script:
        """The script with other cards drawn; ``cards``: the number of the draw -> the card."""
        drawn = iter(replace(draw, card=cards.get(at, draw.card)) for at, draw in enumerate(self.draws))
        start = tuple(next(drawn) for _ in self.start)
        acts = tuple(replace(act, draws=tuple(next(drawn) for _ in act.draws)) for act in self.acts)
        return replace(self, start=start, acts=acts)

    def with_move(self, at: int, move: Move) -> Script:
        """The script with another move at one place."""
        act = replace(self.acts[at], move=move)
        return replace(self, acts=(*self.acts[:at], act, *self.acts[at + 1 :]))


def _chain_with(left: Sequence[Sequence[int]], n: int) -> int | None:
    """The newest chain with n cards left: what an outcome of n seems to draw from."""
    return next((chain for chain in reversed(range(len(left))) if len(left[chain]) == n), None)


class _Reading:
    """Reads outcomes as draws."""

    def __init__(self) -> None:
        self.left: list[list[int]] = []
        self.piles: list[int] = []

    def draw(self, n: int, outcome: int) -> Draw:
        chain = _chain_with(self.left, n)
        if chain is None:
            chain = len(self.left)
            self.left.append(list(range(n)))
            self.piles.append(n)
        return Draw(n, outcome, chain, self.left[chain].pop(outcome))


def read_draws(drawn: Iterable[tuple[int, int]]) -> tuple[list[Draw], list[int]]:
    """Outcomes (of how many, which) as draws, and how many lay in each chain at first."""
    reading = _Reading()
    return [reading.draw(n, outcome) for n, outcome in drawn], reading.piles


def outcomes_of(draws: Iterable[Draw], piles: Sequence[int]) -> list[int]:
    """The outcomes that give these draws, no card of a chain twice."""
    left = [list(range(n)) for n in piles]
    outcomes = []
    for draw in draws:
        outcomes.append(left[draw.chain].index(draw.card))
        left[draw.chain].pop(outcomes[-1])
    return outcomes


class _Given:
    """Chance that gives the outcomes of a line and notes out of how many each was."""

    def __init__(self, reading: _Reading) -> None:
        self.reading = reading
        self.wanted: list[int] = []
        self.draws: list[Draw] = []

    def __call__(self, n: int) -> int:
        outcome = min(self.wanted.pop(0), n - 1) if self.wanted else 0
        self.draws.append(self.reading.draw(n, outcome))
        return outcome

    def take(self) -> tuple[Draw, ...]:
        draws, self.draws = tuple(self.draws), []
        return draws


def script_of(machine: Machine, line: Line) -> tuple[Script, list[list[Move]]]:
    """The script of a line that fits, and the legal moves at each of its decisions."""
    reading = _Reading()
    chance = _Given(reading)
    chance.wanted = list(line.start)
    position = machine.start(chance)
    start = chance.take()
    acts: list[Act] = []
    choices: list[list[Move]] = []
    for step in line.steps:
        if machine.over(position):
            break
        seat = machine.awaited(position)[0]
        legal = machine.legal(position, seat)
        move = legal[min(step.pick, len(legal) - 1)]
        chance.wanted = list(step.chance)
        machine.play(position, seat, move, chance)
        acts.append(Act(seat, move, chance.take()))
        choices.append(legal)
    return Script(start, tuple(acts), tuple(reading.piles)), choices


class _Meant:
    """Chance that gives the cards that are meant, as far as they are still there."""

    def __init__(self, piles: tuple[int, ...]) -> None:
        self.left = [list(range(n)) for n in piles]
        self.wanted: list[Draw] = []
        self.given: list[int] = []

    def __call__(self, n: int) -> int:
        outcome = 0
        draw = self.wanted.pop(0) if self.wanted else None
        chain = None if draw is None else draw.chain
        if chain is None or len(self.left[chain]) != n:
            chain = _chain_with(self.left, n)
        if draw is not None:
            outcome = min(draw.outcome, n - 1)
        if chain is not None:
            left = self.left[chain]
            if draw is not None and chain == draw.chain and draw.card in left:
                outcome = left.index(draw.card)
            left.pop(outcome)
        self.given.append(outcome)
        return outcome

    def take(self) -> tuple[int, ...]:
        given, self.given = tuple(self.given), []
        return given


def follow(machine: Machine, script: Script, most: int) -> Line:
    """The line of the game that comes of following a script, of at most so many decisions."""
    chance = _Meant(script.piles)
    chance.wanted = list(script.start)
    position = machine.start(chance)
    start = chance.take()
    steps: list[Step] = []
    # What each seat is to do, and what it was to draw and has not drawn yet.
    plans: dict[int, deque[Act]] = {}
    for act in script.acts:
        plans.setdefault(act.seat, deque()).append(act)
    later: dict[int, list[Draw]] = {seat: [] for seat in plans}
    while not machine.over(position) and len(steps) < most and any(plans.values()):
        seat = machine.awaited(position)[0]
        legal = machine.legal(position, seat)
        plan = plans.get(seat, deque())
        waiting = later.setdefault(seat, [])
        number = next((n for n, act in enumerate(plan) if act.move in legal), None)
        move = legal[0]
        if number is not None:
            for _ in range(number + 1):
                act = plan.popleft()
                waiting += act.draws
                move = act.move
        chance.wanted = waiting
        machine.play(position, seat, move, chance)
        steps.append(Step(legal.index(move), chance.take()))
    return Line(start, tuple(steps))
