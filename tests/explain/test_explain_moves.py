"""Each way in which a move can be refused, in a small game in which the right answer can be read off."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine.contract import Game, State, load
from rulewright.engine.moves import MoveError
from rulewright.explain.decisions import explain_decision
from rulewright.explain.moves import Explainer, MoveExplained
from rulewright.explain.telling import Teller
from rulewright.explain.wanted import read_wanted

RULES = """
rulewright: 1
game: small
title: Small
players: 3
rules:
  R1: One plays a card
  R2: It is higher than the last one
  R4: Two or three are laid together
  R5: Nothing is left of a debt
  R6: Who is rich gives
  R7: Secrets count
enums:
  colour: [red, blue]
boards:
  cell:
    grid: 3 by 3
components:
  card:
    fields:
      colour: colour
      rank: 1..6
    make: 1 for each k in colour, r in 1..6 with colour = k, rank = r
    named: "{colour} {rank}"
zones:
  hand: set of card per player, seen by owner
  played: row of card, seen by everyone
variables:
  points: 0..50 per player
  secret: 0..9 per player, seen by owner
  debt: 0..20
  marked: set of cell
define:
  higher(card c):
    rule: R2
    is: played is empty or last(played).rank < c.rank
  rich(player p): points[p] >= 10
actions:
  play_card:
    rule: R1
    when:
      - step: not rich(me)
        rule: R6
      - hand[me] is not empty
    pick:
      c: card in hand[me] where higher(c), if possible c.colour = red
    do:
      - move c to played
  lay:
    rule: R4
    pick:
      cs: 2..3 of hand[me] where all(c.colour = red for c in cs)
    do:
      - move cs to played
  mark:
    pick:
      s:
        from: cell
        where:
          - s not in marked
          - any(t in marked for t in neighbours(s)) or marked is empty
    do:
      - add s to marked
  guess:
    rule: R7
    when: secret[left of me] * 2 > 4
    do: []
  pay:
    rule: R5
    pick:
      c: card in hand[me] where c.rank <= debt
    do:
      - take c.rank from debt
      - move c to played
setup:
  - for: p in player
    do:
      - for: r in 1..3
        do:
          - move the(c in card where c.colour = (if p = nth(player, 2) then blue else red) and c.rank = 2 * r - (if p = nth(player, 3) then 1 else 0)) to hand[p]
  - move the(c in card where c.colour = blue and c.rank = 5) to hand[nth(player, 1)]
  - secret[nth(player, 2)] := 3
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [play_card, lay, mark, guess]
        times: 0..2
        otherwise: []
  - debt := 6
  - for: me in player from nth(player, 1)
    do:
      - if: seat(me) = 1
        then:
          - choose: [pay]
            rule: R5
            times: as many as possible
result:
  score: points[me]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("small") / "small.yaml"
    path.write_text(RULES, encoding="utf-8")
    return Game(load(path), backend="reference", traced=True)


def at(game: Game, *moves: str, **variables: int | list[int]) -> State:
    """A game after some moves, with variables set."""
    state = game.start(0)
    for move in moves:
        state.play(move)
    if variables:
        numbers = list(game.ruleset.variables)
        state.arrange(None, {numbers.index(name): value for name, value in variables.items()})
    return state


def why(state: State, move: str, eyes: int | None = None, seat: int | None = None) -> MoveExplained:
    whose = state.awaited[0] if seat is None else seat
    return Explainer(state, eyes).explain(read_wanted(state.game.words, move, whose), seat)


def told(explained: MoveExplained) -> str:
    return "\n".join(line for reason in explained.finding.reasons for line in reason.lines())


def line_of(explained: MoveExplained) -> str:
    place = explained.finding.place
    assert place is not None
    assert place.span is not None
    return Path(place.path).read_text(encoding="utf-8").splitlines()[place.span.start.line - 1]


def test_a_card_that_is_too_low_is_told_with_both_numbers(game: Game) -> None:
    # Seat 1 has red 2, 4, 6 and blue 5; red 4 lies there.
    found = why(at(game, 'play_card c="red 4"'), 'play_card c="red 2"')
    assert (found.legal, found.finding.kind) == (False, "where")
    assert "`last(played).rank < c.rank`: 4 < 2 is false" in told(found)
    assert found.finding.rules == ("R2",)
    assert found.action_rules == ("R1",)
    assert "c: card in hand[me] where higher(c)" in line_of(found)


def test_the_rules_that_decide_come_first_and_are_marked(game: Game) -> None:
    teller = Teller(game.words)
    # The definition that is false cites R2; a size is cited at the whole action only.
    low = why(at(game, 'play_card c="red 4"'), 'play_card c="red 2"')
    assert low.finding.decides == ("R2",)
    assert "rule R2 decides: It is higher than the last one" in teller.move(low)
    small = why(at(game), 'lay cs=["red 2"]')
    assert (small.finding.rules, small.finding.decides) == (("R4",), ())
    assert "rule R4: Two or three are laid together" in teller.move(small)


def test_what_goes_before_is_named(game: Game) -> None:
    found = why(at(game), 'play_card c="blue 5"')
    assert found.finding.kind == "if_possible"
    for other in ("red 2", "red 4", "red 6"):
        assert other in found.finding.told
    assert "blue = red is false" in told(found)


def test_a_card_of_another_is_where_it_is(game: Game) -> None:
    found = why(at(game), 'play_card c="blue 4"')
    assert found.finding.kind == "outside"
    assert "hand[2]" in found.finding.told
    assert found.finding.told.index("hand[1]") < found.finding.told.index("hand[2]")


def test_whose_eyes_don_t_see_it_is_not_told_where_it_is(game: Game) -> None:
    found = why(at(game), 'play_card c="blue 4"', eyes=0)
    assert found.finding.kind == "outside"
    assert "hand[2]" not in found.finding.told


def test_the_action_s_own_condition_comes_first_and_cites_its_own_rule(game: Game) -> None:
    found = why(at(game, points=[12, 0, 0]), 'play_card c="red 4"')
    assert found.finding.kind == "when"
    assert "`points[1] >= 10`: 12 >= 10 is true" in told(found)
    assert found.finding.rules == ("R6",)
    assert "not rich(me)" in line_of(found)


def test_sizes_of_subsets(game: Game) -> None:
    found = why(at(game), 'lay cs=["red 2"]')
    assert found.finding.kind == "size"
    assert "2..3" in found.finding.told
    wrong = why(at(game), 'lay cs=["red 2", "blue 5"]')
    assert wrong.finding.kind == "where"
    assert "for c = blue 5: `c.colour = red`: blue = red is false" in told(wrong)
    absent = why(at(game), 'lay cs=["red 2", "red 1"]')
    assert absent.finding.kind == "outside"
    assert "red 1" in absent.finding.told
    assert why(at(game), 'lay cs=["red 2", "red 4"]').legal


def test_sets_and_neighbours(game: Game) -> None:
    state = at(game, "mark s=a1")
    again = why(state, "mark s=a1")
    assert "`s not in marked`: a1 not in [a1] is false" in told(again)
    far = why(state, "mark s=c3")
    # c3 has two neighbours, c2 and b3, and neither is a1.
    assert "for t = c2: `t in marked`: c2 in [a1] is false" in told(far)
    assert "for t = b3: `t in marked`: b3 in [a1] is false" in told(far)
    assert "`marked is empty` is false: there is a1" in told(far)
    assert why(state, "mark s=a2").legal


def test_without_parameters_the_condition_that_nothing_fulfils_is_told(game: Game) -> None:
    state = at(game, 'play_card c="red 6"')
    found = why(state, "play_card")
    assert found.finding.kind == "where_none"
    # Of red 2, red 4 and blue 5 each is told.
    for rank in (2, 4, 5):
        assert f"6 < {rank} is false" in told(found)


def test_legal_moves_are_told_with_conditions_that_hold(game: Game) -> None:
    found = why(at(game, 'play_card c="red 2"'), 'play_card c="red 4"')
    assert found.legal
    assert found.matching == ('play_card c="red 4"',)
    assert all(reason.outcome for reason in found.finding.reasons)
    assert "2 < 4 is true" in told(found)
    assert set(found.finding.rules) == {"R1", "R2", "R6"}


def test_a_wish_that_nothing_fulfils_stands_against_nothing(game: Game) -> None:
    # Seat 2 has blue cards only.
    state = at(game, "done")
    found = why(state, 'play_card c="blue 2"')
    assert found.legal
    assert "nothing there is fulfils it" in told(found)


def test_asking_changes_nothing(game: Game) -> None:
    state = at(game, 'play_card c="red 4"')
    before = state.key()
    for move in ('play_card c="red 2"', "lay", "mark s=a1", "guess"):
        why(state, move)
        why(state, move, eyes=0)
    explain_decision(state)
    assert state.key() == before


def test_what_a_seat_can_t_see_is_said_as_such(game: Game) -> None:
    # Seat 2 has the secret 3, and twice 3 is more than 4; of seat 3 it is 0.
    assert "6 > 4 is true" in told(why(at(game), "guess"))
    unseen = why(at(game), "guess", eyes=0)
    assert unseen.legal
    assert "what this depends on Player 1 can't see" in told(unseen)
    assert "6" not in told(unseen)
    refused = why(at(game, "done"), "guess", eyes=1)
    assert (refused.legal, refused.finding.kind) == (False, "unsure")
    assert "0 > 4" not in told(refused)
    assert "`secret[3] * 2 > 4`: 0 > 4 is false" not in told(refused)
    assert "0 > 4 is false" in told(why(at(game, "done"), "guess"))


def test_who_is_to_choose_and_what_is_offered(game: Game) -> None:
    other = why(at(game), "mark s=a1", seat=2)
    assert other.finding.kind == "not_awaited"
    assert "Player 1" in other.finding.told
    pay = why(at(game), "pay")
    assert pay.finding.kind == "not_offered"
    assert "R5" in pay.finding.rules
    assert "times" not in line_of(pay)


def to_debt(game: Game) -> State:
    state = game.start(0)
    while "pay" not in {move.action for move in state.legal()}:
        state.play("done")
    return state


def test_dead_ends_are_told_with_what_leads_on(game: Game) -> None:
    # With 2, 4, 5 and 6 a debt of 6 is two cards only as 2 + 4: 5 leaves 1, and 6 leaves nothing.
    state = to_debt(game)
    for card in ("blue 5", "red 6"):
        found = why(state, f'pay c="{card}"')
        assert (found.legal, found.finding.kind) == (False, "series"), card
        assert 'pay c="red 2"' in found.finding.told
        assert 'pay c="red 4"' in found.finding.told
    assert why(state, 'pay c="red 4"').legal
    done = why(state, "done")
    assert done.finding.kind == "done_forced"


def test_done(game: Game) -> None:
    state = at(game)
    assert why(state, "done").legal


def test_an_ended_game(game: Game) -> None:
    state = to_debt(game)
    state.play('pay c="red 2"')
    state.play('pay c="red 4"')
    assert state.over
    assert why(state, "mark", seat=0).finding.kind == "over"
    assert explain_decision(state) is None


def test_the_overview_counts_each_action(game: Game) -> None:
    found = explain_decision(at(game, 'play_card c="red 6"'))
    assert found is not None
    counts = {offer.action: offer.count for offer in found.offers[0]}
    # Of red 2 and red 4 there is one pair; all nine cells are free; the secret of seat 2 is 3.
    assert counts == {"play_card": 0, "lay": 1, "mark": 9, "guess": 1}
    assert found.done == (0,)
    none = {offer.action: offer.finding for offer in found.offers[0]}
    assert none["play_card"] is not None
    assert none["mark"] is None


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("jump", "there is no action 'jump'"),
        ("mark t=a1", "mark has no parameter 't'"),
        ("mark s=z9", "'z9' is no value of s"),
        ("lay cs=a1", "cs of lay is several things"),
        ('play_card c="red 9"', "'red 9' is no value of c"),
        ("mark s=", "a value is missing"),
    ],
)
def test_what_doesn_t_exist_is_no_move(game: Game, move: str, reason: str) -> None:
    with pytest.raises(MoveError, match=reason):
        read_wanted(game.words, move, 0)


@pytest.mark.parametrize(
    ("move", "known"),
    [
        # Nine cells of a grid of three by three, twelve cards of two colours.
        ("mark s=z9", "of the type cell: a1, b1, c1, a2, b2, c2, a3, b3, c3"),
        ("play_card c=king", "of the type card: red 1, red 2, red 3, red 4, red 5, red 6, blue 1, blue 2, "),
        ('play_card c="rad 4"', "of the type card; did you mean red 4"),
    ],
)
def test_who_names_no_value_is_told_which_there_are(game: Game, move: str, known: str) -> None:
    with pytest.raises(MoveError) as refused:
        read_wanted(game.words, move, 0)
    assert known in str(refused.value)


def test_of_many_values_the_first_are_named_and_how_many_there_are() -> None:
    words = Game(load("tembo"), backend="reference").words
    with pytest.raises(MoveError) as refused:
        read_wanted(words, "play_animal a=giraffe", 0)
    # The rulebook: 42 animals.
    assert str(refused.value).endswith("zebra 8, ... (42 in all)")
    with pytest.raises(MoveError) as refused:
        read_wanted(words, "play_crocodile b=all", 0)
    assert str(refused.value).endswith("of the type bite: the_first, the_species")


STUCK = """
rulewright: 1
game: stuck
title: Stuck
players: 2
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
actions:
  play_card:
    pick:
      c: hand[me] where c.rank > least
    do:
      - least := c.rank
      - move c to played
  hold:
    when: hand[me] is empty
    do: []
setup:
  - for: c in card
    do:
      - move c to hand[if c.rank > 3 then nth(player, 1) else nth(player, 2)]
play:
  - turns: from nth(player, 1), 5 rounds
    do:
      - choose: [play_card, hold]
result:
  score: size(hand[me])
"""


def test_where_nothing_is_legal_each_action_says_why(tmp_path: Path) -> None:
    path = tmp_path / "stuck.yaml"
    path.write_text(STUCK, encoding="utf-8")
    state = Game(load(path), backend="reference", traced=True).start(0)
    state.play('play_card c="card 4"')
    # Seat 2 has 1, 2 and 3, and a higher one than 4 is asked for.
    assert state.fault is not None
    assert state.fault.code == "no-legal-action"
    found = explain_decision(state)
    assert found is not None
    play, hold = found.offers[1]
    assert (play.count, hold.count) == (0, 0)
    assert play.finding is not None
    assert [
        f"{rank} > 4 is false" in "".join(r.told for r in play.finding.reasons) for rank in (1, 2, 3)
    ] == [True] * 3
    assert hold.finding is not None
    assert "card 1, card 2, card 3" in hold.finding.reasons[0].told
    text = Teller(state.game.words).decision(found)
    for rank in (1, 2, 3):
        assert f"    for c = card {rank}: `c.rank > least`: {rank} > 4 is false\n" in text
    asked = why(state, 'play_card c="card 2"', seat=1)
    assert "2 > 4 is false" in told(asked)
    assert why(state, 'play_card c="card 5"', seat=0).finding.kind == "not_awaited"


TOGETHER = """
rulewright: 1
game: together_small
title: Together
players: 4
variables:
  points: 0..9 per player
actions:
  bid:
    when: me != nth(player, 4)
    pick:
      n: 1..3 where n <= points[me] and n <= 2
    do:
      - take n from points[me]
setup:
  - points[nth(player, 1)] := 2
  - points[nth(player, 2)] := 3
play:
  - together: [bid]
result:
  score: points[me]
"""


def test_choices_that_are_made_together(tmp_path: Path) -> None:
    path = tmp_path / "together.yaml"
    path.write_text(TOGETHER, encoding="utf-8")
    state = Game(load(path), backend="reference", traced=True).start(0)
    assert state.awaited == (0, 1)
    # Seat 1 has two points, seat 2 three, and two are the most.
    assert "3 <= 2 is false" in told(why(state, "bid n=3", seat=0))
    assert why(state, "bid n=2", seat=1).legal
    assert "`n <= 2`: 3 <= 2 is false" in told(why(state, "bid n=3", seat=1))
    assert "`n <= 2`: 3 <= 2 is false" in told(why(state, "bid n=3", eyes=1, seat=1))
    # Seat 3 has no points, and seat 4 is left out: nothing is legal for them, so they aren't asked.
    assert "1 <= 0 is false" in told(why(state, "bid n=1", seat=2))
    assert "player 4 != player 4 is false" in told(why(state, "bid n=1", seat=3))
    assert why(state, "done", seat=3).finding.kind == "nothing_for"
    state.play("bid n=1", 0)
    assert why(state, "bid n=1", seat=0).finding.kind == "chosen_already"
    overview = explain_decision(state)
    assert overview is not None
    assert overview.step == "together"
    assert {seat: [offer.count for offer in offers] for seat, offers in overview.offers.items()} == {1: [2]}
