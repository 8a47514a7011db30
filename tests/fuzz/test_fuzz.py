"""Fuzzing: lines that needn't fit, finds made small, planted faults found, and nothing found where all is
well.

The smallest games are known beforehand: they follow from what was planted.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import pytest

from rulewright.check import check_text
from rulewright.cli.fuzz import _short, _summary
from rulewright.engine.contract import Backend, Game, load
from rulewright.fuzz import Cell, Finding, Run
from rulewright.fuzz.leaks import Leak, find_leaks, make_small
from rulewright.fuzz.lines import Line, Step, play_line, record
from rulewright.fuzz.relaid import Relaid
from rulewright.fuzz.script import follow, script_of
from rulewright.fuzz.shrink import shrink
from rulewright.fuzz.story import told
from rulewright.library import find_ruleset
from rulewright.machine.interface import Config

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command_line import run
from fuzz_support import GAME, ROUND, ruleset, searched


def only(found: Run, kind: str) -> Finding:
    (finding,) = [f for f in found.findings if f.kind == kind]
    return finding


# --- lines ------------------------------------------------------------------------------------------------


def test_a_line_needs_not_fit() -> None:
    machine = Game(ruleset()).machine
    # Six cards are drawn from eight: the arities are 8, 7, 6, 5, 4, 3. There are four moves at first: three
    # cards and the extra action, which ends the game.
    position, line = play_line(machine, Line((99, 99), (Step(99, (1, 2, 3)), Step(0))))
    assert line == Line((7, 6, 0, 0, 0, 0), (Step(3),))
    assert machine.over(position)
    assert play_line(machine, line)[1] == line
    position, line = play_line(machine, Line(steps=(Step(0),)), moves=3)
    assert line == Line((0,) * 6, (Step(0), Step(0), Step(0)))
    assert not machine.over(position)


def test_a_recorded_game_is_played_again() -> None:
    machine = Game(load("tembo"), 3).machine
    seeded = iter(range(10**9))
    position, line = record(machine, lambda n: next(seeded) * 7 % n, lambda _, __, legal: len(legal) // 2, 30)
    again, same = play_line(machine, line)
    assert same == line
    assert machine.zones(again) == machine.zones(position)


def test_making_small_leaves_what_is_needed() -> None:
    # Shown by two steps with a pick of at least 3, one of them with an outcome of at least 5 for its first.
    tried = []

    def shows(line: Line) -> Line | None:
        tried.append(line)
        high = [s for s in line.steps if s.pick >= 3]
        return line if len(high) >= 2 and any(s.chance and s.chance[0] >= 5 for s in high) else None

    steps = tuple(Step(i % 7, (i % 9, i % 3)) for i in range(60))
    small = shrink(Line((4, 4, 4), steps), shows, 10.0)
    assert small.smallest
    assert small.line.start == ()
    assert sorted((s.pick, s.chance) for s in small.line.steps) == [(3, ()), (3, (5,))]
    assert len(tried) < 1000
    # Without time a find stays as it is, and is known not to be the smallest.
    at_once = shrink(Line((4, 4, 4), steps), shows, 0.0)
    assert (at_once.line, at_once.smallest) == (Line((4, 4, 4), steps), False)


def test_a_script_means_moves_and_cards() -> None:
    machine = Game(ruleset(extra="size(hand[me]) > 9")).machine
    # All outcomes 0: the first player holds 1, 3, 5 and lays 5, 3, 1; the second 2, 4, 6 and lays 6, 4, 2.
    _, line = play_line(machine, Line(steps=(Step(2), Step(2), Step(1), Step(1), Step(0), Step(0))))
    script, choices = script_of(machine, line)
    assert follow(machine, script, 9) == line
    assert [len(legal) for legal in choices] == [3, 3, 2, 2, 1, 1]
    assert [draw.card for draw in script.start] == [0, 1, 2, 3, 4, 5]
    # Without the second card of each: 3 and 4 stay in the hands, 1 and 2 are laid next.
    left = follow(machine, script.without((2, 3), True), 4)
    position, _ = play_line(machine, left)
    assert machine.zones(position)[-1].ids == (0, 1, 4, 5)
    # Another card is dealt, the 8 for the 5; nobody has the 5 to lay, so the 3 is laid, which was next.
    changed = follow(machine, script.with_cards({4: 7}), 2)
    position, _ = play_line(machine, changed)
    assert machine.zones(position)[-1].ids == (2, 5)


def test_what_nothing_needs_is_left_out_between() -> None:
    # The sum is too high once the 7 and the 8 lie: after two decisions, whatever was laid before them.
    both = "any(a.number = 8 for a in table) and any(a.number = 7 for a in table)"
    made = ruleset(f"sum := if {both} then 21 else 0")
    machine = Game(made).machine
    deal = (7, 6, 0, 0, 0, 0)
    long = Line(deal, (Step(0), Step(0), Step(0), Step(0), Step(0), Step(0)))

    def shows(line: Line) -> Line | None:
        position, played = play_line(machine, line)
        return played if machine.fault(position) is not None else None

    assert len(shrink(long, shows, 10.0, machine).line.steps) == 2


# --- planted faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_fault_is_found_and_made_small(backend: Backend) -> None:
    # Numbers of laid cards are added up, and 20 is the most that is allowed: 8 + 7 + 6 is the shortest way
    # beyond it, three cards of which one player lays two.
    finding = only(searched(ruleset("add c.number to sum"), backend=backend), "fault")
    assert finding.code == "number-range"
    assert finding.decisions == 3
    assert finding.rules == ("L1",)
    assert finding.count > 0


def test_the_shortest_game_of_many() -> None:
    # Only the sixth card that is laid divides by zero; whatever is laid, no shorter game does.
    finding = only(searched(ruleset("sum := 6 div (6 - size(table))", "size(table) > 9")), "fault")
    assert (finding.code, finding.decisions) == ("division", 6)
    assert finding.count == finding.games, "every game comes to it"


def test_a_choice_that_tells_a_secret() -> None:
    leak = only(searched(ruleset(extra="any(c.number = 8 for c in hand[left of me])")), "leak")
    # The first decision shows it already, and only the first player's.
    assert leak.decisions == 0
    assert leak.leak is not None
    one, other = leak.leak.moves
    assert set(one) ^ set(other) == {"extra"}
    assert leak.leak.one.view(leak.leak.seat) == leak.leak.other.view(leak.leak.seat)


def test_what_the_checker_suspects_is_proven_or_not() -> None:
    # Two choices read the other hand: one tells it, and of the other nothing can come, as 9 is on no card.
    text = GAME.replace(
        "  extra:",
        "  other:\n    when: any(c.number > 8 for c in hand[left of me])\n    do:\n      - stop game\n  extra:",
    ).replace("[lay, extra]", "[lay, extra, other]")
    found = searched(ruleset(extra="any(c.number = 8 for c in hand[left of me])", text=text))
    assert [(s.action, s.proven) for s in found.suspicions] == [("other", False), ("extra", True)]
    assert [f.kind for f in found.findings] == ["leak"]
    # With six cards all are dealt, so nothing is told: what is only suspected is no finding.
    alone = searched(
        ruleset(extra="any(c.number = 6 for c in hand[left of me])", text=GAME.replace("1..8", "1..6"))
    )
    assert [(s.action, s.proven) for s in alone.suspicions] == [("extra", False)]
    assert not alone.wrong


def test_each_suspected_choice_that_tells_a_secret_is_shown() -> None:
    # The first decision tells it by one action; another action tells it only later, when cards were laid.
    text = GAME.replace(
        "  extra:",
        "  other:\n    when: size(table) = 4 and any(c.number = 1 for c in hand[left of me])\n    do:\n      - stop game\n  extra:",
    ).replace("[lay, extra]", "[lay, extra, other]")
    made = ruleset(extra="size(table) = 0 and any(c.number = 8 for c in hand[left of me])", text=text)
    leaks, _ = find_leaks(Game(made, traced=True), 1, 2.0, plain=Game(made), suspected=["other", "extra"])
    assert [(leak.depth, leak.actions) for leak in leaks] == [(0, {"extra"}), (4, {"other"})]


#: Each of two players picks one of three own cards face down, then the first says a number, which may tell what
#: the second picked: the cards are always the same, and only the choice is hidden.
PICKING = """
rulewright: 1
game: picking
title: Picking
players: 2
components:
  card:
    fields:
      number: 1..3
    make: 1 per player for each n in 1..3 with number = n
zones:
  hand: set of card per player, seen by owner
  picked: set of card per player, seen by owner
actions:
  pick_card:
    pick:
      c: card in hand[me]
      n: 0..2
    do:
      - move c to picked[me]
  say_number:
    pick:
      n: 0..2 where MAY
    do:
      - stop game
setup:
  - for: c in card
    do:
      - move c to hand[c.owner]
play:
  - turns: from nth(player, 1), once round
    do:
      - choose: [pick_card]
  - choose: [say_number]
    by: nth(player, 1)
result:
  rank:
    - highest seat(me)
"""


@pytest.mark.parametrize(
    ("may", "found"),
    [
        ("n < 1 or all(c.number < 3 for c in picked[left of me])", True),
        ("n < 1 or all(c.number < 3 for c in picked[me])", False),
        # How many were picked is known.
        ("n < 1 or size(picked[left of me]) = 1", False),
    ],
)
def test_what_others_chose_is_a_secret_as_well(may: str, found: bool) -> None:
    made, findings = check_text(PICKING.replace("MAY", may))
    assert made is not None, findings
    relaid = Relaid(Game(made), Game(made, traced=True), random.Random(1))
    end = time.monotonic() + 20
    pairs = [relaid.look(9, end, {made.actions["say_number"].index}) for _ in range(40)]
    assert any(pairs) is found
    for seat, one, other in filter(None, pairs):
        assert (seat, len(one.history)) == (0, 3)
        assert one.information_state(0) == other.information_state(0)
        # The second picked another card, and said the same with it: a number is no card.
        (first, second) = (state.history[2].move.params for state in (one, other))
        assert first[0] != second[0]
        assert first[1] == second[1]


def test_a_leak_is_made_small() -> None:
    # Once two cards lie, a player may learn whether the other one holds the 8: after two decisions, if not
    # sooner; and after four it can be learnt as well.
    made = ruleset(extra="size(table) >= 2 and any(c.number = 8 for c in hand[left of me])")
    game, traced = Game(made), Game(made, traced=True)
    games = []
    # By turns 1, 2, 3, 4, 5, and then of 6, 7 and 8 the last one or the first one; the lowest are laid.
    for last in (2, 0):
        state = traced.start(tape=[0, 0, 0, 0, 0, last])
        for _ in range(4):
            state.play(state.legal()[0])
        games.append(state)
    leak = Leak(0, *games)
    assert leak.depth == 4
    assert games[0].information_state(0) == games[1].information_state(0)
    small, smallest = make_small(leak, game, 5.0)
    assert (small.depth, smallest) == (2, True)
    assert small.actions == {"extra"}
    assert small.one.information_state(small.seat) == small.other.information_state(small.seat)


def test_a_choice_that_tells_nothing() -> None:
    # With six cards all are dealt: who doesn't hold the 6 knows where it is.
    text = GAME.replace("1..8", "1..6")
    found = searched(ruleset(extra="any(c.number = 6 for c in hand[left of me])", text=text))
    assert [f.kind for f in found.findings if f.kind == "leak"] == []
    assert found.compared > 0


def test_a_pile_that_is_never_mixed() -> None:
    found = searched(ruleset(text=GAME.replace("  - shuffle deck\n", "")))
    assert "deck" in only(found, "unmixed").message
    assert not [f for f in searched(ruleset()).findings if f.kind == "unmixed"]


def test_play_that_comes_back() -> None:
    made, findings = check_text(ROUND)
    assert made is not None, findings
    finding = only(searched(made), "endless")
    # Four goes, and the same player is at the same place again.
    assert finding.decisions == 4
    assert "after 0 decisions comes again after 4" in finding.message
    # The turns are what goes on.
    assert finding.place is not None
    assert finding.place.span is not None
    assert "turns:" in ROUND.splitlines()[finding.place.span.start.line - 1]
    assert any("choose: end" in line for line in finding.goes_on)
    limited, _ = check_text(ROUND.replace("players: 2", "players: 2\nlimit: 50"))
    assert limited is not None
    assert searched(limited).findings == []


def test_what_never_comes_up() -> None:
    made = ruleset(extra="size(hand[me]) = 4")
    found = searched(made)
    assert found.findings == []
    assert found.never_played == ["extra"]
    assert found.rules["L2"] == 0
    assert (found.rules["L1"] or 0) > 0


def test_what_the_last_move_brings_has_fired() -> None:
    # Blackjack is one decision after the other until the player stands; then the dealer plays, and the game
    # is over without another decision.
    made = load("blackjack")
    fired = searched(made).rules
    assert [rule for rule, count in fired.items() if count == 0] == []


# --- games that are well ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["zum_kuhkuck", "tembo", "kuhn_poker"])
def test_nothing_is_found_where_all_is_well(name: str) -> None:
    assert searched(load(name), 3.0, "native").findings == []


def test_no_secret_leaks_in_a_game_of_hidden_hands() -> None:
    leaks, compared = find_leaks(Game(load("tembo"), 2, traced=True), 1, 3.0)
    assert leaks == []
    assert compared > 0


# --- the command ------------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "laying.yaml"
    path.write_text(GAME.replace("THEN", "add c.number to sum").replace("EXTRA", "size(hand[me]) = 3"))
    ran = run("fuzz", path, "--time", 2, "--save", tmp_path / "found", "--workers", 1)
    assert ran.status == 1, ran.err
    assert "number-range" in ran.out
    assert "3 decisions" in ran.out
    lines = [line for line in ran.out.splitlines() if str(tmp_path) not in line]
    assert all(len(line) <= 100 for line in lines)
    (saved,) = (tmp_path / "found").iterdir()
    tested = run("test", saved)
    assert tested.status == 1
    assert "number-range" in tested.out + tested.err
    path.write_text(path.read_text().replace("0..20", "0..36"))
    assert run("test", saved).status == 0, "mended, the scenario passes"


def test_the_command_for_programs() -> None:
    told = json.loads(run("fuzz", "zum_kuhkuck", "--time", 2, "--open", "equal_claims", "--json").out)
    assert [f["kind"] for f in told["findings"]] == ["question"]
    assert told["rules"]["K6"] > 0


def test_the_headline_agrees_with_the_exit_status(tmp_path: Path) -> None:
    # Without its first shuffle nobody in Tembo can ever play: whoever deals, the same two hands are dealt.
    text = find_ruleset("tembo").read_text(encoding="utf-8")
    path = tmp_path / "tembo.yaml"
    path.write_text(text.replace("      - shuffle deck\n", "", 1), encoding="utf-8")
    ran = run("fuzz", path, "--time", 1, "--players", 2, "--workers", 1)
    assert ran.status == 1
    assert "No game had a single decision." in ran.out
    assert "[unmixed] what lies hidden in hand is the same in every game" in ran.out
    assert "Nothing goes wrong" not in ran.out
    assert "Nothing goes wrong" not in " ".join(_summary(Run(load("tembo"), unasked=["round_end"]), []))


def test_the_headline_doesnt_acquit_what_is_suspected(tmp_path: Path) -> None:
    # Whether seat 2 holds a 9 is read, and no card is a 9: nothing can prove the suspicion.
    path = tmp_path / "laying.yaml"
    path.write_text(
        GAME.replace("THEN", "sum := 0").replace("EXTRA", "any(c.number > 8 for c in hand[left of me])")
    )
    ran = run("fuzz", path, "--time", 1, "--workers", 1)
    assert ran.status == 0, ran.out
    assert "Nothing goes wrong" not in ran.out
    assert "Play comes to no fault, but (see below):\n  - 1 suspicion is still open" in ran.out
    assert "not proven by any of" in ran.out


def test_own_cards_that_everybody_begins_with_need_no_mixing() -> None:
    # In Niagara each player has seven cards of their own, known to all.
    ran = run("fuzz", "niagara", "--time", 1, "--players", 3, "--workers", 1)
    assert "unmixed" not in ran.out


def test_a_long_story_keeps_its_end() -> None:
    cell = Cell(Config(2, ()))
    finding = Finding("endless", "endless", "", cell, story=[f"line {n}" for n in range(100)])
    short = _short(finding)
    assert (short[0], short[-1], len(short)) == ("line 0", "line 99", 40)
    assert "61 lines left out" in short[4]
    finding.kind = "leak"
    finding.story = [
        "In one game:",
        *["  x"] * 30,
        "  1",
        "In another:",
        *["  y"] * 30,
        "  2",
        "Only: a",
        "Only: b",
    ]
    short = _short(finding)
    assert short[-3:] == ["  2", "Only: a", "Only: b"]
    assert "  1" in short
    assert len(short) == 42


def test_a_story_says_what_everyone_sees() -> None:
    # Where a canoe waits is public: the sentence names it, as a log's does.
    game = Game(load("niagara"), 3)
    state = game.traced_twin.start(1)
    while not (chosen := [m for m in state.legal() if m.action == "take_canoe"]):
        state.play(state.legal()[0])
    state.play(chosen[0])
    took = [line for line in told(state) if "takes the canoe" in line]
    assert took
    assert all("at dock" in line for line in took)


def test_wrong_calls() -> None:
    assert run("fuzz", "tembo", "--players", 9).status == 2
    assert run("fuzz", "tembo", "--set", "nonsense=1").status == 2
    assert run("fuzz", "tembo", "--open", "nonsense").status == 2
