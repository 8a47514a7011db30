"""Can play come out of a loop again? Loops that never end are found from what their steps may change.

A loop ends by its condition, by a count, by a stop from inside, by the end of the game, or because everybody
dropped out. What is reported here can end in none of these ways: nothing in it stops anything, and what its
condition asks is changed by nothing that happens in it. Where that can't be told (a component is moved from
wherever it is, a turn asks of its own player), the loop is taken to end: it is left to ``simulate``, which
says when no game comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar, Ruleset
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


#: Steps that hold other steps.
_HOLDERS = (core.If, core.While, core.Repeat, core.For, core.Turns, core.Choose)


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
    loops: set[int] = field(default_factory=set)
    """The loops that stand in them."""

    def add(self, other: Parts) -> None:
        self.changes |= other.changes
        self.stops |= other.stops
        self.ends_game |= other.ends_game
        self.decides |= other.decides
        self.any_zone |= other.any_zone
        self.loops |= other.loops


class Endings:
    """Finds the endless loops of a ruleset, which was found right."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.definitions = ruleset.definitions
        self.procedures = ruleset.procedures
        self.actions = ruleset.actions
        self.zones = ruleset.zones
        self.variables = ruleset.variables
        self.cut_off = ruleset.move_limit is not None
        self._lists = (
            ruleset.setup,
            ruleset.play,
            tuple(p.body for p in ruleset.procedures.values()),
            tuple(a.body for a in ruleset.actions.values()),
        )
        self._parts: dict[tuple[str, str | int], Parts] = {}
        self._asked: dict[tuple[str, str], set[str]] = {}
        self._asked_at: dict[int, tuple[Any, set[str]]] = {}
        """By the identity of the node, which is kept so that no other has it."""

    # --- what steps do ------------------------------------------------------------------------------------

    def parts(self, *steps: Any) -> Parts:
        """What steps (or anything that holds steps) may do, whatever they call included."""
        found = Parts()
        for node in steps:
            self._collect(node, found)
        return found

    def _collect(self, node: Any, found: Parts) -> None:
        if isinstance(node, tuple | list | dict):
            for item in node.values() if isinstance(node, dict) else node:
                self._collect(item, found)
            return
        if not is_dataclass(node) or isinstance(node, LocalVar | type):
            return
        if isinstance(node, _HOLDERS):
            # Asked for again by whatever is around it, so it is looked through once.
            key = ("step", id(node))
            if key not in self._parts:
                self._parts[key] = Parts()
                self._look(node, self._parts[key])
            found.add(self._parts[key])
        else:
            self._look(node, found)

    def _look(self, node: Any, found: Parts) -> None:
        match node:
            case core.RunProcedure():
                found.add(self._called("procedure", node.procedure, self.procedures[node.procedure].body))
            case core.Choose() | core.Together():
                found.decides = True
                for offer in node.actions:
                    found.add(self._called("action", offer.action, self.actions[offer.action].body))
            case core.CallDefinition():
                found.add(self._called("definition", node.definition, self.definitions[node.definition].body))
            case core.While() | core.Repeat() | core.For() | core.Turns():
                found.loops.add(node.loop)
            case core.Stop():
                found.ends_game |= node.loop is None
                found.stops |= set() if node.loop is None else {node.loop}
            case core.DropOut():
                found.changes.add(_IN_PLAY)
            case core.SetVar() | core.AddMember() | core.RollVar() | core.RandomVar():
                found.changes.add(node.variable)
            case core.Shuffle():
                found.changes.add(node.zone.family)
            case core.Deal():
                found.changes |= {node.source.family, node.family}
            case core.Zone():
                # Asked for a card, an empty pile is refilled.
                family = self.zones.get(node.family)
                if family is not None and family.refilled_from is not None:
                    found.changes |= {family.name, family.refilled_from}
            case _ if isinstance(node, _MOVES):
                source = getattr(node, "source", None)
                found.any_zone |= source is None
                found.changes |= {node.to.family} | (set() if source is None else {source.family})
        for part in fields(node):
            if part.name != "type":
                self._collect(getattr(node, part.name), found)

    def _called(self, kind: str, name: str, body: Any) -> Parts:
        key = (kind, name)
        if key not in self._parts:
            self._parts[key] = Parts()
            self._parts[key] = self.parts(body)
        return self._parts[key]

    def never_set(self) -> Iterator[str]:
        """The names of variables that no step sets, in the order of their declarations."""
        changed = self.parts(*self._lists).changes
        yield from (name for name in self.variables if name not in changed)

    # --- what conditions ask ------------------------------------------------------------------------------

    def asked(self, node: Any) -> set[str]:
        """The names of zones and variables that an expression asks, through definitions and heads of
        actions."""
        if id(node) in self._asked_at:
            return self._asked_at[id(node)][1]
        found: set[str] = set()
        self._asked_at[id(node)] = node, found
        for inner in nodes_under(node):
            match inner:
                case core.VarGet():
                    found.add(inner.variable)
                case core.Zone() | core.At():
                    found.add(inner.family)
                case core.SideOf():
                    found.add(_IN_PLAY)
                case core.CallDefinition():
                    body = self.definitions[inner.definition].body
                    found |= self._asked_by("definition", inner.definition, body)
                case core.Can():
                    for name in inner.actions:
                        action = self.actions.get(name)
                        if action is not None:
                            found |= self._asked_by("action", name, (action.when, action.params))
        return found

    def _asked_by(self, kind: str, name: str, node: Any) -> set[str]:
        key = (kind, name)
        if key not in self._asked:
            self._asked[key] = set()
            self._asked[key] = self.asked(node)
        return self._asked[key]

    def _changed(self, condition: core.Expr, parts: Parts) -> bool:
        """May the steps change what the condition asks?"""
        asked = self.asked(condition)
        zones = asked & {*self.zones, "box"}
        return bool(asked & parts.changes) or (parts.any_zone and bool(zones))

    # --- loops --------------------------------------------------------------------------------------------

    def endless(self) -> Iterator[Endless]:
        """The loops that never end; of loops in each other the innermost."""
        yield from self._endless_in(self._lists)

    def _endless_in(self, node: Any) -> list[Endless]:
        if isinstance(node, tuple):
            return [found for item in node for found in self._endless_in(item)]
        if not isinstance(node, _HOLDERS):
            return []
        parts = [getattr(node, name, None) for name in ("then", "other", "body", "otherwise")]
        within = [found for part in parts if part for found in self._endless_in(part)]
        if within or not isinstance(node, core.While | core.Turns):
            return within
        found = self._endless(node)
        return [] if found is None else [found]

    def _endless(self, loop: core.While | core.Turns) -> Endless | None:
        parts = self.parts((loop.body,))
        if parts.ends_game or parts.stops - parts.loops:
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
