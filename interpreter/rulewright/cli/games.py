"""GAME and how it is set up: the arguments that all commands share that run a game, and what they mean."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.errors import CommandError
from rulewright.cli.output import coloured, note, screen

if TYPE_CHECKING:
    from rulewright.compile.program import TooBig
    from rulewright.diagnostics import Sink
    from rulewright.engine.contract import Backend, Game
    from rulewright.ruleset.model import Ruleset

#: Moves after which a game is given up that has no limit of its own.
MAX_MOVES = 10_000

BACKENDS = ("python", "native", "reference")

#: Workers for each core, at most.
_WORKERS = 4

#: Seeds are below this.
_SEEDS = 2**64


def add_command(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    help: str,
    description: str,
    examples: str,
) -> argparse.ArgumentParser:
    """The parser of one command, its texts shown as they were written."""
    return subparsers.add_parser(
        name,
        help=help,
        description=description.strip(),
        epilog="examples:\n" + examples.strip("\n"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_game(parser: argparse.ArgumentParser, fresh_seed: bool = False) -> None:
    """The argument GAME and the options that say how it is set up; see ``add_setup``."""
    parser.add_argument(
        "game", metavar="GAME", help="a ruleset: a name that `rulewright list` shows, or a path"
    )
    add_setup(parser, fresh_seed)


def add_setup(parser: argparse.ArgumentParser, fresh_seed: bool = False) -> None:
    """The options that say how a game is set up. ``fresh_seed``: whether the command makes up a seed."""
    group = parser.add_argument_group("the game")
    begins = "another each time" if fresh_seed else "0"
    group.add_argument(
        "--players", type=int, metavar="P", help="how many play (default: the fewest it is for)"
    )
    group.add_argument(
        "--seed",
        type=seed,
        metavar="S",
        help=f"what chance begins with, a number (default: {begins}); same seed, same game",
    )
    group.add_argument(
        "--set", action="append", default=[], type=_reading, metavar="RULING=READING", dest="readings",
        help="answer a question of the rulebook in another way; `rulewright list GAME` shows them",
    )  # fmt: skip
    group.add_argument(
        "--open", action="append", default=[], metavar="RULING", dest="opened",
        help="leave a question open, so that play stops with a fault where it is asked; `all`: every one",
    )  # fmt: skip
    group.add_argument("--data", type=Path, metavar="FILE", help="a YAML file whose data replace assumptions")
    add_backend(group)


def add_backend(group: argparse._ActionsContainer) -> None:
    """The option that says what runs the game."""
    group.add_argument(
        "--backend", choices=BACKENDS, default="python",
        help="what runs it: compiled to Python (default), to machine code, or the plain evaluator",
    )  # fmt: skip


def add_max_moves(group: argparse._ActionsContainer) -> None:
    """The option that gives up on long games."""
    group.add_argument(
        "--max-moves", type=positive, metavar="N",
        help=f"give a game up after N moves (default: the ruleset's limit, else {MAX_MOVES:,})",
    )  # fmt: skip


def max_moves(args: argparse.Namespace, ruleset: Ruleset) -> int:
    """The number of moves after which a game is given up."""
    asked: int | None = args.max_moves
    return asked or ruleset.move_limit or MAX_MOVES


def positive(text: str) -> int:
    """A number from 1 on, for argparse."""
    try:
        number = int(text.replace("_", "").replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def cores() -> int:
    """How many cores there are for this program."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(text: str) -> int:
    """A number of workers, for argparse. More than a few for each core only take memory and time to start:
    then so many are taken, and that is said."""
    asked, most = positive(text), _WORKERS * cores()
    if asked > most:
        note(f"rulewright: {most} workers, {_WORKERS} for each core, instead of {asked:,}")
    return min(asked, most)


def seed(text: str) -> int:
    """A seed, for argparse."""
    if not text.isdecimal() or int(text) >= _SEEDS:
        raise argparse.ArgumentTypeError(f"a seed is a number from 0 to 2**64 - 1, not {text!r}")
    return int(text)


def _reading(text: str) -> tuple[str, str]:
    ruling, sign, reading = text.partition("=")
    if not (ruling and sign and reading):
        raise argparse.ArgumentTypeError(f"{text!r} is not RULING=READING")
    return ruling.strip(), reading.strip()


def find(game: str) -> Path:
    """The file of a GAME. Where a file of the current folder has the name of a ruleset that ships, says which
    of the two is meant."""
    from rulewright.engine.shipped import shipped_rulesets
    from rulewright.library import UnknownGame, find_ruleset

    try:
        path = find_ruleset(game)
    except UnknownGame as unknown:
        near = f" Did you mean {' or '.join(unknown.near)}?" if unknown.near else ""
        raise CommandError(f"{unknown}.{near} `rulewright list` shows the names.") from None
    shipped = shipped_rulesets().get(game)
    if shipped is not None and path.resolve() != shipped.resolve():
        note(f"rulewright: {game} is {shown(path)} here, not the {game} that comes with the program")
    return path


def language(asked: str | None, ruleset: Ruleset) -> str:
    """The language of texts: the one asked for, else the ruleset's own."""
    spoken = languages(ruleset)
    if asked is None:
        return spoken[0]
    if asked not in spoken:
        raise CommandError(f"{ruleset.id} has no texts in {asked!r}; --lang takes {', '.join(spoken)}")
    return asked


def languages(ruleset: Ruleset) -> list[str]:
    """The languages that a ruleset has texts in, its own first."""
    spoken = [*ruleset.title, *(lang for action in ruleset.actions.values() for lang in action.say)]
    return list(dict.fromkeys([*spoken, *ruleset.labels])) or ["en"]


def ruleset_files(names: list[str]) -> list[Path]:
    """The rulesets that names, paths and folders mean, each once; those that ship if nothing is named."""
    from rulewright.engine.shipped import shipped_rulesets
    from rulewright.library import rulesets_under

    if not names:
        return list(shipped_rulesets().values())
    files: list[Path] = []
    for name in names:
        path = Path(name) if Path(name).exists() else find(name)
        inside = rulesets_under(path) if path.is_dir() else [path]
        if not inside:
            raise CommandError(f"there is no ruleset in the folder {name}")
        files += inside
    return list(dict.fromkeys(files))


def load(game: str, data: Path | None = None) -> Ruleset:
    """The checked ruleset of a GAME; if it is wrong the findings are shown and the command ends."""
    from rulewright.check import check_file
    from rulewright.diagnostics import Sink

    path = find(game)
    if path.is_dir():
        raise CommandError(f"{game} is a folder; name one ruleset")
    if data is not None and not data.is_file():
        raise CommandError(f"there is no file {data}")
    sink = Sink()
    ruleset, _ = check_file(shown(path), data=data, sink=sink)
    if ruleset is None:
        raise CommandError(refusal(str(game), sink), 1, prefixed=False)
    return ruleset


def shown(path: Path) -> str:
    """A path as messages name it: as it was given, or from the current folder if it lies below."""
    if path.is_absolute():
        try:
            return str(path.relative_to(Path.cwd()))
        except ValueError:
            pass
    return str(path)


def refusal(game: str, sink: Sink) -> str:
    """Why a ruleset can't be played: all its errors."""
    from rulewright.cli.output import counted
    from rulewright.diagnostics.render import render_full

    errors = [d for d in sink.diagnostics if d.severity == "error"]
    text = render_full(errors, sink.sources, colour=coloured(sys.stderr), columns=screen(sys.stderr))
    return f"{text}\n{game} can't be played: {counted(len(errors), 'error')}."


def make_game(
    args: argparse.Namespace, ruleset: Ruleset, *, traced: bool = False, backend: Backend | None = None
) -> Game:
    """The game that the options ask for. Raises WrongCall for what the ruleset doesn't know."""
    from rulewright.compile.program import TooBig
    from rulewright.engine.contract import Game

    opened = "all" if "all" in args.opened else list(args.opened)
    readings, way = dict(args.readings), backend or args.backend
    check_backend(way)
    try:
        return Game(ruleset, args.players, readings, opened, way, traced=traced)
    except TooBig as error:
        plainly(error)
        return Game(ruleset, args.players, readings, opened, "reference", traced=traced)


def check_backend(backend: str) -> None:
    """Refuses the native way where it can't be had."""
    if backend == "native":
        from rulewright.compile.native import native_reason

        reason = native_reason()
        if reason is not None:
            raise CommandError(f"--backend native can't be had here: {reason}")


def read_log(path: Path) -> list[dict[str, Any]]:
    """The entries of a log file, header first. Raises LogError for what is no log, OSError."""
    from rulewright.engine import log

    entries = log.read(path.read_bytes().decode(errors="replace"))
    log.check_header(entries)
    return entries


def refuse_given(args: argparse.Namespace, option: str, source: str) -> None:
    """Refuses the options that a log answers. ``option`` names the log, ``source`` says what it is."""
    given = [name for name in ("players", "seed") if getattr(args, name) is not None]
    given += [name for name, value in (("set", args.readings), ("open", args.opened)) if value]
    if given:
        raise CommandError(f"--{given[0]} can't be given with {option}: {source} says it")


def game_of_log(args: argparse.Namespace, ruleset: Ruleset, header: dict[str, Any]) -> Game:
    """The game that a log is of, with its players and readings, to be followed. Raises LogError if it is of
    another ruleset, WrongCall for readings that the ruleset has lost since."""
    from rulewright.engine.errors import LogError

    if header["game"] != ruleset.id:
        raise LogError(1, f"this is a log of {header['game']}, not of {ruleset.id}")
    args.players = header["players"]
    args.readings = [(str(ruling), str(reading)) for ruling, reading in header["readings"].items()]
    return make_game(args, ruleset, traced=True)


def plainly(reason: TooBig) -> None:
    """Says why a game is not compiled but run by the plain evaluator."""
    note(f"rulewright: {reason}; the plain evaluator runs this game, which is slower")
