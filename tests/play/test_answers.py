"""Short forms of choices: what can be meant by one move alone is understood, what can't is not guessed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rulewright.engine.contract import Game, load
from rulewright.engine.moves import kind_of_move
from rulewright.engine.shipped import shipped_rulesets
from rulewright.play.answers import in_order, one, plainly, sentence, short_form


def meant(game: str, answer: str, seed: int = 4) -> list[str]:
    legal = Game(load(game)).start(seed).legal()
    return [move.canonical for move in short_form(answer, legal)]


def test_the_beginning_of_an_action_and_values_without_names() -> None:
    for answer in ("mark c=b2", "mark b2", "m b2", "MARK B2", 'm "b2"', "ma c=b2"):
        assert meant("tic_tac_toe", answer) == ["mark c=b2"], answer
    assert meant("kuhn_poker", "p") == ["pass"]
    assert meant("pig", "throw") == meant("pig", "t") == ["throw"]


def test_what_names_no_move_means_none() -> None:
    for answer in ("mark z9", "mark c=", "= b2", "mark b2 b2", "mark x=b2", "b2", "", "mark ="):
        assert meant("tic_tac_toe", answer) == [], answer


def test_a_number_is_no_beginning_of_another() -> None:
    assert set(meant("goofspiel", "bid 1")) == {"bid c=1"}
    assert len(meant("tic_tac_toe", "mark")) == 9


def test_later_words_are_later_values() -> None:
    assert meant("tembo", "play antelope 18 2", 3) == ['play_animal a="antelope 18" s=2']
    assert meant("tembo", "play 18 2", 3) == ['play_animal a="antelope 18" s=2']
    assert meant("tembo", "play 2 18", 3) == meant("tembo", "play 18 antelope", 3) == []


def test_members_of_a_subset_have_no_order() -> None:
    state = Game(load("tembo")).start(3)
    move = replace(state.legal()[0], params={"cards": ["gnu 7", "zebra 5"], "s": 2})
    for answer in ("play gnu 7 zebra 5 2", "play zebra 5 gnu 7 2", "play s=2 cards=[zebra 5, gnu 7]"):
        assert short_form(answer, [move]) == [move], answer
    assert short_form("play 2 gnu 7 zebra 5", [move]) == []


def test_the_example_of_the_help_means_what_it_is_made_of() -> None:
    for name in ("tembo", "niagara", "zum_kuhkuck", "tic_tac_toe"):
        state = Game(load(name)).start(3)
        legal = state.legal(state.awaited[0])
        assert one(short_form(plainly(legal[-1]), legal)) == legal[-1], name


def test_words_of_a_sentence_are_whole_where_they_are_numbers() -> None:
    have = sentence("plays gnu 18, at site 2.")
    assert in_order(["gnu", "2"], have)
    assert in_order(["pl", "site"], have)
    assert not in_order(["1"], have)
    assert not in_order(["2", "gnu"], have)
    assert in_order(["plays"], have, whole=True)
    assert not in_order(["pl"], have, whole=True)


@pytest.mark.parametrize("name", list(shipped_rulesets()))
def test_the_values_alone_mean_their_move_or_all_that_have_them(name: str) -> None:
    """Whatever is offered: the action with its values in order, unquoted, means that move, or nothing else than
    moves with the very same words."""
    state = Game(load(name)).start(2)
    dice = random.Random(2)
    for _ in range(20):
        if state.over:
            break
        legal = state.legal(state.awaited[0])
        for move in dice.sample(legal, min(6, len(legal))):
            words = [
                str(v)
                for value in move.params.values()
                for v in (value if isinstance(value, list) else [value])
            ]
            answer = " ".join([move.action, *words])
            found = short_form(answer, legal)
            assert kind_of_move(move) in {kind_of_move(m) for m in found}, answer
            said = {(m.action, tuple(map(str, m.params.values()))) for m in found}
            assert one(found) is not None or len(said) > 1
        state.play(dice.choice(legal))
