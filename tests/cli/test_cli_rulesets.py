"""The commands that look at rulesets: list, validate, new, words."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from command_line import RULESETS, run

from rulewright.check import check_file, texts
from rulewright.cli.vocabulary import all_words, count_words, strings_of
from rulewright.diagnostics import Sink
from rulewright.diagnostics.codes import Code
from rulewright.engine.shipped import shipped_rulesets
from rulewright.loading import Mapping, load, load_text

ALL = [*shipped_rulesets().values()]


# --- list -------------------------------------------------------------------------------------------------


def test_list_shows_every_ruleset_that_ships() -> None:
    ran = run("list")
    assert ran.status == 0
    for name in shipped_rulesets():
        assert name in ran.out


def test_list_of_one_shows_its_questions_and_assumptions() -> None:
    told = json.loads(run("list", "goofspiel", "--json").out)
    assert told["players"] == {"fewest": 2, "most": 2, "text": "2"}
    assert [(r["name"], list(r["readings"]), r["chosen"]) for r in told["rulings"]] == [
        ("prize_order", ["by_chance", "descending"], "by_chance")
    ]
    assert [(a["name"], a["data"]) for a in told["assumptions"]] == [("cards", {"number": 13})]
    text = run("list", "goofspiel").out
    assert "* by_chance" in text
    assert "cards [G1]: 13" in text


# --- validate ---------------------------------------------------------------------------------------------


@pytest.fixture
def unused(tmp_path: Path) -> Path:
    """A ruleset with one warning: a definition that nothing uses."""
    text = (RULESETS / "classics" / "kuhn_poker.yaml").read_text()
    path = tmp_path / "kuhn_poker.yaml"
    path.write_text(text.replace("define:\n", "define:\n  never: 1 = 1\n"))
    return path


def test_validate_a_folder_and_what_is_in_it(tmp_path: Path, unused: Path) -> None:
    (tmp_path / "settings.yaml").write_text("a: 1\n")
    ran = run("validate", tmp_path)
    assert ran.status == 0
    assert ran.out.splitlines()[-1] == "1 ruleset checked: 1 warning."


def test_strict_makes_warnings_errors(unused: Path) -> None:
    ran = run("validate", "--strict", "--format", "concise", unused)
    assert ran.status == 1
    assert "error[unused]" in ran.out
    assert ran.out.splitlines()[-1] == "1 ruleset checked: 1 error."


def test_validate_for_programs(unused: Path) -> None:
    found = json.loads(run("validate", "--json", unused).out)
    assert [(d["code"], d["severity"]) for d in found] == [("unused", "warning")]
    assert json.loads(run("validate", "--format", "sarif", unused).out)["version"] == "2.1.0"
    assert run("validate", "--format", "github", unused).out.startswith("::warning ")


def test_validate_reports_a_file_that_is_not_there() -> None:
    ran = run("validate", "nowhere/nothing.yaml")
    assert ran.status == 2
    assert "nowhere/nothing.yaml" in ran.err


def test_validate_an_empty_folder_is_a_wrong_call(tmp_path: Path) -> None:
    assert run("validate", tmp_path).status == 2


def test_validate_a_scenario_file(tmp_path: Path) -> None:
    path = tmp_path / "x.scenarios.yaml"
    path.write_text("rulewright: 1\nruleset: pig\nscenarios:\n  - name: x\n    then:\n      awaits: 7\n")
    ran = run("validate", path)
    assert ran.status == 1
    assert "1 scenario file checked: 1 error." in ran.out


def test_a_mistake_in_a_ruleset_is_told_once_whoever_comes_upon_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ruleset itself, and two files of scenarios for it, one of which names it by another path."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "first_game").status == 0
    ruleset, scenarios = Path("first_game.yaml"), Path("first_game.scenarios.yaml")
    ruleset.write_text(ruleset.read_text().replace("game: ", "gaem: "))
    other = scenarios.read_text().replace(
        "rulewright: 1\n", f"rulewright: 1\nruleset: ../{tmp_path.name}/first_game.yaml\n"
    )
    Path("more.scenarios.yaml").write_text(other)
    ran = run("validate", ".", "--format", "concise")
    assert ran.status == 1
    assert ran.out.count("'gaem' means nothing in a ruleset") == 1
    assert "first_game.scenarios.yaml:5:1: error[no-ruleset]: first_game.yaml has 1 error\n" in ran.out
    assert ran.out.endswith("1 ruleset and 2 scenario files checked: 3 errors.\n")


@pytest.mark.parametrize("code", Code.all(), ids=lambda c: c.code)
def test_explain_tells_every_code(code: type[Code]) -> None:
    ran = run("validate", "--explain", code.code)
    assert ran.status == 0
    words = " ".join(ran.out.split())
    assert " ".join(code.mend.split())[:40] in words


def test_explain_names_the_nearest_code() -> None:
    ran = run("validate", "--explain", "unusd")
    assert ran.status == 2
    assert "unused" in ran.err


# --- new --------------------------------------------------------------------------------------------------


def test_new_writes_a_game_that_validates_passes_its_tests_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "first_game").status == 0
    ran = run("validate", "--strict", ".")
    assert (ran.status, ran.out) == (0, "1 ruleset and 1 scenario file checked: all is well.\n")
    tested = run("test", "first_game.yaml", "--json")
    assert tested.status == 0
    report = json.loads(tested.out)[0]
    assert len(report["scenarios"]) >= 5
    assert report["rules_without_scenario"] == []
    # Of some scenarios it can't be said what none of them shows.
    some = run("test", "first_game.yaml", "--json", "-k", report["scenarios"][0]["name"])
    assert some.status == 0
    assert json.loads(some.out)[0]["rules_without_scenario"] is None
    none = run("test", "first_game.yaml", "--coverage", "-k", "no name has this in it")
    assert none.status == 1
    assert "Coverage" not in none.out
    for players in (2, 3, 4):
        played = run(
            "simulate", "first_game.yaml", "-n", 50, "--players", players, "--json"
        )  # fmt: skip
        assert played.status == 0
        assert json.loads(played.out)["ended"] == 50


def test_new_overwrites_nothing(tmp_path: Path) -> None:
    for existing in ("game.yaml", "game.scenarios.yaml"):
        folder = tmp_path / existing.replace(".", "_")
        folder.mkdir()
        (folder / existing).write_text("mine")
        assert run("new", folder / "game").status == 2
        assert [p.name for p in folder.iterdir()] == [existing]
        assert (folder / existing).read_text() == "mine"


@pytest.mark.parametrize("name", ["my-game", "1st", "for", ""])
def test_new_takes_only_names_that_a_game_can_have(name: str, tmp_path: Path) -> None:
    assert run("new", tmp_path / name if name else "/").status == 2
    assert list(tmp_path.iterdir()) == []


# --- words ------------------------------------------------------------------------------------------------


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What the checker parses, as it does."""
    found: list[tuple[str, str]] = []
    plain, template = texts.parse, texts.parse_template

    def parse(kind: str, text: str) -> Any:
        found.append((kind, text))
        return plain(kind, text)

    def parse_template(text: str) -> Any:
        found.append(("template", text))
        return template(text)

    monkeypatch.setattr(texts, "parse", parse)
    monkeypatch.setattr(texts, "parse_template", parse_template)
    return found


@pytest.mark.parametrize("path", ALL, ids=lambda p: p.stem)
def test_the_strings_that_are_counted_are_those_that_the_checker_parses(
    path: Path, parsed: list[tuple[str, str]]
) -> None:
    ruleset, _ = check_file(path)
    assert ruleset is not None
    root = load(path, Sink())
    assert isinstance(root, Mapping)
    mine = {found for found in strings_of(root) if found[0] != "word"}
    assert mine == set(parsed)


@pytest.mark.parametrize("path", ALL, ids=lambda p: p.stem)
def test_every_word_that_is_counted_is_in_the_table(path: Path) -> None:
    root = load(path, Sink())
    assert isinstance(root, Mapping)
    assert set(count_words(root)) <= {word for words in all_words().values() for word in words}


def test_a_word_of_the_language_serves_two_rulesets() -> None:
    serves: Counter[str] = Counter()
    for path in ALL:
        root = load(path, Sink())
        assert isinstance(root, Mapping)
        serves.update(set(count_words(root)))
    words = {word for words in all_words().values() for word in words}
    assert {word for word in words if serves[word] < 2} == set()


def test_a_small_text_counted_by_hand() -> None:
    text = """\
zones:
  deck: pile of card, seen by nobody, at most 9
  hand: set of card per player, seen by owner
play:
  - turns: from nth(player, 1), at most 3
    do:
      - move top(deck) to bottom of deck
      - if: size(hand[me]) >= 2 and deck is not empty
        then:
          - choose: [draw, pass]
            times: 0..2
"""
    root = load_text(text, "text.yaml", Sink())
    assert isinstance(root, Mapping)
    assert dict(count_words(root)) == {
        "zones": 1, "pile": 1, "seen by": 2, "at most": 1, "set of": 1, "per (zone)": 1, "turns": 1,
        "nth(...)": 1, "at most (turns)": 1, "move": 1, "top(...), bottom(...)": 1,
        "top of, bottom of, start of, end of": 1, "if": 1,
        "size(...)": 1, ">=": 1, "and": 1, "is empty": 1, "choose": 1, "times A..B": 1,
    }  # fmt: skip


def test_words_says_so_where_no_word_is_used_once() -> None:
    told = run("words", "--once").out
    assert told == "No word is used by a single ruleset.\n"
    alone = run("words", "--once", str(RULESETS / "tembo.yaml")).out
    assert "No word" not in alone
    assert "shuffle" in alone


def test_words_says_how_many_rulesets_use_a_word() -> None:
    counts = json.loads(run("words", "--json").out)
    for word in ("choose", "together"):
        named = {name for name, path in shipped_rulesets().items() if f"{word}: [" in path.read_text("utf-8")}
        assert set(counts[word]) == named
    entries = {entry.strip() for entry in re.split(r"·|\n|  ", run("words", "--once").out)}
    for word in ("together", "choose"):
        assert (word in entries) == (len(counts[word]) == 1)
