"""The reference evaluator as a machine: positions, moves, results, copies.

A running Python generator can't be copied, so a position remembers all that was done to it and with which
chance outcomes, and a copy is a new game that is played up to there. That is slow and plainly right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.limits import MAX_STEPS
from rulewright.machine.faults import Cause, Fault, FaultCode
from rulewright.machine.interface import Chance, Config, Event, Move, ZoneContent
from rulewright.machine.tally import CUT_OFF, FAULT, PLAYED_OUT, Tally
from rulewright.reference.control import Decision, Running
from rulewright.reference.search import Search
from rulewright.reference.signals import FaultRaised, GameStopped
from rulewright.reference.table import Value, content_of, zone_of
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset


@dataclass(frozen=True)
class Arrangement:
    """The arguments of ``arrange``."""

    zones: Sequence[ZoneContent] | None
    variables: dict[int, list[Value]]
    turn: int | None


@dataclass
class Act:
    """Something that was done to a position, and what chance gave meanwhile."""

    what: tuple[int, Move] | Arrangement | None
    """A seat's move, an arrangement, or (none) the start."""
    outcomes: list[int] = field(default_factory=list)


@dataclass
class Position:
    world: Search
    running: Running
    decision: Decision | None = None
    over: bool = False
    fault: Fault | None = None
    cause: Cause | None = None
    history: list[Act] = field(default_factory=list)
    chance: Chance = lambda n: -1
    """The source that was given last."""


def play(world: Search) -> Running:
    """A whole game."""
    try:
        yield from world.run(world.ruleset.setup, {})
        yield from world.run(world.ruleset.play, {})
        world.count("end", 0, PLAYED_OUT)
    except GameStopped:
        pass
    world.hold_invariants()
    results = Results(world)
    results.all()
    if results.cut_off():
        world.count("end", 0, CUT_OFF)


class Results:
    """Scores, places and winners as the game stands."""

    def __init__(self, world: Search) -> None:
        self.world = world
        self.rule = world.ruleset.result

    def asked(self, seat: int, e: core.Expr) -> int:
        return self.world.scalar(e, {self.rule.me.id: seat})

    def scores(self) -> list[int]:
        score = self.rule.score
        return [0 if score is None else self.asked(seat, score) for seat in range(self.world.players)]

    def places(self) -> list[int]:
        """1 + how many are better."""
        ranks = [
            [self.asked(seat, key.value) * (-1 if key.highest else 1) for key in self.rule.rank]
            for seat in range(self.world.players)
        ]
        return [1 + sum(other < rank for other in ranks) for rank in ranks]

    def winners(self) -> list[bool]:
        if self.rule.winners is None:
            return [place == 1 for place in self.places()]
        return [bool(self.asked(seat, self.rule.winners)) for seat in range(self.world.players)]

    def cut_off(self) -> bool:
        return self.rule.cut_off is not None and bool(self.world.scalar(self.rule.cut_off, {}))

    def all(self) -> None:
        """Asks everything once, so that a fault in the result is a fault of the game."""
        self.scores()
        self.places()
        self.winners()
        self.cut_off()


class ReferenceMachine:
    """See machine.interface.Machine. ``play`` and ``legal`` raise ValueError for a seat or a move that isn't
    asked for. While ``tally`` is set, games count there what they come to."""

    def __init__(self, ruleset: Ruleset, config: Config, traced: bool = False) -> None:
        self.ruleset = ruleset
        self.config = config
        self.traced = traced
        self.tally: Tally | None = None
        self.step_limit = MAX_STEPS
        """Steps between two decisions; who only asks whether play goes on for ever may give up sooner."""

    # --- playing ------------------------------------------------------------------------------------

    def start(self, chance: Chance) -> Position:
        world = Search(self.ruleset, self.config, self.traced)
        world.tally = self.tally
        world.step_limit = self.step_limit
        position = Position(world, play(world))
        self._go_on(position, Act(None), chance)
        return position

    def play(self, position: Position, seat: int, move: Move, chance: Chance) -> None:
        if move not in self.legal(position, seat):
            raise ValueError(f"{move} is not a legal move of seat {seat}")
        decision = position.decision
        assert decision is not None
        decision.answers[seat] = move
        act = Act((seat, move))
        if decision.awaited():
            position.history.append(act)
        else:
            self._go_on(position, act, chance)

    def arrange(
        self,
        position: Position,
        zones: Sequence[ZoneContent] | None,
        variables: dict[int, list[Value]],
        turn: int | None,
        chance: Chance | None = None,
    ) -> None:
        """``chance``: used if the decision can't be put and play goes on; by default the source given
        last."""
        decision, world = position.decision, position.world
        if decision is None:
            raise ValueError("no decision is awaited")
        if turn is not None:
            world.give_turn(turn)
        if zones is not None:
            world.table.lay([zone_of(c, f) for c, f in zip(zones, world.family_of, strict=True)])
        for number, entries in variables.items():
            world.table.variables[number] = list(entries)
        decision.anew = True
        act = Act(Arrangement(zones, variables, turn))
        self._go_on(position, act, chance or position.chance)

    def _go_on(self, position: Position, act: Act, chance: Chance) -> None:
        """Runs to the next decision, the end or a fault; notes the act with the outcomes of chance."""
        position.history.append(act)
        position.chance = chance
        position.decision = None

        def recorded(n: int) -> int:
            outcome = chance(n)
            act.outcomes.append(outcome)
            return outcome

        position.world.begin(recorded)
        try:
            position.decision = next(position.running)
        except StopIteration:
            position.over = True
        except FaultRaised as raised:
            position.over = True
            position.fault, position.cause = raised.fault, raised.cause
            position.world.count("end", 0, FAULT)
        except Exception:  # of the source of chance: its caller's, but play can't go on
            position.over = True
            position.fault = Fault(FaultCode.TAPE, 0, len(act.outcomes))
            raise

    def copy(self, position: Position) -> Position:
        """A new game, played up to the same point."""
        new: Position | None = None
        # What is played again was counted when it was played.
        tally, self.tally = self.tally, None
        for act in position.history:
            outcomes = iter(act.outcomes)

            def tape(n: int, outcomes: Iterator[int] = outcomes) -> int:
                return next(outcomes, -1)

            if new is None:
                new = self.start(tape)
            elif isinstance(act.what, Arrangement):
                self.arrange(new, act.what.zones, act.what.variables, act.what.turn, tape)
            else:
                assert act.what is not None
                self.play(new, *act.what, tape)
        assert new is not None
        self.tally = new.world.tally = tally
        new.chance = position.chance
        new.world.events = list(position.world.events)
        return new

    # --- asking -------------------------------------------------------------------------------------

    def awaited(self, position: Position) -> tuple[int, ...]:
        return tuple(position.decision.awaited()) if position.decision is not None else ()

    def legal(self, position: Position, seat: int) -> list[Move]:
        if position.decision is None or seat not in position.decision.awaited():
            raise ValueError(f"seat {seat} has no choice to make")
        return list(position.decision.legal[seat])

    def over(self, position: Position) -> bool:
        return position.over

    def fault(self, position: Position) -> Fault | None:
        return position.fault

    def cause(self, position: Position) -> Cause | None:
        """What there is to say of the fault beyond its numbers."""
        return position.cause

    def scores(self, position: Position) -> list[int]:
        """Zeros where the score as it stands would be a fault."""
        try:
            with self._results(position) as results:
                return results.scores()
        except FaultRaised:
            return [0] * self.config.players

    def places(self, position: Position) -> list[int]:
        """All first where the places as they stand would be a fault."""
        try:
            with self._results(position) as results:
                return results.places()
        except FaultRaised:
            return [1] * self.config.players

    def winners(self, position: Position) -> list[bool]:
        """Nobody where the winners as they stand would be a fault."""
        try:
            with self._results(position) as results:
                return results.winners()
        except FaultRaised:
            return [False] * self.config.players

    def cut_off(self, position: Position) -> bool:
        """False where it would be a fault."""
        try:
            with self._results(position) as results:
                return results.cut_off()
        except FaultRaised:
            return False

    @contextmanager
    def _results(self, position: Position) -> Iterator[Results]:
        """Without chance: what would have to be drawn is not known yet. On a copy of the table, since looking
        at a pile's last unknown card draws it without chance, and asking how things stand changes nothing."""
        world = position.world
        table, events = world.table, list(world.events)
        world.table = table.copy()
        world.begin(lambda n: -1)
        try:
            yield Results(world)
        finally:
            world.table, world.events = table, events

    def zones(self, position: Position) -> list[ZoneContent]:
        world = position.world
        any_alike = any(family.alike for family in self.ruleset.components.families.values())
        return [
            content_of(zone, any_alike if family is None else family.alike)
            for zone, family in zip(world.table.zones, world.family_of, strict=True)
        ]

    def variables(self, position: Position) -> list[list[Value]]:
        return [list(entries) for entries in position.world.table.variables]

    def around(self, position: Position) -> dict[int, Value]:
        return {} if position.decision is None else dict(position.decision.env)

    def dropped(self, position: Position) -> tuple[int, ...]:
        return tuple(sorted(position.world.table.dropped))

    def events(self, position: Position) -> list[Event]:
        events, position.world.events = position.world.events, []
        return events
