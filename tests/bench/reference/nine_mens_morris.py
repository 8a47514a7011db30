"""Nine men's morris by hand: placing, sliding and leaping on a graph, and a second decision after a mill.

Two players; seat 0 begins. Points 0..23 are numbered row by row from the top. Actions: `("place", point)`,
`("slide", from, to)`, and after a closed mill `("take", point)` by the same player. There is no chance.

A game is drawn after 200 turns, a capture being a part of its turn. Who has three men in all and none in
hand may move to any empty point. Who has two men left, or is to move and can't, has lost; the last turn
of a drawn game is not followed by that test.
"""

from __future__ import annotations

from reference import Chance, Move

POINTS = 24
MEN = 9
LONGEST = 200
EMPTY = -1
LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (9, 10, 11),
    (12, 13, 14),
    (15, 16, 17),
    (18, 19, 20),
    (21, 22, 23),
    (0, 9, 21),
    (3, 10, 18),
    (6, 11, 15),
    (1, 4, 7),
    (16, 19, 22),
    (8, 12, 17),
    (5, 13, 20),
    (2, 14, 23),
)
# The two other points of each line through a point, and the points next to it in ascending order.
OTHERS = [
    [tuple(p for p in line if p != point) for line in LINES if point in line] for point in range(POINTS)
]
NEXT = [
    sorted(
        {line[1] for line in LINES if point in (line[0], line[2])}
        | {end for line in LINES if point == line[1] for end in (line[0], line[2])}
    )
    for point in range(POINTS)
]
PLACE: list[Move] = [("place", point) for point in range(POINTS)]
TAKE: list[Move] = [("take", point) for point in range(POINTS)]
SLIDE: list[list[Move]] = [[("slide", q, t) for t in range(POINTS)] for q in range(POINTS)]


class Game:
    """A position: `board` the seat at each point or EMPTY, `hand` and `men` (in all) by seat, `turns` played,
    `taking` whether a mill has just been closed, `winner` a seat or None. `moves` are the legal moves.
    """

    __slots__ = ("board", "ended", "hand", "men", "moves", "player", "taking", "turns", "winner")

    def __init__(self, players: int, chance: Chance) -> None:
        if players != 2:
            raise ValueError(f"nine men's morris is for 2 players, not {players}")
        self.board = [EMPTY] * POINTS
        self.hand = [MEN, MEN]
        self.men = [MEN, MEN]
        self.turns = 0
        self.taking = False
        self.winner: int | None = None
        self.ended = False
        self.player = 0
        self.moves = PLACE

    def legal(self) -> list[Move]:
        return [] if self.ended else self.moves

    def apply(self, move: Move) -> None:
        player, board = self.player, self.board
        if move[0] == "take":
            board[move[1]] = EMPTY
            other = 1 - player
            self.men[other] -= 1
            self.taking = False
            if self.men[other] < 3:
                self.winner = player
                self.ended = True
                return
        else:
            if move[0] == "place":
                self.hand[player] -= 1
            else:
                board[move[1]] = EMPTY
            to = move[-1]
            board[to] = player
            if self._in_mill(to):
                self.taking = True
                self.moves = self._captures()
                return
        self.turns += 1
        if self.turns == LONGEST:
            self.ended = True
            return
        self.player = 1 - player
        self.moves = self._moves()
        if not self.moves:
            self.winner = player
            self.ended = True

    def _in_mill(self, point: int) -> bool:
        board = self.board
        owner = board[point]
        for a, b in OTHERS[point]:
            if board[a] == owner and board[b] == owner:
                break
        else:
            return False
        return True

    def _captures(self) -> list[Move]:
        other = 1 - self.player
        theirs = [point for point in range(POINTS) if self.board[point] == other]
        free = [point for point in theirs if not self._in_mill(point)]
        return [TAKE[point] for point in free or theirs]

    def _moves(self) -> list[Move]:
        board, player = self.board, self.player
        if self.hand[player]:
            return [PLACE[point] for point in range(POINTS) if board[point] == EMPTY]
        if self.men[player] == 3:
            empty = [point for point in range(POINTS) if board[point] == EMPTY]
            return [SLIDE[q][t] for q in range(POINTS) if board[q] == player for t in empty]
        return [
            SLIDE[q][t] for q in range(POINTS) if board[q] == player for t in NEXT[q] if board[t] == EMPTY
        ]

    def over(self) -> bool:
        return self.ended

    def returns(self) -> list[int]:
        if self.winner is None:
            return [0, 0]
        return [1, -1] if self.winner == 0 else [-1, 1]

    def winners(self) -> list[int]:
        return [] if self.winner is None else [self.winner]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.board = self.board.copy()
        new.hand = self.hand.copy()
        new.men = self.men.copy()
        new.turns = self.turns
        new.taking = self.taking
        new.winner = self.winner
        new.ended = self.ended
        new.player = self.player
        new.moves = self.moves
        return new
