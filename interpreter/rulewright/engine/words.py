"""Values and places in the author's words: what people, logs and scenarios call the integers of the machines.

A component is called by its ``named`` template, else by its leaf. Components that nobody at the table could
tell apart (same leaf, owner and fields, nothing kept per component) are one *kind* and share one name: a view
that numbered them would tell more than the table shows. Kinds of one owner that come out with the same name
are told apart by letters in the order of their ids (``canoe A``, ``canoe B``); the plain name then means any
of them. Kinds of different owners may share a name: everybody has a ``king``. Where it isn't clear whose it
is, it is called ``king of 2``. Seats count from 1 in words, from 0 everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import TypeAlias

from rulewright.compile.geometry import lines, spots
from rulewright.engine.frame import built_in, frame
from rulewright.engine.templates import Evaluator, Look, Unsayable, Value
from rulewright.machine.interface import Config
from rulewright.ruleset import core
from rulewright.ruleset.model import KeyType, Ruleset, Text, ZoneFamily
from rulewright.ruleset.types import (
    NONE,
    Bool,
    Comp,
    Enum,
    Int,
    Line,
    NoneType,
    Opt,
    Player,
    SetOf,
    Space,
    Spot,
    Type,
)  # fmt: skip
from rulewright.ruleset.walk import steps_of

#: A value in words, as JSON has it: lists for sets, None for none.
Word: TypeAlias = "int | str | bool | list[Word] | None"


#: A text by language as template pieces.
Says: TypeAlias = "tuple[tuple[str, tuple[str | core.Expr, ...]], ...]"


class Words:
    """The vocabulary of one ruleset played with one configuration."""

    def __init__(self, ruleset: Ruleset, config: Config) -> None:
        self.ruleset, self.config = ruleset, config
        self.evaluator = Evaluator(ruleset, config)
        self._named_ways: dict[Line | Spot, list[str]] = {}
        self._ways_of: dict[Line | Spot, dict[tuple[str, ...], list[int]]] = {}
        self.families = sorted(ruleset.zones.values(), key=lambda family: family.first)
        indexes = [family.keys for family in self.families] + [v.keys for v in ruleset.variables.values()]
        tracked = {
            leaf for keys in indexes for key in keys if isinstance(key.type, Comp) for leaf in key.type.leaves
        }
        parts = ruleset.components
        classes: dict[tuple[object, ...], int] = {}
        self.kind: list[int] = []
        """Component -> number of its kind: the lowest id of those that nobody can tell apart."""
        for i, leaf in enumerate(parts.leaf_of):
            alone = leaf in tracked or ruleset.components.families[leaf].alike
            self.kind.append(
                classes.setdefault((i,) if alone else (leaf, parts.kind_class[i], parts.owner[i]), i)
            )

    # --- components ---------------------------------------------------------------------------------

    def plain_name(self, component: int, language: str | None = None) -> str:
        """What the component is called, without a number; ``language`` chooses the labels."""
        leaf = self.ruleset.components.leaf_of[component]
        templates = self.ruleset.components.named.get(leaf)
        if templates:
            template = templates.get(language or "") or next(iter(templates.values()))
            say = self._own_words if language is None else partial(self._in_a_name, language)
            try:
                return self.evaluator.render(template, {0: component}, say)
            except Unsayable:
                pass
        return self.label(leaf, language)

    def _own_words(self, type: Type, value: Value) -> str:
        return str(self.word(type, value))

    def _in_a_name(self, language: str, type: Type, value: Value) -> str:
        """A field in a name in a language; a player is a number there, as in the names of logs."""
        return self._own_words(type, value) if isinstance(type, Player) else self.say(type, value, language)

    @cached_property
    def names(self) -> list[str]:
        """Component -> its name, unique among the kinds of one owner."""
        plain = [self.plain_name(i) if kind == i else "" for i, kind in enumerate(self.kind)]
        kinds: dict[tuple[str, int], list[int]] = {}
        for i, kind in enumerate(self.kind):
            if kind == i:
                kinds.setdefault((plain[i], self.ruleset.components.owner[i]), []).append(i)
        for (name, _), members in kinds.items():
            for number, i in enumerate(members if len(members) > 1 else ()):
                plain[i] = f"{name} {_letters(number)}"
        return [plain[kind] for kind in self.kind]

    @cached_property
    def full_names(self) -> list[str]:
        """Component -> its name with the seat of its owner where other owners have that name too."""
        owner = self.ruleset.components.owner
        owners: dict[str, set[int]] = {}
        for i, name in enumerate(self.names):
            owners.setdefault(name, set()).add(owner[i])
        return [
            f"{name} of {owner[i] + 1}" if len(owners[name]) > 1 and owner[i] >= 0 else name
            for i, name in enumerate(self.names)
        ]

    def name_at(self, component: int, zone: int) -> str:
        """What the component is called among what lies in a zone: in its owner's zones without the owner."""
        family = self.zone_family(zone)
        if family is not None:
            for key, value in zip(
                family.keys, self.key_values(family.keys, zone - family.first), strict=True
            ):
                if isinstance(key.type, Player) and value == self.ruleset.components.owner[component]:
                    return self.names[component]
        return self.full_names[component]

    def name_for(self, component: int, seat: int) -> str:
        """What the component is called when a seat speaks: its own without the owner."""
        own = self.ruleset.components.owner[component] == seat
        return self.names[component] if own else self.full_names[component]

    @cached_property
    def _named(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for i in range(len(self.names)):
            if not self.in_game(i):
                continue
            plain, owner = self.plain_name(i), self.ruleset.components.owner[i]
            owned = {f"{plain} of {owner + 1}"} if owner >= 0 else set()
            for name in {self.names[i], self.full_names[i], plain} | owned:
                found.setdefault(name, []).append(i)
        return {name: tuple(ids) for name, ids in found.items()}

    def ids_named(self, name: str) -> tuple[int, ...]:
        """The components in the game that the name means, ascending; () if there are none."""
        return self._named.get(name, ())

    def component_names(self) -> Iterable[str]:
        """Every name of a component in the game."""
        return self._named.keys()

    def in_game(self, component: int) -> bool:
        """Whether the component takes part: those of absent seats don't."""
        return self.ruleset.components.owner[component] < self.config.players

    def name_in(self, component: int, language: str) -> str:
        """The name as people read it in a language, number included."""
        name, plain = self.names[component], self.plain_name(component)
        return self.plain_name(component, language) + name[len(plain) :]

    def called(self, name: str, language: str) -> str:
        """A component's name in a log or view as people read it in a language."""
        ids = self.ids_named(name)
        if not ids:
            return name
        own, said = self.names[ids[0]], self.name_in(ids[0], language)
        if not name.startswith(own):
            # The name without a letter, of any of them.
            own, said = self.plain_name(ids[0]), self.plain_name(ids[0], language)
        rest, owner = name.removeprefix(own), f" of {self.ruleset.components.owner[ids[0]] + 1}"
        if rest.startswith(owner):
            # Whose it is, which names of logs say in English.
            said = frame("of_player", language, what=said, n=owner.removeprefix(" of "))
            rest = rest.removeprefix(owner)
        return said + rest

    def index_in(self, keys: Sequence[KeyType], index: str, language: str) -> str:
        """The indexes of a zone or variable, as ``entry_name`` has them, in a language; players and spaces
        with numbers by their numbers."""
        parts = index.split(", ")
        if len(parts) != len(keys):
            return index
        return ", ".join(
            self.called(part, language)
            if isinstance(key.type, Comp)
            else self.label(part, language)
            if isinstance(key.type, Enum | Space) and not part.isdecimal()
            else part
            for key, part in zip(keys, parts, strict=True)
        )

    # --- values --------------------------------------------------------------------------------------

    def word(self, type: Type, value: Value) -> Word:
        """The value in the ruleset's own words."""
        match type:
            case SetOf():
                assert isinstance(value, frozenset)
                return [self.word(type.element, member) for member in sorted(value)]
            case Opt():
                return None if value == NONE else self.word(type.base, value)
        assert isinstance(value, int)
        match type:
            case NoneType():
                return None
            case Bool():
                return bool(value)
            case Enum():
                return type.values[value] if value >= 0 else "open"
            case Player():
                return value + 1
            case Comp():
                return self.full_names[value]
            case Space():
                return _number_or_name(self.ruleset.boards[type.board].spaces[value])
            case Line() | Spot():
                return self._ways(type)[value]
            case Int():
                return value

    def values_of(self, type: Type, word: object) -> list[int]:
        """The values of a type that a word names, several only for components of one kind; [] if it names
        none."""
        match type:
            case Opt():
                return [NONE] if word is None or word == "none" else self.values_of(type.base, word)
            case NoneType():
                return [NONE] if word is None or word == "none" else []
            case Bool():
                return [int(word)] if isinstance(word, bool) else []
            case Int():
                return [word] if isinstance(word, int) and not isinstance(word, bool) else []
            case Player():
                fits = (
                    isinstance(word, int) and not isinstance(word, bool) and 1 <= word <= self.config.players
                )
                return [word - 1] if fits and isinstance(word, int) else []
            case Enum():
                return [type.values.index(word)] if word in type.values and isinstance(word, str) else []
            case Comp():
                return [
                    i for i in self.ids_named(str(word)) if self.ruleset.components.leaf_of[i] in type.leaves
                ]
            case Space():
                spaces = self.ruleset.boards[type.board].spaces
                return [spaces.index(str(word))] if str(word) in spaces else []
            case Line() | Spot():
                # The spaces of a line or placement are named in any order.
                return [*self._by_spaces(type).get(tuple(sorted(str(word).split("+"))), ())]
            case SetOf():
                return []

    def values(self, type: Type) -> Sequence[int]:
        """All values of a type that is no set, in order, of components those in the game."""
        match type:
            case Opt():
                return [NONE, *self.values(type.base)]
            case NoneType():
                return [NONE]
        return self.evaluator.values_of(type)

    def _ways(self, type: Line | Spot) -> list[str]:
        """The names of all lines or placements of a type: their spaces, ``a1+b2+c3``."""
        if type not in self._named_ways:
            board = self.ruleset.boards[type.board]
            ways = (
                lines(board, type.length)
                if isinstance(type, Line)
                else spots(self.ruleset.shapes[type.shapes])
            )
            self._named_ways[type] = ["+".join(board.spaces[space] for space in way) for way in ways]
        return self._named_ways[type]

    def _by_spaces(self, type: Line | Spot) -> dict[tuple[str, ...], list[int]]:
        """The lines or placements of a type by the names of their spaces, sorted: several placements where
        equal shapes have several names."""
        if type not in self._ways_of:
            found = self._ways_of[type] = {}
            for number, way in enumerate(self._ways(type)):
                found.setdefault(tuple(sorted(way.split("+"))), []).append(number)
        return self._ways_of[type]

    # --- zones and variables --------------------------------------------------------------------------

    def key_values(self, keys: tuple[KeyType, ...], entry: int) -> tuple[int, ...]:
        """The indexes of a mixed-radix entry."""
        values: list[int] = []
        for key in reversed(keys):
            entry, digit = divmod(entry, key.size)
            values.append(digit + key.offset)
        return tuple(reversed(values))

    def present(self, keys: tuple[KeyType, ...], entry: int) -> bool:
        """Whether no index of the entry is an absent player or a component out of the game."""
        for key, value in zip(keys, self.key_values(keys, entry), strict=True):
            if isinstance(key.type, Player) and value >= self.config.players:
                return False
            if isinstance(key.type, Comp) and not self.in_game(value):
                return False
        return True

    def entry_name(self, name: str, keys: tuple[KeyType, ...], entry: int) -> str:
        """How an author writes one entry: ``dealer``, ``total[2]``, ``written[1, boots]``."""
        if not keys:
            return name
        values = zip(keys, self.key_values(keys, entry), strict=True)
        return f"{name}[{', '.join(str(self.word(key.type, value)) for key, value in values)}]"

    def zone_family(self, zone: int) -> ZoneFamily | None:
        """The family of a zone by its number; None for the box."""
        for family in self.families:
            if family.first <= zone < family.first + family.size:
                return family
        return None

    @cached_property
    def zone_names(self) -> list[str]:
        """Zone number -> its name; the box is ``box``."""
        names = ["box"] * self.ruleset.zone_count
        for family in self.families:
            for i in range(family.size):
                names[family.first + i] = self.entry_name(family.name, family.keys, i)
        return names

    @cached_property
    def zone_numbers(self) -> dict[str, int]:
        """Name -> zone number, of the zones of this game (those of absent players left out)."""
        numbers = {"box": 0}
        for family in self.families:
            for i in range(family.size):
                if self.present(family.keys, i):
                    numbers[self.zone_names[family.first + i]] = family.first + i
        return numbers

    @cached_property
    def dones(self) -> list[tuple[frozenset[str], Says]]:
        """Each choose that can offer ``done``: the actions it offers, and how ``done`` is said there by
        language."""
        return [
            (frozenset(offer.action for offer in step.actions), tuple(step.done_say.items()))
            for step in steps_of(self.ruleset)
            if isinstance(step, core.Choose) and step.low is not None
        ]

    def given(self, offered: frozenset[str], action: str) -> list[tuple[int | None, tuple[core.Expr, ...]]]:
        """What the steps that can offer these actions give to one of them: each time the id of the local
        that stands for who chooses (none if that is somebody else), and an expression for each given
        parameter."""
        return [
            (actor, gives[action])
            for actor, gives in self._offers
            if offered <= gives.keys() and action in gives
        ]

    def choosers(self, offered: frozenset[str]) -> set[int]:
        """The locals that stand for who chooses where these actions are offered."""
        return {actor for actor, gives in self._offers if actor is not None and offered <= gives.keys()}

    @cached_property
    def _offers(self) -> list[tuple[int | None, dict[str, tuple[core.Expr, ...]]]]:
        offers: list[tuple[int | None, dict[str, tuple[core.Expr, ...]]]] = []
        for step in steps_of(self.ruleset):
            actor: int | None = None
            if isinstance(step, core.Choose):
                actor = step.by.var.id if isinstance(step.by, core.Local) else None
            elif isinstance(step, core.Together):
                actor = step.me.id
            else:
                continue
            offers.append((actor, {offer.action: offer.given for offer in step.actions}))
        return offers

    # --- in a language of people -----------------------------------------------------------------------

    def text(self, text: Text, language: str) -> str:
        """A text in a language, or in the ruleset's own."""
        return text.get(language) or next(iter(text.values()), "")

    def label(self, name: str, language: str | None = None) -> str:
        """What a name of the ruleset is called; without a label, itself with blanks. Names of the notation
        (``none``) are called so in the languages that the program speaks."""
        own = None if language is None else self.ruleset.labels.get(language, {}).get(name)
        if own is None and language is not None:
            own = built_in(name, language)
        return own or name.replace("_", " ")

    def seat(self, number: int, language: str) -> str:
        """A seat, counted from 1, at the beginning of a line: ``Player 2``."""
        return capital(f"{self.label('player', language)} {number}")

    def say(self, type: Type, value: Value, language: str) -> str:
        """The value as it stands in a sentence."""
        match type:
            case Opt():
                return self.label("none", language) if value == NONE else self.say(type.base, value, language)
            case SetOf():
                assert isinstance(value, frozenset)
                members = [self.say(type.element, member, language) for member in sorted(value)]
                return ", ".join(members) or self.label("none", language)
        assert isinstance(value, int)
        match type:
            case Player():
                return f"{self.label('player', language)} {value + 1}"
            case Comp():
                return self.name_in(value, language)
            case Space():
                name = self.ruleset.boards[type.board].spaces[value]
                return (
                    f"{self.label(type.board, language)} {name}"
                    if name.isdecimal()
                    else self.label(name, language)
                )
            case Enum():
                return self.label(str(self.word(type, value)), language)
            case Bool():
                return self.label("true" if value else "false", language)
        return str(self.word(type, value))

    def _speaker(self, language: str) -> Callable[[Type, Value], str]:
        return partial(_swapped, self.say, language)

    def render(
        self, pieces: Sequence[str | core.Expr], env: dict[int, Value], language: str, look: Look | None
    ) -> str:
        """A ``say`` template in a language, beginning with a capital; raises Unsayable."""
        text = self.evaluator.render(pieces, env, self._speaker(language), look)
        return capital(text)


def capital(text: str) -> str:
    """A text that begins a line or sentence."""
    return text[:1].upper() + text[1:]


def _swapped(say: Callable[[Type, Value, str], str], language: str, type: Type, value: Value) -> str:
    return say(type, value, language)


def _letters(number: int) -> str:
    """A, B, ... Z, AA, AB ..."""
    last = chr(ord("A") + number % 26)
    return last if number < 26 else _letters(number // 26 - 1) + last


def _number_or_name(name: str) -> Word:
    return int(name) if name.isdecimal() else name
