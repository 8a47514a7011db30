"""Each node of the typed tree has its method: a node that is added to it can't be forgotten here."""

from __future__ import annotations

from typing import get_args

from lab import Lab

from rulewright.machine.interface import Config
from rulewright.reference.search import Search
from rulewright.ruleset import core


def names(*unions: object) -> set[str]:
    found: set[str] = set()
    for member in (member for union in unions for member in get_args(union)):
        # ``Expr`` names ``SetExpr`` ahead of its definition.
        found |= names(core.SetExpr) if not isinstance(member, type) else {member.__name__}
    return found


def test_every_node_has_a_method() -> None:
    world = Search(Lab("play:\n  - stop game\n").ruleset, Config(2, ()), False)
    steps = {node.__name__ for node in (*world.effects, *world._controls)}
    assert steps == names(core.Step)
    assert {node.__name__ for node in world._values} == names(core.Expr)
    assert {node.__name__ for node in world._walks} == names(core.Domain)
