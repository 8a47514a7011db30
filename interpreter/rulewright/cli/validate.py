"""``rulewright validate``: checks rulesets and shows what is wrong, for people and for programs."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.errors import CommandError
from rulewright.cli.games import add_command, find, shown
from rulewright.cli.output import coloured, counted, note, screen, wrapped, write

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostic, Source

FORMATS = ("full", "concise", "json", "sarif", "github")

_DESCRIPTION = """
Checks rulesets: their YAML, every name, type and number in them, whether each
rule of the rulebook is carried out somewhere, and what can never happen. All
that is wrong is shown at once, each with its place and how to mend it.

PATH is a file, a folder (every ruleset in it is checked, and every scenario
file), or the name of a ruleset that ships with the program.
"""

_EXAMPLES = """
  rulewright validate my_game.yaml
  rulewright validate --strict --format concise rulesets/
  rulewright validate --explain uncited-rule
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "validate", "check rulesets", _DESCRIPTION, _EXAMPLES)
    parser.add_argument(
        "paths", metavar="PATH", nargs="*", help="a ruleset, a scenario file, a folder, or a name"
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="full",
        help="full: for people (default); concise: a line each; json, sarif, github: for programs",
    )  # fmt: skip
    parser.add_argument(
        "--json", action="store_const", const="json", dest="format", help="short for --format json"
    )
    parser.add_argument("--strict", action="store_true", help="count warnings as errors")
    parser.add_argument(
        "--data", type=Path, metavar="FILE", help="a YAML file whose data replace assumptions"
    )
    parser.add_argument(
        "--explain", metavar="CODE", help="tell what a code such as uncited-rule means, and stop"
    )
    parser.set_defaults(run=run)


@dataclass(slots=True)
class _Found:
    diagnostics: list[Diagnostic]
    sources: dict[str, Source]
    rulesets: int = 0
    scenarios: int = 0
    left_out: int = 0


def run(args: argparse.Namespace) -> int:
    """Checks what was named; 1 if there is an error."""
    if args.explain is not None:
        return explain(args.explain)
    if not args.paths:
        raise CommandError("name a ruleset, a folder, or a code with --explain")
    from rulewright.diagnostics.render import RENDERERS, render_full

    found = _check(args)
    diagnostics = found.diagnostics
    if args.strict:
        from dataclasses import replace

        diagnostics = [replace(d, severity="error") for d in diagnostics]
    if args.format == "full":
        text = render_full(
            diagnostics, found.sources, colour=coloured(sys.stdout), columns=screen(sys.stdout)
        )
    else:
        text = RENDERERS[args.format](diagnostics, found.sources)
    write(text)
    if args.format in ("full", "concise"):
        write(("\n" if text and args.format == "full" else "") + _summary(found, diagnostics))
    if found.left_out:
        note(f"{counted(found.left_out, 'further message')} not shown.")
    return int(any(d.severity == "error" for d in diagnostics))


def _summary(found: _Found, diagnostics: list[Diagnostic]) -> str:
    errors = sum(d.severity == "error" for d in diagnostics)
    warnings = len(diagnostics) - errors
    checked = [counted(found.rulesets, "ruleset")] if found.rulesets or not found.scenarios else []
    checked += [counted(found.scenarios, "scenario file")] if found.scenarios else []
    said = [counted(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    return f"{' and '.join(checked)} checked: {', '.join(said) or 'all is well'}."


def _check(args: argparse.Namespace) -> _Found:
    from rulewright.check import check_file
    from rulewright.diagnostics import Sink
    from rulewright.library import is_scenario_file, rulesets_under, scenario_files_under
    from rulewright.scenario import read_scenarios

    found = _Found([], {})
    if args.data is not None and not args.data.is_file():
        raise CommandError(f"there is no file {args.data}")
    files: list[Path] = []
    for name in args.paths:
        path = Path(name) if Path(name).exists() else find(name)
        if not path.is_dir():
            files.append(path)
            continue
        inside = [*rulesets_under(path), *scenario_files_under(path)]
        if not inside:
            raise CommandError(f"there is no ruleset in the folder {name}")
        files += sorted(inside)
    told: set[tuple[object, ...]] = set()
    for path in dict.fromkeys(files):
        sink = Sink()
        if is_scenario_file(path):
            found.scenarios += 1
            read_scenarios(shown(path), sink, "reference")
        else:
            found.rulesets += 1
            check_file(shown(path), data=args.data, sink=sink)
        # Scenarios whose ruleset has mistakes tell them too.
        for diagnostic in sink.diagnostics:
            place = diagnostic.place
            likeness = (Path(place.path).resolve(), place.span, diagnostic.code, diagnostic.message)
            if likeness not in told:
                told.add(likeness)
                found.diagnostics.append(diagnostic)
        found.sources |= sink.sources
        found.left_out += sink.left_out
    return found


def explain(code: str) -> int:
    """Prints what a code means."""
    from rulewright.diagnostics import suggest
    from rulewright.diagnostics.codes import Code

    named = Code.named(code)
    if named is None:
        near = suggest(code, [c.code for c in Code.all()])
        hint = f"Did you mean {' or '.join(near)}?" if near else "A message shows its code in brackets."
        raise CommandError(f"there is no code {code!r}. {hint}")
    write(
        f"{named.code}: {named.title} ({named.severity})\n\nWhat it means\n\n{_paragraphs(named.explain)}\n\n"
    )
    write(f"How to mend it\n\n{_paragraphs(named.mend)}")
    return 0


def _paragraphs(text: str) -> str:
    """Markdown as it reads in a terminal: paragraphs filled, indented blocks left as they are."""
    blocks = []
    for block in text.strip().split("\n\n"):
        plain = any(line.startswith(("    ", "```", "- ", "|")) for line in block.splitlines())
        blocks.append(block if plain else wrapped(block))
    return "\n\n".join(blocks)
