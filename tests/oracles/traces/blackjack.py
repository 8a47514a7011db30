"""Cards are numbered suit by suit, in the order of the ruleset; to hit is 0, to stand 1."""

from __future__ import annotations

from replays import Cards, Reader, Recorded

from rulewright.engine.contract import LegalMove, State


class Reading(Reader):
    def __init__(self) -> None:
        self.cards = Cards(52)

    def outcome(self, number: int, text: str, n: int) -> list[int]:
        return self.cards.draw(number)

    def number(self, move: LegalMove, state: State) -> int:
        return ("hit", "done").index(move.action)


RECORDED = [Recorded("blackjack", "blackjack", Reading)]
