"""Moves as scenarios write them: the one-line form, in which parameters may be left out.

A pattern fits every legal move with its action and the parameters it gives. What it names must exist: an
action, its parameters, values of their types. So a refusal that is expected can't come from a misspelling.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.diagnostics import Place, suggest
from rulewright.diagnostics.codes import scenario as codes
from rulewright.engine.contract import LegalMove, MoveError
from rulewright.engine.moves import fits, read_move
from rulewright.engine.words import Word
from rulewright.loading import Node, Scalar
from rulewright.ruleset.types import Comp, SetOf
from rulewright.scenario.names import Names

_COPY = re.compile(r" \(\d+\)$")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A move as it is written. ``seat``: whose, from 0, or None for whoever is awaited."""

    seat: int | None
    text: str
    action: str
    params: dict[str, Word]
    place: Place
    named: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Parameter -> the components that its name means, where there are several such as of `canoe`."""

    def fitting(self, moves: Sequence[LegalMove]) -> list[LegalMove]:
        """The moves that the pattern fits."""
        return [move for move in moves if self.fits(move)]

    def fits(self, move: LegalMove) -> bool:
        """Whether the move has the action and all parameters that are given."""
        return (
            move.action == self.action
            and (self.seat is None or move.seat == self.seat)
            and all(
                name in move.params and (fits(move, name, word) or self._means(move, name))
                for name, word in self.params.items()
            )
        )

    def _means(self, move: LegalMove, name: str) -> bool:
        """Whether the name of a component means the one of the move: of the player's own if there are such,
        else of anybody's."""
        ids = self.named.get(name, ())
        owner = move.words.ruleset.components.owner
        own = [i for i in ids if owner[i] == move.seat]
        return dict(zip(move.params, move.move.params, strict=True))[name] in (own or ids)


def read_pattern(names: Names, seat: int | None, node: Node) -> Pattern | None:
    """The pattern that a node says; None after a report."""
    if not isinstance(node, Scalar):
        names.reader.wrong(node, "a move, such as  play card=king")
        return None
    try:
        action, params = read_move(node.text)
    except MoveError as error:
        names.sink.report(codes.MalformedMove, node.place, error.reason)
        return None
    problem = _problem(names, action, params)
    if problem is not None:
        message, near, known = problem
        names.sink.report(
            codes.MalformedMove,
            node.place,
            message,
            expected=() if near else known,
            help=f"did you mean {' or '.join(near)}?" if near else None,
        )
        return None
    return Pattern(seat, node.text, action, params, node.place, _named(names, action, params))


def _named(names: Names, action: str, params: dict[str, Word]) -> dict[str, tuple[int, ...]]:
    if action not in names.game.ruleset.actions:
        return {}
    types = {param.local.name: param.local.type for param in names.game.ruleset.actions[action].params}
    return {
        name: names.words.ids_named(str(word))
        for name, word in params.items()
        if isinstance(types[name], Comp)
    }


#: What is wrong with a move: the message, names that may be meant, and what there is.
_Problem = tuple[str, tuple[str, ...], tuple[str, ...]]


def _problem(names: Names, action: str, params: dict[str, Word]) -> _Problem | None:
    actions = names.game.ruleset.actions
    if action == "done":
        return (f"done has no parameter {next(iter(params))}", (), ()) if params else None
    if action not in actions:
        return f"there is no action '{action}'", suggest(action, actions), (*actions, "done")
    types = {param.local.name: param.local.type for param in actions[action].params}
    for name, word in params.items():
        if name not in types:
            known = tuple(f"{known}=..." for known in types) or (f"{action} alone: it has no parameters",)
            return f"{action} has no parameter '{name}'", suggest(name, types), known
        type = types[name]
        if isinstance(type, SetOf) != isinstance(word, list):
            what = "a set, written [a, b]" if isinstance(type, SetOf) else "no set"
            return (
                f"{name} of {action} is {what}",
                (),
                () if isinstance(type, SetOf) else names.possible(type),
            )
        element = type.element if isinstance(type, SetOf) else type
        for member in word if isinstance(word, list) else [word]:
            plain = _COPY.sub("", member) if isinstance(member, str) else member
            if not names.words.values_of(element, plain) and not names.words.values_of(element, str(plain)):
                message = f"'{member}' is no value of {name}, which is of the type {element}"
                near = suggest(str(plain), names.words.component_names()) if isinstance(element, Comp) else ()
                return message, near, names.possible(element)
    return None
