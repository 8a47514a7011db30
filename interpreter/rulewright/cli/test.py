"""``rulewright test``: runs scenarios, the tests of rulesets."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.coverage import add_coverage, scenarios_covered, told, write_lcov
from rulewright.cli.errors import CommandError
from rulewright.cli.files import file_to_write, writing
from rulewright.cli.games import add_backend, add_command, find, shown
from rulewright.cli.output import coloured, counted, note, screen, wrapped, write, write_json

if TYPE_CHECKING:
    from rulewright.scenario import ScenarioReport

_DESCRIPTION = """
Runs scenarios: rules shown by example, written beside a ruleset as
NAME.scenarios.yaml. A failure shows the line of the scenario, what was expected
and what came.

PATH is a scenario file, a ruleset (its scenarios are run), a folder (all that
are in it), or the name of a ruleset that ships with the program.
"""

_EXAMPLES = """
  rulewright test my_game.yaml
  rulewright test tembo -k elephant -v
  rulewright test rulesets --junit results.xml
  rulewright test my_game.yaml --reset
  rulewright test tembo --coverage --lcov tembo.info
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "test", "run the scenarios of rulesets", _DESCRIPTION, _EXAMPLES)
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", help="scenario files, rulesets, folders, or names"
    )
    parser.add_argument("-k", metavar="TEXT", dest="only", help="only scenarios with TEXT in their name")
    parser.add_argument("-v", "--verbose", action="store_true", help="list every scenario with its rules")
    parser.add_argument("--json", action="store_true", help="the results for programs")
    parser.add_argument(
        "--junit", type=Path, metavar="FILE", help="the results as JUnit XML, into a file beside"
    )
    parser.add_argument(
        "--reset", action="store_true",
        help="write what failing scenarios expect anew, as the game is now: each is shown and asked for, and "
        "marked `reset: true`, so that it shows no rule until you have taken the mark away",
    )  # fmt: skip
    parser.add_argument("--yes", action="store_true", help="with --reset: don't ask")
    add_coverage(parser, "the scenarios")
    add_backend(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Runs and reports; 1 if something failed or could not be run."""
    from rulewright.explain.scenarios import because
    from rulewright.scenario import run_scenarios

    only = (args.only or "").lower()
    for path in (args.junit, args.lcov):
        if path is not None:
            file_to_write(path)
    found = [entry for name in args.paths for entry in _files(name)]
    if args.reset:
        from rulewright.cli.reset import reset

        reset([file for file, _ in dict.fromkeys(found) if file is not None], args)
    elif args.yes:
        raise CommandError("--yes is the answer to what --reset asks")
    reports: list[ScenarioReport] = []
    missing: list[str] = []
    """Why there is nothing to run for a name."""
    for file, reason in dict.fromkeys(found):
        if file is None:
            missing.append(reason)
            if not args.json:
                note(f"rulewright test: {reason}")
            continue
        report = run_scenarios(shown(file), args.backend, only=lambda name: only in name.lower(), why=because)
        reports.append(report)
        if not args.json:
            _show(report, args.verbose, complete=not only)
    if args.junit is not None:
        _write_junit(args.junit, reports, missing)
    covered = scenarios_covered(reports, only) if args.coverage or args.lcov is not None else []
    if args.lcov is not None:
        write_lcov(args.lcov, covered, "scenarios")
    if args.json:
        absent: list[dict[str, Any]] = [
            {"path": None, "passed": False, "scenarios": [], "missing": reason} for reason in missing
        ]
        results = [*(_as_json(report, complete=not only) for report in reports), *absent]
        write_json({"files": results, "coverage": [c.plain() for c in covered]} if covered else results)
    else:
        if args.coverage:
            write("\n" + "\n\n".join(map(told, covered)) + "\n")
        _sum_up(reports, len(missing))
    failed = missing or not all(report.passed for report in reports)
    if not failed and not any(report.results for report in reports):
        note(
            f"rulewright test: no scenario has {args.only!r} in its name"
            if only
            else "rulewright test: no scenarios"
        )
        return 1
    return int(bool(failed))


def _files(name: str) -> list[tuple[Path | None, str]]:
    """The scenario files that a name means; or why there are none, and no file."""
    from rulewright.library import is_scenario_file, scenario_file_of, scenario_files_under

    path = Path(name) if Path(name).exists() else find(name)
    if path.is_dir():
        inside = scenario_files_under(path)
        return [(p, "") for p in inside] or [(None, f"there is no scenario file in the folder {name}")]
    file = path if is_scenario_file(path) else scenario_file_of(path)
    if not file.is_file():
        return [(None, f"{name} has no scenarios: there is no file {shown(file)}")]
    return [(file, "")]


def _write_junit(path: Path, reports: list[ScenarioReport], missing: list[str]) -> None:
    from rulewright.scenario.junit import junit_xml

    text = junit_xml(reports, [(reason, reason) for reason in missing])
    with writing(path):
        path.write_text(text, encoding="utf-8")


def _show(report: ScenarioReport, verbose: bool, complete: bool) -> None:
    from rulewright.diagnostics.render import render_full

    passed = sum(result.passed for result in report.results)
    if report.ruleset is None:
        write(f"{report.path}: can't be run")
    else:
        others = f", {counted(report.other_errors, 'other error')}" if report.other_errors else ""
        write(f"{report.path}: {passed:,} of {counted(len(report.results), 'scenario')} passed{others}")
    if verbose:
        for result in report.results:
            rules = f" [{', '.join(result.rules)}]" if result.rules else ""
            mark = " (reset)" if result.reset else ""
            write(f"  {'ok    ' if result.passed else 'FAILED'} {result.name}{rules}{mark}")
    if report.sink.diagnostics:
        text = render_full(
            report.sink.diagnostics,
            report.sink.sources,
            colour=coloured(sys.stdout),
            columns=screen(sys.stdout),
        )
        write("\n" + text)
    resets = sum(result.reset for result in report.results)
    if resets:
        write(
            wrapped(
                f"  {counted(resets, 'scenario')} marked `reset: true`: compare what is expected with the "
                "rulebook, then take the mark away", "    ", first="  ",
            )
        )  # fmt: skip
    if complete and report.rules_without_scenario:
        write(wrapped(f"  no scenario shows {', '.join(report.rules_without_scenario)}", "    ", first="  "))


def _sum_up(reports: list[ScenarioReport], missing: int) -> None:
    """The last line, where there is more to say than of one file."""
    if len(reports) + missing < 2:
        return
    results = [result for report in reports for result in report.results]
    passed, unread = sum(result.passed for result in results), sum(r.ruleset is None for r in reports)
    ran = len(reports) - unread
    text = f"{passed:,} of {counted(len(results), 'scenario')} passed in {counted(ran, 'file')}"
    others = sum(report.other_errors for report in reports if report.ruleset is not None)
    if others:
        text += f", {counted(others, 'other error')}"
    if unread:
        text += f"; {counted(unread, 'file')} can't be run"
    if missing:
        text += f"; no scenarios for {missing:,} of the {len(reports) + missing:,}"
    write("\n" + text)


def _as_json(report: ScenarioReport, complete: bool) -> dict[str, Any]:
    """``complete``: all scenarios of the file were run; of some it can't be said which rules none shows."""
    import json

    from rulewright.diagnostics.render import render_json

    return {
        "path": report.path,
        "passed": report.passed,
        "other_errors": report.other_errors,
        "scenarios": [
            {
                "name": result.name,
                "rules": list(result.rules),
                "passed": result.passed,
                "reset": result.reset,
                "checked": result.checked,
                "line": None if result.place.span is None else result.place.span.start.line,
                "failures": [failure.message for failure in result.failures],
            }
            for result in report.results
        ],
        "rules_without_scenario": report.rules_without_scenario if complete else None,
        "diagnostics": json.loads(render_json(report.sink.diagnostics, report.sink.sources)),
    }
