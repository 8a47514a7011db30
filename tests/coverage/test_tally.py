"""What play comes to is counted alike by the reference evaluator, in CPython and natively."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rulewright.check import check_text
from rulewright.compile.machine import CompiledMachine
from rulewright.coverage import Coverage, Reached
from rulewright.engine.contract import load
from rulewright.machine.interface import Config
from rulewright.machine.tally import (
    AS_ASKED,
    CUT_OFF,
    NOBODY_LEFT,
    PLAIN_ONLY,
    PLAYED_OUT,
    ROUNDS_OVER,
    TURN,
    TURNS_OVER,
    UNTIL_HELD,
    WHILE_FAILED,
    Tally,
)
from rulewright.reference import ReferenceMachine
from rulewright.ruleset.model import Ruleset
from rulewright.simulate.players import compiled_maker
from rulewright.simulate.setting import Setting

sys.path.insert(0, str(Path(__file__).parents[1] / "generated"))
from made_rulesets import rulesets

#: Every kind of step that branches, with numbers that follow from the text: see the test.
BRANCHES = """
rulewright: 1
game: branches
title: Branches
players: 2
tables:
  worth:
    table: 0..9 per 1..3
    values: [4, 5, 6]
variables:
  n: 0..100
  m: 0..100
actions:
  one:
    do:
      - n := n + worth[2]
  two:
    when: n > 1000
    do:
      - m := 1
setup:
  - repeat: 3
    do:
      - if: m < 2
        then:
          - add 1 to m
        else:
          - add 2 to m
  - while: m < 8
    do:
      - add 1 to m
  - for: p in player
    do:
      - add 1 to m
play:
  - turns: from nth(player, 1), 1 rounds
    do:
      - add 1 to m
  - turns: from nth(player, 1), at most 3
    do:
      - add 1 to m
  - turns: from nth(player, 1), until m > 15
    do:
      - add 1 to m
  - turns: from nth(player, 1), while m < 18
    do:
      - choose: [one, two]
      - choose: [two]
        otherwise:
          - add 1 to m
  - choose: [one]
    by: nth(player, 1)
    times: 0..1
result:
  rank:
    - highest seat(me)
"""


def ruleset_of(text: str) -> Ruleset:
    made, findings = check_text(text)
    assert made is not None, findings
    return made


def games(machine: Any, count: int, moves: int = 300) -> None:
    for game in range(count):
        chance, pick = random.Random(game), random.Random(game + 1000)
        position = machine.start(chance.randrange)
        for _ in range(moves):
            if machine.over(position):
                break
            seat = machine.awaited(position)[0]
            legal = machine.legal(position, seat)
            machine.play(position, seat, legal[pick.randrange(len(legal))], chance.randrange)


def counted(made: Ruleset, count: int) -> tuple[Tally, Tally]:
    """Of the same games: what the compiled program counts, and the reference evaluator."""
    config = Config(made.players[0], made.reading_numbers())
    compiled, plain = CompiledMachine(made, config, counted=True), ReferenceMachine(made, config)
    plain.tally = Tally()
    games(compiled, count)
    games(plain, count)
    return compiled.tally, plain.tally


def assert_alike(compiled: Tally, plain: Tally, text: str = "") -> None:
    """The same numbers, but for what the evaluator alone counts, and what is asked another number of times."""
    exact = PLAIN_ONLY | AS_ASKED
    assert {point: n for point, n in plain.items() if point[0] not in exact} == {
        point: n for point, n in compiled.items() if point[0] not in exact
    }, text
    asked = [{point for point in tally if point[0] in AS_ASKED} for tally in (compiled, plain)]
    assert asked[0] == asked[1], text


def told(made: Ruleset, tally: Tally) -> dict[tuple[str, str, int], int]:
    """By kind, source text and arm; tables and ends by number."""
    return {
        (kind, made.places[at].what if kind not in ("table", "end") else str(at), arm): n
        for (kind, at, arm), n in tally.items()
    }


def test_each_branch_is_counted() -> None:
    made = ruleset_of(BRANCHES)
    compiled, plain = counted(made, 1)
    found = told(made, plain)
    # Three times round: m is 0, 1, 2 before it, so 1, 2, 4 after it; then 5 to 8; two players: 10.
    assert found["branch", "3", 1] == 3
    assert (found["branch", "m < 2", 1], found["branch", "m < 2", 0]) == (2, 1)
    assert (found["branch", "m < 8", 1], found["branch", "m < 8", 0]) == (4, 1)
    assert found["branch", "p in player", 1] == 2
    # Two turns in a round: 12; three turns: 15; one until 16; two while it is below 18.
    turns = {(a, n) for (kind, what, a), n in found.items() if kind == "branch" and what.startswith("from")}
    assert turns == {
        (TURN, 2), (ROUNDS_OVER, 1), (TURN, 3), (TURNS_OVER, 1), (TURN, 1), (UNTIL_HELD, 1), (WHILE_FAILED, 1),
    }  # fmt: skip
    # Twice one of two actions, of which one is legal; twice what isn't legal, so `otherwise`; then once or not.
    asked = sorted((a, n) for (kind, _, a), n in plain.items() if kind == "asked")
    assert asked == [(0, 1), (0, 2), (1, 1)], "the last choice alone has two moves"
    chosen = sorted((a, n) for (kind, _, a), n in plain.items() if kind == "chosen")
    assert (0, 2) in chosen
    assert (2, 2) in chosen, "otherwise ran"
    ones = sum(n for arm, n in chosen if arm == 0)
    assert found["table", "0", 1] == ones
    assert found["end", "0", PLAYED_OUT] == 1
    assert_alike(compiled, plain)


#: Ways of an ``if`` in expressions of every place: a definition, a condition of a candidate, a set, a number of
#: players, a reading, a score. What each can come to is said in the test.
ARMS = """
rulewright: 1
game: arms
title: Arms
players: 2..3
rulings:
  strictness:
    question: How strict?
    readings:
      mild: mildly
      harsh: harshly
    chosen: mild
components:
  card:
    fields:
      number: 1..4
    make: 1 for each n in 1..4 with number = n
    named: "card {number}"
zones:
  hand: set of card, seen by everyone
  table: set of card, seen by everyone
variables:
  n: 0..100
define:
  low(card c): if c.number < 3 then 1 else 0
  worth(card c): if strictness = harsh then 2 * c.number else c.number
actions:
  lay:
    pick:
      c: hand where (if c.number > 2 then size(table) else 1) > 0
    do:
      - move c to table
      - add low(c) + worth(c) to n
      - add (if number of players = 3 then 5 else 0) to n
setup:
  - move every card to hand
play:
  - turns: from nth(player, 1), 1 rounds
    do:
      - choose: [lay]
      - for: c in (if size(table) > 4 then hand else table)
        do:
          - add 1 to n
result:
  score: if n > 90 then n else 0
  rank:
    - highest seat(me)
"""


def test_each_way_of_an_if_in_an_expression_is_counted() -> None:
    made = ruleset_of(ARMS)
    compiled, plain = counted(made, 20)
    found = {(what, arm) for (kind, what, arm) in told(made, plain) if kind == "arm"}
    assert found == {
        # A 1 or a 2 is laid first, and in some of the games a higher one after it.
        ("if c.number < 3 then 1 else 0", 1), ("if c.number < 3 then 1 else 0", 0),
        ("if strictness = harsh then 2 * c.number else c.number", 0),
        ("if c.number > 2 then size(table) else 1", 1), ("if c.number > 2 then size(table) else 1", 0),
        ("if number of players = 3 then 5 else 0", 0),
        ("if size(table) > 4 then hand else table", 0),
        ("if n > 90 then n else 0", 0),
    }  # fmt: skip
    assert_alike(compiled, plain)
    # The candidates of two decisions: two of four cards, and of the three that are left.
    asked = told(made, plain)
    high = "if c.number > 2 then size(table) else 1"
    assert asked["arm", high, 1] + asked["arm", high, 0] == 20 * (4 + 3)
    assert (
        sum(n for (kind, what, _), n in asked.items() if (kind, what[:13]) == ("arm", "if c.number <")) == 40
    )


def test_who_drops_out_ends_the_turns() -> None:
    play = "  - turns: from nth(player, 1)\n    do:\n      - drop out me\n"
    text = BRANCHES.split("play:")[0] + "play:\n" + play + "result:" + BRANCHES.split("result:")[1]
    made = ruleset_of(text)
    compiled, plain = counted(made, 1)
    (turns,) = (p for p, place in enumerate(made.places) if place.what == "from nth(player, 1)")
    assert {(arm, n) for (_, place, arm), n in plain.items() if place == turns and arm} == {(NOBODY_LEFT, 1)}
    assert plain["branch", turns, TURN] == 2
    assert_alike(compiled, plain)


@pytest.mark.parametrize(
    "name",
    ["tembo", "zambezi", "niagara", "zum_kuhkuck", "goofspiel", "backgammon", "hearts", "crazy_eights"],
)
def test_the_ways_of_running_count_alike(name: str) -> None:
    compiled, plain = counted(load(name), 2)
    assert len(compiled) > 10
    assert_alike(compiled, plain)


#: Two cards, of which so many are drawn; what was drawn is laid off and comes back when the pile is empty.
REFILLED = """
rulewright: 1
game: refilled
title: Refilled
players: 1
components:
  card:
    make: 2
zones:
  spent: set of card, seen by everyone
  deck: pile of card, seen by nobody, refilled from spent
variables:
  n: 0..9
actions:
  go:
    do:
      - n := 1
setup:
  - move every card to deck
  - shuffle deck
play:
  - choose: [go]
    by: nth(player, 1)
  - repeat: DRAWN
    do:
      - move top(deck) to spent
result:
  score: n
"""


@pytest.mark.parametrize(("drawn", "refills"), [(2, 0), (3, 1), (4, 1), (5, 2)])
def test_refills_are_counted(drawn: int, refills: int) -> None:
    made = ruleset_of(REFILLED.replace("DRAWN", str(drawn)))
    compiled, plain = counted(made, 1)
    deck = list(made.zones).index("deck")
    assert plain["refill", deck, 0] == compiled["refill", deck, 0]
    machine: Any = ReferenceMachine(made, Config(1, ()))
    machine.tally = Tally()
    position = machine.start(lambda n: 0)
    machine.play(position, 0, machine.legal(position, 0)[0], lambda n: 0)
    assert machine.tally["refill", deck, 0] == refills
    never = Coverage(made, Reached(machine.tally, 1, 0, {Config(1, ())})).never("play", "refill")
    assert [item.name for item in never] == ["deck refilled from spent"] * (not refills)


def test_native_games_count_alike() -> None:
    pytest.importorskip("llvmlite")
    made = load("tembo")
    config = Config(2, made.reading_numbers())
    players = [
        compiled_maker(Setting(made, config, 5, 1000, way), counted=True)() for way in ("native", "python")
    ]
    for player in players:
        player.play(0, 20)
    assert players[0].tally == players[1].tally
    assert players[0].tally["end", 0, PLAYED_OUT] == 20
    again = dict(players[0].tally)
    players[0].play(20, 5)
    assert sum(players[0].tally.values()) > sum(again.values())


def test_a_copy_counts_nothing_twice() -> None:
    made = ruleset_of(BRANCHES)
    machine: Any = ReferenceMachine(made, Config(2, ()))
    machine.tally = Tally()
    position = machine.start(lambda n: 0)
    before = dict(machine.tally)
    copy = machine.copy(position)
    machine.scores(copy)
    assert dict(machine.tally) == before
    machine.play(copy, 0, machine.legal(copy, 0)[0], lambda n: 0)
    assert dict(machine.tally) != before


def test_made_up_rulesets_count_alike() -> None:
    """Whatever is well typed; games that end in a fault apart, for compiled code goes on to the end of the
    step that is at fault."""
    compared: list[int] = []

    @settings(
        max_examples=25,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(text=rulesets(), seed=st.integers(0, 999))
    def count(text: str, seed: int) -> None:
        made = ruleset_of(text)
        config = Config(made.players[0], made.reading_numbers())
        compiled, plain = CompiledMachine(made, config, counted=True), ReferenceMachine(made, config)
        plain.tally = Tally()
        ends = []
        for machine in (compiled, plain):
            rng = random.Random(seed)
            position: Any = machine.start(rng.randrange)
            for _ in range(20):
                if machine.over(position):
                    break
                actor = machine.awaited(position)[0]
                legal = machine.legal(position, actor)
                machine.play(position, actor, legal[rng.randrange(len(legal))], rng.randrange)
            ends.append(machine.fault(position))
        if ends == [None, None]:
            del plain.tally["end", 0, CUT_OFF]
            assert_alike(compiled.tally, plain.tally, text)
            compared.append(len(compiled.tally))

    count()
    assert len(compared) > 8
