"""A fault in words: what went wrong in play, at which place of the ruleset, under which rules.

Machines report a code, a place and a number. Here they become a sentence for the author, who is the one to
mend it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.diagnostics import Place
from rulewright.limits import MAX_LEGAL_MOVES, MAX_STEPS, MAX_SUBSET_BASE
from rulewright.machine.faults import Fault, FaultCode
from rulewright.ruleset.model import Ruleset

_SENTENCES = {
    FaultCode.NONE: "nothing went wrong",
    FaultCode.EMPTY_ZONE: "more was taken from a zone than was there",
    FaultCode.FULL_ZONE: "something was moved into a zone that was full",
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
    FaultCode.SEARCH_LIMIT: "finding the longest series of choices took too many positions",
    FaultCode.TAPE: "the tape of chance outcomes doesn't fit the game at event {event}",
}


@dataclass(frozen=True, slots=True)
class FaultReport:
    """How a game ended in a fault. ``place`` and ``rules`` are empty where no step of the ruleset is at
    fault."""

    code: str
    message: str
    place: Place | None
    rules: tuple[str, ...]
    source: str
    """The text of the step or expression at fault."""

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


def report(ruleset: Ruleset, fault: Fault) -> FaultReport:
    """The fault in words."""
    if fault.code == FaultCode.OPEN_QUESTION:
        options = ruleset.options()
        ruling = options[fault.detail] if 0 <= fault.detail < len(options) else None
        asked = "" if ruling is None else f" {ruling.name}: {next(iter(ruling.question.values()), '')}"
        message = f"play came to a question that was left open:{asked}"
    else:
        message = _SENTENCES[fault.code].format(detail=fault.detail, event=fault.detail + 1)
    if fault.code == FaultCode.TAPE or not 0 <= fault.place < len(ruleset.places):
        return FaultReport(fault.code.kebab, message, None, (), "")
    at = ruleset.places[fault.place]
    return FaultReport(fault.code.kebab, message, at.place, at.rules, at.what)
