"""Making a ruleset that shows something smaller, by its text.

Hypothesis shrinks the choices a ruleset is made of, which takes many tries where each of them compiles a
program. Leaving out lines is quicker and comes first to hand for a text that is already there: every line
with what is indented below it is left out if the rest still shows the same, then the last clause of every
line, and every expression in parentheses is tried as a plain value: over and over until nothing can go.
"""

from __future__ import annotations

import re
from collections.abc import Callable

#: What stands for an expression of any type, where it fits.
PLAIN = ("0", "1", "true", "false", "nth(player, 1)", "none")

#: What a clause at the end of a line begins with.
CLAUSES = (", ", " with ", " where ", " by ")


def reduced(text: str, shows: Callable[[str], bool]) -> str:
    """The text without whatever is not needed for ``shows`` to be true of it."""
    while True:
        smaller = _without_blocks(text, shows)
        smaller = _without_clauses(smaller, shows)
        smaller = _plainer(smaller, shows)
        if smaller == text:
            return text
        text = smaller


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _block(lines: list[str], start: int) -> int:
    """Where the block that begins with a line ends."""
    end = start + 1
    while end < len(lines) and _indent(lines[end]) > _indent(lines[start]):
        end += 1
    return end


def _without_blocks(text: str, shows: Callable[[str], bool]) -> str:
    lines = text.splitlines()
    at = len(lines) - 1
    while at >= 0:
        if at < len(lines):
            end = _block(lines, at)
            for rest in (lines[:at] + lines[end:], lines[:at] + _unwrapped(lines[at:end]) + lines[end:]):
                if rest != lines and shows("\n".join(rest) + "\n"):
                    lines = rest
                    break
        at -= 1
    return "\n".join(lines) + "\n"


def _unwrapped(block: list[str]) -> list[str]:
    """The steps within a step, in its place."""
    head = _indent(block[0])
    inner = [line for line in block if _indent(line) >= head + 4]
    return [line[4:] for line in inner] if block[0].lstrip().startswith("- ") else block


def _without_clauses(text: str, shows: Callable[[str], bool]) -> str:
    """Lines without their last clauses: what stands behind a comma, or a word that begins one."""
    lines = text.splitlines()
    for at in range(len(lines)):
        while (cut := max(lines[at].rfind(mark) for mark in CLAUSES)) >= 0:
            rest = [*lines[:at], lines[at][:cut], *lines[at + 1 :]]
            if not shows("\n".join(rest) + "\n"):
                break
            lines = rest
    return "\n".join(lines) + "\n"


def _plainer(text: str, shows: Callable[[str], bool]) -> str:
    at = 0
    while True:
        opened = [m.start() for m in re.finditer(r"(?:\b\w+)?\(", text)]
        later = [i for i in opened if i >= at]
        if not later:
            return text
        at = later[0]
        end = _closing(text, text.index("(", at))
        for plain in (text[text.index("(", at) + 1 : end - 1], *PLAIN):
            smaller = text[:at] + plain + text[end:]
            if len(smaller) < len(text) and shows(smaller):
                text = smaller
                break
        else:
            at += 1


def _closing(text: str, start: int) -> int:
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i + 1
    return len(text)
