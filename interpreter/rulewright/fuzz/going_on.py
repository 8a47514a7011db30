"""What goes on and on: the loop that is never left, and what it comes to.

Of a game that never comes back to a position no small game can be shown, so it is told by what its last part
has in common: the loop that it never left, the ways on that it could have taken there and never took, the
moves that were played. One of those ways is as a rule the one that was meant to end the game. Of a small game
that shows play without end the loop and the rules are told.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass
from typing import Any

from rulewright.compile.machine import CompiledMachine
from rulewright.coverage import Coverage, Item, Reached
from rulewright.fuzz.lines import Line, play_line, record
from rulewright.fuzz.volume import as_driven
from rulewright.machine.interface import Config, Move
from rulewright.machine.tally import TURN, Tally
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import steps_of
from rulewright.simulate.setting import Setting

#: Into how many parts a game is cut, and how many of its last moves are named.
_PARTS, _MOVES = 8, 6


@dataclass(frozen=True, slots=True)
class GoingOn:
    """The last ``moves`` of a game. ``loop``: the place number of the step that it never left there, None if
    it left each; ``rounds``: how often it went round there. ``actions``: how often each was chosen, the most
    frequent first; ``rules``: those that fired; ``untaken``: the ways on from steps that it came to and never
    took; ``last``: who made the last moves, and which."""

    moves: int
    loop: int | None
    rounds: int
    actions: list[tuple[str, int]]
    rules: list[str]
    untaken: list[Item]
    last: list[tuple[int, Move]]


def what_goes_on(machine: CompiledMachine, setting: Setting, game: int, end: float) -> GoingOn | None:
    """Plays a game that the driver gave up, on a machine that counts, and looks at its last part: half of it
    or more, or of as much as can be played until then. None if that is too little to be cut into parts."""
    chance, pick = as_driven(setting, game)
    counts: list[tuple[int, Tally]] = []
    last: deque[tuple[int, Move]] = deque(maxlen=_MOVES)
    part, played = max(1, setting.max_moves // _PARTS), 0

    def chosen(position: Any, seat: int, legal: list[Move]) -> int:
        nonlocal played
        if played % part == 0:
            counts.append((played, machine.tally))
        number = pick(position, seat, legal)
        last.append((seat, legal[number]))
        played += 1
        return number

    record(machine, chance, chosen, setting.max_moves, lambda _: time.monotonic() > end)
    before = [count for count in counts if count[0] <= played // 2]
    if len(counts) < 2 or not before:
        return None
    begun, tally = before[-1]
    gone = Tally(machine.tally)
    gone.subtract(tally)
    return _of(setting.ruleset, setting.config, gone, played - begun, list(last))


def what_comes_again(machine: CompiledMachine, line: Line, first: int) -> GoingOn:
    """What was gone round between a position of a line, so many decisions after the start, and its end, where
    the same position is, on a machine that counts."""
    tallies: list[Tally] = []

    def count(_: Any) -> bool:
        tallies.append(machine.tally)
        return False

    play_line(machine, line, count)
    gone = Tally(tallies[-1])
    gone.subtract(tallies[first])
    return _of(machine.ruleset, machine.config, gone, len(line.steps) - first, [])


def what_goes_round(machine: CompiledMachine, line: Line, steps: int) -> GoingOn:
    """What is gone round after the last decision of a line, on a machine that counts: in the second half of
    so many steps, at the end of which it is given up."""
    tallies = []
    for limit in (steps // 2, steps):
        before = machine.tally
        machine.way.limit = limit
        play_line(machine, line)
        tally = Tally(machine.tally)
        tally.subtract(before)
        tallies.append(tally)
    gone = tallies[1]
    gone.subtract(tallies[0])
    return _of(machine.ruleset, machine.config, gone, 0, [])


def _of(ruleset: Ruleset, config: Config, gone: Tally, moves: int, last: list[tuple[int, Move]]) -> GoingOn:
    # Of all loops that were gone round only one can have begun before: going round outside of it begins it
    # again.
    loops = [(_rounds(step, gone), step) for step in steps_of(ruleset) if isinstance(step, _LOOPS)]
    rounds, loop = max(
        ((times, step.place) for times, step in loops if times and not gone["step", step.place, 0]),
        default=(0, None),
    )
    coverage = Coverage(ruleset, Reached(gone, 1, 0, {config}))
    if loop is not None:
        # It was come to before, and its ends are among the ways on.
        gone["step", loop, 0] = 1
    fired = [item for item in coverage.items if item.count(gone)]
    actions = Counter({item.name: item.count(gone) for item in fired if item.kind == "action"})
    return GoingOn(
        moves, loop, rounds, actions.most_common(), [item.name for item in fired if item.kind == "rule"],
        coverage.never("play", "branch"), last,
    )  # fmt: skip


_LOOPS = core.Turns | core.While | core.Repeat | core.For


def _rounds(step: core.Turns | core.While | core.Repeat | core.For, gone: Tally) -> int:
    return gone["branch", step.place, TURN if isinstance(step, core.Turns) else 1]
