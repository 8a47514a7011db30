"""Surveys: which readings are played, which ruling a fault is laid to, limits of time, interrupts, the table."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from rulewright.check import check_text
from rulewright.cli import main
from rulewright.compile.native import native_available
from rulewright.engine.contract import load
from rulewright.ruleset.model import OPEN, Ruleset
from rulewright.simulate.survey import combined_readings, open_readings, other_readings

#: Digging in soft sand takes from an empty pit; in wet sand only a storm does. Nothing else is wrong.
BEACH = """\
rulewright: 1
game: beach
title: Beach
players: 1..2
rulings:
  sand:
    question: What is the sand like?
    readings:
      firm: It holds
      soft: It gives way
      wet: It holds when it is calm
    chosen: firm
  wind:
    question: Does the wind blow?
    readings:
      calm: It is calm
      storm: It blows
    chosen: calm
  shells:
    question: Are there shells?
    readings:
      none_at_all: There is none
      some: There are some
    chosen: none_at_all
variables:
  pit: 0..9
  dug: 0..9 per player
actions:
  dig:
    do:
      - add 1 to dug[me]
      - if: sand = soft
        then:
          - take 1 from pit
      - if: sand = wet and wind = storm
        then:
          - take 2 from pit
      - if: shells = some
        then:
          - add 1 to dug[me]
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [dig]
result:
  score: dug[me]
"""


@pytest.fixture
def beach(tmp_path: Path) -> Path:
    path = tmp_path / "beach.yaml"
    path.write_text(BEACH)
    return path


def checked(text: str) -> Ruleset:
    ruleset, found = check_text(text)
    assert ruleset is not None, found
    return ruleset


def survey(*args: object) -> tuple[int, str]:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["survey", *map(str, args)])
    return status, out.getvalue()


def lines(*args: object) -> tuple[int, list[dict[str, Any]]]:
    status, out = survey(*args, "--backend", "python", "--workers", 1, "--json")
    return status, json.loads(out)


# --- which readings ---------------------------------------------------------------------------------------


def test_each_other_reading_is_played_alone_and_so_is_each_open_question() -> None:
    ruleset = checked(BEACH)
    assert other_readings(ruleset) == [(1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert open_readings(ruleset) == [(OPEN, 0, 0), (0, OPEN, 0), (0, 0, OPEN)]


def test_combinations_change_two_rulings_or_more_and_never_repeat() -> None:
    ruleset = checked(BEACH)
    # 3 * 2 * 2 in all, less the chosen ones and the 4 that change one.
    every = combined_readings(ruleset, 200, 0)
    assert len(set(every)) == len(every) == 12 - 1 - 4
    assert all(sum(reading != 0 for reading in readings) > 1 for readings in every)
    some = combined_readings(ruleset, 3, 1)
    assert len(set(some)) == 3
    assert set(some) < set(every)
    assert combined_readings(ruleset, 3, 1) == some
    # 3,072 in all: more than twice as many as are asked for.
    large = load("zambezi")
    many = combined_readings(large, 200, 7)
    assert len(set(many)) == 200
    assert len(combined_readings(load("tic_tac_toe"), 200, 0)) == 0


# --- what is told -----------------------------------------------------------------------------------------


def test_a_fault_is_laid_to_the_rulings_that_bring_it_about(beach: Path) -> None:
    status, told = lines(beach, "-n", 20, "--readings", 10)
    assert status == 0, "the chosen readings have no fault"
    kinds = [(line["players"], line["kind"]) for line in told]
    parts = ["chosen", *["reading"] * 4, "combinations", *["open"] * 3]
    assert kinds == [(n, k) for n in (1, 2) for k in parts]
    for line in told:
        games = {"chosen": 20, "reading": 10, "combinations": 70, "open": 10}[line["kind"]]
        assert line["asked"] == line["playouts"] == games
    blamed = [(line["readings"], [f["rulings"] for f in line["faults"]]) for line in told[1:5] + told[6:9]]
    assert blamed == [
        ({"sand": "soft"}, [["sand"]]),
        ({"sand": "wet"}, []),
        ({"wind": "storm"}, []),
        ({"shells": "some"}, []),
        ({"sand": "open"}, [["sand"]]),
        # Firm sand never asks for the wind.
        ({"wind": "open"}, []),
        ({"shells": "open"}, [["shells"]]),
    ]
    combined = told[5]
    assert combined["combinations"] == 7
    found = {(tuple(f["readings"].items()), tuple(f["rulings"])) for f in combined["faults"]}
    some, soft, wet, storm = ("shells", "some"), ("sand", "soft"), ("sand", "wet"), ("wind", "storm")
    assert found == {
        ((soft, storm), ("sand",)),
        ((soft, some), ("sand",)),
        ((soft, storm, some), ("sand",)),
        ((wet, storm), ("sand", "wind")),
        ((wet, storm, some), ("sand", "wind")),
    }
    # Each of these games ends in its fault at the first decision.
    assert all(f["count"] == 10 and f["moves"] == 1 for f in combined["faults"])


def test_a_fault_with_the_chosen_readings_is_an_error_and_no_ruling_is_to_blame(beach: Path) -> None:
    beach.write_text(BEACH.replace("chosen: firm", "chosen: soft"))
    status, told = lines(beach, "-n", 5, "--readings", 5, "--players", 1)
    assert status == 1
    assert [f["rulings"] for f in told[0]["faults"]] == [[]]
    storm = next(line for line in told if line["readings"] == {"wind": "storm"})
    assert [f["rulings"] for f in storm["faults"]] == [[]]


def test_the_table(beach: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(beach.parent)
    status, out = survey("beach.yaml", "-n", 20, "--readings", 10, "--players", 1, "--workers", 1)
    assert status == 0
    rows = {
        match[1].strip(): match[2].split()
        for match in re.finditer(r"^  (\S.{34,37}?)  +(\d.*)$", out, re.MULTILINE)
    }
    assert rows["the chosen readings"] == ["20", "2.0", "0.00%", "none"]
    assert rows["sand = soft"] == ["10", "1.0", "0.00%", "10"]
    assert rows["sand = open"] == ["10", "1.0", "0.00%", "asked", "100%"]
    assert rows["wind = open"] == ["10", "2.0", "0.00%", "never", "asked"]
    assert rows["7 combinations of readings"][0] == "70"
    assert "by sand; first with --seed" in " ".join(out.split())
    assert "--set sand=soft" in out
    assert "given up after 10,000 moves" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    # Of 7 combinations three have soft sand and two wet sand in a storm.
    assert "30 games, by sand; first" in out
    assert "20 games, by sand and wind; first" in out


def test_limits_of_the_ruleset_are_counted_and_told(tmp_path: Path) -> None:
    path = tmp_path / "beach.yaml"
    ending = "  cut_off:\n    when: pit = 0\n    means: The sea comes\n"
    path.write_text(BEACH + ending)
    _, told = lines(path, "-n", 20, "--readings", 10, "--players", 1)
    assert told[0]["at_limit"] == 1
    assert told[0]["cut_off"] == 20
    _, out = survey(path, "-n", 20, "--readings", 10, "--players", 1, "--workers", 1)
    assert "the ruleset's own. The sea comes" in out
    path.write_text(BEACH.replace("players: 1..2\n", "players: 1..2\nlimit: 1\n"))
    _, told = lines(path, "-n", 20, "--readings", 10, "--players", 1)
    assert (told[0]["given_up"], told[0]["at_limit"], told[0]["cut_off"]) == (20, 1, 0)


def test_the_games_are_those_of_simulate() -> None:
    _, told = lines("kuhn_poker", "-n", 300, "--seed", 9)
    out = StringIO()
    with redirect_stdout(out):
        main(["simulate", "kuhn_poker", "-n", "300", "--seed", "9", "--backend", "python", "--json"])
    assert told[0]["moves"] == json.loads(out.getvalue())["moves"]
    assert len(told) == 1, "without rulings there is nothing else to play"


@pytest.mark.skipif(not native_available(), reason="llvmlite is not here")
def test_native_code_and_several_workers_give_the_same_lines(beach: Path) -> None:
    asked = ("-n", 200, "--readings", 40, "--players", 2, "--json")
    _, expected = survey(beach, *asked, "--backend", "python", "--workers", 1)
    _, out = survey(beach, *asked, "--backend", "native", "--workers", 2)

    def untimed(text: str) -> list[dict[str, Any]]:
        return [{**line, "seconds": None} for line in json.loads(text)]

    assert untimed(out) == untimed(expected)


# --- time and interrupts ----------------------------------------------------------------------------------


def test_a_part_ends_when_its_time_is_over(beach: Path) -> None:
    begun = time.monotonic()
    status, out = survey(beach, "--minutes", 0.001, "--backend", "python", "--workers", 1, "--players", 2)
    assert status == 0
    assert time.monotonic() - begun < 240
    assert re.search(r"the chosen readings +[\d,]+\* ", out)
    assert "as many games as there was time for" in out


@pytest.mark.parametrize("form", ["table", "json"])
def test_an_interrupt_keeps_what_was_played(beach: Path, form: str) -> None:
    code = "import sys; from rulewright.cli import main; sys.exit(main())"
    args = ["survey", str(beach), "-n", "50", "--readings", "100000000", "--backend", "python"]
    shown = beach.with_name("out.txt")
    with shown.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-c", code, *args, "--workers", "1", *(["--json"] if form == "json" else [])],
            stdout=file, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
    if form == "json":
        time.sleep(6)
    end = time.monotonic() + 60
    while form == "table" and "chosen" not in shown.read_text() and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(1)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    out = shown.read_text()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "Interrupted." in err
    if form == "json":
        told = json.loads(out)
        assert told[0]["playouts"] == 50
        assert told[-1]["interrupted"]
        assert 0 < told[-1]["playouts"] < 100_000_000
    else:
        assert re.search(r"sand = soft +[\d,]+\* ", out)


# --- wrong calls ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["beach.yaml", "--minutes", "0"], "0 is not more than 0"),
        (["beach.yaml", "--minutes", "soon"], "'soon' is no number"),
        (["beach.yaml", "--combinations", "-1"], "can't be less than 0"),
        (["beach.yaml", "--players", "7"], "none of these is for 7 players"),
        (["nowhere_to_be_found"], "nowhere_to_be_found"),
        (["."], "there is no ruleset in the folder"),
    ],
)
def test_wrong_calls_say_what_is_wrong(
    args: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if args[0] == "beach.yaml":
        (tmp_path / "beach.yaml").write_text(BEACH)
    err = StringIO()
    with redirect_stderr(err):
        assert main(["survey", *args]) == 2
    assert said in err.getvalue()
