"""Back from a decoded text to the file: where in the file did this character of a scalar come from?

The DSL parser sees a scalar's decoded text and reports offsets into it; people want the place in their file.
YAML has five ways to write a scalar, with escapes, folded lines and stripped indentation. For each there is a
decoder here that produces the text once more and notes for every character the stretch of the file that made
it. If its text is not exactly the parser's, the map isn't trusted and the whole scalar is given instead, with
a flag: a wrong mark would be worse than a wide one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rulewright.diagnostics import Span
from rulewright.diagnostics.places import LINE_BREAK
from rulewright.loading.nodes import Scalar

_BLANKS_WITH_BREAKS: Final = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t\r\n]*")
_ESCAPED_BREAK: Final = re.compile(r"\\(?:\r\n|\r|\n)[ \t\r\n]*")
_BLANK: Final = re.compile(r"[ \t\r\n]*")
_HEADER: Final = re.compile(r"[|>]([-+1-9]{0,2})[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|\Z)")
_HEX_ESCAPES: Final = {"x": 2, "u": 4, "U": 8}
_ESCAPES: Final = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


class Location(NamedTuple):
    """A span in the file; when not `exact` it is that of the whole scalar."""

    span: Span
    exact: bool


class _Piece(NamedTuple):
    """One decoded character (or none, where an escape makes nothing) and the stretch of the file that made
    it."""

    text: str
    start: int
    end: int


def locate(scalar: Scalar, start: int, end: int) -> Location:
    """The place in the file of `scalar.text[start:end]`, offsets in code points.

    Offsets outside the text are moved to its nearest end. An empty range gives an empty span before the
    character at `start`, or after the last one.
    """
    length = len(scalar.text)
    start = min(max(start, 0), length)
    end = min(max(end, start), length)
    source, first = scalar.source, scalar.span.start.offset
    # One line and nothing folded: by far the most common case.
    is_verbatim = scalar.style == "plain" and scalar.span.end.offset - first == length
    if is_verbatim and source.text.startswith(scalar.text, first):
        return Location(source.span(first + start, first + end), True)
    base, pieces = _pieces(scalar)
    if pieces is None:
        return Location(scalar.span, False)
    if start < end:
        begin, stop = pieces[start].start, pieces[end - 1].end
    elif start < length:
        begin = stop = pieces[start].start
    elif pieces:
        begin = stop = pieces[-1].end
    else:
        begin = stop = 1 if scalar.style in ("single", "double") else 0
    return Location(source.span(base + begin, base + stop), True)


# Many offsets of one scalar are asked for in a row. Few are kept: a long one takes some megabytes.
@lru_cache(maxsize=8)
def _decoded(text: str, raw: str, style: str) -> tuple[_Piece, ...] | None:
    """The pieces of a scalar, one per character, with offsets into `raw`; None if they don't give `text`."""
    if style in ("literal", "folded"):
        return _decode_block(text, raw, style == "folded")
    if style == "plain":
        pieces = tuple(_fold(raw, 0, len(raw), ""))
    else:
        pieces = tuple(_fold(raw, 1, len(raw) - 1, style))
    made = tuple(piece for piece in pieces if piece.text)
    return made if "".join(piece.text for piece in made) == text else None


def _pieces(scalar: Scalar) -> tuple[int, tuple[_Piece, ...] | None]:
    """Where the raw text starts in the file, and the pieces relative to that."""
    first, last = scalar.span.start.offset, scalar.span.end.offset
    text = scalar.source.text
    if scalar.style in ("literal", "folded") and (after := _BLANK.match(text, last)):
        # Trailing blank lines are no part of the span and yet may be part of the text (`|+`).
        last = after.end()
    return first, _decoded(scalar.text, text[first:last], scalar.style)


# --- plain and quoted: escapes and folded lines -------------------------------------------------------------


def _fold(raw: str, at: int, end: int, style: str) -> Iterator[_Piece]:
    """Decode a plain, single- or double-quoted scalar between two offsets of its raw text."""
    while at < end:
        character = raw[at]
        if style == "double" and character == "\\":
            if escaped := _ESCAPED_BREAK.match(raw, at, end):
                # The escaped break joins the lines; each empty line after it still counts.
                yield from _breaks(raw, at + 1, escaped.end(), joined=True)
                at = escaped.end()
                continue
            name = raw[at + 1] if at + 1 < end else ""
            width = 2 + _HEX_ESCAPES.get(name, 0)
            if name in _HEX_ESCAPES:
                yield _Piece(chr(int(raw[at + 2 : at + width], 16)), at, at + width)
            else:
                yield _Piece(_ESCAPES.get(name, ""), at, at + width)
            at += width
        elif character in " \t\r\n" and (blanks := _BLANKS_WITH_BREAKS.match(raw, at, end)):
            yield from _breaks(raw, at, blanks.end(), joined=False)
            at = blanks.end()
        elif style == "single" and raw.startswith("''", at):
            yield _Piece("'", at, at + 2)
            at += 2
        else:
            yield _Piece(character, at, at + 1)
            at += 1


def _breaks(raw: str, start: int, end: int, *, joined: bool) -> Iterator[_Piece]:
    """Blanks with line breaks: a single break is a blank, of several all but the first stay."""
    found = list(LINE_BREAK.finditer(raw, start, end))
    if len(found) == 1 and not joined:
        yield _Piece(" ", start, end)
    for match in found[1:]:
        yield _Piece("\n", match.start(), match.end())


# --- literal and folded blocks ------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A line of a block: where it starts, where its text ends, where the next one starts."""

    start: int
    text_end: int
    end: int


def _decode_block(text: str, raw: str, folded: bool) -> tuple[_Piece, ...] | None:
    header = _HEADER.match(raw)
    if header is None:
        return None
    lines = []
    at = header.end()
    while at < len(raw):
        match = LINE_BREAK.search(raw, at)
        text_end, end = match.span() if match else (len(raw), len(raw))
        lines.append(_Line(at, text_end, end))
        at = end
    chomping = header.group(1).strip("123456789")
    for indent in _indents(raw, lines, explicit=chomping != header.group(1)):
        pieces = tuple(_block_pieces(raw, lines, indent, folded, chomping))
        if "".join(piece.text for piece in pieces) == text:
            return pieces
    return None


def _indents(raw: str, lines: list[_Line], *, explicit: bool) -> Iterator[int]:
    """The indentations that the block may have: that of its first text, or with an indicator also fewer.

    An indicator counts from the collection around the block, which isn't known here, so all are tried.
    """
    widths = [width for line in lines if (width := _width(raw, line)) < line.text_end - line.start]
    if not widths:
        yield max((line.text_end - line.start for line in lines), default=0) + 1
        if not explicit:
            return
        widths = [max((line.text_end - line.start for line in lines), default=0)]
    if explicit:
        yield from range(1, min(widths) + 1)
    else:
        yield widths[0]


def _width(raw: str, line: _Line) -> int:
    at = line.start
    while at < line.text_end and raw[at] == " ":
        at += 1
    return at - line.start


def _block_pieces(raw: str, lines: list[_Line], indent: int, folded: bool, chomping: str) -> Iterator[_Piece]:
    """Decode a block whose text is indented by `indent`; `chomping` is "", "-" or "+"."""
    held: list[_Piece] = []  # breaks since the last text: the one that ends it, then one for each empty line
    has_text = after_indented = False
    for line in lines:
        begin = line.start + indent
        line_break = [_Piece("\n", line.text_end, line.end)] if line.end > line.text_end else []
        if begin >= line.text_end:
            held += line_break
            continue
        if _width(raw, line) < indent:
            break
        indented = raw[begin] in " \t"
        if folded and has_text and held and not after_indented and not indented:
            # A single break between two lines of text is a blank; of several the first is dropped.
            yield from held[1:] or [_Piece(" ", held[0].start, begin)]
        else:
            yield from held
        for at in range(begin, line.text_end):
            yield _Piece(raw[at], at, at + 1)
        held = line_break
        has_text, after_indented = True, indented
    if chomping == "+":
        yield from held
    elif chomping == "" and has_text:
        yield from held[:1]
