"""Mancala by hand: Kalah with six pits and four seeds each.

Counter-clockwise: pits 1..6 of seat 0, its store 7, pits 8..13 of seat 1, its store 0. Actions: `("sow", pit)`. There is no
chance.
"""

from __future__ import annotations

from reference import Chance, Move

SOW: list[Move] = [("sow", pit) for pit in range(14)]
PITS = (range(1, 7), range(8, 14))
STORES = (7, 0)
# The next pit for a seat that sows: the other's store is left out.
NEXT = (
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1],
    [1, 2, 3, 4, 5, 6, 8, 8, 9, 10, 11, 12, 13, 0],
)


class Game:
    """A position: `seeds` by pit, and whether it has `ended`."""

    __slots__ = ("ended", "player", "seeds")

    def __init__(self, players: int, chance: Chance) -> None:
        if players != 2:
            raise ValueError(f"mancala is for 2 players, not {players}")
        self.seeds = [0, 4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4]
        self.player = 0
        self.ended = False

    def legal(self) -> list[Move]:
        if self.ended:
            return []
        seeds = self.seeds
        return [SOW[pit] for pit in PITS[self.player] if seeds[pit]]

    def apply(self, move: Move) -> None:
        seeds = self.seeds
        player = self.player
        following = NEXT[player]
        store = STORES[player]
        pit = move[1]
        taken = seeds[pit]
        seeds[pit] = 0
        for _ in range(taken):
            pit = following[pit]
            seeds[pit] += 1
        if pit != store:
            if pit in PITS[player] and seeds[pit] == 1 and seeds[14 - pit]:
                seeds[store] += 1 + seeds[14 - pit]
                seeds[pit] = seeds[14 - pit] = 0
            self.player = 1 - player
        if not any(seeds[1:7]) or not any(seeds[8:14]):
            self.ended = True
            for seat in (0, 1):
                for pit in PITS[seat]:
                    seeds[STORES[seat]] += seeds[pit]
                    seeds[pit] = 0

    def over(self) -> bool:
        return self.ended

    def returns(self) -> list[int]:
        """Seeds in the stores."""
        return [self.seeds[7], self.seeds[0]]

    def winners(self) -> list[int]:
        first, second = self.returns()
        return [0, 1] if first == second else [0] if first > second else [1]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.seeds = self.seeds.copy()
        new.player = self.player
        new.ended = self.ended
        return new
