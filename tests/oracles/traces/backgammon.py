"""A move has the places of the first and the second checker as digits to the base 26, and 676 more if the lower die comes first.

Seat 0's point 24 is place 0, seat 1's is place 23; the bar is 24, and 25 stands for no checker. The first roll says who
begins, and the higher die is the starter's; of later ones each of the 36 is an event.
"""

from __future__ import annotations

import re

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State

BAR, NOBODY = 24, 25
LOWER_FIRST = 676


class Reading(Reader):
    def outcome(self, number: int, text: str, n: int) -> list[int]:
        found = re.search(r"roll: (\d)(\d)", text)
        assert found is not None
        dice = [int(digit) - 1 for digit in found.groups()]
        return sorted(dice, reverse="X starts" in text) if n == 30 else dice

    def number(self, move: LegalMove, state: State) -> int:
        seat = state.awaited[0]
        shown = state.view(None)["variables"]
        dice = [shown["die[1]"], shown["die[2]"]]

        def place(name: str) -> int:
            if name not in move.params:
                return NOBODY
            point = int(move.params[name])
            return BAR if point == 25 else 24 - point if seat == 0 else point - 1

        lower_first = move.action == "pass" or int(move.params["n"]) != max(dice)
        return place("y") * 26 + place("x") + lower_first * LOWER_FIRST


RECORDED = [
    # Their returns count a gammon as one game.
    Recorded(
        "backgammon",
        "backgammon",
        Reading,
        readings={"turn": "two_dice_at_once"},
        returns=lambda scores: [(s > 0) - (s < 0) for s in scores],
    ),
]
