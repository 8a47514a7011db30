"""Breakthrough: counts by depth on two boards, and random play."""

from __future__ import annotations

from oracle_rows import Exact, Mean, Row, layers, play

SEED = 2026
SMALL = "columns: 6\nrows: 6"
GAMES, GAMES_SMALL = 60_000, 150_000
LARGE_RUN = play("breakthrough", GAMES, SEED)
SMALL_RUN = play("breakthrough", GAMES_SMALL, SEED, data=SMALL)

ROWS = [
    Row(
        "8 by 8: sequences of 1..3 decisions",
        Exact((22, 484, 11132)),
        lambda: layers("breakthrough", 3).nodes,
    ),
    Row(
        "8 by 8: positions after 0..3 decisions",
        Exact((1, 22, 484, 5544)),
        lambda: layers("breakthrough", 3).positions,
    ),
    Row(
        "8 by 8: sequences of 4, 5 decisions",
        Exact((256036, 6182818)),
        lambda: layers("breakthrough", 5, listed=True).nodes[3:],
        slow=True,
    ),
    Row(
        "8 by 8: positions after 4 decisions",
        Exact(63504),
        lambda: layers("breakthrough", 5, listed=True).positions[4],
        slow=True,
    ),
    Row(
        "6 by 6: sequences of 1..3 decisions",
        Exact((16, 256, 4308)),
        lambda: layers("breakthrough", 3, SMALL).nodes,
    ),
    Row(
        "6 by 6: positions after 0..3 decisions",
        Exact((1, 16, 256, 2160)),
        lambda: layers("breakthrough", 3, SMALL).positions,
    ),
    Row(
        "6 by 6: sequences of 4..6 decisions",
        Exact((71478, 1248290, 21470998)),
        lambda: layers("breakthrough", 6, SMALL, listed=True).nodes[3:],
        slow=True,
    ),
    Row(
        "6 by 6: positions after 4 decisions",
        Exact(18621),
        lambda: layers("breakthrough", 6, SMALL, listed=True).positions[4],
        slow=True,
    ),
    Row("8 by 8, random play: decisions", Mean(64.169, 0.065, GAMES), LARGE_RUN["moves"]),
    Row("8 by 8, random play: first wins", Mean(0.5098, 0.0020, GAMES), LARGE_RUN["win 1"]),
    Row("8 by 8, random play: second wins", Mean(0.4902, 0.0020, GAMES), LARGE_RUN["win 2"]),
    Row("6 by 6, random play: decisions", Mean(28.085, 0.023, GAMES_SMALL), SMALL_RUN["moves"]),
    Row("6 by 6, random play: first wins", Mean(0.5150, 0.0013, GAMES_SMALL), SMALL_RUN["win 1"]),
    Row("6 by 6, random play: second wins", Mean(0.4850, 0.0013, GAMES_SMALL), SMALL_RUN["win 2"]),
]
