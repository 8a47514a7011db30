"""Decisions: putting one, listing its moves, playing the one chosen.

When play reaches a decision its moves are listed at once, into L, since it depends on them whether there is
anything to decide. Then the program waits, with the number of the decision (the *site*) in S. For each site
there are two functions: one that lists the moves of a seat anew (for whoever comes with another L), and one
that takes the move chosen from L and goes on. A move of a together is kept in S until all have chosen.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from rulewright.compile import build as x
from rulewright.compile import choices, effects, expressions, results, series, steps
from rulewright.compile.body import Body, Unit
from rulewright.compile.counting import count
from rulewright.compile.flow import WAIT, Flow, Scope, Site
from rulewright.compile.layout import ANSWERED, AWAITED, COUNT, SITE
from rulewright.compile.steps import Cell
from rulewright.machine.interface import DONE
from rulewright.ruleset import core
from rulewright.ruleset.model import Action, LocalVar
from rulewright.ruleset.types import SetOf


def decide(flow: Flow, step: core.Choose | core.Together) -> None:
    """Emit a decision and what follows from the choice."""
    if isinstance(step, core.Choose):
        _choose(flow, step)
    else:
        _together(flow, step)


# ---- choose ----------------------------------------------------------------------------------------------
class Times:
    """How often a choose lets choose, as cells."""

    def __init__(self, flow: Flow, step: core.Choose, scope: Scope) -> None:
        def cell() -> Cell:
            at = flow.unit.allot(1)
            scope.slots.append((at, 1))
            return Cell(None, at)

        self.step = step
        self.actor = cell()
        self.low = cell() if step.low is not None and not isinstance(step.low, core.Const) else None
        self.high = cell() if step.high is not None and not isinstance(step.high, core.Const) else None
        self.chosen = cell()
        self.least = step.low
        self.most = step.high

    def low_value(self) -> ast.expr:
        if self.low is not None:
            return self.low.read()
        return x.const(0 if self.least is None else _constant(self.least))

    def enough(self) -> ast.expr:
        """Is the least number of choices reached?"""
        if self.step.forced:
            return x.compare(">", self.chosen.read(), 0)
        low = self.low_value()
        return x.const(1) if x.is_value(low, 0) else x.compare(">=", self.chosen.read(), low)

    def high_value(self) -> ast.expr | None:
        if self.high is not None:
            return self.high.read()
        return None if self.most is None else x.const(_constant(self.most))

    def left(self) -> ast.expr | None:
        """How many more may be chosen, if there is a bound."""
        high = self.high_value()
        return None if high is None else x.sub(high, self.chosen.read())


def _constant(e: core.Expr) -> int:
    assert isinstance(e, core.Const)
    return e.value


def _choose(flow: Flow, step: core.Choose) -> None:
    once = step.low is None and step.high is None and not step.forced
    if once:
        _once(flow, step)
    else:
        _times(flow, step)


def _new_site(flow: Flow, step: core.Choose | core.Together, head: int) -> Site:
    site = Site(len(flow.sites) + 1, step, flow.new(), head, list(reversed(flow.frames)), flow.returns)
    flow.sites.append(site)
    return site


def _once(flow: Flow, step: core.Choose) -> None:
    outer = _outer(flow)
    head, exit = flow.new(), flow.new()
    flow.jump(head)
    flow.begin(head)
    site = _new_site(flow, step, head if outer is None else outer)
    b = flow.b
    actor = b.named(expressions.value(b, step.by), "actor")
    n = b.temp(x.run(list_site(flow, site), actor), "n")
    with b.branch() as waiting:
        wait(b, site, x.binary("<<", x.const(1), actor), n)
    b.emit(*x.when(x.compare(">", n, 0), waiting))
    _nothing_legal(flow, step, exit, site.head)
    flow.begin(site.resume)
    _perform_chosen(flow, site, x.name("seat"), exit)
    flow.begin(exit)


def _outer(flow: Flow) -> int | None:
    """Where the choose begins, if there is one, in whose `otherwise` the decision to come stands first."""
    outer, flow.first_asked = flow.first_asked, None
    return outer


def _nothing_legal(flow: Flow, step: core.Choose, exit: int, start: int) -> None:
    if step.otherwise is not None:
        count(flow.b, "chosen", step.place, len(step.actions) + 1)
        if step.asked_otherwise is not None:
            flow.first_asked = start
        flow.steps(step.otherwise)
    elif not step.forced:
        flow.b.emit(x.do(flow.b.fault("FAULT_NO_ACTION", step.place)))
    flow.jump(exit)


def _times(flow: Flow, step: core.Choose) -> None:
    outer = _outer(flow)
    start, head, exit, nothing, anew = flow.new(), flow.new(), flow.new(), flow.new(), flow.new()
    if step.asked_otherwise is not None:
        flow.jump(start)
        flow.begin(start)
    scope = Scope()
    times = Times(flow, step, scope)
    b = flow.b
    b.emit(times.actor.write(expressions.value(b, step.by)))
    for cell, e in ((times.low, step.low), (times.high, step.high)):
        if cell is not None and e is not None:
            b.emit(cell.write(expressions.value(b, e)))
    flow.jump(head)
    flow.begin(anew)
    if outer is not None:
        _leave(flow, scope, outer, x.compare("=", times.chosen.read(), 0))
    flow.b.emit(times.actor.write(expressions.value(flow.b, step.by)))
    flow.jump(head)
    flow.begin(head)
    flow.scopes.append(scope)
    site = _new_site(flow, step, anew)
    site.times = times
    b = flow.b
    high = times.high_value()
    b.emit(*x.when(x.negate(steps.fuel(step.place)), [x.give(WAIT)]))
    tests: list[Callable[[], ast.expr]] = []
    if high is not None:
        tests.append(lambda: x.compare(">=", times.chosen.read(), high))
    if step.done_when is not None:
        tests.append(lambda: expressions.condition(b, step.done_when))  # type: ignore[arg-type]
    _leave(flow, scope, exit, expressions.junction(b, tests, False))
    n = b.temp(x.run(list_site(flow, site), times.actor.read()), "n")
    enough = times.enough()
    with b.branch() as none:
        _leave(flow, scope, exit, enough)
        b.emit(x.give(nothing))
    b.emit(*x.when(x.compare("<=", n, 0), none))
    wait(b, site, x.binary("<<", x.const(1), times.actor.read()), n)
    flow.ended = True
    flow.begin(nothing)
    if not x.is_const(enough):
        flow.reset(scope)
        flow.scopes.pop()
        _nothing_legal(flow, step, exit, start if outer is None else outer)
        flow.scopes.append(scope)
    else:
        flow.jump(exit)
    flow.begin(site.resume)
    b = flow.b
    done = len(step.actions)
    _leave(flow, scope, exit, x.compare("=", x.element("L", x.name("at")), DONE), (step.place, done))
    b.emit(times.chosen.write(x.add(times.chosen.read(), 1)))
    _perform_chosen(flow, site, times.actor.read(), head)
    flow.scopes.pop()
    flow.begin(exit)


def _leave(
    flow: Flow, scope: Scope, exit: int, test: ast.expr, chosen: tuple[int, int] | None = None
) -> None:
    b = flow.b
    with b.branch() as leaving:
        if chosen is not None:
            count(b, "chosen", *chosen)
        flow.reset(scope)
        b.emit(x.give(exit))
    b.emit(*x.when(test, leaving))


def wait(b: Body, site: Site, seats: ast.expr, n: ast.expr) -> None:
    """Emit: play waits at a site; L lists the moves of the lowest seat."""
    b.emit(*results.hold_invariants(b.unit))
    if b.unit.counted:
        n = b.named(n, "n")
        count(b, "asked", site.step.place)
        with b.branch() as several:
            count(b, "asked", site.step.place, 1)
        b.emit(*x.when(x.compare(">", n, 1), several))
    b.emit(
        x.store("S", SITE, site.number),
        x.store("S", AWAITED, seats),
        x.store("S", COUNT, n),
        x.store("R", x.name("R_FRESH"), 1),
        x.give(WAIT),
    )


def _perform_chosen(flow: Flow, site: Site, actor: ast.expr, after: int) -> None:
    """Emit: the body of the action that L[at] names runs for the actor."""
    b = flow.b
    unit = flow.unit
    actor = b.named(actor, "actor")
    flow.remember(after)

    def words(offer: core.ChooseAction) -> list[ast.expr]:
        return chosen_words(b, unit.ruleset.actions[offer.action], offer)

    _by_action(flow, site.step, x.element("L", x.name("at")), actor, words, after)


def chosen_words(b: Body, action: Action, offer: core.ChooseAction) -> list[ast.expr]:
    """What is given to an action, and its parameters as they lie at L[at]."""
    given = [w for p, e in zip(action.given, offer.given, strict=True) for w in _given(b, p, e)]
    return given + [x.element("L", x.add(x.name("at"), i + 1)) for i in range(_words_of(b.unit, action))]


def _words_of(unit: Unit, action: Action) -> int:
    return sum(unit.layout.width(p.local.type) for p in action.params)


def _by_action(
    flow: Flow,
    step: core.Choose | core.Together,
    chosen: ast.expr,
    actor: ast.expr,
    words: Callable[[core.ChooseAction], list[ast.expr]],
    after: int,
) -> None:
    """Emit: `perform` for the action that was chosen."""
    b = flow.b
    for i, offer in enumerate(step.actions):
        action = flow.unit.ruleset.actions[offer.action]
        if i + 1 == len(step.actions):
            count(b, "chosen", step.place, i)
            perform(flow, action, actor, words(offer), after)
            return
        with b.branch() as inside:
            count(b, "chosen", step.place, i)
            perform(flow, action, actor, words(offer), after)
        flow.ended = False
        b.emit(*x.when(x.compare("=", chosen, action.index), inside))


def perform(flow: Flow, action: Action, actor: ast.expr, words: list[ast.expr], after: int) -> None:
    """Emit: the body of an action runs, then play goes on with a block. ``words``: what is given, then the
    parameters."""
    unit = flow.unit
    if flow.cuts.action(action) and not any(map(flow.cuts.step, action.body)):
        _here(flow, action, actor, words, after)
        return
    if not flow.cuts.action(action):
        flow.b.emit(x.do(x.run(body_function(unit, action), actor, *words)))
        flow.jump(after)
        return
    parameters = (action.me, *action.given, *(p.local for p in action.params))
    waiting = iter([actor, *words])
    for p in parameters:
        slot = unit.bind_slot(p)
        for i in range(unit.layout.width(p.type)):
            flow.b.emit(x.store("S", slot + i, next(waiting)))
    flow.enter(f"action {action.name}", parameters, action.body, True, [None] * len(parameters), after)


def _here(flow: Flow, action: Action, actor: ast.expr, words: list[ast.expr], after: int) -> None:
    """Emit: the body of an action that is cut only since it may end the game: written out on the spot."""
    b = flow.b
    waiting = iter([actor, *words])
    for p in (action.me, *action.given, *(p.local for p in action.params)):
        if isinstance(p.type, SetOf):
            b.bind(p, tuple(b.temp(next(waiting), "v") for _ in range(flow.unit.layout.width(p.type))))
        else:
            b.bind(p, b.named(next(waiting), "v"))
    flow.ended = steps.steps(b, action.body)
    flow.jump(after)


def _given(b: Body, p: LocalVar, e: core.Expr) -> list[ast.expr]:
    """The words of a given parameter."""
    held: list[ast.expr] = []
    value = steps.argument(b, p, e, held)
    return held if isinstance(p.type, SetOf) else [b.named(value)]


def body_function(unit: Unit, action: Action) -> str:
    """def do_A(me, given..., parameters...): the body of an action in which no decision can be reached."""
    name = f"do_{action.index}"

    def make() -> ast.FunctionDef:
        b = Body(unit)
        names = steps.parameters(b, (action.me, *action.given, *(p.local for p in action.params)))
        if not steps.steps(b, action.body):
            b.emit(x.give(0))
        return x.function(name, names, b.out)

    return unit.helper(name, make)


# ---- listing ---------------------------------------------------------------------------------------------
def list_site(flow: Flow, site: Site) -> str:
    """def moves_K(actor): lists the moves of a seat at a decision, ``done`` last; returns how many."""
    if isinstance(site.step, core.Choose) and site.step.series:
        return series.list_function(flow, site)
    name = f"moves_{site.number}"
    if site.times is None or (isinstance(site.step, core.Choose) and site.step.forced):
        return list_all(flow, site, name)

    def make() -> ast.FunctionDef:
        b = Body(flow.unit)
        n = b.temp(x.run(list_all(flow, site, f"all_{site.number}"), x.name("actor")), "n")
        offer_done(b, site, n)
        b.emit(x.give(n))
        return x.function(name, ["actor"], b.out)

    return flow.unit.helper(name, make)


def offer_done(b: Body, site: Site, n: ast.Name) -> None:
    """Emit: after n listed moves ``done`` is one more, if there are any and enough was chosen."""
    assert site.times is not None
    at = x.add(x.mul(n, choices.stride(b.unit)), x.name(choices.MOVES))
    done = [x.store("L", at, DONE), x.change(n.id, "+", 1)]
    b.emit(*x.when(x.both([x.compare(">", n, 0), site.times.enough()]), done))


def list_all(
    flow: Flow,
    site: Site,
    name: str,
    offered: tuple[core.ChooseAction, ...] | None = None,
    anywhere: bool = False,
) -> str:
    """def NAME(actor): the same without ``done``, and without looking what a move leads to; of these offers
    alone, if they are given. ``anywhere``: def NAME(actor, to): from L[to] on."""
    unit = flow.unit

    def make() -> ast.FunctionDef:
        b = Body(unit)
        start = x.name("to" if anywhere else choices.MOVES)
        at: ast.expr = start
        step = site.step
        if isinstance(step, core.Together):
            b.bind(step.me, x.name("actor"))
        listed: list[tuple[Action, list[ast.expr]]] = []
        for offer in step.actions if offered is None else offered:
            action = unit.ruleset.actions[offer.action]
            words: list[ast.expr] = []
            for p, e in zip(action.given, offer.given, strict=True):
                words += [b.named(w) for w in _given(b, p, e)]
            listed.append((action, words))
        for action, words in listed:
            function = choices.list_function(unit, action)
            at = b.temp(x.run(function, at, step.place, x.name("actor"), *words), "at")
        b.emit(x.give(x.binary("div", x.sub(at, start), choices.stride(unit))))
        return x.function(name, ["actor", "to"] if anywhere else ["actor"], b.out)

    return unit.helper(name, make)


# ---- together --------------------------------------------------------------------------------------------
def answer_width(unit: Unit, step: core.Together) -> int:
    """Words of a kept answer: the move, then what is given to its action."""
    given = 0
    for offer in step.actions:
        action = unit.ruleset.actions[offer.action]
        given = max(given, sum(unit.layout.width(p.type) for p in action.given))
    return choices.stride(unit) + given


def _together(flow: Flow, step: core.Together) -> None:
    unit = flow.unit
    outer = _outer(flow)
    head, exit, resolve = flow.new(), flow.new(), flow.new()
    flow.jump(head)
    flow.begin(head)
    site = _new_site(flow, step, head if outer is None else outer)
    width = answer_width(unit, step)
    scope = Scope([(ANSWERED, 1)])
    answers = unit.allot(width * unit.layout.seats)
    scope.slots.append((answers, width * unit.layout.seats))
    site.answers = [(answers, width * unit.layout.seats)]
    b = flow.b
    seats, lowest = b.fresh("seats"), b.fresh("n")
    b.set(seats, 0)
    b.set(lowest, 0)

    def ask(seat: ast.expr) -> None:
        b.bind(step.me, seat)
        n = b.temp(x.run(list_site(flow, site), seat), "n")
        bit = x.binary("<<", x.const(1), seat)
        b.emit(*x.when(x.compare(">", n, 0), [x.change(seats, "|", bit), x.assign(lowest, n)]))

    effects.seats_from(b, x.const(0), ask)
    with b.branch() as waiting:
        b.emit(x.store("S", ANSWERED, x.name(seats)))
        again = x.run(list_site(flow, site), x.call("ctz", x.name(seats)))
        wait(b, site, x.name(seats), again)
    b.emit(*x.when(x.compare("!=", x.name(seats), 0), waiting))
    flow.jump(exit)

    # An answer: L[at] of `seat`.
    flow.begin(site.resume)
    b = flow.b
    b.bind(step.me, x.name("seat"))
    where = b.temp(x.add(x.mul(x.name("seat"), width), answers), "slot")
    for i in range(choices.stride(unit)):
        b.emit(x.store("S", x.add(where, i), x.element("L", x.add(x.name("at"), i))))
    for offer in step.actions:
        action = unit.ruleset.actions[offer.action]
        if not action.given:
            continue
        with b.branch() as inside:
            k = choices.stride(unit)
            for p, e in zip(action.given, offer.given, strict=True):
                for word in _given(b, p, e):
                    b.emit(x.store("S", x.add(where, k), word))
                    k += 1
        chosen = x.compare("=", x.element("L", x.name("at")), action.index)
        b.emit(*x.when(chosen, inside))
    b.emit(x.update("S", AWAITED, "^", x.binary("<<", x.const(1), x.name("seat"))))
    with b.branch() as others:
        n = x.run(list_site(flow, site), x.call("ctz", x.state(AWAITED)))
        wait(b, site, x.state(AWAITED), n)
    b.emit(*x.when(x.compare("!=", x.state(AWAITED), 0), others))
    flow.jump(resolve)
    _resolve(flow, step, site, resolve, exit, scope, answers, width)
    flow.begin(exit)


def _resolve(
    flow: Flow,
    step: core.Together,
    site: Site,
    resolve: int,
    exit: int,
    scope: Scope,
    answers: int,
    width: int,
) -> None:
    """Emit: the bodies run in seat order; each seat whose body has run is no longer ANSWERED."""
    unit = flow.unit
    flow.begin(resolve)
    flow.scopes.append(scope)
    flow.remember(resolve)
    b = flow.b
    _leave(flow, scope, exit, x.compare("=", x.state(ANSWERED), 0))
    seat = b.fresh("seat")
    b.set(seat, x.call("ctz", x.state(ANSWERED)))
    b.emit(x.update("S", ANSWERED, "^", x.binary("<<", x.const(1), x.name(seat))))
    where = b.temp(x.add(x.mul(x.name(seat), width), answers), "slot")
    kept = [b.temp(x.state(x.add(where, i)), "a") for i in range(width)]
    for i in range(width):
        b.emit(x.store("S", x.add(where, i), 0))
    k = choices.stride(unit)

    def taken(offer: core.ChooseAction) -> list[ast.expr]:
        action = unit.ruleset.actions[offer.action]
        given = sum(unit.layout.width(p.type) for p in action.given)
        return [*kept[k : k + given], *kept[1 : 1 + _words_of(unit, action)]]

    _by_action(flow, step, kept[0], x.name(seat), taken, resolve)
    flow.scopes.pop()
