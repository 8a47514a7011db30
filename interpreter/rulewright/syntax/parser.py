"""Text to nodes: one entry, ``parse(kind, text)``, and errors that say what would have been right.

The grammar is LALR with a contextual lexer, so a word is a keyword only where the grammar can use it; the
words in ``RESERVED`` can nevertheless not be names, because a reader would stumble. Neither the parser nor
the builder recurses, so no input overflows the stack.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from lark import Token, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulewright.limits import MAX_EXPRESSION_DEPTH
from rulewright.syntax.builder import Builder
from rulewright.syntax.nodes import Expr, depth_of
from rulewright.syntax.tables import parser
from rulewright.syntax.words import in_words


class ParseError(Exception):
    """``message`` about ``text[start:end]``; ``expected``: what could have stood there, in words."""

    def __init__(self, message: str, start: int, end: int, expected: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.expected = expected


def _acceptable(kind: str, text: str) -> set[str]:
    """The terminals that could stand where the parser can't go on.

    LALR merges states: a state lists terminals that lead to an error after some reductions, and such
    reductions are done before the error is noticed. So the text is read again up to the last good token, and
    there each terminal is tried on a copy of the stack.
    """
    interactive: Any = parser().parse_interactive(text, start=f"start_{kind}")
    state = interactive.parser_state
    stack = list(state.state_stack)
    try:
        for token in interactive.lexer_thread.lex(state):
            interactive.feed_token(token)
            stack = list(state.state_stack)
    except UnexpectedInput:
        pass
    states, end = state.parse_conf.states, state.parse_conf.end_state
    return {name for name in states[stack[-1]] if name.isupper() and _shifts(states, list(stack), name, end)}


def _shifts(states: Any, stack: list[Any], terminal: str, end: Any) -> bool:
    while terminal in states[stack[-1]]:
        action, arg = states[stack[-1]][terminal]
        if action.name == "Shift":
            return True
        if arg.expansion:
            del stack[-len(arg.expansion) :]
        stack.append(states[stack[-1]][arg.origin.name][1])
        if terminal == "$END" and stack[-1] == end:
            return True
    return False


def _found(token: Token) -> str:
    return "the text ends too early" if token.type == "$END" else f"'{token}' can't stand here"


@lru_cache(maxsize=4096)
def parse(kind: str, text: str) -> Any:
    """The node of ``text`` read as ``kind`` (one of KINDS); raises ParseError. Nodes never change,
    so whoever asks again gets the same one: a file that is edited and read again is mostly as it was."""
    if not text.strip():
        raise ParseError("nothing is written here", 0, max(1, len(text)))
    try:
        node = Builder().transform(parser().parse(text, start=f"start_{kind}"))
    except UnexpectedToken as error:
        expected = in_words(_acceptable(kind, text))
        token = error.token
        start = len(text.rstrip()) if token.type == "$END" else (token.start_pos or 0)
        end = start + 1 if token.type == "$END" else (token.end_pos or start + 1)
        raise ParseError(_found(token), start, end, expected) from None
    except UnexpectedCharacters as error:
        start = error.pos_in_stream or 0
        raise ParseError(
            f"the character {text[start]!r} has no meaning here",
            start,
            start + 1,
            in_words(_acceptable(kind, text)),
        ) from None
    except UnexpectedInput as error:
        start = error.pos_in_stream or 0
        raise ParseError("this can't be read", start, start + 1) from None
    if depth_of(node) > MAX_EXPRESSION_DEPTH:
        raise ParseError(
            f"this is nested deeper than {MAX_EXPRESSION_DEPTH} levels; give parts of it names under define",
            0,
            len(text),
        )
    return node


def parse_template(text: str) -> tuple[str | tuple[int, Expr], ...]:
    """A text with ``{expression}`` in it, as literal pieces and (offset of the expression, node); raises
    ParseError.

    ``{{`` and ``}}`` stand for the braces themselves. Nodes have offsets of the whole text.
    """
    pieces: list[str | tuple[int, Expr]] = []
    literal: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        if text.startswith(("{{", "}}"), at):
            literal.append(char)
            at += 2
        elif char == "{":
            end = text.find("}", at)
            if end < 0:
                raise ParseError("this brace is never closed", at, at + 1, ("}",))
            if literal:
                pieces.append("".join(literal))
                literal = []
            inner = text[at + 1 : end]
            try:
                # Blanks before the expression give its nodes the offsets of the whole text.
                node = parse("expression", " " * (at + 1) + inner) if inner.strip() else None
            except ParseError as error:
                raise ParseError(
                    error.message, min(error.start, end), min(error.end, end + 1), error.expected
                ) from None
            if node is None:
                raise ParseError("nothing is written between the braces", at, end + 1, ("a value",))
            pieces.append((at + 1, node))
            at = end + 1
        elif char == "}":
            raise ParseError("this brace was never opened", at, at + 1, ("{ before it, or }} for a brace",))
        else:
            literal.append(char)
            at += 1
    if literal:
        pieces.append("".join(literal))
    return tuple(pieces)
