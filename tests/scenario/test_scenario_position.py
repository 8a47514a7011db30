"""Laying a table: what is given lies there, the rest stays or goes where it is told, nothing is lost."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenario_support import BACKENDS, BAZAAR, messages, run, scenario

from rulewright.check import check_text
from rulewright.diagnostics import Place, Sink
from rulewright.engine.conservation import conservation_errors
from rulewright.engine.contract import Backend, Game
from rulewright.loading import Mapping, load_text
from rulewright.scenario import run_scenarios
from rulewright.scenario.expectations import pieces
from rulewright.scenario.names import Names
from rulewright.scenario.position import CantLay, Table, read_zone


@cache
def bazaar() -> Game:
    ruleset, _ = check_text(BAZAAR)
    assert ruleset is not None
    return Game(ruleset, 2, backend="reference")


def ok(folder: Path, body: str) -> None:
    report = run(folder, scenario(body))
    assert messages(report) == []
    assert [r.passed for r in report.results] == [True]


def test_what_is_given_is_taken_out_of_where_it_was(tmp_path: Path) -> None:
    ok(
        tmp_path,
        """
        given:
          zones:
            hand[1]: [cup, sword]
            line: [sword, cup]
            purse[2]: {gold coin: 2}
        then:
          zones:
            deck: {cup: 1, sword: 1}
            hand[1]: {cup: 1, sword: 1}
            line: [sword, cup]
            bank: {gold coin: 3, silver coin: 5}
            purse[2]: [gold coin, gold coin]
        """,
    )


def test_a_pile_has_a_top_a_rest_and_a_bottom(tmp_path: Path) -> None:
    ok(
        tmp_path,
        """
        given:
          zones:
            deck: {top: [sword, cup], bottom: [sword]}
        when:
          - 1: draw
          - then:
              zones:
                hand[1]: [sword]
          - 2: draw
          - next: cup
          - 1: draw
        then:
          zones:
            hand[1]: [sword, cup]
            hand[2]: [cup]
            deck: 3
        """,
    )


def test_a_pile_may_be_given_in_an_order_that_nobody_knows(tmp_path: Path) -> None:
    ok(
        tmp_path,
        """
        given:
          zones:
            deck: {sword: 2}
          others: line
        when:
          - next: [sword]
          - 1: draw
        then:
          zones:
            line: [cup, cup, cup, sword]
            deck: [sword]
        """,
    )


@pytest.mark.parametrize("backend", BACKENDS)
def test_in_a_pile_that_is_never_shuffled_every_order_is_known(backend: Backend, tmp_path: Path) -> None:
    """Cups are before swords in the ruleset; in no way of running is a card lost."""
    body = """
    given:
      zones:
        waste: {sword: 2, cup: 1}
    then:
      zones:
        waste: [cup, sword, sword]
        deck: {cup: 2, sword: 1}
    """
    assert messages(run(tmp_path, scenario(body), backend=backend)) == []
    body = """
    given:
      zones:
        deck: [cup]
        waste: {top: [sword]}
      others: waste
    then:
      zones:
        waste: [sword, cup, cup, sword, sword]
    """
    assert messages(run(tmp_path, scenario(body), backend=backend)) == []


def test_others_go_where_they_fit(tmp_path: Path) -> None:
    ok(
        tmp_path,
        """
        given:
          zones:
            deck: empty
            bank: {gold coin: 1}
            dock: empty
            court[1]: empty
          others:
            - waste
            - purse[2]
            - box
        then:
          zones:
            waste: 6
            purse[2]: {gold coin: 4, silver coin: 5}
            box: [canoe A, canoe B, king of 1]
            court[2]: [king]
        """,
    )


def test_a_king_is_its_players(tmp_path: Path) -> None:
    ok(
        tmp_path,
        """
        given:
          zones:
            court[1]: [king of 2]
            court[2]: [king of 1]
        then:
          zones:
            court[1]: [king of 2]
            court[2]: [king of 1]
          sees:
            everyone:
              zones:
                court[1]: [king of 2]
        """,
    )


@pytest.mark.parametrize(
    ("zones", "message"),
    [
        ("hand[1]: {cup: 4}", "'cup' is named more often than there are: there are only 3"),
        (
            "hand[1]: [cup, cup]\nhand[2]: [cup, cup]",
            "'cup' is named more often than there are: there are only 3",
        ),
        ("purse[1]: {gold coin: 6}", "'gold coin' is named more often than there are: there are only 5"),
        ("dock: [canoe A, canoe A]", "'canoe A' is named more often than there are: there is only one"),
        ("bank: {gold coin: 1}", "nothing says where these go: 4 gold coin, 5 silver coin"),
        ("dock: empty", "nothing says where these go: canoe A, canoe B"),
        ("hand[1]: {cup: 3, sword: 2}", "hand[1] holds 5, and 4 is the most"),
        ("hand[1]: [gold coin]", "gold coin is in hand[1], which holds card"),
        ("hand[1]: [cup]\nhand[ 1 ]: [cup]", "hand[ 1 ] is given twice"),
    ],
)
def test_a_table_that_cant_be_laid(zones: str, message: str, tmp_path: Path) -> None:
    body = "given:\n  zones:\n    " + zones.replace("\n", "\n    ") + "\nthen:\n  awaits: 1\n"
    report = run(tmp_path, scenario(body))
    assert [m.partition("impossible-position: ")[2] for m in messages(report)] == [message]
    assert not any(result.passed for result in report.results)


def test_a_zone_given_in_full_takes_no_others(tmp_path: Path) -> None:
    report = run(
        tmp_path, scenario("given:\n  zones:\n    deck: [cup]\n  others: deck\nthen:\n  awaits: 1\n")
    )
    assert messages(report) == [
        "7 impossible-position: deck is given in full, so nothing else can go there: 2 cup, 3 sword"
    ]
    (found,) = report.sink.diagnostics
    assert found.help == (
        "name them somewhere, or say with `others: ZONE` under `given` where they go; "
        "or of deck give the top alone:  {top: [...]}"
    )


def test_a_zone_given_in_full_may_be_where_others_go_if_nothing_is_left_over(tmp_path: Path) -> None:
    """All six cards are named: the deck is empty, and nothing goes to it."""
    ok(
        tmp_path,
        """
        given:
          zones:
            deck: empty
            hand[1]: {cup: 3}
            line: {sword: 3}
            purse[1]: {gold coin: 5}
            bank: {silver coin: 5}
          others: [deck, bank]
        then:
          zones:
            deck: empty
            hand[1]: 3
            line: 3
        """,
    )


def test_each_scenario_has_its_own_message(tmp_path: Path) -> None:
    """What is wrong is at the one line that says where others go, and wrong in two of three scenarios."""
    given = "given: {zones: {deck: [cup], line: %s}}, then: {awaits: 1}}"
    report = run(
        tmp_path,
        "others: deck\nscenarios:\n"
        f"  - {{name: one, {given % '[sword]'}\n"
        f"  - {{name: two, {given % '[sword]'}\n"
        f"  - {{name: three, {given % '{sword: 3, cup: 2}'}\n",
    )
    full = "2 impossible-position: deck is given in full, so nothing else can go there: 2 cup, 2 sword"
    assert messages(report) == [full, full]
    assert [len(result.failures) for result in report.results] == [1, 1, 0]
    lines = [[r.place.span.start.line for r in d.related if r.place.span] for d in report.sink.diagnostics]
    assert lines == [[4], [5]]


def test_a_mistake_that_all_scenarios_share_is_told_once_and_fails_them_all(tmp_path: Path) -> None:
    report = run(
        tmp_path,
        "others: dekc\nscenarios:\n"
        "  - {name: one, given: {zones: {line: [cup]}}, then: {awaits: 1}}\n"
        "  - {name: two, given: {zones: {line: [cup]}}, then: {awaits: 1}}\n"
        "  - {name: three, then: {awaits: 1}}\n",
    )
    assert messages(report) == ["2 unknown-name: there is no zone 'dekc'"]
    assert [result.passed for result in report.results] == [False, False, True]
    assert (report.errors, report.other_errors) == (1, 0)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_turn_is_refused_where_nobody_has_one(backend: Backend, tmp_path: Path) -> None:
    ruleset = """\
rulewright: 1
game: fingers
title: Fingers
players: 2
variables:
  shown: 0..5 per player
actions:
  hold_up:
    pick:
      n: 0..5
    do:
      - shown[me] := n
play:
  - together: [hold_up]
result:
  score: shown[me]
"""
    (tmp_path / "fingers.yaml").write_text(ruleset)
    path = tmp_path / "fingers.scenarios.yaml"
    text = "rulewright: 1\nscenarios:\n  - name: a turn\n    given: {turn: 2}\n    then: {awaits: [1, 2]}\n"
    path.write_text(text)
    report = run_scenarios(path, backend)
    assert messages(report) == ["4 impossible-position: nobody has a turn at this decision"]


def test_a_value_out_of_its_range_is_refused(tmp_path: Path) -> None:
    report = run(tmp_path, scenario("given:\n  variables:\n    die: 7\nthen:\n  awaits: 1\n"))
    assert "impossible-position: die is 7, and 1..6 is its range" in messages(report)[0]


CARDS = st.dictionaries(st.sampled_from(["cup", "sword"]), st.integers(0, 3), max_size=2)
COINS = st.dictionaries(st.sampled_from(["gold coin", "silver coin"]), st.integers(0, 5), max_size=2)


@given(
    st.dictionaries(st.sampled_from(["hand[1]", "hand[2]", "line", "deck", "waste", "well"]), CARDS),
    st.dictionaries(st.sampled_from(["purse[1]", "purse[2]", "bank"]), COINS),
)
def test_a_table_is_laid_as_said_or_refused(
    cards: dict[str, dict[str, int]], coins: dict[str, dict[str, int]]
) -> None:
    """Whatever is given: either it is reported, or every given zone is as said and nothing is lost."""
    game, sink = bazaar(), Sink()
    wanted = {**cards, **coins}
    text = "\n".join(
        f"{zone}: {{{', '.join(f'{n}: {k}' for n, k in of.items())}}}" for zone, of in wanted.items()
    )
    node = load_text(text or "{}", "zones.yaml", sink)
    assert isinstance(node, Mapping)
    names = Names(game, sink)
    numbers = game.words.zone_numbers
    read = [read_zone(names, key, value, numbers[key.text]) for key, value in node.entries]
    zones = [zone for zone in read if zone is not None]
    others = [(game.words.zone_numbers["box"], Place("zones.yaml"))]
    laid = None
    with suppress(CantLay):
        laid = Table(names, game.start(0).zones(), Place("zones.yaml")).lay(zones, others)
    enough = all(
        sum(of.get(kind, 0) for of in wanted.values()) <= count
        for kind, count in {"cup": 3, "sword": 3, "gold coin": 5, "silver coin": 5}.items()
    )
    assert not sink.has_errors
    assert (laid is not None) == enough
    if laid is not None:
        for zone, of in wanted.items():
            have = Counter(game.words.names[c] for c in pieces(laid[game.words.zone_numbers[zone]]))
            assert have == Counter({name: n for name, n in of.items() if n})
        wrong = [w for w in conservation_errors(game.words, laid) if "is the most" not in w]
        assert wrong == []


def test_what_has_indexes_is_given_as_a_whole_without_them(tmp_path: Path) -> None:
    ok(
        tmp_path,
        """
        given:
          players: 3
          variables:
            secret[2]: 9
            secret: 4
            place: 2
            place[canoe B]: none
            friends: [1, 3]
          zones:
            hand[3]: [sword]
            hand: {cup: 1}
            purse: empty
        then:
          variables:
            secret[1]: 4
            secret[2]: 9
            secret[3]: 4
            place[canoe A]: 2
            place[canoe B]: none
            friends[2]: [1, 3]
          zones:
            hand[1]: [cup]
            hand[2]: [cup]
            hand[3]: [sword]
            purse[3]: empty
        """,
    )


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("zones: {hand: {cup: 2}}", "there are"),
        ("variables: {secret: 40}", "secret"),
        ("zones: {deck: {cap: 1}}", "cap"),
    ],
)
def test_what_is_given_as_a_whole_must_be_able_to_be(given: str, wrong: str, tmp_path: Path) -> None:
    (message,) = messages(run(tmp_path, scenario(f"given:\n  {given}\nthen:\n  awaits: 1")))
    assert wrong in message
