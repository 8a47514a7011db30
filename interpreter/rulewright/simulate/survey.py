"""A survey: random play of a whole ruleset, with the readings chosen for its rulings and with others.

For each number of players there are four parts. The chosen readings come first: with them a ruleset that is
right has no fault. Then every other reading alone, and random combinations of readings, no two of them alike.
Last each question left open alone, which shows how often play comes upon the hole in the rulebook. Each part
has the same time; where it ends before all games were played, what was played counts. A fault that comes with
other readings is laid to the rulings without whose reading it doesn't come.

Which readings are played is no part of a compiled program, only whether a question may be open; so the open
ones come last, and few programs are compiled.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Literal

from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Config
from rulewright.ruleset.model import OPEN, Ruleset
from rulewright.simulate.players import player_maker
from rulewright.simulate.records import Records
from rulewright.simulate.report import fault_json
from rulewright.simulate.run import Progress, simulate
from rulewright.simulate.setting import Setting
from rulewright.simulate.summary import FaultCount, Summary

Kind = Literal["chosen", "reading", "combinations", "open"]


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much is played: ``games`` with the chosen readings, ``others`` with each other reading, each of at
    most ``combinations`` combinations and each open question, for at most ``seconds`` in each of these four
    parts."""

    games: int
    others: int
    combinations: int
    seconds: float = math.inf


@dataclass(frozen=True, slots=True)
class FoundFault:
    """A fault of some games. ``setting``: what they were played with. ``rulings``: those whose reading brings
    it about; none if it comes with the chosen readings too."""

    setting: Setting
    fault: FaultCount
    rulings: tuple[str, ...]


@dataclass(slots=True)
class Line:
    """What some games came to. ``changed``: what isn't as chosen, of a ``reading`` or an ``open`` question;
    ``asked``: games that were to be played; ``combinations``: how many were played."""

    setting: Setting
    kind: Kind
    changed: dict[str, str]
    asked: int
    summary: Summary
    seconds: float = 0.0
    combinations: int = 0
    interrupted: bool = False
    faults: list[FoundFault] = field(default_factory=list)

    @property
    def at_limit(self) -> int:
        """Games that a limit ended: of the ruleset, or of the number of moves."""
        return self.summary.cut_off + self.summary.gave_up

    def as_json(self) -> dict[str, Any]:
        """As data; ``at_limit`` is ``cut_off`` by the ruleset and ``given_up`` after so many moves."""
        s = self.summary
        return {
            "game": self.setting.ruleset.id,
            "players": self.setting.config.players,
            "kind": self.kind,
            "readings": self.changed,
            "combinations": self.combinations,
            "asked": self.asked,
            "playouts": s.games,
            "seconds": round(self.seconds, 3),
            "moves": {"mean": s.mean_moves, "sd": s.sd_moves, "min": s.fewest or 0, "max": s.most or 0},
            "cut_off": s.cut_off,
            "given_up": s.gave_up,
            "at_limit": self.at_limit / s.games if s.games else 0.0,
            "interrupted": self.interrupted,
            "faults": [
                fault_json(found.setting, found.fault)
                | {"readings": readings_of(found.setting), "rulings": list(found.rulings)}
                for found in self.faults
            ],
        }


def readings_of(setting: Setting) -> dict[str, str]:
    """The readings of a setting that are not the chosen ones, by ruling."""
    ruleset, numbers = setting.ruleset, setting.config.readings
    pairs = zip(ruleset.reading_names(numbers).items(), numbers, ruleset.reading_numbers(), strict=True)
    return {name: reading for (name, reading), number, chosen in pairs if number != chosen}


def other_readings(ruleset: Ruleset) -> list[tuple[int, ...]]:
    """The chosen readings with one changed, in the order of the ruleset."""
    chosen = ruleset.reading_numbers()
    return [
        (*chosen[:at], reading, *chosen[at + 1 :])
        for at, ruling in enumerate(ruleset.options())
        for reading in range(len(ruling.readings))
        if reading != chosen[at]
    ]


def open_readings(ruleset: Ruleset) -> list[tuple[int, ...]]:
    """The chosen readings with one left open, in the order of the ruleset."""
    chosen = ruleset.reading_numbers()
    return [(*chosen[:at], OPEN, *chosen[at + 1 :]) for at in range(len(chosen))]


def combined_readings(ruleset: Ruleset, most: int, seed: int) -> list[tuple[int, ...]]:
    """At most ``most`` combinations in which two readings or more are changed: all there are, in their order,
    or as many by chance."""
    chosen = ruleset.reading_numbers()
    sizes = [len(ruling.readings) for ruling in ruleset.options()]
    there = math.prod(sizes) - 1 - sum(size - 1 for size in sizes)

    def differ(readings: tuple[int, ...]) -> bool:
        return sum(a != b for a, b in zip(readings, chosen, strict=True)) > 1

    if there <= 2 * most:
        every = [readings for readings in product(*map(range, sizes)) if differ(readings)]
        return every if there <= most else sorted(random.Random(seed).sample(every, most))
    chance, found = random.Random(seed), dict[tuple[int, ...], None]()
    while len(found) < most:
        readings = tuple(map(chance.randrange, sizes))
        if differ(readings):
            found[readings] = None
    return list(found)


def survey(
    setting: Setting,
    amounts: Amounts,
    workers: int = 1,
    *,
    on_begin: Callable[[Line], Callable[[], None] | None] | None = None,
) -> Iterator[Line]:
    """The lines of one ruleset with the number of players of ``setting``, each as soon as it is played.

    ``on_begin`` is told of a line before it is played, and may give what is called whenever there are more
    games of it. An interrupt ends the line that is being played, which is the last one then.
    """
    ruleset = setting.ruleset
    setting = replace(setting, config=Config(setting.config.players, ruleset.reading_numbers()))
    runner = _Runner(amounts, workers, on_begin)
    line = runner.begin(setting, "chosen", amounts.games)
    runner.play(line, setting, amounts.games, amounts.seconds)
    runner.usual = {_key(found.fault) for found in line.faults}
    yield line
    if runner.interrupted:
        return
    yield from runner.each(setting, "reading", other_readings(ruleset))
    if not runner.interrupted:
        yield from runner.combined(setting, combined_readings(ruleset, amounts.combinations, setting.seed))
    if not runner.interrupted:
        yield from runner.each(setting, "open", open_readings(ruleset))


def _share(end: float, parts: int) -> float:
    """The seconds of the first of so many parts that have the time until ``end``."""
    return max(0.0, end - time.perf_counter()) / parts


def _with(setting: Setting, readings: tuple[int, ...]) -> Setting:
    return replace(setting, config=replace(setting.config, readings=readings))


def _key(found: FaultCount) -> tuple[int, int]:
    return int(found.fault.code), found.fault.place


class _Runner:
    """Plays lines, and looks for the rulings that bring their faults about."""

    def __init__(
        self,
        amounts: Amounts,
        workers: int,
        on_begin: Callable[[Line], Callable[[], None] | None] | None,
    ) -> None:
        self.amounts, self.workers, self._on_begin = amounts, workers, on_begin
        self.usual: set[tuple[int, int]] = set()
        """The faults that come with the chosen readings."""
        self._blamed: dict[tuple[int, int], list[dict[str, str]]] = {}
        """Fault -> the readings that bring it about, as far as that is known."""
        self._tell: Callable[[], None] | None = None
        self.interrupted = False

    def begin(self, setting: Setting, kind: Kind, asked: int) -> Line:
        changed = readings_of(setting) if kind in ("reading", "open") else {}
        line = Line(setting, kind, changed, asked, Summary(setting.config.players))
        self._tell = None if self._on_begin is None else self._on_begin(line)
        return line

    def each(self, setting: Setting, kind: Kind, readings: list[tuple[int, ...]]) -> Iterator[Line]:
        """A line for each of these readings, which share the time."""
        end = self._end(setting, readings)
        for number, one in enumerate(readings):
            own = _with(setting, one)
            line = self.begin(own, kind, self.amounts.others)
            self.play(line, own, self.amounts.others, _share(end, len(readings) - number))
            yield line
            if self.interrupted:
                return

    def _end(self, setting: Setting, readings: list[tuple[int, ...]]) -> float:
        """When the time for these readings is over. Compiling is no part of it."""
        if readings:
            player_maker(_with(setting, readings[0]))
        return time.perf_counter() + self.amounts.seconds

    def combined(self, setting: Setting, readings: list[tuple[int, ...]]) -> Iterator[Line]:
        """One line for all of these readings, which share the time; none if there are none."""
        if not readings:
            return
        games = self.amounts.others
        line = self.begin(setting, "combinations", games * len(readings))
        end = self._end(setting, readings)
        for number, one in enumerate(readings):
            self.play(line, _with(setting, one), games, _share(end, len(readings) - number))
            line.combinations += 1
            if self.interrupted:
                break
        yield line

    def play(self, line: Line, setting: Setting, games: int, seconds: float) -> None:
        """Plays games of a line with the readings of ``setting``."""

        def keep(records: Records) -> None:
            line.summary.add(records)

        def tell(progress: Progress) -> None:
            if self._tell is not None:
                self._tell()

        progress = simulate(setting, games, self.workers, seconds=seconds, on_progress=tell, on_records=keep)
        line.seconds += progress.seconds
        line.interrupted = self.interrupted = progress.interrupted
        for fault in progress.summary.sorted_faults():
            rulings = () if line.interrupted else self._rulings(line, setting, fault)
            line.faults.append(FoundFault(setting, fault, rulings))

    def _rulings(self, line: Line, setting: Setting, found: FaultCount) -> tuple[str, ...]:
        key, changed = _key(found), readings_of(setting)
        if line.kind == "chosen" or key in self.usual:
            return ()
        if found.fault.code == FaultCode.OPEN_QUESTION:
            return (setting.ruleset.options()[found.fault.detail].name,)
        if len(changed) > 1:
            known = self._blamed.setdefault(key, [])
            for blamed in known:
                if blamed.items() <= changed.items():
                    return tuple(blamed)
            without = {ruling: self._comes(setting, ruling, found) for ruling in changed}
            # If it comes whichever single reading is given up, several bring it about, each by itself.
            needed = {ruling: changed[ruling] for ruling, comes in without.items() if not comes} or changed
            known.append(needed)
            return tuple(needed)
        return tuple(changed)

    def _comes(self, setting: Setting, ruling: str, found: FaultCount) -> bool:
        """Whether the fault comes too with the chosen reading of one ruling."""
        options, chosen = setting.ruleset.options(), setting.ruleset.reading_numbers()
        at = next(number for number, option in enumerate(options) if option.name == ruling)
        readings = setting.config.readings
        own = _with(setting, (*readings[:at], chosen[at], *readings[at + 1 :]))
        # Five times as many as it took before: if it is as frequent it hardly stays away.
        games = min(self.amounts.others, 50 + 5 * (found.game + 1))
        return _key(found) in {_key(f) for f in simulate(own, games).summary.faults.values()}
