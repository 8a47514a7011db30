"""Expectations written anew: only they change, they hold then, and they are marked."""

from __future__ import annotations

import json
import os
import pty
import sys
from pathlib import Path

import pytest

from rulewright.scenario import apply_edits, rewrites, run_scenarios

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import program, run

RULESET = """\
rulewright: 1
game: stack
title: Stack
players: 2
rules:
  R1: A turn is one card, or two for who dares
enums:
  suit: [cup, sword]
components:
  card:
    fields:
      suit: suit
      rank: 1..4
    make: 1 for each s in suit, r in 1..4 with suit = s, rank = r
    named: "{suit} {rank}"
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  line: row of card, seen by everyone
variables:
  taken: 0..9 per player
  last: player or none
  suits: set of suit
actions:
  take_one:
    rule: R1
    do:
      - run take(1)
  dare:
    rule: R1
    with: integer most
    pick:
      n: 1..4 where n <= most
    do:
      - run take(n)
procedures:
  take(integer n):
    do:
      - repeat: n
        do:
          - suits := suits + [top(deck).suit]
          - move top(deck) to line
      - add n to taken[me]
      - last := me
setup:
  - move every card to deck
  - shuffle deck
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [take_one, dare]
        with: 3
result:
  score: taken[me]
"""

#: Every kind of expectation, all wrong, in every style of YAML; what it should say by the rules stands behind
#: in WANTED.
WRONG = """\
# A comment at the top.
rulewright: 1

scenarios:
  - name: all wrong
    rule: R1   # the only one
    given:
      turn: 1
    when:
      - next: [cup 1, sword 2]
      - 1: dare n=2
      - then:
          zones:
            line: [sword 2, cup 1]    # in order
            deck: 5
            hand[1]:
              - cup 3
          variables:
            taken[1]: 3
            "last": none
            suits:
              - cup
          awaits: [1]
          legal:
            # dare as far as three
            - take_one
            - dare n=4
            - dare n=1
          refused:
            - dare n=3
            - dare n=4
    then:
      zones:
        line: {count: 3, top: [sword 2], has: [cup 1, cup 4], lacks: [cup 1, cup 3]}
      over: true
      scores: [0, 0]
      places: {1: 2}
      winners: 2
      legal: {count: 7, has: ['dare n=4', take_one], lacks: take_one}
      sees:
        2:
          zones: {line: 1, deck: [], "hand[1]": unseen}
          variables: {"taken[1]": 1}
      fault: empty-zone
  - {name: 'it''s flow', then: {awaits: 2}}
  - name: right
    then: {awaits: 1}
  - name: a move that is refused
    when: [{2: take_one}]
    then: {awaits: 2}
"""

WANTED = """\
# A comment at the top.
rulewright: 1

scenarios:
  - name: all wrong
    reset: true
    rule: R1   # the only one
    given:
      turn: 1
    when:
      - next: [cup 1, sword 2]
      - 1: dare n=2
      - then:
          zones:
            line: [cup 1, sword 2]    # in order
            deck: 6
            hand[1]: empty
          variables:
            taken[1]: 2
            "last": 1
            suits: [cup, sword]
          awaits: 2
          legal:
            # dare as far as three
            - take_one
            - dare n=1
            - dare n=2
            - dare n=3
          refused:
            - dare n=4
    then:
      zones:
        line: {count: 2, top: [cup 1], has: [cup 1], lacks: [cup 3]}
      over: false
      scores: [2, 0]
      places: {1: 1}
      winners: 1
      legal: {count: 4, has: [take_one], lacks: []}
      sees:
        2:
          zones: {line: [cup 1, sword 2], deck: 6, "hand[1]": 0}
          variables: {"taken[1]": 2}
      fault: none
  - {name: 'it''s flow', reset: true, then: {awaits: 1}}
  - name: right
    then: {awaits: 1}
  - name: a move that is refused
    when: [{2: take_one}]
    then: {awaits: 2}
"""


@pytest.fixture
def stack(tmp_path: Path) -> Path:
    (tmp_path / "stack.yaml").write_text(RULESET)
    path = tmp_path / "stack.scenarios.yaml"
    path.write_text(WRONG)
    return path


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_only_what_is_wrong_changes(stack: Path, line_break: str) -> None:
    text = WRONG.replace("\n", line_break)
    stack.write_bytes(text.encode())
    found = rewrites(stack, text)
    assert [r.name for r in found] == ["all wrong", "it's flow", "a move that is refused"]
    assert [bool(r.reason) for r in found] == [False, False, True]
    assert "seat 1" in found[2].reason
    edits = [edit for rewrite in found for edit in rewrite.edits]
    assert apply_edits(text, edits) == WANTED.replace("\n", line_break)
    # Each change is whole without the others.
    stack.write_bytes(apply_edits(text, found[0].edits).encode())
    passed = {result.name: result.passed for result in run_scenarios(stack).results}
    assert passed == {"all wrong": True, "it's flow": False, "right": True, "a move that is refused": False}


def test_names_are_quoted_where_yaml_would_read_them_otherwise(stack: Path) -> None:
    (stack.parent / "stack.yaml").write_text(
        RULESET.replace('named: "{suit} {rank}"', 'named: "{suit}, [{rank}]: #1"')
    )
    stack.write_text(
        "rulewright: 1\nscenarios:\n  - name: one\n    when:\n      - next: ['cup, [1]: #1']\n"
        "      - 1: take_one\n    then:\n      zones:\n        line: empty\n"
    )
    (found,) = rewrites(stack, stack.read_text())
    text = apply_edits(stack.read_text(), found.edits)
    assert '        line: ["cup, [1]: #1"]\n' in text
    stack.write_text(text)
    assert run_scenarios(stack).passed


def test_what_is_used_twice_is_left_alone(stack: Path) -> None:
    stack.write_text(
        'rulewright: 1\nscenarios:\n  - name: one\n    then: &same {variables: {"taken[1]": 0}}\n'
        "  - name: two\n    when: [{1: take_one}]\n    then: *same\n"
    )
    (found,) = rewrites(stack, stack.read_text())
    assert found.name == "two"
    assert not found.edits
    assert "more than once" in found.reason


@pytest.mark.parametrize(
    ("moves", "said", "written", "reason"),
    [
        ("[]", 5, "taken: 0", ""),
        ("[{1: take_one}]", 1, None, "nothing that can be written here would hold"),
        ("[{1: take_one}]", 5, None, "what is said of all at once isn't the same for all now"),
        ("[{1: take_one}, {2: take_one}]", 5, "taken: 1", ""),
    ],
)
def test_what_is_said_of_all_at_once(
    moves: str, said: int, written: str | None, reason: str, stack: Path
) -> None:
    stack.write_text(
        f"rulewright: 1\nscenarios:\n  - name: one\n    when: {moves}\n"
        f"    then: {{variables: {{taken: {said}}}}}\n"
    )
    (found,) = rewrites(stack, stack.read_text())
    assert found.reason == reason
    assert bool(found.edits) == (written is not None)
    if written is not None:
        assert written in apply_edits(stack.read_text(), found.edits)


def test_the_command_says_what_it_does(stack: Path) -> None:
    os.chmod(stack, 0o640)
    ran = run("test", stack, "--reset")
    assert ran.status == 2
    assert "--yes" in ran.err
    assert run("test", stack, "--yes").status == 2
    assert run("test", stack, "--reset", "--yes", "--json").status == 2
    assert stack.read_text() == WRONG
    ran = run("test", stack, "--reset", "--yes", "-k", "FLOW")
    assert ran.status == 0, ran.out + ran.err
    assert "  -  - {name: 'it''s flow', then: {awaits: 2}}" in ran.out
    assert "  +  - {name: 'it''s flow', reset: true, then: {awaits: 1}}" in ran.out
    ran = run("test", stack, "--reset", "--yes")
    assert ran.status == 1  # One scenario can't be written anew.
    assert "stays as it is: it isn't seat 2" in ran.out
    assert stack.read_text() == WANTED
    assert stack.stat().st_mode & 0o777 == 0o640
    assert not [p for p in stack.parent.iterdir() if p.name.startswith(".stack")]
    # What a reset wrote shows no rule.
    assert "no scenario shows R1" in ran.out
    told = json.loads(run("test", stack, "--json").out)[0]
    assert told["rules_without_scenario"] == ["R1"]
    assert [s["reset"] for s in told["scenarios"]] == [True, True, False, False]


@pytest.mark.parametrize(
    ("answers", "written"),
    [("n\ny\n", ["flow"]), ("y\nq\n", ["all"]), ("what\na\n", ["all", "flow"]), ("n\nn\n", []), ("q\n", [])],
)
def test_a_person_is_asked(stack: Path, answers: str, written: list[str]) -> None:
    import subprocess

    mine, theirs = pty.openpty()
    done = subprocess.Popen(program("test", stack, "--reset"), stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.write(mine, answers.encode())
    said = b""
    while True:
        try:
            part = os.read(mine, 4096)
        except OSError:
            break
        if not part:
            break
        said += part
    assert done.wait(60) == 1, said
    os.close(mine)
    lines = stack.read_text().splitlines()
    assert ("    reset: true" in lines) == ("all" in written)
    assert ("  - {name: 'it''s flow', reset: true, then: {awaits: 1}}" in lines) == ("flow" in written)
    assert (stack.read_text() == WRONG) == (not written)
