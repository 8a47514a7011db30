"""A small game told so that a person reads it in a minute."""

from __future__ import annotations

from rulewright.engine.contract import Game, State
from rulewright.fuzz.leaks import Leak
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


def told_leak(leak: Leak) -> list[str]:
    """Both games of a leak, and what may be chosen in one of them alone."""
    one, other = leak.moves
    only_one, only_other = [m for m in one if m not in other], [m for m in other if m not in one]
    lines = ["In one game:", *("  " + line for line in told(leak.one))]
    lines += ["In another, which looks the same to that seat:", *("  " + line for line in told(leak.other))]
    if only_one or only_other:
        lines += [f"Only in the one: {', '.join(only_one[:5]) or 'nothing'}"]
        lines += [f"Only in the other: {', '.join(only_other[:5]) or 'nothing'}"]
    else:
        lines += [f"The same moves in another order: {', '.join(one[:5])} and {', '.join(other[:5])}"]
    return lines
