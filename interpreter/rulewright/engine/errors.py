"""What the engine raises: a wrong call, and a ruleset that has errors.

A fault of a ruleset in play is no exception: it is a way a game ends (machine/faults.py). Exceptions are for
the caller's mistakes, and each says what would have been right.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.diagnostics import Diagnostic


class WrongCall(ValueError):
    """A call that can't be meant: a number of players the game is not for, an unknown reading, a move at the
    wrong time. Command lines report it as wrong usage (exit status 2)."""


class RulesetError(Exception):
    """A ruleset that can't be played. ``diagnostics``: everything found, errors and warnings, sorted."""

    def __init__(self, path: str, diagnostics: Sequence[Diagnostic]) -> None:
        self.path, self.diagnostics = path, tuple(diagnostics)
        errors = [d for d in self.diagnostics if d.severity == "error"]
        first = f": {errors[0].message}" if errors else ""
        super().__init__(f"{path} has {len(errors)} error{'s' if len(errors) != 1 else ''}{first}")


class LogError(ValueError):
    """A log or saved game that can't be read or isn't what the rules give. ``line``: 1-based line of the
    log."""

    def __init__(self, line: int, message: str) -> None:
        self.line, self.reason = line, message
        super().__init__(f"line {line}: {message}")
