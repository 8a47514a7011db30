"""Crazy eights: random play of two, four and five players. Counted from the dealer: seats as such are all alike."""

from __future__ import annotations

from typing import Any

from oracle_rows import Mean, Quantity, Row, Run, play

SEED = 2026


def count(document: dict[str, Any]) -> None:
    """Counts all passes, and the cards that are turned up at the start."""
    document["variables"] |= {
        "all_passes": "0..1000",
        "upcards": "0..100, starts at 1",
        "all_draws": "0..1000",
    }
    document["actions"]["pass"]["do"].insert(0, "add 1 to all_passes")
    document["actions"]["draw"]["do"].insert(0, "add min(max(owed, 1), left_to_draw) to all_draws")
    again = next(s for s in document["setup"] if isinstance(s, dict) and "while" in s)
    again["do"].insert(0, "add 1 to upcards")


def around(players: int) -> list[str]:
    """The players, from the one to the left of the dealer to the dealer."""
    return ["left of " * i + "dealer" for i in range(1, players)] + ["dealer"]


def runs(players: int, games: int) -> tuple[Run, Run]:
    """What happens and what the hands cost, in one run; and in another what they cost by the other reading."""
    dealt = 14 if players == 2 else 5 * players
    counted: dict[str, Quantity] = {
        "plays": ("plays", 0, 100),
        "draws": (f"{51 - dealt} - size(pack)", 0, 51 - dealt),
        # An eight that ends the game asks for nothing.
        "nominations": (
            "count(c in spent where c.rank = eight)"
            " + (if last_played.rank = eight and all(hand[p] is not empty for p in player) and plays < 100 then 1 else 0)",
            0,
            4,
        ),
        "passes": ("all_passes", 0, 511),
        "upcards": ("upcards", 1, 32),
        "out": ("if any(hand[p] is empty for p in player) then 1 else 0", 0, 1),
        "passed out": ("if passes > number of players then 1 else 0", 0, 1),
        "left": ("sum(size(hand[p]) for p in player)", 0, 51),
        **{f"out {i}": (f"if hand[{p}] is empty then 1 else 0", 0, 1) for i, p in enumerate(around(players))},
    }
    costs: dict[str, Quantity] = {
        f"return {i}": (f"-sum(cost(c) for c in hand[{p}])", -1500, 0) for i, p in enumerate(around(players))
    }
    # With two players there is no room for all of them in one run: the costs are a run of their own, of the same games.
    counted |= costs if players > 2 else {}
    by_place = {"cost_of_numbers": "its_place"}
    first = play("crazy_eights", games, SEED, counted, players=players, change=count)
    bug = play("crazy_eights", games, SEED, costs, players=players, readings=by_place)
    return first, bug


RUNS = {players: runs(players, games) for players, games in ((5, 100_000), (4, 60_000), (2, 100_000))}
COSTS_OF_TWO = play(
    "crazy_eights",
    100_000,
    SEED,
    {f"return {i}": (f"-sum(cost(c) for c in hand[{p}])", -1500, 0) for i, p in enumerate(around(2))},
    players=2,
)


def rows(players: int, games: int, values: dict[str, tuple[float, float]]) -> list[Row]:
    run = RUNS[players][0]
    return [
        Row(f"{players} players: {what}", Mean(value, error, games), run[key], slow=players != 5)
        for key, (value, error) in values.items()
        for what in [NAMES.get(key, key)]
    ]


NAMES = {
    "moves": "decisions",
    "nominations": "suits asked for",
    "out": "someone goes out",
    "passed out": "ends by passes",
    "left": "cards left in all hands",
    "upcards": "cards turned up",
}


def by_seat(players: int, games: int, key: str, values: tuple[float, ...], error: float) -> list[Row]:
    run = RUNS[players][1 if key == "bug" else 0]
    run = COSTS_OF_TWO if key == "return" and players == 2 else run
    what = {"out": "goes out", "return": "return", "bug": "return by place"}[key]
    key = "return" if key == "bug" else key
    return [
        Row(
            f"{players} players: {what}, dealer + {(i + 1) % players}",
            Mean(value, error, games),
            run[f"{key} {i}"],
            slow=run is not RUNS[5][0],
        )
        for i, value in enumerate(values)
    ]


#: All that is drawn by chance: the dealer, 25 cards, the cards turned up, and those drawn in play.
RESHUFFLED = play(
    "crazy_eights",
    40_000,
    SEED,
    {"chance": ("26 + upcards + all_draws", 27, 1000)},
    players=5,
    readings={"empty_pack": "shuffled"},
    change=count,
)

SPECIAL = play(
    "crazy_eights",
    60_000,
    SEED,
    {"chance": ("26 + upcards + all_draws", 27, 1000)},
    players=5,
    readings={"special_cards": "some_do"},
    change=count,
)

ROWS = [
    *rows(
        5,
        100_000,
        {
            "moves": (80.359, 0.045),
            "plays": (34.629, 0.019),
            "draws": (25.7434, 0.0047),
            "passes": (16.103, 0.028),
            "nominations": (3.8838, 0.0012),
            "out": (0.4570, 0.0016),
            "passed out": (0.5430, 0.0016),
            "left": (16.114, 0.018),
            "upcards": (1.0853, 0.0010),
        },
    ),
    *by_seat(5, 100_000, "out", (0.0920, 0.0904, 0.0920, 0.0917, 0.0910), 0.0009),
    *by_seat(5, 100_000, "return", (-24.19, -24.08, -23.84, -23.66, -23.50), 0.06),
    *by_seat(5, 100_000, "bug", (-51.79, -51.63, -51.16, -50.67, -50.25), 0.13),
    *rows(
        4,
        60_000,
        {
            "moves": (82.715, 0.059),
            "plays": (36.089, 0.026),
            "draws": (30.217, 0.013),
            "passes": (12.550, 0.029),
            "nominations": (3.8586, 0.0018),
            "out": (0.3491, 0.0020),
            "passed out": (0.6509, 0.0020),
            "left": (14.128, 0.022),
            "upcards": (1.0848, 0.0013),
        },
    ),
    *by_seat(4, 60_000, "out", (0.0879, 0.0884, 0.0855, 0.0873), 0.0012),
    *by_seat(4, 60_000, "return", (-26.34, -26.12, -26.14, -25.99), 0.08),
    *by_seat(4, 60_000, "bug", (-56.39, -55.83, -55.86, -55.65), 0.18),
    *rows(
        2,
        100_000,
        {
            "moves": (86.018, 0.039),
            "plays": (40.662, 0.019),
            "draws": (35.738, 0.016),
            "passes": (5.766, 0.009),
            "nominations": (3.8517, 0.0016),
            "out": (0.1366, 0.0011),
            "passed out": (0.8634, 0.0011),
            "left": (9.076, 0.013),
            "upcards": (1.0830, 0.0010),
        },
    ),
    *by_seat(2, 100_000, "out", (0.0690, 0.0676), 0.0008),
    *by_seat(2, 100_000, "return", (-33.61, -33.64), 0.07),
    *by_seat(2, 100_000, "bug", (-71.91, -72.05), 0.16),
    Row("5 players, pack shuffled: decisions", Mean(198.10, 0.27, 40_000), RESHUFFLED["moves"], slow=True),
    Row("5 players, pack shuffled: chance", Mean(120.40, 0.14, 40_000), RESHUFFLED["chance"], slow=True),
    Row("5 players, special cards: decisions", Mean(79.485, 0.060, 60_000), SPECIAL["moves"], slow=True),
    Row("5 players, special cards: chance", Mean(52.899, 0.005, 60_000), SPECIAL["chance"], slow=True),
]
