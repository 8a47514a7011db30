"""One fuzzing run: volume, habits, secrets and loops, then every find made small and told.

Each part has an end of its own (see ``schedule``): half of the time is for random games in great number, the
rest for players with habits, for looking positions over, for secrets, for positions that come again, for what
only slow games count, and for making the finds small, the frequent ones first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rulewright.compile.machine import CompiledMachine
from rulewright.compile.program import Program, compile_ruleset
from rulewright.coverage import FEW_STEPS, Coverage, Reached, scenario_coverage
from rulewright.engine.contract import Backend, Game
from rulewright.engine.deals import same_in_every_game
from rulewright.engine.fault_report import FaultReport
from rulewright.fuzz import story
from rulewright.fuzz.audit import audit
from rulewright.fuzz.cells import Cell
from rulewright.fuzz.findings import Finding, Suspicion, suspected
from rulewright.fuzz.going_on import GoingOn, what_comes_again, what_goes_on, what_goes_round
from rulewright.fuzz.habits import Habits
from rulewright.fuzz.leaks import Leak, find_leaks, make_small
from rulewright.fuzz.lines import Line, play_line
from rulewright.fuzz.loops import comes_again, find_loop
from rulewright.fuzz.plain import ask_in_volume, play_plainly
from rulewright.fuzz.schedule import Schedule
from rulewright.fuzz.shrink import Small, shrink
from rulewright.fuzz.volume import CellCount, FaultKey, Sighting, Volume, fault_key, replayed
from rulewright.limits import MAX_STEPS
from rulewright.machine.faults import Fault, FaultCode
from rulewright.ruleset import core
from rulewright.ruleset.model import OPEN, Ruleset
from rulewright.ruleset.walk import nodes_under
from rulewright.simulate.setting import Setting

#: Seconds for making finds small, one of them at most; and for beginning games to compare what lies hidden.
_MOST, _DEALING = 20.0, 2.0

#: The share of the last part's time, if it isn't needed, in which what is suspected is looked for again.
_AGAIN = 0.7

#: The share of the habits' time in which positions are looked over.
_AUDIT = 0.25

#: Steps after which what seems endless in a game looked at closely is taken to be so, and those of games that
#: record everything: what goes on for longer has no part in the search for secrets.
_MORE_STEPS, _TRACED_STEPS = 4 * FEW_STEPS, FEW_STEPS // 5

#: Steps after which it is first taken to be so where it is made small.
_QUICK_STEPS = FEW_STEPS // 20

#: Settings that players with habits play, at most.
_HABIT_CELLS = 4

#: Games that ended by themselves after which some must have told the players apart.
_LEVEL_GAMES = 1000

#: Deals compared to see whether something hidden is the same in every game.
_DEALS = 12


@dataclass(slots=True)
class Run:
    """What came of it. ``games``: random ones in great number; ``habit_games``: of players with habits;
    ``reached``: what both came to where no question was left open, ``scenarios``: what the ruleset's
    scenarios come to, if it has any; ``compared``: pairs of games that a seat couldn't tell apart;
    ``unasked``: open questions that no game asked, and rulings that neither play nor a scenario asks;
    ``ended``: random games that came to an end before the most moves; ``level``: of so many that ended none
    told the players apart, 0 if one did, and ``cut_off`` of these were ended by a limit; ``suspicions``: what
    the checker says of secrets that choices may tell."""

    ruleset: Ruleset
    findings: list[Finding] = field(default_factory=list)
    games: int = 0
    habit_games: int = 0
    moves: int = 0
    seconds: float = 0.0
    reached: Reached = field(default_factory=Reached)
    scenarios: Reached | None = None
    compared: int = 0
    unasked: list[str] = field(default_factory=list)
    ended: int = 0
    level: int = 0
    cut_off: int = 0
    suspicions: list[Suspicion] = field(default_factory=list)
    interrupted: bool = False

    @property
    def coverage(self) -> Coverage:
        """What play and the scenarios came to, item by item."""
        return Coverage(self.ruleset, self.reached, self.scenarios)

    @property
    def rules(self) -> dict[str, int | None]:
        """How often each rule fired in play: steps that cite it were run, actions that cite it were played.
        None for a rule that no step and no action cites: declarations and conditions hold without firing."""
        counts = {i.name: i.count(self.reached.tally) for i in self.coverage.items if i.kind == "rule"}
        return {rule: counts.get(rule) for rule in self.ruleset.rules}

    @property
    def never_fired(self) -> list[str]:
        """Rules that steps or actions cite and that never fired in play, though they could."""
        return [item.name for item in self.coverage.never("play", "rule")]

    @property
    def never_played(self) -> list[str]:
        """Actions that nobody ever played."""
        actions = [item for item in self.coverage.items if item.kind == "action"]
        return [item.name for item in actions if not item.count(self.reached.tally)]

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
    """Fuzzes a ruleset for about so many seconds. What was found and could not be made as small as can be
    until then is told as it is; running all of the ruleset's scenarios (``with_scenarios``) comes on top. An
    interrupt ends the search: what was found until then is made small and returned."""
    fuzzer = _Fuzzer(ruleset, cells, seed, seconds, max_moves, backend, workers, on_progress)
    fuzzer.with_scenarios = with_scenarios
    return fuzzer.run()


class _Fuzzer:
    def __init__(
        self, ruleset: Ruleset, cells: Sequence[Cell], seed: int, seconds: float, max_moves: int,
        backend: Backend, workers: int, on_progress: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.schedule = Schedule(seconds)
        self.ruleset, self.cells, self.seed = ruleset, list(cells), seed
        self._closed = [cell for cell in cells if not cell.opened]
        self.max_moves, self.workers, self.say = max_moves, workers, on_progress
        settings = [(cell, Setting(ruleset, cell.config, seed, max_moves, backend)) for cell in cells]
        self.volume = Volume(settings, workers)
        self.result = Run(ruleset)
        self.with_scenarios = False
        self._lines: dict[tuple[Cell, FaultKey], Line] = {}
        self._after: dict[FaultKey, float] = {}
        self._loop: tuple[Line | None, float] | None = None
        """Play without end, if there is any: a game that shows it, and when it was found."""
        self._ranked = False
        """Whether the result of a game of players with habits told them apart."""
        self._leaks: list[tuple[Leak, Cell, float]] = []
        """Each with when it was found."""
        self._program: Program | None = None
        """The program that counts, where no question is open."""
        self._games: dict[tuple[Cell, bool], Game] = {}

    def run(self) -> Run:
        result, schedule = self.result, self.schedule
        result.suspicions = suspected(self.ruleset)
        schedule.start(bool(result.suspicions))
        try:
            self.volume.run(schedule.end("volume"), self._told)
            self.say("players with habits")
            self._habits()
            self.say("secrets")
            self._secrets(schedule.end("secrets"), self.seed)
            self._deals(self.cells[0])
            self.say("positions that come again")
            self._loops(schedule.end("loops"))
            self.say("what the slow games count")
            self._slow(schedule.end("slow"))
            self._questions()
            if not self._found:
                # What making finds small would take is for what is suspected, or for more games.
                if any(not suspicion.proven for suspicion in result.suspicions):
                    self.say("what is suspected")
                    now = time.monotonic()
                    self._secrets(now + _AGAIN * (schedule.last - now), self.seed + 1)
                if not self._found:
                    self.volume.run(schedule.last, self._told)
        except KeyboardInterrupt:
            result.interrupted = True
            schedule.hurry()
        self._reached()
        result.games, result.moves = self.volume.games, sum(c.moves for c in self.volume.counts.values())
        self._small(schedule.end("small"))
        result.seconds = schedule.spent
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

    def _habits(self) -> None:
        closed = self._closed[:_HABIT_CELLS]
        if closed:
            self._program = compile_ruleset(self.ruleset, open=False, counted=True)
        end = self.schedule.end("habits")
        for number, cell in enumerate(closed):
            machine = CompiledMachine(self.ruleset, cell.config, program=self._program)
            _steps(machine, FEW_STEPS)
            habits = Habits(machine, self.seed + number, self.max_moves)

            def found(line: Line, fault: Fault, cell: Cell = cell) -> None:
                key = fault_key(int(fault.code), fault.place, fault.detail)
                known = self._lines.get((cell, key))
                doubtful = fault.code == FaultCode.STEP_LIMIT and not self._met(key)
                if doubtful and self._shows(cell, key, _MORE_STEPS)(line) is None:
                    return  # It does end, after more steps.
                self._after.setdefault(key, self.schedule.now)
                if known is None or line.size < known.size:
                    self._lines[cell, key] = line

            # The first cell has half of the time: it is the one of which coverage is told.
            left = max(0.0, end - time.monotonic())
            share = left / 2 if number == 0 and len(closed) > 1 else left / (len(closed) - number)
            habits.run(share * (1 - _AUDIT), found)
            habits.add_to(self.result.reached)
            self._ranked = self._ranked or habits.ranked
            self.result.habit_games += habits.games
            self._audit(cell, habits.lines, share * _AUDIT)

    @property
    def _found(self) -> bool:
        """Whether there is anything to be made small."""
        counted = any(count.faults for count in self.volume.counts.values())
        return counted or bool(self._lines) or bool(self._leaks) or self._loop is not None

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
                self.result.findings.append(Finding("state", "state", message, cell, after=self.schedule.now))

    def _slow(self, end: float) -> None:
        """What only the reference evaluator counts."""
        closed = self._closed[:_HABIT_CELLS]
        if closed:
            play_plainly(self.ruleset, closed, end, self.seed, self.max_moves, self.result.reached)

    def _questions(self) -> None:
        """The rulings that nothing has asked so far: a scenario may, or a game that leaves them open."""
        closed, result, ruleset = self._closed, self.result, self.ruleset
        tally = result.reached.tally
        never = [option for option in ruleset.options() if not tally["reading", option.index, 0]]
        shown: Reached | None = None
        end = self.schedule.end("questions")
        if self.with_scenarios:
            self.say("scenarios")
            shown = result.scenarios = scenario_coverage(ruleset)
            end = self.schedule.end("questions")
        elif never:
            self.say("scenarios")
            shown = scenario_coverage(ruleset, asking=[option.name for option in never], end=end)
            if time.monotonic() > end:
                return  # Of scenarios that weren't run nobody knows what they ask.
        if shown is not None:
            never = [option for option in never if not shown.tally["reading", option.index, 0]]
        if closed and never:
            self.say("questions that nothing has asked")
            players = sorted({cell.config.players for cell in closed})
            setting, names = self.volume.counts[closed[0]].setting, [option.name for option in never]
            seconds = end - time.monotonic()
            ask_in_volume(ruleset, names, players, seconds, setting, self.workers, result.reached)
            result.unasked = [option.name for option in never if not tally["reading", option.index, 0]]

    def _reached(self) -> None:
        """What the games in great number came to."""
        ended = cut_off = 0
        for cell in self._closed:
            count = self.volume.counts[cell]
            self.result.reached.add(self.volume.tally(cell), count.games, [cell.config])
            ended += count.games - count.endless - sum(s.count for s in count.faults.values())
            cut_off += count.cut_off
        self.result.ended = ended
        ranked = self._ranked or any(count.ranked for count in self.volume.counts.values())
        alone = all(cell.config.players == 1 for cell in self.cells)
        if ranked or alone:
            return
        self.result.level, self.result.cut_off = ended, cut_off
        message = self._why_level(ended, ended - cut_off)
        if message:
            self.result.findings.append(
                Finding("level", "level", message, self.cells[0], after=self.schedule.now)
            )

    def _why_level(self, ended: int, by_themselves: int) -> str:
        """What is wrong where no game told the players apart; nothing if that may be meant, as where all win
        or lose together, or if too few games came to an end that no limit made."""
        result = self.ruleset.result
        told = nodes_under(result.rank if result.winners is None else result.winners)
        asked = [node.var for node in told if isinstance(node, core.Local)]
        level = "games no result told the players apart"
        if result.me not in asked:
            alike = bool(result.rank) and result.winners is None
            return f"in {ended:,} {level}: all are ranked by the same" if alike and ended else ""
        if by_themselves < _LEVEL_GAMES:
            return ""
        never = self.result.never_fired
        rules = f"; {', '.join(never)} never fired" if never else ""
        return f"in {by_themselves:,} {level}: all shared a place{rules}"

    def _secrets(self, end: float, seed: int) -> None:
        first: dict[int, Cell] = {}
        for cell in self._closed:
            first.setdefault(cell.config.players, cell)
        suspicions = self.result.suspicions
        games = [(cell, self._game(cell, traced=True), self._game(cell)) for cell in first.values()]
        for number, (cell, traced, plain) in enumerate(games):
            seconds = (end - time.monotonic()) / (len(games) - number)
            unproven = [s.action for s in suspicions if not s.proven]
            leaks, compared = find_leaks(traced, seed, seconds, plain, unproven)
            self.result.compared += compared
            for leak in leaks:
                self._leak(leak, cell)

    def _leak(self, leak: Leak, cell: Cell) -> None:
        """A leak becomes a finding if it is the first one, or proves something suspected."""
        proves = [s for s in self.result.suspicions if s.action in leak.actions and not s.proven]
        if proves or not self._leaks:
            self._leaks.append((leak, cell, self.schedule.now))
        for suspicion in proves:
            suspicion.proven = True

    def _deals(self, cell: Cell) -> None:
        """What lies hidden at the first decision and is the same in every game."""
        seeds = range(self.seed, self.seed + _DEALS)
        for zones, message in same_in_every_game(self._game(cell), seeds, _DEALING).items():
            finding = Finding("unmixed", "unmixed", message, cell, about=zones, after=self.schedule.now)
            # One cause: what comes from a pile that isn't mixed is the same too.
            self.result.findings.append(finding)
            return

    def _loops(self, end: float) -> None:
        """Where nothing limits a game, a position that comes again means that play can go on for ever."""
        if self.ruleset.move_limit is not None:
            return
        line = find_loop(self._game(self.cells[0]).machine, self.seed, end)
        if line is not None or any(count.endless for count in self.volume.counts.values()):
            self._loop = line, self.schedule.now

    # --- making them small --------------------------------------------------------------------------------

    def _small(self, end: float) -> None:
        """Makes all that was found small, the frequent ones first, and tells it."""
        found: dict[FaultKey, list[tuple[Cell, CellCount, Sighting | None]]] = {}
        for cell, count in self.volume.counts.items():
            for key, sighting in count.faults.items():
                found.setdefault(key, []).append((cell, count, sighting))
        for cell, key in self._lines:
            if key not in found:
                found.setdefault(key, []).append((cell, self.volume.counts[cell], None))
        finds: list[tuple[int, Callable[[float], Finding]]] = [
            (sum(s.count if s else 0 for _, _, s in seen), partial(self._fault, key, seen))
            for key, seen in found.items()
        ]
        if self._loop is not None:
            given_up = sum(count.endless for count in self.volume.counts.values())
            finds.append((given_up, partial(self._endless, *self._loop, given_up)))
        finds += [(0, partial(self._secret, *leak)) for leak in self._leaks]
        finds.sort(key=lambda find: -find[0])
        for number, (_, find) in enumerate(finds):
            left = max(0.0, end - time.monotonic())
            self.say(f"making finds small: {number + 1} of {len(finds)}")
            self.result.findings.append(find(min(_MOST, left / (len(finds) - number))))
        asked = {key[2] for key in found if key[0] == FaultCode.OPEN_QUESTION}
        opened = {
            at for cell in self.cells for at, number in enumerate(cell.config.readings) if number == OPEN
        }
        unasked = {o.name for o in self.ruleset.options() if o.index in opened - asked}
        self.result.unasked += sorted(unasked - set(self.result.unasked))

    def _secret(self, leak: Leak, cell: Cell, after: float, seconds: float) -> Finding:
        leak, smallest = make_small(leak, self._game(cell), seconds)
        who = f"seat {leak.seat + 1}"
        message = f"what {who} may choose tells what {who} was not shown"
        return Finding(
            "leak", "leak", message, cell, after=after, leak=leak, decisions=leak.depth, smallest=smallest,
            story=story.told_leak(leak),
        )  # fmt: skip

    def _endless(self, line: Line | None, after: float, count: int, seconds: float) -> Finding:
        cell = self.cells[0]
        finding = Finding("endless", "endless", "", cell, count=count, games=self.volume.games, after=after)
        if line is None:
            finding.message = f"games went on for {self.max_moves:,} moves; nothing limits them"
            self._tell_long_game(finding, time.monotonic() + seconds)
            return finding
        machine = self._game(cell).machine

        def shows(line: Line) -> Line | None:
            found = comes_again(machine, line)
            return None if found is None else found[0]

        small = shrink(line, shows, seconds, machine)
        self._tell(finding, small)
        again = comes_again(machine, small.line)
        assert again is not None
        self._tell_round(finding, what_comes_again(self._counted(cell), small.line, again[1]))
        first = "1 decision" if again[1] == 1 else f"{again[1]} decisions"
        finding.message = (
            f"the position after {first} comes again after {finding.decisions}: play can go on for ever "
            "(`limit:` sets a number of moves)"
        )
        return finding

    def _tell_long_game(self, finding: Finding, end: float) -> None:
        """One of the games that never ended, of which there is nothing smaller to show."""
        cell, count = max(self.volume.counts.items(), key=lambda cell: cell[1].endless)
        finding.cell, finding.long_game = cell, (count.setting, count.long_game)
        gone = what_goes_on(self._counted(cell), count.setting, count.long_game, end)
        if gone is not None:
            self._tell_round(finding, gone)
            finding.goes_on = story.told_long(gone, self._game(cell))

    def _counted(self, cell: Cell) -> CompiledMachine:
        """A machine that counts."""
        machine = CompiledMachine(
            self.ruleset, cell.config, counted=True, program=None if cell.opened else self._program
        )
        _steps(machine, FEW_STEPS)
        return machine

    def _tell_round(self, finding: Finding, gone: GoingOn) -> None:
        """What goes round is where the find is, and not where it happened to be noticed."""
        finding.rules, finding.goes_on = tuple(gone.rules), story.told_round(gone, self._game(finding.cell))
        if gone.loop is not None:
            finding.place = self.ruleset.places[gone.loop].place

    def _fault(
        self, key: FaultKey, seen: list[tuple[Cell, CellCount, Sighting | None]], seconds: float
    ) -> Finding:
        end = time.monotonic() + seconds
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
            about=self.ruleset.options()[key[2]].name if code == FaultCode.OPEN_QUESTION else "",
        )  # fmt: skip

        endless = code == FaultCode.STEP_LIMIT
        wholly = self._shows(cell, key, _MORE_STEPS if endless else MAX_STEPS)
        small: Small | None = None
        # Of what seems endless most tries take as long as the steps that are waited for: few at first.
        for steps in (_QUICK_STEPS, FEW_STEPS) if endless else (FEW_STEPS,):
            left = end - time.monotonic()
            if small is None and left > 0:
                quickly = self._shows(cell, key, steps)
                shows = quickly
                if quickly(line) is None:
                    shows = wholly
                    if wholly(line) is None:
                        continue  # Another machine counts steps otherwise: it is told as it was met.
                # What a script is read from and what follows it is played as well.
                _steps(machine, steps)
                small = shrink(line, shows, left, machine)
                _steps(machine, FEW_STEPS)
                if shows is quickly and wholly(small.line) is None:
                    small = None  # It is endless only by the fewer steps.
        self._tell(finding, small or Small(line, False))
        if endless and finding.line is not None:
            self._tell_round(finding, what_goes_round(self._counted(cell), finding.line, FEW_STEPS))
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

    def _tell(self, finding: Finding, small: Small) -> None:
        line = small.line
        finding.line, finding.decisions, finding.smallest = line, len(line.steps), small.smallest
        game = self._game(finding.cell)
        endless = finding.code == FaultCode.STEP_LIMIT.kebab
        _steps(game.traced_twin.machine, _TRACED_STEPS if endless else MAX_STEPS)
        state = story.played(game, line)
        finding.story = story.told(state)
        fault: FaultReport | None = state.fault
        if fault is not None:
            finding.message, finding.place, finding.rules = fault.message, fault.place, fault.rules
        else:
            finding.message = "a game ended so, but not when it was played anew"


def _steps(machine: Any, limit: int) -> int:
    """How many steps there may be between two decisions on a compiled machine from now on, and how many there
    might be until now."""
    before: int = machine.way.limit
    machine.way.limit = limit
    return before
