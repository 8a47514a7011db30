"""docs/holes.md has each question of the five games, with the reading that was taken."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from write_holes import GAMES, PAGE, heading, taken

from rulewright.engine.contract import load


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_told(game: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for ruling in load(game).options():
        assert heading(ruling) in page, "run python tests/docs/write_holes.py"
        _, told = page.split(heading(ruling), 1)
        for line in taken(ruling):
            assert line in told.split("\n### ", 1)[0]
