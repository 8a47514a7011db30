"""Which known name was meant? Suggestions for misspelt names, cautious on purpose.

A wrong suggestion costs the author more than none, so a name is offered only when it is near relative to its
length: by letters that look alike in two alphabets, by edit distance with transpositions
(Damerau-Levenshtein, the optimal string alignment form), by equal letters in another case or with other
separators, by the same words in another order, or by being the one name that completes the beginning that was
typed. Ties are all shown, up to three; more than that means
nobody knows.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from re import split as _split
from typing import Final

MAX_SUGGESTIONS = 3
# Names in rulesets are words; anything longer is not a misspelt name, and the cost grows with the square.
MAX_NAME_LENGTH = 64
# Shorter beginnings fit by accident: `ca` begins `card`, `camp` and `canoe`.
MIN_PREFIX = 3

#: Letters of other alphabets that can't be told by eye from a Latin one, which stands below each.
_ALIKE: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТХІЈЅοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijshdqwABEKMHOPCTXIJSoABEZHIKMNOPTYX",
)


def suggest(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The candidates that `name` most likely stands for, best first, at most three; empty when none is near.

    Equally near candidates come in alphabetical order. The exact name itself is never suggested.
    """
    if not name or len(name) > MAX_NAME_LENGTH:
        return ()
    known = {c for c in candidates if c and c != name and len(c) <= MAX_NAME_LENGTH}
    alike = [c for c in known if c.translate(_ALIKE) == name.translate(_ALIKE)]
    if alike:
        return _few(alike)
    folded = _fold(name)
    same = [c for c in known if _fold(c) == folded]
    if same:
        return _few(same)
    words = sorted(_words(name))
    if len(words) > 1:
        swapped = [c for c in known if sorted(_words(c)) == words]
        if swapped:
            return _few(swapped)
    best: list[str] = []
    best_distance = len(name)
    for candidate in known:
        other = _fold(candidate)
        limit = min(_allowed(folded, other), best_distance)
        distance = _distance(folded, other, limit)
        if distance is None or (distance == 1 and _is_short_swap(folded, other)):
            continue
        if distance < best_distance:
            best, best_distance = [], distance
        best.append(candidate)
    if best:
        return _few(best)
    if len(folded) >= MIN_PREFIX:
        completed = [c for c in known if _fold(c).startswith(folded)]
        if len(completed) == 1:
            return (completed[0],)
    return ()


def did_you_mean(name: str, near: tuple[str, ...]) -> str:
    """The question whether one of the names near to ``name`` is meant; and which of its letters are of
    another alphabet, where that is all that is wrong."""
    question = f"did you mean {' or '.join(near)}?"
    other = near[0] if near else ""
    if name.translate(_ALIKE) != other.translate(_ALIKE):
        return question
    letters = list(dict.fromkeys(a for a, b in zip(name, other, strict=True) if a != b))
    scripts = " and ".join(dict.fromkeys(unicodedata.name(x).partition(" ")[0].capitalize() for x in letters))
    told = " and ".join(f"'{letter}'" for letter in letters)
    what = f"is a {scripts} letter" if len(letters) == 1 else f"are {scripts} letters"
    return f"{question} {told} {what} here"


def _few(names: list[str]) -> tuple[str, ...]:
    return tuple(sorted(names)) if len(names) <= MAX_SUGGESTIONS else ()


def _words(name: str) -> list[str]:
    return [word for word in _split(r"[\s_\-]+", name.casefold()) if word]


def _fold(name: str) -> str:
    return "".join(_words(name))


def _allowed(a: str, b: str) -> int:
    """How many edits two names of these lengths may be apart: none up to 2 letters, then about one in
    four."""
    length = max(len(a), len(b))
    return 0 if length <= 2 else 1 if length <= 5 else 2 if length <= 9 else 3


def _is_short_swap(a: str, b: str) -> bool:
    """Whether two three-letter names differ in one letter: `cat` and `bat` are two names, not one
    misspelt."""
    return len(a) == len(b) == 3 and sorted(a) != sorted(b)


def _distance(a: str, b: str, limit: int) -> int | None:
    """The edit distance with transpositions of neighbours, or None when it is more than `limit`."""
    if abs(len(a) - len(b)) > limit or len(set(a) ^ set(b)) > 2 * limit:
        return None
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        following = [i] + [0] * len(b)
        for j, other in enumerate(b, 1):
            cost = min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            following[j] = cost
        if min(following) > limit and min(row) > limit:
            return None
        before, row = row, following
    return row[-1] if row[-1] <= limit else None
