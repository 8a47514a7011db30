"""The ruleset of Tembo against the game written by hand, where pawns run out.

Random players hardly ever have ten animals waiting. These put every animal where the numbers rise least and lead
nobody across as long as they can, so that both sides borrow pawns, also while another player has borrowed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from lockstep import PORTABLE, game_of, play_both
from reference import Move, tembo, winners

from rulewright.engine.contract import Backend


class Borrowing(tembo.Game):
    """Counts how often a player without pawns looked for a colour, and how often another had borrowed one."""

    __slots__ = ()
    looked = beside_another = 0

    def _spare(self) -> int | None:
        Borrowing.looked += 1
        marked = zip(self.pawn, self.owner, strict=True)
        Borrowing.beside_another += any(
            pawn is not None and pawn >= self.players and owner != self.player for pawn, owner in marked
        )
        return super()._spare()

    def winners(self) -> list[int]:
        return winners(self)


def hoarding(generator: random.Random, game: tembo.Game) -> Move:
    """Animals first, by the smallest step up; lions where they eat least; crocodiles that eat one."""

    def cost(move: Move) -> tuple[int, int]:
        if move[0] == "play_animal":
            row = game.rows[move[2]]
            return 0, move[1] - (row[-1] if row else -1)
        if move[0] == "place_lion":
            return 0, len(game.rows[move[1]])
        return 1, 0 if move[0] == "play_crocodile" and move[3] == tembo.THE_FIRST else 1

    legal = game.legal()
    least = min(map(cost, legal))
    return generator.choice([move for move in legal if cost(move) == least])


def as_by_hand(action: str, params: Sequence[Any]) -> Move:
    return (action, *params)


@pytest.mark.parametrize("backend", PORTABLE)
def test_games_in_which_pawns_run_out_are_the_same(backend: Backend) -> None:
    """T24 with two players and two spare colours, with three and one, with four and none."""
    Borrowing.looked = Borrowing.beside_another = 0
    for players in (2, 3, 4):
        rules = game_of("tembo", players, backend)
        for seed in range(12):
            play_both(Borrowing, rules, as_by_hand, f"hoarding {seed}", hoarding)
    assert Borrowing.looked > 20
    assert Borrowing.beside_another > 10
