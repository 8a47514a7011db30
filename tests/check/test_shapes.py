"""Shapes that are placed on a board: how they are written, and what is said of those that are none."""

from __future__ import annotations

import pytest

from rulewright.check import check_text
from rulewright.engine.contract import Game
from rulewright.engine.moves import MoveError

BASE = """\
rulewright: 1
game: fleet
title: Fleet
players: 2

boards:
  sea:
    grid: 6 by 6

tables:
  ship:
    shapes: sea
    entries:
      destroyer: [here, east]
      cruiser: [here, east, east east]
      submarine: [here, south, south south]

variables:
  covered: set of sea
  floats: boolean per ship

actions:
  put_long:
    pick:
      p: placements(cruiser)
    do:
      - covered := p
      - floats[cruiser] := true
  put_deep:
    pick:
      p: placements(submarine)
    do:
      - covered := p
      - floats[submarine] := true
  put_short:
    pick:
      p: placements(destroyer)
    do:
      - covered := p
      - floats[destroyer] := true

play:
  - turns: from nth(player, 1), once round
    do:
      - choose: [put_long, put_deep, put_short]

result:
  score: size(covered)
"""

CRUISER = "[here, east, east east]"
ENTRIES = BASE[BASE.index("\n      destroyer:") : BASE.index("\n\nvariables:")]

#: What stands in the place of the cruiser, the marked text, the message, and what helps.
WRONG = [
    ("[here, east, east]", "east", "this space of 'cruiser' is given twice", "after it is: east east"),
    ("[here, here, here]", "here", "this space of 'cruiser' is given twice", "each entry is told from here"),
    ("[here, east, south, east south west]", "east south west", "is given twice", "told from here"),
    ("[]", "[]", "'cruiser' has no spaces", "for instance [here, north]"),
    ("[east]", "[east]", "'cruiser' doesn't say where it begins", "for instance [here, east]"),
    (
        "[here, east east east east east east]",
        "cruiser",
        "'cruiser' fits nowhere on 'sea': it is 7 wide and 1 high",
        "",
    ),
    ("[here, est]", "est", "'est' is no direction here", "did you mean east or west?"),
    ("[here east]", "here east", "'here' is no direction here", "'here' stands alone"),
    ("ooo", "ooo", "here stands a text", "such as [here, east, east east]"),
]


def only(text: str) -> tuple[str, str, str]:
    """The one finding: the marked text, the message, and what is expected or helps."""
    _, (found,) = check_text(text)
    span = found.place.span
    assert span is not None
    marked = text[span.start.offset : span.end.offset]
    return marked, found.message, " ".join([*found.expected, found.help or ""])


def test_the_ruleset_is_right() -> None:
    assert check_text(BASE)[1] == ()


@pytest.mark.parametrize(("shape", "marked", "message", "help"), WRONG, ids=[w[0] for w in WRONG])
def test_a_wrong_shape_has_one_message(shape: str, marked: str, message: str, help: str) -> None:
    found = only(BASE.replace(CRUISER, shape))
    assert found[0] == marked
    assert message in found[1]
    assert help in found[2]


@pytest.mark.parametrize("entries", [' ["oo"]', " oo", ""])
def test_shapes_without_names_have_one_message(entries: str) -> None:
    """Nothing is said of the shapes that are used elsewhere."""
    _, message, help = only(BASE.replace(ENTRIES, entries))
    assert message.startswith("here stands ")
    assert "a mapping from the names of shapes to their spaces, such as bar: [here, east" in help


def test_shapes_need_entries() -> None:
    assert only(BASE.replace("\n    entries:" + ENTRIES, ""))[:2] == (
        "ship",
        "the shapes 'ship' need the key 'entries'",
    )


def test_on_a_hexagon_a_shape_is_as_long_as_it_is_any_way() -> None:
    text = BASE.replace("grid: 6 by 6", "hexagon: 2").replace("[here, south, south south]", "[here, west]")
    text = text.replace(CRUISER, "[here, southeast southeast southeast]")
    assert only(text)[1] == "'cruiser' fits nowhere on 'sea': it is 4 spaces long"


def test_a_shape_may_have_gaps() -> None:
    """Two spaces with one between them: of six rows and six columns each has four such places."""
    ruleset, found = check_text(BASE.replace(CRUISER, "[here, east east]"))
    assert found == ()
    assert ruleset is not None
    assert len(ruleset.shapes["ship"].placements[1]) == 2 * 6 * 4


def test_the_spaces_of_a_placement_are_named_in_any_order() -> None:
    ruleset, _ = check_text(BASE)
    assert ruleset is not None
    game = Game(ruleset, players=2)
    state = game.start(seed=1)
    right = state.find_move("put_long p=d6+e6+f6")
    assert state.find_move("put_long p=e6+f6+d6") == right
    assert right.canonical == "put_long p=d6+e6+f6"
    for wrong in ("d6+e6", "d6+e6+e6", "d6+e6+f6+f6", "d6+e6+f5"):
        with pytest.raises(MoveError, match="not legal"):
            state.find_move(f"put_long p={wrong}")


def test_equal_shapes_of_two_names_are_both_meant_by_their_spaces() -> None:
    """A cruiser and a submarine are both three spaces long."""
    ruleset, _ = check_text(BASE)
    assert ruleset is not None
    state = Game(ruleset, players=2).start(seed=1)
    words = state.legal()[0].words
    (first,) = (m for m in state.legal() if m.canonical == "put_long p=a1+a2+a3")
    (second,) = (m for m in state.legal() if m.canonical == "put_deep p=a1+a2+a3")
    param = ruleset.actions["put_deep"].params[0].local.type
    assert words.values_of(param, "a3+a1+a2") == [*first.move.params, *second.move.params]
