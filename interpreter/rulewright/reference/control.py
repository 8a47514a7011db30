"""Steps that hold other steps, and decisions: Python generators, so that a choose however deep simply yields.

A decision that is yielded comes back with its answers filled in, or marked to be put anew (``arrange``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rulewright.machine.faults import Cause, FaultCode
from rulewright.machine.interface import DONE, Config, Move, NoTurns
from rulewright.machine.tally import NOBODY_LEFT, ROUNDS_OVER, TURN, TURNS_OVER, UNTIL_HELD, WHILE_FAILED
from rulewright.reference.domains import Env
from rulewright.reference.effects import Effects
from rulewright.reference.legal import Offer
from rulewright.reference.signals import FaultRaised, LoopStopped
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar, Ruleset
from rulewright.ruleset.types import Player


@dataclass
class Decision:
    """Who may do what. ``answers`` are filled in before play goes on, unless it is to be put ``anew``."""

    step: core.Choose | core.Together
    legal: dict[int, list[Move]]
    env: Env
    """The locals around it."""
    offers: dict[int, list[Offer]]
    """What each seat is offered: of a together also those for whom nothing is legal."""
    chosen: int = 0
    """How many moves of this choose were made before."""
    low: int = 1
    high: int | None = 1
    """How many there must be, and may be; none: any number."""
    bounds: tuple[int | None, ...] = ()
    """By series of the step, of how many moves it is at most; none: of any number."""
    answers: dict[int, Move] = field(default_factory=dict)
    anew: bool = False

    def awaited(self) -> list[int]:
        return sorted(seat for seat in self.legal if seat not in self.answers)


Running = Generator[Decision, None, None]


def _stands_first(decision: core.Choose | core.Together, outer: core.Choose) -> bool:
    """Whether a choose's ``otherwise`` begins with the decision, or with one whose ``otherwise`` does."""
    first = outer.asked_otherwise
    while first is not decision and isinstance(first, core.Choose):
        first = first.asked_otherwise
    return first is decision


@dataclass
class Frame:
    """Something around the decision that has an actor: a loop that gives turns, or a body that was called."""

    gives_turns: bool
    me: LocalVar
    env: Env

    @property
    def seat(self) -> int:
        seat: int = self.env[self.me.id]
        return seat


class Control(Effects):
    def __init__(self, ruleset: Ruleset, config: Config, traced: bool) -> None:
        super().__init__(ruleset, config, traced)
        self._controls: dict[type, Callable[[Any, Env], Running]] = {
            core.RunProcedure: self._run_procedure,
            core.If: self._if_step,
            core.While: self._while,
            core.Repeat: self._repeat,
            core.For: self._for,
            core.Turns: self._turns,
            core.Choose: self._choose,
            core.Together: self._together,
        }
        self.frames: list[Frame] = []

    @abstractmethod
    def lead_on(
        self, step: core.Choose, actor: int, env: Env, moves: list[Move], bounds: list[int | None]
    ) -> list[Move]:
        """The moves that begin such a series as ``series`` ask for. ``bounds``: by series, of how many moves
        it is at most; none: of any number."""

    def run(self, steps: tuple[core.Step, ...], env: Env) -> Running:
        for step in steps:
            self.step(step.place)
            self.note("step", step.place)
            self.count("step", step.place)
            effect = self.effects.get(type(step))
            try:
                if effect is not None:
                    effect(step, env)
                else:
                    yield from self._controls[type(step)](step, env)
            except FaultRaised as raised:
                raised.within(env)
                raise

    def hold_invariants(self) -> None:
        """Asks whether all that must always hold does."""
        for number, invariant in enumerate(self.ruleset.invariants):
            if not self.scalar(invariant.condition, {}):
                self.fault(FaultCode.BROKEN_INVARIANT, invariant.place, number)

    # --- bodies and frames --------------------------------------------------------------------------

    @contextmanager
    def _frame(self, gives_turns: bool, me: LocalVar, env: Env) -> Iterator[Frame]:
        frame = Frame(gives_turns, me, env)
        self.frames.append(frame)
        try:
            yield frame
        finally:
            self.frames.pop()

    def give_turn(self, seat: int) -> None:
        """Whose turn it is, changed in the innermost loop that gives turns and in the bodies called from
        there."""
        at = max((i for i, frame in enumerate(self.frames) if frame.gives_turns), default=None)
        if at is None:
            raise NoTurns("no loop around this decision gives turns")
        before = self.frames[at].seat
        for frame in self.frames[at:]:
            if frame.seat == before:
                frame.env[frame.me.id] = seat

    def _run_procedure(self, step: core.RunProcedure, env: Env) -> Running:
        procedure = self.ruleset.procedures[step.procedure]
        args = [self.scalar(step.me, env)] if step.me is not None else []
        args += [self.value(arg, env) for arg in step.args]
        inner: Env = {p.id: arg for p, arg in zip(procedure.parameters, args, strict=True)}
        if procedure.needs_me:
            with self._frame(False, procedure.parameters[0], inner):
                yield from self.run(procedure.body, inner)
        else:
            yield from self.run(procedure.body, inner)

    def perform(self, actor: int, offer: Offer, move: Move) -> Running:
        """The body of a chosen action."""
        env = self.action_env(actor, offer, move.params)
        with self._frame(False, offer.action.me, env):
            yield from self.run(offer.action.body, env)

    # --- branches and loops -------------------------------------------------------------------------

    def _if_step(self, step: core.If, env: Env) -> Running:
        holds = bool(self.scalar(step.condition, env))
        self.count("branch", step.place, int(holds))
        yield from self.run(step.then if holds else step.other, env)

    @contextmanager
    def _stoppable(self, loop: int) -> Iterator[None]:
        """Ends here when the loop is stopped."""
        try:
            yield
        except LoopStopped as stopped:
            if stopped.loop != loop:
                raise

    def _while(self, step: core.While, env: Env) -> Running:
        with self._stoppable(step.loop):
            while self.scalar(step.condition, env):
                self.step(step.place)
                self.count("branch", step.place, 1)
                yield from self.run(step.body, env)
            self.count("branch", step.place, 0)

    def _repeat(self, step: core.Repeat, env: Env) -> Running:
        with self._stoppable(step.loop):
            for _ in range(self.scalar(step.count, env)):
                self.step(step.place)
                self.count("branch", step.place, 1)
                yield from self.run(step.body, env)

    def _for(self, step: core.For, env: Env) -> Running:
        members = list(self.members(step.domain, env))
        if step.origin is not None:
            origin = self.scalar(step.origin, env)
            members.sort(key=lambda seat: (seat - origin) % self.players)
        if step.where is not None:
            members = [m for m in members if self._holds(step.where, step.local, m, env)]
        members = self.sort(members, step.local.id, step.by, env)
        if step.reversed:
            members.reverse()
        gives_turns = isinstance(step.local.type, Player) and step.local.name == "me"
        with self._stoppable(step.loop):
            at = 0
            while at < len(members):
                self.step(step.place)
                self.count("branch", step.place, 1)
                env[step.local.id] = members[at]
                if step.numbered is not None:
                    env[step.numbered.id] = at + 1
                if gives_turns:
                    with self._frame(True, step.local, env) as frame:
                        yield from self.run(step.body, env)
                    # After a rearrangement play goes on from the player who was given the turn.
                    if frame.seat != members[at] and frame.seat in members:
                        at = members.index(frame.seat)
                else:
                    yield from self.run(step.body, env)
                at += 1

    def _holds(self, condition: core.Expr, local: LocalVar, member: int, env: Env) -> bool:
        env[local.id] = member
        return bool(self.scalar(condition, env))

    def _turns(self, step: core.Turns, env: Env) -> Running:
        origin = self.scalar(step.origin, env)
        rounds = None if step.rounds is None else self.scalar(step.rounds, env)
        at_most = None if step.at_most is None else self.scalar(step.at_most, env)
        seat = self._in_play_from(origin)
        travelled = (seat - origin) % self.players
        """Seats since the origin: so many times the number of players are so many rounds."""
        taken = 0
        with self._stoppable(step.loop):
            while True:
                ended = self._turns_ended(step, seat, rounds, travelled, at_most, taken, env)
                self.count("branch", step.place, ended)
                if ended != TURN:
                    return
                self.step(step.place)
                env[step.me.id] = seat
                with self._frame(True, step.me, env) as frame:
                    yield from self.run(step.body, env)
                taken += 1
                travelled += frame.seat - seat
                seat = frame.seat
                if step.then is not None:
                    seat = self._in_play_from(self.scalar(step.then, env))
                    continue
                following = self.next_in_play(seat, 1)
                travelled += (following - seat - 1) % self.players + 1
                seat = following

    def _turns_ended(
        self,
        step: core.Turns,
        seat: int,
        rounds: int | None,
        travelled: int,
        at_most: int | None,
        taken: int,
        env: Env,
    ) -> int:
        """What ends the turns before this one, as an arm of its branch; TURN if nothing does."""
        if seat in self.table.dropped:
            return NOBODY_LEFT
        if rounds is not None and travelled >= rounds * self.players:
            return ROUNDS_OVER
        if at_most is not None and taken >= at_most:
            return TURNS_OVER
        if step.until is not None and self._holds(step.until, step.me, seat, env):
            return UNTIL_HELD
        if step.while_ is not None and not self._holds(step.while_, step.me, seat, env):
            return WHILE_FAILED
        return TURN

    def _in_play_from(self, seat: int) -> int:
        """The seat, or if it has dropped out the next one that hasn't."""
        return seat if seat not in self.table.dropped else self.next_in_play(seat, 1)

    # --- decisions ----------------------------------------------------------------------------------

    def _choose(self, step: core.Choose, env: Env) -> Running:
        actor = self.scalar(step.by, env)
        once = step.low is None and step.high is None and not step.forced
        low = 1 if once else 0 if step.low is None else self.scalar(step.low, env)
        high = 1 if once else None if step.high is None else self.scalar(step.high, env)
        chosen = 0
        while high is None or chosen < high:
            if step.done_when is not None and self.scalar(step.done_when, env):
                return
            bounds = [
                self._bound(series, env, None if high is None else high - chosen) for series in step.series
            ]
            offers = self.offers(step.actions, env)
            moves = self.lead_on(step, actor, env, self.list_moves(actor, offers, step.place), bounds)
            if not moves:
                if chosen < low or (step.forced and not chosen):
                    anew = yield from self._nothing_legal(step, actor, env)
                    if anew:
                        yield from self._choose(step, env)
                return
            if chosen >= low and not step.forced:
                moves.append(Move(DONE))
            self.hold_invariants()
            decision = Decision(
                step, {actor: moves}, dict(env), {actor: offers}, chosen, low, high, tuple(bounds)
            )
            self._put(step, moves)
            yield decision
            if decision.anew:
                actor = self.scalar(step.by, env)
                continue
            move = decision.answers[actor]
            if move.action == DONE:
                self.count("chosen", step.place, len(offers))
                return
            chosen += 1
            self.step(step.place)
            self._chosen(step, move)
            yield from self.perform(actor, self._offer_of(offers, move), move)

    def _put(self, step: core.Choose | core.Together, moves: list[Move]) -> None:
        """Counts a decision that is put to a seat."""
        self.count("asked", step.place)
        if len(moves) > 1:
            self.count("asked", step.place, 1)

    def _chosen(self, step: core.Choose | core.Together, move: Move) -> None:
        """Counts the action that was chosen, by its number among those that the step offers."""
        numbers = [self.ruleset.actions[offer.action].index for offer in step.actions]
        self.count("chosen", step.place, numbers.index(move.action))

    def _bound(self, series: core.Series, env: Env, left: int | None) -> int | None:
        """How many moves a series has at most, if ``left`` may still be chosen."""
        return left if series.at_most is None else self.scalar(series.at_most, env)

    def _nothing_legal(self, step: core.Choose, actor: int, env: Env) -> Generator[Decision, None, bool]:
        """Gives whether the choose begins again, since the decision that stands first in its ``otherwise`` is
        put anew."""
        if step.otherwise is None:
            if not step.forced:
                self.fault(FaultCode.NO_LEGAL_ACTION, step.place, cause=Cause(value=actor))
            return False
        self.count("chosen", step.place, len(step.actions) + 1)
        running = self.run(step.otherwise, env)
        for decision in running:
            yield decision
            if decision.anew and not decision.chosen and _stands_first(decision.step, step):
                running.close()
                return True
        return False

    def _offer_of(self, offers: list[Offer], move: Move) -> Offer:
        return next(offer for offer in offers if offer.action.index == move.action)

    def _together(self, step: core.Together, env: Env) -> Running:
        while True:
            offers: dict[int, list[Offer]] = {}
            legal: dict[int, list[Move]] = {}
            for seat in self.seats_from(0):
                env[step.me.id] = seat
                offers[seat] = self.offers(step.actions, env)
                moves = self.list_moves(seat, offers[seat], step.place)
                if moves:
                    legal[seat] = moves
            if not legal:
                return
            self.hold_invariants()
            decision = Decision(step, legal, dict(env), offers)
            for moves in legal.values():
                self._put(step, moves)
            yield decision
            if not decision.anew:
                break
        for seat, move in sorted(decision.answers.items()):
            self.step(step.place)
            self._chosen(step, move)
            yield from self.perform(seat, self._offer_of(offers[seat], move), move)
