"""``rulewright replay``: plays a log again and shows it step by step."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.errors import CommandError
from rulewright.cli.games import add_backend, add_command, game_of_log, language, load, read_log, shown
from rulewright.cli.output import columns, note, screen, write, write_json

if TYPE_CHECKING:
    from rulewright.engine.contract import Game, State
    from rulewright.ruleset.model import Ruleset

_DESCRIPTION = """
Plays a log again by the rules, step by step, and shows what happened: all of
it, or with --as what one seat was shown. Every line of the log is compared
with what the rules give. If the ruleset was edited since, the first line is
named at which the game would now go another way.
"""

_EXAMPLES = """
  rulewright replay game.log
  rulewright replay game.log --as 2
  rulewright replay fault.log --game my_game.yaml
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "replay", "play a log again", _DESCRIPTION, _EXAMPLES)
    parser.add_argument(
        "log", metavar="LOG", type=Path, help="a log, as `play --save` and `simulate --logs` write"
    )
    parser.add_argument(
        "--game", metavar="GAME", help="the ruleset (default: the one the log names, here or shipped)"
    )
    parser.add_argument(
        "--data", type=Path, metavar="FILE", help="the YAML file whose data replaced assumptions"
    )
    parser.add_argument(
        "--as", dest="seat", metavar="SEAT", help="what this seat saw: a number from 1, or `public`"
    )
    parser.add_argument("--lang", metavar="CODE", help="language of the texts")
    parser.add_argument("--json", action="store_true", help="the outcome only, for programs")
    add_backend(parser)
    parser.set_defaults(run=run, opened=[])


def run(args: argparse.Namespace) -> int:
    """Shows the game; 1 if the log is not what the rules give."""
    from rulewright.engine import log
    from rulewright.engine.contract import LogError

    entries = read_log(args.log)
    header = entries[0]
    ruleset = _ruleset(args, header)
    language(args.lang, ruleset)
    # A reading that the ruleset has lost since: the log can't be followed at all, and the game says why.
    game = game_of_log(args, ruleset, header)
    changed = header.get("ruleset") != ruleset.text_hash
    if changed:
        note(
            f"rulewright replay: {shown(Path(ruleset.path))} was edited since this log was made, or the log "
            f"is of another {ruleset.id} or other data (--game, --data)."
        )
        entries = [header | {"ruleset": ruleset.text_hash}, *entries[1:]]
    problem: LogError | None = None
    state: State | None
    try:
        state = log.replay_entries(game, {"log": entries})
    except LogError as error:
        problem = error
        state = _as_far_as(game, entries, error.line)
    if args.json:
        write_json(_outcome(state, changed, problem))
    else:
        if state is not None:
            _show(state, args.seat, args.lang)
        if problem is not None:
            # What was shown is right up to here.
            note(f"{args.log}:{problem.line}: {problem.reason}")
        elif changed:
            note("The edited ruleset gives the same game.")
    return int(problem is not None)


def _ruleset(args: argparse.Namespace, header: dict[str, Any]) -> Ruleset:
    """The ruleset that was named; else of those of the log's name, in this folder, beside the log and among
    the shipped, the first with the text that was played."""
    from rulewright.engine.shipped import shipped_rulesets

    if args.game is not None:
        return load(args.game, args.data)
    name = str(header["game"])
    files = [Path(f"{name}.yaml"), args.log.with_name(f"{name}.yaml")]
    files += [path for shipped, path in shipped_rulesets().items() if shipped == name]
    unique = {path.resolve(): path for path in reversed(files) if path.is_file()}
    candidates = [path for path in files if unique.get(path.resolve()) is path]
    if not candidates:
        raise CommandError(f"there is no ruleset {name} here; --game FILE says where it is")
    first: Ruleset | None = None
    problem: CommandError | None = None
    for path in candidates:
        try:
            ruleset = load(str(path), args.data)
        except CommandError as error:
            problem = problem or error
            continue
        if ruleset.text_hash == header.get("ruleset"):
            return ruleset
        first = first or ruleset
    if first is None:
        assert problem is not None
        raise problem
    return first


def _as_far_as(game: Game, entries: Sequence[dict[str, Any]], line: int) -> State | None:
    """The game up to the last decision before the line that differs; none if not even its start is right."""
    from rulewright.engine import log
    from rulewright.engine.contract import LogError

    decisions = [at for at, entry in enumerate(entries) if at and ("action" in entry or "arrange" in entry)]
    ends = [at for at in decisions if at <= line - 1]
    for end in reversed([*ends, min(line, len(entries))]):
        try:
            return log.replay_entries(game, {"log": entries[:end]})
        except LogError:
            continue
    return None


def _outcome(state: State | None, changed: bool, problem: Any) -> dict[str, Any]:
    return {
        "same": problem is None,
        "ruleset_changed": changed,
        "difference": None if problem is None else {"line": problem.line, "reason": problem.reason},
        "moves": 0 if state is None else sum(m.move is not None for m in state.history),
        "over": state is not None and state.over,
        "scores": None if state is None else state.scores(),
        "places": None if state is None else state.places(),
        "winners": None
        if state is None or not state.over or state.fault is not None
        else [seat + 1 for seat in state.winners()],
        "fault": None if state is None or state.fault is None else state.fault.code,
    }


def _show(state: State, asked: str | None, asked_language: str | None) -> None:
    from rulewright.engine.view_text import ending, view_text
    from rulewright.play.endings import fault_text
    from rulewright.play.narration import Narrator
    from rulewright.play.terminal import fold

    game = state.game
    spoken = language(asked_language, game.ruleset)
    narrator = Narrator(game, spoken)
    seat = _seat(asked, game)
    lines = narrator.whole_story(state) if asked is None else narrator.story(state, seat)
    width = columns()
    write("\n".join(fold(line, width=width) for line in lines))
    view = state.view(seat)
    if asked is not None:
        write("\n" + view_text(game.words, view, spoken, width=width))
    elif state.over:
        write("\n" + "\n".join(ending(game.words, view, spoken, width)))
    if state.fault is not None:
        write("\n" + fault_text(game.ruleset, state.fault, spoken, columns=screen(sys.stdout)))


def _seat(asked: str | None, game: Game) -> int | None:
    if asked is None or asked == "public":
        return None
    if not asked.isdecimal() or not 1 <= int(asked) <= game.players:
        raise CommandError(f"--as takes a seat from 1 to {game.players}, or public, not {asked!r}")
    return int(asked) - 1
