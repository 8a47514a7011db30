"""Boards as drawings: the right cell in the right place, and nothing that the view hasn't."""

from __future__ import annotations

from rulewright.engine.contract import Game, load
from rulewright.play.boards import draw_boards


def test_tic_tac_toe_is_drawn_with_the_first_row_below() -> None:
    game = Game(load("tic_tac_toe"))
    state = game.start()
    for cell in ("a1", "b2", "c1"):
        state.play(f"mark c={cell}")
    (drawing,), rest = draw_boards(game.words, state.view(0))
    assert drawing.splitlines() == ["marked", "3  . . .", "2  . 2 .", "1  1 . 1", "   a b c"]
    assert list(rest["variables"]) == ["winner"]


def test_long_names_get_letters_and_a_key() -> None:
    game = Game(load("connect_four"))
    state = game.start()
    for column in "dd":
        state.play(next(m for m in state.legal() if str(m.params["c"])[0] == column))
    (drawing,), rest = draw_boards(game.words, state.view(0))
    lines = drawing.splitlines()
    assert lines[5:7] == ["2  . . . B . . .", "1  . . . A . . ."]
    assert lines[7] == "   a b c d e f g"
    first, second = (state.view(0)["zones"][f"stands[d{row}]"]["components"] for row in (1, 2))
    assert lines[8] == f"  A {next(iter(first))}, B {next(iter(second))}"
    assert set(rest["zones"]) == {"discs[1]", "discs[2]"}


def test_what_is_not_seen_is_not_drawn() -> None:
    game = Game(load("tic_tac_toe"))
    view = game.start().view(0)
    del view["variables"]["marked[b2]"]
    drawings, rest = draw_boards(game.words, view)
    assert drawings == []
    assert rest == view


def test_games_without_square_boards_stay_as_they_are() -> None:
    game = Game(load("tembo"))
    view = game.start().view(1)
    assert draw_boards(game.words, view) == ([], view)
