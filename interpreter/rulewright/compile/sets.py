"""Sets as bit words: set-valued expressions, and domains taken as sets.

All functions give one expression for each word of the universe they are asked for. Two universes always share
their word boundaries (see `layout`), so going from one to another only drops or adds words.
"""

from __future__ import annotations

import ast

from rulewright.compile import boards, comprehensions, counting, domains, expressions, keeping, masks, zones
from rulewright.compile import build as x
from rulewright.compile.body import Body, Unit, Words
from rulewright.compile.bounds import bounds
from rulewright.compile.layout import Universe
from rulewright.compile.safety import conjuncts, locals_of, safe
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar
from rulewright.ruleset.types import Bool, Comp, Enum, Int, Opt, Player, SetOf, Space, Type


def element_type(type: Type) -> Type:
    """What a set type is a set of."""
    if isinstance(type, Opt):
        type = type.base
    return type.element if isinstance(type, SetOf) else type


def value_bounds(b: Body, e: core.Expr) -> tuple[int, int]:
    """Between which integers the members of a set-valued expression lie."""
    match e:
        case core.SetFrom(value=value):
            return bounds(b.unit, value)
        case core.SetOp(left=left, right=right):
            p, q = domains.element_bounds(b, left), domains.element_bounds(b, right)
            return min(p[0], q[0]), max(p[1], q[1])
        case core.IfE(then=then, other=other):
            p, q = value_bounds(b, then), value_bounds(b, other)
            return min(p[0], q[0]), max(p[1], q[1])
        case core.CallDefinition(definition=name):
            return b.unit.of_definition(_bounds_of_definition, name)
        case _:
            return b.unit.layout.bounds(element_type(e.type))


def _bounds_of_definition(unit: Unit, e: core.Expr) -> tuple[int, int]:
    return value_bounds(Body(unit), e)


def align(words: Words, of: Universe, to: Universe) -> Words:
    """The same set in another universe."""
    if of == to:
        return words
    found: list[ast.expr] = []
    for i in range(to.count):
        k = to.first + i - of.first
        found.append(words[k] if 0 <= k < of.count else x.const(0))
    return tuple(found)


def memory(vector: str, at: ast.expr | int, of: Universe, to: Universe) -> Words:
    """A set that lies in a vector."""
    base = x.const(at) if isinstance(at, int) else at
    return align(tuple(x.element(vector, x.add(base, i)) for i in range(of.count)), of, to)


# ---- set-valued expressions ------------------------------------------------------------------------------
def set_words(b: Body, e: core.Expr, to: Universe) -> Words:
    """A set-valued expression."""
    layout = b.unit.layout
    match e:
        case core.Local(var=var):
            held = b.local(var)
            assert isinstance(held, tuple)
            return align(held, layout.universe(var.type), to)
        case core.VarGet():
            declared = b.unit.ruleset.variables[e.variable]
            of = layout.universe(declared.type)
            entry = expressions.mixed(b, e.index, declared.keys, e.place)
            at = x.add(x.mul(entry, of.count), layout.variables[e.variable])
            if of.count > 1 and not x.is_const(at):
                at = b.named(at)
            return memory("S", at, of, to)
        case core.IfE():
            return _if(b, e, to)
        case core.CallDefinition():
            return expressions.call_of_set(b, e, to)
        case core.SetOp():
            left, right = domains.two_sets(b, e.left, e.right, to)
            if e.op == "+":
                return tuple(x.binary("|", p, q) for p, q in zip(left, right, strict=True))
            return tuple(
                x.binary("&", p, x.const(x.as_int(q) ^ -1))
                if x.is_const(q)
                else x.binary("&", p, ast.UnaryOp(ast.Invert(), q))
                for p, q in zip(left, right, strict=True)
            )
        case core.SetFrom():
            found = keeping.kept(b, ("set", to), e, to.count, lambda: _from(b, e, to))
            return _from(b, e, to) if found is None else found
        case _ if not isinstance(e.type, SetOf):
            return domain_words(b, core.SetD(e), to)
        case _:
            raise AssertionError(f"not a set: {type(e).__name__}")


def _if(b: Body, e: core.IfE, to: Universe) -> Words:
    test = expressions.condition(b, e.condition)
    with b.branch() as yes:
        counting.count(b, "arm", e.place, 1)
        then = set_words(b, e.then, to)
    with b.branch() as no:
        counting.count(b, "arm", e.place, 0)
        other = set_words(b, e.other, to)
    names = [b.fresh("s") for _ in range(to.count)]
    yes += [x.assign(n, w) for n, w in zip(names, then, strict=True)]
    no += [x.assign(n, w) for n, w in zip(names, other, strict=True)]
    b.emit(*x.when(test, yes, no))
    return tuple(x.name(n) for n in names)


def _from(b: Body, e: core.SetFrom, to: Universe) -> Words:
    with b.asking():
        return _made(b, e, to)


def _made(b: Body, e: core.SetFrom, to: Universe) -> Words:
    if len(e.loops) == 1 and isinstance(e.value, core.Local) and e.value.var.id == e.loops[0].local.id:
        loop = e.loops[0]
        if e.where is None:
            return domain_words(b, loop.domain, to, walked=True)
        words = masks.whole(b, loop.local, loop.domain, conjuncts(e.where), to, False)
        if words is not None:
            return words
    names = [b.fresh("s") for _ in range(to.count)]
    for n in names:
        b.set(n, 0)
    whole = _unites(b, e)

    def put(_: ast.expr) -> None:
        member = b.named(expressions.value(b, e.value))
        add_member(b, names, to, member)

    def put_all(_: ast.expr) -> None:
        words = domain_words(b, e.loops[-1].domain, to)
        test = expressions.all_of(b, conjuncts(e.where))
        added = [x.change(n, "|", w) for n, w in zip(names, words, strict=True)]
        b.emit(*x.when(test, added))

    if whole:
        comprehensions.each(b, e.loops[:-1], None, put_all)
    else:
        comprehensions.each(b, e.loops, e.where, put)
    return tuple(x.name(n) for n in names)


def _unites(b: Body, e: core.SetFrom) -> bool:
    """Whether all of the last domain is put into the set, or nothing of it, so that no loop is needed."""
    last = e.loops[-1]
    if not isinstance(e.value, core.Local) or e.value.var.id != last.local.id or len(e.loops) < 2:
        return False
    if not isinstance(last.domain, core.BoardD) and not has_words(b, last.domain):
        return False
    return safe(b.unit, e.where) and last.local.id not in locals_of(e.where)


def add_member(b: Body, names: list[str], of: Universe, member: ast.expr) -> None:
    """Set the bit of a member in words that are names; a member outside the universe is left out."""
    if x.is_const(member):
        value = x.as_int(member)
        k = of.word(value)
        if 0 <= k < of.count:
            b.emit(x.change(names[k], "|", 1 << value % x.WORD))
        return
    if of.count == 1:
        bit = x.binary("<<", x.const(1), x.sub(member, of.first * x.WORD))
        b.emit(x.change(names[0], "|", bit))
        return
    index = b.named(x.sub(x.binary("div", member, x.WORD), of.first))
    bit = b.named(x.binary("<<", x.const(1), x.binary("mod", member, x.WORD)))
    for k, name in enumerate(names):
        b.emit(*x.when(x.compare("=", index, k), [x.change(name, "|", bit)]))


def filtered(b: Body, local: LocalVar, domain: core.Domain, where: core.Expr | None, to: Universe) -> Words:
    """The members of a domain for which the condition holds."""
    parts = domain, where, local
    found = keeping.kept(b, ("set", to), parts, to.count, lambda: _filtered(b, local, domain, where, to))
    return _filtered(b, local, domain, where, to) if found is None else found


def _filtered(b: Body, local: LocalVar, domain: core.Domain, where: core.Expr | None, to: Universe) -> Words:
    if where is not None:
        words = masks.whole(b, local, domain, conjuncts(where), to, False)
        if words is not None:
            return words
    names = [b.fresh("s") for _ in range(to.count)]
    for n in names:
        b.set(n, 0)

    def put(_: ast.expr) -> None:
        member = b.local(local)
        assert isinstance(member, ast.expr)
        add_safely(b, names, to, member, domains.element_bounds(b, domain))

    with b.asking():
        comprehensions.each(b, [core.Loop(local, domain)], where, put)
    return tuple(x.name(n) for n in names)


# ---- domains as sets -------------------------------------------------------------------------------------
def has_words(b: Body, domain: core.Domain) -> bool:
    """Whether the domain is walked in ascending order and its words cost no loop."""
    match domain:
        case core.Zone(family=family):
            layout = b.unit.layout
            return family in layout.families and layout.families[family].kind == "set"
        case core.FilterD(domain=inner):
            return has_words(b, inner)
        case core.SetD(value=value):
            return isinstance(value.type, SetOf)
        case _:
            return False


def domain_words(b: Body, domain: core.Domain, to: Universe, *, walked: bool = False) -> Words:
    """A domain as a set. Nothing is drawn for it, unless it is ``walked``."""
    layout = b.unit.layout
    match domain:
        case core.Zone(family=family) if family in layout.families and layout.families[family].kind == "set":
            ref = zones.reference(b, domain)
            return memory("S", ref.at, ref.family.words, to)
        case core.Zone(family=family) if (
            family in layout.families and layout.families[family].kind == "pile" and not walked
        ):
            return _zone_members(b, zones.reference(b, domain), to)
        case core.AllOf(type=type):
            return _all(b, type, to)
        case core.FilterD(leaves=leaves, domain=inner) if not (walked and not has_words(b, inner)):
            of = layout.universe(Comp(leaves, ""))
            words = align(domain_words(b, inner, of), of, of)
            ids = [i for first, last in domains.id_ranges(b, leaves) for i in range(first, last + 1)]
            masks = of.masks(ids)
            inner_low, inner_high = domains.element_bounds(b, inner)
            inside = of.masks(list(range(inner_low, inner_high + 1))) if of.count else []
            kept = tuple(
                w if mask & ins == ins else x.binary("&", w, mask)
                for w, mask, ins in zip(words, masks, inside, strict=True)
            )
            return align(kept, of, to)
        case core.SetD(value=value) if isinstance(value.type, SetOf):
            return set_words(b, value, to)
        case core.BoardD():
            found = boards.board_words(b, domain, to)
            if found is not None:
                return found
        case core.ListD(items=items) if to.count == 1:
            return (_list(b, items, to),)
    names = [b.fresh("s") for _ in range(to.count)]
    for n in names:
        b.set(n, 0)
    domains.walk(
        b, domain, lambda member, weight: add_safely(b, names, to, member, domains.element_bounds(b, domain))
    )
    return tuple(x.name(n) for n in names)


def add_safely(b: Body, names: list[str], of: Universe, member: ast.expr, within: tuple[int, int]) -> None:
    """`add_member` of one that may lie outside the universe."""
    low, high = of.first * x.WORD, (of.first + of.count) * x.WORD - 1
    with b.branch() as inside:
        add_member(b, names, of, member)
    b.emit(*x.when(domains.between(member, x.const(low), x.const(high), within), inside))


def _list(b: Body, items: tuple[core.Expr, ...], to: Universe) -> ast.expr:
    word: ast.expr = x.const(0)
    low, high = to.first * x.WORD, (to.first + 1) * x.WORD - 1
    for value, item in zip(expressions.values(b, items), items, strict=True):
        within = bounds(b.unit, item)
        value = b.named(value)
        bit = x.binary("<<", x.const(1), x.sub(value, low)) if not x.is_const(value) else None
        if bit is None:
            assert x.is_const(value)
            inside = low <= x.as_int(value) <= high
            word = x.binary("|", word, 1 << (x.as_int(value) - low) if inside else 0)
            continue
        word = x.binary(
            "|",
            word,
            x.conditional(domains.between(value, x.const(low), x.const(high), within), bit, x.const(0)),
        )
    return word


def _zone_members(b: Body, ref: zones.ZoneRef, to: Universe) -> Words:
    """What is in a pile, by where each component is."""
    names = [b.fresh("s") for _ in range(to.count)]
    for n in names:
        b.set(n, 0)
    member = b.fresh("m")
    family = ref.family
    with b.loop(lambda body: x.count(member, family.high + 1, body, family.low)):
        with b.branch() as inside:
            add_safely(b, names, to, x.name(member), (family.low, family.high))
        here = domains.count_in(b, ref, x.name(member), (family.low, family.high))
        b.emit(*x.when(x.compare(">", here, 0), inside))
    return tuple(x.name(n) for n in names)


def _all(b: Body, type: Type, to: Universe) -> Words:
    of = b.unit.layout.universe(type)
    match type:
        case Player() if b.unit.ruleset.players[0] != b.unit.ruleset.players[1]:
            return memory("C", b.unit.constants.seats(), of, to)
        case Comp():
            components = b.unit.ruleset.components
            ids = components.ids(type)
            if any(components.owner[i] >= b.unit.ruleset.players[0] for i in ids):
                return memory("C", b.unit.constants.members(ids, of), of, to)
            return align(tuple(x.const(m) for m in of.masks(ids)), of, to)
        case Int() | Bool() | Enum() | Player() | Space():
            low, high = b.unit.layout.bounds(type)
            if high - low > 4096 * 63:
                raise AssertionError("a set of so many numbers")
            return tuple(x.const(m) for m in to.masks(list(range(low, high + 1))))
        case _:
            count = boards.count_of_type(b.unit, type)
            return tuple(x.const(m) for m in to.masks(list(range(count))))
