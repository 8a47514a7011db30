"""Constructors for the nodes of an emitted module, folding constants as they go.

Emission works on `ast` nodes only, so that no text of a ruleset can reach the program; plain `ast` calls
would bury what is emitted under `ctx=Load()`. Each constructor here is one construct of the subset.
Arithmetic on constants and the identities 0 and 1 are folded at once: layouts are all offsets plus index
times stride, and what is left then is what a person would have written.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeGuard

from rulewright.compile.trees import walk

VECTORS: Final = ("S", "C", "R", "L")
"""What every function of an emitted module takes first: state, constants, chance and status, moves and
scratch."""

WORD: Final = 63
"""Members a word of a bit set holds."""

_COMPARE: Final[dict[str, type[ast.cmpop]]] = {
    "=": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
}
_BINARY: Final[dict[str, type[ast.operator]]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "div": ast.FloorDiv,
    "mod": ast.Mod,
    "&": ast.BitAnd,
    "|": ast.BitOr,
    "^": ast.BitXor,
    "<<": ast.LShift,
    ">>": ast.RShift,
}


_BITS: Final[dict[str, Callable[[int, int], int]]] = {
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}


# ---- values ----------------------------------------------------------------------------------------------
def const(value: int) -> ast.Constant:
    return ast.Constant(value)


ONE: Final = ast.Constant(1)


def name(text: str) -> ast.Name:
    return ast.Name(text, ast.Load())


def is_const(e: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(e, ast.Constant)


def is_value(e: ast.expr, value: int) -> bool:
    return isinstance(e, ast.Constant) and e.value == value


def as_int(e: ast.Constant) -> int:
    assert isinstance(e.value, int)
    return e.value


def is_condition(e: ast.expr) -> bool:
    """Whether a node may stand as a condition only (it would store a bool)."""
    return isinstance(e, ast.Compare | ast.BoolOp) or (
        isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not)
    )


def as_value(e: ast.expr) -> ast.expr:
    """A condition as the value 1 or 0."""
    return ast.IfExp(e, const(1), const(0)) if is_condition(e) else e


def add(a: ast.expr, b: ast.expr | int) -> ast.expr:
    if isinstance(b, int):
        b = const(b)
    if is_const(a) and is_const(b):
        return const(as_int(a) + as_int(b))
    if is_const(a):
        a, b = b, a
    if is_const(b):
        n = as_int(b)
        if isinstance(a, ast.BinOp) and is_const(a.right) and isinstance(a.op, ast.Add | ast.Sub):
            n += as_int(a.right) if isinstance(a.op, ast.Add) else -as_int(a.right)
            a = a.left
        if n == 0:
            return a
        return ast.BinOp(a, ast.Add(), const(n)) if n > 0 else ast.BinOp(a, ast.Sub(), const(-n))
    if isinstance(b, ast.BinOp) and isinstance(b.op, ast.Add) and is_const(b.right):
        return add(ast.BinOp(a, ast.Add(), b.left), b.right)
    if isinstance(a, ast.BinOp) and isinstance(a.op, ast.Add) and is_const(a.right):
        return add(ast.BinOp(a.left, ast.Add(), b), a.right)
    return ast.BinOp(a, ast.Add(), b)


def sub(a: ast.expr, b: ast.expr | int) -> ast.expr:
    if isinstance(b, int):
        return add(a, -b)
    if is_const(b):
        return add(a, -as_int(b))
    return ast.BinOp(a, ast.Sub(), b)


def mul(a: ast.expr, b: ast.expr | int) -> ast.expr:
    if isinstance(b, int):
        b = const(b)
    if is_const(a):
        a, b = b, a
    if is_const(b):
        n = as_int(b)
        if is_const(a):
            return const(as_int(a) * n)
        if n == 0 and not calls(a):
            return b
        if n == 1:
            return a
    return ast.BinOp(a, ast.Mult(), b)


def binary(op: str, a: ast.expr, b: ast.expr | int) -> ast.expr:
    """One of + - * div mod & | ^ << >> of two values."""
    if isinstance(b, int):
        b = const(b)
    if op == "+":
        return add(a, b)
    if op == "-":
        return sub(a, b)
    if op == "*":
        return mul(a, b)
    if op in ("&", "|", "<<", ">>", "^"):
        if is_const(a) and is_const(b):
            return const(_BITS[op](as_int(a), as_int(b)))
        if is_value(b, 0):
            return const(0) if op == "&" else a
        if is_value(a, 0) and op != "^":
            return b if op == "|" else const(0)
    if op == "div" and is_value(b, 1):
        return a
    if op == "mod" and is_value(b, 1):
        return const(0)
    if op in ("div", "mod") and is_const(a) and is_const(b) and as_int(b) != 0:
        return const(as_int(a) // as_int(b) if op == "div" else as_int(a) % as_int(b))
    return ast.BinOp(a, _BINARY[op](), b)


def element(vector: str, at: ast.expr | int) -> ast.Subscript:
    return ast.Subscript(name(vector), const(at) if isinstance(at, int) else at, ast.Load())


def state(at: ast.expr | int) -> ast.Subscript:
    """S[at]."""
    return element("S", at)


def constant(at: ast.expr | int) -> ast.Subscript:
    """C[at]."""
    return element("C", at)


def call(function: str, *args: ast.expr | int) -> ast.Call:
    return ast.Call(name(function), [const(a) if isinstance(a, int) else a for a in args], [])


def vectors(which: str = "SCRL") -> list[ast.expr]:
    return [name(v) for v in which]


def run(function: str, *args: ast.expr | int) -> ast.Call:
    """A call of a function of the emitted module: all vectors, then the arguments."""
    return call(function, *vectors(), *args)


def conditional(test: ast.expr, then: ast.expr, other: ast.expr) -> ast.expr:
    """`then if test else other`, of values."""
    if is_const(test):
        return then if test.value else other
    return ast.IfExp(test, as_value(then), as_value(other))


# ---- conditions ------------------------------------------------------------------------------------------
def compare(op: str, a: ast.expr, b: ast.expr | int) -> ast.expr:
    if isinstance(b, int):
        b = const(b)
    if is_const(a) and is_const(b):
        x, y = as_int(a), as_int(b)
        return const(int({"=": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]))
    return ast.Compare(a, [_COMPARE[op]()], [b])


def both(items: Iterable[ast.expr]) -> ast.expr:
    """and of conditions; of none: true."""
    kept: list[ast.expr] = []
    for item in items:
        if is_const(item):
            if not item.value:
                return (
                    const(0)
                    if not kept or not any(map(calls, kept))
                    else ast.BoolOp(ast.And(), [*kept, item])
                )
        elif isinstance(item, ast.BoolOp) and isinstance(item.op, ast.And):
            kept.extend(item.values)
        else:
            kept.append(item)
    if not kept:
        return const(1)
    return kept[0] if len(kept) == 1 else ast.BoolOp(ast.And(), kept)


def either(items: Iterable[ast.expr]) -> ast.expr:
    """or of conditions; of none: false."""
    kept: list[ast.expr] = []
    for item in items:
        if is_const(item):
            if item.value:
                return (
                    const(1) if not kept or not any(map(calls, kept)) else ast.BoolOp(ast.Or(), [*kept, item])
                )
        elif isinstance(item, ast.BoolOp) and isinstance(item.op, ast.Or):
            kept.extend(item.values)
        else:
            kept.append(item)
    if not kept:
        return const(0)
    return kept[0] if len(kept) == 1 else ast.BoolOp(ast.Or(), kept)


_INVERSE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}


def negate(e: ast.expr) -> ast.expr:
    if is_const(e):
        return const(int(not e.value))
    if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
        return e.operand
    if isinstance(e, ast.Compare):
        return ast.Compare(e.left, [_INVERSE[type(e.ops[0])]()], e.comparators)
    return ast.UnaryOp(ast.Not(), e)


# ---- statements ------------------------------------------------------------------------------------------
def assign(target: str, value: ast.expr | int) -> ast.stmt:
    return ast.Assign(
        [ast.Name(target, ast.Store())], const(value) if isinstance(value, int) else as_value(value)
    )


def store(vector: str, at: ast.expr | int, value: ast.expr | int) -> ast.stmt:
    """`vector[at] = value`."""
    target = ast.Subscript(name(vector), const(at) if isinstance(at, int) else at, ast.Store())
    return ast.Assign([target], const(value) if isinstance(value, int) else as_value(value))


def update(vector: str, at: ast.expr | int, op: str, value: ast.expr | int) -> ast.stmt:
    """`vector[at] op= value`."""
    target = ast.Subscript(name(vector), const(at) if isinstance(at, int) else at, ast.Store())
    return ast.AugAssign(target, _BINARY[op](), const(value) if isinstance(value, int) else as_value(value))


def change(target: str, op: str, value: ast.expr | int) -> ast.stmt:
    """`target op= value`."""
    right = const(value) if isinstance(value, int) else as_value(value)
    return ast.AugAssign(ast.Name(target, ast.Store()), _BINARY[op](), right)


def when(test: ast.expr, then: Sequence[ast.stmt], other: Sequence[ast.stmt] = ()) -> list[ast.stmt]:
    """if: a list, since what is known to hold or not needs no test."""
    if is_const(test):
        return list(then if test.value else other)
    if not then:
        if not other:
            return [ast.Expr(test)] if isinstance(test, ast.Call) else []
        return [ast.If(negate(test), list(other), [])]
    return [ast.If(test, list(then), list(other))]


def loop(test: ast.expr, body: Sequence[ast.stmt]) -> ast.stmt:
    return ast.While(test, list(body) or [ast.Pass()], [])


def count(
    variable: str, stop: ast.expr | int, body: Sequence[ast.stmt], start: ast.expr | int = 0
) -> ast.stmt:
    """`for variable in range(start, stop)`."""
    bounds = [] if is_zero(start) else [const(start) if isinstance(start, int) else start]
    bounds.append(const(stop) if isinstance(stop, int) else stop)
    it = ast.Call(name("range"), bounds, [])
    return ast.For(ast.Name(variable, ast.Store()), it, list(body) or [ast.Pass()], [])


def is_zero(e: ast.expr | int) -> bool:
    return e == 0 if isinstance(e, int) else is_value(e, 0)


def do(e: ast.expr) -> ast.stmt:
    return ast.Expr(e)


def give(value: ast.expr | int) -> ast.stmt:
    return ast.Return(const(value) if isinstance(value, int) else as_value(value))


def function(text: str, parameters: Sequence[str], body: Sequence[ast.stmt]) -> ast.FunctionDef:
    """A function of the module: all vectors, then the scalars."""
    arguments = ast.arguments([], [ast.arg(p) for p in (*VECTORS, *parameters)], None, [], [], None, [])
    return ast.FunctionDef(text, arguments, list(body) or [ast.Pass()], [], None)


# ---- what an expression does -----------------------------------------------------------------------------
_PURE: Final = frozenset({"popcount", "ctz", "kth", "count_of", "index_of"})


def calls(e: ast.expr) -> bool:
    """Whether evaluating a value may do something: fault, draw, or run for long."""
    return any(
        isinstance(n, ast.Call) and not (isinstance(n.func, ast.Name) and n.func.id in _PURE) for n in walk(e)
    )


def simple(e: ast.expr) -> bool:
    """Whether writing a value twice costs nothing."""
    return isinstance(e, ast.Name | ast.Constant)


def cheap(e: ast.expr) -> bool:
    """Whether writing a value twice is better than naming it."""
    return simple(e) or (isinstance(e, ast.Subscript) and isinstance(e.slice, ast.Constant))
