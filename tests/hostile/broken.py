"""Ways to break a good file: in its bytes, in its YAML, and in the strings of the language.

Each breaks a text once, at a place and in a manner that two numbers choose, so that whoever tests can draw them and a
finding is a short list of numbers. Nothing here knows what a ruleset is: the same goes for scenario files. The logs
and saved games of a game are lines of JSON and have ways of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from rulewright.diagnostics import Sink
from rulewright.loading import Mapping, Node, Scalar, Sequence, load_text

# --- bytes --------------------------------------------------------------------------------------------------

#: What is put in somewhere.
FOREIGN = (
    b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xf4\x90\x80\x80", b"\x1b[2J", b"\x7f", b"\r", b"\r\n",
    b"\t", b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xae", b"\xf0\x9f\x8e\xb2", b"\xcd\x81", b"&a ", b"*a", b"!!int ", b"%YAML 1.1\n",
    b"---\n", b"...\n", b"<<: ", b"? ", b"| ", b">-\n", b"@", b"`", b"'", b'"', b"\\", b"#", b" #", b": ", b"- ", b"[", b"]", b"{", b"}", b",",
    b"a" * 30_000, b"(" * 2_000, b"[" * 500, b" " * 20_000, b"\n" * 20_000, b"9" * 5_000, b"- " * 300, b"not " * 500, b"{a: " * 200,
)  # fmt: skip


def broken_bytes(data: bytes, where: int, how: int) -> bytes:
    """A byte turned, left out or put in; the end cut off; a part left out, doubled or moved."""
    at = where % (len(data) + 1)
    length = 1 + how // 16 % 200
    match how % 8:
        case 0:
            return (
                data[:at] + bytes([data[at] ^ 1 << how // 8 % 8]) + data[at + 1 :] if at < len(data) else data
            )
        case 1:
            return data[:at] + data[at + 1 :]
        case 2 | 3 | 4:
            return data[:at] + FOREIGN[how // 8 % len(FOREIGN)] + data[at:]
        case 5:
            return data[:at]
        case 6:
            return data[:at] + data[at + length :]
        case _:
            return data[: at + length] + data[at:]


# --- YAML ---------------------------------------------------------------------------------------------------

#: What stands where something else stood.
SHAPES = (
    "", "[]", "{}", "5", "-1", "0", "true", "false", "null", "~", "1.5", "010", "0x1F", "1e9", ".inf", "2026-11-30", "1:30", "yes",
    "[1, 2]", "[[[[1]]]]", "{a: 1}", "{a: {b: {c: [1]}}}", '""', "''", '"\\u0000"', '"\\n"', "|", ">-", "x", "word and word", "{me}", "'{me}'",
    "*a", "&a", "&a [*a]", "!!python/object x", "!t x", "<<", "99999999999999999999", "-", "?", ": ", "# x", "a, b", "(", "]", "1..3", "me", "none",
)  # fmt: skip


def nodes_of(node: Node) -> list[Node]:
    """A node and all below it, keys included, in the order of the file."""
    found: list[Node] = []
    stack = [node]
    while stack:
        item = stack.pop()
        found.append(item)
        if isinstance(item, Sequence):
            stack.extend(reversed(item.items))
        elif isinstance(item, Mapping):
            stack.extend(part for entry in reversed(item.entries) for part in reversed(entry))
    return found


def broken_yaml(text: str, where: int, how: int) -> str:
    """A node left out, doubled, exchanged with another, of another shape or style, anchored, tagged."""
    tree = load_text(text, "broken.yaml", Sink())
    if tree is None:
        return text
    nodes = nodes_of(tree)
    node, other = nodes[where % len(nodes)], nodes[how // 16 % len(nodes)]
    start, end = node.span.start.offset, node.span.end.offset
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", max(start, end - 1))
    last = len(text) if last < 0 else last + 1
    written = text[start:end]
    match how % 16:
        case 0:
            return text[:first] + text[last:]
        case 1:
            return text[:start] + text[end:]
        case 2:
            return text[:last] + text[first:last] + text[last:]
        case 3:
            (s, e), (u, v) = sorted(((start, end), (other.span.start.offset, other.span.end.offset)))
            return text if u < e else text[:s] + text[u:v] + text[e:u] + text[s:e] + text[v:]
        case 4 | 5 | 6:
            return text[:start] + SHAPES[how // 16 % len(SHAPES)] + text[end:]
        case 7:
            return (
                text[:start] + other.source.text[other.span.start.offset : other.span.end.offset] + text[end:]
            )
        case 8:
            return text[:start] + "&a " + written + text[end:]
        case 9:
            # An anchor here and an alias there.
            (s, e), (u, v) = sorted(((start, end), (other.span.start.offset, other.span.end.offset)))
            return text[:s] + "&a " + text[s:u] + "*a" + text[v:] if e <= u else text[:s] + "*a" + text[e:]
        case 10:
            return (
                text[:start]
                + ("!!str ", "!!seq ", "!x ", "! ", "!!python/name:os.system ")[how // 16 % 5]
                + text[start:]
            )
        case 11 | 12 if isinstance(node, Scalar):
            return text[:start] + _styled(node, how // 16) + text[end:]
        case 13:
            # A level more or less: the rest of the file no longer fits.
            return text[:first] + (" " * (1 + how // 16 % 5)) + text[first:]
        case 14:
            return text[:first] + text[first:].lstrip(" ")
        case _:
            return (
                text[:start] + f"[{written}]" + text[end:]
                if how & 16
                else text[:start] + f"{{{written}: 1}}" + text[end:]
            )


def _styled(scalar: Scalar, how: int) -> str:
    indent = " " * (scalar.span.start.column + 3)
    match how % 6:
        case 0:
            return json.dumps(scalar.text)
        case 1:
            return "'" + scalar.text.replace("'", "''") + "'"
        case 2:
            return f"|\n{indent}{scalar.text}\n"
        case 3:
            return f">-\n{indent}" + scalar.text.replace(" ", f"\n{indent}", 3) + "\n"
        case 4:
            return '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 65536 else c for c in scalar.text) + '"'
        case _:
            return scalar.text.replace(" ", f"\n{indent}", 2)


# --- strings of the language --------------------------------------------------------------------------------

WORDS = (
    "and", "or", "not", "in", "is", "none", "empty", "where", "for", "by", "from", "to", "of", "me", "player", "box", "move", "let", "random",
    "else", "if", "then", "(", ")", "[", "]", "..", ".", ",", ":=", "=", "!=", "<", ">=", "+", "-", "*", "div", "mod", "0", "1", "-1", "7",
    "99999999999", "x", "size(", "count(", "any(", "sum(", "set of", "per", "left of", "number of players", "{", "}", "top(", "top", "last", "the(",
    "walk(", "can(", "at(", "step(", "nth(", "every", "all from", "numbered", "reversed", "descending", "until", "while", "once round", "rounds",
    "seen by", "everyone", "at most", "starts at", "one of each kind", "if possible", "some of", "any of", "as long as possible", "drop out", "stop",
    "integer", "boolean", "meets", "each", "with", "α", "$", "\\", "'", '"',
)  # fmt: skip

TOKEN = re.compile(r"\w+|\.\.|:=|[<>!]=|\S")


def broken_strings(text: str, where: int, how: int) -> str:
    """In one scalar a word left out, doubled, exchanged with another, put in, or taken from another scalar."""
    tree = load_text(text, "broken.yaml", Sink())
    if tree is None:
        return text
    scalars = [node for node in nodes_of(tree) if isinstance(node, Scalar) and node.text]
    if not scalars:
        return text
    scalar, other = scalars[where % len(scalars)], scalars[how // 7 % len(scalars)]
    start, end = scalar.span.start.offset, scalar.span.end.offset
    return text[:start] + _changed(text[start:end], where // len(scalars), how, other.text) + text[end:]


def _changed(written: str, where: int, how: int, other: str) -> str:
    tokens = list(TOKEN.finditer(written))
    if not tokens:
        return WORDS[how % len(WORDS)]
    token, second = tokens[where % len(tokens)], tokens[how // 11 % len(tokens)]
    word = WORDS[how // 6 % len(WORDS)]
    match how % 6:
        case 0:
            return written[: token.start()] + written[token.end() :]
        case 1:
            return written[: token.end()] + " " + written[token.start() :]
        case 2:
            return written[: token.start()] + word + " " + written[token.start() :]
        case 3:
            return written[: token.start()] + word + written[token.end() :]
        case 4:
            a, b = sorted((token, second), key=lambda m: m.start())
            return (
                written
                if a is b
                else written[: a.start()]
                + b.group()
                + written[a.end() : b.start()]
                + a.group()
                + written[b.end() :]
            )
        case _:
            taken = TOKEN.findall(other)
            return (
                written[: token.start()] + taken[how // 6 % len(taken)] + written[token.end() :]
                if taken
                else other
            )


#: The levels, each from a text to a broken one.
LEVELS: dict[str, Callable[[str, int, int], str]] = {"yaml": broken_yaml, "strings": broken_strings}


# --- logs ---------------------------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 2**31, 2**64, -(2**70), 1.5, float("nan"), float("inf"), "", "é", "1", "none", "\u0000", "x" * 5_000,
    [], {}, [1], [[1]], {"a": 1}, [None] * 50, {"zones": []},
)  # fmt: skip

ENTRIES = (
    "seat",
    "chance",
    "outcome",
    "what",
    "action",
    "with",
    "arrange",
    "end",
    "tape",
    "seed",
    "players",
    "readings",
    "ruleset",
    "game",
    "format",
    "rulewright",
)


def broken_log(text: str, where: int, how: int) -> bytes:
    """A log with a line left out, doubled, exchanged, cut or changed within; or broken in its bytes."""
    lines = text.splitlines()
    if not lines or how % 8 == 7:
        return broken_bytes(text.encode(), where, how // 8)
    at, other = where % len(lines), how // 8 % len(lines)
    match how % 8:
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = lines[at][: how // 8 % (len(lines[at]) + 1)]
        case _:
            entry = json.loads(lines[at])
            lines[at] = json.dumps(_odd(entry, where // len(lines), how // 8), ensure_ascii=how % 2 == 0)
    return ("\n".join(lines) + "\n").encode()


def _odd(value: Any, where: int, how: int) -> Any:
    """A value with one thing in it that is something else."""
    odd = ODD[how % len(ODD)]
    if isinstance(value, dict) and value:
        key = list(value)[where % len(value)]
        changed = dict(value)
        match how // len(ODD) % 4:
            case 0:
                del changed[key]
            case 1:
                changed[ENTRIES[how % len(ENTRIES)]] = odd
            case 2:
                changed[key] = odd
            case _:
                changed[key] = _odd(changed[key], where // len(value), how // 4)
        return changed
    if isinstance(value, list) and value and how % 3:
        at = where % len(value)
        return [*value[:at], _odd(value[at], where // len(value), how // 3), *value[at + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and how % 2:
        return value + (1, -1, 1000)[how // 2 % 3]
    return odd
