"""Steps, actions, procedures and definitions: the bodies of a ruleset.

Bodies are elaborated when they are first mentioned, so that a definition's type and whether it needs ``me`` are known
where it is used. What is being elaborated is kept on a stack: meeting it again is a cycle, which the language forbids.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.expressions import Expressions
from rulewright.check.scope import Env, Frame, Symbol
from rulewright.check.structure import Reader
from rulewright.check.texts import Source, parse_scalar, template_of
from rulewright.diagnostics import Place, Sink
from rulewright.diagnostics.codes import check as codes
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset import core
from rulewright.ruleset.model import Action, Definition, LocalVar, Param, Procedure, Text
from rulewright.ruleset.types import Bool, Comp, Int, Opt, SetOf, Type
from rulewright.ruleset.types import Scalar as ScalarType
from rulewright.syntax import nodes as n

#: The keys of each kind of step that is a mapping, by the key that tells the kind.
STEP_KEYS: dict[str, tuple[str, ...]] = {
    "step": ("step", "rule"),
    "if": ("if", "then", "else", "rule"),
    "while": ("while", "do", "name", "rule"),
    "repeat": ("repeat", "do", "name", "rule"),
    "for": ("for", "do", "name", "rule"),
    "turns": ("turns", "do", "name", "rule"),
    "choose": ("choose", "by", "times", "with", "otherwise", "done", "done_when", "rule"),
    "together": ("together", "among", "first", "rule"),
}

Steps = tuple[core.Step, ...]
Say = dict[str, tuple["str | core.Expr", ...]]


class _Loops:
    """The loops around a step: (id, name or none, whether it is turns), and which are stopped from inside."""

    def __init__(self) -> None:
        self.around: list[tuple[int, str | None, bool]] = []
        self.stopped: set[int] = set()


class Bodies(Expressions):
    """Elaborates bodies; ``declared`` gives the YAML node of each definition, procedure and action."""

    def __init__(self, sink: Sink) -> None:
        super().__init__(sink)
        self.reader = Reader(sink)
        self.declared: dict[str, tuple[Scalar, Node]] = {}
        self.definitions: dict[str, Definition] = {}
        self.procedures: dict[str, Procedure] = {}
        self.actions: dict[str, Action] = {}
        self.heads: dict[str, Action] = {}
        self.offered: set[str] = set()
        self.languages: tuple[str, ...] = ("en",)
        self.cited: dict[str, list[Place]] = {}
        self.rule_ids: set[str] = set()
        self._under_way: list[tuple[str, str, Place]] = []
        self._failed: set[tuple[str, str]] = set()
        self._loop_ids = 0
        self._loops = _Loops()
        self._decides = False
        self._scopes: dict[str, Env] = {}

    # --- citations and texts

    def rules(self, node: Mapping | None) -> tuple[str, ...]:
        """The rules that a ``rule:`` key cites."""
        if node is None:
            return ()
        result: list[str] = []
        for item in self.reader.listed(node.get("rule")):
            scalar = self.reader.text(item, "the number of a rule")
            if scalar is None:
                continue
            if scalar.text not in self.rule_ids:
                near = [r for r in self.rule_ids if r.lower() == scalar.text.lower()]
                self.sink.report(
                    codes.UnknownRule, scalar.place, f"there is no rule '{scalar.text}' in the list",
                    help=f"did you mean {near[0]}?" if near else None,
                )  # fmt: skip
                continue
            self.cited.setdefault(scalar.text, []).append(scalar.place)
            result.append(scalar.text)
        return tuple(result)

    def localised(self, node: Node | None) -> Text:
        """A text, or one text for each language."""
        if node is None:
            return {}
        if isinstance(node, Mapping):
            result: Text = {}
            for key, value in node.entries:
                scalar = self.reader.text(value)
                if scalar is not None:
                    result[key.text] = scalar.text
            return result
        scalar = self.reader.text(node)
        return {} if scalar is None else {self.languages[0]: scalar.text}

    def says(self, node: Node | None, env: Env) -> Say:
        """Templates by language, their expressions elaborated where the env is."""
        if node is None:
            return {}
        entries = (
            [(k.text, v) for k, v in node.entries]
            if isinstance(node, Mapping)
            else [(self.languages[0], node)]
        )
        result: Say = {}
        for language, value in entries:
            scalar = self.reader.text(value)
            pieces = None if scalar is None else self.template(scalar, env)
            if pieces is not None:
                result[language] = pieces
        return result

    def template(self, scalar: Scalar, env: Env) -> tuple[str | core.Expr, ...] | None:
        pieces = template_of(scalar, self.sink)
        if pieces is None:
            return None
        env = env.within(Source(scalar))
        result: list[str | core.Expr] = []
        for piece in pieces:
            if isinstance(piece, str):
                result.append(piece)
            else:
                value = self.value(piece[1], env)
                if value is not None:
                    result.append(value)
        return tuple(result)

    # --- cycles

    def _enter(self, part: str, name: str, place: Place) -> bool:
        """Begins a part unless it is under way already, which is a cycle."""
        if (part, name) in self._failed:
            return False
        names = [(p, x) for p, x, _ in self._under_way]
        if (part, name) in names:
            ring = self._under_way[names.index((part, name)) :]
            way = " -> ".join([x for _, x, _ in ring] + [name])
            self.sink.report(codes.Cycle, place, f"this leads back to itself: {way}")
            self._failed.update((p, x) for p, x, _ in ring)
            return False
        self._under_way.append((part, name, place))
        return True

    def _leave(self) -> None:
        self._under_way.pop()

    # --- definitions

    def signature(self, key: Scalar) -> n.Signature | None:
        return cast("n.Signature | None", parse_scalar("signature", key, self.sink))

    def parameters(self, parameters: tuple[n.Parameter, ...], source: Source) -> tuple[LocalVar, ...] | None:
        env = Env(source, Frame())
        result: list[LocalVar] = []
        right = True
        for parameter in parameters:
            type = self.type_of(parameter.type, env)
            local = self.local(parameter.name, type if type is not None else Int(0, 0), env)
            env = env.having(local)
            right = right and type is not None
            result.append(local)
        return tuple(result) if right else None

    def type_of(self, node: n.TypeNode, env: Env) -> Type | None:
        raise AssertionError("given by the layer of declarations")

    def definition(self, symbol: Symbol, place: Place) -> Definition | None:
        if symbol.name in self.definitions:
            return self.definitions[symbol.name]
        if not self._enter("definition", symbol.name, place):
            return None
        try:
            found = self._definition(symbol)
        finally:
            self._leave()
        if found is None:
            self._failed.add(("definition", symbol.name))
        else:
            self.definitions[symbol.name] = found
        return found

    def _definition(self, symbol: Symbol) -> Definition | None:
        key, node = self.declared[symbol.name]
        signature = cast(n.Signature, symbol.value)
        parameters = self.parameters(signature.parameters, Source(key))
        rules: tuple[str, ...] = ()
        body = node
        if isinstance(node, Mapping):
            self.reader.keys(node, ("is", "rule"), ("is",), "a definition")
            rules = self.rules(node)
            found = node.get("is")
            if found is None:
                return None
            body = found
        scalar = self.reader.text(body, "an expression")
        tree = None if scalar is None else parse_scalar("expression", scalar, self.sink)
        if tree is None or scalar is None or parameters is None:
            return None
        me = self.fresh("me", t.PLAYER)
        frame = Frame(me)
        env = Env(Source(scalar), frame, rules=rules).having(*parameters)
        value = self.value(tree, env)
        if value is None:
            return None
        return Definition(
            symbol.name,
            (me, *parameters) if frame.needs_me else parameters,
            frame.needs_me,
            value.type,
            value,
            rules,
            symbol.place,
        )

    def arguments(
        self,
        parameters: tuple[LocalVar, ...],
        args: tuple[n.Expr, ...],
        node: n.Node,
        env: Env,
        symbol: Symbol,
    ) -> tuple[core.Expr, ...] | None:
        # `me` is passed apart.
        return super().arguments(tuple(p for p in parameters if p.name != "me"), args, node, env, symbol)

    # --- procedures

    def procedure(self, symbol: Symbol, place: Place) -> Procedure | None:
        if symbol.name in self.procedures:
            return self.procedures[symbol.name]
        if not self._enter("procedure", symbol.name, place):
            return None
        try:
            found = self._procedure(symbol)
        finally:
            self._leave()
        if found is None:
            self._failed.add(("procedure", symbol.name))
        else:
            self.procedures[symbol.name] = found
        return found

    def _procedure(self, symbol: Symbol) -> Procedure | None:
        key, node = self.declared[symbol.name]
        signature = cast(n.Signature, symbol.value)
        parameters = self.parameters(signature.parameters, Source(key))
        mapping = self.reader.mapping(node, "a mapping with do:")
        if mapping is None:
            return None
        self.reader.keys(mapping, ("do", "rule"), ("do",), "a procedure")
        rules = self.rules(mapping)
        me = self.fresh("me", t.PLAYER)
        frame = Frame(me)
        env = Env(Source(key), frame, rules=rules).having(*(parameters or ()))
        body, decides = self.body(mapping.get("do"), env)
        if parameters is None or body is None:
            return None
        return Procedure(
            symbol.name,
            (me, *parameters) if frame.needs_me else parameters,
            frame.needs_me,
            body,
            decides,
            rules,
            symbol.place,
        )

    def body(self, node: Node | None, env: Env) -> tuple[Steps | None, bool]:
        """A list of steps on its own (no loop around it), and whether a decision can be reached in it."""
        outer_loops, outer_decides = self._loops, self._decides
        self._loops, self._decides = _Loops(), False
        try:
            steps = self.steps(node, env)
            return steps, self._decides
        finally:
            self._loops, self._decides = outer_loops, outer_decides

    # --- actions

    def head(self, symbol: Symbol, place: Place) -> Action | None:
        """The action without its body: what decides whether it is legal."""
        if symbol.name in self.heads:
            return self.heads[symbol.name]
        if not self._enter("action", symbol.name, place):
            return None
        try:
            found = self._head(symbol)
        finally:
            self._leave()
        if found is None:
            self._failed.add(("action", symbol.name))
        else:
            self.heads[symbol.name] = found
        return found

    def action_conditions(self, symbol: Symbol, place: Place) -> bool:
        head = self.head(symbol, place)
        if head is not None and head.given:
            self.sink.report(
                codes.WrongCount,
                place,
                f"'{symbol.name}' needs what 'with:' gives, so it can't be asked here",
            )
            return False
        return head is not None

    def _head(self, symbol: Symbol) -> Action | None:
        key, node = self.declared[symbol.name]
        mapping = self.reader.mapping(node, "a mapping")
        if mapping is None:
            return None
        self.reader.keys(mapping, ("rule", "say", "with", "when", "pick", "do"), ("do",), "an action")
        rules = self.rules(mapping)
        me = self.fresh("me", t.PLAYER)
        env = Env(Source(key), Frame(), rules=rules).having(me)
        given: tuple[LocalVar, ...] | None = ()
        right = True
        scalar = self.reader.text(mapping.get("with"), "parameters such as 'number n'")
        if scalar is not None:
            nodes = parse_scalar("parameters", scalar, self.sink)
            given = None if nodes is None else self.parameters(nodes, Source(scalar))
            right = given is not None
            env = env.having(*(given or ()))
        when: core.Expr | None = None
        scalar = self.reader.text(mapping.get("when"), "a condition")
        if scalar is not None:
            tree = parse_scalar("expression", scalar, self.sink)
            if tree is not None:
                inner = env.within(Source(scalar))
                when = self.condition(tree, inner)
                env = env.knowing(self.facts(tree, inner, True))
                self._never(when, scalar)
            right = right and when is not None
        params: list[Param] = []
        for name, pick in self.reader.named(mapping.get("pick")):
            param, env = self.pick(name, pick, env)
            if param is None:
                right = False
            else:
                params.append(param)
        say = self.says(mapping.get("say"), env)
        if not right or given is None:
            self._check_body_anyway(mapping, env)
            return None
        self._scopes[symbol.name] = env.forgetting()
        return Action(
            symbol.name, len(self.heads), me, given, when, tuple(params), (), say, False, rules, symbol.place
        )

    def _check_body_anyway(self, mapping: Mapping, env: Env) -> None:
        """A wrong head must not hide what is wrong in the body."""
        self.body(mapping.get("do"), env.forgetting())

    def _never(self, condition: core.Expr | None, scalar: Scalar) -> None:
        if isinstance(condition, core.Const) and not condition.value:
            self.sink.report(codes.NeverLegal, scalar.place, "this is always false")

    def action(self, symbol: Symbol, place: Place) -> Action | None:
        """The whole action."""
        if symbol.name in self.actions:
            return self.actions[symbol.name]
        head = self.head(symbol, place)
        if head is None or not self._enter("body", symbol.name, place):
            return None
        try:
            key, node = self.declared[symbol.name]
            body, decides = self.body(cast(Mapping, node).get("do"), self._scopes[symbol.name])
        finally:
            self._leave()
        if body is None:
            self._failed.add(("body", symbol.name))
            return None
        head.body, head.decides = body, decides
        self.actions[symbol.name] = head
        return head

    def pick(self, name: Scalar, node: Node, env: Env) -> tuple[Param | None, Env]:
        """One parameter, and the scope after it."""
        conditions: list[tuple[Node, tuple[str, ...]]] = []
        preferences: list[Node] = []
        same_kind = False
        source = node
        if isinstance(node, Mapping):
            self.reader.keys(
                node, ("from", "where", "if_possible", "one_of_each_kind", "rule"), ("from",), "a parameter"
            )
            env = env.citing(self.rules(node))
            found = node.get("from")
            for item in self.reader.listed(node.get("where")):
                conditions.append(self._cited_condition(item))
            preferences = list(self.reader.listed(node.get("if_possible")))
            flag = self.reader.text(node.get("one_of_each_kind"))
            same_kind = flag is not None and flag.value is True
            if found is None:
                return None, self._dummy(name, env)
            source = found
        scalar = self.reader.text(source, "a domain to choose from")
        tree = None if scalar is None else cast("n.Pick | None", parse_scalar("pick", scalar, self.sink))
        if tree is None or scalar is None:
            return None, self._dummy(name, env)
        here = env.within(Source(scalar))
        return self._pick(name, tree, here, env, conditions, preferences, same_kind)

    def _cited_condition(self, item: Node) -> tuple[Node, tuple[str, ...]]:
        if isinstance(item, Mapping):
            self.reader.keys(item, ("step", "rule"), ("step",), "a condition")
            return item.get("step") or item, self.rules(item)
        return item, ()

    def _dummy(self, name: Scalar, env: Env) -> Env:
        """After a domain that can't be read the name is still known, so that its uses aren't reported too."""
        return env.having(self.fresh(name.text, Int(0, 0)))

    def _pick(
        self, name: Scalar, tree: n.Pick, here: Env, env: Env, conditions: list[tuple[Node, tuple[str, ...]]],
        preferences: list[Node], same_kind: bool,
    ) -> tuple[Param | None, Env]:  # fmt: skip
        found = self.domain(tree.domain, here)
        low: core.Expr | None = None
        high: core.Expr | None = None
        right = found is not None
        if isinstance(tree.quantity, str):
            low = core.Const(Int(0, 1), 1 if tree.quantity == "some" else 0)
        elif isinstance(tree.quantity, n.RangeOf):
            low, high = self.number(tree.quantity.low, here), self.number(tree.quantity.high, here)
            right = right and low is not None and high is not None
        elif tree.quantity is not None:
            low = high = self.number(tree.quantity, here)
            right = right and low is not None
        type: Type = found[1] if found is not None else Int(0, 0)
        if tree.quantity is not None and found is not None:
            if not isinstance(type, Comp | Int | SetOf) and not isinstance(type, ScalarType):
                right = False
            else:
                type = SetOf(cast(Any, type))
        ident = n.Ident(0, len(name.text), name.text)
        local = self.local(ident, type, env.within(Source(name)))
        inner = env.having(local)
        where: list[core.Expr | None] = []
        if tree.where is not None:
            scope = inner.within(here.source)
            where.append(self.condition(tree.where, scope))
            inner = inner.knowing(self.facts(tree.where, scope, True))
        for item, rules in conditions:
            scalar = self.reader.text(item, "a condition")
            parsed = None if scalar is None else parse_scalar("expression", scalar, self.sink)
            if parsed is None or scalar is None:
                right = False
                continue
            scope = inner.within(Source(scalar)).citing(rules)
            where.append(self.condition(parsed, scope))
            inner = inner.knowing(self.facts(parsed, scope, True))
        wishes: list[core.Expr | None] = [
            self.condition(p, inner.within(here.source)) for p in tree.if_possible
        ]
        for item in preferences:
            scalar = self.reader.text(item, "a condition")
            parsed = None if scalar is None else parse_scalar("expression", scalar, self.sink)
            wishes.append(
                None
                if parsed is None or scalar is None
                else self.condition(parsed, inner.within(Source(scalar)))
            )
        same_kind = same_kind or tree.one_of_each_kind
        if same_kind and not isinstance(type, Comp):
            self.error(codes.BadClause, here, tree, "'one of each kind' is for components")
            right = False
        if not right or found is None or any(w is None for w in where) or any(w is None for w in wishes):
            return None, inner
        if any(isinstance(w, core.Const) and not w.value for w in where):
            self.error(codes.NeverLegal, here, tree, "the condition is always false")
        param = Param(
            local, found[0], tuple(cast("list[core.Expr]", where)), tuple(cast("list[core.Expr]", wishes)), same_kind, low, high,
            self.place(here, tree),
        )  # fmt: skip
        return param, inner

    # --- lists of steps

    def steps(self, node: Node | None, env: Env) -> Steps | None:
        """A list of steps; none if one of them is wrong. Reports steps that can't be reached."""
        if node is None:
            return ()
        if isinstance(node, Scalar) and node.value is None:
            return ()
        if not isinstance(node, Sequence):
            self.reader.wrong(node, "a list of steps")
            return None
        result: list[core.Step] = []
        right = True
        ended: Node | None = None
        for item in node.items:
            if ended is not None:
                self.sink.report(
                    codes.NeverReached, item.place if isinstance(item, Scalar) else Reader._head(cast(Mapping, item)) if isinstance(item, Mapping) and len(item) else item.place,
                    "play never comes here", related=[(ended.place if isinstance(ended, Scalar) else Reader._head(cast(Mapping, ended)), "this always leaves the list")],
                )  # fmt: skip
                ended = None
            step, env = self.step(item, env)
            if step is None:
                right = False
                continue
            result.append(step)
            if not self.goes_on(step):
                ended = item
        return tuple(result) if right else None

    def goes_on(self, step: core.Step) -> bool:
        """Can play come to the step after this one?"""
        if isinstance(step, core.Stop):
            return False
        if isinstance(step, core.If):
            return all(map(self.goes_on, step.then)) or all(map(self.goes_on, step.other))
        if isinstance(step, core.While):
            endless = isinstance(step.condition, core.Const) and bool(step.condition.value)
            return not endless or step.loop in self._loops.stopped
        if isinstance(step, core.Turns):
            ends = (
                step.rounds is not None
                or step.until is not None
                or step.while_ is not None
                or step.at_most is not None
            )
            return ends or step.loop in self._loops.stopped or self._drops
        return True

    _drops = False
    """Whether anybody can drop out, which ends turns when nobody is left."""

    def step(self, item: Node, env: Env) -> tuple[core.Step | None, Env]:
        """One step, and the scope after it."""
        if isinstance(item, Scalar):
            return self._statement(item, env, item)
        if not isinstance(item, Mapping):
            self.reader.wrong(item, "a step")
            return None, env
        kinds = [k for k in STEP_KEYS if k in item]
        if len(kinds) != 1:
            message = (
                "no key tells what kind of step this is"
                if not kinds
                else f"a step has one of {' and '.join(kinds)}"
            )
            place = Reader._head(item)
            self.sink.report(
                codes.UnknownKey if not kinds else codes.WrongShape, place, message, expected=tuple(STEP_KEYS)
            )
            return None, env.forgetting()
        kind = kinds[0]
        self.reader.keys(
            item,
            STEP_KEYS[kind],
            (kind, "do") if kind in ("while", "repeat", "for", "turns") else (kind,),
            f"a step with '{kind}'",
        )
        inner = env.citing(self.rules(item))
        if kind == "step":
            scalar = self.reader.text(item.get("step"), "a step")
            if scalar is None:
                return None, env
            step, after = self._statement(scalar, inner, item)
            return step, replace(after, rules=env.rules)
        step = getattr(self, f"_step_{kind}")(item, inner)
        return step, env.forgetting()

    def _parsed(self, item: Mapping, key: str, kind: str, env: Env) -> tuple[Any, Env] | None:
        """The string under a key, parsed, with the env in it; none after a report or without the key."""
        scalar = self.reader.text(item.get(key), "a text")
        tree = None if scalar is None else parse_scalar(kind, scalar, self.sink)
        return None if tree is None or scalar is None else (tree, env.within(Source(scalar)))

    def _step_if(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "if", "expression", env)
        if parsed is None:
            self.steps(item.get("then"), env.forgetting())
            self.steps(item.get("else"), env.forgetting())
            return None
        tree, here = parsed
        condition = self.condition(tree, here)
        place = self.place(here, tree)
        then = self.steps(item.get("then"), env.knowing(self.facts(tree, here, True)))
        other = self.steps(item.get("else"), env.knowing(self.facts(tree, here, False)))
        if item.get("then") is None and item.get("else") is None:
            self.sink.report(codes.MissingKey, Reader._head(item), "an 'if' needs the key 'then'")
        if condition is None or then is None or other is None:
            return None
        return core.If(condition, then, other, place)

    def _loop(self, item: Mapping, env: Env, is_turns: bool = False) -> int:
        """Opens a loop; the caller closes it."""
        self._loop_ids += 1
        name: str | None = None
        scalar = self.reader.text(item.get("name"), "a name")
        if scalar is not None and self.reader.name(scalar):
            name = scalar.text
            if any(x == name for _, x, _ in self._loops.around):
                self.sink.report(
                    codes.NameClash, scalar.place, f"a loop around this one is called '{name}' already"
                )
        self._loops.around.append((self._loop_ids, name, is_turns))
        return self._loop_ids

    def _in_loop(self, item: Mapping, env: Env, is_turns: bool = False) -> tuple[int, Steps | None]:
        loop = self._loop(item, env, is_turns)
        body = self.steps(item.get("do"), env)
        self._loops.around.pop()
        return loop, body

    def _step_while(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "while", "expression", env)
        condition: core.Expr | None = None
        inner = env.forgetting()
        place = 0
        if parsed is not None:
            tree, here = parsed
            here = replace(here, facts=inner.facts)
            condition = self.condition(tree, here)
            place = self.place(here, tree)
            inner = inner.knowing(self.facts(tree, here, True))
        loop, body = self._in_loop(item, inner)
        return None if condition is None or body is None else core.While(loop, condition, body, place)

    def _step_repeat(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "repeat", "expression", env)
        count = None if parsed is None else self.number(*parsed)
        place = 0 if parsed is None else self.place(parsed[1], parsed[0])
        loop, body = self._in_loop(item, env.forgetting())
        return None if count is None or body is None else core.Repeat(loop, count, body, place)

    def _step_for(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "for", "for", env)
        if parsed is None:
            self._in_loop(item, env.forgetting())
            return None
        tree, here = cast("tuple[n.For, Env]", parsed)
        found = self.domain(tree.domain, here)
        right = found is not None
        type: Type = found[1] if found is not None else Int(0, 0)
        local = self.local(tree.name, type, here)
        if tree.name.text == "me" and found is not None and type != t.PLAYER:
            self.error(codes.WrongType, here, tree.name, f"'me' is a player, not {type}")
        inner = here.having(local)
        origin = None
        if tree.origin is not None:
            origin = self.typed(tree.origin, here, t.PLAYER)
            right = right and origin is not None
            if found is not None and found[1] != t.PLAYER:
                self.error(codes.BadClause, here, tree.origin, "'from' is for players")
        where = None
        facts = {}
        if tree.where is not None:
            where = self.condition(tree.where, inner)
            right = right and where is not None
            facts = self.facts(tree.where, inner, True)
        by = self.sort_keys(tree.by, inner.knowing(facts))
        right = right and by is not None
        body_env = env.having(local).knowing({k: f for k, f in facts.items() if f.lasting}).forgetting()
        numbered = None
        if tree.numbered is not None:
            numbered = self.local(tree.numbered, Int(1, self.bound(found[0]) if found else 1), inner)
            body_env = body_env.having(numbered)
        place = self.place(here, tree)
        loop, body = self._in_loop(item, body_env)
        if not right or found is None or by is None or body is None:
            return None
        return core.For(loop, local, found[0], origin, where, by, numbered, tree.reversed, body, place)

    def _step_turns(self, item: Mapping, env: Env) -> core.Step | None:
        parsed = self._parsed(item, "turns", "turns", env)
        me = self.fresh("me", t.PLAYER)
        if parsed is None:
            self._in_loop(item, env.forgetting().having(me), True)
            return None
        tree, here = cast("tuple[n.Turns, Env]", parsed)
        origin = self.typed(tree.origin, here, t.PLAYER)
        right = origin is not None
        clauses: dict[str, core.Expr] = {}
        inner = here.forgetting().having(me)
        for clause in tree.clauses:
            word = "rounds" if clause.word == "once round" else clause.word
            if word in clauses:
                self.error(codes.BadClause, here, clause, f"'{clause.word}' is said twice")
                continue
            value: core.Expr | None
            if clause.word == "once round":
                value = core.Const(Int(1, 1), 1)
            elif word in ("until", "while"):
                value = self.condition(cast(Any, clause.value), inner)
            else:
                value = self.number(cast(Any, clause.value), here)
            if value is None:
                right = False
            else:
                clauses[word] = value
        place = self.place(here, tree)
        loop, body = self._in_loop(item, env.forgetting().having(me), True)
        if not right or origin is None or body is None:
            return None
        return core.Turns(
            loop,
            me,
            origin,
            clauses.get("rounds"),
            clauses.get("until"),
            clauses.get("while"),
            clauses.get("at most"),
            body,
            place,
        )

    def _offers(
        self, node: Node | None, env: Env, item: Mapping
    ) -> tuple[tuple[core.ChooseAction, ...], list[Action]] | None:
        """The actions a step lists, with what it gives them."""
        result: list[core.ChooseAction] = []
        found: list[Action] = []
        right = True
        listed = self.reader.listed(node)
        if not listed and node is not None:
            self.sink.report(codes.NeverLegal, node.place, "no action is offered here")
        given = item.get("with")
        for entry in listed:
            scalar = self.reader.text(entry, "the name of an action")
            if scalar is None:
                right = False
                continue
            here = env.within(Source(scalar))
            ident = n.Ident(0, len(scalar.text), scalar.text)
            symbol = self.symbol(ident, here, ("action",))
            if symbol is None:
                right = False
                continue
            self.offered.add(symbol.name)
            action = self.action(symbol, scalar.place)
            if action is None:
                right = False
                continue
            self._decides = True
            args = self._given(action, given, env, scalar, symbol)
            if args is None:
                right = False
                continue
            if any(a.action == action.name for a in result):
                self.sink.report(codes.BadClause, scalar.place, f"'{action.name}' is offered twice")
            result.append(core.ChooseAction(action.name, args))
            found.append(action)
        self._decides = True
        return (tuple(result), found) if right and result else None

    def _given(
        self, action: Action, node: Node | None, env: Env, scalar: Scalar, symbol: Symbol
    ) -> tuple[core.Expr, ...] | None:
        if isinstance(node, Mapping):
            for key, _ in node.entries:
                if key.text not in self.names.symbols or self.names.symbols[key.text].kind != "action":
                    self.sink.report(codes.UnknownName, key.place, f"'{key.text}' is no action offered here")
            node = node.get(action.name)
        if not action.given:
            return ()
        if node is None:
            needs = ", ".join(f"{p.type} {p.name}" for p in action.given)
            self.sink.report(
                codes.MissingKey, scalar.place, f"'{action.name}' needs the key 'with'", expected=(needs,)
            )
            return None
        text = self.reader.text(node, "values for the parameters")
        trees = None if text is None else parse_scalar("arguments", text, self.sink)
        if trees is None or text is None:
            return None
        whole = n.Ident(0, len(text.text), text.text)
        return self.arguments(action.given, trees, whole, env.within(Source(text)), symbol)

    def _step_choose(self, item: Mapping, env: Env) -> core.Step | None:
        offers = self._offers(item.get("choose"), env, item)
        right = offers is not None
        place = self._key_place(item, "choose", env)
        by: core.Expr | None
        parsed = self._parsed(item, "by", "expression", env)
        if item.get("by") is not None:
            by = None if parsed is None else self.typed(parsed[0], parsed[1], t.PLAYER)
        else:
            key = cast(Scalar, item.key("choose"))
            by = self.me(env.within(Source(key)), n.Ident(0, len(key.text), key.text))
        right = right and by is not None
        low = high = None
        most = False
        parsed = self._parsed(item, "times", "times", env)
        if item.get("times") is not None:
            right = right and parsed is not None
        if parsed is not None:
            tree, here = cast("tuple[n.Times, Env]", parsed)
            if tree.kind == "range":
                low, high = self.number(cast(Any, tree.low), here), self.number(cast(Any, tree.high), here)
                right = right and low is not None and high is not None
            else:
                most = tree.kind == "most"
                low = core.Const(Int(0, 0), 0)
        done_when = None
        parsed = self._parsed(item, "done_when", "expression", env)
        if parsed is not None:
            done_when = self.condition(parsed[0], parsed[1].forgetting())
        right = right and (item.get("done_when") is None or done_when is not None)
        for clause in ("done", "done_when"):
            if item.get(clause) is not None and item.get("times") is None:
                self.sink.report(
                    codes.BadClause, cast(Scalar, item.key(clause)).place, f"'{clause}' needs 'times'"
                )
        otherwise: Steps | None = None
        if item.get("otherwise") is not None:
            otherwise = self.steps(item.get("otherwise"), env.forgetting())
            right = right and otherwise is not None
        done_say = self.says(item.get("done"), env)
        if not right or offers is None or by is None:
            return None
        return core.Choose(by, offers[0], low, high, most, otherwise, done_when, done_say, place)

    def _key_place(self, item: Mapping, key: str, env: Env) -> int:
        scalar = cast(Scalar, item.key(key))
        return self.place(env.within(Source(scalar)), n.Ident(0, len(scalar.text), scalar.text))

    def _step_together(self, item: Mapping, env: Env) -> core.Step | None:
        me = self.fresh("me", t.PLAYER)
        inner = env.forgetting().having(me)
        offers = self._offers(item.get("together"), inner, item)
        right = offers is not None
        place = self._key_place(item, "together", env)
        for action in offers[1] if offers is not None else ():
            if action.decides:
                self.sink.report(
                    codes.BadTogether, Reader._head(item), f"'{action.name}' asks again, which can't be done at the same time",
                    related=[(action.place, "declared here")],
                )  # fmt: skip
                right = False
        among = first = None
        parsed = self._parsed(item, "among", "expression", inner)
        if parsed is not None:
            among = self.condition(*parsed)
        parsed = self._parsed(item, "first", "expression", env)
        if parsed is not None:
            first = self.typed(parsed[0], parsed[1], t.PLAYER)
        right = (
            right
            and (item.get("among") is None or among is not None)
            and (item.get("first") is None or first is not None)
        )
        if not right or offers is None:
            return None
        return core.Together(me, offers[0], among, first, place)

    # --- statements

    def _statement(self, scalar: Scalar, env: Env, item: Node) -> tuple[core.Step | None, Env]:
        tree = parse_scalar("step", scalar, self.sink)
        if tree is None:
            return None, env.forgetting()
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

    def _let(self, tree: n.Let, here: Env, env: Env) -> tuple[core.Step | None, Env]:
        if isinstance(tree.value, n.RandomOf):
            found = self.domain(tree.value.domain, here)
            type: Type = found[1] if found is not None else Int(0, 0)
            candidate = self.fresh("it", type)
            where = None
            if tree.value.where is not None:
                where = self.condition(tree.value.where, here.having(candidate))
            local = self.local(tree.name, type, env.within(here.source))
            after = env.having(local)
            if found is None or (tree.value.where is not None and where is None):
                return None, after
            return core.LetRandom(local, candidate, found[0], where, self.place(here, tree)), after
        value = self.value(tree.value, here)
        if value is not None and not isinstance(value.type, SetOf | Opt | ScalarType):
            self.error(codes.WrongType, here, tree.value, "none alone has no type")
            value = None
        local = self.local(tree.name, value.type if value is not None else Int(0, 0), env.within(here.source))
        if value is None:
            return None, env.having(local)
        return core.Let(local, value, self.place(here, tree)), env.having(local)

    def _target(self, target: n.Target, env: Env) -> tuple[str, tuple[core.Expr, ...], Type] | None:
        symbol = self.symbol(target.name, env, ("variable",))
        if symbol is None or symbol.name not in self.variables:
            for arg in target.args:
                self.value(arg, env)
            return None
        variable = self.variables[symbol.name]
        index = self.indexes(variable.keys, target.args, target, env, f"variable '{variable.name}'")
        return None if index is None else (variable.name, index, variable.type)

    def _do_assign(self, tree: n.Assign, env: Env) -> core.Step | None:
        target = self._target(tree.target, env)
        if isinstance(tree.value, n.RandomOf):
            found = self.domain(tree.value.domain, env, None if target is None else t.base_of(target[2]))
            if found is None or target is None:
                return None
            candidate = self.fresh("it", found[1])
            where = None
            if tree.value.where is not None:
                where = self.condition(tree.value.where, env.having(candidate))
                if where is None:
                    return None
            if not t.fits(found[1], target[2]):
                self.error(
                    codes.WrongType,
                    env,
                    tree.value,
                    f"here stands {found[1]}",
                    expected=(self.say_type(target[2]),),
                )
                return None
            return core.RandomVar(target[0], target[1], candidate, found[0], where, self.place(env, tree))
        if target is None:
            self.value(tree.value, env)
            return None
        value = self.typed(tree.value, env, target[2])
        if value is None:
            return None
        self._range(value, target[2], tree.value, env)
        return core.SetVar(target[0], target[1], value, self.place(env, tree))

    def say_type(self, type: Type) -> str:
        return Expressions.say(type)

    def _range(self, value: core.Expr, target: Type, node: n.Expr, env: Env) -> None:
        want, got = t.base_of(target), t.base_of(value.type)
        if isinstance(want, Int) and isinstance(got, Int) and (got.hi < want.lo or got.lo > want.hi):
            self.error(codes.OutOfRange, env, node, f"this is {got}, never in {want}")

    def _number_change(
        self, value: n.Expr, target: n.Target, env: Env, op: str, tree: n.Node
    ) -> core.Step | None:
        found = self._target(target, env)
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
        symbol = self.symbol(tree.target.name, env, ("variable",))
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
        found = self.domain(tree.what, env) if self.is_collection(tree.what, env) else None
        if found is None and not self.is_collection(tree.what, env):
            value = self._open(self.value(tree.what, env), env, tree.what)
            found = None if value is None else (core.ListD(value.type, (value,)), value.type)
        to = None if tree.to is None else self.typed(tree.to, env, t.PLAYER)
        if found is None or (tree.to is not None and to is None):
            return None
        if not isinstance(found[1], Comp):
            self.error(codes.WrongType, env, tree.what, f"here stands {found[1]}", expected=("components",))
            return None
        return core.Show(found[0], to, self.place(env, tree))

    def _do_run(self, tree: n.Run, env: Env) -> core.Step | None:
        symbol = self.symbol(tree.name, env, ("procedure",))
        if symbol is None:
            for arg in tree.args:
                self.value(arg, env)
            return None
        procedure = self.procedure(symbol, env.source.place(tree.name))
        if procedure is None:
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
            self.error(
                codes.StopOutside, env, tree if tree.name is None else tree.name,
                "there is no loop around this" if name is None else f"no loop around this is called '{name}'", expected=tuple(known),
            )  # fmt: skip
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
        count = self.number(tree.count, env)
        source = self.zone(tree.source, env)
        symbol = self.symbol(tree.to, env, ("zone",))
        first = None if tree.first is None else self.typed(tree.first, env, t.PLAYER)
        if count is None or source is None or symbol is None or (tree.first is not None and first is None):
            return None
        family = self.zones.get(symbol.name)
        if family is None:
            return None
        if [k.type for k in family.keys] != [t.PLAYER]:
            self.error(codes.WrongType, env, tree.to, f"'{family.name}' is not one zone for each player")
            return None
        if self._zone_kind(source) != "pile":
            self.error(codes.WrongType, env, tree.source, "cards are dealt from a pile", expected=("a pile",))
            return None
        if not self._can_hold(source, family.element, tree.source, env, symbol.name):
            return None
        return core.Deal(count, source, symbol.name, first, self.place(env, tree))

    def _zone_kind(self, zone: core.Zone) -> str:
        return "box" if zone.family == "box" else self.zones[zone.family].kind

    def _element(self, zone: core.Zone) -> Comp | None:
        """What a zone can hold; none for the box, which holds anything."""
        return None if zone.family == "box" else self.zones[zone.family].element

    def _can_hold(self, source: core.Zone, element: Comp, node: n.Node, env: Env, target: str) -> bool:
        from_element = self._element(source)
        if from_element is None or set(from_element.leaves) <= set(element.leaves):
            return True
        self.error(
            codes.WrongZoneType,
            env,
            node,
            f"{from_element} can't all go to '{target}', which holds {element}",
        )
        return False

    def _do_move(self, tree: n.Move, env: Env) -> core.Step | None:
        to = self.zone(tree.zone, env)
        end = self._zone_end(tree, to, env)
        step = getattr(self, f"_move_{tree.what.kind}")(tree, to, end, env)
        return cast("core.Step | None", step)

    def _zone_end(self, tree: n.Move, to: core.Zone | None, env: Env) -> Any:
        if to is None:
            return None
        kind = self._zone_kind(to)
        ends = {"pile": ("top", "bottom"), "row": ("start", "end")}.get(kind, ())
        if tree.end_of is not None and tree.end_of not in ends:
            said = " and ".join(ends) if ends else "no ends"
            self.error(
                codes.BadClause,
                env,
                tree.zone,
                f"'{tree.end_of} of' has no meaning for a {kind}, which has {said}",
            )
        if not ends:
            return None
        return tree.end_of if tree.end_of in ends else ("top" if kind == "pile" else "end")

    def _accepts(self, to: core.Zone, type: Comp, node: n.Node, env: Env) -> bool:
        element = self._element(to)
        if element is None or set(type.leaves) <= set(element.leaves):
            return True
        symbol = self.names.symbols[to.family]
        self.error(
            codes.WrongZoneType,
            env,
            node,
            f"'{to.family}' holds {element}, and this is {type}",
            related=((symbol.place, "declared here"),),
        )
        return False

    def _is_alike(self, type: Comp) -> bool:
        return any(self.families[leaf].alike for leaf in type.leaves if leaf in self.families)

    def _move_component(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        node = cast(n.Expr, tree.what.value)
        place = self.place(env, tree)
        slot = self.zone_symbol(node, env)
        if (
            slot is not None
            and slot.name in self.zones
            and self.zones[slot.name].kind == "slot"
            and self.zones[slot.name].alike
        ):
            source = self.zone(node, env)
            if (
                source is None
                or to is None
                or not self._accepts(to, self.zones[slot.name].element, node, env)
            ):
                return None
            one = core.Const(Int(1, 1), 1)
            return core.MoveSome(one, source, to, None, place)
        if self.is_collection(node, env):
            return self._move_members(node, to, end, env, place)
        value = self._open(self.value(node, env), env, node)
        if value is None or to is None:
            return None
        if isinstance(value.type, SetOf):
            return self._move_members(node, to, end, env, place)
        if not isinstance(value.type, Comp):
            self.error(codes.WrongType, env, node, f"here stands {value.type}", expected=("a component",))
            return None
        if self._is_alike(value.type):
            self.error(
                codes.BadMove,
                env,
                tree.what,
                "alike pieces move by number",
                help=f"for instance: move 1 of {env.source.text(node)} from ...",
            )
            return None
        return core.Move(value, to, end, place) if self._accepts(to, value.type, node, env) else None

    def _move_members(
        self, node: n.Expr, to: core.Zone | None, end: Any, env: Env, place: int
    ) -> core.Step | None:
        if self.zone_symbol(node, env) is not None:
            self.error(
                codes.BadMove,
                env,
                node,
                "a zone does not move",
                help=f"move all from {env.source.text(node)} to ...",
            )
            return None
        found = self.domain(node, env)
        if found is None or to is None:
            return None
        if not isinstance(found[1], Comp):
            self.error(codes.WrongType, env, node, f"here stand {found[1]}", expected=("components",))
            return None
        if self._is_alike(found[1]):
            self.error(codes.BadMove, env, node, "alike pieces move by number")
            return None
        return core.MoveSet(found[0], to, end, place) if self._accepts(to, found[1], node, env) else None

    def _move_all(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        node = cast(n.Expr, tree.what.source)
        source = self.zone(node, env)
        if source is None or to is None:
            return None
        element = self._element(source)
        if element is not None and not self._accepts(to, element, node, env):
            return None
        return core.MoveAll(source, to, end, self.place(env, tree))

    def _move_every(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        symbol = self.symbol(cast(n.Ident, tree.what.type), env, ("component",))
        source = None if tree.what.source is None else self.zone(tree.what.source, env)
        if symbol is None or to is None or (tree.what.source is not None and source is None):
            return None
        type = self.component_type(symbol.name)
        if not self._accepts(to, type, tree.what, env):
            return None
        return core.MoveEvery(type.leaves, source, to, end, self.place(env, tree))

    def _move_some(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        count = self.number(cast(n.Expr, tree.what.value), env)
        node = cast(n.Expr, tree.what.source)
        source = self.zone(node, env)
        if count is None or source is None or to is None:
            return None
        element = self._element(source)
        if element is None:
            self.error(
                codes.BadMove,
                env,
                node,
                "the box holds all kinds",
                help="say which: move 2 of KIND from box to ...",
            )
            return None
        if self._zone_kind(source) == "set" and not self._is_alike(element):
            self.error(codes.BadMove, env, tree.what, "a set has no first ones: say which, or 'random'")
            return None
        return (
            core.MoveSome(count, source, to, end, self.place(env, tree))
            if self._accepts(to, element, node, env)
            else None
        )

    def _move_of_kind(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        amount, kind_node = cast(n.ListOf, tree.what.value).items
        count = self.number(amount, env)
        kind = self._open(self.value(kind_node, env), env, kind_node)
        source = self.zone(cast(n.Expr, tree.what.source), env)
        if count is None or kind is None or source is None or to is None:
            return None
        if not isinstance(kind.type, Comp) or not self._is_alike(kind.type):
            self.error(
                codes.BadMove,
                env,
                kind_node,
                f"here stands {kind.type}",
                expected=("a kind of alike pieces",),
            )
            return None
        element = self._element(source)
        if element is not None and not set(kind.type.leaves) & set(element.leaves):
            self.error(
                codes.WrongZoneType, env, kind_node, f"there is never {kind.type} in '{source.family}'"
            )
            return None
        return (
            core.MoveKind(count, kind, source, to, self.place(env, tree))
            if self._accepts(to, kind.type, kind_node, env)
            else None
        )

    def _move_random(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        count = self.number(cast(n.Expr, tree.what.value), env)
        node = cast(n.Expr, tree.what.source)
        source = self.zone(node, env)
        if count is None or source is None or to is None:
            return None
        element = self._element(source)
        if element is None:
            self.error(codes.BadMove, env, node, "the box holds all kinds: take from a zone")
            return None
        return (
            core.MoveRandom(count, source, to, end, self.place(env, tree))
            if self._accepts(to, element, node, env)
            else None
        )
