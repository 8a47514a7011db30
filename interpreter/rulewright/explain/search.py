"""Going through the candidates of an action's parameters as the listing of legal moves does, and noting where
each way ends.

A move is asked about with some of its parameters given. All ways that fit it are tried, parameter by
parameter; where one ends there is a failure. The failures that come last in the order of the conditions are
those that decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from rulewright.explain.lens import Hidden, Lens
from rulewright.explain.wanted import Wanted
from rulewright.machine.interface import Move
from rulewright.reference.domains import Env
from rulewright.reference.legal import Choice, Offer
from rulewright.ruleset import core
from rulewright.ruleset.model import Param

Kind = Literal[
    "when", "outside", "domain_empty", "size", "where", "if_possible", "one_of_each_kind", "unsure"
]

#: The kinds in the order in which they are asked of a parameter.
_ORDER: dict[Kind, int] = {
    "when": 0, "unsure": 0, "domain_empty": 1, "outside": 1, "size": 2, "where": 3, "if_possible": 4,
    "one_of_each_kind": 5,
}  # fmt: skip

#: Candidates that are looked at before it is given up to look for more.
_MOST = 20_000


@dataclass(frozen=True)
class Failure:
    """Where a way ends. ``params``: of the action; ``chosen``: for the parameters before; ``param``: the one
    at which it ends (none: the action's own condition); ``choice``: the value that it can't have;
    ``condition``: what fails, the ``number``-th of its kind; ``env``: the locals it was asked with;
    ``others``: values that go before, or what stands for this one."""

    kind: Kind
    params: tuple[Param, ...]
    chosen: tuple[Choice, ...]
    env: Env
    param: Param | None = None
    choice: Choice | None = None
    condition: core.Expr | None = None
    number: int = 0
    others: tuple[Choice, ...] = ()

    @property
    def way(self) -> tuple[Choice, ...]:
        """All values, the last one included."""
        return self.chosen if self.choice is None else (*self.chosen, self.choice)

    @property
    def rank(self) -> tuple[int, int, int]:
        """How far the way went."""
        return len(self.chosen) if self.param is not None else -1, _ORDER[self.kind], self.number


def conditions_of(when: core.Expr | None, lens: Lens) -> tuple[core.Expr, ...]:
    """The conditions of an action one by one, as they were written."""
    if when is None:
        return ()
    return when.items if isinstance(when, core.And) and lens.origins.of(when) is None else (when,)


class Ways:
    """All ways through an action that fit what is wanted: ``moves`` that come to the end, ``failures``."""

    def __init__(self, lens: Lens, actor: int, offer: Offer, wanted: Wanted) -> None:
        self.lens, self.actor, self.offer, self.wanted = lens, actor, offer, wanted
        self.moves: list[Move] = []
        self.failures: list[Failure] = []
        self.unsure: list[Failure] = []
        """Where it depends on what can't be seen; such ways are gone on with."""
        self._params = offer.action.params
        self._looked = 0
        env = lens.action_env(actor, offer, ())
        if all(
            self._condition("when", c, env, (), n)
            for n, c in enumerate(conditions_of(offer.action.when, lens))
        ):
            self._go_on(())

    def deciding(self) -> list[Failure]:
        """The failures that come last."""
        last = max((failure.rank for failure in self.failures), default=None)
        return [failure for failure in self.failures if failure.rank == last]

    def _condition(
        self, kind: Kind, condition: core.Expr, env: Env, chosen: tuple[Choice, ...], number: int,
        param: Param | None = None, choice: Choice | None = None,
    ) -> bool:  # fmt: skip
        """Whether a condition holds, or may hold; notes it if not."""
        try:
            holds = self.lens.holds(condition, env)
        except Hidden:
            self.unsure.append(Failure("unsure", self._params, chosen, env, param, choice, condition, number))
            return True
        if not holds:
            self.failures.append(Failure(kind, self._params, chosen, env, param, choice, condition, number))
        return holds

    def _go_on(self, chosen: tuple[Choice, ...]) -> None:
        params = self.offer.action.params
        if len(chosen) == len(params):
            self.moves.append(Move(self.offer.action.index, chosen))
            return
        param = params[len(chosen)]
        env = self.lens.action_env(self.actor, self.offer, chosen)
        try:
            base = self.lens.members(param.domain, env)
            pool = list(self._pool(param, env, chosen, base))
        except Hidden:
            self.unsure.append(Failure("unsure", self._params, chosen, env, param))
            return
        for choice in pool:
            self._looked += 1
            if self._looked > _MOST:
                return
            inner = {**env, param.local.id: frozenset(choice) if isinstance(choice, tuple) else choice}
            if all(
                self._condition("where", c, inner, chosen, n, param, choice)
                for n, c in enumerate(param.where)
            ) and self._is_preferred(param, env, inner, chosen, choice):
                self._go_on((*chosen, choice))

    def _pool(self, param: Param, env: Env, chosen: tuple[Choice, ...], base: list[int]) -> Iterator[Choice]:
        """The candidates that fit what is wanted; notes why there are none."""
        given = self.wanted.values.get(param.local.name)
        if not base and (given is None or given):
            small = param.low is not None and given is None and self._size(param, env)[0] == 0
            if small:
                yield ()
                return
            self.failures.append(Failure("domain_empty", self._params, chosen, env, param))
            return
        if given is None:
            yield from self._all(param, env, base)
        elif param.low is None:
            yield from self._one(param, env, chosen, base, given[0])
        else:
            yield from self._subsets(param, env, chosen, base, given)

    def _one(
        self, param: Param, env: Env, chosen: tuple[Choice, ...], base: list[int], meant: tuple[int, ...]
    ) -> Iterator[Choice]:
        there = [value for value in base if value in meant]
        if not there:
            self.failures += [Failure("outside", self._params, chosen, env, param, value) for value in meant]
        yield from there

    def _subsets(
        self, param: Param, env: Env, chosen: tuple[Choice, ...], base: list[int],
        members: tuple[tuple[int, ...], ...],
    ) -> Iterator[Choice]:  # fmt: skip
        there = [[value for value in base if value in meant] for meant in members]
        for meant, values in zip(members, there, strict=True):
            if not values:
                self.failures.append(Failure("outside", self._params, chosen, env, param, meant[0]))
                return
        low, high = self._size(param, env)
        if not low <= len(members) <= (len(base) if high is None else high):
            self.failures.append(
                Failure("size", self._params, chosen, env, param, tuple(v[0] for v in there))
            )
            return
        found: set[tuple[int, ...]] = set()
        for number, choice in enumerate(product(*there)):
            if number > _MOST:
                return
            subset = tuple(sorted(set(choice)))
            if len(subset) == len(members) and subset not in found:
                found.add(subset)
                yield subset
        if not found:
            # More of one name than there are.
            self.failures.append(Failure("outside", self._params, chosen, env, param, members[0][0]))

    def _size(self, param: Param, env: Env) -> tuple[int, int | None]:
        assert param.low is not None
        low = self.lens.value(param.low, env)
        high = None if param.high is None else self.lens.value(param.high, env)
        assert isinstance(low, int)
        assert high is None or isinstance(high, int)
        return low, high

    def _all(self, param: Param, env: Env, base: list[int]) -> Iterator[Choice]:
        if param.low is None:
            yield from base
            return
        low, high = self._size(param, env)
        most = len(base) if high is None else high
        for mask in range(min(1 << len(base), _MOST)):
            if low <= mask.bit_count() <= most:
                yield tuple(sorted(member for bit, member in enumerate(base) if mask >> bit & 1))

    def _is_preferred(
        self, param: Param, env: Env, inner: Env, chosen: tuple[Choice, ...], choice: Choice
    ) -> bool:
        """Whether a candidate for which all conditions hold is left by the wishes; notes it if not."""
        if not param.if_possible and not param.one_of_each_kind:
            return True
        try:
            kept = self.lens.candidates(param, env)
        except Hidden:
            self.unsure.append(Failure("unsure", self._params, chosen, inner, param, choice))
            return True
        if choice in kept:
            return True
        for number, wish in enumerate(param.if_possible):
            try:
                fails = not self.lens.holds(wish, inner)
            except Hidden:
                continue
            if fails:
                failure = Failure(
                    "if_possible",
                    self._params,
                    chosen,
                    inner,
                    param,
                    choice,
                    wish,
                    number,
                    self._fulfilling(wish, param, env, kept),
                )
                if failure.others:
                    self.failures.append(failure)
                    return False
        self.failures.append(
            Failure(
                "one_of_each_kind",
                self._params,
                chosen,
                inner,
                param,
                choice,
                None,
                0,
                self._same_kind(choice, kept),
            )
        )
        return False

    def _fulfilling(self, wish: core.Expr, param: Param, env: Env, kept: list[Choice]) -> tuple[Choice, ...]:
        """Which of the candidates that are left fulfil a wish."""
        found: list[Choice] = []
        for other in kept:
            value = frozenset(other) if isinstance(other, tuple) else other
            try:
                if self.lens.holds(wish, {**env, param.local.id: value}):
                    found.append(other)
            except Hidden:
                continue
        return tuple(found)

    def _same_kind(self, choice: Choice, kept: list[Choice]) -> tuple[Choice, ...]:
        world = self.lens.world
        assert isinstance(choice, int)
        kind = world.kind_of(choice)
        return tuple(c for c in kept if isinstance(c, int) and world.kind_of(c) == kind)
