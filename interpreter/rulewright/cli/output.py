"""What commands print: tables and texts of 80 columns, JSON, and colour where a terminal shows it.

Output that goes to a file or a pipe is plain, so it can be compared and sent on.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TextIO

#: Columns of texts and tables.
WIDTH = 80


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
    headings: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = (), columns: int = WIDTH
) -> str:
    """A table as plain text; ``right``: the columns whose cells are numbers."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    numbers = set(right)
    made = Table(box=SIMPLE, show_edge=False, pad_edge=False)
    for at, heading in enumerate(headings):
        number = at in numbers
        justify: Literal["right", "left"] = "right" if number else "left"
        # Numbers and names, which stand first, are not broken.
        made.add_column(heading, justify=justify, overflow="fold", no_wrap=number or at == 0)
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    console = Console(
        width=columns, color_system=None, force_terminal=False, highlight=False, legacy_windows=False
    )
    with console.capture() as capture:
        console.print(made)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


def wrapped(text: str, indent: str = "", columns: int = WIDTH, first: str | None = None) -> str:
    """Text broken into lines of at most ``columns``; ``first``: another indent for the first line."""
    import textwrap

    return textwrap.fill(
        " ".join(text.split()),
        columns,
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_long_words=False,
    )


def counted(number: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
