"""Looking over every position of a game: what must hold whatever the rules are.

Each component is in exactly one zone, no zone holds more than it may, each variable is in its range; who is
awaited has a legal move; a copy is equal and goes on alike, and is the position before when a move is taken
back; the game saved and loaded, and the game replayed, stand as they stood; at the end each player has a
place. What fails here is as a rule a mistake of the interpreter and not of the ruleset, and all the more
worth telling.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from rulewright.engine.conservation import conservation_errors, range_errors
from rulewright.engine.contract import Game, State
from rulewright.fuzz.lines import Line


def audit(game: Game, line: Line, seconds: float) -> str | None:
    """Plays a line, for so long at most; a sentence on the first thing that doesn't hold, or none."""
    return next(_wrong(game, line, time.monotonic() + seconds), None)


def _wrong(game: Game, line: Line, end: float) -> Iterator[str]:
    tape = [*line.start, *(outcome for step in line.steps for outcome in step.chance)]
    state = game.start(tape=tape)
    for number, step in enumerate(line.steps):
        if state.over or time.monotonic() > end:
            break
        before = f"after {number} decisions"
        for fault in _position(state):
            yield f"{before} {fault}"
        copy = state.copy()
        stood = _standing(state)
        state.play(step.pick, state.awaited[0])
        if _standing(copy) != stood:
            yield f"{before} playing on changed a copy of the position"
        copy.play(step.pick, copy.awaited[0])
        if _standing(copy) != _standing(state):
            yield f"{before} a copy went on otherwise than the game"
    if state.over and state.fault is None:
        for fault in _position(state):
            yield f"at the end {fault}"
        yield from _result(state)
    if time.monotonic() > end:
        return
    for how, again in (
        ("saved and loaded", game.from_json(state.to_json())),
        ("played once more", _again(game, tape, line, len(state.history) - 1)),
    ):
        if _standing(again) != _standing(state):
            yield f"{how}, the game of {len(state.history) - 1} decisions stands otherwise"


def _again(game: Game, tape: list[int], line: Line, decisions: int) -> State:
    state = game.start(tape=tape)
    for step in line.steps[:decisions]:
        state.play(step.pick, state.awaited[0])
    return state


def _standing(state: State) -> tuple[object, ...]:
    awaited = state.awaited
    legal = [tuple(move.canonical for move in state.legal(seat)) for seat in awaited[:1]]
    return state.zones(), state.variables(), awaited, legal, state.over


def _position(state: State) -> Iterator[str]:
    words = state.game.words
    yield from conservation_errors(words, state.zones())
    yield from range_errors(words, state.variables())
    if not state.over and not state.awaited:
        yield "the game goes on and nobody is awaited"
    for seat in state.awaited:
        if not state.legal(seat):
            yield f"seat {seat + 1} has no legal move"


def _result(state: State) -> Iterator[str]:
    places = state.places()
    ranks = sorted(places)
    if len(places) != state.game.players or any(
        place != 1 + sum(other < place for other in places) for place in ranks
    ):
        yield f"the places at the end are no ranking of the players: {places}"
