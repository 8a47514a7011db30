"""The ruleset of Niagara against the game written by hand: random games in lock-step.

Uniformly random players lose their canoes before they land enough gems, so most games are those of random
players with a preference for gems and against the falls: only these are won.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from lockstep import PORTABLE, Chooser, Reader, first_id, game_of, play_both, uniform
from reference import Move, niagara

from rulewright.engine.contract import Backend, Game


def reader(game: Game) -> Reader:
    canoe, gem, number, cloud = (
        first_id(game.ruleset, leaf) for leaf in ("canoe", "gem", "number_card", "cloud")
    )

    def read(action: str, params: Sequence[Any]) -> Move:
        if action == "pick_card":
            card = params[0]
            return (action, niagara.CLOUD if card >= cloud else (card - number) % 6 + 1)
        base = {"take_canoe": canoe, "steal": canoe, "load": gem, "buy_back": gem}.get(action, 0)
        return (action, *(value - base for value in params))

    return read


def homeward(generator: random.Random, game: niagara.Game) -> Move:
    """A random player who wants gems ashore: keeps off the falls, loads, steals, and lands what is loaded."""

    def wish(move: Move) -> float:
        action = move[0]
        laden = game.cargo[game.canoe] is not None
        if action == "paddle_up":
            return 40 if move[1] == niagara.DOCK and laden else 4 if laden else 1
        if action == "paddle_down":
            return 0.02 if move[1] == niagara.FALLS else 0.3 if laden else 1
        return {"load": 10, "steal": 20, "unload": 0.5}.get(action, 1)

    legal = game.legal()
    return generator.choices(legal, [wish(move) for move in legal])[0]


@pytest.mark.parametrize("backend", PORTABLE)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_few_random_games_are_the_same(players: int, backend: Backend) -> None:
    rules = game_of("niagara", players, backend)
    won = 0
    for seed in range(3):
        game = play_both(niagara.Game, rules, reader(rules), f"few {seed}", homeward, most=1500)
        won += game.over()
    assert won
    play_both(niagara.Game, rules, reader(rules), "few", uniform, most=500)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("choose", [homeward, uniform])
def test_a_thousand_random_games_are_the_same(players: int, choose: Chooser) -> None:
    pytest.importorskip("llvmlite")
    rules = game_of("niagara", players, "native")
    for seed in range(1000):
        play_both(niagara.Game, rules, reader(rules), f"many {seed}", choose)
