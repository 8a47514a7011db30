"""Which kinds of nodes of the typed tree a ruleset has, and which there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args

from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset


def kinds_of(ruleset: Ruleset) -> set[str]:
    """The names of all core nodes in the bodies of a ruleset."""
    bodies = (
        ruleset.setup,
        ruleset.play,
        ruleset.result,
        list(ruleset.definitions.values()),
        list(ruleset.procedures.values()),
        list(ruleset.actions.values()),
    )
    return {type(node).__name__ for node in _nodes(bodies) if type(node).__module__ == core.__name__}


def _nodes(value: Any) -> Iterator[Any]:
    stack = [value]
    while stack:
        top = stack.pop()
        if isinstance(top, list | tuple):
            stack.extend(top)
        elif isinstance(top, dict):
            stack.extend(top.values())
        elif is_dataclass(top):
            yield top
            stack.extend(getattr(top, f.name) for f in fields(top))


def all_kinds() -> set[str]:
    """The names of every expression, domain and step of the language's core."""
    unions = (core.Expr, core.SetExpr, core.Domain, core.Step)
    return {kind for union in unions for kind in _names(union)} | {core.Series.__name__}


def _names(union: Any) -> Iterator[str]:
    for member in get_args(union):
        if isinstance(member, type):
            yield member.__name__
