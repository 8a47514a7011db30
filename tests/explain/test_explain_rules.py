"""Which rule is told to decide, compared with the numbered rules of the rulebooks: that of the condition that
fails, and none of those that only stand around it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from explain_support import RULESETS, explained, watch

from rulewright.check import check_text
from rulewright.cli import main
from rulewright.engine.contract import Game, State, load
from rulewright.explain.decisions import explain_decision
from rulewright.explain.endings import explain_end
from rulewright.explain.moves import Explainer, MoveExplained
from rulewright.explain.spoken import said, shown_of
from rulewright.explain.telling import Teller
from rulewright.explain.wanted import read_wanted
from rulewright.ruleset import core
from rulewright.ruleset.types import NONE, Opt, Player, SetOf
from rulewright.scenario.model import Scenario
from rulewright.scenario.patterns import Pattern


def start(game: str) -> State:
    return Game(load(game), backend="reference", traced=True).start(7)


def why(state: State, move: str, seat: int | None = None) -> MoveExplained:
    whose = state.awaited[0] if seat is None else seat
    return Explainer(state).explain(read_wanted(state.game.words, move, whose), whose)


#: In these games each refused move of a scenario that cites one rule is refused by that rule.
ONE_EACH = {"tembo": 13, "zum_kuhkuck": 4}


@pytest.mark.parametrize("game", ONE_EACH)
def test_the_rule_that_a_scenario_is_about_decides(game: str) -> None:
    """A scenario cites the rule of the rulebook that it shows."""
    compared = 0

    def look(scenario: Scenario, pattern: Pattern, legal: bool, state: State) -> None:
        nonlocal compared
        if legal or len(scenario.rules) != 1:
            return
        finding = explained(pattern, state).finding
        if finding.kind != "if_possible":  # a wish cites no rule of its own
            assert finding.decides == scenario.rules, (scenario.name, pattern.text)
            assert finding.surely == scenario.rules
            compared += 1

    watch(RULESETS / f"{game}.yaml", look)
    assert compared >= ONE_EACH[game]


@pytest.mark.parametrize(
    ("game", "action", "rule"),
    [
        # T4: left of the dealer begins, clockwise; K2: players alternate.
        ("tembo", "play_animal", "T4"),
        ("zum_kuhkuck", "claim", "K2"),
        # R2: the players take turns.
        ("reversi", "place", "R2"),
    ],
)
def test_who_has_no_turn_is_told_whose_it_is_by_which_rule(game: str, action: str, rule: str) -> None:
    state = start(game)
    other = next(seat for seat in range(state.game.players) if seat not in state.awaited)
    finding = why(state, action, other).finding
    assert finding.kind == "not_awaited"
    assert rule in finding.rules
    assert "turns: " in finding.source or finding.source.startswith("from ")


def test_what_is_offered_elsewhere_is_told_by_the_rule_of_there() -> None:
    state = start("niagara")
    while not any(move.action == "paddle_down" for move in state.legal()):
        seat = state.awaited[0]
        moves = state.legal(seat)
        state.play(next((m.canonical for m in moves if m.canonical.endswith("5")), moves[0].canonical), seat)
    # N16: stealing comes after a movement; N8: which canoes must move.
    assert why(state, "steal").finding.decides == ("N16",)
    assert why(state, "stay_ashore").finding.decides == ("N8",)
    # N10: all points must be used; with 5 a canoe from the dock comes to the fork, and on reach4 one is left over.
    assert why(state, "paddle_down goal=fork").legal
    assert why(state, "paddle_down goal=reach4").finding.decides == ("N10",)


def test_of_a_forced_choice_the_one_before_it_is_explained() -> None:
    # The men of both sides are far apart, so nothing can be jumped over: D4 for men, D6 for kings.
    state = start("international_draughts")
    found = why(state, "jump").finding
    assert found.kind == "where_none"
    assert set(found.decides) == {"D4", "D6"}
    assert found.surely == ()
    told = Teller(state.game.words).move(why(state, "jump"))
    assert "rule D4 may decide: " in told
    decision = explain_decision(state)
    assert decision is not None
    # Nine moves begin a game: each of the men in the front row of five but one has two.
    assert [(offer.action, offer.count) for offer in decision.offers[0]] == [("jump", 0), ("advance", 9)]


def test_what_comes_only_where_nothing_is_legal_is_said_to() -> None:
    state = start("reversi")
    found = why(state, "pass").finding
    # R5: who can't enclose anything passes.
    assert (found.kind, found.decides) == ("not_offered", ("R5",))
    assert "pass is offered where nothing of that is legal" in found.told


def test_a_forced_pass_says_why_nothing_else_is_legal() -> None:
    state = Game(load("reversi"), backend="reference", traced=True).start(0)
    # The shortest way to a pass that is known: eight discs, then the other has none to enclose.
    while not state.over and not any(move.action == "pass" for move in state.legal()):
        state.play(state.legal()[-1].canonical)
    assert not state.over
    decision = explain_decision(state)
    assert decision is not None
    offers = {offer.action: offer for offer in decision.offers[state.awaited[0]]}
    assert (offers["place"].count, offers["pass"].count) == (0, 1)
    # R3: it must enclose a line; a square that is taken is R2.
    assert offers["place"].finding is not None
    assert offers["place"].finding.decides == ("R3",)
    taken = why(state, "place c=d4").finding
    assert taken.decides == ("R2",)


FORCED = """
rulewright: 1
game: forced
title: Forced
players: 2
rules:
  R1: It is drawn
  R2: Only what is higher than the last
  R3: Otherwise one loses a coin
  R4: Turns go round
  R5: Three turns
components:
  coin: {make: 9}
zones:
  purse: set of coin per player, seen by everyone
variables:
  least: 0..9
  lamp: 0..9
  turns_taken: 0..9
actions:
  bid:
    rule: R1
    pick:
      n:
        from: 1..9
        where:
          - step: n > least
            rule: R2
    do:
      - least := n
  pay:
    rule: R3
    pick:
      k: purse[me]
    do:
      - move k to box
define:
  three: {rule: R5, is: turns_taken = 3}
procedures:
  lose:
    do:
      - choose: [pay]
setup:
  - for: k in coin
    do:
      - move k to purse[nth(player, 2)]
play:
  - turns: from nth(player, 1), until three
    rule: R4
    do:
      - add 1 to turns_taken
      - choose: [bid]
        otherwise:
          - least := 0
          - lamp := 1
          - run lose
result:
  score: 0
"""


@pytest.fixture
def forced(tmp_path: Path) -> State:
    path = tmp_path / "forced.yaml"
    path.write_text(FORCED, encoding="utf-8")
    return Game(load(path), backend="reference", traced=True).start(0)


def test_the_choice_before_is_told_on_the_table_of_then(forced: State) -> None:
    """By the time the coin is paid the lamp is lit and the least is 0 again: a bid of 5 was refused by 9."""
    forced.play("bid n=9")
    assert {move.action for move in forced.legal()} == {"pay"}
    found = why(forced, "bid n=5")
    assert (found.legal, found.finding.decides) == (False, ("R2",))
    assert "5 > 9 is false" in "\n".join(found.finding.reasons[0].lines())
    # Nothing is changed by asking.
    assert forced.legal()[0].action == "pay"
    assert why(forced, "bid n=5", 0).finding.rules == ("R4",)


def test_what_ended_the_turns_is_marked(forced: State) -> None:
    for move in ("bid n=9", "pay", "bid n=2"):
        forced.play(next(m.canonical for m in forced.legal() if m.canonical.startswith(move)))
    (by,) = explain_end(forced).by
    assert (by.decides, by.surely, by.rules) == (("R5",), ("R5",), ("R5", "R4"))
    assert "rule R5 decides: Three turns" in Teller(forced.game.words).end(explain_end(forced))


def test_a_legal_move_tells_the_rules_of_its_conditions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "tembo", "play gnu 16 3", "--seed", "0", "--players", "2"]) == 0
    told = capsys.readouterr().out
    # T8: the first animal of a site has any number; T9: a later one needs a higher one; T18: no closed site.
    for rule in ("T8", "T9", "T18"):
        assert told.count(f"rule {rule}: ") == 1, rule
    # T5, T7 and T24 are both the move's and the steps': each is told once.
    assert all(told.count(f"rule {rule}: ") == 1 for rule in ("T5", "T7", "T24"))


def test_an_if_that_didn_t_hold_carried_out_nothing() -> None:
    """N21, landing a gem, is carried out only where a canoe lands."""
    from rulewright.explain.trail import StepRun, rules_of

    place = start("tembo").game.ruleset.places[0].place
    steps = [StepRun("a", place, ("N9",), 1), StepRun("if: goal = dock", place, ("N21",), 1, 0)]
    assert rules_of(steps) == ["N9"]
    assert rules_of([StepRun("if: goal = dock", place, ("N21",), 2, 1)]) == ["N21"]


def test_a_list_of_conditions_means_what_their_and_means() -> None:
    text = FORCED.replace(
        "  three: {rule: R5, is: turns_taken = 3}\n",
        "  three: {rule: R5, is: turns_taken = 3}\n  both(player p): FORM\n",
    ).replace("until three", "until three and both(me)")
    lines = "\n    is:\n      - least > 3\n      - step: purse[p] is not empty\n        rule: R2"
    listed, found = check_text(text.replace(" FORM", lines))
    joined, other = check_text(text.replace("FORM", "least > 3 and purse[p] is not empty"))
    assert listed is not None
    assert joined is not None
    one, two = (ruleset.definitions["both"].body for ruleset in (listed, joined))
    assert isinstance(one, core.And)
    assert isinstance(two, core.And)
    assert [type(item) for item in one.items] == [type(item) for item in two.items]
    assert one.items[0] == two.items[0]
    origin = listed.origins.of(one.items[1])
    assert origin is not None
    assert origin.rules == ("R2",)
    assert {f.code for f in found} == {f.code for f in other}


def test_players_are_called_so_wherever_they_stand() -> None:
    words = start("tembo").game.words
    assert said(words, Opt(Player()), 1) == "player 2"
    assert said(words, Opt(Player()), NONE) == "none"
    assert said(words, SetOf(Player()), frozenset({0, 1})) == "[player 1, player 2]"


def test_one_that_is_left_over_is_told_in_the_place_of_its_number() -> None:
    assert [shown_of(number, 6) for number in (5, 6, 7, 8, 20)] == [5, 6, 7, 6, 6]


def test_to_be_done_is_one_move(tmp_path: Path) -> None:
    path = tmp_path / "forced.yaml"
    path.write_text(
        FORCED.replace("choose: [bid]\n", "choose: [bid]\n        times: 0..1\n"), encoding="utf-8"
    )
    state = Game(load(path), backend="reference", traced=True).start(0)
    decision = explain_decision(state)
    assert decision is not None
    assert "  bid   9 legal moves\n  done  1 legal move\n" in Teller(state.game.words).decision(decision)


def test_a_card_beside_itself_is_told_last() -> None:
    """T10: two animals whose numbers differ by 1 or 2; five cards in the hand."""
    state = Game(load("tembo"), 2, backend="reference", traced=True).start(5)
    reasons = why(state, "play_two_animals").finding.reasons
    pairs = [re.match(r"for a = (.+?), b = (.+?): ", reason.told) for reason in reasons]
    itself = [pair is not None and pair[1] == pair[2] for pair in pairs]
    assert any(itself)
    assert itself == sorted(itself)


def test_what_holds_twice_is_told_once() -> None:
    """T17: a lion goes to a site with an animal; the condition and the wish say both that there is one."""
    game = Game(load("tembo"), 2, backend="reference", traced=True)
    for seed in range(40):
        state = game.start(seed)
        while not state.over and state.legal()[0].action != "place_lion":
            state.play(state.legal()[0].canonical)
        if not state.over:
            break
    found = why(state, state.legal()[0].canonical).finding
    told = [reason.told for reason in found.reasons]
    assert len(told) == len(set(told)) == 1
    assert re.fullmatch(r"`row\[\d\] is not empty` is true.*", told[0])
