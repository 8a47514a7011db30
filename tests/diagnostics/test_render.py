"""The renderers: marks under the right place, every character safe, and the shapes that other programs
read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote, urlparse

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from rulewright.diagnostics import Diagnostic, Place, Related, Sink, Source
from rulewright.diagnostics.codes.loading import DuplicateKey
from rulewright.diagnostics.render import (
    RENDERERS,
    render_concise,
    render_full,
    render_github,
    render_json,
    render_sarif,
)
from rulewright.loading import load_text

DOCS = Path(__file__).parents[2] / "docs" / "errors" / "README.md"


def one(source: Source, start: int, end: int, **rest: object) -> Diagnostic:
    return Diagnostic("some-code", "error", "something is wrong", source.place(start, end), **rest)  # type: ignore[arg-type]


def full(source: Source, start: int, end: int, **rest: object) -> str:
    return render_full([one(source, start, end, **rest)], {source.path: source})


# --- full ---------------------------------------------------------------------------------------------------


def test_full_layout() -> None:
    source = Source("game.yaml", "zones:\n" + "  deck: pile of card\n" * 9 + "  hand: set of crad\n")
    other = Source("other.yaml", "card: x\n")
    at = source.text.index("crad")
    diagnostic = one(
        source,
        at,
        at + 4,
        related=(Related(source.place(9, 13), "a zone"), Related(other.place(0, 4), "declared here")),
        expected=("a family",),
        help="did you mean `card`?",
    )
    assert render_full([diagnostic], {"game.yaml": source, "other.yaml": other}) == (
        "error[some-code]: something is wrong\n"
        "  --> game.yaml:11:16\n"
        "   |\n"
        "11 |   hand: set of crad\n"
        "   |                ^^^^\n"
        "   |\n"
        " 2 |   deck: pile of card\n"
        "   |   ---- a zone\n"
        "  ::: other.yaml:1:1\n"
        "   |\n"
        " 1 | card: x\n"
        "   | ---- declared here\n"
        "   = expected: a family\n"
        "   = help: did you mean `card`?\n"
    )


def test_full_of_two_is_separated_by_an_empty_line_and_of_none_is_empty() -> None:
    source = Source("t", "abc\n")
    assert render_full([], {}) == ""
    two = render_full([one(source, 0, 1), one(source, 1, 2)], {"t": source})
    assert two == full(source, 0, 1) + "\n" + full(source, 1, 2)


def test_two_places_on_one_line_share_it() -> None:
    source = Source("t", "a: b, c\n")
    shown = full(source, 0, 1, related=(Related(source.place(3, 4), "here"),))
    assert shown.count("a: b, c") == 1
    assert shown.splitlines()[-2:] == ["  | ^", "  |    - here"]


def test_without_source_or_span_the_header_alone_is_shown() -> None:
    source = Source("t", "abc\n")
    assert render_full([one(source, 1, 2)], {}) == "error[some-code]: something is wrong\n --> t:1:2\n"
    whole = Diagnostic("c", "warning", "m", Place("t"), (Related(Place("u"), "see"),))
    assert render_full([whole], {"t": source}) == "warning[c]: m\n --> t\n ::: u\n  = see\n"


def test_a_place_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    source = Source("t", "ab: cd\n  ef\ng\n")
    assert full(source, 4, 11).endswith("1 | ab: cd\n  |     ^^ to line 2\n")


def test_an_empty_place_has_one_mark() -> None:
    source = Source("t", "ab:\n")
    assert full(source, 3, 3).endswith("1 | ab:\n  |    ^\n")
    assert full(source, 4, 4).endswith("2 |\n  | ^\n")


@pytest.mark.parametrize(
    ("line", "start", "end", "before", "size"),
    [
        ("字字: x", 4, 5, 6, 1),
        ("字字: x", 1, 2, 2, 2),
        ("\tx", 1, 2, 4, 1),
        ("ab\tx", 3, 4, 4, 1),
        ("ab\tx", 2, 3, 2, 2),
        ("e\u0301: x", 4, 5, 3, 1),
        ("é: x", 3, 4, 3, 1),
        ("😀 x", 2, 3, 3, 1),
        ("한국\tx", 3, 4, 8, 1),
        ("ｆｕ: x", 4, 5, 6, 1),
    ],
)
def test_marks_stand_under_wide_and_narrow_characters(
    line: str, start: int, end: int, before: int, size: int
) -> None:
    mark = full(Source("t", line), start, end).splitlines()[-1]
    assert mark == "  | " + " " * before + "^" * size


@settings(deadline=None)
@given(st.text(alphabet="a 字é\u0301ｆ한\t", max_size=20), st.integers(0, 20))
def test_marks_agree_with_the_widths_that_rich_knows(line: str, start: int) -> None:
    start = min(start, len(line))
    column = 0
    for character in line[:start]:
        column += 4 - column % 4 if character == "\t" else cell_len(character)
    shown, mark = full(Source("t", line[:start] + "§" + line[start:]), start, start + 1).splitlines()[-2:]
    assert mark == "  | " + " " * column + "^"
    assert cell_len(shown[: shown.index("§")]) == 4 + column


@settings(deadline=None)
@given(st.text(alphabet="ab字é ", min_size=30, max_size=300), st.integers(30, 250), st.data())
def test_on_a_screen_a_line_and_its_mark_fit(line: str, columns: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, len(line)))
    source = Source("t", line[:start] + "§" + line[start:end] + "x")
    found = one(source, start, end + 1)
    shown, mark = render_full([found], {"t": source}, columns=columns).splitlines()[-2:]
    assert cell_len(shown) <= columns
    assert cell_len(mark) <= columns
    assert cell_len(shown[: shown.index("§")]) == mark.index("^")


@settings(deadline=None)
@given(st.text(alphabet="ab字é ", min_size=150, max_size=400), st.data())
def test_a_long_line_is_shown_around_the_place(line: str, data: st.DataObject) -> None:
    line = "x" + line + "x"
    start = data.draw(st.integers(0, len(line) - 1))
    marked = line[:start] + "§" + line[start + 1 :]
    shown, mark = full(Source("t", marked), start, start + 1).splitlines()[-2:]
    assert cell_len(shown) <= 4 + 102
    assert mark.endswith("^")
    at = shown.index("§")
    assert cell_len(shown[:at]) == cell_len(mark) - 1


def test_a_very_long_line_of_characters_without_width() -> None:
    source = Source("t", "\u0301" * 900_000)
    assert len(full(source, 500_000, 500_001)) < 5_000


# What moves the cursor, colours, hides or turns text; \n and \t are layout of our own.
COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


@settings(deadline=None)
@given(st.text(max_size=40), st.text(max_size=20), st.text(max_size=20))
def test_nothing_from_a_ruleset_reaches_the_terminal_as_a_command(line: str, message: str, path: str) -> None:
    source = Source(path, line)
    related = (Related(source.place(0, 1), message),)
    found = Diagnostic("c", "error", message, source.place(0, 2), related, (message,), message)
    for render in (render_full, render_concise):
        assert not COMMANDS.search(render([found], {path: source}))
    assert render_concise([found], {}).count("\n") == 1
    assert render_github([found], {}).count("\n") == 1
    assert "\r" not in render_github([found], {})
    json.loads(render_json([found], {}))
    json.loads(render_sarif([found], {}))


def test_colour_changes_no_character() -> None:
    sink = Sink()
    load_text("a: yes [b]\nb: [x(a, b)]\nb: no\n字: :smile: [red]x[/]\n字: 1", "[bold].yaml", sink)
    assert len(sink.diagnostics) >= 3
    coloured = render_full(sink.diagnostics, sink.sources, colour=True)
    assert "\x1b[" in coloured
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.splitlines()] == render_full(
        sink.diagnostics, sink.sources
    ).splitlines()


# --- one line each ------------------------------------------------------------------------------------------


def test_concise() -> None:
    source = Source("a/b.yaml", "x\nab\n")
    whole = Diagnostic("file-empty", "warning", "m", Place("a/b.yaml"))
    assert render_concise([one(source, 3, 4), whole], {}) == (
        "a/b.yaml:2:2: error[some-code]: something is wrong\na/b.yaml: warning[file-empty]: m\n"
    )


def test_github_escapes_as_workflow_commands_ask() -> None:
    source = Source("a,b:c%.yaml", "x\nab\n")
    found = Diagnostic("some-code", "warning", "50% of\r\nit: a, b", source.place(2, 4), help="do")
    # Data escapes %, CR and LF; properties also colon and comma (actions/toolkit, command.ts).
    assert render_github([found], {}) == (
        "::warning file=a%2Cb%3Ac%25.yaml,line=2,endLine=2,col=1,endColumn=3,title=warning[some-code]"
        "::50%25 of%0D%0Ait: a, b%0Ahelp: do\n"
    )


def test_github_gives_columns_only_on_one_line_and_no_line_for_a_whole_file() -> None:
    source = Source("t", "x\nab\n")
    assert "::error file=t,line=1,endLine=2,title=" in render_github([one(source, 0, 3)], {})
    assert (
        render_github([Diagnostic("c", "error", "m", Place("t"))], {}) == "::error file=t,title=error[c]::m\n"
    )


# --- JSON and SARIF -----------------------------------------------------------------------------------------


def some() -> tuple[Sink, list[Diagnostic]]:
    sink = Sink()
    text = "字: yes\nb: [x(a, b)]\nb: no\n"
    load_text(text, "games/my game.yaml", sink)
    sink.report(DuplicateKey, Place("/tmp/ü.yaml"), "of a whole file")
    return sink, list(sink.diagnostics)


def test_json_has_the_documented_keys_and_values() -> None:
    sink, found = some()
    read = json.loads(render_json(found, sink.sources))
    documented = set(
        re.findall(
            r"`(\w+)`", DOCS.read_text(encoding="utf-8").split("### The JSON format")[1].split("## ")[0]
        )
    )
    assert {key for item in read for key in item} | {"line", "column", "offset"} == documented
    assert len(read) == len(found)
    for item, diagnostic in zip(read, found, strict=True):
        span = diagnostic.place.span
        assert (item["code"], item["severity"]) == (diagnostic.code, diagnostic.severity)
        assert (item["message"], item["path"]) == (diagnostic.message, diagnostic.place.path)
        assert item["help"] == diagnostic.help
        assert item["expected"] == list(diagnostic.expected)
        if span is None:
            assert item["start"] is item["end"] is None
        else:
            assert item["start"] == {
                "line": span.start.line,
                "column": span.start.column,
                "offset": span.start.offset,
            }
            assert item["end"]["offset"] == span.end.offset
        assert [r["message"] for r in item["related"]] == [r.message for r in diagnostic.related]


# The parts of SARIF 2.1.0 (OASIS standard, chapter 3) that a consumer needs, as a schema.
REGION = {
    "type": "object",
    "required": ["startLine", "startColumn", "endLine", "endColumn", "charOffset", "charLength"],
    "additionalProperties": {"type": "integer", "minimum": 0},
    "properties": {name: {"minimum": 1} for name in ("startLine", "startColumn", "endLine", "endColumn")},
}
MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "message": MESSAGE,
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "additionalProperties": False,
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "properties": {"uri": {"type": "string", "pattern": "^[A-Za-z0-9/:._~%-]+$"}},
                },
                "region": REGION,
            },
        },
    },
}
SARIF = {
    "type": "object",
    "required": ["version", "runs", "$schema"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name", "rules"],
                                "properties": {
                                    "semanticVersion": {"pattern": r"^\d+\.\d+\.\d+"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "additionalProperties": False,
                                            "properties": {
                                                "id": {"type": "string"},
                                                "shortDescription": MESSAGE,
                                                "fullDescription": MESSAGE,
                                                "help": MESSAGE,
                                                "defaultConfiguration": {
                                                    "properties": {
                                                        "level": {
                                                            "enum": ["none", "note", "warning", "error"]
                                                        }
                                                    }
                                                },
                                            },
                                        },
                                    },
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
                            "additionalProperties": False,
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": MESSAGE,
                                "locations": {"type": "array", "minItems": 1, "items": LOCATION},
                                "relatedLocations": {"type": "array", "minItems": 1, "items": LOCATION},
                            },
                        },
                    },
                },
            },
        },
    },
}


def test_sarif() -> None:
    sink, found = some()
    log = json.loads(render_sarif(found, sink.sources))
    jsonschema.Draft202012Validator(SARIF).validate(log)
    run = log["runs"][0]
    rules, results = run["tool"]["driver"]["rules"], run["results"]
    assert [rules[result["ruleIndex"]]["id"] for result in results] == [d.code for d in found]
    assert [result["level"] for result in results] == [d.severity for d in found]
    for result, diagnostic in zip(results, found, strict=True):
        place = result["locations"][0]["physicalLocation"]
        path = unquote(urlparse(place["artifactLocation"]["uri"]).path)
        assert path == diagnostic.place.path
        span = diagnostic.place.span
        if span is None:
            assert "region" not in place
            assert place["artifactLocation"]["uri"] == "file:///tmp/%C3%BC.yaml"
        else:
            region = place["region"]
            text = sink.sources[diagnostic.place.path].text
            cut = text[region["charOffset"] : region["charOffset"] + region["charLength"]]
            line = text.split("\n")[region["startLine"] - 1]
            assert cut == line[region["startColumn"] - 1 : region["endColumn"] - 1]


def test_sarif_without_findings_is_valid_too() -> None:
    jsonschema.Draft202012Validator(SARIF).validate(json.loads(render_sarif([], {})))


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b/ü#?.yaml", "a%20b/%C3%BC%23%3F.yaml"),
        ("C:\\games\\my game.yaml", "file:///C:/games/my%20game.yaml"),
        ("/x/y.yaml", "file:///x/y.yaml"),
    ],
)
def test_sarif_paths_are_uris(path: str, uri: str) -> None:
    log = json.loads(render_sarif([Diagnostic("c", "error", "m", Place(path))], {}))
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == uri


def test_renderers_show_what_they_are_given_in_that_order() -> None:
    source = Source("t", "abc\n")
    first, second = one(source, 2, 3, help="first"), one(source, 0, 1, help="second")
    for name, render in RENDERERS.items():
        shown = render([first, second], {"t": source})
        if name == "concise":
            assert shown.index("t:1:3") < shown.index("t:1:1")
        else:
            assert shown.index("first") < shown.index("second")
