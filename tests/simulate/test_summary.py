"""Sums, means, intervals: against the statistics module, published values, and games counted by hand."""

from __future__ import annotations

import random
import statistics
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.compile import runtime
from rulewright.machine.faults import FaultCode
from rulewright.simulate.records import WIDTH, WINNERS, Records
from rulewright.simulate.summary import Summary, wilson

OVER, LIMIT, FAULT = runtime.STATUS_OVER, runtime.STATUS_MOVE_LIMIT, runtime.STATUS_FAULT

#: (status, moves, branching, scores, winners' mask, fault)
Game = tuple[int, int, int, tuple[int, int], int, tuple[int, int, int]]


def records(games: list[Game], first: int = 0) -> Records:
    words = array("q", [0] * WIDTH * len(games))
    for i, (status, moves, branching, scores, winners, fault) in enumerate(games):
        base = i * WIDTH
        words[base + runtime.OUT_STATUS] = status
        words[base + runtime.OUT_MOVES] = moves
        words[base + runtime.OUT_BRANCHING] = branching
        words[base + runtime.OUT_FAULT : base + runtime.OUT_FAULT + 3] = array("q", fault)
        words[base + runtime.OUT_SCORES : base + runtime.OUT_SCORES + 2] = array("q", scores)
        words[base + WINNERS] = winners
    return Records(first, len(games), words, 0.1)


NO_FAULT = (0, 0, 0)
BY_HAND: list[Game] = [
    (OVER, 10, 30, (5, 3), 0b01, NO_FAULT),
    (OVER, 20, 20, (4, 4), 0b11, NO_FAULT),
    (OVER, 12, 40, (0, 9), 0b10, NO_FAULT),
    (OVER, 14, 14, (1, 1), 0b00, NO_FAULT),
    (LIMIT, 50, 60, (0, 0), 0, NO_FAULT),
    (FAULT, 3, 9, (0, 0), 0, (FaultCode.EMPTY_ZONE, 7, 0)),
    (FAULT, 4, 9, (0, 0), 0, (FaultCode.NUMBER_RANGE, 8, 99)),
    (FAULT, 5, 9, (0, 0), 0, (FaultCode.NUMBER_RANGE, 8, -5)),
    (FAULT, 5, 9, (0, 0), 0, (FaultCode.OPEN_QUESTION, 8, 0)),
    (FAULT, 5, 9, (0, 0), 0, (FaultCode.OPEN_QUESTION, 8, 1)),
]


def test_games_counted_by_hand() -> None:
    s = Summary(2)
    s.add(records(BY_HAND))
    assert (s.games, s.ended, s.gave_up, s.faulty) == (10, 4, 1, 5)
    assert (s.fewest, s.most) == (3, 50)
    assert s.mean_moves == 12.8
    assert s.mean_branching == 209 / 128
    assert [s.wins(0), s.wins(1)] == [1, 1]
    assert [s.shared_wins(0), s.shared_wins(1)] == [1, 1]
    assert s.draws == 2
    assert [s.mean_score(0), s.mean_score(1)] == [10 / 4, 17 / 4]
    faults = [
        (f.fault.code, f.fault.place, f.fault.detail, f.count, f.game, f.moves) for f in s.sorted_faults()
    ]
    assert faults == [
        (FaultCode.NUMBER_RANGE, 8, 99, 2, 6, 4),
        (FaultCode.EMPTY_ZONE, 7, 0, 1, 5, 3),
        (FaultCode.OPEN_QUESTION, 8, 0, 1, 8, 5),
        (FaultCode.OPEN_QUESTION, 8, 1, 1, 9, 5),
    ]


games = st.lists(
    st.builds(
        lambda moves, extra, scores, winners: (OVER, moves, moves + extra, scores, winners, NO_FAULT),
        st.integers(1, 500), st.integers(0, 500), st.tuples(st.integers(-999, 999), st.integers(-999, 999)),
        st.integers(0, 3),
    ),
    min_size=2, max_size=40,
)  # fmt: skip


@settings(deadline=None)
@given(games, st.data())
def test_any_split_into_chunks_gives_the_same_and_it_is_what_statistics_say(
    played: list[Game], data: st.DataObject
) -> None:
    whole = Summary(2)
    whole.add(records(played))
    cut = data.draw(st.integers(0, len(played)))
    parts = Summary(2)
    parts.add(records(played[:cut]))
    parts.add(records(played[cut:], cut))
    assert parts == whole
    assert whole.mean_moves == pytest.approx(statistics.mean(g[1] for g in played))
    assert whole.sd_moves == pytest.approx(statistics.stdev(g[1] for g in played), abs=1e-9)
    for seat in (0, 1):
        assert whole.sd_score(seat) == pytest.approx(statistics.stdev(g[3][seat] for g in played), abs=1e-9)
    assert whole.wins(0) + whole.wins(1) + whole.draws == len(played)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_that_were_published(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_at_the_ends() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0, abs=1e-12)
    assert wilson(3, 10) == pytest.approx(tuple(1 - x for x in reversed(wilson(7, 10))))


def test_intervals_cover_as_often_as_they_say() -> None:
    """Of 2,000 samples of 50 tosses about 95 % of the intervals hold the true share."""
    chance = random.Random(1)
    held = 0
    for _ in range(2000):
        low, high = wilson(sum(chance.random() < 0.3 for _ in range(50)), 50)
        held += low <= 0.3 <= high
    assert 0.92 < held / 2000 < 0.98
