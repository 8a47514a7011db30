"""Schema and checker agree on which keys exist: neither offers or accepts one that the other doesn't know.

The checker is asked: an unknown key is put at each place, and its report says which keys it would have taken.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from schema_support import SCHEMA, Path_, errors, sample

from rulewright.check import check_text
from rulewright.check.boards import BOARD_KEYS
from rulewright.check.data import DATA_KEYS
from rulewright.check.ruleset import TOP_KEYS
from rulewright.check.steps import STEP_KEYS

DEFS = SCHEMA["$defs"]
#: A key that no part has, and that is like none.
STRANGER = "qqqqqqqq"


def keys(definition: str) -> set[str]:
    return set(DEFS[definition]["properties"])


PLACES: list[tuple[str, Path_]] = [
    ("ruleText", ("rules", "R2")),
    ("ruling", ("rulings", "how")),
    ("gridFact", ("boards", "cell")),
    ("tableFact", ("tables", "worth")),
    ("numberAssumption", ("assumptions", "cards")),
    ("shapesAssumption", ("assumptions", "walked")),
    ("setAssumption", ("assumptions", "holes")),
    ("gridAssumption", ("assumptions", "field")),
    ("trackAssumption", ("assumptions", "lane")),
    ("graphAssumption", ("assumptions", "net")),
    ("pathsAssumption", ("assumptions", "river")),
    ("hexagonAssumption", ("assumptions", "hive")),
    ("spacesAssumption", ("assumptions", "spots")),
    ("tableAssumption", ("assumptions", "steep")),
    ("component", ("components", "card")),
    ("zoneCited", ("zones", "deck")),
    ("variableCited", ("variables", "points")),
    ("definitionCited", ("define", "rich(player p)")),
    ("action", ("actions", "keep")),
    ("pickCited", ("actions", "keep", "pick", "c")),
    ("conditionCited", ("actions", "keep", "pick", "c", "where", 0)),
    ("procedure", ("procedures", "tidy(player p)")),
    ("turnsStep", ("play", 0)),
    ("chooseStep", ("play", 0, "do", 0)),
    ("ifStep", ("play", 0, "do", 1)),
    ("stepStep", ("play", 0, "do", 1, "then", 0)),
    ("whileStep", ("play", 1)),
    ("repeatStep", ("play", 2)),
    ("forStep", ("play", 3)),
    ("togetherStep", ("play", 4)),
    ("result", ("result",)),
    ("cutOff", ("result", "cut_off")),
]


def unknown_keys(instance: Any) -> list[Any]:
    _, diagnostics = check_text(json.dumps(instance, indent=1, ensure_ascii=False))
    return [d for d in diagnostics if d.code == "unknown-key"]


def test_the_sample_has_no_key_that_the_checker_does_not_know() -> None:
    assert unknown_keys(sample()) == []


@pytest.mark.parametrize(("definition", "path"), PLACES, ids=[name for name, _ in PLACES])
def test_same_keys_in_each_part(definition: str, path: Path_) -> None:
    changed = sample((*path, STRANGER), "x")
    assert path in {at for at, _ in errors(changed)}
    found = unknown_keys(changed)
    assert len(found) == 1
    assert STRANGER in found[0].message
    assert set(found[0].expected) == keys(definition)


def test_same_keys_at_the_top() -> None:
    assert set(SCHEMA["properties"]) == set(TOP_KEYS)


def test_same_keys_in_each_kind_of_step() -> None:
    assert {kind: keys(f"{kind}Step") for kind in STEP_KEYS} == {
        kind: set(names) for kind, names in STEP_KEYS.items()
    }


@pytest.mark.parametrize(("suffix", "more"), [("Fact", {"rule"}), ("Assumption", {"rule", "because"})])
def test_same_kinds_of_data_and_boards(suffix: str, more: set[str]) -> None:
    data = {kind: {*names, *more} for kind, names in DATA_KEYS.items()}
    boards = {kind: {kind, *names, *more} for kind, names in BOARD_KEYS.items()}
    known = {name.removesuffix(suffix): keys(name) for name in DEFS if name.endswith(suffix)}
    assert known == {**data, **boards}


def test_every_part_with_keys_is_compared() -> None:
    compared = {name for name, _ in PLACES}
    with_keys = {name for name, d in DEFS.items() if "properties" in d}
    facts = {name for name in with_keys if name.endswith("Fact")}  # compared as a whole above
    assert with_keys - facts == compared - facts
