"""What scenarios expect of whole games: play without end, games that a player can't tell apart, what is mixed."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_support import BACKENDS, messages, run, scenario

from rulewright.engine.contract import Backend
from rulewright.scenario.reset import apply_edits, rewrites

#: Four cards, two for each of two players. ``pry`` is legal as the other hand is; ``walk`` goes round in three.
DEALT = """\
rulewright: 1
game: dealt
title: Dealt
players: 2
LIMIT
components:
  card:
    fields:
      number: 1..4
    make: 1 for each n in 1..4 with number = n
    named: "card {number}"
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  open: pile of card, seen by everyone
variables:
  at: 0..2
  steps: 0..100
actions:
  walk:
    do:
      - at := (at + 1) mod 3
      - add STEP to steps
  pry:
    when: PRY
    do:
      - stop game
setup:
  - move every card to deck
  SHUFFLE
  - deal 2 from deck to hand
play:
  - turns: from nth(player, 1)
    do:
      - choose: [walk, pry]
        by: nth(player, 1)
result:
  rank:
    - highest seat(me)
"""


def dealt(limit: str = "", pry: str = "at = 2", shuffle: str = "- shuffle deck", step: int = 0) -> str:
    text = DEALT.replace("LIMIT\n", limit).replace("PRY", pry).replace("STEP", str(step))
    return text.replace("SHUFFLE", shuffle)


def found(folder: Path, ruleset: str, body: str, backend: Backend = "python") -> list[str]:
    """The messages of one scenario of the ruleset."""
    return messages(run(folder, scenario(body), ruleset, backend))


THREE = "when:\n  - 1: walk\n  - 1: walk\n  - 1: walk\n"


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_position_that_comes_again_is_endless(backend: Backend, tmp_path: Path) -> None:
    # Round in three, with two who take turns: after six. That the first seat always chooses is no part of it.
    six = THREE + "  - 1: walk\n" * 3
    assert found(tmp_path, dealt(), six + "then:\n  endless: true\n", backend) == []
    (told,) = found(tmp_path, dealt(), six + "then:\n  endless: false\n", backend)
    assert "expected false, got the position of 6 decisions before once more" in told
    (told,) = found(tmp_path, dealt(), THREE + "  - 1: walk\nthen:\n  endless: true\n", backend)
    assert "expected true, got a position that was not there before" in told
    # What counts up is another position each time; a limit ends it; so does the end of the game.
    assert found(tmp_path, dealt(step=1), six + "then:\n  endless: false\n", backend) == []
    assert found(tmp_path, dealt(limit="limit: 50\n"), six + "then:\n  endless: false\n", backend) == []
    (told,) = found(tmp_path, dealt(limit="limit: 50\n"), six + "then:\n  endless: true\n", backend)
    assert "got a limit of 50 decisions" in told
    over = "when:\n  - 1: walk\n  - 1: walk\n  - 1: pry\nthen:\n  endless: false\n  over: true\n"
    assert found(tmp_path, dealt(), over, backend) == []


@pytest.mark.parametrize(
    ("expected", "shows"),
    [
        ("fault: none", False),
        ("endless: false", False),
        ("{fault: none, endless: false}", False),
        ("{fault: none, awaits: 1}", True),
        ("mixed: hand", True),
    ],
)
def test_what_goes_for_every_game_shows_no_rule(expected: str, shows: bool, tmp_path: Path) -> None:
    ruleset = dealt().replace("components:", "rules:\n  D1: Who walks goes round\ncomponents:")
    ruleset = ruleset.replace("  walk:\n", "  walk:\n    rule: D1\n")
    report = run(tmp_path, scenario(f"rule: D1\nthen: {{{expected.strip('{}')}}}\n"), ruleset)
    assert messages(report) == []
    assert report.rules_without_scenario == ([] if shows else ["D1"])
    assert report.results[0].rules == ("D1",), "cited it is all the same"


def test_a_table_that_is_laid_is_no_play(tmp_path: Path) -> None:
    body = THREE + "  - 1: walk\n" * 2 + "  - given: {variables: {at: 0}, turn: 1}\nthen:\n  endless: false\n"
    assert found(tmp_path, dealt(), body) == []


#: The last two cards of the deal change places, then the first two: tapes of (4, 3, 2) outcomes, cards by turns.
OTHER_HAND = "given:\n  tape: [0, 0, 0]\nthen:\n  alike:\n    given: {tape: [0, 1, 0]}\n"


@pytest.mark.parametrize("backend", BACKENDS)
def test_games_that_a_seat_cant_tell_apart(backend: Backend, tmp_path: Path) -> None:
    # With 0, 0, 0 seat 1 has 1 and 3, and with 0, 1, 0: first 1, then seat 2 takes 3, then 1's second is 2.
    # So it holds something else.
    (told,) = found(tmp_path, dealt(), OTHER_HAND, backend)
    assert "what seat 1 was shown: expected the same in both games, got something else" in told
    # With 0, 0, 0 and 0, 2, 1 it has 1 and 3 both times, and seat 2 has 2 and 4, or 4 and 2.
    alike = OTHER_HAND.replace("0, 1, 0", "0, 2, 1")
    assert found(tmp_path, dealt(), alike, backend) == []
    assert found(tmp_path, dealt(pry="any(c.number = 4 for c in hand[left of me])"), alike, backend) == []


def test_a_choice_that_tells_a_secret_fails(tmp_path: Path) -> None:
    # Only two of the four cards are dealt; what seat 1 may do depends on the one that seat 2 has.
    ruleset = dealt(pry="any(c.number = 2 for c in hand[left of me])").replace("deal 2", "deal 1")
    body = "given:\n  tape: [0, 0]\nthen:\n  alike:\n    given: {tape: [0, 1]}\n"
    (told,) = found(tmp_path, ruleset, body)
    assert "what seat 1 may choose: expected the same in both games, got only here pry" in told
    # Where the other hand is open the two games differ for everyone.
    seen = ruleset.replace("seen by owner", "seen by everyone")
    (told,) = found(tmp_path, seen, body)
    assert "what seat 1 was shown" in told
    # Both games go on, and moves of the other one must be legal.
    moved = body.replace("then:", "when:\n  - 1: walk\nthen:")
    (told,) = found(tmp_path, ruleset, moved)
    assert "what seat 1 was shown" in told
    (told,) = found(
        tmp_path, ruleset, body + "      when:\n        - 1: pry\n".replace("      when", "    when")
    )
    assert "pry" in told
    assert "legal" in told


def test_what_is_mixed(tmp_path: Path) -> None:
    body = "then:\n  mixed: [deck, hand]\n"
    dealt_two = dealt().replace("deal 2", "deal 1")
    assert found(tmp_path, dealt_two, body) == []
    unmixed = found(tmp_path, dealt_two.replace("  - shuffle deck\n", ""), body)
    assert len(unmixed) == 2
    assert "the cards of deck lie hidden in the same order in every game" in unmixed[0]
    assert "what lies hidden in hand is the same in every game" in unmixed[1]
    (told,) = found(tmp_path, dealt(), "then:\n  mixed: deck\n")
    assert "deck: expected something hidden there, got nothing" in told
    (told,) = found(tmp_path, dealt(), "then:\n  mixed: open\n")
    assert "expected something hidden there" in told
    (told,) = found(tmp_path, dealt(), "when:\n  - 1: walk\nthen:\n  mixed: hand\n")
    assert "got a game under way" in told


@pytest.mark.parametrize(
    ("then", "message"),
    [
        ("endless: maybe", "wrong-shape"),
        ("mixed: hadn", "hadn"),
        ("alike: 3", "wrong-shape"),
        ("alike: {given: {players: 2}}", "'players' means nothing in given"),
        ("alike: {then: {over: true}}", "'then' means nothing in another game"),
    ],
)
def test_what_cant_be_read(then: str, message: str, tmp_path: Path) -> None:
    told = found(tmp_path, dealt(), f"then:\n  over: false\n  {then}\n")
    assert any(message in each for each in told), told


def test_only_whether_play_can_go_on_is_written_anew(tmp_path: Path) -> None:
    six = THREE + "  - 1: walk\n" * 3
    for body, written in (
        (six + "then:\n  endless: false\n", "endless: true"),
        ("then:\n  mixed: deck\n", None),
        (OTHER_HAND, None),
    ):
        run(tmp_path, scenario(body), dealt())
        file = tmp_path / "bazaar.scenarios.yaml"
        text = file.read_text()
        (rewrite,) = rewrites(file, text)
        if written is None:
            assert rewrite.reason == "there is no other way to write this"
        else:
            assert written in apply_edits(text, rewrite.edits)
