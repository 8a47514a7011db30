"""Blackjack: two ways to play, whose exact values others found by going through the composition of the deck."""

from __future__ import annotations

from typing import Any

from oracle_rows import Mean, Row, Run, play

SEED = 2026
GAMES = 1_000_000
QUANTITIES = {
    "return": ("outcome(me)", -1, 1),
    "tie": ("if outcome(me) = 0 then 1 else 0", 0, 1),
    "bust": ("if hand_total(me) > 21 then 1 else 0", 0, 1),
}


def draw_to_sixteen(document: dict[str, Any]) -> None:
    """The player draws up to 16 and stands from 17 on: the other choice is taken away, and to stand isn't asked."""
    (choose,) = (step for step in document["play"] if "choose" in step)
    choose["times"] = "as long as possible"
    choose["done_when"] = "hand_total(nth(player, 1)) > 16"
    del choose["done"]


RANDOM = play("blackjack", GAMES, SEED, QUANTITIES)
SIXTEEN = play("blackjack", GAMES, SEED, QUANTITIES, change=draw_to_sixteen)


def value_rows(name: str, run: Run, values: dict[str, float]) -> list[Row]:
    """The values are exact; so the oracle's error is none."""
    return [Row(f"{name}: {what}", Mean(value, 0, GAMES), run[what]) for what, value in values.items()]


ROWS = [
    *value_rows(
        "draws to 16",
        SIXTEEN,
        {
            "return": -0.080091780,
            "win 1": 0.408823658,
            "tie": 0.102260904,
            "bust": 0.283585403,
            # The oracle's moves, less one in each game that ends with standing.
            "moves": 1.613850294 - (1 - 0.283585403),
        },
    ),
    *value_rows(
        "random play",
        RANDOM,
        {
            "return": -0.392657837,
            "win 1": 0.282826684,
            "tie": 0.041688794,
            "bust": 0.312632957,
            "moves": 1.374734087,
        },
    ),
]
