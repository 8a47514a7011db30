"""What can still go wrong in a ruleset that was checked: the listed run-time faults.

A fault is sticky: the first one ends the game, in all ways of running with the same code and the same place.
It is a fault of the ruleset (or of its readings), never of the player. Machines report three numbers; what a
message says beyond them is told by the reference evaluator, which plays the game once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    BROKEN_INVARIANT = 19
    """16 to 18 are the compiled machine's own."""

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


@dataclass(frozen=True, slots=True)
class Cause:
    """What a message says of a fault beyond its three numbers: only the reference evaluator tells it, to
    whoever plays the same game there. What a fault of its kind has not is none or empty.

    ``name``: the variable, table, zone, board or field that was asked; ``index``: with which indexes;
    ``value``: the number, component or seat that doesn't fit; ``low`` and ``high``: what would have fitted;
    ``asked`` and ``there``: how many were asked for, and how many there are; ``locals``: the values of local
    names, by their ids, where it happened.
    """

    name: str = ""
    index: tuple[int, ...] = ()
    value: int | None = None
    low: int | None = None
    high: int | None = None
    asked: int | None = None
    there: int | None = None
    locals: Mapping[int, int | frozenset[int]] = field(default_factory=dict)
