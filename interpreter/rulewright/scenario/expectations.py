"""What a scenario expects: each expectation is read once, and later compared with a state.

An expectation that doesn't hold gives a Mismatch: where it stands, what it is about, what was expected, what
came. They are compared in the author's words, so a mismatch reads as the scenario does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Protocol

from rulewright.diagnostics import Place
from rulewright.engine.contract import LegalMove, State
from rulewright.engine.log import replay_moments
from rulewright.engine.moves import write_word
from rulewright.engine.templates import Value
from rulewright.engine.words import Words
from rulewright.machine.interface import ZoneContent
from rulewright.ruleset.model import Variable
from rulewright.scenario.patterns import Pattern
from rulewright.scenario.position import Asked


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An expectation that doesn't hold."""

    place: Place
    what: str
    expected: str
    got: str
    help: str | None = None
    asked: Pattern | None = None
    """The move of which it is, if it is of one that can be explained."""

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, got {self.got}"


class Expectation(Protocol):
    """Anything that can be compared with a state."""

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        """What doesn't hold; nothing if all is as expected."""


def shown(names: Sequence[str]) -> str:
    """A list of names in a message; a run of one name is counted."""
    runs = [(name, len(list(run))) for name, run in groupby(names)]
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in runs) or "nothing"


def assign(asked: Sequence[Asked], have: Sequence[int]) -> tuple[list[str], list[int]]:
    """Matches names with components without order: (names that nothing is left for, components not named)."""
    left, missing = list(have), []
    for ids, node in sorted(asked, key=lambda a: len(a[0])):
        found = next((c for c in left if c in ids), None)
        if found is None:
            missing.append(node.text)
        else:
            left.remove(found)
    return missing, left


def pieces(zone: ZoneContent) -> list[int]:
    """Every piece in a zone, from the top or the first: a kind of alike pieces as often as it is there."""
    if zone.counts:
        return [c for c, n in zip(zone.ids, zone.counts, strict=True) for _ in range(n)]
    return (
        [*zone.ids[: zone.above], *zone.unknown, *zone.ids[zone.above :]] if zone.unknown else list(zone.ids)
    )


@dataclass(frozen=True, slots=True)
class ZoneIs:
    """One zone. Any of: how many; exactly these (``ordered``: in this order); these on top or first; these
    among it; none of these in it."""

    zone: int
    place: Place
    count: int | None = None
    exactly: tuple[Asked, ...] | None = None
    ordered: bool = False
    top: tuple[Asked, ...] = ()
    has: tuple[Asked, ...] = ()
    lacks: tuple[Asked, ...] = ()

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        words = state.game.words
        name, zone = words.zone_names[self.zone], state.zones()[self.zone]
        have = pieces(zone)
        names = [words.name_at(c, self.zone) for c in have]
        if self.count is not None and self.count != len(have):
            yield Mismatch(self.place, f"{name} holds", str(self.count), f"{len(have)} ({shown(names)})")
        if self.exactly is not None:
            yield from self._exactly(name, have, names)
        for i, (ids, node) in enumerate(self.top):
            known = zone.ids[: zone.above] if zone.unknown else zone.ids
            if i >= len(known) or known[i] not in ids:
                got = words.name_at(known[i], self.zone) if i < len(known) else "nothing known"
                yield Mismatch(node.place, f"number {i + 1} of {name}", node.text, got)
        missing, _ = assign(self.has, have)
        if missing:
            yield Mismatch(self.place, name, f"{shown(missing)} in it", shown(names))
        for ids, node in self.lacks:
            if any(c in ids for c in have):
                yield Mismatch(node.place, name, f"no {node.text} in it", shown(names))

    def _exactly(self, name: str, have: list[int], names: list[str]) -> Iterator[Mismatch]:
        assert self.exactly is not None
        expected = shown([node.text for _, node in self.exactly])
        if self.ordered:
            same = len(have) == len(self.exactly) and all(
                c in ids for c, (ids, _) in zip(have, self.exactly, strict=True)
            )
            if not same:
                yield Mismatch(self.place, name, expected, shown(names))
            return
        missing, extra = assign(self.exactly, have)
        if missing or extra:
            remaining = list(have)
            extras = []
            for component in extra:
                extras.append(names[remaining.index(component)])
            parts = [f"missing {shown(missing)}"] if missing else []
            parts += [f"unexpected {shown(extras)}"] if extras else []
            yield Mismatch(self.place, name, expected, shown(names), help="; ".join(parts))


@dataclass(frozen=True, slots=True)
class VariableIs:
    number: int
    entry: int
    variable: Variable
    value: Value
    name: str
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        got = state.variables()[self.number][self.entry]
        if got != self.value:
            say = state.game.words.word
            type = self.variable.type
            yield Mismatch(
                self.place, self.name, write_word(say(type, self.value)), write_word(say(type, got))
            )


@dataclass(frozen=True, slots=True)
class SeatsAre:
    """``what``: awaits, winners, dropped: a set of seats."""

    what: str
    seats: frozenset[int]
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        if self.what == "awaits":
            got = frozenset(state.awaited)
        elif self.what == "winners":
            got = frozenset(state.winners())
        else:
            got = frozenset(seat - 1 for seat in state.view()["dropped"])
        if got != self.seats:
            yield Mismatch(self.place, self.what, _seats(self.seats), _seats(got))


def _seats(seats: frozenset[int]) -> str:
    return ", ".join(f"seat {seat + 1}" for seat in sorted(seats)) or "nobody"


@dataclass(frozen=True, slots=True)
class NumberIs:
    """``what``: scores or places of one seat."""

    what: str
    seat: int
    number: int
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        got = (state.scores() if self.what == "scores" else state.places())[self.seat]
        if got != self.number:
            yield Mismatch(
                self.place, f"{self.what[:-1]} of seat {self.seat + 1}", str(self.number), str(got)
            )


@dataclass(frozen=True, slots=True)
class OverIs:
    over: bool
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        if state.over != self.over:
            yield Mismatch(self.place, "the game is over", str(self.over).lower(), str(state.over).lower())


@dataclass(frozen=True, slots=True)
class CutOffIs:
    """Whether it was a limit of the ruleset that ended the game."""

    cut_off: bool
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        if state.cut_off != self.cut_off:
            got = str(state.cut_off).lower() if state.over else "a game that goes on"
            yield Mismatch(self.place, "the game is cut off", str(self.cut_off).lower(), got)


@dataclass(frozen=True, slots=True)
class FaultIs:
    """The game ended in this fault, or (None) in none."""

    code: str | None
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        fault = state.fault
        got = None if fault is None else fault.code
        if got != self.code:
            yield Mismatch(self.place, "fault", self.code or "none", str(fault) if fault else "none")


@dataclass(frozen=True, slots=True)
class LegalIs:
    """The legal moves of a seat (None: of all who are awaited). ``exactly``: each legal move fits one of the
    patterns and each pattern a legal move; ``has``: each fits a legal move; ``lacks``: none does; ``count``:
    how many are legal."""

    seat: int | None
    place: Place
    exactly: tuple[Pattern, ...] | None = None
    has: tuple[Pattern, ...] = ()
    lacks: tuple[Pattern, ...] = ()
    count: int | None = None

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        moves = state.legal(self.seat)
        if self.count is not None and self.count != len(moves):
            yield Mismatch(self.place, "legal moves", str(self.count), f"{len(moves)} ({_moves(moves)})")
        if self.exactly is not None:
            for pattern in self.exactly:
                yield from self._must_fit(pattern, moves)
            other = [m for m in moves if not any(p.fits(m) for p in self.exactly)]
            if other:
                expected = shown([p.text for p in self.exactly])
                yield Mismatch(self.place, "legal moves", f"only {expected}", f"also {_moves(other)}")
        for pattern in self.has:
            yield from self._must_fit(pattern, moves)
        for pattern in self.lacks:
            fitting = pattern.fitting(moves)
            if fitting:
                lacked = f"no {pattern.text}"
                yield Mismatch(pattern.place, "legal moves", lacked, _moves(fitting), asked=pattern)

    def _must_fit(self, pattern: Pattern, moves: list[LegalMove]) -> Iterator[Mismatch]:
        if not pattern.fitting(moves):
            near = [m for m in moves if m.action == pattern.action] or moves
            yield Mismatch(pattern.place, "legal moves", pattern.text, _moves(near), asked=pattern)


def _moves(moves: Sequence[LegalMove]) -> str:
    listed = "; ".join(m.canonical for m in moves[:6])
    return (listed + (f"; and {len(moves) - 6} more" if len(moves) > 6 else "")) or "none"


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that exists in the game and isn't legal now, though its seat is to move (None: whoever is)."""

    pattern: Pattern

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        pattern = self.pattern
        awaited = ", ".join(f"seat {seat + 1}" for seat in state.awaited) or "nobody"
        if not state.awaited or (pattern.seat is not None and pattern.seat not in state.awaited):
            # A move that is refused only because it is another's turn shows nothing about the move.
            who = "somebody" if pattern.seat is None else f"seat {pattern.seat + 1}"
            yield Mismatch(pattern.place, "to choose", who, awaited)
            return
        fitting = pattern.fitting(state.legal(pattern.seat))
        if fitting:
            refused = f"{pattern.text} refused"
            yield Mismatch(pattern.place, "legal moves", refused, _moves(fitting), asked=pattern)


@dataclass(frozen=True, slots=True)
class SeesZone:
    """What an observer (a seat, or None for everyone) sees of a zone: ``components`` (names -> how many are
    seen), or only ``count``, or only ``top``, or nothing at all."""

    observer: int | None
    zone: int
    place: Place
    components: tuple[Asked, ...] | None = None
    count: int | None = None
    top: str | None = None

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        words = state.game.words
        name = words.zone_names[self.zone]
        view = state.view(self.observer)["zones"].get(name, {})
        if self.components is not None:
            expected = _asked(self.components)
            # Who can count that a zone is empty sees what is in it.
            right = _same(words, self.zone, self.components, view.get("components", ()))
            right = right and ("components" in view or view.get("count") == 0)
        elif self.top is not None:
            expected = f"{self.top} on top"
            right = view.get("top") == self.top
        else:
            wanted = {} if self.count is None else {"count": self.count}
            expected, right = _seen(wanted), view == wanted
        if not right:
            yield Mismatch(self.place, f"{name} as {_who(self.observer)} sees it", expected, _seen(view))


def _same(words: Words, zone: int, asked: Sequence[Asked], have: Any) -> bool:
    names = [name for name, n in have.items() for _ in range(n)] if isinstance(have, dict) else list(have)
    left = list(names)
    for ids, _ in sorted(asked, key=lambda a: len(a[0])):
        found = next(
            (name for name in left if name is not None and any(c in ids for c in words.ids_named(name))), ""
        )
        if not found:
            return False
        left.remove(found)
    return not left


def _asked(asked: Sequence[Asked]) -> str:
    return shown([node.text for _, node in asked])


def _who(observer: int | None) -> str:
    return "everyone" if observer is None else f"seat {observer + 1}"


def _seen(view: dict[str, Any]) -> str:
    if "components" in view:
        components = view["components"]
        if isinstance(components, dict):
            return shown([f"{n} {name}" for name, n in components.items()])
        return shown([name if name is not None else "one unknown" for name in components])
    if "top" in view:
        return f"{view['top']} on top"
    return f"{view['count']} unseen" if "count" in view else "nothing of it"


@dataclass(frozen=True, slots=True)
class SeesVariable:
    """What an observer sees a variable to be; ``value`` None: that it doesn't see it."""

    observer: int | None
    name: str
    number: int
    entry: int
    variable: Variable
    value: Value | None
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        words = state.game.words
        seen = state.view(self.observer)["variables"]
        what = f"{self.name} as {_who(self.observer)} sees it"
        expected = "unseen" if self.value is None else write_word(words.word(self.variable.type, self.value))
        got = write_word(seen[self.name]) if self.name in seen else "unseen"
        if got != expected:
            yield Mismatch(self.place, what, expected, got)


@dataclass(frozen=True, slots=True)
class SeesShown:
    """What the steps of the last move showed an observer (None: everyone), in any order: exactly these."""

    observer: int | None
    components: tuple[Asked, ...]
    place: Place

    def mismatches(self, state: State) -> Iterator[Mismatch]:
        have = self.now(state)
        missing, extra = assign(self.components, have)
        if missing or extra:
            names = state.game.words.full_names
            what = f"what the last move showed {_who(self.observer)}"
            yield Mismatch(self.place, what, _asked(self.components), shown([names[c] for c in have]))

    def now(self, state: State) -> list[int]:
        """The components that were shown, in the order they were."""
        traced = state if state.game.traced else replay_moments(state.game.traced_twin, state)
        bit = state.game.sight.bit(self.observer)
        shows = [event.args for event in traced.last.events if event.kind == "show"]
        return [
            component
            for (component, seat), seers in zip(shows, traced.last.shown, strict=True)
            if seat in (-1, self.observer) or seers & bit
        ]
