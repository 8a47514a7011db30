"""Cards are numbered by rank, then by suit; to draw is 52, to pass 53, to ask for a suit 54 and on. The recorded program
counts number cards by their place (reading `its_place`)."""

from __future__ import annotations

from replays import Cards, Reader, Recorded

from rulewright.engine.contract import LegalMove, State
from traces.hearts import SUITS, card_number

EIGHT = 6


class Reading(Reader):
    """`dealt` cards go to the hands; then eights that are turned up go back."""

    def __init__(self, dealt: int) -> None:
        self.cards = Cards(52)
        self.to_deal = dealt
        self.dealer_known = self.turned_up = False

    def outcome(self, number: int, text: str, n: int) -> list[int]:
        if not self.dealer_known:
            self.dealer_known = True
            return [number - 52]
        found = self.cards.draw(number)
        if self.to_deal:
            self.to_deal -= 1
        elif not self.turned_up and number // 4 == EIGHT:
            self.cards.left = sorted([*self.cards.left, number])
        else:
            self.turned_up = True
        return found

    def number(self, move: LegalMove, state: State) -> int:
        if move.action == "play_card":
            return card_number(str(move.params["c"]))
        if move.action == "name_suit":
            return 54 + SUITS.index(str(move.params["s"]))
        return ("draw", "pass").index(move.action) + 52


BY_PLACE = {"cost_of_numbers": "its_place"}
RECORDED = [
    Recorded("crazy_eights", "crazy_eights", lambda: Reading(25), players=5, readings=BY_PLACE),
    Recorded(
        "crazy_eights_use_special_cards",
        "crazy_eights",
        lambda: Reading(25),
        players=5,
        readings=BY_PLACE | {"special_cards": "some_do"},
    ),
    Recorded("crazy_eights_players2", "crazy_eights", lambda: Reading(14), players=2, readings=BY_PLACE),
]
