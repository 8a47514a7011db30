"""``rulewright play``: a game at the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rulewright.cli.errors import CommandError
from rulewright.cli.games import add_command, add_game, add_max_moves, load, make_game, max_moves, read_log
from rulewright.cli.output import note, wrapped, write

if TYPE_CHECKING:
    from rulewright.engine.contract import Game, State
    from rulewright.play.saving import SaveFile
    from rulewright.play.session import SeatKind
    from rulewright.ruleset.model import Ruleset

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
    add_game(parser)
    parser.add_argument(
        "--seats", metavar="KIND,...",
        help="who sits where: human or random (default: human first, then random)",
    )  # fmt: skip
    parser.add_argument("--lang", metavar="CODE", help="language of the texts, see `list GAME`")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="keep the log of the game in FILE as you play"
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with the game saved in FILE")
    add_max_moves(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays; 1 if the game ended in a fault of the ruleset."""
    from rulewright.play.dialogue import Dialogue
    from rulewright.play.session import Session
    from rulewright.play.terminal import Terminal

    ruleset = load(args.game, args.data)
    seats = _seats(args.seats)
    if seats is not None and args.players is None and args.resume is None:
        args.players = len(seats)
    if args.resume is not None:
        state, seed = _resumed(args, ruleset)
    else:
        seed = _fresh_seed() if args.seed is None else args.seed
        state = make_game(args, ruleset, traced=True).start(seed)
    game = state.game
    if seats is None:
        seats = ["human", *["random"] * (game.players - 1)]
    if len(seats) != game.players:
        raise CommandError(f"--seats names {len(seats)} seats, and {game.players} play")
    language = _language(args.lang, game)
    file = _save_file(args, state)
    write(_welcome(game, seats, seed, language))
    dialogue = Dialogue(
        Session(state, cast("list[SeatKind]", seats), seed, file), Terminal(), language,
        max_moves(args, ruleset),
    )  # fmt: skip
    dialogue.run()
    return int(dialogue.session.state.fault is not None)


def _seats(text: str | None) -> list[str] | None:
    if text is None:
        return None
    kinds = [kind.strip().lower() for kind in text.split(",")]
    for kind in kinds:
        if kind not in ("human", "random"):
            raise CommandError(f"a seat is human or random, not {kind!r}")
    return kinds


def _fresh_seed() -> int:
    """A seed nobody knows, short enough to be typed again."""
    import secrets

    return secrets.randbelow(1_000_000)


def _save_file(args: argparse.Namespace, state: State) -> SaveFile | None:
    """The file that the game is kept in from now on, with its log so far."""
    from rulewright.play.saving import SaveFile

    if args.save is None and args.resume is None:
        return None
    file = SaveFile(args.save or args.resume)
    if args.save is None or args.save == args.resume:
        file.go_on(state)
        return file
    try:
        file.begin(state)
    except FileExistsError:
        raise CommandError(
            f"{args.save} exists already; go on with it by --resume, or choose another name"
        ) from None
    return file


def _resumed(args: argparse.Namespace, ruleset: Ruleset) -> tuple[State, int]:
    """The state that a saved game has come to, and its seed."""
    from rulewright.engine.errors import LogError, WrongCall

    given = [name for name in ("players", "seed") if getattr(args, name) is not None]
    given += [f"{n}" for n, value in (("set", args.readings), ("open", args.opened)) if value]
    if given:
        raise CommandError(f"--{given[0]} can't be given with --resume: the saved game says it")
    entries = read_log(args.resume)
    header = entries[0]
    args.players = header["players"]
    args.readings = [(str(ruling), str(reading)) for ruling, reading in header["readings"].items()]
    try:
        if header["game"] != ruleset.id:
            raise LogError(1, f"this is a log of {header['game']}, not of {ruleset.id}")
        game = make_game(args, ruleset, traced=True)
    except WrongCall as error:
        raise LogError(1, str(error)) from None
    return game.from_json({"log": entries}), header["seed"] or 0


def _language(asked: str | None, game: Game) -> str:
    from rulewright.cli.list_rulesets import languages

    spoken = languages(game.ruleset)
    if asked is None:
        return spoken[0] if spoken else "en"
    if asked not in spoken:
        note(f"rulewright play: {game.ruleset.id} has no texts in {asked!r}; it has {', '.join(spoken)}")
    return asked


def _welcome(game: Game, seats: list[str], seed: int, language: str) -> str:
    title = game.words.text(game.ruleset.title, language)
    who = ", ".join(f"{seat} {kind}" for seat, kind in enumerate(seats, 1))
    about = game.words.text(game.ruleset.about, language)
    return wrapped(f"{title} (seats: {who}; seed {seed})") + ("\n" + wrapped(about) if about else "")
