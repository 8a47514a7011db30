"""Playing one ruleset in all ways of running at once: what the tests of the compiler share.

The reference evaluator decides what is right. It draws the chance outcomes and the moves; the compiled ways get the same
outcomes, must ask for them in the same order out of as many, and are compared with it at every decision.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.check import check_file, check_text
from rulewright.compile.machine import CompiledMachine
from rulewright.compile.native import native_available
from rulewright.machine.faults import Fault, FaultCode
from rulewright.machine.interface import Config, Machine
from rulewright.reference import ReferenceMachine
from rulewright.ruleset.model import Ruleset

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(p for p in (ROOT / "rulesets").rglob("*.yaml") if not p.name.endswith(".scenarios.yaml"))

HEAD = "rulewright: 1\ngame: lab\ntitle: Lab\nplayers: 2..3\n"
RESULT = "result:\n  score: 0\n"


def ruleset_of(text: str) -> Ruleset:
    """The ruleset of a few lines, completed with what every ruleset needs."""
    text = textwrap.dedent(text).strip("\n") + "\n"
    whole = ("" if "rulewright:" in text else HEAD) + text + ("" if "result:" in text else RESULT)
    ruleset, diagnostics = check_text(whole)
    assert ruleset is not None, "\n".join(f"{d.code}: {d.message} {d.place}" for d in diagnostics)
    return ruleset


def ruleset_in(path: Path) -> Ruleset:
    ruleset, diagnostics = check_file(str(path))
    assert ruleset is not None, diagnostics
    return ruleset


class Difference(AssertionError):
    """Two ways of running differ."""


@dataclass
class Tape:
    """Chance that gives what the reference was given, and sees to it that the same is asked."""

    outcomes: list[tuple[int, int]] = field(default_factory=list)
    at: int = 0

    def __call__(self, n: int) -> int:
        if self.at == len(self.outcomes) or self.outcomes[self.at][0] != n:
            raise Difference(f"event {self.at}: one of {n} is asked for, the tape is {self.outcomes}")
        self.at += 1
        return self.outcomes[self.at - 1][1]


class Lockstep:
    """One game in all ways at once. ``fault``: the one that ended it."""

    def __init__(self, ruleset: Ruleset, config: Config, seed: int, native: bool = True) -> None:
        self.reference = ReferenceMachine(ruleset, config, traced=True)
        self.others: dict[str, Machine] = {"python": CompiledMachine(ruleset, config, traced=True)}
        if native and native_available():
            self.others["native"] = CompiledMachine(ruleset, config, native=True)
        self.random = random.Random(seed)
        self.fault: Fault | None = None
        self.moves = 0
        self.position: Any = None
        self.positions: dict[str, Any] = {}
        self._step(lambda machine, _, chance: machine.start(chance))

    def _step(self, act: Callable[[Machine, Any, Callable[[int], int]], Any]) -> None:
        drawn: list[tuple[int, int]] = []

        def draw(n: int) -> int:
            drawn.append((n, self.random.randrange(n)))
            return drawn[-1][1]

        self.position = act(self.reference, self.position, draw) or self.position
        self.fault = self.reference.fault(self.position)
        if self.fault is not None and self.fault.code == FaultCode.STEP_LIMIT:
            return  # how many steps there are before the limit is not part of the meaning
        for name, machine in self.others.items():
            tape = Tape(drawn)
            self.positions[name] = act(machine, self.positions.get(name), tape) or self.positions[name]
            self._same(name, "chance events", len(drawn), tape.at)
        self.compare()

    def _same(self, way: str, what: str, expected: object, got: object) -> None:
        if expected != got:
            raise Difference(f"{way}, move {self.moves}: {what}\nexpected: {expected}\ngot:      {got}")

    def compare(self) -> None:
        """All that can be asked of the positions is the same."""
        machine, position = self.reference, self.position
        events = machine.events(position)
        for name, other in self.others.items():
            its = self.positions[name]
            self._same(name, "fault", self.fault, other.fault(its))
            for what in (
                "over",
                "awaited",
                "zones",
                "variables",
                "dropped",
                "scores",
                "places",
                "winners",
                "cut_off",
            ):
                if self.fault is None or what in ("over", "variables"):
                    self._same(name, what, getattr(machine, what)(position), getattr(other, what)(its))
            for seat in machine.awaited(position):
                self._same(name, "moves", machine.legal(position, seat), other.legal(its, seat))
            if name == "python":
                self._same(name, "events", events, other.events(its))

    def play(self, most: int) -> Lockstep:
        """Play on at random, until the game is over or for so many moves."""
        while not self.reference.over(self.position) and self.moves < most:
            seat = self.random.choice(self.reference.awaited(self.position))
            move = self.random.choice(self.reference.legal(self.position, seat))

            def act(machine: Machine, position: Any, chance: Callable[[int], int]) -> None:
                machine.play(position, seat, move, chance)  # noqa: B023 - called at once

            self.moves += 1
            self._step(act)
        return self
