"""Lines in and out: a terminal with a person at it, or a pipe that answers as one would."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TextIO

#: Clears the screen and what was scrolled off it, and goes to its top.
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


#: Columns that text is folded to where nobody looks, and the fewest and the most where somebody does.
WIDTH = 80
_NARROWEST, _WIDEST = 30, 100


def fold(line: str, hang: int = 2, width: int = WIDTH) -> str:
    """A line in as many as it needs for the columns; the further ones are indented by ``hang`` more."""
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line.strip(), width, initial_indent=indent, subsequent_indent=indent + " " * hang,
        break_on_hyphens=False,
    )  # fmt: skip


class InputEnded(Exception):
    """There is no more input."""


class Terminal:
    """Asks and shows. Without a terminal the answers are echoed, so that the output reads as a dialogue."""

    def __init__(self, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self.source, self.out = source or sys.stdin, out or sys.stdout
        self.is_terminal = self.source.isatty() and self.out.isatty()
        self.colour = (
            self.out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        )
        if self.is_terminal and self.source is sys.stdin:
            import contextlib

            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - its import gives input() line editing

    @property
    def width(self) -> int:
        """Columns of the screen, as it is now; a program that reads gets the same lines everywhere."""
        if not self.is_terminal:
            return WIDTH
        return max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST))

    @property
    def height(self) -> int | None:
        """Lines of the screen, as it is now; none without a screen."""
        return shutil.get_terminal_size().lines if self.is_terminal else None

    def show(self, text: str = "") -> None:
        """A text, ended by a line break."""
        self.out.write(text if text.endswith("\n") else text + "\n")

    def strong(self, text: str) -> str:
        """The text so that it stands out, where that can be shown."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def ask(self, prompt: str) -> str:
        """One line of input without its end; raises InputEnded."""
        self.out.flush()
        if self.is_terminal and self.source is sys.stdin:
            try:
                return input(prompt)
            except EOFError:
                self.show()
                raise InputEnded from None
        self.out.write(prompt)
        self.out.flush()
        line = self.source.readline()
        if not line:
            self.show()
            raise InputEnded
        if not self.source.isatty():
            self.show(line.rstrip("\n"))
        return line.rstrip("\n")

    def heading(self, who: str) -> None:
        """Whose turn at the terminal begins."""
        self.show(f"\n--- {who} ---")

    def hand_over(self, who: str, prompt: str) -> None:
        """Clears the screen and waits for the person meant; through a pipe there is nobody to hide from."""
        if self.is_terminal:
            self.out.write(_CLEAR)
            self.ask(prompt)
            self.out.write(_CLEAR)
        else:
            self.heading(who)
