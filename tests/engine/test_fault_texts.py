"""What a fault says: which variable, zone, index and numbers, the same in all ways of running.

Each ruleset goes wrong at its first move or before it, in a way that can be read off it.
"""

from __future__ import annotations

import textwrap

import pytest

from rulewright.check import check_text
from rulewright.compile.native import native_available
from rulewright.engine.contract import Backend, Game
from rulewright.ruleset.model import Ruleset
from rulewright.simulate import Setting, simulate
from rulewright.simulate.faults import tell_fault

HEAD = """\
rulewright: 1
game: lab
title: Lab
players: 3..4
enums:
  suit: [clubs, hearts]
boards:
  cell:
    grid: 2 by 2
  way:
    track: 5
tables:
  worth:
    table: 0..9 per suit and 1..3
    entries: {clubs: [1, 2, 3], hearts: [4, 5, 6]}
  share:
    table: 0..9 per number of players and 1..4
    entries: {3: {1: 3, 2: 2, 3: 1}, 4: {1: 6, 2: 7, 3: 8, 4: 9}}
components:
  card:
    fields:
      suit: suit
      rank: 1..3
    make: 1 for each s in suit, r in 1..3 with suit = s, rank = r
    named: "{suit} {rank}"
  number_card:
    fields:
      rank: 1..24
    make: 1 for each n in 1..24 with rank = n
  stone:
    make: [1, 1 per player]
  coin:
    alike: true
    make: 4
zones:
  chest: set of coin, seen by everyone, at most 2
  deck: pile of card, seen by everyone
  hand: set of card per player, seen by everyone, at most 2
  line: row of card, seen by everyone
  purse: set of coin per player, seen by everyone
  bank: set of coin, seen by everyone
variables:
  score: 0..60 per player
  written: 0..9 per player and suit
  step_count: 0..9 per 1..4
  zero: 0..9
  best: card or none
  many: -2000000000..2000000000
actions:
  go:
    do:
      - zero := 0
  take_one:
    do:
      - zero := zero * 4
  some_cards:
    pick:
      c: some of number_card
    do:
      - zero := size(c)
  not_now:
    when: zero > 4
    do:
      - zero := 1
  never:
    when: zero > 3
    do:
      - zero := 1
setup:
  - move every card to deck
  - move every coin to bank
"""

TAIL = """
play:
  - for: me in player from nth(player, 2)
    do:
      - let big = 7
STEPS
      - zero := big
result:
  score: score[me]
"""

#: Steps of the second player's turn, and what the fault that they end in says.
CASES = {
    "a variable": (
        "- score[me] := 61 - zero",
        "number-range: score[2] would be 61, and it is declared 0..60 (here me is 2)",
    ),
    "added": (
        "- add 8 * big + 5 to score[me]",
        "number-range: score[2] would be 61, and it is declared 0..60 (here big is 7, me is 2)",
    ),
    "two indexes": (
        "- written[me, hearts] := big + 3 - zero",
        "number-range: written[2, hearts] would be 10, and it is declared 0..9 (here me is 2, big is 7)",
    ),
    "no index": ("- take 1 from zero", "number-range: zero would be -1, and it is declared 0..9"),
    "32 bits": (
        "- many := 2000000000\n- many := many + many",
        "number-range: the result would be 4000000000: numbers go from -2147483647 to 2147483647",
    ),
    "fewer than none": (
        "- move zero - 2 from deck to line",
        "number-range: there is no moving -2 of anything",
    ),
    "an empty pile": (
        "- move 6 from deck to line\n- move top(deck) to hand[me]",
        "empty-zone: 'deck' is empty",
    ),
    "an empty row": ("- move first(line) to hand[me]", "empty-zone: 'line' is empty"),
    "too few alike": (
        "- move 5 + zero from bank to purse[me]",
        "empty-zone: 5 should be taken from 'bank', and there are 4 (here me is 2)",
    ),
    "too few of a kind": (
        "- for: k in coin\n  do:\n    - repeat: 2\n      do:\n        - move 3 of k from bank to purse[me]",
        "empty-zone: 3 of coin should be taken from 'bank', and there is 1 of it (here k is coin, me is 2)",
    ),
    "an empty zone": (
        "- move 1 from purse[left of me] to bank",
        "empty-zone: 'purse[3]' is empty (here me is 2)",
    ),
    "a full zone": (
        "- move 3 + zero from deck to hand[me]",
        "full-zone: 'hand[2]' is full: it has room for 2 (here me is 2)",
    ),
    "a fuller zone": (
        "- move 1 from deck to hand[me]\n- move 1 from bank to chest\n- move 2 + zero from bank to chest",
        "full-zone: 2 more don't go into 'chest': it has room for 2, and there is 1 in it",
    ),
    "a none": (
        "- let x = best\n- move (x else best) to line",
        "none-used: this is none, and a value is needed (here x is none)",
    ),
    "the": (
        "- let x = the(c in hand[me] where c.rank = big - 6)\n- move x to line",
        "none-used: there is nothing that this could give (here me is 2, big is 7)",
    ),
    "random": (
        "- let x = random c in hand[me] where c.rank = 1\n- move x to line",
        "none-used: there is nothing that this could give (here me is 2)",
    ),
    "an index": (
        "- step_count[big - zero] := 1",
        "index: variable 'step_count' has no [7]: 7 is not in 1..4 (here big is 7)",
    ),
    "an index of a table": (
        "- zero := worth[hearts, big - zero]",
        "index: table 'worth' has no [hearts, 7]: 7 is not in 1..3 (here big is 7)",
    ),
    "the n-th": (
        "- let x = nth(line, big)\n- move x to line",
        "index: there is no number 7 in 'line': there is none in it (here big is 7)",
    ),
    "the n-th player": (
        "- score[nth(player, big - 3)] := 1",
        "index: there is no number 4: there are 3 (here big is 7)",
    ),
    "along a track": (
        "- let x = nth(way, 4) + big\n- if: x = nth(way, 1)\n  then:\n    - stop game",
        "index: there is no space number 11 on 'way': its track has 5 (here big is 7)",
    ),
    "by zero": ("- zero := big div zero", "division: 7 is divided by zero (here big is 7)"),
    "a field": (
        "- for: s in stone\n  do:\n    - score[s.owner] := 1",
        "wrong-kind: stone has no owner (here s is stone)",
    ),
    "a table": (
        "- zero := share[number of players, big - 3]",
        "table-entry: table 'share' has no entry for 3 and 4 (here big is 7)",
    ),
    "nothing legal": (
        "- choose: [never, not_now]",
        "no-legal-action: player 2 has to choose, and nothing that is offered is legal: never and not_now",
    ),
    "too many": (
        "- choose: [some_cards]",
        "subset-limit: some of 24 things may be chosen, and 20 are the most",
    ),
}


def checked(steps: str) -> Ruleset:
    text = HEAD + TAIL.replace("STEPS\n", textwrap.indent(steps, "      ") + "\n")
    ruleset, found = check_text(text)
    errors = [d for d in found if d.severity == "error"]
    assert ruleset is not None, errors
    return ruleset


@pytest.mark.parametrize("backend", ["reference", "python"])
@pytest.mark.parametrize("case", CASES)
def test_what_a_fault_says(case: str, backend: Backend) -> None:
    steps, expected = CASES[case]
    state = Game(checked(steps), backend=backend).start()
    fault = state.fault
    assert fault is not None
    assert str(fault).split(": ", 1)[1] == f"{expected} in `{fault.source}`"


@pytest.mark.parametrize("backend", ["reference", "python", *(["native"] if native_available() else [])])
def test_a_run_says_the_same_of_its_first_game(backend: Backend) -> None:
    """Rolled anew in each game; the text is of the first game in which it went wrong, whatever ran it."""
    ruleset = checked("- roll zero\n- score[me] := 60 + zero")
    state = Game(ruleset).start(5)
    setting = Setting(ruleset, state.game.config, 5, 100, backend)
    (fault,) = simulate(setting, 20).summary.sorted_faults()
    told = tell_fault(setting, fault)
    assert told.message == f"score[2] would be {fault.fault.detail}, and it is declared 0..60 (here me is 2)"
    assert fault.fault.detail in range(61, 70)
    assert told.source == "score[me] := 60 + zero"


def test_a_fault_is_told_when_it_is_asked_for() -> None:
    """A program that only asks for the code plays no game again."""
    state = Game(checked("- take 1 from zero"), backend="python").start()
    assert state.fault is not None
    assert state.fault.code == "number-range"
    assert "message" not in vars(state.fault)
    assert state.copy().fault == state.fault


def test_an_arranged_table_is_arranged_again() -> None:
    """The position that a scenario lays is laid for the message too."""
    ruleset = checked("- choose: [take_one]")
    state = Game(ruleset, backend="python").start()
    variables = {list(ruleset.variables).index("zero"): [3]}
    state.arrange(variables=variables)
    state.play(state.legal()[0])
    assert state.fault is not None
    assert state.fault.message == "zero would be 12, and it is declared 0..9"
