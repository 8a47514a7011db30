"""Positions: one vector each, equal if and only if the positions are."""

from __future__ import annotations

import random
from array import array
from pathlib import Path
from typing import Any

import pytest
from compile_support import ROOT, SHIPPED, ruleset_in, ruleset_of

from rulewright.compile import positions
from rulewright.compile.layout import SITE
from rulewright.compile.machine import CompiledMachine, Position
from rulewright.compile.native import native_available
from rulewright.machine.interface import Config, Move
from rulewright.reference import ReferenceMachine

CROSSES = ROOT / "rulesets" / "classics" / "tic_tac_toe.yaml"


def machine_for(path: Path, players: int | None = None) -> CompiledMachine:
    ruleset = ruleset_in(path)
    return CompiledMachine(ruleset, Config(players or ruleset.players[1], ruleset.reading_numbers()))


def some_position(machine: CompiledMachine, seed: int, moves: int) -> Position:
    """A position after so many random moves, or the last one before the end."""
    choice = random.Random(seed)
    position = machine.start(choice.randrange)
    for _ in range(moves):
        following = machine.copy(position)
        seat = choice.choice(machine.awaited(following))
        machine.play(following, seat, choice.choice(machine.legal(following, seat)), choice.randrange)
        if machine.over(following):
            break
        position = following
    return position


def played(machine: CompiledMachine, *cells: int) -> Position:
    position = machine.start(lambda n: 0)
    for i, cell in enumerate(cells):
        machine.play(position, i % 2, Move(0, (cell,)), lambda n: 0)
    return position


def test_moves_that_lead_to_the_same_position_lead_to_the_same_vector() -> None:
    machine = machine_for(CROSSES)
    assert played(machine, 0, 4, 8).S == played(machine, 8, 4, 0).S
    assert played(machine, 0, 4, 8).S != played(machine, 0, 4, 7).S
    assert played(machine, 0, 4).S != played(machine, 4, 0).S


def test_all_positions_of_tic_tac_toe_are_told_apart() -> None:
    """5,478 positions can be reached, as is well known, the empty grid among them."""
    machine = machine_for(CROSSES)
    first = machine.start(lambda n: 0)
    seen = {tuple(first.S)}
    waiting = [first]
    while waiting:
        position = waiting.pop()
        if machine.over(position):
            continue
        (seat,) = machine.awaited(position)
        for move in machine.legal(position, seat):
            following = machine.copy(position)
            machine.play(following, seat, move, lambda n: 0)
            # At the end it no longer matters whose turn it was, but here the number of marks tells.
            if tuple(following.S) not in seen:
                seen.add(tuple(following.S))
                waiting.append(following)
    assert len(seen) == 5478


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_a_copy_is_independent(path: Path) -> None:
    machine = machine_for(path)
    position = some_position(machine, 1, 5)
    before = list(position.S)
    other = machine.copy(position)
    seat = machine.awaited(other)[0]
    machine.play(other, seat, machine.legal(other, seat)[-1], random.Random(2).randrange)
    assert list(position.S) == before
    assert list(other.S) != before
    assert machine.legal(position, machine.awaited(position)[0])


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_what_is_laid_is_what_lies_there(path: Path) -> None:
    """Taking all zones and variables out of a vector and laying them into an empty one gives the same vector."""
    machine = machine_for(path)
    for seed in range(3):
        position = some_position(machine, seed, 12)
        blank: list[int] = list(machine.start(random.Random(5).randrange).S)
        positions.lay(machine.layout, blank, machine.zones(position))
        for number, values in enumerate(machine.variables(position)):
            positions.set_variable(machine.ruleset, machine.layout, blank, number, values)
        first, last = machine.layout.variables, machine.layout.dynamic
        start = min(first.values(), default=SITE + 5)
        assert blank[start:last] == list(position.S)[start:last]
        located = range(5, 5 + len(machine.ruleset.components))
        assert [blank[i] for i in located] == [position.S[i] for i in located]


@pytest.mark.parametrize(
    ("path", "native"),
    [*((p, False) for p in SHIPPED), (CROSSES, True), (ROOT / "rulesets" / "tembo.yaml", True)],
    ids=lambda p: p.stem if isinstance(p, Path) else "native" if p else "python",
)
def test_moves_are_those_of_the_position_asked(path: Path, native: bool) -> None:
    """Listed moves are kept for the position played on last; others may be asked or played on meanwhile."""
    if native and not native_available():
        pytest.skip("no llvmlite")
    ruleset = ruleset_in(path)
    config = Config(ruleset.players[1], ruleset.reading_numbers())
    machine = CompiledMachine(ruleset, config, native=native)
    oracle = CompiledMachine(ruleset, config, program=machine.program if not native else None)
    choice = random.Random(path.stem)
    pair = [machine.start(choice.randrange), machine.start(choice.randrange)]
    for turn in range(12):
        one, other = pair if turn % 2 else pair[::-1]
        for position in (other, one):
            if turn % 3 == 1:
                machine.scores(position)
            for seat in reversed(machine.awaited(position)):
                # A machine that never plays lists anew.
                twin = Position(list(position.S), choice.randrange)
                assert machine.legal(position, seat) == oracle.legal(twin, seat)
        for seat in machine.awaited(one)[:1]:
            machine.play(one, seat, choice.choice(machine.legal(one, seat)), choice.randrange)


def test_the_same_move_is_made_once() -> None:
    machine = machine_for(CROSSES)
    corner = machine.legal(played(machine, 4), 1)[0]
    assert machine.legal(played(machine, 8), 1)[0] is corner


TRACES = """
components:
  card: {make: 3}
zones:
  pool: set of card, seen by everyone
variables:
  n: 0..9
setup:
  - move every card to pool
actions:
  wander:
    pick:
      k: 1..3
      some: any of pool
    do:
      - let twice = k * 2
      - for: c in some
        name: cards
        do:
          - let seen = n
          - repeat: twice
            do:
              - choose: [nod]
              - if: k = 3
                then:
                  - stop cards
      - run ask(k)
  nod:
    do:
      - n := 0
procedures:
  ask(1..3 m):
    do:
      - let much = m * m
      - choose: [nod]
      - while: much > 1
        do:
          - choose: [nod]
          - if: m > 1
            then:
              - stop
play:
  - let whole = size(pool)
  - turns: from nth(player, 1), whole rounds
    do:
      - let left_here = size(pool)
      - choose: [wander]
      - if: left_here = 0
        then:
          - stop game
"""


def wandered(machine: CompiledMachine, number: int, cards: tuple[int, ...]) -> Position:
    """The position after a whole turn, in which the player is asked several times."""
    position = machine.start(lambda n: 0)
    machine.play(position, 0, Move(0, (number, cards)), lambda n: 0)
    while machine.awaited(position) == (0,):
        machine.play(position, 0, Move(1), lambda n: 0)
    return position


def test_what_is_out_of_scope_leaves_no_trace() -> None:
    """Locals, loops and procedures kept a lot while the turn lasted, and it differed; nothing of it remains."""
    machine = CompiledMachine(ruleset_of(TRACES), Config(2, ()))
    vectors = [
        list(wandered(machine, number, cards).S)
        for number in (1, 2, 3)
        for cards in ((), (1,), (0, 2), (0, 1, 2))
    ]
    assert len(vectors) == 12
    assert all(vectors[0] == S for S in vectors)


def test_at_the_end_nothing_is_kept_across_decisions() -> None:
    machine = CompiledMachine(ruleset_of(TRACES), Config(3, ()))
    position = machine.start(lambda n: 0)
    while not machine.over(position):
        seat = machine.awaited(position)[0]
        machine.play(position, seat, machine.legal(position, seat)[-1], lambda n: 0)
    assert not any(position.S[machine.layout.dynamic :])


def test_native_positions_are_the_same_vectors() -> None:
    ruleset = ruleset_in(ROOT / "rulesets" / "tembo.yaml")
    config = Config(3, ruleset.reading_numbers())
    python = CompiledMachine(ruleset, config)
    pytest.importorskip("llvmlite")
    native = CompiledMachine(ruleset, config, native=True)
    ours, theirs = some_position(python, 4, 15), some_position(native, 4, 15)
    assert isinstance(theirs.S, array)
    assert list(ours.S) == list(theirs.S)


def test_arranging_gives_the_position_that_the_reference_has() -> None:
    """A table laid anew in the middle of a game, with another player to move: play goes on as in the reference."""
    ruleset = ruleset_in(ROOT / "rulesets" / "zum_kuhkuck.yaml")
    config = Config(2, ruleset.reading_numbers())
    machines: list[Any] = [ReferenceMachine(ruleset, config), CompiledMachine(ruleset, config)]
    outcomes = []
    for machine in machines:
        choice = random.Random(9)
        position = machine.start(choice.randrange)
        for _ in range(8):
            seat = machine.awaited(position)[0]
            machine.play(position, seat, machine.legal(position, seat)[0], choice.randrange)
        zones = list(machine.zones(position))
        zones[2], zones[3] = zones[3], zones[2]
        turn = 1 - machine.awaited(position)[0]
        machine.arrange(position, zones, {0: [3] * 10}, turn, choice.randrange)
        told = [machine.awaited(position), machine.legal(position, turn), machine.scores(position)]
        for _ in range(5):
            seat = machine.awaited(position)[0]
            machine.play(position, seat, machine.legal(position, seat)[-1], choice.randrange)
            told.append(machine.zones(position))
            if machine.over(position):
                break
        outcomes.append(told)
    assert outcomes[0] == outcomes[1]
