"""Who notices a mistake: ``validate``, the scenarios, ``fuzz``, or nobody; and whether there is anything to notice.

Each is asked as an author would: the changed file lies in a folder of its own, with its scenarios beside it. A
mistake that nobody noticed is played on many tapes beside the ruleset as it was; where every game comes to the
same, the two files are two ways to say one thing.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mistake_book import Book, Mistake

from rulewright.check import check_file, check_text
from rulewright.compile.native import native_available
from rulewright.compile.program import TooBig
from rulewright.diagnostics import Sink
from rulewright.fuzz.cells import cells
from rulewright.fuzz.run import Run, fuzz
from rulewright.loading import load_text, plain
from rulewright.machine.interface import Config
from rulewright.ruleset.model import Ruleset
from rulewright.scenario import read_scenarios, run_scenario, scenarios_of
from rulewright.simulate.players import Player, player_maker
from rulewright.simulate.setting import Setting

#: After so many decisions a game is given up.
MOVES = 600

#: Games are compared for so long at most.
_SECONDS = 30

#: A rule or action that a good ruleset uses at least so often in a short run is missed where it isn't used at all.
_OFTEN = 200


def validated(book: Book, mistake: Mistake) -> tuple[str, str]:
    """``line``: noticed, and the right line shown; ``file``: noticed; ``none``: not; ``no mistake``: what is written is the
    same in YAML. With the codes and lines of what is said."""
    text = mistake.apply(book.text)
    found = check_text(text, book.path.name)[1]
    if not found:
        node = load_text(text, book.path.name, Sink())
        same = node is not None and plain(node) == plain(book.root)
        return ("no mistake" if same else "none"), ""
    places = [place for d in found for place in (d.place, *(r.place for r in d.related))]
    lines = {place.span.start.line for place in places if place.span is not None}
    said = " ".join(f"{d.code}:{d.place.span.start.line if d.place.span else 0}" for d in found[:6])
    return ("line" if mistake.lines & lines else "file"), said


@dataclass(slots=True)
class Usual:
    """What is normal for a ruleset: what fuzzing finds in it, and what play uses often."""

    findings: set[str]
    rules: set[str]
    actions: set[str]
    unasked: set[str]
    level: int


class Noticing:
    """The stages after ``validate``, for one ruleset; a context, since it has a folder. ``seconds``: of fuzzing for
    each mistake; ``tapes``: how many games are compared."""

    def __init__(self, book: Book, seconds: float, tapes: int) -> None:
        self.book, self.seconds, self.tapes = book, seconds, tapes
        self.folder = Path(tempfile.mkdtemp(prefix="rulewright-mistakes-"))
        self.file = self.folder / book.path.name
        self.scenarios = self.folder / scenarios_of(book.path).name
        if scenarios_of(book.path).is_file():
            shutil.copyfile(scenarios_of(book.path), self.scenarios)
        self._usual: Usual | None = None
        self._before: list[tuple[Config, Player]] = []

    def __enter__(self) -> Noticing:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Removes the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def ruleset(self, mistake: Mistake) -> Ruleset:
        """The changed ruleset, which ``validate`` has let pass."""
        self.file.write_text(mistake.apply(self.book.text), encoding="utf-8")
        ruleset, _ = check_file(self.file)
        assert ruleset is not None
        return ruleset

    # --- scenarios

    def failing_scenario(self) -> str | None:
        """The first scenario that fails with the file as it is; none if all pass."""
        sink = Sink()
        read = read_scenarios(self.scenarios, sink, "python") if self.scenarios.is_file() else None
        if read is None:
            return "(the scenarios can't be read)" if self.scenarios.is_file() else None
        if read.unread:
            return read.unread[0].name or "(without a name)"
        if sink.has_errors:
            return sink.diagnostics[0].code
        return next((s.name for s in read.scenarios if not run_scenario(s, sink).passed), None)

    # --- fuzzing

    def fuzzed(self, ruleset: Ruleset) -> str | None:
        """What fuzzing finds in the ruleset that isn't normal; none if nothing."""
        if self._usual is None:
            self._usual = _usual(_fuzz(self.book.ruleset, 3 * self.seconds))
        run = _fuzz(ruleset, self.seconds)
        new = _findings(run) - self._usual.findings
        if new:
            return min(new)
        if run.level and not self._usual.level:
            return "no game tells the players apart"
        unasked = set(run.unasked) - self._usual.unasked
        if unasked:
            return f"ruling {min(unasked)} never asked"
        rules, played = _used(run)
        for what, missed in (("rule", self._usual.rules - rules), ("action", self._usual.actions - played)):
            if missed:
                return f"{what} {min(missed)} never used"
        return None

    # --- the same games

    def same(self, ruleset: Ruleset) -> tuple[bool, int]:
        """Whether all games come to the same, and how many were compared: as many as were asked for, or as there was
        time for."""
        if not self._before:
            self._before = [
                (config, _player(self.book.ruleset, config)) for config in _configs(self.book.ruleset)
            ]
        if [c for c, _ in self._before] != _configs(ruleset):
            return False, 0
        after = [_player(ruleset, config) for config, _ in self._before]
        end = time.monotonic() + _SECONDS
        share = -(-self.tapes // len(after))
        compared, first, count = 0, 0, min(20, share)
        while count > 0 and (first == 0 or time.monotonic() < end):
            for (_, before), now in zip(self._before, after, strict=True):
                if before.play(first, count).words != now.play(first, count).words:
                    return False, compared
                compared += count
            first += count
            count = min(count * 2, share - first)
        return True, compared


def _configs(ruleset: Ruleset) -> list[Config]:
    """Fewest players with the chosen readings and with each other reading; most with the chosen and the last ones."""
    low, high = ruleset.players
    few = [cell.config for cell in cells(ruleset, [low], {}, others=True)]
    last = tuple(len(option.readings) - 1 for option in ruleset.options())
    return list(dict.fromkeys([*few, Config(high, ruleset.reading_numbers()), Config(high, last)]))


def _player(ruleset: Ruleset, config: Config) -> Player:
    backend: Any = "native" if native_available() else "python"
    try:
        return player_maker(Setting(ruleset, config, 5, MOVES, backend))()
    except TooBig:
        return player_maker(Setting(ruleset, config, 5, MOVES, "reference"))()


def _fuzz(ruleset: Ruleset, seconds: float) -> Run:
    low, high = ruleset.players
    return fuzz(
        ruleset,
        cells(ruleset, sorted({low, high}), {}),
        seed=11,
        seconds=seconds,
        max_moves=MOVES,
        backend="python",
    )


def _findings(run: Run) -> set[str]:
    return {f"{f.kind} {f.code}" for f in run.findings}


def _used(run: Run) -> tuple[set[str], set[str]]:
    never = set(run.never_played)
    rules = {rule for rule, count in run.rules.items() if count}
    return rules, {name for name in run.ruleset.actions if name not in never}


def _usual(run: Run) -> Usual:
    played = Counter({rule: count or 0 for rule, count in run.rules.items()})
    rules = {rule for rule, count in played.items() if count >= _OFTEN}
    return Usual(_findings(run), rules, _used(run)[1], set(run.unasked), run.level)
