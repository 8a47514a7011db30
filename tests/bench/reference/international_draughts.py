"""International draughts by hand: whole captures found by recursion, then played jump by jump.

Two players; seat 0 begins and goes up the board. Cells 0..99 are numbered row by row from below, each row from
the left. Directions as in the ruleset: 1 northeast, 3 southeast, 5 southwest, 7 northwest. Actions:
`("jump", from, direction, to)`, each jump of a capture a move of its own, else `("advance", from, direction,
to)`. There is no chance.

What is captured is taken off when the capture has ended, and stands in the way until then. As many pieces as
possible must be captured. A man becomes a king where its whole move ends. Fifty moves in a row by kings and
without a jump are a draw; who can't move has lost.
"""

from __future__ import annotations

from reference import Chance, Move

SIZE = 10
LONGEST = 50
EMPTY = -1
STEPS = {1: (1, 1), 3: (1, -1), 5: (-1, -1), 7: (-1, 1)}
FORWARD = ((1, 7), (3, 5))


def line(cell: int, direction: int) -> list[int]:
    """The cells that way, the next one first."""
    right, up = STEPS[direction]
    column, row = cell % SIZE + right, cell // SIZE + up
    cells = []
    while 0 <= column < SIZE and 0 <= row < SIZE:
        cells.append(row * SIZE + column)
        column, row = column + right, row + up
    return cells


LINES = {(cell, d): line(cell, d) for cell in range(SIZE * SIZE) for d in STEPS}


class Game:
    """A position: `owner` the seat of the piece on each cell or EMPTY, `king` whether it is one, `jumper` the
    cell of the piece that is capturing or None, `captured` the cells it has jumped over, `quiet` moves of
    kings in a row. `moves` are the legal moves.
    """

    __slots__ = ("captured", "ended", "jumper", "king", "moves", "owner", "player", "quiet", "winner")

    def __init__(self, players: int, chance: Chance) -> None:
        if players != 2:
            raise ValueError(f"draughts is for 2 players, not {players}")
        self.owner = [EMPTY] * (SIZE * SIZE)
        for cell in range(SIZE * SIZE):
            if (cell % SIZE + cell // SIZE) % 2 == 0 and cell // SIZE not in (4, 5):
                self.owner[cell] = 0 if cell // SIZE < 4 else 1
        self.king = [False] * (SIZE * SIZE)
        self.jumper: int | None = None
        self.captured: set[int] = set()
        self.quiet = 0
        self.winner: int | None = None
        self.ended = False
        self.player = 0
        self.moves: list[Move] = []
        self._begin()

    def legal(self) -> list[Move]:
        return [] if self.ended else self.moves

    def apply(self, move: Move) -> None:
        action, cell, direction, goal = move
        crosses = LINES[cell, direction]
        king = self.king[cell]
        self._carry(cell, goal)
        if action == "jump":
            over = next(x for x in crosses if self.owner[x] == 1 - self.player and x not in self.captured)
            self.captured.add(over)
            self.jumper = goal
            self.quiet = 0
            self.moves = self._captures([goal])
            if self.moves:
                return
            for x in self.captured:
                self.owner[x], self.king[x] = EMPTY, False
            self.captured, self.jumper = set(), None
        else:
            self.quiet = self.quiet + 1 if king else 0
        if goal // SIZE == (SIZE - 1, 0)[self.player]:
            self.king[goal] = True
        self.player = 1 - self.player
        self._begin()

    def _begin(self) -> None:
        """A turn begins, if the game goes on."""
        if self.quiet == LONGEST:
            self.ended = True
            return
        own = [cell for cell in range(SIZE * SIZE) if self.owner[cell] == self.player]
        self.moves = self._captures(own) or self._advances(own)
        if not self.moves:
            self.winner = 1 - self.player
            self.ended = True

    def _carry(self, cell: int, goal: int) -> None:
        owner, king = self.owner[cell], self.king[cell]
        self.owner[cell], self.king[cell] = EMPTY, False
        self.owner[goal], self.king[goal] = owner, king

    def _jumps(self, cell: int) -> list[tuple[int, int, int]]:
        """Direction, cell jumped over, goal."""
        found = []
        for direction in STEPS:
            cells = LINES[cell, direction]
            reach = len(cells) if self.king[cell] else min(2, len(cells))
            over = next((n for n in range(reach) if self.owner[cells[n]] != EMPTY), reach)
            if over >= reach - 1 or self.owner[cells[over]] == self.player or cells[over] in self.captured:
                continue
            if not self.king[cell] and over > 0:
                continue
            for goal in cells[over + 1 : reach]:
                if self.owner[goal] != EMPTY:
                    break
                found.append((direction, cells[over], goal))
        return found

    def _most(self, cell: int) -> int:
        """How many more pieces the one on a cell can capture."""
        best = 0
        for _, over, goal in self._jumps(cell):
            self._carry(cell, goal)
            self.captured.add(over)
            best = max(best, 1 + self._most(goal))
            self.captured.remove(over)
            self._carry(goal, cell)
        return best

    def _captures(self, cells: list[int]) -> list[Move]:
        found: list[tuple[int, Move]] = []
        for cell in cells:
            for direction, over, goal in self._jumps(cell):
                self._carry(cell, goal)
                self.captured.add(over)
                found.append((self._most(goal), ("jump", cell, direction, goal)))
                self.captured.remove(over)
                self._carry(goal, cell)
        most = max((length for length, _ in found), default=0)
        return [move for length, move in found if length == most]

    def _advances(self, cells: list[int]) -> list[Move]:
        found: list[Move] = []
        for cell in cells:
            for direction in STEPS if self.king[cell] else FORWARD[self.player]:
                reach = LINES[cell, direction]
                for goal in reach if self.king[cell] else reach[:1]:
                    if self.owner[goal] != EMPTY:
                        break
                    found.append(("advance", cell, direction, goal))
        return found

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
        new.owner = self.owner.copy()
        new.king = self.king.copy()
        new.jumper = self.jumper
        new.captured = self.captured.copy()
        new.quiet = self.quiet
        new.winner = self.winner
        new.ended = self.ended
        new.player = self.player
        new.moves = self.moves
        return new
