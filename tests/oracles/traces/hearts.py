"""Cards are numbered by rank, then by suit. The first event says whether and how cards are passed; the returns are what is
left of 26 points."""

from __future__ import annotations

from replays import Cards, Reader, Recorded

from rulewright.engine.contract import LegalMove, State

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)


def card_number(name: str) -> int:
    """The number of a card by its name, such as `two of clubs`."""
    rank, _, suit = name.split()
    return RANKS.index(rank) * 4 + SUITS.index(suit)


class Reading(Reader):
    def __init__(self) -> None:
        self.cards: Cards | None = None

    def outcome(self, number: int, text: str, n: int) -> list[int]:
        if self.cards is None:
            self.cards = Cards(52)
            return [("No Pass", "Left", "Across", "Right").index(text)]
        return self.cards.draw(number)

    def number(self, move: LegalMove, state: State) -> int:
        return card_number(str(move.params["c"]))


RECORDED = [Recorded("hearts", "hearts", Reading, returns=lambda points: [26 - p for p in points])]
