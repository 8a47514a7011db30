"""Numbers, conditions, comprehensions, variables and tables."""

from __future__ import annotations

import pytest
from lab import Lab, ended, fault_of

VALUES = """
enums:
  colour: [red, green, blue]
components:
  card:
    fields: {face: 1..6, tone: colour}
    make: 1 for each n in 1..6 with face = n, tone = tone_of[n]
  joker: {make: 2}
tables:
  tone_of:
    table: colour per 1..6
    entries: {1: red, 2: green, 3: blue, 4: red, 5: green, 6: blue}
  price:
    table: 0..9 per 1..3 and colour
    entries: {1: {red: 5, green: 6}, 3: {blue: 7}}
    otherwise: 1
  share:
    table: 0..9 per number of players and 1..4
    entries: {2: {1: 5, 2: 4}, 3: {1: 3, 2: 2, 3: 1}, 4: {1: 6, 2: 7, 3: 8, 4: 9}}
zones:
  line: row of card, seen by everyone
  mixed: set of card or joker, seen by everyone
  spot: slot of card per colour, seen by everyone
variables:
  a: -2147483647..2147483646
  b: -2147483647..2147483646
  c: 0..3 per player
  best: card or none
  group: set of card
  tone: colour
  flag: boolean
setup:
  - for: x in card
    do:
      - move x to line
"""


def after(*steps: str) -> str:
    return VALUES + "play:\n" + "".join(f"  - {step}\n" for step in steps)


def value(expression: str) -> int | frozenset[int]:
    return ended(after(f"a := {expression}")).value("a")


def holds(condition: str) -> bool:
    return bool(ended(after(f"flag := {condition}")).value("flag"))


@pytest.mark.parametrize("y", [-7, -3, -1, 1, 2, 5])
def test_div_rounds_down_and_mod_has_the_sign_of_the_divisor(y: int) -> None:
    for x in (-50, -14, -3, -1, 0, 1, 6, 20, 49):
        game = ended(after(f"a := {x}", f"b := {y}", "let q = a div b", "a := a mod b", "b := q"))
        rest, quotient = game.value("a"), game.value("b")
        assert isinstance(quotient, int)
        assert isinstance(rest, int)
        assert quotient * y + rest == x
        assert 0 <= rest < y or y < rest <= 0


def test_numbers_have_32_bits() -> None:
    most = 2**31 - 2
    assert ended(after(f"a := {most}", "let x = a + 1", "a := x - 1")).value("a") == most
    assert fault_of(after(f"a := {most}", "let x = a + 2", "a := x - 2")) == "number-range"
    assert fault_of(after(f"a := -{most}", "let x = a - 2", "a := x + 2")) == "number-range"
    assert fault_of(after("a := 65536", "a := a * a")) == "number-range"
    assert ended(after("a := 65536", "a := a * 32767")).value("a") == 65536 * 32767
    assert fault_of(after("a := 1000000000", "b := sum(a for x in card)")) == "number-range"
    assert fault_of(after("a := 5 div b")) == "division"
    assert fault_of(after("a := 5 mod b")) == "division"


def test_functions_of_numbers() -> None:
    assert value("abs(3 - 10)") == 7
    assert value("min(4, 2, 9)") == 2
    assert value("max(4, 2, 9)") == 9
    assert value("seat(nth(player, 2))") == 2
    assert value("if 1 < 2 then 3 else 4") == 3
    assert value("number of players") == 2


def test_enums_go_round() -> None:
    assert ended(after("tone := blue", "tone := next(tone)")).value("tone") == 0
    assert ended(after("tone := previous(tone)")).value("tone") == 2
    assert fault_of(after("a := 4", "tone := nth(colour, a)")) == "index"
    assert fault_of(after("a := 3", "let p = nth(player, a)", "a := seat(p)")) == "index"


def test_sums_counts_and_extremes() -> None:
    assert value("sum(x.face for x in line)") == 21
    assert value("sum(x.face * y.face for x in line, y in line where x.face < y.face)") == (21**2 - 91) // 2
    assert value("count(x in line where x.tone = red)") == 2
    assert value("(max(x.face for x in line where x.tone = green) else 0)") == 5
    assert value("(min(x.face for x in line where x.face > 6) else 99)") == 99
    assert value("sum(x.face for x in line where x.face > 6)") == 0


def test_quantifiers() -> None:
    assert holds("all(x.face > 0 for x in line)")
    assert not holds("all(x.face > 1 for x in line)")
    assert holds("any(x.face > 5 for x in line)")
    assert not holds("any(x.face > 6 for x in line)")
    assert holds("all(1 > 2 for x in mixed)")
    assert not holds("any(1 < 2 for x in mixed)")


def test_evaluation_stops_as_soon_as_it_knows() -> None:
    nothing = "(1 div b) = 1"
    assert holds(f"1 < 2 or {nothing}")
    assert not holds(f"1 > 2 and {nothing}")
    assert holds("any(6 div (x.face - 3) < 0 for x in line)")  # 1 and 2 come before 3
    assert fault_of(after("flag := any(6 div (x.face - 3) > 9 for x in line)")) == "division"
    assert value("(if b = 0 then 7 else 1 div b)") == 7


def test_find_takes_the_first_or_the_best() -> None:
    assert ended(after("best := find(x in line where x.tone = blue)")).value("best") == 2
    assert ended(after("best := find(x in line where x.face > 6)")).value("best") == -1
    assert ended(after("best := the(x in line by x.face descending)")).value("best") == 5
    # Tones red, green, blue; the highest face of the first tone.
    assert ended(after("best := the(x in line by x.tone then x.face descending)")).value("best") == 3
    assert ended(after("best := the(x in line where x.face > 1 by x.tone)")).value("best") == 3
    assert fault_of(after("best := the(x in line where x.face > 6)")) == "none-used"


def test_lists_and_ranges() -> None:
    assert value("sum(n for n in [2, 3, 2])") == 7
    assert value("sum(n for n in 3..5)") == 12
    assert value("size(5..3)") == 0
    assert holds("4 in 3..5")
    assert holds("4 not in [3, 5]")


def test_filters_and_kinds() -> None:
    game = ended(
        after(
            "move every joker to mixed",
            "move first(line) to mixed",
            "a := size(mixed)",
            "b := size(joker in mixed)",
            "flag := any(x is joker for x in mixed) and not all(x is joker for x in mixed)",
        )
    )
    assert (game.value("a"), game.value("b"), game.value("flag")) == (3, 2, 1)


def test_slots_are_their_content_or_none() -> None:
    game = ended(
        after(
            "move first(line) to spot[green]",
            "flag := spot[green] is not none and spot[red] is none",
            "a := (spot[green] else last(line)).face * 10 + (spot[red] else last(line)).face",
            "let x = first(line)",
            "move x to spot[blue]",
            "tone := (at(x) else red)",
        )
    )
    assert (game.value("flag"), game.value("a"), game.value("tone")) == (1, 16, 2)
    assert ended(after("flag := at(first(line)) is none")).value("flag") == 1


def test_sets() -> None:
    red, low = "set(x for x in card where x.tone = red)", "set(x for x in card where x.face <= 2)"
    assert ended(after(f"group := {red} + {low}")).value("group") == frozenset({0, 1, 3})
    assert ended(after(f"group := {red} - {low}")).value("group") == frozenset({3})
    assert ended(after(f"group := {red}", "add first(line) to group")).value("group") == frozenset({0, 3})
    assert ended(after(f"group := {red}", "take first(line) from group")).value("group") == frozenset({3})
    assert holds(f"{red} meets {low}")
    assert holds(f"{red} = [nth(line, 1), nth(line, 4)]")
    assert holds(f"{red} != {low}")
    assert value(f"size({red} + {low})") == 3
    assert holds("group is empty")


def test_set_variables_tell_who_joined_and_left() -> None:
    game = ended(
        after(
            "group := set(x for x in card where x.face <= 3)",
            "group := set(x for x in card where x.face in [2, 5])",
            "add nth(line, 2) to group",
            "take nth(line, 1) from group",
        ),
        traced=True,
    )
    group = list(game.lab.ruleset.variables).index("group")
    assert [e.args for e in game.events("set")] == [
        (group, 0, 0), (group, 0, 1), (group, 0, 2), (group, 0, -1), (group, 0, -3), (group, 0, 4),
    ]  # fmt: skip


def test_variables_have_ranges() -> None:
    game = ended(
        after("c[nth(player, 2)] := 3", "add -3 to c[nth(player, 2)]", "add 2 to c[nth(player, 1)]"),
        players=3,
    )
    assert game.entries("c") == [2, 0, 0, 0]
    assert fault_of(after("add 3 to a", "c[nth(player, 1)] := a + 1")) == "number-range"
    assert fault_of(after("take 1 from c[nth(player, 1)]")) == "number-range"


def test_tables_have_entries_or_not() -> None:
    assert value("price[1, green] * 10 + price[3, blue]") == 67
    game = ended(after("a := 2", "b := share[number of players, a]"), players=3)
    assert game.value("b") == 2
    assert fault_of(after("a := 3", "b := share[number of players, a]")) == "table-entry"
    assert fault_of(after("a := 4", "a := price[a, red]")) == "index"


def test_each_entry_is_rolled_in_order() -> None:
    game = ended(after("roll c"), 3, 1, 2, players=3)
    assert game.arities == [4, 4, 4]
    assert game.entries("c") == [3, 1, 2, 0]
    game = ended(after("roll c[nth(player, 2)]", "roll tone"), 2, 1)
    assert game.arities == [4, 3]
    assert (game.entries("c")[1], game.value("tone")) == (2, 1)


def test_components_and_spaces_are_rolled_too() -> None:
    text = """
boards:
  spot: {spaces: 7}
components:
  pawn: {make: 2 per player}
variables:
  where: spot
  who: pawn
play:
  - roll where
  - roll who
"""
    game = ended(text.replace("where", "target"), 4, 5, players=3)
    assert game.arities == [7, 6]
    assert (game.value("target"), game.value("who")) == (4, 5)


def test_random_members() -> None:
    game = ended(
        after(
            "best := random line", "let n = random 3..5", "a := n", "let p = random player", "b := seat(p)"
        ),
        4,
        1,
        1,
    )
    assert game.arities == [6, 3, 2]
    assert (game.value("best"), game.value("a"), game.value("b")) == (4, 4, 2)
    assert fault_of(after("best := random card in mixed")) == "none-used"


READING = """
rulings:
  first_ruling: {question: One?, answer: Two}
  way:
    question: Which way?
    readings: {up: Up, down: Down}
    chosen: down
variables:
  n: 0..9
play:
  - n := if way = down then 1 else 2
"""


@pytest.mark.parametrize(("reading", "n", "fault"), [(0, 2, None), (1, 1, None), (-1, 0, "open-question")])
def test_readings_are_given_to_the_game(reading: int, n: int, fault: str | None) -> None:
    game = Lab(READING, readings=(reading,)).start()
    assert game.fault == fault
    assert game.value("n") == n


LISTED = """
boards:
  cell: {{grid: 3 by 3}}
variables:
  n: 0..9
  stands: cell or none
  reached: set of cell
define:
  grown(set of cell s): s + set(x for c in s, x in neighbours(c))
play:
  - {before}
  - reached := if n = 0 then [stands] else reached
  - n := size(grown([stands, a1]))
"""


def test_a_list_of_what_may_be_none_is_a_set_of_what_is_there() -> None:
    # A corner has two neighbours, the middle four; a1, its two neighbours and what is new about b2.
    assert ended(LISTED.format(before="stands := a1")).value("n") == 3
    assert ended(LISTED.format(before="stands := b2")).value("n") == 6
    assert fault_of(LISTED.format(before="stands := none")) == "none-used"
