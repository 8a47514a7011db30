"""Tembo by hand: hoofed animals queue at five river sites, elephants carry them over, lions and crocodiles
eat them.

Card ids: animals 0-41 (the printed number is id + 1; species gnu, zebra, antelope in turn from number 1,
points 2, 3, 4, 5, 4, 3 in turn), elephants 42-48, lions 49-51, crocodiles 52-57 (two of each species in the
order above), the super crocodile 58. Sites are 0..4. Since numbers rise with ids, a row whose numbers must
rise is a list whose ids rise.

Chance: the first dealer is `chance(P)`. A round shuffles all cards; from the dealer's left each player in
turn draws up to five cards, lions going to the side; the lions go back and the deck is shuffled again; five
draws lay the sites' hidden cards. After that one event for each card drawn (a deck of one card asks nobody).

Actions in order: `("play_animal", a, s)`, `("play_two_animals", a, b, s)`, `("play_elephant", e, s)`,
`("play_super_crocodile", k, s)`, `("play_crocodile", k, s, b)` with b = THE_FIRST or THE_SPECIES; and, when a
lion has just been drawn, only `("place_lion", s)`. Of cards that are alike (elephants, crocodiles of one
species) only the one with the lowest id is offered.

Where the rulebook is silent, this is what is played: the second dealer is to the left of the first; a round
ends when the player to move has no legal action, nobody else being tested; a lion that finds no animal
anywhere may also go where a lion is; without an own pawn a player takes one of a colour nobody plays and nobody
else has borrowed, of these the one used most already, then the first, and failing that the card is marked for
its owner without a pawn; a pawn goes back to its colour, whoever used it.
"""

from __future__ import annotations

from bisect import insort

from reference import Chance, Move

ANIMALS = 42
ELEPHANTS = range(42, 49)
LIONS = range(49, 52)
CROCODILES = range(52, 58)
SUPER_CROCODILE = 58
CARDS = 59
SITES = 5
HAND = 5
ROUNDS = 2
COLOURS = 4
PAWNS = 10
CROSSING = 3  # animals an elephant needs at a site
SPECIES_OF = [animal % 3 for animal in range(ANIMALS)]
POINTS_OF = [(2, 3, 4, 5, 4, 3)[animal % 6] for animal in range(ANIMALS)]
BITES = [(crocodile - CROCODILES.start) // 2 for crocodile in CROCODILES]
THE_FIRST = 0
THE_SPECIES = 1
CLOSED = ANIMALS  # as the outermost animal of a site with a lion: no number is higher

PLACE_LION: list[Move] = [("place_lion", site) for site in range(SITES)]


class Game:
    """A position at a decision or at the end.

    `deck` is unknown and ascending; `hands[p]` ascending; `ground[s]` the hidden card of a site; `rows[s]`
    the animals from the bank outwards; `lions[s]` the lions of a site; `owner[a]` and `pawn[a]` (a colour) of
    an animal in a row, or None; `pawns[c]` the pawns of colour c not on cards; `crossed[p]` the animals of p
    that are safe; `aside` what is out of play; `arriving` the lion just drawn or None; `moves` the legal
    moves, listed once for every decision, since the end of the round depends on them; `totals[p]` the points
    of the rounds that are done.
    """

    __slots__ = (
        *("arriving", "aside", "chance", "crossed", "dealer", "deck", "ground", "hands", "lions", "moves"),
        *("owner", "pawn", "pawns", "player", "players", "round", "rows", "totals"),
    )

    def __init__(self, players: int, chance: Chance) -> None:
        if not 2 <= players <= COLOURS:
            raise ValueError(f"Tembo is for 2 to {COLOURS} players, not {players}")
        self.players = players
        self.chance = chance
        self.totals = [0] * players
        self.round = 1
        self.dealer = chance(players)
        self._deal()
        self._begin_turn()

    def _deal(self) -> None:
        players = self.players
        self.deck = list(range(CARDS))
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.rows: list[list[int]] = [[] for _ in range(SITES)]
        self.lions: list[list[int]] = [[] for _ in range(SITES)]
        self.owner: list[int | None] = [None] * ANIMALS
        self.pawn: list[int | None] = [None] * ANIMALS
        self.pawns = [PAWNS] * COLOURS
        self.crossed: list[list[int]] = [[] for _ in range(players)]
        self.aside: list[int] = []
        self.arriving: int | None = None
        returned = []
        for step in range(1, players + 1):
            hand = self.hands[(self.dealer + step) % players]
            while len(hand) < HAND:
                card = self._draw()
                if card in LIONS:
                    returned.append(card)
                else:
                    insort(hand, card)
        self.deck = sorted(self.deck + returned)
        self.ground = [self._draw() for _ in range(SITES)]
        self.player = (self.dealer + 1) % players

    def _draw(self) -> int:
        left = len(self.deck)
        return self.deck.pop(self.chance(left) if left > 1 else 0)

    def _begin_turn(self) -> None:
        """Put the decision of the player to move; without a legal action end the round, perhaps the game."""
        self.moves = self.list_moves()
        while not self.moves:
            for player, animals in enumerate(self.crossed):
                self.totals[player] += sum(POINTS_OF[animal] for animal in animals)
            self.round += 1
            if self.round > ROUNDS:
                return
            self.dealer = (self.dealer + 1) % self.players
            self._deal()
            self.moves = self.list_moves()

    def list_moves(self) -> list[Move]:
        """The legal moves as things stand now (`legal` gives the list made when the decision was put)."""
        rows = self.rows
        if self.arriving is not None:
            return [PLACE_LION[site] for site in range(SITES) if rows[site]] or PLACE_LION.copy()
        outermost = [
            CLOSED if lions else row[-1] if row else -1 for row, lions in zip(rows, self.lions, strict=True)
        ]
        hand = self.hands[self.player]
        animals = [card for card in hand if card < ANIMALS]
        moves: list[Move] = []
        for a in animals:
            for site in range(SITES):
                if a > outermost[site]:
                    moves.append(("play_animal", a, site))
        for index, a in enumerate(animals):
            for b in animals[index + 1 : index + 3]:
                if b - a <= 2:
                    for site in range(SITES):
                        if a > outermost[site]:
                            moves.append(("play_two_animals", a, b, site))
        if len(animals) < len(hand):
            self._list_elephants_and_crocodiles(hand[len(animals) :], moves)
        return moves

    def _list_elephants_and_crocodiles(self, cards: list[int], moves: list[Move]) -> None:
        """Add the moves of elephants and crocodiles among the cards, which are ascending and no animals."""
        rows = self.rows
        if cards[0] in ELEPHANTS:
            for site in range(SITES):
                if len(rows[site]) >= CROSSING:
                    moves.append(("play_elephant", cards[0], site))
        if cards[-1] == SUPER_CROCODILE:
            for site in range(SITES):
                if rows[site]:
                    moves.append(("play_super_crocodile", SUPER_CROCODILE, site))
        offered = None
        for card in cards:
            if card in CROCODILES:
                species = BITES[card - CROCODILES.start]
                if species != offered:  # the two of a species are neighbours
                    offered = species
                    for site in range(SITES):
                        if rows[site]:
                            moves.append(("play_crocodile", card, site, THE_FIRST))
                            if any(SPECIES_OF[a] == species for a in rows[site]):
                                moves.append(("play_crocodile", card, site, THE_SPECIES))

    def legal(self) -> list[Move]:
        return self.moves

    def apply(self, move: Move) -> None:
        action = move[0]
        hand = self.hands[self.player]
        if action == "play_animal":
            _, a, site = move
            hand.remove(a)
            self._place(a, site)
        elif action == "play_two_animals":
            _, a, b, site = move
            hand.remove(a)
            hand.remove(b)
            self._place(a, site)
            self._place(b, site)
        elif action == "place_lion":
            self._place_lion(move[1])
        else:
            card, site = move[1], move[2]
            hand.remove(card)
            self.aside.append(card)
            if action == "play_elephant":
                self._cross(site)
            elif action == "play_super_crocodile":
                self._eat(site, self.rows[site])
            elif move[3] == THE_FIRST:
                self._eat(site, self.rows[site][:1])
            else:
                species = BITES[card - CROCODILES.start]
                self._eat(site, [a for a in self.rows[site] if SPECIES_OF[a] == species])
        self._draw_up()

    def _place(self, animal: int, site: int) -> None:
        self.rows[site].append(animal)
        self.owner[animal] = self.player
        colour = self.player if self.pawns[self.player] else self._spare()
        if colour is not None:
            self.pawns[colour] -= 1
            self.pawn[animal] = colour

    def _spare(self) -> int | None:
        """The colour that the player to move, who has no own pawn left, borrows from; or None."""
        own, others = [0] * COLOURS, [0] * COLOURS
        for colour, owner in zip(self.pawn, self.owner, strict=True):
            if colour is not None:
                (own if owner == self.player else others)[colour] += 1
        spare = [c for c in range(self.players, COLOURS) if self.pawns[c] and not others[c]]
        return max(spare, key=own.__getitem__, default=None)

    def _unmark(self, animal: int) -> None:
        colour = self.pawn[animal]
        if colour is not None:
            self.pawns[colour] += 1
        self.pawn[animal] = None
        self.owner[animal] = None

    def _cross(self, site: int) -> None:
        for animal in self.rows[site]:
            owner = self.owner[animal]
            assert owner is not None
            self.crossed[owner].append(animal)
            self._unmark(animal)
        self.rows[site] = []

    def _eat(self, site: int, eaten: list[int]) -> None:
        for animal in eaten:
            self._unmark(animal)
        self.aside += eaten
        self.rows[site] = [animal for animal in self.rows[site] if animal not in eaten]

    def _place_lion(self, site: int) -> None:
        assert self.arriving is not None
        self.lions[site].append(self.arriving)
        self.arriving = None
        self._eat(site, self.rows[site])

    def _draw_up(self) -> None:
        """Fill the hand; a lion interrupts with a decision, and its placing comes back here."""
        hand = self.hands[self.player]
        while len(hand) < HAND and self.deck:
            card = self._draw()
            if card in LIONS:
                self.arriving = card
                self.moves = self.list_moves()
                return
            insort(hand, card)
        self.player = (self.player + 1) % self.players
        self._begin_turn()

    def over(self) -> bool:
        return self.round > ROUNDS

    def returns(self) -> list[int]:
        return self.totals.copy()

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.players = self.players
        new.chance = self.chance
        new.totals = self.totals.copy()
        new.round = self.round
        new.dealer = self.dealer
        new.player = self.player
        new.deck = self.deck.copy()
        new.hands = [hand.copy() for hand in self.hands]
        new.rows = [row.copy() for row in self.rows]
        new.lions = [lions.copy() for lions in self.lions]
        new.owner = self.owner.copy()
        new.pawn = self.pawn.copy()
        new.pawns = self.pawns.copy()
        new.crossed = [animals.copy() for animals in self.crossed]
        new.aside = self.aside.copy()
        new.ground = self.ground.copy()
        new.arriving = self.arriving
        new.moves = self.moves
        return new
