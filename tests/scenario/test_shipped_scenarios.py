"""The scenarios that ship with the rulesets: all pass in every way of running, and they leave no rule out."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_support import BACKENDS

from rulewright.diagnostics.render import render_full
from rulewright.engine.contract import Backend
from rulewright.scenario import run_scenarios

ROOT = Path(__file__).parents[2] / "rulesets"
FILES = sorted(ROOT.rglob("*.scenarios.yaml"))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("file", FILES, ids=lambda p: p.name.split(".")[0])
def test_every_scenario_passes(file: Path, backend: Backend) -> None:
    report = run_scenarios(file, backend)
    assert report.passed, render_full(report.sink.diagnostics, report.sink.sources)
    assert report.results
    assert all(result.passed and result.checked for result in report.results)
    assert report.rules_without_scenario == []
