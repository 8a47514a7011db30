"""What commands tell of coverage: the table of ``--coverage``, and the file of ``--lcov``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.files import writing
from rulewright.cli.output import counted, table, wrapped

if TYPE_CHECKING:
    from rulewright.coverage import Coverage, Item, ItemKind
    from rulewright.scenario import ScenarioReport

#: What the items of each kind are called in a table, and how those are told that nothing came to.
_KINDS: dict[ItemKind, tuple[str, str]] = {
    "rule": ("rules that steps or actions cite", "Rules that never fired"),
    "action": ("actions", "Actions that were never chosen"),
    "step": ("steps", "Steps that were never run"),
    "branch": ("ways on from a step", "Ways that were never taken"),
    "arm": ("ways of an 'if' in an expression", "Ways of an 'if' in an expression that were never taken"),
    "choice": ("choices with two moves or more", "Choices that never had two moves"),
    "refill": ("piles that are refilled", "Piles that were never refilled"),
    "entry": ("entries of tables", "Entries of tables that were never read"),
    "question": ("questions of the rulebook", "Questions that were never asked"),
    "end": ("ends", "Ends that never came"),
}

#: What the reference evaluator alone counts.
_FEW = ("entry", "question")

#: So many are named in a paragraph; the table has all.
_NAMED = 12

#: Items that have no line of their own worth naming: their names say enough.
_BY_NAME = ("rule", "action", "question")


def add_coverage(parser: argparse.ArgumentParser, what: str) -> None:
    """The options; ``what``: whose coverage, for the help."""
    parser.add_argument(
        "--coverage", action="store_true",
        help=f"show which rules, actions, steps, branches, table entries and ends {what} came to, how often",
    )  # fmt: skip
    parser.add_argument(
        "--lcov", type=Path, metavar="FILE", help="write that over the lines of the ruleset, as lcov does"
    )


def scenarios_covered(reports: list[ScenarioReport], only: str) -> list[Coverage]:
    """What the scenarios with a text in their names come to, ruleset by ruleset."""
    from rulewright.coverage import Coverage, scenario_coverage

    found: dict[str, Coverage] = {}
    for report in reports:
        if report.ruleset is None:
            continue
        reached = scenario_coverage(report.ruleset, report.path, lambda name: only in name.lower())
        if reached is None or not reached.games:
            continue
        known = found.setdefault(report.ruleset.path, Coverage(report.ruleset, scenarios=reached))
        if known.scenarios is not None and known.scenarios is not reached:
            known.scenarios.merge(reached)
    return list(found.values())


def write_lcov(path: Path, coverages: list[Coverage], test: str) -> None:
    """Writes a tracefile with a record for each ruleset. Raises CommandError where that can't be."""
    from rulewright.coverage import lcov

    with writing(path):
        path.write_text("".join(lcov(coverage, test) for coverage in coverages), encoding="utf-8")


def told(coverage: Coverage) -> str:
    """The shares of each kind, then what nothing came to, then every item with its counts."""
    sources = coverage.sources
    games = [
        counted(reached.games, "game" if name == "play" else "scenario") for name, reached in sources.items()
    ]
    parts = [wrapped(f"Coverage of {coverage.ruleset.id}, by {' and '.join(games)}:"), ""]
    rows = []
    for kind, (what, _) in _KINDS.items():
        shares = [coverage.share(name, kind) for name in sources]
        if any(number for _, number in shares):
            rows.append([what, *(f"{hit:,} of {number:,}" for hit, number in shares)])
    numbers = range(1, 1 + len(sources))
    parts.append(table(("", *(f"in {name}" for name in sources)), rows, right=numbers))
    for name in sources:
        missing = never(coverage, name)
        parts += missing if missing else [f"Everything came up in {name}.", ""]
    parts += [_counts(coverage), *_slow(coverage)]
    return "\n".join(parts)


def _slow(coverage: Coverage) -> list[str]:
    play = coverage.play
    if play is None or not any(item.kind in _FEW for item in coverage.items):
        return []
    return [
        wrapped(
            f"Entries of tables and questions are counted in {counted(play.plain_games, 'game')} alone: only "
            "the slow evaluator counts them."
        )
    ]


def never(coverage: Coverage, source: str, *, in_short: bool = False) -> list[str]:
    """A paragraph for each kind of which something never came up; ``in_short``: without those that are
    counted in few games, and nothing twice."""
    lines: list[str] = []
    for kind, (_, headline) in _KINDS.items():
        if in_short and kind in _FEW:
            continue
        items = coverage.never(source, kind)
        if in_short and kind == "end":
            # Those that a step brings are among the steps.
            items = [item for item in items if item.line is None]
        if items:
            lines += [*_listed(f"{headline} in {source}", kind, items), ""]
    return lines


def _listed(headline: str, kind: ItemKind, items: list[Item]) -> list[str]:
    if kind == "entry":
        return [f"{headline}:", *_entries(items)]
    if kind in _BY_NAME:
        more = f" and {len(items) - _NAMED:,} more" if len(items) > _NAMED else ""
        names = ", ".join(item.name for item in items[:_NAMED])
        return [wrapped(f"{headline}: {names}{more}.", "  ", first="")]
    headline += ", by line" * any(item.line is not None for item in items)
    return [f"{headline}:", *(wrapped(_name(item), "       ", first="  ") for item in items)]


def _entries(items: list[Item]) -> list[str]:
    """A line for each table."""
    keys: dict[str, list[str]] = {}
    for item in items:
        name, bracket, key = item.name.partition("[")
        keys.setdefault(name, []).append(bracket + key)
    return [
        wrapped(
            f"{name}: {len(those):,} of them, {', '.join(those[:_NAMED])}{', ...' * (len(those) > _NAMED)}",
            "       ",
            first="  ",
        )
        for name, those in keys.items()
    ]


def _name(item: Item) -> str:
    return item.name if item.line is None else f"{item.line:>4} {item.name}"


def _counts(coverage: Coverage) -> str:
    rows = [
        [item.kind, "" if item.line is None else str(item.line), item.name, *counts]
        for item in coverage.items
        if any(counts := _each(coverage, item))
    ]
    titles = ("kind", "line", "what", *coverage.sources)
    return table(titles, rows, right=(1, *range(3, 3 + len(coverage.sources))))


def _each(coverage: Coverage, item: Item) -> list[str]:
    """How often, by source; nothing where the games could not come to it."""
    counts = []
    for name, reached in coverage.sources.items():
        number = item.count(reached.tally)
        shown = item in coverage.possible[name] and (number or not item.optional)
        counts.append(f"{number:,}" if shown else "")
    return counts
