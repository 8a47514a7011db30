"""The types of the language's values. Every value but a set is one small integer.

========  ==========================  =====================================
type      values in the language      as an integer
========  ==========================  =====================================
Int       lo..hi                      itself
Bool      false, true                 0, 1
Enum      its names, in order         0, 1, ...
Player    seat 1, 2, ...              0, 1, ...
Comp      components or alike kinds   their id (model.Components)
Space     the spaces of a board       0, 1, ... in the board's order
Line      lines of a board            row in the board's table of lines
Spot      placements of shapes        row in the table of placements
Opt       none, or the base's         NONE (-1), or the base's
SetOf     sets of the element         no integer: a bit set
========  ==========================  =====================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

#: How none is written as an integer; the base of an Opt therefore has no negative values.
NONE = -1

#: What plain ``integer`` means, and the bound of every number.
INT_MIN, INT_MAX = -(2**31) + 1, 2**31 - 1


@dataclass(frozen=True, slots=True)
class Int:
    lo: int
    hi: int

    def __str__(self) -> str:
        if (self.lo, self.hi) == (INT_MIN, INT_MAX):
            return "integer"
        return str(self.lo) if self.lo == self.hi else f"{self.lo}..{self.hi}"


@dataclass(frozen=True, slots=True)
class Bool:
    def __str__(self) -> str:
        return "boolean"


@dataclass(frozen=True, slots=True)
class Enum:
    """``name`` is the enum's, or the ruling's whose readings it has, or ``path of BOARD``."""

    name: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Player:
    def __str__(self) -> str:
        return "player"


@dataclass(frozen=True, slots=True)
class Comp:
    """Components of one or more leaf families (by name, in the order of their ids). ``name``: how an author
    says it."""

    leaves: tuple[str, ...]
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Space:
    board: str

    def __str__(self) -> str:
        return self.board


@dataclass(frozen=True, slots=True)
class Line:
    """The lines of ``length`` spaces of a board; a value also serves as the set of its spaces.

    The table's rows: the lines the board lists (graph); on a grid start spaces ascending, for each the
    directions in their order, each set of spaces once."""

    board: str
    length: int

    def __str__(self) -> str:
        return f"line of {self.length} on {self.board}"


@dataclass(frozen=True, slots=True)
class Spot:
    """The distinct placements of a table of shapes on a board; a value also serves as the set of its
    spaces."""

    shapes: str
    board: str

    def __str__(self) -> str:
        return f"placement of {self.shapes}"


@dataclass(frozen=True, slots=True)
class SetOf:
    element: Scalar

    def __str__(self) -> str:
        return f"set of {self.element}"


@dataclass(frozen=True, slots=True)
class Opt:
    base: Scalar

    def __str__(self) -> str:
        return f"{self.base} or none"


@dataclass(frozen=True, slots=True)
class NoneType:
    """The type of the word none alone."""

    def __str__(self) -> str:
        return "none"


Scalar: TypeAlias = Int | Bool | Enum | Player | Comp | Space | Line | Spot
Type: TypeAlias = Scalar | SetOf | Opt | NoneType
