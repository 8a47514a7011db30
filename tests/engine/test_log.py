"""Logs: what they say, that they replay to the same state, and that a log which was changed is found out."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from engine_support import LARGE, NAMES, game, play_on, ruleset

from rulewright.engine.contract import Game, LogError, State
from rulewright.engine.log import entries, read, replay, write


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
    assert (header["players"], header["seed"], header["tape"], header["entries"]) == (2, 3, [], len(lines))
    # The first player is drawn by lot, takes one of 59 cards, then the other one of 58.
    assert lines[0] == {"chance": 2, "outcome": state.outcomes[0]}
    first = state.outcomes[0] + 1
    assert lines[1] == {"seat": first, "action": "take_card", "with": {}}
    assert (lines[2]["chance"], lines[4]["chance"]) == (59, 58)
    assert lines[3]["seat"] == 3 - first
    assert lines[-1] == {"end": "over", "scores": state.scores(), "places": state.places()}
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


def test_a_cut_log_is_found_out() -> None:
    lines = write(played()).splitlines(keepends=True)
    refused("", 1, "empty")
    refused("".join(lines[:-1]), len(lines) - 1, f"{len(lines) - 1} entries, and there are {len(lines) - 2}")
    refused("".join(lines)[:-20], len(lines), "was cut or edited")
    shorter = [json.loads(line) for line in lines[:-1]]
    shorter[0]["entries"] -= 1
    refused("\n".join(map(json.dumps, shorter)), len(shorter), "no line that says so")
    middle = [json.loads(line) for line in lines[:4]]
    middle[0]["entries"] = 2
    refused("\n".join(map(json.dumps, middle[:3])), 4, "a chance event of 59 outcomes here: it was cut")


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
    refused(changed(state, 1, seed=4), 2, "header's?|header names gives|chance event")
    refused(changed(state, 1, seed=-1), 1, "no proper 'seed'")
    refused(changed(state, 1, format=2), 1, "format 2")
    refused(changed(state, 1, readings={"no_way_out": "who knows"}), 1, "no reading 'who knows'")


def test_lines_that_are_no_entries_are_refused() -> None:
    state = played(moves=2)
    lines = [json.dumps(entry) for entry in entries(state)]
    refused("\n".join([*lines[:2], "[1]", *lines[3:]]), 3, "an entry is a JSON object")
    refused("\n".join([*lines[:2], '{"a": 1}', *lines[3:]]), 3, "no entry of a log")
    extra = [*lines, lines[-1]]
    header = json.loads(extra[0]) | {"entries": len(extra) - 1}
    refused("\n".join([json.dumps(header), *extra[1:]]), len(extra), "the rules have none")
    assert read("\n" + lines[0] + "\n\n")[0]["game"] == "zum_kuhkuck"


def test_entries_after_the_end_are_refused() -> None:
    lines = entries(played())
    lines.append(lines[3])
    lines[0]["entries"] += 1
    refused("\n".join(map(json.dumps, lines)), len(lines), "entries after the end")
    middle = entries(played(moves=2))
    middle.append({"end": "over", "scores": [0, 0], "places": [1, 1]})
    middle[0]["entries"] += 1
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
