"""Piles: what is unknown, when chance is asked, and in which order cards come to lie."""

from __future__ import annotations

from lab import Lab, ended, fault_of

CARDS = """
components:
  card: {fields: {face: 1..6}, make: 1 for each n in 1..6 with face = n}
zones:
  deck: pile of card, seen by nobody
  other: pile of card, seen by nobody
  line: row of card, seen by everyone
  heap: set of card, seen by everyone
variables:
  seen: card or none
  count: 0..99
"""

SHUFFLED = (
    CARDS
    + """
setup:
  - move every card to deck
  - shuffle deck
"""
)


def after(*steps: str) -> str:
    return SHUFFLED + "play:\n" + "".join(f"  - {step}\n" for step in steps)


def test_a_shuffle_itself_asks_nobody() -> None:
    game = ended(after("shuffle deck"))
    assert game.arities == []
    assert game.zone("deck").unknown == (0, 1, 2, 3, 4, 5)


def test_the_top_is_drawn_among_the_unknown_in_order_of_id() -> None:
    game = ended(after("seen := top(deck)"), 4)
    assert game.arities == [6]
    assert game.value("seen") == 4
    assert (game.zone("deck").ids, game.zone("deck").above) == ((4,), 1)
    assert game.zone("deck").unknown == (0, 1, 2, 3, 5)


def test_a_card_that_was_looked_at_stays_known() -> None:
    game = ended(after("seen := top(deck)", "move top(deck) to line", "move top(deck) to line"), 4, 4)
    assert game.arities == [6, 5]
    assert game.ids("line") == [4, 5]


def test_the_last_unknown_card_needs_no_chance() -> None:
    game = ended(after("move 6 from deck to line"), 1, 0, 3, 0, 1)
    assert game.arities == [6, 5, 4, 3, 2]
    # 1 of 0-5; 0 of 0 2 3 4 5; 5 of 2 3 4 5; 2 of 2 3 4; 4 of 3 4; 3 is left.
    assert game.ids("line") == [1, 0, 5, 2, 4, 3]


def test_the_nth_card_draws_those_above_it_from_the_top() -> None:
    game = ended(after("seen := nth(deck, 3)"), 5, 0, 1)
    assert game.arities == [6, 5, 4]
    assert game.ids("deck") == [5, 0, 2]
    assert game.value("seen") == 2


def test_the_bottom_is_one_draw_and_lies_below() -> None:
    game = ended(after("seen := bottom(deck)", "move top(deck) to line"), 2, 0)
    assert game.arities == [6, 5]
    assert game.value("seen") == 2
    assert (game.ids("line"), game.ids("deck")) == ([0], [2])
    assert game.zone("deck").above == 0


def test_a_walk_draws_as_far_as_it_comes() -> None:
    game = ended(after("count := count(c in deck where c is card)"), 5, 4, 3, 2, 1)
    assert game.arities == [6, 5, 4, 3, 2]
    assert game.ids("deck") == [5, 4, 3, 2, 1, 0]
    game = ended(after("if: any(c.face = 2 for c in deck)\n    then:\n      - count := 1"), 3, 1)
    assert game.arities == [6, 5]
    assert game.value("count") == 1


def test_asking_what_is_in_a_pile_draws_nothing() -> None:
    game = ended(
        after(
            "count := size(deck)",
            "if: deck is empty or any(c not in deck for c in card) or not deck meets heap + card\n"
            "    then:\n      - count := 0",
        )
    )
    assert game.arities == []
    assert game.value("count") == 6


def test_cards_put_on_a_shuffled_pile_stay_known() -> None:
    steps = (
        "move top(deck) to line",
        "move top(deck) to line",
        "move first(line) to deck",
        "move first(line) to bottom of deck",
    )
    game = ended(after(*steps), 3, 3)
    assert (game.zone("deck").ids, game.zone("deck").above) == ((3, 4), 1)
    assert game.zone("deck").unknown == (0, 1, 2, 5)


def test_moving_every_card_needs_no_chance_and_stacks_them_by_id() -> None:
    game = ended(after("move every card in deck to other"))
    assert game.arities == []
    assert game.ids("other") == [5, 4, 3, 2, 1, 0]


def test_a_whole_pile_lands_as_it_lay() -> None:
    stacked = ("move 3 from deck to line", "move all from line to other")
    game = ended(after(*stacked, "move all from other to line"), 0, 1, 2)
    assert game.arities == [6, 5, 4]
    assert game.ids("line") == [0, 2, 4]
    game = ended(after(*stacked, "move top(deck) to line", "move all from other to start of line"), 0, 1, 2)
    assert game.ids("line") == [0, 2, 4, 1]
    game = ended(after(*stacked, "move all from other to deck", "move 3 from deck to line"), 0, 1, 2)
    assert game.ids("line") == [0, 2, 4]
    game = ended(after(*stacked, "move all from other to bottom of deck"), 0, 1, 2)
    assert (game.ids("deck"), game.zone("deck").above) == ([0, 2, 4], 0)


def test_unknown_cards_stay_unknown_in_an_empty_pile() -> None:
    game = ended(after("seen := top(deck)", "move all from deck to other"), 2, traced=True)
    assert game.arities == [6]
    assert game.zone("other").unknown == (0, 1, 3, 4, 5)
    assert (game.ids("other"), game.zone("other").above) == ([2], 1)
    deck, other = 1, 2
    assert [(e.kind, e.args) for e in game.events("move", "unknown")][6:] == [
        ("unknown", (5, deck, other)),
        ("move", (2, 1, deck, other)),
    ]


def test_known_cards_below_the_unknown_ones_stay_below() -> None:
    for end in ("", "bottom of "):
        game = ended(after("seen := bottom(deck)", f"move all from deck to {end}other"), 0)
        assert game.arities == [6]
        assert (game.ids("other"), game.zone("other").above) == ([0], 0)


def test_onto_other_cards_the_unknown_ones_are_drawn_from_the_bottom() -> None:
    game = ended(
        after("move top(deck) to other", "move all from deck to other", "move 6 from other to line"),
        5,
        4,
        3,
        2,
        1,
    )
    assert game.arities == [6, 5, 4, 3, 2]
    assert game.ids("line") == [0, 1, 2, 3, 4, 5]


def test_a_shuffled_pile_that_moves_into_a_row_is_drawn_from_the_top() -> None:
    game = ended(after("move all from deck to line"), 5, 4, 3, 2, 1)
    assert game.ids("line") == [5, 4, 3, 2, 1, 0]


def test_taking_from_an_empty_pile_is_a_fault() -> None:
    assert fault_of(after("move 6 from deck to heap", "move top(deck) to heap")) == "empty-zone"
    assert fault_of(after("move 7 from deck to heap")) == "empty-zone"
    assert fault_of(after("move 7 random from deck to heap")) == "empty-zone"
    assert fault_of(after("seen := nth(deck, 7)")) == "index"
    assert fault_of(after("seen := first(line)")) == "empty-zone"


def test_random_cards_are_drawn_one_by_one_from_what_is_there() -> None:
    game = ended(after("move 3 random from deck to line"), 5, 0, 3)
    assert game.arities == [6, 5, 4]
    # 5 of 0-5; 0 of 0-4; the last of 1-4.
    assert game.ids("line") == [5, 0, 4]
    # Without a shuffle the order is that of the pile: 5 on top.
    unshuffled = CARDS + "play:\n  - move every card to deck\n  - move 2 random from deck to line\n"
    game = ended(unshuffled, 0, 4)
    assert game.ids("line") == [5, 0]


REFILLED = """
components:
  card: {make: 4}
zones:
  deck: pile of card, seen by nobody, refilled from waste
  waste: row of card, seen by everyone
  line: row of card, seen by everyone
variables:
  seen: card or none
setup:
  - move every card to waste
play:
"""


def test_an_empty_pile_is_refilled_when_a_card_is_asked_of_it() -> None:
    game = ended(REFILLED + "  - move 3 from deck to line\n", 3, 0, 0)
    assert game.arities == [4, 3, 2]
    assert game.ids("line") == [3, 0, 1]
    assert game.zone("deck").unknown == (2,)
    game = ended(REFILLED + "  - seen := top(deck)\n", 2)
    assert game.arities == [4]
    assert game.ids("waste") == []


def test_in_the_middle_of_taking_cards_too() -> None:
    steps = "  - move top(deck) to line\n  - move all from deck to waste\n  - move 4 from deck to line\n"
    assert fault_of(REFILLED + steps, 0) == "empty-zone"
    steps = (
        "  - move top(deck) to line\n  - move top(deck) to waste\n  - move top(deck) to waste\n"
        "  - move 3 from deck to line\n"
    )
    # 0 to the line, 1 and 2 to the waste, 3 is left; then 1 and 2 are shuffled.
    game = ended(REFILLED + steps, 0, 0, 0, 1)
    assert game.arities == [4, 3, 2, 2]
    assert game.ids("line") == [0, 3, 2, 1]


def test_an_outcome_that_cannot_be_is_a_fault_of_the_tape() -> None:
    game = Lab(after("move 2 from deck to line")).start(0, 5)
    assert game.fault == "tape"
    fault = game.machine.fault(game.position)
    assert fault is not None
    assert fault.detail == 1
