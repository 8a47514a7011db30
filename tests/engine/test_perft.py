"""Counts over whole trees against values that other implementations of these games give.

Sources: the perft and history counts published with OpenSpiel's games (reproduced there by independent
programs), and arithmetic where a tree is simple enough. None of the numbers was taken from this engine.
"""

from __future__ import annotations

from math import factorial

import pytest
from engine_support import BACKENDS, game, ruleset

from rulewright.engine.contract import Backend, Game, WrongCall
from rulewright.engine.perft import Odometer, explore, perft

#: How deep perft goes; the reference evaluator copies a position by playing its game again.
PLIES = {"reference": 4, "python": 6, "native": 9}


def test_an_odometer_comes_through_every_sequence_once() -> None:
    # The second event has 2 or 3 outcomes, depending on the first; a third comes only after (1, 2).
    odometer, seen, nodes = Odometer(), [], 0
    while True:
        first = odometer(2)
        second = odometer(2 + first)
        seen.append((first, second, odometer(2)) if (first, second) == (1, 2) else (first, second))
        nodes += odometer.fresh
        if not odometer.advance():
            break
    assert seen == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2, 0), (1, 2, 1)]
    # Nodes of the tree: the root, one under each first outcome, one under (1, 2).
    assert nodes == 4


@pytest.mark.parametrize("backend", BACKENDS)
def test_tic_tac_toe(backend: Backend) -> None:
    depth = PLIES[backend]
    counted = perft(game("tic_tac_toe", backend), depth)
    assert counted.nodes == (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)[:depth]
    assert counted.terminal == (0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872)[:depth]


def test_positions_of_tic_tac_toe_by_ply() -> None:
    tree = explore(game("tic_tac_toe", BACKENDS[-1]), 3)
    assert [len(positions) for positions in tree.positions] == [1, 9, 72, 252]


@pytest.mark.parametrize("backend", BACKENDS)
def test_connect_four(backend: Backend) -> None:
    depth = min(PLIES[backend], 7) - 1
    counted = perft(game("connect_four", backend), depth)
    assert counted.nodes == (7, 49, 343, 2401, 16807, 117649)[:depth]
    assert counted.terminal == (0,) * depth


def test_positions_of_connect_four_by_ply() -> None:
    tree = explore(game("connect_four", BACKENDS[-1]), 3)
    assert [len(positions) for positions in tree.positions] == [1, 7, 49, 238]


@pytest.mark.parametrize("backend", BACKENDS)
def test_kuhn_poker(backend: Backend) -> None:
    tree = explore(game("kuhn_poker", backend, traced=True), information=True)
    assert (tree.chance, tree.decision, tree.terminal) == (4, 24, 30)
    assert [len(sets) for sets in tree.information_sets] == [6, 6]


@pytest.mark.parametrize(
    ("data", "readings", "histories", "information_sets"),
    [
        ("cards: 2", {}, (1, 6, 8), 2),
        ("cards: 3", {}, (28, 174, 216), 57),
        ("cards: 3", {"prize_order": "descending"}, (0, 31, 36), 10),
        # With perfect recall of who bid what, seat 1 has 1 + 4*4 + 4*4*3*3 sets.
        ("cards: 4", {"prize_order": "descending"}, (0, 501, 576), 1 + 16 + 144),
    ],
)
def test_goofspiel(
    data: str, readings: dict[str, str], histories: tuple[int, int, int], information_sets: int
) -> None:
    playing = Game(ruleset("goofspiel", data), readings=readings, backend="reference", traced=True)
    tree = explore(playing, information=True)
    assert (tree.chance, tree.decision, tree.terminal) == histories
    assert [len(sets) for sets in tree.information_sets] == [information_sets] * 2


def test_pig_by_arithmetic() -> None:
    # The first decision is to roll or to stop; a roll has six outcomes, after a 1 the other player comes.
    counted = perft(game("pig"), 2)
    assert counted.nodes == (7, 49)
    tree = explore(game("pig"), 1)
    assert (tree.chance, tree.decision, tree.terminal) == (1, 8, 0)


def test_zum_kuhkuck_by_arithmetic() -> None:
    # Who begins is one of 2; then one of 59 cards is taken, then one of 58, and there is no other choice.
    counted = perft(game("zum_kuhkuck"), 1)
    assert counted.nodes == (2 * 59,)
    tree = explore(game("kuhn_poker"), 0)
    assert (tree.chance, tree.decision) == (4, factorial(3))


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(WrongCall, match="more than 50 histories"):
        explore(game("tic_tac_toe"), limit=50)
