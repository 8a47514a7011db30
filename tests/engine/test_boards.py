"""Boards as drawings: the right thing on the right space, for every kind of board, and nothing that the view
hasn't."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from engine_support import NAMES, game, play_on

from rulewright.engine.boards import draw_boards
from rulewright.engine.contents import Contents
from rulewright.engine.contract import Game, load
from rulewright.engine.symbols import Signs
from rulewright.engine.view_text import _joined, view_text


def drawn(game: Game, view: dict[str, Any]) -> list[str]:
    (drawing,) = draw_boards(game.words, view, "en", Contents(game.words, view, "en").zone)
    return drawing.lines


def test_tic_tac_toe_is_drawn_with_the_first_row_below() -> None:
    state = Game(load("tic_tac_toe")).start()
    for cell in ("a1", "b2", "c1"):
        state.play(f"mark c={cell}")
    assert drawn(state.game, state.view(0)) == [
        "cell: marked",
        "3  . . .",
        "2  . 2 .",
        "1  1 . 1",
        "   a b c",
    ]


def test_a_hole_in_a_grid_is_left_blank(tmp_path: Path) -> None:
    """And so is a column in which there is nothing at all."""
    file = tmp_path / "holes.yaml"
    file.write_text(
        "rulewright: 1\ngame: holes\ntitle: Holes\nplayers: 1\n"
        "boards:\n  cell:\n    grid: |\n      oo.o\n      ...o\n      o..o\n"
        "variables:\n  marked: player or none per cell\n"
        "actions:\n  mark:\n    pick:\n      c: cell where marked[c] is none\n"
        "    do:\n      - marked[c] := me\n"
        "play:\n  - turns: from nth(player, 1), 5 rounds\n    do:\n      - choose: [mark]\n"
        "result:\n  score: 0\n",
        encoding="utf-8",
    )
    state = Game(load(file)).start()
    for cell in ("a1", "d2", "b3"):
        state.play(f"mark c={cell}")
    assert drawn(state.game, state.view(0)) == [
        "cell: marked",
        "3  . 1   .",
        "2        1",
        "1  1     .",
        "   a b   d",
    ]


def test_pieces_get_signs_and_a_key() -> None:
    state = Game(load("connect_four")).start()
    for column in "dd":
        state.play(next(m for m in state.legal() if str(m.params["c"])[0] == column))
    lines = drawn(state.game, state.view(0))
    assert lines[4:9] == [
        "3   .  .  .  +  .  .  .",
        "2   .  .  . D2  .  .  .",
        "1   +  +  + D1  +  +  +",
        "    a  b  c  d  e  f  g",
        "  D1 disc of 1, D2 disc of 2, + resting",
    ]


ALIKE = """\
rulewright: 1
game: alike
title: Alike
players: 1
enums:
  lie: [across, upright]
  ground: [sand, reed]
boards:
  field: {BOARD}
components:
  bush:
    make: 1
    named: "reed"
zones:
  grows: slot of bush per field, seen by everyone
variables:
  planted: set of field per lie
  fits: set of field per lie
  soil: ground or none per field
  sown: ground or none per field
actions:
  plant:
    pick:
      s: field
    do:
      - add s to planted[across]
      - add s to fits[upright]
      - soil[s] := reed
      - sown[s] := sand
      - move the(b in bush) to grows[s]
setup:
  - add FIRST to planted[across]
  - add LAST to fits[across]
  - soil[FIRST] := sand
  - sown[LAST] := sand
  - soil[MIDDLE] := reed
  - move the(b in bush) to grows[LAST]
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [plant]
result:
  score: size(planted[across]) + size(fits[upright])
"""


@pytest.mark.parametrize("board", ["grid: 2 by 2", "track: 14"])
def test_what_reads_alike_is_marked_by_what_it_is_of(board: str, tmp_path: Path) -> None:
    """Two sets, two variables and a piece have the same words; no two have the same sign, and the key tells
    them apart."""
    names = ("a1", "a2", "b2") if board.startswith("grid") else ("1", "2", "14")
    text = ALIKE.replace("BOARD", board)
    for word, name in zip(("FIRST", "MIDDLE", "LAST"), names, strict=True):
        text = text.replace(word, name)
    (tmp_path / "alike.yaml").write_text(text, encoding="utf-8")
    state = Game(load(tmp_path / "alike.yaml")).start()
    lines = drawn(state.game, state.view(0))
    cells = [line.split() for line in lines[1:]]
    if board.startswith("grid"):
        assert cells[:3] == [["2", "sr", "R+fa+ss'"], ["1", "pa+ss", "."], ["a", "b"]]
        key = " ".join(lines[4:])
    else:
        assert cells[1:6] == [["R"], ["pa"], ["fa"], ["ss", "sr"], ["ss'"]]
        key = " ".join(lines[7:])
    told = ["pa planted across", "fa fits across", "ss soil sand", "sr soil reed", "ss' sown sand"]
    assert " ".join(key.split()) == ", ".join(["R reed", *told])
    if board.startswith("track"):
        brief = " ".join(view_text(state.game.words, state.view(0), height=1).split())
        assert "1: planted across, soil sand; 2: soil reed; 14: reed, fits across, sown sand" in brief


@pytest.mark.parametrize("board", ["grid: 2 by 2", "track: 14"])
def test_a_piece_is_marked_by_the_zone_if_it_may_lie_in_another(board: str, tmp_path: Path) -> None:
    """Discs lie above and below on each space, posts only below."""
    first, last = ("a1", "b2") if board.startswith("grid") else ("1", "14")
    text = f"""\
rulewright: 1
game: storeys
title: Storeys
players: 2
boards:
  field: {{{board}}}
components:
  disc:
    make: 1 per player
  post:
    make: 1
zones:
  upper: slot of disc per field, seen by everyone
  lower: slot of disc or post per field, seen by everyone
actions:
  lift:
    pick:
      d: disc in lower[{first}]
    do:
      - move d to upper[{last}]
setup:
  - move the(d in disc where seat(d.owner) = 1) to lower[{first}]
  - move the(d in disc where seat(d.owner) = 2) to upper[{first}]
  - move the(p in post) to lower[{last}]
play:
  - turns: from nth(player, 1), 1 rounds
    do:
      - choose: [lift]
        otherwise: []
result:
  score: 0
"""
    (tmp_path / "storeys.yaml").write_text(text, encoding="utf-8")
    state = Game(load(tmp_path / "storeys.yaml")).start()
    lines = drawn(state.game, state.view(0))
    cells = [line.split() for line in lines[1:]]
    if board.startswith("grid"):
        assert cells[:2] == [["2", ".", "LP"], ["1", "UD2+LD1", "."]]
    else:
        assert cells[1:3] == [["UD2"], ["LD1", "LP"]]
        brief = " ".join(view_text(state.game.words, state.view(0), height=1).split())
        assert f"{first}: upper disc of 2, lower disc of 1; {last}: lower post" in brief
    key = " ".join(lines[-1].split())
    assert key == "UD2 upper disc of 2, LD1 lower disc of 1, LP lower post"


def test_a_track_of_numbers_alone_needs_no_word_of_which() -> None:
    """Mancala begins with four seeds in each of twelve pits."""
    state = game("mancala").start(1)
    lines = drawn(state.game, state.view(0))
    assert lines[0] == "pit: seeds"
    assert [line.split() for line in lines if "4" in line.split()] == [["4"] * 6] * 2
    assert len(lines) <= 6


def test_what_is_not_seen_is_not_drawn() -> None:
    tic_tac_toe = Game(load("tic_tac_toe"))
    view = tic_tac_toe.start().view(0)
    del view["variables"]["marked[b2]"]
    assert draw_boards(tic_tac_toe.words, view, "en", Contents(tic_tac_toe.words, view, "en").zone) == []


def test_on_a_hexagon_neighbours_lie_beside_and_half_a_space_aside() -> None:
    """A lion is put on each space in turn; where its sign stands must fit the board's own directions."""
    survival = game("survival_of_the_fittest")
    board = survival.ruleset.boards["savanna"]
    view = survival.start(0).view(0)
    for space in board.spaces:
        view["zones"][f"stand[{space}]"] = {"count": 0, "components": []}
    # A lion on an obstacle would need a wider space.
    _, obstacles = survival.ruleset.sets["fixed_obstacles"]
    free = [number for number in range(len(board.spaces)) if number not in obstacles]
    where = {}
    for number in free:
        space = board.spaces[number]
        stand = {f"stand[{space}]": {"count": 1, "components": ["lion of 1"]}}
        lines = drawn(survival, view | {"zones": view["zones"] | stand})[1:12]
        (row,) = [at for at, line in enumerate(lines) if "L1" in line]
        where[number] = (row, lines[row].index("L1"))
    (row, column), (_, beside) = where[0], where[1]
    across = beside - column
    assert row == 0
    for space, (row, column) in where.items():
        for direction, (down, aside) in {
            "east": (0, across),
            "southeast": (1, across / 2),
            "southwest": (1, -across / 2),
        }.items():
            other = board.directions[direction][space]
            if other in where:
                assert where[other] == (row + down, column + aside)


def test_obstacles_are_drawn_whether_they_are_data_or_put_there() -> None:
    survival = game("survival_of_the_fittest")
    view = survival.start(0).view(0)
    view["variables"]["covers[thicket]"] = ["e1", "e2", "f2"]
    lines = drawn(survival, view)
    (row,) = [line for line in lines if line.strip().startswith("e1 ")]
    assert row.split()[:4] == ["e1", "thi", "thi", "."]
    (row,) = [line for line in lines if line.strip().startswith("d1 ")]
    # The data say d3 and d7.
    assert [at for at, cell in enumerate(row.split()[1:-1], 1) if cell == "fo"] == [3, 7]
    assert "fo fixed obstacles" in " ".join(" ".join(lines).split())


def test_paths_that_part_stand_side_by_side() -> None:
    niagara = game("niagara")
    view = niagara.start(0).view(0)
    view["zones"]["canoes_at[right7]"] = {"count": 1, "components": ["canoe A of 2"]}
    view["zones"]["cargo[canoe A of 2]"] = {"count": 1, "components": {"ruby": 1}}
    lines = drawn(niagara, view)
    steps = ["dock", "reach1", "reach2", "reach3 (amethyst)", "reach4 (diamond)", "fork (amber)"]
    at = [
        next(n for n, line in enumerate(lines) if line.startswith(step))
        for step in [*steps, "left6", "left7", "falls"]
    ]
    assert at == sorted(at)
    left, right = lines[at[6]].split("|")
    assert (left.strip(), right.strip()) == ("left6 (sapphire)", "right6 (sapphire)")
    assert lines[at[7]].split("|")[1].strip() == "right7 (ruby): canoe A of 2 (ruby)"


def test_a_track_wraps_and_what_lies_on_a_space_stands_below_it() -> None:
    zambezi = game("zambezi")
    view = zambezi.start(0).view(0)
    for space in range(1, 61):
        view["zones"][f"afloat[{space}]"] = {"count": 0, "components": []}
    view["zones"]["afloat[45]"] = {"count": 2, "components": ["tug 2", "tug 1"]}
    lines = drawn(zambezi, view)
    (names,) = [at for at, line in enumerate(lines) if "45" in line.split()]
    end = lines[names].index(" 45") + 3
    below = [line[:end][-3:].strip() for line in lines[names + 1 : names + 6] if line]
    # The data say that 45 has crocodiles, three of them.
    assert [word for word in below if word] == ["cro", "ca3", "T2", "T1"]
    assert [line.split() for line in lines if line.split()[:1] == ["1"]] == [list(map(str, range(1, 21)))]


def test_plain_spaces_have_a_line_each_with_what_is_kept_for_the_components() -> None:
    state = game("tembo").start(4)
    mover = state.awaited[0]
    state.play(next(m for m in state.legal() if m.action == "play_animal"))
    animal = state.view(mover)["zones"]["row[1]"]["components"][0]
    colour = state.view(mover)["variables"][f"colour_of[{mover + 1}]"]
    lines = drawn(state.game, state.view(mover))
    assert lines[0].split() == ["site", "ground", "row"]
    assert lines[1].split(maxsplit=3) == ["1", "1", "card", f"{animal} ({colour} pawn, owner {mover + 1})"]
    assert lines[2].split() == ["2", "1", "card"]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_fits_the_screen(name: str) -> None:
    """80 columns and few lines, and every card of a hand is told."""
    lines_allowed = {"zambezi": 45, "survival_of_the_fittest": 30, "niagara": 26}.get(name, 24)
    for seed in range(2):
        state = game(name).start(seed)
        for _ in range(6):
            play_on(state, random.Random(seed), 7)
            for seat in (*range(state.game.players), None):
                view = state.view(seat)
                text = view_text(state.game.words, view)
                lines = text.splitlines()
                assert max(map(len, lines)) <= 80
                assert len(lines) <= lines_allowed + (5 if state.over else 0)
                for component in view["zones"].get(f"hand[{(seat or 0) + 1}]", {}).get("components", ()):
                    assert component.split()[-1].rstrip("s") in text
            if state.over:
                break


def test_signs_are_given_once_and_differ() -> None:
    signs = Signs()
    assert [signs.piece("antelope A of 1"), signs.piece("lion of 2", 3), signs.mark("fallen tree")] == [
        "AA1",
        "3L2",
        "ft",
    ]
    assert (signs.piece("x"), signs.piece("antelope A of 1")) == ("x", "AA1")
    assert signs.piece("ape A of 1") not in ("AA1", "L2", "ft")
    assert signs.key().startswith("AA1 antelope A of 1, L2 lion of 2, ft fallen tree")
    kinds = {"antelope A of 1": "antelope", "lion of 2": "lion", "ape A of 1": "ape"}
    assert signs.key(kinds).startswith("AA1 antelope A of 1, L lion, ft fallen tree"), "A could be two things"
    del kinds["ape A of 1"]
    assert signs.key(kinds).startswith("A antelope, L lion, ft fallen tree")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [40, 60])
def test_every_game_fits_a_narrow_screen(name: str, width: int) -> None:
    """No line is wider than the screen, and what a player holds is told all the same."""
    state = game(name).start(1)
    play_on(state, random.Random(1), 12)
    for seat in (*range(state.game.players), None):
        view = state.view(seat)
        for height in (None, 12):
            text = view_text(state.game.words, view, width=width, height=height)
            assert max(map(len, text.splitlines())) <= width
            for component in view["zones"].get(f"hand[{(seat or 0) + 1}]", {}).get("components", ()):
                assert component.split()[-1] in text


def test_a_large_table_is_told_in_brief_where_lines_are_few() -> None:
    """Zambezi with eight: everything that lies on the river and that the players have, in two thirds of 24 lines."""
    state = game("zambezi", players=8).start(3)
    play_on(state, random.Random(3), 40)
    view = state.view(0)
    full, brief = (view_text(state.game.words, view, height=height) for height in (None, 19))
    assert len(full.splitlines()) > 40
    assert len(brief.splitlines()) <= 19
    words = " ".join(brief.split())
    for seat in range(1, 9):
        assert f"Player {seat} " in words
        assert f"tug {seat}" in words
        there = [
            space
            for space in range(1, 61)
            if f"tug {seat}" in view["zones"][f"afloat[{space}]"]["components"]
        ]
        if there:
            assert re.search(rf"\b{there[0]}( \([^)]*\))?: [^;]*\btug {seat}\b", words)
    assert f"deck: {view['zones']['deck']['count']};" in words
    for seat in range(1, 9):
        assert f"crew {sum(view['zones'][f'crew[{seat}]']['components'].values())}" in words


def test_many_pieces_of_one_name_are_counted_by_owner_where_lines_are_few() -> None:
    """Four antelopes and a zebra each in the stock; in full they have their letters."""
    state = game("survival_of_the_fittest").start(1)
    view = state.view(0)
    brief = " ".join(view_text(state.game.words, view, height=1).split())
    assert "stock: 4 × antelope of 1, zebra of 1, 4 × antelope of 2, zebra of 2" in brief
    assert "antelope C of 2" in view_text(state.game.words, view)
    niagara = game("niagara").start(1)
    brief = " ".join(view_text(niagara.game.words, niagara.view(0), height=1).split())
    assert "hand 1, 2, 3, 4, 5, 6, cloud " in brief, "a card in the hand of its owner needs no owner"
    assert "dock: 2 × canoe of 1, 2 × canoe of 2" in brief


def test_numbered_zones_and_dice_are_told_so_that_numbers_stay_apart() -> None:
    """Backgammon begins with 2 checkers on 24, 5 on 13, 3 on 8 and 5 on 6; two dice, told in their order."""
    state = game("backgammon").start(1)
    text = " ".join(view_text(state.game.words, state.view(0)).split())
    for point, count in {24: 2, 13: 5, 8: 3, 6: 5}.items():
        assert text.count(f"{point}: {count} × checker") == 2
    first, second = (state.view(0)["variables"][f"die[{n}]"] for n in (1, 2))
    assert f"die {first}, {second} " in text


def test_what_all_players_have_alike_is_told_once() -> None:
    state = game("zambezi").start(3)
    text = view_text(state.game.words, state.view(0))
    assert "crew: 5 × figure each" in text
    assert not re.search(r"^crew ", text, re.M)


def test_a_table_too_wide_for_the_screen_is_a_list() -> None:
    state = game("tembo").start(4)
    play_on(state, random.Random(4), 9)
    text = view_text(state.game.words, state.view(0), width=36)
    for site in range(1, 6):
        row = state.view(0)["zones"][f"row[{site}]"]["components"]
        line = " ".join(text.split()).partition(f"site {site}: ")[2].partition(" site ")[0]
        assert all(animal in line for animal in row)


def test_the_briefest_table_has_the_single_values_that_changed() -> None:
    table = Game(load("survival_of_the_fittest"))
    state, dice = table.start(3), random.Random(1)
    number = list(table.ruleset.variables).index("lion_left")
    while not (left := state.variables()[number][0]):
        assert "lion left" not in view_text(table.words, state.view(0), height=0)
        state.play(dice.choice(state.legal(state.awaited[0])))
    assert f"lion left: {left}; " in view_text(table.words, state.view(0), height=0)


def test_of_entries_told_without_names_the_empty_ones_are_named() -> None:
    told = [("ruby", "2 × ruby"), ("amber", ""), ("diamond", "diamond")]
    assert _joined(told) == "2 × ruby, amber: -, diamond"
    assert _joined([("1", "3 × stone"), ("2", "")]) == "1: 3 × stone"
