"""The resolved, typed tree of what a ruleset says: the one input of the reference evaluator and of the
compiler.

The checker makes it from the syntax tree: names are resolved, sugar is gone, each expression has its type.
What each node means is written beside it; together with docs/language.md this is the definition both ways of
running follow, so that the same tape gives the same game.

General rules
- Evaluation is left to right; ``And``, ``Or``, ``IfE``, ``OrElse`` and the quantifiers stop as soon as they
  know.
- An expression changes nothing and has no chance in it, with one exception: looking at a place of a pile
  whose cards are unknown (``End``, ``Nth``, and walking a pile in order) draws the card there: one chance
  event each, see Shuffle. ``Nth`` among unknown cards draws those above it first, from the top down;
  ``bottom`` draws the lowest of the unknown cards, which is known to lie there from then on. ``Size``,
  ``IsEmpty``, ``In``, ``Meets``, ``SameSet``, ``SetOp`` and ``MoveSet`` ask only what is in a zone: nothing
  is drawn for them.
- A pile ``refilled from`` a zone: when it is empty and a card is looked at or taken (``End``, ``MoveSome``,
  ``Deal``), all of that zone (the one with the same index, if it has indexes) is first moved there and is
  unknown, as MoveAll and Shuffle.
- Domains are walked in a fixed order (see Domain); every "first", tie and listing follows that order.
- A fault (Fault codes in machine/faults.py) is sticky: the first one ends the game.
- ``place`` is an index of Ruleset.places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulewright.ruleset.model import LocalVar
from rulewright.ruleset.types import Type

# --- expressions: each has ``type`` --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """A number, truth value, enum value, space, component, or none (NONE)."""

    type: Type
    value: int


@dataclass(frozen=True, slots=True)
class Local:
    type: Type
    var: LocalVar


@dataclass(frozen=True, slots=True)
class VarGet:
    """The value of a variable; with fewer indexes than keys never."""

    type: Type
    variable: str
    index: tuple[Expr, ...]
    place: int


@dataclass(frozen=True, slots=True)
class TableGet:
    """Fault table-entry where the entry is MISSING."""

    type: Type
    table: str
    index: tuple[Expr, ...]
    place: int


@dataclass(frozen=True, slots=True)
class FieldGet:
    """A constant field of a component, ``owner`` included. Fault wrong-kind if the component has no such
    field."""

    type: Type
    field: str
    component: Expr
    place: int


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading a ruling has in this game, as its number. Fault open-question under the reading
    ``open``."""

    type: Type
    ruling: str
    place: int


@dataclass(frozen=True, slots=True)
class Players:
    """The number of players of this game."""

    type: Type


@dataclass(frozen=True, slots=True)
class Arith:
    """``div`` rounds down, ``mod`` has the sign of the divisor; by zero: fault division. Beyond 32 bits:
    fault number-range."""

    type: Type
    op: Literal["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr
    place: int


@dataclass(frozen=True, slots=True)
class Call:
    """A function of numbers and players: abs(n), min(...), max(...), seat(p) from 1, next(e), previous(e)
    (cyclic in the enum), nth(T, n): the n-th value of an enum or player from 1 (args: the number only;
    ``type`` says of what; fault index)."""

    type: Type
    function: Literal["abs", "min", "max", "seat", "next", "previous", "nth"]
    args: tuple[Expr, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Compare:
    """Of two values of one type, as integers (none is equal to none alone)."""

    type: Type
    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class SameSet:
    """Equality of two sets."""

    type: Type
    left: Domain
    right: Domain


@dataclass(frozen=True, slots=True)
class And:
    type: Type
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    type: Type
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not:
    type: Type
    item: Expr


@dataclass(frozen=True, slots=True)
class IfE:
    type: Type
    condition: Expr
    then: Expr
    other: Expr
    place: int


@dataclass(frozen=True, slots=True)
class OrElse:
    """``value``, or ``other`` where it is none."""

    type: Type
    value: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class IsNone:
    type: Type
    value: Expr


@dataclass(frozen=True, slots=True)
class IsOf:
    """Is the component of one of the leaves? False for none."""

    type: Type
    component: Expr
    leaves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """The value of an Opt used as its base: fault none-used where it is none."""

    type: Type
    value: Expr
    place: int


@dataclass(frozen=True, slots=True)
class In:
    """Is the value a member of the domain? (none is in no domain)"""

    type: Type
    item: Expr
    domain: Domain


@dataclass(frozen=True, slots=True)
class Meets:
    """Have the two domains a member in common?"""

    type: Type
    left: Domain
    right: Domain


@dataclass(frozen=True, slots=True)
class Size:
    """How many: alike pieces each count."""

    type: Type
    domain: Domain


@dataclass(frozen=True, slots=True)
class IsEmpty:
    type: Type
    domain: Domain


@dataclass(frozen=True, slots=True)
class End:
    """What lies at an end of a zone. ``end``: top, bottom (pile), first, last (row), only (slot). An empty
    slot gives none (its type is an Opt); an empty pile or row is fault empty-zone."""

    type: Type
    zone: Zone
    end: Literal["top", "bottom", "first", "last", "only"]
    place: int


@dataclass(frozen=True, slots=True)
class Nth:
    """The n-th of a row or pile, from 1: rows from the first, piles from the top. Fault index outside
    1..size."""

    type: Type
    zone: Zone
    n: Expr
    place: int


@dataclass(frozen=True, slots=True)
class At:
    """Index of the zone of ``family`` that holds the component; none if it is elsewhere. (One key only.)"""

    type: Type
    family: str
    component: Expr
    place: int


@dataclass(frozen=True, slots=True)
class Loop:
    """``local in domain`` of a comprehension; later loops may use earlier locals."""

    local: LocalVar
    domain: Domain


@dataclass(frozen=True, slots=True)
class Quantifier:
    """any: is the condition true for one; all: for each."""

    type: Type
    kind: Literal["any", "all"]
    condition: Expr
    loops: tuple[Loop, ...]
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Total:
    """sum of the values, 0 of nothing. A zone of alike pieces counts each piece. Beyond 32 bits: fault
    number-range. ``count(x in D where C)`` is a Total of Const 1."""

    type: Type
    value: Expr
    loops: tuple[Loop, ...]
    where: Expr | None
    place: int


@dataclass(frozen=True, slots=True)
class Best:
    """min or max of the values; none of nothing (its type is an Opt)."""

    type: Type
    kind: Literal["min", "max"]
    value: Expr
    loops: tuple[Loop, ...]
    where: Expr | None


@dataclass(frozen=True, slots=True)
class SortKey:
    value: Expr
    descending: bool


@dataclass(frozen=True, slots=True)
class Find:
    """The first member for which ``where`` holds, by the keys if there are any (then by the domain's order).

    ``find`` gives none where there is no such member (its type is an Opt), ``the`` is fault none-used."""

    type: Type
    kind: Literal["find", "the"]
    local: LocalVar
    domain: Domain
    where: Expr | None
    by: tuple[SortKey, ...]
    place: int


@dataclass(frozen=True, slots=True)
class CallDefinition:
    """``me``: the actor, passed where the definition needs it (else none)."""

    type: Type
    definition: str
    me: Expr | None
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Can:
    """Has the player a legal choice of one of the actions (without ``given`` parameters)?"""

    type: Type
    player: Expr
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideOf:
    """The next player to the left (seat + 1) or right who has not dropped out; the player itself if there is
    no other."""

    type: Type
    side: Literal["left", "right"]
    player: Expr


@dataclass(frozen=True, slots=True)
class BoardCall:
    """A number or space of a board: step(s, direction) (none off the board), after(s, path) (none at the
    end), distance(a, b) in steps over neighbours (none if there is no way), steps(a, b) along the paths (none
    if b does not lie ahead of a or is it), rank(s), column(s) of a grid from 1 (of a hexagon: the row from
    the top, the place in it); space(column, row): none outside; along(s, n): n spaces on along a track, back
    if n < 0 (fault index off the track); between(a, b): a's number less b's on a track."""

    type: Type
    function: str
    board: str
    args: tuple[Expr, ...]
    place: int


@dataclass(frozen=True, slots=True)
class WalkLength:
    """The greatest k <= up_to such that there is a walk of k steps from ``origin`` over neighbours, never
    twice on a space (the origin included), each step onto a space of ``over``, but the up_to-th step onto one
    of ``ending`` if that is given."""

    type: Type
    board: str
    origin: Expr
    up_to: Expr
    over: LocalVar
    over_domain: Domain
    over_where: Expr | None
    ending: LocalVar | None
    ending_domain: Domain | None
    ending_where: Expr | None
    place: int


# --- domains: collections that are walked, counted and asked for members --------------------------


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone as a place and as a collection. Walked: pile from the top, row from the first, set in id
    order. A zone of alike pieces is walked kind by kind in id order; each kind has its weight (how many) in
    Size and Total; everything else (choices, Find, Quantifier, For, Best) meets a kind once. Index out of
    range: fault index."""

    family: str
    index: tuple[Expr, ...]
    place: int


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every value of a type, ascending: seats of this game's players (who dropped out included), ids of
    components that are in the game (kinds of alike pieces once), spaces, enum values, numbers of a range."""

    type: Type


@dataclass(frozen=True, slots=True)
class RangeD:
    """low..high, ascending; empty if high < low. Both are evaluated once."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class ListD:
    """The values as written, in that order (walked); a value given twice is met twice."""

    type: Type
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class FilterD:
    """What of the domain is of the leaves."""

    leaves: tuple[str, ...]
    domain: Domain


@dataclass(frozen=True, slots=True)
class SetD:
    """A set value, ascending."""

    value: Expr


@dataclass(frozen=True, slots=True)
class BoardD:
    """Spaces from a board: neighbours(s), ray(s, direction): from the next space on to the edge, ahead(s),
    behind(s) (any path through s; path by path, each in its order, a space once; a track is one path),
    ahead(s, path), behind(s, path): of that path alone, none if s isn't on it,
    path(p), spaces(line or spot): their order in the table; lines(n): all lines of n spaces, lines(n, s):
    those through s; placements(shape)."""

    type: Type
    function: Literal[
        "neighbours", "ray", "ahead", "behind", "path", "spaces", "lines", "lines_through", "placements"
    ]
    board: str
    args: tuple[Expr, ...]
    place: int


Domain: TypeAlias = Zone | AllOf | RangeD | ListD | FilterD | SetD | BoardD

# --- set-valued expressions (type SetOf) ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetFrom:
    """The set of the values of a comprehension; ``loops`` may be one plain domain: ``value`` its local."""

    type: Type
    value: Expr
    loops: tuple[Loop, ...]
    where: Expr | None


@dataclass(frozen=True, slots=True)
class SetOp:
    """``+`` union, ``-`` difference."""

    type: Type
    op: Literal["+", "-"]
    left: Domain
    right: Domain


#: Nodes that are always sets. Local, VarGet, IfE and CallDefinition may have a SetOf type too.
SetExpr: TypeAlias = SetFrom | SetOp

Expr: TypeAlias = (
    Const
    | Local
    | VarGet
    | TableGet
    | FieldGet
    | Reading
    | Players
    | Arith
    | Call
    | Compare
    | SameSet
    | And
    | Or
    | Not
    | IfE
    | OrElse
    | IsNone
    | IsOf
    | Some
    | In
    | Meets
    | Size
    | IsEmpty
    | End
    | Nth
    | At
    | Quantifier
    | Total
    | Best
    | Find
    | CallDefinition
    | Can
    | SideOf
    | BoardCall
    | WalkLength
    | SetFrom
    | SetOp
)

# --- steps ----------------------------------------------------------------------------------------

ZoneEnd = Literal["top", "bottom", "start", "end"]
"""Where a component goes: a pile's top (default) or bottom, a row's start or end (default). None for set and
slot."""


@dataclass(frozen=True, slots=True)
class Move:
    """One numbered component, from wherever it is. The destination is evaluated before anything moves. Moving
    into a full zone (``at_most``) is fault full-zone, unless it is there already; then it still goes to the
    end named."""

    component: Expr
    to: Zone
    end: ZoneEnd | None
    place: int


@dataclass(frozen=True, slots=True)
class MoveSet:
    """The members of a set, ascending."""

    components: Domain
    to: Zone
    end: ZoneEnd | None
    place: int


@dataclass(frozen=True, slots=True)
class MoveAll:
    """All of a zone. Order is kept: onto a pile's top the bottom card goes first, so that the pile lands as
    it lay (onto its bottom or a row's start likewise). Unknown cards stay unknown if the destination is a
    pile that was empty, else they are drawn as they move. (They may not join other unknown cards: what lies
    on top would no longer be one of theirs.) A zone of alike pieces gives all of each kind. From a zone to
    itself nothing happens."""

    source: Zone
    to: Zone
    end: ZoneEnd | None
    place: int


@dataclass(frozen=True, slots=True)
class MoveEvery:
    """Every component of the leaves, wherever it is or, with ``source``, in that zone; ascending. From a pile
    with unknown cards too: that it was in there is known. Components out of the game (absent seats) stay
    out."""

    leaves: tuple[str, ...]
    source: Zone | None
    to: Zone
    end: ZoneEnd | None
    place: int


@dataclass(frozen=True, slots=True)
class MoveSome:
    """The first n: of a pile from the top, one after the other; of a row from the first; of alike pieces from
    the lowest kind. Fewer there: fault empty-zone (of a pile after the cards that were there); n < 0: fault
    number-range."""

    count: Expr
    source: Zone
    to: Zone
    end: ZoneEnd | None
    place: int


@dataclass(frozen=True, slots=True)
class MoveKind:
    """n alike pieces of one kind. Fewer there: fault empty-zone."""

    count: Expr
    kind: Expr
    source: Zone
    to: Zone
    place: int


@dataclass(frozen=True, slots=True)
class MoveRandom:
    """n by chance, one after the other: each a chance event over all pieces there, in walking order (alike
    pieces each count). Fewer there: fault empty-zone."""

    count: Expr
    source: Zone
    to: Zone
    end: ZoneEnd | None
    place: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pile. Lazy: all its cards become unknown. Whoever then takes or looks at the place above the unknown
    cards (the top, if no card was put on top since) draws: chance(how many are unknown) picks among them in
    id order, and the card is known to lie there from then on. The last unknown card needs no chance. Cards
    put on top or under stay known."""

    zone: Zone
    place: int


@dataclass(frozen=True, slots=True)
class Deal:
    """``count`` rounds; each gives the top card to the zone of each player in seat order from ``first``
    (default: seat 1), skipping who dropped out. Fault empty-zone when the pile runs out."""

    count: Expr
    source: Zone
    family: str
    first: Expr | None
    place: int


@dataclass(frozen=True, slots=True)
class SetVar:
    """Value first, then indexes. Outside the variable's range: fault number-range. For sets: any set-valued
    domain; a number in it outside the range is the same fault."""

    variable: str
    index: tuple[Expr, ...]
    value: Expr
    place: int


@dataclass(frozen=True, slots=True)
class AddMember:
    """Put a member into a set variable (no harm if it is there), or with ``remove`` take it out. Putting in
    a number outside the range: fault number-range."""

    variable: str
    index: tuple[Expr, ...]
    value: Expr
    remove: bool
    place: int


@dataclass(frozen=True, slots=True)
class RollVar:
    """Each entry of the variable (or the one indexed, if ``index`` is given) by chance from its range, in
    order. Entries of seats and components that are not in the game are left out."""

    variable: str
    index: tuple[Expr, ...]
    place: int


@dataclass(frozen=True, slots=True)
class RandomVar:
    """A member of the domain by chance (uniform over members in walking order): one chance event. Nothing
    there: fault none-used."""

    variable: str
    index: tuple[Expr, ...]
    local: LocalVar
    domain: Domain
    where: Expr | None
    place: int


@dataclass(frozen=True, slots=True)
class Let:
    local: LocalVar
    value: Expr
    place: int


@dataclass(frozen=True, slots=True)
class LetRandom:
    local: LocalVar
    candidate: LocalVar
    domain: Domain
    where: Expr | None
    place: int


@dataclass(frozen=True, slots=True)
class Show:
    """Shows what the components are to everyone, or to one player: no change, an event for who sees it."""

    what: Domain
    to: Expr | None
    place: int


@dataclass(frozen=True, slots=True)
class RunProcedure:
    procedure: str
    me: Expr | None
    args: tuple[Expr, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Leaves the loop with this id (For, While, Repeat, Turns), or ends the game where ``loop`` is none."""

    loop: int | None
    place: int


@dataclass(frozen=True, slots=True)
class DropOut:
    """The player takes no more turns: skipped by Turns, Together, Deal, SideOf."""

    player: Expr
    place: int


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: tuple[Step, ...]
    other: tuple[Step, ...]
    place: int


@dataclass(frozen=True, slots=True)
class While:
    loop: int
    condition: Expr
    body: tuple[Step, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """The count is evaluated once; below 1: not at all."""

    loop: int
    count: Expr
    body: tuple[Step, ...]
    place: int


@dataclass(frozen=True, slots=True)
class For:
    """On entry the members for which ``where`` holds then are written down (a snapshot), sorted by the keys
    (stable), and turned round if ``reversed``; the body runs for each. ``origin``: for players, the seat to
    start from. ``numbered`` counts from 1. When ``local`` is named ``me`` it is the actor inside."""

    loop: int
    local: LocalVar
    domain: Domain
    origin: Expr | None
    where: Expr | None
    by: tuple[SortKey, ...]
    numbered: LocalVar | None
    reversed: bool
    body: tuple[Step, ...]
    place: int


@dataclass(frozen=True, slots=True)
class Turns:
    """``me`` takes a turn: the body, then the next player in seat order who has not dropped out. The first is
    ``origin`` (or the next after, if dropped out). ``rounds``: ends after that many times round the table (it
    ends when the next turn would pass or reach the seat of ``origin`` for the rounds-th time). ``until`` /
    ``while_`` are asked before each turn with ``me`` bound to who would move; ``at_most`` counts turns. No
    player left: ends. ``then``: who comes next, asked after each turn with the old ``me`` (or the next after
    that one, if dropped out); never with ``rounds``."""

    loop: int
    me: LocalVar
    origin: Expr
    rounds: Expr | None
    until: Expr | None
    while_: Expr | None
    at_most: Expr | None
    then: Expr | None
    body: tuple[Step, ...]
    place: int


@dataclass(frozen=True, slots=True)
class ChooseAction:
    """One action that a Choose offers, with its given parameters."""

    action: str
    given: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """Dead ends are forbidden: a move of one of ``actions`` is legal only if it begins a series of such moves
    that is as long as any, longer than ``at_most`` (by default: what is left of ``high``) counting as that.
    A move that is the only one is legal.

    A series is followed on copies of the table, depth first, its moves in the order of their listing, until
    it is known what was asked. It ends where the game ends. Each distinct position is looked at once, unless
    only so much is known of it that it can be gone on for longer than there was room. Without a bound a
    series that comes back to a position on its way is fault search-limit, since it could go on for ever.

    Fault search-limit where chance or a decision is met, at more than MAX_SEARCH_POSITIONS looks, and where a
    series has more than MAX_SERIES moves."""

    actions: tuple[str, ...]
    at_most: Expr | None


@dataclass(frozen=True, slots=True)
class Choose:
    """``by`` chooses one legal move: the actions in the order listed; within one, parameters as nested loops
    in the order written, each in its domain's order; then the body runs. ``when`` (of the action) is asked
    first.

    ``low``..``high`` (none, none: exactly once). ``high`` none with ``low`` given: as often as wanted. Each
    time the moves are listed anew. Once ``low`` is reached the move ``done`` is offered too, last, and
    nothing is asked if no action is legal. Before ``low`` is reached with no legal action: ``otherwise`` runs
    and the choosing ends; without ``otherwise`` fault no-legal-action. ``done_when`` ends it before each
    asking. ``forced``: as often as possible, up to ``high``: ``done`` is never offered, and it ends where
    nothing is legal (at the very first: ``otherwise``, if there is one, runs).

    ``series`` forbid dead ends.

    ``by``, ``low`` and ``high`` are evaluated once, in this order; for each listing anew ``at_most`` of the
    series, then given parameters.
    """

    by: Expr
    actions: tuple[ChooseAction, ...]
    low: Expr | None
    high: Expr | None
    forced: bool
    series: tuple[Series, ...]
    otherwise: tuple[Step, ...] | None
    done_when: Expr | None
    done_say: dict[str, tuple[str | Expr, ...]]
    place: int

    @property
    def asked_otherwise(self) -> Choose | Together | None:
        """The decision with which ``otherwise`` begins, if it does: put anew, this one comes first again."""
        first = self.otherwise[0] if self.otherwise else None
        return first if isinstance(first, Choose | Together) else None


@dataclass(frozen=True, slots=True)
class Together:
    """Every player in play who has a legal move chooses once, unseen by the others, all on the same state;
    then the bodies run in seat order."""

    me: LocalVar
    actions: tuple[ChooseAction, ...]
    place: int


Step: TypeAlias = (
    Move
    | MoveSet
    | MoveAll
    | MoveEvery
    | MoveSome
    | MoveKind
    | MoveRandom
    | Shuffle
    | Deal
    | SetVar
    | AddMember
    | RollVar
    | RandomVar
    | Let
    | LetRandom
    | Show
    | RunProcedure
    | Stop
    | DropOut
    | If
    | While
    | Repeat
    | For
    | Turns
    | Choose
    | Together
)
