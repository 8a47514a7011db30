"""Tembo by hand against its rulebook: the deal card by card, each numbered rule, and whole random games.

Rule numbers (T1 ...) are those of the ruleset. Cards are named here by what is printed on them: `n(16)` is
the animal with number 16. Positions are set up by hand, with a tape that says which card each draw turns up
(an index into the deck in ascending order) and fails the test if chance is asked anything else.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
from reference import Move, Recorder, Tape, winners
from reference.tembo import POINTS_OF, SPECIES_OF, THE_FIRST, THE_SPECIES, Game

GNU, ZEBRA, ANTELOPE = range(3)
ELEPHANT, LION, SUPER = 42, 49, 58
CROCODILE_OF = {GNU: 52, ZEBRA: 54, ANTELOPE: 56}


def n(*numbers: int) -> list[int]:
    """The ids of the animals with these numbers."""
    return [number - 1 for number in numbers]


def table(
    hands: list[list[int]],
    rows: dict[int, list[int]] | None = None,
    owners: dict[int, int] | None = None,
    deck: list[int] | None = None,
    draws: list[tuple[int, int]] | None = None,
    lions: dict[int, list[int]] | None = None,
) -> Game:
    """Seat 0 to move in the first round that seat len(hands) - 1 has dealt.

    `rows` and `lions` are by site; `owners` says whose the animals in the rows are (else seat 0's). The deck
    is empty unless given, what is nowhere else lies aside. `draws` are the (number of cards in the deck,
    index) of the draws to come.
    """
    players = len(hands)
    game = Game(players, lambda outcomes: players - 1 if outcomes == players else 0)
    game.chance = Tape(draws or [])
    game.hands = [sorted(hand) for hand in hands]
    game.rows = [list((rows or {}).get(site, [])) for site in range(5)]
    game.lions = [list((lions or {}).get(site, [])) for site in range(5)]
    game.deck = sorted(deck or [])
    for row in game.rows:
        for animal in row:
            game.owner[animal] = game.pawn[animal] = (owners or {}).get(animal, 0)
            game.pawns[game.owner[animal] or 0] -= 1
    game.ground = []
    game.aside = []
    game.aside = sorted(set(range(59)) - set(everything(game)))
    game.moves = game.list_moves()
    assert game.player == 0
    return game


def everything(game: Game) -> list[int]:
    """The card ids of all places, one after the other."""
    places = [game.deck, *game.hands, game.ground, *game.rows, *game.lions, *game.crossed, game.aside]
    arriving = [] if game.arriving is None else [game.arriving]
    return sum(places, arriving)


def moves_of(game: Game, action: str) -> list[Move]:
    return [move[1:] for move in game.legal() if move[0] == action]


# --- components ---------------------------------------------------------------------------------------------


def test_components() -> None:
    assert [SPECIES_OF.count(species) for species in range(3)] == [14, 14, 14]
    assert [SPECIES_OF[animal] for animal in n(16, 25)] == [GNU, GNU]  # printed in the rulebook's examples
    assert [SPECIES_OF[animal] for animal in n(1, 2, 3, 42)] == [GNU, ZEBRA, ANTELOPE, ANTELOPE]
    assert [POINTS_OF[animal] for animal in n(1, 2, 3, 4, 5, 6, 7, 42)] == [2, 3, 4, 5, 4, 3, 2, 3]
    assert set(POINTS_OF) == {2, 3, 4, 5}


# --- the deal -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "dealer"), [(p, d) for p in (2, 3, 4) for d in range(p)])
def test_the_deal_card_by_card(players: int, dealer: int) -> None:
    """T1, T3, T4, the lowest card drawn each time: five to each from the dealer's left, five to the sites."""
    cards = 5 * players + 5
    game = Game(players, Tape([(players, dealer), *((59 - drawn, 0) for drawn in range(cards))]))
    for step in range(players):
        seat = (dealer + 1 + step) % players
        assert game.hands[seat] == list(range(5 * step, 5 * step + 5))
    assert game.ground == list(range(5 * players, cards))
    assert game.deck == list(range(cards, 59))
    assert game.player == (dealer + 1) % players
    assert game.pawns == [10, 10, 10, 10]
    # Numbers 1-5, five empty sites: 25 single plays; the pairs 1-2 1-3 2-3 2-4 3-4 3-5 4-5, five sites each.
    assert len(game.legal()) == 25 + 35


def test_a_dealt_lion_goes_back_and_may_lie_under_a_site() -> None:
    """T2, T3: two lions come up in the deal; mixed in again, one of them is the first hidden card."""
    draws = [(59, 49), (58, 49), *((57 - drawn, 0) for drawn in range(10))]
    sites = [(49, 39), (48, 0), (47, 0), (46, 0), (45, 0)]
    game = Game(2, Tape([(2, 1), *draws, *sites]))
    assert game.hands == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
    assert game.ground == [49, 10, 11, 12, 13]
    assert game.deck == [*range(14, 49), *range(50, 59)]


# --- animals ------------------------------------------------------------------------------------------------


def test_the_first_animal_of_a_site_may_have_any_number() -> None:
    """T7, T8: gnu 16 on any empty site, marked with an own pawn."""
    game = table([n(16), n(1)])
    assert moves_of(game, "play_animal") == [(15, site) for site in range(5)]
    game.apply(("play_animal", 15, 3))
    assert game.rows == [[], [], [], [15], []]
    assert (game.owner[15], game.pawn[15]) == (0, 0)
    assert game.pawns == [9, 10, 10, 10]
    assert game.player == 1


def test_a_later_animal_must_have_a_higher_number() -> None:
    """T9: gnu 25 to the middle site of five, four of which have animals."""
    rows = {0: n(30), 1: n(3, 26), 2: n(9, 24), 4: n(2)}
    game = table([n(25), n(1)], rows, owners={8: 1, 23: 1})
    assert moves_of(game, "play_animal") == [(24, 2), (24, 3), (24, 4)]
    game.apply(("play_animal", 24, 2))
    assert game.rows[2] == n(9, 24, 25)
    assert [game.owner[animal] for animal in game.rows[2]] == [1, 1, 0]


@pytest.mark.parametrize("pair", [(7, 8), (22, 23), (35, 36), (4, 6), (12, 14), (39, 41), (33, 35)])
def test_pairs_of_the_rulebook(pair: tuple[int, int]) -> None:
    """T10: neighbours, or one number between; both to one site, both marked, two cards drawn after it."""
    a, b = n(*pair)
    deck = [42, 43, 44]
    game = table([[a, b, SUPER], n(1, 2)], deck=deck, draws=[(3, 0), (2, 0)])
    assert moves_of(game, "play_two_animals") == [(a, b, site) for site in range(5)]
    game.apply(("play_two_animals", a, b, 4))
    assert game.rows[4] == [a, b]
    assert game.owner[a] == game.owner[b] == 0
    assert game.pawns[0] == 8
    assert game.hands[0] == [42, 43, 44, SUPER]  # the last card of the deck is no chance event


def test_no_pair_further_apart_and_never_three() -> None:
    game = table([n(10, 13, 16, 20, 21), n(1)])
    assert {move[:2] for move in moves_of(game, "play_two_animals")} == {(19, 20)}
    game = table([n(20, 21, 22, 23), n(1)])
    pairs = {move[:2] for move in moves_of(game, "play_two_animals")}
    assert pairs == {(19, 20), (19, 21), (20, 21), (20, 22), (21, 22)}
    assert {len(move) for move in game.legal()} == {3, 4}


def test_both_of_a_pair_must_fit() -> None:
    """T10 with T9: 33 and 35 behind a 34 would leave 33 out of order; 35 alone is fine."""
    game = table([n(33, 35), n(1)], {site: n(number) for site, number in enumerate((34, 32, 36, 31, 42))})
    assert moves_of(game, "play_two_animals") == [(32, 34, 1), (32, 34, 3)]
    assert moves_of(game, "play_animal") == [(32, 1), (32, 3), (34, 0), (34, 1), (34, 3)]


# --- elephants and crocodiles -------------------------------------------------------------------------------


def test_an_elephant_takes_three_or_more_across() -> None:
    """T11, T12: each player takes the own animals, pawns return, the card is laid aside."""
    rows = {0: n(1, 2), 1: n(5, 10, 12, 40), 3: n(6, 7, 8)}
    game = table([[43, 44, 41], n(3)], rows, owners={4: 1, 9: 0, 11: 1, 39: 1})
    assert moves_of(game, "play_elephant") == [(43, 1), (43, 3)]
    before = list(game.pawns)
    game.apply(("play_elephant", 43, 1))
    assert game.rows == [n(1, 2), [], [], n(6, 7, 8), []]
    assert [sorted(animals) for animals in game.crossed] == [n(10), n(5, 12, 40)]
    assert game.pawns == [before[0] + 1, before[1] + 3, 10, 10]
    assert 43 in game.aside
    assert game.hands[0] == [41, 44]


def test_the_super_crocodile_empties_a_row() -> None:
    """T13, T15: at least one animal; all are set aside, pawns return, nobody scores."""
    game = table([[SUPER, 41], n(3)], {1: n(20), 4: n(1, 7, 9)}, owners={0: 1})
    assert moves_of(game, "play_super_crocodile") == [(SUPER, 1), (SUPER, 4)]
    game.apply(("play_super_crocodile", SUPER, 4))
    assert game.rows[4] == []
    assert {SUPER, *n(1, 7, 9)} <= set(game.aside)
    assert game.crossed == [[], []]
    assert game.pawns == [9, 10, 10, 10]


def test_a_crocodile_eats_the_first_or_its_species() -> None:
    """T14, T15: a zebra crocodile at a row with and without zebras, and at none without animals."""
    zebras, others = n(5, 11), n(4, 12)
    rows = {0: n(6, 7), 2: sorted(zebras + others)}
    crocodile = CROCODILE_OF[ZEBRA]
    choices = [(crocodile, 0, THE_FIRST), (crocodile, 2, THE_FIRST), (crocodile, 2, THE_SPECIES)]
    game = table([[crocodile, 41], n(40)], rows)
    assert moves_of(game, "play_crocodile") == choices
    first = game.copy()
    first.apply(("play_crocodile", crocodile, 2, THE_FIRST))
    assert first.rows[2] == n(5, 11, 12)
    assert first.pawns[0] == game.pawns[0] + 1
    assert {crocodile, *n(4)} <= set(first.aside)
    game.apply(("play_crocodile", crocodile, 2, THE_SPECIES))
    assert game.rows[2] == n(4, 12)
    assert {crocodile, *zebras} <= set(game.aside)
    assert game.rows[0] == n(6, 7)


def test_cards_that_are_alike_are_offered_once_and_in_order() -> None:
    hand = [45, 46, 53, 56, SUPER]
    game = table([hand, n(1)], {1: n(1, 2, 3)})
    assert game.legal() == [
        ("play_elephant", 45, 1),
        ("play_super_crocodile", SUPER, 1),
        *(("play_crocodile", card, 1, bite) for card in (53, 56) for bite in (THE_FIRST, THE_SPECIES)),
    ]
    game = table([[52, 53], n(1)], {1: n(1, 2, 3)})
    assert {move[0] for move in moves_of(game, "play_crocodile")} == {52}


# --- lions --------------------------------------------------------------------------------------------------


def test_a_drawn_lion_interrupts_and_closes_its_site() -> None:
    """T16-T19: it is placed where animals are, they are eaten, and drawing goes on, to the next lion."""
    deck = [30, 31, LION, LION + 1]
    draws = [(4, 2), (3, 2), (2, 1)]
    game = table([[29, 40, 41], n(3)], {0: n(1, 2), 3: n(4)}, owners={0: 1}, deck=deck, draws=draws)
    game.apply(("play_animal", 29, 2))
    assert (game.player, game.arriving) == (0, LION)
    assert game.legal() == [("place_lion", 0), ("place_lion", 2), ("place_lion", 3)]
    game.apply(("place_lion", 0))
    assert game.rows == [[], [], [29], n(4), []]
    assert set(n(1, 2)) <= set(game.aside)
    assert game.pawns == [8, 10, 10, 10]
    assert (game.player, game.arriving) == (0, LION + 1)
    assert game.legal() == [("place_lion", 2), ("place_lion", 3)]
    game.apply(("place_lion", 3))
    assert (game.player, game.arriving) == (1, None)
    assert game.hands[0] == [30, 31, 40, 41]
    assert game.lions == [[LION], [], [], [LION + 1], []]
    # T18: no animal at a site with a lion, nor (number 3 behind number 30) behind a higher one.
    assert game.legal() == [("play_animal", 2, 1), ("play_animal", 2, 4)]


def test_a_lion_without_animals_goes_anywhere() -> None:
    """T17, with the ruling that "any site" includes one with a lion."""
    game = table(
        [[SUPER, 41], n(3)], {2: n(1)}, deck=[30, LION + 1], draws=[(2, 1)], lions={0: [LION], 1: [LION + 2]}
    )
    game.apply(("play_super_crocodile", SUPER, 2))
    assert game.legal() == [("place_lion", site) for site in range(5)]
    game.apply(("place_lion", 0))
    assert game.lions == [[LION, LION + 1], [LION + 2], [], [], []]
    assert game.hands[0] == [30, 41]
    assert game.legal() == [("play_animal", 2, site) for site in (2, 3, 4)]


def test_the_last_card_of_the_deck_may_be_a_lion() -> None:
    game = table([n(7, 41), n(3)], deck=[LION])
    game.apply(("play_animal", 6, 1))
    assert game.legal() == [("place_lion", 1)]
    game.apply(("place_lion", 1))
    assert (game.player, game.hands[0], game.deck) == (1, n(41), [])


# --- the end of a round -------------------------------------------------------------------------------------


def deal_of_zeros(players: int) -> list[tuple[int, int]]:
    return [(59 - drawn, 0) for drawn in range(5 * players + 5)]


def test_a_round_ends_when_the_player_to_move_cannot_play() -> None:
    """T20-T23: seat 1 can play nothing; cards in hands and rows are worth nothing; the second deal is seat
    0's.

    Seat 0 has 10 and 25 across: 5 and 2 points (numbers 4 and 1 of the cycle of six).
    """
    game = table([n(42, 41), [ELEPHANT, *n(1)]], {site: n(2 + site) for site in range(4)})
    game.crossed = [n(10, 25), n(3, 12)]
    game.aside = [card for card in game.aside if card not in n(10, 25, 3, 12)]
    game.chance = Tape(deal_of_zeros(2))
    game.apply(("play_animal", 41, 4))
    assert game.round == 2
    assert game.returns() == [5 + 2, 4 + 3]
    assert (game.dealer, game.player) == (0, 1)
    assert game.hands == [[5, 6, 7, 8, 9], [0, 1, 2, 3, 4]]
    assert sorted(everything(game)) == list(range(59))
    assert game.pawns == [10, 10, 10, 10]
    assert game.rows == game.lions == [[]] * 5
    assert game.crossed == [[], []]
    assert game.aside == []
    assert not game.over()


def test_a_round_goes_on_while_only_another_player_is_stuck() -> None:
    """The ruling at T21: seat 2 could play nothing, but it is seat 1's turn."""
    game = table([n(42), n(41), [ELEPHANT]])
    game.apply(("play_animal", 41, 4))
    assert (game.round, game.player) == (1, 1)
    game.chance = Tape(deal_of_zeros(3))
    game.apply(("play_animal", 40, 0))
    assert game.round == 2


def test_a_round_can_end_with_cards_in_the_deck() -> None:
    game = table([n(9), [42, 43, 44, 45, 46]], deck=n(30, 31, 32, 33, 34, 35, 36))
    game.chance = Tape([*((7 - drawn, 0) for drawn in range(5)), *deal_of_zeros(2)])
    game.apply(("play_animal", 8, 0))
    assert game.round == 2


def test_the_second_round_ends_the_game_and_a_tie_is_shared() -> None:
    game = table([n(42), [ELEPHANT]])
    game.round = 2
    game.totals = [20, 18]
    game.crossed = [n(25), n(1, 7)]
    game.apply(("play_animal", 41, 0))
    assert game.over()
    assert game.legal() == []
    assert game.returns() == [22, 22]
    assert winners(game) == [0, 1]


# --- pawns --------------------------------------------------------------------------------------------------


def test_without_a_pawn_a_spare_colour_is_used() -> None:
    """T24 with two players: ten pawns are placed, a third colour helps out, and its pawns go back to it."""
    ten = n(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    game = table([[11, 12, ELEPHANT], n(40, 42)], {0: ten})
    assert game.pawns == [0, 10, 10, 10]
    game.apply(("play_two_animals", 11, 12, 0))
    assert game.pawns == [0, 10, 8, 10]
    assert [game.pawn[11], game.owner[11]] == [2, 0]
    game.apply(("play_animal", 41, 1))
    game.apply(("play_elephant", ELEPHANT, 0))
    assert game.pawns == [10, 9, 10, 10]
    assert sorted(game.crossed[0]) == [*ten, 11, 12]


def test_two_players_without_pawns_borrow_different_colours() -> None:
    """T12, T24: it must be seen whose animals are whose. With one spare colour the second has none."""
    rows = {0: n(*range(1, 11)), 1: n(*range(11, 21))}
    for players, colours in ((2, (2, 3, 2)), (3, (3, None, 3))):
        hands = [n(34, 40), n(37, 42), n(35, 36)][:players]
        game = table(hands, rows, dict.fromkeys(rows[1], 1))
        assert game.pawns[:2] == [0, 0]
        game.apply(("play_animal", 33, 2))
        game.apply(("play_animal", 36, 3))
        if players == 3:
            game.apply(("play_animal", 34, 4))
        game.apply(("play_animal", 39, 2))
        assert (game.pawn[33], game.pawn[36], game.pawn[39]) == colours


def test_who_has_borrowed_keeps_to_the_colour() -> None:
    game = table([n(40), n(42)], {0: n(*range(1, 11)), 1: n(32)})
    game.pawn[31] = 3
    game.pawns = [0, 10, 10, 9]
    game.apply(("play_animal", 39, 2))
    assert game.pawn[39] == 3


def test_one_own_pawn_left_for_a_pair() -> None:
    game = table([[11, 12], n(42)], {0: n(*range(1, 10))})
    game.apply(("play_two_animals", 11, 12, 0))
    assert game.pawns == [0, 10, 9, 10]
    assert [game.pawn[11], game.pawn[12]] == [0, 2]


def test_with_four_players_a_card_may_stay_without_a_pawn() -> None:
    """Nobody's colour is spare: the card counts for its owner all the same."""
    game = table([[11, ELEPHANT], n(39, 42), n(41), n(40)], {0: n(*range(1, 11))})
    game.apply(("play_animal", 11, 0))
    assert game.pawns == [0, 10, 10, 10]
    assert (game.pawn[11], game.owner[11]) == (None, 0)
    for seat, number in ((1, 42), (2, 41), (3, 40)):
        game.apply(("play_animal", number - 1, seat))
    game.apply(("play_elephant", ELEPHANT, 0))
    assert 11 in game.crossed[0]
    assert game.pawns == [10, 9, 9, 9]


# --- whole games --------------------------------------------------------------------------------------------


def rulebook_moves(game: Game) -> list[Move]:
    """Legal moves by trying everything and asking the rules one by one, in the agreed order."""
    sites = range(5)
    if game.arriving is not None:
        with_animals = [site for site in sites if game.rows[site]]
        return [("place_lion", site) for site in sites if site in with_animals or not with_animals]
    hand = set(game.hands[game.player])
    animals = [card for card in range(42) if card in hand]

    def fits(animal: int, row: list[int], site: int) -> bool:
        return not game.lions[site] and all(animal > other for other in row)

    moves: list[Move] = []
    for a, site in product(animals, sites):
        if fits(a, game.rows[site], site):
            moves.append(("play_animal", a, site))
    for a, b, site in product(animals, animals, sites):
        if b - a in (1, 2) and fits(a, game.rows[site], site) and fits(b, [*game.rows[site], a], site):
            moves.append(("play_two_animals", a, b, site))
    elephants = [card for card in range(42, 49) if card in hand]
    for card, site in product(elephants[:1], sites):
        if len(game.rows[site]) >= 3:
            moves.append(("play_elephant", card, site))
    for site in sites:
        if 58 in hand and game.rows[site]:
            moves.append(("play_super_crocodile", 58, site))
    for card, site, bite in product(range(52, 58), sites, (THE_FIRST, THE_SPECIES)):
        species = (card - 52) // 2
        alike_and_lower = card % 2 == 1 and card - 1 in hand
        prey = [a for a in game.rows[site] if bite == THE_FIRST or a % 3 == species]
        if card in hand and not alike_and_lower and prey:
            moves.append(("play_crocodile", card, site, bite))
    return moves


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_to_the_rules(players: int) -> None:
    """The table is in order, moves are as the rules say, points as a book kept beside the game has them."""
    seen = set()
    for seed in range(120):
        generator = random.Random(f"{players} {seed}")
        game = Game(players, Recorder(generator))
        book = [0] * players
        placed_by: dict[int, int] = {}
        while not game.over():
            check_table(game)
            legal = game.legal()
            assert legal == rulebook_moves(game)
            move = generator.choice(legal)
            seen.add(move[0])
            if move[0] in ("play_animal", "play_two_animals"):
                placed_by.update(dict.fromkeys(move[1:-1], game.player))
            if move[0] == "play_elephant":
                for animal in game.rows[move[2]]:
                    book[placed_by[animal]] += (2, 3, 4, 5, 4, 3)[animal % 6]
            game.apply(move)
        assert game.returns() == book
    plays = {"play_animal", "play_two_animals", "play_elephant", "play_super_crocodile", "play_crocodile"}
    assert seen == plays | {"place_lion"}


def check_table(game: Game) -> None:
    assert sorted(everything(game)) == list(range(59))
    for hand in game.hands:
        assert len(hand) <= 5
        assert hand == sorted(hand)
        assert not set(hand) & {49, 50, 51}
    if game.deck and game.arriving is None:
        assert all(len(hand) == 5 for hand in game.hands)
    in_rows = [animal for row in game.rows for animal in row]
    for row, lions in zip(game.rows, game.lions, strict=True):
        assert row == sorted(row)
        assert not (row and lions)
    for colour in range(4):
        assert game.pawns[colour] + game.pawn.count(colour) == 10
    assert [a for a in range(42) if game.owner[a] is not None] == sorted(in_rows)
    assert all(a in in_rows for a in range(42) if game.pawn[a] is not None)
