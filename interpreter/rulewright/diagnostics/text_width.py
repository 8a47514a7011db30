"""How wide text is on a screen, and how to show it so that a mark below it stands in the right column.

Terminals give East Asian wide characters two columns and combining marks none, and a tab as many as it takes
to the next stop. Tabs are shown as blanks and control characters as visible stand-ins: what a ruleset from a
stranger contains must never reach the terminal as a command to it.
"""

from __future__ import annotations

import unicodedata
from typing import Final

TAB_STOP: Final = 4
_JOINERS: Final = frozenset("\u200b\u200c\u200d\ufe0e\ufe0f")


def width(character: str) -> int:
    """Columns of one printable character: 0, 1 or 2."""
    if character.isascii():
        return 1
    if (
        character in _JOINERS
        or unicodedata.combining(character)
        or unicodedata.category(character) in ("Mn", "Me")
    ):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def printable(text: str) -> str:
    """The text with everything that a terminal might obey or hide made visible; one character stays one."""
    return "".join(map(_visible, text)) if not text.isascii() or not text.isprintable() else text


def _visible(character: str) -> str:
    number = ord(character)
    if number < 32:
        return chr(0x2400 + number)  # the control pictures block
    if number == 127:
        return "\u2421"
    # Cc, Cs: controls and lone surrogates. Cf: invisible, may turn the direction of writing; joiners make
    # emoji. Zl, Zp: line ends to some terminals.
    if character not in _JOINERS and unicodedata.category(character) in ("Cc", "Cs", "Cf", "Zl", "Zp"):
        return "\ufffd"
    return character


def cells(text: str) -> list[tuple[str, int]]:
    """What to show for each character of a line, and its width: tabs expanded, controls made visible."""
    shown: list[tuple[str, int]] = []
    column = 0
    for character in text:
        if character == "\t":
            size = TAB_STOP - column % TAB_STOP
            shown.append((" " * size, size))
        else:
            visible = _visible(character)
            size = width(visible)
            shown.append((visible, size))
        column += size
    return shown
