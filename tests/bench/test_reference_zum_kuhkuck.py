"""Zum Kuhkuck by hand against its rulebook: the worked examples, each numbered rule, and whole random games.

Rule numbers (K1 ...) are those of the ruleset. Positions are set up by hand; the tape then says which card is
drawn, as an index into the heap in ascending order, and fails the test if chance is asked anything else.
"""

from __future__ import annotations

import math
import random

import pytest
from reference import Move, Recorder, Tape, winners
from reference.zum_kuhkuck import CARDS, INFORMATION, KIND_OF, Game, Stuck

BOOTS, BELL, STOOL, CAN, BRUSH, CURRENT = range(6)
FIRST = {BOOTS: 0, BELL: 11, STOOL: 22, CAN: 33, BRUSH: 44, CURRENT: 54}


def cards(*kinds: tuple[int, int]) -> list[int]:
    """Cards by (kind, how many), the lowest ids of each kind."""
    return [FIRST[kind] + i for kind, count in kinds for i in range(count)]


def table(
    hands: tuple[list[int], list[int]],
    heap: list[int] | None = None,
    draws: list[tuple[int, int]] | None = None,
    stuck: str = "skip",
) -> Game:
    """Seat 0 to move with these hands; the cards neither in a hand nor in the heap are the discard pile.

    Without a heap all cards that are left are in it. `draws` are the (number in the heap, index) of the draws
    to come.
    """
    game = Game(2, Tape([(2, 0), *(draws or [])]), stuck)
    held = hands[0] + hands[1]
    rest = [card for card in range(CARDS) if card not in held]
    game.heap = rest if heap is None else heap
    game.discard = [card for card in rest if card not in game.heap]
    game.hands = [list(hands[0]), list(hands[1])]
    for seat in (0, 1):
        game.held[seat] = [sum(KIND_OF[card] == kind for card in hands[seat]) for kind in range(5)]
    return game


def claims(game: Game) -> list[Move]:
    return [move for move in game.legal() if move[0] == "claim"]


# --- components and start -----------------------------------------------------------------------------------


def test_components() -> None:
    assert [KIND_OF.count(kind) for kind in range(6)] == [11, 11, 11, 11, 10, 5]
    assert [KIND_OF.index(kind) for kind in range(6)] == [0, 11, 22, 33, 44, 54]
    assert CARDS == 59


def test_information_card() -> None:
    """The values that the rulebook or public sources give; those between them rise by even steps."""
    known = {5: 4, 9: 12, 10: 15, 12: 21, 13: 24, 15: 30, 20: 55}
    assert {n: INFORMATION[n] for n in known} == known
    assert sorted(INFORMATION) == list(range(5, 21))
    steps = [INFORMATION[n + 1] - INFORMATION[n] for n in range(5, 20)]
    assert steps == [2] * 4 + [3] * 6 + [5] * 5


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_is_drawn_and_players_alternate(first: int) -> None:
    """K1, K2; the heap is unknown: 59 cards, the lowest is id 0."""
    game = Game(2, Tape([(2, first), (59, 0), (58, 57), (57, 0)]))
    assert len(game.heap) == 59
    assert game.player == first
    game.apply(("take",))
    assert (game.player, game.hands[first]) == (1 - first, [0])
    game.apply(("take",))
    assert game.player == first
    assert game.discard == [58]  # the highest id is a current card: K9 with an empty hand
    assert game.hands[1 - first] == []
    game.apply(("take",))
    assert game.hands[first] == [0, 1]


# --- turns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(21))
def test_what_a_hand_allows(size: int) -> None:
    """K3-K5: fewer than 5 cards never claim, 20 always do, in between it is free."""
    hand = cards((BOOTS, 11), (BELL, 9))[:size]
    game = table((hand, []))
    expected: list[Move] = [("take",)] if size < 20 else []
    if size >= 5:
        expected.append(("claim", BOOTS))
    if size >= 12:
        expected.append(("claim", BELL))
    assert game.legal() == expected


def test_nine_cards_three_of_the_colour_are_eighteen_points() -> None:
    """The rulebook's example: 12 for nine cards and 2 for each of three yellow ones (K6)."""
    hand = cards((BELL, 3), (BOOTS, 2), (STOOL, 4))
    game = table((hand, cards((CAN, 5))))
    game.apply(("claim", BELL))
    assert game.claimed[0] == [None, 18, None, None, None]
    assert game.returns() == [18, 0]
    assert game.hands[0] == []
    assert sorted(game.discard) == sorted(hand)
    assert game.player == 1


@pytest.mark.parametrize(("size", "points"), [(5, 4), (10, 15), (12, 21), (13, 24), (15, 30), (20, 55)])
def test_claims_of_other_sizes(size: int, points: int) -> None:
    hand = cards((BRUSH, 2), (CAN, 11), (BOOTS, 7))[:size]
    game = table((hand, []))
    game.apply(("claim", BRUSH))
    assert game.returns() == [points + 4, 0]


def test_only_a_colour_in_hand_and_not_yet_claimed() -> None:
    """K7, K8: blue claimed for 20 can't be claimed again; without a red card red can't be claimed."""
    red, blue, green = BOOTS, STOOL, CAN
    game = table((cards((blue, 4), (green, 3)), []))
    game.claimed[0][blue] = 20
    assert claims(game) == [("claim", green)]
    assert ("claim", red) not in game.legal()
    game.claimed[0][blue] = None
    game.claimed[1][blue] = 20  # the other player's claim bars nothing
    assert claims(game) == [("claim", blue), ("claim", green)]


def test_a_current_card_takes_the_whole_hand() -> None:
    """The rulebook's example: 8 in hand, a current card is drawn, all 9 are discarded, the turn passes."""
    hand = cards((BOOTS, 4), (CAN, 4))
    other = cards((BELL, 6))
    game = table((hand, other), draws=[(45, 40)])
    assert game.heap[40] == 54
    game.apply(("take",))
    assert game.hands == [[], other]
    assert sorted(game.discard) == sorted([*hand, 54])
    assert game.player == 1
    assert game.legal() == [("take",), ("claim", BELL)]


# --- the heap -----------------------------------------------------------------------------------------------


def test_two_cards_left_bring_the_discard_pile_back() -> None:
    """K10: hands stay, the whole discard pile is mixed with the two, current cards included."""
    hands = cards((BOOTS, 3)), cards((BELL, 7))
    game = table(hands, heap=[3, 22, 44], draws=[(3, 1), (2 + 46, 47)])
    assert len(game.discard) == 46
    assert 58 in game.discard
    game.apply(("take",))
    assert game.hands == [[*hands[0], 22], hands[1]]
    assert game.discard == []
    assert game.heap == [card for card in range(CARDS) if card not in [*game.hands[0], *hands[1]]]
    game.apply(("take",))  # the highest id: a current card is in play again
    assert game.hands[1] == []
    assert sorted(game.discard) == [*hands[1], 58]


def test_a_current_card_that_leaves_two_is_mixed_in_with_its_hand() -> None:
    """A ruling at K9 and K10: discard first, then mix."""
    hands = cards((BOOTS, 8)), cards((BELL, 7))
    game = table(hands, heap=[22, 44, 56], draws=[(3, 2)])
    game.apply(("take",))
    assert game.hands == [[], hands[1]]
    assert game.discard == []
    assert game.heap == [card for card in range(CARDS) if card not in hands[1]]


def test_three_cards_left_are_left_alone() -> None:
    game = table((cards((BOOTS, 3)), []), heap=[22, 23, 44, 45], draws=[(4, 0)])
    game.apply(("take",))
    assert game.heap == [23, 44, 45]
    assert len(game.discard) == 59 - 4 - 3


# --- the end ------------------------------------------------------------------------------------------------


def test_the_end_and_its_bonuses() -> None:
    """The rulebook's example (K11-K13), with claims of ours that lead to its totals of 89 and 80.

    Tim (seat 0) claims his fifth colour and so ends the game; red and blue are Mia's, green is his: 10 and 20
    points.
    """
    yellow, red, blue, green = BELL, BOOTS, STOOL, CAN
    game = table((cards((yellow, 3), (red, 6)), cards((green, 11))))
    for kind, tim, mia in ((red, 12, 20), (blue, 15, 22), (green, 20, 18), (BRUSH, 14, None)):
        game.claimed[0][kind] = tim
        game.claimed[1][kind] = mia
    game.apply(("claim", yellow))
    assert game.claimed[0][yellow] == 18
    assert game.over()
    assert game.legal() == []
    assert game.returns() == [89, 80]
    assert winners(game) == [0]
    assert game.hands == [[], []]  # the other hand is worth nothing


def test_equal_scores_in_a_colour_give_no_bonus() -> None:
    """A ruling at K12; equal totals (a ruling at K13) are a shared victory."""
    game = table(([], []))
    game.claimed[0] = [20, 30, None, None, None]
    game.claimed[1] = [20, None, 30, None, None]
    assert game.returns() == [50, 50]
    assert winners(game) == [0, 1]


def full_hand_without(kind: int) -> list[int]:
    return [card for card in range(54) if KIND_OF[card] != kind][:20]


def test_a_stuck_player_is_passed_over() -> None:
    """20 cards, none of an open colour: neither K4 nor K7 leaves a move, and the other player goes on."""
    game = table((cards((BRUSH, 3)), full_hand_without(BRUSH)), draws=[(36, 22), (35, 22)])
    game.claimed[1] = [10, 10, 10, 10, None]
    game.apply(("take",))
    assert (game.player, len(game.hands[0])) == (0, 4)
    assert not game.over()
    game.apply(("take",))
    assert (game.player, len(game.hands[0])) == (0, 5)


def test_a_full_hand_with_an_open_colour_is_not_stuck() -> None:
    game = table((cards((BRUSH, 3)), full_hand_without(BRUSH)), draws=[(36, 22)])
    game.claimed[1] = [10, 10, 10, None, 10]
    game.hands[1][-1] = 40
    game.held[1] = [11, 8, 0, 1, 0]
    game.apply(("take",))
    assert (game.player, game.legal()) == (1, [("claim", CAN)])


def test_both_stuck_ends_the_game_with_the_scores_it_has() -> None:
    """Seat 0 takes a twentieth card and is then as stuck as seat 1."""
    hands = cards((BOOTS, 10), (BELL, 9)), cards((STOOL, 11), (CAN, 9))
    game = table(hands, draws=[(20, 0)])
    game.claimed = [[20, 20, None, None, None], [None, None, 24, 24, None]]
    game.apply(("take",))
    assert len(game.hands[0]) == 20
    assert game.over()
    assert game.returns() == [40, 48]


def test_the_question_can_be_left_open() -> None:
    game = table((cards((BRUSH, 3)), full_hand_without(BRUSH)), draws=[(36, 22)], stuck="open")
    game.claimed[1] = [10, 10, 10, 10, None]
    with pytest.raises(Stuck):
        game.apply(("take",))
    with pytest.raises(ValueError, match="stuck"):
        table(([], []), stuck="pass")


# --- whole games --------------------------------------------------------------------------------------------


def rulebook_moves(game: Game) -> list[Move]:
    """Legal moves read off the hands alone (K3-K8), without the counts that the game keeps."""
    hand = game.hands[game.player]
    moves: list[Move] = []
    if len(hand) <= 19:
        moves.append(("take",))
    for kind in range(5):
        named = [card for card in hand if KIND_OF[card] == kind]
        if len(hand) >= 5 and named and game.claimed[game.player][kind] is None:
            moves.append(("claim", kind))
    return moves


def test_random_games_keep_to_the_rules() -> None:
    """Every card in one place, moves as the hands say, and scores as a book kept beside the game has them."""
    lengths = []
    for seed in range(1500):
        generator = random.Random(seed)
        game = Game(2, Recorder(generator))
        book: list[dict[int, int]] = [{}, {}]
        length = 0
        while not game.over():
            everywhere = [*game.heap, *game.discard, *game.hands[0], *game.hands[1]]
            assert sorted(everywhere) == list(range(59))
            assert game.heap == sorted(game.heap)
            assert len(game.heap) > 2
            assert max(len(hand) for hand in game.hands) <= 20
            assert not any(card >= 54 for hand in game.hands for card in hand)
            legal = game.legal()
            assert legal == rulebook_moves(game)
            seat, move = game.player, generator.choice(legal)
            if move[0] == "claim":
                hand = game.hands[seat]
                assert move[1] not in book[seat]
                named = sum(KIND_OF[card] == move[1] for card in hand)
                book[seat][move[1]] = INFORMATION[len(hand)] + 2 * named
            game.apply(move)
            length += 1
        lengths.append(length)
        if all(len(claimed) < 5 for claimed in book):
            assert all(len(hand) == 20 for hand in game.hands)  # both stuck
        points = [sum(claimed.values()) for claimed in book]
        for kind in book[0].keys() & book[1].keys():
            if book[0][kind] != book[1][kind]:
                points[0 if book[0][kind] > book[1][kind] else 1] += 10
        assert game.returns() == points
    # An independent implementation on a flat vector of integers measured 78.6 moves a game.
    mean = sum(lengths) / len(lengths)
    error = math.sqrt(sum((length - mean) ** 2 for length in lengths)) / len(lengths)
    assert abs(mean - 78.6) < 4 * error
