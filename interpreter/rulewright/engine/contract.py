"""The public contract: load a ruleset, set up a game, play it. What must hold before and after each call
stands here.

    ruleset = load("tembo")
    game = Game(ruleset, players=2)
    state = game.start(seed=7)
    while not state.over:
        state.play(state.legal()[0])
    print(state.scores())

A ``Game`` is a ruleset with everything decided that is not play: how many players, which readings, which way
of running. It never changes. A ``State`` is one position of it together with how it came about. Seats are
integers from 0 in every call and list; in words (names, views, logs) they count from 1, as authors write
them.

What always holds, and is tested for every ruleset of this project:

- Each numbered component is in exactly one zone, alike pieces are all there, no zone is over its capacity,
  each variable is in its range (``engine.conservation``).
- While a game is not over somebody is awaited, and every awaited seat has a legal move. When it is over
  nobody is.
- A game is a function of the ruleset, the configuration, the chance outcomes and the moves: the same seed or
  tape and the same moves give the same game in all ways of running. Different seeds give different deals.
- ``copy`` is independent: what is done to one is not seen in the other. ``from_json(to_json())`` and
  ``replay(log)`` give an equal state: same position, same continuation of chance, same log.
- Nothing but ``play`` and ``arrange`` changes a state; an error leaves it as it was.
- ``view`` and ``information_state`` of an observer depend only on what that observer was shown.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from rulewright.engine.chance import SEED_BOUND, ChanceSource, TapeError
from rulewright.engine.conservation import conservation_errors, range_errors
from rulewright.engine.draws import urns_of
from rulewright.engine.errors import LogError, RulesetError, WrongCall
from rulewright.engine.fault_report import MOST_MOVES, FaultReport, report
from rulewright.engine.moves import LegalMove, MoveError, find_move, name_moves
from rulewright.engine.shown import seers_of_shown
from rulewright.engine.sight import Arranged, Moment, Observation, Sight, observe
from rulewright.engine.templates import Look
from rulewright.engine.words import Words
from rulewright.machine.faults import Cause, Fault, FaultCode
from rulewright.machine.interface import Config, Machine, Move, NoTurns, ZoneContent
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import nodes_under, steps_of

__all__ = [
    "Backend",
    "FaultReport",
    "Game",
    "LegalMove",
    "LogError",
    "MoveError",
    "RulesetError",
    "State",
    "WrongCall",
    "load",
]

Backend = Literal["python", "reference", "native"]


def load(path_or_name: str | os.PathLike[str], data: str | os.PathLike[str] | None = None) -> Ruleset:
    """The checked ruleset of a file, or of a ruleset that ships with the project by its name (``tembo``).

    ``data``: a file that replaces assumptions. Raises RulesetError with all diagnostics if there is an error
    in it.
    """
    from rulewright.check import check_file
    from rulewright.engine.shipped import ruleset_path

    path = ruleset_path(path_or_name)
    ruleset: Ruleset | None
    ruleset, diagnostics = check_file(path) if data is None else check_file(path, data=data)
    if ruleset is None:
        raise RulesetError(str(path), diagnostics)
    return ruleset


class Game:
    """A ruleset ready to be played.

    ``players``: how many; by default the fewest it allows. ``readings``: ruling -> reading, for those that
    shall differ from what the ruleset chose. ``open``: rulings to leave open (``"all"``: every one), so that
    play ends in a fault where it asks one. ``backend``: ``python`` (compiled to Python), ``native`` (compiled
    to machine code), ``reference`` (the plain evaluator); all three play the same game. ``traced``: record
    what happens as it happens, which makes ``information_state`` fast and play slower. Raises WrongCall for
    what the ruleset does not know.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int | None = None,
        readings: Mapping[str, str] | None = None,
        open: Iterable[str] | str = (),
        backend: Backend = "python",
        *,
        traced: bool = False,
    ) -> None:
        fewest, most = ruleset.players
        number = fewest if players is None else players
        if not fewest <= number <= most:
            allowed = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise WrongCall(f"{ruleset.id} is for {allowed} players, not {number}")
        self.ruleset = ruleset
        self.backend: Backend = backend
        self.traced = traced
        self.readings = _readings(ruleset, readings or {}, open)
        self.config = Config(number, ruleset.reading_numbers(self.readings))
        self.words = Words(ruleset, self.config)
        self.sight = Sight(self.words)
        self.actions = list(ruleset.actions.values())
        self.machine = _machine(ruleset, self.config, backend, traced)
        self._speaks_of_position = _speaks_of_position(ruleset)

    @property
    def players(self) -> int:
        """How many play."""
        return self.config.players

    def start(self, seed: int | None = None, tape: Sequence[int] | None = None) -> State:
        """A new game, played up to the first decision.

        Chance comes from the generator seeded with ``seed`` (0 .. 2**64 - 1; by default 0), or from the
        ``tape`` of outcomes, or, with both, from the tape and after its end from the generator. A tape alone
        that ends early or doesn't fit ends the game with the fault ``tape``.
        """
        return State(self, _source(seed, tape))

    def from_json(self, data: Mapping[str, Any]) -> State:
        """The state that ``State.to_json`` saved. Raises LogError where the data are not of this ruleset,
        these readings, this number of players, or are not what the rules give."""
        from rulewright.engine.log import replay_entries

        return replay_entries(self, data)

    @cached_property
    def urns(self) -> tuple[int, ...]:
        """The zones from which some step takes pieces at random."""
        return urns_of(self.ruleset)

    @cached_property
    def traced_twin(self) -> Game:
        """The same game with everything that happens recorded; itself if it is traced."""
        return self if self.traced else self.twin(traced=True)

    def twin(self, *, traced: bool = False, backend: Backend | None = None) -> Game:
        """The same game, run another way."""
        way = backend or self.backend
        return Game(self.ruleset, self.players, self.readings, backend=way, traced=traced)


def _speaks_of_position(ruleset: Ruleset) -> bool:
    """Whether the texts of moves may ask how things stand: they name a variable or a zone, or a definition,
    which might, or what a step gives."""
    actions = ruleset.actions.values()
    if any(action.given and action.say for action in actions):
        return True
    asking = core.VarGet | core.Zone | core.At | core.Can | core.SideOf | core.CallDefinition
    texts: list[Any] = [list(action.say.values()) for action in actions]
    for step in steps_of(ruleset):
        if isinstance(step, core.Choose):
            said = list(step.done_say.values())
            # Of who chooses the move tells; any other name has its value from around the step.
            chooser = step.by.var if isinstance(step.by, core.Local) else None
            if any(isinstance(node, core.Local) and node.var != chooser for node in nodes_under(said)):
                return True
            texts.append(said)
    return any(isinstance(node, asking) for text in texts for node in nodes_under(text))


def _source(seed: int | None, tape: Sequence[int] | None) -> ChanceSource:
    if seed is None and tape is None:
        seed = 0
    if seed is not None and not 0 <= seed < SEED_BOUND:
        raise WrongCall(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
    return ChanceSource(seed, tape or ())


def _readings(ruleset: Ruleset, wanted: Mapping[str, str], open: Iterable[str] | str) -> dict[str, str]:
    options = {option.name: option for option in ruleset.options()}
    chosen = {name: str(option.chosen) for name, option in options.items()}
    opened = list(options) if open == "all" else [open] if isinstance(open, str) else list(open)
    for name, reading in [*wanted.items(), *((name, "open") for name in opened)]:
        if name not in options:
            kind = "a ruling without readings" if name in ruleset.rulings else "no ruling"
            known = ", ".join(options) or "none"
            raise WrongCall(f"{name!r} is {kind} of {ruleset.id}; rulings with readings: {known}")
        if reading != "open" and reading not in options[name].readings:
            raise WrongCall(
                f"{name} has no reading {reading!r}; it has {', '.join(options[name].readings)}, open"
            )
        chosen[name] = reading
    return chosen


def _machine(ruleset: Ruleset, config: Config, backend: Backend, traced: bool) -> Machine:
    if backend == "reference":
        from rulewright.reference import ReferenceMachine

        return ReferenceMachine(ruleset, config, traced=traced)
    if backend not in ("python", "native"):
        raise WrongCall(f"there is no way of running {backend!r}; there are python, native, reference")
    from rulewright.compile.machine import CompiledMachine

    # Native code records no events; what a traced game shows is recorded by the same program in Python.
    native = backend == "native" and not traced
    program = _program(ruleset, config, traced, native)
    return CompiledMachine(ruleset, config, traced=traced, native=native, program=program)


#: The programs compiled last, with their rulesets: a program depends on the ruleset alone, a game on more.
_programs: list[tuple[Ruleset, bool, Any]] = []
_PROGRAMS_KEPT = 16


def _program(ruleset: Ruleset, config: Config, traced: bool, native: bool) -> Any:
    """The program of a ruleset, compiled once for all games of it that are alike."""
    from rulewright.compile.program import compile_ruleset, leaves_open

    for number, (known, was_traced, program) in enumerate(_programs):
        if known is ruleset and was_traced == traced:
            _programs.append(_programs.pop(number))
            return program.suited(native, config)
    program = compile_ruleset(ruleset, traced, native, leaves_open(config))
    _programs.append((ruleset, traced, program))
    del _programs[:-_PROGRAMS_KEPT]
    return program


class State:
    """One position of a game, and how it came about. Made by Game.start, changed by ``play``."""

    __slots__ = ("_broken", "_chance", "_legal", "_past", "_position", "_told", "game")

    def __init__(self, game: Game, chance: ChanceSource) -> None:
        self.game = game
        self._chance = chance
        self._broken: Fault | None = None
        self._told: FaultReport | None = None
        self._legal: dict[int, list[Move]] = {}
        self._position: Any = None
        self._past: tuple[Any, Moment] | None = None
        try:
            self._position = game.machine.start(chance)
        except TapeError as error:
            self._broken = Fault(FaultCode.TAPE, -1, error.position)
        self._record(-1, None, True, (), ())

    # --- what is asked ----------------------------------------------------------------------------------

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have a choice to make now, ascending; () when the game is over."""
        return () if self._broken else self.game.machine.awaited(self._position)

    @property
    def over(self) -> bool:
        """Whether the game has ended, in a fault or not."""
        return self._broken is not None or self.game.machine.over(self._position)

    @property
    def fault(self) -> FaultReport | None:
        """The fault that ended the game; None if none did."""
        if self._told is None and self._fault is not None:
            self._told = report(self.game.ruleset, self._fault, self._cause)
        return self._told

    def _cause(self) -> tuple[Words, Cause] | None:
        """What the reference evaluator says of the fault beyond its numbers, if it comes to the same one."""
        from rulewright.engine.log import replay_moments
        from rulewright.reference import ReferenceMachine

        if self._position is None or len(self.history) > MOST_MOVES:
            return None
        plainly = self.game.backend == "reference"
        state = self if plainly else replay_moments(self.game.twin(backend="reference"), self)
        machine = state.game.machine
        if not isinstance(machine, ReferenceMachine) or state._fault != self._fault:
            return None
        cause = machine.cause(state._position)
        return None if cause is None else (self.game.words, cause)

    @property
    def _fault(self) -> Fault | None:
        return self._broken or self.game.machine.fault(self._position)

    def legal(self, seat: int | None = None) -> list[LegalMove]:
        """The legal moves of a seat, in the defined order; without ``seat`` those of all awaited seats, in
        seat order.

        Never empty for an awaited seat. [] for a seat that is not awaited.
        """
        seats = self.awaited if seat is None else (seat,) if seat in self.awaited else ()
        return [
            move
            for who in seats
            for move in name_moves(self.game.words, self.game.actions, who, self._moves(who), self._look(who))
        ]

    def find_move(self, text: str, seat: int | None = None) -> LegalMove:
        """The legal move that the text names in the one-line form (``LegalMove.canonical``).

        Raises MoveError, which names the nearest legal moves.
        """
        return find_move(text, self.legal(seat))

    def scores(self) -> list[int]:
        """The score of each seat as it stands."""
        return (
            self.game.machine.scores(self._position)
            if self._position is not None
            else [0] * self.game.players
        )

    def places(self) -> list[int]:
        """The place of each seat as it stands: 1 is the first; equals share a place and the next ones are
        skipped."""
        return (
            self.game.machine.places(self._position)
            if self._position is not None
            else [1] * self.game.players
        )

    def winners(self) -> list[int]:
        """The seats that win as it stands."""
        if self._position is None:
            return []
        return [seat for seat, wins in enumerate(self.game.machine.winners(self._position)) if wins]

    @property
    def cut_off(self) -> bool:
        """Whether the game is over because a limit of the ruleset ended it, and not a rule of the game."""
        return self.over and self._fault is None and self.game.machine.cut_off(self._position)

    def zones(self) -> list[ZoneContent]:
        """The content of every zone by its number, as nobody at the table sees it."""
        return self.game.machine.zones(self._position)

    def variables(self) -> list[list[int | frozenset[int]]]:
        """The entries of every variable in declared order, as nobody at the table sees them."""
        return self.game.machine.variables(self._position)

    @property
    def position(self) -> Any:
        """The position as the machine of the game has it: for those who look into that machine."""
        return self._position

    # --- what is done -----------------------------------------------------------------------------------

    def play(self, move: LegalMove | Move | int | str, seat: int | None = None) -> None:
        """Plays a move and runs on to the next decision or the end.

        ``move``: one of ``legal(seat)``, its index there, or its one-line form. ``seat`` may be left out
        where the move says it or only one seat is awaited. Raises WrongCall if the game is over or the seat
        isn't awaited, MoveError if the move isn't legal; the state is unchanged then.
        """
        awaited = self.awaited
        if not awaited:
            raise WrongCall("the game is over: nobody has a choice to make")
        if isinstance(move, LegalMove):
            seat = move.seat if seat is None else seat
        if isinstance(move, int | str):
            options = self.legal(seat)
            if isinstance(move, str):
                found = find_move(move, options)
            elif 0 <= move < len(options):
                found = options[move]
            else:
                raise MoveError(f"there is no legal move number {move}: they are 0..{len(options) - 1}")
            seat, plain = found.seat, found.move
        else:
            plain = move.move if isinstance(move, LegalMove) else move
            if seat is None:
                if len(awaited) > 1:
                    raise WrongCall(
                        f"several seats are awaited ({', '.join(map(str, awaited))}): say whose move it is"
                    )
                seat = awaited[0]
        if seat not in awaited:
            raise WrongCall(f"seat {seat} has no choice to make now; awaited: {', '.join(map(str, awaited))}")
        if plain not in self._moves(seat):
            legal = [m.canonical for m in self.legal(seat)]
            raise MoveError(f"{plain} is not legal", legal[:5], max(0, len(legal) - 5))
        machine = self.game.machine
        before = self.zones() if self.game.traced else []
        seers = self.game.sight.move_seers(seat, plain, before) if self.game.traced else ()
        self._legal = {}
        try:
            machine.play(self._position, seat, plain, self._chance)
        except TapeError as error:
            self._broken = Fault(FaultCode.TAPE, -1, error.position)
        self._record(seat, plain, len(awaited) == 1, seers, before)

    def arrange(
        self,
        zones: Sequence[ZoneContent] | None = None,
        variables: Mapping[int, Sequence[int | frozenset[int]]] | None = None,
        turn: int | None = None,
    ) -> None:
        """Puts a position on the table at the present decision: all zones anew, some variables by number,
        whose turn.

        Raises WrongCall with what is wrong if the game is over, a component would be lost or doubled, a zone
        over its capacity, a variable out of its range, or a turn given where nobody has one.
        """
        if self.over:
            raise WrongCall("the game is over: there is no decision at which to arrange the table")
        words = self.game.words
        new_zones = list(zones if zones is not None else self.zones())
        new_variables = [list(entries) for entries in self.variables()]
        for number, entries in (variables or {}).items():
            new_variables[number] = list(entries)
        wrong = [*conservation_errors(words, new_zones), *range_errors(words, new_variables)]
        if wrong:
            raise WrongCall("; ".join(wrong))
        if turn is not None and not 0 <= turn < self.game.players:
            raise WrongCall(f"there is no seat {turn}")
        self._legal = {}
        changed = {number: list(entries) for number, entries in (variables or {}).items()}
        arranged = Arranged(tuple(new_zones), tuple(map(tuple, new_variables)), turn)
        laid = new_zones if zones is not None else None
        try:
            self.game.machine.arrange(self._position, laid, changed, turn, self._chance)
        except TapeError as error:
            self._broken = Fault(FaultCode.TAPE, -1, error.position)
        except NoTurns:
            raise WrongCall("nobody has a turn at this decision") from None
        self._record(-1, None, True, (), new_zones, arranged)

    def copy(self, seed: int | None = None, tape: Sequence[int] | None = None) -> State:
        """An independent copy: the same position, the same history, the same continuation of chance.

        With ``seed`` or ``tape`` (as in Game.start) chance goes on from there instead.
        """
        if seed is None and tape is None:
            return self.fork(self._chance.copy())
        return self.fork(_source(seed, tape).after(self.outcomes))

    def fork(self, chance: ChanceSource) -> State:
        """An independent copy with its own source of chance."""
        twin = State.__new__(State)
        twin.game, twin._chance = self.game, chance
        twin._broken, twin._legal, twin._past = self._broken, dict(self._legal), self._past
        twin._told = self._told
        twin._position = None if self._position is None else self.game.machine.copy(self._position)
        return twin

    # --- what is seen -----------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What lies on the table as a seat sees it, or (None) as everyone does: JSON-able, in the author's
        words.

        ``zones``: name -> what is seen of it (Sight.zone_view), ``variables``: name -> value, those that are
        seen, ``awaited``: seats from 1, ``pending``: the seat's own choice while the others' are awaited
        (else None), ``dropped``: seats from 1, ``over``; and once it is over ``scores``, ``places``,
        ``winners``, ``fault`` and ``cut_off``.
        """
        if seat is not None and not 0 <= seat < self.game.players:
            raise WrongCall(f"there is no seat {seat}: they are 0..{self.game.players - 1}")
        sight, machine = self.game.sight, self.game.machine
        fault = self.fault
        view: dict[str, Any] = {
            "game": self.game.ruleset.id,
            "players": self.game.players,
            "seat": None if seat is None else seat + 1,
            "awaited": [s + 1 for s in self.awaited],
            "over": self.over,
            "pending": self._own_pending(seat),
            "zones": {},
            "variables": {},
            "dropped": [],
        }
        if self._position is not None:
            view["zones"] = sight.view_zones(self.zones(), seat)
            view["variables"] = sight.view_variables(self.variables(), seat)
            view["dropped"] = [s + 1 for s in machine.dropped(self._position)]
        if self.over:
            view["scores"], view["places"] = self.scores(), self.places()
            view["winners"] = [s + 1 for s in self.winners()]
            view["fault"] = None if fault is None else fault.code
            view["cut_off"] = self.cut_off
        return view

    def information_state(self, seat: int | None) -> tuple[Observation, ...]:
        """Everything a seat (or, None, the public) was shown since the start, own moves included; hashable.

        Equal for two histories of one game exactly if the seat can't tell them apart. The result of a game
        that is over is shown to everyone.
        """
        shown = observe(self.game.sight, self._traced().history, seat)
        if not self.over:
            return shown
        fault = self._fault
        result = (tuple(self.scores()), tuple(self.places()), tuple(self.winners()))
        return (*shown, ("over", *result, None if fault is None else fault.code.kebab))

    def _traced(self) -> State:
        """This state with everything that happened recorded: itself, or replayed by a traced twin of the
        game."""
        if self.game.traced:
            return self
        from rulewright.engine.log import replay_moments

        return replay_moments(self.game.traced_twin, self)

    @property
    def pending(self) -> list[Moment]:
        """The choices of a together that wait for the others', oldest first."""
        waiting: list[Moment] = []
        past = self._past
        while past is not None and past[1].move is not None and not past[1].alone:
            waiting.append(past[1])
            past = past[0]
        return waiting[::-1]

    def _own_pending(self, seat: int | None) -> str | None:
        for moment in self.pending:
            if moment.seat == seat and moment.move is not None:
                return name_moves(self.game.words, self.game.actions, seat, [moment.move], None)[0].canonical
        return None

    # --- history ----------------------------------------------------------------------------------------

    @property
    def history(self) -> list[Moment]:
        """How the position came about: the start, then each move and arrangement with its chance outcomes."""
        moments: list[Moment] = []
        past = self._past
        while past is not None:
            moments.append(past[1])
            past = past[0]
        return moments[::-1]

    @property
    def outcomes(self) -> list[int]:
        """The outcomes of every chance event so far: the tape that gives this game with these moves."""
        return [outcome for moment in self.history for _, outcome in moment.outcomes]

    @property
    def last(self) -> Moment:
        """The last moment of the history."""
        assert self._past is not None
        return self._past[1]

    @property
    def log(self) -> list[dict[str, Any]]:
        """The game so far as entries of a log: a header, then decisions, chance outcomes, and the end
        (engine.log)."""
        from rulewright.engine.log import entries

        return entries(self)

    def to_json(self) -> dict[str, Any]:
        """Everything needed to have this state again, JSON-able; see Game.from_json."""
        return {"log": self.log}

    def key(self) -> Hashable:
        """Equal for equal positions of one game and only for them: the table, whose choice it is, and where
        in play it is.

        How the position came about and what chance will bring are no part of it. The plain evaluator can't
        say where in play it stands; there the legal moves stand for it.
        """
        exact = getattr(self.game.machine, "key", None)
        if self._position is None or exact is None:
            return self._shown_key()
        return (exact(self._position), self._broken, tuple((m.seat, m.move) for m in self.pending))

    def _shown_key(self) -> Hashable:
        """The position as all ways of running can show it: the table, and who may do what."""
        if self._position is None:
            return None
        return (
            tuple(self.zones()),
            # Equal sets may be written in different orders, so they are put in one.
            tuple(
                tuple(tuple(sorted(v)) if isinstance(v, frozenset) else v for v in entries)
                for entries in self.variables()
            ),
            self.game.machine.dropped(self._position),
            tuple((m.seat, m.move) for m in self.pending),
            tuple((seat, tuple(self._moves(seat))) for seat in self.awaited),
        )

    def __eq__(self, other: object) -> bool:
        """Equal positions of equal games (not histories), whatever runs them."""
        if not isinstance(other, State):
            return NotImplemented
        mine, theirs = self.game, other.game
        if mine.ruleset.text_hash != theirs.ruleset.text_hash or mine.config != theirs.config:
            return False
        if (mine.backend, mine.traced) == (theirs.backend, theirs.traced):
            return self.key() == other.key()
        return self._shown_key() == other._shown_key()

    def __hash__(self) -> int:
        return hash(self._shown_key())

    # --- inside -----------------------------------------------------------------------------------------

    def _moves(self, seat: int) -> list[Move]:
        if seat not in self._legal:
            self._legal[seat] = self.game.machine.legal(self._position, seat)
        return self._legal[seat]

    def _look(self, seat: int) -> Look | None:
        """The position for texts of moves, if there are any that speak of it."""
        if not self.game._speaks_of_position:
            return None
        dropped = self.game.machine.dropped(self._position)
        around = self.game.machine.around(self._position)
        return Look(self.game.sight, seat, self.zones(), self.variables(), dropped, around)

    def _events(self) -> tuple[Any, ...]:
        if not self.game.traced or self._position is None:
            return ()
        return tuple(self.game.machine.events(self._position))

    def _record(
        self,
        seat: int,
        move: Move | None,
        alone: bool,
        seers: tuple[Any, ...],
        before: Sequence[ZoneContent],
        arranged: Arranged | None = None,
    ) -> None:
        sight, events = self.game.sight, self._events()
        asked = sight.split or any(event.kind == "show" for event in events)
        after = self.zones() if asked and self.game.traced and self._position is not None else []
        tops = sight.tops(after) if after and sight.split else ()
        shown = seers_of_shown(sight, before, events, after)
        moment = Moment(seat, move, alone, self._chance.take(), seers, events, tops, arranged, shown)
        self._past = (self._past, moment)
