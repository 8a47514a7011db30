"""Which holes of a rulebook play comes upon, and how often.

A question that is left open ends the game that asks it, so of several open at once only the first on the way
would ever be met. Each is therefore left open alone, in games of its own; all others have the reading that
was chosen for them. The games have the same seeds, question by question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Config
from rulewright.ruleset.model import OPEN, Ruleset, Ruling
from rulewright.simulate.records import Records
from rulewright.simulate.report import game_seed
from rulewright.simulate.run import Progress, simulate
from rulewright.simulate.setting import Setting
from rulewright.simulate.summary import Summary, wilson


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """One question left open: the setting of its games, and what they came to."""

    ruling: Ruling
    setting: Setting
    progress: Progress

    @property
    def reached(self) -> int:
        """How many games asked it."""
        return sum(found.count for found in self._faults)

    @property
    def first_game(self) -> int | None:
        """The number of the first game that asked it, or none."""
        return min((found.game for found in self._faults), default=None)

    @property
    def _faults(self) -> list[Any]:
        faults = self.progress.summary.faults.values()
        return [found for found in faults if found.fault.code == FaultCode.OPEN_QUESTION]

    def as_json(self) -> dict[str, Any]:
        """As data. ``share`` and its 95 % ``interval`` are of all games."""
        games, first = self.progress.summary.games, self.first_game
        return {
            "name": self.ruling.name,
            "question": _plain(self.ruling),
            "rules": list(self.ruling.rules),
            "playouts": games,
            "reached": self.reached,
            "share": self.reached / games if games else 0.0,
            "interval": wilson(self.reached, games),
            "game": first,
            "game_seed": None if first is None else game_seed(self.setting, first),
        }

    def row(self) -> list[str]:
        """Its line in a table: see HEADINGS."""
        games, first = self.progress.summary.games, self.first_game
        return [
            self.ruling.name,
            _plain(self.ruling),
            ", ".join(self.ruling.rules),
            f"{100 * self.reached / games:.2f}%" if games else "-",
            "never" if first is None else str(game_seed(self.setting, first)),
        ]


HEADINGS = ("ruling", "question", "rules", "asked in", "first seed")


def _plain(ruling: Ruling) -> str:
    return " ".join(next(iter(ruling.question.values()), "").split())


def open_one_by_one(
    ruleset: Ruleset, config: Config, chosen: Mapping[str, str]
) -> list[tuple[Ruling, Config]]:
    """The configurations in which one of the rulings that are open in ``config`` is open and the others have
    the reading that the ruleset chose, or that ``chosen`` gives them."""
    options = ruleset.options()
    closed = list(config.readings)
    for ruling in options:
        if closed[ruling.index] == OPEN:
            reading = chosen.get(ruling.name, "open")
            readings = list(ruling.readings)
            closed[ruling.index] = readings.index(str(ruling.chosen) if reading == "open" else reading)
    return [
        (ruling, replace(config, readings=(*closed[: ruling.index], OPEN, *closed[ruling.index + 1 :])))
        for ruling in options
        if config.readings[ruling.index] == OPEN
    ]


def simulate_open(
    setting: Setting,
    opened: Sequence[tuple[Ruling, Config]],
    games: int,
    workers: int = 1,
    *,
    on_progress: Callable[[Progress], None] | None = None,
    on_records: Callable[[Ruling, Records], None] | None = None,
) -> tuple[list[OpenQuestion], Progress]:
    """Plays ``games`` games for each ruling, and sums them up: by ruling, and all together (``seconds``: of
    play, added up). An interrupt ends it with what there is by then; see ``simulate``."""
    all_of_them = Progress(Summary(setting.config.players))
    found: list[OpenQuestion] = []
    for ruling, config in opened:
        own = replace(setting, config=config)
        seconds = all_of_them.seconds

        def keep(records: Records, ruling: Ruling = ruling) -> None:
            all_of_them.summary.add(records)
            if on_records is not None:
                on_records(ruling, records)

        def show(progress: Progress, seconds: float = seconds) -> None:
            all_of_them.seconds = seconds + progress.seconds
            if on_progress is not None:
                on_progress(all_of_them)

        progress = simulate(own, games, workers, on_progress=show, on_records=keep)
        found.append(OpenQuestion(ruling, own, progress))
        if progress.interrupted:
            all_of_them.interrupted = True
            break
    return found, all_of_them
