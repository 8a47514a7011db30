"""Domains: what they hold, in which order they are walked, and what is asked of them without walking.

``walk`` looks at the cards of a pile as it comes to them, so it is a Python generator: whoever stops early
has looked at no more. ``pieces`` and all that is built on it only asks what is there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rulewright.machine.interface import Config
from rulewright.reference import geometry
from rulewright.reference.world import World
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.types import (
    NONE,
    Bool,
    Comp,
    Enum,
    Int,
    Line,
    Opt,
    Player,
    SetOf,
    Space,
    Spot,
    Type,
)

Env = dict[int, Any]
"""The locals by id: integers, and frozensets for sets."""

Weighted = Iterable[tuple[int, int]]
"""Members with how many there are of each: 1 of all but alike pieces."""


class Domains(World, ABC):
    def __init__(self, ruleset: Ruleset, config: Config, traced: bool) -> None:
        super().__init__(ruleset, config, traced)
        self._walks: dict[type, Callable[[Any, Env, bool], Weighted]] = {
            core.Zone: self._walk_zone,
            core.AllOf: self._walk_all,
            core.RangeD: self._walk_range,
            core.ListD: self._walk_list,
            core.FilterD: self._walk_filter,
            core.SetD: self._walk_set,
            core.BoardD: self._walk_board,
        }
        self._line_tables: dict[tuple[str, int], list[tuple[int, ...]]] = {}

    @abstractmethod
    def scalar(self, e: core.Expr, env: Env) -> int:
        """The value of an expression that is no set."""

    @abstractmethod
    def set_value(self, e: core.Expr, env: Env) -> frozenset[int]:
        """The value of a set-valued expression."""

    # --- what is asked of a domain ----------------------------------------------------------------

    def walk(self, domain: core.Domain, env: Env) -> Weighted:
        """The members in order, each with its weight, looking at unknown cards on the way."""
        for member in self._walks[type(domain)](domain, env, True):
            self.met()
            yield member

    def pieces(self, domain: core.Domain, env: Env) -> Weighted:
        """The same without looking: unknown cards come in id order."""
        return self._walks[type(domain)](domain, env, False)

    def members(self, domain: core.Domain, env: Env) -> Iterator[int]:
        return (member for member, _ in self.walk(domain, env))

    def member_set(self, domain: core.Domain, env: Env) -> frozenset[int]:
        return frozenset(member for member, _ in self.pieces(domain, env))

    def size(self, domain: core.Domain, env: Env) -> int:
        return sum(weight for _, weight in self.pieces(domain, env))

    def contains(self, domain: core.Domain, item: int, env: Env) -> bool:
        return item != NONE and any(item == member for member, _ in self.pieces(domain, env))

    def zone_number(self, zone: core.Zone, env: Env) -> int:
        """The zone's number; ``box`` is the box."""
        family = self.ruleset.zones.get(zone.family)
        if family is None:
            return 0
        index = [self.scalar(e, env) for e in zone.index]
        return family.first + self.entry(family.name, family.keys, index, zone.place)

    # --- the kinds of domains -----------------------------------------------------------------------

    def _walk_zone(self, domain: core.Zone, env: Env, looking: bool) -> Weighted:
        return self.walk_zone(self.zone_number(domain, env), looking)

    def _walk_all(self, domain: core.AllOf, env: Env, looking: bool) -> Weighted:
        return ((value, 1) for value in self.values_of(domain.type))

    def values_of(self, type: Type) -> Sequence[int]:
        """core.AllOf."""
        match type:
            case Int(lo, hi):
                return range(lo, hi + 1)
            case Bool():
                return range(2)
            case Enum(_, values):
                return range(len(values))
            case Player():
                return range(self.players)
            case Comp():
                return [id for id in self.components.ids(type) if self.in_game(id)]
            case Space(board):
                return range(len(self.ruleset.boards[board].spaces))
            case Line(board, length):
                return range(len(self.lines(board, length)))
            case Spot(shapes, _):
                return range(sum(map(len, self.ruleset.shapes[shapes].placements)))
        raise AssertionError(f"{type} is no collection")

    def _walk_range(self, domain: core.RangeD, env: Env, looking: bool) -> Weighted:
        low, high = self.scalar(domain.low, env), self.scalar(domain.high, env)
        return ((value, 1) for value in range(low, high + 1))

    def _walk_list(self, domain: core.ListD, env: Env, looking: bool) -> Weighted:
        return ((self.scalar(item, env), 1) for item in domain.items)

    def _walk_filter(self, domain: core.FilterD, env: Env, looking: bool) -> Weighted:
        for id, weight in self._walks[type(domain.domain)](domain.domain, env, looking):
            if self.is_of(id, domain.leaves):
                yield id, weight

    def is_of(self, id: int, leaves: tuple[str, ...]) -> bool:
        return id != NONE and self.components.leaf_of[id] in leaves

    def _walk_set(self, domain: core.SetD, env: Env, looking: bool) -> Weighted:
        return [(member, 1) for member in sorted(self.set_value(domain.value, env))]

    def _walk_board(self, domain: core.BoardD, env: Env, looking: bool) -> Weighted:
        return [(value, 1) for value in self._board_values(domain, env)]

    # --- boards -------------------------------------------------------------------------------------

    def lines(self, board: str, length: int) -> list[tuple[int, ...]]:
        table = self._line_tables.get((board, length))
        if table is None:
            table = self._line_tables[board, length] = geometry.lines(self.ruleset.boards[board], length)
        return table

    def spots(self, shapes: str) -> list[tuple[int, ...]]:
        """The table of placements: shape by shape."""
        return [spot for shape in self.ruleset.shapes[shapes].placements for spot in shape]

    def _board_values(self, domain: core.BoardD, env: Env) -> Iterable[int]:
        board = self.ruleset.boards[domain.board]
        args = [self.scalar(arg, env) for arg in domain.args]
        element = domain.type.element if isinstance(domain.type, SetOf) else domain.type
        match domain.function:
            case "neighbours":
                return board.neighbours[args[0]]
            case "ray":
                return geometry.ray(board, *args)
            case "ahead":
                return geometry.ahead(board, *args)
            case "behind":
                return geometry.behind(board, *args)
            case "path":
                return list(board.paths.values())[args[0]]
            case "spaces":
                of = domain.args[0].type
                of = of.base if isinstance(of, Opt) else of
                if isinstance(of, Line):
                    return self.lines(of.board, of.length)[args[0]]
                assert isinstance(of, Spot)
                return self.spots(of.shapes)[args[0]]
            case "lines":
                assert isinstance(element, Line)
                return range(len(self.lines(element.board, element.length)))
            case "lines_through":
                assert isinstance(element, Line)
                table = self.lines(element.board, element.length)
                return [row for row, line in enumerate(table) if args[-1] in line]
            case "placements":
                assert isinstance(element, Spot)
                sizes = [len(shape) for shape in self.ruleset.shapes[element.shapes].placements]
                first = sum(sizes[: args[0]])
                return range(first, first + sizes[args[0]])
