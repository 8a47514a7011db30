"""The file of a game that is being played: its log, whole and on the disk at every moment.

The header of a log counts its entries, so a log can't grow at its end alone. It is written anew beside the
file, forced to the disk and put in its place in one step: whatever happens, the file is a log that can be
gone on with.
"""

from __future__ import annotations

import os
from pathlib import Path

from rulewright.engine import log
from rulewright.engine.contract import State


class SaveFile:
    """Where a game is saved."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, state: State) -> None:
        """Puts the log of the state on the disk; raises OSError if that can't be done."""
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        try:
            with beside.open("w", encoding="utf-8", newline="\n") as file:
                file.write(log.write(state))
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        finally:
            beside.unlink(missing_ok=True)
        _sync_folder(self.path.parent)


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
