"""Expressions that are well typed because of how they are made: for each type the forms that give it.

A form is a function that draws its parts and returns text which can stand anywhere a single value can (it is
a name, a call, or in parentheses). The forms of a type are listed from the plainest on, and without depth
left only the plain ones are offered. Faults are to be rare, or every game would end at once: values that may
not be there mostly have an ``else``, numbers are brought into their range with ``mod``, and the bare forms
are drawn one time in some (``reckless``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from made_dice import Dice
from made_world import Holder, World, Zone

from rulewright.check.typing import fits
from rulewright.ruleset.types import Bool, Comp, Enum, Int, Line, Opt, Player, SetOf, Space, Spot, Type

Form = Callable[[], str]
DomainForm = Callable[[], tuple[str, Type]]
PLAYER = Player()


@dataclass(frozen=True)
class Definition:
    name: str
    parameters: tuple[Type, ...]
    type: Type
    me: bool


@dataclass(frozen=True)
class Scope:
    """What a place in the ruleset can speak of. ``locals``: text and type, ``me`` among them where there is
    one; an expression that a condition narrowed is one too. ``can``: the actions it may ask for."""

    locals: tuple[tuple[str, Type], ...] = ()
    definitions: tuple[Definition, ...] = ()
    can: tuple[str, ...] = ()

    def having(self, *locals: tuple[str, Type]) -> Scope:
        """With more names; one that is here already has the new type."""
        names = {name for name, _ in locals}
        return replace(self, locals=(*(x for x in self.locals if x[0] not in names), *locals))

    @property
    def me(self) -> bool:
        return any(name == "me" for name, _ in self.locals)


def bare(text: str) -> str:
    """Without the parentheses around the whole, where the inside may stand on its own."""
    if not text.startswith("("):
        return text
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and i < len(text) - 1:
            return text
        if depth == 1 and text[i : i + 6] == " else " and not text.startswith("(if "):
            return text
    return text[1:-1]


class ExpressionMaker:
    def __init__(self, dice: Dice, world: World) -> None:
        self.dice = dice
        self.world = world
        self.tested: set[str] = set()
        """Locals whose component type was asked for: a second test could be known to fail."""

    # --- choosing among forms

    def _form(self, plain: list[Form], deep: list[Form], depth: int) -> str:
        return self.dice.pick([*plain, *deep] if depth > 0 else plain)()

    def reckless(self) -> bool:
        return self.dice.one_in(20)

    # --- what holds a value

    def indexed(self, holder: Holder | Zone, scope: Scope, depth: int) -> str:
        """A variable, table or zone with its indexes."""
        if not holder.keys:
            return holder.name
        args = [
            self.dice.pick(["number of players", str(self.world.players[0])])
            if key is None
            else bare(self.opened(key, scope, depth - 1))
            for key in holder.keys
        ]
        return f"{holder.name}[{', '.join(args)}]"

    def holders(self, want: Callable[[Type], bool], scope: Scope, depth: int) -> list[Form]:
        """What is read: locals, variables, tables, fields and definitions of a type."""
        world = self.world
        forms: list[Form] = [lambda name=name: name for name, type in scope.locals if want(type)]  # type: ignore[misc]
        forms += [
            lambda h=h: self.indexed(h, scope, depth)  # type: ignore[misc]
            for h in (*world.variables, *world.tables)
            if want(h.type) and (depth > 0 or not h.keys)
        ]
        if depth > 0:
            forms += [
                lambda leaf=leaf, f=f: f"{self.opened(leaf.type, scope, depth - 1)}.{f}"  # type: ignore[misc]
                for leaf in world.leaves
                for f, type in leaf.fields.items()
                if want(type) and (f != "owner" or leaf.name != "pawn" or self.owned("pawn"))
            ]
            forms += [
                lambda d=d: self.call(d, scope, depth)  # type: ignore[misc]
                for d in scope.definitions
                if want(d.type) and (scope.me or not d.me)
            ]
        return forms

    def owned(self, leaf: str) -> bool:
        """Whether all of a kind have owners; else ``owner`` is asked for rarely."""
        return not isinstance(self.world.yaml["components"][leaf]["make"], list) or self.reckless()

    def call(self, definition: Definition, scope: Scope, depth: int) -> str:
        args = [bare(self.value(p, scope, depth - 1)) for p in definition.parameters]
        return f"{definition.name}({', '.join(args)})" if args else definition.name

    def opened(self, type: Type, scope: Scope, depth: int) -> str:
        """A value of the type, or now and then one that may be none, which play then checks."""
        optional = None
        if not isinstance(type, Int) and self.reckless():
            optional = self.some_optional(type, scope, depth)
        return optional or self.value(type, scope, depth)

    # --- values by type

    def value(self, type: Type, scope: Scope, depth: int) -> str:
        """A value that fits the type."""
        match type:
            case Int():
                return self._number_in(type, scope, depth)
            case Bool():
                return self.condition(scope, depth)
            case Enum():
                return self._enum(type, scope, depth)
            case Player():
                return self._player(scope, depth)
            case Comp():
                return self._component(type, scope, depth)
            case Space():
                return self._space(type, scope, depth)
            case Opt(base):
                return self._optional(base, scope, depth)
            case SetOf(element):
                return self.set_of(element, scope, depth)
        raise AssertionError(type)

    def _common(self, type: Type, scope: Scope, depth: int) -> list[Form]:
        """Forms that any single value may have."""
        return [
            lambda: (
                f"(if {bare(self.condition(scope, depth - 1))} then {bare(self.value(type, scope, depth - 1))}"
                f" else {bare(self.value(type, scope, depth - 1))})"
            ),
            lambda: self._or_else(type, scope, depth),
            lambda: self._found(type, scope, depth),
            lambda: self._narrowed(type, scope, depth),
        ]

    def _or_else(self, type: Type, scope: Scope, depth: int) -> str:
        optional = self.some_optional(type, scope, depth - 1)
        if optional is None:
            return self.value(type, scope, depth - 1)
        if isinstance(type, Int) and self.reckless():
            return f"({optional} + 1)"
        return f"({bare(optional)} else {bare(self.value(type, scope, depth - 1))})"

    def _found(self, type: Type, scope: Scope, depth: int) -> str:
        """``the`` or ``find`` of a domain of the type."""
        if isinstance(type, Int | Bool):
            return self.value(type, scope, depth - 1)
        domain, element = self.walked(scope, depth - 1, type)
        local = self.world.fresh()
        inner = scope.having((local, element))
        tail = f" where {bare(self.condition(inner, depth - 2))}" if self.dice.below(2) else ""
        tail += self.by(inner, depth) if self.dice.below(2) else ""
        if self.reckless():
            return f"the({local} in {domain}{tail})"
        return f"(find({local} in {domain}{tail}) else {bare(self.value(type, scope, 0))})"

    def _narrowed(self, type: Type, scope: Scope, depth: int) -> str:
        """``if x is not none then ... x ...``: x is of its base type there."""
        maybe = [
            (text, t)
            for text, t in (
                *scope.locals,
                *((v.name, v.type) for v in self.world.variables if not v.keys),
            )
            if isinstance(t, Opt)
        ]
        if not maybe:
            return self.value(type, scope, depth - 1)
        text, optional = self.dice.pick(maybe)
        assert isinstance(optional, Opt)
        known = bare(self.value(type, scope.having((text, optional.base)), depth - 1))
        other = bare(self.value(type, scope, depth - 1))
        if self.dice.below(2):
            return f"(if {text} is none then {other} else {known})"
        return f"(if {text} is not none then {known} else {other})"

    def by(self, scope: Scope, depth: int) -> str:
        keys = []
        for _ in range(1 + self.dice.below(2)):
            types: list[Type] = [
                Int(0, 5),
                Bool(),
                *self.world.enums,
                *(board.type for board in self.world.boards),
            ]
            type = self.dice.pick(types)
            key = (
                self.number(scope, depth - 2) if isinstance(type, Int) else self.value(type, scope, depth - 2)
            )
            keys.append(key + " descending" * self.dice.below(2))
        return f" by {' then '.join(keys)}"

    # --- numbers

    def _number_in(self, type: Int, scope: Scope, depth: int) -> str:
        literals: list[Form] = [lambda: str(max(0, type.lo) + self.dice.below(type.hi - max(0, type.lo) + 1))]
        held = self.holders(
            lambda t: isinstance(t, Int) and type.lo <= t.lo and t.hi <= type.hi, scope, depth
        )
        return self._form(literals + held, [lambda: self._wrapped(type, scope, depth)] * 2, depth)

    def _wrapped(self, type: Int, scope: Scope, depth: int) -> str:
        if self.reckless():
            return f"(if {bare(self.condition(scope, depth - 2))} then {max(0, type.lo)} else {self.number(scope, 1)})"
        number = f"{self.number(scope, depth - 1)} mod {type.hi - type.lo + 1}"
        if type.lo == 0:
            return f"({number})"
        return f"({number} {'+' if type.lo > 0 else '-'} {abs(type.lo)})"

    def number(self, scope: Scope, depth: int) -> str:
        """Any number at all."""
        dice = self.dice

        def sub() -> str:
            return self.number(scope, depth - 1)

        plain: list[Form] = [lambda: str(dice.below(5))]
        plain += self.holders(lambda t: isinstance(t, Int), scope, depth)
        plain += [lambda: dice.pick(self.world.numbers)] if self.world.numbers else []
        plain += [lambda: "number of players"]
        deep: list[Form] = [
            lambda: f"({sub()} {dice.pick(['+', '-', '*'])} {sub()})",
            lambda: f"({sub()} {dice.pick(['div', 'mod'])} {self._divisor(scope)})",
            lambda: f"(-{sub()})",
            lambda: f"abs({bare(sub())})",
            lambda: (
                f"{dice.pick(['min', 'max'])}({', '.join(bare(sub()) for _ in range(2 + dice.below(2)))})"
            ),
            lambda: f"seat({bare(self.value(PLAYER, scope, depth - 1))})",
            lambda: f"size({self.domain(scope, depth - 1)[0]})",
            lambda: f"count({self._loop(scope, depth)[0]})",
            lambda: self._total("sum", scope, depth),
            lambda: f"({self._total(dice.pick(['min', 'max']), scope, depth)} else {bare(sub())})",
            lambda: self._far(scope, depth),
            *self._board_numbers(scope, depth),
            *self._common(Int(0, 5), scope, depth),
        ]
        return self._form(plain, deep, depth)

    def _divisor(self, scope: Scope) -> str:
        variables = self.holders(lambda t: isinstance(t, Int) and t.lo < t.hi, scope, 0)
        if variables and self.reckless():
            return self.dice.pick(variables)()
        return str(1 + self.dice.below(4)) if self.dice.most(4) else f"(-{1 + self.dice.below(3)})"

    def _far(self, scope: Scope, depth: int) -> str:
        """A number that can grow beyond 32 bits, if a variable of numbers is at hand."""
        variables = [v for v in self.world.variables if not v.keys and v.type == Int(0, 99)]
        if not variables or not self.dice.one_in(4):
            return self.number(scope, depth - 1)
        return f"({self.dice.pick(variables).name} * 99999999)"

    def _loop(self, scope: Scope, depth: int) -> tuple[str, Scope]:
        """``x in D where C``"""
        domain, element = self.walked(scope, depth - 1)
        local = self.world.fresh()
        inner = scope.having((local, element))
        where = f" where {bare(self.condition(inner, depth - 2))}" if self.dice.below(2) else ""
        return f"{local} in {domain}{where}", inner

    def _loops(self, scope: Scope, depth: int) -> tuple[str, str, Scope]:
        """The binders of a comprehension, its ``where``, and the scope inside."""
        binders = []
        for _ in range(1 + self.dice.one_in(4)):
            domain, element = self.walked(scope, depth - 1)
            local = self.world.fresh()
            scope = scope.having((local, element))
            binders.append(f"{local} in {domain}")
        where = f" where {bare(self.condition(scope, depth - 2))}" if self.dice.one_in(3) else ""
        return ", ".join(binders), where, scope

    def _total(self, kind: str, scope: Scope, depth: int) -> str:
        loops, where, inner = self._loops(scope, depth)
        number = bare(self.number(inner, depth - 2))
        if kind != "sum":  # of nothing it is none, and what may be none can't be negative
            number = f"max(0, {number})" if self.dice.below(2) else f"abs({number})"
        return f"{kind}({number} for {loops}{where})"

    def _board_numbers(self, scope: Scope, depth: int) -> list[Form]:
        forms: list[Form] = []
        for board in self.world.boards:

            def space(board: Space = board.type) -> str:
                return bare(self.value(board, scope, depth - 1))

            forms.append(lambda space=space: f"(distance({space()}, {space()}) else 9)")  # type: ignore[misc]
            forms.append(lambda b=board.type: self._walk(b, scope, depth))  # type: ignore[misc]
            if board.directions:
                forms.append(lambda space=space: f"{self.dice.pick(['rank', 'column'])}({space()})")  # type: ignore[misc]
            if board.paths or board.kind == "track":
                forms.append(lambda space=space: f"(steps({space()}, {space()}) else 0)")  # type: ignore[misc]
            if board.kind == "track":
                forms.append(
                    lambda b=board.type: (  # type: ignore[misc]
                        f"({self.value(b, scope, depth - 1)} - {self.value(b, scope, depth - 1)})"
                    )
                )
        return forms

    def _walk(self, board: Space, scope: Scope, depth: int) -> str:
        def steps(local: str) -> str:
            inner = scope.having((local, board))
            where = f" where {bare(self.condition(inner, depth - 2))}" if self.dice.below(2) else ""
            return f"{local} in {self.domain(scope, depth - 2, board)[0]}{where}"

        origin = self.value(board, scope, depth - 1)
        text = f"walk(from {origin}, up to {self._number_in(Int(0, 3), scope, depth - 1)}"
        text += f", over {steps(self.world.fresh())}"
        return text + (f", ending {steps(self.world.fresh())})" if self.dice.below(2) else ")")

    # --- conditions

    def condition(self, scope: Scope, depth: int) -> str:
        dice, world = self.dice, self.world
        plain: list[Form] = self.holders(lambda t: isinstance(t, Bool), scope, depth)
        plain += [lambda: self._reading()] if world.rulings else []
        plain += [lambda: f"({self.number(scope, 0)} {dice.pick(['=', '<', '>='])} {self.number(scope, 0)})"]
        plain += [lambda: f"({world.zones[0].name} is{' not' * dice.below(2)} empty)"]
        plain += [lambda: dice.pick(["true", "false"])] if not plain else []

        def sub() -> str:
            return self.condition(scope, depth - 1)

        def domain(element: Type | None = None) -> tuple[str, Type]:
            return self.domain(scope, depth - 1, element)

        def number() -> str:
            return self.number(scope, depth - 1)

        deep: list[Form] = [
            lambda: f"({number()} {dice.pick(['=', '!=', '<', '<=', '>', '>='])} {number()})",
            lambda: self._equal(scope, depth),
            lambda: self._among(scope, depth),
            lambda: self._two_sets("meets", scope, depth),
            lambda: self._two_sets(dice.pick(["=", "!="]), scope, depth),
            lambda: self._is_none(scope, depth),
            lambda: f"({domain()[0]} is{' not' * dice.below(2)} empty)",
            lambda: self._is_type(scope, depth),
            lambda: self._is_type(scope, depth),
            lambda: f"(not {sub()})",
            lambda: f"({sub()} and {sub()})",
            lambda: f"({sub()} or {sub()})",
            lambda: self._quantified(scope, depth),
            lambda: self._quantified(scope, depth),
            lambda: self._can(scope, depth),
            lambda: self._along_lines(scope, depth),
            *self._common(Bool(), scope, depth)[:1],
        ]
        return self._form(plain, deep, depth)

    def _reading(self) -> str:
        ruling = self.world.rulings[0]
        return f"({ruling.name} {self.dice.pick(['=', '!='])} {self.dice.pick(ruling.readings)})"

    def _a_type(self) -> Type:
        """A type all of whose values can be compared with each other, whatever is known of them."""
        scalars = self.world.scalars(comps=False)
        return self.dice.pick([PLAYER, *scalars[3:], *(leaf.type for leaf in self.world.leaves)])

    def _exact(self, type: Comp, scope: Scope, depth: int) -> list[Form]:
        """What is known to be of just this type: a family's members may be compared and tested there."""
        forms = self.holders(lambda t: t == type, scope.having(), 0)
        forms += [
            lambda z=z: self._bare_end(z, scope, depth)  # type: ignore[misc]
            for z in self.world.zones
            if z.element == type and z.kind == "slot"
        ]
        return forms

    def _equal(self, scope: Scope, depth: int) -> str:
        wide = [f for f in self.world.families if len(f.leaves) > 1]
        exact = self._exact(wide[0], scope, depth) if wide else []
        if exact and self.dice.one_in(4):
            return f"({self.dice.pick(exact)()} {self.dice.pick(['=', '!='])} {self.dice.pick(exact)()})"
        type = self._a_type()
        ops = ["=", "!=", *(["<", "<=", ">", ">="] if isinstance(type, Enum | Space) else [])]
        left = self.value(type, scope, depth - 1)
        right = self.some_optional(type, scope, depth - 1) if self.dice.one_in(3) else None
        return f"({left} {self.dice.pick(ops[: 2 if right else 6])} {right or self.value(type, scope, depth - 1)})"

    def _among(self, scope: Scope, depth: int) -> str:
        base = self._a_type() if self.dice.below(3) else Int(0, 5)
        domain = self.collection(scope, depth - 1, base)
        item = self.some_optional(base, scope, depth - 1) if self.dice.one_in(3) else None
        return f"({item or self.value(base, scope, depth - 1)} {self.dice.pick(['in', 'not in'])} {domain})"

    def _two_sets(self, op: str, scope: Scope, depth: int) -> str:
        element = self._a_type()
        left, right = (self.collection(scope, depth - 1, element) for _ in range(2))
        return f"({left} {op} {right})"

    def _is_none(self, scope: Scope, depth: int) -> str:
        for type in (self._a_type(), Int(0, 5)):
            optional = self.some_optional(type, scope, depth - 1)
            if optional is not None:
                return f"({optional} is{' not' * self.dice.below(2)} none)"
        return self.condition(scope, depth - 1)

    def _is_type(self, scope: Scope, depth: int) -> str:
        """A test of a component's type, and what is known of a local one after it."""
        family = self.dice.pick(self.world.families)
        named = [
            (text, t)
            for text, t in scope.locals
            if isinstance(t, Comp)
            and set(t.leaves) & set(family.leaves)
            and len(t.leaves) > 1
            and text not in self.tested
        ]
        if named:
            text, type = self.dice.pick(named)
            assert isinstance(type, Comp)
            self.tested.add(text)
            leaves = tuple(leaf for leaf in type.leaves if leaf in family.leaves)
            known = scope.having((text, Comp(leaves, family.name)))
            return f"({text} is {family} and {self.condition(known, depth - 1)})"
        wide = [f for f in self.world.families if set(f.leaves) > set(family.leaves)]
        exact = [form for f in wide for form in self._exact(f, scope, depth)]
        lying = [z for f in wide for z in self.world.zones if z.element == f and z.kind in ("pile", "row")]
        if lying and self.dice.below(3):
            zone = self.dice.pick(lying)
            text = self.indexed(zone, scope, depth - 1)
            return f"({text} is not empty and {'top' if zone.kind == 'pile' else 'last'}({text}) is {family})"
        if not exact:
            return self.condition(scope, depth - 1)
        return f"({self.dice.pick(exact)()} is{' not' * self.dice.below(2)} {family})"

    def _quantified(self, scope: Scope, depth: int) -> str:
        loops, where, inner = self._loops(scope, depth)
        return (
            f"{self.dice.pick(['any', 'all'])}({bare(self.condition(inner, depth - 2))} for {loops}{where})"
        )

    def _can(self, scope: Scope, depth: int) -> str:
        if not scope.can:
            return self.condition(scope, depth - 1)
        return f"can({bare(self.value(PLAYER, scope, depth - 1))}, {self.dice.pick(scope.can)})"

    def _along_lines(self, scope: Scope, depth: int) -> str:
        """Something about each space of some line of a board."""
        domain = self._lines(scope, depth)
        if domain is None:
            return self.condition(scope, depth - 1)
        text, board = domain
        line, space = self.world.fresh(), self.world.fresh()
        inner = scope.having((space, board))
        condition = bare(self.condition(inner, depth - 2))
        one, other = self.dice.pick([("any", "all"), ("all", "any")])
        return f"{one}({other}({condition} for {space} in {line}) for {line} in {text})"

    # --- the other single values

    def _enum(self, type: Enum, scope: Scope, depth: int) -> str:
        plain: list[Form] = [lambda: self.dice.pick(type.values)]
        plain += self.holders(lambda t: t == type, scope, depth)
        deep = self._common(type, scope, depth)
        if type in self.world.enums:
            deep.append(
                lambda: f"{self.dice.pick(['next', 'previous'])}({bare(self.value(type, scope, depth - 1))})"
            )
            deep.append(lambda: f"nth({type}, {bare(self._position(len(type.values), scope, depth))})")
        else:
            deep = deep[:1]  # paths have no name that a domain could be made of
        return self._form(plain, deep, depth)

    def _position(self, most: int, scope: Scope, depth: int) -> str:
        if self.reckless():
            # A constant that is outside is an error already.
            return f"max({bare(self.number(scope, depth - 1))}, 0)"
        return self._number_in(Int(1, most), scope, depth - 1)

    def _player(self, scope: Scope, depth: int) -> str:
        plain: list[Form] = [lambda: "me"] if scope.me else []
        plain += [lambda: f"nth(player, {1 + self.dice.below(2)})"]
        plain += self.holders(lambda t: t == PLAYER, scope, depth)
        deep: list[Form] = [
            lambda: f"({self.dice.pick(['left of', 'right of'])} {self.value(PLAYER, scope, depth - 1)})",
            lambda: f"nth(player, {bare(self._position(2, scope, depth))})",
            *self._common(PLAYER, scope, depth),
        ]
        return self._form(plain, deep, depth)

    def _component(self, type: Comp, scope: Scope, depth: int) -> str:
        def first() -> str:
            families = [f for f in self.world.families if fits(f, type)]
            return f"the({self.world.fresh()} in {self.dice.pick(families)})"

        plain: list[Form] = [first]
        plain += self.holders(lambda t: isinstance(t, Comp) and fits(t, type), scope, depth)
        deep = self._common(type, scope, depth)
        deep += [
            lambda z=z: self._end(z, type, scope, depth)  # type: ignore[misc]
            for z in self.world.zones
            if z.kind in ("pile", "row") and fits(z.element, type)
        ]
        return self._form(plain, deep, depth)

    def _bare_end(self, zone: Zone, scope: Scope, depth: int) -> str:
        return self.indexed(zone, scope, depth - 1)

    def _end(self, zone: Zone, type: Comp, scope: Scope, depth: int) -> str:
        text = self.indexed(zone, scope, depth - 1)
        ends = {"pile": ["top", "bottom"], "row": ["first", "last"]}[zone.kind]
        end = self.dice.pick([*(f"{e}({text})" for e in ends), f"nth({text}, 1)"])
        if self.reckless():
            return f"nth({text}, {bare(self.number(scope, 0))})" if self.dice.below(2) else end
        return f"(if {text} is not empty then {end} else {bare(self.value(type, scope, 0))})"

    def _space(self, type: Space, scope: Scope, depth: int) -> str:
        board = self.world.board(type)
        plain: list[Form] = [lambda: self.dice.pick(board.spaces)]
        plain += self.holders(lambda t: t == type, scope, depth)
        deep = self._common(type, scope, depth)
        deep.append(lambda: f"nth({type}, {bare(self._position(len(board.spaces), scope, depth))})")
        if board.kind == "track":
            deep.append(
                lambda: (
                    f"({self.value(type, scope, depth - 1)} {self.dice.pick(['+', '-'])} {self.number(scope, 0)})"
                    if self.reckless()
                    else f"(foot + {self._number_in(Int(0, 3), scope, depth - 1)})"
                )
            )
        return self._form(plain, deep, depth)

    # --- values that may be none

    def some_optional(self, base: Type, scope: Scope, depth: int) -> str | None:
        """A value of ``base or none``, or nothing if the ruleset has no such."""
        forms = self.holders(
            lambda t: isinstance(t, Opt) and fits(t.base, base) and self._same(t.base, base), scope, depth
        )
        if depth > 0:
            if not isinstance(base, Int | Bool):
                forms.append(lambda: self._find(base, scope, depth))
            if isinstance(base, Int):
                forms.append(lambda: self._total(self.dice.pick(["min", "max"]), scope, depth))
            if isinstance(base, Comp):
                forms += [
                    lambda z=z: self.indexed(z, scope, depth)  # type: ignore[misc]
                    for z in self.world.zones
                    if z.kind == "slot" and fits(z.element, base)
                ]
            forms += self._places(base, scope, depth)
            if isinstance(base, Space):
                forms += self._steps(base, scope, depth)
        return self.dice.pick(forms)() if forms else None

    @staticmethod
    def _same(a: Type, b: Type) -> bool:
        return not (isinstance(a, Int) and isinstance(b, Int)) or (b.lo <= a.lo and a.hi <= b.hi)

    def _find(self, base: Type, scope: Scope, depth: int) -> str:
        domain, element = self.walked(scope, depth - 1, base)
        local = self.world.fresh()
        inner = scope.having((local, element))
        where = f" where {bare(self.condition(inner, depth - 2))}" if self.dice.below(2) else ""
        return f"find({local} in {domain}{where}{self.by(inner, depth) if self.dice.below(2) else ''})"

    def _places(self, base: Type, scope: Scope, depth: int) -> list[Form]:
        """``at``, for components that can be in one kind of indexed zone only."""
        forms: list[Form] = []
        for leaf in self.world.leaves:
            homes = [z for z in self.world.zones if len(z.keys) == 1 and leaf.name in z.element.leaves]
            if not leaf.alike and len(homes) == 1 and homes[0].keys[0] == base:
                forms.append(lambda t=leaf.type: f"at({bare(self.value(t, scope, depth - 1))})")  # type: ignore[misc]
        return forms

    def _steps(self, base: Space, scope: Scope, depth: int) -> list[Form]:
        board = self.world.board(base)
        forms: list[Form] = []
        if board.directions:
            ways = board.direction_type
            forms.append(
                lambda: (
                    f"step({bare(self.value(base, scope, depth - 1))}, {bare(self.value(ways, scope, 1))})"
                )
            )
            forms.append(
                lambda: (
                    f"space({base.board}, {self._number_in(Int(0, 5), scope, 1)}, {self._number_in(Int(0, 5), scope, 1)})"
                )
            )
        if board.paths:
            forms.append(
                lambda: (
                    f"after({bare(self.value(base, scope, depth - 1))},"
                    f" {bare(self.value(board.path_type, scope, depth - 1))})"
                )
            )
        return forms

    def _optional(self, base: Type, scope: Scope, depth: int) -> str:
        plain: list[Form] = [lambda: "none", lambda: self.value(base, scope, depth)]
        deep: list[Form] = [lambda: self.some_optional(base, scope, depth) or self.value(base, scope, depth)]
        if isinstance(base, Int):
            # The least of some numbers may be known to be out of the range.
            deep = self.holders(lambda t: isinstance(t, Opt) and t.base == base, scope, depth) or plain
        return self._form(plain, deep * 2, depth)

    # --- collections

    def set_of(self, element: Type, scope: Scope, depth: int) -> str:
        """What may be put into a variable that is a set of the type."""
        return self.collection(scope, depth, element)

    def collection(self, scope: Scope, depth: int, element: Type) -> str:
        return self.domain(scope, depth, element, False)[0]

    def walked(self, scope: Scope, depth: int, element: Type | None = None) -> tuple[str, Type]:
        """A domain as it stands after ``in``."""
        text, type = self.domain(scope, depth, element)
        inner = bare(text)
        return (text if inner.startswith("if ") else inner), type

    def domain(
        self, scope: Scope, depth: int, element: Type | None = None, filters: bool = True
    ) -> tuple[str, Type]:
        """Something that has members, and their type; ``element``: what the members must fit; ``filters``:
        whether ``TYPE in D`` may stand there, which in an expression is a question."""
        if element is None:
            rest = [
                Int(0, 5),
                PLAYER,
                *self.world.scalars()[3:],
                *(b.path_type for b in self.world.boards if b.paths),
            ]
            rest += [b.direction_type for b in self.world.boards if b.directions]
            element = self.dice.pick(rest)
            if depth > 0 and self.dice.one_in(6):
                lines = self._lines(scope, depth)
                if lines is not None and self.dice.below(2):
                    return lines[0], Line(lines[1].board, 2)
                placed = self.placements()
                if placed is not None:
                    return placed
        forms = self._plain_domains(element, scope, depth, filters)
        if depth > 0 and isinstance(element, Comp) and len(element.leaves) > 1:
            # What is put together of parts of a family may be known to be of one part alone.
            plain = forms
            forms = [*plain, lambda: (f"({self._family(element)} + {self.dice.pick(plain)()[0]})", element)]
        elif depth > 0:
            forms += self._deep_domains(element, scope, depth)
            forms += self._filtered(element, scope, depth) if filters and isinstance(element, Comp) else []
        return self.dice.pick(forms)()

    def _plain_domains(self, type: Type, scope: Scope, depth: int, slots: bool) -> list[DomainForm]:
        """``slots``: whether what is a value too (a slot, a line) may stand there, as in a part of a set it may not."""
        world, dice = self.world, self.dice
        forms: list[DomainForm] = []
        match type:
            case Int():
                low = max(0, type.lo)
                forms.append(lambda: (f"({low}..{low + dice.below(min(4, type.hi - low + 1))})", type))
            case Enum() if type in world.enums:
                forms.append(lambda: (type.name, type))
            case Enum():
                forms.append(lambda: (type.name, type))
            case Player():
                forms.append(lambda: ("player", type))
            case Space():
                forms.append(lambda: (type.board, type))
            case Comp():
                forms += [lambda f=f: (f.name, f) for f in world.families if fits(f, type)]  # type: ignore[misc]
                forms += [
                    lambda z=z: (self.indexed(z, scope, depth), z.element)  # type: ignore[misc]
                    for z in world.zones
                    if fits(z.element, type) and (depth > 0 or not z.keys) and (slots or z.kind != "slot")
                ]
        forms += [
            lambda f=f: (f(), type)  # type: ignore[misc]
            for f in self.holders(
                lambda t: (
                    isinstance(t, SetOf)
                    and (
                        t.element == type
                        or (
                            isinstance(t.element, Int)
                            and fits(t.element, type)
                            and self._same(t.element, type)
                        )
                    )
                ),
                scope,
                depth,
            )
        ]
        if isinstance(type, Space):
            forms += [
                lambda n=n: (n, type)  # type: ignore[misc]
                for n, t in scope.locals
                if slots and isinstance(t, Line | Spot) and t.board == type.board
            ]
        forms += [lambda n=n: (n, type) for n, t in world.sets if t == type]  # type: ignore[misc]
        return forms or [lambda: (f"[{bare(self.value(type, scope, 0))}]", type)]

    def _deep_domains(self, type: Type, scope: Scope, depth: int) -> list[DomainForm]:
        dice = self.dice

        def value() -> str:
            return bare(self.value(type, scope, depth - 1))

        def sub() -> str:
            return self.collection(scope, depth - 1, type)

        forms: list[DomainForm] = [
            lambda: (f"[{', '.join(value() for _ in range(1 + dice.below(3)))}]", type),
            lambda: (self._set(type, scope, depth), type),
            lambda: (self._set(type, scope, depth), type),
            lambda: (f"({sub()} {dice.pick(['+', '-'])} {sub()})", type),
            lambda: (f"({sub()} {dice.pick(['+', '-'])} {self.value(type, scope, depth - 1)})", type),
            lambda: (self._either_set(type, scope, depth), type),
        ]
        match type:
            case Int():
                forms.append(
                    lambda: (
                        f"({self._number_in(type, scope, depth - 1)}..{self._number_in(type, scope, depth - 1)})",
                        type,
                    )
                )
            case Space():
                forms += self._board_domains(type, scope, depth)
        return forms

    def _filtered(self, type: Comp, scope: Scope, depth: int) -> list[DomainForm]:
        return [
            lambda f=f: (f"({f} in {self._mixed(f, scope, depth)})", f)  # type: ignore[misc]
            for f in self.world.families
            if fits(f, type) and len(f.leaves) == 1 and len(self.world.leaves) > 1
        ]

    def _mixed(self, family: Comp, scope: Scope, depth: int) -> str:
        """Something that has components of the type among others, if the ruleset has such."""
        wide: list[Form] = [
            lambda f=f: f.name for f in self.world.families if set(f.leaves) > set(family.leaves)
        ]  # type: ignore[misc]
        wide += [
            lambda z=z: self.indexed(z, scope, depth - 1)  # type: ignore[misc]
            for z in self.world.zones
            if set(z.element.leaves) > set(family.leaves)
        ]
        wide += self.holders(
            lambda t: (
                isinstance(t, SetOf)
                and isinstance(t.element, Comp)
                and set(t.element.leaves) > set(family.leaves)
            ),
            scope,
            depth,
        )
        return self.dice.pick(wide)() if wide else family.name

    def _family(self, type: Comp) -> str:
        """The name of a type, for one that has a name of its own."""
        return next((f.name for f in self.world.families if f == type), f"[{', '.join(self._firsts(type))}]")

    def _firsts(self, type: Comp) -> list[str]:
        return [f"the({self.world.fresh()} in {leaf})" for leaf in type.leaves]

    def _set(self, type: Type, scope: Scope, depth: int) -> str:
        loops, where, inner = self._loops(scope, depth)
        return f"set({bare(self.value(type, inner, depth - 2))} for {loops}{where})"

    def _either_set(self, type: Type, scope: Scope, depth: int) -> str:
        condition = bare(self.condition(scope, depth - 1))
        return f"(if {condition} then {self._set(type, scope, depth)} else {self._set(type, scope, depth)})"

    def _board_domains(self, type: Space, scope: Scope, depth: int) -> list[DomainForm]:
        board = self.world.board(type)
        names = ["neighbours"]
        if board.paths or board.kind == "track":
            names += ["ahead", "behind"]
        forms: list[DomainForm] = [
            lambda: (f"{self.dice.pick(names)}({bare(self.value(type, scope, depth - 1))})", type)
        ]
        if board.directions:
            ways = board.direction_type
            forms.append(
                lambda: (
                    f"ray({bare(self.value(type, scope, depth - 1))}, {bare(self.value(ways, scope, depth - 1))})",
                    type,
                )
            )
        if board.paths:
            forms.append(lambda: (f"path({bare(self.value(board.path_type, scope, depth - 1))})", type))
            forms.append(
                lambda: (
                    f"{self.dice.pick(['ahead', 'behind'])}({bare(self.value(type, scope, depth - 1))}, "
                    f"{bare(self.value(board.path_type, scope, depth - 1))})",
                    type,
                )
            )
        return forms

    def _lines(self, scope: Scope, depth: int) -> tuple[str, Space] | None:
        """Lines of a board or placements on it."""
        boards = [b for b in self.world.boards if b.directions or b.kind == "graph"]
        if not boards:
            return None
        board = self.dice.pick(boards)
        through = f", {bare(self.value(board.type, scope, depth - 1))}" if self.dice.below(2) else ""
        return f"lines({board.name}, 2{through})", board.type

    def placements(self) -> tuple[str, Type] | None:
        shaped = [b for b in self.world.boards if b.shapes]
        if not shaped:
            return None
        return f"placements({self.dice.pick(shaped[0].shapes)})", Spot("figure", shaped[0].name)
