"""A small game told so that a person reads it in a minute."""

from __future__ import annotations

from rulewright.engine.contract import Game, State
from rulewright.engine.moves import name_moves
from rulewright.fuzz.going_on import GoingOn
from rulewright.fuzz.leaks import Leak
from rulewright.fuzz.lines import Line
from rulewright.play.narration import Narrator

#: Ways on that are listed, at most.
_WAYS = 12


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


def told_round(gone: GoingOn, game: Game) -> list[str]:
    """Where play goes round and what it leaves out there."""
    lines = []
    if gone.loop is not None:
        times = f"{gone.rounds:,} times " if gone.rounds > 1 else ""
        what = game.ruleset.places[gone.loop].what
        lines.append(f"it goes round {times}{_line(game, gone.loop)}({what}) and never leaves")
    if gone.untaken:
        lines.append("ways on that it comes to and never takes, by line:")
        lines += [f"  {'' if i.line is None else f'{i.line} '}{i.name}" for i in gone.untaken[:_WAYS]]
        if len(gone.untaken) > _WAYS:
            lines.append(f"  and {len(gone.untaken) - _WAYS:,} more")
    return lines


def told_long(gone: GoingOn, game: Game) -> list[str]:
    """What goes on in the last part of a game that never ends."""
    lines = [f"In its last {gone.moves:,} moves:", *("  " + line for line in told_round(gone, game))]
    lines.append("  it is played: " + ", ".join(f"{name} ({times:,})" for name, times in gone.actions))
    lines.append("  its last moves:")
    for seat, move in gone.last:
        (named,) = name_moves(game.words, game.actions, seat, [move], None)
        lines.append(f"    {seat + 1}: {named.canonical}")
    return lines


def _line(game: Game, place: int) -> str:
    span = game.ruleset.places[place].place.span
    return "" if span is None else f"in line {span.start.line} "


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
