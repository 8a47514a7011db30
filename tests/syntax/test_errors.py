"""What the parser says about mistakes: the place, and what would have been right, for those that authors
make."""

from __future__ import annotations

import time

import pytest

from rulewright.limits import MAX_EXPRESSION_DEPTH
from rulewright.syntax import CALLED, RESERVED, ParseError, parse, parse_template
from rulewright.syntax.nodes import depth_of


def failure(kind: str, text: str) -> ParseError:
    with pytest.raises(ParseError) as caught:
        parse(kind, text)
    return caught.value


@pytest.mark.parametrize(
    ("kind", "text", "marked", "expected"),
    [
        # the first word is wrong, or a word is left out
        ("zone", "stack of card, seen by nobody", "stack", {"`pile`, `row`, `set` or `slot`"}),
        ("zone", "pile card, seen by nobody", "card", {"`of`"}),
        ("zone", "pile of card, seen by all", "all", {"`everyone`, `owner` or `nobody`"}),
        ("variable", "site per player starts at home", "starts at", {"`,`", "`and`", "the end"}),
        ("turns", "dealer", "dealer", {"`from`"}),
        ("turns", "from dealer once round", "once", {"`,`", "the end"}),
        ("for", "p player", "player", {"`in`"}),
        ("rank", "total[me]", "total", {"`highest` or `lowest`"}),
        ("step", "add 3 points[me]", "points", {"`to`", "an operator (+ - * div mod)"}),
        ("step", "move a into b", "into", {"`to`", "`from`"}),
        ("step", "move a", None, {"`to`", "`from`"}),
        ("step", "deal 5 cards from deck to hand", "cards", {"`from`"}),
        ("step", "points[me] = 3", "=", {"`:=`"}),
        ("step", "shuffle", None, {"a value"}),
        ("step", "let x := 3", ":=", {"`=`"}),
        ("pick", "animal in hand[me] whre big(animal)", "whre", {"`where`", "`,`", "the end"}),
        # expressions
        ("expression", "points[me] == 10", "=", {"a value"}),
        ("expression", "a b", "b", {"a comparison (= != < <= > >= is in meets)", "the end"}),
        ("expression", "size(hand[me]", None, {"`)`", "`,`"}),
        ("expression", "hand[me", None, {"`]`", "`,`"}),
        ("expression", "a and", None, {"a value"}),
        ("expression", "a + * b", "*", {"a value"}),
        ("expression", "if a then b", None, {"`else`"}),
        ("expression", "x is not", None, {"a name", "`none` or `empty`"}),
        ("expression", "any(x in y)", ")", {"`for`"}),
        ("expression", "(x else 3", None, {"`)`"}),
        ("expression", "c.", None, {"a name"}),
        ("expression", "1..", None, {"a value"}),
        ("size", "8 x 8", "x", {"`by`", "the end"}),
        ("make", "2 for k in kind", "k", {"`each`"}),
        ("make", "2 for each k in kind with kind k", "k", {"`=`"}),
        ("signature", "fits(a, s)", ",", {"a name", "`or`"}),
        ("times", "twice or so", "or", {"the end"}),
    ],
)
def test_mistakes(kind: str, text: str, marked: str | None, expected: set[str]) -> None:
    error = failure(kind, text)
    if marked is None:
        assert error.message == "the text ends too early"
        assert error.start == len(text)
    else:
        assert error.message == f"'{marked}' can't stand here"
        assert text[error.start : error.end] == marked
    assert expected <= set(error.expected)


def test_what_could_stand_there_is_only_what_could() -> None:
    """The tables list more than what can follow; what is said is tried out."""
    assert failure("zone", "pile of card seen by nobody").expected == ("`,`", "`or`", "`per`", "the end")
    for word, mended in (("`,`", ", seen by nobody"), ("`or`", " or lion"), ("`per`", " per player")):
        assert parse("zone", f"pile of card{mended}") is not None, word


@pytest.mark.parametrize("char", ["?", "!", "&", "|", "%", "@", "{", '"', "/", ";", "\u00a7"])
def test_characters_without_a_meaning(char: str) -> None:
    error = failure("expression", f"a {char} b")
    assert error.message == f"the character {char!r} has no meaning here"
    assert (error.start, error.end) == (2, 3)


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_nothing(text: str) -> None:
    assert failure("expression", text).message == "nothing is written here"


# --- depth, length, time


@pytest.mark.parametrize(
    ("opening", "inside", "closing"),
    [
        ("not ", "a", ""),
        ("-", "a", ""),
        ("", "a", ".b"),
        ("f(", "a", ")"),
        ("left of ", "me", ""),
        ("[", "a", "]"),
    ],
)
def test_depth_is_bounded(opening: str, inside: str, closing: str) -> None:
    shallow = MAX_EXPRESSION_DEPTH - 5
    assert (
        depth_of(parse("expression", opening * shallow + inside + closing * shallow)) <= MAX_EXPRESSION_DEPTH
    )
    deep = opening * 3000 + inside + closing * 3000
    error = failure("expression", deep)
    assert "nested deeper than" in error.message
    assert (error.start, error.end) == (0, len(deep))


def test_parentheses_alone_are_no_depth() -> None:
    assert depth_of(parse("expression", "(" * 2000 + "a" + ")" * 2000)) == 2  # a node, and none within it


def test_long_texts_take_no_more_than_linear_time() -> None:
    start = time.process_time()
    parse("expression", " + ".join(["a"] * 50))
    parse("expression", "[" + ", ".join(["abc"] * 6000) + "]")
    failure("expression", "[" + ", ".join(["abc"] * 6000))
    assert time.process_time() - start < 5


def test_a_number_of_many_digits_is_cut_and_still_too_large() -> None:
    number = parse("expression", "9" * 15_000)
    assert number.value > 2**31


# --- words


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_reserved_words_are_words_of_the_grammar_or_of_the_language(word: str) -> None:
    """Each has a meaning somewhere: it is a word of the grammar, or names what every game has."""
    from importlib.resources import files

    grammar = files("rulewright.syntax").joinpath("grammar.lark").read_text(encoding="utf-8")
    assert (
        f'"{word}"' in grammar or word in grammar.split("// --- words")[1] or word in {"me", "box", "player"}
    )


@pytest.mark.parametrize("word", sorted(CALLED))
def test_called_words_are_names_without_a_parenthesis(word: str) -> None:
    assert type(parse("expression", word)).__name__ == "Name"
    with pytest.raises(ParseError):
        parse("expression", f"{word}()")


# --- templates


def test_template_pieces_and_offsets() -> None:
    text = "{me} plays {{a}} {c.number + 1}!"
    pieces = parse_template(text)
    assert [p if isinstance(p, str) else text[p[1].start : p[1].end] for p in pieces] == [
        "me",
        " plays {a} ",
        "c.number + 1",
        "!",
    ]


@pytest.mark.parametrize(
    ("text", "message", "start"),
    [
        ("a {b", "never closed", 2),
        ("a } b", "never opened", 2),
        ("a {} b", "nothing is written between the braces", 2),
        ("a {b c} d", "'c' can't stand here", 5),
        ("a {b +} d", "ends too early", 6),
    ],
)
def test_template_mistakes(text: str, message: str, start: int) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        parse_template(text)
    assert caught.value.start == start
