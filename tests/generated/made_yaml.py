"""From nested dictionaries and lists to the YAML of a ruleset.

A writer of our own and not a library's dumper: the language's strings should stand in the file as an author
would write them, without quotes wherever YAML takes them as they are, so that a finding can be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

#: Text that is itself in YAML: it has neither ": " nor " #" in it, and is no number.
_PLAIN = re.compile(r"(?:[A-Za-z(]|[0-9]+(?=\.\.| ))(?:[\w .,<>=+*/()\[\]'-]|:(?=[=])|[|!])*")
_NOT_TEXT = {"yes", "no", "on", "off", "y", "n", "null", "none", "true", "false"}


def scalar(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if value.isdigit():
        return value
    if _PLAIN.fullmatch(value) and value.lower() not in _NOT_TEXT and value == value.strip():
        return value
    if value in ("true", "false"):
        return value
    return json.dumps(value)


def _lines(value: Any, indent: int) -> Iterator[str]:
    pad = " " * indent
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _entry(f"{pad}{key}:", inner, indent + 2)
    else:
        for inner in value:
            if isinstance(inner, dict) and inner:
                first, *rest = _lines(inner, indent + 2)
                yield f"{pad}- {first.lstrip()}"
                yield from rest
            else:
                yield from _entry(f"{pad}-", inner, indent + 2)


def _entry(head: str, value: Any, indent: int) -> Iterator[str]:
    if isinstance(value, tuple):
        yield f"{head} [{', '.join(scalar(x) for x in value)}]"
    elif isinstance(value, dict | list):
        if not value:
            yield f"{head} {'{}' if isinstance(value, dict) else '[]'}"
            return
        yield head
        yield from _lines(value, indent)
    else:
        yield f"{head} {scalar(value)}"


def dump(tree: dict[str, Any]) -> str:
    """The text of a mapping. Tuples are written in one line, lists one entry a line."""
    return "\n".join(_lines(tree, 0)) + "\n"
