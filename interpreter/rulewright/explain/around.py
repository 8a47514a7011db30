"""What stands around a choice in the ruleset: the choice before it of which nothing was legal, the loop that
says whose turn it is, and the places where an action is offered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, TypeAlias

from rulewright.engine.contract import State
from rulewright.explain.lens import position_of
from rulewright.machine.tally import Point
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import nodes_under, steps_of

Decision: TypeAlias = core.Choose | core.Together


def nothing_legal(step: core.Choose) -> Point:
    """The point to which play comes where a choose goes on with its ``otherwise``."""
    return "chosen", step.place, len(step.actions) + 1


def choice_before(ruleset: Ruleset, step: Decision) -> core.Choose | None:
    """The innermost choose in whose ``otherwise`` a decision stands, or the procedure in which it stands, if
    that is run from there alone; none if there isn't one."""
    inside: Any = step
    tried: set[int] = set()
    while inside.place not in tried:
        tried.add(inside.place)
        around = [
            node for node in steps_of(ruleset)
            if isinstance(node, core.Choose) and any(n is inside for n in nodes_under(node.otherwise))
        ]  # fmt: skip
        if around:
            return around[-1]
        calls = list(_calls(ruleset, inside))
        if len(calls) != 1:
            return None
        inside = calls[0]
    return None


def _calls(ruleset: Ruleset, step: Any) -> Iterator[core.RunProcedure]:
    """The steps that run the procedure in which a step stands."""
    for name, procedure in ruleset.procedures.items():
        if any(node is step for node in nodes_under(procedure.body)):
            runs = (node for node in steps_of(ruleset) if isinstance(node, core.RunProcedure))
            yield from (run for run in runs if run.procedure == name)


def turns_around(
    state: State, step: Decision, choosers: Collection[int]
) -> core.Turns | core.For | core.Together | None:
    """What says whose choice it is: the innermost loop around it that gives a turn to the player who is to
    choose, or a together itself; none where the choose says it. ``state``: before the choice, in a game that
    the plain evaluator runs."""
    if isinstance(step, core.Together):
        return step
    loops = [node for node in steps_of(state.game.ruleset) if isinstance(node, core.Turns | core.For)]
    for frame in reversed(position_of(state).world.frames):
        if frame.seat not in choosers:
            return None
        if frame.gives_turns:
            return next(
                loop for loop in loops
                if (loop.me if isinstance(loop, core.Turns) else loop.local).id == frame.me.id
            )  # fmt: skip
    return None


def offering(ruleset: Ruleset, action: str) -> list[Decision]:
    """The steps that offer an action."""
    return [
        node for node in steps_of(ruleset)
        if isinstance(node, core.Choose | core.Together) and any(o.action == action for o in node.actions)
    ]  # fmt: skip
