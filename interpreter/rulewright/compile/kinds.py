"""Candidates that can stand for each other, and subsets to choose from.

``one of each kind`` keeps the first of several candidates that no rule can tell apart where they lie: equal
leaf and fields, in one zone, with equal variables and contents of zones that are theirs alone. Mostly the
first of these decides, and a word with a bit for each kind met does; in general what was kept is written down
and each candidate compared with it.

For subsets the members are written down first (`Base`); the numbers below 2 to their number then are the
subsets. One subset of those that can stand for each other comes first: the one that has, of each kind, the
first members.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from rulewright.compile import build as x
from rulewright.compile import domains, expressions, sets, zones
from rulewright.compile.body import Body, Unit, Visit
from rulewright.compile.bounds import SHARE, effort, members
from rulewright.compile.layout import LOCATION, FamilyLayout, entries
from rulewright.limits import MAX_SUBSET_BASE
from rulewright.ruleset import core
from rulewright.ruleset.model import KeyType, LocalVar, Param
from rulewright.ruleset.types import Comp

Emit = Callable[[], None]


# ---- which are alike -------------------------------------------------------------------------------------
def _own_keys(leaves: tuple[str, ...], keys: tuple[KeyType, ...]) -> list[int]:
    """Which of the keys may be a component of the leaves."""
    return [i for i, k in enumerate(keys) if isinstance(k.type, Comp) and set(k.type.leaves) & set(leaves)]


def _class_decides(unit: Unit, domain: core.Domain, leaves: tuple[str, ...]) -> bool:
    """Whether the kind class alone tells candidates apart: they lie in one zone and nothing is kept per
    component."""
    while isinstance(domain, core.FilterD):
        domain = domain.domain
    if not isinstance(domain, core.Zone):
        return False
    keys = [v.keys for v in unit.ruleset.variables.values()] + [z.keys for z in unit.ruleset.zones.values()]
    return not any(_own_keys(leaves, k) for k in keys)


def _leaves(param: Param) -> tuple[str, ...]:
    type = sets.element_type(param.local.type)
    assert isinstance(type, Comp)
    return type.leaves


class Once:
    """Lets the first of each kind through. To be made before the loop over the candidates."""

    def __init__(self, b: Body, param: Param) -> None:
        self.b = b
        self.param = param
        leaves = _leaves(param)
        components = b.unit.ruleset.components
        classes = sorted({components.kind_class[i] for i in components.ids(Comp(leaves, ""))})
        self.number = {c: k for k, c in enumerate(classes)}
        self.by_class = _class_decides(b.unit, param.domain, leaves) and len(classes) <= x.WORD
        self.name = b.fresh("seen" if self.by_class else "kept")
        b.set(self.name, 0)
        if not self.by_class:
            self.at = b.unit.room(members(b.unit, param.domain))
            self.same = same_function(b.unit, leaves)

    def only(self, emit: Emit) -> None:
        """Emit under the condition that the candidate is the first of its kind."""
        b = self.b
        item = b.local(self.param.local)
        assert isinstance(item, ast.expr)
        if self.by_class:
            classes = b.unit.ruleset.components.kind_class
            numbers = [self.number.get(c, 0) for c in classes]
            at = b.unit.constants.at(("kinds", tuple(numbers)), len(numbers), lambda _: numbers)
            bit = b.temp(x.binary("<<", x.const(1), x.constant(x.add(item, at))))
            with b.branch() as inside:
                b.emit(x.change(self.name, "|", bit))
                emit()
            b.emit(*x.when(x.compare("=", x.binary("&", x.name(self.name), bit), 0), inside))
            return
        met = is_listed(b, self.at, x.name(self.name), lambda other: x.run(self.same, other, item))
        with b.branch() as inside:
            b.emit(x.store("L", x.add(x.name(self.name), self.at), item), x.change(self.name, "+", 1))
            emit()
        b.emit(*x.when(x.negate(met), inside))


def is_listed(b: Body, at: int, count: ast.expr, same: Callable[[ast.expr], ast.expr]) -> ast.expr:
    """Is one of the values from L[at] on the same?"""
    found, i = b.fresh("met"), b.fresh("i")
    b.set(found, 0)
    with b.loop(lambda body: x.count(i, count, body)):
        other = x.element("L", x.add(x.name(i), at))
        b.emit(*x.when(same(other), [x.assign(found, 1), ast.Break()]))
    return x.name(found)


def same_function(unit: Unit, leaves: tuple[str, ...]) -> str:
    """def same(a, c): can two components of the leaves stand for each other?"""
    families = unit.ruleset.components.families
    name = "same_" + "_".join(str(families[leaf].first) for leaf in leaves)

    def make() -> ast.FunctionDef:
        b = Body(unit)
        a, c = x.name("a"), x.name("c")
        classes = unit.constants.by_id("")
        different = [
            x.compare("!=", x.constant(x.add(a, classes)), x.constant(x.add(c, classes))),
            x.compare("!=", x.state(x.add(a, LOCATION)), x.state(x.add(c, LOCATION))),
        ]
        b.emit(*x.when(x.either(different), [x.give(0)]))
        for variable in unit.ruleset.variables.values():
            base, width = unit.layout.variables[variable.name], unit.layout.width(variable.type)
            _each_pair(b, variable.keys, leaves, partial(_words, b, base, width))
        for zone in unit.ruleset.zones.values():
            family = unit.layout.families[zone.name]
            _each_pair(b, zone.keys, leaves, partial(_zones, b, family))
        b.emit(x.give(1))
        return x.function(name, ["a", "c"], b.out)

    return unit.helper(name, make)


def _each_pair(
    b: Body, keys: tuple[KeyType, ...], leaves: tuple[str, ...], compare: Callable[[ast.expr, ast.expr], None]
) -> None:
    """Emit a comparison of all entries of a and c, wherever a component is one of the keys."""
    for at in _own_keys(leaves, keys):
        _pairs_of_key(b, keys, at, leaves, compare)


def _pairs_of_key(
    b: Body,
    keys: tuple[KeyType, ...],
    at: int,
    leaves: tuple[str, ...],
    compare: Callable[[ast.expr, ast.expr], None],
) -> None:
    key = keys[at]
    above, below = entries(keys[:at]), entries(keys[at + 1 :])
    i, j = b.fresh("i"), b.fresh("j")
    outer: ast.expr = x.name(i) if above > 1 else x.const(0)
    inner: ast.expr = x.name(j) if below > 1 else x.const(0)

    def entry(item: str) -> ast.expr:
        digit = x.add(x.mul(outer, key.size), x.sub(x.name(item), key.offset))
        return b.named(x.add(x.mul(digit, below), inner))

    within = b.unit.layout.bounds(Comp(leaves, ""))
    inside = domains.between(x.name("a"), x.const(key.offset), x.const(key.offset + key.size - 1), within)
    with b.branch() as comparing:
        _counted(b, i, above, lambda: _counted(b, j, below, lambda: compare(entry("a"), entry("c"))))
    b.emit(*x.when(inside, comparing))


def _counted(b: Body, i: str, n: int, emit: Emit) -> None:
    if n == 1:
        emit()
        return
    with b.loop(lambda body: x.count(i, n, body)):
        emit()


def _words(b: Body, base: int, width: int, p: ast.expr, q: ast.expr) -> None:
    """Two entries of a variable differ: 0."""
    at, other = x.add(x.mul(p, width), base), x.add(x.mul(q, width), base)
    tests = [x.compare("!=", x.state(x.add(at, i)), x.state(x.add(other, i))) for i in range(width)]
    b.emit(*x.when(x.either(tests), [x.give(0)]))


def _zones(b: Body, family: FamilyLayout, p: ast.expr, q: ast.expr) -> None:
    """What lies in two zones of a family differs in kind: 0. Order counts in rows only."""
    first, second = zones.numbered(b, family, p), zones.numbered(b, family, q)
    sizes = x.compare("!=", zones.zone_size(b, first), zones.zone_size(b, second))
    b.emit(*x.when(sizes, [x.give(0)]))
    classes = b.unit.constants.by_id("")

    def kind(item: ast.expr) -> ast.expr:
        return x.constant(x.add(item, classes))

    if family.kind == "row":
        i = b.fresh("i")
        with b.loop(lambda body: x.count(i, x.state(first.at), body)):
            items = [x.state(x.add(x.add(z.at, x.name(i)), 1)) for z in (first, second)]
            b.emit(*x.when(x.compare("!=", kind(items[0]), kind(items[1])), [x.give(0)]))
        return

    def counted(wanted: ast.expr, there: zones.ZoneRef) -> str:
        n = b.fresh("n")
        b.set(n, 0)

        def count(item: ast.expr, weight: ast.expr) -> None:
            b.emit(*x.when(x.compare("=", kind(item), wanted), [x.change(n, "+", weight)]))

        each_piece(b, there, count)
        return n

    def compare(item: ast.expr, _: ast.expr) -> None:
        wanted = b.temp(kind(item))
        mine, other = counted(wanted, first), counted(wanted, second)
        b.emit(*x.when(x.compare("!=", x.name(mine), x.name(other)), [x.give(0)]))

    each_piece(b, first, compare)


def each_piece(b: Body, ref: zones.ZoneRef, visit: Visit) -> None:
    """Loop over what is in a zone; the unknown cards of a pile ascending, without looking."""
    if not ref.family.deep:
        domains.walk_zone(b, ref, visit)
        return
    from rulewright.compile.effects import piece_of_pile

    i = b.fresh("i")
    size = b.temp(zones.zone_size(b, ref))
    with b.loop(lambda body: x.count(i, size, body)):
        visit(b.temp(piece_of_pile(b, ref, x.name(i)), "c"), x.ONE)


# ---- written down ----------------------------------------------------------------------------------------
def write_once(b: Body, domain: core.Domain, repeats: bool) -> tuple[int, str]:
    """Emit: the members of a domain are written into L, each once. Returns where, and the name of how many
    they are."""
    at = b.unit.room(members(b.unit, domain))
    n = b.fresh("n")
    b.set(n, 0)

    def write(member: ast.expr, _: ast.expr) -> None:
        add: list[ast.stmt] = [x.store("L", x.add(x.name(n), at), member), x.change(n, "+", 1)]
        if repeats:
            met = is_listed(b, at, x.name(n), lambda other: x.compare("=", other, member))
            add = x.when(x.negate(met), add)
        b.emit(*add)

    domains.walk(b, domain, write)
    return at, n


def each_written(
    b: Body, at: int, n: str, local: LocalVar, conditions: list[core.Expr], visit: Emit, cost: int
) -> None:
    """Emit a loop over what was written, for those members that meet the conditions."""
    i = b.fresh("i")
    with b.loop(lambda body: x.count(i, x.name(n), body), True):
        if cost:
            b.emit(*x.when(x.negate(b.call("spend", cost, b.place)), [ast.Break()]))
        b.bind(local, b.temp(x.element("L", x.add(x.name(i), at)), "m"))
        test = expressions.all_of(b, conditions)
        with b.branch() as inside:
            visit()
        b.emit(*x.when(test, inside))


class Base:
    """The members that subsets are taken of, and the loops over the subsets."""

    def __init__(self, b: Body, param: Param, repeats: bool) -> None:
        assert param.low is not None
        self.b = b
        self.param = param
        self.at, self.n = write_once(b, param.domain, repeats)
        if members(b.unit, param.domain) > MAX_SUBSET_BASE:
            fault = b.fault("FAULT_SUBSET", param.place, x.name(self.n))
            too_many = x.compare(">", x.name(self.n), MAX_SUBSET_BASE)
            b.emit(*x.when(too_many, [x.do(fault), x.assign(self.n, 0)]))
        low = param.low
        self.low, self.high = b.ordered(
            [
                lambda: b.temp(expressions.value(b, low)),
                lambda: x.name(self.n) if param.high is None else b.temp(expressions.value(b, param.high)),
            ]
        )
        self.of = b.unit.layout.universe(param.local.type)
        self.mask = ""
        if param.one_of_each_kind:
            self.before = self._before()

    def _before(self) -> int:
        """Emit: for each member a word of the earlier members of its kind, into L. Returns where."""
        b = self.b
        at = b.unit.room(MAX_SUBSET_BASE)
        same = same_function(b.unit, _leaves(self.param))
        i, j = b.fresh("i"), b.fresh("j")
        with b.loop(lambda body: x.count(i, x.name(self.n), body)):
            b.emit(x.store("L", x.add(x.name(i), at), 0))
            with b.loop(lambda body: x.count(j, x.name(i), body)):
                pair = [x.element("L", x.add(x.name(k), self.at)) for k in (j, i)]
                bit = x.binary("<<", x.const(1), x.name(j))
                b.emit(*x.when(x.run(same, *pair), [x.update("L", x.add(x.name(i), at), "|", bit)]))
        return at

    def each(self, conditions: list[core.Expr], visit: Emit) -> None:
        """Emit the loop: ``visit`` for each subset of a right size that the conditions let through."""
        b = self.b
        self.mask = mask = b.fresh("mask")
        limit = x.binary("<<", x.const(1), x.name(self.n))
        if self.one_size():
            self._each_of_size(conditions, visit, limit)
            return
        size = b.fresh("n")
        with b.loop(lambda body: x.count(mask, limit, body)):
            b.set(size, x.call("popcount", x.name(mask)))
            right = x.both(
                [x.compare(">=", x.name(size), self.low), x.compare("<=", x.name(size), self.high)]
            )
            with b.branch() as inside:
                self._visit(conditions, visit)
            b.emit(*x.when(right, inside))

    def one_size(self) -> bool:
        """Whether all subsets have one size."""
        return self.param.low == self.param.high

    def _each_of_size(self, conditions: list[core.Expr], visit: Emit, limit: ast.expr) -> None:
        """Emit the loop over the numbers with so many bits: from one to the next greater. There is none with
        fewer bits than 0 or more than there are members, and after the one without bits comes no other."""
        b = self.b
        mask, last = self.mask, b.temp(limit)
        known = self.param.low.value if isinstance(self.param.low, core.Const) else None
        if known is not None and known > 0:
            b.set(mask, (1 << known) - 1)
        else:
            b.set(mask, last)
            there_are = x.both([x.compare(">=", self.low, 0), x.compare("<=", self.low, x.name(self.n))])
            first = x.sub(x.binary("<<", x.const(1), self.low), 1)
            b.emit(*x.when(there_are, [x.assign(mask, first)]))
        with b.loop(lambda body: x.loop(x.compare("<", x.name(mask), last), body)):
            self._visit(conditions, visit)
            if known is None or known <= 0:
                b.emit(*x.when(x.compare("=", x.name(mask), 0), [ast.Break()]))
            low = b.temp(x.binary("&", x.name(mask), x.sub(x.const(0), x.name(mask))))
            up = b.temp(x.add(x.name(mask), low))
            ones = x.binary("div", x.binary(">>", x.binary("^", up, x.name(mask)), 2), low)
            b.set(mask, x.binary("|", ones, up))

    def _visit(self, conditions: list[core.Expr], visit: Emit) -> None:
        """Emit what is done for a subset of a right size."""
        b = self.b
        cost = 1 + effort(b.unit, tuple(conditions)) // SHARE
        b.emit(*x.when(x.negate(b.call("spend", cost, b.place)), [ast.Break()]))
        b.bind(self.param.local, self._members(self.mask))
        test = expressions.all_of(b, conditions)
        with b.branch() as met:
            visit()
        b.emit(*x.when(test, met))

    def _members(self, mask: str) -> tuple[ast.expr, ...]:
        """Emit: the subset as words."""
        b = self.b
        names = [b.fresh("s") for _ in range(self.of.count)]
        for n in names:
            b.set(n, 0)
        rest = b.temp(x.name(mask), "w").id
        with b.loop(lambda body: x.loop(x.name(rest), body)):
            member = b.temp(x.element("L", x.add(x.call("ctz", x.name(rest)), self.at)), "m")
            b.emit(x.change(rest, "&", x.sub(x.name(rest), 1)))
            sets.add_member(b, names, self.of, member)
        return tuple(x.name(n) for n in names)

    def only_first(self, emit: Emit) -> None:
        """Emit under the condition that the subset is the first of those that can stand for each other."""
        b = self.b
        first = b.fresh("first")
        b.set(first, 1)
        rest = b.temp(x.name(self.mask), "w").id
        with b.loop(lambda body: x.loop(x.name(rest), body)):
            earlier = x.element("L", x.add(x.call("ctz", x.name(rest)), self.before))
            left_out = x.binary("&", earlier, ast.UnaryOp(ast.Invert(), x.name(self.mask)))
            b.emit(*x.when(x.compare("!=", left_out, 0), [x.assign(first, 0), ast.Break()]))
            b.emit(x.change(rest, "&", x.sub(x.name(rest), 1)))
        with b.branch() as inside:
            emit()
        b.emit(*x.when(x.name(first), inside))
