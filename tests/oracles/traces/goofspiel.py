"""Prizes are turned up by the number of points less one, bids are the card's number less one."""

from __future__ import annotations

from replays import Cards, Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def __init__(self) -> None:
        self.prizes = Cards(5)

    def outcome(self, number: int, text: str, n: int) -> list[int]:
        return self.prizes.draw(number)

    def number(self, move: LegalMove, state: State) -> int:
        return int(str(move.params["c"])) - 1


RECORDED = [Recorded("goofspiel_num_cards5", "goofspiel", Reading, data="cards: 5")]
