"""The two ways of running a program: in CPython as it is, or natively.

A `Way` owns R and L and runs functions of the program on a position's vector. Chance is asked of a Python
function in both. In CPython that is a call; native code can't call back, so it runs on a tape of the outcomes
so far and stops where that ends, one more is asked, and it runs again from the same position: a step has few
events, and runs in microseconds.

For CPython the bit intrinsics become the methods of int that they mean (`inline_intrinsics`): a call of a
function written in Python costs as much as the rest of a statement.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rulewright.compile import runtime as rt
from rulewright.compile import subset
from rulewright.compile.native import NativeModule, compile_native
from rulewright.compile.program import Program
from rulewright.machine.faults import Fault, FaultCode
from rulewright.machine.interface import Chance
from rulewright.limits import MAX_STEPS

Note = Callable[[int, int, int, int, int], None]
"""Takes what a traced program tells: the kind of event, and its arguments."""


class Way(ABC):
    """Runs one program for one configuration. ``R`` and ``L`` are its own."""

    R: Any
    L: Any

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
        R[rt.R_STEPS] = R[rt.R_LIMIT] = MAX_STEPS
        R[rt.R_POS] = 0
        R[rt.R_FRESH] = R[rt.R_SEARCH] = 0

    def fault(self) -> Fault | None:
        """What went wrong since `begin`."""
        code = self.R[rt.R_FAULT]
        if code == 0:
            return None
        if code > FaultCode.TAPE:
            code = FaultCode.TAPE
        return Fault(FaultCode(code), self.R[rt.R_PLACE], self.R[rt.R_DETAIL])


class InPython(Way):
    """In CPython. S is a list."""

    def __init__(self, program: Program, constants: list[int], note: Note | None) -> None:
        self.R = [0] * rt.R_SIZE
        self.L = [0] * program.list_size
        self.C = constants
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
        result: int = self.namespace[name](S, self.C, self.R, self.L, *scalars)
        return result

    def act(self, name: str, S: list[int], scalars: tuple[int, ...], chance: Chance, move: list[int]) -> None:
        self.begin()
        self._chance = chance
        at = scalars[0] if scalars else 0
        self.L[at : at + len(move)] = move
        self.namespace[name](S, self.C, self.R, self.L, *scalars)
        self._chance = refuse


class Natively(Way):
    """In machine code. S is an array of int64, copied into the one that the code is bound to."""

    def __init__(self, program: Program, constants: list[int]) -> None:
        self.R = array("q", bytes(8 * rt.R_SIZE))
        self.L = array("q", bytes(8 * program.list_size))
        self.C = array("q", constants)
        self._S = array("q", bytes(8 * program.slots))
        self.module = native_module(program)
        self._bound = {
            name: self.module.bind(name, self._S, self.C, self.R, self.L)
            for name in exports(program)
            if name not in ("playouts", "finish", "over")
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
def namespace(program: Program) -> dict[str, Any]:
    """The functions of a program in CPython, with what is quicker there in Python than in the subset."""
    checked = subset.check(program.module)
    module = inline_intrinsics(deepcopy(program.module))
    functions = subset.python_namespace(replace(checked, module=module), f"<{program.unit.ruleset.id}>")
    blocks: list[Any] = [None] * (max(program.blocks) + 1)
    for n in program.blocks:
        blocks[n] = functions[f"b{n}"]
    fault = rt.R_FAULT

    def run(S: Any, C: Any, R: Any, L: Any, pc: int) -> int:
        while pc and not R[fault]:
            pc = blocks[pc](S, C, R, L)
        return 0

    slots, image = program.slots, program.image

    def start(S: Any, C: Any, R: Any, L: Any) -> int:
        S[:] = C[image : image + slots]
        R[rt.R_FRESH] = 0
        return run(S, C, R, L, program.first_block)

    functions["run"] = run
    functions["start"] = start
    return functions


class _Intrinsics(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name):
            return node
        if node.func.id == "popcount":
            return ast.Call(ast.Attribute(node.args[0], "bit_count", ast.Load()), [], [])
        if node.func.id == "ctz" and isinstance(node.args[0], ast.Name):
            low = ast.BinOp(node.args[0], ast.BitAnd(), ast.UnaryOp(ast.USub(), node.args[0]))
            length = ast.Call(ast.Attribute(low, "bit_length", ast.Load()), [], [])
            return ast.BinOp(length, ast.Sub(), ast.Constant(1))
        return node


def inline_intrinsics(module: ast.Module) -> ast.Module:
    """Replace calls of bit intrinsics by what they mean in CPython."""
    _Intrinsics().visit(module)
    return ast.fix_missing_locations(module)


# ---- native ----------------------------------------------------------------------------------------------
def exports(program: Program) -> list[str]:
    """What is called from outside."""
    result = program.unit.ruleset.result
    names = ["start", "answer", "moves", "run", "over", "finish", "playouts"]
    names += [name for name in ("score", "wins") if name in program.unit.functions]
    names += [f"rank_{k}" for k in range(len(result.rank))]
    return names


@lru_cache(maxsize=1)
def _cache() -> Any:
    from rulewright.compile.cache import ObjectCache, default_folder

    return ObjectCache(default_folder())


def native_module(program: Program) -> NativeModule:
    """The program in machine code."""
    if program.native is None:
        checked = subset.check(program.module)
        program.native = compile_native(checked, exports(program), cache=_cache())
    return program.native
