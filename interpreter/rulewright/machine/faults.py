"""What can still go wrong in a ruleset that was checked: the listed run-time faults.

A fault is sticky: the first one ends the game, in all ways of running with the same code and the same place.
It is a fault of the ruleset (or of its readings), never of the player.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class FaultCode(IntEnum):
    """The numbers are written in logs and native code: never renumber."""

    NONE = 0
    EMPTY_ZONE = 1
    FULL_ZONE = 2
    NONE_USED = 3
    TABLE_ENTRY = 4
    NO_LEGAL_ACTION = 5
    NUMBER_RANGE = 6
    STEP_LIMIT = 7
    INDEX = 8
    DIVISION = 9
    OPEN_QUESTION = 10
    WRONG_KIND = 11
    MOVE_LIMIT = 12
    SUBSET_LIMIT = 13
    SEARCH_LIMIT = 14
    TAPE = 15

    @property
    def kebab(self) -> str:
        """The code as people read it, e.g. ``empty-zone``."""
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class Fault:
    """``place`` is an index of Ruleset.places; ``detail`` a number the message uses (the value, the ruling's
    index)."""

    code: FaultCode
    place: int
    detail: int = 0
