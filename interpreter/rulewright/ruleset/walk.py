"""Walking the resolved tree: every step of a ruleset, every node under a node.

Used where a question is about what a ruleset says and not about a position: which chooses offer ``done``,
which parameters an action stores where others can't look.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.ruleset.model import Action, LocalVar, Ruleset


def nodes_under(value: Any) -> Iterator[Any]:
    """The node itself and all nodes below it, in the order they were written; tuples and lists are looked
    into."""
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from nodes_under(item)
    elif is_dataclass(value) and not isinstance(value, (LocalVar, type)):
        yield value
        for part in fields(value):
            if part.name != "type":
                yield from nodes_under(getattr(value, part.name))


def place_under(value: Any) -> int:
    """The number of the place of the first node that has one, or 0: where something stands that has no place
    itself."""
    places = (getattr(node, "place", None) for node in nodes_under(value))
    return next((place for place in places if isinstance(place, int)), 0)


def place_of_conditions(action: Action) -> int:
    """Where an action says when and with what it may be chosen; where nothing stands there, what it does."""
    return place_under((action.when, action.params, action.body))


def steps_of(ruleset: Ruleset) -> Iterator[Any]:
    """Every node of setup, play, the procedures and the bodies of actions."""
    yield from nodes_under(ruleset.setup)
    yield from nodes_under(ruleset.play)
    for procedure in ruleset.procedures.values():
        yield from nodes_under(procedure.body)
    for action in ruleset.actions.values():
        yield from nodes_under(action.body)
