"""Playing games of a run at random, one after the other, on one core.

The rule for a game is the one of ``runtime.playouts``: chance and the random players have a generator each,
seeded from the run's seed and the number of the game; of the legal moves of the first awaited seat one is
picked. The compiled ways of running have that driver compiled in; for any other machine it is written here
once more, over the machine's interface.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.compile import runtime
from rulewright.compile.counting import tally
from rulewright.compile.program import Program, compile_ruleset, leaves_open
from rulewright.compile.ways import namespace, playouts_module
from rulewright.limits import MAX_STEPS
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Machine
from rulewright.machine.tally import Tally
from rulewright.ruleset.model import Ruleset
from rulewright.simulate.records import CUT_OFF, WIDTH, WINNERS, Records, empty
from rulewright.simulate.setting import Setting

if TYPE_CHECKING:
    from rulewright.compile.native import NativeModule


class Player(Protocol):
    """Plays games of one run."""

    def play(self, first: int, count: int) -> Records:
        """The games ``first`` .. ``first + count - 1``."""


class MachinePlayer:
    """Plays on a machine, through its interface."""

    def __init__(self, machine: Machine, setting: Setting) -> None:
        self.machine, self.setting = machine, setting
        self._words = [0] * runtime.R_SPARE

    def play(self, first: int, count: int) -> Records:
        begun = time.perf_counter()
        out = empty(count)
        for i in range(count):
            self._game(first + i, out, i * WIDTH)
        return Records(first, count, out, time.perf_counter() - begun)

    def _chance(self, n: int) -> int:
        return runtime.uniform(self._words, runtime.R_X, n)

    def game(self, number: int) -> tuple[Any, int, int, bool]:
        """One game of the run: the position at its end, how many moves, how many legal moves there were to
        choose from in all, and whether it was given up."""
        machine, seed = self.machine, self.setting.seed
        game_seed = runtime.game_seed(seed >> 32, seed, number)
        runtime.seed(self._words, game_seed >> 32, game_seed)
        position = machine.start(self._chance)
        moves = branching = 0
        while not machine.over(position):
            if moves >= self.setting.max_moves:
                return position, moves, branching, True
            seat = machine.awaited(position)[0]
            legal = machine.legal(position, seat)
            branching += len(legal)
            move = legal[runtime.policy(self._words, len(legal))]
            machine.play(position, seat, move, self._chance)
            moves += 1
        return position, moves, branching, False

    def _game(self, number: int, out: array[int], base: int) -> None:
        machine = self.machine
        position, moves, branching, given_up = self.game(number)
        status = runtime.STATUS_MOVE_LIMIT if given_up else runtime.STATUS_OVER
        fault = machine.fault(position)
        if fault is None and status == runtime.STATUS_OVER:
            for seat, score in enumerate(machine.scores(position)):
                out[base + runtime.OUT_SCORES + seat] = score
            for seat, place in enumerate(machine.places(position)):
                out[base + runtime.OUT_PLACES + seat] = place
            wins = machine.winners(position)
            out[base + WINNERS] = sum(1 << seat for seat, won in enumerate(wins) if won)
            out[base + CUT_OFF] = int(machine.cut_off(position))
        elif fault is not None:
            status = runtime.STATUS_FAULT
            out[base + runtime.OUT_FAULT] = int(fault.code)
            out[base + runtime.OUT_PLACE] = fault.place
            out[base + runtime.OUT_DETAIL] = fault.detail
        out[base + runtime.OUT_MOVES] = moves
        out[base + runtime.OUT_BRANCHING] = branching
        out[base + runtime.OUT_STATUS] = status


class CompiledPlayer:
    """Plays with the driver that is part of every compiled ruleset (runtime.playouts), on vectors of its
    own. ``native``: the machine code; none to run in CPython."""

    def __init__(self, program: Program, setting: Setting, native: NativeModule | None) -> None:
        self.setting, self._native = setting, native
        constants = array("q", program.constants(setting.config, native))
        state, chance, moves = (
            array("q", bytes(8 * size)) for size in (program.slots, program.chance_size, program.list_size)
        )
        self._vectors: tuple[Any, ...] = (state, constants, chance, moves)
        if native is None:
            # In CPython a list is quicker to read than an array.
            self._vectors = tuple(list(vector) for vector in self._vectors)
            self._playouts = namespace(program)["playouts"]
        self._vectors[2][runtime.R_LIMIT] = MAX_STEPS
        self._vectors[2][runtime.R_MODE] = runtime.MODE_GENERATOR
        self._unit = program.unit

    @property
    def tally(self) -> Tally:
        """Of a counted program: what the games came to so far."""
        return tally(self._unit, self._vectors[2])

    def play(self, first: int, count: int) -> Records:
        begun = time.perf_counter()
        out = empty(count)
        seed = self.setting.seed
        numbers = (seed >> 32, seed & runtime.MASK32, first, count, self.setting.max_moves)
        if self._native is None:
            self._playouts(*self._vectors, out, *numbers)
        else:
            self._native.bind("playouts", *self._vectors, out)(*numbers)
        return Records(first, count, out, time.perf_counter() - begun)


def player_maker(setting: Setting) -> Callable[[], Player]:
    """What makes players of a run, one for each worker of this process; compiles once. Raises TooBig."""
    if setting.backend != "reference":
        return compiled_maker(setting)
    from rulewright.reference import ReferenceMachine

    return lambda: MachinePlayer(ReferenceMachine(setting.ruleset, setting.config), setting)


def compiled_maker(setting: Setting, counted: bool = False) -> Callable[[], CompiledPlayer]:
    """The same for a compiled way of running. ``counted``: with a program that counts what play comes to."""
    program, native = _compiled(setting, counted)
    return lambda: CompiledPlayer(program, setting, native)


#: The two programs compiled last: runs with other readings often follow, with and without open questions.
_last: list[tuple[Ruleset, str, Program, NativeModule | None]] = []


def _compiled(setting: Setting, counted: bool) -> tuple[Program, NativeModule | None]:
    open = leaves_open(setting.config)
    for ruleset, backend, program, native in _last:
        same = program.unit.open == open and program.unit.counted == counted
        if ruleset is setting.ruleset and backend == setting.backend and same:
            return program, native
    program = compile_ruleset(setting.ruleset, native=setting.backend == "native", open=open, counted=counted)
    native = playouts_module(program) if setting.backend == "native" else None
    _last[:] = [(setting.ruleset, setting.backend, program, native), *_last[:1]]
    return program, native


def fault_name(code: int) -> str:
    """What a fault in a record is called."""
    return FaultCode(code).kebab if code in FaultCode._value2member_map_ else f"internal-{code}"
