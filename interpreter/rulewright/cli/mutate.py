"""``rulewright mutate``: changes one thing of a ruleset at a time, and says what nobody notices."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.errors import CommandError
from rulewright.cli.games import add_command, cores, find, load, positive, seed, workers
from rulewright.cli.games import shown as shown_path
from rulewright.cli.output import (
    coloured,
    columns,
    counted,
    note,
    on_terminal,
    table,
    wrapped,
    write,
    write_json,
)

if TYPE_CHECKING:
    from rulewright.mutate import Mutation, RuleShown
    from rulewright.ruleset.model import Ruleset

_DESCRIPTION = """
How good are the scenarios of a ruleset? One thing is changed at a time (a
number by one, a comparison, a condition left out, a step forgotten, the wrong
player ...), the ruleset is checked, its scenarios are run, and some random
games are played. What nobody notices is a weak spot: a scenario is missing
there, or the words of the ruleset say something twice.

With --rules only what carries out a numbered rule is changed, and only the
scenarios that cite that rule are run: which rules are really shown by a
scenario of theirs?
"""

_EXAMPLES = """
  rulewright mutate zum_kuhkuck
  rulewright mutate my_game.yaml --time 120
  rulewright mutate tembo --rules
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(
        subparsers, "mutate", "change a ruleset and see who notices", _DESCRIPTION, _EXAMPLES
    )
    parser.add_argument(
        "game", metavar="GAME", help="a ruleset: a name that `rulewright list` shows, or a path"
    )
    parser.add_argument(
        "--time", type=positive, default=600, metavar="SECONDS",
        help="how long at most (default: 600); what was judged by then is a sample",
    )  # fmt: skip
    parser.add_argument(
        "--samples", type=positive, metavar="N", help="how many changes at most (default: all)"
    )
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="the order of the changes (default: 0)"
    )
    parser.add_argument("--workers", type=workers, metavar="W", help="cores to use (default: all)")
    parser.add_argument(
        "--at-least", type=_percent, metavar="PERCENT", help="fail if a smaller share is noticed"
    )
    parser.add_argument(
        "--rules", action="store_true",
        help="rule by rule: does a scenario that cites it notice a change of what cites it? Fails if one "
        "doesn't",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)


def _percent(text: str) -> int:
    number = positive(text)
    if number > 100:
        raise argparse.ArgumentTypeError(f"{number} is more than 100")
    return number


def run(args: argparse.Namespace) -> int:
    """Judges, and lists what nobody noticed."""
    from rulewright.mutate import mutate, rules_shown

    ruleset = load(args.game)
    if args.rules and not ruleset.rules:
        raise CommandError(f"{args.game} has no list of rules")
    if args.rules and args.at_least is not None:
        raise CommandError("--at-least is of all changes; with --rules every rule is to be shown")
    path = find(args.game)
    if (failing := _failing(path)) is not None:
        note(failing)
        return 1
    try:
        with _bar() as show:
            result = mutate(
                path, seconds=args.time, seed=args.seed, most=args.samples,
                workers=args.workers or cores(), by_rules=args.rules, on_progress=show,
            )  # fmt: skip
    except OSError as error:
        raise CommandError(f"{error.filename or path}: {error.strerror}") from None
    shown = rules_shown(result, ruleset.rules)
    if args.json:
        write_json(_plain(result, shown))
    else:
        write(_told_by_rules(result, ruleset, shown) if args.rules else _told(result))
    if result.interrupted:
        return 130
    if args.rules:
        return int(bool(_not_shown(ruleset, shown)))
    return int(args.at_least is not None and 100 * result.noticed < args.at_least)


def _failing(path: Path) -> str | None:
    """What is said if scenarios fail with the ruleset as it is: they would seem to notice everything."""
    from rulewright.scenario import run_scenarios, scenarios_of

    file = scenarios_of(path)
    if not file.is_file():
        return None
    report = run_scenarios(file)
    if report.passed:
        return None
    failed = sum(not result.passed for result in report.results)
    scenarios = counted(len(report.results), "scenario")
    what = f"{failed:,} of {scenarios} fail" if failed else "there is a mistake"
    return (
        f"error: {what} in {shown_path(file)} with the ruleset as it is, and would seem to notice every "
        f"change; `rulewright test {shown_path(path)}` says what is wrong"
    )


def _interrupted(result: Mutation) -> str:
    return ", then interrupted" if result.interrupted else ""


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    if not on_terminal(sys.stderr):
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(file=sys.stderr, no_color=not coloured(sys.stderr))
    with Progress(
        MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), console=console, transient=True
    ) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _told(result: Mutation) -> str:
    from rulewright.mutate import Verdict

    rows: dict[str, Counter[Verdict]] = {}
    for edit, judgement in result.judged:
        rows.setdefault(edit.kind, Counter())[judgement.verdict] += 1
    total: Counter[Verdict] = sum(rows.values(), Counter())
    cells = [
        [kind, *(f"{counts[verdict] or '':}" for verdict in Verdict)]
        for kind, counts in [*sorted(rows.items()), ("all", total)]
    ]
    headings = ("change", "validate", "scenario", "play", "nobody", "same")
    low, high = result.interval
    sample = "" if len(result.judged) == result.all else f" (95%: {100 * low:.0f} to {100 * high:.0f}%)"
    parts = [
        wrapped(
            f"{shown_path(result.path)}: {len(result.judged):,} of {counted(result.all, 'change')} judged in "
            f"{result.seconds:.0f} s{_interrupted(result)}."
        ),
        "",
        table(headings, cells, right=(1, 2, 3, 4, 5)),
        wrapped(
            f"Of {result.playable:,} that the checker lets pass, {100 * result.noticed:.1f}% are "
            f"noticed{sample}. same: nobody noticed, and random games came to the same, so it may mean "
            "nothing."
        ),
    ]
    for verdict, heading in (
        (Verdict.NOBODY, "Noticed by nobody:"),
        (Verdict.SAME, "Noticed by nobody, and games came to the same:"),
    ):
        lines = [
            line
            for edit, judgement in result.judged
            if judgement.verdict is verdict
            for line in (f"  line {edit.line}: {edit.kind}", *_change(edit.before, edit.after, columns()))
        ]
        parts += ["", heading, *lines] if lines else []
    return "\n".join(parts)


def _change(before: str, after: str, width: int) -> tuple[str, str]:
    """What stood there and what stands there now, each as a line in which the difference can be seen: of
    what is the same before and behind it no more than there is room for."""
    room = width - len("    - ")
    begin = 0
    if max(len(before), len(after)) > room:
        pairs = zip(before, after, strict=False)
        differ = next((at for at, (old, new) in enumerate(pairs) if old != new), 0)
        begin = max(differ - room // 3, 0)
        if begin:  # a word is begun with where one begins
            begin = before.find(" ", begin, differ - 1) + 1 or begin
    told = [("…" if begin else "") + text[begin:] for text in (before, after)]
    cut = [text if len(text) <= room else text[: room - 1] + "…" for text in told]
    return f"    - {cut[0]}", f"    + {cut[1]}"


def _not_shown(ruleset: Ruleset, shown: Sequence[RuleShown]) -> list[str]:
    """The rules that no scenario of theirs shows. Where nothing carries a rule out, nothing can be changed:
    it holds by absence, and its scenario must be there."""
    return [
        row.rule
        for row in shown
        if not row.noticed and not (ruleset.rules[row.rule].absent and not row.playable)
    ]


def _told_by_rules(result: Mutation, ruleset: Ruleset, shown: Sequence[RuleShown]) -> str:
    rows = []
    for row in shown:
        said = "" if row.example is None else row.example[1]
        if not row.playable:
            absent = ruleset.rules[row.rule].absent
            said = f"holds by absence: {absent}" if absent else "nothing that cites it can be changed"
        rows.append([row.rule, str(row.playable), str(row.noticed), said])
    missing = _not_shown(ruleset, shown)
    some = "" if len(result.judged) == result.all else f" of {result.all:,}"
    verdict = (
        "What was not judged may be noticed or not."
        if result.interrupted
        else f"No scenario that cites it notices a change of {', '.join(missing)}."
        if missing
        else "Each rule has a scenario that cites it and notices a change of what carries it out."
    )
    told = (
        f"{shown_path(result.path)}: {len(result.judged):,}{some} changes of what cites a rule, judged by "
        f"the scenarios that cite the same rule, in {result.seconds:.0f} s{_interrupted(result)}."
    )
    return "\n".join(
        [
            wrapped(told),
            "",
            table(("rule", "changes", "noticed", "for example by"), rows, right=(1, 2)),
            wrapped(verdict),
        ]
    )


def _plain(result: Mutation, shown: Sequence[RuleShown]) -> dict[str, Any]:
    low, high = result.interval
    return {
        "path": str(Path(result.path)),
        "changes": result.all,
        "judged": len(result.judged),
        "playable": result.playable,
        "noticed": result.noticed,
        "interval": [low, high],
        "seconds": round(result.seconds, 3),
        "interrupted": result.interrupted,
        "results": [
            {
                "line": edit.line,
                "kind": edit.kind,
                "before": edit.before,
                "after": edit.after,
                "verdict": judgement.verdict.value,
                "by": judgement.by,
                "right_line": judgement.right_line,
                "rules": list(edit.rules),
                "shown": dict(judgement.shown),
            }
            for edit, judgement in result.judged
        ],
        "rules": [
            {
                "rule": row.rule,
                "changes": row.playable,
                "noticed": row.noticed,
                "line": None if row.example is None else row.example[0].line,
                "before": None if row.example is None else row.example[0].before,
                "after": None if row.example is None else row.example[0].after,
                "scenario": None if row.example is None else row.example[1],
            }
            for row in shown
        ],
    }
