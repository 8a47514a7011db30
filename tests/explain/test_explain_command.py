"""The command: out of a log, at the beginning of a game, and what is wrong in a call; and `why` at the table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import run


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Tembo between random players, saved to its end."""
    path = tmp_path_factory.mktemp("logs") / "tembo.log"
    done = run("play", "tembo", "--seats", "random,random", "--seed", 3, "--save", path)
    assert done.status == 0, done.err
    return path


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def decisions(path: Path) -> list[int]:
    """The lines with decisions, from 1."""
    return [number for number, entry in enumerate(lines(path), 1) if "action" in entry]


def test_the_first_decision() -> None:
    done = run("explain", "tic_tac_toe")
    assert done.status == 0, done.err
    assert "Player 1 is to choose:" in done.out
    assert "9 legal moves" in done.out


def test_a_decision_of_a_log_is_explained_on_the_table_before_it(saved: Path) -> None:
    at = decisions(saved)[5]
    entry = lines(saved)[at - 1]
    done = run("explain", "tembo", "--at", f"{saved}:{at}", "--json")
    assert done.status == 0, done.err
    told = json.loads(done.out)
    assert told["move"]["legal"] is True
    assert told["move"]["seat"] == entry["seat"]
    assert told["move"]["move"].startswith(str(entry["action"]))
    offered = {offer["action"]: offer["count"] for offer in told["decision"]["offers"][str(entry["seat"])]}
    assert offered[entry["action"]] >= 1
    assert told["steps"], "what the move ran is listed"
    assert told["steps"][0]["rules"], "with its rules"


def test_another_move_there(saved: Path) -> None:
    at = decisions(saved)[5]
    done = run("explain", "tembo", "--at", f"{saved}:{at}", "play_elephant s=1")
    assert done.status == 0, done.err
    assert "play_elephant s=1 is" in done.out
    behind = run("explain", "tembo", "play_elephant s=1", "--at", f"{saved}:{at}")
    assert behind.out == done.out


def test_a_move_in_short(saved: Path) -> None:
    at = f"{saved}:{decisions(saved)[5]}"
    short = run("explain", "tembo", "--at", at, "play elephant 1")
    full = run("explain", "tembo", "--at", at, "play_elephant e=elephant s=1")
    assert short.status == 0, short.err
    assert short.out == full.out


def test_the_line_may_be_one_that_the_rules_refuse(saved: Path, tmp_path: Path) -> None:
    at = decisions(saved)[0]
    kept = saved.read_text(encoding="utf-8").splitlines()[:at]
    entry = json.loads(kept[-1])
    entry["action"], entry["with"] = "place_lion", {"s": 1}
    edited = tmp_path / "edited.log"
    edited.write_text("\n".join([*kept[:-1], json.dumps(entry)]) + "\n", encoding="utf-8")
    done = run("explain", "tembo", "--at", f"{edited}:{at}")
    assert done.status == 0, done.err
    assert "place_lion s=1 is not legal: this choice is of play_animal" in done.out


def test_after_a_chance_event_it_is_the_decision_that_came(saved: Path) -> None:
    first = decisions(saved)[0]
    assert "chance" in lines(saved)[1]
    done = run("explain", "tembo", "--at", f"{saved}:{first - 1}")
    assert done.status == 0, done.err
    assert "is to choose:" in done.out
    assert "is legal" not in done.out


def test_how_a_game_ended(saved: Path) -> None:
    done = run("explain", "tembo", "--at", saved)
    assert done.status == 0, done.err
    # The rulebook: a round ends when a player can't play (T21), there are two (T23), the highest total wins.
    assert "rule T21" in done.out
    assert "rule T23" in done.out
    assert "otherwise" not in done.out
    end = lines(saved)[-1]
    assert end["end"] == "over"
    told = json.loads(run("explain", "tembo", "--at", saved, "--json").out)["end"]
    assert told["places"] == end["places"]
    assert told["wins"] == end["winners"]
    assert told["ranking"][0]["values"] == [str(score) for score in end["scores"]]  # type: ignore[attr-defined]
    over = run("explain", "tembo", "--at", saved, "play_animal")
    assert "is not legal: the game is over" in over.out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["fly"], "there is no action 'fly'"),
        (["play_animal x=1"], "play_animal has no parameter 'x'"),
        (["--seat", "9"], "--seat takes a number from 1 to 2"),
        (["--at", "nowhere.log:3"], "nowhere.log"),
        (["one", "--json", "two"], "unrecognized arguments"),
    ],
)
def test_wrong_calls(args: list[str], message: str) -> None:
    done = run("explain", "tembo", *args)
    assert done.status == 2
    assert message in done.err


def test_a_line_that_isn_t_there_and_a_log_of_another_game(saved: Path) -> None:
    many = run("explain", "tembo", "--at", f"{saved}:99999")
    assert many.status == 2
    assert f"has {len(lines(saved))} lines, and no line 99999" in many.err
    other = run("explain", "pig", "--at", f"{saved}:3")
    assert other.status == 1
    assert "this is a log of tembo, not of pig" in other.err
    both = run("explain", "tembo", "--at", f"{saved}:3", "--seed", 1)
    assert both.status == 2


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 7},
        {"seat": "x"},
        {"seat": True},
        {"with": []},
        {"with": {"a": {}}},
        {"with": {"a": [[]]}},
        {"action": 3},
    ],
    ids=str,
)
def test_a_decision_that_is_none(saved: Path, tmp_path: Path, change: dict[str, object]) -> None:
    at = decisions(saved)[0]
    kept = saved.read_text(encoding="utf-8").splitlines()[:at]
    edited = tmp_path / "edited.log"
    edited.write_text(
        "\n".join([*kept[:-1], json.dumps(json.loads(kept[-1]) | change)]) + "\n", encoding="utf-8"
    )
    done = run("explain", "tembo", "--at", f"{edited}:{at}")
    assert done.status == 1
    assert f"line {at}: a decision has a seat" in done.err


def test_a_log_that_was_edited_before_the_line(saved: Path, tmp_path: Path) -> None:
    first, at = decisions(saved)[0], decisions(saved)[3]
    kept = saved.read_text(encoding="utf-8").splitlines()[:at]
    entry = json.loads(kept[first - 1])
    entry["action"] = "place_lion"
    kept[first - 1] = json.dumps(entry)
    edited = tmp_path / "edited.log"
    edited.write_text("\n".join(kept) + "\n", encoding="utf-8")
    done = run("explain", "tembo", "--at", f"{edited}:{at}")
    assert done.status == 1
    assert f"line {first}" in done.err


def test_of_several_moves_that_fit_the_first_is_explained() -> None:
    done = run("explain", "tic_tac_toe", "mark")
    assert "mark fits 9 legal moves: mark c=a1; mark c=b1; " in " ".join(done.out.split())
    assert "mark c=a1 is legal." in done.out
    # Which of them would be played isn't said: no steps are shown.
    assert "The steps" not in done.out
    assert "The steps" in run("explain", "tic_tac_toe", "mark c=b2").out


def test_why_at_the_table() -> None:
    asked = "why\nwhy play elephant 2\nwhy 1\nwhy done\nwhy nonsense\nq\n"
    done = run("play", "tembo", "--seed", 7, "--seats", "human,random", stdin=asked)
    assert "play_animal" in done.out
    assert "25 legal moves" in done.out
    assert "play_elephant e=elephant s=2 is not legal" in done.out
    assert "is legal." in done.out
    assert "done is not legal" in done.out
    assert "'nonsense' names no move" in done.out
    # Nothing was chosen meanwhile.
    assert "Player 1 plays" not in done.out


def test_lines_keep_to_the_columns(saved: Path) -> None:
    for at in (*decisions(saved)[:3], len(lines(saved))):
        out = run("explain", "tembo", "--at", f"{saved}:{at}").out
        # Lines of the ruleset and paths stand as they are.
        told = [line for line in out.splitlines() if "|" not in line and "/" not in line]
        assert all(len(line) <= 80 for line in told), told


def test_the_chance_that_a_log_has_decides_which_steps_ran(tmp_path: Path) -> None:
    """Whatever the log says was drawn is what the steps saw: after a lion it is placed, else drawing ends."""
    path = tmp_path / "t.log"
    assert run("play", "tembo", "--seats", "random,random", "--seed", 5, "--save", path).status == 0
    entries = lines(path)
    drawn = {at: entries[at].get("what") for at in decisions(path) if "chance" in entries[at]}
    asked = [
        next(
            at
            for at, what in drawn.items()
            if (what == "lion") == lion and entries[at - 1]["action"] == "play_animal"
        )
        for lion in (True, False)
    ]
    for at, lion in zip(asked, (True, False), strict=True):
        done = run("explain", "tembo", "--at", f"{path}:{at}")
        assert "The steps that ran then" in done.out
        assert f"if: top(deck) is lion: {'yes' if lion else 'no'}" in done.out
        assert ("choose: [place_lion]" in done.out) == lion
        assert "up to chance" not in done.out
        # Of another move nobody knows what would have been drawn.
        other = run("explain", "tembo", "play_animal", "--at", f"{path}:{at}", "--json")
        moves = json.loads(other.out)["move"]["matching"]
        made = json.loads(run("explain", "tembo", "--at", f"{path}:{at}", "--json").out)["move"]["move"]
        move = next(move for move in moves if move != made)
        would = run("explain", "tembo", move, "--at", f"{path}:{at}").out
        assert "The steps that would run" in would
        assert "What follows is up to chance." in would
        assert "is lion: " not in would


def test_without_a_log_chance_is_open() -> None:
    told = json.loads(run("explain", "pig", "throw", "--json").out)
    assert (told["steps_ran"], told["steps_to_chance"]) == (False, True)
    # What pig does with the number of the die isn't known before it is thrown.
    assert len(told["steps"]) == 1
    seeds = {run("explain", "pig", "throw", "--seed", seed).out for seed in range(3)}
    assert len(seeds) == 1
    held = json.loads(run("explain", "tic_tac_toe", "mark c=b2", "--json").out)
    assert (held["steps_ran"], held["steps_to_chance"]) == (False, False)


def test_what_stands_below_a_line_may_be_damaged(saved: Path, tmp_path: Path) -> None:
    at = decisions(saved)[3]
    kept = saved.read_text(encoding="utf-8").splitlines()[: at + 3]
    cut = tmp_path / "cut.log"
    cut.write_text("\n".join([*kept, '{"chance": 36, "outc']), encoding="utf-8")
    assert run("explain", "tembo", "--at", f"{cut}:{at}").out == run(
        "explain", "tembo", "--at", f"{saved}:{at}"
    ).out.replace(str(saved), str(cut))
    assert run("explain", "tembo", "--at", f"{cut}:{at + 4}").status == 1


def test_lines_count_from_1(saved: Path) -> None:
    for line in ("-3", "x", ""):
        done = run("explain", "tembo", "--at", f"{saved}:{line}")
        assert done.status == 2
        assert "lines count from 1" in done.err
    assert "they count from 1" in run("explain", "tembo", "--at", f"{saved}:0").err


def test_what_came_first_at_the_end_is_told_first(saved: Path) -> None:
    """The turns are left (T21) before the rounds are over (T23)."""
    told = json.loads(run("explain", "tembo", "--at", saved, "--json").out)["end"]
    assert [by["rules"] for by in told["by"]] == [["T21"], ["T23"]]


def test_a_limit_tells_what_it_means(tmp_path: Path) -> None:
    """Niagara without a way to win runs to its last round; the turns of a round ended nothing."""
    path = tmp_path / "n.log"
    seats = ["play", "niagara", "--seats", "random,random,random", "--seed", 1, "--save", path]
    assert run(*seats).status == 0
    out = run("explain", "niagara", "--at", path).out
    assert "A limit of the ruleset ended it." in out
    assert "nobody wins, since nobody has enough gems." in " ".join(out.split())
    assert "last round:" not in out


def test_what_can_mean_several_actions_names_them_all() -> None:
    done = run("explain", "tembo", "site 4")
    assert done.status == 2
    assert "play_animal s=4; play_two_animals s=4; play_elephant s=4" in done.err


def test_words_that_are_not_understood_are_told_with_what_could_be_said() -> None:
    done = run("explain", "zum_kuhkuck", "claim red")
    assert done.status == 0
    assert "'red' fits nothing here. This is about claim (k: boots, bell, stool, can," in done.out
    # K5: no claim with fewer than 5 cards.
    assert "rule K5 decides: " in done.out
    done = run("explain", "tembo", "draw")
    assert done.status == 2
    assert "there is no action 'draw'; there are play_animal, " in done.err
