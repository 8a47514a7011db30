"""Expressions: from the syntax tree to the typed tree.

``Expressions`` is one layer of the checker (steps.py adds the next). Every method reports what is wrong and returns
none for it, after having looked at all parts, so that one mistake hides no other. A bare name that is a value of
several enums takes the type that its place expects.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from rulewright.check import typing as t
from rulewright.check.scope import Env, EnumValue, Fact, Frame, Names, Symbol, is_lasting, is_path, key_of
from rulewright.diagnostics import Place, Sink, suggest
from rulewright.diagnostics.codes import Code
from rulewright.diagnostics.codes import check as codes
from rulewright.ruleset import core
from rulewright.ruleset.model import Board, CodePlace, Definition, LocalVar, Shapes, Table, Variable, ZoneFamily
from rulewright.ruleset.types import (
    INT_MAX,
    NONE,
    Bool,
    Comp,
    Enum,
    Int,
    Line,
    NoneType,
    Opt,
    Player,
    Scalar,
    SetOf,
    Space,
    Spot,
    Type,
)
from rulewright.syntax import nodes as n

if TYPE_CHECKING:
    from rulewright.ruleset.model import Family

#: Functions of zones and values, with how many arguments they take.
FUNCTIONS: dict[str, tuple[int, ...]] = {
    "size": (1,), "top": (1,), "bottom": (1,), "first": (1,), "last": (1,), "nth": (2,), "at": (1,), "abs": (1,),
    "seat": (1,), "next": (1,), "previous": (1,), "step": (2,), "after": (2,), "distance": (2,), "steps": (2,),
    "column": (1,), "rank": (1,), "neighbours": (1,), "ahead": (1,), "behind": (1,), "path": (1,),
    "lines": (2, 3), "placements": (1,),
}  # fmt: skip

#: Functions that give a collection.
COLLECTIONS = frozenset({"neighbours", "ahead", "behind", "path", "lines", "placements"})

DomainOf = tuple[core.Domain, Type]


class Expressions:
    """Elaborates expressions; the declarations it asks for are filled in by declarations.py."""

    sink: Sink
    names: Names

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.names = Names(sink)
        self.places: list[CodePlace] = []
        self.families: dict[str, Family] = {}
        self.zones: dict[str, ZoneFamily] = {}
        self.variables: dict[str, Variable] = {}
        self.tables: dict[str, Table] = {}
        self.boards: dict[str, Board] = {}
        self.shapes: dict[str, Shapes] = {}
        self.sets: dict[str, tuple[Type, tuple[int, ...]]] = {}
        self.players = (1, 1)
        self.path_enums: dict[str, Enum] = {}
        self.readings_asked: dict[str, set[int]] = {}
        self._locals = 0

    # --- what the later layers provide

    def definition(self, symbol: Symbol, place: Place) -> Definition | None:
        raise AssertionError("given by the layer of bodies")

    def action_conditions(self, symbol: Symbol, place: Place) -> bool:
        raise AssertionError("given by the layer of bodies")

    # --- reports, places, locals

    def error(
        self, code: type[Code], env: Env, node: n.Node, message: str, *, help: str | None = None,
        expected: tuple[str, ...] = (), related: tuple[tuple[Place, str], ...] = (),
    ) -> None:  # fmt: skip
        self.sink.report(code, env.source.place(node), message, help=help, expected=expected, related=related)

    def place(self, env: Env, node: n.Node) -> int:
        self.places.append(CodePlace(env.source.place(node), env.rules, env.source.text(node)))
        return len(self.places) - 1

    def fresh(self, name: str, type: Type) -> LocalVar:
        self._locals += 1
        return LocalVar(self._locals, name, type)

    def local(self, ident: n.Ident, type: Type, env: Env) -> LocalVar:
        """A new local name; one that hides another name is reported and works all the same."""
        name = ident.text
        symbol = self.names.symbols.get(name)
        if name in env.locals and name != "me":
            self.error(codes.NameClash, env, ident, f"'{name}' is a local name here already")
        elif symbol is not None:
            self.error(
                codes.NameClash, env, ident, f"'{name}' is a {symbol.kind} already", related=((symbol.place, "declared here"),)
            )
        elif name in self.names.values:
            value = self.names.values[name][0]
            self.error(
                codes.NameClash, env, ident, f"'{name}' is a value of {value.type} already",
                related=((value.place, "declared here"),),
            )  # fmt: skip
        return self.fresh(name, type)

    def me(self, env: Env, node: n.Node) -> core.Expr | None:
        if "me" in env.locals:
            return core.Local(t.PLAYER, env.locals["me"])
        if env.frame.me is not None:
            env.frame.needs_me = True
            return core.Local(t.PLAYER, env.frame.me)
        self.error(codes.NoMe, env, node, "nobody is 'me' here")
        return None

    # --- values

    def value(self, node: n.Expr, env: Env, expected: Type | None = None) -> core.Expr | None:
        """The typed expression of a single value or a set."""
        result = self._value(node, env, expected)
        if result is None:
            return None
        if env.facts and is_path(node):
            fact = env.facts.get(key_of(node))
            if fact is not None and not isinstance(result, core.Const):
                result = replace(result, type=fact.type)
        return result

    def typed(self, node: n.Expr, env: Env, target: Type, what: str = "") -> core.Expr | None:
        """A value that must be of a type; an ``or none`` is opened with a check in play."""
        result = self.value(node, env, target)
        return None if result is None else self.coerce(result, target, env, node, what)

    def coerce(self, value: core.Expr, target: Type, env: Env, node: n.Node, what: str = "") -> core.Expr | None:
        actual = value.type
        if isinstance(actual, NoneType) and isinstance(target, Opt):
            return core.Const(target, NONE)
        if t.fits(actual, target):
            if isinstance(actual, Line | Spot) and isinstance(target, SetOf):
                return self._as_set(self._spaces_of(value, env, node), target.element)
            return value
        if isinstance(actual, Opt) and not isinstance(target, Opt) and t.fits(actual.base, target):
            return core.Some(actual.base, value, self.place(env, node))
        found = "none" if isinstance(actual, NoneType) else f"a value of type {actual}"
        self.error(codes.WrongType, env, node, f"here stands {found}", expected=(what or self.say(target),))
        return None

    @staticmethod
    def say(type: Type) -> str:
        if isinstance(type, Int):
            return "a number"
        if isinstance(type, Bool):
            return "a condition"
        return f"a value of type {type}"

    def condition(self, node: n.Expr, env: Env) -> core.Expr | None:
        return self.typed(node, env, t.BOOL, "a condition")

    def number(self, node: n.Expr, env: Env) -> core.Expr | None:
        return self.typed(node, env, t.INTEGER, "a number")

    def _open(self, value: core.Expr | None, env: Env, node: n.Node) -> core.Expr | None:
        """The base of an ``or none``, with a check in play."""
        if value is not None and isinstance(value.type, Opt):
            return core.Some(value.type.base, value, self.place(env, node))
        return value

    def _value(self, node: n.Expr, env: Env, expected: Type | None) -> core.Expr | None:
        want = None if expected is None else t.base_of(expected)
        if isinstance(node, n.Number):
            return self._number(node, env, want)
        if isinstance(node, n.Constant):
            if node.value is None:
                return core.Const(NoneType(), NONE)
            return core.Const(t.BOOL, int(node.value))
        if isinstance(want, SetOf) or self.is_collection(node, env):
            found = self.domain(node, env, want.element if isinstance(want, SetOf) else None)
            if found is None:
                return None
            domain, element = found
            if isinstance(domain, core.SetD):
                return domain.value
            return self._as_set(domain, cast(Scalar, element))
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self.error(codes.NotAValue, env, node, "a single value is needed here")
            return None
        return cast("core.Expr | None", method(node, env, expected))

    def _as_set(self, domain: core.Domain, element: Scalar) -> core.Expr:
        item = self.fresh("item", element)
        return core.SetFrom(SetOf(element), core.Local(element, item), (core.Loop(item, domain),), None)

    def _number(self, node: n.Number, env: Env, want: Type | None) -> core.Expr | None:
        if isinstance(want, Space):
            names = self.boards[want.board].spaces if want.board in self.boards else ()
            if str(node.value) in names:
                return core.Const(want, names.index(str(node.value)))
        if abs(node.value) > INT_MAX:
            self.error(codes.OutOfRange, env, node, "numbers have at most 32 bits")
            return None
        return core.Const(Int(node.value, node.value), node.value)

    # --- names

    def symbol(self, ident: n.Ident | n.Name, env: Env, kinds: tuple[str, ...] = ()) -> Symbol | None:
        """The declared name, or none after a report; ``kinds`` restricts what is suggested and allowed."""
        symbol = self.names.symbols.get(ident.text)
        if symbol is not None and (not kinds or symbol.kind in kinds):
            symbol.used = True
            return symbol
        if symbol is not None:
            self.error(
                codes.WrongType, env, ident, f"'{ident.text}' is a {symbol.kind}", expected=tuple(f"a {k}" for k in kinds),
                related=((symbol.place, "declared here"),),
            )  # fmt: skip
            return None
        candidates = [s.name for s in self.names.symbols.values() if not kinds or s.kind in kinds]
        self.unknown(ident, env, candidates, " or ".join(f"a {k}" for k in kinds))
        return None

    def unknown(self, ident: n.Ident | n.Name, env: Env, candidates: list[str], expected: str = "") -> None:
        near = suggest(ident.text, candidates)
        self.error(
            codes.UnknownName, env, ident, f"'{ident.text}' is not declared",
            help=f"did you mean {' or '.join(near)}?" if near else None, expected=(expected,) if expected else (),
        )  # fmt: skip

    def _all_names(self, env: Env) -> list[str]:
        return [*env.locals, *self.names.candidates(), *FUNCTIONS, "me", "player"]

    def _name(self, node: n.Name, env: Env, expected: Type | None) -> core.Expr | None:
        text = node.text
        if text in env.locals:
            return core.Local(env.locals[text].type, env.locals[text])
        if text == "me":
            return self.me(env, node)
        symbol = self.names.symbols.get(text)
        if symbol is not None:
            symbol.used = True
            return self._global(symbol, node, env, ())
        if text in self.names.values:
            return self._literal(node, env, expected)
        if text == "player":
            self.error(codes.NotAValue, env, node, "'player' is all players; one player is needed here")
            return None
        self.unknown(node, env, self._all_names(env))
        return None

    def _literal(self, node: n.Name, env: Env, expected: Type | None) -> core.Expr | None:
        found = self._pick_value(node.text, expected)
        if found is None:
            types = [v.type for v in self.names.values[node.text]]
            if expected is not None and t.base_of(expected) not in types:
                # The type that is needed has no such value; the nearest one it has may be meant.
                known = [name for name, vs in self.names.values.items() if any(v.type == t.base_of(expected) for v in vs)]
                near = suggest(node.text, known)
                self.error(
                    codes.WrongType, env, node, f"'{node.text}' is a value of {' and of '.join(map(str, types))}",
                    expected=(self.say(expected),), help=f"did you mean {' or '.join(near)}?" if near else None,
                )  # fmt: skip
            else:
                self.error(
                    codes.AmbiguousName, env, node, f"'{node.text}' is a value of {' and of '.join(map(str, types))}"
                )
            return None
        found.used = True
        return core.Const(found.type, found.value)

    def _pick_value(self, name: str, expected: Type | None) -> EnumValue | None:
        values = self.names.values[name]
        if expected is not None:
            want = t.base_of(expected)
            return next((v for v in values if v.type == want), values[0] if len(values) == 1 else None)
        return values[0] if len(values) == 1 else None

    def is_literal(self, node: n.Expr, env: Env) -> bool:
        """Does the node take its type from its surroundings?"""
        if isinstance(node, n.Name):
            return node.text not in env.locals and node.text not in self.names.symbols and node.text in self.names.values
        if isinstance(node, n.ListOf):
            return all(self.is_literal(x, env) or isinstance(x, n.Number) for x in node.items)
        return isinstance(node, n.Number)

    def _global(self, symbol: Symbol, node: n.Name | n.Index | n.Call, env: Env, args: tuple[n.Expr, ...]) -> core.Expr | None:
        """A declared name as a value, with its indexes or arguments."""
        kind, name = symbol.kind, symbol.name
        if kind == "number":
            return core.Const(Int(symbol.value, symbol.value), symbol.value)
        if kind == "ruling":
            self._reading_used(name)
            return core.Reading(symbol.value, name, self.place(env, node))
        if kind == "table":
            table = self.tables.get(name)
            if table is None:
                return None
            index = self.indexes(table.keys, args, node, env, f"table '{name}'")
            return None if index is None else core.TableGet(table.type, name, index, self.place(env, node))
        if kind == "variable":
            variable = self.variables.get(name)
            if variable is None:
                return None
            index = self.indexes(variable.keys, args, node, env, f"variable '{name}'")
            return None if index is None else core.VarGet(variable.type, name, index, self.place(env, node))
        if kind == "zone":
            zone = self.zone(node, env)
            if zone is None:
                return None
            if self.zones[name].kind != "slot":
                example = {"pile": f"top({name})", "row": f"last({name})"}.get(self.zones[name].kind, f"size({name})")
                self.error(codes.NotAValue, env, node, f"'{name}' is a zone, not what lies in it", help=f"for instance {example}")
                return None
            return core.End(Opt(self.zones[name].element), zone, "only", self.place(env, node))
        if kind == "definition":
            return self._call_definition(symbol, node, env, args)
        what = {"enum": "all values of it", "component": "all of them", "board": "all its spaces"}.get(kind, f"a {kind}")
        self.error(
            codes.NotAValue, env, node, f"'{name}' means {what}; a single value is needed here",
            related=((symbol.place, "declared here"),),
        )  # fmt: skip
        return None

    def _reading_used(self, ruling: str) -> None:
        """A ruling that is used other than in a comparison with one reading asks for all of them."""
        self.readings_asked.setdefault(ruling, set()).add(-1)

    def indexes(
        self, keys: tuple[Any, ...], args: tuple[n.Expr, ...], node: n.Node, env: Env, what: str
    ) -> tuple[core.Expr, ...] | None:
        """The indexes of a zone, variable or table: each of its key's type; numbers outside are found here or in play."""
        if len(args) != len(keys):
            needs = ", ".join(str(k.type) for k in keys) or "none"
            self.error(codes.WrongCount, env, node, f"{what} has {len(keys)} indexes, not {len(args)}", expected=(needs,))
            for arg in args:
                self.value(arg, env)
            return None
        result = [self.typed(arg, env, key.type) for arg, key in zip(args, keys, strict=True)]
        for value, key, arg in zip(result, keys, args, strict=True):
            if value is None or not isinstance(key.type, Int):
                continue
            actual = cast(Int, t.base_of(value.type))
            if actual.hi < key.type.lo or actual.lo > key.type.hi:
                self.error(codes.OutOfRange, env, arg, f"the index of {what} is always outside {key.type}")
                return None
        return None if any(v is None for v in result) else tuple(cast("list[core.Expr]", result))

    def _index(self, node: n.Index, env: Env, expected: Type | None) -> core.Expr | None:
        if node.name.text in env.locals:
            self.error(codes.WrongType, env, node.name, f"'{node.name.text}' has no indexes")
            return None
        symbol = self.symbol(node.name, env, ("zone", "variable", "table"))
        if symbol is None:
            for arg in node.args:
                self.value(arg, env)
            return None
        return self._global(symbol, node, env, node.args)

    def _call_definition(
        self, symbol: Symbol, node: n.Name | n.Index | n.Call, env: Env, args: tuple[n.Expr, ...]
    ) -> core.Expr | None:
        definition = self.definition(symbol, env.source.place(node))
        if definition is None:
            for arg in args:
                self.value(arg, env)
            return None
        values = self.arguments(definition.parameters, args, node, env, symbol)
        me = self.me(env, node) if definition.needs_me else None
        if values is None or (definition.needs_me and me is None):
            return None
        return core.CallDefinition(definition.type, symbol.name, me, values)

    def arguments(
        self, parameters: tuple[LocalVar, ...], args: tuple[n.Expr, ...], node: n.Node, env: Env, symbol: Symbol
    ) -> tuple[core.Expr, ...] | None:
        if len(args) != len(parameters):
            needs = ", ".join(f"{p.type} {p.name}" for p in parameters) or "none"
            self.error(
                codes.WrongCount, env, node, f"'{symbol.name}' takes {len(parameters)} arguments, not {len(args)}",
                expected=(needs,), related=((symbol.place, "declared here"),),
            )  # fmt: skip
            for arg in args:
                self.value(arg, env)
            return None
        values = [self.typed(arg, env, p.type) for arg, p in zip(args, parameters, strict=True)]
        return None if any(v is None for v in values) else tuple(cast("list[core.Expr]", values))

    # --- operators

    def _ifelse(self, node: n.IfElse, env: Env, expected: Type | None) -> core.Expr | None:
        condition = self.condition(node.condition, env)
        then_env = env.knowing(self.facts(node.condition, env, True))
        else_env = env.knowing(self.facts(node.condition, env, False))
        if self.is_literal(node.then, env) and expected is None:
            other = self.value(node.other, else_env)
            then = self.value(node.then, then_env, None if other is None else other.type)
        else:
            then = self.value(node.then, then_env, expected)
            other = self.value(node.other, else_env, expected if expected is not None or then is None else then.type)
        if condition is None or then is None or other is None:
            return None
        joined = t.join(then.type, other.type)
        if joined is None:
            self.error(codes.WrongType, env, node.other, f"one branch is {then.type}, the other {other.type}")
            return None
        return core.IfE(joined, condition, then, other)

    def _orelse(self, node: n.OrElse, env: Env, expected: Type | None) -> core.Expr | None:
        value = self.value(node.value, env, expected)
        other = self.value(node.other, env, expected if value is None else t.base_of(value.type))
        if value is None or other is None:
            return None
        if not isinstance(value.type, Opt | NoneType):
            return value
        joined = t.join(t.base_of(value.type), other.type)
        if joined is None:
            self.error(codes.WrongType, env, node.other, f"one branch is {value.type}, the other {other.type}")
            return None
        return core.OrElse(joined, value, other)

    def _and(self, node: n.And, env: Env, expected: Type | None) -> core.Expr | None:
        return self._junction(node.items, env, True)

    def _or(self, node: n.Or, env: Env, expected: Type | None) -> core.Expr | None:
        return self._junction(node.items, env, False)

    def _junction(self, items: tuple[n.Expr, ...], env: Env, is_and: bool) -> core.Expr | None:
        result: list[core.Expr | None] = []
        for item in items:
            result.append(self.condition(item, env))
            env = env.knowing(self.facts(item, env, is_and))
        if any(r is None for r in result):
            return None
        return (core.And if is_and else core.Or)(t.BOOL, tuple(cast("list[core.Expr]", result)))

    def _not(self, node: n.Not, env: Env, expected: Type | None) -> core.Expr | None:
        item = self.condition(node.item, env)
        return None if item is None else core.Not(t.BOOL, item)

    def _negative(self, node: n.Negative, env: Env, expected: Type | None) -> core.Expr | None:
        item = self.number(node.item, env)
        if item is None:
            return None
        zero = core.Const(Int(0, 0), 0)
        return core.Arith(t.arithmetic("-", Int(0, 0), cast(Int, item.type)), "-", zero, item, self.place(env, node))

    def _binary(self, node: n.Binary, env: Env, expected: Type | None) -> core.Expr | None:
        left = self._open(self.value(node.left, env), env, node.left)
        if left is not None and isinstance(left.type, Space) and node.op in "+-":
            return self._along(left, node, env)
        right = self.number(node.right, env)
        if left is not None:
            left = self.coerce(left, t.INTEGER, env, node.left, "a number")
        if left is None or right is None:
            return None
        a, b = cast(Int, left.type), cast(Int, right.type)
        if node.op in ("div", "mod") and (b.lo, b.hi) == (0, 0):
            self.error(codes.DivisionByZero, env, node.right, "this is always zero")
            return None
        if isinstance(left, core.Const) and isinstance(right, core.Const):
            x, y = left.value, right.value
            folded = {"+": x + y, "-": x - y, "*": x * y}.get(node.op)
            if folded is None:
                folded = x // y if node.op == "div" else x % y
            if abs(folded) > INT_MAX:
                self.error(codes.OutOfRange, env, node, "numbers have at most 32 bits")
                return None
            return core.Const(Int(folded, folded), folded)
        return core.Arith(t.arithmetic(node.op, a, b), cast(Any, node.op), left, right, self.place(env, node))

    def _along(self, left: core.Expr, node: n.Binary, env: Env) -> core.Expr | None:
        """``space + n`` and ``space - n`` along a track, ``space - space`` as a number of steps."""
        board = cast(Space, left.type).board
        if self.boards[board].kind != "track":
            self.error(codes.WrongType, env, node.left, f"'{board}' is no track", help="use step, after or neighbours")
            return None
        right = self._open(self.value(node.right, env, None if node.op == "+" else left.type), env, node.right)
        if right is None:
            return None
        place = self.place(env, node)
        if node.op == "-" and right.type == left.type:
            last = len(self.boards[board].spaces) - 1
            return core.BoardCall(Int(-last, last), "between", board, (left, right), place)
        amount = self.coerce(right, t.INTEGER, env, node.right, "a number of steps")
        if amount is None:
            return None
        if node.op == "-":
            amount = core.Arith(
                t.arithmetic("-", Int(0, 0), cast(Int, amount.type)), "-", core.Const(Int(0, 0), 0), amount, place
            )
        return core.BoardCall(left.type, "along", board, (left, amount), place)

    def _compare(self, node: n.Compare, env: Env, expected: Type | None) -> core.Expr | None:
        if node.op in ("=", "!=") and (self.is_collection(node.left, env) or self.is_collection(node.right, env)):
            return self._same_set(node, env)
        if self.is_literal(node.left, env) and not self.is_literal(node.right, env):
            right = self.value(node.right, env)
            left = self.value(node.left, env, None if right is None else right.type)
        else:
            left = self.value(node.left, env)
            right = self.value(node.right, env, None if left is None else left.type)
        if left is None or right is None:
            return None
        for value, side in ((left, node.left), (right, node.right)):
            if isinstance(value.type, NoneType):
                self.error(codes.WrongType, env, side, "nothing is compared with none", help="write 'is none' or 'is not none'")
                return None
        if not t.comparable(left.type, right.type):
            self.error(codes.WrongType, env, node, f"{left.type} can't be compared with {right.type}")
            return None
        self._note_reading(left, right)
        if node.op not in ("=", "!="):
            ordered = t.base_of(left.type)
            if not isinstance(ordered, Int | Enum | Space):
                self.error(codes.WrongType, env, node, f"values of type {ordered} have no order")
                return None
            left, right = self._open(left, env, node.left), self._open(right, env, node.right)
            assert left is not None and right is not None
        self._check_outcome(node, left.type, right.type, env)
        return core.Compare(t.BOOL, cast(Any, node.op), left, right)

    def _note_reading(self, left: core.Expr, right: core.Expr) -> None:
        for a, b in ((left, right), (right, left)):
            if isinstance(a, core.Reading):
                asked = self.readings_asked.setdefault(a.ruling, set())
                if isinstance(b, core.Const):
                    asked.discard(-1)
                    asked.add(b.value)

    def _check_outcome(self, node: n.Compare, left: Type, right: Type, env: Env) -> None:
        a, b = t.base_of(left), t.base_of(right)
        if not (isinstance(a, Int) and isinstance(b, Int)) or isinstance(node.left, n.Number) and isinstance(node.right, n.Number):
            return
        if node.op == "=" and (a.hi < b.lo or b.hi < a.lo):
            self.error(codes.AlwaysSame, env, node, f"these are never equal: {a} and {b}")
        elif node.op in ("<", "<=", ">", ">=") and isinstance(left, Int) and isinstance(right, Int):
            outcomes = {self._holds(node.op, x, y) for x, y in ((a.lo, b.hi), (a.hi, b.lo))}
            if len(outcomes) == 1 and (a.lo < a.hi or b.lo < b.hi):
                self.error(codes.AlwaysSame, env, node, f"this is always {str(outcomes.pop()).lower()}: {a} and {b}")

    @staticmethod
    def _holds(op: str, x: int, y: int) -> bool:
        return {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]

    def _same_set(self, node: n.Compare, env: Env) -> core.Expr | None:
        left = self.domain(node.left, env)
        right = self.domain(node.right, env, None if left is None else left[1])
        if left is None or right is None:
            return None
        if not t.comparable(left[1], right[1]):
            self.error(codes.WrongType, env, node, f"a set of {left[1]} can't be compared with a set of {right[1]}")
            return None
        same = core.SameSet(t.BOOL, left[0], right[0])
        return same if node.op == "=" else core.Not(t.BOOL, same)

    def _member(self, node: n.Member, env: Env, expected: Type | None) -> core.Expr | None:
        if self.is_literal(node.item, env):
            domain = self.domain(node.domain, env)
            item = self.value(node.item, env, None if domain is None else domain[1])
        else:
            item = self.value(node.item, env)
            domain = self.domain(node.domain, env, None if item is None else t.base_of(item.type))
        if item is None or domain is None:
            return None
        if not t.comparable(item.type, domain[1]):
            self.error(codes.WrongType, env, node, f"{item.type} is never among {domain[1]}")
            return None
        found = core.In(t.BOOL, item, domain[0])
        return core.Not(t.BOOL, found) if node.negated else found

    def _meets(self, node: n.Meets, env: Env, expected: Type | None) -> core.Expr | None:
        left = self.domain(node.left, env)
        right = self.domain(node.right, env, None if left is None else left[1])
        if left is None or right is None:
            return None
        if not t.comparable(left[1], right[1]):
            self.error(codes.WrongType, env, node, f"{left[1]} and {right[1]} have nothing in common")
            return None
        return core.Meets(t.BOOL, left[0], right[0])

    def _iswhat(self, node: n.IsWhat, env: Env, expected: Type | None) -> core.Expr | None:
        if node.what == "empty":
            zone = self._zone_symbol(node.value, env)
            found = self.zone(node.value, env) if zone is not None else None
            if zone is None:
                domain = self.domain(node.value, env)
                found = None if domain is None else domain[0]  # type: ignore[assignment]
            if found is None:
                return None
            test: core.Expr = core.IsEmpty(t.BOOL, found)
        else:
            value = self._value(node.value, env, None)
            if value is None:
                return None
            if not isinstance(value.type, Opt | NoneType):
                self.error(codes.WrongType, env, node.value, f"{value.type} is never none", expected=("a value that may be none",))
                return None
            test = core.IsNone(t.BOOL, value)
        return core.Not(t.BOOL, test) if node.negated else test

    def _istype(self, node: n.IsType, env: Env, expected: Type | None) -> core.Expr | None:
        value = self.value(node.value, env)
        symbol = self.symbol(node.type, env, ("component",))
        if value is None or symbol is None:
            return None
        base = t.base_of(value.type)
        family = self.families.get(symbol.name)
        if family is None:
            return None
        if not isinstance(base, Comp):
            self.error(codes.WrongType, env, node.value, f"{base} is no component")
            return None
        if not set(base.leaves) & set(family.leaves):
            self.error(codes.WrongType, env, node, f"what stands here is never {symbol.name}: it is {base}")
            return None
        test = core.IsOf(t.BOOL, value, family.leaves)
        return core.Not(t.BOOL, test) if node.negated else test

    def _sideof(self, node: n.SideOf, env: Env, expected: Type | None) -> core.Expr | None:
        player = self.typed(node.player, env, t.PLAYER)
        return None if player is None else core.SideOf(t.PLAYER, cast(Any, node.side), player)

    def _numberofplayers(self, node: n.NumberOfPlayers, env: Env, expected: Type | None) -> core.Expr | None:
        return core.Players(Int(*self.players))

    def _field(self, node: n.Field, env: Env, expected: Type | None) -> core.Expr | None:
        base = self._open(self.value(node.base, env), env, node.base)
        if base is None:
            return None
        name = node.name.text
        if isinstance(base.type, Space):
            table = self.tables.get(f"{base.type.board}.{name}")
            if table is not None:
                return core.TableGet(table.type, table.name, (base,), self.place(env, node))
            known = [k.split(".", 1)[1] for k in self.tables if k.startswith(f"{base.type.board}.")]
            self._no_field(node, env, known, f"the spaces of {base.type.board} have")
            return None
        if not isinstance(base.type, Comp):
            self.error(codes.WrongType, env, node.base, f"{base.type} has no fields", expected=("a component",))
            return None
        types = [self.families[leaf].fields.get(name) for leaf in base.type.leaves if leaf in self.families]
        if not types or any(x is None for x in types):
            known = sorted({f for leaf in base.type.leaves if leaf in self.families for f in self.families[leaf].fields})
            if name in known:
                without = [leaf for leaf in base.type.leaves if name not in self.families[leaf].fields]
                self.error(
                    codes.NoSuchField, env, node.name, f"{', '.join(without)} has no field '{name}'",
                    help="test first, e.g. 'x is " + next(x for x in base.type.leaves if x not in without) + "'",
                )  # fmt: skip
            else:
                self._no_field(node, env, known, f"{base.type} has")
            return None
        joined: Type | None = types[0]
        for other in types[1:]:
            joined = None if joined is None else t.join(joined, cast(Type, other))
        if joined is None:
            self.error(codes.NoSuchField, env, node.name, f"'{name}' is of different types in {base.type}")
            return None
        return core.FieldGet(joined, name, base, self.place(env, node))

    def _no_field(self, node: n.Field, env: Env, known: list[str], who: str) -> None:
        near = suggest(node.name.text, known)
        self.error(
            codes.NoSuchField, env, node.name, f"{who} no field '{node.name.text}'",
            help=f"did you mean {' or '.join(near)}?" if near else None, expected=tuple(known) if not near else (),
        )  # fmt: skip

    def _extreme(self, node: n.Extreme, env: Env, expected: Type | None) -> core.Expr | None:
        items = [self.number(x, env) for x in node.items]
        if any(x is None for x in items):
            return None
        found = cast("list[core.Expr]", items)
        pick = min if node.kind == "min" else max
        ranges = [cast(Int, x.type) for x in found]
        result = Int(pick(r.lo for r in ranges), pick(r.hi for r in ranges))
        return core.Call(result, cast(Any, node.kind), tuple(found), self.place(env, node))

    # --- comprehensions

    def loops(self, binders: tuple[n.Binder, ...], env: Env) -> tuple[tuple[core.Loop, ...], Env, bool]:
        """The loops of a comprehension, the scope inside, and whether all of it was right."""
        result: list[core.Loop] = []
        right = True
        for binder in binders:
            found = self.domain(binder.domain, env)
            type: Type = found[1] if found is not None else Int(0, 0)
            local = self.local(binder.name, type, env)
            env = env.having(local)
            if found is None:
                right = False
            else:
                result.append(core.Loop(local, found[0]))
        return tuple(result), env, right

    def _aggregate(self, node: n.Aggregate, env: Env, expected: Type | None) -> core.Expr | None:
        loops, inner, right = self.loops(node.binders, env)
        where = None
        if node.where is not None:
            where = self.condition(node.where, inner)
            right = right and where is not None
            inner = inner.knowing(self.facts(node.where, inner, True))
        if node.kind in ("any", "all"):
            condition = self.condition(node.value, inner) if right else None
            if condition is None:
                return None
            return core.Quantifier(t.BOOL, cast(Any, node.kind), condition, loops, where)
        value = self.number(node.value, inner) if right else None
        if value is None:
            return None
        number = cast(Int, value.type)
        if node.kind == "sum":
            most = self._most(loops)
            total = t.clip(min(0, number.lo * most), max(0, number.hi * most))
            return core.Total(total, value, loops, where, self.place(env, node))
        return core.Best(Opt(number), cast(Any, node.kind), value, loops, where)

    def _most(self, loops: tuple[core.Loop, ...]) -> int:
        """At most how many times the body of a comprehension is met."""
        result = 1
        for loop in loops:
            result *= self.bound(loop.domain)
        return min(result, 2**24)

    def bound(self, domain: core.Domain) -> int:
        """At most how many members a domain has."""
        if isinstance(domain, core.Zone):
            return self.zones[domain.family].at_most
        if isinstance(domain, core.FilterD):
            return self.bound(domain.domain)
        if isinstance(domain, core.ListD):
            return len(domain.items)
        if isinstance(domain, core.RangeD):
            low, high = t.base_of(domain.low.type), t.base_of(domain.high.type)
            return max(0, cast(Int, high).hi - cast(Int, low).lo + 1)
        if isinstance(domain, core.AllOf):
            return self.count_of(domain.type)
        if isinstance(domain, core.BoardD):
            return len(self.boards[domain.board].spaces) * 8
        return self.count_of(cast(SetOf, domain.value.type).element)

    def count_of(self, type: Type) -> int:
        """How many values a type has."""
        if isinstance(type, Int):
            return type.hi - type.lo + 1
        if isinstance(type, Enum):
            return len(type.values)
        if isinstance(type, Player):
            return self.players[1]
        if isinstance(type, Comp):
            return sum(self.families[leaf].count for leaf in type.leaves if leaf in self.families)
        if isinstance(type, Space):
            return len(self.boards[type.board].spaces) if type.board in self.boards else 1
        if isinstance(type, Spot):
            return sum(map(len, self.shapes[type.shapes].placements))
        if isinstance(type, Line):
            return len(self.boards[type.board].spaces) * 8
        return 2

    def _selection(self, node: n.Selection, env: Env, expected: Type | None) -> core.Expr | None:
        loops, inner, right = self.loops((node.binder,), env)
        where = None
        if node.where is not None:
            where = self.condition(node.where, inner)
            right = right and where is not None
            inner = inner.knowing(self.facts(node.where, inner, True))
        by = self.sort_keys(node.by, inner) if right else None
        if not right or by is None:
            return None
        loop = loops[0]
        if node.kind == "count":
            count = Int(0, min(self._most(loops), INT_MAX))
            return core.Total(count, core.Const(Int(1, 1), 1), loops, where, self.place(env, node))
        element = loop.local.type
        narrowed = inner.facts.get(key_of(n.Name(0, 0, node.binder.name.text)))
        if narrowed is not None:
            element = narrowed.type
        result = Opt(cast(Scalar, t.base_of(element))) if node.kind == "find" else element
        return core.Find(result, cast(Any, node.kind), loop.local, loop.domain, where, by, self.place(env, node))

    def sort_keys(self, keys: tuple[n.Key, ...], env: Env) -> tuple[core.SortKey, ...] | None:
        result: list[core.SortKey] = []
        for key in keys:
            value = self._open(self.value(key.value, env), env, key.value)
            if value is None:
                return None
            if isinstance(value.type, SetOf):
                self.error(codes.WrongType, env, key.value, "sets have no order")
                return None
            result.append(core.SortKey(value, key.descending))
        return tuple(result)

    def _can(self, node: n.Can, env: Env, expected: Type | None) -> core.Expr | None:
        player = self.typed(node.player, env, t.PLAYER)
        right = player is not None
        for ident in node.actions:
            symbol = self.symbol(ident, env, ("action",))
            right = symbol is not None and self.action_conditions(symbol, env.source.place(ident)) and right
        if not right or player is None:
            return None
        return core.Can(t.BOOL, player, tuple(a.text for a in node.actions))

    def _walk(self, node: n.Walk, env: Env, expected: Type | None) -> core.Expr | None:
        if node.origin is None or node.up_to is None or node.over is None:
            self.error(codes.WrongCount, env, node, "a walk needs 'from', 'up to' and 'over'")
            return None
        origin = self._open(self.value(node.origin, env), env, node.origin)
        up_to = self.number(node.up_to, env)
        over, inner, right = self.loops((node.over,), env)
        over_where = None if node.over_where is None else self.condition(node.over_where, inner)
        ending: core.Loop | None = None
        ending_where = None
        if node.ending is not None:
            found, ending_env, also_right = self.loops((node.ending,), env)
            ending_where = None if node.ending_where is None else self.condition(node.ending_where, ending_env)
            right = right and also_right and (node.ending_where is None or ending_where is not None)
            ending = found[0] if found else None
        if origin is None or up_to is None or not right or (node.over_where is not None and over_where is None):
            return None
        if not isinstance(origin.type, Space):
            self.error(codes.WrongType, env, node.origin, f"here stands {origin.type}", expected=("a space of a board",))
            return None
        limit = cast(Int, up_to.type).hi
        return core.WalkLength(
            Int(0, max(0, limit)), origin.type.board, origin, up_to, over[0].local, over[0].domain, over_where,
            None if ending is None else ending.local, None if ending is None else ending.domain, ending_where,
            self.place(env, node),
        )  # fmt: skip

    # --- functions

    def _call(self, node: n.Call, env: Env, expected: Type | None) -> core.Expr | None:
        name = node.name.text
        if name in FUNCTIONS and name not in self.names.symbols:
            return self._function(node, env)
        if name not in self.names.symbols:
            known = [s.name for s in self.names.symbols.values() if s.kind == "definition"]
            self.unknown(node.name, env, [*known, *FUNCTIONS], "a definition or a function")
            for arg in node.args:
                self.value(arg, env)
            return None
        symbol = self.symbol(node.name, env, ("definition",))
        if symbol is None:
            return None
        return self._call_definition(symbol, node, env, node.args)

    def _function(self, node: n.Call, env: Env) -> core.Expr | None:
        name = node.name.text
        if len(node.args) not in FUNCTIONS[name]:
            needs = " or ".join(map(str, FUNCTIONS[name]))
            self.error(codes.WrongCount, env, node, f"'{name}' takes {needs} arguments, not {len(node.args)}")
            return None
        return cast("core.Expr | None", getattr(self, f"_f_{name}")(node, env))

    def _f_size(self, node: n.Call, env: Env) -> core.Expr | None:
        found = self.domain(node.args[0], env)
        return None if found is None else core.Size(Int(0, self.bound(found[0])), found[0])

    def _end_of(self, node: n.Call, env: Env, kind: str) -> core.Expr | None:
        zone = self.zone(node.args[0], env)
        if zone is None:
            return None
        family = self.zones[zone.family]
        if family.kind != kind:
            ends = {"pile": "top and bottom", "row": "first and last"}.get(family.kind)
            self.error(
                codes.WrongType, env, node.args[0], f"'{family.name}' is a {family.kind}", expected=(f"a {kind}",),
                help=f"a {family.kind} has {ends}" if ends else "a set has no order",
            )  # fmt: skip
            return None
        return core.End(family.element, zone, cast(Any, node.name.text), self.place(env, node))

    def _f_top(self, node: n.Call, env: Env) -> core.Expr | None:
        return self._end_of(node, env, "pile")

    _f_bottom = _f_top

    def _f_first(self, node: n.Call, env: Env) -> core.Expr | None:
        return self._end_of(node, env, "row")

    _f_last = _f_first

    def _f_nth(self, node: n.Call, env: Env) -> core.Expr | None:
        count = self.number(node.args[1], env)
        if self._zone_symbol(node.args[0], env) is not None:
            zone = self.zone(node.args[0], env)
            if zone is None or count is None:
                return None
            if self.zones[zone.family].kind not in ("row", "pile"):
                self.error(codes.WrongType, env, node.args[0], "only rows and piles have an order")
                return None
            return core.Nth(self.zones[zone.family].element, zone, count, self.place(env, node))
        found = self.domain(node.args[0], env)
        if found is None or count is None:
            return None
        if not isinstance(found[0], core.AllOf) or not isinstance(found[1], Enum | Player | Space):
            self.error(codes.WrongType, env, node.args[0], "no row, pile or type with an order", expected=("a row or an enum",))
            return None
        return core.Call(found[1], "nth", (count,), self.place(env, node))

    def _f_at(self, node: n.Call, env: Env) -> core.Expr | None:
        component = self._open(self.value(node.args[0], env), env, node.args[0])
        if component is None:
            return None
        if not isinstance(component.type, Comp):
            self.error(codes.WrongType, env, node.args[0], f"here stands {component.type}", expected=("a component",))
            return None
        leaves = set(component.type.leaves)
        homes = [z for z in self.zones.values() if len(z.keys) == 1 and set(z.element.leaves) & leaves]
        if any(self.families[leaf].alike for leaf in leaves if leaf in self.families):
            self.error(codes.WrongType, env, node.args[0], "alike pieces are in many zones at once")
            return None
        if len(homes) != 1:
            which = ", ".join(z.name for z in homes) or "none"
            self.error(
                codes.WrongType, env, node, f"'at' needs one zone with an index that {component.type} can be in; here: {which}"
            )
            return None
        return core.At(Opt(homes[0].keys[0].type), homes[0].name, component, self.place(env, node))

    def _f_abs(self, node: n.Call, env: Env) -> core.Expr | None:
        value = self.number(node.args[0], env)
        if value is None:
            return None
        r = cast(Int, value.type)
        result = Int(0 if r.lo <= 0 <= r.hi else min(abs(r.lo), abs(r.hi)), max(abs(r.lo), abs(r.hi)))
        return core.Call(result, "abs", (value,), self.place(env, node))

    def _f_seat(self, node: n.Call, env: Env) -> core.Expr | None:
        player = self.typed(node.args[0], env, t.PLAYER)
        return None if player is None else core.Call(Int(1, self.players[1]), "seat", (player,), self.place(env, node))

    def _cyclic(self, node: n.Call, env: Env) -> core.Expr | None:
        value = self._open(self.value(node.args[0], env), env, node.args[0])
        if value is None:
            return None
        if not isinstance(value.type, Enum):
            self.error(codes.WrongType, env, node.args[0], f"here stands {value.type}", expected=("a value of an enum",))
            return None
        return core.Call(value.type, cast(Any, node.name.text), (value,), self.place(env, node))

    _f_next = _f_previous = _cyclic

    def _space(self, node: n.Expr, env: Env, expected: Type | None = None) -> core.Expr | None:
        value = self._open(self.value(node, env, expected), env, node)
        if value is not None and not isinstance(value.type, Space):
            self.error(codes.WrongType, env, node, f"here stands {value.type}", expected=("a space of a board",))
            return None
        return value

    def _f_step(self, node: n.Call, env: Env) -> core.Expr | None:
        space = self._space(node.args[0], env)
        if space is None:
            return None
        board = self.boards[cast(Space, space.type).board]
        if not board.directions:
            self.error(codes.WrongType, env, node.args[0], f"'{board.name}' has no directions", expected=("a grid or a hexagon",))
            return None
        way = self.typed(node.args[1], env, Enum(f"direction of {board.name}", tuple(board.directions)))
        return None if way is None else core.BoardCall(Opt(Space(board.name)), "step", board.name, (space, way), self.place(env, node))

    def _f_after(self, node: n.Call, env: Env) -> core.Expr | None:
        space = self._space(node.args[0], env)
        if space is None:
            return None
        name = cast(Space, space.type).board
        if name not in self.path_enums:
            self.error(codes.WrongType, env, node.args[0], f"'{name}' has no paths")
            return None
        path = self.typed(node.args[1], env, self.path_enums[name])
        return None if path is None else core.BoardCall(Opt(Space(name)), "after", name, (space, path), self.place(env, node))

    def _two_spaces(self, node: n.Call, env: Env) -> core.Expr | None:
        if self.is_literal(node.args[0], env):
            b = self._space(node.args[1], env)
            a = self._space(node.args[0], env, None if b is None else b.type)
        else:
            a = self._space(node.args[0], env)
            b = self._space(node.args[1], env, None if a is None else a.type)
        if a is None or b is None:
            return None
        if a.type != b.type:
            self.error(codes.WrongType, env, node, f"{a.type} and {b.type} are different boards")
            return None
        board = cast(Space, a.type).board
        far = Int(0, max(1, len(self.boards[board].spaces) - 1))
        return core.BoardCall(Opt(far), node.name.text, board, (a, b), self.place(env, node))

    _f_distance = _f_steps = _two_spaces

    def _grid_number(self, node: n.Call, env: Env) -> core.Expr | None:
        space = self._space(node.args[0], env)
        if space is None:
            return None
        board = self.boards[cast(Space, space.type).board]
        if board.kind not in ("square", "hexagon"):
            self.error(codes.WrongType, env, node.args[0], f"'{board.name}' is no grid")
            return None
        most = board.width if node.name.text == "column" else board.height
        return core.BoardCall(Int(1, max(1, most)), node.name.text, board.name, (space,), self.place(env, node))

    _f_column = _f_rank = _grid_number

    def _not_single(self, node: n.Call, env: Env) -> core.Expr | None:
        self.error(codes.NotAValue, env, node, f"'{node.name.text}' gives several; a single value is needed here")
        return None

    _f_neighbours = _f_ahead = _f_behind = _f_path = _f_lines = _f_placements = _not_single

    # --- zones

    def _zone_symbol(self, node: n.Expr, env: Env) -> Symbol | None:
        """The zone a node names, if it names one; no report."""
        name = node.text if isinstance(node, n.Name) else node.name.text if isinstance(node, n.Index) else None
        if name is None or name in env.locals:
            return None
        symbol = self.names.symbols.get(name)
        return symbol if symbol is not None and symbol.kind == "zone" else None

    def zone(self, node: n.Expr, env: Env) -> core.Zone | None:
        """A zone with its indexes."""
        if isinstance(node, n.Name) and node.text == "box":
            return core.Zone("box", (), self.place(env, node))
        symbol = self._zone_symbol(node, env)
        if symbol is None:
            if isinstance(node, n.Name | n.Index):
                ident = node if isinstance(node, n.Name) else node.name
                if ident.text not in env.locals and ident.text not in self.names.symbols:
                    self.unknown(ident, env, [z for z in self.zones] + ["box"], "a zone")
                    return None
            self.error(codes.NotAZone, env, node, "this is no zone", expected=("a zone",))
            return None
        symbol.used = True
        family = self.zones.get(symbol.name)
        if family is None:
            return None
        args = node.args if isinstance(node, n.Index) else ()
        index = self.indexes(family.keys, args, node, env, f"zone '{family.name}'")
        return None if index is None else core.Zone(family.name, index, self.place(env, node))

    # --- domains

    def is_collection(self, node: n.Expr, env: Env) -> bool:
        """Does the node denote several things (a type, zone, set, list), judged without elaborating it?"""
        if isinstance(node, n.ListOf | n.RangeOf | n.PathValues | n.Filtered):
            return True
        if isinstance(node, n.Aggregate):
            return node.kind == "set"
        if isinstance(node, n.Binary):
            return node.op in "+-" and self.is_collection(node.left, env)
        if isinstance(node, n.IfElse):
            return self.is_collection(node.then, env)
        if isinstance(node, n.Call):
            if node.name.text in COLLECTIONS and node.name.text not in self.names.symbols:
                return True
            return self._gives_set(node.name.text)
        if isinstance(node, n.Index):
            return self._names_collection(node.name.text, env)
        if isinstance(node, n.Name):
            if node.text in env.locals:
                return isinstance(env.locals[node.text].type, SetOf)
            return node.text in ("player", "box") or self._names_collection(node.text, env)
        return False

    def _names_collection(self, name: str, env: Env) -> bool:
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
        return symbol.kind == "definition" and self._gives_set(name)

    def _gives_set(self, name: str) -> bool:
        symbol = self.names.symbols.get(name)
        if symbol is None or symbol.kind != "definition":
            return False
        definition = self.definition(symbol, symbol.place)
        return definition is not None and isinstance(definition.type, SetOf)

    def domain(self, node: n.Expr, env: Env, expected: Type | None = None) -> DomainOf | None:
        """A collection and the type of its members."""
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
        if isinstance(node, n.PathValues):
            enum = self.path_enum(node.board, env)
            return None if enum is None else (core.AllOf(enum), enum)
        if isinstance(node, n.Member):
            # `x in D` where a domain is needed is the filter `TYPE in D`.
            return self._filtered(n.Filtered(node.start, node.end, node.item, node.domain), env)
        if isinstance(node, n.Binary) and node.op in "+-" and self.is_collection(node.left, env):
            return self._set_operation(node, env, expected)
        if isinstance(node, n.Aggregate) and node.kind == "set":
            return self._set_of(node, env, expected)
        if isinstance(node, n.Call) and node.name.text in COLLECTIONS and node.name.text not in self.names.symbols:
            return self._board_domain(node, env)
        if isinstance(node, n.Name | n.Index):
            found = self._named_domain(node, env)
            if found is not None:
                return found
        return self._value_domain(node, env)

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
            return core.AllOf(symbol.value), symbol.value
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

    def _value_domain(self, node: n.Expr, env: Env) -> DomainOf | None:
        if self._zone_symbol(node, env) is not None:
            return None  # reported
        value = self.value(node, env) if not self.is_collection(node, env) else self._set_value(node, env)
        if value is None:
            return None
        if isinstance(value.type, SetOf):
            return core.SetD(value), value.type.element
        if isinstance(value.type, Line | Spot):
            return self._spaces_of(value, env, node), Space(value.type.board)
        self.error(codes.NotACollection, env, node, f"here stands a single {value.type}", expected=("a type, zone, range, list or set",))
        return None

    def _set_value(self, node: n.Expr, env: Env) -> core.Expr | None:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        return None if method is None else cast("core.Expr | None", method(node, env, None))

    def _spaces_of(self, value: core.Expr, env: Env, node: n.Node) -> core.BoardD:
        board = cast("Line | Spot", value.type).board
        return core.BoardD(Space(board), "spaces", board, (value,), self.place(env, node))

    def component_type(self, name: str) -> Comp:
        return Comp(self.families[name].leaves if name in self.families else (), name)

    def path_enum(self, ident: n.Ident, env: Env) -> Enum | None:
        symbol = self.symbol(ident, env, ("board",))
        if symbol is None:
            return None
        enum = self.path_enums.get(symbol.name)
        if enum is None:
            self.error(codes.WrongType, env, ident, f"'{symbol.name}' has no paths")
        return enum

    def _filtered(self, node: n.Filtered, env: Env) -> DomainOf | None:
        found = self.domain(node.domain, env)
        if not isinstance(node.type, n.Name):
            self.error(codes.NotACollection, env, node.type, "a component type is needed before 'in'")
            return None
        symbol = self.symbol(node.type, env, ("component",))
        if found is None or symbol is None:
            return None
        family = self.families.get(symbol.name)
        if family is None:
            return None
        domain, element = found
        if not isinstance(element, Comp):
            self.error(codes.WrongType, env, node.domain, f"its members are {element}", expected=("a zone or set of components",))
            return None
        if not set(element.leaves) & set(family.leaves):
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
            if value is None:
                right = False
                continue
            joined = value.type if type is None else t.join(type, value.type)
            if joined is None:
                self.error(codes.WrongType, env, item, f"a value of type {value.type} among values of type {type}")
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
            self.domain(node.right, env) if self.is_collection(node.right, env) else self.value(node.right, env)
            return None
        if self.is_collection(node.right, env):
            right = self.domain(node.right, env, left[1])
        else:
            value = self._open(self.value(node.right, env, left[1]), env, node.right)
            right = None if value is None else (core.ListD(value.type, (value,)), value.type)
        if right is None:
            return None
        joined = t.join(left[1], right[1]) if node.op == "+" else (left[1] if t.comparable(left[1], right[1]) else None)
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
            needs = " or ".join(map(str, FUNCTIONS[name]))
            self.error(codes.WrongCount, env, node, f"'{name}' takes {needs} arguments, not {len(node.args)}")
            return None
        place = self.place(env, node)
        if name == "lines":
            return self._lines(node, env, place)
        if name == "placements":
            shape = self._open(self.value(node.args[0], env), env, node.args[0])
            found = None if shape is None else next((s for s in self.shapes.values() if s.enum == str(shape.type)), None)
            if shape is None:
                return None
            if found is None:
                self.error(codes.WrongType, env, node.args[0], f"here stands {shape.type}", expected=("a shape",))
                return None
            spot = Spot(found.name, found.board)
            return core.BoardD(spot, "placements", found.board, (shape,), place), spot
        if name == "path":
            path = self._open(self.value(node.args[0], env), env, node.args[0])
            if path is None:
                return None
            board = next((b for b, e in self.path_enums.items() if e == path.type), None)
            if board is None:
                self.error(codes.WrongType, env, node.args[0], f"here stands {path.type}", expected=("a path of a board",))
                return None
            return core.BoardD(Space(board), "path", board, (path,), place), Space(board)
        space = self._space(node.args[0], env)
        if space is None:
            return None
        board = cast(Space, space.type).board
        if name in ("ahead", "behind") and board not in self.path_enums and self.boards[board].kind != "track":
            self.error(codes.WrongType, env, node.args[0], f"'{board}' has no paths")
            return None
        return core.BoardD(space.type, cast(Any, name), board, (space,), place), space.type

    def _lines(self, node: n.Call, env: Env, place: int) -> DomainOf | None:
        if not isinstance(node.args[0], n.Name):
            self.error(codes.WrongType, env, node.args[0], "a board is needed here", expected=("the name of a board",))
            return None
        symbol = self.symbol(node.args[0], env, ("board",))
        length = self.number(node.args[1], env)
        if symbol is None or length is None or symbol.name not in self.boards:
            return None
        if not isinstance(length, core.Const) or not 2 <= length.value <= 64:
            self.error(codes.NotConstant, env, node.args[1], "the length of a line is a number from 2 to 64")
            return None
        line = Line(symbol.name, length.value)
        if len(node.args) == 2:
            return core.BoardD(line, "lines", symbol.name, (), place), line
        space = self.typed(node.args[2], env, Space(symbol.name))
        return None if space is None else (core.BoardD(line, "lines_through", symbol.name, (space,), place), line)

    # --- facts

    def facts(self, node: n.Expr, env: Env, truth: bool) -> dict[Any, Fact]:
        """What is known of expressions where the condition has this outcome. No reports: they came before."""
        if isinstance(node, n.Not):
            return self.facts(node.item, env, not truth)
        if isinstance(node, n.And | n.Or):
            if isinstance(node, n.And) != truth:
                return {}
            result: dict[Any, Fact] = {}
            for item in node.items:
                result.update(self.facts(item, env.knowing(result), truth))
            return result
        if isinstance(node, n.IsWhat) and is_path(node.value):
            return self._none_fact(node, env, truth)
        if isinstance(node, n.IsType) and is_path(node.value) and node.type.text in self.families:
            return self._type_fact(node, env, truth)
        if isinstance(node, n.Member) and truth != node.negated and is_path(node.item):
            # A member of anything is not none.
            return self._some_fact(node.item, env)
        return {}

    def _quietly(self, node: n.Expr, env: Env) -> core.Expr | None:
        """The value without reports and marks: for what has been elaborated already."""
        sink, places = self.sink, len(self.places)
        self.sink = Sink()
        try:
            return self.value(node, env)
        finally:
            self.sink = sink
            del self.places[places:]

    def _some_fact(self, node: n.Expr, env: Env) -> dict[Any, Fact]:
        value = self._quietly(node, env)
        if value is None or not isinstance(value.type, Opt):
            return {}
        return {key_of(node): Fact(value.type.base, is_lasting(node, env))}

    def _none_fact(self, node: n.IsWhat, env: Env, truth: bool) -> dict[Any, Fact]:
        """``is not none`` opens; for a slot ``is not empty`` says the same."""
        if truth != node.negated:
            return {}
        return self._some_fact(node.value, env) if not self.is_collection(node.value, env) else {}

    def _type_fact(self, node: n.IsType, env: Env, truth: bool) -> dict[Any, Fact]:
        value = self._quietly(node.value, env)
        if value is None or not isinstance(t.base_of(value.type), Comp):
            return {}
        base = cast(Comp, t.base_of(value.type))
        wanted = set(self.families[node.type.text].leaves)
        inside = truth != node.negated
        leaves = tuple(leaf for leaf in base.leaves if (leaf in wanted) == inside)
        if not leaves:
            return {}
        name = node.type.text if inside else f"{base.name} other than {node.type.text}"
        narrowed: Type = Comp(leaves, name)
        if not inside and isinstance(value.type, Opt):
            narrowed = Opt(cast(Comp, narrowed))
        return {key_of(node.value): Fact(narrowed, is_lasting(node.value, env))}


__all__ = ["COLLECTIONS", "FUNCTIONS", "DomainOf", "Expressions", "Frame"]
