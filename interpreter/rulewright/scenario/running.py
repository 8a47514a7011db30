"""Running scenarios: laying the table, playing the moves, comparing what came with what was expected.

A scenario is played by the public contract, as a player would: nothing is reached around the rules except the
table at its beginning. What fails is reported as a diagnostic at its place in the scenario file, so failures
are shown, sorted and exported like everything else that is found in a ruleset.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn

from rulewright.diagnostics import Diagnostic, Place, Sink
from rulewright.diagnostics.codes import scenario as codes
from rulewright.engine.contract import Backend, MoveError, State, WrongCall
from rulewright.engine.moves import find_move
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import ZoneContent
from rulewright.ruleset.model import Ruleset
from rulewright.scenario.chance import ScriptedChance
from rulewright.scenario.expectations import Expectation, FaultIs
from rulewright.scenario.games import Alike
from rulewright.scenario.model import Check, Lay, Play, Prepare, Scenario, Step
from rulewright.scenario.patterns import Pattern
from rulewright.scenario.position import CantLay, Table
from rulewright.scenario.reading import read_scenarios, scenarios_of


@dataclass(frozen=True, slots=True)
class Because:
    """Why a move is legal or not: a sentence, and places of the ruleset with what is so there."""

    told: str
    related: list[tuple[Place, str]]


#: Explains a move at a state, if it can be explained.
Why = Callable[[State, Pattern], Because | None]


def nothing_more(state: State, pattern: Pattern) -> Because | None:
    """The answer of who explains nothing."""
    return None


@dataclass(slots=True)
class ScenarioResult:
    """What came of one scenario. ``checked``: expectations that were compared. ``seconds``: how long it ran.
    ``reset``: whether its expectations were written by a reset. ``shown``: those of its rules that it shows
    (see ``Scenario.shown``). One that can't be read has failed too."""

    name: str
    rules: tuple[str, ...]
    place: Place
    checked: int = 0
    failures: list[Diagnostic] = field(default_factory=list)
    seconds: float = 0.0
    reset: bool = False
    shown: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.failures


@dataclass(slots=True)
class ScenarioReport:
    """What came of a file. ``ruleset`` is None if it could not be used; ``sink`` has all diagnostics and
    sources."""

    path: str
    ruleset: Ruleset | None
    results: list[ScenarioResult]
    sink: Sink
    errors: int
    """How many errors were reported, failures included."""

    @property
    def passed(self) -> bool:
        """Whether the file is free of errors and every scenario passed."""
        return not self.errors

    @property
    def other_errors(self) -> int:
        """How many errors are of no single scenario: a rule without the one it names, a ruleset that can't be
        used."""
        told = {d for result in self.results for d in result.failures if d.severity == "error"}
        return self.errors - len(told)

    @property
    def rules_without_scenario(self) -> list[str]:
        """The rules of the ruleset that no scenario shows. One whose expectations are a reset's shows
        nothing: they are what the ruleset did."""
        shown = {rule for result in self.results for rule in result.shown}
        return [] if self.ruleset is None else [rule for rule in self.ruleset.rules if rule not in shown]


def run_scenarios(
    path: str | os.PathLike[str],
    backend: Backend = "python",
    sink: Sink | None = None,
    only: Callable[[str], bool] = lambda name: True,
    why: Why = nothing_more,
) -> ScenarioReport:
    """Runs the scenarios of a file, or those that lie beside a ruleset (a path, or the name of one that
    ships).

    ``only``: which scenarios, by name. ``why``: see run_scenario. Nothing is raised for anything the files
    contain.
    """
    sink = Sink() if sink is None else sink
    before = sink.error_count
    file = scenarios_of(path)
    read = read_scenarios(file, sink, backend)
    if read is None:
        return ScenarioReport(os.fspath(file), None, [], sink, sink.error_count - before)
    results = [run_scenario(scenario, sink, why=why) for scenario in read.scenarios if only(scenario.name)]
    results += [
        ScenarioResult(u.name or "(without a name)", u.rules, u.place, 0, u.mistakes, shown=u.rules)
        for u in read.unread
        if only(u.name)
    ]
    results.sort(key=lambda result: 0 if result.place.span is None else result.place.span.start.offset)
    return ScenarioReport(os.fspath(file), read.ruleset, results, sink, sink.error_count - before)


def run_scenario(
    scenario: Scenario,
    sink: Sink,
    on_mismatch: Callable[[Expectation | Alike, State], None] = lambda expectation, state: None,
    why: Why = nothing_more,
) -> ScenarioResult:
    """Runs one scenario; failures are reported to ``sink`` and listed in the result. ``on_mismatch`` is told
    of each expectation that doesn't hold, with the state as it is at that moment. ``why`` is asked of each
    move that is legal or refused against what the scenario says."""
    run = _Run(scenario, sink, on_mismatch, why)
    begun = time.perf_counter()
    run.all()
    run.result.seconds = time.perf_counter() - begun
    return run.result


def _coming(steps: Sequence[Step]) -> Iterator[tuple[int, ...]]:
    """The cards that are drawn by name from here until the table is laid anew."""
    for step in steps:
        if isinstance(step, Lay):
            return
        if isinstance(step, Prepare):
            yield from (coming.cards for coming in step.coming if coming.cards)


class _Stopped(Exception):
    """The scenario can't go on."""


class _Run:
    """One scenario being played."""

    def __init__(
        self,
        scenario: Scenario,
        sink: Sink,
        on_mismatch: Callable[[Expectation | Alike, State], None],
        why: Why,
    ) -> None:
        self.scenario, self.sink, self.on_mismatch, self.why = scenario, sink, on_mismatch, why
        self.result = ScenarioResult(
            scenario.name, scenario.rules, scenario.place, reset=scenario.reset, shown=scenario.shown
        )
        self.chance = ScriptedChance(scenario.seed, scenario.tape, scenario.game.urns)
        self.state = State(scenario.game, self.chance)
        self.fault_told = False
        """Whether the fault in which the game ended was compared with an expectation."""
        self.gone_on: str | None = None
        """What play has changed of the table that was laid last, before anybody was asked."""

    def all(self) -> None:
        scenario = self.scenario
        expects_fault = any(
            isinstance(e, FaultIs) and e.code is not None
            for step in scenario.steps
            if isinstance(step, Check)
            for e in step.expectations
        )
        with suppress(_Stopped):
            self.steps()
        fault = self.state.fault
        if fault is not None and not self.fault_told and (not expects_fault or self.result.passed):
            related = [] if fault.place is None else [(fault.place, "here")]
            self.fail(codes.UnexpectedFault, scenario.place, f"play ended in a fault: {fault}", related)
        elif scenario.steps and not self.result.checked and self.result.passed:
            self.fail(
                codes.AssertsNothing, scenario.place, "no expectation of this scenario was compared", []
            )

    def steps(self) -> None:
        """All that happens. Raises _Stopped where it can't go on."""
        steps = self.scenario.steps
        try:
            for number, step in enumerate(steps):
                if isinstance(step, Lay):
                    self.used_up()
                    self.lay(step, list(_coming(steps[number + 1 :])))
                else:
                    self.step(step)
        finally:
            self.used_up()

    def elsewhere(self, other: Scenario) -> State:
        """What another game of which the scenario speaks comes to. Raises _Stopped where it can't go on."""
        run = _Run(other, self.sink, self.on_mismatch, self.why)
        run.result = self.result
        run.steps()
        return run.state

    def fail(
        self,
        code: type[codes.ScenarioCode],
        place: Place,
        message: str,
        related: list[tuple[Place, str]],
        help: str | None = None,
    ) -> None:
        # First what stands in the same file as the place itself.
        where = (
            related if place == self.scenario.place else [(self.scenario.place, "in this scenario"), *related]
        )
        self.result.failures.append(self.sink.report(code, place, message, related=where, help=help))

    def lay(self, lay: Lay, coming: list[tuple[int, ...]]) -> None:
        """Puts the given table at the present decision."""
        state, zones = self.state, None
        if self.tape_is_wrong():
            raise _Stopped
        if lay.zones:
            table = Table(self.scenario.names, state.zones(), lay.place)
            try:
                zones = table.lay(lay.zones, lay.others, coming)
            except CantLay as error:
                self.fail(codes.ImpossiblePosition, error.place, str(error), [], error.help)
                raise _Stopped from None
        variables: dict[int, list[int | frozenset[int]]] = {}
        for number, entry, value in lay.variables:
            variables.setdefault(number, list(state.variables()[number]))[entry] = value
        try:
            self.chance.look_before(zones or state.zones())
            state.arrange(zones, variables, lay.turn)
        except WrongCall as error:
            self.fail(codes.ImpossiblePosition, lay.place, str(error), [])
            raise _Stopped from None
        self.gone_on = None if zones is None else self.changed(zones)

    def changed(self, laid: Sequence[ZoneContent]) -> str | None:
        """How the table differs from the one that was laid: then nobody had a choice on that one."""
        words = self.scenario.game.words
        for name, was, now in zip(words.zone_names, laid, self.state.zones(), strict=True):
            sizes = [sum(z.counts) if z.counts else len(z.ids) + len(z.unknown) for z in (was, now)]
            if sizes[0] != sizes[1]:
                return (
                    "nobody had a choice on the table as it was given, and play went on: "
                    f"{name} had {sizes[0]} there and has {sizes[1]} here"
                )
        return None

    def refuse(
        self,
        place: Place,
        message: str,
        related: list[tuple[Place, str]] | None = None,
        help: str | None = None,
    ) -> NoReturn:
        """A move can't be made, and the scenario ends."""
        self.fail(codes.MoveRefused, place, message, related or [], self.gone_on or help)
        raise _Stopped

    def tape_is_wrong(self) -> bool:
        """Whether an outcome on the tape can't be: then there may be no table at all."""
        fault = self.state.fault
        return fault is not None and fault.code == FaultCode.TAPE.kebab

    def step(self, step: Play | Prepare | Check) -> None:
        if isinstance(step, Play):
            self.play(step)
        elif isinstance(step, Prepare):
            self.used_up()
            self.chance.coming = list(step.coming)
        else:
            for expectation in step.expectations:
                if self.tape_is_wrong() and not isinstance(expectation, FaultIs):
                    continue
                self.result.checked += 1
                if isinstance(expectation, Alike):
                    mismatches = list(expectation.mismatches(self.state, self.elsewhere(expectation.other)))
                else:
                    mismatches = list(expectation.mismatches(self.state))
                for mismatch in mismatches:
                    more = None if mismatch.asked is None else self.why(self.state, mismatch.asked)
                    related = [] if more is None else more.related
                    help = mismatch.help if more is None else more.told
                    self.fail(
                        codes.NotAsExpected, mismatch.place, str(mismatch), related, self.gone_on or help
                    )
                if isinstance(expectation, FaultIs) and self.state.fault is not None:
                    self.fault_told = True
                if mismatches:
                    self.on_mismatch(expectation, self.state)

    def play(self, step: Play) -> None:
        pattern, state = step.pattern, self.state
        seat = pattern.seat
        if state.over:
            self.refuse(pattern.place, "the game is over here")
        if seat not in state.awaited:
            awaited = " and ".join(f"seat {s + 1}" for s in state.awaited)
            said = "whoever" if seat is None else f"seat {seat + 1}"
            self.refuse(pattern.place, f"it isn't {said} who is to choose here but {awaited}")
        try:
            move = find_move(pattern.text, state.legal(seat))
        except MoveError as error:
            more = self.why(state, pattern)
            related, help = ([], None) if more is None else (more.related, more.told)
            self.refuse(pattern.place, str(error), related, help)
        self.gone_on = None
        self.chance.look_before(state.zones())
        state.play(move)
        self.chance.look_after(state.zones())

    def whereabouts(self, cards: tuple[int, ...]) -> str:
        """The zones that hold one of the cards."""
        names = self.scenario.game.words.zone_names
        zones = self.state.zones()
        return " and ".join(
            names[number]
            for number, zone in enumerate(zones)
            if any(card in zone.ids or card in zone.unknown for card in cards)
        )

    def used_up(self) -> None:
        """Reports what was prepared and not drawn."""
        for coming in self.chance.coming:
            message = f"{coming.text} was to be next and never came"
            if coming.cards:
                message += f": it is in {self.whereabouts(coming.cards)}"
            self.fail(codes.LeftOver, coming.place, message, [])
        self.chance.coming = []
