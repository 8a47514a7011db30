"""Zambezi by hand: film crews race tugs down a river, past crocodiles, rocks and each other.

Cards: 13 of each of eight animals, animal by animal and within it by rising number (1 once, 2-7 twice each),
then the cheetahs 104-109. Cargo 0-3: diamond, gold, silver, fuel. Spaces 1-60, with Lake Kariba the last.

Chance: the deck is lazily shuffled, so is the discard pile when it becomes the deck. The setup draws a card
for each seat in turn, then the stones of one dock after the other, each one of those left in the bag, which
lie in the order of their kinds.

A turn: `("burn", amount)` or `("done",)`; `("take_top",)` or `("take_open", p, c)`; `("sail", n, cards)`,
with the cards as an ascending tuple, or `("lie_still",)`; after a collision, by who salvages,
`("salvage_stone", g)`, `("salvage_film",)` or `("done",)`; at a dock `("take_stone", g)` or `("hire",)`; then
`("begin_film", p, c)`, `("go_on_filming", p, c)` until `("done",)`. Sets of cards are listed as binary
numbers count them, the lowest card being the lowest digit. Of equal cards before one player only the lower is
offered.

Where the rulebook is silent, this is what is played. In the draw for places a cheetah counts 0 and equal
cards keep the order of seats; two start on each space. The order of a round is fixed when it starts, who came
first to a space is first. All fuel is burnt, that for crocodiles too, before a card is seen; unused cards are
discarded when their owner's next turn begins, on the lake too; extra cards are from the deck; as many equal
cards as wanted are used; what goes past the lake is lost; who can move must. Each crocodile costs a fuel,
also above two, and fewer leave the rest of two to be burnt freely; crew given to crocodiles brings no card. A
cheetah may be odd; who does not get off a rock loses nothing, may burn fuel again from the second try on, and
still needs an odd number. Between stages one other tug makes a rock a stepping stone. Where a move ends the
rock comes before the collision, and a tug it sinks collides with nobody; a wreck costs the one that runs into
it a crew member. Who brakes stops at the first space with fewer than two others, pays one crew for each space
it leaves that is neither calm nor a dock, and meets what is there; a wreck counts as a tug. Crew may be hired
at an empty dock; a full tank takes no more fuel; stuck crews film; cheetahs are in no film; the own film goes
for a salvaged one; a tug that arrives full ends the game when its turn is over, and after 200 rounds it ends
anyway. The track and the values are guesses.
"""

from __future__ import annotations

from bisect import insort

from reference import Chance, Move

ANIMALS = 104
CARDS = 110
KINDS = 8
KIND_OF = [card // 13 for card in range(ANIMALS)]
NUMBER_OF = [(card % 13 + 3) // 2 for card in range(ANIMALS)]
HIGHEST = 7
JOKER_NUMBERS = range(1, 6)

DIAMOND, GOLD, SILVER, FUEL = range(4)
STONES = 8  # of each kind in the bag
CREW, TANK = 5, 15
HIRING_BELOW = 3
BURNT_AT_WILL = 2
ROUNDS = 200

LAKE = 60
CALM = range(1, 7)
DOCKS = (10, 18, 26, 34, 42, 50, 58)
ROCKS = (16, 24, 32, 40, 48, 56)
CROCODILES = {13: 1, 21: 2, 29: 1, 37: 2, 45: 3, 53: 2}
SAFE = {*CALM, *DOCKS, LAKE}
STONES_PER_DOCK = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4}
START = {
    2: (1, 1),
    3: (2, 2, 1),
    4: (2, 2, 1, 1),
    5: (3, 3, 2, 2, 1),
    6: (3, 3, 2, 2, 1, 1),
    7: (4, 4, 3, 3, 2, 2, 1),
    8: (4, 4, 3, 3, 2, 2, 1, 1),
}
SPEED_POINTS = (0, 10, 8, 6, 5, 4, 3, 2, 1)
CARGO_POINTS = (5, 4, 3, 1)
FILM_POINTS = (0, 1, 2, 4, 6, 9, 12, 16, 20, 24, 28, 32, 36, 40)

# What is being decided, or comes next.
TURN, BURNING, DRAWING, SAILING, SALVAGING, LANDING, DOCKING, FILMING, OVER = range(9)
DONE: Move = ("done",)


def unlike(cards: list[int]) -> list[int]:
    """The cards, ascending, without those that equal one before."""
    kept: list[int] = []
    for card in cards:
        if not kept or face(card) != face(kept[-1]):
            kept.append(card)
    return kept


def face(card: int) -> tuple[int, int]:
    """Animal and number; of a cheetah (KINDS, 0)."""
    return (KIND_OF[card], NUMBER_OF[card]) if card < ANIMALS else (KINDS, 0)


class Game:
    """A position at a decision or at the end.

    `deck` is unknown and ascending, `drawn` the cards of the turn, `face_up[p]` ascending, `film[p]` in the
    order of filming; `afloat[s]` the seats whose tugs are on a space in the order they came; `space[p]`,
    `crew[p]`, `hold[p][g]`; `arrived[p]` the place on the lake or 0; `stuck[p]`, `chased[p]` (crocodiles to
    be paid for), `tried[p]` whether it failed to leave its rock; a tug without crew is aground. `seat` has
    the turn, `order` those after it in this round; `missing` crew are to be given to crocodiles, `burnable`
    fuel may be burnt, `burnt` has been this turn and its cards are due; `wreck` is being salvaged.
    """

    __slots__ = (
        *(
            "afloat",
            "arrived",
            "ashore",
            "burnable",
            "burnt",
            "chance",
            "chased",
            "crew",
            "deck",
            "discard",
            "drawn",
        ),
        *("face_up", "film", "hold", "missing", "moves", "order", "phase", "player", "players", "round"),
        *("seat", "space", "stuck", "tried", "wreck"),
    )

    def __init__(self, players: int, chance: Chance) -> None:
        if players not in START:
            raise ValueError(f"Zambezi is for 2 to 8 players, not {players}")
        self.players = players
        self.chance = chance
        self.deck = list(range(CARDS))
        self.discard: list[int] = []
        self.drawn: list[int] = []
        self.face_up: list[list[int]] = [[] for _ in range(players)]
        self.film: list[list[int]] = [[] for _ in range(players)]
        self.crew = [CREW] * players
        self.hold = [[0, 0, 0, TANK] for _ in range(players)]
        self.arrived = [0] * players
        self.stuck = [False] * players
        self.tried = [False] * players
        self.chased = [0] * players
        for _ in range(players):
            self._draw(self.discard)
        self.afloat: list[list[int]] = [[] for _ in range(LAKE + 1)]
        self.space = [0] * players
        places = sorted(range(players), key=lambda p: -face(self.discard[p])[1])
        for seat, space in zip(places, START[players], strict=True):
            self.space[seat] = space
            self.afloat[space].append(seat)
        bag = [STONES] * 4
        self.ashore = [[0] * 4 for _ in range(LAKE + 1)]
        for dock in DOCKS:
            for _ in range(STONES_PER_DOCK[players]):
                stone = chance(sum(bag))
                kind = next(g for g in range(4) if stone < sum(bag[: g + 1]))
                bag[kind] -= 1
                self.ashore[dock][kind] += 1
        self.order: list[int] = []
        self.seat = self.player = 0
        self.missing = self.burnable = self.burnt = self.wreck = self.round = 0
        self.phase = TURN
        self.moves: list[Move] = []
        self.go_on()

    # --- the course of a turn -------------------------------------------------------------------------------

    def go_on(self) -> None:
        """To the next decision, whose moves are listed, or to the end."""
        while self.phase != OVER:
            self.moves = self._next_moves()
            if self.moves:
                return
        self.moves = []

    def _next_moves(self) -> list[Move]:
        """The moves of the decision that is due; none where none is, and the next thing is made due then."""
        phase = self.phase
        moves: list[Move] = []
        if phase == TURN:
            self._begin_turn()
        elif phase == BURNING:
            most = min(self.burnable, self.hold[self.seat][FUEL])
            if most:
                return [*(("burn", amount) for amount in range(1, most + 1)), DONE]
            self._flee()
        elif phase == DRAWING:
            moves = self._list_drawing()
            if not moves:
                self.phase = SAILING
        elif phase == SAILING:
            moves = self._list_sailing() or [("lie_still",)]
        elif phase == SALVAGING:
            moves = self._list_salvaging()
            if not moves:
                self.phase = LANDING
        elif phase == LANDING:
            self._land()
        elif phase == DOCKING:
            moves = self._list_docking()
            if not moves:
                self.phase = FILMING
        elif self.crew[self.seat]:
            moves = self._list_filming()
            if not moves:
                self.phase = TURN
        else:
            self.phase = TURN
        return moves

    def _race_is_over(self) -> bool:
        lake = [p for p in range(self.players) if self.arrived[p]]
        racing = [p for p in range(self.players) if self.crew[p] and not self.arrived[p]]
        return not racing or any(self.hold[p][FUEL] >= TANK for p in lake)

    def _begin_turn(self) -> None:
        if self._race_is_over():
            self.phase = OVER
            return
        if not self.order:
            if self.round == ROUNDS:
                self.phase = OVER
                return
            self.round += 1
            self.order = [seat for tugs in reversed(self.afloat) for seat in tugs]
        self.seat = self.player = seat = self.order.pop(0)
        if not self.crew[seat]:
            return
        self.discard += self.face_up[seat]
        self.face_up[seat] = []
        if self.arrived[seat]:
            self.hold[seat][FUEL] += 1
            self.phase = FILMING
            return
        paid = min(self.chased[seat], self.hold[seat][FUEL])
        self.missing = self.chased[seat] - paid
        self.chased[seat] = 0
        self.burnt = 0
        self._burn(paid)
        banned = self.stuck[seat] and not self.tried[seat]
        self.burnable = 0 if self.missing or banned else max(BURNT_AT_WILL - paid, 0)
        self.phase = BURNING

    def _burn(self, amount: int) -> None:
        self.hold[self.seat][FUEL] -= amount
        self.burnt += amount

    def _flee(self) -> None:
        """Burnt fuel brings its cards. What is missing is paid in crew; who has none left is aground and draws no
        more."""
        for _ in range(self.burnt):
            self._draw(self.drawn)
        self._lose_crew(self.seat, self.missing)
        self.phase = DRAWING
        if not self.crew[self.seat]:
            self.discard += self.drawn
            self.drawn = []
            self.phase = TURN

    def _draw(self, to: list[int]) -> None:
        """A card from the deck, or from the discard pile made to a new deck, or none."""
        if not self.deck:
            self.deck, self.discard = sorted(self.discard), []
        if self.deck:
            left = len(self.deck)
            card = self.deck.pop(self.chance(left) if left > 1 else 0)
            if to is self.discard:
                to.append(card)
            else:
                insort(to, card)

    def _lose_crew(self, seat: int, number: int) -> None:
        self.crew[seat] = max(self.crew[seat] - number, 0)
        if not self.crew[seat]:
            self.stuck[seat] = self.tried[seat] = False
            self.chased[seat] = 0

    # --- sailing --------------------------------------------------------------------------------------------

    def _put(self, seat: int, space: int) -> None:
        self.afloat[self.space[seat]].remove(seat)
        self.afloat[space].append(seat)
        self.space[seat] = space

    def _sail(self, length: int, stages: int) -> None:
        """The stages, then braking, a rock and a collision; what else the space does comes after salvaging."""
        seat = self.seat
        self.stuck[seat] = self.tried[seat] = False
        for stage in range(1, stages + 1):
            self._put(seat, min(self.space[seat] + length, LAKE))
            here = self.space[seat]
            if stage < stages and here in ROCKS and len(self.afloat[here]) == 1:
                break
        self._brake(seat)
        self.phase = LANDING
        here = self.space[seat]
        if self.crew[seat] and here in ROCKS:
            self.stuck[seat] = True
            self._lose_crew(seat, 1)
        if self.crew[seat] and here not in SAFE and len(self.afloat[here]) == 2:
            self._collide(seat, next(other for other in self.afloat[here] if other != seat))

    def _brake(self, seat: int) -> None:
        while self.crew[seat] and len(self.afloat[self.space[seat]]) > 2:
            space = self.space[seat]
            if space in (1, LAKE):
                return
            self._put(seat, space - 1)
            if space not in SAFE:
                self._lose_crew(seat, 1)

    def _collide(self, seat: int, other: int) -> None:
        afloat_before = self.crew[other] > 0
        self._lose_crew(seat, 1)
        self._lose_crew(other, 1)
        if self.crew[other] and not self.crew[seat]:
            self.player, self.wreck, self.phase = other, seat, SALVAGING
        elif self.crew[seat] and afloat_before and not self.crew[other]:
            self.player, self.wreck, self.phase = seat, other, SALVAGING

    def _land(self) -> None:
        """Crocodiles, dock or lake, unless the tug is aground."""
        self.player = seat = self.seat
        self.phase = FILMING
        if not self.crew[seat]:
            return
        here = self.space[seat]
        if here in CROCODILES:
            self.chased[seat] = CROCODILES[here]
        elif here in DOCKS:
            self.phase = DOCKING
        elif here == LAKE:
            self.arrived[seat] = 1 + sum(place > 0 for place in self.arrived)

    # --- what may be done -----------------------------------------------------------------------------------

    def _list_drawing(self) -> list[Move]:
        moves: list[Move] = [("take_top",)] if self.deck or self.discard else []
        for p, cards in enumerate(self.face_up):
            if p != self.seat:
                moves += [("take_open", p, card) for card in unlike(cards)]
        return moves

    def _list_sailing(self) -> list[Move]:
        moves: list[Move] = []
        for length in range(1, HIGHEST + 1):
            if self.stuck[self.seat] and length % 2 == 0:
                continue
            usable = [
                card
                for card in self.drawn
                if (NUMBER_OF[card] == length if card < ANIMALS else length in JOKER_NUMBERS)
            ]
            for digits in range(1, 1 << len(usable)):
                used = tuple(card for digit, card in enumerate(usable) if digits >> digit & 1)
                moves.append(("sail", length, used))
        return moves

    def _list_stones(self, action: str, seat: int, stones: list[int]) -> list[Move]:
        room = self.hold[seat][FUEL] < TANK
        return [(action, g) for g in range(4) if stones[g] and (g != FUEL or room)]

    def _list_salvaging(self) -> list[Move]:
        moves = self._list_stones("salvage_stone", self.player, self.hold[self.wreck])
        if self.film[self.wreck]:
            moves.append(("salvage_film",))
        return [*moves, DONE] if moves else []

    def _list_docking(self) -> list[Move]:
        moves = self._list_stones("take_stone", self.seat, self.ashore[self.space[self.seat]])
        if self.crew[self.seat] < HIRING_BELOW:
            moves.append(("hire",))
        return moves

    def _list_filming(self) -> list[Move]:
        film = self.film[self.seat]
        moves: list[Move] = []
        for p, cards in enumerate(self.face_up):
            for card in unlike(cards):
                if card >= ANIMALS:
                    continue
                if not film:
                    if NUMBER_OF[card] == 1:
                        moves.append(("begin_film", p, card))
                elif KIND_OF[card] == KIND_OF[film[-1]] and NUMBER_OF[card] >= NUMBER_OF[film[-1]]:
                    moves.append(("go_on_filming", p, card))
        return [*moves, DONE] if moves else []

    def legal(self) -> list[Move]:
        return self.moves

    # --- what is done ---------------------------------------------------------------------------------------

    def apply(self, move: Move) -> None:
        action = move[0]
        player = self.player
        if action == "sail":
            for card in move[2]:
                self.drawn.remove(card)
            self.discard += move[2]
            self._lay_open()
            self._sail(move[1], len(move[2]))
        elif action == "take_top":
            self._draw(self.drawn)
            self.phase = SAILING
        elif action == "take_open":
            self.face_up[move[1]].remove(move[2])
            insort(self.drawn, move[2])
            self.phase = SAILING
        elif action == "burn":
            self._burn(move[1])
            self._flee()
        elif action == "begin_film" or action == "go_on_filming":
            self.face_up[move[1]].remove(move[2])
            self.film[player].append(move[2])
            self._draw(self.face_up[move[1]])
        elif action == "take_stone":
            self.ashore[self.space[player]][move[1]] -= 1
            self.hold[player][move[1]] += 1
            self.phase = FILMING
        elif action == "hire":
            self.crew[player] += 1
            self.phase = FILMING
        elif action == "lie_still":
            self._lay_open()
            self.tried[player] = self.stuck[player]
            self.phase = FILMING
        elif action == "salvage_stone":
            self.hold[self.wreck][move[1]] -= 1
            self.hold[player][move[1]] += 1
            self.phase = LANDING
        elif action == "salvage_film":
            self.discard += self.film[player]
            self.film[player] = self.film[self.wreck]
            self.film[self.wreck] = []
            self.phase = LANDING
        elif self.phase == BURNING:
            self._flee()
        else:
            self.phase = LANDING if self.phase == SALVAGING else TURN
        self.go_on()

    def _lay_open(self) -> None:
        """What was drawn and not used lies open before its player."""
        self.face_up[self.seat] = sorted(self.face_up[self.seat] + self.drawn)
        self.drawn = []

    # --- the end --------------------------------------------------------------------------------------------

    def over(self) -> bool:
        return self.phase == OVER

    def returns(self) -> list[int]:
        """Points, which only tugs on the lake have."""
        return [
            SPEED_POINTS[place]
            + sum(number * points for number, points in zip(hold, CARGO_POINTS, strict=True))
            + FILM_POINTS[len(film)]
            if place
            else 0
            for place, hold, film in zip(self.arrived, self.hold, self.film, strict=True)
        ]

    def winners(self) -> list[int]:
        """The seats with the most points, ascending."""
        points = self.returns()
        return [seat for seat, value in enumerate(points) if value == max(points)]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        for name in Game.__slots__:
            value = getattr(self, name)
            if name in ("afloat", "ashore", "face_up", "film", "hold"):
                value = [part.copy() for part in value]
            elif isinstance(value, list):
                value = value.copy()
            setattr(new, name, value)
        return new
