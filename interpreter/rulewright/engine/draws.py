"""Which card an outcome of chance is: the link between a number on a tape and a name that people know.

Piles are shuffled lazily: taking a card of which nobody knows what it is, is one chance event over the
unknown cards of the pile, in the order of their ids. So whoever knows the unknown cards at the beginning of a
step can tell, event by event, which card an outcome means, and which outcome means a card, without looking
into the machine in the middle of its step (where a native one can't be looked into).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulewright.machine.interface import ZoneContent


class Draws:
    """The unknown cards of every pile, kept up through the chance events of one step."""

    def __init__(self, zones: Sequence[ZoneContent]) -> None:
        self.unknown = {number: list(zone.unknown) for number, zone in enumerate(zones) if zone.unknown}

    def drawn(self, n: int, outcome: int) -> tuple[int, int] | None:
        """(pile, card) of an event of n outcomes, if exactly one pile has n unknown cards; takes the card
        out."""
        piles = [pile for pile, cards in self.unknown.items() if len(cards) == n]
        if len(piles) != 1:
            return None
        return piles[0], self.unknown[piles[0]].pop(outcome)

    def alone(self, card: int) -> bool:
        """Whether the card is the only unknown one of its pile: it is drawn without chance."""
        return any(cards == [card] for cards in self.unknown.values())

    def take(self, card: int) -> None:
        """Takes out a card that was drawn without chance."""
        for cards in self.unknown.values():
            if card in cards:
                cards.remove(card)

    def outcome(self, n: int, cards: Collection[int]) -> int | None:
        """The outcome of an event of n outcomes that draws the first of ``cards`` there is; takes it out."""
        for unknown in self.unknown.values():
            if len(unknown) == n:
                for outcome, card in enumerate(unknown):
                    if card in cards:
                        del unknown[outcome]
                        return outcome
        return None
