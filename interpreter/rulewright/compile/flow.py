"""Play as a flat program: blocks between decisions.

A list of steps in which a decision can be reached is cut where play may stop or come back to: at decisions,
loop heads, where branches join, and after procedures that decide. A block is a function that returns the
number of the block to go on with; 0 stands for waiting (and the end). What a block needs from an earlier one
lies in S: locals that are in scope across a decision have slots there, which are 0 when they are out of
scope, also when a loop is stopped. Nothing recurses, so a procedure that decides has one slot for the block
to return to.

Steps in which no decision can be reached are written out inside a block (`steps`); leaving a loop of blocks
from there is a return like any other.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rulewright.compile import build as x
from rulewright.compile import effects, expressions, safety, steps
from rulewright.compile.body import Body, Unit
from rulewright.compile.bounds import members
from rulewright.compile.counting import count
from rulewright.compile.steps import Cell
from rulewright.compile.tracing import note
from rulewright.machine.tally import PLAYED_OUT, TURN
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar
from rulewright.ruleset.types import Player

WAIT = 0
"""No block: play waits for a decision, or is over."""
START = 1
"""The block that play begins with."""


@dataclass
class Scope:
    """What is to be reset when control leaves a part of the program: slots, and what they held is out of
    scope."""

    slots: list[tuple[int, int]] = field(default_factory=list)
    """Offset and number of words."""
    loop: int | None = None
    """The loop of steps whose body this is."""
    exit: int = 0
    """The block after the loop."""


@dataclass
class Frame:
    """For `arrange`: a local that says whose turn it is, at some point of the program."""

    slot: int
    gives_turns: bool
    rounds: int = -1
    """Of turns that count rounds: the slot of how many seats are still to be passed."""
    following: int = -1
    """Of a loop over all seats: the slot of the next one, and after it of how many are left."""
    waiting: int = -1
    """Of a loop over some seats: where those are listed that are still to come, the next one last."""

    def moved(self, S: MutableSequence[int], before: int, seat: int, players: int) -> None:
        """The turn went from one seat to another: play goes on from there."""
        if self.rounds >= 0:
            S[self.rounds] -= seat - before
        if self.following >= 0:
            left = S[self.following + 1]
            first = (S[self.following] - (players - left)) % players
            S[self.following] = (seat + 1) % players
            S[self.following + 1] = players - 1 - (seat - first) % players
        if self.waiting >= 0:
            n = S[self.waiting]
            items = list(S[self.waiting + 1 : self.waiting + 1 + n])
            if seat in items:
                keep = items.index(seat)
                for i in range(keep, n):
                    S[self.waiting + 1 + i] = 0
                S[self.waiting] = keep


@dataclass
class Site:
    """A decision. ``frames``: the actors around it, the innermost first; ``returns``: the return slot of the
    procedure or action body it stands in, or -1."""

    number: int
    step: core.Choose | core.Together
    resume: int
    """The block that takes the move chosen: a function of where it lies in L, and whose it is."""
    head: int
    """The block that puts the decision anew."""
    frames: list[Frame]
    returns: int
    times: Counted | None = None
    answers: list[tuple[int, int]] = field(default_factory=list)
    """Of a together: where the moves of those who have chosen are kept."""


class Counted(Protocol):
    """What a choose with ``times:`` counts."""

    def enough(self) -> ast.expr:
        """Is the least number of choices reached?"""
        ...

    def left(self) -> ast.expr | None:
        """How many more may be chosen, if there is a bound."""
        ...


Decide = Callable[["Flow", core.Choose | core.Together], None]
"""Emits a decision and what follows from the choice (see `decisions`)."""


class Flow:
    """The blocks of a ruleset's play."""

    def __init__(self, unit: Unit, decide: Decide) -> None:
        self.unit = unit
        self.decide = decide
        self.cuts = unit.cuts
        self.blocks: dict[int, Body] = {}
        self.sites: list[Site] = []
        self.scopes: list[Scope] = []
        self.first_asked: int | None = None
        """Where a choose begins whose `otherwise` comes now with a decision first: put anew, this begins."""
        self.frames: list[Frame] = []
        self.returns = -1
        self.block_frames: dict[int, tuple[list[Frame], int]] = {}
        """For each block that a procedure may return to: the frames there, and the return slot around it."""
        self._entries: dict[str, tuple[int, int]] = {}
        self._waiting: list[Callable[[], None]] = []
        self._next = START
        self.b = Body(unit)
        self.ended = False
        self.prepared = Body(unit)
        """What every game begins with, before anything is asked of anybody."""
        self.bodies: dict[int, list[ast.stmt]] = {}
        """The blocks as they are emitted in the end."""

    def entries(self) -> list[tuple[int, int]]:
        """Entry block and return slot of each body that is cut."""
        return list(self._entries.values())

    # --- blocks
    def new(self) -> int:
        self._next += 1
        return self._next - 1

    def begin(self, block: int) -> None:
        """What is emitted from now on belongs to this block."""
        before = self.b
        self.b = Body(self.unit)
        self.b.stops = before.stops
        self.b.place = before.place
        self.blocks[block] = self.b
        self.ended = False

    def jump(self, block: int) -> None:
        """Go on with a block, unless control never comes here."""
        if not self.ended:
            self.b.emit(x.give(block))
            self.ended = True

    def program(self) -> None:
        """Emit all of play: setup, then play, then the end."""
        setup, play = self._prepare()
        self.begin(self.new())
        self.b.stops = {None: self.stop_game}
        self.steps(setup)
        if not self.ended:
            self.steps(play)
        if not self.ended:
            count(self.b, "end", 0, PLAYED_OUT)
            self.stop_game()
        while self._waiting:
            self._waiting.pop()()

    def _prepare(self) -> tuple[tuple[core.Step, ...], tuple[core.Step, ...]]:
        """Emit what every game begins with, apart: setup and play without it. A traced or counted game
        tells it every time."""
        setup, play = self.unit.ruleset.setup, self.unit.ruleset.play
        first = 0
        apart = not self.unit.traced and not self.unit.counted
        while first < len(setup) and apart and safety.quiet(self.unit, setup[first]):
            first += 1
        second = 0
        while first == len(setup) and second < len(play) and apart:
            if not safety.quiet(self.unit, play[second]):
                break
            second += 1
        steps.steps(self.prepared, (*setup[:first], *play[:second]))
        return setup[first:], play[second:]

    def stop_game(self) -> None:
        """Emit the end of the game."""
        self.b.emit(x.give(x.run("end")))

    # --- scopes
    def slot(self, words: int) -> int:
        """Room in S for something in the present scope."""
        at = self.unit.allot(words)
        self.scopes[-1].slots.append((at, words))
        return at

    def bind_slot(self, var: LocalVar) -> int:
        at = self.unit.bind_slot(var)
        self.scopes[-1].slots.append((at, self.unit.layout.width(var.type)))
        return at

    def reset(self, scope: Scope) -> None:
        """Emit: what the scope kept is gone."""
        for at, words in scope.slots:
            for i in range(words):
                self.b.emit(x.store("S", at + i, 0))

    def leave_scope(self) -> None:
        scope = self.scopes.pop()
        if not self.ended:
            self.reset(scope)

    def stop_loop(self, loop: int) -> None:
        """Emit leaving a loop of blocks, from wherever inside."""
        for scope in reversed(self.scopes):
            self.reset(scope)
            if scope.loop == loop:
                self.b.emit(x.give(scope.exit))
                return
        raise AssertionError("a loop that isn't around")

    # --- steps
    def steps(self, items: tuple[core.Step, ...]) -> None:
        """Emit a list of steps: a scope of its own."""
        self.scopes.append(Scope())
        for i, step in enumerate(items):
            if self.ended:
                break
            later = any(map(self.cuts.step, items[i + 1 :]))
            self.one(step, later)
        self.leave_scope()

    def one(self, step: core.Step, later: bool) -> None:
        """Emit one step. ``later``: a decision can be reached in what follows it in its list."""
        if isinstance(step, core.Let | core.LetRandom) and later:
            self.bind_slot(step.local)
        if not self.cuts.step(step):
            self.ended = steps.one(self.b, step)
            return
        self.b.place = step.place
        note(self.b, "step", step.place)
        count(self.b, "step", step.place)
        match step:
            case core.If():
                self._if(step)
            case core.While():
                self._while(step)
            case core.Repeat():
                self._repeat(step)
            case core.For():
                self._for(step)
            case core.Turns():
                self._turns(step)
            case core.RunProcedure():
                self._run(step)
            case core.Choose() | core.Together():
                self.decide(self, step)
            case _:
                raise AssertionError(type(step).__name__)

    def _if(self, step: core.If) -> None:
        b = self.b
        test = expressions.condition(b, step.condition)
        join = self.new()
        out = b.out
        then: list[ast.stmt] = []
        b.out = then
        count(b, "branch", step.place, 1)
        self.steps(step.then)
        self.jump(join)
        self.b, self.ended = b, False
        b.out = out
        b.emit(ast.If(test, then, []))
        count(b, "branch", step.place, 0)
        self.steps(step.other)
        self.jump(join)
        self.begin(join)

    def _loop(self, loop: int, slots: list[tuple[int, int]], exit: int) -> Scope:
        scope = Scope(slots, loop, exit)
        self.scopes.append(scope)
        self.b.stops[loop] = lambda: self.stop_loop(loop)
        return scope

    def _end_loop(self, head: int, exit: int) -> None:
        """After the body of a loop: back to its head; then go on after it."""
        self.jump(head)
        scope = self.scopes.pop()
        assert scope.loop is not None
        del self.b.stops[scope.loop]
        self.begin(exit)

    def _leave_if(self, test: ast.expr, scope: Scope, counted: tuple[int, int] | None = None) -> None:
        """Emit: leave the loop under a condition; ``counted``: place and arm, if that is a branch."""
        b = self.b
        with b.branch() as leaving:
            if counted is not None:
                count(b, "branch", *counted)
            self.reset(scope)
            b.emit(x.give(scope.exit))
        b.emit(*x.when(test, leaving))

    def _fuel(self, step: core.While | core.Repeat | core.For | core.Turns) -> None:
        """Emit: a turn of a loop costs steps; without them play stops, in a fault."""
        self.b.emit(*x.when(x.negate(steps.turn(self.b, step.body, step.place)), [x.give(WAIT)]))

    def _while(self, step: core.While) -> None:
        head, exit = self.new(), self.new()
        self.jump(head)
        self.begin(head)
        scope = self._loop(step.loop, [], exit)
        self._fuel(step)
        self._leave_if(x.negate(expressions.condition(self.b, step.condition)), scope, (step.place, 0))
        count(self.b, "branch", step.place, 1)
        self.steps(step.body)
        self._end_loop(head, exit)

    def _repeat(self, step: core.Repeat) -> None:
        head, exit = self.new(), self.new()
        at = self.unit.allot(1)
        n = self.b.named(expressions.value(self.b, step.count))
        self.b.emit(x.store("S", at, x.conditional(x.compare(">", n, 0), n, x.const(0))))
        self.jump(head)
        self.begin(head)
        scope = self._loop(step.loop, [(at, 1)], exit)
        self._fuel(step)
        self._leave_if(x.compare("<=", x.state(at), 0), scope)
        self.b.emit(x.update("S", at, "-", 1))
        count(self.b, "branch", step.place, 1)
        self.steps(step.body)
        self._end_loop(head, exit)

    def _for(self, step: core.For) -> None:
        """The members wait in S, the next one last; a range or all seats in order need no list."""
        head, exit = self.new(), self.new()
        slots: list[tuple[int, int]] = []

        def allot(words: int) -> int:
            at = self.unit.allot(words)
            slots.append((at, words))
            return at

        counted = self._counted(step, allot)
        waiting = -1
        if counted is None:
            most = members(self.unit, step.domain)
            waiting = allot(1 + most)
            self._list(step, waiting)
        member = self.unit.bind_slot(step.local)
        slots.append((member, 1))
        number = None
        if step.numbered is not None:
            number = self.unit.bind_slot(step.numbered)
            slots.append((number, 1))
        self.jump(head)
        self.begin(head)
        b = self.b
        scope = self._loop(step.loop, slots, exit)
        self._fuel(step)
        if counted is None:
            self._leave_if(x.compare("<=", x.state(waiting), 0), scope)
            where = b.temp(x.add(x.state(waiting), waiting))
            b.emit(x.store("S", member, x.state(where)))
            b.emit(x.store("S", where, 0), x.update("S", waiting, "-", 1))
        else:
            following, left = counted
            self._leave_if(x.compare("<=", x.state(left), 0), scope)
            b.emit(x.store("S", member, x.state(following)))
            b.emit(x.update("S", left, "-", 1))
            self._after(step, following)
        if number is not None:
            b.emit(x.update("S", number, "+", 1))
        gives = isinstance(step.local.type, Player) and step.local.name == "me"
        if gives:
            following = -1 if counted is None else counted[0]
            self.frames.append(Frame(member, True, following=following, waiting=waiting))
        count(b, "branch", step.place, 1)
        self.steps(step.body)
        if gives:
            self.frames.pop()
        self._end_loop(head, exit)

    def _counted(self, step: core.For, allot: Callable[[int], int]) -> tuple[int, int] | None:
        """For a range, or all seats from one of them: slots of the next member and how many are left."""
        if step.where is not None or step.by or step.reversed:
            return None
        b = self.b
        if isinstance(step.domain, core.RangeD) and step.origin is None:
            low, high = b.ordered(
                [
                    lambda: b.named(expressions.value(b, step.domain.low)),  # type: ignore[union-attr]
                    lambda: expressions.value(b, step.domain.high),  # type: ignore[union-attr]
                ]
            )
            following, left = allot(1), allot(1)
            n = b.named(x.add(x.sub(high, low), 1))
            b.emit(x.store("S", following, low))
            b.emit(x.store("S", left, x.conditional(x.compare(">", n, 0), n, x.const(0))))
            return following, left
        if isinstance(step.domain, core.AllOf) and isinstance(step.domain.type, Player):
            first = x.const(0) if step.origin is None else expressions.value(b, step.origin)
            following, left = allot(1), allot(1)
            b.emit(x.store("S", following, first), x.store("S", left, expressions.players(b)))
            return following, left
        return None

    def _after(self, step: core.For, following: int) -> None:
        """Emit: the next member but one."""
        b = self.b
        if isinstance(step.domain, core.RangeD):
            b.emit(x.update("S", following, "+", 1))
            return
        seat = b.temp(x.add(x.state(following), 1))
        last = x.compare("<", seat, expressions.players(b))
        b.emit(x.store("S", following, x.conditional(last, seat, x.const(0))))

    def _list(self, step: core.For, waiting: int) -> None:
        """Emit: the members are listed, then laid up with the first one last."""
        b = self.b
        at, n = steps.listed(b, step)
        i = b.fresh("i")
        source = x.name(i) if step.reversed else x.sub(x.sub(x.name(n), x.name(i)), 1)
        with b.loop(lambda body: x.count(i, x.name(n), body)):
            b.emit(x.store("S", x.add(x.name(i), waiting + 1), x.element("L", x.add(source, at))))
        b.emit(x.store("S", waiting, x.name(n)))

    def _turns(self, step: core.Turns) -> None:
        head, exit = self.new(), self.new()
        slots: list[tuple[int, int]] = []

        def cell(_: str) -> Cell:
            at = self.unit.allot(1)
            slots.append((at, 1))
            return Cell(None, at)

        seat = self.unit.bind_slot(step.me)
        slots.append((seat, 1))
        turns = steps.Turns(self.b, step, cell, Cell(None, seat))
        turns.enter(self.b)
        self.jump(head)
        self.begin(head)
        scope = self._loop(step.loop, slots, exit)
        self._fuel(step)
        ends = turns.ends(self.b, lambda: None)
        if self.unit.counted:
            for arm, test in ends.items():
                self._leave_if(test(), scope, (step.place, arm))
        else:
            self._leave_if(expressions.junction(self.b, list(ends.values()), False), scope)
        count(self.b, "branch", step.place, TURN)
        self.frames.append(Frame(seat, True, rounds=turns.rounds.at if turns.rounds is not None else -1))
        self.steps(step.body)
        self.frames.pop()
        if not self.ended:
            turns.advance(self.b)
        self._end_loop(head, exit)

    # --- procedures and bodies
    def _run(self, step: core.RunProcedure) -> None:
        procedure = self.unit.ruleset.procedures[step.procedure]
        after = self.new()
        self.remember(after)
        given = steps.arguments(procedure, step)
        steps.pay(self.b, procedure)
        self.enter(
            f"procedure {procedure.name}",
            procedure.parameters,
            procedure.body,
            procedure.needs_me,
            given,
            after,
        )
        self.begin(after)

    def remember(self, block: int) -> None:
        """For `arrange`: who acts around a block that something returns to."""
        self.block_frames[block] = (list(reversed(self.frames)), self.returns)

    def enter(
        self,
        key: str,
        parameters: tuple[LocalVar, ...],
        body: tuple[core.Step, ...],
        acts: bool,
        given: Sequence[core.Expr | None],
        after: int,
    ) -> None:
        """Emit: go into a body that is cut, and on with a block when it ends. ``given``: the arguments; none
        where the caller has put it into its slot."""
        slots = [self.unit.bind_slot(p) for p in parameters]
        for p, e in zip(parameters, given, strict=True):
            if e is not None:
                effects.let(self.b, p, e)
        if key not in self._entries:
            entry, back = self.new(), self.unit.allot(1)
            self._entries[key] = entry, back
            self._waiting.append(
                lambda: self._body(entry, back, parameters, body, slots[0] if acts else None)
            )
        entry, back = self._entries[key]
        self.b.emit(x.store("S", back, after))
        self.jump(entry)

    def _body(
        self,
        entry: int,
        back: int,
        parameters: tuple[LocalVar, ...],
        body: tuple[core.Step, ...],
        me: int | None,
    ) -> None:
        """Emit the blocks of a body that is cut."""
        before = self.scopes, self.frames, self.returns
        self.scopes = [Scope([(self.unit.slots[p.id], self.unit.layout.width(p.type)) for p in parameters])]
        self.frames = [] if me is None else [Frame(me, False)]
        self.returns = back
        self.b = Body(self.unit)
        self.b.stops = {None: self.stop_game}
        self.begin(entry)
        self.steps(body)
        if not self.ended:
            self.reset(self.scopes[0])
            to = self.b.temp(x.state(back), "to")
            self.b.emit(x.store("S", back, 0), x.give(to))
        self.scopes, self.frames, self.returns = before
