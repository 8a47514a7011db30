"""What a scenario expects of whole games: that this one may go on for ever, that whoever is to choose can't
tell it from another, that others begin otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.diagnostics import Place
from rulewright.engine.contract import Game, State
from rulewright.engine.deals import hidden_zones, same_in_every_game
from rulewright.engine.log import play_again
from rulewright.scenario.expectations import Mismatch, shown

if TYPE_CHECKING:
    from rulewright.scenario.model import Scenario

#: Games that are begun to see whether something hidden is the same in all of them.
GAMES = 12


@dataclass(frozen=True, slots=True)
class EndlessIs:
    """Whether play can go on for ever: the position is one that was there before, and nothing limits how
    many decisions there may be."""

    endless: bool
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        ago = _again(state)
        limit = state.game.ruleset.move_limit
        if (ago is not None and limit is None) != self.endless:
            if ago is None:
                got = "a position that was not there before"
            elif limit is None:
                got = f"the position of {ago} decisions before once more"
            else:
                got = f"a limit of {limit:,} decisions"
            expected = "true" if self.endless else "false"
            yield Mismatch(self.place, "play can go on for ever", expected, got)


def _again(state: State) -> int | None:
    """How many decisions ago the position was there, since a table was laid last; None if it wasn't."""
    if state.over:
        return None
    before: list[object] = []
    for again, moment in play_again(_exact(state.game), state):
        if moment.arranged is not None:
            before = []
        elif moment.move is not None:
            before.append(again.key())
    key = again.key()
    return next((ago for ago, other in enumerate(reversed(before), 1) if other == key), None)


def _exact(game: Game) -> Game:
    """A game that knows where in play it stands, as the plain evaluator doesn't; what is too big to be
    compiled must do with what can be seen."""
    from rulewright.compile.layout import TooBig

    try:
        return game if game.backend != "reference" else game.twin(backend="python")
    except TooBig:
        return game


@dataclass(frozen=True, slots=True)
class Alike:
    """Another game that is the same to whoever is to choose here: it was shown the same there, and has the
    same moves. ``other``: what happens there."""

    other: Scenario
    place: Place

    def mismatches(self, state: State, there: State) -> Iterator[Mismatch]:
        """``there``: the state to which the other game came."""
        seats = sorted(set(state.awaited) & set(there.awaited))
        if not seats:
            yield Mismatch(self.place, "to choose", "somebody in both games", "nobody")
        for seat in seats:
            who = f"seat {seat + 1}"
            if state.information_state(seat) != there.information_state(seat):
                help = "where the games can be told apart, they may go on otherwise"
                yield Mismatch(
                    self.place, f"what {who} was shown", "the same in both games", "something else", help
                )
                continue
            here, other = ([m.canonical for m in s.legal(seat)] for s in (state, there))
            if here != other:
                parts = (
                    f"only {where} {shown([move for move in moves if move not in others])}"
                    for where, moves, others in (("here", here, other), ("there", other, here))
                    if not set(moves) <= set(others)
                )
                got = ", ".join(parts) or "another order"
                yield Mismatch(self.place, f"what {who} may choose", "the same in both games", got)


@dataclass(frozen=True, slots=True)
class Mixed:
    """What lies hidden in the zones of this name when a game begins is not the same in every game."""

    name: str
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        game, name = state.game, self.name
        if len(state.history) > 1:
            yield Mismatch(self.place, f"{name} is mixed", "the beginning of a game", "a game under way")
            return
        family = next(f for f in game.words.families if f.name == name)
        table = state.zones()
        if not any(table[z].ids or table[z].unknown for z in hidden_zones(game, family)):
            yield Mismatch(self.place, name, "something hidden there", "nothing")
            return
        same = same_in_every_game(game, range(GAMES)).get(name)
        if same is not None:
            yield Mismatch(self.place, name, "other cards in other games", same)
