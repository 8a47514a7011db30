"""``rulewright play``: a game at the terminal."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rulewright.cli.errors import CommandError
from rulewright.cli.games import (
    add_command,
    add_game,
    add_max_moves,
    game_of_log,
    language,
    load,
    make_game,
    max_moves,
    read_log,
    refuse_given,
)
from rulewright.cli.output import note, wrapped, write

if TYPE_CHECKING:
    from rulewright.engine.contract import Game, State
    from rulewright.play.saving import SaveFile
    from rulewright.play.session import SeatKind
    from rulewright.ruleset.model import Ruleset

#: Who may sit at a seat.
KINDS = ("human", "random")

_DESCRIPTION = """
Plays a game in the terminal. You see the table as your seat may see it and
choose from numbered choices; ? tells what else you can type. The other seats
pick at random. Several people can play at one terminal: it is cleared and
handed over before a hand is shown.
"""

_EXAMPLES = """
  rulewright play zum_kuhkuck
  rulewright play tembo --players 3 --seats human,random,human --lang el
  rulewright play pig --save pig.log        stop with q, and later:
  rulewright play pig --resume pig.log
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "play", "play a game in the terminal", _DESCRIPTION, _EXAMPLES)
    add_game(parser, fresh_seed=True)
    parser.add_argument(
        "--seats", metavar="KIND,...",
        help="who sits where: human or random (default: human first, then random; with --resume as it was)",
    )  # fmt: skip
    parser.add_argument("--lang", metavar="CODE", help="language of the texts, see `list GAME`")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="keep the log of the game in FILE as you play"
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with the game saved in FILE")
    add_max_moves(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays; 1 if the game ended in a fault of the ruleset or can't be saved any more."""
    from rulewright.play.dialogue import Dialogue
    from rulewright.play.saving import SaveFailed
    from rulewright.play.session import Session
    from rulewright.play.terminal import Terminal

    ruleset = load(args.game, args.data)
    spoken = language(args.lang, ruleset)
    seats = _seats(args.seats)
    if seats is not None and args.players is None and args.resume is None:
        args.players = len(seats)
    if args.resume is not None:
        state, seed, sat = _resumed(args, ruleset)
        seats = seats or sat
    else:
        seed = _fresh_seed() if args.seed is None else args.seed
        state = make_game(args, ruleset, traced=True).start(seed)
    game = state.game
    if seats is None:
        seats = ["human", *["random"] * (game.players - 1)]
        if args.resume is not None and game.players > 1:
            note(
                "rulewright play: the log doesn't say who sat where; seat 1 is yours (--seats says otherwise)"
            )
    if len(seats) != game.players:
        raise CommandError(f"--seats names {len(seats)} seats, and {game.players} play")
    try:
        file = _save_file(args, state, seats)
    except OSError as error:
        raise CommandError(
            f"the game can't be saved in {args.save or args.resume}: {error.strerror}"
        ) from None
    terminal = Terminal()
    write(_welcome(game, seats, seed, spoken, terminal.width))
    session = Session(state, cast("list[SeatKind]", seats), seed, file)
    dialogue = Dialogue(session, terminal, spoken, max_moves(args, ruleset), _again(args))
    try:
        dialogue.run()
    except KeyboardInterrupt:
        dialogue.stopped()
        return 130
    except SaveFailed as error:
        raise CommandError(f"{error}; what was played before is kept there", 1) from None
    return int(session.state.fault is not None)


def _again(args: argparse.Namespace) -> str:
    """The command that goes on with a saved game, without the name of its file."""
    data = [] if args.data is None else ["--data", str(args.data)]
    lang = [] if args.lang is None else ["--lang", args.lang]
    return shlex.join(["rulewright", "play", args.game, *data, *lang, "--resume"])


def _seats(text: str | None) -> list[str] | None:
    if text is None:
        return None
    kinds = [kind.strip().lower() for kind in text.split(",")]
    for kind in kinds:
        if kind not in KINDS:
            raise CommandError(f"a seat is human or random, not {kind!r}")
    return kinds


def _fresh_seed() -> int:
    """A seed nobody knows, short enough to be typed again."""
    import secrets

    return secrets.randbelow(1_000_000)


def _save_file(args: argparse.Namespace, state: State, seats: list[str]) -> SaveFile | None:
    """The file that the game is kept in from now on, with its log so far."""
    from rulewright.play.saving import SaveFile

    if args.save is None and args.resume is None:
        return None
    file = SaveFile(args.save or args.resume)
    if args.save is None or args.save == args.resume:
        file.go_on(state)
        return file
    try:
        file.begin(state, seats)
    except FileExistsError:
        raise CommandError(
            f"{args.save} exists already; go on with it by --resume, or choose another name"
        ) from None
    return file


def _resumed(args: argparse.Namespace, ruleset: Ruleset) -> tuple[State, int, list[str] | None]:
    """The state that a saved game has come to, its seed, and who sat where, if the log says it."""
    from rulewright.engine.errors import LogError, WrongCall

    refuse_given(args, "--resume", "the saved game")
    entries = read_log(args.resume)
    header = entries[0]
    try:
        game = game_of_log(args, ruleset, header)
    except WrongCall as error:
        raise LogError(1, str(error)) from None
    sat = header.get("seats")
    if not isinstance(sat, list) or len(sat) != game.players or not all(s in KINDS for s in sat):
        sat = None
    return game.from_json({"log": entries}), header["seed"] or 0, sat


def _welcome(game: Game, seats: list[str], seed: int, language: str, width: int) -> str:
    from rulewright.engine.frame import frame

    title = game.words.text(game.ruleset.title, language)
    who = ", ".join(f"{seat} {frame(kind, language)}" for seat, kind in enumerate(seats, 1))
    about = game.words.text(game.ruleset.about, language)
    told = frame("seats", language, who=who, seed=seed)
    told = wrapped(f"{title} ({told})", width=width)
    return told + ("\n" + wrapped(about, width=width) if about else "")
