"""Trees of the language as short texts, so that tests can say by hand what a string must become.

`(Move (What component a - -) - (Index hand [me]))`: the class and its fields in order; names, numbers and
words as they are, `-` for none, `[...]` for tuples. Offsets are left out; `pieces` gives for each node the
text it covers.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rulewright.syntax.nodes import Constant, Ident, Name, Node, Number


def sketch(node: Any) -> str:
    """A node, or anything that stands in one, as text."""
    if isinstance(node, Name | Ident):
        return node.text
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Constant):
        return {True: "true", False: "false", None: "none"}[node.value]
    if isinstance(node, Node):
        parts = [sketch(getattr(node, f.name)) for f in fields(node) if f.name not in ("start", "end")]
        return f"({' '.join([type(node).__name__, *parts])})"
    if isinstance(node, tuple):
        return f"[{' '.join(map(sketch, node))}]"
    if isinstance(node, bool):
        return "yes" if node else "no"
    return "-" if node is None else str(node)


def pieces(node: Any, text: str) -> list[str]:
    """The text each node covers, a node before its parts, in the order of the fields."""
    if isinstance(node, tuple):
        return [piece for item in node for piece in pieces(item, text)]
    if not isinstance(node, Node):
        return []
    parts = [getattr(node, f.name) for f in fields(node) if f.name not in ("start", "end")]
    return [text[node.start : node.end], *(piece for part in parts for piece in pieces(part, text))]
