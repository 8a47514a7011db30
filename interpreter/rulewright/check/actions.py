"""Actions: the heads that decide what is legal, the bodies, and the steps' lists of what they offer.

The head (when, parameters) is apart from the body, because ``can(p, action)`` asks for the head alone: an
action may ask in its own body whether it could be played again, and that is no cycle.
"""

from __future__ import annotations

import re
from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.scope import Env, Frame, Symbol
from rulewright.check.statements import Statements
from rulewright.check.texts import Source, parse_scalar
from rulewright.diagnostics import Place
from rulewright.diagnostics.codes import check as codes
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset import core
from rulewright.ruleset.model import (
    Action,
    LocalVar,
    Param,
)
from rulewright.ruleset.types import Comp, Int, SetOf, Type
from rulewright.ruleset.types import Scalar as ScalarType
from rulewright.syntax import nodes as n

#: What other words for the keys of an action mean.
MEANT = {
    **dict.fromkeys(("if", "where", "condition", "conditions", "requires", "only_if", "legal"), "when"),
    **dict.fromkeys(("choose", "select", "parameters", "params", "targets", "target", "from"), "pick"),
    **dict.fromkeys(("then", "steps", "effect", "effects", "body", "run", "does"), "do"),
    **dict.fromkeys(("text", "message", "description", "label", "name", "title"), "say"),
    **dict.fromkeys(("given", "gets", "takes", "arguments"), "with"),
}

#: What helps for an action that nobody declares but all expect.
_ACTION_HELP = {
    **dict.fromkeys(
        ("pass", "skip", "nothing", "none"), "declare an action 'pass' with 'do: []', or write 'times: 0..1'"
    ),
    **dict.fromkeys(("done", "stop", "end"), "'times: 0..1' or 'times: any' offers to be done"),
}


class Actions(Statements):
    """Heads, bodies and offers of actions."""

    def head(self, symbol: Symbol, place: Place) -> Action | None:
        """The action without its body: what decides whether it is legal."""
        if symbol.name in self.heads:
            self._lead_to("action", symbol.name)
            return self.heads[symbol.name]
        if not self._enter("action", symbol.name, place):
            return None
        found = self._elaborate(place, lambda: self._head(symbol))
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
        allowed = ("rule", "say", "with", "when", "pick", "do")
        mapping = self.reader.keys(mapping, allowed, ("do",), "an action", MEANT, name=key)
        rules = self.rules(mapping)
        me = self.fresh("me", t.PLAYER)
        env = Env(Source(key), Frame(), rules=rules).having(me)
        given: tuple[LocalVar, ...] = ()
        right = True
        scalar = self.reader.text(mapping.get("with"), "parameters such as 'number n'")
        if scalar is not None:
            nodes = parse_scalar("parameters", scalar, self.sink)
            right = nodes is not None
            if nodes is None:
                env.frame.unclear = True  # what it names is not known
            else:
                given, right = self.parameters(nodes, Source(scalar))
            env = env.having(*given)
        when, sound, env = self.conditions(mapping.get("when"), env)
        right = right and sound
        params: list[Param] = []
        picked = mapping.get("pick")
        if picked is not None and not isinstance(picked, Mapping):
            self._wrong_pick(picked, env)
            right = False
        for name, pick in self.reader.named(picked) if isinstance(picked, Mapping) else ():
            param, env = self.pick(name, pick, env)
            if param is None:
                right = False
            else:
                params.append(param)
        say = self.says(mapping.get("say"), env)
        if not right:
            self._check_body_anyway(mapping, env)
            return None
        self._scopes[symbol.name] = mapping, env.forgetting()
        return Action(
            symbol.name, len(self.heads), me, given, when, tuple(params), (), say, False, rules, symbol.place
        )

    def _wrong_pick(self, node: Node, env: Env) -> None:
        """What is picked is not a mapping from names: its names are not known then."""
        help = "each thing that is picked has a name: NAME: DOMAIN"
        text = node.text.strip() if isinstance(node, Scalar) else ""
        named = re.fullmatch(r"(\w+) in (.*)", text, re.DOTALL)
        if named is not None:
            help = f"write: {named.group(1)}: {named.group(2)}"
        elif text:
            help = f"give it a name, for instance: c: {text}"
        elif isinstance(node, Sequence):
            help = "without the dash: NAME: DOMAIN"
        self.reader.wrong(node, "a mapping from names to what is picked from", help)
        env.frame.unclear = True

    def _check_body_anyway(self, mapping: Mapping, env: Env) -> None:
        """A wrong head must not hide what is wrong in the body."""
        self.body(mapping.get("do"), env.forgetting())

    def action(self, symbol: Symbol, place: Place) -> Action | None:
        """The whole action."""
        if symbol.name in self.actions:
            self._lead_to("body", symbol.name)
            return self.actions[symbol.name]
        head = self.head(symbol, place)
        if head is None or not self._enter("body", symbol.name, place):
            return None
        mapping, env = self._scopes[symbol.name]
        done = self._elaborate(place, lambda: self.body(mapping.get("do"), env))
        if done is None or done[0] is None:
            self._failed.add(("body", symbol.name))
            return None
        head.body, head.decides = done[0], done[1]
        self.actions[symbol.name] = head
        return head

    def pick(self, name: Scalar, node: Node, env: Env) -> tuple[Param | None, Env]:
        """One parameter, and the scope after it."""
        conditions: list[tuple[Node, tuple[str, ...]]] = []
        preferences: list[Node] = []
        same_kind = False
        source = node
        if isinstance(node, Mapping):
            node = self.reader.keys(
                node,
                ("from", "where", "if_possible", "one_of_each_kind", "rule"),
                ("from",),
                "a parameter",
                {"in": "from", "domain": "from", "if": "where", "is": "from"},
            )
            env = env.citing(self.rules(node))
            found = node.get("from")
            for item in self.reader.conditions(node.get("where")):
                conditions.append(self.cited_condition(item))
            preferences = list(self.reader.conditions(node.get("if_possible")))
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

    @staticmethod
    def _may_be_none(low: core.Expr) -> bool:
        """Whether a subset may be empty."""
        return not isinstance(low, core.Const) or low.value <= 0

    def _dummy(self, name: Scalar, env: Env) -> Env:
        """After a domain that can't be read the name is still known, so that its uses aren't reported too."""
        return env.having(self.fresh(name.text, t.UNKNOWN))

    def _pick(
        self,
        name: Scalar,
        tree: n.Pick,
        here: Env,
        env: Env,
        conditions: list[tuple[Node, tuple[str, ...]]],
        preferences: list[Node],
        same_kind: bool,
    ) -> tuple[Param | None, Env]:
        found = self.domain(tree.domain, here)
        low: core.Expr | None = None
        high: core.Expr | None = None
        right = found is not None
        if isinstance(tree.quantity, str):
            low = core.Const(Int(0, 1), 1 if tree.quantity == "some" else 0)
        elif isinstance(tree.quantity, n.RangeOf):
            low = self.amount(tree.quantity.low, here)
            high = self.amount(tree.quantity.high, here, low)
            right = right and low is not None and high is not None
        elif tree.quantity is not None:
            low = high = self.amount(tree.quantity, here)
            right = right and low is not None
        type: Type = found[1] if found is not None and right else t.UNKNOWN
        if tree.quantity is not None and found is not None and right:
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
        if same_kind and found is not None and not isinstance(type, Comp):
            self.error(codes.BadClause, here, tree, "'one of each kind' is for components")
            right = False
        if not right or found is None or any(w is None for w in where) or any(w is None for w in wishes):
            return None, inner
        if any(isinstance(w, core.Const) and not w.value for w in where):
            self.error(codes.NeverLegal, here, tree, "the condition is always false")
        elif self.counted and self.bound(found[0]) == 0 and not (low is not None and self._may_be_none(low)):
            self.error(codes.NeverLegal, here, tree.domain, "there is never anything to choose from here")
        param = Param(
            local,
            found[0],
            tuple(cast("list[core.Expr]", where)),
            tuple(cast("list[core.Expr]", wishes)),
            same_kind,
            low,
            high,
            self.place(here, tree),
        )
        return param, inner

    def _offers(
        self, node: Node | None, env: Env, item: Mapping
    ) -> tuple[tuple[core.ChooseAction, ...], list[Action]] | None:
        """The actions a step lists, with what it gives them."""
        offered: set[str] = set()
        result: list[core.ChooseAction] = []
        found: list[Action] = []
        right = True
        listed = self.reader.listed(node)
        if isinstance(node, Scalar) and node.value is None:
            listed = ()
        if not listed and node is not None:
            key = next(k for k, v in item.entries if v is node)
            names = [s.name for s in self.names.symbols.values() if s.kind == "action"]
            help = f"name at least one action, for instance: {key.text}: [{names[0]}]" if names else None
            self.sink.report(
                codes.NeverLegal, key.place, "no action is offered here", help=help, severity="error"
            )
            self.offers_lost = True
        given = item.get("with")
        if isinstance(given, Scalar) and given.value is None:
            self.reader.wrong(given, "values for the parameters")
            right = False
        for entry in listed:
            scalar = self.reader.text(entry, "the name of an action")
            if scalar is None:
                right = False
                continue
            here = env.within(Source(scalar))
            ident = n.Ident(0, len(scalar.text), scalar.text)
            several = self._several_actions(scalar)
            if several:
                right = False
                continue
            before = len(self.names.meant)
            help = _ACTION_HELP.get(scalar.text.lower())
            if help is None and not scalar.text.isidentifier():
                help = "an action is declared under 'actions:' and says under 'pick:' what is picked from"
                alone = scalar.text.partition("(")[0].strip()
                known = self.names.symbols.get(alone)
                if known is not None and known.kind == "action":
                    self.offered.add(alone)
                    help = f"write '{alone}' alone: what is picked is said in the action"
            symbol = self.symbol(ident, here, ("action",), help)
            if symbol is None:
                self.offers_lost |= len(self.names.meant) == before
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
            if action.name in offered:
                self.sink.report(codes.BadClause, scalar.place, f"'{action.name}' is offered twice")
            offered.add(action.name)
            result.append(core.ChooseAction(action.name, args))
            found.append(action)
        self._decides = True
        return (tuple(result), found) if right and result else None

    def _several_actions(self, scalar: Scalar) -> bool:
        """Reports several actions in one text; their names count as offered."""
        if re.fullmatch(r"\s*\w+(?:(?:\s*,\s*|\s+)\w+)+\s*", scalar.text) is None:
            return False
        words = re.findall(r"\w+", scalar.text)
        names = [w for w in words if w not in ("or", "and")]
        known = {s.name for s in self.names.symbols.values() if s.kind == "action"}
        if len(names) < 2 or not known & set(names):
            return False
        self.offered.update(known & set(names))
        for name in known & set(names):
            self.names.symbols[name].used = True
        message = "several actions stand in brackets, separated by commas"
        self.sink.report(codes.WrongShape, scalar.place, message, help=f"write: [{', '.join(names)}]")
        return True

    def _given_to(self, action: Action, node: Mapping) -> Node | None:
        """What a mapping from actions to values gives to one of them; a misspelt name counts as the right
        one."""
        names = [s.name for s in self.names.symbols.values() if s.kind == "action"]
        found = node.get(action.name)
        for key, value in node.entries:
            if key.text in names:
                continue
            near = self.sink.near(key.text, names)
            help = f"did you mean {' or '.join(near)}?" if near else None
            message = f"'{key.text}' is no action offered here"
            self.sink.report(codes.UnknownName, key.place, message, help=help)
            if found is None and action.name in near:
                found = value
        return found

    def _given(
        self, action: Action, node: Node | None, env: Env, scalar: Scalar, symbol: Symbol
    ) -> tuple[core.Expr, ...] | None:
        if isinstance(node, Mapping):
            node = self._given_to(action, node)
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
