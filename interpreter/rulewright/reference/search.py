"""Dead ends: which moves begin a series such as a choose asks for (core.Series).

Series are tried out on copies of the table, depth first, and what was found out about a position is kept. A
body in a series decides nothing and asks no chance: where one does, nobody can say what a series leads to,
and that is a fault, as is a search that takes too long.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright import limits
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Move
from rulewright.reference.control import Control
from rulewright.reference.domains import Env
from rulewright.reference.legal import Offer
from rulewright.reference.signals import GameStopped
from rulewright.ruleset import core


@dataclass
class Hunt:
    """One search. ``bound``: of how many moves a longest series is at most; none: of any number."""

    step: core.Choose
    offered: tuple[core.ChooseAction, ...]
    actor: int
    env: Env
    bound: int | None
    looks: int = 1
    """How many positions were looked at, the first one included."""
    lengths: dict[Hashable, tuple[int, bool] | None] = field(default_factory=dict)
    """Of the longest series from a position; whether there is no longer one, or there was no room for one.
    None: it is on the way."""


class Search(Control):
    def lead_on(
        self, step: core.Choose, actor: int, env: Env, moves: list[Move], bounds: list[int | None]
    ) -> list[Move]:
        for series, bound in zip(step.series, bounds, strict=True):
            offered = tuple(a for a in step.actions if a.action in series.actions)
            numbers = {self.ruleset.actions[a.action].index for a in offered}
            of_series = [move for move in moves if move.action in numbers]
            outer = self.searching
            self.searching = step.place
            hunt = Hunt(step, offered, actor, dict(env), bound)
            try:
                good = self._good(hunt, of_series)
            finally:
                self.searching = outer
            moves = [move for move in moves if move.action not in numbers or move in good]
        return moves

    def _good(self, hunt: Hunt, moves: list[Move]) -> list[Move]:
        if hunt.bound is not None and hunt.bound < 1:
            return []
        if len(moves) < 2 or hunt.bound == 1:
            return moves
        lengths = self._lengths(hunt, moves)
        return [move for move, length in zip(moves, lengths, strict=True) if length == max(lengths)]

    def _lengths(self, hunt: Hunt, moves: list[Move]) -> list[int]:
        if hunt.bound is None:
            hunt.lengths[self.table.key()] = None
        return [self._length_after(hunt, move, 1) for move in moves]

    def series_lengths(
        self, step: core.Choose, number: int, actor: int, env: Env, moves: list[Move], bound: int | None
    ) -> list[int]:
        """Of moves of a choose's series, by its number: how long the longest series
        is that each of them begins, counted up to the bound."""
        series = step.series[number]
        offered = tuple(a for a in step.actions if a.action in series.actions)
        outer = self.searching
        self.searching = step.place
        try:
            return self._lengths(Hunt(step, offered, actor, dict(env), bound), moves)
        finally:
            self.searching = outer

    @contextmanager
    def _tried(self, hunt: Hunt, move: Move) -> Iterator[bool]:
        """The position after a move, which is left again. Gives whether the game goes on there."""
        before, steps, members_met = self.table, self.steps, self.members_met
        self.table = before.copy()
        try:
            yield self._perform(hunt, move)
        finally:
            self.table, self.steps, self.members_met = before, steps, members_met

    def _perform(self, hunt: Hunt, move: Move) -> bool:
        try:
            offer = next(o for o in self._offers(hunt) if o.action.index == move.action)
            for _ in self.perform(hunt.actor, offer, move):
                self.fault(FaultCode.SEARCH_LIMIT, hunt.step.place)
        except GameStopped:
            return False
        return True

    def _offers(self, hunt: Hunt) -> list[Offer]:
        return self.offers(hunt.offered, hunt.env)

    def _moves(self, hunt: Hunt) -> list[Move]:
        return self.list_moves(hunt.actor, self._offers(hunt), hunt.step.place)

    def _look(self, hunt: Hunt, depth: int) -> None:
        """Counts one more position, ``depth`` moves from the first."""
        if hunt.looks >= limits.MAX_SEARCH_POSITIONS or depth > limits.MAX_SERIES:
            self.fault(FaultCode.SEARCH_LIMIT, hunt.step.place, hunt.looks)
        hunt.looks += 1

    def _length_after(self, hunt: Hunt, move: Move, depth: int) -> int:
        """The length of the longest series that begins with the move, the ``depth``-th."""
        with self._tried(hunt, move) as goes_on:
            return 1 + self._longest(hunt, depth) if goes_on else 1

    def _longest(self, hunt: Hunt, depth: int) -> int:
        """The length of the longest series on the present table, as far as there is room for it."""
        room = None if hunt.bound is None else hunt.bound - depth
        if room == 0:
            return 0
        key = self.table.key()
        if key in hunt.lengths:
            known = hunt.lengths[key]
            if known is None:
                self.fault(FaultCode.SEARCH_LIMIT, hunt.step.place, hunt.looks)
            length, whole = known
            if room is None or length >= room:
                return length if room is None else room
            if whole:
                return length
        self._look(hunt, depth)
        if room is None:
            hunt.lengths[key] = None
        length = 0
        if hunt.step.done_when is None or not self.scalar(hunt.step.done_when, hunt.env):
            for move in self._moves(hunt):
                length = max(length, self._length_after(hunt, move, depth + 1))
                if length == room:
                    break
        hunt.lengths[key] = length, room is None or length < room
        return length
