"""Barricade: the board, where walks of an exact number end, sequences of decisions, and random play, all by a program
written apart from Rulewright (barricade_by_hand.py), which works with the walks themselves."""

from __future__ import annotations

from functools import partial
from typing import Any

import barricade_by_hand as by_hand
from oracle_rows import Exact, Mean, Row, Run, changed, game, play, ruleset

from rulewright.engine.contract import Game
from rulewright.engine.perft import perft

NAME, SEED = "barricade", 2026

#: From where walks are counted, with the barricades of the beginning: a house, fields in the lowest row and in the rows
#: above it, junctions, beside barricades, the ring at the top, and below the goal.
PLACES = [(2, 14), (0, 13), (8, 13), (3, 11), (6, 9), (8, 9), (5, 7), (10, 6), (9, 5), (7, 3), (0, 2), (7, 1)]


def name(place: by_hand.Field) -> str:
    """What the ruleset calls a field or a house."""
    column, row = place
    return f"{'abcdefghijklmnopq'[column]}{15 - row}"


def ends(place: by_hand.Field) -> tuple[tuple[str, ...], ...]:
    """Where the only piece on the board can go with 1 to 6."""

    def laid(document: dict[str, Any]) -> None:
        homes = document["setup"][1]
        homes["for"] += " where p = nth(player, 1)"
        homes["do"] = [f"move 1 of mine(p) from box to stands[{name(place)}]"]

    rules = changed(NAME, laid)
    # Seat 1 begins and throws; where it can't move there is no more to come.
    states = [Game(rules, 2, backend="reference").start(tape=(0, die)) for die in range(6)]
    return tuple(tuple(sorted(str(move.params["t"]) for move in state.legal())) for state in states)


def ends_by_hand(place: by_hand.Field) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(sorted(map(name, by_hand.ends(place, die, by_hand.BARRICADES)))) for die in range(1, 7)
    )


def sequences(players: int, depth: int) -> tuple[int, ...]:
    return perft(game(NAME, players=players), depth).nodes


def counting(document: dict[str, Any]) -> None:
    """Two more variables: pieces that were sent home, and barricades taken."""
    document["variables"] |= {"sent": "0..99999", "taken": "0..99999"}
    captures, _, takes = document["actions"]["move_piece"]["do"]
    captures["do"].append("add 1 to sent")
    takes["then"].insert(0, "add 1 to taken")


def run(players: int, longest: int, games: int) -> Run:
    quantities = {"sent": ("sent", 0, 30_000), "taken": ("taken", 0, 30_000)}
    return play(NAME, games, SEED, quantities, players=players, data=f"longest: {longest}", change=counting)


def mean_rows(setting: tuple[int, int, int], *means: tuple[str, str, float, float]) -> list[Row]:
    players, longest, games = setting
    found = run(*setting)
    return [
        Row(f"{players} players, {longest} turns: {what}", Mean(value, error, games), found[ours], slow=True)
        for what, ours, value, error in means
    ]


TWO, FOUR, LONG = by_hand.SETTINGS

ROWS = [
    Row(
        "fields, without the houses",
        Exact(len(by_hand.FIELDS)),
        lambda: len(ruleset(NAME).boards["field"].spaces) - 4,
    ),
    *(
        Row(f"from {name(place)}: ends of walks of 1..6", Exact(ends_by_hand(place)), partial(ends, place))
        for place in PLACES
    ),
    *(
        Row(
            f"{players} players: sequences of 1, 2 decisions",
            Exact(by_hand.sequences(players, 2)),
            partial(sequences, players, 2),
        )
        for players in (2, 3, 4)
    ),
    # What by_hand.sequences(2, 3) gives in a second.
    Row("2 players: sequences of 3 decisions", Exact(65668), lambda: sequences(2, 3)[2], slow=True),
    # What `python tests/oracles/barricade_by_hand.py` prints.
    *mean_rows(
        TWO,
        ("decisions", "moves", 516.862, 0.119),
        ("pieces sent home", "sent", 28.105, 0.109),
        ("barricades taken", "taken", 16.8655, 0.119),
    ),
    *mean_rows(
        FOUR,
        ("decisions", "moves", 513.639, 0.0948),
        ("pieces sent home", "sent", 79.4865, 0.165),
        ("barricades taken", "taken", 13.639, 0.0948),
    ),
    *mean_rows(
        LONG,
        ("decisions", "moves", 3538.78, 34.2),
        ("pieces sent home", "sent", 175.033, 1.89),
        ("barricades taken", "taken", 70.0833, 0.966),
        ("the first wins", "win 1", 0.198333, 0.0163),
        ("the second wins", "win 2", 0.208333, 0.0166),
    ),
]
