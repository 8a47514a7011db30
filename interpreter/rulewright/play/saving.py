"""The file of a game that is being played: its log, on the disk before anything of it is shown.

A log grows at its end alone (engine.log), so each step of the game is appended and forced to the disk,
whatever the length of the game. The program may be killed at any moment: what the file holds is a game that
can be gone on with. Taking a choice back cuts the file to what it was before that choice. The header also
says who sits where (``seats``), which the rules don't know and going on with the game needs.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulewright.engine import log
from rulewright.engine.contract import State


class SaveFailed(Exception):
    """The game can't be saved any more; the sentence says where and why."""


class SaveFile:
    """Where a game is saved. ``begin`` and ``go_on`` raise OSError where the disk can't be written; what
    comes after them, SaveFailed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seats: list[str] = []

    def begin(self, state: State, seats: Sequence[str]) -> None:
        """Makes the file, with the log of the state and who sits where; raises FileExistsError rather than
        overwrite one."""
        self._seats = list(seats)
        with self.path.open("xb") as file:
            _write(file, self._whole(state))
        _sync_folder(self.path.parent)

    def rewrite(self, state: State) -> None:
        """Makes what ``begin`` made be the log of another state."""
        beside = self.path.with_name(self.path.name + ".new")
        with self._saving():
            with beside.open("wb") as file:
                _write(file, self._whole(state))
            beside.replace(self.path)
            _sync_folder(self.path.parent)

    def _whole(self, state: State) -> bytes:
        header, *rest = log.entries(state)
        return log.write_entries([header | {"seats": self._seats}, *rest]).encode()

    def go_on(self, state: State) -> None:
        """Takes up a file that the state was replayed from, and adds what its log lacks: chance events that
        the rules give after its last decision, the line that ends the game."""
        text = self.path.read_bytes()
        missing = log.entries(state)[len(log.read(text.decode(errors="replace"))) :]
        if text and not text.endswith(b"\n"):
            self._append(b"\n")
        if missing:
            self._append(log.write_entries(missing).encode())

    def append(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Adds entries at the end; when it returns they are on the disk."""
        with self._saving():
            self._append(log.write_entries(entries).encode())

    def _append(self, data: bytes) -> None:
        # Not "ab": a file that is gone must not come again without its beginning.
        with self.path.open("r+b") as file:
            file.seek(0, os.SEEK_END)
            _write(file, data)

    @property
    def size(self) -> int:
        """How many bytes there are: what ``cut`` takes to come back to this moment."""
        with self._saving():
            return self.path.stat().st_size

    def cut(self, size: int) -> None:
        """Takes back everything after the first ``size`` bytes."""
        with self._saving(), self.path.open("r+b") as file:
            file.truncate(size)
            os.fsync(file.fileno())

    @contextmanager
    def _saving(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SaveFailed(f"the game can't be saved in {self.path}: {error.strerror}") from None


def _write(file: Any, data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Makes the new name last too; where folders can't be opened the system sees to it."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(number)
    except OSError:
        pass
    finally:
        os.close(number)
