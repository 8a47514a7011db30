"""The results of the mistake benchmark, as tables and as the page in the docs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mistake_book import Operator

from rulewright.simulate.summary import wilson

KINDS = {
    "name": "names", "type": "types", "structure": "writing", "reference": "references to rules", "play": "meaning",
    "data": "assumed numbers",
}  # fmt: skip


@dataclass(slots=True)
class Judged:
    """A mistake and who noticed. ``validate``: line, file or none; ``later``: scenario, fuzz, same, nobody, or empty
    where it wasn't asked; ``by``: what was said; ``tapes``: how many games were compared."""

    game: str
    operator: str
    kind: str
    line: int
    before: str
    after: str
    validate: str
    said: str
    later: str = ""
    by: str = ""
    tapes: int = 0
    key: str = ""


def _percent(part: float, whole: float) -> str:
    return "-" if not whole else f"{100 * part / whole:.1f}"


class Row:
    """Counts of mistakes. Those that ``validate`` lets pass are judged further in a sample, which stands for all."""

    def __init__(self, judged: Iterable[Judged]) -> None:
        self.validate: Counter[str] = Counter()
        self.later: Counter[str] = Counter()
        for one in judged:
            self.validate[one.validate] += 1
            if one.validate == "none" and one.later:
                self.later[one.later] += 1

    @property
    def all(self) -> int:
        return sum(self.validate.values())

    @property
    def passed(self) -> int:
        return self.validate["none"]

    @property
    def asked(self) -> int:
        return sum(self.later.values())

    def estimate(self, *outcomes: str) -> float:
        """How many of all mistakes have one of these outcomes, by the sample."""
        return self.passed * sum(self.later[o] for o in outcomes) / self.asked if self.asked else 0.0

    def nobody(self) -> tuple[float, float, float]:
        """Of the mistakes that mean something, the share that nobody notices: as sampled, and where it lies with 95 %."""
        meant = self.all - self.estimate("same")
        low, high = wilson(self.later["nobody"], self.asked) if self.asked else (0.0, 1.0)
        scale = self.passed / meant if meant else 0.0
        return (
            100 * self.estimate("nobody") / meant if meant else 0.0,
            100 * low * scale,
            min(100.0, 100 * high * scale),
        )

    def cells(self) -> list[str]:
        """all, right line, validate, asked further, scenarios, fuzz, same, nobody."""
        later = [_percent(self.later[o], self.asked) for o in ("scenario", "fuzz", "nobody", "same")]
        share = "-"
        if not self.passed:
            share = "0"
        elif self.asked:
            value, low, high = self.nobody()
            share = f"{value:.1f} ({low:.1f} to {high:.1f})"
        return [
            f"{self.all:,}", _percent(self.validate["line"], self.all), _percent(self.validate["line"] + self.validate["file"], self.all),
            f"{self.asked:,} of {self.passed:,}" if self.passed else "0", *(later if self.asked else ["-"] * 4), share,
        ]  # fmt: skip


HEADINGS = [
    "",
    "mistakes",
    "right line %",
    "validate %",
    "asked further",
    "scenario %",
    "fuzz %",
    "nobody %",
    "same %",
    "by nothing %",
]


def _rows(judged: Sequence[Judged]) -> list[list[str]]:
    kinds = {kind: Row(one for one in judged if one.kind == kind) for kind in KINDS}
    rows = [[KINDS[kind], *row.cells()] for kind, row in kinds.items() if row.all]
    counted = [one for one in judged if one.kind != "data"]
    value, low, high = overall(counted)
    cells = Row(counted).cells()
    # What was asked further isn't the same share of every sort: the last column is made of those above.
    return [
        *rows,
        ["all but assumed numbers", *cells[:4], *["-"] * 4, f"{value:.1f} ({low:.1f} to {high:.1f})"],
    ]


def overall(judged: Sequence[Judged]) -> tuple[float, float, float]:
    """Of all mistakes that mean something the share that nobody notices, kind by kind, and an interval: the sum of
    those of the kinds, which is wide. A kind of which nothing was asked further counts as if nobody noticed any."""
    meant = nobody = low = high = 0.0
    for kind in KINDS:
        row = Row(one for one in judged if one.kind == kind)
        meant += row.all - row.estimate("same")
        share = wilson(row.later["nobody"], row.asked) if row.asked else (0.0, 1.0)
        nobody += row.estimate("nobody") if row.asked else row.passed
        low, high = low + row.passed * share[0], high + row.passed * share[1]
    scale = 100 / meant if meant else 0.0
    return nobody * scale, low * scale, min(100.0, high * scale)


def _text(rows: list[list[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if i == 0 else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def table(judged: Sequence[Judged]) -> str:
    """The summary, and each sort of mistake of which something passed or stood on another line."""
    rows = [HEADINGS, *_rows(judged)]
    sorts = sorted({(list(KINDS).index(o.kind), o.operator) for o in judged})
    for _, name in sorts:
        of = [one for one in judged if one.operator == name]
        if any(one.validate != "line" for one in of):
            rows.append([name, *Row(of).cells()])
    return _text(rows)


def listed(judged: Sequence[Judged]) -> str:
    """Each mistake that wasn't noticed on its line, or by nobody."""
    lines = []
    for one in judged:
        typed = one.kind in ("name", "type", "structure", "reference")
        if (typed and one.validate != "line") or one.later == "nobody":
            lines += [
                f"{one.game}:{one.line} {one.operator}: {one.validate} {one.later} {one.by} [{one.said}]",
                f"    - {one.before}",
                f"    + {one.after}",
            ]
    return "\n".join(lines)


def _markdown(rows: list[list[str]]) -> str:
    head, *rest = rows
    lines = [
        "| " + " | ".join(head) + " |",
        "|" + "|".join("---" if i == 0 else "--:" for i in range(len(head))) + "|",
    ]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rest)])


def page(
    judged: Sequence[Judged], operators: Sequence[Operator], samples: int, tapes: int, fuzz: float
) -> str:
    """The page in the docs."""
    games = sorted({one.game for one in judged})
    by_game = [
        [game, *Row(o for o in judged if o.game == game and o.kind == "play").cells()] for game in games
    ]
    sorts: list[Any] = []
    what = {op.name: op.what for op in operators}
    for op in operators:
        of = [one for one in judged if one.operator == op.name]
        if of:
            sorts.append([f"{op.what}", KINDS[op.kind], *Row(of).cells()])
    slipped = [
        f"- {one.game}, line {one.line}: {what[one.operator]}: `{one.before or ' '}` became `{one.after or ' '}`"
        for one in judged
        if one.later == "nobody" and one.kind != "data"
    ]
    least = min((one.tapes for one in judged if one.later == "same"), default=0)
    row = Row(one for one in judged if one.kind != "data")
    nothing, low, high = overall([one for one in judged if one.kind != "data"])
    return _PAGE.format(
        sorts=len(sorts), judged=len(judged), games=len(games), samples=samples, fuzz=f"{fuzz:g}", tapes=f"{tapes:,}", least=f"{least:,}",
        asked=f"{row.asked:,}", passed=f"{row.passed:,}", summary=_markdown([HEADINGS, *_rows(judged)]), nothing=f"{nothing:.1f}", low=f"{low:.1f}", high=f"{high:.1f}",
        slipped="\n".join(slipped),
        by_game=_markdown([["ruleset", *HEADINGS[1:]], *by_game]), by_sort=_markdown([["mistake", "sort", *HEADINGS[1:]], *sorts]),
    )  # fmt: skip


_PAGE = """\
# Mistakes, and who notices them

Which of the mistakes that authors make does `rulewright validate` notice, and on the right line? Which come out in the
scenarios, or when the ruleset is fuzzed? {sorts} sorts of single mistakes are made mechanically in {games} rulesets, at most
{samples} of a sort in a ruleset at places drawn by chance: {judged:,} mistakes. `python tests/mistakes/run.py` makes and judges
them, and writes this page; it can go on for as long as one likes, and goes on where it stopped.

- **right line**: `validate` says something that shows the line of the mistake. What is left out is told right where its place
  was, or where it is missed. A name that is misspelt where it is declared may be told there or where it is used.
- **validate**: it says something, wherever.
- What passes is asked further, in a sample drawn by chance: first its **scenarios** run, then it is **fuzzed** for
  {fuzz} seconds, and finally random games are compared with those of the ruleset as it was. **same**: nothing was noticed, and
  {tapes} games (or as many as there was time for, {least} at least) came to the same, so that the two files say the same
  thing; **nobody**: games differ, and nothing was noticed. These four are shares of what was asked further. What is only about
  who sees what changes no game, and never counts as the same.
- **by nothing**: of all mistakes that mean something, the share that nothing notices, with the interval in which it lies with
  95%.
- Wrong numbers in assumed data are counted apart: they are another assumption, and only a scenario can know which was meant.

{asked} of the {passed} mistakes that pass were asked further. Of all mistakes that mean something {nothing}% ({low} to {high}%) are
noticed by nothing.

{summary}

## What slips through

Of names, types and writing nothing is known to pass that isn't right in another way. Not told are a misspelt name that nothing
else uses (a value of an enum, a loop's own name, a ruling that has its answer), a zone that may as well be of another kind until it
is full, `or none` where a first value does as well, two numbers or two players in each other's place, a condition or a list of steps
that is cut where it is still one, and what may be left out (the dash of a single key, the last argument of `lines`). A word that is
there twice over several lines (`if if`) is told where the text no longer fits, which may be a line further down. Another rule that
is cited, or none, changes nothing in play; that each rule is cited somewhere is all that can be told.

Of the meaning, what slips through is what only the rulebook knows: who may see something that no choice asks, for how many players
a game is, which of two sides comes first where random players do as well on either, a number that no scenario asks for, something
that should have been done anew. A scenario can tell each of them; of what is seen it does with `sees`. The order of an enum's values
that nothing compares is only that of the moves, and a die that is rolled twice is as good as one rolled once: both count as
different games.

{slipped}

## By ruleset, mistakes of meaning

{by_game}

## By mistake

{by_sort}
"""
