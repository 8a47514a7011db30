"""Short signs for what lies on a board, and the key that tells what they mean.

A cell of a drawn board has room for a few letters. What is short stands for itself; a piece gets the
initials of its name in capitals (``L1`` for the lion of seat 1), a mark of the board small letters. A sign
always means one thing, and the key says which.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

#: Longer texts get a sign.
_LONGEST = 2

_WORD = re.compile(r"\d+|[^\W\d_]+")

#: Words between a piece and whose it is, which have no initial in a sign.
_LITTLE = {"of", "von", "του", "di"}


class Signs:
    """Gives signs, each to one text, in the order in which they are asked for."""

    def __init__(self) -> None:
        self._signs: dict[str, str] = {}
        self._taken: set[str] = set()

    def piece(self, name: str, count: int = 1) -> str:
        """The sign of a component by its name, with how many there are if it is more than one."""
        sign = self._sign(name, _initials(name).upper())
        return sign if count == 1 else f"{count}{sign}"

    def mark(self, text: str, stroke: str | None = None) -> str:
        """The sign of something printed or put on the board itself: the stroke, if no other text has it."""
        if stroke is not None and stroke not in self._taken:
            return self._sign(text, stroke)
        return self._sign(text, _abbreviation(text).lower())

    def _sign(self, text: str, proposed: str) -> str:
        if text not in self._signs:
            sign = text if len(text) <= _LONGEST else proposed
            number = 2
            while sign in self._taken:
                sign = f"{proposed}'" if number == 2 else f"{proposed}{number}"
                number += 1
            self._signs[text] = sign
            self._taken.add(sign)
        return self._signs[text]

    def key(self, kinds: Mapping[str, str] | None = None) -> str:
        """What the signs mean, in one line; empty where each stands for itself. ``kinds``: for names of
        pieces what they are (``antelope A of 1`` -> ``antelope``); then the initials of that are told once
        for all."""
        parts: dict[str, None] = {}
        initials = {kind: _initials(kind).upper() for kind in (kinds or {}).values()}
        shared = Counter(initials.values())
        for text, sign in self._signs.items():
            kind = (kinds or {}).get(text)
            begun = initials.get(kind or "", "")
            if kind is not None and shared[begun] == 1 and sign.startswith(begun) and "'" not in sign:
                parts[f"{begun} {kind}"] = None
            elif sign != text:
                parts[f"{sign} {text}"] = None
        return ", ".join(parts)


def _initials(name: str) -> str:
    """``antelope A of 1`` -> ``aA1``, ``gnu 37`` -> ``g37``."""
    words = [word for word in _WORD.findall(name) if word not in _LITTLE]
    return "".join(word if word.isdecimal() else word[0] for word in words) or "?"


def _abbreviation(text: str) -> str:
    """``dock`` -> ``doc``, ``fallen tree`` -> ``ft``."""
    words = _WORD.findall(text)
    return words[0][:3] if len(words) == 1 else _initials(text)
