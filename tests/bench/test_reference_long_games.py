"""What holds for Niagara, Zambezi and Survival of the Fittest by hand as for the shorter games: the protocol,
tapes, copies, and players' numbers.

Their games are hundreds or thousands of moves long, so copies are tried at some decisions only and few games
are enough.
"""

from __future__ import annotations

import random

import pytest
from reference import GameClass, Recorder, Tape, niagara, playouts, zambezi
from reference import survival_of_the_fittest as survival
from test_reference_protocol import describe, play

COUNTS = {niagara.Game: range(3, 6), zambezi.Game: range(2, 9), survival.Game: range(2, 5)}
GAMES = [
    pytest.param(cls, players, id=f"{cls.__module__.split('.')[-1]}-{players}")
    for cls, counts in COUNTS.items()
    for players in counts
]
each_game = pytest.mark.parametrize(("cls", "players"), GAMES)


@each_game
def test_a_recorded_tape_and_its_moves_give_the_same_game(cls: GameClass, players: int) -> None:
    for seed in range(2):
        recorder = Recorder(random.Random(f"chance {seed}"))
        first = cls(players, recorder)
        steps = play(first, random.Random(f"moves {seed}"))
        assert all(n >= 2 for n, _ in recorder.tape)
        tape = Tape(recorder.tape)
        again = cls(players, tape)
        for player, legal, move in steps:
            assert (again.player, again.legal()) == (player, legal)
            again.apply(move)
        assert again.over()
        assert tape.left() == 0
        assert describe(again) == describe(first)


@each_game
def test_legal_moves_are_distinct_and_there_are_none_at_the_end_only(cls: GameClass, players: int) -> None:
    for seed in range(2):
        generator = random.Random(seed)
        game = cls(players, Recorder(generator))
        for _, legal, _ in play(game, generator):
            assert legal
            assert len(set(legal)) == len(legal)
        assert game.legal() == []
        assert len(game.returns()) == players


@each_game
def test_a_copy_goes_its_own_way(cls: GameClass, players: int) -> None:
    """From ten decisions of a game a copy is played on for a hundred moves; the original must not notice."""
    game = cls(players, Recorder(random.Random("copies")))
    generator = random.Random("copies, moves")
    for at in range(200):
        if game.over():
            break
        if at % 20 == 0:
            before = describe(game)
            copy = game.copy()
            assert describe(copy) == before
            for _ in range(100):
                if not copy.over():
                    copy.apply(generator.choice(copy.legal()))
            assert describe(copy) != before
            assert describe(game) == before
        game.apply(generator.choice(game.legal()))


@pytest.mark.parametrize(
    ("cls", "wrong"),
    [(cls, wrong) for cls, counts in COUNTS.items() for wrong in (counts[0] - 1, counts[-1] + 1)],
)
def test_a_wrong_number_of_players_is_refused(cls: GameClass, wrong: int) -> None:
    with pytest.raises(ValueError, match=f"not {wrong}"):
        cls(wrong, Recorder(random.Random(0)))


@pytest.mark.parametrize("cls", COUNTS)
def test_playouts_depend_on_the_seed_alone(cls: GameClass) -> None:
    assert playouts(cls, 4, 2, 7)[1] == playouts(cls, 4, 2, 7)[1]
    assert len({playouts(cls, 4, 2, seed)[1] for seed in range(4)}) > 1
