"""What a counted program tells: how often play came to each point of the ruleset (see machine.tally).

The counts stand in R behind everything else, one word for each point that was emitted, and are never set
back: who runs the program reads them when the games are played. Moves that are only tried in a search don't
count.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compile import build as x
from rulewright.compile.body import Body, Unit
from rulewright.compile.runtime import R_SIZE
from rulewright.machine.tally import PointKind, Tally


def count(b: Body, kind: PointKind, place: int, arm: int = 0) -> None:
    """Emit: play has come to a point, if the program is counted."""
    if not b.unit.counted or b.trying:
        return
    at = R_SIZE + b.unit.points.setdefault((kind, place, arm), len(b.unit.points))
    # A body may be run by a search as well as in play.
    once = x.compare("=", x.element("R", x.name("R_SEARCH")), 0) if b.unit.searches else x.const(1)
    b.emit(x.update("R", at, "+", once))


def tally(unit: Unit, R: Sequence[int]) -> Tally:
    """The counts that stand in R."""
    return Tally({point: R[R_SIZE + at] for point, at in unit.points.items() if R[R_SIZE + at]})
