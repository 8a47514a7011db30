"""Coverage of a small ruleset, in which it is plain what can be come to: items, shares, what never came up,
what other readings alone would run, and the lcov file, read back by its format.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from rulewright.check import check_text
from rulewright.coverage import Coverage, Reached, items_of, lcov, scenario_coverage
from rulewright.coverage.settings import reachable
from rulewright.engine.contract import load
from rulewright.machine.interface import Config
from rulewright.machine.tally import Tally
from rulewright.reference import ReferenceMachine
from rulewright.ruleset.model import OPEN, Ruleset

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import run

#: Each player says yes or no, twice in all; ``no`` never is legal, ``harsh`` and three players change things.
GAME = """\
rulewright: 1
game: saying
title: Saying
players: 2..3
rules:
  R1: Yes is said
  R2: No is said
  R3: At the end it is counted
  R4: Harsh
rulings:
  strictness:
    question: How strict?
    rule: R4
    readings:
      mild: mildly
      harsh: harshly
    chosen: mild
tables:
  worth:
    table: 0..9 per 1..3
    values: [4, 5, 6]
  unread:
    table: 0..9 per 1..2
    values: [1, 2]
variables:
  said: 0..20
  n: 0..90
actions:
  say_yes:
    rule: R1
    do:
      - add 1 to said
  say_no:
    rule: R2
    when: said > 10
    do:
      - said := 0
play:
  - turns: from nth(player, 1), at most 2
    do:
      - choose: [say_yes, say_no]
  - if: strictness = harsh
    rule: R4
    then:
      - n := 1
    else:
      - n := 2
  - step: add (if said > 10 then worth[1] else worth[2]) to n
    rule: R3
  - if: number of players = 3
    then:
      - stop game
result:
  rank:
    - highest (if strictness = harsh then 0 else seat(me))
"""

SCENARIOS = """\
rulewright: 1
scenarios:
  - name: two say yes, harshly
    rule: [R1, R3]
    given:
      readings: {strictness: harsh}
    when:
      - 1: say_yes
      - 2: say_yes
    then:
      variables:
        n: 6
"""


def line_of(text: str) -> int:
    (line,) = [number for number, each in enumerate(GAME.splitlines(), 1) if each.strip() == text]
    return line


@pytest.fixture(scope="module")
def saying(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("saying")
    (folder / "saying.yaml").write_text(GAME)
    (folder / "saying.scenarios.yaml").write_text(SCENARIOS)
    return folder / "saying.yaml"


def played(made: Ruleset, players: int) -> Reached:
    """One game in which everybody says yes."""
    config = Config(players, made.reading_numbers())
    machine = ReferenceMachine(made, config)
    machine.tally = Tally()
    position = machine.start(lambda n: 0)
    while not machine.over(position):
        (seat,) = machine.awaited(position)
        machine.play(position, seat, machine.legal(position, seat)[0], lambda n: 0)
    reached = Reached()
    reached.add(machine.tally, 1, [config], plain=True)
    return reached


def names(items: list[object]) -> list[str]:
    return [str(item.name) for item in items]  # type: ignore[attr-defined]


def test_shares_and_what_never_came_up(saying: Path) -> None:
    made = load(saying)
    coverage = Coverage(made, played(made, 2))
    # R2 is only for ``no``; R4 is cited by the step that asks for the strictness.
    assert coverage.share("play", "rule") == (3, 4)
    assert names(coverage.never("play", "rule")) == ["R2"]
    assert names(coverage.never("play", "action")) == ["say_no"]
    # Steps: the turns, the choice, two additions, two questions, one assignment; ``said := 0`` never. What is
    # under the other reading, or needs three players, can't be run here.
    assert coverage.share("play", "step") == (7, 8)
    assert names(coverage.never("play", "step")) == ["said := 0"]
    assert names(coverage.never("play", "choice")) == ["say_yes, say_no"], "put, but always with one move"
    assert coverage.share("play", "choice") == (0, 1)
    # A turn, their end, ``yes``; of each ``if`` the one way that is left; never ``no``.
    assert coverage.share("play", "branch") == (5, 6)
    # Of two `if`s in expressions one way depends on what was said, one on the reading alone.
    assert coverage.share("play", "arm") == (2, 3)
    assert names(coverage.never("play", "arm")) == ["if said > 10: so it is"]
    assert coverage.share("play", "entry") == (1, 3), "the other table is read by nothing"
    assert names(coverage.never("play", "entry")) == ["worth[1]", "worth[3]"]
    assert coverage.share("play", "question") == (1, 1)
    assert coverage.share("play", "end") == (1, 1), "without three players nothing stops the game"


def test_with_more_players_more_can_be_come_to(saying: Path) -> None:
    made = load(saying)
    reached = played(made, 2)
    reached.merge(played(made, 3))
    coverage = Coverage(made, reached)
    assert coverage.share("play", "end") == (2, 2)
    assert coverage.share("play", "step") == (8, 9)
    stop = next(item for item in coverage.items if item.name == "stop game" and item.kind == "step")
    assert (stop.count(reached.tally), stop.line) == (1, line_of("- stop game"))


def test_what_a_question_left_open_may_run() -> None:
    made, _ = check_text(GAME)
    assert made is not None
    items = items_of(made)
    chosen = reachable(made, items, [Config(2, made.reading_numbers())])
    other = reachable(made, items, [Config(2, made.reading_numbers({"strictness": "harsh"}))])
    left_open = reachable(made, items, [Config(2, (OPEN,))])
    harsh, mild = ("if strictness = harsh: so it is", "if strictness = harsh: not so")
    assert {(item.kind, item.name) for item in other - chosen} == {
        ("step", "n := 1"), ("branch", harsh), ("arm", harsh),
    }  # fmt: skip
    assert {(item.kind, item.name) for item in chosen - other} == {
        ("step", "n := 2"), ("branch", mild), ("arm", mild),
    }  # fmt: skip
    assert left_open == chosen | other


def test_scenarios_are_counted(saying: Path) -> None:
    made = load(saying)
    reached = scenario_coverage(made)
    assert reached is not None
    assert reached.games == 1
    coverage = Coverage(made, played(made, 2), reached)
    items = {item.name: item for item in coverage.items if item.kind == "step"}
    assert items["n := 1"].count(reached.tally) == 1
    assert items["n := 2"].count(reached.tally) == 0
    assert items["n := 2"] not in coverage.possible["scenarios"]
    plain = {(i["kind"], i["name"]): i for i in coverage.plain()["items"]}
    assert (plain["step", "n := 1"]["play"], plain["step", "n := 1"]["scenarios"]) == (None, 1)
    assert plain["action", "say_yes"]["scenarios"] == 2


def test_no_scenarios_no_counts(tmp_path: Path) -> None:
    (tmp_path / "saying.yaml").write_text(GAME)
    assert scenario_coverage(load(tmp_path / "saying.yaml")) is None


class Record:
    """One record of a tracefile, read by the format that lcov describes."""

    def __init__(self, text: str) -> None:
        self.functions: dict[str, int] = {}
        self.hits: dict[str, int] = {}
        self.branches: dict[tuple[int, int], dict[int, str]] = defaultdict(dict)
        self.lines: dict[int, int] = {}
        self.sums: dict[str, int] = {}
        rows = text.splitlines()
        assert rows[0].startswith("TN:")
        assert rows[1].startswith("SF:")
        assert rows[-1] == "end_of_record"
        self.source = rows[1][3:]
        for row in rows[2:-1]:
            kind, _, rest = row.partition(":")
            if kind == "FN":
                line, name = rest.split(",", 1)
                assert name not in self.functions
                self.functions[name] = int(line)
            elif kind == "FNDA":
                count, name = rest.split(",", 1)
                self.hits[name] = int(count)
            elif kind == "BRDA":
                line, block, arm, count = rest.split(",")
                assert int(arm) not in self.branches[int(line), int(block)]
                self.branches[int(line), int(block)][int(arm)] = count
            elif kind == "DA":
                line, count = rest.split(",")
                assert int(line) not in self.lines
                self.lines[int(line)] = int(count)
            else:
                self.sums[kind] = int(rest)


def test_lcov(saying: Path) -> None:
    made = load(saying)
    record = Record(lcov(Coverage(made, played(made, 2)), "play"))
    assert record.source == str(saying)
    assert record.functions["action say_yes"] == line_of("say_yes:")
    assert record.functions["rule R2"] == line_of("R2: No is said")
    assert record.hits == {
        "rule R1": 4, "rule R2": 0, "rule R3": 1, "rule R4": 2, "action say_yes": 2, "action say_no": 0,
    }  # fmt: skip
    assert record.lines[line_of("- add 1 to said")] == 2
    assert record.lines[line_of("- said := 0")] == 0
    assert record.lines[line_of("- choose: [say_yes, say_no]")] == 2
    harsh = [
        arms for (line, _), arms in record.branches.items() if line == line_of("- if: strictness = harsh")
    ]
    assert harsh == [{0: "0", 1: "1"}]
    counted = line_of("- step: add (if said > 10 then worth[1] else worth[2]) to n")
    assert [arms for (line, _), arms in record.branches.items() if line == counted] == [{0: "0", 1: "1"}]
    # Branches of a step that was never run are told apart from those not taken.
    nothing = Record(lcov(Coverage(made, Reached())))
    assert {count for arms in nothing.branches.values() for count in arms.values()} == {"-"}
    for prefix, counts in (
        ("FN", list(record.hits.values())),
        ("BR", [int(c) for arms in record.branches.values() for c in arms.values() if c != "-"]),
        ("L", list(record.lines.values())),
    ):
        found = len(counts) if prefix != "BR" else sum(len(arms) for arms in record.branches.values())
        assert record.sums[f"{prefix}F"] == found
        assert record.sums[f"{prefix}H"] == sum(count > 0 for count in counts)


@pytest.mark.parametrize("name", ["tembo", "zambezi", "niagara", "hearts", "backgammon"])
def test_items_of_whole_games(name: str) -> None:
    made = load(name)
    items = items_of(made)
    assert len(set(items)) == len(items)
    cited = {rule for place in made.places for rule in place.rules}
    cited |= {rule for action in made.actions.values() for rule in action.rules}
    assert {item.name for item in items if item.kind == "rule"} <= cited
    assert all(item.line is not None for item in items if item.kind in ("rule", "action", "step", "branch"))
    # With all players and readings every step can be run.
    configs = [
        Config(players, tuple(OPEN for _ in made.options()))
        for players in range(made.players[0], made.players[1] + 1)
    ]
    assert {i for i in items if i.kind != "entry"} == {
        i for i in reachable(made, items, configs) if i.kind != "entry"
    }


def test_the_commands(saying: Path, tmp_path: Path) -> None:
    tested = run("test", saying, "--coverage", "--lcov", tmp_path / "s.info")
    assert tested.status == 0, tested.err
    assert "Rules that never fired in scenarios: R2." in tested.out
    assert all(len(line) <= 80 for line in tested.out.splitlines() if str(saying.parent) not in line)
    assert Record((tmp_path / "s.info").read_text()).lines[line_of("- n := 1")] == 1
    told = json.loads(run("test", saying, "--coverage", "--json").out)
    assert told["coverage"][0]["sources"]["scenarios"]["games"] == 1
    fuzzed = run("fuzz", saying, "--time", 1, "--workers", 1, "--coverage", "--lcov", tmp_path / "f.info")
    assert fuzzed.status == 0, fuzzed.out + fuzzed.err
    assert "Actions that were never chosen in play: say_no." in fuzzed.out
    assert "Choices that never had two moves in play" in fuzzed.out
    record = Record((tmp_path / "f.info").read_text())
    assert record.lines[line_of("- stop game")] > 0
    assert record.lines[line_of("- said := 0")] == 0
