"""What variables become: assigned, members of sets added and taken away, rolled, drawn by chance.

A number that an expression may put outside a variable's range is tested where it is stored, and nowhere else.
"""

from __future__ import annotations

import ast
from functools import partial
from itertools import product

from rulewright.compile import build as x
from rulewright.compile import comprehensions, domains, expressions, masks, sets
from rulewright.compile.body import Body, Words
from rulewright.compile.bounds import bounds, fits, members
from rulewright.compile.layout import Universe, entries, universe
from rulewright.compile.safety import conjuncts, safe
from rulewright.compile.tracing import note
from rulewright.machine.interface import Config
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar, Variable
from rulewright.ruleset.types import NONE, Comp, Int, Opt, Player, SetOf


def _number(b: Body, variable: str) -> int:
    return list(b.unit.ruleset.variables).index(variable)


def assign(
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


def set_variable(b: Body, step: core.SetVar) -> None:
    """core.SetVar."""
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
    assign(b, step.variable, step.index, value, bounds(b.unit, step.value), step.place)


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


def add_member(b: Body, step: core.AddMember) -> None:
    """core.AddMember: a member joins a set variable or leaves it."""
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


def roll(b: Body, step: core.RollVar) -> None:
    """core.RollVar: one entry of a variable, or all of them in their order, get values by chance."""
    declared = b.unit.ruleset.variables[step.variable]

    def roll_entry(entry: ast.expr) -> None:
        within = b.unit.layout.bounds(declared.type)
        entry = b.named(entry)
        candidate = LocalVar(-1, "", declared.type)
        rolled = random_member(b, candidate, core.AllOf(declared.type), None, step.place)
        _store(b, declared, entry, rolled, within, step.place)

    if step.index or not declared.keys:
        roll_entry(expressions.mixed(b, step.index, declared.keys, step.place))
        return
    total = entries(declared.keys)
    at = b.unit.constants.at(
        ("entries", declared.name), total + 1, lambda config: _entries(b, declared, config)
    )
    i = b.fresh("i")
    with b.loop(lambda body: x.count(i, x.constant(at), body)):
        roll_entry(b.temp(x.constant(x.add(x.name(i), at + 1))))


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


def random_member(
    b: Body, local: LocalVar, domain: core.Domain, where: core.Expr | None, place: int
) -> ast.expr:
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
