"""Cells are numbered row by row; in the recorded games the first row is the uppermost, in the ruleset the lowest."""

from __future__ import annotations

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def number(self, move: LegalMove, state: State) -> int:
        cell = str(move.params["c"])
        return (int(cell[1:]) - 1) * 5 + "abcde".index(cell[0])


RECORDED = [Recorded("hex_board_size5", "hex", Reading, data="side: 5")]
