"""Loops, turns, procedures, stopping and dropping out."""

from __future__ import annotations

import pytest
from lab import Lab, ended, fault_of

FLOW = """
components:
  card: {fields: {face: 1..6}, make: 1 for each n in 1..6 with face = n}
zones:
  line: row of card, seen by everyone
  log: row of card, seen by everyone
variables:
  n: 0..99999
  mark: 0..99 per player
procedures:
  write(integer digit):
    do:
      - n := n * 10 + digit
  write_me:
    do:
      - run write(seat(me))
setup:
  - for: c in card
    do:
      - move c to line
"""


def after(play: str) -> str:
    return FLOW + "play:\n" + play


def written(play: str, players: int = 4) -> int | frozenset[int]:
    return ended(after(play), players=players).value("n")


def test_a_for_walks_what_was_there_when_it_began() -> None:
    game = ended(
        after(
            "  - for: c in line where c.face mod 2 = 0\n    do:\n      - move c to log\n"
            "      - move first(line) to log\n"
        )
    )
    # 2, and the first; 4, and the first; 6, and the first: each of the pairs as the row then is.
    assert [i + 1 for i in game.ids("log")] == [2, 1, 4, 3, 6, 5]


def test_a_for_is_sorted_reversed_and_numbered() -> None:
    loop = "  - for: {}\n    do:\n      - run write({})\n"
    assert written(loop.format("c in line where c.face > 3", "c.face")) == 456
    assert written(loop.format("c in line where c.face > 3 reversed", "c.face")) == 654
    assert written(loop.format("c in line where c.face < 5 by c.face mod 2", "c.face")) == 2413
    assert written(loop.format("c in line where c.face < 5 by c.face mod 2 descending", "c.face")) == 1324
    assert (
        written(loop.format("c in line where c.face < 5 by c.face mod 2 then c.face descending", "c.face"))
        == 4231
    )
    assert written(loop.format("c in line where c.face < 5 by c.face mod 2 reversed", "c.face")) == 3142
    assert written(loop.format("c in line where c.face > 3 numbered k", "k")) == 123
    assert written(loop.format("p in player from nth(player, 3)", "seat(p)")) == 3412
    assert written(loop.format("p in player from nth(player, 3) reversed", "seat(p)")) == 2143
    assert written(loop.format("k in [4, 1, 1]", "k")) == 411


def test_me_of_a_for_is_the_actor() -> None:
    assert written("  - for: me in player from nth(player, 2)\n    do:\n      - run write_me\n", 3) == 231


def test_repeat_and_while() -> None:
    assert written("  - n := 2\n  - repeat: n\n    do:\n      - run write(1)\n") == 211
    assert written("  - repeat: n\n    do:\n      - n := 5\n") == 0
    assert written("  - while: n < 3\n    do:\n      - add 1 to n\n") == 3


def test_stop_leaves_the_loop_it_names() -> None:
    text = """  - repeat: 2
    name: outer
    do:
      - run write(1)
      - for: k in 2..9
        do:
          - run write(k)
          - if: {condition}
            then:
              - stop{what}
      - run write(9)
  - run write(8)
"""
    inner = text.replace("repeat: 2", "repeat: 1")
    assert written(inner.format(condition="k = 3", what="")) == 12398
    assert written(text.format(condition="k = 3", what=" outer")) == 1238
    assert written(text.format(condition="k = 3", what=" game")) == 123


def test_a_procedure_can_stop_its_own_loops_only_and_the_game() -> None:
    text = after("  - run finish\n  - run write(7)\n").replace(
        "procedures:", "procedures:\n  finish:\n    do:\n      - run write(4)\n      - stop game"
    )
    assert ended(text).value("n") == 4


TURNS = "  - turns: {}\n    do:\n      - run write_me\n{}"


@pytest.mark.parametrize(
    ("head", "players", "n"),
    [
        ("from nth(player, 1), once round", 4, 1234),
        ("from nth(player, 3), once round", 4, 3412),
        ("from nth(player, 2), 2 rounds", 2, 2121),
        ("from nth(player, 2), 0 rounds", 2, 0),
        ("from nth(player, 2), at most 3", 4, 234),
        ("from nth(player, 2), at most 0", 4, 0),
        ("from nth(player, 2), until n > 20", 3, 23),
        ("from nth(player, 2), until me = nth(player, 1)", 3, 23),
        ("from nth(player, 2), while me != nth(player, 1)", 3, 23),
        ("from left of nth(player, 3), once round", 3, 123),
        ("from right of nth(player, 1), once round", 3, 312),
        ("from nth(player, 1), then right of me, at most 5", 4, 14321),
        ("from nth(player, 3), then me, at most 2", 4, 33),
        ("from nth(player, 1), then if n > 10 then nth(player, 4) else left of me, until n > 1000", 4, 1244),
        ("from nth(player, 2), until me = nth(player, 1), then left of left of me", 3, 2),
        ("from nth(player, 2), until me = nth(player, 2) and n > 0, then left of left of me", 3, 213),
    ],
)
def test_turns(head: str, players: int, n: int) -> None:
    assert written(TURNS.format(head, ""), players) == n


def test_who_dropped_out_takes_no_turn() -> None:
    drop = "  - drop out nth(player, 2)\n"
    assert written(drop + TURNS.format("from nth(player, 1), once round", "")) == 134
    assert written(drop + TURNS.format("from nth(player, 2), once round", "")) == 341
    leave = "      - if: me = nth(player, {})\n        then:\n          - drop out nth(player, {})\n"
    assert written(TURNS.format("from nth(player, 1), once round", leave.format(1, 2))) == 134
    assert written(TURNS.format("from nth(player, 1), once round", leave.format(2, 2))) == 1234
    assert written(TURNS.format("from nth(player, 1), 2 rounds", leave.format(1, 1)), 2) == 122
    # Who is named but is out is passed over to the left.
    to_two = TURNS.format("from nth(player, 1), then nth(player, 2), at most 3", "")
    assert written(drop + to_two) == 133
    assert written(TURNS.format("from nth(player, 1), then me, at most 4", leave.format(2, 2)), 3) == 1111
    assert written(TURNS.format("from nth(player, 2), then me, at most 4", leave.format(2, 2)), 3) == 2333


def test_turns_end_when_nobody_is_left() -> None:
    text = TURNS.format("from nth(player, 1)", "      - drop out me\n")
    assert written(text, 3) == 123
    assert written(TURNS.format("from nth(player, 1), then right of me", "      - drop out me\n"), 3) == 132
    gone = "  - for: p in player\n    do:\n      - drop out p\n"
    assert written(gone + TURNS.format("from nth(player, 1), once round", ""), 2) == 0


def test_the_sides_pass_over_who_dropped_out() -> None:
    gone = "  - drop out nth(player, 2)\n"
    assert (
        written(gone + "  - n := seat(left of nth(player, 1)) * 10 + seat(right of nth(player, 3))\n") == 31
    )
    gone += "  - drop out nth(player, 3)\n  - drop out nth(player, 4)\n"
    assert (
        written(gone + "  - n := seat(left of nth(player, 1)) * 10 + seat(right of nth(player, 1))\n") == 11
    )


def test_dropping_out_is_told_once() -> None:
    game = ended(after("  - drop out nth(player, 2)\n  - drop out nth(player, 2)\n"), traced=True)
    assert [e.args for e in game.events("drop")] == [(1,)]
    assert game.machine.dropped(game.position) == (1,)


def test_an_endless_loop_is_a_fault() -> None:
    assert fault_of(after("  - while: n < 1\n    do:\n      - n := 0\n")) == "step-limit"
    lab = Lab(after("  - turns: from nth(player, 1), until n > 0\n    do:\n      - n := 0\n"))
    assert lab.start().fault == "step-limit"


def test_steps_are_traced_with_their_places() -> None:
    game = ended(after("  - if: n = 0\n    then:\n      - run write(1)\n"), traced=True)
    said = [game.lab.ruleset.places[e.args[0]].what for e in game.events("step")]
    assert said[-3:] == ["n = 0", "run write(1)", "n := n * 10 + digit"]
