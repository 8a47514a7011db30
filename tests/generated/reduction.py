"""Making a ruleset that shows something smaller, by its text.

Hypothesis shrinks the choices a ruleset is made of, which takes many tries where each of them compiles a
program. Leaving out lines is quicker and comes first to hand for a text that is already there: every line
with what is indented below it is left out if the rest still shows the same (a field with the values that it
is given), over and over until nothing can go, and then every expression in parentheses is tried as a plain
value.
"""

from __future__ import annotations

import re
from collections.abc import Callable

#: What stands for an expression of any type, where it fits.
PLAIN = ("0", "1", "true", "false", "nth(player, 1)", "none")


def reduced(text: str, shows: Callable[[str], bool]) -> str:
    """The text without whatever is not needed for ``shows`` to be true of it."""
    while True:
        smaller = _without_blocks(text, shows)
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
            without = lines[:at] + lines[end:]
            unwrapped = lines[:at] + _unwrapped(lines[at:end]) + lines[end:]
            # The only step of a list: a list that is empty says so.
            empty = [" " * _indent(lines[at]) + "[]"] if lines[at].lstrip().startswith("- ") else lines[at:end]
            emptied = lines[:at] + empty + lines[end:]
            for rest in (without, unwrapped, _unmentioned(without, lines[at:end]), emptied):
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


def _unmentioned(lines: list[str], block: list[str]) -> list[str]:
    """Without the values that are given to the fields which a block declares."""
    for name in (line.strip().partition(":")[0] for line in block):
        if name.isidentifier():
            first, later = re.compile(rf" with {name} = [^,]*(, |$)"), re.compile(rf", {name} = [^,]*")
            lines = [first.sub(lambda m: " with " if m[1] else "", later.sub("", line)) for line in lines]
    return lines


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
