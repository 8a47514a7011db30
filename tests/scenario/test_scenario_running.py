"""Running scenarios: what passes, what fails and how it says so, chance by name, tables laid in between."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_support import BACKENDS, BAZAAR, messages, run, scenario

from rulewright.engine.contract import Backend

RULESETS = Path(__file__).parents[2] / "rulesets"

LAID = """
given:
  zones:
    hand[1]: [cup, cup, sword]
    hand[2]: [cup]
    purse[1]: {gold coin: 1, silver coin: 2}
    line: [sword]
  variables:
    secret[2]: 7
    place[canoe A]: 2
    friends[1]: [2]
  turn: 1
"""


def passes(folder: Path, body: str, backend: Backend = "reference") -> None:
    report = run(folder, scenario(body), backend=backend)
    assert messages(report) == []
    assert [r.passed for r in report.results] == [True]


def fails(folder: Path, body: str, *expected: str) -> None:
    report = run(folder, scenario(body))
    found = [m.partition(" ")[2] for m in messages(report)]
    assert len(found) == len(expected), found
    for message, part in zip(found, expected, strict=True):
        assert part in message
    assert [r.passed for r in report.results] == [False]
    assert len(report.results[0].failures) == len(expected)


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_kind_of_expectation_that_holds(backend: Backend, tmp_path: Path) -> None:
    passes(
        tmp_path,
        LAID
        + """
then:
  zones:
    hand[1]: {cup: 2, sword: 1}
    hand[2]: 1
    line: {count: 1, has: [sword], lacks: [cup]}
    deck: {sword: 1}
    purse[2]: empty
  variables:
    secret[2]: 7
    place[canoe A]: 2
    place[canoe B]: none
    friends[1]: [2]
    friends[2]: []
  legal:
    - draw
    - throw
    - lay c=cup
    - lay c=sword
    - drop
    - pay
    - paddle
    - take_two
  refused:
    - lay c=cup (2)
  sees:
    1:
      zones:
        hand[1]: [cup, cup, sword]
        hand[2]: 1
        deck: 1
        well: unseen
        purse[1]: {gold coin: 1, silver coin: 2}
      variables:
        secret[1]: 0
        place[canoe A]: 2
      unseen: secret[2]
    2:
      zones:
        hand[1]: 3
        hand[2]: [cup]
      variables:
        secret[2]: 7
    everyone:
      zones:
        hand[1]: 3
        line: [sword]
      unseen:
        - secret[1]
        - secret[2]
  awaits: 1
  over: false
  fault: none
  scores: [3, 0]
  places: {1: 1, 2: 2}
  winners: 1
  dropped: []
""".replace("  refused:\n    - lay c=cup (2)\n", ""),
        backend,
    )


@pytest.mark.parametrize(
    ("then", "message"),
    [
        ("zones: {line: [cup]}", "line: expected cup, got sword"),
        ("zones:\n    hand[1]: [cup, sword, sword]", "hand[1]: expected cup, 2 sword, got 2 cup, sword"),
        ("zones:\n    hand[1]: 2", "hand[1] holds: expected 2, got 3 (2 cup, sword)"),
        ("zones:\n    line: {has: [cup]}", "line: expected cup in it, got sword"),
        ("zones:\n    line: {lacks: [sword]}", "line: expected no sword in it, got sword"),
        ("zones:\n    line: {top: [cup]}", "number 1 of line: expected cup, got sword"),
        ("zones:\n    deck: {top: [cup]}", "number 1 of deck: expected cup, got nothing known"),
        (
            "zones:\n    purse[1]: {gold coin: 2}",
            "purse[1]: expected 2 gold coin, got gold coin, 2 silver coin",
        ),
        ("variables:\n    secret[2]: 3", "secret[2]: expected 3, got 7"),
        ("variables:\n    place[canoe A]: none", "place[canoe A]: expected none, got 2"),
        ("variables:\n    friends[1]: [1, 2]", "friends[1]: expected [1, 2], got [2]"),
        ("legal: [draw, throw]", "legal moves: expected only draw, throw, got also lay c=cup; lay c=sword"),
        ("legal: {has: [done]}", "legal moves: expected done, got draw; throw;"),
        ("legal: {lacks: [pay]}", "legal moves: expected no pay, got pay"),
        ("legal: {count: 2}", "legal moves: expected 2, got"),
        ("refused: pay", "legal moves: expected pay refused, got pay"),
        ("refused:\n    - 2: pay", "to choose: expected seat 2, got seat 1"),
        (
            "sees:\n    2:\n      zones:\n        hand[1]: {cup: 3}",
            "hand[1] as seat 2 sees it: expected 3 cup, got 3 unseen",
        ),
        (
            "sees:\n    1:\n      zones:\n        hand[1]: 3",
            "hand[1] as seat 1 sees it: expected 3 unseen, got 2 cup, sword",
        ),
        (
            "sees:\n    1:\n      zones:\n        deck: unseen",
            "deck as seat 1 sees it: expected nothing of it, got 1 unseen",
        ),
        (
            "sees:\n    1:\n      zones:\n        waste: {top: cup}",
            "waste as seat 1 sees it: expected cup on top, got 0 unseen",
        ),
        ("sees:\n    1:\n      unseen: secret[1]", "secret[1] as seat 1 sees it: expected unseen, got 0"),
        (
            "sees:\n    1:\n      variables:\n        secret[2]: 7",
            "secret[2] as seat 1 sees it: expected 7, got unseen",
        ),
        ("awaits: 2", "awaits: expected seat 2, got seat 1"),
        ("over: true", "the game is over: expected true, got false"),
        ("cut_off: true", "the game is cut off: expected true, got a game that goes on"),
        ("fault: tape", "fault: expected tape, got none"),
        ("scores: [2, 0]", "score of seat 1: expected 2, got 3"),
        ("places: {2: 1}", "place of seat 2: expected 1, got 2"),
        ("winners: [1, 2]", "winners: expected seat 1, seat 2, got seat 1"),
        ("dropped: 1", "dropped: expected seat 1, got nobody"),
    ],
)
def test_every_kind_of_expectation_that_fails(then: str, message: str, tmp_path: Path) -> None:
    fails(tmp_path, LAID + "then:\n  " + then + "\n", "not-as-expected: " + message)


SHOWING = BAZAAR.replace(
    """  throw:
    do:
""",
    """  throw:
    do:
      - show hand[me] to left of me
      - show purse[me]
""",
)

THROWN = """
given:
  players: 3
  zones:
    hand[1]: {cup: 2, sword: 1}
    purse[1]: {gold coin: 1, silver coin: 1}
  others: [deck, bank]
  turn: 1
when:
  - next: 3
  - 1: throw
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_was_shown_is_asked_of_each_who_saw_it(backend: Backend, tmp_path: Path) -> None:
    then = """then:
  sees:
    2:
      shown: {cup: 2, sword: 1, gold coin: 1, silver coin: 1}
    3:
      shown: [silver coin, gold coin]
    everyone:
      shown: [gold coin, silver coin]
"""
    report = run(tmp_path, scenario(THROWN + then), SHOWING, backend)
    assert report.passed, messages(report)
    # Of the last move alone.
    later = THROWN + "  - 2: pay\nthen:\n  sees:\n    2:\n      shown: empty\n"
    report = run(tmp_path, scenario(later.replace("purse[1]", "purse[2]")), SHOWING, backend)
    assert report.passed, messages(report)
    report = run(
        tmp_path, scenario(THROWN + "then: {sees: {3: {shown: [cup, gold coin, silver coin]}}}\n"), SHOWING
    )
    (said,) = messages(report)
    assert (
        "what the last move showed seat 3: expected cup, gold coin, silver coin, got gold coin, silver coin"
        in said
    )


EVERYBODY = """given:
  zones:
    hand: [cup]
    hand[2]: [sword]
    purse: {gold coin: 1}
  variables:
    secret: 3
    secret[2]: 4
  others: [deck, bank]
then:
"""


def test_what_has_indexes_is_expected_as_a_whole_without_them(tmp_path: Path) -> None:
    """Of what is not named by itself."""
    passes(
        tmp_path,
        EVERYBODY
        + """  zones:
    hand[2]: [sword]
    hand: [cup]
    purse: [gold coin]
  variables:
    secret: 3
    secret[2]: 4
    place: none
  sees:
    everyone:
      zones: {hand: 1, purse: [gold coin], well: unseen}
      unseen: secret
    1:
      zones: {hand: 1, "hand[1]": [cup]}
      variables: {"secret[1]": 3}
      unseen: [secret]
""",
    )
    fails(
        tmp_path,
        EVERYBODY + "  zones: {hand: [cup]}\n",
        "hand[2]: expected cup, got sword",
    )
    fails(
        tmp_path,
        EVERYBODY + "  variables: {secret: 4}\n",
        "secret[1]: expected 4, got 3",
    )
    fails(
        tmp_path,
        EVERYBODY + "  sees: {1: {zones: {hand: 1}, unseen: secret}}\n",
        "hand[1] as seat 1 sees it: expected 1 unseen, got cup",
        "secret[1] as seat 1 sees it: expected unseen, got 3",
    )


def test_what_is_missing_and_what_is_too_much_is_listed(tmp_path: Path) -> None:
    report = run(tmp_path, scenario(LAID + "then:\n  zones:\n    hand[1]: [cup, sword, sword]\n"))
    assert report.sink.diagnostics[0].help == "missing sword; unexpected cup"


def test_a_failure_stands_at_its_line_and_names_its_scenario(tmp_path: Path) -> None:
    report = run(tmp_path, scenario(LAID + "then:\n  awaits: 2\n"))
    (failure,) = report.sink.diagnostics
    assert failure.place.span is not None
    lines = (tmp_path / "bazaar.scenarios.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[failure.place.span.start.line - 1].strip() == "awaits: 2"
    assert [r.message for r in failure.related] == ["in this scenario"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_next_cards_are_drawn_by_name(backend: Backend, tmp_path: Path) -> None:
    passes(
        tmp_path,
        """
        given: {turn: 1}
        when:
          - next: [sword, cup, sword]
          - 1: draw
          - 2: draw
          - 1: draw
        then:
          zones:
            hand[1]: [sword, sword]
            hand[2]: [cup]
        """,
        backend,
    )


URNS = """
rulewright: 1
game: urns
title: Urns
players: 2
components:
  stone: {}
  red: {is: stone, alike: true, make: 3}
  blue: {is: stone, alike: true, make: 2}
  card: {make: "1 for each n in 1..4 with number = n", named: "card {number}", fields: {number: 1..4}}
zones:
  bag: set of stone, seen by nobody
  cup: set of stone per player, seen by everyone
  hand: set of card per player, seen by owner
actions:
  grab:
    do:
      - move 2 random from bag to cup[me]
  steal:
    do:
      - move 1 random from hand[right of me] to hand[me]
setup:
  - move every stone to bag
  - move every card to hand[nth(player, 1)]
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [grab, steal]
result:
  score: size(hand[me])
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_taken_at_random_is_named_too(backend: Backend, tmp_path: Path) -> None:
    body = """
        when:
          - next: [blue, red]
          - 1: grab
          - next: card 3
          - 2: steal
          - next: [blue, red]
          - 1: grab
        then:
          zones:
            cup[1]: {blue: 2, red: 2}
            bag: {red: 1}
            hand[2]: [card 3]
        """
    report = run(tmp_path, scenario(body), URNS, backend)
    assert messages(report) == []


@pytest.mark.parametrize("backend", BACKENDS)
def test_other_chance_in_between_leaves_the_cards_waiting(backend: Backend, tmp_path: Path) -> None:
    passes(
        tmp_path,
        """
        given: {turn: 1}
        when:
          - next: [5, sword]
          - 1: throw
          - 2: draw
          - next: sword
          - 1: throw
          - 2: draw
        then:
          zones:
            hand[2]: [sword, sword]
        """,
        backend,
    )


def test_numbers_are_the_faces_of_a_die_and_chance_counts_from_zero(tmp_path: Path) -> None:
    passes(
        tmp_path,
        """
        given: {turn: 1}
        when:
          - next: 5
          - 1: throw
          - then: {variables: {die: 5}}
          - chance: 5
          - 2: throw
        then:
          variables: {die: 6}
        """,
    )


def test_a_card_that_lies_elsewhere_by_accident_comes_to_the_pile(tmp_path: Path) -> None:
    # All three swords are named to come next, whatever the seed dealt; the hands are not given.
    for seed in range(4):
        passes(
            tmp_path,
            f"""
            given:
              seed: {seed}
              zones:
                line: [cup]
            when:
              - 1: draw
              - 2: draw
              - given:
                  turn: 1
                  zones:
                    line: [cup]
              - next: [sword, sword, sword]
              - 1: draw
              - 2: draw
              - 1: draw
            then:
              zones:
                hand[1]: {{has: [sword, sword]}}
                hand[2]: {{has: [sword]}}
            """,
        )


def test_what_is_prepared_and_never_comes_is_a_failure(tmp_path: Path) -> None:
    fails(
        tmp_path,
        """
        given:
          zones:
            hand[2]: [cup]
            line: [cup, cup]
          turn: 1
        when:
          - next: cup
          - 1: draw
        then:
          awaits: 2
        """,
        "left-over: cup was to be next and never came: it is in hand[2] and line",
    )
    fails(
        tmp_path,
        "given: {turn: 1}\nwhen:\n  - chance: [0, 0]\n  - 1: throw\nthen: {awaits: 2}\n",
        "left-over: 0 was to be next and never came",
    )
    fails(
        tmp_path,
        "given: {turn: 1}\nwhen:\n  - next: cup\n  - next: sword\n  - 1: draw\nthen: {awaits: 2}\n",
        "left-over: cup was to be next",
    )


def test_moves_that_cant_be_made(tmp_path: Path) -> None:
    fails(
        tmp_path,
        "given: {turn: 1}\nwhen:\n  - 2: draw\nthen: {awaits: 1}\n",
        "move-refused: it isn't seat 2 who is to choose here but seat 1",
    )
    fails(
        tmp_path,
        "given: {turn: 1}\nwhen:\n  - 1: pay\nthen: {awaits: 1}\n",
        "move-refused: 'pay' is not legal; legal here: ",
    )
    fails(
        tmp_path,
        LAID + "when:\n  - 1: lay\nthen: {awaits: 1}\n",
        "move-refused: 'lay' fits 2 legal moves; legal here: lay c=cup, lay c=sword",
    )


def test_what_was_prepared_before_a_refused_move_is_told_too(tmp_path: Path) -> None:
    fails(
        tmp_path,
        "given: {turn: 1}\nwhen:\n  - next: cup\n  - 2: draw\nthen: {awaits: 1}\n",
        "left-over: cup was to be next",
        "move-refused: it isn't seat 2",
    )


def test_interchangeable_copies_need_no_name(tmp_path: Path) -> None:
    passes(
        tmp_path,
        LAID
        + """
when:
  - 1: lay c=cup
  - 2: draw
  - 1: drop s=[sword, cup]
then:
  zones:
    hand[1]: empty
    line: [sword, cup]
  sees:
    everyone:
      zones:
        waste: {top: sword}
""",
    )


TAKEN_THRICE = """
given: {turn: 1}
when:
  - 1: take_two
  - 2: take_two
  - 1: take_two
  - 2: take_two
  - 1: take_two
  - 2: take_two
then:
"""


def test_a_fault_is_a_failure_unless_it_is_expected(tmp_path: Path) -> None:
    # Ten coins in all: the sixth time there are none left.
    passes(tmp_path, TAKEN_THRICE + "  fault: empty-zone\n  over: true\n")
    fails(
        tmp_path,
        TAKEN_THRICE + "  over: true\n",
        "unexpected-fault: play ended in a fault: ",
    )
    fails(
        tmp_path,
        TAKEN_THRICE + "  fault: none\n",
        "not-as-expected: fault: expected none, got ",
    )
    report = run(tmp_path, scenario(TAKEN_THRICE + "  over: true\n"))
    (failure,) = report.sink.diagnostics
    assert [Path(r.place.path).name for r in failure.related] == ["bazaar.yaml"]


def test_after_the_end_nothing_is_played(tmp_path: Path) -> None:
    fails(
        tmp_path,
        TAKEN_THRICE.replace("then:", "  - 1: draw\nthen:") + "  fault: empty-zone\n",
        "move-refused: the game is over here",
    )


def test_a_table_can_be_laid_anew_in_between(tmp_path: Path) -> None:
    passes(
        tmp_path,
        """
        when:
          - 1: draw
          - given:
              zones:
                purse[2]: {gold coin: 5}
              variables:
                die: 4
              turn: 1
          - 1: draw
          - 2: pay
        then:
          zones:
            purse[2]: {gold coin: 4}
          variables:
            die: 4
          scores: [0, 4]
        """,
    )


def test_an_expectation_may_stand_between_moves(tmp_path: Path) -> None:
    fails(
        tmp_path,
        "given: {turn: 1}\nwhen:\n  - then: {awaits: 2}\n  - 1: throw\n  - then: {awaits: 2}\n",
        "not-as-expected: awaits: expected seat 2, got seat 1",
    )
    report = run(tmp_path, scenario("given: {turn: 1}\nwhen:\n  - then: {awaits: 1, over: false}\n"))
    assert [r.checked for r in report.results] == [2]


def test_who_can_count_that_a_hand_is_empty_sees_it(tmp_path: Path) -> None:
    passes(tmp_path, "then:\n  sees:\n    1:\n      zones:\n        hand[2]: empty\n")
    fails(
        tmp_path,
        "then:\n  sees:\n    1:\n      zones:\n        well: empty\n",
        "not-as-expected: well as seat 1 sees it: expected nothing, got nothing of it",
    )


def test_a_name_that_means_several_components_refuses_each_of_them(tmp_path: Path) -> None:
    fails(
        tmp_path,
        "then:\n  refused: paddle b=canoe p=2\n",
        'legal moves: expected paddle b=canoe p=2 refused, got paddle b="canoe A" p=2',
    )
    passes(tmp_path, "then:\n  legal:\n    has: paddle b=canoe p=1\n")


@pytest.mark.parametrize("given", ["tape: [9]", "tape: [9]\n  zones: {line: [cup]}"])
@pytest.mark.parametrize("then", ["zones: {line: 1}", "fault: empty-zone"])
def test_an_outcome_that_cant_be_is_told(given: str, then: str, tmp_path: Path) -> None:
    """The first chance of this ruleset is the choice of one of two players."""
    ruleset = BAZAAR.replace("  - shuffle deck\n", "  - let first = random player\n  - shuffle deck\n")
    report = run(tmp_path, scenario(f"given:\n  {given}\nthen: {{{then}}}\n"), ruleset)
    fault = "tape: the tape of chance outcomes doesn't fit the game at event 1"
    compared = then.startswith("fault") and "zones" not in given
    expected = f"not-as-expected: fault: expected empty-zone, got {fault}"
    unexpected = f"unexpected-fault: play ended in a fault: {fault}"
    assert [m.partition(" ")[2] for m in messages(report)] == [expected if compared else unexpected]


@pytest.mark.parametrize(
    "more",
    ["when:\n  - 1: lay_at_start t=1-1\nthen:\n  over: false\n", "then:\n  zones:\n    hand[1]: [1-1]\n"],
    ids=["move", "then"],
)
def test_a_table_on_which_nobody_has_a_choice_is_told(more: str, tmp_path: Path) -> None:
    """Dominoes: neither hand fits an end and the heap is empty, so the hand is over and the 24 tiles that lay
    aside are dealt with the others."""
    text = f"""
given:
  others: box
  zones:
    line: [3-5]
    hand[1]: [1-1]
    hand[2]: [0-0, 4-6]
    heap: empty
  variables: {{begins: 3, ends: 5}}
  turn: 1
{more}"""
    dominoes = (RULESETS / "classics" / "dominoes.yaml").read_text("utf-8")
    report = run(tmp_path, scenario(text), dominoes)
    (failure,) = report.results[0].failures
    assert failure.help is not None
    assert "nobody had a choice on the table as it was given" in failure.help
    assert "box had 24 there and has 0 here" in failure.help
