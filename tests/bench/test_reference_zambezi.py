"""Zambezi by hand against its rulebook: each numbered rule on a position set up by hand, and random games.

Rule numbers (Z1 ...) are those of the ruleset. A position has the deck that is given, and a tape that says
which card each draw turns up (an index into the deck in ascending order) and fails the test if chance is
asked anything else.
"""

from __future__ import annotations

import random

import pytest
from reference import Move, Recorder, Tape, winners
from reference.zambezi import (
    CARDS,
    CROCODILES,
    DIAMOND,
    DOCKS,
    FUEL,
    GOLD,
    LAKE,
    NUMBER_OF,
    ROCKS,
    ROUNDS,
    SILVER,
    TURN,
    Game,
)

LION, GIRAFFE, HIPPO = range(3)
CHEETAH = 104
DONE: Move = ("done",)
OPEN_WATER, ROCK, DOCK = 20, 24, 26


def card(kind: int, number: int, copy: int = 0) -> int:
    """The id of a card: number 1 is there once, the others twice."""
    return 13 * kind + (0 if number == 1 else 2 * number - 3 + copy)


def river(
    space: list[int],
    deck: list[int] | None = None,
    draws: list[tuple[int, int]] | None = None,
    *,
    crew: dict[int, int] | None = None,
    fuel: dict[int, int] | None = None,
    face_up: dict[int, list[int]] | None = None,
    film: dict[int, list[int]] | None = None,
    chased: int = 0,
    stuck: bool = False,
    order: list[int] | None = None,
) -> Game:
    """The turn of seat 0 begins, with tugs on the given spaces and 10 fuel each; those of `order`, or else
    all others, follow in this round. Crew 0 makes a wreck, space LAKE a tug that has arrived. The other
    cards are nowhere."""
    players = len(space)
    game = Game(players, lambda n: 0)
    game.chance = Tape(draws or [])
    for seat, there in enumerate(space):
        game._put(seat, there)
        if there == LAKE:
            game.arrived[seat] = 1 + sum(place > 0 for place in game.arrived)
        game.crew[seat] = (crew or {}).get(seat, 5)
        game.hold[seat] = [0, 0, 0, (fuel or {}).get(seat, 10)]
        game.face_up[seat] = sorted((face_up or {}).get(seat, []))
        game.film[seat] = (film or {}).get(seat, [])
    game.deck, game.discard, game.drawn = sorted(deck or []), [], []
    game.chased[0], game.stuck[0] = chased, stuck
    game.order = [0, *(range(1, players) if order is None else order)]
    game.phase = TURN
    game.go_on()
    return game


def play(game: Game, *moves: Move) -> Game:
    for move in moves:
        assert move in game.legal(), f"{move} is not in {game.legal()}"
        game.apply(move)
    return game


def sail(game: Game, *moves: Move) -> Game:
    """Burn nothing, take the top card, then the moves."""
    return play(game, DONE, ("take_top",), *moves)


def names(game: Game) -> list[str]:
    return [move[0] for move in game.legal()]


# --- components and setup -----------------------------------------------------------------------------------


def test_the_110_cards() -> None:
    """Eight animals with the number 1 once and 2-7 twice, and six cheetahs."""
    assert CARDS == 8 * 13 + 6
    for kind in range(8):
        assert NUMBER_OF[13 * kind : 13 * kind + 13] == [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]
    assert NUMBER_OF[card(HIPPO, 6)] == NUMBER_OF[card(HIPPO, 6, 1)] == 6


def test_the_track_has_what_the_text_says() -> None:
    """Seven docks, and every place is one thing only."""
    assert len(DOCKS) == 7
    assert not set(DOCKS) & set(ROCKS)
    assert not set(CROCODILES) & {*DOCKS, *ROCKS}


def test_setup_with_the_pole_position_for_the_highest_card() -> None:
    """Z1-Z4: seats draw a lion 3, a cheetah, a lion 7, a lion 3: order 2, 0, 3, 1 on spaces 2 2 1 1."""
    cards = [card(LION, 3), CHEETAH, card(LION, 7), card(LION, 3, 1)]
    draws = [(110, cards[0]), (109, cards[1] - 1), (108, cards[2] - 1), (107, cards[3] - 1)]
    stones = [(32 - n, 0) for n in range(14)]
    game = Game(4, Tape([*draws, *stones]))
    assert game.space == [2, 1, 2, 1]
    assert game.afloat[2] == [2, 0]
    assert game.afloat[1] == [3, 1]
    assert game.discard == cards
    assert (game.crew, game.hold) == ([5] * 4, [[0, 0, 0, 15]] * 4)
    # Two stones a dock, always the first of the bag: the eight diamonds, then six pieces of gold.
    assert [game.ashore[dock] for dock in DOCKS] == [[2, 0, 0, 0]] * 4 + [[0, 2, 0, 0]] * 3
    assert (game.player, game.order) == (2, [0, 3, 1])


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [(0, DIAMOND), (7, DIAMOND), (8, GOLD), (15, GOLD), (16, SILVER), (24, FUEL), (31, FUEL)],
)
def test_the_first_stone_is_one_of_32(outcome: int, kind: int) -> None:
    draws = [(110, 0), (109, 0), (32, outcome), *((n, n - 1) for n in range(31, 25, -1))]
    assert Game(2, Tape(draws)).ashore[DOCKS[0]][kind] == 1


# --- drawing and burning ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fuel", "amounts"), [(10, [1, 2]), (1, [1]), (0, [])])
def test_up_to_two_fuel_may_be_burnt(fuel: int, amounts: list[int]) -> None:
    """Z6."""
    game = river([OPEN_WATER, 1], [1, 2, 3, 4], fuel={0: fuel})
    assert game.legal() == ([*(("burn", n) for n in amounts), DONE] if amounts else [("take_top",)])


def test_each_burnt_fuel_draws_a_card_beside_the_regular_one() -> None:
    """Z5, Z6: two for fuel, one for the turn, the third of them from another player."""
    mine = [card(LION, 2), card(LION, 6)]
    theirs = [card(HIPPO, 6), card(HIPPO, 6, 1), CHEETAH]
    game = river([OPEN_WATER, 1], [*mine, CHEETAH + 5], [(3, 0), (2, 0)], face_up={1: theirs})
    play(game, ("burn", 2))
    assert game.hold[0][FUEL] == 8
    assert game.drawn == mine
    assert game.legal() == [("take_top",), ("take_open", 1, card(HIPPO, 6)), ("take_open", 1, CHEETAH)]
    play(game, ("take_open", 1, card(HIPPO, 6)))
    assert game.drawn == [*mine, card(HIPPO, 6)]
    assert game.face_up[1] == [card(HIPPO, 6, 1), CHEETAH]


def test_the_discard_pile_becomes_the_deck_and_no_card_is_no_card() -> None:
    game = river([OPEN_WATER, 1], [], [(2, 1)], fuel={0: 0})
    assert (game.player, game.legal()) == (0, [("lie_still",)])
    game = river([OPEN_WATER, 1], [], [(2, 1)], fuel={0: 0}, face_up={0: [card(LION, 3), card(LION, 5)]})
    play(game, ("take_top",))
    assert game.legal() == [("sail", 5, (card(LION, 5),))]
    assert (game.deck, game.discard) == ([card(LION, 3)], [])


# --- moving -------------------------------------------------------------------------------------------------


def test_six_and_six_are_two_stages() -> None:
    """Z7, the rulebook's example, and Z9: used cards are discarded, the others lie open."""
    sixes = [card(LION, 6), card(HIPPO, 6)]
    game = river([2, 1], [card(LION, 2), *sixes], [(3, 0), (2, 0)])
    play(game, ("burn", 2), ("take_top",))
    assert game.legal() == [
        ("sail", 2, (card(LION, 2),)),
        ("sail", 6, (sixes[0],)),
        ("sail", 6, (sixes[1],)),
        ("sail", 6, tuple(sixes)),
    ]
    play(game, ("sail", 6, tuple(sixes)))
    assert game.space[0] == 14
    assert (game.discard, game.face_up[0]) == (sixes, [card(LION, 2)])


def test_a_cheetah_alone_is_one_to_five() -> None:
    """Z8."""
    game = sail(river([OPEN_WATER, 1], [CHEETAH]))
    assert game.legal() == [("sail", n, (CHEETAH,)) for n in range(1, 6)]


@pytest.mark.parametrize(
    ("number", "lengths"), [(5, {1: 1, 2: 1, 3: 1, 4: 1, 5: 3}), (6, {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1})]
)
def test_a_cheetah_goes_with_numbers_up_to_five(number: int, lengths: dict[int, int]) -> None:
    """Z8: with a 5 there are the 5, the cheetah and both; a 6 is alone."""
    game = river([OPEN_WATER, 1], [card(LION, number), CHEETAH], [(2, 0)])
    play(game, ("burn", 1), ("take_top",))
    assert {n: sum(move[1] == n for move in game.legal()) for n in range(1, 8)} == lengths | {
        n: 0 for n in range(1, 8) if n not in lengths
    }


def test_two_cheetahs_combine() -> None:
    game = river([OPEN_WATER, 1], [CHEETAH, CHEETAH + 1], [(2, 0)])
    play(game, ("burn", 1), ("take_top",))
    assert ("sail", 4, (CHEETAH, CHEETAH + 1)) in game.legal()
    assert len(game.legal()) == 15


def test_open_cards_lie_until_their_owners_next_turn() -> None:
    """Z9: discarded when it begins."""
    game = river([OPEN_WATER, 1], [1], face_up={0: [card(LION, 4)], 1: [card(LION, 5)]})
    assert (game.face_up, game.discard) == ([[], [card(LION, 5)]], [card(LION, 4)])


def test_a_move_past_the_lake_ends_there() -> None:
    game = sail(river([55, 1], [card(LION, 7)]), ("sail", 7, (card(LION, 7),)))
    assert (game.space[0], game.arrived) == (LAKE, [1, 0])


# --- crocodiles ---------------------------------------------------------------------------------------------


def test_crocodiles_ask_their_fuel_and_give_its_cards() -> None:
    """Z10: three crocodiles, three cards beside the regular one; no fuel may be burnt beyond them."""
    game = river([45, 1], [1, 2, 3, 4, 5], [(5, 0), (4, 0), (3, 0)], chased=3)
    assert game.legal() == [("take_top",)]
    assert (game.hold[0][FUEL], game.drawn, game.crew[0]) == (7, [1, 2, 3], 5)


def test_one_crocodile_leaves_one_fuel_to_be_burnt_freely() -> None:
    """Z6, Z10: it is decided before any card is seen."""
    game = river([13, 1], [1, 2, 3, 4, 5], [(5, 0), (4, 0)], chased=1)
    assert game.legal() == [("burn", 1), DONE]
    assert (game.hold[0][FUEL], game.drawn) == (9, [])
    play(game, ("burn", 1))
    assert (game.hold[0][FUEL], game.drawn) == (8, [1, 2])


@pytest.mark.parametrize(("crew", "left"), [(5, 3), (2, 0), (1, 0)])
def test_missing_fuel_is_paid_in_crew(crew: int, left: int) -> None:
    """Z10, Z16: three crocodiles, one fuel, so two crew; who has no more is aground."""
    game = river([45, 1], [1, 2, 3], [(3, 0)], crew={0: crew}, fuel={0: 1}, chased=3, order=[1])
    assert (game.hold[0][FUEL], game.crew[0]) == (0, left)
    assert game.legal()[0] == (("take_top",) if left else ("burn", 1))
    assert game.player == (0 if left else 1)
    assert game.discard == ([] if left else [1])


def test_crocodiles_count_where_the_move_ends_only() -> None:
    """Z11: 21 has two crocodiles; two threes pass over it, one three stops there."""
    threes = (card(LION, 3), card(LION, 3, 1))
    over = play(river([18, 1], list(threes), [(2, 0)]), ("burn", 1), ("take_top",), ("sail", 3, threes))
    assert (over.space[0], over.chased[0], over.crew[0]) == (ROCK, 0, 4)
    there = sail(river([18, 1], [threes[0]]), ("sail", 3, threes[:1]))
    assert (there.space[0], there.chased[0], there.crew[0]) == (21, 2, 5)


# --- rocks --------------------------------------------------------------------------------------------------


def test_a_rock_costs_one_crew_and_breaks_off_the_move() -> None:
    """Z12."""
    fours = (card(LION, 4), card(LION, 4, 1))
    game = play(river([OPEN_WATER, 1], list(fours), [(2, 0)]), ("burn", 1), ("take_top",), ("sail", 4, fours))
    assert (game.space[0], game.stuck[0], game.crew[0]) == (ROCK, True, 4)
    assert game.discard == list(fours)


@pytest.mark.parametrize("others", [[ROCK], [ROCK, ROCK]])
def test_between_stages_a_rock_with_tugs_is_a_stepping_stone(others: list[int]) -> None:
    """Z15: nobody loses crew."""
    fours = (card(LION, 4), card(LION, 4, 1))
    game = river([OPEN_WATER, *others], list(fours), [(2, 0)])
    play(game, ("burn", 1), ("take_top",), ("sail", 4, fours))
    assert (game.space[0], game.crew) == (28, [5] * (1 + len(others)))


@pytest.mark.parametrize(
    ("drawn", "moves"),
    [
        (card(LION, 3), [("sail", 3, (card(LION, 3),))]),
        (card(LION, 4), [("lie_still",)]),
        (CHEETAH, [("sail", n, (CHEETAH,)) for n in (1, 3, 5)]),
    ],
)
def test_a_rock_is_left_by_odd_numbers_without_fuel(drawn: int, moves: list[Move]) -> None:
    """Z12."""
    game = river([ROCK, 1], [drawn], stuck=True)
    assert game.legal() == [("take_top",)]
    play(game, ("take_top",))
    assert game.legal() == moves
    play(game, moves[-1])
    assert game.stuck[0] == (moves == [("lie_still",)])
    assert game.crew[0] == 5


def test_who_is_held_longer_than_a_round_has_fuel_again() -> None:
    """Z12: the ban is for the next round, the odd number for as long as it takes."""
    game = river([ROCK, 1], [card(LION, 4)], stuck=True, order=[])
    play(game, ("take_top",), ("lie_still",), DONE)
    assert (game.stuck[0], game.tried[0]) == (True, True)
    game.order, game.phase, game.deck = [0], TURN, [card(LION, 2)]
    game.go_on()
    assert game.legal() == [("burn", 1), ("burn", 2), DONE]
    play(game, DONE, ("take_top",))
    assert game.legal() == [("lie_still",)]


# --- collisions and braking ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "crews"), [(OPEN_WATER, 4), (DOCK - 3, 5), (1, 5), (LAKE - 3, 5)])
def test_a_collision_costs_both_a_crew_member_but_not_in_safe_water(start: int, crews: int) -> None:
    """Z13: three spaces on another tug waits, in open water, at a dock, in calm water and on the lake."""
    game = sail(river([start, start + 3], [card(LION, 3)]), ("sail", 3, (card(LION, 3),)))
    assert game.space == [start + 3] * 2
    assert game.crew == [crews, crews]


@pytest.mark.parametrize(
    ("crews", "left"), [((2, 1), (0, 0)), ((1, 3), (0, 3)), ((3, 1), (1, 0)), ((5, 5), (3, 4))]
)
def test_a_rock_takes_its_crew_member_before_a_collision(
    crews: tuple[int, int], left: tuple[int, int]
) -> None:
    """Z12, Z13, Z16: at once, and a tug that it sinks collides with nobody. Who is left may salvage."""
    game = river([OPEN_WATER, ROCK, 1], [card(LION, 4)], crew=dict(enumerate(crews)), order=[2])
    sail(game, ("sail", 4, (card(LION, 4),)))
    assert (game.crew[0], game.crew[1]) == left
    salvaged = left == (1, 0)
    assert names(game) == (["salvage_stone", "done"] if salvaged else ["burn", "burn", "done"])
    assert game.player == (0 if salvaged else 2)


def test_a_third_tug_goes_back_to_where_there_is_room() -> None:
    """Z14: two on 23, two on 22; it pays for both, and on 21 the crocodiles wait."""
    game = river([OPEN_WATER, 23, 23, 22, 22], [card(LION, 3)])
    sail(game, ("sail", 3, (card(LION, 3),)))
    assert (game.space[0], game.crew, game.chased[0]) == (21, [3, 5, 5, 5, 5], 2)


def test_who_goes_back_to_one_other_tug_collides_with_it() -> None:
    game = river([OPEN_WATER, 23, 23, 22], [card(LION, 3)])
    sail(game, ("sail", 3, (card(LION, 3),)))
    assert (game.space[0], game.crew) == (22, [3, 5, 5, 4])


def test_going_back_from_a_dock_or_in_calm_water_is_free() -> None:
    """Z14: from the dock on 26 to 25, and from 6 to 5."""
    for start, full in ((23, DOCK), (3, 6)):
        game = river([start, full, full], [card(LION, 3)])
        sail(game, ("sail", 3, (card(LION, 3),)))
        assert (game.space[0], game.crew) == (full - 1, [5, 5, 5])


def test_any_number_of_tugs_is_on_the_lake() -> None:
    game = river([57, LAKE, LAKE, LAKE], [card(LION, 3)], fuel=dict.fromkeys(range(4), 3))
    sail(game, ("sail", 3, (card(LION, 3),)))
    assert (game.space[0], game.arrived) == (LAKE, [4, 1, 2, 3])


def test_who_loses_the_last_crew_going_back_is_aground_there() -> None:
    """Z14, Z16: one crew is lost on leaving 23, and the tug stays on 22."""
    game = river([OPEN_WATER, 23, 23, 22, 22], [card(LION, 3)], crew={0: 1}, order=[3])
    sail(game, ("sail", 3, (card(LION, 3),)))
    assert (game.space[0], game.crew, game.chased[0]) == (22, [0, 5, 5, 5, 5], 0)
    assert game.player == 3


# --- wrecks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rammer_sinks", [False, True])
def test_after_a_collision_one_thing_may_be_salvaged(rammer_sinks: bool) -> None:
    """Z16: a stone or the film, by the other one, whoever has run into whom."""
    wreck = 0 if rammer_sinks else 1
    film = {wreck: [card(LION, 1)], 1 - wreck: [card(HIPPO, 1)]}
    game = river([OPEN_WATER, 23], [card(LION, 3)], crew={wreck: 1}, film=film, order=[1])
    game.hold[wreck][GOLD] = 1
    sail(game, ("sail", 3, (card(LION, 3),)))
    assert game.player == 1 - wreck
    assert game.legal() == [("salvage_stone", GOLD), ("salvage_stone", FUEL), ("salvage_film",), DONE]
    play(game, ("salvage_film",))
    assert game.film[1 - wreck] == [card(LION, 1)]
    assert game.film[wreck] == []
    assert card(HIPPO, 1) in game.discard
    assert (game.crew[wreck], game.crew[1 - wreck]) == (0, 4)


def test_nobody_salvages_when_both_are_aground_nor_from_an_old_wreck() -> None:
    both = river([OPEN_WATER, 23, 1], [card(LION, 3)], crew={0: 1, 1: 1}, order=[2])
    sail(both, ("sail", 3, (card(LION, 3),)))
    assert (both.crew, both.player) == ([0, 0, 5], 2)
    old = river([OPEN_WATER, 23, 1], [card(LION, 3)], crew={1: 0}, order=[2])
    sail(old, ("sail", 3, (card(LION, 3),)))
    assert (old.crew, old.player) == ([4, 0, 5], 2)


def test_a_tug_that_is_aground_has_no_turn() -> None:
    game = river([OPEN_WATER, 23, 1], [card(LION, 3)], crew={0: 0}, order=[2])
    assert game.player == 2


# --- docks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("crew", "fuel", "stones", "moves"),
    [
        (5, 10, [1, 0, 1, 1], [("take_stone", DIAMOND), ("take_stone", SILVER), ("take_stone", FUEL)]),
        (3, 15, [0, 1, 0, 1], [("take_stone", GOLD)]),
        (2, 10, [0, 2, 0, 0], [("take_stone", GOLD), ("hire",)]),
        (2, 10, [0, 0, 0, 0], [("hire",)]),
    ],
)
def test_at_a_dock(crew: int, fuel: int, stones: list[int], moves: list[Move]) -> None:
    """Z17: a stone that there is, or with fewer than three crew one more."""
    game = river([23, 1], [card(LION, 3)], crew={0: crew}, fuel={0: fuel})
    game.ashore[DOCK] = list(stones)
    sail(game, ("sail", 3, (card(LION, 3),)))
    assert game.legal() == moves
    play(game, moves[-1])
    assert game.crew[0] == crew + (moves[-1] == ("hire",))
    assert sum(game.ashore[DOCK]) == sum(stones) - (moves[-1] != ("hire",))


# --- films --------------------------------------------------------------------------------------------------


def test_a_film_begins_with_a_one_and_goes_on_with_its_animal() -> None:
    """Z18, Z19: own and others' open cards; each is replaced from the deck, and any number may be taken."""
    open_cards = {1: [card(LION, 1), card(LION, 3), card(GIRAFFE, 1), CHEETAH]}
    deck = [card(LION, 2), card(LION, 4), card(HIPPO, 5)]
    game = river([OPEN_WATER, 1], deck, [(3, 1), (2, 0)], face_up=open_cards, fuel={0: 0})
    play(game, ("take_open", 1, CHEETAH), ("sail", 2, (CHEETAH,)))
    assert game.legal() == [("begin_film", 1, card(LION, 1)), ("begin_film", 1, card(GIRAFFE, 1)), DONE]
    play(game, ("begin_film", 1, card(LION, 1)))
    assert game.face_up[1] == [card(LION, 3), card(LION, 4), card(GIRAFFE, 1)]
    assert game.legal() == [("go_on_filming", 1, card(LION, 3)), ("go_on_filming", 1, card(LION, 4)), DONE]
    play(game, ("go_on_filming", 1, card(LION, 4)))
    # Lion 2 was drawn in its place: neither 2 nor 3 may follow a 4.
    assert game.film[0] == [card(LION, 1), card(LION, 4)]
    assert game.player == 1


def test_an_equal_number_goes_on_and_a_film_is_not_begun_anew() -> None:
    """Z19, Z20."""
    game = river(
        [OPEN_WATER, 1],
        [CHEETAH],
        face_up={1: [card(LION, 3, 1), card(HIPPO, 1)]},
        film={0: [card(LION, 1), card(LION, 3)]},
    )
    sail(game, ("sail", 2, (CHEETAH,)))
    assert game.legal() == [("go_on_filming", 1, card(LION, 3, 1)), DONE]


# --- the lake and the end -----------------------------------------------------------------------------------


def test_who_waits_on_the_lake_gets_fuel_and_films() -> None:
    """Z21."""
    game = river([LAKE, 1], [1], face_up={1: [card(LION, 1)]})
    assert game.hold[0][FUEL] == 11
    assert game.legal() == [("begin_film", 1, card(LION, 1)), DONE]


def test_open_cards_of_a_tug_on_the_lake_lie_until_its_next_turn_too() -> None:
    """Z9, Z21."""
    game = river([LAKE, 1], [1], face_up={0: [card(LION, 4)]})
    assert (game.player, game.face_up[0], game.discard) == (1, [], [card(LION, 4)])


def test_two_tugs_on_rocks_end_with_the_last_round() -> None:
    """They take the same card from each other, once each in every round."""
    game = river([ROCK, ROCKS[0]], [], face_up={1: [card(LION, 4)]}, fuel={0: 0, 1: 0}, stuck=True)
    game.stuck[1] = True
    still = 0
    while not game.over():
        move = next(move for move in game.legal() if move[0] in ("take_open", "lie_still"))
        still += move == ("lie_still",)
        play(game, move)
    assert still == 2 * ROUNDS
    assert game.returns() == [0, 0]
    assert game.winners() == [0, 1]


def test_a_full_tank_on_the_lake_ends_the_game_after_the_film() -> None:
    """Z22."""
    game = river([LAKE, 1], [1], face_up={1: [card(LION, 1)]}, fuel={0: 14}, order=[1])
    assert not game.over()
    assert play(game, DONE).over()


@pytest.mark.parametrize("wrecked", [False, True])
def test_the_game_ends_when_all_are_on_the_lake_or_aground(wrecked: bool) -> None:
    """Z22."""
    game = river([57, 30 if wrecked else LAKE], [card(LION, 3)], crew={1: 0} if wrecked else {}, fuel={1: 3})
    sail(game, ("sail", 3, (card(LION, 3),)))
    assert game.over()
    assert game.legal() == []


def test_tugs_on_the_lake_score_speed_cargo_and_film() -> None:
    """Z23 with the assumed values: place, stones and three cards; place and fuel; nothing on the way."""
    game = river([LAKE, LAKE, 59], [1])
    game.hold = [[1, 1, 2, 7], [0, 0, 0, 9], [8, 0, 0, 15]]
    game.film[0] = [card(LION, 1), card(LION, 2), card(LION, 2, 1)]
    assert game.returns() == [10 + 5 + 4 + 2 * 3 + 7 + 4, 8 + 9, 0]
    assert game.winners() == winners(game) == [0]


@pytest.mark.parametrize("players", range(2, 9))
def test_random_games_keep_every_card_and_every_stone(players: int) -> None:
    """At every decision each card is in one place, no space but the lake has more than two tugs, tanks are
    not over full, and the 24 treasures are all there."""
    for seed in range(15):
        generator = random.Random(seed)
        game = Game(players, Recorder(random.Random(seed)))
        treasures = sum(sum(stones[:FUEL]) for stones in game.ashore)
        while not game.over():
            game.apply(generator.choice(game.legal()))
            piles = [game.deck, game.discard, game.drawn, *game.face_up, *game.film]
            assert sorted(card for pile in piles for card in pile) == list(range(CARDS))
            assert all(len(tugs) <= 2 for tugs in game.afloat[:LAKE])
            assert all(seat in game.afloat[game.space[seat]] for seat in range(players))
            held = sum(sum(stones[:FUEL]) for stones in [*game.ashore, *game.hold])
            assert held == treasures
            assert all(hold[FUEL] <= 15 for hold in game.hold)
            assert not any(game.stuck[p] and game.space[p] not in ROCKS for p in range(players))
        assert any(game.arrived) or not any(game.crew)
