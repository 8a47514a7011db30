"""Chance as a scenario prescribes it: the next cards by name, or outcomes by number, and else a seed.

``next: [gnu 16, lion]`` is how people say it: these are the next cards that are drawn. Which outcome that is
depends on the cards that are unknown, or lie in an urn, at that moment (engine/draws.py). Events that are no
draw of the named card, such as a die in between, come from the seed and leave the name waiting. A number
stands for the n-th outcome, from 1: the face of a die, the seat of a random player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.diagnostics import Place
from rulewright.engine.chance import ChanceSource
from rulewright.engine.draws import Draws
from rulewright.machine.interface import ZoneContent


@dataclass(frozen=True, slots=True)
class Coming:
    """One outcome that is prescribed: ``cards`` that a name means, or the number ``outcome`` (from 0)."""

    text: str
    place: Place
    cards: tuple[int, ...] = ()
    outcome: int | None = None


class ScriptedChance(ChanceSource):
    """A seeded source with prescribed outcomes before it."""

    __slots__ = ("_draws", "_urns", "coming")

    def __init__(self, seed: int, tape: Sequence[int] = (), urns: Sequence[int] = ()) -> None:
        super().__init__(seed, tape)
        self._urns = urns
        self.coming: list[Coming] = []
        self._draws = Draws(())

    def look_before(self, zones: Sequence[ZoneContent]) -> None:
        """Tells the source what lies on the table before a step."""
        self._draws = Draws(zones, self._urns)

    def look_after(self, zones: Sequence[ZoneContent]) -> None:
        """Tells the source what lies on the table after a step: a last card may have been drawn, which needs
        no chance."""
        unknown = {card for zone in zones for card in zone.unknown}
        while self.coming and (last := self._last_card()) is not None and last not in unknown:
            self._draws.take(last)
            del self.coming[0]

    def _last_card(self) -> int | None:
        """The first card to come, if it is the only one left that nobody knows of a pile."""
        return next((card for card in self.coming[0].cards if self._draws.alone(card)), None)

    def __call__(self, n: int) -> int:
        while self.coming:
            first = self.coming[0]
            outcome = first.outcome if not first.cards else self._draws.outcome(n, first.cards)
            if outcome is not None and outcome < n:
                del self.coming[0]
                if not first.cards:
                    self._draws.drawn(n, outcome)
                self.drawn.append((n, outcome))
                return outcome
            last = self._last_card()
            if last is None:
                break
            # The last card of a pile comes without chance: this event is after it.
            self._draws.take(last)
            del self.coming[0]
        outcome = super().__call__(n)
        self._draws.drawn(n, outcome)
        return outcome
