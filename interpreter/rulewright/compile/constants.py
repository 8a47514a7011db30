"""The read-only vector C: everything the program looks up but never changes.

What is in it is asked for while the program is emitted (`Constants.at`), so it holds what this ruleset reads
and nothing else; it is filled for one configuration, since the number of players, the chosen readings and the
components of absent players are known only then. The program is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rulewright.compile.layout import Layout, Universe
from rulewright.machine.interface import Config
from rulewright.ruleset.model import Ruleset

PLAYERS: Final = 0
"""C[0]: how many play."""
READINGS: Final = 1
"""C[1] and on: the reading of each option."""

Fill = Callable[[Config], Sequence[int]]


class Constants:
    """The layout of C, growing, and how to fill it."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        self.ruleset = ruleset
        self.layout = layout
        self._at: dict[object, int] = {}
        self._fill: list[tuple[int, int, Fill]] = []
        self.size = READINGS + len(ruleset.options())

    def at(self, key: object, length: int, fill: Fill) -> int:
        """The offset of a segment: the one asked for under this key before, or a new one."""
        if key not in self._at:
            self._at[key] = self.size
            self._fill.append((self.size, length, fill))
            self.size += length
        return self._at[key]

    def build(self, config: Config) -> list[int]:
        """C for one configuration."""
        vector = [0] * self.size
        vector[PLAYERS] = config.players
        vector[READINGS : READINGS + len(config.readings)] = config.readings
        for at, length, fill in self._fill:
            values = fill(config)
            assert len(values) == length
            vector[at : at + length] = values
        return vector

    # segments
    def table(self, name: str) -> int:
        values = self.ruleset.tables[name].values
        return self.at(("table", name), len(values), lambda _: values)

    def by_id(self, field: str) -> int:
        """The values of a field, or of ``owner`` or the kind class (``""``), by component id."""
        components = self.ruleset.components
        if field == "":
            values: tuple[int, ...] = components.kind_class
        else:
            values = components.owner if field == "owner" else components.values[field]
        return self.at(("field", field), len(values), lambda _: values)

    def present(self) -> int:
        """1 for each id that is in the game."""
        owner = self.ruleset.components.owner
        return self.at("present", len(owner), lambda config: [int(o < config.players) for o in owner])

    def seats(self) -> int:
        """One word: the seats that are taken."""
        return self.at("seats", 1, lambda config: [(1 << config.players) - 1])

    def ids(self, ids: list[int]) -> int:
        """A list of ids, as it is."""
        return self.at(("ids", tuple(ids)), len(ids), lambda _: ids)

    def members(self, ids: list[int], words: Universe) -> int:
        """Those of the ids that are in the game, as a bit set."""
        owner = self.ruleset.components.owner
        return self.at(
            ("members", tuple(ids), words),
            words.count,
            lambda config: words.masks([i for i in ids if owner[i] < config.players]),
        )

    def field_masks(self, field: str, leaves: tuple[str, ...], low: int, high: int, words: Universe) -> int:
        """For each value of a field, low to high, the components of the leaves that have it, as a bit set."""
        components = self.ruleset.components
        ids = [
            i
            for leaf in leaves
            for i in range(
                components.families[leaf].first,
                components.families[leaf].first + components.families[leaf].count,
            )
        ]
        values = components.owner if field == "owner" else components.values[field]
        masks: list[int] = []
        for value in range(low, high + 1):
            masks += words.masks([i for i in ids if values[i] == value])
        return self.at(("masks", field, leaves, low, high, words), len(masks), lambda _: masks)
