"""Who notices a change: the checker, a scenario, a fault in play, or nobody.

The changed ruleset is written into a folder of its own beside a copy of the scenarios, so everything happens
as it would for the author: it is checked, then the scenarios are run one after the other until one fails.
Those that cite the rules of the changed node come first, and are run until each of these rules has one that
fails: a rule is shown by a scenario that cites it and notices a slip in what carries it out. A scenario whose
expectations a reset wrote shows no rule, since they are what the ruleset did.

What no scenario notices is played at random from the same seeds as the ruleset as it was: if a game ends in a
fault, play notices, be it a fault of the language or an invariant of the author's; if every game came to the
same, the change may mean nothing at all.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from types import TracebackType

from rulewright.check import check_file
from rulewright.compile import runtime
from rulewright.compile.program import TooBig
from rulewright.diagnostics import Sink
from rulewright.diagnostics.codes import scenario as codes
from rulewright.engine.contract import Game
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Config
from rulewright.mutate.edits import Edit
from rulewright.reference.machine import ReferenceMachine
from rulewright.ruleset.model import Ruleset
from rulewright.scenario import read_scenarios, run_scenario, scenarios_of
from rulewright.scenario.model import Scenario
from rulewright.simulate.players import player_maker
from rulewright.simulate.records import Records
from rulewright.simulate.setting import Setting

#: Random games that a change is compared by, and decisions a game; how few there are where games take long,
#: and the seconds that those of one change may take.
GAMES, MOVES, FEWEST, _PLAYED = 30, 300, 3, 3.0

#: Seconds from which on a scenario is compiled, and steps after which the plain evaluator gives up.
_SLOW, _STEPS = 0.05, 20_000


class Verdict(Enum):
    """Who noticed. ``SAME``: nobody, and the games came to the same; ``NOBODY``: nobody, and they did not."""

    CHECKER = "validate"
    SCENARIO = "a scenario"
    PLAY = "play"
    NOBODY = "nobody"
    SAME = "nobody, games the same"


@dataclass(frozen=True, slots=True)
class Judgement:
    """``by``: the scenario that failed, the code of the diagnostic or of the fault. ``right_line``: a
    diagnostic stands on the line of the change. ``shown``: rules of the changed node, each with a scenario
    that cites it and failed."""

    verdict: Verdict
    by: str = ""
    right_line: bool = False
    shown: tuple[tuple[str, str], ...] = ()


class Judge:
    """Judges changes of one ruleset; a context, since it has a folder of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self._folder = Path(tempfile.mkdtemp(prefix="rulewright-"))
        self._file = self._folder / path.name
        self._scenarios = self._folder / scenarios_of(path).name
        if scenarios_of(path).is_file():
            shutil.copyfile(scenarios_of(path), self._scenarios)
        ruleset, found = check_file(path)
        if ruleset is None:
            raise ValueError(f"{path} has errors")
        self._warnings = Counter(d.code for d in found)
        self._ruleset = ruleset

    def __enter__(self) -> Judge:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Removes the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def judge(self, edit: Edit, *, by_rules: bool = False) -> Judgement:
        """Who notices the change. ``by_rules``: only the scenarios that cite the rules of the changed node
        are asked, and nothing is played."""
        self._file.write_text(edit.apply(self.text), encoding="utf-8")
        ruleset, found = check_file(self._file)
        news = Counter(d.code for d in found) - self._warnings
        errors = [d for d in found if d.severity == "error"]
        if ruleset is None or news:
            said = errors or [d for d in found if d.code in news]
            near = any(d.place.span is not None and d.place.span.start.line == edit.line for d in said)
            return Judgement(Verdict.CHECKER, said[0].code, near)
        failed, shown = self._failing(ruleset, edit.rules, by_rules)
        if failed is not None:
            return Judgement(Verdict.SCENARIO, failed, shown=shown)
        if by_rules:
            return Judgement(Verdict.NOBODY)
        return self._played(ruleset)

    def notices(self, edit: Edit, names: Collection[str]) -> set[str]:
        """The rules that the scenarios of these names show by failing with the change; none if the checker
        refuses the change. No other scenario is run."""
        self._file.write_text(edit.apply(self.text), encoding="utf-8")
        ruleset, found = check_file(self._file)
        if ruleset is None or Counter(d.code for d in found) - self._warnings:
            return set()
        read = read_scenarios(
            self._scenarios, Sink(), "reference", ruleset=ruleset, only=lambda name, rules: name in names
        )
        shown: set[str] = set()
        compiled: dict[int, Game] = {}
        for scenario in () if read is None else read.scenarios:
            mine = [rule for rule in scenario.shown if rule in edit.rules]
            if mine and not _passes(scenario, compiled):
                shown.update(mine)
        return shown

    def _played(self, ruleset: Ruleset) -> Judgement:
        number, played = self._before
        games = _games(ruleset, number)
        faults = [
            fault
            for now, before in zip(games, played, strict=True)
            for fault in set(now.column(runtime.OUT_FAULT)) - set(before.column(runtime.OUT_FAULT))
        ]
        if faults:
            return Judgement(Verdict.PLAY, _fault_name(faults[0]))
        same = all(now.words == before.words for now, before in zip(games, played, strict=True))
        return Judgement(Verdict.SAME if same else Verdict.NOBODY)

    @cached_property
    def _before(self) -> tuple[int, list[Records]]:
        """How many games of each number of players are compared, and those of the ruleset as it is. Where
        games take long, fewer are played."""
        begun = time.process_time()
        _games(self._ruleset, FEWEST)
        each = (time.process_time() - begun) / FEWEST
        number = GAMES if each * GAMES <= _PLAYED else max(FEWEST, int(_PLAYED / each))
        return number, _games(self._ruleset, number)

    def _failing(
        self, ruleset: Ruleset, rules: tuple[str, ...], by_rules: bool
    ) -> tuple[str | None, tuple[tuple[str, str], ...]]:
        """A scenario that fails, and for each of the rules one that cites it and fails."""
        shown: dict[str, str] = {}
        first: str | None = None
        for cites in (True, False):
            if not cites and (first is not None or by_rules):
                break
            for name, cited in self._failures(ruleset, rules, cites, shown):
                first = name if first is None else first
                shown |= {rule: name for rule in cited if rule in rules and rule not in shown}
                if not cites or len(shown) == len(rules):
                    break
        return first, tuple(shown.items())

    def _failures(
        self, ruleset: Ruleset, rules: tuple[str, ...], cites: bool, shown: Mapping[str, str]
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The scenarios that fail, each with the rules that it shows; of those that cite the rules, or of
        the others. ``shown``: what is known by now, so that no more than is needed is run."""
        if not self._scenarios.is_file():
            return
        sink, wanted = Sink(), set(rules)
        read = read_scenarios(
            self._scenarios, sink, "reference", ruleset=ruleset,
            only=lambda name, cited: bool(wanted.intersection(cited)) is cites,
        )  # fmt: skip
        if read is None:
            yield "(the scenarios can't be read)", ()
            return
        for unread in read.unread:
            yield unread.name or "(without a name)", unread.rules
        compiled: dict[int, Game] = {}
        for scenario in read.scenarios:
            mine = wanted.intersection(scenario.rules)
            if cites and shown and not (mine - set(shown)):
                continue
            if not _passes(scenario, compiled, self._slow):
                yield scenario.name, scenario.shown

    @cached_property
    def _slow(self) -> set[str]:
        """The scenarios that take long in the plain evaluator, by name."""
        if not self._scenarios.is_file():
            return set()
        read = read_scenarios(self._scenarios, Sink(), "reference", ruleset=self._ruleset)
        slow = set()
        for scenario in () if read is None else read.scenarios:
            begun = time.process_time()
            run_scenario(scenario, Sink())
            if time.process_time() - begun > _SLOW:
                slow.add(scenario.name)
        return slow


def _passes(scenario: Scenario, compiled: dict[int, Game], slow: Collection[str] = ()) -> bool:
    """Whether a scenario still holds. Most take less time in the plain evaluator than their game takes to be
    compiled; ``slow``: the names of others. A change may make play go on for ever, which the plain evaluator
    is long in finding out: it gives up early, and then what is compiled, with the limit of the language,
    decides. ``compiled``: games by the identity of what they were compiled from."""
    plain = scenario.game
    if scenario.name not in slow:
        _hasten(plain)
        failures = run_scenario(scenario, Sink()).failures
        if not any(failure.code == codes.UnexpectedFault.code for failure in failures):
            return not failures
    if id(plain) not in compiled:
        compiled[id(plain)] = _compiled(plain)
    scenario.game = compiled[id(plain)]
    passed = run_scenario(scenario, Sink()).passed
    scenario.game = plain
    return passed


def _hasten(game: Game) -> None:
    """Lets the plain evaluator give up after fewer steps."""
    if isinstance(game.machine, ReferenceMachine):
        game.machine.step_limit = _STEPS


def _compiled(game: Game) -> Game:
    """The game in the way of running that is fast; what is too big for it stays as it is."""
    try:
        return game.twin(backend="python")
    except TooBig:
        return game


def _fault_name(code: int) -> str:
    """What a fault is called; the compiled machine has some of its own, which are numbers."""
    known = {fault.value: fault.kebab for fault in FaultCode}
    return known.get(code, str(code))


def _games(ruleset: Ruleset, number: int) -> list[Records]:
    """So many random games with the fewest players and with the most; the chosen readings, always the same
    seeds."""
    readings = ruleset.reading_numbers()
    records = []
    for players in sorted(set(ruleset.players)):
        setting = Setting(ruleset, Config(players, readings), 1, MOVES, "python")
        try:
            player = player_maker(setting)()
        except TooBig:
            player = player_maker(Setting(ruleset, setting.config, 1, MOVES, "reference"))()
        records.append(player.play(0, number))
    return records
