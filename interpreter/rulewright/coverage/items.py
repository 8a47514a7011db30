"""The items of a ruleset that coverage tells of, each with the points that are counted for it.

An item is what an author would name: a rule, an action, the two ways of an ``if``, the entry of a table. A
rule fires when a step that cites it is run or an action that cites it is chosen; what only declarations and
conditions cite holds without firing and is no item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from rulewright.diagnostics import Place
from rulewright.engine.words import Words
from rulewright.machine.interface import Config
from rulewright.machine.tally import (
    CUT_OFF,
    FAULT,
    GIVEN_UP,
    NOBODY_LEFT,
    PLAYED_OUT,
    ROUNDS_OVER,
    TURN,
    TURNS_OVER,
    UNTIL_HELD,
    WHILE_FAILED,
    Point,
    Tally,
)
from rulewright.ruleset import core
from rulewright.ruleset.model import MISSING, Ruleset
from rulewright.ruleset.walk import nodes_under, steps_of

#: rule, action: it fired, somebody chose it. step: it was run. branch: one of the ways on from a step that
#: has several. arm: one of the two ways of an ``if`` in an expression. choice: it was put with two moves or
#: more. refill: a pile that is refilled was. entry: of a table, it was read. question: of the rulebook, its
#: reading was asked. end: a game ended so.
ItemKind = Literal["rule", "action", "step", "branch", "arm", "choice", "refill", "entry", "question", "end"]
KINDS: tuple[ItemKind, ...] = get_args(ItemKind)

_TURNS_END = {
    ROUNDS_OVER: "its rounds are over",
    TURNS_OVER: "so many turns were taken",
    UNTIL_HELD: "'until' holds",
    WHILE_FAILED: "'while' doesn't hold",
    NOBODY_LEFT: "nobody is left",
}


@dataclass(frozen=True, slots=True)
class Item:
    """``points``: it was come to as often as all these together. ``place``: where it stands; ``parent``: of a
    branch and a choice, the place number of its step, of an arm that of its ``if``. ``optional``: an end that
    no ruleset need have."""

    kind: ItemKind
    name: str
    place: Place | None
    points: tuple[Point, ...]
    parent: int = -1
    optional: bool = False

    def count(self, tally: Tally) -> int:
        """How often."""
        return sum(tally[point] for point in self.points)

    @property
    def line(self) -> int | None:
        """The line in the ruleset's file, from 1."""
        return None if self.place is None or self.place.span is None else self.place.span.start.line


def items_of(ruleset: Ruleset) -> list[Item]:
    """All items: by kind, then in the order of the file (table by table, rule by rule)."""
    steps = list(_steps(ruleset))
    chosen = _chosen(ruleset, steps)
    found = [
        *_rules(ruleset, steps, chosen),
        *(Item("action", a.name, a.place, chosen[a.name]) for a in ruleset.actions.values()),
    ]
    for step in steps:
        place = ruleset.places[step.place]
        found.append(Item("step", place.what, place.place, (("step", step.place, 0),), step.place))
    found += [
        Item("branch", name, ruleset.places[step.place].place, (point,), step.place)
        for step in steps
        for name, point in _branches(ruleset, step)
    ]
    found += _arms(ruleset)
    for step in steps:
        if isinstance(step, core.Choose | core.Together):
            name = ", ".join(offer.action for offer in step.actions)
            place = ruleset.places[step.place]
            found.append(Item("choice", name, place.place, (("asked", step.place, 1),), step.place))
    found += [
        *_refills(ruleset),
        *_entries(ruleset),
        *(Item("question", o.name, o.place, (("reading", o.index, 0),)) for o in ruleset.options()),
        *_ends(ruleset, steps),
    ]
    return found


_Placed = TypeVar("_Placed", core.Step, core.IfE)


def _steps(ruleset: Ruleset) -> list[core.Step]:
    """Every step."""
    return _in_order(ruleset, (node for node in steps_of(ruleset) if isinstance(node, core.Step)))


def _in_order(ruleset: Ruleset, nodes: Iterable[_Placed]) -> list[_Placed]:
    """By their places in the file. What two bodies share comes once."""

    def order(node: _Placed) -> tuple[int, int]:
        span = ruleset.places[node.place].place.span
        return (0, node.place) if span is None else (span.start.offset, node.place)

    return sorted({node.place: node for node in nodes}.values(), key=order)


def _chosen(ruleset: Ruleset, steps: Iterable[core.Step]) -> dict[str, tuple[Point, ...]]:
    """For each action the points at which somebody chooses it."""
    found: dict[str, list[Point]] = {name: [] for name in ruleset.actions}
    for step in steps:
        if isinstance(step, core.Choose | core.Together):
            for number, offer in enumerate(step.actions):
                found[offer.action].append(("chosen", step.place, number))
    return {name: tuple(points) for name, points in found.items()}


def _rules(
    ruleset: Ruleset, steps: Iterable[core.Step], chosen: dict[str, tuple[Point, ...]]
) -> Iterator[Item]:
    citing: dict[str, list[Point]] = {rule: [] for rule in ruleset.rules}
    for step in steps:
        for rule in ruleset.places[step.place].rules:
            citing[rule].append(("step", step.place, 0))
    for action in ruleset.actions.values():
        for rule in action.rules:
            citing[rule] += chosen[action.name]
    for rule, points in citing.items():
        if points:
            yield Item("rule", rule, ruleset.rules[rule].place, tuple(dict.fromkeys(points)))


def _branches(ruleset: Ruleset, step: core.Step) -> Iterator[tuple[str, Point]]:
    """The ways on from a step, in words."""
    at, what = step.place, ruleset.places[step.place].what

    def arm(name: str, number: int) -> tuple[str, Point]:
        return name, ("branch", at, number)

    match step:
        case core.If():
            yield arm(f"if {what}: so it is", 1)
            yield arm(f"if {what}: not so", 0)
        case core.While():
            yield arm(f"while {what}: once more", 1)
            yield arm(f"while {what}: no longer", 0)
        case core.Repeat():
            yield arm(f"repeat {what}: once and more", 1)
        case core.For():
            yield arm(f"for {what}: one and more", 1)
        case core.Turns():
            yield arm("turns: one and more", TURN)
            for number, clause in (
                (ROUNDS_OVER, step.rounds), (TURNS_OVER, step.at_most),
                (UNTIL_HELD, step.until), (WHILE_FAILED, step.while_),
            ):  # fmt: skip
                if clause is not None:
                    yield arm(f"turns end: {_TURNS_END[number]}", number)
            if any(isinstance(node, core.DropOut) for node in steps_of(ruleset)):
                yield arm(f"turns end: {_TURNS_END[NOBODY_LEFT]}", NOBODY_LEFT)
        case core.Choose() | core.Together():
            for number, offer in enumerate(step.actions):
                yield f"choose: {offer.action}", ("chosen", at, number)
            if isinstance(step, core.Choose):
                if _may_be_done(step):
                    yield "choose: done", ("chosen", at, len(step.actions))
                if step.otherwise is not None:
                    yield "choose: otherwise", ("chosen", at, len(step.actions) + 1)


def _arms(ruleset: Ruleset) -> Iterator[Item]:
    """The two ways of each ``if`` in an expression."""
    for node in _in_order(ruleset, (node for node in _played(ruleset) if isinstance(node, core.IfE))):
        origin, place = ruleset.origins.of(node.condition), ruleset.places[node.place]
        what = place.what if origin is None else f"if {origin.text}"
        for holds, name in ((1, f"{what}: so it is"), (0, f"{what}: not so")):
            yield Item("arm", name, place.place, (("arm", node.place, holds),), node.place)


def _may_be_done(step: core.Choose) -> bool:
    """Whether ``done`` can be offered."""
    if step.low is None or step.forced:
        return False
    constant = isinstance(step.low, core.Const) and isinstance(step.high, core.Const)
    return not constant or step.low != step.high


def _played(ruleset: Ruleset) -> Iterator[Any]:
    """Every node that may be asked or run in a game."""
    yield from steps_of(ruleset)
    yield from nodes_under([definition.body for definition in ruleset.definitions.values()])
    yield from nodes_under([(action.when, action.params) for action in ruleset.actions.values()])
    yield from nodes_under((ruleset.result, ruleset.invariants))


def _refills(ruleset: Ruleset) -> Iterator[Item]:
    for number, zone in enumerate(ruleset.zones.values()):
        if zone.refilled_from is not None:
            name = f"{zone.name} refilled from {zone.refilled_from}"
            yield Item("refill", name, zone.place, (("refill", number, 0),))


def _entries(ruleset: Ruleset) -> Iterator[Item]:
    words = Words(ruleset, Config(ruleset.players[1], ruleset.reading_numbers()))
    # A table may serve the fields of components alone: then play never reads it.
    read = {node.table for node in _played(ruleset) if isinstance(node, core.TableGet)}
    for number, table in enumerate(ruleset.tables.values()):
        if table.name not in read:
            continue
        for entry, value in enumerate(table.values):
            if value != MISSING:
                name = words.entry_name(table.name, table.keys, entry)
                yield Item("entry", name, table.place, (("table", number, entry),))


def _ends(ruleset: Ruleset, steps: Iterable[core.Step]) -> Iterator[Item]:
    for step in steps:
        if isinstance(step, core.Stop) and step.loop is None:
            yield Item("end", "stop game", ruleset.places[step.place].place, (("step", step.place, 0),))
    # Play may be a loop that only steps inside leave.
    yield Item("end", "played to the last step", None, (("end", 0, PLAYED_OUT),), optional=True)
    if ruleset.result.cut_off is not None:
        yield Item("end", "cut off by a limit", None, (("end", 0, CUT_OFF),))
    yield Item("end", "given up after so many moves", None, (("end", 0, GIVEN_UP),), optional=True)
    yield Item("end", "a fault", None, (("end", 0, FAULT),), optional=True)
