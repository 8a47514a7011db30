"""Mistakes of writing: signs and words of the language, keys, brackets, colons, dashes, indentation and quotes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from mistake_book import WORD, Book, Entry, Mistake, operator
from mistake_names import without_entry
from mistake_types import at

from rulewright.loading import Mapping, Scalar, Sequence
from rulewright.syntax import nodes as n

Made = Iterator[Mistake]

#: Words of the language, where they aren't names.
_KEYWORDS = frozenset(
    ["move", "shuffle", "deal", "add", "take", "roll", "show", "run", "stop", "let", "to", "from", "of", "per", "where", "for", "in", "and", "or", "not", "is", "if", "then", "else", "by", "with", "each", "count", "sum", "any", "all", "min", "max", "find", "the", "seen", "at", "most", "everyone", "owner", "nobody", "highest", "lowest", "pile", "row", "set", "slot"]
)  # fmt: skip


def _words(book: Book, words: frozenset[str]) -> Iterator[tuple[object, int, int, str]]:
    words -= {use.text for use in book.uses if use.role == "local"}
    for piece in book.pieces:
        if piece.kind != "template":
            for found in WORD.finditer(piece.text):
                if (
                    found.group() in words
                    and found.group() not in book.kinds
                    and piece.text[found.start() - 1 : found.start()] != "."
                ):
                    yield piece, found.start(), found.end(), found.group()


@operator("keyword-misspelt", "structure", "a word of the language is misspelt")
def _(book: Book, dice: random.Random) -> Made:
    for piece, start, end, word in _words(book, _KEYWORDS):
        if len(word) > 2:
            yield from book.change(piece, start, end, book.misspelt(word, dice))  # type: ignore[arg-type]


@operator("keyword-forgotten", "structure", "a small word of the language is forgotten")
def _(book: Book, dice: random.Random) -> Made:
    for piece, start, end, _word in _words(
        book, frozenset(["to", "from", "of", "per", "in", "is", "then", "else", "by", "for", "with"])
    ):
        yield from book.change(piece, start, end + 1, "")  # type: ignore[arg-type]


def _sign(name: str, what: str, pattern: str, new: str) -> None:
    compiled = re.compile(pattern)

    def make(book: Book, dice: random.Random) -> Made:
        for piece in book.pieces:
            if piece.kind != "template":
                for found in compiled.finditer(piece.text):
                    yield from book.change(piece, found.start(), found.end(), found.expand(new))

    operator(name, "structure", what)(make)


_sign("double-equals", "`==` instead of `=`", r"(?<![:!<>=])=(?!=)", "==")
_sign("equals-for-becomes", "`=` instead of `:=`", r":=", "=")
_sign("becomes-for-equals", "`:=` instead of `=`", r"(?<=\s)=(?=\s)", ":=")
_sign("signs-for-words", "`&&` and `||` instead of words", r"\b(?:and)\b", "&&")
_sign("not-as-a-sign", "`!` instead of `not`", r"\bnot (?!in\b|none\b|empty\b)", "!")
_sign("unequal-misspelt", "`<>` instead of `!=`", r"!=", "<>")
_sign("at-least-misspelt", "`=>` and `=<` instead of `>=` and `<=`", r"([<>])=", r"=\1")
_sign("bracket-forgotten", "a closing bracket is forgotten", r"[)\]]", "")
_sign("bracket-extra", "a closing bracket too many", r"([)\]])", r"\1\1")
_sign("brackets-exchanged", "round brackets for square ones", r"(\w)\[([^\[\]()]*)\]", r"\1(\2)")
_sign("comma-forgotten", "a comma is forgotten", r", ", " ")
_sign("dot-for-range", "`.` or `-` instead of `..`", r"(?<=\w)\.\.(?=\w)", "-")
_sign("dot-forgotten", "a blank instead of the dot of a field", r"(?<=\w)\.(?=[a-z])", " ")
_sign("slash-for-div", "`/` instead of `div`", r"\bdiv\b", "/")
_sign("percent-for-mod", "`%` instead of `mod`", r"\bmod\b", "%")


@operator("word-twice", "structure", "a word is written twice")
def _(book: Book, dice: random.Random) -> Made:
    for piece in book.pieces:
        if piece.kind != "template":
            for found in WORD.finditer(piece.text):
                yield from book.change(piece, found.end(), found.end(), " " + found.group())


@operator("string-cut", "structure", "the end of a string is missing")
def _(book: Book, dice: random.Random) -> Made:
    for piece in book.pieces:
        words = piece.text.split(" ")
        if piece.kind != "template" and len(words) > 2:
            cut = len(" ".join(words[: dice.randrange(1, len(words))]))
            yield from book.change(piece, cut, len(piece.text), "")


# --- keys


def _known_keys(book: Book) -> Iterator[Entry]:
    """Keys that the language gives, not names that the author does."""
    named = {"zones", "variables", "components", "enums", "tables", "assumptions", "boards", "define", "procedures", "actions", "rulings",
             "rules", "labels", "invariants", "entries", "readings", "pick", "fields", "paths", "as_many_as_possible"}  # fmt: skip
    for entry in book.entries:
        above = entry.path[-2] if len(entry.path) > 1 else None
        if above in named or (len(entry.path) >= 3 and entry.path[0] == "labels"):
            continue
        # Keys of languages, and rows of tables.
        if (
            entry.key.text in book.ruleset.title
            or "entries" in entry.path[:-1]
            or not entry.key.text.isidentifier()
        ):
            continue
        yield entry


@operator("key-misspelt", "structure", "a key of the language is misspelt")
def _(book: Book, dice: random.Random) -> Made:
    for entry in _known_keys(book):
        key = entry.key.text
        yield from book.change(entry.key, 0, len(key), book.misspelt(key, dice))


_OTHER_KEYS = {
    "do": "steps", "pick": "choose", "when": "if", "where": "when", "if": "when", "then": "do", "else": "otherwise",
    "choose": "actions", "play": "turns", "setup": "start", "result": "scoring", "zones": "places", "variables": "state",
    "components": "cards", "make": "count", "entries": "values", "question": "text", "because": "reason", "chosen": "answer",
    "rank": "ranking", "score": "points", "otherwise": "else", "while": "until", "for": "foreach", "readings": "options",
}  # fmt: skip


@operator("key-of-another-place", "structure", "a key that means something else, or nothing")
def _(book: Book, dice: random.Random) -> Made:
    for entry in _known_keys(book):
        other = _OTHER_KEYS.get(entry.key.text)
        if other is not None and other not in entry.parent:
            yield from book.change(entry.key, 0, len(entry.key.text), other)


_NEEDED = {
    "rulewright",
    "game",
    "title",
    "players",
    "play",
    "result",
    "because",
    "question",
    "do",
    "then",
    "from",
    "is",
    "table",
    "chosen",
}


@operator("needed-key-forgotten", "structure", "a key that is needed is forgotten, with all under it")
def _(book: Book, dice: random.Random) -> Made:
    for entry in _known_keys(book):
        if entry.path[0] == "components" and entry.key.text == "is":
            continue
        if entry.key.text in _NEEDED and not entry.parent.flow:
            yield without_entry(book, entry)


@operator("key-twice", "structure", "a key is written twice (right is either)")
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        if (
            entry.parent.flow
            or "- " in book.text[book.line_start(entry.key.span.start.offset) : entry.key.span.start.offset]
        ):
            continue
        begin, stop = book.block(entry.key.span.start.offset, entry.value.span.end.offset)
        block = book.text[begin:stop]
        yield Mistake(stop, stop, block, frozenset({book.line(begin), book.line(begin) + block.count("\n")}))


@operator("value-forgotten", "structure", "a key has no value (right is also where its name is used)")
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        start, end = entry.value.span.start.offset, entry.value.span.end.offset
        if end > start and not entry.parent.flow and isinstance(entry.value, Scalar):
            yield book.replace(
                start,
                end,
                "",
                book.line(entry.key.span.start.offset),
                *book.lines_of(entry.key.text.split("(")[0]),
            )


@operator("list-for-value", "structure", "a list or mapping instead of a value")
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        start, end = entry.value.span.start.offset, entry.value.span.end.offset
        if (
            isinstance(entry.value, Scalar)
            and not entry.parent.flow
            and entry.value.style == "plain"
            and entry.path[-1] != "rule"
        ):
            used = book.lines_of(entry.key.text.split("(")[0])
            yield book.replace(start, end, dice.choice(["[]", "{}", "[1, 2]", "{a: 1}"]), *used)


@operator("list-without-brackets", "structure", "a list in one line is written without its brackets")
def _(book: Book, dice: random.Random) -> Made:
    for _, node in book.values:
        if isinstance(node, Sequence) and node.flow and len(node.items) > 1:
            start, end = node.span.start.offset, node.span.end.offset
            yield book.replace(start, end, book.text[start + 1 : end - 1], *_given_by(book, start))


def _given_by(book: Book, offset: int) -> set[int]:
    """The lines of the names of the declaration that a place stands in."""
    at = next(
        (e for e in reversed(book.entries) if len(e.path) == 2 and e.key.span.start.offset <= offset), None
    )
    return (
        set() if at is None or at.path[0] not in ("enums", "boards", "tables") else book.lines_of(at.key.text)
    )


# --- YAML


def _line_changes(name: str, what: str, pattern: str, new: str) -> None:
    compiled = re.compile(pattern, re.MULTILINE)

    def make(book: Book, dice: random.Random) -> Made:
        starts = {entry.key.span.start.offset for entry in book.entries if not entry.parent.flow}
        items = {
            item.span.start.offset
            for _, node in book.values
            if isinstance(node, Sequence) and not node.flow
            for item in node.items
        }
        for found in compiled.finditer(book.text):
            at = found.start("at") if "at" in compiled.groupindex else found.start()
            word = (
                book.text.find("- ", found.start()) + 2
                if book.text[found.start() : found.end()].lstrip().startswith("- ")
                else -1
            )
            if at in starts or at in items or word in items:
                # YAML notices some of these in the next line only, which is then the first that is wrong.
                line = book.line(at)
                yield book.replace(found.start(), found.end(), found.expand(new), line, line + 1)

    operator(name, "structure", what)(make)


_line_changes(
    "indented-more", "a line is indented by one more", r"^(?P<in> +)(?P<at>[\w-])", r" \g<in>\g<at>"
)
_line_changes(
    "indented-less", "a line is indented by one less", r"^ (?P<in> *)(?P<at>[\w-])", r"\g<in>\g<at>"
)
_line_changes("colon-forgotten", "the colon after a key is forgotten", r"(?P<at>\b\w+):(?= |$)", r"\g<at>")
_line_changes("colon-without-blank", "no blank after a colon", r"(?P<at>\b\w+): (?=\S)", r"\g<at>:")
_line_changes("dash-forgotten", "the dash of an item is forgotten", r"^(?P<in> *)- ", r"\g<in>")
_line_changes("dash-without-blank", "no blank after a dash", r"^(?P<in> *)- (?=\w)", r"\g<in>-")
_line_changes("tab", "a tab instead of blanks", r"^ +(?P<at>[\w-])", "\t\\g<at>")
_line_changes(
    "item-beside-its-key",
    "a list begins on the line of its key",
    r"(?P<at>\b(?:do|then|else)):\n +- ",
    r"\g<at>: - ",
)


@operator("quote-open", "structure", "a quote is never closed")
def _(book: Book, dice: random.Random) -> Made:
    for _, node in book.values:
        if isinstance(node, Scalar) and node.style in ("double", "single"):
            end = node.span.end.offset
            yield book.replace(end - 1, end, "", book.line(node.span.start.offset))


@operator("braces-unquoted", "structure", "a text with braces is not quoted")
def _(book: Book, dice: random.Random) -> Made:
    for _, node in book.values:
        if (
            isinstance(node, Scalar)
            and node.style == "double"
            and node.text.startswith("{")
            and "\\" not in node.text
        ):
            yield book.replace(node.span.start.offset, node.span.end.offset, node.text)


@operator("list-open", "structure", "a list in one line is never closed")
def _(book: Book, dice: random.Random) -> Made:
    for _, node in book.values:
        if isinstance(node, Sequence | Mapping) and node.flow:
            end = node.span.end.offset
            line = book.line(node.span.start.offset)
            yield book.replace(end - 1, end, "", line, book.line(end), book.line(end) + 1)


@operator("colon-in-a-text", "structure", "a text for people holds a colon with a blank")
def _(book: Book, dice: random.Random) -> Made:
    for entry in book.entries:
        value = entry.value
        if (
            isinstance(value, Scalar)
            and value.style == "plain"
            and " " in value.text
            and entry.path[0] in ("rules", "rulings", "about", "assumptions")
        ):
            yield from book.change(value, value.text.index(" "), value.text.index(" "), ":")


@operator("yes-for-true", "structure", "yes and no instead of true and false")
def _(book: Book, dice: random.Random) -> Made:
    for _, node in book.values:
        if isinstance(node, Scalar) and node.style == "plain" and node.text in ("true", "false"):
            yield from book.change(node, 0, len(node.text), "yes" if node.text == "true" else "no")


def _constant(node: n.Constant, text: str, book: Book, dice: random.Random) -> Iterator[tuple[int, int, str]]:
    if node.value is not None:
        yield node.start, node.end, "yes" if node.value else "no"


at("structure", n.Constant)(
    "yes-in-a-condition", "yes and no instead of true and false in a string", _constant
)


@operator("step-words", "structure", "the first word of a step is one of plain English")
def _(book: Book, dice: random.Random) -> Made:
    other = {
        "move": "put",
        "add": "increase",
        "take": "decrease",
        "deal": "give",
        "show": "reveal",
        "run": "call",
        "shuffle": "mix",
        "stop": "end",
        "roll": "throw",
        "let": "set",
    }
    for piece in book.pieces:
        first = piece.text.split(" ")[0]
        if piece.kind == "step" and first in other:
            yield from book.change(piece, 0, len(first), other[first])


@operator("comment-in-a-string", "structure", "a `#` cuts the end of a string off")
def _(book: Book, dice: random.Random) -> Made:
    for piece in book.pieces:
        if (
            piece.kind in ("step", "expression", "pick")
            and piece.text.count(" ") > 2
            and piece.scalar.style == "plain"
        ):
            blanks = [m.start() for m in re.finditer(" ", piece.text)]
            where = dice.choice(blanks)
            yield from book.change(piece, where, where + 1, " #")
