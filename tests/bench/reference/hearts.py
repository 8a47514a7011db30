"""Hearts by hand: one hand of four players, with three cards passed one by one.

Card ids: rank * 4 + suit, ranks from the two 0 to the ace 12, suits clubs, diamonds, hearts, spades. Chance: the way of passing
(0 nobody passes, 1 to the left, 2 across, 3 to the right), then the cards, one to each seat in turn. Actions: alone
`("pass_card", card)`; `("lead", card)` or `("follow", card)`.
"""

from __future__ import annotations

from reference import Chance, Move

HEARTS = 2
TWO_OF_CLUBS = 0
QUEEN_OF_SPADES = 43
COST = [1 if card % 4 == HEARTS else 13 if card == QUEEN_OF_SPADES else 0 for card in range(52)]
PASS: list[Move] = [("pass_card", card) for card in range(52)]
LEAD: list[Move] = [("lead", card) for card in range(52)]
FOLLOW: list[Move] = [("follow", card) for card in range(52)]


class Game:
    """A position: `hands` in ascending order, `passed` the cards that each seat has chosen to pass, `trick` the cards played
    to this trick, `tricks` how many are over, `taken` the points that each seat has taken.
    """

    __slots__ = (
        "broken",
        "hands",
        "leader",
        "passed",
        "passing",
        "player",
        "taken",
        "trick",
        "tricks",
        "way",
    )

    def __init__(self, players: int, chance: Chance) -> None:
        if players != 4:
            raise ValueError(f"hearts is for 4 players, not {players}")
        self.way = chance(4)
        deck = list(range(52))
        self.hands: list[list[int]] = [[], [], [], []]
        for i in range(52):
            left = 52 - i
            self.hands[i % 4].append(deck.pop(chance(left) if left > 1 else 0))
        for hand in self.hands:
            hand.sort()
        self.passed: list[list[int]] = [[], [], [], []]
        self.passing = self.way != 0
        self.player = self.leader = 0
        self.trick: list[int] = []
        self.tricks = 0
        self.taken = [0, 0, 0, 0]
        self.broken = False
        if not self.passing:
            self._begin()

    def _begin(self) -> None:
        self.player = self.leader = next(s for s in range(4) if TWO_OF_CLUBS in self.hands[s])

    def legal(self) -> list[Move]:
        if self.tricks == 13:
            return []
        hand = self.hands[self.player]
        if self.passing:
            return [PASS[card] for card in hand]
        if not self.trick:
            if self.tricks == 0:
                return [LEAD[TWO_OF_CLUBS]]
            if not self.broken:
                others = [LEAD[card] for card in hand if card % 4 != HEARTS]
                if others:
                    return others
            return [LEAD[card] for card in hand]
        led = self.trick[0] % 4
        cards = [card for card in hand if card % 4 == led] or hand
        if self.tricks == 0:
            cards = [card for card in cards if not COST[card]] or cards
        return [FOLLOW[card] for card in cards]

    def apply(self, move: Move) -> None:
        card = move[1]
        self.hands[self.player].remove(card)
        if self.passing:
            self.passed[self.player].append(card)
            if len(self.passed[self.player]) == 3:
                if self.player == 3:
                    self._pass_on()
                else:
                    self.player += 1
            return
        self.trick.append(card)
        if COST[card]:
            self.broken = True
        if len(self.trick) < 4:
            self.player = (self.player + 1) % 4
        else:
            self._end_trick()

    def _pass_on(self) -> None:
        for seat, cards in enumerate(self.passed):
            hand = self.hands[(seat + self.way) % 4]
            hand += cards
            hand.sort()
        self.passed = [[], [], [], []]
        self.passing = False
        self._begin()

    def _end_trick(self) -> None:
        led = self.trick[0] % 4
        best = max(card for card in self.trick if card % 4 == led)
        self.leader = self.player = (self.leader + self.trick.index(best)) % 4
        self.taken[self.leader] += sum(COST[card] for card in self.trick)
        self.trick = []
        self.tricks += 1

    def over(self) -> bool:
        return self.tricks == 13

    def returns(self) -> list[int]:
        """Points, of which few are good."""
        if 26 in self.taken:
            return [0 if points == 26 else 26 for points in self.taken]
        return self.taken.copy()

    def winners(self) -> list[int]:
        returns = self.returns()
        best = min(returns)
        return [seat for seat, value in enumerate(returns) if value == best]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.way = self.way
        new.hands = [hand.copy() for hand in self.hands]
        new.passed = [cards.copy() for cards in self.passed]
        new.passing = self.passing
        new.player = self.player
        new.leader = self.leader
        new.trick = self.trick.copy()
        new.tricks = self.tricks
        new.taken = self.taken.copy()
        new.broken = self.broken
        return new
