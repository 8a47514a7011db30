"""The changes: each is one small slip that an author makes, applied at one place of the file.

Changes are made to the text of the file and not to the checked ruleset, so that what is shown is what would
have been written, and so that the checker has its chance to notice. The strings of the language are found by
checking the file once and remembering what was read; their trees say where an operator, a number or a
condition stands. Steps are left out with the lines they stand on.

Each change knows the rules that its node cites, by the nearest ``rule:`` around it, as play does: so it can
be asked whether the scenarios of a rule notice a slip in what carries that rule out.

What is assumed is left alone, since another value there is another game that its author may want. So are
guards, which mean nothing as long as they are wide enough: the ranges of types, a larger room in a zone, the
limit of decisions. With two players left and right are the same; who plays alone is everybody. Of the entries
of a table, which are facts of the rulebook, the first number and the last are changed and not each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import chain, pairwise
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
    sort of slip. ``line``: where, from 1. ``before``, ``after``: the line or string, for showing. ``rules``:
    those that the changed node cites."""

    start: int
    end: int
    new: str
    kind: str
    line: int
    before: str
    after: str
    rules: tuple[str, ...] = ()

    def apply(self, text: str) -> str:
        """The file with the change."""
        return text[: self.start] + self.new + text[self.end :]


#: The parts of a ruleset whose strings are rules of play: the rest declares.
_STEP_LISTS = ("do", "then", "else", "otherwise", "setup", "play")
_CONDITION_LISTS = ("when", "where", "if_possible", "is")
_CHOICES = ("choose", "together")

_COMPARISONS = {
    "=": ("!=",), "!=": ("=",), "<": ("<=",), "<=": ("<", "="), ">": (">=",), ">=": (">", "="),
}  # fmt: skip
_ENDS = {"top": "bottom", "bottom": "top", "first": "last", "last": "first"}
_EXTREMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_TOO_HIGH = "a number is one too high"
_SIDES = "left and right are exchanged"
_OTHER = "the wrong player"
#: Slips that mean nothing with so many players.
_SAME_WITH = {_SIDES: 2, _OTHER: 1}
_SEEN = {"everyone": "nobody", "owner": "everyone", "nobody": "everyone"}


def edits(path: Path) -> list[Edit]:
    """All changes of a ruleset file, in the order of their places. [] for a file that can't be used."""
    sink = Sink()
    sink.strings = []
    ruleset, _ = check_file(path, sink=sink)
    root = load(path, Sink())
    if ruleset is None or not isinstance(root, Mapping):
        return []
    found: dict[tuple[int, int, str], Edit] = {}
    cited = dict(_cited(root, ()))
    same = {kind for kind, players in _SAME_WITH.items() if ruleset.players[1] <= players}
    alone = [node.span for key in ("limit", "assumptions") if (node := root.get(key)) is not None]
    for kind, scalar in sink.strings:
        assert isinstance(scalar, Scalar)
        at = scalar.span.start
        if scalar.source.path == root.source.path and not any(s.start <= at < s.end for s in alone):
            rules = cited.get(scalar.span.start.offset, ())
            for edit in _of_string(kind, scalar):
                if edit.kind in same:
                    continue
                found.setdefault((edit.start, edit.end, edit.new), replace(edit, rules=rules))
    for edit, node in chain(_of_lists(root, ""), _of_tables(root)):
        rules = cited.get(node.span.start.offset, ())
        found.setdefault((edit.start, edit.end, edit.new), replace(edit, rules=rules))
    return sorted(found.values(), key=lambda e: (e.start, e.end, e.new))


def _cited(node: YamlNode, rules: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """By the offset at which a node begins, the rules that it cites. A mapping begins where its first key
    does, and its rules are those of the whole."""
    if isinstance(node, Mapping):
        rule = node.get("rule")
        items = rule.items if isinstance(rule, Sequence) else (rule,)
        rules = tuple(item.text for item in items if isinstance(item, Scalar)) or rules
        for key, value in node.entries:
            yield key.span.start.offset, rules
            for at, cited in _cited(value, rules):
                # What a whole definition carries out, each of its conditions does too.
                both = key.text == "is" and isinstance(value, Sequence)
                yield at, tuple(dict.fromkeys((*cited, *rules))) if both else cited
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _cited(item, rules)
    yield node.span.start.offset, rules


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
    guards: set[int] = set()
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(node)
        elif isinstance(node, Node) and not isinstance(node, n.RangeType):
            stack.extend(getattr(node, f.name) for f in fields(node) if f.name not in ("start", "end"))
            change = _CHANGES.get(type(node))
            roomy = isinstance(node, n.ZoneDeclaration) and next(
                (c.value for c in node.clauses if c.word == "at most"), None
            )
            if roomy:
                guards.add(id(roomy))
            if change is not None:
                yield from (c for c in change(node, text) if id(node) not in guards or c[3] != _TOO_HIGH)


def _between(text: str, word: str, start: int, end: int) -> tuple[int, int]:
    at = text.index(word, start, end)
    return at, at + len(word)


def _number(node: n.Number, text: str) -> Iterator[_Change]:
    yield node.start, node.end, str(node.value + 1), _TOO_HIGH
    if node.value > 0:
        yield node.start, node.end, str(node.value - 1), "a number is one too low"


def _constant(node: n.Constant, text: str) -> Iterator[_Change]:
    if node.value is not None:
        yield node.start, node.end, "false" if node.value else "true", "true and false are exchanged"


def _compare(node: n.Compare, text: str) -> Iterator[_Change]:
    start, end = _between(text, node.op, node.left.end, node.right.start)
    for other in _COMPARISONS[node.op]:
        yield start, end, other, "a comparison is wrong"


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
    yield start, end, "right" if node.side == "left" else "left", _SIDES


def _name(node: n.Name, text: str) -> Iterator[_Change]:
    if node.text == "me":
        yield node.start, node.end, "(left of me)", _OTHER


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


def _random(node: n.RandomOf, text: str) -> Iterator[_Change]:
    # `random y in D where C` gives the candidate a name of its own.
    name = "" if isinstance(node.domain, n.Filtered) else "the_first_one in "
    rest = text[node.domain.start : node.end].rstrip()
    yield node.start, node.end, f"the({name}{rest})", "nothing is left to chance"


def _turns(node: n.Turns, text: str) -> Iterator[_Change]:
    if not isinstance(node.origin, n.SideOf):
        origin = text[node.origin.start : node.origin.end]
        yield node.origin.start, node.origin.end, f"left of ({origin})", _OTHER


def _clause(node: n.Clause, text: str) -> Iterator[_Change]:
    if isinstance(node.value, str) and node.value in _SEEN:
        start, end = _between(text, node.value, node.start, node.end)
        yield start, end, _SEEN[node.value], "others see it"


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
    n.Clause: _clause,
    n.RandomOf: _random,
    n.Turns: _turns,
    n.Add: _add,
    n.Take: _take,
}


# --- in the lists -------------------------------------------------------------------------------------------


def _of_lists(node: YamlNode, key: str) -> Iterator[tuple[Edit, YamlNode]]:
    """Changes of lists of steps, conditions, choices and ranks, each with the node that it is a change of."""
    if isinstance(node, Mapping):
        for name, value in node.entries:
            yield from _of_lists(value, name.text)
    elif isinstance(node, Sequence):
        if node.flow:
            if key in _CHOICES:
                yield from _not_offered(node)
        elif key in _STEP_LISTS:
            yield from _left_out(node, "a step is forgotten", "[]")
        elif key in _CONDITION_LISTS:
            yield from _left_out(node, "a condition is forgotten", "- true")
        elif key == "rank":
            yield from _exchanged(node)
        for item in node.items:
            yield from _of_lists(item, "")


def _left_out(items: Sequence, sort: str, nothing: str) -> Iterator[tuple[Edit, YamlNode]]:
    """``nothing``: what stands where the only one is left out, as a list of conditions can't be empty."""
    text = items.source.text
    for item, (start, end) in zip(items.items, _lines(items), strict=True):
        indent = text[start : item.span.start.offset].partition("-")[0]
        new = "" if len(items.items) > 1 else f"{indent}{nothing}\n"
        shown = " ".join(text[start:end].split())
        yield Edit(start, end, new, sort, item.span.start.line, shown, "(left out)"), item


def _exchanged(items: Sequence) -> Iterator[tuple[Edit, YamlNode]]:
    text, lines = items.source.text, _lines(items)
    for at, (one, two) in enumerate(pairwise(lines)):
        first, second = text[one[0] : one[1]], text[two[0] : two[1]]
        if not second.endswith("\n"):
            continue
        shown = " ".join((first + second).split()), " ".join((second + first).split())
        line = items.items[at].span.start.line
        yield Edit(one[0], two[1], second + first, "the wrong order", line, *shown), items


def _not_offered(choices: Sequence) -> Iterator[tuple[Edit, YamlNode]]:
    text = choices.source.text
    words = [text[item.span.start.offset : item.span.end.offset] for item in choices.items]
    for at, item in enumerate(choices.items if len(words) > 1 else ()):
        rest = f"[{', '.join(words[:at] + words[at + 1 :])}]"
        start, end = choices.span.start.offset, choices.span.end.offset
        shown = " ".join(text[start:end].split())
        yield Edit(start, end, rest, "a choice is not offered", item.span.start.line, shown, rest), choices


def _lines(items: Sequence) -> list[tuple[int, int]]:
    """The lines of each item of a list of lines, as offsets."""
    text = items.source.text
    starts = [_line_start(text, item.span.start.offset) for item in items.items]
    last = items.items[-1]
    end = text.find("\n", max(last.span.end.offset - 1, last.span.start.offset))
    return list(pairwise([*starts, len(text) if end < 0 else end + 1]))


def _of_tables(root: Mapping) -> Iterator[tuple[Edit, YamlNode]]:
    """Of each table of the rulebook the first number and the last, one too high."""
    tables = root.get("tables")
    for _, table in tables.entries if isinstance(tables, Mapping) else ():
        if not isinstance(table, Mapping):
            continue
        numbers = [
            scalar
            for part in ("entries", "values")
            if (node := table.get(part)) is not None
            for scalar in _numbers(node)
        ]
        for scalar in dict.fromkeys([*numbers[:1], *numbers[-1:]]):
            start, end = scalar.span.start.offset, scalar.span.end.offset
            text = scalar.source.text
            line = _line_start(text, start), text.find("\n", end)
            new = str(int(scalar.text) + 1)
            shown = " ".join(text[line[0] : line[1]].split())
            changed = " ".join((text[line[0] : start] + new + text[end : line[1]]).split())
            yield Edit(start, end, new, _TOO_HIGH, scalar.span.start.line, shown, changed), scalar


def _numbers(node: YamlNode) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        for _, value in node.entries:
            yield from _numbers(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _numbers(item)
    elif isinstance(node.value, int) and not isinstance(node.value, bool) and node.text.isdecimal():
        yield node


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1
