"""What is wrong with a scenario file is said with its place, before anything is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_support import BAZAAR, messages, run, scenario

THEN = "then:\n  awaits: 1\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("whan: []", "unknown-key: 'whan' means nothing in a scenario"),
        ("given:\n  tern: 1", "unknown-key: 'tern' means nothing in given"),
        ("then:\n  zone: {}", "unknown-key: 'zone' means nothing in what is expected"),
        ("given: 3", "wrong-shape: here stands a number"),
        ("when:\n  - pay", "wrong-shape: here stands a text"),
        ("when:\n  - 1: [pay]", "wrong-shape: here stands a list"),
        ("rule: R9", "unknown-rule: the ruleset has no rule 'R9'"),
        ("given:\n  players: 4", "wrong-game: bazaar is for 2 to 3 players, not 4"),
        ("given:\n  players: two", "wrong-shape: here stands a text"),
        ("given:\n  readings:\n    who: me", "wrong-game: 'who' is no ruling of bazaar"),
        ("given:\n  turn: 3", "wrong-game: there is no seat '3'"),
        ("given:\n  seed: many", "wrong-value: here stands no number"),
        ("given:\n  tape: [-1]", "wrong-value: -1 is less than 0"),
        ("given:\n  seed: 99999999999999999999999", "number-too-large: the number `9999"),
        ("given:\n  zones:\n    hend[1]: empty", "unknown-name: there is no zone 'hend[1]'"),
        ("given:\n  zones:\n    hand[3]: empty", "unknown-name: there is no zone 'hand[3]'"),
        ("given:\n  zones:\n    hand[1]: [cups]", "unknown-name: there is no component 'cups'"),
        ("given:\n  zones:\n    hand[1]: {cup: many}", "wrong-value: here stands no number"),
        ("given:\n  zones:\n    hand[1]: 3", "wrong-shape: here stands a number"),
        (
            "given:\n  zones:\n    deck: {top: [cup], middle: [cup]}",
            "unknown-key: 'middle' means nothing in a pile",
        ),
        ("given:\n  others: heap", "unknown-name: there is no zone 'heap'"),
        ("given:\n  variables:\n    dye: 3", "unknown-name: there is no variable 'dye'"),
        ("given:\n  variables:\n    die: high", "wrong-value: 'high' is no value of die"),
        ("given:\n  variables:\n    friends[1]: 2", "wrong-shape: here stands a number"),
        ("given:\n  variables:\n    friends[1]: [4]", "wrong-value: '4' is no value of friends"),
        ("given:\n  variables:\n    place[canoe A]: 3", "wrong-value: '3' is no value of place"),
        ("when:\n  - 1: pay me", "malformed-move: 'pay me' is not a move"),
        ("when:\n  - 1: play", "malformed-move: there is no action 'play'"),
        ("when:\n  - 1: lay card=cup", "malformed-move: lay has no parameter 'card'"),
        ("when:\n  - 1: lay c=cups", "malformed-move: 'cups' is no value of c"),
        ("when:\n  - 1: drop s=cup", "malformed-move: s of drop is a set"),
        ("when:\n  - 1: lay c=[cup]", "malformed-move: c of lay is no set"),
        ("when:\n  - 1: done now=1", "malformed-move: done has no parameter now"),
        ("when:\n  - next: [mug]", "unknown-name: there is no component 'mug'"),
        ("when:\n  - next: [0]", "unknown-name: there is no component '0'"),
        ("when:\n  - chance: [two]", "wrong-value: here stands no number"),
        ("when:\n  - given:\n      players: 2", "unknown-key: 'players' means nothing in a table"),
        ("then:\n  zones:\n    deck: some", "wrong-value: here stands no number"),
        (
            "then:\n  zones:\n    deck: {count: 3, hat: [cup]}",
            "unknown-key: 'hat' means nothing in what is expected",
        ),
        ("then:\n  legal: {only: [pay]}", "unknown-key: 'only' means nothing in legal moves"),
        ("then:\n  refused: pey", "malformed-move: there is no action 'pey'"),
        ("then:\n  refused:\n    - 4: pay", "wrong-game: there is no seat '4'"),
        ("then:\n  sees:\n    all: {}", "wrong-game: there is no seat 'all'"),
        ("then:\n  sees:\n    1: {zone: {}}", "unknown-key: 'zone' means nothing in what a seat sees"),
        ("then:\n  sees:\n    1: {unseen: [secrets]}", "unknown-name: there is no variable 'secrets'"),
        ("given:\n  zones: {line: empty}\n  others: hand", "unknown-name: 'hand' has indexes"),
        ("then:\n  awaits: nobody", "wrong-game: there is no seat 'nobody'"),
        ("then:\n  over: maybe", "wrong-shape: here stands a text"),
        ("then:\n  scores: [1]", "wrong-value: here stand 1 scores for 2 players"),
        ("then:\n  scores: [1, high]", "wrong-value: here stands no number"),
        ("then:\n  fault: empty", "unknown-name: there is no fault 'empty'"),
    ],
)
def test_a_mistake_is_named_at_its_place(body: str, expected: str, tmp_path: Path) -> None:
    text = scenario(body + ("" if body.startswith("then:") else "\n" + THEN))
    report = run(tmp_path, text)
    found = messages(report)
    assert [m.partition(" ")[2][: len(expected)] for m in found] == [expected]
    # A scenario with a mistake isn't run, and counts as failed.
    assert [(r.name, r.passed, r.checked) for r in report.results] == [("one", False, 0)]
    assert report.sink.diagnostics[0].place.path.endswith("bazaar.scenarios.yaml")


def test_names_that_are_near_are_offered(tmp_path: Path) -> None:
    report = run(tmp_path, scenario("given:\n  zones:\n    hnad[2]: empty\n" + THEN))
    assert report.sink.diagnostics[0].help == "did you mean hand[2]?"


@pytest.mark.parametrize(
    ("body", "helps"),
    [
        ("given:\n  zones: {line: empty}\n  others: hand", "write which: hand[1], hand[2]"),
        ("when:\n  - then:\n      zones:\n        hand[3]: empty", "there is hand[1], hand[2]"),
        ("given:\n  zones:\n    hand[3]: empty", "there is hand[1], hand[2]"),
        ("when:\n  - then:\n      variables:\n        secret[3]: 3", "there is secret[1], secret[2]"),
        ("given:\n  variables:\n    place[canoe A]: 3", "a space of pier, 1 to 2 | none"),
        ("when:\n  - 1: lay card=cup", "c=..."),
        ("when:\n  - 1: draw c=cup", "draw alone: it has no parameters"),
        ("when:\n  - 1: fly", "draw | "),
        ("when:\n  - 1: lay c=cups", "did you mean cup?"),
    ],
)
def test_what_there_is_is_said_where_a_name_is_wrong(body: str, helps: str, tmp_path: Path) -> None:
    (found,) = run(tmp_path, scenario(body + "\n" + THEN)).sink.diagnostics
    assert helps in " | ".join([*found.expected, found.help or ""])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("scenarios: 3", "wrong-shape: here stands a number"),
        ("ruleset: [a]\nscenarios: []", "wrong-shape: here stands a list"),
        ("ruleset: bazar\nscenarios: []", "no-ruleset: there is no ruleset"),
        ("", "missing-key: a scenario file needs the key 'scenarios'"),
        ("scenarios:\n  - rule: R1", "missing-key: a scenario needs the key 'name'"),
        ("scenarios:\n  - just a text", "wrong-shape: here stands a text"),
        (
            "others: heap\nscenarios:\n  - name: a\n    given: {turn: 1}\n    then: {awaits: 1}",
            "unknown-name",
        ),
        ("scenarios:\n  - name: a", "asserts-nothing: this scenario expects nothing"),
        (
            "scenarios:\n  - name: a\n    when:\n      - 1: draw\n",
            "asserts-nothing: this scenario expects nothing",
        ),
        ("scenarios:\n  - name: a\n    then: {}", "asserts-nothing: this scenario expects nothing"),
    ],
)
def test_a_file_that_is_wrong(text: str, expected: str, tmp_path: Path) -> None:
    found = messages(run(tmp_path, text))
    assert [m.partition(" ")[2][: len(expected)] for m in found] == [expected]


def test_another_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bazaar.scenarios.yaml"
    (tmp_path / "bazaar.yaml").write_text(BAZAAR, encoding="utf-8")
    file.write_text("rulewright: 2\nscenarios: []\n", encoding="utf-8")
    from rulewright.scenario import run_scenarios

    report = run_scenarios(file)
    assert [d.code for d in report.sink.diagnostics] == ["wrong-version"]


def test_errors_of_the_ruleset_are_shown_with_their_places(tmp_path: Path) -> None:
    report = run(tmp_path, scenario(THEN), BAZAAR.replace("to hand[me]", "to hend[me]"))
    codes = {(Path(d.place.path).name, d.code) for d in report.sink.diagnostics if d.severity == "error"}
    assert codes == {("bazaar.scenarios.yaml", "no-ruleset"), ("bazaar.yaml", "unknown-name")}
    assert not report.passed
    assert report.ruleset is None


def test_a_mistake_in_one_scenario_leaves_the_others(tmp_path: Path) -> None:
    text = """
    scenarios:
      - name: wrong
        when:
          - 1: fly
        then: {awaits: 1}
      - name: right
        then: {awaits: 1}
    """
    report = run(tmp_path, text)
    assert [(r.name, r.passed) for r in report.results] == [("wrong", False), ("right", True)]
    assert not report.passed


def test_scenarios_may_be_chosen_by_name(tmp_path: Path) -> None:
    from rulewright.scenario import run_scenarios

    text = "scenarios:\n  - name: a\n    then: {awaits: 1}\n  - name: b\n    then: {awaits: 2}\n"
    assert not run(tmp_path, text).passed
    report = run_scenarios(tmp_path / "bazaar.yaml", "reference", only=lambda name: name == "a")
    assert [r.name for r in report.results] == ["a"]
    assert report.passed
