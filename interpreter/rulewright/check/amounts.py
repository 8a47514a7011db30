"""How much there can be: takes from zones that can't hold so much, and zones that nothing is ever put into.

At the start everything lies in the box. From there the steps are followed, for each number of players, with
the most that each zone can hold at that point: a step that needs more than that fails whenever play comes to
it. What can't be told is taken to be possible: after a choice, in a loop, under a condition that asks for the
zone, any number may be there. So a warning is never wrong about a step that is reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.endings import Endings
from rulewright.ruleset import core
from rulewright.ruleset.model import MISSING, Ruleset, ZoneFamily
from rulewright.ruleset.types import Comp, Int, Player
from rulewright.ruleset.walk import steps_of

#: More than any zone holds: nothing is said of what may have so much.
_PLENTY = 1 << 30

#: How often a loop is followed at most, and how many steps for one number of players.
_MOST_ROUNDS = 16
_MOST_STEPS = 4_000

State = dict[str, int]
"""Zone family -> at most so many in any one of its zones."""


@dataclass(frozen=True, slots=True)
class TooMuch:
    """A step that needs more than can be there. ``place``: an index of the ruleset's places."""

    place: int
    message: str


@dataclass(frozen=True, slots=True)
class NeverFilled:
    """A zone that nothing is ever put into. ``only_from``: the zones it is filled from, which are always
    empty too."""

    zone: ZoneFamily
    only_from: tuple[str, ...]


# --- zones that nothing fills -----------------------------------------------------------------------------


def never_filled(ruleset: Ruleset) -> Iterator[NeverFilled]:
    """The zones that stay empty because nothing is moved into them; of zones that are filled only from each
    other the one declared first."""
    ways = _ways_into(ruleset)
    filled = _reached(ways, {"box"})
    zones = [zone for zone in ruleset.zones.values() if zone.name not in filled]
    for zone in sorted(zones, key=lambda zone: bool(ways.get(zone.name))):
        if zone.name not in filled:
            known = [sources for sources in ways.get(zone.name, ()) if sources is not None]
            yield NeverFilled(zone, tuple(sorted(frozenset().union(*known) - {zone.name})))
            # What is filled from it alone is mended with it.
            filled = _reached(ways, {*filled, zone.name})


def _reached(ways: dict[str, list[frozenset[str] | None]], filled: set[str]) -> set[str]:
    """The zones that something can come into, if there can be something in the given ones."""
    while True:
        more = {
            name
            for name, sources in ways.items()
            if name not in filled and any(s is None or s & filled for s in sources)
        }
        if not more:
            return filled
        filled = filled | more


def _ways_into(ruleset: Ruleset) -> dict[str, list[frozenset[str] | None]]:
    """Zone -> for each step that moves something into it the zones that it can come from, none for any."""
    homes = _homes(ruleset)
    ways: dict[str, list[frozenset[str] | None]] = {}
    for step in steps_of(ruleset):
        sources: frozenset[str] | None = None
        match step:
            case core.Deal():
                ways.setdefault(step.family, []).append(frozenset({step.source.family}))
                continue
            case core.MoveAll() | core.MoveSome() | core.MoveKind() | core.MoveRandom():
                sources = frozenset({step.source.family})
            case core.MoveEvery():
                sources = None if step.source is None else frozenset({step.source.family})
            case core.Move():
                sources = _home(step.component, homes)
            case core.MoveSet():
                sources = _home(step.components, homes)
            case _:
                continue
        ways.setdefault(step.to.family, []).append(sources)
    for zone in ruleset.zones.values():
        if zone.refilled_from is not None:
            ways.setdefault(zone.name, []).append(frozenset({zone.refilled_from}))
    return ways


def _homes(ruleset: Ruleset) -> dict[int, frozenset[str] | None]:
    """Local -> the zones that its component, or the members of its set, can lie in when it is bound."""
    found: dict[int, frozenset[str] | None] = {}
    for action in ruleset.actions.values():
        for param in action.params:
            found[param.local.id] = _home(param.domain, found)
    for step in steps_of(ruleset):
        match step:
            case core.For():
                found[step.local.id] = _home(step.domain, found)
            case core.Let():
                found[step.local.id] = _home(step.value, found)
            case core.LetRandom():
                found[step.local.id] = _home(step.domain, found)
    return found


def _home(node: Any, homes: dict[int, frozenset[str] | None]) -> frozenset[str] | None:
    """The zones that what a value or a domain gives can lie in; none if it can't be told."""
    match node:
        case core.Zone():
            return frozenset({node.family})
        case core.End() | core.Nth():
            return frozenset({node.zone.family})
        case core.FilterD() | core.Find():
            return _home(node.domain, homes)
        case core.SetD() | core.Some():
            return _home(node.value, homes)
        case core.Local():
            return homes.get(node.var.id)
    return None


# --- takes that can't be ----------------------------------------------------------------------------------


def too_much(ruleset: Ruleset) -> Iterator[TooMuch]:
    """The steps that need more than can be there, each once, with the fewest players for whom it is so."""
    low, high = ruleset.players
    skipped = {found.zone.name for found in never_filled(ruleset)}
    endings = Endings(ruleset)
    may_drop = any(isinstance(step, core.DropOut) for step in steps_of(ruleset))
    known: dict[int, dict[int, str]] = {}
    for players in range(low, high + 1):
        for place, message in _Following(ruleset, players, skipped, endings, may_drop).run():
            known.setdefault(place, {}).setdefault(players, message)
    for place, messages in sorted(known.items()):
        players, message = next(iter(messages.items()))
        always = len(messages) == high - low + 1
        yield TooMuch(place, message if always else f"with {t.plural(players, 'player')} {message}")


class _Following:
    """The steps for one number of players. ``skipped``: zones of which nothing is said."""

    def __init__(
        self, ruleset: Ruleset, players: int, skipped: set[str], endings: Endings, may_drop: bool
    ) -> None:
        self.ruleset = ruleset
        self.players = players
        self.found: list[tuple[int, str]] = []
        self.offered: set[str] = set()
        """The actions that play may come to."""
        self.endings = endings
        self.may_drop = may_drop
        self.steps_left = _MOST_STEPS
        self.pieces: Counter[str] = Counter()
        """Leaf -> how many of it are in the game."""
        self.kinds: dict[str, int] = {}
        """Leaf -> of the kind of which there are most, how many."""
        parts = ruleset.components
        for leaf, owner, n in zip(parts.leaf_of, parts.owner, parts.copies, strict=True):
            if owner < players:
                self.pieces[leaf] += n
                self.kinds[leaf] = max(n, self.kinds.get(leaf, 0))
        self.room = {name: zone.at_most for name, zone in ruleset.zones.items()}
        self.made = {name: self._pieces(zone.element.leaves) for name, zone in ruleset.zones.items()}
        self.never = {z.name for z in ruleset.zones.values() if z.refilled_from is not None} | skipped

    def _pieces(self, leaves: tuple[str, ...]) -> int:
        """How many pieces of some types are in the game."""
        return sum(self.pieces[leaf] for leaf in leaves)

    def run(self) -> list[tuple[int, str]]:
        """Places and messages, each place once."""
        state: State = {name: _PLENTY if name in self.never else 0 for name in self.room}
        self.follow(self.ruleset.setup, state)
        self.follow(self.ruleset.play, state)
        followed: set[str] = set()
        while self.offered - followed:
            action = self.ruleset.actions[min(self.offered - followed)]
            followed.add(action.name)
            state = self._anything(self.room)
            self._free(state, (action.when, action.params))
            self.follow(action.body, state)
        return list(dict(reversed(self.found)).items())

    # --- what is known of the zones -----------------------------------------------------------------------

    def most(self, name: str) -> int:
        """How many one zone of a family can ever hold."""
        return _PLENTY if name in self.never else min(self.room[name], self.made[name])

    def _anything(self, names: Any) -> State:
        return {name: self.most(name) for name in names}

    def _free(self, state: State, asked: Any) -> None:
        """Nothing is said of the zones that a condition asks for: it may keep play from failing."""
        for name in self.endings.asked(asked) & set(self.room):
            state[name] = _PLENTY

    def _forget(self, state: State, steps: Any) -> None:
        """Whatever the steps may put somewhere may be there."""
        parts = self.endings.parts(steps)
        for name in parts.changes & set(self.room):
            state[name] = max(state[name], self.most(name))

    def put(self, state: State, name: str, n: int) -> None:
        if name in state:
            state[name] = min(state[name] + n, self.most(name))

    def take(self, state: State, zone: core.Zone, least: int) -> None:
        if zone.family in state and not zone.index and state[zone.family] < _PLENTY:
            state[zone.family] = max(0, state[zone.family] - least)

    # --- numbers ------------------------------------------------------------------------------------------

    def exact(self, e: core.Expr) -> int | None:
        """The value of an expression that depends on nothing but the number of players; else none."""
        match e:
            case core.Const():
                return e.value
            case core.Players():
                return self.players
            case core.TableGet():
                return self._entry(e)
            case core.Arith() | core.Compare():
                left, right = self.exact(e.left), self.exact(e.right)
                if left is not None and right is not None:
                    return _operation(e.op, left, right)
                return _outcome(e) if isinstance(e, core.Compare) else None
            case core.Call(_, "min" | "max" | "abs") as call:
                values = [self.exact(arg) for arg in call.args]
                if any(v is None for v in values):
                    return None
                numbers = cast("list[int]", values)
                pick = {"min": min, "max": max}.get(call.function)
                return abs(numbers[0]) if pick is None else pick(numbers)
            case core.Not():
                item = self.exact(e.item)
                return None if item is None else int(not item)
            case core.And() | core.Or():
                items = {self.exact(item) for item in e.items}
                decisive = int(isinstance(e, core.Or))
                return decisive if decisive in items else None if None in items else 1 - decisive
            case core.IfE():
                condition = self.exact(e.condition)
                return None if condition is None else self.exact(e.then if condition else e.other)
        return None

    def _entry(self, e: core.TableGet) -> int | None:
        table = self.ruleset.tables[e.table]
        entry = 0
        for key, index in zip(table.keys, e.index, strict=True):
            value = self.exact(index)
            if value is None or not 0 <= value - key.offset < key.size:
                return None
            entry = entry * key.size + value - key.offset
        value = table.values[entry]
        return None if value == MISSING else value

    def least(self, e: core.Expr) -> int:
        """At least so much."""
        exact = self.exact(e)
        return exact if exact is not None else max(0, cast(Int, t.base_of(e.type)).lo)

    def greatest(self, e: core.Expr) -> int:
        """At most so much."""
        exact = self.exact(e)
        return exact if exact is not None else cast(Int, t.base_of(e.type)).hi

    # --- steps --------------------------------------------------------------------------------------------

    def follow(self, steps: tuple[core.Step, ...], state: State) -> bool:
        """Follows a list of steps, changing the state; false if play may not come to its end."""
        for step in steps:
            self.steps_left -= 1
            if self.steps_left < 0 or isinstance(step, core.Stop):
                return False
            if not self._step(step, state):
                return False
        return True

    def _step(self, step: core.Step, state: State) -> bool:
        match step:
            case core.Deal():
                self._deal(step, state)
            case core.MoveSome() | core.MoveRandom() | core.MoveKind():
                self._counted(step, state)
            case core.MoveAll():
                there = state.get(step.source.family, _PLENTY)
                self.take(state, step.source, there)
                self.put(state, step.to.family, there)
            case core.MoveEvery():
                n, room = self._pieces(step.leaves), self.room.get(step.to.family, _PLENTY)
                if step.source is None and n > room:
                    self.found.append(
                        (step.place, f"{n} are moved, and '{step.to.family}' has room for {room}")
                    )
                self.put(state, step.to.family, n)
            case core.Move():
                self._one(step.component, state)
                self.put(state, step.to.family, 1)
            case core.Let():
                self._one(step.value, state, taken=False)
            case core.If():
                return self._if(step, state)
            case core.RunProcedure():
                return self.follow(self.ruleset.procedures[step.procedure].body, state)
            case core.While() | core.Repeat() | core.For() | core.Turns():
                self._loop(step, state)
            case core.Choose() | core.Together():
                self.offered |= {offer.action for offer in step.actions}
                self._forget(state, (step,))
            case core.MoveSet():
                self._forget(state, (step,))
        return True

    def _if(self, step: core.If, state: State) -> bool:
        known = self.exact(step.condition)
        if known is not None:
            return self.follow(step.then if known else step.other, state)
        ends: list[State] = []
        for branch in (step.then, step.other):
            inner = dict(state)
            self._free(inner, step.condition)
            if self.follow(branch, inner):
                ends.append(inner)
        after = {name: max((end[name] for end in ends), default=0) for name in state}
        # What the condition kept apart is known again after it, as far as it wasn't changed.
        self._forget(state, (step.then, step.other))
        for name in state:
            state[name] = min(state[name], after[name]) if ends else state[name]
        return bool(ends)

    def _loop(self, step: core.While | core.Repeat | core.For | core.Turns, state: State) -> None:
        rounds = self._rounds(step)
        if rounds is not None:
            for _ in range(rounds):
                if not self.follow(step.body, state):
                    break
            return
        self._forget(state, (step.body,))
        inner = dict(state)
        for asked in ("condition", "until", "while_", "where", "domain", "count"):
            self._free(inner, getattr(step, asked, None))
        self.follow(step.body, inner)

    def _rounds(self, step: core.While | core.Repeat | core.For | core.Turns) -> int | None:
        """How often the body is run, if that is known and it is nothing that could be left early."""
        parts = self.endings.parts(step.body)
        if parts.stops or parts.ends_game:
            return None
        rounds: int | None = None
        if isinstance(step, core.Repeat):
            rounds = self.exact(step.count)
        elif isinstance(step, core.For) and step.where is None and isinstance(step.domain, core.AllOf):
            rounds = self.players if isinstance(step.domain.type, Player) else None
        return rounds if rounds is not None and rounds <= _MOST_ROUNDS else None

    def _says(self, state: State, name: str, place: int, message: str) -> None:
        self.found.append((place, message))
        if name in state:
            state[name] = _PLENTY  # one fault, one message

    def _deal(self, step: core.Deal, state: State) -> None:
        each, source = self.least(step.count), step.source.family
        total = each * self.players
        room = self.room[step.family]
        there = state.get(source, _PLENTY)
        if total > there and not self.may_drop:
            told = f"{total} are dealt" + (f" ({each} to each)" if self.players > 1 else "")
            self._says(state, source, step.place, f"{told}, and {self._what_is(source, there)}")
        elif each > room and step.family not in self.never:
            told = f"{each} are dealt to each, and '{step.family}' has room for {room}"
            self.found.append((step.place, told))
        self.take(state, step.source, total if not self.may_drop else 0)
        self.put(state, step.family, self.greatest(step.count))

    def _counted(self, step: core.MoveSome | core.MoveRandom | core.MoveKind, state: State) -> None:
        n, source, target = self.least(step.count), step.source.family, step.to.family
        there = state.get(source, _PLENTY)
        if isinstance(step, core.MoveKind):
            leaves = cast(Comp, t.base_of(step.kind.type)).leaves
            there = min(there, max((self.kinds.get(leaf, 0) for leaf in leaves), default=0))
        room = self.room.get(target, _PLENTY)
        if n > there:
            self._says(state, source, step.place, f"{n} are taken, and {self._what_is(source, there)}")
        elif n > room and target not in self.never:
            self.found.append((step.place, f"{n} are moved, and '{target}' has room for {room}"))
        self.take(state, step.source, n)
        self.put(state, target, self.greatest(step.count))

    def _one(self, value: core.Expr, state: State, taken: bool = True) -> None:
        """A card at the end of a pile or row: it must be there."""
        if isinstance(value, core.Some):
            value = value.value
        if not isinstance(value, core.End) or value.zone.family not in state:
            return
        name = value.zone.family
        if state[name] == 0 and value.end != "only":
            self._says(state, name, value.place, f"one is needed here, and {self._what_is(name, 0)}")
        elif taken:
            self.take(state, value.zone, 1)

    def _what_is(self, name: str, there: int) -> str:
        if there == 0:
            return f"'{name}' is still empty at this point" if name != "box" else "there is none"
        return f"there are at most {there} in '{name}'" if there > 1 else f"there is at most 1 in '{name}'"


def _outcome(e: core.Compare) -> int | None:
    """How a comparison comes out, if the ranges of both sides tell."""
    left, right = e.left.type, e.right.type
    if e.op in ("=", "!=") or not isinstance(left, Int) or not isinstance(right, Int):
        return None
    outcomes = {_operation(e.op, left.lo, right.hi), _operation(e.op, left.hi, right.lo)}
    return outcomes.pop() if len(outcomes) == 1 else None


def _operation(op: str, left: int, right: int) -> int | None:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "div" | "mod":
            return None if right == 0 else left // right if op == "div" else left % right
        case "=":
            return int(left == right)
        case "!=":
            return int(left != right)
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
    return int(left >= right)
