"""Gin rummy by hand: two players, hidden hands, and the least deadwood of a hand.

Card ids: suit by suit (spades, clubs, diamonds, hearts), ranks 1..13 within a suit. Ten cards are dealt one by one
to seat 0 and seat 1 in turn, then one is turned up. Actions in the order of the legal list: `("take",)`, `("draw",)`,
`("pass",)`, `("discard", card)`, `("knock",)`, `("lay", card, ...)` with the cards of the meld in ascending
order, `("lay_off", meld, card)` with the meld's number 1..3, `("enough",)`.

Seat 0 and then seat 1 may take the first card or pass; if both pass, seat 0 draws. Who has taken a card
discards one or knocks; who knocks discards, lays melds while at most 10 points can be left in hand, and may
say enough when they are; then the other lays off, unless the knocker's hand is empty, says enough, lays melds, and
says enough. With two cards left in the stock a player may only pass, which ends the hand, or knock with
the last discard. The hand also ends without a score when two discards running are of the card just taken, and at
the fiftieth taking of a discard, the first card not counted.

The knocker scores the difference of what is left in the hands, and 25 for an empty one; who has not less than the other
after that (`ties="pays"`, with `ties="nothing"` only who has more) pays it and 25 more.
"""

from __future__ import annotations

from itertools import combinations

from reference import Chance, Move

CARDS = 52
HAND = 10
MOST = 10
BONUS = 25
TAKINGS = 50
WALL = 2
RANK = [card % 13 for card in range(CARDS)]
POINTS = [min(10, rank + 1) for rank in RANK]
TAKE: Move = ("take",)
DRAW: Move = ("draw",)
PASS: Move = ("pass",)
KNOCK: Move = ("knock",)
ENOUGH: Move = ("enough",)


def melds_in(hand: list[int]) -> list[tuple[int, ...]]:
    """All sets of three and four, and all rows of three to five, of a hand in ascending order."""
    found: list[tuple[int, ...]] = []
    by_rank: dict[int, list[int]] = {}
    for card in hand:
        by_rank.setdefault(RANK[card], []).append(card)
    for cards in by_rank.values():
        if len(cards) >= 3:
            found += combinations(cards, 3)
            if len(cards) == 4:
                found.append(tuple(cards))
    held = set(hand)
    for card in hand:
        row = [card]
        while len(row) < 5 and RANK[row[-1]] < 12 and row[-1] + 1 in held:
            row.append(row[-1] + 1)
            if len(row) >= 3:
                found.append(tuple(row))
    return found


def best_melds(melds: list[tuple[int, ...]]) -> int:
    """The most points that melds without a common card can have together."""
    best = 0
    for i, meld in enumerate(melds):
        cards = set(meld)
        others = [other for other in melds[i + 1 :] if cards.isdisjoint(other)]
        value = sum([POINTS[card] for card in meld]) + (best_melds(others) if others else 0)
        best = max(best, value)
    return best


def deadwood(hand: list[int]) -> int:
    """The least that is left of a hand in ascending order when melds are taken out."""
    melds = melds_in(hand)
    return sum([POINTS[card] for card in hand]) - (best_melds(melds) if melds else 0)


def without(hand: list[int], cards: tuple[int, ...]) -> list[int]:
    return [card for card in hand if card not in cards]


def is_meld(cards: list[int]) -> bool:
    """Whether cards in ascending order are a set, or a row of any length."""
    if len({RANK[card] for card in cards}) == 1:
        return 3 <= len(cards) <= 4
    return len(cards) >= 3 and cards[-1] - cards[0] == len(cards) - 1 and cards[0] // 13 == cards[-1] // 13


class Game:
    """A position: `hands` in ascending order, `stock` ascending since it is unknown, `discards` with the last one
    at the end, `laid` the melds of each seat, `phase` what is to be done. `moves` are the legal moves.
    """

    __slots__ = (
        "chance",
        "discards",
        "hands",
        "knocker",
        "laid",
        "moves",
        "passes",
        "phase",
        "player",
        "returned",
        "stock",
        "taken",
        "takings",
        "ties",
    )

    def __init__(self, players: int, chance: Chance, ties: str = "pays") -> None:
        if players != 2:
            raise ValueError(f"gin rummy is for 2 players, not {players}")
        self.chance = chance
        self.ties = ties
        self.stock = list(range(CARDS))
        dealt = [self._from_stock() for _ in range(2 * HAND)]
        self.hands = [sorted(dealt[0::2]), sorted(dealt[1::2])]
        self.discards = [self._from_stock()]
        self.laid: list[list[list[int]]] = [[], []]
        self.passes = 0
        self.taken = -1
        self.returned = 0
        self.takings = 0
        self.knocker: int | None = None
        self.player = 0
        self.phase = "offer"
        self.moves = [TAKE, PASS]

    def _from_stock(self) -> int:
        return self.stock.pop(self.chance(len(self.stock)) if len(self.stock) > 1 else 0)

    def legal(self) -> list[Move]:
        return self.moves

    def apply(self, move: Move) -> None:
        getattr(self, f"_{move[0]}")(move)

    # --- drawing and discarding

    def _pass(self, move: Move) -> None:
        if self.phase == "wall":
            self._end()
            return
        self.passes += 1
        self.player = 1 - self.player
        self.moves = [DRAW] if self.passes == 2 else [TAKE, PASS]

    def _take(self, move: Move) -> None:
        if self.phase == "turn":
            self.takings += 1
            if self.takings == TAKINGS:
                self._end()
                return
        self.taken = self.discards.pop()
        self._to_hand(self.taken)

    def _draw(self, move: Move) -> None:
        self.taken = -1
        self._to_hand(self._from_stock())

    def _to_hand(self, card: int) -> None:
        hand = self.hands[self.player]
        hand.append(card)
        hand.sort()
        self.phase = "discard"
        self.moves = [("discard", card) for card in hand]
        if self._good_discards(hand, first=True):
            self.moves.append(KNOCK)

    def _good_discards(self, hand: list[int], first: bool = False) -> list[int]:
        """The cards (the first is enough) without which at most 10 points need be left."""
        melds = melds_in(hand)
        total = sum([POINTS[card] for card in hand])
        found = []
        for card in hand:
            rest = total - POINTS[card]
            if rest > MOST and melds:
                rest -= best_melds([meld for meld in melds if card not in meld])
            if rest <= MOST:
                found.append(card)
                if first:
                    break
        return found

    def _discard(self, move: Move) -> None:
        card = move[1]
        hand = self.hands[self.player]
        hand.remove(card)
        self.discards.append(card)
        if self.phase == "knock":
            self.phase = "lay"
            self._list_melds()
            return
        self.returned = self.returned + 1 if card == self.taken else 0
        if self.returned == 2:
            self._end()
            return
        self.player = 1 - self.player
        if len(self.stock) > WALL:
            self.phase = "turn"
            self.moves = [TAKE, DRAW]
            return
        self.phase = "wall"
        self.moves = [PASS]
        if self._good_discards(sorted([*self.hands[self.player], card]), first=True):
            self.moves.append(KNOCK)

    # --- after a knock

    def _knock(self, move: Move) -> None:
        self.knocker = self.player
        hand = self.hands[self.player]
        if self.phase == "wall":
            hand.append(self.discards.pop())
            hand.sort()
        self.phase = "knock"
        self.moves = [("discard", card) for card in self._good_discards(hand)]

    def _list_melds(self) -> None:
        hand = self.hands[self.player]
        melds = sorted(melds_in(hand), key=lambda meld: sum([1 << card for card in meld]))
        if self.phase == "lay":
            melds = [meld for meld in melds if deadwood(without(hand, meld)) <= MOST]
        self.moves = [("lay", *meld) for meld in melds]
        if self.phase != "lay" or sum([POINTS[card] for card in hand]) <= MOST:
            self.moves.append(ENOUGH)

    def _lay(self, move: Move) -> None:
        cards = move[1:]
        self.hands[self.player] = without(self.hands[self.player], cards)
        self.laid[self.player].append(list(cards))
        self._list_melds()

    def _list_lay_offs(self) -> None:
        hand = self.hands[self.player]
        self.moves = [
            ("lay_off", i, card)
            for i, meld in enumerate(self.laid[1 - self.player], 1)
            for card in hand
            if is_meld(sorted([*meld, card]))
        ]
        self.moves.append(ENOUGH)

    def _lay_off(self, move: Move) -> None:
        _, i, card = move
        meld = self.laid[1 - self.player][i - 1]
        meld.append(card)
        meld.sort()
        self.hands[self.player].remove(card)
        self._list_lay_offs()

    def _enough(self, move: Move) -> None:
        if self.phase == "lay":
            gin = not self.hands[self.player]
            self.player = 1 - self.player
            self.phase = "lay_own" if gin else "lay_off"
            if not gin:
                self._list_lay_offs()
                return
        elif self.phase == "lay_off":
            self.phase = "lay_own"
        else:
            self._end()
            return
        self._list_melds()

    def _end(self) -> None:
        self.phase = "over"
        self.moves = []

    def over(self) -> bool:
        return self.phase == "over"

    def returns(self) -> list[int]:
        if self.knocker is None:
            return [0, 0]
        left = [sum(POINTS[card] for card in hand) for hand in self.hands]
        gain = left[1 - self.knocker] - left[self.knocker]
        if not self.hands[self.knocker]:
            gain += BONUS
        if gain < 0 or (gain == 0 and self.ties == "pays"):
            gain -= BONUS
        return [gain, -gain] if self.knocker == 0 else [-gain, gain]

    def winners(self) -> list[int]:
        returns = self.returns()
        return [seat for seat in (0, 1) if returns[seat] == max(returns)]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        new.stock = self.stock.copy()
        new.discards = self.discards.copy()
        new.hands = [hand.copy() for hand in self.hands]
        new.laid = [[meld.copy() for meld in laid] for laid in self.laid]
        return new
