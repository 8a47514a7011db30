"""Walking, copying and rewriting the nodes of an emitted module.

`ast` can do all of this, by looking up each field by its name; a program has tens of thousands of nodes, and
a start with object code in the cache does little else than go over them. A node keeps its fields in its
``__dict__``, in their order, which is three times as quick.
"""

from __future__ import annotations

import ast
from ast import AST
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

Node = TypeVar("Node", bound=AST)


def walk(node: AST) -> list[AST]:
    """A node and all below it, level by level: as ast.walk."""
    found = [node]
    for one in found:
        for value in one.__dict__.values():
            if isinstance(value, AST):
                found.append(value)
            elif value.__class__ is list:
                found += [v for v in value if isinstance(v, AST)]
    return found


def called(node: AST) -> list[str]:
    """The names of the functions that are called, as often as they are."""
    return [n.func.id for n in walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]


def count_statements(statements: Sequence[ast.stmt]) -> int:
    """How many statements there are, those inside others included."""
    return sum(1 for _ in in_order(statements))


def in_order(statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements and those inside, as they are written."""
    for statement in statements:
        yield statement
        for name in ("body", "orelse"):
            inside = statement.__dict__.get(name)
            if inside:
                yield from in_order(inside)


def fresh(node: Node, names: Mapping[str, ast.expr] | None = None) -> Node:
    """A copy in which every node has one place: emission may put one expression into several, and what is
    rewritten is rewritten in place. ``names``: what stands for a name in the copy (the name of a function
    that is called is no such name)."""
    if names and isinstance(node, ast.Name):
        found = names.get(node.id)
        if found is not None:
            return ast.Name(found.id, node.ctx) if isinstance(found, ast.Name) else fresh(found)  # type: ignore[return-value]
    new: Node = node.__class__.__new__(node.__class__)
    fields = new.__dict__
    for name, value in node.__dict__.items():
        if isinstance(value, AST):
            if isinstance(value, ast.expr_context):
                fields[name] = value
            else:
                fields[name] = fresh(value, None if name == "func" else names)
        elif value.__class__ is list:
            fields[name] = [fresh(v, names) if isinstance(v, AST) else v for v in value]
        else:
            fields[name] = value
    return new


def locate(node: AST, line: int = 1) -> None:
    """Give each node without a position that of the node around it: as ast.fix_missing_locations."""
    fields = node.__dict__
    if node._attributes:
        line = fields.setdefault("lineno", line)
        fields.setdefault("end_lineno", line)
        fields.setdefault("col_offset", 0)
        fields.setdefault("end_col_offset", 0)
    for value in list(fields.values()):
        if isinstance(value, AST):
            locate(value, line)
        elif value.__class__ is list:
            for one in value:
                if isinstance(one, AST):
                    locate(one, line)


class Rewriter:
    """Rewrites nodes in place, from the outside. ``rules``: for a class of nodes what gives the node (or
    statements) in the place of one; a rule that wants what is inside rewritten too calls `inside`."""

    def __init__(self) -> None:
        self.rules: dict[type, Callable[[Any], Any]] = {}

    def rewritten(self, node: Any) -> Any:
        rule = self.rules.get(node.__class__)
        return rule(node) if rule is not None else self.inside(node)

    def inside(self, node: Node) -> Node:
        """Rewrite all below a node."""
        fields = node.__dict__
        for name, value in fields.items():
            if isinstance(value, AST):
                fields[name] = self.rewritten(value)
            elif value.__class__ is list and value:
                fields[name] = self.all(value)
        return node

    def all(self, values: list[Any]) -> list[Any]:
        new: list[Any] = []
        for value in values:
            made = self.rewritten(value) if isinstance(value, AST) else value
            if made.__class__ is list:
                new += made
            else:
                new.append(made)
        return new
