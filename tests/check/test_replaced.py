"""Data that replace assumptions: a mistake that they bring about in the ruleset says that it was they."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.check import check_file

RULESET = """\
rulewright: 1
game: walk
title: Walk
players: 2
assumptions:
  side:
    because: Boards come in several sizes
    number: 5
  steps:
    because: Nobody says how many
    number: 3
  worth:
    because: The cards are not printed
    table: 0..9 per 1..2
    values: [1, 2]
boards:
  cell:
    grid: side by side
  post:
    grid: side - 1 by side - 1
variables:
  here: cell, starts at a1
  left: 0..20 per player, starts at steps
  sum: 0..30, starts at steps + side
actions:
  go:
    pick:
      c: neighbours(here)
    do:
      - here := c
      - take 1 from left[me]
      - if: worth[1] + distance(here, a1) > 2 and here != a1
        then:
          - add 1 to sum
play:
  - turns: from nth(player, 1), steps rounds
    do:
      - choose: [go]
result:
  score: left[me] + size(post) + sum
"""
NOT_ONE = "out-of-range 0 is not in 1..1024"


def found(folder: Path, data: str, ruleset: str = RULESET) -> list[tuple[str, list[str]]]:
    """``code message`` of each finding, with ``FILE:LINE`` and the message of what is related to it."""
    (folder / "walk.yaml").write_text(ruleset, encoding="utf-8")
    (folder / "data.yaml").write_text(data, encoding="utf-8")
    _, diagnostics = check_file(folder / "walk.yaml", folder / "data.yaml")
    return [
        (
            f"{d.code} {d.message}",
            [
                f"{Path(r.place.path).name}:{r.place.span.start.line if r.place.span else 0} {r.message}"
                for r in d.related
            ],
        )
        for d in diagnostics
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("side: 4\nsteps: 20\nworth: {values: [3, 4]}", []),
        ("side: 1", [(NOT_ONE, ["data.yaml:1 it comes of this"])]),
        ("steps: 2\nside: {number: 1}", [(NOT_ONE, ["data.yaml:2 it comes of this"])]),
        (
            "steps: 21\nside: 1",
            [
                (NOT_ONE, ["data.yaml:2 it comes of this"]),
                ("out-of-range 21 is not in 0..20", ["data.yaml:1 it comes of this"]),
            ],
        ),
        # Either alone would do: 20 and 5 are 25, 3 and 28 are 31.
        (
            "steps: 20\nside: 11",
            [
                (
                    "out-of-range 31 is not in 0..30",
                    ["data.yaml:1 it comes of this", "data.yaml:2 it comes of this"],
                )
            ],
        ),
        # What is wrong in the data is told there, and nothing is invented that would follow from it.
        ("side: {table: 0..5 per cell}", [("bad-data 'table' doesn't replace anything of 'side'", [])]),
        ("side: {number: big}", [("wrong-shape 'big' is no whole number", [])]),
        ("side: {}", [("bad-data here stands nothing that replaces 'side'", [])]),
        ("sidee: 1", [("bad-data the ruleset has no assumption 'sidee'", [])]),
    ],
)
def test_whose_mistake_it_is(data: str, expected: list[tuple[str, list[str]]], tmp_path: Path) -> None:
    assert found(tmp_path, data) == expected


def test_what_several_data_do_each_alone_is_laid_to_all(tmp_path: Path) -> None:
    """The board is too small by either of two, so leaving out one of them changes nothing."""
    ruleset = RULESET.replace("side - 1 by side - 1", "min(side, steps) - 1 by 2")
    assert found(tmp_path, "side: 1\nsteps: 1", ruleset) == [
        (NOT_ONE, ["data.yaml:0 it comes of what these data replace"])
    ]


def test_the_mistakes_of_the_ruleset_are_its_own(tmp_path: Path) -> None:
    ruleset = RULESET.replace("add 1 to sum", "add 1 to summ")
    assert found(tmp_path, "side: 1", ruleset) == [
        (NOT_ONE, ["data.yaml:1 it comes of this"]),
        ("unknown-name 'summ' is not declared", []),
    ]


def test_a_number_that_is_none_is_one_mistake(tmp_path: Path) -> None:
    """What stands for it is not known, so nothing is said of what is reckoned with it."""
    assert found(tmp_path, "steps: 3", RULESET.replace("number: 5", "number: five")) == [
        ("wrong-shape 'five' is no whole number", [])
    ]
