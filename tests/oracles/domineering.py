"""Domineering and Cram: who wins small boards, as published, and Cram's sequences from the matchings of a grid.

Winners: Winning Ways (Berlekamp, Conway, Guy) for Domineering; for Cram Gardner, by symmetry: boards of even by even
squares go to the second player, even by odd to the first, and 3 by 3 is known to be the second's. Every set of k
dominoes that don't overlap can be laid in k! orders; the numbers of such sets on 4 by 4 squares are the matchings of
that grid, 10,012 in all, 36 of them complete.
"""

from __future__ import annotations

from functools import cache
from math import factorial

from oracle_rows import Exact, Graph, Row, game, layers

MATCHINGS = (24, 224, 1044, 2593, 3388, 2150, 552, 36)
assert 1 + sum(MATCHINGS) == 10_012


def board(wide: int, high: int) -> str:
    return f"wide: {wide}\nhigh: {high}"


@cache
def value(wide: int, high: int, lying: str) -> int:
    """What best play gives the first player."""
    return int(Graph(game("domineering", board(wide, high), lying=lying)).best_play())


ROWS = [
    Row("places for a first domino", Exact((8 * 7,)), lambda: layers("domineering", 1, listed=True).nodes),
    Row(
        "as Cram: places for a first domino",
        Exact((2 * 8 * 7,)),
        lambda: layers("domineering", 1, listed=True, lying="both_ways").nodes,
    ),
    Row(
        "2 by 2, 3 by 3, 4 by 4, best play",
        Exact((1, 1, 1)),
        lambda: tuple(value(n, n, "own_way") for n in (2, 3, 4)),
    ),
    Row(
        "as Cram, 4 by 4: sequences of 1..8 decisions",
        Exact(tuple(factorial(k + 1) * n for k, n in enumerate(MATCHINGS))),
        lambda: layers("domineering", 8, board(4, 4), lying="both_ways").nodes,
    ),
    Row(
        "as Cram: 2 by 2, 3 by 3, 4 by 4, best play",
        Exact((-1, -1, -1)),
        lambda: tuple(value(n, n, "both_ways") for n in (2, 3, 4)),
    ),
    Row("as Cram: 4 by 3, best play", Exact(1), lambda: value(4, 3, "both_ways")),
    Row("as Cram: 5 by 4, best play", Exact(1), lambda: value(5, 4, "both_ways"), slow=True),
    Row("5 by 5, best play", Exact(-1), lambda: value(5, 5, "own_way"), slow=True),
]
