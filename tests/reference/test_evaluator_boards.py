"""Boards: lines, paths, distances, placements, walks. Expectations are counts that can be found by hand."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from lab import Game, ended, fault_of

BOARDS = """
boards:
  square: {grid: 3 by 4}
  road: {track: 6}
  hut: {spaces: [h1, h2]}
  river:
    paths:
      left_arm: [spring, ford, weir, mouth]
      right_arm: [spring, ford, eyot, mouth, sea]
  web:
    graph: 5
    lines: [["1", "2", "3"], ["3", "4", "5"], ["1", "5"]]
variables:
  n: -99..9999
  flag: boolean
  spaces: set of square
  kept: set of square per 1..14
  places: set of road
  waters: set of river
  knots: set of web
play:
"""

HEXAGON = """
boards:
  hex: {hexagon: 2}
assumptions:
  figures:
    because: For the tests
    shapes: hex
    entries:
      bar: [here, east]
      elbow: [here, east, southeast]
variables:
  n: -99..9999
play:
"""


def after(*steps: str) -> str:
    return BOARDS + "".join(f"  - {step}\n" for step in steps)


def number(expression: str, boards: str = BOARDS) -> int:
    value = ended(f"{boards}  - n := {expression}\n").value("n")
    assert isinstance(value, int)
    return value


def names(variable: str, board: str, expression: str) -> set[str]:
    """The names of the spaces of a set-valued expression."""
    game = ended(after(f"{variable} := {expression}"))
    return names_of(game, board, game.value(variable))


def names_of(game: Game, board: str, value: object) -> set[str]:
    assert isinstance(value, Iterable)
    return {game.lab.ruleset.boards[board].spaces[s] for s in value}


def test_lines_of_a_grid() -> None:
    # 3 by 4. Three spaces: 4 level, 2 * 3 upright, 2 * 2 slanting; two: 4 * 2, 3 * 3, 2 * 2 * 3; four: 3.
    assert number("count(l in lines(square, 3))") == 4 + 6 + 4
    assert number("count(l in lines(square, 2))") == 8 + 9 + 12
    assert number("count(l in lines(square, 4))") == 3
    assert number("count(l in lines(square, 3, a1))") == 3
    assert (
        number("sum(size(l) for l in lines(square, 3, b2))") == 3 * 5
    )  # one level, two upright, two slanting


def test_lines_come_from_their_lowest_space_on() -> None:
    game = ended(
        after("for: l in lines(square, 3) numbered k\n    do:\n      - kept[k] := set(s for s in l)")
    )
    # From a1 the directions go round from north: upright comes before slanting before level.
    lines = [names_of(game, "square", line) for line in game.entries("kept")]
    assert lines[:4] == [{"a1", "a2", "a3"}, {"a1", "b2", "c3"}, {"a1", "b1", "c1"}, {"b1", "b2", "b3"}]


def test_lines_of_other_boards() -> None:
    assert number("count(l in lines(hex, 3))", HEXAGON) == 3
    assert number("count(l in lines(hex, 2))", HEXAGON) == 12
    assert number("count(l in lines(web, 3))") == 2
    assert number("count(l in lines(web, 2))") == 1
    assert names("knots", "web", "set(s for l in lines(web, 3), s in l)") == set("12345")


def test_rows_and_columns() -> None:
    assert number("rank(c2) * 10 + column(c2)") == 23
    # A hexagon of side 2 has rows of 2, 3 and 2.
    rows = [number(f"rank({s}) * 10 + column({s})", HEXAGON) for s in (["a2", "b1", "b3", "c1"])]
    assert rows == [12, 21, 23, 31]


#: Rows from the top: b4; a3 and c3; all three; none; b.
HOLES = """
boards:
  ring:
    grid: |
      .o.
      o.o
      ooo
      ...
      .o.
variables:
  n: -99..9999
play:
"""


def test_a_drawn_grid_has_holes() -> None:
    assert number("size(ring)", HOLES) == 7
    # The spaces in the order of the rows from below: b1, a3, b3, c3, a4, c4, b5.
    assert [number(f"rank(nth(ring, {k})) * 10 + column(nth(ring, {k}))", HOLES) for k in range(1, 8)] == [
        12, 31, 32, 33, 41, 43, 52,
    ]  # fmt: skip
    # a3 has b3 and a4, b3 two, c3 two, a4 and c4 one; b1 and b5 have nothing at a side.
    assert number("sum(count(t in neighbours(s)) for s in ring)", HOLES) == 8
    assert number("(distance(a4, c4) else 99)", HOLES) == 4
    assert number("(distance(b1, b3) else 99)", HOLES) == 99
    # b5 touches a4 and c4 at a corner; b3 touches them too.
    assert number("count(d in direction of ring where step(b5, d) is not none)", HOLES) == 2
    assert number("count(d in direction of ring where step(b3, d) is not none)", HOLES) == 4
    # A hole ends a ray: nothing is seen from b5 to the south, where b3 lies further on.
    assert number("count(s in ray(b5, south)) + 10 * count(s in ray(b5, southwest))", HOLES) == 10
    assert number("count(s in ring where space(ring, column(s), rank(s)) = s)", HOLES) == 7
    assert number("sum(1 for c in 0..9, r in 0..9 where space(ring, c, r) is not none)", HOLES) == 7
    # The only three in a line: a3, b3, c3; slanting, b5 and a4 have nothing before or behind them.
    assert number("count(l in lines(ring, 3))", HOLES) == 1


def test_steps_in_directions() -> None:
    assert number("rank((step(b2, north) else a1))") == 3
    assert number("column((step(b2, southwest) else c4))") == 1
    assert (
        ended(after("flag := step(a1, west) is none and step(a1, northeast) is not none")).value("flag") == 1
    )


def test_directions_are_values() -> None:
    assert number("count(d in direction of square)") == 8
    # Corners have 3 steps, sides 5, the inner spaces 8: 4 * 3 + 6 * 5 + 2 * 8 in a grid of 3 by 4.
    assert number("sum(1 for s in square, d in direction of square where step(s, d) is not none)") == 58
    assert number("count(d in [north, east, south, west] where step(a1, d) is not none)") == 2
    assert number("sum(1 for s in hex, d in direction of hex where step(s, d) is not none)", HEXAGON) == 24
    text = after("way := next(north)", "s := (step(b2, way) else b2)", "turn[way] := 1")
    variables = "variables:\n  way: direction of square\n  s: square\n  turn: 0..9 per direction of square\n"
    game = ended(text.replace("variables:\n", variables))
    # Northeast is the second of the eight.
    assert (game.value("way"), game.entries("turn")) == (1, [0, 1, 0, 0, 0, 0, 0, 0])
    assert names_of(game, "square", [game.value("s")]) == {"c3"}


def test_a_definition_over_a_direction() -> None:
    text = BOARDS.replace(
        "play:\n",
        "define:\n"
        "  far(square c, direction of square d): count(x in ray(c, d))\n"
        "  forward(player p): if p = nth(player, 1) then north else south\n"
        "play:\n",
    )
    assert number("far(b2, north) * 10 + far(b2, northeast)", text) == 21
    assert number("(if step(b2, forward(nth(player, 2))) = b1 then 1 else 0)", text) == 1


def test_rays_go_on_to_the_edge() -> None:
    assert names("spaces", "square", "set(s for s in ray(a1, north))") == {"a2", "a3", "a4"}
    assert names("spaces", "square", "set(s for s in ray(a4, southeast))") == {"b3", "c2"}
    assert names("spaces", "square", "set(s for s in ray(a4, north))") == set()
    # The nearest comes first: from c4 down to the southwest b3 comes before a2.
    assert number("rank(the(s in ray(c4, southwest))) * 10 + column(the(s in ray(c4, southwest)))") == 32
    game = ended(after("for: s in ray(c4, west) numbered k\n    do:\n      - kept[k] := set(x for x in [s])"))
    assert [names_of(game, "square", entry) for entry in game.entries("kept")[:3]] == [{"b4"}, {"a4"}, set()]
    assert number("count(s in ray(a1, east))", HEXAGON) == 1
    assert number("count(s in ray(b1, east))", HEXAGON) == 2


def test_spaces_by_column_and_row() -> None:
    places = [
        f"(space(square, {column}, {row}) else {other})"
        for column, row, other in [
            (1, 1, "c4"),
            (3, 4, "a1"),
            (2, 3, "a1"),
            (4, 1, "c4"),
            (0, 1, "c4"),
            (1, 5, "c4"),
            (-1, -1, "c4"),
        ]
    ]
    game = ended(after(*(f"kept[{k}] := set(s for s in [{place}])" for k, place in enumerate(places, 1))))
    expected = ["a1", "c4", "b3", "c4", "c4", "c4", "c4"]
    assert [names_of(game, "square", entry) for entry in game.entries("kept")[:7]] == [{e} for e in expected]
    assert number("count(s in square where space(square, column(s), rank(s)) = s)") == 12
    # In a hexagon of side 2 row 2 has three places, rows 1 and 3 have two.
    assert number("count(s in hex where space(hex, column(s), rank(s)) = s)", HEXAGON) == 7
    assert number("sum(1 for c in 0..9, r in 0..9 where space(hex, c, r) is not none)", HEXAGON) == 7


def test_neighbours_and_distances() -> None:
    assert names("spaces", "square", "set(s for s in neighbours(b2))") == {"a2", "b1", "b3", "c2"}
    assert number("count(s in neighbours(b2))") == 4
    assert number("(distance(a1, c4) else -1)") == 5
    assert number("count(s in hex where (distance(s, b2) else 9) = 1)", HEXAGON) == 6
    assert number("(distance(h1, h2) else -1)") == -1
    assert number("(distance(nth(road, 1), nth(road, 6)) else -1)") == 5


def test_along_a_track() -> None:
    assert names("places", "road", "set(s for s in ahead(nth(road, 4)))") == {"5", "6"}
    assert names("places", "road", "set(s for s in behind(nth(road, 3)))") == {"1", "2"}
    assert names("places", "road", "set(nth(road, 2) + k for k in 1..3)") == {"3", "4", "5"}
    assert number("nth(road, 2) - nth(road, 5)") == -3
    assert number("(steps(nth(road, 2), nth(road, 5)) else -1)") == 3
    assert number("(steps(nth(road, 5), nth(road, 2)) else -1)") == -1
    for outside in ("nth(road, 4) + n", "nth(road, 2) - n"):
        assert fault_of(after("n := 3", f"places := set({outside} for k in 1..1)")) == "index"


def test_along_paths() -> None:
    assert names("waters", "river", "set(s for s in ahead(ford))") == {"weir", "eyot", "mouth", "sea"}
    assert names("waters", "river", "set(s for s in ahead(weir))") == {"mouth"}
    assert names("waters", "river", "set(s for s in behind(mouth))") == {"spring", "ford", "weir", "eyot"}
    assert names("waters", "river", "set(s for s in ahead(ford, right_arm))") == {"eyot", "mouth", "sea"}
    assert names("waters", "river", "set(s for s in behind(mouth, left_arm))") == {"spring", "ford", "weir"}
    assert names("waters", "river", "set(s for s in ahead(weir, right_arm))") == set()
    assert names("waters", "river", "set(s for s in path(left_arm))") == {"spring", "ford", "weir", "mouth"}
    assert number("(steps(spring, sea) else -1)") == 4
    assert number("(steps(weir, eyot) else -1)") == -1
    text = "waters := set((after({}) else spring) for k in 1..1)"
    ways = [("ford, left_arm", "weir"), ("ford, right_arm", "eyot")]
    ways += [("mouth, left_arm", "spring"), ("eyot, left_arm", "spring")]
    for args, end in ways:
        game = ended(after(text.format(args)))
        assert names_of(game, "river", game.value("waters")) == {end}


def test_placements() -> None:
    # Two neighbouring spaces of seven: 12. Three that touch each other: 6. No elbow is a bar.
    assert number("count(s in placements(bar))", HEXAGON) == 12
    assert number("count(s in placements(elbow))", HEXAGON) == 6
    assert number("count(s in placements(elbow) where b2 in s)", HEXAGON) == 6
    assert number("sum(size(s) for s in placements(elbow))", HEXAGON) == 18
    assert number(
        "sum(1 for s in placements(bar), t in placements(bar) where not s meets t)", HEXAGON
    ) == 2 * (12 * 11 // 2 - 15 - 6 * 3)


@pytest.mark.parametrize(
    ("start", "up_to", "over", "longest"),
    [
        ("a1", 11, "g in square", 11),  # every space once
        ("a1", 4, "g in square", 4),
        ("a1", 0, "g in square", 0),
        ("a1", 11, "g in square where rank(g) = 1", 2),
        ("b1", 11, "g in square where rank(g) = 1", 1),
        ("b1", 11, "g in square where column(g) != 2", 4),  # to one side, then up the column
    ],
)
def test_the_longest_walk(start: str, up_to: int, over: str, longest: int) -> None:
    assert number(f"walk(from {start}, up to {up_to}, over {over})") == longest


def test_the_last_step_ends_elsewhere() -> None:
    walk = (
        "walk(from a1, up to {}, over g in square where rank(g) = 1, ending h in square where rank(h) = {})"
    )
    assert [number(walk.format(n, 2)) for n in range(5)] == [0, 1, 2, 3, 2]
    # Two steps up: the first one is to be over the lowest row, so nobody comes to the third in one, two, three.
    assert [number(walk.format(n, 3)) for n in range(5)] == [0, 0, 1, 2, 2]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_the_spaces_where_an_exact_number_of_steps_can_end(n: int) -> None:
    """The ends of all walks of exactly n steps from a corner that are never twice on a space, tried out here."""

    def ends(walk: list[tuple[int, int]]) -> set[tuple[int, int]]:
        if len(walk) > n:
            return {walk[-1]}
        (c, r), found = walk[-1], set()
        for nearby in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
            if 1 <= nearby[0] <= 3 and 1 <= nearby[1] <= 4 and nearby not in walk:
                found |= ends([*walk, nearby])
        return found

    expected = ends([(1, 1)])
    ending = f"walk(from a1, up to {n}, over g in square, ending h in [t]) = {n}"
    assert number(f"count(t in square where {ending})") == len(expected)
    there = f"column(t) + 10 * rank(t) for t in square where {ending}"
    assert number(f"sum({there})") == sum(c + 10 * r for c, r in expected)
