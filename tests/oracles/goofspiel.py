"""Goofspiel with few cards: whole trees, in the view in which the second player bids without seeing the first's bid."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

from oracle_rows import Exact, Graph, Near, Row, changed, game, value

from rulewright.engine.contract import Game, State
from rulewright.engine.perft import Tree, explore


@cache
def tree(cards: int, order: str) -> Tree:
    playing = game("goofspiel", f"cards: {cards}", traced=True, prize_order=order)
    return explore(playing, information=True)


def histories(cards: int, order: str) -> tuple[int, int, int]:
    found = tree(cards, order)
    return found.chance, found.decision, found.terminal


@cache
def graph(cards: int, order: str) -> Graph:
    return Graph(game("goofspiel", f"cards: {cards}", prize_order=order))


def bids_unseen(document: dict[str, Any]) -> None:
    """The same game where nobody is shown what the other has bid or holds, only who wins each prize."""
    document["zones"] |= {
        zone: document["zones"][zone].replace("seen by everyone", "seen by owner")
        for zone in ("hand", "bids", "spent")
    }


def memories_of_unseen_bids(cards: int) -> tuple[int, ...]:
    """The information sets of that game, with the prizes from the highest down."""
    played = changed("goofspiel", bids_unseen, f"cards: {cards}")
    tree = explore(Game(played, readings={"prize_order": "descending"}, traced=True), information=True)
    return tuple(len(sets) for sets in tree.information_sets)


@cache
def tables(cards: int) -> tuple[int, int]:
    """How many different tables each player sees when deciding, with the prizes from the highest down."""
    seen: tuple[set[str], set[str]] = (set(), set())

    def visit(state: State) -> None:
        if not state.over:
            seat = state.awaited[0]
            seen[seat].add(json.dumps(state.view(seat)["zones"], sort_keys=True))
            for move in state.legal(seat):
                following = state.copy()
                following.play(move)
                visit(following)

    visit(game("goofspiel", f"cards: {cards}", prize_order="descending").start())
    return len(seen[0]), len(seen[1])


def tree_rows(
    cards: int, order: str, counts: tuple[int, int, int], sets: int, decisions: int, slow: bool = False
) -> list[Row]:
    name = f"{cards} cards, {order}"
    return [
        Row(f"{name}: histories", Exact(counts), lambda: histories(cards, order), slow),
        Row(
            f"{name}: information sets",
            Exact((sets, sets)),
            lambda: tuple(len(s) for s in tree(cards, order).information_sets),
            slow,
        ),
        Row(
            f"{name}: random play",
            Exact((Fraction(0), Fraction(decisions))),
            lambda: (
                graph(cards, order).random_play(lambda n: n.scores[0]),
                graph(cards, order).random_play(lambda n: 0, 1),
            ),
            slow,
        ),
    ]


def worth_nothing(cards: int, order: str) -> Row:
    """Both players have the same choices, so best play is worth nothing."""
    return Row(
        f"{cards} cards, {order}: best play",
        Near(0, 1e-9),
        lambda: value("goofspiel", f"cards: {cards}", prize_order=order),
        needs="scipy",
    )


ROWS = [
    worth_nothing(2, "by_chance"),
    worth_nothing(3, "by_chance"),
    *tree_rows(2, "by_chance", (1, 6, 8), 2, 2),
    *tree_rows(3, "by_chance", (28, 174, 216), 57, 4),
    *tree_rows(3, "descending", (0, 31, 36), 10, 4),
    # Who remembers all bids has 1 + 4*4 + (4*3)*(4*3) information sets with four cards, 1 + 25 + 400 + 3600 with five.
    *tree_rows(4, "descending", (0, 501, 576), 1 + 16 + 144, 6, slow=True),
    *tree_rows(5, "descending", (0, 12531, 14400), 1 + 25 + 400 + 3600, 8, slow=True),
    # The oracle's information sets are by what lies on the table, whatever the order in which it came there.
    Row("3 cards, descending: tables seen", Exact((10, 10)), lambda: tables(3)),
    Row("4 cards, descending: tables seen", Exact((135, 135)), lambda: tables(4)),
    Row("5 cards, descending: tables seen", Exact((1626, 1626)), lambda: tables(5), slow=True),
    # Where the bids are not shown it counts memories as well.
    Row("4 cards, bids unseen: information sets", Exact((81, 81)), lambda: memories_of_unseen_bids(4)),
    Row(
        "5 cards, bids unseen: information sets",
        Exact((1062, 1062)),
        lambda: memories_of_unseen_bids(5),
        slow=True,
    ),
]
