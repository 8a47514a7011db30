"""Leduc poker by hand: two players, six cards, two rounds of betting.

Card ids: jacks 0 and 1, queens 2 and 3, kings 4 and 5. Chance: the card of seat 0 of six, that of seat 1 of five, the card
turned up of four. Actions: `("fold",)`, `("call",)`, `("raise",)`.
"""

from __future__ import annotations

from reference import Chance, Move

FOLD: Move = ("fold",)
CALL: Move = ("call",)
RAISE: Move = ("raise",)


class Game:
    """A position: `deck` the cards left, `hands` one card a seat, `shared` the card turned up or -1, `staked` by seat,
    `raises` of this round, `called` whether seat 0 has called without a raise before, `folded` a seat or -1.
    """

    __slots__ = (
        "called",
        "chance",
        "deck",
        "ended",
        "folded",
        "hands",
        "player",
        "raises",
        "shared",
        "staked",
    )

    def __init__(self, players: int, chance: Chance) -> None:
        if players != 2:
            raise ValueError(f"Leduc poker is for 2 players, not {players}")
        self.chance = chance
        self.deck = [0, 1, 2, 3, 4, 5]
        self.hands = [self.deck.pop(chance(6)), self.deck.pop(chance(5))]
        self.shared = -1
        self.staked = [1, 1]
        self.raises = 0
        self.called = False
        self.folded = -1
        self.ended = False
        self.player = 0

    def legal(self) -> list[Move]:
        if self.ended:
            return []
        player = self.player
        if self.staked[player] < self.staked[1 - player]:
            return [FOLD, CALL, RAISE] if self.raises < 2 else [FOLD, CALL]
        return [CALL, RAISE] if self.raises < 2 else [CALL]

    def apply(self, move: Move) -> None:
        player = self.player
        if move[0] == "fold":
            self.folded = player
            self.ended = True
        elif move[0] == "raise":
            self.raises += 1
            self.staked[player] = self.staked[1 - player] + (2 if self.shared < 0 else 4)
            self.player = 1 - player
        else:
            self.staked[player] = self.staked[1 - player]
            if self.raises or self.called:
                self._end_round()
            else:
                self.called = True
                self.player = 1

    def _end_round(self) -> None:
        if self.shared >= 0:
            self.ended = True
            return
        self.shared = self.deck.pop(self.chance(4))
        self.raises = 0
        self.called = False
        self.player = 0

    def over(self) -> bool:
        return self.ended

    def _winner(self) -> int:
        """The seat that wins, or -1."""
        if self.folded >= 0:
            return 1 - self.folded
        if self.shared < 0:
            return -1
        first, second, shared = self.hands[0] // 2, self.hands[1] // 2, self.shared // 2
        if first == second:
            return -1
        if first == shared or second == shared:
            return 0 if first == shared else 1
        return 0 if first > second else 1

    def returns(self) -> list[int]:
        winner = self._winner()
        if winner < 0:
            return [0, 0]
        gain = self.staked[1 - winner]
        return [gain, -gain] if winner == 0 else [-gain, gain]

    def winners(self) -> list[int]:
        winner = self._winner()
        return [] if winner < 0 else [winner]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.chance = self.chance
        new.deck = self.deck.copy()
        new.hands = self.hands.copy()
        new.shared = self.shared
        new.staked = self.staked.copy()
        new.raises = self.raises
        new.called = self.called
        new.folded = self.folded
        new.ended = self.ended
        new.player = self.player
        return new
