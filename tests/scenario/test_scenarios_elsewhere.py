"""Scenarios where other programs look at them: as JUnit XML, and as tests of pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import run

RULESET = """\
rulewright: 1
game: race
title: Race
players: 2
rules:
  R1: A turn is one step
variables:
  gone: 0..9 per player
actions:
  walk:
    rule: R1
    do:
      - add 1 to gone[me]
play:
  - turns: from nth(player, 1), 3 rounds
    do:
      - choose: [walk]
result:
  score: gone[me]
"""

SCENARIOS = """\
rulewright: 1
scenarios:
  - name: one step
    rule: R1
    when:
      - 1: walk
    then:
      scores: [1, 0]
  - name: "<two> & \\"steps\\" \\u0007 é ::x[1]"
    when:
      - 1: walk
    then:
      scores: [2, 0]
  - name: unreadable
    then:
      scroes: [2, 0]
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    (tmp_path / "race.yaml").write_text(RULESET)
    (tmp_path / "race.scenarios.yaml").write_text(SCENARIOS)
    return tmp_path / "race.scenarios.yaml"


def test_junit(race: Path) -> None:
    file, lonely = race.parent / "junit.xml", race.parent / "lonely.yaml"
    lonely.write_text(RULESET)
    broken = race.parent / "broken.scenarios.yaml"
    broken.write_text("rulewright: 1\nscenarios: []\n")
    ran = run("test", race, lonely, broken, "--junit", file)
    assert ran.status == 1
    root = ElementTree.parse(file).getroot()
    counts = ("tests", "failures", "errors", "skipped")
    assert root.tag == "testsuites"
    assert [root.get(key) for key in counts] == ["5", "1", "3", "0"]
    first, second, third = root
    assert [suite.tag for suite in root] == ["testsuite"] * 3
    assert [first.get(key) for key in counts] == ["3", "1", "1", "0"]
    assert first.get("name") == str(race)
    passed, failed, unread = first
    assert passed.get("name") == "one step"
    assert [passed.get("file"), passed.get("line"), passed.get("classname")] == [str(race), "3", str(race)]
    assert [child.tag for child in passed] == ["properties"]
    assert passed[0][0].get("value") == "R1"
    assert float(passed.get("time", "x")) >= 0
    # What XML can't hold is told as an escape, all else comes through.
    assert failed.get("name") == '<two> & "steps" \\u0007 é ::x[1]'
    failure = failed.find("failure")
    assert failure is not None
    assert failure.get("type") == "not-as-expected"
    assert failure.get("message") == "score of seat 1: expected 2, got 1"
    assert "scores: [2, 0]" in (failure.text or "")
    error = unread.find("error")
    assert error is not None
    assert error.get("type") == "unknown-key"
    assert [second.get(key) for key in counts] == ["1", "0", "1", "0"]
    assert second[0].find("error") is not None
    assert [third.get(key) for key in counts] == ["1", "0", "1", "0"]
    refused = run("test", race, "--junit", race.parent / "nowhere" / "x.xml")
    assert refused.status == 2
    assert "x.xml: No such file" in refused.err


def pytest_run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesispytest",
        *args,
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


def test_pytest_collects_scenarios(race: Path) -> None:
    # Neither what has another name nor what is no scenario file of ours.
    (race.parent / "other.yaml").write_text("a: 1\n")
    (race.parent / "theirs.scenarios.yaml").write_text("steps: [a, b]\n")
    done = pytest_run(race.parent, "-rA")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 passed, 2 failed" in done.stdout or "2 failed, 1 passed" in done.stdout
    assert "PASSED race.scenarios.yaml::one step" in done.stdout
    assert "FAILED race.scenarios.yaml::unreadable" in done.stdout
    # Our messages, with the lines of the file and none of Python's.
    assert "error[not-as-expected]: score of seat 1: expected 2, got 1" in done.stdout
    assert "--> race.scenarios.yaml:13:16" in done.stdout
    assert "Traceback" not in done.stdout
    assert ".py:" not in done.stdout
    one = pytest_run(race.parent, "race.scenarios.yaml::one step")
    assert one.returncode == 0
    assert "1 passed" in one.stdout


def test_pytest_says_why_a_file_cannot_be_used(race: Path) -> None:
    (race.parent / "race.yaml").write_text(RULESET.replace("gone[me]", "gnoe[me]"))
    done = pytest_run(race.parent)
    assert done.returncode == 2
    assert "error[no-ruleset]" in done.stdout
    assert "did you mean gone?" in done.stdout


def test_pytest_can_do_without(race: Path) -> None:
    assert pytest_run(race.parent, "-p", "no:rulewright").returncode == 5  # Nothing is collected.
    # Where there is no scenario file nothing of ours is loaded but the plugin.
    folder = race.parent / "python"
    folder.mkdir()
    (folder / "test_python.py").write_text(
        "import sys\n\n\ndef test_light():\n"
        "    ours = {name for name in sys.modules if name.split('.')[0] == 'rulewright'}\n"
        "    assert ours == {'rulewright', 'rulewright.pytest_plugin'}\n"
    )
    done = pytest_run(folder)
    assert done.returncode == 0, done.stdout
