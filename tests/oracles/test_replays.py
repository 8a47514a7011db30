"""Recorded games of another program, played again with the rulesets (see replays)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from replays import Recorded, recorded, replay


@pytest.mark.parametrize("kind", recorded(), ids=lambda kind: kind.file)
def test_recorded_games(kind: Recorded) -> None:
    playing = kind.playing()
    lines = kind.lines
    assert len(lines) >= 6
    assert sum(replay(kind, line, playing) for line in lines) >= 80


#: File, what is replaced in the text of the ruleset, and by what: a mistake that an author could make.
MISTAKES = [
    ("tic_tac_toe", "lines(cell, 3, c)", "lines(cell, 2, c)"),
    ("connect_four", "lines(cell, 4, c)", "lines(cell, 3, c)"),
    ("pig_winscore20", "face = 1", "face = 2"),
    ("kuhn_poker", "hand[p].number > hand[left of p].number", "hand[p].number < hand[left of p].number"),
    (
        "goofspiel_num_cards5",
        "bids[p].number > bids[left of p].number",
        "bids[p].number >= bids[left of p].number",
    ),
    ("breakthrough_rows6_columns6", "and d not in [north, south]", "and true"),
    ("breakthrough_rows6_columns6", "last_row(me, goal) or", "false or"),
    ("hex_board_size5", "step(c, northwest)", "step(c, northeast)"),
    ("mancala", "again := last = store(me)", "again := false"),
    ("mancala", "and seeds[opposite(last)] > 0", "and seeds[opposite(last)] >= 0"),
    ("leduc_poker", "raises < 2", "raises < 1"),
    ("leduc_poker", "then 2 else 4", "then 2 else 3"),
    ("crazy_eights", "drawn < 5", "drawn < 4"),
    ("crazy_eights", "passes > number of players", "passes = number of players"),
    ("crazy_eights_use_special_cards", "following(following(p))", "following(p)"),
    ("crazy_eights_use_special_cards", "backwards != does_more(c, ace)", "does_more(c, ace)"),
    ("crazy_eights_use_special_cards", "owed + 2", "2"),
    ("crazy_eights_players2", "then 7 else 5", "then 5 else 5"),
    ("hearts", "if possible cost(c) = 0 or not first_trick", "if possible true"),
    ("hearts", "c.suit != hearts or broken", "true"),
    ("hearts", "by played[p].rank descending", "by played[p].rank"),
]


@pytest.mark.parametrize(("file", "right", "wrong"), MISTAKES, ids=[f"{m[0]}: {m[1]}" for m in MISTAKES])
def test_recorded_games_notice_a_wrong_rule(file: str, right: str, wrong: str) -> None:
    kind = next(k for k in recorded() if k.file == file)

    def mistaken(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: mistaken(value) for key, value in node.items()}
        if isinstance(node, list):
            return [mistaken(value) for value in node]
        return node.replace(right, wrong) if isinstance(node, str) else node

    def change(document: dict[str, Any]) -> None:
        before = str(document)
        document |= mistaken(document)
        assert str(document) != before

    playing = kind.playing(change)

    def all_lines() -> None:
        for line in kind.lines:
            replay(kind, line, playing)

    with pytest.raises(AssertionError):
        all_lines()


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


@pytest.mark.parametrize("kind", recorded(), ids=lambda kind: kind.file)
def test_new_random_games(kind: Recorded) -> None:
    pytest.importorskip("pyspiel")
    from new_games import compare

    assert compare(kind, 3, seed=20) >= 3
