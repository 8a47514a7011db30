"""The ruleset of Zambezi against the game written by hand: random games in lock-step.

Uniformly random players burn most of their fuel and sink often; careful ones arrive, so the two together see
collisions, wrecks and docks as well as the lake.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from lockstep import PORTABLE, Chooser, Reader, first_id, game_of, play_both, uniform
from reference import Move, zambezi

from rulewright.engine.contract import Backend, Game


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


@pytest.mark.parametrize("backend", PORTABLE)
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("choose", [uniform, careful])
def test_a_few_random_games_are_the_same(players: int, choose: Chooser, backend: Backend) -> None:
    rules = game_of("zambezi", players, backend)
    for seed in range(3):
        play_both(zambezi.Game, rules, reader(rules), f"few {seed}", choose)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("choose", [uniform, careful])
def test_a_thousand_random_games_are_the_same(players: int, choose: Chooser) -> None:
    pytest.importorskip("llvmlite")
    rules = game_of("zambezi", players, "native")
    for seed in range(1000):
        play_both(zambezi.Game, rules, reader(rules), f"many {seed}", choose)
