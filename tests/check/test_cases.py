"""The language topic by topic: every finding of a case is expected, every expectation is met, nothing else is
said."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_files import CASES, expectations

from rulewright.check import check_file, check_text
from rulewright.diagnostics import Diagnostic

ROOT = Path(__file__).parents[2]
RULESETS = [
    path
    for folder in ("rulesets", "rulesets/classics")
    for path in sorted((ROOT / folder).glob("*.yaml"))
    if not path.stem.endswith(".scenarios")
]

TOPICS = {
    *(
        "endings",
        "amounts",
        "names",
        "types",
        "indexes",
        "ranges",
        "narrowing",
        "moves",
        "sight",
        "boards",
        "tables",
        "components",
    ),
    *(
        "players",
        "choices",
        "together",
        "turns",
        "stops",
        "cycles",
        "citations",
        "readings",
        "left_out",
        "warnings",
        "shapes",
        "orders",
        "owners",
    ),
}


def test_every_topic_has_a_case() -> None:
    assert {path.stem for path in CASES} == TOPICS


def show(found: Diagnostic, text: str) -> str:
    span = found.place.span
    where = "file" if span is None else f"{span.start.line}: at {text[span.start.offset : span.end.offset]!r}"
    return f"{found.severity} {where} {found.code} {found.message!r} {found.expected} {found.help!r}"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    _, findings = check_text(text)
    left = list(findings)
    missing = []
    for expectation in expectations(text):
        met = [found for found in left if expectation.met_by(found, text)]
        if met:
            left.remove(met[0])
        else:
            missing.append(str(expectation))
    unexpected = [show(found, text) for found in left]
    assert not missing and not unexpected, "\n".join(["", *missing, "found:", *unexpected])  # noqa: PT018 - both are shown


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_has_right_and_wrong_forms(path: Path) -> None:
    """A case in which every line is wrong would not show that the right forms pass."""
    text = path.read_text(encoding="utf-8")
    wrong = {expectation.line for expectation in expectations(text)}
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip() and "#" not in line]
    assert len(wrong) >= 3
    assert len(lines) > len(wrong)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_finished_rulesets_are_clean(path: Path) -> None:
    """No false alarm, no warnings either."""
    ruleset, findings = check_file(path)
    assert findings == ()
    assert ruleset is not None


def test_a_bracket_that_is_left_open_is_shown_too() -> None:
    text = (ROOT / "rulesets" / "classics" / "backgammon.yaml").read_text(encoding="utf-8")
    right, wrong = "size(men[left of p, 25 - x + n]) < 2\n", "size(men[left of p, 25 - x + n] < 2\n"
    assert text.count(right) == 1
    text = text.replace(right, wrong)
    _, (found,) = check_text(text)
    # The words that can't follow stand in the next line.
    at = text.index(wrong)
    assert found.place.span is not None
    assert text[found.place.span.start.offset :].startswith("else all(there")
    (bracket,) = found.related
    assert bracket.place.span is not None
    assert bracket.place.span.start.offset == at + len("size")


def test_all_faults_of_a_run_are_found_in_order() -> None:
    """Twelve faults in different parts of one ruleset, each found at its place, none hidden by another."""
    text = (ROOT / "rulesets" / "tembo.yaml").read_text(encoding="utf-8")
    faults = [
        ("players: 2..4", "players: 2..40", "bad-players"),
        ("species: [gnu, zebra, antelope]", "species: [gnu, zebra, gnu, antelope]", "name-clash"),
        ("points = points_of[n]", "points = points_on[n]", "unknown-name"),
        ("marker: slot of pawn per animal", "marker: slot of prawn per animal", "unknown-name"),
        ("total: 0..500 per player", "total: 500..0 per player", "out-of-range"),
        ("table: 0..6 per species", "table: 0..1 per species", "out-of-range"),
        ("    chosen: left_of_dealer", "    chosen: right_of_dealer", "unknown-name"),
        ("lions[s] is not empty", "lions is not empty", "wrong-count"),
        ("pick:\n      e: elephant in hand[me]", "pick:\n      e: elephant in hand[e]", "unknown-name"),
        ("- move k to aside\n      - for", "- move k too aside\n      - for", "dsl-syntax"),
        ("- owner[a] := me", "- owner[a] := a", "wrong-type"),
        ("- run score_round", "- run score_round(1)", "wrong-count"),
    ]
    for right, wrong, _ in faults:
        assert right in text, right
        text = text.replace(right, wrong, 1)
    _, findings = check_text(text)
    lines = text.splitlines()
    expected = []
    for _, wrong, code in faults:
        first = wrong.split("\n")[-1] if code != "dsl-syntax" else wrong.split("\n")[0]
        expected.append((next(i for i, line in enumerate(lines, 1) if first.strip() in line), code))
    # the table holds three numbers that its new range has no room for
    at = next(i for i, line in enumerate(lines, 1) if "entries: {gnu: 2" in line)
    expected = [
        (at, code) if (code, i) == ("out-of-range", 5) else (line, code)
        for i, (line, code) in enumerate(expected)
    ]
    expected += [(at, "out-of-range")] * 2
    found = [(d.place.span.start.line, d.code) for d in findings if d.place.span is not None]
    assert found == sorted(found)
    assert sorted(found) == sorted(expected)


def test_an_uncited_rule_hides_no_warning() -> None:
    text = (ROOT / "rulesets" / "zum_kuhkuck.yaml").read_text(encoding="utf-8")
    text = text.replace("  K1:\n", "  K0: {en: Nothing carries this out, it: Nessuno la applica}\n  K1:\n", 1)
    moves = "- move drawn to hand[me]"
    text = text.replace(moves, f"{moves}\n      - let unused_name = 3", 1)
    _, findings = check_text(text)
    assert [found.code for found in findings] == ["uncited-rule", "unused"]


def test_without_a_list_of_rules_its_absence_is_one_message() -> None:
    text = (ROOT / "rulesets" / "classics" / "kuhn_poker.yaml").read_text(encoding="utf-8")
    first, last = text.index("rules:\n"), text.index("components:\n")
    for listed, code in (("", "unknown-rule"), ("rules: none\n", "wrong-shape")):
        _, findings = check_text(text[:first] + listed + text[last:])
        assert [found.code for found in findings] == [code]
