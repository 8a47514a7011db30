"""How the time of a run is dealt out: when each part of it is to end.

What is compiled before the first game counts as time of the run, but never for more than half of it. Then
each part has an end of its own, by its share of what was left then; a part that took longer takes it from
those after it, so that the run ends when it was to end. Each part has a little time, however late it is.
"""

from __future__ import annotations

import time
from typing import Final, Literal, get_args

#: Random games in great number, players with habits, secrets, positions that come again, games of the slow
#: evaluator, questions that nothing has asked, making finds small.
Part = Literal["volume", "habits", "secrets", "loops", "slow", "questions", "small"]

_SHARES: Final[dict[Part, float]] = {
    "volume": 0.42, "habits": 0.13, "secrets": 0.14, "loops": 0.04, "slow": 0.07, "questions": 0.03,
    "small": 0.17,
}  # fmt: skip

#: The share that random games give up where the checker suspects that choices tell secrets.
_SUSPECTED: Final = 0.2

#: Seconds that a part has at least, and the share of the whole time that comes to it.
_LEAST: Final[dict[Part, float]] = {
    "volume": 0.1, "habits": 0.1, "secrets": 1.0, "loops": 0.2, "slow": 0.1, "questions": 0.5, "small": 2.0,
}  # fmt: skip
_LEAST_SHARE: Final = 0.02


class Schedule:
    """``seconds``: for the whole run, which begins now."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun = self.started = time.monotonic()
        self._ends: dict[Part, float] = {}

    def start(self, suspected: bool = False) -> None:
        """All is compiled: the first part begins. ``suspected``: more of the time is for secrets."""
        shares = dict(_SHARES)
        if suspected:
            shares["volume"] -= _SUSPECTED
            shares["secrets"] += _SUSPECTED
        now = self.started = time.monotonic()
        end = max(self.begun + self.seconds, now + self.seconds / 2)
        at = 0.0
        for part in get_args(Part):
            at += shares[part]
            self._ends[part] = now + at * (end - now)

    def end(self, part: Part) -> float:
        """When a part that begins now is to end (of the clock ``time.monotonic``)."""
        return max(self._ends[part], time.monotonic() + _LEAST[part] + self.seconds * _LEAST_SHARE)

    @property
    def last(self) -> float:
        """When the run is to end, whatever was found."""
        return self._ends["small"]

    def hurry(self) -> None:
        """All parts end now, but for the little time that each has."""
        self._ends = dict.fromkeys(_SHARES, time.monotonic())

    @property
    def now(self) -> float:
        """Seconds since the first part began."""
        return time.monotonic() - self.started

    @property
    def spent(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.begun
