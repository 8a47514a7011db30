"""Cards are numbered by rank, then by suit; fold is 0, call 1, raise 2."""

from __future__ import annotations

from replays import Cards, Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def __init__(self) -> None:
        self.cards = Cards(6)

    def outcome(self, number: int, text: str, n: int) -> list[int]:
        return self.cards.draw(number)

    def number(self, move: LegalMove, state: State) -> int:
        return ("fold", "call", "raise").index(move.action)


RECORDED = [Recorded("leduc_poker", "leduc_poker", Reading)]
