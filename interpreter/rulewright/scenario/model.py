"""A scenario as data: what is given, what happens, what must come of it.

Everything in it is looked up in a ruleset already: zones are numbers, moves are patterns whose action and
parameters exist, expectations can be compared. What can only be known in play (whether a move is legal,
whether a card is drawn) is left to running.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.diagnostics import Diagnostic, Place
from rulewright.engine.contract import Game
from rulewright.engine.templates import Value
from rulewright.ruleset.model import Ruleset
from rulewright.scenario.chance import Coming
from rulewright.scenario.expectations import Expectation, FaultIs
from rulewright.scenario.games import Alike, EndlessIs
from rulewright.scenario.names import Names
from rulewright.scenario.patterns import Pattern
from rulewright.scenario.position import ZoneGiven


@dataclass(frozen=True, slots=True)
class Play:
    """A move that is played."""

    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Prepare:
    """What chance gives from here on: the next cards, or outcomes."""

    coming: tuple[Coming, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Check:
    """Expectations at this point."""

    expectations: tuple[Expectation | Alike, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Lay:
    """A table that is laid at the present decision: zones, where everything else goes, variables (number,
    entry, value), whose turn it is."""

    zones: tuple[ZoneGiven, ...]
    others: tuple[tuple[int, Place], ...]
    variables: tuple[tuple[int, int, Value], ...]
    turn: int | None
    place: Place


Step = Play | Prepare | Check | Lay


@dataclass(slots=True)
class Scenario:
    """One scenario. ``game``: set up as it asks; ``names`` belong to that game. ``steps``: all that happens,
    the first table included. ``reset``: its expectations were written by a reset and by nobody who knows the
    game."""

    name: str
    rules: tuple[str, ...]
    place: Place
    game: Game
    names: Names
    seed: int = 0
    tape: tuple[int, ...] = ()
    steps: list[Step] = field(default_factory=list)
    reset: bool = False

    @property
    def shown(self) -> tuple[str, ...]:
        """The rules that it shows: those that it cites, but none if a reset wrote what is expected, or if
        that is nothing but what goes for every game: that play comes to no fault, and to an end."""
        expected = (e for step in self.steps if isinstance(step, Check) for e in step.expectations)
        return () if self.reset or all(map(_of_every_game, expected)) else self.rules


def _of_every_game(expectation: Expectation | Alike) -> bool:
    """Whether this is expected of play whatever the rules are."""
    match expectation:
        case FaultIs(code=None) | EndlessIs(endless=False):
            return True
        case _:
            return False


@dataclass(slots=True)
class Unread:
    """A scenario that has mistakes and can't be run. ``name`` is empty if it has none."""

    name: str
    rules: tuple[str, ...]
    place: Place
    mistakes: list[Diagnostic]


@dataclass(slots=True)
class ScenarioFile:
    """The scenarios of one file: those that can be run, and those that can't."""

    path: str
    ruleset: Ruleset
    scenarios: list[Scenario]
    unread: list[Unread] = field(default_factory=list)
