"""Changes of a ruleset: each is one slip at one place, and who notices is known beforehand."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from rulewright.check import check_file
from rulewright.mutate import Edit, Judge, Verdict, edits, mutate

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import run

RULESET = """\
rulewright: 1
game: race
title: Race
players: 2
rules:
  R1: A turn is one or two steps
  R2: Who has gone five steps or more has won
variables:
  gone: 0..9 per player
actions:
  walk:
    rule: R1
    do:
      - add 1 to gone[me]
  run:
    rule: R1
    do:
      - add 2 to gone[me]
play:
  - turns: from nth(player, 1)
    do:
      - choose: [walk, run]
      - if: gone[me] >= 5 and not false
        rule: R2
        then:
          - stop game
result:
  score: gone[me]
  rank:
    - highest gone[me]
"""

SCENARIOS = """\
rulewright: 1
scenarios:
  - name: walking is one step
    rule: R1
    when:
      - 1: walk
    then:
      variables: {"gone[1]": 1}
      awaits: 2
  - name: five steps win
    rule: R2
    given:
      variables: {"gone[1]": 4}
    when:
      - 1: walk
    then:
      over: true
      winners: [1]
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    path = tmp_path / "race.yaml"
    path.write_text(RULESET)
    (tmp_path / "race.scenarios.yaml").write_text(SCENARIOS)
    assert check_file(path)[0] is not None
    return path


def changed(path: Path, edit: Edit) -> list[tuple[str, str]]:
    """The lines that an edit changes, before and after; lines that go away become ''."""
    old, new = path.read_text().splitlines(), edit.apply(path.read_text()).splitlines()
    if len(new) < len(old):
        gone = next(i for i, line in enumerate(old) if i >= len(new) or new[i] != line)
        return [(old[gone].strip(), "")]
    return [(a.strip(), b.strip()) for a, b in zip(old, new, strict=True) if a != b]


def test_every_change_is_one_slip(race: Path) -> None:
    found = [(change, edit) for edit in edits(race) for change in changed(race, edit)]
    said = {change for change, _ in found}
    assert {
        ("- add 1 to gone[me]", "- add 0 to gone[me]"),
        ("- add 1 to gone[me]", "- add 2 to gone[me]"),
        ("- add 1 to gone[me]", "- add 1 to gone[(left of me)]"),
        ("- add 1 to gone[me]", "- take 1 from gone[me]"),
        ("- add 1 to gone[me]", "[]"),
        ("- if: gone[me] >= 5 and not false", "- if: gone[me] > 5 and not false"),
        ("- if: gone[me] >= 5 and not false", "- if: gone[me] >= 4 and not false"),
        ("- if: gone[me] >= 5 and not false", "- if: ((gone[me] >= 5) or (not false))"),
        ("- if: gone[me] >= 5 and not false", "- if: ((not false))"),
        ("- if: gone[me] >= 5 and not false", "- if: gone[me] >= 5 and false"),
        ("- choose: [walk, run]", ""),
        ("- highest gone[me]", "- lowest gone[me]"),
    } <= said
    # The range of a variable guards it and is no rule; rule texts and names are nothing to play by.
    assert not [edit for _, edit in found if edit.line in (6, 7, 9)]
    for edit in edits(race):
        assert edit.apply(RULESET) != RULESET
        assert RULESET.count("\n", 0, edit.start) + 1 <= edit.line


def test_who_notices(race: Path) -> None:
    wanted = {
        # The scenario for walking sees it.
        ("- add 1 to gone[me]", "- add 0 to gone[me]"): Verdict.SCENARIO,
        ("- if: gone[me] >= 5 and not false", "- if: gone[me] > 5 and not false"): Verdict.SCENARIO,
        # No scenario runs.
        ("- add 2 to gone[me]", "- add 1 to gone[me]"): Verdict.NOBODY,
        # 0 steps for running: games get longer, and nothing else.
        ("- add 2 to gone[me]", "- add 3 to gone[me]"): Verdict.NOBODY,
        # `and not false` says nothing.
        ("- if: gone[me] >= 5 and not false", "- if: ((gone[me] >= 5))"): Verdict.SAME,
        # Steps taken back from nothing: a number below its range.
        ("- add 2 to gone[me]", "- take 2 from gone[me]"): Verdict.PLAY,
        ("- choose: [walk, run]", ""): Verdict.CHECKER,
    }
    with Judge(race) as judge:
        for edit in edits(race):
            for change in changed(race, edit):
                if change in wanted:
                    assert judge.judge(edit).verdict is wanted.pop(change), change
        folder = judge._folder
        assert folder.exists()
    assert not wanted
    assert not folder.exists()


def test_a_run_on_one_core_and_on_two(race: Path) -> None:
    one = mutate(race, seconds=120, seed=3, most=12)
    two = mutate(race, seconds=120, seed=3, most=12, workers=2)
    assert one.judged == two.judged
    assert len(one.judged) == 12
    assert one.all == len(edits(race))
    noticed = one.count(Verdict.SCENARIO, Verdict.PLAY)
    assert one.noticed == noticed / (12 - one.count(Verdict.CHECKER))


def test_the_command(race: Path) -> None:
    ran = run("mutate", race, "--samples", 8, "--workers", 1)
    assert ran.status == 0, ran.err
    assert f"8 of {len(edits(race))} changes judged" in " ".join(ran.out.split())
    told = json.loads(run("mutate", race, "--samples", 4, "--workers", 1, "--json").out)
    assert len(told["results"]) == told["judged"] == 4
    assert run("mutate", race, "--samples", 8, "--workers", 1, "--at-least", 100).status == 1
