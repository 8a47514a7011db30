"""Players with habits, who come where uniform random players hardly ever do.

Always the first move, always the last, the same action again while it is legal, the action that was chosen
least so far, the move that looks best at once, the one that looks worst: each is a different walk through the
rules. These games are played in CPython by a program that counts what they come to. Of a few of them every
position is looked over (see ``audit``).
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from rulewright.compile.machine import CompiledMachine
from rulewright.coverage import Reached
from rulewright.fuzz.lines import Line, record
from rulewright.machine.faults import Fault
from rulewright.machine.interface import DONE, Move
from rulewright.machine.tally import FAULT

Pick = Callable[[Any, int, list[Move]], int]

#: Moves that a player who looks ahead tries, at most, of one decision.
_TRIED = 16


class Habits:
    """Plays games of one cell on a machine whose program counts. ``lines``: some of the games, to be looked
    over. ``ranked``: whether the result of one told the players apart."""

    def __init__(self, machine: CompiledMachine, seed: int, moves: int) -> None:
        self.machine, self.moves = machine, moves
        self.games = 0
        self.lines: list[Line] = []
        self.ranked = False
        self._faults = 0
        self._actions: Counter[int] = Counter()
        self._rng = random.Random(seed)
        self._last: dict[int, int] = {}

    def run(self, seconds: float, found: Callable[[Line, Fault], None]) -> None:
        """Plays for so long; ``found`` is told of games that end in a fault."""
        end = time.monotonic() + seconds
        habits = (
            self._uniform, self._first, self._last_one, self._again, self._rarest, self._greedy, self._modest,
        )  # fmt: skip
        while time.monotonic() < end:
            self._last.clear()
            pick = self._rng.choice(habits)
            position, line = record(
                self.machine,
                self._rng.randrange,
                self._counted(pick),
                self.moves,
                lambda _: time.monotonic() > end,
            )
            self.games += 1
            fault = self.machine.fault(position)
            if fault is not None:
                self._faults += 1
                found(line, fault)
                continue
            if len(self.lines) < len(habits):
                self.lines.append(line)
            if not self.ranked and self.machine.over(position):
                self.ranked = max(self.machine.places(position)) > 1

    def add_to(self, reached: Reached) -> None:
        """Adds what the games came to."""
        tally = self.machine.tally
        if self._faults:
            tally["end", 0, FAULT] += self._faults
        reached.add(tally, self.games, [self.machine.config])

    def _counted(self, pick: Pick) -> Pick:
        def counted(position: Any, seat: int, legal: list[Move]) -> int:
            chosen = pick(position, seat, legal)
            action = legal[chosen].action
            if action != DONE:
                self._actions[action] += 1
            self._last[seat] = action
            return chosen

        return counted

    def _uniform(self, position: Any, seat: int, legal: list[Move]) -> int:
        return self._rng.randrange(len(legal))

    def _first(self, position: Any, seat: int, legal: list[Move]) -> int:
        return 0

    def _last_one(self, position: Any, seat: int, legal: list[Move]) -> int:
        return len(legal) - 1

    def _again(self, position: Any, seat: int, legal: list[Move]) -> int:
        same = [i for i, move in enumerate(legal) if move.action == self._last.get(seat)]
        return self._rng.choice(same) if same else self._rng.randrange(len(legal))

    def _rarest(self, position: Any, seat: int, legal: list[Move]) -> int:
        counts = self._actions
        fewest = min(counts[move.action] for move in legal)
        return self._rng.choice([i for i, move in enumerate(legal) if counts[move.action] == fewest])

    def _greedy(self, position: Any, seat: int, legal: list[Move]) -> int:
        return self._looked(position, seat, legal, 1)

    def _modest(self, position: Any, seat: int, legal: list[Move]) -> int:
        return self._looked(position, seat, legal, -1)

    def _looked(self, position: Any, seat: int, legal: list[Move], sign: int) -> int:
        """The move after which the seat stands best (or worst): its lead in score, or without a score its
        place. Of many moves some are tried; chance falls as it may."""
        tried = range(len(legal))
        if len(legal) > _TRIED:
            tried = self._rng.sample(tried, _TRIED)  # type: ignore[assignment]
        return max(tried, key=lambda i: (sign * self._standing(position, seat, legal[i]), self._rng.random()))

    def _standing(self, position: Any, seat: int, move: Move) -> int:
        machine = self.machine
        with machine.uncounted():
            copy = machine.copy(position)
            machine.play(copy, seat, move, self._rng.randrange)
            if machine.ruleset.result.score is None:
                return -machine.places(copy)[seat]
            scores = machine.scores(copy)
            others = [score for other, score in enumerate(scores) if other != seat]
            return scores[seat] - max(others, default=0)
