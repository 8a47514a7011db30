"""Square boards drawn as boards: what lies on their cells, with letters for long names and a key below.

Only what a view holds is drawn, so a drawing shows no more than the seat may see. What is drawn is taken out
of the view, and the rest of it is shown as tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

from rulewright.engine.words import Words
from rulewright.ruleset.model import Board, KeyType
from rulewright.ruleset.types import Space

#: What an empty cell shows.
_EMPTY = "."

#: Longer texts are replaced by letters.
_LONGEST = 3

#: Columns of the screen.
_SCREEN = 80


def draw_boards(
    words: Words, view: Mapping[str, Any], language: str = "en"
) -> tuple[list[str], dict[str, Any]]:
    """A drawing for each zone and variable that there is one of for each cell of a square board, and the view
    without them."""
    rest = dict(view)
    drawings: list[str] = []
    ruleset = words.ruleset
    families: list[tuple[str, str, tuple[KeyType, ...]]] = [
        ("zones", family.name, family.keys) for family in words.families
    ]
    families += [("variables", variable.name, variable.keys) for variable in ruleset.variables.values()]
    for part, name, keys in families:
        board = _square(words, keys)
        if board is None:
            continue
        cells = [f"{name}[{space}]" for space in board.spaces]
        # Of a zone that nobody may count there is nothing to draw.
        if not all(cell in view[part] and _is_seen(view[part][cell]) for cell in cells):
            continue
        texts = [_content(view[part][cell]) for cell in cells]
        drawing = _draw(words.label(name, language), board, texts)
        if drawing is not None:
            drawings.append(drawing)
            rest[part] = {key: value for key, value in rest[part].items() if key not in cells}
    return drawings, rest


def _square(words: Words, keys: tuple[KeyType, ...]) -> Board | None:
    if len(keys) != 1 or not isinstance(keys[0].type, Space):
        return None
    board = words.ruleset.boards[keys[0].type.board]
    return board if board.kind == "square" else None


def _is_seen(value: Any) -> bool:
    return not isinstance(value, Mapping) or "components" in value or value.get("count") == 0


def _content(value: Any) -> str:
    """The content of one cell in words; empty if there is nothing."""
    if isinstance(value, Mapping):
        components = value.get("components", ())
        if isinstance(components, Mapping):
            return ", ".join(name if n == 1 else f"{n} {name}" for name, n in components.items())
        return ", ".join("?" if name is None else str(name) for name in components)
    if value is None or value is False or value == []:
        return ""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "x" if value is True else str(value)


def _draw(title: str, board: Board, texts: list[str]) -> str | None:
    """The board with its first row at the bottom; none if it is wider than a screen."""
    different = list(dict.fromkeys(text for text in texts if text))
    letters: dict[str, str] = {text: text for text in different}
    key = ""
    if any(len(text) > _LONGEST for text in different):
        if len(different) > len(ascii_uppercase):
            return None
        letters = dict(zip(sorted(different), ascii_uppercase, strict=False))
        key = "\n  " + ", ".join(f"{letter} {text}" for text, letter in letters.items())
    columns = [space.rstrip("0123456789") for space in board.spaces[: board.width]]
    rows = [space[len(columns[0]) :] for space in board.spaces[:: board.width]]
    cells = [letters.get(text, _EMPTY) for text in texts]
    wide = max(map(len, [*cells, *columns]))
    margin = max(map(len, rows))
    if 2 + margin + board.width * (wide + 1) > _SCREEN or len(key) > 4 * _SCREEN:
        return None
    lines = [title]
    for row in reversed(range(board.height)):
        line = " ".join(cell.rjust(wide) for cell in cells[row * board.width : (row + 1) * board.width])
        lines.append(f"{rows[row]:>{margin}}  {line}")
    lines.append(f"{'':>{margin}}  " + " ".join(column.rjust(wide) for column in columns))
    return "\n".join(lines) + key
