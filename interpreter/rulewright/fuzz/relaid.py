"""Hidden cards laid anew: would a player have other moves if what is hidden from that player lay otherwise?

Random games are played fast, and at their decisions what the seat can't see is laid in other ways and the
legal moves are asked again: hundreds of tables a second, where playing pairs of games makes a few. Such a
table need not be one that play can come to, so it proves nothing. What it points out is a pair of cards. The
same game is then played again with the two changed for each other: drawn so from the first draw on, or chosen
so by the others, for what lies hidden may be what somebody picked. Only if that works and the seat can't tell
the two games apart there is a leak.

What others chose is also chosen otherwise in itself, with all that came after it as it was: that reaches
what is no card, and the one card that somebody lays face down each round.

Decisions that offer an action of which the checker says that it reads hidden things come first.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.engine.contract import Game, State
from rulewright.engine.known import of_components
from rulewright.engine.sight import top_of
from rulewright.fuzz.lines import Given, Line, Recorder, Step
from rulewright.machine.faults import FaultCode
from rulewright.machine.interface import DONE, Chance, Move, ZoneContent

#: Tables laid at a decision, at one that may leak, single changes tried where one of them differs, and games
#: played again for one decision.
_TABLES, _LIKELY_TABLES, _CHANGES, _REPLAYS = 2, 8, 1500, 6

#: Other moves that are tried of one choice of another player, at a decision that may leak and at others.
_LIKELY_MOVES, _MOVES = 12, 1

#: Games that came to a likely action and are gone on with, how many of their last choices may be made anew,
#: and how often that is done instead of beginning a game.
_KEPT, _BACK, _GONE_ON = 24, 24, 0.7

#: The share of likely decisions at which tables are laid in games for what is suspected alone.
_LAID = 0.25

#: How much more time games for what is suspected alone have than others.
_ALONE = 3

#: The share of decisions without a likely action that are looked at.
_OTHERS = 0.25


@dataclass(frozen=True, slots=True)
class _Act:
    """A move and the chance events that came of it, as (n, outcome)."""

    seat: int
    move: Move
    drawn: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Before:
    """A decision with more than one move: how many acts came before it, and the position."""

    acts: int
    position: Any


@dataclass(frozen=True, slots=True)
class _Begun:
    """A game as it was ``before`` one of its last decisions; ``acts`` and ``choices`` may go further."""

    start: tuple[tuple[int, int], ...]
    acts: tuple[_Act, ...]
    choices: dict[tuple[int, int], _Before]
    before: _Before

    def again(
        self, machine: Any
    ) -> tuple[tuple[tuple[int, int], ...], list[_Act], dict[tuple[int, int], _Before], Any]:
        """What it begins with, its acts, its choices and its position, all to be gone on with."""
        played = self.before.acts
        choices = {key: choice for key, choice in self.choices.items() if choice.acts < played}
        return self.start, list(self.acts[:played]), choices, machine.copy(self.before.position)


class _Tape:
    """Given outcomes; after their end the fault ``tape``. ``asked``: the n of the event after the end."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self.outcomes, self.at, self.asked = outcomes, 0, 0

    def __call__(self, n: int) -> int:
        if self.at == len(self.outcomes):
            self.asked = n
            return -1
        self.at += 1
        outcome = self.outcomes[self.at - 1]
        return outcome if outcome < n else -1


class Relaid:
    """``game`` plays, ``traced`` proves; both with the same players and readings."""

    def __init__(self, game: Game, traced: Game, rng: random.Random) -> None:
        self.game, self.traced, self.rng = game, traced, rng
        self.machine: Any = game.machine
        zones = self.machine.zones(self.machine.start(rng.randrange))
        self.of_components = [
            [of_components(param.local.type) for param in action.params]
            for action in game.ruleset.actions.values()
        ]
        """By action, which of its parameters are components or sets of them."""
        self._to_go_on: list[_Begun] = []
        self._spent = {True: 0.0, False: 0.0}
        """Seconds of games for what is suspected alone, and of others."""
        self.components = frozenset(c for zone in zones for c in (*zone.ids, *zone.unknown))

    def look(self, deepest: int, end: float, suspected: Collection[int]) -> tuple[int, State, State] | None:
        """Plays a random game of at most so many decisions; the first pair in which a seat has other moves,
        with the seat. ``suspected``: numbers of actions that read what their chooser may not see; most of
        the time is for them alone."""
        begun = time.monotonic()
        alone = bool(suspected) and self._spent[True] <= _ALONE * self._spent[False]
        try:
            return self._look(deepest, end, suspected, alone)
        finally:
            self._spent[alone] += time.monotonic() - begun

    def _look(
        self, deepest: int, end: float, suspected: Collection[int], alone: bool
    ) -> tuple[int, State, State] | None:
        chance = Recorder(self.rng.randrange)
        others = 0.0 if alone else _OTHERS
        # Most games for what is suspected go on from where others came to it.
        if alone and self._to_go_on and self.rng.random() < _GONE_ON:
            start, acts, choices, position = self.rng.choice(self._to_go_on).again(self.machine)
        else:
            position = self.machine.start(chance)
            start, acts, choices = chance.take(), [], {}
        trail: deque[_Before] = deque(maxlen=_BACK)
        while not self.machine.over(position) and len(acts) <= deepest and time.monotonic() < end:
            seat = self.machine.awaited(position)[0]
            legal = self.machine.legal(position, seat)
            likely = any(move.action in suspected for move in legal)
            if likely and alone and trail:
                self._keep(_Begun(start, tuple(acts), dict(choices), self.rng.choice(trail)))
            if likely or self.rng.random() < others:
                pair = self._chosen_otherwise(position, start, acts, seat, choices, likely, end)
                if pair is not None:
                    return seat, *pair
                # Laying tables takes much longer, and one decision of many that are alike is enough for it.
                some = self.rng.random() < (_LAID if alone else 1)
                for change in self._suspects(position, seat, likely, end) if some else ():
                    pair = self._confirmed(start, acts, seat, change)
                    if pair is not None:
                        return seat, *pair
            move = self.rng.choice(legal)
            if len(legal) > 1:
                before = _Before(len(acts), self.machine.copy(position))
                choices[seat, move.action] = before
                trail.append(before)
            self.machine.play(position, seat, move, chance)
            acts.append(_Act(seat, move, chance.take()))
        return None

    def _keep(self, begun: _Begun) -> None:
        """A game to go on from, in place of another if there are enough."""
        if len(self._to_go_on) == _KEPT:
            self._to_go_on.pop(self.rng.randrange(_KEPT))
        self._to_go_on.append(begun)

    def pair(self, line: Line, change: Mapping[int, int]) -> tuple[Line, int, State, State] | None:
        """Plays a line; the line as it was played, the seat that is to choose at its end, and the game with
        the one in which two cards are changed for each other, if the seat has other moves there and can't
        tell them apart."""
        machine, given = self.machine, Given()
        chance = Recorder(given)
        given.next(line.start)
        position = machine.start(chance)
        start = chance.take()
        acts: list[_Act] = []
        steps: list[Step] = []
        for step in line.steps:
            if machine.over(position):
                return None
            seat = machine.awaited(position)[0]
            legal = machine.legal(position, seat)
            pick = min(step.pick, len(legal) - 1)
            given.next(step.chance)
            machine.play(position, seat, legal[pick], chance)
            acts.append(_Act(seat, legal[pick], chance.take()))
            steps.append(Step(pick, tuple(outcome for _, outcome in acts[-1].drawn)))
        if machine.over(position):
            return None
        seat = machine.awaited(position)[0]
        found = self._confirmed(start, acts, seat, change)
        played = Line(tuple(outcome for _, outcome in start), tuple(steps))
        return None if found is None else (played, seat, *found)

    def line_of(self, state: State) -> Line:
        """The line of a game."""
        first, *rest = state.history
        position = self.machine.start(_Tape([outcome for _, outcome in first.outcomes]))
        steps = []
        for moment in rest:
            assert moment.move is not None
            outcomes = tuple(outcome for _, outcome in moment.outcomes)
            steps.append(Step(self.machine.legal(position, moment.seat).index(moment.move), outcomes))
            self.machine.play(position, moment.seat, moment.move, _Tape(outcomes))
        return Line(tuple(outcome for _, outcome in first.outcomes), tuple(steps))

    # --- laying anew --------------------------------------------------------------------------------------

    def _suspects(self, position: Any, seat: int, likely: bool, end: float) -> Iterator[dict[int, int]]:
        """Changes of two hidden cards for each other after which the seat would have other moves."""
        zones = self.machine.zones(position)
        hidden = self._hidden(zones, seat)
        if len({self.game.words.kind[c] for c, _ in hidden}) < 2 or self._laid(position, zones, {}, seat):
            return
        cards = [c for c, _ in hidden]
        for _ in range(_LIKELY_TABLES if likely else _TABLES):
            others = self.rng.sample(cards, len(cards))
            if self._laid(position, zones, dict(zip(cards, others, strict=True)), seat):
                break
        else:
            return
        kind = self.game.words.kind
        pairs = [
            {a: b, b: a}
            for number, (a, there) in enumerate(hidden)
            for b, where in hidden[:number]
            if there != where and kind[a] != kind[b]
        ]
        found = 0
        for change in self.rng.sample(pairs, min(_CHANGES, len(pairs))):
            if found == _REPLAYS or time.monotonic() > end:
                return
            if self._laid(position, zones, change, seat):
                found += 1
                yield change

    def _hidden(self, zones: Sequence[ZoneContent], seat: int) -> list[tuple[int, int]]:
        """The numbered components that the seat doesn't see, and where each lies."""
        sight, bit = self.game.sight, self.game.sight.bit(seat)
        parts = self.game.ruleset.components
        return [
            (c, number)
            for number, zone in enumerate(zones)
            if number and not sight.rest[number] & bit
            for c in (*zone.ids, *zone.unknown)
            if not parts.families[parts.leaf_of[c]].alike
            and not (sight.top[number] & bit and c == top_of(zone))
        ]

    def _laid(
        self, position: Any, zones: Sequence[ZoneContent], change: Mapping[int, int], seat: int
    ) -> bool:
        """Whether the seat has other moves with these components in the places of others."""
        laid = [
            replace(
                zone,
                ids=tuple(change.get(c, c) for c in zone.ids),
                unknown=tuple(sorted(change.get(c, c) for c in zone.unknown)),
            )
            for zone in zones
        ]
        leaf = self.game.ruleset.components.leaf_of
        for family in self.game.words.families:
            for zone in laid[family.first : family.first + family.size]:
                if any(leaf[c] not in family.element.leaves for c in (*zone.ids, *zone.unknown)):
                    return False
        copy = self.machine.copy(position)
        self.machine.arrange(copy, laid, {}, None, self.rng.randrange)
        if self.machine.over(copy) or seat not in self.machine.awaited(copy):
            return False
        return self._named(position, seat) != self._named(copy, seat)

    def _named(self, position: Any, seat: int) -> list[tuple[Any, ...]]:
        """The moves by number; whether they are called alike is asked of games that were played."""
        return [(move.action, move.params) for move in self.machine.legal(position, seat)]

    # --- choosing otherwise -------------------------------------------------------------------------------

    def _chosen_otherwise(
        self, position: Any, start: tuple[tuple[int, int], ...], acts: Sequence[_Act], seat: int,
        choices: Mapping[tuple[int, int], _Before], likely: bool, end: float,
    ) -> tuple[State, State] | None:  # fmt: skip
        """The game and one in which another player chose another move, if the seat has other moves there and
        can't tell the two apart. ``choices``: by seat and action the last choice of it."""
        here, seen, tried = self._named(position, seat), None, 0
        of_others = [(other, before) for (other, _), before in choices.items() if other != seat]
        of_others.sort(key=lambda choice: -choice[1].acts)
        if not likely:
            of_others = self.rng.sample(of_others, min(1, len(of_others)))
        for other, before in of_others:
            legal = self.machine.legal(before.position, other)
            moves = [move for move in legal if move != acts[before.acts].move]
            for move in self.rng.sample(moves, min(len(moves), _LIKELY_MOVES if likely else _MOVES)):
                if tried == _REPLAYS or time.monotonic() > end:
                    return None
                changed = [*acts[: before.acts], replace(acts[before.acts], move=move)]
                changed += acts[before.acts + 1 :]
                copy = self.machine.copy(before.position)
                if not self._go_on(copy, changed[before.acts :]) or self.machine.over(copy):
                    continue
                if seat not in self.machine.awaited(copy) or self._named(copy, seat) == here:
                    continue
                seen = seen or self._seen(position, seat)
                if self._seen(copy, seat) != seen:
                    continue
                tried += 1
                pair = self._alike(_outcomes(start, acts), acts, _outcomes(start, changed), changed, seat)
                if pair is not None:
                    return pair
        return None

    def _go_on(self, position: Any, acts: Sequence[_Act]) -> bool:
        """Plays acts on a position; False where one can't be played there with what chance brought."""
        machine = self.machine
        for act in acts:
            if machine.over(position) or act.seat not in machine.awaited(position):
                return False
            tape = _Tape([outcome for _, outcome in act.drawn])
            if act.move not in machine.legal(position, act.seat):
                return False
            machine.play(position, act.seat, act.move, tape)
            if tape.at < len(act.drawn):
                return False
        return True

    def _seen(self, position: Any, seat: int) -> Any:
        sight, machine = self.game.sight, self.machine
        return (
            sight.view_zones(machine.zones(position), seat),
            sight.view_variables(machine.variables(position), seat),
        )

    # --- playing again ------------------------------------------------------------------------------------

    def _confirmed(
        self, start: tuple[tuple[int, int], ...], acts: Sequence[_Act], seat: int, change: Mapping[int, int]
    ) -> tuple[State, State] | None:
        """The game and the one with the change, if that can be played and looks the same to the seat. What
        chance brought may be changed, and with it what the others chose, as far as it was of one of the two;
        or they chose otherwise alone, when they last had one of the two to choose."""
        chosen = [
            at
            for at, act in enumerate(acts)
            if act.seat != seat and self._changed(act.move, change) != act.move
        ]
        ways = [(change, len(acts))]
        if chosen:
            ways += [({}, chosen[-1]), (change, 0)]
        for drawn, since in ways:
            pair = self._played_again(start, acts, seat, change, drawn, since)
            if pair is not None:
                return pair
        return None

    def _played_again(
        self, start: tuple[tuple[int, int], ...], acts: Sequence[_Act], seat: int, change: Mapping[int, int],
        to_draw: Mapping[int, int], since: int,
    ) -> tuple[State, State] | None:  # fmt: skip
        """The same for one way: ``to_draw``: the change of what is drawn; ``since``: from which act on the
        others choose the changed component wherever they can. Before that, and the seat itself, they do so
        only where they can't choose what they chose."""
        machine = self.machine
        drawn = self._drawn_anew(machine.start, machine.start, start, to_draw)
        if drawn is None:
            return None
        tape, moves = list(drawn), []
        one, other = machine.start(_Tape([o for _, o in start])), machine.start(_Tape(drawn))
        for at, act in enumerate(acts):
            if machine.over(other) or act.seat not in machine.awaited(other):
                return None
            meant = [act.move, self._changed(act.move, change)]
            if at >= since and act.seat != seat:
                meant.reverse()
            legal = machine.legal(other, act.seat)
            move = next((move for move in meant if move in legal), None)
            if move is None:
                return None
            drawn = self._drawn_anew(
                self._on(one, act.seat, act.move), self._on(other, act.seat, move), act.drawn, to_draw
            )
            if drawn is None:
                return None
            machine.play(one, act.seat, act.move, _Tape([o for _, o in act.drawn]))
            machine.play(other, act.seat, move, _Tape(drawn))
            tape += drawn
            moves.append(move)
        if machine.over(other) or seat not in machine.awaited(other):
            return None
        if self._named(one, seat) == self._named(other, seat):
            return None
        changed = [replace(act, move=move) for act, move in zip(acts, moves, strict=True)]
        return self._alike(_outcomes(start, acts), acts, tape, changed, seat)

    def _alike(
        self, outcomes: Sequence[int], acts: Sequence[_Act], others: Sequence[int],
        changed: Sequence[_Act], seat: int,
    ) -> tuple[State, State] | None:  # fmt: skip
        """Two games, by their outcomes and acts, if they look the same to the seat and it has other moves."""
        first, second = self._played(outcomes, acts), self._played(others, changed)
        if second.over or first.information_state(seat) != second.information_state(seat):
            return None
        said = [[move.canonical for move in state.legal(seat)] for state in (first, second)]
        return None if said[0] == said[1] else (first, second)

    def _changed(self, move: Move, change: Mapping[int, int]) -> Move:
        """The move with the changed components."""
        if move.action == DONE:
            return move
        params = zip(self.of_components[move.action], move.params, strict=True)
        return replace(
            move, params=tuple(_other(value, change) if cards else value for cards, value in params)
        )

    def _on(self, position: Any, seat: int, move: Move) -> Callable[[Chance], Any]:
        def play(chance: Chance) -> Any:
            copy = self.machine.copy(position)
            self.machine.play(copy, seat, move, chance)
            return copy

        return play

    def _drawn_anew(
        self,
        one: Callable[[Chance], Any],
        other: Callable[[Chance], Any],
        drawn: Sequence[tuple[int, int]],
        change: Mapping[int, int],
    ) -> list[int] | None:
        """The outcomes with which ``other`` draws what ``one`` drew, changed; None if it can't. Which card an
        outcome is shows where play stops for want of it."""
        given: list[int] = []
        for at, (n, outcome) in enumerate(drawn):
            before, tape = self._stopped(one, [o for _, o in drawn[:at]])
            there, now = self._stopped(other, given)
            if tape.asked != n or now.asked != n:
                return None
            cards, others = self._pile(before, n), self._pile(there, n)
            wanted: int | None = outcome
            if cards is not None:
                card = change.get(cards[outcome], cards[outcome])
                wanted = others.index(card) if others is not None and card in others else None
            if wanted is None:
                return None
            given.append(wanted)
        return given

    def _stopped(
        self, act: Callable[[Chance], Any], outcomes: Sequence[int]
    ) -> tuple[list[ZoneContent], _Tape]:
        tape = _Tape(outcomes)
        position = act(tape)
        fault = self.machine.fault(position)
        if fault is None or fault.code != FaultCode.TAPE:
            tape.asked = 0
        return self.machine.zones(position), tape

    def _pile(self, zones: Sequence[ZoneContent], n: int) -> list[int] | None:
        """The n cards of which one was about to be drawn where play stopped: all but one are unknown still.
        That one lies above them, or is on its way and nowhere."""
        piles = [zone for zone in zones if len(zone.unknown) == n - 1]
        lost = self.components.difference(*(zone.ids for zone in zones), *(zone.unknown for zone in zones))
        if lost:
            drawn = [sorted((*piles[0].unknown, *lost))] if len(piles) == len(lost) == 1 else []
        else:
            drawn = [sorted((*zone.unknown, zone.ids[zone.above - 1])) for zone in piles if zone.above]
        return drawn[0] if len(drawn) == 1 else None

    def _played(self, outcomes: Sequence[int], acts: Sequence[_Act]) -> State:
        state = self.traced.start(tape=outcomes)
        for act in acts:
            state.play(act.move, act.seat)
        return state


def _outcomes(start: tuple[tuple[int, int], ...], acts: Sequence[_Act]) -> list[int]:
    return [outcome for events in (start, *(act.drawn for act in acts)) for _, outcome in events]


def _other(value: int | tuple[int, ...], change: Mapping[int, int]) -> int | tuple[int, ...]:
    if isinstance(value, tuple):
        return tuple(sorted(change.get(member, member) for member in value))
    return change.get(value, value)
