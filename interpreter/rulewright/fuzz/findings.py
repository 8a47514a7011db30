"""What fuzzing found: one line for each cause, how often, the smallest game that shows it, its rules; and
what is only suspected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulewright.check.sight import Sight
from rulewright.diagnostics import Place
from rulewright.fuzz.cells import Cell
from rulewright.fuzz.leaks import Leak
from rulewright.fuzz.lines import Line
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import steps_of
from rulewright.simulate.setting import Setting

#: fault: play goes wrong; question: a question that was left open is asked; endless: play can come back to
#: where it was; leak: what may be chosen tells a secret; unmixed: something hidden is the same in every game;
#: level: no result tells the players apart; state: a position is not as it must be, whatever the rules are.
Kind = Literal["fault", "question", "endless", "leak", "unmixed", "level", "state"]


@dataclass(slots=True)
class Finding:
    """``cell``: where its smallest game is. ``count`` of ``games`` random games showed it; both are 0 where
    it was not met in random games. ``after``: how many seconds into the run it was met, not yet made small.
    ``smallest``: whether no smaller game was left to be tried; ``story``: the game in words. ``about``: of
    what is unmixed the zones' name, of a question the ruling's. ``long_game``: of play that never ended the
    number of such a game among the random ones of the setting, where no line shows it; ``goes_on``: its last
    part in words. ``saved``: the scenario file, or the log of the long game."""

    kind: Kind
    code: str
    message: str
    cell: Cell
    place: Place | None = None
    rules: tuple[str, ...] = ()
    count: int = 0
    games: int = 0
    after: float = 0.0
    line: Line | None = None
    leak: Leak | None = None
    decisions: int = 0
    smallest: bool = True
    story: list[str] = field(default_factory=list)
    about: str = ""
    long_game: tuple[Setting, int] | None = None
    goes_on: list[str] = field(default_factory=list)
    saved: str | None = None

    @property
    def wrong(self) -> bool:
        """Whether it is a mistake of the ruleset; an open question is one of the rulebook."""
        return self.kind != "question"


@dataclass(slots=True)
class Suspicion:
    """What the checker warns of: a choice that may tell a secret. ``proven``: two games of this run show it,
    and are a finding."""

    action: str
    message: str
    place: Place
    proven: bool = False


def suspected(ruleset: Ruleset) -> list[Suspicion]:
    """What the checker says of choices that read what their choosers can't see."""
    sight = Sight(
        ruleset.definitions, ruleset.zones, ruleset.variables, ruleset.actions, ruleset.players[1],
        steps_of(ruleset),
    )  # fmt: skip
    return [
        Suspicion(found.action.name, found.message, ruleset.places[found.place].place)
        for found in sight.choices()
    ]
