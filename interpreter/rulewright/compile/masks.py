"""Conditions as bit masks: which members of a domain meet a condition, all at once.

A set of components, spaces or numbers is a few words. That a field has some value, that a member is in some
set, is known for a whole word at once: by a table of masks, or by the words of that set; and, or and not are
& | and ~. So a loop over a domain goes over those members only that meet what can be told this way, which
often leaves no loop at all, and asks them the rest.

Nothing may be told by it: only conditions are taken that can neither fault nor draw (`safety`), and none that
follows one that can.
"""

from __future__ import annotations

import ast
from typing import Final

from rulewright.compile import boards, comprehensions, domains, expressions, keeping, sets
from rulewright.compile import build as x
from rulewright.compile.body import Body, Words
from rulewright.compile.bounds import Bounds, bounds, fits, members
from rulewright.compile.inlining import inlined, weight
from rulewright.compile.layout import Universe
from rulewright.compile.safety import MAX_VALUES, conjuncts, locals_in, locals_of, safe
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar
from rulewright.ruleset.types import Comp, SetOf

MAX_WORDS: Final = 4
"""Words of a domain that masks are reckoned for."""
SHORT: Final = 16
"""Nodes of a condition that is asked for all that a member could be."""
HEAVY: Final = 120
"""Nodes of a condition, its definitions included, that are made masks of."""
MANY: Final = 12
"""Members of a domain from which on masks are worth it if the domain must be made a set first."""


class Unmaskable(Exception):
    """A condition that has to be asked of each member."""


def masked(
    b: Body, loop: core.Loop, conditions: list[core.Expr], unbound: list[LocalVar]
) -> tuple[Words | None, list[core.Expr]]:
    """The loop's domain as words in which some of the conditions are met already, and the other conditions;
    no words where that is of no use. ``unbound``: what has no value outside the loop."""
    plain = sets.has_words(b, loop.domain)
    if not plain and not isinstance(loop.domain, core.AllOf):
        return None, conditions
    of = domains.domain_universe(b, loop.domain)
    if not 0 < of.count <= MAX_WORDS:
        return None, conditions
    mark = len(b.out)
    masks = Masks(b, of, {loop.local.id}, {u.id for u in unbound})
    found: list[Words] = []
    rest: list[core.Expr] = []
    movable = True
    fields = False
    words = None
    for condition in conditions:
        movable = movable and safe(b.unit, condition)
        mask = masks.tried(condition) if movable and loop.local.id in locals_of(condition) else None
        if mask is None:
            rest.append(condition)
        else:
            fields = fields or isinstance(condition, core.Compare)
            found.append(mask)
    worth = plain or members(b.unit, loop.domain) >= MANY or (fields and _numbered(loop.domain))
    if not found or not worth:
        del b.out[mark:]
        return None, conditions
    words = sets.domain_words(b, loop.domain, of)
    for mask in found:
        words = _and(words, mask)
    return words, rest


def whole(
    b: Body, local: LocalVar, domain: core.Domain, conditions: list[core.Expr], to: Universe, quick: bool
) -> Words | None:
    """The members of a domain that meet all conditions, if nothing needs to be asked of members one by one
    but by short loops; ``quick``: none but such as are kept (see `keeping`)."""
    if not (sets.has_words(b, domain) or isinstance(domain, core.AllOf | core.BoardD)):
        return None
    of = domains.domain_universe(b, domain)
    if not 0 < of.count <= MAX_WORDS or not all(safe(b.unit, c) for c in conditions):
        return None
    mark = len(b.out)
    # A set has few members mostly, and asking all that could be there takes longer.
    within = None if sets.has_words(b, domain) else domains.element_bounds(b, domain)
    masks = Masks(b, of, {local.id}, {local.id}, within, members(b.unit, domain), quick)
    found: list[Words] = []
    for condition in conditions:
        mask = masks.tried(condition)
        if mask is None:
            del b.out[mark:]
            return None
        found.append(mask)
    if isinstance(domain, core.BoardD):
        listed = boards.board_words(b, domain, of)
        if listed is None:
            del b.out[mark:]
            return None
        words = listed
    else:
        words = sets.domain_words(b, domain, of)
    for mask in found:
        words = _and(words, mask)
    return sets.align(tuple(b.named(w) for w in words), of, to)


def _numbered(domain: core.Domain) -> bool:
    return isinstance(domain, core.AllOf) and isinstance(domain.type, Comp)


def _and(p: Words, q: Words) -> Words:
    return tuple(map(_both, p, q))


def _both(v: ast.expr, w: ast.expr) -> ast.expr:
    if x.is_value(v, -1):
        return w
    return v if x.is_value(w, -1) else x.binary("&", v, w)


def _or(p: Words, q: Words) -> Words:
    return tuple(x.binary("|", v, w) for v, w in zip(p, q, strict=True))


def _not(words: Words) -> Words:
    return tuple(x.const(x.as_int(w) ^ -1) if x.is_const(w) else ast.UnaryOp(ast.Invert(), w) for w in words)


class Masks:
    """Conditions on one member of a universe as words. ``member``: the locals that stand for it; ``unbound``:
    all that have no value, those included; ``within``: between what the member lies, if it may be asked for
    all that it could be; ``asked``: how many members are asked for without masks; ``quick``: whether all are
    asked only where that is kept. In a mask the bits of what is in no domain mean nothing."""

    def __init__(
        self,
        b: Body,
        of: Universe,
        member: set[int],
        unbound: set[int],
        within: Bounds | None = None,
        asked: int = 0,
        quick: bool = False,
    ) -> None:
        self.b = b
        self.of = of
        self.member = member
        self.unbound = unbound
        self.within = within
        self.asked = asked
        self.quick = quick
        self.nodes = 0

    def tried(self, condition: core.Expr) -> Words | None:
        """The mask of a safe condition, with what it takes emitted; none if there is no mask."""
        self.nodes = 0
        with self.b.branch() as inside:
            try:
                words = self.words(condition)
            except Unmaskable:
                return None
        self.b.emit(*inside)
        return words

    def known(self, *parts: object) -> None:
        """Raises Unmaskable if an expression asks for what has no value."""
        if locals_of(parts) & self.unbound:
            raise Unmaskable

    def all(self, holds: bool) -> Words:
        return tuple(x.const(-1 if holds else 0) for _ in range(self.of.count))

    def words(self, e: core.Expr) -> Words:
        self.nodes += 1
        if self.nodes > HEAVY:
            raise Unmaskable
        match e:
            case core.Const(value=value):
                return self.all(value != 0)
            case core.And(items=items):
                words = self.all(True)
                for item in items:
                    words = _and(words, self.words(item))
                return words
            case core.Or(items=items):
                words = self.all(False)
                for item in items:
                    words = _or(words, self.words(item))
                return words
            case core.Not(item=item):
                return _not(self.words(item))
            case core.Compare(op="=" | "!=" as op):
                equal = self._equals(e)
                if equal is None:
                    return self._whatever(e)
                return equal if op == "=" else _not(equal)
            case core.In(item=core.Local(var=var), domain=domain) if var.id in self.member:
                return self._within(domain)
            case core.IsOf(component=core.Local(var=var), leaves=leaves) if var.id in self.member:
                ids = [i for low, high in domains.id_ranges(self.b, leaves) for i in range(low, high + 1)]
                return tuple(x.const(mask) for mask in self.of.masks(ids))
            case core.Quantifier():
                what = "mask", self.of
                held = keeping.kept(self.b, what, e, self.of.count, lambda: self._quantifier(e), self.member)
                return self._quantifier(e) if held is None else held
            case core.CallDefinition():
                return self._call(e)
            case _:
                return self._whatever(e)

    def _whatever(self, e: core.Expr) -> Words:
        """A condition that doesn't ask for the member, or one that is asked for all it could be."""
        asked = locals_of(e) & self.member
        if asked and self.within is not None and not locals_of(e) & (self.unbound - self.member):
            return self._each(e, self.within)
        self.known(e)
        test = expressions.condition(self.b, e)
        if x.is_const(test):
            return self.all(test.value != 0)
        word = self.b.named(ast.IfExp(test, x.const(-1), x.const(0)))
        return tuple(word for _ in range(self.of.count))

    def _each(self, e: core.Expr, within: Bounds) -> Words:
        """By a loop over all that the member could be."""
        b = self.b
        if weight(e) > SHORT:
            raise Unmaskable

        def reckon() -> Words:
            names = [b.fresh("s") for _ in range(self.of.count)]
            for k, name in enumerate(names):
                first = (self.of.first + k) * x.WORD
                low, high = max(first, within[0]), min(first + x.WORD - 1, within[1])
                member = b.fresh("m")
                b.set(name, 0)
                with b.asking(), b.loop(lambda body: x.count(member, high + 1, body, low)):  # noqa: B023
                    for var in locals_in(e):
                        if var.id in self.member:
                            b.bind(var, x.name(member))
                    test = ast.IfExp(expressions.condition(b, e), x.const(1), x.const(0))
                    b.emit(x.change(name, "|", x.binary("<<", test, x.sub(x.name(member), first))))
            return tuple(x.name(name) for name in names)

        what = "members", self.of, within
        all = within[1] - within[0] + 1
        if self.asked < all and self.asked * b.turns() < 2 * all:
            raise Unmaskable
        found = keeping.kept(b, what, e, self.of.count, reckon, self.member)
        if found is None and (self.quick or self.asked < all):
            raise Unmaskable
        return reckon() if found is None else found

    def _within(self, domain: core.Domain) -> Words:
        """The member is in another domain."""
        self.known(domain)
        match domain:
            case core.ListD(items=items) if all(isinstance(i, core.Const) for i in items):
                values = [i.value for i in items if isinstance(i, core.Const)]
                return tuple(x.const(mask) for mask in self.of.masks(values))
            case core.BoardD():
                words = boards.board_words(self.b, domain, self.of)
                if words is None:
                    raise Unmaskable
            case _ if sets.has_words(self.b, domain):
                words = sets.domain_words(self.b, domain, self.of)
            case _:
                raise Unmaskable
        return tuple(self.b.named(w) for w in words)

    def _equals(self, e: core.Compare) -> Words | None:
        """The member, or a field of it, is some value; none if something else is compared."""
        for mine, other in ((e.left, e.right), (e.right, e.left)):
            match mine:
                case core.FieldGet(component=core.Local(var=var)) if var.id in self.member:
                    low, high = self.b.unit.layout.bounds(mine.type)
                    if high - low < MAX_VALUES and fits(bounds(self.b.unit, other), (low, high)):
                        self.known(other)
                        return self._field(mine, other)
                case core.Local(var=var) if var.id in self.member:
                    self.known(other)
                    return self._one(other)
        return None

    def _field(self, field: core.FieldGet, wanted: core.Expr) -> Words:
        b = self.b
        low, high = b.unit.layout.bounds(field.type)
        components = b.unit.ruleset.components
        first, last = bounds(b.unit, field.component)
        leaves = tuple(dict.fromkeys(components.leaf_of[first : last + 1]))
        base = b.unit.constants.field_masks(field.field, leaves, low, high, self.of)
        at = x.add(x.mul(x.sub(expressions.value(b, wanted), low), self.of.count), base)
        if self.of.count > 1:
            at = b.named(at)
        return tuple(x.constant(x.add(at, i)) for i in range(self.of.count))

    def _one(self, e: core.Expr) -> Words:
        """The bit of a value that lies in the universe."""
        first, count = self.of.first * x.WORD, self.of.count * x.WORD
        if not fits(bounds(self.b.unit, e), (first, first + count - 1)):
            raise Unmaskable
        at = self.b.named(x.sub(expressions.value(self.b, e), first))
        if x.is_const(at):
            return tuple(x.const(mask) for mask in self.of.masks([first + x.as_int(at)]))
        if self.of.count == 1:
            return (x.binary("<<", x.const(1), at),)
        bit = self.b.named(x.binary("<<", x.const(1), x.binary("mod", at, x.WORD)))
        index = self.b.named(x.binary("div", at, x.WORD))
        words = [x.conditional(x.compare("=", index, k), bit, x.const(0)) for k in range(self.of.count)]
        return tuple(self.b.named(w) for w in words)

    def _quantifier(self, e: core.Quantifier) -> Words:
        """any: the masks of what is walked, put together; all is not any not."""
        self.known(tuple(one.domain for one in e.loops))
        if any(comprehensions.draws(self.b, one.domain) for one in e.loops):
            raise Unmaskable
        some = e.kind == "any"
        conditions = conjuncts(e.where) + conjuncts(e.condition, some)
        mine = [c for c in conditions if locals_of(c) & self.member]
        names = [self.b.fresh("s") for _ in range(self.of.count)]
        for name in names:
            self.b.set(name, 0)

        def visit(_: ast.expr) -> None:
            words = self.all(True)
            for condition in mine:
                words = _and(words, self.words(condition))
            for name, word in zip(names, words, strict=True):
                self.b.emit(x.change(name, "|", word))

        with self.b.asking():
            comprehensions.each(self.b, e.loops, [c for c in conditions if c not in mine], visit)
        words = tuple(x.name(name) for name in names)
        return words if some else _not(words)

    def _call(self, e: core.CallDefinition) -> Words:
        """The body of a definition; a parameter that is given the member stands for it."""
        if not inlined(self.b.unit, e.definition, None):
            return self._whatever(e)
        definition = self.b.unit.ruleset.definitions[e.definition]
        given = [*([e.me] if e.me is not None else []), *e.args]
        member = set(self.member)
        for p, argument in zip(definition.parameters, given, strict=True):
            member.discard(p.id)
            if isinstance(argument, core.Local) and argument.var.id in self.member:
                member.add(p.id)
                continue
            self.known(argument)
            if isinstance(p.type, SetOf):
                words = sets.set_words(self.b, argument, self.b.unit.layout.universe(p.type))
                self.b.bind(p, tuple(self.b.named(w) for w in words))
                continue
            if not fits(bounds(self.b.unit, argument), self.b.unit.layout.bounds(p.type)):
                raise Unmaskable
            self.b.bind(p, self.b.named(expressions.value(self.b, argument)))
        before = self.member, self.unbound
        self.member, self.unbound = member, self.unbound | member
        words = self.words(definition.body)
        self.member, self.unbound = before
        return words
