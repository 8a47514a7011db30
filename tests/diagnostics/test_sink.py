"""The collector: order, limit, errors before warnings, and the order of diagnostics."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.diagnostics import Diagnostic, Place, Related, Sink, Source
from rulewright.diagnostics.codes.loading import CommentInText, DuplicateKey, YamlTab
from rulewright.limits import MAX_DIAGNOSTICS

SOURCE = Source("t.yaml", "abc\ndef\n")


def test_report_fills_in_what_the_code_knows() -> None:
    sink = Sink()
    place, other = SOURCE.place(0, 1), SOURCE.place(4, 5)
    found = sink.report(DuplicateKey, place, "m", related=[(other, "first")], expected=["a", "b"], help="h")
    assert found == Diagnostic(
        "duplicate-key", "error", "m", place, (Related(other, "first"),), ("a", "b"), "h"
    )
    assert sink.diagnostics == (found,)
    assert sink.report(CommentInText, place, "m").severity == "warning"
    assert sink.report(CommentInText, place, "m", severity="error").severity == "error"


def test_sorted_by_path_offset_code_and_message() -> None:
    def make(path: str, offset: int | None, code: str, message: str) -> Diagnostic:
        place = Place(path) if offset is None else Place(path, SOURCE.span(offset, offset))
        return Diagnostic(code, "error", message, place)

    right = [
        make("a", None, "z", "z"),
        make("a", 0, "b", "a"),
        make("a", 0, "b", "b"),
        make("a", 0, "c", "a"),
        make("a", 5, "a", "a"),
        make("b", None, "a", "a"),
    ]
    sink = Sink()
    for diagnostic in (right[4], right[2], right[0], right[5], right[1], right[3]):
        sink.add(diagnostic)
    assert list(sink.diagnostics) == right


PLACES = st.one_of(
    st.just(Place("t.yaml")),
    st.tuples(st.integers(0, 8), st.integers(0, 8)).map(lambda p: SOURCE.place(p[0], p[1])),
)
FOUND = st.builds(
    Diagnostic,
    st.sampled_from(["a", "b"]),
    st.sampled_from(["error", "warning"]),
    st.sampled_from(["m", "n"]),
    PLACES,
    st.lists(st.builds(Related, PLACES, st.sampled_from(["r", "s"])), max_size=2).map(tuple),
    st.sampled_from([(), ("x",)]),
    st.sampled_from([None, "h"]),
)


@given(FOUND, FOUND)
def test_the_order_is_total(one: Diagnostic, other: Diagnostic) -> None:
    assert (one < other) + (other < one) + (one == other) == 1


def test_the_same_finding_counts_once() -> None:
    sink = Sink()
    for _ in range(3):
        sink.report(DuplicateKey, SOURCE.place(0, 1), "m")
    assert (len(sink.diagnostics), sink.left_out, sink.error_count) == (1, 0, 1)


def test_the_limit_and_what_was_left_out() -> None:
    sink = Sink()
    for number in range(MAX_DIAGNOSTICS + 7):
        sink.report(YamlTab, SOURCE.place(0, 1), f"m{number:04}")
    assert len(sink.diagnostics) == MAX_DIAGNOSTICS
    assert sink.left_out == 7
    assert sink.error_count == MAX_DIAGNOSTICS + 7


def test_an_error_is_never_lost_to_warnings() -> None:
    sink = Sink(limit=2)
    sink.report(CommentInText, SOURCE.place(0, 1), "first warning")
    sink.report(CommentInText, SOURCE.place(0, 1), "second warning")
    assert not sink.has_errors
    sink.report(YamlTab, SOURCE.place(0, 1), "an error")
    assert sink.has_errors
    assert [d.message for d in sink.diagnostics] == ["first warning", "an error"]
    sink.report(YamlTab, SOURCE.place(0, 1), "another error")
    sink.report(YamlTab, SOURCE.place(0, 1), "a third")
    sink.report(CommentInText, SOURCE.place(0, 1), "a warning")
    assert [d.message for d in sink.diagnostics] == ["an error", "another error"]
    assert sink.left_out == 4


def test_what_is_missing_in_many_places_is_said_once() -> None:
    sink = Sink()
    for at in (4, 0, 2):
        sink.report(DuplicateKey, SOURCE.place(at, at + 1), "same")
    sink.report(DuplicateKey, SOURCE.place(6, 7), "another")
    sink.report(YamlTab, SOURCE.place(1, 2), "same")
    sink.merge({DuplicateKey.code})
    first, tab, other = sink.diagnostics
    assert (first.message, first.place, other.message) == ("same", SOURCE.place(0, 1), "another")
    assert [(r.place, r.message) for r in first.related] == [
        (SOURCE.place(2, 3), "and here"),
        (SOURCE.place(4, 5), "and here"),
    ]
    assert (tab.code, tab.related, sink.error_count) == (YamlTab.code, (), 3)


def test_a_pass_says_nothing_more_of_what_is_settled() -> None:
    sink = Sink()
    sink.report(YamlTab, SOURCE.place(0, 2), "first")
    sink.report(CommentInText, SOURCE.place(3, 4), "only a warning")
    sink.settle()
    sink.report(DuplicateKey, SOURCE.place(0, 2), "second")
    sink.report(DuplicateKey, SOURCE.place(3, 4), "third")
    assert [d.message for d in sink.diagnostics] == ["first", "only a warning", "third"]


def test_a_warning_can_turn_out_to_be_an_error() -> None:
    sink = Sink()
    sink.report(CommentInText, SOURCE.place(3, 4), "warning")
    assert not sink.make_error(CommentInText, SOURCE.place(5, 9))
    assert not sink.has_errors
    assert sink.make_error(CommentInText, SOURCE.place(2, 6))
    assert (sink.has_errors, [d.severity for d in sink.diagnostics]) == (True, ["error"])
