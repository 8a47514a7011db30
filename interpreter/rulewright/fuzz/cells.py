"""What is fuzzed: each number of players with each choice of readings, as one cell after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.machine.interface import Config
from rulewright.ruleset.model import OPEN, Ruleset


@dataclass(frozen=True, slots=True)
class Cell:
    """``said``: the readings that are not the chosen ones, as ``ruling=reading``."""

    config: Config
    said: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """In words."""
        players = "1 player" if self.config.players == 1 else f"{self.config.players} players"
        return ", ".join([players, *self.said])

    @property
    def opened(self) -> bool:
        """Whether a question is left open, so that asking it is no fault of the ruleset."""
        return OPEN in self.config.readings


def cells(
    ruleset: Ruleset,
    players: Sequence[int],
    chosen: Mapping[str, str],
    *,
    others: bool = False,
    opened: Sequence[str] = (),
) -> list[Cell]:
    """``chosen``: ruling -> reading where it isn't the ruleset's. ``others``: also each other reading, alone;
    ``opened``: also each of these rulings left open, alone. Cells with fewer players come first."""
    return [cell for count in players for cell in _cells(ruleset, count, chosen, others, opened)]


def _cells(
    ruleset: Ruleset, players: int, chosen: Mapping[str, str], others: bool, opened: Sequence[str]
) -> Iterator[Cell]:
    numbers = ruleset.reading_numbers(chosen)
    said = tuple(f"{name}={reading}" for name, reading in chosen.items())
    yield Cell(Config(players, numbers), said)
    for option in ruleset.options():
        readings = list(option.readings) if others else []
        for number, reading in enumerate(readings):
            if number != numbers[option.index]:
                yield _changed(players, numbers, option.index, number, (*said, f"{option.name}={reading}"))
        if option.name in opened:
            yield _changed(players, numbers, option.index, OPEN, (*said, f"{option.name}=open"))


def _changed(players: int, numbers: tuple[int, ...], at: int, reading: int, said: tuple[str, ...]) -> Cell:
    return Cell(Config(players, (*numbers[:at], reading, *numbers[at + 1 :])), said)
