"""Hex: the whole tree of three by three, and random play on larger boards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

from oracle_rows import Exact, Graph, Mean, Row, game, layers, play, won

SEED = 2026
SIDE_3 = "side: 3"
GAMES_5, GAMES_11 = 150_000, 30_000
RUN_5 = play("hex", GAMES_5, SEED, data="side: 5")
RUN_11 = play("hex", GAMES_11, SEED)


@cache
def graph() -> Graph:
    return Graph(game("hex", SIDE_3))


ROWS = [
    Row(
        "3 by 3: sequences of 1..9 decisions",
        Exact((9, 72, 504, 3024, 15120, 54720, 146880, 207360, 120960)),
        lambda: layers("hex", 9, SIDE_3).nodes,
    ),
    Row(
        "3 by 3: of these, ended",
        Exact((0, 0, 0, 0, 1440, 5760, 43200, 86400, 120960)),
        lambda: layers("hex", 9, SIDE_3).terminal,
    ),
    Row("3 by 3: positions", Exact(5514), lambda: len(graph().nodes)),
    Row(
        "3 by 3: last positions: first, second",
        Exact((624, 370)),
        lambda: tuple(Counter(n.scores[0] for n in graph().nodes if n.seat < 0)[r] for r in (1, -1)),
    ),
    Row(
        "3 by 3: games: first, second",
        Exact((165600, 92160)),
        lambda: tuple(graph().games(lambda node, r=r: node.scores[0] == r) for r in (1, -1)),
    ),
    Row("3 by 3: best play", Exact(1), lambda: graph().best_play()),
    Row("3 by 3, random play: first wins", Exact(Fraction(2, 3)), lambda: graph().random_play(won(0))),
    Row(
        "3 by 3, random play: decisions",
        Exact(Fraction(160, 21)),
        lambda: graph().random_play(lambda n: 0, 1),
    ),
    Row("5 by 5, random play: decisions", Mean(21.185, 0.008, GAMES_5), RUN_5["moves"]),
    Row("5 by 5, random play: first wins", Mean(0.5744, 0.0013, GAMES_5), RUN_5["win 1"]),
    Row("11 by 11, random play: decisions", Mean(107.53, 0.06, GAMES_11), RUN_11["moves"]),
    Row("11 by 11, random play: first wins", Mean(0.5239, 0.0029, GAMES_11), RUN_11["win 1"]),
]
