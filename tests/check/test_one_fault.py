"""One fault, one message: a single misspelt word in a finished ruleset is reported, and nothing else is.

A letter is put in, left out or added in a word chosen by chance, anywhere but in the texts for people. Not every
such fault can have one message alone (a value that is misspelt where it is declared is wrong wherever it is
used), so nearly all must.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from rulewright.check import check_text
from rulewright.diagnostics import Diagnostic
from rulewright.library import rulesets_under

ROOT = Path(__file__).parents[2]

_WORD = re.compile(r"[A-Za-z_]\w+")

#: Lines that hold texts for people, or names that only they and scenarios use.
_TEXT = ("say:", "title:", "about:", "because:", "question:", "named:", "done:", "text:", "absent:", "#")

LARGE = sorted(path for path in rulesets_under(ROOT / "rulesets") if path.parent == ROOT / "rulesets")


def misspelt(text: str, dice: random.Random) -> tuple[str, str]:
    """The text with a word misspelt between its zones and its labels, and what was done."""
    first = text.index("\nzones:") if "\nzones:" in text else text.index("\nvariables:")
    last = text.index("\nlabels:") if "\nlabels:" in text else len(text)

    def counts(word: re.Match[str]) -> bool:
        line = text[text.rfind("\n", 0, word.start()) + 1 : word.start()].strip()
        language = re.match(r"\w\w: ", line) is not None
        return first < word.start() < last and not language and not line.startswith(_TEXT)

    words = [word for word in _WORD.finditer(text) if counts(word)]
    word = dice.choice(words)
    was = word.group()
    new = dice.choice([f"{was[:-1]}x{was[-1]}", f"{was}s", was[1:]])
    line = text.count("\n", 0, word.start()) + 1
    return text[: word.start()] + new + text[word.end() :], f"line {line}: {was} -> {new}"


@pytest.mark.parametrize("path", LARGE, ids=lambda path: path.stem)
def test_a_misspelt_word_is_one_message(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    numbers: Counter[int] = Counter()
    many: list[tuple[str, list[Diagnostic]]] = []
    for seed in range(20):
        changed, what = misspelt(text, random.Random(seed))
        _, found = check_text(changed)
        numbers[min(2, len(found))] += 1
        if len(found) > 1:
            many.append((what, [d for d in found if d.severity == "error"] or list(found)))
    # Some words may be written differently (a name that is used nowhere else); few bring a second message.
    assert numbers[1] >= 17, many
    assert numbers[2] <= 2, many


@pytest.mark.parametrize("players", ["2-4", "[2, 3, 4]", "two..four", "4..2"])
def test_a_slip_in_the_number_of_players_is_one_message(players: str) -> None:
    """Dominoes has a table by the number of players, seats that are named, and more."""
    text = (ROOT / "rulesets" / "classics" / "dominoes.yaml").read_text(encoding="utf-8")
    assert text.count("\nplayers: 2..4\n") == 1
    _, found = check_text(text.replace("\nplayers: 2..4\n", f"\nplayers: {players}\n"))
    assert [d.place.span.start.line for d in found] == [7], [d.message for d in found]
