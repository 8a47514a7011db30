"""Who notices a change: the checker, a scenario, a fault in play, or nobody.

The changed ruleset is written into a folder of its own beside a copy of the scenarios, so everything happens
as it would for the author: it is checked, then the scenarios are run one after the other until one fails.
What no scenario notices is played at random from the same seeds as the ruleset as it was: if a game ends in a
fault, play notices; if every game came to the same, the change may mean nothing at all.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType

from rulewright.check import check_file
from rulewright.compile import runtime
from rulewright.compile.program import TooBig
from rulewright.diagnostics import Sink
from rulewright.machine.interface import Config
from rulewright.mutate.edits import Edit
from rulewright.ruleset.model import Ruleset
from rulewright.scenario import read_scenarios, run_scenario, scenarios_of
from rulewright.simulate.players import player_maker
from rulewright.simulate.records import Records
from rulewright.simulate.setting import Setting

#: Random games that a change is compared by, and decisions a game.
GAMES, MOVES = 60, 400


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
    diagnostic stands on the line of the change."""

    verdict: Verdict
    by: str = ""
    right_line: bool = False


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
        self._games = _games(ruleset)

    def __enter__(self) -> Judge:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Removes the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def judge(self, edit: Edit) -> Judgement:
        """Who notices the change."""
        self._file.write_text(edit.apply(self.text), encoding="utf-8")
        ruleset, found = check_file(self._file)
        news = Counter(d.code for d in found) - self._warnings
        errors = [d for d in found if d.severity == "error"]
        if ruleset is None or news:
            said = errors or [d for d in found if d.code in news]
            near = any(d.place.span is not None and d.place.span.start.line == edit.line for d in said)
            return Judgement(Verdict.CHECKER, said[0].code, near)
        failed = self._failing_scenario()
        if failed is not None:
            return Judgement(Verdict.SCENARIO, failed)
        games = _games(ruleset)
        faults = [
            fault
            for now, before in zip(games, self._games, strict=True)
            for fault in set(now.column(runtime.OUT_FAULT)) - set(before.column(runtime.OUT_FAULT))
        ]
        if faults:
            return Judgement(Verdict.PLAY, str(faults[0]))
        same = all(now.words == before.words for now, before in zip(games, self._games, strict=True))
        return Judgement(Verdict.SAME if same else Verdict.NOBODY)

    def _failing_scenario(self) -> str | None:
        if not self._scenarios.is_file():
            return None
        sink = Sink()
        read = read_scenarios(self._scenarios, sink, "reference")
        if read is None:
            return "(the scenarios can't be read)"
        if read.unread:
            return read.unread[0].name or "(without a name)"
        for scenario in read.scenarios:
            if not run_scenario(scenario, sink).passed:
                return scenario.name
        return None


def _games(ruleset: Ruleset) -> list[Records]:
    """Random games with the fewest players and with the most, the chosen readings, always the same seeds."""
    readings = ruleset.reading_numbers()
    records = []
    for players in sorted(set(ruleset.players)):
        setting = Setting(ruleset, Config(players, readings), 1, MOVES, "python")
        try:
            player = player_maker(setting)()
        except TooBig:
            player = player_maker(Setting(ruleset, setting.config, 1, MOVES, "reference"))()
        records.append(player.play(0, GAMES))
    return records
