"""What ended in the steps that a move ran: loops that a stop left, and those that their own condition or
number ended, with the reason as it stood then.

A loop that is never entered ends nothing; one that only runs through the members of a list needs no reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.engine.contract import State
from rulewright.explain.endings import EndedBy, Ender, is_end
from rulewright.explain.moment import Moment, moment, moment_of_move
from rulewright.explain.trail import Played, Trail, steps_by_place
from rulewright.machine.tally import TURN, Point
from rulewright.ruleset import core


def ended_in(
    state: State, trail: Trail, move: str, seat: int, ran: Played, language: str = "en"
) -> tuple[EndedBy, ...]:
    """What ended in the steps of a legal move, in the order of play; what ended several times once, as it did
    the last time. ``state``: before the move, in a game that the plain evaluator runs; ``trail``: up to
    there; ``ran``: see trail.played."""
    begun = len(trail.points)

    def then(at: int) -> Moment:
        if at < begun:
            return moment(state, at)
        return moment_of_move(state, move, seat, ran.outcomes, at - begun)

    return tuple(_StepsEnder(state, language, trail.points, ran.points, then).all())


class _StepsEnder(Ender):
    """Goes along the points of a move."""

    def __init__(
        self,
        state: State,
        language: str,
        before: list[Point],
        points: list[Point],
        then: Callable[[int], Moment],
    ) -> None:
        super().__init__(state.game.ruleset, language, [*before, *points], then)
        self._begun = len(before)
        self.last = {point: at for at, point in enumerate(before)}
        self._steps = steps_by_place(self.ruleset)
        self._loops = {
            step.loop: step for step in self._steps.values()
            if isinstance(step, core.While | core.Turns | core.Repeat | core.For)
        }  # fmt: skip

    def all(self) -> list[EndedBy]:
        """What ended, in order."""
        found: dict[tuple[int, int], tuple[int, int]] = {}
        last = dict(self.last)
        for at, point in enumerate(self.points[self._begun :], self._begun):
            last[point] = at
            if self._ends(point, last):
                key = point[1], point[2]
                times = found.pop(key, (0, 0))[1]
                found[key] = at, times + 1
        ended: list[EndedBy] = []
        done = self._begun
        for at, times in found.values():
            self.last.update((self.points[number], number) for number in range(done, at + 1))
            done = at + 1
            ended.append(replace(self._one(self.points[at], at), times=times))
        return ended

    def _ends(self, point: Point, last: dict[Point, int]) -> bool:
        """Whether something ended at a point. ``last``: when play came last to each."""
        kind, place, arm = point
        step = self._steps.get(place)
        if kind == "step":
            return isinstance(step, core.Stop)
        if kind != "branch" or not isinstance(step, core.While | core.Turns) or not is_end(step, arm):
            return False
        round = TURN if isinstance(step, core.Turns) else 1
        return last.get(("branch", place, round), -1) > last.get(("step", place, 0), -1)

    def _one(self, point: Point, at: int) -> EndedBy:
        step = self._steps[point[1]]
        if isinstance(step, core.Stop):
            return self.stopped(step, None if step.loop is None else self._loops[step.loop])
        return self.over(step, point[2], at)
