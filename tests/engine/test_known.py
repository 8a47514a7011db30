"""Texts of moves speak of loops and lets around the choice, and tell nobody what is hidden from them."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine_support import BACKENDS

from rulewright.engine.contract import Backend, Game, State, load

RULES = """rulewright: 1
game: known
title: Known
players: 2
components:
  card:
    fields: {rank: 1..9}
    make: 1 for each n in 1..6 with rank = n
    named: "card {rank}"
zones:
  hand: set of card per player, seen by owner
  shown: set of card, seen by everyone
variables:
  secret: 0..9, seen by nobody
  open_number: 0..9
actions:
  take:
    with: {given}
    say: "{me} takes {what}"
    do: []
{give}{ask}setup:
  - secret := 7
  - open_number := 5
  - for: c in card where c.rank <= 2
    do:
      - move c to hand[nth(player, 1)]
  - for: c in card where c.rank in 3..4
    do:
      - move c to hand[nth(player, 2)]
  - for: c in card where c.rank > 4
    do:
      - move c to shown
play:
{play}
result:
  score: 0
"""


GIVE = """  give:
    pick:
      k: 1..1
    do:
      - choose: [take]
        with: {argument}
        times: 0..1
        done: "{me} stops at {k}"
"""
ASK = """procedures:
  ask(integer n, player p):
    do:
      - choose: [take]
        by: p
        with: {argument}
"""


def start(tmp_path: Path, backend: Backend, **parts: str) -> State:
    """A game of the rules with these parts put in."""
    text = RULES
    for name in ("give", "ask", "play", "given", "argument"):
        text = text.replace("{" + name + "}", parts.get(name, "integer what" if name == "given" else ""))
    path = tmp_path / "known.yaml"
    path.write_text(text, encoding="utf-8")
    return Game(load(path), backend=backend).start(seed=1)


def texts(state: State) -> list[str]:
    return [move.text("en") for move in state.legal()]


CHOOSE = "      - choose: [take]\n        by: nth(player, 1)\n        with: {argument}\n"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("play", "argument", "said"),
    [
        ("  - for: x in 3..4\n    do:\n" + CHOOSE, "x + 1", "4"),
        ("  - for: x in 3..4 reversed\n    do:\n" + CHOOSE, "x", "4"),
        ("  - for: x in 3..4 numbered i\n    do:\n" + CHOOSE, "i", "1"),
        ("  - repeat: 1\n    do:\n      - let x = open_number + 1\n" + CHOOSE, "x", "6"),
        ("  - repeat: 1\n    do:\n      - let x = size(hand[nth(player, 2)])\n" + CHOOSE, "x", "2"),
        ("  - run ask(open_number, nth(player, 1))\n", "n - 1", "4"),
        # What is hidden from all, or is reckoned from what is, stays unsaid: then only the action is named.
        ("  - repeat: 1\n    do:\n      - let x = secret\n" + CHOOSE, "x", None),
        ("  - repeat: 1\n    do:\n      - let y = secret + 1\n      - let x = y\n" + CHOOSE, "x", None),
        ("  - for: x in 3..4 where x < secret\n    do:\n" + CHOOSE, "x", None),
        ("  - run ask(secret, nth(player, 1))\n", "n", None),
        (
            "  - repeat: 1\n    do:\n      - let x = sum(c.rank for c in hand[nth(player, 2)])\n" + CHOOSE,
            "x",
            None,
        ),
    ],
)
def test_what_is_given_is_said(
    tmp_path: Path, backend: Backend, play: str, argument: str, said: str | None
) -> None:
    ask = ASK if "run ask" in play else ""
    state = start(tmp_path, backend, play=play, argument=argument, ask=ask)
    assert texts(state) == ["Player 1: take" if said is None else f"Player 1 takes {said}"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("shown", "Player 1 takes card 5"),
        ("hand[nth(player, 1)]", "Player 1 takes card 1"),
        ("hand[nth(player, 2)]", "Player 1: take"),
    ],
)
def test_a_card_is_said_to_who_sees_it(tmp_path: Path, backend: Backend, cards: str, said: str) -> None:
    play = f"  - for: c in {cards}\n    do:\n" + CHOOSE
    assert texts(start(tmp_path, backend, play=play, argument="c", given="card what")) == [said]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_text_of_done_may_speak_of_them(tmp_path: Path, backend: Backend) -> None:
    play = "  - turns: from nth(player, 1), once round\n    do:\n      - choose: [give]\n"
    state = start(tmp_path, backend, play=play, argument="k", give=GIVE)
    state.play(state.legal()[0])
    assert texts(state) == ["Player 1 takes 1", "Player 1 stops at 1"]
