"""From the subset to LLVM IR, as text.

The translation is direct, one instruction per operation: scalars live in stack slots that LLVM's own passes
turn into registers, vectors are pointers to int64. Functions that nobody outside calls are internal, so
they inline. The IR is text and not built through a library: that is several times faster, can be read and
tested without LLVM, and the text is the key under which object code is cached.

That vectors never alias (`noalias`) is sound: `subset` refuses to pass a vector twice in a call, and
`native` refuses overlapping ones from outside. Arithmetic wraps, and nothing is checked at run time, unless
the translation is asked for with `checked=True`: then indices, divisors, shift counts, overflow and the
arguments of intrinsics are, and the first wrong one is noted in the global REPORT.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from rulewright.compile.subset import (
    INTRINSICS,
    MAX_SHIFT,
    Function,
    InternalError,
    Program,
    is_vector,
    step_of,
)

REPORT: Final = "rw.report"
"""Global of a checked module, four words: what (see WRONG), number of the function, line, the value."""

WRONG: Final = ("", "an index", "a division by 0", "a shift count", "an overflow", "bits of a wrong word")
"""What can be noted there, by number; 0 is nothing."""

_ARITHMETIC: Final[Mapping[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
_COMPARISONS: Final[Mapping[type[ast.cmpop], str]] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
_COLD: Final = frozenset({"fault"})  # called where something went wrong: kept out of line

_PRELUDE: Final = """\
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)

define internal i64 @ctz(i64 %x) #0 {
  %n = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  ret i64 %n
}

define internal i64 @popcount(i64 %x) #0 {
  %n = call i64 @llvm.ctpop.i64(i64 %x)
  ret i64 %n
}

define internal i64 @kth(i64 %x0, i64 %k0) #0 {
entry:
  br label %head
head:
  %x = phi i64 [ %x0, %entry ], [ %x1, %body ]
  %k = phi i64 [ %k0, %entry ], [ %k1, %body ]
  %more = icmp sgt i64 %k, 0
  br i1 %more, label %body, label %done
body:
  %below = sub i64 %x, 1
  %x1 = and i64 %x, %below
  %k1 = sub i64 %k, 1
  br label %head
done:
  %n = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  ret i64 %n
}

attributes #0 = { nounwind }
attributes #1 = { nounwind cold noinline }
"""

_CHECKED_PRELUDE: Final = """
declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)

@rw.report = global [4 x i64] zeroinitializer

define internal void @note(i1 %wrong, i64 %kind, i64 %function, i64 %line, i64 %value) #1 {
entry:
  %p0 = getelementptr inbounds i64, PTR ADDRESS, i64 0
  br i1 %wrong, label %look, label %done
look:
  %old = load i64, PTR %p0
  %first = icmp eq i64 %old, 0
  br i1 %first, label %write, label %done
write:
  %p1 = getelementptr inbounds i64, PTR %p0, i64 1
  %p2 = getelementptr inbounds i64, PTR %p0, i64 2
  %p3 = getelementptr inbounds i64, PTR %p0, i64 3
  store i64 %kind, PTR %p0
  store i64 %function, PTR %p1
  store i64 %line, PTR %p2
  store i64 %value, PTR %p3
  br label %done
done:
  ret void
}
"""


@dataclass(frozen=True)
class Translation:
    """LLVM IR of a program: `exports` maps each name callable from outside to its parameters."""

    ir: str
    exports: Mapping[str, tuple[str, ...]]
    functions: tuple[str, ...]
    checked: bool


def translate(
    program: Program, exports: Iterable[str], *, checked: bool = False, opaque_pointers: bool = True
) -> Translation:
    """Translate the exported functions of a program, and all they call, to LLVM IR.

    `checked` adds the checks that the emitter's proofs make needless, for tests. LLVM before 17 wants
    `opaque_pointers` off. Raises InternalError for an unknown export.
    """
    names = sorted(set(exports))
    for name in names:
        if name not in program.functions:
            raise InternalError(f"{name}: no such function to export")
    functions = program.reachable(names)
    pointer = "ptr" if opaque_pointers else "i64*"
    parts = [_PRELUDE]
    if checked:
        address = f"@{REPORT}"
        if not opaque_pointers:  # the address of an array is not yet one of an int64
            address = f"bitcast ([4 x i64]* {address} to i64*)"
        parts.append(_CHECKED_PRELUDE.replace("PTR", pointer).replace("ADDRESS", address))
    for number, function in enumerate(functions):
        writer = _Writer(program, function, pointer, number if checked else None)
        parts.append(writer.write(exported=function.name in names))
    return Translation(
        "\n".join(parts),
        {name: program.functions[name].parameters for name in names},
        tuple(f.name for f in functions),
        checked,
    )


class _Writer:
    """Writes the IR of one function. An operand is a literal or the name of an SSA value, both as text."""

    def __init__(self, program: Program, function: Function, pointer: str, checked: int | None) -> None:
        self.program = program
        self.function = function
        self.pointer = pointer
        self.checked = checked  # the function's number in reports, None where nothing is checked
        self.lines: list[str] = []
        self.slots: dict[str, str] = {}
        self.count = 0
        self.label = "entry"  # of the block being written
        self.open = False  # whether that block still lacks its end
        self.loops: list[tuple[str, str]] = []  # of each loop around: labels for continue and break
        self.line = 0

    def write(self, *, exported: bool) -> str:
        function = self.function
        parameters = []
        for name in function.parameters:
            if not is_vector(name):
                parameters.append(f"i64 %a.{name}")
                self.emit(f"store i64 %a.{name}, {self.pointer} {self.slot(name)}")
            else:
                parameters.append(f"{self.pointer} noalias %V.{name}")
                if self.checked is not None:
                    parameters.append(f"i64 %n.{name}")
        self.open = True
        self.block(function.body)
        if self.open:  # control does not come here: `subset` completed all functions with a return
            self.emit("unreachable")
        slots = [f"  {slot} = alloca i64" for slot in self.slots.values()]
        head = (
            f"define {'' if exported else 'internal '}i64 @{symbol(function.name)}({', '.join(parameters)})"
            f" #{1 if function.name in _COLD else 0} {{"
        )
        return "\n".join([head, "entry:", *slots, *self.lines, "}", ""])

    # instructions
    def emit(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def fresh(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def compute(self, text: str) -> str:
        result = self.fresh("%t")
        self.lines.append(f"  {result} = {text}")
        return result

    def slot(self, name: str) -> str:
        return self.slots.setdefault(name, f"%s.{name}")

    def place(self, label: str) -> None:
        """Begin the block of that label."""
        self.lines.append(f"{label}:")
        self.label = label
        self.open = True

    def jump(self, label: str) -> None:
        if self.open:
            self.emit(f"br label %{label}")
            self.open = False

    def note(self, wrong: str, kind: int, value: str) -> None:
        self.emit(
            f"call void @note(i1 {wrong}, i64 {kind}, i64 {self.checked}, i64 {self.line}, i64 {value})"
        )

    # statements
    def block(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            if not self.open:
                return  # after a return, break or continue
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        self.line = getattr(node, "lineno", 0)
        match node:
            case ast.Assign(targets=[target], value=value):
                operand = self.value(value)  # before the target's index, as in Python
                self.emit(f"store i64 {operand}, {self.pointer} {self.address(target)}")
            case ast.AugAssign(target=target, op=op, value=value):
                address = self.address(target)
                left = self.compute(f"load i64, {self.pointer} {address}")
                result = self.operation(op, left, self.value(value))
                self.emit(f"store i64 {result}, {self.pointer} {address}")
            case ast.If():
                self.branches(node)
            case ast.While(test=test, body=body):
                head, inside, end = self.fresh("b"), self.fresh("b"), self.fresh("b")
                self.jump(head)
                self.place(head)
                self.condition(test, inside, end)
                self.place(inside)
                self.loop(body, head, end)
                self.jump(head)
                self.place(end)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=bounds), body=body):
                self.counted(node, name, bounds, body)
            case ast.Return(value=value):
                self.emit(f"ret i64 {self.value(value) if value is not None else 0}")
                self.open = False
            case ast.Break():
                self.jump(self.loops[-1][1])
            case ast.Continue():
                self.jump(self.loops[-1][0])
            case ast.Expr(value=value):
                self.value(value)
            case ast.Pass():
                pass
            case _:
                raise InternalError(f"{self.function.name}: unchecked {type(node).__name__}")

    def branches(self, node: ast.If) -> None:
        """Write if and elif in a loop, since a dispatch may be a chain of hundreds."""
        end = self.fresh("b")
        goes_on = False
        orelse: list[ast.stmt] = [node]
        while len(orelse) == 1 and isinstance(branch := orelse[0], ast.If):
            yes, no = self.fresh("b"), self.fresh("b")
            self.line = getattr(branch, "lineno", 0)
            self.condition(branch.test, yes, no)
            self.place(yes)
            self.block(branch.body)
            goes_on |= self.open
            self.jump(end)
            self.place(no)
            orelse = branch.orelse
        self.block(orelse)
        goes_on |= self.open
        self.jump(end)
        if goes_on:
            self.place(end)

    def loop(self, body: list[ast.stmt], again: str, end: str) -> None:
        self.loops.append((again, end))
        self.block(body)
        self.loops.pop()

    def counted(self, node: ast.For, name: str, bounds: list[ast.expr], body: list[ast.stmt]) -> None:
        """Write a `for`: the counter is hidden, so the body may assign to the loop's scalar as in
        Python.
        """
        values = [self.value(bound) for bound in bounds[:2]]
        first, stop = values if len(values) == 2 else ("0", values[0])
        step = step_of(node)
        counter = self.slot(self.fresh(".counter"))
        head, inside, after, end = (self.fresh("b") for _ in range(4))
        self.emit(f"store i64 {first}, {self.pointer} {counter}")
        self.jump(head)
        self.place(head)
        i = self.compute(f"load i64, {self.pointer} {counter}")
        more = self.compute(f"icmp {'slt' if step > 0 else 'sgt'} i64 {i}, {stop}")
        self.emit(f"br i1 {more}, label %{inside}, label %{end}")
        self.place(inside)
        self.emit(f"store i64 {i}, {self.pointer} {self.slot(name)}")
        self.loop(body, after, end)
        self.jump(after)
        self.place(after)
        following = self.compute(f"add i64 {i}, {step}")
        self.emit(f"store i64 {following}, {self.pointer} {counter}")
        self.jump(head)
        self.place(end)

    # places
    def address(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return self.slot(name)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                i = self.value(index)
                if self.checked is not None:
                    wrong = self.compute(f"icmp uge i64 {i}, %n.{name}")
                    self.note(wrong, 1, i)
                    i = self.compute(f"select i1 {wrong}, i64 0, i64 {i}")
                return self.compute(f"getelementptr inbounds i64, {self.pointer} %V.{name}, i64 {i}")
        raise InternalError(f"{self.function.name}: unchecked target {type(node).__name__}")

    # values
    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int(value)):
                return str(value)
            case ast.Name(id=name):
                if name in self.program.constants:
                    return str(self.program.constants[name])
                return self.compute(f"load i64, {self.pointer} {self.slot(name)}")
            case ast.Subscript():
                return self.compute(f"load i64, {self.pointer} {self.address(node)}")
            case ast.BinOp(left=left, op=op, right=right):
                a = self.value(left)
                return self.operation(op, a, self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.operation(ast.Sub(), "0", self.value(operand))
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.compute(f"xor i64 {self.value(operand)}, -1")
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.choice(test, body, orelse)
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self.call(name, arguments)
        raise InternalError(f"{self.function.name}: unchecked value {type(node).__name__}")

    def choice(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> str:
        yes, no, end = self.fresh("b"), self.fresh("b"), self.fresh("b")
        self.condition(test, yes, no)
        sources = []
        for label, branch in ((yes, body), (no, orelse)):
            self.place(label)
            operand = self.value(branch)
            sources.append(f"[ {operand}, %{self.label} ]")
            self.jump(end)
        self.place(end)
        return self.compute(f"phi i64 {', '.join(sources)}")

    def call(self, name: str, arguments: list[ast.expr]) -> str:
        if name in INTRINSICS:
            operands = [self.value(a) for a in arguments]
            result = self.compute(f"call i64 @{name}({', '.join(f'i64 {o}' for o in operands)})")
            if self.checked is not None:
                wrong = f"slt i64 {operands[0]}, 0"
                if name != "popcount":  # none was found: 64
                    wrong = f"ugt i64 {result}, {MAX_SHIFT}"
                self.note(self.compute(f"icmp {wrong}"), 5, operands[0])
            return result
        given = []
        for parameter, argument in zip(self.program.functions[name].parameters, arguments, strict=True):
            if not is_vector(parameter):
                given.append(f"i64 {self.value(argument)}")
            elif isinstance(argument, ast.Name):
                given.append(f"{self.pointer} %V.{argument.id}")
                if self.checked is not None:
                    given.append(f"i64 %n.{argument.id}")
        return self.compute(f"call i64 @{symbol(name)}({', '.join(given)})")

    def operation(self, op: ast.operator, a: str, b: str) -> str:
        if self.checked is not None:
            b = self.check_right(op, b)
        if isinstance(op, ast.FloorDiv | ast.Mod):
            return self.floor_division(op, a, b)
        name = _ARITHMETIC[type(op)]
        if self.checked is None or name in ("and", "or", "xor", "ashr"):
            return self.compute(f"{name} i64 {a}, {b}")
        if name == "shl":
            result = self.compute(f"shl i64 {a}, {b}")
            back = self.compute(f"ashr i64 {result}, {b}")
            self.note(self.compute(f"icmp ne i64 {back}, {a}"), 4, a)
            return result
        pair = self.compute(f"call {{i64, i1}} @llvm.s{name}.with.overflow.i64(i64 {a}, i64 {b})")
        result = self.compute(f"extractvalue {{i64, i1}} {pair}, 0")
        self.note(self.compute(f"extractvalue {{i64, i1}} {pair}, 1"), 4, a)
        return result

    def check_right(self, op: ast.operator, b: str) -> str:
        """Note a divisor of 0 or a shift count that is too large, and go on with a harmless one."""
        if isinstance(op, ast.FloorDiv | ast.Mod):
            wrong, kind, instead = self.compute(f"icmp eq i64 {b}, 0"), 2, 1
        elif isinstance(op, ast.LShift | ast.RShift):
            wrong, kind, instead = self.compute(f"icmp ugt i64 {b}, {MAX_SHIFT}"), 3, 0
        else:
            return b
        self.note(wrong, kind, b)
        return self.compute(f"select i1 {wrong}, i64 {instead}, i64 {b}")

    def floor_division(self, op: ast.operator, a: str, b: str) -> str:
        """Write // or %: the machine rounds to 0, Python down, so what the machine gives may need
        mending.
        """
        divide = isinstance(op, ast.FloorDiv)
        if not b.startswith("%") and (d := int(b)) > 0:
            if d & (d - 1) == 0 and divide:
                return self.compute(f"ashr i64 {a}, {d.bit_length() - 1}")
            if d & (d - 1) == 0:
                return self.compute(f"and i64 {a}, {d - 1}")
            remainder = self.compute(f"srem i64 {a}, {d}")
            below = self.compute(f"ashr i64 {remainder}, 63")  # -1 where the remainder is negative, else 0
            if divide:
                return self.compute(f"add i64 {self.compute(f'sdiv i64 {a}, {d}')}, {below}")
            return self.compute(f"add i64 {remainder}, {self.compute(f'and i64 {below}, {d}')}")
        remainder = self.compute(f"srem i64 {a}, {b}")
        signs = self.compute(f"xor i64 {remainder}, {b}")
        apart = self.compute(f"icmp slt i64 {signs}, 0")
        some = self.compute(f"icmp ne i64 {remainder}, 0")
        mend = self.compute(f"and i1 {apart}, {some}")
        if divide:
            quotient = self.compute(f"sdiv i64 {a}, {b}")
            return self.compute(f"add i64 {quotient}, {self.compute(f'sext i1 {mend} to i64')}")
        mending = self.compute(f"select i1 {mend}, i64 {b}, i64 0")
        return self.compute(f"add i64 {remainder}, {mending}")

    # conditions
    def condition(self, node: ast.expr, yes: str, no: str) -> None:
        """Write a jump to `yes` or `no`, evaluating no more of the condition than Python would."""
        match node:
            case ast.BoolOp(op=op, values=values):
                for value in values[:-1]:
                    following = self.fresh("b")
                    if isinstance(op, ast.And):
                        self.condition(value, following, no)
                    else:
                        self.condition(value, yes, following)
                    self.place(following)
                self.condition(values[-1], yes, no)
                return
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.condition(operand, no, yes)
                return
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                a = self.value(left)
                truth = self.compute(f"icmp {_COMPARISONS[type(op)]} i64 {a}, {self.value(right)}")
            case _:
                truth = self.compute(f"icmp ne i64 {self.value(node)}, 0")
        self.emit(f"br i1 {truth}, label %{yes}, label %{no}")
        self.open = False


def symbol(name: str) -> str:
    """Return the global name of a function: with a prefix, since LLVM knows names like `index` or `abs`."""
    return f"rw.{name}"
