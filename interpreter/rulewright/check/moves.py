"""Moves: the one thing that changes where components are, and the forms it has.

Each form of ``move`` has a method of its own, since each asks something else of its source: a single
component, the members of a set, all of a zone, every one of a type, a number of alike pieces, some by chance.
"""

from __future__ import annotations

from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.bodies import Bodies
from rulewright.check.scope import Env
from rulewright.diagnostics.codes import check as codes
from rulewright.ruleset import core
from rulewright.ruleset.types import Comp, Int, SetOf
from rulewright.syntax import nodes as n


class Moves(Bodies):
    """The step ``move``; what the other steps ask of zones."""

    def _zone_kind(self, zone: core.Zone) -> str:
        return "box" if zone.family == "box" else self.zones[zone.family].kind

    def _element(self, zone: core.Zone) -> Comp | None:
        """What a zone can hold; none for the box, which holds anything."""
        return None if zone.family == "box" else self.zones[zone.family].element

    def _can_hold(self, source: core.Zone, element: Comp, node: n.Node, env: Env, target: str) -> bool:
        from_element = self._element(source)
        if from_element is None or set(from_element.leaves) <= set(element.leaves):
            return True
        self.error(
            codes.WrongZoneType,
            env,
            node,
            f"{from_element} can't all go to '{target}', which holds {element}",
        )
        return False

    def _do_move(self, tree: n.Move, env: Env) -> core.Step | None:
        to = self.zone(tree.zone, env)
        end = self._zone_end(tree, to, env)
        step = getattr(self, f"_move_{tree.what.kind}")(tree, to, end, env)
        return cast("core.Step | None", step)

    def _zone_end(self, tree: n.Move, to: core.Zone | None, env: Env) -> Any:
        if to is None:
            return None
        kind = self._zone_kind(to)
        ends = {"pile": ("top", "bottom"), "row": ("start", "end")}.get(kind, ())
        if tree.end_of is not None and tree.end_of not in ends:
            said = " and ".join(ends) if ends else "no ends"
            self.error(
                codes.BadClause,
                env,
                tree.zone,
                f"'{tree.end_of} of' has no meaning for a {kind}, which has {said}",
            )
        if not ends:
            return None
        return tree.end_of if tree.end_of in ends else ("top" if kind == "pile" else "end")

    def _accepts(self, to: core.Zone, type: Comp, node: n.Node, env: Env) -> bool:
        element = self._element(to)
        if element is None or set(type.leaves) <= set(element.leaves):
            return True
        symbol = self.names.symbols[to.family]
        self.error(
            codes.WrongZoneType,
            env,
            node,
            f"'{to.family}' holds {element}, and this is {type}",
            related=((symbol.place, "declared here"),),
        )
        return False

    def _is_alike(self, type: Comp) -> bool:
        return any(self.families[leaf].alike for leaf in type.leaves if leaf in self.families)

    def _move_component(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        node = cast(n.Expr, tree.what.value)
        place = self.place(env, tree)
        slot = self.zone_symbol(node, env)
        if (
            slot is not None
            and slot.name in self.zones
            and self.zones[slot.name].kind == "slot"
            and self.zones[slot.name].alike
        ):
            source = self.zone(node, env)
            if (
                source is None
                or to is None
                or not self._accepts(to, self.zones[slot.name].element, node, env)
            ):
                return None
            one = core.Const(Int(1, 1), 1)
            return core.MoveSome(one, source, to, None, place)
        if self.is_collection(node, env):
            return self._move_members(node, to, end, env, place)
        value = self._open(self.value(node, env), env, node)
        if value is None or to is None:
            return None
        if isinstance(value.type, SetOf):
            return self._move_members(node, to, end, env, place)
        if not isinstance(value.type, Comp):
            self.error(
                codes.WrongType, env, node, f"here stands {t.words(value.type)}", expected=("a component",)
            )
            return None
        if self._is_alike(value.type):
            self.error(
                codes.BadMove,
                env,
                tree.what,
                "alike pieces move by number",
                help=f"for instance: move 1 of {env.source.text(node)} from ...",
            )
            return None
        return core.Move(value, to, end, place) if self._accepts(to, value.type, node, env) else None

    def _move_members(
        self, node: n.Expr, to: core.Zone | None, end: Any, env: Env, place: int
    ) -> core.Step | None:
        if self.zone_symbol(node, env) is not None:
            self.error(
                codes.BadMove,
                env,
                node,
                "a zone does not move",
                help=f"move all from {env.source.text(node)} to ...",
            )
            return None
        found = self.domain(node, env)
        if found is None or to is None:
            return None
        if isinstance(found[0], core.AllOf) and isinstance(found[1], Comp):
            # The likeliest slip: the type's name where one picked component was meant.
            named = env.source.text(node)
            near = [x.name for x in env.locals.values() if t.base_of(x.type) == found[1]]
            help = f"did you mean {' or '.join(near)}? All of them: move every {named} to ..."
            self.error(
                codes.BadMove,
                env,
                node,
                f"'{named}' is all of them, wherever they are",
                help=help if near else f"move every {named} to ..., or one: the(x in {named} where C)",
            )
            return None
        if not isinstance(found[1], Comp):
            self.error(
                codes.WrongType, env, node, f"here stands {t.words(found[1])}", expected=("components",)
            )
            return None
        if self._is_alike(found[1]):
            self.error(codes.BadMove, env, node, "alike pieces move by number")
            return None
        return core.MoveSet(found[0], to, end, place) if self._accepts(to, found[1], node, env) else None

    def _move_all(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        node = cast(n.Expr, tree.what.source)
        source = self.zone(node, env)
        if source is None or to is None:
            return None
        element = self._element(source)
        if element is None and not self._takes_the_box(to, node, env):
            return None
        if element is not None and not self._accepts(to, element, node, env):
            return None
        return core.MoveAll(source, to, end, self.place(env, tree))

    def _takes_the_box(self, to: core.Zone, node: n.Expr, env: Env) -> bool:
        """Whether a zone can hold everything that there is."""
        element = self._element(to)
        made = [f for f in self.families.values() if f.leaves == (f.name,) and f.count]
        others = [f.name for f in made if element is not None and f.name not in element.leaves]
        if not others or element is None:
            return True
        message = f"the box holds {others[0]} too, which can't go to '{to.family}'"
        help = f"write: move every {element.name} to {to.family}"
        self.error(codes.WrongZoneType, env, node, message, help=help)
        return False

    def _move_every(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        symbol = self.symbol(cast(n.Ident, tree.what.type), env, ("component",))
        source = None if tree.what.source is None else self.zone(tree.what.source, env)
        if symbol is None or to is None or (tree.what.source is not None and source is None):
            return None
        type = self.component_type(symbol.name)
        if not self._accepts(to, type, tree.what, env):
            return None
        return core.MoveEvery(type.leaves, source, to, end, self.place(env, tree))

    def _move_some(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        node = cast(n.Expr, tree.what.source)
        amount = cast(n.Expr, tree.what.value)
        piece = self.quietly(amount, env)
        if piece is not None and isinstance(t.base_of(piece.type), Comp):
            text, home = env.source.text(amount), env.source.text(node)
            alike = self._is_alike(cast(Comp, t.base_of(piece.type)))
            self.error(
                codes.BadMove,
                env,
                amount,
                f"before 'from' stands how many, and this is {t.words(piece.type)}",
                help=f"write: move 1 of {text} from {home} to ..." if alike else f"write: move {text} to ...",
            )
            return None
        count = self.amount(amount, env)
        source = self.zone(node, env)
        if count is None or source is None or to is None:
            return None
        element = self._element(source)
        if element is None:
            self.error(
                codes.BadMove,
                env,
                node,
                "the box holds all kinds",
                help="say which: move 2 of KIND from box to ...",
            )
            return None
        if self._zone_kind(source) == "set" and not self._is_alike(element):
            home = env.source.text(node)
            message = "a set has no first ones: say which, or 'random'"
            help = f"for instance: move {env.source.text(amount)} random from {home} to ..."
            self.error(codes.BadMove, env, tree.what, message, help=help)
            return None
        return (
            core.MoveSome(count, source, to, end, self.place(env, tree))
            if self._accepts(to, element, node, env)
            else None
        )

    def _move_of_kind(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        amount, kind_node = cast(n.ListOf, tree.what.value).items
        count = self.amount(amount, env)
        kind = self._open(self.value(kind_node, env), env, kind_node)
        source = self.zone(cast(n.Expr, tree.what.source), env)
        if count is None or kind is None or source is None or to is None:
            return None
        if not isinstance(kind.type, Comp) or not self._is_alike(kind.type):
            self.error(
                codes.BadMove,
                env,
                kind_node,
                f"here stands {t.words(kind.type)}",
                expected=("a kind of alike pieces",),
            )
            return None
        element = self._element(source)
        if element is not None and not set(kind.type.leaves) & set(element.leaves):
            self.error(
                codes.WrongZoneType, env, kind_node, f"there is never {kind.type} in '{source.family}'"
            )
            return None
        return (
            core.MoveKind(count, kind, source, to, self.place(env, tree))
            if self._accepts(to, kind.type, kind_node, env)
            else None
        )

    def _move_random(self, tree: n.Move, to: core.Zone | None, end: Any, env: Env) -> core.Step | None:
        count = self.amount(cast(n.Expr, tree.what.value), env)
        node = cast(n.Expr, tree.what.source)
        source = self.zone(node, env)
        if count is None or source is None or to is None:
            return None
        element = self._element(source)
        if element is None:
            self.error(codes.BadMove, env, node, "the box holds all kinds: take from a zone")
            return None
        return (
            core.MoveRandom(count, source, to, end, self.place(env, tree))
            if self._accepts(to, element, node, env)
            else None
        )
