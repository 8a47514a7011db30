"""Zones and variables: where components are, what changes, and who sees it. The top layer of declarations."""

from __future__ import annotations

from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.components import ComponentReader
from rulewright.check.scope import Env, Frame
from rulewright.check.tables import NotConstantError
from rulewright.check.texts import Source, parse_scalar
from rulewright.diagnostics.codes import check as codes
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset.model import (
    KeyType,
    Sight,
    Variable,
    Who,
    ZoneFamily,
)
from rulewright.ruleset.types import NONE, Comp, Int, Opt, Player, SetOf, Type
from rulewright.syntax import nodes as n


class Declarations(ComponentReader):
    """All declarations; after them every name has what was made of it."""

    def _declared_string(
        self, key: Scalar, value: Node, kind: str
    ) -> tuple[Any, Scalar, tuple[str, ...]] | None:
        """A declaration that is a string, or a mapping with ``is`` and ``rule``."""
        rules: tuple[str, ...] = ()
        node: Node | None = value
        if isinstance(value, Mapping):
            meant = dict.fromkeys(("type", "of", "range", "kind", "declared"), "is")
            value = self.reader.keys(value, ("is", "rule"), ("is",), f"a {kind}", meant, name=key)
            rules = self.rules(value)
            node = value.get("is")
        if isinstance(node, Sequence) and kind == "variable":
            help = "possible values are listed under 'enums', and the variable is of that enum: NAME"
            self.reader.wrong(node, "the type of the variable", help)
            return None
        scalar = self.reader.text(node, f"a {kind}")
        tree = None if scalar is None else parse_scalar(kind, scalar, self.sink)
        return None if tree is None or scalar is None else (tree, scalar, rules)

    def read_zones(self, node: Node | None) -> None:
        declared: list[tuple[Scalar, n.ZoneDeclaration, Scalar, tuple[str, ...]]] = []
        for key, value in self.reader.named(node):
            symbol = self.names.declare("zone", key.text, key.place)
            found = self._declared_string(key, value, "zone")
            if symbol is not None and found is not None:
                declared.append((key, found[0], found[1], found[2]))
        for key, tree, scalar, rules in declared:
            self._zone(key, tree, scalar, rules)
        for key, tree, scalar, _ in declared:
            for clause in tree.clauses:
                if clause.word == "refilled from" and isinstance(clause.value, n.Ident):
                    self._refill(key, clause, Env(Source(scalar), Frame()))

    def _zone(self, key: Scalar, tree: n.ZoneDeclaration, scalar: Scalar, rules: tuple[str, ...]) -> None:
        env = Env(Source(scalar), Frame())
        element = self._named_type(tree.element, env)
        keys = self.keys(tree.keys, env)
        if element is None or keys is None:
            return
        if not isinstance(element, Comp):
            self.error(
                codes.WrongType,
                env,
                tree.element,
                f"'{element}' is no component type",
                expected=("a component type",),
            )
            return
        alike = [self.families[leaf].alike for leaf in element.leaves]
        if any(alike) and not all(alike):
            self.error(codes.BadMove, env, tree.element, "a zone holds alike pieces or single ones, not both")
            return
        if any(alike) and tree.kind in ("pile", "row"):
            self.error(
                codes.BadClause,
                env,
                tree,
                "alike pieces can't be told apart, so they have no order",
                help="make it a set",
            )
            return
        pieces = sum(self.components.copies[i] for i in self.components.ids(element))
        sight, at_most = self._zone_clauses(tree, keys, pieces, env)
        size = 1
        for k in keys:
            size *= k.size
        if self.zone_count + size > 65536:
            self.error(codes.TooMany, env, tree, f"{size} zones are too many")
            return
        self.zones[key.text] = ZoneFamily(
            key.text,
            cast(Any, tree.kind),
            element,
            keys,
            sight,
            at_most,
            None,
            self.zone_count,
            size,
            any(alike),
            rules,
            key.place,
        )
        self.zone_count += size

    def _zone_clauses(
        self, tree: n.ZoneDeclaration, keys: tuple[KeyType, ...], pieces: int, env: Env
    ) -> tuple[Sight, int]:
        said: dict[str, Any] = {}
        for clause in tree.clauses:
            if clause.word in said or ("seen by" in said and clause.word in ("top seen by", "rest seen by")):
                self.error(codes.BadClause, env, clause, f"'{clause.word}' says again what was said")
                continue
            said[clause.word] = clause.value
            if clause.word in ("top seen by", "rest seen by") and tree.kind != "pile":
                self.error(codes.BadClause, env, clause, "only a pile has a top and a rest")
            if clause.value == "owner" and not any(isinstance(k.type, Player) for k in keys):
                self.error(
                    codes.BadClause, env, clause, "nobody owns this zone", help="'owner' needs 'per player'"
                )
        if not {"seen by", "top seen by", "rest seen by"} & set(said):
            self.error(
                codes.MissingKey,
                env,
                tree,
                "nothing says who sees what is in this zone",
                expected=("seen by everyone", "seen by owner", "seen by nobody"),
            )
        # Where nothing was said at all, everything that follows is checked as if everyone saw it.
        both = said.get("seen by", "nobody" if {"top seen by", "rest seen by"} & set(said) else "everyone")
        top, rest = cast(Who, said.get("top seen by", both)), cast(Who, said.get("rest seen by", both))
        counted = cast(Who, said.get("counted by", "everyone"))
        at_most = 1 if tree.kind == "slot" else max(1, pieces)
        if "at most" in said:
            value = self.constant(said["at most"], env.source, {})
            if value is not None and value < 1:
                self.error(codes.OutOfRange, env, said["at most"], "a zone has room for at least one")
            elif value is not None:
                if tree.kind == "slot":
                    self.error(codes.BadClause, env, tree, "a slot holds one anyway")
                at_most = min(at_most, value)
        return Sight(top, rest, counted), at_most

    def _refill(self, key: Scalar, clause: n.Clause, env: Env) -> None:
        ident = cast(n.Ident, clause.value)
        symbol = self.symbol(ident, env, ("zone",))
        here = self.zones.get(key.text)
        if symbol is None or here is None or symbol.name not in self.zones:
            return
        other = self.zones[symbol.name]
        if here.kind != "pile" or here.keys != other.keys:
            self.error(codes.BadClause, env, clause, "a pile is refilled from a zone with the same indexes")
            return
        if not set(other.element.leaves) <= set(here.element.leaves):
            self.error(
                codes.WrongZoneType,
                env,
                clause,
                f"'{other.name}' holds {other.element}, '{here.name}' {here.element}",
            )
            return
        self.zones[key.text] = ZoneFamily(
            here.name,
            here.kind,
            here.element,
            here.keys,
            here.sight,
            here.at_most,
            other.name,
            here.first,
            here.size,
            here.alike,
            here.rules,
            here.place,
        )

    def read_variables(self, node: Node | None) -> None:
        for key, value in self.reader.named(node):
            symbol = self.names.declare("variable", key.text, key.place)
            found = self._declared_string(key, value, "variable")
            if symbol is None or found is None:
                continue
            tree, scalar, rules = cast("tuple[n.VariableDeclaration, Scalar, tuple[str, ...]]", found)
            env = Env(Source(scalar), Frame())
            type = self.type_of(tree.type, env)
            keys = self.keys(tree.keys, env)
            if type is None or keys is None:
                continue
            if type == t.INTEGER:
                self.error(
                    codes.OutOfRange, env, tree.type, "a variable needs a range", help="for instance 0..100"
                )
                continue
            seen: Who = "everyone"
            start = self._default(type)
            for clause in tree.clauses:
                if clause.word == "seen by":
                    seen = cast(Who, clause.value)
                    if seen == "owner" and not any(isinstance(k.type, Player) for k in keys):
                        self.error(
                            codes.BadClause,
                            env,
                            clause,
                            "nobody owns this variable",
                            help="'owner' needs 'per player'",
                        )
                elif isinstance(type, SetOf):
                    self.error(codes.BadClause, env, clause, "a set starts empty")
                else:
                    start = self._start(cast(Any, clause.value), type, env, start)
            self.variables[key.text] = Variable(key.text, type, keys, start, seen, rules, key.place)

    def _start(self, node: n.Expr, type: Type, env: Env, default: int) -> int:
        try:
            found, value = self.constants.evaluate(node, {}, type)
        except NotConstantError as error:
            self.not_constant(error, env.source)
            return default
        base = t.base_of(type)
        if isinstance(node, n.Constant) and node.value is None:
            if not isinstance(type, Opt):
                self.error(codes.WrongType, env, node, "here stands none", expected=(self.say(type),))
            return NONE if isinstance(type, Opt) else default
        if not t.fits(found, base):
            self.error(
                codes.WrongType, env, node, f"here stands {t.words(found)}", expected=(self.say(type),)
            )
            return default
        if isinstance(base, Int) and not base.lo <= value <= base.hi:
            self.error(codes.OutOfRange, env, node, f"{value} is not in {base}")
            return default
        return value

    def _default(self, type: Type) -> int:
        """Where a variable starts: none if it may be, else 0 if it can be, else its type's first value."""
        if isinstance(type, Opt):
            return NONE
        if isinstance(type, Int):
            return 0 if type.lo <= 0 <= type.hi else type.lo
        if isinstance(type, Comp):
            ids = self.components.ids(type)
            return ids[0] if ids else 0
        return 0
