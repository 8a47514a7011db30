"""Planted faults are found: some of them each time, all of them when asked for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from plants import PLANTS, Plant, planted, search

#: Small games, which are compiled and searched in a moment.
QUICK = {
    "a bet on a low card", "the cards are not mixed", "nothing limits Pig", "bids stay on the table", "men in mills are never taken",
    "who gave the last card stays in",
}  # fmt: skip


@pytest.mark.parametrize(
    "plant",
    [p if p.name in QUICK else pytest.param(p, marks=pytest.mark.slow) for p in PLANTS if not p.elusive],
    ids=lambda p: p.name,
)
def test_a_plant_is_found(plant: Plant) -> None:
    finding, _ = search(plant, 3.0 if plant.name in QUICK else 20.0, seed=1)
    assert finding is not None
    if plant.decisions is not None:
        assert finding.decisions == plant.decisions


@pytest.mark.parametrize("plant", PLANTS, ids=lambda p: p.name)
def test_a_plant_is_no_error(plant: Plant, tmp_path: Path) -> None:
    # What the checker reports as an error needs no games; a warning may be right.
    planted(plant, tmp_path)


def test_there_are_enough() -> None:
    assert len(PLANTS) >= 20
    assert len({plant.name for plant in PLANTS}) == len(PLANTS)
    assert {"leak", "unmixed", "endless", "no-legal-action", "empty-zone"} <= {p.kind for p in PLANTS}
