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


def _listed(number: int, line: str) -> str:
    return "".join(f"{line}\n".replace("#", str(i)) for i in range(number))


#: Of each kind as much as a file may well hold: twice as much may take little more than twice as long.
MANY = {
    "values of one enum": f"enums:\n  e: [{', '.join(f'v{i}' for i in range(40_000))}]\n",
    "enums": "enums:\n" + _listed(8_000, "  e#: [a, b]"),
    "spaces in the rows of a graph": "boards:\n  b:\n    graph: 9\n    lines:\n" + _listed(8_000, "      - [s#, t#]"),
    "components": "components:\n" + _listed(8_000, "  c#: {make: 1}"),
    "names that nothing is near to": "define:\n" + _listed(4_000, "  defined_#: nothing_defined_of_#"),
    "names that one name is near to": "define:\n" + _listed(4_000, "  defined_#: defined#x"),
    "no values of an enum": f"enums:\n  e: [{', '.join(f'v{i}' for i in range(8_000))}]\n"
    "tables:\n  t:\n    table: 0..1 per e\n    entries:\n" + _listed(8_000, "      w#: 1"),
    "conditions": "variables:\n  x: 0..9\nactions:\n  go:\n    when:\n"
    + _listed(4_000, "      - x < 9 # #") + "    do: []\n",
    "rules that are not listed": "rules:\n" + _listed(4_000, "  R#: A rule")
    + "define:\n" + _listed(4_000, "  d#: {is: 1, rule: T#}"),
}  # fmt: skip


@pytest.mark.parametrize("name", MANY)
def test_very_many_declarations_are_read_in_seconds(name: str) -> None:
    text = f"rulewright: 1\ngame: g\ntitle: G\nplayers: 2\n{MANY[name]}play: []\nresult:\n  score: 1\n"
    start = time.process_time()
    _, findings = check_text(text)
    assert time.process_time() - start < 10
    assert findings


@pytest.mark.parametrize("first", ["d0", "the last"])
@pytest.mark.parametrize("number", [30, 31, 2000])
def test_definitions_lead_through_few_others(number: int, first: str) -> None:
    lines = [f"  d{i}: d{i + 1} + 1\n" for i in range(number - 1)] + [f"  d{number - 1}: 1\n"]
    asked = "".join(lines if first == "d0" else reversed(lines))
    text = f"{GOOD}define:\n{asked}limit: 9\n"
    _, findings = check_text(text)
    assert ("too-many" in {found.code for found in findings}) == (number > 30)


@pytest.mark.parametrize(("number", "depth"), [(29, 2), (8, 8), (20, 30), (29, 55)])
def test_definitions_that_are_nested_and_lead_to_others(number: int, depth: int) -> None:
    def definition(i: int) -> str:
        inner = f"d{i + 1}" if i < number - 1 else "1"
        return f"  d{i}: {'abs(' * depth}{inner}{')' * depth}\n"

    text = f"{GOOD}define:\n{''.join(map(definition, range(number)))}limit: 9\n"
    ruleset, findings = check_text(text.replace("- add c.rank to points[me]", "- add d0 to points[me]"))
    # What is nested as in good rulesets is read; what is nested as deep as may be everywhere is refused.
    assert (ruleset is not None) == (depth < 10)
    assert depth < 10 or {found.code for found in findings if found.severity == "error"} == {"too-many"}


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
