"""Explanations as text for people: a sentence, the line of the ruleset with a mark, the values, the rules.

Lines are folded to a width, except those of the ruleset, which stand as they are.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence

from rulewright.diagnostics import Place, Sink, Source
from rulewright.diagnostics.render import render_place
from rulewright.engine.words import Words
from rulewright.explain.decisions import ActionOffered, DecisionExplained
from rulewright.explain.endings import EndedBy, EndExplained
from rulewright.explain.moves import Finding, MoveExplained, brief, further
from rulewright.explain.phrases import phrase
from rulewright.explain.reasons import Reason, place_of
from rulewright.explain.spoken import shown_of
from rulewright.explain.trail import StepRun, rules_of
from rulewright.loading import read_source

#: Legal moves that are named where several fit.
_FITTING = 6

#: Steps that are listed; of more the rest is only counted.
_STEPS = 60


class Teller:
    """Tells explanations of one ruleset in a language, in lines of ``width`` columns."""

    def __init__(self, words: Words, language: str = "en", width: int = 80, *, colour: bool = False) -> None:
        self.words, self.language, self.width, self.colour = words, language, width, colour
        self._sources: dict[str, Source] = {}

    # --- parts ----------------------------------------------------------------------------------------

    def _say(self, key: str, **values: object) -> str:
        return phrase(key, self.language, **values)

    def _seat(self, seat: int) -> str:
        return self.words.seat(seat + 1, self.language)

    def fold(self, line: str, hang: int = 4) -> str:
        """A line in as many as it needs, the later ones further in."""
        indent = " " * (len(line) - len(line.lstrip()))
        return textwrap.fill(
            line.strip(), self.width, initial_indent=indent, subsequent_indent=indent + " " * hang,
            break_on_hyphens=False, break_long_words=False,
        )  # fmt: skip

    def place(self, place: Place) -> str:
        """A place with its line and a mark."""
        if place.path not in self._sources:
            source = read_source(place.path, Sink())
            if source is not None:
                self._sources[place.path] = source
        return render_place(place, self._sources, colour=self.colour, columns=self.width).rstrip("\n")

    def rules(self, ids: Iterable[str], decides: Sequence[str] = (), surely: Sequence[str] = ()) -> list[str]:
        """A line for each rule: its number and what it says; ``decides``: those that are marked; ``surely``:
        those of them of which it is known."""
        known, lines = self.words.ruleset.rules, []
        for id in ids:
            if id in known:
                key = "rule" if id not in decides else "rule_among" if id in surely else "rule_may"
                key = "rule_decides" if list(decides) == [id] else key
                text = self.words.text(known[id].text, self.language)
                lines.append(self.fold(self._say(key, rule=id, text=text)))
        return lines

    def _reasons(self, reasons: Sequence[Reason], indent: str = "  ") -> list[str]:
        return [self.fold(line) for reason in reasons for line in reason.lines(indent)]

    @staticmethod
    def where(place: Place) -> str:
        """A place in short: ``tembo.yaml:323:21``."""
        span = place.span
        return place.path if span is None else f"{place.path}:{span.start.line}:{span.start.column}"

    # --- moves ----------------------------------------------------------------------------------------

    def move(self, explained: MoveExplained) -> str:
        """Why a move is legal or not."""
        finding = explained.finding
        if explained.legal:
            lines = [self.fold(finding.told)]
            number = len(explained.matching)
            if number > 1:
                shown = shown_of(number, _FITTING)
                fitting = "; ".join(explained.matching[:shown])
                if number > shown:
                    fitting += " " + self._say("more_alike", n=number - shown)
                lines.insert(0, self.fold(self._say("fits", move=explained.move, n=number, moves=fitting)))
        else:
            lines = [self.fold(self._say("refused", move=explained.move, why=finding.told))]
        action = explained.move.split(" ")[0]
        lines += self._found(finding)
        own = explained.action_rules
        if not explained.legal and len(own) > 1 and finding.rules == own and not finding.decides:
            lines.append(self.fold(self._say("rules_around", action=action)))
        lines += self.rules(finding.rules, finding.decides, finding.surely)
        rest = [rule for rule in explained.action_rules if rule not in finding.rules]
        if rest and finding.rules and not explained.legal:
            lines.append(self.fold(self._say("action_rules", action=action, rules=", ".join(rest))))
        return "\n".join(lines) + "\n"

    def _found(self, finding: Finding) -> list[str]:
        lines = [] if finding.place is None else [self.place(finding.place)]
        return [*lines, *self._reasons(finding.reasons)]

    # --- decisions ------------------------------------------------------------------------------------

    def decision(self, explained: DecisionExplained) -> str:
        """Who is to choose, and what of it is legal."""
        lines: list[str] = []
        for seat, offers in explained.offers.items():
            lines.append(self._say("to_choose", who=self._seat(seat)))
            wide = max(len(name) for name in ("done", *(offer.action for offer in offers)))
            stuck = not any(offer.count for offer in offers) and seat not in explained.done
            for offer in offers:
                lines += self._offer(offer, wide, "  ", in_full=stuck)
            if seat in explained.done:
                lines.append(f"  {'done'.ljust(wide)}  {self._say('one_move')}")
        where = self._say("asked_at", place=self.where(explained.place), step=explained.step)
        rules = f" ({', '.join(explained.rules)})" if explained.rules else ""
        lines.append(self.fold(where + rules))
        return "\n".join(lines) + "\n"

    def _offer(self, offer: ActionOffered, wide: int, indent: str, *, in_full: bool) -> list[str]:
        """An action with how many moves are legal, or why none is; ``in_full``: candidate by candidate."""
        head = f"{indent}{offer.action.ljust(wide)}  "
        if offer.finding is None:
            count = self._say("one_move" if offer.count == 1 else "moves", n=offer.count)
            return [head + count]
        lines = [self.fold(head + brief(offer.finding, self.language), wide + 4)]
        return lines + self._reasons(further(offer.finding) if in_full else (), indent + "  ")

    # --- steps ----------------------------------------------------------------------------------------

    def steps(
        self, steps: Sequence[StepRun], *, ran: bool = True, to_chance: bool = False,
        known: Sequence[str] = (),
    ) -> str:  # fmt: skip
        """The steps that a move ran, one line each, and the rules they carried out. ``ran``: whether it was
        made; ``to_chance``: whether chance decides what follows; ``known``: rules that were told already."""
        if not steps:
            return ""
        lines = [self._say("steps_ran" if ran else "steps_would_run")]
        numbers = [str(step.place.span.start.line) if step.place.span else "" for step in steps]
        wide = max(map(len, numbers))
        cited = [", ".join(step.rules) for step in steps]
        column = min(max(map(len, cited)), 16)
        shown = shown_of(len(steps), _STEPS)
        for number, rules, step in list(zip(numbers, cited, steps, strict=True))[:shown]:
            source = step.source + self._how(step)
            lines.append(
                self.fold(f"  {number.rjust(wide)}  {rules.ljust(column)}  {source}", wide + column + 4)
            )
        if len(steps) > shown:
            lines.append("  " + self._say("more_alike", n=len(steps) - shown))
        if to_chance:
            lines.append("  " + self._say("up_to_chance"))
        further = (rule for rule in rules_of(list(steps)) if rule not in known)
        return "\n".join([*lines, *self.rules(further)]) + "\n"

    def _how(self, step: StepRun) -> str:
        if step.held is None:
            return f" ({step.times} x)" if step.times > 1 else ""
        if step.times == 1:
            return ": " + self._say("held" if step.held else "held_not")
        return ": " + self._say("held_times", n=step.held, of=step.times)

    # --- ends -----------------------------------------------------------------------------------------

    def end(self, explained: EndExplained) -> str:
        """What ended the game, and how the ranking came about."""
        lines: list[str] = [self._say("over_now")]
        if explained.fault is not None:
            lines.append(self.fold(explained.fault))
        for by in explained.by:
            lines += self._ended(by)
        if explained.cut_off:
            lines.append(self._say("cut_off"))
            lines += [self.fold(explained.means.rstrip(".") + ".")] if explained.means else []
        if explained.fault is None:
            lines += ["", *self._result(explained)]
        return "\n".join(lines) + "\n"

    def ended(self, ended: Sequence[EndedBy]) -> str:
        """What ended in the steps of a move: each in a line with its reason, but in full the last one in
        which players are asked something."""
        if not ended:
            return ""
        lines = [self._say("ended_here")]
        full = next((by for by in reversed(ended) if by.asks), None)
        short = [by for by in ended if by is not full]
        numbers = [str(by.place.span.start.line) if by.place.span else "" for by in short]
        wide = max(map(len, numbers), default=0)
        for number, by in zip(numbers, short, strict=True):
            times = f" ({by.times} x)" if by.times > 1 else ""
            head = f"  {number.rjust(wide)}  {by.source}{times}: {self._why_ended(by)}"
            lines.append(self.fold(head, wide + 4))
        if full is not None:
            # Its rules stand among those of the steps.
            lines += self._ended(full, rules=False)
        return "\n".join(lines) + "\n"

    def _why_ended(self, by: EndedBy) -> str:
        """Why something ended, in a line."""
        why = [reason.brief for reason in by.reasons]
        if by.stuck is not None:
            why += [self._say("end_stuck", who=self._seat(seat)).rstrip(":") for seat in by.stuck.offers]
        return "; ".join([*why, *by.under]) or by.told.rstrip(":")

    def _ended(self, by: EndedBy, *, rules: bool = True) -> list[str]:
        lines = [self.fold(by.told), self.place(by.place)]
        lines += [self.fold(f"  {condition}") for condition in by.under]
        lines += self._stuck(by.stuck) if by.stuck is not None else []
        cited = self.rules(by.rules, by.decides, by.surely) if rules else []
        return [*lines, *self._reasons(by.reasons), *cited]

    def _stuck(self, explained: DecisionExplained) -> list[str]:
        """Who had no legal move, and why none of each action was."""
        lines: list[str] = []
        for seat, offers in explained.offers.items():
            lines.append("  " + self._say("end_stuck", who=self._seat(seat)))
            wide = max((len(offer.action) for offer in offers), default=0)
            for offer in offers:
                lines += self._offer(offer, wide, " " * 4, in_full=True)
        return lines

    def _result(self, explained: EndExplained) -> list[str]:
        lines: list[str] = []
        order = sorted(range(len(explained.places)), key=lambda seat: (explained.places[seat], seat))
        for seat in order:
            wins = self._say("wins") if seat in explained.wins else ""
            keys = "; ".join(f"{key.key}: {key.values[seat]}" for key in explained.ranking)
            score = self._say("score", n=explained.scores[seat]) if not explained.ranking else ""
            told = ", ".join(part for part in (keys or score, wins) if part)
            lines.append(self.fold(f"{explained.places[seat]}. {self._seat(seat)}: {told}"))
        lines += [self.fold(line) for line in explained.order]
        lines += self._reasons(explained.winners, "")
        lines += self.rules(explained.rules)
        return lines


def as_json(value: object) -> object:
    """An explanation for programs: what it has by name, places as path, line and column, seats from 1 where
    they are keys or lists of seats."""
    from dataclasses import fields, is_dataclass

    if isinstance(value, Place):
        span = value.span
        return {
            "path": value.path,
            "line": None if span is None else span.start.line,
            "column": None if span is None else span.start.column,
        }
    if isinstance(value, Reason):
        at = None if value.origin is None else as_json(place_of(value.origin))
        found: dict[str, object] = {"text": value.text, "outcome": value.outcome, "told": value.told}
        rules = [] if value.origin is None else list(value.origin.rules)
        return found | {"place": at, "rules": rules, "parts": as_json(value.parts)}
    if is_dataclass(value):
        return {part.name: _seats(part.name, as_json(getattr(value, part.name))) for part in fields(value)}
    if isinstance(value, Mapping):
        return {str(key + 1) if isinstance(key, int) else key: as_json(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [as_json(item) for item in value]
    return value


def _seats(name: str, value: object) -> object:
    """Seats count from 1 in words."""
    if name == "seat" and isinstance(value, int):
        return value + 1
    if name in ("done", "wins") and isinstance(value, list):
        return [seat + 1 for seat in value]
    return value
