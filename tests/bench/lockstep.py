"""A hand-written game and the ruleset of the same name, side by side through the same random games.

The hand-written side draws the chance outcomes; the engine is given the same ones and must ask for each of
them out of the same number. What each side lets its players do is compared at every decision, so the first
difference is reported where it arises, with the moves that led to it. Component ids differ on the two
sides: each game says with a `Reader` what a move of the engine is called by hand. The engine's machine is
driven without the layers that name moves for people, which would take most of the time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from reference import Chance, Move, Recorder, Tape

from rulewright.engine.contract import Backend, Game, load
from rulewright.ruleset.model import Ruleset

#: Ways of running that need no compiler of machine code; that one is for long comparisons.
PORTABLE: tuple[Backend, ...] = ("reference", "python")
RULESETS = Path(__file__).parents[2] / "rulesets"
Reader = Callable[[str, Sequence[Any]], Move]
"""From action and parameters, as the engine's integers, to the move as the hand-written game says it."""
Chooser = Callable[[random.Random, Any], Move]
"""A player: picks one of the legal moves of a hand-written game."""


class Different(AssertionError):
    """The two sides part here."""


def uniform(generator: random.Random, game: Any) -> Move:
    """A player without any preference."""
    return generator.choice(game.legal())


class Follower:
    """Plays back what a recorder has on its tape by now, and refuses any other number of outcomes."""

    def __init__(self, tape: list[tuple[int, int]]) -> None:
        self.tape = tape
        self.used = 0

    def __call__(self, n: int) -> int:
        outcome = Tape(self.tape[self.used : self.used + 1])(n)
        self.used += 1
        return outcome


def play_both(
    cls: Callable[[int, Chance], Any],
    rules: Game,
    read: Reader,
    seed: str,
    choose: Chooser = uniform,
    most: int = 1_000_000,
) -> Any:
    """One game on both sides, or its first `most` decisions; returns the hand-written one as it is then.

    At every decision the seats, the legal moves, their order, and what was asked of chance must be the same,
    and in the end the scores and the winners. Where several seats choose at once the hand-written game puts
    it to them one after the other.
    """
    recorder = Recorder(random.Random(f"chance {seed}"))
    generator = random.Random(f"moves {seed}")
    game = cls(rules.players, recorder)
    follower = Follower(recorder.tape)
    machine = rules.machine
    names = [action.name for action in rules.actions]
    position = machine.start(follower)
    trail: list[str] = []

    def theirs(seat: int) -> list[Move]:
        moves = machine.legal(position, seat)
        return [read(names[m.action], m.params) if m.action >= 0 else ("done",) for m in moves]

    while not game.over() and len(trail) < most:
        seat, legal = game.player, game.legal()
        awaited = machine.awaited(position)
        if follower.used != len(recorder.tape) or awaited[:1] != (seat,) or theirs(seat) != legal:
            raise Different(
                f"seed {seed}, decision {len(trail)}, fault {machine.fault(position)}\n"
                f"by hand, seat {seat}: {legal}\n"
                f"by the engine: {[(other, theirs(other)) for other in awaited[:1]]}\nafter {trail[-12:]}\n"
                f"chance {follower.used} of {len(recorder.tape)}"
            )
        index = legal.index(choose(generator, game))
        trail.append(f"{seat}: {legal[index]}")
        move = machine.legal(position, seat)[index]
        game.apply(legal[index])
        machine.play(position, seat, move, follower)
    if not game.over():
        return game
    wins = [seat for seat, wins in enumerate(machine.winners(position)) if wins]
    result = (machine.over(position), machine.fault(position), follower.used, machine.scores(position), wins)
    expected = (True, None, len(recorder.tape), game.returns(), game.winners())
    if result != expected:
        raise Different(f"seed {seed}: the engine ends with {result}, by hand it is {expected}")
    return game


@cache
def game_of(name: str, players: int, backend: Backend) -> Game:
    """A ruleset ready to be played; compiled once."""
    return Game(load(RULESETS / f"{name}.yaml"), players=players, backend=backend)


def first_id(of: Ruleset, leaf: str) -> int:
    """The engine's id of the first component of a leaf."""
    return of.components.families[leaf].first
