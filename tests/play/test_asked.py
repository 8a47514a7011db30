"""What ``why`` understands: moves, legal or not, in each of the ways in which a choice may be said."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.engine.contract import Game, LegalMove, load
from rulewright.explain.moves import _fits
from rulewright.explain.telling import Teller
from rulewright.explain.wanted import Wanted
from rulewright.machine.interface import DONE
from rulewright.play.answers import plainly
from rulewright.play.asked import Asked
from rulewright.play.why import why_lines


def meant(game: str, text: str, offered: tuple[str, ...] = (), language: str = "en") -> list[str]:
    words = Game(load(game), backend="reference").words
    return [wanted.text for wanted in Asked(words, 0, offered, language).closest(text)]


def why(game: str, text: str, seed: int = 7) -> str:
    state = Game(load(game), backend="reference").start(seed)
    teller = Teller(state.game.words, "en", 200)
    return "\n".join(why_lines(state, 0, state.legal(0), text, teller))


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        ("tic_tac_toe", "a1", "mark c=a1"),
        ("tic_tac_toe", "m a1", "mark c=a1"),
        ("tic_tac_toe", "marks a1", "mark c=a1"),
        ("tic_tac_toe", "MARK c=A1", "mark c=a1"),
        ("connect_four", "a6", "drop c=a6"),
        ("connect_four", "d a6", "drop c=a6"),
        ("tembo", "gnu 31 1", 'play_animal a="gnu 31" s=1'),
        ("tembo", "play gnu 31 1", 'play_animal a="gnu 31" s=1'),
        ("tembo", "play_animal gnu 31 1", 'play_animal a="gnu 31" s=1'),
        ("tembo", "plays gnu 31 at site 1", 'play_animal a="gnu 31" s=1'),
        ("tembo", "pl gn 31 1", 'play_animal a="gnu 31" s=1'),
        ("tembo", "31 1", 'play_animal a="gnu 31" s=1'),
        ("tembo", "play gnu 31", 'play_animal a="gnu 31"'),
        ("tembo", 'play s=1 a="gnu 31"', 'play_animal a="gnu 31" s=1'),
        ("tembo", "gnu 4 and zebra 5 at 2", 'play_two_animals a="gnu 4" b="zebra 5" s=2'),
        ("tembo", "gnu 4 zebra 5 2", 'play_two_animals a="gnu 4" b="zebra 5" s=2'),
        ("tembo", "play crocodile 1", "play_crocodile s=1"),
        ("tembo", "zebra crocodile 1 the first", 'play_crocodile k="zebra crocodile" s=1 b=the_first'),
        ("tembo", "sends the zebra crocodile to site 1", 'play_crocodile k="zebra crocodile" s=1'),
        ("tembo", "play super crocodile 1", 'play_super_crocodile k="super crocodile" s=1'),
        ("tembo", "lion 3", "place_lion s=3"),
    ],
)
def test_the_closest_move_is_meant(game: str, typed: str, move: str) -> None:
    assert meant(game, typed) == [move]


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("tic_tac_toe", "b9"), ("tic_tac_toe", "a1 b2"), ("tic_tac_toe", "mark x=a1"), ("tic_tac_toe", "mark ="),
        ("tembo", "lion 1 gnu"), ("tembo", "43"), ("tembo", "nonsense"), ("tembo", "gnu 31 1 1 1"),
    ],
)  # fmt: skip
def test_what_no_move_is_called_means_none(game: str, typed: str) -> None:
    # There are 42 animals and five sites.
    assert meant(game, typed) == []


def test_what_is_offered_goes_before_what_is_not() -> None:
    assert meant("nine_mens_morris", "point 7", ("place",)) == ["place t=7"]
    both = meant("nine_mens_morris", "point 7")
    assert len(both) > 1
    assert "place t=7" in both


def test_all_that_is_offered_and_can_be_meant_is_named() -> None:
    # A site is a parameter of each of the five actions.
    told = why("tembo", "site 4")
    assert all(f"play_{name} s=4" in told for name in _TEMBO), told


_TEMBO = ("animal", "two_animals", "elephant", "super_crocodile", "crocodile")


def test_where_something_lies_is_understood_in_a_sentence_and_what_is_offered_comes_first() -> None:
    # Whoever picked 3 takes a canoe next; no canoe has left the dock, and two directions lead back to it.
    state = Game(load("niagara"), backend="reference").start(5)
    teller = Teller(state.game.words, "en", 200)
    state.play("pick_card card=3", 0)
    while "take_canoe" not in {move.action for move in state.legal(0)}:
        seat = state.awaited[0]
        state.play(state.legal(seat)[0], seat)
    told = why_lines(state, 0, state.legal(0), "dock", teller)
    assert told[0].startswith("take_canoe"), told
    assert told[0].endswith("is legal."), told


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "done"),
        ("en", "pass"),
        ("de", "passen"),
        ("de", "fertig"),
        ("el", "πάσο"),
        ("hu", "passz"),
        ("it", "passo"),
    ],
)
def test_passing_is_to_be_done(language: str, typed: str) -> None:
    assert meant("tembo", typed, language=language) == ["done"]


def test_what_a_step_calls_it_to_be_done_is_understood() -> None:
    assert meant("niagara", "steals nothing") == ["done"]
    assert meant("niagara", "nem lop", language="hu") == ["done"]
    # Gin rummy has an action of this name.
    assert meant("gin_rummy", "pass") == ["pass"]


def test_words_of_a_language() -> None:
    assert meant("tembo", "γκνου 31 1", language="el") == ['play_animal a="gnu 31" s=1']
    assert meant("tembo", "γκνου 31 στο σημείο 1", language="el") == ['play_animal a="gnu 31" s=1']


LAID = """
rulewright: 1
game: laid
title: Laid
players: 1
enums:
  colour: [red, blue]
components:
  card:
    fields:
      colour: colour
      rank: 1..6
    make: 1 for each k in colour, r in 1..6 with colour = k, rank = r
    named: "{colour} {rank}"
zones:
  hand: set of card per player, seen by owner
actions:
  lay:
    pick:
      cs: 2..3 of hand[me]
      n: 1..9
    do: []
  lay_down:
    pick:
      n: 1..9
    do: []
  play_card:
    say: "{me} plays the {c.colour} one of rank {c.rank}"
    pick:
      c: hand[me]
    do: []
setup:
  - move every card to hand[nth(player, 1)]
play:
  - turns: from nth(player, 1), 1 rounds
    do:
      - choose: [lay, lay_down, play_card]
result:
  score: 0
"""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("laid") / "laid.yaml"
    path.write_text(LAID, encoding="utf-8")
    return Game(load(path), backend="reference")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("lay red 2 red 4 5", 'lay cs=["red 2", "red 4"] n=5'),
        ("lay red 4, red 2, 5", 'lay cs=["red 4", "red 2"] n=5'),
        ("lay cs=[red 2, red 4] n=7", 'lay cs=["red 2", "red 4"] n=7'),
        ("lay 5", "lay_down n=5"),
        ("lay down 5", "lay_down n=5"),
        ("play red 4", 'play_card c="red 4"'),
        ("red one of rank 4", 'play_card c="red 4"'),
        ("plays the blue one", "play_card c=blue"),
    ],
)
def test_subsets_and_expressions_of_a_sentence(laid: Game, typed: str, move: str) -> None:
    assert [wanted.text for wanted in Asked(laid.words, 0, (), "en").closest(typed)] == [move]


def _is_one_of(wanted: Wanted, move: LegalMove) -> bool:
    if wanted.action != move.action or move.move.action == DONE:
        return wanted.action == move.action
    return _fits(wanted, move.words.ruleset.actions[move.action], move.move)


#: The five games, and some with all sorts of parameters.
_GAMES = (
    "tembo", "zum_kuhkuck", "niagara", "survival_of_the_fittest", "zambezi", "yacht", "nim", "dominoes", "gin_rummy",
    "agon", "backgammon",
)  # fmt: skip


@pytest.mark.parametrize("name", _GAMES)
def test_whatever_is_offered_is_understood_in_its_own_words(name: str) -> None:
    """The short form and the sentence of a choice mean it, if not it alone."""
    choices = random.Random(name)
    state = Game(load(name), backend="reference").start(choices.randrange(1000))
    for _ in range(3):
        if state.over:
            break
        seat = state.awaited[0]
        legal = state.legal(seat)
        asked = Asked(state.game.words, seat, {move.action for move in legal}, "en")
        for move in choices.sample(legal, min(len(legal), 3)):
            if move.move.action != DONE:
                for said in (plainly(move), move.canonical):
                    assert any(_is_one_of(wanted, move) for wanted in asked.closest(said)), said
        state.play(choices.choice(legal))


def test_what_the_same_words_would_choose_is_what_is_told() -> None:
    assert "mark c=b2 is legal." in why("tic_tac_toe", "5")
    assert "mark c=b2 is legal." in why("tic_tac_toe", "b2")
    assert why("tic_tac_toe", "55") == "The choices are 1 to 9."
    # No crocodile is in the hand: zebra 8 and 32, gnu 22 and 28, antelope 24.
    assert 'play_animal a="gnu 31" s=1 is not legal' in why("tembo", "gnu 31 1")
    assert 'play_animal a="gnu 22" s=1 is legal' in why("tembo", "gnu 22 1")
    assert "play_crocodile s=1 is not legal: there is no k" in why("tembo", "play crocodile 1")


def test_what_is_not_understood_is_answered_with_the_word_that_fits_nothing() -> None:
    assert "'43' fits nothing here. This is about play_animal a=\"gnu 31\" (s: 1, 2, 3, 4, 5):" in why(
        "tembo", "play gnu 31 43"
    )
    assert "typed like this: mark a1" in why("tic_tac_toe", "b9")
    assert "there is no action 'fly'" in why("tembo", "fly s=1")


def test_what_can_mean_several_actions_is_asked_back(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(LAID.replace("play_card", "lay_out").replace("c: hand[me]", "n: 1..9"), encoding="utf-8")
    path.write_text(path.read_text().replace("the {c.colour} one of rank {c.rank}", "{n}"), encoding="utf-8")
    state = Game(load(path), backend="reference").start(0)
    teller = Teller(state.game.words, "en", 200)
    told = why_lines(state, 0, state.legal(0), "lay 12", teller)
    assert told == ["'lay 12' can mean several moves: lay n=12; lay_down n=12; lay_out n=12."]


@pytest.mark.parametrize(
    ("game", "typed", "move", "passed"),
    [
        # No lion is played: the action is called otherwise.
        ("tembo", "play lion 3", "place_lion s=3", "play"),
        ("tembo", "play 2 animals", "play_two_animals", "2"),
        ("tembo", "jump gnu 16", 'play_animal a="gnu 16"', "jump"),
        ("zum_kuhkuck", "take two cards", "take_card", "two"),
        ("zum_kuhkuck", "claim two colours", "claim", "two colours"),
        ("zum_kuhkuck", "claim red", "claim", "red"),
        ("niagara", "pick 7", "pick_card", "7"),
    ],
)
def test_words_that_fit_nothing_are_passed_over(game: str, typed: str, move: str, passed: str) -> None:
    asked = Asked(
        Game(load(game)).words, 0, [f"play_{name}" for name in _TEMBO] if game == "tembo" else (), "en"
    )
    assert [wanted.text for wanted in asked.closest(typed)] == [move]
    assert asked.passed == tuple(passed.split())


def test_what_could_be_said_instead_is_told() -> None:
    # The five things of the cow barn.
    told = why("zum_kuhkuck", "claim red")
    assert told.startswith(
        "'red' fits nothing here. This is about claim (k: boots, bell, stool, can, brush):"
    )


def test_what_can_be_chosen_goes_before_what_only_is_called_so() -> None:
    """Animals lie at sites 1 and 4; the hand has crocodiles and no super crocodile."""
    state = Game(load("tembo"), 2, backend="reference").start(5)
    state.play('play_animal a="antelope 18" s=1')
    state.play(next(move.canonical for move in state.legal() if move.canonical.endswith("s=4")))
    seat = state.awaited[0]
    legal = state.legal(seat)
    assert {move.action for move in legal} >= {"play_crocodile"}
    assert "play_super_crocodile" not in {move.action for move in legal}
    teller = Teller(state.game.words, "en", 200)
    for typed in ("crocodile", "crocodile 1"):
        told = "\n".join(why_lines(state, seat, legal, typed, teller))
        assert told.startswith("play_crocodile"), told
        assert "not legal" not in told.splitlines()[0]
    assert "play_super_crocodile" in why_lines(state, seat, legal, "super crocodile", teller)[0]
