"""A fault in words: what went wrong in play, at which place of the ruleset, under which rules.

Machines report a code, a place and a number, the same in all ways of running. From those alone follows a
sentence that names no more than they do. Whoever can play the game once more in the reference evaluator gives
its ``Cause`` too, and the sentence says which variable, zone and numbers: so the text doesn't depend on what
ran the game, and what runs it fast carries nothing for the sake of messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulewright.diagnostics import Place
from rulewright.engine.words import Words
from rulewright.limits import MAX_LEGAL_MOVES, MAX_STEPS, MAX_SUBSET_BASE
from rulewright.machine.faults import Cause, Fault, FaultCode
from rulewright.ruleset import core
from rulewright.ruleset.model import KeyType, LocalVar, Ruleset
from rulewright.ruleset.types import INT_MAX, INT_MIN, Int
from rulewright.ruleset.walk import nodes_under, steps_of

#: What can be said from the numbers alone.
_SENTENCES = {
    FaultCode.NONE: "nothing went wrong",
    FaultCode.EMPTY_ZONE: "more was taken from {zone} than was there",
    FaultCode.FULL_ZONE: "something was moved into {zone}, which was full",
    FaultCode.NONE_USED: "a value was used that is none here",
    FaultCode.TABLE_ENTRY: "a table has no entry for what was asked",
    FaultCode.NO_LEGAL_ACTION: "a player has to choose, and no action is legal",
    FaultCode.NUMBER_RANGE: "the number {detail} is outside its range",
    FaultCode.STEP_LIMIT: f"play went on for {MAX_STEPS:,} steps without a decision",
    FaultCode.INDEX: "there is no number {detail} of what was asked",
    FaultCode.DIVISION: "a number was divided by zero",
    FaultCode.WRONG_KIND: "a component was asked for a field it doesn't have",
    FaultCode.MOVE_LIMIT: f"a decision has more than {MAX_LEGAL_MOVES:,} legal moves",
    FaultCode.SUBSET_LIMIT: f"some of more than {MAX_SUBSET_BASE} things may be chosen",
    FaultCode.SEARCH_LIMIT: "what the choices lead to can't be foreseen, or takes too many positions",
    FaultCode.BROKEN_INVARIANT: "what must always hold doesn't",
    FaultCode.TAPE: "the tape of chance outcomes doesn't fit the game at event {event}",
}

#: A game of so many moves is not played again for the sake of a message.
MOST_MOVES = 20_000


@dataclass(frozen=True)
class FaultReport:
    """How a game ended in a fault. ``place`` and ``rules`` are empty where no step of the ruleset is at
    fault."""

    code: str
    place: Place | None
    rules: tuple[str, ...]
    source: str
    """The text of the step or expression at fault."""
    tell: Callable[[], str] = field(repr=False, compare=False)
    """Gives the message: the same for equal reports."""

    @cached_property
    def message(self) -> str:
        """What went wrong. Asked for the first time, it may play the game once more."""
        return self.tell()

    def __str__(self) -> str:
        where = ""
        if self.place is not None:
            span = self.place.span
            where = (
                f"{self.place.path}:{span.start.line}:{span.start.column}: "
                if span
                else f"{self.place.path}: "
            )
        return f"{where}{self.code}: {self.message}" + (f" in `{self.source}`" if self.source else "")


def report(
    ruleset: Ruleset, fault: Fault, told: Callable[[], tuple[Words, Cause] | None] = lambda: None
) -> FaultReport:
    """The fault in words. ``told``: gives the words of the game and what the reference evaluator says of the
    fault, or none if it can't be had; it is asked only for the faults of which there is more to say."""

    def tell() -> str:
        more = told() if fault.code in TOLD else None
        return _plain(ruleset, fault) if more is None else _Teller(ruleset, fault, *more).sentence()

    if fault.code == FaultCode.TAPE or not 0 <= fault.place < len(ruleset.places):
        return FaultReport(fault.code.kebab, None, (), "", tell)
    at = ruleset.places[fault.place]
    return FaultReport(fault.code.kebab, at.place, at.rules, at.what, tell)


def _plain(ruleset: Ruleset, fault: Fault) -> str:
    if fault.code == FaultCode.OPEN_QUESTION:
        options = ruleset.options()
        ruling = options[fault.detail] if 0 <= fault.detail < len(options) else None
        asked = "" if ruling is None else f" {ruling.name}: {next(iter(ruling.question.values()), '')}"
        return f"play came to a question that was left open:{asked}"
    if fault.code == FaultCode.BROKEN_INVARIANT and 0 <= fault.detail < len(ruleset.invariants):
        return f"the invariant '{ruleset.invariants[fault.detail].name}' doesn't hold"
    zones = [z.name for z in ruleset.zones.values() if z.first <= fault.detail < z.first + z.size]
    zone = f"'{zones[0]}'" if zones else "the box" if fault.detail == 0 else "a zone"
    return _SENTENCES[fault.code].format(detail=fault.detail, event=fault.detail + 1, zone=zone)


class _Teller:
    """Says a fault with its cause, in the author's words: entries as ``hand[2]``, seats from 1."""

    def __init__(self, ruleset: Ruleset, fault: Fault, words: Words, cause: Cause) -> None:
        self.ruleset, self.fault, self.words, self.cause = ruleset, fault, words, cause
        self.source = ruleset.places[fault.place].what if 0 <= fault.place < len(ruleset.places) else ""

    def sentence(self) -> str:
        say = _METHODS.get(self.fault.code)
        said = None if say is None else say(self)
        return (said or _plain(self.ruleset, self.fault)) + self._locals()

    # --- one method a fault; none where nothing more can be said

    def _empty_zone(self) -> str | None:
        zone, asked, there = self._zone(self.fault.detail), self.cause.asked, self.cause.there
        if asked is None or there is None:
            return None
        if self.cause.value is not None:
            kind = self.words.plain_name(self.cause.value)
            return f"{asked} of {kind} should be taken from {zone}, and there {_are(there)} of it"
        if there == 0:
            return (
                f"{zone} is empty" if asked == 1 else f"{asked} should be taken from {zone}, which is empty"
            )
        return f"{asked} should be taken from {zone}, and there {_are(there)}"

    def _full_zone(self) -> str | None:
        zone, asked, there, room = (
            self._zone(self.fault.detail),
            self.cause.asked,
            self.cause.there,
            self.cause.high,
        )
        if asked is None or there is None or room is None:
            return None
        if asked == 1 or there >= room:
            return f"{zone} is full: it has room for {room}"
        return f"{asked} more don't go into {zone}: it has room for {room}, and there {_are(there)} in it"

    def _none_used(self) -> str:
        if re.match(r"the\b|roll\b|.*\brandom\b", self.source):
            return "there is nothing that this could give"
        return "this is none, and a value is needed"

    def _table_entry(self) -> str | None:
        table = self.ruleset.tables.get(self.cause.name)
        if table is None:
            return None
        return f"table '{table.name}' has no entry for {self._index(table.keys)}"

    def _no_legal_action(self) -> str | None:
        if self.cause.value is None:
            return None
        steps = (
            s for s in steps_of(self.ruleset) if isinstance(s, core.Choose) and s.place == self.fault.place
        )
        step = next(steps, None)
        offered = "" if step is None else f": {_listed([a.action for a in step.actions], 'and')}"
        return f"player {self.cause.value + 1} has to choose, and nothing that is offered is legal{offered}"

    def _number_range(self) -> str | None:
        value, low, high = self.cause.value, self.cause.low, self.cause.high
        variable = self.ruleset.variables.get(self.cause.name)
        if value is None:
            return None
        if variable is not None:
            entry = self.words.entry_name(variable.name, variable.keys, self.cause.index[0])
            return f"{entry} would be {value}, and it is declared {low}..{high}"
        if low is not None:
            return f"there is no moving {value} of anything"
        return f"the result would be {value}: numbers go from {INT_MIN} to {INT_MAX}"

    def _no_such_index(self) -> str | None:
        cause, value = self.cause, self.cause.value
        homes: tuple[tuple[str, Mapping[str, Any]], ...] = (
            ("variable", self.ruleset.variables),
            ("table", self.ruleset.tables),
            ("zone", self.ruleset.zones),
        )
        for what, home in homes:
            if cause.index and cause.name in home:
                keys: tuple[KeyType, ...] = home[cause.name].keys
                return f"{what} '{cause.name}' has no [{self._index(keys, ', ')}]: {self._misfit(keys)}"
        if value is None or cause.there is None:
            return None
        if cause.name:
            return f"there is no space number {value} on '{cause.name}': its track has {cause.there}"
        if cause.asked is not None:
            return f"there is no number {value} in {self._zone(cause.asked)}: there {_are(cause.there)} in it"
        return f"there is no number {value}: there {_are(cause.there)}"

    def _division(self) -> str | None:
        return None if self.cause.value is None else f"{self.cause.value} is divided by zero"

    def _wrong_kind(self) -> str | None:
        if self.cause.value is None:
            return None
        name = self.words.full_names[self.cause.value]
        return (
            f"{name} has no owner"
            if self.cause.name == "owner"
            else f"{name} has no field '{self.cause.name}'"
        )

    def _subset_limit(self) -> str | None:
        there = self.cause.there
        return (
            None
            if there is None
            else f"some of {there} things may be chosen, and {MAX_SUBSET_BASE} are the most"
        )

    # --- parts of sentences

    def _zone(self, number: int) -> str:
        return f"'{self.words.zone_names[number]}'" if number else "the box"

    def _word(self, key: KeyType, value: int) -> str:
        fits = isinstance(key.type, Int) or 0 <= value - key.offset < key.size
        return str(self.words.word(key.type, value)) if fits else str(value)

    def _index(self, keys: tuple[KeyType, ...], joint: str = " and ") -> str:
        return joint.join(self._word(k, v) for k, v in zip(keys, self.cause.index, strict=True))

    def _misfit(self, keys: tuple[KeyType, ...]) -> str:
        for key, value in zip(keys, self.cause.index, strict=True):
            if not 0 <= value - key.offset < key.size:
                last = key.offset + key.size - 1
                if isinstance(key.type, Int):
                    return f"{value} is not in {key.offset}..{last}"
                return f"{self._word(key, value)} is none of {key.type}"
        return "there is no such index"

    def _locals(self) -> str:
        """The values of the local names that the marked text mentions."""
        mentioned = re.findall(r"\w+", self.source)
        known = [v for v in _locals_of(self.ruleset).values() if v.id in self.cause.locals]
        said = [
            f"{local.name} is {_said(self.words.word(local.type, self.cause.locals[local.id]))}"
            for name in dict.fromkeys(mentioned)
            for local in known
            if local.name == name
        ]
        return f" (here {', '.join(said[:4])})" if said else ""


def _are(n: int) -> str:
    return "is none" if n == 0 else "is 1" if n == 1 else f"are {n}"


def _said(word: Any) -> str:
    if isinstance(word, list):
        return f"[{', '.join(map(_said, word))}]"
    return str(word).lower() if word is None or isinstance(word, bool) else str(word)


def _listed(names: list[str], joint: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {joint} {names[-1]}"


_METHODS: dict[FaultCode, Callable[[_Teller], str | None]] = {
    FaultCode.EMPTY_ZONE: _Teller._empty_zone,
    FaultCode.FULL_ZONE: _Teller._full_zone,
    FaultCode.NONE_USED: _Teller._none_used,
    FaultCode.TABLE_ENTRY: _Teller._table_entry,
    FaultCode.NO_LEGAL_ACTION: _Teller._no_legal_action,
    FaultCode.NUMBER_RANGE: _Teller._number_range,
    FaultCode.INDEX: _Teller._no_such_index,
    FaultCode.DIVISION: _Teller._division,
    FaultCode.WRONG_KIND: _Teller._wrong_kind,
    FaultCode.SUBSET_LIMIT: _Teller._subset_limit,
}

#: The faults of which a cause says more. Of the others it would only take long to play the game again.
TOLD = frozenset(_METHODS)


def _locals_of(ruleset: Ruleset) -> dict[int, LocalVar]:
    """Every local name that is used, by its id."""
    parts = (
        ruleset.setup,
        ruleset.play,
        tuple(p.body for p in ruleset.procedures.values()),
        tuple((a.when, a.params, a.body) for a in ruleset.actions.values()),
        tuple(d.body for d in ruleset.definitions.values()),
        ruleset.result,
    )
    return {node.var.id: node.var for node in nodes_under(parts) if isinstance(node, core.Local)}
