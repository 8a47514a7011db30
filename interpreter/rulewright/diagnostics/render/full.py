"""Diagnostics for people: the line of the ruleset with a mark under the place, second places, what was
expected.

The output is first made as lines of styled pieces and then joined, plainly or through rich when colour is
asked for, so both show the same characters. A line may hold 20,000 characters, of which a window around the
mark is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.places import Place, Source, Span
from rulewright.diagnostics.text_width import cells, printable

_Line: TypeAlias = list[tuple[str, str]]

# Columns of source text shown where it isn't known how wide the screen is, and the fewest on a screen; when
# the window has to move, this part of it stands before the mark.
_WINDOW: Final = 100
_NARROWEST: Final = 20
_LEAD: Final = 2 / 5
_MAX_CHARACTERS: Final = 1_000
_STYLES: Final = {
    "error": "bold red",
    "warning": "bold yellow",
    "frame": "blue",
    "second": "cyan",
    "strong": "bold",
}


def render_full(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    *,
    colour: bool = False,
    columns: int | None = None,
) -> str:
    """Each diagnostic as a block of lines, blocks separated by an empty line; with ANSI colours if asked.

    Lines of source are cut so that they fit a screen of ``columns``, if that is known. A source that isn't in
    `sources` is shown by its position alone.
    """
    lines: list[_Line] = []
    for diagnostic in diagnostics:
        if lines:
            lines.append([])
        lines += _block(diagnostic, sources, columns)
    if not lines:
        return ""
    return (
        _coloured(lines) if colour else "".join("".join(p for p, _ in line).rstrip() + "\n" for line in lines)
    )


def render_place(
    place: Place, sources: Mapping[str, Source], *, colour: bool = False, columns: int | None = None
) -> str:
    """A place alone: where it is, and its line with the mark; with ANSI colours if asked, cut to ``columns``
    if they are known."""
    gutter = len(str(place.span.start.line if place.span else 1))
    lines = [_arrow(place, gutter, "-->"), *_snippet(place, sources, gutter, "^", "second", "", columns)]
    return (
        _coloured(lines) if colour else "".join("".join(p for p, _ in line).rstrip() + "\n" for line in lines)
    )


def _coloured(lines: list[_Line]) -> str:
    import io

    from rich.console import Console
    from rich.text import Text

    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=True,
        color_system="standard",
        highlight=False,
        no_color=False,
        legacy_windows=False,
    )
    for line in lines:
        text = Text.assemble(*((piece, _STYLES.get(style, "")) for piece, style in line))
        console.print(text, soft_wrap=True)
    return out.getvalue()


def _block(diagnostic: Diagnostic, sources: Mapping[str, Source], columns: int | None) -> list[_Line]:
    places = [diagnostic.place, *(related.place for related in diagnostic.related)]
    gutter = len(str(max((place.span.start.line for place in places if place.span), default=1)))
    severity = diagnostic.severity
    lines: list[_Line] = [
        [(f"{severity}[{diagnostic.code}]", severity), (": " + printable(diagnostic.message), "strong")],
        _arrow(diagnostic.place, gutter, "-->"),
    ]
    lines += _snippet(diagnostic.place, sources, gutter, "^", severity, "", columns)
    path = diagnostic.place.path
    for related in diagnostic.related:
        # A second place in the same file goes on in the same frame, with its own line number.
        if related.place.path != path or not _is_shown(related.place, sources):
            lines.append(_arrow(related.place, gutter, ":::"))
            if not _is_shown(related.place, sources):
                lines.append([(" " * (gutter + 1) + "= ", "frame"), (printable(related.message), "second")])
                continue
        snippet = _snippet(related.place, sources, gutter, "-", "second", related.message, columns)
        # Two places on one line share it, their marks one below the other.
        lines += snippet[-1:] if lines[-2:-1] == snippet[1:2] else snippet
    notes = []
    if diagnostic.expected:
        notes.append(("expected", ", ".join(diagnostic.expected)))
    if diagnostic.help:
        notes.append(("help", diagnostic.help))
    lines += [
        [(" " * (gutter + 1) + "= ", "frame"), (f"{name}: ", "strong"), (printable(note), "")]
        for name, note in notes
    ]
    return lines


def _arrow(place: Place, gutter: int, arrow: str) -> _Line:
    where = (
        place.path
        if place.span is None
        else f"{place.path}:{place.span.start.line}:{place.span.start.column}"
    )
    return [(" " * gutter + arrow + " ", "frame"), (printable(where), "")]


def _is_shown(place: Place, sources: Mapping[str, Source]) -> bool:
    return place.span is not None and place.path in sources


def _snippet(
    place: Place,
    sources: Mapping[str, Source],
    gutter: int,
    mark: str,
    style: str,
    label: str,
    columns: int | None,
) -> list[_Line]:
    """An empty gutter line, the source line, and the line with the mark; nothing if the source isn't
    known."""
    source = sources.get(place.path)
    if place.span is None or source is None:
        return []
    # Beside the source stand the number with its frame, and a sign for what is cut off on either side.
    room = _WINDOW if columns is None else max(_NARROWEST, columns - gutter - len(" | ") - len("……"))
    shown, before, size = _window(source.line(place.span.start.line), place.span, room)
    number = str(place.span.start.line).rjust(gutter)
    under = mark * size
    if place.span.end.line > place.span.start.line and place.span.end.column > 1:
        label = f"{label} (to line {place.span.end.line})" if label else f"to line {place.span.end.line}"
    if label:
        under += " " + printable(label)
    return [
        [(" " * (gutter + 1) + "|", "frame")],
        [(number + " | ", "frame"), (shown.rstrip(), "")],
        [(" " * (gutter + 1) + "| ", "frame"), (" " * before, ""), (under, style)],
    ]


def _window(line: str, span: Span, room: int) -> tuple[str, int, int]:
    """What to show of a line in so many columns, and the mark's column and width in it (at least 1)."""
    first = min(span.start.column - 1, len(line))
    last = len(line) if span.end.line > span.start.line else min(max(span.end.column - 1, first), len(line))
    # Characters that take no column may make a window of any length; a file of them must not cost time.
    skipped = max(first - _MAX_CHARACTERS, 0)
    shown = cells(line[skipped : first + _MAX_CHARACTERS])
    first, last = first - skipped, min(last - skipped, len(shown))
    begin = 0
    if skipped or sum(size for _, size in shown[:last]) > room:
        begin = max(first - int(room * _LEAD), 0)
    end, columns = begin, 0
    while end < len(shown) and columns + shown[end][1] <= room:
        columns += shown[end][1]
        end += 1
    text = "".join(character for character, _ in shown[begin:end])
    before = sum(size for _, size in shown[begin:first])
    size = sum(size for _, size in shown[first : min(last, end)])
    if begin or skipped:
        text, before = "…" + text, before + 1
    if end < len(shown) or skipped + len(shown) < len(line):
        text += "…"
    return text, before, max(size, 1)
