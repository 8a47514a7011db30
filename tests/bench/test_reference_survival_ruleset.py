"""The ruleset of Survival of the Fittest against the game written by hand: random games in lock-step.

Most games of uniformly random players are long, since they capture by chance; hunters capture whatever they
can and go on towards more, so theirs end and see players go out.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from lockstep import Chooser, Reader, first_id, play_both, ruleset, uniform
from reference import Move
from reference import survival_of_the_fittest as survival

from rulewright.engine.contract import Game


def reader(game: Game) -> Reader:
    prey = first_id(game.ruleset, "prey")

    def read(action: str, params: Sequence[Any]) -> Move:
        if action in ("place_prey", "step_prey"):
            return (action, params[0] - prey + survival.LIONS, params[1])
        return (action, *params)

    return read


def steps_to_quarry(game: survival.Game, start: int) -> int:
    """From a hex to the nearest prey of others, over hexes taken or not."""
    reached, edge, far = {start}, [start], 0
    while edge:
        for hex in edge:
            counter = game.stand[hex]
            if counter >= survival.LIONS and (counter - survival.LIONS) // survival.HERD != game.player:
                return far
        edge = sorted({n for hex in edge for n in survival.NEIGHBOURS[hex]} - reached)
        reached.update(edge)
        far += 1
    return far


def hunter(generator: random.Random, game: survival.Game) -> Move:
    """A random player whose lion likes to come near prey."""
    legal = game.legal()
    weights = [4.0 ** -steps_to_quarry(game, m[1]) if m[0] == "step_lion" else 0.05 for m in legal]
    return generator.choices(legal, weights)[0]


@pytest.fixture(scope="module")
def games() -> dict[int, Game]:
    rules = ruleset("survival_of_the_fittest")
    return {players: Game(rules, players=players, backend="reference") for players in (2, 3, 4)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_game_is_the_same(games: dict[int, Game], players: int) -> None:
    game = play_both(survival.Game, games[players], reader(games[players]), "few", hunter)
    assert game.turn < survival.TURNS


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("choose", "number"), [(hunter, 20), (uniform, 2)])
def test_many_random_games_are_the_same(
    games: dict[int, Game], players: int, choose: Chooser, number: int
) -> None:
    for seed in range(number):
        play_both(survival.Game, games[players], reader(games[players]), f"many {seed}", choose)
