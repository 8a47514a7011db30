"""Can play come out of a loop again? Loops that never end are found from what their steps may change.

A loop ends by its condition, by a count, by a stop from inside, by the end of the game, or because everybody
dropped out. What is reported here can end in none of these ways: nothing in it stops anything, and what its
condition asks is changed by nothing that happens in it. Where that can't be told (a component is moved from
wherever it is, a turn asks of its own player), the loop is taken to end: it is left to ``simulate``, which
says when no game comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import nodes_under

#: Who is still in play, as something that is asked and changed.
_IN_PLAY = "who is in play"

_MOVES = (
    core.Move,
    core.MoveSet,
    core.MoveAll,
    core.MoveEvery,
    core.MoveSome,
    core.MoveKind,
    core.MoveRandom,
)


@dataclass(frozen=True, slots=True)
class Endless:
    """A loop that never ends. ``place``: an index of the ruleset's places; ``why``: the end of a sentence
    about it; ``help``: what would end it."""

    place: int
    why: str
    help: str


@dataclass
class Parts:
    """What steps may do: names of zones and variables they change, loops they stop, and whether they end the
    game, let somebody choose, or change zones that can't be told."""

    changes: set[str] = field(default_factory=set)
    stops: set[int] = field(default_factory=set)
    ends_game: bool = False
    decides: bool = False
    any_zone: bool = False

    def add(self, other: Parts) -> None:
        self.changes |= other.changes
        self.stops |= other.stops
        self.ends_game |= other.ends_game
        self.decides |= other.decides
        self.any_zone |= other.any_zone


class Endings:
    """Finds the endless loops of a ruleset, which was found right."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.definitions = ruleset.definitions
        self.procedures = ruleset.procedures
        self.actions = ruleset.actions
        self.zones = ruleset.zones
        self.cut_off = ruleset.move_limit is not None
        self._lists = (
            ruleset.setup,
            ruleset.play,
            tuple(p.body for p in ruleset.procedures.values()),
            tuple(a.body for a in ruleset.actions.values()),
        )
        self._parts: dict[tuple[str, str], Parts] = {}

    # --- what steps do ------------------------------------------------------------------------------------

    def parts(self, node: Any) -> Parts:
        """What steps (or anything that holds steps) may do, whatever they call included."""
        found = Parts()
        for inner in nodes_under(node):
            match inner:
                case core.RunProcedure():
                    found.add(
                        self._called("procedure", inner.procedure, self.procedures[inner.procedure].body)
                    )
                case core.Choose() | core.Together():
                    found.decides = True
                    for offer in inner.actions:
                        found.add(self._called("action", offer.action, self.actions[offer.action].body))
                case core.CallDefinition():
                    body = self.definitions[inner.definition].body
                    found.add(self._called("definition", inner.definition, body))
                case core.Stop():
                    found.ends_game |= inner.loop is None
                    found.stops |= set() if inner.loop is None else {inner.loop}
                case core.DropOut():
                    found.changes.add(_IN_PLAY)
                case core.SetVar() | core.AddMember() | core.RollVar() | core.RandomVar():
                    found.changes.add(inner.variable)
                case core.Shuffle():
                    found.changes.add(inner.zone.family)
                case core.Deal():
                    found.changes |= {inner.source.family, inner.family}
                case core.Zone():
                    # Asked for a card, an empty pile is refilled.
                    family = self.zones.get(inner.family)
                    if family is not None and family.refilled_from is not None:
                        found.changes |= {family.name, family.refilled_from}
                case _ if isinstance(inner, _MOVES):
                    source = getattr(inner, "source", None)
                    found.any_zone |= source is None
                    found.changes |= {inner.to.family} | (set() if source is None else {source.family})
        return found

    def _called(self, kind: str, name: str, body: Any) -> Parts:
        key = (kind, name)
        if key not in self._parts:
            self._parts[key] = Parts()
            self._parts[key] = self.parts(body)
        return self._parts[key]

    # --- what conditions ask ------------------------------------------------------------------------------

    def asked(self, node: Any) -> set[str]:
        """The names of zones and variables that an expression asks, through definitions and heads of
        actions."""
        found: set[str] = set()
        self._ask(node, found, set())
        return found

    def _ask(self, node: Any, found: set[str], seen: set[str]) -> None:
        for inner in nodes_under(node):
            match inner:
                case core.VarGet():
                    found.add(inner.variable)
                case core.Zone() | core.At():
                    found.add(inner.family)
                case core.SideOf():
                    found.add(_IN_PLAY)
                case core.CallDefinition() if inner.definition not in seen:
                    seen.add(inner.definition)
                    self._ask(self.definitions[inner.definition].body, found, seen)
                case core.Can():
                    for name in inner.actions:
                        action = self.actions.get(name)
                        if action is not None and name not in seen:
                            seen.add(name)
                            self._ask((action.when, action.params), found, seen)

    def _changed(self, condition: core.Expr, parts: Parts) -> bool:
        """May the steps change what the condition asks?"""
        asked = self.asked(condition)
        zones = asked & {*self.zones, "box"}
        return bool(asked & parts.changes) or (parts.any_zone and bool(zones))

    # --- loops --------------------------------------------------------------------------------------------

    def endless(self) -> Iterator[Endless]:
        """The loops that never end; of loops in each other the innermost."""
        yield from self._endless_in(self._lists)

    def _endless_in(self, steps: Any) -> Iterator[Endless]:
        for inner in nodes_under(steps):
            if isinstance(inner, core.While | core.Turns):
                found = self._endless(inner)
                if found is not None and next(self._endless_in(inner.body), None) is None:
                    yield found

    def _endless(self, loop: core.While | core.Turns) -> Endless | None:
        parts = self.parts((loop.body,))
        inside = {
            x.loop for x in nodes_under(loop.body) if hasattr(x, "loop") and not isinstance(x, core.Stop)
        }
        if parts.ends_game or parts.stops - inside:
            return None
        if parts.decides and self.cut_off:
            return None
        if isinstance(loop, core.While):
            return self._endless_while(loop, parts)
        return self._endless_turns(loop, parts)

    def _endless_while(self, loop: core.While, parts: Parts) -> Endless | None:
        if isinstance(loop.condition, core.Const):
            if not loop.condition.value:
                return None
            return Endless(
                loop.place, "its condition is always true and nothing in it stops it", "stop it from inside"
            )
        if self._changed(loop.condition, parts):
            return None
        why = "nothing in it changes what its condition asks"
        return Endless(loop.place, why, "change it in the loop, or stop the loop from inside")

    def _endless_turns(self, loop: core.Turns, parts: Parts) -> Endless | None:
        if loop.rounds is not None or loop.at_most is not None or _IN_PLAY in parts.changes:
            return None
        conditions = [c for c in (loop.until, loop.while_) if c is not None]
        for condition in conditions:
            if isinstance(condition, core.Const):
                continue
            mine = any(isinstance(x, core.Local) and x.var.id == loop.me.id for x in nodes_under(condition))
            if mine or self._changed(condition, parts):
                return None
        ends = [c for c in (loop.until,) if isinstance(c, core.Const) and c.value]
        ends += [c for c in (loop.while_,) if isinstance(c, core.Const) and not c.value]
        if ends:
            return None
        if any(not isinstance(c, core.Const) for c in conditions):
            return Endless(
                loop.place,
                "nothing in it changes what its condition asks",
                "change it in the turns, or stop the game from inside",
            )
        return Endless(
            loop.place,
            "it has no number of rounds and no condition, and nothing in it stops it",
            "for instance: once round, 5 rounds, until CONDITION; or a step or action with 'stop game'",
        )
