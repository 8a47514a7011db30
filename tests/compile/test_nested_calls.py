"""Definitions of definitions, and procedures of procedures: many calls of few lines.

What they come to is reckoned here by other means; that the program stays small, and that what never ends
costs steps, is looked at in all ways of running.
"""

from __future__ import annotations

from functools import cache

import pytest
from compile_support import SHIPPED, Lockstep, ruleset_in, ruleset_of

from rulewright.compile import inlining
from rulewright.compile.body import Unit
from rulewright.compile.machine import CompiledMachine
from rulewright.compile.native import native_available
from rulewright.compile.program import TooBig, compile_ruleset
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Config, Machine
from rulewright.reference import ReferenceMachine
from rulewright.ruleset.model import Ruleset

CONFIG = Config(2, ())


def ways(ruleset: Ruleset) -> list[Machine]:
    native = [CompiledMachine(ruleset, CONFIG, native=True)] if native_available() else []
    return [ReferenceMachine(ruleset, CONFIG), CompiledMachine(ruleset, CONFIG), *native]


def few_steps(ruleset: Ruleset) -> list[Machine]:
    """With a limit that is reached soon."""
    machines = ways(ruleset)
    for machine in machines:
        if isinstance(machine, ReferenceMachine):
            machine.step_limit = 1000
        elif isinstance(machine, CompiledMachine):
            machine.way.limit = 1000
    return machines


def doubled(levels: int) -> Ruleset:
    """Each definition asks the one before it three times: three to the power of ``levels`` calls."""
    definitions = "".join(
        f"  d{k}(integer n): (d{k - 1}(d{k - 1}(n)) + 2 * d{k - 1}(n)) mod 1009\n"
        for k in range(1, levels + 1)
    )
    return ruleset_of(
        f"variables:\n  x: 0..1008 per player\n"
        f"define:\n  d0(integer n): (7 * n + 3) mod 1009\n{definitions}"
        f"actions:\n  a:\n    do:\n      - x[me] := d{levels}(x[me] + 1)\n"
        f"play:\n  - turns: from nth(player, 1), 3 rounds\n    do:\n      - choose: [a]\n"
    )


@cache
def worth(level: int, n: int) -> int:
    if level == 0:
        return (7 * n + 3) % 1009
    return (worth(level - 1, worth(level - 1, n)) + 2 * worth(level - 1, n)) % 1009


@pytest.mark.parametrize("levels", [3, 5, 7])
def test_definitions_of_definitions(levels: int) -> None:
    game = Lockstep(doubled(levels), CONFIG, 0).play(6)
    x = 0
    for _ in range(3):
        x = worth(levels, x + 1)
    assert list(game.reference.variables(game.position)[0])[:2] == [x, x]


def test_a_program_of_many_levels_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    emitted: list[int] = []
    work = Unit.work

    def counted(self: Unit) -> None:
        emitted.append(1)
        work(self)

    monkeypatch.setattr(Unit, "work", counted)
    compile_ruleset(doubled(20))
    # Written out in full it would be more than three to the twentieth.
    assert len(emitted) < 20_000


def test_what_never_ends_without_a_loop_is_a_fault() -> None:
    ruleset = doubled(20)
    for machine in few_steps(ruleset):
        position = machine.start(lambda n: 0)
        machine.play(position, 0, machine.legal(position, 0)[0], lambda n: 0)
        fault = machine.fault(position)
        assert fault is not None
        assert fault.code == FaultCode.STEP_LIMIT


@pytest.mark.parametrize(("levels", "ends"), [(8, True), (11, False)])
def test_procedures_of_procedures(levels: int, ends: bool) -> None:
    """2 ** 11 assignments are more than the thousand steps; what runs 2 ** 8 of them isn't."""
    procedures = "".join(
        f"  p{k}:\n    do:\n      - run p{k - 1}\n      - run p{k - 1}\n" for k in range(1, levels + 1)
    )
    ruleset = ruleset_of(
        f"variables:\n  x: 0..1\nprocedures:\n  p0:\n    do:\n      - x := 1 - x\n{procedures}"
        f"actions:\n  a:\n    do:\n      - run p{levels}\n"
        "play:\n  - turns: from nth(player, 1), 1 rounds\n    do:\n      - choose: [a]\n"
    )
    for machine in few_steps(ruleset):
        position = machine.start(lambda n: 0)
        machine.play(position, 0, machine.legal(position, 0)[0], lambda n: 0)
        fault = machine.fault(position)
        assert (fault is None) == ends
        assert fault is None or fault.code == FaultCode.STEP_LIMIT


SPACES = 9
WALLS = (
    "b1",
    "b2",
    "b3",
    "d3",
    "d4",
    "d5",
    "d6",
    "d7",
    "d8",
    "d9",
    "f1",
    "f2",
    "f3",
    "f4",
    "f5",
    "h5",
    "h6",
    "h7",
    "h8",
)
FLOOD = f"""
boards:
  field: {{grid: {SPACES} by {SPACES}}}
variables:
  wall: set of field
  seen: set of field
define:
  grown(set of field a): a + set(h for g in a, h in neighbours(g) where h not in wall)
  grown2(set of field a): grown(grown(a))
  grown4(set of field a): grown2(grown2(a))
  grown8(set of field a): grown4(grown4(a))
  grown16(set of field a): grown8(grown8(a))
  grown32(set of field a): grown16(grown16(a))
  grown64(set of field a): grown32(grown32(a))
actions:
  look:
    pick:
      g: field where g not in wall and g in grown8(set(h for h in [the(k in field where k = a1)]))
    do:
      - seen := grown64(set(h for h in [g]))
setup:
  - wall := [{", ".join(WALLS)}]
play:
  - turns: from nth(player, 1), 1 rounds
    do:
      - choose: [look]
"""


def flood(start: tuple[int, int], most: int) -> set[tuple[int, int]]:
    walls = {("abcdefghi".index(name[0]), int(name[1:]) - 1) for name in WALLS}
    seen = frontier = {start}
    for _ in range(most):
        frontier = {
            (c + dc, r + dr)
            for c, r in frontier
            for dc, dr in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= c + dc < SPACES and 0 <= r + dr < SPACES and (c + dc, r + dr) not in walls
        } - seen
        seen = seen | frontier
    return seen


def test_sets_of_sets() -> None:
    """81 spaces are more than one word has room for."""
    ruleset = ruleset_of(FLOOD)
    game = Lockstep(ruleset, CONFIG, 0)
    assert len(game.reference.legal(game.position, 0)) == len(flood((0, 0), 8))
    game.play(1)
    seen = dict(zip(ruleset.variables, game.reference.variables(game.position), strict=True))["seen"]
    assert len(seen[0]) == len(flood((0, 0), 64))


def test_a_program_that_is_too_big_is_told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.compile.body.MAX_EMITTED_NODES", 300)
    with pytest.raises(TooBig, match="more than 300 expressions and statements"):
        compile_ruleset(doubled(7))


def test_conditions_that_take_too_long_are_told_in_their_action() -> None:
    ruleset = ruleset_of("""
        variables:
          x: 0..9 per player
        actions:
          b:
            do:
              - x[me] := 2
          a:
            when: any(p + q + r = x[me] - 9 for p in 1..1000, q in 1..1000, r in 1..1000)
            do:
              - x[me] := 1
        setup:
          - x[nth(player, 2)] := 3
        play:
          - turns: from nth(player, 1), 3 rounds
            do:
              - choose: [a, b]
    """)
    for machine in few_steps(ruleset):
        position = machine.start(lambda n: 0)
        fault = machine.fault(position)
        assert fault is not None
        assert fault.code == FaultCode.STEP_LIMIT
        where = ruleset.places[fault.place].place
        assert where.span is not None
        assert where.span.start.line == 12


@pytest.mark.parametrize("name", ["gin_rummy", "president", "yacht", "domineering"])
def test_nothing_changes_if_all_definitions_are_functions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of these, definitions take sets or return them, and are written out else."""
    monkeypatch.setattr(inlining, "WHOLE", 0)
    ruleset = ruleset_in(next(path for path in SHIPPED if path.stem == name))
    fewest, _ = ruleset.players
    game = Lockstep(ruleset, Config(fewest, ruleset.reading_numbers()), 5, native=False).play(60)
    assert game.moves > 10


def test_a_step_that_asks_for_moves_and_then_takes_too_long_is_told_as_itself() -> None:
    ruleset = ruleset_of("""
        variables:
          x: 0..9 per player
          flag: boolean
        actions:
          a:
            pick:
              n: 1..3 where n > x[me]
            do:
              - x[me] := n
        play:
          - turns: from nth(player, 1), 3 rounds
            do:
              - flag := can(me, a) and any(p + q + r = x[me] - 9 for p in 1..1000, q in 1..1000, r in 1..1000)
              - choose: [a]
    """)
    for machine in few_steps(ruleset):
        fault = machine.fault(machine.start(lambda n: 0))
        assert fault is not None
        assert fault.code == FaultCode.STEP_LIMIT
        where = ruleset.places[fault.place].place
        assert where.span is not None
        assert where.span.start.line == 17
