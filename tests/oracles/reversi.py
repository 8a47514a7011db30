"""Reversi: counts by depth as programs for it publish them, a pass counting as a move."""

from __future__ import annotations

from oracle_rows import Exact, Row, layers

ROWS = [
    Row(
        "sequences of 1..6 decisions",
        Exact((4, 12, 56, 244, 1396, 8200)),
        lambda: layers("reversi", 6).nodes,
    ),
    Row(
        "sequences of 7, 8 decisions",
        Exact((55092, 390216)),
        lambda: layers("reversi", 8, listed=True).nodes[6:],
        slow=True,
    ),
]
