"""One fuzzing run: volume, habits, secrets and loops, then every find made small and told.

Time is dealt out beforehand: most of it to random games in great number, a share to players with habits, to
secrets and to positions that come again, and what is left to making the finds small, the frequent ones first.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.engine.contract import Backend, Game
from rulewright.engine.fault_report import FaultReport
from rulewright.fuzz import story
from rulewright.fuzz.cells import Cell
from rulewright.fuzz.findings import Finding
from rulewright.fuzz.habits import Habits, Touched
from rulewright.fuzz.leaks import find_leak
from rulewright.fuzz.lines import Line, play_line, record
from rulewright.fuzz.shrink import shrink
from rulewright.fuzz.volume import CellCount, FaultKey, Sighting, Volume, fault_key, replayed
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Machine
from rulewright.ruleset.model import OPEN, Ruleset
from rulewright.simulate.setting import Setting

#: Shares of the time: volume, habits, secrets, loops; the rest goes to making finds small.
_VOLUME, _HABITS, _SECRETS, _LOOPS = 0.5, 0.12, 0.12, 0.06

#: Seconds for making one find small, at least and at most.
_LEAST, _MOST = 2.0, 20.0

#: Pairs of games compared for secrets, however little time there is.
_PAIRS = 240

#: Settings that players with habits play, at most: each needs a program of its own.
_HABIT_CELLS = 4

#: Decisions in which a position that comes again is looked for.
_LOOP_MOVES = 400

#: Deals compared to see whether something hidden is the same in every game.
_DEALS = 12


@dataclass(slots=True)
class Run:
    """What came of it. ``touched``: by play with the chosen readings and the fewest players; ``compared``:
    pairs of games that a seat couldn't tell apart; ``unasked``: open questions that no game asked."""

    ruleset: Ruleset
    findings: list[Finding] = field(default_factory=list)
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    touched: Touched = field(default_factory=Touched)
    compared: int = 0
    unasked: list[str] = field(default_factory=list)
    interrupted: bool = False

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
) -> Run:
    """Fuzzes a ruleset for about so many seconds (compiling comes on top). An interrupt ends the search: what
    was found until then is made small and returned."""
    return _Fuzzer(ruleset, cells, seed, seconds, max_moves, backend, workers, on_progress).run()


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
        self._games: dict[tuple[Cell, bool], Game] = {}

    def run(self) -> Run:
        begun = time.monotonic()
        result = self.result
        try:
            self.volume.run(self.seconds * _VOLUME, self._told)
            self.say("players with habits")
            self._habits(self.seconds * _HABITS)
            self.say("secrets")
            self._secrets(self.seconds * _SECRETS)
            self.say("positions that come again")
            self._loops(self.seconds * _LOOPS)
        except KeyboardInterrupt:
            result.interrupted = True
        result.games, result.moves = self.volume.games, sum(c.moves for c in self.volume.counts.values())
        left = self.seconds - (time.monotonic() - begun)
        self._faults(max(left, _LEAST))
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
            self._games[cell, traced] = Game(self.ruleset, cell.config.players, readings, traced=traced)
        return self._games[cell, traced]

    def _closed(self) -> list[Cell]:
        return [cell for cell in self.cells if not cell.opened]

    def _habits(self, seconds: float) -> None:
        closed = self._closed()[:_HABIT_CELLS]
        for number, cell in enumerate(closed):
            habits = Habits(self._game(cell, traced=True).machine, self.seed + number, self.max_moves)
            if number == 0:
                self.result.touched = habits.touched

            def found(line: Line, fault: Any, cell: Cell = cell) -> None:
                key = fault_key(int(fault.code), fault.place, fault.detail)
                known = self._lines.get((cell, key))
                if known is None or line.size < known.size:
                    self._lines[cell, key] = line

            # The first cell has half of the time: it is the one of which coverage is told.
            share = seconds / 2 if number == 0 and len(closed) > 1 else seconds / 2 / max(1, len(closed) - 1)
            habits.run(seconds if len(closed) == 1 else share, found)

    def _secrets(self, seconds: float) -> None:
        first: dict[int, Cell] = {}
        for cell in self._closed():
            first.setdefault(cell.config.players, cell)
        for cell in first.values():
            game = self._game(cell, traced=True)
            leak, compared = find_leak(game, self.seed, seconds / len(first), _PAIRS // len(first))
            self.result.compared += compared
            if leak is not None and not any(f.kind == "leak" for f in self.result.findings):
                seat = leak.seat + 1
                self.result.findings.append(
                    Finding(
                        "leak", "leak", f"what seat {seat} may choose tells what seat {seat} was not shown",
                        cell, leak=leak, decisions=leak.depth, story=_leak_story(leak),
                    )
                )  # fmt: skip
        self._deals(self.cells[0])

    def _deals(self, cell: Cell) -> None:
        """What lies hidden at the first decision and is the same in every game: piles of more than one kind,
        and what the players hold, where they hold different things."""
        game = self._game(cell)
        sight, words = game.sight, game.words
        public = sight.bit(None)
        seen: dict[int, set[tuple[int, ...]]] = {}
        begun = time.monotonic()
        for seed in range(_DEALS):
            if seed > 1 and time.monotonic() - begun > _LEAST:
                break
            for number, zone in enumerate(game.start(self.seed + seed).zones()):
                if number and not sight.rest[number] & public:
                    # Cards whose order nobody knows yet are different in every game.
                    kinds = tuple(words.kind[i] for i in zone.ids)
                    known = kinds if not zone.unknown else (-seed - 1,)
                    seen.setdefault(number, set()).add(known)
        same = {number: next(iter(contents)) for number, contents in seen.items() if len(contents) == 1}
        for family in words.families:
            zones = range(family.first, family.first + family.size)
            held = [same[z] for z in zones if z in same]
            if family.kind == "pile":
                wrong = any(len(set(order)) > 1 for order in held)
                what = "the cards of {} lie hidden in the same order in every game"
            else:
                # Equal hands are dealt to everyone on purpose.
                wrong = len(held) == len(zones) > 1 and len({_bag(kinds) for kinds in held}) == len(zones)
                what = "what lies hidden in {} is the same in every game"
            if wrong and (family.kind == "pile" or all(held)):
                finding = Finding("unmixed", "unmixed", what.format(family.name), cell)
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
        finding = Finding("endless", "endless", "", cell, count=given_up, games=self.volume.games)
        if line is None:
            finding.message = f"games went on for {self.max_moves:,} moves; nothing limits them"
        else:
            self._make_small(finding, line, self._comes_again(machine), max(_LEAST, seconds * 2))
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

    def _faults(self, seconds: float) -> None:
        found: dict[FaultKey, list[tuple[Cell, CellCount, Sighting | None]]] = {}
        for cell, count in self.volume.counts.items():
            for key, sighting in count.faults.items():
                found.setdefault(key, []).append((cell, count, sighting))
        for cell, key in self._lines:
            if key not in found:
                found.setdefault(key, []).append((cell, self.volume.counts[cell], None))
        order = sorted(found, key=lambda key: -sum(s.count if s else 0 for _, _, s in found[key]))
        for number, key in enumerate(order):
            share = min(_MOST, max(_LEAST, seconds / len(order)))
            self.say(f"making finds small: {number + 1} of {len(order)}")
            self.result.findings.append(self._fault(key, found[key], share))
        asked = {key[2] for key in found if key[0] == FaultCode.OPEN_QUESTION}
        opened = {
            at for cell in self.cells for at, number in enumerate(cell.config.readings) if number == OPEN
        }
        self.result.unasked = [o.name for o in self.ruleset.options() if o.index in opened - asked]

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
        )  # fmt: skip

        def shows(line: Line) -> Line | None:
            position, played = play_line(machine, line)
            fault = machine.fault(position)
            same = fault is not None and fault_key(int(fault.code), fault.place, fault.detail) == key
            return played if same else None

        self._make_small(finding, line, shows, seconds)
        return finding

    def _make_small(
        self, finding: Finding, line: Line, shows: Callable[[Line], Line | None], seconds: float
    ) -> None:
        small, _ = shrink(line, shows, seconds)
        finding.line, finding.decisions = small, len(small.steps)
        state = story.played(self._game(finding.cell), small)
        finding.story = story.told(state)
        fault: FaultReport | None = state.fault
        if fault is not None:
            finding.message, finding.place, finding.rules = fault.message, fault.place, fault.rules


def _bag(kinds: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(kinds))


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


def _leak_story(leak: Any) -> list[str]:
    one, other = leak.moves
    only_one, only_other = [m for m in one if m not in other], [m for m in other if m not in one]
    lines = ["In one game:", *("  " + line for line in story.told(leak.one))]
    lines += [
        "In another, which looks the same to that seat:",
        *("  " + line for line in story.told(leak.other)),
    ]
    if only_one or only_other:
        lines += [f"Only in the one: {', '.join(only_one[:5]) or 'nothing'}"]
        lines += [f"Only in the other: {', '.join(only_other[:5]) or 'nothing'}"]
    else:
        lines += [f"The same moves in another order: {', '.join(one[:5])} and {', '.join(other[:5])}"]
    return lines
