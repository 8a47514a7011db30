"""Crazy eights by hand, for two to five players, with the pack not shuffled again.

Card ids: rank * 4 + suit, ranks from the two 0 to the ace 12, suits clubs, diamonds, hearts, spades. Chance: the dealer, then
every card that is dealt, turned up or drawn, among those left in ascending order; an eight that is turned up goes back. Actions:
`("play_card", card)`, `("draw",)`, `("pass",)`; alone: `("name_suit", suit)`.
"""

from __future__ import annotations

from reference import Chance, Move

EIGHT = 6
MOST_DRAWN = 5
MOST_PLAYED = 100
COST = [rank + 2 if rank < 9 else 10 for rank in range(13)]
COST[EIGHT] = 50
PLAY: list[Move] = [("play_card", card) for card in range(52)]
NAME: list[Move] = [("name_suit", suit) for suit in range(4)]
DRAW: Move = ("draw",)
PASS: Move = ("pass",)


class Game:
    """A position: `hands` in ascending order, `pack` too (it is always unknown), `last` the last card and `suit` what must
    be matched, `drawn` in this turn, `naming` while a suit is to be named.
    """

    __slots__ = (
        "chance", "drawn", "ended", "hands", "last", "naming", "pack", "passes", "player", "plays", "suit",
    )  # fmt: skip

    def __init__(self, players: int, chance: Chance) -> None:
        if not 2 <= players <= 5:
            raise ValueError(f"crazy eights is for 2 to 5 players, not {players}")
        self.chance = chance
        self.pack = list(range(52))
        dealer = chance(players)
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.player = (dealer + 1) % players
        for i in range((7 if players == 2 else 5) * players):
            self.hands[(dealer + 1 + i) % players].append(self._drawn())
        for hand in self.hands:
            hand.sort()
        self.last = self._drawn()
        while self.last // 4 == EIGHT:
            self.pack.append(self.last)
            self.pack.sort()
            self.last = self._drawn()
        self.suit = self.last % 4
        self.drawn = self.plays = self.passes = 0
        self.naming = self.ended = False

    def _drawn(self) -> int:
        pack = self.pack
        return pack.pop(self.chance(len(pack)) if len(pack) > 1 else 0)

    def legal(self) -> list[Move]:
        if self.ended:
            return []
        if self.naming:
            return NAME
        rank, suit = self.last // 4, self.suit
        moves = [
            PLAY[card]
            for card in self.hands[self.player]
            if card % 4 == suit or card // 4 == rank or card // 4 == EIGHT
        ]
        moves.append(DRAW if self.pack and self.drawn < MOST_DRAWN else PASS)
        return moves

    def apply(self, move: Move) -> None:
        action = move[0]
        if action == "play_card":
            self._play(move[1])
        elif action == "draw":
            hand = self.hands[self.player]
            hand.append(self._drawn())
            hand.sort()
            self.drawn += 1
        elif action == "name_suit":
            self.suit = move[1]
            self.naming = False
            self._next()
        else:
            self.passes = 0 if self.pack else self.passes + 1
            if self.passes > len(self.hands):
                self.ended = True
            else:
                self._next()

    def _play(self, card: int) -> None:
        hand = self.hands[self.player]
        hand.remove(card)
        self.last = card
        self.suit = card % 4
        self.passes = 0
        self.plays += 1
        if not hand or self.plays == MOST_PLAYED:
            self.ended = True
        elif card // 4 == EIGHT:
            self.naming = True
        else:
            self._next()

    def _next(self) -> None:
        self.drawn = 0
        self.player = (self.player + 1) % len(self.hands)

    def over(self) -> bool:
        return self.ended

    def returns(self) -> list[int]:
        """What the cards left cost, below zero."""
        return [-sum(COST[card // 4] for card in hand) for hand in self.hands]

    def winners(self) -> list[int]:
        returns = self.returns()
        best = max(returns)
        return [seat for seat, value in enumerate(returns) if value == best]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.chance = self.chance
        new.pack = self.pack.copy()
        new.hands = [hand.copy() for hand in self.hands]
        new.player = self.player
        new.last = self.last
        new.suit = self.suit
        new.drawn = self.drawn
        new.plays = self.plays
        new.passes = self.passes
        new.naming = self.naming
        new.ended = self.ended
        return new
