"""Writes docs/holes.md: the questions that the rulebooks of the five games leave open, as play comes upon them.

    python tests/docs/write_holes.py [--seconds 60]

Each ruling with readings is left open, alone, and the game is fuzzed. What is written of each: the question, its rules, in what
share of random games it is asked, the smallest game that asks it, and the reading that was taken. Questions that no game asked
are listed too. The numbers are those of the run; the questions and answers follow from the rulesets, and a test holds them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rulewright.compile.native import native_available
from rulewright.engine.contract import load
from rulewright.fuzz import Finding, cells, fuzz
from rulewright.fuzz.run import Run
from rulewright.ruleset.model import Ruleset, Ruling

GAMES = ("tembo", "survival_of_the_fittest", "niagara", "zambezi", "zum_kuhkuck")
PAGE = Path(__file__).parents[2] / "docs" / "holes.md"

#: Lines of a story; the deal of a whole pack is longer than anybody reads.
STORY = 30

HEAD = """\
# What the rulebooks don't say

A rulebook is read by people, who fill its gaps without noticing. A program can't. Each question below came up when a game was
written as a ruleset; `rulewright fuzz GAME --open all` leaves them open one at a time and plays until somebody asks. What follows
is written by `python tests/docs/write_holes.py`: the question, how often random games come to it, the smallest game that does, and
what the ruleset takes the answer to be. Another reading is chosen with `--set NAME=READING`.
"""


def text(words: dict[str, str]) -> str:
    """The English of a text, on one line."""
    return " ".join(next(iter(words.values()), "").split())


def heading(ruling: Ruling) -> str:
    """The heading of a question."""
    return f"### {ruling.name}: {text(ruling.question)}"


def taken(ruling: Ruling) -> list[str]:
    """The readings, the one that was taken first."""
    order = sorted(ruling.readings, key=lambda name: name != ruling.chosen)
    return [
        f"- {'**' if r == ruling.chosen else ''}`{r}`{'** (taken)' if r == ruling.chosen else ''}: {text(ruling.readings[r])}"
        for r in order
    ]


def question(ruling: Ruling, finding: Finding | None) -> list[str]:
    """What is written of one question."""
    lines = [heading(ruling), "", f"Rules {', '.join(ruling.rules)}.", "", *taken(ruling), ""]
    if finding is None:
        return [*lines, "No game of the run asked it.", ""]
    often = (
        f"{finding.count / finding.games:.2%} of random games ask it"
        if finding.count
        else "Only players with habits came to it"
    )
    decisions = "1 decision" if finding.decisions == 1 else f"{finding.decisions} decisions"
    lines += [
        f"{often}. The smallest game that does, {decisions}, {finding.cell.config.players} players:",
        "",
        "```text",
    ]
    shown = (
        finding.story
        if len(finding.story) <= STORY
        else [*finding.story[: STORY // 2], "...", *finding.story[-STORY // 2 :]]
    )
    return [*lines, *shown, "```", ""]


def chapter(ruleset: Ruleset, run: Run) -> list[str]:
    """What is written of one game."""
    found = {f.about: f for f in run.findings if f.kind == "question"}
    lines = [f"## {text(ruleset.title)}", "", f"{run.games:,} random games, one question open at a time.", ""]
    for ruling in ruleset.options():
        lines += question(ruling, found.get(ruling.name))
    return lines


def main() -> None:
    """Plays, and writes the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    lines = [HEAD]
    for name in GAMES:
        ruleset = load(name)
        fewest, most = ruleset.players
        options = [option.name for option in ruleset.options()]
        opened = [cell for cell in cells(ruleset, range(fewest, most + 1), {}, opened=options) if cell.opened]
        run = fuzz(
            ruleset, opened, seed=1, seconds=args.seconds, max_moves=ruleset.move_limit or 10_000,
            backend="native" if native_available() else "python", workers=2, on_progress=lambda said, name=name: print(name, said),
        )  # fmt: skip
        lines += chapter(ruleset, run)
    PAGE.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
