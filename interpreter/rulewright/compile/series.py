"""Dead ends: the moves that begin a series such as a choose asks for (core.Series).

What a series leads to is tried out on the position itself, which is then put back: depth first, with copies
of S in L, one for each move of the series so far. Positions that were met are kept by hash with what was
found out about them. Only what a move has changed is hashed: each word of a position adds its part. Nothing
in a series may ask a player or chance: then nobody can say what it leads to, and that is a fault.

The bodies of actions are emitted once more for it if they may end the game or reach a decision
(`try_function`): the end is a result then, 1, that procedures hand back, and a decision is a fault.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from rulewright.compile import build as x
from rulewright.compile import choices, decisions, expressions, library, steps
from rulewright.compile.body import Body, Unit
from rulewright.limits import MAX_LEGAL_MOVES, MAX_SEARCH_POSITIONS, MAX_SERIES
from rulewright.ruleset import core
from rulewright.ruleset.model import Action

if TYPE_CHECKING:
    from rulewright.compile.flow import Flow, Site

BUCKETS: Final = 2**18
"""Places of the table of positions: more than twice as many as may be met."""
ENTRY: Final = 5
"""Words of an entry: the number of the search, three hashes, what is known."""
FRAME: Final = 8
"""Words for each move of a series; see `searches.longest_series`."""

assert BUCKETS > 2 * MAX_SEARCH_POSITIONS


def list_function(flow: Flow, site: Site) -> str:
    """def moves_K(actor): lists the moves of a choose with series, ``done`` last; returns how many."""
    name = f"moves_{site.number}"
    step = site.step
    assert isinstance(step, core.Choose)

    def make() -> ast.FunctionDef:
        b = Body(flow.unit)
        hunts = [Hunt(flow, site, step, number) for number in range(len(step.series))]
        for hunt in hunts:
            hunt.limit(b)
        if len(hunts) == 1 and hunts[0].whole:
            n = hunts[0].whole_list(b)
        else:
            for hunt in hunts:
                hunt.look(b)
            n = b.temp(x.run(decisions.list_all(flow, site, f"all_{site.number}"), x.name("actor")), "n")
            for hunt in hunts:
                hunt.drop(b, n)
        if not step.forced and site.times is not None:
            decisions.offer_done(b, site, n)
        b.emit(x.give(n))
        return x.function(name, ["actor"], b.out)

    return flow.unit.helper(name, make)


class Hunt:
    """One series of a choose: emits the search, and the choice by what it finds."""

    def __init__(self, flow: Flow, site: Site, step: core.Choose, number: int) -> None:
        self.flow = flow
        self.site = site
        self.step = step
        self.number = number
        self.series = step.series[number]
        self.whole = len(self.series.actions) == len(step.actions)
        self.flags = -1
        self.bound: ast.expr = x.const(-1)
        self.judged = ""
        """The name of a variable: 1 once the flags are set."""

    def limit(self, b: Body) -> None:
        """Emit: how many moves a series has at most; -1 is any number."""
        times = self.site.times
        value: ast.expr | None = None
        if self.series.at_most is not None:
            value = expressions.value(b, self.series.at_most)
        elif times is not None:
            value = times.left()
        if value is not None:
            value = b.named(value)
            self.bound = b.temp(x.conditional(x.compare("<", value, 0), x.const(0), value), "bound")

    def whole_list(self, b: Body) -> ast.Name:
        """Emit the list of a choose of which this is the one series, with all actions; returns how many."""
        n = b.temp(x.run(self._list(), x.name("actor")), "n")
        with b.branch() as looking:
            state = self._search(b, n)
            again = x.run(self._list(), x.name("actor"))
            b.emit(*x.when(x.compare("=", state, 2), [x.assign(n.id, again)]))
            b.set(n.id, self._kept(b, n, -1))
        b.emit(*x.when(self._worth(n), looking))
        b.emit(*x.when(x.compare("=", self.bound, 0), [x.assign(n.id, 0)]))
        return n

    def look(self, b: Body) -> None:
        """Emit: list the moves of the series and find out which are good."""
        self.judged = b.fresh("judged")
        b.set(self.judged, 0)
        with b.branch() as inside:
            n = b.temp(x.run(self._list(), x.name("actor")), "n")
            with b.branch() as looking:
                self._search(b, n)
                b.set(self.judged, 1)
            b.emit(*x.when(self._worth(n), looking))
        b.emit(*x.when(x.either([x.compare("<", self.bound, 0), x.compare(">", self.bound, 1)]), inside))

    def drop(self, b: Body, n: ast.Name) -> None:
        """Emit: leave the moves that aren't good out of the list."""
        (name,) = self.series.actions
        action = self.flow.unit.ruleset.actions[name].index
        with b.branch() as none:
            room = self._flags()
            b.emit(x.count("i", n, [x.store("L", x.add(x.name("i"), room), 0)]))
            b.set(self.judged, 1)
        b.emit(*x.when(x.compare("=", self.bound, 0), none))
        with b.branch() as inside:
            b.set(n.id, self._kept(b, n, action))
        b.emit(*x.when(x.name(self.judged), inside))

    def _worth(self, n: ast.expr) -> ast.expr:
        """Is there anything to be found out about n moves?"""
        bounded = x.either([x.compare("<", self.bound, 0), x.compare(">", self.bound, 1)])
        return x.both([x.compare(">", n, 1), bounded])

    def _flags(self) -> int:
        if self.flags < 0:
            self.flags = self.flow.unit.room(MAX_LEGAL_MOVES + 2)
        return self.flags

    def _kept(self, b: Body, n: ast.expr, action: int) -> ast.expr:
        stride = choices.stride(self.flow.unit)
        return b.call_all("kept", n, stride, x.name(choices.MOVES), self._flags(), action)

    def _list(self, anywhere: bool = False) -> str:
        """The function that lists the moves of the series; ``anywhere``: from where its caller says on."""
        kind = "all_to" if anywhere else "all"
        name = f"{kind}_{self.site.number}" + ("" if self.whole else f"_{self.number}")
        offered = tuple(a for a in self.step.actions if a.action in self.series.actions)
        return decisions.list_all(self.flow, self.site, name, None if self.whole else offered, anywhere)

    def _other(self) -> ast.expr:
        """Where the second of two lists lies, if all moves there can be have room there."""
        unit = self.flow.unit
        if any(choices.crowded(unit, unit.ruleset.actions[name]) for name in self.series.actions):
            return x.name(choices.MOVES)
        if unit.second_list < 0:
            unit.second_list = unit.room((MAX_LEGAL_MOVES + 2) * choices.stride(unit))
        return x.const(unit.second_list)

    def _search(self, b: Body, n: ast.expr) -> ast.expr:
        """Emit: set the flags of the n moves in L; at a fault there are no moves. Returns 2 if the list isn't
        there any more."""
        unit = self.flow.unit
        name = f"search_{self.site.number}_{self.number}"

        def make() -> ast.FunctionDef:
            names = {
                "series_moves": self._list(anywhere=True),
                "series_try": _try_chosen(self.flow, self.site, self.step),
                "series_over": _holds(
                    self.flow, f"over_{self.site.number}_{self.number}", self.step.done_when
                ),
            }
            function = library.template("longest_series", names, unit.library)
            function.name = name
            return function

        unit.helper(name, make)
        if unit.memo < 0:
            unit.memo = unit.room(1 + BUCKETS * ENTRY)
        frames = unit.room(FRAME * (MAX_SERIES + 2))
        given: list[ast.expr | int] = [x.name("actor"), n, self.bound]
        given += [choices.stride(unit), x.name(choices.MOVES), self._other()]
        given += [x.name("SLOTS"), unit.layout.dynamic]
        given += [x.name("SAVED"), self._flags(), frames, unit.memo, self.step.place]
        state = b.temp(x.run(name, *given), "state")
        b.emit(*x.when(x.compare("=", state, 0), [x.give(0)]))
        return state


def _holds(flow: Flow, name: str, condition: core.Expr | None) -> str:
    """def NAME(actor): does the condition hold? (none: it doesn't)"""

    def make() -> ast.FunctionDef:
        b = Body(flow.unit)
        test: ast.expr = x.const(0) if condition is None else expressions.value(b, condition)
        b.emit(x.give(test))
        return x.function(name, ["actor"], b.out)

    return flow.unit.helper(name, make)


def _try_chosen(flow: Flow, site: Site, step: core.Choose) -> str:
    """def try_chosen_K(actor, at): carries out the move at L[at]; returns 1 if that ends the game."""
    name = f"try_chosen_{site.number}"
    unit = flow.unit
    tried = {name for series in step.series for name in series.actions}

    def make() -> ast.FunctionDef:
        b = Body(unit)
        for offer in step.actions:
            if offer.action not in tried:
                continue
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
