"""Strings of the language inside YAML: parsing them, and the way from an offset in one to a place in the
file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.diagnostics import Place, Sink, suggest
from rulewright.diagnostics.codes.check import DslSyntax
from rulewright.loading import Scalar, locate
from rulewright.syntax import ParseError, parse, parse_template
from rulewright.syntax.nodes import Node

#: The first words of steps, for a misspelt one.
VERBS = ("move", "shuffle", "deal", "let", "add", "take", "roll", "show", "run", "stop", "drop out")


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
    try:
        return parse(kind, scalar.text)
    except ParseError as error:
        report_syntax(error, kind, scalar, sink)
        return None


def template_of(scalar: Scalar, sink: Sink) -> Any:
    """The pieces of a text with ``{expression}`` in it, or none after a report."""
    try:
        return parse_template(scalar.text)
    except ParseError as error:
        report_syntax(error, "template", scalar, sink)
        return None


def report_syntax(error: ParseError, kind: str, scalar: Scalar, sink: Sink) -> None:
    start, end, message, expected, help = error.start, error.end, error.message, error.expected, None
    words = scalar.text.split()
    if kind == "step" and words:
        first = words[0]
        near = suggest(first, VERBS)
        if first not in " ".join(VERBS).split() and ":=" not in scalar.text:
            start = scalar.text.index(first)
            end = start + len(first)
            message = f"'{first}' begins no step"
            expected = (*VERBS, "a name and :=")
            help = f"did you mean {' or '.join(near)}?" if near else None
    if "==" in scalar.text[max(0, start - 1) : end + 1]:
        help = "values are compared with one ="
    elif scalar.text[start:end] in ("&", "|", "!"):
        help = "write and, or, not"
    place = Source(scalar).at(min(start, len(scalar.text)), max(end, start + 1))
    sink.report(DslSyntax, place, message, expected=expected, help=help)
