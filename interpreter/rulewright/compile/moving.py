"""Moves: taking a component out of where it is and putting it where it goes.

Where a component lies is in S, so taking it out needs no source: `leave` emits a function that looks there
and closes the gap. Destinations are always known by family, so putting in is written out on the spot. A move
that faults (a full zone) moves nothing; and since play runs on for a little after a fault, with values that
mean nothing, everything here keeps within its zone whatever it is given.
"""

from __future__ import annotations

import ast
from functools import partial

from rulewright.compile import build as x
from rulewright.compile import domains, expressions, zones
from rulewright.compile.body import Body, Unit, Visit
from rulewright.compile.counting import count
from rulewright.compile.layout import LOCATION, FamilyLayout
from rulewright.compile.tracing import note
from rulewright.compile.zones import ZoneRef, pile_arguments
from rulewright.ruleset.core import ZoneEnd


# ---- out -------------------------------------------------------------------------------------------------
def bit_of(item: ast.expr, family: FamilyLayout) -> tuple[ast.expr, ast.expr]:
    """Which word of a set (from its first) has the bit of a member, and the bit."""
    if x.is_const(item):
        value = x.as_int(item)
        return x.const(family.words.word(value)), x.const(1 << value % x.WORD)
    if family.words.count == 1:
        return x.const(0), x.binary("<<", x.const(1), x.sub(item, family.words.first * x.WORD))
    word = x.sub(x.binary("div", item, x.WORD), family.words.first)
    return word, x.binary("<<", x.const(1), x.binary("mod", item, x.WORD))


def take_out(b: Body, ref: ZoneRef, item: ast.expr) -> None:
    """Emit: a numbered component leaves the zone it is in."""
    family = ref.family
    match family.kind:
        case "set" | "box":
            word, bit = bit_of(item, family)
            b.emit(x.update("S", x.add(ref.at, word), "^", bit))
        case "slot":
            b.emit(x.store("S", ref.at, -1))
        case "pile" if family.deep:
            b.emit(x.do(b.call("pile_remove", *pile_arguments(ref), family.words.first, item)))
        case _:
            b.emit(x.do(b.call("list_remove", ref.at, item)))


def sources(unit: Unit, leaves: tuple[str, ...]) -> list[FamilyLayout]:
    """The families of zones in which a component of the leaves may be, the box first."""
    found = [unit.layout.box]
    for name, zone in unit.ruleset.zones.items():
        if set(zone.element.leaves) & set(leaves):
            found.append(unit.layout.families[name])
    return found


def leave(b: Body, leaves: tuple[str, ...], item: ast.expr, zone: ast.expr) -> None:
    """Emit: a numbered component of the leaves leaves the zone (its number) that it is in."""
    families = sources(b.unit, leaves)
    name = "leave_" + "_".join(str(f.number) for f in families[1:])

    def make() -> ast.FunctionDef:
        inner = Body(b.unit)
        dispatch(inner, families)
        inner.emit(x.give(0))
        return x.function(name, ["c", "z"], inner.out)

    b.emit(x.do(x.run(b.unit.helper(name, make), item, zone)))


def dispatch(b: Body, families: list[FamilyLayout]) -> None:
    """Emit `take_out` of c from zone z, which is one of the families'."""
    if len(families) > 1:
        middle = len(families) // 2
        with b.branch() as below:
            dispatch(b, families[:middle])
        with b.branch() as above:
            dispatch(b, families[middle:])
        b.emit(*x.when(x.compare("<", x.name("z"), families[middle].number), below, above))
        return
    family = families[0]
    entry: ast.expr = x.const(0) if family.size == 1 else x.sub(x.name("z"), family.number)
    at = x.add(x.mul(entry, family.stride), family.base)
    take_out(b, ZoneRef(family, at, x.name("z"), entry), x.name("c"))


# ---- in --------------------------------------------------------------------------------------------------
def put_in(b: Body, ref: ZoneRef, item: ast.expr, end: ZoneEnd | None) -> None:
    """Emit: a numbered component comes to a zone that has room for it."""
    family = ref.family
    match family.kind:
        case "set" | "box":
            word, bit = bit_of(item, family)
            b.emit(x.update("S", x.add(ref.at, word), "|", bit))
        case "slot":
            b.emit(x.store("S", ref.at, item))
        case "pile" if end == "bottom" and family.deep:
            b.emit(x.do(b.call("pile_under", *pile_arguments(ref), item)))
        case "pile" | "row" if end in ("bottom", "start"):
            b.emit(x.do(x.call("push_first", x.name("S"), ref.at, item)))
        case _:
            size = b.temp(x.add(x.state(ref.at), 1), "n")
            b.emit(x.store("S", x.add(ref.at, size), item))
            b.emit(x.store("S", ref.at, size))
    b.emit(x.store("S", x.add(item, LOCATION), ref.number))


def room(b: Body, ref: ZoneRef, more: ast.expr | int = 1) -> ast.expr:
    """Is there room for so many more?"""
    family = ref.family
    if family.limit is None:
        return x.const(1)
    if family.kind in ("slot", "kind"):
        empty = x.compare("<", x.state(ref.at), 0)
        return empty if more == 1 else x.both([empty, x.compare("<=", more_expr(more), 1)])
    size = zones.zone_size(b, ref)
    if more == 1:
        return x.compare("<", size, family.limit)
    return x.compare("<=", x.add(size, more_expr(more)), family.limit)


def more_expr(more: ast.expr | int) -> ast.expr:
    return x.const(more) if isinstance(more, int) else more


def move(
    b: Body, item: ast.expr, leaves: tuple[str, ...], to: ZoneRef, end: ZoneEnd | None, place: int
) -> None:
    """Emit: a numbered component (which may be written several times) goes to a zone from wherever it is."""
    source = b.temp(x.state(x.add(item, LOCATION)), "z")
    with b.branch() as inside:
        leave(b, leaves, item, source)
        put_in(b, to, item, end)
        note(b, "move", item, 1, source, to.number)
    if to.family.limit is None:
        b.emit(*inside)
        return
    may = expressions_or(b, x.compare("=", source, to.number), to)
    b.emit(*x.when(may, inside, [x.do(b.fault("FAULT_FULL", place, to.number))]))


def expressions_or(b: Body, same: ast.expr, to: ZoneRef) -> ast.expr:
    """The component is there already, or there is room."""
    return x.either([room(b, to), same])


def move_from(
    b: Body,
    item: ast.expr,
    source: ZoneRef,
    to: ZoneRef,
    end: ZoneEnd | None,
    place: int,
    *,
    top: bool = False,
) -> None:
    """Emit: a numbered component goes from a zone that it is known to be in to another one. ``top``: it is
    the top card of a pile, known by now."""
    with b.branch() as inside:
        if top:
            size = x.state(source.at)
            b.emit(x.store("S", x.add(source.at, size), 0))
            b.emit(x.update("S", source.at, "-", 1))
        else:
            take_out(b, source, item)
        put_in(b, to, item, end)
        note(b, "move", item, 1, source.number, to.number)
    if to.family.limit is None:
        b.emit(*inside)
        return
    may = room(b, to)
    if source.family.name == to.family.name:
        may = x.either([may, x.compare("=", source.number, to.number)])
    b.emit(*x.when(may, inside, [x.do(b.fault("FAULT_FULL", place, to.number))]))


# ---- alike pieces ----------------------------------------------------------------------------------------
def kind_slot(b: Body, ref: ZoneRef, kind: ast.expr) -> ast.expr:
    """Where a zone of alike pieces (or the box) counts a kind."""
    if ref.family.kind == "kinds":
        return x.add(kind, x.sub(ref.at, ref.family.low))
    alike = b.unit.layout.alike
    if alike[-1] - alike[0] + 1 == len(alike):
        return x.add(kind, b.unit.layout.box_count(alike[0]) - alike[0])
    table = b.unit.constants.at(
        "alike", len(b.unit.ruleset.components), lambda _: domains.alike_slots(b.unit)
    )
    return x.constant(x.add(kind, table))


def move_kind(b: Body, kind: ast.expr, n: ast.expr, source: ZoneRef, to: ZoneRef, place: int) -> None:
    """Emit: n pieces of a kind (n is at least 1, and there are so many) go from one zone to another."""
    with b.branch() as inside:
        if source.family.kind == "kind":
            b.emit(x.store("S", source.at, -1))
        else:
            b.emit(x.update("S", kind_slot(b, source, kind), "-", n))
        if to.family.kind == "kind":
            b.emit(x.store("S", to.at, kind))
        else:
            b.emit(x.update("S", kind_slot(b, to, kind), "+", n))
        note(b, "move", kind, n, source.number, to.number)
    may = room(b, to, 1 if x.is_value(n, 1) else n)
    if source.family.name == to.family.name and not x.is_const(may):
        may = x.either([may, x.compare("=", source.number, to.number)])
    b.emit(*x.when(may, inside, [x.do(b.fault("FAULT_FULL", place, to.number))]))


def is_alike(ref: ZoneRef) -> bool:
    return ref.family.kind in ("kinds", "kind")


# ---- all of a zone ---------------------------------------------------------------------------------------
def move_all(b: Body, source: ZoneRef, to: ZoneRef, end: ZoneEnd | None, place: int) -> None:
    """Emit core.MoveAll."""
    if source.family.name == to.family.name and source.family.size == 1:
        return
    with b.branch() as inside:
        _move_all(b, source, to, end, place)
    if source.family.name == to.family.name:
        inside = x.when(x.compare("!=", source.number, to.number), inside)
    b.emit(*inside)


def _move_all(b: Body, source: ZoneRef, to: ZoneRef, end: ZoneEnd | None, place: int) -> None:
    family = source.family
    backwards = end == "start" or (to.family.kind == "pile" and end != "bottom")
    if family.kind == "box" and is_alike(to):
        _from_box(b, source, to, place)
    elif is_alike(source):
        if family.kind == "kind":
            held = b.temp(x.state(source.at))
            with b.branch() as inside:
                move_kind(b, held, x.const(1), source, to, place)
            b.emit(*x.when(x.compare(">=", held, 0), inside))
        else:
            domains.walk_zone(b, source, lambda kind, n: move_kind(b, kind, n, source, to, place))
    elif family.kind == "slot":
        held = b.temp(x.state(source.at))
        with b.branch() as inside:
            move_from(b, held, source, to, end, place)
        b.emit(*x.when(x.compare(">=", held, 0), inside))
    elif family.kind == "set" or (family.kind == "box"):
        if to.family.kind in ("set", "box") and to.family.limit is None and family.kind == "set":
            _set_to_set(b, source, to)
        elif backwards:
            _set_backwards(b, source, to, end, place)
        else:
            _each(b, source, lambda item, _: _one(b, item, source, to, end, place))
    else:
        _list_all(b, source, to, end, place, backwards)


def _one(b: Body, item: ast.expr, source: ZoneRef, to: ZoneRef, end: ZoneEnd | None, place: int) -> None:
    """A numbered component of a zone; of the box only if it may lie in the other zone."""
    if source.family.kind != "box" or to.family.kind == "box":
        move_from(b, item, source, to, end, place)
        return
    leaves = b.unit.ruleset.zones[to.family.name].element.leaves
    with b.branch() as inside:
        move_from(b, item, source, to, end, place)
    b.emit(*x.when(expressions.is_of(b, item, leaves, (source.family.low, source.family.high)), inside))


def _from_box(b: Body, source: ZoneRef, to: ZoneRef, place: int) -> None:
    """All alike pieces of the box that may lie in the other zone."""
    for low, high in domains.id_ranges(b, b.unit.ruleset.zones[to.family.name].element.leaves):
        kind = b.fresh("c")
        with b.loop(partial(x.count, kind, high + 1, start=low)):
            there = b.temp(x.state(kind_slot(b, source, x.name(kind))))
            with b.branch() as inside:
                move_kind(b, x.name(kind), there, source, to, place)
            b.emit(*x.when(x.compare(">", there, 0), inside))


def _each(b: Body, source: ZoneRef, visit: Visit) -> None:
    """Loop over the numbered components of a set or of the box."""
    domains.walk_memory(b, source.at, source.family.words, visit)


def _set_to_set(b: Body, source: ZoneRef, to: ZoneRef) -> None:
    """Words at once; only where each component lies is told one by one."""

    def tell(item: ast.expr, _: ast.expr) -> None:
        b.emit(x.store("S", x.add(item, LOCATION), to.number))
        note(b, "move", item, 1, source.number, to.number)

    domains.walk_zone(b, source, tell)
    words = source.family.words
    for i in range(words.count):
        word = x.state(x.add(source.at, i))
        k = words.first + i - to.family.words.first
        if 0 <= k < to.family.words.count:
            b.emit(x.update("S", x.add(to.at, k), "|", word))
        b.emit(x.store("S", x.add(source.at, i), 0))


def _set_backwards(b: Body, source: ZoneRef, to: ZoneRef, end: ZoneEnd | None, place: int) -> None:
    """The highest first: the members are written down, then taken from the end."""
    family = source.family
    at = b.unit.room(family.high - family.low + 1)
    n = b.fresh("n")
    b.set(n, 0)

    def write(item: ast.expr, _: ast.expr) -> None:
        b.emit(x.store("L", x.add(x.name(n), at), item), x.change(n, "+", 1))

    _each(b, source, write)
    with b.loop(lambda body: x.loop(x.compare(">", x.name(n), 0), body)):
        b.emit(x.change(n, "-", 1))
        item = b.temp(x.element("L", x.add(x.name(n), at)), "c")
        _one(b, item, source, to, end, place)


def _list_all(
    b: Body, source: ZoneRef, to: ZoneRef, end: ZoneEnd | None, place: int, backwards: bool
) -> None:
    """From a row or pile, one by one from the end that goes first; a fault ends it."""
    family = source.family
    stays: ast.expr = x.const(0)
    if family.deep and to.family.deep:
        stays = b.temp(x.conditional(zones.zone_empty(b, to), x.const(1), x.const(0)))
    left = b.temp(zones.zone_size(b, source), "n")
    no_fault = x.compare("=", x.element("R", x.name("R_FAULT")), 0)
    with b.loop(lambda body: x.loop(x.both([x.compare(">", left, 0), no_fault]), body)):
        with b.branch() as single:
            if family.deep:
                if backwards:
                    look: ast.expr = b.call(
                        "pile_bottom",
                        *pile_arguments(source),
                        family.words.first,
                        family.low,
                        place,
                        source.number,
                    )
                else:
                    look = b.call("pile_nth", *pile_arguments(source), family.words.first, 0)
            elif (family.kind == "row") == backwards:
                look = x.state(x.add(source.at, x.state(source.at)))
            else:
                look = x.state(x.add(source.at, 1))
            item = b.temp(look, "c")
            move_from(b, item, source, to, end, place)
            b.emit(x.change(left.id, "-", 1))
        if x.is_const(stays):
            b.emit(*single)
            return
        with b.branch() as together:
            moved = b.temp(
                b.call(
                    "pile_unknown_to_pile",
                    *pile_arguments(source),
                    to.at,
                    to.family.capacity,
                    to.family.words.count,
                    to.family.words.first - family.words.first,
                    1 if backwards else 0,
                )
            )
            _tell_unknown(b, to)
            note(b, "unknown", moved, source.number, to.number)
            b.emit(x.change(left.id, "-", moved))
        may = (
            room(b, to, b.temp(b.call("pile_unknown", *pile_arguments(source))))
            if to.family.limit
            else x.const(1)
        )
        together = x.when(may, together, [x.do(b.fault("FAULT_FULL", place, to.number))])
        ready = b.call("pile_at_unknown", *pile_arguments(source), 1 if backwards else 0)
        b.emit(*x.when(x.both([stays, ready]), together, single))


def _tell_unknown(b: Body, to: ZoneRef) -> None:
    """The unknown cards of a pile are where they are."""
    first = x.add(to.at, 1 + to.family.capacity)
    domains.walk_memory(
        b, first, to.family.words, lambda item, _: b.emit(x.store("S", x.add(item, LOCATION), to.number))
    )


# ---- refilling -------------------------------------------------------------------------------------------
def refill(b: Body, ref: ZoneRef, place: int) -> None:
    """Emit: if a pile that is ``refilled from`` another zone is empty, that zone's content comes there,
    unknown."""
    family = ref.family
    if family.refill is None:
        return
    other = b.unit.layout.families[family.refill]
    name = f"refill_{family.number}"

    def make() -> ast.FunctionDef:
        inner = Body(b.unit)
        pile = zones.numbered(inner, family, x.name("entry"))
        entry = x.name("entry") if b.unit.ruleset.zones[other.name].keys else x.const(0)
        source = zones.numbered(inner, other, entry)
        with inner.branch() as inside:
            move_all(inner, source, pile, None, 0)
            shuffle(inner, pile)
            count(inner, "refill", list(b.unit.ruleset.zones).index(family.name))
        some = x.negate(zones.zone_empty(inner, source))
        inner.emit(*x.when(x.both([zones.zone_empty(inner, pile), some]), inside))
        inner.emit(x.give(0))
        return x.function(name, ["entry"], inner.out)

    b.emit(x.do(x.run(b.unit.helper(name, make), ref.entry)))


def shuffle(b: Body, ref: ZoneRef) -> None:
    """Emit core.Shuffle."""
    b.emit(x.do(b.call("pile_shuffle", *pile_arguments(ref), ref.family.words.first)))
    note(b, "shuffle", ref.number)
