"""Where something stands in a file: positions, spans, places, and the source text they point into.

Everything the project reports points at text that a person can open in an editor, so lines and columns are
1-based and counted in code points as editors do, while offsets are 0-based for slicing. These are plain
tuples because every node of every ruleset carries two positions. `Source` lives here, left of the loader that
fills it, since the renderers need the lines and must not depend on how they were read.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from re import compile as _compile
from typing import NamedTuple

LINE_BREAK = _compile(r"\r\n|\r|\n")
"""What ends a line. U+0085, U+2028 and U+2029 don't: the loader refuses them, since YAML 1.1 and 1.2 differ
there."""


class Position(NamedTuple):
    """A point between two code points: 1-based `line` and `column`, 0-based `offset`, all in code points."""

    line: int
    column: int
    offset: int


class Span(NamedTuple):
    """A stretch of text from `start` up to, not including, `end`. It may be empty, as for a missing value."""

    start: Position
    end: Position


class Place(NamedTuple):
    """A file, by the path it was named with, and a span in it; no span when the whole file is meant."""

    path: str
    span: Span | None = None


@dataclass(frozen=True)
class Source:
    """The text of one file, decoded and without a byte order mark, with the offsets at which its lines
    start."""

    path: str
    text: str = field(repr=False)
    line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = (0, *(match.end() for match in LINE_BREAK.finditer(self.text)))
        object.__setattr__(self, "line_starts", starts)

    def position(self, offset: int) -> Position:
        """The position of a code point offset. Offsets outside the text are moved to its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1, offset)

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets; an `end` before `start` gives an empty span at `start`."""
        return Span(self.position(start), self.position(max(start, end)))

    def place(self, start: int, end: int) -> Place:
        """The place between two offsets, see `span`."""
        return Place(self.path, self.span(start, end))

    def line(self, number: int) -> str:
        """The text of the 1-based line without its line break; empty when there is no such line."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")
