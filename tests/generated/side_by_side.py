"""One random game in several ways of running at once, with everything compared that a machine can be asked.

The first machine leads: its chance comes from a generator and is written down, and the others are given the
same outcomes and must ask for them in the same order, each out of the same number. After the start and after
every move all of them are asked everything, so a difference is reported at the first moment it can be seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.compile.machine import CompiledMachine
from rulewright.engine.conservation import conservation_errors, range_errors
from rulewright.engine.words import Words
from rulewright.machine.interface import Config, Machine, Move
from rulewright.reference import ReferenceMachine
from rulewright.ruleset.model import Ruleset

MOVES = 40
"""Decisions after which a game is broken off."""


class Recorder:
    """Chance that writes down what was asked and what came of it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.tape: list[tuple[int, int]] = []

    def __call__(self, n: int) -> int:
        assert n >= 2, "chance is never asked where there is no choice"
        self.tape.append((n, self.rng.randrange(n)))
        return self.tape[-1][1]


class Follower:
    """What a recorder has written, from the beginning on."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.used = 0

    def __call__(self, n: int) -> int:
        assert self.used < len(self.recorder.tape), f"one more chance event, of {n}"
        arity, outcome = self.recorder.tape[self.used]
        assert arity == n, f"chance event {self.used + 1} is of {n}, and was of {arity}"
        self.used += 1
        return outcome


@dataclass
class Seat:
    """A machine at the table."""

    name: str
    machine: Machine
    chance: Callable[[int], int]
    position: Any = None


@dataclass
class Game:
    """What one played game was like."""

    moves: list[tuple[int, Move]] = field(default_factory=list)
    fault: str | None = None
    events: int = 0


def report(machine: Machine, position: Any) -> dict[str, Any]:
    """All that a machine tells of a position, the most telling first."""
    fault = machine.fault(position)
    awaited = machine.awaited(position)
    return {
        "fault": None if fault is None else (fault.code.kebab, fault.place),
        "over": machine.over(position),
        "zones": machine.zones(position),
        "variables": machine.variables(position),
        "dropped": machine.dropped(position),
        "awaited": awaited,
        "legal": {seat: machine.legal(position, seat) for seat in awaited},
        "scores": machine.scores(position),
        "places": machine.places(position),
        "winners": machine.winners(position),
        "cut_off": machine.cut_off(position),
        "events": machine.events(position),
    }


def play(
    ruleset: Ruleset,
    config: Config,
    ways: dict[str, Machine],
    seed: int,
    moves: int = MOVES,
) -> Game:
    """Plays one random game in all ``ways``, the first leading; asserts that they agree and lose nothing."""
    rng = random.Random(seed)
    recorder = Recorder(random.Random(seed + 1))
    leader, *others = [
        Seat(name, machine, recorder if i == 0 else Follower(recorder))
        for i, (name, machine) in enumerate(ways.items())
    ]
    words = Words(ruleset, config)
    game = Game()
    for seat in (leader, *others):
        seat.position = seat.machine.start(seat.chance)
    while True:
        said = report(leader.machine, leader.position)
        for other in others:
            compare(leader.name, said, other.name, report(other.machine, other.position))
            assert isinstance(other.chance, Follower)
            assert other.chance.used == len(recorder.tape), f"{other.name} asked chance less often"
        assert list(conservation_errors(words, said["zones"])) == []
        assert list(range_errors(words, said["variables"])) == []
        game.events = len(recorder.tape)
        if said["over"] or len(game.moves) == moves:
            game.fault = said["fault"] and said["fault"][0]
            return game
        assert said["awaited"], "play goes on and nobody is asked"
        player = rng.choice(said["awaited"])
        move = rng.choice(said["legal"][player])
        game.moves.append((player, move))
        for seat in (leader, *others):
            seat.machine.play(seat.position, player, move, seat.chance)


def vectors_agree(ruleset: Ruleset, config: Config, seed: int, moves: int = MOVES) -> int:
    """Plays a random game in a compiled machine; at every decision the position's vector must be the one that
    a new game comes to by the same moves and outcomes, and a copy's, and so again after the next move. Gives
    the number of moves."""
    machine = CompiledMachine(ruleset, config)
    rng = random.Random(seed)
    recorder = Recorder(random.Random(seed + 1))
    position = machine.start(recorder)
    follower = Follower(recorder)
    again = machine.start(follower)
    for count in range(moves):
        if machine.fault(position) is not None:
            return count
        twin = machine.copy(position)
        assert list(position.S) == list(again.S) == list(twin.S)
        if machine.over(position):
            return count
        before = list(position.S)
        seat = rng.choice(machine.awaited(position))
        move = rng.choice(machine.legal(position, seat))
        machine.play(position, seat, move, recorder)
        assert list(twin.S) == before, "a copy changed with its original"
        start = follower.used
        machine.play(again, seat, move, follower)
        tail = Follower(recorder)
        tail.used = start
        machine.play(twin, seat, move, tail)
        if machine.fault(position) is None:
            assert list(position.S) == list(twin.S)
    return moves


def compare(name: str, said: dict[str, Any], other: str, told: dict[str, Any]) -> None:
    """After a fault only the fault is compared: what had changed until then is left as it was."""
    for key, value in said.items():
        if said["fault"] is not None and key not in ("over", "fault", "awaited"):
            continue
        assert told[key] == value, f"{key}: {other} says {told[key]}, {name} says {value}"


def ways_of(ruleset: Ruleset, config: Config, *names: str) -> dict[str, Machine]:
    """Machines by name: reference, python (compiled, in CPython), native. With a native one, which tells no
    events, none is traced."""
    traced = "native" not in names
    found: dict[str, Machine] = {}
    for name in names:
        if name == "reference":
            found[name] = ReferenceMachine(ruleset, config, traced)
        elif name == "python":
            found[name] = CompiledMachine(ruleset, config, traced)
        else:
            found[name] = CompiledMachine(ruleset, config, native=True)
    return found


def configs(ruleset: Ruleset) -> list[Config]:
    """Fewest players with the chosen readings, most players with others, and the last reading open."""
    low, high = ruleset.players
    options = ruleset.options()
    chosen = ruleset.reading_numbers()
    last = tuple(len(r.readings) - 1 for r in options)
    found = [Config(low, chosen), Config(high, last)]
    found += [Config(low, (*last[:-1], -1))] if options else []
    return list(dict.fromkeys(found))
