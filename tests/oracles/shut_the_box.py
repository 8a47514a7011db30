"""Shut the Box: random play as an exact fraction, worked out here over sets of open numbers, apart from Rulewright: every
choice is uniform among the ways to roll, and among the sets of open numbers that add up to the roll."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

from oracle_rows import Exact, Graph, Mean, Row, game, play

SEED, GAMES = 2026, 100_000
ONE_DIE = [(n, Fraction(1, 6)) for n in range(1, 7)]
TWO_DICE = [(n, Fraction(6 - abs(n - 7), 36)) for n in range(2, 13)]


@cache
def penalty(still_open: frozenset[int]) -> Fraction:
    """What random play leaves open, on average, from the next roll on."""
    if not still_open:
        return Fraction(0)
    ways = [TWO_DICE] if max(still_open) >= 7 else [TWO_DICE, ONE_DIE]
    return sum(chance * after_roll(still_open, n) for way in ways for n, chance in way) / len(ways)


def after_roll(still_open: frozenset[int], n: int) -> Fraction:
    """The same once a number is rolled."""
    sets = [c for k in range(1, 5) for c in combinations(sorted(still_open), k) if sum(c) == n]
    if not sets:
        return Fraction(sum(still_open))
    return sum((penalty(still_open - set(c)) for c in sets), Fraction(0)) / len(sets)


PENALTY = penalty(frozenset(range(1, 10)))
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
