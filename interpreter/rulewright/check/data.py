"""Assumptions, tables, constant sets, shapes and boards: the data of a ruleset, which a user's file may
replace.

They are read by kind and not as written, numbers first, then boards, shapes and tables, since the later ones
may be sized or keyed by the earlier ones.
"""

from __future__ import annotations

from math import prod
from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.boards import BOARD_KEYS
from rulewright.check.enums import Enums
from rulewright.check.scope import Env, Frame
from rulewright.check.texts import Source, parse_scalar
from rulewright.diagnostics import suggest
from rulewright.diagnostics.codes import check as codes
from rulewright.limits import MAX_SPACES, MAX_TABLE_ENTRIES
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset.model import (
    Table,
    Text,
)
from rulewright.ruleset.types import Enum, SetOf, Space
from rulewright.syntax import nodes as n

DATA_KEYS: dict[str, tuple[str, ...]] = {
    "number": ("number",),
    "table": ("table", "entries", "values", "otherwise"),
    "set": ("set", "entries"),
    "shapes": ("shapes", "entries"),
}


#: What may stand beside what tells the kind of data.
_FILLERS = ("because", "rule", "entries", "values", "otherwise", "lines")

#: What other words for the kinds of data mean.
MEANT = {
    **dict.fromkeys(("value", "is", "amount", "default", "count"), "number"),
    **dict.fromkeys(("type", "map", "per", "array", "list"), "table"),
}


class Data(Enums):
    """Reads whatever is constant data."""

    def replaced(self, key: Scalar, mapping: Mapping, form: str) -> Mapping:
        """The assumption with the data of a user's file in it, if that has any for it."""
        node = None if self.data is None else self.data.get(key.text)
        if node is None:
            return mapping
        fill = ("entries", "values", "otherwise") if form in ("table", "set", "shapes") else (form,)
        if not isinstance(node, Mapping):
            if form == "number":
                entries = [(k, node if k.text == form else v) for k, v in mapping.entries]
                return Mapping(mapping.span, tuple(entries), mapping.flow, mapping.source)
            self.reader.wrong(node, f"a mapping with {' or '.join(fill)}")
            return mapping
        if not node.entries:
            self.sink.report(
                codes.BadData, node.place, f"here stands nothing that replaces '{key.text}'", expected=fill
            )
        new = [(k, v) for k, v in node.entries if k.text in fill or k.text in BOARD_KEYS]
        for k, _ in node.entries:
            if k.text not in fill and not (form in BOARD_KEYS and k.text in BOARD_KEYS):
                self.sink.report(
                    codes.BadData,
                    k.place,
                    f"'{k.text}' doesn't replace anything of '{key.text}'",
                    expected=fill,
                )
        if not new:
            return mapping
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
                if not isinstance(value, Mapping):
                    form = "values: [...]" if isinstance(value, Sequence) else "otherwise: ..."
                    help = f"a table has 'table: TYPE per KEY' and its data, for instance '{form}'"
                    self.reader.wrong(value, "a mapping", help if node is not boards else None)
                    self.names.lost.add(key.text)
                    continue
                mapping = value
                forms = [f for f in (*DATA_KEYS, *BOARD_KEYS) if f in mapping]
                if not forms and node is not boards:
                    allowed = (*DATA_KEYS, *BOARD_KEYS, *_FILLERS)
                    mapping = self.reader.keys(mapping, allowed, (), f"'{key.text}'", MEANT)
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
                    self.names.lost.add(key.text)
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
        for wanted in (("number",), (*BOARD_KEYS, "board"), ("shapes",), ("table", "set")):
            for key, mapping, form, assumed in found:
                if form in wanted:
                    self._datum(key, mapping, form, assumed)

    def _datum(self, key: Scalar, mapping: Mapping, form: str, assumed: bool) -> None:
        rules = self.rules(mapping)
        because = self.localised(mapping.get("because")) or None
        extra = ("because", "rule") if assumed else ("rule",)
        misspelt = any(suggest(k.text, ("because",)) for k, _ in mapping.entries)
        if assumed and "because" not in mapping and not misspelt:
            self.sink.report(
                codes.MissingKey, key.place, f"the assumption '{key.text}' needs the key 'because'"
            )
        if form in DATA_KEYS:
            mapping = self.reader.keys(mapping, (*DATA_KEYS[form], *extra), (), "this")
        if form == "number":
            self._number_datum(key, mapping, because)
        elif form == "table":
            self._table(key, mapping, because, rules)
        elif form == "set":
            self._constant_set(key, mapping)
        elif form == "shapes":
            self._shapes(key, mapping, because)
        else:
            board = self.boards_reader.board(key, mapping, because, rules, ("because",) if assumed else ())
            names = () if board is None else (*board.spaces, *board.directions, *board.paths)
            if self.names.declare("board", key.text, key.place, Space(key.text), names) is None:
                return
            total = sum(len(b.spaces) for b in self.boards.values())
            if board is not None and total + len(board.spaces) > MAX_SPACES:
                total += len(board.spaces)
                message = f"{total} spaces; all boards together have at most {MAX_SPACES}"
                self.sink.report(codes.TooMany, key.place, message)
                board = None
            if board is None:
                self.names.lose(mapping)
                self.names.lost_grid |= form in ("grid", "hexagon", "board")
                self.names.symbols[key.text].value = None
                return
            self.boards[board.name] = board
            for number, name in enumerate(board.spaces):
                self.names.declare_value(name, Space(board.name), number, key.place)
            if board.directions:
                ways = Enum(f"direction of {board.name}", tuple(board.directions))
                self.direction_enums[board.name] = ways
                for number, name in enumerate(ways.values):
                    self.names.declare_value(name, ways, number, key.place)
            if board.paths:
                paths = Enum(f"path of {board.name}", tuple(board.paths))
                self.path_enums[board.name] = paths
                for number, name in enumerate(paths.values):
                    self.names.declare_value(name, paths, number, key.place)

    def _number_datum(self, key: Scalar, mapping: Mapping, because: Text | None) -> None:
        scalar = self.reader.text(mapping.get("number"), "a number")
        value: Any = None if scalar is None else scalar.value
        if scalar is not None and (not isinstance(value, int) or isinstance(value, bool)):
            self.sink.report(codes.WrongShape, scalar.place, f"'{scalar.text}' is no whole number")
            value = None
        if isinstance(value, int) and abs(value) > t.INTEGER.hi:
            self.sink.report(codes.OutOfRange, cast(Scalar, scalar).place, "numbers have at most 32 bits")
            value = None
        if value is None:
            # What would follow from some other number is no mistake of the author's.
            self.names.lost.add(key.text)
            return
        self.names.declare("number", key.text, key.place, value)
        self.numbers[key.text] = (value, because)

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
        entries = prod(k.size for k in keys)
        if entries > MAX_TABLE_ENTRIES:
            message = f"{entries} entries; a table has at most {MAX_TABLE_ENTRIES}"
            self.sink.report(codes.TooMany, scalar.place, message)
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

    def _lose(self, key: Scalar, mapping: Mapping) -> None:
        """Notes the names of shapes that were reported as wrong."""
        self.names.lost.add(key.text)
        entries = mapping.get("entries")
        if isinstance(entries, Mapping):
            self.names.lost.update(entries.keys())
        else:
            self.names.lost_shapes = True

    def _shapes(self, key: Scalar, mapping: Mapping, because: Text | None) -> None:
        scalar = self.reader.text(mapping.get("shapes"), "the name of a board")
        if scalar is None:
            self._lose(key, mapping)
            return
        board = self.boards.get(scalar.text)
        if board is None:
            ident = n.Ident(0, len(scalar.text), scalar.text)
            self.unknown(ident, Env(Source(scalar), Frame()), list(self.boards), "a board")
            self._lose(key, mapping)
            return
        self.names.symbols[board.name].used = True
        if "entries" not in mapping:
            self.sink.report(codes.MissingKey, key.place, f"the shapes '{key.text}' need the key 'entries'")
        entries = self.reader.mapping(
            mapping.get("entries"),
            "a mapping from the names of shapes to their spaces, such as bar: [here, east, east east]",
        )
        shapes = None if entries is None else self.boards_reader.shapes(key, entries, board, because)
        if shapes is None or entries is None:
            self._lose(key, mapping)
            return
        enum = Enum(key.text, entries.keys())
        if self.names.declare("enum", key.text, key.place, enum, enum.values) is None:
            return
        self.enums[key.text] = enum.values
        for number, name in enumerate(enum.values):
            self.names.declare_value(name, enum, number, key.place)
        self.shapes[key.text] = type(shapes)(
            shapes.name, shapes.board, key.text, shapes.placements, because, key.place
        )
