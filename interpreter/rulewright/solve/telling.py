"""What a player knows at an information set, in words: what lies there that not everyone sees, and the moves
so far as the player was shown them."""

from __future__ import annotations

from typing import Any

from rulewright.engine.contract import State
from rulewright.engine.moves import name_moves
from rulewright.engine.sight import EVERYONE, Moment


def known(state: State, seat: int) -> str:
    """One line, such as ``hand[1]: card 3; pass, bet``."""
    own, public = state.view(seat), state.view(None)
    private = [
        f"{name}: {_contents(seen)}"
        for part in ("zones", "variables")
        for name, seen in own[part].items()
        if public[part].get(name) != seen
    ]
    moves = [_move(state, moment, seat) for moment in state.history if moment.move is not None]
    return "; ".join([*private, ", ".join(moves) or "the start"])


def _contents(seen: Any) -> str:
    if isinstance(seen, dict):
        components = seen.get("components")
        return ", ".join(map(str, components)) if components else str(seen.get("count", seen))
    return "none" if seen is None else str(seen)


def _move(state: State, moment: Moment, seat: int) -> str:
    assert moment.move is not None
    if moment.seat != seat and (not moment.alone or any(seers != EVERYONE for seers in moment.seers)):
        return "?"
    words = state.game.words
    return name_moves(words, state.game.actions, moment.seat, [moment.move], None)[0].canonical
