"""Kuhn poker: its whole tree."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from oracle_rows import Exact, Graph, Near, Row, game, nash_conv_of_random_play, value

from rulewright.engine.perft import Tree, explore


@cache
def tree() -> Tree:
    return explore(game("kuhn_poker", traced=True), information=True)


@cache
def graph() -> Graph:
    return Graph(game("kuhn_poker"))


ROWS = [
    Row(
        "histories: chance, decisions, ends",
        Exact((4, 24, 30)),
        lambda: (tree().chance, tree().decision, tree().terminal),
    ),
    Row("information sets", Exact((6, 6)), lambda: tuple(len(s) for s in tree().information_sets)),
    Row(
        "random play: first gains", Exact(Fraction(1, 8)), lambda: graph().random_play(lambda n: n.scores[0])
    ),
    Row("best play: first gains", Near(-1 / 18, 1e-9), lambda: value("kuhn_poker"), needs="scipy"),
    Row("random play: NashConv", Near(11 / 12, 1e-12), lambda: nash_conv_of_random_play("kuhn_poker")),
    Row("random play: decisions", Exact(Fraction(9, 4)), lambda: graph().random_play(lambda n: 0, 1)),
]
