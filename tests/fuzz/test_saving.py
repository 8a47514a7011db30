"""Finds saved as scenarios: each fails as long as the ruleset is as it was, and holds once it is mended."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulewright.engine.contract import load
from rulewright.fuzz import Finding, cells, fuzz, saving
from rulewright.fuzz.cells import Cell
from rulewright.machine.interface import Config
from rulewright.scenario import run_scenarios

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import run
from fuzz_support import GAME, ROUND, searched

LAYING = GAME.replace("EXTRA", "size(hand[me]) = 3").replace("THEN", "sum := 0")


def saved(folder: Path, text: str, kind: str) -> tuple[Path, Path]:
    """A ruleset and the scenario of its one find of a kind."""
    path = folder / "game.yaml"
    path.write_text(text)
    made = load(path)
    (finding,) = [f for f in searched(made).findings if f.kind == kind]
    file = folder / "found" / "found.scenarios.yaml"
    file.parent.mkdir()
    written = saving.scenario(made, finding, file.parent)
    assert written is not None
    file.write_text(written)
    return path, file


def failures(file: Path) -> list[str]:
    report = run_scenarios(file)
    (result,) = report.results
    return [failure.message for failure in result.failures]


@pytest.mark.parametrize(
    ("kind", "broken", "mended", "message"),
    [
        ("fault", LAYING.replace("sum := 0", "add c.number to sum"), LAYING, "fault: expected none"),
        (
            "leak", LAYING.replace("size(hand[me]) = 3", "any(c.number = 8 for c in hand[left of me])"), LAYING,
            "what seat 1 may choose: expected the same in both games",
        ),
        ("unmixed", LAYING.replace("  - shuffle deck\n", ""), LAYING, "deck: expected other cards in other games"),
        ("endless", ROUND, ROUND.replace("players: 2", "players: 2\nlimit: 50"), "before once more"),
    ],
)  # fmt: skip
def test_a_find_is_a_scenario_that_fails_until_it_is_mended(
    kind: str, broken: str, mended: str, message: str, tmp_path: Path
) -> None:
    path, file = saved(tmp_path, broken, kind)
    (told,) = failures(file)
    assert message in told
    path.write_text(mended)
    assert failures(file) == []
    # It shows no rule of the ruleset: that nothing goes wrong is expected of every one.
    assert run_scenarios(file).rules_without_scenario == ["L1", "L2"] * (kind != "endless")


def test_what_is_saved_moves_with_its_ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    path, file = saved(here, LAYING.replace("sum := 0", "add c.number to sum"), "fault")
    assert 'ruleset: "../game.yaml"' in file.read_text()
    there = here.rename(tmp_path / "there")
    assert "fault: expected none" in failures(there / file.relative_to(here))[0]
    # As well from a folder that is named from where one stands.
    monkeypatch.chdir(there)
    assert "fault: expected none" in failures(Path("found/found.scenarios.yaml"))[0]
    (there / path.name).write_text(LAYING)
    assert failures(there / file.relative_to(here)) == []


def test_a_question_that_play_asks_is_a_scenario_that_holds(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    ruling = "rulings:\n  how_many:\n    question: How many?\n    readings:\n      one: one\n      two: two\n    chosen: one\n"
    path.write_text(
        LAYING.replace("components:", ruling + "components:").replace(
            "sum := 0", "sum := if how_many = one then 1 else 2"
        )
    )
    made = load(path)
    found = fuzz(
        made, cells(made, [2], {}, opened=["how_many"]), seed=1, seconds=1, max_moves=100, backend="python"
    )
    (question,) = found.findings
    file = tmp_path / "found.scenarios.yaml"
    file.write_text(saving.scenario(made, question, tmp_path) or "")
    assert "readings: {how_many: open}" in file.read_text()
    assert failures(file) == []


def test_a_ruleset_that_ships_is_saved_by_its_name(tmp_path: Path) -> None:
    made = load("kuhn_poker")
    mixed = Finding("unmixed", "unmixed", "", Cell(Config(2, ())), about="hand")
    file = tmp_path / "found.scenarios.yaml"
    file.write_text(saving.scenario(made, mixed, tmp_path) or "")
    assert 'ruleset: "kuhn_poker"' in file.read_text()
    assert failures(file) == []
    # Another one of this name in the folder is not meant.
    (tmp_path / "kuhn_poker.yaml").write_text(GAME)
    file.write_text(saving.scenario(made, mixed, tmp_path) or "")
    assert failures(file) == []


#: Whoever passes adds to a number, so no position comes again; taking ends the game, and nobody ever may.
COUNTING = """rulewright: 1
game: counting
title: Counting
players: 2
rules:
  C1: Who passes adds one
  C2: Who may take wins
variables:
  at: 0..1000000
actions:
  pass_on:
    rule: C1
    do:
      - add 1 to at
  take:
    rule: C2
    when: at > 900000
    do:
      - stop game
play:
  - turns: from nth(player, 1)
    do:
      - choose: [pass_on, take]
      - if: at = 900001
        then:
          - stop game
result:
  rank:
    - highest seat(me)
"""


def test_a_long_game_is_told_by_its_end_and_saved_as_a_log(tmp_path: Path) -> None:
    path = tmp_path / "counting.yaml"
    path.write_text(COUNTING)
    call = ("fuzz", path, "--time", 2, "--max-moves", 800, "--workers", 1, "--save", tmp_path / "found")
    ran = run(*call)
    assert ran.status == 1, ran.err
    # The loop, and what stands in it that could have ended the game.
    turns, choose, ends = (
        next(number for number, line in enumerate(COUNTING.splitlines(), 1) if word in line)
        for word in ("turns:", "choose:", "if:")
    )
    for told in (
        f"counting.yaml:{turns}:",
        f"goes round 400 times in line {turns} (from nth(player, 1)) and never leaves",
        "it is played: pass_on (400)",
        f"    {choose} choose: take\n",
        f"    {ends} if at = 900001: so it is\n",
        "    1: pass_on\n",
        "rules C1\n",
    ):
        assert told in ran.out, ran.out
    (saved,) = (tmp_path / "found").iterdir()
    assert saved.suffix == ".log"
    assert f"`rulewright replay {saved} --game {path}`" in ran.out.replace("\n     ", "")
    again = run("replay", saved, "--game", path)
    assert again.status == 0, again.err
    assert again.out.count("pass on") == 800
    # Mended, it ends before that.
    path.write_text(COUNTING.replace("at > 900000", "at > 10"))
    assert run("fuzz", path, "--time", 1, "--max-moves", 800, "--workers", 1).status == 0


def test_what_cant_be_said_has_a_reason(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(LAYING)
    made = load(tmp_path / "game.yaml")
    for kind in ("level", "state"):
        assert saving.scenario(made, Finding(kind, kind, "", Cell(Config(2, ()))), tmp_path) is None
        assert kind in saving.UNSAID
