"""What the evaluator itself refuses, beyond what the interface of machines asks for: it is there to find
mistakes."""

from __future__ import annotations

import pytest
from lab import Lab

from rulewright.machine.interface import Config, Move
from rulewright.reference import ReferenceMachine

DRAWING = """
components:
  card: {fields: {face: 1..9}, make: 1 for each n in 1..9 with face = n}
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
actions:
  draw:
    when: deck is not empty
    do:
      - move top(deck) to hand[me]
  lay_back:
    pick:
      c: hand[me]
    do:
      - move c to deck
setup:
  - move every card to deck
  - shuffle deck
play:
  - turns: from nth(player, 1), at most 2
    do:
      - choose: [draw, lay_back]
"""

DRAW = Move(0)


def machine() -> ReferenceMachine:
    return ReferenceMachine(Lab(DRAWING).ruleset, Config(2, ()))


def test_a_move_that_is_not_legal_changes_nothing() -> None:
    evaluator = machine()
    position = evaluator.start(lambda n: 0)
    before = evaluator.zones(position)
    with pytest.raises(ValueError, match="not a legal move"):
        evaluator.play(position, 0, Move(1, (3,)), lambda n: 0)
    with pytest.raises(ValueError, match="no choice"):
        evaluator.play(position, 1, DRAW, lambda n: 0)
    assert evaluator.zones(position) == before
    assert evaluator.awaited(position) == (0,)
    evaluator.play(position, 0, DRAW, lambda n: 0)
    assert evaluator.zones(position) != before


def test_long_expressions_meet_the_step_limit() -> None:
    text = """
variables:
  n: 0..9
actions:
  wait:
    do:
      - n := if any(a + b + c + d = 360 for a in 1..90, b in 1..90, c in 1..90, d in 1..90) then 1 else 2
play:
  - choose: [wait]
    by: nth(player, 1)
"""
    evaluator = ReferenceMachine(Lab(text).ruleset, Config(2, ()))
    position = evaluator.start(lambda n: 0)
    position.world.step_limit = 50
    evaluator.play(position, 0, Move(0), lambda n: 0)
    fault = evaluator.fault(position)
    assert fault is not None
    assert fault.code.kebab == "step-limit"


def test_the_turn_is_given_only_where_turns_are_taken() -> None:
    text = "actions:\n  wait:\n    do: []\nplay:\n  - choose: [wait]\n    by: nth(player, 1)\n"
    evaluator = ReferenceMachine(Lab(text).ruleset, Config(2, ()))
    with pytest.raises(ValueError, match="turns"):
        evaluator.arrange(evaluator.start(lambda n: 0), None, {}, 1)


def test_a_game_that_is_over_can_not_be_arranged() -> None:
    evaluator = machine()
    position = evaluator.start(lambda n: 0)
    for seat in range(2):
        evaluator.play(position, seat, DRAW, lambda n: 0)
    assert evaluator.over(position)
    with pytest.raises(ValueError, match="no decision"):
        evaluator.arrange(position, None, {}, None)


def test_a_source_of_chance_that_raises_ends_the_game() -> None:
    class Ended(Exception):
        pass

    def chance(n: int) -> int:
        raise Ended

    evaluator = machine()
    position = evaluator.start(lambda n: 0)
    with pytest.raises(Ended):
        evaluator.play(position, 0, DRAW, chance)
    assert evaluator.over(position)
    assert evaluator.awaited(position) == ()
    fault = evaluator.fault(position)
    assert fault is not None
    assert fault.code.kebab == "tape"
    assert evaluator.fault(evaluator.copy(position)) == fault
