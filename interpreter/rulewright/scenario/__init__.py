"""Scenarios: rules shown by example. A table is laid, moves are made, and what comes is compared.

They are written beside a ruleset by whoever knows the game, in the words of the ruleset, and cite the rules
they show.
"""

from rulewright.scenario.reading import read_scenarios, ruleset_of, scenarios_of
from rulewright.scenario.reset import Rewrite, apply_edits, rewrites
from rulewright.scenario.running import ScenarioReport, ScenarioResult, run_scenario, run_scenarios

__all__ = [
    "Rewrite",
    "ScenarioReport",
    "ScenarioResult",
    "apply_edits",
    "read_scenarios",
    "rewrites",
    "ruleset_of",
    "run_scenario",
    "run_scenarios",
    "scenarios_of",
]
