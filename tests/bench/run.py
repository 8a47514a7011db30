"""Speed, as ratios in one run: a ruleset's native and CPython programs against the same game written by hand.

    python tests/bench/run.py [GAME ...] [--seconds 1.0] [--rounds 5] [--json]

Each round plays the three ways one after the other, so that what else the machine does falls on all of
them; the median of the rounds' ratios is reported. CPU seconds of one thread. Then the other figures
that users feel: compiling cold and cached, loading and checking, starting the command, copying a state,
whether time a move grows with the length of a game, memory over many games, two workers against one.
Figures are goals, printed beside what was measured; nothing here asserts.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import reference
from memory import peak_megabytes
from reference import (
    backgammon,
    breakthrough,
    connect_four,
    crazy_eights,
    gin_rummy,
    hearts,
    leduc_poker,
    mancala,
    niagara,
    nine_mens_morris,
    survival_of_the_fittest,
    tembo,
    tic_tac_toe,
    zambezi,
    zum_kuhkuck,
)

from rulewright.check import check_file
from rulewright.compile.cache import ObjectCache
from rulewright.compile.native import compile_module, native_available
from rulewright.compile.program import compile_ruleset
from rulewright.compile.runtime import OUT_MOVES
from rulewright.compile.ways import exports
from rulewright.engine.contract import Game, load
from rulewright.engine.shipped import ruleset_path
from rulewright.machine.interface import Config
from rulewright.simulate.players import player_maker
from rulewright.simulate.setting import Setting

COMMAND = "import sys; from rulewright.cli import main; sys.exit(main(sys.argv[1:]))"

#: game -> (hand-written class, players, goal of native, goal of CPython)
GAMES: dict[str, tuple[Any, int, float, float]] = {
    "tic_tac_toe": (tic_tac_toe.Game, 2, 6.0, 0.2),
    "connect_four": (connect_four.Game, 2, 6.0, 0.2),
    "zum_kuhkuck": (zum_kuhkuck.Game, 2, 15.0, 0.3),
    "tembo": (tembo.Game, 2, 15.0, 0.3),
    "niagara": (niagara.Game, 3, 15.0, 0.2),
    "zambezi": (zambezi.Game, 2, 15.0, 0.2),
    "survival_of_the_fittest": (survival_of_the_fittest.Game, 2, 15.0, 0.2),
    "leduc_poker": (leduc_poker.Game, 2, 10.0, 0.2),
    "breakthrough": (breakthrough.Game, 2, 10.0, 0.2),
    "mancala": (mancala.Game, 2, 10.0, 0.2),
    "crazy_eights": (crazy_eights.Game, 5, 10.0, 0.2),
    "hearts": (hearts.Game, 4, 10.0, 0.2),
    "nine_mens_morris": (nine_mens_morris.Game, 2, 10.0, 0.2),
    "backgammon": (backgammon.Game, 2, 10.0, 0.2),
    "gin_rummy": (gin_rummy.Game, 2, 10.0, 0.2),
}


#: Games that random players practically never end: so many moves of each are played, in all ways.
CUT = {"niagara": 1000}


def setting_of(name: str, players: int, backend: Any) -> Setting:
    ruleset = load(name)
    readings = ruleset.reading_numbers()
    limit = CUT.get(name) or ruleset.move_limit or 100_000
    return Setting(ruleset, Config(players, readings), 7, limit, backend)


def rate(play: Callable[[int], object], seconds: float) -> float:
    """Games a CPU second: a number of games is found that takes long enough, then timed."""
    games = 1
    while True:
        begin = time.process_time()
        play(games)
        spent = time.process_time() - begin
        if spent >= seconds:
            return games / spent
        games = int(games * max(2.0, min(20.0, 1.2 * seconds / max(spent, 1e-4))))


def in_chunks(player: Any, games: int) -> None:
    """Plays as a run does: the records of a million games at once would be paid for in memory, not in play."""
    for first in range(0, games, 50_000):
        player.play(first, min(50_000, games - first))


def compare(name: str, seconds: float, rounds: int) -> dict[str, Any]:
    cls, players, native_goal, python_goal = GAMES[name]
    cut = CUT.get(name)
    ways: dict[str, Callable[[int], object]] = {
        "reference": lambda n: reference.playouts(cls, players, n, 5, cut)
    }
    for backend in ("native", "python"):
        if backend == "python" or native_available():
            player = player_maker(setting_of(name, players, backend))()
            ways[backend] = lambda n, player=player: in_chunks(player, n)
    for play in ways.values():
        play(1)
    measured: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, play in ways.items():
            measured[way].append(rate(play, seconds))
    result: dict[str, Any] = {"game": name, "players": players}
    for way, rates in measured.items():
        result[way] = statistics.median(rates)
        if way != "reference":
            ratios = [a / b for a, b in zip(rates, measured["reference"], strict=True)]
            result[f"{way}_ratio"] = statistics.median(ratios)
    result["native_goal"], result["python_goal"] = native_goal, python_goal
    return result


def compiling(name: str) -> dict[str, float]:
    """Seconds from the path of a ruleset to native code, cold and with the object in the cache."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        cache = ObjectCache(Path(folder) / "cache")
        for what in ("cold", "cached"):
            begin = time.perf_counter()
            ruleset, _ = check_file(ruleset_path(name))
            assert ruleset is not None
            found[f"{what}_check"] = time.perf_counter() - begin
            program = compile_ruleset(ruleset, native=True, open=False)
            found[f"{what}_emit"] = time.perf_counter() - begin
            compile_module(program.module, exports(program), cache=cache)
            found[what] = time.perf_counter() - begin
    return found


def in_process(code: str, *args: str) -> float:
    """Wall seconds of a new interpreter running the code, the best of five."""
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code, *args], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - begin)
    return best


def copying(name: str) -> float:
    """Microseconds to copy a position in CPython."""
    state = Game(load(name), backend="python").start(seed=1)
    machine, position = state.game.machine, state._position
    n = 20_000
    begin = time.process_time()
    for _ in range(n):
        machine.copy(position)
    return (time.process_time() - begin) / n * 1e6


def flatness(name: str) -> tuple[float, float]:
    """Microseconds a move in games cut after 20 moves and in whole games, many times as long."""
    times: list[float] = []
    for limit in (20, 100_000):
        setting = replace(setting_of(name, 2, "native" if native_available() else "python"), max_moves=limit)
        player = player_maker(setting)()
        begin = time.process_time()
        records = player.play(0, 20_000 if native_available() else 200)
        spent = time.process_time() - begin
        moves = sum(records.column(OUT_MOVES))
        times.append(spent / moves * 1e6)
    return times[0], times[1]


def memory(name: str, games: int) -> tuple[float, float]:
    """Peak megabytes of a process of its own after a first thousand games and after all of them."""
    code = "import json, sys, run; print(json.dumps(run.peaks(sys.argv[1], int(sys.argv[2]))))"
    done = subprocess.run(
        [sys.executable, "-c", code, name, str(games)],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent,
    )
    first, after = json.loads(done.stdout)
    return first, after


def peaks(name: str, games: int) -> tuple[float, float]:
    """See `memory`."""
    player = player_maker(setting_of(name, GAMES[name][1], "native" if native_available() else "python"))()
    player.play(0, 1000)
    first = peak_megabytes()
    for at in range(0, games, 10_000):
        player.play(at, 10_000)
    return first, peak_megabytes()


def workers(name: str, games: int) -> float:
    """Games a second of two workers over those of one, through the command."""
    rates: list[float] = []
    for count in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "simulate", name, "-n", str(games), "--workers", count, "--json"],
            check=True,
            capture_output=True,
            text=True,
        )
        rates.append(json.loads(done.stdout)["playouts_per_second"])
    return rates[1] / rates[0]


def main() -> int:
    parser = argparse.ArgumentParser(description="Speed of rulesets as ratios against hand-written games.")
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of one measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = []
    if not args.json:
        print("playouts/s                 by hand      native   ratio  goal   CPython   ratio  goal")
    for name in args.games:
        row = compare(name, args.seconds, args.rounds)
        rows.append(row)
        if not args.json:
            print(
                f"{name:23}{row['reference']:11,.1f}"
                f"{row.get('native', 0):12,.0f}{row.get('native_ratio', 0):8.1f}{row['native_goal']:6.0f}"
                f"{row['python']:10,.1f}{row['python_ratio']:8.2f}{row['python_goal']:6.1f}"
                + (
                    f"  the first {CUT[name]:,} moves of each game: it hardly ever ends"
                    if name in CUT
                    else ""
                ),
                flush=True,
            )
    others: dict[str, Any] = {}
    if native_available():
        others["compile"] = {name: compiling(name) for name in args.games}
    others["help_seconds"] = in_process("from rulewright.cli import main; main(['--help'])")
    others["check_tembo_seconds"] = in_process(
        "import sys; from rulewright.check import check_file; check_file(sys.argv[1])",
        str(ruleset_path("tembo")),
    )
    others["copy_tembo_microseconds"] = copying("tembo")
    others["microseconds_a_move_short_long"] = flatness("pig")
    others["megabytes_first_after_million"] = memory(
        "tic_tac_toe", 1_000_000 if native_available() else 20_000
    )
    with contextlib.suppress(subprocess.CalledProcessError):
        others["two_workers"] = workers("tembo", 60_000 if native_available() else 400)
    if args.json:
        print(json.dumps({"games": rows, **others}, indent=1))
        return 0
    for name, times in others.get("compile", {}).items():
        cold, cached = times["cold"], times["cached"]
        print(
            f"{name:23} from the file to native code: {cold:.2f} s cold (goal 10), {cached:.2f} s cached (0.3)"
        )
    print(f"rulewright --help: {others['help_seconds']:.2f} s (goal 0.15)")
    print(
        f"loading and checking tembo, interpreter included: {others['check_tembo_seconds']:.2f} s (goal 0.5)"
    )
    print(f"copying a tembo position in CPython: {others['copy_tembo_microseconds']:.2f} us (goal 5)")
    short, long = others["microseconds_a_move_short_long"]
    print(f"a move of pig: {short:.3f} us in games cut after 20 moves, {long:.3f} us in whole ones")
    first, after = others["megabytes_first_after_million"]
    print(f"memory: {first:.0f} MB after 1,000 games, {after:.0f} MB after 1,000,000 (goal: equal)")
    if "two_workers" in others:
        print(f"two workers: {others['two_workers']:.2f} times one (goal 1.7) on {os.cpu_count()} cores")
    return 0


if __name__ == "__main__":
    sys.exit(main())
