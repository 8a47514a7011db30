"""What commands write: asked for before the work, never over what is there, and nothing found is lost."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from command_line import program, run, run_program

from rulewright.cli import app, files
from rulewright.cli.errors import CommandError
from rulewright.mutate import Mutation

#: A file that takes nothing, as on a full disk.
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")

#: The pile is mixed by nobody, so every game has the same hands.
UNMIXED = """\
rulewright: 1
game: unmixed
title: Unmixed
players: 2
components:
  card:
    fields:
      number: 1..8
    make: 1 for each n in 1..8 with number = n
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  table: set of card, seen by everyone
actions:
  lay:
    pick:
      c: hand[me]
    do:
      - move c to table
setup:
  - move every card to deck
  - deal 3 from deck to hand
play:
  - turns: from nth(player, 1), 3 rounds
    do:
      - choose: [lay]
result:
  score: seat(me)
"""


def quick(path: Path, *more: object) -> list[object]:
    return ["fuzz", path, "--time", 1, "--workers", 1, "--backend", "python", *more]


@pytest.fixture
def unmixed(tmp_path: Path) -> Path:
    path = tmp_path / "unmixed.yaml"
    path.write_text(UNMIXED)
    return path


@pytest.mark.parametrize("option", ["--save", "--lcov"])
def test_what_cant_be_written_is_said_before_the_search(option: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    begun = time.monotonic()
    ran = run("fuzz", "tembo", "--time", 60, option, tmp_path / "file" / "there")
    assert time.monotonic() - begun < 10
    assert (ran.status, ran.out) == (2, "")
    assert str(tmp_path / "file") in ran.err


def test_a_folder_without_rights_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whoever runs this may have every right, so the refusal is made.
    def refused(dir: Path) -> None:
        raise PermissionError(13, "Permission denied", str(dir / "some.tmp"))

    monkeypatch.setattr(files.tempfile, "TemporaryFile", refused)
    with pytest.raises(CommandError, match=f"^{tmp_path}: Permission denied$"):
        files.folder_to_write(tmp_path)
    with pytest.raises(CommandError, match="Permission denied"):
        files.file_to_write(tmp_path / "new")


def test_asking_leaves_files_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("kept")
    files.file_to_write(tmp_path / "old")
    files.file_to_write(tmp_path / "new")
    files.folder_to_write(tmp_path / "a" / "b")
    assert (tmp_path / "old").read_text() == "kept"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "old"]


@needs_full
def test_finds_are_told_where_they_cant_be_saved(unmixed: Path) -> None:
    ran = run(*quick(unmixed, "--lcov", FULL))
    assert ran.status == 2
    assert "[unmixed]" in ran.out
    assert "/dev/full: No space left on device" in ran.err


def test_finds_are_told_where_saving_fails(unmixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Path:
        raise CommandError("found/x: No space left on device")

    monkeypatch.setattr("rulewright.cli.fuzz.write_new", full)
    ran = run(*quick(unmixed, "--save", unmixed.parent / "found"))
    assert ran.status == 2
    assert "[unmixed]" in ran.out
    assert "Saved as" not in ran.out
    assert "No space left" in ran.err


def test_saving_overwrites_nothing(unmixed: Path) -> None:
    folder = unmixed.parent / "found"
    folder.mkdir()
    (folder / "unmixed.fuzz-1.scenarios.yaml").write_text("mine")
    assert "fuzz-2.scenarios.yaml" in run(*quick(unmixed, "--save", folder)).out
    assert (folder / "unmixed.fuzz-1.scenarios.yaml").read_text() == "mine"
    # The same find needs no third file.
    run(*quick(unmixed, "--save", folder))
    assert len(list(folder.iterdir())) == 2


@needs_full
@pytest.mark.parametrize(
    "command", [["list"], ["test", "tic_tac_toe"], ["simulate", "pig", "-n", "2", "--json"]]
)
def test_a_full_disk_is_no_bug(command: list[str]) -> None:
    with FULL.open("w") as full:
        process = Popen(program(*command), stdout=full, stderr=PIPE, text=True)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.splitlines() == [
        f"rulewright {command[0]}: the output can't be written: No space left on device"
    ]


@needs_full
@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "pig", "-n", 10, "--csv", FULL],
        ["test", "tic_tac_toe", "--lcov", FULL],
        ["test", "tic_tac_toe", "--junit", FULL],
    ],
)
def test_what_a_full_disk_didnt_take_is_named(command: list[object]) -> None:
    ran = run_program(*command)
    assert ran.status == 2
    assert f"rulewright {command[0]}: /dev/full: No space left on device" in ran.err.splitlines()
    assert app.DEBUG_VARIABLE not in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupted_search_says_so() -> None:
    process = Popen(program("fuzz", "tic_tac_toe", "--time", 60), stdout=PIPE, stderr=PIPE, text=True)
    time.sleep(5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=100)
    assert process.returncode == 130, err
    assert out.startswith("Interrupted after ")
    assert "the search was interrupted" in out
    assert "Nothing goes wrong" not in out


@pytest.mark.parametrize("by_rules", [False, True])
def test_what_was_judged_until_an_interrupt_says_so(by_rules: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: str | Path, **_: object) -> Mutation:
        return Mutation(Path(path), 100, [], 1.0, True)

    monkeypatch.setattr("rulewright.mutate.mutate", interrupted)
    ran = run("mutate", "tic_tac_toe", *["--rules"] * by_rules)
    assert ran.status == 130
    assert "then interrupted" in " ".join(ran.out.split())
    assert "Each rule has" not in ran.out
    assert "No scenario that cites" not in ran.out


def test_more_workers_than_cores_can_use_are_not_taken() -> None:
    begun = time.monotonic()
    ran = run("simulate", "pig", "-n", 10, "--workers", 100_000, "--backend", "python", "--json")
    assert time.monotonic() - begun < 60
    assert ran.status == 0
    assert "instead of 100,000" in ran.err
    assert '"playouts": 10' in ran.out
    assert run("simulate", "pig", "-n", 1, "--workers", os.cpu_count() or 1).err == ""


@pytest.mark.parametrize("command", ["validate", "test"])
def test_a_folder_that_cant_be_looked_into_is_not_passed_over(
    command: str, unmixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (unmixed.parent / ".hidden").mkdir()
    (unmixed.parent / "unmixed.scenarios.yaml").write_text(
        "rulewright: 1\nscenarios:\n  - name: three each\n    given:\n      players: 2\n"
        "    then:\n      zones:\n        hand[1]: 3\n"
    )
    closed = unmixed.parent / "closed"
    closed.mkdir()
    # Whoever runs this may have every right, so the refusal is made.
    scandir = os.scandir

    def refusing(path: str) -> object:
        if Path(path).name in ("closed", ".hidden"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    ran = run(command, unmixed.parent)
    assert ran.status == 2
    assert ran.err == f"rulewright {command}: {closed}: Permission denied\n"
    closed.rmdir()
    # Hidden folders are nobody's business.
    assert "Permission denied" not in run(command, unmixed.parent).err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["mutate", "pig", "--at-least", 101], "101 is more than 100"),
        (["fuzz", "pig", "--players", 5], "pig is for 2 players: --players takes this number, or all"),
        (
            ["fuzz", "tembo", "--players", 5],
            "tembo is for 2 to 4 players: --players takes one of these, or all",
        ),
        (["fuzz", "pig", "--time", "0.001"], "'0.001' is no whole number"),
    ],
)
def test_wrong_numbers_are_told_as_what_they_are(command: list[object], said: str) -> None:
    ran = run(*command)
    assert ran.status == 2
    assert said in ran.err
