"""What lies hidden where a game begins, and is the same in every game: something that was never mixed.

Games are begun with one seed after the other, and what then lies where not everyone sees it is compared by
kinds. Cards whose order nobody knows yet are mixed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence

from rulewright.engine.contract import Game
from rulewright.machine.interface import ZoneContent
from rulewright.ruleset.model import ZoneFamily


def hidden_zones(game: Game, family: ZoneFamily) -> list[int]:
    """The zones of a family that are in the game and in which not everyone sees what lies there."""
    return [z for z in _zones(game, family) if z and not game.sight.rest[z] & game.sight.bit(None)]


def same_in_every_game(game: Game, seeds: Iterable[int], seconds: float = math.inf) -> dict[str, str]:
    """The families of zones in which something hidden is the same whatever the seed, each with a sentence
    that says so. ``seconds``: no more than two games are begun if they take longer."""
    end = time.monotonic() + seconds
    tables: list[list[ZoneContent]] = []
    for seed in seeds:
        if len(tables) > 1 and time.monotonic() > end:
            break
        tables.append(game.start(seed).zones())
    told = {family.name: _same(game, family, tables) for family in game.words.families}
    return {name: sentence for name, sentence in told.items() if sentence is not None}


def _zones(game: Game, family: ZoneFamily) -> list[int]:
    return [family.first + i for i in range(family.size) if game.words.present(family.keys, i)]


def _same(game: Game, family: ZoneFamily, tables: Sequence[Sequence[ZoneContent]]) -> str | None:
    kind, zones, hidden = game.words.kind, _zones(game, family), hidden_zones(game, family)
    if family.kind == "pile":
        orders = [
            {None if table[z].unknown else tuple(kind[c] for c in table[z].ids) for table in tables}
            for z in hidden
        ]
        same = [order for those in orders if len(those) == 1 for order in those if order is not None]
        several = any(len(set(order)) > 1 for order in same)
        return f"the cards of {family.name} lie hidden in the same order in every game" if several else None
    deals = {tuple(_dealt(game, table[z]) for z in zones) for table in tables}
    hands = next(iter(deals))
    # Equal hands are dealt to everyone on purpose.
    if hidden != zones or not len(set(hands)) == len(hands) > 1:
        return None
    if len(deals) == 1 and all(hands):
        return f"what lies hidden in {family.name} is the same in every game"
    # Whose they are may depend on who deals, or on another throw. Single cards that are all dealt are the
    # same ones in every game.
    if len({tuple(sorted(deal)) for deal in deals}) == 1 and all(len(hand) > 1 for hand in hands):
        return f"what lies hidden in {family.name} is the same in every game, but for who holds it"
    return None


def _dealt(game: Game, zone: ZoneContent) -> tuple[int, ...]:
    """The kinds in a zone, but for what is somebody's own: nobody else holds that, and it is not dealt."""
    kind, owner = game.words.kind, game.ruleset.components.owner
    return tuple(sorted(kind[c] for c in (*zone.ids, *zone.unknown) if owner[c] < 0))
