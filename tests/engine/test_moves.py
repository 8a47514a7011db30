"""Moves in words: the one-line form and back, copies that look alike, sentences in two languages."""

from __future__ import annotations

import random

import pytest
from engine_support import LARGE, NAMES, game, play_on
from hypothesis import given
from hypothesis import strategies as st

from rulewright.check import check_text
from rulewright.engine.contract import Backend, Game, MoveError
from rulewright.engine.moves import read_move, write_move, write_word
from rulewright.engine.words import Word
from rulewright.play.narration import Narrator

WORDS: st.SearchStrategy[Word] = st.one_of(st.none(), st.booleans(), st.integers(), st.text())


@given(st.dictionaries(st.from_regex(r"[a-z]\w{0,5}", fullmatch=True), WORDS | st.lists(WORDS)))
def test_the_one_line_form_is_read_back(params: dict[str, Word]) -> None:
    # A text that is a number reads as the number: moves are found by what is written, not by its type.
    def plain(word: Word) -> Word:
        if isinstance(word, list):
            return [plain(w) for w in word]
        return int(word) if isinstance(word, str) and word.isdecimal() else word

    action, back = read_move(write_move("play", params))
    assert action == "play"
    assert back == {name: plain(word) for name, word in params.items()}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a move"),
        ("= 3", "is not a move"),
        ("play a", "should be a parameter"),
        ("play a=sun 5", 'in quotes, like  a="sun 5"$'),
        ("play b=2 a=big red sun c=1", 'in quotes, like  a="big red sun"$'),
        ("play a=", "a value is missing"),
        ('play a="gnu', "a quote is not closed"),
        ("play a=[1, 2", "a bracket is not closed"),
        ("play a=]", "is no value"),
        ("play a=1 a=2", "gives a twice"),
    ],
)
def test_a_malformed_move_is_said_to_be_malformed(text: str, reason: str) -> None:
    with pytest.raises(MoveError, match=reason):
        read_move(text)


def test_what_is_quoted() -> None:
    assert write_word("gnu 16") == '"gnu 16"'
    assert write_word("γάτα") == "γάτα"
    assert write_word("none") == '"none"'
    assert write_word([None, True, "a-b", 3]) == "[none, true, a-b, 3]"


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_move_is_found_by_its_one_line_form(name: str) -> None:
    for seed in range(3):
        state, choices = game(name).start(seed), random.Random(seed)
        for _ in range(30 if name not in LARGE else 8):
            moves = state.legal()
            written = [(m.seat, m.canonical) for m in moves]
            assert len(set(written)) == len(written)
            for move in moves:
                found = state.find_move(move.canonical, move.seat)
                assert (found.seat, found.move) == (move.seat, move.move)
                assert state.legal(move.seat)[move.index].move == move.move
                assert move.text("en")
            if not play_on(state, choices, 1):
                break


def test_nearest_moves_are_named() -> None:
    state = game("tembo").start(3)
    legal = [m.canonical for m in state.legal()]
    near = legal[0].replace("s=1", "s=9")
    with pytest.raises(MoveError, match="is not legal") as caught:
        state.find_move(near)
    assert legal[0] in caught.value.nearest
    with pytest.raises(MoveError, match="there is no 'play_anima'"):
        state.find_move("play_anima s=1")
    with pytest.raises(MoveError, match="no parameter of play_animal: there is no 'site'"):
        state.find_move("play_animal site=1")
    with pytest.raises(MoveError, match="fits"):
        state.find_move("play_animal")


def test_sentences_in_the_languages_of_the_ruleset() -> None:
    state = game("zum_kuhkuck").start(0)
    move = state.legal()[0]
    seat = move.seat + 1
    assert move.text("en") == f"Player {seat} takes a card"
    assert move.text("it") == f"Giocatore {seat} pesca una carta"
    # A language that the ruleset doesn't speak: its own.
    assert move.text("fi") == move.text("en")


def test_a_parameter_may_be_left_out_where_it_says_nothing() -> None:
    state = game("kuhn_poker").start(0)
    assert state.find_move(" bet ").action == "bet"


BYWAY = """
rulewright: 1
game: byway
title: Byway
players: 2
variables:
  points: 0..9 per player
actions:
  climb:
    do:
      - add 1 to points[me]
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [climb]
        by: left of me
        times: 0..1
        done: "{me} is left alone"
result:
  score: points[me]
"""


@pytest.mark.parametrize("backend", ["python", "reference"])
def test_me_in_what_done_is_called_is_whose_turn_it_is_not_who_chooses(backend: Backend) -> None:
    ruleset, _ = check_text(BYWAY)
    assert ruleset is not None
    state = Game(ruleset, backend=backend, traced=True).start(0)
    done = state.legal()[-1]
    assert done.seat == 1
    assert done.text("en") == "Player 1 is left alone"
    narrator = Narrator(state.game, "en")
    narrator.remember(state, done)
    state.play(done)
    assert narrator.news_of(state, None)[0] == "Player 1 is left alone"
