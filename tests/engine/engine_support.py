"""What the tests of the engine share: the rulesets of this project, the ways of running, a random player."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.engine.contract import Backend, Game, State, load
from rulewright.engine.shipped import shipped_rulesets
from rulewright.ruleset.model import Ruleset

BACKENDS: tuple[Backend, ...] = ("reference", "python", "native")
#: Games that are too long to be played to the end by every test.
LARGE = ("niagara", "survival_of_the_fittest", "zambezi", "barricade")
NAMES = tuple(shipped_rulesets())


@cache
def ruleset(name: str, data: str = "") -> Ruleset:
    """A ruleset that ships, with assumptions replaced by YAML text if there is any."""
    if not data:
        return load(name)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "data.yaml"
        file.write_text(data, encoding="utf-8")
        return load(name, file)


@cache
def game(
    name: str,
    backend: Backend = "python",
    players: int | None = None,
    *,
    traced: bool = False,
    data: str = "",
) -> Game:
    """A game of a ruleset that ships, made once."""
    return Game(ruleset(name, data), players, backend=backend, traced=traced)


def play_on(state: State, choices: random.Random, moves: int | None = None) -> int:
    """Plays random moves until the game is over or ``moves`` are played; gives how many were."""
    played = 0
    while not state.over and played != moves:
        state.play(choices.choice(state.legal()))
        played += 1
    return played
