"""Backgammon: where the first turns lead to, and random play with two dice in one move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from oracle_rows import Exact, Mean, Row, play, ruleset

from rulewright.engine.contract import Game, State

SEED = 2026
GAMES = 100_000
#: The oracle's games.
THEIRS = 50_000
AT_ONCE = {"turn": "two_dice_at_once"}

#: Distinct positions after the first turn, and how many ordered pairs of steps there are.
OPENING = {
    "21": (15, 30),
    "31": (16, 31),
    "41": (14, 27),
    "51": (8, 15),
    "61": (10, 19),
    "32": (17, 35),
    "42": (18, 37),
    "52": (8, 17),
    "62": (14, 28),
    "43": (17, 34),
    "53": (9, 18),
    "63": (14, 28),
    "54": (9, 18),
    "64": (14, 28),
    "65": (7, 14),
}
#: Distinct positions after the second turn, where 31 was played as 8/5 6/5.
ROLLS = [*OPENING, "11", "22", "33", "44", "55", "66"]
REPLIES = (15, 15, 11, 8, 10, 17, 14, 8, 14, 13, 9, 14, 6, 11, 7, 41, 58, 73, 21, 4, 11)
#: The sequences of moves of such a turn after a double, two steps a move.
SEQUENCES = {"11": 244, "22": 430, "33": 536, "44": 125, "55": 15, "66": 71}


@cache
def backgammon(at_once: bool) -> Game:
    return Game(ruleset("backgammon"), readings=AT_ONCE if at_once else {}, backend="python")


def after_roll(roll: str, seat: int, at_once: bool) -> State:
    """The first decision of a seat that begins with this roll."""
    high, low = (int(die) - 1 for die in roll)
    return backgammon(at_once).start(SEED, [high, low] if seat == 0 else [low, high])


def reply_to(roll: str, at_once: bool) -> State:
    """The first decision of seat 2 with this roll, after 8/5 6/5."""
    dice = [int(die) - 1 for die in roll]
    state = backgammon(at_once).start(SEED, [2, 0, *dice])
    for move in ["two_steps n=3 x=8 y=6"] if at_once else ["step n=3 x=8", "step n=1 x=6"]:
        state.play(move)
    return state


def turns(state: State) -> Iterator[dict[str, Any]]:
    """All ways to play a turn to its end: the table after each, as everyone sees it."""
    seat = state.awaited[0]
    for move in state.legal():
        following = state.copy()
        following.play(move)
        if following.awaited[0] == seat:
            yield from turns(following)
        else:
            yield following.view(None)["zones"]


def positions(state: State) -> int:
    return len({str(table) for table in turns(state)})


def openings(at_once: bool) -> tuple[int, ...]:
    counts = [tuple(positions(after_roll(roll, seat, at_once)) for roll in OPENING) for seat in (0, 1)]
    assert counts[0] == counts[1]
    return counts[0]


def count_in_play(document: dict[str, Any]) -> None:
    """Variables that count the turns and the passes, and one for who begins."""
    document["variables"] |= {"rolls": "0..10000", "passes": "0..10000", "starter": "player"}
    document["actions"]["pass"]["do"].append("add 1 to passes")
    turn = document["play"][0]
    document["play"].insert(0, "starter := " + turn["turns"].removeprefix("from "))
    turn["do"].insert(0, "add 1 to rolls")


RUN = play(
    "backgammon",
    GAMES,
    SEED,
    {
        "rolls": ("rolls", 0, 10_000),
        "passes": ("passes", 0, 10_000),
        "X wins": ("if won(nth(player, 1)) then 1 else 0", 0, 1),
        "starter wins": ("if won(starter) then 1 else 0", 0, 1),
        "gammon": ("if abs(outcome(me)) >= 2 then 1 else 0", 0, 1),
        "backgammon": ("if abs(outcome(me)) = 3 then 1 else 0", 0, 1),
    },
    readings=AT_ONCE,
    change=count_in_play,
)

ROWS = [
    Row(
        "positions after the openings, by steps",
        Exact(tuple(count for count, _ in OPENING.values())),
        lambda: openings(at_once=False),
    ),
    Row(
        "positions after the openings, at once",
        Exact(tuple(count for count, _ in OPENING.values())),
        lambda: openings(at_once=True),
    ),
    Row(
        "moves of the openings, at once",
        Exact(tuple(count for _, count in OPENING.values())),
        lambda: tuple(len(after_roll(roll, 0, True).legal()) for roll in OPENING),
    ),
    Row(
        "positions after replies to 31, by steps",
        Exact(REPLIES),
        lambda: tuple(positions(reply_to(roll, False)) for roll in ROLLS),
        slow=True,
    ),
    Row(
        "positions after replies to 31, at once",
        Exact(REPLIES),
        lambda: tuple(positions(reply_to(roll, True)) for roll in ROLLS),
        slow=True,
    ),
    Row(
        "sequences of doubles in reply to 31, at once",
        Exact(tuple(SEQUENCES.values())),
        lambda: tuple(sum(1 for _ in turns(reply_to(roll, True))) for roll in SEQUENCES),
        slow=True,
    ),
    Row("random play: decisions", Mean(112.03, 0.21, THEIRS), RUN["moves"], slow=True),
    Row("random play: rolls", Mean(97.98, 0.18, THEIRS), RUN["rolls"], slow=True),
    Row("random play: X wins", Mean(0.4983, 0.0022, THEIRS), RUN["X wins"], slow=True),
    Row("random play: starter wins", Mean(0.5052, 0.0022, THEIRS), RUN["starter wins"], slow=True),
    Row("random play: gammon or more", Mean(0.6236, 0.0022, THEIRS), RUN["gammon"], slow=True),
    Row("random play: backgammon", Mean(0.2547, 0.0020, THEIRS), RUN["backgammon"], slow=True),
    Row("random play: full passes", Mean(4.643, 0.014, THEIRS), RUN["passes"], slow=True),
]
