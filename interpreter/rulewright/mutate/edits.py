"""The changes: each is one small slip that an author makes, applied at one place of the file.

Changes are made to the text of the file and not to the checked ruleset, so that what is shown is what would
have been written, and so that the checker has its chance to notice. The strings of the language are found by
checking the file once and remembering what was read; their trees say where an operator, a number or a
condition stands. Steps are left out with the lines they stand on.

Numbers in the entries of tables and assumptions are the rulebook's data: another value there is another game
and no slip that tools could tell, so they are left alone. So are the ranges of types, which guard numbers and
mean nothing as long as they are wide enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from rulewright.check import check_file
from rulewright.diagnostics import Sink
from rulewright.loading import Mapping, Scalar, Sequence, load, locate
from rulewright.loading import Node as YamlNode
from rulewright.syntax import nodes as n
from rulewright.syntax import parse
from rulewright.syntax.nodes import Node


@dataclass(frozen=True, slots=True)
class Edit:
    """``start``, ``end``: offsets in the file (code points) of what ``new`` takes the place of. ``kind``: the
    sort of slip. ``line``: where, from 1. ``before``, ``after``: the line or string, for showing."""

    start: int
    end: int
    new: str
    kind: str
    line: int
    before: str
    after: str

    def apply(self, text: str) -> str:
        """The file with the change."""
        return text[: self.start] + self.new + text[self.end :]


#: The parts of a ruleset whose strings are rules of play: the rest declares.
_STEP_LISTS = ("do", "then", "else", "otherwise", "setup", "play")

_COMPARISONS = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_ENDS = {"top": "bottom", "bottom": "top", "first": "last", "last": "first"}
_EXTREMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


def edits(path: Path) -> list[Edit]:
    """All changes of a ruleset file, in the order of their places. [] for a file that can't be used."""
    sink = Sink()
    sink.strings = []
    ruleset, _ = check_file(path, sink=sink)
    root = load(path, Sink())
    if ruleset is None or not isinstance(root, Mapping):
        return []
    found: dict[tuple[int, int, str], Edit] = {}
    for kind, scalar in sink.strings:
        assert isinstance(scalar, Scalar)
        if scalar.source.path == root.source.path:
            for edit in _of_string(kind, scalar):
                found.setdefault((edit.start, edit.end, edit.new), edit)
    for edit in _of_lists(root, ""):
        found.setdefault((edit.start, edit.end, edit.new), edit)
    return sorted(found.values(), key=lambda e: (e.start, e.end, e.new))


# --- in the strings -----------------------------------------------------------------------------------------

#: A change of a string: from, to, the new text, and what sort of slip it is.
_Change = tuple[int, int, str, str]


def _of_string(kind: str, scalar: Scalar) -> Iterator[Edit]:
    text = scalar.text
    for start, end, new, sort in _changes(parse(kind, text), text):
        location = locate(scalar, start, end)
        written = scalar.source.text[location.span.start.offset : location.span.end.offset]
        # Where the file writes the string in another way (escapes, folded lines) it is left alone.
        if not location.exact or written != text[start:end]:
            continue
        yield Edit(
            location.span.start.offset, location.span.end.offset, new, sort, location.span.start.line,
            " ".join(text.split()), " ".join((text[:start] + new + text[end:]).split()),
        )  # fmt: skip


def _changes(tree: object, text: str) -> Iterator[_Change]:
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(node)
        elif isinstance(node, Node) and not isinstance(node, n.RangeType):
            stack.extend(getattr(node, f.name) for f in fields(node) if f.name not in ("start", "end"))
            change = _CHANGES.get(type(node))
            if change is not None:
                yield from change(node, text)


def _between(text: str, word: str, start: int, end: int) -> tuple[int, int]:
    at = text.index(word, start, end)
    return at, at + len(word)


def _number(node: n.Number, text: str) -> Iterator[_Change]:
    yield node.start, node.end, str(node.value + 1), "a number is one too high"
    if node.value > 0:
        yield node.start, node.end, str(node.value - 1), "a number is one too low"


def _constant(node: n.Constant, text: str) -> Iterator[_Change]:
    if node.value is not None:
        yield node.start, node.end, "false" if node.value else "true", "true and false are exchanged"


def _compare(node: n.Compare, text: str) -> Iterator[_Change]:
    start, end = _between(text, node.op, node.left.end, node.right.start)
    yield start, end, _COMPARISONS[node.op], "a comparison is wrong"


def _and(node: n.And, text: str) -> Iterator[_Change]:
    yield from _joined(node, node.items, text, "or", "`and` should be `or`")


def _or(node: n.Or, text: str) -> Iterator[_Change]:
    yield from _joined(node, node.items, text, "and", "`or` should be `and`")


def _joined(node: Node, items: tuple[n.Expr, ...], text: str, other: str, sort: str) -> Iterator[_Change]:
    parts = [text[item.start : item.end] for item in items]
    yield node.start, node.end, "(" + f" {other} ".join(f"({p})" for p in parts) + ")", sort
    for left_out in range(len(items)):
        rest = [f"({p})" for i, p in enumerate(parts) if i != left_out]
        word = "and" if other == "or" else "or"
        yield node.start, node.end, "(" + f" {word} ".join(rest) + ")", "a condition is forgotten"


def _not(node: n.Not, text: str) -> Iterator[_Change]:
    yield node.start, node.end, text[node.item.start : node.item.end], "a `not` is forgotten"


def _binary(node: n.Binary, text: str) -> Iterator[_Change]:
    other = {"+": "-", "-": "+", "*": "+", "div": "mod", "mod": "div"}[node.op]
    start, end = _between(text, node.op, node.left.end, node.right.start)
    yield start, end, other, "an operator is wrong"


def _member(node: n.Member | n.IsWhat | n.IsType, text: str) -> Iterator[_Change]:
    yield node.start, node.end, f"(not ({text[node.start : node.end]}))", "a test is the wrong way round"


def _side(node: n.SideOf, text: str) -> Iterator[_Change]:
    start, end = _between(text, node.side, node.start, node.end)
    yield start, end, "right" if node.side == "left" else "left", "left and right are exchanged"


def _name(node: n.Name, text: str) -> Iterator[_Change]:
    if node.text == "me":
        yield node.start, node.end, "(left of me)", "the wrong player"


def _aggregate(node: n.Aggregate, text: str) -> Iterator[_Change]:
    if node.kind in _EXTREMES:
        start, end = _between(text, node.kind, node.start, node.end)
        yield start, end, _EXTREMES[node.kind], "any and all, min and max exchanged"
    if node.where is not None:
        yield from _without_where(node.binders[-1].end, node.where.end)


def _without_where(start: int, end: int) -> Iterator[_Change]:
    yield start, end, "", "a `where` is forgotten"


def _extreme(node: n.Extreme, text: str) -> Iterator[_Change]:
    start, end = _between(text, node.kind, node.start, node.end)
    yield start, end, _EXTREMES[node.kind], "any and all, min and max exchanged"


def _selection(node: n.Selection, text: str) -> Iterator[_Change]:
    if node.where is not None:
        yield from _without_where(node.binder.end, node.where.end)


def _pick(node: n.Pick, text: str) -> Iterator[_Change]:
    if node.where is not None:
        yield from _without_where(node.domain.end, node.where.end)


def _key(node: n.Key, text: str) -> Iterator[_Change]:
    if node.descending:
        yield node.value.end, node.end, "", "the wrong order"
    else:
        yield node.end, node.end, " descending", "the wrong order"


def _rank(node: n.Rank, text: str) -> Iterator[_Change]:
    word = "highest" if node.highest else "lowest"
    start, end = _between(text, word, node.start, node.end)
    yield start, end, "lowest" if node.highest else "highest", "the wrong order"


def _call(node: n.Call, text: str) -> Iterator[_Change]:
    if node.name.text in _ENDS:
        yield node.name.start, node.name.end, _ENDS[node.name.text], "the wrong end of a pile or row"


def _move(node: n.Move, text: str) -> Iterator[_Change]:
    if node.end_of in _ENDS:
        start, end = _between(text, node.end_of, node.what.end, node.zone.start)
        yield start, end, _ENDS[node.end_of], "the wrong end of a pile or row"


def _add(node: n.Add, text: str) -> Iterator[_Change]:
    value = text[node.value.start : node.value.end]
    target = text[node.target.start : node.target.end]
    yield node.start, node.end, f"take {value} from {target}", "added instead of taken"


def _take(node: n.Take, text: str) -> Iterator[_Change]:
    value = text[node.value.start : node.value.end]
    target = text[node.target.start : node.target.end]
    yield node.start, node.end, f"add {value} to {target}", "added instead of taken"


_CHANGES: dict[type, Callable[..., Iterator[_Change]]] = {
    n.Number: _number,
    n.Constant: _constant,
    n.Compare: _compare,
    n.And: _and,
    n.Or: _or,
    n.Not: _not,
    n.Binary: _binary,
    n.Member: _member,
    n.IsWhat: _member,
    n.IsType: _member,
    n.SideOf: _side,
    n.Name: _name,
    n.Aggregate: _aggregate,
    n.Extreme: _extreme,
    n.Selection: _selection,
    n.Pick: _pick,
    n.Key: _key,
    n.Rank: _rank,
    n.Call: _call,
    n.Move: _move,
    n.Add: _add,
    n.Take: _take,
}


# --- in the lists -------------------------------------------------------------------------------------------


def _of_lists(node: YamlNode, key: str) -> Iterator[Edit]:
    if isinstance(node, Mapping):
        for name, value in node.entries:
            yield from _of_lists(value, name.text)
    elif isinstance(node, Sequence):
        if key in _STEP_LISTS and not node.flow:
            yield from _left_out(node)
        for item in node.items:
            yield from _of_lists(item, "")


def _left_out(steps: Sequence) -> Iterator[Edit]:
    text = steps.source.text
    starts = [_line_start(text, item.span.start.offset) for item in steps.items]
    for number, item in enumerate(steps.items):
        if number + 1 < len(starts):
            end = starts[number + 1]
        else:
            end = text.find("\n", max(item.span.end.offset - 1, item.span.start.offset))
            end = len(text) if end < 0 else end + 1
        indent = text[starts[number] : item.span.start.offset].partition("-")[0]
        new = "" if len(steps.items) > 1 else f"{indent}[]\n"
        shown = " ".join(text[starts[number] : end].split())
        yield Edit(starts[number], end, new, "a step is forgotten", item.span.start.line, shown, "(left out)")


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1
