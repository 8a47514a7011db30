"""The file of a game that is being played: its log, on the disk before anything of it is shown.

A log grows at its end alone (engine.log), so each step of the game is appended and forced to the disk,
whatever the length of the game. The program may be killed at any moment: what the file holds is a game that
can be gone on with. Taking a choice back cuts the file to what it was before that choice.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rulewright.engine import log
from rulewright.engine.contract import State


class SaveFile:
    """Where a game is saved. All calls raise OSError where the disk can't be written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, state: State) -> None:
        """Makes the file, with the log of the state; raises FileExistsError rather than overwrite one."""
        with self.path.open("xb") as file:
            _write(file, log.write(state).encode())
        _sync_folder(self.path.parent)

    def go_on(self, state: State) -> None:
        """Takes up a file that the state was replayed from, and adds what its log lacks: chance events that
        the rules give after its last decision, the line that ends the game."""
        text = self.path.read_bytes()
        missing = log.entries(state)[len(log.read(text.decode(errors="replace"))) :]
        if text and not text.endswith(b"\n"):
            self._append(b"\n")
        if missing:
            self.append(missing)

    def append(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Adds entries at the end; when it returns they are on the disk."""
        self._append(log.write_entries(entries).encode())

    def _append(self, data: bytes) -> None:
        with self.path.open("ab") as file:
            _write(file, data)

    @property
    def size(self) -> int:
        """How many bytes there are: what ``cut`` takes to come back to this moment."""
        return self.path.stat().st_size

    def cut(self, size: int) -> None:
        """Takes back everything after the first ``size`` bytes."""
        with self.path.open("r+b") as file:
            file.truncate(size)
            os.fsync(file.fileno())


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
