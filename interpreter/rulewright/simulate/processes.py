"""Processes that work side by side, and an interrupt from the keyboard.

An interrupt goes to all processes of a terminal. The first one sees to it; a worker that heard of it would
end in the middle of what it does, or of being started, and print where.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any


def worker_processes(count: int, begin: Callable[..., None], *args: Any) -> ProcessPoolExecutor:
    """``count`` processes, each of which has called ``begin(*args)`` before its first task.

    Started afresh on every system: a forked worker would inherit threads' locks and half a terminal.
    """
    executor = ProcessPoolExecutor(count, get_context("spawn"), _begin, (begin, args))
    # A pool starts a worker for each task that finds none idle, and none is while none has come up yet. So
    # all of them start here, where they hear of no interrupt until they ignore it.
    with _uninterrupted():
        for _ in range(count):
            executor.submit(_nothing)
    return executor


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Interrupts wait, here and in processes that are started inside, where the system knows such a thing."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(begin: Callable[..., None], args: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    begin(*args)


def _nothing() -> None:
    """A task that lets a worker start."""
