"""Steps: what changes the table, and the loops, branches and choices around it.

Every list is drawn step by step, each with the names the ones before it left. Loops end by how they are made
(a count, a clause, or ``ticks``, a budget for the whole game), since a game that runs into the step limit
tells nothing and takes seconds. Moves are mostly guarded, so that most games get somewhere before a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from made_dice import Dice
from made_expressions import PLAYER, ExpressionMaker, Scope, bare
from made_world import Holder, World, Zone

from rulewright.check.typing import fits
from rulewright.ruleset.types import Bool, Comp, Int, Opt, SetOf, Type

Step = str | dict[str, Any]
Steps = list[Step]


@dataclass(frozen=True)
class Procedure:
    name: str
    parameters: tuple[Type, ...]
    me: bool
    decides: bool


@dataclass(frozen=True)
class Action:
    """``spends``: it can be chosen a few times in a game only, so series of it are short."""

    name: str
    given: tuple[Type, ...]
    decides: bool
    spends: bool


@dataclass(frozen=True)
class Place:
    """Where steps stand: the loops around them by name, whether one of them is turns, whether a decision may
    be made here, and what can be called."""

    scope: Scope
    loops: tuple[str | None, ...] = ()
    turns: bool = False
    decides: bool = False
    procedures: tuple[Procedure, ...] = ()
    actions: tuple[Action, ...] = ()

    def having(self, *locals: tuple[str, Type]) -> Place:
        return replace(self, scope=self.scope.having(*locals))


class StepMaker(ExpressionMaker):
    def __init__(self, dice: Dice, world: World) -> None:
        super().__init__(dice, world)
        self.decided = False
        """Whether a decision was drawn since this was last set to false."""

    # --- lists of steps

    def steps(self, place: Place, depth: int, most: int = 3) -> Steps:
        """At least one step."""
        made: Steps = []

        def one() -> None:
            nonlocal place
            step, place = self.step(place, depth)
            made.extend(step)

        self.dice.parts(one, 1, most)
        return made

    def step(self, place: Place, depth: int) -> tuple[Steps, Place]:
        """One step, or a few that belong together, and where the next one stands."""
        forms: list[Callable[[Place], Steps]] = [
            self._change,
            self._change,
            self._move,
            self._move,
            self._move_kind,
            self._random,
            self._random,
            self._pile,
            self._pile,
            self._show,
            self._leave,
            self._run,
        ]
        if depth > 0:
            forms += [
                lambda p, f=f: f(p, depth) for f in (self._if, self._if, self._repeat, self._while, self._for)
            ]  # type: ignore[misc]
            forms += [lambda p: self._turns(p, depth, p.decides)]
        if place.decides and place.actions:
            forms += [lambda p: self._choose(p, depth)] * 3 + [self._together]
        if self.dice.one_in(8):
            return self._let(place)
        return self.dice.pick(forms)(place), place

    # --- values

    def text(self, type: Type, place: Place, depth: int = 2) -> str:
        """A value that stands alone; rarely one that may be none where the type has no none."""
        optional = None
        if not isinstance(type, SetOf | Opt | Int) and self.reckless():
            optional = self.some_optional(type, place.scope, depth)
        return bare(optional or self.value(type, place.scope, depth))

    def term(self, type: Type, place: Place) -> str:
        """The same as a part of a sentence, where nothing looser than a sum may stand bare."""
        optional = None
        if not isinstance(type, SetOf | Opt) and self.reckless():
            optional = self.some_optional(type, place.scope, 2)
        return optional or self.value(type, place.scope, 2)

    def _target(self, variable: Holder, place: Place) -> str:
        return self.indexed(variable, place.scope, 2)

    def _variables(self, want: Callable[[Type], bool]) -> list[Holder]:
        return [v for v in self.world.variables if want(v.type)]

    # --- variables

    def _change(self, place: Place) -> Steps:
        variable = self.dice.pick(self.world.variables)
        target = self._target(variable, place)
        match variable.type:
            case SetOf(element) if self.dice.below(3):
                word = self.dice.pick(["add {} to", "take {} from"])
                return [f"{word.format(self.term(element, place))} {target}"]
            case Int() if self.dice.below(2):
                amount = str(1 + self.dice.below(2)) if self.dice.most(6) else self.number(place.scope, 2)
                return [f"{self.dice.pick(['add {} to', 'take {} from']).format(amount)} {target}"]
        return [f"{target} := {self.text(variable.type, place, 3)}"]

    def _let(self, place: Place) -> tuple[Steps, Place]:
        world, local = self.world, self.world.fresh()
        types = [
            Int(0, 5),
            PLAYER,
            Bool(),
            *world.scalars(comps=False)[3:],
            *(leaf.type for leaf in world.leaves),
        ]
        type = self.dice.pick(types)
        form = self.dice.below(4)
        if form == 3 and not isinstance(type, Bool):
            chance, element = self._by_chance(place, type)
            return [f"let {local} = {chance}"], place.having((local, element))
        if form == 2 and not isinstance(type, Int | Bool):
            return [f"let {local} = {self._find(type, place.scope, 2)}"], place.having((local, Opt(type)))  # type: ignore[arg-type]
        if form == 1 and not isinstance(type, Bool):
            return [f"let {local} = {self._set(type, place.scope, 2)}"], place.having((local, SetOf(type)))  # type: ignore[arg-type]
        if isinstance(type, Int):
            return [f"let {local} = {bare(self._wrapped(Int(0, 5), place.scope, 3))}"], place.having(
                (local, Int(0, 99))
            )
        return [f"let {local} = {bare(self.value(type, place.scope, 3))}"], place.having((local, type))

    def _by_chance(self, place: Place, type: Type) -> tuple[str, Type]:
        """``random D``, or with the candidate's name and a condition; and the type of what it gives."""
        domain, element = self.domain(place.scope, 2, type)
        if not self.dice.one_in(3):
            return f"random {domain}", element
        candidate = self.world.fresh()
        where = bare(self.condition(place.scope.having((candidate, element)), 1))
        return f"random {candidate} in {domain} where {where}", element

    def _random(self, place: Place) -> Steps:
        def single(type: Type) -> bool:
            return not isinstance(type, SetOf | Opt | Bool)

        variables = self._variables(lambda t: single(t.base if isinstance(t, Opt) else t))
        if not variables:
            return self._change(place)
        variable = self.dice.pick(variables)
        if single(variable.type) and self.dice.below(2):
            return [f"roll {self._target(variable, place) if self.dice.below(2) else variable.name}"]
        base = variable.type.base if isinstance(variable.type, Opt) else variable.type
        return [f"{self._target(variable, place)} := {self._by_chance(place, base)[0]}"]

    # --- moves

    def _destination(self, type: Comp, place: Place) -> tuple[Zone | None, str]:
        """A zone that can hold the type, or the box; with its ``end of`` if it has ends."""
        zones = [z for z in self.world.zones if fits(type, z.element)]
        if not zones or self.dice.one_in(10):
            return None, "box"
        zone = self.dice.pick(zones)
        text = self.indexed(zone, place.scope, 2)
        ends = {"pile": ["top", "bottom"], "row": ["start", "end"]}.get(zone.kind, [])
        if ends and self.dice.below(2):
            return zone, f"{self.dice.pick(ends)} of {text}"
        return zone, text

    def _guarded(self, condition: str, step: Step) -> Steps:
        return [step] if self.reckless() else [{"if": condition, "then": [step]}]

    def _into(self, zone: Zone | None, to: str, step: str) -> Steps:
        """A move of one component: into a slot only if nothing lies there."""
        if zone is not None and zone.kind == "slot":
            return self._guarded(f"{to} is empty", step)
        return [step]

    def _move(self, place: Place) -> Steps:
        forms = [
            self._move_one,
            self._move_one,
            self._move_some,
            self._move_some,
            self._move_members,
            self._move_whole,
        ]
        return self.dice.pick(forms)(place)

    def _move_one(self, place: Place) -> Steps:
        families = [f for f in self.world.families if not self.world.is_alike(f)]
        family = self.dice.pick(families)
        zone, to = self._destination(family, place)
        return self._into(zone, to, f"move {self.term(family, place)} to {to}")

    def _move_members(self, place: Place) -> Steps:
        leaf = self.dice.pick([f for f in self.world.leaves if not f.alike])
        zone, to = self._destination(leaf.type, place)
        if zone is not None and zone.kind == "slot" and self.dice.most(6):
            return self._move_one(place)
        members = self._set(leaf.type, place.scope, 2) if self.dice.below(2) else None
        sets = [v for v in self.world.variables if v.type == SetOf(leaf.type)]
        if sets and members is None:
            members = self._target(self.dice.pick(sets), place)
        return [f"move {members or self._set(leaf.type, place.scope, 2)} to {to}"]

    def _move_whole(self, place: Place) -> Steps:
        """``move all`` and ``move every``."""
        if self.dice.below(2):
            source = self.dice.pick(self.world.zones)
            zone, to = self._destination(source.element, place)
            return self._into(zone, to, f"move all from {self.indexed(source, place.scope, 2)} to {to}")
        family = self.dice.pick(self.world.families)
        zone, to = self._destination(family, place)
        sources = [z for z in self.world.zones if set(z.element.leaves) & set(family.leaves)]
        within = ""
        if self.dice.most(6):
            within = f" in {self.indexed(self.dice.pick(sources), place.scope, 2) if sources else 'box'}"
        elif zone is not None and zone.kind == "slot" and self.dice.most(6):
            zone, to = None, "box"
        return self._into(zone, to, f"move every {family}{within} to {to}")

    def _any_amount(self, place: Place, depth: int) -> str:
        """Any number, which may be less than nothing, but not surely."""
        return f"(if {bare(self.condition(place.scope, depth - 1))} then {self.number(place.scope, depth)} else 1)"

    def _move_some(self, place: Place) -> Steps:
        """The first ones, some of a kind, some by chance."""
        source = self.dice.pick(self.world.zones)
        text = self.indexed(source, place.scope, 2)
        zone, to = self._destination(source.element, place)
        count = "1" if self.dice.below(3) else f"min(size({text}), {1 + self.dice.below(3)})"
        if self.dice.one_in(12):
            count = self._any_amount(place, 2)
        chance = " random" if (source.kind == "set" and not source.alike) or self.dice.one_in(3) else ""
        step = f"move {count}{chance} from {text} to {to}"
        if source.kind == "slot" and not chance:
            step = f"move {text} to {to}" if self.dice.below(2) else step
        if zone is not None and zone.kind == "slot":
            return self._guarded(f"{text} is not empty and {to} is empty", step)
        return self._guarded(f"{text} is not empty", step)

    def _move_kind(self, place: Place) -> Steps:
        """Alike pieces of one kind."""
        leaves = [f.type for f in self.world.leaves if f.alike]
        sources = [z for z in self.world.zones if z.alike]
        if not leaves:
            return self._move(place)
        zone, to = self._destination(leaves[0], place)
        kind = self.term(leaves[0], place)
        count = (
            str(1 + self.dice.one_in(4)) if self.dice.most(6) else self._number_in(Int(0, 5), place.scope, 2)
        )
        if not sources or self.dice.below(2):
            return self._into(zone, to, f"move {count} of {kind} from box to {to}")
        text = self.indexed(self.dice.pick(sources), place.scope, 2)
        room = f" and {to} is empty" if zone is not None and zone.kind == "slot" else ""
        return self._guarded(f"{kind} in {text}{room}", f"move {count} of {kind} from {text} to {to}")

    def _pile(self, place: Place) -> Steps:
        """Shuffling and dealing."""
        pile = self.dice.pick([z for z in self.world.zones if z.kind == "pile"])
        text = self.indexed(pile, place.scope, 2)
        hands = [z for z in self.world.zones if z.keys == (PLAYER,) and fits(pile.element, z.element)]
        if not hands or self.dice.below(2):
            return [f"shuffle {text}"]
        hand = self.dice.pick(hands)
        first = f" starting with {self.value(PLAYER, place.scope, 2)}" if self.dice.below(2) else ""
        count = "1" if self.dice.most(6) else self._any_amount(place, 1)
        return self._guarded(
            f"size({text}) >= number of players", f"deal {count} from {text} to {hand.name}{first}"
        )

    def _show(self, place: Place) -> Steps:
        family = self.dice.pick(self.world.families)
        what = self.term(family, place) if self.dice.below(2) else self.collection(place.scope, 2, family)
        return [f"show {what}" + (f" to {self.value(PLAYER, place.scope, 2)}" if self.dice.below(2) else "")]

    # --- leaving and calling

    def _leave(self, place: Place) -> Steps:
        """Stops and dropping out, on a condition."""
        condition = bare(self.condition(place.scope, 2))
        stops = ["stop"] * bool(place.loops)
        stops += [f"stop {name}" for name in place.loops if name is not None]
        stops += ["stop turns"] if place.turns else []
        if stops and self.dice.below(3):
            return [{"if": condition, "then": [self.dice.pick(stops)]}]
        if self.dice.one_in(6):
            return [{"if": condition, "then": ["stop game"]}]
        if self.dice.one_in(3):
            return [{"if": condition, "then": [f"drop out {self.term(PLAYER, place)}"]}]
        return self._change(place)

    def _run(self, place: Place) -> Steps:
        found = [
            p for p in place.procedures if (place.scope.me or not p.me) and (place.decides or not p.decides)
        ]
        if not found:
            return self._change(place)
        procedure = self.dice.pick(found)
        self.decided = self.decided or procedure.decides
        args = [self.text(p, place) for p in procedure.parameters]
        return [f"run {procedure.name}({', '.join(args)})" if args else f"run {procedure.name}"]

    # --- branches and loops

    def _if(self, place: Place, depth: int) -> Steps:
        step: dict[str, Any] = {"if": bare(self.condition(place.scope, 3))}
        step["then"] = self.steps(place, depth - 1)
        if self.dice.below(2):
            step["else"] = self.steps(place, depth - 1)
        return [step]

    def _inside(self, place: Place, turns: bool = False) -> tuple[Place, dict[str, Any]]:
        """The place within a loop, and the loop's name if it has one."""
        name = f"loop_{self.world.fresh()}" if self.dice.one_in(3) else None
        inner = replace(place, loops=(*place.loops, name), turns=place.turns or turns)
        return inner, {} if name is None else {"name": name}

    def _repeat(self, place: Place, depth: int) -> Steps:
        inner, named = self._inside(place)
        count = (
            str(1 + self.dice.below(3))
            if self.dice.below(2)
            else bare(self._number_in(Int(0, 3), place.scope, 2))
        )
        return [{"repeat": count, **named, "do": self.steps(inner, depth - 1)}]

    def _while(self, place: Place, depth: int) -> Steps:
        inner, named = self._inside(place)
        condition = f"ticks < {8 + self.dice.below(5)} and {self.condition(place.scope, 2)}"
        return [{"while": condition, **named, "do": ["add 1 to ticks", *self.steps(inner, depth - 1)]}]

    def _for(self, place: Place, depth: int) -> Steps:
        players = bool(self.dice.below(2))
        domain, element = self.walked(place.scope, 2, PLAYER if players else None)
        local = "me" if players and not place.scope.me and self.dice.below(2) else self.world.fresh()
        inner, named = self._inside(place.having((local, element)))
        text = f"{local} in {domain}"
        if players and self.dice.below(2):
            text += f" from {self.value(PLAYER, place.scope, 2)}"
        if self.dice.one_in(3):
            text += f" where {bare(self.condition(inner.scope, 2))}"
        text += self.by(inner.scope, 3) if self.dice.one_in(3) else ""
        if self.dice.one_in(4):
            number = self.world.fresh()
            inner = inner.having((number, Int(1, 20)))
            text += f" numbered {number}"
        text += " reversed" * self.dice.one_in(4)
        return [{"for": text, **named, "do": self.steps(inner, depth - 1, 2)}]

    def _turns(self, place: Place, depth: int, asks: bool) -> Steps:
        inner, named = self._inside(place.having(("me", PLAYER)), turns=True)
        text = f"from {self.value(PLAYER, place.scope, 2)}"
        few = self._number_in(Int(1, 3), place.scope, 1)
        form = self.dice.below(5)
        if form == 0:
            text += ", once round"
        elif form == 1:
            text += f", {few} rounds"
        elif form == 2:
            text += f", at most {few}"
        else:
            word = "until" if form == 3 else "while"
            text += f", {word} {bare(self.condition(inner.scope, 2))}, at most {3 + self.dice.below(3)}"
        if form > 1 and self.dice.one_in(3):
            text += f", then {self.value(PLAYER, inner.scope, 2)}"
        body = self.steps(inner, depth - 1)
        if asks and place.actions and self.dice.below(3):
            body += self._choose(inner, depth - 1)
        return [{"turns": text, **named, "do": body}]

    # --- decisions

    def main_turns(self, place: Place) -> Steps:
        """The turns that most of a game consists of: each has a choice in it."""
        inner, named = self._inside(place.having(("me", PLAYER)), turns=True)
        text = f"from {self.value(PLAYER, place.scope, 1)}, {2 + self.dice.below(4)} rounds"
        body = self._choose(inner, 1)
        if self.dice.below(2):
            body = self.steps(inner, 1, 2) + body
        if self.dice.below(2):
            body = body + self.steps(inner, 2, 2)
        return [{"turns": text, **named, "do": body}]

    def _offers(self, place: Place, actions: list[Action], inner: Scope) -> dict[str, Any]:
        """Some of the actions, and what they are given."""
        chosen = [a for a in actions if self.dice.below(2)] or [self.dice.pick(actions)]
        given = {
            a.name: ", ".join(self.text(g, replace(place, scope=inner)) for g in a.given)
            for a in chosen
            if a.given
        }
        offers: dict[str, Any] = {"offers": tuple(a.name for a in chosen)}
        return {**offers, **({"with": given} if given else {})}

    def _choose(self, place: Place, depth: int) -> Steps:
        self.decided = True
        spending = [a for a in place.actions if a.spends and not a.given]
        longest = bool(spending) and self.dice.one_in(2)
        offers = self._offers(place, spending if longest else list(place.actions), place.scope)
        step: dict[str, Any] = {"choose": offers.pop("offers")}
        if not place.scope.me or self.dice.one_in(3):
            step["by"] = self.text(PLAYER, place)
        times = self.dice.below(5)
        if longest and self.dice.below(4):
            bound = f", at most {1 + self.dice.below(3)}" if self.dice.below(2) else ""
            step["times"] = f"as many as possible{bound}"
        elif longest:
            step["times"] = self.dice.pick(["as long as possible", "0..2"])
            step["as_many_as_possible"] = {
                name: f"{1 + self.dice.below(3)}" for name in step["choose"] if self.dice.below(2)
            }
        elif times > 1:
            step["times"] = self.dice.pick(
                ["0..1", "any", "1..2", "2", f"0..{self._number_in(Int(0, 3), place.scope, 1)}"]
            )
        step.update(offers)
        if "times" in step:
            if self.dice.one_in(3):
                step["done_when"] = bare(self.condition(place.scope, 2))
            if self.dice.one_in(3) and (not longest or step["times"] == "0..2"):
                step["done"] = "That is enough"
        if self.dice.most(6):
            free = replace(place, decides=False)
            step["otherwise"] = self.steps(place if depth > 0 and self.dice.one_in(4) else free, 0, 2)
        return [step]

    def _together(self, place: Place) -> Steps:
        calm = [a for a in place.actions if not a.decides and not a.given]
        if not calm:
            return self._change(place)
        self.decided = True
        inner = place.scope.having(("me", PLAYER))
        offers = self._offers(place, calm, inner)
        step: dict[str, Any] = {"together": offers["offers"]}
        return [step]
