"""Why a move is legal or refused against what a scenario says: a sentence and the line, for its message."""

from __future__ import annotations

from rulewright.engine.contract import State
from rulewright.engine.moves import MoveError
from rulewright.explain.lens import plainly
from rulewright.explain.moves import Explainer
from rulewright.explain.phrases import phrase
from rulewright.explain.wanted import wanted
from rulewright.scenario.patterns import Pattern
from rulewright.scenario.running import Because


def because(state: State, pattern: Pattern) -> Because | None:
    """Of a refused move what stands against it; of a legal one which move that is."""
    if state.over:
        return None
    plain = plainly(state)
    seat = plain.awaited[0] if pattern.seat is None else pattern.seat
    try:
        asked = wanted(plain.game.words, pattern.action, pattern.params, seat)
    except MoveError:
        return None
    explained = Explainer(plain).explain(asked, seat)
    finding = explained.finding
    if explained.legal:
        return None
    told = phrase("refused", "en", move=explained.move, why=finding.told.rstrip("."))
    if finding.cited:
        told += f" ({', '.join(finding.cited)})"
    if finding.place is None:
        return Because(told, [])
    label = finding.reasons[0].brief if finding.reasons else "here"
    return Because(told, [(finding.place, label)])
