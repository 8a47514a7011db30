"""Whole games: results, copies, arranged positions, how a game ends."""

from __future__ import annotations

import random
from typing import Any

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
