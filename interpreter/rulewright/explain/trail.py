"""The way that play took: its points in the order in which it came to them, and the steps that a move ran.

The plain evaluator counts the points it comes to in a tally; a trail is one that remembers their order too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from rulewright.diagnostics import Place
from rulewright.engine.contract import Game, State
from rulewright.machine.faults import FaultCode
from rulewright.machine.tally import Point
from rulewright.reference import ReferenceMachine
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import steps_of

#: How the steps that hold others begin, where their text is only a part of what was written.
_WORDS: dict[type, str] = {
    core.If: "if", core.While: "while", core.Repeat: "repeat", core.For: "for", core.Turns: "turns",
}  # fmt: skip


class Trail(Counter[Point]):
    """A tally that keeps the order: ``points`` as play came to them."""

    def __init__(self) -> None:
        super().__init__()
        self.points: list[Point] = []

    def __setitem__(self, point: Point, count: int) -> None:
        self.points.append(point)
        super().__setitem__(point, count)


def followed(game: Game) -> Trail:
    """The trail of all that is played from now on in a game that the plain evaluator runs."""
    assert isinstance(game.machine, ReferenceMachine)
    trail = Trail()
    game.machine.tally = trail
    return trail


@dataclass(frozen=True)
class StepRun:
    """A step that was run, ``times`` times; ``held``: of an if, how often its condition held, unless that
    was not decided."""

    source: str
    place: Place
    rules: tuple[str, ...]
    times: int
    held: int | None = None


def steps_by_place(ruleset: Ruleset) -> dict[int, Any]:
    """Each step by the number of its place."""
    return {node.place: node for node in steps_of(ruleset) if isinstance(node, core.Step)}


def source_of(ruleset: Ruleset, step: Any) -> str:
    """A step as it is told: what was written of it, with the word that it begins with."""
    text = ruleset.places[step.place].what
    if isinstance(step, core.Choose | core.Together):
        word = "choose" if isinstance(step, core.Choose) else "together"
        return f"{word}: [{', '.join(offer.action for offer in step.actions)}]"
    word = _WORDS.get(type(step), "")
    return f"{word}: {text}" if word and not text.startswith(word) else text


def steps_run(ruleset: Ruleset, points: list[Point]) -> list[StepRun]:
    """The steps of a part of a trail, each once, in the order in which they were first run."""
    steps = steps_by_place(ruleset)
    times = Counter(place for kind, place, _ in points if kind == "step")
    held = Counter(place for kind, place, arm in points if kind == "branch" and arm == 1)
    decided = Counter(place for kind, place, _ in points if kind == "branch")
    found: list[StepRun] = []
    for place, number in times.items():
        step, at = steps[place], ruleset.places[place]
        how = None
        if isinstance(step, core.If) and decided[place]:
            # The last time it was asked may be one that chance had still to decide.
            how, number = held[place], decided[place]
        found.append(StepRun(source_of(ruleset, step), at.place, at.rules, number, how))
    return found


@dataclass(frozen=True)
class Played:
    """What a legal move runs: its ``steps``; the ``points`` that play came to, and the ``outcomes`` of chance
    in it. ``to_chance``: whether chance decides what follows."""

    steps: list[StepRun]
    to_chance: bool
    points: list[Point]
    outcomes: list[int]


def played(state: State, trail: Trail, move: str, seat: int, chance: Sequence[tuple[int, int]]) -> Played:
    """What a legal move runs, up to where chance decides what follows; the state stays as it is. ``trail``:
    of its game; ``chance``: the events known to come of the move, as pairs of how many outcomes there are and
    which it is. Those that the rules don't have there aren't used."""
    before = len(trail.points)
    known = list(chance)
    while True:
        tape = [outcome for _, outcome in known]
        again = state.copy(tape=tape)
        again.play(move, seat)
        drawn = [pair for moment in again.history[len(state.history) :] for pair in moment.outcomes]
        fitting = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(known, drawn, strict=False)))
        points = trail.points[before:]
        del trail.points[before:]
        if fitting >= min(len(known), len(drawn)):
            break
        known = known[:fitting]
    fault = again.fault
    to_chance = fault is not None and fault.code == FaultCode.TAPE.kebab
    return Played(steps_run(state.game.ruleset, points), to_chance, points, tape)


def rules_of(steps: list[StepRun]) -> list[str]:
    """The rules that steps carried out, in the order in which they were first run; an if that never held
    carried out none."""
    return list(dict.fromkeys(rule for step in steps if step.held != 0 for rule in step.rules))
