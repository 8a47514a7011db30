"""Diagnostics as JSON, for programs that don't speak SARIF.

One array, one object for each diagnostic; docs/errors/README.md documents the shape, and a test holds the two
together. Keys are always there, with null or an empty array for what a diagnostic lacks, so that readers need
no special cases.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.places import Place, Position, Source


def render_json(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source]) -> str:
    """A JSON array of all diagnostics, ASCII only, ending with a line break."""
    return json.dumps([_diagnostic(diagnostic) for diagnostic in diagnostics], indent=2) + "\n"


def _diagnostic(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place(diagnostic.place),
        "related": [{"message": related.message, **_place(related.place)} for related in diagnostic.related],
        "expected": list(diagnostic.expected),
        "help": diagnostic.help,
    }


def _place(place: Place) -> dict[str, object]:
    span = place.span
    return {
        "path": place.path,
        "start": None if span is None else _position(span.start),
        "end": None if span is None else _position(span.end),
    }


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "column": position.column, "offset": position.offset}
