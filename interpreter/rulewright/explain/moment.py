"""The game as it stood when play came to a point of its trail: what was asked there can be asked once more.

A trail says which points play came to, but keeps no table. So the game is played again up to the point, where
the plain evaluator is stopped as a fault would stop it: the table and the locals of that moment stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.engine.contract import State
from rulewright.engine.log import play_again
from rulewright.explain.lens import position_of
from rulewright.explain.trail import Trail, followed
from rulewright.machine.faults import Cause, Fault, FaultCode
from rulewright.machine.tally import Point
from rulewright.reference import ReferenceMachine
from rulewright.reference.domains import Env
from rulewright.reference.signals import FaultRaised


@dataclass(frozen=True)
class Moment:
    """``state``: the table then, in a game that the plain evaluator runs. Of a choose with nothing legal it
    is that of a game which ended in the fault ``no-legal-action`` there. ``env``: the locals around."""

    state: State
    env: Env


class _Stopping(Trail):
    """A trail that ends play at a point, by its number from 0."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self._at = at

    def __setitem__(self, point: Point, count: int) -> None:
        super().__setitem__(point, count)
        if len(self.points) == self._at + 1:
            raise FaultRaised(Fault(FaultCode.NO_LEGAL_ACTION, point[1]), Cause())


def moment(state: State, at: int) -> Moment:
    """The moment at which the game of a state came to the ``at``-th point of its trail."""
    game = state.game.twin(backend="reference")
    assert isinstance(game.machine, ReferenceMachine)
    game.machine.tally = _Stopping(at)
    for again, _ in play_again(game, state):
        if again.over:
            break
    return _of(again)


def last_at(state: State, point: Point) -> Moment | None:
    """The moment at which the game of a state came last to a point; none if it never did."""
    game = state.game.twin(backend="reference")
    trail = followed(game)
    for _ in play_again(game, state):
        pass
    at = next((n for n in range(len(trail.points) - 1, -1, -1) if trail.points[n] == point), None)
    return None if at is None else moment(state, at)


def moment_of_move(state: State, move: str, seat: int, outcomes: Sequence[int], at: int) -> Moment:
    """The moment at which a legal move came to the ``at``-th point of those that it ran. ``outcomes``: of the
    chance that came of it. The state, which the plain evaluator must run, stays as it is."""
    machine = state.game.machine
    assert isinstance(machine, ReferenceMachine)
    tally, machine.tally = machine.tally, _Stopping(at)
    try:
        again = state.copy(tape=outcomes)
        again.play(move, seat)
    finally:
        machine.tally = tally
    return _of(again)


def _of(state: State) -> Moment:
    cause = position_of(state).cause
    return Moment(state, {} if cause is None else dict(cause.locals))
