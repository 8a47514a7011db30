"""Declarations that ask for more than there can be, and rulesets of next to nothing: an answer, and soon."""

from __future__ import annotations

import time

import pytest
from good import GOOD

from rulewright.check import check_text

HOSTILE = {
    "a table of a billion entries": (
        "tables:\n  far:\n    table: 0..9 per 1..60000 and 1..60000\n    otherwise: 0\n",
        "too-many",
    ),
    "components of two long ranges": (
        "components:\n  card:\n    make: 1 for each a in 1..4000, b in 1..4000\n",
        "too-many",
    ),
    "a range as long as an integer": (
        "components:\n  card:\n    make: 1 for each a in 1..2000000000\n",
        "too-many",
    ),
    "a condition over a long range": (
        "components:\n  card:\n    make: 1 for each a in 1..4000 where a in 1..2000000000\n",
        "unused",
    ),
    "a board of a million spaces": ("boards:\n  field:\n    grid: 1000 by 1000\n", "too-many"),
    "zones without end": (
        "boards:\n  f:\n    grid: 30\nzones:\n  z: set of c per f and f and f, seen by nobody\n"
        "components:\n  c:\n    make: 1\n",
        "too-many",
    ),
    "shapes without end": (
        "boards:\n  f:\n    grid: 30\nassumptions:\n  s:\n    because: x\n    shapes: f\n"
        "    entries:\n      a:\n" + "".join(f"        - {'east ' * 20}\n" for _ in range(100)),
        "too-many",
    ),
    "a deep condition": ("define:\n  d: " + "not " * 3000 + "true\n", "dsl-syntax"),
    "sets compared in sets": (
        "define:\n  d: "
        + "".join(f"count(x{i} in player where player = (if true then player else " for i in range(8))
        + "player"
        + ")) > 0" * 8
        + "\n",
        "",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_declarations_are_refused_quickly(name: str) -> None:
    declarations, code = HOSTILE[name]
    text = f"rulewright: 1\ngame: g\ntitle: G\nplayers: 2\n{declarations}play: []\nresult:\n  score: 1\n"
    start = time.process_time()
    _, findings = check_text(text)
    assert time.process_time() - start < 2
    assert not code or code in {found.code for found in findings}


@pytest.mark.parametrize("word", ["xyzzy", "foo", "qq", "supercalifragilistic"])
def test_no_name_is_offered_where_none_is_near(word: str) -> None:
    _, findings = check_text(f"{GOOD}limit: {word}\n")
    assert findings
    assert all("did you mean" not in f"{found.message} {found.help}" for found in findings)


@pytest.mark.parametrize("text", ["{}", "foo: 1\nbar: 2\n", "[]", "''", "rulewright: 1\n"])
def test_a_ruleset_of_nothing(text: str) -> None:
    ruleset, findings = check_text(text)
    assert ruleset is None
    assert all(finding.severity == "error" for finding in findings)
    assert text in ("[]", "''") or {"missing-key"} <= {finding.code for finding in findings}
