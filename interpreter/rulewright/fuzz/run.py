"""One fuzzing run: volume, habits, secrets and loops, then every find made small and told.

Time is dealt out beforehand: half of it to random games in great number, shares to players with habits, to
looking positions over, to secrets, to positions that come again and to what only slow games count, and what
is left to making the finds small, the frequent ones first.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.compile.machine import CompiledMachine
from rulewright.compile.program import compile_ruleset
from rulewright.coverage import FEW_STEPS, Coverage, Reached, scenario_coverage
from rulewright.engine.contract import Backend, Game
from rulewright.engine.deals import same_in_every_game
from rulewright.engine.fault_report import FaultReport
from rulewright.fuzz import story
from rulewright.fuzz.audit import audit
from rulewright.fuzz.cells import Cell
from rulewright.fuzz.findings import Finding, Suspicion, suspected
from rulewright.fuzz.habits import Habits, Touched
from rulewright.fuzz.leaks import Leak, find_leaks
from rulewright.fuzz.lines import Line, play_line, record
from rulewright.fuzz.plain import ask_in_volume, play_plainly
from rulewright.fuzz.shrink import shrink
from rulewright.fuzz.volume import CellCount, FaultKey, Sighting, Volume, fault_key, replayed
from rulewright.limits import MAX_STEPS
from rulewright.machine.faults import Fault, FaultCode
from rulewright.machine.interface import Machine
from rulewright.ruleset import core
from rulewright.ruleset.model import OPEN, Ruleset
from rulewright.ruleset.walk import nodes_under
from rulewright.simulate.setting import Setting

#: Shares of the time: volume, habits, looking over, secrets, loops, slow games, questions; the rest goes to
#: making finds small.
_VOLUME, _HABITS, _AUDIT, _SECRETS, _LOOPS, _PLAIN, _QUESTIONS = 0.42, 0.1, 0.03, 0.13, 0.05, 0.07, 0.03

#: Seconds for making finds small, all together at least and one of them at most; so many seconds after the
#: end of the time what is left of them is told as it is.
_LEAST, _MOST, _LATE = 2.0, 20.0, 3.0

#: Pairs of games compared for secrets, however little time there is.
_PAIRS = 600

#: Steps after which what seems endless in a game looked at closely is taken to be so, and those of games that
#: record everything: what goes on for longer has no part in the search for secrets.
_MORE_STEPS, _TRACED_STEPS = 4 * FEW_STEPS, FEW_STEPS // 5

#: Steps after which it is first taken to be so where it is made small.
_QUICK_STEPS = FEW_STEPS // 20

#: Settings that players with habits play, at most.
_HABIT_CELLS = 4

#: Decisions in which a position that comes again is looked for.
_LOOP_MOVES = 400

#: Deals compared to see whether something hidden is the same in every game.
_DEALS = 12


@dataclass(slots=True)
class Run:
    """What came of it. ``games``: random ones in great number; ``habit_games``: of players with habits;
    ``touched``: what both came to where no question was left open, ``scenarios``: what the ruleset's
    scenarios come to, if it has any; ``compared``: pairs of games that a seat couldn't tell apart;
    ``unasked``: open questions that no game asked, and rulings that neither play nor a scenario asks;
    ``level``: of so many games that ended none told the players apart, 0 if one did; ``suspicions``: what the
    checker says of secrets that choices may tell."""

    ruleset: Ruleset
    findings: list[Finding] = field(default_factory=list)
    games: int = 0
    habit_games: int = 0
    moves: int = 0
    seconds: float = 0.0
    touched: Touched = field(default_factory=Touched)
    scenarios: Reached | None = None
    compared: int = 0
    unasked: list[str] = field(default_factory=list)
    level: int = 0
    suspicions: list[Suspicion] = field(default_factory=list)
    interrupted: bool = False

    @property
    def coverage(self) -> Coverage:
        """What play and the scenarios came to, item by item."""
        return Coverage(self.ruleset, self.touched, self.scenarios)

    @property
    def wrong(self) -> bool:
        """Whether the ruleset is at fault somewhere, or declares a hole that play doesn't reach."""
        return bool(self.unasked) or any(finding.wrong for finding in self.findings)


def fuzz(
    ruleset: Ruleset,
    cells: Sequence[Cell],
    *,
    seed: int,
    seconds: float,
    max_moves: int,
    backend: Backend,
    workers: int = 1,
    on_progress: Callable[[str], None] = lambda _: None,
    with_scenarios: bool = False,
) -> Run:
    """Fuzzes a ruleset for about so many seconds (compiling comes on top, and running the ruleset's scenarios
    if that is asked for or play left a ruling unasked). An interrupt ends the search: what was found until
    then is made small and returned."""
    fuzzer = _Fuzzer(ruleset, cells, seed, seconds, max_moves, backend, workers, on_progress)
    fuzzer.with_scenarios = with_scenarios
    return fuzzer.run()


class _Fuzzer:
    def __init__(
        self, ruleset: Ruleset, cells: Sequence[Cell], seed: int, seconds: float, max_moves: int,
        backend: Backend, workers: int, on_progress: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.ruleset, self.cells, self.seed, self.seconds = ruleset, list(cells), seed, seconds
        self.max_moves, self.workers, self.say = max_moves, workers, on_progress
        settings = [(cell, Setting(ruleset, cell.config, seed, max_moves, backend)) for cell in cells]
        self.volume = Volume(settings, workers)
        self.result = Run(ruleset)
        self._lines: dict[tuple[Cell, FaultKey], Line] = {}
        self._after: dict[FaultKey, float] = {}
        self.with_scenarios = False
        self._begun = 0.0
        self._games: dict[tuple[Cell, bool], Game] = {}
        self._end = 0.0

    def run(self) -> Run:
        begun = self._begun = time.monotonic()
        self._end = begun + self.seconds
        result = self.result
        try:
            self.volume.run(self.seconds * _VOLUME, self._told)
            self._reached()
            self.say("players with habits")
            self._habits(self.seconds * _HABITS)
            self.say("secrets")
            self._secrets(self.seconds * _SECRETS)
            self.say("positions that come again")
            self._loops(self.seconds * _LOOPS)
            self.say("what the slow games count")
            self._plain()
        except KeyboardInterrupt:
            result.interrupted = True
        result.games, result.moves = self.volume.games, sum(c.moves for c in self.volume.counts.values())
        self._faults()
        result.seconds = time.monotonic() - begun
        result.findings.sort(key=lambda f: (not f.wrong, -f.count, f.decisions, f.code))
        return result

    # --- looking for finds --------------------------------------------------------------------------------

    def _told(self) -> None:
        kinds = {key for count in self.volume.counts.values() for key in count.faults}
        self.say(f"{self.volume.games:,} games" + (f", {len(kinds)} kinds of fault" if kinds else ""))

    def _game(self, cell: Cell, traced: bool = False) -> Game:
        if (cell, traced) not in self._games:
            readings = self.ruleset.reading_names(cell.config.readings)
            game = Game(self.ruleset, cell.config.players, readings, traced=traced)
            _steps(game.machine, _TRACED_STEPS if traced else FEW_STEPS)
            self._games[cell, traced] = game
        return self._games[cell, traced]

    def _closed(self) -> list[Cell]:
        return [cell for cell in self.cells if not cell.opened]

    def _habits(self, seconds: float) -> None:
        closed = self._closed()[:_HABIT_CELLS]
        program = compile_ruleset(self.ruleset, open=False, counted=True) if closed else None
        for number, cell in enumerate(closed):
            machine = CompiledMachine(self.ruleset, cell.config, program=program)
            _steps(machine, FEW_STEPS)
            habits = Habits(machine, self.seed + number, self.max_moves)

            def found(line: Line, fault: Fault, cell: Cell = cell) -> None:
                key = fault_key(int(fault.code), fault.place, fault.detail)
                known = self._lines.get((cell, key))
                doubtful = fault.code == FaultCode.STEP_LIMIT and not self._met(key)
                if doubtful and self._shows(cell, key, _MORE_STEPS)(line) is None:
                    return  # It does end, after more steps.
                self._after.setdefault(key, self._now())
                if known is None or line.size < known.size:
                    self._lines[cell, key] = line

            # The first cell has half of the time: it is the one of which coverage is told.
            share = seconds / 2 if number == 0 and len(closed) > 1 else seconds / 2 / max(1, len(closed) - 1)
            habits.run(seconds if len(closed) == 1 else share, found)
            habits.add_to(self.result.touched)
            self.result.habit_games += habits.games
            self._audit(cell, habits.lines, self.seconds * _AUDIT / len(closed))

    def _now(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self._begun

    def _met(self, key: FaultKey) -> bool:
        """Whether some game ended in the fault already."""
        counted = any(key in count.faults for count in self.volume.counts.values())
        return counted or any(key == known for _, known in self._lines)

    def _audit(self, cell: Cell, lines: Sequence[Line], seconds: float) -> None:
        """Looks over the positions of some games."""
        end = time.monotonic() + seconds
        for line in lines:
            left = end - time.monotonic()
            wrong = audit(self._game(cell), line, left) if left > 0 else None
            if wrong is not None and not any(f.kind == "state" for f in self.result.findings):
                message = f"{wrong} (this is a mistake of the interpreter)"
                self.result.findings.append(Finding("state", "state", message, cell, after=self._now()))

    def _plain(self) -> None:
        """What only the reference evaluator counts, and the rulings that nothing has asked so far."""
        closed, result, ruleset = self._closed(), self.result, self.ruleset
        if closed and (ruleset.tables or ruleset.options()):
            seconds = self.seconds * _PLAIN
            play_plainly(ruleset, closed[:_HABIT_CELLS], seconds, self.seed, self.max_moves, result.touched)
        tally = result.touched.tally
        never = [option for option in ruleset.options() if not tally["reading", option.index, 0]]
        if never or self.with_scenarios:
            self.say("scenarios")
            result.scenarios = scenario_coverage(ruleset)
        if result.scenarios is not None:
            shown = result.scenarios.tally
            never = [option for option in never if not shown["reading", option.index, 0]]
        if closed and never:
            players = sorted({cell.config.players for cell in closed})
            setting = self.volume.counts[closed[0]].setting
            seconds = max(self.seconds * _QUESTIONS, 0.5)
            names = [option.name for option in never]
            ask_in_volume(ruleset, names, players, seconds, setting, self.workers, result.touched)
            result.unasked = [option.name for option in never if not tally["reading", option.index, 0]]

    def _reached(self) -> None:
        """What the games in great number came to."""
        ended = 0
        for cell in self._closed():
            count = self.volume.counts[cell]
            self.result.touched.add(self.volume.tally(cell), count.games, [cell.config])
            ended += count.games - count.endless - sum(s.count for s in count.faults.values())
        ranked = any(count.ranked for count in self.volume.counts.values())
        alone = all(cell.config.players == 1 for cell in self.cells)
        self.result.level = 0 if ranked or alone else ended
        if self.result.level and self._ranks_all_alike():
            message = f"in {ended:,} games no result told the players apart: all are ranked by the same"
            self.result.findings.append(Finding("level", "level", message, self.cells[0], after=self._now()))

    def _ranks_all_alike(self) -> bool:
        """Whether no player's place can depend on which one it is, and nothing else says who wins."""
        result = self.ruleset.result
        asked = [node.var for node in nodes_under(result.rank) if isinstance(node, core.Local)]
        return bool(result.rank) and result.winners is None and result.me not in asked

    def _secrets(self, seconds: float) -> None:
        first: dict[int, Cell] = {}
        for cell in self._closed():
            first.setdefault(cell.config.players, cell)
        late = time.monotonic() + 2 + 2 * seconds
        suspicions = self.result.suspicions = suspected(self.ruleset)
        for cell in first.values():
            if time.monotonic() > late:
                break
            leaks, compared = find_leaks(
                self._game(cell, traced=True), self.seed, seconds / len(first), _PAIRS // len(first),
                self._game(cell), {s.action for s in suspicions if not s.proven},
            )  # fmt: skip
            self.result.compared += compared
            for leak in leaks:
                self._leak(leak, cell)
        self._deals(self.cells[0])

    def _leak(self, leak: Leak, cell: Cell) -> None:
        """A leak becomes a finding if it is the first one, or proves something suspected."""
        proves = [s for s in self.result.suspicions if s.action in leak.actions and not s.proven]
        if not proves and any(f.kind == "leak" for f in self.result.findings):
            return
        for suspicion in proves:
            suspicion.proven = True
        who = f"seat {leak.seat + 1}"
        self.result.findings.append(
            Finding(
                "leak", "leak", f"what {who} may choose tells what {who} was not shown", cell, leak=leak,
                decisions=leak.depth, story=story.told_leak(leak), after=self._now(),
            )
        )  # fmt: skip

    def _deals(self, cell: Cell) -> None:
        """What lies hidden at the first decision and is the same in every game."""
        seeds = range(self.seed, self.seed + _DEALS)
        for zones, message in same_in_every_game(self._game(cell), seeds, _LEAST).items():
            finding = Finding("unmixed", "unmixed", message, cell, zones=zones, after=self._now())
            # One cause: what comes from a pile that isn't mixed is the same too.
            self.result.findings.append(finding)
            return

    def _loops(self, seconds: float) -> None:
        """Where nothing limits a game, a position that comes again means that play can go on for ever."""
        if self.ruleset.move_limit is not None:
            return
        cell = self.cells[0]
        machine: Any = self._game(cell).machine
        end = time.monotonic() + seconds
        rng = random.Random(self.seed)
        line: Line | None = None
        while line is None and time.monotonic() < end:
            watch = _Again(machine)
            _, played = record(
                machine, rng.randrange, lambda _, __, legal: rng.randrange(len(legal)), _LOOP_MOVES, watch
            )
            line = played if watch.again is not None else None
        given_up = sum(count.endless for count in self.volume.counts.values())
        if line is None and not given_up:
            return
        finding = Finding(
            "endless", "endless", "", cell, count=given_up, games=self.volume.games, after=self._now()
        )
        if line is None:
            finding.message = f"games went on for {self.max_moves:,} moves; nothing limits them"
        else:
            small, _ = shrink(line, self._comes_again(machine), max(_LEAST, seconds * 2), machine)
            self._tell(finding, small)
            assert finding.line is not None
            watch = _Again(machine)
            play_line(machine, finding.line, watch)
            finding.message = (
                f"the position after {watch.again} decisions comes again after {finding.decisions}: play can "
                "go on for ever (`limit:` sets a number of moves)"
            )
        self.result.findings.append(finding)

    @staticmethod
    def _comes_again(machine: Machine) -> Callable[[Line], Line | None]:
        def shows(line: Line) -> Line | None:
            watch = _Again(machine)
            _, played = play_line(machine, line, watch)
            return played if watch.again is not None else None

        return shows

    # --- making them small --------------------------------------------------------------------------------

    def _faults(self) -> None:
        found: dict[FaultKey, list[tuple[Cell, CellCount, Sighting | None]]] = {}
        for cell, count in self.volume.counts.items():
            for key, sighting in count.faults.items():
                found.setdefault(key, []).append((cell, count, sighting))
        for cell, key in self._lines:
            if key not in found:
                found.setdefault(key, []).append((cell, self.volume.counts[cell], None))
        order = sorted(found, key=lambda key: -sum(s.count if s else 0 for _, _, s in found[key]))
        self._end = max(self._end, time.monotonic() + _LEAST)
        for number, key in enumerate(order):
            left = max(0.0, self._end - time.monotonic())
            share = min(_MOST, max(_LEAST / len(order), left / (len(order) - number)))
            self.say(f"making finds small: {number + 1} of {len(order)}")
            self.result.findings.append(self._fault(key, found[key], share))
        asked = {key[2] for key in found if key[0] == FaultCode.OPEN_QUESTION}
        opened = {
            at for cell in self.cells for at, number in enumerate(cell.config.readings) if number == OPEN
        }
        unasked = {o.name for o in self.ruleset.options() if o.index in opened - asked}
        self.result.unasked += sorted(unasked - set(self.result.unasked))

    def _fault(
        self, key: FaultKey, seen: list[tuple[Cell, CellCount, Sighting | None]], seconds: float
    ) -> Finding:
        # The cell in which the shortest game was seen; with fewer players, which come first, if equal.
        cell, count, sighting = min(seen, key=lambda s: s[2].moves if s[2] else 1 << 30)
        machine = self._game(cell).machine
        line = self._lines.get((cell, key))
        if sighting is not None:
            _, line = replayed(machine, count.setting, sighting.game, sighting.moves + 1)
        assert line is not None
        code = FaultCode(key[0])
        finding = Finding(
            "question" if code == FaultCode.OPEN_QUESTION else "fault", code.kebab, "", cell,
            count=sum(s.count if s else 0 for _, _, s in seen), games=sum(c.games for _, c, _ in seen),
            after=min([s.after for _, _, s in seen if s] or [self._after.get(key, 0.0)]),
        )  # fmt: skip

        wholly = self._shows(cell, key, _MORE_STEPS if code == FaultCode.STEP_LIMIT else MAX_STEPS)
        small: Line | None = None
        # Of what seems endless most tries take as long as the steps that are waited for: few at first.
        for steps in (_QUICK_STEPS, FEW_STEPS) if code == FaultCode.STEP_LIMIT else (FEW_STEPS,):
            if small is None and time.monotonic() < self._end + _LATE:
                quickly = self._shows(cell, key, steps)
                shows = wholly if quickly(line) is None else quickly
                # What a script is read from and what follows it is played as well.
                _steps(machine, steps)
                small, _ = shrink(line, shows, seconds, machine)
                _steps(machine, FEW_STEPS)
                if shows is quickly and wholly(small) is None:
                    small = None  # It is endless only by the fewer steps.
        self._tell(finding, small or line)
        return finding

    def _shows(self, cell: Cell, key: FaultKey, steps: int) -> Callable[[Line], Line | None]:
        """Whether a line ends in the fault, where between two decisions play may go on for so many steps."""
        machine = self._game(cell).machine

        def shows(line: Line) -> Line | None:
            before = _steps(machine, steps)
            position, played = play_line(machine, line)
            _steps(machine, before)
            fault = machine.fault(position)
            same = fault is not None and fault_key(int(fault.code), fault.place, fault.detail) == key
            return played if same else None

        return shows

    def _tell(self, finding: Finding, line: Line) -> None:
        finding.line, finding.decisions = line, len(line.steps)
        game = self._game(finding.cell)
        endless = finding.code == FaultCode.STEP_LIMIT.kebab
        _steps(game.traced_twin.machine, _TRACED_STEPS if endless else MAX_STEPS)
        state = story.played(game, line)
        finding.story = story.told(state)
        fault: FaultReport | None = state.fault
        if fault is not None:
            finding.message, finding.place, finding.rules = fault.message, fault.place, fault.rules


def _steps(machine: Any, limit: int) -> int:
    """How many steps there may be between two decisions on a compiled machine from now on, and how many there
    might be until now."""
    before: int = machine.way.limit
    machine.way.limit = limit
    return before


class _Again:
    """Stops a game at a position that was there before. ``again``: after how many decisions it first was."""

    def __init__(self, machine: Any) -> None:
        self.machine = machine
        self.seen: dict[Any, int] = {}
        self.again: int | None = None

    def __call__(self, position: Any) -> bool:
        if self.machine.over(position):
            return False
        key = self.machine.key(position)
        self.again = self.seen.get(key)
        self.seen.setdefault(key, len(self.seen))
        return self.again is not None
