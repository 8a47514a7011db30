"""The ruleset of Survival of the Fittest against the game written by hand: random games in lock-step.

Uniformly random players have long games, since they capture by chance; hunters go for prey, so theirs are
short; and those who crowd, round each other and obstacles, box themselves in.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from lockstep import PORTABLE, Chooser, Reader, first_id, game_of, play_both, uniform
from reference import Move
from reference import survival_of_the_fittest as survival

from rulewright.engine.contract import Backend, Game


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


def crowd(generator: random.Random, game: survival.Game) -> Move:
    """A random player who likes to be where it is narrow, and not to capture."""

    def wish(move: Move) -> float:
        if move[0] == "name_dice":
            return 1
        hexes = survival.SPOTS[move[2]] if move[0] == "place_obstacle" else (move[-1],)
        taken = sum(
            game.blocked[n] or game.stand[n] != survival.NOBODY for h in hexes for n in survival.NEIGHBOURS[h]
        )
        captures = move[0] == "step_lion" and game.stand[move[1]] != survival.NOBODY
        return float(6 ** (taken / len(hexes)) * (0.02 if captures else 1))

    legal = game.legal()
    return generator.choices(legal, [wish(move) for move in legal])[0]


@pytest.mark.parametrize("backend", PORTABLE)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_turns_of_a_random_game_are_the_same(players: int, backend: Backend) -> None:
    """Walks take their time in the slower ways of running, so a game is not played to its end here."""
    rules = game_of("survival_of_the_fittest", players, backend)
    game = play_both(survival.Game, rules, reader(rules), "few", hunter, most=65)
    assert game.turn > 1


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("choose", [hunter, uniform, crowd])
def test_a_thousand_random_games_are_the_same(players: int, choose: Chooser) -> None:
    pytest.importorskip("llvmlite")
    rules = game_of("survival_of_the_fittest", players, "native")
    for seed in range(1000):
        play_both(survival.Game, rules, reader(rules), f"many {seed}", choose)
