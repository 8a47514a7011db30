"""From an expression of a ruleset to one of the emitted module.

`lower` gives a value or, for what is true or false, often a condition; `value` and `condition` settle which
of the two. Sets have no integer: they are in `sets`. What faults does so at the place the tree names and
gives a value that is within the bounds of its type, since the program runs on until its next loop or
decision.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial

from rulewright.compile import (
    boards,
    choices,
    comprehensions,
    counting,
    domains,
    keeping,
    looking,
    sets,
    steps,
)
from rulewright.compile import build as x
from rulewright.compile.body import Body, Unit, Words
from rulewright.compile.bounds import FEW, NUMBERS, SHARE, Bounds, arithmetic, bounds, effort, fits
from rulewright.compile.constants import PLAYERS, READINGS
from rulewright.compile.inlining import INLINE_TEST, inlined
from rulewright.compile.layout import DROPPED, LOCATION, Universe
from rulewright.compile.safety import by_field
from rulewright.ruleset import core
from rulewright.ruleset.model import MISSING, Definition, KeyType
from rulewright.ruleset.types import NoneType, Opt, Player, SetOf
from rulewright.ruleset.walk import place_under


def value(b: Body, e: core.Expr) -> ast.expr:
    """The expression as an integer."""
    return x.as_value(lower(b, e))


def values(b: Body, items: Sequence[core.Expr]) -> list[ast.expr]:
    """Several expressions, in order."""
    return b.ordered([partial(value, b, e) for e in items])


def all_of(b: Body, conditions: Sequence[core.Expr]) -> ast.expr:
    """All of several conditions, each asked only while none has failed."""
    return _junction(b, conditions, True)


def condition(b: Body, e: core.Expr) -> ast.expr:
    """The expression as something to test: not 0 is true."""
    return lower(b, e)


def lower(b: Body, e: core.Expr) -> ast.expr:
    """The expression as a value or a condition."""
    if b.loops and isinstance(e, keeping.HEAVY) and _heavy(b, e):
        found = keeping.kept(b, ("value",), e, 1, lambda: (x.as_value(_lower(b, e)),))
        if found is not None:
            return found[0]
    return _lower(b, e)


def _heavy(b: Body, e: core.Expr) -> bool:
    """Whether it is worth to keep the value."""
    if isinstance(e, core.Find):
        return by_field(b.unit, e) is None
    return not isinstance(e, core.CallDefinition) or not inlined(b.unit, e.definition)


def _lower(b: Body, e: core.Expr) -> ast.expr:
    b.unit.work()
    match e:
        case core.Const():
            return x.const(e.value)
        case core.Local():
            held = b.local(e.var)
            assert isinstance(held, ast.expr)
            return held
        case core.VarGet():
            return variable(b, e)
        case core.TableGet():
            return _table(b, e)
        case core.FieldGet():
            return _field(b, e)
        case core.Reading():
            return _reading(b, e)
        case core.Players():
            return players(b)
        case core.Arith():
            return _arith(b, e)
        case core.Call():
            return _call(b, e)
        case core.Compare():
            left, right = b.ordered([lambda: value(b, e.left), lambda: value(b, e.right)])
            return x.compare(e.op, left, right)
        case core.And():
            return _junction(b, e.items, True)
        case core.Or():
            return _junction(b, e.items, False)
        case core.Not():
            return x.negate(lower(b, e.item))
        case core.IfE():
            return choice(b, condition(b, e.condition), partial(_arm, b, e, True), partial(_arm, b, e, False))
        case core.OrElse():
            held = b.named(value(b, e.value))
            return choice(b, x.compare(">=", held, 0), lambda: held, lambda: value(b, e.other))
        case core.IsNone():
            low, _ = bounds(b.unit, e.value)
            return x.compare("<", value(b, e.value), 0) if low < 0 else x.const(0)
        case core.IsOf():
            return is_of(b, value(b, e.component), e.leaves, bounds(b.unit, e.component))
        case core.Some():
            return _some(b, e)
        case core.Can():
            return _can(b, e)
        case core.SideOf():
            return side_of(b, value(b, e.player), 1 if e.side == "left" else -1)
        case core.CallDefinition():
            return call_definition(b, e)
        case core.At():
            return _at(b, e)
        case core.In() | core.Meets() | core.SameSet() | core.Size() | core.IsEmpty():
            return _asks_domain(b, e)
        case core.End() | core.Nth():
            return looking.look(b, e)
        case core.Quantifier() | core.Total() | core.Best() | core.Find():
            with b.asking():
                return comprehensions.comprehension(b, e)
        case core.BoardCall() | core.WalkLength():
            return boards.board_expression(b, e)
        case _:
            raise AssertionError(f"not a scalar: {type(e).__name__}")


# ---- reading what is stored ------------------------------------------------------------------------------
def players(b: Body) -> ast.expr:
    """The number of players."""
    low, high = b.unit.ruleset.players
    return x.const(low) if low == high else x.constant(PLAYERS)


def ordinal(b: Body, v: ast.expr, within: Bounds, offset: int, size: int, place: int) -> ast.expr:
    """Which of ``size`` things numbered from ``offset`` is meant: from 0, checked unless the bounds of v show
    it."""
    if fits(within, (offset, offset + size - 1)):
        return x.sub(v, offset)
    if x.simple(v):
        inside = x.both([x.compare(">=", v, offset), x.compare("<", v, offset + size)])
        return x.conditional(inside, x.sub(v, offset), b.fault("FAULT_INDEX", place, v))
    return b.call("ordinal", v, offset, size, place)


def mixed(b: Body, index: Sequence[core.Expr], keys: Sequence[KeyType], place: int) -> ast.expr:
    """The number of an entry: the indexes as digits."""
    exprs = list(index)
    for i, key in enumerate(keys):
        if key.players and len(exprs) < len(keys):
            exprs.insert(i, core.Players(key.type))

    def digit(e: core.Expr, key: KeyType) -> ast.expr:
        return ordinal(b, value(b, e), bounds(b.unit, e), key.offset, key.size, place)

    digits = b.ordered([partial(digit, e, key) for e, key in zip(exprs, keys, strict=True)])
    number: ast.expr = x.const(0)
    for d, key in zip(digits, keys, strict=True):
        number = x.add(x.mul(number, key.size), d)
    return number


def variable(b: Body, e: core.VarGet) -> ast.expr:
    """A variable's entry (of a set: use `sets`)."""
    declared = b.unit.ruleset.variables[e.variable]
    return x.state(x.add(mixed(b, e.index, declared.keys, e.place), b.unit.layout.variables[e.variable]))


def _table(b: Body, e: core.TableGet) -> ast.expr:
    table = b.unit.ruleset.tables[e.table]
    base = b.unit.constants.table(e.table)
    entry = mixed(b, e.index, table.keys, e.place)
    if MISSING not in table.values:
        return x.constant(x.add(entry, base))
    entry = b.named(entry)
    low, _ = b.unit.layout.bounds(e.type)
    return b.call("entry", x.constant(x.add(entry, base)), low, e.place, entry)


def _field(b: Body, e: core.FieldGet) -> ast.expr:
    unit = b.unit
    families = unit.ruleset.components.families
    component = value(b, e.component)
    low, high = bounds(unit, e.component)
    leaves = [
        f for f in families.values() if f.leaves == (f.name,) and f.first <= high and f.first + f.count > low
    ]
    base = unit.constants.by_id(e.field)
    component = b.named(component)
    if e.field == "owner":
        owner = unit.ruleset.components.owner
        if all(owner[i] >= 0 for f in leaves for i in range(f.first, f.first + f.count)):
            return x.constant(x.add(component, base))
        right = x.compare(">=", x.constant(x.add(component, base)), 0)
    else:
        having = [f.name for f in leaves if e.field in f.fields]
        if len(having) == len(leaves):
            return x.constant(x.add(component, base))
        right = is_of(b, component, tuple(having), (low, high))
    least, _ = unit.layout.bounds(e.type)
    with b.branch() as wrong:
        b.emit(x.do(b.fault("FAULT_KIND", e.place, component)))
    b.emit(*x.when(x.negate(right), wrong))
    return x.conditional(right, x.constant(x.add(component, base)), x.const(least))


def _reading(b: Body, e: core.Reading) -> ast.expr:
    index = b.unit.ruleset.rulings[e.ruling].index
    read = x.constant(READINGS + index)
    if not b.unit.open:
        return read
    return x.conditional(x.compare(">=", read, 0), read, b.fault("FAULT_OPEN", e.place, index))


def _some(b: Body, e: core.Some) -> ast.expr:
    low, _ = bounds(b.unit, e.value)
    held = value(b, e.value)
    if low >= 0:
        return held
    if not b.unit.native:
        # A call takes longer there than all the rest.
        held = b.named(held)
    if x.cheap(held):
        return x.conditional(x.compare(">=", held, 0), held, b.fault("FAULT_NONE_USED", e.place))
    return b.call("some", held, e.place)


def _at(b: Body, e: core.At) -> ast.expr:
    family = b.unit.layout.families[e.family]
    key = b.unit.ruleset.zones[e.family].keys[0]
    component = value(b, e.component)
    number = b.named(x.state(x.add(component, LOCATION)))
    inside = x.both(
        [x.compare(">=", number, family.number), x.compare("<", number, family.number + family.size)]
    )
    low, _ = bounds(b.unit, e.component)
    if low < 0:
        inside = x.both([x.compare(">=", component, 0), inside])
    return x.conditional(inside, x.add(number, key.offset - family.number), x.const(-1))


# ---- reckoning -------------------------------------------------------------------------------------------
def ranged(b: Body, v: ast.expr, within: tuple[int, int], limits: tuple[int, int], place: int) -> ast.expr:
    """A number, checked to lie in the limits unless its bounds show it. What stands for it after a fault lies
    in its bounds too: until play stops, it is reckoned with as if it did."""
    if fits(within, limits):
        return v
    low = max(limits[0], min(within[0], limits[1]))
    return x.call("within", x.name("R"), v, low, limits[1], place)


def _arith(b: Body, e: core.Arith) -> ast.expr:
    left, right = b.ordered([lambda: value(b, e.left), lambda: value(b, e.right)])
    divisor = bounds(b.unit, e.right)
    if e.op in ("div", "mod") and divisor[0] <= 0 <= divisor[1]:
        result: ast.expr = b.call("divide" if e.op == "div" else "modulo", left, right, e.place)
    else:
        result = x.binary(e.op, left, right)
    return ranged(b, result, arithmetic(e.op, bounds(b.unit, e.left), divisor), NUMBERS, e.place)


def _call(b: Body, e: core.Call) -> ast.expr:
    args = values(b, e.args)
    match e.function:
        case "abs":
            n = b.named(args[0])
            return x.conditional(x.compare(">=", n, 0), n, x.sub(x.const(0), n))
        case "min" | "max":
            best = b.named(args[0])
            for arg in args[1:]:
                arg = b.named(arg)
                best = x.conditional(x.compare("<=" if e.function == "min" else ">=", best, arg), best, arg)
                best = b.named(best) if len(args) > 2 else best
            return best
        case "seat":
            return x.add(args[0], 1)
        case "next" | "previous":
            low, high = b.unit.layout.bounds(e.type)
            size = players(b) if isinstance(e.type, Player) else x.const(high - low + 1)
            step = x.add(args[0], 1) if e.function == "next" else x.add(args[0], x.sub(size, 1))
            return x.binary("mod", step, size)
        case "nth":
            within = bounds(b.unit, e.args[0])
            if isinstance(e.type, Player) and b.unit.ruleset.players[0] != b.unit.ruleset.players[1]:
                return b.call("ordinal", args[0], 1, x.constant(PLAYERS), e.place)
            low, high = b.unit.layout.bounds(e.type)
            return x.add(ordinal(b, args[0], within, 1, high - low + 1, e.place), low)


def _arm(b: Body, e: core.IfE, holds: bool) -> ast.expr:
    counting.count(b, "arm", e.place, int(holds))
    return value(b, e.then if holds else e.other)


# ---- what may not be evaluated ---------------------------------------------------------------------------
def choice(b: Body, test: ast.expr, then: Callable[[], ast.expr], other: Callable[[], ast.expr]) -> ast.expr:
    """`then if test else other`, of values, each evaluated only if it is wanted."""
    if x.is_const(test):
        return then() if test.value else other()
    with b.branch() as yes:
        a = then()
    with b.branch() as no:
        c = other()
    if not yes and not no:
        return x.conditional(test, a, c)
    target = b.fresh()
    yes.append(x.assign(target, a))
    no.append(x.assign(target, c))
    b.emit(*x.when(test, yes, no))
    return x.name(target)


def _junction(b: Body, items: Sequence[core.Expr], every: bool) -> ast.expr:
    """and (every) or or: the rest is asked only while nothing is decided."""
    return junction(b, [partial(condition, b, item) for item in items], every)


def _known(test: ast.expr) -> Callable[[], ast.expr]:
    return lambda: test


def junction(b: Body, items: Sequence[Callable[[], ast.expr]], every: bool) -> ast.expr:
    """Conditions one after the other, each asked only if those before don't decide."""
    join: Callable[[list[ast.expr]], ast.expr] = x.both if every else x.either
    known: list[ast.expr] = []
    for i, item in enumerate(items):
        with b.branch() as inside:
            test = item()
        if not inside:
            known.append(test)
            continue
        head = join(known)
        if x.is_const(head):
            if bool(head.value) is not every:
                return head
            b.emit(*inside)
            known = [test]
            continue
        target = b.fresh()
        with b.branch() as rest:
            b.emit(*inside)
            b.set(target, junction(b, [_known(test), *items[i + 1 :]], every))
        b.set(target, 0 if every else 1)
        b.emit(*x.when(head if every else x.negate(head), rest))
        return x.name(target)
    return join(known)


def require(b: Body, e: core.Expr, holds: bool = True) -> None:
    """Emit: go on with the next turn of the innermost loop unless a condition holds (or doesn't)."""
    match e:
        case core.Not(item=item):
            require(b, item, not holds)
        case core.And(items=items) | core.Or(items=items) if isinstance(e, core.And) is holds:
            for item in items:
                require(b, item, holds)
        case core.And(items=items) | core.Or(items=items):
            # One is enough: the next is asked only if the one before isn't so.
            first, *rest = items
            if not rest:
                require(b, first, holds)
                return
            test = condition(b, first)
            with b.branch() as otherwise:
                require(b, type(e)(e.type, tuple(rest)), holds)
            b.emit(*x.when(x.negate(test) if holds else test, otherwise))
        case core.CallDefinition(definition=name):
            definition = b.unit.ruleset.definitions[name]
            if not inlined(b.unit, name, INLINE_TEST):
                b.emit(*x.when(_fails(condition(b, e), holds), [ast.Continue()]))
                return
            bind_arguments(b, definition, e)
            require(b, definition.body, holds)
        case _:
            b.emit(*x.when(_fails(condition(b, e), holds), [ast.Continue()]))


def _fails(test: ast.expr, holds: bool) -> ast.expr:
    return x.negate(test) if holds else test


# ---- players, kinds, definitions -------------------------------------------------------------------------
def is_of(b: Body, component: ast.expr, leaves: Sequence[str], within: tuple[int, int]) -> ast.expr:
    """Is an id one of the leaves'?"""
    families = b.unit.ruleset.components.families
    ranges: list[list[int]] = []
    for first, last in sorted((families[n].first, families[n].first + families[n].count - 1) for n in leaves):
        if last < first:
            continue
        if ranges and ranges[-1][1] == first - 1:
            ranges[-1][1] = last
        else:
            ranges.append([first, last])
    tests: list[ast.expr] = []
    for first, last in ranges:
        if last < within[0] or first > within[1]:
            continue
        if len(ranges) > 1 or (first > within[0] and last < within[1] and first != last):
            component = b.named(component)
        if first == last:
            tests.append(x.compare("=", component, first) if within != (first, first) else x.const(1))
            continue
        low = x.compare(">=", component, first) if first > within[0] else x.const(1)
        high = x.compare("<=", component, last) if last < within[1] else x.const(1)
        tests.append(x.both([low, high]))
    return x.either(tests)


def drops_out(b: Body) -> bool:
    """Whether anybody can drop out in this ruleset."""
    return b.unit.drops_out


def side_of(b: Body, player: ast.expr, step: int) -> ast.expr:
    """The next player in play on one side."""
    if drops_out(b):
        return x.run(
            b.unit.helper(f"side_{'left' if step > 0 else 'right'}", lambda: _side_function(b, step)), player
        )
    least, most = b.unit.ruleset.players
    if least == most == 2:
        return x.sub(x.const(1), player)
    player = b.named(player)
    if step > 0:
        last = x.sub(players(b), 1)
        return x.conditional(x.compare("<", player, last), x.add(player, 1), x.const(0))
    return x.conditional(x.compare(">", player, 0), x.sub(player, 1), x.sub(players(b), 1))


def _side_function(b: Body, step: int) -> ast.FunctionDef:
    """def side(p): from p, seat by seat, the first who has not dropped out."""
    inner = Body(b.unit)
    n = inner.temp(players(inner))
    at = inner.fresh("p")
    inner.set(at, x.name("p"))
    with inner.loop(lambda body: x.count(inner.fresh("i"), x.sub(n, 1), body)):
        if step > 0:
            moved = x.conditional(x.compare("<", x.name(at), x.sub(n, 1)), x.add(x.name(at), 1), x.const(0))
        else:
            moved = x.conditional(x.compare(">", x.name(at), 0), x.sub(x.name(at), 1), x.sub(n, 1))
        inner.set(at, moved)
        out = x.binary("&", x.binary(">>", x.state(DROPPED), x.name(at)), 1)
        inner.emit(*x.when(x.negate(out), [x.give(x.name(at))]))
    inner.emit(x.give(x.name("p")))
    return x.function("side_left" if step > 0 else "side_right", ["p"], inner.out)


def _can(b: Body, e: core.Can) -> ast.expr:
    player = b.named(value(b, e.player))
    actions = b.unit.ruleset.actions
    return x.either([x.run(choices.can_function(b.unit, actions[name]), player) for name in e.actions])


def call_definition(b: Body, e: core.CallDefinition) -> ast.expr:
    """A call of a definition with a scalar for a value."""
    definition = b.unit.ruleset.definitions[e.definition]
    bind_arguments(b, definition, e)
    if inlined(b.unit, e.definition):
        return lower(b, definition.body)
    return x.run(_definition_function(b.unit, definition), *_given(b, definition))


def call_of_set(b: Body, e: core.CallDefinition, to: Universe) -> Words:
    """A call of a definition with a set for a value."""
    definition = b.unit.ruleset.definitions[e.definition]
    bind_arguments(b, definition, e)
    if inlined(b.unit, e.definition):
        return sets.set_words(b, definition.body, to)
    of = b.unit.layout.universe(definition.body.type)
    name, at = _definition_of_set(b.unit, definition, of)
    first = b.temp(x.run(name, *_given(b, definition)))
    # The next call of the same function writes there too.
    rest = [b.temp(x.element("L", at + k)) for k in range(1, of.count)]
    return sets.align((first, *rest), of, to)


def _given(b: Body, definition: Definition) -> list[ast.expr]:
    """The arguments that the parameters are bound to."""
    given: list[ast.expr] = []
    for p in definition.parameters:
        held = b.env[p.id]
        given += held if isinstance(held, tuple) else (held,)
    return given


def bind_arguments(b: Body, definition: Definition, e: core.CallDefinition) -> None:
    """Evaluate the arguments of a call and bind the parameters to them."""
    exprs = list(e.args)
    if definition.needs_me and len(definition.parameters) == len(exprs) + 1:
        assert e.me is not None
        exprs.insert(0, e.me)
    held: dict[int, Words] = {}

    def argument(i: int) -> ast.expr:
        p = definition.parameters[i]
        if isinstance(p.type, SetOf):
            words = sets.set_words(b, exprs[i], b.unit.layout.universe(p.type))
            held[i] = tuple(b.named(w) for w in words)
            return x.const(0)
        within = b.unit.layout.bounds(p.type)
        v = value(b, exprs[i])
        if not fits(bounds(b.unit, exprs[i]), within):
            v = x.call("within", x.name("R"), v, *within, 0)
        return v

    given = b.ordered([partial(argument, i) for i in range(len(exprs))])
    for i, p in enumerate(definition.parameters):
        b.bind(p, held[i] if i in held else given[i] if x.cheap(given[i]) else b.temp(given[i]))


def _definition_function(unit: Unit, definition: Definition) -> str:
    """The function of a definition whose value is a scalar."""
    name = f"define_{list(unit.ruleset.definitions).index(definition.name)}"

    def make() -> ast.FunctionDef:
        inner, names = _begun(unit, definition)
        with inner.asking():
            inner.emit(x.give(value(inner, definition.body)))
        return x.function(name, names, inner.out)

    return unit.helper(name, make)


def _definition_of_set(unit: Unit, definition: Definition, of: Universe) -> tuple[str, int]:
    """The function of a definition whose value is a set: it returns the first word, and writes the others to
    L, from the place that is told on."""
    name = f"define_{list(unit.ruleset.definitions).index(definition.name)}"
    if name not in unit.results:
        unit.results[name] = unit.room(of.count)
    at = unit.results[name]

    def make() -> ast.FunctionDef:
        inner, names = _begun(unit, definition)
        with inner.asking():
            first, *rest = sets.set_words(inner, definition.body, of)
            inner.emit(*(x.store("L", at + k, word) for k, word in enumerate(rest, 1)), x.give(first))
        return x.function(name, names, inner.out)

    return unit.helper(name, make), at


def _begun(unit: Unit, definition: Definition) -> tuple[Body, list[str]]:
    """The beginning of the function of a definition, and its parameters. Where much is done in it, or in
    what it calls, it asks for fuel: definitions of definitions can go on for ever without a loop."""
    inner = Body(unit)
    inner.place = place_under(definition.body)
    names = steps.parameters(inner, definition.parameters)
    if (work := unit.of_definition(effort, definition.name)) > FEW:
        go_on = inner.call("spend", 1 + work // SHARE, inner.place)
        inner.emit(*x.when(x.negate(go_on), [x.give(0)]))
    return inner, names


def _asks_domain(b: Body, e: core.Expr) -> ast.expr:
    match e:
        case core.In():
            low, _ = bounds(b.unit, e.item)
            item, test = None, None

            def ask() -> ast.expr:
                assert item is not None
                return domains.contains(b, e.domain, item, bounds(b.unit, e.item))

            item = b.named(value(b, e.item))
            test = ask()
            return x.both([x.compare(">=", item, 0), test]) if low < 0 and isinstance_none(e) else test
        case core.Meets():
            return domains.meets(b, e.left, e.right)
        case core.SameSet():
            return domains.same(b, e.left, e.right)
        case core.Size():
            return domains.size(b, e.domain)
        case core.IsEmpty():
            return domains.is_empty(b, e.domain)
        case _:
            raise AssertionError(type(e).__name__)


def isinstance_none(e: core.In) -> bool:
    """Whether the item may be none (and not merely a negative number)."""
    return isinstance(e.item.type, Opt | NoneType)
