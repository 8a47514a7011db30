"""What a person types for a choice, understood.

Besides the one-line form of logs (``play_animal a="gnu 16" s=3``), which is always right, a person may write
less: the beginning of an action, values without the names of their parameters, words of values without quotes
and in their beginnings (``play gnu 16 3``), later words for later ones. It counts only if no other legal move
can be meant. Logs have the
full form whatever was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulewright.engine.contract import LegalMove
from rulewright.engine.moves import MoveError, find_move, kind_of_move
from rulewright.engine.words import Word

_TOKEN = re.compile(r'"([^"]*)"|([^\s="\[\],]+)|(=)')
_WORD = re.compile(r"(?<!\w)-\d+|\w+")

#: What a beginning of an action is behind, of which no rank of values is as much.
_BEGUN = 3


def short_form(answer: str, moves: Sequence[LegalMove]) -> list[LegalMove]:
    """The legal moves that a short form can mean: those that fit best, [] if none does."""
    said = given(answer)
    if said is None or not said[0]:
        return []
    ranked = [(rank, move) for move in moves if (rank := _rank(move, *said)) is not None]
    best = min((rank for rank, _ in ranked), default=0)
    return [move for rank, move in ranked if rank == best]


def choice(answer: str, moves: Sequence[LegalMove]) -> LegalMove | None:
    """The choice that an answer makes: by its number, in its one-line form, or in short; none if it makes
    none, or several could be meant."""
    if answer.isdecimal():
        return moves[int(answer) - 1] if 1 <= int(answer) <= len(moves) else None
    try:
        return find_move(answer, moves)
    except MoveError:
        return one(short_form(answer, moves))


def plainly(move: LegalMove) -> str:
    """A short form of a move: its action and its values, without names and signs."""
    values = move.params.values()
    members = (member for value in values for member in (value if isinstance(value, list) else [value]))
    return " ".join([move.action, *map(str, members)])


def one(moves: Sequence[LegalMove]) -> LegalMove | None:
    """The move that these are, if they differ at most in copies of one kind."""
    return moves[0] if moves and len({kind_of_move(move) for move in moves}) == 1 else None


def given(text: str) -> tuple[list[str], dict[str, list[str]]] | None:
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
            words += words_of(token)
    unsaid = tokens[-1:] == ["="] and not text.rstrip().endswith("]")
    return None if unsaid else (bare, pairs)


def _rank(move: LegalMove, bare: list[str], pairs: dict[str, list[str]]) -> int | None:
    """How well a move fits: 0 if it is said in full, more the less there is of it; none if it doesn't."""
    said = words_of(move.action)
    values = {name: _members(value) for name, value in move.params.items()}
    behind = 0
    for begun, words in pairs.items():
        fitting = [n for n in values if n.casefold() == begun]
        fitting = fitting or [n for n in values if n.casefold().startswith(begun)]
        found = _fit(words, _as_typed(values.pop(fitting[0]), words)) if len(fitting) == 1 else None
        if found is None:
            return None
        behind = max(behind, found)
    ranks = []
    for count in range(1, min(len(said), len(bare)) + 1):
        if said[count - 1].startswith(bare[count - 1]):
            rest = bare[count:]
            free = [word for value in values.values() for word in _as_typed(value, rest)]
            found = _fit(rest, free)
            if found is not None:
                whole = said[:count] == bare[:count] and count == len(said)
                # A beginning of an action counts less than any words of its values.
                ranks.append(max(found, behind) + (0 if whole else _BEGUN))
        else:
            break
    return min(ranks, default=None)


def _fit(words: list[str], have: list[str]) -> int | None:
    """0 if the words are those there are; 1 if each is one of them, later words later ones; 2 if some only
    begin one; none else."""
    if words == have:
        return 0
    if in_order(words, have, whole=True):
        return 1
    return 2 if in_order(words, have) else None


def in_order(words: Iterable[str], have: Iterable[str], *, whole: bool = False) -> bool:
    """Whether each word is one of those there are, later words later ones. ``whole``: else the beginning of
    one is enough, but never of a number."""
    left = iter(have)
    return all(
        any(
            w == word or (not whole and not word.lstrip("-").isdecimal() and w.startswith(word)) for w in left
        )
        for word in words
    )


def sentence(text: str) -> list[str]:
    """The words of a sentence or answer, as they are compared: in small letters, without signs."""
    return [word.casefold() for word in _WORD.findall(text)]


def _as_typed(value: list[list[str]], typed: list[str]) -> list[str]:
    """The words of a value; the members of a subset in the order in which they were typed: it has none."""
    if len(value) > 1:
        value = sorted(
            value, key=lambda words: min(map(typed.index, set(words) & set(typed)), default=len(typed))
        )
    return [word for words in value for word in words]


def _members(value: Word) -> list[list[str]]:
    """The words of a value, of a subset those of each member."""
    if isinstance(value, list):
        return [words for member in value for words in _members(member)]
    if isinstance(value, bool) or value is None:
        return [[str(value).casefold()]]
    return [words_of(str(value))]


def words_of(text: str) -> list[str]:
    """The words of a name or value, in small letters."""
    return [word.casefold() for part in _WORD.findall(text) for word in part.split("_") if word]
