"""What happened, in words, as one seat was shown it.

A game is told to a seat from its information state, the list of everything that seat has been shown, and from
nothing else: so a text can't tell more than the seat knows, whatever the rules are. The same words serve the
player at the terminal and the reader of a log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from rulewright.engine.contract import Game, State
from rulewright.engine.sight import EVERYONE, Moment, Observation, Sight, observe
from rulewright.engine.templates import Unsayable, Value
from rulewright.machine.interface import DONE
from rulewright.ruleset.model import Action, KeyType
from rulewright.ruleset.types import Comp, SetOf

#: More components than this that go one way together are only counted.
_NAMED = 8


class Narrator:
    """Tells observations of one game in a language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.words, self.language = game, game.words, language
        self.actions = game.actions
        self.variables = list(game.ruleset.variables.values())

    def news(self, before: Sequence[Observation], now: Sequence[Observation]) -> list[str]:
        """Lines on what ``now`` has beyond ``before``: a sentence for each decision, what came of it
        indented."""
        same = 0
        while same < min(len(before), len(now)) and before[same] == now[same]:
            same += 1
        return self.tell(now[same:])

    def tell(self, observations: Iterable[Observation]) -> list[str]:
        """Lines on these observations."""
        lines: list[str] = []
        for _, run in groupby(observations, key=_together):
            group = list(run)
            lines += self._lines(group[0][0], group)
        return lines

    def _lines(self, kind: str, group: list[Observation]) -> list[str]:
        match kind:
            case "did":
                return [self.decision(o) for o in group]
            case "move":
                return [self._moves(group)]
            case "hidden":
                return [f"  {o[3]} unseen: {self.zone(o[1])} -> {self.zone(o[2])}" for o in group]
            case "show":
                to = "everyone" if group[0][2] < 0 else self.player(group[0][2])
                return [f"  {to} is shown: {self._some(self.component(o[1]) for o in group)}"]
            case "shown":
                return [f"  {self.player(o[1])} is shown {o[2]}" for o in group]
            case "set":
                return [f"  {', '.join(map(self._set, group))}"]
            case "top":
                return [f"  on top of {self.zone(o[1])}: {self.component(o[2])}" for o in group]
            case "shuffle":
                return [f"  {self.zone(o[1])} is shuffled" for o in group]
            case "drop":
                return [f"  {self.player(o[1])} drops out" for o in group]
            case "arranged":
                return ["The table is arranged by hand."]
        return []

    def decision(self, observation: Observation) -> str:
        """The sentence for a decision; what the seat may not know of it is left out."""
        _, seat, number, *params = observation
        if number == DONE:
            return f"{self.player(seat)}: {self.words.label('done', self.language)}"
        action = self.actions[number]
        return self._said(action, seat, params) or self._listed(action, seat, params)

    def _said(self, action: Action, seat: int, params: list[tuple[int, ...]]) -> str | None:
        """The action's own sentence, if all that it needs is known."""
        env: dict[int, Value] = {action.me.id: seat}
        for param, known in zip(action.params, params, strict=True):
            if isinstance(param.local.type, SetOf):
                members = frozenset(known[1:])
                if len(members) < known[0]:
                    return None
                env[param.local.id] = members
            elif known:
                env[param.local.id] = known[0]
            else:
                return None
        pieces = action.say.get(self.language) or next(iter(action.say.values()), None)
        if pieces is None:
            return None
        try:
            return self.words.render(pieces, env, self.language, None)
        except Unsayable:
            return None

    def _listed(self, action: Action, seat: int, params: list[tuple[int, ...]]) -> str:
        said: list[str] = []
        for param, known in zip(action.params, params, strict=True):
            type = param.local.type
            if isinstance(type, SetOf):
                of_components = isinstance(type.element, Comp)
                names = [
                    self.component(k) if of_components else self.words.say(type.element, k, self.language)
                    for k in known[1:]
                ]
                hidden = known[0] - len(names)
                said.append(", ".join([*names, *([f"{hidden} unseen"] if hidden else [])]) or "nothing")
            else:
                said += [self.words.say(type, known[0], self.language)] if known else []
        name = self.words.label(action.name, self.language)
        return f"{self.player(seat)}: {name}" + (f" ({'; '.join(said)})" if said else "")

    def _moves(self, group: list[Observation]) -> str:
        counted = [
            self.component(kind) if count == 1 else f"{count} {self.component(kind)}"
            for _, kind, count, _, _ in group
        ]
        _, _, _, source, target = group[0]
        return f"  {self._some(counted)}: {self.zone(source)} -> {self.zone(target)}"

    def _some(self, names: Iterable[str]) -> str:
        listed = list(names)
        return ", ".join(listed) if len(listed) <= _NAMED else f"{len(listed)} components"

    def _set(self, observation: Observation) -> str:
        _, number, entry, value = observation
        variable = self.variables[number]
        name = self._labelled(variable.keys, self.words.entry_name(variable.name, variable.keys, entry))
        if isinstance(variable.type, SetOf):
            member = value if value >= 0 else -1 - value
            return f"{self._value(variable.type.element, member)} {'into' if value >= 0 else 'out of'} {name}"
        return f"{name} = {self._value(variable.type, value)}"

    def _value(self, type: object, value: int) -> str:
        return self.words.say(type, value, self.language)  # type: ignore[arg-type]

    def player(self, seat: int) -> str:
        """A seat in words, with a capital."""
        text = f"{self.words.label('player', self.language)} {seat + 1}"
        return text[:1].upper() + text[1:]

    def component(self, kind: int) -> str:
        """A component in words."""
        return self.words.name_in(kind, self.language)

    def zone(self, zone: int) -> str:
        """A zone in words."""
        family = self.words.zone_family(zone)
        return self._labelled(() if family is None else family.keys, self.words.zone_names[zone])

    def _labelled(self, keys: Sequence[KeyType], name: str) -> str:
        family, bracket, rest = name.partition("[")
        index = self.words.index_in(keys, rest[:-1], self.language) + "]" if bracket else ""
        return self.words.label(family, self.language) + bracket + index


class _AllSeeing(Sight):
    """The sight of somebody who looks into every hand and under every card."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight.words)
        everyone = [EVERYONE] * len(self.top)
        self.top, self.rest, self.counted = everyone, everyone, everyone

    def variable(self, number: int, entry: int) -> int:
        return EVERYONE


def everything(state: State) -> tuple[Observation, ...]:
    """What happened since the start as nobody at the table saw it, for authors; needs a traced game."""
    return observe(_AllSeeing(state.game.sight), map(_opened, state.history), None)


def _opened(moment: Moment) -> Moment:
    if moment.move is None:
        return moment
    seers = tuple((EVERYONE,) * len(v) if isinstance(v, tuple) else EVERYONE for v in moment.move.params)
    return replace(moment, seers=seers)


def _together(observation: Observation) -> tuple[object, ...]:
    """What is told in one line: moves between the same zones, values set one after the other."""
    kind = observation[0]
    if kind == "move":
        return (kind, observation[3], observation[4])
    return (kind, observation[2]) if kind == "show" else (kind,)
