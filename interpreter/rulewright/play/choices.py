"""The legal moves of a decision as a list that fits on a screen.

Each move keeps its number, which is what a person types. Moves that differ in their last word or two stand
together behind what they share; short ones stand in columns; of long lists the first lines are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.engine.contract import LegalMove
from rulewright.play.terminal import WIDTH, fold

#: As many moves as this that begin alike stand together, in a line if they fit.
_TOGETHER = 2

#: As many have lines of their own below what they share.
_MANY = 5

#: Columns that are left free between two choices.
_GAP = 2


def choice_lines(moves: Sequence[LegalMove], texts: Sequence[str]) -> list[str]:
    """Lines of at most 80 columns with each move's number (its index + 1) and text. ``texts``: what the moves
    are called, in their order."""
    if not moves:
        return []
    digits = len(str(max(move.index for move in moves) + 1))
    lines: list[str] = []
    plain: list[tuple[int, str]] = []
    for group in _groups(list(zip(moves, texts, strict=True))):
        shared = _shared([text for _, text in group]) if len(group) >= _TOGETHER else ""
        if not shared:
            plain += [(move.index + 1, text) for move, text in group]
            continue
        rest = [f"{move.index + 1:>{digits}}. {text[len(shared) :]}" for move, text in group]
        line = f"  {shared}...  {'  '.join(rest)}"
        if len(group) < _MANY and len(line) > WIDTH:
            plain += [(move.index + 1, text) for move, text in group]
            continue
        lines += _columns(plain, digits)
        plain = []
        if len(line) <= WIDTH:
            lines.append(line)
        else:
            lines.append(f"  {shared}...")
            lines += _columns([(move.index + 1, text[len(shared) :]) for move, text in group], digits)
    return lines + _columns(plain, digits)


def _groups(named: Sequence[tuple[LegalMove, str]]) -> Iterator[list[tuple[LegalMove, str]]]:
    """Moves of one action that differ in their last parameter alone, as they follow each other."""

    def same(entry: tuple[LegalMove, str]) -> tuple[str, str]:
        move = entry[0]
        return move.action, repr(list(move.params.values())[:-1])

    for _, group in groupby(named, same):
        yield list(group)


def _shared(texts: Sequence[str]) -> str:
    """The words that all the texts begin with; empty unless each goes on after them."""
    first, last = min(texts), max(texts)
    length = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    shared = first[: first.rfind(" ", 0, length) + 1]
    if any(text[len(shared) :].isdecimal() for text in texts):
        # A number alone would look like that of a choice.
        shared = shared[: shared.rstrip().rfind(" ") + 1]
    return shared if shared and all(len(text) > len(shared) for text in texts) else ""


def _columns(entries: Sequence[tuple[int, str]], digits: int) -> list[str]:
    """Numbered texts in as many columns as have room, read from top to bottom."""
    if not entries:
        return []
    told = [f"  {number:>{digits}}. {text}" for number, text in entries]
    wide = max(map(len, told)) + _GAP
    across = max(1, (WIDTH + _GAP) // wide)
    if across == 1:
        return [line for text in told for line in fold(text, digits + 2).splitlines()]
    rows = -(-len(told) // across)
    return ["".join(text.ljust(wide) for text in told[row::rows]).rstrip() for row in range(rows)]
