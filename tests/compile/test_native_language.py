"""Each construct of the subset does natively what it does in Python."""

from __future__ import annotations

from typing import Any

import pytest
from native_support import both, compiled, program, vector

from rulewright.compile.subset import INT64_MAX, INT64_MIN, InternalError, python_namespace

pytest.importorskip("llvmlite")

OPERATORS = {
    "+": (0, 1, -1, 7, 2**40, -(2**40)),
    "-": (0, 1, -1, 7, 2**40, -(2**40)),
    "*": (0, 1, -1, 7, 2**30, -(2**30)),
    "//": (1, -1, 2, -2, 3, -3, 7, 8, 2**31 - 1, -(2**40)),
    "%": (1, -1, 2, -2, 3, -3, 7, 8, 2**31 - 1, -(2**40)),
    "&": (0, 1, -1, 6, 2**62, -INT64_MAX, INT64_MAX),
    "|": (0, 1, -1, 6, 2**62, -INT64_MAX, INT64_MAX),
    "^": (0, 1, -1, 6, 2**62, -INT64_MAX, INT64_MAX),
    "<<": (0, 1, 5, 20),
    ">>": (0, 1, 5, 20, 62),
}
LEFT = (0, 1, -1, 2, -2, 7, -7, 8, -8, 1000, -1000, 2**31, -(2**31), 2**32 + 5)


@pytest.mark.parametrize("operator", OPERATORS)
def test_operators_on_all_signs(operator: str) -> None:
    # The right operand once as a variable and once as a literal: literals have code of their own.
    rights = OPERATORS[operator]
    source = f"def variable(a, b):\n    return a {operator} b\n"
    for i, right in enumerate(rights):
        source += f"def literal{i}(a):\n    return a {operator} ({right})\n"
    source += (
        f"def augmented(V, a, b):\n    V[0] = a\n    V[0] {operator}= b\n    a {operator}= b\n    return a\n"
    )
    names = ["variable", "augmented", *(f"literal{i}" for i in range(len(rights)))]
    for level in (0, 2):
        module = compiled(source, *names, level=level)
        for left in LEFT:
            for i, right in enumerate(rights):
                expected = eval(f"({left}) {operator} ({right})")
                cell = vector(1)
                assert module.call("variable", left, right) == expected
                assert module.call(f"literal{i}", left) == expected
                assert module.call("augmented", cell, left, right) == expected
                assert cell[0] == expected


@pytest.mark.parametrize("operator", ["==", "!=", "<", "<=", ">", ">="])
def test_comparisons(operator: str) -> None:
    module = compiled(f"def f(a, b):\n    return 1 if a {operator} b else 0\n", "f", level=2)
    values = (0, 1, -1, INT64_MIN, INT64_MAX)
    for a in values:
        for b in values:
            assert module.call("f", a, b) == int(eval(f"({a}) {operator} ({b})"))


def test_unary_minus_and_complement() -> None:
    module = compiled("def f(a):\n    return -a * 2 + ~a\n", "f")
    for a in (0, 1, -1, 12345, -(2**40)):
        assert module.call("f", a) == -a * 2 + ~a


def test_intrinsics() -> None:
    source = """
        def ones(x): return popcount(x)
        def lowest(x): return ctz(x)
        def member(x, k): return kth(x, k)
    """
    module = compiled(source, "ones", "lowest", "member", level=2)
    python = python_namespace(program(source))
    for x in (1, 2, 3, 0b1011000, 2**62, 2**63 - 1, 0x5555555555555555, 2**62 | 1):
        bits = [i for i in range(63) if x >> i & 1]
        for way in (module.call, lambda name, *a: python[name](*a)):
            assert way("ones", x) == len(bits)
            assert way("lowest", x) == bits[0]
            assert [way("member", x, k) for k in range(len(bits))] == bits
    assert module.call("ones", 0) == python["ones"](0) == 0


CALLS = """
    def say(LOG, what, result):
        LOG[0] += 1
        LOG[LOG[0]] = what
        return result
"""


@pytest.mark.parametrize("a", [0, 1])
@pytest.mark.parametrize("b", [0, 1])
@pytest.mark.parametrize("c", [0, 1])
def test_conditions_stop_as_soon_as_they_are_decided(a: int, b: int, c: int) -> None:
    source = (
        CALLS
        + """
    def f(LOG, a, b, c):
        r = 0
        if say(LOG, 1, a) and (say(LOG, 2, b) or not say(LOG, 3, c)):
            r = 1
        while not (say(LOG, 4, a) or say(LOG, 5, b)) and say(LOG, 6, c):
            c = 0
        return r + (2 if say(LOG, 7, a) == say(LOG, 8, c) else say(LOG, 9, 4))
    """
    )
    both(source, "f", [0] * 40, a, b, c)


def test_order_of_evaluation() -> None:
    # Python: the value before the target's index, but in augmented assignment the element before the value.
    source = (
        CALLS
        + """
    def change(LOG, V, i, to):
        say(LOG, 100 + i, 0)
        V[i] = to
        return to
    def f(LOG, V):
        V[say(LOG, 1, 0)] = say(LOG, 2, 5)
        V[say(LOG, 3, 0)] += change(LOG, V, 0, 70)
        x = V[0] + change(LOG, V, 0, 900) * V[0] - say(LOG, 4, V[0])
        y = 10
        y -= change(LOG, V, 1, 3)
        return x * 100 + y
    """
    )
    assert both(source, "f", [0] * 40, [0, 0]) == (75 + 900 * 900 - 900) * 100 + 7


def test_conditional_values_are_lazy() -> None:
    source = (
        CALLS
        + """
    def f(LOG, n):
        return (say(LOG, 1, n) if n > 0 else say(LOG, 2, -n)) + (1 if n else (2 if LOG[0] else 3))
    """
    )
    assert [both(source, "f", [0] * 9, n) for n in (5, -5, 0)] == [6, 6, 2]


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [("n", [0, 1, 2, 3]), ("2, n", [2, 3]), ("n, 2", []), ("0, n, 3", [0, 3]), ("n, 0, -1", [4, 3, 2, 1]),
     ("n, -3, -2", [4, 2, 0, -2]), ("0, n, -1", []), ("-n", [])],
)  # fmt: skip
def test_for(bounds: str, expected: list[int]) -> None:
    source = f"""
    def f(V, n):
        i = 77
        for i in range({bounds}):
            V[0] += 1
            V[V[0]] = i
        return i
    """
    visits = [len(expected), *expected]
    V = [0] * 10
    assert both(source, "f", V, 4) == (expected[-1] if expected else 77)
    native = vector(10)
    compiled(source, "f").call("f", native, 4)
    assert list(native)[: len(visits)] == visits


def test_a_for_counts_whatever_the_body_does() -> None:
    source = """
    def f(V, n):
        total = 0
        for i in range(n):
            n = 100
            i = i * 10
            total += i
            if i == 30:
                continue
            for j in range(i):
                if j == 3:
                    break
                total += 1000
        return total
    """
    # i: 0, 10, 20, 30, 40 (adding 100 in all); an inner loop adds 3 times 1000 except for i = 0 and i = 30
    assert both(source, "f", [0], 5) == 100 + 3 * 3000


def test_while_break_continue() -> None:
    source = """
    def f(n):
        total = 0
        while 1:
            n -= 1
            if n % 2:
                continue
            if n < 0:
                break
            total += n
        return total
    """
    assert both(source, "f", 11) == 10 + 8 + 6 + 4 + 2 + 0


def test_a_function_that_ends_without_a_value_returns_0() -> None:
    source = """
    def ends(V, a):
        if a > 5:
            return
        V[0] = a
    def stops(a):
        while a > 0:
            a -= 1
            if a == 3:
                return a
    def f(V, a):
        return ends(V, a) * 100 + stops(a) * 10 + 7
    """
    assert [both(source, "f", [0], a) for a in (9, 2)] == [37, 7]


def test_a_long_chain_of_elif_is_no_deep_nesting() -> None:
    chain = "".join(f"    {'el' if k else ''}if x == {k}:\n        return {k * k}\n" for k in range(900))
    module = compiled(f"def f(x):\n{chain}    return -1\n", "f")
    assert [module.call("f", k) for k in (0, 30, 899, 900)] == [0, 900, 899 * 899, -1]


def test_constants_of_the_module_and_of_the_runtime() -> None:
    source = """
    SIDE = 8
    LOW = -5
    SAME = SIDE
    def f(R):
        return R[R_X] + SIDE * 100 + LOW + SAME
    """
    assert both(source, "f", [0, 30]) == 30 + 800 - 5 + 8


def test_checked_code_reports_what_the_emitter_should_have_proved() -> None:
    source = """
    def at(V, i): return V[i]
    def put(V, i):
        V[i] = 5
    def div(a, b): return a // b
    def mod(a, b): return a % b
    def left(a, b): return a << b
    def right(a, b): return a >> b
    def add(a, b): return a + b
    def mul(a, b): return a * b
    def sub(a, b): return a - b
    def neg(a): return -a
    def low(a): return ctz(a)
    def ones(a): return popcount(a)
    def member(a, k): return kth(a, k)
    def outer(V, i): return at(V, i) + 1
    """
    module = compiled(
        source, "at", "put", "div", "mod", "left", "right", "add", "mul", "sub", "neg", "low", "ones",
        "member", "outer", checked=True, level=1,
    )  # fmt: skip
    V = vector([10, 20, 30])
    assert module.call("outer", V, 2) == 31
    assert module.call("left", 3, 4) == 48
    assert module.call("member", 0b1010, 1) == 3
    wrong: list[tuple[Any, ...]] = [
        ("at: line 2: an index (3)", "outer", V, 3), ("an index (-1)", "at", V, -1),
        ("an index (3)", "put", V, 3), ("division by 0", "div", 1, 0), ("division by 0", "mod", 1, 0),
        ("shift count (63)", "left", 1, 63), ("shift count (-1)", "right", 1, -1),
        ("overflow", "left", 2**40, 23), ("overflow", "add", INT64_MAX, 1), ("overflow", "mul", 2**32, 2**31),
        ("overflow", "sub", INT64_MIN, 1), ("overflow", "neg", INT64_MIN), ("wrong word", "low", 0),
        ("wrong word", "ones", -1), ("wrong word", "member", 0b1010, 2),
    ]  # fmt: skip
    for message, name, *arguments in wrong:
        with pytest.raises(InternalError) as caught:
            module.call(name, *arguments)
        assert message in str(caught.value)
    assert list(V) == [5, 20, 30]  # a wrong index goes to 0, nowhere else
    assert module.call("add", 1, 2) == 3  # and one report does not stick
