"""docs/playing.md: the game it shows is the one that is played, and its commands are those of the help."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from rulewright.cli import main
from rulewright.engine.frame import TEXTS

PAGE = (Path(__file__).parents[2] / "docs" / "playing.md").read_text()


def test_the_game_that_is_shown_is_played_so(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = re.search(r"```console\n\$ rulewright (.+)\n((?:.*\n)*?)```", PAGE)
    assert shown is not None
    command, output = shown.groups()
    typed = re.findall(r"^> (.*)$", output, re.M)
    assert typed
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    with redirect_stdout(out):
        assert main(command.split()) == 0
    assert out.getvalue() == output


def test_the_commands_are_those_of_the_help() -> None:
    rows = re.findall(r"^\| (`.+?) \| ", PAGE, re.M)
    told = {word.split()[0] for row in rows for word in re.findall(r"`([^`]+)`", row)}
    helped = set(re.findall(r"(?<!\S)(all|l|n|r|t|s|why|rulings|save|u|q|\?)(?= )", TEXTS["help"]["en"]))
    assert told == helped
