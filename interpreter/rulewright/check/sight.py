"""Sight of choices: does what a player may choose follow from what that player sees?

A player who is told which moves are legal learns from them whatever their conditions read. So the conditions
and domains of each action are walked, and every zone and variable in them must be visible to whoever chooses:
seen by everyone, or by its owner with an index that is certainly the chooser. That is ``me``, and whatever
must be equal to ``me`` where the read counts: ``p = me`` stands beside it, or the action is only ever chosen
``by`` that player. What a body does with hidden things is no matter: it happens after the choice.

``Size`` and ``IsEmpty`` of a zone ask only how many, which ``counted by`` governs; a pile's top has a sight
of its own. Definitions are followed, with the parameters that stand for the chooser, and so is what ``can``
asks of somebody's moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from rulewright.ruleset import core
from rulewright.ruleset.model import Action, Definition, KeyType, LocalVar, Variable, Who, ZoneFamily
from rulewright.ruleset.types import Player
from rulewright.ruleset.walk import nodes_under

#: What the chooser can't see: the place (an index of the ruleset's places), the name, and who sees it.
Hidden = tuple[int, str, Who]

#: What is certainly the chooser, as keys of expressions.
Mine = frozenset[Any]


@dataclass(frozen=True, slots=True)
class HiddenChoice:
    """A choice that may tell a secret. ``place``: an index of the ruleset's places; ``name``: of what is
    hidden there."""

    action: Action
    place: int
    name: str
    message: str


class Sight:
    """Finds hidden reads in what has been read of a ruleset. ``most_players``: who plays alone owns whatever
    has an owner; ``steps``: all steps in which choices stand."""

    def __init__(
        self,
        definitions: Mapping[str, Definition],
        zones: Mapping[str, ZoneFamily],
        variables: Mapping[str, Variable],
        actions: Mapping[str, Action],
        most_players: int,
        steps: Iterable[Any],
    ) -> None:
        self.definitions = definitions
        self.zones = zones
        self.variables = variables
        self.actions = actions
        self.alone = most_players == 1
        self._choosers = _choosers(steps)
        self._known: dict[tuple[str, Mine], tuple[Hidden, ...]] = {}

    def choices(self) -> Iterator[HiddenChoice]:
        """Each of what actions read that their choosers can't see."""
        for action in self.actions.values():
            mine = frozenset({_local(action.me)}) | self._choosers.get(action.name, frozenset())
            for at, name, who in dict.fromkeys(self._moves(action, mine)):
                seen = {"nobody": "nobody sees", "owner": "only its owner sees"}.get(who, "")
                message = f"who chooses '{action.name}' would learn of '{name}', which {seen}"
                yield HiddenChoice(action, at, name, message)

    def _moves(self, action: Action, mine: Mine) -> Iterator[Hidden]:
        """What the conditions and domains of an action read."""
        yield from self._reads(action.when, mine)
        mine |= _equal(action.when, True, mine)
        for param in action.params:
            yield from self._reads((param.domain, param.low, param.high), mine)
            yield from self._together(param.where, True, mine)
            for condition in param.where:
                mine |= _equal(condition, True, mine)
            yield from self._reads(param.if_possible, mine)

    def _reads(self, node: Any, mine: Mine) -> Iterator[Hidden]:
        match node:
            case tuple():
                for item in node:
                    yield from self._reads(item, mine)
            case core.And():
                yield from self._together(node.items, True, mine)
            case core.Or():
                yield from self._together(node.items, False, mine)
            case core.IfE():
                yield from self._reads(node.condition, mine)
                yield from self._reads(node.then, mine | _equal(node.condition, True, mine))
                yield from self._reads(node.other, mine | _equal(node.condition, False, mine))
            case core.Quantifier() | core.Total() | core.Best() | core.Find() if node.where is not None:
                yield from self._reads(node.where, mine)
                # What members come to for which it doesn't hold is left out.
                yield from self._parts(node, mine | _equal(node.where, True, mine), but="where")
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
            case core.Can():
                yield from self._reads(node.player, mine)
                for name in node.actions:
                    yield from self._asked(name, node.player, mine)
            case _ if hasattr(node, "__dataclass_fields__") and type(node).__module__ == core.__name__:
                yield from self._parts(node, mine)

    def _parts(self, node: Any, mine: Mine, but: str = "") -> Iterator[Hidden]:
        for field in fields(node):
            if field.name not in ("type", but):
                yield from self._reads(getattr(node, field.name), mine)

    def _together(self, items: Sequence[core.Expr], hold: bool, mine: Mine) -> Iterator[Hidden]:
        """Items that decide together: what one of them comes to counts only where all others hold, or, of
        alternatives, where none of them does."""
        each = [_equal(item, hold, mine) for item in items]
        said = Counter(key for keys in each for key in keys)
        all_say = mine.union(said)
        for item, own in zip(items, each, strict=True):
            alone = frozenset(key for key in own if said[key] == 1) - mine
            yield from self._reads(item, all_say - alone if alone else all_say)

    def _zone(self, zone: core.Zone, mine: Mine, part: str) -> Iterator[Hidden]:
        family = self.zones.get(zone.family)
        if family is None:
            return  # the box: what is in it everyone can tell
        who: Who = getattr(family.sight, part)
        if not self._sees(who, family.keys, zone.index, mine):
            yield zone.place, zone.family, who

    def _sees(self, who: Who, keys: tuple[KeyType, ...], index: tuple[core.Expr, ...], mine: Mine) -> bool:
        """Whether the chooser certainly sees it."""
        if who != "owner":
            return who == "everyone"
        owners = [value for key, value in zip(keys, index, strict=True) if isinstance(key.type, Player)]
        return self.alone or not owners or _key(owners[0]) in mine

    def _call(self, call: core.CallDefinition, mine: Mine) -> Iterator[Hidden]:
        yield from self._reads(call.args, mine)
        definition = self.definitions.get(call.definition)
        if definition is None:
            return
        values = (call.me, *call.args) if call.me is not None else call.args
        given = zip(definition.parameters, values, strict=True)
        inner = _anywhere(mine) | {_local(local) for local, value in given if _key(value) in mine}
        key = (call.definition, inner)
        if key not in self._known:
            self._known[key] = tuple(self._reads(definition.body, inner))
        yield from self._known[key]

    def _asked(self, name: str, player: core.Expr, mine: Mine) -> Iterator[Hidden]:
        """What the chooser would learn from whether that player has a move of an action."""
        action = self.actions.get(name)
        if action is None:
            return
        inner = _anywhere(mine) | ({_local(action.me)} if _key(player) in mine else frozenset())
        key = (f"can {name}", inner)
        if key not in self._known:
            self._known[key] = tuple(self._moves(action, inner))
        yield from self._known[key]


# --- what is certainly the chooser ------------------------------------------------------------------------


def _choosers(steps: Iterable[Any]) -> dict[str, Mine]:
    """By action, what the chooser is wherever the action is offered: the same ``by`` in all its choices, each
    of one move, since ``by`` is asked once."""
    found: dict[str, Mine] = {}
    for step in nodes_under(tuple(steps)):
        if not isinstance(step, core.Choose | core.Together):
            continue
        once = isinstance(step, core.Choose) and step.low is None and step.high is None
        by = _anywhere(frozenset({_key(step.by)})) if once and isinstance(step, core.Choose) else frozenset()
        for offered in step.actions:
            found[offered.action] = found.get(offered.action, by) & by
    return found


def _equal(condition: core.Expr | None, holds: bool, mine: Mine) -> Mine:
    """What is equal to the chooser where a condition holds, or where it doesn't."""
    match condition:
        case core.Compare(_, op, left, right) if op == ("=" if holds else "!="):
            sides = _key(left), _key(right)
            return frozenset(sides) if not mine.isdisjoint(sides) else frozenset()
        case core.Not(_, item):
            return _equal(item, not holds, mine)
        case core.And(_, items) | core.Or(_, items):
            each = [_equal(item, holds, mine) for item in items]
            all_do = isinstance(condition, core.And) == holds
            return frozenset.union(*each) if all_do else frozenset.intersection(*each)
    return frozenset()


def _anywhere(mine: Mine) -> Mine:
    """What means the same in another body: no locals are in it."""
    return frozenset(key for key in mine if not _has_local(key))


def _has_local(key: Any) -> bool:
    return isinstance(key, tuple) and (key[:1] == ("Local",) or any(_has_local(part) for part in key))


def _local(local: LocalVar) -> Any:
    return ("Local", local.id)


def _key(node: Any) -> Any:
    """What is equal for expressions that say the same, wherever they stand."""
    match node:
        case core.Local(_, var):
            return _local(var)
        case tuple():
            return tuple(_key(item) for item in node)
        case LocalVar():
            return _local(node)
        case _ if hasattr(node, "__dataclass_fields__") and type(node).__module__ == core.__name__:
            parts = (field.name for field in fields(node) if field.name not in ("type", "place"))
            return (type(node).__name__, *(_key(getattr(node, name)) for name in parts))
    return node
