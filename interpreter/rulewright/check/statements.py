"""Statements: the steps that are one string, apart from moves.

A statement may change something, so what conditions taught about zones and variables is forgotten after it;
what they taught about constants stays.
"""

from __future__ import annotations

import re
from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.elaborator import DomainOf
from rulewright.check.moves import Moves
from rulewright.check.scope import Env
from rulewright.check.texts import Source, parse_scalar
from rulewright.diagnostics import suggest
from rulewright.diagnostics.codes import check as codes
from rulewright.loading import Node, Scalar
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar
from rulewright.ruleset.types import Bool, Comp, Int, Opt, SetOf, Type
from rulewright.ruleset.types import Scalar as ScalarType
from rulewright.syntax import nodes as n

#: What a step that can't be read seems to name: ``let x =``, ``x :=``, or with a misspelt word before it.
_SETS = r"\s*(?:(?:let\s+)?(\w+)\s*(?::?=|be\b|\Z)|\w+\s+(\w+)\s*(?::?=|be\b))"


class Statements(Moves):
    """One method for each statement, ``_do_NODE``."""

    def _statement(self, scalar: Scalar, env: Env, item: Node) -> tuple[core.Step | None, Env]:
        named = self.names.symbols.get(scalar.text.strip())
        if named is not None and named.kind == "action":
            named.used = True
            self.offered.add(named.name)
            message = f"'{named.name}' is an action, which players choose"
            self.sink.report(codes.DslSyntax, scalar.place, message, help=f"write: - choose: [{named.name}]")
            return None, env.forgetting()
        tree = parse_scalar("step", scalar, self.sink)
        if tree is None:
            return None, self.as_if_named(scalar, _SETS, env.forgetting())
        here = env.within(Source(scalar))
        if isinstance(tree, n.Let):
            return self._let(tree, here, env)
        method = getattr(self, f"_do_{type(tree).__name__.lower()}", None)
        if method is None:
            # A bare expression parses as no step, so this is a form the grammar has and this layer not.
            raise AssertionError(type(tree).__name__)
        step = cast("core.Step | None", method(tree, here))
        if isinstance(tree, n.Show):
            return step, env
        return step, env.forgetting()

    def as_if_named(self, node: Node | None, pattern: str, env: Env) -> Env:
        """After a string that can't be read: the scope with the name that it seems to declare."""
        found = re.match(pattern, node.text) if isinstance(node, Scalar) else None
        name = None if found is None else next(filter(None, found.groups()), None)
        if name is None or name in self.names.symbols:
            return env
        return env.having(self.fresh(name, t.UNKNOWN))

    def _let(self, tree: n.Let, here: Env, env: Env) -> tuple[core.Step | None, Env]:
        if isinstance(tree.value, n.RandomOf):
            found, candidate, where, right = self._random(tree.value, here, None)
            type: Type = candidate.type
            local = self.local(tree.name, type, env.within(here.source))
            self.declared_locals.append((local, "local name", here.source.place(tree.name)))
            after = env.having(local)
            if found is None or not right:
                return None, after
            return core.LetRandom(local, candidate, found[0], where, self.place(here, tree)), after
        value = self.value(tree.value, here)
        if value is not None and not isinstance(value.type, SetOf | Opt | ScalarType):
            self.error(codes.WrongType, here, tree.value, "none alone has no type")
            value = None
        set_with = f"to change the variable, write: {tree.name.text} := {here.source.text(tree.value)}"
        type = value.type if value is not None else t.UNKNOWN
        local = self.local(tree.name, type, env.within(here.source), set_with)
        self.declared_locals.append((local, "local name", here.source.place(tree.name)))
        if value is None:
            return None, env.having(local)
        return core.Let(local, value, self.place(here, tree)), env.having(local)

    def _random(
        self, tree: n.RandomOf, env: Env, wanted: Type | None
    ) -> tuple[DomainOf | None, LocalVar, core.Expr | None, bool]:
        """``random D``, or ``random x in D where C``, in which x is the candidate: domain, candidate,
        condition, and whether all was right. The grammar reads ``x in D`` as the filter ``TYPE in D``; what
        is no component type is a name."""
        domain = tree.domain
        ident: n.Ident | None = None
        if isinstance(domain, n.Filtered) and isinstance(domain.type, n.Name):
            symbol = self.names.symbols.get(domain.type.text)
            if symbol is None or symbol.kind != "component":
                ident = n.Ident(domain.type.start, domain.type.end, domain.type.text)
                domain = domain.domain
        found = self.domain(domain, env, wanted)
        type: Type = found[1] if found is not None else t.UNKNOWN
        candidate = self.fresh("it", type) if ident is None else self.local(ident, type, env)
        if tree.where is None:
            return found, candidate, None, True
        if ident is None:
            message = "nothing names the candidate that this is about"
            help = f"name the candidate: random x in {env.source.text(tree.domain)} where ..."
            self.error(codes.BadClause, env, tree.where, message, help=help)
        # Without a name for it the condition can't be right.
        unclear, env.frame.unclear = env.frame.unclear, env.frame.unclear or ident is None
        where = self.condition(tree.where, env if ident is None else env.having(candidate))
        env.frame.unclear = unclear
        return found, candidate, where, where is not None and ident is not None

    def _target(
        self, target: n.Target, env: Env, help: str | None = None
    ) -> tuple[str, tuple[core.Expr, ...], Type] | None:
        """The variable that a step changes; ``help`` for the name of a zone, where moving was meant."""
        declared = self.names.symbols.get(target.name.text)
        if declared is None or declared.kind != "zone":
            help = None
        if target.name.text in env.locals and declared is None:
            self._local_target(target, env)
            return None
        symbol = self.symbol(target.name, env, ("variable",), help)
        if symbol is None or symbol.name not in self.variables:
            for arg in target.args:
                self.value(arg, env)
            return None
        variable = self.variables[symbol.name]
        index = self.indexes(variable.keys, target.args, target, env, f"variable '{variable.name}'")
        return None if index is None else (variable.name, index, variable.type)

    def _local_target(self, target: n.Target, env: Env) -> None:
        name = target.name.text
        for arg in target.args:
            self.value(arg, env)
        if env.locals[name].type == t.UNKNOWN:
            return
        message = f"'{name}' is a local name, which keeps its value"
        help = "declare a variable under 'variables' for what changes"
        self.error(codes.WrongType, env, target.name, message, expected=("a variable",), help=help)

    def _do_assign(self, tree: n.Assign, env: Env) -> core.Step | None:
        to = env.source.text(tree.target)
        target = self._target(tree.target, env, f"components are moved: move c to {to}")
        if isinstance(tree.value, n.RandomOf):
            wanted = None if target is None else t.base_of(target[2])
            found, candidate, where, right = self._random(tree.value, env, wanted)
            if found is None or target is None or not right:
                return None
            if not t.fits(found[1], target[2]):
                self.error(
                    codes.WrongType,
                    env,
                    tree.value,
                    f"here stands {t.words(found[1])}",
                    expected=(self.say(target[2]),),
                )
                return None
            return core.RandomVar(target[0], target[1], candidate, found[0], where, self.place(env, tree))
        if target is None:
            if not self.is_literal(tree.value, env):
                self.value(tree.value, env)
            return None
        value = self.typed(tree.value, env, target[2])
        if value is None:
            return None
        self._range(value, target[2], tree.value, env)
        return core.SetVar(target[0], target[1], value, self.place(env, tree))

    def _range(self, value: core.Expr, target: Type, node: n.Expr, env: Env) -> None:
        want, got = t.base_of(target), t.base_of(value.type)
        if (
            self.counted
            and isinstance(want, Int)
            and isinstance(got, Int)
            and (got.hi < want.lo or got.lo > want.hi)
        ):
            self.error(codes.OutOfRange, env, node, f"this is {t.words(got)}, never in {want}")

    def _number_change(
        self, value: n.Expr, target: n.Target, env: Env, op: str, tree: n.Node
    ) -> core.Step | None:
        what, zone = env.source.text(value), env.source.text(target)
        moved = f"move {what} to {zone}" if op == "+" else f"move {what} from {zone} to ZONE"
        found = self._target(target, env, f"components are moved: {moved}")
        if found is None:
            self.value(value, env)
            return None
        name, index, type = found
        if isinstance(type, SetOf):
            member = self.typed(value, env, type.element)
            return (
                None
                if member is None
                else core.AddMember(name, index, member, op == "-", self.place(env, tree))
            )
        if not isinstance(t.base_of(type), Int):
            self.error(
                codes.WrongType,
                env,
                target,
                f"'{name}' is {type}",
                expected=("a variable that is a number or a set",),
            )
            return None
        amount = self.number(value, env)
        if amount is None:
            return None
        place = self.place(env, tree)
        current: core.Expr = core.VarGet(type, name, index, place)
        if isinstance(type, Opt):
            current = core.Some(type.base, current, place)
        a, b = cast(Int, current.type), cast(Int, amount.type)
        total = core.Arith(t.arithmetic(op, a, b), cast(Any, op), current, amount, place)
        return core.SetVar(name, index, total, place)

    def _do_add(self, tree: n.Add, env: Env) -> core.Step | None:
        return self._number_change(tree.value, tree.target, env, "+", tree)

    def _do_take(self, tree: n.Take, env: Env) -> core.Step | None:
        return self._number_change(tree.value, tree.target, env, "-", tree)

    def _do_roll(self, tree: n.Roll, env: Env) -> core.Step | None:
        name = tree.target.name.text
        die = re.fullmatch(r"d(\d{1,3})", name)
        help = (
            f"write: let x = random 1..{die.group(1)}"
            if die is not None
            else f"what is rolled is a variable, for instance {name}: 1..6{' per 1..2' * (name == 'dice')}"
        )
        symbol = self.symbol(
            tree.target.name, env, ("variable",), None if name in self.names.symbols else help
        )
        if symbol is None or symbol.name not in self.variables:
            return None
        variable = self.variables[symbol.name]
        if isinstance(variable.type, Bool | SetOf | Opt) or not isinstance(variable.type, ScalarType):
            self.error(
                codes.WrongType,
                env,
                tree.target,
                f"'{variable.name}' is {variable.type}",
                expected=("a variable with a range",),
            )
            return None
        index: tuple[core.Expr, ...] | None = ()
        if tree.target.args:
            index = self.indexes(
                variable.keys, tree.target.args, tree.target, env, f"variable '{variable.name}'"
            )
        return None if index is None else core.RollVar(variable.name, index, self.place(env, tree))

    def _do_show(self, tree: n.Show, env: Env) -> core.Step | None:
        if isinstance(tree.to, n.Name) and tree.to.text in (
            "all",
            "everyone",
            "everybody",
            "players",
            "player",
        ):
            message = "what is shown to nobody in particular is shown to everyone"
            help = f"write: show {env.source.text(tree.what)}"
            self.error(codes.WrongType, env, tree.to, message, expected=("one player",), help=help)
            return None
        found = self.domain(tree.what, env) if self.is_collection(tree.what, env) else None
        if found is None and not self.is_collection(tree.what, env):
            value = self._open(self.value(tree.what, env), env, tree.what)
            found = None if value is None else (core.ListD(value.type, (value,)), value.type)
        to = None if tree.to is None else self.typed(tree.to, env, t.PLAYER)
        if found is None or (tree.to is not None and to is None):
            return None
        if not isinstance(found[1], Comp):
            self.error(
                codes.WrongType, env, tree.what, f"here stands {t.words(found[1])}", expected=("components",)
            )
            return None
        return core.Show(found[0], to, self.place(env, tree))

    def _do_run(self, tree: n.Run, env: Env) -> core.Step | None:
        declared = self.names.symbols.get(tree.name.text)
        help = None
        if declared is not None and declared.kind == "action":
            self.offered.add(declared.name)
            help = f"players choose actions: - choose: [{declared.name}]"
        symbol = self.symbol(tree.name, env, ("procedure",), help)
        if symbol is None:
            for arg in tree.args:
                self.value(arg, env)
            return None
        procedure = self.procedure(symbol, env.source.place(tree.name))
        if procedure is None:
            self.count_arguments(symbol, len(symbol.value.parameters), tree.args, tree, env)
            for arg in tree.args:
                self.value(arg, env)
            return None
        args = self.arguments(procedure.parameters, tree.args, tree, env, symbol)
        me = self.me(env, tree) if procedure.needs_me else None
        if args is None or (procedure.needs_me and me is None):
            return None
        self._decides = self._decides or procedure.decides
        return core.RunProcedure(symbol.name, me, args, self.place(env, tree))

    def _do_stop(self, tree: n.Stop, env: Env) -> core.Step | None:
        name = tree.name.text if tree.name is not None else None
        place = self.place(env, tree)
        if name == "game":
            return core.Stop(None, place)
        around = self._loops.around
        if name is None:
            found = around[-1] if around else None
        elif name == "turns":
            found = next((x for x in reversed(around) if x[2]), None)
        else:
            found = next((x for x in reversed(around) if x[1] == name), None)
        if found is None:
            known = (
                [x[1] for x in around if x[1] is not None]
                + (["turns"] if any(x[2] for x in around) else [])
                + ["game"]
            )
            near = () if name is None else suggest(name, known)
            self.error(
                codes.StopOutside,
                env,
                tree if tree.name is None else tree.name,
                "there is no loop around this" if name is None else f"no loop around this is called '{name}'",
                expected=tuple(f"stop {x}" for x in known),
                help=f"did you mean {' or '.join(near)}?" if near else None,
            )
            return None
        self._loops.stopped.add(found[0])
        return core.Stop(found[0], place)

    def _do_dropout(self, tree: n.DropOut, env: Env) -> core.Step | None:
        player = self.typed(tree.player, env, t.PLAYER)
        return None if player is None else core.DropOut(player, self.place(env, tree))

    def _do_shuffle(self, tree: n.Shuffle, env: Env) -> core.Step | None:
        zone = self.zone(tree.zone, env)
        if zone is None:
            return None
        if zone.family == "box" or self.zones[zone.family].kind != "pile":
            self.error(
                codes.WrongType,
                env,
                tree.zone,
                "only piles are shuffled",
                help="what has no order needs no shuffling",
            )
            return None
        return core.Shuffle(zone, self.place(env, tree))

    def _do_deal(self, tree: n.Deal, env: Env) -> core.Step | None:
        count = self.amount(tree.count, env)
        source = self.zone(tree.source, env)
        hands = [z.name for z in self.zones.values() if [k.type for k in z.keys] == [t.PLAYER]]
        help = f"say to which zone of each player, for instance {hands[0]}" if hands else None
        symbol = self.symbol(tree.to, env, ("zone",), help)
        first = None if tree.first is None else self.typed(tree.first, env, t.PLAYER)
        if count is None or source is None or symbol is None or (tree.first is not None and first is None):
            return None
        family = self.zones.get(symbol.name)
        if family is None:
            return None
        if [k.type for k in family.keys] != [t.PLAYER]:
            message = f"'{family.name}' is not one zone for each player"
            help = (
                f"for instance to {hands[0]}; into one zone: move N from ... to {family.name}"
                if hands
                else None
            )
            self.error(codes.WrongType, env, tree.to, message, help=help)
            return None
        if self._zone_kind(source) != "pile":
            self.error(codes.WrongType, env, tree.source, "cards are dealt from a pile", expected=("a pile",))
            return None
        if not self._can_hold(source, family.element, tree.source, env, symbol.name):
            return None
        return core.Deal(count, source, symbol.name, first, self.place(env, tree))
