"""Pits have the same numbers. The recorded returns tell only who won."""

from __future__ import annotations

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def number(self, move: LegalMove, state: State) -> int:
        return int(str(move.params["n"]))


def won_or_lost(scores: list[int]) -> list[int]:
    first, second = scores
    return [(first > second) - (first < second), (second > first) - (second < first)]


RECORDED = [Recorded("mancala", "mancala", Reading, returns=won_or_lost)]
