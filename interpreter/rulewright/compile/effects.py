"""Steps that wait for nobody and hold no other steps: locals, moves and the rest; variables are in storing.

One function for each node of the tree. What the step reads is evaluated in the order that core.py tells;
where a step moves several pieces, a fault ends the moving.
"""

from __future__ import annotations

import ast
from functools import partial

from rulewright.compile import build as x
from rulewright.compile import comprehensions, domains, expressions, looking, moving, sets, storing, zones
from rulewright.compile.body import Body, Words
from rulewright.compile.bounds import bounds, fits
from rulewright.compile.layout import DROPPED, LOCATION
from rulewright.compile.safety import safe
from rulewright.compile.tracing import note
from rulewright.compile.zones import ZoneRef
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar
from rulewright.ruleset.types import Comp, Opt, SetOf, Type


def effect(b: Body, step: core.Step) -> bool:
    """Emit the step, if it is one of those here."""
    match step:
        case core.Move():
            _move(b, step)
        case core.MoveSet():
            _move_set(b, step)
        case core.MoveAll():
            source, to = _two_zones(b, step.source, step.to)
            _spend(b, zones.zone_size(b, source), step.place)
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
            storing.set_variable(b, step)
        case core.AddMember():
            storing.add_member(b, step)
        case core.RollVar():
            storing.roll(b, step)
        case core.RandomVar():
            chosen = storing.random_member(b, step.local, step.domain, step.where, step.place)
            storing.assign(
                b, step.variable, step.index, chosen, domains.element_bounds(b, step.domain), step.place
            )
        case core.Let():
            let(b, step.local, step.value)
        case core.LetRandom():
            chosen = storing.random_member(b, step.candidate, step.domain, step.where, step.place)
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


def _spend(b: Body, n: ast.expr | int, place: int) -> None:
    """Emit: pieces that are moved cost steps, so that an endless loop of moves soon comes to its limit."""
    b.emit(x.do(b.call("spend", n, place)))


def _move_every(b: Body, step: core.MoveEvery) -> None:
    if step.source is None:
        _spend(b, sum(last + 1 - first for first, last in domains.id_ranges(b, step.leaves)), step.place)
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


# ---- showing ---------------------------------------------------------------------------------------------
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
