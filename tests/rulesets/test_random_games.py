"""The three biggest games: they check without a finding and play without a fault, whatever the readings.

Their rules are the hardest of those that ship (a forking river that moves, sets of equal cards with jokers,
exact paths over hexes). Random games reach the alternative readings of the rulings too, and after each move every piece must still be somewhere.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.check import check_file
from rulewright.machine.interface import Config
from rulewright.reference import ReferenceMachine
from rulewright.ruleset.model import Ruleset

HERE = Path(__file__).parents[2] / "rulesets"
#: Name, and how many moves of each game are played: a whole game, or what takes about a second.
GAMES = {"niagara": 300, "zambezi": 400, "survival_of_the_fittest": 60}


def checked(name: str) -> Ruleset:
    ruleset, diagnostics = check_file(HERE / f"{name}.yaml")
    assert [d.message for d in diagnostics] == []
    assert ruleset is not None
    return ruleset


@pytest.mark.parametrize("name", GAMES)
def test_has_no_findings(name: str) -> None:
    ruleset = checked(name)
    absent = {rule.id for rule in ruleset.rules.values() if rule.absent is not None}
    assert set(ruleset.citations) | absent == set(ruleset.rules)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_random_games_have_no_fault_and_lose_nothing(name: str, seed: int) -> None:
    ruleset = checked(name)
    chance = random.Random(f"{name} {seed}")
    players = chance.randint(*ruleset.players)
    readings = tuple(chance.randrange(len(option.readings)) for option in ruleset.options())
    machine = ReferenceMachine(ruleset, Config(players, readings))
    position = machine.start(chance.randrange)
    seats = set(range(players))
    components = ruleset.components
    pieces = sum(
        n for n, seat in zip(components.copies, components.owner, strict=True) if seat in {-1, *seats}
    )
    moves = 0
    while not machine.over(position) and moves < GAMES[name]:
        seat = chance.choice(machine.awaited(position))
        machine.play(position, seat, chance.choice(machine.legal(position, seat)), chance.randrange)
        moves += 1
        on_the_table = 0
        for zone in machine.zones(position):
            on_the_table += sum(zone.counts) if zone.counts else len(zone.ids) + len(zone.unknown)
        assert on_the_table == pieces
    fault = machine.fault(position)
    assert fault is None, (fault, ruleset.places[fault.place])
    assert moves > 20
    assert sorted(machine.places(position))[0] == 1
