"""docs/explaining.md: what it shows is what is printed, and its program runs."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from rulewright.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explaining.md").read_text(encoding="utf-8")


def test_what_is_shown_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = re.search(r"```console\n\$ rulewright (.+)\n((?:.*\n)*?)```", PAGE)
    assert shown is not None
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(shlex.split(shown.group(1))) == 0
    assert out.getvalue() == shown.group(2)


def test_its_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    exec(compile(block.group(1), "docs/explaining.md", "exec"), {})
    # The cell is marked already, which the rule of marking forbids.
    assert "X2" in capsys.readouterr().out
