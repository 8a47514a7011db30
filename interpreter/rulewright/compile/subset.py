"""The small subset of Python that compiled rulesets are written in, and the proof that a module keeps to
it.

A compiled ruleset is an `ast.Module` that must mean the same in two ways of running: as CPython reads it,
and as `native` translates it. So the subset has only what is alike in both. Everything else is refused
here, with the function and the line, before either runs: a construct that slipped through would be a silent
difference.

- Functions take vectors of int64 (parameters in capitals: S, C, R) and int64 scalars (all other names), and
  return an int. Vectors are passed on whole and never twice in a call, so two names never mean one vector.
- Statements: assignment and augmented assignment to a scalar or to an element, if, while, for over range
with
  a constant step, break, continue, return, pass, a call.
- Values: ints, scalars, constants of the module, elements, - and ~, + - * // % & | ^ << >>, `a if c else
b`,
  calls of functions of the module, of the runtime and of intrinsics.
- Conditions: one comparison, and, or, not, or a value. These four occur as conditions only, so that no bool
is
  ever stored; what is to be stored is written `1 if c else 0`.
- No recursion: the call graph has no cycle, so depth and frames are known.
- A scalar is read only where an assignment is certain to have come before (a loop body may not run at all).

Left to whoever emits the module, since no look at one function shows it: indices lie in their vectors,
divisors are not 0, shift counts lie in 0..62, results fit an int64. `native` can check these four as well,
for tests.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, Final, NoReturn

from rulewright.compile import runtime
from rulewright.compile.trees import locate

INTRINSICS: Final[Mapping[str, int]] = {"popcount": 1, "ctz": 1, "kth": 2}
"""Name and number of arguments of the functions that are instructions natively."""

INT64_MIN: Final = -(2**63)
INT64_MAX: Final = 2**63 - 1
MAX_SHIFT: Final = 62

_VALUE_OPERATORS: Final = (
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.FloorDiv,
    ast.Mod,
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
    ast.LShift,
    ast.RShift,
)
_COMPARISONS: Final = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_RESERVED: Final = frozenset({"range", "True", "False", "None", "__builtins__"})


class InternalError(Exception):
    """The project broke its own rules: no ruleset, however wrong, may cause this."""


@dataclass(frozen=True)
class Function:
    """One function of a program: its parameters in order, and the statements without the docstring."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[ast.stmt, ...]
    calls: frozenset[str]


@dataclass(frozen=True)
class Program:
    """A module that keeps to the subset, together with the runtime's functions and constants.

    `functions` has all callable names but the intrinsics; `constants` all named ints; `module` is what was
    checked, completed so that CPython, too, returns 0 where a function ends without a value.
    """

    module: ast.Module
    functions: Mapping[str, Function]
    constants: Mapping[str, int]

    def reachable(self, roots: Iterable[str]) -> list[Function]:
        """Return the functions that the roots call, directly or not, roots included, in a fixed order."""
        seen: dict[str, Function] = {}
        waiting = sorted(roots, reverse=True)
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen[name] = self.functions[name]
                waiting.extend(sorted(self.functions[name].calls, reverse=True))
        return list(seen.values())


def is_vector(name: str) -> bool:
    """Tell whether a parameter of this name is a vector."""
    return name.isupper()


def check(module: ast.Module) -> Program:
    """Check that a module keeps to the subset and link it with the runtime.

    The module is completed in place: bare returns and missing ones become `return 0`, missing positions are
    filled in. Raises InternalError, naming function, line and construct, for anything outside the subset.
    """
    library = _library()
    locate(module)
    constants = dict(library.constants)
    definitions: dict[str, ast.FunctionDef] = {}
    for statement in module.body:
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) if statement is module.body[0]:
                continue
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                _refuse_clash(name, (constants, definitions, library.functions, library.hooks))
                constants[name] = _constant(value, constants)
            case ast.FunctionDef(name=name):
                _refuse_clash(name, (constants, definitions, library.functions))
                definitions[name] = statement
            case _:
                _refuse(None, statement, "only constants and functions stand in a module")
    signatures = {f.name: f.parameters for f in library.functions.values()}
    signatures.update((name, _parameters(node)) for name, node in definitions.items())
    for name, parameters in library.hooks.items():
        if name in signatures and signatures[name] != parameters:
            raise InternalError(f"{name}: the parameters are {signatures[name]}, not {parameters}")
    functions = dict(library.functions)
    if not library.hooks.keys() <= definitions.keys():
        del functions["playouts"], signatures["playouts"]
    for name, node in definitions.items():
        functions[name] = _FunctionCheck(name, signatures, constants).run(node)
    _refuse_recursion(functions)
    return Program(module, functions, constants)


def python_namespace(program: Program, code: CodeType | None = None) -> dict[str, Any]:
    """Run a program in CPython: return its functions, the runtime's, and all constants by name.

    Vectors may be lists (the fastest) or `array.array('q')`. `code`: what CPython made of the module, if that
    is known. `playouts` is there if the module defines all that it needs.
    """
    namespace: dict[str, Any] = {"__builtins__": {"range": range}, **program.constants}
    for name in (*_library().functions, *INTRINSICS):
        namespace[name] = getattr(runtime, name)
    if "playouts" in program.functions:  # its globals must be the module's: there are start, legal, play ...
        namespace["playouts"] = FunctionType(runtime.playouts.__code__, namespace, "playouts")
    else:
        del namespace["playouts"]
    exec(code or compile(program.module, "<ruleset>", "exec"), namespace)
    return namespace


# ---- the runtime as a library ----------------------------------------------------------------------------
@dataclass(frozen=True)
class _Library:
    functions: Mapping[str, Function]
    constants: Mapping[str, int]
    hooks: Mapping[str, tuple[str, ...]]  # what `playouts` needs of a module: name and parameters


@lru_cache(maxsize=1)
def _library() -> _Library:
    """Read the runtime's source. What it declares for type checkers only are the hooks."""
    tree = ast.parse(inspect.getsource(runtime))
    constants = {n: v for n, v in vars(runtime).items() if n.isupper() and type(v) is int}
    definitions: dict[str, ast.FunctionDef] = {}
    hooks: dict[str, tuple[str, ...]] = {}
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name not in INTRINSICS:
            definitions[statement.name] = statement
        elif isinstance(statement, ast.If):
            hooks.update((s.name, _parameters(s)) for s in statement.body if isinstance(s, ast.FunctionDef))
    signatures = {name: _parameters(node) for name, node in definitions.items()} | hooks
    functions = {
        name: _FunctionCheck(name, signatures, constants).run(node) for name, node in definitions.items()
    }
    return _Library(functions, constants, hooks)


# ---- checks ----------------------------------------------------------------------------------------------
def _refuse(function: str | None, node: ast.AST, why: str) -> NoReturn:
    where = f"{function}: " if function else ""
    line = getattr(node, "lineno", "?")
    try:
        text = ast.unparse(node).split("\n")[0][:80]
    except (AttributeError, ValueError, RecursionError):  # a node that isn't even complete
        text = "?"
    raise InternalError(f"{where}line {line}: {type(node).__name__} `{text}`: {why}")


def _refuse_clash(name: str, spaces: Iterable[Mapping[str, object]]) -> None:
    if name in INTRINSICS or name in _RESERVED or any(name in space for space in spaces):
        raise InternalError(f"{name}: the name is taken")
    if not (name.isascii() and name.isidentifier()):
        raise InternalError(f"{name!r}: not a name")


def _refuse_recursion(functions: Mapping[str, Function]) -> None:
    """Walk the call graph depth first, with a stack of our own: a chain of calls may be long."""
    done: set[str] = set()
    for root in functions:
        path: dict[str, list[str]] = {}
        name: str | None = None if root in done else root
        while name is not None or path:
            if name is not None:
                path[name] = sorted(functions[name].calls - done)
            last = next(reversed(path))
            name = path[last].pop() if path[last] else None
            if name is None:
                done.add(last)
                del path[last]
            elif name in path:
                cycle = [*list(path)[list(path).index(name) :], name]
                raise InternalError(f"{name}: recursion: {' -> '.join(cycle)}")
            elif name in done:
                name = None


def _constant(node: ast.expr, constants: Mapping[str, int], function: str | None = None) -> int:
    """Return the value of `NAME = <int>`: a literal, with a sign, or another constant's name."""
    match node:
        case ast.Constant(value=value) if type(value) is int and INT64_MIN <= value <= INT64_MAX:
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)) if type(value) is int:
            if value <= INT64_MAX:
                return -value
        case ast.Name(id=name) if name in constants:
            return constants[name]
    _refuse(function, node, "a constant is an int, without an operator")


def _parameters(node: ast.FunctionDef) -> tuple[str, ...]:
    given = node.args
    if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults:
        _refuse(node.name, node, "parameters are plain and have no defaults")
    if node.decorator_list:
        _refuse(node.name, node, "no decorators")
    names = tuple(a.arg for a in given.args)
    if len(set(names)) != len(names):
        _refuse(node.name, node, "a parameter is given twice")
    return names


def step_of(node: ast.For) -> int:
    """Return the step of a checked `for`: 1 unless given."""
    assert isinstance(node.iter, ast.Call)
    if len(node.iter.args) < 3:
        return 1
    return _constant(node.iter.args[2], {})


_Assigned = frozenset[str] | None
"""The scalars that certainly have a value; None where control never comes."""


def _meet(a: _Assigned, b: _Assigned) -> _Assigned:
    if a is None or b is None:
        return b if a is None else a
    return a if a is b else a & b


class _FunctionCheck:
    """Checks one function in one pass, following which scalars certainly have a value."""

    def __init__(
        self, name: str, signatures: Mapping[str, tuple[str, ...]], constants: Mapping[str, int]
    ) -> None:
        self.name = name
        self.signatures = signatures
        self.constants = constants
        self.calls: set[str] = set()
        self.vectors: set[str] = set()
        self.assigned: _Assigned = None
        self.breaks: list[_Assigned] = []  # of each loop around: what holds where its breaks lead

    def run(self, node: ast.FunctionDef) -> Function:
        parameters = _parameters(node)
        for name in parameters:
            _refuse_clash(name, (self.signatures, self.constants))
        self.vectors = {name for name in parameters if is_vector(name)}
        self.assigned = frozenset(parameters) - self.vectors
        body = node.body
        if not body:
            self.refuse(node, "no body")
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]  # the docstring
        self.block(body)
        if self.assigned is not None:
            end = ast.Return(ast.Constant(0))
            node.body.append(ast.fix_missing_locations(ast.copy_location(end, node.body[-1])))
            body = [*body, end]
        return Function(self.name, parameters, tuple(body), frozenset(self.calls))

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        _refuse(self.name, node, why)

    # statements
    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[target], value=value):
                self.value(value)
                self.assign(target)
            case ast.AugAssign(target=target, op=op, value=value):
                self.operator(node, op, value)
                if isinstance(target, ast.Name):
                    self.scalar(target)
                self.value(value)
                self.assign(target)
            case ast.If():
                self.branches(node)
            case ast.While(test=test, body=body, orelse=[]):
                self.condition(test)
                endless = isinstance(test, ast.Constant) and bool(test.value)
                self.loop(node, body, None if endless else self.assigned)
            case ast.For(target=ast.Name() as target, iter=count, body=body, orelse=[]):
                self.range(count)
                before = self.assigned
                self.assign(target)
                self.loop(node, body, before)
            case ast.Return(value=value):
                if value is None:
                    node.value = ast.copy_location(ast.Constant(0), node)
                else:
                    self.value(value)
                self.assigned = None
            case ast.Break() | ast.Continue():
                if not self.breaks:
                    self.refuse(node, "not in a loop")
                if isinstance(node, ast.Break):
                    self.breaks[-1] = _meet(self.breaks[-1], self.assigned)
                self.assigned = None
            case ast.Expr(value=ast.Call() as call):
                self.call(call)
            case ast.Pass():
                pass
            case _:
                self.refuse(node, "not a statement of the subset")

    def branches(self, node: ast.If) -> None:
        """Check if and elif: a loop, since a dispatch may be a chain of hundreds."""
        after: _Assigned = None
        orelse: list[ast.stmt] = [node]
        while len(orelse) == 1 and isinstance(branch := orelse[0], ast.If):
            self.condition(branch.test)
            if not branch.body:
                self.refuse(branch, "no body")
            before = self.assigned
            self.block(branch.body)
            after = _meet(after, self.assigned)
            self.assigned = before
            orelse = branch.orelse
        self.block(orelse)
        self.assigned = _meet(after, self.assigned)

    def loop(self, node: ast.stmt, body: list[ast.stmt], unentered: _Assigned) -> None:
        if not body:
            self.refuse(node, "no body")
        self.breaks.append(unentered)
        self.block(body)
        self.assigned = self.breaks.pop()

    def range(self, node: ast.expr) -> None:
        match node:
            case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]) if 1 <= len(args) <= 3:
                for bound in args[:2]:
                    self.value(bound)
                if len(args) == 3 and _constant(args[2], {}, self.name) == 0:
                    self.refuse(node, "the step is 0")
            case _:
                self.refuse(node, "a for goes over a range")

    def assign(self, target: ast.expr) -> None:
        match target:
            case ast.Name(id=name):
                if is_vector(name):
                    self.refuse(target, "only parameters are vectors; a scalar's name is not in capitals")
                _refuse_clash(name, (self.signatures, self.constants))
                if self.assigned is not None and name not in self.assigned:
                    self.assigned |= {name}
            case ast.Subscript():
                self.element(target)
            case _:
                self.refuse(target, "only a scalar or an element can be assigned to")

    # values
    def value(self, node: ast.expr) -> None:
        match node:
            case ast.Constant(value=value):
                if type(value) is not int or not INT64_MIN <= value <= INT64_MAX:
                    self.refuse(node, "not an int of 64 bits")
            case ast.Name(id=name):
                if name not in self.constants:
                    self.scalar(node)
            case ast.Subscript():
                self.element(node)
            case ast.UnaryOp(op=ast.USub() | ast.Invert(), operand=operand):
                self.value(operand)
            case ast.BinOp(left=left, op=op, right=right):
                self.operator(node, op, right)
                self.value(left)
                self.value(right)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.condition(test)
                self.value(body)
                self.value(orelse)
            case ast.Call():
                self.call(node)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                self.refuse(node, "a condition is not a value: write `1 if c else 0`")
            case _:
                self.refuse(node, "not a value of the subset")

    def operator(self, node: ast.AST, op: ast.operator, right: ast.expr) -> None:
        if not isinstance(op, _VALUE_OPERATORS):
            self.refuse(node, f"no operator {type(op).__name__}")
        if isinstance(right, ast.Constant) and type(right.value) is int:
            if isinstance(op, ast.FloorDiv | ast.Mod) and right.value == 0:
                self.refuse(node, "division by 0")
            if isinstance(op, ast.LShift | ast.RShift) and not 0 <= right.value <= MAX_SHIFT:
                self.refuse(node, f"a shift count lies in 0..{MAX_SHIFT}")

    def scalar(self, node: ast.Name) -> None:
        if node.id in self.vectors:
            self.refuse(node, "a vector is not a value")
        if self.assigned is not None and node.id not in self.assigned:
            self.refuse(node, "may be read before it is assigned to")

    def element(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id in self.vectors):
            self.refuse(node, "only a vector has elements")
        self.value(node.slice)

    def condition(self, node: ast.expr) -> None:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                if not isinstance(op, _COMPARISONS):
                    self.refuse(node, f"no comparison {type(op).__name__}")
                self.value(left)
                self.value(right)
            case ast.Compare():
                self.refuse(node, "one comparison at a time")
            case ast.BoolOp(values=values):
                for value in values:
                    self.condition(value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.condition(operand)
            case _:
                self.value(node)

    def call(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Name) or node.keywords:
            self.refuse(node, "a call names a function and gives arguments by position")
        name = node.func.id
        if name in INTRINSICS:
            parameters: tuple[str, ...] = ("x", "k")[: INTRINSICS[name]]
        elif name in self.signatures:
            parameters = self.signatures[name]
            self.calls.add(name)
        else:
            self.refuse(node, "no such function")
        if len(parameters) != len(node.args):
            self.refuse(node, f"{name} takes {len(parameters)} arguments")
        given: set[str] = set()
        for parameter, argument in zip(parameters, node.args, strict=True):
            if not is_vector(parameter):
                self.value(argument)
            elif not (isinstance(argument, ast.Name) and argument.id in self.vectors):
                self.refuse(node, f"{name} wants a vector for {parameter}")
            elif argument.id in given:
                self.refuse(node, f"the vector {argument.id} is given twice")
            else:
                given.add(argument.id)
