"""Exact counts over the tree of a game: move sequences, histories, distinct positions, information sets.

The counts are the numbers that other implementations of the same games publish, so they are the sharpest test
there is of a ruleset and of the engine: one legal move too many or one chance outcome counted twice shows up
at once. Every chance event is enumerated: a step is played again with a tape, and the tape is advanced like
an odometer until all its outcomes have come. A together counts as one decision per player in seat order (the
turn-based view, in which later seats don't see what earlier ones chose).

``perft`` works on bare machines for speed; ``explore`` keeps histories, since information sets are made of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from math import prod
from typing import Any, TypeVar

from rulewright.engine.chance import ChanceSource
from rulewright.engine.contract import Game, State, WrongCall
from rulewright.limits import MAX_OUTCOMES
from rulewright.machine.interface import Machine

T = TypeVar("T")


class Odometer:
    """Runs through all outcomes of a step: a Chance that plays the tape and after its end zeros.

    ``advance`` sets the tape to the next sequence of outcomes. ``fresh``: how many chance events of this
    sequence come after outcomes that no sequence before it had.
    """

    def __init__(self) -> None:
        self.tape: list[int] = []
        self.arities: list[int] = []
        self.fresh = 0
        self._position = 0

    def __call__(self, n: int) -> int:
        position = self._position
        if position == len(self.tape):
            self.tape.append(0)
            self.arities.append(n)
            self.fresh += 1
        self._position = position + 1
        return self.tape[position]

    @property
    def odds(self) -> int:
        """One over the probability of this sequence."""
        return prod(self.arities)

    def advance(self) -> bool:
        """Sets up the next sequence; False if there is none."""
        self._position = 0
        self.fresh = 0
        while self.tape and self.tape[-1] + 1 == self.arities[-1]:
            self.tape.pop()
            self.arities.pop()
        if not self.tape:
            return False
        self.tape[-1] += 1
        return True


def outcomes(step: Callable[[Odometer], T]) -> Iterator[tuple[T, Odometer]]:
    """What a step leads to under each sequence of chance outcomes, with the odometer that tells of the
    sequence: ``fresh`` chance nodes that no sequence before it had, ``odds`` against it.

    Raises WrongCall where there are too many to be counted.
    """
    odometer = Odometer()
    while True:
        reached = step(odometer)
        if odometer.odds > MAX_OUTCOMES:
            raise WrongCall(
                f"the chance of one step can fall out in more than {MAX_OUTCOMES:,} ways, as when a whole "
                "pack is dealt: they can't all be counted"
            )
        yield reached, odometer
        if not odometer.advance():
            return


@dataclass(frozen=True, slots=True)
class Perft:
    """``nodes[d]``: sequences of d + 1 decisions, each with every chance outcome; ``terminal[d]``: how many
    of them end the game there."""

    nodes: tuple[int, ...]
    terminal: tuple[int, ...]


def perft(game: Game, depth: int) -> Perft:
    """Counts the sequences of 1..depth decisions (chance outcomes enumerated) from the start of a game.

    Sequences that ended count at the depth at which they ended and not beyond it.
    """
    machine = game.machine
    nodes, terminal = [0] * depth, [0] * depth
    for position, _ in outcomes(machine.start):
        _count(machine, position, 0, depth, nodes, terminal)
    return Perft(tuple(nodes), tuple(terminal))


def perft_by_depth(game: Game, depth: int) -> Iterator[tuple[int, int]]:
    """What ``perft`` counts, depth by depth as soon as it is known: (sequences, how many of them end there).

    Each depth is counted from the start again, which costs a little and lets whoever waits see something.
    """
    for at in range(1, depth + 1):
        found = perft(game, at)
        yield found.nodes[-1], found.terminal[-1]


def _count(
    machine: Machine, position: Any, at: int, depth: int, nodes: list[int], terminal: list[int]
) -> None:
    if at == depth or machine.over(position):
        return
    seat = machine.awaited(position)[0]
    for move in machine.legal(position, seat):

        def step(chance: Odometer, move: Any = move) -> Any:
            reached = machine.copy(position)
            machine.play(reached, seat, move, chance)
            return reached

        for reached, _ in outcomes(step):
            nodes[at] += 1
            terminal[at] += machine.over(reached)
            _count(machine, reached, at + 1, depth, nodes, terminal)


@dataclass(slots=True)
class Tree:
    """Everything counted over a whole game tree, or down to a number of decisions."""

    chance: int = 0
    """Histories at which chance comes next."""
    decision: int = 0
    """Histories at which a player comes next."""
    terminal: int = 0
    """Histories at which the game is over."""
    positions: list[set[bytes]] = field(default_factory=list)
    """By number of decisions: the distinct positions (table and player to move), those at the end
    included."""
    information_sets: list[set[bytes]] = field(default_factory=list)
    """By seat: what the seat has been shown, at each history at which it decides. Like the positions kept as
    digests of 128 bits: whole memories of a million histories would fill the machine."""

    @property
    def distinct_positions(self) -> int:
        """All distinct positions, however many decisions lead to them."""
        return len(set().union(*self.positions))


def explore(
    game: Game,
    depth: int | None = None,
    *,
    information: bool = False,
    limit: int = 1_000_000,
    into: Tree | None = None,
) -> Tree:
    """Walks the whole tree of a game, or ``depth`` decisions deep, and counts.

    ``information``: collect the information sets too (slower; the game should be traced). ``into``: an empty
    Tree that is filled, for whoever wants what was counted when the walk is interrupted. Raises WrongCall
    after ``limit`` histories: a tree that is too large would otherwise run for ever.
    """
    tree = Tree() if into is None else into
    tree.information_sets = [set() for _ in range(game.players)]

    def visit(state: State, at: int) -> None:
        if tree.chance + tree.decision + tree.terminal >= limit:
            raise WrongCall(f"the tree of {game.ruleset.id} has more than {limit:,} histories; give a depth")
        while len(tree.positions) <= at:
            tree.positions.append(set())
        tree.positions[at].add(_digest(state.key()))
        if state.over:
            tree.terminal += 1
            return
        tree.decision += 1
        seat = state.awaited[0]
        if information:
            tree.information_sets[seat].add(_digest(state.information_state(seat)))
        if at == depth:
            return
        for move in state.legal(seat):

            def step(chance: Odometer, move: Any = move) -> State:
                reached = state.fork(Enumerated(chance))
                reached.play(move)
                return reached

            for reached, odometer in outcomes(step):
                tree.chance += odometer.fresh
                visit(reached, at + 1)

    for state, odometer in outcomes(lambda chance: State(game, Enumerated(chance))):
        tree.chance += odometer.fresh
        visit(state, 0)
    return tree


def _digest(value: object) -> bytes:
    return blake2b(repr(value).encode(), digest_size=16).digest()


class Enumerated(ChanceSource):
    """A chance source that an odometer drives: outcomes come from it and are recorded as from a seed or
    tape."""

    __slots__ = ("_odometer",)

    def __init__(self, odometer: Odometer) -> None:
        super().__init__(None)
        self._odometer = odometer

    def __call__(self, n: int) -> int:
        outcome = self._odometer(n)
        self.drawn.append((n, outcome))
        return outcome
