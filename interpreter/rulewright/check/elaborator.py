"""What every layer of the checker stands on: the state, reports, places, local names, and types that must
fit.

The checker is one class in layers, each in a module of its own: elaborator, values, operators,
comprehensions, functions, domains, expressions (what conditions teach), bodies, moves, statements, actions,
steps, enums, data, components, zones, ruleset. A layer uses those below it; what a lower layer
needs of a higher one is declared here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.check import typing as t
from rulewright.check.scope import Env, Fact, Names, Symbol
from rulewright.diagnostics import Place, Sink
from rulewright.diagnostics.codes import Code
from rulewright.diagnostics.codes import check as codes
from rulewright.loading import Node
from rulewright.ruleset import core
from rulewright.ruleset.model import (
    Board,
    CodePlace,
    Definition,
    LocalVar,
    Shapes,
    Table,
    Variable,
    ZoneFamily,
)
from rulewright.ruleset.types import (
    Enum,
    Type,
)
from rulewright.syntax import nodes as n

if TYPE_CHECKING:
    from rulewright.ruleset.model import Family


#: Functions of zones and values, with how many arguments they take.
FUNCTIONS: dict[str, tuple[int, ...]] = {
    "size": (1,),
    "top": (1,),
    "bottom": (1,),
    "first": (1,),
    "last": (1,),
    "nth": (2,),
    "at": (1,),
    "abs": (1,),
    "seat": (1,),
    "next": (1,),
    "previous": (1,),
    "step": (2,),
    "after": (2,),
    "distance": (2,),
    "steps": (2,),
    "column": (1,),
    "rank": (1,),
    "neighbours": (1,),
    "ahead": (1,),
    "behind": (1,),
    "path": (1,),
    "lines": (2, 3),
    "placements": (1,),
}

#: Functions that give a collection.
COLLECTIONS = frozenset({"neighbours", "ahead", "behind", "path", "lines", "placements"})

DomainOf = tuple[core.Domain, Type]


class Elaborator:
    """The state of a check, and what all layers use."""

    sink: Sink
    names: Names

    def __init__(self, sink: Sink) -> None:
        self.sink = self.loud = sink
        self.elaborated = 0
        """How many definitions, procedures and actions were begun."""
        self.names = Names(sink)
        self.places: list[CodePlace] = []
        self.families: dict[str, Family] = {}
        self.zones: dict[str, ZoneFamily] = {}
        self.variables: dict[str, Variable] = {}
        self.tables: dict[str, Table] = {}
        self.boards: dict[str, Board] = {}
        self.shapes: dict[str, Shapes] = {}
        self.sets: dict[str, tuple[Type, tuple[int, ...]]] = {}
        self.players = (1, 1)
        self.path_enums: dict[str, Enum] = {}
        self.readings_asked: dict[str, set[int]] = {}
        self.field_places: dict[str, Place] = {}
        self.lost_fields: set[str] = set()
        """Fields whose types could not be read: nothing is said of their use."""
        self.counted = True
        """Whether it is known which components there are and how many: if not, nothing is said about
        counts."""
        self.coming: set[str] = set()
        """The names of components, which are declared after the data."""
        self.used_locals: set[int] = set()
        self.used_fields: set[str] = set()
        self.declared_locals: list[tuple[LocalVar, str, Place]] = []
        """Locals whose use is asked for: with what they are and where they stand."""
        self._locals = 0

    # --- what the later layers provide: each is asked for by an earlier one

    def definition(self, symbol: Symbol, place: Place) -> Definition | None:
        raise NotImplementedError

    def action_conditions(self, symbol: Symbol, place: Place) -> bool:
        raise NotImplementedError

    def value(self, node: n.Expr, env: Env, expected: Type | None = None) -> core.Expr | None:
        raise NotImplementedError

    def is_collection(self, node: n.Expr, env: Env) -> bool:
        raise NotImplementedError

    def domain(self, node: n.Expr, env: Env, expected: Type | None = None) -> DomainOf | None:
        raise NotImplementedError

    def zone(self, node: n.Expr, env: Env) -> core.Zone | None:
        raise NotImplementedError

    def zone_symbol(self, node: n.Expr, env: Env) -> Symbol | None:
        raise NotImplementedError

    def facts(self, node: n.Expr, env: Env, truth: bool) -> dict[Any, Fact]:
        raise NotImplementedError

    def quietly(self, node: n.Expr, env: Env) -> core.Expr | None:
        raise NotImplementedError

    def spaces_of(self, value: core.Expr, env: Env, node: n.Node) -> core.BoardD:
        raise NotImplementedError

    def type_of(self, node: n.TypeNode, env: Env) -> Type | None:
        raise NotImplementedError

    def steps(self, node: Node | None, env: Env) -> tuple[core.Step, ...] | None:
        raise NotImplementedError

    # --- reports, places, locals

    def error(
        self,
        code: type[Code],
        env: Env,
        node: n.Node,
        message: str,
        *,
        help: str | None = None,
        expected: tuple[str, ...] = (),
        related: tuple[tuple[Place, str], ...] = (),
    ) -> None:
        if env.unsure and code in (codes.WrongZoneType, codes.NoSuchField):
            return
        self.sink.report(code, env.source.place(node), message, help=help, expected=expected, related=related)

    def place(self, env: Env, node: n.Node) -> int:
        self.places.append(CodePlace(env.source.place(node), env.rules, env.source.text(node)))
        return len(self.places) - 1

    def fresh(self, name: str, type: Type) -> LocalVar:
        self._locals += 1
        return LocalVar(self._locals, name, type)

    def local(self, ident: n.Ident, type: Type, env: Env) -> LocalVar:
        """A new local name; one that hides another name is reported and works all the same."""
        name = ident.text
        symbol = self.names.symbols.get(name)
        if name in env.locals and name != "me":
            self.error(codes.NameClash, env, ident, f"'{name}' is a local name here already")
        elif symbol is not None:
            self.error(
                codes.NameClash,
                env,
                ident,
                f"'{name}' is a {symbol.kind} already",
                related=((symbol.place, "declared here"),),
            )
        elif name in self.names.values:
            value = self.names.values[name][0]
            self.error(
                codes.NameClash,
                env,
                ident,
                f"'{name}' is a value of {value.type} already",
                related=((value.place, "declared here"),),
            )
        return self.fresh(name, type)

    def me(self, env: Env, node: n.Node) -> core.Expr | None:
        if "me" in env.locals:
            return core.Local(t.PLAYER, env.locals["me"])
        if env.frame.me is not None:
            env.frame.needs_me = True
            return core.Local(t.PLAYER, env.frame.me)
        self.error(
            codes.NoMe,
            env,
            node,
            "nobody is 'me' here",
            help="'me' is known inside turns, together, actions and 'for: me in player'",
        )
        return None
