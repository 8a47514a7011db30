"""Object code kept between runs, in files of ours.

Compiling a large ruleset takes LLVM seconds, loading its object code milliseconds. Object code is executed,
so what is read back must be what we wrote: the folder and the file must belong to the user and be writable
by nobody else, and the file carries its key, its length and a SHA-256 of the payload. Anything else
(damaged, cut off, foreign, of another version) counts as absent and is written anew. There is no pickle:
nothing is interpreted before it is verified. A cache that can't be used is no error, merely no cache.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

MAGIC: Final = b"RWOBJ\x00\x00\x01"
_DIGEST: Final = 32
_HEADER: Final = len(MAGIC) + _DIGEST + 8 + _DIGEST  # magic, key, length, SHA-256 of the payload
_SUFFIX: Final = ".rwobj"
_TEMPORARY: Final = ".tmp"
_STALE_SECONDS: Final = 3600  # a temporary file this old was left by a process that died
LIMIT_BYTES: Final = 200_000_000


def default_folder() -> Path | None:
    """Return where this platform keeps a user's caches, with our name; None if there is no home."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        try:
            base = str(Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache"))
        except RuntimeError:
            return None
    return Path(base) / "rulewright" / "native"


class ObjectCache:
    """A bounded store of payloads by key, in one folder; the least recently used go first.

    Without a folder, or with one that can't be used safely, it stores nothing and finds nothing.
    """

    def __init__(self, folder: Path | None, limit_bytes: int = LIMIT_BYTES) -> None:
        self.folder = folder
        self.limit_bytes = limit_bytes

    def get(self, key: bytes) -> bytes | None:
        """Return the payload stored under a 32-byte key, None if there is none that can be trusted."""
        path = self._path(key)
        if path is None or not self._ours(create=False):
            return None
        try:
            with _open(path) as descriptor:
                if not _safe(os.fstat(descriptor), stat.S_ISREG):
                    return None
                with open(descriptor, "rb", closefd=False) as file:
                    data = file.read(self.limit_bytes + _HEADER + 1)
            payload = data[_HEADER:]
            if data[:_HEADER] != _header(key, payload):
                return None
            with contextlib.suppress(OSError):
                os.utime(path)  # now the most recently used
            return payload
        except OSError:
            return None

    def put(self, key: bytes, payload: bytes) -> bool:
        """Store a payload under a 32-byte key, whole or not at all; return whether it was stored."""
        path = self._path(key)
        if path is None or len(payload) > self.limit_bytes or not self._ours(create=True):
            return False
        try:
            descriptor, temporary = tempfile.mkstemp(suffix=_TEMPORARY, dir=path.parent)  # mode 0600
            try:
                with open(descriptor, "wb") as file:
                    file.write(_header(key, payload))
                    file.write(payload)
                os.replace(temporary, path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
                raise
        except OSError:
            return False
        self._prune()
        return True

    def _path(self, key: bytes) -> Path | None:
        if len(key) != _DIGEST:
            raise ValueError(f"a key has {_DIGEST} bytes, not {len(key)}")
        return None if self.folder is None else self.folder / (key.hex() + _SUFFIX)

    def _ours(self, *, create: bool) -> bool:
        """Tell whether the folder is there, or can be made, and nobody else can write to it."""
        assert self.folder is not None
        try:
            if create:
                self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self.folder.mkdir(mode=0o700, exist_ok=True)
            return _safe(os.lstat(self.folder), stat.S_ISDIR)
        except OSError:
            return False

    def _prune(self) -> None:
        """Delete the least recently used files beyond the limit, and temporary files left behind."""
        assert self.folder is not None
        found: list[tuple[float, int, str]] = []
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    if entry.name.endswith(_SUFFIX):
                        found.append((status.st_mtime, status.st_size, entry.path))
                    elif entry.name.endswith(_TEMPORARY) and time.time() - status.st_mtime > _STALE_SECONDS:
                        os.unlink(entry.path)
        room = self.limit_bytes
        for _, size, path in sorted(found, reverse=True):
            room -= size
            if room < 0:
                with contextlib.suppress(OSError):
                    os.unlink(path)


def _header(key: bytes, payload: bytes) -> bytes:
    return MAGIC + key + len(payload).to_bytes(8, "little") + hashlib.sha256(payload).digest()


@contextlib.contextmanager
def _open(path: Path) -> Iterator[int]:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0))
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _safe(status: os.stat_result, of_kind: Callable[[int], bool]) -> bool:
    """Tell whether it is of that kind, ours, and writable by us alone (where the platform has owners)."""
    if not of_kind(status.st_mode):
        return False
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022
