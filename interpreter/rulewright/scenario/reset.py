"""Writing anew what scenarios expect: each expectation that doesn't hold becomes what the game does now.

A scenario file is its author's text, so it is edited by the places of its nodes and never written from its
data: comments, order and style stay. What such an expectation says comes from the ruleset that it should
test, so the scenario is marked with ``reset: true`` and shows no rule until somebody has looked at it.

Only expectations are written. Where a move is refused, a card that was prepared never comes, or play ends in
a fault that nobody expects, the scenario itself has to be thought over; it is left as it is, with the reason.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rulewright.diagnostics import Place, Sink
from rulewright.diagnostics.codes import scenario as codes
from rulewright.engine.contract import Backend, LegalMove, State
from rulewright.engine.moves import write_word
from rulewright.loading import Mapping, Node, Scalar, load_text
from rulewright.loading import Sequence as YamlList
from rulewright.scenario import expectations as e
from rulewright.scenario.games import Alike, EndlessIs
from rulewright.scenario.model import Scenario
from rulewright.scenario.patterns import Pattern
from rulewright.scenario.reading import read_scenarios
from rulewright.scenario.running import run_scenario

#: An offset where a change begins, one where it ends (code points), and the text that takes its place.
TextEdit = tuple[int, int, str]

#: So many moves of one action are listed one by one; more are said by the action alone.
_MOVES_LISTED = 12


@dataclass(slots=True)
class Rewrite:
    """A scenario that fails, and what would make it hold: ``edits``, or ``reason`` why there is no such
    change."""

    name: str
    place: Place
    edits: list[TextEdit] = field(default_factory=list)
    reason: str = ""


class _ByHand(Exception):
    """This can't be written by a program; the sentence says why."""


def apply_edits(text: str, edits: Sequence[TextEdit]) -> str:
    """The text with changes that don't overlap."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def rewrites(
    path: str | os.PathLike[str],
    text: str,
    backend: Backend = "python",
    only: Callable[[str], bool] = lambda name: True,
) -> list[Rewrite]:
    """The scenarios of a file that fail, in the order of the file. ``text``: what the file holds. Scenarios
    that can't be read are left out: running them says what is wrong."""
    sink = Sink()
    read = read_scenarios(path, sink, backend, text=text)
    root = load_text(text, os.fspath(path), Sink())
    if read is None or not isinstance(root, Mapping):
        return []
    nodes = {_start(name.place): node for node in _items(root.get("scenarios")) if (name := _name(node))}
    shared = _shared(root)
    found = []
    for scenario in read.scenarios:
        if not only(scenario.name):
            continue
        rewrite = _rewrite(scenario, nodes[_start(scenario.place)], shared, text, sink)
        if rewrite is not None:
            if not rewrite.reason and not _holds(path, apply_edits(text, rewrite.edits), backend, scenario):
                rewrite.edits, rewrite.reason = [], "nothing that can be written here would hold"
            found.append(rewrite)
    return found


def _rewrite(scenario: Scenario, node: Mapping, shared: set[int], text: str, sink: Sink) -> Rewrite | None:
    writer = _Writer(text, [entry for entry in _expected(node) if id(entry.value) not in shared])
    result = run_scenario(scenario, sink, writer.write)
    if result.passed:
        return None
    rewrite = Rewrite(scenario.name, scenario.place)
    other = next((f for f in result.failures if f.code != codes.NotAsExpected.code), None)
    if other is not None:
        rewrite.reason = other.message
    elif writer.reasons:
        rewrite.reason = writer.reasons[0]
    else:
        rewrite.edits = list(dict.fromkeys(writer.edits))
        if len({start for start, _, _ in rewrite.edits}) < len(rewrite.edits):
            rewrite.edits, rewrite.reason = [], "what is said of all at once isn't the same for all now"
            return rewrite
        if not scenario.reset:
            rewrite.edits.append(_mark(node, text))
    return rewrite


def _holds(path: str | os.PathLike[str], text: str, backend: Backend, scenario: Scenario) -> bool:
    """Whether the scenario passes in the changed text."""
    sink = Sink()
    read = read_scenarios(
        path, sink, backend, text=text, ruleset=scenario.game.ruleset,
        only=lambda name, rules: name == scenario.name,
    )  # fmt: skip
    return read is not None and bool(read.scenarios) and all(
        run_scenario(changed, sink).passed for changed in read.scenarios
    )  # fmt: skip


def _mark(node: Mapping, text: str) -> TextEdit:
    """``reset: true`` after the name."""
    key, name = node.key("name"), node.get("name")
    assert key is not None
    assert name is not None
    old_key, old = node.key("reset"), node.get("reset")
    if old_key is not None and old is not None:
        return old.span.start.offset, old.span.end.offset, "true"
    if node.flow:
        return name.span.end.offset, name.span.end.offset, ", reset: true"
    end = _line_end(text, name.span.end.offset)
    return end, end, _break(text) + " " * (key.span.start.column - 1) + "reset: true"


# --- where expectations stand -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key and its value that together say one thing: ``zones`` one zone, ``legal`` the legal moves."""

    key: Scalar
    value: Node


def _items(node: Node | None) -> Iterator[Mapping]:
    if isinstance(node, YamlList):
        yield from (item for item in node.items if isinstance(item, Mapping))


def _name(node: Mapping) -> Scalar | None:
    name = node.get("name")
    return name if isinstance(name, Scalar) else None


def _start(place: Place) -> int:
    assert place.span is not None
    return place.span.start.offset


def _shared(root: Node) -> set[int]:
    """The nodes (by ``id``) that stand in more than one place, by an anchor and its aliases."""
    seen: set[int] = set()
    shared: set[int] = set()
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            shared.add(id(node))
        seen.add(id(node))
        waiting += _listed(node) if isinstance(node, YamlList) else ()
        waiting += (value for _, value in node.entries) if isinstance(node, Mapping) else ()
    return shared


def _expected(scenario: Mapping) -> Iterator[_Entry]:
    """All that a scenario expects, entry by entry."""
    for mapping in (scenario, *_items(scenario.get("when"))):
        then = mapping.get("then")
        if isinstance(then, Mapping):
            for key, value in then.entries:
                if key.text in ("zones", "variables"):
                    yield from _entries(value)
                elif key.text == "sees":
                    for seen in _entries(value):
                        for what in _entries(seen.value):
                            whole = what.key.text in ("unseen", "shown")
                            yield from (what,) if whole else _entries(what.value)
                else:
                    yield _Entry(key, value)


def _entries(node: Node) -> Iterator[_Entry]:
    if isinstance(node, Mapping):
        yield from (_Entry(key, value) for key, value in node.entries)


# --- what is written in their place -------------------------------------------------------------------------


class _Writer:
    """Collects the changes of one scenario while it is run."""

    def __init__(self, text: str, entries: list[_Entry]) -> None:
        self.text, self.entries = text, entries
        self.edits: list[TextEdit] = []
        self.reasons: list[str] = []

    def write(self, expectation: e.Expectation | Alike, state: State) -> None:
        """Changes the expectation to what the state is."""
        try:
            self.expectation(expectation, state)
        except _ByHand as reason:
            self.reasons.append(str(reason))

    def expectation(self, expectation: e.Expectation | Alike, state: State) -> None:
        match expectation:
            case e.Refused(pattern):
                entry = self.entry(pattern.place)
                if not state.awaited:
                    raise _ByHand("nobody has a choice where a move is to be refused")
                self.listed(entry, {id(item) for item in _within(entry.value, [pattern])}, [])
            case e.VariableIs(number, entry_number, variable):
                got = state.variables()[number][entry_number]
                word = state.game.words.word(variable.type, got)
                self.replace(self.entry(expectation.place), _flow(word))
            case e.SeatsAre(what):
                seats = [int(seat) + 1 for seat in sorted(_seats_now(what, state))]
                self.replace(self.entry(expectation.place), _flow(seats[0] if len(seats) == 1 else seats))
            case e.NumberIs(what, seat):
                numbers = state.scores() if what == "scores" else state.places()
                self.span(expectation.place, str(numbers[seat]))
            case e.OverIs():
                self.span(expectation.place, str(state.over).lower())
            case EndlessIs():
                self.span(expectation.place, str(not expectation.endless).lower())
            case e.CutOffIs():
                self.span(expectation.place, str(state.cut_off).lower())
            case e.FaultIs():
                self.span(expectation.place, "none" if state.fault is None else state.fault.code)
            case e.ZoneIs():
                self.zone(expectation, state)
            case e.LegalIs():
                self.legal(expectation, state)
            case e.SeesZone():
                self.sees_zone(expectation, state)
            case e.SeesShown():
                names = [state.game.words.full_names[c] for c in expectation.now(state)]
                entry = self.entry(expectation.place)
                counted = isinstance(entry.value, Mapping) and names
                self.replace(entry, _flow(dict(Counter(names)) if counted else names or "empty"))
            case e.SeesVariable():
                seen = state.view(expectation.observer)["variables"]
                if expectation.value is None or expectation.name not in seen:
                    raise _ByHand(f"who sees {expectation.name} is another question now")
                self.replace(self.entry(expectation.place), _flow(seen[expectation.name]))
            case _:
                raise _ByHand("there is no other way to write this")

    def zone(self, expectation: e.ZoneIs, state: State) -> None:
        zone, words = state.zones()[expectation.zone], state.game.words
        have = e.pieces(zone)
        names = [words.name_at(c, expectation.zone) for c in have]
        entry = self.entry(expectation.place)
        if expectation.exactly is not None:
            counted = isinstance(entry.value, Mapping) or bool(zone.unknown)
            self.replace(entry, _flow(dict(Counter(names)) if counted and names else names or "empty"))
            return
        if not isinstance(entry.value, Mapping):
            self.replace(entry, str(len(have)))
            return
        for part in _entries(entry.value):
            if part.key.text == "count":
                self.replace(part, str(len(have)))
            elif part.key.text == "top":
                known = zone.ids[: zone.above] if zone.unknown else zone.ids
                top = [words.name_at(c, expectation.zone) for c in known[: len(expectation.top)]]
                self.replace(part, _flow(top))
            elif part.key.text == "has":
                missing, _ = e.assign(expectation.has, have)
                self.without(part, missing)
            elif part.key.text == "lacks":
                self.without(
                    part, [node.text for ids, node in expectation.lacks if any(c in ids for c in have)]
                )

    def without(self, entry: _Entry, gone: list[str]) -> None:
        """Takes names out of a list, or out of a mapping from names to how many."""
        if isinstance(entry.value, Mapping):
            left = {
                key.text: int(value.text) - gone.count(key.text)
                for key, value in entry.value.entries
                if isinstance(value, Scalar)
            }
            self.replace(entry, _flow({name: count for name, count in left.items() if count}))
            return
        bad: set[int] = set()
        for item in reversed(_listed(entry.value)):
            if isinstance(item, Scalar) and item.text in gone:
                gone.remove(item.text)
                bad.add(id(item))
        self.listed(entry, bad, [])

    def legal(self, expectation: e.LegalIs, state: State) -> None:
        moves = state.legal(expectation.seat)
        entry = self.entry(expectation.place)
        parts = {part.key.text: part for part in _entries(entry.value)} or {"exactly": entry}
        if expectation.count is not None and "count" in parts:
            self.replace(parts["count"], str(len(moves)))
        if expectation.exactly is not None:
            bad = [p for p in expectation.exactly if not p.fitting(moves)]
            new = [m for m in moves if not any(p.fits(m) for p in expectation.exactly)]
            named = expectation.seat is None and len(state.awaited) > 1
            part = parts["exactly"]
            self.listed(part, {id(item) for item in _within(part.value, bad)}, _as_patterns(new, named))
        for key, wrong in (
            ("has", [p for p in expectation.has if not p.fitting(moves)]),
            ("lacks", [p for p in expectation.lacks if p.fitting(moves)]),
        ):
            if wrong:
                self.listed(parts[key], {id(item) for item in _within(parts[key].value, wrong)}, [])

    def sees_zone(self, expectation: e.SeesZone, state: State) -> None:
        name = state.game.words.zone_names[expectation.zone]
        view = state.view(expectation.observer)["zones"].get(name, {})
        components = view.get("components")
        if components is not None:
            if None in components:
                raise _ByHand(f"only a part of {name} is seen")
            new = _flow(components or "empty")
        elif "top" in view:
            new = _flow({"top": view["top"]})
        else:
            new = str(view["count"]) if "count" in view else "unseen"
        self.replace(self.entry(expectation.place), new)

    # --- the text

    def entry(self, place: Place) -> _Entry:
        """The entry that a place lies in."""
        at = _start(place)
        for entry in self.entries:
            if entry.key.span.start.offset <= at < entry.value.span.end.offset:
                return entry
        raise _ByHand("what is expected is written once and used more than once, by an alias")

    def span(self, place: Place, new: str) -> None:
        """Replaces what stands at a place."""
        self.entry(place)
        assert place.span is not None
        self.edits.append((place.span.start.offset, place.span.end.offset, new))

    def replace(self, entry: _Entry, new: str) -> None:
        """Replaces the whole value of an entry, where it isn't the same already."""
        value, start = entry.value, entry.value.span.start.offset
        if not isinstance(value, Scalar) and not value.flow:
            start, new = self.text.index(":", entry.key.span.end.offset) + 1, " " + new
        if self.text[start : value.span.end.offset] != new:
            self.edits.append((start, value.span.end.offset, new))

    def listed(self, entry: _Entry, bad: set[int], new: Sequence[object]) -> None:
        """Takes items (by ``id``) out of a list and adds others at its end; a list of lines stays one."""
        value = entry.value
        items = _listed(value)
        kept = [item for item in items if id(item) not in bad]
        if isinstance(value, YamlList) and not value.flow and (kept or new):
            for item in items:
                if id(item) in bad:
                    start = self.text.rindex(_break(self.text), 0, item.span.start.offset)
                    self.edits.append((start, _line_end(self.text, item.span.end.offset), ""))
            end = _line_end(self.text, items[-1].span.end.offset)
            first = self.text[self.text.rindex("\n", 0, items[0].span.start.offset) + 1 :]
            indent = " " * (len(first) - len(first.lstrip(" ")))
            lines = "".join(f"{_break(self.text)}{indent}- {_flow(item, bare=True)}" for item in new)
            if lines:
                self.edits.append((end, end, lines))
            return
        texts = [self.text[item.span.start.offset : item.span.end.offset] for item in kept]
        texts += [_flow(item) for item in new]
        if isinstance(value, Scalar) and len(texts) == 1:
            self.replace(entry, texts[0])
        else:
            self.replace(entry, f"[{', '.join(texts)}]")


def _listed(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, YamlList) else (node,)


def _within(node: Node, patterns: Sequence[Pattern]) -> Iterator[Node]:
    """The items of a list in which patterns stand."""
    for item in _listed(node):
        if any(item.span.start.offset <= _start(p.place) < item.span.end.offset for p in patterns):
            yield item


def _seats_now(what: str, state: State) -> Sequence[int]:
    if what == "awaits":
        return state.awaited
    if what == "winners":
        return state.winners()
    return [seat - 1 for seat in state.view()["dropped"]]


def _as_patterns(moves: Sequence[LegalMove], named: bool) -> list[object]:
    """Moves as they are listed; ``named``: with their seats. Very many of one action are said by its name."""
    counts = Counter(move.action for move in moves)
    texts: list[object] = []
    for move in moves:
        text = move.canonical if counts[move.action] <= _MOVES_LISTED else move.action
        texts.append({move.seat + 1: text} if named else text)
    return [text for at, text in enumerate(texts) if text not in texts[:at]]


def _line_end(text: str, offset: int) -> int:
    """The end of the line, before its break; a comment behind belongs to the line."""
    at = text.find("\n", offset)
    at = len(text) if at < 0 else at
    return at - 1 if text[at - 1 : at] == "\r" and at > offset else at


def _break(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _flow(value: object, bare: bool = False) -> str:
    """A value as YAML in one line; ``bare``: an item of a list of lines, where commas and brackets mean
    nothing."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_flow(key)}: {_flow(item, bare)}" for key, item in value.items())
        return inside if bare else f"{{{inside}}}"
    if isinstance(value, list | tuple | set | frozenset):
        return f"[{', '.join(_flow(item) for item in value)}]"
    if isinstance(value, str):
        return value if _reads_back(value, bare) else json.dumps(value, ensure_ascii=False)
    return write_word(value)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def _reads_back(word: str, bare: bool) -> bool:
    """Whether a word means itself in YAML without quotes."""
    sink = Sink()
    root = load_text(f"- {word}\n" if bare else f"- [{word}]\n- {{{word}: {word}}}\n", "word", sink)
    if sink.diagnostics or not isinstance(root, YamlList):
        return False
    found: list[Node] = []
    for item in root.items:
        if isinstance(item, YamlList):
            found += item.items
        elif isinstance(item, Mapping):
            found += [node for entry in item.entries for node in entry]
        else:
            found.append(item)
    return len(found) == (1 if bare else 3) and all(
        isinstance(node, Scalar) and node.text == word for node in found
    )
