"""The ways in which running steps ends early, as exceptions: each crosses any number of steps at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulewright.machine.faults import Cause, Fault


class FaultRaised(Exception):
    """The ruleset went wrong: the game ends."""

    def __init__(self, fault: Fault, cause: Cause) -> None:
        super().__init__(fault.code.kebab)
        self.fault = fault
        self.cause = cause
        self._seen = False

    def within(self, env: Mapping[int, Any]) -> None:
        """Notes the locals where it happened: of the innermost place that has any."""
        if not self._seen:
            self._seen = True
            self.cause = replace(self.cause, locals=dict(env))


class LoopStopped(Exception):
    """``stop NAME``: caught by the loop with this id."""

    def __init__(self, loop: int) -> None:
        super().__init__(loop)
        self.loop = loop


class GameStopped(Exception):
    """``stop game``."""
