"""Conditions, arithmetic, comparisons and tests."""

from __future__ import annotations

from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.scope import Env, is_path
from rulewright.check.values import NOTHINGS, TYPE_KINDS, Values
from rulewright.diagnostics.codes import check as codes
from rulewright.ruleset import core
from rulewright.ruleset.types import (
    INT_MAX,
    Bool,
    Comp,
    Enum,
    Int,
    Line,
    NoneType,
    Opt,
    SetOf,
    Space,
    Spot,
    Type,
)
from rulewright.syntax import nodes as n


class Operators(Values):
    """One method for each operator of the syntax tree."""

    # --- operators

    def _ifelse(self, node: n.IfElse, env: Env, expected: Type | None) -> core.Expr | None:
        condition = self.condition(node.condition, env)
        env = env.doubting(condition is None)
        then_env = env.knowing(self.facts(node.condition, env, True))
        else_env = env.knowing(self.facts(node.condition, env, False))
        if self.is_literal(node.then, env) and expected is None:
            other = self.value(node.other, else_env)
            then = self.value(node.then, then_env, None if other is None else other.type)
        else:
            then = self.value(node.then, then_env, expected)
            other = self.value(
                node.other, else_env, expected if expected is not None or then is None else then.type
            )
        if condition is None or then is None or other is None:
            return None
        joined = t.join(then.type, other.type)
        if joined is None:
            loose = isinstance(node.other, n.Compare | n.And | n.Or | n.Member | n.IsWhat | n.IsType)
            help = "an 'if' goes on to the end: put it in parentheses where it ends sooner" if loose else None
            message = f"one branch is {t.words(then.type)}, the other {t.words(other.type)}"
            self.error(codes.WrongType, env, node.other, message, help=help)
            return None
        return core.IfE(joined, condition, then, other, self.place(env, node))

    def _orelse(self, node: n.OrElse, env: Env, expected: Type | None) -> core.Expr | None:
        value = self.value(node.value, env, expected)
        other = self.value(node.other, env, expected if value is None else t.base_of(value.type))
        if value is None or other is None:
            return None
        if not isinstance(value.type, Opt | NoneType):
            declared = self._value(node.value, env, expected)
            if declared is not None and not isinstance(declared.type, Opt | NoneType):
                # It isn't what is known here that makes it a value: it always is one.
                text = env.source.text(node.value)
                message = f"'{text}' is never none, so what stands after 'else' is never used"
                self.error(codes.AlwaysSame, env, node.value, message)
            return value
        joined = t.join(t.base_of(value.type), other.type)
        if joined is None:
            self.error(
                codes.WrongType, env, node.other, f"one branch is {value.type}, the other {other.type}"
            )
            return None
        return core.OrElse(joined, value, other)

    def _and(self, node: n.And, env: Env, expected: Type | None) -> core.Expr | None:
        return self._junction(node.items, env, True)

    def _or(self, node: n.Or, env: Env, expected: Type | None) -> core.Expr | None:
        return self._junction(node.items, env, False)

    def _junction(self, items: tuple[n.Expr, ...], env: Env, is_and: bool) -> core.Expr | None:
        result: list[core.Expr | None] = []
        for number, item in enumerate(items):
            if number and not is_and and self._is_another_value(items[number - 1], item, env):
                result.append(None)
                continue
            result.append(self.condition(item, env))
            env = env.doubting(result[-1] is None)
            env = env.knowing(self.facts(item, env, is_and))
        if any(r is None for r in result):
            return None
        return (core.And if is_and else core.Or)(t.BOOL, tuple(cast("list[core.Expr]", result)))

    def _is_another_value(self, before: n.Expr, item: n.Expr, env: Env) -> bool:
        """Reports ``a = b or c``, in which c is another value to compare with."""
        item = item.items[0] if isinstance(item, n.And) else item
        if not isinstance(before, n.Compare) or before.op != "=" or not self.is_literal(item, env):
            return False
        left, right, other = (env.source.text(x) for x in (before.left, before.right, item))
        message = f"'{other}' is a value, which is neither true nor false"
        help = f"write: {left} in [{right}, {other}]"
        self.error(codes.WrongType, env, item, message, expected=("a condition",), help=help)
        return True

    def _not(self, node: n.Not, env: Env, expected: Type | None) -> core.Expr | None:
        if isinstance(node.item, n.Not):
            self.error(codes.AlwaysSame, env, node, "'not not' says nothing", help="write one 'not' or none")
        item = self.condition(node.item, env)
        return None if item is None else core.Not(t.BOOL, item)

    def _negative(self, node: n.Negative, env: Env, expected: Type | None) -> core.Expr | None:
        item = self.number(node.item, env)
        if item is None:
            return None
        zero = core.Const(Int(0, 0), 0)
        return core.Arith(
            t.arithmetic("-", Int(0, 0), cast(Int, item.type)), "-", zero, item, self.place(env, node)
        )

    def _binary(self, node: n.Binary, env: Env, expected: Type | None) -> core.Expr | None:
        left = self._open(self.value(node.left, env), env, node.left)
        if left is not None and isinstance(left.type, Space) and node.op in "+-":
            return self._along(left, node, env)
        if left is None and node.op in "+-":
            # What stands on the right may be a space or a set as well, if that is what the left was to be.
            (self.domain if self.is_collection(node.right, env) else self.value)(node.right, env)
            return None
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
            self.error(
                codes.WrongType,
                env,
                node.left,
                f"'{board}' is no track",
                help="use step, after or neighbours",
            )
            return None
        right = self._open(
            self.value(
                node.right,
                env,
                left.type if node.op == "-" and not isinstance(node.right, n.Number) else None,
            ),
            env,
            node.right,
        )
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
                t.arithmetic("-", Int(0, 0), cast(Int, amount.type)),
                "-",
                core.Const(Int(0, 0), 0),
                amount,
                place,
            )
        return core.BoardCall(left.type, "along", board, (left, amount), place)

    def _with_nothing(self, node: n.Compare, env: Env) -> bool:
        """Reports a comparison with ``none``, ``empty`` or another word for it, which is a test."""
        for side, other in ((node.left, node.right), (node.right, node.left)):
            is_none = isinstance(side, n.Constant) and side.value is None
            word = side.text if isinstance(side, n.Name) and side.text not in env.locals else ""
            if not is_none and (
                word not in NOTHINGS or word in self.names.symbols or word in self.names.values
            ):
                continue
            what = "empty" if word == "empty" or self.is_collection(other, env) else "none"
            is_not = "not " if node.op == "!=" else ""
            help = f"write '{env.source.text(other)} is {is_not}{what}'"
            if node.op not in ("=", "!="):
                help = "write 'is none' or 'is not none'"
            message = f"'{word or 'none'}' is no value to compare with: it is tested with 'is'"
            self.error(codes.WrongType, env, side, message, help=help)
            return True
        return False

    def _compare(self, node: n.Compare, env: Env, expected: Type | None) -> core.Expr | None:
        if self._with_nothing(node, env):
            return None
        if node.op in ("=", "!=") and (
            self.is_collection(node.left, env) or self.is_collection(node.right, env)
        ):
            return self._same_set(node, env)
        for side in (node.left, node.right):
            if node.op not in ("=", "!=") and self.is_collection(side, env):
                self._several(side, env, "a number")
                return None
        if self.is_literal(node.left, env) and not self.is_literal(node.right, env):
            right = self.value(node.right, env)
            left = self.value(node.left, env, None if right is None else right.type)
        else:
            left = self.value(node.left, env)
            if left is None and self.is_literal(node.right, env):
                return None  # a value of what the left side would have been
            right = self.value(node.right, env, None if left is None else left.type)
        if left is None or right is None:
            return None
        if not t.comparable(left.type, right.type):
            self._not_comparable(node, left, right, env)
            return None
        self._note_reading(left, right)
        if node.op not in ("=", "!="):
            ordered = t.base_of(left.type)
            if not isinstance(ordered, Int | Enum | Space):
                self.error(codes.WrongType, env, node, f"values of type {ordered} have no order")
                return None
            left, right = self._open(left, env, node.left), self._open(right, env, node.right)
            assert left is not None
            assert right is not None
        self._check_outcome(node, left.type, right.type, env)
        return core.Compare(t.BOOL, cast(Any, node.op), left, right)

    def _not_comparable(self, node: n.Compare, left: core.Expr, right: core.Expr, env: Env) -> None:
        for side, value, other in ((node.left, left, right), (node.right, right, left)):
            wanted = t.base_of(other.type)
            if isinstance(side, n.Name) and self.is_literal(side, env) and isinstance(wanted, Enum):
                message = f"'{side.text}' is {t.words(value.type)}, not of {wanted.name}"
                self.error(codes.WrongType, env, side, message, expected=wanted.values[:8])
                return
        message = f"{t.words(left.type)} can't be compared with {t.words(right.type)}"
        help = None
        for side, value, other in ((node.right, right, left), (node.left, left, right)):
            if not isinstance(value.type, Bool) and not isinstance(other.type, Bool):
                help = help or self._meant(value.type, other.type, env.source.text(side), side)
            elif isinstance(other.type, Opt) and isinstance(value, core.Const):
                whole = env.source.text(node.left if side is node.right else node.right)
                is_not = "not " if bool(value.value) == (node.op == "=") else ""
                help = f"write '{whole} is {is_not}none'"
        self.error(codes.WrongType, env, node, message, help=help)

    def _note_reading(self, left: core.Expr, right: core.Expr) -> None:
        for a, b in ((left, right), (right, left)):
            if isinstance(a, core.Reading) and isinstance(b, core.Const):
                self.whole_readings[a.ruling] -= 1
                self.readings_asked.setdefault(a.ruling, set()).add(b.value)

    def _check_outcome(self, node: n.Compare, left: Type, right: Type, env: Env) -> None:
        a, b = t.base_of(left), t.base_of(right)
        if (
            not self.counted
            or not (isinstance(a, Int) and isinstance(b, Int))
            or (isinstance(node.left, n.Number) and isinstance(node.right, n.Number))
        ):
            return
        if node.op == "=" and (a.hi < b.lo or b.hi < a.lo):
            self.error(codes.AlwaysSame, env, node, f"these are never equal: {a} and {b}")
        elif node.op in ("<", "<=", ">", ">=") and isinstance(left, Int) and isinstance(right, Int):
            outcomes = {self._holds(node.op, x, y) for x, y in ((a.lo, b.hi), (a.hi, b.lo))}
            if len(outcomes) == 1 and (a.lo < a.hi or b.lo < b.hi):
                self.error(
                    codes.AlwaysSame, env, node, f"this is always {str(outcomes.pop()).lower()}: {a} and {b}"
                )

    @staticmethod
    def _holds(op: str, x: int, y: int) -> bool:
        return {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]

    def _same_set(self, node: n.Compare, env: Env) -> core.Expr | None:
        if not (self._may_be_set(node.left, env) and self._may_be_set(node.right, env)):
            self._one_with_several(node, env)
            return None
        left = self.domain(node.left, env)
        right = self.domain(node.right, env, None if left is None else left[1])
        if left is None or right is None:
            return None
        if not t.comparable(left[1], right[1]):
            self.error(
                codes.WrongType, env, node, f"a set of {left[1]} can't be compared with a set of {right[1]}"
            )
            return None
        same = core.SameSet(t.BOOL, left[0], right[0])
        return same if node.op == "=" else core.Not(t.BOOL, same)

    def _may_be_set(self, node: n.Expr, env: Env) -> bool:
        """Is the node several things, or a value that stands for several (a line, a placement)?"""
        if self.is_collection(node, env) or not is_path(node):
            return True
        value = self.quietly(node, env)
        return value is None or isinstance(t.base_of(value.type), SetOf | Line | Spot)

    def _one_with_several(self, node: n.Compare, env: Env) -> None:
        """A comparison of one thing with several, which says neither that it is one of them nor what it
        is."""
        several, one = (
            (node.left, node.right) if self.is_collection(node.left, env) else (node.right, node.left)
        )
        value = self.value(one, env)
        if value is not None and isinstance(t.base_of(value.type), Int):
            self._several(several, env, "a number")
            return
        text, other = env.source.text(several), env.source.text(one)
        is_not = "not " if node.op == "!=" else ""
        is_family = isinstance(several, n.Name) and several.text in self.families
        right = f"'{other} is {is_not}{text}'" if is_family else f"'{other} {is_not}in {text}'"
        of_it = None if value is None else self._of_type(several, value.type)
        if of_it is not None:
            # A type's name compared with one of its values: a variable or a field of that type is meant.
            message = f"'{text}' is the name of a type, not one of its values"
            right = f"for instance '{of_it} {node.op} {other}'" if of_it else f"name what is {other}"
            self.error(codes.NotAValue, env, several, message, help=right)
            return
        self.error(
            codes.NotAValue,
            env,
            several,
            f"'{text}' is several things, compared with one",
            help=f"write {right}",
        )

    def _of_type(self, node: n.Expr, type: Type) -> str | None:
        """For an enum's, board's or ``player``'s name compared with a value of that type: a variable that is
        of it ("" if there is none); none for anything else."""
        if not isinstance(node, n.Name):
            return None
        wanted = t.base_of(type)
        symbol = self.names.symbols.get(node.text)
        is_type = symbol is not None and symbol.kind in TYPE_KINDS and symbol.value == wanted
        if not is_type and not (node.text == "player" and wanted == t.PLAYER):
            return None
        for variable in self.variables.values():
            if t.base_of(variable.type) == wanted and not variable.keys:
                return variable.name
        return ""

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
            zone = self.zone_symbol(node.value, env)
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
            self.note_origin(value, node.value, env)
            if not isinstance(value.type, Opt | NoneType):
                text = env.source.text(node.value)
                is_variable = isinstance(value, core.VarGet) and t.base_of(value.type) == value.type
                help = f"what may be none is declared so: {value.type} or none" if is_variable else None
                message = f"'{text}' is {t.words(value.type)}, never none"
                needed = ("a value that may be none",)
                self.error(codes.WrongType, env, node.value, message, expected=needed, help=help)
                return None
            test = core.IsNone(t.BOOL, value)
        return core.Not(t.BOOL, test) if node.negated else test

    def _istype(self, node: n.IsType, env: Env, expected: Type | None) -> core.Expr | None:
        value = self.value(node.value, env)
        word = node.type.text
        symbol = self.names.symbols.get(word)
        is_value = symbol is not None and symbol.kind in ("variable", "table", "number", "definition")
        if symbol is not None and is_value:
            symbol.used = True
        if is_value or (symbol is None and (word in self.names.values or word in env.locals)):
            sign = "!=" if node.negated else "="
            help = f"write '{env.source.text(node.value)} {sign} {word}'"
            message = f"'is' asks for a kind of component, and '{word}' is a value"
            self.error(codes.WrongType, env, node.type, message, help=help)
            return None
        symbol = self.symbol(node.type, env, ("component",))
        if value is None or symbol is None:
            return None
        base = t.base_of(value.type)
        family = self.families.get(symbol.name)
        if family is None:
            return None
        if not isinstance(base, Comp):
            self.error(
                codes.WrongType,
                env,
                node.value,
                f"here stands {t.words(value.type)}",
                expected=("a component",),
            )
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
        name = node.name.text
        if self.is_collection(node.base, env):
            self._field_of_several(node, env)
            return None
        base = self._open(self.value(node.base, env), env, node.base)
        if base is None:
            return None
        self.used_fields.add(name)
        if isinstance(base.type, Space):
            table = self.tables.get(f"{base.type.board}.{name}")
            if table is not None:
                return core.TableGet(table.type, table.name, (base,), self.place(env, node))
            known = [k.split(".", 1)[1] for k in self.tables if k.startswith(f"{base.type.board}.")]
            self._no_field(node, env, known, f"the spaces of {base.type.board} have")
            return None
        if not isinstance(base.type, Comp):
            indexed = self.names.symbols.get(name)
            is_indexed = indexed is not None and indexed.kind in ("zone", "variable", "table")
            self.error(
                codes.WrongType,
                env,
                node.base,
                f"{t.words(base.type)} has no fields",
                expected=("a component",),
                help=f"write {name}[{env.source.text(node.base)}]" if is_indexed else None,
            )
            return None
        types = [self.families[leaf].fields.get(name) for leaf in base.type.leaves if leaf in self.families]
        if name in self.lost_fields or (name == "owner" and not self.counted):
            return None
        if not types or any(x is None for x in types):
            known = sorted(
                {f for leaf in base.type.leaves if leaf in self.families for f in self.families[leaf].fields}
            )
            if name in known:
                without = [leaf for leaf in base.type.leaves if name not in self.families[leaf].fields]
                text = env.source.text(node.base)
                message = f"{', '.join(without)} has no field '{name}', and '{text}' may be one"
                having = next(x for x in base.type.leaves if x not in without)
                help = f"test first, e.g. '{text} is {having}'"
                self.error(codes.NoSuchField, env, node.name, message, help=help)
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

    def _field_of_several(self, node: n.Field, env: Env) -> None:
        """A zone, type or set where one thing with fields is needed."""
        text, name = env.source.text(node.base), node.name.text
        is_zone = self.zone_symbol(node.base, env) is not None
        meant = {
            **dict.fromkeys(("size", "length", "count", "len", "number"), f"write size({text})"),
            **dict.fromkeys(("empty", "is_empty", "isEmpty"), f"write '{text} is empty'"),
            **{end: f"write {end}({text})" for end in ("top", "bottom", "first", "last")},
            **dict.fromkeys(("contains", "has", "includes"), f"write 'x in {text}'"),
        }
        help = meant.get(name)
        near = [x.name for x in env.locals.values() if str(t.base_of(x.type)) == text]
        if near and name not in meant:
            help = f"did you mean {near[-1]}.{name}?"
        elif help is None and any(str(v.type) == text for v in self.names.values.get(name, ())):
            help = f"write: {name}"
        elif help is None and name in {f for family in self.families.values() for f in family.fields}:
            self.used_fields.add(name)
            help = f"of all together for instance: sum(x.{name} for x in {text})"
        elif help is None:
            help = f"one of them has fields: x.{name} for x in {text}"
        message = f"'{text}' is {'a zone' if is_zone else 'several things'}, which has no fields"
        if not is_zone:
            message = f"'{text}' is several things, which have no fields together"
        self.error(codes.WrongType, env, node.base, message, expected=("a component",), help=help)

    def _no_field(self, node: n.Field, env: Env, known: list[str], who: str) -> None:
        near = self.sink.near(node.name.text, known)
        help = f"did you mean {' or '.join(near)}?" if near else self._instead_of_field(node, env)
        self.error(
            codes.NoSuchField,
            env,
            node.name,
            f"{who} no field '{node.name.text}'",
            help=help,
            expected=tuple(known) if not near else (),
        )

    def _instead_of_field(self, node: n.Field, env: Env) -> str | None:
        """What is meant by a field that there is not: an index, a step on a board, an owner."""
        name, text = node.name.text, env.source.text(node.base)
        symbol = self.names.symbols.get(name)
        if symbol is not None and symbol.kind in ("zone", "variable", "table"):
            symbol.used = True
            return f"write {name}[{text}]"
        if any(name in board.directions for board in self.boards.values()):
            return f"write step({text}, {name})"
        if name == "owner":
            return "those that are made 'per player' have an owner"
        return None

    def _extreme(self, node: n.Extreme, env: Env, expected: Type | None) -> core.Expr | None:
        items = [self.number(x, env) for x in node.items]
        if any(x is None for x in items):
            return None
        found = cast("list[core.Expr]", items)
        pick = min if node.kind == "min" else max
        ranges = [cast(Int, x.type) for x in found]
        result = Int(pick(r.lo for r in ranges), pick(r.hi for r in ranges))
        return core.Call(result, cast(Any, node.kind), tuple(found), self.place(env, node))
