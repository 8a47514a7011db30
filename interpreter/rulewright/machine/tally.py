"""What play came to, counted: the points of a ruleset that coverage is about, and how often each was reached.

Both ways of running count the same points, so that a game gives the same numbers in both, but for those of
``PLAIN_ONLY`` and ``AS_ASKED``. Which points a ruleset has, and what they are called, is the business of
``coverage``.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, TypeAlias

#: step (place, 0): a step began. branch (place, arm): of an If 1 and 0, whether its condition held; of a
#: While 1 for each time round and 0 where the condition ended it; of a For or Repeat 1 for each time round;
#: of a Turns one of the arms below. asked (place, 0): a decision was put to a seat; (place, 1): with two
#: moves or more. chosen (place, n): the n-th action that it offers; the number of offers: ``done``; one more:
#: ``otherwise`` ran. arm (place, 1 and 0): of an ``if`` in an expression, whether its condition held. table
#: (number of the table, entry): read. refill (number of the zone, 0): a pile was refilled. reading (index of
#: the ruling, 0): asked. end (0, arm): how a game ended, where no step says so: one of the arms below.
PointKind = Literal["step", "branch", "asked", "chosen", "arm", "table", "refill", "reading", "end"]

#: What the reference evaluator alone counts: compiled code asks a constant when it is convenient.
PLAIN_ONLY: Final[frozenset[PointKind]] = frozenset(("table", "reading"))

#: What compiled code may ask another number of times than the rules do, though never for the first time where
#: they don't: a value that stays the same is kept, a result is asked once more.
AS_ASKED: Final[frozenset[PointKind]] = frozenset(("arm",))

Point: TypeAlias = tuple[PointKind, int, int]
Tally: TypeAlias = Counter[Point]

#: The arms of a Turns: a turn, and what ended it.
TURN: Final = 0
NOBODY_LEFT: Final = 1
ROUNDS_OVER: Final = 2
TURNS_OVER: Final = 3
UNTIL_HELD: Final = 4
WHILE_FAILED: Final = 5

#: The arms of an end: play came to its last step, a limit of the ruleset ended it, nothing ended it in so
#: many moves, or a fault did.
PLAYED_OUT: Final = 0
CUT_OFF: Final = 1
GIVEN_UP: Final = 2
FAULT: Final = 3
