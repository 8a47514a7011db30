"""Every move that a scenario says is refused is explained by something that fails where a rule of it is cited,
and every one that it says is legal by conditions that hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from explain_support import RULESETS, explained, watch

from rulewright.engine.contract import State
from rulewright.explain.moves import MoveExplained
from rulewright.scenario.model import Scenario
from rulewright.scenario.patterns import Pattern

#: Why a move can be refused without a condition that fails.
_WITHOUT_CONDITION = {
    "not_offered", "outside", "domain_empty", "size", "one_of_each_kind", "done_once", "done_low", "done_forced", "series",
    "nothing_for",
}  # fmt: skip

FIVE = ["tembo", "niagara", "zambezi", "zum_kuhkuck", "survival_of_the_fittest"]


def files() -> list[Path]:
    return sorted(
        path for path in RULESETS.rglob("*.yaml") if path.with_name(f"{path.stem}.scenarios.yaml").is_file()
    )


def line(told: MoveExplained) -> str:
    place = told.finding.place
    assert place is not None
    assert place.span is not None
    return (
        Path(place.path)
        .read_text(encoding="utf-8")
        .splitlines()[place.span.start.line - 1][place.span.start.column - 1 :]
    )


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_what_scenarios_name_is_explained(path: Path) -> None:
    def look(scenario: Scenario, pattern: Pattern, legal: bool, state: State) -> None:
        told = explained(pattern, state)
        where = (scenario.name, pattern.text, told.finding.told)
        assert told.legal == legal, where
        if legal:
            assert all(reason.outcome is True for reason in told.finding.reasons), where
            return
        # The text that is marked is what the finding says it is.
        first = told.finding.source.split()[0]
        assert line(told).startswith(first), where
        if told.finding.kind not in _WITHOUT_CONDITION:
            assert told.finding.reasons, where
            assert all(reason.outcome is False for reason in told.finding.reasons), where
        if path.stem in FIVE:
            allowed = {*scenario.rules, *told.action_rules}
            assert allowed & set(told.finding.rules), (*where, told.finding.rules)

    seen = watch(path, look)
    if path.stem in FIVE:
        assert seen > 15
