"""What a made-up ruleset declares: enums, boards, tables, components, zones, variables, rulings.

Each kind of declaration is drawn into a plain record that says what expressions and steps need to know of it
(its name, its type, its keys), next to the YAML it is written as. Types are the language's own, so that what
fits where is asked of the checker's ``fits``. Numbers are kept small: what is to be met is every
combination, not every size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from made_dice import Dice

from rulewright.ruleset.types import Bool, Comp, Enum, Int, Opt, Player, SetOf, Space, Type

WORDS = ("red", "blue", "green", "sun", "moon", "star")


@dataclass(frozen=True)
class Leaf:
    name: str
    fields: dict[str, Type]
    alike: bool
    owned: bool

    @property
    def type(self) -> Comp:
        return Comp((self.name,), self.name)


@dataclass(frozen=True)
class Board:
    name: str
    kind: str
    spaces: tuple[str, ...]
    directions: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()

    @property
    def type(self) -> Space:
        return Space(self.name)

    @property
    def direction_type(self) -> Enum:
        return Enum(f"direction of {self.name}", self.directions)

    @property
    def path_type(self) -> Enum:
        return Enum(f"path of {self.name}", self.paths)


@dataclass(frozen=True)
class Zone:
    name: str
    kind: str
    element: Comp
    keys: tuple[Type, ...]
    alike: bool


@dataclass(frozen=True)
class Holder:
    """Something with a value for each of its indexes: a variable or a table. A key that is None is the number
    of players."""

    name: str
    type: Type
    keys: tuple[Type | None, ...]


@dataclass(frozen=True)
class Ruling:
    name: str
    readings: tuple[str, ...]


@dataclass
class World:
    players: tuple[int, int] = (2, 2)
    enums: list[Enum] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    sets: list[tuple[str, Type]] = field(default_factory=list)
    tables: list[Holder] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    families: list[Comp] = field(default_factory=list)
    """Component types by name: leaves and families of several."""
    zones: list[Zone] = field(default_factory=list)
    variables: list[Holder] = field(default_factory=list)
    yaml: dict[str, Any] = field(default_factory=dict)
    _names: int = 0

    def fresh(self) -> str:
        """A local name that nothing else has."""
        self._names += 1
        return f"x{self._names}"

    def leaf(self, name: str) -> Leaf:
        return next(leaf for leaf in self.leaves if leaf.name == name)

    def is_alike(self, type: Comp) -> bool:
        return self.leaf(type.leaves[0]).alike

    def board(self, type: Space) -> Board:
        return next(b for b in self.boards if b.name == type.board)

    def scalars(self, comps: bool = True) -> list[Type]:
        """Types a single value may have."""
        found: list[Type] = [Int(0, 5), Player(), Bool(), *self.enums, *(b.type for b in self.boards)]
        return [*found, *self.families] if comps else found

    def ordered_keys(self) -> list[Type]:
        """Types that may be an index."""
        return [
            Player(),
            *self.enums,
            Int(1, 3),
            *(b.type for b in self.boards),
            *(f.type for f in self.leaves),
        ]


class WorldMaker:
    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.world = World()

    def make(self) -> World:
        world, dice = self.world, self.dice
        world.players = dice.pick([(2, 2), (2, 3), (3, 3)])
        words = list(WORDS)
        for name in ("colour", "sign")[: dice.below(3)]:
            values = tuple(words.pop(0) for _ in range(2 + dice.below(2)))
            world.enums.append(Enum(name, values))
        if world.enums:
            world.yaml["enums"] = {e.name: e.values for e in world.enums}
        self._boards()
        self._rulings()
        self._components()
        self._data()
        self._zones()
        self._variables()
        return world

    # --- boards

    def _boards(self) -> None:
        """At most one with directions and one other, so that no name belongs to two of them."""
        tables: dict[str, Any] = {}
        found: dict[str, Any] = {}
        if self.dice.below(3):
            self.dice.part(lambda: self._directed(found, tables))
        if self.dice.below(3):
            self.dice.part(lambda: self._other(found))
        if found:
            self.world.yaml["boards"] = found
        if tables:
            self.world.yaml["tables"] = tables

    def _directed(self, found: dict[str, Any], tables: dict[str, Any]) -> None:
        dice = self.dice
        spaces: tuple[str, ...]
        ways: tuple[str, ...]
        if dice.below(2):
            spaces = ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
            ways = ("east", "northeast", "northwest", "west", "southwest", "southeast")
            found["hive"] = {"hexagon": 2}
            name, kind = "hive", "hexagon"
        else:
            width, height = 2 + dice.below(2), 2 + dice.below(2)
            cells = [(x, y) for y in range(height) for x in range(width)]
            hole = dice.below(2 * len(cells))
            drawn = hole < len(cells)
            if drawn:
                del cells[hole]
            spaces = tuple(f"{'abc'[x]}{y + 1}" for x, y in cells)
            ways = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
            rows = ["".join("o" if (x, y) in cells else "." for x in range(width)) for y in range(height)]
            found["field"] = {"grid": "\n".join(reversed(rows)) if drawn else f"{width} by {height}"}
            name, kind = "field", "grid"
        shapes: tuple[str, ...] = ()
        if dice.below(2):
            shapes = ("bar", "hook")
            turn = "east southeast" if kind == "hexagon" else "east south"
            tables["figure"] = {
                "shapes": name,
                "entries": {"bar": ("here", "east"), "hook": ("here", "east", turn)},
            }
        self.world.boards.append(Board(name, kind, spaces, ways, (), shapes))

    def _other(self, found: dict[str, Any]) -> None:
        kind = self.dice.pick(["spaces", "track", "graph", "paths"])
        paths: tuple[str, ...] = ()
        if kind == "spaces":
            spaces: tuple[str, ...] = ("barn", "mill", "shed")
            found["place"] = {"spaces": spaces}
        elif kind == "track":
            spaces = ("foot", "slope", "ridge", "peak", "camp")
            found["place"] = {"track": spaces}
        elif kind == "graph":
            spaces = ("barn", "mill", "shed", "well")
            found["place"] = {"graph": spaces, "lines": [("barn", "mill", "shed"), ("mill", "well")]}
        else:
            spaces = ("spring", "ford", "weir", "eyot", "mouth")
            paths = ("main_arm", "side_arm")
            found["place"] = {
                "paths": {
                    "main_arm": ("spring", "ford", "weir", "mouth"),
                    "side_arm": ("spring", "ford", "eyot"),
                }
            }
            spaces = ("spring", "ford", "weir", "mouth", "eyot")
        self.world.boards.append(Board("place", kind, spaces, (), paths))

    # --- rulings, numbers, sets, tables

    def _rulings(self) -> None:
        if self.dice.one_in(3):
            readings = ("strict", "lax", "mixed")[: 2 + self.dice.below(2)]
            self.world.rulings.append(Ruling("custom", readings))
            self.world.yaml["rulings"] = {
                "custom": {
                    "question": "Which custom holds?",
                    "readings": {r: f"The {r} one" for r in readings},
                    "chosen": self.dice.pick(readings),
                }
            }

    def _data(self) -> None:
        world, dice = self.world, self.dice
        tables: dict[str, Any] = world.yaml.get("tables", {})
        assumed: dict[str, Any] = {}
        if dice.one_in(3):
            world.numbers.append("few")
            assumed["few"] = {"because": "Nobody says", "number": 1 + dice.below(3)}
        if dice.one_in(3):
            member_types: list[Type] = [Int(0, 5), *world.enums]
            type = dice.pick(member_types)
            if isinstance(type, Enum):
                members: tuple[str | int, ...] = type.values[:2]
            else:
                members = (1, 4)[: 1 + dice.below(2)]
            world.sets.append(("chosen_few", type))
            tables["chosen_few"] = {"set": str(type), "entries": members}
        for name in ("worth", "share")[: dice.below(3)]:
            self._table(name, tables)
        if tables:
            world.yaml["tables"] = tables
        if assumed:
            world.yaml["assumptions"] = assumed

    def _table(self, name: str, tables: dict[str, Any]) -> None:
        world, dice = self.world, self.dice
        if name == "share" and dice.below(2):
            # Ragged: no third seat with two players, which is the fault table-entry.
            low, high = world.players
            rows: dict[str, Any] = {
                str(n): {str(p): n + p for p in range(1, n + 1)} for n in range(low, high + 1)
            }
            tables[name] = {"table": "0..9 per number of players and player", "entries": rows}
            world.tables.append(Holder(name, Int(0, 9), (None, Player())))
            return
        spaces = [b.type for b in world.boards]
        types: list[Type] = [Int(0, 5), *world.enums, Opt(Int(0, 5)), Player(), Bool(), *spaces]
        keys: list[Type] = [Player(), Int(1, 3), *world.enums, *spaces]
        type, key = dice.pick(types), dice.pick(keys)
        values = tuple(self.constant(type) for _ in range(self._size(key)))
        tables[name] = {"table": f"{type} per {key}", "values": values}
        world.tables.append(Holder(name, type, (key,)))

    def _size(self, key: Type) -> int:
        """How many entries a table by this key has: with the most players there may be."""
        match key:
            case Player():
                return self.world.players[1]
            case Int(low, high):
                return high - low + 1
            case Enum():
                return len(key.values)
            case Space():
                return len(self.world.board(key).spaces)
        raise AssertionError(key)

    def constant(self, type: Type) -> str | int | bool:
        """A value of a type as data."""
        dice = self.dice
        match type:
            case Opt(base):
                return self.constant(base) if dice.below(2) else "none"
            case Int(lo, hi):
                return lo + dice.below(hi - lo + 1)
            case Bool():
                return bool(dice.below(2))
            case Enum():
                return dice.pick(type.values)
            case Player():
                return 1 + dice.below(2)
            case Space():
                return dice.pick(self.world.board(type).spaces)
        raise AssertionError(type)

    # --- components

    def _components(self) -> None:
        world, dice = self.world, self.dice
        found: dict[str, Any] = {}
        kinds = ["card", *(k for k in ("beast", "pawn", "coin") if dice.below(5) > 1)]
        for kind in kinds:
            dice.part(lambda kind=kind: getattr(self, f"_{kind}")(found))  # type: ignore[misc]
        world.yaml["components"] = found
        names = [leaf.type for leaf in world.leaves]
        world.families[:0] = [n for n in names if n not in world.families]

    def _leaf(self, name: str, fields: dict[str, Type], alike: bool = False, owned: bool = False) -> None:
        self.world.leaves.append(
            Leaf(name, {**fields, **({"owner": Player()} if owned else {})}, alike, owned)
        )

    def _fields(self, *options: tuple[str, Type]) -> dict[str, Type]:
        return {name: type for name, type in options if self.dice.below(2)}

    def _options(self) -> list[tuple[str, Type]]:
        world = self.world
        options: list[tuple[str, Type]] = [("value", Int(1, 4)), ("dark", Bool())]
        options += [("tint", world.enums[0])] if world.enums else []
        options += [("mark", Opt(world.enums[-1]))] if world.enums else []
        return options + ([("home", world.boards[0].type)] if world.boards else [])

    def _make(self, fields: dict[str, Type], count: str, several: int) -> dict[str, Any]:
        """Components with fields: by an enum where there is one, else some lines of constants."""
        dice = self.dice
        entry: dict[str, Any] = {}
        if fields:
            entry["fields"] = {f: str(type) for f, type in fields.items()}
        if "tint" in fields and dice.below(2):
            rest = [f"{f} = {self.text(t)}" for f, t in fields.items() if f != "tint"]
            settings = ", ".join(["tint = k", *rest])
            entry["make"] = f"{count} for each k in {fields['tint']} with {settings}"
        elif "value" in fields and dice.below(2):
            rest = [f"{f} = {self.text(t)}" for f, t in fields.items() if f != "value"]
            settings = ", ".join(["value = k", *rest])
            entry["make"] = f"{count} for each k in 1..{several} with {settings}"
        else:
            lines = []
            for _ in range(1 + dice.below(2)):
                settings = ", ".join(f"{f} = {self.text(t)}" for f, t in fields.items())
                lines.append(f"{count} with {settings}" if settings else count)
            entry["make"] = lines if len(lines) > 1 else lines[0]
        return entry

    def text(self, type: Type) -> str:
        value = self.constant(type)
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _card(self, found: dict[str, Any]) -> None:
        fields = self._fields(*self._options())
        found["card"] = self._make(fields, str(1 + self.dice.below(2)), 3)
        self._leaf("card", fields)

    def _beast(self, found: dict[str, Any]) -> None:
        """A family of two, one of which may have owners and a field that the other lacks."""
        shared = self._fields(("value", Int(1, 4)), ("dark", Bool()))
        found["beast"] = {"fields": {f: str(t) for f, t in shared.items()}} if shared else {}
        settings = ", ".join(f"{f} = {self.text(t)}" for f, t in shared.items())
        found["cat"] = {"is": "beast", "make": f"1 with {settings}" if settings else "1"}
        owned = bool(self.dice.below(2))
        count = "1 per player" if owned else "2"
        found["dog"] = {
            "is": "beast",
            "fields": {"age": "0..3"},
            "make": f"{count} with age = {self.dice.below(4)}" + (f", {settings}" if settings else ""),
        }
        self._leaf("cat", shared)
        self._leaf("dog", {**shared, "age": Int(0, 3)}, owned=owned)
        self.world.families.append(Comp(("cat", "dog"), "beast"))

    def _pawn(self, found: dict[str, Any]) -> None:
        found["pawn"] = {"make": f"{1 + self.dice.below(2)} per player"}
        if self.dice.one_in(4):
            # Some without an owner, whose field is not to be asked for: the fault wrong-kind.
            found["pawn"]["make"] = ["1 per player", "1"]
        self._leaf("pawn", {}, owned=True)

    def _coin(self, found: dict[str, Any]) -> None:
        fields = self._fields(("value", Int(1, 4)), *self._options()[2:3])
        owned = self.dice.one_in(3)
        found["coin"] = {
            "alike": True,
            **self._make(fields, f"{2 + self.dice.below(2)}" + " per player" * owned, 2),
        }
        self._leaf("coin", fields, alike=True, owned=owned)

    # --- zones and variables

    def _keys(self, most: int) -> tuple[Type, ...]:
        count = self.dice.pick([0, 1, 1, 2][: most + 2])
        return tuple(self.dice.pick(self.world.ordered_keys()) for _ in range(count))

    def _zones(self) -> None:
        found: dict[str, str] = {}
        card = Comp(("card",), "card")
        self._zone("pile", card, (), found, "deck")
        if self.dice.below(2):
            self._zone(self.dice.pick(["set", "row"]), card, (Player(),), found, "hand")
        for family in self.world.families:
            # The box is not to be all there is for a kind.
            if family != card and self.dice.below(3):
                kind = "set" if self.world.is_alike(family) else self.dice.pick(["row", "pile", "set"])
                self._zone(kind, family, self._keys(1), found, f"{kind}{len(self.world.zones)}")
        self.dice.parts(lambda: self._any_zone(found), 0, 3)
        self._refill(found)
        self.world.yaml["zones"] = found

    def _any_zone(self, found: dict[str, str]) -> None:
        world, dice = self.world, self.dice
        element = dice.pick(world.families)
        alike = world.is_alike(element)
        if not alike and dice.one_in(5):
            others = [
                f for f in world.families if not world.is_alike(f) and not set(f.leaves) & set(element.leaves)
            ]
            if others:
                other = dice.pick(others)
                element = Comp((*element.leaves, *other.leaves), f"{element} or {other}")
        kind = dice.pick(["set", "slot"] if alike else ["set", "row", "pile", "slot"])
        keys = self._keys(2)
        if len(keys) == 2 and all(isinstance(k, Space | Comp) for k in keys):
            keys = keys[:1]
        self._zone(kind, element, keys, found, f"{kind}{len(world.zones)}")

    def _zone(
        self, kind: str, element: Comp, keys: tuple[Type, ...], found: dict[str, str], name: str
    ) -> None:
        dice = self.dice
        who = ["everyone", "nobody", *(["owner"] if Player() in keys else [])]
        text = f"{kind} of {element}"
        if keys:
            text += " per " + " and ".join(map(str, keys))
        if kind == "pile" and dice.one_in(3):
            text += f", top seen by {dice.pick(who)}, rest seen by {dice.pick(who)}"
        else:
            text += f", seen by {dice.pick(who)}"
        if dice.one_in(4):
            text += f", counted by {dice.pick(who)}"
        if kind != "slot" and name not in ("deck", "hand") and dice.one_in(5):
            text += f", at most {2 + dice.below(3)}"
        found[name] = text
        self.world.zones.append(Zone(name, kind, element, keys, self.world.is_alike(element)))

    def _refill(self, found: dict[str, str]) -> None:
        if not self.dice.one_in(3):
            return
        deck = self.world.zones[0]
        sources = [
            z
            for z in self.world.zones[1:]
            if z.keys == deck.keys and not z.alike and set(z.element.leaves) <= set(deck.element.leaves)
        ]
        if sources:
            found["deck"] += f", refilled from {self.dice.pick(sources).name}"

    def _variables(self) -> None:
        found: dict[str, str] = {"spent": "0..99", "ticks": "0..99"}
        self.dice.parts(lambda: self._variable(found), 1, 6)
        self.world.yaml["variables"] = found

    def _variable(self, found: dict[str, str]) -> None:
        world, dice = self.world, self.dice
        ranges: list[Type] = [Int(0, 99), Int(-9, 9), Int(1, 6)]
        scalars = world.scalars()[1:]
        base = dice.pick([*ranges, *scalars, *scalars])
        type: Type = base
        if dice.one_in(4) and not (isinstance(base, Int) and base.lo < 0) and not isinstance(base, Bool):
            type = Opt(base)  # type: ignore[arg-type]
        elif dice.one_in(4):
            type = SetOf(Int(0, 5) if isinstance(base, Int) else base)  # type: ignore[arg-type]
        keys = self._keys(2)
        text = str(type) + (" per " + " and ".join(map(str, keys)) if keys else "")
        if dice.one_in(4):
            text += f", seen by {dice.pick(['nobody', *(['owner'] if Player() in keys else [])])}"
        if (isinstance(type, Int | Enum | Space) and dice.one_in(4)) or (
            isinstance(type, Opt) and isinstance(type.base, Int | Enum) and dice.one_in(4)
        ):
            text += f", starts at {self.constant(type)}"
        name = f"{self._stem(type)}{len(world.variables) + 1}"
        found[name] = text
        world.variables.append(Holder(name, type, keys))

    @staticmethod
    def _stem(type: Type) -> str:
        match type:
            case SetOf():
                return "group"
            case Opt():
                return "maybe"
            case Int():
                return "count_" if type.hi == 6 else "number"
            case Bool():
                return "flag"
            case Enum():
                return "hue"
            case Player():
                return "who"
            case Comp():
                return "thing"
        return "spot"
