"""Goofspiel with few cards: whole trees, in the view in which the second player bids without seeing the first's bid."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from oracle_rows import Exact, Graph, Near, Row, game, value

from rulewright.engine.perft import Tree, explore


@cache
def tree(cards: int, order: str) -> Tree:
    playing = game("goofspiel", f"cards: {cards}", traced=True, prize_order=order)
    return explore(playing, information=True)


def histories(cards: int, order: str) -> tuple[int, int, int]:
    found = tree(cards, order)
    return found.chance, found.decision, found.terminal


@cache
def graph(cards: int, order: str) -> Graph:
    return Graph(game("goofspiel", f"cards: {cards}", prize_order=order))


def tree_rows(
    cards: int, order: str, counts: tuple[int, int, int], sets: int, decisions: int, slow: bool = False
) -> list[Row]:
    name = f"{cards} cards, {order}"
    return [
        Row(f"{name}: histories", Exact(counts), lambda: histories(cards, order), slow),
        Row(
            f"{name}: information sets",
            Exact((sets, sets)),
            lambda: tuple(len(s) for s in tree(cards, order).information_sets),
            slow,
        ),
        Row(
            f"{name}: random play",
            Exact((Fraction(0), Fraction(decisions))),
            lambda: (
                graph(cards, order).random_play(lambda n: n.scores[0]),
                graph(cards, order).random_play(lambda n: 0, 1),
            ),
            slow,
        ),
    ]


def worth_nothing(cards: int, order: str) -> Row:
    """Both players have the same choices, so best play is worth nothing."""
    return Row(
        f"{cards} cards, {order}: best play",
        Near(0, 1e-9),
        lambda: value("goofspiel", f"cards: {cards}", prize_order=order),
        needs="scipy",
    )


ROWS = [
    worth_nothing(2, "by_chance"),
    worth_nothing(3, "by_chance"),
    *tree_rows(2, "by_chance", (1, 6, 8), 2, 2),
    *tree_rows(3, "by_chance", (28, 174, 216), 57, 4),
    *tree_rows(3, "descending", (0, 31, 36), 10, 4),
    # Seeing all bids, a player has 1 + 4*4 + (4*3)*(4*3) sets with four cards; so the oracle counts seat 1's as well as seat 2's.
    *tree_rows(4, "descending", (0, 501, 576), 1 + 16 + 144, 6, slow=True),
]
