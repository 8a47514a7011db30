"""What holds for every hand-written game: the protocol of `reference`, tapes, copies, and players' numbers.

Whether a game plays by its rules is tested game by game; here only what lets them be driven and compared.
"""

from __future__ import annotations

import random

import pytest
from reference import (
    Game,
    GameClass,
    Move,
    Recorder,
    Tape,
    backgammon,
    breakthrough,
    connect_four,
    crazy_eights,
    gin_rummy,
    hearts,
    international_draughts,
    leduc_poker,
    ludo,
    mancala,
    nine_mens_morris,
    old_maid,
    playouts,
    president,
    tembo,
    tic_tac_toe,
    winners,
)
from reference import zum_kuhkuck as kuhkuck

GAMES = [
    pytest.param(tic_tac_toe.Game, 2, id="tic_tac_toe"),
    pytest.param(connect_four.Game, 2, id="connect_four"),
    pytest.param(kuhkuck.Game, 2, id="zum_kuhkuck"),
    pytest.param(tembo.Game, 2, id="tembo-2"),
    pytest.param(tembo.Game, 3, id="tembo-3"),
    pytest.param(tembo.Game, 4, id="tembo-4"),
    pytest.param(leduc_poker.Game, 2, id="leduc_poker"),
    pytest.param(breakthrough.Game, 2, id="breakthrough"),
    pytest.param(mancala.Game, 2, id="mancala"),
    pytest.param(crazy_eights.Game, 2, id="crazy_eights-2"),
    pytest.param(crazy_eights.Game, 5, id="crazy_eights-5"),
    pytest.param(hearts.Game, 4, id="hearts"),
    pytest.param(nine_mens_morris.Game, 2, id="nine_mens_morris"),
    pytest.param(international_draughts.Game, 2, id="international_draughts"),
    pytest.param(ludo.Game, 3, id="ludo-3"),
    pytest.param(president.Game, 3, id="president-3"),
    pytest.param(old_maid.Game, 4, id="old_maid-4"),
    pytest.param(backgammon.Game, 2, id="backgammon"),
    pytest.param(gin_rummy.Game, 2, id="gin_rummy"),
]
each_game = pytest.mark.parametrize(("cls", "players"), GAMES)

# What is put to a player at one decision, and the move made there.
Step = tuple[int, list[Move], Move]


def play(game: Game, generator: random.Random) -> list[Step]:
    steps = []
    while not game.over():
        legal = list(game.legal())
        move = generator.choice(legal)
        steps.append((game.player, legal, move))
        game.apply(move)
    return steps


@each_game
def test_a_recorded_tape_and_its_moves_give_the_same_game(cls: GameClass, players: int) -> None:
    for seed in range(30):
        recorder = Recorder(random.Random(f"chance {seed}"))
        first = cls(players, recorder)
        steps = play(first, random.Random(f"moves {seed}"))
        tape = Tape(recorder.tape)
        again = cls(players, tape)
        for player, legal, move in steps:
            assert not again.over()
            assert (again.player, again.legal()) == (player, legal)
            again.apply(move)
        assert again.over()
        assert tape.left() == 0
        assert again.returns() == first.returns()


@each_game
def test_chance_is_asked_only_where_there_is_a_choice(cls: GameClass, players: int) -> None:
    for seed in range(30):
        recorder = Recorder(random.Random(seed))
        play(cls(players, recorder), random.Random(seed))
        assert all(n >= 2 for n, _ in recorder.tape)


@each_game
def test_legal_moves_are_distinct_and_there_are_none_at_the_end_only(cls: GameClass, players: int) -> None:
    for seed in range(30):
        generator = random.Random(seed)
        game = cls(players, Recorder(generator))
        for _, legal, _ in play(game, generator):
            assert legal
            assert len(set(legal)) == len(legal)
        assert game.legal() == []
        assert len(game.returns()) == players


@each_game
def test_a_copy_goes_its_own_way(cls: GameClass, players: int) -> None:
    """From every decision of a game a copy is played to the end; the original must not notice."""
    chance = Recorder(random.Random("copies"))
    game = cls(players, chance)
    generator = random.Random("copies, moves")
    while not game.over():
        before = describe(game)
        copy = game.copy()
        assert describe(copy) == before
        play(copy, generator)
        assert describe(copy) != before
        assert describe(game) == before
        game.apply(generator.choice(game.legal()))


def describe(game: Game) -> str:
    """Every attribute of the game but its source of chance, in words: what two equal games share."""
    slots = type(game).__slots__  # type: ignore[attr-defined]
    return repr([(name, getattr(game, name)) for name in sorted(slots) if name != "chance"])


@pytest.mark.parametrize(
    ("cls", "wrong"),
    [
        *((cls, n) for cls in (tic_tac_toe.Game, connect_four.Game, kuhkuck.Game) for n in (1, 3)),
        *((tembo.Game, n) for n in (1, 5)),
        *((cls, n) for cls in (leduc_poker.Game, breakthrough.Game, mancala.Game) for n in (1, 3)),
        *((crazy_eights.Game, n) for n in (1, 6)),
        *((hearts.Game, n) for n in (3, 5)),
    ],
)
def test_a_wrong_number_of_players_is_refused(cls: GameClass, wrong: int) -> None:
    with pytest.raises(ValueError, match=f"not {wrong}"):
        cls(wrong, Recorder(random.Random(0)))


@each_game
def test_playouts_depend_on_the_seed_alone(cls: GameClass, players: int) -> None:
    seconds, moves = playouts(cls, players, 20, 7)
    assert seconds > 0
    assert moves == playouts(cls, players, 20, 7)[1]
    assert len({playouts(cls, players, 20, seed)[1] for seed in range(12)}) > 1


def test_a_tape_refuses_what_was_not_recorded() -> None:
    tape = Tape([(6, 5), (2, 1), (3, 3)])
    assert tape(6) == 5
    with pytest.raises(ValueError, match="event 1: one of 3 is asked for, the tape has 1 of 2"):
        tape(3)
    assert tape(2) == 1
    with pytest.raises(ValueError, match="event 2"):
        tape(3)
    assert tape.left() == 1
    with pytest.raises(ValueError, match="at its end"):
        Tape([])(2)


def test_equal_totals_share_the_victory() -> None:
    game = kuhkuck.Game(2, lambda n: 0)
    assert winners(game) == [0, 1]
    game.claimed[1][3] = 18
    assert winners(game) == [1]
