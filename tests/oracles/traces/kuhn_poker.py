"""Cards are dealt by their number; pass is 0, bet 1."""

from __future__ import annotations

from replays import Cards, Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def __init__(self) -> None:
        self.cards = Cards(3)

    def outcome(self, number: int, text: str, n: int) -> list[int]:
        return self.cards.draw(number)

    def number(self, move: LegalMove, state: State) -> int:
        return ("pass", "bet").index(move.action)


RECORDED = [Recorded("kuhn_poker", "kuhn_poker", Reading)]
