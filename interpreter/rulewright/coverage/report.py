"""Counts brought together: what play came to beside what the scenarios came to, item by item.

A count without its games says little, so both stay together (``Reached``). What neither could come to with
the players and readings that were played is told apart from what was left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulewright.coverage.items import KINDS, Item, ItemKind, items_of
from rulewright.coverage.settings import reachable
from rulewright.machine.interface import Config
from rulewright.machine.tally import Tally
from rulewright.ruleset.model import Ruleset


@dataclass(slots=True)
class Reached:
    """``tally``: of so many ``games`` with one of ``configs``; of the reads of tables and readings: of so
    many ``plain_games`` among them, played by the reference evaluator."""

    tally: Tally = field(default_factory=Tally)
    games: int = 0
    plain_games: int = 0
    configs: set[Config] = field(default_factory=set)

    def add(self, tally: Tally, games: int, configs: Iterable[Config], *, plain: bool = False) -> None:
        """Counts of more games. ``plain``: the reference evaluator played them."""
        self.tally.update(tally)
        self.games += games
        self.plain_games += games if plain else 0
        self.configs.update(configs)

    def merge(self, other: Reached) -> None:
        """Adds what other games came to."""
        self.tally.update(other.tally)
        self.games += other.games
        self.plain_games += other.plain_games
        self.configs |= other.configs


class Coverage:
    """``play`` and ``scenarios``: what was counted there; none where nobody looked."""

    def __init__(
        self, ruleset: Ruleset, play: Reached | None = None, scenarios: Reached | None = None
    ) -> None:
        self.ruleset, self.play, self.scenarios = ruleset, play, scenarios

    @cached_property
    def items(self) -> list[Item]:
        """All items of the ruleset."""
        return items_of(self.ruleset)

    @property
    def sources(self) -> dict[str, Reached]:
        """What was counted, by name."""
        both = {"play": self.play, "scenarios": self.scenarios}
        return {name: reached for name, reached in both.items() if reached is not None}

    @cached_property
    def possible(self) -> dict[str, set[Item]]:
        """By source the items that its games could come to, as far as can be told."""
        return {
            name: reachable(self.ruleset, self.items, reached.configs)
            for name, reached in self.sources.items()
        }

    def share(self, source: str, kind: ItemKind) -> tuple[int, int]:
        """Of a kind: how many items were come to, and how many there are (those that are optional, such as an
        end in a fault, only if they were)."""
        tally, possible = self.sources[source].tally, self.possible[source]
        counts = [item.count(tally) for item in self._told(source, kind) if item in possible]
        return sum(count > 0 for count in counts), len(counts)

    def never(self, source: str, kind: ItemKind) -> list[Item]:
        """The items of a kind that nothing came to though it could; of choices those that were put at all
        but always with a single move; of branches those of steps that were run, of arms those of expressions
        that were asked."""
        tally, possible = self.sources[source].tally, self.possible[source]
        return [
            item
            for item in self._told(source, kind)
            if item in possible and not item.count(tally) and self._begun(item, tally)
        ]

    @staticmethod
    def _begun(item: Item, tally: Tally) -> bool:
        if item.kind == "choice":
            return tally["asked", item.parent, 0] > 0
        if item.kind == "arm":
            return tally["arm", item.parent, 0] + tally["arm", item.parent, 1] > 0
        return item.kind != "branch" or tally["step", item.parent, 0] > 0

    def _told(self, source: str, kind: ItemKind) -> list[Item]:
        tally = self.sources[source].tally
        return [i for i in self.items if i.kind == kind and (not i.optional or i.count(tally))]

    def plain(self) -> dict[str, Any]:
        """For programs: the share of each kind, and every item with its counts."""
        return {
            "game": self.ruleset.id,
            "sources": {
                name: {
                    "games": reached.games,
                    "plain_games": reached.plain_games,
                    "reached": {kind: list(self.share(name, kind)) for kind in KINDS},
                }
                for name, reached in self.sources.items()
            },
            "items": [
                {
                    "kind": item.kind,
                    "name": item.name,
                    "line": item.line,
                    **{
                        name: item.count(reached.tally) if item in self.possible[name] else None
                        for name, reached in self.sources.items()
                    },
                }
                for item in self.items
            ],
        }
