"""``rulewright words``: which words of the language which rulesets use."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.errors import CommandError
from rulewright.cli.games import add_command, refusal, ruleset_files, shown
from rulewright.cli.output import table, wrapped, write, write_json

if TYPE_CHECKING:
    from collections import Counter

_DESCRIPTION = """
Prints a table of the words of the language and how often each ruleset uses
them: the forms of its strings, the kinds of its steps, boards and parts. The
column "in" says how many rulesets use a word; a word that serves one game only
is a word that the language should perhaps not have.

PATH is a ruleset or a folder; without one, the rulesets that ship are counted.
"""

_EXAMPLES = """
  rulewright words
  rulewright words --once rulesets/ my_games/
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describes the command."""
    parser = add_command(subparsers, "words", "show which ruleset uses which words", _DESCRIPTION, _EXAMPLES)
    parser.add_argument("paths", metavar="PATH", nargs="*", help="rulesets or folders of them")
    parser.add_argument("--once", action="store_true", help="only words that a single ruleset uses")
    parser.add_argument("--json", action="store_true", help="word -> ruleset -> how often, for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the table."""
    from rulewright.cli.vocabulary import all_words

    counts = {path.name.removesuffix(".yaml"): _count(path) for path in ruleset_files(args.paths)}
    groups = all_words()
    if args.json:
        write_json(
            {
                word: {name: count[word] for name, count in counts.items() if count[word]}
                for words in groups.values()
                for word in words
            }
        )
        return 0
    names = list(counts)
    rows: list[list[str]] = []
    never: list[str] = []
    for group, words in groups.items():
        for word in words:
            used = [counts[name][word] for name in names]
            users = sum(n > 0 for n in used)
            if users == 0:
                never.append(word)
            elif users == 1 or not args.once:
                rows.append([group, word, str(users), *(str(n) if n else "." for n in used)])
    if rows:
        write("\n".join(f"{number:>3} {name}" for number, name in enumerate(names, 1)) + "\n\n")
        headings = ["", "word", "in", *map(str, range(1, len(names) + 1))]
        # As wide as it takes: a table with cells cut off answers nothing.
        columns = 46 + 7 * len(names)
        write(table(headings, _without_repeats(rows), right=range(2, len(headings)), width=max(80, columns)))
    else:
        write("No word is used by a single ruleset.\n" if args.once else "No word is used.\n")
    if never:
        write("\n" + wrapped(" · ".join(never), " " * 12, first="used by none: "))
    return 0


def _without_repeats(rows: list[list[str]]) -> list[list[str]]:
    """The name of a group only on its first row."""
    return [["" if at and rows[at - 1][0] == row[0] else row[0], *row[1:]] for at, row in enumerate(rows)]


def _count(path: Path) -> Counter[str]:
    from rulewright.cli.vocabulary import count_words
    from rulewright.diagnostics import Sink
    from rulewright.loading import Mapping, load

    sink = Sink()
    root = load(shown(path), sink)
    if not isinstance(root, Mapping):
        raise CommandError(refusal(str(path), sink), 1, prefixed=False)
    return count_words(root)
