"""Sight of choices: does what a player may choose follow from what that player sees?

A player who is told which moves are legal learns from them whatever their conditions read. So the conditions
and domains of each action are walked, and every zone and variable in them must be visible to whoever chooses.
Only what can be told from the declarations is reported: a zone seen by nobody, or one seen by its owner with
an index that is not the chooser. What a body does with hidden things is no matter: it happens after the
choice.

``Size`` and ``IsEmpty`` of a zone ask only how many, which ``counted by`` governs; a pile's top has a sight
of its own. Definitions are followed, with the parameters that stand for the chooser.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from rulewright.ruleset import core
from rulewright.ruleset.model import Action, Definition, KeyType, Variable, Who, ZoneFamily
from rulewright.ruleset.types import Player

#: What the chooser can't see: the place (an index of the ruleset's places), the name, and who sees it.
Hidden = tuple[int, str, Who]


@dataclass(frozen=True, slots=True)
class HiddenChoice:
    """A choice that may tell a secret. ``place``: an index of the ruleset's places; ``name``: of what is
    hidden there."""

    action: Action
    place: int
    name: str
    message: str


class Sight:
    """Finds hidden reads; ``definitions``, ``zones`` and ``variables`` are the ruleset's."""

    def __init__(
        self,
        definitions: dict[str, Definition],
        zones: dict[str, ZoneFamily],
        variables: dict[str, Variable],
    ) -> None:
        self.definitions = definitions
        self.zones = zones
        self.variables = variables
        self._known: dict[tuple[str, frozenset[int]], tuple[Hidden, ...]] = {}

    def of_action(self, action: Action) -> tuple[Hidden, ...]:
        """What the conditions and domains of the action read that its chooser can't see."""
        mine = frozenset({action.me.id})
        parts: list[Any] = [action.when]
        for param in action.params:
            parts += [param.domain, param.where, param.if_possible, param.low, param.high]
        return tuple(dict.fromkeys(hidden for part in parts for hidden in self._reads(part, mine)))

    def choices(self, actions: Iterable[Action]) -> Iterator[HiddenChoice]:
        """Each of what these actions read that their choosers can't see."""
        for action in actions:
            for at, name, who in self.of_action(action):
                seen = {"nobody": "nobody sees", "owner": "only its owner sees"}.get(who, "")
                message = f"who chooses '{action.name}' would learn of '{name}', which {seen}"
                yield HiddenChoice(action, at, name, message)

    def _reads(self, node: Any, mine: frozenset[int]) -> Iterator[Hidden]:
        match node:
            case tuple():
                for item in node:
                    yield from self._reads(item, mine)
            case core.Size(_, core.Zone() as zone) | core.IsEmpty(_, core.Zone() as zone):
                yield from self._zone(zone, mine, "counted")
                yield from self._reads(zone.index, mine)
            case core.End(_, zone, "top", _):
                yield from self._zone(zone, mine, "top")
                yield from self._reads(zone.index, mine)
            case core.Zone():
                yield from self._zone(node, mine, "rest")
                yield from self._reads(node.index, mine)
            case core.VarGet():
                variable = self.variables[node.variable]
                if not self._sees(variable.seen_by, variable.keys, node.index, mine):
                    yield node.place, node.variable, variable.seen_by
                yield from self._reads(node.index, mine)
            case core.CallDefinition():
                yield from self._call(node, mine)
            case _ if hasattr(node, "__dataclass_fields__") and type(node).__module__ == core.__name__:
                for field in fields(node):
                    if field.name != "type":
                        yield from self._reads(getattr(node, field.name), mine)

    def _zone(self, zone: core.Zone, mine: frozenset[int], part: str) -> Iterator[Hidden]:
        family = self.zones.get(zone.family)
        if family is None:
            return  # the box: what is in it everyone can tell
        who: Who = getattr(family.sight, part)
        if not self._sees(who, family.keys, zone.index, mine):
            yield zone.place, zone.family, who

    @staticmethod
    def _sees(
        who: Who, keys: tuple[KeyType, ...], index: tuple[core.Expr, ...], mine: frozenset[int]
    ) -> bool:
        """Whether the chooser sees it; where it can't be told, yes."""
        if who != "owner":
            return who == "everyone"
        for key, value in zip(keys, index, strict=True):
            if isinstance(key.type, Player):
                return not isinstance(value, core.SideOf | core.Const | core.Local) or (
                    isinstance(value, core.Local) and value.var.id in mine
                )
        return True

    def _call(self, call: core.CallDefinition, mine: frozenset[int]) -> Iterator[Hidden]:
        yield from self._reads(call.args, mine)
        definition = self.definitions.get(call.definition)
        if definition is None:
            return
        values = (call.me, *call.args) if call.me is not None else call.args
        inner = frozenset(
            local.id
            for local, value in zip(definition.parameters, values, strict=True)
            if isinstance(value, core.Local) and value.var.id in mine
        )
        key = (call.definition, inner)
        if key not in self._known:
            self._known[key] = tuple(self._reads(definition.body, inner))
        yield from self._known[key]
