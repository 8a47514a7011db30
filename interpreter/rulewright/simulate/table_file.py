"""The games of a run as a CSV file, one row a game."""

from __future__ import annotations

import csv
from typing import TextIO

from rulewright.compile import runtime
from rulewright.simulate.players import fault_name
from rulewright.simulate.records import WIDTH, WINNERS, Records
from rulewright.simulate.report import game_seed
from rulewright.simulate.setting import Setting

_STATUS = {
    runtime.STATUS_OVER: "over",
    runtime.STATUS_MOVE_LIMIT: "move-limit",
    runtime.STATUS_FAULT: "fault",
}


class TableFile:
    """Writes records to an open file: number and seed of the game, how it ended, moves, mean branching, then
    scores, places and wins by seat (empty without a result), and the fault. ``rulings``: before all that the
    ruling that is left open in the game."""

    def __init__(self, file: TextIO, setting: Setting, *, rulings: bool = False) -> None:
        self.setting, self._rulings = setting, rulings
        self._writer = csv.writer(file, lineterminator="\n")
        seats = range(1, setting.config.players + 1)
        self._writer.writerow(
            (["open"] if rulings else [])
            + ["game", "seed", "status", "moves", "branching"]
            + [f"{what}_{seat}" for what in ("score", "place", "wins") for seat in seats]
            + ["fault"]
        )

    def write(self, records: Records, ruling: str = "") -> None:
        """A row for each game. ``ruling``: the one that is open in them, with ``rulings``."""
        words, seats = records.words, range(self.setting.config.players)
        for i in range(records.count):
            base, game = i * WIDTH, records.first + i
            status, moves = words[base + runtime.OUT_STATUS], words[base + runtime.OUT_MOVES]
            branching = words[base + runtime.OUT_BRANCHING] / moves if moves else 0.0
            result: list[object] = [""] * (3 * len(seats))
            if status == runtime.STATUS_OVER:
                result = [words[base + runtime.OUT_SCORES + seat] for seat in seats]
                result += [words[base + runtime.OUT_PLACES + seat] for seat in seats]
                result += [words[base + WINNERS] >> seat & 1 for seat in seats]
            code = words[base + runtime.OUT_FAULT]
            begun: list[object] = [ruling] if self._rulings else []
            begun += [game, game_seed(self.setting, game), _STATUS[status], moves, f"{branching:.4f}"]
            self._writer.writerow([*begun, *result, fault_name(code) if code else ""])
