"""The emitted module: what is in it, what it depends on, its limits, and that it means the same however it is run."""

from __future__ import annotations

import ast
import re
import time
from array import array
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from compile_support import SHIPPED, ruleset_in, ruleset_of

from rulewright.compile import ways
from rulewright.compile.machine import CompiledMachine
from rulewright.compile.native import native_available
from rulewright.compile.program import Program, TooBig, compile_ruleset
from rulewright.compile.runtime import OUT_WIDTH, R_LIMIT, R_SIZE
from rulewright.compile.subset import InternalError, check, python_namespace
from rulewright.limits import MAX_STEPS
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Config

OUR_NAMES = re.compile(r"[a-z_]+[0-9_]*|[A-Z0-9_]+")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_nothing_an_author_wrote_is_in_the_module(path: Path) -> None:
    ruleset = ruleset_in(path)
    module = compile_ruleset(ruleset).module
    check(module)
    functions = [f for f in module.body if isinstance(f, ast.FunctionDef)]
    docstrings = {id(value) for f in functions for value in _docstring(f)}
    for node in ast.walk(module):
        if isinstance(node, ast.Name | ast.arg | ast.FunctionDef):
            text = (
                node.id
                if isinstance(node, ast.Name)
                else node.arg
                if isinstance(node, ast.arg)
                else node.name
            )
            assert OUR_NAMES.fullmatch(text)
        if isinstance(node, ast.Constant):
            assert type(node.value) is int or id(node) in docstrings
    words = {w for w in (*ruleset.zones, *ruleset.variables, *ruleset.actions, *ruleset.enums) if len(w) > 4}
    names = {n.id for n in ast.walk(module) if isinstance(n, ast.Name)}
    assert not {w for w in words if any(re.fullmatch(rf"{w}\d*", n) for n in names)} - words_of_ours()


@cache
def words_of_ours() -> set[str]:
    """All that the compiler itself could call something."""
    folder = Path(ways.__file__).parent
    return set(re.findall(r"[a-z]+", " ".join(p.read_text(encoding="utf-8") for p in folder.glob("*.py"))))


def _docstring(function: ast.FunctionDef) -> list[ast.expr]:
    first = function.body[0]
    return [first.value] if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else []


WORTH = """
tables:
  worth:
    table: 0..9 per 1..3
    values: [{values}]
variables:
  n: 0..99 per player
rulings:
  which:
    question: Which?
    readings: {{one: First, two: Second}}
    chosen: {chosen}
play:
  - for: p in player
    do:
      - n[p] := worth[seat(p)] + (if which = one then 1 else 10)
"""


def entries(values: str, chosen: str, players: int, reading: int) -> list[Any]:
    machine = CompiledMachine(
        ruleset_of(WORTH.format(values=values, chosen=chosen)), Config(players, (reading,))
    )
    position = machine.start(lambda n: 0)
    assert machine.over(position)
    return machine.variables(position)[0]


def test_data_readings_and_players_are_not_in_the_text() -> None:
    programs = [
        compile_ruleset(ruleset_of(WORTH.format(values=v, chosen=c)))
        for v, c in (("1, 2, 3", "one"), ("4, 0, 9", "two"))
    ]
    assert ast.dump(programs[0].module) == ast.dump(programs[1].module)
    assert entries("1, 2, 3", "one", 3, 0) == [2, 3, 4]
    assert entries("4, 0, 9", "one", 3, 1) == [14, 10, 19]
    assert entries("4, 0, 9", "one", 2, 1)[:2] == [14, 10]


def test_a_program_is_the_same_every_time() -> None:
    ruleset = ruleset_in(SHIPPED[-1])
    assert ast.dump(compile_ruleset(ruleset).module) == ast.dump(compile_ruleset(ruleset).module)


def test_a_position_may_not_be_too_big() -> None:
    text = "components:\n  card: {make: 300}\nvariables:\n  n: 0..9 per card and card\nplay:\n  - n[the(c in card), the(d in card)] := 1\n"
    with pytest.raises(TooBig, match="90"):
        compile_ruleset(ruleset_of(text))


# ---- the same games ----------------------------------------------------------------------------------------
def records(program: Program, run: Any, kind: Any, games: int, moves: int, config: Config) -> list[int]:
    """What random games leave in OUT, run with vectors of a kind."""
    sizes = (program.slots, R_SIZE, program.list_size, OUT_WIDTH * games)
    S, R, L, OUT = (kind([0] * n) for n in sizes)
    R[R_LIMIT] = MAX_STEPS
    run(S, kind(program.constants(config)), R, L, OUT, 7, 11, 5, games, moves)
    return list(OUT)


#: How many games of how many moves are enough where moves take long.
SLOW = {"survival_of_the_fittest": (2, 12), "barricade": (2, 60)}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_random_games_are_the_same_in_each_way(path: Path) -> None:
    """As the subset says, as it is rewritten for CPython, and natively."""
    ruleset = ruleset_in(path)
    program = compile_ruleset(ruleset)
    config = Config(ruleset.players[0], ruleset.reading_numbers())
    games, moves = SLOW.get(path.stem, (3, 400))
    plain = python_namespace(check(program.module))["playouts"]
    expected = records(program, plain, list, games, moves, config)
    assert any(expected)
    quick = ways.namespace(program)["playouts"]
    assert records(program, quick, list, games, moves, config) == expected
    assert records(program, quick, lambda v: array("q", v), games, moves, config) == expected
    if native_available():
        module = ways.native_module(program)

        def native(*given: Any) -> None:
            module.call("playouts", *given)

        assert records(program, native, lambda v: array("q", v), games, moves, config) == expected


# ---- what takes too long -----------------------------------------------------------------------------------
LONG = [
    "any(x = y for x in -2000000000..2000000000, y in 0..0 where x > 1999999999)",
    "size(set(x for x in 1..4000, y in 1..4000, z in 1..4000, w in 1..4000 where x + y + z = w)) = 1",
    "any(x + y + z + w < 0 for x in 1..400, y in 1..400, z in 1..400, w in 1..400)",
    "deep(1)",
]
DEEP = "define:\n" + "".join(f"  d{i}(integer n): any(d{i + 1}(n + x) for x in 1..30)\n" for i in range(8))


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("condition", LONG)
def test_an_expression_that_takes_too_long_is_a_fault(condition: str, native: bool) -> None:
    if native and not native_available():
        pytest.skip("no llvmlite")
    text = (
        "variables:\n  flag: boolean\n"
        + DEEP
        + "  d8(integer n): n < 0\n  deep(integer n): d0(n)\n"
        + f"play:\n  - flag := {condition}\n"
    )
    machine = CompiledMachine(ruleset_of(text), Config(2, ()), native=native)
    begun = time.process_time()
    position = machine.start(lambda n: 0)
    fault = machine.fault(position)
    assert fault is not None
    assert fault.code == FaultCode.STEP_LIMIT
    assert time.process_time() - begun < 60


@pytest.mark.parametrize(
    "steps",
    [
        "  - while: n < 5\n    do:\n      - n := 0\n",
        "  - repeat: 2000000000\n    do:\n      - n := 0\n",
        "  - turns: from nth(player, 1)\n    do:\n      - n := 0\n",
        "  - for: a in 1..3000\n    do:\n      - for: b in 1..3000\n        do:\n          - n := 1\n",
    ],
)
def test_steps_that_take_too_long_are_a_fault(steps: str) -> None:
    for native in (False, native_available()):
        machine = CompiledMachine(
            ruleset_of("variables:\n  n: 0..9\nplay:\n" + steps), Config(2, ()), native=native
        )
        position = machine.start(lambda n: 0)
        fault = machine.fault(position)
        assert fault is not None
        assert fault.code == FaultCode.STEP_LIMIT
        assert machine.over(position)


# ---- errors of ours ----------------------------------------------------------------------------------------
def test_an_error_in_the_module_is_brought_back_to_its_place() -> None:
    """Only a mistake of the compiler's could cause one; here the constants are taken away."""
    text = """
    tables:
      worth:
        table: 0..9 per player
        values: [1, 2, 3]
    variables:
      n: 0..9
    play:
      - n := 1
      - roll n
      - n := worth[nth(player, 2)]
    """
    machine = CompiledMachine(ruleset_of(text), Config(2, ()))
    assert isinstance(machine.way, ways.InPython)

    def spoil(_: int) -> int:
        del machine.way.C[:]  # type: ignore[attr-defined]
        return 0

    with pytest.raises(InternalError, match=re.escape("in what was made of 'n := worth[nth(player, 2)]'")):
        machine.start(spoil)


def test_an_error_of_the_source_of_chance_is_the_callers() -> None:
    machine = CompiledMachine(ruleset_of("variables:\n  n: 0..9\nplay:\n  - roll n\n"), Config(2, ()))

    def broken(_: int) -> int:
        raise IndexError("no more outcomes")

    with pytest.raises(IndexError, match="no more outcomes"):
        machine.start(broken)
