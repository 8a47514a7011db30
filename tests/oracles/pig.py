"""Pig: random and best play, which others found by value iteration on graphs of their own."""

from __future__ import annotations

from functools import cache

from oracle_rows import Graph, Mean, Near, Row, game, play, won

SEED = 2026
GAMES = 100_000
LONG = play("pig", GAMES, SEED)


@cache
def graph(winscore: int) -> Graph:
    return Graph(game("pig", f"winscore: {winscore}"))


def first_wins(winscore: int) -> float:
    return graph(winscore).iterated(won(0))


def decisions(winscore: int) -> float:
    return graph(winscore).iterated(lambda node: 0, 1.0)


def best(winscore: int) -> float:
    """The first player's chance where both play best: the values are that player's chances."""
    return graph(winscore).iterated(won(0), choose=lambda seat, values: (max, min)[seat](values))


def exact_rows(winscore: int, first: float, moves: float, optimal: float, digits: float) -> list[Row]:
    slow = winscore > 10
    return [
        Row(f"to {winscore}: first wins", Near(first, 1e-12), lambda: first_wins(winscore), slow),
        Row(f"to {winscore}: decisions", Near(moves, digits), lambda: decisions(winscore), slow),
        Row(f"to {winscore}: first wins, best play", Near(optimal, 1e-12), lambda: best(winscore), slow),
    ]


ROWS = [
    # 12/19, 3.4 and 6/7 are rational.
    *exact_rows(2, 12 / 19, 3.4, 6 / 7, 1e-12),
    *exact_rows(5, 0.583624536271, 5.304732524, 0.797047970480, 1e-9),
    *exact_rows(10, 0.548371761362, 10.282471518, 0.709424322598, 1e-9),
    *exact_rows(20, 0.530814789252, 21.277318705, 0.615558549805, 1e-9),
    # The value is exact; so the oracle's error is none.
    Row("to 100: first wins", Mean(0.512658153511, 0, GAMES), LONG["win 1"]),
    Row("to 100: decisions", Mean(120.901873054, 0, GAMES), LONG["moves"]),
]
