"""Moving components: where they go, how many, what is full or empty; alike pieces; dealing."""

from __future__ import annotations

import pytest
from lab import Lab, ended, fault_of

CARDS = """
components:
  card: {fields: {face: 1..6}, make: 1 for each n in 1..6 with face = n}
  gold: {alike: true, make: 5}
  iron: {alike: true, make: 3}
zones:
  line: row of card, seen by everyone
  heap: set of card, seen by everyone
  hand: set of card per player, seen by owner, at most 2
  deck: pile of card, seen by nobody
  spot: slot of card, seen by everyone
  chest: set of gold or iron, seen by everyone
  purse: set of gold or iron per player, seen by everyone, at most 4
variables:
  count: 0..99
play:
"""


def after(*steps: str) -> str:
    return CARDS + "".join(f"  - {step}\n" for step in steps)


def test_everything_begins_in_the_box() -> None:
    game = ended(after("count := 1"))
    assert game.zone("box").ids == (0, 1, 2, 3, 4, 5, 6, 7)
    assert game.zone("box").counts == (1, 1, 1, 1, 1, 1, 5, 3)
    assert game.zone("chest").counts == ()


def test_a_component_moves_from_wherever_it_is() -> None:
    one = "the(c in card where c.face = 3)"
    game = ended(after(f"move {one} to spot", f"move {one} to line", f"move {one} to hand[nth(player, 2)]"))
    assert (game.ids("spot"), game.ids("line"), game.ids("hand", 1)) == ([], [], [2])


def test_a_row_has_two_ends() -> None:
    game = ended(
        after(
            "for: c in card\n    do:\n      - move c to line",
            "move nth(line, 2) to start of line",
            "move first(line) to line",
        )
    )
    assert game.ids("line") == [0, 2, 3, 4, 5, 1]
    assert fault_of(after("move nth(line, 1) to heap")) == "index"


def test_a_set_moves_in_order_of_id() -> None:
    game = ended(
        after("move set(c for c in card where c.face in [5, 2, 4]) to deck", "move every card to line")
    )
    assert game.ids("line") == [0, 1, 2, 3, 4, 5]
    game = ended(after("move set(c for c in card where c.face in [5, 2, 4]) to deck"))
    assert game.ids("deck") == [4, 3, 1]


def test_only_what_is_in_the_named_zone() -> None:
    game = ended(
        after(
            "move every card to heap",
            "move the(c in heap where c.face = 1) to line",
            "move every card in heap to deck",
        )
    )
    assert (game.ids("line"), game.ids("deck")) == ([0], [5, 4, 3, 2, 1])


def test_a_full_zone_takes_no_more() -> None:
    assert fault_of(after("move every card to hand[nth(player, 1)]")) == "full-zone"
    assert fault_of(after("move every card to spot")) == "full-zone"
    game = ended(after("move the(c in card) to spot", "move (spot else the(c in card)) to spot"))
    assert game.ids("spot") == [0]
    assert fault_of(after("move 5 of the(g in gold) from box to purse[nth(player, 1)]")) == "full-zone"


def test_the_destination_is_found_before_anything_moves() -> None:
    game = ended(
        after(
            "move the(c in card where c.face = 2) to spot",
            "let mine = spot",
            "if: mine is not none\n    then:\n      - move mine to hand[nth(player, (spot else mine).face)]",
        )
    )
    assert game.ids("hand", 1) == [1]


def test_alike_pieces_are_counted_by_kind() -> None:
    gold, iron = 6, 7
    game = ended(
        after(
            "move every gold to chest",
            "move every iron to chest",
            "move 2 of the(i in iron) from chest to purse[nth(player, 1)]",
            "move 4 from chest to purse[nth(player, 2)]",
            "count := size(chest) + 10 * count(x in chest) + 20 * count(g in gold in chest)",
        )
    )
    assert (game.zone("purse", 0).ids, game.zone("purse", 0).counts) == ((iron,), (2,))
    assert (game.zone("purse", 1).ids, game.zone("purse", 1).counts) == ((gold,), (4,))
    assert (game.zone("chest").ids, game.zone("chest").counts) == ((gold, iron), (1, 1))
    assert game.value("count") == 2 + 10 * 2 + 20 * 1


def test_the_lowest_kind_goes_first_and_everything_goes_kind_by_kind() -> None:
    text = after(
        "move every gold to chest", "move every iron to chest", "move 4 from chest to purse[nth(player, 1)]"
    )
    text += (
        "  - move 2 from chest to purse[nth(player, 2)]\n  - move all from purse[nth(player, 2)] to chest\n"
    )
    game = ended(text, traced=True)
    chest, first, second = (game.lab.ruleset.zones[z].first for z in ("chest", "purse", "purse"))
    second += 1
    assert [e.args for e in game.events("move")] == [
        (6, 5, 0, chest), (7, 3, 0, chest), (6, 4, chest, first),
        (6, 1, chest, second), (7, 1, chest, second), (6, 1, second, chest), (7, 1, second, chest),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("move 1 from chest to purse[nth(player, 1)]", "empty-zone"),
        ("move 1 of the(g in gold) from chest to purse[nth(player, 1)]", "empty-zone"),
        ("move 1 from line to heap", "empty-zone"),
        ("move count - 1 from line to heap", "number-range"),
        ("move count - 1 random from heap to line", "number-range"),
        ("move 1 random from heap to line", "empty-zone"),
        ("deal 1 from deck to hand", "empty-zone"),
    ],
)
def test_what_is_not_there_can_not_move(step: str, code: str) -> None:
    assert fault_of(after(step)) == code
    assert fault_of(after(step.replace("count - 1", "count").replace(" 1 ", " 0 "))) is None


def test_random_pieces_of_a_kind_each_count() -> None:
    # Five gold and three iron: the sixth of eight pieces is the first iron, then the fifth of seven is gold.
    text = after(
        "move every gold to chest",
        "move every iron to chest",
        "move 2 random from chest to purse[nth(player, 1)]",
    )
    game = ended(text, 5, 4)
    assert game.arities == [8, 7]
    assert (game.zone("purse").ids, game.zone("purse").counts) == ((6, 7), (1, 1))


def test_cards_are_dealt_round_by_round() -> None:
    text = after("move every card to deck", "deal 2 from deck to hand starting with nth(player, 2)")
    game = ended(text, players=3)
    # From the top 6 5 4 3 2 1; seats 2, 3, 1, 2, 3, 1.
    assert [game.ids("hand", seat) for seat in range(3)] == [[0, 3], [2, 5], [1, 4]]


def test_who_dropped_out_is_dealt_nothing() -> None:
    game = ended(
        after("move every card to deck", "drop out nth(player, 2)", "deal 2 from deck to hand"), players=3
    )
    assert [game.ids("hand", seat) for seat in range(3)] == [[3, 5], [], [2, 4]]


def test_from_a_zone_to_itself_nothing_moves() -> None:
    for zone in ("line", "deck", "heap"):
        game = ended(after(f"move every card to {zone}", f"move all from {zone} to {zone}"), traced=True)
        assert len(game.events("move")) == 6
        assert len(game.ids(zone)) == 6


OWNED = """
components:
  pawn: {make: 2 per player}
  chip: {alike: true, make: 3 per player}
zones:
  yard: set of pawn, seen by everyone
  pot: set of chip, seen by everyone
variables:
  count: 0..99
setup:
  - move every pawn to yard
  - move every chip to pot
play:
  - count := count(p in pawn) + 10 * count(p in chip)
"""


def test_the_components_of_absent_seats_are_nowhere() -> None:
    game = ended(OWNED, players=3)
    assert game.ids("yard") == [0, 1, 2, 3, 4, 5]
    assert len(game.lab.ruleset.components) == 8 + 4
    assert game.zone("pot").counts == (3, 3, 3)
    assert game.ids("box") == []
    assert game.value("count") == 6 + 10 * 3


def test_showing_is_told_to_whom() -> None:
    text = after(
        "move the(c in card where c.face = 4) to heap", "show heap", "show the(c in heap) to nth(player, 2)"
    )
    game = ended(text, traced=True)
    assert [e.args for e in game.events("show")] == [(3, -1), (3, 1)]


def test_a_trace_is_off_unless_asked_for() -> None:
    game = Lab(after("move every card to heap")).start()
    assert game.machine.events(game.position) == []
