"""Random games by the reference evaluator: few, but it counts what compiled code asks only when it is
convenient, the entries of tables and the readings of rulings. And the questions that no such game asked,
looked for in great number with the question left open.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace

from rulewright.coverage import FEW_STEPS, Reached
from rulewright.fuzz.cells import Cell, cells
from rulewright.fuzz.lines import record
from rulewright.fuzz.volume import Volume
from rulewright.machine.faults import FaultCode
from rulewright.machine.tally import AS_ASKED, PLAIN_ONLY, Tally
from rulewright.reference import ReferenceMachine
from rulewright.ruleset.model import Ruleset
from rulewright.simulate.setting import Setting


def play_plainly(
    ruleset: Ruleset, played: Sequence[Cell], end: float, seed: int, moves: int, reached: Reached
) -> None:
    """Random games of cells in turn, until then; what they came to of tables and readings is added."""
    rng, number = random.Random(seed), 0
    machines = [ReferenceMachine(ruleset, cell.config) for cell in played]
    for machine in machines:
        machine.tally = Tally()
        machine.step_limit = FEW_STEPS // 5
    while time.monotonic() < end:
        record(
            machines[number % len(machines)],
            rng.randrange,
            lambda _, __, legal: rng.randrange(len(legal)),
            moves,
            lambda _: time.monotonic() > end,
        )
        number += 1
    for cell, machine in zip(played, machines, strict=True):
        asked = Tally(
            {point: n for point, n in (machine.tally or Tally()).items() if point[0] in PLAIN_ONLY | AS_ASKED}
        )
        reached.add(asked, 0, [cell.config])
    reached.plain_games += number


def ask_in_volume(
    ruleset: Ruleset, names: Sequence[str], players: Sequence[int], seconds: float, setting: Setting,
    workers: int, reached: Reached,
) -> None:  # fmt: skip
    """Leaves each of these rulings open, alone, and plays until it is asked, for so long in all; what was
    asked is added."""
    chosen = dict(ruleset.reading_names(setting.config.readings))
    for number, name in enumerate(names):
        opened = [cell for cell in cells(ruleset, players, chosen, opened=[name]) if cell.opened]
        volume = Volume([(cell, replace(setting, config=cell.config)) for cell in opened], workers)
        index = ruleset.rulings[name].index
        # What is compiled for it is not taken from its share.
        begun = time.monotonic()
        end = begun + seconds / (len(names) - number)
        asked = 0
        while not asked and (now := time.monotonic()) < end:
            volume.run(min(end, now + 0.3))
            asked = sum(
                sighting.count
                for count in volume.counts.values()
                for key, sighting in count.faults.items()
                if key[0] == FaultCode.OPEN_QUESTION and key[2] == index
            )
        seconds = max(0.0, seconds - (time.monotonic() - begun))
        if asked:
            reached.tally["reading", index, 0] += asked
