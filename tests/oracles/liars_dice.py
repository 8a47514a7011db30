"""Liar's dice with one die each: whole trees, and the exact values of random and of best play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from oracle_rows import Exact, Graph, Near, Row, game, nash_conv_of_random_play, value

from rulewright.engine.perft import Tree, explore


@cache
def tree(faces: int) -> Tree:
    return explore(game("liars_dice", f"faces: {faces}", traced=True), information=True)


def histories(faces: int) -> tuple[int, int, int]:
    found = tree(faces)
    return found.chance, found.decision, found.terminal


def information_sets(faces: int) -> tuple[int, ...]:
    return tuple(len(sets) for sets in tree(faces).information_sets)


@cache
def graph(faces: int) -> Graph:
    return Graph(game("liars_dice", f"faces: {faces}"))


def tree_rows(faces: int, counts: tuple[int, int, int], sets: int, slow: bool = False) -> list[Row]:
    return [
        Row(f"{faces} faces: histories", Exact(counts), lambda: histories(faces), slow),
        Row(f"{faces} faces: information sets", Exact((sets, sets)), lambda: information_sets(faces), slow),
    ]


def random_rows(faces: int, returns: Fraction, decisions: Fraction) -> list[Row]:
    return [
        Row(
            f"{faces} faces, random play: first's return",
            Exact(returns),
            lambda: graph(faces).random_play(lambda node: node.scores[0]),
        ),
        Row(
            f"{faces} faces, random play: decisions",
            Exact(decisions),
            lambda: graph(faces).random_play(lambda node: 0, 1),
        ),
    ]


def best_row(faces: int, returns: float, slow: bool = False) -> Row:
    return Row(
        f"{faces} faces, best play: first's return",
        Near(returns, 1e-9),
        lambda: value("liars_dice", f"faces: {faces}"),
        slow,
        needs="scipy",
    )


ROWS = [
    *tree_rows(2, (3, 64, 60), 16),
    *tree_rows(4, (5, 4096, 4080), 512),
    *tree_rows(6, (7, 147456, 147420), 12288, slow=True),
    *random_rows(2, Fraction(1, 8), Fraction(125, 48)),
    *random_rows(4, Fraction(-1, 64), Fraction(6849, 2240)),
    *random_rows(6, Fraction(-7, 216), Fraction(1118273, 332640)),
    best_row(2, 1 / 2),
    best_row(4, 1 / 16, slow=True),
    best_row(6, -7 / 258, slow=True),
    Row(
        "4 faces, random play: what best answers add",
        Near(1.310119, 1e-6),
        lambda: nash_conv_of_random_play("liars_dice", "faces: 4"),
        slow=True,
        needs="scipy",
    ),
]
