"""President by hand: three hands, tricks as a loop over the table.

Three to six players. Cards 0..51 are sorted by rank, threes first and twos last, then by suit. Actions:
`("play_cards", rank, card, ...)` or `("pass",)`; alone: `("give_back", card, ...)`, all who give choosing before
anything is given. Subsets come as binary numbers count, the lowest card being in every other one. Chance: each card
that is dealt but the last.
"""

from __future__ import annotations

from itertools import combinations

from reference import Chance, Move

CARDS = 52
HANDS = 3
THREE_OF_CLUBS = 0
PASS: Move = ("pass",)


def in_order(cards: list[int], size: int) -> list[tuple[int, ...]]:
    """The subsets of a size, as binary numbers count."""
    return sorted(combinations(cards, size), key=lambda subset: subset[::-1])


class Game:
    """A position: `hands` and `points` by seat, `places` the seats without cards in their order, `table` the cards
    to be beaten, `best` the seat that played them or None. `gifts`: what is given back, by seat; `givers`: who must
    still choose. `moves` are the legal moves.
    """

    __slots__ = (
        "best",
        "chance",
        "ended",
        "gifts",
        "givers",
        "hands",
        "hands_played",
        "moves",
        "places",
        "player",
        "points",
        "table",
    )

    def __init__(self, players: int, chance: Chance) -> None:
        if not 3 <= players <= 6:
            raise ValueError(f"president is for 3 to 6 players, not {players}")
        self.chance = chance
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.places: list[int] = []
        self.table: tuple[int, ...] = ()
        self.best: int | None = None
        self.gifts: dict[int, tuple[int, ...]] = {}
        self.givers: list[int] = []
        self.hands_played = 0
        self.ended = False
        self.player = 0
        self.moves: list[Move] = []
        self._deal()
        self._turn(next(seat for seat, hand in enumerate(self.hands) if THREE_OF_CLUBS in hand))

    def legal(self) -> list[Move]:
        return [] if self.ended else self.moves

    def apply(self, move: Move) -> None:
        if move[0] == "give_back":
            self.gifts[self.player] = move[1:]
            self._ask_givers()
            return
        if move[0] == "play_cards":
            self.table = move[2:]
            self.best = self.player
            hand = self.hands[self.player]
            for card in self.table:
                hand.remove(card)
            if not hand:
                self.places.append(self.player)
                if len(self.places) == len(self.hands) - 1:
                    self._end_hand()
                    return
        self._turn((self.player + 1) % len(self.hands))

    def _deal(self) -> None:
        pack = list(range(CARDS))
        self.hands = [[] for _ in self.hands]
        for n in range(CARDS):
            card = pack.pop(self.chance(len(pack)) if len(pack) > 1 else 0)
            self.hands[n % len(self.hands)].append(card)
        for hand in self.hands:
            hand.sort()
        self.places = []
        self.table, self.best = (), None

    def _turn(self, seat: int) -> None:
        """The turn of a seat, or of the next one that has something to choose."""
        while True:
            if seat == self.best:
                self.table, self.best = (), None
            if self.hands[seat]:
                break
            seat = (seat + 1) % len(self.hands)
        self.player = seat
        self.moves = []
        lowest = self.table[0] // 4 + 1 if self.table else 0
        for rank in range(lowest, 13):
            mine = [card for card in self.hands[seat] if card // 4 == rank]
            subsets = [s for size in range(1, len(mine) + 1) for s in combinations(mine, size)]
            subsets.sort(key=lambda subset: sum(1 << card - 4 * rank for card in subset))
            self.moves += [
                ("play_cards", rank, *s) for s in subsets if not self.table or len(s) == len(self.table)
            ]
        if self.table:
            self.moves.append(PASS)

    def _end_hand(self) -> None:
        players = len(self.hands)
        order = [*self.places, next(seat for seat, hand in enumerate(self.hands) if hand)]
        for behind, seat in enumerate(reversed(order)):
            self.points[seat] += behind
        self.hands_played += 1
        if self.hands_played == HANDS:
            self.ended = True
            return
        self._deal()
        self.places = order
        for place, number in enumerate((2, 1) if players > 3 else (2,)):
            poor, rich = self.hands[order[-1 - place]], self.hands[order[place]]
            for _ in range(number):
                # Among equal ranks the card of the lowest suit goes.
                card = min(poor, key=lambda card: (-(card // 4), card))
                poor.remove(card)
                rich.append(card)
            rich.sort()
        self.gifts = {}
        self.givers = sorted(order[:2] if players > 3 else order[:1])
        self._ask_givers()

    def _ask_givers(self) -> None:
        order = self.places
        if self.givers:
            self.player = self.givers.pop(0)
            size = 2 if self.player == order[0] else 1
            self.moves = [("give_back", *cards) for cards in in_order(self.hands[self.player], size)]
            return
        for seat, cards in self.gifts.items():
            poor = self.hands[order[-1 - order.index(seat)]]
            for card in cards:
                self.hands[seat].remove(card)
                poor.append(card)
            poor.sort()
        self.places = []
        self._turn(order[0])

    def over(self) -> bool:
        return self.ended

    def returns(self) -> list[int]:
        return self.points.copy()

    def winners(self) -> list[int]:
        most = max(self.points)
        return [seat for seat, points in enumerate(self.points) if points == most]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.chance = self.chance
        new.hands = [hand.copy() for hand in self.hands]
        new.points = self.points.copy()
        new.places = self.places.copy()
        new.table = self.table
        new.best = self.best
        new.gifts = self.gifts.copy()
        new.givers = self.givers.copy()
        new.hands_played = self.hands_played
        new.ended = self.ended
        new.player = self.player
        new.moves = self.moves
        return new
