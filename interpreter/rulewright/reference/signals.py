"""The ways in which running steps ends early, as exceptions: each crosses any number of steps at once."""

from __future__ import annotations

from rulewright.machine.faults import Fault


class FaultRaised(Exception):
    """The ruleset went wrong: the game ends."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code.kebab)
        self.fault = fault


class LoopStopped(Exception):
    """``stop NAME``: caught by the loop with this id."""

    def __init__(self, loop: int) -> None:
        super().__init__(loop)
        self.loop = loop


class GameStopped(Exception):
    """``stop game``."""
