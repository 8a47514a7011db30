"""Rulesets of classics against the games written by hand: random games in lock-step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from lockstep import PORTABLE, RULESETS, game_of, play_both, uniform
from reference import (
    Move,
    backgammon,
    breakthrough,
    crazy_eights,
    gin_rummy,
    hearts,
    international_draughts,
    leduc_poker,
    ludo,
    mancala,
    nine_mens_morris,
    old_maid,
    president,
)

from rulewright.engine.contract import Backend, load


def as_it_is(action: str, params: Sequence[Any]) -> Move:
    return (action, *params)


def slides(action: str, params: Sequence[Any]) -> Move:
    """By hand a leap is a slide to any point."""
    return ("slide" if action == "leap" else action, *params)


@cache
def fields_of_ludo() -> Sequence[str]:
    return load(RULESETS / "classics" / "ludo.yaml").boards["field"].spaces


def fields(action: str, params: Sequence[Any]) -> Move:
    """By hand fields have the names of the ruleset."""
    return (action, *(fields_of_ludo()[space] for space in params))


def pits(action: str, params: Sequence[Any]) -> Move:
    """By hand pits are numbered from 1, in the ruleset they are the spaces of a track."""
    return (action, params[0] + 1)


def melds(action: str, params: Sequence[Any]) -> Move:
    """By hand a meld is told card by card."""
    return (action, *params[0]) if action == "lay" else (action, *params)


def cards(action: str, params: Sequence[Any]) -> Move:
    """By hand cards that are played or given are told one by one."""
    return (action, *params[:-1], *params[-1]) if params else (action,)


def knocking(generator: random.Random, game: Any) -> Move:
    """Random players hardly ever come to a knock; so whoever may knock does."""
    return gin_rummy.KNOCK if gin_rummy.KNOCK in game.legal() else uniform(generator, game)


#: Name, players, the game by hand, how a move of the ruleset is called there, and games in a long comparison.
GAMES = [
    pytest.param("nine_mens_morris", 2, nine_mens_morris.Game, slides, 2000, id="nine_mens_morris"),
    pytest.param("backgammon", 2, backgammon.Game, as_it_is, 2000, id="backgammon"),
    pytest.param("leduc_poker", 2, leduc_poker.Game, as_it_is, 2000, id="leduc_poker"),
    pytest.param("breakthrough", 2, breakthrough.Game, as_it_is, 1000, id="breakthrough"),
    pytest.param("mancala", 2, mancala.Game, pits, 2000, id="mancala"),
    *(
        pytest.param("crazy_eights", n, crazy_eights.Game, as_it_is, 1000, id=f"crazy_eights-{n}")
        for n in (2, 3, 4, 5)
    ),
    *(pytest.param("ludo", n, ludo.Game, fields, 500, id=f"ludo-{n}") for n in (2, 3, 4)),
    *(
        pytest.param("old_maid", n, old_maid.Game, as_it_is, 1000, id=f"old_maid-{n}")
        for n in (2, 3, 4, 5, 6)
    ),
    *(pytest.param("president", n, president.Game, cards, 300, id=f"president-{n}") for n in (3, 4, 5, 6)),
    pytest.param("hearts", 4, hearts.Game, as_it_is, 1000, id="hearts"),
    pytest.param(
        "international_draughts", 2, international_draughts.Game, as_it_is, 2000, id="international_draughts"
    ),
    pytest.param("gin_rummy", 2, gin_rummy.Game, melds, 2000, id="gin_rummy"),
]
each_game = pytest.mark.parametrize(("name", "players", "by_hand", "read", "games"), GAMES)


@each_game
@pytest.mark.parametrize("backend", PORTABLE)
def test_a_few_random_games_are_the_same(
    name: str, players: int, by_hand: Any, read: Any, games: int, backend: Backend
) -> None:
    rules = game_of(f"classics/{name}", players, backend)
    for seed in range(2):
        play_both(by_hand, rules, read, f"few {seed}", most=150)


@each_game
def test_random_games_to_the_end_are_the_same(
    name: str, players: int, by_hand: Any, read: Any, games: int
) -> None:
    rules = game_of(f"classics/{name}", players, "python")
    for seed in range(3):
        assert play_both(by_hand, rules, read, f"whole {seed}").over()


@pytest.mark.slow
@each_game
def test_many_random_games_are_the_same(name: str, players: int, by_hand: Any, read: Any, games: int) -> None:
    pytest.importorskip("llvmlite")
    rules = game_of(f"classics/{name}", players, "native")
    for seed in range(games):
        play_both(by_hand, rules, read, f"many {seed}")


def test_gin_rummy_with_players_who_knock_is_the_same() -> None:
    rules = game_of("classics/gin_rummy", 2, "python")
    games = [play_both(gin_rummy.Game, rules, melds, f"knock {seed}", knocking) for seed in range(40)]
    assert any(game.knocker is not None for game in games)


@pytest.mark.slow
def test_many_games_of_gin_rummy_with_players_who_knock_are_the_same() -> None:
    pytest.importorskip("llvmlite")
    rules = game_of("classics/gin_rummy", 2, "native")
    for seed in range(3000):
        play_both(gin_rummy.Game, rules, melds, f"knock {seed}", knocking)
