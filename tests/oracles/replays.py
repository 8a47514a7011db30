"""Recorded games played again with a ruleset: at every decision the same seat and the same legal moves, in the end the same
returns.

A line of traces/FILE.jsonl is a game as OpenSpiel played it: `steps` of [seat, number, text, legal numbers], of
[-1, outcome, text, number of outcomes] for chance, and of [-2, numbers, texts, legal numbers] where all seats choose at once, each
a list by seat; and `returns`. What a game's numbers are in words is said by its module in the package traces, which has
`RECORDED`, a list of `Recorded`:

    class Reading(Reader):
        def outcome(self, number: int, text: str, n: int) -> list[int]:
            return [number]                     # our outcomes of this event of theirs; [] if we have none
        def number(self, move: LegalMove, state: State) -> int:
            return int(move.params["c"])        # their number of a legal move of ours

    RECORDED = [Recorded("my_game_size5", "my_game", Reading, data="size: 5")]

A reader is made for each game anew, so it may remember the cards that were dealt. Outcomes are translated in their order,
before the first move; ours must be the same events in the same order.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oracle_rows import Change, changed, ruleset

from rulewright.engine.contract import Game, LegalMove, State

TRACES = Path(__file__).parent / "traces"


class Reader:
    """Translates one recorded game."""

    def outcome(self, number: int, text: str, n: int) -> list[int]:
        """Our outcomes for one of theirs."""
        raise AssertionError("a game without chance")

    def number(self, move: LegalMove, state: State) -> int:
        """Their number of a legal move."""
        raise AssertionError("says nothing of its moves")


@dataclass(frozen=True, slots=True)
class Recorded:
    """A file of recorded games, and what they were played with. `returns` makes theirs of our scores."""

    file: str
    game: str
    reader: Callable[[], Reader]
    data: str = ""
    players: int | None = None
    readings: dict[str, str] = field(default_factory=dict)
    returns: Callable[[list[int]], list[int]] = list

    @property
    def lines(self) -> list[str]:
        return (TRACES / f"{self.file}.jsonl").read_text(encoding="utf-8").splitlines()

    def playing(self, change: Change | None = None) -> Game:
        """The game as it was recorded; `change` makes another of its rules, to see whether that is noticed."""
        rules = ruleset(self.game, self.data) if change is None else changed(self.game, change, self.data)
        return Game(rules, self.players, self.readings, backend="python")


class Cards:
    """Cards of a mixed pile, numbered from 0 in the order of the ruleset: what is drawn is one of those left."""

    def __init__(self, number: int) -> None:
        self.left = list(range(number))

    def draw(self, card: int) -> list[int]:
        """The outcome of drawing a card: its place among those left. The last one is no event."""
        place = self.left.index(card)
        self.left.remove(card)
        return [place] if self.left else []


def recorded() -> list[Recorded]:
    """All files with a module that reads them."""
    names = sorted(p.stem for p in TRACES.glob("*.py") if p.stem != "__init__")
    return [kind for name in names for kind in importlib.import_module(f"traces.{name}").RECORDED]


def decisions(steps: list[list[Any]]) -> Iterator[tuple[int, int, list[int]]]:
    """Seat, number and legal numbers of every decision; those made at once come seat by seat."""
    for seat, number, _, legal in steps:
        if seat >= 0:
            yield seat, number, legal
        elif seat == -2:
            yield from zip(range(len(number)), number, legal, strict=True)


def replay(kind: Recorded, line: str, playing: Game) -> int:
    """Plays a recorded game again; returns the number of its decisions. Fails where the ruleset differs."""
    trace = json.loads(line)
    reader = kind.reader()
    tape = [
        outcome
        for seat, number, text, n in trace["steps"]
        if seat == -1
        for outcome in reader.outcome(number, text, n)
    ]
    state = playing.start(tape=tape)
    made = 0
    for seat, number, legal in decisions(trace["steps"]):
        where = f"{kind.file}, seed {trace['seed']}, decision {made}"
        assert state.awaited[:1] == (seat,), (
            f"{where}: {state.awaited} awaited, recorded is {seat}; {state.fault}"
        )
        ours = {reader.number(move, state): move for move in state.legal(seat)}
        assert sorted(ours) == legal, f"{where}: legal {sorted(ours)}, recorded {legal}"
        state.play(ours[number])
        made += 1
    assert state.fault is None, f"{kind.file}, seed {trace['seed']}: {state.fault}"
    assert state.over
    assert state.outcomes == tape
    assert kind.returns(state.scores()) == trace["returns"]
    return made
