"""YAML's syntax errors in words for people who write games.

A YAML parser says where it gave up and what its grammar wanted there, which is rarely what the author did.
Nearly all real errors have one of a dozen causes, and the text around the place tells which. Each cause is
recognised by what the parser was doing and by the text, and gets a sentence and a remedy; whatever is left
gets the parser's own words. Both of PyYAML's parsers are understood: they word the same errors differently.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

import yaml

from rulewright.diagnostics import Place, Sink, Source
from rulewright.diagnostics.codes import Code
from rulewright.diagnostics.codes import loading as codes
from rulewright.limits import MAX_DEPTH

_TAB_INDENT: Final = re.compile(r"[ ]*\t")
_KEY_THEN_TEXT: Final = re.compile(r"[ ]*(?:- +)*[^\s#][^#]*?:[ \t]+\S")
_COLON_WITHOUT_BLANK: Final = re.compile(r"[ ]*(?:- +)*[\w.-]+:[^\s:]")
_NO_COLON: Final = re.compile(r"[ ]*(?:- +)*[\w.-]+(?:\([^()]*\))?[ ]*")
# The last item of a line inside brackets or braces, without its key and the blanks around it.
_CUT: Final = re.compile(r"(?:[^\s,\[\]{}:]|:(?!\s)|(?<=[^\s,\[\]{}:])[ \t]+(?=[^\s,\[\]{}]))+(?=\s*$)")
_DASH_WITHOUT_BLANK: Final = re.compile(r"[ ]*-[^\s-]")
_MAX_KEY: Final = 1024
_LONG_KEY: Final = re.compile(
    rf"(?:^ *(?:- +)*|[{{\[,] *)((?:(?!:\s)[^#{{}}\[\],]){{{_MAX_KEY + 1},}}):(?:\s|$)"
)
_NUMBER: Final = re.compile(r"\\([xuU])([0-9a-fA-F]{0,8})")
_DIGITS: Final = {"x": 2, "u": 4, "U": 8}
_COMMENT: Final = re.compile(r"(?<=\S)\s+(#.*)")


def bad_number(text: str, at: int) -> tuple[int, str, str] | None:
    """Where in double quotes a character is given by its number, and there is none of that number: the end,
    what is wrong and what helps; else none."""
    found = _NUMBER.match(text, at)
    if found is None:
        return None
    kind, digits = found.group(1), found.group(2)[: _DIGITS[found.group(1)]]
    end = found.start(2) + len(digits)
    if len(digits) < _DIGITS[kind]:
        backslash = "a backslash that stands for itself is written twice"
        return end, f"after `\\{kind}` come {_DIGITS[kind]} digits from 0 to 9 and a to f", backslash
    number = int(digits, 16)
    if not 0xD800 <= number < 0xE000 and number < 0x110000:
        return None
    half = ": it is half of one" if number < 0x110000 else ""
    return (
        end,
        f"`{text[at:end]}` is no character{half}",
        "write the character itself, or \\U and its eight digits",
    )


@dataclass
class _Finding:
    code: type[Code]
    start: int
    end: int
    message: str
    help: str | None = None
    related: list[tuple[Place, str]] = field(default_factory=list)
    expected: tuple[str, ...] = ()


def report_syntax_error(source: Source, error: yaml.YAMLError, sink: Sink) -> None:
    """Report a parser's error with its place and, where it can be recognised, its cause."""
    if not isinstance(error, yaml.MarkedYAMLError):
        sink.report(codes.YamlSyntax, Place(source.path), f"this is not valid YAML: {error}")
        return
    finding = _Cause(source, error).find()
    line = source.position(finding.start).line
    for found in sink.diagnostics:
        if found.severity != "error" or found.place.span is None or found.place.span.end.line != line:
            continue
        if found.code != codes.CutInFlow.code:
            return  # the text of this line is not what its author thought, which was said
        sink.withdraw(found)  # a text that goes on after its braces was never meant to be a mapping
    sink.report(
        finding.code,
        source.place(finding.start, finding.end),
        finding.message,
        help=finding.help,
        related=finding.related,
        expected=finding.expected,
    )


class _Cause:
    """What is known about one error: where the parser stood (`at`), where what it was reading began
    (`begun`)."""

    def __init__(self, source: Source, error: yaml.MarkedYAMLError) -> None:
        self.source = source
        self.text = source.text
        self.context = error.context or ""
        self.problem = error.problem or "it can't be read"
        size = len(self.text)
        mark = error.problem_mark or error.context_mark
        self.at = min(mark.index, size) if mark else 0
        self.begun = min(error.context_mark.index, size) if error.context_mark else self.at
        self.number = source.position(self.at).line
        self.line = source.line(self.number)
        self.line_start = source.line_starts[self.number - 1]
        self.before = self.text[self.line_start : self.at]
        self.character = self.text[self.at : self.at + 1]

    def find(self) -> _Finding:
        for cause in (
            self._depth,
            self._tab,
            self._tag,
            self._quoted,
            self._block_header,
            self._special_start,
            self._long_key,
            self._flow,
            self._second_colon,
            self._no_colon,
            self._list_after_key,
            self._after_closing,
            self._indentation,
        ):
            finding = cause()
            if finding is not None:
                return finding
        return _Finding(codes.YamlSyntax, self.at, self.at + 1, f"YAML can't go on here: {self.problem}")

    def _says(self, *phrases: str) -> bool:
        return any(phrase in self.problem or phrase in self.context for phrase in phrases)

    def _syntax(self, start: int, end: int, message: str, help: str | None = None) -> _Finding:
        return _Finding(codes.YamlSyntax, start, end, message, help)

    def _line_end(self) -> int:
        return self.line_start + len(self.line)

    def _previous_line(self) -> int | None:
        """The number of the nearest line above that isn't blank or a comment."""
        for number in range(self.number - 1, 0, -1):
            line = self.source.line(number).strip()
            if line and not line.startswith("#"):
                return number
        return None

    # --- the causes, the surest first -----------------------------------------------------------------------

    def _depth(self) -> _Finding | None:
        # The parser in C looks ahead and stops at a depth of its own, before the composer sees any of it.
        if not self._says("flow level", "maximum nesting"):
            return None
        message = f"lists and mappings are nested more than {MAX_DEPTH} deep"
        return _Finding(codes.NestingTooDeep, self.at, self.at + 1, message)

    def _tab(self) -> _Finding | None:
        if self.character != "\t" and not (
            _TAB_INDENT.match(self.line) and self._says("cannot start any token", "expected", "not allowed")
        ):
            return None
        column = self.line.find("\t")
        at = self.at if self.character == "\t" else self.line_start + column
        others = sum(1 for line in re.split(r"\r\n|\r|\n", self.text) if _TAB_INDENT.match(line))
        help = "indent with spaces"
        if others > 1:
            help += f"; {others} lines of this file are indented with tabs"
        return _Finding(codes.YamlTab, at, at + 1, "a tab stands where YAML allows only spaces", help)

    def _tag(self) -> _Finding | None:
        if not (self._says("tag") and self.text.startswith("!", self.begun)):
            return None
        match = re.compile(r"[^\s,\[\]{}]*").match(self.text, self.begun)
        end = match.end() if match else self.begun + 1
        return _Finding(
            codes.YamlTag,
            self.begun,
            end,
            f"the tag `{self.text[self.begun : end]}` is not allowed: rulesets have no YAML tags",
            "remove it; if it is a text that begins with `!`, quote the text",
        )

    def _quoted(self) -> _Finding | None:
        if not self._says("quoted scalar"):
            return None
        quote = self.text[self.begun : self.begun + 1]
        if self._says("unexpected end of stream", "unexpected document") or self.at + 1 >= len(self.text):
            return self._syntax(
                self.begun,
                self.begun + 1,
                f"this quote is never closed: a second {quote} is missing",
                "if the quote belongs to the text, quote the whole text with the other kind of quote",
            )
        begun = self.text.rfind("\\", self.begun, self.at + 1)
        number = bad_number(self.text, begun)
        if number is not None:
            end, message, help = number
            return self._syntax(begun, end, message, help)
        at = self.at if self.character == "\\" else self.at - 1
        escape = self.text[at : at + 2].rstrip()
        return self._syntax(
            at,
            at + len(escape),
            f"`{escape}` means nothing inside double quotes",
            "a backslash in double quotes is written twice; in single quotes it stands for itself",
        )

    def _block_header(self) -> _Finding | None:
        if not self._says("block scalar"):
            return None
        sign = self.text[self.begun : self.begun + 1]
        return self._syntax(
            self.begun,
            self.begun + 1,
            f"a text can't begin with `{sign}`: YAML takes it for the start of a text of several lines",
            "quote the text; a text of several lines begins on the line after the sign",
        )

    def _special_start(self) -> _Finding | None:
        if self._says("scanning an alias", "scanning an anchor"):
            at = self.begun
        elif self._says("cannot start any token", "mapping keys are not allowed") or (
            self._says("node content") and "block node" in self.context
        ):
            at = self.at
        else:
            return None
        sign = self.text[at : at + 1]
        if not sign or sign.isspace():
            return None
        name = "a backtick" if sign == "`" else f"`{sign}`"
        return self._syntax(
            at,
            at + 1,
            f"a text can't begin with {name}: YAML takes it for a sign of its own",
            "quote the text",
        )

    def _first_sibling(self, width: int) -> tuple[int, int] | None:
        """Of the lines above, back to the one that this one may belong to, the first: where its text begins,
        and its indentation; none if that is this one's, so that the fault is elsewhere."""
        found: tuple[int, int] | None = None
        for number in range(self.number - 1, 0, -1):
            line = self.source.line(number)
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            other = len(line) - len(line.lstrip(" "))
            if other < width:
                break
            found = self.source.line_starts[number - 1] + other, other
        return None if found is None or found[1] == width else found

    def _leaves(self, opened: int, at: int) -> bool:
        """Whether a line after the one of ``opened``, up to that of ``at``, is indented no more than it: what
        was opened there should have been closed before it."""
        first, last = self.source.position(opened).line, self.source.position(at).line
        begun = self.source.line(first)
        width = len(begun) - len(begun.lstrip(" "))
        lines = (self.source.line(number) for number in range(first + 1, last + 1))
        return any(line.strip(" ]},") and len(line) - len(line.lstrip(" ")) <= width for line in lines)

    def _innermost(self) -> int:
        """Where the bracket or brace stands that is open here, which YAML doesn't say of what is missing
        in it; here, if none is. Those in texts are taken for others: nearly always they come in pairs."""
        closed = 0
        for at in range(self.at - 1, -1, -1):
            if self.text[at] in "]}":
                closed += 1
            elif self.text[at] in "[{":
                if not closed:
                    return at
                closed -= 1
        return self.at

    def _flow(self) -> _Finding | None:
        if "flow" not in self.context:
            return None
        closing = {"[": "]", "{": "}"}
        opened = self.begun
        if "flow node" in self.context:
            opened = self._innermost()
        begun = self.text[opened : opened + 1]
        if begun in closing and self._leaves(opened, self.at):
            return self._syntax(
                opened,
                opened + 1,
                f"this `{begun}` is never closed: a `{closing[begun]}` is missing",
                "if it belongs to a text, quote the text",
            )
        if "flow node" in self.context:
            return self._syntax(self.at, self.at + 1, f"something is missing before `{self.character}`")
        if begun not in closing:
            return None
        opening = [(self.source.place(self.begun, self.begun + 1), f"`{begun}` opened here")]
        if (
            self.character
            and self.character not in ":]}"
            and (cut := _CUT.search(self.before, len(self.before) - 100))
        ):
            words = cut.group()
            what = (
                "goes on after its closing quote"
                if words[-1] in "\"'"
                else f"is cut by the `{self.character}`"
            )
            return _Finding(
                codes.CutInFlow,
                self.line_start + cut.start(),
                self.at + 1,
                f"the text `{words}` {what}: inside brackets commas, brackets and quotes belong to YAML",
                "write each item on a line of its own, or quote it",
                opening,
            )
        if self.character in ("]", "}"):
            finding = self._syntax(self.at, self.at + 1, f"`{begun}` is closed by `{self.character}`")
            finding.expected = (f"`{closing[begun]}`",)
            finding.related = opening
            return finding
        return self._syntax(
            self.begun,
            self.begun + 1,
            f"this `{begun}` is never closed: a `{closing[begun]}` is missing",
            "if it belongs to a text, quote the text",
        )

    def _long_key(self) -> _Finding | None:
        """YAML doesn't look further than so far for the colon of a key."""
        for at in (self.at, self.begun):
            number = self.source.position(at).line
            found = _LONG_KEY.search(self.source.line(number))
            if found is not None:
                start = self.source.line_starts[number - 1]
                return self._syntax(
                    start + found.start(1),
                    start + found.end(1),
                    f"a key of {len(found.group(1)):,} characters: YAML reads keys of at most {_MAX_KEY:,}",
                    "shorten it; if it is no key, quote the whole text",
                )
        return None

    def _second_colon(self) -> _Finding | None:
        if not self._says("mapping values are not allowed"):
            return None
        if _KEY_THEN_TEXT.match(self.before + "x"):
            return self._syntax(
                self.at,
                self.at + 1,
                "a second `: ` in one line: YAML takes it for another key",
                "quote the text that contains the colon, or leave out the blank after it",
            )
        previous = self._previous_line()
        key_start = self.line_start + len(self.line) - len(self.line.lstrip())
        finding = self._syntax(key_start, self.at + 1, "a key can't stand here")
        if previous is None:
            return finding
        above = self.source.line(previous)
        start = self.source.line_starts[previous - 1]
        place = self.source.place(start + len(above) - len(above.lstrip()), start + len(above.rstrip()))
        if _COLON_WITHOUT_BLANK.match(above):
            finding.message = (
                "a key can't stand here: the line above is not a key, its colon has no blank after it"
            )
            finding.help = "put a blank after the colon of the line above"
        elif _KEY_THEN_TEXT.match(above):
            finding.message = (
                "this key is indented as if it belonged to the line above, which already has a value"
            )
            finding.help = "give it the indentation of its siblings, or remove the value from the line above"
        else:
            finding.message = "a key can't stand here: the line above has no colon"
            finding.help = "put a colon at the end of the line above, or indent this line like its siblings"
        finding.related.append((place, "the line above"))
        return finding

    def _no_colon(self) -> _Finding | None:
        if not self._says("could not find expected ':'"):
            return None
        position = self.source.position(self.begun)
        line = self.source.line(position.line)
        end = self.source.line_starts[position.line - 1] + len(line.rstrip())
        if _COLON_WITHOUT_BLANK.match(line):
            return self._syntax(self.begun, end, "the colon has no blank after it", "write `key: value`")
        if _DASH_WITHOUT_BLANK.match(line):
            return self._syntax(
                self.begun, end, "the `-` has no blank after it", "a list item begins with `- `"
            )
        finding = self._syntax(
            self.begun,
            end,
            "this line is neither `key: value` nor a part of the text above",
            "write `key: value`",
        )
        finding.help = (
            "write `key: value`; a line that goes on with the text above is indented deeper than its key"
        )
        return finding

    def _list_after_key(self) -> _Finding | None:
        if not self._says("sequence entries are not allowed"):
            return None
        if self.before.strip():
            return self._syntax(
                self.at,
                self.at + 1,
                "a list can't begin on the line of its key",
                "begin it on the next line; if this is a text that begins with `- `, quote it",
            )
        return self._syntax(self.at, self.at + 1, "a list item can't stand here", "check the indentation")

    def _after_closing(self) -> _Finding | None:
        if not self._says("expected key", "expected '-' indicator", "<block end>", "<document start>"):
            return None
        if self.character in ("]", "}"):
            return self._syntax(self.at, self.at + 1, f"this `{self.character}` closes nothing")
        before = self.before.rstrip()
        if not before:
            return None
        last = before[-1]
        if last in "\"'":
            if before.count(last) % 2:
                closing = self.line_start + len(before) - 1
                opening = self.text.rfind(last, 0, closing)
                if opening >= 0 and self._leaves(opening, closing):
                    finding = self._syntax(
                        opening,
                        opening + 1,
                        f"this quote is never closed: a second {last} is missing",
                        "if the quote belongs to the text, quote the whole text with the other kind of quote",
                    )
                    place = self.source.place(closing, closing + 1)
                    finding.related.append((place, "the text that it opens goes on to here"))
                    return finding
                return self._syntax(
                    self.line_start + len(before) - 1,
                    self.line_start + len(before),
                    "this quote closes a text that was opened on an earlier line",
                    f"look above for a {last} that is never closed",
                )
            return self._syntax(
                self.at,
                self._line_end(),
                "text goes on after the closing quote",
                "quote the whole text with the other kind of quote",
            )
        if last in "]}":
            return self._syntax(
                self.at,
                self._line_end(),
                f"text goes on after the closing `{last}`",
                "quote the whole text: one that begins with a bracket or brace must be quoted",
            )
        return None

    def _indentation(self) -> _Finding | None:
        if not self._says("expected key", "expected '-' indicator", "<block end>", "<document start>"):
            return None
        if self.before.strip():
            return None
        end = max(self._line_end(), self.at + 1)
        previous = self._previous_line()
        above = self.source.line(previous) if previous else ""
        width, width_above = len(self.before), len(above) - len(above.lstrip(" "))
        if previous and width > width_above and (comment := _COMMENT.search(above)):
            start = self.source.line_starts[previous - 1]
            finding = self._syntax(
                self.at, end, "a text can't go on after a comment", "move the comment to a line of its own"
            )
            finding.related.append(
                (self.source.place(start + comment.start(1), start + comment.end(1)), "the comment")
            )
            return finding
        if "block collection" in self.context or "block sequence" in self.context:
            begun = self.source.position(self.begun)
            finding = self._syntax(self.at, end, "this line is not an item of the list it stands in")
            finding.expected = ("`- ` and an item",)
            finding.related.append((self.source.place(self.begun, self.begun + 1), "the list begins here"))
            if width == begun.column - 1:
                finding.help = (
                    "put `- ` before it; if it goes on after the list, indent it like the list's key"
                )
            else:
                finding.help = (
                    f"the items are indented by {_spaces(begun.column - 1)}, this line by {_spaces(width)}"
                )
            return finding
        if self._says("<document start>"):
            return self._syntax(
                self.at,
                end,
                "this line is indented less than the first one, so it belongs to nothing",
                "indent all outermost keys alike, best not at all",
            )
        if previous and width > width_above and _NO_COLON.fullmatch(above):
            start = self.source.line_starts[previous - 1] + width_above
            return self._syntax(
                start,
                start + len(above.strip()),
                "this line has no colon, and the next one is indented as if it belonged to it",
                "put a colon at its end",
            )
        begun = self.source.position(self.begun)
        if self.text.startswith("- ", self.at) and width == begun.column - 1:
            finding = self._syntax(self.at, end, "a list item stands among keys")
            finding.help = (
                "indent the list deeper than the key it belongs to, and leave that key without a value"
            )
        else:
            finding = self._syntax(
                self.at, end, f"the indentation of this line ({_spaces(width)}) fits none of the lines above"
            )
            finding.help = (
                f"give it exactly the indentation of its siblings; the line above has {_spaces(width_above)}"
            )
            sibling = self._first_sibling(width)
            if sibling is not None:
                at, other = sibling
                if other != width_above:
                    finding.help = "give both the same indentation, if they belong together"
                finding.related.append(
                    (self.source.place(at, at + 1), f"the lines before it are indented by {_spaces(other)}")
                )
                return finding
        finding.related.append(
            (
                self.source.place(self.begun, self.begun + 1),
                f"the keys here are indented by {_spaces(begun.column - 1)}",
            )
        )
        return finding


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"
