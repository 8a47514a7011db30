"""Valid YAML that doesn't say what its author thinks: words that programs read differently, texts that YAML
cuts.

An author of a ruleset thinks in game terms and meets YAML's corners by accident. Each check here is for a
mistake that otherwise surfaces as a puzzling message much later, or not at all. They work on single nodes
while the tree is being built, since only then is it known what stood where.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.diagnostics import Sink, Span
from rulewright.diagnostics.codes import loading as codes
from rulewright.loading.nodes import Mapping, Node, Scalar, Sequence
from rulewright.loading.resolve import disagreement, is_too_large

# An item of a flow list is a name, a number, a range or a few words; these tell of an expression or a
# sentence.
_EXPRESSION: Final = re.compile(r"[()<>=*|]|(?<=\s)[-+/](?=\s)")
_MAX_WORDS: Final = 6
# A move of a scenario is whole: an action, and what is picked.
_MOVE: Final = re.compile(r"[^\W\d]\w*(?: \w+=(?:\"[^\"]*\"|[^\s=<>()\"]+))+")
_ITEM_LINE: Final = re.compile(r"[\r\n][ \t]*(- )")
_COMMENT: Final = re.compile(r"[ \t]+(#[^\s#!][^\r\n]*)")
# Blanks, line breaks and comments between a key and its colon.
_COLON_FOLLOWS: Final = re.compile(r"(?:\s|(?<=\s)#[^\r\n]*)*+:")


def check_plain(scalar: Scalar, sink: Sink, *, is_key: bool, in_flow: bool) -> None:
    """Report what is doubtful in one unquoted scalar."""
    text = scalar.text
    if differs := disagreement(text):
        what, help = differs
        sink.report(codes.YamlAmbiguous, scalar.place, f"`{text}` is {what}", help=help)
    elif is_too_large(text):
        sink.report(codes.NumberTooLarge, scalar.place, f"the number `{shorten(text, 30)}` is too large")
    if is_key or in_flow:
        return
    source, (start, end) = scalar.source, scalar.span
    if start.line != end.line:
        item = _ITEM_LINE.search(source.text, start.offset, end.offset)
        if item:
            sink.report(
                codes.SwallowedItem,
                source.place(item.start(1), item.start(1) + 1),
                "this `-` doesn't begin a list item: it goes on with the text above",
                related=[(source.place(start.offset, start.offset + 1), "the text begins here")],
                help="remove the text above, or give the list a key of its own",
            )
    if text:
        comment = _COMMENT.match(source.text, end.offset)
        if comment:
            sink.report(
                codes.CommentInText,
                source.place(comment.start(1), comment.end(1)),
                "this is a comment: the text ends before the ` #`",
                help="quote the text if this belongs to it, or put a blank after the `#`",
            )


def check_flow(node: Node, sink: Sink) -> None:
    """Report the first sign, if any, that the commas of a finished flow collection cut a text."""
    if isinstance(node, Sequence):
        for item in node.items:
            if (
                isinstance(item, Scalar)
                and item.style == "plain"
                and _is_inside(item, node)
                and _is_cut(item.text)
            ):
                _report_item(item, node, sink)
                return
    elif isinstance(node, Mapping):
        _check_flow_mapping(node, sink)


def _check_flow_mapping(node: Mapping, sink: Sink) -> None:
    before: Scalar | None = None
    for key, value in node.entries:
        is_plain = isinstance(value, Scalar) and value.style == "plain"
        if is_plain and isinstance(value, Scalar) and not value.text and _is_inside(value, node):
            _report_missing(key, before, node, sink)
            return
        if (
            is_plain
            and isinstance(value, Scalar)
            and _is_inside(value, node)
            and not _is_balanced(value.text)
        ):
            _report_item(value, node, sink)
            return
        before = value if is_plain and isinstance(value, Scalar) else None


def _report_missing(key: Scalar, before: Scalar | None, node: Mapping, sink: Sink) -> None:
    name = shorten(key.text)
    if _COLON_FOLLOWS.match(node.source.text, key.span.end.offset):
        sink.report(
            codes.CutInFlow,
            key.place,
            f"the key `{name}` has no value",
            expected=("a value after the colon",),
        )
    elif before is not None and before.text:
        sink.report(
            codes.CutInFlow,
            key.place,
            f"`{name}` was cut from the text before the comma and became a key without a value",
            related=[(before.place, "the text begins here")],
            help="write one `key: value` per line, or quote the whole text",
        )
    else:
        sink.report(
            codes.CutInFlow,
            key.place,
            f"`{name}` is a key without a value",
            expected=("`key: value`",),
            help="braces hold `key: value` pairs; a list of names goes in `[...]`",
        )


def _report_item(item: Scalar, node: Node, sink: Sink) -> None:
    text = shorten(item.text)
    opening = node.source.place(node.span.start.offset, node.span.start.offset + 1)
    if _is_balanced(item.text):
        message = f"`{text}` is more than a name or a few words"
    else:
        message = f"`{text}` is a part of something that was cut at a comma"
    sink.report(
        codes.CutInFlow,
        item.place,
        message,
        related=[(opening, "inside these brackets commas and brackets belong to YAML")],
        expected=("a name, a number or a few words",),
        help="write each item on a line of its own, or quote it",
    )


def _is_inside(item: Node, parent: Node) -> bool:
    """Whether an item is written inside its parent; an alias's value stands elsewhere."""
    outer: Span = parent.span
    return outer.start <= item.span.start and item.span.end <= outer.end


def _is_cut(text: str) -> bool:
    if _MOVE.fullmatch(text):
        return False
    words = text.split()
    # The words of a sentence are different ones; steps of a shape (`east east south`) are the same again.
    return _EXPRESSION.search(text) is not None or (len(words) > _MAX_WORDS and len(set(words)) >= _MAX_WORDS)


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def shorten(text: str, length: int = 60) -> str:
    """The beginning of a text, on one line, for use in a message."""
    text = " ".join(text[: 4 * length].split())
    return text if len(text) <= length else text[: length - 1] + "…"
