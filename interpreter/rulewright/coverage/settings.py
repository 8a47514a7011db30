"""What can be come to with given numbers of players and readings: what another reading alone would run is
nothing that play has left out.

Conditions that ask readings, the number of players and constants alone are reckoned beforehand; what stands
under one that never holds can't be run. Whatever else a condition asks may be so or not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.coverage.items import Item
from rulewright.machine.interface import Config
from rulewright.machine.tally import Point
from rulewright.ruleset import core
from rulewright.ruleset.model import OPEN, LocalVar, Ruleset
from rulewright.ruleset.types import Player

Configs = frozenset[Config]


def reachable(ruleset: Ruleset, items: Iterable[Item], configs: Iterable[Config]) -> set[Item]:
    """The items that games with one of these configurations may come to."""
    walk = _Walk(ruleset, frozenset(configs))
    return {item for item in items if any(walk.reaches(point) for point in item.points)}


def known(ruleset: Ruleset, e: core.Expr, config: Config) -> int | None:
    """The value of an expression that has the same one in every game with the configuration; None where it
    isn't certain."""

    def of(part: core.Expr) -> int | None:
        return known(ruleset, part, config)

    match e:
        case core.Const(value=value):
            return value
        case core.Players():
            return config.players
        case core.Reading(ruling=ruling):
            number = config.readings[ruleset.rulings[ruling].index]
            return None if number == OPEN else number
        case core.Compare(op=op, left=left, right=right):
            a, b = of(left), of(right)
            if a is None or b is None:
                return None
            return int({"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op])
        case core.Not(item=item):
            held = of(item)
            return None if held is None else int(not held)
        case core.And(items=items) | core.Or(items=items):
            settles = 0 if isinstance(e, core.And) else 1
            values = [of(item) for item in items]
            if any(value is not None and bool(value) == bool(settles) for value in values):
                return settles
            return None if None in values else 1 - settles
        case core.In(item=item, domain=core.ListD(items=listed)):
            asked, members = of(item), [of(member) for member in listed]
            return None if asked is None or None in members else int(asked in members)
        case core.IfE(condition=condition, then=then, other=other):
            held = of(condition)
            return None if held is None else of(then if held else other)
        case core.CallDefinition(definition=name, me=None, args=()):
            return of(ruleset.definitions[name].body)
    return None


class _Walk:
    """Goes through all that can be run or asked, a part again whenever one more configuration comes to it."""

    def __init__(self, ruleset: Ruleset, configs: Configs) -> None:
        self.ruleset = ruleset
        self.points: set[Point] = set()
        self.configs = configs
        self._parts: dict[int, Configs] = {}
        self._waiting: list[tuple[Any, Configs]] = [
            (part, configs) for part in (ruleset.setup, ruleset.play, ruleset.result, ruleset.invariants)
        ]
        while self._waiting:
            part, those = self._waiting.pop()
            before = self._parts.get(id(part), frozenset())
            new = those - before
            if new:
                self._parts[id(part)] = before | new
                self._any(part, new)

    def reaches(self, point: Point) -> bool:
        """Whether a point can be come to, as far as can be told."""
        kind, number, arm = point
        if kind == "table":
            return self._entry(number, arm)
        if kind == "end":
            return bool(self.configs)
        return kind in ("reading", "refill") or point in self.points

    def _entry(self, number: int, entry: int) -> bool:
        """Tables are asked for the players of the game, and for their number."""
        rest, fits = entry, {config.players for config in self.configs}
        for key in reversed(list(self.ruleset.tables.values())[number].keys):
            rest, value = divmod(rest, key.size)
            if key.players:
                fits &= {key.offset + value}
            elif isinstance(key.type, Player):
                fits = {players for players in fits if players > key.offset + value}
        return bool(fits)

    def _those(self, condition: core.Expr, configs: Configs, holds: bool) -> Configs:
        """The configurations with which a condition may turn out so."""
        return frozenset(
            config
            for config in configs
            if (value := known(self.ruleset, condition, config)) is None or bool(value) is holds
        )

    def _any(self, part: Any, configs: Configs) -> None:
        """What may be run or asked of a part of the tree with these configurations."""
        if not configs:
            return
        match part:
            case tuple() | list():
                for item in part:
                    self._any(item, configs)
            case core.IfE():
                self._any(part.condition, configs)
                for holds, way in ((True, part.then), (False, part.other)):
                    those = self._those(part.condition, configs, holds)
                    if those:
                        self.points.add(("arm", part.place, int(holds)))
                        self._any(way, those)
            case core.And() | core.Or():
                for item in part.items:
                    self._any(item, configs)
                    configs = self._those(item, configs, isinstance(part, core.And))
            case core.CallDefinition():
                self._inside(part, configs)
                self._waiting.append((self.ruleset.definitions[part.definition].body, configs))
            case core.Can():
                self._any(part.player, configs)
                for name in part.actions:
                    self._offered(name, configs)
            case _ if isinstance(part, core.Step):
                self._step(part, configs)
            case _:
                self._inside(part, configs)

    def _inside(self, part: Any, configs: Configs, *, steps: bool = True) -> None:
        """All parts of a node; ``steps``: those as well that are run."""
        if not is_dataclass(part) or isinstance(part, LocalVar):
            return
        for field in fields(part):
            value = getattr(part, field.name)
            if field.name != "type" and (steps or not _body(value)):
                self._any(value, configs)

    def _offered(self, name: str, configs: Configs) -> Configs:
        """What an action asks where it is offered; the configurations with which it may be legal."""
        action = self.ruleset.actions[name]
        if action.when is not None:
            self._any(action.when, configs)
            configs = self._those(action.when, configs, True)
        self._any(action.params, configs)
        return configs

    def _step(self, step: core.Step, configs: Configs) -> None:
        at = step.place
        self.points.add(("step", at, 0))
        self._inside(step, configs, steps=False)
        match step:
            case core.If():
                for holds, body in ((True, step.then), (False, step.other)):
                    those = self._those(step.condition, configs, holds)
                    if those:
                        self.points.add(("branch", at, int(holds)))
                        self._any(body, those)
            case core.While():
                those = self._those(step.condition, configs, True)
                self.points.add(("branch", at, 0))
                if those:
                    self.points.add(("branch", at, 1))
                    self._any(step.body, those)
            case core.Repeat() | core.For() | core.Turns():
                self.points |= {("branch", at, arm) for arm in range(6)}
                self._any(step.body, configs)
            case core.RunProcedure():
                self._waiting.append((self.ruleset.procedures[step.procedure].body, configs))
            case core.Choose() | core.Together():
                self.points |= {("asked", at, 0), ("asked", at, 1)}
                for number, offer in enumerate(step.actions):
                    those = self._offered(offer.action, configs)
                    if those:
                        self.points.add(("chosen", at, number))
                        self._waiting.append((self.ruleset.actions[offer.action].body, those))
                self.points.add(("chosen", at, len(step.actions)))
                if isinstance(step, core.Choose) and step.otherwise is not None:
                    self.points.add(("chosen", at, len(step.actions) + 1))
                    self._any(step.otherwise, configs)


def _body(value: Any) -> bool:
    """Whether it is a list of steps."""
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], core.Step)
