"""The program in docs/engine.md runs, and the page knows every call of the contract."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.engine.contract import State

PAGE = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")


def test_the_program_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(block, "docs/engine.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"take_card \| Giocatore [12] pesca una carta", printed[0])
    assert re.fullmatch(r"\[\d+, \d+\] \[\d, \d\] \[.*\]", printed[-1])


def test_the_page_names_every_call_of_a_state() -> None:
    calls = {name for name in vars(State) if not name.startswith("_")}
    # For those who write tools: not needed for playing.
    calls -= {"game", "find_move", "fork", "last", "pending", "position"}
    missing = {name for name in calls if not re.search(rf"`{name}\b", PAGE)}
    assert missing == set()
