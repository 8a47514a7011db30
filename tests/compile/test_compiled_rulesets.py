"""The rulesets that are shipped, played in all ways of running in lockstep."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import pytest
from compile_support import SHIPPED, Lockstep, ruleset_in

from rulewright.machine.interface import Config
from rulewright.ruleset.model import OPEN, Ruleset

ruleset = lru_cache(ruleset_in)


def name(path: Path) -> str:
    return path.stem


def few(path: Path) -> int:
    """Moves that are played: the reference evaluator takes a quarter of a second for each of some rulesets."""
    return 6 if path.stem.startswith("survival") else 30


def players(ruleset: Ruleset) -> list[int]:
    low, high = ruleset.players
    return sorted({low, high})


@pytest.mark.parametrize("path", SHIPPED, ids=name)
def test_all_ways_play_the_same_games(path: Path) -> None:
    game = ruleset(path)
    for seats in players(game):
        lockstep = Lockstep(game, Config(seats, game.reading_numbers()), seed=seats).play(few(path))
        assert lockstep.fault is None
        assert lockstep.moves > 0


@pytest.mark.parametrize("path", [p for p in SHIPPED if ruleset(p).options()], ids=name)
def test_all_ways_play_the_same_games_with_other_readings(path: Path) -> None:
    game = ruleset(path)
    choice = random.Random(path.stem)
    readings = tuple(choice.randrange(len(option.readings)) for option in game.options())
    assert Lockstep(game, Config(game.players[0], readings), seed=7, native=False).play(few(path)).moves > 0


@pytest.mark.parametrize("path", [p for p in SHIPPED if ruleset(p).options()], ids=name)
def test_open_questions_are_come_upon_at_the_same_place(path: Path) -> None:
    game = ruleset(path)
    readings = tuple(OPEN for _ in game.options())
    Lockstep(game, Config(game.players[1], readings), seed=3, native=False).play(few(path))


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=name)
def test_all_ways_play_the_same_whole_games(path: Path) -> None:
    game = ruleset(path)
    for seed in range(4):
        seats = players(game)[seed % len(players(game))]
        Lockstep(game, Config(seats, game.reading_numbers()), seed).play(3000)
