"""Lists of choices: every choice keeps its number and its words, in few lines of at most 80 columns."""

from __future__ import annotations

import random
import re

import pytest

from rulewright.engine.contract import Game, load
from rulewright.engine.shipped import shipped_rulesets
from rulewright.play.choices import choice_lines


def test_moves_that_end_differently_stand_behind_what_they_share() -> None:
    legal = Game(load("tic_tac_toe")).start().legal()
    assert choice_lines(legal, [move.text("en") for move in legal]) == [
        "  Player 1 marks ...",
        "  1. a1    2. b1    3. c1    4. a2    5. b2    6. c2    7. a3    8. b3    9. c3",
    ]
    assert choice_lines(legal[:2], ["marks a1", "marks b1"]) == ["  marks ...  1. a1  2. b1"]
    assert choice_lines(legal[:2], ["marks 1", "marks 2"]) == ["  1. marks 1    2. marks 2"]
    assert choice_lines([], []) == []


@pytest.mark.parametrize("name", list(shipped_rulesets()))
def test_every_choice_is_there_once_with_its_own_words(name: str) -> None:
    state = Game(load(name)).start(2)
    dice = random.Random(2)
    for _ in range(25):
        if state.over:
            break
        legal = state.legal(state.awaited[0])
        texts = [move.text("en") for move in legal]
        lines = choice_lines(legal, texts)
        assert all(len(line) <= 80 for line in lines)
        shared, told = "", {}
        for line in lines:
            before, dots, after = line.partition("...  ") if "...  " in line else (line[:-3], line[-3:], "")
            if dots.strip() == "...":
                shared, line = before.strip() + " ", after
            else:
                line, shared = line, shared if re.match(r" *\d+\. ", line) else ""
            for number, text in re.findall(r"(\d+)\. (.+?)(?=  +\d+\. |$)", line):
                told[int(number)] = (shared, text)
        assert sorted(told) == list(range(1, len(legal) + 1))
        for number, (before, text) in told.items():
            wanted = texts[number - 1]
            assert wanted.startswith(text) or wanted == before + text
        state.play(dice.choice(legal))
