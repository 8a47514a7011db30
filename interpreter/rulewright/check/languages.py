"""What a ruleset leaves unsaid in the languages it offers.

A ruleset offers the languages of its title. The first is its own, in which every name is its own label. In
the others whatever a player comes to see needs words: the texts, and the labels of names on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.types import Comp, Enum, Opt, SetOf, Space, Type
from rulewright.ruleset.walk import steps_of

#: Names of the language itself that can have a label.
BUILT_IN = ("player", "box", "done", "none", "true", "false")

#: Boards whose spaces have names that the author wrote; the others' are numbers or squares.
_WRITTEN = ("spaces", "track", "graph", "paths")


def unsaid(ruleset: Ruleset) -> dict[str, list[str]]:
    """Language -> what has no words in it: ``about``, ``rule R1``, ``say of ACTION``, ``named of TYPE`` for
    texts, and the names without a label. The ruleset's own language is not among them."""
    languages = list(ruleset.title)[1:]
    if not languages:
        return {}
    names = list(dict.fromkeys(_names(ruleset)))
    return {
        language: [
            *(what for what, text in _texts(ruleset) if _lacks(text, language, ruleset.title)),
            *(name for name in names if name not in ruleset.labels.get(language, {})),
        ]
        for language in languages
    }


def _lacks(text: Mapping[str, Any], language: str, title: Mapping[str, str]) -> bool:
    """Whether a text is not there in a language. In one that the title lacks it is there by mistake, perhaps
    in place of this one; that is reported by itself."""
    return bool(text) and language not in text and text.keys() <= title.keys()


def _texts(ruleset: Ruleset) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield "about", ruleset.about
    yield "means of cut_off", ruleset.result.means
    for rule in ruleset.rules.values():
        yield f"rule {rule.id}", rule.text
    for ruling in ruleset.rulings.values():
        yield f"question of {ruling.name}", ruling.question
        yield f"answer of {ruling.name}", ruling.answer or {}
        for reading, text in ruling.readings.items():
            yield f"{ruling.name} = {reading}", text
    for action in ruleset.actions.values():
        yield f"say of {action.name}", action.say
    for node in steps_of(ruleset):
        if isinstance(node, core.Choose):
            yield f"done of {' and '.join(offer.action for offer in node.actions)}", node.done_say
    for leaf, templates in ruleset.components.named.items():
        # A name of fields alone is the same in all languages.
        if any(isinstance(piece, str) and any(map(str.isalpha, piece)) for piece in _first(templates)):
            yield f"named of {leaf}", templates


def _first(templates: Mapping[str, tuple[str | core.Expr, ...]]) -> tuple[str | core.Expr, ...]:
    return next(iter(templates.values()), ())


def _names(ruleset: Ruleset) -> Iterator[str]:
    """The names of the ruleset that a player may come to see. Those of the language itself (``player``,
    ``none`` ...) have words in the program."""
    types: list[Type] = []
    for zone in ruleset.zones.values():
        yield zone.name
        types += [key.type for key in zone.keys]
        if zone.element.name in ruleset.components.families:
            yield zone.element.name
    for variable in ruleset.variables.values():
        if variable.seen_by != "nobody":
            yield variable.name
            types += [variable.type, *(key.type for key in variable.keys)]
    for leaf in dict.fromkeys(ruleset.components.leaf_of):
        family = ruleset.components.families[leaf]
        types += family.fields.values()
        if leaf not in ruleset.components.named:
            yield leaf
    for action in ruleset.actions.values():
        yield action.name
        picked = [param.local.type for param in action.params]
        types += picked
        # Who doesn't see which one was picked sees what it is.
        kinds = [base.name for base in map(_base, picked) if isinstance(base, Comp)]
        yield from (kind for kind in kinds if kind in ruleset.components.families)
    boards = {type.board for type in map(_base, types) if isinstance(type, Space)}
    for board in ruleset.boards.values():
        if board.name in boards:
            yield board.name
            if board.kind in _WRITTEN:
                yield from (space for space in board.spaces if not space.isdecimal())
            for table in ruleset.tables.values():
                if len(table.keys) == 1 and table.keys[0].type == Space(board.name):
                    yield table.name
                    types.append(table.type)
            yield from (name for name, (type, _) in ruleset.sets.items() if type == Space(board.name))
    for base in map(_base, types):
        if isinstance(base, Enum):
            yield from base.values


def _base(type: Type) -> Type:
    """The type of a value, or of the members of a set."""
    if isinstance(type, Opt):
        return _base(type.base)
    return _base(type.element) if isinstance(type, SetOf) else type
