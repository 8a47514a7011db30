"""The rulesets against values from outside: one test a row of the table (see oracle_rows)."""

from __future__ import annotations

import pytest
from oracle_rows import Exact, Mean, Near, Row, said
from table import games, rows

from rulewright.compile.native import native_available


def parameters() -> list[object]:
    return [
        pytest.param(row, id=f"{name}: {row.quantity}", marks=[pytest.mark.slow] if row.slow else [])
        for name in games()
        for row in rows(name)
    ]


@pytest.mark.parametrize("row", parameters())
def test_row(row: Row) -> None:
    if isinstance(row.oracle, Mean) and not native_available():
        pytest.skip("so many games are for machine code")
    if row.needs is not None:
        pytest.importorskip(row.needs)
    ours = row.ours()
    assert row.oracle.met(ours), f"{row.quantity}: the oracle gives {row.oracle}, ours is {said(ours)}"


def test_oracles_can_differ() -> None:
    assert not Exact((1, 2)).met((1, 3))
    assert Near(0.5, 0.01).met(0.509)
    assert not Near(0.5, 0.01).met(0.511)
    # Two errors of 3 and 4 make one of 5: twenty away is the last that is within.
    assert Mean(100, 3, 10).met(Mean(120, 4, 10))
    assert not Mean(100, 3, 10).met(Mean(120.1, 4, 10))
    with pytest.raises(AssertionError, match="9 games"):
        Mean(100, 3, 10).met(Mean(100, 4, 9))
