"""Boards drawn so that a person can read them on a screen: what lies on their spaces, and what these are.

A drawing is made from the declared board alone, so it serves any game: grids and hexagons as they lie, tracks
in rows that wrap, paths from top to bottom with their branches side by side, the rest as tables. In brief, or
where the screen is too narrow, only the spaces on which something lies are named, one after the other. On a
space stands what a view has for it: zones and variables kept per space, variables that name spaces, and the
tables and sets of the ruleset that say what the spaces are. Only what the view holds is drawn, so a drawing
shows no more than the seat may see; whatever is drawn is left out of the rest of the view.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import Any

from rulewright.engine.frame import frame
from rulewright.engine.symbols import Signs
from rulewright.engine.words import Words
from rulewright.ruleset.model import MISSING, Board, KeyType
from rulewright.ruleset.types import NONE, Comp, Opt, SetOf, Space

#: Columns of the screen.
WIDTH = 80

#: What an empty space shows.
_EMPTY = "."

#: What a space shows that is in a set of spaces.
_MEMBER = "+"

#: Boards of more spaces are drawn with signs; of fewer, each space has a line.
_LINES = 12

#: A table whose columns would be narrower than this is a list instead.
_NARROW = 18

#: Tells what is in a zone or variable entry: (its name, what the view has for it) -> words, "" for nothing.
Tell = Callable[[str, Any], str]


@dataclass(slots=True)
class _Layer:
    """One thing told about every space. ``pieces``: names and numbers of components by space, for a zone;
    ``texts``: words by space, for the rest (and for a zone what Tell says)."""

    label: str
    texts: list[str]
    pieces: list[list[tuple[str, int]]] | None = None
    changes: bool = True
    """Whether it is of the position and not of the board."""
    kinds: dict[str, str] = field(default_factory=dict)
    """What its pieces are, by their names."""
    otherwise: str = ""
    """What is true of the spaces that have no text."""
    alone: bool = False
    """Whether it is one set of spaces: a single stroke says that a space is in it."""
    shared: bool = False
    """Whether its pieces may as well lie in another zone on the board: then they are told with the zone."""


@dataclass(slots=True)
class Drawing:
    """``lines``: no wider than asked for; ``zones``, ``variables``: what they show."""

    lines: list[str]
    zones: set[str] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)
    empty: list[str] = field(default_factory=list)
    """What is kept on the spaces of which nothing is there."""


@dataclass(frozen=True, slots=True)
class _Style:
    """How to draw."""

    language: str
    width: int
    brief: int


def draw_boards(
    words: Words,
    view: Mapping[str, Any],
    language: str,
    tell: Tell,
    *,
    width: int = WIDTH,
    brief: int = 0,
) -> list[Drawing]:
    """A drawing for each board that has something of the view on it. ``brief``: 1 for as few lines as can be,
    2 without what is printed on the board."""
    drawings = []
    for board in words.ruleset.boards.values():
        drawing = Drawing([])
        layers = _layers(words, view, board, language, tell, drawing)
        if not layers:
            continue
        layers += _printed(words, board, language)
        if board.kind not in ("square", "hexagon"):
            drawing.empty = [layer.label for layer in layers if layer.changes and not any(layer.texts)]
        drawing.lines = _draw(words, board, layers, _Style(language, width, brief))
        if drawing.lines:
            drawings.append(drawing)
    return drawings


# --- what there is on the spaces ----------------------------------------------------------------------------


def _on(keys: Sequence[KeyType], board: Board) -> bool:
    return len(keys) == 1 and keys[0].type == Space(board.name)


def _layers(
    words: Words, view: Mapping[str, Any], board: Board, language: str, tell: Tell, drawing: Drawing
) -> list[_Layer]:
    """What the view has on the spaces; writes down in the drawing what it took."""
    ruleset, layers = words.ruleset, []
    families = [family for family in words.families if _on(family.keys, board)]
    for family in families:
        names = [f"{family.name}[{space}]" for space in board.spaces]
        if all("count" in view["zones"].get(name, ()) for name in names):
            contents = [view["zones"][name] for name in names]
            texts = [tell(name, content) for name, content in zip(names, contents, strict=True)]
            pieces = [_pieces(content) for content in contents]
            leaves = {leaf for other in families if other is not family for leaf in other.element.leaves}
            shared = not leaves.isdisjoint(family.element.leaves)
            layers.append(_Layer(words.label(family.name, language), texts, pieces, shared=shared))
            drawing.zones |= set(names)
    variables = view["variables"]
    for variable in ruleset.variables.values():
        label = words.label(variable.name, language)
        names = [f"{variable.name}[{space}]" for space in board.spaces]
        if _on(variable.keys, board) and all(name in variables for name in names):
            texts = [_value(label, variables[name]) for name in names]
            layers.append(_Layer(label, texts))
            drawing.variables |= set(names)
        if any(isinstance(key.type, Comp) for key in variable.keys):
            continue  # what concerns a component is told with it
        type = variable.type.element if isinstance(variable.type, SetOf) else variable.type
        if (type.base if isinstance(type, Opt) else type) != Space(board.name):
            continue
        for name in [n for n in variables if n.partition("[")[0] == variable.name]:
            _, _, index = name.rstrip("]").partition("[")
            value = variables[name]
            members = {str(v) for v in (value if isinstance(value, list) else [value])}
            named = isinstance(variable.type, SetOf) and index and not index.isdecimal()
            text = words.label(index, language) if named else f"{label} {index}".strip()
            texts = [text if space in members else "" for space in board.spaces]
            layers.append(_Layer(label, texts, alone=isinstance(variable.type, SetOf) and not index))
            drawing.variables.add(name)
    return layers


def _printed(words: Words, board: Board, language: str) -> list[_Layer]:
    """What the ruleset says about the spaces for good."""
    layers = []
    for table in words.ruleset.tables.values():
        if not _on(table.keys, board):
            continue
        label = words.label(table.name, language)
        told = [
            "" if value in (MISSING, NONE) else _value(label, words.word(table.type, value))
            for value in table.values
        ]
        usual, often = Counter(told).most_common(1)[0]
        if usual and often > 1:
            told = ["" if text == usual else text for text in told]
        spoken = [words.label(text, language) for text in told]
        layers.append(_Layer(label, spoken, changes=False, otherwise=words.label(usual, language)))
    for name, (type, members) in words.ruleset.sets.items():
        if type == Space(board.name):
            label = words.label(name, language)
            texts = [label if number in members else "" for number in range(len(board.spaces))]
            layers.append(_Layer(label, texts, changes=False))
    return layers


def _pieces(content: Mapping[str, Any]) -> list[tuple[str, int]]:
    components = content.get("components")
    if components is None:
        return [("?", content["count"])] if content["count"] else []
    counted = (
        components
        if isinstance(components, Mapping)
        else Counter("?" if c is None else c for c in components)
    )
    return list(counted.items())


def _value(label: str, value: Any) -> str:
    """A value on a space, in a word or two; a number says of what."""
    if value is None or value is False or value == []:
        return ""
    if value is True:
        return label
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{label} {value}" if isinstance(value, int) and value else "" if value == 0 else str(value)


# --- drawing ------------------------------------------------------------------------------------------------


def _draw(words: Words, board: Board, layers: list[_Layer], style: _Style) -> list[str]:
    language = style.language
    _name_pieces(words, layers, language)
    changing = [layer for layer in layers if layer.changes]
    if len(changing) == 1 and changing[0].pieces is None:
        # A board of one variable needs no word of which.
        layer = changing[0]
        layer.texts = [
            text.removeprefix(layer.label).strip() or ("x" if text else "") for text in layer.texts
        ]
    told = dict.fromkeys(layer.label for layer in changing if any(layer.texts)) or {changing[0].label: None}
    title = f"{words.label(board.name, language)}: {', '.join(told)}"
    if board.kind not in ("square", "hexagon"):
        board = replace(board, spaces=tuple(words.label(space, language) for space in board.spaces))
    drawn: list[str] | None = None
    if board.kind == "square":
        drawn = _grid(board, layers, style)
    elif board.kind == "hexagon":
        drawn = _hexagon(board, layers, style)
    elif board.kind == "paths" and not style.brief:
        drawn = _branches(board, layers, style)
    if drawn is not None:
        return [*textwrap.wrap(title, style.width), *drawn]
    if len(board.spaces) <= _LINES and board.kind not in ("hexagon", "paths"):
        return _table(words, board, layers, style)
    if style.brief or board.kind in ("square", "hexagon", "paths"):
        return _in_brief(title.partition(":")[0], board, layers, style)
    return [*textwrap.wrap(title, style.width), *_track(board, layers, style)]


def _name_pieces(words: Words, layers: list[_Layer], language: str) -> None:
    """Gives the pieces their names in the language, with the zone where there are several for them. Of many
    only whose they are and of which kind has room."""
    names = {name for layer in layers for pieces in layer.pieces or () for name, _ in pieces}
    told = {
        name: _kind(words, name, language) if len(names) > 2 * _LINES else words.called(name, language)
        for name in names
    }
    for layer in layers:
        if layer.pieces is not None:
            zone = f"{layer.label} " if layer.shared else ""
            layer.pieces = [[(zone + told[name], count) for name, count in pieces] for pieces in layer.pieces]
            layer.kinds = {
                zone + told[name]: zone + words.plain_name(ids[0], language)
                for name in names
                if (ids := words.ids_named(name))
            }


def _cells(layers: list[_Layer], signs: Signs) -> list[list[str]]:
    """The signs on each space, pieces first."""
    ordered = sorted(layers, key=lambda layer: (layer.pieces is None, not layer.changes))
    cells: list[list[str]] = [[] for _ in layers[0].texts]
    for layer, texts in zip(ordered, _told_apart(ordered), strict=True):
        for cell, (at, text) in zip(cells, enumerate(texts), strict=True):
            if layer.pieces is not None:
                cell += [signs.piece(name, count) for name, count in layer.pieces[at]]
            elif text:
                cell.append(signs.mark(text, _MEMBER if layer.alone else None))
    return cells


def _told_apart(layers: list[_Layer]) -> list[list[str]]:
    """The texts of the layers. What a space has of one thing could read like what it has of another: then it
    is told of which it is."""
    of: dict[str, set[str]] = {}
    for layer in layers:
        if layer.pieces is None:
            told = set(layer.texts)
        else:
            told = {name for pieces in layer.pieces for name, _ in pieces}
        for text in told:
            of.setdefault(text, set()).add("" if layer.pieces is not None else layer.label)
    return [
        [
            f"{layer.label} {text}"
            if text and layer.pieces is None and len(of[text]) > 1 and text != layer.label
            else text
            for text in layer.texts
        ]
        for layer in layers
    ]


def _kind(words: Words, name: str, language: str) -> str:
    ids = words.ids_named(name)
    if not ids:
        return name
    owner = words.ruleset.components.owner[ids[0]]
    name = words.plain_name(ids[0], language)
    return frame("of_player", language, what=name, n=owner + 1) if owner >= 0 else name


def _fitted(cells: list[list[str]], room: int) -> tuple[list[str], int]:
    """The cells as texts of at most ``room``, and how wide they are: of what has no room the first is
    shown."""
    texts = []
    for cell in cells:
        text = "+".join(cell)
        while len(text) > room and len(cell) > 1:
            cell = cell[:-1]
            text = "+".join(cell) + "~"
        texts.append(text or _EMPTY)
    return texts, max(map(len, texts))


def _legend(layers: list[_Layer], signs: Signs, style: _Style, shortened: bool = False) -> list[str]:
    kinds = {name: kind for layer in layers for name, kind in layer.kinds.items()}
    parts = [
        signs.key(kinds if style.brief else None),
        f"~ {frame('and_more', style.language)}" if shortened else "",
    ]
    text = ", ".join(part for part in [*parts, *_elsewhere(layers, style)] if part)
    return textwrap.wrap(text, style.width, initial_indent="  ", subsequent_indent="  ") if text else []


def _elsewhere(layers: list[_Layer], style: _Style) -> list[str]:
    """What is true of the spaces that no layer tells anything of."""
    others = [layer.otherwise for layer in layers if layer.otherwise]
    return [frame("elsewhere", style.language, what=what) for what in others]


def _in_brief(title: str, board: Board, layers: list[_Layer], style: _Style) -> list[str]:
    """The spaces on which something lies, one after the other; then what the spaces are, by what they are."""
    layers = [replace(o, texts=texts) for o, texts in zip(layers, _told_apart(layers), strict=True)]
    changing = [layer for layer in layers if layer.changes]
    printed = [layer for layer in layers if not layer.changes]
    there: list[str] = []
    for at, space in enumerate(board.spaces):
        things = [
            f"{layer.label} {layer.texts[at]}" if layer.shared or _unseen(layer, at) else layer.texts[at]
            for layer in changing
            if layer.texts[at]
        ]
        if things:
            what = [layer.texts[at] for layer in printed if layer.texts[at]]
            there.append(space + (f" ({', '.join(what)})" if what else "") + f": {', '.join(things)}")
    lines = textwrap.wrap(f"{title}: " + ("; ".join(there) or "-"), style.width, subsequent_indent="  ")
    if style.brief > 1:
        return lines
    kinds: dict[str, list[int]] = {}
    for layer in printed:
        for at, text in enumerate(layer.texts):
            if text:
                kinds.setdefault(text, []).append(at)
    told = [f"{text} {_runs(board, spaces)}" for text, spaces in kinds.items()]
    text = "; ".join([*told, *_elsewhere(layers, style)])
    return lines + textwrap.wrap(text, style.width, initial_indent="  ", subsequent_indent="  ")


def _unseen(layer: _Layer, at: int) -> bool:
    """Whether something lies there of which only the number is seen."""
    return layer.pieces is not None and any(name == "?" for name, _ in layer.pieces[at])


def _runs(board: Board, spaces: list[int]) -> str:
    """Spaces by name; three and more in a row as the first and the last."""
    told: list[str] = []
    for _, group in groupby(enumerate(spaces), lambda entry: entry[1] - entry[0]):
        run = [board.spaces[space] for _, space in group]
        told += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else run
    return ", ".join(told)


def _grid(board: Board, layers: list[_Layer], style: _Style) -> list[str] | None:
    """The first row below, as the names of the spaces have it; nothing where there is no space."""
    signs = Signs()
    named = {c: space.rstrip("0123456789") for c, space in zip(board.columns, board.spaces, strict=True)}
    columns = [named.get(column, "") for column in range(1, board.width + 1)]
    margin = len(str(board.height)) + 2
    room = (style.width - margin) // board.width - 1
    if room < 2:
        return None
    cells = _cells(layers, signs)
    texts, wide = _fitted(cells, room)
    wide = max(wide, *map(len, columns))
    if wide > room:
        return None
    places = zip(board.columns, board.ranks, strict=True)
    there = dict(zip(places, texts, strict=True))
    lines = []
    for row in range(board.height, 0, -1):
        line = " ".join(there.get((column, row), "").rjust(wide) for column in range(1, board.width + 1))
        lines.append(f"{row:>{margin - 2}}  {line}".rstrip())
    lines.append(" " * margin + " ".join(column.rjust(wide) for column in columns))
    return [*lines, *_legend(layers, signs, style, any(t.endswith("~") for t in texts))]


def _hexagon(board: Board, layers: list[_Layer], style: _Style) -> list[str] | None:
    """Each row half a space aside of the next; its first and last space are named at its ends."""
    signs = Signs()
    rows = [list(row) for _, row in groupby(board.spaces, key=lambda space: space.rstrip("0123456789"))]
    longest = max(map(len, rows))
    margin = max(map(len, board.spaces)) + 1
    room = (style.width - 2 * margin) // longest - 1
    if room < 2:
        return None
    texts, wide = _fitted(_cells(layers, signs), room)
    if wide > room:
        return None
    wide += wide % 2 == 0 and wide < room
    step = wide + 1
    at, lines = 0, []
    for row in rows:
        cells = "".join(text.center(wide) + " " for text in texts[at : at + len(row)])
        left = " " * ((longest - len(row)) * step // 2)
        lines.append(f"{left}{row[0]:>{margin - 1}} {cells}{row[-1]}".rstrip())
        at += len(row)
    return [*lines, *_legend(layers, signs, style, any(t.endswith("~") for t in texts))]


def _track(board: Board, layers: list[_Layer], style: _Style) -> list[str]:
    """Rows that wrap: the names of the spaces, below them what they are, below that what lies there."""
    signs = Signs()
    stacks: list[list[list[str]]] = []
    ordered = sorted(layers, key=lambda layer: layer.changes)
    for layer, texts in zip(ordered, _told_apart(ordered), strict=True):
        column = []
        for at, text in enumerate(texts):
            if layer.pieces is not None:
                column.append([signs.piece(name, count) for name, count in layer.pieces[at]])
            else:
                column.append([signs.mark(text)] if text else [])
        stacks.append(column)
    wide = 1 + max(
        len(t) for t in [*board.spaces, *(s for column in stacks for cell in column for s in cell)]
    )
    across = max(1, style.width // wide)
    # Rows of equal length are easier to count along.
    rows = -(-len(board.spaces) // across)
    across = -(-len(board.spaces) // rows)
    lines: list[str] = []
    for first in range(0, len(board.spaces), across):
        part = range(first, min(first + across, len(board.spaces)))
        lines.append("".join(board.spaces[at].rjust(wide) for at in part))
        for column in stacks:
            for depth in range(max(len(column[at]) for at in part)):
                cells = [column[at][depth] if depth < len(column[at]) else "" for at in part]
                lines.append("".join(cell.rjust(wide) for cell in cells).rstrip())
        lines.append("")
    return [*lines[:-1], *_legend(layers, signs, style)]


def _branches(board: Board, layers: list[_Layer], style: _Style) -> list[str] | None:
    """Step by step from top to bottom; where paths part, their spaces stand side by side."""
    depth = {space: 0 for path in board.paths.values() for space in path}
    for _ in range(len(board.spaces)):
        for path in board.paths.values():
            for before, after in pairwise(path):
                depth[after] = max(depth[after], depth[before] + 1)
        if max(depth.values(), default=0) >= len(board.spaces):
            return None  # the paths lead round
    order = [space for path in board.paths.values() for space in path]
    levels = [
        [space for space in dict.fromkeys(order) if depth[space] == level]
        for level in range(max(depth.values(), default=-1) + 1)
    ]
    lanes = max(map(len, levels), default=0)
    if not 0 < lanes <= 4:
        return None
    changing = [layer for layer in layers if layer.changes]

    def told(space: int) -> str:
        printed = ", ".join(
            layer.texts[space] for layer in layers if not layer.changes and layer.texts[space]
        )
        there = "; ".join(
            (f"{layer.label} " if len(changing) > 1 else "") + layer.texts[space]
            for layer in changing
            if layer.texts[space]
        )
        return board.spaces[space] + (f" ({printed})" if printed else "") + (f": {there}" if there else "")

    lines: list[str] = []
    for level in levels:
        wide = (style.width - 3 * (len(level) - 1)) // len(level)
        cells = [textwrap.wrap(told(space), wide, subsequent_indent="  ") for space in level]
        for row in range(max(map(len, cells))):
            parts = [cell[row] if row < len(cell) else "" for cell in cells]
            lines.append(" | ".join(part.ljust(wide) for part in parts).rstrip())
    return lines


def _table(words: Words, board: Board, layers: list[_Layer], style: _Style) -> list[str]:
    """A line for each space, a column for each thing that is told of some of them."""
    shown = [layer for layer in layers if any(layer.texts)]
    headings = [words.label(board.name, style.language), *(layer.label for layer in shown)]
    columns = [list(board.spaces), *(layer.texts for layer in shown)]
    wide = [max(map(len, [heading, *column])) for heading, column in zip(headings, columns, strict=True)]
    while sum(wide) + 2 * (len(wide) - 1) > style.width and max(wide) > 6:
        wide[wide.index(max(wide))] -= 1
    if any(w < min(_NARROW, max(map(len, column))) for w, column in zip(wide, columns, strict=True)):
        return _listed(headings, columns, style)
    lines = ["  ".join(h[:w].ljust(w) for h, w in zip(headings, wide, strict=True)).rstrip()]
    for row in zip(*columns, strict=True):
        cells = [textwrap.wrap(text, w) or [""] for text, w in zip(row, wide, strict=True)]
        for at in range(max(map(len, cells))):
            parts = [cell[at] if at < len(cell) else "" for cell in cells]
            lines.append("  ".join(p.ljust(w) for p, w in zip(parts, wide, strict=True)).rstrip())
    return lines


def _listed(headings: list[str], columns: list[list[str]], style: _Style) -> list[str]:
    """A line for each space with all that is told of it, where columns would be too narrow."""
    lines = []
    for space, *texts in zip(*columns, strict=True):
        told = [f"{heading} {text}" for heading, text in zip(headings[1:], texts, strict=True) if text]
        line = f"{headings[0]} {space}: {'; '.join(told) or '-'}"
        lines += textwrap.wrap(line, style.width, subsequent_indent="  ")
    return lines
