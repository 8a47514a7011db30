"""A move that a person asks about, legal or not, said in any of the ways in which a legal one may be said.

The words that are typed are laid along what an action is called: its name and the values of its parameters
in their order, or its sentence. Words of a name or sentence may be left out or cut short, and so may values;
what is typed must all fit, later words later ones. Of all that can be meant the closest is taken, and first
what is legal. Where no action has all the words, as few as can be are passed over, those that tell least.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulewright.engine.frame import frame
from rulewright.engine.templates import Unsayable, Value
from rulewright.engine.words import Word, Words
from rulewright.explain.lens import Hidden
from rulewright.explain.spoken import plain
from rulewright.explain.wanted import Wanted, passed_over
from rulewright.play.answers import given, in_order, words_of
from rulewright.reference.domains import Env
from rulewright.ruleset import core
from rulewright.ruleset.model import Action, Param
from rulewright.ruleset.types import Comp, Int, SetOf, Type
from rulewright.ruleset.walk import nodes_under, steps_of

#: Ways of laying words along an action that are tried; so many words can't mean one move anyway.
_WAYS = 5_000

#: How much of the cost of a way says how close it is to what was typed; the rest is how much it leaves open.
_CLOSE = 2

#: So many words may be passed over.
_PASSED = 3

#: A word in another form (several, in another case) has so many letters more, and at least so many in common.
_ENDING = 2
_STEM = 3

_Spelt = tuple[str, ...]
_Values = tuple[int, ...]


@dataclass(frozen=True)
class _Meant:
    """The values that words can mean, and the words."""

    values: _Values
    spelt: _Spelt


@dataclass(frozen=True)
class _Literal:
    """A word of a name or sentence. ``name``: of an action's name."""

    word: str
    name: bool = False


@dataclass(frozen=True)
class _Slot:
    """Where something is said of a parameter: itself, or what an expression in the sentence makes of it."""

    param: Param
    piece: core.Expr | None = None


@dataclass(frozen=True)
class _Way:
    """One way of understanding: what is meant for each parameter (of a subset for each member), and how far
    it is from what was typed."""

    meant: dict[str, tuple[_Meant, ...]] = field(default_factory=dict)
    begun: int = 0
    """Words that are cut short, and values of which words are left out."""
    gaps: int = 0
    """Words of the name that are left out before others that are not."""
    unsaid: int = 0
    """Words of the name that are left out."""
    passed: _Spelt = ()
    """Words that were typed and mean nothing here."""


_Meaning: TypeAlias = tuple[str, _Way]
"""An action and a way in which words are about it."""


class Asked:
    """Understands what is asked in a game. ``offered``: the actions of which the choice is; ``seat``: whose
    move it is, for names that pieces of several players have. ``value``: what an expression of a sentence
    comes to on the table, or Hidden; by default what doesn't hang on the table is said. ``is_legal``: whether
    a legal move fits what is meant; by default nobody knows."""

    def __init__(
        self, words: Words, seat: int, offered: Collection[str], language: str,
        value: Callable[[core.Expr, Env], Value] | None = None,
        is_legal: Callable[[Wanted], bool] = lambda wanted: True,
    ) -> None:  # fmt: skip
        self.words, self.seat, self.offered, self.language = words, seat, offered, language
        self._value = value or (lambda e, env: words.evaluator.value(e, env, None))
        self._is_legal = is_legal
        self.passed: _Spelt = ()
        """The words of what was asked last that were passed over."""
        self.furthest = 0
        """How many of the words could be laid along some action."""
        self._told: dict[str, int] = {}
        self._spellings: dict[tuple[Type, core.Expr | None], dict[_Spelt, list[int]]] = {}
        self._found: dict[tuple[Type, core.Expr | None, _Spelt], tuple[_Values, int]] = {}

    def closest(self, text: str) -> list[Wanted]:
        """The moves that are closest to what is typed, one of each action; several if it isn't clear which
        is meant, [] if none can be. Of what is equally close it is what leaves least open; where that isn't
        one move, all that are offered, or else all."""
        if self._is_done(words_of(text)):
            return [Wanted("done")]
        said = given(text)
        if said is None:
            return []
        bare, pairs = said
        ways = self._closest_ways(bare, pairs, 0)
        if not ways and self._says_done(words_of(text)):
            return [Wanted("done")]
        for most in range(1, min(_PASSED, max(len(bare) - 1, 1)) + 1):
            ways = ways or self._closest_ways(bare, pairs, most)
        meant = self._chosen(ways)
        if not any(map(self._is_legal, meant)):
            # What nobody can choose now is hardly meant where the same words can mean what somebody can.
            meant = self._chosen(list(self._legal(ways))) or meant
        return meant

    def told_of(self, move: Wanted) -> str:
        """What is told before a move for which words were passed over: which, and what could be said of the
        parameters that aren't given; nothing if none was."""
        return passed_over(self.words, self.passed, move, self.language) if self.passed else ""

    def _closest_ways(self, bare: list[str], pairs: dict[str, list[str]], most: int) -> list[_Meaning]:
        """The ways of all actions that leave out what tells least, and fit best. ``most``: so many words may
        be passed over."""
        self.passed = ()
        found = [
            (action.name, way)
            for action in self.words.ruleset.actions.values()
            for way in self._ways(action, bare, pairs, most)
        ]
        if not most:
            least = min((way.begun for _, way in found), default=0)
            return [(name, way) for name, way in found if way.begun == least]
        telling = {word: self._telling(word) for word in bare}
        found = [(name, way) for name, way in found if sum(telling[w] > 0 for w in way.passed) <= 1]
        costs = [(sum(telling[w] for w in way.passed), way.begun) for _, way in found]
        closest = [entry for entry, cost in zip(found, costs, strict=True) if cost == min(costs)]
        self.passed = closest[0][1].passed if closest else ()
        return closest

    def _chosen(self, ways: list[_Meaning]) -> list[Wanted]:
        """The moves of the ways that leave out and open least."""
        best: dict[str, tuple[tuple[int, ...], _Way]] = {}
        for name, way in ways:
            missing = len(self.words.ruleset.actions[name].params) - len(way.meant)
            cost = (way.begun, way.gaps, name not in self.offered, missing, way.unsaid)
            if name not in best or cost < best[name][0]:
                best[name] = cost, way
        least = min((cost for cost, _ in best.values()), default=())
        meant = {name: found for name, found in best.items() if found[0] == least}
        if len(meant) > 1:
            meant = {name: found for name, found in best.items() if name in self.offered} or best
            closest = min(cost[:_CLOSE] for cost, _ in meant.values())
            meant = {name: found for name, found in meant.items() if found[0][:_CLOSE] == closest}
        return [self._wanted(name, way) for name, (_, way) in meant.items()]

    def _legal(self, ways: list[_Meaning]) -> Iterator[_Meaning]:
        """The ways that legal moves fit."""
        known: dict[str, bool] = {}
        for name, way in ways:
            wanted = self._wanted(name, way)
            if wanted.text not in known:
                known[wanted.text] = self._is_legal(wanted)
            if known[wanted.text]:
                yield name, way

    def says_little(self, word: str) -> bool:
        """Whether a word is no value, and in the names of no action or of at least half of them."""
        return 2 * self._telling(word) < len(self.words.ruleset.actions) + 2

    def _telling(self, word: str) -> int:
        """How much a word says: nothing if no action has it, else the more the fewer have it; a value says as
        much as can be."""
        if word not in self._told:
            actions = self.words.ruleset.actions.values()
            ways = [[w for w in self._ways(a, [word], {}, 0) if _is_within(a, w)] for a in actions]
            is_value = any(way.meant for found in ways for way in found)
            known = sum(map(bool, ways))
            self._told[word] = 2 * len(ways) if is_value else 1 + len(ways) - known if known else 0
        return self._told[word]

    def _is_done(self, typed: list[str]) -> bool:
        """Whether that is what passing is called, and no action is called so."""
        ruleset, language = self.words.ruleset, self.language
        actions = [words_of(name) for name in ruleset.actions]
        actions += [words_of(self.words.label(name, language)) for name in ruleset.actions]
        called = ("done", self.words.label("done", language), frame("pass", language))
        return typed in map(words_of, called) and typed not in actions

    def _says_done(self, typed: list[str]) -> bool:
        """Whether words are of what it is called somewhere in the ruleset to be done."""
        for step in steps_of(self.words.ruleset):
            if isinstance(step, core.Choose) and step.done_say:
                pieces = step.done_say.get(self.language) or next(iter(step.done_say.values()))
                told = [word for piece in pieces if isinstance(piece, str) for word in words_of(piece)]
                if typed and in_order(typed, told):
                    return True
        return False

    # --- what an action is called -------------------------------------------------------------------------

    def _ways(
        self, action: Action, bare: list[str], pairs: dict[str, list[str]], most: int
    ) -> Iterator[_Way]:
        """The ways in which the words can be about the action. ``most``: so many are passed over, and words
        may have other endings."""
        behind = self._pairs(action, pairs)
        if behind is None:
            return
        label = self.words.label(action.name, self.language)
        names = dict.fromkeys((tuple(words_of(action.name)), tuple(words_of(label))))
        slots = [_Slot(param) for param in action.params]
        forms: list[list[_Literal | _Slot]] = [
            [*(_Literal(word, name=True) for word in name), *slots] for name in names
        ]
        forms.append(list(self._sentence(action)))
        for form in forms:
            laid = _Laying(self, bare, form, most)
            yield from laid.ways(behind)
            self.furthest = max(self.furthest, laid.furthest)

    def _sentence(self, action: Action) -> Iterator[_Literal | _Slot]:
        """What the action says; of its expressions those that are about one parameter alone."""
        pieces = action.say.get(self.language) or next(iter(action.say.values()), ())
        params = {param.local.id: param for param in action.params}
        for piece in pieces:
            if isinstance(piece, str):
                yield from map(_Literal, words_of(piece))
                continue
            about = {node.var.id for node in nodes_under(piece) if isinstance(node, core.Local)}
            if len(about) == 1 and (local := about.pop()) in params:
                yield _Slot(params[local], None if isinstance(piece, core.Local) else piece)

    def _pairs(self, action: Action, pairs: dict[str, list[str]]) -> _Way | None:
        """What is given by the names of parameters, or their beginnings; none if it doesn't fit."""
        way = _Way()
        for begun, spelt in pairs.items():
            whole = [p for p in action.params if p.local.name.casefold() == begun]
            fitting = whole or [p for p in action.params if p.local.name.casefold().startswith(begun)]
            if len(fitting) != 1:
                return None
            slot = _Slot(fitting[0])
            ends = [(values, cost) for end, values, cost in self.values(slot, spelt, 0) if end == len(spelt)]
            if not spelt and isinstance(slot.param.local.type, SetOf):
                ends = [((), 0)]
            if not ends:
                return None
            values, cost = min(ends, key=lambda found: found[1])
            way = _Way({**way.meant, slot.param.local.name: values}, way.begun + cost)
        return way

    # --- values -----------------------------------------------------------------------------------------

    def values(
        self, slot: _Slot, typed: Sequence[str], at: int
    ) -> Iterator[tuple[int, tuple[_Meant, ...], int]]:
        """What the words from ``at`` on can mean for a slot: where they end, the values (of a subset of each
        member), and how far they are from what was typed."""
        is_set = isinstance(slot.param.local.type, SetOf)
        for end in range(len(typed), at, -1):
            spelt = tuple(typed[at:end])
            values, cost = self._spelt(slot, spelt)
            if not values:
                continue
            meant = _Meant(values, spelt)
            yield end, (meant,), cost
            if is_set and slot.piece is None:
                for last, more, further in self.values(slot, typed, end):
                    yield last, (meant, *more), cost + further

    def _spelt(self, slot: _Slot, spelt: _Spelt) -> tuple[_Values, int]:
        """The values that words name, or else those of which they are a part, at a cost."""
        type = slot.param.local.type
        element = type.element if isinstance(type, SetOf) else type
        key = element, slot.piece, spelt
        if key not in self._found:
            self._found[key] = self._looked_up(element, slot, spelt)
        return self._found[key]

    def _looked_up(self, element: Type, slot: _Slot, spelt: _Spelt) -> tuple[_Values, int]:
        if isinstance(element, Int) and slot.piece is None:
            number = " ".join(spelt)
            found = self.words.values_of(element, int(number)) if number.lstrip("-").isdecimal() else []
            return tuple(found), 0
        known = self._names(element, slot)
        if spelt in known:
            return self._own(element, known[spelt]), 0
        part = [value for have, values in known.items() if in_order(spelt, have) for value in values]
        return self._own(element, part), 1 + sum(not any(w in have for have in known) for w in spelt)

    def _own(self, element: Type, values: list[int]) -> _Values:
        """Of pieces with one name those of the seat, if it has any."""
        found = dict.fromkeys(values)
        if isinstance(element, Comp):
            owner = self.words.ruleset.components.owner
            found = dict.fromkeys(i for i in found if owner[i] == self.seat) or found
        return tuple(found)

    def _names(self, element: Type, slot: _Slot) -> dict[_Spelt, list[int]]:
        """The words of each value, with the values that are called so."""
        key = element, slot.piece
        if key not in self._spellings:
            known: dict[_Spelt, list[int]] = {}
            for value in self.words.values(element):
                for name in dict.fromkeys(self._called(element, slot, value)):
                    spelt = tuple(words_of(name))
                    if spelt and value not in known.setdefault(spelt, []):
                        known[spelt].append(value)
            self._spellings[key] = known
        return self._spellings[key]

    def _called(self, element: Type, slot: _Slot, value: int) -> Iterator[str]:
        words = self.words
        if slot.piece is not None:
            try:
                made = self._value(slot.piece, {slot.param.local.id: value})
                yield words.say(slot.piece.type, made, self.language)
            except (Unsayable, Hidden):
                pass
            return
        yield plain(words.word(element, value))
        yield words.say(element, value, self.language)
        if isinstance(element, Comp):
            yield words.names[value]
            yield words.plain_name(value)

    # --- what was meant -----------------------------------------------------------------------------------

    def _wanted(self, name: str, way: _Way) -> Wanted:
        """The move of a way, its parameters in their order."""
        action = self.words.ruleset.actions[name]
        params: dict[str, Word] = {}
        for param in action.params:
            if param.local.name in way.meant:
                type = param.local.type
                element = type.element if isinstance(type, SetOf) else type
                said = [self._word(element, meant) for meant in way.meant[param.local.name]]
                params[param.local.name] = said if isinstance(type, SetOf) else said[0]
        return Wanted(name, params, {given: tuple(m.values for m in way.meant[given]) for given in params})

    def _word(self, element: Type, meant: _Meant) -> Word:
        """What the values are called, or what was typed where they are called differently."""
        called = {
            self.words.name_for(value, self.seat)
            if isinstance(element, Comp)
            else plain(self.words.word(element, value))
            for value in meant.values
        }
        if len(called) > 1:
            return " ".join(meant.spelt)
        return called.pop() if isinstance(element, Comp) else self.words.word(element, meant.values[0])


class _Laying:
    """Lays words along what an action is called, piece by piece."""

    def __init__(self, asked: Asked, typed: list[str], form: Sequence[_Literal | _Slot], most: int) -> None:
        self.asked, self.typed, self.form, self.most = asked, typed, form, most
        self.furthest = self._tried = 0

    def ways(self, begun: _Way) -> Iterator[_Way]:
        """``begun``: what is known already."""
        yield from self._from(0, 0, begun, 0, close=True)

    def _from(self, piece: int, word: int, way: _Way, skipped: int, *, close: bool) -> Iterator[_Way]:
        """The ways on from a piece and a word. ``skipped``: words of the name that were left out last;
        ``close``: whether nothing was left out since the last word, so that the next may be passed over."""
        self.furthest = max(self.furthest, word)
        self._tried += 1
        if self._tried > _WAYS:
            return
        if close and word < len(self.typed) and len(way.passed) < self.most and self._may_pass(word):
            over = replace(way, passed=(*way.passed, self.typed[word]))
            yield from self._from(piece, word + 1, over, skipped, close=True)
        if piece == len(self.form):
            if word == len(self.typed) and self._says_something(way):
                yield way
            return
        now = self.form[piece]
        if isinstance(now, _Slot):
            yield from self._slot(now, piece, word, way, skipped)
        elif word < len(self.typed) and self._is(self.typed[word], now.word):
            cut = int(self.typed[word] != now.word)
            closer = replace(way, begun=way.begun + cut, gaps=way.gaps + skipped * now.name)
            yield from self._from(piece + 1, word + 1, closer, 0, close=True)
        left = isinstance(now, _Literal) and now.name
        further = replace(way, unsaid=way.unsaid + left) if left else way
        yield from self._from(piece + 1, word, further, skipped + left, close=False)

    def _may_pass(self, word: int) -> bool:
        """Whether a word may mean nothing. A number before another word says how many."""
        typed = self.typed[word]
        if typed.isdecimal() and word + 1 < len(self.typed):
            return not self.typed[word + 1].isdecimal()
        return self.asked.says_little(typed)

    def _is(self, typed: str, word: str) -> bool:
        """Whether what is typed is a word or its beginning, or (where words may be passed over) another form
        of it."""
        if self.most and len(word) >= _STEM and typed.startswith(word):
            return len(typed) - len(word) <= _ENDING
        return in_order([typed], [word])

    def _says_something(self, way: _Way) -> bool:
        """Whether more is understood than numbers, where words were passed over."""
        left = list(self.typed)
        for word in way.passed:
            left.remove(word)
        return not way.passed or any(not word.lstrip("-").isdecimal() for word in left)

    def _slot(self, now: _Slot, piece: int, word: int, way: _Way, skipped: int) -> Iterator[_Way]:
        name = now.param.local.name
        for end, values, cost in self.asked.values(now, self.typed, word):
            meant = _both(way.meant.get(name), values)
            if meant is not None:
                further = replace(way, meant={**way.meant, name: meant}, begun=way.begun + cost)
                yield from self._from(piece + 1, end, further, skipped, close=True)


def _is_within(action: Action, way: _Way) -> bool:
    """Whether numbers that are meant are in the ranges of their parameters."""
    types = {param.local.name: param.local.type for param in action.params}
    return all(
        type.lo <= value <= type.hi
        for name, meant in way.meant.items()
        if isinstance(type := types[name], Int)
        for each in meant
        for value in each.values
    )


def _both(before: tuple[_Meant, ...] | None, now: tuple[_Meant, ...]) -> tuple[_Meant, ...] | None:
    """What is meant where a parameter is spoken of twice; none if that is nothing."""
    if before is None or len(before) != len(now):
        return now if before is None else None
    both = tuple(
        _Meant(tuple(v for v in a.values if v in b.values), a.spelt) for a, b in zip(before, now, strict=True)
    )
    return both if all(meant.values for meant in both) else None
