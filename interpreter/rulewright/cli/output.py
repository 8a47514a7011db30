"""What commands print: tables and texts as wide as the screen, JSON, and colour where a terminal shows it.

Output that goes to a file or a pipe is plain, so it can be compared and sent on.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TextIO

#: Columns of texts and tables where nobody looks, and the fewest and the most where somebody does.
WIDTH = 80
_NARROWEST, _WIDEST = 30, 100


#: Columns that a text in a table can be folded to.
_FOLDED = 12


def columns() -> int:
    """Columns of the screen; output that isn't looked at has the same lines everywhere."""
    if not on_terminal(sys.stdout):
        return WIDTH
    return max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST))


def screen(stream: TextIO) -> int | None:
    """Columns of the terminal that the stream is, however many; none if it is no terminal."""
    return max(_NARROWEST, shutil.get_terminal_size().columns) if on_terminal(stream) else None


def on_terminal(stream: TextIO) -> bool:
    """Whether a person looks at the stream."""
    try:
        return stream.isatty()
    except ValueError:
        return False


def coloured(stream: TextIO) -> bool:
    """Whether to use colour: on a terminal that has it, unless NO_COLOR is set."""
    return on_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write(text: str) -> None:
    """Text to standard output, ended by a line break."""
    sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")


def write_json(value: Any) -> None:
    """A value for other programs."""
    write(json.dumps(value, ensure_ascii=False, indent=2))


def note(text: str) -> None:
    """A remark that is no result: to standard error."""
    sys.stdout.flush()
    sys.stderr.write(text + "\n")


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    right: Iterable[int] = (),
    width: int | None = None,
) -> str:
    """A table as plain text of ``width`` columns (default: the screen's); ``right``: the columns whose cells
    are numbers. Where there is no room for its columns each row is told as a list."""
    told, numbers, room = [list(row) for row in rows], set(right), width or columns()
    least = [
        max(map(len, [heading, *(row[at] for row in told)])) if at == 0 or at in numbers else _FOLDED
        for at, heading in enumerate(headings)
    ]
    if sum(least) + 3 * (len(least) - 1) > room:
        return _listed(headings, told, room)
    return _table(headings, told, numbers, room)


def _listed(headings: Sequence[str], rows: Iterable[Sequence[str]], width: int) -> str:
    lines: list[str] = []
    for first, *rest in rows:
        cells = [f"{h}: {c}" if h else c for h, c in zip(headings[1:], rest, strict=True) if c]
        lines += [first, *wrapped("; ".join(cells), "  ", width).splitlines()]
    return "\n".join(lines) + "\n"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], numbers: set[int], width: int) -> str:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    made = Table(box=SIMPLE, show_edge=False, pad_edge=False)
    for at, heading in enumerate(headings):
        number = at in numbers
        justify: Literal["right", "left"] = "right" if number else "left"
        # Numbers and names, which stand first, are not broken.
        made.add_column(heading, justify=justify, overflow="fold", no_wrap=number or at == 0)
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    console = Console(
        width=width, color_system=None, force_terminal=False, highlight=False, legacy_windows=False
    )
    with console.capture() as capture:
        console.print(made)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


def wrapped(text: str, indent: str = "", width: int | None = None, first: str | None = None) -> str:
    """Text broken into lines of at most ``width`` columns (default: the screen's); ``first``: another indent
    for the first line."""
    import textwrap

    return textwrap.fill(
        " ".join(text.split()),
        width or columns(),
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def counted(number: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
