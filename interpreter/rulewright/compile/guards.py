"""Stopping at a fault: where one may have happened, play goes no further.

A fault is noted in R and the function that noted it goes on with some value. What would be done with that
value must not be done: the position is to stay as it was when the fault happened, whatever way it is run. So
in every function that changes the position, each statement that may have met a fault is followed by a return
if it did. That is a pass over the finished functions, since it alone knows which calls may fault, directly or
through others; the lowering is spared the thought.

Functions that only give a value are left alone: whoever calls them looks.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulewright.compile import build as x
from rulewright.compile.trees import called

SOURCES = frozenset({"fault", "index", "within", "fuel", "chance"})
"""The functions of the runtime that note faults."""


def faulting(functions: Sequence[ast.FunctionDef]) -> set[str]:
    """The names of functions that may note a fault."""
    calls = {f.name: set(called(f)) for f in functions}
    found = set(SOURCES)
    changed = True
    while changed:
        changed = False
        for name, those in calls.items():
            if name not in found and those & found:
                found.add(name)
                changed = True
    return found


class Guards:
    """The pass over one function."""

    def __init__(self, may_fault: set[str]) -> None:
        self.may_fault = may_fault
        self._count = 0

    def function(self, function: ast.FunctionDef) -> None:
        """Guard a function in place."""
        self._count = 0
        function.body = self.block(function.body)

    def block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for statement in statements:
            mark = len(out)
            self.statement(statement, out)
            if hasattr(statement, "place"):
                for new in out[mark:]:
                    new.place = statement.place  # type: ignore[attr-defined]
            if out and isinstance(out[-1], ast.Return):
                break
        return out

    def faults(self, node: ast.AST) -> bool:
        return not self.may_fault.isdisjoint(called(node))

    def _name(self, value: ast.expr, out: list[ast.stmt]) -> ast.Name:
        self._count += 1
        name = f"g{self._count}"
        out.append(x.assign(name, value))
        return x.name(name)

    def statement(self, statement: ast.stmt, out: list[ast.stmt]) -> None:
        match statement:
            case ast.If():
                self._if(statement, out)
            case ast.While():
                statement.body = self.block(statement.body)
                out.append(statement)
                if self.faults(statement.test):
                    out.append(check())
            case ast.For(iter=ast.Call() as bounds):
                if self.faults(bounds):
                    bounds.args = [self._name(a, out) if self.faults(a) else a for a in bounds.args]
                    out.append(check())
                statement.body = self.block(statement.body)
                out.append(statement)
            case ast.Assign(targets=[ast.Subscript() as target]):
                if self.faults(statement):
                    statement.value = self._name(statement.value, out)
                    target.slice = (
                        self._name(target.slice, out) if self.faults(target.slice) else target.slice
                    )
                    out.append(check())
                out.append(statement)
            case ast.AugAssign(target=ast.Subscript() as target):
                if self.faults(statement):
                    target.slice = (
                        self._name(target.slice, out) if not x.simple(target.slice) else target.slice
                    )
                    statement.value = self._name(statement.value, out)
                    out.append(check())
                out.append(statement)
            case ast.Expr(value=ast.Call(func=ast.Name(id="fault"))):
                out += [statement, x.give(0)]
            case ast.Return():
                out.append(statement)
            case _:
                out.append(statement)
                if self.faults(statement):
                    out.append(check())

    def _if(self, statement: ast.If, out: list[ast.stmt]) -> None:
        if self.faults(statement.test):
            if _no_fuel(statement):
                statement.body = [x.give(0)]
                out.append(statement)
                return
            test = statement.test
            negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
            named = self._name(test.operand if isinstance(test, ast.UnaryOp) and negated else test, out)
            statement.test = x.negate(named) if negated else named
            out.append(check())
        statement.body = self.block(statement.body)
        statement.orelse = self.block(statement.orelse)
        out.append(statement)


def _no_fuel(statement: ast.If) -> bool:
    """`if not fuel(...)`: only after a fault."""
    match statement.test:
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="fuel" | "spend"))):
            return not statement.orelse
    return False


def check() -> ast.stmt:
    """Return if a fault was noted."""
    return ast.If(x.element("R", x.name("R_FAULT")), [x.give(0)], [])
