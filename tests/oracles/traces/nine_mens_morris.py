"""Points count from 0; who places or takes names one, and who moves names both in one number above 23."""

from __future__ import annotations

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State

POINTS = 24


class Reading(Reader):
    def number(self, move: LegalMove, state: State) -> int:
        if move.action == "place":
            return int(move.params["t"]) - 1
        start = int(move.params["q"]) - 1
        return start if move.action == "take" else POINTS * (start + 1) + int(move.params["t"]) - 1


RECORDED = [Recorded("nine_mens_morris", "nine_mens_morris", Reading)]
