"""From YAML's events to nodes, with every limit checked as the events arrive.

PyYAML's own composer recurses, keeps no account of what aliases cost, and accepts tags and repeated keys. Its
event stream comes from a flat state machine (in C where available), so this composer keeps a stack of its own
and can stop at the first event beyond a limit: a hostile file costs no more than a large honest one. What is
wrong but bounded (a tag, a repeated key) is reported and composing goes on, so one run shows all of it;
limits and syntax errors end it.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

import yaml
from yaml import events

from rulewright.diagnostics import Place, Position, Sink, Source, Span, suggest
from rulewright.diagnostics.codes import loading as codes
from rulewright.limits import MAX_ALIAS_NODES, MAX_DEPTH, MAX_NODES, MAX_SCALAR_LENGTH
from rulewright.loading import pitfalls
from rulewright.loading.nodes import Mapping, Node, Scalar, Sequence, Style
from rulewright.loading.syntax_errors import bad_number, report_syntax_error

_PARSER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STYLES: Final[dict[str | None, Style]] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
# Half a character, and where one may be given by its number.
_HALF: Final = re.compile("[\ud800-\udfff]")
_WHOLE_NUMBER: Final = re.compile(r"\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})")
# What may stand between the start of an event and the value itself: an anchor, a tag, blanks, comments.
_PROPERTIES: Final = re.compile(r"(?:!<[^>\n]*>|[&!][^\s,\[\]{}]*|\s|#[^\r\n]*)*+")
_TAG: Final = re.compile(r"!<[^>\n]*>|![^\s,\[\]{}]*")
_DIRECTIVE: Final = re.compile(r"(?:[ ]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))*+(%[^\r\n]*)")
_Mark: TypeAlias = "yaml.Mark | yaml._yaml.Mark"


class _Refused(Exception):
    """Composing can't go on; the reason has been reported."""


class _Open:
    """A collection whose end has not come yet.

    `end` is where its latest part ends, `size` counts its nodes with aliases followed, `height` how deep they
    go.
    """

    __slots__ = (
        "anchor",
        "end",
        "entries",
        "flow",
        "height",
        "is_mapping",
        "items",
        "key",
        "names",
        "size",
        "start",
    )

    def __init__(self, start: Position, is_mapping: bool, flow: bool, anchor: str | None) -> None:
        self.start = start
        self.end = start
        self.is_mapping = is_mapping
        self.flow = flow
        self.anchor = anchor
        self.items: list[Node] = []
        self.entries: list[tuple[Scalar, Node]] = []
        self.key: tuple[Node, bool] | None = None  # the key that waits for its value, and whether it counts
        self.names: dict[str, Scalar] = {}
        self.size = 1
        self.height = 1


class _Anchored:
    """A finished value that aliases may stand for."""

    __slots__ = ("height", "node", "size")

    def __init__(self, node: Node, size: int, height: int) -> None:
        self.node = node
        self.size = size
        self.height = height


def compose(source: Source, sink: Sink, parser: type = _PARSER) -> Node | None:
    """The tree of the one document in the source, or None if there is none or a limit or syntax error ended
    it.

    `parser` is one of PyYAML's loader classes, of which only the event stream is used.
    """
    if directive := _DIRECTIVE.match(source.text):
        sink.report(
            codes.YamlDirective,
            source.place(directive.start(1), directive.end(1)),
            "rulesets have no YAML directives",
            help="remove the line",
        )
        return None
    composer = _Composer(source, sink)
    try:
        for event in yaml.parse(source.text, Loader=parser):
            if composer.take(event):
                break
    except _Refused:
        return None
    except yaml.YAMLError as error:
        report_syntax_error(source, error, sink)
        return None
    except ValueError:
        # The parser in Python takes every number for one of a character.
        if not _refuse_numbers(source, 0, len(source.text), sink):
            raise
        return None
    root = composer.root
    if root is None or (isinstance(root, Scalar) and root.style == "plain" and not root.text):
        sink.report(
            codes.FileEmpty, Place(source.path), "the file says nothing", help="write a ruleset into it"
        )
        return None
    return root


def _refuse_numbers(source: Source, start: int, end: int, sink: Sink) -> bool:
    """Report the first character in a part of the text that is given by a number of none, if there is one."""
    for escape in _WHOLE_NUMBER.finditer(source.text, start, end):
        found = bad_number(source.text, escape.start())
        if found is not None:
            stop, message, help = found
            sink.report(codes.YamlSyntax, source.place(escape.start(), stop), message, help=help)
            return True
    return False


class _Composer:
    def __init__(self, source: Source, sink: Sink) -> None:
        self.source = source
        self.sink = sink
        self.root: Node | None = None
        self.stack: list[_Open] = []
        self.anchors: dict[str, _Anchored] = {}
        self.nodes = 0
        self.alias_nodes = 0
        self.unknown_aliases = 0

    def take(self, event: events.Event) -> bool:
        """Take the next event; True when the rest of the stream is not wanted."""
        if isinstance(event, events.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, (events.MappingStartEvent, events.SequenceStartEvent)):
            self._open(event)
        elif isinstance(event, (events.MappingEndEvent, events.SequenceEndEvent)):
            self._close(event)
        elif isinstance(event, events.AliasEvent):
            self._alias(event)
        elif isinstance(event, events.DocumentStartEvent) and self.root is not None:
            self.sink.report(
                codes.MultipleDocuments,
                Place(self.source.path, self._span(event)),
                "a second document begins here",
                related=[(self.root.place, "the first document")],
                help="keep one document in a file",
            )
            return True
        return False

    # --- positions ------------------------------------------------------------------------------------------

    def _position(self, mark: _Mark | None) -> Position:
        if mark is None:
            raise TypeError("PyYAML gave an event without marks")
        # At the end of the text the parser's line may be one too far.
        if mark.index >= len(self.source.text):
            return self.source.position(mark.index)
        return Position(mark.line + 1, mark.column + 1, mark.index)

    def _span(self, event: events.Event) -> Span:
        return Span(self._position(event.start_mark), self._position(event.end_mark))

    def _first(self, position: Position) -> Place:
        """The one character at a position: where a collection begins."""
        return self.source.place(position.offset, position.offset + 1)

    def _start(self, event: events.NodeEvent, tag: str | None, is_empty: bool = False) -> Position:
        """Where the value itself starts, after its anchor and tag (which is refused)."""
        start = self._position(event.start_mark)
        if event.anchor is None and tag is None:
            return start
        if tag is not None:
            self._refuse_tag(start.offset)
        if is_empty:
            return self._position(event.end_mark)
        match = _PROPERTIES.match(self.source.text, start.offset)
        return self.source.position(match.end()) if match else start

    def _refuse_tag(self, start: int) -> None:
        match = _TAG.search(self.source.text, start)
        at, end = match.span() if match else (start, start)
        self.sink.report(
            codes.YamlTag,
            self.source.place(at, end),
            f"the tag `{self.source.text[at:end]}` is not allowed: rulesets have no YAML tags",
            help="remove it; if it is a text that begins with `!`, quote the text",
        )

    # --- values ---------------------------------------------------------------------------------------------

    def _count(self, start: Position) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._refuse(
                codes.TooManyNodes,
                self._first(start),
                f"the file holds more than {MAX_NODES:,} values",
            )

    def _refuse(
        self, code: type[codes.LoadingCode], place: Place, message: str, help: str | None = None
    ) -> None:
        self.sink.report(code, place, message, help=help)
        raise _Refused

    def _scalar(self, event: events.ScalarEvent) -> None:
        text: str = event.value
        style = _STYLES[event.style]
        start = self._start(event, event.tag, is_empty=style == "plain" and not text)
        self._count(start)
        end = self._position(event.end_mark)
        if style in ("literal", "folded"):
            # The parser counts the blank lines that follow; the reader sees them as no part of the text.
            raw = self.source.text[start.offset : end.offset]
            end = self.source.position(start.offset + len(raw.rstrip(" \t\r\n")))
        if style == "double" and _HALF.search(text):
            _refuse_numbers(self.source, start.offset, end.offset, self.sink)
            raise _Refused
        scalar = Scalar(Span(start, end), text, style, self.source)
        if len(text) > MAX_SCALAR_LENGTH:
            self._refuse(
                codes.ScalarTooLong,
                Place(self.source.path, scalar.span),
                f"this text has {len(text):,} characters, and {MAX_SCALAR_LENGTH:,} are allowed",
                "a quote may be missing where the text should end" if style in ("single", "double") else None,
            )
        self._attach(scalar, event.anchor, 1, 0)

    def _open(self, event: events.MappingStartEvent | events.SequenceStartEvent) -> None:
        start = self._start(event, event.tag)
        self._count(start)
        if len(self.stack) >= MAX_DEPTH:
            self._refuse(
                codes.NestingTooDeep,
                self._first(start),
                f"lists and mappings are nested more than {MAX_DEPTH} deep",
            )
        is_mapping = isinstance(event, events.MappingStartEvent)
        self.stack.append(_Open(start, is_mapping, bool(event.flow_style), event.anchor))

    def _close(self, event: events.MappingEndEvent | events.SequenceEndEvent) -> None:
        done = self.stack.pop()
        # Without brackets a collection ends with its last part: the parser's mark lies behind following
        # comments.
        is_bracketed = done.flow and self.source.text.startswith(("[", "{"), done.start.offset)
        span = Span(done.start, self._position(event.end_mark) if is_bracketed else done.end)
        node: Node
        if done.is_mapping:
            node = Mapping(span, tuple(done.entries), done.flow, self.source)
        else:
            node = Sequence(span, tuple(done.items), done.flow, self.source)
        if done.flow:
            pitfalls.check_flow(node, self.sink)
        self._attach(node, done.anchor, done.size, done.height)

    def _alias(self, event: events.AliasEvent) -> None:
        name = str(event.anchor)
        span = self._span(event)
        self._count(span.start)
        place = Place(self.source.path, span)
        target = self.anchors.get(name)
        if target is not None:
            self.alias_nodes += target.size
            if self.alias_nodes > MAX_ALIAS_NODES:
                self._refuse(
                    codes.TooManyNodes,
                    place,
                    f"the aliases add more than {MAX_ALIAS_NODES:,} values when followed",
                )
            if len(self.stack) + target.height > MAX_DEPTH:
                self._refuse(
                    codes.NestingTooDeep,
                    place,
                    f"with its aliases followed the file is nested more than {MAX_DEPTH} deep",
                )
            self._attach(target.node, None, target.size, target.height, alias=place)
            return
        opened = next((item for item in self.stack if item.anchor == name), None)
        if opened is not None:
            here = self._first(opened.start)
            self.sink.report(
                codes.RecursiveAlias,
                place,
                f"`*{name}` stands for a value that it is itself a part of",
                related=[(here, f"`&{name}` begins here")],
            )
        else:
            self.unknown_aliases += 1
            # Looking for near names takes time for each pair, and a hostile file has thousands of both.
            near = suggest(name, list(self.anchors)[:1000]) if self.unknown_aliases <= 20 else ()
            hint = "if it is a text that begins with `*`, quote it"
            self.sink.report(
                codes.UnknownAlias,
                place,
                f"nothing above is marked `&{name}`",
                help=f"did you mean {' or '.join(f'`*{n}`' for n in near)}?" if near else hint,
            )
        # Stand-in, so that what follows is still looked at; loading has failed in any case.
        self._attach(Scalar(span, f"*{name}", "double", self.source), None, 1, 0)

    # --- putting together -----------------------------------------------------------------------------------

    def _attach(
        self, node: Node, anchor: str | None, size: int, height: int, alias: Place | None = None
    ) -> None:
        """Give a finished value to the collection it stands in."""
        if anchor is not None:
            self.anchors[anchor] = _Anchored(node, size, height)
        if not self.stack:
            self._check_value(node, alias)
            self.root = node
            return
        parent = self.stack[-1]
        parent.size += size
        parent.height = max(parent.height, height + 1)
        written = alias.span if alias else node.span
        parent.end = max(parent.end, written.end) if written else parent.end
        if not parent.is_mapping:
            self._check_value(node, alias)
            parent.items.append(node)
        elif parent.key is None:
            parent.key = (node, self._check_key(node, parent, alias))
        else:
            key, counts = parent.key
            parent.key = None
            self._check_value(node, alias)
            if counts and isinstance(key, Scalar):
                parent.entries.append((key, node))

    def _check_value(self, node: Node, alias: Place | None) -> None:
        if alias is None and isinstance(node, Scalar) and node.style == "plain":
            pitfalls.check_plain(
                node, self.sink, is_key=False, in_flow=any(item.flow for item in self.stack[-1:])
            )

    def _check_key(self, node: Node, parent: _Open, alias: Place | None) -> bool:
        """Report what is wrong with a key; say whether its entry counts."""
        if (
            alias is not None
            or not isinstance(node, Scalar)
            or (node.style == "plain" and node.value is None)
        ):
            self.sink.report(
                codes.KeyNotText,
                alias or node.place,
                f"a key must be a name or a number, and this is {'an alias' if alias else _describe(node)}",
                expected=("a name or a number",),
            )
            return False
        if node.text == "<<" and node.style == "plain":
            self.sink.report(
                codes.MergeKey,
                node.place,
                "rulesets have no merge keys",
                help="write the keys out where they belong",
            )
            return False
        if node.style == "plain":
            pitfalls.check_plain(node, self.sink, is_key=True, in_flow=parent.flow)
        first = parent.names.setdefault(node.text, node)
        if first is not node:
            self.sink.report(
                codes.DuplicateKey,
                node.place,
                f"the key `{pitfalls.shorten(node.text)}` is given twice",
                related=[(first.place, "first given here")],
                help="rename one of them, or put both values under one key",
            )
            return False
        return True


def _describe(node: Node) -> str:
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    return f"`{node.text}`, which stands for nothing" if node.text else "missing"
