"""Cases of the checker: rulesets in `cases/`, one a topic, in which comments say what is found on their line.

    - add 3 to ponts[me]  # error: unknown-name "'ponts' is not declared" at "ponts" help "points"

The quoted part must occur in the message, `at` is exactly what is marked, and the words after `help` occur in
the help or in what was expected. `# error next:` means the line after the comment; `# warning` likewise.
Every finding must be expected and every expectation met, so whatever has no comment is right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics import Diagnostic

CASES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))

_COMMENT = re.compile(
    r'\b(error|warning)( next)?: ([a-z0-9-]+) "([^"]*)"(?: at "([^"]*)")?(?: help "([^"]*)")?'
)


@dataclass(frozen=True)
class Expectation:
    """One comment; ``marked`` and ``help`` are none where the comment doesn't say them."""

    severity: str
    code: str
    line: int
    part: str
    marked: str | None
    help: str | None

    def met_by(self, found: Diagnostic, text: str) -> bool:
        """Whether the finding is what the comment says."""
        span = found.place.span
        return (
            span is not None
            and (found.severity, found.code, span.start.line) == (self.severity, self.code, self.line)
            and self.part in found.message
            and self.marked in (None, text[span.start.offset : span.end.offset])
            and (self.help is None or self.help in " ".join([*found.expected, found.help or ""]))
        )


def expectations(text: str) -> list[Expectation]:
    """What the comments of a case expect, in the order of the lines."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for severity, following, code, part, marked, help in _COMMENT.findall(line.partition("#")[2]):
            place = number + 1 if following else number
            found.append(Expectation(severity, code, place, part, marked or None, help or None))
    return found
