"""Conditions that are reckoned for all members at once, and values that are kept from turn to turn: every way of
saying them lists the same moves as the reference evaluator does."""

from __future__ import annotations

import pytest
from compile_support import Lockstep, ruleset_of

from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Config
from rulewright.ruleset.model import OPEN

TABLE = """
boards:
  cell:
    grid: 9 by 8
components:
  piece:
    fields:
      worth: 0..2
    make: 1 per player for each w in 0..2 with worth = w
zones:
  stand: slot of piece per cell, seen by everyone
  bag: set of piece, seen by everyone
variables:
  marks: set of cell per piece
  wall: set of cell
rulings:
  near:
    question: Are the cells around it left out?
    readings: {{left_out: They are, let_in: They aren't}}
    chosen: left_out
define:
  first_of(player p): the(x in piece where x.owner = p and x.worth = 0)
  chief(player p): the(x in piece where x.owner = p)
  free(cell c): stand[c] is empty and c not in wall
  seen(piece x, cell c): c in marks[x] or any(c in marks[y] for y in piece where y.owner = x.owner)
  inner(cell c): c in [b2, c3, i8]
  far(piece x, cell c): walk(from c, up to 3, over g in cell where free(g) and g not in marks[x])
setup:
  - move every piece to bag
actions:
  put:
    pick:
      x: piece in bag where x.owner = me
      c: cell where {condition}
    do:
      - move x to stand[c]
      - add c to marks[x]
      - wall := wall + set(g for g in neighbours(c) where rank(g) = rank(c) and column(g) > column(c))
  pass:
    do:
      - if: size(bag) > 0
        then:
          - move the(x in bag by x.worth) to stand[the(c in cell where stand[c] is empty)]
play:
  - turns: from nth(player, 1), 4 rounds
    do:
      - choose: [put, pass]
result:
  score: if far(chief(me), b2) = 3 and far(chief(me), i8) = 0 and seen(first_of(me), b2) and inner(b2) and near = let_in then 1 else 0
"""

CONDITIONS = [
    "free(c)",
    "c not in marks[x] and free(c)",
    "stand[c] is empty and (c in wall or inner(c))",
    "stand[c] is empty and not (inner(c) or seen(x, c) or c in wall)",
    "free(c) and (near = let_in or not any(c in neighbours(d) for d in cell where stand[d] is not empty))",
    "free(c) and all(c not in marks[y] for y in piece where y.worth != x.worth)",
    "free(c) and any(y.owner != me and c not in marks[y] for y in piece)",
    "free(c) and size(set(d for d in cell where seen(first_of(me), d) or stand[d] is not empty and stand[d].owner != me)) < 4",
    "free(c) and far(x, c) = 3",
    "free(c) and far(chief(me), c) >= far(first_of(left of me), c)",
    "free(c) and count(d in cell where free(d) and d not in marks[x]) > count(d in cell where seen(x, d))",
    "free(c) and not any(d in wall and d in marks[x] for d in neighbours(c))",
    "free(c) and sum(1 for y in piece, d in neighbours(c) where y.owner = me and d in marks[y]) <= 1",
    "free(c) and set(d for y in piece, d in neighbours(c) where y.worth = 1) meets set(d for d in cell where free(d))",
    "free(c) and (c = b2 or c != find(d in cell where free(d) and column(d) = 5))",
    "free(c) and (if near = left_out then column(c) > 3 else inner(c))",
]


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_lists_the_same_moves(condition: str) -> None:
    ruleset = ruleset_of(TABLE.format(condition=condition))
    for players in (2, 3):
        lockstep = Lockstep(ruleset, Config(players, (players % 2,)), seed=players, native=players == 3).play(
            4
        )
        assert lockstep.fault is None
        assert lockstep.moves == 4


@pytest.mark.parametrize("condition", [c for c in CONDITIONS if "near =" in c])
def test_an_open_ruling_is_come_upon_at_the_same_place(condition: str) -> None:
    ruleset = ruleset_of(TABLE.format(condition=condition))
    assert Lockstep(ruleset, Config(2, (OPEN,)), 1).play(8).fault is not None


def test_a_number_outside_its_range_is_not_put_into_a_set() -> None:
    """Nor is the bit of a negative one reckoned: there is none."""
    text = """
    variables:
      few: set of 0..5
    play:
      - add (if number of players < 3 then 2 else 0 - number of players) to few
      - add (if number of players < 3 then 5 else 70) to few
    """
    ruleset = ruleset_of(text)
    assert Lockstep(ruleset, Config(2, ()), 1).fault is None
    fault = Lockstep(ruleset, Config(3, ()), 1).fault
    assert fault is not None
    assert (fault.code, fault.detail) == (FaultCode.NUMBER_RANGE, -3)

    whole = """
    variables:
      few: set of 0..5
    play:
      - few := set(x - number of players for x in 0..8)
    """
    fault = Lockstep(ruleset_of(whole), Config(3, ()), 1).fault
    assert fault is not None
    assert (fault.code, fault.detail) == (FaultCode.NUMBER_RANGE, -3)
