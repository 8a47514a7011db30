"""Small games solved, against values that others have reckoned: enumeration by independent programs, value
iteration, and arithmetic that fits in a comment."""

from __future__ import annotations

import json
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from rulewright.check import check_text
from rulewright.engine.contract import Game, load
from rulewright.solve import TooLarge, best_play, explore, random_play
from rulewright.solve.graph import Faulty

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import run

#: Goes round in circles: who says ``take`` wins with the chance given, who says ``wait`` hands the choice over.
WAITING = """
rulewright: 1
game: waiting
title: Waiting
players: 2
variables:
  winner: player or none
actions:
  take:
    do:
      - let thrown = random 1..4
      - if: thrown <= {quarters}
        then:
          - winner := me
          - stop game
  wait:
    do: []
play:
  - turns: from nth(player, 1)
    do:
      - choose: [take, wait]
result:
  rank:
    - highest if winner is none then 0 else if winner = me then 1 else 0
  winners: winner is not none and winner = me
"""


def solved(text: str) -> Game:
    ruleset, findings = check_text(text)
    assert ruleset is not None, findings
    return Game(ruleset, 2)


def pig(tmp_path: Path, winscore: int) -> Game:
    data = tmp_path / "data.yaml"
    data.write_text(f"winscore: {winscore}\n")
    return Game(load("pig", data))


def test_tic_tac_toe() -> None:
    graph = explore(Game(load("tic_tac_toe")), 10_000)
    assert len(graph) == 5478
    assert not graph.hidden
    best, law = best_play(graph), random_play(graph)
    assert (best.value, best.first, best.passes) == (0.0, [[0.0] * 9], 1)
    assert law.exact
    assert law.wins == (Fraction(737, 1260), Fraction(121, 420))
    assert law.shared == Fraction(8, 63)
    assert law.moves == Fraction(3203, 420)


@pytest.mark.parametrize(
    ("winscore", "random", "decisions", "best"),
    [
        (2, 12 / 19, 3.4, 6 / 7),
        (5, 0.583624536271, 5.304732524, 0.797047970480),
        (10, 0.548371761362, 10.282471518, 0.709424322598),
        pytest.param(20, 0.530814789252, 21.277318705, 0.615558549805, marks=pytest.mark.slow),
    ],
)
def test_pig(winscore: int, random: float, decisions: float, best: float, tmp_path: Path) -> None:
    # Value iteration done elsewhere, to 12 digits; the score is 1 or -1, so P(win) = (1 + value) / 2.
    graph = explore(pig(tmp_path, winscore), 100_000)
    law = random_play(graph)
    assert not law.exact
    assert float(law.wins[0]) == pytest.approx(random, abs=1e-12)
    assert float(law.moves) == pytest.approx(decisions, abs=1e-8)
    assert (1 + best_play(graph).value) / 2 == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("quarters", [1, 2, 4])
def test_play_that_goes_round(quarters: int) -> None:
    graph = explore(solved(WAITING.format(quarters=quarters)), 100)
    # Waiting gives the other the same chance, so taking is right, and the first wins with
    # p + q^2 p + ... = p / (1 - q^2) where q = 1 - p.
    p = quarters / 4
    first = p / (1 - (1 - p) ** 2)
    assert best_play(graph).value == pytest.approx(first - (1 - first), abs=1e-12)
    # At random each decision takes with 1/2 and so ends the game with r = p / 2.
    r = p / 2
    law = random_play(graph)
    assert float(law.wins[0]) == pytest.approx(r / (1 - (1 - r) ** 2), abs=1e-12)
    assert float(law.moves) == pytest.approx(1 / r, abs=1e-10)


def test_play_without_end_is_worth_nothing() -> None:
    # Who takes never wins: whatever both do, nobody ever wins.
    graph = explore(solved(WAITING.format(quarters=0)), 100)
    assert best_play(graph).value == 0.0


def test_kuhn_poker() -> None:
    pytest.importorskip("scipy")
    from rulewright.solve.sequence_form import sequence_form, solve

    game = Game(load("kuhn_poker"), traced=True)
    assert explore(game, 1000).hidden
    form = sequence_form(game, 1000)
    assert (form.chance, form.decisions, form.ends) == (4, 24, 30)
    assert [len(sets) for sets in form.sets] == [6, 6]
    found = solve(form)
    assert found.value == pytest.approx(-1 / 18, abs=1e-12)
    assert found.error < 1e-12
    # Every optimal strategy of the second player calls a bet with the middle card with 1/3 and bluffs with
    # the lowest with 1/3; the first never bets the middle card at once (Kuhn 1950).
    assert random_play(explore(game, 1000)).scores == (Fraction(1, 8), Fraction(-1, 8))


def test_what_is_too_large_or_faulty_has_no_value() -> None:
    with pytest.raises(TooLarge):
        explore(Game(load("connect_four")), 500)
    faulty = WAITING.format(quarters=1).replace(
        "  wait:\n    do: []",
        "  wait:\n    do:\n      - let thrown = random 1..4\n      - winner := nth(player, thrown)",
    )
    with pytest.raises(Faulty):
        explore(solved(faulty), 100)
    with pytest.raises(ValueError, match="two players"):
        best_play(explore(Game(load("kuhn_poker")), 1000))


def test_a_whole_pack_is_not_counted() -> None:
    # 52 cards dealt one by one fall out in 52! ways: whoever asks is told at once.
    for command in (
        ("perft", "hearts", "--depth", 1),
        ("solve", "gin_rummy"),
        ("perft", "hearts", "--complete"),
    ):
        begun = time.process_time()
        refused = run(*command)
        assert time.process_time() - begun < 20
        assert refused.status == 2
        assert "1,000,000 ways" in refused.err


def test_the_command() -> None:
    told = json.loads(run("solve", "tic_tac_toe", "--json").out)
    assert told["random"]["exact"]["wins"] == ["737/1260", "121/420"]
    assert [move["best"] for move in told["best"]["first_moves"]] == [True] * 9
    text = run("solve", "tic_tac_toe")
    assert "737/1260" in text.out
    assert all(len(line) <= 80 for line in text.out.splitlines())
    large = run("solve", "connect_four", "--limit", 100)
    assert large.status == 1
    assert "--limit" in large.err


def test_the_command_on_a_game_with_something_hidden() -> None:
    pytest.importorskip("scipy")
    told = json.loads(run("solve", "kuhn_poker", "--json", "--strategy").out)
    assert told["best"]["value"] == pytest.approx(-1 / 18, abs=1e-12)
    calls = {s["knows"]: s["moves"] for s in told["strategies"] if s["seat"] == 2}
    assert calls["hand[2]: card 2; bet"]["bet"] == pytest.approx(1 / 3, abs=1e-9)
    assert calls["hand[2]: card 1; pass"]["bet"] == pytest.approx(1 / 3, abs=1e-9)
    assert "hand[2]: card 2; bet" in run("solve", "kuhn_poker", "--strategy").out
