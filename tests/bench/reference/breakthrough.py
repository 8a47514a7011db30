"""Breakthrough by hand: pawns that step forward, on eight by eight cells or fewer.

Seat 0 sits at the lowest row and begins. Cells are numbered along the rows from the lowest. Actions:
`("advance", cell, direction)`; directions go round from the north, 0 to 7. There is no chance.
The board has a border of one cell on either side of a row, so that no step has to ask for the edge.
"""

from __future__ import annotations

from reference import Chance, Move

EMPTY = -1
BORDER = 2
# By how many columns a direction leads to the east.
EAST = {0: 0, 1: 1, 7: -1, 3: 1, 4: 0, 5: -1}


class Game:
    """A position: `board` the seat whose pawn stands on a cell (rows of columns + 2 cells), `pawns` how many each seat has,
    `winner` a seat or None.
    """

    __slots__ = ("board", "columns", "pawns", "player", "rows", "winner")

    def __init__(self, players: int, chance: Chance, rows: int = 8, columns: int = 8) -> None:
        if players != 2:
            raise ValueError(f"breakthrough is for 2 players, not {players}")
        filled = 1 if rows < 6 else 2
        self.rows = rows
        self.columns = columns
        self.board: list[int] = []
        for row in range(rows):
            owner = 0 if row < filled else 1 if row >= rows - filled else EMPTY
            self.board += [BORDER, *[owner] * columns, BORDER]
        self.pawns = [filled * columns, filled * columns]
        self.player = 0
        self.winner: int | None = None

    def legal(self) -> list[Move]:
        if self.winner is not None:
            return []
        board = self.board
        player = self.player
        width = self.columns + 2
        columns = self.columns
        forward = width if player == 0 else -width
        moves: list[Move] = []
        for place, owner in enumerate(board):
            if owner == player:
                goal = place + forward
                cell = place // width * columns + place % width - 1
                west, east = board[goal - 1], board[goal + 1]
                if player == 0 and board[goal] == EMPTY:
                    moves.append(("advance", cell, 0))
                if east != player and east != BORDER:
                    moves.append(("advance", cell, 1 if player == 0 else 3))
                if player == 1 and board[goal] == EMPTY:
                    moves.append(("advance", cell, 4))
                if west != player and west != BORDER:
                    moves.append(("advance", cell, 7 if player == 0 else 5))
        return moves

    def apply(self, move: Move) -> None:
        _, cell, direction = move
        player = self.player
        width = self.columns + 2
        row, column = divmod(cell, self.columns)
        place = row * width + column + 1
        goal = place + (width if player == 0 else -width) + EAST[direction]
        if self.board[goal] == 1 - player:
            self.pawns[1 - player] -= 1
        self.board[place] = EMPTY
        self.board[goal] = player
        if goal // width == (self.rows - 1 if player == 0 else 0) or not self.pawns[1 - player]:
            self.winner = player
        self.player = 1 - player

    def over(self) -> bool:
        return self.winner is not None

    def returns(self) -> list[int]:
        if self.winner is None:
            return [0, 0]
        return [1, -1] if self.winner == 0 else [-1, 1]

    def winners(self) -> list[int]:
        return [] if self.winner is None else [self.winner]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.rows = self.rows
        new.columns = self.columns
        new.board = self.board.copy()
        new.pawns = self.pawns.copy()
        new.player = self.player
        new.winner = self.winner
        return new
