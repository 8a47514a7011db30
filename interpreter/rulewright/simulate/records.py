"""What a random game leaves behind: one record of fixed width, the same in all ways of running.

The layout is the one that the compiled driver writes (compile/runtime.py, OUT_...), so that records of
natively played games are used as they are.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from rulewright.compile import runtime

WIDTH = runtime.OUT_WIDTH

#: Where a record keeps who wins: bit s for seat s, 0 unless the game ended.
WINNERS = runtime.OUT_SPARE

#: Where it keeps whether a limit of the ruleset ended the game: 1 or 0.
CUT_OFF = runtime.OUT_SPARE + 1


@dataclass(frozen=True, slots=True)
class Records:
    """The records of games ``first`` .. ``first + count - 1`` of a run, and how long they took to play."""

    first: int
    count: int
    words: array[int]
    seconds: float

    def column(self, at: int) -> array[int]:
        """One word of every record."""
        return self.words[at : self.count * WIDTH : WIDTH]


def empty(count: int) -> array[int]:
    """Room for ``count`` records, all zero."""
    return array("q", bytes(8 * WIDTH * count))
