"""Leduc poker: its whole tree, with the suits told apart and without, and random play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from oracle_rows import Exact, Graph, Near, Row, game, nash_conv_of_random_play, outcomes, value

from rulewright.engine.contract import State
from rulewright.engine.perft import Enumerated, Tree, explore

ONE_SUIT = "suits: 1"


@cache
def tree(data: str) -> Tree:
    return explore(game("leduc_poker", data, traced=True), information=True)


@cache
def graph() -> Graph:
    return Graph(game("leduc_poker"))


def histories(data: str) -> tuple[int, int, int]:
    found = tree(data)
    return found.chance, found.decision, found.terminal


def information_sets(data: str) -> tuple[int, ...]:
    return tuple(len(sets) for sets in tree(data).information_sets)


@cache
def merged() -> tuple[int, int]:
    """Decisions and ends of the game of one suit, where histories that neither player can tell apart are one: what both
    know together is all but the suits."""
    playing = game("leduc_poker", ONE_SUIT, traced=True)
    decisions: set[Any] = set()
    ends: set[Any] = set()

    def visit(state: State) -> None:
        known = (state.information_state(0), state.information_state(1))
        (ends if state.over else decisions).add(known)
        for move in state.legal():

            def step(chance: Any, move: Any = move) -> State:
                reached = state.fork(Enumerated(chance))
                reached.play(move)
                return reached

            for reached, _ in outcomes(step):
                visit(reached)

    for state, _ in outcomes(lambda chance: State(playing, Enumerated(chance))):
        visit(state)
    return len(decisions), len(ends)


ROWS = [
    Row("histories: chance, decisions, ends", Exact((157, 3780, 5520)), lambda: histories("")),
    Row("information sets", Exact((468, 468)), lambda: information_sets("")),
    Row("one suit: information sets", Exact((144, 144)), lambda: information_sets(ONE_SUIT)),
    Row("one suit: histories told apart: decisions, ends", Exact((774, 1116)), merged),
    Row(
        "random play: first gains",
        Exact(Fraction(-5, 64)),
        lambda: graph().random_play(lambda n: n.scores[0]),
    ),
    Row("random play: NashConv", Near(4.747222, 5e-7), lambda: nash_conv_of_random_play("leduc_poker")),
    Row("best play: first gains", Near(-0.085606424078, 1e-9), lambda: value("leduc_poker"), needs="scipy"),
    Row(
        "one suit, best play: first gains",
        Near(-0.085606424078, 1e-9),
        lambda: value("leduc_poker", ONE_SUIT),
        needs="scipy",
    ),
    Row("random play: decisions", Exact(Fraction(65, 16)), lambda: graph().random_play(lambda n: 0, 1)),
]
