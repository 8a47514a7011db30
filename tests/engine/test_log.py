"""Logs: what they say, that they replay to the same state, and that a log which was changed is found out."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from engine_support import LARGE, NAMES, game, play_on, ruleset

from rulewright.engine.contract import Game, LogError, State
from rulewright.engine.log import Follower, StepEntries, entries, read, replay, write, write_entries


def played(name: str = "zum_kuhkuck", moves: int | None = None, seed: int = 3) -> State:
    state = game(name).start(seed)
    play_on(state, random.Random(seed), moves)
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_log_replays_to_the_same_state(name: str) -> None:
    for moves in (0, 1, 9, 40 if name in LARGE else None):
        state = played(name, moves)
        back = replay(write(state), ruleset(name), "reference")
        assert back == state
        assert write(back) == write(state)
        assert [m.outcomes for m in back.history] == [m.outcomes for m in state.history]


def test_what_a_log_says() -> None:
    state = played()
    header, *lines = entries(state)
    assert header["game"] == "zum_kuhkuck"
    assert header["ruleset"] == ruleset("zum_kuhkuck").text_hash
    assert header["readings"] == {
        "equal_claims": "nobody",
        "last_current_card": "mixed_in",
        "no_way_out": "passes",
    }
    assert (header["players"], header["seed"], header["tape"]) == (2, 3, [])
    # The first player is drawn by lot, takes one of 59 cards, then the other one of 58.
    assert lines[0] == {"chance": 2, "outcome": state.outcomes[0]}
    first = state.outcomes[0] + 1
    assert lines[1] == {"seat": first, "action": "take_card", "with": {}}
    assert (lines[2]["chance"], lines[4]["chance"]) == (59, 58)
    assert lines[3]["seat"] == 3 - first
    winners = [seat + 1 for seat in state.winners()]
    assert lines[-1] == {
        "end": "over", "scores": state.scores(), "places": state.places(), "winners": winners,
    }  # fmt: skip
    # Cards in the order of their ids: 11 boots, bells, stools and cans, 10 brushes, 5 current cards.
    kinds = ["boots"] * 11 + ["bell"] * 11 + ["stool"] * 11 + ["can"] * 11 + ["brush"] * 10 + ["current"] * 5
    assert lines[2]["what"] == kinds[lines[2]["outcome"]]


def test_names_of_drawn_cards_agree_with_the_hands() -> None:
    state = played("tembo", 3)
    named = [line["what"] for line in entries(state) if "what" in line]
    assert named
    hands = [name for n in (1, 2) for name in state.view(n - 1)["zones"][f"hand[{n}]"]["components"]]
    assert all(name in hands or name == "lion" for name in named[-1:])


def changed(state: State, line: int, **changes: Any) -> str:
    lines = entries(state)
    lines[line - 1] |= changes
    return "\n".join(json.dumps(entry) for entry in lines)


def refused(text: str, line: int, reason: str, name: str = "zum_kuhkuck") -> None:
    with pytest.raises(LogError, match=reason) as caught:
        replay(text, ruleset(name), "reference")
    assert caught.value.line == line


def test_a_log_of_another_ruleset_is_refused() -> None:
    with pytest.raises(LogError, match="a log of zum_kuhkuck, not of tembo") as caught:
        replay(write(played()), ruleset("tembo"), "reference")
    assert caught.value.line == 1
    refused(changed(played(), 1, ruleset="0" * 64), 1, "another text of zum_kuhkuck or other data")


def test_other_data_make_another_ruleset() -> None:
    text = write(game("goofspiel", data="cards: 4").start(0))
    with pytest.raises(LogError, match="other data"):
        replay(text, ruleset("goofspiel"), "reference")


def test_other_players_and_readings_are_refused_by_a_game() -> None:
    saved = played("tembo", 2).to_json()
    with pytest.raises(LogError, match="for 2 players, not 3"):
        game("tembo", players=3).from_json(saved)
    other = Game(ruleset("tembo"), 2, {"round_end": "everybody"}, backend="reference")
    with pytest.raises(LogError, match="other readings: round_end"):
        other.from_json(saved)
    with pytest.raises(LogError, match="no saved data"):
        other.from_json({})


def test_a_log_cut_after_any_line_is_the_game_up_to_there() -> None:
    """Chance that the log lacks comes from the header: the game stands where the last decision led."""
    state = played(moves=12)
    whole = write(state)
    lines = whole.splitlines(keepends=True)
    for count in range(1, len(lines) + 1):
        back = replay("".join(lines[:count]), ruleset("zum_kuhkuck"), "reference")
        decisions = sum("seat" in json.loads(line) for line in lines[:count])
        assert sum(moment.move is not None for moment in back.history) == decisions
        assert whole.startswith(write(back))
    ended = played()
    assert replay(
        "".join(write(ended).splitlines(keepends=True)[:-1]), ruleset("zum_kuhkuck"), "reference"
    ).over


def test_a_log_cut_in_a_line_is_refused_and_says_how_to_mend_it() -> None:
    text = write(played(moves=5))
    count = text.count("\n")
    refused("", 1, "empty")
    refused(text[:-9], count, "Without this last line it is the game up to there")
    refused(text[:40], 1, "was cut or edited here$")
    refused(text.replace("\n", "\n\n", 2), 2, "was cut or edited here$")


@pytest.mark.parametrize("key", ["format", "game", "ruleset", "players", "readings", "seed", "tape"])
def test_a_header_without_something_is_refused(key: str) -> None:
    lines = entries(played(moves=2))
    del lines[0][key]
    refused("\n".join(map(json.dumps, lines)), 1, f"no proper '{key}'")


def test_a_log_can_grow_with_its_game() -> None:
    """The entries of each step, made as it is played, are those that the finished game has."""
    state = Game(ruleset("zum_kuhkuck"), traced=True).start(6)
    grown, dice = write(state), random.Random(6)
    while not state.over:
        move = dice.choice(state.legal())
        step = StepEntries(state, move)
        state.play(move)
        grown += write_entries(step.after(state))
    assert grown == write(state)


def test_an_edited_log_is_found_out_at_its_line() -> None:
    state = played()
    lines = entries(state)
    refused(changed(state, 2, outcome=1 - lines[1]["outcome"]), 2, "chance that the header names gives")
    refused(changed(state, 4, chance=60), 4, "a chance event of 59 outcomes here, and the log has one of 60")
    refused(changed(state, 4, what="cow"), 4, "'cow' was drawn, and it was")
    refused(changed(state, 5, seat=lines[2]["seat"]), 5, "by the rules it is seat")
    refused(
        changed(state, 5, action="claim", **{"with": {"k": "bell"}}), 5, "is not legal; legal here: take_card"
    )
    refused(changed(state, 5, seat="two"), 5, "a decision has a seat")
    refused(changed(state, len(lines), scores=[0, 0]), len(lines), "at the end, and the rules give")
    refused(changed(state, len(lines), end="fault"), len(lines), "has end 'fault' at the end")
    refused(
        changed(state, len(lines), winners=[1, 2, 3]), len(lines), "has winners .* at the end, and the rules"
    )
    refused(changed(state, 1, seed=4), 2, "header's?|header names gives|chance event")
    refused(changed(state, 1, seed=-1), 1, "no proper 'seed'")
    refused(changed(state, 1, format=2), 1, "format 2")
    refused(changed(state, 1, readings={"no_way_out": "who knows"}), 1, "no reading 'who knows'")


def test_a_log_that_does_not_say_who_won_is_read() -> None:
    lines = entries(played())
    assert lines[-1].pop("winners")
    assert replay(write_entries(lines), ruleset("zum_kuhkuck"), "reference").over


def test_lines_that_are_no_entries_are_refused() -> None:
    state = played(moves=2)
    lines = [json.dumps(entry) for entry in entries(state)]
    refused("\n".join([*lines[:2], "[1]", *lines[3:]]), 3, "an entry is a JSON object")
    refused("\n".join([*lines[:2], '{"a": 1}', *lines[3:]]), 3, "no entry of a log")
    extra = [*lines, lines[-1]]
    refused("\n".join(extra), len(extra), "the rules have none")
    assert read(lines[0])[0]["game"] == read(lines[0] + "\r\n")[0]["game"] == "zum_kuhkuck"


def test_entries_after_the_end_are_refused() -> None:
    lines = entries(played())
    lines.append(lines[3])
    refused("\n".join(map(json.dumps, lines)), len(lines), "entries after the end")
    middle = entries(played(moves=2))
    middle.append({"end": "over", "scores": [0, 0], "places": [1, 1]})
    refused("\n".join(map(json.dumps, middle)), len(middle), "by the rules it goes on")


def test_a_game_that_ended_in_a_fault_is_kept_too() -> None:
    state = Game(ruleset("tembo"), open=["lions_below"], backend="reference").start(1)
    back = replay(write(state), ruleset("tembo"), "reference")
    assert back.fault == state.fault
    assert entries(state)[-1]["fault"] == "open-question"


def test_a_game_on_a_tape_goes_on_after_it_was_saved() -> None:
    state = game("zum_kuhkuck").start(tape=[1, 30, 40, 50])
    state.play(0)
    back = state.game.from_json(state.to_json())
    for twin in (state, back):
        twin.play(0)
        twin.play(0)
    assert back == state
    assert back.outcomes == [1, 30, 40, 50]


def test_a_state_of_a_tree_can_be_logged() -> None:
    # States that an enumeration reaches have no seed: their log is a tape of what happened.
    state = game("zum_kuhkuck").start(3)
    state.play(0)
    twin = state.copy(tape=[57, 3])
    twin.play(0)
    header = entries(twin)[0]
    assert (header["seed"], header["tape"]) == (None, [*state.outcomes, 57, 3])
    assert replay(write(twin), ruleset("zum_kuhkuck"), "reference") == twin


def test_a_log_of_a_later_format_is_told_apart_from_a_broken_one() -> None:
    refused(
        json.dumps({"rulewright": "9.0", "format": 9}),
        1,
        "the log has format 9, and this version reads format 1",
    )


@pytest.mark.parametrize("value", [{"a": 1}, 1.5, [[1]], [{}]])
def test_parameters_and_readings_that_are_no_words_are_refused(value: Any) -> None:
    lines = entries(played(moves=1))
    at = next(i for i, entry in enumerate(lines) if "action" in entry)
    for changed, where, said in (
        ({**lines[at], "with": {"k": value}}, at, "'k' is no word"),
        (
            {**lines[0], "readings": {**lines[0]["readings"], "equal_claims": value}},
            0,
            "no proper 'readings'",
        ),
    ):
        with pytest.raises(LogError, match=said) as refused:
            replay([*lines[:where], changed, *lines[where + 1 :]], ruleset("zum_kuhkuck"))
        assert refused.value.line == where + 1


def test_a_game_is_followed_forward_and_back() -> None:
    """What is played along is the same state after each of some moves, after going back, and on another way."""
    plain = game("tembo", backend="reference")
    follower = Follower(plain)
    states = [game("tembo").start(3)]
    for seed in range(12):
        following = states[-1].copy()
        play_on(following, random.Random(seed), 1)
        states.append(following)
    other = states[4].copy(seed=99)
    play_on(other, random.Random(5), 6)
    for state in (states[0], states[3], states[12], states[12], states[4], other, states[7]):
        again = follower.at(state)
        assert again.game is plain
        assert [(m.seat, m.move, m.outcomes) for m in again.history] == [
            (m.seat, m.move, m.outcomes) for m in state.history
        ]
        assert again.zones() == state.zones()
        assert again.variables() == state.variables()
        assert again.awaited == state.awaited


def test_what_was_followed_already_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    played_again: list[object] = []
    original = State.play
    follower = Follower(game("tembo", backend="reference"))
    state = game("tembo").start(3)
    play_on(state, random.Random(1), 5)
    follower.at(state)
    play_on(state, random.Random(2), 2)

    def watched(self: State, *args: Any, **named: Any) -> None:
        played_again.append(args)
        original(self, *args, **named)

    monkeypatch.setattr(State, "play", watched)
    follower.at(state)
    assert len(played_again) == 2
