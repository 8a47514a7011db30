"""Backgammon's condition on the dice against a search: as many as possible must be used.

The ruleset looks one step ahead where two different dice are left, and nowhere else. Here a copy of it has no such
condition but puts the choice `as many as possible, at most 4`, which tries out all ways to go on. In random
games both must offer the same steps at every decision.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
import yaml

from rulewright.engine.contract import Game, load

RULESET = Path(__file__).parents[2] / "rulesets" / "classics" / "backgammon.yaml"


def searching(folder: Path) -> Game:
    """The ruleset with a search in the place of the condition."""
    document = yaml.safe_load(RULESET.read_text(encoding="utf-8"))
    step = document["actions"]["step"]
    assert "leads_on" in step["pick"]["x"]
    step["pick"]["x"] = "1..25 where may_go_now(me, x, n)"
    choices = [s["then"][0] for s in document["play"][0]["do"] if isinstance(s, dict) and "if" in s]
    assert [choice["times"] for choice in choices] == ["as long as possible"]
    choices[0]["times"] = "as many as possible, at most 4"
    file = folder / "searching.yaml"
    file.write_text(yaml.safe_dump(document, sort_keys=False, width=10_000), encoding="utf-8")
    return Game(load(file), backend="native")


def test_as_many_dice_as_possible_are_used(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    first, second = Game(load(RULESET), backend="native").machine, searching(tmp_path).machine
    seen: Counter[bool] = Counter()
    for seed in range(60):
        dice, chooser = [random.Random(f"dice {seed}") for _ in range(2)], random.Random(seed)
        here, there = first.start(dice[0].randrange), second.start(dice[1].randrange)
        while not first.over(here):
            seat = first.awaited(here)[0]
            steps = [first.legal(here, seat), second.legal(there, seat)]
            assert [m.params for m in steps[0]] == [m.params for m in steps[1]], (seed, seen)
            at = chooser.randrange(len(steps[0]))
            seen[len({m.params[0] for m in steps[0]}) == 1] += 1
            first.play(here, seat, steps[0][at], dice[0].randrange)
            second.play(there, seat, steps[1][at], dice[1].randrange)
        assert second.over(there)
        assert first.scores(here) == second.scores(there)
    assert min(seen.values()) > 100
