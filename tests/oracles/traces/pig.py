"""To roll is 0, to stop 1; a roll of 1 is outcome 0."""

from __future__ import annotations

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def outcome(self, number: int, text: str, n: int) -> list[int]:
        return [number]

    def number(self, move: LegalMove, state: State) -> int:
        return ("throw", "hold").index(move.action)


RECORDED = [Recorded("pig_winscore20", "pig", Reading, data="winscore: 20")]
