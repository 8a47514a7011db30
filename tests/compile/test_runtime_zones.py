"""Bit sets, ordered zones, faults and limits, in both ways of running, against Python's sets and lists."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from native_support import program, vector

from rulewright.compile import native
from rulewright.compile import runtime as rt
from rulewright.compile.native import native_available

NAMES = [
    "count_of", "kth_of", "push_last", "push_first", "remove_at", "index_of",
    "fault", "fuel", "within", "index", "begin_step",
]  # fmt: skip

Caller = Callable[..., int]


@pytest.fixture(scope="module", params=["cpython", "native"])
def call(request: pytest.FixtureRequest) -> Caller:
    """A way to call the runtime's functions on vectors that are `array.array`s."""
    if request.param == "cpython":
        return lambda name, *arguments: int(getattr(rt, name)(*arguments))
    if not native_available():
        pytest.skip("llvmlite is not installed")
    return native.compile_native(program(""), NAMES, level=1, checked=True).call


@pytest.mark.parametrize("words", [1, 2, 3])
def test_bit_sets(call: Caller, words: int) -> None:
    source = random.Random(words)
    size = rt.WORD_BITS * words
    for members in (
        set(),
        {0},
        {size - 1},
        set(range(size)),
        *(set(source.sample(range(size), source.randrange(size))) for _ in range(20)),
    ):
        S = vector(words + 3)
        S[0] = S[1] = S[words + 2] = 2**62 + 5  # neighbours that don't belong to it
        for m in members:
            S[2 + m // rt.WORD_BITS] |= 1 << m % rt.WORD_BITS
        assert call("count_of", S, 2, words) == len(members)
        found = [call("kth_of", S, 2, words, k) for k in range(len(members) + 1)]
        assert found == [*sorted(members), -1]


def test_ordered_zones_are_lists(call: Caller) -> None:
    source = random.Random(3)
    S, expected = vector(40), list[int]()
    S[4] = S[36] = 99  # neighbours: the zone has the elements 5 to 35
    for _ in range(3000):
        kind = source.randrange(4)
        if kind == 0 and len(expected) < 30:
            item = source.randrange(50)
            expected.append(item)
            assert call("push_last", S, 5, item) == len(expected)
        elif kind == 1 and len(expected) < 30:
            item = source.randrange(50)
            expected.insert(0, item)
            assert call("push_first", S, 5, item) == len(expected)
        elif kind == 2 and expected:
            i = source.choice([0, len(expected) - 1, source.randrange(len(expected))])
            assert call("remove_at", S, 5, i) == expected.pop(i)
        else:
            item = source.randrange(50)
            assert call("index_of", S, 5, item) == (expected.index(item) if item in expected else -1)
        # what is free is 0, so equal zones are equal vectors
        assert list(S[4:37]) == [99, len(expected), *expected, *[0] * (30 - len(expected)), 99]


def status(R: Any) -> tuple[int, int, int]:
    return R[rt.R_FAULT], R[rt.R_PLACE], R[rt.R_DETAIL]


def test_the_first_fault_stays(call: Caller) -> None:
    R = vector(rt.R_SIZE)
    assert status(R) == (rt.FAULT_NONE, 0, 0)
    assert call("fault", R, rt.FAULT_EMPTY, 12, 34) == 0
    assert call("fault", R, rt.FAULT_FULL, 56, 78) == 0
    call("begin_step", R)
    assert status(R) == (rt.FAULT_EMPTY, 12, 34)


def test_fuel_lasts_for_the_limit(call: Caller) -> None:
    R = vector(rt.R_SIZE)
    R[rt.R_LIMIT] = 3
    R[rt.R_POS] = 5
    call("begin_step", R)
    assert R[rt.R_POS] == 0
    assert [call("fuel", R, 9) != 0 for _ in range(3)] == [True] * 3
    assert status(R) == (rt.FAULT_NONE, 0, 0)
    assert call("fuel", R, 9) == 0
    assert status(R) == (rt.FAULT_STEPS, 9, 3)
    call("begin_step", R)
    assert call("fuel", R, 9) == 0  # after a fault nothing goes on


@pytest.mark.parametrize(("v", "expected"), [(-3, -3), (0, 0), (5, 5), (-4, -3), (6, -3), (2**62, -3)])
def test_within(call: Caller, v: int, expected: int) -> None:
    R = vector(rt.R_SIZE)
    assert call("within", R, v, -3, 5, 8) == expected
    assert status(R) == ((0, 0, 0) if v == expected else (rt.FAULT_RANGE, 8, v))


@pytest.mark.parametrize(("i", "expected"), [(0, 0), (6, 6), (7, 0), (-1, 0), (-(2**62), 0)])
def test_index(call: Caller, i: int, expected: int) -> None:
    R = vector(rt.R_SIZE)
    assert call("index", R, i, 7, 8) == expected
    assert status(R) == ((0, 0, 0) if i == expected else (rt.FAULT_INDEX, 8, i))


def test_the_parts_of_the_vectors_do_not_overlap() -> None:
    words = {n: v for n, v in vars(rt).items() if n.startswith("R_") and n != "R_SIZE"}
    assert len(set(words.values())) == len(words)
    assert max(v for n, v in words.items() if n not in ("R_TAPE", "R_ARITY")) < rt.R_TAPE
    assert rt.R_TAPE + rt.TAPE_CAP <= rt.R_ARITY
    assert rt.R_ARITY + rt.TAPE_CAP <= rt.R_SIZE
    faults = [v for n, v in vars(rt).items() if n.startswith("FAULT_")]
    assert len(set(faults)) == len(faults)
    assert rt.OUT_DETAIL < rt.OUT_SCORES
    assert rt.OUT_SCORES + rt.MAX_SEATS <= rt.OUT_PLACES
    assert rt.OUT_PLACES + rt.MAX_SEATS <= rt.OUT_WIDTH
