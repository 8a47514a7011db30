"""``rulewright fuzz``: looks for the holes in a ruleset, and shows each by the smallest game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.coverage import add_coverage, never, told, write_lcov
from rulewright.cli.errors import CommandError
from rulewright.cli.files import file_to_write, folder_to_write, write_new
from rulewright.cli.games import (
    BACKENDS,
    add_command,
    add_max_moves,
    check_backend,
    cores,
    load,
    max_moves,
    positive,
    seed,
    workers,
)
from rulewright.cli.output import coloured, counted, on_terminal, wrapped, write, write_json

if TYPE_CHECKING:
    from rulewright.diagnostics import Place
    from rulewright.engine.contract import Backend
    from rulewright.fuzz import Finding, Run
    from rulewright.ruleset.model import Ruleset

#: Lines of a story that are shown, of each of its two games for a leak, and how many of them are its first
#: ones: what matters comes at the end.
_STORY, _HALF, _FIRST = 40, 20, 4

_DESCRIPTION = """
Plays a ruleset in great number and looks for what is wrong with it: play that
ends in a fault (a decision without a legal move, a card taken from an empty
pile, a number out of its range ...), play that can go on for ever, choices
that tell a player what the player was not shown, hidden piles that are never
mixed, rules and actions that never come up. Each find is made small and told
as the shortest game that shows it; --save writes it down as a scenario that
fails until it is mended.

Exit status: 0 nothing was found, 1 something was.
"""

_EXAMPLES = """
  rulewright fuzz my_game.yaml
  rulewright fuzz tembo --time 300 --set all
  rulewright fuzz zum_kuhkuck --open all      the holes of the rulebook
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "fuzz", "find the holes in a ruleset", _DESCRIPTION, _EXAMPLES)
    parser.add_argument(
        "game", metavar="GAME", help="a ruleset: a name that `rulewright list` shows, or a path"
    )
    parser.add_argument(
        "--time", type=positive, default=60, metavar="SECONDS", help="how long to look (default: 60)"
    )
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="what the games begin with (default: 0)"
    )
    parser.add_argument(
        "--players", default="all", metavar="P", help="how many play: a number, or all (default)"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="RULING=READING", dest="readings",
        help="answer a question of the rulebook in another way; `all`: try each other reading too",
    )  # fmt: skip
    parser.add_argument(
        "--open", action="append", default=[], metavar="RULING", dest="opened",
        help="leave a question open, and show the game that asks it; `all`: each one, alone",
    )  # fmt: skip
    parser.add_argument(
        "--data", type=Path, metavar="FILE", help="a YAML file whose data replace assumptions"
    )
    parser.add_argument("--workers", type=workers, metavar="W", help="cores to use (default: all)")
    parser.add_argument(
        "--backend", choices=[b for b in BACKENDS if b != "reference"], help="what plays the many games"
    )
    add_max_moves(parser)
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="write each find as a scenario that fails"
    )
    parser.add_argument("--whole", action="store_true", help="tell each game in full, however long it is")
    add_coverage(parser, "play and the scenarios")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Looks, and tells what was found."""
    from rulewright.compile.native import native_available
    from rulewright.compile.program import TooBig
    from rulewright.fuzz import cells, fuzz

    ruleset = load(args.game, args.data)
    backend: Backend = args.backend or ("native" if native_available() else "python")
    check_backend(backend)
    chosen, others = _readings(args, ruleset)
    if args.save is not None:
        folder_to_write(args.save)
    if args.lcov is not None:
        file_to_write(args.lcov)
    found_cells = cells(
        ruleset, _players(args, ruleset), chosen, others=others, opened=_opened(args, ruleset)
    )
    try:
        with _status() as say:
            found = fuzz(
                ruleset, found_cells, seed=args.seed, seconds=args.time, max_moves=max_moves(args, ruleset),
                backend=backend, workers=args.workers or cores(), on_progress=say,
                with_scenarios=args.coverage or args.lcov is not None or args.json,
            )  # fmt: skip
    except TooBig as error:
        raise CommandError(f"{ruleset.id} can't be fuzzed: {error}", 1) from None
    unsaved: CommandError | None = None
    if args.save is not None:
        try:
            _save(args.save, found)
        except CommandError as error:
            unsaved = error  # What was found is told first.
    if args.json:
        write_json(_plain(found, len(found_cells)))
    else:
        write(_told(found, len(found_cells), args))
    if unsaved is not None:
        raise unsaved
    if args.lcov is not None:
        write_lcov(args.lcov, [found.coverage], "fuzz")
    return 130 if found.interrupted else int(found.wrong)


def _players(args: argparse.Namespace, ruleset: Ruleset) -> list[int]:
    fewest, most = ruleset.players
    if args.players == "all":
        return list(range(fewest, most + 1))
    players = counted(most, "player") if fewest == most else f"{fewest} to {most} players"
    if not args.players.isdecimal() or not fewest <= int(args.players) <= most:
        which = "this number" if fewest == most else "one of these"
        raise CommandError(f"{ruleset.id} is for {players}: --players takes {which}, or all")
    return [int(args.players)]


def _readings(args: argparse.Namespace, ruleset: Ruleset) -> tuple[dict[str, str], bool]:
    options = {option.name: option for option in ruleset.options()}
    chosen: dict[str, str] = {}
    for text in args.readings:
        name, sign, reading = text.partition("=")
        if text == "all":
            continue
        if not sign or name not in options or reading not in options[name].readings:
            raise CommandError(f"--set {text}: no such reading; `rulewright list {ruleset.id}` shows them")
        chosen[name] = reading
    return chosen, "all" in args.readings


def _opened(args: argparse.Namespace, ruleset: Ruleset) -> list[str]:
    names = [option.name for option in ruleset.options()]
    if "all" in args.opened:
        return names
    for name in args.opened:
        if name not in names:
            raise CommandError(
                f"--open {name}: no ruling with readings is called so; there are {', '.join(names) or 'none'}"
            )
    return list(args.opened)


@contextmanager
def _status() -> Iterator[Callable[[str], None]]:
    """What is being done, on standard error, if somebody looks there."""
    if not on_terminal(sys.stderr):
        yield lambda _: None
        return
    from rich.console import Console

    with Console(file=sys.stderr, no_color=not coloured(sys.stderr)).status("compiling") as status:
        yield status.update


def _save(folder: Path, found: Run) -> None:
    from rulewright.fuzz import saving

    for finding in found.findings:
        ending, text = ".scenarios.yaml", saving.scenario(found.ruleset, finding, folder)
        if text is None:
            ending, text = ".log", saving.log_of(found.ruleset, finding)
        if text is not None:
            finding.saved = str(write_new(text, folder, f"{found.ruleset.id}.fuzz", ending))


def _told(found: Run, cell_count: int, args: argparse.Namespace) -> str:
    ruleset = found.ruleset
    played = (
        f"{ruleset.id}, {found.seconds:.0f} seconds: {found.games:,} random games in "
        f"{counted(cell_count, 'setting')} of players and readings, {found.habit_games:,} of players with "
        f"habits, {found.compared:,} pairs that look the same to a player."
    )
    parts = [wrapped(played), ""]
    if found.interrupted:
        parts[:0] = [f"Interrupted after {found.seconds:.0f} of {counted(args.time, 'second')}.", ""]
    if found.games and not found.moves:
        parts += ["No game had a single decision.", ""]
    wrong = [f for f in found.findings if f.wrong]
    questions = [f for f in found.findings if not f.wrong]
    parts += _summary(found, wrong)
    for number, finding in enumerate(wrong, 1):
        parts += ["", *_finding(str(number), finding, args)]
    if questions:
        parts += ["", f"{counted(len(questions), 'question')} of the rulebook that play asks:"]
        for finding in questions:
            parts += ["", *_finding("-", finding, args)]
    parts += _suspicions(found)
    parts += _holes(found)
    if found.unasked:
        parts += [
            "",
            wrapped(
                f"Declared as questions of the rulebook, and nothing asks them: {', '.join(found.unasked)}. "
                "The rules no longer come to them, or never did."
            ),
        ]
    parts += ["", told(found.coverage)] if args.coverage else _coverage(found)
    if args.save is None and any(f.kind not in ("level", "state") for f in wrong):
        parts += ["", "--save FOLDER writes them as scenarios that fail until they are mended."]
    return "\n".join(parts)


def _suspicions(found: Run) -> list[str]:
    """What the checker says of choices that may tell secrets, and what games say to it."""
    if not found.suspicions:
        return []
    lines = ["", "The checker suspects that choices tell secrets:"]
    for suspicion in found.suspicions:
        proof = (
            "proven above" if suspicion.proven
            else f"not proven by any of {found.compared:,} pairs of games that look the same to a player"
        )  # fmt: skip
        lines.append(wrapped(f"{suspicion.message}{_at(suspicion.place)}: {proof}", "     ", first="  "))
    return lines


def _holes(found: Run) -> list[str]:
    """The holes of the rulebook that rulings with readings cover, in short, but for those told otherwise."""
    told = {*found.unasked, *(f.about for f in found.findings if f.kind == "question")}
    covered = [o.name for o in found.ruleset.options() if len(o.readings) > 1 and o.name not in told]
    if not covered:
        return []
    text = (
        f"Holes of the rulebook that a ruling with readings covers: {', '.join(covered)}. `--open all` shows "
        "the smallest game that comes to each."
    )
    return ["", wrapped(text, "  ", first="")]


def _summary(found: Run, wrong: list[Finding]) -> list[str]:
    """The headline. Where nothing was found it doesn't acquit what play never came to, nor what is suspected
    still."""
    if wrong:
        return [f"{counted(len(wrong), 'finding')}:"]
    still = _open(found)
    if found.interrupted:
        still.insert(0, "the search was interrupted before its end")
    if still:
        listed = [wrapped(line, "    ", first="  - ") for line in still]
        return ["Play comes to no fault, but (see below):", *listed]
    text = (
        "Nothing goes wrong in play. Whether the rules are the right ones only scenarios can tell: "
        "`rulewright test`, and `rulewright mutate` for how good they are."
    )
    return [wrapped(text)]


def _open(found: Run) -> list[str]:
    """Why it can't be said yet that all is well."""
    lines = []
    if found.unasked:
        lines.append(f"play never comes to what {counted(len(found.unasked), 'ruling')} would settle")
    suspicions = sum(not suspicion.proven for suspicion in found.suspicions)
    if suspicions:
        are = "is" if suspicions == 1 else "are"
        lines.append(
            f"{counted(suspicions, 'suspicion')} {are} still open: a choice may tell a player what that "
            "player was not shown"
        )
    if found.games and found.never_fired:
        lines.append(f"never fired: {', '.join(found.never_fired)}")
    return [*lines, *_level(found)]


def _level(found: Run) -> list[str]:
    """That nobody ever wins."""
    if found.games and not found.ended:
        return [f"none of {counted(found.games, 'game')} came to an end"]
    if not found.level or any(finding.kind == "level" for finding in found.findings):
        return []
    many = "all" if found.cut_off == found.level else f"{found.cut_off:,} of them"
    cut_off = f"; {many} were ended by a limit" if found.cut_off else ""
    return [f"in none of {counted(found.level, 'game')} did the result tell the players apart{cut_off}"]


def _finding(mark: str, finding: Finding, args: argparse.Namespace) -> list[str]:
    from rulewright.fuzz import saving

    told = f"[{finding.code}] {finding.message}{_at(finding.place)}"
    lines = [wrapped(told, "   ", first=f"{mark}. " if mark != "-" else "-  ")]
    often = f"{finding.count:,} of {finding.games:,} random games" if finding.count else ""
    if finding.kind in ("fault", "question") and not often:
        often = "met by players with habits"
    rules = f"rules {', '.join(finding.rules)}" if finding.rules else ""
    if often or rules:
        lines.append(wrapped("; ".join(part for part in (often, rules) if part), "   "))
    if finding.story:
        steps = counted(finding.decisions, "decision")
        which = "The smallest game" if finding.smallest else "The smallest game found in time"
        lines.append(f"   {which}, {steps}, {finding.cell.name}:")
        lines += [_margined(line) for line in (finding.story if args.whole else _short(finding))]
    if finding.long_game is not None:
        setting, number = finding.long_game
        lines.append(f"   One such game is game {number:,} of seed {setting.seed}, {finding.cell.name}.")
    lines += [_margined(line) for line in finding.goes_on]
    if finding.saved:
        lines.append(f"   Saved as {finding.saved}")
        if finding.long_game is not None:
            lines.append(f"   `rulewright replay {finding.saved} --game {args.game}` tells it.")
    elif args.save is not None and finding.kind in saving.UNSAID:
        lines.append(wrapped(f"Not saved: {saving.UNSAID[finding.kind]}.", "   "))
    return lines


def _margined(line: str) -> str:
    """A line of a story, which keeps its own margin."""
    margin = "     " + " " * (len(line) - len(line.lstrip()))
    return wrapped(line.lstrip(), margin + "  ", first=margin)


def _at(place: Place | None) -> str:
    """Where something stands, in parentheses."""
    if place is None or place.span is None:
        return ""
    return f" ({place.path}:{place.span.start.line}:{place.span.start.column})"


def _short(finding: Finding) -> list[str]:
    """A story with what stands between its beginning and its end left out; of a leak each game's."""
    if finding.kind != "leak":
        return _cut(finding.story, _STORY)
    parts: list[list[str]] = []
    for line in finding.story:
        if not line.startswith(" ") or not parts:
            parts.append([])
        parts[-1].append(line)
    return [line for part in parts for line in _cut(part, _HALF)]


def _cut(lines: list[str], most: int) -> list[str]:
    if len(lines) <= most:
        return lines
    last = most - _FIRST - 1
    left_out = f"... {counted(len(lines) - _FIRST - last, 'line')} left out (--whole shows them) ..."
    return [*lines[:_FIRST], left_out, *lines[-last:]]


def _coverage(found: Run) -> list[str]:
    """What never came up, in short."""
    coverage, lines = found.coverage, [""]
    if not found.reached.games:
        return []
    for line in _level(found) if any(finding.wrong for finding in found.findings) else ():
        # With findings the headline doesn't tell it.
        lines += [wrapped(f"{line[0].upper()}{line[1:]}."), ""]
    lines += never(coverage, "play", in_short=True)
    fired, rules = coverage.share("play", "rule")
    if fired == rules and not coverage.never("play", "action"):
        cited = f"All {rules} rules that steps and actions cite fired, and e" if rules else "E"
        lines += [wrapped(f"{cited}very action was played."), ""]
    return [*lines, "--coverage shows how often each rule, branch and table entry came up."]


def _plain(found: Run, cell_count: int) -> dict[str, Any]:
    return {
        "game": found.ruleset.id,
        "games": found.games,
        "moves": found.moves,
        "seconds": round(found.seconds, 3),
        "settings": cell_count,
        "pairs_compared": found.compared,
        "interrupted": found.interrupted,
        "findings": [
            {
                "kind": f.kind,
                "code": f.code,
                "message": f.message,
                "path": None if f.place is None else f.place.path,
                "line": None if f.place is None or f.place.span is None else f.place.span.start.line,
                "rules": list(f.rules),
                "count": f.count,
                "games": f.games,
                "setting": f.cell.name,
                "decisions": f.decisions,
                "smallest": f.smallest,
                "story": f.story,
                "goes_on": f.goes_on,
                "game": None if f.long_game is None else f.long_game[1],
                "saved": f.saved,
            }
            for f in found.findings
        ],
        "suspicions": [
            {
                "action": s.action,
                "message": s.message,
                "path": s.place.path,
                "line": None if s.place.span is None else s.place.span.start.line,
                "proven": s.proven,
            }
            for s in found.suspicions
        ],
        "unasked": found.unasked,
        "rules": found.rules,
        "actions_never_played": found.never_played,
        "coverage": found.coverage.plain(),
    }
