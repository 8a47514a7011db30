"""Lists of choices: every choice keeps its number and its words, in few lines of at most 80 columns."""

from __future__ import annotations

import random
import re

import pytest

from rulewright.check import check_text
from rulewright.engine.contract import Game, load
from rulewright.engine.moves import kind_of_move
from rulewright.engine.shipped import shipped_rulesets
from rulewright.play.choices import choice_lines, summary_lines


def test_moves_that_end_differently_stand_behind_what_they_share() -> None:
    legal = Game(load("tic_tac_toe")).start().legal()
    assert choice_lines(legal, [move.text("en") for move in legal]) == [
        "  Player 1 marks ...",
        "  1. a1    2. b1    3. c1    4. a2    5. b2    6. c2    7. a3    8. b3    9. c3",
    ]
    assert choice_lines(legal[:2], ["marks a1", "marks b1"]) == ["  marks ...  1. a1  2. b1"]
    assert choice_lines(legal[:2], ["marks 1", "marks 2"]) == ["  1. marks 1    2. marks 2"]
    assert choice_lines(legal[:2], ["leads site 1 across", "leads site 2 across"]) == [
        "  leads ...  1. site 1 across  2. site 2 across"
    ]
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
        kinds = {(texts[number - 1], kind_of_move(legal[number - 1])) for number in told}
        assert kinds == {(text, kind_of_move(move)) for text, move in zip(texts, legal, strict=True)}
        assert len(kinds) == len(told), "those that nobody could tell apart stand once"
        assert len(set(told.values())) == len(told), "and no others read alike"
        for number, (before, text) in told.items():
            wanted = texts[number - 1]
            alike = sum(kind_of_move(m) == kind_of_move(legal[number - 1]) for m in legal)
            text = text.removesuffix(f" ({alike} alike)")
            if not (wanted.startswith(text) or text.startswith(wanted)):
                text = before + text
            assert wanted.startswith(text) or re.fullmatch(r" \[.+\]", text.removeprefix(wanted))
        state.play(dice.choice(legal))


ALIKE = """
rulewright: 1
game: alike
title: Alike
players: 1
limit: 5
components:
  card:
    fields: {rank: 1..3}
    make: 2 for each r in 1..3 with rank = r
    named: card {rank}
zones:
  hand: set of card, seen by everyone
  down: set of card, seen by everyone
actions:
  lay:
    say: "lays a card"
    pick:
      c: hand where c.rank < 3
    do:
      - move c to down
  show_one:
    say: "shows {c}"
    pick:
      c: hand where c.rank = 3
    do:
      - move c to down
setup:
  - move every card to hand
play:
  - turns: from nth(player, 1)
    do:
      - choose: [lay, show_one]
result:
  score: 0
"""


def test_choices_that_are_the_same_stand_once_and_those_that_read_alike_are_told_apart() -> None:
    ruleset, found = check_text(ALIKE)
    assert ruleset is not None, found
    legal = Game(ruleset).start().legal()
    texts = [move.text("en") for move in legal]
    assert texts == ["Lays a card"] * 4 + ["Shows card 3"] * 2
    told = " ".join(choice_lines(legal, texts))
    assert re.findall(r"(\d)\. (\S.*?)(?=  |$)", told) == [
        ("1", "[card 1] (2 alike)"),
        ("3", "[card 2] (2 alike)"),
        ("5", "Shows card 3 (2 alike)"),
    ]
    assert "Lays a card ...  1. " in told
    assert "2 egyforma" in " ".join(choice_lines(legal, texts, language="hu"))


def test_of_very_many_choices_each_group_has_a_line() -> None:
    legal = Game(load("survival_of_the_fittest")).start(1).legal()
    texts = [move.text("en").partition(" ")[2].partition(" ")[2] for move in legal]
    for width in (40, 80):
        lines = summary_lines(legal, texts, width=width)
        assert max(map(len, lines)) <= width
        assert len(lines) <= 6
        told = " ".join(" ".join(lines).split())
        for begun in ("puts antelope A on ", "puts zebra on "):
            numbers = [n for n, text in enumerate(texts, 1) if text.startswith(begun)]
            first, last = (texts[n - 1].removeprefix(begun) for n in (numbers[0], numbers[-1]))
            assert f"{numbers[0]}-{numbers[-1]}. {begun}{first} ... {last}" in told


@pytest.mark.parametrize("width", [40, 60])
def test_choices_fit_a_narrow_screen(width: int) -> None:
    for name in ("tembo", "zambezi", "survival_of_the_fittest", "kuhn_poker"):
        legal = Game(load(name)).start(1).legal()
        lines = choice_lines(legal, [move.text("en") for move in legal], width=width)
        assert max(map(len, lines)) <= width
        last = max(map(int, re.findall(r"(?<!\S)(\d+)\. ", "  ".join(lines))))
        assert kind_of_move(legal[last - 1]) == kind_of_move(legal[-1])
