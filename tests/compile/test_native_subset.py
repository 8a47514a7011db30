"""What is outside the subset is refused, naming the function and what was wrong in it."""

from __future__ import annotations

import ast

import pytest
from native_support import program

from rulewright.compile.subset import INT64_MAX, InternalError, check

REFUSED = [
    ("    return a / 2", "Div"),
    ("    return a ** 2", "Pow"),
    ("    return 1.5", "not an int"),
    ("    return True", "not an int"),
    ("    return 'x'", "not an int"),
    ("    return None", "not an int"),
    (f"    return {INT64_MAX + 1}", "not an int of 64 bits"),
    ("    return a < b", "a condition is not a value"),
    ("    return a and b", "a condition is not a value"),
    ("    return not a", "a condition is not a value"),
    ("    V[0] = a == b", "a condition is not a value"),
    ("    return f2(V, a < b)", "a condition is not a value"),
    ("    return 1 if a < b < 3 else 0", "one comparison at a time"),
    ("    return 1 if a in V else 0", "no comparison In"),
    ("    return 1 if a is b else 0", "no comparison Is"),
    ("    return +a", "not a value"),
    ("    return (a := 3)", "not a value"),
    ("    return [1, 2]", "not a value"),
    ("    return V", "a vector is not a value"),
    ("    return V[1:2]", "not a value"),
    ("    return a[0]", "only a vector has elements"),
    ("    return len(V)", "no such function"),
    ("    return V.x", "not a value"),
    ("    return V.pop(0)", "a call names a function"),
    ("    return f2(V, b=1)", "a call names a function"),
    ("    return f2(V, *a)", "not a value"),
    ("    return f2(V)", "takes 2 arguments"),
    ("    return f2(a, V)", "wants a vector"),
    ("    return f2(W, 1)", "wants a vector"),
    ("    return f3(V, V)", "given twice"),
    ("    return popcount(1, 2)", "takes 1 arguments"),
    ("    return a // 0", "division by 0"),
    ("    a %= 0", "division by 0"),
    ("    return a << 63", "shift count"),
    ("    x = y = 1", "not a statement"),
    ("    x, y = a", "only a scalar or an element"),
    ("    x: int = 1", "not a statement"),
    ("    V = a", "only parameters are vectors"),
    ("    V += 1", "a vector is not a value"),
    ("    NEW = 1", "only parameters are vectors"),
    ("    f2 = 1", "f2: the name is taken"),
    ("    R_X = 1", "R_X"),
    ("    kth = 1", "the name is taken"),
    ("    range = 1", "the name is taken"),
    ("    x += 1", "may be read before"),
    ("    return x", "may be read before"),
    ("    if a:\n        x = 1\n    return x", "may be read before"),
    ("    while a:\n        x = 1\n        break\n    return x", "may be read before"),
    ("    for i in range(a):\n        pass\n    return i", "may be read before"),
    ("    while 1:\n        if a:\n            break\n        x = 1\n    return x", "may be read before"),
    ("    for i in V:\n        pass", "goes over a range"),
    ("    for i in range(a, b, a):\n        pass", "a constant"),
    ("    for i in range(a, b, 0):\n        pass", "the step is 0"),
    ("    for i in range():\n        pass", "goes over a range"),
    ("    for i, j in range(3):\n        pass", "not a statement"),
    ("    for i in range(3):\n        pass\n    else:\n        pass", "not a statement"),
    ("    while a:\n        a -= 1\n    else:\n        pass", "not a statement"),
    ("    for V[0] in range(3):\n        pass", "not a statement"),
    ("    break", "not in a loop"),
    ("    a", "not a statement"),
    ("    'text'\n    'text'", "not a statement"),
    ("    assert a", "not a statement"),
    ("    raise a", "not a statement"),
    ("    del a", "not a statement"),
    ("    import os", "not a statement"),
    ("    global a", "not a statement"),
    ("    yield a", "not a statement"),
    ("    with a:\n        pass", "not a statement"),
    ("    try:\n        pass\n    finally:\n        pass", "not a statement"),
    ("    def g():\n        pass", "not a statement"),
    ("    return (lambda: 1)()", "a call names a function"),
    ("    return __import__(a)", "no such function"),
]


@pytest.mark.parametrize(("body", "message"), REFUSED)
def test_refused_with_the_function_named(body: str, message: str) -> None:
    source = f"def f2(V, a):\n    return a\ndef f3(A, B):\n    return 0\ndef wrong(V, a, b):\n{body}\n"
    with pytest.raises(InternalError) as caught:
        program(source)
    assert message in str(caught.value)
    assert "wrong" in str(caught.value) or "the name is taken" in str(caught.value)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import os", "only constants and functions"),
        ("X = 1.5", "is an int"),
        ("X = 2 + 3", "is an int"),
        ("X = True", "is an int"),
        ("X = 1\nX = 2", "taken"),
        ("R_X = 1", "taken"),
        ("def f(): return 1\ndef f(): return 2", "taken"),
        ("def chance(R, n): return 4", "taken"),
        ("def popcount(x): return 4", "taken"),
        ("def f(a, b=1): return a", "no defaults"),
        ("def f(*a): return 1", "plain"),
        ("def f(a, /): return 1", "plain"),
        ("def f(*, a): return 1", "plain"),
        ("@f\ndef f(): return 1", "decorators"),
        ("async def f(): return 1", "only constants"),
        ("class C: pass", "only constants"),
        ("def f(seed): return 1", "taken"),
        ("def f(é): return 1", "not a name"),
        ("def f(): return f()", "recursion: f -> f"),
        ("def f(): return g()\ndef g(): return h()\ndef h(): return g()", "recursion: g -> h -> g"),
        ("def over(S, a): return 1", "the parameters are"),
        ("def f(S, C, R, L, OUT): return playouts(S, C, R, L, OUT, 0, 0, 0, 0, 0)", "no such function"),
    ],
)
def test_refused_in_a_module(source: str, message: str) -> None:
    with pytest.raises(InternalError, match=message):
        program(source)


def test_a_game_may_not_call_the_random_player_that_plays_it() -> None:
    hooks = [
        "def start(S, C, R, L): return 0",
        "def legal(S, C, R, L): return 0",
        "def play(S, C, R, L, k): return 0",
        "def over(S): return 0",
    ]
    fair = "def finish(S, C, R, L, OUT, base): return 0"
    assert "playouts" in program("\n".join([*hooks, fair])).functions
    for missing in range(4):
        assert "playouts" not in program("\n".join([*hooks[:missing], *hooks[missing + 1 :], fair])).functions
    again = "def finish(S, C, R, L, OUT, base): return playouts(S, C, R, L, OUT, 0, 0, 0, 0, 0)"
    with pytest.raises(InternalError, match=r"recursion: .*(playouts -> finish|finish -> playouts)"):
        program("\n".join([*hooks, again]))


def test_malformed_nodes_are_refused_too() -> None:
    # A module that was built and not parsed can be wrong in ways that text can't.
    name = ast.Name("V", ast.Load())
    arguments = ast.arguments([], [ast.arg("V")], None, [], [], None, [])
    bodies: list[list[ast.stmt]] = [
        [],
        [ast.Return(ast.Constant(2**63))],
        [ast.If(ast.Constant(1), [], [])],
        [ast.Expr(name)],
    ]
    for body in bodies:
        function = ast.FunctionDef("f", arguments, body, [], None)
        with pytest.raises(InternalError, match="f: "):
            check(ast.Module([function], []))
    twice = ast.arguments([], [ast.arg("a"), ast.arg("a")], None, [], [], None, [])
    with pytest.raises(InternalError, match="given twice"):
        check(ast.Module([ast.FunctionDef("f", twice, [ast.Pass()], [], None)], []))


@pytest.mark.parametrize(
    "body",
    [
        "    if a:\n        x = 1\n    else:\n        x = 2\n    return x",
        "    if a:\n        return 0\n    else:\n        x = 2\n    return x",
        "    while 1:\n        x = 1\n        if a:\n            break\n    return x",
        "    x = 0\n    for i in range(a):\n        y = i\n        x += y\n    return x",
        "    while a:\n        if b:\n            x = 1\n        else:\n            break\n        a -= x",
        "    return -9223372036854775807",
        "    'a docstring'\n    return 0",
    ],
)
def test_certain_assignment_is_seen(body: str) -> None:
    assert "f" in program(f"def f(V, a, b):\n{body}\n").functions
