"""How fast fuzzing is: its random games against those of `simulate`, and a fault that hardly ever strikes.

    python tests/fuzz/bench.py speed [GAME ...] [--seconds 1.0] [--rounds 5]
    python tests/fuzz/bench.py rare [--seeds 10] [--seconds 12]

``speed``: games for a second of the processor's time, by turns in one run: what fuzzing plays counts what it
comes to, and has all invariants compiled in. The median of the rounds' ratios is told; the goal is 0.7.
``rare``: a plant that strikes one game of Tembo in some ten thousand is looked for with one seed after the
other, each run given so many seconds after compiling; told is when it was done and how small the game became.
The goal is 30 s for finding and shrinking, median of ten seeds. Figures are printed; nothing here asserts.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path

from plants import RARE, planted

from rulewright.compile.native import native_available
from rulewright.engine.contract import load
from rulewright.fuzz import Cell, cells, fuzz
from rulewright.fuzz.volume import Volume
from rulewright.machine.interface import Config
from rulewright.simulate.run import simulate
from rulewright.simulate.setting import Setting

GAMES = ["tembo", "survival_of_the_fittest", "niagara", "zambezi", "zum_kuhkuck"]


def speed(names: list[str], seconds: float, rounds: int) -> None:
    """Prints a line for each game."""
    backend = "native" if native_available() else "python"
    print(f"{'':28} {'simulate':>12} {'fuzz':>12} {'ratio':>7}   games a second of one core, {backend}")
    for name in names:
        ruleset = load(name)
        config = Config(ruleset.players[0], ruleset.reading_numbers())
        setting = Setting(ruleset, config, 1, ruleset.move_limit or 10_000, backend)
        volume = Volume([(Cell(config), setting)], 1)
        simulate(setting, 1)
        volume.run(time.monotonic() + 0.01)
        rates: list[tuple[float, float]] = []
        for _ in range(rounds):
            begun = time.process_time()
            played = simulate(setting, 1 << 40, seconds=seconds).summary.games
            middle = time.process_time()
            before = volume.games
            volume.run(time.monotonic() + seconds)
            rates.append(
                (played / (middle - begun), (volume.games - before) / (time.process_time() - middle))
            )
        plain, counted = (statistics.median(rate[at] for rate in rates) for at in (0, 1))
        ratio = statistics.median(other / one for one, other in rates)
        print(f"{name:28} {plain:12,.0f} {counted:12,.0f} {ratio:7.2f}", flush=True)


def rare(seeds: int, seconds: float) -> None:
    """Prints a line for each seed, and the medians."""
    backend = "native" if native_available() else "python"
    took: list[float] = []
    sizes: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        ruleset = planted(RARE, Path(folder))
        settings = cells(ruleset, range(ruleset.players[0], ruleset.players[1] + 1), {})
        for seed in range(1, seeds + 1):
            run = fuzz(
                ruleset, settings, seed=seed, seconds=seconds, max_moves=2000, backend=backend,
                workers=os.cpu_count() or 1,
            )  # fmt: skip
            found = [f for f in run.findings if f.code == RARE.kind]
            told = "not found"
            if found:
                took.append(run.seconds)
                sizes.append(found[0].decisions)
                told = f"in {found[0].count} of {found[0].games:,} games; {found[0].decisions} decisions"
            print(f"seed {seed}: {run.seconds:.1f} s, {told}", flush=True)
    if took:
        times, size = (
            statistics.median([*took, *[float("inf")] * (seeds - len(took))]),
            statistics.median(sizes),
        )
        print(f"found with {len(took)} of {seeds} seeds; median {times:.1f} s, {size:g} decisions")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    fast = commands.add_parser("speed", help="random games of fuzz against those of simulate")
    fast.add_argument("games", nargs="*", metavar="GAME", help="default: the five games")
    fast.add_argument("--seconds", type=float, default=1.0)
    fast.add_argument("--rounds", type=int, default=5)
    seldom = commands.add_parser("rare", help="a fault of one game in ten thousand")
    seldom.add_argument("--seeds", type=int, default=10)
    seldom.add_argument("--seconds", type=float, default=12.0)
    args = parser.parse_args()
    if args.command == "speed":
        speed(args.games or GAMES, args.seconds, args.rounds)
    else:
        rare(args.seeds, args.seconds)


if __name__ == "__main__":
    main()
