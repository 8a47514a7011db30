"""What a condition or domain hangs on is told beside it: what an index comes to, what lies there, where a name
came from."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine.contract import Game, State, load
from rulewright.explain.moves import Explainer, MoveExplained
from rulewright.explain.wanted import read_wanted

RULES = """
rulewright: 1
game: piers
title: Piers
players: 2
enums:
  harbour: [north, south]
boards:
  pier:
    paths:
      way: [dock, inner, outer, sea]
components:
  boat:
    make: 1 per player
  gem:
    fields:
      size: 1..3
    make: 1 for each z in 1..3 with size = z
    named: "gem {size}"
  stone:
    fields:
      weight: 1..2
    make: 3 for each w in 1..2 with weight = w
    named: "stone {weight}"
zones:
  boats: set of boat per pier, seen by everyone
  store: set of gem per harbour, seen by everyone
  purse: set of gem per player, seen by owner
variables:
  harbour_at: harbour or none per pier
  tired: boolean
  oars: 1..6
define:
  boat_of(player p): the(b in boat where b.owner = p)
  far(integer rest): rest > 2
actions:
  load:
    with: boat b, boolean open
    when: open
    pick:
      g: store[(harbour_at[at(b)] else north)]
    do: []
  row_on:
    with: boat b, integer strength
    when: not tired
    pick:
      goal: ahead(at(b)) where steps(at(b), goal) <= strength
    do: []
  row_back:
    with: boat b
    pick:
      goal: behind(at(b))
    do: []
  sell:
    pick:
      gs: 2..3 of purse[me] where far(sum(g.size for g in gs) - size(gs))
    do: []
  land:
    when: harbour_at[at(boat_of(me))] is not none
    do: []
  wait:
    do: []
  visit:
    pick:
      n: 1..20 where n > 16 and n < oars
    do: []
  point:
    pick:
      s: pier where steps(dock, s) > 2
    do: []
  idle:
    when: not can(me, boast, point)
    do: []
  boast:
    when: any(x.weight > oars for x in stone)
    do: []
  signal:
    pick:
      n: 1..3 where not tired and (n = 1 and oars > 4 or n = 2 and seat(me) > oars)
    do: []
setup:
  - for: b in boat
    do:
      - move b to boats[if b.owner = nth(player, 1) then inner else dock]
  - harbour_at[inner] := south
  - move the(g in gem where g.size = 1) to store[north]
  - move the(g in gem where g.size = 2) to store[south]
  - move the(g in gem where g.size = 3) to purse[nth(player, 1)]
  - oars := 2
play:
  - turns: from nth(player, 1), 3 rounds
    do:
      - let weather_holds = oars > 2
      - choose: [load, row_on, row_back, sell, land, wait, visit, boast, point, idle, signal]
        with:
          load: boat_of(me), weather_holds
          row_on: boat_of(me), oars - 1
          row_back: boat_of(me)
        times: 0..3
      - tired := true
result:
  score: 0
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("piers") / "piers.yaml"
    path.write_text(RULES, encoding="utf-8")
    return Game(load(path), backend="reference", traced=True)


def why(state: State, move: str, eyes: int | None = None) -> MoveExplained:
    seat = state.awaited[0]
    return Explainer(state, eyes).explain(read_wanted(state.game.words, move, seat))


def told(state: State, move: str, eyes: int | None = None) -> list[str]:
    found = why(state, move, eyes)
    assert not found.legal
    return [line for reason in found.finding.reasons for line in reason.lines()]


def test_a_name_that_the_step_gives_says_what_it_was_given(game: Game) -> None:
    lines = told(game.start(0), 'load g="gem 1"')
    assert lines[0] == "`open` is false"
    assert lines[1] == "  `weather_holds` is false"
    assert lines[2].startswith("    set by `let weather_holds = oars > 2` (line ")
    line = RULES.splitlines().index("      - let weather_holds = oars > 2") + 1
    assert lines[2].endswith(f"(line {line})")
    # It was set when there were two oars, and says so though there are more since.
    assert lines[3] == "    `oars > 2`: 2 > 2 is false"
    later = game.start(0)
    later.arrange(None, {list(game.ruleset.variables).index("oars"): [5]})
    assert told(later, 'load g="gem 1"') == lines


def test_numbers_that_the_step_gives_say_what_they_are(game: Game) -> None:
    # From inner to sea are two steps; oars - 1 is one.
    (line,) = told(game.start(0), "row_on goal=sea")
    assert line == (
        "`steps(at(boat of 1), sea) <= strength`: 2 <= 1 is false "
        "(where strength is `oars - 1`, at(boat of 1) is inner)"
    )


def test_a_domain_says_what_is_in_it_and_where_that_is(game: Game) -> None:
    state = game.start(0)
    assert told(state, "row_on goal=dock") == [
        "`ahead(at(boat of 1))` is [outer, sea] (where at(boat of 1) is inner)"
    ]
    assert told(state, "row_back goal=sea") == [
        "`behind(at(boat of 1))` is [dock] (where at(boat of 1) is inner)"
    ]
    state.play("done")
    state.arrange(None, {list(game.ruleset.variables).index("tired"): [0]})
    assert told(state, "row_back goal=dock") == [
        "`behind(at(boat of 2))` is empty (where at(boat of 2) is dock)"
    ]


def test_an_index_says_what_it_comes_to(game: Game) -> None:
    state = game.start(0)
    assert why(state, "land").legal
    state.play("done")
    assert told(state, "land") == [
        "`harbour_at[at(boat_of(2))] is not none` is false (where at(boat_of(2)) is dock, "
        "boat_of(2) is boat of 2)"
    ]


def test_a_domain_that_is_looked_up_is_told_with_what_lies_there(tmp_path: Path) -> None:
    path = tmp_path / "open.yaml"
    path.write_text(
        RULES.replace("oars > 2", "oars > 1").replace("game: piers", "game: open"), encoding="utf-8"
    )
    state = Game(load(path), backend="reference").start(0)
    # The boat of seat 1 lies at the inner pier, where the southern harbour is, with gem 2.
    (line,) = told(state, 'load g="gem 1"')
    assert line.startswith("`store[(harbour_at[at(boat of 1)] else north)]` is [gem 2] (where ")
    assert "at(boat of 1) is inner" in line
    assert "south" in line


def test_where_something_is_set_that_only_holds_or_not(game: Game) -> None:
    state = game.start(0)
    state.play("done")
    line = RULES.splitlines().index("      - tired := true") + 1
    assert told(state, "row_on") == ["`not tired` is false", f"  tired is set in line {line}"]


def test_what_a_definition_is_given_is_told_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "rich.yaml"
    rules = RULES.replace("game: piers", "game: rich").replace("rest > 2", "rest > 3")
    path.write_text(rules.replace("to store[south]", "to purse[nth(player, 1)]"), encoding="utf-8")
    state = Game(load(path), backend="reference").start(0)
    # Gems 2 and 3 are 5 in all, less 2 of them is 3, which is no more than 3.
    first, second = told(state, 'sell gs=["gem 2", "gem 3"]')
    hangs = "sum(g.size for g in gs) is 5, size([gem 2, gem 3]) is 2"
    assert first == f"`far(rest = 3)` is false (where {hangs})"
    assert second == "  `rest > 3`: 3 > 3 is false"


def test_sizes_are_said_in_words(game: Game) -> None:
    found = why(game.start(0), 'sell gs=["gem 3"]')
    assert found.finding.told == "1 picked for gs, and it takes 2..3."


def test_what_can_be_done_is_named(game: Game) -> None:
    # Three steps from the dock there is the sea alone.
    assert told(game.start(0), "idle")[-1].strip() == "point: 1 legal move (point s=sea)"


def test_of_many_candidates_some_of_each_way_to_fail_are_told(game: Game) -> None:
    # There are two oars: 1 to 16 fail for the first part, 17 to 20 for the second.
    lines = told(game.start(0), "visit")
    assert [line.partition(":")[0] for line in lines if line.startswith("for ")] == [
        f"for n = {n}" for n in (1, 2, 3, 17, 18, 19)
    ]
    assert lines[-1] == "and 14 more"


def test_members_that_fail_alike_are_told_once(game: Game) -> None:
    # There are three stones of each weight.
    assert told(game.start(0), "boast")[1:] == [
        "  for x = stone 1: `x.weight > oars`: 1 > 2 is false",
        "  for x = stone 2: `x.weight > oars`: 2 > 2 is false",
    ]


def test_of_an_or_that_fails_the_line_tells_all_parts_and_of_an_and_the_one_that_fails(game: Game) -> None:
    # There are two oars, and seat 1 asks.
    (first,) = why(game.start(0), "signal n=1").finding.reasons
    assert first.brief == "`oars > 4`: 2 > 4 is false; `n = 2`: 1 = 2 is false"
    (second,) = why(game.start(0), "signal n=2").finding.reasons
    assert second.brief == "`n = 1`: 2 = 1 is false; `seat(1) > oars`: 1 > 2 is false"


def test_what_a_seat_cannot_see_isn_t_listed(game: Game) -> None:
    state = game.start(0)
    found = why(state, 'sell gs=["gem 1", "gem 2"]', eyes=0)
    assert [reason.told for reason in found.finding.reasons] == ["`purse[1]` is [gem 3]"]
    other = Explainer(state, 1).explain(read_wanted(state.game.words, 'sell gs=["gem 1", "gem 2"]', 0), 0)
    assert not any("gem 3" in reason.told for reason in other.finding.reasons)
