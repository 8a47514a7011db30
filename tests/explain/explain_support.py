"""What the tests of explanations share: scenarios whose expectations are looked at as they are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rulewright.diagnostics import Sink
from rulewright.engine.contract import State
from rulewright.explain.lens import plainly
from rulewright.explain.moves import Explainer, MoveExplained
from rulewright.explain.wanted import wanted
from rulewright.scenario.expectations import LegalIs, Refused
from rulewright.scenario.model import Check, Scenario
from rulewright.scenario.patterns import Pattern
from rulewright.scenario.reading import read_scenarios, scenarios_of
from rulewright.scenario.running import run_scenario

RULESETS = Path(__file__).parents[2] / "rulesets"


def explained(pattern: Pattern, state: State, eyes: int | None = None) -> MoveExplained:
    """What is said of a move that a scenario names."""
    state = plainly(state)
    seat = state.awaited[0] if pattern.seat is None else pattern.seat
    return Explainer(state, eyes).explain(
        wanted(state.game.words, pattern.action, pattern.params, seat), seat
    )


class Watcher:
    """Stands in for an expectation and looks at the state in its place."""

    def __init__(self, look: Callable[[State], None]) -> None:
        self.look = look

    def mismatches(self, state: State) -> Iterator[object]:
        self.look(state)
        yield from ()


def watch(ruleset: Path, look: Callable[[Scenario, Pattern, bool, State], None]) -> int:
    """Runs the scenarios of a ruleset in the plain evaluator; ``look`` is shown each move that they name as
    refused (False) or legal (True), with the state. Returns how many there were."""
    sink = Sink()
    read = read_scenarios(scenarios_of(ruleset), sink, "reference")
    assert read is not None
    seen = 0

    def watcher(scenario: Scenario, pattern: Pattern, legal: bool) -> Watcher:
        def seen_by(state: State) -> None:
            nonlocal seen
            seen += 1
            look(scenario, pattern, legal, state)

        return Watcher(seen_by)

    for scenario in read.scenarios:
        steps = []
        for step in scenario.steps:
            if isinstance(step, Check):
                named = []
                for expectation in step.expectations:
                    if isinstance(expectation, Refused):
                        named.append(watcher(scenario, expectation.pattern, False))
                    elif isinstance(expectation, LegalIs):
                        patterns = [*(expectation.exactly or ()), *expectation.has]
                        named += [watcher(scenario, pattern, True) for pattern in patterns]
                    else:
                        named.append(expectation)
                steps.append(Check(tuple(named), step.place))
            else:
                steps.append(step)
        watched = any(isinstance(e, Watcher) for s in steps if isinstance(s, Check) for e in s.expectations)
        scenario.steps = steps
        if watched:
            run_scenario(scenario, sink)
    return seen
