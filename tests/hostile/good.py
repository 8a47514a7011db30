"""A small good ruleset that the tests of bad input break in one place each."""

from __future__ import annotations

GOOD = """\
rulewright: 1
game: good
title: Good
players: 2..4
enums:
  suit: [clubs, diamonds, hearts, spades]
components:
  card:
    fields:
      suit: suit
      rank: 1..13
    make: 1 for each s in suit, r in 1..13 with suit = s, rank = r
    named: "{rank} of {suit}"
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner, at most 5
  played: row of card per player, seen by everyone
variables:
  points: 0..200 per player
actions:
  play_card:
    say: "{me} plays {c}"
    pick:
      c: hand[me]
    do:
      - move c to played[me]
      - add c.rank to points[me]
setup:
  - move every card to deck
  - shuffle deck
  - deal 5 from deck to hand
play:
  - turns: from nth(player, 1), 5 rounds
    do:
      - choose: [play_card]
result:
  score: points[me]
  rank:
    - highest points[me]
"""


def changed(old: str, new: str) -> str:
    """GOOD with one text replaced; the text must be there."""
    assert old in GOOD, old
    return GOOD.replace(old, new, 1)
