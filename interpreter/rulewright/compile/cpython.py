"""A program made quick for CPython: the same statements, with fewer calls.

Natively LLVM puts functions into each other and knows the bit operations; in CPython a call costs as much as
several statements. So the module is rewritten here before CPython compiles it: functions that are called from
one place only (or are short) are put there, bit intrinsics become methods of int, constants become numbers.
What is rewritten means the same: the tests play both.

"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy

from rulewright.compile import build as x
from rulewright.compile import runtime as rt

SHORT = 8
"""Statements of a function that is put wherever it is called."""


def fresh(node: ast.AST) -> ast.AST:
    """A copy in which every node has one place: emission may put one expression into several, and what is
    rewritten here is rewritten in place."""
    new = copy(node)
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            setattr(new, name, fresh(value))
        elif isinstance(value, list):
            setattr(new, name, [fresh(v) if isinstance(v, ast.AST) else v for v in value])
    return new


# ---- functions into each other ---------------------------------------------------------------------------
class Inliner:
    """Puts functions of a module into others. ``keep``: functions that must be there in the end; ``entries``:
    those of them that are put nowhere else; ``stops``: whether a function only returns early (0) when play
    stops there, so that it may do so from where it is put as well; ``aside``: functions whose calls don't
    count as uses."""

    def __init__(
        self,
        functions: Sequence[ast.FunctionDef],
        keep: set[str],
        entries: set[str],
        stops: Callable[[str], bool],
        aside: set[str],
    ) -> None:
        self.functions = {f.name: f for f in functions}
        self.keep = keep
        self.entries = entries
        self.stops = stops
        self.uses: dict[str, int] = {}
        for f in functions:
            for name in () if f.name in aside else _calls(f):
                self.uses[name] = self.uses.get(name, 0) + 1
        self.done: set[str] = set()
        self._count = 0

    def run(self) -> list[ast.FunctionDef]:
        for function in self.functions.values():
            self.finish(function)
        left = set(self.keep)
        waiting = list(self.keep)
        while waiting:
            for name in _calls(self.functions[waiting.pop()]):
                if name in self.functions and name not in left:
                    left.add(name)
                    waiting.append(name)
        return [f for name, f in self.functions.items() if name in left]

    def finish(self, function: ast.FunctionDef) -> None:
        if function.name in self.done:
            return
        self.done.add(function.name)
        for name in _calls(function):
            if name in self.functions:
                self.finish(self.functions[name])
        function.body = self.block(function.body, self.stops(function.name))

    def block(self, statements: list[ast.stmt], stops: bool) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for statement in statements:
            match statement:
                case ast.If(body=then, orelse=other):
                    statement.body = self.block(then, stops) or [ast.Pass()]
                    statement.orelse = self.block(other, stops)
                case ast.While(body=inside) | ast.For(body=inside):
                    statement.body = self.block(inside, stops) or [ast.Pass()]
            out += self.statement(statement, stops)
        return out

    def statement(self, statement: ast.stmt, stops: bool) -> list[ast.stmt]:
        match statement:
            case ast.Return(value=ast.Call(func=ast.Name(id=name)) as call) if self.fits(name, tail=True):
                return self.body(call, [])
            case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call) if self.fits(name, stops=stops):
                *body, end = self.body(call, [])
                given = _given(end)
                return [*body, ast.Expr(given)] if x.calls(given) else body
            case ast.Assign(value=ast.Call(func=ast.Name(id=name)) as call) if self.fits(name, stops=stops):
                *body, end = self.body(call, [])
                statement.value = _given(end)
                return [*body, statement]
            case ast.If(test=ast.Call(func=ast.Name(id=name)) as call) if self.fits(name, stops=stops):
                *body, end = self.body(call, [])
                statement.test = _given(end)
                return [*body, statement]
        return [statement]

    def fits(self, name: str, *, tail: bool = False, stops: bool = False) -> bool:
        """Whether a function may be put where it is called."""
        if name not in self.functions or name in self.entries:
            return False
        body = self.functions[name].body
        if (
            self.uses.get(name, 0) != 1
            and sum(isinstance(n, ast.stmt) for s in body for n in ast.walk(s)) > SHORT
        ):
            return False
        if tail:
            return True
        returns = sum(isinstance(n, ast.Return) for s in body for n in ast.walk(s))
        if not isinstance(body[-1], ast.Return):
            return False
        return returns == 1 or (stops and self.stops(name))

    def body(self, call: ast.Call, out: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a function for one call of it, under new names."""
        assert isinstance(call.func, ast.Name)
        function = fresh(self.functions[call.func.id])
        assert isinstance(function, ast.FunctionDef)
        self._count += 1
        assigned = {
            n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        names: dict[str, ast.expr] = {n: ast.Name(f"{n}_{self._count}", ast.Load()) for n in assigned}
        for parameter, argument in zip(function.args.args, call.args, strict=True):
            if parameter.arg in assigned or not (x.simple(argument) or parameter.arg.isupper()):
                target = f"{parameter.arg}_{self._count}"
                out.append(x.assign(target, argument))
                names[parameter.arg] = x.name(target)
            else:
                names[parameter.arg] = argument
        renamed = _Rename(names)
        out += [renamed.visit(s) for s in function.body]
        return out


def _given(end: ast.stmt) -> ast.expr:
    assert isinstance(end, ast.Return)
    assert end.value is not None
    return end.value


class _Rename(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        found = self.names.get(node.id)
        if found is None:
            return node
        if isinstance(found, ast.Name):
            return ast.Name(found.id, node.ctx)
        new = fresh(found)
        assert isinstance(new, ast.expr)
        return new

    def visit_Call(self, node: ast.Call) -> ast.expr:
        node.args = [self.visit(a) for a in node.args]
        return node


def _calls(node: ast.AST) -> list[str]:
    return [n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]


# ---- lines -----------------------------------------------------------------------------------------------
def number_lines(module: ast.Module) -> list[int]:
    """Give each statement a line of its own; returns for each line the place that it was emitted for."""
    places = [0]
    for function in module.body:
        place = 0
        for statement in _in_order([function]):
            place = getattr(statement, "place", place)
            for node in _own_nodes(statement):
                node.lineno = node.end_lineno = len(places)  # type: ignore[attr-defined]
                node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
            places.append(place)
    return places


def _in_order(statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in statements:
        yield statement
        for name in ("body", "orelse"):
            yield from _in_order(getattr(statement, name, []))


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A statement and all its expressions, without the statements inside."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.stmt):
            yield from _own_nodes(child)


def line_texts(module: ast.Module) -> list[str]:
    """The lines as people read them: the first line of each statement."""
    return [ast.unparse(s).split("\n")[0] for f in module.body for s in _in_order([f])]


# ---- expressions -----------------------------------------------------------------------------------------
class Quicken(ast.NodeTransformer):
    """Bit intrinsics as methods, constants as numbers, fuel without a call."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.constants = constants

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.constants:
            return ast.Constant(self.constants[node.id])
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        node.args = [self.visit(a) for a in node.args]
        if not isinstance(node.func, ast.Name):
            return node
        if node.func.id == "popcount":
            return ast.Call(ast.Attribute(node.args[0], "bit_count", ast.Load()), [], [])
        if node.func.id == "ctz" and x.cheap(node.args[0]):
            low = ast.BinOp(node.args[0], ast.BitAnd(), ast.UnaryOp(ast.USub(), node.args[0]))
            length = ast.Call(ast.Attribute(low, "bit_length", ast.Load()), [], [])
            return ast.BinOp(length, ast.Sub(), ast.Constant(1))
        return node

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        self.generic_visit(node)
        match node:
            case ast.If(
                test=ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="fuel")) as call), orelse=[]
            ):
                steps = x.element("R", rt.R_STEPS)
                empty = ast.Compare(steps, [ast.LtE()], [ast.Constant(0)])
                node.test = ast.BoolOp(ast.Or(), [x.element("R", rt.R_FAULT), empty])
                node.body.insert(0, ast.Expr(call))
                return [node, x.update("R", rt.R_STEPS, "-", 1)]
        return node
