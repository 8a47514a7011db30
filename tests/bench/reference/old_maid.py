"""Old maid by hand: hands as sorted lists, one queue of players.

Two to six players. Cards 0..50 are sorted by rank, then by suit; the queen of clubs is left out. Actions:
`("lay_pair", card, card)` or `("draw",)`. Chance: the dealer, each card that is dealt but the last, and which card of
a hand is drawn, by its place, if there are several.
"""

from __future__ import annotations

from reference import Chance, Move

QUEEN = 10
RANKS = [rank for rank in range(13) for suit in range(4) if (rank, suit) != (QUEEN, 0)]


class Game:
    """A position: `hands` by seat; `waiting`: the seats that must still lay down the pairs they were dealt, then
    nobody; `inside`: the seats still in play. `moves` are the legal moves.
    """

    __slots__ = ("chance", "drawing", "ended", "hands", "inside", "moves", "player", "waiting")

    def __init__(self, players: int, chance: Chance) -> None:
        if not 2 <= players <= 6:
            raise ValueError(f"old maid is for 2 to 6 players, not {players}")
        self.chance = chance
        dealer = chance(players)
        self.hands: list[list[int]] = [[] for _ in range(players)]
        pack = list(range(len(RANKS)))
        for n in range(len(RANKS)):
            card = pack.pop(chance(len(pack)) if len(pack) > 1 else 0)
            self.hands[(dealer + 1 + n) % players].append(card)
        for hand in self.hands:
            hand.sort()
        self.waiting = [(dealer + 1 + n) % players for n in range(players)]
        self.inside = sorted(self.waiting)
        self.player = self.waiting[0]
        self.drawing = False
        self.ended = False
        self.moves: list[Move] = []
        self._go_on()

    def legal(self) -> list[Move]:
        return [] if self.ended else self.moves

    def apply(self, move: Move) -> None:
        hand = self.hands[self.player]
        if move[0] == "draw":
            giver = self.hands[self._next(-1)]
            hand.append(giver.pop(self.chance(len(giver)) if len(giver) > 1 else 0))
            hand.sort()
            self.drawing = False
        else:
            hand.remove(move[1])
            hand.remove(move[2])
        self._go_on()

    def _go_on(self) -> None:
        """To the next decision."""
        while True:
            if self.drawing:
                self.moves = [("draw",)]
                return
            self.moves = self._pairs()
            if self.moves:
                return
            if self.waiting:
                last = self.waiting.pop(0)
                if self.waiting:
                    self.player = self.waiting[0]
                    continue
                # The first one draws, or who follows: the one after the dealer, who was the last to lay down.
                self.player = last
            following = self._next(1)
            self.inside = [seat for seat in self.inside if self.hands[seat]]
            if len(self.inside) == 1:
                self.ended = True
                return
            while following not in self.inside:
                following = (following + 1) % len(self.hands)
            self.player = following
            self.drawing = True

    def _next(self, way: int) -> int:
        """The neighbour on one side who is still in play."""
        seat = (self.player + way) % len(self.hands)
        while seat not in self.inside:
            seat = (seat + way) % len(self.hands)
        return seat

    def _pairs(self) -> list[Move]:
        hand = self.hands[self.player]
        return [("lay_pair", a, b) for a in hand for b in hand if a < b and RANKS[a] == RANKS[b]]

    def over(self) -> bool:
        return self.ended

    def returns(self) -> list[int]:
        return [-len(hand) for hand in self.hands]

    def winners(self) -> list[int]:
        return [seat for seat, hand in enumerate(self.hands) if not hand]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.chance = self.chance
        new.hands = [hand.copy() for hand in self.hands]
        new.waiting = self.waiting.copy()
        new.inside = self.inside
        new.player = self.player
        new.drawing = self.drawing
        new.ended = self.ended
        new.moves = self.moves
        return new
