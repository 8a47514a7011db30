"""The compiled program as a machine: see machine.interface.Machine.

A position holds its vector and what a vector can't: the fault, the events not yet asked for, the lists of
moves once they were asked for. Everything that runs is in `ways`; this module is what the layers above need
around it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rulewright.compile import positions
from rulewright.compile.counting import tally
from rulewright.compile.flow import Frame
from rulewright.compile.layout import ANSWERED, AWAITED, COUNT, DROPPED, OVER, SITE
from rulewright.compile.program import Program, compile_ruleset, leaves_open
from rulewright.compile.runtime import R_SIZE
from rulewright.compile.tracing import KINDS, LENGTHS
from rulewright.compile.ways import InPython, Natively, Way, native_module
from rulewright.machine.faults import Fault
from rulewright.machine.interface import Chance, Config, Event, Move, NoTurns, ZoneContent
from rulewright.machine.tally import Tally
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import nodes_under


@dataclass(slots=True)
class Position:
    """``listed``: the moves of a seat, where they were asked for since the last move."""

    S: Any
    chance: Chance
    fault: Fault | None = None
    events: list[Event] = field(default_factory=list)
    listed: dict[int, list[Move]] = field(default_factory=dict)


class CompiledMachine:
    """``play`` and ``legal`` raise ValueError for a seat or a move that isn't asked for; making one raises
    program.TooBig for a ruleset that is too big to compile. ``native`` needs llvmlite and can't be
    ``traced``. ``counted``: see ``tally``."""

    def __init__(
        self,
        ruleset: Ruleset,
        config: Config,
        traced: bool = False,
        native: bool = False,
        program: Program | None = None,
        counted: bool = False,
    ) -> None:
        if native and traced:
            raise ValueError("native code can't be traced")
        self.ruleset = ruleset
        self.config = config
        self.traced = traced
        if program is None:
            program = compile_ruleset(ruleset, traced, native, leaves_open(config), counted)
        self.program = program.suited(native, config)
        self.layout = self.program.unit.layout
        self.actions = list(ruleset.actions.values())
        self._moves = positions.Moves(self.layout, self.actions)
        self._events: list[Event] = []
        self._last: Position | None = None
        """The position that was played on last, while L still lists its moves."""
        constants = self.program.constants(config, native_module(self.program) if native else None)
        image = self.program.image
        self._first = constants[image : image + self.program.slots]
        self.way: Way
        if native:
            self.way = Natively(self.program, constants)
        else:
            self.way = InPython(self.program, constants, self._note if traced else None)

    @property
    def tally(self) -> Tally:
        """Of a machine whose program is counted: what was come to on it so far."""
        return tally(self.program.unit, self.way.R)

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """What is played inside is only tried, and doesn't count."""
        before = self.way.R[R_SIZE:]
        try:
            yield
        finally:
            self.way.R[R_SIZE:] = before

    def _note(self, kind: int, *args: int) -> None:
        self._events.append(Event(KINDS[kind], args[: LENGTHS[kind]]))

    # --- playing
    def start(self, chance: Chance) -> Position:
        position = Position(self.way.vector(self._first), chance)
        self._act(position, "start", (), chance, [])
        return position

    def _act(
        self, position: Position, name: str, scalars: tuple[int, ...], chance: Chance, move: list[int]
    ) -> None:
        self._events = position.events
        self._last = None
        self.way.act(name, position.S, scalars, chance, move)
        position.chance = chance
        position.listed = {}
        position.fault = self.way.fault()
        self._last = position

    def over(self, position: Position) -> bool:
        return position.fault is not None or position.S[SITE] == OVER

    def fault(self, position: Position) -> Fault | None:
        return position.fault

    def awaited(self, position: Position) -> tuple[int, ...]:
        if self.over(position):
            return ()
        seats = position.S[AWAITED]
        return tuple(seat for seat in range(self.config.players) if seats >> seat & 1)

    def legal(self, position: Position, seat: int) -> list[Move]:
        return list(self._legal(position, seat))

    def _legal(self, position: Position, seat: int) -> list[Move]:
        if seat not in position.listed:
            if seat not in self.awaited(position):
                raise ValueError(f"seat {seat} has no choice to make")
            n = self._listed(position, seat)
            at, stride = self.program.moves, self.program.stride
            L = self.way.L
            position.listed[seat] = self._moves.read(L, at, stride, n)
        return position.listed[seat]

    def _listed(self, position: Position, seat: int) -> int:
        """How many moves of the seat lie in L. Those of the lowest seat do since the decision was put, unless
        something was asked since then."""
        S = position.S
        if self._last is position and S[AWAITED] & -S[AWAITED] == 1 << seat:
            count: int = S[COUNT]
            return count
        self._last = None
        self.way.begin()
        return self.way.ask("moves", S, seat)

    def play(self, position: Position, seat: int, move: Move, chance: Chance) -> None:
        if move not in self._legal(position, seat):
            raise ValueError(f"{move} is not a legal move of seat {seat}")
        words = list(positions.move_words(self.layout, self.actions, move))
        self._act(position, "answer", (self.program.moves, seat), chance, words)

    def copy(self, position: Position) -> Position:
        return Position(
            position.S[:], position.chance, position.fault, list(position.events), dict(position.listed)
        )

    def key(self, position: Position) -> Hashable:
        """Equal for equal positions and only for them, where in play they stand included: what is not in use
        in a vector holds its default (see ``layout``)."""
        return tuple(position.S), position.fault

    def arrange(
        self,
        position: Position,
        zones: Sequence[ZoneContent] | None,
        variables: dict[int, list[int | frozenset[int]]],
        turn: int | None,
        chance: Chance | None = None,
    ) -> None:
        S = position.S
        if self.over(position):
            raise ValueError("no decision is awaited")
        site = self.program.flow.sites[S[SITE] - 1]
        if turn is not None:
            give_turn(S, self.frames(S), turn, self.config.players)
        if zones is not None:
            positions.lay(self.layout, S, zones)
        for number, values in variables.items():
            positions.set_variable(self.ruleset, self.layout, S, number, values)
        S[SITE] = S[AWAITED] = S[COUNT] = S[ANSWERED] = 0
        for at, words in site.answers:
            S[at : at + words] = type(S)("q", [0] * words) if not isinstance(S, list) else [0] * words
        self._act(position, "run", (site.head,), chance or position.chance, [])

    def frames(self, S: Any) -> list[Frame]:
        """Who acts around the decision, from the inside."""
        site = self.program.flow.sites[S[SITE] - 1]
        found = list(site.frames)
        back = site.returns
        while back >= 0:
            frames, outer = self.program.flow.block_frames[S[back]]
            found += frames
            back = outer
        return found

    # --- asking
    def scores(self, position: Position) -> list[int]:
        """Zeros where the score as it stands would be a fault."""
        seats = range(self.config.players)
        found = self._asked(position, ["score"]) if self.ruleset.result.score is not None else None
        return [row[0] for row in found] if found is not None else [0 for _ in seats]

    def places(self, position: Position) -> list[int]:
        """All first where the places as they stand would be a fault."""
        return self._places(position) or [1] * self.config.players

    def _places(self, position: Position) -> list[int] | None:
        """None where they would be a fault."""
        keys = self.ruleset.result.rank
        rows = self._asked(position, [f"rank_{k}" for k in range(len(keys))])
        if rows is None:
            return None
        ranks = [[-v if k.highest else v for v, k in zip(row, keys, strict=True)] for row in rows]
        return [1 + sum(other < rank for other in ranks) for rank in ranks]

    def winners(self, position: Position) -> list[bool]:
        """Nobody where the winners as they stand would be a fault."""
        nobody = [False] * self.config.players
        if self.ruleset.result.winners is None:
            places = self._places(position)
            return nobody if places is None else [place == 1 for place in places]
        rows = self._asked(position, ["wins"])
        return nobody if rows is None else [bool(row[0]) for row in rows]

    def cut_off(self, position: Position) -> bool:
        """False where it would be a fault."""
        if self.ruleset.result.cut_off is None:
            return False
        rows = self._asked(position, ["cut_off"])
        return rows is not None and bool(rows[0][0])

    def _asked(self, position: Position, functions: list[str]) -> list[list[int]] | None:
        """What functions give for each seat; none if that is a fault. What they look at is not looked at for
        good."""
        S = position.S[:]
        self._last = None
        self.way.begin()
        rows = [[self.way.ask(name, S, seat) for name in functions] for seat in range(self.config.players)]
        return None if self.way.fault() is not None else rows

    def zones(self, position: Position) -> list[ZoneContent]:
        return positions.zones(self.layout, position.S)

    def variables(self, position: Position) -> list[list[int | frozenset[int]]]:
        return positions.variables(self.ruleset, self.layout, position.S)

    def around(self, position: Position) -> dict[int, int | frozenset[int]]:
        if self.over(position):
            return {}
        step = self.program.flow.sites[position.S[SITE] - 1].step
        said = [offer.given for offer in step.actions]
        texts = list(step.done_say.values()) if isinstance(step, core.Choose) else []
        found: dict[int, int | frozenset[int]] = {}
        for node in nodes_under((said, texts)):
            if isinstance(node, core.Local) and node.var.id in self.program.unit.slots:
                at = self.program.unit.slots[node.var.id]
                found[node.var.id] = positions.local(self.layout, position.S, node.var, at)
        return found

    def dropped(self, position: Position) -> tuple[int, ...]:
        mask = position.S[DROPPED]
        return tuple(seat for seat in range(self.config.players) if mask >> seat & 1)

    def events(self, position: Position) -> list[Event]:
        events, position.events = position.events, []
        return events


def give_turn(S: Any, frames: list[Frame], seat: int, players: int) -> None:
    """Whose turn it is, changed in the innermost loop that gives turns and the bodies called from there."""
    at = next((i for i, frame in enumerate(frames) if frame.gives_turns), None)
    if at is None:
        raise NoTurns("no loop around this decision gives turns")
    before = S[frames[at].slot]
    for frame in frames[: at + 1]:
        if S[frame.slot] == before:
            S[frame.slot] = seat
    frames[at].moved(S, before, seat, players)
