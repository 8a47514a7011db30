"""``times: as many as possible``: which moves begin a longest series.

Every series is tried on copies of the table, each distinct position once. Series are finite in a sensible
ruleset; in any other the number of positions, or the length, meets its limit. A body in a series decides
nothing and asks no chance: where one does, nobody can say what the longest series is, and that is the same
fault.
"""

from __future__ import annotations

from collections.abc import Hashable

from rulewright import limits
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Move
from rulewright.reference.control import Control
from rulewright.reference.domains import Env
from rulewright.reference.signals import GameStopped
from rulewright.ruleset import core

#: Python's own stack bounds how long a series can be followed; no real one is near it.
MAX_SERIES = 150


class Search(Control):
    def begin_longest(self, step: core.Choose, actor: int, env: Env, moves: list[Move]) -> list[Move]:
        if not moves:
            return []
        outer = self.searching
        self.searching = step.place
        known: dict[Hashable, int | None] = {self.table.key(): None}
        try:
            lengths = [self._length_after(step, actor, dict(env), move, known, 1) for move in moves]
        finally:
            self.searching = outer
        return [move for move, length in zip(moves, lengths, strict=True) if length == max(lengths)]

    def _length_after(
        self,
        step: core.Choose,
        actor: int,
        env: Env,
        move: Move,
        known: dict[Hashable, int | None],
        depth: int,
    ) -> int:
        """The length of the longest series that begins with the move on the present table, which is left
        as it is."""
        before, steps, members_met = self.table, self.steps, self.members_met
        self.table = before.copy()
        try:
            offer = self._offer_of(self.offers(step.actions, env), move)
            for _ in self.perform(actor, offer, move):
                self.fault(FaultCode.SEARCH_LIMIT, step.place)
            return 1 + self._longest(step, actor, env, known, depth)
        except GameStopped:
            return 1
        finally:
            self.table, self.steps, self.members_met = before, steps, members_met

    def _longest(
        self, step: core.Choose, actor: int, env: Env, known: dict[Hashable, int | None], depth: int
    ) -> int:
        """The length of the longest series on the present table. ``known``: of tables met before; none of
        those on the way to this one, to which no series may come back: it could go on for ever."""
        key = self.table.key()
        length = known.get(key, 0)
        if length is None:
            self.fault(FaultCode.SEARCH_LIMIT, step.place, len(known))
        if key in known:
            return length
        if len(known) >= limits.MAX_SEARCH_POSITIONS or depth > MAX_SERIES:
            self.fault(FaultCode.SEARCH_LIMIT, step.place, len(known))
        known[key] = None
        length = 0
        if step.done_when is None or not self.scalar(step.done_when, env):
            moves = self.list_moves(actor, self.offers(step.actions, env), step.place)
            lengths = [self._length_after(step, actor, env, move, known, depth + 1) for move in moves]
            length = max(lengths, default=0)
        known[key] = length
        return length
