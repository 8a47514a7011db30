"""Hearts: random play. Counted from who holds the two of clubs: seats as such are all alike."""

from __future__ import annotations

from typing import Any

from oracle_rows import Mean, Row, play

SEED = 2026
GAMES = 120_000
#: Whoever holds the two of clubs, and the players to the left in their order.
AROUND = ["opener", "left of opener", "left of left of opener", "right of opener"]


def count(document: dict[str, Any]) -> None:
    """Writes down who opens, who takes how many tricks, and in which trick points and the queen of spades fall."""
    document["variables"] |= {
        "opener": "player",
        "tricks": "0..13 per player",
        "trick": "0..13",
        "first_costly": "0..13",
        "with_queen": "0..13",
    }
    steps = document["play"]
    at = next(i for i, step in enumerate(steps) if isinstance(step, str) and step.startswith("leader := "))
    steps.insert(at + 1, "opener := leader")
    tricks = steps[-1]["do"]
    at = next(i for i, step in enumerate(tricks) if isinstance(step, str) and step.startswith("leader := "))
    tricks[at + 1 : at + 1] = [
        "add 1 to trick",
        "add 1 to tricks[leader]",
        {
            "if": "first_costly = 0 and any(cost(played[p]) > 0 for p in player)",
            "then": ["first_costly := trick"],
        },
        {"if": "any(cost(played[p]) = 13 for p in player)", "then": ["with_queen := trick"]},
    ]


RUN = play(
    "hearts",
    GAMES,
    SEED,
    {
        "moon": ("if any(cards_cost(p) = 26 for p in player) then 1 else 0", 0, 1),
        "first costly trick": ("first_costly", 0, 13),
        "trick of the queen": ("with_queen", 0, 13),
        **{f"tricks {i}": (f"tricks[{p}]", 0, 13) for i, p in enumerate(AROUND)},
        **{f"points {i}": (f"points({p})", 0, 26) for i, p in enumerate(AROUND)},
        **{
            f"queen {i}": (f"if any(cost(c) = 13 for c in taken[{p}]) then 1 else 0", 0, 1)
            for i, p in enumerate(AROUND)
        },
        "lowest": ("(min(points(p) for p in player) else 0)", 0, 26),
        "highest": ("(max(points(p) for p in player) else 0)", 0, 26),
        **{f"seat {s}": (f"points(nth(player, {s}))", 0, 26) for s in (1, 2, 3, 4)},
    },
    change=count,
)


def lowest_tied() -> Mean:
    """Games that more than one player wins."""
    return RUN.means["draw"]


PLACES = ("2C holder", "next seat", "seat across", "seat before")


def around(what: str, name: str, values: tuple[float, ...], error: float) -> list[Row]:
    return [
        Row(f"{name}, {place}", Mean(value, error, GAMES), RUN[f"{what} {i}"])
        for i, (place, value) in enumerate(zip(PLACES, values, strict=True))
    ]


ROWS = [
    Row("random play: decisions", Mean(60.981, 0.015, GAMES), RUN["moves"]),
    # 52 cards, and 12 that are passed in three hands of four.
    Row("random play: decisions, by arithmetic", Mean(52 + 12 * 3 / 4, 0, GAMES), RUN["moves"]),
    Row("all points taken by one", Mean(0.01125, 0.00030, GAMES), RUN["moon"]),
    Row("trick in which points first fall", Mean(4.571, 0.005, GAMES), RUN["first costly trick"]),
    Row("trick in which the queen of spades falls", Mean(6.693, 0.010, GAMES), RUN["trick of the queen"]),
    *around("tricks", "tricks", (3.032, 3.334, 3.323, 3.311), 0.006),
    *around("points", "points", (6.613, 6.679, 6.650, 6.642), 0.020),
    *around("queen", "takes the queen", (0.2464, 0.2525, 0.2511, 0.2501), 0.0012),
    Row("lowest points", Mean(0.4730, 0.0027, GAMES), RUN["lowest"]),
    Row("highest points", Mean(17.056, 0.009, GAMES), RUN["highest"]),
    Row("lowest points of more than one", Mean(0.2479, 0.0012, GAMES), lowest_tied),
    # (26 + 52 P(all points taken by one)) / 4, by seat.
    *(Row(f"points, seat {s}", Mean(6.646, 0.004, GAMES), RUN[f"seat {s}"]) for s in (1, 2, 3, 4)),
]
