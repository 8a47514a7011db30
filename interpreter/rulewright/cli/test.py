"""``rulewright test``: runs scenarios, the tests of rulesets."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.errors import CommandError
from rulewright.cli.games import add_backend, add_command, find, shown
from rulewright.cli.output import coloured, counted, note, wrapped, write, write_json

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
    add_backend(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Runs and reports; 1 if something failed."""
    from rulewright.scenario import run_scenarios

    only = (args.only or "").lower()
    reports = [
        run_scenarios(shown(path), args.backend, only=lambda name: only in name.lower())
        for path in _files(args.paths)
    ]
    if args.json:
        write_json([_as_json(report) for report in reports])
    else:
        for report in reports:
            _show(report, args.verbose, complete=not only)
        _sum_up(reports)
    run_at_all = sum(len(report.results) for report in reports)
    if run_at_all == 0 and all(report.passed for report in reports):
        note(
            f"rulewright test: no scenario has {args.only!r} in its name"
            if only
            else "rulewright test: no scenarios"
        )
        return 1
    return int(not all(report.passed for report in reports))


def _files(names: list[str]) -> list[Path]:
    from rulewright.library import is_scenario_file, scenario_file_of, scenario_files_under

    files: list[Path] = []
    for name in names:
        path = Path(name) if Path(name).exists() else find(name)
        if path.is_dir():
            inside = scenario_files_under(path)
            if not inside:
                raise CommandError(f"there is no scenario file in the folder {name}")
            files += inside
            continue
        file = path if is_scenario_file(path) else scenario_file_of(path)
        if not file.is_file():
            raise CommandError(f"{name} has no scenarios: there is no file {shown(file)}", 1)
        files.append(file)
    return list(dict.fromkeys(files))


def _show(report: ScenarioReport, verbose: bool, complete: bool) -> None:
    from rulewright.diagnostics.render import render_full

    passed = sum(result.passed for result in report.results)
    write(f"{report.path}: {passed} of {counted(len(report.results), 'scenario')} passed")
    if verbose:
        for result in report.results:
            rules = f" [{', '.join(result.rules)}]" if result.rules else ""
            write(f"  {'ok    ' if result.passed else 'FAILED'} {result.name}{rules}")
    if report.sink.diagnostics:
        write("\n" + render_full(report.sink.diagnostics, report.sink.sources, colour=coloured(sys.stdout)))
    if complete and report.rules_without_scenario:
        write(wrapped(f"  no scenario shows {', '.join(report.rules_without_scenario)}", "    ", first="  "))


def _sum_up(reports: list[ScenarioReport]) -> None:
    if len(reports) > 1:
        results = [result for report in reports for result in report.results]
        passed = sum(result.passed for result in results)
        write(f"\n{passed} of {counted(len(results), 'scenario')} passed in {len(reports)} files")


def _as_json(report: ScenarioReport) -> dict[str, Any]:
    import json

    from rulewright.diagnostics.render import render_json

    return {
        "path": report.path,
        "passed": report.passed,
        "scenarios": [
            {
                "name": result.name,
                "rules": list(result.rules),
                "passed": result.passed,
                "checked": result.checked,
                "line": None if result.place.span is None else result.place.span.start.line,
                "failures": [failure.message for failure in result.failures],
            }
            for result in report.results
        ],
        "rules_without_scenario": report.rules_without_scenario,
        "diagnostics": json.loads(render_json(report.sink.diagnostics, report.sink.sources)),
    }
