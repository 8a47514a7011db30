"""What ``why`` tells at the table: why a choice can or can't be made, as far as the seat that asks sees."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.contract import LegalMove, State
from rulewright.engine.moves import MoveError
from rulewright.explain.decisions import explain_decision
from rulewright.explain.lens import plainly
from rulewright.explain.moves import Explainer
from rulewright.explain.telling import Teller
from rulewright.explain.wanted import Wanted, loosely, read_wanted, wanted
from rulewright.play.answers import one, short_form


def why_lines(state: State, seat: int, moves: Sequence[LegalMove], asked: str, teller: Teller) -> list[str]:
    """The lines to show. ``asked``: the number of a choice, a move in its one-line form or in short, or
    nothing, for all that is offered. ``moves``: the legal ones."""
    state = plainly(state)
    language = teller.language
    if not asked:
        explained = explain_decision(state, seat, language)
        return [] if explained is None else teller.decision(explained).splitlines()
    try:
        move = _meant(state, seat, moves, asked)
    except MoveError as error:
        return [teller.fold(str(error))]
    return teller.move(Explainer(state, seat, language).explain(move, seat)).splitlines()


def _meant(state: State, seat: int, moves: Sequence[LegalMove], asked: str) -> Wanted:
    """The move that is asked about; raises MoveError."""
    words = state.game.words
    if asked.isdecimal() and 1 <= int(asked) <= len(moves):
        legal: LegalMove | None = moves[int(asked) - 1]
    else:
        legal = one(short_form(asked, moves))
    if legal is not None:
        return wanted(words, legal.action, legal.params, seat)
    if "=" not in asked:
        found = loosely(words, asked, seat)
        if found is not None:
            return found
    return read_wanted(words, asked, seat)
