"""Domains: walking them in emitted loops, and asking them without walking.

`walk` emits the loops and calls back for what is in them. Everything else asks as directly as the kind of
domain allows: whether a component is in a zone is one look at where it is, two sets meet if the ands of their
words do.
"""

from __future__ import annotations

import ast
from functools import partial

from rulewright.compile import boards, expressions, sets, zones
from rulewright.compile import build as x
from rulewright.compile.body import Body, Unit, Visit, Words
from rulewright.compile.bounds import Bounds, bounds, charge, members
from rulewright.compile.layout import LOCATION, Universe, universe
from rulewright.ruleset import core
from rulewright.ruleset.types import Comp, Line, Player, Spot, Type


def element_bounds(b: Body, domain: core.Domain) -> Bounds:
    """Between which integers the members of a domain lie."""
    layout = b.unit.layout
    match domain:
        case core.Zone(family=family):
            known = layout.families.get(family, layout.box)
            return known.low, known.high
        case core.AllOf(type=type):
            return layout.bounds(type)
        case core.RangeD(low=low, high=high):
            return bounds(b.unit, low)[0], bounds(b.unit, high)[1]
        case core.ListD(items=items):
            if not items:
                return 0, 0
            each = [bounds(b.unit, item) for item in items]
            return min(e[0] for e in each), max(e[1] for e in each)
        case core.FilterD(leaves=leaves):
            return layout.bounds(Comp(leaves, ""))
        case core.SetD(value=value):
            return layout.bounds(sets.element_type(value.type))
        case core.BoardD():
            return boards.element_bounds(b.unit, domain)


def domain_universe(b: Body, domain: core.Domain) -> Universe:
    """Words that have room for all members of a domain."""
    return universe(*element_bounds(b, domain))


# ---- walking ---------------------------------------------------------------------------------------------
def walk(b: Body, domain: core.Domain, visit: Visit, effort: int = 0) -> None:
    """Emit loops over the members in order. Whoever visits may leave them by `Body.leave`. ``effort``: of one
    visit; a long walk asks for fuel."""
    visit = with_fuel(b, domain, visit, effort)
    if sets.has_words(b, domain):
        ref = _zone_memory(b, domain)
        if ref is not None:
            walk_memory(b, ref.at, ref.family.words, visit)
        else:
            words = domain_universe(b, domain)
            walk_words(b, sets.domain_words(b, domain, words), words, visit)
        return
    match domain:
        case core.Zone():
            _walk_zone(b, domain, visit)
        case core.AllOf(type=type):
            _walk_type(b, type, visit)
        case core.RangeD():
            low, high = b.ordered(
                [lambda: expressions.value(b, domain.low), lambda: expressions.value(b, domain.high)]
            )
            _count(b, low, x.add(high, 1), visit)
        case core.ListD(items=items):
            values = [b.named(v) for v in expressions.values(b, items)]
            walk_list(b, values, visit)
        case core.FilterD(leaves=leaves, domain=inner):
            within = element_bounds(b, inner)

            def only(member: ast.expr, weight: ast.expr) -> None:
                with b.branch() as inside:
                    visit(member, weight)
                b.emit(*x.when(expressions.is_of(b, member, leaves, within), inside))

            walk(b, inner, only)
        case core.SetD():
            words = domain_universe(b, domain)
            walk_words(b, sets.domain_words(b, domain, words), words, visit)
        case core.BoardD():
            boards.walk_board(b, domain, visit)


def with_fuel(b: Body, domain: core.Domain, visit: Visit, effort: int) -> Visit:
    """What asks for fuel before each visit, if a walk of the domain with visits of this effort is long."""
    cost = charge(members(b.unit, domain), effort)
    if not cost:
        return visit

    def fuelled(member: ast.expr, weight: ast.expr) -> None:
        go_on = b.call("spend", cost, b.place)
        b.emit(*x.when(x.negate(go_on), [ast.Break()]))
        visit(member, weight)

    return fuelled


def _zone_memory(b: Body, domain: core.Domain) -> zones.ZoneRef | None:
    """The zone, if the domain is one that lies in S as a set of more than one word."""
    if isinstance(domain, core.Zone):
        layout = b.unit.layout
        family = layout.families.get(domain.family)
        if family is not None and family.kind == "set" and family.words.count > 1:
            return zones.reference(b, domain)
    return None


def walk_words(b: Body, words: Words, of: Universe, visit: Visit) -> None:
    """Loop over the members of a set, as it is now."""
    if all(x.is_value(w, 0) for w in words):
        return
    if len(words) == 1:
        _walk_word(b, words[0], x.const(of.first * x.WORD), visit)
        return
    held = [b.named(w) for w in words]
    i = b.fresh("i")
    with b.loop(lambda body: x.count(i, len(held), body), True):
        chain = held[-1]
        for k in range(len(held) - 2, -1, -1):
            chain = x.conditional(x.compare("=", x.name(i), k), held[k], chain)
        _walk_word(b, chain, x.mul(x.add(x.name(i), of.first), x.WORD), visit)


def walk_memory(b: Body, at: ast.expr, of: Universe, visit: Visit) -> None:
    """Loop over a set that lies in S; a word is read when its members are come to."""
    if of.count == 1:
        _walk_word(b, x.state(at), x.const(of.first * x.WORD), visit)
        return
    i = b.fresh("i")
    with b.loop(lambda body: x.count(i, of.count, body), True):
        _walk_word(b, x.state(x.add(at, x.name(i))), x.mul(x.add(x.name(i), of.first), x.WORD), visit)


def _walk_word(b: Body, word: ast.expr, base: ast.expr, visit: Visit) -> None:
    rest = b.fresh("w")
    b.set(rest, word)
    member = b.fresh("m")
    with b.loop(lambda body: x.loop(x.name(rest), body), True):
        b.set(member, x.add(x.call("ctz", x.name(rest)), base))
        b.emit(x.change(rest, "&", x.sub(x.name(rest), 1)))
        visit(x.name(member), x.ONE)


def walk_list(b: Body, values: list[ast.expr], visit: Visit) -> None:
    """Loop over values at hand, in this order."""
    if len(values) == 1:
        # A loop all the same: whoever is called back may break out of it.
        i = b.fresh("i")
        with b.loop(lambda body: x.count(i, 1, body), True):
            visit(values[0], x.ONE)
        return
    if not values:
        return
    i, member = b.fresh("i"), b.fresh("m")
    with b.loop(lambda body: x.count(i, len(values), body), True):
        chain = values[-1]
        for k in range(len(values) - 2, -1, -1):
            chain = x.conditional(x.compare("=", x.name(i), k), values[k], chain)
        b.set(member, chain)
        visit(x.name(member), x.ONE)


def _count(b: Body, start: ast.expr, stop: ast.expr, visit: Visit) -> None:
    member = b.fresh("m")
    with b.loop(lambda body: x.count(member, stop, body, start), True):
        visit(x.name(member), x.ONE)


def _walk_type(b: Body, type: Type, visit: Visit) -> None:
    match type:
        case Player():
            _count(b, x.const(0), expressions.players(b), visit)
        case Comp():
            _walk_components(b, type, visit)
        case Line() | Spot():
            count = boards.count_of_type(b.unit, type)
            _count(b, x.const(0), x.const(count), visit)
        case _:
            low, high = b.unit.layout.bounds(type)
            _count(b, x.const(low), x.const(high + 1), visit)


def _walk_components(b: Body, type: Comp, visit: Visit) -> None:
    components = b.unit.ruleset.components
    ids = components.ids(type)
    if not ids:
        return
    absent = any(components.owner[i] >= b.unit.ruleset.players[0] for i in ids)

    def present(member: ast.expr, weight: ast.expr) -> None:
        if not absent:
            visit(member, weight)
            return
        with b.branch() as inside:
            visit(member, weight)
        b.emit(*x.when(x.constant(x.add(member, b.unit.constants.present())), inside))

    if ids[-1] - ids[0] + 1 == len(ids):
        _count(b, x.const(ids[0]), x.const(ids[-1] + 1), present)
        return
    i, member = b.fresh("i"), b.fresh("m")
    with b.loop(lambda body: x.count(i, len(ids), body), True):
        b.set(member, x.constant(x.add(x.name(i), b.unit.constants.ids(ids))))
        present(x.name(member), x.ONE)


def _walk_zone(b: Body, domain: core.Zone, visit: Visit) -> None:
    walk_zone(b, zones.reference(b, domain), visit)


def walk_zone(b: Body, ref: zones.ZoneRef, visit: Visit) -> None:
    """Loop over what is in a zone, in order; unknown cards of a pile are drawn as they are come to."""
    family = ref.family
    i, member = b.fresh("i"), b.fresh("m")
    match family.kind:
        case "set":
            walk_memory(b, ref.at, family.words, visit)
        case "slot" | "kind":
            held = b.temp(x.state(ref.at), "m")
            with b.loop(
                lambda body: x.count(i, x.conditional(x.compare(">=", held, 0), x.ONE, x.const(0)), body)
            ):
                visit(held, x.ONE)
        case "row":
            with b.loop(lambda body: x.count(i, x.state(ref.at), body), True):
                b.set(member, x.state(x.add(x.add(ref.at, x.name(i)), 1)))
                visit(x.name(member), x.ONE)
        case "pile":
            size = b.temp(zones.zone_size(b, ref))
            with b.loop(lambda body: x.count(i, size, body), True):
                if family.deep:
                    look: ast.expr = b.call(
                        "pile_nth", *zones.pile_arguments(ref), family.words.first, x.name(i)
                    )
                else:
                    look = x.state(x.add(ref.at, x.sub(size, x.name(i))))
                b.set(member, look)
                visit(x.name(member), x.ONE)
        case "kinds":
            count = b.fresh("n")
            with b.loop(lambda body: x.count(member, family.high + 1, body, family.low), True):
                b.set(count, x.state(x.add(x.name(member), x.sub(ref.at, family.low))))
                with b.branch() as inside:
                    visit(x.name(member), x.name(count))
                b.emit(*x.when(x.compare(">", x.name(count), 0), inside))
        case "box":
            count = b.fresh("n")
            with b.loop(lambda body: x.count(member, family.high + 1, body), True):
                b.set(count, count_in(b, ref, x.name(member), (0, family.high)))
                with b.branch() as inside:
                    visit(x.name(member), x.name(count))
                b.emit(*x.when(x.compare(">", x.name(count), 0), inside))


def count_in(b: Body, ref: zones.ZoneRef, item: ast.expr, within: Bounds) -> ast.expr:
    """How many of an id are in a zone: of a numbered one 1 or 0."""
    family = ref.family
    layout = b.unit.layout
    if family.kind == "kinds":
        inside = x.both(
            [
                x.compare(">=", item, family.low) if within[0] < family.low else x.ONE,
                x.compare("<=", item, family.high) if within[1] > family.high else x.ONE,
            ]
        )
        return x.conditional(inside, x.state(x.add(item, x.sub(ref.at, family.low))), x.const(0))
    if family.kind == "kind":
        return x.conditional(x.compare("=", x.state(ref.at), item), x.ONE, x.const(0))
    here = x.conditional(x.compare("=", x.state(x.add(item, LOCATION)), ref.number), x.ONE, x.const(0))
    if family.kind != "box" or not layout.alike:
        return here
    kinds = b.unit.constants.at("alike", len(b.unit.ruleset.components), lambda _: alike_slots(b.unit))
    slot = x.constant(x.add(item, kinds))
    return x.conditional(x.compare(">=", slot, 0), x.state(slot), here)


def alike_slots(unit: Unit) -> list[int]:
    """By id: where the box counts it, or -1 for a numbered one."""
    alike = set(unit.layout.alike)
    return [unit.layout.box_count(i) if i in alike else -1 for i in range(len(unit.ruleset.components))]


# ---- asking ----------------------------------------------------------------------------------------------
def contains(b: Body, domain: core.Domain, item: ast.expr, within: Bounds) -> ast.expr:
    """Is the value (which may be written several times) a member? If it can be none, the caller has seen to
    it."""
    match domain:
        case core.Zone():
            ref = zones.reference(b, domain)
            if ref.family.kind in ("kinds", "kind", "box"):
                return x.compare(">", count_in(b, ref, item, within), 0)
            return x.compare("=", x.state(x.add(item, LOCATION)), ref.number)
        case core.AllOf(type=Comp() as type):
            inside = expressions.is_of(b, item, type.leaves, within)
            components = b.unit.ruleset.components
            if all(components.owner[i] < b.unit.ruleset.players[0] for i in components.ids(type)):
                return inside
            return x.both([inside, x.constant(x.add(item, b.unit.constants.present()))])
        case core.AllOf():
            low, high = element_bounds(b, domain)
            if isinstance(domain.type, Player) and b.unit.ruleset.players[0] != b.unit.ruleset.players[1]:
                return x.both([x.compare(">=", item, 0), x.compare("<", item, expressions.players(b))])
            return between(item, x.const(low), x.const(high), within)
        case core.RangeD():
            low_e, high_e = b.ordered(
                [lambda: expressions.value(b, domain.low), lambda: expressions.value(b, domain.high)]
            )
            return between(item, low_e, high_e, within)
        case core.ListD(items=items):
            return expressions.junction(b, [partial(_equals, b, item, i) for i in items], False)
        case core.FilterD(leaves=leaves, domain=inner):
            return expressions.junction(
                b,
                [
                    lambda: expressions.is_of(b, item, leaves, within),
                    lambda: contains(b, inner, item, within),
                ],
                True,
            )
        case _:
            words = domain_universe(b, domain)
            return has_member(b, sets.domain_words(b, domain, words), words, item, within)


def _equals(b: Body, item: ast.expr, e: core.Expr) -> ast.expr:
    return x.compare("=", item, expressions.value(b, e))


def between(item: ast.expr, low: ast.expr, high: ast.expr, within: Bounds) -> ast.expr:
    tests = []
    if not (x.is_const(low) and within[0] >= x.as_int(low)):
        tests.append(x.compare(">=", item, low))
    if not (x.is_const(high) and within[1] <= x.as_int(high)):
        tests.append(x.compare("<=", item, high))
    return x.both(tests)


def has_member(b: Body, words: Words, of: Universe, item: ast.expr, within: Bounds) -> ast.expr:
    """Is the bit of the value set?"""
    low, high = of.first * x.WORD, (of.first + of.count) * x.WORD - 1
    # After a fault an item may be 0, whatever its bounds: nothing is shifted by less than nothing then.
    inside = between(item, x.const(low), x.const(high), (min(within[0], 0), within[1]))
    if of.count == 0 or x.is_value(inside, 0):
        return x.const(0)
    if of.count == 1:
        bit = x.binary("&", x.binary(">>", words[0], x.sub(item, low)), 1)
        return x.both([inside, bit])
    index = x.binary("div", item, x.WORD)
    chain = words[-1]
    for k in range(of.count - 2, -1, -1):
        chain = x.conditional(x.compare("=", index, of.first + k), words[k], chain)
    return x.both([inside, x.binary("&", x.binary(">>", chain, x.binary("mod", item, x.WORD)), 1)])


def meets(b: Body, left: core.Domain, right: core.Domain) -> ast.expr:
    """Have two domains a member in common?"""
    of = _common(domain_universe(b, left), domain_universe(b, right))
    a, c = two_sets(b, left, right, of)
    return x.either([x.compare("!=", x.binary("&", p, q), 0) for p, q in zip(a, c, strict=True)])


def same(b: Body, left: core.Domain, right: core.Domain) -> ast.expr:
    """Have two domains the same members?"""
    p, q = domain_universe(b, left), domain_universe(b, right)
    first = min(p.first, q.first)
    of = Universe(first, max(p.first + p.count, q.first + q.count) - first)
    a, c = two_sets(b, left, right, of)
    return x.both([x.compare("=", v, w) for v, w in zip(a, c, strict=True)])


def _common(p: Universe, q: Universe) -> Universe:
    first = max(p.first, q.first)
    return Universe(first, max(0, min(p.first + p.count, q.first + q.count) - first))


def two_sets(b: Body, left: core.Domain, right: core.Domain, of: Universe) -> tuple[Words, Words]:
    mark = len(b.out)
    a = sets.domain_words(b, left, of)
    between = len(b.out)
    c = sets.domain_words(b, right, of)
    if len(b.out) > between:
        late = b.out[between:]
        del b.out[between:]
        a = tuple(b.named(w) for w in a)
        b.emit(*late)
    assert mark <= between
    return a, c


def size(b: Body, domain: core.Domain) -> ast.expr:
    """How many members a domain has, each of alike pieces counted; nothing is drawn."""
    match domain:
        case core.Zone():
            return zones.zone_size(b, zones.reference(b, domain))
        case core.AllOf(type=Player()):
            return expressions.players(b)
        case core.RangeD():
            low, high = b.ordered(
                [lambda: expressions.value(b, domain.low), lambda: expressions.value(b, domain.high)]
            )
            length = b.named(x.add(x.sub(high, low), 1))
            return x.conditional(x.compare(">", length, 0), length, x.const(0))
        case core.ListD(items=items):
            for item in items:
                held = expressions.value(b, item)
                if x.calls(held):
                    b.temp(held)
            return x.const(len(items))
        case core.FilterD(leaves=leaves, domain=core.Zone() as zone) if _ordered_zone(b, zone):
            return _count_leaves(b, zones.reference(b, zone), leaves)
        case _ if sets.has_words(b, domain) or isinstance(domain, core.SetD):
            words = domain_universe(b, domain)
            return zones.popcount(list(sets.domain_words(b, domain, words)))
        case core.BoardD():
            return boards.board_size(b, domain)
    total = b.fresh("n")
    b.set(total, 0)
    walk(b, domain, lambda member, weight: b.emit(x.change(total, "+", weight)))
    return x.name(total)


def _ordered_zone(b: Body, zone: core.Zone) -> bool:
    family = b.unit.layout.families.get(zone.family)
    return family is not None and family.kind in ("pile", "row")


def _count_leaves(b: Body, ref: zones.ZoneRef, leaves: tuple[str, ...]) -> ast.expr:
    """How many components of the leaves are in a row or pile: by where they are."""
    total, i = b.fresh("n"), b.fresh("i")
    b.set(total, 0)
    for first, last in id_ranges(b, leaves):
        here = x.compare("=", x.state(x.add(x.name(i), LOCATION)), ref.number)
        b.emit(x.count(i, last + 1, x.when(here, [x.change(total, "+", 1)]), first))
    return x.name(total)


def id_ranges(b: Body, leaves: tuple[str, ...]) -> list[tuple[int, int]]:
    """The ids of some leaves as ranges (both ends included), ascending."""
    families = b.unit.ruleset.components.families
    found: list[tuple[int, int]] = []
    for first, last in sorted((families[n].first, families[n].first + families[n].count - 1) for n in leaves):
        if last < first:
            continue
        if found and found[-1][1] == first - 1:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def is_empty(b: Body, domain: core.Domain) -> ast.expr:
    """Has a domain no member?"""
    match domain:
        case core.Zone():
            return zones.zone_empty(b, zones.reference(b, domain))
        case _ if sets.has_words(b, domain) or isinstance(domain, core.SetD):
            words = domain_universe(b, domain)
            return x.both([x.compare("=", w, 0) for w in sets.domain_words(b, domain, words)])
        case _:
            return x.compare("=", size(b, domain), 0)
