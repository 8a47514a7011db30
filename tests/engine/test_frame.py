"""The catalogue of the program's own words: each language complete, with the same placeholders, and all of it used."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import rulewright
from rulewright.check import check_text
from rulewright.engine.contract import Game
from rulewright.engine.frame import NAMES, TEXTS, built_in, frame

LANGUAGES = ("de", "hu", "el", "it")
SOURCES = [
    path.read_text() for path in Path(rulewright.__file__).parent.rglob("*.py") if path.name != "frame.py"
]


@pytest.mark.parametrize("key", TEXTS)
def test_a_text_is_there_in_every_language_with_its_placeholders(key: str) -> None:
    texts = TEXTS[key]
    assert set(texts) == {"en", *LANGUAGES}
    wanted = {name for _, name, _, _ in Formatter().parse(texts["en"]) if name}
    for text in texts.values():
        assert {name for _, name, _, _ in Formatter().parse(text) if name} == wanted
        assert all(len(line) <= 80 for line in text.splitlines())
    assert any(re.search(rf"""["']{key}["']""", source) for source in SOURCES), "nobody says this"


def test_every_help_names_the_same_commands() -> None:
    def commands(text: str) -> set[str]:
        return set(re.findall(r"(?<!\S)(all|l|n|r|t|s|why|rulings|save|u|q|\?)(?= )", text))

    assert len({frozenset(commands(text)) for text in TEXTS["help"].values()}) == 1
    named = "all l n r t s why rulings save u q ?"
    assert commands(TEXTS["help"]["en"]) == set(named.split())


def test_names_of_the_notation_can_be_labelled_and_are_said_without() -> None:
    assert all(set(texts) == set(LANGUAGES) for texts in NAMES.values())
    ruleset, _ = check_text(
        "rulewright: 1\ngame: x\ntitle: {en: X, hu: X, fr: X}\nplayers: 2\nlimit: 3\nvariables:\n  best: player or none\n"
        "actions:\n  wait:\n    do:\n      - best := me\nplay:\n  - turns: from nth(player, 1)\n    do:\n"
        "      - choose: [wait]\nresult:\n  score: 0\nlabels:\n  fr: {player: joueur, none: personne}\n"
    )
    assert ruleset is not None
    words = Game(ruleset, backend="reference").words
    assert [words.label(name, "hu") for name in ("player", "none", "wait")] == ["játékos", "nincs", "wait"]
    assert [words.label(name, "fr") for name in ("player", "none", "wait")] == ["joueur", "personne", "wait"]
    assert words.seat(2, "fr") == "Joueur 2"
    assert built_in("none", "fr") is None
    assert frame("over", "fr") == TEXTS["over"]["en"], "English where the catalogue has nothing"
