"""A decision as a whole: who is to choose, and of each action that is offered how many moves are legal, or
why none is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.diagnostics import Place
from rulewright.engine.contract import State
from rulewright.explain.moves import Explainer, Finding
from rulewright.explain.wanted import Wanted
from rulewright.machine.interface import DONE
from rulewright.ruleset import core


@dataclass(frozen=True)
class ActionOffered:
    """An action that is offered to a seat: how many of its moves are legal; ``finding``: why none is."""

    action: str
    count: int
    rules: tuple[str, ...]
    finding: Finding | None


@dataclass(frozen=True)
class DecisionExplained:
    """``step``: choose or together; where it stands, and the rules that are cited there. ``offers``: by
    awaited seat, before them those of the choices in whose ``otherwise`` it stands, of which nothing was
    legal. ``done``: the seats that may be done."""

    step: str
    place: Place
    rules: tuple[str, ...]
    offers: dict[int, tuple[ActionOffered, ...]]
    done: tuple[int, ...]


def _refused(before: Explainer, seat: int) -> Iterator[ActionOffered]:
    """What was offered to a seat by a choice of which nothing was legal."""
    decision = before.lens.decision
    for offer in () if decision is None else decision.offers.get(seat, ()):
        finding = before.explain(Wanted(offer.action.name), seat).finding
        yield ActionOffered(offer.action.name, 0, offer.action.rules, finding)


def explain_decision(state: State, eyes: int | None = None, language: str = "en") -> DecisionExplained | None:
    """What is offered at a state that the plain evaluator runs; none if the game is over, unless it is over
    because nothing of what was offered was legal. ``eyes``: the seat that asks, which is told no more than it
    may see, and only of its own choice."""
    explainer = Explainer(state, eyes, language)
    decision = explainer.lens.decision
    if decision is None:
        return None
    offers: dict[int, tuple[ActionOffered, ...]] = {}
    done: list[int] = []
    for seat in explainer.lens.choosers:
        if eyes not in (None, seat):
            continue
        counts = Counter(move.action for move in decision.legal[seat])
        if counts[DONE]:
            done.append(seat)
        offers[seat] = tuple(
            ActionOffered(
                offer.action.name,
                counts[offer.action.index],
                offer.action.rules,
                None
                if counts[offer.action.index]
                else explainer.explain(Wanted(offer.action.name), seat).finding,
            )
            for offer in decision.offers[seat]
        )
        before = explainer.before()
        while before is not None:
            offers[seat] = (*_refused(before, seat), *offers[seat])
            before = before.before()
    at = state.game.ruleset.places[decision.step.place]
    step = "choose" if isinstance(decision.step, core.Choose) else "together"
    return DecisionExplained(step, at.place, at.rules, offers, tuple(done))
