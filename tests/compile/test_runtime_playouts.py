"""Random play: whole games in one call are the games played move by move, in both ways of running.

The game: a heap starts with a roll of 1 to 6; each move takes 1 to 3 of its pieces, then chance puts up to 2
back. It ends with the heap. Some constants make it go wrong on purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from native_support import program, vector

from rulewright.compile import native
from rulewright.compile import runtime as rt
from rulewright.compile.native import native_available
from rulewright.compile.subset import python_namespace

SEED = (17, 4)
GAME = """
def start(S, C, R, L):
    S[0] = C[0] + 1 + chance(R, 6)
    S[1] = 0
    S[2] = 0
def legal(S, C, R, L):
    if S[0] == C[1]:
        return fault(R, FAULT_TOO_MANY, 21, S[0])
    if S[0] == C[2]:
        return 0
    n = S[0] if S[0] < 3 else 3
    for i in range(n):
        L[i] = i + 1
    return n
def play(S, C, R, L, k):
    S[0] -= L[k]
    S[1] += L[k]
    S[2] += 1
    if S[0] > 0:
        S[0] += chance(R, 3)
    while S[0] == C[3] and fuel(R, 33):
        pass
def over(S):
    return 1 if S[0] <= 0 else 0
def finish(S, C, R, L, OUT, base):
    OUT[base] = S[1]
    OUT[base + 1] = -S[2]
    OUT[base + MAX_SEATS] = 1
    OUT[base + MAX_SEATS + 1] = 2
    if S[2] == C[4]:
        fault(R, FAULT_RANGE, 44, S[2])
"""
NEVER = 10**6
PLAIN = [0, NEVER, NEVER, NEVER, NEVER]

Runner = Callable[..., list[list[int]]]


@pytest.fixture(scope="module", params=["cpython", "native", "native checked"])
def run(request: pytest.FixtureRequest) -> Runner:
    """A way to run playouts: (constants, first, n, max_moves) to the list of records."""
    checked = program(GAME)
    call: Callable[..., int]
    if request.param == "cpython":
        call = python_namespace(checked)["playouts"]
    elif not native_available():
        pytest.skip("llvmlite is not installed")
    else:
        built = native.compile_native(checked, ["playouts"], checked=request.param == "native checked")

        def call(*arguments: Any) -> int:
            return built.call("playouts", *arguments)

    def runner(C: list[int], first: int, n: int, max_moves: int = 1000) -> list[list[int]]:
        S, R, L, OUT = vector(3), vector(rt.R_SIZE), vector(3), vector(max(1, n) * rt.OUT_WIDTH)
        R[rt.R_LIMIT] = 50
        for i in range(len(OUT)):
            OUT[i] = 77  # whatever was there before
        assert call(S, vector(C), R, L, OUT, *SEED, first, n, max_moves) == n
        return [list(OUT[g * rt.OUT_WIDTH : (g + 1) * rt.OUT_WIDTH]) for g in range(n)]

    return runner


def played_by_hand(game: int) -> tuple[int, int, int]:
    """Play one game without the program: return moves, sum of the numbers of moves, pieces taken."""
    R = [0] * rt.R_SIZE
    s = rt.game_seed(*SEED, game)
    rt.seed(R, s >> 32, s)
    heap = 1 + rt.uniform(R, rt.R_X, 6)
    moves = branching = taken = 0
    while heap > 0:
        choices = [1, 2, 3][:heap]
        branching += len(choices)
        k = rt.uniform(R, rt.R_POLICY_X, len(choices)) if len(choices) > 1 else 0
        moves += 1
        taken += choices[k]
        heap -= choices[k]
        if heap > 0:
            heap += rt.uniform(R, rt.R_X, 3)
    return moves, branching, taken


def test_whole_games(run: Runner) -> None:
    records = run(PLAIN, 0, 300)
    for game, record in enumerate(records):
        moves, branching, taken = played_by_hand(game)
        expected = [0] * rt.OUT_WIDTH
        expected[: rt.OUT_SCORES] = [moves, branching, rt.STATUS_OVER, 0, 0, 0]
        expected[rt.OUT_SCORES : rt.OUT_SCORES + 2] = [taken, -moves]
        expected[rt.OUT_PLACES : rt.OUT_PLACES + 2] = [1, 2]
        assert record == expected, game
    assert len({tuple(r) for r in records}) > 50


def test_a_game_depends_on_its_number_alone(run: Runner) -> None:
    together = run(PLAIN, 1000, 20)
    assert together == [run(PLAIN, 1000 + g, 1)[0] for g in range(20)]
    assert run(PLAIN, 5, 0) == []


def test_the_move_limit(run: Runner) -> None:
    long = [r for r in run(PLAIN, 0, 100) if r[rt.OUT_MOVES] > 3]
    cut = [r for r in run(PLAIN, 0, 100, 3) if r[rt.OUT_STATUS] == rt.STATUS_MOVE_LIMIT]
    assert len(cut) == len(long) > 10
    for record in cut:
        assert record[rt.OUT_MOVES] == 3
        assert record[rt.OUT_FAULT :] == [0] * (rt.OUT_WIDTH - rt.OUT_FAULT)


@pytest.mark.parametrize(
    ("constants", "code", "place", "detail"),
    [
        ([0, 4, NEVER, NEVER, NEVER], rt.FAULT_TOO_MANY, 21, 4),
        ([0, NEVER, 4, NEVER, NEVER], rt.FAULT_NO_ACTION, 0, 0),
        ([0, NEVER, NEVER, 4, NEVER], rt.FAULT_STEPS, 33, 50),
        ([0, NEVER, NEVER, NEVER, 2], rt.FAULT_RANGE, 44, 2),
    ],
)
def test_faults_end_the_game_and_not_the_run(
    run: Runner, constants: list[int], code: int, place: int, detail: int
) -> None:
    plain, records = run(PLAIN, 0, 100), run(constants, 0, 100)
    faulty = [r for r in records if r[rt.OUT_STATUS] != rt.STATUS_OVER]
    assert 5 < len(faulty) < 95
    for record in faulty:
        assert record[rt.OUT_STATUS : rt.OUT_SCORES] == [rt.STATUS_FAULT, code, place, detail]
    for before, record in zip(plain, records, strict=True):
        assert record in faulty or record == before
