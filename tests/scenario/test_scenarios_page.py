"""Every scenario file in docs/scenarios.md is run, so the documentation can't say what isn't so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.diagnostics.render import render_full
from rulewright.scenario import run_scenarios

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
BLOCKS = re.findall(r"```yaml\n(rulewright: 1\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_scenarios_of_the_documentation(block: str, tmp_path: Path) -> None:
    file = tmp_path / "documented.scenarios.yaml"
    file.write_text(block, encoding="utf-8")
    report = run_scenarios(file, "reference")
    assert report.passed, render_full(report.sink.diagnostics, report.sink.sources)
    assert report.results
    assert all(result.checked for result in report.results)


def test_there_is_something_to_run() -> None:
    assert len(BLOCKS) >= 3
