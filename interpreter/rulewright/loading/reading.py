"""From a path to decoded text: everything that can be wrong with a file before YAML comes into it.

The order of the checks is the point. The kind and size of the file are looked at before a byte is read, so a
pipe never blocks and a huge file costs nothing; bytes are looked at before decoding, so UTF-16 and binary
files get a sentence of their own; and characters are looked at before parsing, so the parser only ever sees
text in which its notion of a line is the editor's.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from typing import Final

from rulewright.diagnostics import Place, Sink, Source
from rulewright.diagnostics.codes import loading as codes
from rulewright.limits import MAX_FILE_BYTES

_BYTE_ORDER_MARKS: Final = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
# YAML's printable characters, less the separators that only YAML 1.1 takes for line ends, a byte order mark
# inside the text, and the marks that change the direction of writing (they can make a line look like another
# one).
_FORBIDDEN: Final = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_NAMES: Final = {
    "\x85": "the line separator U+0085",
    "\u2028": "the line separator U+2028",
    "\u2029": "the paragraph separator U+2029",
    "\ufeff": "a byte order mark (U+FEFF) inside the text",
}
_DIRECTION_MARKS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# A file full of them is better served by one message than by hundreds.
_MAX_CHARACTER_REPORTS: Final = 20


def read_source(path: str | os.PathLike[str], sink: Sink) -> Source | None:
    """Read the file at `path` and register its text with the sink; on any error report it and return None.

    A byte order mark is stripped and counts in no position. Line breaks stay as they are.
    """
    name = os.fspath(path)
    data = _read_bytes(name, sink)
    return None if data is None else decode(data, name, sink)


def decode(data: bytes, path: str, sink: Sink) -> Source | None:
    """Decode the bytes of a file, as `read_source` does, with `path` for the messages."""
    whole = Place(path)
    if len(data) > MAX_FILE_BYTES:
        sink.report(codes.FileTooLarge, whole, _too_large(len(data)))
        return None
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), None)
    zeros = data.count(0)
    if encoding is None and zeros and zeros * 3 >= len(data) and _is_text(data.replace(b"\0", b"")):
        encoding = "UTF-16"
    if encoding is not None:
        sink.report(
            codes.NotUtf8, whole, f"the file is encoded in {encoding}", help="save it with the encoding UTF-8"
        )
        return None
    data = data.removeprefix(b"\xef\xbb\xbf")
    if zeros:
        sink.report(codes.FileBinary, whole, f"the file is not text: byte {data.index(0)} is zero")
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        # What can be read of it is shown, so that the line can be found.
        readable = Source(path, data.decode("utf-8", "replace"))
        sink.add_source(readable)
        at = len(data[: error.start].decode("utf-8"))
        sink.report(
            codes.NotUtf8,
            readable.place(at, at + 1),
            f"the byte 0x{data[error.start]:02X} at this place is not UTF-8",
            help="save the file with the encoding UTF-8; it may be in Latin-1 or Windows-1252 now",
        )
        return None
    source = Source(path, text)
    sink.add_source(source)
    return source if check_characters(source, sink) else None


def check_characters(source: Source, sink: Sink) -> bool:
    """Report characters that may not stand in a ruleset; say whether there are none."""
    found = 0
    for match in _FORBIDDEN.finditer(source.text):
        found += 1
        if found > _MAX_CHARACTER_REPORTS:
            break
        character = match.group()
        if character in _DIRECTION_MARKS:
            name = f"the invisible mark U+{ord(character):04X}, which changes the direction of writing,"
        else:
            name = _NAMES.get(character, f"the control character U+{ord(character):04X}")
        sink.report(
            codes.ForbiddenCharacter,
            source.place(match.start(), match.end()),
            f"{name} may not stand in a ruleset",
            help=f"delete it, or write it in double quotes as {_escape(character)}",
        )
    return not found


def _read_bytes(path: str, sink: Sink) -> bytes | None:
    whole = Place(path)
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            sink.report(codes.FileUnreadable, whole, f"this is {_kind(status.st_mode)}, not a file")
            return None
        if status.st_size > MAX_FILE_BYTES:
            sink.report(codes.FileTooLarge, whole, _too_large(status.st_size))
            return None
        with open(path, "rb") as file:
            # One byte more than allowed, should the file have grown since.
            return file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        sink.report(codes.FileMissing, whole, "there is no such file")
    except ValueError:
        # A zero byte or a lone surrogate: no file system has such a path.
        sink.report(codes.FileMissing, whole, "no file can have this path")
    except OSError as error:
        if error.errno == errno.ENOTDIR:
            sink.report(codes.FileMissing, whole, "there is no such file: a part of the path is not a folder")
        else:
            sink.report(codes.FileUnreadable, whole, f"the file can't be read: {error.strerror or error}")
    return None


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"


def _too_large(size: int) -> str:
    return f"the file is too large: {size:,} bytes, and {MAX_FILE_BYTES:,} are allowed"


def _is_text(data: bytes) -> bool:
    """Whether the bytes without their zeros look like text, so that the file is UTF-16 and not binary."""
    controls = sum(data.count(value) for value in range(1, 9))
    return bool(data) and controls == 0 and b"\x7f" not in data


def _escape(character: str) -> str:
    return rf"\x{ord(character):02x}" if ord(character) < 256 else rf"\u{ord(character):04x}"
