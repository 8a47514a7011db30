"""A small game told so that a person reads it in a minute."""

from __future__ import annotations

from rulewright.engine.contract import Game, State
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
