"""At the table nothing is told that the seat can't see: what lies hidden may lie otherwise, and every answer is
the same."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rulewright.engine.contract import Game, State, load
from rulewright.explain.decisions import explain_decision
from rulewright.explain.moves import Explainer
from rulewright.explain.telling import Teller
from rulewright.explain.wanted import wanted
from rulewright.ruleset.types import SetOf


def hidden_zones(state: State, seat: int) -> list[int]:
    """The zones of numbered components of which the seat sees nothing, of the type that most of them have."""
    sight, words = state.game.sight, state.game.words
    bit = sight.bit(seat)
    found: dict[tuple[str, ...], list[int]] = {}
    for number in range(1, state.game.ruleset.zone_count):
        family = words.zone_family(number)
        if family is None or family.alike or family.kind == "row":
            continue
        if not (sight.top[number] | sight.rest[number]) & bit:
            found.setdefault(family.element.leaves, []).append(number)
    return max(found.values(), key=len)


def rearranged(state: State, seat: int, choices: random.Random) -> State:
    """The state with what the seat can't see laid otherwise."""
    zones, numbers = list(state.zones()), hidden_zones(state, seat)
    pool = [id for number in numbers for id in (*zones[number].ids, *zones[number].unknown)]
    choices.shuffle(pool)
    for number in numbers:
        zone = zones[number]
        ids, unknown = pool[: len(zone.ids)], pool[len(zone.ids) : len(zone.ids) + len(zone.unknown)]
        pool = pool[len(ids) + len(unknown) :]
        zones[number] = replace(zone, ids=tuple(sorted(ids)), unknown=tuple(sorted(unknown)))
    state.arrange(zones)
    return state


def some_move(state: State, seat: int, choices: random.Random) -> tuple[str, dict[str, object]]:
    action = choices.choice(list(state.game.ruleset.actions.values()))
    world = Explainer(state).lens.world
    params: dict[str, object] = {}
    for param in action.params:
        type = param.local.type
        element = type.element if isinstance(type, SetOf) else type
        values = list(world.values_of(element))
        if values and choices.random() < 0.8:
            chosen = choices.sample(
                values, min(len(values), choices.randint(1, 3) if isinstance(type, SetOf) else 1)
            )
            named = [state.game.words.word(element, value) for value in chosen]
            params[param.local.name] = named if isinstance(type, SetOf) else named[0]
    return action.name, params


@pytest.mark.parametrize("name", ["tembo", "zum_kuhkuck", "crazy_eights", "gin_rummy", "hearts", "zambezi"])
def test_what_is_hidden_changes_no_answer(name: str) -> None:
    game = Game(load(name), backend="reference")
    choices = random.Random(5)
    told = 0
    for seed in range(3):
        state = game.start(seed)
        for _ in range(choices.randint(0, 12)):
            if not state.over:
                state.play(choices.choice(state.legal()))
        if state.over:
            continue
        seat = state.awaited[0]
        one, other = rearranged(state.copy(), seat, choices), rearranged(state.copy(), seat, choices)
        if one.awaited != other.awaited or one.over:
            continue
        teller = Teller(game.words)
        for _ in range(25):
            action, params = some_move(one, seat, choices)
            answers = [
                teller.move(Explainer(s, seat).explain(wanted(game.words, action, params, seat), seat))  # type: ignore[arg-type]
                for s in (one, other)
            ]
            assert answers[0] == answers[1], (seed, action, params)
            told += 1
        views = [explain_decision(s, seat) for s in (one, other)]
        assert views[0] is not None
        assert views[1] is not None
        assert teller.decision(views[0]) == teller.decision(views[1])
    assert told
