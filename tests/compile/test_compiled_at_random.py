"""Rulesets made at random, in all ways of running. (`compile_support.Lockstep` says what is compared.)"""

from __future__ import annotations

import pytest
from compile_support import Lockstep
from ruleset_maker import ruleset_at_random

from rulewright.machine.interface import Config

MOVES = 40


def play(seed: int, native: bool) -> None:
    ruleset, text = ruleset_at_random(seed)
    assert ruleset is not None, text
    for players in (2, 3):
        reading = (seed + players) % 3 - 1
        Lockstep(ruleset, Config(players, (reading,)), seed, native).play(MOVES)


@pytest.mark.parametrize("seed", range(16))
def test_rulesets_made_at_random_mean_the_same_in_each_way(seed: int) -> None:
    play(seed, native=seed % 8 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1400, 20))
def test_many_rulesets_made_at_random(first: int) -> None:
    for seed in range(first, first + 20):
        play(seed, native=seed % 10 == 0)
