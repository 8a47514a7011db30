"""What a condition teaches: types that hold where it is true, or where it is not. The top layer of
expressions."""

from __future__ import annotations

from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.domains import Domains
from rulewright.check.scope import Env, Fact, is_lasting, is_path, key_of
from rulewright.diagnostics import Sink
from rulewright.ruleset import core
from rulewright.ruleset.types import (
    Comp,
    Opt,
    Type,
)
from rulewright.syntax import nodes as n


class Expressions(Domains):
    """All of expressions."""

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

    def quietly(self, node: n.Expr, env: Env) -> core.Expr | None:
        """The value without reports and marks, to ask for its type."""
        sink, places, before = self.sink, len(self.places), self.elaborated
        self.sink = Sink()
        try:
            return self.value(node, env)
        finally:
            self.sink = sink
            if self.elaborated == before:
                del self.places[places:]

    def _some_fact(self, node: n.Expr, env: Env) -> dict[Any, Fact]:
        value = self.quietly(node, env)
        if value is None or not isinstance(value.type, Opt):
            return {}
        return {key_of(node): Fact(value.type.base, is_lasting(node, env))}

    def _none_fact(self, node: n.IsWhat, env: Env, truth: bool) -> dict[Any, Fact]:
        """``is not none`` opens; for a slot ``is not empty`` says the same."""
        if truth != node.negated:
            return {}
        return self._some_fact(node.value, env) if not self.is_collection(node.value, env) else {}

    def _type_fact(self, node: n.IsType, env: Env, truth: bool) -> dict[Any, Fact]:
        value = self.quietly(node.value, env)
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
