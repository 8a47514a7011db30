"""What each seat sees, and what it can tell apart.

``rulesets/parlour.yaml`` has one of each kind of secret: hands, a choice made together, a number kept in a
variable of one's own, a pile of which only the top is seen, a set that nobody may count, pieces that look
alike.
"""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from engine_support import NAMES, game, play_on

from rulewright.check import check_text
from rulewright.engine.contract import Backend, Game, State, load
from rulewright.engine.view_text import view_text

PARLOUR = Path(__file__).parent / "rulesets" / "parlour.yaml"
CUP, SWORD = "cup", "sword"
TRACED: tuple[Backend, ...] = ("reference", "python")


@cache
def parlour(*, traced: bool = True) -> Game:
    return Game(load(PARLOUR), 2, backend="reference", traced=traced)


def dealt(*outcomes: int) -> State:
    """A parlour game by the ids of the cards dealt (0-2 cups, 3-5 swords), seat 1, seat 2, seat 1, seat 2."""
    left = list(range(6))
    tape = []
    for card in outcomes:
        tape.append(left.index(card))
        left.remove(card)
    return parlour().start(tape=tape)


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    state = dealt(0, 3, 1, 4)
    assert state.view(0)["zones"]["hand[1]"] == {"count": 2, "components": [CUP, CUP]}
    assert state.view(0)["zones"]["hand[2]"] == {"count": 2}
    assert state.view(1)["zones"]["hand[2]"] == {"count": 2, "components": [SWORD, SWORD]}
    for seat in (0, 1, None):
        assert state.view(seat)["zones"]["deck"] == {"count": 2}
        assert state.view(seat)["zones"]["well"] == {}
    assert state.view(None)["zones"]["hand[1]"] == {"count": 2}
    assert "hand[3]" not in state.view(0)["zones"]


def test_a_choice_made_together_waits_unseen() -> None:
    state = dealt(0, 3, 4, 1)
    assert state.awaited == (0, 1)
    before = state.copy()
    state.play("choose_card c=cup", 0)
    assert state.awaited == (1,)
    assert state.view(0)["pending"] == "choose_card c=cup"
    changed: dict[str, Any] = {"awaited": [2], "pending": None}
    assert state.view(1) == before.view(1) | changed
    assert state.information_state(1) == before.information_state(1)
    other = before.copy()
    other.play("choose_card c=sword", 0)
    assert state.information_state(1) == other.information_state(1)
    assert state.information_state(0) != other.information_state(0)
    # Laid face down, the cards stay unseen when both have chosen; that the choice was made is seen.
    for choosing in (state, other):
        choosing.play("choose_card c=cup", 1)
    assert state.information_state(1) == other.information_state(1)
    assert state.information_state(None) == other.information_state(None)
    assert state.information_state(1)[-3:] != before.information_state(1)[-3:]


def test_the_order_of_choosing_together_is_not_seen() -> None:
    first, second = dealt(0, 3, 4, 1), dealt(0, 3, 4, 1)
    first.play("choose_card c=cup", 0)
    first.play("choose_card c=sword", 1)
    second.play("choose_card c=sword", 1)
    second.play("choose_card c=cup", 0)
    for seat in (0, 1, None):
        assert first.information_state(seat) == second.information_state(seat)
    assert first == second


def chosen(cards: tuple[int, ...] = (0, 3, 4, 1)) -> State:
    state = dealt(*cards)
    state.play(state.legal(0)[0])
    state.play(state.legal(1)[0])
    return state


def test_a_number_kept_in_a_variable_of_ones_own_is_not_told() -> None:
    state = chosen()
    low, high = state.copy(), state.copy()
    low.play("whisper n=0")
    high.play("whisper n=9")
    assert low.information_state(1) == high.information_state(1)
    assert low.information_state(None) == high.information_state(None)
    assert low.information_state(0) != high.information_state(0)
    assert high.view(0)["variables"]["secret[1]"] == 9
    assert "secret[1]" not in high.view(1)["variables"]
    assert "secret[1]" not in high.view(None)["variables"]


def whispered() -> State:
    state = chosen()
    state.play("whisper n=1")
    state.play("whisper n=1")
    return state


def test_of_a_pile_only_the_top_is_seen() -> None:
    state = whispered()
    assert state.view(None)["zones"]["shown"] == {"count": 0}
    state.play("lay")
    assert state.view(None)["zones"]["shown"] == {"count": 1, "top": CUP}
    state.play("lay")
    for seat in (0, 1, None):
        assert state.view(seat)["zones"]["shown"]["count"] == 2
        assert state.view(seat)["zones"]["shown"]["top"] in (CUP, SWORD)
        assert "components" not in state.view(seat)["zones"]["shown"]


def test_what_may_not_be_counted_is_not_counted() -> None:
    state = whispered()
    for _ in range(2):
        state.play("lay")
    state.play(state.legal()[0])
    for seat in (0, 1, None):
        assert state.view(seat)["zones"]["well"] == {}
    assert state.view(1)["zones"]["hand[1]"] == {"count": 0}


def test_alike_cards_are_not_told_apart() -> None:
    # Seat 1 gets two cups, seat 2 two swords, by other copies of the same cards.
    first, second = dealt(0, 3, 1, 4), dealt(2, 5, 0, 3)
    assert first != second
    for seat in (0, 1, None):
        assert first.view(seat) == second.view(seat)
        assert first.information_state(seat) == second.information_state(seat)
    # But a cup and a sword are told apart, by who gets them.
    third = dealt(0, 3, 3 + 2, 4)
    assert third.information_state(0) != first.information_state(0)
    assert third.information_state(1) == first.information_state(1)
    assert third.information_state(None) == first.information_state(None)


def test_pieces_with_a_place_of_their_own_are_told_apart() -> None:
    # Canoes lie in zones of their own; nothing is kept per canoe, so one canoe is as good as another.
    names = [parlour().words.names[i] for i in range(6, 8)]
    assert names == ["canoe", "canoe"]
    # An animal of Tembo has an owner: each has its own name, and so its own kind.
    tembo = game("tembo").words
    assert len({tembo.kind[i] for i in tembo.ids_named("elephant")}) == 1
    assert len(tembo.ids_named("elephant")) == 7


def test_hidden_moves_of_one_step_say_nothing_about_their_order() -> None:
    # move every card to heap, 59 cards in the order of their ids, is one observation.
    state = game("zum_kuhkuck", traced=True).start(0)
    moves = [o for o in state.information_state(0) if o[0] in ("move", "hidden")]
    assert len(moves) == 1
    assert moves[0][-1] == 59


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_was_shown_is_what_it_sees(name: str) -> None:
    """Two games with one seat's view of everything equal so far give that seat equal views and equal
    moves."""
    known: dict[Any, tuple[str, list[str]]] = {}
    for seed in range(12):
        state, choices = game(name, traced=True).start(seed % 4), random.Random(seed // 3)
        for _ in range(8):
            for seat in range(state.game.players):
                view = json.dumps(state.view(seat))
                moves = [m.canonical for m in state.legal(seat)]
                shown = (seat, state.information_state(seat), state.awaited, state.over)
                before = known.setdefault(shown, (view, moves))
                assert before == (view, moves)
            if not play_on(state, choices, 1):
                break
    assert len(known) > 1


@pytest.mark.parametrize("name", NAMES)
def test_recorded_at_once_or_afterwards_is_the_same(name: str) -> None:
    traced, plain = game(name, traced=True).start(6), game(name).start(6)
    for state in (traced, plain):
        play_on(state, random.Random(6), 15)
    for seat in (*range(traced.game.players), None):
        assert traced.information_state(seat) == plain.information_state(seat)


@pytest.mark.parametrize("name", NAMES)
def test_a_view_is_plain_data_and_fits_eighty_columns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    state = game(name).start(8)
    play_on(state, random.Random(8), 20)
    for seat in (*range(state.game.players), None):
        view = state.view(seat)
        assert json.loads(json.dumps(view)) == view
        for language in ("en", "el", "it"):
            text = view_text(state.game.words, view, language, colour=True)
            assert max(map(len, text.splitlines())) <= 80
            assert "\x1b" not in text


def test_text_of_a_view_names_what_is_seen_and_nothing_else() -> None:
    text = view_text(parlour().words, dealt(0, 3, 1, 4).view(0))
    lines = {line.split()[0]: line for line in text.splitlines() if line.strip()}
    assert lines["hand"].split() == ["hand", "2", "×", "cup", "2", "×", "card"]
    assert lines["well"].split() == ["well", "?"]
    assert "sword" not in text


def test_an_arranged_table_is_a_new_beginning_of_what_was_shown() -> None:
    first, second = dealt(0, 3, 1, 4), dealt(0, 3, 1, 5)
    first.arrange(second.zones(), dict(enumerate(second.variables())))
    second.arrange(second.zones(), dict(enumerate(second.variables())))
    for seat in (0, 1, None):
        assert first.information_state(seat) == second.information_state(seat)


@pytest.mark.parametrize("name", NAMES)
def test_compiled_games_show_what_the_reference_shows(name: str) -> None:
    for seed in range(3):
        states = [game(name, backend, traced=True).start(seed) for backend in TRACED]
        choices = random.Random(seed)
        for _ in range(12):
            for seat in (*range(states[0].game.players), None):
                first, second = (state.information_state(seat) for state in states)
                assert first == second
            if states[0].over:
                break
            move = choices.randrange(len(states[0].legal()))
            for state in states:
                state.play(move)


def test_all_dice_of_a_roll_are_shown_whatever_they_showed_before() -> None:
    """Who looks at dice that show the same again has seen a roll, and each of them."""
    ruleset, _ = check_text(
        "rulewright: 1\ngame: dice\ntitle: Dice\nplayers: 2\nlimit: 9\nvariables:\n  die: 1..6 per 1..3\n"
        "  cup: 1..6 per player, seen by owner\n  first: player\nactions:\n  throw:\n    do:\n"
        "      - roll die\n      - roll cup[me]\n      - first := random player\n"
        "play:\n  - turns: from nth(player, 1)\n    do:\n      - choose: [throw]\n"
        "result:\n  score: 0\n"
    )
    assert ruleset is not None
    for backend in TRACED:
        state = Game(ruleset, 2, backend=backend, traced=True).start(tape=[1, 1, 1, 3, 1] * 2)
        before = len(state.information_state(1))
        for at in range(2):
            state.play("throw")
            seen = state.information_state(1)[before:]
            dice = [o[2:] for o in seen if o[:2] == ("set", 0)]
            assert dice == [(0, 2), (1, 2), (2, 2)]
            assert [o[3] for o in seen if o[:2] == ("set", 2)] == [1]
            # Of the cup of the other its owner sees everything, and nobody else anything.
            assert [o for o in seen if o[:2] == ("set", 1)] == ([] if at == 0 else [("set", 1, 1, 4)])
            before = len(state.information_state(1))


FISTS = """
rulewright: 1
game: fists
title: Fists
players: 2
components:
  coin: {alike: true, make: 6}
zones:
  pocket: set of coin per player, seen by owner, counted by owner
  fist: set of coin per player, seen by owner, counted by owner
  purse: set of coin per player, seen by owner
actions:
  hold:
    say: "{me} holds {n}"
    pick:
      n: 0..3
    do:
      - move n from pocket[me] to fist[me]
  pay:
    pick:
      n: 0..3
    do:
      - move n from fist[me] to purse[me]
setup:
  - for: p in player
    do:
      - move 3 of the(k in coin) from box to pocket[p]
play:
  - together: [hold]
  - choose: [pay]
    by: nth(player, 1)
result:
  score: size(purse[me])
"""


@pytest.mark.parametrize("backend", TRACED)
def test_how_many_are_moved_is_known_to_whoever_can_count_them(backend: Backend) -> None:
    ruleset, found = check_text(FISTS)
    assert ruleset is not None, found
    playing = Game(ruleset, 2, backend=backend, traced=True)
    few, many = playing.start(), playing.start()
    for state, n in ((few, 1), (many, 3)):
        state.play(f"hold n={n}", 0)
        state.play("hold n=2", 1)
    assert few.information_state(1) == many.information_state(1)
    assert few.information_state(None) == many.information_state(None)
    assert few.information_state(0) != many.information_state(0)
    # How many lie in the purse everybody can count.
    for state, n in ((few, 1), (many, 3)):
        state.play(f"pay n={n}", 0)
    assert few.information_state(1) != many.information_state(1)


@pytest.mark.parametrize(
    ("name", "secrets"),
    [
        # Hands; choices made together; a pile that lies face down, from which a card may be shown to one.
        *((name, True) for name in ("hearts", "kuhn_poker", "goofspiel", "niagara", "zum_kuhkuck")),
        *((name, False) for name in ("tic_tac_toe", "pig", "backgammon", "hex", "nine_mens_morris")),
    ],
)
def test_games_of_open_information_have_no_secrets(name: str, secrets: bool) -> None:
    assert game(name).sight.has_secrets == secrets


@pytest.mark.parametrize(
    ("seen", "step", "secrets"),
    [
        ("everyone", "kept := n", False),
        ("owner", "kept := n", True),
        ("owner", "add 1 to sum", True),
        ("nobody", "kept := n", True),
        # What play reckons from open things, and nobody has picked.
        ("nobody", "kept := sum", False),
    ],
)
def test_what_is_kept_where_not_all_see_it_may_be_a_secret(seen: str, step: str, secrets: bool) -> None:
    key, name = (" per player", "kept[me]") if seen == "owner" else ("", "kept")
    text = f"""\
rulewright: 1
game: keeping
title: Keeping
players: 2
variables:
  kept: 0..9{key}, seen by {seen}
  sum: 0..9
actions:
  keep:
    pick:
      n: 0..9
    do:
      - {step.replace("kept", name)}
play:
  - turns: from nth(player, 1), 1 rounds
    do:
      - choose: [keep]
result:
  score: {name} + sum
"""
    ruleset, found = check_text(text)
    assert ruleset is not None, [d.message for d in found]
    assert Game(ruleset, backend="reference").sight.has_secrets == secrets


LOOKING = """\
rulewright: 1
game: looking
title: Looking
players: 3
components:
  card:
    fields: {n: 1..9}
    make: 1 for each i in 1..9 with n = i
    named: "c{n}"
  coin:
    alike: true
    make: 4
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  open: set of card, seen by everyone
  waste: pile of card, top seen by everyone, rest seen by nobody
  aside: pile of card, seen by nobody
  purse: set of coin per player, seen by owner
actions:
  look:
    do:
LOOKS
setup:
  - move every card to deck
  - for: p in player
    do:
      - move find(c in card where c.n = seat(p)) to hand[p]
  - move find(c in card where c.n = 4) to open
  - move find(c in card where c.n = 5) to waste
  - move find(c in card where c.n = 6) to waste
  - move every coin to purse[nth(player, 2)]
  - shuffle deck
play:
  - turns: from nth(player, 1), 1 rounds
    do:
      - choose: [look]
result:
  score: size(hand[me])
"""
TOP = "show [top(waste)] to me"
#: What the first player does, and the seats (from 1; 0 is whoever looks on) that are told which cards it was.
LOOKS = {
    "the owner of a hand": (["show hand[left of me] to me"], {1, 2}),
    "picked at random": (["let x = random c in hand[left of me] where c.n > 0", "show [x] to me"], {1, 2}),
    "what lies open": (["show open to left of me"], {0, 1, 2, 3}),
    "the top of a pile": ([TOP], {0, 1, 2, 3}),
    "the bottom of a pile": (["show [bottom(waste)] to me"], {1}),
    "what nobody sees": (["show [top(deck)] to me"], {1}),
    "after it went out of sight": (
        ["let x = the(c in hand[left of me])", "move x to deck", "show [x] to me"],
        {1},
    ),
    "before it went out of sight": (
        ["let x = the(c in hand[left of me])", "show [x] to me", "move x to deck"],
        {1, 2},
    ),
    "after it came into sight": (["let x = top(deck)", "move x to open", "show [x] to me"], {0, 1, 2, 3}),
    "a card of a hand that went under the open one": (
        ["let x = the(c in hand[left of me])", "move x to bottom of waste", "show [x] to me"],
        {1},
    ),
    "a card of a hand that went on top": (
        ["let x = the(c in hand[left of me])", "move x to waste", "show [x] to me"],
        {0, 1, 2, 3},
    ),
    "the card below one that was taken": (["move top(waste) to deck", TOP], {0, 1, 2, 3}),
    "what was turned over unseen": (
        ["move all from deck to aside", "let x = top(aside)", "move x to hand[left of me]", "show [x] to me"],
        {1, 2},
    ),
    "what was mixed in": (["move all from waste to deck", "shuffle deck", "show [top(deck)] to me"], {1}),
    "coins that another has": (["show purse[left of me] to me"], {1, 2}),
    "coins in two purses": (["move 1 from purse[left of me] to purse[me]", "show purse[me] to me"], {1}),
}


@pytest.mark.parametrize("backend", TRACED)
@pytest.mark.parametrize("case", LOOKS)
def test_who_sees_a_card_anyway_sees_that_it_is_shown(case: str, backend: Backend) -> None:
    """To player 1 a card is shown, once to player 2. Who sees where it lies is told which one it is; the others
    are told that one was shown, whatever it is."""
    steps, knows = LOOKS[case]
    text = LOOKING.replace("LOOKS\n", "".join(f"      - {step}\n" for step in steps))
    ruleset, found = check_text(text)
    assert ruleset is not None, [d.message for d in found]
    state = Game(ruleset, 3, backend=backend, traced=True).start(1)
    state.play("look")
    (card,) = (e.args[0] for e in state.last.events if e.kind == "show")
    to = next(e.args[1] for e in state.last.events if e.kind == "show")
    kind = state.game.words.kind[card]
    for seat in (None, 0, 1, 2):
        told = [o for o in state.information_state(seat) if o[0] in ("show", "shown")]
        which = 0 if seat is None else seat + 1
        assert told == ([("show", kind, to)] if which in knows else [("shown", to, 1)])
