"""Files that commands write: whether they can be is asked before the work begins, and nothing that is there
already is overwritten without being asked for.

A search of minutes must not end in "Permission denied" with its finds lost; so a command asks here first,
prints what it found, and only then says what could not be written after all, as where a disk is full.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulewright.cli.errors import CommandError


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What the system refuses inside is told of this path. Raises CommandError."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None


def folder_to_write(folder: Path) -> None:
    """Makes a folder, if it isn't there. Raises CommandError if no file can be written into it."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass


def file_to_write(path: Path) -> None:
    """Raises CommandError if a file can't be written; leaves what is there as it is."""
    with writing(path):
        if path.is_file() or path.is_dir():
            with path.open("ab"):
                pass
        elif not path.exists():
            with tempfile.TemporaryFile(dir=path.parent):
                pass


def write_new(text: str, folder: Path, name: str, ending: str) -> Path:
    """Writes a file NAME-1ENDING, or with the next number that no file has; one with the same text is left as
    it is. Gives its path. Raises CommandError."""
    number = 0
    while True:
        number += 1
        path = folder / f"{name}-{number}{ending}"
        with writing(path):
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(text)
                return path
            except FileExistsError:
                if path.is_file() and path.read_bytes() == text.encode():
                    return path
