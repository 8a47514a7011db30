"""One name for two things is one fault: it is reported where the second is declared, and what then can't be read isn't.

A ruleset that has every kind of thing that can be declared, and uses each, gives one of them the name of another,
wherever either stands: in any pair the clash alone is reported.
"""

from __future__ import annotations

import re

import pytest

from rulewright.check import check_text

EVERYTHING = """\
rulewright: 1
game: everything
title: Everything
players: 2
enums:
  colour: [red, blue]
boards:
  field:
    spaces: [inn, mill]
  river:
    paths: {leftway: [dock, fork], rightway: [pond, fork]}
  sea:
    grid: 4 by 4
tables:
  worth:
    table: 0..9 per colour
    otherwise: 2
  bonus:
    number: 3
  warm:
    set: colour
    entries: [red]
  ship:
    shapes: sea
    entries:
      cruiser: [here, east]
rulings:
  old_cards:
    question: What becomes of old cards?
    readings: {stay: Stay, leave: Go}
    chosen: stay
components:
  card:
    fields: {tint: colour}
    make: 4 for each c in colour with tint = c
  token:
    make: 2
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  lying: set of token per field, seen by everyone
  swims: slot of token per river, seen by everyone
variables:
  points: 0..99 per player
  place: field
  fleet: set of sea
define:
  strong(card c): c.tint in warm and worth[c.tint] < bonus
procedures:
  gain(integer n):
    do:
      - add n to points[me]
      - if: points[me] > 20
        then:
          - stop game
actions:
  discard:
    pick:
      c: card in hand[me] where strong(c) or old_cards = stay or c.tint = blue
    do:
      - move c to bottom of deck
      - run gain(bonus)
      - place := mill
  sail:
    pick:
      p: placements(cruiser)
      k: token
    do:
      - fleet := p
      - if: swims[fork] is empty and size(fleet) < 9 and k not in lying[place]
        then:
          - move k to swims[fork]
      - for: s in path(leftway)
        do:
          - for: k2 in swims[s]
            do:
              - move k2 to lying[inn]
setup:
  - move every card to deck
  - shuffle deck
  - deal 2 from deck to hand
play:
  - turns: from nth(player, 1), 3 rounds
    do:
      - choose: [discard, sail]
result:
  score: points[me]
"""

#: A name of each kind of thing that is declared, and of each kind of value.
DECLARED = (
    *("colour", "field", "river", "sea", "worth", "bonus", "warm", "ship", "old_cards", "card", "token"),
    *("deck", "hand", "lying", "swims", "points", "place", "fleet", "strong", "gain", "discard", "sail"),
)
VALUES = ("red", "inn", "dock", "leftway", "stay", "cruiser")


def test_the_clash_says_what_has_the_name() -> None:
    text = EVERYTHING.replace("deck", "stay").replace("lying", "inn")
    assert [found.message for found in check_text(text)[1]] == [
        "'stay' is a reading of old_cards already",
        "'inn' is a space of field already",
    ]


def test_the_ruleset_is_clean() -> None:
    ruleset, found = check_text(EVERYTHING)
    assert ruleset is not None
    assert not found


@pytest.mark.parametrize("name", [*DECLARED, *VALUES])
def test_a_clash_is_one_fault(name: str) -> None:
    # Values of several enums may share a name.
    others = DECLARED if name in VALUES else (*DECLARED, *VALUES)
    wrong = {}
    for other in others:
        text = re.sub(rf"\b{name}\b", other, EVERYTHING)
        codes = {found.code for found in check_text(text)[1]}
        # Within one part of the file YAML forbids it already.
        if name != other and "duplicate-key" not in codes and codes != {"name-clash"}:
            wrong[other] = codes
    assert not wrong
