"""What fuzzing looks at beside random games: positions looked over, players who look ahead, questions that
nothing asks, results that tell nobody apart, games that never end.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rulewright.check import check_text
from rulewright.compile.machine import CompiledMachine
from rulewright.engine.contract import Game, State, load
from rulewright.fuzz import Run, cells, fuzz
from rulewright.fuzz.audit import audit
from rulewright.fuzz.habits import Habits
from rulewright.fuzz.lines import Line, Step, record
from rulewright.fuzz.run import _Fuzzer
from rulewright.fuzz.schedule import Schedule
from rulewright.fuzz.volume import fault_key
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Config
from rulewright.ruleset.model import Ruleset

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import run

#: Each of two players takes 1 to 5 points three times.
TAKING = """\
rulewright: 1
game: taking
title: Taking
players: 2
variables:
  points: 0..99 per player
actions:
  take:
    pick:
      n: 1..5
    do:
      - add n to points[me]
play:
  - turns: from nth(player, 1), 3 rounds
    do:
      - choose: [take]
result:
  score: points[me]
  rank:
    - highest points[me]
"""


def ruleset_of(text: str) -> Ruleset:
    made, findings = check_text(text)
    assert made is not None, findings
    return made


def searched(made: Ruleset, seconds: float) -> Run:
    found = cells(made, [made.players[0]], {})
    return fuzz(made, found, seed=1, seconds=seconds, max_moves=1000, backend="python")


def some_line(game: Game) -> Line:
    rng = random.Random(1)
    return record(game.machine, rng.randrange, lambda _, __, legal: rng.randrange(len(legal)), 200)[1]


@pytest.mark.parametrize("name", ["tembo", "zum_kuhkuck", "goofspiel"])
def test_whole_games_are_in_order(name: str) -> None:
    game = Game(load(name))
    assert audit(game, some_line(game), 60.0) is None


def test_a_copy_that_is_none_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(ruleset_of(TAKING))
    line = some_line(game)
    monkeypatch.setattr(CompiledMachine, "copy", lambda machine, position: position)
    assert audit(game, line, 60.0) == "after 0 decisions playing on changed a copy of the position"


def test_a_number_out_of_its_range_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(ruleset_of(TAKING))
    line = some_line(game)
    monkeypatch.setattr(State, "variables", lambda state: [[100, 0]])
    assert audit(game, line, 60.0) == "after 0 decisions points[1] is 100, and 0..99 is its range"


def test_a_save_that_forgets_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(ruleset_of(TAKING))
    line = some_line(game)
    monkeypatch.setattr(Game, "from_json", lambda game, data: game.start(0))
    assert audit(game, line, 60.0) == "saved and loaded, the game of 6 decisions stands otherwise"


def test_who_looks_ahead_takes_the_most_or_the_least() -> None:
    made = ruleset_of(TAKING)
    machine = CompiledMachine(made, Config(2, ()), counted=True)
    habits = Habits(machine, 1, 100)
    position: Any = machine.start(lambda n: 0)
    before = machine.tally
    legal = machine.legal(position, 0)
    assert legal[habits._greedy(position, 0, legal)].params == (5,)
    assert legal[habits._modest(position, 0, legal)].params == (1,)
    assert machine.tally == before, "what is only tried doesn't count"


ASKING = TAKING.replace(
    "variables:",
    """rulings:
  strictness:
    question: How strict?
    readings:
      mild: mildly
      harsh: harshly
    chosen: mild
variables:""",
).replace(
    "result:",
    """  - if: points[nth(player, 1)] > MANY
    then:
      - if: strictness = harsh
        then:
          - points[nth(player, 1)] := 0
result:""",
)


def test_a_question_that_nothing_asks_is_told() -> None:
    # The most that a player can have is fifteen.
    unreached = searched(ruleset_of(ASKING.replace("MANY", "15")), 1.0)
    assert unreached.unasked == ["strictness"]
    assert unreached.wrong
    reached = searched(ruleset_of(ASKING.replace("MANY", "14")), 1.0)
    assert reached.unasked == [], "one game in a hundred and twenty-five comes to it"


def test_a_scenario_may_ask_what_play_does_not(tmp_path: Path) -> None:
    path = tmp_path / "taking.yaml"
    path.write_text(ASKING.replace("MANY", "15"))
    (tmp_path / "taking.scenarios.yaml").write_text(
        """rulewright: 1
scenarios:
  - name: who has more is asked
    given:
      variables:
        points[1]: 20
      readings: {strictness: harsh}
    when:
"""
        + "".join(f"      - {seat}: take n=1\n" for _ in range(3) for seat in (1, 2))
        + "    then:\n      variables:\n        points[1]: 0\n"
    )
    found = searched(load(path), 2.0)
    assert found.unasked == []
    assert not found.wrong


def test_a_result_that_is_the_same_for_all_is_told() -> None:
    made = ruleset_of(TAKING.replace("highest points[me]", "highest points[nth(player, 1)]"))
    (finding,) = searched(made, 1.0).findings
    assert finding.kind == "level"
    assert searched(ruleset_of(TAKING), 1.0).findings == []


#: The points are counted after the last turn, and somebody ends it all before.
COUNTED = """\
rulewright: 1
game: counted
title: Counted
players: 2
rules:
  C1: Three takes each
  C2: Then the points are counted
variables:
  taken: 0..99 per player
  points: 0..99 per player
actions:
  take:
    rule: C1
    pick:
      n: 1..5
    do:
      - add n to taken[me]
play:
  - turns: from nth(player, 1), 3 rounds
    do:
      - choose: [take]
      - if: taken[me] > 9
        then:
          - ENDS
  - for: p in player
    rule: C2
    do:
      - points[p] := taken[p]
result:
  rank:
    - highest points[me]
"""


def test_that_nobody_ever_wins_is_told(tmp_path: Path) -> None:
    # Three takes of five at most may come to more than nine, and end the turns or, by mistake, the game.
    sound, stopped = (COUNTED.replace("ENDS", ends) for ends in ("stop turns", "stop game"))
    assert searched(ruleset_of(sound), 1.0).findings == []
    # Who takes little is ranked still.
    assert searched(ruleset_of(stopped), 1.0).findings == []
    always = ruleset_of(stopped.replace("taken[me] > 9", "taken[me] > 0"))
    found = searched(always, 1.0)
    (finding,) = found.findings
    assert (finding.kind, found.wrong) == ("level", True)
    assert "C2 never fired" in finding.message
    # Where all win or lose together nobody can be told apart.
    together = stopped.replace("taken[me] > 9", "taken[me] > 0") + "  winners: taken[nth(player, 1)] > 2\n"
    assert searched(ruleset_of(together), 1.0).findings == []


def test_the_headline_says_what_never_happens(tmp_path: Path) -> None:
    # All games are stopped by the limit before the points are counted: that may be what is meant.
    (tmp_path / "limited.yaml").write_text(COUNTED.replace("ENDS", "stop turns") + "limit: 2\n")
    done = run("fuzz", str(tmp_path / "limited.yaml"), "--time", "1", "--backend", "python")
    assert done.status == 0, done.err
    headline = done.out.split("\n\n")[1]
    assert "Nothing goes wrong" not in done.out
    assert "never fired: C2" in headline
    assert "games came to an end" in headline
    # A limit in the ruleset's own way makes it an end, as one that says what it means.
    text = COUNTED.replace("ENDS", "stop game").replace("taken[me] > 9", "taken[me] > 0")
    (tmp_path / "limited.yaml").write_text(
        text + "  cut_off:\n    when: points[nth(player, 1)] = 0\n    means: Nobody wins\n"
    )
    done = run("fuzz", str(tmp_path / "limited.yaml"), "--time", "1", "--backend", "python")
    assert done.status == 0, done.err
    headline = " ".join(done.out.split("\n\n")[1].split())
    assert "did the result tell the players apart; all were ended by a limit" in headline


#: Once somebody says so, play never comes to another decision.
LOOPING = """\
rulewright: 1
game: looping
title: Looping
players: 2
variables:
  at: 0..100
actions:
  go:
    do:
      - at := 1
  halt:
    when: at = 1
    do:
      - while: at >= 1
        do:
          - at := 3 - at
play:
  - turns: from nth(player, 1)
    do:
      - choose: [go, halt]
result:
  rank:
    - highest seat(me)
"""


#: When nobody can go any more the turns go round for ever, and in each of them a loop that does end.
ROUND_AND_ROUND = """\
rulewright: 1
game: rounds
title: Rounds
players: 2
rules:
  R1: Everyone goes once
  R2: Then all is counted
  R3: The counting ends
variables:
  gone: boolean per player
  at: 0..7
actions:
  go:
    rule: R1
    when: not gone[me]
    do:
      - gone[me] := true
play:
  - turns: from nth(player, 1)
    rule: R2
    do:
      - choose: [go]
        otherwise:
          - at := 0
          - while: at < 7
            rule: R3
            do:
              - add 1 to at
result:
  rank:
    - highest seat(me)
"""


def test_what_goes_round_is_told_and_not_where_the_steps_ran_out() -> None:
    (finding,) = searched(ruleset_of(ROUND_AND_ROUND), 1.0).findings
    assert (finding.code, finding.decisions) == ("step-limit", 2)
    assert finding.place is not None
    assert finding.place.span is not None
    lines = ROUND_AND_ROUND.splitlines()
    assert "turns:" in lines[finding.place.span.start.line - 1]
    # Nobody goes in the rounds that never end.
    assert finding.rules == ("R2", "R3")
    assert "never leaves" in finding.goes_on[0]
    assert any("choose: go" in line for line in finding.goes_on)


def test_play_without_end_ends_the_search_in_time() -> None:
    run = searched(ruleset_of(LOOPING), 1.0)
    finding = next(f for f in run.findings if f.code == "step-limit")
    assert finding.decisions == 2
    assert finding.smallest
    # Each game takes as long as the language lets it, and each part of the search has its little time: some
    # three seconds, on a machine with nothing else to do, and many times that where much else is done.
    assert run.seconds < 60


def test_where_the_steps_ran_out_makes_no_other_fault() -> None:
    # Another machine, or another number of steps, stops the same loop at another of its steps.
    made = ruleset_of(LOOPING)
    (cell,) = cells(made, [2], {})
    fuzzer = _Fuzzer(made, [cell], 1, 1.0, 100, "python", 1, lambda _: None)
    halted = Line((), (Step(0), Step(1)))
    key = fault_key(FaultCode.STEP_LIMIT, 0, 1_000_000)
    assert key == fault_key(FaultCode.STEP_LIMIT, 7, 2500)
    assert fuzzer._shows(cell, key, 2500)(halted) == halted
    # A line on which a fault doesn't come up is told as it was met, and the other finds are told as well.
    other = fault_key(FaultCode.DIVISION, 0, 0)
    fuzzer._lines[cell, other] = Line((), (Step(0),))
    fuzzer._small(time.monotonic() + 5)
    (finding,) = fuzzer.result.findings
    assert (finding.code, finding.decisions, finding.smallest) == ("division", 1, False)
    assert "not when it was played anew" in finding.message


def test_each_part_has_an_end_of_its_own() -> None:
    schedule = Schedule(100.0)
    begun = schedule.begun
    schedule.start()
    ends = [schedule.end(part) - begun for part in ("volume", "habits", "secrets", "loops", "slow", "small")]
    assert ends == sorted(ends)
    assert ends[-1] == pytest.approx(100.0, abs=0.5)
    # What was compiled before is time of the run, but no more than half of it.
    for compiled, end in ((30.0, 100.0), (80.0, 130.0)):
        late = Schedule(100.0)
        late.begun -= compiled
        late.start()
        assert late.end("small") - late.begun == pytest.approx(end, abs=0.5)
    # Who is in a hurry still makes small what was found.
    schedule.hurry()
    assert 0.5 < schedule.end("small") - begun < 5


def test_a_hole_that_a_ruling_covers_is_listed_apart(tmp_path: Path) -> None:
    path = tmp_path / "taking.yaml"
    # Whoever takes three times has three points or more: every game asks.
    path.write_text(ASKING.replace("MANY", "2"))
    ran = run("fuzz", path, "--time", 1, "--workers", 1)
    assert ran.status == 0, ran.out
    assert "Nothing goes wrong in play." in ran.out
    assert "Holes of the rulebook that a ruling with readings covers: strictness." in ran.out
    asked = run("fuzz", path, "--time", 1, "--workers", 1, "--open", "all")
    assert asked.status == 0, asked.out
    assert "Nothing goes wrong in play." in asked.out
    assert "1 question of the rulebook that play asks:" in asked.out
    assert "[open-question]" in asked.out


def test_a_hole_that_nothing_comes_to_any_more_fails(tmp_path: Path) -> None:
    path = tmp_path / "taking.yaml"
    # Nobody can have more than fifteen points.
    path.write_text(ASKING.replace("MANY", "15"))
    for options in ((), ("--open", "all")):
        ran = run("fuzz", path, "--time", 1, "--workers", 1, *options)
        assert ran.status == 1, ran.out
        assert "nothing asks them: strictness." in ran.out
        assert "covers: strictness" not in ran.out
