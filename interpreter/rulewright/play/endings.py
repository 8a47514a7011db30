"""How a game ended: the rule that ended it, or the fault with its place in the ruleset."""

from __future__ import annotations

from rulewright.diagnostics import Diagnostic, Sink
from rulewright.diagnostics.render import render_full
from rulewright.engine.contract import FaultReport, State
from rulewright.loading import read_source
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import steps_of


def ending_rules(state: State) -> tuple[str, ...]:
    """The rules that the last ``stop`` of a game carries out, or those of its result; needs a traced game.

    What ended a game is in general no single step; the stop that was run last is what a reader looks for.
    """
    ruleset = state.game.ruleset
    stops = {step.place for step in steps_of(ruleset) if isinstance(step, core.Stop)}
    for event in reversed(state.last.events):
        if event.kind == "step" and event.args[0] in stops:
            rules = ruleset.places[event.args[0]].rules
            if rules:
                return rules
    return ruleset.result.rules


def told_rules(state: State) -> tuple[str, ...]:
    """The rules of the end, and those of the result where none of them was said with the end: what ended the
    game, and what counts then. Needs a traced game."""
    ended, result = ending_rules(state), state.game.ruleset.result.rules
    return ended if set(ended) & set(result) else (*ended, *result)


def rule_lines(ruleset: Ruleset, ids: tuple[str, ...], language: str) -> list[str]:
    """A line for each rule: its number and what it says."""
    return [
        f"{rule.id}: {rule.text.get(language) or next(iter(rule.text.values()), '')}"
        for rule in ruleset.rules.values()
        if rule.id in ids
    ]


def fault_text(
    ruleset: Ruleset,
    fault: FaultReport,
    language: str = "en",
    *,
    colour: bool = False,
    columns: int | None = None,
) -> str:
    """The fault as a message with the line of the ruleset, cut to ``columns`` if they are known, and the
    rules that line carries out."""
    lines = rule_lines(ruleset, fault.rules, language)
    if fault.place is None:
        return f"error[{fault.code}]: {fault.message}\n"
    sink = Sink()
    source = read_source(fault.place.path, sink)
    sources = {} if source is None else {source.path: source}
    found = Diagnostic(fault.code, "error", fault.message, fault.place)
    text = render_full([found], sources, colour=colour, columns=columns)
    return text + "".join(f"  = rule {line}\n" for line in lines)
