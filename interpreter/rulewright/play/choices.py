"""The legal moves of a decision as a list that fits on a screen.

Each move keeps its number, which is what a person types. Moves that nobody could tell apart stand once, with
how many they are, and moves that only read alike are told apart by their one-line form. Moves that differ in
their last word or two stand together behind what they share; short ones stand in columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.engine.contract import LegalMove
from rulewright.engine.frame import frame
from rulewright.engine.moves import kind_of_move
from rulewright.machine.interface import DONE
from rulewright.play.terminal import WIDTH, fold

#: As many moves as this that begin alike stand together, in a line if they fit.
_TOGETHER = 2

#: As many have lines of their own below what they share.
_MANY = 5

#: Columns that are left free between two choices.
_GAP = 2


def choice_lines(
    moves: Sequence[LegalMove], texts: Sequence[str], *, width: int = WIDTH, language: str = "en"
) -> list[str]:
    """Lines of at most ``width`` columns with each move's number (its index + 1) and text. ``texts``: what
    the moves are called, in their order."""
    moves, texts = _distinct(moves, texts, language)
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
        if len(group) < _MANY and len(line) > width:
            plain += [(move.index + 1, text) for move, text in group]
            continue
        lines += _columns(plain, digits, width)
        plain = []
        if len(line) <= width:
            lines.append(line)
        else:
            lines += fold(f"  {shared}...", width=width).splitlines()
            lines += _columns([(m.index + 1, text[len(shared) :]) for m, text in group], digits, width)
    return lines + _columns(plain, digits, width)


def summary_lines(
    moves: Sequence[LegalMove], texts: Sequence[str], *, width: int = WIDTH, language: str = "en"
) -> list[str]:
    """A line for each group of moves that differ in their last parameter alone, with their numbers: what is
    shown where there are too many to list."""
    moves, texts = _distinct(moves, texts, language)
    lines: list[str] = []
    for group in _groups(list(zip(moves, texts, strict=True))):
        first, last = group[0][0].index + 1, group[-1][0].index + 1
        shared = _shared([text for _, text in group]) if len(group) > 1 else ""
        if first == last:
            lines += fold(f"  {first}. {group[0][1]}", width=width).splitlines()
            continue
        ends = f"{group[0][1][len(shared) :]} ... {group[-1][1][len(shared) :]}"
        lines += fold(f"  {first}-{last}. {shared}{ends}", width=width).splitlines()
    return lines


def _distinct(
    moves: Sequence[LegalMove], texts: Sequence[str], language: str
) -> tuple[list[LegalMove], list[str]]:
    """The first of each kind of moves, with texts that tell them apart."""
    kinds: dict[tuple[object, ...], list[LegalMove]] = {}
    said: dict[str, list[tuple[object, ...]]] = {}
    for move, text in zip(moves, texts, strict=True):
        kind = (text, move.action, *kind_of_move(move))
        if kind not in kinds:
            said.setdefault(text, []).append(kind)
        kinds.setdefault(kind, []).append(move)
    told: list[tuple[int, LegalMove, str]] = []
    for text, same in said.items():
        firsts = [kinds[kind][0] for kind in same]
        for kind, what in zip(same, _differences(firsts, language), strict=True):
            first, count = kinds[kind][0], len(kinds[kind])
            alike = f" ({frame('alike', language, n=count)})" if count > 1 else ""
            told.append((first.index, first, text + what + alike))
    told.sort(key=lambda entry: entry[0])
    return [move for _, move, _ in told], [text for _, _, text in told]


def _differences(moves: Sequence[LegalMove], language: str) -> list[str]:
    """What to add to moves that read alike: the values in which they differ, or all there is to say."""
    if len(moves) == 1:
        return [""]
    words = moves[0].words
    if len({move.action for move in moves}) > 1 or moves[0].move.action == DONE:
        return [f" [{move.canonical}]" for move in moves]
    params = words.ruleset.actions[moves[0].action].params
    differing = [at for at in range(len(params)) if len({move.move.params[at] for move in moves}) > 1]

    def said(move: LegalMove, at: int) -> str:
        value = move.move.params[at]
        return words.say(
            params[at].local.type, frozenset(value) if isinstance(value, tuple) else value, language
        )

    told = [f" [{'; '.join(said(move, at) for at in differing)}]" for move in moves]
    return told if len(set(told)) == len(moves) else [f" [{move.canonical}]" for move in moves]


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
    if shared.count("[") > shared.count("]"):
        shared = shared[: shared.rfind("[")]
    if any(text[len(shared) :].split(" ")[0].isdecimal() for text in texts):
        # A number at the beginning would look like that of a choice.
        shared = shared[: shared.rstrip().rfind(" ") + 1]
    return shared if shared and all(len(text) > len(shared) for text in texts) else ""


def _columns(entries: Sequence[tuple[int, str]], digits: int, width: int) -> list[str]:
    """Numbered texts in as many columns as have room, read from top to bottom."""
    if not entries:
        return []
    told = [f"  {number:>{digits}}. {text}" for number, text in entries]
    wide = max(map(len, told)) + _GAP
    across = max(1, (width + _GAP) // wide)
    if across == 1:
        return [line for text in told for line in fold(text, digits + 2, width).splitlines()]
    rows = -(-len(told) // across)
    return ["".join(text.ljust(wide) for text in told[row::rows]).rstrip() for row in range(rows)]
