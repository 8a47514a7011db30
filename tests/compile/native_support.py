"""Running a piece of the subset in both ways and comparing: what the tests of the native way share.

CPython decides what is right: the subset is Python. Native runs are unoptimised unless a test asks, for
speed, and never touch the user's cache.
"""

from __future__ import annotations

import ast
import textwrap
from array import array
from collections.abc import Sequence
from typing import Any

from rulewright.compile import native
from rulewright.compile.subset import Program, check, python_namespace


def program(source: str) -> Program:
    """Parse and check a module."""
    return check(ast.parse(textwrap.dedent(source)))


def vector(values: int | Sequence[int]) -> array[int]:
    """Return a vector of these values, or of so many zeros."""
    return array("q", bytes(8 * values) if isinstance(values, int) else values)


def compiled(source: str, *exports: str, level: int = 0, checked: bool = False) -> native.NativeModule:
    """Compile a module from its text."""
    return native.compile_native(program(source), exports, level=level, checked=checked)


def both(source: str, name: str, *arguments: Any, levels: Sequence[int] = (0, 2)) -> int:
    """Call a function in CPython and natively; all results and vectors must agree. Return the result."""
    python = [list(a) if isinstance(a, list) else a for a in arguments]
    expected = python_namespace(program(source))[name](*python)
    assert type(expected) is int
    for level in levels:
        given = [vector(a) if isinstance(a, list) else a for a in arguments]
        assert compiled(source, name, level=level).call(name, *given) == expected, level
        assert [list(a) if isinstance(a, array) else a for a in given] == python, level
    return int(expected)
