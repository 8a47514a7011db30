"""The position through somebody's eyes: the plain evaluator that explanations ask.

A lens is of a seat, and then it sees what that seat may see, or of nobody, and then it sees everything that
has been decided (what only chance will tell nobody knows). It works on a copy of the table, so that asking
changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from rulewright.engine.contract import State
from rulewright.engine.templates import Look, Speaker, Unsayable, Value
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Move
from rulewright.reference import ReferenceMachine
from rulewright.reference.control import Decision
from rulewright.reference.domains import Env
from rulewright.reference.legal import Choice, Offer
from rulewright.reference.machine import Position
from rulewright.reference.search import Search
from rulewright.reference.signals import FaultRaised
from rulewright.reference.table import Pile, Table
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar, Param
from rulewright.ruleset.types import NONE
from rulewright.ruleset.walk import steps_of


class Hidden(Exception):
    """The seat can't see what this depends on, or it isn't decided yet, or asking it is a fault."""


def position_of(state: State) -> Position:
    """The position in the plain evaluator of a state whose game is run by it."""
    assert isinstance(state.game.machine, ReferenceMachine)
    position: Position = state.position
    return position


def plainly(state: State) -> State:
    """The state in a game that the plain evaluator runs; itself if it is one."""
    if state.game.backend == "reference":
        return state
    from rulewright.engine.log import replay_moments

    return replay_moments(state.game.twin(backend="reference"), state)


class Lens:
    """``seat``: whose eyes; none: everything is seen. ``state`` must be run by the plain evaluator."""

    def __init__(self, state: State, seat: int | None) -> None:
        game, position = state.game, position_of(state)
        self.state, self.seat = state, seat
        self.ruleset, self.words, self.origins = game.ruleset, game.words, game.ruleset.origins
        self.decision: Decision | None = position.decision or _refused_all(position)
        self.around: Env = {} if self.decision is None else self.decision.env
        self._table = position.world.table.copy()
        self._changes = _may_change(state, self._table)
        if seat is None:
            self.world = Search(game.ruleset, game.config, False)
            self.look = None
        else:
            speaker = Speaker(game.ruleset, game.config, False)
            speaker.look = self.look = Look(
                game.sight,
                seat,
                state.zones(),
                state.variables(),
                game.machine.dropped(position),
                self.around,
            )
            self.around = game.words.evaluator.known(self.look)
            self.world = speaker
        self.world.table = self._table

    @property
    def choosers(self) -> tuple[int, ...]:
        """The seats that are to choose, or had to when nothing was legal."""
        if self.state.over:
            return () if self.decision is None else tuple(sorted(self.decision.legal))
        return self.state.awaited

    def offered(self, seat: int) -> set[str]:
        """The names of the actions of which a seat's choice is."""
        offers = {} if self.decision is None else self.decision.offers
        return {offer.action.name for offer in offers.get(seat, ())}

    def _ready(self) -> Search:
        if self._changes:
            self.world.table = self._table.copy()
        self.world.begin(lambda n: -1)
        return self.world

    def value(self, e: core.Expr, env: Env) -> Value:
        """The value; raises Hidden."""
        try:
            value: Value = self._ready().value(e, dict(env))
        except (Unsayable, FaultRaised, KeyError):
            raise Hidden from None
        return value

    def holds(self, e: core.Expr, env: Env) -> bool:
        """Whether a condition holds; raises Hidden."""
        return bool(self.value(e, env))

    def members(self, domain: core.Domain, env: Env) -> list[int]:
        """What is in a domain, each once, in order; raises Hidden."""
        try:
            return list(dict.fromkeys(self._ready().members(domain, dict(env))))
        except (Unsayable, FaultRaised, KeyError):
            raise Hidden from None

    def pieces(self, domain: core.Domain, env: Env) -> list[tuple[int, int]]:
        """What is in a domain with how many there are of each, without looking at undecided cards; raises
        Hidden."""
        try:
            return list(self._ready().pieces(domain, dict(env)))
        except (Unsayable, FaultRaised, KeyError):
            raise Hidden from None

    def size(self, domain: core.Domain, env: Env) -> int:
        """How many are in a domain; raises Hidden."""
        try:
            return self._ready().size(domain, dict(env))
        except (Unsayable, FaultRaised, KeyError):
            raise Hidden from None

    def bindings(
        self, loops: tuple[core.Loop, ...], where: core.Expr | None, env: Env
    ) -> Iterator[dict[int, int]]:
        """What the locals of a comprehension stand for, each time round, by their ids; raises Hidden."""
        if not loops:
            if where is None or self.holds(where, env):
                yield {}
            return
        local = loops[0].local
        for member in self.members(loops[0].domain, env):
            for rest in self.bindings(loops[1:], where, {**env, local.id: member}):
                yield {local.id: member, **rest}

    def candidates(self, param: Param, env: Env) -> list[Choice]:
        """The values that a parameter may have; raises Hidden."""
        try:
            return self._ready().candidates(param, dict(env))
        except (Unsayable, FaultRaised, KeyError):
            raise Hidden from None

    def moves(self, actor: int, offer: Offer) -> list[Move]:
        """All moves of an action that its own conditions allow; raises Hidden."""
        try:
            return self._ready().list_moves(actor, [offer], 0)
        except (Unsayable, FaultRaised, KeyError):
            raise Hidden from None

    def action_env(self, actor: int, offer: Offer, choices: tuple[Choice, ...]) -> Env:
        """The locals of an action: who acts, what is given as far as it can be seen, what was chosen."""
        if self.look is None:
            return self.world.action_env(actor, offer, choices)
        env = self.world.action_env(actor, offer, choices)
        for local in offer.action.given:
            given = self.given(local, env)
            if given is not None:
                try:
                    env[local.id] = self.value(*given)
                except Hidden:
                    del env[local.id]
        return env

    def given(self, local: LocalVar, env: Env) -> tuple[core.Expr, Env] | None:
        """What the step gives to an action for a local, with the locals around it; none if it gives none."""
        step = None if self.decision is None else self.decision.step
        for offer in () if step is None else step.actions:
            action = self.ruleset.actions[offer.action]
            for known, e in zip(action.given, offer.given, strict=True):
                if known.id == local.id:
                    outer = dict(self.around)
                    if isinstance(step, core.Together) and action.me.id in env:
                        outer[step.me.id] = env[action.me.id]
                    return e, outer
        return None

    def let(self, local: LocalVar) -> core.Let | None:
        """The step that gave a local its value, if it was a ``let``."""
        steps = (s for s in steps_of(self.ruleset) if isinstance(s, core.Let))
        return next((step for step in steps if step.local.id == local.id), None)

    def sets(self, variable: str) -> list[core.SetVar]:
        """The steps that set a variable."""
        steps = steps_of(self.ruleset)
        return [s for s in steps if isinstance(s, core.SetVar) and s.variable == variable]

    def series_lengths(self, number: int, actor: int, moves: list[Move]) -> list[int]:
        """How long the longest series is that each of these moves of a choose's series begins; raises
        Hidden."""
        assert self.decision is not None
        assert isinstance(self.decision.step, core.Choose)
        bound = self.decision.bounds[number]
        try:
            return self._ready().series_lengths(
                self.decision.step, number, actor, dict(self.decision.env), moves, bound
            )
        except (Unsayable, FaultRaised, KeyError):
            raise Hidden from None

    def sees(self, component: int) -> bool:
        """Whether it is seen where the component lies."""
        if component == NONE or self.look is None:
            return True
        return bool(self.look.sight.seers(component, self.look.zones) & self.look.sight.bit(self.seat))

    def where(self, component: int) -> int | None:
        """The zone in which a numbered component lies; none if that isn't seen, or it is alike."""
        family = self.ruleset.components.families[self.ruleset.components.leaf_of[component]]
        if family.alike or not self.sees(component):
            return None
        return self._table.where.get(component)


def _refused_all(position: Position) -> Decision | None:
    """The decision that could not be put, of a game that the fault ``no-legal-action`` ended."""
    fault, cause, world = position.fault, position.cause, position.world
    if fault is None or cause is None or fault.code != FaultCode.NO_LEGAL_ACTION:
        return None
    for step in steps_of(world.ruleset):
        if isinstance(step, core.Choose) and step.place == fault.place:
            env = dict(cause.locals)
            with suppress(FaultRaised, KeyError):
                actor = world.scalar(step.by, env)
                return Decision(step, {actor: []}, env, {actor: world.offers(step.actions, env)})
    return None


def _may_change(state: State, table: Table) -> bool:
    """Whether a look can change the table: the last unknown card of a pile is drawn without chance, and an
    empty pile may be refilled. (Any other unknown card would need chance, of which a lens has none.)"""
    words = state.game.words
    for number, zone in enumerate(table.zones):
        family = words.zone_family(number)
        if isinstance(zone, Pile) and (
            len(zone.unknown) == 1 or (family is not None and family.refilled_from)
        ):
            return True
    return False
