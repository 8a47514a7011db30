"""How a command gives up: a sentence and an exit status."""

from __future__ import annotations


class CommandError(Exception):
    """Ends a command. ``status``: 2 for a wrong call, 1 for a wrong ruleset or a failed check.

    ``prefixed``: whether the sentence is to follow the name of the command; reports of several lines stand
    alone.
    """

    def __init__(self, message: str, status: int = 2, *, prefixed: bool = True) -> None:
        super().__init__(message)
        self.status, self.prefixed = status, prefixed
