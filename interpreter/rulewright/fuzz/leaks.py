"""Secrets that leak: what a player may choose must follow from what the player was shown.

A pair of games is looked for that one seat can't tell apart (equal information states: everything it was
shown, in order, its own moves included) and in which it nevertheless has different moves to choose from, or
the same ones in another order. One game is played at random up to some decision; the other is the same game
with a few outcomes of chance, or choices of others, changed. Both are played by the rules from the start, so
a leak that is reported can happen at a table.

Early decisions are tried first and most often: there the pairs are most often indistinguishable, and the
first find is a short game. Where the games differ in two cards that changed places, it is then made small:
the same exchange is tried in smaller games.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from rulewright.engine.contract import Game, LegalMove, State
from rulewright.fuzz.lines import Line
from rulewright.fuzz.relaid import Relaid
from rulewright.fuzz.script import outcomes_of, read_draws
from rulewright.fuzz.shrink import shrink

#: Decisions beyond which pairs are hardly ever indistinguishable.
DEEPEST = 60

#: The share of the time in which hidden cards are laid anew, and while something suspected isn't proven.
_RELAID, _RELAID_SUSPECTED = 0.5, 0.8

#: Games played to one depth before the next, and others that each of them is compared with.
_TRIES, _OTHERS = 6, 4


@dataclass(frozen=True, slots=True)
class Leak:
    """``seat`` can't tell ``one`` from ``other``, but has other moves there."""

    seat: int
    one: State
    other: State

    @property
    def depth(self) -> int:
        """Decisions before the one at which it shows."""
        return len(self.one.history) - 1

    @property
    def moves(self) -> tuple[list[str], list[str]]:
        """The moves in both games, in words."""
        return _moves(self.one, self.seat), _moves(self.other, self.seat)

    @property
    def actions(self) -> frozenset[str]:
        """The actions of the moves that are legal in one of the games alone."""
        here, there = ({(m.canonical, m.action) for m in s.legal(self.seat)} for s in (self.one, self.other))
        return frozenset(action for _, action in here ^ there)


class _Leaks:
    """The smallest leak of each action of which some were found. ``suspected``: actions of which some are
    looked for all the while, however deep they show."""

    def __init__(self, suspected: Collection[str]) -> None:
        self.suspected = suspected
        self.of: dict[str, Leak] = {}
        self.deepest = DEEPEST

    @property
    def unproven(self) -> set[str]:
        return {name for name in self.suspected if name not in self.of}

    def add(self, leak: Leak) -> None:
        # Where nothing but the order differs there is no such action.
        for name in leak.actions or {""}:
            if name not in self.of or leak.depth < self.of[name].depth:
                self.of[name] = leak
        if not self.unproven:
            self.deepest = min(self.deepest, max(1, min(found.depth for found in self.of.values())))

    def told(self) -> list[Leak]:
        """The smallest one, and others of suspected actions that those before don't show."""
        if not self.of:
            return []
        told = [min(self.of.values(), key=lambda leak: leak.depth)]
        for name in self.suspected:
            if name in self.of and not any(name in leak.actions for leak in told):
                told.append(self.of[name])
        return told


def find_leaks(
    game: Game,
    seed: int,
    seconds: float,
    plain: Game | None = None,
    suspected: Collection[str] = (),
) -> tuple[list[Leak], int]:
    """The leak with the fewest decisions that was found in so many seconds, then those of ``suspected``
    actions that it doesn't show, and how many pairs were told apart by nothing, so could have shown one.
    ``game`` must be traced; ``plain``: the same game untraced, with which hidden cards are laid anew (see
    ``relaid``) in a good part of the time."""
    rng = random.Random(seed)
    numbers = {action.name: action.index for action in game.ruleset.actions.values()}
    found = _Leaks(suspected)
    spent = 0.0
    begun = time.monotonic()
    end = begun + seconds
    relaid = None if plain is None else Relaid(plain, game, rng)
    compared, sweep, tried = 0, 0, 0
    while time.monotonic() < end:
        # A batch of pairs takes as long as many tables: these catch up in turn.
        while relaid is not None and (now := time.monotonic()) < end:
            if spent > (now - begun) * (_RELAID_SUSPECTED if found.unproven else _RELAID):
                break
            likely = {numbers[name] for name in found.unproven or suspected}
            pair = relaid.look(found.deepest, min(end, now + 1), likely)
            spent += time.monotonic() - now
            if pair is not None:
                found.add(Leak(*pair))
        # By turns the early decisions, half of the time the first one, and each depth in its order.
        number = tried // (_TRIES * _OTHERS)
        early = number % 2 == 0
        depth = min(_halvings(number // 2 + 1), found.deepest - 1) if early else sweep
        tried += _TRIES * _OTHERS
        games = list(_begun(game, rng, depth, end))
        if not games:
            # Games are hardly ever so long.
            found.deepest = max(1, depth)
        for one, played in [game for game in games for _ in range(_OTHERS)]:
            if time.monotonic() > end:
                break
            leak, same = _pair(one, played, rng)
            compared += same
            if leak is not None:
                found.add(leak)
        if not early:
            sweep = sweep + 1 if sweep + 1 < found.deepest else 0
    return found.told(), compared


def make_small(leak: Leak, plain: Game, seconds: float) -> tuple[Leak, bool]:
    """The leak with as few decisions as could be found in so many seconds, and whether nothing smaller was
    left to be tried. It shrinks where the games differ in two cards that changed places: then the same is
    asked of smaller games. ``plain``: the game untraced."""
    relaid = Relaid(plain, leak.one.game, random.Random(0))
    change = _swapped(leak.one, leak.other)
    if change is None or leak.depth == 0:
        return leak, leak.depth == 0

    def found(line: Line) -> tuple[Line, Leak] | None:
        pair = relaid.pair(line, change)
        if pair is None:
            return None
        played, seat, one, other = pair
        smaller = Leak(seat, one, other)
        # Of another action it might be another leak.
        same = not leak.actions or not leak.actions.isdisjoint(smaller.actions)
        return (played, smaller) if same else None

    def shows(line: Line) -> Line | None:
        pair = found(line)
        return None if pair is None else pair[0]

    line = relaid.line_of(leak.one)
    if shows(line) is None:
        return leak, False
    small = shrink(line, shows, seconds, plain.machine)
    pair = found(small.line)
    assert pair is not None
    return pair[1], small.smallest


def _swapped(one: State, other: State) -> dict[int, int] | None:
    """The two components that lie in each other's place, if nothing else lies elsewhere."""
    there = [
        {c: number for number, zone in enumerate(state.zones()) for c in (*zone.ids, *zone.unknown)}
        for state in (one, other)
    ]
    moved = [c for c in there[0] if there[0][c] != there[1].get(c)]
    if len(moved) != 2 or there[0][moved[0]] != there[1].get(moved[1]):
        return None
    return {moved[0]: moved[1], moved[1]: moved[0]}


def _halvings(number: int) -> int:
    """How often a number can be halved: 0, 1, 0, 2, 0, 1, 0, 3 ... from 1 on."""
    return (number & -number).bit_length() - 1


def _begun(game: Game, rng: random.Random, depth: int, end: float) -> Iterator[tuple[State, list[LegalMove]]]:
    """Random games of so many decisions and what was chosen; those that end before are left out."""
    for _ in range(_TRIES):
        state = game.start(rng.getrandbits(63))
        played: list[LegalMove] = []
        while len(played) < depth and not state.over:
            move = rng.choice(state.legal(state.awaited[0]))
            state.play(move)
            played.append(move)
        if not state.over:
            yield state, played
        if time.monotonic() > end:
            return


def _pair(one: State, played: list[LegalMove], rng: random.Random) -> tuple[Leak | None, bool]:
    """A pair with a game; the leak if there is one, and whether the seat couldn't tell them apart."""
    seat = rng.choice(one.awaited)
    other = _changed(one, played, seat, rng)
    if other is None or other.over or seat not in other.awaited:
        return None, False
    if one.information_state(seat) != other.information_state(seat):
        return None, False
    if _moves(one, seat) == _moves(other, seat):
        return None, True
    return Leak(seat, one, other), True


def _changed(one: State, played: list[LegalMove], seat: int, rng: random.Random) -> State | None:
    """The same game with something changed that the seat may not have seen; None where that can't be had."""
    drawn = [event for moment in one.history for event in moment.outcomes]
    tape = _with_swaps(drawn, rng) if rng.random() < 0.7 else _with_other_outcomes(drawn, rng)
    # Others choose as they did where they can, but for a change now and then.
    loyal = 1.0 if rng.random() < 0.5 else 0.7
    other = one.game.start(seed=rng.getrandbits(63), tape=tape)
    for move in played:
        if other.over or move.seat not in other.awaited:
            return None
        legal = other.legal(move.seat)
        # By name: which of several alike components it is can't be told.
        same = next((m for m in legal if m.canonical == move.canonical), None)
        if move.seat == seat and same is None:
            return None
        keeps = same is not None and (move.seat == seat or rng.random() < loyal)
        other.play(same if keeps and same is not None else rng.choice(legal))
    # A tape whose outcomes no longer fit ends a game in a fault.
    return None if other.fault is not None else other


def _with_other_outcomes(drawn: list[tuple[int, int]], rng: random.Random) -> list[int]:
    """A few outcomes drawn anew: dice, and whatever else is not drawn from a pile."""
    tape = [outcome for _, outcome in drawn]
    changes = rng.choice((0, 1, 1, 2, 4, len(tape)))
    for at in rng.sample(range(len(tape)), min(changes, len(tape))):
        tape[at] = rng.randrange(drawn[at][0])
    return tape


def _with_swaps(drawn: list[tuple[int, int]], rng: random.Random) -> list[int]:
    """Two cards of a pile changed for each other (one of them may never have been drawn), all others drawn as
    before. Chance that isn't a pile and looks like one only makes pairs that are told apart."""
    draws, piles = read_draws(drawn)
    for _ in range(rng.choice((1, 1, 2, 4)) if draws else 0):
        one = rng.choice(draws)
        other = rng.randrange(piles[one.chain])
        change = {one.card: other, other: one.card}
        draws = [
            replace(draw, card=change.get(draw.card, draw.card)) if draw.chain == one.chain else draw
            for draw in draws
        ]
    return outcomes_of(draws, piles)


def _moves(state: State, seat: int) -> list[str]:
    return [move.canonical for move in state.legal(seat)]
