"""The first player's pits are 1 to 6, the second's 8 to 13. The recorded returns tell only who won."""

from __future__ import annotations

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def number(self, move: LegalMove, state: State) -> int:
        pit = str(move.params["n"])
        return int(pit[1]) + (0 if pit[0] == "a" else 7)


def won_or_lost(scores: list[int]) -> list[int]:
    first, second = scores
    return [(first > second) - (first < second), (second > first) - (second < first)]


RECORDED = [Recorded("mancala", "mancala", Reading, returns=won_or_lost)]
