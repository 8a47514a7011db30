"""Steps in which no decision can be reached, as structured code: if, while, loops, procedures.

A loop over members works on what they were on entry. Often nothing needs to be written down for that: the
words of a set in names are a copy, and constant things don't change; else the members are listed in the
scratch vector first. ``stop`` is a break, through several loops with the help of a flag (`Body.leave`).

`flow` does the same for steps in which decisions can be reached; what both need is here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from rulewright.compile import build as x
from rulewright.compile import comprehensions, domains, effects, expressions, kinds, masks, sets
from rulewright.compile.body import Body, Unit, Visit
from rulewright.compile.bounds import FEW, SHARE, charge, effort, loop_effort, members
from rulewright.compile.counting import count
from rulewright.compile.layout import DROPPED
from rulewright.compile.safety import conjuncts, safe
from rulewright.compile.tracing import note
from rulewright.compile.trees import walk
from rulewright.machine.tally import NOBODY_LEFT, ROUNDS_OVER, TURN, TURNS_OVER, UNTIL_HELD, WHILE_FAILED
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar, Procedure
from rulewright.ruleset.types import Player, SetOf
from rulewright.ruleset.walk import place_under


def steps(b: Body, items: tuple[core.Step, ...]) -> bool:
    """Emit steps, in which no decision can be reached. Returns whether control never comes to their end."""
    return any(one(b, step) for step in items)


def one(b: Body, step: core.Step) -> bool:
    """Emit one step; see `steps`."""
    b.place = step.place
    note(b, "step", step.place)
    count(b, "step", step.place)
    if effects.effect(b, step):
        return False
    match step:
        case core.If():
            return _if(b, step)
        case core.While():
            _while(b, step)
        case core.Repeat():
            _repeat(b, step)
        case core.For():
            _for(b, step)
        case core.Turns():
            _turns(b, step)
        case core.RunProcedure():
            _run(b, step)
        case core.Stop(loop=loop):
            b.stops[loop]()
            return True
        case core.Choose() | core.Together():
            assert b.trying
            b.emit(
                x.do(
                    x.call(
                        "fault", x.name("R"), x.name("FAULT_SEARCH"), x.element("R", x.name("R_SEARCHING")), 0
                    )
                )
            )
        case _:
            raise AssertionError(f"{type(step).__name__} in structured code")
    return False


def _if(b: Body, step: core.If) -> bool:
    test = expressions.condition(b, step.condition)
    with b.branch() as then:
        count(b, "branch", step.place, 1)
        a = steps(b, step.then)
    with b.branch() as other:
        count(b, "branch", step.place, 0)
        c = steps(b, step.other)
    b.emit(*x.when(test, then, other))
    if x.is_const(test):
        return a if test.value else c
    return a and c


# ---- loops -----------------------------------------------------------------------------------------------
def fuel(place: int) -> ast.expr:
    """May play go on? Asked once a turn of a loop."""
    return x.call("fuel", x.name("R"), place)


def turn(b: Body, body: tuple[core.Step, ...], place: int) -> ast.expr:
    """May play go on with a turn of a loop? It costs a step, and more if there is much to do in it."""
    cost = charge(FEW + 1, steps_effort(b.unit, body))
    return fuel(place) if cost == 1 else b.call("spend", cost, place)


def stoppable(b: Body, loop: int, emit: Callable[[], None]) -> None:
    """Emit a loop out of which ``stop`` leads."""
    depth, flag = len(b.loops), b.fresh("stop")
    b.stops[loop] = lambda: b.leave(depth, flag)
    mark = len(b.out)
    emit()
    del b.stops[loop]
    if any(isinstance(n, ast.Name) and n.id == flag for s in b.out[mark:] for n in walk(s)):
        b.out.insert(mark, x.assign(flag, 0))


def leave(b: Body, test: ast.expr, place: int, arm: int) -> None:
    """Emit: leave the innermost loop under a condition, which is an arm of a branch."""
    with b.branch() as leaving:
        count(b, "branch", place, arm)
        b.emit(ast.Break())
    b.emit(*x.when(test, leaving))


def _while(b: Body, step: core.While) -> None:
    def emit() -> None:
        with b.loop(lambda body: x.loop(turn(b, step.body, step.place), body)):
            test = expressions.condition(b, step.condition)
            leave(b, x.negate(test), step.place, 0)
            count(b, "branch", step.place, 1)
            steps(b, step.body)

    stoppable(b, step.loop, emit)


def _repeat(b: Body, step: core.Repeat) -> None:
    n = expressions.value(b, step.count)

    def emit() -> None:
        with b.loop(lambda body: x.count(b.fresh("i"), n, body)):
            b.emit(*x.when(x.negate(turn(b, step.body, step.place)), [ast.Break()]))
            count(b, "branch", step.place, 1)
            steps(b, step.body)

    stoppable(b, step.loop, emit)


def _for(b: Body, step: core.For) -> None:
    counter = b.fresh("number") if step.numbered is not None else None
    if counter is not None:
        b.set(counter, 0)
    cost = charge(members(b.unit, step.domain), steps_effort(b.unit, step.body))

    def visit(member: ast.expr, _: ast.expr) -> None:
        if cost:
            b.emit(*x.when(x.negate(b.call("spend", cost, step.place)), [ast.Break()]))
        b.bind(step.local, member)
        if counter is not None and step.numbered is not None:
            b.emit(x.change(counter, "+", 1))
            b.bind(step.numbered, b.temp(x.name(counter)))
        count(b, "branch", step.place, 1)
        steps(b, step.body)

    walk = snapshot(b, step)
    stoppable(b, step.loop, lambda: walk(visit))


Walk = Callable[[Visit], None]


def snapshot(b: Body, step: core.For) -> Walk:
    """Emit what is to be done on entry; returns what emits the loop."""
    conditions = conjuncts(step.where)
    plain = step.origin is None and not step.by and not step.reversed
    if plain and sets.has_words(b, step.domain):
        return _words_snapshot(b, step, conditions)
    if plain and constant_domain(b, step.domain) and all(constant(b, c) for c in conditions):
        return lambda visit: comprehensions.each(
            b, [core.Loop(step.local, step.domain)], step.where, lambda n: visit(_held(b, step.local), n)
        )
    seats = isinstance(step.domain, core.AllOf) and isinstance(step.domain.type, Player)
    if seats and step.origin is not None and not step.by and not step.reversed and not conditions:
        first = b.named(expressions.value(b, step.origin))
        return lambda visit: _round(b, first, visit)
    at, n = listed(b, step)
    return lambda visit: _from_list(b, at, n, step.reversed, visit)


def _held(b: Body, var: LocalVar) -> ast.expr:
    held = b.local(var)
    assert isinstance(held, ast.expr)
    return held


def _words_snapshot(b: Body, step: core.For, conditions: list[core.Expr]) -> Walk:
    of = domains.domain_universe(b, step.domain)
    words, rest = masks.masked(b, core.Loop(step.local, step.domain), conditions, [step.local])
    late: list[core.Expr] = []
    if rest and all(constant(b, c) for c in rest):
        late, rest = rest, []
    if rest:
        words = sets.filtered(b, step.local, step.domain, step.where, of)
    elif words is None:
        words = sets.domain_words(b, step.domain, of)
    held = tuple(b.temp(w) if not x.is_const(w) else w for w in words)

    def walk(visit: Visit) -> None:
        def guarded(member: ast.expr, weight: ast.expr) -> None:
            b.bind(step.local, member)
            test = expressions.all_of(b, late)
            with b.branch() as inside:
                visit(member, weight)
            b.emit(*x.when(test, inside))

        domains.walk_words(b, held, of, guarded)

    return walk


def _round(b: Body, first: ast.expr, visit: Visit) -> None:
    """All seats from one of them round the table."""
    i = b.fresh("i")
    n = expressions.players(b)
    with b.loop(lambda body: x.count(i, n, body)):
        seat = b.temp(x.add(first, x.name(i)), "p")
        b.emit(*x.when(x.compare(">=", seat, n), [x.change(seat.id, "-", n)]))
        visit(seat, x.ONE)


def constant_domain(b: Body, domain: core.Domain) -> bool:
    """Whether the members can't change while they are walked."""
    match domain:
        case core.AllOf() | core.RangeD() | core.ListD() | core.BoardD():
            return True
        case core.FilterD(domain=inner):
            return constant_domain(b, inner)
        case core.SetD(value=value):
            return not isinstance(value.type, SetOf)
        case _:
            return False


def constant(b: Body, e: core.Expr) -> bool:
    """Whether an expression can't change while steps run, and may be asked at any time."""
    return safe(b.unit, e) and not _reads_state(b.unit, e)


def _reads_state(unit: Unit, e: object) -> bool:
    if isinstance(e, tuple):
        return any(_reads_state(unit, part) for part in e)
    if type(e).__module__ != core.__name__:
        return False
    if isinstance(e, core.VarGet | core.End | core.Nth | core.At | core.Zone | core.Can | core.SideOf):
        return True
    if isinstance(e, core.CallDefinition) and unit.of_definition(_reads_state, e.definition):
        return True
    fields = e.__dataclass_fields__  # type: ignore[attr-defined]
    return any(_reads_state(unit, getattr(e, f)) for f in fields if f != "type")


def listed(b: Body, step: core.For) -> tuple[int, str]:
    """Emit: the members are written down in L, sorted. Returns where, and the name of their number."""
    most = members(b.unit, step.domain)
    at = b.unit.room(most)
    n = b.fresh("n")
    loop = core.Loop(step.local, step.domain)
    origin = None if step.origin is None else b.named(expressions.value(b, step.origin))
    keys = len(step.by) + (origin is not None)
    key_at = [b.unit.room(most) for _ in range(keys)]
    b.set(n, 0)

    def write(_: ast.expr) -> None:
        member = _held(b, step.local)
        values = expressions.values(b, [k.value for k in step.by])
        ranks = [x.sub(x.const(0), v) if k.descending else v for v, k in zip(values, step.by, strict=True)]
        if origin is not None:
            ranks.append(x.binary("mod", x.sub(member, origin), expressions.players(b)))
        if not ranks:
            b.emit(x.store("L", x.add(x.name(n), at), member), x.change(n, "+", 1))
            return
        _insert(b, at, key_at, n, member, [b.named(r) for r in ranks])

    if comprehensions.draws(b, step.domain):
        # Who is there is settled before anything is asked of them.
        there, number = kinds.write_once(b, step.domain, False)
        kinds.each_written(b, there, number, step.local, conjuncts(step.where), lambda: write(x.ONE), 0)
    else:
        comprehensions.each(b, [loop], step.where, write)
    return at, n


def _insert(b: Body, at: int, key_at: list[int], n: str, member: ast.expr, ranks: list[ast.expr]) -> None:
    """Emit: a member comes behind all that don't rank after it."""
    i = b.fresh("i")
    b.set(i, x.name(n))
    tests: list[ast.expr] = []
    equal: list[ast.expr] = []
    for rank, base in zip(ranks, key_at, strict=True):
        before = x.element("L", x.add(x.name(i), base - 1))
        tests.append(x.both([*equal, x.compare(">", before, rank)]))
        equal.append(x.compare("=", before, rank))
    with b.loop(lambda body: x.loop(x.both([x.compare(">", x.name(i), 0), x.either(tests)]), body)):
        for base in (at, *key_at):
            b.emit(x.store("L", x.add(x.name(i), base), x.element("L", x.add(x.name(i), base - 1))))
        b.emit(x.change(i, "-", 1))
    for base, value in zip((at, *key_at), (member, *ranks), strict=True):
        b.emit(x.store("L", x.add(x.name(i), base), value))
    b.emit(x.change(n, "+", 1))


def _from_list(b: Body, at: int, n: str, backwards: bool, visit: Visit) -> None:
    i = b.fresh("i")
    with b.loop(lambda body: x.count(i, x.name(n), body)):
        where = x.add(x.name(i), at)
        if backwards:
            where = x.add(x.sub(x.name(n), x.name(i)), at - 1)
        visit(b.temp(x.element("L", where), "m"), x.ONE)


# ---- turns -----------------------------------------------------------------------------------------------
class Cell:
    """Something that changes: a name of the function, or a slot of S."""

    def __init__(self, name: str | None, at: int = 0) -> None:
        self.name = name
        self.at = at

    def read(self) -> ast.expr:
        return x.name(self.name) if self.name is not None else x.state(self.at)

    def write(self, value: ast.expr | int) -> ast.stmt:
        return x.assign(self.name, value) if self.name is not None else x.store("S", self.at, value)


class Turns:
    """The course of core.Turns, for both kinds of code: cells for the seat and what is counted."""

    def __init__(self, b: Body, step: core.Turns, cell: Callable[[str], Cell], seat: Cell) -> None:
        self.step = step
        self.seat = seat
        self.rounds = cell("rounds") if step.rounds is not None else None
        """How many seats are still to be passed."""
        self.left = cell("left") if step.at_most is not None else None
        self.none = cell("none") if b.unit.drops_out else None
        """1 if nobody is left to take a turn."""

    def cells(self) -> list[Cell]:
        return [c for c in (self.seat, self.rounds, self.left, self.none) if c is not None]

    def enter(self, b: Body) -> None:
        step = self.step
        parts: list[Callable[[], ast.expr]] = [lambda: expressions.value(b, step.origin)]
        if step.rounds is not None:
            parts.append(lambda: expressions.value(b, step.rounds))  # type: ignore[arg-type]
        if step.at_most is not None:
            parts.append(lambda: expressions.value(b, step.at_most))  # type: ignore[arg-type]
        values = b.ordered(parts)
        origin = b.named(values[0])
        b.emit(self.seat.write(origin))
        if self.rounds is not None:
            b.emit(self.rounds.write(x.mul(values[1], expressions.players(b))))
        if self.left is not None:
            b.emit(self.left.write(values[-1]))
        if self.none is not None:
            b.emit(self.none.write(0))
        self._pass_over(b, origin)

    def _pass_over(self, b: Body, seat: ast.expr) -> None:
        """If the seat has dropped out, the next one takes its turn."""
        if self.none is not None:
            with b.branch() as inside:
                self._advance(b, seat)
            b.emit(*x.when(dropped(seat), inside))

    def ends(self, b: Body, bind: Callable[[], None]) -> dict[int, Callable[[], ast.expr]]:
        """The conditions that end it before a turn, each by the arm that it is counted as."""
        tests: dict[int, Callable[[], ast.expr]] = {}
        step = self.step
        if self.none is not None:
            tests[NOBODY_LEFT] = self.none.read
        if self.rounds is not None:
            tests[ROUNDS_OVER] = lambda: x.compare("<=", self.rounds.read(), 0)  # type: ignore[union-attr]
        if self.left is not None:
            tests[TURNS_OVER] = lambda: x.compare("<=", self.left.read(), 0)  # type: ignore[union-attr]
        bind()
        if step.until is not None:
            tests[UNTIL_HELD] = lambda: expressions.condition(b, step.until)  # type: ignore[arg-type]
        if step.while_ is not None:
            tests[WHILE_FAILED] = lambda: x.negate(expressions.condition(b, step.while_))  # type: ignore[arg-type]
        return tests

    def advance(self, b: Body) -> None:
        """The next turn."""
        if self.left is not None:
            b.emit(self.left.write(x.sub(self.left.read(), 1)))
        if self.step.then is not None:
            following = b.temp(expressions.value(b, self.step.then), "seat")
            b.emit(self.seat.write(following))
            self._pass_over(b, following)
        else:
            self._advance(b, b.named(self.seat.read()))

    def _advance(self, b: Body, seat: ast.expr) -> None:
        following = b.named(expressions.side_of(b, seat, 1))
        if self.rounds is not None:
            far = x.add(x.binary("mod", x.sub(x.sub(following, seat), 1), expressions.players(b)), 1)
            b.emit(self.rounds.write(x.sub(self.rounds.read(), far)))
        b.emit(self.seat.write(following))
        if self.none is not None:
            b.emit(self.none.write(dropped(following)))


def dropped(seat: ast.expr) -> ast.expr:
    """1 if the seat has dropped out, else 0."""
    return x.binary("&", x.binary(">>", x.state(DROPPED), seat), 1)


def _turns(b: Body, step: core.Turns) -> None:
    seat = Cell(b.fresh("seat"))
    turns = Turns(b, step, lambda hint: Cell(b.fresh(hint)), seat)
    turns.enter(b)

    def emit() -> None:
        with b.loop(lambda body: x.loop(turn(b, step.body, step.place), body)):
            ends = turns.ends(b, lambda: b.bind(step.me, seat.read()))
            if b.unit.counted:
                for arm, test in ends.items():
                    leave(b, test(), step.place, arm)
            else:
                b.emit(*x.when(expressions.junction(b, list(ends.values()), False), [ast.Break()]))
            b.bind(step.me, seat.read())
            count(b, "branch", step.place, TURN)
            if not steps(b, step.body):
                turns.advance(b)

    stoppable(b, step.loop, emit)


# ---- procedures ------------------------------------------------------------------------------------------
def arguments(procedure: Procedure, step: core.RunProcedure) -> list[core.Expr]:
    """The expressions for all parameters, ``me`` first if the procedure needs it."""
    given = list(step.args)
    if procedure.needs_me:
        assert step.me is not None
        given.insert(0, step.me)
    return given


def _run(b: Body, step: core.RunProcedure) -> None:
    procedure = b.unit.ruleset.procedures[step.procedure]
    given = arguments(procedure, step)
    held: list[ast.expr] = []
    values = b.ordered(
        [partial(argument, b, p, e, held) for p, e in zip(procedure.parameters, given, strict=True)]
    )
    flat: list[ast.expr] = []
    for p, value in zip(procedure.parameters, values, strict=True):
        if isinstance(p.type, SetOf):
            width = b.unit.layout.width(p.type)
            flat += held[:width]
            del held[:width]
        else:
            flat.append(value)
    if b.trying and b.unit.cuts.procedure(procedure):
        b.emit(*x.when(x.run(try_procedure(b.unit, procedure), *flat), [x.give(1)]))
        return
    b.emit(x.do(x.run(procedure_function(b.unit, procedure), *flat)))


def pay(b: Body, procedure: Procedure) -> None:
    """Emit: a procedure in which much is done costs its steps. Procedures that run others, each of them
    twice, would else go on for ever without a loop."""
    if (work := b.unit.of_procedure(steps_effort, procedure.name)) > FEW:
        place = place_under(procedure.body)
        b.emit(x.do(b.call("spend", b.unit.of_procedure(_own_steps, procedure.name) + work // SHARE, place)))


def _own_steps(unit: Unit, items: tuple[core.Step, ...]) -> int:
    """How many steps there are in steps, at the most and but for those that cost something themselves."""
    total = len(items)
    for step in items:
        match step:
            case core.If():
                total += max(_own_steps(unit, step.then), _own_steps(unit, step.other))
            case core.For():
                most, body = members(unit, step.domain), steps_effort(unit, step.body)
                total += 0 if charge(most, body) else most * (1 + _own_steps(unit, step.body))
            case core.RunProcedure(procedure=name) if unit.of_procedure(steps_effort, name) <= FEW:
                total += unit.of_procedure(_own_steps, name)
    return total


def argument(b: Body, p: LocalVar, e: core.Expr, held: list[ast.expr]) -> ast.expr:
    if isinstance(p.type, SetOf):
        held += [b.named(w) for w in sets.set_words(b, e, b.unit.layout.universe(p.type))]
        return x.const(0)
    return effects.limited(b, p, e)


def parameters(b: Body, locals: tuple[LocalVar, ...]) -> list[str]:
    """Bind locals to the parameters of a function; returns their names."""
    names: list[str] = []
    for i, p in enumerate(locals):
        if isinstance(p.type, SetOf):
            words = [f"p{i}_{k}" for k in range(b.unit.layout.width(p.type))]
            b.bind(p, tuple(x.name(w) for w in words))
            names += words
        else:
            b.bind(p, x.name(f"p{i}"))
            names.append(f"p{i}")
    return names


def procedure_function(unit: Unit, procedure: Procedure) -> str:
    """The function of a procedure in which no decision can be reached."""
    name = f"run_{list(unit.ruleset.procedures).index(procedure.name)}"

    def make() -> ast.FunctionDef:
        b = Body(unit)
        names = parameters(b, procedure.parameters)
        pay(b, procedure)
        if not steps(b, procedure.body):
            b.emit(x.give(0))
        return x.function(name, names, b.out)

    return unit.helper(name, make)


# ---- trying ----------------------------------------------------------------------------------------------
def trying(unit: Unit) -> Body:
    """A function for trying: the end of the game is the result 1."""
    b = Body(unit)
    b.trying = True
    b.stops = {None: lambda: b.emit(x.give(1))}
    return b


def try_procedure(unit: Unit, procedure: Procedure) -> str:
    """The function of a procedure that is cut, for trying."""
    name = f"try_run_{list(unit.ruleset.procedures).index(procedure.name)}"

    def make() -> ast.FunctionDef:
        b = trying(unit)
        names = parameters(b, procedure.parameters)
        pay(b, procedure)
        if not steps(b, procedure.body):
            b.emit(x.give(0))
        return x.function(name, names, b.out)

    return unit.helper(name, make)


# ---- how long --------------------------------------------------------------------------------------------
def steps_effort(unit: Unit, items: tuple[core.Step, ...]) -> int:
    """How much steps may do without fuel; see `bounds.effort`."""
    total = 0
    for step in items:
        total += 1
        match step:
            case core.For():
                inner = effort(unit, (step.where, tuple(k.value for k in step.by)))
                total += inner + loop_effort(members(unit, step.domain), steps_effort(unit, step.body))
            case core.If():
                total += effort(unit, step.condition)
                total += steps_effort(unit, step.then) + steps_effort(unit, step.other)
            case core.While() | core.Repeat() | core.Turns():
                total += steps_effort(unit, step.body)
            case core.RunProcedure():
                within = unit.of_procedure(steps_effort, step.procedure)
                total += within if within <= FEW else 0
            case core.MoveAll(source=zone) | core.MoveRandom(source=zone) | core.MoveSome(source=zone):
                total += members(unit, zone)
            case core.MoveEvery():
                total += len(unit.ruleset.components)
            case _:
                total += effort(unit, step)
    return total
