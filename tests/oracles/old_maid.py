"""Old maid: with two players the game is worked out by hand, from the deal on.

When all pairs are down, each rank that is left lies with both players, one card each, and the queen with one of them. Who
draws without the queen finds a partner with n of n + 1 cards, and otherwise takes the queen; who draws with it
always finds one. So the chances follow from n alone, and n from how many of each rank were dealt to whom.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from oracle_rows import Exact, Mean, Row, play

SEED = 2026
GAMES = 300_000
RUN = play(
    "old_maid",
    GAMES,
    SEED,
    {"dealer loses": ("size(hand[dealer])", 0, 1), "pairs": ("size(pairs) div 2", 0, 25)},
    players=2,
)
MANY = play(
    "old_maid", 50_000, SEED, {"loser holds": ("sum(size(hand[p]) for p in player)", 0, 51)}, players=5
)


@cache
def drawer_wins(n: int, holds_queen: bool) -> Fraction:
    """The chance of who draws next, where n ranks lie with both."""
    if n == 0:
        return Fraction(not holds_queen)
    if holds_queen:
        return 1 - drawer_wins(n - 1, False)
    # x = n / (n + 1) * (1 - y) + 1 / (n + 1) * (1 - x), and so
    return (n * (1 - drawer_wins(n - 1, True)) + 1) / Fraction(n + 2)


@cache
def draws(n: int, holds_queen: bool) -> Fraction:
    """How many cards are drawn until the end."""
    if n == 0:
        return Fraction(0)
    if holds_queen:
        return 1 + draws(n - 1, False)
    # x = 1 + n / (n + 1) * y + 1 / (n + 1) * x, and so
    return Fraction(n + 1, n) + draws(n - 1, True)


def deals() -> dict[tuple[int, bool], Fraction]:
    """By n, and whether who draws first holds the queen, the chance of such a deal of 26 and 25 cards."""
    ways = {(0, 0): 1}
    for _ in range(12):
        more: dict[tuple[int, int], int] = {}
        for (cards, n), count in ways.items():
            for k in range(5):
                key = (cards + k, n + k % 2)
                more[key] = more.get(key, 0) + count * comb(4, k)
        ways = more
    found: dict[tuple[int, bool], Fraction] = {}
    for (cards, n), count in ways.items():
        for queens in range(4):
            if cards + queens == 26:
                key = (n, queens % 2 == 1)
                found[key] = found.get(key, Fraction(0)) + Fraction(count * comb(3, queens), comb(51, 26))
    assert sum(found.values()) == 1
    return found


FIRST_WINS = sum(chance * drawer_wins(*deal) for deal, chance in deals().items())
DRAWS = sum(chance * draws(*deal) for deal, chance in deals().items())

ROWS = [
    Row("2 players: dealer loses", Mean(float(FIRST_WINS), 0, GAMES), RUN["dealer loses"]),
    Row("2 players: draws, and 25 pairs laid down", Mean(float(DRAWS) + 25, 0, GAMES), RUN["moves"]),
    Row("2 players: pairs at the end", Exact(25), lambda: RUN["pairs"]().value),
    Row("5 players: cards in hand at the end", Exact(1), lambda: MANY["loser holds"]().value),
]
