"""``rulewright new``: writes a first ruleset to build on, with comments that teach, and its scenarios.

What is written is a whole game that validates without a warning, plays, and has its tests, because the
quickest way to a ruleset is from one that works to the next one that works.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rulewright.cli.errors import CommandError
from rulewright.cli.games import add_command
from rulewright.cli.output import write

_DESCRIPTION = """
Writes NAME.yaml, a small card game with comments that explain each part, and
NAME.scenarios.yaml, its tests. Both work as they are: change them bit by bit
into the game you want. Nothing that exists is overwritten.
"""

_EXAMPLES = """
  rulewright new my_game
  rulewright new games/hearts
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "new", "write a ruleset to build on", _DESCRIPTION, _EXAMPLES)
    parser.add_argument("name", metavar="NAME", help="letters, digits and _")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Writes the two files."""
    from rulewright.syntax import RESERVED

    path = Path(args.name)
    name = path.name.removesuffix(".yaml")
    if not name.isidentifier() or name in RESERVED:
        raise CommandError(
            f"{name!r} can't be the name of a game: letters, digits and _, not beginning with a digit, "
            "and no word of the language"
        )
    folder = path.parent
    if not folder.is_dir():
        raise CommandError(f"there is no folder {folder}")
    ruleset, scenarios = folder / f"{name}.yaml", folder / f"{name}.scenarios.yaml"
    for file in (ruleset, scenarios):
        if file.exists():
            raise CommandError(f"{file} exists already, and nothing is overwritten")
    _create(ruleset, _template("new_ruleset.yaml", name))
    _create(scenarios, _template("new_scenarios.yaml", name))
    write(
        f"Written: {ruleset} and {scenarios}.\n\n"
        f"  rulewright validate --strict {ruleset}\n"
        f"  rulewright play {ruleset}\n"
        f"  rulewright test {ruleset}"
    )
    return 0


def _create(path: Path, text: str) -> None:
    """Writes a file that must not exist, even if it came into being a moment ago."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"{path} exists already, and nothing is overwritten") from None


def _template(file: str, name: str) -> str:
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    return text.replace("NAME", name).replace("TITLE", name.replace("_", " ").title())
