"""What a person types for a choice, understood.

Besides the one-line form of logs (``play_animal a="gnu 16" s=3``), which is always right, a person may write
less: the beginning of an action, values without the names of their parameters, words of values without quotes
and in their beginnings (``play gnu 16 3``). It counts only if no other legal move can be meant. Logs have the
full form whatever was typed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.engine.contract import LegalMove
from rulewright.engine.moves import kind_of_move
from rulewright.engine.words import Word

_TOKEN = re.compile(r'"([^"]*)"|([^\s="\[\],]+)|(=)')
_WORD = re.compile(r"\w+")


def short_form(answer: str, moves: Sequence[LegalMove]) -> list[LegalMove]:
    """The legal moves that a short form can mean: those that fit best, [] if none does."""
    given = _given(answer)
    if given is None or not given[0]:
        return []
    ranked = [(rank, move) for move in moves if (rank := _rank(move, *given)) is not None]
    best = min((rank for rank, _ in ranked), default=0)
    return [move for rank, move in ranked if rank == best]


def one(moves: Sequence[LegalMove]) -> LegalMove | None:
    """The move that these are, if they differ at most in copies of one kind."""
    return moves[0] if moves and len({kind_of_move(move) for move in moves}) == 1 else None


def _given(text: str) -> tuple[list[str], dict[str, list[str]]] | None:
    """The words that stand alone, and those behind ``name=``; none if it is neither."""
    tokens = [match.group(match.lastindex or 0) for match in _TOKEN.finditer(text)]
    bare: list[str] = []
    pairs: dict[str, list[str]] = {}
    words = bare
    for at, token in enumerate(tokens):
        if token == "=":
            if not at or tokens[at - 1] == "=":
                return None
        elif tokens[at + 1 : at + 2] == ["="]:
            words = pairs.setdefault(token.casefold(), [])
        else:
            words += _words(token)
    return None if tokens[-1:] == ["="] else (bare, pairs)


def _rank(move: LegalMove, bare: list[str], pairs: dict[str, list[str]]) -> int | None:
    """How well a move fits: 0 if it is said in full, more the less there is of it; none if it doesn't."""
    said = _words(move.action)
    values = {name: _words_of(value) for name, value in move.params.items()}
    behind = 0
    for begun, words in pairs.items():
        fitting = [n for n in values if n.casefold() == begun]
        fitting = fitting or [n for n in values if n.casefold().startswith(begun)]
        found = _fit(words, values.pop(fitting[0])) if len(fitting) == 1 else None
        if found is None:
            return None
        behind = max(behind, found)
    free = [word for words in values.values() for word in words]
    ranks = []
    for count in range(1, min(len(said), len(bare)) + 1):
        if said[count - 1].startswith(bare[count - 1]):
            found = _fit(bare[count:], free)
            if found is not None:
                whole = said[:count] == bare[:count] and count == len(said)
                ranks.append(max(found, behind, 0 if whole else 3))
        else:
            break
    return min(ranks, default=None)


def _fit(words: list[str], have: list[str]) -> int | None:
    """0 if the words are those there are; 1 if each is one of them, each taken once; 2 if some only begin
    one; none else."""
    if words == have:
        return 0
    left, rank = list(have), 1
    for word in words:
        found = next((w for w in left if w == word), None)
        if found is None:
            rank, found = 2, next((w for w in left if w.startswith(word) and not word.isdecimal()), None)
        if found is None:
            return None
        left.remove(found)
    return rank


def _words_of(value: Word) -> list[str]:
    if isinstance(value, list):
        return [word for member in value for word in _words_of(member)]
    if isinstance(value, bool) or value is None:
        return [str(value).casefold()]
    return _words(str(value))


def _words(text: str) -> list[str]:
    return [word.casefold() for part in _WORD.findall(text) for word in part.split("_") if word]
