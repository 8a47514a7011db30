"""The rulesets of the small games against the games written by hand: random games in lock-step, with the same chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from lockstep import PORTABLE, game_of, play_both
from reference import GameClass, Move, breakthrough, crazy_eights, hearts, leduc_poker, mancala

from rulewright.engine.contract import Backend


def same(action: str, params: Sequence[Any]) -> Move:
    """Both sides number cards, cells and values alike: from 0, in the order of the ruleset."""
    return (action, *params)


GAMES = {
    "leduc_poker": (leduc_poker.Game, (2,)),
    "breakthrough": (breakthrough.Game, (2,)),
    "mancala": (mancala.Game, (2,)),
    "crazy_eights": (crazy_eights.Game, (2, 3, 4, 5)),
    "hearts": (hearts.Game, (4,)),
}
TABLES = [
    pytest.param(name, cls, players, id=f"{name}-{players}")
    for name, (cls, numbers) in GAMES.items()
    for players in numbers
]


@pytest.mark.parametrize("backend", PORTABLE)
@pytest.mark.parametrize(("name", "cls", "players"), TABLES)
def test_a_few_random_games_are_the_same(name: str, cls: GameClass, players: int, backend: Backend) -> None:
    rules = game_of(f"classics/{name}", players, backend)
    for seed in range(4):
        play_both(cls, rules, same, f"few {seed}")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "cls", "players"), TABLES)
def test_a_thousand_random_games_are_the_same(name: str, cls: GameClass, players: int) -> None:
    pytest.importorskip("llvmlite")
    rules = game_of(f"classics/{name}", players, "native")
    for seed in range(1000):
        play_both(cls, rules, same, f"many {seed}")
