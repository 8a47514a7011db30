"""Logs that were cut, edited, or made up: replay and resume answer with a sentence, whatever is in them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from command_line import run

ODD: list[Any] = [None, True, -1, 0, 2**70, 1.5, "", "é", [], {}, [1], {"a": 1}, [[]], "none"]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A log of twelve decisions."""
    path = tmp_path_factory.mktemp("log") / "good.log"
    run("play", "zum_kuhkuck", "--seed", 3, "--seats", "random,random", "--max-moves", 12, "--save", path)
    return path.read_text().splitlines()


def damaged(value: Any, dice: random.Random) -> Any:
    """The value with one thing in it changed."""
    if isinstance(value, dict) and value and dice.random() < 0.8:
        changed, key = dict(value), dice.choice(list(value))
        match dice.randrange(4):
            case 0:
                del changed[key]
            case 1:
                changed[dice.choice(["seat", "chance", "action", "end", "arrange"])] = dice.choice(ODD)
            case _:
                changed[key] = damaged(changed[key], dice)
        return changed
    return dice.choice(ODD)


@pytest.mark.parametrize("number", range(60))
def test_a_damaged_log_is_refused_or_played_and_never_a_bug(
    number: int, lines: list[str], tmp_path: Path
) -> None:
    dice = random.Random(number)
    text = list(lines)
    at = dice.choice([0, dice.randrange(len(text))])
    match dice.randrange(6):
        case 0:
            del text[at]
        case 1:
            text.insert(at, dice.choice(text))
        case 2:
            text[at] = text[at][: dice.randrange(len(text[at]))]
        case _:
            text[at] = json.dumps(damaged(json.loads(text[at]), dice))
    path = tmp_path / "damaged.log"
    path.write_text("\n".join(text) + "\n")
    shown = run("replay", path, "--json")
    assert shown.status in (0, 1, 2), shown.err
    resumed = run("play", "zum_kuhkuck", "--resume", path, stdin="q\n")
    assert resumed.status in (0, 1, 2), resumed.err
