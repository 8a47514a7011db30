"""The games of a run, dealt out to workers in chunks and taken back in order.

Workers are threads where the games are played natively (the calls leave the interpreter's lock) and processes
where they are played in Python. Chunks grow until one takes about a quarter of a second: the first results
come at once, and an interrupt never waits long. They are handed on in the order of the games, so a run that
is interrupted has played exactly the first so many games of a longer one.
"""

from __future__ import annotations

import math
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from signal import default_int_handler
from threading import current_thread, local, main_thread
from types import FrameType

from rulewright.simulate.players import Player, player_maker
from rulewright.simulate.records import Records
from rulewright.simulate.setting import Setting
from rulewright.simulate.summary import Summary

#: Seconds that a chunk should take.
_CHUNK_SECONDS = 0.25

#: Games of a chunk at most: memory is 304 bytes a game.
_CHUNK_GAMES = 50_000


@dataclass(slots=True)
class Progress:
    """How far a run is. ``seconds``: since its first game began, on the clock on the wall."""

    summary: Summary
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def per_second(self) -> float:
        """Games a second so far."""
        return self.summary.games / self.seconds if self.seconds else 0.0


def simulate(
    setting: Setting,
    games: int,
    workers: int = 1,
    *,
    seconds: float = math.inf,
    on_progress: Callable[[Progress], None] | None = None,
    on_records: Callable[[Records], None] | None = None,
) -> Progress:
    """Plays the games 0 .. ``games - 1`` of a run and sums them up.

    The same setting gives the same summary, whatever ``workers`` and the way of running. ``seconds``: after
    so long no more games are begun; those played are then the first so many. ``on_records`` gets the records
    in the order of the games. KeyboardInterrupt ends the run: what it had come to is returned, with
    ``interrupted`` set.
    """
    progress = Progress(Summary(setting.config.players))
    begun = time.perf_counter()
    chunks = _chunks(setting, games, workers)
    try:
        for records in chunks:
            if progress.summary.games == 0:
                # Starting workers and compiling is no part of the speed of play.
                begun = time.perf_counter() - records.seconds
            # What is counted is handed on as well, whenever the interrupt comes.
            with _uninterrupted():
                progress.summary.add(records)
                progress.seconds = time.perf_counter() - begun
                if on_records is not None:
                    on_records(records)
            if on_progress is not None:
                on_progress(progress)
            if progress.seconds >= seconds:
                break
    except KeyboardInterrupt:
        progress.interrupted = True
    finally:
        chunks.close()
    return progress


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """An interrupt that comes inside is raised at the end; where somebody else minds interrupts, nothing is
    changed."""
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not default_int_handler:
        yield
        return
    came = False

    def remember(_: int, __: FrameType | None) -> None:
        nonlocal came
        came = True

    signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, default_int_handler)
    if came:
        raise KeyboardInterrupt


def _chunks(setting: Setting, games: int, workers: int) -> Generator[Records, None, None]:
    if workers == 1 and setting.backend != "native":
        yield from _one_by_one(player_maker(setting)().play, games)
    else:
        executor = _executor(setting, workers)
        try:
            yield from _side_by_side(executor, games, workers)
        finally:
            executor.shutdown(wait=True, cancel_futures=True)


def _one_by_one(play: Callable[[int, int], Records], games: int) -> Iterator[Records]:
    first, size = 0, 1
    while first < games:
        records = play(first, min(size, games - first))
        first += records.count
        size = _next_size(records)
        yield records


def _side_by_side(executor: Executor, games: int, workers: int) -> Iterator[Records]:
    """Two chunks for each worker are under way at any time, so that none waits for the one who deals."""
    waiting: deque[Future[Records]] = deque()
    first, size = 0, 1
    while first < games or waiting:
        while first < games and len(waiting) < 2 * workers:
            count = min(size, games - first)
            waiting.append(executor.submit(_play, first, count))
            first += count
        records = waiting.popleft().result()
        size = _next_size(records)
        yield records


def _next_size(records: Records) -> int:
    """The size of the next chunk, by how long one took; never more than eight times as large."""
    wanted = records.count * _CHUNK_SECONDS / max(records.seconds, 1e-6)
    return max(1, min(int(wanted), records.count * 8, _CHUNK_GAMES))


# --- in the workers -----------------------------------------------------------------------------------------

_mine = local()
"""Each thread's player; a worker process has one thread. Two threads can't share the vectors of a game."""


def _executor(setting: Setting, workers: int) -> Executor:
    if setting.backend == "native":
        return ThreadPoolExecutor(workers, initializer=_begin, initargs=(player_maker(setting),))
    from rulewright.simulate.processes import worker_processes

    # What can't be compiled is to be told here, not by a worker that dies of it.
    player_maker(setting)
    return worker_processes(workers, _begin_process, setting)


def _begin_process(setting: Setting) -> None:
    _begin(player_maker(setting))


def _begin(make: Callable[[], Player]) -> None:
    _mine.player = make()


def _play(first: int, count: int) -> Records:
    player: Player = _mine.player
    return player.play(first, count)
