"""In random games: what is said of a move agrees with whether it is legal, for all eyes, and asking never fails.

The moves that are asked about are of values that need not fit, so all ways of being refused are met.
"""

from __future__ import annotations

import random

import pytest

from rulewright.engine.contract import Game, State, load
from rulewright.engine.words import Word
from rulewright.explain.decisions import explain_decision
from rulewright.explain.endings import explain_end
from rulewright.explain.moves import Explainer, MoveExplained
from rulewright.explain.telling import Teller, as_json
from rulewright.explain.trail import followed
from rulewright.explain.wanted import wanted
from rulewright.ruleset.types import SetOf

#: Small games, and the five as far as they go in so many moves.
GAMES = {
    "tic_tac_toe": 9, "nine_mens_morris": 30, "kuhn_poker": 5, "crazy_eights": 20, "hearts": 60, "gin_rummy": 15,
    "pig": 30, "reversi": 6, "goofspiel": 30, "liars_dice": 20, "tembo": 15, "zum_kuhkuck": 25, "zambezi": 8,
}  # fmt: skip

#: Where a condition fails it is told.
_CONDITIONS = ("when", "where", "where_none", "if_possible")


def asked(state: State, choices: random.Random) -> tuple[str, dict[str, Word]]:
    """An action with some values, which need not fit."""
    game = state.game
    action = choices.choice(list(game.ruleset.actions.values()))
    world = Explainer(state).lens.world
    params: dict[str, Word] = {}
    for param in action.params:
        type = param.local.type
        element = type.element if isinstance(type, SetOf) else type
        values = list(world.values_of(element))
        if not values or choices.random() < 0.3:
            continue
        if isinstance(type, SetOf):
            members = choices.sample(values, min(len(values), choices.randint(0, 3)))
            params[param.local.name] = [game.words.word(element, value) for value in members]
        else:
            params[param.local.name] = game.words.word(element, choices.choice(values))
    return action.name, params


def agrees(told: MoveExplained, *, whole: bool) -> None:
    outcomes = {reason.outcome for reason in told.finding.reasons}
    if told.legal:
        assert outcomes <= ({True} if whole else {True, None}), told
        assert told.matching
    else:
        assert not told.matching
        if told.finding.kind in _CONDITIONS:
            assert outcomes == {False}, told
        assert told.finding.kind != "unsure" or not whole, told
    assert as_json(told)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_agrees_with_what_is_legal(name: str) -> None:
    choices = random.Random(name)
    game = Game(load(name), backend="reference", traced=True)
    trail = followed(game)
    state = game.start(choices.randrange(1000))
    teller = Teller(game.words)
    for _ in range(GAMES[name]):
        if state.over:
            break
        seat = choices.choice(state.awaited)
        legal = state.legal(seat)
        for eyes in (None, seat):
            explainer = Explainer(state, eyes)
            move = choices.choice(legal)
            told = explainer.explain(wanted(game.words, move.action, move.params, seat), seat)
            assert told.legal, move.canonical
            assert move.canonical in told.matching
            agrees(told, whole=eyes is None)
            for _ in range(3):
                other = explainer.explain(wanted(game.words, *asked(state, choices), seat), seat)
                agrees(other, whole=eyes is None)
                assert teller.move(other)
        overview = explain_decision(state)
        assert overview is not None
        for offer in overview.offers[seat]:
            # Nothing that is offered has no legal move and nothing to say of it.
            assert offer.count == sum(move.action == offer.action for move in legal)
            assert (offer.finding is None) == (offer.count > 0)
        state.play(choices.choice(legal))
    if state.over:
        ended = explain_end(state, trail)
        assert ended.by
        assert len(ended.order) == game.players - 1
        assert list(ended.scores) == state.scores()
