"""A small game told so that a person reads it in a minute, and written down as a scenario that fails."""

from __future__ import annotations

import json

from rulewright.engine.contract import Game, State
from rulewright.engine.moves import name_moves
from rulewright.fuzz.lines import Line
from rulewright.play.narration import Narrator


def played(game: Game, line: Line) -> State:
    """The game of a line, with everything recorded."""
    tape = [*line.start, *(outcome for step in line.steps for outcome in step.chance)]
    state = game.traced_twin.start(tape=tape)
    for step in line.steps:
        state.play(step.pick, state.awaited[0])
    return state


def told(state: State, language: str = "en") -> list[str]:
    """A sentence for each decision, what came of it indented."""
    return Narrator(state.game, language).whole_story(state)


def moves(state: State) -> list[str]:
    """The moves alone, one a line, as logs and scenarios write them."""
    return [f"{seat}: {text}" for seat, text in _moves(state)]


def _moves(state: State) -> list[tuple[int, str]]:
    words, actions = state.game.words, state.game.actions
    return [
        (moment.seat + 1, name_moves(words, actions, moment.seat, [moment.move], None)[0].canonical)
        for moment in state.history
        if moment.move is not None
    ]


def scenario(state: State, name: str, rules: tuple[str, ...], ruleset: str) -> str:
    """A scenario file of the game: it fails as long as the game ends in a fault."""
    first, *rest = state.history
    quoted = json.dumps
    lines = ["rulewright: 1", f"ruleset: {quoted(ruleset)}", "", "scenarios:", f"  - name: {quoted(name)}"]
    if rules:
        lines.append(f"    rule: [{', '.join(map(quoted, rules))}]")
    lines += ["    given:", f"      players: {state.game.players}"]
    chosen = {o.name: str(o.chosen) for o in state.game.ruleset.options()}
    readings = {k: v for k, v in state.game.readings.items() if v != chosen[k]}
    if readings:
        lines.append("      readings: {" + ", ".join(f"{k}: {v}" for k, v in readings.items()) + "}")
    lines.append(f"      tape: [{', '.join(str(outcome) for _, outcome in first.outcomes)}]")
    if rest:
        lines.append("    when:")
    for moment, (seat, text) in zip(rest, _moves(state), strict=True):
        if moment.outcomes:
            lines.append(f"      - chance: [{', '.join(str(outcome) for _, outcome in moment.outcomes)}]")
        lines.append(f"      - {seat}: {_yaml(text)}")
    lines += ["    then:", "      fault: none", ""]
    return "\n".join(lines)


def _yaml(move: str) -> str:
    """A move as a value in YAML: quoted where it would be cut."""
    return json.dumps(move, ensure_ascii=False) if ": " in move or " #" in move else move
