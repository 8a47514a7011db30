"""``times: as many as possible``: the moves that begin a longest series.

What a series leads to is tried out on the position itself, which is then put back: depth first, with copies
of S in L, one for each move of the series so far. Positions that were met are kept by hash with the length of
the longest series from them, so each is tried once. Nothing in a series may ask a player or chance: then
nobody can say what the longest is, and that is a fault, as is a series that comes back to where it was.

The bodies of actions are emitted once more for it if they may end the game or reach a decision
(`try_function`): the end is a result then, 1, that procedures hand back, and a decision is a fault.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from rulewright.compile import build as x
from rulewright.compile import choices, decisions, expressions, library, steps
from rulewright.compile.body import Body, Unit
from rulewright.limits import MAX_LEGAL_MOVES, MAX_SEARCH_POSITIONS
from rulewright.ruleset import core
from rulewright.ruleset.model import Action

if TYPE_CHECKING:
    from rulewright.compile.flow import Flow, Site

MAX_SERIES: Final = 150
"""Moves of a series. The reference evaluator has the same bound."""
BUCKETS: Final = 2**18
"""Places of the table of positions: more than twice as many as may be met."""
ENTRY: Final = 5
"""Words of an entry: the number of the search, three hashes, the length."""

assert BUCKETS > 2 * MAX_SEARCH_POSITIONS


def search_function(flow: Flow, site: Site) -> str:
    """def longest_K(actor, n): of the n moves listed in L leaves those that begin a longest series; returns
    how many."""
    unit = flow.unit
    name = f"longest_{site.number}"

    def make() -> ast.FunctionDef:
        step = site.step
        assert isinstance(step, core.Choose)
        names = {
            "series_moves": decisions.list_all(flow, site, f"all_{site.number}"),
            "series_try": _try_chosen(flow, site, step),
            "series_done": _done(flow, site, step),
        }
        function = library.template("longest_series", names, unit.library)
        lengths = unit.room(MAX_LEGAL_MOVES + 2)
        frames = unit.room(4 * (MAX_SERIES + 2))
        if unit.memo < 0:
            unit.memo = unit.room(1 + BUCKETS * ENTRY)
        place = step.place
        arguments = [lengths, frames, unit.memo, place]
        return _wrapper(name, function, arguments, unit)

    return unit.helper(name, make)


def _wrapper(name: str, search: ast.FunctionDef, arguments: list[int], unit: Unit) -> ast.FunctionDef:
    """The template under its own name, and a function that calls it with what is fixed."""
    search.name = f"search_{name}"
    unit.functions[search.name] = search
    given: list[ast.expr | int] = [
        x.name("actor"),
        x.name("n"),
        choices.stride(unit),
        x.name(choices.MOVES),
        x.name("SLOTS"),
        unit.layout.dynamic,
        x.name("SAVED"),
        *arguments,
    ]
    return x.function(name, ["actor", "n"], [x.give(x.call(search.name, *x.vectors(), *given))])


def _done(flow: Flow, site: Site, step: core.Choose) -> str:
    """def done_K(actor): does ``done_when`` end a series here?"""
    name = f"done_{site.number}"

    def make() -> ast.FunctionDef:
        b = Body(flow.unit)
        test: ast.expr = x.const(0) if step.done_when is None else expressions.value(b, step.done_when)
        b.emit(x.give(test))
        return x.function(name, ["actor"], b.out)

    return flow.unit.helper(name, make)


def _try_chosen(flow: Flow, site: Site, step: core.Choose) -> str:
    """def try_K(actor, at): carries out the move at L[at]; returns 1 if that ends the game."""
    name = f"try_chosen_{site.number}"
    unit = flow.unit

    def make() -> ast.FunctionDef:
        b = Body(unit)
        for offer in step.actions:
            action = unit.ruleset.actions[offer.action]
            with b.branch() as inside:
                words = decisions.chosen_words(b, action, offer)
                b.emit(x.give(x.run(try_function(unit, action), x.name("actor"), *words)))
            chosen = x.compare("=", x.element("L", x.name("at")), action.index)
            b.emit(*x.when(chosen, inside))
        b.emit(x.give(0))
        return x.function(name, ["actor", "at"], b.out)

    return unit.helper(name, make)


def try_function(unit: Unit, action: Action) -> str:
    """The body of an action, for trying."""
    if not unit.cuts.action(action):
        return decisions.body_function(unit, action)
    name = f"try_{action.index}"

    def make() -> ast.FunctionDef:
        b = steps.trying(unit)
        names = steps.parameters(b, (action.me, *action.given, *(p.local for p in action.params)))
        if not steps.steps(b, action.body):
            b.emit(x.give(0))
        return x.function(name, names, b.out)

    return unit.helper(name, make)
