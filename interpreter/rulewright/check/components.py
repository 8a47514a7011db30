"""Components: the tree of their types, their fields, and how many of each are made.

Ids are given in the order of the tree, so that each type's components have one contiguous range of ids.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.data import Data
from rulewright.check.scope import Env, Frame
from rulewright.check.tables import Bindings, NotConstantError
from rulewright.check.texts import Source, parse_scalar
from rulewright.diagnostics.codes import check as codes
from rulewright.limits import MAX_COMPONENTS
from rulewright.loading import Mapping, Node, Scalar, Sequence
from rulewright.ruleset import core
from rulewright.ruleset.model import (
    Components,
    Family,
)
from rulewright.ruleset.types import NONE, Comp, Int, Opt, SetOf, Type
from rulewright.syntax import nodes as n

#: What other words for the keys of a component mean.
MEANT = {
    **dict.fromkeys(("number", "count", "amount", "copies", "quantity", "how_many"), "make"),
    **dict.fromkeys(("name", "label", "title", "called"), "named"),
    **dict.fromkeys(("properties", "attributes", "has", "with"), "fields"),
    **dict.fromkeys(("type", "kind", "parent", "extends", "of"), "is"),
    **dict.fromkeys(("identical", "same", "interchangeable"), "alike"),
}


def _kinds_listed(node: Node | None, declared: Collection[str]) -> list[str]:
    """The component types that `is: [red, blue]` or `is: red or blue` lists, where one family belongs."""
    if isinstance(node, Sequence):
        texts = [item.text for item in node.items if isinstance(item, Scalar)]
    elif isinstance(node, Scalar) and node.text not in declared:
        texts = re.split(r"\s*(?:,|\||\bor\b)\s*", node.text)
    else:
        return []
    return texts if len(texts) > 1 and all(text in declared for text in texts) else []


class ComponentReader(Data):
    """Reads ``components:``."""

    def foresee_components(self, node: Node | None) -> None:
        """Before the data, which come first: fields that list values where a type is needed are no types that
        something could be of, which is said where they stand."""
        for _, value in node.entries if isinstance(node, Mapping) else ():
            fields = value.get("fields") if isinstance(value, Mapping) else None
            for key, of in fields.entries if isinstance(fields, Mapping) else ():
                if isinstance(of, Sequence):
                    self.names.lost.add(key.text)
                    self.names.lose(of)

    def read_components(self, node: Node | None) -> None:
        nodes: dict[str, tuple[Scalar, Mapping]] = {}
        for key, value in self.reader.named(node):
            mapping = self.reader.mapping(value, "a mapping")
            if mapping is None or self.names.declare("component", key.text, key.place) is None:
                continue
            allowed = ("is", "fields", "make", "alike", "named", "rule")
            mapping = self.reader.keys(mapping, allowed, (), "a component", MEANT)
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
            family = mapping.get("is")
            kinds = _kinds_listed(family, nodes)
            if family is not None and kinds:
                # The other way round: then what lacks 'make' is no mistake of its own.
                help = f"each kind names its family: {kinds[0]}: {{is: {name}}}; and {name}: {{}}"
                self.reader.wrong(family, "the name of a component type", help)
                parents.update({kind: name for kind in kinds if kind != name})
                self.counted = False
                continue
            scalar = self.reader.text(family, "the name of a component type")
            if scalar is None:
                continue
            ident = n.Ident(0, len(scalar.text), scalar.text)
            if scalar.text not in nodes:
                self.unknown(ident, Env(Source(scalar), Frame()), list(nodes), "a component type")
                self.counted = False
                near = self.sink.near(scalar.text, nodes)
                if len(near) == 1 and near[0] != name:
                    parents[name] = near[0]
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
                    parents.update(dict.fromkeys(seen))
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
            listed = nodes[up][1].get("fields")
            if isinstance(listed, Sequence):
                self.lost_fields.update(x.text for x in listed.items if isinstance(x, Scalar))
            for key, value in self.reader.named(listed):
                if key.text == "owner":
                    self.sink.report(
                        codes.NameClash, key.place, "'owner' is the field that 'per player' gives"
                    )
                    continue
                if isinstance(value, Sequence):
                    help = "a field has a range such as 2..4, or the name of an enum with its values"
                    self.reader.wrong(value, "a type", help)
                    self.lost_fields.add(key.text)
                    continue
                scalar = self.reader.text(value, "a type")
                tree = None if scalar is None else parse_scalar("type", scalar, self.sink)
                type = (
                    None
                    if tree is None or scalar is None
                    else self.type_of(tree, Env(Source(scalar), Frame()))
                )
                if type is None:
                    self.lost_fields.add(key.text)
                    continue
                if isinstance(type, SetOf | Comp) or (isinstance(type, Opt) and isinstance(type.base, Comp)):
                    self.sink.report(codes.WrongType, cast(Scalar, scalar).place, f"a field can't be {type}")
                    continue
                result.setdefault(key.text, type)
                self.field_places.setdefault(key.text, key.place)
            up = parents.get(up)
        return result

    def _make(
        self,
        order: list[str],
        nodes: dict[str, tuple[Scalar, Mapping]],
        children: dict[str | None, list[str]],
        parents: dict[str, str | None],
        leaves: dict[str, tuple[str, ...]],
        fields: dict[str, dict[str, Type]],
    ) -> None:
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
        self,
        order: list[str],
        nodes: dict[str, tuple[Scalar, Mapping]],
        parents: dict[str, str | None],
        leaves: dict[str, tuple[str, ...]],
        fields: dict[str, dict[str, Type]],
        first: dict[str, int],
        count: dict[str, int],
        alike: dict[str, bool],
        owned: dict[str, bool],
    ) -> None:
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
                name,
                parents.get(name),
                below,
                first[below[0]],
                sum(count.get(leaf, 0) for leaf in below),
                all(some),
                any(owned.get(leaf, False) for leaf in below),
                shared if len(below) > 1 else fields[name],
                nodes[name][0].place,
            )

    def _makes(
        self, name: str, mapping: Mapping, fields: dict[str, Type], alike: bool
    ) -> list[tuple[int, int, dict[str, int]]]:
        """(how many, owner's seat or -1, field values) for each line of ``make`` and each of its bindings."""
        result: list[tuple[int, int, dict[str, int]]] = []
        listed = self.reader.listed(mapping.get("make"))
        if not listed and (make := mapping.get("make")) is not None:
            self.reader.wrong(make, "how many there are, for instance: 1 for each s in suit with suit = s")
        for item in listed:
            scalar = self.reader.text(item, "how many, e.g. 2 per player")
            tree = None if scalar is None else cast("n.Make | None", parse_scalar("make", scalar, self.sink))
            if tree is None or scalar is None:
                self.counted = False
                continue
            self._check_settings(tree, fields, scalar, name)
            try:
                result += self._made(tree, fields)
            except NotConstantError as error:
                self.not_constant(error, Source(scalar))
                self.counted = False
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
        """Reports settings of fields that aren't there, and fields that aren't set."""
        source = Source(scalar)
        given = {s.field.text for s in tree.settings}
        for setting in tree.settings:
            if setting.field.text in self.lost_fields:
                continue
            if setting.field.text not in fields:
                near = self.sink.near(setting.field.text, fields)
                given.update(near)
                self.sink.report(
                    codes.NoSuchField,
                    source.place(setting.field),
                    f"'{name}' has no field '{setting.field.text}'",
                    expected=() if near else tuple(fields),
                    help=f"did you mean {' or '.join(near)}?" if near else None,
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
            longer: list[Bindings] = []
            for scope in scopes:
                members = self.constants.members(binder.domain, scope)
                # Counted before they are made: two long ranges would fill the memory.
                if len(longer) + len(members) > MAX_COMPONENTS:
                    message = f"this makes more than {MAX_COMPONENTS} components"
                    raise NotConstantError(binder, message, codes.TooMany)
                longer += [{**scope, binder.name.text: member} for member in members]
            scopes = longer
        for scope in scopes:
            if tree.where is not None and not self.constants.evaluate(tree.where, scope)[1]:
                continue
            count = self.constants.number(tree.count, scope)
            if count < 0:
                raise NotConstantError(tree.count, f"{count} components can't be made", codes.OutOfRange)
            if count > 2**20:
                raise NotConstantError(tree.count, f"{count} components are too many", codes.TooMany)
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
            message = f"'{setting.field.text}' is {t.words(type)}, and this is {t.words(found)}"
            raise NotConstantError(setting.value, message, codes.WrongType)
        if isinstance(base, Int) and not base.lo <= value <= base.hi:
            message = f"'{setting.field.text}' is declared {type}, and this is {value}"
            raise NotConstantError(setting.value, message, codes.OutOfRange)
        return value

    def _finish(
        self,
        leaf_of: list[str],
        copies: list[int],
        owner: list[int],
        rows: list[dict[str, int]],
        order: list[str],
        nodes: dict[str, tuple[Scalar, Mapping]],
    ) -> None:
        classes: dict[tuple[Any, ...], int] = {}
        kind_class = [
            classes.setdefault((leaf, seat, *sorted(row.items())), len(classes))
            for leaf, seat, row in zip(leaf_of, owner, rows, strict=True)
        ]
        names = sorted({f for family in self.families.values() for f in family.fields if f != "owner"})
        values = {f: tuple(row.get(f, 0) for row in rows) for f in names}
        values["owner"] = tuple(owner)
        named: dict[str, dict[str, tuple[str | core.Expr, ...]]] = {}
        self.components = Components(
            dict(self.families), tuple(leaf_of), tuple(copies), tuple(owner), values, tuple(kind_class), named
        )

    def read_component_names(self, node: Node | None) -> None:
        """The ``named`` templates, read when all names are known: they may mention fields."""
        for key, value in self.reader.entries(node):
            if not isinstance(value, Mapping) or key.text not in self.families:
                continue
            for language, text in self.by_language(value.get("named")):
                scalar = self.reader.text(text, "how one is called")
                if scalar is None:
                    continue
                for leaf in self.families[key.text].leaves:
                    local = self.fresh("component", self.component_type(leaf))
                    templates = self.components.named.setdefault(leaf, {})
                    templates[language] = self._name_template(scalar, leaf, local)

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
            if isinstance(node, n.Name) and node.text in self.lost_fields:
                continue
            if not isinstance(node, n.Name) or node.text not in fields:
                self.sink.report(
                    codes.NoSuchField,
                    Source(scalar).place(node),
                    "a name is made of fields",
                    expected=tuple(fields),
                )
                continue
            self.used_fields.add(node.text)
            env = Env(Source(scalar), Frame())
            result.append(core.FieldGet(fields[node.text], node.text, component, self.place(env, node)))
        return tuple(result)
