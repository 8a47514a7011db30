"""The reference evaluator beside the games written by hand: the same chance, the same moves, so at every
decision the same player, the same legal moves in the same order and the same number of chance events, and the
same results.

The hand-written games share no code with the project, so where both agree over many games a shared error of
reading a rulebook is all that is left to fear.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lab import machine_for

from rulewright.check import check_file
from rulewright.machine.interface import Config, Move
from rulewright.ruleset.model import Ruleset

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests" / "bench"))

from reference import Recorder, connect_four, tembo, tic_tac_toe, zum_kuhkuck  # noqa: E402

Named = tuple[Any, ...]


def same_names(ruleset: Ruleset, move: Move) -> Named:
    return (list(ruleset.actions)[move.action], *move.params)


def kuhkuck_names(ruleset: Ruleset, move: Move) -> Named:
    named = same_names(ruleset, move)
    return ("take",) if named == ("take_card",) else named


def column_only(ruleset: Ruleset, move: Move) -> Named:
    (cell,) = move.params
    assert isinstance(cell, int)
    return ("drop", cell % ruleset.boards["cell"].width)


CASES: dict[str, tuple[str, Any, tuple[int, ...], Callable[[Ruleset, Move], Named]]] = {
    "tembo": ("tembo.yaml", tembo.Game, (2, 3, 4), same_names),
    "zum_kuhkuck": ("zum_kuhkuck.yaml", zum_kuhkuck.Game, (2,), kuhkuck_names),
    "tic_tac_toe": ("classics/tic_tac_toe.yaml", tic_tac_toe.Game, (2,), same_names),
    "connect_four": ("classics/connect_four.yaml", connect_four.Game, (2,), column_only),
}


class Follower:
    """Chance for the second of two games: what the first one's ``tape`` has, asked in the same order."""

    def __init__(self, tape: list[tuple[int, int]]) -> None:
        self.tape = tape
        self.used = 0

    def __call__(self, n: int) -> int:
        arity, outcome = self.tape[self.used]
        assert arity == n
        self.used += 1
        return outcome


def play_both(ruleset: Ruleset, game_class: Any, players: int, names: Any, seed: str) -> None:
    rng = random.Random(seed)
    recorder = Recorder(rng)
    by_hand = game_class(players, recorder)
    follower = Follower(recorder.tape)
    readings = ruleset.reading_numbers()
    machine = machine_for(ruleset, Config(players, readings))
    position = machine.start(follower)
    while True:
        assert follower.used == len(recorder.tape)
        assert machine.fault(position) is None
        assert machine.over(position) == by_hand.over()
        if by_hand.over():
            break
        assert machine.awaited(position) == (by_hand.player,)
        ours = machine.legal(position, by_hand.player)
        theirs = by_hand.legal()
        assert sorted(names(ruleset, m) for m in ours) == sorted(theirs)
        if names is not column_only:  # the column of the lowest free cell comes in another order
            assert [names(ruleset, m) for m in ours] == theirs
        move = rng.choice(ours)
        seat = by_hand.player
        by_hand.apply(names(ruleset, move))
        machine.play(position, seat, move, follower)
    returns = by_hand.returns()
    assert machine.scores(position) == returns
    if ruleset.result.winners is None:
        assert machine.winners(position) == [score == max(returns) for score in returns]


def compare(case: str, games: int) -> None:
    file, game_class, players, names = CASES[case]
    ruleset, _ = check_file(ROOT / "rulesets" / file)
    assert ruleset is not None
    for count in players:
        for game in range(games):
            play_both(ruleset, game_class, count, names, f"{case} {count} {game}")


@pytest.mark.parametrize("case", CASES)
def test_some_games(case: str) -> None:
    compare(case, 12)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_thousands_of_games(case: str) -> None:
    compare(case, 1000)
