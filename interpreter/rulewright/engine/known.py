"""Which local names around a decision a text may speak of: those whose values follow from what everyone sees.

A text that is said to a seat must not tell it what is hidden from it. A parameter that a player picked is
told with the move, and whose turn it is everyone sees. What a ``let``, a loop, a procedure or a step gives is
open if nothing is read for it but zones and variables that everyone sees, and locals that are open. Of locals
that are components nothing is decided here: where they lie decides it, when the text is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar, Ruleset
from rulewright.ruleset.types import Comp, Opt, SetOf, Type
from rulewright.ruleset.walk import nodes_under, steps_of


def of_components(type: Type) -> bool:
    """Whether values of the type are components, or sets of them."""
    base = type.base if isinstance(type, Opt) else type.element if isinstance(type, SetOf) else type
    return isinstance(base, Comp)


def open_locals(ruleset: Ruleset) -> frozenset[int]:
    """The ids of the locals of setup, play, procedures and actions that hold no components and whose values
    everyone can tell."""
    sources: dict[int, list[Any]] = {}
    for local, read in _sources(ruleset):
        sources.setdefault(local.id, []).append(read)
    types = {local.id: local.type for local, _ in _sources(ruleset)}
    closed = {id for id, type in types.items() if of_components(type)}
    while True:
        more = {id for id, reads in sources.items() if not _open(reads, ruleset, closed)} - closed
        if not more:
            break
        closed |= more
    return frozenset(id for id in sources if id not in closed)


def component_locals(ruleset: Ruleset) -> frozenset[int]:
    """The ids of the locals that hold components."""
    return frozenset(local.id for local, _ in _sources(ruleset) if of_components(local.type))


def _sources(ruleset: Ruleset) -> Iterator[tuple[LocalVar, Any]]:
    """Each local with what its value is taken from, once for each place that gives it one."""
    for step in steps_of(ruleset):
        match step:
            case core.Let(local=local, value=value):
                yield local, value
            case core.LetRandom():
                yield step.local, (step.domain, step.where)
            case core.For():
                read = (step.domain, step.origin, step.where, step.by)
                yield step.local, read
                if step.numbered is not None:
                    yield step.numbered, read
            case core.Turns(me=me) | core.Together(me=me):
                yield me, ()
            case core.RunProcedure():
                procedure = ruleset.procedures[step.procedure]
                given = (step.me, *step.args) if procedure.needs_me else step.args
                yield from zip(procedure.parameters, given, strict=True)
        if isinstance(step, core.Choose | core.Together):
            for offer in step.actions:
                yield from zip(ruleset.actions[offer.action].given, offer.given, strict=True)
    for action in ruleset.actions.values():
        yield action.me, ()
        for param in action.params:
            yield param.local, ()


def _open(read: Any, ruleset: Ruleset, closed: set[int], inside: frozenset[str] = frozenset()) -> bool:
    """Whether everything that is read is open."""
    asked: set[int] = set()  # zones of which only how many is asked, or the top
    for node in nodes_under(read):
        match node:
            case core.Size(domain=core.Zone() as zone) | core.IsEmpty(domain=core.Zone() as zone):
                if not _seen(ruleset, zone.family, "counted"):
                    return False
                asked.add(id(zone))
            case core.End(zone=zone, end="top"):
                if not _seen(ruleset, zone.family, "top"):
                    return False
                asked.add(id(zone))
            case core.Zone(family=family) if id(node) not in asked:
                if not _seen(ruleset, family, "rest"):
                    return False
            case core.At(family=family):
                if not _seen(ruleset, family, "rest"):
                    return False
            case core.VarGet(variable=name):
                if ruleset.variables[name].seen_by != "everyone":
                    return False
            case core.Local(var=var) if var.id in closed:
                return False
            case core.Can():
                return False
            case core.CallDefinition(definition=name) if name not in inside:
                body = ruleset.definitions[name].body
                if not _open(body, ruleset, closed, inside | {name}):
                    return False
    return True


def _seen(ruleset: Ruleset, family: str, part: str) -> bool:
    zone = ruleset.zones.get(family)
    return zone is None or getattr(zone.sight, part) == "everyone"
