"""What players may look up: tables, numbers, questions; in their language and for their number."""

from __future__ import annotations

import pytest

from rulewright.check import check_text
from rulewright.engine.contract import Game, load
from rulewright.engine.shipped import shipped_rulesets
from rulewright.play.reference import component_lines, ruling_lines, table_lines, table_names

BOOK = """
rulewright: 1
game: book
title: {en: Book, de: Buch}
players: 2..4
enums:
  colour: [red, green, blue]
tables:
  worth:
    table: 0..9 per colour
    entries: {red: 3, green: 5, blue: 7}
  steps:
    table: 0..9 per 1..20
    entries: {1: 2, 2: 2, 3: 2, 7: 2, 11: 4}
    otherwise: 1
  start:
    table: 0..9 per number of players and 1..4
    entries: {2: [6, 5], 3: [4, 3, 2], 4: [1, 1, 1, 9]}
  warm:
    set: colour
    entries: [red]
  most:
    number: 12
assumptions:
  rounds:
    because: Nobody says
    number: 5
rulings:
  ties:
    question: {en: Who wins a tie?, de: Wer gewinnt bei Gleichstand?}
    readings:
      nobody: {en: No one, de: Niemand}
      all: {en: Everyone, de: Alle}
    chosen: nobody
  dealer:
    question: {en: Who deals?, de: Wer gibt?}
    answer: {en: The eldest, de: Wer am \xe4ltesten ist}
variables:
  points: 0..99 per player
actions:
  score:
    do:
      - add worth[red] + steps[1] + start[number of players, 1] + most + rounds to points[me]
      - if: red in warm
        then:
          - stop game
play:
  - turns: from nth(player, 1)
    do:
      - choose: [score]
result:
  score: points[me]
  winners: points[me] > 0 or ties = all
labels:
  de: {worth: Wert, red: rot, green: gr\xfcn, blue: blau}
"""


@pytest.fixture(scope="module")
def game() -> Game:
    ruleset, found = check_text(BOOK)
    assert ruleset is not None, found
    return Game(ruleset, 3, {"ties": "all"}, backend="reference")


def test_tables_and_numbers_are_told_with_every_entry(game: Game) -> None:
    words = game.words
    assert table_names(words) == ["rounds", "most", "worth", "steps", "start", "warm"]

    def told(name: str, language: str = "en", **options: bool) -> str:
        return " ".join(" ".join(table_lines(words, [name], language, 60, **options)).split())

    assert told("most") == "most: 12"
    assert told("rounds") == "rounds (assumed): 5"
    assert told("rounds", "de") == "rounds (angenommen): 5"
    assert told("worth") == "worth: red: 3; green: 5; blue: 7"
    assert told("worth", "de") == "Wert: rot: 3; gr\xfcn: 5; blau: 7"
    assert told("steps") == "steps: 1: 2; 2: 2; 3: 2; 7: 2; 11: 4; otherwise 1"
    assert told("start") == "start: 1: 4; 2: 3; 3: 2", "of three players only theirs"
    assert told("start", for_all=True) == (
        "start: 2 / 1: 6; 2 / 2: 5; 3 / 1: 4; 3 / 2: 3; 3 / 3: 2; 4 / 1: 1; 4 / 2: 1; 4 / 3: 1; 4 / 4: 9"
    )
    assert told("warm") == "warm: red"


def test_a_long_table_of_few_values_has_the_keys_of_each_together() -> None:
    """Tembo's points by number come in a cycle of six: 2 3 4 5 4 3."""
    game = Game(load("tembo"), backend="reference")
    text = " ".join(" ".join(table_lines(game.words, ["points_of"], "en", 80)).split())
    assert "1, 7, 13, 19, 25, 31, 37: 2" in text
    assert "4, 10, 16, 22, 28, 34, 40: 5" in text


def test_what_is_printed_on_a_card_can_be_looked_up() -> None:
    """The rulebook's example: 16 is a gnu; by the assumed cycle it is worth 5."""
    words = Game(load("tembo"), backend="reference").words
    assert component_lines(words, "GNU 16", "en", 80) == ["gnu 16: number 16, species gnu, points 5"]
    assert len(component_lines(words, "zebra", "en", 80)) == 14 + 1, "fourteen zebras and a kind of crocodile"
    assert component_lines(words, "elephant", "en", 80) == []
    for width in (40, 60):
        assert all(len(line) <= width for line in component_lines(words, "a", "en", width))


def test_questions_are_told_with_the_answer_that_is_played_by(game: Game) -> None:
    rulings = list(game.ruleset.rulings.values())
    assert ruling_lines(rulings, game.readings, game.words, "de", 80) == [
        "ties: Wer gewinnt bei Gleichstand?",
        "    nobody: Niemand",
        "  * all: Alle",
        "dealer: Wer gibt?",
        "  * Wer am \xe4ltesten ist",
    ]
    opened = ruling_lines(rulings[:1], {"ties": "open"}, game.words, "en", 80)
    assert opened[-1] == "  * open"


@pytest.mark.parametrize("name", list(shipped_rulesets()))
def test_whatever_can_be_looked_up_fits_the_screen(name: str) -> None:
    game = Game(load(name), backend="reference")
    for width in (40, 80):
        for language in game.ruleset.title:
            lines = table_lines(game.words, table_names(game.words), language, width)
            lines += ruling_lines(
                list(game.ruleset.rulings.values()), game.readings, game.words, language, width
            )
            assert all(len(line) <= width for line in lines)
