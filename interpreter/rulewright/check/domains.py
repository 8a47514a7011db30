"""Zones and domains: whatever holds several things, by name or made from others."""

from __future__ import annotations

from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.elaborator import COLLECTIONS, FUNCTIONS, DomainOf
from rulewright.check.functions import Functions
from rulewright.check.scope import Env, Symbol
from rulewright.diagnostics import Place
from rulewright.diagnostics.codes import check as codes
from rulewright.ruleset import core
from rulewright.ruleset.types import (
    Comp,
    Enum,
    Int,
    Line,
    Opt,
    Scalar,
    SetOf,
    Space,
    Spot,
    Type,
)
from rulewright.syntax import nodes as n


class Domains(Functions):
    """Elaborates collections."""

    # --- zones

    def zone_symbol(self, node: n.Expr, env: Env) -> Symbol | None:
        """The zone a node names, if it names one; no report."""
        name = (
            node.text if isinstance(node, n.Name) else node.name.text if isinstance(node, n.Index) else None
        )
        if name is None or name in env.locals:
            return None
        symbol = self.names.symbols.get(name)
        return symbol if symbol is not None and symbol.kind == "zone" else None

    def zone(self, node: n.Expr, env: Env) -> core.Zone | None:
        """A zone with its indexes."""
        if isinstance(node, n.Name) and node.text == "box":
            return core.Zone("box", (), self.place(env, node))
        symbol = self.zone_symbol(node, env)
        if symbol is None:
            if isinstance(node, n.Name | n.Index):
                ident = node if isinstance(node, n.Name) else node.name
                local = env.locals.get(ident.text)
                if local is not None and local.type == t.UNKNOWN:
                    return None
                if ident.text not in env.locals and ident.text not in self.names.symbols:
                    self.unknown(ident, env, [*self.zones, "box"], "a zone")
                    return None
            self.error(
                codes.NotAZone,
                env,
                node,
                "this is no zone",
                expected=("a zone",),
                help=self._zone_of(node, env),
            )
            return None
        symbol.used = True
        family = self.zones.get(symbol.name)
        if family is None:
            return None
        args = node.args if isinstance(node, n.Index) else ()
        index = self.indexes(family.keys, args, node, env, f"zone '{family.name}'")
        return None if index is None else core.Zone(family.name, index, self.place(env, node))

    def _zone_of(self, node: n.Expr, env: Env) -> str | None:
        """For a player, space or component in place of a zone: a zone that has one for each of them."""
        value = None if self.is_collection(node, env) else self.quietly(node, env)
        if value is None:
            return None
        for zone in self.zones.values():
            if (
                len(zone.keys) == 1
                and t.fits(value.type, zone.keys[0].type)
                and not isinstance(value.type, Int)
            ):
                return f"for instance {zone.name}[{env.source.text(node)}]"
        return None

    # --- domains

    def is_collection(self, node: n.Expr, env: Env) -> bool:
        """Does the node denote several things (a type, zone, set, list), judged without elaborating it?"""
        if isinstance(node, n.ListOf | n.RangeOf | n.BoardValues | n.Filtered):
            return True
        if isinstance(node, n.Aggregate):
            return node.kind == "set"
        if isinstance(node, n.Binary):
            return node.op in "+-" and (self.is_collection(node.left, env) or self.is_area(node.left, env))
        if isinstance(node, n.IfElse):
            return self.is_collection(node.then, env)
        if isinstance(node, n.Call):
            if node.name.text in COLLECTIONS and node.name.text not in self.names.symbols:
                return True
            return self._gives_set(node.name.text, env.source.place(node))
        if isinstance(node, n.Index):
            return self._names_collection(node.name.text, env, env.source.place(node))
        if isinstance(node, n.Name):
            if node.text in env.locals:
                return isinstance(env.locals[node.text].type, SetOf)
            return node.text in ("player", "box") or self._names_collection(
                node.text, env, env.source.place(node)
            )
        return False

    def is_area(self, node: n.Expr, env: Env) -> bool:
        """A local that is a line or a placement: one value, and the set of its spaces where a set stands."""
        return (
            isinstance(node, n.Name)
            and node.text in env.locals
            and isinstance(env.locals[node.text].type, Line | Spot)
        )

    def _names_collection(self, name: str, env: Env, place: Place) -> bool:
        if name in env.locals:
            return False
        symbol = self.names.symbols.get(name)
        if symbol is None:
            return False
        if symbol.kind in ("enum", "component", "board", "constant set"):
            return True
        if symbol.kind == "zone":
            return name in self.zones and self.zones[name].kind != "slot"
        if symbol.kind == "variable":
            return name in self.variables and isinstance(self.variables[name].type, SetOf)
        return symbol.kind == "definition" and self._gives_set(name, place)

    def _gives_set(self, name: str, place: Place) -> bool:
        symbol = self.names.symbols.get(name)
        if symbol is None or symbol.kind != "definition":
            return False
        definition = self.definition(symbol, place)
        return definition is not None and isinstance(definition.type, SetOf)

    def domain(self, node: n.Expr, env: Env, expected: Type | None = None) -> DomainOf | None:
        """A collection and the type of its members."""
        found = self._domain(node, env, expected)
        if found is not None:
            self.note_origin(found[0], node, env)
        return found

    def _domain(self, node: n.Expr, env: Env, expected: Type | None) -> DomainOf | None:
        if self.is_clashing(node, env):
            return None
        if isinstance(node, n.Filtered):
            return self._filtered(node, env)
        if isinstance(node, n.RangeOf):
            low, high = self.number(node.low, env), self.number(node.high, env)
            if low is None or high is None:
                return None
            a, b = cast(Int, low.type), cast(Int, high.type)
            return core.RangeD(low, high), Int(a.lo, max(a.lo, b.hi))
        if isinstance(node, n.ListOf):
            return self._list(node, env, expected)
        if isinstance(node, n.BoardValues):
            enum = self.board_enum(node, env)
            return None if enum is None else (core.AllOf(enum), enum)
        if isinstance(node, n.Member):
            # `x in D` where a domain is needed is the filter `TYPE in D`.
            return self._filtered(n.Filtered(node.start, node.end, node.item, node.domain), env)
        if isinstance(node, n.Binary) and self.is_collection(node, env):
            return self._set_operation(node, env, expected)
        if isinstance(node, n.Aggregate) and node.kind == "set":
            return self._set_of(node, env, expected)
        if (
            isinstance(node, n.Call)
            and node.name.text in COLLECTIONS
            and node.name.text not in self.names.symbols
        ):
            return self._board_domain(node, env)
        if isinstance(node, n.Name | n.Index):
            found = self._named_domain(node, env)
            if found is not None:
                return found
        return self._value_domain(node, env, expected)

    def _named_domain(self, node: n.Name | n.Index, env: Env) -> DomainOf | None:
        name = node.text if isinstance(node, n.Name) else node.name.text
        if name in env.locals:
            return None
        if name == "player":
            return core.AllOf(t.PLAYER), t.PLAYER
        symbol = self.names.symbols.get(name)
        if symbol is None:
            return None
        if symbol.kind == "zone":
            zone = self.zone(node, env)
            return None if zone is None else (zone, self.zones[name].element)
        if isinstance(node, n.Index):
            return None
        if symbol.kind in ("enum", "board"):
            symbol.used = True
            return None if symbol.value is None else (core.AllOf(symbol.value), symbol.value)
        if symbol.kind == "component":
            symbol.used = True
            type = self.component_type(name)
            return core.AllOf(type), type
        if symbol.kind == "constant set":
            symbol.used = True
            element, values = self.sets.get(name, (None, ()))
            if element is None:
                return None
            return core.ListD(element, tuple(core.Const(element, v) for v in values)), element
        return None

    def _value_domain(self, node: n.Expr, env: Env, expected: Type | None) -> DomainOf | None:
        if self.zone_symbol(node, env) is not None:
            return None  # reported
        is_set = self.is_collection(node, env)
        value = self._set_value(node, env, expected) if is_set else self.value(node, env)
        if value is None:
            return None
        if isinstance(value.type, SetOf):
            return core.SetD(value), value.type.element
        if isinstance(value.type, Line | Spot):
            return self.spaces_of(value, env, node), Space(value.type.board)
        is_member = expected is not None and t.fits(t.base_of(value.type), expected)
        self.error(
            codes.NotACollection,
            env,
            node,
            f"here stands {t.words(value.type)}",
            expected=("a type, zone, range, list or set",),
            help=f"a set of this alone is written [{env.source.text(node)}]" if is_member else None,
        )
        return None

    def _set_value(self, node: n.Expr, env: Env, expected: Type | None) -> core.Expr | None:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        wanted = SetOf(expected) if isinstance(expected, Scalar) else None
        return None if method is None else cast("core.Expr | None", method(node, env, wanted))

    def spaces_of(self, value: core.Expr, env: Env, node: n.Node) -> core.BoardD:
        board = cast("Line | Spot", value.type).board
        return core.BoardD(Space(board), "spaces", board, (value,), self.place(env, node))

    def component_type(self, name: str) -> Comp:
        return Comp(self.families[name].leaves if name in self.families else (), name)

    def board_enum(self, node: n.BoardType | n.BoardValues, env: Env) -> Enum | None:
        """The paths or the directions of a board."""
        symbol = self.symbol(node.board, env, ("board",))
        if symbol is None:
            return None
        enum = (self.path_enums if node.what == "path" else self.direction_enums).get(symbol.name)
        if enum is None and symbol.name in self.boards:
            self.error(codes.WrongType, env, node.board, f"'{symbol.name}' has no {node.what}s")
        return enum

    def _filtered(self, node: n.Filtered, env: Env) -> DomainOf | None:
        found = self.domain(node.domain, env)
        if not isinstance(node.type, n.Name):
            self.error(codes.NotACollection, env, node.type, "a component type is needed before 'in'")
            return None
        help = (
            f"before 'in' stands a type of components; for all members write: {env.source.text(node.domain)}"
        )
        symbol = self.symbol(node.type, env, ("component",), help)
        if found is None or symbol is None:
            return None
        family = self.families.get(symbol.name)
        if family is None:
            return None
        domain, element = found
        if not isinstance(element, Comp):
            self.error(
                codes.WrongType,
                env,
                node.domain,
                f"its members are {element}",
                expected=("a zone or set of components",),
            )
            return None
        if not set(element.leaves) & set(family.leaves) and self.counted:
            self.error(codes.NeverLegal, env, node, f"there is never {symbol.name} among {element}")
        if set(element.leaves) <= set(family.leaves):
            return domain, element
        type = Comp(tuple(leaf for leaf in family.leaves if leaf in element.leaves), symbol.name)
        return core.FilterD(type.leaves, domain), type

    def _list(self, node: n.ListOf, env: Env, expected: Type | None) -> DomainOf | None:
        items: list[core.Expr] = []
        type: Type | None = expected
        right = True
        for item in node.items:
            value = self.value(item, env, type)
            if expected is not None and not isinstance(expected, Opt):
                value = self._open(value, env, item)
            if value is None:
                right = False
                continue
            joined = value.type if type is None else t.join(type, value.type)
            if joined is None:
                self.error(
                    codes.WrongType, env, item, f"a value of type {value.type} among values of type {type}"
                )
                right = False
                continue
            type = joined
            items.append(value)
        if not right:
            return None
        if type is None:
            self.error(codes.NotACollection, env, node, "nothing says what this empty list is of")
            return None
        return core.ListD(type, tuple(items)), type

    def _set_operation(self, node: n.Binary, env: Env, expected: Type | None) -> DomainOf | None:
        left = self.domain(node.left, env, expected)
        if left is None:
            self.domain(node.right, env) if self.is_collection(node.right, env) else self.value(
                node.right, env
            )
            return None
        if self.is_collection(node.right, env) or self.is_area(node.right, env):
            right = self.domain(node.right, env, left[1])
        else:
            value = self._open(self.value(node.right, env, left[1]), env, node.right)
            right = None if value is None else (core.ListD(value.type, (value,)), value.type)
        if right is None:
            return None
        joined = (
            t.join(left[1], right[1])
            if node.op == "+"
            else (left[1] if t.comparable(left[1], right[1]) else None)
        )
        if joined is None or not isinstance(joined, Scalar):
            self.error(codes.WrongType, env, node, f"a set of {left[1]} and {right[1]}")
            return None
        return core.SetD(core.SetOp(SetOf(joined), cast(Any, node.op), left[0], right[0])), joined

    def _set_of(self, node: n.Aggregate, env: Env, expected: Type | None) -> DomainOf | None:
        loops, inner, right = self.loops(node.binders, env)
        where = None
        if node.where is not None:
            where = self.condition(node.where, inner)
            right = right and where is not None
            inner = inner.knowing(self.facts(node.where, inner, True))
        value = self._open(self.value(node.value, inner, expected), inner, node.value) if right else None
        if value is None:
            return None
        if not isinstance(value.type, Scalar):
            self.error(codes.WrongType, inner, node.value, f"there are no sets of {value.type}")
            return None
        return core.SetD(core.SetFrom(SetOf(value.type), value, loops, where)), value.type

    def _board_domain(self, node: n.Call, env: Env) -> DomainOf | None:
        name = node.name.text
        if len(node.args) not in FUNCTIONS[name]:
            needs = " or ".join(t.plural(x, "argument") for x in FUNCTIONS[name])
            self.error(codes.WrongCount, env, node, f"'{name}' takes {needs}, not {len(node.args)}")
            return None
        place = self.place(env, node)
        if name == "lines":
            return self._lines(node, env, place)
        if name == "placements":
            if self.names.lost_shapes and isinstance(node.args[0], n.Name):
                self.names.lost.add(node.args[0].text)
            shape = self._open(self.value(node.args[0], env), env, node.args[0])
            found = (
                None
                if shape is None
                else next((s for s in self.shapes.values() if s.enum == str(shape.type)), None)
            )
            if shape is None:
                return None
            if found is None:
                self.error(
                    codes.WrongType,
                    env,
                    node.args[0],
                    f"here stands {t.words(shape.type)}",
                    expected=("a shape",),
                )
                return None
            spot = Spot(found.name, found.board)
            return core.BoardD(spot, "placements", found.board, (shape,), place), spot
        if name == "path":
            path = self._open(self.value(node.args[0], env), env, node.args[0])
            if path is None:
                return None
            board = next((b for b, e in self.path_enums.items() if e == path.type), None)
            if board is None:
                self.error(
                    codes.WrongType,
                    env,
                    node.args[0],
                    f"here stands {t.words(path.type)}",
                    expected=("a path of a board",),
                )
                return None
            return core.BoardD(Space(board), "path", board, (path,), place), Space(board)
        space = self._space(node.args[0], env)
        if space is None:
            return None
        board = cast(Space, space.type).board
        if name == "ray":
            way = self.direction(node.args[1], env, board, node.args[0])
            return (
                None
                if way is None
                else (core.BoardD(space.type, "ray", board, (space, way), place), space.type)
            )
        if (
            name in ("ahead", "behind")
            and board not in self.path_enums
            and self.boards[board].kind != "track"
        ):
            self.error(codes.WrongType, env, node.args[0], f"'{board}' has no paths")
            return None
        if len(node.args) == 1:
            return core.BoardD(space.type, cast(Any, name), board, (space,), place), space.type
        way = self.path(node.args[1], env, board, node.args[0])
        return (
            None
            if way is None
            else (core.BoardD(space.type, cast(Any, name), board, (space, way), place), space.type)
        )

    def _lines(self, node: n.Call, env: Env, place: int) -> DomainOf | None:
        if not isinstance(node.args[0], n.Name):
            self.error(
                codes.WrongType,
                env,
                node.args[0],
                "a board is needed here",
                expected=("the name of a board",),
                help="write lines(BOARD, LENGTH) or lines(BOARD, LENGTH, SPACE)",
            )
            return None
        symbol = self.symbol(node.args[0], env, ("board",))
        length = self.number(node.args[1], env)
        if symbol is None or length is None or symbol.name not in self.boards:
            return None
        if not isinstance(length, core.Const):
            message = "the length of a line must be known before the game begins"
            help = "write a number, or the name of one under 'assumptions'"
            self.error(codes.NotConstant, env, node.args[1], message, help=help)
            return None
        if not 2 <= length.value <= 64:
            message = f"a line has 2 to 64 spaces, not {length.value}"
            self.error(codes.OutOfRange, env, node.args[1], message)
            return None
        line = Line(symbol.name, length.value)
        if len(node.args) == 2:
            return core.BoardD(line, "lines", symbol.name, (), place), line
        space = self.typed(node.args[2], env, Space(symbol.name))
        return (
            None
            if space is None
            else (core.BoardD(line, "lines_through", symbol.name, (space,), place), line)
        )
