"""The result: scores, places, winners, as functions of the position.

``result`` writes them for every seat into OUT in the form that runtime.playouts wants: scores, then places,
then one word of the winners' seats, and one that tells whether the game was cut off. At the end of a game
everything is asked once, so that a fault in the result is a fault of the game.
"""

from __future__ import annotations

import ast

from rulewright.compile import build as x
from rulewright.compile import expressions
from rulewright.compile.body import Body, Unit
from rulewright.compile.runtime import MAX_SEATS
from rulewright.compile.safety import safe
from rulewright.ruleset import core

WINNERS = 2 * MAX_SEATS
"""Where the winners' seats are, from where the scores begin."""

CUT_OFF = WINNERS + 1
"""Where it is told whether a limit of the ruleset ended the game."""


def _asked(unit: Unit, name: str, e: core.Expr) -> str:
    """def NAME(me): what a part of the result is for a seat."""

    def make() -> ast.FunctionDef:
        b = Body(unit)
        b.bind(unit.ruleset.result.me, x.name("me"))
        b.emit(x.give(expressions.value(b, e)))
        return x.function(name, ["me"], b.out)

    return unit.helper(name, make)


def invariants_function(unit: Unit) -> str:
    """def invariants(): a fault where one doesn't hold."""

    def make() -> ast.FunctionDef:
        b = Body(unit)
        for number, invariant in enumerate(unit.ruleset.invariants):
            test = expressions.condition(b, invariant.condition)
            broken = b.fault("FAULT_INVARIANT", invariant.place, number)
            b.emit(*x.when(x.negate(test), [x.give(broken)]))
        b.emit(x.give(0))
        return x.function("invariants", [], b.out)

    return unit.helper("invariants", make)


def hold_invariants(unit: Unit) -> list[ast.stmt]:
    """Statements: a fault where an invariant doesn't hold, if there are any."""
    return [x.do(x.run(invariants_function(unit)))] if unit.ruleset.invariants else []


def result_function(unit: Unit) -> ast.FunctionDef:
    """def result(S, C, R, L, OUT, base)."""
    result = unit.ruleset.result
    b = Body(unit)
    seats = expressions.players(b)
    keys = len(result.rank)
    at = unit.room(unit.layout.seats * max(1, keys))
    me, other = x.name("me"), x.name("other")
    out = x.name("base")
    if result.score is not None:
        score = x.run(_asked(unit, "score", result.score), me)
        b.emit(x.count("me", seats, [x.store("OUT", x.add(out, me), score)]))
    ranks: list[ast.stmt] = []
    for k, key in enumerate(result.rank):
        value: ast.expr = x.run(_asked(unit, f"rank_{k}", key.value), me)
        ranks.append(
            x.store("L", x.add(x.mul(me, keys), at + k), x.sub(x.const(0), value) if key.highest else value)
        )
    if ranks:
        b.emit(x.count("me", seats, ranks))
    tests: list[ast.expr] = []
    equal: list[ast.expr] = []
    for k in range(keys):
        theirs, mine = (x.element("L", x.add(x.mul(seat, keys), at + k)) for seat in (other, me))
        tests.append(x.both([*equal, x.compare("<", theirs, mine)]))
        equal.append(x.compare("=", theirs, mine))
    better = x.when(x.either(tests), [x.change("place", "+", 1)])
    place = x.name("place")
    first = [x.update("OUT", x.add(out, WINNERS), "|", x.binary("<<", x.const(1), me))]
    body: list[ast.stmt] = [x.assign("place", 1)]
    if better:
        body.append(x.count("other", seats, better))
    body.append(x.store("OUT", x.add(x.add(out, me), MAX_SEATS), place))
    if result.winners is None:
        body += x.when(x.compare("=", place, 1), first)
    b.emit(x.store("OUT", x.add(out, WINNERS), 0), x.count("me", seats, body))
    if result.winners is not None:
        wins = x.run(_asked(unit, "wins", result.winners), me)
        b.emit(x.count("me", seats, x.when(wins, first)))
    if result.cut_off is not None:
        # It is asked as the others are, of one seat: it knows no `me`.
        cut = x.run(_asked(unit, "cut_off", result.cut_off), x.const(0))
        b.emit(x.store("OUT", x.add(out, CUT_OFF), cut))
    b.emit(x.give(0))
    function = x.function("result", ["base"], b.out)
    function.args.args.insert(4, ast.arg("OUT"))
    return function


def ask_all(unit: Unit) -> list[ast.stmt]:
    """Asks everything once for its faults."""
    result = unit.ruleset.result
    asked: list[tuple[str, core.Expr]] = []
    if result.score is not None:
        asked.append(("score", result.score))
    asked += [(f"rank_{k}", key.value) for k, key in enumerate(result.rank)]
    if result.winners is not None:
        asked.append(("wins", result.winners))
    if result.cut_off is not None:
        asked.append(("cut_off", result.cut_off))
    b = Body(unit)
    for name, e in asked:
        if not safe(unit, e):
            b.emit(x.count("me", expressions.players(b), [x.do(x.run(_asked(unit, name, e), x.name("me")))]))
    return b.out
