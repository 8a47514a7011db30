"""The five games speak the language of their rulebook: whatever a player reads at the terminal has no name of
the ruleset in English in it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulewright.check import check_file
from rulewright.engine.contract import Game
from rulewright.engine.view_text import view_text
from rulewright.play.narration import Narrator

HERE = Path(__file__).parents[2] / "rulesets"
#: Game, the language of its rulebook, and how many moves are looked at.
GAMES = [
    ("tembo", "el", 80),
    ("survival_of_the_fittest", "el", 30),
    ("niagara", "hu", 120),
    ("zambezi", "de", 120),
    ("zum_kuhkuck", "it", 80),
]


@pytest.mark.parametrize(("name", "language", "moves"), GAMES)
def test_what_players_read_has_no_english_name_in_it(name: str, language: str, moves: int) -> None:
    ruleset, _ = check_file(HERE / f"{name}.yaml")
    assert ruleset is not None
    assert list(ruleset.title) == ["en", language]
    labels = ruleset.labels[language]
    spoken = set(re.findall(r"\w+", " ".join(labels.values()).lower()))
    english = {own.replace("_", " ") for own in labels} - spoken
    game = Game(ruleset, ruleset.players[0], backend="reference", traced=True)
    state, narrator, chance = game.start(3), Narrator(game, language), random.Random(name)
    texts: list[str] = []
    for _ in range(moves):
        if state.over:
            break
        seat = state.awaited[0]
        legal = state.legal(seat)
        texts += [move.text(language) for move in legal]
        state.play(chance.choice(legal))
        texts.append(view_text(game.words, state.view(seat), language))
    texts += [line for seat in range(game.players) for line in narrator.tell(state.information_state(seat))]
    # What was chosen at the same time as others is shown as it was typed: pick_card card=3.
    read = {line for text in texts for line in text.splitlines() if not re.search(r"\w=\w", line)}
    assert len(read) > 100
    heard = {
        (found, line)
        for line in read
        for found in english
        if re.search(rf"(?<!\w){re.escape(found)}(?!\w)", line)
    }
    assert heard == set()
