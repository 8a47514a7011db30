"""Agon: counts and means by a program written for the game apart from Rulewright, on coordinates of its own; the means are of
8,000 random games with a generator of its own, cut after 200 turns."""

from __future__ import annotations

from oracle_rows import Exact, Mean, Row, layers, play

SEED, GAMES = 2026, 8_000
RUN = play("agon", GAMES, SEED, {"cut": ("if winner is none then 1 else 0", 0, 1)})

ROWS = [
    Row("sequences of 1, 2 decisions", Exact((27, 729)), lambda: layers("agon", 2, listed=True).nodes),
    Row(
        "sequences of 3, 4 decisions",
        Exact((18763, 482825)),
        lambda: layers("agon", 4, listed=True).nodes[2:],
        slow=True,
    ),
    Row("random play: decisions", Mean(197.726, 0.122, GAMES), RUN["moves"], slow=True),
    Row("random play: nobody wins in 200 turns", Mean(0.948625, 0.0025, GAMES), RUN["cut"], slow=True),
]
