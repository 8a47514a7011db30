"""Rulesets with one or a few things changed at random: what a checker meets when an author errs, and worse.

Two levels. Of the YAML: a node is left out, doubled, exchanged with another or replaced by one of another
shape. Of the strings: a word is left out, doubled, exchanged or put in. All work on the text by the places of
its nodes, so that the rest of the file stays as it was written. A mutant is made from a list of numbers,
which whoever tests draws.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulewright.diagnostics import Sink
from rulewright.loading import Mapping, Node, Scalar, Sequence, load_text

ROOT = Path(__file__).parents[2]

#: Small and large, with every part that a ruleset can have.
GOOD = [
    path
    for folder in ("rulesets", "rulesets/classics")
    for path in sorted((ROOT / folder).glob("*.yaml"))
    if not path.stem.endswith(".scenarios")
]

SHAPES = (
    "",
    "[]",
    "{}",
    "5",
    "-1",
    "true",
    "null",
    "~",
    "[1, 2]",
    "{a: 1}",
    '""',
    "x",
    "word and word",
    "{me}",
)

WORDS = (
    *(
        "and",
        "or",
        "not",
        "in",
        "is",
        "none",
        "empty",
        "where",
        "for",
        "by",
        "from",
        "to",
        "of",
        "me",
        "player",
    ),
    *(
        "box",
        "move",
        "let",
        "random",
        "else",
        "if",
        "then",
        "(",
        ")",
        "[",
        "]",
        "..",
        ".",
        ",",
        ":=",
        "=",
        "<",
    ),
    *(
        "+",
        "-",
        "*",
        "div",
        "mod",
        "0",
        "1",
        "-1",
        "99999999999",
        "x",
        "size(",
        "count(",
        "any(",
        "set of",
        "per",
    ),
    *(
        "left of",
        "number of players",
        "{",
        "}",
        "\u03b1",
        "top",
        "last",
        "the(",
        "walk(",
        "can(",
        "at(",
        "step(",
    ),
)

_TOKEN = re.compile(r"\w+|\.\.|:=|[<>!]=|\S")


def nodes_of(node: Node) -> Iterator[Node]:
    """A node and all below it, keys included."""
    yield node
    if isinstance(node, Sequence):
        for item in node.items:
            yield from nodes_of(item)
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield key
            yield from nodes_of(value)


def change(text: str, numbers: list[int]) -> str:
    """The text with one thing changed; four numbers say what, which and how."""
    tree = load_text(text, "mutant.yaml", Sink())
    if tree is None:
        return text
    nodes = list(nodes_of(tree))
    what, which, other, how = (*numbers, 0, 0, 0, 0)[:4]
    node = nodes[which % len(nodes)]
    start, end = node.span.start.offset, node.span.end.offset
    scalars = [n for n in nodes if isinstance(n, Scalar)]
    match what % 9:
        case 0:  # all lines of a node left out
            first = text.rfind("\n", 0, start) + 1
            last = text.find("\n", end)
            return text[:first] + text[last + 1 if last >= 0 else len(text) :]
        case 1:
            return text[:start] + text[end:]
        case 2:
            first = text.rfind("\n", 0, start) + 1
            last = text.find("\n", end)
            last = len(text) if last < 0 else last + 1
            return text[:last] + text[first:last] + text[last:]
        case 3 | 4:
            a, b = sorted(
                (scalars[which % len(scalars)], scalars[other % len(scalars)]), key=lambda n: n.span.start
            )
            (s, e), (u, v) = ((n.span.start.offset, n.span.end.offset) for n in (a, b))
            return text if a is b else text[:s] + text[u:v] + text[e:u] + text[s:e] + text[v:]
        case 5:
            return text[:start] + SHAPES[how % len(SHAPES)] + text[end:]
        case _:
            scalar = scalars[which % len(scalars)]
            start, end = scalar.span.start.offset, scalar.span.end.offset
            return text[:start] + change_string(text[start:end], what, other, how) + text[end:]


def change_string(text: str, what: int, which: int, how: int) -> str:
    """A string with a word left out, doubled or put in, or two exchanged."""
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return WORDS[how % len(WORDS)]
    token = tokens[which % len(tokens)]
    match how % 4:
        case 0:
            return text[: token.start()] + text[token.end() :]
        case 1:
            return text[: token.start()] + WORDS[what % len(WORDS)] + " " + text[token.start() :]
        case 2:
            return text[: token.start()] + WORDS[what % len(WORDS)] + text[token.end() :]
        case _:
            a, b = sorted((token, tokens[what % len(tokens)]), key=lambda m: m.start())
            if a is b:
                return text[: token.end()] + " " + text[token.start() :]
            return text[: a.start()] + b.group() + text[a.end() : b.start()] + a.group() + text[b.end() :]
