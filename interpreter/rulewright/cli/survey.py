"""``rulewright survey``: random play of whole rulesets, with the chosen readings and others, as a table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.cli.errors import CommandError
from rulewright.cli.games import (
    BACKENDS,
    add_command,
    add_max_moves,
    check_backend,
    cores,
    load,
    max_moves,
    plainly,
    positive,
    ruleset_files,
    seed,
    workers,
)
from rulewright.cli.output import counted, note, wrapped, write, write_json

if TYPE_CHECKING:
    from rulewright.ruleset.model import Ruleset
    from rulewright.simulate.setting import Setting
    from rulewright.simulate.survey import FoundFault, Line

_DESCRIPTION = """
Plays each ruleset at random with every number of players: with the readings
that were chosen for the questions its rulebook leaves open, with each other
reading alone, with random combinations of readings, and with each question left
open alone, which shows how often play asks it. The table tells how many games
were played, how long they are, how many a limit ended, and the faults, each
with the ruling that brings it about. With the chosen readings a right ruleset
has none.

Lines appear as they are played; an interrupt keeps what there is by then. GAME
is a ruleset's name or path, or a folder of rulesets; without one, the rulesets
that ship are played. The four parts of a number of players end after --minutes
each, and the same seed gives the same games as far as they are played.
"""

_EXAMPLES = """
  rulewright survey tembo zum_kuhkuck
  rulewright survey my_game.yaml -n 1000 --readings 100 --combinations 20
  rulewright survey --minutes 0.5 --json > survey.json
"""

_HEADINGS = ("games", "moves", "limit", "faults")


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(
        subparsers, "survey", "play at random with all readings, as a table", _DESCRIPTION, _EXAMPLES
    )  # fmt: skip
    parser.add_argument("games", metavar="GAME", nargs="*", help="rulesets, or folders of them")
    parser.add_argument(
        "-n", type=positive, default=100_000, metavar="N", dest="chosen",
        help="games with the chosen readings (default: 100,000)",
    )  # fmt: skip
    parser.add_argument(
        "--readings", type=positive, default=5_000, metavar="N",
        help="games with each other reading, combination and open question (default: 5,000)",
    )  # fmt: skip
    parser.add_argument(
        "--combinations", type=int, default=200, metavar="C", help="combinations of readings (default: 200)"
    )
    parser.add_argument(
        "--minutes", type=_minutes, default=3.0, metavar="M",
        help="minutes at most for each of the four parts (default: 3)",
    )  # fmt: skip
    parser.add_argument("--players", type=positive, metavar="P", help="only games of so many players")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="a number (default: 0)")
    parser.add_argument(
        "--workers", type=workers, metavar="W",
        help="cores to use (default: all where games are played natively, else 1)",
    )  # fmt: skip
    parser.add_argument("--backend", choices=BACKENDS, help="what runs it (default: native if it can be had)")
    add_max_moves(parser)
    parser.add_argument("--json", action="store_true", help="all lines for programs, at the end")
    parser.set_defaults(run=run)


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None
    if not minutes > 0:
        raise argparse.ArgumentTypeError(f"{text} is not more than 0")
    return minutes


def run(args: argparse.Namespace) -> int:
    """Plays and prints; 1 if the chosen readings have a fault, 130 if interrupted."""
    from rulewright.cli.simulate import fastest

    if args.combinations < 0:
        raise CommandError("--combinations can't be less than 0")
    rulesets = [load(str(path)) for path in ruleset_files(args.games)]
    counts = [_players(ruleset, args.players) for ruleset in rulesets]
    if args.players is not None and not any(counts):
        raise CommandError(f"none of these is for {counted(args.players, 'player')}")
    backend = args.backend or fastest()
    check_backend(backend)
    # Processes that play in Python would each compile anew for every line.
    args.workers = args.workers or (cores() if backend == "native" else 1)
    lines: list[Line] = []
    interrupted = False
    try:
        for ruleset, players in zip(rulesets, counts, strict=True):
            interrupted = bool(players) and _ruleset(args, ruleset, players, backend, lines)
            if interrupted:
                break
    except KeyboardInterrupt:
        interrupted = True
    if interrupted:
        note("Interrupted.")
    if args.json:
        write_json([line.as_json() for line in lines])
    wrong = any(line.kind == "chosen" and line.faults for line in lines)
    return 130 if interrupted else int(wrong)


def _players(ruleset: Ruleset, asked: int | None) -> list[int]:
    fewest, most = ruleset.players
    return [players for players in range(fewest, most + 1) if asked in (None, players)]


def _ruleset(
    args: argparse.Namespace, ruleset: Ruleset, counts: list[int], backend: str, lines: list[Line]
) -> bool:
    """Plays one ruleset and adds its lines; whether it was interrupted."""
    from rulewright.compile.program import TooBig
    from rulewright.machine.interface import Config
    from rulewright.simulate.setting import Setting
    from rulewright.simulate.survey import Amounts, survey

    amounts = Amounts(args.chosen, args.readings, args.combinations, args.minutes * 60)
    config = Config(counts[0], ruleset.reading_numbers())
    setting = Setting(ruleset, config, args.seed, max_moves(args, ruleset), backend)  # type: ignore[arg-type]
    show = _Show(args.json)
    show.title(setting)
    for players in counts:
        setting = replace(setting, config=Config(players, config.readings))
        show.players(players)
        while True:
            try:
                for line in survey(setting, amounts, args.workers, on_begin=show.begin):
                    show.line(line)
                    lines.append(line)
                    if line.interrupted:
                        return True
                break
            except TooBig as error:
                # Nothing was played yet: what is too big is told when it is compiled.
                plainly(error)
                setting = replace(setting, backend="reference")
            finally:
                show.end()
    show.limits(setting, [line for line in lines if line.setting.ruleset is ruleset])
    return False


class _Show:
    """Prints lines as they come, with a bar on standard error for the one that is being played."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self._bars = ExitStack()

    def write(self, text: str) -> None:
        if not self.quiet:
            write(text)
            sys.stdout.flush()

    def title(self, setting: Setting) -> None:
        ruleset = setting.ruleset
        title = next(iter(ruleset.title.values()))
        self.write(f"\n{title} ({ruleset.id}), seed {setting.seed}, {setting.backend}\n")

    def players(self, players: int) -> None:
        self.write("\n" + _columns(counted(players, "player"), *_HEADINGS))

    def begin(self, line: Line) -> Callable[[], None] | None:
        """A bar for the line, if somebody looks."""
        from rulewright.cli.simulate import bar_of
        from rulewright.simulate import Progress

        bar = self._bars.enter_context(bar_of(line.asked))
        if bar is None:
            return None
        progress, begun, show = Progress(line.summary), time.perf_counter(), bar

        def tell() -> None:
            progress.seconds = time.perf_counter() - begun
            show(progress)

        return tell

    def end(self) -> None:
        self._bars.close()

    def line(self, line: Line) -> None:
        self.end()
        s = line.summary
        fewer = "*" if s.games < line.asked else " "
        limit = f"{100 * line.at_limit / s.games:.2f}%" if s.games else "-"
        told = _columns(
            "  " + _name(line), f"{s.games:,}{fewer}", f"{s.mean_moves:,.1f}", limit, _faults(line)
        )
        self.write(told.rstrip())
        groups = [] if line.kind == "open" else _grouped(line.faults)
        for group in groups[:_FAULTS]:
            self.write(_fault(group))
        if len(groups) > _FAULTS:
            self.write(f"      and {counted(len(groups) - _FAULTS, 'other')} (--json has all)")

    def limits(self, setting: Setting, lines: list[Line]) -> None:
        """What the limits mean, and what the marks do."""
        ruleset = setting.ruleset
        own = setting.max_moves == ruleset.move_limit
        whose = "the ruleset's limit" if own else "the ruleset has no such limit"
        said = [f"limit: given up after {setting.max_moves:,} moves, without a result ({whose})"]
        if ruleset.result.cut_off is not None:
            text = " ".join(next(iter(ruleset.result.means.values())).split())
            said.insert(0, f"limit: the ruleset's own. {text}")
        if any(line.summary.games < line.asked for line in lines):
            said.append("*: as many games as there was time for")
        self.write("\n" + "\n".join(wrapped(text, "  ", first="  ") for text in said))


#: As many faults of a line are told.
_FAULTS = 5


def _columns(what: str, games: str, moves: str, limit: str, faults: str) -> str:
    return f"{what:<38}{games:>11}{moves:>9}{limit:>9}  {faults}"


def _name(line: Line) -> str:
    if line.kind == "chosen":
        return "the chosen readings"
    if line.kind == "combinations":
        return f"{counted(line.combinations, 'combination')} of readings"
    return ", ".join(f"{ruling} = {reading}" for ruling, reading in line.changed.items())


def _faults(line: Line) -> str:
    faulty = line.summary.faulty
    if line.kind == "open":
        asked = line.summary.games and 100 * faulty / line.summary.games
        return f"asked {asked:.3g}%" if faulty else "never asked"
    return f"{faulty:,}" if faulty else "none"


def _grouped(faults: list[FoundFault]) -> list[list[FoundFault]]:
    """Those of one kind, at one place and by the same rulings together, the most frequent first."""
    groups: dict[tuple[object, ...], list[FoundFault]] = {}
    for found in faults:
        fault = found.fault.fault
        groups.setdefault((fault.code, fault.place, found.rulings), []).append(found)
    return sorted(groups.values(), key=lambda group: -sum(found.fault.count for found in group))


def _fault(group: list[FoundFault]) -> str:
    """Faults of one kind: what and where, how often, by which ruling, and how to see the first."""
    from rulewright.simulate.faults import tell_fault
    from rulewright.simulate.report import game_seed
    from rulewright.simulate.survey import readings_of

    found = group[0]
    told = tell_fault(found.setting, found.fault)
    sets = "".join(f" --set {ruling}={reading}" for ruling, reading in readings_of(found.setting).items())
    blamed = f", by {' and '.join(found.rulings)}" if found.rulings else ""
    first = f"first with --seed {game_seed(found.setting, found.fault.game)}{sets}"
    games = counted(sum(each.fault.count for each in group), "game")
    return "\n".join(wrapped(text, "      ") for text in (str(told), f"{games}{blamed}; {first}"))
