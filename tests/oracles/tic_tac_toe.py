"""Tic-tac-toe: published counts of its whole tree, and exact values of random play made with rational numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

from oracle_rows import Exact, Graph, Row, drawn, game, layers, won


@cache
def graph() -> Graph:
    return Graph(game("tic_tac_toe"))


def last_positions() -> tuple[int, ...]:
    """By result: seat 1 wins, a draw, seat 2 wins."""
    by_score = Counter(node.scores[0] for node in graph().nodes if node.seat < 0)
    return by_score[1], by_score[0], by_score[-1]


ROWS = [
    Row(
        "sequences of 1..9 decisions",
        Exact((9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)),
        lambda: layers("tic_tac_toe", 9).nodes,
    ),
    Row(
        "of these, ended",
        Exact((0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872)),
        lambda: layers("tic_tac_toe", 9).terminal,
    ),
    Row(
        "positions after 0..9 decisions",
        Exact((1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)),
        lambda: layers("tic_tac_toe", 9).positions,
    ),
    Row("positions", Exact(5478), lambda: len(graph().nodes)),
    Row("last positions: first, draw, second", Exact((626, 16, 316)), last_positions),
    Row("games", Exact(255168), lambda: graph().games()),
    Row(
        "games: first, draw, second",
        Exact((131184, 46080, 77904)),
        lambda: tuple(graph().games(lambda node, r=r: node.scores[0] == r) for r in (1, 0, -1)),
    ),
    Row("best play", Exact(0), lambda: graph().best_play()),
    Row("random play: first wins", Exact(Fraction(737, 1260)), lambda: graph().random_play(won(0))),
    Row("random play: draw", Exact(Fraction(8, 63)), lambda: graph().random_play(drawn)),
    Row("random play: second wins", Exact(Fraction(121, 420)), lambda: graph().random_play(won(1))),
    Row("random play: decisions", Exact(Fraction(3203, 420)), lambda: graph().random_play(lambda n: 0, 1)),
]
