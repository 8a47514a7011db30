"""Tic-tac-toe by hand: the smallest yardstick, where the cost of one decision is all there is to measure.

Two players; cells 0..8 row by row; seat 0 begins. Actions: `("mark", cell)`. There is no chance. The winner
is looked for among the lines through the cell just marked, before a full board is called a draw.
"""

from __future__ import annotations

from reference import Chance, Move

EMPTY = -1
MOVES: list[Move] = [("mark", cell) for cell in range(9)]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
# For each cell the other two cells of every line through it.
THROUGH = [
    [tuple(other for other in line if other != cell) for line in LINES if cell in line] for cell in range(9)
]


class Game:
    """A position: `board` has the seat whose mark is in each cell or EMPTY, `free` the empty cells ascending;
    `winner` is a seat or None.
    """

    __slots__ = ("board", "free", "player", "winner")

    def __init__(self, players: int, chance: Chance) -> None:
        if players != 2:
            raise ValueError(f"tic-tac-toe is for 2 players, not {players}")
        self.board = [EMPTY] * 9
        self.free = list(range(9))
        self.player = 0
        self.winner: int | None = None

    def legal(self) -> list[Move]:
        if self.winner is not None:
            return []
        return [MOVES[cell] for cell in self.free]

    def apply(self, move: Move) -> None:
        cell = move[1]
        board = self.board
        player = self.player
        board[cell] = player
        self.free.remove(cell)
        for a, b in THROUGH[cell]:
            if board[a] == board[b] == player:
                self.winner = player
                break
        self.player = 1 - player

    def over(self) -> bool:
        return self.winner is not None or not self.free

    def returns(self) -> list[int]:
        if self.winner is None:
            return [0, 0]
        return [1, -1] if self.winner == 0 else [-1, 1]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.board = self.board.copy()
        new.free = self.free.copy()
        new.player = self.player
        new.winner = self.winner
        return new
