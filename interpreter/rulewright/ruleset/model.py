"""What a ruleset declares, with every name resolved and every table filled: plain data, no behaviour of play.

Made by the checker; read by the evaluator, the compiler, views, scenarios and reports. All sizes are for the
most players the ruleset allows; the seats and the components of absent players exist in the layout and are
never in play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from rulewright.diagnostics import Place
from rulewright.ruleset.origins import Origins
from rulewright.ruleset.types import Comp, Scalar, Type

if TYPE_CHECKING:
    from rulewright.ruleset import core

#: A text for people in one or more languages: language code -> text. The first is the ruleset's own.
Text = dict[str, str]

Who = Literal["everyone", "owner", "nobody"]


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    text: Text
    absent: str | None
    """The scenario that shows a rule which holds by absence, or none."""
    place: Place


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question of the rulebook. With ``readings`` it is an option: ``index`` counts those rulings only,
    from 0, and its value in play is the number of the reading, or OPEN."""

    name: str
    question: Text
    rules: tuple[str, ...]
    answer: Text | None
    readings: dict[str, Text]
    chosen: str | None
    index: int
    place: Place


#: The value of a ruling under the built-in reading ``open``.
OPEN = -1


@dataclass(frozen=True, slots=True)
class Family:
    """A component type: a leaf that has components, or a family of families. ``first``..``first + count - 1``
    are its ids: a family's ids are contiguous, its parts in the order they were written."""

    name: str
    parent: str | None
    leaves: tuple[str, ...]
    first: int
    count: int
    alike: bool
    per_player: bool
    """Whether some of its components belong to a player (they have the field ``owner``)."""
    fields: dict[str, Type]
    """The fields of a leaf, inherited ones included; of a family, those that all its leaves share."""
    place: Place


@dataclass(frozen=True, slots=True)
class Components:
    """All components by id. An id is one component, or one kind of alike pieces with ``copies`` of them."""

    families: dict[str, Family]
    """In the order of their first ids, a parent before its parts."""
    leaf_of: tuple[str, ...]
    copies: tuple[int, ...]
    owner: tuple[int, ...]
    """Seat of the owner or -1. Components of a seat that is not taken are out of the game: in no zone, in no
    domain."""
    values: dict[str, tuple[int, ...]]
    """Field name -> value by id; 0 where the component has no such field."""
    kind_class: tuple[int, ...]
    """Equal for two ids exactly if leaf and all fields are equal: what ``one of each kind`` compares
    first."""
    named: dict[str, dict[str, tuple[str | core.Expr, ...]]]
    """Leaf -> language -> how a component is called, a template over the component (local id 0); the first
    language is the one of logs and scenarios."""

    def __len__(self) -> int:
        return len(self.leaf_of)

    def ids(self, type: Comp) -> list[int]:
        """All ids of a type, ascending."""
        return [
            i
            for leaf in type.leaves
            for i in range(self.families[leaf].first, self.families[leaf].first + self.families[leaf].count)
        ]


@dataclass(frozen=True, slots=True)
class KeyType:
    """One index of a zone, variable or table: the integers ``offset`` .. ``offset + size - 1``."""

    type: Scalar
    offset: int
    size: int
    players: bool = False
    """Whether the index is the number of players (tables only)."""


@dataclass(frozen=True, slots=True)
class Sight:
    """``top`` and ``rest`` differ only for a pile; else both are what ``seen by`` says. ``counted``: who
    knows how many."""

    top: Who
    rest: Who
    counted: Who


ZoneKind = Literal["pile", "row", "set", "slot"]


@dataclass(frozen=True, slots=True)
class ZoneFamily:
    """A zone, or one for each index. Zones are numbered: 0 is the box, then family by family; the zone with
    indexes i, j, ... has the number ``first`` + their mixed-radix value."""

    name: str
    kind: ZoneKind
    element: Comp
    keys: tuple[KeyType, ...]
    sight: Sight
    at_most: int
    """Capacity; without the clause, the number of pieces of the element type (1 for a slot)."""
    refilled_from: str | None
    first: int
    size: int
    alike: bool
    rules: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    type: Type
    keys: tuple[KeyType, ...]
    start: int
    """The value each entry starts at (a set starts empty)."""
    seen_by: Who
    rules: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Table:
    """Constant data. ``values`` in mixed-radix order of the keys; a missing entry is MISSING and a fault when
    read."""

    name: str
    type: Type
    keys: tuple[KeyType, ...]
    values: tuple[int, ...]
    because: Text | None
    """The reason, for an assumption."""
    rules: tuple[str, ...]
    place: Place


#: A table's entry that nothing fills.
MISSING = -(2**31)

BoardKind = Literal["spaces", "track", "square", "hexagon", "graph", "paths"]


@dataclass(frozen=True, slots=True)
class Board:
    """Spaces and how they lie. ``neighbours`` by space; for square and hexagon ``columns`` and ``ranks`` by
    space, from 1 (a hexagon's rows count from the top, and columns within a row), and ``directions``: name ->
    the space one step that way or -1, by space; ``paths``: name -> spaces in order."""

    name: str
    kind: BoardKind
    spaces: tuple[str, ...]
    width: int
    height: int
    columns: tuple[int, ...]
    ranks: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    directions: dict[str, tuple[int, ...]]
    paths: dict[str, tuple[int, ...]]
    lines: tuple[tuple[int, ...], ...]
    """The lines an author listed (graph)."""
    because: Text | None
    rules: tuple[str, ...]
    place: Place

    @property
    def extent(self) -> str:
        """The first and last space, for messages: ``a1 to h8``."""
        holes = self.kind == "square" and len(self.spaces) < self.width * self.height
        return f"{self.spaces[0]} to {self.spaces[-1]}{', with holes' if holes else ''}"


@dataclass(frozen=True, slots=True)
class Shapes:
    """Placements of shapes on a board: ``placements[shape]`` lists the distinct sets of spaces."""

    name: str
    board: str
    enum: str
    placements: tuple[tuple[tuple[int, ...], ...], ...]
    because: Text | None
    place: Place


@dataclass(frozen=True, slots=True)
class LocalVar:
    """A constant name: parameter, ``let``, loop variable, ``me``. ``id`` is unique in the ruleset."""

    id: int
    name: str
    type: Type


@dataclass(slots=True)
class Definition:
    """A pure expression with parameters. ``needs_me``: reads ``me``, so callers pass it (parameter 0 then is
    me)."""

    name: str
    parameters: tuple[LocalVar, ...]
    needs_me: bool
    type: Type
    body: core.Expr
    rules: tuple[str, ...]
    place: Place


@dataclass(slots=True)
class Procedure:
    """Steps with parameters by value. ``decides``: a choose or together can be reached from it."""

    name: str
    parameters: tuple[LocalVar, ...]
    needs_me: bool
    body: tuple[core.Step, ...]
    decides: bool
    rules: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter of an action: a value of ``domain`` (``local`` is the candidate in ``where`` and
    ``if_possible``).

    ``low`` is none: one value. Else a subset of the domain with ``low``..``high`` members (``high`` none:
    all), each of them for the local as a set; ``where`` and ``if_possible`` then are asked of the whole
    subset. Subsets come in ascending order of the number whose bit i stands for the i-th member of the
    domain.

    A value that the domain gives twice is one candidate. First all of ``where`` must hold; then each of
    ``if_possible`` in turn keeps the candidates for which it holds, if there are any; last,
    ``one_of_each_kind`` keeps the first of those that can stand for each other (no subsets).
    """

    local: LocalVar
    domain: core.Domain
    where: tuple[core.Expr, ...]
    if_possible: tuple[core.Expr, ...]
    one_of_each_kind: bool
    low: core.Expr | None
    high: core.Expr | None
    place: int


@dataclass(slots=True)
class Action:
    """``given``: parameters fixed by the step that asks (``with:``). ``me`` is the actor's local."""

    name: str
    index: int
    me: LocalVar
    given: tuple[LocalVar, ...]
    when: core.Expr | None
    params: tuple[Param, ...]
    body: tuple[core.Step, ...]
    say: dict[str, tuple[str | core.Expr, ...]]
    """Language -> template pieces; empty: the action's name and parameters."""
    decides: bool
    rules: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class RankKey:
    highest: bool
    value: core.Expr


@dataclass(frozen=True, slots=True)
class Result:
    """``score``, ``rank`` and ``winners`` are asked for each player with ``me`` bound to ``me``. Players
    equal in all keys share a place. Without ``winners`` the first place wins. ``cut_off``: whether a game
    that is over was ended by a limit of the ruleset and not by the rules of the game; ``means``: what its
    result then is."""

    me: LocalVar
    score: core.Expr | None
    rank: tuple[RankKey, ...]
    winners: core.Expr | None
    rules: tuple[str, ...]
    cut_off: core.Expr | None = None
    means: Text = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Invariant:
    """What must always hold: asked, without any actor, whenever a decision is put and at the end of a game
    that no fault has ended. Where it doesn't hold, that is fault broken-invariant. It looks at no place of a
    pile of which the card may be unknown, so nothing is drawn for it."""

    name: str
    condition: core.Expr
    place: int


@dataclass(frozen=True, slots=True)
class CodePlace:
    """Where a step or an expression that can fault stands, and the rules it carries out."""

    place: Place
    rules: tuple[str, ...]
    what: str
    """The source text, for messages."""


@dataclass(slots=True)
class Ruleset:
    """One checked ruleset."""

    id: str
    path: str
    text_hash: str
    """sha256 of the ruleset's text (hex) with any replaced data."""
    title: Text
    about: Text
    players: tuple[int, int]
    move_limit: int | None
    rules: dict[str, Rule]
    rulings: dict[str, Ruling]
    enums: dict[str, tuple[str, ...]]
    components: Components
    boards: dict[str, Board]
    shapes: dict[str, Shapes]
    zones: dict[str, ZoneFamily]
    zone_count: int
    variables: dict[str, Variable]
    tables: dict[str, Table]
    definitions: dict[str, Definition]
    procedures: dict[str, Procedure]
    actions: dict[str, Action]
    setup: tuple[core.Step, ...]
    play: tuple[core.Step, ...]
    result: Result
    places: list[CodePlace]
    labels: dict[str, dict[str, str]]
    """Language -> name -> what it is called there."""
    citations: dict[str, list[Place]] = field(default_factory=dict)
    """Rule -> every place that cites it."""
    sets: dict[str, tuple[Type, tuple[int, ...]]] = field(default_factory=dict)
    """Constant sets: the type of their members, and these. Play has them in its expressions; this is for
    those who show a table."""
    numbers: dict[str, tuple[int, Text | None]] = field(default_factory=dict)
    """Constant numbers, each with the reason if it is an assumption; for those who show them."""

    invariants: tuple[Invariant, ...] = ()
    origins: Origins = field(default_factory=Origins, compare=False, repr=False)
    """Where the nodes of expressions were written."""

    def options(self) -> list[Ruling]:
        """The rulings with readings, by index."""
        return [r for r in self.rulings.values() if r.readings]

    def reading_numbers(self, readings: Mapping[str, str] | None = None) -> tuple[int, ...]:
        """The number of each option's reading: the one that ``readings`` names for it (``open``: OPEN), else
        the one that the ruleset chose."""
        wanted = {option.name: str(option.chosen) for option in self.options()} | dict(readings or {})
        return tuple(
            OPEN if wanted[option.name] == "open" else list(option.readings).index(wanted[option.name])
            for option in self.options()
        )

    def reading_names(self, numbers: Sequence[int]) -> dict[str, str]:
        """The other way round: by option the reading of that number, ``open`` for OPEN."""
        return {
            option.name: "open" if number == OPEN else list(option.readings)[number]
            for option, number in zip(self.options(), numbers, strict=True)
        }
