"""Slips of beginners: one message each, which says what to write instead; and that is right."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from slip_cases import BASE, SLIPS, Slip

from rulewright.check import check_text
from rulewright.diagnostics import Diagnostic, Sink
from rulewright.loading import Scalar, load_text

sys.path.insert(0, str(Path(__file__).parents[1] / "hostile"))
from broken import nodes_of

IDS = [f"{number}-{re.sub(r'[^a-z0-9]+', '-', slip[1].lower())[:40]}" for number, slip in enumerate(SLIPS)]


def test_the_ruleset_is_right() -> None:
    assert check_text(BASE)[1] == ()


def slipped(slip: Slip) -> tuple[str, Diagnostic]:
    """The ruleset with the slip in it, and the one finding."""
    right, wrong, *_ = slip
    assert right in BASE
    text = BASE.replace(right, wrong, 1)
    _, found = check_text(text)
    assert len(found) == 1, found
    return text, found[0]


@pytest.mark.parametrize("slip", SLIPS, ids=IDS)
def test_a_slip_has_one_message_that_helps(slip: Slip) -> None:
    _, found = slipped(slip)
    *_, code, help, _ = slip
    assert found.code == code
    assert help in (found.help or "")


@pytest.mark.parametrize(
    "slip", [s for s in SLIPS if s[4]], ids=[i for i, s in zip(IDS, SLIPS, strict=True) if s[4]]
)
def test_what_is_offered_is_right(slip: Slip) -> None:
    """The text that is offered, in the place of the string with the slip, leaves no error."""
    text, found = slipped(slip)
    offered = (found.help or "").removeprefix("write: ")
    assert found.place.span is not None
    at = found.place.span.start.offset
    tree = load_text(text, "slip.yaml", Sink())
    assert tree is not None
    around = [
        node
        for node in nodes_of(tree)
        if isinstance(node, Scalar) and node.span.start.offset <= at <= node.span.end.offset
    ]
    start, end = around[-1].span.start.offset, around[-1].span.end.offset
    _, left = check_text(text[:start] + offered + text[end:])
    assert [d for d in left if d.severity == "error"] == []


def test_enough_slips() -> None:
    assert len(SLIPS) >= 250
    assert sum(slip[4] for slip in SLIPS) >= 40


def test_a_hole_in_a_drawn_grid_is_no_space() -> None:
    rows = ["oooooo"] * 5 + ["oo.ooo"]
    text = BASE.replace("grid: 6 by 6", "grid: |\n" + "\n".join(" " * 6 + row for row in rows))
    assert check_text(text)[1] == ()
    _, found = check_text(text.replace("s: cell where", "s: c1 where", 1))
    assert [(d.code, d.help) for d in found] == [
        ("unknown-name", "the spaces of cell go from a1 to f6, with holes")
    ]
