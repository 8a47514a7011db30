"""The two ways of running a program: in CPython as it is, or natively.

A `Way` owns R and L and runs functions of the program on a position's vector. Chance is asked of a Python
function in both. In CPython that is a call; native code can't call back, so it runs on a tape of the outcomes
so far and stops where that ends, one more is asked, and it runs again from the same position: a step has few
events, and runs in microseconds.

What is rewritten for CPython is in `cpython` and `random_play`.
"""

from __future__ import annotations

import ast
import linecache
import traceback
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import Any
from weakref import WeakKeyDictionary

from rulewright.compile import cpython, random_play, subset, trees
from rulewright.compile import runtime as rt
from rulewright.compile.native import NativeModule, compile_module
from rulewright.compile.program import Program
from rulewright.compile.subset import InternalError
from rulewright.limits import MAX_STEPS
from rulewright.machine.faults import Fault, FaultCode
from rulewright.machine.interface import Chance

Note = Callable[[int, int, int, int, int], None]
"""Takes what a traced program tells: the kind of event, and its arguments."""


class Way(ABC):
    """Runs one program for one configuration. ``R`` and ``L`` are its own."""

    R: Any
    L: Any
    limit = MAX_STEPS
    """Steps between two decisions; who only looks for endless loops may take fewer."""

    @abstractmethod
    def vector(self, S: Any) -> Any:
        """A copy of a position's vector."""

    @abstractmethod
    def ask(self, name: str, S: Any, *scalars: int) -> int:
        """Call a function that asks, without chance: what it changes in S is kept."""

    @abstractmethod
    def act(self, name: str, S: Any, scalars: tuple[int, ...], chance: Chance, move: list[int]) -> None:
        """Call a function that plays on, with the move in L (or none)."""

    def begin(self) -> None:
        """No fault, all steps left, no events."""
        R = self.R
        R[rt.R_FAULT] = 0
        R[rt.R_STEPS] = R[rt.R_LIMIT] = self.limit
        R[rt.R_POS] = 0
        R[rt.R_FRESH] = R[rt.R_SEARCH] = 0

    def fault(self) -> Fault | None:
        """What went wrong since `begin`."""
        code = self.R[rt.R_FAULT]
        if code == 0:
            return None
        if FaultCode.TAPE < code < FaultCode.BROKEN_INVARIANT:
            code = FaultCode.TAPE
        return Fault(FaultCode(code), self.R[rt.R_PLACE], self.R[rt.R_DETAIL])


class InPython(Way):
    """In CPython. S is a list."""

    def __init__(self, program: Program, constants: list[int], note: Note | None) -> None:
        self.R = [0] * program.chance_size
        self.L = [0] * program.list_size
        self.C = constants
        self.program = program
        self.namespace = namespace(program)
        self._chance: Chance = refuse
        R = self.R

        def chance(_: Any, n: int) -> int:
            if n <= 1 or R[rt.R_FAULT]:
                return 0
            if R[rt.R_SEARCH]:
                return rt.fault(R, rt.FAULT_SEARCH, R[rt.R_SEARCHING], 0)
            outcome = self._chance(n)
            if not 0 <= outcome < n:
                return rt.fault(R, rt.FAULT_TAPE, 0, R[rt.R_POS])
            R[rt.R_POS] += 1
            return outcome

        self.namespace["chance"] = chance
        if note is not None:

            def told(_: Any, kind: int, a: int, b: int, c: int, d: int) -> int:
                if not R[rt.R_FAULT] and not R[rt.R_SEARCH]:
                    note(kind, a, b, c, d)
                return 0

            self.namespace["note"] = told

    def vector(self, S: list[int]) -> list[int]:
        return S[:]

    def ask(self, name: str, S: list[int], *scalars: int) -> int:
        self._chance = refuse
        return self._run(name, S, scalars)

    def _run(self, name: str, S: list[int], scalars: tuple[int, ...]) -> int:
        """Call a function. What goes wrong inside is an error of ours, brought back to its place in the
        ruleset."""
        try:
            result: int = self.namespace[name](S, self.C, self.R, self.L, *scalars)
        except (IndexError, NameError, TypeError, ArithmeticError) as error:
            place = place_of(error, self.program)
            if place is None:
                raise
            code = self.program.unit.ruleset.places[place]
            raise InternalError(
                f"{type(error).__name__} in what was made of '{code.what}': {error}"
            ) from error
        return result

    def act(self, name: str, S: list[int], scalars: tuple[int, ...], chance: Chance, move: list[int]) -> None:
        self.begin()
        self._chance = chance
        at = scalars[0] if scalars else 0
        self.L[at : at + len(move)] = move
        self._run(name, S, scalars)
        self._chance = refuse


class Natively(Way):
    """In machine code. S is an array of int64, copied into the one that the code is bound to."""

    def __init__(self, program: Program, constants: list[int]) -> None:
        self.R = array("q", bytes(8 * program.chance_size))
        self.L = array("q", bytes(8 * program.list_size))
        self.C = array("q", constants)
        self._S = array("q", bytes(8 * program.slots))
        self.module = native_module(program)
        self._bound = {
            name: self.module.bind(name, self._S, self.C, self.R, self.L)
            for name in exports(program)
            if name not in ("playouts", "finish", "over", "prepare")
        }

    def vector(self, S: Any) -> Any:
        return array("q", S)

    def ask(self, name: str, S: Any, *scalars: int) -> int:
        self.R[rt.R_MODE] = rt.MODE_ASK
        self.R[rt.R_LEN] = 0
        self._S[:] = S
        result = self._bound[name](*scalars)
        S[:] = self._S
        if self.R[rt.R_FAULT] == rt.FAULT_ASK:
            self.R[rt.R_FAULT] = rt.FAULT_TAPE
        return result

    def act(self, name: str, S: Any, scalars: tuple[int, ...], chance: Chance, move: list[int]) -> None:
        R, L = self.R, self.L
        at = scalars[0] if scalars else 0
        outcomes = 0
        while True:
            self.begin()
            R[rt.R_MODE] = rt.MODE_ASK
            R[rt.R_LEN] = outcomes
            for i, word in enumerate(move):
                L[at + i] = word
            self._S[:] = S
            self._bound[name](*scalars)
            if R[rt.R_FAULT] != rt.FAULT_ASK:
                break
            n = R[rt.R_DETAIL]
            outcome = chance(n)
            if not 0 <= outcome < n or outcomes == rt.TAPE_CAP:
                R[rt.R_FAULT], R[rt.R_PLACE], R[rt.R_DETAIL] = rt.FAULT_TAPE, 0, outcomes
                break
            R[rt.R_TAPE + outcomes] = outcome
            outcomes += 1
        S[:] = self._S


def refuse(n: int) -> int:
    """A source of chance that has nothing to give."""
    return -1


# ---- CPython ---------------------------------------------------------------------------------------------
def python_module(program: Program) -> ast.Module:
    """The module as it runs in CPython."""
    module = trees.fresh(program.module)
    functions = [s for s in module.body if isinstance(s, ast.FunctionDef)]
    others = [s for s in module.body if not isinstance(s, ast.FunctionDef)]
    constants = {n: v for n, v in vars(rt).items() if n.isupper() and type(v) is int}
    for statement in others:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int() as number)):
                constants[name] = number
    kept = {*exports(program), "legal", "play", "result", "end", "prepare"} - {"playouts"}
    kept |= {f"b{n}" for n in program.blocks} | {f"answer_{s.number}" for s in program.flow.sites}
    kept |= {f.name for f in functions if f.name == "note"}
    entries = {name for name in kept if _stops(name)} | {"note"}
    left = cpython.Inliner(functions, kept, entries, _stops, {"moves"}).run()
    quicken = cpython.Quicken(constants)
    module.body = [*others, *(quicken.rewritten(f) for f in left)]
    program.lines = cpython.number_lines(module)
    return module


def filename(program: Program) -> str:
    """What tracebacks call the emitted module."""
    return f"<compiled {program.unit.ruleset.id}>"


def place_of(error: BaseException, program: Program) -> int | None:
    """The place in the ruleset for which the line was emitted that raised an error; none if no line of the
    module did. From then on tracebacks show the lines."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames or frames[-1].filename != filename(program) or frames[-1].lineno is None:
        return None
    module = python_module(program)
    lines = [line + "\n" for line in cpython.line_texts(module)]
    linecache.cache[filename(program)] = (sum(map(len, lines)), None, lines, filename(program))
    return program.lines[frames[-1].lineno]


def _stops(name: str) -> bool:
    """Whether a function returns early only if play stops there."""
    return name.startswith(("run_", "do_", "answer_")) or (name[0] == "b" and name[1:].isdigit())


def python_code(program: Program) -> CodeType:
    """What CPython makes of a program, once."""
    if program not in _compiled:
        _compiled[program] = compile(python_module(program), filename(program), "exec")
    return _compiled[program]


_compiled: WeakKeyDictionary[Program, CodeType] = WeakKeyDictionary()


def namespace(program: Program) -> dict[str, Any]:
    """The functions of a program in CPython, with what is quicker there in Python than in the subset: new
    ones each time, since each machine has its own chance."""
    functions = subset.python_namespace(program.checked, python_code(program))
    blocks: list[Any] = [None] * (max(program.blocks) + 1)
    for n in program.blocks:
        blocks[n] = functions[f"b{n}"]
    answers = [None, *(functions[f"answer_{s.number}"] for s in program.flow.sites)]
    slots, image, first = program.slots, program.image, program.first_block

    def run(S: Any, C: Any, R: Any, L: Any, pc: int) -> int:
        while pc and not R[rt.R_FAULT]:
            pc = blocks[pc](S, C, R, L)
        return 0

    def start(S: Any, C: Any, R: Any, L: Any) -> int:
        S[:] = C[image : image + slots]
        R[rt.R_FRESH] = 0
        if not C[program.prepared]:
            functions["prepare"](S, C, R, L)
        return run(S, C, R, L, first)

    functions.update(run=run, start=start, kth=random_play.kth, count_of=random_play.count_of)
    functions["chance"] = random_play.random_chance
    functions["playouts"] = random_play.random_play(
        start, answers, blocks, functions["result"], program.moves, program.stride
    )
    return functions


# ---- native ----------------------------------------------------------------------------------------------
def _preparing(program: Program) -> list[str]:
    """What `Program.constants` calls."""
    return ["prepare"] if program.flow.prepared.out else []


def playouts_module(program: Program) -> NativeModule:
    """A program in machine code for who only plays whole games, which is compiled tighter."""
    return compile_module(program.module, ["playouts", *_preparing(program)], cache=_cache())


def exports(program: Program) -> list[str]:
    """What is called from outside."""
    result = program.unit.ruleset.result
    names = ["start", "answer", "moves", "run", "over", "finish", "playouts"]
    names += _preparing(program)
    names += [name for name in ("score", "wins", "cut_off") if name in program.unit.functions]
    names += [f"rank_{k}" for k in range(len(result.rank))]
    return names


@lru_cache(maxsize=1)
def _cache() -> Any:
    from rulewright.compile.cache import ObjectCache, default_folder

    return ObjectCache(default_folder())


def native_module(program: Program) -> NativeModule:
    """A program (see `Program.suited`) in machine code, translated once."""
    if program not in _translated:
        _translated[program] = compile_module(program.module, exports(program), cache=_cache())
    return _translated[program]


_translated: WeakKeyDictionary[Program, NativeModule] = WeakKeyDictionary()
