"""Hare and Hounds: who wins, as Winning Ways (Berlekamp, Conway, Guy) has it, and counts by a program written for it
apart from Rulewright."""

from __future__ import annotations

from functools import cache

from oracle_rows import Exact, Graph, Row, game, layers


@cache
def graph() -> Graph:
    return Graph(game("hare_and_hounds"))


ROWS = [
    Row(
        "sequences of 1..6 decisions",
        Exact((7, 21, 133, 443, 2879, 9044)),
        lambda: layers("hare_and_hounds", 6).nodes,
    ),
    Row(
        "sequences of 7, 8 decisions",
        Exact((53920, 163826)),
        lambda: layers("hare_and_hounds", 8, listed=True).nodes[6:],
    ),
    Row("best play: the hounds win", Exact(1), lambda: graph().best_play(), slow=True),
]
