"""Mancala (Kalah with four seeds a pit): counts by depth, and random play."""

from __future__ import annotations

from oracle_rows import Exact, Mean, Row, layers, play

SEED = 2026
GAMES = 150_000
RUN = play("mancala", GAMES, SEED)

ROWS = [
    Row(
        "sequences of 1..6 decisions",
        Exact((6, 35, 185, 942, 4690, 23233)),
        lambda: layers("mancala", 6).nodes,
    ),
    Row(
        "positions after 0..5 decisions",
        Exact((1, 6, 35, 185, 942, 4678)),
        lambda: layers("mancala", 6).positions[:6],
    ),
    Row(
        "sequences of 7..9 decisions",
        Exact((114430, 563055, 2763490)),
        lambda: layers("mancala", 9, listed=True).nodes[6:],
        slow=True,
    ),
    Row(
        "positions after 6..8 decisions",
        Exact((23115, 113048, 547205)),
        lambda: layers("mancala", 9, listed=True).positions[6:9],
        slow=True,
    ),
    Row("random play: decisions", Mean(43.924, 0.028, GAMES), RUN["moves"]),
    Row("random play: first wins", Mean(0.4866, 0.0013, GAMES), RUN["win 1"]),
    Row("random play: second wins", Mean(0.4508, 0.0013, GAMES), RUN["win 2"]),
    Row("random play: draw", Mean(0.0626, 0.0013, GAMES), RUN["draw"]),
]
