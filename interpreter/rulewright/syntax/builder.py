"""From Lark's tree to our nodes: one method for each rule of the grammar.

Lark's non-recursive transformer walks the tree, so that no text, however deeply nested, overflows the stack.
"""

from __future__ import annotations

from typing import Any, cast

from lark import Token, v_args
from lark.visitors import Transformer_NonRecursive

from rulewright.syntax import nodes as n

Meta = Any


def _ident(token: Token) -> n.Ident:
    return n.Ident(cast(int, token.start_pos), cast(int, token.end_pos), str(token))


def _words(token: Token) -> str:
    return " ".join(str(token).split())


@v_args(meta=True)
class Builder(Transformer_NonRecursive[Token, Any]):
    """One method a rule; ``meta`` has the offsets of what the rule matched."""

    # --- starts and declarations
    def _pass(self, meta: Meta, children: list[Any]) -> Any:
        return children[0]

    start_type = start_players = start_expression = start_step = _pass

    def start_table(self, meta: Meta, c: list[Any]) -> n.TableHead:
        return n.TableHead(meta.start_pos, meta.end_pos, c[0], c[1])

    def start_zone(self, meta: Meta, c: list[Any]) -> n.ZoneDeclaration:
        return n.ZoneDeclaration(meta.start_pos, meta.end_pos, str(c[0]), c[1], c[2] or (), tuple(c[3:]))

    def start_variable(self, meta: Meta, c: list[Any]) -> n.VariableDeclaration:
        return n.VariableDeclaration(meta.start_pos, meta.end_pos, c[0], c[1] or (), tuple(c[2:]))

    def start_make(self, meta: Meta, c: list[Any]) -> n.Make:
        count, per_player, binders, where = c[:4]
        settings = tuple(s for s in c[4:] if s is not None)
        return n.Make(
            meta.start_pos, meta.end_pos, count, per_player is not None, binders or (), where, settings
        )

    def per_player(self, meta: Meta, c: list[Any]) -> bool:
        return True

    for_each = _pass

    def start_signature(self, meta: Meta, c: list[Any]) -> n.Signature:
        parameters = tuple(p for p in c[1:] if p is not None)
        return n.Signature(meta.start_pos, meta.end_pos, _ident(c[0]), parameters)

    def start_parameters(self, meta: Meta, c: list[Any]) -> tuple[n.Parameter, ...]:
        return tuple(c)

    def start_pick(self, meta: Meta, c: list[Any]) -> n.Pick:
        quantity, domain, where, *clauses = c
        preferences = tuple(x for x in clauses if x != "one of each kind")
        return n.Pick(
            meta.start_pos,
            meta.end_pos,
            quantity,
            domain,
            where,
            preferences,
            len(preferences) < len(clauses),
        )

    def start_arguments(self, meta: Meta, c: list[Any]) -> tuple[n.Expr, ...]:
        return tuple(c)

    def start_for(self, meta: Meta, c: list[Any]) -> n.For:
        name, domain, origin, where, by, numbered, backwards = c
        return n.For(
            meta.start_pos,
            meta.end_pos,
            _ident(name),
            domain,
            origin,
            where,
            by or (),
            numbered,
            backwards is not None,
        )

    def start_turns(self, meta: Meta, c: list[Any]) -> n.Turns:
        return n.Turns(meta.start_pos, meta.end_pos, c[0], tuple(c[1:]))

    def start_times(self, meta: Meta, c: list[Any]) -> n.Times:
        value = c[0]
        if isinstance(value, n.RangeOf):
            return n.Times(meta.start_pos, meta.end_pos, "range", value.low, value.high)
        return n.Times(meta.start_pos, meta.end_pos, "range", value, value)

    def times_any(self, meta: Meta, c: list[Any]) -> n.Times:
        return n.Times(meta.start_pos, meta.end_pos, "any", None, None)

    def times_long(self, meta: Meta, c: list[Any]) -> n.Times:
        return n.Times(meta.start_pos, meta.end_pos, "long", None, None)

    def times_most(self, meta: Meta, c: list[Any]) -> n.Times:
        return n.Times(meta.start_pos, meta.end_pos, "most", None, c[2])

    def start_rank(self, meta: Meta, c: list[Any]) -> n.Rank:
        return n.Rank(meta.start_pos, meta.end_pos, str(c[0]) == "highest", c[1])

    def start_size(self, meta: Meta, c: list[Any]) -> n.Size:
        return n.Size(meta.start_pos, meta.end_pos, c[0], c[1])

    def type(self, meta: Meta, c: list[Any]) -> n.TypeNode:
        if c[1] is None:
            return cast(n.TypeNode, c[0])
        return n.OptionalType(meta.start_pos, meta.end_pos, c[0])

    def integer_type(self, meta: Meta, c: list[Any]) -> n.IntegerType:
        return n.IntegerType(meta.start_pos, meta.end_pos)

    def boolean_type(self, meta: Meta, c: list[Any]) -> n.BooleanType:
        return n.BooleanType(meta.start_pos, meta.end_pos)

    def set_type(self, meta: Meta, c: list[Any]) -> n.SetType:
        return n.SetType(meta.start_pos, meta.end_pos, c[1])

    def board_type(self, meta: Meta, c: list[Any]) -> n.BoardType:
        return n.BoardType(meta.start_pos, meta.end_pos, _words(c[0]).removesuffix(" of"), _ident(c[1]))

    def names(self, meta: Meta, c: list[Any]) -> n.NamedType:
        return n.NamedType(meta.start_pos, meta.end_pos, tuple(_ident(t) for t in c))

    def constant_range(self, meta: Meta, c: list[Any]) -> n.RangeType:
        return n.RangeType(meta.start_pos, meta.end_pos, c[0], c[1])

    def keys(self, meta: Meta, c: list[Any]) -> tuple[n.KeyNode, ...]:
        return tuple(c)

    def key_players(self, meta: Meta, c: list[Any]) -> n.PlayersKey:
        return n.PlayersKey(meta.start_pos, meta.end_pos)

    def key_name(self, meta: Meta, c: list[Any]) -> n.NamedType:
        return n.NamedType(meta.start_pos, meta.end_pos, (_ident(c[0]),))

    def _clause(self, meta: Meta, c: list[Any]) -> n.Clause:
        value = c[1]
        if isinstance(value, Token):
            value = _ident(value) if value.type == "NAME" else str(value)
        return n.Clause(meta.start_pos, meta.end_pos, _words(c[0]), value)

    seen_by = top_seen_by = rest_seen_by = counted_by = at_most = refilled_from = starts_at = _clause

    def once_round(self, meta: Meta, c: list[Any]) -> n.Clause:
        return n.Clause(meta.start_pos, meta.end_pos, "once round", None)

    def rounds(self, meta: Meta, c: list[Any]) -> n.Clause:
        return n.Clause(meta.start_pos, meta.end_pos, "rounds", c[0])

    def until(self, meta: Meta, c: list[Any]) -> n.Clause:
        return n.Clause(meta.start_pos, meta.end_pos, "until", c[0])

    def while_(self, meta: Meta, c: list[Any]) -> n.Clause:
        return n.Clause(meta.start_pos, meta.end_pos, "while", c[0])

    def then(self, meta: Meta, c: list[Any]) -> n.Clause:
        return n.Clause(meta.start_pos, meta.end_pos, "then", c[0])

    def setting(self, meta: Meta, c: list[Any]) -> n.Setting:
        return n.Setting(meta.start_pos, meta.end_pos, _ident(c[0]), c[1])

    def parameter(self, meta: Meta, c: list[Any]) -> n.Parameter:
        return n.Parameter(meta.start_pos, meta.end_pos, c[0], _ident(c[1]))

    def some_of(self, meta: Meta, c: list[Any]) -> str:
        return "some"

    def any_of(self, meta: Meta, c: list[Any]) -> str:
        return "any"

    count_of = _pass

    def if_possible(self, meta: Meta, c: list[Any]) -> n.Expr:
        return cast(n.Expr, c[1])

    def one_of_each_kind(self, meta: Meta, c: list[Any]) -> str:
        return "one of each kind"

    # --- steps
    def move(self, meta: Meta, c: list[Any]) -> n.Move:
        end_of, zone = c[1]
        return n.Move(meta.start_pos, meta.end_pos, c[0], end_of, zone)

    def place(self, meta: Meta, c: list[Any]) -> tuple[str | None, n.Expr]:
        return (None if c[0] is None else str(c[0]).split()[0], c[1])

    def shuffle(self, meta: Meta, c: list[Any]) -> n.Shuffle:
        return n.Shuffle(meta.start_pos, meta.end_pos, c[0])

    def deal(self, meta: Meta, c: list[Any]) -> n.Deal:
        return n.Deal(meta.start_pos, meta.end_pos, c[0], c[1], _ident(c[2]), c[4])

    def assign(self, meta: Meta, c: list[Any]) -> n.Assign:
        return n.Assign(meta.start_pos, meta.end_pos, c[0], c[1])

    def let(self, meta: Meta, c: list[Any]) -> n.Let:
        return n.Let(meta.start_pos, meta.end_pos, _ident(c[0]), c[1])

    def add(self, meta: Meta, c: list[Any]) -> n.Add:
        return n.Add(meta.start_pos, meta.end_pos, c[0], c[1])

    def take(self, meta: Meta, c: list[Any]) -> n.Take:
        return n.Take(meta.start_pos, meta.end_pos, c[0], c[1])

    def roll(self, meta: Meta, c: list[Any]) -> n.Roll:
        return n.Roll(meta.start_pos, meta.end_pos, c[0])

    def show(self, meta: Meta, c: list[Any]) -> n.Show:
        return n.Show(meta.start_pos, meta.end_pos, c[0], c[1])

    def run(self, meta: Meta, c: list[Any]) -> n.Run:
        return n.Run(meta.start_pos, meta.end_pos, _ident(c[0]), tuple(a for a in c[1:] if a is not None))

    def stop(self, meta: Meta, c: list[Any]) -> n.Stop:
        return n.Stop(meta.start_pos, meta.end_pos, None if c[0] is None else _ident(c[0]))

    def drop_out(self, meta: Meta, c: list[Any]) -> n.DropOut:
        return n.DropOut(meta.start_pos, meta.end_pos, c[1])

    def what_component(self, meta: Meta, c: list[Any]) -> n.What:
        return n.What(meta.start_pos, meta.end_pos, "component", c[0], None, None)

    def what_all(self, meta: Meta, c: list[Any]) -> n.What:
        return n.What(meta.start_pos, meta.end_pos, "all", None, None, c[1])

    def what_every(self, meta: Meta, c: list[Any]) -> n.What:
        return n.What(meta.start_pos, meta.end_pos, "every", None, _ident(c[0]), c[1])

    def what_some(self, meta: Meta, c: list[Any]) -> n.What:
        return n.What(meta.start_pos, meta.end_pos, "some", c[0], None, c[1])

    def what_kind(self, meta: Meta, c: list[Any]) -> tuple[n.Expr, n.What]:
        return n.What(
            meta.start_pos, meta.end_pos, "of_kind", n.ListOf(c[0].start, c[1].end, (c[0], c[1])), None, c[2]
        )  # type: ignore[return-value]

    def what_random(self, meta: Meta, c: list[Any]) -> n.What:
        return n.What(meta.start_pos, meta.end_pos, "random", c[0], None, c[1])

    def target(self, meta: Meta, c: list[Any]) -> n.Target:
        return n.Target(meta.start_pos, meta.end_pos, _ident(c[0]), tuple(a for a in c[1:] if a is not None))

    source_value = _pass

    def source_random(self, meta: Meta, c: list[Any]) -> n.RandomOf:
        return n.RandomOf(meta.start_pos, meta.end_pos, c[0], c[1])

    # --- expressions
    def if_else(self, meta: Meta, c: list[Any]) -> n.IfElse:
        return n.IfElse(meta.start_pos, meta.end_pos, c[0], c[1], c[2])

    def disjunction(self, meta: Meta, c: list[Any]) -> n.Or:
        return n.Or(meta.start_pos, meta.end_pos, tuple(c))

    def conjunction(self, meta: Meta, c: list[Any]) -> n.And:
        return n.And(meta.start_pos, meta.end_pos, tuple(c))

    def not_(self, meta: Meta, c: list[Any]) -> n.Not:
        return n.Not(meta.start_pos, meta.end_pos, c[0])

    def compare(self, meta: Meta, c: list[Any]) -> n.Compare:
        return n.Compare(meta.start_pos, meta.end_pos, str(c[1]), c[0], c[2])

    def member(self, meta: Meta, c: list[Any]) -> n.Member:
        return n.Member(meta.start_pos, meta.end_pos, c[0], c[1], False)

    def not_member(self, meta: Meta, c: list[Any]) -> n.Member:
        return n.Member(meta.start_pos, meta.end_pos, c[0], c[2], True)

    def meets(self, meta: Meta, c: list[Any]) -> n.Meets:
        return n.Meets(meta.start_pos, meta.end_pos, c[0], c[1])

    def is_what(self, meta: Meta, c: list[Any]) -> n.IsWhat:
        return n.IsWhat(meta.start_pos, meta.end_pos, c[0], str(c[2]), c[1].type == "IS_NOT")

    def is_type(self, meta: Meta, c: list[Any]) -> n.IsType:
        return n.IsType(meta.start_pos, meta.end_pos, c[0], _ident(c[2]), c[1].type == "IS_NOT")

    def range_of(self, meta: Meta, c: list[Any]) -> n.RangeOf:
        return n.RangeOf(meta.start_pos, meta.end_pos, c[0], c[1])

    def _binary(op: str) -> Any:  # type: ignore[misc] # a maker of methods
        def build(self: Builder, meta: Meta, c: list[Any]) -> n.Binary:
            return n.Binary(meta.start_pos, meta.end_pos, op, c[0], c[1])

        return build

    plus, minus, times, div, mod = _binary("+"), _binary("-"), _binary("*"), _binary("div"), _binary("mod")

    def negative(self, meta: Meta, c: list[Any]) -> n.Expr:
        if isinstance(c[0], n.Number):
            return n.Number(meta.start_pos, meta.end_pos, -c[0].value)
        return n.Negative(meta.start_pos, meta.end_pos, c[0])

    def field(self, meta: Meta, c: list[Any]) -> n.Field:
        return n.Field(meta.start_pos, meta.end_pos, c[0], _ident(c[1]))

    def side_of(self, meta: Meta, c: list[Any]) -> n.SideOf:
        return n.SideOf(meta.start_pos, meta.end_pos, str(c[0]).split()[0], c[1])

    def number(self, meta: Meta, c: list[Any]) -> n.Number:
        # A number too long for any use is cut here: turning 20,000 digits into an int is itself slow.
        return n.Number(meta.start_pos, meta.end_pos, int(str(c[0])[:20]))

    def constant(self, meta: Meta, c: list[Any]) -> n.Constant:
        return n.Constant(meta.start_pos, meta.end_pos, {"true": True, "false": False}.get(str(c[0])))

    def number_of_players(self, meta: Meta, c: list[Any]) -> n.NumberOfPlayers:
        return n.NumberOfPlayers(meta.start_pos, meta.end_pos)

    def board_values(self, meta: Meta, c: list[Any]) -> n.BoardValues:
        return n.BoardValues(meta.start_pos, meta.end_pos, _words(c[0]).removesuffix(" of"), _ident(c[1]))

    def name(self, meta: Meta, c: list[Any]) -> n.Name:
        return n.Name(meta.start_pos, meta.end_pos, str(c[0]))

    def index(self, meta: Meta, c: list[Any]) -> n.Index:
        return n.Index(meta.start_pos, meta.end_pos, _ident(c[0]), tuple(c[1:]))

    def call(self, meta: Meta, c: list[Any]) -> n.Call:
        return n.Call(meta.start_pos, meta.end_pos, _ident(c[0]), tuple(a for a in c[1:] if a is not None))

    group = _pass

    def or_else(self, meta: Meta, c: list[Any]) -> n.OrElse:
        return n.OrElse(meta.start_pos, meta.end_pos, c[0], c[1])

    def list_of(self, meta: Meta, c: list[Any]) -> n.ListOf:
        return n.ListOf(meta.start_pos, meta.end_pos, tuple(a for a in c if a is not None))

    def aggregate(self, meta: Meta, c: list[Any]) -> n.Aggregate:
        return n.Aggregate(meta.start_pos, meta.end_pos, str(c[0]), c[1], c[2], c[3])

    def extreme(self, meta: Meta, c: list[Any]) -> n.Extreme:
        return n.Extreme(meta.start_pos, meta.end_pos, str(c[0]), tuple(c[1:]))

    def selection(self, meta: Meta, c: list[Any]) -> n.Selection:
        return n.Selection(meta.start_pos, meta.end_pos, str(c[0]), c[1], c[2], ())

    def selection_by(self, meta: Meta, c: list[Any]) -> n.Selection:
        return n.Selection(meta.start_pos, meta.end_pos, str(c[0]), c[1], c[2], c[3] or ())

    def can(self, meta: Meta, c: list[Any]) -> n.Can:
        return n.Can(meta.start_pos, meta.end_pos, c[1], tuple(_ident(t) for t in c[2:]))

    def walk(self, meta: Meta, c: list[Any]) -> n.Walk:
        parts = dict(c[1:])
        over, over_where = parts.get("over", (None, None))
        ending, ending_where = parts.get("ending", (None, None))
        return n.Walk(
            meta.start_pos,
            meta.end_pos,
            parts.get("from"),
            parts.get("up to"),
            over,
            over_where,
            ending,
            ending_where,
        )

    def walk_from(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("from", c[0])

    def walk_up_to(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("up to", c[1])

    def walk_over(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("over", (c[0], c[1]))

    def walk_ending(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("ending", (c[0], c[1]))

    def binders(self, meta: Meta, c: list[Any]) -> tuple[n.Binder, ...]:
        return tuple(c)

    def binder(self, meta: Meta, c: list[Any]) -> n.Binder:
        return n.Binder(meta.start_pos, meta.end_pos, _ident(c[0]), c[1])

    def filtered(self, meta: Meta, c: list[Any]) -> n.Filtered:
        return n.Filtered(meta.start_pos, meta.end_pos, c[0], c[1])

    def where(self, meta: Meta, c: list[Any]) -> n.Expr:
        return cast(n.Expr, c[0])

    origin = _pass

    def numbered(self, meta: Meta, c: list[Any]) -> n.Ident:
        return _ident(c[0])

    def by(self, meta: Meta, c: list[Any]) -> tuple[n.Key, ...]:
        return tuple(c)

    def by_key(self, meta: Meta, c: list[Any]) -> n.Key:
        return n.Key(meta.start_pos, meta.end_pos, c[0], c[1] is not None)
