"""What ended a game is told as it stood then, with who could do nothing and why, whatever came afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine.contract import Game, State, load
from rulewright.explain.ended import ended_in
from rulewright.explain.endings import EndedBy, EndExplained, explain_end
from rulewright.explain.telling import Teller, as_json
from rulewright.explain.trail import followed, played

RULES = """
rulewright: 1
game: higher
title: Higher
players: 2
rules:
  R1: A higher card
  R2: The end
components:
  card:
    fields:
      rank: 1..6
    make: 1 for each r in 1..6 with rank = r
    named: "card {rank}"
zones:
  hand: set of card per player, seen by owner
  played: row of card, seen by everyone
variables:
  least: 0..9
  lamp: 0..9
actions:
  play_card:
    rule: R1
    pick:
      c: card in hand[me] where c.rank > least
    do:
      - least := c.rank
      - move c to played
  hold:
    when: hand[me] is empty
    do: []
define:
  able(player p): can(p, play_card, hold)
setup:
  - for: c in card
    do:
      - move c to hand[if c.rank > 3 then nth(player, 1) else nth(player, 2)]
play:
PLAY
  - move every card to played
  - least := 0
result:
  rule: R2
  score: 0
"""

#: Seat 1 has 4, 5 and 6 and plays 4; seat 2 has 1, 2 and 3, which are all lower.
ENDS = {
    "otherwise": """
  - turns: from nth(player, 1), 5 rounds
    do:
      - choose: [play_card, hold]
        otherwise:
          - lamp := 1
          - step: stop turns
            rule: R2
""",
    "if": """
  - turns: from nth(player, 1), 5 rounds
    do:
      - choose: [play_card, hold]
      - if: any(not able(p) for p in player)
        then:
          - step: stop turns
            rule: R2
""",
    "while": """
  - turns: from nth(player, 1), while able(me)
    do:
      - choose: [play_card, hold]
""",
    "until": """
  - turns: from nth(player, 1), until not can(me, play_card, hold)
    do:
      - choose: [play_card, hold]
""",
}


def ended(tmp_path: Path, play: str, *moves: str) -> tuple[State, EndExplained]:
    path = tmp_path / "higher.yaml"
    path.write_text(RULES.replace("PLAY", play.strip("\n")), encoding="utf-8")
    game = Game(load(path), backend="reference", traced=True)
    trail = followed(game)
    state = game.start(0)
    for move in moves:
        state.play(move)
    assert state.over
    assert state.fault is None
    return state, explain_end(state, trail)


@pytest.mark.parametrize("how", ENDS)
def test_who_could_not_move_and_why(tmp_path: Path, how: str) -> None:
    state, found = ended(tmp_path, ENDS[how], 'play_card c="card 4"')
    text = " ".join(Teller(state.game.words, "en", 80).end(found).split())
    assert "layer 2" in text
    for rank in (1, 2, 3):
        assert f"for c = card {rank}: `c.rank > least`: {rank} > 4 is false" in text
    assert "`hand[2] is empty` is false: there is card 1, card 2, card 3" in text
    assert as_json(found)


def test_the_player_is_named_with_each_action(tmp_path: Path) -> None:
    state, found = ended(tmp_path, ENDS["otherwise"], 'play_card c="card 4"')
    (by,) = found.by
    assert by.rules == ("R2",)
    assert by.stuck is not None
    assert {seat: [o.action for o in offers] for seat, offers in by.stuck.offers.items()} == {
        1: ["play_card", "hold"]
    }
    lines = Teller(state.game.words, "en", 80).end(found).splitlines()
    assert "  Player 2 had no legal move:" in lines


def test_the_conditions_around_a_stop_have_the_values_of_that_moment(tmp_path: Path) -> None:
    play = """
  - turns: from nth(player, 1), 5 rounds
    do:
      - choose: [play_card, hold]
      - lamp := least
      - if: lamp >= 5
        then:
          - lamp := 9
          - if: me = nth(player, 1) and size(hand[me]) <= 2
            then:
              - stop turns
"""
    # Seat 2 has nothing higher than 5, but that is never asked: seat 1 plays 5 and has two cards left.
    state, found = ended(tmp_path, play, 'play_card c="card 5"')
    (by,) = found.by
    told = [line.strip() for reason in by.reasons for line in reason.lines()]
    assert "`size(hand[1]) <= 2`: 2 <= 2 is true" in told
    # Of the lamp, which was changed meanwhile, it isn't said what it came to.
    assert not any("lamp" in line for line in told)
    assert by.under == ("where `lamp >= 5`",)
    assert state.variables()[list(state.game.ruleset.variables).index("lamp")] == [9]


def test_a_loop_that_ended_is_asked_then(tmp_path: Path) -> None:
    play = """
  - turns: from nth(player, 1), until least >= 5
    do:
      - choose: [play_card, hold]
        times: 0..1
"""
    _, found = ended(tmp_path, play, 'play_card c="card 4"', 'play_card c="card 6"')
    (by,) = found.by
    assert [reason.told for reason in by.reasons] == ["`least >= 5`: 6 >= 5 is true"]


def ended_then(tmp_path: Path, play: str, *moves: str) -> tuple[Teller, tuple[EndedBy, ...]]:
    """What ended in the steps of the last of these moves."""
    path = tmp_path / "higher.yaml"
    path.write_text(RULES.replace("PLAY", play.strip("\n")), encoding="utf-8")
    game = Game(load(path), backend="reference", traced=True)
    trail = followed(game)
    state = game.start(0)
    for move in moves[:-1]:
        state.play(move)
    before, points = state.awaited, list(trail.points)
    (seat,) = before
    found = ended_in(state, trail, moves[-1], seat, played(state, trail, moves[-1], seat, []))
    # Asking has left the game as it was.
    assert (state.awaited, trail.points) == (before, points)
    return Teller(state.game.words, "en", 200), found


ROUNDS = """
  - repeat: 2
    do:
      - turns: from nth(player, 1), 5 rounds
        do:
          - choose: [play_card, hold]
            otherwise:
              - stop turns
      - least := 0
      - while: size(hand[nth(player, 1)]) < 3
        do:
          - move last(played) to hand[nth(player, 1)]
      - while: lamp > 3
        do:
          - take 1 from lamp
"""


def test_a_round_that_ended_is_told_with_who_could_not_move(tmp_path: Path) -> None:
    # Seat 1 plays 4, and seat 2 has 1, 2 and 3; then seat 1 takes cards until it has three.
    teller, found = ended_then(tmp_path, ROUNDS, 'play_card c="card 4"')
    assert [by.source for by in found] == ["stop turns", "while: size(hand[nth(player, 1)]) < 3"]
    stuck, drawn = found
    assert stuck.stuck is not None
    assert list(stuck.stuck.offers) == [1]
    three = "`size(hand[nth(player, 1)]) < 3`: 3 < 3 is false"
    assert [reason.told.startswith(three) for reason in drawn.reasons] == [True]
    text = teller.ended(found)
    assert "  Player 2 had no legal move:" in text.splitlines()
    assert "for c = card 3: `c.rank > least`: 3 > 4 is false" in text
    # What asks nobody is told in a line; a loop that was never entered not at all.
    assert f"while: size(hand[nth(player, 1)]) < 3: {three}" in text
    assert "lamp" not in text
    assert as_json(found)


@pytest.mark.parametrize("how", ENDS)
def test_what_ends_the_game_is_told_where_it_ends_too(tmp_path: Path, how: str) -> None:
    _, found = ended_then(tmp_path, ENDS[how], 'play_card c="card 4"')
    _, game = ended(tmp_path, ENDS[how], 'play_card c="card 4"')
    assert [(by.told, by.source, by.under) for by in found] == [
        (by.told, by.source, by.under) for by in game.by
    ]
    told = [[reason.lines() for reason in by.reasons] for by in found]
    assert told == [[reason.lines() for reason in by.reasons] for by in game.by]


def test_what_ends_nothing_isn_t_told(tmp_path: Path) -> None:
    _, found = ended_then(
        tmp_path, ENDS["until"].replace("not can", "size(played) > 2 and not can"), 'play_card c="card 6"'
    )
    assert found == ()


def test_what_ends_several_times_is_told_once(tmp_path: Path) -> None:
    play = """
  - choose: [play_card]
    by: nth(player, 1)
  - for: x in 1..3
    do:
      - lamp := x
      - while: lamp > 0
        do:
          - take 1 from lamp
"""
    teller, (by,) = ended_then(tmp_path, play, 'play_card c="card 4"')
    assert by.times == 3
    assert "while: lamp > 0 (3 x): `lamp > 0`: 0 > 0 is false" in teller.ended((by,))


RANKED = """
rulewright: 1
game: ranked
title: Ranked
players: 4
variables:
  cups: 0..9 per player
  coins: 0..9 per player
actions:
  rest:
    do: []
define:
  rich(player p): coins[p] > 2 or cups[p] > 4
setup:
  - cups[nth(player, 1)] := 3
  - cups[nth(player, 2)] := 3
  - cups[nth(player, 3)] := 5
  - cups[nth(player, 4)] := 3
  - coins[nth(player, 1)] := 1
  - coins[nth(player, 2)] := 2
  - coins[nth(player, 4)] := 1
play:
  - choose: [rest]
    by: nth(player, 1)
result:
  score: cups[me]
  rank:
    - highest cups[me]
    - highest coins[me]
  winners: rich(me)
"""


def test_a_ranking_says_who_is_compared_with_what_values(tmp_path: Path) -> None:
    path = tmp_path / "ranked.yaml"
    path.write_text(RANKED, encoding="utf-8")
    game = Game(load(path), backend="reference", traced=True)
    trail = followed(game)
    state = game.start(0)
    state.play("rest")
    found = explain_end(state, trail)
    assert found.order == (
        "Player 3 comes before Player 2 by highest cups[me]: 5 against 3.",
        "Player 2 comes before Player 1 by highest coins[me]: 2 against 1 (equal in highest cups[me]: 3).",
        "Player 1 and Player 4 share a place: they are equal in every key (highest cups[me]: 3; highest coins[me]: 1).",
    )
    # Who doesn't win is told why not, too.
    lines = Teller(game.words, "en", 80).end(found).splitlines()
    at = lines.index("for me = player 2: `rich(p = player 2)` is false")
    assert lines[at + 1 : at + 3] == ["  `coins[2] > 2`: 2 > 2 is false", "  `cups[2] > 4`: 3 > 4 is false"]
