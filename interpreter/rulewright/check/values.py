"""Numbers, names, indexes and calls of definitions: the leaves of expressions.

A bare name that is a value of several enums takes the type that its place expects.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.elaborator import Elaborator
from rulewright.check.scope import EnumValue, Env, Symbol, is_path, key_of
from rulewright.diagnostics import did_you_mean
from rulewright.diagnostics.codes import check as codes
from rulewright.ruleset import core
from rulewright.ruleset.model import (
    LocalVar,
)
from rulewright.ruleset.types import (
    INT_MAX,
    NONE,
    Bool,
    Comp,
    Enum,
    Int,
    Line,
    NoneType,
    Opt,
    Player,
    Scalar,
    SetOf,
    Space,
    Spot,
    Type,
)
from rulewright.syntax import CALLED, RESERVED
from rulewright.syntax import nodes as n

#: The kinds of names that can be types.
TYPE_KINDS = ("enum", "component", "board", "ruling")


#: What helps where a word stands for a name that the language writes in another way; in small letters.
NAME_HELP = {
    "all": "write 'all from ZONE' or 'every TYPE'",
    "any": "write 'random TYPE' or 'any(CONDITION for NAME in DOMAIN)'",
    "empty": "write 'ZONE is empty'",
    **dict.fromkeys(("true", "yes"), "write true"),
    **dict.fromkeys(("false", "no"), "write false"),
    **dict.fromkeys(("null", "nil", "nothing", "nobody", "undefined"), "no value is written: none"),
    **dict.fromkeys(("i", "myself", "self", "current_player", "active_player", "this_player"), "write me"),
    **dict.fromkeys(("players", "everyone", "everybody"), "all players are written: player"),
    **dict.fromkeys(("number_of_players", "num_players", "player_count"), "write: number of players"),
    **dict.fromkeys(("next_player", "next"), "write: left of me"),
    **dict.fromkeys(("previous_player", "prev_player"), "write: right of me"),
    **dict.fromkeys(("first_player", "player1", "player_1", "p1"), "write: nth(player, 1)"),
    **dict.fromkeys(("opponent", "other_player", "opponents", "others"), "write: left of me"),
    "once": "write 1, or leave it out",
    "twice": "write 2",
    "random": "chance is a step of its own: let x = random 1..6",
    "roll": "chance is a step of its own: let x = random 1..6",
}

#: Numbers in words, which some write where numbers stand in digits.
NUMERALS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    "twelve",
)

#: Words for the absence of a value in other languages, none of which the language knows.
NOTHINGS = frozenset(("empty", "null", "nil", "nothing", "nobody", "None", "no_one", "undefined"))


class Values(Elaborator):
    """Single values and sets by name."""

    # --- values

    def value(self, node: n.Expr, env: Env, expected: Type | None = None) -> core.Expr | None:
        """The typed expression of a single value or a set."""
        result = self._value(node, env, expected)
        if result is None:
            return None
        if env.facts and is_path(node):
            fact = env.facts.get(key_of(node))
            if fact is not None and not isinstance(result, core.Const):
                result = replace(result, type=fact.type)
        self.note_origin(result, node, env)
        return result

    def typed(self, node: n.Expr, env: Env, target: Type, what: str = "") -> core.Expr | None:
        """A value that must be of a type; an ``or none`` is opened with a check in play."""
        result = self.value(node, env, target)
        return None if result is None else self.coerce(result, target, env, node, what)

    def coerce(
        self, value: core.Expr, target: Type, env: Env, node: n.Expr, what: str = ""
    ) -> core.Expr | None:
        actual = value.type
        if isinstance(actual, NoneType) and isinstance(target, Opt):
            return core.Const(target, NONE)
        if t.fits(actual, target):
            if isinstance(actual, Line | Spot) and isinstance(target, SetOf):
                return self._as_set(self.spaces_of(value, env, node), target.element)
            return value
        if isinstance(actual, Opt) and not isinstance(target, Opt) and t.fits(actual.base, target):
            return core.Some(actual.base, value, self.place(env, node))
        if env.unsure and isinstance(t.base_of(actual), Comp) and isinstance(t.base_of(target), Comp):
            return None
        wanted = what or self.say(target)
        if (
            isinstance(t.base_of(actual), SetOf)
            and not isinstance(target, SetOf)
            and self.is_collection(node, env)
        ):
            self._several(node, env, wanted)
            return None
        help = self._meant(actual, target, env.source.text(node), node)
        self.error(
            codes.WrongType, env, node, f"here stands {t.words(actual)}", expected=(wanted,), help=help
        )
        return None

    def _meant(self, actual: Type, target: Type, text: str, node: n.Expr) -> str | None:
        """What was probably meant by a value of one type where another is needed."""
        wanted = t.base_of(target)
        if isinstance(wanted, Bool) and isinstance(node, n.Name | n.Index | n.Field | n.Call):
            help = f"compare it with something, for instance {text} > 0" if isinstance(actual, Int) else None
            if isinstance(t.base_of(actual), Player):
                is_none = f", or '{text} is not none'" if isinstance(actual, Opt) else ""
                return f"write '{text} = me'{is_none}"
            return f"write '{text} is not none'" if isinstance(actual, Opt) else help
        if isinstance(t.base_of(actual), Int):
            if isinstance(wanted, Player):
                return f"write nth(player, {text})"
            if isinstance(wanted, Space) and wanted.board in self.boards:
                spaces = self.boards[wanted.board].spaces
                if spaces[0].isdigit() and isinstance(node, n.Number):
                    return f"the spaces of {wanted.board} go from {spaces[0]} to {spaces[-1]}"
                return f"write nth({wanted.board}, {text})"
            if isinstance(wanted, Enum) and wanted.name in self.names.symbols:
                return f"write nth({wanted.name}, {text}), or one of {', '.join(wanted.values[:8])}"
        if isinstance(t.base_of(actual), Comp) and isinstance(wanted, Int):
            numbers = [
                name
                for name, type in self.families[cast(Comp, t.base_of(actual)).leaves[0]].fields.items()
                if isinstance(type, Int)
            ]
            return f"for instance {text}.{numbers[0]}" if numbers else None
        if isinstance(t.base_of(actual), Player) and isinstance(wanted, Int):
            return f"a player's number is seat({text})"
        if isinstance(t.base_of(actual), Bool) and isinstance(wanted, Int):
            return f"write: if {text} then 1 else 0"
        return None

    def _several(self, node: n.Expr, env: Env, wanted: str) -> None:
        """A zone, type or set where one value is needed."""
        symbol = self.zone_symbol(node, env)
        text = env.source.text(node)
        if symbol is None or symbol.name not in self.zones:
            message = f"'{text}' is several things"
            is_type = isinstance(node, n.Name) and node.text not in env.locals
            help = f"one of them is for instance 'random {text}'" if is_type else f"for instance size({text})"
            help = (
                "one of them is for instance nth(player, 1), or 'random player'" if text == "player" else help
            )
        else:
            end = {"pile": "top", "row": "last"}.get(self.zones[symbol.name].kind)
            message = f"'{text}' is a zone, not what lies in it"
            help = f"for instance size({text})" + (f" or {end}({text})" if end else "")
        if wanted == "a condition":
            help = f"for instance '{text} is not empty'"
        self.error(codes.NotAValue, env, node, message, expected=(wanted,), help=help)

    @staticmethod
    def say(type: Type) -> str:
        if isinstance(type, Int):
            return "a number"
        if isinstance(type, Bool):
            return "a condition"
        return t.words(type)

    def condition(self, node: n.Expr, env: Env) -> core.Expr | None:
        return self.typed(node, env, t.BOOL, "a condition")

    def number(self, node: n.Expr, env: Env) -> core.Expr | None:
        return self.typed(node, env, t.INTEGER, "a number")

    def amount(self, node: n.Expr, env: Env, low: core.Expr | None = None) -> core.Expr | None:
        """A number of things or times; what can't be but less than 0, or than ``low``, is reported."""
        found = self.number(node, env)
        if found is None or not isinstance(found.type, Int):
            return found
        least = low.type.lo if low is not None and isinstance(low.type, Int) else 0
        if found.type.hi < 0:
            self.error(codes.OutOfRange, env, node, "this is less than nothing")
        elif found.type.hi < least:
            message = f"the upper end is at most {found.type.hi}, the lower one at least {least}"
            self.error(codes.OutOfRange, env, node, message)
        else:
            return found
        return None

    def _open(self, value: core.Expr | None, env: Env, node: n.Node) -> core.Expr | None:
        """The base of an ``or none``, with a check in play."""
        if value is not None and isinstance(value.type, Opt):
            return core.Some(value.type.base, value, self.place(env, node))
        return value

    def _value(self, node: n.Expr, env: Env, expected: Type | None) -> core.Expr | None:
        if self.is_clashing(node, env):
            return None
        want = None if expected is None else t.base_of(expected)
        if isinstance(node, n.Number):
            return self._number(node, env, want)
        if isinstance(node, n.Constant):
            if node.value is None:
                return core.Const(NoneType(), NONE)
            return core.Const(t.BOOL, int(node.value))
        if isinstance(want, SetOf) or self.is_collection(node, env):
            found = self.domain(node, env, want.element if isinstance(want, SetOf) else None)
            if found is None:
                return None
            domain, element = found
            if isinstance(domain, core.SetD):
                return domain.value
            return self._as_set(domain, cast(Scalar, element))
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self.error(codes.NotAValue, env, node, "a single value is needed here")
            return None
        return cast("core.Expr | None", method(node, env, expected))

    def _as_set(self, domain: core.Domain, element: Scalar) -> core.Expr:
        item = self.fresh("item", element)
        return core.SetFrom(SetOf(element), core.Local(element, item), (core.Loop(item, domain),), None)

    def _number(self, node: n.Number, env: Env, want: Type | None) -> core.Expr | None:
        if isinstance(want, Space):
            names = self.boards[want.board].spaces if want.board in self.boards else ()
            if str(node.value) in names:
                return core.Const(want, names.index(str(node.value)))
        if abs(node.value) > INT_MAX:
            self.error(codes.OutOfRange, env, node, "numbers have at most 32 bits")
            return None
        return core.Const(Int(node.value, node.value), node.value)

    # --- names

    @staticmethod
    def any_of(kinds: tuple[str, ...]) -> str:
        """How a message says that a name of one of the kinds is needed."""
        if kinds == TYPE_KINDS:
            return "a type (a component, an enum, a board or a ruling)"
        return " or ".join(map(t.article, kinds))

    def symbol(
        self, ident: n.Ident | n.Name, env: Env, kinds: tuple[str, ...] = (), help: str | None = None
    ) -> Symbol | None:
        """The declared name, or none after a report; ``kinds`` restricts what is suggested and allowed."""
        symbol = self.names.symbols.get(ident.text)
        if symbol is not None and (not kinds or symbol.kind in kinds):
            symbol.used = True
            return symbol
        if symbol is not None:
            if help is None:
                right = [s.name for s in self.names.symbols.values() if s.kind in kinds]
                near = self.sink.near(ident.text, right)
                self.names.meant.update(near)
                help = f"did you mean {' or '.join(near)}?" if near else None
            self.error(
                codes.WrongType,
                env,
                ident,
                f"'{ident.text}' is {t.article(symbol.kind)}",
                expected=(self.any_of(kinds),),
                help=help,
                related=((symbol.place, "declared here"),),
            )
            return None
        if kinds == TYPE_KINDS and ident.text in self.names.values:
            of = self.names.values[ident.text][0].type
            message = f"'{ident.text}' is a value of {of}, not a type"
            self.error(codes.WrongType, env, ident, message, help=f"write: {of}")
            return None
        candidates = [s.name for s in self.names.symbols.values() if not kinds or s.kind in kinds]
        self.unknown(ident, env, candidates, self.any_of(kinds), help)
        return None

    def unknown(
        self,
        ident: n.Ident | n.Name,
        env: Env,
        candidates: list[str],
        expected: str | tuple[str, ...] = "",
        help: str | None = None,
    ) -> None:
        """Reports a name that nothing declares, with the nearest of the candidates; else with ``help``."""
        if self.names.is_lost(ident.text) or ident.text in self.bad_names():
            return
        is_word = ident.text in RESERVED or ident.text in CALLED
        near = () if is_word else self.sink.near(ident.text, candidates)
        self.names.meant.update(near)
        if not near:
            if env.frame.unclear or (ident.text in env.frame.unknown and not expected):
                return
            if self.sink is self.loud:
                env.frame.unknown.add(ident.text)
                self.unresolved = True
            help = help or NAME_HELP.get(ident.text.lower()) or self._near_by(ident.text, env, not expected)
        self.error(
            codes.UnknownName,
            env,
            ident,
            f"'{ident.text}' is a word of the language" if is_word else f"'{ident.text}' is not declared",
            help=did_you_mean(ident.text, near) if near else help,
            expected=(expected,) if isinstance(expected, str) and expected else tuple(expected),
        )

    def _near_by(self, name: str, env: Env, anything: bool) -> str | None:
        """For a name that is near to no other: the field, the space or, where anything may stand, the local
        name that may be meant."""
        for local in reversed(env.locals.values()):
            base = t.base_of(local.type)
            leaves = base.leaves if isinstance(base, Comp) else ()
            if any(name in self.families[leaf].fields for leaf in leaves if leaf in self.families):
                self.used_fields.add(name)
                return f"a field belongs to a component: {local.name}.{name}"
        grids = [b for b in self.boards.values() if b.directions]
        if re.fullmatch(r"[a-z]{1,2}\d{1,3}", name) is not None and grids:
            return "; ".join(f"the spaces of {b.name} go from {b.extent}" for b in grids)
        if name in NUMERALS:
            return f"write: {NUMERALS.index(name)}"
        known = [x for x in env.locals if x != name]
        return f"local names here: {', '.join(known)}" if known and anything else None

    def _all_names(self, env: Env) -> list[str]:
        return [*env.locals, *self.names.candidates(), "me", "player"]

    def _name(self, node: n.Name, env: Env, expected: Type | None) -> core.Expr | None:
        text = node.text
        local = env.locals.get(text)
        if local is not None:
            self.used_locals.add(local.id)
            return None if local.type == t.UNKNOWN else core.Local(local.type, local)
        if text == "me":
            return self.me(env, node)
        symbol = self.names.symbols.get(text)
        if symbol is not None:
            symbol.used = True
            return self._global(symbol, node, env, ())
        if text in self.names.values:
            return self._literal(node, env, expected)
        if text == "player":
            self.error(codes.NotAValue, env, node, "'player' is all players; one player is needed here")
            return None
        wanted = None if expected is None else t.base_of(expected)
        known = wanted.values if isinstance(wanted, Enum) and len(wanted.values) <= 8 else ()
        self.unknown(node, env, self._all_names(env), known)
        return None

    def _literal(self, node: n.Name, env: Env, expected: Type | None) -> core.Expr | None:
        found = self._pick_value(node.text, expected)
        if found is None:
            types = [v.type for v in self.names.values[node.text]]
            if expected is not None and t.base_of(expected) not in types:
                # The type that is needed has no such value; the nearest one it has may be meant.
                known = [
                    name
                    for name, vs in self.names.values.items()
                    if any(v.type == t.base_of(expected) for v in vs)
                ]
                near = self.sink.near(node.text, known)
                self.error(
                    codes.WrongType,
                    env,
                    node,
                    f"'{node.text}' is a value of {' and of '.join(map(str, types))}",
                    expected=(self.say(expected),),
                    help=f"did you mean {' or '.join(near)}?" if near else None,
                )
            else:
                self.error(
                    codes.AmbiguousName,
                    env,
                    node,
                    f"'{node.text}' is a value of {' and of '.join(map(str, types))}",
                )
            return None
        found.used = True
        return core.Const(found.type, found.value)

    def _pick_value(self, name: str, expected: Type | None) -> EnumValue | None:
        values = self.names.values[name]
        if expected is not None:
            want = t.base_of(expected)
            return next((v for v in values if v.type == want), values[0] if len(values) == 1 else None)
        return values[0] if len(values) == 1 else None

    def is_literal(self, node: n.Expr, env: Env) -> bool:
        """Does the node take its type from its surroundings?"""
        if isinstance(node, n.Name):
            return (
                node.text not in env.locals
                and node.text not in self.names.symbols
                and node.text in self.names.values
            )
        if isinstance(node, n.ListOf):
            return all(self.is_literal(x, env) or isinstance(x, n.Number) for x in node.items)
        return isinstance(node, n.Number)

    def _global(
        self, symbol: Symbol, node: n.Name | n.Index | n.Call, env: Env, args: tuple[n.Expr, ...]
    ) -> core.Expr | None:
        """A declared name as a value, with its indexes or arguments."""
        kind, name = symbol.kind, symbol.name
        if kind == "number":
            return core.Const(Int(symbol.value, symbol.value), symbol.value)
        if kind == "ruling":
            if symbol.value is None:
                self.error(
                    codes.NotAValue,
                    env,
                    node,
                    f"'{name}' has no readings to ask for",
                    related=((symbol.place, "declared here"),),
                )
                return None
            self._reading_used(name)
            return core.Reading(symbol.value, name, self.place(env, node))
        if kind == "table":
            table = self.tables.get(name)
            if table is None:
                return None
            index = self.indexes(table.keys, args, node, env, f"table '{name}'")
            return None if index is None else core.TableGet(table.type, name, index, self.place(env, node))
        if kind == "variable":
            variable = self.variables.get(name)
            if variable is None:
                return None
            index = self.indexes(variable.keys, args, node, env, f"variable '{name}'")
            return None if index is None else core.VarGet(variable.type, name, index, self.place(env, node))
        if kind == "zone":
            zone = self.zone(node, env)
            if zone is None:
                return None
            return core.End(Opt(self.zones[name].element), zone, "only", self.place(env, node))
        if kind == "definition":
            return self._call_definition(symbol, node, env, args)
        if (kind in ("board", "enum") and symbol.value is None) or (
            kind == "constant set" and name not in self.sets
        ):
            return None  # the declaration was wrong, which was reported
        help = {"action": "players choose actions: see choose", "procedure": f"a step can 'run {name}'"}.get(
            kind
        )
        self.error(
            codes.NotAValue,
            env,
            node,
            f"'{name}' is {t.article(kind)}; a single value is needed here",
            help=help,
            related=((symbol.place, "declared here"),),
        )
        return None

    def _reading_used(self, ruling: str) -> None:
        """A ruling that is used other than in a comparison with one reading asks for all of them."""
        self.whole_readings[ruling] += 1

    def indexes(
        self, keys: tuple[Any, ...], args: tuple[n.Expr, ...], node: n.Node, env: Env, what: str
    ) -> tuple[core.Expr, ...] | None:
        """The indexes of a zone, variable or table: each of its key's type; numbers outside are found here or
        in play."""
        if len(args) != len(keys):
            takes = f"has {t.plural(len(keys), 'index', 'indexes')}"
            example = ", ".join(map(self._example_of, keys))
            name = what.split("'")[1]
            self.error(
                codes.WrongCount,
                env,
                node,
                f"{what} {takes}, not {len(args)}",
                expected=tuple(t.words(k.type) for k in keys),
                help=f"for instance {name}[{example}]" if keys else None,
            )
            for arg in args:
                self.value(arg, env)
            return None
        result = [self.typed(arg, env, key.type) for arg, key in zip(args, keys, strict=True)]
        for value, key, arg in zip(result, keys, args, strict=True):
            if value is None or not isinstance(key.type, Int):
                continue
            actual = cast(Int, t.base_of(value.type))
            if actual.hi < key.type.lo or actual.lo > key.type.hi:
                self.error(codes.OutOfRange, env, arg, f"the index of {what} is always outside {key.type}")
                return None
        return None if any(v is None for v in result) else tuple(cast("list[core.Expr]", result))

    def _example_of(self, key: Any) -> str:
        """How an index of a key may be written."""
        if key.type == t.PLAYER:
            return "me"
        if isinstance(key.type, Int):
            return str(key.type.lo)
        if isinstance(key.type, Enum):
            return key.type.values[0] if key.type.values else str(key.type)
        if isinstance(key.type, Space) and key.type.board in self.boards:
            return self.boards[key.type.board].spaces[0]
        return str(key.type)[:1]

    def _index(self, node: n.Index, env: Env, expected: Type | None) -> core.Expr | None:
        local = env.locals.get(node.name.text)
        if local is not None:
            if local.type != t.UNKNOWN:
                self.error(codes.WrongType, env, node.name, f"'{node.name.text}' has no indexes")
            return None
        text = env.source.text(node)
        calls = f"write {node.name.text}({text.partition('[')[2].removesuffix(']')})"
        declared = self.names.symbols.get(node.name.text)
        is_called = declared is not None and declared.kind == "definition"
        is_type = node.name.text == "player" or (declared is not None and declared.kind in TYPE_KINDS)
        if is_type and len(node.args) == 1:
            inner = env.source.text(node.args[0])
            message = f"'{node.name.text}' is a type, which has no indexes"
            if declared is not None:
                declared.used = True
            ordered = declared is None or declared.kind in ("enum", "board")
            help = f"write nth({node.name.text}, {inner})" if ordered else None
            family = self.families.get(node.name.text)
            if family is not None and family.per_player:
                help = f"write the(x in {family.name} where x.owner = {inner})"
            self.error(codes.WrongType, env, node, message, help=help)
            return None
        symbol = self.symbol(node.name, env, ("zone", "variable", "table"), help=calls if is_called else None)
        if symbol is None:
            for arg in node.args:
                self.value(arg, env)
            return None
        return self._global(symbol, node, env, node.args)

    def _call_definition(
        self, symbol: Symbol, node: n.Name | n.Index | n.Call, env: Env, args: tuple[n.Expr, ...]
    ) -> core.Expr | None:
        definition = self.definition(symbol, env.source.place(node))
        if definition is None:
            self.count_arguments(symbol, len(symbol.value.parameters), args, node, env)
            for arg in args:
                self.value(arg, env)
            return None
        values = self.arguments(definition.parameters, args, node, env, symbol)
        me = self.me(env, node) if definition.needs_me else None
        if values is None or (definition.needs_me and me is None):
            return None
        return core.CallDefinition(definition.type, symbol.name, me, values)

    def count_arguments(
        self, symbol: Symbol, number: int, args: tuple[n.Expr, ...], node: n.Node, env: Env, needs: str = ""
    ) -> None:
        """Reports another number of arguments than there are parameters; also where a body was wrong."""
        if len(args) != number:
            self.error(
                codes.WrongCount,
                env,
                node,
                f"'{symbol.name}' takes {t.plural(number, 'argument')}, not {len(args)}",
                expected=(needs,) if needs else (),
                help=f"for instance {symbol.name}(me)"
                if needs.startswith("player ") and number == 1
                else None,
                related=((symbol.place, "declared here"),),
            )

    def arguments(
        self,
        parameters: tuple[LocalVar, ...],
        args: tuple[n.Expr, ...],
        node: n.Node,
        env: Env,
        symbol: Symbol,
    ) -> tuple[core.Expr, ...] | None:
        if len(args) != len(parameters):
            needs = ", ".join(f"{p.type} {p.name}" for p in parameters)
            self.count_arguments(symbol, len(parameters), args, node, env, needs)
            for arg in args:
                self.value(arg, env)
            return None
        values = [self.typed(arg, env, p.type) for arg, p in zip(args, parameters, strict=True)]
        return None if any(v is None for v in values) else tuple(cast("list[core.Expr]", values))
