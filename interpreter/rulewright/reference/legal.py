"""The legal moves of a decision: which values the parameters of the offered actions may have, listed in
order."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright import limits
from rulewright.machine.faults import Cause, FaultCode
from rulewright.machine.interface import Config, Move
from rulewright.reference.domains import Env
from rulewright.reference.expressions import Expressions
from rulewright.reference.table import Bag, Pile
from rulewright.ruleset import core
from rulewright.ruleset.model import Action, KeyType, Param, Ruleset
from rulewright.ruleset.types import Comp
from rulewright.ruleset.walk import place_of_conditions

Choice = int | tuple[int, ...]
"""What is chosen for one parameter: a value, or the members of a subset, ascending."""


@dataclass(frozen=True)
class Offer:
    """An action that may be chosen, with its given parameters."""

    action: Action
    given: tuple[Any, ...]


class Legal(Expressions):
    def __init__(self, ruleset: Ruleset, config: Config, traced: bool) -> None:
        super().__init__(ruleset, config, traced)
        self._conditions = [place_of_conditions(action) for action in ruleset.actions.values()]
        """Where it stands by action when it may be chosen, for what takes too long there."""

    def offers(self, actions: tuple[core.ChooseAction, ...], env: Env) -> list[Offer]:
        return [
            Offer(self.ruleset.actions[a.action], tuple(self.value(g, env) for g in a.given)) for a in actions
        ]

    def list_moves(self, actor: int, offers: list[Offer], place: int) -> list[Move]:
        """All legal moves, action by action."""
        moves: list[Move] = []
        for offer in offers:
            for move in self._moves_of(actor, offer):
                if len(moves) == limits.MAX_LEGAL_MOVES:
                    self.fault(FaultCode.MOVE_LIMIT, place, len(moves))
                moves.append(move)
        return moves

    def has_move(self, player: int, actions: tuple[str, ...]) -> bool:
        return any(
            True for name in actions for _ in self._moves_of(player, Offer(self.ruleset.actions[name], ()))
        )

    def action_env(self, actor: int, offer: Offer, choices: tuple[Choice, ...]) -> Env:
        """The locals of an action: its actor, what is given, what was chosen."""
        action = offer.action
        env: Env = {action.me.id: actor}
        env.update({p.id: value for p, value in zip(action.given, offer.given, strict=True)})
        for param, choice in zip(action.params, choices, strict=False):
            env[param.local.id] = frozenset(choice) if isinstance(choice, tuple) else choice
        return env

    def _moves_of(self, actor: int, offer: Offer) -> Iterator[Move]:
        when = offer.action.when
        # Whoever asks may want no more than the first move: the place is given back all the same.
        before, self.place = self.place, self._conditions[offer.action.index]
        try:
            if when is None or self.scalar(when, self.action_env(actor, offer, ())):
                for choices in self._choices(actor, offer, ()):
                    yield Move(offer.action.index, choices)
        finally:
            self.place = before

    def _choices(self, actor: int, offer: Offer, chosen: tuple[Choice, ...]) -> Iterator[tuple[Choice, ...]]:
        """All completions of the choices made for the first parameters."""
        params = offer.action.params
        if len(chosen) == len(params):
            yield chosen
            return
        env = self.action_env(actor, offer, chosen)
        for candidate in self.candidates(params[len(chosen)], env):
            yield from self._choices(actor, offer, (*chosen, candidate))

    def candidates(self, param: Param, env: Env) -> list[Choice]:
        """What may be chosen for a parameter: model.Param."""

        def holds(condition: core.Expr, candidate: Choice) -> bool:
            env[param.local.id] = frozenset(candidate) if isinstance(candidate, tuple) else candidate
            return bool(self.scalar(condition, env))

        candidates = [
            c for c in self._unfiltered(param, env) if all(holds(condition, c) for condition in param.where)
        ]
        for condition in param.if_possible:
            candidates = [c for c in candidates if holds(condition, c)] or candidates
        if param.one_of_each_kind:
            first_of: dict[Hashable, Choice] = {}
            for c in candidates:
                assert isinstance(c, int)
                first_of.setdefault(self.kind_of(c), c)
            candidates = list(first_of.values())
        return candidates

    def _unfiltered(self, param: Param, env: Env) -> Iterator[Choice]:
        """The domain's values, or the subsets of it that are neither too small nor too big."""
        base = list(dict.fromkeys(self.members(param.domain, env)))
        if param.low is None:
            yield from base
            return
        if len(base) > limits.MAX_SUBSET_BASE:
            self.fault(FaultCode.SUBSET_LIMIT, param.place, len(base), Cause(there=len(base)))
        low = self.scalar(param.low, env)
        high = len(base) if param.high is None else self.scalar(param.high, env)
        for mask in range(1 << len(base)):
            if low <= mask.bit_count() <= high:
                yield tuple(sorted(member for bit, member in enumerate(base) if mask >> bit & 1))

    # --- what can stand for each other --------------------------------------------------------------

    def kind_of(self, id: int) -> Hashable:
        """Equal for two components that no rule can tell apart where they lie: leaf and fields, zone,
        values of variables by component, and what lies in zones by component."""
        values = [
            self.table.variables[number][entry]
            for number, variable in enumerate(self.ruleset.variables.values())
            for entry in self._entries_of(id, variable.keys)
        ]
        contents = [
            self._kinds_in(family.first + entry)
            for family in self.ruleset.zones.values()
            for entry in self._entries_of(id, family.keys)
        ]
        return self.components.kind_class[id], self.table.where.get(id), tuple(values), tuple(contents)

    def _entries_of(self, id: int, keys: tuple[KeyType, ...]) -> Iterator[int]:
        """The entries that have the component as one of their indexes, index by index."""
        for at, key in enumerate(keys):
            if isinstance(key.type, Comp) and 0 <= id - key.offset < key.size:
                below = 1
                for later in keys[at + 1 :]:
                    below *= later.size
                above = 1
                for earlier in keys[:at]:
                    above *= earlier.size
                for high in range(above):
                    for low in range(below):
                        yield (high * key.size + id - key.offset) * below + low

    def _kinds_in(self, number: int) -> Hashable:
        zone = self.table.zones[number]
        kinds = [(self.components.kind_class[id], n) for id, n in zone.pieces()]
        return tuple(sorted(kinds) if isinstance(zone, Bag | Pile) else kinds)
