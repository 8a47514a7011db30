"""A throw is the face less one; bids count up through the faces of one die, then of two; after them comes the call."""

from __future__ import annotations

from replays import Reader, Recorded

from rulewright.engine.contract import LegalMove, State

FACES = 6


class Reading(Reader):
    def outcome(self, number: int, text: str, n: int) -> list[int]:
        return [number]

    def number(self, move: LegalMove, state: State) -> int:
        if move.action == "call_liar":
            return 2 * FACES
        return (int(move.params["n"]) - 1) * FACES + int(move.params["f"]) - 1


RECORDED = [Recorded("liars_dice", "liars_dice", Reading)]
