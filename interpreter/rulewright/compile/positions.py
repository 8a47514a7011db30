"""Positions between their vector and what the layers above see: zones, variables, moves.

All functions take S as it lies; none knows how it is run. ``lay`` is the reverse of ``zones`` and
``variables`` and serves positions that someone makes up.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from typing import Final

from rulewright.compile import build as x
from rulewright.compile.layout import LOCATION, FamilyLayout, Layout, Universe, entries
from rulewright.machine.interface import Move, ZoneContent
from rulewright.ruleset.model import Action, LocalVar, Ruleset
from rulewright.ruleset.types import SetOf

Vector = MutableSequence[int]


def members(S: Sequence[int], at: int, of: Universe) -> list[int]:
    """The members of a set, ascending."""
    found: list[int] = []
    for i in range(of.count):
        word = S[at + i]
        base = (of.first + i) * x.WORD
        while word:
            low = word & -word
            found.append(base + low.bit_length() - 1)
            word ^= low
    return found


def put_members(S: Vector, at: int, of: Universe, values: Sequence[int] | frozenset[int]) -> None:
    words = of.masks(list(values))
    for i, word in enumerate(words):
        S[at + i] = word


# ---- zones -----------------------------------------------------------------------------------------------
def zones(layout: Layout, S: Sequence[int]) -> list[ZoneContent]:
    """The content of every zone by its number, the box first."""
    found = [_box(layout, S)]
    for family in layout.families.values():
        for i in range(family.size):
            found.append(_content(family, S, family.base + i * family.stride))
    return found


def _box(layout: Layout, S: Sequence[int]) -> ZoneContent:
    numbered = members(S, layout.box.base, layout.box.words)
    if not layout.alike:
        return ZoneContent(tuple(numbered))
    counts = dict.fromkeys(numbered, 1)
    counts.update((i, S[layout.box_count(i)]) for i in layout.alike if S[layout.box_count(i)])
    ids = tuple(sorted(counts))
    return ZoneContent(ids, counts=tuple(counts[i] for i in ids))


def _content(family: FamilyLayout, S: Sequence[int], at: int) -> ZoneContent:
    match family.kind:
        case "set":
            return ZoneContent(tuple(members(S, at, family.words)))
        case "kinds":
            counts = [(family.low + k, S[at + k]) for k in range(family.stride) if S[at + k]]
            return ZoneContent(tuple(i for i, _ in counts), counts=tuple(n for _, n in counts))
        case "kind":
            return ZoneContent((S[at],), counts=(1,)) if S[at] >= 0 else ZoneContent(())
        case "slot":
            return ZoneContent((S[at],) if S[at] >= 0 else ())
        case "row":
            return ZoneContent(tuple(S[at + 1 : at + 1 + S[at]]))
        case _:
            above = tuple(reversed(S[at + 1 : at + 1 + S[at]]))
            if not family.deep:
                return ZoneContent(above, (), len(above))
            unknown = at + 1 + family.capacity
            below = unknown + family.words.count
            return ZoneContent(
                (*above, *S[below + 1 : below + 1 + S[below]]),
                tuple(members(S, unknown, family.words)),
                len(above),
            )


def lay(layout: Layout, S: Vector, contents: Sequence[ZoneContent]) -> None:
    """All zones anew; components that are in none are out of the game."""
    for i in layout.numbered:
        S[LOCATION + i] = -1
    box = contents[0]
    put_members(S, layout.box.base, layout.box.words, [i for i in box.ids if i not in set(layout.alike)])
    for i in layout.alike:
        S[layout.box_count(i)] = 0
    for i, n in zip(box.ids, box.counts, strict=False):
        if i in set(layout.alike):
            S[layout.box_count(i)] = n
    number = 0
    _locate(layout, S, number, box.ids)
    for family in layout.families.values():
        for i in range(family.size):
            number = family.number + i
            _lay(family, S, family.base + i * family.stride, contents[number])
            if family.kind not in ("kinds", "kind"):
                _locate(layout, S, number, (*contents[number].ids, *contents[number].unknown))


def _locate(layout: Layout, S: Vector, number: int, ids: Sequence[int]) -> None:
    for i in ids:
        S[LOCATION + i] = number
    for i in layout.alike:
        S[LOCATION + i] = 0


def _lay(family: FamilyLayout, S: Vector, at: int, content: ZoneContent) -> None:
    for i in range(family.stride):
        S[at + i] = 0
    ids = content.ids
    match family.kind:
        case "set":
            put_members(S, at, family.words, ids)
        case "kinds":
            for i, n in zip(ids, content.counts or [1] * len(ids), strict=True):
                S[at + i - family.low] += n
        case "slot" | "kind":
            S[at] = ids[0] if ids else -1
        case "row":
            _items(S, at, ids)
        case _ if not family.deep:
            # Here every order is known; cards that come without one lie in that of the ruleset.
            above = content.above if content.unknown else len(ids)
            _items(S, at, (*ids[:above], *sorted(content.unknown), *ids[above:])[::-1])
        case _:
            unknown = at + 1 + family.capacity
            above = content.above if content.unknown else len(ids)
            put_members(S, unknown, family.words, content.unknown)
            _items(S, at, ids[:above][::-1])
            _items(S, unknown + family.words.count, ids[above:])


def _items(S: Vector, at: int, items: Sequence[int]) -> None:
    S[at] = len(items)
    for i, item in enumerate(items):
        S[at + 1 + i] = item


def local(layout: Layout, S: Sequence[int], var: LocalVar, at: int) -> int | frozenset[int]:
    """The value of a local that lives in S from S[at] on."""
    if isinstance(var.type, SetOf):
        return frozenset(members(S, at, layout.universe(var.type)))
    return S[at]


# ---- variables -------------------------------------------------------------------------------------------
def variables(ruleset: Ruleset, layout: Layout, S: Sequence[int]) -> list[list[int | frozenset[int]]]:
    """The entries of each variable in declared order."""
    found: list[list[int | frozenset[int]]] = []
    for variable in ruleset.variables.values():
        at = layout.variables[variable.name]
        n = entries(variable.keys)
        if isinstance(variable.type, SetOf):
            of = layout.universe(variable.type)
            found.append([frozenset(members(S, at + i * of.count, of)) for i in range(n)])
        else:
            found.append(list(S[at : at + n]))
    return found


def set_variable(
    ruleset: Ruleset, layout: Layout, S: Vector, number: int, values: Sequence[int | frozenset[int]]
) -> None:
    """All entries of one variable."""
    variable = list(ruleset.variables.values())[number]
    at = layout.variables[variable.name]
    of = layout.universe(variable.type) if isinstance(variable.type, SetOf) else None
    for i, value in enumerate(values):
        if of is None:
            assert isinstance(value, int)
            S[at + i] = value
        else:
            assert not isinstance(value, int)
            put_members(S, at + i * of.count, of, value)


# ---- moves -----------------------------------------------------------------------------------------------
class Moves:
    """Reads listed moves. The same words give the same Move, made once, since most moves are listed again and
    again."""

    MOST: Final = 50_000
    """Moves that are remembered."""

    def __init__(self, layout: Layout, actions: Sequence[Action]) -> None:
        self._layout = layout
        self._actions = actions
        self._words = [1 + sum(layout.width(p.local.type) for p in a.params) for a in actions]
        self._made: dict[tuple[int, ...], Move] = {}

    def read(self, L: Sequence[int], at: int, stride: int, n: int) -> list[Move]:
        """The n moves from L[at] on."""
        found: list[Move] = []
        for start in range(at, at + n * stride, stride):
            number = L[start]
            words = tuple(L[start : start + (self._words[number] if number >= 0 else 1)])
            move = self._made.get(words)
            if move is None:
                if len(self._made) >= self.MOST:
                    self._made.clear()
                move = self._made[words] = self._move(words)
            found.append(move)
        return found

    def _move(self, words: tuple[int, ...]) -> Move:
        number = words[0]
        if number < 0:
            return Move(number)
        params: list[int | tuple[int, ...]] = []
        at = 1
        for param in self._actions[number].params:
            if isinstance(param.local.type, SetOf):
                of = self._layout.universe(param.local.type)
                params.append(tuple(members(words, at, of)))
                at += of.count
            else:
                params.append(words[at])
                at += 1
        return Move(number, tuple(params))


def move_words(layout: Layout, actions: Sequence[Action], move: Move) -> Iterator[int]:
    """A move as it is listed."""
    yield move.action
    if move.action < 0:
        return
    for param, value in zip(actions[move.action].params, move.params, strict=True):
        if isinstance(value, tuple):
            yield from layout.universe(param.local.type).masks(list(value))
        else:
            yield value
