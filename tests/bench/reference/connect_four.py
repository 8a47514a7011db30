"""Connect four by hand, on 6 rows and 7 columns: a yardstick with longer games and a board to scan.

Two players; columns 0..6; seat 0 begins. Actions: `("drop", column)`. There is no chance. A win is looked for
only on the lines through the disc just dropped, and before a full board is called a draw. The board is one
flat list with a border of cells that belong to nobody, so that a walk along a line ends without asking for
the edge.
"""

from __future__ import annotations

from reference import Chance, Move

ROWS = 6
COLUMNS = 7
WIDTH = COLUMNS + 1  # one border cell a row: the end of a row is also the border before the next one
EMPTY = -1
BORDER = -2
MOVES: list[Move] = [("drop", column) for column in range(COLUMNS)]
# Row, rising and falling diagonal; the column is simpler, since nothing can lie above the disc just dropped.
DIRECTIONS = (1, WIDTH + 1, WIDTH - 1)
# The lowest row is row 1; rows 0 and ROWS + 1 are border. A walk can step off to index -1: border as well.
BOTTOM = WIDTH
TOP = WIDTH * (ROWS + 1)


def empty_board() -> list[int]:
    board = [BORDER] * (WIDTH * (ROWS + 2))
    for row in range(1, ROWS + 1):
        for column in range(COLUMNS):
            board[row * WIDTH + column] = EMPTY
    return board


START = empty_board()


class Game:
    """A position: `board` as above, `free` the lowest free cell of each column (from TOP on: full), `open`
    the columns that are not full, `winner` a seat or None.
    """

    __slots__ = ("board", "free", "open", "player", "winner")

    def __init__(self, players: int, chance: Chance) -> None:
        if players != 2:
            raise ValueError(f"connect four is for 2 players, not {players}")
        self.board = START.copy()
        self.free = [BOTTOM + column for column in range(COLUMNS)]
        self.open = list(range(COLUMNS))
        self.player = 0
        self.winner: int | None = None

    def legal(self) -> list[Move]:
        if self.winner is not None:
            return []
        return [MOVES[column] for column in self.open]

    def apply(self, move: Move) -> None:
        column = move[1]
        cell = self.free[column]
        self.free[column] = cell + WIDTH
        if cell + WIDTH >= TOP:
            self.open.remove(column)
        self.board[cell] = self.player
        if self._wins(cell):
            self.winner = self.player
        self.player = 1 - self.player

    def _wins(self, cell: int) -> bool:
        board = self.board
        player = self.player
        if (
            cell >= BOTTOM + 3 * WIDTH
            and board[cell - WIDTH] == player
            and board[cell - 2 * WIDTH] == player
            and board[cell - 3 * WIDTH] == player
        ):
            return True
        for step in DIRECTIONS:
            last = cell + step
            while board[last] == player:
                last += step
            first = cell - step
            while board[first] == player:
                first -= step
            if last - first > 4 * step:  # both ends are outside the line: five steps apart for four discs
                return True
        return False

    def over(self) -> bool:
        return self.winner is not None or not self.open

    def returns(self) -> list[int]:
        if self.winner is None:
            return [0, 0]
        return [1, -1] if self.winner == 0 else [-1, 1]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.board = self.board.copy()
        new.free = self.free.copy()
        new.open = self.open.copy()
        new.player = self.player
        new.winner = self.winner
        return new
