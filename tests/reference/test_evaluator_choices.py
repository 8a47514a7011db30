"""Decisions: which moves are legal, in which order, how often, together, and as many as possible."""

from __future__ import annotations

from math import comb

import pytest
from lab import Game, Lab

from rulewright import limits

CARDS = """
enums:
  colour: [red, green]
components:
  card:
    fields: {face: 1..4, tone: colour}
    make: 1 for each n in 1..4, k in colour with face = n, tone = k
  token: {make: 1 per player}
zones:
  hand: set of card per player, seen by owner
  table: row of card, seen by everyone
  mat: set of token per card, seen by everyone
  home: set of token, seen by everyone
variables:
  n: 0..999
  note: 0..9 per card
setup:
  - for: c in card
    do:
      - move c to hand[nth(player, 1)]
  - move every token to home
actions:
  lay:
    pick:
      c: {pick}
    do:
      - move c to table
  pass_on:
    do:
      - add 100 to n
play:
  - choose: [{actions}]
    by: nth(player, 1)
"""


def choosing(pick: str, actions: str = "lay", **clauses: str) -> str:
    text = CARDS.replace("{pick}", pick).replace("{actions}", actions)
    return text + "".join(f"    {key}: {value}\n" for key, value in clauses.items())


def candidates(pick: str, setup: str = "") -> list[object]:
    """What can be chosen for the parameter c."""
    text = choosing(pick).replace("actions:\n  lay", f"{setup}actions:\n  lay", 1)
    return [params[0] for _, *params in Lab(text).start().legal()]


# Ids: card (face, tone) is (face - 1) * 2 + tone.


def test_candidates_come_in_order_and_meet_all_conditions() -> None:
    assert candidates("card in hand[nth(player, 1)]") == list(range(8))
    assert candidates("hand[nth(player, 1)] where c.face > 2 and c.tone = green") == [5, 7]
    assert candidates("hand[nth(player, 1)] where c.face in [4, 1]") == [0, 1, 6, 7]
    pick = "\n        from: hand[nth(player, 1)]\n        where:\n          - c.face > 2"
    pick += "\n          - c.tone = red"
    assert candidates(pick) == [4, 6]


def test_if_possible_keeps_those_that_can_or_all() -> None:
    assert candidates("hand[nth(player, 1)] where c.face < 3, if possible c.tone = green") == [1, 3]
    assert candidates("hand[nth(player, 1)] where c.face < 3, if possible c.face = 4") == [0, 1, 2, 3]
    each = "\n        from: hand[nth(player, 1)]\n        if_possible:\n          - c.face > 2"
    each += "\n          - c.face < 3\n          - c.tone = red"
    assert candidates(each) == [4, 6]


def test_one_of_each_kind_needs_all_to_be_equal() -> None:
    alike = CARDS.replace("face: 1..4, tone: colour", "face: 1..4").replace(
        "1 for each n in 1..4, k in colour with face = n, tone = k", "2 for each n in 1..4 with face = n"
    )
    text = alike.replace("{pick}", "hand[nth(player, 1)], one of each kind").replace("{actions}", "lay")

    def offered(step: str) -> list[object]:
        return [
            c for _, c in Lab(text.replace("actions:\n  lay", f"{step}actions:\n  lay", 1)).start().legal()
        ]

    assert offered("") == [0, 2, 4, 6]
    # A value by card, a token on a card, another zone: each tells two cards apart.
    assert offered("  - note[the(x in card where x.face = 1)] := 1\n") == [0, 1, 2, 4, 6]
    assert offered("  - move the(t in token) to mat[the(x in card where x.face = 2)]\n") == [0, 2, 3, 4, 6]
    elsewhere = text.replace("hand[nth(player, 1)], one", "card, one")
    step = "  - move the(x in card where x.face = 3) to table\n"
    moves = Lab(elsewhere.replace("actions:\n  lay", f"{step}actions:\n  lay", 1)).start().legal()
    assert [c for _, c in moves] == [0, 2, 4, 5, 6]


def test_values_by_several_indexes_tell_apart_too() -> None:
    text = """
components:
  card: {make: 3}
zones:
  hand: set of card, seen by everyone
variables:
  met: boolean per player and card
  seen: boolean per card and player
setup:
  - move every card to hand
  - met[nth(player, 2), the(c in card)] := {met}
  - for: c in card numbered k
    do:
      - if: k = 3
        then:
          - seen[c, nth(player, 1)] := {seen}
actions:
  lay:
    pick:
      c: hand, one of each kind
    do:
      - seen[c, me] := met[me, c]
play:
  - choose: [lay]
    by: nth(player, 1)
"""
    for met, seen, offered in (
        ("false", "false", [0]),
        ("true", "false", [0, 1]),
        ("false", "true", [0, 2]),
        ("true", "true", [0, 1, 2]),
    ):
        game = Lab(text.replace("{met}", met).replace("{seen}", seen)).start()
        assert [c for _, c in game.legal()] == offered


PAIR = """
components:
  card: {fields: {face: 1..5}, make: 1 for each n in 1..5 with face = n}
zones:
  hand: set of card, seen by everyone
  table: row of card, seen by everyone
variables:
  n: 0..99
setup:
  - move every card to hand
actions:
  pair:
    pick:
      a: card in hand where a.face < 4
      b: card in hand where b.face - a.face in 1..2
      k: "[2, 1, 2]"
    do:
      - move a to table
      - move b to table
      - n := k
  skip:
    do:
      - n := 99
play:
  - choose: [skip, pair]
    by: nth(player, 1)
"""


def test_later_parameters_see_earlier_ones() -> None:
    game = Lab(PAIR).start()
    pairs = [(a, b) for a in range(3) for b in range(5) if b - a in (1, 2)]
    # A value that is listed twice is one candidate.
    assert game.legal() == [("skip",), *(("pair", a, b, k) for a, b in pairs for k in (2, 1))]
    game.play("pair", 1, 3, 1)
    assert game.ids("table") == [1, 3]
    assert game.value("n") == 1


SUBSETS = """
components:
  card: {fields: {face: 1..30}, make: 1 for each n in 1..{cards} with face = n}
zones:
  hand: set of card, seen by everyone
  table: set of card, seen by everyone
setup:
  - move every card to hand
actions:
  lay:
    pick:
      cards: {pick}
    do:
      - move cards to table
play:
  - choose: [lay]
    by: nth(player, 1)
"""


def subsets(pick: str, cards: int = 4) -> Game:
    return Lab(SUBSETS.replace("{pick}", pick).replace("{cards}", str(cards))).start()


def test_subsets_count_up_in_binary() -> None:
    sets = [tuple(i for i in range(4) if mask >> i & 1) for mask in range(16)]
    assert [s for _, s in subsets("any of hand").legal()] == sets
    assert [s for _, s in subsets("some of hand").legal()] == sets[1:]
    assert [s for _, s in subsets("2 of hand").legal()] == [s for s in sets if len(s) == 2]
    assert len(subsets("2..3 of hand").legal()) == comb(4, 2) + comb(4, 3)
    by_sum = [s for s in sets if sum(i + 1 for i in s) == 5]
    assert [s for _, s in subsets("any of hand where sum(c.face for c in cards) = 5").legal()] == by_sum
    last = "any of hand, if possible sum(c.face for c in cards) > 9"
    assert [s for _, s in subsets(last).legal()] == [(0, 1, 2, 3)]


def test_the_size_of_subsets_may_be_reckoned() -> None:
    sets = [tuple(i for i in range(4) if mask >> i & 1) for mask in range(16)]
    for less in range(5):
        by_size = [s for s in sets if len(s) == 4 - less]
        assert [s for _, s in subsets(f"size(hand) - {less} of hand").legal()] == by_size
    for outside in ("3 - size(hand)", "size(hand) + 1", "50 * size(hand)", "3 - 50 * size(hand)"):
        assert subsets(f"{outside} of hand").fault == "no-legal-action"
    assert len(subsets("size(hand) - 2 of hand", 20).legal()) == comb(20, 2)


def test_a_chosen_subset_is_a_set() -> None:
    game = subsets("3 of hand")
    game.play("lay", (0, 2, 3))
    assert game.ids("table") == [0, 2, 3]


def test_listings_have_limits() -> None:
    assert limits.MAX_SUBSET_BASE == 20
    assert len(subsets("2 of hand", 20).legal()) == comb(20, 2)
    assert subsets("2 of hand", 21).fault == "subset-limit"
    assert comb(14, 7) * 8 > limits.MAX_LEGAL_MOVES > 2**13
    assert len(subsets("any of hand", 13).legal()) == 2**13
    assert subsets("any of hand", 15).fault == "move-limit"


def test_without_times_one_legal_move_is_asked_too_and_none_is_a_fault() -> None:
    game = Lab(choosing("hand[nth(player, 1)] where c.face = 1 and c.tone = red")).start()
    assert game.legal() == [("lay", 0)]
    text = choosing("hand[nth(player, 2)]")
    assert Lab(text).start().fault == "no-legal-action"
    game = Lab(choosing("hand[nth(player, 2)]", otherwise="\n      - n := 7")).start()
    assert (game.over, game.value("n")) == (True, 7)


def test_a_fault_in_a_condition_comes_with_the_listing() -> None:
    assert Lab(choosing("hand[nth(player, 1)] where 4 div (c.face - 3) > 0")).start().fault == "division"


def test_as_often_as_times_says() -> None:
    few = "hand[nth(player, 1)] where c.face = 1"
    game = Lab(choosing(few, times="0..1")).start()
    assert game.legal() == [("lay", 0), ("lay", 1), ("done",)]
    game.play("done")
    assert game.over
    game = Lab(choosing(few, times="1..3")).start()
    assert game.legal() == [("lay", 0), ("lay", 1)]
    game.play("lay", 1)
    assert game.legal() == [("lay", 0), ("done",)]
    game.play("lay", 0)
    # Nothing is legal any more, and enough was done: nobody is asked.
    assert game.over
    assert game.fault is None
    game = Lab(choosing(few, times="3")).start()
    game.play("lay", 1)
    game.play("lay", 0)
    assert game.fault == "no-legal-action"
    game = Lab(choosing(few, times="3", otherwise="\n      - n := 7")).start()
    game.play("lay", 1)
    game.play("lay", 0)
    assert (game.fault, game.value("n")) == (None, 7)
    game = Lab(choosing(few, times="any")).start()
    assert game.legal()[-1] == ("done",)
    assert Lab(choosing("hand[nth(player, 2)]", times="any")).start().over
    assert Lab(choosing(few, times="0")).start().over


def test_done_when_ends_it_before_each_asking() -> None:
    text = choosing("hand[nth(player, 1)]", "pass_on", times="any", done_when="n > 150")
    game = Lab(text).start()
    game.play("pass_on")
    assert game.awaited == (0,)
    game.play("pass_on")
    assert game.over


GIVEN = """
variables:
  left_over: 0..9, starts at 3
  n: 0..99
actions:
  spend:
    with: integer most
    pick:
      k: 1..most
    do:
      - take k from left_over
      - n := n * 10 + k
play:
  - choose: [spend]
    by: nth(player, 1)
    with: left_over
    times: any
"""


def test_given_parameters_are_asked_anew() -> None:
    game = Lab(GIVEN).start()
    assert game.legal() == [("spend", 1), ("spend", 2), ("spend", 3), ("done",)]
    game.play("spend", 2)
    assert game.legal() == [("spend", 1), ("done",)]
    game.play("spend", 1)
    assert (game.over, game.value("n")) == (True, 21)


CAN = """
variables:
  n: 0..9
  worked: boolean
actions:
  count_up:
    when: n < 2
    pick:
      k: 1..2 where n + k < 3
    do:
      - add k to n
      - worked := can(me, count_up) and k > 0
play:
  - turns: from nth(player, 1)
    do:
      - choose: [count_up]
        otherwise:
          - stop game
"""


def test_can_asks_without_disturbing_the_action_that_asks() -> None:
    game = Lab(CAN).start()
    assert game.legal() == [("count_up", 1), ("count_up", 2)]
    game.play("count_up", 1)
    assert game.value("worked") == 1
    assert game.legal() == [("count_up", 1)]
    game.play("count_up", 1)
    assert (game.value("n"), game.value("worked"), game.over) == (2, 0, True)


NESTED = """
variables:
  n: 0..9999
actions:
  outer:
    do:
      - n := n * 10 + seat(me)
      - choose: [inner]
        by: left of me
      - n := n * 10 + seat(me)
  inner:
    pick:
      k: 5..6
    do:
      - n := n * 10 + k
play:
  - for: me in player
    do:
      - choose: [outer]
"""


def test_an_action_may_ask_somebody_else_and_goes_on() -> None:
    game = Lab(NESTED, players=2).start()
    game.play("outer")
    assert (game.awaited, game.legal()) == ((1,), [("inner", 5), ("inner", 6)])
    game.play("inner", 6)
    assert game.value("n") == 161
    assert game.awaited == (1,)


TOGETHER = """
components:
  card: {fields: {face: 1..3}, make: 1 per player for each n in 1..3 with face = n}
zones:
  hand: set of card per player, seen by owner
  table: row of card, seen by everyone
variables:
  n: 0..99
setup:
  - for: c in card
    do:
      - move c to hand[c.owner]
  - move every card in hand[nth(player, 2)] to table
actions:
  bid:
    pick:
      c: hand[me] where c.face > size(table) - 3
    do:
      - move c to table
play:
  - together: [bid]
  - together: [bid]
  - n := 5
"""


def test_together_all_see_the_same_state_and_answer_in_any_order() -> None:
    game = Lab(TOGETHER, players=4).start()
    # Player 2 holds nothing and takes no part.
    cards = game.lab.ruleset.components
    face = {(cards.owner[i], cards.values["face"][i]): i for i in range(len(cards))}
    assert list(game.awaited) == [0, 2, 3]
    assert game.legal(3) == [("bid", face[3, f]) for f in (1, 2, 3)]
    game.play("bid", face[3, 2], seat=3)
    assert list(game.awaited) == [0, 2]
    assert game.legal(0) == [("bid", face[0, f]) for f in (1, 2, 3)]
    assert len(game.ids("table")) == 3
    game.play("bid", face[0, 1], seat=0)
    game.play("bid", face[2, 3], seat=2)
    # Seat order, whoever answered first: players 1, 3, 4.
    assert game.ids("table")[3:] == [face[0, 1], face[2, 3], face[3, 2]]
    # Six cards lie there: faces above 3 do not exist, so nobody can take part in the second round.
    assert (game.over, game.fault, game.value("n")) == (True, None, 5)


PILES = """
components:
  coin: {alike: true, make: 20}
zones:
  heap: set of coin, seen by everyone
  taken: set of coin, seen by everyone
setup:
  - move {coins} of the(c in coin) from box to heap
actions:
  take:
    pick:
      k: "[{sizes}] where k <= size(heap)"
    do:
      - move k from heap to taken
  give_back:
    when: size(taken) > 0
    do:
      - move 1 from taken to heap
play:
  - choose: [{actions}]
    by: nth(player, 1)
    times: as many as possible
"""


def taking(coins: int, sizes: str, actions: str = "take") -> Game:
    text = PILES.replace("{coins}", str(coins)).replace("{sizes}", sizes).replace("{actions}", actions)
    return Lab(text).start()


def longest(coins: int, sizes: list[int]) -> int:
    """The most numbers of these that fit into a sum of coins, none being left that still fits."""
    return max((1 + longest(coins - k, sizes) for k in sizes if k <= coins), default=0)


@pytest.mark.parametrize(
    ("coins", "sizes"), [(7, [3, 2]), (5, [4, 2, 3]), (9, [5, 4]), (6, [1, 2]), (2, [3])]
)
def test_only_moves_that_begin_a_longest_series_are_legal(coins: int, sizes: list[int]) -> None:
    game = taking(coins, ", ".join(map(str, sizes)))
    left, asked = coins, 0
    while not game.over:
        best = longest(left, sizes)
        fitting = [k for k in sizes if k <= left and 1 + longest(left - k, sizes) == best]
        assert game.legal() == [("take", k) for k in fitting]
        game.play("take", fitting[-1])
        left -= fitting[-1]
        asked += 1
    assert game.fault is None
    assert asked == longest(coins, sizes)


def test_a_series_without_end_is_a_fault() -> None:
    game = taking(4, "1", "take, give_back")
    # The only move is legal whatever it leads to.
    assert game.legal() == [("take", 1)]
    game.play("take", 1)
    assert game.fault == "search-limit"


def counted(coins: int, sizes: list[int], times: str, actions: str = "take", more: str = "") -> Game:
    """Coins are taken ``times``, with ``more`` clauses."""
    text = PILES.replace("as many as possible", times).replace("{actions}", actions)
    text = text.replace("{coins}", str(coins)).replace("{sizes}", ", ".join(map(str, sizes)))
    return Lab(text + more).start()


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize(("coins", "sizes"), [(7, [3, 2]), (5, [4, 2, 3]), (9, [5, 4, 1])])
def test_a_longest_series_may_be_bounded(coins: int, sizes: list[int], most: int) -> None:
    game = counted(coins, sizes, f"as many as possible, at most {most}")
    left, asked = coins, 0
    while not game.over:
        best = min(longest(left, sizes), most - asked)
        fitting = [
            k for k in sizes if k <= left and 1 + min(longest(left - k, sizes), most - asked - 1) == best
        ]
        assert game.legal() == [("take", k) for k in fitting]
        game.play("take", fitting[0])
        left -= fitting[0]
        asked += 1
    assert game.fault is None
    assert asked == min(longest(coins, sizes), most)


def test_a_bounded_series_may_come_back_to_where_it_was() -> None:
    game = counted(4, [1, 3], "as many as possible, at most 5", "take, give_back")
    taken = 0
    for _ in range(5):
        sizes = [("take", k) for k in (1, 3) if taken + k <= 4]
        assert game.legal() == sizes + [("give_back",)] * (taken > 0)
        game.play(*game.legal()[0])
        (taken,) = game.zone("taken").counts or (0,)
    assert (game.over, game.fault) == (True, None)


def test_no_series_has_fewer_moves_than_none() -> None:
    otherwise = "    otherwise:\n      - move 1 from heap to taken\n"
    for most in ("0", "size(taken) - 1"):
        game = counted(4, [1, 3], f"as many as possible, at most {most}", more=otherwise)
        assert (game.over, game.fault, game.ids("taken")) == (True, None, [])


def test_as_long_as_possible_looks_not_ahead() -> None:
    game = counted(5, [4, 2, 3], "as long as possible")
    assert game.legal() == [("take", 4), ("take", 2), ("take", 3)]
    game.play("take", 4)
    assert (game.over, game.fault) == (True, None)
    assert counted(1, [2], "as long as possible").fault is None


def test_what_nobody_asks_is_no_fault() -> None:
    """Off the track is a fault where it is asked, and it is asked of each pair only: there is no pair."""
    text = """
boards:
  road: {track: [near, half, far]}
components:
  card: {make: 2}
zones:
  hand: set of card, seen by everyone
variables:
  here: road, starts at far
actions:
  go:
    pick:
      k: 1..2
      c: hand where here + k = here
    do:
      - move c to hand
play:
  - choose: [go]
    by: nth(player, 1)
    otherwise: []
"""
    assert Lab(text).start().fault is None
    assert Lab(text.replace("play:", "setup:\n  - move every card to hand\nplay:")).start().fault == "index"


TWO_HEAPS = """
variables:
  first: 0..20
  second: 0..20
  stopped: boolean
setup:
  - first := {first}
  - second := {second}
actions:
  from_first:
    pick:
      k: "[{sizes}] where k <= first"
    do:
      - take k from first
  from_second:
    pick:
      k: "[{sizes}] where k <= second"
    do:
      - take k from second
  stop_it:
    when: not stopped
    do:
      - stopped := true
play:
  - choose: [stop_it, from_first, from_second]
    by: nth(player, 1)
    times: {times}
    as_many_as_possible:
      from_first: {at_most}
"""


def heaps(at_most: str, times: str = "as long as possible") -> Game:
    text = TWO_HEAPS.replace("{first}", "7").replace("{second}", "7").replace("{sizes}", "4, 2, 3")
    return Lab(text.replace("{at_most}", at_most).replace("{times}", times)).start()


def test_dead_ends_may_be_forbidden_for_some_actions_only() -> None:
    every = [("from_second", 4), ("from_second", 2), ("from_second", 3)]
    # 7 is 2 + 2 + 3 at most, and 4 would leave one more at most.
    game = heaps("20")
    assert game.legal() == [("stop_it",), ("from_first", 2), ("from_first", 3), *every]
    game.play("from_second", 4)
    assert game.legal() == [
        ("stop_it",),
        ("from_first", 2),
        ("from_first", 3),
        ("from_second", 2),
        ("from_second", 3),
    ]
    # Of two at most each number is a beginning, of one too.
    for at_most in ("2", "1"):
        assert heaps(at_most).legal() == [("stop_it",), *(("from_first", k) for k in (4, 2, 3)), *every]
    assert heaps("0").legal() == [("stop_it",), *every]
    # It is reckoned anew each time.
    game = heaps("if stopped then 20 else 1")
    game.play("stop_it")
    assert game.legal() == [("from_first", 2), ("from_first", 3), *every]


def test_a_single_choice_may_look_further_than_itself() -> None:
    text = TWO_HEAPS.replace("{first}", "7").replace("{second}", "7").replace("{sizes}", "4, 2, 3")
    game = Lab(text.replace("    times: {times}\n", "").replace("{at_most}", "20")).start()
    second = [("from_second", 4), ("from_second", 2), ("from_second", 3)]
    assert game.legal() == [("stop_it",), ("from_first", 2), ("from_first", 3), *second]
    game.play("from_first", 2)
    assert (game.over, game.fault) == (True, None)


def test_who_may_stop_may_stop_before_a_dead_end() -> None:
    game = heaps("20", "1..5")
    assert ("done",) not in game.legal()
    game.play("from_first", 3)
    assert game.legal()[-1] == ("done",)
    assert ("from_first", 4) not in game.legal()


SERIES = """
components:
  card: {make: 4}
zones:
  taken: row of card, seen by everyone
  deck: pile of card, seen by nobody
variables:
  n: 0..9
setup:
  - move every card to deck
  - shuffle deck
actions:
  go:
    pick:
      k: 1..2 where n + k <= 4
    do:
      - add k to n
      - {also}
  nod:
    do:
      - n := n
play:
  - choose: [go]
    by: nth(player, 1)
    times: as many as possible
    {clause}
"""


def series(also: str = "n := n", clause: str = "") -> Game:
    return Lab(SERIES.replace("{also}", also).replace("{clause}", clause)).start()


def test_what_ends_a_series() -> None:
    # Four steps of 1 are the longest way to 4.
    assert series().legal() == [("go", 1)]
    # Two of them, or one of 2, are the same if it ends at 2: only 1 begins the longer one.
    assert series(clause="done_when: n >= 2").legal() == [("go", 1)]
    assert series(clause="done_when: n >= 1").legal() == [("go", 1), ("go", 2)]
    game = series("if: n >= 1\n        then:\n          - stop game")
    assert game.legal() == [("go", 1), ("go", 2)]
    game.play("go", 2)
    assert (game.over, game.value("n")) == (True, 2)


def test_nobody_can_search_through_chance_or_decisions() -> None:
    assert series("move top(deck) to taken").fault == "search-limit"
    assert series("choose: [nod]").fault == "search-limit"
    # That all cards are in the deck is known, so there is nothing to ask of chance.
    assert series("move every card to taken").legal() == [("go", 1)]


def test_searching_leaves_no_trace_and_no_change() -> None:
    text = PILES.replace("{coins}", "6").replace("{sizes}", "1, 2").replace("{actions}", "take")
    game = Lab(text, traced=True).start()
    assert game.zone("heap").counts == (6,)
    assert len(game.events("move")) == 1
