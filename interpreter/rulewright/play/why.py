"""What ``why`` tells at the table: why a choice can or can't be made, as far as the seat that asks sees."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.contract import LegalMove, State
from rulewright.engine.frame import frame
from rulewright.engine.moves import MoveError
from rulewright.explain.decisions import explain_decision
from rulewright.explain.moves import Explainer
from rulewright.explain.telling import Teller
from rulewright.explain.wanted import Wanted, read_wanted, wanted
from rulewright.play import answers
from rulewright.play.asked import Asked


def why_lines(state: State, seat: int, moves: Sequence[LegalMove], asked: str, teller: Teller) -> list[str]:
    """The lines to show. ``asked``: the number of a choice, a move in its one-line form, in short or in the
    words in which it is told, or nothing, for all that is offered. ``moves``: the legal ones. ``state``: in a
    game that the plain evaluator runs."""
    language = teller.language
    if not asked:
        explained = explain_decision(state, seat, language)
        return [] if explained is None else teller.decision(explained).splitlines()
    explainer = Explainer(state, seat, language)
    try:
        move, before = _meant(explainer, seat, moves, asked)
    except MoveError as error:
        return [teller.fold(str(error))]
    lines = teller.fold(before).splitlines() if before else []
    return [*lines, *teller.move(explainer.explain(move, seat)).splitlines()]


def rules_behind(state: State, seat: int, language: str) -> tuple[str, ...]:
    """The rules behind a seat's choices: those of the choice, of the actions that can be chosen, and those
    that decide why others can't. ``state``: in a game that the plain evaluator runs."""
    explained = explain_decision(state, seat, language)
    if explained is None:
        return ()
    rules = list(explained.rules)
    for offer in explained.offers[seat]:
        rules += offer.rules if offer.finding is None else offer.finding.cited
    return tuple(dict.fromkeys(rules))


def _meant(explainer: Explainer, seat: int, moves: Sequence[LegalMove], asked: str) -> tuple[Wanted, str]:
    """The move that is asked about: what the same words would choose, or else what is closest to them, of
    what is offered first; and what is told before it. Raises MoveError."""
    words, language = explainer.words, explainer.language
    legal = answers.choice(asked, moves)
    if legal is not None:
        return wanted(words, legal.action, legal.params, seat), ""
    if asked.isdecimal():
        raise MoveError(frame("choices_are", language, n=len(moves)))
    offered = explainer.lens.offered(seat)
    understood = Asked(
        words, seat, offered, language, explainer.lens.value, lambda wanted: explainer.is_legal(wanted, seat)
    )
    closest = understood.closest(asked)
    if len(closest) == 1 and closest[0].action in offered and not understood.passed:
        return closest[0], ""
    said = answers.sentence(asked)
    fitting = [m for m in moves if said and answers.in_order(said, answers.sentence(m.text(language)))]
    if answers.one(fitting) is not None:
        return wanted(words, fitting[0].action, fitting[0].params, seat), ""
    if len(closest) == 1:
        return closest[0], understood.told_of(closest[0])
    if closest:
        meant = "; ".join(move.text for move in closest)
        raise MoveError(frame("can_mean", language, what=repr(asked), moves=meant))
    if fitting:
        raise MoveError(frame("ambiguous", language, n=len(fitting)))
    if "=" in asked:
        return read_wanted(words, asked, seat), ""
    typed, example = answers.words_of(asked), answers.plainly(moves[0])
    word = repr(typed[min(understood.furthest, len(typed) - 1)]) if typed else repr(asked)
    raise MoveError(frame("no_move_like", language, what=repr(asked), word=word, example=example))
