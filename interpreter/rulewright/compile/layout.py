"""Where everything of a position lies in its one vector S.

Every offset is fixed and sized for the most players, so that a position is copied, compared and hashed as a
vector, and so that the program can address it without looking anything up. In order: where play stands, the
place of each component, variables, zones, and then what the program keeps across decisions (locals,
snapshots, answers), which is allotted while the program is emitted. Whatever is not in use holds its default,
mostly 0: equal positions are equal vectors.

A zone lies there in the form that its kind is asked about most:

====  ==================================================================================
set   bit words over the ids of its element type; of alike pieces: how many of each kind
slot  the id, or -1
row   the size, then the items from the first
pile  the size, then the known cards above from the lowest to the top; if it is ever shuffled
      the bit words of the unknown cards, then the size and cards of those known below, from
      the upmost to the bottom
box   a set of all numbered components, then how many of each alike kind
====  ==================================================================================

Bit sets are aligned: member v is bit v % 63 of word v // 63, less the first word that the type has. So sets
over different types of components go together with word operations alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rulewright.compile import geometry
from rulewright.compile.build import WORD
from rulewright.limits import MAX_COMPONENTS
from rulewright.ruleset import core
from rulewright.ruleset.model import Procedure, Ruleset, ZoneFamily
from rulewright.ruleset.types import (
    INT_MAX,
    INT_MIN,
    Bool,
    Comp,
    Enum,
    Int,
    Line,
    NoneType,
    Opt,
    Player,
    SetOf,
    Space,
    Spot,
    Type,
)

SITE = 0
"""Number of the decision that is awaited, OVER at the end. While play runs, this and the next two are those
of the decision before: they mean something only when it has stopped."""
AWAITED = 1
"""Bit mask of the seats that have a choice to make; 0 at the end."""
COUNT = 2
"""How many moves the lowest awaited seat has; 0 at the end."""
DROPPED = 3
"""Bit mask of the seats that have dropped out."""
ANSWERED = 4
"""In a together: bit mask of the seats that took part and whose body has not run."""
LOCATION = 5
"""From here on, for each component id, the number of its zone; -1 if it is out of the game, 0 for alike
kinds."""

OVER = -1


@dataclass(frozen=True, slots=True)
class Universe:
    """The words of a bit set: ``count`` words, the first of which holds the members ``first * 63`` and on."""

    first: int
    count: int

    def word(self, value: int) -> int:
        return value // WORD - self.first

    def masks(self, members: list[int]) -> list[int]:
        """The members that lie in the universe, as words."""
        words = [0] * self.count
        for v in members:
            if 0 <= self.word(v) < self.count:
                words[self.word(v)] |= 1 << v % WORD
        return words


class TooBig(Exception):
    """A ruleset that is within all other limits, but whose positions or program are not."""


MAX_WORDS = MAX_COMPONENTS // WORD + 2
"""Words of a set: all components have room."""


def universe(low: int, high: int) -> Universe:
    """The universe of the values low..high. Raises TooBig for a set of too many numbers."""
    words = max(0, high // WORD - low // WORD + 1)
    if words > MAX_WORDS:
        raise TooBig(
            f"a set of numbers from {low} to {high}, and no more than {MAX_COMPONENTS} may be in a set"
        )
    return Universe(low // WORD, words)


@dataclass(frozen=True, slots=True)
class FamilyLayout:
    """One family of zones. ``capacity`` is what the zone has room for, ``limit`` what it may hold (none: all
    there is)."""

    name: str
    kind: Literal["set", "slot", "row", "pile", "box", "kinds", "kind"]
    """``kinds`` and ``kind`` are set and slot of alike pieces."""
    base: int
    stride: int
    number: int
    size: int
    capacity: int
    limit: int | None
    low: int
    """The lowest id of the element type."""
    high: int
    words: Universe
    deep: bool = False
    """A pile that may have unknown cards (and then known ones below)."""
    refill: str | None = None


class Layout:
    """Offsets of one ruleset's positions."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.seats = ruleset.players[1]
        components = ruleset.components
        self.numbered = [
            i for i in range(len(components)) if not components.families[components.leaf_of[i]].alike
        ]
        self.alike = [i for i in range(len(components)) if components.families[components.leaf_of[i]].alike]
        at = LOCATION + len(components)
        self.variables: dict[str, int] = {}
        for variable in ruleset.variables.values():
            self.variables[variable.name] = at
            at += entries(variable.keys) * self.width(variable.type)
        self.families: dict[str, FamilyLayout] = {}
        deep = deep_piles(ruleset)
        for family in ruleset.zones.values():
            self.families[family.name] = self._family(family, at, family.name in deep)
            at += self.families[family.name].stride * family.size
        words = universe(0, max(0, len(components) - 1))
        self.box = FamilyLayout(
            "",
            "box",
            at,
            words.count + len(self.alike),
            0,
            1,
            len(components),
            None,
            0,
            len(components) - 1,
            words,
        )
        self.dynamic = at + self.box.stride
        """From here on lies what the program keeps across decisions."""

    def box_count(self, kind: int) -> int:
        """Where the box counts an alike kind. Kinds of one type lie side by side."""
        return self.box.base + self.box.words.count + self.alike.index(kind)

    def family(self, name: str) -> FamilyLayout:
        return self.families[name]

    def _family(self, family: ZoneFamily, base: int, deep: bool) -> FamilyLayout:
        ids = self.ruleset.components.ids(family.element)
        low, high = (ids[0], ids[-1]) if ids else (0, 0)
        pieces = sum(self.ruleset.components.copies[i] for i in ids) if family.alike else len(ids)
        limit = family.at_most if family.at_most < pieces else None
        capacity = min(family.at_most, pieces)
        words = universe(low, high)
        if family.alike:
            kind: Literal["set", "slot", "row", "pile", "kinds", "kind"]
            kind, stride = ("kind", 1) if family.kind == "slot" else ("kinds", high - low + 1)
        elif family.kind == "set":
            kind, stride = "set", words.count
        elif family.kind == "slot":
            kind, stride, limit = "slot", 1, 1
        elif family.kind == "row":
            kind, stride = "row", 1 + capacity
        else:
            kind, stride = "pile", 1 + capacity + (words.count + 1 + capacity if deep else 0)
        return FamilyLayout(
            *(
                family.name,
                kind,
                base,
                stride,
                family.first,
                family.size,
                capacity,
                limit,
                low,
                high,
                words,
                deep,
            ),
            refill=family.refilled_from,
        )

    # types
    def bounds(self, type: Type) -> tuple[int, int]:
        """The least and the greatest integer a value of the type may be."""
        match type:
            case Int(lo, hi):
                return lo, hi
            case Bool():
                return 0, 1
            case Enum(values=values):
                return 0, len(values) - 1
            case Player():
                return 0, self.seats - 1
            case Comp():
                ids = self.ruleset.components.ids(type)
                return (ids[0], ids[-1]) if ids else (0, 0)
            case Space(board):
                return 0, len(self.ruleset.boards[board].spaces) - 1
            case Line(board, length):
                return 0, max(1, len(geometry.lines(self.ruleset.boards[board], length))) - 1
            case Spot(shapes=shapes):
                return 0, max(1, len(geometry.spots(self.ruleset.shapes[shapes]))) - 1
            case Opt(base):
                low, high = self.bounds(base)
                return min(-1, low), high
            case NoneType():
                return -1, -1
            case SetOf():
                return INT_MIN, INT_MAX

    def universe(self, type: Type) -> Universe:
        """The words of a set of such elements (or of a set type)."""
        if isinstance(type, SetOf):
            type = type.element
        if isinstance(type, Opt):
            type = type.base
        return universe(*self.bounds(type))

    def width(self, type: Type) -> int:
        """How many words a value takes."""
        return self.universe(type).count if isinstance(type, SetOf) else 1


def entries(keys: tuple[object, ...]) -> int:
    """How many entries there are for the keys of a zone, variable or table."""
    total = 1
    for key in keys:
        total *= key.size  # type: ignore[attr-defined]
    return total


def deep_piles(ruleset: Ruleset) -> set[str]:
    """The families of piles that may come to have unknown cards: shuffled, refilled, or given those of such a
    pile."""
    moves: list[core.MoveAll] = []
    piles = {f.name for f in ruleset.zones.values() if f.kind == "pile"}
    deep = {f.name for f in ruleset.zones.values() if f.kind == "pile" and f.refilled_from is not None}

    def visit(step: core.Step) -> None:
        if isinstance(step, core.Shuffle):
            deep.add(step.zone.family)
        elif isinstance(step, core.MoveAll) and step.to.family in piles:
            moves.append(step)

    for steps in all_steps(ruleset):
        walk_steps(steps, visit)
    changed = True
    while changed:
        changed = False
        for move in moves:
            if move.source.family in deep and move.to.family not in deep:
                deep.add(move.to.family)
                changed = True
    return deep


def all_steps(ruleset: Ruleset) -> list[tuple[core.Step, ...]]:
    """Every list of steps of a ruleset that stands for itself."""
    procedures: list[Procedure] = list(ruleset.procedures.values())
    return [
        *(p.body for p in procedures),
        *(a.body for a in ruleset.actions.values()),
        ruleset.setup,
        ruleset.play,
    ]


def parts(step: core.Step) -> list[tuple[core.Step, ...]]:
    """The lists of steps inside a step."""
    match step:
        case core.If(then=then, other=other):
            return [then, other]
        case core.While() | core.Repeat() | core.For() | core.Turns():
            return [step.body]
        case core.Choose(otherwise=otherwise) if otherwise is not None:
            return [otherwise]
        case _:
            return []


def walk_steps(steps: tuple[core.Step, ...], visit: Callable[[core.Step], None]) -> None:
    """Call ``visit`` for each step, outer ones first. Nesting is bounded by the loader."""
    for step in steps:
        visit(step)
        for inner in parts(step):
            walk_steps(inner, visit)


def any_step(ruleset: Ruleset, kind: type) -> bool:
    """Whether there is a step of this kind anywhere."""
    found: list[core.Step] = []

    def visit(step: core.Step) -> None:
        if isinstance(step, kind):
            found.append(step)

    for steps in all_steps(ruleset):
        walk_steps(steps, visit)
    return bool(found)
