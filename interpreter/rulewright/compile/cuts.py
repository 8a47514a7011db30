"""Which steps have to be cut into blocks: those in which play may stop, or end, somewhere inside.

A procedure or an action's body that may end the game is cut too, since nothing else than a block can end it.
"""

from __future__ import annotations

from rulewright.ruleset import core
from rulewright.ruleset.model import Action, Procedure, Ruleset


class Cuts:
    """Answers for one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._procedures: dict[str, bool] = {}
        self._actions: dict[str, bool] = {}

    def procedure(self, procedure: Procedure) -> bool:
        if procedure.name not in self._procedures:
            self._procedures[procedure.name] = any(self.step(s) or self.ends(s) for s in procedure.body)
        return self._procedures[procedure.name]

    def action(self, action: Action) -> bool:
        if action.name not in self._actions:
            self._actions[action.name] = any(self.step(s) or self.ends(s) for s in action.body)
        return self._actions[action.name]

    def step(self, step: core.Step) -> bool:
        """Can a decision be reached in it, or a procedure that is cut?"""
        match step:
            case core.Choose() | core.Together():
                return True
            case core.RunProcedure(procedure=name):
                return self.procedure(self.ruleset.procedures[name])
            case core.If(then=then, other=other):
                return any(map(self.step, then)) or any(map(self.step, other))
            case core.While() | core.Repeat() | core.For() | core.Turns():
                return any(map(self.step, step.body))
            case _:
                return False

    def ends(self, step: core.Step) -> bool:
        """Does it stop the game?"""
        match step:
            case core.Stop(loop=loop):
                return loop is None
            case core.If(then=then, other=other):
                return any(map(self.ends, then)) or any(map(self.ends, other))
            case core.While() | core.Repeat() | core.For() | core.Turns():
                return any(map(self.ends, step.body))
            case _:
                return False
