"""Yacht: arithmetic on five dice.

Of the 7,776 throws a number is shown so often by so many, and so on. Random players choose what is thrown again, and
which box is filled, without a look at the dice, so each box is filled from a uniform throw.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from oracle_rows import Exact, Mean, Row, game, play

SEED = 2026
GAMES = 100_000
RUN = play("yacht", GAMES, SEED, {"points": ("total(me)", 0, 400)})
THROWS = 6**5
BOXES = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "full_house",
    "four_of_a_kind",
    "little_straight",
    "big_straight",
    "choice",
    "yacht",
]

#: By box: what it scores in all 7,776 throws together.
TOTALS = {
    # Each die shows a number in a sixth of the throws.
    **{box: 5 * THROWS // 6 * n for n, box in enumerate(BOXES[:6], 1)},
    # The three and the two can lie in ten ways, and each of six numbers is the three with five others.
    "full_house": 10 * 5 * 21 * (3 + 2),
    # The fifth die lies in five places and is one of five numbers, or it is equal too.
    "four_of_a_kind": (5 * 5 + 1) * 4 * 21,
    "little_straight": factorial(5) * 30,
    "big_straight": factorial(5) * 30,
    "choice": 5 * THROWS // 6 * 21,
    "yacht": 6 * 50,
}
#: In how many throws it scores anything.
SCORING = {
    **dict.fromkeys(BOXES[:6], THROWS - 5**5),
    "full_house": 10 * 6 * 5,
    "four_of_a_kind": 5 * 5 * 6 + 6,
    "little_straight": factorial(5),
    "big_straight": factorial(5),
    "choice": THROWS,
    "yacht": 6,
}


@cache
def filled() -> dict[str, tuple[int, int]]:
    """By box, what the ruleset scores in all throws together, and in how many it scores."""
    machine: Any = game("yacht").machine
    totals: Counter[str] = Counter()
    scoring: Counter[str] = Counter()
    for dice in combinations_with_replacement(range(6), 5):
        throws = factorial(5) // prod(factorial(n) for n in Counter(dice).values())
        left = iter(dice)
        start = machine.start(lambda n, left=left: next(left))
        stop = next(move for move in machine.legal(start, 0) if not move.params[0])
        machine.play(start, 0, stop, no_chance)
        for number, move in enumerate(machine.legal(start, 0)):
            position = machine.copy(start)
            # The other player throws next, whatever.
            machine.play(position, 0, move, lambda n: 0)
            points = machine.scores(position)[0]
            totals[BOXES[number]] += throws * points
            scoring[BOXES[number]] += throws * (points > 0)
    return {box: (totals[box], scoring[box]) for box in BOXES}


def no_chance(outcomes: int) -> int:
    raise AssertionError("no die is thrown here")


ROWS = [
    *(
        Row(
            f"{box}: sum over all throws, how many score",
            Exact((TOTALS[box], SCORING[box])),
            lambda box=box: filled()[box],
        )  # type: ignore[misc]
        for box in BOXES
    ),
    Row("random play: points", Mean(sum(TOTALS.values()) / THROWS, 0, GAMES), RUN["points"]),
    # A turn has a box to fill, a choice what to throw, and another one unless that was nothing.
    Row("random play: decisions", Mean(24 * (1 + 1 + 31 / 32), 0, GAMES), RUN["moves"]),
]
