"""Zum Kuhkuck by hand: two players collect cards from a heap until the electric fence gets one of them.

Card ids: boots 0-10, bells 11-21, stools 22-32, cans 33-43, brushes 44-53, current cards 54-58; a colour is
the index of its kind in this order, 0..4. The first player is `chance(2)`. Actions: `("take",)`, then
`("claim", kind)`.

Where the rulebook is silent, this is what is played: no bonus in a colour where both scored the same; equal
totals share the victory; a current card whose taking leaves two in the heap is discarded, with the hand,
before the discard pile is mixed in; and a player who holds the most cards allowed, none of them of a colour
still open, can neither draw nor claim: the turn passes without a decision (`stuck="skip"`), and if that holds
for both, the game ends with the scores it has. `stuck="open"` raises Stuck instead, for whoever wants to know
how often the question comes up.
"""

from __future__ import annotations

from reference import Chance, Move

KINDS = 5
CURRENT = 5  # what KIND_OF says of a current card
KIND_OF = [0] * 11 + [1] * 11 + [2] * 11 + [3] * 11 + [4] * 10 + [CURRENT] * 5
CARDS = len(KIND_OF)
FEWEST = 5  # cards needed for a claim
MOST = 20  # cards a hand can hold
COLOUR_POINTS = 2
BONUS = 10
REFILL_AT = 2
# The information card, by the number of cards in hand.
INFORMATION = {
    5: 4,
    6: 6,
    7: 8,
    8: 10,
    9: 12,
    10: 15,
    11: 18,
    12: 21,
    13: 24,
    14: 27,
    15: 30,
    16: 35,
    17: 40,
    18: 45,
    19: 50,
    20: 55,
}

TAKE: Move = ("take",)
CLAIM: list[Move] = [("claim", kind) for kind in range(KINDS)]


class Stuck(Exception):
    """A player can neither draw nor claim, and the question was left open."""


class Game:
    """A position. The heap is always unknown, so it is kept in ascending order; hands and discard in order of
    arrival.

    `held[p][k]` counts the cards of kind k in the hand of p, `claimed[p][k]` is the score written down for
    colour k or None.
    """

    __slots__ = ("chance", "claimed", "discard", "ended", "hands", "heap", "held", "player", "stuck")

    def __init__(self, players: int, chance: Chance, stuck: str = "skip") -> None:
        if players != 2:
            raise ValueError(f"Zum Kuhkuck is for 2 players, not {players}")
        if stuck not in ("skip", "open"):
            raise ValueError(f"stuck is 'skip' or 'open', not {stuck!r}")
        self.chance = chance
        self.stuck = stuck
        self.heap = list(range(CARDS))
        self.discard: list[int] = []
        self.hands: list[list[int]] = [[], []]
        self.held = [[0] * KINDS, [0] * KINDS]
        self.claimed: list[list[int | None]] = [[None] * KINDS, [None] * KINDS]
        self.ended = False
        self.player = chance(2)

    def legal(self) -> list[Move]:
        if self.ended:
            return []
        player = self.player
        cards = len(self.hands[player])
        moves = [TAKE] if cards < MOST else []
        if cards >= FEWEST:
            held = self.held[player]
            claimed = self.claimed[player]
            for kind in range(KINDS):
                if held[kind] and claimed[kind] is None:
                    moves.append(CLAIM[kind])
        return moves

    def apply(self, move: Move) -> None:
        if move[0] == "take":
            self._take()
        else:
            self._claim(move[1])
        if not self.ended:
            self._pass_turn()

    def _take(self) -> None:
        player = self.player
        card = self.heap.pop(self.chance(len(self.heap)))
        self.hands[player].append(card)
        kind = KIND_OF[card]
        if kind == CURRENT:
            self._discard_hand(player)
        else:
            self.held[player][kind] += 1
        if len(self.heap) == REFILL_AT:
            self.heap = sorted(self.heap + self.discard)
            self.discard = []

    def _claim(self, kind: int) -> None:
        player = self.player
        claimed = self.claimed[player]
        claimed[kind] = INFORMATION[len(self.hands[player])] + COLOUR_POINTS * self.held[player][kind]
        self._discard_hand(player)
        if None not in claimed:
            self._discard_hand(1 - player)
            self.ended = True

    def _discard_hand(self, player: int) -> None:
        self.discard += self.hands[player]
        self.hands[player] = []
        self.held[player] = [0] * KINDS

    def _pass_turn(self) -> None:
        for _ in range(2):
            self.player = 1 - self.player
            # Only a full hand can leave a player without a move.
            if len(self.hands[self.player]) < MOST or self.legal():
                return
            if self.stuck == "open":
                raise Stuck(f"player {self.player} holds {MOST} cards, none of a colour still open")
        self.ended = True

    def over(self) -> bool:
        return self.ended

    def returns(self) -> list[int]:
        """Points of each seat: claims, and the bonus for the higher score wherever both have claimed."""
        first, second = self.claimed
        points = [0, 0]
        for a, b in zip(first, second, strict=True):
            points[0] += a or 0
            points[1] += b or 0
            if a is not None and b is not None and a != b:
                points[0 if a > b else 1] += BONUS
        return points

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.chance = self.chance
        new.stuck = self.stuck
        new.heap = self.heap.copy()
        new.discard = self.discard.copy()
        new.hands = [hand.copy() for hand in self.hands]
        new.held = [held.copy() for held in self.held]
        new.claimed = [claimed.copy() for claimed in self.claimed]
        new.ended = self.ended
        new.player = self.player
        return new
