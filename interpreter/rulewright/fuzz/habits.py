"""Players with habits, who come where uniform random players hardly ever do, and what play has touched.

Always the first move, always the last, the same action again while it is legal, the action that was chosen
least so far: each is a different walk through the rules. These games are played in CPython with everything
recorded, so they also say which rules fired, which actions were played and which never were.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.fuzz.lines import Line, record
from rulewright.machine.faults import Fault
from rulewright.machine.interface import DONE, Machine, Move
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import steps_of

Pick = Callable[[Any, int, list[Move]], int]


@dataclass(slots=True)
class Touched:
    """What play came to: steps by place, actions by number."""

    games: int = 0
    steps: Counter[int] = field(default_factory=Counter)
    actions: Counter[int] = field(default_factory=Counter)

    def rules(self, ruleset: Ruleset) -> dict[str, int | None]:
        """How often each rule fired: steps that cite it were run, actions that cite it were played. None for
        a rule that no step and no action cites: declarations and conditions hold without firing."""
        actions = list(ruleset.actions.values())
        citing: dict[str, int | None] = dict.fromkeys(ruleset.rules)
        for step in steps_of(ruleset):
            place = getattr(step, "place", None)
            if isinstance(place, int) and 0 <= place < len(ruleset.places):
                for rule in ruleset.places[place].rules:
                    citing[rule] = citing.get(rule) or 0
        for action in actions:
            for rule in action.rules:
                citing[rule] = citing.get(rule) or 0
        for place, count in self.steps.items():
            for rule in ruleset.places[place].rules:
                citing[rule] = (citing.get(rule) or 0) + count
        for number, count in self.actions.items():
            for rule in actions[number].rules:
                citing[rule] = (citing.get(rule) or 0) + count
        return citing

    def never_played(self, ruleset: Ruleset) -> list[str]:
        """Actions that nobody ever played."""
        return [a.name for a in ruleset.actions.values() if not self.actions[a.index]]


class Habits:
    """Plays games of one cell on a traced machine; ``touched`` says what they came to."""

    def __init__(self, machine: Machine, seed: int, moves: int) -> None:
        self.machine, self.moves = machine, moves
        self.touched = Touched()
        self._rng = random.Random(seed)
        self._last: dict[int, int] = {}

    def run(self, seconds: float, found: Callable[[Line, Fault], None]) -> None:
        """Plays for so long; ``found`` is told of games that end in a fault."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._last.clear()
            pick = self._rng.choice((self._uniform, self._first, self._last_one, self._again, self._rarest))
            position, line = record(
                self.machine, self._rng.randrange, self._counted(pick), self.moves, self._noting(end)
            )
            # Of a game that is over nobody asked whether to stop.
            self._note(position)
            self.touched.games += 1
            fault = self.machine.fault(position)
            if fault is not None:
                found(line, fault)

    def _note(self, position: Any) -> None:
        for event in self.machine.events(position):
            if event.kind == "step":
                self.touched.steps[event.args[0]] += 1

    def _noting(self, end: float) -> Callable[[Any], bool]:
        def stop(position: Any) -> bool:
            self._note(position)
            return time.monotonic() > end

        return stop

    def _counted(self, pick: Pick) -> Pick:
        def counted(position: Any, seat: int, legal: list[Move]) -> int:
            chosen = pick(position, seat, legal)
            action = legal[chosen].action
            if action != DONE:
                self.touched.actions[action] += 1
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
        counts = self.touched.actions
        fewest = min(counts[move.action] for move in legal)
        return self._rng.choice([i for i, move in enumerate(legal) if counts[move.action] == fewest])
