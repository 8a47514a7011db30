"""Values and texts of rules as explanations write them: in the ruleset's own words, as logs and scenarios do.

In the text of a condition the names that stand for something now are given their values where they are
indexes or arguments: ``row[s]`` is told as ``row[3]``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rulewright.engine.moves import write_word
from rulewright.engine.templates import Value
from rulewright.engine.words import Word, Words
from rulewright.reference.domains import Env
from rulewright.ruleset import core
from rulewright.ruleset.model import LocalVar
from rulewright.ruleset.types import NONE, Opt, Player, SetOf, Type
from rulewright.ruleset.walk import nodes_under

#: Of several things so many are named.
MOST_NAMED = 8

_TOKEN = re.compile(r"\"[^\"]*\"|[^\W\d]\w*|\d+|.", re.DOTALL)

#: Words before an opening parenthesis that makes no list of arguments.
_NOT_CALLED = frozenset(
    ("any", "all", "sum", "count", "min", "max", "set", "find", "the", "walk", "and", "or", "not", "in", "is",
     "if", "then", "else", "where", "for", "by", "div", "mod", "of", "to", "from")
)  # fmt: skip


def said(words: Words, type: Type, value: Value) -> str:
    """A value as it is told: ``gnu 16``, ``player 2``, ``[red, blue]``, ``none``."""
    match type, value:
        case Opt(base=base), int() if value != NONE:
            return said(words, base, value)
        case Player(), int() if value >= 0:
            return f"player {value + 1}"
        case SetOf(element=element), frozenset():
            return f"[{named([said(words, element, member) for member in sorted(value)])}]"
    return plain(words.word(type, value))


def plain(word: Word) -> str:
    """A word of a log without quotes."""
    if isinstance(word, list):
        return f"[{named([plain(member) for member in word])}]"
    return word if isinstance(word, str) else write_word(word)


def named(names: Sequence[str]) -> str:
    """Names, the first few of many."""
    shown = shown_of(len(names), MOST_NAMED)
    more = len(names) - shown
    return ", ".join(names[:shown]) + (f" and {more} more" if more else "")


def shown_of(number: int, most: int) -> int:
    """How many of so many are shown where there is room for ``most`` and a line on the rest: one that is left
    over takes its place."""
    return number if number <= most + 1 else most


def with_values(words: Words, text: str, node: Any, env: Env) -> str:
    """The text of a node with the values of its locals in the place of their names, where they are
    indexes or arguments."""
    values: dict[str, str] = {}
    parts = list(nodes_under(node))
    # What the text itself goes through stands for many values in it.
    bound = {v.id for part in parts for v in _locals_of(part) if not isinstance(part, core.Local)}
    for part in parts:
        if isinstance(part, core.Local) and part.var.id in env and part.var.id not in bound:
            values[part.var.name] = plain(words.word(part.var.type, env[part.var.id]))
    if not values:
        return text
    tokens = _TOKEN.findall(text)
    open: list[bool] = []
    told: list[str] = []
    for at, token in enumerate(tokens):
        before = next((t for t in reversed(tokens[:at]) if not t.isspace()), "")
        after = next((t for t in tokens[at + 1 :] if not t.isspace()), "")
        if token in "([":
            is_name = bool(re.fullmatch(r"[^\W\d]\w*", before)) and before not in _NOT_CALLED
            open.append(is_name and tokens[at - 1] == before)
        elif token in ")]":
            if open:
                open.pop()
        elif token in values and open and open[-1] and before != "." and after not in (".", "(", "["):
            token = values[token]
        told.append(token)
    return "".join(told)


def _locals_of(node: Any) -> list[LocalVar]:
    """The locals that a node has of its own."""
    return [value for part in fields(node) if isinstance(value := getattr(node, part.name), LocalVar)]
