"""Small rulesets as experiments: a few lines of YAML, played on a tape of outcomes in every way of running.

What these experiments say is what the language means, so they are the same for all machines: each test of
this folder runs once for each of ``WAYS`` (conftest.py sets ``way`` for it). ``Lab`` completes the text with
what every ruleset needs. ``Game`` speaks of zones, variables and actions by name and of components, seats and
values by number, as machines do.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from rulewright import compile as compiled
from rulewright.check import check_text
from rulewright.machine.interface import DONE, Config, Event, Machine, Move, ZoneContent
from rulewright.reference import ReferenceMachine
from rulewright.ruleset.model import Ruleset

HEAD = "rulewright: 1\ngame: lab\ntitle: Lab\nplayers: 2..4\n"
RESULT = "result:\n  score: 0\n"

Way = Callable[[Ruleset, Config, bool], Machine]

WAYS: dict[str, Way] = {"reference": ReferenceMachine}
if hasattr(compiled, "CompiledMachine"):
    WAYS["python"] = compiled.CompiledMachine

way: Way = ReferenceMachine
"""How the rulesets of the running test are played."""


def machine_for(ruleset: Ruleset, config: Config, traced: bool = False) -> Machine:
    return way(ruleset, config, traced)


class Lab:
    def __init__(
        self, text: str, players: int = 2, readings: tuple[int, ...] = (), traced: bool = False
    ) -> None:
        text = textwrap.dedent(text).strip("\n") + "\n"
        whole = HEAD + text + ("" if "result:" in text else RESULT)
        ruleset, diagnostics = check_text(whole)
        assert ruleset is not None, "\n".join(f"{d.code}: {d.message} {d.place}" for d in diagnostics)
        self.ruleset: Ruleset = ruleset
        self.machine = machine_for(ruleset, Config(players, readings), traced)

    def start(self, *tape: int) -> Game:
        return Game(self, tape)


def ended(text: str, *tape: int, players: int = 2, traced: bool = False) -> Game:
    """The game of a text that asks nobody, at its end and without a fault."""
    game = Lab(text, players, traced=traced).start(*tape)
    assert game.fault is None
    assert game.over
    return game


def fault_of(text: str, *tape: int, players: int = 2) -> str | None:
    """The code of the fault that ends the game of a text."""
    return Lab(text, players).start(*tape).fault


class Game:
    def __init__(self, lab: Lab, tape: tuple[int, ...]) -> None:
        self.lab = lab
        self.machine = lab.machine
        self.tape = list(tape)
        self.arities: list[int] = []
        self.position = self.machine.start(self.chance)

    def chance(self, n: int) -> int:
        """The tape's outcomes, then 0; what was asked is kept in ``arities``."""
        self.arities.append(n)
        return self.tape.pop(0) if self.tape else 0

    # --- decisions

    def _names(self) -> list[str]:
        return list(self.lab.ruleset.actions)

    @property
    def awaited(self) -> tuple[int, ...]:
        return self.machine.awaited(self.position)

    def legal(self, seat: int | None = None) -> list[tuple[object, ...]]:
        """The legal moves as (action, parameter, ...); ("done",) for done."""
        seat = self.awaited[0] if seat is None else seat
        moves = self.machine.legal(self.position, seat)
        return [("done",) if m.action == DONE else (self._names()[m.action], *m.params) for m in moves]

    def play(self, action: str, *params: int | tuple[int, ...], seat: int | None = None) -> None:
        seat = self.awaited[0] if seat is None else seat
        move = Move(DONE if action == "done" else self._names().index(action), params)
        self.machine.play(self.position, seat, move, self.chance)

    # --- what is there

    @property
    def over(self) -> bool:
        return self.machine.over(self.position)

    @property
    def fault(self) -> str | None:
        fault = self.machine.fault(self.position)
        return None if fault is None else fault.code.kebab

    def entries(self, variable: str) -> list[int | frozenset[int]]:
        return self.machine.variables(self.position)[list(self.lab.ruleset.variables).index(variable)]

    def value(self, variable: str) -> int | frozenset[int]:
        (value,) = self.entries(variable)
        return value

    def zone(self, name: str, index: int = 0) -> ZoneContent:
        first = 0 if name == "box" else self.lab.ruleset.zones[name].first
        return self.machine.zones(self.position)[first + index]

    def ids(self, name: str, index: int = 0) -> list[int]:
        """What is known to be in the zone, in walking order."""
        return list(self.zone(name, index).ids)

    def events(self, *kinds: str) -> list[Event]:
        """What happened since the last call, of these kinds."""
        return [e for e in self.machine.events(self.position) if e.kind in kinds]
