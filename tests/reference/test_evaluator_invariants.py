"""What must always hold: when it is asked, and what becomes of a game in which it doesn't."""

from __future__ import annotations

import pytest
from lab import Lab

from rulewright.check import check_text

COUNTING = """
variables:
  n: 0..9
  m: 0..9
actions:
  up:
    pick:
      k: 1..3
    do:
      - add k to n
      - add 1 to m
      - {then}
play:
  - repeat: 3
    do:
      - choose: [up]
        by: nth(player, 1)
  - {last}
invariants:
  small: n <= {most}
  together: {together}
"""


def counting(most: int, together: str = "m <= n", then: str = "m := m", last: str = "m := m") -> Lab:
    parts = {"most": str(most), "together": together, "then": then, "last": last}
    text = COUNTING
    for name, part in parts.items():
        text = text.replace("{" + name + "}", part)
    return Lab(text)


def test_it_is_asked_whenever_a_decision_is_put_and_at_the_end() -> None:
    for most, moves in ((8, 3), (5, 2), (2, 1)):
        game = counting(most).start()
        for _ in range(moves):
            assert game.fault is None
            game.play("up", 3)
        assert (game.over, game.fault) == (True, "broken-invariant")
        fault = game.machine.fault(game.position)
        assert fault is not None
        assert fault.detail == 0
        assert game.lab.ruleset.places[fault.place].what == f"n <= {most}"
    assert [counting(9).start().fault, counting(9, "n > 0").start().fault] == [None, "broken-invariant"]
    # At the end too, and not in the middle of what happens between two decisions.
    game = counting(9, last="m := 9").start()
    for _ in range(3):
        game.play("up", 1)
    assert game.fault == "broken-invariant"
    game = counting(9, "m mod 2 = 0", "add 1 to m").start()
    for _ in range(3):
        game.play("up", 1)
    assert (game.over, game.fault) == (True, None)


def test_a_game_that_is_stopped_is_asked_too() -> None:
    game = counting(2, then="stop game").start()
    game.play("up", 3)
    assert game.fault == "broken-invariant"


def test_those_who_choose_at_once_are_asked_once_it_holds() -> None:
    text = """
variables:
  n: 0..9
actions:
  up:
    do:
      - add 1 to n
play:
  - together: [up]
  - together: [up]
invariants:
  small: n < 2
"""
    game = Lab(text).start()
    game.play("up", seat=0)
    game.play("up", seat=1)
    assert game.fault == "broken-invariant"


PILE = """rulewright: 1
game: lab
title: Lab
players: 2
components:
  card:
    fields: {rank: 1..9}
    make: 1 for each n in 1..4 with rank = n
  chip: {make: 2}
zones:
  deck: pile of card, seen by nobody
  spent: pile of card, seen by everyone
  tower: pile of chip, seen by everyone
define:
  best: top(deck).rank
actions:
  pass:
    do: []
setup:
  - move every card to deck
  - move every chip to tower
  - shuffle deck
play:
  - choose: [pass]
    by: nth(player, 1)
  - move all from deck to spent
invariants:
  one: {}
result:
  score: 0
"""


@pytest.mark.parametrize(
    "condition",
    [
        "top(deck).rank > 3",
        "best > 3",
        "any(c.rank > 2 for c in deck)",
        "spent is empty or top(spent).rank > 1",
        "find(c in deck where c.rank > 1) is none",
        "can(nth(player, 1), pass)",
    ],
)
def test_it_draws_nothing(condition: str) -> None:
    ruleset, found = check_text(PILE.replace("one: {}", f"one: {condition}"))
    assert ruleset is None
    assert [d.code for d in found if d.severity == "error"] == ["bad-clause"]


@pytest.mark.parametrize("condition", ["size(deck) <= 4", "deck is not empty", "top(tower) in chip"])
def test_what_is_known_may_be_asked(condition: str) -> None:
    ruleset, found = check_text(PILE.replace("one: {}", f"one: {condition}"))
    assert ruleset is not None, found
