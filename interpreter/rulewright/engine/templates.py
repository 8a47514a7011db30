"""What is said about values: the texts of ``say`` and ``named``, whose pieces are words and expressions.

The machines play; they never speak. So the few expressions that stand in texts (a parameter, a field of it,
an entry of a table or variable) are evaluated here, over the constants of the ruleset and, where a variable
is named, over its entries. An expression that asks for more than that (zones, boards) has no value in a text:
Unsayable tells the caller to fall back to the plain form of the move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.machine.interface import Config
from rulewright.ruleset import core
from rulewright.ruleset.model import MISSING, KeyType, Ruleset
from rulewright.ruleset.types import NONE, Enum, Type

#: Reads one entry of a variable by the variable's name and its place in mixed-radix order.
Entries = Callable[[str, int], int | frozenset[int]]
Value = int | frozenset[int]


class Unsayable(Exception):
    """The expression needs the position, or has no value."""


def entry_of(keys: Sequence[KeyType], index: Sequence[int]) -> int:
    """The mixed-radix number of an entry; Unsayable outside the keys."""
    number = 0
    for key, value in zip(keys, index, strict=True):
        if not key.offset <= value < key.offset + key.size:
            raise Unsayable
        number = number * key.size + value - key.offset
    return number


class Evaluator:
    """Evaluates the expressions of texts for one ruleset and configuration."""

    def __init__(self, ruleset: Ruleset, config: Config) -> None:
        self.ruleset, self.config = ruleset, config

    def value(self, expr: core.Expr, env: dict[int, Value], entries: Entries | None = None) -> Value:
        """The value with locals by id from ``env``; raises Unsayable."""
        match expr:
            case core.Const():
                return expr.value
            case core.Local():
                if expr.var.id not in env:
                    raise Unsayable
                return env[expr.var.id]
            case core.Players():
                return self.config.players
            case core.Reading():
                return self.config.readings[self.ruleset.rulings[expr.ruling].index]
            case core.FieldGet():
                component = self.number(expr.component, env, entries)
                if component < 0:
                    raise Unsayable
                parts = self.ruleset.components
                return (
                    parts.owner[component] if expr.field == "owner" else parts.values[expr.field][component]
                )
            case core.TableGet():
                table = self.ruleset.tables[expr.table]
                found = table.values[entry_of(table.keys, [self.number(i, env, entries) for i in expr.index])]
                if found == MISSING:
                    raise Unsayable
                return found
            case core.VarGet():
                if entries is None:
                    raise Unsayable
                keys = self.ruleset.variables[expr.variable].keys
                return entries(
                    expr.variable, entry_of(keys, [self.number(i, env, entries) for i in expr.index])
                )
            case core.Arith():
                left, right = self.number(expr.left, env, entries), self.number(expr.right, env, entries)
                if right == 0 and expr.op in ("div", "mod"):
                    raise Unsayable
                return {
                    "+": left + right, "-": left - right, "*": left * right,
                    "div": left // (right or 1), "mod": left % (right or 1),
                }[expr.op]  # fmt: skip
            case core.Call():
                return self._call(expr, [self.number(a, env, entries) for a in expr.args])
            case core.Compare():
                left, right = self.number(expr.left, env, entries), self.number(expr.right, env, entries)
                return int({"=": left == right, "!=": left != right, "<": left < right, "<=": left <= right,
                            ">": left > right, ">=": left >= right}[expr.op])  # fmt: skip
            case core.And():
                return int(all(self.value(e, env, entries) for e in expr.items))
            case core.Or():
                return int(any(self.value(e, env, entries) for e in expr.items))
            case core.Not():
                return int(not self.value(expr.item, env, entries))
            case core.IfE():
                return self.value(
                    expr.then if self.value(expr.condition, env, entries) else expr.other, env, entries
                )
            case core.OrElse():
                value = self.value(expr.value, env, entries)
                return self.value(expr.other, env, entries) if value == NONE else value
            case core.IsNone():
                return int(self.value(expr.value, env, entries) == NONE)
            case core.IsOf():
                component = self.number(expr.component, env, entries)
                return int(component >= 0 and self.ruleset.components.leaf_of[component] in expr.leaves)
            case core.Some():
                value = self.value(expr.value, env, entries)
                if value == NONE:
                    raise Unsayable
                return value
            case core.CallDefinition():
                definition = self.ruleset.definitions[expr.definition]
                given = ([expr.me] if expr.me is not None else []) + list(expr.args)
                bound = {
                    p.id: self.value(a, env, entries)
                    for p, a in zip(definition.parameters, given, strict=True)
                }
                return self.value(definition.body, bound, entries)
        raise Unsayable

    def number(self, expr: core.Expr, env: dict[int, Value], entries: Entries | None) -> int:
        """The value of an expression that is no set."""
        value = self.value(expr, env, entries)
        if isinstance(value, frozenset):
            raise Unsayable
        return value

    def _call(self, expr: core.Call, args: list[int]) -> int:
        size = len(expr.type.values) if isinstance(expr.type, Enum) else self.config.players
        match expr.function:
            case "abs":
                return abs(args[0])
            case "min":
                return min(args)
            case "max":
                return max(args)
            case "seat":
                return args[0] + 1
            case "next":
                return (args[0] + 1) % size
            case "previous":
                return (args[0] - 1) % size
            case "nth":
                if not 1 <= args[0] <= size:
                    raise Unsayable
                return args[0] - 1

    def render(
        self,
        pieces: Sequence[str | core.Expr],
        env: dict[int, Value],
        say: Callable[[Type, Value], str],
        entries: Entries | None = None,
    ) -> str:
        """The text of a template; ``say`` turns a value of a type into words."""
        return "".join(
            piece if isinstance(piece, str) else say(piece.type, self.value(piece, env, entries))
            for piece in pieces
        )
