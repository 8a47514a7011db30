"""Survival of the Fittest by hand against its rulebook: each numbered rule on positions set up by hand, the
board by arithmetic, and random games.

Rule numbers (S1 ...) are those of the ruleset. Hexes are named as there: rows a-k from the top, places from
the left. The tape says what each die shows and fails the test if chance is asked anything else.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from reference import Move, Recorder, Tape
from reference.survival_of_the_fittest import (
    FIRST_SPOT,
    FIXED,
    HERD,
    HEXES,
    LIONS,
    NEIGHBOURS,
    NOBODY,
    SHAPES,
    SPOTS,
    TURNS,
    Game,
    named,
)

FALLEN_TREE, BEND, THICKET, WATER_HOLE = range(4)
ROWS = "abcdefghijk"


def prey(seat: int, number: int = 0) -> int:
    """Number 4 is the zebra, worth 2, the others are worth 1."""
    return LIONS + HERD * seat + number


def plain(
    lions: list[str],
    herds: list[dict[int, str]],
    dice: list[tuple[int, int]],
    lasted: dict[int, int] | None = None,
    turn: int = 0,
) -> Game:
    """The turn of seat 0 begins, with the lions and the prey (number -> hex) of each seat where they are
    said to be, and these throws to come. Prey that are not named were captured by nobody and are away; a seat
    that lasted some turns has no lion."""
    players = len(lions)
    game = Game(players, lambda n: 0)
    game.stand = [NOBODY] * len(HEXES)
    game.where = [None] * len(game.where)
    game.stock = [[] for _ in lions]
    for seat, (lion, herd) in enumerate(zip(lions, herds, strict=True)):
        if not (lasted or {}).get(seat):
            game._put(seat, named(lion))
        for number, hex in herd.items():
            game._put(prey(seat, number), named(hex))
    for seat, turns in (lasted or {}).items():
        game.lasted[seat] = turns
    game.turn = turn
    game.player = 0
    game.chance = Tape([(6, number - 1) for throw in dice for number in throw])
    game._begin_turn()
    game.go_on()
    return game


def play(game: Game, *moves: Move) -> Game:
    for move in moves:
        assert move in game.legal(), f"{move} is not in {game.legal()}"
        game.apply(move)
    return game


def lion(hex: str) -> Move:
    return ("step_lion", named(hex))


def step(number: int, hex: str) -> Move:
    return ("step_prey", prey(0, number), named(hex))


def goals(game: Game, action: str, counter: int | None = None) -> set[str]:
    return {
        hex_name(move[-1])
        for move in game.legal()
        if move[0] == action and (counter is None or move[1] == counter)
    }


def hex_name(hex: int) -> str:
    row = next(r for r in range(11) if named(f"{ROWS[r]}1") <= hex < named(f"{ROWS[r]}1") + 11 - abs(5 - r))
    return f"{ROWS[row]}{hex - named(f'{ROWS[row]}1') + 1}"


# --- the board ----------------------------------------------------------------------------------------------


def test_the_board_is_a_hexagon_of_six_to_a_side() -> None:
    """91 hexes: six corners with 3 neighbours, 6 x 4 on the sides with 4, the others with 6."""
    assert len(HEXES) == 6 + 7 + 8 + 9 + 10 + 11 + 10 + 9 + 8 + 7 + 6
    assert Counter(map(len, NEIGHBOURS)) == {3: 6, 4: 24, 6: 61}
    assert all(a in NEIGHBOURS[b] for a, around in enumerate(NEIGHBOURS) for b in around)
    assert [named(hex) for hex in ("a1", "a6", "b1", "f1", "f11", "k1", "k6")] == [0, 5, 6, 40, 50, 85, 90]
    assert {hex_name(n) for n in NEIGHBOURS[named("f6")]} == {"e5", "e6", "f5", "f7", "g5", "g6"}
    assert {hex_name(n) for n in NEIGHBOURS[named("c3")]} == {"b2", "b3", "c2", "c4", "d3", "d4"}


def test_the_places_of_the_obstacles_by_arithmetic() -> None:
    """Trees: of each of 11 rows all but two places, in three directions. Bends: at each hex the pairs of
    neighbours two turns apart, 6 inside, 2 on a side, 1 in a corner. Thickets: 6 x 5 x 5 triangles between
    centres. Water holes: two triangles with an edge between, of 3 x 80 edges less the 30 of the rim."""
    assert [len(shape) for shape in SHAPES] == [3 * (91 - 22), 61 * 6 + 24 * 2 + 6, 6 * 5 * 5, 3 * 80 - 30]
    assert FIRST_SPOT == [0, 207, 627, 777, 987]
    assert all(len(set(spot)) == (4 if n >= 777 else 3) for n, spot in enumerate(SPOTS))
    assert len(set(SPOTS)) == len(SPOTS)


# --- setup --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "corners"), [(2, ["a1", "k6"]), (3, ["a1", "f11", "k1"]), (4, ["a1", "a6", "k6", "k1"])]
)
def test_lions_in_the_corners_then_prey_one_by_one_from_the_first_player(
    players: int, corners: list[str]
) -> None:
    """S3, S4, S13: on any hex that is free, first come first served; one antelope stands for all."""
    game = Game(players, Tape([(players, 1), (6, 0), (6, 1)]))
    assert [hex_name(game.where[seat] or 0) for seat in range(players)] == corners
    assert game.covers == [None] * 4
    free = 91 - 8 - players
    for number in range(5 * players):
        seat = (1 + number) % players
        assert game.player == seat
        kinds = 2 if number < 4 * players else 1  # after four antelopes only the zebra is left
        assert len(game.legal()) == kinds * (free - number)
        assert game.legal()[0][1] == prey(seat, number // players)
        assert all(game.stand[move[2]] == NOBODY and move[2] not in FIXED for move in game.legal())
        game.apply(game.legal()[number])
    assert game.player == 1
    assert game.legal() == [("name_dice", 1), ("name_dice", 2)]


# --- moving -------------------------------------------------------------------------------------------------

FAR = {0: "k1"}


def test_one_die_is_for_the_lion_the_other_for_the_prey() -> None:
    """S5, S6."""
    game = plain(["f6", "a1"], [FAR, {0: "a6"}], [(5, 3)])
    assert game.legal() == [("name_dice", 3), ("name_dice", 5)]
    play(game, ("name_dice", 5))
    assert (game.lion_left, game.prey_left) == (5, 3)
    assert plain(["f6", "a1"], [FAR, {0: "a6"}], [(4, 4)]).legal() == [("name_dice", 4)]


HERD_OF_FIVE = {0: "k1", 1: "k2", 2: "k3", 3: "k4", 4: "k5"}


@pytest.mark.parametrize(
    "steps",
    [
        [step(0, "j1"), step(0, "i1"), step(0, "h1"), step(0, "g1"), step(0, "f1")],
        [step(0, "j1"), step(1, "j2"), step(2, "j3"), step(3, "j4"), step(4, "j5")],
        [step(4, "j5"), step(2, "j3"), step(4, "i5"), step(2, "i3"), step(4, "h5")],
    ],
)
def test_a_prey_die_of_five_is_shared_out_at_will(steps: list[Move]) -> None:
    """S6, the rulebook's example: five steps with one, one step with five, or another split."""
    game = plain(["a6", "a1"], [HERD_OF_FIVE, {0: "e10"}], [(1, 5), (1, 2)])
    play(game, ("name_dice", 1), *steps)
    assert {move[0] for move in game.legal()} == {"step_lion"}  # S7: it must move too
    play(game, lion("a5"))
    assert game.player == 1


def test_who_has_started_is_finished_before_the_other_starts() -> None:
    game = plain(["f6", "a1"], [FAR, {0: "a6"}], [(2, 2)])
    play(game, ("name_dice", 2))
    assert {move[0] for move in game.legal()} == {"step_lion", "step_prey", "place_obstacle"}
    herd_first = play(game.copy(), step(0, "j1"))
    assert {move[0] for move in herd_first.legal()} == {"step_prey", "place_obstacle"}
    lion_first = play(game, lion("f7"))
    assert {move[0] for move in lion_first.legal()} == {"step_lion", "place_obstacle"}
    play(lion_first, lion("e7"))
    assert {move[0] for move in lion_first.legal()} == {"step_prey", "place_obstacle"}


def test_no_hex_is_passed_twice_by_a_piece() -> None:
    """S8: not the first one either; but another prey may go where one has been."""
    game = plain(["f6", "a1"], [{0: "k1", 1: "k2"}, {0: "a6"}], [(3, 3)])
    play(game, ("name_dice", 3), lion("f7"), lion("g7"))
    assert "f6" not in goals(game, "step_lion")
    assert "f7" not in goals(game, "step_lion")
    play(game, lion("g8"), step(0, "j1"))
    assert goals(game, "step_prey", prey(0, 1)) == {"k1", "j2", "j3", "k3"}
    assert "k1" not in goals(game, "step_prey", prey(0, 0))


def test_counters_and_obstacles_are_not_entered_nor_jumped() -> None:
    """S9, S10: around the lion on d6: own prey, another lion, a fixed obstacle, prey of others, two free."""
    game = plain(["d6", "c5"], [{0: "d5"}, {0: "e7"}], [(1, 2)])
    assert {hex_name(n) for n in NEIGHBOURS[named("d6")]} == {"c5", "c6", "d5", "d7", "e6", "e7"}
    play(game, ("name_dice", 1))
    assert goals(game, "step_lion") == {"c6", "e6", "e7"}
    assert goals(game, "step_prey") == {"d4", "e5", "e6"}  # c4 is a fixed obstacle


# --- boxed in -----------------------------------------------------------------------------------------------


def wall(game: Game, *names: str) -> Game:
    """Close some hexes, as obstacles would."""
    for hex in names:
        game.blocked[named(hex)] = True
    game.go_on()
    return game


def test_a_step_may_not_end_in_a_pocket_while_the_full_number_can_be_walked() -> None:
    """S7, S8: from b1 the corner a1 is a dead end after one step, c1 leads on."""
    game = wall(plain(["b1", "k6"], [FAR, {0: "k3"}], [(3, 1)]), "a2", "b2", "c2")
    play(game, ("name_dice", 3))
    assert goals(game, "step_lion") == {"c1"}


def test_boxed_in_the_longest_walk_is_made() -> None:
    """S8: from a1 there are b1, which ends at once, and a2 with a3 behind it: two steps of five."""
    herd = {0: "b2", 1: "b3", 2: "b4", 3: "a4"}
    game = wall(plain(["a1", "k6"], [herd, {0: "k1"}], [(5, 1)]), "c1", "c2")
    play(game, ("name_dice", 5))
    assert goals(game, "step_lion") == {"a2"}
    play(game, lion("a2"), lion("a3"))
    assert game.lion_left == 3
    assert {move[0] for move in game.legal()} == {"step_prey"}


def test_who_is_boxed_in_stops_and_does_not_go_on_when_the_way_is_free_again() -> None:
    """S8: the lion has stopped on a3; then the prey beside it moves away, and the turn is over."""
    herd = {0: "b1", 1: "b2", 2: "b3", 3: "b4", 4: "a4"}
    game = plain(["a1", "k6"], [herd, {0: "k1"}], [(5, 1), (1, 2)])
    play(game, ("name_dice", 5), lion("a2"), lion("a3"), step(4, "a5"))
    assert (game.player, hex_name(game.where[0] or 0)) == (1, "a3")


def test_prey_that_are_boxed_in_stop_too() -> None:
    """S8: the prey in the corner can't leave a2; then the lion makes room, but it has stopped."""
    game = plain(["b2", "k6"], [{0: "a1"}, {0: "k1"}], [(1, 4), (1, 2)])
    wall(game, "b1", "b3", "a3")
    play(game, ("name_dice", 1), step(0, "a2"))
    assert {move[0] for move in game.legal()} == {"step_lion"}
    play(game, lion("c2"))
    assert (game.player, hex_name(game.where[prey(0)] or 0)) == (1, "a2")


def test_prey_do_not_take_each_other_the_only_way() -> None:
    """S8: of two steps prey 0 can make one, to a1 or a3, and prey 1 one, to a1 only. In all it is two."""
    blockers = {0: "b2", 1: "b3", 2: "b4", 3: "a4", 4: "c1"}
    game = plain(["f6", "c2"], [{0: "a2", 1: "b1"}, blockers], [(1, 2)])
    play(game, ("name_dice", 1))
    assert goals(game, "step_prey", prey(0)) == {"a3"}
    assert goals(game, "step_prey", prey(0, 1)) == {"a1"}


def test_prey_may_make_room_for_each_other() -> None:
    """S8: prey 0 on a1 can go to b1 only, where prey 1 stands. When that is gone, to c1 or c2, it can follow."""
    blockers = {0: "a2", 1: "b2", 2: "d1", 3: "d2", 4: "d3"}
    game = plain(["f6", "k6"], [{0: "a1", 1: "b1"}, blockers], [(1, 3)])
    play(game, ("name_dice", 1))
    assert goals(game, "step_prey", prey(0)) == set()
    assert goals(game, "step_prey", prey(0, 1)) == {"c1", "c2"}
    play(game, step(1, "c1"))
    # Prey 1 goes on (not back to b1), or prey 0 comes to b1; either way three steps are made.
    assert goals(game, "step_prey", prey(0, 1)) == {"c2"}
    assert goals(game, "step_prey", prey(0)) == {"b1"}


def test_a_lion_that_cannot_start_moves_after_its_prey_has_made_room() -> None:
    """S7: it must move, and it has not stopped, since it has not started."""
    game = plain(["a1", "k6"], [{0: "a2", 1: "b1", 2: "b2"}, {0: "k1"}], [(1, 2), (1, 2)])
    play(game, ("name_dice", 2), step(0, "a3"))
    assert goals(game, "step_lion") == {"a2"}


@pytest.mark.parametrize("other", [False, True])
def test_left_over_steps_go_to_prey_that_can_move(other: bool) -> None:
    """S6, S8: the prey in the corner has two steps at most; another one must make the other two of four."""
    game = plain(["f6", "k6"], [{0: "a1"} | ({1: "k3"} if other else {}), {0: "f1"}], [(1, 4), (1, 2)])
    wall(game, "b1", "b2", "b3", "b4", "a4")
    play(game, ("name_dice", 1), lion("f7"), step(0, "a2"), step(0, "a3"))
    if other:
        assert {move[1] for move in game.legal()} == {prey(0, 1)}
        play(game, step(1, "j3"), step(1, "i3"))
    assert game.player == 1


# --- capturing ----------------------------------------------------------------------------------------------


def test_a_lion_captures_several_in_passing_and_they_leave_the_board() -> None:
    """S1: two of three steps are onto prey; 1 for the antelope, 2 for the zebra."""
    game = plain(["f1", "k6"], [FAR, {0: "f2", 4: "f3", 1: "a1"}], [(3, 1), (1, 2)])
    play(game, ("name_dice", 3), lion("f2"), lion("f3"), lion("e3"))
    assert (game.captor[prey(1, 0)], game.captor[prey(1, 4)]) == (0, 0)
    assert (game.where[prey(1, 0)], game.where[prey(1, 4)]) == (None, None)
    assert game.returns() == [3 + 1, 1]


def test_who_has_lost_the_last_prey_is_out_at_once() -> None:
    """S2: the lion leaves its hex, which can be entered in the same turn; the points stay; play goes on."""
    game = plain(["f1", "f3", "k6"], [FAR, {0: "f2"}, {0: "a6"}], [(2, 1), (1, 2), (1, 3)])
    game.captor[prey(2, 4)] = 1
    play(game, ("name_dice", 2), lion("f2"))
    assert (game.where[1], game.lasted) == (None, [0, 1, 0])
    play(game, lion("f3"), step(0, "k2"))
    assert game.player == 2
    assert game.returns() == [1 + 1, 2, 1]
    play(game, ("name_dice", 1))
    play(game, game.legal()[0])
    while game.player == 2:
        game.apply(game.legal()[0])
    assert game.player == 0


def test_the_last_with_prey_adds_its_points_when_the_turn_is_over() -> None:
    """S11: seat 1 loses its last prey in the first of two steps; the turn is finished, then it ends."""
    game = plain(["f1", "k6"], [{0: "k1", 4: "k2"}, {0: "f2"}], [(2, 1)])
    play(game, ("name_dice", 2), lion("f2"))
    assert not game.over()
    play(game, lion("f3"), step(0, "j1"))
    assert game.over()
    assert (game.returns(), game.winners(), game.legal()) == ([1 + 1 + 2, 0], [0], [])


@pytest.mark.parametrize(
    ("lasted", "winners"), [([0, 5, 9], [0]), ([3, 0, 9], [1]), ([3, 5, 0], [2]), ([0, 0, 9], [0, 1])]
)
def test_a_tie_is_won_by_who_lasted_longer(lasted: list[int], winners: list[int]) -> None:
    """S12: two points each; 0 stands for who has prey until the end."""
    game = plain(["f1", "k6", "a6"], [FAR, {0: "f3"}, {0: "a1"}], [(1, 1)])
    for seat, turns in enumerate(lasted):
        game._lift(prey(seat))
        game.captor[prey(seat, 4)] = (seat + 1) % 3
        game.lasted[seat] = turns
    assert game.returns() == [2, 2, 2]
    assert game.winners() == winners


def test_after_a_thousand_turns_the_prey_on_the_board_count() -> None:
    game = plain(["f1", "k6"], [{0: "k1"}, {4: "a1"}], [(1, 1)], turn=TURNS - 1)
    play(game, ("name_dice", 1), lion("f2"), step(0, "k2"))
    game.apply(game.legal()[0])
    assert game.over()
    assert (game.turn, game.returns(), game.winners()) == (TURNS, [1, 2], [1])


# --- obstacles ----------------------------------------------------------------------------------------------


def spots(game: Game, obstacle: int) -> list[int]:
    return [move[2] for move in game.legal() if move[:2] == ("place_obstacle", obstacle)]


def spot(obstacle: int, *names: str) -> int:
    return SPOTS.index(tuple(sorted(map(named, names))), FIRST_SPOT[obstacle])


def test_a_double_puts_an_obstacle_on_free_hexes() -> None:
    """S14: any of the four, on no fixed obstacle, counter, or edge."""
    game = plain(["f6", "k6"], [FAR, {0: "a6"}], [(2, 2)])
    assert not game.must_place
    play(game, ("name_dice", 2))
    taken = {*FIXED, *(named(hex) for hex in ("f6", "k6", "k1", "a6"))}
    for obstacle in range(4):
        free = [n for n, places in enumerate(SPOTS) if not taken & set(places)]
        assert spots(game, obstacle) == [
            n for n in free if FIRST_SPOT[obstacle] <= n < FIRST_SPOT[obstacle + 1]
        ]


def test_without_a_double_no_obstacle_is_put() -> None:
    game = plain(["f6", "k6"], [FAR, {0: "a6"}], [(2, 3)])
    play(game, ("name_dice", 2))
    assert {move[0] for move in game.legal()} == {"step_lion", "step_prey"}


@pytest.mark.parametrize("when", range(5))
def test_it_is_put_before_during_or_after_the_moves(when: int) -> None:
    """S14: and it must be, before the turn is over; from then on it blocks."""
    game = plain(["f6", "k6"], [FAR, {0: "a6"}], [(2, 2), (1, 2)])
    play(game, ("name_dice", 2))
    moves = [lion("f5"), lion("g5"), step(0, "k2"), step(0, "k3")]
    place = ("place_obstacle", THICKET, spot(THICKET, "b1", "c1", "c2"))
    moves.insert(when, place)
    for move in moves:
        assert game.player == 0
        play(game, move)
    assert game.player == 1
    assert all(game.blocked[named(hex)] for hex in ("b1", "c1", "c2"))


def down(*covers: int | None, dice: tuple[int, int] = (1, 1)) -> Game:
    """Seat 0 has named its dice, with the obstacles on the given spots."""
    game = plain(["f6", "k6"], [FAR, {0: "a6"}], [dice, (1, 2)])
    for obstacle, on in enumerate(covers):
        game.covers[obstacle] = on
        for hex in SPOTS[on] if on is not None else ():
            game.blocked[hex] = True
    return play(game, ("name_dice", dice[0]))


TREE_SPOT = spot(FALLEN_TREE, "b1", "b2", "b3")
BEND_SPOT = spot(BEND, "i1", "i2", "j2")
THICKET_SPOT = spot(THICKET, "e1", "e2", "f2")
HOLE_SPOT = spot(WATER_HOLE, "h8", "h9", "i7", "i8")


def test_the_next_double_puts_another_one_clear_of_the_first() -> None:
    """S15."""
    game = down(TREE_SPOT, None, None, None)
    assert spots(game, FALLEN_TREE) == []
    assert all(spots(game, obstacle) for obstacle in (BEND, THICKET, WATER_HOLE))
    assert not any(
        set(SPOTS[move[2]]) & set(SPOTS[TREE_SPOT])
        for move in game.legal()
        if len(move) == 3 and move[0] == "place_obstacle"
    )


def test_with_all_four_down_one_is_moved_to_a_new_place() -> None:
    """S15: not where it is, though the new place may overlap the old one; the old one is free then."""
    game = down(TREE_SPOT, BEND_SPOT, THICKET_SPOT, HOLE_SPOT)
    assert all(spots(game, obstacle) for obstacle in range(4))
    assert TREE_SPOT not in spots(game, FALLEN_TREE)
    beside = spot(FALLEN_TREE, "b2", "b3", "b4")
    play(game, ("place_obstacle", FALLEN_TREE, beside))
    assert [game.blocked[named(hex)] for hex in ("b1", "b2", "b3", "b4")] == [False, True, True, True]
    assert "place_obstacle" not in {move[0] for move in game.legal()}


def test_an_obstacle_that_has_no_place_is_not_put() -> None:
    game = down(None, None, None, None)
    free = {named("e5"), named("f7"), named("g5")}  # beside the lion, none beside another
    game.blocked = [hex not in free for hex in range(91)]
    game.go_on()
    assert {move[0] for move in game.legal()} == {"step_lion"}


# --- whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_every_counter_and_end(players: int) -> None:
    """At every decision the board agrees with itself, nobody stands on an obstacle, and all points of the
    prey, six a seat, are somewhere; obstacles don't overlap."""
    for seed in range(3):
        generator = random.Random(seed)
        game = Game(players, Recorder(random.Random(seed)))
        while not game.over():
            game.apply(generator.choice(game.legal()))
            standing = {c: h for h, c in enumerate(game.stand) if c != NOBODY}
            assert standing == {c: h for c, h in enumerate(game.where) if h is not None}
            assert not any(game.blocked[h] for h in standing.values())
            covered = [hex for on in game.covers if on is not None for hex in SPOTS[on]]
            assert len(set(covered)) == len(covered)
            assert sum(game.blocked) == len(covered) + len(FIXED)
            waiting = sum(2 if x % HERD == (LIONS + 4) % HERD else 1 for stock in game.stock for x in stock)
            assert sum(game.returns()) + waiting == 6 * players
        assert game.lasted.count(0) == 1 or game.turn == TURNS
