"""Steps that wait for nobody and hold no other steps: moves, variables, chance, and the rest.

One function for each node of the tree. What the step reads is evaluated in the order that core.py tells;
where a step moves several pieces, a fault ends the moving.
"""

from __future__ import annotations

import ast
from functools import partial
from itertools import product

from rulewright.compile import build as x
from rulewright.compile import comprehensions, domains, expressions, looking, masks, moving, sets, zones
from rulewright.compile.body import Body, Words
from rulewright.compile.bounds import bounds, fits, members
from rulewright.compile.layout import DROPPED, LOCATION, Universe, entries, universe
from rulewright.compile.safety import conjuncts, safe
from rulewright.compile.tracing import note
from rulewright.compile.zones import ZoneRef
from rulewright.machine.interface import Config
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar, Variable
from rulewright.ruleset.types import NONE, Comp, Int, Opt, Player, SetOf, Type


def effect(b: Body, step: core.Step) -> bool:
    """Emit the step, if it is one of those here."""
    match step:
        case core.Move():
            _move(b, step)
        case core.MoveSet():
            _move_set(b, step)
        case core.MoveAll():
            source, to = _two_zones(b, step.source, step.to)
            moving.move_all(b, source, to, step.end, step.place)
        case core.MoveEvery():
            _move_every(b, step)
        case core.MoveSome():
            _move_some(b, step)
        case core.MoveKind():
            _move_kind(b, step)
        case core.MoveRandom():
            _move_random(b, step)
        case core.Shuffle():
            moving.shuffle(b, zones.reference(b, step.zone))
        case core.Deal():
            _deal(b, step)
        case core.SetVar():
            _set_var(b, step)
        case core.AddMember():
            _add_member(b, step)
        case core.RollVar():
            _roll(b, step)
        case core.RandomVar():
            chosen = _random(b, step.local, step.domain, step.where, step.place)
            _assign(b, step.variable, step.index, chosen, domains.element_bounds(b, step.domain), step.place)
        case core.Let():
            let(b, step.local, step.value)
        case core.LetRandom():
            chosen = _random(b, step.candidate, step.domain, step.where, step.place)
            keep(b, step.local, chosen)
        case core.Show():
            _show(b, step)
        case core.DropOut():
            seat = b.named(expressions.value(b, step.player))
            bit = x.binary("<<", x.const(1), seat)
            if b.unit.traced:
                with b.branch() as inside:
                    note(b, "drop", seat)
                b.emit(*x.when(x.negate(x.binary("&", x.binary(">>", x.state(DROPPED), seat), 1)), inside))
            b.emit(x.update("S", DROPPED, "|", bit))
        case _:
            return False
    return True


# ---- locals ----------------------------------------------------------------------------------------------
def keep(b: Body, var: LocalVar, value: ast.expr) -> None:
    """Give a local its value: in S if it lives across decisions, else under a name."""
    if var.id in b.unit.slots:
        b.emit(x.store("S", b.unit.slots[var.id], value))
        b.env.pop(var.id, None)
    else:
        b.bind(var, b.temp(value, "v"))


def keep_set(b: Body, var: LocalVar, words: Words) -> None:
    if var.id in b.unit.slots:
        at = b.unit.slots[var.id]
        held = [b.named(w) for w in words]
        b.emit(*(x.store("S", at + i, w) for i, w in enumerate(held)))
        b.env.pop(var.id, None)
    else:
        b.bind(var, tuple(b.temp(w, "v") for w in words))


def let(b: Body, var: LocalVar, e: core.Expr) -> None:
    """core.Let, and arguments that are kept in the same way."""
    if isinstance(var.type, SetOf):
        keep_set(b, var, sets.set_words(b, e, b.unit.layout.universe(var.type)))
        return
    keep(b, var, limited(b, var, e))


def limited(b: Body, var: LocalVar, e: core.Expr) -> ast.expr:
    """The value of an expression as one of the local's type."""
    value = expressions.value(b, e)
    within = b.unit.layout.bounds(var.type)
    if fits(bounds(b.unit, e), within):
        return value
    return x.call("within", x.name("R"), value, *within, b.place)


# ---- moves -----------------------------------------------------------------------------------------------
def _two_zones(b: Body, source: core.Zone, to: core.Zone) -> tuple[ZoneRef, ZoneRef]:
    found: list[ZoneRef] = []

    def zone(z: core.Zone) -> ast.expr:
        found.append(zones.reference(b, z))
        return x.const(0)

    b.ordered([lambda: zone(source), lambda: zone(to)])
    return found[0], found[1]


def leaves_of(e: core.Expr) -> tuple[str, ...]:
    type = e.type.base if isinstance(e.type, Opt) else e.type
    assert isinstance(type, Comp)
    return type.leaves


def _move(b: Body, step: core.Move) -> None:
    if isinstance(step.component, core.End) and _move_end(b, step, step.component):
        return
    item = b.named(expressions.value(b, step.component), "c")
    to = zones.reference(b, step.to)
    moving.move(b, item, leaves_of(step.component), to, step.end, step.place)


def _move_end(b: Body, step: core.Move, look: core.End) -> bool:
    """Moving the top of a pile or what is in a slot: where it comes from is known. False if it isn't so
    simple."""
    family = b.unit.layout.families.get(look.zone.family)
    if family is None or look.zone.family == step.to.family:
        return False
    if look.end == "top" and family.kind == "pile":
        source = zones.reference(b, look.zone)
        moving.refill(b, source, look.place)
        _top_to(b, source, look.place, step.place, step.to, step.end)
        return True
    if look.end == "only" and family.kind == "slot":
        source = zones.reference(b, look.zone)
        item = b.temp(x.state(source.at), "c")
        to = zones.reference(b, step.to)
        with b.branch() as inside:
            moving.move_from(b, item, source, to, step.end, step.place)
        b.emit(*x.when(x.compare(">=", item, 0), inside))
        return True
    return False


def _top_to(
    b: Body, source: ZoneRef, looked: int, place: int, zone: core.Zone | ZoneRef, end: core.ZoneEnd | None
) -> None:
    """Emit: the top card of a pile goes to another zone. The pile is empty: a fault at ``looked``."""
    family = source.family
    layout = b.unit.layout
    limited_to = (
        zone.family if isinstance(zone, ZoneRef) else layout.families.get(zone.family, layout.box)
    ).limit
    if limited_to is None:
        if not family.deep:
            take = b.call("list_take", source.at, looked, source.number)
        elif family.words.count == 1:
            take = b.call(
                "pile_take_1", source.at, family.capacity, family.words.first, looked, source.number
            )
        else:
            take = b.call(
                "pile_take", *zones.pile_arguments(source), family.words.first, looked, source.number
            )
        item = b.temp(take, "c")
        to = zone if isinstance(zone, ZoneRef) else zones.reference(b, zone)
        with b.branch() as inside:
            moving.put_in(b, to, item, end)
            note(b, "move", item, 1, source.number, to.number)
        b.emit(*x.when(x.compare(">=", item, 0), inside))
        return
    if family.deep:
        look: ast.expr = looking.pile_top(b, source, -1, looked)
    else:
        look = b.call("list_last", source.at, looked, source.number)
    item = b.temp(look, "c")
    to = zone if isinstance(zone, ZoneRef) else zones.reference(b, zone)
    with b.branch() as inside:
        moving.move_from(b, item, source, to, end, place, top=True)
    b.emit(*x.when(x.compare(">=", item, 0), inside))


def _move_set(b: Body, step: core.MoveSet) -> None:
    of = domains.domain_universe(b, step.components)
    words = tuple(b.named(w) for w in sets.domain_words(b, step.components, of))
    to = zones.reference(b, step.to)
    leaves = _domain_leaves(b, step.components)
    domains.walk_words(b, words, of, lambda item, _: moving.move(b, item, leaves, to, step.end, step.place))


def _domain_leaves(b: Body, domain: core.Domain) -> tuple[str, ...]:
    """Of what leaves the components of a domain may be."""
    match domain:
        case core.Zone(family=family):
            zone = b.unit.ruleset.zones.get(family)
            if zone is not None:
                return zone.element.leaves
            families = b.unit.ruleset.components.families.values()
            return tuple(f.name for f in families if f.leaves == (f.name,))
        case core.FilterD(leaves=leaves):
            return leaves
        case core.ListD(items=items):
            return tuple(dict.fromkeys(leaf for item in items for leaf in leaves_of(item)))
        case core.SetD(value=value):
            return _type_leaves(sets.element_type(value.type))
        case core.AllOf(type=type):
            return _type_leaves(type)
        case _:
            raise AssertionError(f"no components: {domain!r}")


def _type_leaves(type: Type) -> tuple[str, ...]:
    assert isinstance(type, Comp)
    return type.leaves


def _move_every(b: Body, step: core.MoveEvery) -> None:
    only = zones.reference(b, step.source) if step.source is not None else None
    to = zones.reference(b, step.to)
    alike = set(b.unit.layout.alike)
    for first, last in domains.id_ranges(b, step.leaves):
        kinds = [i for i in range(first, last + 1) if i in alike]
        numbered = [i for i in range(first, last + 1) if i not in alike]
        assert not kinds or not numbered or kinds[-1] < numbered[0] or numbered[-1] < kinds[0]
        for ids in sorted((kinds, numbered)):
            if ids and ids is kinds:
                _every_kind(b, step, ids, only, to)
            elif ids:
                _every_numbered(b, step, ids, only, to)


def _every_numbered(b: Body, step: core.MoveEvery, ids: list[int], only: ZoneRef | None, to: ZoneRef) -> None:
    item = b.fresh("c")
    owner = b.unit.ruleset.components.owner
    with b.loop(lambda body: x.count(item, ids[-1] + 1, body, ids[0])):
        here = x.state(x.add(x.name(item), LOCATION))
        with b.branch() as inside:
            moving.move(b, x.name(item), step.leaves, to, step.end, step.place)
        test: ast.expr = x.const(1)
        if only is not None:
            test = x.compare("=", here, only.number)
        elif any(owner[i] >= b.unit.ruleset.players[0] for i in ids):
            test = x.compare(">=", here, 0)
        b.emit(*x.when(test, inside))


def _every_kind(b: Body, step: core.MoveEvery, ids: list[int], only: ZoneRef | None, to: ZoneRef) -> None:
    kind = b.fresh("c")
    with b.loop(lambda body: x.count(kind, ids[-1] + 1, body, ids[0])):
        if only is not None:
            _all_of_kind(b, x.name(kind), only, to, step.place)
            return
        for family in moving.sources(b.unit, step.leaves):
            entry = b.fresh("i")
            if family.size == 1:
                _all_of_kind(b, x.name(kind), zones.numbered(b, family, x.const(0)), to, step.place)
                continue
            with b.loop(partial(x.count, entry, family.size)):
                _all_of_kind(b, x.name(kind), zones.numbered(b, family, x.name(entry)), to, step.place)


def _all_of_kind(b: Body, kind: ast.expr, source: ZoneRef, to: ZoneRef, place: int) -> None:
    if source.family.kind == "kinds":
        inside_range = x.both(
            [x.compare(">=", kind, source.family.low), x.compare("<=", kind, source.family.high)]
        )
        n: ast.expr = x.conditional(inside_range, x.state(moving.kind_slot(b, source, kind)), x.const(0))
    elif source.family.kind == "kind":
        n = x.conditional(x.compare("=", x.state(source.at), kind), x.const(1), x.const(0))
    else:
        n = x.state(moving.kind_slot(b, source, kind))
    n = b.temp(n)
    with b.branch() as inside:
        moving.move_kind(b, kind, n, source, to, place)
    test: ast.expr = x.compare(">", n, 0)
    if source.family.name == to.family.name:
        test = x.both([test, x.compare("!=", source.number, to.number)])
    b.emit(*x.when(test, inside))


def _how_many(b: Body, count: core.Expr, place: int) -> ast.expr:
    """A number of pieces: negative is a fault and none."""
    n = expressions.value(b, count)
    if bounds(b.unit, count)[0] >= 0:
        return b.named(n, "n")
    n = b.named(n, "n")
    return b.temp(x.conditional(x.compare(">=", n, 0), n, b.fault("FAULT_RANGE", place, n)), "n")


def _no_fault() -> ast.expr:
    return x.compare("=", x.element("R", x.name("R_FAULT")), 0)


def _move_some(b: Body, step: core.MoveSome) -> None:
    n = _how_many(b, step.count, step.place)
    source, to = _two_zones(b, step.source, step.to)
    if source.family.kind == "pile":
        if x.is_value(n, 1):
            moving.refill(b, source, step.place)
            _top_to(b, source, step.place, step.place, to, step.end)
            return
        with b.loop(lambda body: x.count(b.fresh("i"), n, body)):
            b.emit(*x.when(x.negate(_no_fault()), [ast.Break()]))
            moving.refill(b, source, step.place)
            _top_to(b, source, step.place, step.place, to, step.end)
        return
    enough = x.compare("<=", n, zones.zone_size(b, source))
    with b.branch() as inside:
        _first(b, n, source, to, step)
    b.emit(*x.when(enough, inside, [x.do(b.fault("FAULT_EMPTY", step.place, source.number))]))


def _first(b: Body, n: ast.expr, source: ZoneRef, to: ZoneRef, step: core.MoveSome) -> None:
    """The first n of a zone that has so many."""
    family = source.family
    if family.kind == "row":
        with b.loop(lambda body: x.count(b.fresh("i"), n, body)):
            b.emit(*x.when(x.negate(_no_fault()), [ast.Break()]))
            item = b.temp(x.state(x.add(source.at, 1)), "c")
            moving.move_from(b, item, source, to, step.end, step.place)
        return
    left = b.temp(n, "n").id

    def some(item: ast.expr, there: ast.expr) -> None:
        b.emit(*x.when(x.compare("<=", x.name(left), 0), [ast.Break()]))
        if not moving.is_alike(source):
            b.emit(x.change(left, "-", 1))
            moving.move_from(b, item, source, to, step.end, step.place)
            return
        fewer = x.compare("<", there, x.name(left))
        taken = x.const(1) if x.is_value(n, 1) else b.temp(x.conditional(fewer, there, x.name(left)))
        b.emit(x.change(left, "-", taken))
        moving.move_kind(b, item, taken, source, to, step.place)

    domains.walk_zone(b, source, some)


def _move_kind(b: Body, step: core.MoveKind) -> None:
    found: list[ZoneRef] = []

    def zone(z: core.Zone) -> ast.expr:
        found.append(zones.reference(b, z))
        return x.const(0)

    n, kind, _, _ = b.ordered(
        [
            lambda: _how_many(b, step.count, step.place),
            lambda: b.named(expressions.value(b, step.kind)),
            lambda: zone(step.source),
            lambda: zone(step.to),
        ]
    )
    source, to = found
    within = bounds(b.unit, step.kind)
    there = domains.count_in(b, source, kind, within)
    with b.branch() as inside:
        moving.move_kind(b, kind, n, source, to, step.place)
    inside = x.when(x.compare(">", n, 0), inside)
    fault: list[ast.stmt] = [x.do(b.fault("FAULT_EMPTY", step.place, source.number))]
    b.emit(*x.when(x.compare("<=", n, there), inside, fault))


def _move_random(b: Body, step: core.MoveRandom) -> None:
    n = _how_many(b, step.count, step.place)
    source, to = _two_zones(b, step.source, step.to)
    enough = x.compare("<=", n, zones.zone_size(b, source))
    with b.branch() as inside, b.loop(lambda body: x.count(b.fresh("i"), n, body)):
        b.emit(*x.when(x.negate(_no_fault()), [ast.Break()]))
        item = b.temp(kth_piece(b, source), "c")
        if moving.is_alike(source):
            moving.move_kind(b, item, x.const(1), source, to, step.place)
        else:
            moving.move_from(b, item, source, to, step.end, step.place)
    b.emit(*x.when(enough, inside, [x.do(b.fault("FAULT_EMPTY", step.place, source.number))]))


def kth_piece(b: Body, source: ZoneRef) -> ast.expr:
    """A piece of a zone that isn't empty, by chance: counted in walking order, but nothing is looked at."""
    family = source.family
    size = zones.zone_size(b, source)
    k = b.temp(x.call("chance", x.name("R"), size), "k")
    match family.kind:
        case "set":
            return x.add(
                x.call("kth_of", x.name("S"), source.at, family.words.count, k), family.words.first * x.WORD
            )
        case "row":
            return x.state(x.add(x.add(source.at, k), 1))
        case "pile" if family.deep:
            return piece_of_pile(b, source, k)
        case "pile":
            return x.state(x.add(source.at, x.sub(x.state(source.at), k)))
        case "slot" | "kind":
            return x.state(source.at)
        case _:
            return _kth_kind(b, source, k)


def _kth_kind(b: Body, source: ZoneRef, k: ast.expr) -> ast.expr:
    """The kind of the k-th of a zone's alike pieces."""
    found, left = b.fresh("c"), b.fresh("k")
    b.set(found, source.family.low)
    b.set(left, k)

    def pick(kind: ast.expr, there: ast.expr) -> None:
        b.emit(*x.when(x.compare("<", x.name(left), there), [x.assign(found, kind), ast.Break()]))
        b.emit(x.change(left, "-", there))

    domains.walk_zone(b, source, pick)
    return x.name(found)


def piece_of_pile(b: Body, ref: ZoneRef, k: ast.expr) -> ast.expr:
    """Piece k of a pile, the unknown cards counted ascending; nothing is looked at."""
    return b.call("pile_piece", *zones.pile_arguments(ref), ref.family.words.first, k)


def _deal(b: Body, step: core.Deal) -> None:
    n = _how_many(b, step.count, step.place)
    source = zones.reference(b, step.source)
    first = x.const(0) if step.first is None else b.named(expressions.value(b, step.first))
    hands = b.unit.layout.families[step.family]
    with b.loop(lambda body: x.count(b.fresh("i"), n, body)):
        b.emit(*x.when(x.negate(_no_fault()), [ast.Break()]))

        def give(seat: ast.expr) -> None:
            moving.refill(b, source, step.place)
            _top_to(b, source, step.place, step.place, zones.numbered(b, hands, seat), None)

        seats_from(b, first, give)


def seats_from(b: Body, first: ast.expr, visit: object, flag: str | None = None) -> None:
    """Emit a loop over the seats in play from one of them round the table."""
    assert callable(visit)
    i = b.fresh("i")
    n = expressions.players(b)
    with b.loop(lambda body: x.count(i, n, body)):
        if x.is_value(first, 0):
            seat: ast.expr = x.name(i)
        else:
            seat = b.temp(x.add(first, x.name(i)), "p")
            assert isinstance(seat, ast.Name)
            b.emit(*x.when(x.compare(">=", seat, n), [x.change(seat.id, "-", n)]))
        if b.unit.drops_out:
            with b.branch() as inside:
                visit(seat)
            b.emit(*x.when(x.negate(x.binary("&", x.binary(">>", x.state(DROPPED), seat), 1)), inside))
        else:
            visit(seat)


# ---- variables -------------------------------------------------------------------------------------------
def _number(b: Body, variable: str) -> int:
    return list(b.unit.ruleset.variables).index(variable)


def _assign(
    b: Body, variable: str, index: tuple[core.Expr, ...], value: ast.expr, within: tuple[int, int], place: int
) -> None:
    """Emit: a variable (no set) gets a value, if it is in its range."""
    declared = b.unit.ruleset.variables[variable]
    if index and not x.simple(value) and not safe(b.unit, index):
        value = b.named(value)
    entry = expressions.mixed(b, index, declared.keys, place)
    _store(b, declared, entry, value, within, place)


def _store(
    b: Body, declared: Variable, entry: ast.expr, value: ast.expr, within: tuple[int, int], place: int
) -> None:
    base = declared.type.base if isinstance(declared.type, Opt) else declared.type
    value = _in_range(b, declared, base, value, within, place)
    if b.unit.traced:
        entry, value = b.named(entry), b.named(value)
    b.emit(x.store("S", x.add(entry, b.unit.layout.variables[declared.name]), value))
    note(b, "set", _number(b, declared.name), entry, value)


def _in_range(
    b: Body, declared: Variable, base: object, value: ast.expr, within: tuple[int, int], place: int
) -> ast.expr:
    if not isinstance(base, Int):
        return value
    low, high = base.lo, base.hi
    if not isinstance(declared.type, Opt) or fits(within, (low, high)):
        return expressions.ranged(b, value, within, (low, high), place)
    if low <= 0:
        return expressions.ranged(b, value, within, (NONE, high), place)
    value = b.named(value)
    checked = x.call("within", x.name("R"), value, low, high, place)
    return x.conditional(x.compare("=", value, NONE), value, checked)


def _set_var(b: Body, step: core.SetVar) -> None:
    declared = b.unit.ruleset.variables[step.variable]
    if isinstance(declared.type, SetOf):
        of = b.unit.layout.universe(declared.type)
        wide = _wide(b, step, declared, of)
        words = tuple(b.named(w) for w in sets.set_words(b, step.value, wide))
        at, entry = _set_at(b, declared, step.index, of, step.place)
        _members_in_range(b, step, declared, words, wide)
        _store_set(b, declared, entry, at, sets.align(words, wide, of), of)
        return
    value = expressions.value(b, step.value)
    _assign(b, step.variable, step.index, value, bounds(b.unit, step.value), step.place)


def _wide(b: Body, step: core.SetVar, declared: Variable, of: Universe) -> Universe:
    """Words that have room for the set that a variable gets, numbers outside its range included."""
    element = sets.element_type(declared.type)
    within = sets.value_bounds(b, step.value)
    if not isinstance(element, Int) or fits(within, (element.lo, element.hi)):
        return of
    return universe(min(within[0], element.lo), max(within[1], element.hi))


def _members_in_range(b: Body, step: core.SetVar, declared: Variable, words: Words, of: Universe) -> None:
    """Emit: a number in the set outside the variable's range is a fault."""
    element = sets.element_type(declared.type)
    if not isinstance(element, Int) or fits(sets.value_bounds(b, step.value), (element.lo, element.hi)):
        return
    for i, mask in enumerate(of.masks(list(range(element.lo, element.hi + 1)))):
        outside = b.temp(x.binary("&", words[i], ast.UnaryOp(ast.Invert(), x.const(mask))))
        member = x.add(x.call("ctz", outside), (of.first + i) * x.WORD)
        fault = x.do(b.fault("FAULT_RANGE", step.place, member))
        b.emit(*x.when(x.compare("!=", outside, 0), [fault]))


def _set_at(
    b: Body, declared: Variable, index: tuple[core.Expr, ...], of: Universe, place: int
) -> tuple[ast.expr, ast.expr]:
    """Where a set variable's entry lies, and its number."""
    entry = b.named(expressions.mixed(b, index, declared.keys, place))
    return x.add(x.mul(entry, of.count), b.unit.layout.variables[declared.name]), entry


def _store_set(
    b: Body, declared: Variable, entry: ast.expr, at: ast.expr, words: Words, of: Universe
) -> None:
    number = _number(b, declared.name)
    if b.unit.traced:
        old = [b.temp(x.state(x.add(at, i))) for i in range(of.count)]
        for leaving in (True, False):
            changed = tuple(
                x.binary("&", o, ast.UnaryOp(ast.Invert(), w))
                if leaving
                else x.binary("&", w, ast.UnaryOp(ast.Invert(), o))
                for o, w in zip(old, words, strict=True)
            )
            domains.walk_words(
                b,
                tuple(b.named(c) for c in changed),
                of,
                partial(_note_member, b, number, entry, leaving),
            )
    for i, word in enumerate(words):
        b.emit(x.store("S", x.add(at, i), word))


def _note_member(b: Body, number: int, entry: ast.expr, leaving: bool, member: ast.expr, _: ast.expr) -> None:
    note(b, "set", number, entry, x.sub(x.const(-1), member) if leaving else member)


def _add_member(b: Body, step: core.AddMember) -> None:
    declared = b.unit.ruleset.variables[step.variable]
    of = b.unit.layout.universe(declared.type)
    member = b.named(expressions.value(b, step.value))
    at, entry = _set_at(b, declared, step.index, of, step.place)
    low, high = b.unit.layout.bounds(sets.element_type(declared.type))
    if x.is_const(member):
        word: ast.expr = x.const(of.word(x.as_int(member)))
        bit: ast.expr = x.const(1 << x.as_int(member) % x.WORD)
    elif of.count == 1:
        word, bit = x.const(0), x.binary("<<", x.const(1), x.sub(member, of.first * x.WORD))
    else:
        word = x.sub(x.binary("div", member, x.WORD), of.first)
        bit = x.binary("<<", x.const(1), x.binary("mod", member, x.WORD))
    where = b.named(x.add(at, word)) if not x.is_const(x.add(at, word)) else x.add(at, word)
    with b.branch() as inside:
        bit = b.named(bit)
        if b.unit.traced:
            with b.branch() as told:
                note(
                    b,
                    "set",
                    _number(b, step.variable),
                    entry,
                    x.sub(x.const(-1), member) if step.remove else member,
                )
            there = x.compare("!=" if step.remove else "=", x.binary("&", x.state(where), bit), 0)
            b.emit(*x.when(there, told))
        if step.remove:
            b.emit(
                x.update(
                    "S", where, "&", ast.UnaryOp(ast.Invert(), bit) if not x.is_const(bit) else ~x.as_int(bit)
                )
            )
        else:
            b.emit(x.update("S", where, "|", bit))
    within = bounds(b.unit, step.value)
    fault = [] if step.remove else [x.do(b.fault("FAULT_RANGE", step.place, member))]
    b.emit(*x.when(domains.between(member, x.const(low), x.const(high), within), inside, fault))


def _roll(b: Body, step: core.RollVar) -> None:
    declared = b.unit.ruleset.variables[step.variable]

    def roll(entry: ast.expr) -> None:
        within = b.unit.layout.bounds(declared.type)
        entry = b.named(entry)
        candidate = LocalVar(-1, "", declared.type)
        rolled = _random(b, candidate, core.AllOf(declared.type), None, step.place)
        _store(b, declared, entry, rolled, within, step.place)

    if step.index or not declared.keys:
        roll(expressions.mixed(b, step.index, declared.keys, step.place))
        return
    total = entries(declared.keys)
    at = b.unit.constants.at(
        ("entries", declared.name), total + 1, lambda config: _entries(b, declared, config)
    )
    i = b.fresh("i")
    with b.loop(lambda body: x.count(i, x.constant(at), body)):
        roll(b.temp(x.constant(x.add(x.name(i), at + 1))))


def _entries(b: Body, declared: Variable, config: Config) -> list[int]:
    """How many entries of a variable are of seats and components in the game, and which."""
    owner = b.unit.ruleset.components.owner
    ways: list[list[int]] = []
    for key in declared.keys:
        values = list(range(key.offset, key.offset + key.size))
        if isinstance(key.type, Player):
            values = [v for v in values if v < config.players]
        elif isinstance(key.type, Comp):
            ids = set(b.unit.ruleset.components.ids(key.type))
            values = [v for v in values if v in ids and owner[v] < config.players]
        ways.append([v - key.offset for v in values])
    found: list[int] = []
    for digits in product(*ways):
        number = 0
        for digit, key in zip(digits, declared.keys, strict=True):
            number = number * key.size + digit
        found.append(number)
    return [len(found), *found, *[0] * (entries(declared.keys) - len(found))]


# ---- chance, showing -------------------------------------------------------------------------------------
def _random(b: Body, local: LocalVar, domain: core.Domain, where: core.Expr | None, place: int) -> ast.expr:
    """A member by chance: one event over all that the condition lets through."""
    low = max(0, domains.element_bounds(b, domain)[0])
    loop = core.Loop(local, domain)
    if where is None and isinstance(domain, core.AllOf) and not isinstance(domain.type, Comp):
        first, last = domains.element_bounds(b, domain)
        n = expressions.players(b) if isinstance(domain.type, Player) else x.const(last - first + 1)
        return x.add(x.call("chance", x.name("R"), n), first)
    words, rest = masks.masked(b, loop, conjuncts(where), [local])
    if words is None and not rest and sets.has_words(b, domain):
        words = sets.domain_words(b, domain, domains.domain_universe(b, domain))
    if words is not None and not rest and len(words) == 1:
        word = b.named(words[0])
        count = b.temp(x.call("popcount", word))
        chosen = x.add(
            x.call("kth", word, x.call("chance", x.name("R"), count)),
            domains.domain_universe(b, domain).first * x.WORD,
        )
        return x.conditional(x.compare(">", count, 0), chosen, x.add(b.fault("FAULT_NONE_USED", place), low))
    at = b.unit.room(members(b.unit, domain))
    number = b.fresh("n")
    b.set(number, 0)

    def write(_: ast.expr) -> None:
        held = b.local(local)
        assert isinstance(held, ast.expr)
        b.emit(x.store("L", x.add(x.name(number), at), held), x.change(number, "+", 1))

    comprehensions.each(b, [loop], where, write)
    chosen = x.element("L", x.add(x.call("chance", x.name("R"), x.name(number)), at))
    return x.conditional(
        x.compare(">", x.name(number), 0), chosen, x.add(b.fault("FAULT_NONE_USED", place), low)
    )


def _show(b: Body, step: core.Show) -> None:
    """Shows only in a trace; but looking at what is shown may draw or fault."""
    if (
        not b.unit.traced
        and safe(b.unit, step.what)
        and safe(b.unit, step.to)
        and not comprehensions.draws(b, step.what)
    ):
        return
    if step.to is not None and not safe(b.unit, step.to):
        domains.walk(b, step.what, lambda item, _: None)
    to = x.const(-1) if step.to is None else b.named(expressions.value(b, step.to))
    domains.walk(b, step.what, lambda item, _: note(b, "show", item, to))
