"""Strings of the language inside YAML: parsing them, and the way from an offset in one to a place in the
file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.check.hints import VERBS, hint, step_start
from rulewright.diagnostics import Place, Sink
from rulewright.diagnostics.codes.check import DslSyntax
from rulewright.diagnostics.codes.loading import SwallowedItem
from rulewright.loading import Scalar, locate
from rulewright.syntax import ParseError, parse, parse_template
from rulewright.syntax.nodes import Node


@dataclass(frozen=True, slots=True)
class Source:
    """One string of the language as it stands in the file."""

    scalar: Scalar

    def place(self, node: Node) -> Place:
        """Where a node of this string stands in the file."""
        return self.at(node.start, node.end)

    def at(self, start: int, end: int) -> Place:
        return Place(self.scalar.source.path, locate(self.scalar, start, end).span)

    def text(self, node: Node) -> str:
        """The source text of a node, on one line."""
        return " ".join(self.scalar.text[node.start : node.end].split())


def parse_scalar(kind: str, scalar: Scalar, sink: Sink) -> Any:
    """The node of a string read as ``kind``, or none after a report."""
    if sink.strings is not None:
        sink.strings.append((kind, scalar))
    try:
        return parse(kind, scalar.text)
    except ParseError as error:
        report_syntax(error, kind, scalar, sink)
        return None


def can_be_read(kind: str, scalar: Scalar) -> bool:
    """Whether a string can be read as ``kind``; no report."""
    try:
        parse(kind, scalar.text)
    except ParseError:
        return False
    return True


def template_of(scalar: Scalar, sink: Sink) -> Any:
    """The pieces of a text with ``{expression}`` in it, or none after a report."""
    try:
        return parse_template(scalar.text)
    except ParseError as error:
        report_syntax(error, "template", scalar, sink)
        return None


def report_syntax(error: ParseError, kind: str, scalar: Scalar, sink: Sink) -> None:
    """Reports what the parser found, with a hint where the text shows what was meant; nothing more where the
    loader saw what is wrong with the text."""
    if sink.heard_of(scalar.place) or sink.make_error(SwallowedItem, scalar.place):
        return
    start, end, message, expected = error.start, error.end, error.message, error.expected
    text = scalar.text
    found = step_start(text) if kind == "step" else None
    if found is not None:
        start, end, message, help = found
        expected = () if help else (*VERBS, "a name and :=")
    else:
        help = hint(kind, text, start, end)
    place = Source(scalar).at(min(start, len(text)), max(end, start + 1))
    opened = open_bracket(text, start)
    related = (
        [] if opened is None else [(Source(scalar).at(opened, opened + 1), "this bracket may be left open")]
    )
    sink.report(DslSyntax, place, message, expected=expected, help=help, related=related)


def open_bracket(text: str, end: int) -> int | None:
    """Where the innermost bracket stands that is open at ``end``; none if all that are opened are closed."""
    if sum({"(": 1, "[": 1, ")": -1, "]": -1}.get(char, 0) for char in text) <= 0:
        return None
    opened: list[int] = []
    for at, char in enumerate(text[:end]):
        if char in "([":
            opened.append(at)
        elif char in ")]" and opened:
            opened.pop()
    return opened[-1] if opened else None
