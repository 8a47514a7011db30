"""The syntax tree of the language of the strings.

Frozen values with the offsets (``start``, ``end``: code points into the string they were parsed from) that
let every message point at its place. They say what was written, not what it means: names are unresolved and
nothing is typed. ``Node.depth`` is kept while the tree is built bottom up, so that a hostile string can't
build a tree that overflows the stack of whoever walks it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Node:
    """Anything with a place: ``start`` inclusive, ``end`` exclusive."""

    start: int
    end: int


def depth_of(node: object) -> int:
    """How deep the tree under ``node`` is; linear in its size."""
    deepest = 0
    stack: list[tuple[object, int]] = [(node, 1)]
    while stack:
        item, depth = stack.pop()
        deepest = max(deepest, depth)
        if isinstance(item, tuple):
            stack.extend((child, depth) for child in item)
        elif isinstance(item, Node):
            stack.extend(
                (getattr(item, f.name), depth + 1) for f in fields(item) if f.name not in ("start", "end")
            )
    return deepest


@dataclass(frozen=True, slots=True)
class Ident(Node):
    text: str


# --- expressions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """``true``, ``false`` or ``none``."""

    value: bool | None


@dataclass(frozen=True, slots=True)
class Name(Node):
    text: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Field(Node):
    base: Expr
    name: Ident


@dataclass(frozen=True, slots=True)
class IfElse(Node):
    condition: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class OrElse(Node):
    """``(value else other)``: ``other`` where ``value`` is none."""

    value: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class And(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    item: Expr


@dataclass(frozen=True, slots=True)
class Negative(Node):
    item: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """``op`` is one of ``+ - * div mod``."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """``op`` is one of ``= != < <= > >=``."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Member(Node):
    """``item in domain`` as a condition."""

    item: Expr
    domain: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Meets(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IsWhat(Node):
    """``value is [not] none`` or ``is [not] empty``."""

    value: Expr
    what: str
    negated: bool


@dataclass(frozen=True, slots=True)
class IsType(Node):
    """``value is [not] lion``: the test that also narrows."""

    value: Expr
    type: Ident
    negated: bool


@dataclass(frozen=True, slots=True)
class RangeOf(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class SideOf(Node):
    """``left of p`` or ``right of p``."""

    side: str
    player: Expr


@dataclass(frozen=True, slots=True)
class NumberOfPlayers(Node):
    pass


@dataclass(frozen=True, slots=True)
class BoardValues(Node):
    """``path of river``, ``direction of cell``: the names of the paths or directions of a board, as an
    enum. ``what``: path or direction."""

    what: str

    board: Ident


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Filtered(Node):
    """``lion in deck`` where a domain stands: what of the domain is of the type."""

    type: Expr
    domain: Expr


@dataclass(frozen=True, slots=True)
class Binder(Node):
    name: Ident
    domain: Expr


@dataclass(frozen=True, slots=True)
class Key(Node):
    """One key to sort by."""

    value: Expr
    descending: bool


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """``any|all|sum|min|max|set(value for binders where condition)``."""

    kind: str
    value: Expr
    binders: tuple[Binder, ...]
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Extreme(Node):
    """``min(a, b)`` and ``max(a, b)`` of numbers."""

    kind: str
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Selection(Node):
    """``count|find|the(binder where condition by keys)``."""

    kind: str
    binder: Binder
    where: Expr | None
    by: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Can(Node):
    """``can(p, action, ...)``: has ``p`` a legal choice of one of the actions."""

    player: Expr
    actions: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Walk(Node):
    """``walk(from s, up to n, over x in D where C, ending y in E where F)``: the longest walk that revisits
    nothing. Whether the parts it needs are there is for the checker to say."""

    origin: Expr | None
    up_to: Expr | None
    over: Binder | None
    over_where: Expr | None
    ending: Binder | None
    ending_where: Expr | None


Expr: TypeAlias = (
    "Number | Constant | Name | Index | Call | Field | IfElse | OrElse | And | Or | Not | Negative | Binary"
    " | Compare | Member | Meets | IsWhat | IsType | RangeOf | SideOf | NumberOfPlayers | BoardValues"
    " | ListOf | Filtered | Aggregate | Extreme | Selection | Can | Walk"
)


# --- types and declarations ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class IntegerType(Node):
    pass


@dataclass(frozen=True, slots=True)
class BooleanType(Node):
    pass


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """One name, or several families joined by ``or``."""

    names: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class SetType(Node):
    element: TypeNode


@dataclass(frozen=True, slots=True)
class BoardType(Node):
    """``what``: path or direction."""

    what: str
    board: Ident


@dataclass(frozen=True, slots=True)
class OptionalType(Node):
    base: TypeNode


@dataclass(frozen=True, slots=True)
class PlayersKey(Node):
    """``number of players`` as the key of a table."""


TypeNode: TypeAlias = "RangeType | IntegerType | BooleanType | NamedType | SetType | BoardType | OptionalType"
KeyNode: TypeAlias = "RangeType | NamedType | BoardType | PlayersKey"


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """A clause of a declaration or a step: its word and, where it has one, its value."""

    word: str
    value: Expr | Ident | str | None


@dataclass(frozen=True, slots=True)
class TableHead(Node):
    type: TypeNode
    keys: tuple[KeyNode, ...]


@dataclass(frozen=True, slots=True)
class ZoneDeclaration(Node):
    kind: str
    element: NamedType
    keys: tuple[KeyNode, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class VariableDeclaration(Node):
    type: TypeNode
    keys: tuple[KeyNode, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Setting(Node):
    field: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Make(Node):
    count: Expr
    per_player: bool
    binders: tuple[Binder, ...]
    where: Expr | None
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    type: TypeNode
    name: Ident


@dataclass(frozen=True, slots=True)
class Signature(Node):
    name: Ident
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """The domain of one parameter. ``quantity``: none for one value, else ``some``, ``any`` or an
    expression."""

    quantity: str | Expr | None
    domain: Expr
    where: Expr | None
    if_possible: tuple[Expr, ...]
    one_of_each_kind: bool


@dataclass(frozen=True, slots=True)
class For(Node):
    name: Ident
    domain: Expr
    origin: Expr | None
    where: Expr | None
    by: tuple[Key, ...]
    numbered: Ident | None
    reversed: bool


@dataclass(frozen=True, slots=True)
class Turns(Node):
    origin: Expr
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Times(Node):
    """``kind``: ``range`` (low, high; equal for one number), ``any``, ``long`` or ``most`` (high, if there
    is a bound)."""

    kind: str
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, slots=True)
class Rank(Node):
    highest: bool
    value: Expr


@dataclass(frozen=True, slots=True)
class Size(Node):
    """``8 by 8`` or ``6``."""

    first: Expr
    second: Expr | None


# --- steps ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target(Node):
    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RandomOf(Node):
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class What(Node):
    """What moves. ``kind``: component, all, every, some, of_kind, random."""

    kind: str
    value: Expr | None
    type: Ident | None
    source: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    what: What
    end_of: str | None
    zone: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Deal(Node):
    count: Expr
    source: Expr
    to: Ident
    first: Expr | None


@dataclass(frozen=True, slots=True)
class Assign(Node):
    target: Target
    value: Expr | RandomOf


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: Ident
    value: Expr | RandomOf


@dataclass(frozen=True, slots=True)
class Add(Node):
    value: Expr
    target: Target


@dataclass(frozen=True, slots=True)
class Take(Node):
    value: Expr
    target: Target


@dataclass(frozen=True, slots=True)
class Roll(Node):
    target: Target


@dataclass(frozen=True, slots=True)
class Show(Node):
    what: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class Run(Node):
    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Stop(Node):
    name: Ident | None


@dataclass(frozen=True, slots=True)
class DropOut(Node):
    player: Expr


StepNode: TypeAlias = "Move | Shuffle | Deal | Assign | Let | Add | Take | Roll | Show | Run | Stop | DropOut"
