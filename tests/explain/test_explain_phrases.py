"""The sentences of explanations: each in every language with the same placeholders, and all of them used."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

import rulewright.explain
from rulewright.engine.frame import TEXTS
from rulewright.explain.phrases import PHRASES, phrase

LANGUAGES = set(TEXTS["over"])
SOURCES = "".join(
    path.read_text(encoding="utf-8")
    for path in Path(rulewright.explain.__file__).parent.glob("*.py")
    if path.name != "phrases.py"
)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", PHRASES)
def test_a_sentence_is_there_in_every_language_with_its_placeholders(key: str) -> None:
    texts = PHRASES[key]
    assert set(texts) == LANGUAGES
    assert {frozenset(placeholders(text)) for text in texts.values()} == {
        frozenset(placeholders(texts["en"]))
    }
    assert f'"{key}"' in SOURCES, "nobody says this"


def test_a_language_that_is_not_there_has_english() -> None:
    assert phrase("over_now", "fi") == PHRASES["over_now"]["en"]
