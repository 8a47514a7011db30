"""Spoof: random play by arithmetic.

With k players in, 3k + 1 totals can be, and k of them are called, no two the same: whatever the fists hold, the random
players' calls are k of them by lot. So one of them is right with the chance k / (3k + 1) in each round of 2k decisions,
and all that are still in are right equally often.
"""

from __future__ import annotations

from oracle_rows import Exact, Mean, Row, play

SEED = 2026
GAMES = 100_000
RUNS = {players: play("spoof", GAMES, SEED, players=players) for players in range(2, 7)}


def decisions(players: int) -> int:
    """Until one of them is left."""
    return sum(2 * (3 * k + 1) for k in range(2, players + 1))


ROWS = [
    *(Row(f"{n} players: decisions", Mean(decisions(n), 0, GAMES), run["moves"]) for n, run in RUNS.items()),
    # All but one win together, so that nobody wins alone where there are more than two.
    Row("2 players: first wins", Mean(1 / 2, 0, GAMES), RUNS[2]["win 1"]),
    Row("6 players: nobody wins alone", Exact(1), lambda: RUNS[6]["draw"]().value),
]
