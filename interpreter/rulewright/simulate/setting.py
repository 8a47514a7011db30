"""What a run plays: everything a worker needs to play any of its games, wherever it is."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.engine.contract import Backend
from rulewright.machine.interface import Config
from rulewright.ruleset.model import Ruleset


@dataclass(frozen=True, slots=True)
class Setting:
    """``config``: players and readings. ``seed``: of the run; a game depends on it and on its number alone.
    ``max_moves``: after how many moves a game is given up."""

    ruleset: Ruleset
    config: Config
    seed: int
    max_moves: int
    backend: Backend
