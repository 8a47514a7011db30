"""Declarations: enums, rulings, boards, tables, components, zones, variables.

In an order in which each needs only what came before: values and boards before tables, tables before the components
that are counted by them, components before the zones and variables that are indexed by them.
"""

from __future__ import annotations

from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.boards import BOARD_KEYS, Boards
from rulewright.check.scope import Env, Frame
from rulewright.check.steps import Bodies
from rulewright.check.tables import Bindings, Constants, NotConstantError, TableReader
from rulewright.check.texts import Source, parse_scalar
from rulewright.diagnostics import Place, Sink
from rulewright.diagnostics.codes import check as codes
from rulewright.limits import MAX_COMPONENTS, MAX_PLAYERS
from rulewright.loading import Mapping, Node, Scalar
from rulewright.ruleset import core
from rulewright.ruleset.model import (
    Components,
    Family,
    KeyType,
    Rule,
    Ruling,
    Sight,
    Table,
    Text,
    Variable,
    Who,
    ZoneFamily,
)
from rulewright.ruleset.types import NONE, Bool, Comp, Enum, Int, Opt, Player, SetOf, Space, Type
from rulewright.ruleset.types import Scalar as ScalarType
from rulewright.syntax import nodes as n

#: The forms an entry of assumptions or tables can have, by the key that tells the form.
DATA_KEYS: dict[str, tuple[str, ...]] = {
    "number": ("number",),
    "table": ("table", "entries", "values", "cycle", "otherwise"),
    "set": ("set", "entries"),
    "shapes": ("shapes", "entries"),
}


class Declarations(Bodies):
    """Elaborates declarations; after ``declare`` all names have what was made of them."""

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
        scalar = self.reader.text(node, "a number or a range such as 2..4")
        tree = None if scalar is None else parse_scalar("players", scalar, self.sink)
        if tree is None or scalar is None:
            return
        low, high = (tree.low, tree.high) if isinstance(tree, n.RangeType) else (tree, tree)
        if not isinstance(low, n.Number) or not isinstance(high, n.Number):
            self.sink.report(codes.BadPlayers, scalar.place, "a number or a range of numbers is needed")
        elif not 1 <= low.value <= high.value:
            self.sink.report(codes.BadPlayers, scalar.place, f"{scalar.text} is no number of players")
        elif high.value > MAX_PLAYERS:
            self.sink.report(codes.BadPlayers, scalar.place, f"a game has at most {MAX_PLAYERS} players")
        else:
            self.players = (low.value, high.value)
            self.constants.players = self.players

    def read_rules(self, node: Node | None) -> None:
        for key, value in self.reader.entries(node, "a mapping from numbers of rules to what they say"):
            absent: str | None = None
            text: Text
            if isinstance(value, Mapping) and ("text" in value or "absent" in value):
                self.reader.keys(value, ("text", "absent"), ("text",), "a rule")
                text = self.localised(value.get("text"))
                scalar = self.reader.text(value.get("absent"), "the name of a scenario")
                absent = None if scalar is None else scalar.text
            else:
                text = self.localised(value)
            self.rule_list[key.text] = Rule(key.text, text, absent, key.place)
        self.rule_ids = set(self.rule_list)

    # --- values: enums and rulings

    def read_enums(self, node: Node | None) -> None:
        for key, value in self.reader.named(node):
            names: list[str] = []
            for item in self.reader.items(value, "a list of names"):
                scalar = self.reader.text(item, "a name")
                if scalar is None or not self.reader.name(scalar):
                    continue
                if scalar.text in names:
                    self.sink.report(
                        codes.NameClash, scalar.place, f"'{scalar.text}' stands twice in '{key.text}'"
                    )
                    continue
                names.append(scalar.text)
            enum = Enum(key.text, tuple(names))
            if not names:
                self.sink.report(codes.WrongShape, value.place, "an enum needs at least one value")
            if self.names.declare("enum", key.text, key.place, enum) is None:
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
            self.reader.keys(
                mapping, ("rule", "question", "answer", "readings", "chosen"), ("question",), "a ruling"
            )
            rules = self.rules(mapping)
            answer = self.localised(mapping.get("answer")) or None
            readings: dict[str, Text] = {}
            for name, text in self.reader.named(mapping.get("readings")):
                if name.text == "open":
                    self.sink.report(
                        codes.BadName, name.place, "'open' is the reading that every ruling has already"
                    )
                    continue
                readings[name.text] = self.localised(text)
            chosen = self.reader.text(mapping.get("chosen"), "the name of a reading")
            if bool(readings) == (answer is not None):
                self.sink.report(
                    codes.MissingKey,
                    key.place,
                    f"'{key.text}' needs an answer, or readings with the one chosen",
                    expected=("answer", "readings and chosen"),
                )
            if readings and (chosen is None or chosen.text not in readings):
                where = key.place if chosen is None else chosen.place
                self.sink.report(
                    codes.UnknownName,
                    where,
                    "the chosen reading is not one of them",
                    expected=tuple(readings),
                )
            enum = Enum(key.text, tuple(readings))
            kind_value = enum if readings else None
            symbol = self.names.declare("ruling", key.text, key.place, kind_value)
            if symbol is None:
                continue
            symbol.used = not readings
            for number, name_text in enumerate(readings):
                self.names.declare_value(name_text, enum, number, key.place)
            self.rulings[key.text] = Ruling(
                key.text, self.localised(mapping.get("question")), rules, answer, readings,
                None if chosen is None else chosen.text, index if readings else -1, key.place,
            )  # fmt: skip
            index += bool(readings)

    # --- data

    def _constant_in(self, node: n.Expr, scalar: Scalar) -> int | None:
        return self.constant(node, Source(scalar), {})

    def constant(self, node: n.Expr, source: Source, bindings: Bindings) -> int | None:
        """The number a constant expression is, or none after a report."""
        try:
            return self.constants.number(node, bindings)
        except NotConstantError as error:
            self.sink.report(codes.NotConstant, source.place(error.node), error.message)
            return None

    def replaced(self, key: Scalar, mapping: Mapping, form: str) -> Mapping:
        """The assumption with the data of a user's file in it, if that has any for it."""
        node = None if self.data is None else self.data.get(key.text)
        if node is None:
            return mapping
        fill = ("entries", "values", "cycle", "otherwise") if form in ("table", "set", "shapes") else (form,)
        if not isinstance(node, Mapping):
            if form == "number":
                entries = [(k, node if k.text == form else v) for k, v in mapping.entries]
                return Mapping(mapping.span, tuple(entries), mapping.flow, mapping.source)
            self.reader.wrong(node, f"a mapping with {' or '.join(fill)}")
            return mapping
        new = [(k, v) for k, v in node.entries if k.text in fill or k.text in BOARD_KEYS]
        for k, _ in node.entries:
            if k.text not in fill and not (form in BOARD_KEYS and k.text in BOARD_KEYS):
                self.sink.report(
                    codes.BadData,
                    k.place,
                    f"'{k.text}' doesn't replace anything of '{key.text}'",
                    expected=fill,
                )
        kept = [
            (k, v)
            for k, v in mapping.entries
            if k.text not in fill and not (form in BOARD_KEYS and k.text in BOARD_KEYS)
        ]
        return Mapping(mapping.span, (*kept, *new), mapping.flow, mapping.source)

    def read_data(self, assumptions: Node | None, tables: Node | None, boards: Node | None) -> None:
        """Assumptions, tables and boards; numbers first, then boards, then the tables that they key."""
        found: list[tuple[Scalar, Mapping, str, bool]] = []
        for node, assumed in ((assumptions, True), (tables, False), (boards, False)):
            for key, value in self.reader.named(node):
                mapping = self.reader.mapping(value, "a mapping")
                if mapping is None:
                    continue
                forms = [f for f in (*DATA_KEYS, *BOARD_KEYS) if f in mapping]
                if node is boards and node is not None:
                    forms = [f for f in BOARD_KEYS if f in mapping] or ["board"]
                if not forms:
                    self.sink.report(
                        codes.MissingKey,
                        key.place,
                        f"nothing says what '{key.text}' is",
                        expected=(*DATA_KEYS, *BOARD_KEYS),
                    )
                    continue
                form = forms[0]
                if assumed:
                    mapping = self.replaced(key, mapping, form)
                found.append((key, mapping, form, assumed))
        if self.data is not None:
            known = {key.text for key, _, _, assumed in found if assumed}
            for key, _ in self.data.entries:
                if key.text not in known:
                    self.sink.report(
                        codes.BadData,
                        key.place,
                        f"the ruleset has no assumption '{key.text}'",
                        expected=tuple(sorted(known)),
                    )
        for wanted in (("number",), tuple(BOARD_KEYS) + ("board",), ("shapes",), ("table", "set")):
            for key, mapping, form, assumed in found:
                if form in wanted:
                    self._datum(key, mapping, form, assumed)

    def _datum(self, key: Scalar, mapping: Mapping, form: str, assumed: bool) -> None:
        rules = self.rules(mapping)
        because = self.localised(mapping.get("because")) or None
        extra = ("because", "rule") if assumed else ("rule",)
        if assumed and because is None:
            self.sink.report(
                codes.MissingKey, key.place, f"the assumption '{key.text}' needs the key 'because'"
            )
        if form in DATA_KEYS:
            self.reader.keys(mapping, (*DATA_KEYS[form], *extra), (), "this")
        if form == "number":
            self._number_datum(key, mapping)
        elif form == "table":
            self._table(key, mapping, because, rules)
        elif form == "set":
            self._constant_set(key, mapping)
        elif form == "shapes":
            self._shapes(key, mapping, because)
        else:
            board = self.boards_reader.board(key, mapping, because, rules, ("because",) if assumed else ())
            if board is None or self.names.declare("board", key.text, key.place, Space(key.text)) is None:
                return
            self.boards[board.name] = board
            for number, name in enumerate(board.spaces):
                self.names.declare_value(name, Space(board.name), number, key.place)
            if board.directions:
                ways = Enum(f"direction of {board.name}", tuple(board.directions))
                for number, name in enumerate(ways.values):
                    self.names.declare_value(name, ways, number, key.place)
            if board.paths:
                paths = Enum(f"path of {board.name}", tuple(board.paths))
                self.path_enums[board.name] = paths
                for number, name in enumerate(paths.values):
                    self.names.declare_value(name, paths, number, key.place)

    def _number_datum(self, key: Scalar, mapping: Mapping) -> None:
        scalar = self.reader.text(mapping.get("number"), "a number")
        value: Any = None if scalar is None else scalar.value
        if scalar is not None and (not isinstance(value, int) or isinstance(value, bool)):
            self.sink.report(codes.WrongShape, scalar.place, f"'{scalar.text}' is no whole number")
            value = None
        if isinstance(value, int) and abs(value) > t.INTEGER.hi:
            self.sink.report(codes.OutOfRange, cast(Scalar, scalar).place, "numbers have at most 32 bits")
            value = None
        self.names.declare("number", key.text, key.place, 1 if value is None else value)

    def _table(self, key: Scalar, mapping: Mapping, because: Text | None, rules: tuple[str, ...]) -> None:
        scalar = self.reader.text(mapping.get("table"), "what the table holds, e.g. 1..5 per colour")
        head = (
            None if scalar is None else cast("n.TableHead | None", parse_scalar("table", scalar, self.sink))
        )
        symbol = self.names.declare("table", key.text, key.place)
        if head is None or scalar is None:
            return
        env = Env(Source(scalar), Frame())
        type = self.type_of(head.type, env)
        keys = self.keys(head.keys, env, table=True)
        if type is None or keys is None or symbol is None:
            return
        if isinstance(type, SetOf):
            self.error(codes.WrongType, env, head.type, "a table holds single values")
            return
        values = self.table_reader.values(mapping, type, keys, key)
        if values is not None:
            self.tables[key.text] = Table(key.text, type, keys, values, because, rules, key.place)

    def _constant_set(self, key: Scalar, mapping: Mapping) -> None:
        scalar = self.reader.text(mapping.get("set"), "the type of its members")
        tree = None if scalar is None else parse_scalar("type", scalar, self.sink)
        self.names.declare("constant set", key.text, key.place)
        if tree is None or scalar is None:
            return
        type = self.type_of(tree, Env(Source(scalar), Frame()))
        if type is None:
            return
        items = [
            self.table_reader.value(x, type)
            for x in self.reader.items(mapping.get("entries"), "a list of its members")
        ]
        self.sets[key.text] = (type, tuple(x for x in items if x is not None))

    def _shapes(self, key: Scalar, mapping: Mapping, because: Text | None) -> None:
        scalar = self.reader.text(mapping.get("shapes"), "the name of a board")
        if scalar is None:
            return
        board = self.boards.get(scalar.text)
        if board is None:
            ident = n.Ident(0, len(scalar.text), scalar.text)
            self.unknown(ident, Env(Source(scalar), Frame()), list(self.boards), "a board")
            return
        self.names.symbols[board.name].used = True
        entries = self.reader.mapping(mapping.get("entries"))
        shapes = self.boards_reader.shapes(key, mapping, board, because)
        if shapes is None or entries is None:
            return
        enum = Enum(key.text, entries.keys())
        if self.names.declare("enum", key.text, key.place, enum) is None:
            return
        self.enums[key.text] = enum.values
        for number, name in enumerate(enum.values):
            self.names.declare_value(name, enum, number, key.place)
        self.shapes[key.text] = type(shapes)(
            shapes.name, shapes.board, key.text, shapes.placements, because, key.place
        )

    # --- types and keys

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
        if isinstance(node, n.PathType):
            return self.path_enum(node.board, env)
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
        return self._named_type(cast(n.NamedType, node), env)

    def _named_type(self, node: n.NamedType, env: Env) -> Type | None:
        if node.names[0].text == "player" and len(node.names) == 1:
            return t.PLAYER
        symbols = [self.symbol(x, env, ("enum", "component", "board", "ruling")) for x in node.names]
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

    # --- components

    def read_components(self, node: Node | None) -> None:
        nodes: dict[str, tuple[Scalar, Mapping]] = {}
        for key, value in self.reader.named(node):
            mapping = self.reader.mapping(value, "a mapping")
            if mapping is None or self.names.declare("component", key.text, key.place) is None:
                continue
            self.reader.keys(mapping, ("is", "fields", "make", "alike", "named", "rule"), (), "a component")
            self.rules(mapping)
            nodes[key.text] = (key, mapping)
        parents = self._parents(nodes)
        children: dict[str | None, list[str]] = {}
        for name in nodes:
            children.setdefault(parents.get(name), []).append(name)
        order: list[str] = []
        self._lay(None, children, order)
        leaves = {name: self._leaves(name, children) for name in order}
        for name in order:
            # Provisional families: types are known before ids, since fields and tables may name them.
            self.families[name] = Family(
                name, parents.get(name), leaves[name], 0, 0, False, False, {}, nodes[name][0].place
            )
        fields = {name: self._fields(name, nodes, parents) for name in order}
        self._make(order, nodes, children, parents, leaves, fields)

    def _parents(self, nodes: dict[str, tuple[Scalar, Mapping]]) -> dict[str, str | None]:
        parents: dict[str, str | None] = {}
        for name, (_, mapping) in nodes.items():
            scalar = self.reader.text(mapping.get("is"), "the name of a component type")
            if scalar is None:
                continue
            ident = n.Ident(0, len(scalar.text), scalar.text)
            if scalar.text not in nodes:
                self.unknown(ident, Env(Source(scalar), Frame()), list(nodes), "a component type")
                continue
            parents[name] = scalar.text
        for name in list(parents):
            seen = [name]
            while (up := parents.get(seen[-1])) is not None:
                if up in seen:
                    self.sink.report(
                        codes.Cycle,
                        nodes[name][0].place,
                        f"this leads back to itself: {' -> '.join([*seen, up])}",
                    )
                    parents[name] = None
                    break
                seen.append(up)
        return parents

    def _lay(self, name: str | None, children: dict[str | None, list[str]], order: list[str]) -> None:
        stack = list(reversed(children.get(name, [])))
        while stack:
            top = stack.pop()
            order.append(top)
            stack.extend(reversed(children.get(top, [])))

    def _leaves(self, name: str, children: dict[str | None, list[str]]) -> tuple[str, ...]:
        result: list[str] = []
        stack = [name]
        while stack:
            top = stack.pop()
            below = children.get(top, [])
            if below:
                stack.extend(reversed(below))
            else:
                result.append(top)
        return tuple(result)

    def _fields(
        self, name: str, nodes: dict[str, tuple[Scalar, Mapping]], parents: dict[str, str | None]
    ) -> dict[str, Type]:
        """A type's own fields and those of its parents."""
        result: dict[str, Type] = {}
        up: str | None = name
        while up is not None:
            for key, value in self.reader.named(nodes[up][1].get("fields")):
                if key.text == "owner":
                    self.sink.report(
                        codes.NameClash, key.place, "'owner' is the field that 'per player' gives"
                    )
                    continue
                scalar = self.reader.text(value, "a type")
                tree = None if scalar is None else parse_scalar("type", scalar, self.sink)
                type = (
                    None
                    if tree is None or scalar is None
                    else self.type_of(tree, Env(Source(scalar), Frame()))
                )
                if type is None:
                    continue
                if isinstance(type, SetOf | Comp) or (isinstance(type, Opt) and isinstance(type.base, Comp)):
                    self.sink.report(codes.WrongType, cast(Scalar, scalar).place, f"a field can't be {type}")
                    continue
                result.setdefault(key.text, type)
            up = parents.get(up)
        return result

    def _make(
        self, order: list[str], nodes: dict[str, tuple[Scalar, Mapping]], children: dict[str | None, list[str]],
        parents: dict[str, str | None], leaves: dict[str, tuple[str, ...]], fields: dict[str, dict[str, Type]],
    ) -> None:  # fmt: skip
        leaf_of: list[str] = []
        copies: list[int] = []
        owner: list[int] = []
        rows: list[dict[str, int]] = []
        first: dict[str, int] = {}
        count: dict[str, int] = {}
        alike: dict[str, bool] = {}
        owned: dict[str, bool] = {}
        for name in order:
            first[name] = len(leaf_of)
            _, mapping = nodes[name]
            flag = self.reader.text(mapping.get("alike"), "true")
            alike[name] = flag is not None and flag.value is True
            if children.get(name):
                if mapping.get("make") is not None:
                    self.sink.report(
                        codes.WrongShape,
                        cast(Scalar, mapping.key("make")).place,
                        f"'{name}' has parts ({', '.join(children[name])}), so these are made",
                    )
                continue
            made = self._makes(name, mapping, fields[name], alike[name])
            made.sort(key=lambda item: item[1])
            owned[name] = any(seat >= 0 for _, seat, _ in made)
            if owned[name]:
                fields[name] = {**fields[name], "owner": t.PLAYER}
            for number, seat, row in made:
                for _ in range(1 if alike[name] else number):
                    leaf_of.append(name)
                    copies.append(number if alike[name] else 1)
                    owner.append(seat)
                    rows.append(row)
                    if len(leaf_of) > MAX_COMPONENTS:
                        self.sink.report(
                            codes.TooMany,
                            nodes[name][0].place,
                            f"a ruleset has at most {MAX_COMPONENTS} components",
                        )
                        return
            count[name] = len(leaf_of) - first[name]
            if count[name] == 0 and mapping.get("make") is None:
                self.sink.report(
                    codes.MissingKey,
                    nodes[name][0].place,
                    f"'{name}' needs the key 'make' (or parts that are made)",
                )
        self._families(order, nodes, parents, leaves, fields, first, count, alike, owned)
        self._finish(leaf_of, copies, owner, rows, order, nodes)

    def _families(
        self, order: list[str], nodes: dict[str, tuple[Scalar, Mapping]], parents: dict[str, str | None],
        leaves: dict[str, tuple[str, ...]], fields: dict[str, dict[str, Type]], first: dict[str, int], count: dict[str, int],
        alike: dict[str, bool], owned: dict[str, bool],
    ) -> None:  # fmt: skip
        for name in order:
            below = leaves[name]
            some = [alike[leaf] for leaf in below]
            if any(some) and not all(some):
                self.sink.report(
                    codes.BadMove, nodes[name][0].place, f"'{name}' mixes alike pieces with single ones"
                )
            shared = dict(fields[below[0]])
            for leaf in below[1:]:
                for field_name in list(shared):
                    other = fields[leaf].get(field_name)
                    joined = None if other is None else t.join(shared[field_name], other)
                    if joined is None:
                        del shared[field_name]
                    else:
                        shared[field_name] = joined
            self.families[name] = Family(
                name, parents.get(name), below, first[below[0]], sum(count.get(leaf, 0) for leaf in below), all(some),
                any(owned.get(leaf, False) for leaf in below), shared if len(below) > 1 else fields[name], nodes[name][0].place,
            )  # fmt: skip

    def _makes(
        self, name: str, mapping: Mapping, fields: dict[str, Type], alike: bool
    ) -> list[tuple[int, int, dict[str, int]]]:
        """(how many, owner's seat or -1, field values) for each line of ``make`` and each of its bindings."""
        result: list[tuple[int, int, dict[str, int]]] = []
        for item in self.reader.listed(mapping.get("make")):
            scalar = self.reader.text(item, "how many, e.g. 2 per player")
            tree = None if scalar is None else cast("n.Make | None", parse_scalar("make", scalar, self.sink))
            if tree is None or scalar is None:
                continue
            self._check_settings(tree, fields, scalar, name)
            try:
                result += self._made(tree, fields)
            except NotConstantError as error:
                self.sink.report(codes.NotConstant, Source(scalar).place(error.node), error.message)
            if (
                sum(x for x, _, _ in result) > (MAX_COMPONENTS if not alike else 2**20)
                or len(result) > MAX_COMPONENTS
            ):
                self.sink.report(
                    codes.TooMany, scalar.place, f"a ruleset has at most {MAX_COMPONENTS} components"
                )
                return []
        return result

    def _check_settings(self, tree: n.Make, fields: dict[str, Type], scalar: Scalar, name: str) -> None:
        source = Source(scalar)
        given = [s.field.text for s in tree.settings]
        for setting in tree.settings:
            if setting.field.text not in fields:
                self.sink.report(
                    codes.NoSuchField,
                    source.place(setting.field),
                    f"'{name}' has no field '{setting.field.text}'",
                    expected=tuple(fields),
                )
        missing = [f for f in fields if f not in given and f != "owner"]
        if missing:
            self.sink.report(
                codes.NoSuchField,
                scalar.place,
                f"nothing says the {', '.join(missing)} of these",
                expected=(f"with {missing[0]} = ...",),
            )

    def _made(self, tree: n.Make, fields: dict[str, Type]) -> list[tuple[int, int, dict[str, int]]]:
        result: list[tuple[int, int, dict[str, int]]] = []
        scopes: list[Bindings] = [{}]
        for binder in tree.binders:
            scopes = [
                {**scope, binder.name.text: member}
                for scope in scopes
                for member in self.constants.members(binder.domain, scope)
            ]
            if len(scopes) > MAX_COMPONENTS:
                raise NotConstantError(binder, f"this makes more than {MAX_COMPONENTS} components")
        for scope in scopes:
            if tree.where is not None and not self.constants.evaluate(tree.where, scope)[1]:
                continue
            count = self.constants.number(tree.count, scope)
            if count < 0:
                raise NotConstantError(tree.count, f"{count} components can't be made")
            if count > 2**20:
                raise NotConstantError(tree.count, f"{count} components are too many")
            row = {
                s.field.text: self._setting(s, fields[s.field.text], scope)
                for s in tree.settings
                if s.field.text in fields
            }
            if count == 0:
                continue
            for seat in range(self.players[1]) if tree.per_player else (-1,):
                result.append((count, seat, row))
        return result

    def _setting(self, setting: n.Setting, type: Type, scope: Bindings) -> int:
        found, value = self.constants.evaluate(setting.value, scope, type)
        base = t.base_of(type)
        if value == NONE and isinstance(type, Opt):
            return value
        if not t.fits(found, type):
            raise NotConstantError(setting.value, f"'{setting.field.text}' is {type}, and this is {found}")
        if isinstance(base, Int) and not base.lo <= value <= base.hi:
            raise NotConstantError(setting.value, f"'{setting.field.text}' is {type}, and this is {value}")
        return value

    def _finish(
        self, leaf_of: list[str], copies: list[int], owner: list[int], rows: list[dict[str, int]], order: list[str],
        nodes: dict[str, tuple[Scalar, Mapping]],
    ) -> None:  # fmt: skip
        classes: dict[tuple[Any, ...], int] = {}
        kind_class = [
            classes.setdefault((leaf, seat, *sorted(row.items())), len(classes))
            for leaf, seat, row in zip(leaf_of, owner, rows, strict=True)
        ]
        names = sorted({f for family in self.families.values() for f in family.fields if f != "owner"})
        values = {f: tuple(row.get(f, 0) for row in rows) for f in names}
        values["owner"] = tuple(owner)
        named: dict[str, tuple[str | core.Expr, ...]] = {}
        self.components = Components(
            dict(self.families), tuple(leaf_of), tuple(copies), tuple(owner), values, tuple(kind_class), named
        )

    def read_component_names(self, node: Node | None) -> None:
        """The ``named`` templates, read when all names are known: they may mention fields."""
        for key, value in self.reader.entries(node):
            if not isinstance(value, Mapping) or key.text not in self.families:
                continue
            scalar = self.reader.text(value.get("named"), "how one is called")
            if scalar is None:
                continue
            for leaf in self.families[key.text].leaves:
                local = self.fresh("component", self.component_type(leaf))
                self.components.named[leaf] = self._name_template(scalar, leaf, local)

    def _name_template(self, scalar: Scalar, leaf: str, local: Any) -> tuple[str | core.Expr, ...]:
        """In a name the fields stand for themselves: ``{species} {number}``."""
        from rulewright.check.texts import template_of

        pieces = template_of(scalar, self.sink) or ()
        component = core.Local(local.type, type(local)(0, local.name, local.type))
        result: list[str | core.Expr] = []
        for piece in pieces:
            if isinstance(piece, str):
                result.append(piece)
                continue
            node = piece[1]
            fields = self.families[leaf].fields
            if not isinstance(node, n.Name) or node.text not in fields:
                self.sink.report(
                    codes.NoSuchField,
                    Source(scalar).place(node),
                    "a name is made of fields",
                    expected=tuple(fields),
                )
                continue
            env = Env(Source(scalar), Frame())
            result.append(core.FieldGet(fields[node.text], node.text, component, self.place(env, node)))
        return tuple(result)

    # --- zones and variables

    def _declared_string(
        self, key: Scalar, value: Node, kind: str
    ) -> tuple[Any, Scalar, tuple[str, ...]] | None:
        """A declaration that is a string, or a mapping with ``is`` and ``rule``."""
        rules: tuple[str, ...] = ()
        node: Node | None = value
        if isinstance(value, Mapping):
            self.reader.keys(value, ("is", "rule"), ("is",), f"a {kind}")
            rules = self.rules(value)
            node = value.get("is")
        scalar = self.reader.text(node, f"a {kind}")
        tree = None if scalar is None else parse_scalar(kind, scalar, self.sink)
        return None if tree is None or scalar is None else (tree, scalar, rules)

    def read_zones(self, node: Node | None) -> None:
        declared: list[tuple[Scalar, n.ZoneDeclaration, Scalar, tuple[str, ...]]] = []
        for key, value in self.reader.named(node):
            symbol = self.names.declare("zone", key.text, key.place)
            found = self._declared_string(key, value, "zone")
            if symbol is not None and found is not None:
                declared.append((key, found[0], found[1], found[2]))
        for key, tree, scalar, rules in declared:
            self._zone(key, tree, scalar, rules)
        for key, tree, scalar, _ in declared:
            for clause in tree.clauses:
                if clause.word == "refilled from" and isinstance(clause.value, n.Ident):
                    self._refill(key, clause, Env(Source(scalar), Frame()))

    def _zone(self, key: Scalar, tree: n.ZoneDeclaration, scalar: Scalar, rules: tuple[str, ...]) -> None:
        env = Env(Source(scalar), Frame())
        element = self._named_type(tree.element, env)
        keys = self.keys(tree.keys, env)
        if element is None or keys is None:
            return
        if not isinstance(element, Comp):
            self.error(
                codes.WrongType,
                env,
                tree.element,
                f"'{element}' is no component type",
                expected=("a component type",),
            )
            return
        alike = [self.families[leaf].alike for leaf in element.leaves]
        if any(alike) and not all(alike):
            self.error(codes.BadMove, env, tree.element, "a zone holds alike pieces or single ones, not both")
            return
        if any(alike) and tree.kind in ("pile", "row"):
            self.error(
                codes.BadClause,
                env,
                tree,
                "alike pieces can't be told apart, so they have no order",
                help="make it a set",
            )
            return
        pieces = sum(self.components.copies[i] for i in self.components.ids(element))
        sight, at_most = self._zone_clauses(tree, keys, pieces, env)
        size = 1
        for k in keys:
            size *= k.size
        if self.zone_count + size > 65536:
            self.error(codes.TooMany, env, tree, f"{size} zones are too many")
            return
        self.zones[key.text] = ZoneFamily(
            key.text,
            cast(Any, tree.kind),
            element,
            keys,
            sight,
            at_most,
            None,
            self.zone_count,
            size,
            any(alike),
            rules,
            key.place,
        )
        self.zone_count += size

    def _zone_clauses(
        self, tree: n.ZoneDeclaration, keys: tuple[KeyType, ...], pieces: int, env: Env
    ) -> tuple[Sight, int]:
        said: dict[str, Any] = {}
        for clause in tree.clauses:
            if clause.word in said or ("seen by" in said and clause.word in ("top seen by", "rest seen by")):
                self.error(codes.BadClause, env, clause, f"'{clause.word}' says again what was said")
                continue
            said[clause.word] = clause.value
            if clause.word in ("top seen by", "rest seen by") and tree.kind != "pile":
                self.error(codes.BadClause, env, clause, "only a pile has a top and a rest")
            if clause.value == "owner" and not any(isinstance(k.type, Player) for k in keys):
                self.error(
                    codes.BadClause, env, clause, "nobody owns this zone", help="'owner' needs 'per player'"
                )
        if not {"seen by", "top seen by", "rest seen by"} & set(said):
            self.error(
                codes.MissingKey, env, tree, "nothing says who sees what is in this zone",
                expected=("seen by everyone", "seen by owner", "seen by nobody"),
            )  # fmt: skip
        both = said.get("seen by", "nobody")
        top, rest = cast(Who, said.get("top seen by", both)), cast(Who, said.get("rest seen by", both))
        counted = cast(Who, said.get("counted by", "everyone"))
        at_most = 1 if tree.kind == "slot" else max(1, pieces)
        if "at most" in said:
            value = self.constant(said["at most"], env.source, {})
            if value is not None and value < 1:
                self.error(codes.OutOfRange, env, said["at most"], "a zone has room for at least one")
            elif value is not None:
                if tree.kind == "slot":
                    self.error(codes.BadClause, env, tree, "a slot holds one anyway")
                at_most = min(at_most, value)
        return Sight(top, rest, counted), at_most

    def _refill(self, key: Scalar, clause: n.Clause, env: Env) -> None:
        ident = cast(n.Ident, clause.value)
        symbol = self.symbol(ident, env, ("zone",))
        here = self.zones.get(key.text)
        if symbol is None or here is None or symbol.name not in self.zones:
            return
        other = self.zones[symbol.name]
        if here.kind != "pile" or here.keys != other.keys:
            self.error(codes.BadClause, env, clause, "a pile is refilled from a zone with the same indexes")
            return
        if not set(other.element.leaves) <= set(here.element.leaves):
            self.error(
                codes.WrongZoneType,
                env,
                clause,
                f"'{other.name}' holds {other.element}, '{here.name}' {here.element}",
            )
            return
        self.zones[key.text] = ZoneFamily(
            here.name, here.kind, here.element, here.keys, here.sight, here.at_most, other.name, here.first, here.size, here.alike,
            here.rules, here.place,
        )  # fmt: skip

    def read_variables(self, node: Node | None) -> None:
        for key, value in self.reader.named(node):
            symbol = self.names.declare("variable", key.text, key.place)
            found = self._declared_string(key, value, "variable")
            if symbol is None or found is None:
                continue
            tree, scalar, rules = cast("tuple[n.VariableDeclaration, Scalar, tuple[str, ...]]", found)
            env = Env(Source(scalar), Frame())
            type = self.type_of(tree.type, env)
            keys = self.keys(tree.keys, env)
            if type is None or keys is None:
                continue
            if type == t.INTEGER:
                self.error(
                    codes.OutOfRange, env, tree.type, "a variable needs a range", help="for instance 0..100"
                )
                continue
            seen: Who = "everyone"
            start = self._default(type)
            for clause in tree.clauses:
                if clause.word == "seen by":
                    seen = cast(Who, clause.value)
                    if seen == "owner" and not any(isinstance(k.type, Player) for k in keys):
                        self.error(
                            codes.BadClause,
                            env,
                            clause,
                            "nobody owns this variable",
                            help="'owner' needs 'per player'",
                        )
                elif isinstance(type, SetOf):
                    self.error(codes.BadClause, env, clause, "a set starts empty")
                else:
                    start = self._start(cast(Any, clause.value), type, env, start)
            self.variables[key.text] = Variable(key.text, type, keys, start, seen, rules, key.place)

    def _start(self, node: n.Expr, type: Type, env: Env, default: int) -> int:
        try:
            found, value = self.constants.evaluate(node, {}, type)
        except NotConstantError as error:
            self.sink.report(codes.NotConstant, env.source.place(error.node), error.message)
            return default
        base = t.base_of(type)
        if isinstance(node, n.Constant) and node.value is None:
            if not isinstance(type, Opt):
                self.error(codes.WrongType, env, node, "here stands none", expected=(self.say(type),))
            return NONE if isinstance(type, Opt) else default
        if not t.fits(found, base):
            self.error(codes.WrongType, env, node, f"here stands {found}", expected=(self.say(type),))
            return default
        if isinstance(base, Int) and not base.lo <= value <= base.hi:
            self.error(codes.OutOfRange, env, node, f"{value} is not in {base}")
            return default
        return value

    def _default(self, type: Type) -> int:
        """Where a variable starts: none if it may be, else 0 if it can be, else its type's first value."""
        if isinstance(type, Opt):
            return NONE
        if isinstance(type, Int):
            return 0 if type.lo <= 0 <= type.hi else type.lo
        if isinstance(type, Comp):
            ids = self.components.ids(type)
            return ids[0] if ids else 0
        return 0

    def place_of(self, name: str) -> Place:
        return self.names.symbols[name].place
