"""Backgammon by hand: two dice, a bar, and turns whose every step must leave as many dice usable as possible.

Two players, each of whom counts the points from the own side: 25 is the bar, 0 is off, and the other's point
x is the own 25 - x. Actions: `("step", number, point)`, one checker at a time. Each player throws a die,
`chance(6)` for seat 0 and then for seat 1, until they differ; the higher begins with both. Later turns begin
with two throws. A turn ends without a decision when no die is left or none can be used.

No cube. Returns: 1, 2 (the loser has borne off nothing) or 3 (and has a checker on the bar or in the winner's
home), for the loser the negative.

That as many dice as possible are used matters when two different dice are left: then only those steps are
legal after which the other die can be used, if there are any, and if there are none, those with the higher die
that can be used. Of a double each die goes the same way, and no step takes away another but by using the die.
"""

from __future__ import annotations

from reference import Chance, Move

BAR = 25
OFF = 0
CHECKERS = 15
HOME = 6
FIRST = [0] * 26
FIRST[24], FIRST[13], FIRST[8], FIRST[6] = 2, 5, 3, 5
STEP: list[list[Move]] = [[("step", n, x) for x in range(26)] for n in range(7)]


def sources(mine: list[int], other: list[int], n: int) -> list[int]:
    """The points, ascending, from which a checker may go n points on."""
    if mine[BAR]:
        return [BAR] if other[n] < 2 else []
    found = []
    furthest = 24
    while not mine[furthest]:
        furthest -= 1
        if not furthest:
            return []
    if furthest <= HOME:
        if furthest < n:
            return [furthest]
        if mine[n]:
            found.append(n)
    for x in range(n + 1, furthest + 1):
        if mine[x] and other[25 - x + n] < 2:
            found.append(x)
    return found


def usable_after(mine: list[int], other: list[int], x: int, n: int, m: int) -> bool:
    """Whether m can be used after a checker went from x by n. Hitting makes no difference to that."""
    to = max(x - n, OFF)
    mine[x] -= 1
    mine[to] += 1
    usable = bool(sources(mine, other, m))
    mine[to] -= 1
    mine[x] += 1
    return usable


class Game:
    """A position: `men[seat][x]` checkers by how far they have to go, `dice` left to be used, `winner` a seat
    or None. `moves` are the legal moves.
    """

    __slots__ = ("chance", "dice", "men", "moves", "player", "winner")

    def __init__(self, players: int, chance: Chance) -> None:
        if players != 2:
            raise ValueError(f"backgammon is for 2 players, not {players}")
        self.chance = chance
        self.men = [FIRST.copy(), FIRST.copy()]
        self.winner: int | None = None
        first = second = 0
        while first == second:
            first, second = 1 + chance(6), 1 + chance(6)
        self.player = 0 if first > second else 1
        self.dice = [first, second]
        self.moves = self._moves()

    def legal(self) -> list[Move]:
        return [] if self.winner is not None else self.moves

    def apply(self, move: Move) -> None:
        _, n, x = move
        player = self.player
        mine, other = self.men[player], self.men[1 - player]
        to = max(x - n, OFF)
        mine[x] -= 1
        mine[to] += 1
        if to and other[25 - to]:
            other[25 - to] -= 1
            other[BAR] += 1
        self.dice.remove(n)
        if mine[OFF] == CHECKERS:
            self.winner = player
            return
        self.moves = self._moves()
        while not self.moves:
            self.player = 1 - self.player
            a, b = 1 + self.chance(6), 1 + self.chance(6)
            self.dice = [a, b] if a != b else [a, a, a, a]
            self.moves = self._moves()

    def _moves(self) -> list[Move]:
        dice = self.dice
        if not dice:
            return []
        mine, other = self.men[self.player], self.men[1 - self.player]
        if len(dice) != 2 or dice[0] == dice[1]:
            n = dice[0]
            return [STEP[n][x] for x in sources(mine, other, n)]
        low, high = min(dice), max(dice)
        lower, higher = sources(mine, other, low), sources(mine, other, high)
        both = [STEP[low][x] for x in lower if usable_after(mine, other, x, low, high)]
        both += [STEP[high][x] for x in higher if usable_after(mine, other, x, high, low)]
        if both:
            return both
        return [STEP[high][x] for x in higher] or [STEP[low][x] for x in lower]

    def over(self) -> bool:
        return self.winner is not None

    def returns(self) -> list[int]:
        if self.winner is None:
            return [0, 0]
        loser = self.men[1 - self.winner]
        points = 1 if loser[OFF] else 3 if any(loser[19:]) else 2
        return [points, -points] if self.winner == 0 else [-points, points]

    def winners(self) -> list[int]:
        return [] if self.winner is None else [self.winner]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.chance = self.chance
        new.men = [men.copy() for men in self.men]
        new.dice = self.dice.copy()
        new.winner = self.winner
        new.player = self.player
        new.moves = self.moves
        return new
