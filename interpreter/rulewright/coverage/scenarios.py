"""What the scenarios of a ruleset come to: each is played once more by the reference evaluator, which
counts."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from rulewright.coverage.report import Reached
from rulewright.diagnostics import Sink
from rulewright.machine.tally import Tally
from rulewright.reference import ReferenceMachine
from rulewright.ruleset.model import Ruleset
from rulewright.scenario.model import Scenario
from rulewright.scenario.reading import read_scenarios, scenarios_of
from rulewright.scenario.running import run_scenario

#: Steps between two decisions in games that are played slowly, for counting or for a closer look: what goes
#: on for longer is most likely endless.
FEW_STEPS = 50_000


def scenario_coverage(
    ruleset: Ruleset,
    path: str | None = None,
    only: Callable[[str], bool] = lambda name: True,
    asking: Sequence[str] = (),
    end: float = math.inf,
) -> Reached | None:
    """What the scenarios in a file (by default the one beside the ruleset) come to; None if there is no file,
    it can't be read, or it is of another text than this ruleset's. A scenario that fails counts as far as it
    goes; a game is a scenario. ``only``: which of them, by name. ``asking``: no more of them than it takes
    to ask these rulings, those that look like it first. ``end``: when the last of them is to begin at the
    latest (of the clock ``time.monotonic``)."""
    file = scenarios_of(ruleset.path) if path is None else path
    sink, reached = Sink(), Reached()
    read = read_scenarios(file, sink, "reference")
    if read is None or read.ruleset.text_hash != ruleset.text_hash:
        return None
    wanted = [option for option in ruleset.options() if option.name in asking]

    def promising(scenario: Scenario) -> bool:
        """Whether a scenario chooses a reading of what is to be asked, or cites one of its rules."""
        readings = scenario.game.config.readings
        chosen = ruleset.reading_numbers()
        return any(
            readings[option.index] != chosen[option.index] or not set(option.rules).isdisjoint(scenario.rules)
            for option in wanted
        )

    scenarios = sorted((s for s in read.scenarios if only(s.name)), key=lambda s: not promising(s))
    for scenario in scenarios:
        if wanted and all(reached.tally["reading", option.index, 0] for option in wanted):
            break
        if time.monotonic() > end and reached.games:
            break
        machine = scenario.game.machine
        assert isinstance(machine, ReferenceMachine)
        machine.tally = tally = Tally()
        machine.step_limit = FEW_STEPS
        run_scenario(scenario, sink)
        machine.tally = None
        reached.add(tally, 1, [scenario.game.config], plain=True)
    return reached
