"""Native rulesets against OpenSpiel's own C++: uniform random games, one thread each, in one run.

    python tests/bench/openspiel.py [GAME ...] [--seconds 1.0] [--rounds 5]

Needs the extra `oracles`. OpenSpiel's loop is `evaluate_bots` with its uniform random bots, all in C++; each round plays both, one
after the other, and the median of the rounds' ratios is reported, of CPU seconds. Games are the same as in tests/oracles.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "oracles"))

from new_games import their_game
from replays import Recorded, recorded

from rulewright.cli.output import table
from rulewright.compile.native import native_available
from rulewright.simulate.players import player_maker
from rulewright.simulate.setting import Setting

#: Games a call; a call from Python costs as much as a short game.
CHUNK = 2_000


def rate(play: Callable[[int], object], seconds: float) -> float:
    """Games a second of CPU time."""
    games, size, begun = 0, 1, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        play(size)
        games += size
        size = min(CHUNK, size * 2)
    return games / spent


def theirs(kind: Recorded) -> Callable[[int], object]:
    """Plays so many games of OpenSpiel."""
    import pyspiel

    game: Any = their_game(kind)
    bots = [pyspiel.make_uniform_random_bot(player, 17 + player) for player in range(game.num_players())]

    def play(games: int) -> None:
        for number in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)

    return play


def ours(kind: Recorded) -> Callable[[int], object]:
    """Plays so many games of the ruleset, natively where that can be had."""
    game = kind.playing()
    backend = "native" if native_available() else "python"
    setting = Setting(game.ruleset, game.config, 5, 1_000_000, backend)
    player = player_maker(setting)()
    player.play(0, 1)
    return lambda games: player.play(0, games)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="recordings in tests/oracles/traces (default: all)"
    )
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    rows = []
    for kind in recorded():
        if args.games and kind.file not in args.games:
            continue
        ways = ours(kind), theirs(kind)
        rates = [[rate(way, args.seconds) for way in ways] for _ in range(args.rounds)]
        ratio = statistics.median(a / b for a, b in rates)
        mine, other = (statistics.median(column) for column in zip(*rates, strict=True))
        rows.append([kind.file, f"{mine:,.0f}", f"{other:,.0f}", f"{ratio:.1f}"])
        print(" ".join(rows[-1]), file=sys.stderr)
    print(table(("game", "ours, games/s", "OpenSpiel C++", "ratio"), rows, right=(1, 2, 3)))


if __name__ == "__main__":
    main()
