"""A program made quick for CPython: the same statements, with fewer calls.

Natively LLVM puts functions into each other and knows the bit operations; in CPython a call costs as much as
several statements. So the module is rewritten here before CPython compiles it: functions that are called from
one place only (or are short) are put there, bit intrinsics become methods of int, constants become numbers.
What is rewritten means the same: the tests play both.

"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from rulewright.compile import build as x
from rulewright.compile import runtime as rt
from rulewright.compile import trees
from rulewright.compile.trees import called, count_statements, fresh, in_order

SHORT = 8
"""Statements of a function that is put wherever it is called."""


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
        self.calls = {f.name: called(f) for f in functions}
        self.uses = Counter(name for f in functions if f.name not in aside for name in self.calls[f.name])
        self.used_aside = {name for other in aside for name in self.calls[other]}
        self.done: dict[str, _Done] = {}
        self._count = 0

    def run(self) -> list[ast.FunctionDef]:
        for function in self.functions.values():
            self.finish(function)
        left = set(self.keep)
        waiting = list(self.keep)
        while waiting:
            for name in self.done[waiting.pop()].calls:
                if name in self.functions and name not in left:
                    left.add(name)
                    waiting.append(name)
        return [f for name, f in self.functions.items() if name in left]

    def finish(self, function: ast.FunctionDef) -> None:
        if function.name in self.done:
            return
        for name in self.calls[function.name]:
            if name in self.functions:
                self.finish(self.functions[name])
        function.body = self.block(function.body, self.stops(function.name))
        self.done[function.name] = _Done(function)

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
        function = self.done[name]
        if self.uses[name] != 1 and function.statements > SHORT:
            return False
        if tail:
            return True
        if not function.ends:
            return False
        return function.returns == 1 or (stops and self.stops(name))

    def body(self, call: ast.Call, out: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a function for one call of it, under new names."""
        assert isinstance(call.func, ast.Name)
        name = call.func.id
        function = self.functions[name]
        assigned = self.done[name].assigned
        self._count += 1
        names: dict[str, ast.expr] = {n: ast.Name(f"{n}_{self._count}", ast.Load()) for n in assigned}
        for parameter, argument in zip(function.args.args, call.args, strict=True):
            if parameter.arg in assigned or not (x.simple(argument) or parameter.arg.isupper()):
                target = f"{parameter.arg}_{self._count}"
                out.append(x.assign(target, argument))
                names[parameter.arg] = x.name(target)
            else:
                names[parameter.arg] = argument
        if self.uses[name] > 1 or name in self.keep or name in self.used_aside:
            out += [fresh(s, names) for s in function.body]
        else:
            # Nobody else wants it.
            renamed = _Renamed(names)
            out += [renamed.rewritten(s) for s in function.body]
        return out


class _Renamed(trees.Rewriter):
    """Puts expressions in the places of names."""

    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        super().__init__()
        self.names = names
        self.rules = {ast.Name: self._name, ast.Call: self._call}

    def _name(self, node: ast.Name) -> ast.expr:
        return fresh(node, self.names)

    def _call(self, node: ast.Call) -> ast.expr:
        node.args = self.all(node.args)
        return node


class _Done:
    """What is asked of a function that others were put into."""

    def __init__(self, function: ast.FunctionDef) -> None:
        nodes = trees.walk(function)
        self.calls = {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        self.assigned = sorted(
            {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        )
        self.statements = count_statements(function.body)
        self.returns = sum(isinstance(n, ast.Return) for n in nodes)
        self.ends = isinstance(function.body[-1], ast.Return)


def _given(end: ast.stmt) -> ast.expr:
    assert isinstance(end, ast.Return)
    assert end.value is not None
    return end.value


# ---- lines -----------------------------------------------------------------------------------------------
def number_lines(module: ast.Module) -> list[int]:
    """Give each statement a line of its own; returns for each line the place that it was emitted for."""
    places = [0]
    for function in module.body:
        place = 0
        for statement in in_order([function]):
            place = getattr(statement, "place", place)
            for node in _own_nodes(statement):
                fields = node.__dict__
                fields["lineno"] = fields["end_lineno"] = len(places)
                fields["col_offset"] = fields["end_col_offset"] = 0
            places.append(place)
    return places


def _own_nodes(statement: ast.stmt) -> list[ast.AST]:
    """A statement and all its expressions, without the statements inside."""
    found: list[ast.AST] = [statement]
    for node in found:
        for value in node.__dict__.values():
            if isinstance(value, ast.AST):
                if not isinstance(value, ast.expr_context):
                    found.append(value)
            elif value.__class__ is list and value and not isinstance(value[0], ast.stmt):
                found += value
    return found


def line_texts(module: ast.Module) -> list[str]:
    """The lines as people read them: the first line of each statement."""
    return [ast.unparse(s).split("\n")[0] for f in module.body for s in in_order([f])]


# ---- expressions -----------------------------------------------------------------------------------------
class Quicken(trees.Rewriter):
    """Bit intrinsics as methods, constants as numbers, fuel without a call."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        super().__init__()
        self.constants = constants
        self.rules = {ast.Name: self._name, ast.Call: self._call, ast.If: self._if}

    def _name(self, node: ast.Name) -> ast.expr:
        if node.id in self.constants and isinstance(node.ctx, ast.Load):
            return ast.Constant(self.constants[node.id])
        return node

    def _call(self, node: ast.Call) -> ast.expr:
        node.args = self.all(node.args)
        if not isinstance(node.func, ast.Name):
            return node
        if node.func.id == "popcount":
            return ast.Call(ast.Attribute(node.args[0], "bit_count", ast.Load()), [], [])
        if node.func.id == "ctz" and x.cheap(node.args[0]):
            low = ast.BinOp(node.args[0], ast.BitAnd(), ast.UnaryOp(ast.USub(), node.args[0]))
            length = ast.Call(ast.Attribute(low, "bit_length", ast.Load()), [], [])
            return ast.BinOp(length, ast.Sub(), ast.Constant(1))
        return node

    def _if(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        self.inside(node)
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
