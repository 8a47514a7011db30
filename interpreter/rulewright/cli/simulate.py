"""``rulewright simulate``: thousands of random games, and what they lead to."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.files import folder_to_write, writing
from rulewright.cli.games import (
    BACKENDS,
    add_command,
    add_game,
    add_max_moves,
    check_backend,
    load,
    make_game,
    max_moves,
    plainly,
    positive,
    workers,
)
from rulewright.cli.output import coloured, counted, note, on_terminal, screen, table, write, write_json

if TYPE_CHECKING:
    from rulewright.engine.contract import Game
    from rulewright.ruleset.model import Ruling
    from rulewright.simulate import OpenQuestion, Progress, Setting
    from rulewright.simulate.records import Records

_DESCRIPTION = """
Plays a game many times with players who pick at random, and tells how long the
games are, how many choices there are, who wins from which seat, what is scored,
and every fault of the ruleset that came up, with its place. The same seed gives
the same games, however many workers there are and whatever runs them.

With several questions left open (--open all), N games are played for each of
them alone, and a table says in how many of them play asks it.
"""

_EXAMPLES = """
  rulewright simulate tembo -n 100000 --workers 2
  rulewright simulate my_game.yaml -n 1000 --open all --logs faults/
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(
        subparsers, "simulate", "play a game many times at random", _DESCRIPTION, _EXAMPLES
    )  # fmt: skip
    add_game(parser)
    parser.add_argument(
        "-n", type=positive, default=1000, metavar="N", dest="games", help="games (default: 1000)"
    )
    parser.add_argument("--workers", type=workers, default=1, metavar="W", help="cores to use (default: 1)")
    add_max_moves(parser)
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a row for each game")
    parser.add_argument(
        "--logs", type=Path, metavar="FOLDER", help="write the log of the first game of each fault"
    )
    parser.add_argument("--json", action="store_true", help="the summary for programs")
    for action in parser._actions:
        if action.dest == "backend":
            action.default = None
            action.help = f"what runs it: {', '.join(BACKENDS)} (default: native if it can be had)"
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays and reports; 1 if there were faults, 130 if interrupted."""
    from rulewright.compile.program import TooBig
    from rulewright.simulate import Setting, open_one_by_one, simulate, simulate_open
    from rulewright.simulate.table_file import TableFile

    ruleset = load(args.game, args.data)
    if args.logs is not None:
        folder_to_write(args.logs)
    args.backend = args.backend or fastest()
    check_backend(args.backend)
    # The plain evaluator needs no compiling, and here it only says what is played.
    game = make_game(args, ruleset, backend="reference")
    setting = Setting(ruleset, game.config, args.seed or 0, max_moves(args, ruleset), args.backend)
    opened = open_one_by_one(ruleset, game.config, dict(args.readings))
    several = len(opened) > 1
    games = args.games * (len(opened) if several else 1)
    questions: list[OpenQuestion] = []
    with ExitStack() as stack:
        file: TableFile | None = None
        if args.csv is not None:
            stack.enter_context(writing(args.csv))
            csv = stack.enter_context(args.csv.open("w", encoding="utf-8", newline=""))
            file = TableFile(csv, setting, rulings=several)
        bar = stack.enter_context(bar_of(games))

        def play() -> Progress:
            if not several:
                on_records = None if file is None else file.write
                return simulate(setting, games, args.workers, on_progress=bar, on_records=on_records)

            def keep(ruling: Ruling, records: Records) -> None:
                if file is not None:
                    file.write(records, ruling.name)

            questions[:], progress = simulate_open(
                setting, opened, args.games, args.workers, on_progress=bar, on_records=keep
            )
            return progress

        try:
            progress = play()
        except TooBig as error:
            plainly(error)
            setting = replace(setting, backend="reference")
            progress = play()
    if progress.interrupted:
        note(f"Interrupted after {progress.summary.games:,} of {games:,} games.")
    _report(args, setting, progress, questions)
    if args.logs is not None and progress.summary.faults:
        parts: list[OpenQuestion | None] = [*questions] or [None]
        for part in parts:
            _write_logs(args.logs, game, setting, progress, part)
    return 130 if progress.interrupted else int(bool(progress.summary.faults))


def fastest() -> str:
    """The fastest way of running there is here; says how to have a faster one."""
    from rulewright.compile.native import native_available, native_reason

    if native_available():
        return "native"
    note(
        f"rulewright: {native_reason()}; games run in Python, `pip install 'rulewright[fast]'` speeds them up"
    )
    return "python"


@contextmanager
def bar_of(games: int) -> Iterator[Callable[[Progress], None] | None]:
    """A progress bar on standard error, if somebody looks there."""
    if not on_terminal(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(file=sys.stderr, no_color=not coloured(sys.stderr))
    with Bar(
        MofNCompleteColumn(), BarColumn(), TextColumn("{task.fields[said]}"), TimeRemainingColumn(),
        console=console, transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task("", total=games, said="")

        def show(progress: Progress) -> None:
            s = progress.summary
            said = f"{progress.per_second:,.0f}/s, {s.mean_moves:.1f} moves" + (
                f", {s.faulty:,} faults" if s.faulty else ""
            )
            bar.update(task, completed=s.games, said=said)

        yield show


def _report(
    args: argparse.Namespace, setting: Setting, progress: Progress, questions: list[OpenQuestion]
) -> None:
    from rulewright.machine.faults import FaultCode
    from rulewright.play.endings import fault_text
    from rulewright.simulate import report
    from rulewright.simulate.faults import tell_fault
    from rulewright.simulate.questions import HEADINGS

    if args.json:
        told = report.as_json(setting, progress)
        write_json(told | {"rulings": [q.as_json() for q in questions]} if questions else told)
        return
    write("\n".join(report.lines(setting, progress)))
    if questions:
        write(f"\nEach of {len(questions)} questions left open alone, in {args.games:,} games:\n\n")
        write(table(HEADINGS, [q.row() for q in questions], right=(3, 4)))
        write("\n--open RULING shows where play asks one; --logs FOLDER writes the first games.")
    if progress.summary.ended:
        write("\n" + table(report.SEAT_HEADINGS, report.seat_rows(progress), right=(1, 2, 3, 4, 5, 6)))
    for fault in progress.summary.sorted_faults():
        if questions and fault.fault.code == FaultCode.OPEN_QUESTION:
            continue
        seed = report.game_seed(setting, fault.game)
        write(
            f"\n{counted(fault.count, 'game')} ended so; the first is game {fault.game} (seed {seed}), after "
            f"{fault.moves} moves:\n"
        )
        ended = tell_fault(setting, fault)
        write(fault_text(setting.ruleset, ended, colour=coloured(sys.stdout), columns=screen(sys.stdout)))


def _write_logs(
    folder: Path, game: Game, setting: Setting, progress: Progress, question: OpenQuestion | None
) -> None:
    """The logs of the first game of each fault, of a whole run or of the games that left a question open."""
    from rulewright.engine import log
    from rulewright.engine.contract import Game as NewGame
    from rulewright.simulate.logs import play_game

    name = setting.ruleset.id
    if question is not None:
        setting, progress = question.setting, question.progress
        name += f"-{question.ruling.name}"
        readings = setting.ruleset.reading_names(setting.config.readings)
        game = NewGame(setting.ruleset, game.players, readings, backend=game.backend)
    folder_to_write(folder)
    for fault in progress.summary.sorted_faults():
        state = play_game(game.twin(traced=True), setting, fault.game)
        path = folder / f"{name}-{fault.fault.code.kebab}-{fault.game}.log"
        with writing(path):
            path.write_text(log.write(state), encoding="utf-8")
        note(f"{path} written; `rulewright replay` shows it.")
