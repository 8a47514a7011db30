"""A move's number is ((row * 6 + column) * 6 + direction) * 2 + whether it takes a pawn. Rows are counted from the first
player's side; directions are the first player's three from the left, then the second's."""

from __future__ import annotations

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State

SIDE = 6
COLUMNS = "abcdef"
WAYS = ("west", "", "east")


class Reading(Reader):
    def number(self, move: LegalMove, state: State) -> int:
        cell = str(move.params["c"])
        row, column = int(cell[1]) - 1, COLUMNS.index(cell[0])
        way = WAYS.index(str(move.params["d"]).removeprefix("north").removeprefix("south"))
        goal = (row + (1 if move.seat == 0 else -1)) * SIDE + column + way - 1
        pawns = state.variables()[list(state.game.ruleset.variables).index("pawn")]
        takes = pawns[goal] == 1 - move.seat
        return ((row * SIDE + column) * 6 + 3 * move.seat + way) * 2 + takes


RECORDED = [Recorded("breakthrough_rows6_columns6", "breakthrough", Reading, data="columns: 6\nrows: 6")]
