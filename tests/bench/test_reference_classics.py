"""Tic-tac-toe and connect four by hand against published and independently computed figures.

The exact figures (sequences by length, distinct positions, complete games, uniform random play) and the
recorded games in tests/oracles/traces were made with OpenSpiel 2.0.2. Counts are of sequences of exactly that length,
ended ones included; a position is the board and the player to move.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from reference import Recorder, connect_four, tic_tac_toe

TRACES = Path(__file__).parents[1] / "oracles" / "traces"

Classic = tic_tac_toe.Game | connect_four.Game
Position = tuple[bytes, int]
# The distinct positions of one ply: a game that stands there, and the number of sequences that lead there.
Layer = dict[Position, tuple[Classic, int]]


def unused(n: int) -> int:
    raise AssertionError(f"a game without chance asked for one of {n}")


def position(game: Classic) -> Position:
    return bytes(mark + 2 for mark in game.board), game.player


def next_layer(layer: Layer) -> Layer:
    following: Layer = {}
    for game, ways in layer.values():
        for move in game.legal():
            child = game.copy()
            child.apply(move)
            key = position(child)
            known, so_far = following.get(key, (child, 0))
            following[key] = (known, so_far + ways)
    return following


def layers(game: Classic, plies: int) -> list[Layer]:
    found: list[Layer] = [{position(game): (game, 1)}]
    for _ in range(plies):
        found.append(next_layer(found[-1]))
    return found


def sequences(layer: Layer, ended: bool = False) -> int:
    return sum(ways for game, ways in layer.values() if game.over() or not ended)


# --- tic-tac-toe --------------------------------------------------------------------------------------------


def test_tic_tac_toe_counts_by_ply() -> None:
    found = layers(tic_tac_toe.Game(2, unused), 9)
    assert [len(layer) for layer in found] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert sum(len(layer) for layer in found) == 5478
    perft = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert [sequences(layer) for layer in found[1:]] == perft
    ended = [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]
    assert [sequences(layer, ended=True) for layer in found] == ended
    ends = Counter(tuple(game.returns()) for layer in found for game, _ in layer.values() if game.over())
    assert ends == {(1, -1): 626, (0, 0): 16, (-1, 1): 316}


def test_tic_tac_toe_complete_games() -> None:
    """Every game is walked through on its own, without merging positions."""
    split: Counter[tuple[int, ...]] = Counter()

    def walk(game: tic_tac_toe.Game) -> None:
        if game.over():
            split[tuple(game.returns())] += 1
        for move in game.legal():
            child = game.copy()
            child.apply(move)
            walk(child)

    walk(tic_tac_toe.Game(2, unused))
    assert split == {(1, -1): 131184, (0, 0): 46080, (-1, 1): 77904}
    assert split.total() == 255168


def test_tic_tac_toe_random_play_and_best_play() -> None:
    # By position: the chances of seat 0 winning, a draw, seat 1 winning, expected decisions; value to seat 0.
    known: dict[Position, tuple[list[Fraction], int]] = {}

    def solve(game: tic_tac_toe.Game) -> tuple[list[Fraction], int]:
        key = position(game)
        if key not in known:
            known[key] = solve_end(game) if game.over() else solve_decision(game)
        return known[key]

    def solve_end(game: tic_tac_toe.Game) -> tuple[list[Fraction], int]:
        value = game.returns()[0]
        return [*(Fraction(value == result) for result in (1, 0, -1)), Fraction(0)], value

    def solve_decision(game: tic_tac_toe.Game) -> tuple[list[Fraction], int]:
        children = []
        for move in game.legal():
            child = game.copy()
            child.apply(move)
            children.append(solve(child))
        columns = zip(*(expected for expected, _ in children), strict=True)
        expected = [sum(column, Fraction()) / len(children) for column in columns]
        expected[3] += 1
        return expected, (max, min)[game.player](value for _, value in children)

    expected, value = solve(tic_tac_toe.Game(2, unused))
    assert expected == [Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420), Fraction(3203, 420)]
    assert value == 0


def test_a_full_board_with_a_line_is_a_win() -> None:
    game = tic_tac_toe.Game(2, unused)
    # x o x / o x o / o x and the last cell completes a diagonal.
    for cell in (0, 1, 2, 3, 4, 5, 7, 6, 8):
        assert not game.over()
        game.apply(("mark", cell))
    assert game.over()
    assert game.returns() == [1, -1]


# --- connect four -------------------------------------------------------------------------------------------


def test_connect_four_counts_by_ply() -> None:
    found = layers(connect_four.Game(2, unused), 7)
    distinct = [1, 7, 49, 238, 1120, 4263, 16422, 54859]
    assert [len(layer) for layer in found] == distinct
    perft = [7, 49, 343, 2401, 16807, 117649, 823536]
    assert [sequences(layer) for layer in found[1:]] == perft
    assert [sequences(layer, ended=True) for layer in found] == [0, 0, 0, 0, 0, 0, 0, 13032]
    assert sum(ways * len(game.legal()) for game, ways in found[7].values()) == 5673234


@pytest.mark.slow
def test_connect_four_positions_to_ply_nine() -> None:
    layer = layers(connect_four.Game(2, unused), 8)[8]
    assert len(layer) == 184275
    assert sequences(layer) == 5673234
    following = set()
    for game, _ in layer.values():
        for move in game.legal():
            child = game.copy()
            child.apply(move)
            following.add(position(child))
    assert len(following) == 558186


def lines_of_four() -> list[list[tuple[int, int]]]:
    """All lines as (row, column) cells, rows from 0 at the bottom."""
    lines = []
    for row in range(6):
        for column in range(7):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + i * up, column + i * right) for i in range(4)]
                if all(r < 6 and 0 <= c < 7 for r, c in line):
                    lines.append(line)
    return lines


def test_connect_four_ends_with_the_first_line_or_the_last_disc() -> None:
    """Random games against a picture of the board of the test's own, all 69 lines tried after each move."""
    lines = lines_of_four()
    assert len(lines) == 69
    generator = random.Random("four")
    seen: Counter[str] = Counter()
    for _ in range(600):
        game = connect_four.Game(2, unused)
        columns: list[list[int]] = [[] for _ in range(7)]
        cells: dict[tuple[int, int], int] = {}
        player = 0
        winner = None
        while winner is None and len(cells) < 42:
            assert not game.over()
            assert game.player == player
            assert game.legal() == [("drop", column) for column in range(7) if len(columns[column]) < 6]
            move = generator.choice(game.legal())
            game.apply(move)
            column = move[1]
            cells[len(columns[column]), column] = player
            columns[column].append(player)
            full = [line for line in lines if all(cells.get(cell) == player for cell in line)]
            if full:
                winner = player
                seen[str([b - a for a, b in zip(full[0][0], full[0][1], strict=True)])] += 1
            player = 1 - player
        assert game.over()
        expected = [0, 0] if winner is None else [1, -1] if winner == 0 else [-1, 1]
        assert game.returns() == expected
    assert set(seen) == {"[0, 1]", "[1, 0]", "[1, 1]", "[1, -1]"}


def test_connect_four_random_play() -> None:
    """Means of 400,000 games of uniform random play elsewhere, with their standard errors."""
    games = 12000
    lengths = []
    results: Counter[int] = Counter()
    generator = random.Random("connect four")
    for _ in range(games):
        game = connect_four.Game(2, unused)
        length = 0
        while not game.over():
            game.apply(generator.choice(game.legal()))
            length += 1
        lengths.append(length)
        results[game.returns()[0]] += 1
    mean = sum(lengths) / games
    error = math.sqrt(sum((length - mean) ** 2 for length in lengths)) / games
    assert abs(mean - 21.3247) < 4 * math.hypot(error, 0.0117)
    for value, share, oracle_error in ((1, 0.55703, 0.00079), (-1, 0.44031, 0.00078), (0, 0.00266, 0.00008)):
        error = math.sqrt(share * (1 - share) / games)
        assert abs(results[value] / games - share) < 4 * math.hypot(error, oracle_error)


# --- recorded games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cls", "name", "action", "games"),
    [(tic_tac_toe.Game, "tic_tac_toe", "mark", 50), (connect_four.Game, "connect_four", "drop", 30)],
)
def test_recorded_games(cls: type[Classic], name: str, action: str, games: int) -> None:
    """Each line of a trace: steps of [player, action, its text, legal actions], and the returns."""
    lines = (TRACES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == games
    for line in lines:
        trace = json.loads(line)
        game = cls(2, Recorder(random.Random(0)))
        for player, place, _, legal in trace["steps"]:
            assert not game.over()
            assert game.player == player
            assert game.legal() == [(action, other) for other in legal]
            game.apply((action, place))
        assert game.over()
        assert game.returns() == trace["returns"]
