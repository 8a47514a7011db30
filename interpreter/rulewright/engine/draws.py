"""Which card an outcome of chance is: the link between a number on a tape and a name that people know.

Piles are shuffled lazily: taking a card of which nobody knows what it is, is one chance event over the
unknown cards of the pile, in the order of their ids. So whoever knows the unknown cards at the beginning of a
step can tell, event by event, which card an outcome means, and which outcome means a card, without looking
into the machine in the middle of its step (where a native one can't be looked into). The same holds for the
pieces that a step takes at random from an urn: each event is over all that lie there, in walking order.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulewright.machine.interface import ZoneContent
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import steps_of


def urns_of(ruleset: Ruleset) -> tuple[int, ...]:
    """The numbers of the zones from which some step takes pieces at random."""
    families = {step.source.family for step in steps_of(ruleset) if isinstance(step, core.MoveRandom)}
    of = [ruleset.zones[name] for name in sorted(families)]
    return tuple(family.first + i for family in of for i in range(family.size))


class Draws:
    """The unknown cards of every pile and the pieces in every urn, kept up through the chance events of one
    step."""

    def __init__(self, zones: Sequence[ZoneContent], urns: Collection[int] = ()) -> None:
        self.unknown = {number: list(zone.unknown) for number, zone in enumerate(zones) if zone.unknown}
        self.urns = {number: _pieces(zones[number]) for number in urns if number not in self.unknown}

    def drawn(self, n: int, outcome: int) -> tuple[int, int] | None:
        """(zone, card) of an event of n outcomes, if exactly one pile has n unknown cards, or one urn n
        pieces; takes the card out."""
        found = [(z, cards) for cards_of in (self.unknown, self.urns) for z, cards in cards_of.items()]
        found = [(z, cards) for z, cards in found if len(cards) == n]
        if len(found) != 1:
            return None
        return found[0][0], found[0][1].pop(outcome)

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
        for there in (*self.unknown.values(), *self.urns.values()):
            if len(there) == n:
                for outcome, card in enumerate(there):
                    if card in cards:
                        del there[outcome]
                        return outcome
        return None


def _pieces(zone: ZoneContent) -> list[int]:
    """The pieces there in walking order, alike ones one by one."""
    return [id for id, n in zip(zone.ids, zone.counts or [1] * len(zone.ids), strict=True) for _ in range(n)]
