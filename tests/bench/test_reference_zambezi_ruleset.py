"""The ruleset of Zambezi against the game written by hand: random games in lock-step.

Uniformly random players burn most of their fuel and sink often; careful ones arrive, so the two together see
collisions, wrecks and docks as well as the lake.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from lockstep import Chooser, Reader, first_id, play_both, ruleset, uniform
from reference import Move, zambezi

from rulewright.engine.contract import Game


def reader(game: Game) -> Reader:
    stone = first_id(game.ruleset, "stone")

    def read(action: str, params: Sequence[Any]) -> Move:
        if action in ("take_stone", "salvage_stone"):
            return (action, params[0] - stone)
        return (action, *params)

    return read


def careful(generator: random.Random, game: zambezi.Game) -> Move:
    """A random player who ends in safe water, keeps fuel, and films."""

    def wish(move: Move) -> float:
        if move[0] == "sail":
            goal = min(game.space[game.seat] + move[1] * len(move[2]), zambezi.LAKE)
            return 20 if goal in zambezi.SAFE else 0.2 if goal in zambezi.ROCKS else 3
        return {"burn": 0.3, "begin_film": 10, "go_on_filming": 10, "hire": 5}.get(move[0], 1)

    legal = game.legal()
    return generator.choices(legal, [wish(move) for move in legal])[0]


@pytest.fixture(scope="module")
def games() -> dict[int, Game]:
    rules = ruleset("zambezi")
    return {players: Game(rules, players=players, backend="reference") for players in range(2, 9)}


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("choose", [uniform, careful])
def test_a_few_random_games_are_the_same(games: dict[int, Game], players: int, choose: Chooser) -> None:
    for seed in range(4):
        play_both(zambezi.Game, games[players], reader(games[players]), f"few {seed}", choose)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("choose", [uniform, careful])
def test_many_random_games_are_the_same(games: dict[int, Game], players: int, choose: Chooser) -> None:
    for seed in range(500):
        play_both(zambezi.Game, games[players], reader(games[players]), f"many {seed}", choose)
