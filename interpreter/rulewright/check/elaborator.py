"""What every layer of the checker stands on: the state, reports, places, local names, and types that must
fit.

The checker is one class in layers, each in a module of its own: elaborator, values, operators,
comprehensions, functions, domains, expressions (what conditions teach), bodies, moves, statements, actions,
steps, enums, data, components, zones, use, ruleset. A layer uses those below it; what a lower layer
needs of a higher one is declared here.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
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
    Text,
    Variable,
    ZoneFamily,
)
from rulewright.ruleset.origins import Origin, Origins
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
    "ray": (2,),
    "space": (3,),
    "after": (2,),
    "distance": (2,),
    "steps": (2,),
    "column": (1,),
    "rank": (1,),
    "neighbours": (1,),
    "ahead": (1, 2),
    "behind": (1, 2),
    "path": (1,),
    "lines": (2, 3),
    "placements": (1,),
}

#: Functions that give a collection.
COLLECTIONS = frozenset({"neighbours", "ray", "ahead", "behind", "path", "lines", "placements"})

DomainOf = tuple[core.Domain, Type]

_WORD = re.compile(r"\w+")


class Elaborator(ABC):
    """The state of a check, and what all layers use."""

    sink: Sink
    names: Names

    def __init__(self, sink: Sink) -> None:
        self.sink = self.loud = sink
        self.elaborated = 0
        """How many definitions, procedures and actions were begun."""
        self.names = Names(sink)
        self.places: list[CodePlace] = []
        self.origins = Origins()
        self.families: dict[str, Family] = {}
        self.zones: dict[str, ZoneFamily] = {}
        self.variables: dict[str, Variable] = {}
        self.tables: dict[str, Table] = {}
        self.definitions: dict[str, Definition] = {}
        self.boards: dict[str, Board] = {}
        self.shapes: dict[str, Shapes] = {}
        self.sets: dict[str, tuple[Type, tuple[int, ...]]] = {}
        self.numbers: dict[str, tuple[int, Text | None]] = {}
        self.players = (1, 1)
        self.path_enums: dict[str, Enum] = {}
        self.direction_enums: dict[str, Enum] = {}
        self.readings_asked: dict[str, set[int]] = {}
        #: How often a ruling is mentioned other than in a comparison with one of its readings.
        self.whole_readings: Counter[str] = Counter()
        self.field_places: dict[str, Place] = {}
        self.lost_fields: set[str] = set()
        """Fields whose types could not be read: nothing is said of their use."""
        self.counted = True
        """Whether it is known which components there are and how many: if not, nothing is said about
        counts."""
        self.coming: set[str] = set()
        """The names of components, which are declared after the data."""
        self.unresolved = False
        """Whether a name was mentioned that is near to no other: whatever is unused may be what was meant."""
        self.used_locals: set[int] = set()
        self.used_fields: set[str] = set()
        self.declared_locals: list[tuple[LocalVar, str, Place]] = []
        """Locals whose use is asked for: with what they are and where they stand."""
        self._locals = 0

    # --- what the later layers provide: each is asked for by an earlier one

    @abstractmethod
    def definition(self, symbol: Symbol, place: Place) -> Definition | None:
        """The definition of a name, elaborated when it is first asked for; none if it is wrong."""

    @abstractmethod
    def action_conditions(self, symbol: Symbol, place: Place) -> bool:
        """Whether the action's head is right and can be asked for without what ``with:`` gives."""

    @abstractmethod
    def value(self, node: n.Expr, env: Env, expected: Type | None = None) -> core.Expr | None:
        """The typed expression of a single value or a set; none after a report."""

    @abstractmethod
    def is_collection(self, node: n.Expr, env: Env) -> bool:
        """Does the node denote several things, judged without elaborating it?"""

    @abstractmethod
    def domain(self, node: n.Expr, env: Env, expected: Type | None = None) -> DomainOf | None:
        """A collection and the type of its members; none after a report."""

    @abstractmethod
    def zone(self, node: n.Expr, env: Env) -> core.Zone | None:
        """A zone with its indexes; none after a report."""

    @abstractmethod
    def zone_symbol(self, node: n.Expr, env: Env) -> Symbol | None:
        """The zone that a node names, if it names one; no report."""

    @abstractmethod
    def facts(self, node: n.Expr, env: Env, truth: bool) -> dict[Any, Fact]:
        """What is known of expressions where the condition has this outcome."""

    @abstractmethod
    def quietly(self, node: n.Expr, env: Env) -> core.Expr | None:
        """The value without reports and marks, to ask for its type."""

    @abstractmethod
    def spaces_of(self, value: core.Expr, env: Env, node: n.Node) -> core.BoardD:
        """The spaces of a line or a placement."""

    @abstractmethod
    def type_of(self, node: n.TypeNode, env: Env) -> Type | None:
        """The type that is written; none after a report."""

    @abstractmethod
    def steps(self, node: Node | None, env: Env) -> tuple[core.Step, ...] | None:
        """A list of steps; none if one of them is wrong."""

    @abstractmethod
    def bad_names(self) -> set[str]:
        """What was declared under a name that can't be one."""

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
        if self.names.clashing and not self.names.clashing.isdisjoint(_WORD.findall(env.source.text(node))):
            return
        self.sink.report(code, env.source.place(node), message, help=help, expected=expected, related=related)

    def is_clashing(self, node: n.Node, env: Env) -> bool:
        """Whether it begins with a name that was declared twice: what it means is not known, and nothing more
        is said of it."""
        if isinstance(node, n.Index | n.Call):
            node = node.name
        if not isinstance(node, n.Name | n.Ident):
            return False
        return node.text in self.names.clashing and node.text not in env.locals

    def place(self, env: Env, node: n.Node) -> int:
        self.places.append(CodePlace(env.source.place(node), env.rules, env.source.text(node)))
        return len(self.places) - 1

    def note_origin(self, found: core.Expr | core.Domain, node: n.Node, env: Env) -> None:
        """Notes where an expression or domain was written, unless it is only asked for its type."""
        if self.sink is self.loud:
            self.origins.note(found, Origin(env.source.scalar, node.start, node.end, env.rules))

    def fresh(self, name: str, type: Type) -> LocalVar:
        self._locals += 1
        return LocalVar(self._locals, name, type)

    def local(self, ident: n.Ident, type: Type, env: Env, set_with: str | None = None) -> LocalVar:
        """A new local name; one that hides another name is reported and works all the same. ``set_with``: how
        a variable of that name is given the value that the local gets."""
        name = ident.text
        symbol = self.names.symbols.get(name)
        if name in env.locals and name != "me":
            self.error(codes.NameClash, env, ident, f"'{name}' is a local name here already")
        elif symbol is not None:
            self.error(
                codes.NameClash,
                env,
                ident,
                f"'{name}' is {t.article(symbol.kind)} already",
                help=set_with if symbol.kind == "variable" else None,
                related=((symbol.place, "declared here"),),
            )
        elif name in self.names.values:
            value = self.names.values[name][0]
            self.error(
                codes.NameClash,
                env,
                ident,
                f"'{name}' is {self.names.kind_of(value)} already",
                related=((value.place, "declared here"),),
            )
        return self.fresh(name, type)

    def me(self, env: Env, node: n.Node, otherwise: str = "") -> core.Expr | None:
        """Whose turn it is; none after a report. ``otherwise``: what can be written where nobody is."""
        if "me" in env.locals:
            return core.Local(t.PLAYER, env.locals["me"])
        if env.frame.me is not None:
            env.frame.needs_me = True
            return core.Local(t.PLAYER, env.frame.me)
        if not env.frame.told_no_me and not env.frame.unclear:
            env.frame.told_no_me = env.frame.loops > 0 and self.sink is self.loud
            help = "'me' is known inside turns, together, actions and 'for: me in player'"
            players = [x.name for x in env.locals.values() if x.type == t.PLAYER]
            if players:
                help = f"is {players[-1]} meant? {help}"
            if otherwise:
                help = f"{otherwise}; {help}"
            self.error(codes.NoMe, env, node, "nobody is 'me' here", help=help)
        return None
