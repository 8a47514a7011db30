"""Moves are columns from the left."""

from __future__ import annotations

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def number(self, move: LegalMove, state: State) -> int:
        return "abcdefg".index(str(move.params["c"])[0])


RECORDED = [Recorded("connect_four", "connect_four", Reading)]
