"""Recorded games of another program, played again with the rulesets (see replays)."""

from __future__ import annotations

import json

import pytest
from replays import Recorded, recorded, replay


@pytest.mark.parametrize("kind", recorded(), ids=lambda kind: kind.file)
def test_recorded_games(kind: Recorded) -> None:
    playing = kind.playing()
    lines = kind.lines
    assert len(lines) >= 6
    assert sum(replay(kind, line, playing) for line in lines) >= 80


def test_a_recorded_game_that_differs_is_told() -> None:
    kind = next(k for k in recorded() if k.file == "tic_tac_toe")
    trace = json.loads(kind.lines[0])
    trace["steps"][3][3].remove(trace["steps"][3][1])
    with pytest.raises(AssertionError, match="decision 3: legal"):
        replay(kind, json.dumps(trace), kind.playing())
    trace = json.loads(kind.lines[0])
    trace["returns"].reverse()
    with pytest.raises(AssertionError):
        replay(kind, json.dumps(trace), kind.playing())
