"""Which definitions are written out where they are called, and which become functions.

A short one is written out: what is known of its arguments then shortens it further, and conditions can be
asked of all candidates at once. A definition that calls others which are written out too grows with each
level, and by definitions of definitions without any bound; so what is written out all told is bounded here.
"""

from __future__ import annotations

from typing import Final

from rulewright.compile.body import Unit
from rulewright.ruleset import core
from rulewright.ruleset.model import Definition
from rulewright.ruleset.types import SetOf

#: Definitions whose body has at most so many nodes are written out where they are called.
INLINE: Final = 14
#: As the condition of a loop more is worth it.
INLINE_TEST: Final = 50
#: Nodes that may come of a single call, with all that is written out in it.
WHOLE: Final = 1200


def inlined(unit: Unit, name: str, most: int | None = INLINE) -> bool:
    """Whether a call of the definition is to be written out: its body has no more than ``most`` nodes (none:
    however many; sets are cheaper where they are made), and what comes of it is not too much."""
    definition = unit.ruleset.definitions[name]
    short = most is None or _of_sets(definition) or weight(definition.body) <= most
    return short and _whole(unit, name) <= WHOLE


def weight(e: object) -> int:
    """How many nodes an expression has."""
    if isinstance(e, tuple):
        return sum(map(weight, e))
    return sum(map(weight, _parts(e))) + 1 if type(e).__module__ == core.__name__ else 0


def _of_sets(definition: Definition) -> bool:
    return any(isinstance(t, SetOf) for t in (definition.body.type, *(p.type for p in definition.parameters)))


def _whole(unit: Unit, name: str) -> int:
    """How many nodes there are in a definition where what it calls is written out."""
    return unit.of_definition(_written, name)


def _written(unit: Unit, e: object) -> int:
    if isinstance(e, tuple):
        return sum(_written(unit, part) for part in e)
    if type(e).__module__ != core.__name__:
        return 0
    own = 1 + sum(_written(unit, part) for part in _parts(e))
    if isinstance(e, core.CallDefinition) and inlined(unit, e.definition):
        own += _whole(unit, e.definition)
    return own


def _parts(e: object) -> list[object]:
    fields = e.__dataclass_fields__  # type: ignore[attr-defined]
    return [getattr(e, name) for name in fields if name != "type"]
