"""Moves as people ask for them: the one-line form, in which parameters may be left out.

What it names must exist in the game: an action, its parameters, values of their types. Whether the move is
legal is another matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.diagnostics import suggest
from rulewright.engine.moves import MoveError, read_move, write_move, write_word
from rulewright.engine.words import Word, Words
from rulewright.explain.phrases import phrase
from rulewright.ruleset.model import Action
from rulewright.ruleset.types import INT_MIN, Comp, Int, Opt, SetOf, Type

_COPY = re.compile(r" \(\d+\)$")

#: Of a type with no more values than this all are named to who names none, of others the first ones.
_FEW = 12
_VALUES = 8


@dataclass(frozen=True)
class Wanted:
    """A move that is asked about. ``values``: for each parameter that is given what its words can mean: for
    each member of a subset (or the one value) the values, of which several only for components of one
    name."""

    action: str
    params: dict[str, Word] = field(default_factory=dict)
    values: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The move in its one-line form."""
        return write_move(self.action, self.params)


def read_wanted(words: Words, text: str, seat: int) -> Wanted:
    """The move that a text says; ``seat``: whose, for names that several players' pieces have. Raises
    MoveError for what doesn't exist."""
    action, params = read_move(text)
    if action == "done":
        if params:
            raise MoveError("done has no parameters")
        return Wanted("done")
    return wanted(words, action, params, seat)


def wanted(words: Words, action: str, params: dict[str, Word], seat: int) -> Wanted:
    """The same of an action and its parameters, as logs have them."""
    known = words.ruleset.actions
    if action == "done":
        return Wanted("done")
    if action not in known:
        near = suggest(action, known)
        help = f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(known)}"
        raise MoveError(f"there is no action {action!r}{help}")
    values = {name: _values(words, known[action], name, word, seat) for name, word in params.items()}
    return Wanted(action, params, values)


def _values(words: Words, action: Action, name: str, word: Word, seat: int) -> tuple[tuple[int, ...], ...]:
    types = {param.local.name: param.local.type for param in action.params}
    if name not in types:
        names = ", ".join(types) or "none"
        raise MoveError(f"{action.name} has no parameter {name!r}; its parameters: {names}")
    type = types[name]
    if isinstance(type, SetOf) != isinstance(word, list):
        what = "several things, written [a, b]" if isinstance(type, SetOf) else "one thing"
        raise MoveError(f"{name} of {action.name} is {what}")
    element = type.element if isinstance(type, SetOf) else type
    found: list[tuple[int, ...]] = []
    for member in word if isinstance(word, list) else [word]:
        plain = _COPY.sub("", member) if isinstance(member, str) else member
        fits = words.values_of(element, plain) or words.values_of(element, str(plain))
        if not fits:
            raise MoveError(f"{member!r} is no value of {name}, {_help(words, element, str(plain))}")
        if isinstance(element, Comp):
            owner = words.ruleset.components.owner
            fits = [i for i in fits if owner[i] == seat] or fits
        found.append(tuple(fits))
    return tuple(found)


def passed_over(words: Words, passed: Sequence[str], move: Wanted, language: str) -> str:
    """What is told of words that fit nothing: which move is told of without them, and of each parameter that
    isn't given the values, or the first few."""
    action = words.ruleset.actions.get(move.action)
    open = [
        f"{param.local.name}: {_told(words, type)}"
        for param in (() if action is None else action.params)
        if param.local.name not in move.values
        and not isinstance(type := _element(param.local.type), Int | Opt)
    ]
    return phrase(
        "passed_over", language, words=", ".join(map(repr, passed)), move=move.text,
        values=f" ({'; '.join(open)})" if open else "",
    )  # fmt: skip


def _element(type: Type) -> Type:
    return type.element if isinstance(type, SetOf) else type


def _help(words: Words, type: Type, typed: str) -> str:
    """What a value of a type is: what is near to what was typed, or else all of them or the first few."""
    if isinstance(type, Int):
        return f"which is a number of {type}" if type.lo > INT_MIN else "which is a number"
    near = suggest(typed, _known(words, type))
    if near:
        return f"which is of the type {type}; did you mean {' or '.join(near)}?"
    return f"which is of the type {type}: {_told(words, type)}"


def _known(words: Words, type: Type) -> list[str]:
    """What the values of a type are called."""
    called = [
        words.names[value] if isinstance(type, Comp) else write_word(words.word(type, value))
        for value in words.values(type)
    ]
    return list(dict.fromkeys(called))


def _told(words: Words, type: Type) -> str:
    """The values of a type, of many the first few and how many there are."""
    known = _known(words, type)
    few = len(known) <= _FEW
    return ", ".join(known) if few else f"{', '.join(known[:_VALUES])}, ... ({len(known)} in all)"
