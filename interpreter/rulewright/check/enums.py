"""Players, rules, enums and rulings: the declarations that need no others, and the types that the rest is
made of.

Rulings with readings are enums of a kind: their readings are values like any others, and their names can be
asked.
"""

from __future__ import annotations

import re
from typing import cast

from rulewright.check import typing as t
from rulewright.check.boards import Boards
from rulewright.check.scope import Env, Symbol
from rulewright.check.steps import Steps
from rulewright.check.tables import Bindings, Constants, NotConstantError, TableReader
from rulewright.check.texts import Source, parse_scalar
from rulewright.check.values import NOTHINGS, NUMERALS, TYPE_KINDS
from rulewright.diagnostics import Sink, suggest
from rulewright.diagnostics.codes import check as codes
from rulewright.limits import MAX_PLAYERS
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset.model import (
    Components,
    KeyType,
    Rule,
    Ruling,
    Text,
)
from rulewright.ruleset.types import Bool, Comp, Enum, Int, Opt, Player, SetOf, Space, Type
from rulewright.ruleset.types import Scalar as ScalarType
from rulewright.syntax import nodes as n

#: What helps where the name of a type is one of another language; in small letters.
_TYPE_HELP = {
    **dict.fromkeys(
        ("number", "int", "count", "points", "value", "float", "nat", "score"),
        "a number has a range, for instance 0..100; a parameter may be any: integer",
    ),
    **dict.fromkeys(("bool", "flag", "truth", "yes_no"), "write: boolean"),
    **dict.fromkeys(
        ("string", "text", "str", "name"),
        "there are no texts in play: declare an enum with the possible values",
    ),
    "players": "write: player",
}


def _numeral(word: re.Match[str]) -> str:
    """A number in digits for one in words."""
    return str(NUMERALS.index(word.group())) if word.group() in NUMERALS else word.group()


class Enums(Steps):
    """Reads the declarations of values; turns the syntax of types and indexes into types."""

    def __init__(self, sink: Sink, data: Mapping | None = None) -> None:
        super().__init__(sink)
        self.data = data
        self.rule_list: dict[str, Rule] = {}
        self.rulings: dict[str, Ruling] = {}
        self.enums: dict[str, tuple[str, ...]] = {}
        self.components = Components({}, (), (), (), {}, (), {})
        self.boards_reader = Boards(self.reader, self._constant_in)
        self.constants = Constants(self.names, self.tables, self.players)
        self.table_reader = TableReader(self.reader, self.names)
        self.zone_count = 1

    # --- players and rules

    def read_players(self, node: Node | None) -> None:
        """Where what is meant can be told, checking goes on with it: else all that depends on the number of
        players would be reported too."""
        if isinstance(node, Sequence) and node.items:
            ends = [item.text for item in (node.items[0], node.items[-1]) if isinstance(item, Scalar)]
            self.reader.wrong(node, "a number or a range such as 2..4", f"write: {'..'.join(ends)}")
            self._take_players("..".join(ends))
            return
        scalar = self.reader.text(node, "a number or a range such as 2..4")
        tree = None if scalar is None else parse_scalar("players", scalar, self.sink)
        if tree is None or scalar is None:
            return
        low, high = (tree.low, tree.high) if isinstance(tree, n.RangeType) else (tree, tree)
        if not isinstance(low, n.Number) or not isinstance(high, n.Number):
            is_dash = isinstance(tree, n.Binary) and tree.op == "-"
            said = re.sub(r"[^\W\d]\w*", _numeral, scalar.text.lower())
            if is_dash:
                said = scalar.text.replace("-", "..")
                help = f"write {said}"
            else:
                help = f"write: {said}" if said != scalar.text.lower() else "for instance 2, or 2..4"
            message = "a number or a range of numbers is needed"
            self.sink.report(codes.BadPlayers, scalar.place, message, help=help)
            self._take_players(said)
        elif not 1 <= low.value <= high.value:
            self.sink.report(codes.BadPlayers, scalar.place, f"{scalar.text} is no number of players")
            self._take_players(f"{high.value}..{low.value}")
        elif high.value > MAX_PLAYERS:
            self.sink.report(codes.BadPlayers, scalar.place, f"a game has at most {MAX_PLAYERS} players")
            self._take_players(f"{low.value}..{MAX_PLAYERS}")
        else:
            self._take_players(f"{low.value}..{high.value}")

    def _take_players(self, said: str) -> None:
        """Take a number or a range of players as it is written, if it can be one."""
        found = re.fullmatch(r"\s*(\d{1,2})\s*(?:\.\.\s*(\d{1,2})\s*)?", said)
        if found is not None:
            low, high = int(found[1]), int(found[2] or found[1])
            if 1 <= low <= high <= MAX_PLAYERS:
                self.players = self.constants.players = (low, high)

    def read_rules(self, node: Node | None) -> None:
        for key, value in self.reader.entries(node, "a mapping from numbers of rules to what they say"):
            absent: str | None = None
            text: Text
            if isinstance(value, Mapping) and ("text" in value or "absent" in value):
                value = self.reader.keys(value, ("text", "absent"), ("text",), "a rule", name=key)
                text = self.localised(value.get("text"))
                scalar = self.reader.text(value.get("absent"), "the name of a scenario")
                absent = None if scalar is None else scalar.text
            else:
                text = self.localised(value)
            self.rule_list[key.text] = Rule(key.text, text, absent, key.place)
        self.rule_ids = set(self.rule_list)
        self.rule_ids_by_letters = {rule.lower(): rule for rule in self.rule_list}

    # --- values: enums and rulings

    def read_enums(self, node: Node | None) -> None:
        for key, value in self.reader.named(node):
            names: dict[str, None] = {}
            if not isinstance(value, Sequence):
                known = value.keys() if isinstance(value, Mapping) else (value.text,) if value.text else ()
                help = f"write: [{', '.join(known)}]" if known else None
                self.reader.wrong(value, "a list of names", help)
            for item in value.items if isinstance(value, Sequence) else ():
                scalar = self.reader.text(item, "a name")
                if scalar is None or not self.reader.name(scalar):
                    continue
                if scalar.text in names:
                    self.sink.report(
                        codes.NameClash, scalar.place, f"'{scalar.text}' stands twice in '{key.text}'"
                    )
                    continue
                names[scalar.text] = None
            enum = Enum(key.text, tuple(names))
            if not names:
                if isinstance(value, Sequence) and not value.items:
                    self.sink.report(codes.WrongShape, value.place, "an enum needs at least one value")
                self.names.lose(value)
                self.names.declare("enum", key.text, key.place)
                continue
            if self.names.declare("enum", key.text, key.place, enum, names) is None:
                continue
            self.enums[key.text] = enum.values
            for number, name in enumerate(names):
                self.names.declare_value(name, enum, number, key.place)

    def read_rulings(self, node: Node | None) -> None:
        index = 0
        for key, value in self.reader.named(node):
            mapping = self.reader.mapping(value, "a mapping with question:")
            if mapping is None:
                continue
            mapping = self.reader.keys(
                mapping,
                ("rule", "question", "answer", "readings", "chosen"),
                ("question",),
                "a ruling",
                name=key,
            )
            rules = self.rules(mapping)
            answer = self.localised(mapping.get("answer")) or None
            readings: dict[str, Text] = {}
            written = mapping.get("readings")
            for name, text in self.reader.named(written):
                if name.text == "open":
                    self.sink.report(
                        codes.BadName, name.place, "'open' is the reading that every ruling has already"
                    )
                    continue
                readings[name.text] = self.localised(text)
            chosen = self.reader.text(mapping.get("chosen"), "the name of a reading")
            both = mapping.key("answer") if readings and answer is not None else None
            if both is not None:
                said = next(iter((answer or {}).values()))
                self.sink.report(
                    codes.BadClause,
                    both.place,
                    f"'{key.text}' has readings, so its answer is the one that is chosen",
                    help=f"write: chosen: {said}" if said in readings else "leave out one of the two",
                )
            elif not readings and answer is None:
                self.sink.report(
                    codes.MissingKey,
                    key.place,
                    f"'{key.text}' needs an answer, or readings with the one chosen",
                    expected=("answer", "readings and chosen"),
                )
            elif readings and isinstance(written, Mapping) and len(written) == 1:
                self.sink.report(
                    codes.WrongCount,
                    key.place,
                    f"'{key.text}' has one reading only, so nothing is open",
                    help="give it another reading, or an answer instead",
                )
            elif readings and "chosen" not in mapping:
                self.sink.report(
                    codes.MissingKey,
                    key.place,
                    f"nothing says which reading of '{key.text}' is played",
                    expected=tuple(f"chosen: {name}" for name in readings),
                )
            elif readings and chosen is not None and chosen.text not in readings:
                near = suggest(chosen.text, readings)
                self.sink.report(
                    codes.UnknownName,
                    chosen.place,
                    "the chosen reading is not one of them",
                    expected=tuple(readings),
                    help=f"did you mean {' or '.join(near)}?" if near else None,
                )
            enum = Enum(key.text, tuple(readings))
            kind_value = enum if readings else None
            symbol = self.names.declare("ruling", key.text, key.place, kind_value, readings)
            if symbol is None:
                continue
            symbol.used = not readings
            for number, name_text in enumerate(readings):
                self.names.declare_value(name_text, enum, number, key.place)
            self.rulings[key.text] = Ruling(
                key.text,
                self.localised(mapping.get("question")),
                rules,
                answer,
                readings,
                None if chosen is None else chosen.text,
                index if readings else -1,
                key.place,
            )
            index += bool(readings)

    def _constant_in(self, node: n.Expr, scalar: Scalar) -> int | None:
        return self.constant(node, Source(scalar), {})

    def constant(self, node: n.Expr, source: Source, bindings: Bindings) -> int | None:
        """The number a constant expression is, or none after a report."""
        try:
            return self.constants.number(node, bindings)
        except NotConstantError as error:
            self.not_constant(error, source)
            return None

    def not_constant(self, error: NotConstantError, source: Source) -> None:
        """Reports what has no value before the game, unless that follows from what was reported before."""
        if error.message:
            self.sink.report(error.code, source.place(error.node), error.message, help=error.help)

    def type_of(self, node: n.TypeNode, env: Env) -> Type | None:
        if isinstance(node, n.OptionalType):
            base = self.type_of(node.base, env)
            if base is None:
                return None
            if isinstance(base, SetOf) or not isinstance(base, ScalarType):
                self.error(codes.WrongType, env, node, "a set that may be none is an empty set")
                return None
            if isinstance(base, Int) and base.lo < 0 and base.lo != t.INTEGER.lo:
                self.error(codes.OutOfRange, env, node, "a number that may be none can't be negative")
                return None
            return Opt(Int(0, base.hi) if base == t.INTEGER else base)
        if isinstance(node, n.RangeType):
            low, high = self.constant(node.low, env.source, {}), self.constant(node.high, env.source, {})
            if low is None or high is None:
                return None
            if low > high:
                self.error(codes.OutOfRange, env, node, f"the range {low}..{high} is empty")
                return None
            return Int(low, high)
        if isinstance(node, n.IntegerType):
            return t.INTEGER
        if isinstance(node, n.BooleanType):
            return t.BOOL
        if isinstance(node, n.BoardType):
            return self.board_enum(node, env)
        if isinstance(node, n.SetType):
            element = self.type_of(node.element, env)
            if element is None:
                return None
            if not isinstance(element, ScalarType) or (
                isinstance(element, Int) and element.hi - element.lo > 4096
            ):
                self.error(codes.WrongType, env, node, f"there are no sets of {element}")
                return None
            return SetOf(element)
        return self._named_type(node, env)

    def _named_type(self, node: n.NamedType, env: Env) -> Type | None:
        if node.names[0].text == "player" and len(node.names) == 1:
            return t.PLAYER
        last = node.names[-1]
        if len(node.names) > 1 and last.text in NOTHINGS:
            others = " or ".join(ident.text for ident in node.names[:-1])
            message = f"'{last.text}' is no type; what may be absent is '... or none'"
            self.error(codes.UnknownName, env, last, message, help=f"write: {others} or none")
            return None
        if any(ident.text == "player" for ident in node.names):
            message = "only components can be joined with 'or'"
            self.error(codes.WrongType, env, node, message, expected=("one type",))
            return None
        if any(self.is_clashing(ident, env) for ident in node.names):
            return None
        for ident in node.names:
            if ident.text in self.coming and ident.text not in self.names.symbols:
                self.error(
                    codes.WrongType,
                    env,
                    ident,
                    f"'{ident.text}' is a component, which data can't be of",
                    help="a field of the component can say the same",
                )
                return None
        symbols: list[Symbol | None] = []
        for ident in node.names:
            symbols.append(self.symbol(ident, env, TYPE_KINDS, _TYPE_HELP.get(ident.text.lower())))
            if symbols[-1] is None and ident.text in self.names.values:
                break  # of values in place of a type one is enough
        if any(s is None for s in symbols):
            return None
        found = [s for s in symbols if s is not None]
        if len(found) == 1 and found[0].kind != "component":
            return cast(Type, found[0].value)
        result: Comp | None = None
        for symbol, ident in zip(found, node.names, strict=True):
            if symbol.kind != "component":
                self.error(
                    codes.WrongType,
                    env,
                    ident,
                    f"'{symbol.name}' is a {symbol.kind}",
                    expected=("a component type",),
                )
                return None
            type = self.component_type(symbol.name)
            result = type if result is None else t.join_components(result, type)
        if result is not None and len(found) > 1:
            order = [
                leaf
                for f in self.families.values()
                for leaf in f.leaves
                if f.leaves == (f.name,) and leaf in result.leaves
            ]
            result = Comp(tuple(order), result.name)
        return result

    def keys(self, nodes: tuple[n.KeyNode, ...], env: Env, table: bool = False) -> tuple[KeyType, ...] | None:
        result: list[KeyType | None] = []
        for node in nodes:
            if isinstance(node, n.PlayersKey):
                if not table:
                    self.error(codes.BadClause, env, node, "only tables depend on the number of players")
                    return None
                low, high = self.players
                result.append(KeyType(Int(low, high), low, high - low + 1, players=True))
                continue
            type = self.type_of(node, env)
            result.append(None if type is None else self._key(type, node, env, table))
        return None if any(k is None for k in result) else tuple(cast("list[KeyType]", result))

    def _key(self, type: Type, node: n.Node, env: Env, table: bool) -> KeyType | None:
        if isinstance(type, Int):
            if type.hi - type.lo >= 65536:
                self.error(codes.TooMany, env, node, f"{type} has too many values for an index")
                return None
            return KeyType(type, type.lo, type.hi - type.lo + 1)
        if isinstance(type, Bool):
            return KeyType(type, 0, 2)
        if isinstance(type, Enum):
            return KeyType(type, 0, len(type.values))
        if isinstance(type, Player):
            return KeyType(type, 0, self.players[1])
        if isinstance(type, Space):
            return KeyType(type, 0, len(self.boards[type.board].spaces) if type.board in self.boards else 1)
        if isinstance(type, Comp) and not table:
            ids = self.components.ids(type)
            return KeyType(type, ids[0] if ids else 0, ids[-1] - ids[0] + 1 if ids else 0)
        self.error(codes.WrongType, env, node, f"{type} can't be an index here")
        return None
