"""``rulewright explain``: why a move is legal or not, what a decision offers, what ended a game."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.errors import CommandError
from rulewright.cli.games import (
    add_command,
    add_game,
    game_of_log,
    language,
    load,
    make_game,
    read_log,
    refuse_given,
)
from rulewright.cli.output import coloured, columns, note, write, write_json

if TYPE_CHECKING:
    from rulewright.engine.contract import State
    from rulewright.engine.words import Words
    from rulewright.explain.moves import Explainer
    from rulewright.explain.telling import Teller
    from rulewright.explain.trail import Trail
    from rulewright.explain.wanted import Wanted
    from rulewright.ruleset.model import Ruleset

_DESCRIPTION = """
Says why a move is legal or not: the first condition that fails, with its
values, its line in the ruleset and its rules. Without MOVE: who is to choose,
how many moves of each action are legal or why none is, and of a decision in a
log which steps ran then. Of a game that is over: what ended it, and how the
ranking came about.

--at names a line of a log. A decision is explained on the table before it; the
line may be one that the rules refuse. After any other line: the decision that
came then, or the end. What stands below it is not looked at, but for the
chance that came of the decision. Without --at it is the first decision of a
game. Of a move that was not made the steps are told up to where chance decides.
"""

_EXAMPLES = """
  rulewright explain tembo
  rulewright explain tembo 'play_animal s=3' --seed 7
  rulewright explain tembo 'play gnu 16 3' --seed 7
  rulewright explain tembo --at game.log:57 'play_animal a="gnu 16" s=3'
  rulewright explain tembo --at game.log            how it stands at its end
"""


@dataclass(frozen=True)
class _Made:
    """A decision that a log has, and the chance events that came of it (see ``_read``)."""

    entry: dict[str, Any]
    chance: list[tuple[int, int]]

    @property
    def seat(self) -> int:
        """Whose it was."""
        return int(self.entry["seat"]) - 1

    def wanted(self, words: Words, seat: int) -> Wanted:
        """The move, as if a seat had made it. Raises MoveError."""
        from rulewright.explain.wanted import wanted

        return wanted(words, self.entry["action"], dict(self.entry.get("with", {})), seat)

    def moves(self, explainer: Explainer) -> tuple[str, ...]:
        """The legal moves that it can have been."""
        from rulewright.engine.moves import MoveError

        try:
            return explainer.explain(self.wanted(explainer.words, self.seat), self.seat).matching
        except MoveError:
            return ()


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "explain", "why a move is legal or not", _DESCRIPTION, _EXAMPLES)
    add_game(parser)
    parser.add_argument(
        "move", metavar="MOVE", nargs="?",
        help="a move in its one-line form or in short; parameters may be left out",
    )  # fmt: skip
    parser.add_argument("--at", metavar="LOG:LINE", help="a line of a log; LOG alone: its last one")
    parser.add_argument(
        "--seat", type=int, metavar="SEAT", help="whose move it is (default: of who is to choose)"
    )
    parser.add_argument("--lang", metavar="CODE", help="language of the texts")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)
    parse = parser.parse_known_args

    def with_move(args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """MOVE may stand behind options too, where argparse doesn't look for it any more."""
        found, rest = parse(args, namespace)
        if found.move is None and len(rest) == 1 and not rest[0].startswith("-"):
            found.move = rest.pop()
        return found, rest

    parser.parse_known_args = with_move  # type: ignore[method-assign]


def run(args: argparse.Namespace) -> int:
    """Explains."""
    from rulewright.explain.telling import Teller

    ruleset = load(args.game, args.data)
    spoken = language(args.lang, ruleset)
    state, trail, made, where = _begun(args, ruleset) if args.at is None else _in_log(args, ruleset)
    seat = args.seat
    if seat is not None and not 1 <= seat <= state.game.players:
        raise CommandError(f"--seat takes a number from 1 to {state.game.players}, not {seat}")
    if seat is None and made is not None and args.move is None:
        seat = made.seat + 1
    teller = Teller(state.game.words, spoken, columns(), colour=not args.json and coloured_out())
    told = _explained(args, state, trail, made, None if seat is None else seat - 1, spoken)
    if args.json:
        from rulewright.explain.telling import as_json

        write_json({"game": ruleset.id, "at": where} | {key: as_json(value) for key, value in told.items()})
        return 0
    write(_text(teller, told, where))
    return 0


def coloured_out() -> bool:
    """Whether standard output shows colours."""
    import sys

    return coloured(sys.stdout)


def _begun(args: argparse.Namespace, ruleset: Ruleset) -> tuple[State, Trail, None, None]:
    """The first decision of a game."""
    from rulewright.explain.trail import followed

    game = make_game(args, ruleset, traced=True, backend="reference")
    trail = followed(game)
    return game.start(args.seed), trail, None, None


def _in_log(args: argparse.Namespace, ruleset: Ruleset) -> tuple[State, Trail, _Made | None, str]:
    """The state at a line of a log."""
    from rulewright.engine import log
    from rulewright.explain.trail import followed

    path, line = _line(args.at)
    args.log = path
    refuse_given(args, "--at", "the log")
    entries, below = _read(path, line)
    header = entries[0]
    game = game_of_log(args, ruleset, header)
    if header["ruleset"] != ruleset.text_hash:
        note(f"rulewright explain: {ruleset.id} was edited since this log was made, or it is of other data")
        entries = [header | {"ruleset": ruleset.text_hash}, *entries[1:]]
    made: _Made | None = None
    end = len(entries)
    if line is not None and "action" in entries[line - 1]:
        made, end = _Made(_decision(entries[line - 1], line, header["players"]), below), line - 1
    # What runs fast compares the log with the rules; only then the plain evaluator plays the game once.
    state = log.replay_entries(game, {"log": entries[:end]})
    plain = game.twin(traced=True, backend="reference")
    trail = followed(plain)
    return log.replay_moments(plain, state), trail, made, f"{path}:{len(entries)}"


def _read(path: Path, line: int | None) -> tuple[list[dict[str, Any]], list[tuple[int, int]]]:
    """The entries of a log down to a line (none: all), and the chance events that stand right below it, as
    pairs of how many outcomes there are and which it was. What stands below may be damaged."""
    from rulewright.engine import log

    if line is None:
        return read_log(path), []
    text = path.read_bytes().decode(errors="replace")
    lines = text.removesuffix("\n").split("\n")
    if not 1 <= line <= len(lines):
        raise CommandError(f"{path} has {len(lines)} lines, and no line {line}; they count from 1")
    entries = log.read(text if line == len(lines) else "\n".join(lines[:line]) + "\n")
    log.check_header(entries)
    below: list[tuple[int, int]] = []
    for written in lines[line:]:
        try:
            entry = json.loads(written)
            below.append((int(entry["chance"]), int(entry["outcome"])))
        except (ValueError, KeyError, TypeError, RecursionError):
            break
    return entries, below


def _decision(entry: dict[str, Any], line: int, players: int) -> dict[str, Any]:
    """A decision of a log that nothing has compared with the rules yet. Raises LogError."""
    from rulewright.engine.errors import LogError

    seat, params = entry.get("seat"), entry.get("with", {})
    seated = isinstance(seat, int) and not isinstance(seat, bool) and 1 <= seat <= players
    if seated and isinstance(entry["action"], str) and isinstance(params, dict):
        values = [v for value in params.values() for v in (value if isinstance(value, list) else [value])]
        if all(value is None or isinstance(value, str | int) for value in values):
            return entry
    raise LogError(line, "a decision has a seat, an action, and its parameters under 'with'")


def _line(at: str) -> tuple[Path, int | None]:
    """LOG:LINE, or LOG."""
    path, colon, line = at.rpartition(":")
    if colon and line.isdecimal():
        return Path(path), int(line)
    if colon and not Path(at).exists() and Path(path).is_file():
        raise CommandError(f"--at takes LOG:LINE, and lines count from 1: {line!r} is no line of {path}")
    return Path(at), None


def _explained(
    args: argparse.Namespace, state: State, trail: Trail, made: _Made | None, seat: int | None, spoken: str,
) -> dict[str, Any]:  # fmt: skip
    """What there is to say, by what it is about."""
    from rulewright.engine.frame import frame
    from rulewright.engine.moves import MoveError
    from rulewright.explain.decisions import explain_decision
    from rulewright.explain.ended import ended_in
    from rulewright.explain.endings import explain_end
    from rulewright.explain.moves import Explainer
    from rulewright.explain.trail import played
    from rulewright.explain.wanted import read_wanted, wanted
    from rulewright.play.asked import Asked

    told: dict[str, Any] = {}
    explainer = Explainer(state, None, spoken)
    whose = next(iter(explainer.lens.choosers), 0) if seat is None else seat
    words = state.game.words
    try:
        if args.move is not None:
            lens = explainer.lens
            understood = Asked(
                words, whose, lens.offered(whose), spoken, lens.value,
                lambda wanted: explainer.is_legal(wanted, whose),
            )  # fmt: skip
            closest = [] if "=" in args.move else understood.closest(args.move)
            if len(closest) > 1:
                meant = "; ".join(move.text for move in closest)
                raise MoveError(frame("can_mean", spoken, what=repr(args.move), moves=meant))
            if closest:
                asked = closest[0]
                told["understood"] = understood.told_of(asked) or None
            elif "=" in args.move:
                asked = read_wanted(words, args.move, whose)
            else:
                # Words that name no action; of one that is named more would have been understood.
                asked = wanted(words, " ".join(args.move.split()), {}, whose)
        elif made is not None:
            asked = made.wanted(words, whose)
        else:
            asked = None
    except MoveError as error:
        raise CommandError(str(error)) from None
    if asked is None or (made is not None and args.move is None):
        told["decision"] = explain_decision(state, None, spoken)
    if state.over:
        told["end"] = explain_end(state, trail, spoken)
    if asked is not None:
        told["move"] = explained = explainer.explain(asked, whose)
        if len(explained.matching) == 1:
            move = explained.matching[0]
            ran = made is not None and whose == made.seat and move in made.moves(explainer)
            below = made.chance if ran and made is not None else []
            steps = played(state, trail, move, whose, below)
            told |= {"steps": steps.steps, "steps_ran": ran, "steps_to_chance": steps.to_chance}
            told["ended"] = ended_in(state, trail, move, whose, steps, spoken)
    return {key: value for key, value in told.items() if value is not None}


def _text(teller: Teller, told: dict[str, Any], where: str | None) -> str:
    parts = [] if where is None else [f"{where}\n"]
    if "decision" in told:
        parts.append(teller.decision(told["decision"]))
    if "understood" in told:
        parts.append(teller.fold(told["understood"]) + "\n")
    if "move" in told:
        parts.append(teller.move(told["move"]))
    if told.get("steps"):
        ran, to_chance = told["steps_ran"], told["steps_to_chance"]
        known = told["move"].finding.rules
        parts.append(teller.steps(told["steps"], ran=ran, to_chance=to_chance, known=known))
    if told.get("ended"):
        parts.append(teller.ended(told["ended"]))
    if "end" in told:
        parts.append(teller.end(told["end"]))
    return "\n".join(parts)
