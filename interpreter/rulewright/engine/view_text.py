"""A view as text: what a seat sees, on one screen.

The views themselves are data (``State.view``); this is the one place that lays them out for people, for the
command line and for messages of tests. First come the boards, drawn (engine.boards). What each player has
stands in one table with a column for each, or where there is no room for that a line for each; what else
there is takes a line for each family of zones, and variables share lines. What is empty, the same for all, or
as it was at the start, is told in a few words; where the screen has too few lines everything is told in
brief.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulewright.engine.boards import WIDTH, draw_boards
from rulewright.engine.contents import Contents
from rulewright.engine.frame import frame
from rulewright.engine.words import Words
from rulewright.ruleset.model import KeyType, Variable
from rulewright.ruleset.types import Bool, Int, Player

#: A blank at which no line is broken.
_HARD = "\xa0"

#: Where one thing of a list ends and the next begins.
_PART = re.compile(r"(?<=[,;]) ")

#: More players than this have lines instead of columns, and so have fewer if a column would be narrower.
_COLUMNS = 4
_NARROWEST = 16

#: How brief a text can be: 0 has everything in its place, 1 has lists for drawings and fewer lines, 2 leaves
#: out what doesn't change and what is as it was at the start.
_BRIEFEST = 2

#: What all players have alike is told once if it is no longer than this.
_SHORT = 20


def view_text(
    words: Words,
    view: Mapping[str, Any],
    language: str = "en",
    *,
    colour: bool = False,
    width: int = WIDTH,
    height: int | None = None,
) -> str:
    """The text of a ``State.view``, ended by a line break. ``colour``: the heading stands out. ``width``,
    ``height``: columns of the screen, and lines there is room for; a text that needs more lines is told in
    brief."""
    for brief in range(_BRIEFEST + 1):
        lines = _lines(words, view, language, width, brief)
        if height is None or len(lines) <= height:
            break
    if colour and not os.environ.get("NO_COLOR"):
        last = len(_wrapped(_heading(words, view, language), width))
        lines[:last] = [f"\x1b[1m{line}\x1b[0m" for line in lines[:last]]
    return "\n".join(lines) + "\n"


def _lines(words: Words, view: Mapping[str, Any], language: str, width: int, brief: int) -> list[str]:
    lines = _wrapped(_heading(words, view, language), width)
    blocks = [*_Layout(words, view, language, width, brief).blocks(), ending(words, view, language, width)]
    for number, block in enumerate(block for block in blocks if block):
        lines += ([""] if number and not brief else []) + block
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent="  ")


class _Layout:
    def __init__(self, words: Words, view: Mapping[str, Any], language: str, width: int, brief: int) -> None:
        self.words, self.view, self.language = words, view, language
        self.width, self.brief = width, brief
        self.contents = Contents(words, view, language, brief=brief)
        self.zones: dict[str, Any] = dict(view["zones"])
        self.variables: dict[str, Any] = dict(view["variables"])
        self.empty: list[str] = []
        self.unchanged: list[str] = []
        """Variables in a few words."""
        self.changed: list[str] = []
        """The single ones that are not as they were at the start, which the briefest text has too."""

    def blocks(self) -> list[list[str]]:
        drawings = draw_boards(
            self.words, self.view, self.language, self.contents.zone, width=self.width, brief=self.brief
        )
        for drawing in drawings:
            self.zones = {n: z for n, z in self.zones.items() if n not in drawing.zones}
            self.variables = {n: v for n, v in self.variables.items() if n not in drawing.variables}
            self.empty += drawing.empty
        players = self._players()
        rows = self._rows()
        rows += [(name, own) for name, own in self.contents.untold()]
        if self.brief:
            lines = fill("; ".join(f"{label}: {told}" for label, told in rows), self.width, rest="  ")
        else:
            lines = _aligned(rows, self.width)
        if self.brief == _BRIEFEST:
            lines += fill("; ".join(self.changed), self.width, rest="  ")
            return [*(drawing.lines for drawing in drawings), [*players, *lines]]
        if self.empty:
            text = frame("empty", self.language, what=", ".join(self.empty))
            lines += fill(text, self.width, rest="  ")
        if self.unchanged:
            lines += textwrap.wrap("; ".join(self.unchanged), self.width, subsequent_indent="  ")
        return [*(drawing.lines for drawing in drawings), [*players, *lines]]

    def label(self, name: str) -> str:
        return self.words.label(name, self.language)

    # --- a column for each player ---------------------------------------------------------------------

    def _players(self) -> list[str]:
        seats = range(self.words.config.players)
        rows: list[tuple[str, list[str]]] = []
        for family in self.words.families:
            names = self._taken(self.zones, family.name, family.keys)
            if names:
                told = {name: self.contents.zone(name, self.zones.pop(name)) for name in names}
                cells = self._cells(family.keys, told)
                if any(cells):
                    self._row(rows, self.label(family.name), cells)
                else:
                    self.empty.append(self.label(family.name))
        for variable in self.words.ruleset.variables.values():
            names = self._taken(self.variables, variable.name, variable.keys)
            if names:
                values = {name: self.variables.pop(name) for name in names}
                if all(value == self.contents.start(variable) for value in values.values()):
                    self._at_start(variable)
                    continue
                # Of truth values only who has it is told, and where lines are scarce of other values too.
                scarce = isinstance(variable.type, Bool) or len(seats) > _COLUMNS
                single = len(variable.keys) == 1 and not scarce
                told = {
                    name: self.contents.value(variable.type, value, short=True)
                    for name, value in values.items()
                    if single or value != self.contents.start(variable)
                }
                self._row(rows, self.label(variable.name), self._cells(variable.keys, told))
        if not rows:
            return []
        you = frame("you", self.language)
        headings = [
            self.words.seat(seat + 1, self.language) + (f" ({you})" if seat + 1 == self.view["seat"] else "")
            for seat in seats
        ]
        margin = min(16, max(len(label) for label, _ in rows)) + 2
        if len(seats) > _COLUMNS or (self.width - margin) // len(seats) < _NARROWEST:
            return self._lines_of_players(headings, rows)
        return _columns(headings, rows, self.width)

    def _row(self, rows: list[tuple[str, list[str]]], label: str, cells: list[str]) -> None:
        """A row of the table; what all have alike is told beside it."""
        if len(cells) > 1 and len(set(cells)) == 1 and len(cells[0]) <= _SHORT:
            self.unchanged.append(f"{label}: {frame('each', self.language, what=cells[0])}")
        else:
            rows.append((label, cells))

    def _lines_of_players(self, headings: list[str], rows: list[tuple[str, list[str]]]) -> list[str]:
        """A line for each player, with all that there is of the player in it."""
        told = []
        for seat, heading in enumerate(headings):
            own = [f"{label} {cells[seat]}" for label, cells in rows if cells[seat]]
            told.append((heading, "; ".join(own) or "-"))
        return _aligned(told, self.width)

    def _taken(self, entries: Mapping[str, Any], name: str, keys: Sequence[KeyType]) -> list[str]:
        """The entries of what is kept per player, or per player and something else."""
        if len(keys) > 2 or sum(isinstance(key.type, Player) for key in keys) != 1:
            return []
        return [entry for entry in entries if entry.partition("[")[0] == name]

    def _cells(self, keys: Sequence[KeyType], told: Mapping[str, str]) -> list[str]:
        where = next(at for at, key in enumerate(keys) if isinstance(key.type, Player))
        cells: list[list[str]] = [[] for _ in range(self.words.config.players)]
        for name, text in told.items():
            index = name.partition("[")[2][:-1]
            seat = int(index.split(", ")[where]) - 1
            others = self.words.index_in(keys, index, self.language).split(", ")
            del others[where]
            if text:
                # A number before a number would look like one of things.
                colon = ":" if others and others[0].isdecimal() else ""
                cells[seat].append(f"{others[0]}{colon} {text}" if others else text)
        return [", ".join(cell) for cell in cells]

    # --- a line for each family -----------------------------------------------------------------------

    def _rows(self) -> list[tuple[str, str]]:
        rows: list[tuple[str, str]] = []
        families: dict[str, list[str]] = {}
        for name in self.zones:
            families.setdefault(name.partition("[")[0], []).append(name)
        for family, names in families.items():
            if family in self.contents.own_zones:
                continue
            keys = () if family == "box" else self.words.ruleset.zones[family].keys
            told = [(self._index(keys, name), self.contents.zone(name, self.zones[name])) for name in names]
            text = _joined(told)
            if text:
                rows.append((self.label(family), text))
            else:
                self.empty.append(self.label(family))
        families.clear()
        for name in self.variables:
            families.setdefault(name.partition("[")[0], []).append(name)
        for family, names in families.items():
            variable = self.words.ruleset.variables[family]
            if family in self.contents.own_variables:
                continue
            start = self.contents.start(variable)
            if len(names) > 1 and all(self.variables[name] == start for name in names):
                self._at_start(variable)
                continue
            values = [
                (
                    self._index(variable.keys, name),
                    self.contents.value(variable.type, self.variables[name]),
                )
                for name in names
                if not variable.keys or self.variables[name] != start or len(names) <= 2 * _COLUMNS
            ]
            if _counts(variable) and len(values) == len(names):
                # What is numbered is told in its order, without the numbers.
                rows.append((self.label(family), ", ".join(text for _, text in values)))
            elif variable.keys:
                rows.append((self.label(family), _joined(values)))
            else:
                self.unchanged.append(f"{self.label(family)}: {values[0][1]}")
                if self.variables[family] != start:
                    self.changed.append(self.unchanged[-1])
        return rows

    def _index(self, keys: Sequence[KeyType], name: str) -> str:
        """The indexes of an entry in the language; "" of what has none."""
        if not keys:
            return ""
        return self.words.index_in(keys, name.partition("[")[2].removesuffix("]"), self.language)

    def _at_start(self, variable: Variable) -> None:
        value = self.contents.value(variable.type, self.contents.start(variable))
        self.unchanged.append(f"{self.label(variable.name)}: {frame('each', self.language, what=value)}")


def _counts(variable: Variable) -> bool:
    """Whether the only index of a variable is a number from 1 to a few."""
    if len(variable.keys) != 1:
        return False
    key = variable.keys[0]
    return isinstance(key.type, Int) and key.offset == 1 and key.size <= 2 * _COLUMNS


def _joined(told: Iterable[tuple[str, str]]) -> str:
    """What is told by index; an index that its text has in it already is left out. Then what is empty is told
    too: nobody could see that it is one of them."""
    told = list(told)
    plain = any(index and text and _says(text, index) for index, text in told)
    parts = [
        f"{index}: {text or '-'}" if index and not _says(text, index) else text
        for index, text in told
        if text or (plain and index)
    ]
    return "; ".join(parts) if any(", " in part for part in parts) else ", ".join(parts)


def _says(text: str, index: str) -> bool:
    """Whether a text has the word in it, in the plural at least."""
    word = index.replace("_", " ")
    return len(word) > 2 and word[:-1] in text


def fill(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Lines of a list; what stands between two commas or semicolons stays together if it can."""
    parts = [
        part.replace(" ", _HARD) if len(part) < width - len(rest) else part for part in _PART.split(text)
    ]
    lines = textwrap.wrap(" ".join(parts), width, initial_indent=first, subsequent_indent=rest)
    return [line.replace(_HARD, " ") for line in lines]


def _aligned(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Labels in a column, texts beside them."""
    margin = min(24, width // 3, max((len(label) for label, _ in rows), default=0)) + 2
    lines: list[str] = []
    for label, text in rows:
        first = label.ljust(margin - 2) + "  "
        lines += fill(text, width, first, " " * margin)
    return lines


def _columns(headings: Sequence[str], rows: Sequence[tuple[str, list[str]]], width: int) -> list[str]:
    margin = min(16, max(len(label) for label, _ in rows)) + 2
    wides = [max(map(len, column)) for column in zip(headings, *(cells for _, cells in rows), strict=True)]
    while margin + sum(wides) + 2 * (len(wides) - 1) > width:
        wides[wides.index(max(wides))] -= 1
    told = [heading[:wide].ljust(wide) for heading, wide in zip(headings, wides, strict=True)]
    lines = [(" " * margin + "  ".join(told)).rstrip()]
    for label, cells in rows:
        wrapped = [fill(cell, wide) or ["-"] for cell, wide in zip(cells, wides, strict=True)]
        for at in range(max(map(len, wrapped))):
            first = label[: margin - 2].ljust(margin) if at == 0 else " " * margin
            parts = [cell[at] if at < len(cell) else "" for cell in wrapped]
            lines.append(
                (
                    first + "  ".join(part.ljust(wide) for part, wide in zip(parts, wides, strict=True))
                ).rstrip()
            )
    return lines


def _heading(words: Words, view: Mapping[str, Any], language: str) -> str:
    player = words.label("player", language)
    parts = [words.text(words.ruleset.title, language) or view["game"]]
    if view["seat"] is None:
        parts.append(frame("as_all_see", language))
    else:
        parts.append(frame("as_seen_by", language, who=f"{player} {view['seat']}"))
    if view["awaited"]:
        awaited = ", ".join(f"{player} {seat}" for seat in view["awaited"])
        parts.append(frame("to_choose", language, who=awaited))
    if view["pending"]:
        parts.append(frame("chosen", language, what=view["pending"]))
    if view["dropped"]:
        dropped = ", ".join(f"{player} {seat}" for seat in view["dropped"])
        parts.append(frame("out", language, who=dropped))
    return " | ".join(parts)


def ending(words: Words, view: Mapping[str, Any], language: str, width: int = WIDTH) -> list[str]:
    """How a game that is over ended: the ranking, the first place first; after a fault there is none."""
    if not view["over"]:
        return []
    if view["fault"]:
        return _wrapped(frame("over_by_fault", language, fault=view["fault"]), width)
    lines = [frame("over", language)]
    if view["cut_off"]:
        lines += _wrapped(words.text(words.ruleset.result.means, language), width)
    scored = words.ruleset.result.score is not None
    for place, seat, score in sorted(
        (place, seat, score)
        for seat, (place, score) in enumerate(zip(view["places"], view["scores"], strict=True), 1)
    ):
        points = f": {score}" if scored else ""
        won = f" ({frame('wins', language)})" if seat in view["winners"] else ""
        lines.append(f"{place}. {words.seat(seat, language)}{points}{won}")
    if not view["winners"]:
        lines.append(frame("nobody_wins", language))
    return lines
