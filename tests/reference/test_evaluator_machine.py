"""Whole games: results, copies, arranged positions, how a game ends."""

from __future__ import annotations

import random
from typing import Any

import pytest
from lab import Lab

from rulewright.machine.interface import ZoneContent

POINTS = """
variables:
  points: 0..9 per player
  speed: 0..9 per player
setup:
{setup}
play:
  - points[nth(player, 1)] := points[nth(player, 1)]
result:
  score: points[me]
  rank:
    - highest points[me]
    - lowest speed[me]
{winners}
"""


def results(
    points: list[int], speed: list[int], winners: str = ""
) -> tuple[list[int], list[int], list[bool]]:
    setup = "".join(
        f"  - points[nth(player, {i + 1})] := {p}\n  - speed[nth(player, {i + 1})] := {s}\n"
        for i, (p, s) in enumerate(zip(points, speed, strict=True))
    )
    lab = Lab(POINTS.replace("{setup}", setup.rstrip()).replace("{winners}", winners), players=len(points))
    position = lab.start().position
    return lab.machine.scores(position), lab.machine.places(position), lab.machine.winners(position)


def test_places_are_shared_by_equals_and_the_next_are_skipped() -> None:
    assert results([3, 7, 7, 1], [0, 2, 2, 0]) == ([3, 7, 7, 1], [3, 1, 1, 4], [False, True, True, False])
    assert results([3, 7, 7], [0, 2, 1])[1:] == ([3, 2, 1], [False, False, True])
    assert results([0, 0], [0, 0])[1:] == ([1, 1], [True, True])


def test_winners_can_be_said_apart() -> None:
    assert results([3, 7], [0, 0], "  winners: points[me] < 5")[1:] == ([2, 1], [True, False])


def test_a_fault_in_the_result_is_a_fault_of_the_game() -> None:
    text = (
        "variables:\n  n: 0..9 per player\nplay:\n  - n[nth(player, 1)] := 2\nresult:\n  score: 4 div n[me]\n"
    )
    game = Lab(text).start()
    assert (game.over, game.fault) == (True, "division")
    assert game.machine.scores(game.position) == [0, 0]
    text = text.replace("score: 4 div n[me]", "rank:\n    - highest 4 div n[me]\n  winners: 4 div n[me] = 2")
    game = Lab(text).start()
    assert game.machine.places(game.position) == [1, 1]
    assert game.machine.winners(game.position) == [False, False]


WALK = """
components:
  card: {fields: {face: 1..9}, make: 1 for each n in 1..9 with face = n}
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  shown: row of card, seen by everyone
variables:
  n: 0..999
actions:
  draw:
    when: deck is not empty
    do:
      - move top(deck) to hand[me]
      - run tell
  show_one:
    pick:
      c: hand[me]
    do:
      - show c
      - move c to shown
      - add 1 to n
procedures:
  tell:
    do:
      - let before = size(hand[me])
      - choose: [show_one]
        times: 0..1
      - if: size(hand[me]) = before
        then:
          - add 100 to n
setup:
  - move every card to deck
  - shuffle deck
play:
  - turns: from nth(player, 1), until n > 900
    do:
      - choose: [draw]
        otherwise:
          - stop game
result:
  score: size(hand[me])
"""


def state_of(lab: Lab, position: Any) -> object:
    machine = lab.machine
    legal = [machine.legal(position, seat) for seat in machine.awaited(position)]
    return (
        machine.zones(position),
        machine.variables(position),
        machine.awaited(position),
        legal,
        machine.over(position),
    )


def test_a_copy_is_equal_and_independent() -> None:
    lab, rng = Lab(WALK, traced=True), random.Random(5)
    machine = lab.machine
    position = machine.start(rng.randrange)
    while not machine.over(position):
        before = state_of(lab, position)
        twin = machine.copy(position)
        assert state_of(lab, twin) == before
        (seat,) = machine.awaited(position)
        move = rng.choice(machine.legal(position, seat))
        tape: list[int] = []

        def chance(n: int, tape: list[int] = tape) -> int:
            tape.append(rng.randrange(n))
            return tape[-1]

        machine.play(position, seat, move, chance)
        assert state_of(lab, twin) == before
        left = iter(tape)
        machine.play(twin, seat, move, lambda n, left=left: next(left))  # type: ignore[misc]
        assert state_of(lab, twin) == state_of(lab, position)
        assert machine.events(twin) == machine.events(position)


def test_an_arranged_position_is_played_on_from() -> None:
    lab = Lab(WALK, players=3)
    game = lab.start()
    deck, first, shown = (lab.ruleset.zones[z].first for z in ("deck", "hand", "shown"))
    zones = [ZoneContent(()) for _ in range(lab.ruleset.zone_count)]
    zones[deck] = ZoneContent((8, 1), unknown=(3, 4), above=1)
    zones[first + 1] = ZoneContent((0, 2))
    zones[shown] = ZoneContent((7, 6, 5))
    machine = game.machine
    machine.arrange(game.position, zones, {0: [45]}, 1)
    assert machine.zones(game.position) == zones
    assert (game.awaited, game.value("n"), game.legal()) == ((1,), 45, [("draw",)])
    game.play("draw")
    assert game.legal() == [("show_one", 0), ("show_one", 2), ("show_one", 8), ("done",)]
    # In the middle of a procedure and an action the turn can still be given to somebody else.
    zones = machine.zones(game.position)
    zones[first + 2], zones[first + 1] = zones[first + 1], zones[first + 2]
    machine.arrange(game.position, zones, {}, 2)
    assert game.awaited == (2,)
    game.play("show_one", 8)
    assert (game.ids("hand", 2), game.ids("shown"), game.value("n")) == ([0, 2], [7, 6, 5, 8], 46)
    assert game.awaited == (0,)
    twin = machine.copy(game.position)
    assert state_of(lab, twin) == state_of(lab, game.position)


def test_an_arranged_position_without_a_legal_move_is_played_on_at_once() -> None:
    lab = Lab(WALK)
    game = lab.start()
    zones = [ZoneContent(()) for _ in range(lab.ruleset.zone_count)]
    zones[lab.ruleset.zones["hand"].first] = ZoneContent(tuple(range(9)))
    game.machine.arrange(game.position, zones, {}, None)
    assert (game.over, game.fault) == (True, None)
    assert game.machine.scores(game.position) == [9, 0]


def test_scores_as_they_stand_ask_no_chance() -> None:
    text = WALK.replace("score: size(hand[me])", "score: top(deck).face")
    game = Lab(text).start(3)
    assert game.machine.scores(game.position) == [0, 0]
    assert game.arities == []
    game.play("draw")
    assert game.arities == [9]


OTHERWISE = """
components:
  coin: {alike: true, make: 9}
zones:
  bank: set of coin, seen by everyone
  bag: set of coin per player, seen by everyone
  table: set of coin, seen by everyone
variables:
  asked: 0..99
actions:
  lay:
    when: bag[me] is not empty
    do:
      - move 1 from bag[me] to table
  take:
    when: bank is not empty
    do:
      - move 1 from bank to bag[me]
  rest:
    do: []
setup:
  - move 9 of the(k in coin) from box to bank
play:
  - turns: from nth(player, 1), at most 9
    do:
      - choose: [lay]
        times: {times}
        otherwise:
          - choose: [take]
            {inner}
            otherwise:
              - choose: [rest]
      - add 1 to asked
"""


def moved(lab: Lab, of: dict[str, int]) -> list[ZoneContent]:
    """So many coins by zone, the bags by their seats."""
    coins = {name: ZoneContent((0,), counts=(n,)) if n else ZoneContent(()) for name, n in of.items()}
    zones = [ZoneContent(()) for _ in range(lab.ruleset.zone_count)]
    for name, content in coins.items():
        family, _, seat = name.partition(" ")
        zones[lab.ruleset.zones[family].first + int(seat or 1) - 1] = content
    return zones


@pytest.mark.parametrize("times", ["1..2", "as long as possible", "as many as possible", "1..size(bank) + 1"])
@pytest.mark.parametrize("inner", ["by: me", "times: 1..3", "times: as many as possible"])
def test_a_decision_that_stands_first_in_otherwise_is_put_anew_from_the_choose_before(
    times: str, inner: str
) -> None:
    lab = Lab(OTHERWISE.replace("{times}", times).replace("{inner}", inner))
    game = lab.start()
    machine = game.machine
    assert game.legal() == [("take",)]
    machine.arrange(game.position, moved(lab, {"bank": 6, "bag 2": 3}), {}, 0)
    assert (game.awaited, game.legal()) == ((0,), [("take",)])
    machine.arrange(game.position, moved(lab, {"bank": 6, "bag 2": 3}), {}, 0)
    assert game.legal() == [("take",)]
    machine.arrange(game.position, moved(lab, {"bank": 7, "bag 2": 2}), {}, 1)
    assert (game.awaited, game.legal()) == ((1,), [("lay",)])
    game.play("lay")
    assert ("lay",) in game.legal()
    game.play("lay")
    # The turn is over, and the other has nothing to lay.
    assert (game.awaited, game.value("asked"), game.legal()) == ((0,), 1, [("take",)])
    machine.arrange(game.position, moved(lab, {"table": 9}), {}, None)
    assert (game.awaited, game.legal()) == ((0,), [("rest",)])
    machine.arrange(game.position, moved(lab, {"bank": 9}), {}, None)
    assert (game.awaited, game.legal()) == ((0,), [("take",)])
    twin = machine.copy(game.position)
    assert state_of(lab, twin) == state_of(lab, game.position)
    machine.arrange(game.position, moved(lab, {"bag 1": 1, "table": 8}), {}, None)
    game.play("lay")
    assert (game.awaited, game.value("asked"), game.legal()) == ((1,), 2, [("rest",)])


def test_a_series_in_otherwise_that_has_begun_goes_on_where_it_is() -> None:
    lab = Lab(
        OTHERWISE.replace("{times}", "as many as possible").replace("{inner}", "times: as many as possible")
    )
    game = lab.start()
    game.play("take")
    assert game.legal() == [("take",)]
    game.machine.arrange(game.position, moved(lab, {"bank": 6, "bag 1": 3}), {}, None)
    assert (game.awaited, game.legal()) == ((0,), [("take",)])
