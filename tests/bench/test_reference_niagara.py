"""Niagara by hand against its rulebook: the figures, each numbered rule, and whole random games.

Rule numbers (N1 ...) are those of the ruleset. Positions are set up by hand; chance is only asked in the
setup, so none of them needs a tape.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from reference import Move, Recorder, Tape
from reference.niagara import BUYING, CLOUD, DOCK, FALLS, REVEALING, ROUNDS, Game

AMETHYST, DIAMOND, AMBER, SAPPHIRE, RUBY = range(5)
AMETHYST_SPACE, DIAMOND_SPACE, FORK = 3, 4, 5
LEFT_BLUE, LEFT_RED, RIGHT_BLUE, RIGHT_RED = 6, 7, 9, 10
DONE: Move = ("done",)


def fresh(players: int = 3, lifebelt: int = 0, branch: int = 0) -> Game:
    return Game(players, Tape([(players, lifebelt), (2, branch)]))


def river(
    cards: list[int],
    where: dict[int, int] | None = None,
    cargo: dict[int, int] | None = None,
    weather: int = 0,
    landed: dict[int, list[int]] | None = None,
    **site: int,
) -> Game:
    """Step 2 begins: seat 0 has the lifebelt and reveals its card of `cards` (one for each seat).

    `where` and `cargo` are by canoe (else ashore and empty), `landed` is by seat. Gems aboard and ashore are
    taken from their sites.
    """
    game = fresh(len(cards))
    for canoe, space in (where or {}).items():
        game.where[canoe] = space
    for canoe, gem in (cargo or {}).items():
        game.cargo[canoe] = gem
        game.site[gem][gem] -= 1
    for seat, gems in (landed or {}).items():
        for gem in gems:
            game.landed[seat][gem] += 1
            game.site[gem][gem] -= 1
    game.weather = weather
    game.played = list(cards)
    for hand, card in zip(game.hand, cards, strict=True):
        hand.remove(card)
    game.phase = REVEALING
    game.turn = 0
    game.go_on()
    return game


def play(game: Game, *moves: Move) -> Game:
    for move in moves:
        assert move in game.legal(), f"{move} is not in {game.legal()}"
        game.apply(move)
    return game


def goals(game: Game, action: str) -> list[Any]:
    return [move[1] for move in game.legal() if move[0] == action]


def names(game: Game) -> set[str]:
    return {move[0] for move in game.legal()}


# --- setup and the course of a round ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_setup(players: int) -> None:
    """N1-N3: seven of each gem at its site, all canoes ashore, all cards in hand."""
    game = fresh(players, lifebelt=players - 1, branch=1)
    assert game.site == [[7 if g == s else 0 for g in range(5)] for s in range(5)]
    assert game.where == [DOCK] * (2 * players)
    assert game.hand == [[1, 2, 3, 4, 5, 6, CLOUD]] * players
    assert (game.weather, game.lifebelt, game.branch) == (0, players - 1, 1)


def test_cards_are_picked_by_all_before_the_first_is_revealed_at_the_lifebelt() -> None:
    """N4-N6: seat 2 has the lifebelt; after everyone has picked it is the first to carry out its card."""
    game = fresh(3, lifebelt=2)
    for seat in range(3):
        assert game.player == seat
        assert game.legal() == [("pick_card", card) for card in range(1, 8)]
        play(game, ("pick_card", 1))
    assert game.player == 2
    play(game, ("take_canoe", 4), ("paddle_down", 1))
    assert game.player == 0


def test_the_lifebelt_goes_left_and_cards_come_back_after_the_seventh() -> None:
    """N7, N28: with clouds and ones alone; the card of each round is gone until all seven are played."""
    game = fresh(3)
    random_moves = random.Random(5)
    for number in range(1, 8):
        assert (game.round, game.lifebelt) == (number, (number - 1) % 3)
        while game.round == number:
            game.apply(random_moves.choice(game.legal()))
        assert [len(hand) for hand in game.hand] == [7 if number == 7 else 7 - number] * 3


# --- figure 4: which canoes move ----------------------------------------------------------------------------


def test_figure_4_both_ashore_one_moves() -> None:
    """N8: one of them must, and then the other can't."""
    game = river([2, 3, 3])
    assert game.legal() == [("take_canoe", 0)]
    play(game, ("take_canoe", 0))
    assert game.legal() == [("paddle_down", 2)]
    assert play(game, ("paddle_down", 2)).player == 1
    assert game.where[:2] == [2, DOCK]


@pytest.mark.parametrize("launches", [False, True])
def test_figure_4_one_ashore_the_other_must_move(launches: bool) -> None:
    """N8: the canoe in the water must move; the one ashore may, and may be the first."""
    game = river([2, 3, 3], {0: DOCK, 1: 2})
    assert game.legal() == [("take_canoe", 0), ("take_canoe", 1)]
    if launches:
        play(game, ("take_canoe", 0), ("paddle_down", 2))
        assert game.legal() == [("take_canoe", 1)]
    play(game, ("take_canoe", 1), ("paddle_up", DOCK))
    if not launches:
        assert game.legal() == [("take_canoe", 0), ("stay_ashore",)]
        play(game, ("stay_ashore",))
    assert game.player == 1
    assert game.where[:2] == [2 if launches else DOCK, DOCK]


def test_figure_4_both_in_the_water_both_move_unless_the_card_is_a_cloud() -> None:
    """N8, N22: each in its own direction, in the order the player picks."""
    game = river([2, 3, 3], {0: 3, 1: 2})
    assert game.legal() == [("take_canoe", 0), ("take_canoe", 1)]
    play(game, ("take_canoe", 1), ("paddle_up", DOCK))
    assert game.legal() == [("take_canoe", 0)]  # nor does the landed one move again (N20)
    cloud = river([CLOUD, 3, 3], {0: 3, 1: 2})
    assert cloud.legal() == [("move_cloud", -1), ("move_cloud", 1)]
    assert play(cloud, ("move_cloud", 1)).player == 1
    assert cloud.where[:2] == [3, 2]


def test_a_canoe_ashore_may_stay_when_the_other_is_lost() -> None:
    game = river([2, 3, 3], {0: FALLS})
    assert game.legal() == [("take_canoe", 1), ("stay_ashore",)]


def test_without_canoes_nothing_is_moved() -> None:
    game = river([2, 3, 3], {0: FALLS, 1: FALLS})
    assert (game.player, game.legal()) == (1, [("take_canoe", 2)])


# --- figures 5a and 5b: points for gems ---------------------------------------------------------------------


def test_figure_5a_a_four_loads_with_one_canoe_and_brings_the_other_home() -> None:
    """N9, N10: 2 ahead and 2 for the gem; 4 towards the dock."""
    game = river([4, 3, 3], {0: 1, 1: 5})
    play(game, ("take_canoe", 0), ("paddle_down", AMETHYST_SPACE))
    assert game.legal() == [("load", AMETHYST)]
    play(game, ("load", AMETHYST), ("take_canoe", 1), ("paddle_up", 1))
    assert game.where[:2] == [AMETHYST_SPACE, 1]
    assert game.cargo[:2] == [AMETHYST, None]
    assert game.site[AMETHYST][AMETHYST] == 6


def test_figure_5b_a_five_unloads_and_loads_with_one_and_unloads_and_steals_with_the_other() -> None:
    """N13, N15, N16: red is seat 0, yellow seat 1 with a ruby three spaces above the fork."""
    game = river([5, 3, 3], {0: FORK, 1: FORK, 2: 2}, {0: AMBER, 1: DIAMOND, 2: RUBY})
    play(game, ("take_canoe", 0), ("paddle_down", LEFT_BLUE))
    assert game.legal() == [("unload",)]
    play(game, ("unload",))
    assert game.legal() == [("load", SAPPHIRE)]
    play(game, ("load", SAPPHIRE), ("take_canoe", 1), ("unload",))
    assert game.site[AMBER] == [0, 1, 6, 0, 0]
    play(game, ("paddle_up", 2))
    assert game.legal() == [("steal", 2), DONE]
    play(game, ("steal", 2))
    assert game.cargo[:3] == [SAPPHIRE, RUBY, None]
    assert game.site[SAPPHIRE] == [0, 0, 1, 6, 0]


# --- figures 7a-7f: a three in the hand of red --------------------------------------------------------------

RED_LOADED, RED_EMPTY, BLUE, YELLOW = 0, 1, 2, 4


def figure_7() -> Game:
    """Red has a 3, a loaded canoe near the dock and an empty one beside the sapphires; three spaces above it
    blue and yellow, both loaded; a ruby lies at the fork."""
    where = {RED_LOADED: 2, RED_EMPTY: LEFT_BLUE, BLUE: 3, YELLOW: 3}
    game = river([3, 1, 1], where, {RED_LOADED: AMETHYST, BLUE: DIAMOND, YELLOW: AMBER})
    game.site[AMBER][RUBY] += 1
    game.site[RUBY][RUBY] -= 1
    return game


def test_figure_7a_the_loaded_canoe_lands_its_gem() -> None:
    """N20, N21: two of three points take it ashore, the third is lost."""
    game = play(figure_7(), ("take_canoe", RED_LOADED), ("paddle_up", DOCK))
    assert (game.landed[0], game.cargo[RED_LOADED]) == ([1, 0, 0, 0, 0], None)
    assert game.returns() == [1, 0, 0]
    assert game.legal() == [("take_canoe", RED_EMPTY)]


def test_figures_7b_to_7f_are_what_the_empty_canoe_may_do() -> None:
    """Up 3 (7b), over the falls (7c), load blue here (7d), 1 down for a red one (7e), 1 up for the red one
    lying there (7f); nothing else but 1 up or down without the use of the other points, which N10 forbids."""
    game = play(figure_7(), ("take_canoe", RED_EMPTY))
    assert game.legal() == [
        ("load", SAPPHIRE),
        ("paddle_up", 3),
        ("paddle_up", FORK),
        ("paddle_down", LEFT_RED),
        ("paddle_down", FALLS),
    ]


@pytest.mark.parametrize(("victim", "gem"), [(BLUE, DIAMOND), (YELLOW, AMBER)])
def test_figure_7b_three_up_to_steal_from_blue_or_yellow(victim: int, gem: int) -> None:
    game = play(figure_7(), ("take_canoe", RED_EMPTY), ("paddle_up", 3))
    assert game.legal() == [("steal", BLUE), ("steal", YELLOW), DONE]
    play(game, ("steal", victim))
    assert (game.cargo[RED_EMPTY], game.cargo[victim]) == (gem, None)


def test_figure_7c_three_down_is_over_the_falls() -> None:
    game = play(figure_7(), ("take_canoe", RED_EMPTY), ("paddle_down", FALLS))
    assert game.where[RED_EMPTY] == FALLS
    assert game.legal() == [("take_canoe", RED_LOADED)]


def test_figure_7d_load_blue_and_go_one_either_way() -> None:
    game = play(figure_7(), ("take_canoe", RED_EMPTY), ("load", SAPPHIRE))
    assert game.legal() == [("paddle_up", FORK), ("paddle_down", LEFT_RED)]


@pytest.mark.parametrize(("action", "goal"), [("paddle_down", LEFT_RED), ("paddle_up", FORK)])
def test_figures_7e_and_7f_one_step_to_load_red(action: str, goal: int) -> None:
    game = play(figure_7(), ("take_canoe", RED_EMPTY), (action, goal))
    assert ("load", RUBY) in game.legal()
    assert "steal" not in names(play(game, ("load", RUBY)))
    assert game.cargo[RED_EMPTY] == RUBY


# --- figures 8, 9 and 11: entering, weather, flow -----------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_figure_8_entering_uses_all_points_and_landing_need_not(number: int) -> None:
    """N20. From the dock a canoe stops n spaces down, or n - 2 with a gem loaded there."""
    game = play(river([number, 3, 3]), ("take_canoe", 0))
    assert names(game) == {"paddle_down"}
    depth = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 9: 6, 10: 7}
    used = {depth[goal] for goal in goals(game, "paddle_down")}
    assert used == ({number, number - 2} if number >= 5 else {number})
    landing = play(river([number, 3, 3], {0: 1}), ("take_canoe", 0))
    assert goals(landing, "paddle_up") == [DOCK]


def test_figures_9a_and_9b_the_cloud_must_move() -> None:
    """N22: at an end of the track there is one way only."""
    assert river([CLOUD, 1, 1], weather=2).legal() == [("move_cloud", 1)]
    assert river([CLOUD, 1, 1], weather=-1).legal() == [("move_cloud", 0)]
    assert river([CLOUD, 1, 1], weather=1).legal() == [("move_cloud", 0), ("move_cloud", 2)]


def finish(game: Game, weather: int | None = None) -> Game:
    """Play the round out: clouds to `weather`, canoes ashore stay there or land, the rest goes up or down."""
    wish = ["move_cloud", "stay_ashore", "done", "take_canoe", "paddle_up", "paddle_down", "unload", "load"]
    number = game.round
    while game.round == number and not game.over():
        legal = game.legal()
        if legal[0][0] == "move_cloud":
            legal = [move for move in legal if move[1] == weather] or legal
        game.apply(min(legal, key=lambda move: wish.index(move[0])))
    return game


def test_figure_11_the_river_moves_four() -> None:
    """N23: cards 3, 3, 5, 2 and a cloud that takes the weather from +1 to +2: 2 + 2."""
    where = dict.fromkeys(range(10), FALLS) | {0: 1, 1: DOCK}
    game = finish(river([CLOUD, 3, 3, 5, 2], where, weather=1), weather=2)
    assert game.weather == 2
    assert game.where[0] == FORK


@pytest.mark.parametrize(
    ("cards", "weather", "flow"),
    [
        ([4, 3, 6], 0, 3),
        ([4, 3, 6], 2, 5),
        ([4, 3, 6], -1, 2),
        ([1, 5, 6], -1, 0),
        ([1, 1, 6], 1, 2),
    ],
)
def test_the_lowest_number_and_the_weather_make_the_flow(cards: list[int], weather: int, flow: int) -> None:
    """N23: seats 0 and 1 have lost their canoes, seat 2's lie ashore and one goes 6 down."""
    game = river(cards, {0: FALLS, 1: FALLS, 2: FALLS, 3: FALLS}, weather=weather)
    game.branch = 1
    play(game, ("take_canoe", 4), ("paddle_down", LEFT_BLUE))
    # Discs go right, left, right, ...: with a flow of n the left branch moves n // 2.
    assert game.where[4] == {0: LEFT_BLUE, 1: LEFT_RED, 2: FALLS}[min(flow // 2, 2)]


@pytest.mark.parametrize(
    ("start", "moved", "flow"), [(1, 2, 2), (0, 1, 1), (1, 0, 0), (0, -1, 0), (-1, 0, 0)]
)
def test_with_clouds_alone_only_good_weather_moves_the_river(start: int, moved: int, flow: int) -> None:
    """N23: three clouds end one step up or down from where they began; a canoe on space 1 tells the flow."""
    game = river([CLOUD] * 3, {0: 1}, weather=start)
    middle = next(w for w in (start, moved) if -1 <= w <= 2)
    play(game, ("move_cloud", moved), ("move_cloud", middle if middle != moved else start))
    play(game, ("move_cloud", moved))
    assert (game.weather, game.where[0]) == (moved, 1 + flow)


def test_a_disc_takes_one_branch_and_the_other_rests() -> None:
    """N24: the fork disc goes left, then the next one right."""
    where = {0: FORK, 1: LEFT_BLUE, 2: LEFT_RED, 3: RIGHT_BLUE, 4: RIGHT_RED, 5: 4}
    game = river([CLOUD] * 3, where, {2: DIAMOND, 4: RUBY})
    game.push_disc()
    assert game.where == [LEFT_BLUE, LEFT_RED, FALLS, RIGHT_BLUE, RIGHT_RED, FORK]
    assert (game.cargo[2], game.site[DIAMOND][DIAMOND]) == (None, 7)  # N25, not to the rubies
    game.push_disc()
    assert game.where == [LEFT_BLUE, LEFT_RED, FALLS, RIGHT_RED, FALLS, RIGHT_BLUE]
    assert game.site[RUBY][RUBY] == 7


def test_a_canoe_that_is_paddled_over_the_falls_still_sets_the_speed() -> None:
    """N23, N25: the 1 counts although its canoe is lost."""
    game = river([1, 5, 5], {0: LEFT_RED, 1: FALLS, 2: FALLS, 3: FALLS, 4: FALLS, 5: FALLS}, {0: RUBY})
    play(game, ("take_canoe", 0))
    play(game, ("paddle_down", FALLS))
    assert game.site[RUBY][RUBY] == 7
    assert game.branch == 1  # one disc was pushed
    assert game.legal() == [("take_back",), DONE]


# --- cargo --------------------------------------------------------------------------------------------------


def test_with_a_one_no_gem_is_handled() -> None:
    """N14."""
    for cargo in ({}, {0: RUBY}):
        game = play(river([1, 3, 3], {0: FORK}, cargo), ("take_canoe", 0))
        assert game.legal() == [("paddle_up", 4), ("paddle_down", LEFT_BLUE), ("paddle_down", RIGHT_BLUE)]


def test_what_was_loaded_this_turn_stays_aboard_but_may_be_landed() -> None:
    """N15: after loading with a 6 at the amethysts, 4 points to paddle; the dock is 3 up."""
    game = play(river([6, 3, 3], {0: AMETHYST_SPACE}), ("take_canoe", 0), ("load", AMETHYST))
    assert game.legal() == [("paddle_up", DOCK), ("paddle_down", LEFT_RED), ("paddle_down", RIGHT_RED)]
    assert play(game, ("paddle_up", DOCK)).landed[0][AMETHYST] == 1


def test_unloading_before_and_loading_after_the_movement_is_not_allowed() -> None:
    """N15: with a 5 at the diamonds, unloading leaves 3 points: load here and go one, or go three."""
    game = play(river([5, 3, 3], {0: DIAMOND_SPACE}, {0: RUBY}), ("take_canoe", 0), ("unload",))
    assert game.legal() == [
        ("load", DIAMOND),
        ("paddle_up", 1),
        ("paddle_down", LEFT_RED),
        ("paddle_down", RIGHT_RED),
    ]
    play(game, ("load", DIAMOND))
    assert game.legal() == [("paddle_up", 3), ("paddle_down", FORK)]


def test_the_gem_loaded_after_unloading_is_of_another_colour() -> None:
    """N15: a ruby unloaded beside rubies can't be taken up again, nor can a stop count on it."""
    game = play(river([4, 3, 3], {0: LEFT_RED}, {0: RUBY}), ("take_canoe", 0), ("unload",))
    assert goals(game, "load") == []
    game = play(river([5, 3, 3], {0: LEFT_BLUE}, {0: RUBY}), ("take_canoe", 0))
    assert ("paddle_down", LEFT_RED) not in game.legal()
    game = play(river([5, 3, 3], {0: LEFT_BLUE}, {0: SAPPHIRE}), ("take_canoe", 0))
    play(game, ("paddle_down", LEFT_RED), ("unload",))
    assert game.legal() == [("load", RUBY)]


def test_a_two_may_be_used_up_where_the_canoe_is() -> None:
    game = play(river([2, 3, 3], {0: DIAMOND_SPACE}), ("take_canoe", 0), ("load", DIAMOND))
    assert game.legal() == [("take_canoe", 1), ("stay_ashore",)]
    assert (game.where[0], game.cargo[0]) == (DIAMOND_SPACE, DIAMOND)


def test_at_an_empty_site_nothing_is_loaded() -> None:
    game = river([2, 3, 3], {0: DIAMOND_SPACE})
    game.site[DIAMOND][DIAMOND] = 0
    play(game, ("take_canoe", 0))
    assert "load" not in names(game)
    game = river([3, 3, 3], {0: AMETHYST_SPACE})
    game.site[DIAMOND][DIAMOND] = 0
    assert goals(play(game, ("take_canoe", 0)), "paddle_down") == [LEFT_BLUE, RIGHT_BLUE]


def test_a_movement_stays_in_its_branch_upstream_and_chooses_one_downstream() -> None:
    """N18."""
    up = play(river([2, 3, 3], {0: RIGHT_BLUE}), ("take_canoe", 0))
    assert goals(up, "paddle_up") == [4]
    assert goals(up, "paddle_down") == [FALLS]
    down = play(river([2, 3, 3], {0: 4}), ("take_canoe", 0))
    assert goals(down, "paddle_down") == [LEFT_BLUE, RIGHT_BLUE]


# --- stealing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "cargo", "moves"),
    [
        ({0: 3, 2: FORK}, {2: RUBY}, [("paddle_down", FORK)]),  # downstream
        ({0: FORK, 1: 3}, {1: RUBY}, [("paddle_up", 3)]),  # the own canoe
        ({0: FORK, 2: 3}, {0: RUBY, 2: RUBY}, [("paddle_up", 3)]),  # no room
        ({0: FORK, 2: 4}, {2: RUBY}, [("paddle_up", 3)]),  # in passing
        ({0: FORK, 2: 3}, {}, [("paddle_up", 3)]),  # nothing to steal
    ],
)
def test_when_nothing_can_be_stolen(where: dict[int, int], cargo: dict[int, int], moves: list[Move]) -> None:
    """N16, N17."""
    game = play(river([2, 3, 3], where, cargo), ("take_canoe", 0), *moves)
    assert "steal" not in names(game)


def test_who_unloads_after_moving_does_not_steal() -> None:
    """N16: up 1 and unload with a 3; but unloading first and going up 1 is allowed."""
    after = river([3, 3, 3], {0: FORK, 2: DIAMOND_SPACE}, {0: AMBER, 2: RUBY})
    play(after, ("take_canoe", 0), ("paddle_up", DIAMOND_SPACE), ("unload",))
    assert after.cargo[0] is None
    assert "steal" not in names(after)
    before = river([3, 3, 3], {0: FORK, 2: DIAMOND_SPACE}, {0: AMBER, 2: RUBY})
    play(before, ("take_canoe", 0), ("unload",), ("paddle_up", DIAMOND_SPACE))
    assert before.legal() == [("steal", 2), DONE]


def test_stealing_may_be_declined_and_equal_victims_are_one() -> None:
    game = river([2, 3, 3], {0: FORK, 2: 3, 3: 3, 4: 3}, {2: RUBY, 3: RUBY, 4: RUBY})
    play(game, ("take_canoe", 0), ("paddle_up", 3))
    assert game.legal() == [("steal", 2), ("steal", 4), DONE]
    play(game, DONE)
    assert game.cargo[0] is None


# --- lost canoes --------------------------------------------------------------------------------------------


def lost(landed: list[int], *canoes: int) -> Game:
    """Step 1 of round 1 with canoes of seat 0 at the foot of the falls."""
    game = fresh()
    for canoe in canoes:
        game.where[canoe] = FALLS
    for gem in landed:
        game.landed[0][gem] += 1
        game.site[gem][gem] -= 1
    game.phase, game.turn = BUYING, 0
    game.go_on()
    return game


def test_a_landed_gem_buys_a_canoe_back() -> None:
    """N26: any landed gem; it goes to its site, and the next canoe can be bought too."""
    game = lost([RUBY, AMBER], 0, 1)
    assert game.legal() == [("buy_back", AMBER), ("buy_back", RUBY), DONE]
    play(game, ("buy_back", RUBY))
    assert (game.where[:2], game.site[RUBY][RUBY], game.landed[0]) == ([DOCK, FALLS], 7, [0, 0, 1, 0, 0])
    assert game.legal() == [("buy_back", AMBER), DONE]
    assert play(game, DONE).legal()[0] == ("pick_card", 1)


def test_one_canoe_is_free_for_who_has_neither_canoe_nor_gem() -> None:
    """N27: one of them, and only if both are lost."""
    game = play(lost([], 0, 1), ("take_back",))
    assert game.where[:2] == [DOCK, FALLS]
    assert game.legal()[0] == ("pick_card", 1)
    assert lost([], 0).legal()[0] == ("pick_card", 1)


# --- the end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gems", "last", "wins"),
    [
        ([AMETHYST, DIAMOND, AMBER, SAPPHIRE], RUBY, True),
        ([AMBER, AMBER, AMBER], AMBER, True),
        ([AMETHYST] * 3 + [RUBY] * 3, AMBER, True),
        ([AMETHYST] * 3 + [RUBY] * 2, RUBY, False),
        ([AMETHYST, DIAMOND, AMBER, SAPPHIRE], SAPPHIRE, False),
        ([AMBER, AMBER, RUBY], AMBER, False),
    ],
)
def test_five_different_four_alike_or_any_seven_win(gems: list[int], last: int, wins: bool) -> None:
    """N29: the last gem is landed by the canoe on space 1."""
    game = finish(river([1, 1, 1], {0: 1, 1: FALLS}, {0: last}, landed={0: gems}))
    assert game.over() == wins
    assert game.winners() == ([0] if wins else [])


def test_the_running_step_is_finished_so_several_can_win_and_the_river_rests() -> None:
    """N29: seat 0 lands its fourth ruby, then seat 1 its fourth amber; seat 2's canoe stays where it is."""
    where = {0: 1, 1: FALLS, 2: 1, 3: FALLS, 4: 1, 5: FALLS}
    game = river([1, 1, 1], where, {0: RUBY, 2: AMBER}, landed={0: [RUBY] * 3, 1: [AMBER] * 3})
    play(game, ("take_canoe", 0), ("paddle_up", DOCK))
    assert not game.over()
    play(game, ("take_canoe", 2), ("paddle_up", DOCK), ("take_canoe", 4), ("paddle_down", 2))
    assert game.over()
    assert game.legal() == []
    assert (game.winners(), game.returns(), game.where[4]) == ([0, 1], [4, 4, 0], 2)


def test_after_three_hundred_rounds_nobody_wins() -> None:
    """The limit: with cards alone, all canoes at the foot of the falls and nobody taking one back."""
    game = fresh()
    while not game.over():
        game.apply(game.legal()[-1])
        game.where = [FALLS] * 6
    assert (game.round, game.winners()) == (ROUNDS + 1, [])


# --- whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_keep_every_gem_and_every_card(players: int) -> None:
    """Seven gems of each colour are somewhere at every decision, and a canoe at the falls or ashore is
    empty."""
    for seed in range(4):
        generator = random.Random(seed)
        game = Game(players, Recorder(random.Random(seed)))
        while not game.over():
            game.apply(generator.choice(game.legal()))
            for g in range(5):
                lying = sum(site[g] for site in game.site) + sum(gems[g] for gems in game.landed)
                assert lying + game.cargo.count(g) == 7
            for space, gem in zip(game.where, game.cargo, strict=True):
                assert gem is None or space not in (DOCK, FALLS)
            assert -1 <= game.weather <= 2
        assert game.round == ROUNDS + 1 or game.winners()
