"""Runs: the same games whatever runs them and with how many workers, interrupts, files, faults."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.check import check_file, check_text
from rulewright.compile.native import native_available
from rulewright.engine import log
from rulewright.engine.contract import Backend, Game, load
from rulewright.engine.shipped import shipped_rulesets
from rulewright.engine.view_text import view_text
from rulewright.simulate import Progress, Setting, simulate
from rulewright.simulate.logs import play_game
from rulewright.simulate.records import Records
from rulewright.simulate.report import lines

RULESETS = Path(__file__).parents[2] / "rulesets"
LONG = ("niagara", "survival_of_the_fittest", "zambezi", "barricade", "agon")
BACKENDS: list[Backend] = ["python", "native"] if native_available() else ["python"]


def setting(
    path: Path | str, backend: Backend, players: int | None = None, seed: int = 5, open: str = "",
    max_moves: int = 2000,
) -> Setting:  # fmt: skip
    ruleset = load(path)
    game = Game(ruleset, players, open=open or (), backend="reference")
    return Setting(ruleset, game.config, seed, max_moves, backend)


def played(given: Setting, games: int, workers: int = 1) -> tuple[list[int], Progress]:
    """All words of all records of a run, and what it came to."""
    words: list[int] = []
    firsts: list[tuple[int, int]] = []

    def keep(records: Records) -> None:
        firsts.append((records.first, records.count))
        words.extend(records.words)

    progress = simulate(given, games, workers, on_records=keep)
    at = 0
    for first, count in firsts:
        assert first == at, "records come in the order of the games"
        at += count
    assert at == games
    return words, progress


# --- games that a limit of the ruleset ends -----------------------------------------------------------------

TOSSES = """\
rulewright: 1
game: tosses
title: Tosses
players: 1
variables:
  coin: 1..2
  tossed: 0..3
actions:
  toss:
    do:
      - roll coin
      - add 1 to tossed
play:
  - turns: from nth(player, 1), until coin = 2 or tossed = 3
    do:
      - choose: [toss]
result:
  score: coin
  cut_off:
    when: coin != 2
    means: No heads
"""


@pytest.mark.parametrize("backend", [*BACKENDS, "reference"])
def test_games_that_are_cut_off_are_counted(backend: Backend, tmp_path: Path) -> None:
    path = tmp_path / "tosses.yaml"
    path.write_text(TOSSES)
    given = setting(path, backend)
    summary = simulate(given, 2000).summary
    # Three tails: one game in eight, 250 of 2,000; the standard deviation is 15.
    assert 190 < summary.cut_off < 310
    assert summary.ended == 2000
    # Those, and those of three tosses with heads at last, are the longest: as many on average.
    assert summary.most == 3
    said = "\n".join(lines(given, simulate(given, 2000)))
    assert f"{summary.cut_off:,} games by the limit of the ruleset: No heads" in said
    game = Game(given.ruleset, 1, backend="python")
    for number in range(20):
        state = play_game(game, given, number)
        assert state.over
        assert state.cut_off == (state.variables()[0][0] != 2)
        assert state.view()["cut_off"] == state.cut_off
        assert ("No heads" in view_text(state.game.words, state.view())) == state.cut_off


def test_cut_off_is_asked_of_no_player_and_says_what_it_means() -> None:
    _, found = check_text(TOSSES.replace("when: coin != 2", "when: seat(me) = 1"))
    assert [d.code for d in found] == ["no-me"]
    _, found = check_text(TOSSES.replace("when: coin != 2", "when: coin"))
    assert [d.code for d in found] == ["wrong-type"]
    _, found = check_text(TOSSES.replace("    means: No heads\n", ""))
    assert [d.code for d in found] == ["missing-key"]


# --- the same games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in shipped_rulesets() if name not in LONG])
def test_every_way_of_running_plays_the_same_games(name: str) -> None:
    ruleset = load(name)
    fewest, most = ruleset.players
    for players in sorted({fewest, min(most, 5)}):
        games = 4 if players == fewest else 2
        expected, progress = played(setting(name, "reference", players), games)
        assert progress.summary.ended == games
        for backend in BACKENDS:
            words, same = played(setting(name, backend, players), games)
            assert words == expected
            assert same.summary == progress.summary


@pytest.mark.parametrize("name", LONG)
def test_every_way_of_running_begins_long_games_alike(name: str) -> None:
    expected, _ = played(setting(name, "reference", max_moves=60), 2)
    for backend in BACKENDS:
        assert played(setting(name, backend, max_moves=60), 2)[0] == expected


@pytest.mark.parametrize("backend", [*BACKENDS, "reference"])
def test_workers_do_not_change_the_games(backend: Backend) -> None:
    given = setting("zum_kuhkuck", backend)
    games = 300 if backend != "reference" else 12
    one, two = played(given, games, 1), played(given, games, 2)
    assert one[0] == two[0]
    assert one[1].summary == two[1].summary


def test_a_longer_run_begins_with_the_games_of_a_shorter_one() -> None:
    short, long = (played(setting("pig", "python"), games)[0] for games in (5, 9))
    assert long[: len(short)] == short


def test_another_seed_gives_other_games() -> None:
    assert played(setting("pig", "python", seed=1), 5)[0] != played(setting("pig", "python", seed=2), 5)[0]


def test_a_fault_is_the_same_in_every_way_of_running() -> None:
    expected, progress = played(setting("zum_kuhkuck", "reference", open="all"), 10)
    assert progress.summary.faulty > 0
    for backend in BACKENDS:
        assert played(setting("zum_kuhkuck", backend, open="all"), 10)[0] == expected


def test_the_move_limit_ends_games_without_a_result() -> None:
    for backend in (*BACKENDS, "reference"):
        summary = played(setting("pig", backend, max_moves=5), 4)[1].summary  # type: ignore[arg-type]
        assert (summary.gave_up, summary.ended, summary.fewest, summary.most) == (4, 0, 5, 5)
        assert (summary.draws, summary.wins(0), summary.mean_score(0)) == (0, 0, 0.0)


def test_a_run_in_which_no_game_ends_says_so() -> None:
    """Pig needs more than five moves to 100 points, and fewer than 2,000."""
    short = setting("pig", "python", max_moves=5)
    assert any("No game ended within 5 moves." in line for line in lines(short, played(short, 3)[1]))
    long = setting("pig", "python")
    assert not any("No game ended" in line for line in lines(long, played(long, 3)[1]))


# --- against numbers from outside -------------------------------------------------------------------------


def test_random_tic_tac_toe_has_its_exact_shares() -> None:
    """Seat 1 wins 737/1260 of all random games, seat 2 121/420, 8/63 are drawn."""
    games = 20_000
    summary = played(setting("tic_tac_toe", BACKENDS[-1]), games)[1].summary
    for got, share in ((summary.wins(0), 737 / 1260), (summary.wins(1), 121 / 420), (summary.draws, 8 / 63)):
        deviation = (games * share * (1 - share)) ** 0.5
        assert abs(got - games * share) < 4.5 * deviation


# --- a game of a run once more ----------------------------------------------------------------------------


def test_one_game_of_a_run_played_again_is_that_game() -> None:
    given = setting("zum_kuhkuck", "python")
    words, _ = played(given, 4)
    game = Game(given.ruleset, backend="reference")
    for number in range(4):
        state = play_game(game, given, number)
        width = len(words) // 4
        moves = sum(m.move is not None for m in state.history)
        assert moves == words[number * width]
        assert state.scores() == words[number * width + 6 : number * width + 8]


# --- the command ------------------------------------------------------------------------------------------


def command(*args: object) -> list[str]:
    return [
        sys.executable,
        "-c",
        "import sys; from rulewright.cli import main; sys.exit(main())",
        *map(str, args),
    ]


def run(*args: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command("simulate", *args), capture_output=True, text=True, timeout=300, env=os.environ | environment
    )


def test_the_report_as_json_and_as_text() -> None:
    told = json.loads(run("tic_tac_toe", "-n", 500, "--seed", 3, "--json").stdout)
    assert told["playouts"] == 500
    assert told["playouts_per_second"] == pytest.approx(500 / told["seconds"], rel=1e-3)
    assert sum(told["wins"]) + told["draws"] == 500
    assert 5 <= told["moves"]["min"] <= told["moves"]["mean"] <= told["moves"]["max"] == 9
    assert told["faults"] == []
    text = run("tic_tac_toe", "-n", 500, "--seed", 3)
    assert (text.returncode, text.stderr) == (0, "")
    assert f"moves a game      {told['moves']['mean']:.2f}" in text.stdout
    assert all(len(line) <= 80 for line in text.stdout.splitlines())


def test_one_game_of_one_player_is_told_so() -> None:
    assert run("blackjack", "-n", 1).stdout.startswith("1 game of blackjack with 1 player, seed ")


def test_a_row_a_game(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    done = run("kuhn_poker", "-n", 50, "--csv", path, "--json")
    told = json.loads(done.stdout)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["game"]) for row in rows] == list(range(50))
    assert sum(int(row["moves"]) for row in rows) / 50 == pytest.approx(told["moves"]["mean"])
    assert [sum(int(row[f"wins_{seat}"]) for row in rows) for seat in (1, 2)] == told["wins"]
    assert all(int(row["score_1"]) == -int(row["score_2"]) for row in rows), "Kuhn poker is a zero-sum game"


def test_faults_are_told_with_place_rules_and_a_log_that_replays(tmp_path: Path) -> None:
    done = run("goofspiel", "-n", 20, "--open", "all", "--logs", tmp_path)
    assert done.returncode == 1
    assert "20 games ended so; the first is game 0" in done.stdout
    assert "goofspiel.yaml:" in done.stdout
    assert "rule G2" in done.stdout
    (path,) = tmp_path.iterdir()
    ruleset, _ = check_file(RULESETS / "classics" / "goofspiel.yaml")
    assert ruleset is not None
    state = log.replay(path.read_text(), ruleset, backend="reference")
    assert state.fault is not None
    assert state.fault.code == "open-question"


def test_of_several_open_questions_each_is_left_open_alone(tmp_path: Path) -> None:
    """The table says of each what a run with it alone says; a hole met early hides no other one."""
    rows, logs = tmp_path / "games.csv", tmp_path / "logs"
    done = run("zum_kuhkuck", "-n", 40, "--open", "all", "--json", "--csv", rows, "--logs", logs)
    assert done.returncode == 1
    told = json.loads(done.stdout)
    names = ["equal_claims", "last_current_card", "no_way_out"]
    assert [r["name"] for r in told["rulings"]] == names
    assert (told["playouts"], told["ended"] + told["move_limit"]) == (
        120,
        120 - sum(f["count"] for f in told["faults"]),
    )
    for ruling in told["rulings"]:
        alone = json.loads(run("zum_kuhkuck", "-n", 40, "--open", ruling["name"], "--json").stdout)
        assert ruling["reached"] == sum(fault["count"] for fault in alone["faults"])
        seeds = [fault["game_seed"] for fault in alone["faults"]]
        assert (ruling["game_seed"] in seeds) if seeds else ruling["game_seed"] is None
        assert ruling["rules"]
    assert sum(r["reached"] > 0 for r in told["rulings"]) >= 2
    with rows.open(newline="") as file:
        assert [row["open"] for row in csv.DictReader(file)] == [n for n in names for _ in range(40)]
    reached = [r["name"] for r in told["rulings"] if r["reached"]]
    written = sorted(path.name.split("-")[1] for path in logs.iterdir())
    assert list(dict.fromkeys(written)) == reached
    for path in logs.iterdir():
        header, end = (json.loads(path.read_text().splitlines()[at]) for at in (0, -1))
        ruling = path.name.split("-")[1]
        assert [name for name, reading in header["readings"].items() if reading == "open"] == [ruling]
        assert end["fault"] == "open-question"
    text = run("zum_kuhkuck", "-n", 40, "--open", "equal_claims", "--open", "no_way_out")
    assert "Each of 2 questions left open alone, in 40 games:" in text.stdout
    assert str(told["rulings"][0]["game_seed"]) in text.stdout, "a seed stands in one line, to be copied"
    assert all(len(line) <= 80 for line in text.stdout.splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_waits_until_what_is_counted_is_written() -> None:
    begun: list[int] = []
    written = 0

    def write(records: Records) -> None:
        nonlocal written
        begun.append(records.count)
        if len(begun) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        # As many rows as games: this is what a file would get.
        written += records.count

    before = signal.getsignal(signal.SIGINT)
    progress = simulate(setting("pig", "python"), 100_000, on_records=write)
    assert progress.interrupted
    assert len(begun) == 3
    assert progress.summary.games == written == sum(begun)
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupt_reports_what_was_reached(tmp_path: Path) -> None:
    for backend, workers in ((BACKENDS[-1], 2), ("python", 1), ("python", 2), ("reference", 1)):
        rows = tmp_path / f"{backend}-{workers}.csv"
        args = ("-n", 100_000_000, "--json", "--workers", workers, "--backend", backend, "--csv", rows)
        process = subprocess.Popen(
            command("simulate", "kuhn_poker", *args),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        end = time.monotonic() + 60
        while time.monotonic() < end and not (rows.exists() and rows.stat().st_size):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130, err
        told = json.loads(out)
        assert told["interrupted"]
        assert 0 < told["playouts"] < 100_000_000
        with rows.open() as file:
            assert sum(1 for _ in file) == 1 + told["playouts"]
        assert "Traceback" not in err


def test_without_llvmlite_python_plays_and_says_how_to_be_faster(tmp_path: Path) -> None:
    """A package of that name that can't be imported stands before the real one."""
    (tmp_path / "llvmlite").mkdir()
    (tmp_path / "llvmlite" / "__init__.py").write_text("raise ImportError('not here')\n")
    done = run("pig", "-n", 3, "--json", PYTHONPATH=str(tmp_path))
    assert done.returncode == 0
    assert json.loads(done.stdout)["backend"] == "python"
    assert len(done.stderr.strip().splitlines()) == 1
    assert "pip install 'rulewright[fast]'" in done.stderr
    refused = run("pig", "-n", 3, "--backend", "native", PYTHONPATH=str(tmp_path))
    assert refused.returncode == 2
    assert "native" in refused.stderr
