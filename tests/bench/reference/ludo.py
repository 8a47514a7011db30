"""Ludo by hand: counters as numbers of steps gone on their own ways.

Two to four players. Fields are called as in the ruleset, `r1` to `b13` round the circuit. Actions: `("enter",)` and
`("advance", from, to)`, counters nearer to their yard first; whoever can't move isn't asked. Chance: the seat
that begins, then one die a throw, whether or not somebody can move.
"""

from __future__ import annotations

from reference import Chance, Move

QUARTERS = "rgyb"
NAMES = ("red", "green", "yellow", "blue")
CIRCUIT = [f"{quarter}{number}" for quarter in QUARTERS for number in range(1, 14)]
SAFE = frozenset(f"{quarter}{number}" for quarter in QUARTERS for number in (1, 9))
MEN = 4
HOME = 57


def way(colour: int) -> list[str]:
    """The fields of a colour: 0 is the yard, 1..51 are on the circuit, 52..56 the lane, 57 is home."""
    round_ = [CIRCUIT[(13 * colour + n) % 52] for n in range(51)]
    lane = [f"{QUARTERS[colour]}{letter}" for letter in "abcde"]
    return [f"{NAMES[colour]}_yard", *round_, *lane, f"{NAMES[colour]}_home"]


WAYS = [way(colour) for colour in range(4)]


class Game:
    """A position: `gone` the steps of each seat's counters, `colours` by seat, `places` by seat or None, `die` and
    how many `sixes` in a row. `moves` are the legal moves.
    """

    __slots__ = ("chance", "colours", "die", "ended", "gone", "moves", "places", "player", "sixes")

    def __init__(self, players: int, chance: Chance) -> None:
        if not 2 <= players <= 4:
            raise ValueError(f"ludo is for 2 to 4 players, not {players}")
        self.chance = chance
        self.player = chance(players)
        apart = 2 if players == 2 else 1
        self.colours = [(seat - self.player) % players * apart for seat in range(players)]
        self.gone = [[0] * MEN for _ in range(players)]
        self.places: list[int | None] = [None] * players
        self.sixes = 0
        self.die = 1
        self.ended = False
        self.moves: list[Move] = []
        self._throw()

    def legal(self) -> list[Move]:
        return [] if self.ended else self.moves

    def apply(self, move: Move) -> None:
        mine = self.gone[self.player]
        steps = WAYS[self.colours[self.player]]
        if move[0] == "enter":
            mine[mine.index(0)] = 1
        else:
            goal = steps.index(move[2])
            mine[mine.index(steps.index(move[1]))] = goal
            if move[2] not in SAFE and goal <= 51:
                for seat, gone in enumerate(self.gone):
                    if seat != self.player:
                        for man, far in enumerate(gone):
                            if WAYS[self.colours[seat]][far] == move[2]:
                                gone[man] = 0
        self._end_turn()
        if not self.ended:
            self._throw()

    def _throw(self) -> None:
        """Turns go on to the next one in which there is something to choose."""
        while not self.ended:
            self.die = self.chance(6) + 1
            self.sixes = self.sixes + 1 if self.die == 6 else 0
            if self.sixes < 3:
                self.moves = self._moves()
                if self.moves:
                    return
            self._end_turn()

    def _end_turn(self) -> None:
        again = self.sixes in (1, 2)
        if all(far == HOME for far in self.gone[self.player]):
            self.places[self.player] = len(self.places) - self.places.count(None) + 1
            again = False
            if self.places.count(None) == 1:
                self.ended = True
                return
        if not again:
            self.sixes = 0
            self.player = (self.player + 1) % len(self.gone)
            while self.places[self.player] is not None:
                self.player = (self.player + 1) % len(self.gone)

    def _moves(self) -> list[Move]:
        mine, steps = self.gone[self.player], WAYS[self.colours[self.player]]
        found: list[Move] = [("enter",)] if self.die == 6 and 0 in mine else []
        walls = set()
        for seat, gone in enumerate(self.gone):
            if seat != self.player:
                standing = [WAYS[self.colours[seat]][far] for far in gone]
                walls |= {name for name in standing if standing.count(name) > 1 and name not in SAFE}
        for far in sorted(set(mine) - {0}):
            goal = far + self.die
            if goal <= HOME and not walls.intersection(steps[far + 1 : goal + 1]):
                found.append(("advance", steps[far], steps[goal]))
        return found

    def over(self) -> bool:
        return self.ended

    def returns(self) -> list[int]:
        return [gone.count(HOME) for gone in self.gone]

    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 1]

    def copy(self) -> Game:
        new = Game.__new__(Game)
        new.chance = self.chance
        new.player = self.player
        new.colours = self.colours
        new.gone = [gone.copy() for gone in self.gone]
        new.places = self.places.copy()
        new.sixes = self.sixes
        new.die = self.die
        new.ended = self.ended
        new.moves = self.moves
        return new
