"""Positions that come again: proof that play can go on for ever, where nothing limits it."""

from __future__ import annotations

import random
import time
from typing import Any

from rulewright.fuzz.lines import Line, play_line, record
from rulewright.machine.interface import Machine

#: Decisions in which a position that comes again is looked for.
_MOVES = 400


class Again:
    """Stops a game at a position that was there before. ``again``: after how many decisions it first was."""

    def __init__(self, machine: Any) -> None:
        self.machine = machine
        self.seen: dict[Any, int] = {}
        self.again: int | None = None

    def __call__(self, position: Any) -> bool:
        if self.machine.over(position):
            return False
        key = self.machine.key(position)
        self.again = self.seen.get(key)
        self.seen.setdefault(key, len(self.seen))
        return self.again is not None


def find_loop(machine: Machine, seed: int, end: float) -> Line | None:
    """A random game in which a position comes again; None if none was found until then."""
    rng = random.Random(seed)
    while time.monotonic() < end:
        watch = Again(machine)

        def stop(position: Any, watch: Again = watch) -> bool:
            return watch(position) or time.monotonic() > end

        _, played = record(
            machine, rng.randrange, lambda _, __, legal: rng.randrange(len(legal)), _MOVES, stop
        )
        if watch.again is not None:
            return played
    return None


def comes_again(machine: Machine, line: Line) -> tuple[Line, int] | None:
    """The line as far as a position comes again, and after how many decisions that first was; None if none
    does."""
    watch = Again(machine)
    _, played = play_line(machine, line, watch)
    return None if watch.again is None else (played, watch.again)
