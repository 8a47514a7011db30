"""One interface for the ways of running: the reference evaluator and the compiled program implement
``Machine``.

Everything here is integers, as ruleset/types.py says: seats from 0, component ids, zone numbers. Texts and
names are the business of the layers above.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from rulewright.machine.faults import Fault

#: The action number of the move ``done``, which a choose with ``times:`` offers.
DONE = -1

#: A source of chance: given n >= 2, an outcome in 0..n-1. It is never asked with n < 2. Any other outcome
#: (say, -1 of a
#: tape at its end) is fault tape; its place is 0, its detail how many events of this call came before.
Chance = Callable[[int], int]


class NoTurns(ValueError):
    """A turn was given at a decision around which nobody has one."""


@dataclass(frozen=True, slots=True)
class Config:
    """What a game is played with beside the ruleset: how many play, and the reading of each option by its
    index (ruleset.options(); model.OPEN for open)."""

    players: int
    readings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """``action``: index in ruleset.actions (or DONE). ``params``: one entry a parameter of the action, in
    order: an integer, or for a subset the ascending tuple of its members."""

    action: int
    params: tuple[int | tuple[int, ...], ...] = ()


EventKind = Literal["move", "unknown", "show", "set", "shuffle", "drop", "step"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to the position, in order; only traced machines report them.

    move: (id, count, source zone, target zone); unknown: (count, source zone, target zone): unknown cards of
    a pile that move unseen by all; show: (id, seat or -1 for everyone) one event each; set: (variable's
    number in ruleset.variables, entry, value) (for a set variable: value = member, or -1 - member when it
    leaves, only for members that do; those that leave first, ascending); shuffle: (zone); drop: (seat); step:
    (place): a step began (those of a body cite its rules too).
    """

    kind: EventKind
    args: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ZoneContent:
    """What is in one zone. ``ids``: in walking order (pile from the top, row from the first, set ascending);
    ``unknown``: the unknown cards of a pile, ascending, lying between ids[:above] and ids[above:].
    ``counts``: for alike pieces, how many of each of ``ids`` (the box of a ruleset with alike pieces: of all
    its ids, 1 of a numbered one)."""

    ids: tuple[int, ...]
    unknown: tuple[int, ...] = ()
    above: int = 0
    counts: tuple[int, ...] = ()


class Machine(Protocol):
    """One way of running one ruleset with one Config. A position is the machine's own mutable value."""

    def start(self, chance: Chance) -> Any:
        """A new position, run up to the first decision, the end, or a fault."""

    def awaited(self, position: Any) -> tuple[int, ...]:
        """The seats that have a choice to make, ascending; () when the game is over. In a together several,
        and who has chosen is no longer among them."""

    def legal(self, position: Any, seat: int) -> list[Move]:
        """The legal moves of an awaited seat, in the defined order; never empty."""

    def play(self, position: Any, seat: int, move: Move, chance: Chance) -> None:
        """Plays a legal move and runs on to the next decision, the end, or a fault."""

    def over(self, position: Any) -> bool:
        """Has the game ended (a fault ends it too)?"""

    def fault(self, position: Any) -> Fault | None:
        """The fault that ended the game, if one did."""

    def scores(self, position: Any) -> list[int]:
        """The score of each seat as it stands (0 without a score rule)."""

    def places(self, position: Any) -> list[int]:
        """The place of each seat as it stands: 1 the first; equal seats share a place and the next ones are
        skipped."""

    def winners(self, position: Any) -> list[bool]:
        """Who wins as it stands."""

    def cut_off(self, position: Any) -> bool:
        """Whether a game that is over was ended by a limit of the ruleset, by its ``cut_off``."""

    def copy(self, position: Any) -> Any:
        """An independent copy."""

    def zones(self, position: Any) -> list[ZoneContent]:
        """The content of every zone by its number, the box (0) included."""

    def variables(self, position: Any) -> list[list[int | frozenset[int]]]:
        """The entries of each variable in declared order, mixed radix of its keys; a set variable's are
        sets."""

    def around(self, position: Any) -> dict[int, int | frozenset[int]]:
        """The values of the locals that the awaited decision can mention in what it gives to actions and in
        the text of ``done``, by id; nothing when the game is over."""

    def dropped(self, position: Any) -> tuple[int, ...]:
        """Seats that have dropped out."""

    def arrange(
        self,
        position: Any,
        zones: Sequence[ZoneContent] | None,
        variables: dict[int, list[int | frozenset[int]]],
        turn: int | None,
        chance: Chance | None = None,
    ) -> None:
        """Puts a position on the table at the present decision: all zones anew (conservation is the caller's
        duty), some variables, and whose turn it is (the ``me`` of the innermost Turns or For over players
        around the decision). The decision is put anew: where nobody has a legal choice then, play goes on
        (``otherwise`` and what follows) with ``chance``; without it the source given last is used."""

    def events(self, position: Any) -> list[Event]:
        """What happened since the last call, if the machine is traced; else nothing."""
