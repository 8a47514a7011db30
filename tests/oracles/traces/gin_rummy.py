"""Cards are numbered suit by suit, in the order of the ruleset, and then come the other actions and the melds.

The recorded games give ten cards to the one player and then ten to the other; ours are dealt in turn. A meld's number counts
sets by rank, with the suit that is left out or all four, and then rows of three, of four and of five by suit and first rank.
"""

from __future__ import annotations

from replays import Cards, Reader, Recorded

from rulewright.engine.contract import LegalMove, State

HAND = 10
RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"]
SUITS = ["spades", "clubs", "diamonds", "hearts"]
TAKE, DRAW, PASS, KNOCK, FIRST_MELD = range(52, 57)
#: The number of the first row of three, four and five, and how many of them a suit has.
ROWS = {3: (65, 11), 4: (65 + 44, 10), 5: (65 + 44 + 40, 9)}


def card_number(name: str) -> int:
    rank, _, suit = name.split(" ")
    return len(RANKS) * SUITS.index(suit) + RANKS.index(rank)


def meld_number(names: list[str]) -> int:
    cards = sorted(map(card_number, names))
    ranks, suits = [c % len(RANKS) for c in cards], {c // len(RANKS) for c in cards}
    if len(suits) > 1:
        missing = min({0, 1, 2, 3} - suits, default=4)
        return ranks[0] * 5 + missing
    first, of_a_suit = ROWS[len(cards)]
    return first + min(suits) * of_a_suit + ranks[0]


class Reading(Reader):
    def __init__(self) -> None:
        self.cards = Cards(52)
        self.dealt: list[int] = []

    def outcome(self, number: int, text: str, n: int) -> list[int]:
        if len(self.dealt) == 2 * HAND:
            return self.cards.draw(number)
        self.dealt.append(number)
        if len(self.dealt) < 2 * HAND:
            return []
        in_turn = [self.dealt[seat * HAND + round] for round in range(HAND) for seat in (0, 1)]
        return [outcome for card in in_turn for outcome in self.cards.draw(card)]

    def number(self, move: LegalMove, state: State) -> int:
        match move.action:
            case "discard" | "lay_off":
                return card_number(str(move.params["c"]))
            case "lay":
                return FIRST_MELD + meld_number([str(card) for card in move.params["m"]])
            case "take":
                return TAKE
            case "draw":
                return DRAW
            case "knock":
                return KNOCK
            case _:
                return PASS


RECORDED = [Recorded("gin_rummy", "gin_rummy", Reading, readings={"equal_deadwood": "nothing"})]
