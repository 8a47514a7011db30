"""One finding about a ruleset, as a value.

A diagnostic is data and knows nothing of terminals or formats: it is collected, sorted, compared in tests and
handed to whichever renderer the user asked for. Its code is the stable handle (documented in docs/errors,
used to filter and to look a message up); the message may be reworded at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulewright.diagnostics.places import Place

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Related:
    """A second place that explains the first, with what is to be seen there ("declared here")."""

    place: Place
    message: str


@dataclass(frozen=True)
class Diagnostic:
    """A finding: stable kebab-case `code`, `severity`, a sentence, where, and what helps to mend it.

    `expected` lists what could have stood there, in words for people ("a zone", "`,`"). `help` is one
    sentence on how to mend it. Diagnostics order by path, offset, code and message, so output never depends
    on the order of checks; a diagnostic of a whole file comes before those of its lines.
    """

    code: str
    severity: Severity
    message: str
    place: Place
    related: tuple[Related, ...] = ()
    expected: tuple[str, ...] = ()
    help: str | None = None

    @property
    def sort_key(self) -> tuple[object, ...]:
        """Path, offset, code, message, then the rest, so that the order is total."""
        span = self.place.span
        offsets = (-1, -1) if span is None else (span.start.offset, span.end.offset)
        related = tuple((r.place.path, r.place.span or (), r.message) for r in self.related)
        return (
            self.place.path,
            offsets[0],
            self.code,
            self.message,
            offsets[1],
            self.severity,
            self.expected,
            self.help or "",
            related,
        )

    def __lt__(self, other: Diagnostic) -> bool:
        return self.sort_key < other.sort_key
