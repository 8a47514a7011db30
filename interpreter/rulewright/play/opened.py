"""Which hidden choices show themselves at once: a card is chosen from a hand, and the action lays it down.

What a seat may know of a choice is what it saw when the choice was made; then the card was in a hand. But if
the action moves the chosen card, whatever else happens, to a zone where the seat sees it come, then the seat
knows which card was chosen, for the rules say so. Only steps that are always carried out count: in the body
of the action itself, in a procedure that is given the card, in a loop over a chosen set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.ruleset import core
from rulewright.ruleset.model import Action, Ruleset

#: Where something is that is shown and stays where it is.
SHOWN = ""


def opened(ruleset: Ruleset, action: Action) -> dict[int, set[str]]:
    """For the local of each parameter the zone families that what was chosen is moved to in any case; SHOWN
    among them if it is shown to everyone."""
    found: dict[int, set[str]] = {param.local.id: set() for param in action.params}
    _walk(ruleset, action.body, {local: local for local in found}, found)
    return found


def _walk(
    ruleset: Ruleset, steps: Iterable[core.Step], names: Mapping[int, int], found: dict[int, set[str]]
) -> None:
    """``names``: local -> the parameter that it stands for here."""
    for step in steps:
        match step:
            case core.Move(component=core.Local(var=var)) if var.id in names:
                found[names[var.id]].add(step.to.family)
            case core.MoveSet(components=core.SetD(value=core.Local(var=var))) if var.id in names:
                found[names[var.id]].add(step.to.family)
            case core.MoveKind(count=core.Const(value=count), kind=core.Local(var=var)):
                # A kind of alike pieces counts as hidden while some of it lie unseen anywhere, as in a bag.
                if count > 0 and var.id in names:
                    found[names[var.id]].add(step.to.family)
            case core.Show(to=None, what=core.SetD(value=core.Local(var=var))) if var.id in names:
                found[names[var.id]].add(SHOWN)
            case core.Show(to=None, what=core.ListD(items=items)):
                for item in items:
                    if isinstance(item, core.Local) and item.var.id in names:
                        found[names[item.var.id]].add(SHOWN)
            case core.For(domain=core.SetD(value=core.Local(var=var)), where=None) if var.id in names:
                _walk(ruleset, step.body, {step.local.id: names[var.id]}, found)
            case core.RunProcedure():
                procedure = ruleset.procedures[step.procedure]
                # Who acts is the first parameter where the procedure needs it.
                parameters = procedure.parameters[1 if procedure.needs_me else 0 :]
                given = {
                    parameter.id: names[arg.var.id]
                    for parameter, arg in zip(parameters, step.args, strict=True)
                    if isinstance(arg, core.Local) and arg.var.id in names
                }
                _walk(ruleset, procedure.body, given, found)
