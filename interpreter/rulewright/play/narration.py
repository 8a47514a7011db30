"""What happened, in words, as one seat was shown it.

A game is told to a seat from its information state, the list of everything that seat has been shown. The
sentence of a decision may also speak of the position in which it was made (``{points[me]}``): then it says
what that seat could see of it at that moment, and ``?`` for what it could not. A hidden choice that shows
itself at once (play.opened) is told. So a text can't tell more than the seat knows, whatever the rules are.
The same words serve the player at the terminal and the reader of a log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import takewhile

from rulewright.engine.contents import times
from rulewright.engine.contract import Game, LegalMove, State
from rulewright.engine.frame import frame
from rulewright.engine.log import play_again
from rulewright.engine.moves import given_values
from rulewright.engine.sight import EVERYONE, Moment, Observation, Observer, Sight, observe
from rulewright.engine.templates import Look, Unsayable, Value
from rulewright.engine.words import Says, capital
from rulewright.machine.interface import DONE, Move, ZoneContent
from rulewright.play.fleeting import Fleeting
from rulewright.play.opened import SHOWN, opened
from rulewright.ruleset import core
from rulewright.ruleset.model import Action, KeyType, Variable
from rulewright.ruleset.types import Comp, Enum, Opt, Player, SetOf, Space, Type

#: More components than this that go one way together are only counted.
_NAMED = 8

#: More entries of one variable than this that come to one value, and more changes of sets, are only counted.
_CHANGES = 4


@dataclass(frozen=True, slots=True)
class News:
    """A line of what happened. ``fleeting``: whether it tells of something that was shown for a moment only,
    and nothing else does."""

    text: str
    fleeting: bool = False


@dataclass(frozen=True, slots=True)
class _Position:
    """Where a decision was made: what lay on the table, what was offered and chosen."""

    move: Move
    zones: Sequence[ZoneContent]
    variables: Sequence[Sequence[Value]]
    dropped: tuple[int, ...]
    around: Mapping[int, Value]
    offered: frozenset[str]
    done: Says


@dataclass(frozen=True, slots=True)
class _Memory:
    """A decision as one observer may speak of it."""

    move: Move | None = None
    look: Look | None = None
    offered: frozenset[str] = frozenset()
    done: Says = ()


class _Order:
    """In which order an observer is told of decisions: an own choice at once, the others' of a together when
    all have chosen. ``told``: numbers of decisions from 0."""

    def __init__(self, observer: int | None) -> None:
        self.observer = observer
        self.told: list[int] = []
        self._waiting: list[tuple[int, int]] = []
        self._decision = -1

    def follow(self, moments: Iterable[Moment]) -> None:
        """Goes on with the moments that come next."""
        for moment in moments:
            if moment.arranged is not None:
                self.told.clear()
                self._waiting.clear()
            if moment.move is None:
                continue
            self._decision += 1
            if moment.seat == self.observer:
                self.told.append(self._decision)
            else:
                self._waiting.append((moment.seat, self._decision))
            if moment.alone:
                self.told += [number for _, number in sorted(self._waiting)]
                self._waiting.clear()


class _Eye:
    """What one observer has seen of a game that goes on, and been told."""

    def __init__(self, sight: Sight, observer: int | None) -> None:
        self._observer, self._order = Observer(sight, observer), _Order(observer)
        self._moments = self._observations = self._decisions = 0

    def look(self, history: Sequence[Moment]) -> tuple[list[Observation], list[int]]:
        """The observations that are new, and the numbers of the decisions among them."""
        coming = history[self._moments :]
        for moment in coming:
            self._observer.moment(moment)
        self._order.follow(coming)
        if any(moment.arranged is not None for moment in coming):
            self._observations = self._decisions = 0
        seen, told = self._observer.seen[self._observations :], self._order.told[self._decisions :]
        self._moments, self._observations = len(history), len(self._observer.seen)
        self._decisions = len(self._order.told)
        return seen, told


class Narrator:
    """Tells observations of one game in a language. What it remembers of positions makes sentences fuller."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.words, self.language = game, game.words, language
        self.actions = game.actions
        self.variables = list(game.ruleset.variables.values())
        self._positions: list[_Position] = []
        """Of each decision of the game, in the order they were made."""
        self._eyes: dict[int | None, _Eye] = {}
        self._opened: dict[int, dict[int, set[str]]] = {}
        """By action: where its choices show themselves, see ``opened``."""

    # --- positions ------------------------------------------------------------------------------------

    def look(self, state: State, observer: int | None) -> Look:
        """A position as an observer may speak of it."""
        dropped = () if state._position is None else self.game.machine.dropped(state._position)
        return Look(self.game.sight, observer, state.zones(), state.variables(), dropped)

    def remember(self, state: State, move: LegalMove) -> None:
        """Notes the position in which a move is about to be played."""
        dropped = () if state._position is None else self.game.machine.dropped(state._position)
        around = {} if move.look is None else move.look.around
        self._positions.append(
            _Position(move.move, state.zones(), state.variables(), dropped, around, move.offered, move.done)
        )

    def remember_all(self, state: State) -> None:
        """Notes the positions of the whole history of a state."""
        self._positions.clear()
        for before, moment in play_again(self.game, state):
            if moment.move is not None:
                legal = before.legal(moment.seat)
                self.remember(before, next(m for m in legal if m.move == moment.move))

    def forget(self, decisions: int) -> None:
        """Forgets all but the first decisions, and what was told to whom."""
        del self._positions[decisions:]
        self._eyes.clear()

    def _memories(
        self, order: Iterable[int], observer: int | None, sight: Sight | None = None
    ) -> list[_Memory]:
        """What one observer may speak of at these decisions."""
        return [
            _Memory(
                p.move,
                Look(sight or self.game.sight, observer, p.zones, p.variables, p.dropped, p.around),
                p.offered,
                p.done,
            )
            for number in order
            if number < len(self._positions) and (p := self._positions[number])
        ]

    # --- telling --------------------------------------------------------------------------------------

    def story(self, state: State, observer: int | None) -> list[str]:
        """The game so far as an observer was shown it."""
        self.remember_all(state)
        order = _Order(observer)
        order.follow(state.history)
        return self.tell(state.information_state(observer), self._memories(order.told, observer))

    def whole_story(self, state: State) -> list[str]:
        """The game so far as nobody at the table saw it, for authors; needs a traced game."""
        self.remember_all(state)
        order = _Order(None)
        order.follow(state.history)
        sight = _AllSeeing(self.game.sight)
        return self.tell(everything(state), self._memories(order.told, None, sight))

    def news_of(self, state: State, observer: int | None) -> list[str]:
        """The lines of ``news_lines``."""
        return [line.text for line in self.news_lines(state, observer)]

    def news_lines(self, state: State, observer: int | None) -> list[News]:
        """What an observer was shown since this was asked last, in this game or one that it was copied from;
        needs a traced game."""
        eye = self._eyes.setdefault(observer, _Eye(self.game.sight, observer))
        observations, decisions = eye.look(state.history)
        fleeting = Fleeting(self.game.sight, observer, observations, state.zones())
        lines: list[News] = []
        decision = ""
        for text, group in self._told(observations, self._memories(decisions, observer)):
            kinds = [] if group[0][0] == "did" else fleeting.of(group)
            if group[0][0] == "did":
                decision = text
            # What the sentence of the decision names needs no line of its own.
            lines.append(News(text, any(self.component(kind) not in decision for kind in kinds)))
        return lines

    def news(
        self, before: Sequence[Observation], now: Sequence[Observation], memories: Sequence[_Memory] = ()
    ) -> list[str]:
        """Lines on what ``now`` has beyond ``before``: a sentence for each decision, what came of it
        indented. ``memories``: of the decisions of ``now``."""
        same = 0
        while same < min(len(before), len(now)) and before[same] == now[same]:
            same += 1
        told = sum(observation[0] == "did" for observation in now[:same])
        return self.tell(now[same:], memories[told:])

    def tell(self, observations: Iterable[Observation], memories: Sequence[_Memory] = ()) -> list[str]:
        """Lines on these observations. ``memories``: of their decisions."""
        return [text for text, _ in self._told(observations, memories)]

    def _told(
        self, observations: Iterable[Observation], memories: Sequence[_Memory]
    ) -> Iterator[tuple[str, list[Observation]]]:
        """Each line with the observations that it tells."""
        coming = iter(memories)
        groups = _gathered(observations)
        for number, group in enumerate(groups):
            if group[0][0] != "did":
                yield from ((line, group) for line in self._lines(group[0][0], group))
                continue
            after = takewhile(lambda later: later[0][0] != "did", groups[number + 1 :])
            seen = self._seen(observation for later in after for observation in later)
            for observation in group:
                yield self.decision(observation, next(coming, _NOTHING), seen), group

    def _seen(self, observations: Iterable[Observation]) -> set[tuple[str, int]]:
        """Which kinds of components were seen to come to zones of which family, or were shown."""
        seen: set[tuple[str, int]] = set()
        for observation in observations:
            if observation[0] == "move":
                family = self.words.zone_family(observation[4])
                seen.add(("box" if family is None else family.name, observation[1]))
            elif observation[0] == "show":
                seen.add((SHOWN, observation[1]))
        return seen

    def _known(
        self, action: Action, number: int, known: tuple[int, ...], memory: _Memory, seen: Set[tuple[str, int]]
    ) -> tuple[int, ...]:
        """What is known of a chosen value: what the observation says, and what showed itself then."""
        local = action.params[number].local
        element = local.type.element if isinstance(local.type, SetOf) else local.type
        if memory.move is None or not isinstance(element, Comp) or not self._hidden(local.type, known):
            return known
        if action.index not in self._opened:
            self._opened[action.index] = opened(self.game.ruleset, action)
        places, chosen = self._opened[action.index][local.id], memory.move.params[number]
        members = chosen if isinstance(chosen, tuple) else (chosen,)
        kinds = [self.words.kind[member] for member in members if member >= 0]
        shown = [kind for kind in kinds if any((place, kind) in seen for place in places)]
        if isinstance(local.type, SetOf):
            return (known[0], *sorted(shown)) if len(shown) >= len(known) - 1 else known
        return tuple(shown) or known

    def _lines(self, kind: str, group: list[Observation]) -> list[str]:
        match kind:
            case "move":
                return [self._moves(group)]
            case "hidden":
                return [
                    f"  {self._frame('unseen', n=o[3])}: {self.zone(o[1])} -> {self.zone(o[2])}"
                    for o in group
                    if o[1] != o[2]  # cards that nobody sees and that stay where they are
                ]
            case "show":
                to = self._frame("everyone") if group[0][2] < 0 else self.player(group[0][2])
                what = ", ".join(_counted(self.component(o[1]) for o in group))
                return [f"  {self._frame('shown', who=to, what=what)}"]
            case "shown":
                unseen = [self._frame("unseen", n=o[2]) for o in group]
                told = zip(group, unseen, strict=True)
                return [f"  {self._frame('shown', who=self.player(o[1]), what=what)}" for o, what in told]
            case "set":
                return [f"  {', '.join(self._sets(group))}"]
            case "top":
                return [
                    f"  {self._frame('top_is', zone=self.zone(o[1]), what=self.component(o[2], o[1]))}"
                    for o in group
                ]
            case "shuffle":
                return [f"  {self._frame('shuffled', zone=self.zone(o[1]))}" for o in group]
            case "drop":
                return [f"  {self._frame('drops_out', who=self.player(o[1]))}" for o in group]
            case "arranged":
                return [self._frame("arranged")]
        return []

    def _frame(self, key: str, **values: object) -> str:
        return frame(key, self.language, **values)

    # --- decisions ------------------------------------------------------------------------------------

    def decision(
        self,
        observation: Observation,
        memory: _Memory | None = None,
        seen: Set[tuple[str, int]] = frozenset(),
    ) -> str:
        """The sentence for a decision; ``?`` stands for what the observer may not know of it. ``seen``: what
        was seen to come where (zone family, kind of component) when it was carried out."""
        _, seat, number, *params = observation
        memory = memory or _NOTHING
        if number == DONE:
            says = dict(memory.done)
            me: Value = seat
            env = dict.fromkeys(self.words.choosers(memory.offered), me)
            pieces = says.get(self.language) or next(iter(says.values()), None)
            if pieces is None:
                return f"{self.player(seat)}: {self.words.label('done', self.language)}"
            return self._sentence(pieces, env, {}, memory.look)
        action = self.actions[number]
        params = [self._known(action, at, known, memory, seen) for at, known in enumerate(params)]
        pieces = action.say.get(self.language) or next(iter(action.say.values()), None)
        if pieces is None:
            return self._listed(action, seat, params)
        env = {action.me.id: seat}
        env |= given_values(self.words, action, seat, memory.offered, memory.look)
        hidden: dict[int, tuple[str, int]] = {}
        for param, known in zip(action.params, params, strict=True):
            local = param.local
            if not self._hidden(local.type, known):
                env[local.id] = frozenset(known[1:]) if isinstance(local.type, SetOf) else known[0]
            else:
                hidden[local.id] = self._value_of(local.type, known), known[0] if known else 0
        return self._sentence(pieces, env, hidden, memory.look)

    def _sentence(
        self,
        pieces: Sequence[str | core.Expr],
        env: dict[int, Value],
        hidden: dict[int, tuple[str, int]],
        look: Look | None,
    ) -> str:
        """A text, piece by piece; ``hidden``: for locals that are not known in full what is said, and the
        size of a subset, which everyone sees."""
        said: list[str] = []
        for piece in pieces:
            if isinstance(piece, str):
                said.append(piece)
            elif isinstance(piece, core.Local) and piece.var.id in hidden:
                said.append(hidden[piece.var.id][0])
            elif (chosen := _size_of(piece)) in hidden:
                said.append(str(hidden[chosen][1]))
            else:
                try:
                    value = self.words.evaluator.value(piece, env, look)
                    said.append(self.words.say(piece.type, value, self.language))
                except Unsayable:
                    said.append("?")
        return capital("".join(said))

    @staticmethod
    def _hidden(type: Type, known: tuple[int, ...]) -> bool:
        """Whether something of a chosen value is hidden; of a subset ``known`` has the size first."""
        return len(known) - 1 < known[0] if isinstance(type, SetOf) else not known

    def _value_of(self, type: Type, known: tuple[int, ...]) -> str:
        """A chosen value as far as it is known: ``animal ?`` for a component that isn't."""
        element = type.element if isinstance(type, SetOf) else type
        unknown = f"{self.words.label(element.name, self.language)} ?" if isinstance(element, Comp) else "?"
        if not isinstance(type, SetOf):
            return self._element(element, known[0]) if known else unknown
        count = known[0] - len(known[1:])
        names = [self._element(element, member) for member in known[1:]]
        names += [unknown if count == 1 else times(count, unknown)] if count else []
        return ", ".join(names) or self._frame("nothing")

    def _element(self, type: Type, value: int) -> str:
        if isinstance(type, Comp) and value >= 0:
            return self.component(value)
        return self.words.say(type, value, self.language)

    def _listed(self, action: Action, seat: int, params: list[tuple[int, ...]]) -> str:
        said = [
            self._value_of(param.local.type, known)
            for param, known in zip(action.params, params, strict=True)
        ]
        name = self.words.label(action.name, self.language)
        return f"{self.player(seat)}: {name}" + (f" ({'; '.join(said)})" if said else "")

    def _moves(self, group: list[Observation]) -> str:
        counted = [
            self.component(kind, source, target)
            for _, kind, count, source, target in group
            for _ in range(count)
        ]
        _, _, _, source, target = group[0]
        return f"  {self._some(counted)}: {self.zone(source)} -> {self.zone(target)}"

    def _some(self, names: Iterable[str]) -> str:
        told = _counted(names)
        return ", ".join(told) if len(told) <= _NAMED else self._frame("pieces", n=len(told))

    def _sets(self, group: list[Observation]) -> list[str]:
        """What values were set one after the other, in a few words: of many entries that came to one value
        how many they are, of a set its members, of many members how many came and went."""
        alike: dict[tuple[int, int, int], list[int]] = {}
        changes = Counter(number for _, number, _, _ in group)
        for _, number, entry, value in group:
            if not isinstance(self.variables[number].type, SetOf):
                alike.setdefault((number, -1, value), []).append(entry)
            elif changes[number] > _CHANGES:
                alike.setdefault((number, -1, 0), []).append(entry)
            else:
                alike.setdefault((number, entry, int(value >= 0)), []).append(value)
        told: list[str] = []
        for (number, entry, value), members in alike.items():
            variable = self.variables[number]
            label = self.words.label(variable.name, self.language)
            if isinstance(variable.type, SetOf):
                if entry < 0:
                    told.append(self._frame("changes", what=label, n=len(members)))
                    continue
                element = variable.type.element
                what = ", ".join(self._value(element, m if m >= 0 else -1 - m) for m in members)
                told.append(
                    self._frame("into" if value else "out_of", what=what, where=self._entry(variable, entry))
                )
                continue
            said = self._value(variable.type, value)
            if len(members) > _CHANGES:
                keys = ", ".join(self._key(key) for key in variable.keys)
                told.append(f"{label}[{times(len(members), keys)}] = {said}")
            else:
                told += [f"{self._entry(variable, member)} = {said}" for member in members]
        return told

    def _entry(self, variable: Variable, entry: int) -> str:
        name = self.words.entry_name(variable.name, variable.keys, entry)
        return self._labelled(variable.keys, name)

    def _key(self, key: KeyType) -> str:
        """What an index is, in a word."""
        match key.type:
            case Space():
                name = key.type.board
            case Comp() | Enum():
                name = key.type.name
            case Player():
                name = "player"
            case _:
                name = str(key.type)
        return self.words.label(name, self.language)

    def _value(self, type: Type, value: int) -> str:
        base = type.base if isinstance(type, Opt) else type
        if isinstance(base, Comp) and value >= 0:
            return self.component(value)
        return self.words.say(type, value, self.language)

    def player(self, seat: int) -> str:
        """A seat in words, with a capital."""
        return self.words.seat(seat + 1, self.language)

    def component(self, kind: int, *zones: int) -> str:
        """A component in words, with whose it is where others have one of that name, unless one of the zones
        in which it is told of is the owner's."""
        if any(self.words.name_at(kind, zone) == self.words.names[kind] for zone in zones):
            return self.words.name_in(kind, self.language)
        return self.words.called(self.words.full_names[kind], self.language)

    def zone(self, zone: int) -> str:
        """A zone in words."""
        family = self.words.zone_family(zone)
        return self._labelled(() if family is None else family.keys, self.words.zone_names[zone])

    def _labelled(self, keys: Sequence[KeyType], name: str) -> str:
        family, bracket, rest = name.partition("[")
        index = self.words.index_in(keys, rest[:-1], self.language) + "]" if bracket else ""
        return self.words.label(family, self.language) + bracket + index


def _size_of(piece: core.Expr) -> int | None:
    """The local whose size an expression is."""
    if isinstance(piece, core.Size) and isinstance(piece.domain, core.SetD):
        value = piece.domain.value
        return value.var.id if isinstance(value, core.Local) else None
    return None


#: Of a decision nothing is remembered.
_NOTHING = _Memory()


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
    shown = (EVERYONE,) * len(moment.shown)
    if moment.move is None:
        return replace(moment, shown=shown)
    seers = tuple((EVERYONE,) * len(v) if isinstance(v, tuple) else EVERYONE for v in moment.move.params)
    return replace(moment, seers=seers, shown=shown)


def _gathered(observations: Iterable[Observation]) -> list[list[Observation]]:
    """The observations in groups that are told in one line each. What is done to one piece after the other is
    told together: pieces that go the same way, entries that come to the same value, unless something in
    between could make a difference."""
    groups: list[list[Observation]] = []
    for observation in observations:
        for group in reversed(groups):
            if _together(group[0]) == _together(observation) and (
                group is groups[-1] or _joins(observation, group)
            ):
                group.append(observation)
                break
            if not _apart(observation, group):
                groups.append([observation])
                break
        else:
            groups.append([observation])
    return groups


def _joins(observation: Observation, group: list[Observation]) -> bool:
    """Whether what happened later is told with the group: any move, and a value that it has of other entries
    and at the last for this one."""
    if observation[0] == "move":
        return True
    _, number, entry, value = observation
    return any(o[1] == number and o[3] == value for o in group) and all(
        o[1:3] != (number, entry) for o in group
    )


def _apart(observation: Observation, group: list[Observation]) -> bool:
    """Whether an observation may be told before a group that it comes after: neither needs the other."""
    kinds = {observation[0], group[0][0]}
    if kinds == {"move"}:
        (_, _, _, source, target), (_, _, _, before, after) = observation, group[0]
        return source != after and target != before and {source, target} != {before, after}
    if kinds == {"set"}:
        return all(o[1:3] != observation[1:3] for o in group)
    return kinds == {"move", "set"}


def _counted(names: Iterable[str]) -> list[str]:
    """Names with how many there are of each: ``boots``, ``2 × bell``."""
    return [name if count == 1 else times(count, name) for name, count in Counter(names).items()]


def _together(observation: Observation) -> tuple[object, ...]:
    """What is told in one line: moves between the same zones, values set one after the other."""
    kind = observation[0]
    if kind == "move":
        return (kind, observation[3], observation[4])
    return (kind, observation[2]) if kind == "show" else (kind,)
