"""The whole module: blocks, decisions, results, and what runtime.playouts needs of it.

``compile_ruleset`` is the entry: it gives a `Program`, which knows the module, the layouts of S, C and L, and
what the machine has to know of decisions. Blocks that are gone to from one place only are put there; what is
left are those where play comes together.
"""

from __future__ import annotations

import ast
import gc
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.compile import build as x
from rulewright.compile import choices, decisions, guards, library, results, subset, tracing, trees
from rulewright.compile.body import Unit
from rulewright.compile.flow import START, WAIT, Flow, Site
from rulewright.compile.layout import AWAITED, COUNT, LOCATION, OVER, SITE
from rulewright.compile.layout import TooBig as TooBig
from rulewright.compile.runtime import R_FAULT, R_LIMIT, R_SIZE, R_STEPS
from rulewright.diagnostics import Place
from rulewright.limits import MAX_EMITTED_LINES, MAX_LEGAL_MOVES, MAX_SERIES, MAX_SLOTS, MAX_STEPS
from rulewright.machine.interface import Config
from rulewright.ruleset.model import OPEN, Ruleset
from rulewright.ruleset.types import SetOf

if TYPE_CHECKING:
    from rulewright.compile.native import NativeModule


@dataclass(eq=False)
class Program:
    """A compiled ruleset. ``slots``: the length of S; ``moves``: where moves begin in L; ``stride``: their
    length."""

    unit: Unit
    flow: Flow
    module: ast.Module
    slots: int
    moves: int
    stride: int
    image: int
    """Where C has the position that every game starts from."""
    prepared: int
    """Where C says whether that is after what every game begins with."""

    first_block: int = START
    lines: list[int] = field(default_factory=list)
    """For each line of the module as it runs in CPython, the place that it was emitted for."""
    _others: dict[tuple[bool, bool], Program] = field(default_factory=dict)

    @property
    def blocks(self) -> list[int]:
        """The numbers of the blocks that are gone to by number."""
        resumes = {s.resume for s in self.flow.sites}
        return sorted(n for n in self.flow.bodies if n not in resumes)

    @property
    def chance_size(self) -> int:
        """The length of R."""
        return R_SIZE + len(self.unit.points)

    @property
    def list_size(self) -> int:
        """The length of L."""
        saved = (MAX_SERIES + 2) * self.slots if self.unit.memo >= 0 else 0
        return self.moves + (MAX_LEGAL_MOVES + 2) * self.stride + saved

    def suited(self, native: bool, config: Config) -> Program:
        """The program of the same ruleset for a way of running and a configuration; compiled once."""
        wanted = native, leaves_open(config)
        if wanted == (self.unit.native, self.unit.open):
            return self
        if wanted not in self._others:
            unit = self.unit
            self._others[wanted] = compile_ruleset(unit.ruleset, unit.traced, *wanted, unit.counted)
        return self._others[wanted]

    @cached_property
    def checked(self) -> subset.Program:
        """The module, checked to keep to the subset."""
        return subset.check(self.module)

    @cached_property
    def _prepare(self) -> Callable[..., int]:
        prepare: Callable[..., int] = subset.python_namespace(self.checked)["prepare"]
        return prepare

    def constants(self, config: Config, native: NativeModule | None = None) -> list[int]:
        """C for a configuration. ``native``: the program in machine code, with ``prepare`` among its exports;
        without it that part is run by CPython."""
        if leaves_open(config) and not self.unit.open:
            raise subset.InternalError("a ruling is left open, and the program was compiled as if none were")
        C = self.unit.constants.build(config)
        if self.flow.prepared.out:
            S = C[self.image : self.image + self.slots]
            R = [0] * self.chance_size
            R[R_LIMIT] = R[R_STEPS] = MAX_STEPS
            vectors: list[Any] = [S, C, R, [0] * max(1, self.moves)]
            if native is None:
                self._prepare(*vectors)
            else:
                vectors = [array("q", vector) for vector in vectors]
                native.bind("prepare", *vectors)()
            S, _, R, _ = vectors
            if R[R_FAULT] == 0:
                C[self.image : self.image + self.slots] = list(S)
                C[self.prepared] = 1
        return C


def leaves_open(config: Config) -> bool:
    """Whether a configuration leaves a ruling open."""
    return OPEN in config.readings


def compile_ruleset(
    ruleset: Ruleset, traced: bool = False, native: bool = False, open: bool = True, counted: bool = False
) -> Program:
    """Compile; raises TooBig. Positions are the same vectors whichever way; ``native`` is for who translates
    the module, and quicker there. ``open``: whether it is to be run with rulings left open as well, which
    takes longer; ``counted``: whether it counts what play comes to, see `counting`."""
    with _uncollected():
        return _compiled(Unit(ruleset, traced, native, open, counted))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the collector of cycles: trees are nearly all that is made, nothing of them can go yet, and to
    look through them again and again takes longer than to make them."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _compiled(unit: Unit) -> Program:
    flow = Flow(unit, decisions.decide)
    flow.program()
    functions = [*_answers(flow), *_blocks(flow), _end(unit)]
    functions.append(x.function("prepare", [], [*flow.prepared.out, x.give(0)]))
    functions += [
        _run(flow),
        _moves(flow),
        _answer(flow),
        *_entry_points(flow),
        results.result_function(unit),
    ]
    slots = unit.dynamic
    image = unit.constants.at("image", slots, lambda config: first_position(unit, slots, config))
    prepared = unit.constants.at("prepared", 1, lambda _: [0])
    body: list[ast.stmt] = [
        x.assign(choices.MOVES, unit.scratch),
        x.assign("SLOTS", slots),
        x.assign("IMAGE", image),
        x.assign("PREPARED", prepared),
        x.assign("SAVED", unit.scratch + (MAX_LEGAL_MOVES + 2) * choices.stride(unit)),
        *library.included(unit.library),
    ]
    if unit.traced:
        body.append(tracing.note_function())
    body += [*unit.functions.values(), *functions]
    guard([s for s in body if isinstance(s, ast.FunctionDef)])
    module = ast.Module(body, [])
    trees.locate(module)
    if slots > MAX_SLOTS:
        raise TooBig(f"a position has {slots} numbers, and no more than {MAX_SLOTS} are allowed")
    if (lines := count_lines(module)) > MAX_EMITTED_LINES:
        raise TooBig(f"the program has {lines} lines, and no more than {MAX_EMITTED_LINES} are allowed")
    return Program(unit, flow, module, slots, unit.scratch, choices.stride(unit), image, prepared)


CHANGING = ("run_", "do_", "b", "answer_", "try_", "prepare")
"""How the names of the functions begin that change the position."""


def guard(functions: list[ast.FunctionDef]) -> None:
    """Let the functions that change the position stop at a fault."""
    may_fault = guards.faulting(functions)
    for function in functions:
        if function.name.startswith(CHANGING):
            guards.Guards(may_fault).function(function)


def unsupported(ruleset: Ruleset) -> list[tuple[Place, str]]:
    """What keeps a ruleset from being compiled, with its place: nothing, or that it is too big."""
    try:
        compile_ruleset(ruleset)
    except TooBig as error:
        return [(Place(ruleset.path), str(error))]
    return []


def count_lines(module: ast.Module) -> int:
    """Statements, which is lines as emitted."""
    return trees.count_statements(module.body)


# ---- blocks ----------------------------------------------------------------------------------------------
SMALL = 24
"""Statements of a block that is put in several places."""
PLACES = 4
"""In so many."""


def _bodies(flow: Flow) -> dict[int, list[ast.stmt]]:
    """The blocks, after those that are gone to from one place (or are small) were put there."""
    bodies = {number: body.out for number, body in flow.blocks.items()}
    for body in bodies.values():
        trim(body)
    keep = {START} | {s.resume for s in flow.sites} | {s.head for s in flow.sites} | set(flow.block_frames)
    keep |= {entry for entry, _ in flow.entries()}
    changed = True
    while changed:
        changed = False
        places = _places(bodies)
        for number, body in list(bodies.items()):
            found = places.get(number, [])
            if number in keep or any(home == number for home, _, _ in found):
                continue
            if len(found) <= 1 or _small(body, len(found)):
                _put(body, found)
                del bodies[number]
                changed = True
                break
    # Those that must stay for what comes from elsewhere are copied, once.
    for number, found in _places(bodies).items():
        if number in keep and number in bodies and number != START and _small(bodies[number], len(found)):
            _put(bodies[number], [place for place in found if place[0] != number])
    return bodies


def trim(block: list[ast.stmt]) -> None:
    """Take away what stands after a return."""
    for i, statement in enumerate(block):
        match statement:
            case ast.Return():
                del block[i + 1 :]
                return
            case ast.If(body=then, orelse=other):
                trim(then)
                trim(other)
            case ast.While(body=inside) | ast.For(body=inside):
                trim(inside)


def _small(body: list[ast.stmt], places: int) -> bool:
    return places <= PLACES and trees.count_statements(body) <= SMALL


def _put(body: list[ast.stmt], places: list[Leads]) -> None:
    """Put a block where it is gone to."""
    for _, block, i in places:
        block[i : i + 1] = map(trees.fresh, body)


Leads = tuple[int, list[ast.stmt], int]
"""A return that leads to a block: in which block it is, and where (last in its list)."""


def _places(bodies: dict[int, list[ast.stmt]]) -> dict[int, list[Leads]]:
    """For each block the returns that lead to it."""
    found: dict[int, list[Leads]] = {}

    def visit(home: int, block: list[ast.stmt]) -> None:
        for i, statement in enumerate(block):
            match statement:
                case ast.Return(value=ast.Constant(value=int() as number)):
                    found.setdefault(number, []).append((home, block, i))
                case ast.If(body=then, orelse=other):
                    visit(home, then)
                    visit(home, other)
                case ast.While(body=inside) | ast.For(body=inside):
                    visit(home, inside)

    for number, body in bodies.items():
        visit(number, body)
    return found


def _blocks(flow: Flow) -> list[ast.FunctionDef]:
    resumes = {s.resume for s in flow.sites}
    flow.bodies = _bodies(flow) if not flow.bodies else flow.bodies
    return [x.function(f"b{n}", [], body) for n, body in sorted(flow.bodies.items()) if n not in resumes]


def _answers(flow: Flow) -> list[ast.FunctionDef]:
    """def answer_K(at, seat): a seat has chosen what lies at L[at]."""
    flow.bodies = _bodies(flow)
    return [x.function(f"answer_{s.number}", ["at", "seat"], flow.bodies[s.resume]) for s in flow.sites]


def _end(unit: Unit) -> ast.FunctionDef:
    """def end(): the game is over; nothing is kept across decisions any more."""
    reset: list[ast.stmt] = []
    if unit.dynamic > unit.layout.dynamic:
        reset.append(x.count("i", x.name("SLOTS"), [x.store("S", x.name("i"), 0)], unit.layout.dynamic))
    stopped = [x.store("S", SITE, OVER), x.store("S", AWAITED, 0), x.store("S", COUNT, 0)]
    body = [*reset, *results.hold_invariants(unit), *results.ask_all(unit), *stopped, x.give(WAIT)]
    return x.function("end", [], body)


def dispatch(numbers: list[int], value: ast.expr, leaf: object) -> list[ast.stmt]:
    """A binary tree of tests that leads to the statements for the value."""
    assert callable(leaf)
    if len(numbers) == 1:
        return list(leaf(numbers[0]))
    middle = len(numbers) // 2
    below, above = dispatch(numbers[:middle], value, leaf), dispatch(numbers[middle:], value, leaf)
    return [ast.If(x.compare("<", value, numbers[middle]), below, above)]


def _run(flow: Flow) -> ast.FunctionDef:
    """def run(pc): from block to block until play waits, is over, or went wrong."""
    resumes = {s.resume for s in flow.sites}
    numbers = sorted(n for n in flow.bodies if n not in resumes)
    turn = dispatch(numbers, x.name("pc"), lambda n: [x.assign("pc", x.run(f"b{n}"))])
    no_fault = x.compare("=", x.element("R", x.name("R_FAULT")), 0)
    go_on = x.both([x.compare("!=", x.name("pc"), WAIT), no_fault])
    return x.function("run", ["pc"], [x.loop(go_on, turn), x.give(0)])


# ---- what the outside calls ------------------------------------------------------------------------------
def _moves(flow: Flow) -> ast.FunctionDef:
    """def moves(seat): lists the moves of an awaited seat in L, returns how many."""
    body: list[ast.stmt] = [x.give(0)]
    if flow.sites:
        numbers = [s.number for s in flow.sites]
        body = dispatch(numbers, x.state(SITE), lambda k: [x.give(x.run(f"moves_{k}", x.name("seat")))])
    return x.function("moves", ["seat"], body)


def _answer(flow: Flow) -> ast.FunctionDef:
    """def answer(at, seat): a seat has chosen the move at L[at]; play goes on."""
    body: list[ast.stmt] = [x.store("R", x.name("R_FRESH"), 0)]
    if flow.sites:
        numbers = [s.number for s in flow.sites]
        chosen = dispatch(
            numbers,
            x.state(SITE),
            lambda k: [x.assign("pc", x.run(f"answer_{k}", x.name("at"), x.name("seat")))],
        )
        body += [*chosen, x.give(x.run("run", x.name("pc")))]
    return x.function("answer", ["at", "seat"], body)


def _entry_points(flow: Flow) -> list[ast.FunctionDef]:
    """start, legal, play, over, finish: see runtime.playouts."""
    seat = x.call("ctz", x.state(AWAITED))
    image = x.constant(x.add(x.name("IMAGE"), x.name("i")))
    start = x.function(
        "start",
        [],
        [
            x.count("i", x.name("SLOTS"), [x.store("S", x.name("i"), image)]),
            x.store("R", x.name("R_FRESH"), 0),
            *x.when(x.negate(x.constant(x.name("PREPARED"))), [x.do(x.run("prepare"))]),
            x.give(x.run("run", START)),
        ],
    )
    fresh = x.compare("!=", x.element("R", x.name("R_FRESH")), 0)
    legal = x.function("legal", [], [*x.when(fresh, [x.give(x.state(COUNT))]), x.give(x.run("moves", seat))])
    at = x.add(x.mul(x.name("k"), choices.stride(flow.unit)), x.name(choices.MOVES))
    play = x.function("play", ["k"], [x.give(x.run("answer", at, seat))])
    over = x.function("over", [], [x.give(x.compare("=", x.state(SITE), OVER))])
    over.args.args[:] = [ast.arg("S")]
    finish = x.function(
        "finish", ["base"], [x.give(x.call("result", *x.vectors(), x.name("OUT"), x.name("base")))]
    )
    finish.args.args.insert(4, ast.arg("OUT"))
    return [start, legal, play, over, finish]


def first_position(unit: Unit, slots: int, config: Config) -> list[int]:
    """S before anything has happened: what is in the game lies in the box, each variable has its start."""
    layout = unit.layout
    ruleset = unit.ruleset
    components = ruleset.components
    S = [0] * slots
    for i in layout.numbered:
        if components.owner[i] >= config.players:
            S[LOCATION + i] = -1
        else:
            S[layout.box.base + i // x.WORD] |= 1 << i % x.WORD
    for i in layout.alike:
        if components.owner[i] < config.players:
            S[layout.box_count(i)] = components.copies[i]
    for family in layout.families.values():
        if family.kind in ("slot", "kind"):
            S[family.base : family.base + family.size] = [-1] * family.size
    for variable in ruleset.variables.values():
        if not isinstance(variable.type, SetOf):
            base = layout.variables[variable.name]
            total = 1
            for key in variable.keys:
                total *= key.size
            S[base : base + total] = [variable.start] * total
    return S


def site_of(program: Program, S: list[int]) -> Site | None:
    """The decision that a position stands at."""
    return program.flow.sites[S[SITE] - 1] if S[SITE] > 0 else None
