"""Constants and tables: what is known before a game begins, evaluated from the syntax tree and from YAML
values."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rulewright.check import typing as t
from rulewright.check.scope import Names
from rulewright.check.structure import Reader
from rulewright.check.values import NUMERALS
from rulewright.diagnostics.codes import Code
from rulewright.diagnostics.codes import check as codes
from rulewright.limits import MAX_COMPONENTS
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset.model import MISSING, KeyType, Table
from rulewright.ruleset.types import INT_MAX, NONE, Bool, Enum, Int, Opt, Player, Space, Type
from rulewright.syntax import nodes as n

#: The value of a name while a constant is evaluated.
Bindings = dict[str, tuple[Type, int]]


class NotConstantError(Exception):
    """A constant that has no value before the game: the node at fault, why, which kind of finding it is, and
    what helps; no message where that was reported."""

    def __init__(
        self, node: n.Node, message: str, code: type[Code] = codes.NotConstant, help: str | None = None
    ) -> None:
        super().__init__(message)
        self.node = node
        self.message = message
        self.code = code
        self.help = help


class Constants:
    """Evaluates constant expressions over numbers, enum values and tables."""

    def __init__(self, names: Names, tables: dict[str, Table], players: tuple[int, int]) -> None:
        self.names = names
        self.tables = tables
        self.players = players

    def number(self, node: n.Expr, bindings: Bindings | None = None) -> int:
        type, value = self.evaluate(node, bindings or {})
        if not isinstance(type, Int):
            raise NotConstantError(node, f"this is {t.words(type)}, not a number", codes.WrongType)
        return value

    def evaluate(self, node: n.Expr, bindings: Bindings, expected: Type | None = None) -> tuple[Type, int]:
        if isinstance(node, n.Number):
            if isinstance(expected, Space):
                found = [v for v in self.names.values.get(str(node.value), []) if v.type == expected]
                if found:
                    return expected, found[0].value
            if abs(node.value) > INT_MAX:
                raise NotConstantError(node, "numbers have at most 32 bits", codes.OutOfRange)
            return Int(node.value, node.value), node.value
        if isinstance(node, n.Constant):
            return (t.BOOL, int(node.value)) if node.value is not None else (Opt(t.INTEGER), NONE)
        if isinstance(node, n.NumberOfPlayers):
            return Int(self.players[1], self.players[1]), self.players[1]
        if isinstance(node, n.Name):
            return self._name(node, bindings, expected)
        if isinstance(node, n.Index):
            return self._index(node, bindings)
        if isinstance(node, n.Binary):
            return self._binary(node, bindings)
        if isinstance(node, n.Negative):
            value = self.number(node.item, bindings)
            return Int(-value, -value), -value
        if isinstance(node, n.Extreme):
            values = [self.number(x, bindings) for x in node.items]
            value = min(values) if node.kind == "min" else max(values)
            return Int(value, value), value
        if isinstance(node, n.IfElse):
            _, outcome = self.evaluate(node.condition, bindings)
            return self.evaluate(node.then if outcome else node.other, bindings, expected)
        if isinstance(node, n.Compare | n.And | n.Or | n.Not | n.Member):
            return t.BOOL, int(self._condition(node, bindings))
        raise NotConstantError(node, "this is not known before the game begins")

    def _name(self, node: n.Name, bindings: Bindings, expected: Type | None) -> tuple[Type, int]:
        if node.text in bindings:
            return bindings[node.text]
        symbol = self.names.symbols.get(node.text)
        if symbol is not None:
            if symbol.kind == "number" and symbol.value is not None:
                symbol.used = True
                return Int(symbol.value, symbol.value), symbol.value
            raise NotConstantError(
                node, f"'{node.text}' is a {symbol.kind}, which is not known before the game begins"
            )
        if self.names.is_lost(node.text):
            raise NotConstantError(node, "")
        values = self.names.values.get(node.text, [])
        fitting = [v for v in values if expected is None or v.type == t.base_of(expected)]
        if len(fitting) > 1:
            raise NotConstantError(node, f"'{node.text}' is a value of several enums", codes.AmbiguousName)
        if not fitting:
            raise self._unknown(node.text, node, [*bindings, *self.names.candidates()])
        fitting[0].used = True
        return fitting[0].type, fitting[0].value

    def _unknown(
        self, name: str, node: n.Node, candidates: Collection[str], what: str = ""
    ) -> NotConstantError:
        """For a name that nothing declares, with the nearest of the candidates."""
        near = self.names.sink.near(name, candidates)
        self.names.meant.update(near)
        help = f"did you mean {' or '.join(near)}?" if near else None
        if name in NUMERALS:
            help = f"write: {NUMERALS.index(name)}"
        return NotConstantError(node, what or f"'{name}' is not declared", codes.UnknownName, help)

    def _index(self, node: n.Index, bindings: Bindings) -> tuple[Type, int]:
        symbol = self.names.symbols.get(node.name.text)
        table = self.tables.get(node.name.text)
        if table is None or symbol is None:
            # A table that could not be read was reported where it stands.
            was_wrong = symbol is not None and symbol.kind == "table"
            if was_wrong or (symbol is None and self.names.is_lost(node.name.text)):
                raise NotConstantError(node.name, "")
            raise self._unknown(
                node.name.text, node.name, self.tables, f"'{node.name.text}' is no table" if symbol else ""
            )
        symbol.used = True
        if len(node.args) != len(table.keys):
            has = t.plural(len(table.keys), "index", "indexes")
            message = f"table '{table.name}' has {has}, not {len(node.args)}"
            raise NotConstantError(node, message, codes.WrongCount)
        at = 0
        for arg, key in zip(node.args, table.keys, strict=True):
            type, value = self.evaluate(arg, bindings, key.type)
            if t.join(type, key.type) is None:
                message = f"the index is {t.words(key.type)}, and this is {t.words(type)}"
                raise NotConstantError(arg, message, codes.WrongType)
            if not 0 <= value - key.offset < key.size:
                last = key.offset + key.size - 1
                message = f"{value} is outside the table, which goes from {key.offset} to {last}"
                raise NotConstantError(arg, message, codes.OutOfRange)
            at = at * key.size + value - key.offset
        if table.values[at] == MISSING:
            raise NotConstantError(node, f"table '{table.name}' has no entry there", codes.BadTable)
        return table.type, table.values[at]

    def _binary(self, node: n.Binary, bindings: Bindings) -> tuple[Type, int]:
        a, b = self.number(node.left, bindings), self.number(node.right, bindings)
        if node.op in ("div", "mod") and b == 0:
            raise NotConstantError(node.right, "this is always zero", codes.DivisionByZero)
        value = {
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
            "div": lambda: a // b,
            "mod": lambda: a % b,
        }[node.op]()
        if abs(value) > INT_MAX:
            raise NotConstantError(node, "numbers have at most 32 bits", codes.OutOfRange)
        return Int(value, value), value

    def _condition(self, node: n.Expr, bindings: Bindings) -> bool:
        if isinstance(node, n.And):
            return all(self._condition(x, bindings) for x in node.items)
        if isinstance(node, n.Or):
            return any(self._condition(x, bindings) for x in node.items)
        if isinstance(node, n.Not):
            return not self._condition(node.item, bindings)
        if isinstance(node, n.Member):
            type, value = self.evaluate(node.item, bindings)
            if isinstance(node.domain, n.RangeOf):
                low, high = self.number(node.domain.low, bindings), self.number(node.domain.high, bindings)
                return (low <= value <= high) != node.negated
            return any(value == v for _, v in self.members(node.domain, bindings, type)) != node.negated
        if isinstance(node, n.Compare):
            if (
                isinstance(node.left, n.Name)
                and node.left.text not in bindings
                and node.left.text in self.names.values
            ):
                type, b = self.evaluate(node.right, bindings)
                _, a = self.evaluate(node.left, bindings, type)
            else:
                type, a = self.evaluate(node.left, bindings)
                _, b = self.evaluate(node.right, bindings, type)
            return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[node.op]
        type, value = self.evaluate(node, bindings)
        if not isinstance(type, Bool):
            raise NotConstantError(node, f"this is {t.words(type)}, not a condition", codes.WrongType)
        return bool(value)

    def members(
        self, node: n.Expr, bindings: Bindings, expected: Type | None = None
    ) -> list[tuple[Type, int]]:
        """The members of a constant domain."""
        if isinstance(node, n.RangeOf):
            low, high = self.number(node.low, bindings), self.number(node.high, bindings)
            if high - low >= MAX_COMPONENTS:
                raise NotConstantError(node, "this range is too long", codes.TooMany)
            return [(Int(low, high), i) for i in range(low, high + 1)]
        if isinstance(node, n.ListOf):
            return [self.evaluate(x, bindings, expected) for x in node.items]
        if isinstance(node, n.Name):
            if self.names.is_lost(node.text):
                raise NotConstantError(node, "")
            symbol = self.names.symbols.get(node.text)
            if symbol is not None and symbol.kind in ("enum", "board"):
                symbol.used = True
                if symbol.value is None:
                    raise NotConstantError(node, "")
                size = (
                    len(symbol.value.values)
                    if isinstance(symbol.value, Enum)
                    else len(self.spaces(symbol.value))
                )
                return [(symbol.value, i) for i in range(size)]
            if symbol is None:
                kinds = ("enum", "board")
                known = [symbol.name for symbol in self.names.symbols.values() if symbol.kind in kinds]
                raise self._unknown(node.text, node, known)
        message = "a range, a list, an enum or a board is needed here"
        raise NotConstantError(node, message, codes.NotACollection)

    def spaces(self, type: Space) -> list[int]:
        return sorted({v.value for values in self.names.values.values() for v in values if v.type == type})


class TableReader:
    """Fills tables from YAML: entries by key or values in order; ``otherwise`` for the rest."""

    def __init__(self, reader: Reader, names: Names) -> None:
        self.reader = reader
        self.sink = reader.sink
        self.names = names

    def values(
        self, mapping: Mapping, type: Type, keys: tuple[KeyType, ...], name: Scalar
    ) -> tuple[int, ...] | None:
        forms = [f for f in ("entries", "values") if f in mapping]
        default: int | None = None
        otherwise = mapping.get("otherwise")
        if otherwise is not None:
            default = self.value(otherwise, type)
        if len(forms) > 1 or (not forms and otherwise is None):
            message = f"a table has one of {' and '.join(forms)}" if forms else "nothing fills this table"
            self.sink.report(codes.BadTable, name.place, message, expected=("entries", "values", "otherwise"))
            return None
        size = 1
        for key in keys:
            size *= key.size
        before = self.sink.error_count
        cells: list[int | None] = [None] * size
        if forms:
            getattr(self, f"_{forms[0]}")(mapping.get(forms[0]), type, keys, cells)
        if self.sink.error_count > before:
            return None  # what an entry was meant to be is not known
        result = [default if c is None else c for c in cells]
        self._complete(result, keys, name)
        if self.sink.error_count > before:
            return None
        return tuple(MISSING if c is None else c for c in result)

    def _complete(self, cells: list[int | None], keys: tuple[KeyType, ...], name: Scalar) -> None:
        missing = [i for i, c in enumerate(cells) if c is None and not self._may_lack(i, keys)]
        if missing:
            said = ", ".join(self.key_text(i, keys) for i in missing[:5]) + (
                " ..." if len(missing) > 5 else ""
            )
            self.sink.report(
                codes.BadTable,
                name.place,
                f"'{name.text}' has no entry for {said}",
                help="add it, or say 'otherwise:'",
            )

    @staticmethod
    def _may_lack(at: int, keys: tuple[KeyType, ...]) -> bool:
        """A table by the number of players and a place may be ragged: no fifth place with four players."""
        if len(keys) != 2 or not keys[0].players or not isinstance(keys[1].type, Int | Player):
            return False
        row, column = divmod(at, keys[1].size)
        return column >= keys[0].offset + row

    def key_text(self, at: int, keys: tuple[KeyType, ...]) -> str:
        parts: list[str] = []
        for key in reversed(keys):
            at, rest = divmod(at, key.size)
            parts.append(self.text(key.type, key.offset + rest))
        return ", ".join(reversed(parts))

    def text(self, type: Type, value: int) -> str:
        if isinstance(type, Enum):
            return type.values[value]
        if isinstance(type, Space):
            return next(
                (
                    k
                    for k, vs in self.names.values.items()
                    if any(v.type == type and v.value == value for v in vs)
                ),
                str(value),
            )
        return str(value + 1) if isinstance(type, Player) else str(value)

    def _entries(
        self, node: Node | None, type: Type, keys: tuple[KeyType, ...], cells: list[int | None], base: int = 0
    ) -> None:
        key = keys[0]
        if isinstance(node, Sequence):
            self._values(node, type, keys, cells, base)
            return
        for scalar, value in self.reader.entries(node, "a mapping from keys to values"):
            number = self.key(scalar, key)
            if number is not None:
                self._place(value, type, keys, cells, base * key.size + number)

    def _values(
        self, node: Node | None, type: Type, keys: tuple[KeyType, ...], cells: list[int | None], base: int = 0
    ) -> None:
        key = keys[0]
        items = self.reader.items(node, "a list of values")
        if len(items) > key.size and node is not None:
            self.sink.report(codes.BadTable, node.place, f"{len(items)} values for {key.size} keys")
        for number, value in enumerate(items[: key.size]):
            self._place(value, type, keys, cells, base * key.size + number)

    def _place(
        self, value: Node, type: Type, keys: tuple[KeyType, ...], cells: list[int | None], at: int
    ) -> None:
        if len(keys) > 1:
            self._entries(value, type, keys[1:], cells, at)
            return
        found = self.value(value, type)
        if found is not None:
            cells[at] = found

    def key(self, scalar: Scalar, key: KeyType) -> int | None:
        value = self.value(scalar, key.type, is_key=True)
        if value is None:
            return None
        if not 0 <= value - key.offset < key.size:
            self.sink.report(
                codes.BadTable,
                scalar.place,
                f"'{scalar.text}' is no key: they go from {key.offset} to {key.offset + key.size - 1}",
            )
            return None
        return value - key.offset

    def value(self, node: Node, type: Type, is_key: bool = False) -> int | None:
        """A YAML scalar as a value of a type, or none after a report."""
        scalar = node if isinstance(node, Scalar) else None
        if scalar is None:
            self.reader.wrong(node, f"a value of type {type}")
            return None
        if isinstance(type, Opt):
            return NONE if scalar.text == "none" else self.value(scalar, type.base, is_key)
        found = self._plain(scalar, type)
        if found is not None:
            return found
        known = self._known(type)
        near = self.sink.near(scalar.text, known)
        self.sink.report(
            codes.BadTable,
            scalar.place,
            f"'{scalar.text}' is no value of type {type}",
            expected=(str(type),),
            help=f"did you mean {' or '.join(near)}?" if near else None,
        )
        return None

    def _plain(self, scalar: Scalar, type: Type) -> int | None:
        value: Any = scalar.value
        if isinstance(type, Int):
            if isinstance(value, int) and not isinstance(value, bool):
                if type.lo <= value <= type.hi:
                    return value
                self.sink.report(codes.OutOfRange, scalar.place, f"{value} is not in {type}")
                return min(max(value, type.lo), type.hi)
            return None
        if isinstance(type, Bool):
            return int(value) if isinstance(value, bool) else None
        if isinstance(type, Player):
            return (
                value - 1 if isinstance(value, int) and not isinstance(value, bool) and value >= 1 else None
            )
        found = [v for v in self.names.values.get(scalar.text, []) if v.type == type]
        if found:
            found[0].used = True
            return found[0].value
        return None

    def _known(self, type: Type) -> Collection[str]:
        if isinstance(type, Enum):
            return type.values
        return [k for k, vs in self.names.values.items() if any(v.type == type for v in vs)]
