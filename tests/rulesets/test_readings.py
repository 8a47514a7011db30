"""Every reading of every ruling has a scenario in which it makes a difference: one that passes with it and
fails when the ruling is read another way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.diagnostics import Sink
from rulewright.engine.contract import Game
from rulewright.ruleset.model import Ruling
from rulewright.scenario.model import Scenario
from rulewright.scenario.reading import read_scenarios
from rulewright.scenario.running import run_scenario

FILES = sorted((Path(__file__).parents[2] / "rulesets").rglob("*.scenarios.yaml"))


class _Readings:
    """Runs the scenarios of a file with readings that they don't ask for."""

    def __init__(self, file: Path) -> None:
        read = read_scenarios(file, Sink(), "python")
        assert read is not None
        assert not read.unread
        self.scenarios, self.rulings = read.scenarios, read.ruleset.options()
        self._games: dict[tuple[object, ...], Game] = {}

    def of(self, scenario: Scenario) -> dict[str, str]:
        """Ruling -> reading."""
        numbers = scenario.game.config.readings
        return {
            ruling.name: "open" if number < 0 else list(ruling.readings)[number]
            for ruling, number in zip(self.rulings, numbers, strict=True)
        }

    def passes(self, scenario: Scenario, readings: dict[str, str]) -> bool:
        """Whether it does with these readings."""
        key = (scenario.game.players, *sorted(readings.items()))
        if key not in self._games:
            game = scenario.game
            self._games[key] = Game(game.ruleset, game.players, readings, backend="python")
        return run_scenario(replace(scenario, game=self._games[key]), Sink()).passed

    def tells(self, scenario: Scenario, ruling: Ruling) -> bool:
        """Whether the scenario fails with another reading of the ruling."""
        own = self.of(scenario)
        others = (reading for reading in ruling.readings if reading != own[ruling.name])
        return any(not self.passes(scenario, {**own, ruling.name: other}) for other in others)


@pytest.mark.parametrize("file", FILES, ids=lambda p: p.name.split(".")[0])
def test_every_reading_has_a_scenario_that_needs_it(file: Path) -> None:
    played = _Readings(file)
    lacking = []
    for ruling in played.rulings:
        for reading in ruling.readings:
            with_it = [s for s in played.scenarios if played.of(s)[ruling.name] == reading]
            # Those that show a rule of the ruling first: they are found sooner.
            with_it.sort(key=lambda scenario: not set(scenario.rules) & set(ruling.rules))
            if not any(played.tells(scenario, ruling) for scenario in with_it):
                lacking.append(f"{ruling.name} = {reading}")
    assert lacking == []
