"""Dominoes: means of random play, measured by a program written for the game apart from Rulewright (20,000 games of two
players, 80,000 of four, each with a generator of its own)."""

from __future__ import annotations

from oracle_rows import Mean, Row, play

SEED = 2026
TWO, FOUR = 20_000, 80_000
RUN_2 = play("dominoes", TWO, SEED, {"points": ("points[nth(player, 1)]", 0, 500)})
RUN_4 = play("dominoes", FOUR, SEED, {"points": ("points[nth(player, 1)]", 0, 500)}, players=4)

ROWS = [
    Row("2 players, random play: decisions", Mean(172.789, 0.435, TWO), RUN_2["moves"]),
    Row("2 players, random play: first wins", Mean(0.4905, 0.0035, TWO), RUN_2["win 1"]),
    Row("2 players, random play: points of the first", Mean(82.334, 0.269, TWO), RUN_2["points"]),
    Row("4 players, random play: decisions", Mean(97.977, 0.133, FOUR), RUN_4["moves"]),
    Row("4 players, random play: first wins", Mean(0.2470, 0.0015, FOUR), RUN_4["win 1"]),
    Row("4 players, random play: points of the first", Mean(55.223, 0.168, FOUR), RUN_4["points"]),
]
