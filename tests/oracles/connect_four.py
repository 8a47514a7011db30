"""Connect four: counts by depth, and random play."""

from __future__ import annotations

from oracle_rows import Exact, Mean, Row, layers, play

SEED = 2026
GAMES = 400_000
RUN = play("connect_four", GAMES, SEED)

ROWS = [
    Row(
        "sequences of 1..6 decisions",
        Exact((7, 49, 343, 2401, 16807, 117649)),
        lambda: layers("connect_four", 6).nodes,
    ),
    Row(
        "positions after 0..6 decisions",
        Exact((1, 7, 49, 238, 1120, 4263, 16422)),
        lambda: layers("connect_four", 6).positions,
    ),
    Row(
        "sequences of 7, 8 decisions; ended after 7",
        Exact((823536, 5673234, 13032)),
        lambda: (*(deep := layers("connect_four", 8)).nodes[6:], deep.terminal[6]),
        slow=True,
    ),
    Row(
        "positions after 7..9 decisions",
        Exact((54859, 184275, 558186)),
        lambda: layers("connect_four", 9).positions[7:],
        slow=True,
    ),
    Row("random play: decisions", Mean(21.3247, 0.0117, GAMES), RUN["moves"]),
    Row("random play: first wins", Mean(0.55703, 0.00079, GAMES), RUN["win 1"]),
    Row("random play: second wins", Mean(0.44031, 0.00078, GAMES), RUN["win 2"]),
    Row("random play: draw", Mean(0.00266, 0.00008, GAMES), RUN["draw"]),
]
