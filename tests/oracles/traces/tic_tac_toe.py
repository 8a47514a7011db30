"""Cells are numbered row by row from the top."""

from __future__ import annotations

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def number(self, move: LegalMove, state: State) -> int:
        cell = str(move.params["c"])
        return (3 - int(cell[1])) * 3 + "abc".index(cell[0])


RECORDED = [Recorded("tic_tac_toe", "tic_tac_toe", Reading)]
