"""Finds written down as scenarios that fail until what was found is mended.

A game is given by the outcomes of chance and the moves, as it was played; what is expected is what the find
goes against: no fault, a position that is new, a choice that is the same where the other hand is, something
that is mixed. That goes for every ruleset, so they cite no rule. A question that was left open is no mistake
of the ruleset: its scenario expects the fault, so it holds, and shows where the question comes up.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.engine import log
from rulewright.engine.contract import Game, State
from rulewright.engine.moves import name_moves
from rulewright.engine.shipped import shipped_rulesets
from rulewright.fuzz import story
from rulewright.fuzz.findings import Finding
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import Config
from rulewright.ruleset.model import Ruleset
from rulewright.simulate.logs import play_game

#: Why other finds can't be saved.
UNSAID = {
    "level": "it is of all games, and a scenario is of one",
    "state": "it is a mistake of the interpreter, and says nothing about the ruleset; please report it",
}


def scenario(ruleset: Ruleset, finding: Finding, folder: Path) -> str | None:
    """The text of a scenario file for a find, which is to lie in that folder; None where no scenario can say
    it (see UNSAID)."""
    played: State | None = None
    if finding.leak is not None:
        played, other = finding.leak.one, finding.leak.other
        expected = ["alike:", *_indented([f"given: {{{_tape(other)}}}", *_when(other)])]
    elif finding.kind == "unmixed":
        expected = [f"mixed: {finding.about}"]
    elif finding.line is None or finding.kind not in ("endless", "fault", "question"):
        return None
    else:
        config = finding.cell.config
        game = Game(ruleset, config.players, ruleset.reading_names(config.readings))
        played = story.played(game, finding.line)
        fault = FaultCode.OPEN_QUESTION.kebab if finding.kind == "question" else "none"
        expected = ["endless: false"] if finding.kind == "endless" else [f"fault: {fault}"]
    given = [f"players: {finding.cell.config.players}", *_readings(ruleset, finding.cell.config)]
    given += [] if played is None else [_tape(played)]
    parts = [
        "given:",
        *_indented(given),
        *([] if played is None else _when(played)),
        "then:",
        *_indented(expected),
    ]
    lines = [
        "rulewright: 1",
        f"ruleset: {json.dumps(_way(folder, Path(ruleset.path)), ensure_ascii=False)}",
        "",
        "scenarios:",
        f"  - name: {json.dumps(_name(finding))}",
        *_indented(parts, "    "),
        "",
    ]
    return "\n".join(lines)


def log_of(ruleset: Ruleset, finding: Finding) -> str | None:
    """The log of a game that never ends, which no scenario can be as long as; None of other finds."""
    if finding.long_game is None:
        return None
    setting, number = finding.long_game
    readings = ruleset.reading_names(setting.config.readings)
    game = Game(ruleset, setting.config.players, readings, traced=True)
    return log.write(play_game(game, setting, number))


def _way(folder: Path, ruleset: Path) -> str:
    """What the ruleset is called in that folder: one that ships by its name, others by the path from there,
    so that both may be moved together; where there is no such way, as from one drive to another, the whole
    path."""
    shipped = shipped_rulesets().get(ruleset.stem)
    if (
        shipped is not None
        and shipped.resolve() == ruleset.resolve()
        and not (folder / ruleset.name).exists()
    ):
        return ruleset.stem
    try:
        return Path(os.path.relpath(ruleset.resolve(), folder.resolve())).as_posix()
    except ValueError:
        return str(ruleset.resolve())


def _name(finding: Finding) -> str:
    place = finding.place
    match finding.kind:
        case "leak":
            return "the same may be chosen in two games that look the same"
        case "unmixed":
            return f"what lies hidden in {finding.about} is mixed"
        case "endless":
            return "play doesn't come back to where it was"
        case _:
            at = "" if place is None or place.span is None else f" at line {place.span.start.line}"
            return f"{finding.code}{at}"


def _indented(lines: Sequence[str], by: str = "  ") -> list[str]:
    return [by + line for line in lines]


def _readings(ruleset: Ruleset, config: Config) -> list[str]:
    chosen = {option.name: str(option.chosen) for option in ruleset.options()}
    others = {k: v for k, v in ruleset.reading_names(config.readings).items() if v != chosen[k]}
    return ["readings: {" + ", ".join(f"{k}: {v}" for k, v in others.items()) + "}"] if others else []


def _tape(state: State) -> str:
    """What the setup draws."""
    return f"tape: {[outcome for _, outcome in state.history[0].outcomes]}"


def _when(state: State) -> list[str]:
    """The moves, each after the chance that came of it."""
    lines = list(_moves(state))
    return ["when:", *_indented(lines)] if lines else []


def _moves(state: State) -> Iterator[str]:
    words, actions = state.game.words, state.game.actions
    for moment in state.history:
        if moment.move is None:
            continue
        if moment.outcomes:
            yield f"- chance: {[outcome for _, outcome in moment.outcomes]}"
        move = name_moves(words, actions, moment.seat, [moment.move], None)[0].canonical
        # Quoted where YAML would cut it.
        cut = ": " in move or " #" in move
        yield f"- {moment.seat + 1}: {json.dumps(move, ensure_ascii=False) if cut else move}"
