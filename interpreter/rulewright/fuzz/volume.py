"""Random games in great number: the compiled driver plays and counts what play comes to, and only what went
wrong is looked at.

Cells take turns, a chunk of about a quarter of a second each, on every core. Of each kind of find the game
with the fewest decisions is kept, for the shorter a game is, the sooner it is made small.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from rulewright.compile import runtime
from rulewright.fuzz.cells import Cell
from rulewright.fuzz.lines import Line, record
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Machine
from rulewright.machine.tally import CUT_OFF, FAULT, GIVEN_UP, Tally
from rulewright.simulate.players import CompiledPlayer, compiled_maker
from rulewright.simulate.records import CUT_OFF as CUT_OFF_COLUMN
from rulewright.simulate.records import WIDTH, Records
from rulewright.simulate.setting import Setting

#: Seconds that a chunk should take.
_CHUNK_SECONDS = 0.25
_CHUNK_GAMES = 50_000

#: Code, place, and of an open question which: what makes two faults the same.
FaultKey = tuple[int, int, int]


@dataclass(slots=True)
class Sighting:
    """Of one kind of fault in one cell: how many games, the number and length of the shortest, and after how
    many seconds the first one was seen."""

    count: int
    game: int
    moves: int
    after: float


@dataclass(slots=True)
class CellCount:
    """What the random games of a cell came to. ``endless``: given up; ``long_game``: one of them.
    ``cut_off``: ended by a limit of the ruleset; ``ranked``: whether the result of one told the players
    apart."""

    setting: Setting
    games: int = 0
    moves: int = 0
    endless: int = 0
    long_game: int = -1
    cut_off: int = 0
    ranked: bool = False
    faults: dict[FaultKey, Sighting] = field(default_factory=dict)
    chunk: int = 1
    next_game: int = 0
    seconds: float = 0.0


def fault_key(code: int, place: int, detail: int) -> FaultKey:
    """Of a number out of its range each value would be a fault of its own; of a question it tells which. Of
    what goes on for ever the place only tells where in its round the steps ran out."""
    if code == FaultCode.STEP_LIMIT:
        return code, 0, 0
    return code, place, detail if code == FaultCode.OPEN_QUESTION else 0


class Volume:
    """Plays cells in turn until told to stop. ``counts``: by cell, in the order of the cells."""

    def __init__(self, settings: Sequence[tuple[Cell, Setting]], workers: int) -> None:
        self.counts = {cell: CellCount(setting) for cell, setting in settings}
        self._makers = {cell: compiled_maker(setting, counted=True) for cell, setting in settings}
        # A thread can play one game at a time on a player, and players are cheap; natively played games leave
        # the interpreter's lock, others gain nothing from more threads.
        native = all(setting.backend == "native" for _, setting in settings)
        self.workers = workers if native else 1
        self._players: dict[tuple[Cell, int], CompiledPlayer] = {}
        self._begun: float | None = None

    @property
    def games(self) -> int:
        """All games so far."""
        return sum(count.games for count in self.counts.values())

    def tally(self, cell: Cell) -> Tally:
        """What the games of a cell came to."""
        tally, count = Tally(), self.counts[cell]
        for (other, _), player in self._players.items():
            if other == cell:
                tally.update(player.tally)
        faults = sum(sighting.count for sighting in count.faults.values())
        for arm, number in ((CUT_OFF, count.cut_off), (GIVEN_UP, count.endless), (FAULT, faults)):
            if number:
                tally["end", 0, arm] += number
        return tally

    def run(self, end: float, on_progress: Callable[[], None] | None = None) -> None:
        """Plays until then (of the clock ``time.monotonic``); an interrupt leaves what was counted."""
        if self._begun is None:
            self._begun = time.monotonic()
        begun = self._begun
        order = list(self.counts)
        running: dict[Future[Records], tuple[Cell, int]] = {}
        turn = 0
        with ThreadPoolExecutor(self.workers) as executor:
            try:
                while time.monotonic() < end or running:
                    free = [w for w in range(self.workers) if w not in {w for _, w in running.values()}]
                    for worker in free if time.monotonic() < end else []:
                        cell = order[turn % len(order)]
                        turn += 1
                        running[self._begin(executor, cell, worker)] = cell, worker
                    done, _ = wait(running, return_when="FIRST_COMPLETED")
                    for future in done:
                        cell, _ = running.pop(future)
                        after = time.monotonic() - begun
                        self._add(self.counts[cell], future.result(), after)
                    if on_progress is not None:
                        on_progress()
            finally:
                executor.shutdown(wait=True, cancel_futures=True)

    def _begin(self, executor: ThreadPoolExecutor, cell: Cell, worker: int) -> Future[Records]:
        count = self.counts[cell]
        player = self._players.get((cell, worker))
        if player is None:
            player = self._players[cell, worker] = self._makers[cell]()
        first, count.next_game = count.next_game, count.next_game + count.chunk
        return executor.submit(player.play, first, count.chunk)

    @staticmethod
    def _add(count: CellCount, records: Records, after: float) -> None:
        words = records.words
        count.games += records.count
        count.moves += sum(records.column(runtime.OUT_MOVES))
        count.seconds += records.seconds
        wanted = int(records.count * _CHUNK_SECONDS / max(records.seconds, 1e-6))
        count.chunk = max(1, min(wanted, records.count * 8, _CHUNK_GAMES))
        statuses = records.column(runtime.OUT_STATUS)
        gave_up = statuses.count(runtime.STATUS_MOVE_LIMIT)
        if gave_up:
            if count.long_game < 0:
                count.long_game = records.first + statuses.index(runtime.STATUS_MOVE_LIMIT)
            count.endless += gave_up
        count.cut_off += sum(records.column(CUT_OFF_COLUMN))
        count.ranked = count.ranked or any(
            max(records.column(runtime.OUT_PLACES + seat), default=0) > 1
            for seat in range(count.setting.config.players)
        )
        if not statuses.count(runtime.STATUS_FAULT):
            return
        for i, status in enumerate(statuses):
            if status == runtime.STATUS_FAULT:
                base = i * WIDTH
                key = fault_key(*words[base + runtime.OUT_FAULT : base + runtime.OUT_FAULT + 3])
                moves = words[base + runtime.OUT_MOVES]
                seen = count.faults.setdefault(key, Sighting(0, records.first + i, moves, after))
                seen.count += 1
                if moves < seen.moves:
                    seen.game, seen.moves = records.first + i, moves


def replayed(machine: Machine, setting: Setting, game: int, moves: int) -> tuple[Any, Line]:
    """The line of a game that the driver played."""
    return record(machine, *as_driven(setting, game), moves)


def as_driven(
    setting: Setting, game: int
) -> tuple[Callable[[int], int], Callable[[Any, int, list[Any]], int]]:
    """Chance and the picks as in a game that the driver played."""
    words = [0] * runtime.R_SPARE
    seed = runtime.game_seed(setting.seed >> 32, setting.seed, game)
    runtime.seed(words, seed >> 32, seed)
    return (
        lambda n: runtime.uniform(words, runtime.R_X, n),
        lambda _, __, legal: runtime.policy(words, len(legal)),
    )
