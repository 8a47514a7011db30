"""Shut the Box: random play as an exact fraction, worked out over sets of open numbers by a program of thirty lines apart
from Rulewright: every choice uniform, numbers shut from the lowest up."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from oracle_rows import Exact, Graph, Mean, Row, game, play

SEED, GAMES = 2026, 100_000
PENALTY = Fraction(79163993213694097, 4012245201715200)
RUN = play("shut_the_box", GAMES, SEED, {"penalty": ("penalty[nth(player, 1)]", 0, 45)})


@cache
def graph() -> Graph:
    return Graph(game("shut_the_box"))


ROWS = [
    Row("random play: penalty, in games", Mean(float(PENALTY), 0.0, GAMES), RUN["penalty"]),
    Row(
        "random play: penalty", Exact(PENALTY), lambda: graph().random_play(lambda n: n.scores[0]), slow=True
    ),
]
