"""The mistake benchmark itself: its sorts are many and fixed by their seed, what it says of a mistake is right, and
its sums add up. The whole of it is a command of its own (run.py)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
import run
from mistake_book import OPERATORS, Book, Mistake
from mistake_noticing import Noticing, validated
from mistake_report import Row, overall

RULESETS = Path(__file__).parents[2] / "rulesets"
PATHS = [RULESETS / name for name in ("classics/pig.yaml", "classics/crazy_eights.yaml", "zum_kuhkuck.yaml")]


@pytest.fixture(scope="module")
def books() -> list[Book]:
    return [Book(path) for path in PATHS]


def at(book: Book, old: str, new: str) -> Mistake:
    """A mistake that is made by hand; what it takes the place of stands there once."""
    assert book.text.count(old) == 1
    start = book.text.index(old)
    return book.replace(start, start + len(old), new)


def test_there_are_many_sorts_of_each_kind(books: list[Book]) -> None:
    sorts = run.operators(books, [])
    assert len({op.name for op in sorts}) == len(sorts)
    assert all(op.what and op.name for op in sorts)
    kinds = Counter(op.kind for op in sorts)
    assert sum(kinds.values()) >= 120
    assert min(kinds[kind] for kind in ("name", "type", "structure", "play")) >= 20
    assert kinds["reference"] >= 8


def test_a_sort_makes_the_same_mistakes_again_and_each_changes_the_file(books: list[Book]) -> None:
    for book in books:
        for op in OPERATORS:
            once, again = op.mistakes(book, 3), op.mistakes(book, 3)
            assert once == again
            assert all(mistake.apply(book.text) != book.text for mistake in once)
            few, more = op.sample(book, 3, 2), op.sample(book, 3, 4)
            assert set(few) <= set(more) <= set(once)


def test_nearly_every_mistake_of_names_types_and_writing_is_told_on_its_line(books: list[Book]) -> None:
    told: dict[str, Counter[str]] = {}
    missed: list[str] = []
    for book in books:
        for op in OPERATORS:
            for mistake in op.sample(book, 0, 1) if op.kind in ("name", "type", "structure") else ():
                how, said = validated(book, mistake)
                told.setdefault(op.kind, Counter())[how] += 1
                if how in ("file", "none"):
                    missed.append(f"{book.name}:{book.line(mistake.start)} {op.name} {said}")
    for kind in ("name", "type", "structure"):
        meant = sum(told[kind].values()) - told[kind]["no mistake"]
        # A misspelt name may be another one that is declared, and an argument may be left out on purpose.
        assert told[kind]["line"] >= 0.95 * meant, missed


def test_who_notices(books: list[Book]) -> None:
    pig = books[0]
    assert (
        validated(
            pig, at(pig, "turn_total := 0\n      - turn_goes_on", "turn_totla := 0\n      - turn_goes_on")
        )[0]
        == "line"
    )
    with Noticing(pig, 1, 400) as judge:
        # The scenarios hold what a 1 costs.
        judge.ruleset(at(pig, "if: face = 1", "if: face = 2"))
        assert judge.failing_scenario() is not None
        # Without a limit play can go on for ever.
        endless = judge.ruleset(at(pig, "limit: 1000\n", ""))
        assert judge.failing_scenario() is None
        assert judge.fuzzed(endless) == "endless endless"
        # The same condition in other words, and one that isn't.
        same = judge.ruleset(
            at(pig, "score[me] + turn_total < winscore", "winscore > turn_total + score[me]")
        )
        assert judge.same(same) == (True, 400)
        other = judge.ruleset(
            at(pig, "score[me] + turn_total < winscore", "winscore > turn_total + score[me] + 6")
        )
        assert not judge.same(other)[0]


@dataclass
class Said:
    validate: str
    later: str = ""
    kind: str = "play"


def test_the_sums() -> None:
    # Of ten mistakes five pass; of these four were asked further, and one of the four means nothing. So of
    # 10 - 5/4 that mean something, 5/4 are noticed by nothing.
    later = ["scenario", "scenario", "same", "nobody", ""]
    row = Row([*[Said("line")] * 4, Said("file"), *(Said("none", what) for what in later)])  # type: ignore[list-item]
    assert (row.all, row.passed, row.asked) == (10, 5, 4)
    value, low, high = row.nobody()
    assert value == pytest.approx(100 * 1.25 / 8.75)
    assert low < value < high
    assert row.cells()[:4] == ["10", "40.0", "50.0", "4 of 5"]


def test_kinds_add_up() -> None:
    # Of play 1 of 10 passes and nobody notices it; of names 2 of 10 pass, one of which was asked: a scenario.
    said = [*[Said("line")] * 9, Said("none", "nobody"), *[Said("line", kind="name")] * 8]
    said += [Said("none", "scenario", "name"), Said("none", "", "name")]
    assert overall(said)[0] == pytest.approx(100 * 1 / 20)  # type: ignore[arg-type]
    # What nobody was asked about counts as unnoticed.
    assert overall([Said("line"), Said("none")])[0] == pytest.approx(50)  # type: ignore[list-item]
