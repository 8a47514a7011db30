"""Whole rulesets as a Hypothesis strategy: declarations, definitions, procedures, actions, setup, play, result.

Each body may mention what was made before it, so that nothing leads back to itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from made_dice import Dice, Draw
from made_expressions import PLAYER, Definition, Scope, bare
from made_steps import Action, Place, Procedure, StepMaker, Steps
from made_world import World, WorldMaker, Zone
from made_yaml import dump

from rulewright.ruleset.types import Bool, Comp, Int, Line, Opt, SetOf, Space, Spot, Type


def small(type: Type, world: World) -> bool:
    """Whether subsets of all of its values are few."""
    match type:
        case Comp():
            return len(type.leaves) == 1 and not world.leaf(type.name).owned
        case Space():
            return len(world.board(type).spaces) <= 5
    return True


class RulesetMaker:
    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.world = WorldMaker(dice).make()
        self.maker = StepMaker(dice, self.world)
        self.definitions: list[Definition] = []
        self.procedures: list[Procedure] = []
        self.actions: list[Action] = []

    def make(self) -> str:
        world, dice = self.world, self.dice
        tree: dict[str, Any] = {"rulewright": 1, "game": "made_up", "title": "Made up"}
        low, high = world.players
        tree["players"] = low if low == high else f"{low}..{high}"
        tree.update(world.yaml)
        define: dict[str, str] = {}
        dice.parts(lambda: self._definition(define), 0, 2)
        actions: dict[str, Any] = {}
        procedures: dict[str, Any] = {}
        dice.part(lambda: self._action(actions))
        dice.parts(lambda: self._procedure(procedures), 0, 2)
        dice.parts(lambda: self._action(actions), 0, 2)
        tree.update(
            {k: v for k, v in (("define", define), ("procedures", procedures), ("actions", actions)) if v}
        )
        tree["setup"] = self._setup()
        tree["play"] = self._play()
        tree["result"] = self._result()
        if self.dice.one_in(6):
            tree["invariants"] = {"always": f"spent <= {self.dice.below(3)}"}
        return dump(tree)

    def scope(self, *locals: tuple[str, Type]) -> Scope:
        return Scope(locals, tuple(self.definitions), tuple(a.name for a in self.actions if not a.given))

    def place(self, *locals: tuple[str, Type], decides: bool = True) -> Place:
        return Place(self.scope(*locals), (), False, decides, tuple(self.procedures), tuple(self.actions))

    # --- definitions and procedures

    def _parameters(self, most: int) -> tuple[tuple[str, Type], ...]:
        types = [Int(0, 5), PLAYER, *self.world.scalars()[2:], SetOf(PLAYER)]
        count = self.dice.below(most + 1)
        return tuple((self.world.fresh(), self.dice.pick(types)) for _ in range(count))

    @staticmethod
    def _signature(name: str, parameters: tuple[tuple[str, Type], ...]) -> str:
        inner = ", ".join(f"{type} {local}" for local, type in parameters)
        return f"{name}({inner})" if inner else name

    def _definition(self, define: dict[str, str]) -> None:
        world, dice, maker = self.world, self.dice, self.maker
        name = f"known{len(define) + 1}"
        parameters = self._parameters(2)
        me = bool(dice.below(2))
        scope = replace(self.scope(*parameters, *([("me", PLAYER)] if me else [])), can=())
        single = [
            Bool(),
            Int(0, 5),
            PLAYER,
            *world.scalars(comps=False)[3:],
            *(leaf.type for leaf in world.leaves),
        ]
        type: Type = dice.pick(single)
        form = dice.below(4)
        if form == 2 and not isinstance(type, Bool | Int):
            type, body = Opt(type), maker._find(type, scope, 3)  # type: ignore[arg-type]
        elif form == 3 and not isinstance(type, Bool):
            type, body = SetOf(type), maker._set(type, scope, 3)  # type: ignore[arg-type]
        elif isinstance(type, Int):
            body = maker._wrapped(type, scope, 4)
            type = Int(0, 99)
        else:
            body = maker.value(type, scope, 4)
        define[self._signature(name, parameters)] = bare(body)
        self.definitions.append(Definition(name, tuple(t for _, t in parameters), type, me))

    def _procedure(self, procedures: dict[str, Any]) -> None:
        name = f"routine{len(procedures) + 1}"
        parameters = self._parameters(1)
        me = bool(self.dice.below(2))
        place = self.place(*parameters, *([("me", PLAYER)] if me else []), decides=bool(self.dice.below(2)))
        self.maker.decided = False
        body = self.maker.steps(place, 2)
        procedures[self._signature(name, parameters)] = {"do": body}
        self.procedures.append(Procedure(name, tuple(t for _, t in parameters), me, self.maker.decided))

    # --- actions

    def _action(self, actions: dict[str, Any]) -> None:
        dice, maker, world = self.dice, self.maker, self.world
        name = f"act{len(actions) + 1}"
        action: dict[str, Any] = {}
        spends = dice.one_in(3)
        given: tuple[tuple[str, Type], ...] = ()
        if dice.one_in(4):
            given = ((world.fresh(), dice.pick([Int(0, 5), PLAYER, *world.scalars(comps=False)[3:]])),)
            action["with"] = ", ".join(f"{type} {local}" for local, type in given)
        scope = self.scope(("me", PLAYER), *given)
        when = [f"spent < {1 + dice.below(3)}"] if spends else []
        when += [bare(maker.condition(scope, 2))] if dice.one_in(6) else []
        if when:
            action["when"] = " and ".join(f"({w})" for w in when) if len(when) > 1 else when[0]
        picks: dict[str, Any] = {}
        for _ in range(dice.pick([1, 0, 2] if not spends else [1, 0])):
            scope = self._pick(picks, scope)
        if picks:
            action["pick"] = picks
            first = next(iter(picks))
            action["say"] = f"Here is {{{first}}} of {{me}}"
        place = replace(self.place(decides=not spends and dice.one_in(3)), scope=scope)
        maker.decided = False
        body: Steps = ["add 1 to spent"] if spends else []
        body += self._use(place)
        body += maker.steps(place, 1) if spends is False or dice.below(2) else []
        action["do"] = body
        actions[name] = action
        self.actions.append(Action(name, tuple(t for _, t in given), maker.decided, spends))

    def _use(self, place: Place) -> Steps:
        """Something done with what was picked."""
        maker = self.maker
        for local, type in place.scope.locals:
            if isinstance(type, Comp) and not self.world.is_alike(type):
                zone, to = maker._destination(type, place)
                return maker._into(zone, to, f"move {local} to {to}")
            if (
                isinstance(type, SetOf)
                and isinstance(type.element, Comp)
                and not self.world.is_alike(type.element)
            ):
                zone, to = maker._destination(type.element, place)
                return [f"move {local} to {'box' if zone is not None and zone.kind == 'slot' else to}"]
        return []

    def _pick(self, picks: dict[str, Any], scope: Scope) -> Scope:
        dice, maker = self.dice, self.maker
        local = self.world.fresh()
        domain, type = self._candidates(scope)
        quantity = ""
        local_type: Type = type
        if dice.one_in(4) and small(type, self.world) and not isinstance(type, Line | Spot):
            quantity = dice.pick(["some of ", "any of ", "2 of ", "1..2 of ", "0..2 of "])
            local_type = SetOf(type)  # type: ignore[arg-type]
        inner = scope.having((local, local_type))
        where = [bare(maker.condition(inner, 2)) for _ in range(dice.pick([0, 0, 1, 0, 0, 2]))]
        wishes = [bare(maker.condition(inner, 2)) for _ in range(dice.pick([0, 0, 1, 0, 2]))]
        one_each = isinstance(type, Comp) and not quantity and dice.one_in(3)
        if len(where) > 1 or len(wishes) > 1 or dice.one_in(4):
            pick: dict[str, Any] = {"from": f"{quantity}{domain}"}
            pick.update({"where": where} if where else {})
            pick.update({"if_possible": wishes} if wishes else {})
            pick.update({"one_of_each_kind": True} if one_each else {})
            picks[local] = pick
        else:
            text = f"{quantity}{domain}" + "".join(f" where {w}" for w in where)
            text += "".join(f", if possible {w}" for w in wishes) + (", one of each kind" if one_each else "")
            picks[local] = text
        return inner

    def _candidates(self, scope: Scope) -> tuple[str, Type]:
        """What is picked from: mostly what a player has before them."""
        dice, maker = self.dice, self.maker
        form = dice.below(4)
        if form == 0:
            family = dice.pick(self.world.families)
            return maker.walked(scope, 0, family)
        if form == 1:
            zones = [z for z in self.world.zones if z.kind != "slot"]
            zone = dice.pick(zones)
            return maker.indexed(zone, scope, 1), zone.element
        return maker.walked(scope, 1 if form == 2 else 3)

    # --- setup, play, result

    def _setup(self) -> Steps:
        """Every component goes somewhere, piles are shuffled and dealt, and whatever else."""
        maker, world, dice = self.maker, self.world, self.dice
        place = self.place(decides=False)
        steps: Steps = []
        for leaf in world.leaves:
            homes = [z for z in world.zones if leaf.name in z.element.leaves and z.kind != "slot"]
            if not homes or dice.one_in(8):
                continue
            home = world.zones[0] if leaf.name == "card" and dice.below(2) else dice.pick(homes)
            steps.append(f"move every {leaf.name} to {maker.indexed(home, place.scope, 0)}")
        if dice.below(4):
            steps.append("shuffle deck")
        hands = [z for z in world.zones if z.name == "hand"]
        if hands and dice.below(3):
            steps += self._deal(hands[0])
        dice.parts(lambda: steps.extend(maker.steps(place, 1, 1)), 0, 2)
        return steps or ["shuffle deck"]

    def _deal(self, hand: Zone) -> Steps:
        return self.maker._guarded("size(deck) >= number of players", f"deal 1 from deck to {hand.name}")

    def _play(self) -> Steps:
        place = self.place()
        steps: Steps = []
        for ruling in self.world.rulings:
            # Every reading must be asked for somewhere; the last is what is left over.
            steps += [
                {"if": f"{ruling.name} = {reading}", "then": self.maker._change(place)}
                for reading in ruling.readings[:-1]
            ]
        steps += self.maker.main_turns(place)
        self.dice.parts(lambda: steps.extend(self.maker.steps(place, 2, 1)), 0, 2)
        return steps

    def _result(self) -> dict[str, Any]:
        maker, dice = self.maker, self.dice
        scope = self.scope(("me", PLAYER))
        result: dict[str, Any] = {}
        ranked = dice.below(3)
        if ranked < 2:
            result["score"] = bare(maker.number(scope, 3))
        if ranked > 0:
            keys = []
            for _ in range(1 + dice.below(2)):
                types: list[Type] = [Int(0, 5), Bool(), PLAYER, *self.world.enums]
                type = dice.pick(types)
                value = maker.number(scope, 3) if isinstance(type, Int) else maker.value(type, scope, 3)
                keys.append(f"{dice.pick(['highest', 'lowest'])} {bare(value)}")
            result["rank"] = keys
        if dice.one_in(4):
            result["winners"] = bare(maker.condition(scope, 2))
            result["cut_off"] = {"when": bare(maker.condition(self.scope(), 2)), "means": "It was cut off"}
        return result


@st.composite
def rulesets(draw: Draw) -> str:
    """The text of a ruleset that is well typed."""
    return RulesetMaker(Dice(draw)).make()


__all__ = ["rulesets"]
