"""Random programs do the same in CPython and natively.

The programs are made so that nothing of what the emitter must prove can go wrong: each expression knows a
bound of its size and is reduced before it could overflow, indices and divisors are reduced into range, loops
end. A checked native build confirms that; the plain ones, unoptimised and optimised, must equal CPython in
results and in all vectors. Hypothesis makes small programs, and small what it finds; seeded ones are larger.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from native_support import vector

from rulewright.compile import native
from rulewright.compile.subset import INT64_MAX, INT64_MIN, check, python_namespace

pytest.importorskip("llvmlite")

SIZE = 16  # elements of each vector
SMALL = 1009  # what is stored is reduced below this
LARGE = 2**60  # no expression may be able to reach this


class Generator:
    """Writes the text of a program. `draw(n)` gives a number below n; everything else follows from these."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self.draw = draw
        self.lines: list[str] = []
        self.scalars: list[str] = []
        self.functions = 0
        self.names = 0
        self.inside = 0  # loops around

    def program(self) -> str:
        for _ in range(1 + self.draw(3)):
            self.scalars = ["a", "b"]
            self.names = self.inside = 0
            self.lines.append(f"def f{self.functions}(V, W, a, b):")
            self.lines.append("    r = 0")
            self.scalars.append("r")
            self.body("    ", 3)
            self.lines.append(f"    return {self.reduced()}")
            self.functions += 1
        return "\n".join(self.lines) + "\n"

    def body(self, indent: str, depth: int) -> None:
        before = list(self.scalars)
        for _ in range(1 + self.draw(3)):
            self.statement(indent, depth)
        self.scalars = before  # what is first assigned in here is not certain outside

    def statement(self, indent: str, depth: int) -> None:
        add = self.lines.append
        kind = self.draw(10 if depth else 4)
        if kind == 0:
            if self.draw(2):
                value = self.reduced()
                self.names += 1
                self.scalars.append(f"x{self.names}")
                add(f"{indent}x{self.names} = {value}")
            else:
                add(f"{indent}{self.writable()} = {self.reduced()}")
        elif kind == 1:
            add(f"{indent}{self.element()} = {self.reduced()}")
        elif kind == 2:
            operator = "+-*&|^"[self.draw(6)]
            target = self.element() if self.draw(2) else self.writable()
            add(f"{indent}{target} {operator}= {self.reduced()}")
            # An index may have effects, so it isn't written twice: all elements are brought back instead.
            if target in self.scalars:
                add(f"{indent}{target} %= {SMALL}")
            else:
                vec = target[0]
                self.names += 1
                add(f"{indent}for e{self.names} in range({SIZE}):")
                add(f"{indent}    {vec}[e{self.names}] %= {SMALL}")
        elif kind == 3:
            add(f"{indent}{self.call() or 'pass'}")
        elif kind in (4, 5):
            add(f"{indent}if {self.condition(2)}:")
            self.body(indent + "    ", depth - 1)
            if self.draw(2):
                add(f"{indent}elif {self.condition(1)}:")
                self.body(indent + "    ", depth - 1)
            if self.draw(2):
                add(f"{indent}else:")
                self.body(indent + "    ", depth - 1)
        elif kind in (6, 7):
            self.names += 1
            name = f"i{self.names}"
            bounds = (
                f"({self.expression(1)[0]}) % 5",
                f"-2, ({self.expression(1)[0]}) % 4",
                f"({self.expression(1)[0]}) % 7, -1, {-1 - self.draw(3)}",
            )[self.draw(3)]
            add(f"{indent}for {name} in range({bounds}):")
            self.loop(indent, depth, name)
        elif kind == 8:
            self.names += 1
            name = f"n{self.names}"
            add(f"{indent}{name} = {1 + self.draw(5)}")
            add(f"{indent}while {name} > 0 and ({self.condition(1)}):")
            add(f"{indent}    {name} -= 1")
            self.loop(indent, depth, name)
        elif self.inside:
            add(f"{indent}if {self.condition(1)}:")
            add(f"{indent}    {('break', 'continue', f'return {self.reduced()}')[self.draw(3)]}")
        else:
            add(f"{indent}pass")

    def loop(self, indent: str, depth: int, counter: str) -> None:
        self.inside += 1
        self.scalars.append(counter)
        self.body(indent + "    ", depth - 1)
        self.scalars.remove(counter)
        self.inside -= 1

    def writable(self) -> str:
        names = [n for n in self.scalars if n[0] in "abrx"]  # a counter stays what its loop makes it
        return names[self.draw(len(names))]

    def reduced(self) -> str:
        text, bound = self.expression(3)
        return text if bound <= SMALL else f"({text}) % {SMALL}"

    def element(self) -> str:
        return f"{'VW'[self.draw(2)]}[({self.expression(1)[0]}) % {SIZE}]"

    def call(self) -> str | None:
        if not self.functions or self.inside > 1:
            return None
        vectors = ("V, W", "W, V")[self.draw(2)]
        return f"f{self.draw(self.functions)}({vectors}, {self.argument()}, {self.argument()})"

    def argument(self) -> str:
        text, bound = self.expression(1)
        return text if bound <= SMALL else f"({text}) % {SMALL}"

    def expression(self, depth: int) -> tuple[str, int]:
        """Return a value and a bound of its size."""
        kind = self.draw(15 if depth else 3)
        if kind == 0:
            n = (0, 1, -1, 2, 7, -3, 8, 64, 1000, -1000)[self.draw(10)]
            return f"({n})", abs(n)
        if kind == 1:
            return self.scalars[self.draw(len(self.scalars))], SMALL
        if kind == 2:
            return f"{'VW'[self.draw(2)]}[{self.draw(SIZE)}]", SMALL
        a, m = self.expression(depth - 1)
        b, n = self.expression(depth - 1)
        match kind:
            case 3 | 4:
                return f"({a} {'+-'[kind - 3]} {b})", m + n
            case 5:
                return (f"({a} * {b})", m * n) if m * n < LARGE else (f"({a} - {b})", m + n)
            case 6 | 7:
                divisor = (f"({b} % 7 + 1)", f"(({b} & 15) - 16)", "8", "(-8)", "10", "(-3)")[self.draw(6)]
                return f"({a} {('//', '%')[kind - 6]} {divisor})", max(m, 16)
            case 8:
                size = 1 << max(m, n).bit_length()
                return f"({a} {'&|^'[self.draw(3)]} {b})", size
            case 9:
                return f"(({a} & 255) << ({b} & 31))", 1 << 39
            case 10:
                return f"({a} >> ({b} & 62))", m
            case 11:
                return (f"(-{a})", f"(~{a})")[self.draw(2)], m + 1
            case 12:
                return f"({a} if {self.condition(1)} else {b})", max(m, n)
            case 13:
                bits = f"({a} & 1023)"
                return (
                    f"popcount({bits})",
                    f"ctz({bits} | 1024)",
                    f"kth({bits} | 30720, {b} & 3)",
                )[self.draw(3)], 64
            case _:
                called = self.call()
                return (called, SMALL) if called else (self.element(), SMALL)

    def condition(self, depth: int) -> str:
        kind = self.draw(6 if depth else 3)
        if kind < 2:
            operator = ("==", "!=", "<", "<=", ">", ">=")[self.draw(6)]
            return f"{self.expression(1)[0]} {operator} {self.expression(1)[0]}"
        if kind == 2:
            return self.expression(1)[0]
        if kind == 3:
            return f"not ({self.condition(depth - 1)})"
        operator = ("and", "or")[self.draw(2)]
        return f"({self.condition(depth - 1)} {operator} {self.condition(depth - 1)})"


def run_all_ways(source: str, a: int, b: int) -> None:
    name = f"f{source.count('def ') - 1}"
    program = check(ast.parse(source))
    first = [(7 * i * i + a) % SMALL for i in range(SIZE)], [(b - i) % SMALL for i in range(SIZE)]
    V, W = list(first[0]), list(first[1])
    expected = python_namespace(program)[name](V, W, a, b)
    assert all(type(x) is int and INT64_MIN <= x <= INT64_MAX for x in (expected, *V, *W))
    for level, checked in ((0, False), (1, True), (2, False)):
        module = native.compile_native(program, [name], level=level, checked=checked)
        nv, nw = vector(first[0]), vector(first[1])
        assert module.call(name, nv, nw, a, b) == expected
        assert list(nv) == V
        assert list(nw) == W


@st.composite
def programs(draw: st.DrawFn) -> str:
    return Generator(lambda n: draw(st.integers(0, n - 1))).program()


ARGUMENT = st.integers(-SMALL, SMALL)
LENIENT = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


@settings(max_examples=30, deadline=None, suppress_health_check=LENIENT)
@given(programs(), ARGUMENT, ARGUMENT)
def test_random_programs(source: str, a: int, b: int) -> None:
    run_all_ways(source, a, b)


@pytest.mark.parametrize("seed", range(20))
def test_larger_random_programs(seed: int) -> None:
    source = random.Random(seed)
    run_all_ways(Generator(source.randrange).program(), source.randint(-SMALL, SMALL), 5)


@pytest.mark.slow
@settings(max_examples=1500, deadline=None, suppress_health_check=LENIENT)
@given(programs(), ARGUMENT, ARGUMENT)
def test_many_random_programs(source: str, a: int, b: int) -> None:
    run_all_ways(source, a, b)
