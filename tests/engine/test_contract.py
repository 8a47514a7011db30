"""What engine/contract.py promises, for every ruleset of this project in every way of running.

Games are random and seeded. Nothing here knows a game: the promises are about positions, copies, chance and
saves.
"""

from __future__ import annotations

import json
import random
from itertools import count
from typing import Any

import pytest
from engine_support import BACKENDS, LARGE, NAMES, game, play_on, ruleset

from rulewright.check import check_text
from rulewright.engine.conservation import conservation_errors, in_range, range_errors
from rulewright.engine.contract import Backend, Game, MoveError, State, WrongCall
from rulewright.machine.interface import ZoneContent
from rulewright.ruleset.model import OPEN

EVERY = [(name, backend) for name in NAMES for backend in BACKENDS]
#: Where much is copied: the reference evaluator copies by playing again, which takes long in large games.
COPIED = [(name, backend) for name, backend in EVERY if name not in LARGE or backend != "reference"]
#: Moves that are looked at closely in a game; whole games of some rulesets are long.
CLOSE = 25
#: As far as a game is played where its end matters; the large ones may go on for thousands of moves.
END = 120


def snapshot(state: State) -> Any:
    """Everything that can be asked of a state."""
    seats = [*range(state.game.players), None]
    return (
        state.key(),
        (state.awaited, state.over, state.outcomes),
        (state.scores(), state.places(), state.winners()),
        [m.canonical for m in state.legal()],
        [state.view(seat) for seat in seats],
    )


@pytest.mark.parametrize(("name", "backend"), EVERY)
def test_every_position_is_sound(name: str, backend: Backend) -> None:
    low, high = ruleset(name).players
    for players in range(low, high + 1):
        playing = game(name, backend, players)
        for seed in range(1 if name in LARGE or backend == "reference" else 3):
            state, choices = playing.start(seed), random.Random(seed)
            for moves in count():
                assert list(conservation_errors(playing.words, state.zones())) == []
                assert list(range_errors(playing.words, state.variables())) == []
                assert state.fault is None
                assert state.over == (state.awaited == ())
                for seat in range(players):
                    assert bool(state.legal(seat)) == (seat in state.awaited)
                if state.over or (name in LARGE and moves == CLOSE):
                    break
                play_on(state, choices, 1)
            assert len(state.scores()) == len(state.places()) == players
            assert min(state.places()) == 1
            # Only a ruleset that says who wins may say that nobody does.
            assert state.winners() or not state.over or ruleset(name).result.winners is not None


@pytest.mark.parametrize(("name", "backend"), COPIED)
def test_the_same_seed_and_moves_give_the_same_game(name: str, backend: Backend) -> None:
    first, second = game(name, backend).start(11), game(name, backend).start(11)
    choices = [random.Random(5), random.Random(5)]
    for _ in range(CLOSE):
        assert snapshot(first) == snapshot(second)
        play_on(first, choices[0], 1)
        play_on(second, choices[1], 1)


@pytest.mark.parametrize(("name", "backend"), COPIED)
def test_the_tape_of_a_game_gives_that_game(name: str, backend: Backend) -> None:
    state, choices = game(name, backend).start(4), random.Random(9)
    play_on(state, choices, CLOSE)
    again = game(name, backend).start(tape=state.outcomes)
    for moment in state.history[1:]:
        assert moment.move is not None
        again.play(moment.move, moment.seat)
    assert snapshot(again) == snapshot(state)


@pytest.mark.parametrize("name", [n for n in NAMES if n in ("tembo", "zum_kuhkuck", "kuhn_poker")])
def test_different_seeds_give_different_deals(name: str) -> None:
    tapes = set()
    for seed in range(20):
        state = game(name).start(seed)
        play_on(state, random.Random(0), 6)
        tapes.add(tuple(state.outcomes))
    # Kuhn poker has six deals; twenty seeds that missed most of them would be no source of chance.
    assert len(tapes) >= (4 if name == "kuhn_poker" else 20)


@pytest.mark.parametrize(("name", "backend"), COPIED)
def test_a_copy_is_independent(name: str, backend: Backend) -> None:
    state, choices = game(name, backend).start(2), random.Random(2)
    for _ in range(4):
        play_on(state, choices, 3)
        before = snapshot(state)
        twin = state.copy()
        assert snapshot(twin) == before
        assert twin == state
        played = play_on(twin, random.Random(1), CLOSE)
        assert snapshot(state) == before
        assert (twin == state) == (played == 0)
        # Chance goes on in the copy as it does in the original.
        third = state.copy()
        play_on(third, random.Random(1), CLOSE)
        assert snapshot(third) == snapshot(twin)


@pytest.mark.parametrize("name", ["tembo", "zum_kuhkuck"])
def test_a_copy_can_have_another_continuation_of_chance(name: str) -> None:
    state = game(name).start(2)
    play_on(state, random.Random(2), 3)
    twins = [state.copy(seed=seed) for seed in range(12)]
    assert all(twin == state for twin in twins)
    for twin in twins:
        play_on(twin, random.Random(4), 8)
    assert len({tuple(twin.outcomes) for twin in twins}) > 1
    for twin in twins:
        assert snapshot(twin.game.from_json(twin.to_json())) == snapshot(twin)


@pytest.mark.parametrize(("name", "backend"), COPIED)
def test_a_saved_state_comes_back(name: str, backend: Backend) -> None:
    state, choices = game(name, backend).start(7), random.Random(7)
    for step in range(12):
        saved = json.loads(json.dumps(state.to_json()))
        back = state.game.from_json(saved)
        assert snapshot(back) == snapshot(state)
        assert back.to_json() == saved
        twin, other = state.copy(), random.Random(step)
        play_on(twin, random.Random(step), 5)
        play_on(back, other, 5)
        assert snapshot(back) == snapshot(twin)
        play_on(state, choices, 1 if step < 10 else END)


def test_a_move_can_be_said_in_four_ways() -> None:
    start = game("tembo").start(1)
    wanted = start.legal()[3]
    ways: list[Any] = [wanted, 3, wanted.canonical, wanted.move]
    reached = []
    for way in ways:
        state = start.copy()
        state.play(way)
        reached.append(snapshot(state))
    assert all(position == reached[0] for position in reached)
    assert reached[0] != snapshot(start)


def test_what_is_not_legal_changes_nothing() -> None:
    state = game("tembo").start(1)
    before = snapshot(state)
    waiting = 1 - state.awaited[0]
    for wrong in (99, -1, "play_animal a=lion s=1", "fly", "play_animal a=", state.legal()[0].move):
        with pytest.raises((MoveError, WrongCall)):
            state.play(wrong, waiting if not isinstance(wrong, str | int) else None)
        assert snapshot(state) == before


def test_nobody_plays_on_after_the_end() -> None:
    state = game("kuhn_poker").start(1)
    play_on(state, random.Random(1))
    assert state.legal() == []
    with pytest.raises(WrongCall, match="over"):
        state.play(0)
    with pytest.raises(WrongCall, match="over"):
        state.arrange()


def test_a_game_says_what_is_wrong_with_its_call() -> None:
    tembo = ruleset("tembo")
    with pytest.raises(WrongCall, match="2 to 4 players, not 5"):
        Game(tembo, 5, backend="reference")
    with pytest.raises(WrongCall, match="for 2 players, not 3"):
        Game(ruleset("zum_kuhkuck"), 3, backend="reference")
    with pytest.raises(WrongCall, match="'first_dealer' is a ruling without readings"):
        Game(tembo, readings={"first_dealer": "chance"}, backend="reference")
    with pytest.raises(WrongCall, match="no ruling of tembo"):
        Game(tembo, open=["who_knows"], backend="reference")
    with pytest.raises(WrongCall, match="it has left_of_dealer, same_dealer, fewest_points, open"):
        Game(tembo, readings={"second_dealer": "nobody"}, backend="reference")
    with pytest.raises(WrongCall, match="no way of running"):
        Game(tembo, backend="fast")  # type: ignore[arg-type]
    with pytest.raises(WrongCall, match="a seed is a number"):
        game("tembo").start(2**64)
    with pytest.raises(WrongCall, match="there is no seat 2"):
        game("tembo").start(1).view(2)


def test_readings_are_by_index_of_the_options() -> None:
    tembo = ruleset("tembo")
    names = [option.name for option in tembo.options()]
    changed = Game(tembo, readings={"round_end": "everybody"}, open=["lion_on_lion"], backend="reference")
    assert changed.config.readings[names.index("round_end")] == 1
    assert changed.config.readings[names.index("lion_on_lion")] == OPEN
    assert changed.readings["round_end"] == "everybody"
    everything = Game(tembo, open="all", backend="reference")
    assert set(everything.config.readings) == {OPEN}


def test_an_open_question_that_is_reached_ends_the_game() -> None:
    # lions_below is asked when the first round is prepared (rule T3), before anyone moves.
    state = Game(ruleset("tembo"), open=["lions_below"], backend="reference").start(1)
    assert state.over
    fault = state.fault
    assert fault is not None
    assert fault.code == "open-question"
    assert "lions_below: May lions lie among the five face-down cards?" in fault.message
    assert "T3" in fault.rules
    assert fault.place is not None
    assert fault.place.path.endswith("tembo.yaml")


def test_a_tape_that_ends_is_a_fault_and_no_exception() -> None:
    # Zum Kuhkuck: one event for the first player (two outcomes), one for the first of 59 cards.
    zum_kuhkuck = game("zum_kuhkuck")
    assert zum_kuhkuck.start(tape=[1]).awaited == (1,)
    state = zum_kuhkuck.start(tape=[1, 58])
    state.play("take_card")
    assert not state.over
    state.play("take_card")
    assert state.over
    fault = state.fault
    assert fault is not None
    assert (fault.code, fault.place) == ("tape", None)
    assert "at event 3" in fault.message
    early = zum_kuhkuck.start(tape=[])
    assert (early.over, early.awaited, early.legal()) == (True, (), [])
    misfit = zum_kuhkuck.start(tape=[2])
    assert misfit.over
    # With a seed the generator takes over where the tape ends.
    assert not zum_kuhkuck.start(seed=5, tape=[1]).over


def test_a_position_put_on_the_table() -> None:
    state = game("zum_kuhkuck").start(0)
    words = state.game.words
    zones = state.zones()
    heap, hand = words.zone_numbers["heap"], words.zone_numbers["hand[1]"]
    every = zones[heap].unknown
    zones[hand] = ZoneContent(every[:20])
    zones[heap] = ZoneContent((), every[20:])
    state.arrange(zones, turn=0)
    assert state.awaited == (0,)
    # Twenty cards in hand: the first must claim, and only boots and bells are among the first twenty (rule
    # K4, K7).
    assert {m.canonical for m in state.legal()} == {"claim k=boots", "claim k=bell"}
    assert snapshot(state.game.from_json(json.loads(json.dumps(state.to_json())))) == snapshot(state)
    assert snapshot(state.copy()) == snapshot(state)


def test_an_impossible_position_is_refused() -> None:
    state = game("zum_kuhkuck").start(0)
    before = snapshot(state)
    words = state.game.words
    heap, hand = words.zone_numbers["heap"], words.zone_numbers["hand[1]"]
    every = state.zones()[heap].unknown

    def arranged(**contents: ZoneContent) -> None:
        zones = state.zones()
        for name, content in contents.items():
            zones[heap if name == "heap" else hand] = content
        state.arrange(zones)

    with pytest.raises(WrongCall, match=r"boots is in heap, hand\[1\], and should be in exactly one"):
        arranged(hand=ZoneContent(every[:1]))
    with pytest.raises(WrongCall, match="brush is in no zone"):
        arranged(heap=ZoneContent((), tuple(i for i in every if words.names[i] != "brush")))
    with pytest.raises(WrongCall, match=r"hand\[1\] holds 21, and 20 is the most"):
        arranged(hand=ZoneContent(every[:21]), heap=ZoneContent((), every[21:]))
    with pytest.raises(WrongCall, match=r"written\[2, can\] is 101"):
        state.arrange(variables={0: [*[-1] * 8, 101, -1]})
    with pytest.raises(WrongCall, match="there is no seat 2"):
        state.arrange(turn=2)
    assert snapshot(state) == before


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_pile_that_nothing_shuffles_has_no_unknown_cards(backend: Backend) -> None:
    """No step of the ruleset forgets the order of the discards, so a position may not either."""
    text = """
rulewright: 1
game: piles
title: Piles
players: 2
components:
  card: {make: 4}
zones:
  deck: pile of card, seen by nobody
  discards: pile of card, seen by everyone
setup:
  - move every card to deck
  - shuffle deck
actions:
  discard:
    do:
      - move top(deck) to discards
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [discard]
result:
  score: 0
"""
    checked, diagnostics = check_text(text)
    assert checked is not None, diagnostics
    state = Game(checked, backend=backend).start(1)
    before = snapshot(state)
    box, deck, _ = state.zones()
    with pytest.raises(WrongCall, match="discards has unknown components, and nothing ever shuffles it"):
        state.arrange([box, ZoneContent((), deck.unknown[:2]), ZoneContent((), deck.unknown[2:])])
    assert snapshot(state) == before
    state.arrange([box, ZoneContent((), deck.unknown[:2]), ZoneContent(deck.unknown[2:])])
    assert state.zones()[2].ids == deck.unknown[2:]


def test_ranges_are_those_of_the_types() -> None:
    words = game("tembo").words
    variables = ruleset("tembo").variables
    assert in_range(words, variables["total"].type, 500)
    assert not in_range(words, variables["total"].type, 501)
    assert in_range(words, variables["owner"].type, -1)
    # Two play: the third colour exists, the third player doesn't.
    assert not in_range(words, variables["owner"].type, 2)
    assert in_range(words, variables["colour_of"].type, 3)
    assert not in_range(words, variables["colour_of"].type, 4)


@pytest.mark.parametrize("name", NAMES)
def test_all_ways_of_running_play_the_same_game(name: str) -> None:
    low, high = ruleset(name).players
    for seed in range(2 if name in LARGE else 4):
        players = low + seed % (high - low + 1)
        states = [game(name, backend, players).start(seed) for backend in BACKENDS]
        choices = random.Random(seed)
        for _ in range(20 if name in LARGE else 60):
            first, *others = [
                (
                    [m.canonical for m in state.legal()],
                    state.outcomes,
                    (state.scores(), state.places(), state.winners(), state.over),
                    [state.view(seat) for seat in (*range(players), None)],
                    state.variables(),
                )
                for state in states
            ]
            assert all(other == first for other in others)
            if states[0].over:
                break
            move = choices.randrange(len(states[0].legal()))
            for state in states:
                state.play(move)


ROUNDS = """
rulewright: 1
game: rounds
title: Rounds
players: 2
actions:
  wait: {do: []}
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [wait]
result:
  score: 0
"""


def test_keys_tell_where_in_play_a_position_is() -> None:
    """The table and the legal moves are the same in both rounds; that one round is left is not."""
    ruleset, diagnostics = check_text(ROUNDS)
    assert ruleset is not None, diagnostics
    rounds = Game(ruleset)
    first = rounds.start()
    second = first.copy()
    for _ in range(2):
        second.play(0)
    assert first.key() != second.key()
    assert first != second
    again = rounds.start()
    assert first.key() == again.key()
    assert first == again
    assert hash(first) == hash(again)
    assert Game(ruleset, backend="reference").start() == first
