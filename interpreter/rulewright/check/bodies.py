"""What the bodies of a ruleset have in common, and the two that are called: definitions and procedures.

Bodies are elaborated when they are first mentioned, so that a definition's type and whether it needs ``me``
are known where it is used. What is being elaborated is kept on a stack: meeting it again is a cycle, which
the language forbids. A part that failed is remembered, so that its mistakes are reported once and not at each
mention.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from rulewright.check import typing as t
from rulewright.check.expressions import Expressions
from rulewright.check.scope import Env, Frame, Symbol
from rulewright.check.structure import Reader
from rulewright.check.texts import Source, parse_scalar, template_of
from rulewright.check.values import TYPE_KINDS
from rulewright.diagnostics import Place, Sink
from rulewright.diagnostics.codes import check as codes
from rulewright.limits import MAX_CALLS
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset import core
from rulewright.ruleset.model import (
    Action,
    Definition,
    LocalVar,
    Procedure,
    Text,
)
from rulewright.syntax import nodes as n

StepList = tuple[core.Step, ...]
T = TypeVar("T")
Say = dict[str, tuple["str | core.Expr", ...]]


class _Loops:
    """The loops around a step: (id, name or none, whether it is turns), and which are stopped from inside."""

    def __init__(self) -> None:
        self.around: list[tuple[int, str | None, bool]] = []
        self.stopped: set[int] = set()


class Bodies(Expressions):
    """Citations, texts for people, cycles, definitions and procedures."""

    def __init__(self, sink: Sink) -> None:
        super().__init__(sink)
        self.reader = Reader(sink)
        self.declared: dict[str, tuple[Scalar, Node]] = {}
        self.procedures: dict[str, Procedure] = {}
        self.actions: dict[str, Action] = {}
        self.heads: dict[str, Action] = {}
        self.offered: set[str] = set()
        self.offers_lost = False
        """Whether something is offered that is no action: then nothing is said of actions that nobody
        offers."""
        self.languages: tuple[str, ...] = ("en",)
        self.cited: dict[str, list[Place]] = {}
        self.rule_ids: set[str] = set()
        self.rule_ids_by_letters: dict[str, str] = {}
        """By what they are in small letters."""
        self.wrong_citations: list[tuple[str, Place]] = []
        """Citations of rules that are not in the list, near to none of it."""
        self._under_way: list[tuple[str, str, Place]] = []
        self._calls: list[int] = []
        """Through how many others each part leads that is under way; ``_depths``: that is finished."""
        self._depths: dict[tuple[str, str], int] = {}
        self._sinks: list[Sink] = []
        self._failed: set[tuple[str, str]] = set()
        self._loop_ids = 0
        self._loops = _Loops()
        self.unreached: list[tuple[Any, Node, Node]] = []
        self._decides = False
        self._scopes: dict[str, tuple[Mapping, Env]] = {}

    def bad_names(self) -> set[str]:
        return self.reader.bad_names

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
                near = self.rule_ids_by_letters.get(scalar.text.lower())
                self.cited.setdefault(near or scalar.text, []).append(scalar.place)
                if near:
                    self.unknown_rule(scalar.text, scalar.place, f"did you mean {near}?")
                else:
                    self.wrong_citations.append((scalar.text, scalar.place))
                continue
            self.cited.setdefault(scalar.text, []).append(scalar.place)
            result.append(scalar.text)
        return tuple(result)

    def unknown_rule(self, name: str, place: Place, help: str | None = None) -> None:
        """Reports the citation of a rule that is not in the list."""
        self.sink.report(codes.UnknownRule, place, f"there is no rule '{name}' in the list", help=help)

    def localised(self, node: Node | None) -> Text:
        """A text, or one text for each language."""
        if node is None:
            return {}
        if isinstance(node, Mapping):
            result: Text = {}
            if not node.entries:
                self.reader.wrong(node, "a text, or one for each language")
            self.check_languages(node)
            for key, value in node.entries:
                scalar = self.reader.text(value)
                if scalar is not None:
                    result[key.text] = scalar.text
            return result
        scalar = self.reader.text(node)
        return {} if scalar is None else {self.languages[0]: scalar.text}

    def by_language(self, node: Node | None) -> list[tuple[str, Node]]:
        """What is written for each language; a text alone is in the ruleset's own."""
        if node is None:
            return []
        if not isinstance(node, Mapping):
            return [(self.languages[0], node)]
        self.check_languages(node)
        return [(key.text, value) for key, value in node.entries]

    def check_languages(self, node: Mapping) -> None:
        """Reports the languages of a text that the title has not."""
        for key, _ in node.entries:
            if key.text not in self.languages:
                self.sink.report(
                    codes.OtherLanguage,
                    key.place,
                    f"the title is not given in '{key.text}'",
                    expected=self.languages,
                )

    def says(self, node: Node | None, env: Env) -> Say:
        """Templates by language, their expressions elaborated where the env is."""
        result: Say = {}
        for language, value in self.by_language(node):
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
                value = None if self._type_in_text(piece[1], env) else self.value(piece[1], env)
                if value is not None:
                    result.append(value)
        return tuple(result)

    def _type_in_text(self, node: n.Expr, env: Env) -> bool:
        """Reports a type's name in a text for people: it stands for all its values, which nobody means
        there."""
        if not isinstance(node, n.Name) or node.text in env.locals:
            return False
        symbol = self.names.symbols.get(node.text)
        if node.text != "player" and (
            symbol is None or symbol.kind not in TYPE_KINDS or symbol.kind == "ruling"
        ):
            return False
        near = [x.name for x in env.locals.values() if str(t.base_of(x.type)) == node.text]
        self.error(
            codes.NotAValue,
            env,
            node,
            f"'{node.text}' is all of them, and a text speaks of one",
            help=f"did you mean {{{near[-1]}}}?" if near else None,
        )
        return True

    # --- cycles

    def _enter(self, part: str, name: str, place: Place) -> bool:
        """Begins a part unless it is under way already, which is a cycle."""
        if (part, name) in self._failed:
            return False
        names = [(p, x) for p, x, _ in self._under_way]
        if (part, name) in names:
            ring = self._under_way[names.index((part, name)) :]
            way = " -> ".join([x for _, x, _ in ring] + [name])
            self.loud.report(codes.Cycle, place, f"this leads back to itself: {way}")
            self._failed.update((p, x) for p, x, _ in ring)
            return False
        if len(self._under_way) >= MAX_CALLS:
            self._too_deep(place)
            self._failed.add((part, name))
            return False
        self._under_way.append((part, name, place))
        self._calls.append(0)
        # Even if whoever mentions it first asks quietly, what is wrong in it is said.
        self._sinks.append(self.sink)
        self.sink = self.loud
        self.elaborated += 1
        return True

    def _leave(self) -> None:
        part, name, _ = self._under_way.pop()
        self.sink = self._sinks.pop()
        self._depths[part, name] = self._calls.pop()
        self._lead_to(part, name)

    def _elaborate(self, place: Place, work: Callable[[], T | None]) -> T | None:
        """What comes of a part that was entered, and leaves it; none after a report."""
        try:
            return work()
        except RecursionError:
            # Each part is nested as deep as it may be, and all together deeper than Python can follow. It is
            # said of the outermost, since here is no room to say it.
            if len(self._under_way) > 1:
                raise
            message = "what this leads to is nested too deep, taken together"
            self.loud.report(codes.TooMany, place, message, help="nest less in each part")
            return None
        finally:
            self._leave()

    def _lead_to(self, part: str, name: str) -> None:
        """Notes that what is under way leads to a part that is finished."""
        if self._calls:
            self._calls[-1] = max(self._calls[-1], self._depths.get((part, name), 0) + 1)
            if self._calls[-1] == MAX_CALLS:
                self._too_deep(self._under_way[-1][2])

    def _too_deep(self, place: Place) -> None:
        message = (
            f"this is led to, or leads, through more than {MAX_CALLS} definitions, procedures and actions"
        )
        self.loud.report(codes.TooMany, place, message, help="join some of them")

    # --- definitions

    def signature(self, key: Scalar) -> n.Signature | None:
        found = cast("n.Signature | None", parse_scalar("signature", key, self.sink))
        if found is None:
            self.names.lose(key)
        return found

    def parameters(
        self, parameters: tuple[n.Parameter, ...], source: Source
    ) -> tuple[tuple[LocalVar, ...], bool]:
        """The parameters as local names, and whether all of their types are right."""
        env = Env(source, Frame())
        result: list[LocalVar] = []
        right = True
        for parameter in parameters:
            type = self.type_of(parameter.type, env)
            local = self.local(parameter.name, type if type is not None else t.UNKNOWN, env)
            env = env.having(local)
            self.declared_locals.append((local, "parameter", source.place(parameter.name)))
            right = right and type is not None
            result.append(local)
        return tuple(result), right

    def definition(self, symbol: Symbol, place: Place) -> Definition | None:
        if symbol.name in self.definitions:
            self._lead_to("definition", symbol.name)
            return self.definitions[symbol.name]
        if not self._enter("definition", symbol.name, place):
            return None
        found = self._elaborate(place, lambda: self._definition(symbol))
        if found is None:
            self._failed.add(("definition", symbol.name))
        else:
            self.definitions[symbol.name] = found
        return found

    def _definition(self, symbol: Symbol) -> Definition | None:
        key, node = self.declared[symbol.name]
        signature = cast(n.Signature, symbol.value)
        parameters, right = self.parameters(signature.parameters, Source(key))
        rules: tuple[str, ...] = ()
        body, conditions = node, False
        if isinstance(node, Mapping):
            node = self.reader.keys(node, ("is", "rule"), ("is",), "a definition", name=key)
            rules = self.rules(node)
            found = node.get("is")
            if found is None:
                return None
            body, conditions = found, isinstance(found, Sequence) and not found.flow
        if isinstance(body, Sequence) and not body.flow and not conditions:
            self.reader.wrong(body, "an expression", "without the dash")
            return None
        me = self.fresh("me", t.PLAYER)
        frame = Frame(me)
        env = Env(Source(key), frame, rules=rules).having(*parameters)
        if conditions:
            value = self.conditions(body, env)[0]
        else:
            scalar = self.reader.text(body, "an expression")
            tree = None if scalar is None else parse_scalar("expression", scalar, self.sink)
            value = None if tree is None or scalar is None else self.value(tree, env.within(Source(scalar)))
        if value is None or not right:
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

    def conditions(self, node: Node | None, env: Env) -> tuple[core.Expr | None, bool, Env]:
        """A condition or a list of conditions, each of which may cite rules of its own: what all of them come
        to (none if there is none, or one is wrong), whether they are right, and the env with what they say.
        """
        found: list[core.Expr | None] = []
        for item in self.reader.conditions(node):
            written, cited = self.cited_condition(item)
            scalar = self.reader.text(written, "a condition")
            tree = None if scalar is None else parse_scalar("expression", scalar, self.sink)
            if tree is None or scalar is None:
                found.append(None)
                continue
            inner = env.within(Source(scalar)).citing(cited)
            found.append(self.condition(tree, inner))
            env = env.doubting(found[-1] is None)
            env = env.knowing(self.facts(tree, inner, True))
            self.never(found[-1], scalar)
        right = tuple(c for c in found if c is not None)
        if not right or len(right) < len(found):
            return None, not found, env
        return right[0] if len(right) == 1 else core.And(t.BOOL, right), True, env

    def cited_condition(self, item: Node) -> tuple[Node, tuple[str, ...]]:
        """What is written of a condition in a list, and the rules that it cites."""
        if isinstance(item, Mapping):
            item = self.reader.keys(item, ("step", "rule"), ("step",), "a condition")
            return item.get("step") or item, self.rules(item)
        return item, ()

    def never(self, condition: core.Expr | None, scalar: Scalar) -> None:
        """Reports a condition that can't hold."""
        if isinstance(condition, core.Const) and not condition.value:
            self.sink.report(codes.NeverLegal, scalar.place, "this is always false")

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
            self._lead_to("procedure", symbol.name)
            return self.procedures[symbol.name]
        if not self._enter("procedure", symbol.name, place):
            return None
        found = self._elaborate(place, lambda: self._procedure(symbol))
        if found is None:
            self._failed.add(("procedure", symbol.name))
        else:
            self.procedures[symbol.name] = found
        return found

    def _procedure(self, symbol: Symbol) -> Procedure | None:
        key, node = self.declared[symbol.name]
        signature = cast(n.Signature, symbol.value)
        parameters, right = self.parameters(signature.parameters, Source(key))
        mapping = self.reader.mapping(node, "a mapping with do:")
        if mapping is None:
            return None
        mapping = self.reader.keys(mapping, ("do", "rule"), ("do",), "a procedure", name=key)
        rules = self.rules(mapping)
        me = self.fresh("me", t.PLAYER)
        frame = Frame(me)
        env = Env(Source(key), frame, rules=rules).having(*parameters)
        body, decides = self.body(mapping.get("do"), env)
        if not right or body is None:
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

    def body(self, node: Node | None, env: Env) -> tuple[StepList | None, bool]:
        """A list of steps on its own (no loop around it), and whether a decision can be reached in it."""
        outer_loops, outer_decides = self._loops, self._decides
        self._loops, self._decides = _Loops(), False
        try:
            steps = self.steps(node, env)
            return steps, self._decides
        finally:
            self._loops, self._decides = outer_loops, outer_decides
