"""Valid YAML that doesn't say what its author thinks is reported at the right place, and right YAML is left
alone."""

from __future__ import annotations

import pytest

from rulewright.diagnostics import Diagnostic, Sink
from rulewright.loading import load_text


def reported(text: str) -> list[Diagnostic]:
    sink = Sink()
    load_text(text, "t.yaml", sink)
    return list(sink.diagnostics)


def marked(text: str, diagnostic: Diagnostic) -> str:
    span = diagnostic.place.span
    assert span is not None
    return text[span.start.offset : span.end.offset]


@pytest.mark.parametrize(
    ("text", "mark", "part"),
    [
        # Prose in braces, cut at its comma.
        (
            "{a: full length, or the longest, b: x}",
            "or the longest",
            "was cut from the text before the comma",
        ),
        ("{a: one, two, b: x}", "two", "was cut from the text before the comma"),
        ("{a, b}", "a", "is a key without a value"),
        ("{a: , b: 1}", "a", "has no value"),
        ("{a : , b: 1}", "a", "has no value"),
        ("{a: 1, b}", "b", "was cut from the text before the comma"),
        ("{a: 'x', b}", "b", "is a key without a value"),
        ("{a: {b: c}, d}", "d", "is a key without a value"),
        # Expressions in braces or brackets.
        ("{a: f(x, z)}", "f(x", "was cut at a comma"),
        ("[play(a, b), c]", "play(a", "was cut at a comma"),
        ("[a, play(b)]", "play(b)", "more than a name"),
        ("[a = b, c]", "a = b", "more than a name"),
        ("[c in hand where k=1, b=2]", "c in hand where k=1", "more than a name"),
        ("[a, size - 1]", "size - 1", "more than a name"),
        ("[one two three four five six seven]", "one two three four five six seven", "more than a name"),
        ("a: [b, [c, d > e]]", "d > e", "more than a name"),
        # The parser itself stops at brackets inside.
        ("a: [move a to b[me, k], x]", "move a to b[", "is cut by the `[`"),
        ("a: {x: hand[me], z: 1}", "hand[", "is cut by the `[`"),
        ("a: [x, set {a}]", "set {", "is cut by the `{`"),
    ],
)
def test_cut_in_flow(text: str, mark: str, part: str) -> None:
    (found,) = reported(text)
    assert found.code == "cut-in-flow"
    assert marked(text, found) == mark
    assert part in found.message


@pytest.mark.parametrize(
    "text",
    [
        "[T8, T9, T18]",
        "[2, 3, 4, 5.5, -1]",
        "[east, east southeast, a-b, x.z, 1..8, left_of_dealer, 1/2]",
        "[here, east east east east east east east south]",
        "{antelope: 4, 2: 1}",
        "{may_stay: The words for one canoe ashore, must_launch: A number moves (at least) one canoe}",
        "['play(a, b)', \"size - 1\"]",
        '{a: "full length, or the longest"}',
        "{a: null, b: ~}",
        "{a: [], b: {}}",
        "[[a, b], {c: d}]",
        "[claim k=bell, claim k=boots]",
        '[play a="gnu 16" s=3, take_card]',
        "[a: b, c: d]",
        "&x [a]",
        "a: &x play(b)\nb: [*x]",
        "a: f(x, z)\nb: size - 1\nc: one, two",
        "Zoë: [it's, 한국]",
    ],
)
def test_what_belongs_in_flow_is_left_alone(text: str) -> None:
    assert reported(text) == []


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("a: yes", "yes"),
        ("no: 1", "no"),
        ("- On", "On"),
        ("{a: off}", "off"),
        ("[1:30]", "1:30"),
        ("a: 1e3", "1e3"),
        ("a: 2024-01-31", "2024-01-31"),
        ("a: 0o17", "0o17"),
        ("a: &x no", "no"),
    ],
)
def test_ambiguous_words_are_reported_as_keys_and_values(text: str, mark: str) -> None:
    (found,) = reported(text)
    assert found.code == "yaml-ambiguous"
    assert marked(text, found) == mark
    assert found.help


def test_an_ambiguous_word_is_reported_once_however_often_it_is_aliased() -> None:
    assert len(reported("a: &x yes\nb: [*x, *x]\n")) == 1


@pytest.mark.parametrize(
    "text", ["a: 'yes'", 'a: "no"', "a: |\n  on\n", "a: yes please", "a: yesterday", "note: 1", "a: no one"]
)
def test_quoted_and_longer_words_are_not_ambiguous(text: str) -> None:
    assert reported(text) == []


def test_swallowed_items() -> None:
    text = "do: draw\n  - move a to b\n  - stop\n"
    (found,) = reported(text)
    assert (found.code, found.severity) == ("swallowed-item", "warning")
    assert found.place.span is not None
    assert found.place.span.start == (2, 3, 11)
    assert reported("do: draw -\n  more\n") == []
    assert reported("do: |\n  draw\n  - more\n") == []
    assert reported('do: "draw\n  - more"\n') == []


@pytest.mark.parametrize(
    ("text", "mark"), [("a: card #3\n", "#3"), ("- b  #x z\n", "#x z"), ("a: b #c", "#c")]
)
def test_comments_in_texts(text: str, mark: str) -> None:
    (found,) = reported(text)
    assert (found.code, found.severity, marked(text, found)) == ("comment-in-text", "warning", mark)


@pytest.mark.parametrize(
    "text", ["a: b # c\n", "a: b#c\n", "a: 'b' #c\n", "a: #c\n  b\n", "#c\na: b\n", "a: b ##\n"]
)
def test_other_comments_are_left_alone(text: str) -> None:
    assert reported(text) == []
