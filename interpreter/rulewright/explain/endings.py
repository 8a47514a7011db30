"""How a game ended: the step that ended it with the rules it carries out, and how the ranking came about.

Play is a list of steps, and the last of them that asks players something is what a reader looks for: the
loop of turns with what ended it, in it the loop of rounds, and so on inwards to the stop that was run. A
``stop game`` anywhere ends all of it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from rulewright.diagnostics import Place
from rulewright.engine.contract import State
from rulewright.engine.templates import Value
from rulewright.explain.decisions import DecisionExplained, explain_decision
from rulewright.explain.lens import Hidden, Lens, plainly
from rulewright.explain.moment import Moment, moment
from rulewright.explain.moves import Explainer
from rulewright.explain.phrases import phrase, told_for
from rulewright.explain.reasons import Reason, Reasons, decided_by, place_of
from rulewright.explain.spoken import said
from rulewright.explain.trail import Trail, source_of
from rulewright.machine.tally import (
    NOBODY_LEFT,
    ROUNDS_OVER,
    TURN,
    TURNS_OVER,
    UNTIL_HELD,
    WHILE_FAILED,
    Point,
)
from rulewright.ruleset import core
from rulewright.ruleset.model import RankKey, Ruleset
from rulewright.ruleset.walk import nodes_under

Loop: TypeAlias = core.While | core.Turns | core.Repeat | core.For

_TURNS_ENDED = {
    NOBODY_LEFT: "end_nobody_left", ROUNDS_OVER: "end_rounds", TURNS_OVER: "end_turns",
    UNTIL_HELD: "end_until", WHILE_FAILED: "end_while",
}  # fmt: skip


@dataclass(frozen=True)
class EndedBy:
    """One thing that came to its end: ``told`` says how; where it stands, and the rules it carries out.
    ``reasons``: the conditions that ended it; ``under``: those around a stop of which no more can be said;
    ``stuck``: what a player was offered who had no legal move, which ended it."""

    told: str
    source: str
    place: Place
    rules: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()
    under: tuple[str, ...] = ()
    stuck: DecisionExplained | None = None
    decides: tuple[str, ...] = ()
    """Of the rules those that the conditions themselves cite; they come first."""
    surely: tuple[str, ...] = ()
    """Of those that decide the ones that are cited alone."""
    stopped: bool = False
    """Whether a stop ended it, and with it all that was going on inside."""
    counted: bool = False
    """Whether it ended because it had been done as often as it says."""
    asks: bool = True
    """Whether players are asked something in what ended."""
    times: int = 1
    """How often it came about, where that is told together; the last time is the one that is explained."""


@dataclass(frozen=True)
class Ranked:
    """One key of the ranking with what it is for each seat."""

    key: str
    place: Place | None
    values: tuple[str, ...]


@dataclass(frozen=True)
class EndExplained:
    """``by``: what ended the game, the innermost first, as it came about; empty after a fault.
    ``ranking``: the keys in their order; ``order``: sentences on who comes before whom; ``winners``: of a
    ruleset that says who wins, why for each seat."""

    by: tuple[EndedBy, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    wins: tuple[int, ...]
    cut_off: bool
    fault: str | None
    ranking: tuple[Ranked, ...]
    order: tuple[str, ...]
    winners: tuple[Reason, ...]
    rules: tuple[str, ...]
    """The rules of the result."""
    means: str = ""
    """What it means that a limit of the ruleset ended the game, if one did."""


def explain_end(state: State, trail: Trail | None = None, language: str = "en") -> EndExplained:
    """How the game ended. ``trail``: of the whole game, if its state is one that was followed (see trail);
    else the game is played once more."""
    if trail is None:
        from rulewright.engine.log import replay_moments
        from rulewright.explain.trail import followed

        game = state.game.twin(backend="reference")
        trail = followed(game)
        state = replay_moments(game, state)
    else:
        state = plainly(state)
    ruleset, fault = state.game.ruleset, state.fault
    by = () if fault is not None else tuple(_GameEnder(state, trail, language).all())[::-1]
    means = state.game.words.text(ruleset.result.means, language) if state.cut_off else ""
    ranker = _Ranker(state, language)
    return EndExplained(
        by, tuple(state.scores()), tuple(state.places()), tuple(state.winners()), state.cut_off,
        None if fault is None else str(fault), tuple(ranker.ranking()), tuple(ranker.order()),
        tuple(ranker.winners()), ruleset.result.rules, means,
    )  # fmt: skip


class Ender:
    """Explains what ended, by the ``points`` that play came to and when it came ``last`` to each, by number.
    ``then``: the moment of a point."""

    def __init__(
        self, ruleset: Ruleset, language: str, points: Sequence[Point], then: Callable[[int], Moment]
    ) -> None:
        self.ruleset, self.language = ruleset, language
        self.points, self.then = points, then
        self.last: dict[Point, int] = {}
        self.bodies: list[Any] = [ruleset.play, *(p.body for p in ruleset.procedures.values())]
        self.bodies += [action.body for action in ruleset.actions.values()]

    def _ran(self, step: Any) -> int:
        """When a step was run last; -1: never."""
        return self.last.get(("step", step.place, 0), -1)

    def _decides(self, step: Any) -> bool:
        return any(True for _ in self._decisions(step))

    def _asked(self, step: Any) -> int:
        """When something was asked last in a step; -1: never."""
        return max(self.last.get(("asked", decision.place, 0), -1) for decision in self._decisions(step))

    def _decisions(self, step: Any) -> Iterator[core.Choose | core.Together]:
        """The decisions in a step, and in the procedures and actions that it leads to."""
        for node in nodes_under(step):
            if isinstance(node, core.Choose | core.Together):
                yield node
                for offer in node.actions:
                    yield from self._decisions(self.ruleset.actions[offer.action].body)
            elif isinstance(node, core.RunProcedure):
                yield from self._decisions(self.ruleset.procedures[node.procedure].body)

    def over(self, step: Loop, arm: int, ended: int) -> EndedBy:
        """Of a loop that a branch of its own ended. ``arm``: which; ``ended``: when."""
        at = self.ruleset.places[step.place]
        key, condition = "end_while", None
        if isinstance(step, core.While):
            condition = step.condition
        elif isinstance(step, core.Turns):
            key = _TURNS_ENDED[arm]
            condition = step.until if key == "end_until" else step.while_ if key == "end_while" else None
        reasons: tuple[Reason, ...] = ()
        if condition is not None:
            reason = self._asked_then(condition, ended)
            reasons = (reason,) if reason.outcome == (key == "end_until") else ()
        told, source = phrase(key, self.language), source_of(self.ruleset, step)
        counted = key in ("end_rounds", "end_turns")
        cited = [each for reason in reasons for each in reason.citations if each != at.rules]
        decides, surely = decided_by(cited)
        return EndedBy(
            told, source, at.place, tuple(dict.fromkeys([*decides, *at.rules])), reasons,
            decides=decides, surely=surely, counted=counted, asks=self._decides(step),
        )  # fmt: skip

    def _asked_then(self, condition: core.Expr, at: int) -> Reason:
        """Why a condition held or not when play came to a point."""
        then = self.then(at)
        return Explainer(then.state, None, self.language).reasons.of(condition, then.env)

    def stopped(self, stop: core.Stop, loop: Loop | None) -> EndedBy:
        """Of a loop (none: the game) that a stop ended."""
        key, bodies = ("end_game", self.bodies) if loop is None else ("end_stop", loop.body)
        at = self.ruleset.places[stop.place]
        told = phrase(key, self.language, loop="" if loop is None else source_of(self.ruleset, loop))
        around = [node for node in nodes_under(bodies) if _leads_to(node, stop) is not None]
        under: list[str] = []
        reasons: list[Reason] = []
        stuck = None
        if around:
            came = self._came(around[-1], stop)
            then = self.then(came)
            explainer = Explainer(then.state, None, self.language)
            for node in around:
                if isinstance(node, core.If):
                    reason = explainer.reasons.of(node.condition, then.env)
                    if reason.outcome == _leads_to(node, stop) and self._still(node, stop, around, came):
                        reasons.append(reason)
                        continue
                elif node is around[-1]:
                    stuck = explain_decision(then.state, None, self.language)
                    continue
                under.append(self._under(node, stop))
        return EndedBy(
            told, at.what, at.place, at.rules, tuple(reasons), tuple(under), stuck, stopped=True,
            asks=loop is None or self._decides(loop),
        )  # fmt: skip

    def _still(self, node: core.If, stop: core.Stop, around: list[Any], at: int) -> bool:
        """Whether nothing was done between what an If asked and a later point, but for what stands around."""
        places = {other.place for other in around}
        between = self.points[self._came(node, stop) : at]
        return all(kind != "step" or place in places for kind, place, _ in between)

    def _came(self, node: core.If | core.Choose, stop: core.Stop) -> int:
        """When play came last to the way on which a stop stands."""
        if isinstance(node, core.If):
            return self.last["branch", node.place, int(bool(_leads_to(node, stop)))]
        return self.last["chosen", node.place, len(node.actions) + 1]

    def _under(self, node: core.If | core.Choose, stop: core.Stop) -> str:
        """In short, what stands around a stop."""
        if isinstance(node, core.Choose):
            offered = ", ".join(offer.action for offer in node.actions)
            return phrase("end_none_legal", self.language, offered=offered)
        key = "end_under" if _leads_to(node, stop) else "end_under_not"
        return phrase(key, self.language, text=self.ruleset.places[node.place].what)


class _GameEnder(Ender):
    """Finds what ended a game in its trail."""

    def __init__(self, state: State, trail: Trail, language: str) -> None:
        super().__init__(state.game.ruleset, language, trail.points, lambda at: moment(state, at))
        self.state = state
        self.last = {point: at for at, point in enumerate(self.points)}

    def all(self) -> Iterator[EndedBy]:
        stop = self._last_stop(self.bodies, None)
        if stop is not None and not any(point[0] == "end" for point in self.points[self._ran(stop) :]):
            yield self.stopped(stop, None)
            return
        yield from self._in(self.ruleset.play)

    def _last_stop(self, bodies: Any, loop: int | None) -> core.Stop | None:
        """The stop of a loop (none: of the game) that was run last."""
        stops = [n for n in nodes_under(bodies) if isinstance(n, core.Stop) and n.loop == loop]
        stop = max(stops, key=self._ran, default=None)
        return stop if stop is not None and self._ran(stop) >= 0 else None

    def _in(self, steps: tuple[core.Step, ...], *, around: bool = False) -> Iterator[EndedBy]:
        """What ended a list of steps: the last step in it that asks players something. ``around``: whether
        there is a loop around it, of which it was said how it ended."""
        deciding = [step for step in steps if self._decides(step) and self._ran(step) >= 0]
        if not deciding:
            return
        step = max(deciding, key=lambda s: (self._asked(s), self._ran(s)))
        match step:
            case core.While() | core.Turns() | core.Repeat() | core.For():
                ended = self._loop(step)
                # What a loop around it does again and again has ended of itself each time.
                if not (around and ended.counted):
                    yield ended
                if not ended.stopped:
                    yield from self._in(step.body, around=True)
            case core.If():
                held = self.last.get(("branch", step.place, 1), -1) > self.last.get(
                    ("branch", step.place, 0), -1
                )
                yield from self._in(step.then if held else step.other, around=around)
            case core.RunProcedure():
                yield from self._in(self.ruleset.procedures[step.procedure].body, around=around)
            case _ if not around:
                at = self.ruleset.places[step.place]
                told = phrase("end_choice", self.language)
                yield EndedBy(told, source_of(self.ruleset, step), at.place, at.rules)

    def _loop(self, step: Loop) -> EndedBy:
        """How a loop ended that is over."""
        stop = self._last_stop(step.body, step.loop)
        ends = {
            at: arm for (kind, place, arm), at in self.last.items()
            if kind == "branch" and place == step.place and is_end(step, arm)
        }  # fmt: skip
        ended = max(ends, default=-1)
        begun = self._ran(step)
        if stop is not None and self._ran(stop) > max(ended, begun):
            return self.stopped(stop, step)
        if ended < begun:
            at = self.ruleset.places[step.place]
            key = "end_all" if isinstance(step, core.For) else "end_repeated"
            told, source = phrase(key, self.language), source_of(self.ruleset, step)
            return EndedBy(told, source, at.place, at.rules, counted=True)
        return self.over(step, ends[ended], ended)

    def _asked_then(self, condition: core.Expr, at: int) -> Reason:
        """Why a condition held or not when play came to a point."""
        if not any(kind == "step" for kind, _, _ in self.points[at:]):
            # Nothing has changed since; playing again would take its time.
            reason = Explainer(self.state, None, self.language).reasons.of(condition, {})
            if reason.outcome is not None:
                return reason
        return super()._asked_then(condition, at)


def _leads_to(node: Any, stop: core.Stop) -> bool | None:
    """Whether a stop stands in what is run where an If holds or not, or where a choose has no legal move
    (False); none if it doesn't stand in the node so."""
    ways: list[tuple[bool, Any]] = []
    if isinstance(node, core.If):
        ways = [(True, node.then), (False, node.other)]
    elif isinstance(node, core.Choose):
        ways = [(False, node.otherwise or ())]
    return next((way for way, steps in ways if any(n is stop for n in nodes_under(steps))), None)


def is_end(step: Any, arm: int) -> bool:
    """Whether this arm of a loop's branch ends it."""
    return arm != TURN if isinstance(step, core.Turns) else arm == 0 and isinstance(step, core.While)


class _Ranker:
    """How the ranking came about."""

    def __init__(self, state: State, language: str) -> None:
        self.state, self.language = state, language
        self.lens = Lens(state, None)
        self.words, self.result = state.game.words, state.game.ruleset.result
        self.seats = range(state.game.players)

    def _value(self, key: RankKey, seat: int) -> Value | None:
        try:
            return self.lens.value(key.value, {self.result.me.id: seat})
        except Hidden:
            return None

    def _key(self, key: RankKey) -> str:
        origin = self.lens.origins.of(key.value)
        return f"{'highest' if key.highest else 'lowest'} {'' if origin is None else origin.text}".rstrip()

    def _said(self, key: RankKey, seat: int) -> str:
        value = self._value(key, seat)
        return "?" if value is None else said(self.words, key.value.type, value)

    def ranking(self) -> Iterator[Ranked]:
        for key in self.result.rank:
            origin = self.lens.origins.of(key.value)
            yield Ranked(
                self._key(key), None if origin is None else place_of(origin),
                tuple(self._said(key, seat) for seat in self.seats),
            )  # fmt: skip

    def order(self) -> Iterator[str]:
        """Who comes before whom, and by which key."""
        places = self.state.places()
        ordered = sorted(self.seats, key=lambda seat: (places[seat], seat))
        for first, second in pairwise(ordered):
            names = {
                "first": self.words.seat(first + 1, self.language),
                "second": self.words.seat(second + 1, self.language),
            }
            if places[first] == places[second]:
                keys = [f"{self._key(key)}: {self._said(key, first)}" for key in self.result.rank]
                score = phrase("score", self.language, n=self.state.scores()[first])
                yield phrase("order_same", self.language, values="; ".join(keys) or score, **names)
                continue
            equal: list[str] = []
            for key in self.result.rank:
                if self._value(key, first) != self._value(key, second):
                    values = {"a": self._said(key, first), "b": self._said(key, second)}
                    before = phrase("order_equal", self.language, values="; ".join(equal)) if equal else ""
                    yield phrase(
                        "order_by", self.language, rank=self._key(key), equal=before, **names, **values
                    )  # fmt: skip
                    break
                equal.append(f"{self._key(key)}: {self._said(key, first)}")

    def winners(self) -> Iterator[Reason]:
        """Why each seat wins or doesn't, where the ruleset says who wins."""
        if self.result.winners is None:
            return
        reasons = Reasons(self.lens, self.language)
        for seat in self.seats:
            reason = reasons.of(self.result.winners, {self.result.me.id: seat})
            told = told_for([("me", f"player {seat + 1}")], self.language, reason.told)
            yield Reason(reason.outcome, reason.text, told, reason.origin, reason.parts, reason.fact)
