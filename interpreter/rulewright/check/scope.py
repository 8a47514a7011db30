"""What names mean: the one namespace of declarations, the values of enums, and the locals of a place in the
text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rulewright.check.texts import Source
from rulewright.check.typing import words
from rulewright.diagnostics import Place, Sink
from rulewright.diagnostics.codes.check import NameClash
from rulewright.loading import Node as YamlNode
from rulewright.ruleset.model import LocalVar
from rulewright.ruleset.types import Type
from rulewright.syntax import nodes as n

SymbolKind = Literal[
    "enum",
    "ruling",
    "table",
    "number",
    "constant set",
    "board",
    "shapes",
    "component",
    "zone",
    "variable",
    "definition",
    "procedure",
    "action",
]


@dataclass(slots=True)
class Symbol:
    """A declared name. ``value``: what was made of the declaration, by kind; ``used``: whether anything
    mentions it."""

    kind: SymbolKind
    name: str
    place: Place
    value: Any = None
    used: bool = False


@dataclass(slots=True)
class EnumValue:
    """A value's name with its type and number; several types may share a name."""

    type: Type
    value: int
    place: Place
    used: bool = False


class Names:
    """All names of a ruleset outside of local scopes."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.symbols: dict[str, Symbol] = {}
        self.values: dict[str, list[EnumValue]] = {}
        self.lost: set[str] = set()
        """Words of declarations that could not be read: they may be names; nothing is said of their use."""

        self.clashing: set[str] = set()
        """Names that were declared twice, and so are lost: which is meant where they stand is not known."""

        self.lost_grid = False
        """Whether a grid or hexagon could not be read: what looks like a space may be one of its spaces."""

        self.lost_shapes = False
        """Whether a table of shapes could not be read: any name may be one of its shapes."""

        self.meant: set[str] = set()
        """Names that were offered for misspelt ones: what was offered is taken to be used."""

    def declare(
        self, kind: SymbolKind, name: str, place: Place, value: Any = None, values: Iterable[str] = ()
    ) -> Symbol | None:
        """Adds a name, or reports that it is taken; then the names of its ``values`` are lost."""
        taken, others = self.symbols.get(name), self.values.get(name)
        if taken is not None:
            self._clash(name, place, taken.place, f"a {taken.kind}")
        elif others is not None:
            self._clash(name, place, others[0].place, self.kind_of(others[0]))
        else:
            symbol = Symbol(kind, name, place, value)
            self.symbols[name] = symbol
            return symbol
        self.lost.update(values)
        return None

    def declare_value(self, name: str, type: Type, value: int, place: Place) -> None:
        """Adds a value of an enum, a board or a ruling."""
        taken = self.symbols.get(name)
        if taken is not None:
            self._clash(name, place, taken.place, f"a {taken.kind}")
            return
        self.values.setdefault(name, []).append(EnumValue(type, value, place))

    def kind_of(self, value: EnumValue) -> str:
        """What a message calls a value: a reading of a ruling, a space of a board, a value of an enum."""
        of = self.symbols.get(str(value.type))
        return f"a reading of {of.name}" if of is not None and of.kind == "ruling" else words(value.type)

    def _clash(self, name: str, place: Place, first: Place, what: str) -> None:
        self.sink.report(NameClash, place, f"'{name}' is {what} already", related=[(first, "declared here")])
        self.lost.add(name)
        self.clashing.add(name)

    def lose(self, node: YamlNode) -> None:
        """Notes the words of a declaration that was reported as wrong."""
        span = node.span
        text = node.source.text[span.start.offset : span.end.offset]
        self.lost.update(word for word in re.findall(r"\w+", text) if not word.isdigit())

    def is_lost(self, name: str) -> bool:
        """Whether the name may belong to a declaration that was reported as wrong."""
        return name in self.lost or (self.lost_grid and re.fullmatch(r"[a-z]{1,2}\d{1,3}", name) is not None)

    def candidates(self) -> list[str]:
        return [*self.symbols, *self.values]


@dataclass(slots=True)
class Frame:
    """The definition, procedure, action or list of steps that a text belongs to. ``me``: the local it has if
    asked for; ``needs_me``: whether it was asked for. What was said of it already is not said again:
    ``told_no_me`` (in a loop; ``loops``: how many are around), and the ``unknown`` names for which nothing
    near is known. ``unclear``: some of its local names could not be read, so nothing is said of names that
    may be they."""

    me: LocalVar | None = None
    needs_me: bool = False
    told_no_me: bool = False
    loops: int = 0
    unknown: set[str] = field(default_factory=set)
    unclear: bool = False


#: Facts that a condition established: an expression (as a key) has this type now. ``lasting`` ones are of
#: locals alone.
@dataclass(frozen=True, slots=True)
class Fact:
    type: Type
    lasting: bool


@dataclass(frozen=True, slots=True)
class Env:
    """Where an expression stands: its string, what is visible, what is known, and the rules it carries
    out."""

    source: Source
    frame: Frame
    locals: dict[str, LocalVar] = field(default_factory=dict)
    facts: dict[Any, Fact] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    unsure: bool = False
    """Whether a condition around could not be read: it may have said what components stand here."""

    def within(self, source: Source) -> Env:
        return replace(self, source=source)

    def citing(self, rules: tuple[str, ...]) -> Env:
        return replace(self, rules=rules) if rules else self

    def having(self, *locals: LocalVar) -> Env:
        return replace(self, locals={**self.locals, **{x.name: x for x in locals}})

    def knowing(self, facts: dict[Any, Fact]) -> Env:
        return replace(self, facts={**self.facts, **facts}) if facts else self

    def doubting(self, is_wrong: bool) -> Env:
        """After a condition that was reported: it may have said what components stand here."""
        return replace(self, unsure=True) if is_wrong else self

    def forgetting(self) -> Env:
        """After something changed: only facts about locals stay."""
        return replace(self, facts={k: f for k, f in self.facts.items() if f.lasting})


def key_of(node: Any) -> Any:
    """A hashable likeness of an expression without its offsets: equal keys are the same expression."""
    if isinstance(node, tuple):
        return tuple(key_of(x) for x in node)
    if isinstance(node, n.Node):
        names = [f for f in type(node).__dataclass_fields__ if f not in ("start", "end")]
        return (type(node).__name__, *(key_of(getattr(node, f)) for f in names))
    return node


def is_path(node: n.Expr) -> bool:
    """Is the expression one whose type a condition can narrow: a name, index, field or call of such?"""
    if isinstance(node, n.Name | n.Number | n.Constant):
        return True
    if isinstance(node, n.Index | n.Call):
        return all(is_path(a) for a in node.args)
    return isinstance(node, n.Field) and is_path(node.base)


def is_lasting(node: n.Expr, env: Env) -> bool:
    """Does its value depend on locals and constants only?"""
    return isinstance(node, n.Name) and node.text in env.locals
