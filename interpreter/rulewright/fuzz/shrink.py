"""Making a find small: the shortest game, with the lowest numbers, that still shows it.

A pass changes the game in one way after the other and keeps each change after which it still shows the find
and has become smaller; passes go on until none helps, or time is up. First the game is taken as a script:
acts are left out in blocks (half of them, then a quarter ... down to one) while all others stay what they
were, and single moves are changed for others of the same decision, in case the find comes sooner. Then the
same is done to the line of numbers, and numbers are made lower. So a find that needs three decisions of two
hundred gets there in some dozens of games. Whatever the order of the tries, what is kept depends only on the
line: the same find shrinks to the same game everywhere, unless time runs out.

A general shrinker of property tests would do the same on a flat list of numbers; this one knows that a
decision and the chance that came of it belong together, what a move and a card are, plays on bare machines,
and begins with a game that is already there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice

from rulewright.fuzz.lines import Line, Step
from rulewright.fuzz.script import Script, follow, script_of
from rulewright.machine.interface import Machine

#: Plays a line and gives it as far as it was needed to show the find, or None if it doesn't show it.
Shows = Callable[[Line], Line | None]

#: Other moves that are tried at one decision.
_OTHERS = 12

#: Choices of acts of different seats that are tried with one of them.
_ACROSS = 120


@dataclass(frozen=True, slots=True)
class Small:
    """``line``: what a find became; ``smallest``: whether all was tried that could make it smaller."""

    line: Line
    smallest: bool


def shrink(line: Line, shows: Shows, seconds: float, machine: Machine | None = None) -> Small:
    """The smallest line found in so many seconds. ``line`` must show the find. ``machine``: plays the game,
    so that it can be taken as a script."""
    best = shows(line)
    if best is None:
        raise ValueError("the line doesn't show the find")
    shrinker = _Shrinker(best, shows, time.monotonic() + seconds, {best, line})
    improved = True
    while improved and not shrinker.late:
        before = shrinker.best.size
        fewer = machine is not None
        while fewer and machine is not None and not shrinker.late:
            steps = len(shrinker.best.steps)
            shrinker.acts_left_out(machine)
            shrinker.drawn_sooner(machine)
            shrinker.rounds_left_out(machine)
            shrinker.other_moves(machine)
            if len(shrinker.best.steps) == steps:
                shrinker.drawn_elsewhere(machine)
            fewer = len(shrinker.best.steps) < steps
        shrinker.steps_left_out()
        for change in (_without_chance, _zeroed, _lowered):
            shrinker.changed(change)
        improved = shrinker.best.size < before
    return Small(shrinker.best, not shrinker.late)


class _Shrinker:
    def __init__(self, best: Line, shows: Shows, end: float, seen: set[Line]) -> None:
        self.best, self.shows, self.end, self.seen = best, shows, end, seen
        self.script = Script((), (), ())
        """The best line as a script, its cards drawn as soon as can be."""

    @property
    def late(self) -> bool:
        """Whether time is up."""
        return time.monotonic() > self.end

    def attempt(self, candidate: Line) -> bool:
        """Keeps a line if it shows the find and is smaller."""
        if candidate in self.seen:
            return False
        self.seen.add(candidate)
        found = self.shows(candidate)
        if found is None or found.size >= self.best.size:
            return False
        self.best = found
        self.seen.add(found)
        return True

    def _without(self, machine: Machine, script: Script, acts: Collection[int]) -> bool:
        return any(
            self.attempt(follow(machine, script.without(acts, keep), len(self.best.steps) - 1))
            for keep in (True, False)
        )

    def acts_left_out(self, machine: Machine) -> None:
        """Acts in blocks, from the last ones on; after one was left out it goes on before it."""
        script, _ = script_of(machine, self.best)
        size = len(script.acts)
        while size and not self.late:
            at = len(script.acts) - size
            while at >= 0 and not self.late:
                if self._without(machine, script, range(at, at + size)):
                    script, _ = script_of(machine, self.best)
                    at = min(at, len(script.acts))
                at -= size
            size //= 2

    def drawn_sooner(self, machine: Machine) -> None:
        """Cards that matter change places with earlier ones that don't: the same game, which then needs fewer
        turns to come to them."""
        script, _ = script_of(machine, self.best)
        most = len(self.best.steps)
        kept: dict[int, bool] = {}

        def plays(changed: Script) -> bool:
            found = self.shows(follow(machine, changed, most))
            if found is None or found.size[0] > most:
                return False
            self.best = min(self.best, found, key=lambda line: line.size[0])
            return True

        def idle(at: int) -> bool:
            """Whether a card that is never drawn would do as well."""
            if at not in kept:
                draw = script.draws[at]
                drawn = {d.card for d in script.draws if d.chain == draw.chain}
                spare = next((c for c in range(script.piles[draw.chain]) if c not in drawn), None)
                kept[at] = spare is None or not plays(script.with_cards({at: spare}))
            return not kept[at]

        for at in range(len(script.start), len(script.draws)):
            if self.late:
                break
            if idle(at):
                continue
            for earlier in range(at):
                a, b = script.draws[earlier], script.draws[at]
                if a.chain != b.chain or not idle(earlier) or self.late:
                    continue
                changed = script.with_cards({earlier: b.card, at: a.card})
                if plays(changed):
                    script = changed
                    kept[earlier], kept[at] = True, False
                    break
        self.script = script

    def drawn_elsewhere(self, machine: Machine) -> None:
        """The last card that came of a decision changes places with earlier ones: the next decision, which it
        may have asked for, then doesn't come."""
        script, _ = script_of(machine, self.best)
        draws, most, last = script.draws, len(self.best.steps), len(script.start) - 1
        for act in script.acts[:-1]:
            last += len(act.draws)
            for earlier in range(last) if act.draws else ():
                if draws[earlier].chain != draws[last].chain:
                    continue
                cards = {earlier: draws[last].card, last: draws[earlier].card}
                self.attempt(follow(machine, script.with_cards(cards), most))
                if self.late or len(self.best.steps) < most:
                    return

    def rounds_left_out(self, machine: Machine) -> None:
        """An act of each of two or three seats, wherever they stand: what each of them needs stays its
        turn."""
        for together in (2, 3):
            last = len(self.best.steps)
            while last > 0 and not self.late:
                last -= 1
                script = self.script
                if last >= len(script.acts):
                    continue
                for chosen in _across(script, last, together):
                    if self.late:
                        return
                    if self._without(machine, script, chosen):
                        self.script, _ = script_of(machine, self.best)
                        # What is left of it may go with another one.
                        last = min(last + 1, len(self.best.steps))
                        break

    def other_moves(self, machine: Machine) -> None:
        """Another move at one decision, all later acts as they were where that can be: it may show sooner."""
        at = 0
        while at < len(self.best.steps) and not self.late:
            script, choices = script_of(machine, self.best)
            if at >= len(choices):
                return
            now, legal, most = script.acts[at].move, choices[at], len(self.best.steps)
            # The ones that are farthest down the list are the longest ones: they come first.
            for other in [*legal[::-1][: _OTHERS // 2], *legal[: _OTHERS // 2]]:
                if other != now and self.attempt(follow(machine, script.with_move(at, other), most)):
                    break
                if self.late:
                    return
            at += 1

    def steps_left_out(self) -> None:
        """Steps of the line in blocks, likewise."""
        size = len(self.best.steps)
        while size and not self.late:
            at = len(self.best.steps) - size
            while at >= 0 and not self.late:
                steps = self.best.steps
                if self.attempt(replace(self.best, steps=steps[:at] + steps[at + size :])):
                    at = min(at, len(self.best.steps))
                at -= size
            size //= 2

    def changed(self, change: Callable[[Line], Iterator[Line]]) -> None:
        """All changes of a kind; after one was kept, those of the new line."""
        tries = change(self.best)
        while not self.late:
            candidate = next(tries, None)
            if candidate is None:
                return
            if self.attempt(candidate):
                tries = change(self.best)


def _across(script: Script, last: int, together: int) -> Iterator[tuple[int, ...]]:
    """So many acts of different seats, the last one of them given; the nearest ones first, and no more than
    are tried in a moment."""
    acts = script.acts
    for others in islice(combinations(range(last - 1, -1, -1), together - 1), _ACROSS):
        if len({acts[at].seat for at in (last, *others)}) == together:
            yield (last, *others)


def _blocks(count: int) -> Iterator[tuple[int, int]]:
    size = count
    while size:
        for at in range(count - size, -1, -size):
            yield at, at + size
        size //= 2


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
