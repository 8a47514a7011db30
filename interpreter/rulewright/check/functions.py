"""The functions of the language: of zones, numbers, players and boards."""

from __future__ import annotations

from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.comprehensions import Comprehensions
from rulewright.check.elaborator import FUNCTIONS
from rulewright.check.scope import Env
from rulewright.diagnostics.codes import check as codes
from rulewright.ruleset import core
from rulewright.ruleset.types import (
    Comp,
    Enum,
    Int,
    Opt,
    Player,
    Space,
    Type,
)
from rulewright.syntax import CALLED
from rulewright.syntax import nodes as n


class Functions(Comprehensions):
    """One method for each function, ``_f_NAME``."""

    # --- functions

    def _call(self, node: n.Call, env: Env, expected: Type | None) -> core.Expr | None:
        name = node.name.text
        if name in FUNCTIONS and name not in self.names.symbols:
            return self._function(node, env)
        if name not in self.names.symbols:
            known = [s.name for s in self.names.symbols.values() if s.kind == "definition"]
            inner = env.source.text(node).partition("(")[2].removesuffix(")")
            meant = {"empty": f"write '{inner} is empty'", "is_empty": f"write '{inner} is empty'"}
            meant |= dict.fromkeys(("len", "length", "number", "card_count"), f"write size({inner})")
            meant |= {word: f"write {right}" for word, right in self._called_otherwise(inner).items()}
            if any(name in family.fields for family in self.families.values()) and "," not in inner:
                meant[name] = f"a field stands behind a point: {inner}.{name}"
            if any(name in board.directions for board in self.boards.values()):
                meant[name] = f"write step({inner}, {name})"
            known += [*FUNCTIONS, *CALLED]
            self.unknown(node.name, env, known, "a definition or a function", meant.get(name))
            # In the forms that bind names, and those that name actions, no values stand.
            if CALLED.isdisjoint(self.sink.near(name, known)):
                for arg in node.args:
                    self.value(arg, env)
            return None
        inner = env.source.text(node).partition("(")[2].removesuffix(")")
        is_indexed = self.names.symbols[name].kind in ("zone", "variable", "table")
        help = f"indexes stand in brackets: {name}[{inner}]" if is_indexed else None
        symbol = self.symbol(node.name, env, ("definition",), help)
        if symbol is None:
            return None
        return self._call_definition(symbol, node, env, node.args)

    @staticmethod
    def _called_otherwise(inner: str) -> dict[str, str]:
        """Functions by the names that they have elsewhere."""
        return {
            **dict.fromkeys(("row", "y", "line"), f"rank({inner})"),
            **dict.fromkeys(("col", "x", "file"), f"column({inner})"),
            **dict.fromkeys(
                ("adjacent", "neighbors", "neighbour", "next_to", "around"), f"neighbours({inner})"
            ),
            **dict.fromkeys(("dist", "steps_between"), f"distance({inner})"),
            **dict.fromkeys(("index", "player_number", "number_of"), f"seat({inner})"),
            **dict.fromkeys(("left", "left_of", "next_player"), f"left of {inner}"),
            **dict.fromkeys(("right", "right_of"), f"right of {inner}"),
            **dict.fromkeys(("where_is", "position", "location", "space_of", "zone_of"), f"at({inner})"),
            **dict.fromkeys(("exists", "some"), "any(CONDITION for NAME in DOMAIN)"),
            **dict.fromkeys(("every", "forall"), "all(CONDITION for NAME in DOMAIN)"),
            **dict.fromkeys(("maximum", "largest"), f"max({inner})"),
            **dict.fromkeys(("minimum", "smallest"), f"min({inner})"),
            **dict.fromkeys(("filter", "select"), "set(x for x in DOMAIN where CONDITION)"),
        }

    def _function(self, node: n.Call, env: Env) -> core.Expr | None:
        name = node.name.text
        if len(node.args) not in FUNCTIONS[name]:
            needs = " or ".join(t.plural(x, "argument") for x in FUNCTIONS[name])
            self.error(codes.WrongCount, env, node, f"'{name}' takes {needs}, not {len(node.args)}")
            return None
        return cast("core.Expr | None", getattr(self, f"_f_{name}")(node, env))

    def _f_size(self, node: n.Call, env: Env) -> core.Expr | None:
        found = self.domain(node.args[0], env)
        return None if found is None else core.Size(Int(0, self.bound(found[0])), found[0])

    def _end_of(self, node: n.Call, env: Env, kind: str) -> core.Expr | None:
        zone = self.zone(node.args[0], env)
        if zone is None:
            return None
        if zone.family == "box":
            self.error(
                codes.WrongType, env, node.args[0], "the box has no order", expected=(t.article(kind),)
            )
            return None
        family = self.zones[zone.family]
        if family.kind != kind:
            ends = {"pile": "top and bottom", "row": "first and last"}.get(family.kind)
            self.error(
                codes.WrongType,
                env,
                node.args[0],
                f"'{family.name}' is a {family.kind}",
                expected=(f"a {kind}",),
                help=f"a {family.kind} has {ends}"
                if ends
                else "a set has no order: let a player pick, or take 'random' ones",
            )
            return None
        return core.End(family.element, zone, cast(Any, node.name.text), self.place(env, node))

    def _f_top(self, node: n.Call, env: Env) -> core.Expr | None:
        return self._end_of(node, env, "pile")

    _f_bottom = _f_top

    def _f_first(self, node: n.Call, env: Env) -> core.Expr | None:
        return self._end_of(node, env, "row")

    _f_last = _f_first

    def _f_nth(self, node: n.Call, env: Env) -> core.Expr | None:
        count = self.number(node.args[1], env)
        if self.zone_symbol(node.args[0], env) is not None:
            zone = self.zone(node.args[0], env)
            if zone is None or count is None:
                return None
            if self.zones[zone.family].kind not in ("row", "pile"):
                self.error(codes.WrongType, env, node.args[0], "only rows and piles have an order")
                return None
            return core.Nth(self.zones[zone.family].element, zone, count, self.place(env, node))
        found = self.domain(node.args[0], env)
        if found is None or count is None:
            return None
        if isinstance(found[0], core.AllOf) and isinstance(count, core.Const):
            there = self.count_of(found[1])
            if not 1 <= count.value <= there:
                text = env.source.text(node.args[0])
                message = f"there is no number {count.value} of '{text}': they go from 1 to {there}"
                self.error(codes.OutOfRange, env, node.args[1], message)
                return None
        if not isinstance(found[0], core.AllOf) or not isinstance(found[1], Enum | Player | Space):
            self.error(
                codes.WrongType,
                env,
                node.args[0],
                "no row, pile or type with an order",
                expected=("a row or an enum",),
            )
            return None
        return core.Call(found[1], "nth", (count,), self.place(env, node))

    def _f_at(self, node: n.Call, env: Env) -> core.Expr | None:
        component = self._open(self.value(node.args[0], env), env, node.args[0])
        if component is None:
            return None
        if not isinstance(component.type, Comp):
            self.error(
                codes.WrongType,
                env,
                node.args[0],
                f"here stands {t.words(component.type)}",
                expected=("a component",),
            )
            return None
        leaves = set(component.type.leaves)
        homes = [z for z in self.zones.values() if len(z.keys) == 1 and set(z.element.leaves) & leaves]
        if any(self.families[leaf].alike for leaf in leaves if leaf in self.families):
            self.error(codes.WrongType, env, node.args[0], "alike pieces are in many zones at once")
            return None
        if len(homes) != 1:
            if any(s.kind == "zone" and s.name not in self.zones for s in self.names.symbols.values()):
                return None  # a zone that could not be read may be the one
            which = ", ".join(z.name for z in homes) or "none"
            self.error(
                codes.WrongType,
                env,
                node,
                f"'at' needs one zone with an index that {component.type} can be in; here: {which}",
            )
            return None
        return core.At(Opt(homes[0].keys[0].type), homes[0].name, component, self.place(env, node))

    def _f_abs(self, node: n.Call, env: Env) -> core.Expr | None:
        value = self.number(node.args[0], env)
        if value is None:
            return None
        r = cast(Int, value.type)
        result = Int(0 if r.lo <= 0 <= r.hi else min(abs(r.lo), abs(r.hi)), max(abs(r.lo), abs(r.hi)))
        return core.Call(result, "abs", (value,), self.place(env, node))

    def _f_seat(self, node: n.Call, env: Env) -> core.Expr | None:
        player = self.typed(node.args[0], env, t.PLAYER)
        return (
            None
            if player is None
            else core.Call(Int(1, self.players[1]), "seat", (player,), self.place(env, node))
        )

    def _cyclic(self, node: n.Call, env: Env) -> core.Expr | None:
        value = self._open(self.value(node.args[0], env), env, node.args[0])
        if value is None:
            return None
        if not isinstance(value.type, Enum):
            text = env.source.text(node.args[0])
            side = "left" if node.name.text == "next" else "right"
            self.error(
                codes.WrongType,
                env,
                node.args[0],
                f"here stands {t.words(value.type)}",
                expected=("a value of an enum",),
                help=f"the {node.name.text} player is: {side} of {text}" if value.type == t.PLAYER else None,
            )
            return None
        return core.Call(value.type, cast(Any, node.name.text), (value,), self.place(env, node))

    _f_next = _f_previous = _cyclic

    def _space(self, node: n.Expr, env: Env, expected: Type | None = None) -> core.Expr | None:
        value = self._open(self.value(node, env, expected), env, node)
        if value is not None and not isinstance(value.type, Space):
            self.error(
                codes.WrongType,
                env,
                node,
                f"here stands {t.words(value.type)}",
                expected=("a space of a board",),
            )
            return None
        return value

    def _f_step(self, node: n.Call, env: Env) -> core.Expr | None:
        space = self._space(node.args[0], env)
        if space is None:
            return None
        board = cast(Space, space.type).board
        way = self.direction(node.args[1], env, board, node.args[0])
        if way is None:
            return None
        return core.BoardCall(Opt(Space(board)), "step", board, (space, way), self.place(env, node))

    def direction(self, node: n.Expr, env: Env, board: str, space: n.Expr) -> core.Expr | None:
        """A direction of the board that the space is of."""
        ways = self.direction_enums.get(board)
        if ways is None:
            message = f"'{board}' has no directions"
            self.error(codes.WrongType, env, space, message, expected=("a grid or a hexagon",))
            return None
        return self.typed(node, env, ways)

    def path(self, node: n.Expr, env: Env, board: str, space: n.Expr) -> core.Expr | None:
        """A path of the board that the space is of."""
        if board not in self.path_enums:
            self.error(codes.WrongType, env, space, f"'{board}' has no paths")
            return None
        return self.typed(node, env, self.path_enums[board])

    def _f_space(self, node: n.Call, env: Env) -> core.Expr | None:
        if not isinstance(node.args[0], n.Name):
            help = "write space(BOARD, COLUMN, ROW)"
            message = "a board is needed here"
            self.error(
                codes.WrongType, env, node.args[0], message, expected=("the name of a board",), help=help
            )
            return None
        symbol = self.symbol(node.args[0], env, ("board",))
        column, row = self.number(node.args[1], env), self.number(node.args[2], env)
        if symbol is None or column is None or row is None or symbol.name not in self.boards:
            return None
        board = self.boards[symbol.name]
        if board.kind not in ("square", "hexagon"):
            self.error(codes.WrongType, env, node.args[0], f"'{board.name}' is no grid")
            return None
        return core.BoardCall(
            Opt(Space(board.name)), "space", board.name, (column, row), self.place(env, node)
        )

    def _f_after(self, node: n.Call, env: Env) -> core.Expr | None:
        space = self._space(node.args[0], env)
        if space is None:
            return None
        name = cast(Space, space.type).board
        path = self.path(node.args[1], env, name, node.args[0])
        return (
            None
            if path is None
            else core.BoardCall(Opt(Space(name)), "after", name, (space, path), self.place(env, node))
        )

    def _two_spaces(self, node: n.Call, env: Env) -> core.Expr | None:
        if self.is_literal(node.args[0], env):
            b = self._space(node.args[1], env)
            a = self._space(node.args[0], env, None if b is None else b.type)
        else:
            a = self._space(node.args[0], env)
            b = self._space(node.args[1], env, None if a is None else a.type)
        if a is None or b is None:
            return None
        if a.type != b.type:
            self.error(codes.WrongType, env, node, f"{a.type} and {b.type} are different boards")
            return None
        board = cast(Space, a.type).board
        far = Int(0, max(1, len(self.boards[board].spaces) - 1))
        return core.BoardCall(Opt(far), node.name.text, board, (a, b), self.place(env, node))

    _f_distance = _f_steps = _two_spaces

    def _grid_number(self, node: n.Call, env: Env) -> core.Expr | None:
        space = self._space(node.args[0], env)
        if space is None:
            return None
        board = self.boards[cast(Space, space.type).board]
        if board.kind not in ("square", "hexagon"):
            self.error(codes.WrongType, env, node.args[0], f"'{board.name}' is no grid")
            return None
        most = board.width if node.name.text == "column" else board.height
        return core.BoardCall(
            Int(1, max(1, most)), node.name.text, board.name, (space,), self.place(env, node)
        )

    _f_column = _f_rank = _grid_number

    def _not_single(self, node: n.Call, env: Env) -> core.Expr | None:
        self.error(
            codes.NotAValue, env, node, f"'{node.name.text}' gives several; a single value is needed here"
        )
        return None

    _f_neighbours = _f_ray = _f_ahead = _f_behind = _f_path = _f_lines = _f_placements = _not_single
