"""`locate` leads every character of a decoded text back to what made it in the file, in all styles of YAML.

The texts are written by the writers below, one for each style, which know the rules of YAML from the other
side: they note where in the file they put each character. So the expected offsets don't come from the code
under test, and PyYAML decides whether the writers wrote what they meant. Only for what is written by
`yaml.dump`, which doesn't tell where it put things, the weaker property is checked: a character's stretch
holds it, or an escape or break for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulewright.diagnostics import Sink
from rulewright.loading import Mapping, Scalar, load_text, locate

# Letters of several widths, what YAML takes for signs, and blanks.
LETTERS = "abz09_äß字あ😀\u0301.+-*/<>=()&!|%@`'\"\\#:,?{}[]~"
BREAKS = ("\n", "\r\n", "\r")


@dataclass
class Written:
    """A file being written: its text so far, and for each decoded character the stretch that it was put
    into."""

    text: str
    spans: list[tuple[int, int]] = field(default_factory=list)
    decoded: str = ""

    def put(self, raw: str, character: str = "") -> None:
        start = len(self.text)
        self.text += raw
        if character:
            self.decoded += character
            self.spans.append((start, len(self.text)))


def check(written: Written) -> Scalar:
    """Load what was written, the value of the key `k`, and compare every character's place."""
    sink = Sink()
    tree = load_text(written.text, "t.yaml", sink)
    assert isinstance(tree, Mapping), sink.diagnostics
    scalar = tree.get("k")
    assert isinstance(scalar, Scalar)
    assert scalar.text == written.decoded
    for index, (start, end) in enumerate(written.spans):
        found = locate(scalar, index, index + 1)
        assert found.exact
        assert (found.span.start.offset, found.span.end.offset) == (start, end), (index, scalar)
    whole = locate(scalar, 0, len(scalar.text))
    if written.spans:
        assert whole.span.start.offset == written.spans[0][0]
        assert whole.span.end.offset == written.spans[-1][1]
        at_end = locate(scalar, len(scalar.text), len(scalar.text)).span
        assert at_end.start == at_end.end == whole.span.end
    source = scalar.source
    assert source.position(whole.span.start.offset) == whole.span.start
    return scalar


def lead(draw: st.DrawFn) -> tuple[str, str]:
    """What stands before the scalar, and the file's line break."""
    line_break = draw(st.sampled_from(BREAKS))
    before = draw(
        st.sampled_from(["k: ", "k:   ", "字: x§k: ", "# ü§k: ", "k: &a ", "k:§  ", "a: {b: c}§k: "])
    )
    return before.replace("§", line_break), line_break


WORD = st.text(alphabet=LETTERS, min_size=1, max_size=8)
PLAIN_WORD = st.text(alphabet="abz09_äß字あ😀\u0301.+-*/<>=()", min_size=1, max_size=8)


def put_fold(written: Written, draw: st.DrawFn, line_break: str, *, escaped: bool = False) -> None:
    """End a line inside a plain or quoted scalar, with blanks around the break that YAML drops."""
    empty = draw(st.integers(0, 2))
    trailing = "" if escaped else draw(st.sampled_from(["", " ", "\t "]))
    indent = draw(st.sampled_from(["  ", "    "]))
    if escaped:
        written.put("\\" + line_break)
    elif empty == 0:
        written.put(trailing + line_break + indent, " ")
        return
    else:
        written.put(trailing + line_break)
    for _ in range(empty):
        written.put(draw(st.sampled_from(["", "  "])))
        written.put(line_break, "\n")
    written.put(indent)


@st.composite
def plain(draw: st.DrawFn) -> Written:
    before, line_break = lead(draw)
    written = Written(before)
    first = True
    for word in draw(st.lists(PLAIN_WORD, min_size=1, max_size=5)):
        if not first:
            if draw(st.booleans()):
                put_fold(written, draw, line_break)
            else:
                for blank in draw(st.sampled_from([" ", "  ", "\t"])):
                    written.put(blank, blank)
        # A letter in front keeps words from being signs, numbers or document marks.
        for character in "w" + word:
            written.put(character, character)
        first = False
    written.put(
        draw(st.sampled_from(["", line_break, " # end" + line_break, line_break + "z: 1" + line_break]))
    )
    return written


@st.composite
def single(draw: st.DrawFn) -> Written:
    before, line_break = lead(draw)
    written = Written(before)
    written.put("'")
    put_quoted(written, draw, line_break, lambda c: "''" if c == "'" else c)
    written.put("'" + draw(st.sampled_from(["", line_break, " # end" + line_break])))
    return written


ESCAPES = {
    "\n": "\\n",
    "\t": "\\t",
    "\0": "\\0",
    "\x1b": "\\e",
    "\x85": "\\N",
    "\u2028": "\\L",
    '"': '\\"',
    "\\": "\\\\",
}


@st.composite
def double(draw: st.DrawFn) -> Written:
    before, line_break = lead(draw)
    written = Written(before)
    written.put('"')

    def raw(character: str) -> str:
        number = ord(character)
        ways = [ESCAPES[character]] if character in ESCAPES else [character]
        ways += [f"\\x{number:02x}"] if number < 256 else []
        ways += [f"\\u{number:04X}"] if number < 0x10000 else []
        return draw(st.sampled_from([*ways, f"\\U{number:08x}"]))

    put_quoted(written, draw, line_break, raw, extra="".join(ESCAPES), escaped_breaks=True)
    written.put('"' + draw(st.sampled_from(["", line_break, " # end" + line_break])))
    return written


def put_quoted(written, draw, line_break, raw, *, extra="", escaped_breaks=False):  # type: ignore[no-untyped-def]
    """Words with blanks and folded lines between them, between quotes."""
    words = draw(st.lists(st.text(alphabet=LETTERS + extra, min_size=1, max_size=6), max_size=5))
    for number, word in enumerate(words):
        if number:
            kind = draw(st.integers(0, 2 if escaped_breaks else 1))
            if kind == 0:
                written.put(" ", " ")
            else:
                put_fold(written, draw, line_break, escaped=kind == 2)
        for character in word:
            written.put(raw(character), character)


@st.composite
def block(draw: st.DrawFn) -> Written:
    """A literal or folded block, with all indicators; the rules of folding are those of YAML 1.2, 8.1.3."""
    line_break = draw(st.sampled_from(BREAKS))
    nested = draw(st.booleans())
    written = Written("")
    if nested:
        written.put("list: {b: c}" + line_break)
    folded = draw(st.booleans())
    chomping = draw(st.sampled_from(["", "-", "+"]))
    indent = draw(st.integers(1, 4))
    # "" is an empty line, a line that begins with a blank is "more indented" and never folded.
    words = st.text(alphabet=LETTERS + " ", min_size=1, max_size=8)
    indented = words.map(lambda text: " " + text)
    line = st.one_of(st.just(""), words, words, indented)
    lines = draw(st.lists(line, min_size=1, max_size=6))
    lines = [text.rstrip(" ") for text in lines]
    texts = [text for text in lines if text]
    needs_indicator = bool(texts) and texts[0].startswith(" ")
    explicit = needs_indicator or draw(st.booleans())
    order = [str(indent) if explicit else "", chomping]
    header = "".join(order if draw(st.booleans()) else reversed(order))
    written.put("k: " + ("&a " if draw(st.booleans()) else ""))
    written.put((">" if folded else "|") + header + draw(st.sampled_from(["", " ", "  # note"])) + line_break)
    ends_open = draw(st.booleans())  # the file's last line has no line break
    last_text = max((i for i, text in enumerate(lines) if text), default=-1)
    for number, text in enumerate(lines):
        if text:
            written.put(" " * indent)
            for character in text:
                written.put(character, character)
        elif draw(st.booleans()):
            written.put(" " * draw(st.integers(0, indent)))
        is_last = number == len(lines) - 1
        raw_break = "" if is_last and ends_open else line_break
        if number > last_text or last_text < 0:
            written.put(raw_break, "\n" if chomping == "+" and raw_break else "")
        elif number == last_text:
            written.put(raw_break, "\n" if chomping != "-" and raw_break else "")
        elif not folded:
            written.put(raw_break, "\n")
        else:
            put_folded_break(written, lines, number, indent, raw_break)
    if not ends_open:
        written.put(draw(st.sampled_from(["", "z: 1" + line_break, "# after" + line_break])))
    return written


def put_folded_break(written: Written, lines: list[str], number: int, indent: int, line_break: str) -> None:
    """The break after line `number` of a folded block, which isn't its last text."""
    before = next((text for text in reversed(lines[: number + 1]) if text), None)
    after = next(text for text in lines[number + 1 :] if text)
    foldable = before is not None and not before.startswith(" ") and not after.startswith(" ")
    if not foldable or not lines[number]:
        written.put(line_break, "\n")
    elif lines[number + 1]:
        # A single break becomes a blank, which is made by the break and the indentation after it.
        start = len(written.text)
        written.put(line_break)
        written.decoded += " "
        written.spans.append((start, start + len(line_break) + indent))
    else:
        written.put(line_break)


@settings(deadline=None)
@given(plain())
def test_plain(written: Written) -> None:
    check(written)


@settings(deadline=None)
@given(single())
def test_single_quoted(written: Written) -> None:
    check(written)


@settings(deadline=None)
@given(double())
def test_double_quoted(written: Written) -> None:
    check(written)


@settings(deadline=None)
@given(block())
def test_blocks(written: Written) -> None:
    check(written)


@settings(deadline=None)
@given(
    st.text(alphabet=LETTERS + " \n\t\x07\u2028", max_size=60),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.integers(10, 40),
    st.booleans(),
    st.sampled_from(BREAKS),
)
@example("it's", "'", 20, True, "\n")
def test_what_yaml_dump_writes(
    text: str, style: str | None, width: int, unicode: bool, line_break: str
) -> None:
    data = {"a": [{"k": text, "n": 1}]}
    dumped = yaml.dump(data, default_style=style, width=width, allow_unicode=unicode, line_break=line_break)
    sink = Sink()
    tree = load_text(dumped, "t.yaml", sink)
    if tree is None:
        # U+2028 as it is, which PyYAML may write outside of double quotes and we refuse.
        assert {d.code for d in sink.diagnostics} == {"forbidden-character"}
        return
    scalar = next(node for node in scalars(tree) if node.text == text)
    assert isinstance(scalar, Scalar)
    for index, character in enumerate(text):
        found = locate(scalar, index, index + 1)
        assert found.exact
        raw = scalar.source.text[found.span.start.offset : found.span.end.offset]
        if character in " \n":
            # As it is, escaped, or made of a line break.
            assert raw == character or raw.startswith("\\") or set(raw) & set("\r\n")
        elif raw != character and raw != "''":
            assert raw.startswith("\\")
            assert yaml.safe_load(f'"{raw}"') == character


def scalars(node):  # type: ignore[no-untyped-def]
    """All values and keys of a tree that are scalars, values of `k` first."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield from scalars(value)
            yield key
    else:
        for item in node.items:
            yield from scalars(item)


def test_offsets_outside_the_text_are_moved_to_its_ends() -> None:
    tree = load_text("k: 'abc'\n", "t.yaml", Sink())
    assert isinstance(tree, Mapping)
    scalar = tree.get("k")
    assert isinstance(scalar, Scalar)
    assert [p.offset for p in locate(scalar, -5, 99).span] == [4, 7]
    assert [p.offset for p in locate(scalar, 7, 2).span] == [7, 7]


@pytest.mark.parametrize(
    ("text", "at"), [("k: ''", 4), ('k: ""', 4), ("k: |\n", 3), ("k:\n", 2), ("k: &a\nb: 1", 5)]
)
def test_an_empty_text_has_a_place(text: str, at: int) -> None:
    tree = load_text(text, "t.yaml", Sink())
    assert isinstance(tree, Mapping)
    scalar = tree.get("k")
    assert isinstance(scalar, Scalar)
    found = locate(scalar, 0, 0)
    assert found.exact
    assert found.span.start.offset == found.span.end.offset == at


def test_a_text_that_does_not_come_from_its_source_gets_the_whole_span() -> None:
    tree = load_text("k: 'it''s'\n", "t.yaml", Sink())
    assert isinstance(tree, Mapping)
    honest = tree.get("k")
    assert isinstance(honest, Scalar)
    changed = Scalar(honest.span, "other", honest.style, honest.source)
    found = locate(changed, 0, 1)
    assert not found.exact
    assert found.span == honest.span
