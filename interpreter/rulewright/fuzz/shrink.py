"""Making a find small: the shortest game, with the lowest numbers, that still shows it.

A pass changes a line in one way after the other and keeps each change after which the line still shows the
find and has become smaller; passes go on until none helps, or time is up. Steps are left out in blocks (half
of them, then a quarter ... down to one), so that a find that needs three decisions of two hundred gets there
in some dozens of games. Whatever the order of the tries, what is kept depends only on the line: the same
find shrinks to the same game everywhere, unless time runs out.

A general shrinker of property tests would do the same on a flat list of numbers; this one knows that a
decision and the chance that came of it belong together, plays on bare machines, and begins with a game that
is already there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from rulewright.fuzz.lines import Line, Step

#: Plays a line and gives it as far as it was needed to show the find, or None if it doesn't show it.
Shows = Callable[[Line], Line | None]


def shrink(line: Line, shows: Shows, seconds: float) -> tuple[Line, int]:
    """The smallest line found, and how many were tried. ``line`` must show the find."""
    best = shows(line)
    if best is None:
        raise ValueError("the line doesn't show the find")
    tried, end, seen = 1, time.monotonic() + seconds, {best, line}
    improved = True
    while improved:
        improved = False
        for change in (_left_out, _without_chance, _zeroed, _lowered):
            tries = change(best)
            candidate = next(tries, None)
            while candidate is not None:
                if time.monotonic() > end:
                    return best, tried
                found = None
                if candidate not in seen:
                    seen.add(candidate)
                    tried += 1
                    found = shows(candidate)
                if found is not None and found.size < best.size:
                    best, improved = found, True
                    seen.add(found)
                    # What was tried before the change is done with; go on after it in the new line.
                    tries = change(best)
                candidate = next(tries, None)
    return best, tried


def _blocks(count: int) -> Iterator[tuple[int, int]]:
    size = count
    while size:
        for at in range(count - size, -1, -size):
            yield at, at + size
        size //= 2


def _left_out(line: Line) -> Iterator[Line]:
    steps = line.steps
    for begin, end in _blocks(len(steps)):
        yield replace(line, steps=steps[:begin] + steps[end:])


def _without_chance(line: Line) -> Iterator[Line]:
    """Outcomes left out, so that those after them come one earlier."""
    for begin, end in _blocks(len(line.start)):
        yield replace(line, start=line.start[:begin] + line.start[end:])
    for i, step in enumerate(line.steps):
        for at in range(len(step.chance)):
            yield _with(line, i, Step(step.pick, step.chance[:at] + step.chance[at + 1 :]))


def _zeroed(line: Line) -> Iterator[Line]:
    for begin, end in _blocks(len(line.start)):
        yield replace(line, start=line.start[:begin] + (0,) * (end - begin) + line.start[end:])
    for begin, end in _blocks(len(line.steps)):
        steps = tuple(Step(0, (0,) * len(step.chance)) for step in line.steps[begin:end])
        yield replace(line, steps=line.steps[:begin] + steps + line.steps[end:])


def _lowered(line: Line) -> Iterator[Line]:
    for at, outcome in enumerate(line.start):
        for lower in _below(outcome):
            yield replace(line, start=(*line.start[:at], lower, *line.start[at + 1 :]))
    for i, step in enumerate(line.steps):
        for lower in _below(step.pick):
            yield _with(line, i, Step(lower, step.chance))
        for at, outcome in enumerate(step.chance):
            for lower in _below(outcome):
                yield _with(line, i, Step(step.pick, (*step.chance[:at], lower, *step.chance[at + 1 :])))


def _below(number: int) -> Iterator[int]:
    """0, half, one less."""
    yield from dict.fromkeys(n for n in (0, number // 2, number - 1) if 0 <= n < number)


def _with(line: Line, at: int, step: Step) -> Line:
    return replace(line, steps=(*line.steps[:at], step, *line.steps[at + 1 :]))
