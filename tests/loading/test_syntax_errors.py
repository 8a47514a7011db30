"""Each usual mistake in YAML's syntax gets the place and the sentence that help, from both of PyYAML's
parsers."""

from __future__ import annotations

import pytest
import yaml

from rulewright.diagnostics import Sink, Source
from rulewright.loading.compose import compose

PARSERS = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]

# The text, the line and column, what is marked, and parts of the message and help.
CASES = [
    ("a: b: c", 1, 5, ":", "a second `: ` in one line", "quote the text"),
    ('a: "b": c', 1, 7, ":", "a second `: ` in one line", "quote the text"),
    ("- say: he: no\n", 1, 10, ":", "a second `: ` in one line", "quote the text"),
    ("a: 1\n  b: 2", 2, 3, "b:", "the line above, which already has a value", "indentation of its siblings"),
    ("a\nb: 1", 2, 1, "b:", "the line above has no colon", "put a colon"),
    ("a:b\nc: d", 2, 1, "c:", "its colon has no blank after it", "put a blank after the colon"),
    ("a: b\nfoo\nc: d", 2, 1, "foo", "neither `key: value` nor a part", "write `key: value`"),
    ("a: b\nc:d\ne: f", 2, 1, "c:d", "the colon has no blank after it", "write `key: value`"),
    ("- a\n-b\n", 2, 1, "-b", "the `-` has no blank after it", "begins with `- `"),
    ('a: "x" or more', 1, 8, "or more", "text goes on after the closing quote", "quote the whole text"),
    ("a: [x] is empty", 1, 8, "is empty", "text goes on after the closing `]`", "quote the whole text"),
    ("a: [1, 2]]", 1, 10, "]", "this `]` closes nothing", ""),
    ('x: "a\nb: "c"', 1, 4, '"', 'this quote is never closed: a second " is missing', "the whole text"),
    ('x: "a\n  b "c"', 2, 5, '"', "closes a text that was opened on an earlier line", "look above"),
    ("x: [a, b\ny: 1", 1, 4, "[", "this `[` is never closed", "quote the text"),
    ("x:\n  z: [\n  y:\n    - 1", 2, 6, "[", "this `[` is never closed", "quote the text"),
    ("x: [[a, b], \ny:\n  - c", 1, 4, "[", "this `[` is never closed", "quote the text"),
    ("x: {a: 1\ny: 2", 1, 4, "{", "this `{` is never closed", "quote the text"),
    (
        "x:\n   y:\n     a: 1\n  z: 1",
        4,
        3,
        "z: 1",
        "fits none of the lines above",
        "give both the same indentation",
    ),
    ("x:\n  y\n    # c\n    z: 1", 2, 3, "y", "has no colon", "put a colon at its end"),
    ('a: "x', 1, 4, '"', "this quote is never closed", "other kind of quote"),
    ("a: 'x\nb: c\n", 1, 4, "'", "this quote is never closed", "other kind of quote"),
    ('a: "x\n---\n"', 1, 4, '"', "this quote is never closed", ""),
    (r'a: "\d"', 1, 5, r"\d", r"`\d` means nothing inside double quotes", "written twice"),
    (
        r'a: "\ud800"',
        1,
        5,
        r"\ud800",
        r"`\ud800` is no character: it is half of one",
        "write the character itself",
    ),
    (r'a: "x \ud83c\udfb2"', 1, 7, r"\ud83c", "half of one", r"or \U and its eight digits"),
    (r'a: "\U00110000"', 1, 5, r"\U00110000", r"`\U00110000` is no character", "write the character itself"),
    (r'a: "b \u12 c"', 1, 7, r"\u12", r"after `\u` come 4 digits", "written twice"),
    (r'a: "\x4"', 1, 5, r"\x4", r"after `\x` come 2 digits", "written twice"),
    ("a: [1, 2\nb: 3", 1, 4, "[", "this `[` is never closed", "quote the text"),
    ("a: {b: c, d: {e: f}", 1, 4, "{", "this `{` is never closed", ""),
    ("a: [b}", 1, 6, "}", "`[` is closed by `}`", ""),
    ("a: [b, , c]", 1, 8, ",", "something is missing before `,`", ""),
    ("a: @x", 1, 4, "@", "a text can't begin with `@`", "quote the text"),
    ("a: `x", 1, 4, "`", "a text can't begin with a backtick", "quote the text"),
    ("a: %x", 1, 4, "%", "a text can't begin with `%`", "quote the text"),
    ("a: * b", 1, 4, "*", "a text can't begin with `*`", "quote the text"),
    ("a: & b", 1, 4, "&", "a text can't begin with `&`", "quote the text"),
    ("a: ,b", 1, 4, ",", "a text can't begin with `,`", "quote the text"),
    ("a: ? b", 1, 4, "?", "a text can't begin with `?`", "quote the text"),
    ("a: > 3", 1, 4, ">", "a text can't begin with `>`", "quote the text"),
    ("a: |x", 1, 4, "|", "a text can't begin with `|`", "quote the text"),
    ("a: - b", 1, 4, "-", "a list can't begin on the line of its key", "on the next line"),
    ("a: b # note\n  c", 2, 3, "c", "a text can't go on after a comment", "a line of its own"),
    ("a:\n  b: 1\n c: 2", 3, 2, "c: 2", "(1 space) fits none of the lines above", "siblings"),
    (
        "a:\n  - x\n y: 1",
        3,
        2,
        "y: 1",
        "(1 space) fits none of the lines above",
        "the line above has 2 spaces",
    ),
    ("a: 1\n- b", 2, 1, "- b", "a list item stands among keys", "indent the list"),
    ("- a\nb: 1", 2, 1, "b: 1", "not an item of the list it stands in", "put `- ` before it"),
    ("  a: 1\nb: 2", 2, 1, "b: 2", "indented less than the first one", "alike"),
    ("a: &x &z b", 1, 7, "&", "YAML can't go on here", ""),
]
OTHER_CODES = [
    ("a:\n\tb: 1", "yaml-tab", 2, 1, "\t"),
    ("a:\n  \tb: 1", "yaml-tab", 2, 3, "\t"),
    ("a: |\n  x\n\ty: 1", "yaml-tab", 3, 1, "\t"),
    ("a: foo\n\tbar", "yaml-tab", 2, 1, "\t"),
    ("a: 1\n\t\nb: 1", "yaml-tab", 2, 1, "\t"),
    ("a: !x!z b", "yaml-tag", 1, 4, "!x!z"),
    ("a: !<", "yaml-tag", 1, 4, "!<"),
]


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("before", ["", "a: 1\n", "a:\n  ", "a:\n  - ", "a: {", "a: [b, {c: d, "])
@pytest.mark.parametrize("length", [1024, 1025])
def test_yaml_reads_no_longer_keys(before: str, length: int, parser: type[yaml.SafeLoader]) -> None:
    after = {"{": "}", "[": "]"}
    closing = "".join(after[char] for char in reversed(before) if char in after)
    source = Source("a.yaml", f"{before}{'k' * length}: 2{closing}")
    sink = Sink()
    compose(source, sink, parser)
    # By YAML 1.2 the colon of a key without a `?` comes at most 1,024 characters after its start.
    if length == 1024:
        assert not sink.diagnostics
        return
    (found,) = sink.diagnostics
    assert found.message == "a key of 1,025 characters: YAML reads keys of at most 1,024"
    assert found.place.span is not None
    assert found.place.span.start.offset == len(before)


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("text", "line", "column", "mark", "message", "help"), CASES, ids=[c[0] for c in CASES]
)
def test_usual_mistakes(
    text: str, line: int, column: int, mark: str, message: str, help: str, parser: type
) -> None:
    sink = Sink()
    assert compose(Source("t.yaml", text), sink, parser) is None
    (found,) = [diagnostic for diagnostic in sink.diagnostics if diagnostic.code != "cut-in-flow"]
    assert found.code == "yaml-syntax"
    span = found.place.span
    assert span is not None
    assert (span.start.line, span.start.column) == (line, column)
    assert text[span.start.offset : span.end.offset] == mark
    assert message in found.message
    assert help in (found.help or "")


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("text", "code", "line", "column", "mark"), OTHER_CODES)
def test_mistakes_with_a_code_of_their_own(
    text: str, code: str, line: int, column: int, mark: str, parser: type
) -> None:
    sink = Sink()
    assert compose(Source("t.yaml", text), sink, parser) is None
    (found,) = sink.diagnostics
    span = found.place.span
    assert span is not None
    assert (found.code, span.start.line, span.start.column) == (code, line, column)
    assert text[span.start.offset : span.end.offset] == mark


def test_other_lines_indented_with_tabs_are_counted() -> None:
    sink = Sink()
    compose(Source("t.yaml", "a:\n\tb: 1\n\tc: 1\n\n\td: 1\n"), sink)
    assert sink.diagnostics[0].help == "indent with spaces; 3 lines of this file are indented with tabs"


def test_what_was_found_before_the_syntax_error_is_kept() -> None:
    sink = Sink()
    compose(Source("t.yaml", "a: yes\nb: 1\nb: 2\nc: [\n"), sink)
    assert [d.code for d in sink.diagnostics] == ["yaml-ambiguous", "duplicate-key", "yaml-syntax"]
