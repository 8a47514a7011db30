"""A module under construction, and one function of it.

An expression of a ruleset becomes a Python expression where it can, and statements before it where it can't
(a quantifier is a loop). The statements go to the current place of the function (`Body.emit`), the expression
is returned. Two things must hold whatever is put together: what the ruleset says first is evaluated first as
far as anybody can tell (`Body.ordered`), and what may not be evaluated isn't (whoever lowers a branch catches
its statements with `Body.branch`). Names are always new, so nothing once named changes its value.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod
from typing import Any, TypeVar

from rulewright.compile import build as x
from rulewright.compile.constants import Constants
from rulewright.compile.cuts import Cuts
from rulewright.compile.layout import Layout, TooBig, any_step
from rulewright.compile.trees import walk
from rulewright.limits import MAX_EMITTED_NODES
from rulewright.machine.tally import Point
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar, Ruleset
from rulewright.ruleset.types import SetOf
from rulewright.ruleset.walk import steps_of

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Words = tuple[ast.expr, ...]
"""A set: the words of the universe of its type."""
Value = ast.expr | Words
Visit = Callable[[ast.expr, ast.expr], None]
"""Emits what is done for a member (which may be written several times), given how many there are of it."""


_NO_ARGUMENTS = ast.arguments([], [], None, [], [], None, [])


class Unit:
    """The module: what its functions share. ``dynamic`` and ``scratch`` grow as slots in S and in L are
    allotted."""

    def __init__(
        self, ruleset: Ruleset, traced: bool, native: bool, open: bool, counted: bool = False
    ) -> None:
        self.ruleset = ruleset
        self.traced = traced
        self.counted = counted
        self.points: dict[Point, int] = {}
        """Of a counted program: the number of each point that is counted."""
        self.searches = counted and any(isinstance(node, core.Series) for node in steps_of(ruleset))
        """Whether moves are tried in searches, which don't count."""
        self._emitted = 0
        self.native = native
        """Whether what is quick natively is emitted rather than what is quick in CPython."""
        self.open = open
        """Whether a ruling may be left open, so that its reading may be a fault."""
        self.drops_out = any_step(ruleset, core.DropOut)
        """Whether anybody can drop out."""
        self.layout = Layout(ruleset)
        self.cuts = Cuts(ruleset)
        self.constants = Constants(ruleset, self.layout)
        self.functions: dict[str, ast.FunctionDef] = {}
        self.slots: dict[int, int] = {}
        """Where a local that lives across decisions lies in S."""
        self.dynamic = self.layout.dynamic
        self.scratch = 0
        self.results: dict[str, int] = {}
        """Where in L the functions of definitions write the words of their sets."""
        self._answers: dict[tuple[object, str], Any] = {}
        """What was asked of definitions and procedures."""
        self.second_list = -1
        """Where in L `series` lists moves beside those that were listed, if it does."""
        self.memo = -1
        """Where in L the table of positions of `series` lies, if there is one."""
        self.library: set[str] = set()
        """The functions of `piles` and `checks` that are called."""

    def of_definition(self, ask: Callable[[Unit, core.Expr], Answer], name: str) -> Answer:
        """What is asked of the body of a definition, which is asked once: definitions of definitions are
        many more calls than there are lines."""
        return self._once(ask, name, self.ruleset.definitions[name].body)

    def of_procedure(self, ask: Callable[[Unit, tuple[core.Step, ...]], Answer], name: str) -> Answer:
        """The same of a procedure."""
        return self._once(ask, name, self.ruleset.procedures[name].body)

    def _once(self, ask: Callable[[Unit, Asked], Answer], name: str, body: Asked) -> Answer:
        if (ask, name) not in self._answers:
            self._answers[ask, name] = ask(self, body)
        answer: Answer = self._answers[ask, name]
        return answer

    def work(self) -> None:
        """Counts what is emitted. Raises TooBig before it takes long."""
        self._emitted += 1
        if self._emitted > MAX_EMITTED_NODES:
            raise TooBig(f"its program has more than {MAX_EMITTED_NODES:,} expressions and statements")

    def allot(self, words: int) -> int:
        """Room in S for what is kept across decisions; it is 0 whenever it is not in use."""
        self.dynamic += words
        return self.dynamic - words

    def room(self, words: int) -> int:
        """Room in L for one construct: nothing recurses, so each has its own."""
        self.scratch += words
        return self.scratch - words

    def helper(self, name: str, make: Callable[[], ast.FunctionDef]) -> str:
        """A function of the module that is made when it is first asked for."""
        if name not in self.functions:
            self.functions[name] = ast.FunctionDef(name, _NO_ARGUMENTS, [], [])  # a mark: nothing recurses
            made = make()
            del self.functions[name]
            self.functions[name] = made  # after all that it calls
        return name

    def bind_slot(self, var: LocalVar) -> int:
        """Make a local live in S."""
        if var.id not in self.slots:
            self.slots[var.id] = self.allot(self.layout.width(var.type))
        return self.slots[var.id]


@dataclass
class PythonLoop:
    """A loop of the emitted function that is being filled; ``flags``: names that end it when they are set;
    ``continues``: what is emitted is the last of its body, so that ``continue`` may leave it out; ``asks``:
    nothing changes while it runs; ``kept``: what is known in all its turns once it was reckoned (see
    `keeping`), and ``before``: the statements before the loop that it takes."""

    continues: bool
    asks: bool
    flags: list[str] = field(default_factory=list)
    kept: dict[object, tuple[str, tuple[str, ...], object]] = field(default_factory=dict)
    before: list[ast.stmt] = field(default_factory=list)


class Body:
    """The statements of one function."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.out: list[ast.stmt] = []
        self.env: dict[int, Value] = {}
        self.loops: list[PythonLoop] = []
        self.stops: dict[int | None, Callable[[], None]] = {}
        """What emits leaving a loop of steps, by its id (none: the game)."""
        self.trying = False
        """Whether what is emitted is tried out only: see `series`."""
        self.depths: dict[str, int] = {}
        """For names that locals are bound to: in how many loops they have their value."""
        self.sizes: list[int] = []
        """How many turns the loops of conditions around may have."""
        self._bound: dict[int, int] = {}
        self._asking = 0
        self.place = 0
        """Of the step that is being lowered."""
        self._count = 0

    # names and statements
    def fresh(self, hint: str = "t") -> str:
        self._count += 1
        return f"{hint}{self._count}"

    def emit(self, *statements: ast.stmt) -> None:
        for statement in statements:
            self.unit.work()
            if not hasattr(statement, "place"):
                statement.place = self.place  # type: ignore[attr-defined]
        self.out.extend(statements)

    def set(self, target: str, value: ast.expr | int) -> None:
        self.emit(x.assign(target, value))

    def temp(self, value: ast.expr | int, hint: str = "t") -> ast.Name:
        """Evaluate here, under a new name."""
        target = self.fresh(hint)
        self.set(target, value)
        return x.name(target)

    def named(self, value: ast.expr, hint: str = "t") -> ast.expr:
        """The value in a form that may be written several times."""
        return value if x.simple(value) else self.temp(value, hint)

    def call(self, function: str, *args: ast.expr | int) -> ast.Call:
        """A call of one of our library functions that wants S and R."""
        self.unit.library.add(function)
        return x.call(function, x.name("S"), x.name("R"), *args)

    def call_all(self, function: str, *args: ast.expr | int) -> ast.Call:
        """A call of one of our library functions that wants all vectors."""
        self.unit.library.add(function)
        return x.run(function, *args)

    def fault(self, code: str, place: int, detail: ast.expr | int = 0) -> ast.Call:
        return x.call("fault", x.name("R"), x.name(code), place, detail)

    @contextmanager
    def branch(self) -> Iterator[list[ast.stmt]]:
        """Statements emitted inside go to the list given."""
        before, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = before

    @contextmanager
    def loop(self, make: Callable[[list[ast.stmt]], ast.stmt], continues: bool = False) -> Iterator[None]:
        """A loop with the statements emitted inside; ``make`` makes it of its body. See PythonLoop."""
        loop = PythonLoop(continues, self._asking > 0)
        self.loops.append(loop)
        try:
            with self.branch() as inside:
                yield
        finally:
            self.loops.pop()
        self.emit(*loop.before, make(inside))
        for flag in loop.flags:
            self.emit(*x.when(x.name(flag), [ast.Break()]))

    @contextmanager
    def asking(self) -> Iterator[None]:
        """What is emitted inside changes nothing: the loops are those of an expression."""
        self._asking += 1
        try:
            yield
        finally:
            self._asking -= 1

    def leave(self, depth: int, flag: str) -> None:
        """Leave the loops from number ``depth`` on. ``flag`` is a name that is 0 before them, and 1 if they
        are left."""
        crossed = self.loops[depth + 1 :]
        if crossed:
            self.set(flag, 1)
            for loop in crossed:
                if flag not in loop.flags:
                    loop.flags.append(flag)
        self.emit(ast.Break())

    # order
    def ordered(self, parts: Sequence[Callable[[], ast.expr]]) -> list[ast.expr]:
        """Lower each part in turn, such that what may fault or draw happens in this order.

        A later part may need statements; if those can do anything, earlier parts are named before them.
        """
        done: list[ast.expr] = []
        for part in parts:
            mark = len(self.out)
            value = part()
            if len(self.out) > mark and any(map(acts, self.out[mark:])):
                early: list[ast.stmt] = []
                for i, other in enumerate(done):
                    if not x.simple(other):
                        target = self.fresh()
                        early.append(x.assign(target, other))
                        done[i] = x.name(target)
                self.out[mark:mark] = early
            done.append(value)
        return done

    # locals
    def bind(self, var: LocalVar, value: Value) -> None:
        self.env[var.id] = value
        words = value if isinstance(value, tuple) else (value,)
        self._bound[var.id] = max(map(self._depth_of, words), default=0)

    def _depth_of(self, value: ast.expr) -> int:
        """In how many loops a value is the same in every turn; what has no name yet gets one here."""
        if isinstance(value, ast.Constant):
            return 0
        if isinstance(value, ast.Name):
            return self.depths.setdefault(value.id, len(self.loops))
        return len(self.loops)

    def depth(self, var: int) -> int:
        """In how many loops the local with this id has its value."""
        return self._bound.get(var, 0)

    def turns(self) -> int:
        """How often what is emitted here may run in all loops of conditions around."""
        return prod(self.sizes)

    def told(self, var: int) -> str:
        """What the local with this id is bound to, as a text."""
        value = self.env.get(var)
        words = value if isinstance(value, tuple) else () if value is None else (value,)
        return f"{var}: {', '.join(map(ast.dump, words))}"

    def local(self, var: LocalVar) -> Value:
        if var.id in self.env:
            return self.env[var.id]
        at = self.unit.slots[var.id]
        width = self.unit.layout.width(var.type)
        if isinstance(var.type, SetOf):
            return tuple(x.state(at + i) for i in range(width))
        return x.state(at)


def acts(statement: ast.stmt) -> bool:
    """Whether a statement may fault, draw or run for long."""
    return any(isinstance(n, ast.expr) and x.calls(n) for n in walk(statement) if isinstance(n, ast.Call))
