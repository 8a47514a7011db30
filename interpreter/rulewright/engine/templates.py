"""What is said about values: the texts of ``say`` and ``named``, whose pieces are words and expressions.

The machines play; they never speak. An expression in a text means what it means in play, so it is evaluated
by the reference evaluator, on a copy of the position as the one who speaks may see it: what that seat can't
see, what only chance could tell, and what would be a fault has no value in a text. Unsayable then tells the
caller to fall back to the plain form of the move. Without a position only what constants give can be said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.engine.known import component_locals, open_locals
from rulewright.machine.interface import Config, ZoneContent
from rulewright.reference.domains import Env
from rulewright.reference.search import Search
from rulewright.reference.signals import FaultRaised
from rulewright.reference.table import Table, zone_of
from rulewright.ruleset import core
from rulewright.ruleset.model import KeyType, Ruleset
from rulewright.ruleset.types import NONE, Type

if TYPE_CHECKING:
    from rulewright.engine.sight import Sight

Value = int | frozenset[int]


class Unsayable(Exception):
    """The expression has no value that the speaker knows."""


@dataclass(slots=True)
class Look:
    """A position that texts may be about, and the seat that looks at it (None: the public)."""

    sight: Sight
    seat: int | None
    zones: Sequence[ZoneContent]
    variables: Sequence[Sequence[Value]]
    dropped: tuple[int, ...]
    around: Mapping[int, Value] = field(default_factory=dict)
    """The values of the locals around the decision, by id, whoever may know them."""
    _table: Table | None = field(default=None, repr=False)

    def table(self, world: Search) -> Table:
        """The position as the evaluator has it."""
        if self._table is None:
            contents = [zone_of(c, f) for c, f in zip(self.zones, world.family_of, strict=True)]
            self._table = Table(contents, world.table.numbered, [list(v) for v in self.variables])
            self._table.dropped = set(self.dropped)
        return self._table.copy()


def entry_of(keys: Sequence[KeyType], index: Sequence[int]) -> int:
    """The mixed-radix number of an entry; Unsayable outside the keys."""
    number = 0
    for key, value in zip(keys, index, strict=True):
        if not key.offset <= value < key.offset + key.size:
            raise Unsayable
        number = number * key.size + value - key.offset
    return number


class Speaker(Search):
    """The evaluator, which looks only where the seat of its Look may."""

    look: Look | None = None

    def _sees(self, masks: list[int], zone: int) -> bool:
        return self.look is not None and bool(masks[zone] & self.look.sight.bit(self.look.seat))

    def _look_at(self, zone: int, end: str = "") -> None:
        if self.look is None or not self._sees(
            self.look.sight.top if end == "top" else self.look.sight.rest, zone
        ):
            raise Unsayable

    def walk_zone(self, number: int, looking: bool) -> Iterator[tuple[int, int]]:
        self._look_at(number)
        return super().walk_zone(number, looking)

    def size(self, domain: core.Domain, env: Env) -> int:
        if isinstance(domain, core.Zone):
            number = self.zone_number(domain, env)
            if self.look is not None and self._sees(self.look.sight.counted, number):
                return self.table.zones[number].size()
        return super().size(domain, env)

    def end_of(self, number: int, end: str, place: int) -> int:
        self._look_at(number, end)
        return super().end_of(number, end, place)

    def _end(self, e: core.End, env: Env) -> int:
        self._look_at(self.zone_number(e.zone, env), e.end)
        return super()._end(e, env)

    def _nth(self, e: core.Nth, env: Env) -> int:
        self._look_at(self.zone_number(e.zone, env))
        return super()._nth(e, env)

    def _at(self, e: core.At, env: Env) -> int:
        if self.look is None:
            raise Unsayable
        component = self.scalar(e.component, env)
        if not self.look.sight.seers(component, self.look.zones) & self.look.sight.bit(self.look.seat):
            raise Unsayable
        return super()._at(e, env)

    def _var_get(self, e: core.VarGet, env: Env) -> Any:
        if self.look is None:
            raise Unsayable
        number = self.variable_numbers[e.variable]
        entry = entry_of(self.ruleset.variables[e.variable].keys, [self.scalar(i, env) for i in e.index])
        if not self.look.sight.variable(number, entry) & self.look.sight.bit(self.look.seat):
            raise Unsayable
        return super()._var_get(e, env)

    def next_in_play(self, seat: int, way: int) -> int:
        if self.look is None:
            raise Unsayable
        return super().next_in_play(seat, way)


class Evaluator:
    """Evaluates the expressions of texts for one ruleset and configuration."""

    def __init__(self, ruleset: Ruleset, config: Config) -> None:
        self._speaker = Speaker(ruleset, config, False)
        self._first = self._speaker.table
        self._ruleset = ruleset

    @cached_property
    def _open(self) -> frozenset[int]:
        return open_locals(self._ruleset)

    def values_of(self, type: Type) -> Sequence[int]:
        """All values of a type that has so many, in order."""
        return self._speaker.values_of(type)

    def known(self, look: Look | None) -> dict[int, Value]:
        """Of the locals around the decision those that the seat may hear of."""
        if look is None or not look.around:
            return {}
        bit = look.sight.bit(look.seat)

        def seen(value: Value) -> bool:
            members = value if isinstance(value, frozenset) else (value,)
            return all(m == NONE or look.sight.seers(m, look.zones) & bit for m in members)

        return {
            id: value
            for id, value in look.around.items()
            if id in self._open or (id in self._components and seen(value))
        }

    @cached_property
    def _components(self) -> frozenset[int]:
        return component_locals(self._ruleset)

    def value(self, expr: core.Expr, env: dict[int, Value], look: Look | None = None) -> Value:
        """The value with locals by id from ``env``, and from around the decision; raises Unsayable."""
        speaker = self._speaker
        speaker.look = look
        speaker.table = self._first if look is None else look.table(speaker)
        speaker.begin(lambda n: -1)
        try:
            value: Value = speaker.value(expr, self.known(look) | env)
        except (FaultRaised, KeyError):
            # A local that isn't there is one that the step gives and that only play knows.
            raise Unsayable from None
        return value

    def render(
        self,
        pieces: Sequence[str | core.Expr],
        env: dict[int, Value],
        say: Callable[[Type, Value], str],
        look: Look | None = None,
    ) -> str:
        """The text of a template; ``say`` turns a value of a type into words."""
        return "".join(
            piece if isinstance(piece, str) else say(piece.type, self.value(piece, env, look))
            for piece in pieces
        )
