"""Why a move is legal or not: the first thing that stands against it, in the order of play.

Whose choice is it; what does the step offer; the action's condition; then parameter by parameter whether the
value is in the domain at all, whether its conditions hold, and whether others go before it; at last whether
the move would be a dead end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest

from rulewright.diagnostics import Place
from rulewright.engine.contract import State
from rulewright.engine.moves import name_moves
from rulewright.explain.around import choice_before, nothing_legal, offering, turns_around
from rulewright.explain.lens import Hidden, Lens
from rulewright.explain.moment import last_at
from rulewright.explain.phrases import phrase, told_for
from rulewright.explain.reasons import Reason, Reasons, decided_by, place_of
from rulewright.explain.search import Failure, Ways, conditions_of
from rulewright.explain.spoken import named, said, shown_of, with_values
from rulewright.explain.wanted import Wanted
from rulewright.machine.interface import DONE, Move
from rulewright.reference.domains import Env
from rulewright.reference.legal import Choice, Offer
from rulewright.ruleset import core
from rulewright.ruleset.model import Action, Param
from rulewright.ruleset.types import Comp, SetOf, Type

#: Candidates that fail alike of which so many are told.
_TOLD = 6

#: Candidates of which it is asked why they fail: they may be thousands.
_ASKED = 200

#: Moves that are named where it is asked whether there are any.
_EXAMPLES = 2

#: Moves that are named where others lead on.
_OTHERS = 4


@dataclass(frozen=True)
class Finding:
    """What stands for or against a move. ``kind``: a key of phrases; ``told``: the sentence; ``place`` and
    ``source``: where that stands in the ruleset; ``rules``: those cited where it is decided; ``reasons``: the
    condition that fails (of several candidates each), or all that hold."""

    kind: str
    told: str
    place: Place | None = None
    source: str = ""
    rules: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    name: str = ""
    """The parameter that it is about, if it is about one."""
    decides: tuple[str, ...] = ()
    """Of the rules those that are cited at the condition, clause or definition that decides, and not only at
    the action around it; they come first."""
    surely: tuple[str, ...] = ()
    """Of those that decide the ones that are cited alone: of several that are cited together it isn't said
    which it is."""

    @property
    def cited(self) -> tuple[str, ...]:
        """The rules to name in short: those that decide, if they are known."""
        return self.decides or self.rules


@dataclass(frozen=True)
class MoveExplained:
    """``move``: its one-line form; ``seat``: whose; ``legal``: whether it can be chosen now.
    ``action_rules``: the rules that the whole action carries out."""

    move: str
    seat: int
    legal: bool
    finding: Finding
    action_rules: tuple[str, ...] = ()
    matching: tuple[str, ...] = field(default=())
    """The legal moves that fit what was asked, in their one-line form."""


class Explainer:
    """Explains moves at one state, which the plain evaluator must run (see lens.plainly).

    ``eyes``: the seat that asks and is told no more than it may see; none: everything is told.
    """

    def __init__(self, state: State, eyes: int | None = None, language: str = "en") -> None:
        self.state, self.eyes, self.language = state, eyes, language
        self.game, self.words, self.ruleset = state.game, state.game.words, state.game.ruleset
        self.lens = Lens(state, eyes)
        self.reasons = Reasons(self.lens, language)
        self.reasons.moves_of = self._moves_of
        self.reasons.when_run = self._when_run
        self._run: dict[int, tuple[Lens, Env] | None] = {}
        self._before: Explainer | None = None
        self._looked_before = False

    # --- the answer -----------------------------------------------------------------------------------

    def explain(self, wanted: Wanted, seat: int | None = None) -> MoveExplained:
        """Why the move is legal or not. ``seat``: whose move; by default of who is to choose."""
        if seat is None:
            seat = next(iter(self.lens.choosers), 0)
        action = self.ruleset.actions.get(wanted.action)
        rules = () if action is None else action.rules
        early = self._not_to_choose(seat, wanted)
        if early is not None:
            return MoveExplained(wanted.text, seat, False, early, rules)
        fitting = self._legal(wanted, seat)
        if wanted.action == "done":
            finding = self._done(bool(fitting))
        else:
            finding = self._of_action(wanted, seat, fitting)
        return MoveExplained(
            wanted.text, seat, bool(fitting), finding, rules, tuple(self._named(seat, fitting))
        )

    def before(self) -> Explainer | None:
        """Of a choice that stands in an ``otherwise``: an explainer of the choice around it, as it was when
        nothing of it was legal."""
        if not self._looked_before:
            self._looked_before = True
            decision = self.lens.decision
            around = None if decision is None else choice_before(self.ruleset, decision.step)
            then = None if around is None else last_at(self.state, nothing_legal(around))
            if then is not None:
                self._before = Explainer(then.state, self.eyes, self.language)
                self._before.reasons.when_run = self._when_run
        return self._before

    def is_legal(self, wanted: Wanted, seat: int) -> bool:
        """Whether a legal move of a seat fits what is wanted."""
        return self.lens.decision is not None and bool(self._legal(wanted, seat))

    def _legal(self, wanted: Wanted, seat: int) -> list[Move]:
        """The legal moves that fit."""
        decision = self.lens.decision
        assert decision is not None
        legal = decision.legal.get(seat, ())
        if wanted.action == "done":
            return [move for move in legal if move.action == DONE]
        action = self.ruleset.actions[wanted.action]
        return [move for move in legal if move.action == action.index and _fits(wanted, action, move)]

    def _named(self, seat: int, moves: Sequence[Move]) -> list[str]:
        decision = self.lens.decision
        assert decision is not None
        legal = decision.legal.get(seat, [])
        all = name_moves(self.words, self.game.actions, seat, legal, None)
        return [all[legal.index(move)].canonical for move in moves]

    def _say(self, key: str, **values: object) -> str:
        return phrase(key, self.language, **values)

    def _seat(self, seat: int) -> str:
        return self.words.seat(seat + 1, self.language)

    # --- before any action ------------------------------------------------------------------------------

    def _not_to_choose(self, seat: int, wanted: Wanted) -> Finding | None:
        """Why this seat has no choice to make, if that is so and the action itself doesn't say more."""
        decision = self.lens.decision
        if decision is None:
            return Finding("over", self._say("over"))
        if seat in self.lens.choosers:
            return None
        place = self.ruleset.places[decision.step.place]
        if seat in decision.answers:
            return Finding(
                "chosen_already",
                self._say("chosen_already", who=self._seat(seat)),
                place.place,
                place.what,
                place.rules,
            )
        if seat in decision.offers:
            # Of those who choose at the same time it takes no part: nothing is legal for it.
            if any(offer.action.name == wanted.action for offer in decision.offers[seat]):
                return None
            told = self._say("nothing_for", who=self._seat(seat))
            return Finding("nothing_for", told, place.place, place.what, place.rules)
        who = ", ".join(map(self._seat, self.lens.choosers))
        told = self._say("not_awaited", who=who, other=self._seat(seat))
        turns = turns_around(self.state, decision.step, self.lens.choosers)
        if turns is not None:
            # Where the loop cites nothing, what the choice cites is nearest.
            place, rules = self.ruleset.places[turns.place], place.rules
            return Finding("not_awaited", told, place.place, place.what, place.rules or rules)
        return Finding("not_awaited", told, place.place, place.what, place.rules)

    def _done(self, legal: bool) -> Finding:
        decision = self.lens.decision
        assert decision is not None
        step = decision.step
        place = self.ruleset.places[step.place]
        if legal:
            return Finding("legal", self._say("legal", move="done"), place.place, place.what, place.rules)
        if isinstance(step, core.Choose) and step.forced:
            key, told = "done_forced", self._say("done_forced")
        elif isinstance(step, core.Choose) and (step.low is not None or step.high is not None):
            key, told = "done_low", self._say("done_low", n=decision.low - decision.chosen)
        else:
            key, told = "done_once", self._say("done_once")
        return Finding(key, told, place.place, place.what, place.rules)

    # --- an action ----------------------------------------------------------------------------------------

    def _of_action(self, wanted: Wanted, seat: int, fitting: list[Move]) -> Finding:
        decision = self.lens.decision
        assert decision is not None
        offer = next((o for o in decision.offers[seat] if o.action.name == wanted.action), None)
        if offer is None:
            before = self.before()
            while before is not None and wanted.action not in before.lens.offered(seat):
                before = before.before()
            return self._not_offered(wanted, seat) if before is None else before._of_action(wanted, seat, [])
        if fitting:
            return self._why_legal(seat, offer, fitting[0])
        ways = Ways(self.lens, seat, offer, wanted)
        listed = [move for move in ways.moves if move not in decision.legal.get(seat, ())]
        if listed and not ways.unsure and isinstance(decision.step, core.Choose):
            dead = self._dead_end(decision.step, seat, offer, listed)
            if dead is not None:
                return dead
        failures = ways.deciding()
        if failures and not (listed and ways.unsure):
            return _ordered(self._failed(failures), offer.action)
        return self._unsure(ways)

    def _not_offered(self, wanted: Wanted, seat: int) -> Finding:
        """Of an action that the choice is not of: what decides is where it is offered instead."""
        decision = self.lens.decision
        assert decision is not None
        place = self.ruleset.places[decision.step.place]
        steps = offering(self.ruleset, wanted.action)
        later = any(choice_before(self.ruleset, step) is decision.step for step in steps)
        offered = ", ".join(o.action.name for o in decision.offers[seat])
        key = "not_offered_yet" if later else "not_offered"
        told = self._say(key, offered=offered, action=wanted.action)
        own = self.ruleset.actions[wanted.action].rules
        # What is cited around this choice too says nothing of another.
        cited = [self.ruleset.places[step.place].rules for step in steps]
        cited = [each for each in cited if each not in ((), place.rules)] or ([own] if len(own) == 1 else [])
        return _deciding(Finding("not_offered", told, place.place, place.what), cited, own)

    def _unsure(self, ways: Ways) -> Finding:
        """Refused, and whoever asks can't see why."""
        told = self._say("unsure", who=self._seat(self.eyes or 0))
        decision = self.lens.decision
        legal = [] if decision is None else decision.legal.get(ways.actor, [])
        others = [move for move in legal if move.action == ways.offer.action.index]
        if others:
            number = shown_of(len(others), _OTHERS)
            shown = "; ".join(self._named(ways.actor, others[:number]))
            more = len(others) - number
            shown += f" {self._say('more_alike', n=more)}" if more else ""
            told += " " + self._say("legal_are", moves=shown)
        for failure in ways.unsure:
            if failure.condition is not None:
                reason = self.reasons.of(failure.condition, failure.env)
                return self._with(reason, Finding("unsure", told))
            if failure.param is not None:
                at = self.ruleset.places[failure.param.place]
                return Finding("unsure", told, at.place, at.what, at.rules)
        return Finding("unsure", told)

    def _with(self, reason: Reason, finding: Finding) -> Finding:
        """The finding at the condition that decides it."""
        origin = reason.origin
        if origin is None:
            return replace(finding, reasons=(reason,))
        rules = reason.rules or origin.rules
        return replace(finding, place=place_of(origin), source=origin.text, rules=rules, reasons=(reason,))

    def _failed(self, failures: list[Failure]) -> Finding:
        """The finding of failures of one kind at one place."""
        first, failures = failures[0], failures[:_ASKED]
        if first.param is None:
            assert first.condition is not None
            return self._at(first.condition, self._reasoned([first]), Finding("when", self._say("when")))
        name, at = first.param.local.name, self.ruleset.places[first.param.place]
        values = self._values(first.param, [f.choice for f in failures])
        plain = Finding(first.kind, "", at.place, at.what, at.rules, name=name)
        match first.kind:
            case "where":
                assert first.condition is not None
                several = (
                    len({self._value(first.param, f.choice) for f in failures if f.choice is not None}) > 1
                )
                key = "where_none" if several else "where"
                told = self._say(key, name=name, value=values)
                return self._at(first.condition, self._reasoned(failures), Finding(key, told, name=name))
            case "if_possible":
                assert first.condition is not None
                others = self._values(first.param, list(first.others))
                told = self._say("if_possible", name=name, value=values, others=others)
                return self._at(
                    first.condition, self._reasoned(failures), Finding("if_possible", told, name=name)
                )
            case "one_of_each_kind":
                other = self._values(first.param, list(first.others))
                told = self._say("one_of_each_kind", name=name, value=values, other=other)
            case "size":
                assert isinstance(first.choice, tuple)
                told = self._say("size", name=name, n=len(first.choice), range=self._range(first))
            case "outside":
                told = self._outside(first, values)
            case _:
                told = self._say("domain_empty", name=name, domain=self._domain(first))
        return replace(plain, told=told, reasons=self._there(first))

    def _there(self, failure: Failure) -> tuple[Reason, ...]:
        """What is in a domain instead, and what decides which it is."""
        param = failure.param
        if param is None or failure.kind not in ("outside", "domain_empty"):
            return ()
        return self.reasons.there(param.domain, _element(param), self._domain(failure), failure.env)

    def _at(self, condition: core.Expr, reasons: tuple[Reason, ...], finding: Finding) -> Finding:
        origin = self.lens.origins.of(condition)
        rules = tuple(dict.fromkeys(rule for reason in reasons for rule in reason.rules))
        finding = replace(finding, rules=rules, reasons=reasons)
        if origin is None:
            return finding
        return replace(finding, place=place_of(origin), source=origin.text, rules=rules or origin.rules)

    def _reasoned(self, failures: Sequence[Failure]) -> tuple[Reason, ...]:
        """The reasons, each once: the first in full; where candidates fail in different ways, with what they
        are, and of the later ones only what decides. Of many some of each way."""
        # Of candidates that are one thing twice less can be learnt than of others.
        ordered = sorted(failures, key=_is_paired_with_itself)
        pairs = [(failure, self._reason(failure)) for failure in ordered]
        if len({reason.brief for _, reason in pairs}) == 1:
            return (pairs[0][1],)
        told: dict[str, Reason] = {}
        ways: dict[int, list[str]] = {}
        for failure, reason in pairs:
            values = [(p.local.name, self._value(p, c)) for p, c in self._differing(failure, failures)]
            short = told_for(values, self.language, reason.brief)
            line = short if told else told_for(values, self.language, reason.told)
            parts = () if told else reason.parts
            untold = reason.citations if told else reason.untold
            told.setdefault(short, replace(reason, told=line, parts=parts, short=short, untold=untold))
            ways.setdefault(id(reason.decisive.origin), []).append(short)
        if shown_of(len(told), _TOLD) == len(told):
            return tuple(told.values())
        chosen = set(_in_turn([list(dict.fromkeys(way)) for way in ways.values()], _TOLD))
        more = self._say("more_alike", n=len(told) - _TOLD)
        untold = tuple(dict.fromkeys(cited for reason in told.values() for cited in reason.citations))
        rest = Reason(False, "", more, untold=untold)
        return (*(told[short] for short in told if short in chosen), rest)

    def _reason(self, failure: Failure) -> Reason:
        assert failure.condition is not None
        return self.reasons.of(failure.condition, failure.env)

    def _differing(self, failure: Failure, failures: Sequence[Failure]) -> list[tuple[Param, Choice]]:
        """What was chosen in a failure for the parameters in which the failures differ."""
        ways = [f.way for f in failures]
        return [
            (param, choice)
            for at, (param, choice) in enumerate(zip(failure.params, failure.way, strict=False))
            if len({way[at] for way in ways}) > 1
        ]

    def _outside(self, failure: Failure, values: str) -> str:
        """Values that are not in the domain: of one that is a component where it lies instead."""
        param = failure.param
        assert param is not None
        assert isinstance(failure.choice, int)
        name, domain = param.local.name, self._domain(failure)
        value = said(self.words, _element(param), failure.choice)
        if value != values:
            return self._say("outside", name=name, value=values, domain=domain)
        if isinstance(_element(param), Comp):
            zone = self.lens.where(failure.choice)
            if zone is not None:
                where = self.words.zone_names[zone]
                return self._say("outside_there", name=name, value=value, domain=domain, zone=where)
        return self._say("outside", name=name, value=value, domain=domain)

    def _domain(self, failure: Failure) -> str:
        assert failure.param is not None
        origin = self.lens.origins.of(failure.param.domain)
        text = self.ruleset.places[failure.param.place].what if origin is None else origin.text
        return with_values(self.words, text, failure.param.domain, failure.env)

    def _range(self, failure: Failure) -> str:
        param = failure.param
        assert param is not None
        assert param.low is not None
        try:
            low = self.lens.value(param.low, failure.env)
            high = None if param.high is None else self.lens.value(param.high, failure.env)
        except Hidden:
            return "?"
        if high is None:
            return self._say("at_least", n=low)
        return str(low) if low == high else f"{low}..{high}"

    def _value(self, param: Param, choice: Choice) -> str:
        """A value of a parameter, or a member of one that is a subset."""
        if isinstance(choice, tuple):
            return said(self.words, param.local.type, frozenset(choice))
        return said(self.words, _element(param), choice)

    def _values(self, param: Param, choices: Sequence[Choice | None]) -> str:
        return named(list(dict.fromkeys(self._value(param, c) for c in choices if c is not None)))

    # --- whether anything can be done -----------------------------------------------------------------------

    def _moves_of(self, seat: int, name: str) -> Reason:
        """How many moves of an action are legal for a seat, or why none is."""
        offer, told = (
            Offer(self.ruleset.actions[name], ()),
            self._say("unsure", who=self._seat(self.eyes or 0)),
        )
        try:
            moves = self.lens.moves(seat, offer)
        except Hidden:
            return Reason(None, name, f"{name}: {told}")
        if moves:
            count = self._say("one_move" if len(moves) == 1 else "moves", n=len(moves))
            named = name_moves(self.words, self.game.actions, seat, moves, None)[:_EXAMPLES]
            more = ", ..." if len(moves) > len(named) else ""
            shown = "; ".join(move.canonical for move in named) + more
            return Reason(True, name, f"{name}: {count}" + ("" if shown == name else f" ({shown})"))
        failures = Ways(self.lens, seat, offer, Wanted(name)).deciding()
        if not failures:
            return Reason(None, name, f"{name}: {told}")
        finding = _ordered(self._failed(failures), offer.action)
        return Reason(False, name, f"{name}: {brief(finding, self.language)}", None, further(finding))

    def _when_run(self, place: int) -> tuple[Lens, Env] | None:
        """What whoever asks saw when a step was run last, and the locals of then."""
        if self.state.fault is not None:
            return None
        if place not in self._run:
            then = last_at(self.state, ("step", place, 0))
            self._run[place] = None if then is None else (Lens(then.state, self.eyes), then.env)
        return self._run[place]

    # --- dead ends ----------------------------------------------------------------------------------------

    def _dead_end(self, step: core.Choose, seat: int, offer: Offer, moves: list[Move]) -> Finding | None:
        """Why moves are no legal ones though all conditions hold: they begin no series that is asked for."""
        decision = self.lens.decision
        assert decision is not None
        place = self.ruleset.places[step.place]
        for number, series in enumerate(step.series):
            if offer.action.name not in series.actions:
                continue
            indexes = {self.ruleset.actions[name].index for name in series.actions}
            good = [m for m in decision.legal[seat] if m.action in indexes]
            told = self._say("series")
            if self.eyes is None:
                told = self._series(number, series, seat, moves, good)
            return Finding("series", told, place.place, place.what, place.rules)
        return None

    def _series(
        self, number: int, series: core.Series, seat: int, moves: list[Move], good: list[Move]
    ) -> str:
        others = "; ".join(self._named(seat, good[:_OTHERS])) or self._say("nothing")
        try:
            lengths = self.lens.series_lengths(number, seat, [moves[0], *good[:1]])
        except Hidden:
            return self._say("series")
        if len(lengths) < 2:
            return self._say("series")
        return self._say("series_longest", n=lengths[1], fewer=lengths[0], others=others)

    def _wished(self, wish: core.Expr, env: Env) -> Reason:
        """Why a wish doesn't stand against a legal move: it is fulfilled, or by nothing."""
        reason = self.reasons.of(wish, env)
        if reason.outcome is not False:
            return reason
        return replace(reason, outcome=True, told=self._say("wish_void", text=reason.text), parts=())

    # --- legal moves --------------------------------------------------------------------------------------

    def _why_legal(self, seat: int, offer: Offer, move: Move) -> Finding:
        """All conditions of the action, with their values."""
        action, reasons = offer.action, []
        env = self.lens.action_env(seat, offer, ())
        for condition in conditions_of(action.when, self.lens):
            reasons.append(self.reasons.of(condition, env))
        for at, param in enumerate(action.params):
            env = self.lens.action_env(seat, offer, move.params[: at + 1])
            reasons += [self.reasons.of(condition, env) for condition in param.where]
            reasons += [self._wished(wish, env) for wish in param.if_possible]
        reasons = list({reason.told: reason for reason in reversed(reasons)}.values())[::-1]
        told = self._say("legal", move=self._named(seat, [move])[0])
        rules = tuple(dict.fromkeys([*action.rules, *(rule for r in reasons for rule in r.all_rules)]))
        return Finding("legal", told, action.place, action.name, rules, tuple(reasons))


def _ordered(finding: Finding, action: Action) -> Finding:
    """A finding with the rules first that are cited where it is decided, and not at the whole action."""
    cited = [each for reason in finding.reasons for each in reason.citations] or [finding.rules]
    own = [each for each in cited if each != action.rules]
    around = [rule for reason in finding.reasons for rule in reason.rules_but(action.rules)]
    return _deciding(finding, own, (*finding.rules, *around))


def _deciding(finding: Finding, cited: Sequence[tuple[str, ...]], around: tuple[str, ...]) -> Finding:
    """A finding with the rules first that decide. ``cited``: these, as they are cited together; ``around``:
    the rules of what stands around."""
    decides, surely = decided_by(cited)
    rules = tuple(dict.fromkeys([*decides, *around]))
    return replace(finding, rules=rules, decides=decides, surely=surely)


def brief(finding: Finding, language: str) -> str:
    """Why an action has no legal move, in a line."""
    why = finding.told.rstrip(".")
    if finding.kind == "where_none":
        why = phrase("no_move_with", language, name=finding.name, text=finding.source)
    elif finding.kind in ("when", "where", "if_possible") and finding.reasons:
        why = finding.reasons[0].brief
    span = None if finding.place is None else finding.place.span
    at = [] if span is None else [phrase("at_line", language, n=span.start.line)]
    cited = "; ".join([*at, *([", ".join(finding.cited)] if finding.cited else [])])
    return phrase("no_move", language, why=why) + (f" ({cited})" if cited else "")


def further(finding: Finding) -> tuple[Reason, ...]:
    """What there is to say of the candidates one by one, where all of them fail."""
    if finding.kind != "where_none":
        return ()
    return tuple(replace(r, told=r.short or r.told, parts=()) for r in finding.reasons)


def _is_paired_with_itself(failure: Failure) -> bool:
    """Whether one component was chosen for two parameters."""
    chosen = [c for p, c in zip(failure.params, failure.way, strict=False) if isinstance(p.local.type, Comp)]
    return len(set(chosen)) < len(chosen)


def _in_turn(groups: list[list[str]], most: int) -> list[str]:
    """The first of each group, then the second of each, and so on."""
    rounds = zip_longest(*groups)
    return list(islice((member for members in rounds for member in members if member is not None), most))


def _element(param: Param) -> Type:
    type = param.local.type
    return type.element if isinstance(type, SetOf) else type


def _fits(wanted: Wanted, action: Action, move: Move) -> bool:
    """Whether a move has the values that are wanted."""
    for param, choice in zip(action.params, move.params, strict=True):
        given = wanted.values.get(param.local.name)
        if given is None:
            continue
        members = choice if isinstance(choice, tuple) else (choice,)
        if len(members) != len(given) or not _paired(list(members), list(given)):
            return False
    return True


def _paired(members: list[int], given: list[tuple[int, ...]]) -> bool:
    """Whether each member can be one of those given, each for another."""
    taken: dict[int, int] = {}

    def seated(member: int, tried: set[int]) -> bool:
        for at, meant in enumerate(given):
            if member in meant and at not in tried:
                tried.add(at)
                if at not in taken or seated(taken[at], tried):
                    taken[at] = member
                    return True
        return False

    return all(seated(member, set()) for member in members)
