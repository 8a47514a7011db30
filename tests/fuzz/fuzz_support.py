"""Small rulesets to be fuzzed, and how the tests of fuzzing run it."""

from __future__ import annotations

from rulewright.check import check_text
from rulewright.engine.contract import Backend
from rulewright.fuzz import Run, cells, fuzz
from rulewright.ruleset.model import Ruleset

#: Eight cards, three to each of two players, who lay one in turn. ``extra`` is another action and ``then``
#: what comes of laying a card.
GAME = """
rulewright: 1
game: laying
title: Laying
players: 2
rules:
  L1: Cards are laid in turn
  L2: Something else
components:
  card:
    fields:
      number: 1..8
    make: 1 for each n in 1..8 with number = n
    named: "card {number}"
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  table: set of card, seen by everyone
variables:
  sum: 0..20
actions:
  lay:
    rule: L1
    pick:
      c: card in hand[me]
    do:
      - move c to table
      - THEN
  extra:
    rule: L2
    when: EXTRA
    do:
      - stop game
setup:
  - move every card to deck
  - shuffle deck
  - deal 3 from deck to hand
play:
  - turns: from nth(player, 1), until size(table) = 6
    do:
      - choose: [lay, extra]
result:
  rank:
    - highest seat(me)
"""


def ruleset(then: str = "sum := 0", extra: str = "size(hand[me]) = 3", text: str = GAME) -> Ruleset:
    made, findings = check_text(text.replace("THEN", then).replace("EXTRA", extra))
    assert made is not None, findings
    return made


def searched(made: Ruleset, seconds: float = 1.0, backend: Backend = "python") -> Run:
    found_cells = cells(made, range(made.players[0], made.players[1] + 1), {})
    return fuzz(made, found_cells, seed=1, seconds=seconds, max_moves=1000, backend=backend)


#: Play comes back to where it was after four goes.
ROUND = """
rulewright: 1
game: round
title: Round
players: 2
variables:
  at: 0..3
actions:
  go:
    do:
      - at := (at + 1) mod 4
  end:
    when: at = 3
    do:
      - stop game
play:
  - turns: from nth(player, 1)
    do:
      - choose: [go, end]
result:
  rank:
    - highest seat(me)
"""
