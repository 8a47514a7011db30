"""Moves as people ask for them: the one-line form, in which parameters may be left out.

What it names must exist in the game: an action, its parameters, values of their types. Whether the move is
legal is another matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulewright.diagnostics import suggest
from rulewright.engine.moves import MoveError, read_move, write_move
from rulewright.engine.words import Word, Words
from rulewright.ruleset.model import Action
from rulewright.ruleset.types import Comp, SetOf, Type

_COPY = re.compile(r" \(\d+\)$")


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
            near = suggest(str(plain), words.component_names()) if isinstance(element, Comp) else ()
            help = f"; did you mean {' or '.join(near)}?" if near else ""
            raise MoveError(f"{member!r} is no value of {name}, which is of the type {element}{help}")
        if isinstance(element, Comp):
            owner = words.ruleset.components.owner
            fits = [i for i in fits if owner[i] == seat] or fits
        found.append(tuple(fits))
    return tuple(found)


def loosely(words: Words, text: str, seat: int) -> Wanted | None:
    """The move that a text means without signs: the beginning of an action's name, then its values in their
    order (``play gnu 16 3``); none if it can't be one move only."""
    typed = [word for word in re.split(r"[\s_,\[\]]+", text) if word]
    found: list[Wanted] = []
    for action in words.ruleset.actions.values():
        name = action.name.split("_")
        for count in range(min(len(name), len(typed)), 0, -1):
            if all(
                have.casefold().startswith(word.casefold())
                for have, word in zip(name, typed[:count], strict=False)
            ):
                params = _in_order(words, action, typed[count:], seat)
                if params is not None:
                    found.append(wanted(words, action.name, params, seat))
                    break
    whole = [w for w in found if typed[: len(w.action.split("_"))] == w.action.split("_")]
    best = whole or found
    return best[0] if len(best) == 1 else None


def _in_order(words: Words, action: Action, typed: list[str], seat: int) -> dict[str, Word] | None:
    """The words as values of the parameters, one after the other, the longest names first."""
    params: dict[str, Word] = {}
    for param in action.params:
        if not typed:
            break
        is_set = isinstance(param.local.type, SetOf)
        members: list[Word] = []
        while typed and (is_set or not members):
            value = next(
                (
                    (n, word)
                    for n in range(len(typed), 0, -1)
                    if (word := _value(words, param.local.type, typed[:n]))
                ),
                None,
            )
            if value is None:
                break
            members.append(value[1][0])
            typed = typed[value[0] :]
        if not members:
            return None
        params[param.local.name] = members if is_set else members[0]
    return None if typed else params


def _value(words: Words, type: Type, typed: list[str]) -> list[Word]:
    """The value that words spell, alone in a list; [] if they spell none."""
    element = type.element if isinstance(type, SetOf) else type
    for spelt in (" ".join(typed), "_".join(typed)):
        for word in (int(spelt) if spelt.isdecimal() else spelt, spelt):
            if words.values_of(element, word):
                return [word]
    return []
