"""What was shown for a moment survives where the screen is low: nothing else tells it but the full news."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from rulewright.engine.contract import Game, State, load
from rulewright.play.dialogue import Dialogue
from rulewright.play.narration import Narrator, News
from rulewright.play.session import Session
from rulewright.play.terminal import Terminal

PAIRS = """
rulewright: 1
game: pairs
title: Pairs
players: 3
boards:
  place:
    grid: 4 by 2
components:
  picture:
    fields:
      number: 1..8
    make: 1 for each n in 1..8 with number = n
    named: "picture {number}"
zones:
  lying: slot of picture per place, seen by nobody
  turned: slot of picture, seen by everyone
  won: set of picture per player, seen by everyone
variables:
  looks: 0..99 per player, seen by everyone
actions:
  turn:
    say: "{me} turns up {s}"
    pick:
      s: place where lying[s] is not empty
    do:
      - show lying[s]
      - add 1 to looks[me]
  lift:
    say: "{me} lifts {s} for all to see"
    pick:
      s: place where lying[s] is not empty
    do:
      - let c = lying[s]
      - move c to turned
      - add 1 to looks[me]
      - move c to lying[s]
  take:
    say: "{me} takes {s}"
    pick:
      s: place where lying[s] is not empty
    do:
      - let c = lying[s]
      - show c
      - move c to won[me]
  name_it:
    say: "{me} says that {c} lies there"
    pick:
      c: picture
    do:
      - show c
setup:
  - for: s in place numbered i
    do:
      - move the(c in picture where c.number = i) to lying[s]
play:
  - turns: from nth(player, 1), 9 rounds
    do:
      - choose: [turn, lift, take, name_it]
        times: 3
result:
  score: size(won[me])
"""


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pairs") / "pairs.yaml"
    path.write_text(PAIRS, encoding="utf-8")
    return path


def played(path: Path, *moves: str) -> tuple[State, Narrator]:
    game = Game(load(path), traced=True)
    state = game.start(0)
    narrator = Narrator(game, "en")
    for move in moves:
        narrator.remember(state, state.find_move(move))
        state.play(move)
    return state, narrator


def fleeting(path: Path, *moves: str) -> list[str]:
    state, narrator = played(path, *moves)
    lines: list[News] = narrator.news_lines(state, 1)
    assert [line.text for line in lines] == played(path, *moves)[1].story(state, 1)
    return [line.text.strip() for line in lines if line.fleeting]


def test_what_is_shown_and_lies_hidden_again(pairs: Path) -> None:
    # The pictures lie in order: a1 has 1, b1 has 2, d2 has 8.
    assert fleeting(pairs, "turn s=b1") == ["shown to everyone: picture 2"]


def test_what_comes_out_and_goes_back(pairs: Path) -> None:
    assert fleeting(pairs, "lift s=d2") == ["picture 8: lying[d2] -> turned"]


def test_what_lies_open_now_can_be_looked_up(pairs: Path) -> None:
    assert fleeting(pairs, "take s=c1") == []


def test_what_was_turned_up_and_then_taken_lies_open_too(pairs: Path) -> None:
    assert fleeting(pairs, "turn s=c1", "take s=c1") == []


def test_what_a_sentence_names_needs_no_line(pairs: Path) -> None:
    assert fleeting(pairs, 'name_it c="picture 5"') == []


class Screen(Terminal):
    """A terminal of 24 lines whose answers are known."""

    @property
    def height(self) -> int:
        return 24


def test_a_low_screen_keeps_it(pairs: Path) -> None:
    """Each of two others has three choices; each tells in a line what it showed."""
    answers = [
        "turn a1", "turn a2", "lift b1", "turn c1", "lift d1", "turn a1", "turn c2", "lift d2", "turn a1", "q",
    ]  # fmt: skip
    out = io.StringIO()
    screen = Screen(io.StringIO("\n".join(answers) + "\n"), out)
    state = Game(load(pairs), traced=True).start(0)
    Dialogue(Session(state, ["human"] * 3, 0), screen, "en", 99, "").run()
    # The last news stand before the last table. Places are counted a1, b1, ... d2, with pictures 1 to 8.
    before, _, _ = out.getvalue().rpartition("\nPairs | as player 1 sees it")
    assert before.rstrip("\n").splitlines()[-7:] == [
        "Player 2 turns up c1 (shown to everyone: picture 3)",
        "Player 2 lifts d1 for all to see (picture 4: lying[d1] -> turned)",
        "Player 2 turns up a1 (shown to everyone: picture 1)",
        "Player 3 turns up c2 (shown to everyone: picture 7)",
        "Player 3 lifts d2 for all to see (picture 8: lying[d2] -> turned)",
        "Player 3 turns up a1 (shown to everyone: picture 1)",
        "(in brief; `n` tells it in full)",
    ]


def test_other_decisions_go_before_it(pairs: Path) -> None:
    """Of many lines those that show nothing fleeting are dropped, wherever they stand."""
    lines = [News("Player 2 turns up a1"), News("  shown to everyone: picture 1", fleeting=True)]
    lines += [News(f"Player 3 waits {n}") for n in range(20)]
    out = io.StringIO()
    state = Game(load(pairs), traced=True).start(0)
    dialogue = Dialogue(Session(state, ["human"] * 3, 0), Screen(io.StringIO(""), out), "en", 99, "")
    assert dialogue._in_brief(lines, 24) == [
        "Player 2 turns up a1 (shown to everyone: picture 1)",
        *(f"Player 3 waits {n}" for n in range(16, 20)),
        "(in brief; `n` tells it in full)",
    ]
