"""Changes of a ruleset: each is one slip at one place, and who notices is known beforehand."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from rulewright.check import check_file
from rulewright.mutate import Edit, Judge, Verdict, edits, mutate, rules_shown
from rulewright.mutate import judge as judging
from rulewright.mutate.judge import _games
from rulewright.ruleset.model import Ruleset
from rulewright.simulate.records import Records

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


#: A ruleset with everything that can be changed and isn't in the race.
MORE = """\
rulewright: 1
game: more
title: More
players: 2..3
limit: 50
rules:
  R1: Three cards each, of which the owner alone knows
  R2: Any of the actions
enums:
  suit: [cup, sword]
tables:
  worth:
    rule: R1
    table: 0..9 per suit
    entries: {cup: 3, sword: 5}
assumptions:
  bonus:
    because: It isn't said
    number: 4
  path:
    because: It isn't said
    track: 7
components:
  card:
    fields:
      suit: suit
    make: 6 for each k in suit with suit = k
zones:
  deck: pile of card, seen by nobody
  hand:
    is: set of card per player, seen by owner, at most 12
    rule: R1
actions:
  draw:
    rule: R2
    when:
      - deck is not empty
      - step: size(hand[me]) < 9
        rule: R1
    do:
      - move top(deck) to hand[me]
  rest:
    do: []
setup:
  - move every card to deck
  - shuffle deck
  - let first = random player
  - deal 3 from deck to hand starting with first
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [draw, rest]
        rule: R2
result:
  rank:
    - highest size(hand[me])
    - lowest count(c in hand[me] where c.suit = cup)
"""


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
        ("- if: gone[me] >= 5 and not false", "- if: gone[me] = 5 and not false"),
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


def test_of_a_long_line_what_differs_is_shown(race: Path) -> None:
    long = "as_many_steps_as_" * 8 + "walked"
    text = RULESET.replace("not false", f"{long}(0) >= 0 and 1 < 2 and {long}(1) >= 0")
    text = text.replace("actions:", f"define:\n  {long}(integer n): n\nactions:")
    race.write_text(text)
    out = run("mutate", race, "--workers", 1).out
    lines = out.splitlines()
    assert max(len(line) for line in lines if str(race) not in line) <= 80
    at = next(at for at, line in enumerate(lines) if "1 < 2" in line and "1 <= 2" in lines[at + 1])
    assert lines[at].startswith("    - …")
    assert lines[at].endswith("…")
    assert f"line {text[: text.index('1 < 2')].count(chr(10)) + 1}:" in lines[at - 1]


def test_scenarios_that_fail_already_notice_nothing(race: Path) -> None:
    scenarios = race.with_name("race.scenarios.yaml")
    text = scenarios.read_text(encoding="utf-8")
    for wrong, said in (
        (text + "\n  - name: wrong\n    rule: R1\n    then: {over: true}\n", "1 of "),
        (text + "\n  - name: 'cut off", "there is a mistake"),
    ):
        scenarios.write_text(wrong, encoding="utf-8")
        for more in ((), ("--rules",)):
            ran = run("mutate", race, "--samples", 2, "--workers", 1, *more)
            assert (ran.status, ran.out) == (1, "")
            assert said in ran.err
            assert "with the ruleset as it is" in " ".join(ran.err.split())


def test_declarations_choices_and_lists_are_changed_too(tmp_path: Path) -> None:
    path = tmp_path / "more.yaml"
    path.write_text(MORE)
    found = {(edit.before, edit.after): edit for edit in edits(path)}
    for before, after, rules in (
        (
            "set of card per player, seen by owner, at most 12",
            "set of card per player, seen by everyone, at most 12",
            ("R1",),
        ),
        (
            "set of card per player, seen by owner, at most 12",
            "set of card per player, seen by owner, at most 11",
            ("R1",),
        ),
        ("pile of card, seen by nobody", "pile of card, seen by everyone", ()),
        ("entries: {cup: 3, sword: 5}", "entries: {cup: 4, sword: 5}", ("R1",)),
        ("entries: {cup: 3, sword: 5}", "entries: {cup: 3, sword: 6}", ("R1",)),
        ("6 for each k in suit with suit = k", "7 for each k in suit with suit = k", ()),
        ("let first = random player", "let first = the(the_first_one in player)", ()),
        ("from nth(player, 1), 2 rounds", "from left of (nth(player, 1)), 2 rounds", ()),
        ("[draw, rest]", "[draw]", ("R2",)),
        ("[draw, rest]", "[rest]", ("R2",)),
        ("- deck is not empty", "(left out)", ("R2",)),
        # The nearest citation counts, as in play.
        ("- step: size(hand[me]) < 9 rule: R1", "(left out)", ("R1",)),
        ("size(hand[me]) < 9", "size(hand[me]) <= 9", ("R1",)),
        (
            "- highest size(hand[me]) - lowest count(c in hand[me] where c.suit = cup)",
            "- lowest count(c in hand[me] where c.suit = cup) - highest size(hand[me])",
            (),
        ),
    ):
        assert found.pop((before, after)).rules == rules, (before, after)
    for edit in edits(path):
        applied = path.with_name("changed.yaml")
        applied.write_text(edit.apply(MORE))
        assert edit.apply(MORE) != MORE
        # The last condition of a list as well can be forgotten without a word from the checker.
        if edit.kind == "a condition is forgotten":
            assert check_file(applied)[0] is not None, edit.before
        # Guards and assumptions are left alone.
        assert edit.line not in (5, 19, 22)
        assert "at most 13" not in edit.after


def test_left_and_right_are_the_same_with_two_players(race: Path, tmp_path: Path) -> None:
    text = RULESET.replace("add 2 to gone[me]", "add 2 to gone[left of me]")
    race.write_text(text)
    assert not [edit for edit in edits(race) if "right of me" in edit.after]
    race.write_text(text.replace("players: 2", "players: 3"))
    assert [edit for edit in edits(race) if "right of me" in edit.after]


def test_who_plays_alone_is_everybody(race: Path) -> None:
    turned = "from left of (nth(player, 1))"
    assert any(turned in edit.after for edit in edits(race))
    race.write_text(RULESET.replace("players: 2", "players: 1"))
    assert not any("left of" in edit.after for edit in edits(race))


def test_a_rule_is_shown_by_scenarios_that_cite_it(race: Path) -> None:
    ruleset, _ = check_file(race)
    assert ruleset is not None
    run_of = mutate(race, seconds=120, by_rules=True)
    assert all(edit.rules for edit, _ in run_of.judged)
    first, second = rules_shown(run_of, ruleset.rules)
    assert first.rule == "R1"
    assert 0 < first.noticed < first.playable
    assert first.example is not None
    assert first.example[1] == "walking is one step"
    assert second.example is not None
    assert second.example[1] == "five steps win"
    # Whoever cites another rule shows nothing of this one, nor does what a reset wrote, or what expects no more
    # than that nothing goes wrong.
    scenarios = race.with_name("race.scenarios.yaml")
    for other in (
        SCENARIOS.replace("rule: R2", "rule: R1"),
        SCENARIOS.replace("    rule: R2", "    reset: true\n    rule: R2"),
        SCENARIOS.replace("      over: true\n      winners: [1]\n", "      fault: none\n"),
    ):
        scenarios.write_text(other)
        first, second = rules_shown(mutate(race, seconds=120, by_rules=True), ruleset.rules)
        assert first.noticed
        assert not second.noticed
        assert second.playable
    ran = run("mutate", race, "--rules", "--workers", 1)
    assert ran.status == 1
    assert "No scenario that cites it notices a change of R2." in ran.out
    scenarios.write_text(SCENARIOS)
    ran = run("mutate", race, "--rules", "--workers", 1)
    assert ran.status == 0, ran.out
    told = json.loads(run("mutate", race, "--rules", "--workers", 1, "--json").out)
    assert [row["scenario"] for row in told["rules"]] == ["walking is one step", "five steps win"]


def test_where_games_take_long_fewer_are_played(race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def games(ruleset: Ruleset, number: int) -> list[Records]:
        played.append(number)
        return _games(ruleset, number)

    monkeypatch.setattr(judging, "_games", games)
    unnoticed = next(
        edit for edit in edits(race) if ("- add 2 to gone[me]", "- add 3 to gone[me]") in changed(race, edit)
    )
    for seconds, number in ((judging._PLAYED, judging.GAMES), (0.0, judging.FEWEST)):
        monkeypatch.setattr(judging, "_PLAYED", seconds)
        played.clear()
        with Judge(race) as judge:
            assert judge.judge(unnoticed).verdict is Verdict.NOBODY
        # A few to see how long they take, those of the ruleset as it is, those of the changed one.
        assert played == [judging.FEWEST, number, number]
