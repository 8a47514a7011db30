"""Why a condition holds or not: down to the part that decides it, with the values of its sides.

Of an ``and`` that fails the first part that fails is told, of an ``or`` all its parts, of an ``any`` each
member with what fails for it, of an ``all`` the first member for which it fails; definitions are opened with
their arguments. What a seat can't see makes a condition unknown to it, unless another part decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from rulewright.diagnostics import Place
from rulewright.explain.lens import Hidden, Lens
from rulewright.explain.parts import is_plain, told_beside
from rulewright.explain.phrases import phrase, told_for
from rulewright.explain.spoken import named, said, shown_of, with_values
from rulewright.loading import locate
from rulewright.reference.domains import Env
from rulewright.ruleset import core
from rulewright.ruleset.origins import Origin
from rulewright.ruleset.types import Bool, Comp, Type

#: Definitions, quantifiers and junctions within each other are opened so far.
_DEPTH = 6

#: Of several parts that fail alike so many are told.
_PARTS = 4

#: Members of a comprehension of which it is looked whether they are told already.
_ASKED = 60

#: Members of a comprehension that are asked one by one where a seat can't see all of it.
_MEMBERS = 500


def decided_by(cited: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules of several places that decide, each once, and those of them that are cited alone somewhere.
    ``cited``: by place."""
    decides = tuple(dict.fromkeys(rule for each in cited for rule in each))
    return decides, tuple(dict.fromkeys(each[0] for each in cited if len(each) == 1))


def place_of(origin: Origin) -> Place:
    """Where a node stands in its file."""
    scalar = origin.scalar
    return Place(scalar.source.path, locate(scalar, origin.start, origin.end).span)


@dataclass(frozen=True)
class Reason:
    """``outcome``: whether the condition holds, none if it isn't known to whoever asks. ``told``: that in
    words, with values. ``text``: the condition as it is written, with the values of its indexes."""

    outcome: bool | None
    text: str
    told: str
    origin: Origin | None = None
    parts: tuple[Reason, ...] = ()
    fact: str = ""
    """What of ``told`` is so whichever way the condition turns out."""
    beside: str = ""
    """What of ``told`` says values of which the condition doesn't speak in plain words."""
    aside: bool = False
    """Whether it only says where something came from."""
    short: str = ""
    """Of one of several candidates what decides it, in a line of its own."""
    cites: bool = True
    """Whether its rules are among those that decide."""
    joint: bool = False
    """Whether only all its parts together decide it: an ``or`` that fails, an ``and`` that holds."""
    untold: tuple[tuple[str, ...], ...] = ()
    """What parts cite that aren't told."""
    defined: tuple[str, ...] = ()
    """The rules of the definition that it is a call of."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that are cited where it is decided: of the innermost parts that cite any."""
        return tuple(dict.fromkeys(rule for cited in self.citations for rule in cited))

    @property
    def citations(self) -> tuple[tuple[str, ...], ...]:
        """The same, as they are cited together. Where parts cite rules of their own, those that stand around
        all of them don't decide."""
        parts = [part for part in self.parts if part.cites]
        inner = tuple(dict.fromkeys([*(each for part in parts for each in part.citations), *self.untold]))
        own = () if self.origin is None else self.origin.rules
        for around in ((own, self.defined), (own,)):
            closer = tuple(cited for cited in inner if cited not in around)
            if closer:
                return closer
        return (own,) if own else inner

    @property
    def all_rules(self) -> tuple[str, ...]:
        """The rules that are cited at the condition and at all parts that are told."""
        return self.rules_but(())

    def rules_but(self, around: tuple[str, ...]) -> tuple[str, ...]:
        """The same without those that are cited together as ``around``."""
        own = () if self.origin is None or self.origin.rules == around else self.origin.rules
        parts = (rule for part in self.parts for rule in part.rules_but(around))
        return tuple(dict.fromkeys([*own, *self.defined, *parts]))

    def lines(self, indent: str = "") -> list[str]:
        """The reason as lines, its parts below it."""
        told = [indent + self.told]
        for part in self.parts:
            told += part.lines(indent + "  ")
        return told

    @property
    def decisive(self) -> Reason:
        """The innermost part that decides: of parts that fail together the last, which says more than the
        first tests; of the members of a comprehension none."""
        last = self
        while True:
            parts = [part for part in last.parts if not part.aside]
            if not parts or len({id(part.origin) for part in parts}) != len(parts):
                return last
            last = parts[-1]

    @property
    def brief(self) -> str:
        """The reason in one line: what decides it, or all that decides it together."""
        return "; ".join(dict.fromkeys(self._briefs()))

    def _briefs(self) -> Iterator[str]:
        parts = [part for part in self.parts if not part.aside]
        if not parts or (not self.joint and len({id(part.origin) for part in parts}) != len(parts)):
            yield self.told
            return
        for part in parts if self.joint else parts[-1:]:
            yield from part._briefs()


class Reasons:
    """Gives reasons as a lens sees them, in a language."""

    def __init__(self, lens: Lens, language: str) -> None:
        self.lens, self.words, self.language = lens, lens.words, language
        self.moves_of: Callable[[int, str], Reason] | None = None
        """Says of a player and an action how many moves are legal, or why none is."""
        self.when_run: Callable[[int], tuple[Lens, Env] | None] | None = None
        """Gives, of a step by its place, the lens and the locals of when it was run last."""
        self._methods: dict[type, Callable[[Any, Env, int], Reason]] = {
            core.And: self._and,
            core.Or: self._or,
            core.Not: self._not,
            core.IfE: self._if,
            core.CallDefinition: self._definition,
            core.Quantifier: self._quantifier,
            core.Compare: self._compare,
            core.SameSet: self._sets,
            core.Meets: self._sets,
            core.In: self._in,
            core.IsNone: self._single,
            core.IsOf: self._single,
            core.IsEmpty: self._is_empty,
            core.Can: self._can,
            core.Local: self._local,
        }

    def of(self, e: core.Expr, env: Env) -> Reason:
        """Why a condition holds or not."""
        return self._of(e, dict(env), 0)

    def _of(self, e: core.Expr, env: Env, depth: int) -> Reason:
        method = self._methods.get(type(e))
        if method is None or depth > _DEPTH:
            return self._simple(e, env)
        with suppress(Hidden):
            return method(e, env, depth)
        if isinstance(e, core.Quantifier):
            with suppress(Hidden):
                return self._half_seen(e, env, depth)
        return self._unknown(e, env)

    def _origin(self, node: Any) -> Origin | None:
        return self.lens.origins.of(node)

    # --- parts of what is told ------------------------------------------------------------------------

    def _text(self, node: Any, env: Env) -> str:
        """A node as it is written, with the values of indexes."""
        origin, place = self._origin(node), getattr(node, "place", None)
        if origin is not None:
            return with_values(self.words, origin.text, node, env)
        return (
            "..."
            if place is None
            else with_values(self.words, self.lens.ruleset.places[place].what, node, env)
        )

    def _reason(
        self, e: core.Expr, env: Env, outcome: bool, parts: tuple[Reason, ...] = (), fact: str = "",
        beside: str = "", text: str | None = None,
    ) -> Reason:  # fmt: skip
        """``fact``: what is so, whichever way the condition turns out; ``beside``: what is told behind it;
        ``text``: the condition as it is told, if not as it is written."""
        text = text or self._text(e, env)
        told = phrase("true" if outcome else "false", self.language, text=text)
        told += f": {fact}" if fact else ""
        return Reason(outcome, text, told + beside, self._origin(e), parts, fact, beside=beside)

    def _formula(self, e: core.Expr, env: Env, outcome: bool, formula: str, *sides: Any) -> Reason:
        """``formula``: the condition with values in the place of its ``sides``."""
        text = self._text(e, env)
        told = phrase("said_true" if outcome else "said_false", self.language, text=text, said=formula)
        beside = self._beside(sides, env)
        return Reason(outcome, text, told + beside, self._origin(e), (), formula, beside=beside)

    def _beside(self, sides: Sequence[Any], env: Env) -> str:
        """The values of what sides hang on, as they are told behind a condition."""
        asked = [part for side in sides for part in told_beside(side)]
        came = [self._came(part, env) for part in (*sides, *asked)]
        values = {told: told for told in came if told}
        for part in asked:
            try:
                value = self.lens.value(part, env)
            except Hidden:
                continue
            text = self._text(part, env)
            if isinstance(part, core.Local) and not self._is_written(text, sides, env):
                continue
            shown = said(self.words, part.type, value)
            if text not in ("...", shown):
                values.setdefault(text, phrase("value", self.language, what=text, value=shown))
        return phrase("where_values", self.language, values=", ".join(values.values())) if values else ""

    def _is_written(self, name: str, sides: Sequence[Any], env: Env) -> bool:
        """Whether a name still stands in what is told of the sides: its value may have taken its place."""
        return any(name in re.findall(r"\w+", self._text(side, env)) for side in sides)

    def _came(self, part: Any, env: Env) -> str:
        """What the step gives to an action for a name, where that says more than the name."""
        if not isinstance(part, core.Local):
            return ""
        given = self.lens.given(part.var, env)
        if given is None or is_plain(given[0]):
            return ""
        return phrase("value", self.language, what=part.var.name, value=f"`{self._text(*given)}`")

    def _unknown(self, e: core.Expr, env: Env) -> Reason:
        text, seat = self._text(e, env), self.lens.seat
        who = "" if seat is None else self.words.seat(seat + 1, self.language)
        told = phrase("unknown" if seat is None else "hidden", self.language, text=text, who=who)
        return Reason(None, text, told, self._origin(e))

    def _simple(self, e: core.Expr, env: Env) -> Reason:
        try:
            outcome = self.lens.holds(e, env)
        except Hidden:
            return self._unknown(e, env)
        parts = self._set_in(e.variable) if isinstance(e, core.VarGet) else ()
        return self._reason(e, env, outcome, parts, "", self._beside((e,), env))

    def _set_in(self, variable: str) -> tuple[Reason, ...]:
        """Where a variable is set that is only true or false; nothing if that is in many places."""
        places = [self.lens.ruleset.places[step.place] for step in self.lens.sets(variable)]
        spans = [at.place.span for at in places if at.place.span is not None]
        if not 0 < len(spans) <= _PARTS:
            return ()
        lines = ", ".join(map(str, sorted(span.start.line for span in spans)))
        told = phrase("set_in", self.language, what=variable, lines=lines)
        return (Reason(None, variable, told, aside=True),)

    def _local(self, e: core.Local, env: Env, depth: int) -> Reason:
        """A name that holds or not: where it came from."""
        outcome = self.lens.holds(e, env)
        given, part = self.lens.given(e.var, env), None
        if given is not None:
            part = self._of(given[0], given[1], depth + 1)
        elif (let := self.lens.let(e.var)) is not None:
            return self._let(e, let, env, outcome, depth)
        return self._reason(e, env, outcome, () if part is None else (part,))

    def _let(self, e: core.Local, let: core.Let, env: Env, outcome: bool, depth: int) -> Reason:
        """A name that a step set: which step, and why its value came to that then."""
        at = self.lens.ruleset.places[let.place]
        line = 0 if at.place.span is None else at.place.span.start.line
        by = Reason(None, at.what, phrase("set_by", self.language, text=at.what, n=line), aside=True)
        then = None if self.when_run is None else self.when_run(let.place)
        if then is None:
            return self._reason(e, env, outcome, (by,))
        lens, around = then
        came = Reasons(lens, self.language)._of(let.value, around, depth + 1)
        if came.outcome != outcome:
            return self._reason(e, env, outcome, (by,))
        opened = isinstance(let.value, core.And | core.Or) and came.joint
        # Of rules the name says nothing: they are those of whoever asks for it.
        parts = tuple(replace(part, cites=False) for part in (came.parts if opened else (came,)))
        return replace(self._reason(e, env, outcome, (by, *parts)), joint=opened)

    def contents(self, domain: core.Domain, type: Type, env: Env) -> str:
        """What is in a domain, as a list; raises Hidden."""
        if isinstance(domain, core.RangeD):
            low, high = self.lens.value(domain.low, env), self.lens.value(domain.high, env)
            return f"{low}..{high}"
        pieces = self.lens.pieces(domain, env)
        return f"[{named(self._counted(type, pieces))}]"

    def there(self, domain: core.Domain, type: Type, text: str, env: Env) -> tuple[Reason, ...]:
        """What is in a domain, if its text doesn't say that. ``text``: the domain as it is told."""
        beside = self._beside((domain,), env)
        try:
            if self.lens.size(domain, env) == 0:
                told = phrase("set_empty", self.language, text=text) + beside
                return (Reason(None, text, told),) if beside else ()
            what = self.contents(domain, type, env)
        except Hidden:
            return ()
        if what == text:
            return ()
        return (Reason(None, text, phrase("set_is", self.language, text=text, what=what) + beside),)

    def _counted(self, type: Type, pieces: list[tuple[int, int]]) -> list[str]:
        counts: dict[str, int] = {}
        for member, n in pieces:
            name = said(self.words, type, member)
            counts[name] = counts.get(name, 0) + n
        return [name if n == 1 else f"{n} {name}" for name, n in counts.items()]

    # --- conditions of conditions -----------------------------------------------------------------------

    def _and(self, e: core.And, env: Env, depth: int) -> Reason:
        return self._junction(e, env, depth, decides=False)

    def _or(self, e: core.Or, env: Env, depth: int) -> Reason:
        return self._junction(e, env, depth, decides=True)

    def _junction(self, e: core.And | core.Or, env: Env, depth: int, *, decides: bool) -> Reason:
        found: list[Reason] = []
        for item in e.items:
            reason = self._of(item, env, depth)
            if reason.outcome == decides:
                return reason
            found.append(reason)
        if any(reason.outcome is None for reason in found):
            return replace(self._unknown(e, env), parts=tuple(r for r in found if r.outcome is None))
        return replace(self._reason(e, env, not decides, tuple(found)), joint=True)

    def _not(self, e: core.Not, env: Env, depth: int) -> Reason:
        item = self._of(e.item, env, depth)
        if item.outcome is None:
            return replace(self._unknown(e, env), parts=item.parts)
        origin = self._origin(e)
        inner = self._origin(e.item)
        if origin is not None and (inner is None or (inner.start, inner.end) == (origin.start, origin.end)):
            # ``x is not none``, ``x not in D``: one test, and what is so is told with it.
            if isinstance(e.item, core.In):
                formula = item.fact.replace(" in ", " not in ", 1)
                return self._formula(e, env, not item.outcome, formula, e.item.item, e.item.domain)
            if isinstance(e.item, core.SameSet):
                return self._formula(e, env, not item.outcome, item.fact.replace(" = ", " != ", 1))
            return self._reason(e, env, not item.outcome, item.parts, item.fact, item.beside)
        if all(part.aside for part in item.parts) and not item.fact and not item.beside:
            return self._reason(e, env, not item.outcome, item.parts)
        opened = isinstance(e.item, core.And | core.Or) and item.parts
        reason = self._reason(e, env, not item.outcome, item.parts if opened else (item,))
        return replace(reason, joint=item.joint) if opened else reason

    def _if(self, e: core.IfE, env: Env, depth: int) -> Reason:
        condition = self._of(e.condition, env, depth)
        if condition.outcome is None:
            raise Hidden
        branch = self._of(e.then if condition.outcome else e.other, env, depth)
        if branch.outcome is None:
            raise Hidden
        return self._reason(e, env, branch.outcome, (condition, branch))

    def _definition(self, e: core.CallDefinition, env: Env, depth: int) -> Reason:
        definition = self.lens.ruleset.definitions[e.definition]
        args = [self.lens.value(e.me, env)] if e.me is not None else []
        args += [self.lens.value(arg, env) for arg in e.args]
        inner: Env = {p.id: arg for p, arg in zip(definition.parameters, args, strict=True)}
        body = self._of(definition.body, inner, depth + 1)
        if body.outcome is None:
            return replace(self._unknown(e, env), parts=body.parts)
        junction = isinstance(definition.body, core.And | core.Or) and body.origin is self._origin(
            definition.body
        )
        opened = junction and body.parts
        parts = body.parts if opened else (body,)
        given = list(zip(definition.parameters, args, strict=True))[len(args) - len(e.args) :]
        values = ", ".join(f"{p.name} = {said(self.words, p.type, value)}" for p, value in given)
        # What an argument comes to is told with the name of its parameter; beside it what that hangs on.
        beside = self._beside([arg for arg in e.args if not is_plain(arg)], env)
        text = f"{e.definition}({values})" if given else None
        reason = self._reason(e, env, body.outcome, parts, "", beside, text)
        return replace(reason, joint=bool(opened) and body.joint, defined=definition.rules)

    def _quantifier(self, e: core.Quantifier, env: Env, depth: int) -> Reason:
        wanted = e.kind == "any"
        decided = self.lens.holds(e, env) == wanted
        shown: dict[str, Reason] = {}
        members = more = 0
        for bound in self.lens.bindings(e.loops, e.where, env):
            members += 1
            inner = {**env, **bound}
            if decided:
                if self.lens.holds(e.condition, inner) == wanted:
                    reason = self._for(e, bound, self._of(e.condition, inner, depth + 1))
                    return self._reason(e, env, wanted, (reason,))
            elif members <= _ASKED:
                reason = self._for(e, bound, self._of(e.condition, inner, depth + 1))
                # Pieces that are called alike fail alike.
                shown.setdefault(reason.told, reason)
            else:
                more += 1
        if not members:
            name = e.loops[-1].local.name
            return self._reason(e, env, not wanted, (), phrase("no_member", self.language, name=name))
        parts = list(shown.values())
        told = shown_of(len(parts) + more, _PARTS)
        if told < len(parts) + more:
            more += len(parts) - told
            parts = parts[:told]
            parts.append(Reason(not wanted, "", phrase("more_alike", self.language, n=more)))
        return self._reason(e, env, not wanted, tuple(parts))

    def _half_seen(self, e: core.Quantifier, env: Env, depth: int) -> Reason:
        """A quantifier of which a seat can't see all: one member that it sees may decide."""
        wanted = e.kind == "any"
        for number, bound in enumerate(self.lens.bindings(e.loops, e.where, env)):
            if number == _MEMBERS:
                break
            reason = self._of(e.condition, {**env, **bound}, depth + 1)
            if reason.outcome == wanted:
                return self._reason(e, env, wanted, (self._for(e, bound, reason),))
        raise Hidden

    def _for(self, e: core.Quantifier, bound: dict[int, int], reason: Reason) -> Reason:
        values = [(o.local.name, said(self.words, o.local.type, bound[o.local.id])) for o in e.loops]
        return replace(reason, told=told_for(values, self.language, reason.told))

    # --- comparisons and tests ----------------------------------------------------------------------------

    def _compare(self, e: core.Compare, env: Env, depth: int) -> Reason:
        if isinstance(e.left.type, Bool) and isinstance(e.right.type, Bool):
            return self._simple(e, env)
        left, right = self.lens.value(e.left, env), self.lens.value(e.right, env)
        outcome = self.lens.holds(e, env)
        formula = f"{said(self.words, e.left.type, left)} {e.op} {said(self.words, e.right.type, right)}"
        return self._formula(e, env, outcome, formula, e.left, e.right)

    def _sets(self, e: core.SameSet | core.Meets, env: Env, depth: int) -> Reason:
        outcome = self.lens.holds(e, env)
        type = _element(e.left) or _element(e.right)
        if type is None:
            return self._simple(e, env)
        sides = [self.contents(side, type, env) for side in (e.left, e.right)]
        sign = "=" if isinstance(e, core.SameSet) else "meets"
        return self._formula(e, env, outcome, f"{sides[0]} {sign} {sides[1]}", e.left, e.right)

    def _in(self, e: core.In, env: Env, depth: int) -> Reason:
        item, outcome = self.lens.value(e.item, env), self.lens.holds(e, env)
        formula = f"{said(self.words, e.item.type, item)} in {self.contents(e.domain, e.item.type, env)}"
        return self._formula(e, env, outcome, formula, e.item, e.domain)

    def _single(self, e: core.IsNone | core.IsOf, env: Env, depth: int) -> Reason:
        asked = e.value if isinstance(e, core.IsNone) else e.component
        value, outcome = self.lens.value(asked, env), self.lens.holds(e, env)
        fact = ""
        if not (isinstance(e, core.IsNone) and outcome):
            shown = said(self.words, asked.type, value)
            fact = phrase("value", self.language, what=self._text(asked, env), value=shown)
        return self._reason(e, env, outcome, (), fact, self._beside((asked,), env))

    def _is_empty(self, e: core.IsEmpty, env: Env, depth: int) -> Reason:
        size, beside = self.lens.size(e.domain, env), self._beside((e.domain,), env)
        if size == 0:
            return self._reason(e, env, True, (), "", beside)
        type = _element(e.domain) or self._zone_element(e.domain)
        try:
            if type is None:
                raise Hidden
            what = named(self._counted(type, self.lens.pieces(e.domain, env)))
        except Hidden:
            what = str(size)
        return self._reason(e, env, False, (), phrase("holds", self.language, what=what), beside)

    def _zone_element(self, domain: core.Domain) -> Type | None:
        if isinstance(domain, core.FilterD):
            return Comp(domain.leaves, " or ".join(domain.leaves))
        if isinstance(domain, core.Zone) and domain.family in self.lens.ruleset.zones:
            return self.lens.ruleset.zones[domain.family].element
        return None

    def _can(self, e: core.Can, env: Env, depth: int) -> Reason:
        outcome, player = self.lens.holds(e, env), self.lens.value(e.player, env)
        who, actions = said(self.words, e.player.type, player), ", ".join(e.actions)
        fact = phrase("can_some" if outcome else "can_none", self.language, who=who, actions=actions)
        if self.moves_of is None or not isinstance(player, int):
            return self._reason(e, env, outcome, (), fact)
        asked = [self.moves_of(player, action) for action in e.actions]
        return self._reason(e, env, outcome, tuple(r for r in asked if r.outcome == outcome), fact)


def _element(domain: core.Domain) -> Type | None:
    """The type of what is in a domain, as far as the domain itself says it."""
    match domain:
        case core.AllOf(type=type) | core.ListD(type=type):
            return type
        case core.BoardD(type=type):
            return getattr(type, "element", type)
        case core.SetD(value=value):
            return getattr(value.type, "element", None)
        case core.RangeD(low=low):
            return low.type
    return None
