"""Survival of the Fittest by hand: lions hunt each other's prey over a hexagon of 91 hexes.

Hexes are numbered row by row from the top, each from the left: rows of 6 to 11 and back to 6. Counters: the
lion of seat p is p; its prey are 4 + 5 p to 8 + 5 p, the last of them the zebra, the others antelopes.
Obstacles 0-3: fallen tree, bend, thicket, water hole; `SPOTS` lists all their places, obstacle by obstacle,
each as an ascending tuple of hexes, in ascending order.

Chance: who begins is `chance(P)`; a throw of the dice `chance(6)` twice.

Actions in order: `("place_prey", x, h)`, of the antelopes in stock only the lowest; `("name_dice", n)`, with
n for the lion; then, a hex at a time, `("step_lion", h)`, `("step_prey", x, h)` and on a double
`("place_obstacle", o, spot)`, with an index in SPOTS, until nothing is left that can be done.

Where the rulebook is silent, this is what is played. The lion captures in passing, and the prey of others
only. Lion or prey first, but the one that has started is finished, or can't go on, before the other starts;
it does not go on later if the other makes room. No piece comes to a hex twice in a turn; each piece is taken
for itself. Nobody steers into a dead end: a step of the lion must begin a longest walk (of the steps left at
most); a step of a prey must leave it possible that the prey, moving one after the other in any order, make
up the steps left, or as many of them as they can. An obstacle is put on free
hexes, on no other obstacle, turned but not flipped, and may overlap the place it comes from; if none has a
place, none is put. Who is out keeps his points; of equal points those are ahead that lasted for more turns.
After 1000 turns all prey on the board count for their owners. Board, corners, obstacles and values are
guesses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reference import Chance, Move

SIDE = 6
ROWS = range(2 * SIDE - 1)
# Row and place are turned into axial coordinates (q, r): a step east is (1, 0), a step southeast (0, 1).
HEXES = [
    (max(SIDE - 1 - row, 0) - (SIDE - 1) + place, row)
    for row in ROWS
    for place in range(2 * SIDE - 1 - abs(SIDE - 1 - row))
]
HEX_AT = {hex: number for number, hex in enumerate(HEXES)}
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # each is the one before turned by 60 degrees
NEIGHBOURS = [sorted(HEX_AT[q + x, r + y] for x, y in AROUND if (q + x, r + y) in HEX_AT) for q, r in HEXES]
NOBODY = -1
HERD = 5
LIONS = 4
WORTH = (1, 1, 1, 1, 2)
MOVABLE = 4
TURNS = 1000


def named(name: str) -> int:
    """The number of the hex with a name such as c4: rows from a, places from 1."""
    return HEXES.index((max(SIDE - 1 - (row := ord(name[0]) - 97), 0) - SIDE + int(name[1:]), row))


FIXED = tuple(map(named, ("c4", "d7", "d3", "f4", "f8", "h3", "h6", "i4")))


# The corners of the seats, by the number of players.
CORNERS = {
    n: tuple(map(named, corners))
    for n, corners in enumerate((("a1", "k6"), ("a1", "f11", "k1"), ("a1", "a6", "k6", "k1")), 2)
}


def placements(offsets: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """All places of a shape on the board, in the six ways it can be turned."""
    found: set[tuple[int, ...]] = set()
    shape = list(offsets)
    for _ in AROUND:
        for q, r in HEXES:
            hexes = [(q + x, r + y) for x, y in shape]
            if all(hex in HEX_AT for hex in hexes):
                found.add(tuple(sorted(HEX_AT[hex] for hex in hexes)))
        shape = [(-y, x + y) for x, y in shape]
    return sorted(found)


SHAPES = [
    placements(shape)
    for shape in (
        ((0, 0), (1, 0), (2, 0)),
        ((0, 0), (1, 0), (1, 1)),
        ((0, 0), (1, 0), (0, 1)),
        ((0, 0), (1, 0), (0, 1), (1, 1)),
    )
]
SPOTS = [spot for shape in SHAPES for spot in shape]
FIRST_SPOT = [sum(map(len, SHAPES[:o])) for o in range(MOVABLE + 1)]

# Who has moved this turn, last.
NEITHER, THE_LION, THE_HERD = range(3)
# What is being decided, or comes next.
PLACING, NAMING, MOVING, OVER = range(4)


def longest(hex: int, steps: int, free: list[bool]) -> int:
    """The length of the longest walk of at most so many steps from a hex over free hexes, none of them twice.

    `free` is changed on the way and restored; the hex itself must not be free.
    """
    if steps == 0:
        return 0
    best = 0
    for on in NEIGHBOURS[hex]:
        if free[on]:
            free[on] = False
            length = 1 + longest(on, steps - 1, free)
            free[on] = True
            if length == steps:
                return length
            best = max(best, length)
    return best


class Game:
    """A position at a decision or at the end.

    `stand[h]` is the counter on a hex or NOBODY, `where[c]` the hex of a counter or None; `stock[p]` the prey
    not placed yet; `captor[x]` the seat that has captured a prey, or None; `covers[o]` the index in SPOTS of
    an obstacle, or None; `blocked[h]` under any obstacle. `passed[c]` are the hexes a counter has come to
    this turn, its first one included; `lasted[p]` is the turn in which a seat went out, or 0.
    """

    __slots__ = (
        *("blocked", "captor", "chance", "covers", "dice", "lasted", "lion_left", "moved", "moves"),
        *("must_place", "passed", "phase", "placed", "player", "players", "prey_left", "stand"),
        *("stock", "turn", "where"),
    )

    def __init__(self, players: int, chance: Chance) -> None:
        if players not in CORNERS:
            raise ValueError(f"Survival of the Fittest is for 2 to 4 players, not {players}")
        self.players = players
        self.chance = chance
        counters = LIONS + HERD * players
        self.stand = [NOBODY] * len(HEXES)
        self.where: list[int | None] = [None] * counters
        for seat, corner in enumerate(CORNERS[players]):
            self._put(seat, corner)
        self.stock = [list(range(LIONS + HERD * p, LIONS + HERD * (p + 1))) for p in range(players)]
        self.captor: list[int | None] = [None] * counters
        self.blocked = [hex in FIXED for hex in range(len(HEXES))]
        self.covers: list[int | None] = [None] * MOVABLE
        self.passed: dict[int, list[int]] = {}
        self.dice = (1, 1)
        self.lion_left = self.prey_left = 0
        self.must_place = False
        self.moved = NEITHER
        self.turn = 0
        self.placed = 0
        self.lasted = [0] * players
        self.player = chance(players)
        self.phase = PLACING
        self.moves: list[Move] = []
        self.go_on()

    def _put(self, counter: int, hex: int) -> None:
        before = self.where[counter]
        if before is not None:
            self.stand[before] = NOBODY
        self.where[counter] = hex
        self.stand[hex] = counter

    def _lift(self, counter: int) -> None:
        hex = self.where[counter]
        assert hex is not None
        self.stand[hex] = NOBODY
        self.where[counter] = None

    def herd(self, seat: int) -> list[int]:
        """The seat's prey on the board, ascending."""
        first = LIONS + HERD * seat
        return [x for x in range(first, first + HERD) if self.where[x] is not None]

    # --- the course of the game -----------------------------------------------------------------------------

    def go_on(self) -> None:
        """To the next decision, whose moves are listed, or to the end."""
        while self.phase != OVER:
            if self.phase == PLACING:
                self.moves = self._list_placing()
            elif self.phase == NAMING:
                self.moves = [("name_dice", die) for die in sorted(set(self.dice))]
            else:
                self.moves = self._list_moving()
            if self.moves:
                return
            self._end_turn()
        self.moves = []

    def _end_turn(self) -> None:
        self._pass_on()
        self._begin_turn()

    def _pass_on(self) -> None:
        """To the next player who is still in."""
        self.player = (self.player + 1) % self.players
        while self.lasted[self.player]:
            self.player = (self.player + 1) % self.players

    def _begin_turn(self) -> None:
        if self.lasted.count(0) <= 1 or self.turn == TURNS:
            self.phase = OVER
            return
        self.turn += 1
        own = (self.player, *self.herd(self.player))
        self.passed = {counter: [hex] for counter in own if (hex := self.where[counter]) is not None}
        self.moved = NEITHER
        self.dice = (self.chance(6) + 1, self.chance(6) + 1)
        self.phase = NAMING

    # --- what may be done -----------------------------------------------------------------------------------

    def _list_placing(self) -> list[Move]:
        stock = self.stock[self.player]
        offered = [x for at, x in enumerate(stock) if at == 0 or self._worth(x) != self._worth(stock[at - 1])]
        free = [h for h, counter in enumerate(self.stand) if counter == NOBODY and not self.blocked[h]]
        return [("place_prey", x, h) for x in offered for h in free]

    @staticmethod
    def _worth(prey: int) -> int:
        return WORTH[(prey - LIONS) % HERD]

    def _list_moving(self) -> list[Move]:
        if self.moved == THE_LION:
            moves = self._list_lion() or self._list_herd()
        elif self.moved == THE_HERD:
            moves = self._list_herd() or self._list_lion()
        else:
            moves = self._list_lion() + self._list_herd()
        return moves + self._list_obstacles() if self.must_place else moves

    def _list_lion(self) -> list[Move]:
        """The steps the lion may make, as far as the herd is not in the middle of its walk."""
        here = self.where[self.player]
        if not self.lion_left or here is None:
            return []
        passed = self.passed[self.player]
        free = [
            not self.blocked[h]
            and (counter == NOBODY or (counter >= LIONS and (counter - LIONS) // HERD != self.player))
            for h, counter in enumerate(self.stand)
        ]
        for hex in passed:
            free[hex] = False
        walks = self._walks(here, self.lion_left, free)
        best = max(walks.values(), default=0)
        return [("step_lion", hex) for hex, length in walks.items() if length == best]

    @staticmethod
    def _walks(hex: int, steps: int, free: list[bool]) -> dict[int, int]:
        """First hex -> length of the longest walk that begins with it."""
        walks = {}
        for on in NEIGHBOURS[hex]:
            if free[on]:
                free[on] = False
                walks[on] = 1 + longest(on, steps - 1, free)
                free[on] = True
        return walks

    def _list_herd(self) -> list[Move]:
        """The steps the prey may make, as far as the lion is not in the middle of its walk."""
        left = self.prey_left
        if not left:
            return []
        open_hexes = [
            counter == NOBODY and not blocked
            for counter, blocked in zip(self.stand, self.blocked, strict=True)
        ]
        herd = self.herd(self.player)
        at = [hex for x in herd if (hex := self.where[x]) is not None]
        passed = [frozenset(self.passed[x]) for x in herd]
        steps = [
            (i, hex)
            for i, here in enumerate(at)
            for hex in NEIGHBOURS[here]
            if open_hexes[hex] and hex not in passed[i]
        ]
        known: dict[tuple[Any, ...], int] = {}
        lengths = [self._herd_walks(at, passed, open_hexes, left, step, known) for step in steps]
        best = max(lengths, default=0)
        return [
            ("step_prey", herd[i], hex)
            for (i, hex), length in zip(steps, lengths, strict=True)
            if length == best
        ]

    def _herd_walks(
        self,
        at: list[int],
        passed: list[frozenset[int]],
        open_hexes: list[bool],
        left: int,
        step: tuple[int, int],
        known: dict[tuple[Any, ...], int],
    ) -> int:
        """How many of the steps that are left the herd can make if it begins with this one: which prey (by
        its place in the herd), to which hex. ``known``: how many after it, of positions met before.

        ``open_hexes`` is changed on the way and restored.
        """
        i, hex = step
        here = at[i]
        at = [*at[:i], hex, *at[i + 1 :]]
        passed = [*passed[:i], passed[i] | {hex}, *passed[i + 1 :]]
        key = (left, *at, *passed)
        if key in known:
            return known[key]
        open_hexes[hex], open_hexes[here] = False, True
        best = 0
        if left > 1:
            # One that can walk on by itself is enough, and that is nearly always so.
            for j, start in enumerate(at):
                free = open_hexes.copy()
                for gone in passed[j]:
                    free[gone] = False
                if longest(start, left - 1, free) == left - 1:
                    best = left - 1
                    break
            else:
                for j, start in enumerate(at):
                    for on in NEIGHBOURS[start]:
                        if best < left - 1 and open_hexes[on] and on not in passed[j]:
                            following = self._herd_walks(at, passed, open_hexes, left - 1, (j, on), known)
                            best = max(best, following)
        open_hexes[hex], open_hexes[here] = True, False
        known[key] = 1 + best
        return 1 + best

    def _list_obstacles(self) -> list[Move]:
        all_down = None not in self.covers
        taken = {hex for hex, counter in enumerate(self.stand) if counter != NOBODY or self.blocked[hex]}
        moves: list[Move] = []
        for o, now in enumerate(self.covers):
            if now is not None and not all_down:
                continue
            in_the_way = taken.difference(SPOTS[now] if now is not None else ())
            for spot in range(FIRST_SPOT[o], FIRST_SPOT[o + 1]):
                if spot != now and in_the_way.isdisjoint(SPOTS[spot]):
                    moves.append(("place_obstacle", o, spot))
        return moves

    def legal(self) -> list[Move]:
        return self.moves

    # --- what is done ---------------------------------------------------------------------------------------

    def apply(self, move: Move) -> None:
        action = move[0]
        if action == "step_prey":
            if self.moved == THE_LION:
                self.lion_left = 0
            self.moved = THE_HERD
            self.prey_left -= 1
            self.passed[move[1]].append(move[2])
            self._put(move[1], move[2])
        elif action == "step_lion":
            if self.moved == THE_HERD:
                self.prey_left = 0
            self.moved = THE_LION
            self.lion_left -= 1
            self.passed[self.player].append(move[1])
            if self.stand[move[1]] != NOBODY:
                self._capture(self.stand[move[1]])
            self._put(self.player, move[1])
        elif action == "place_obstacle":
            before = self.covers[move[1]]
            for hex in SPOTS[before] if before is not None else ():
                self.blocked[hex] = False
            for hex in SPOTS[move[2]]:
                self.blocked[hex] = True
            self.covers[move[1]] = move[2]
            self.must_place = False
        elif action == "name_dice":
            self.lion_left = move[1]
            self.prey_left = sum(self.dice) - move[1]
            self.must_place = self.dice[0] == self.dice[1]
            self.phase = MOVING
        else:
            self.stock[self.player].remove(move[1])
            self._put(move[1], move[2])
            self._pass_on()
            self.placed += 1
            if self.placed == HERD * self.players:
                self._begin_turn()
        self.go_on()

    def _capture(self, prey: int) -> None:
        owner = (prey - LIONS) // HERD
        self._lift(prey)
        self.captor[prey] = self.player
        if not self.herd(owner):
            self._lift(owner)
            self.lasted[owner] = self.turn

    # --- the end --------------------------------------------------------------------------------------------

    def over(self) -> bool:
        return self.phase == OVER

    def returns(self) -> list[int]:
        """Points: prey captured, and the own that are on the board."""
        points = [sum(self._worth(x) for x in self.herd(seat)) for seat in range(self.players)]
        for prey, captor in enumerate(self.captor):
            if captor is not None:
                points[captor] += self._worth(prey)
        return points

    def winners(self) -> list[int]:
        """The seats with the most points, of these those that lasted longest, ascending."""
        keys = [
            (points, lasted or TURNS + 1) for points, lasted in zip(self.returns(), self.lasted, strict=True)
        ]
        return [seat for seat, key in enumerate(keys) if key == max(keys)]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        for name in Game.__slots__:
            value = getattr(self, name)
            setattr(new, name, value.copy() if isinstance(value, list) else value)
        new.stock = [prey.copy() for prey in self.stock]
        new.passed = {counter: hexes.copy() for counter, hexes in self.passed.items()}
        return new
