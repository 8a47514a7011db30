"""The whole check: from a file to a ruleset, in one pass over the parts that reports everything there is.

Order: players, rules, values, boards and tables, components, zones and variables, then the names of
definitions, procedures and actions, then all bodies, then what only the whole tells: citations, unused names,
actions never offered.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from rulewright.check import typing as t
from rulewright.check.elaborator import FUNCTIONS
from rulewright.check.scope import Env, Frame, Symbol
from rulewright.check.sight import Sight
from rulewright.check.structure import Reader
from rulewright.check.texts import Source, parse_scalar
from rulewright.check.zones import Declarations
from rulewright.diagnostics import Diagnostic, Sink, suggest
from rulewright.diagnostics.codes import check as codes
from rulewright.loading import Mapping, Node, Scalar, Sequence, load, load_text
from rulewright.ruleset import core
from rulewright.ruleset.model import RankKey, Result, Ruleset
from rulewright.ruleset.types import NoneType, SetOf
from rulewright.syntax import CALLED
from rulewright.syntax import nodes as n

#: The version of the notation.
VERSION = 1

TOP_KEYS = (
    "rulewright",
    "game",
    "title",
    "about",
    "source",
    "players",
    "limit",
    "rules",
    "enums",
    "boards",
    "tables",
    "assumptions",
    "rulings",
    "components",
    "zones",
    "variables",
    "define",
    "actions",
    "procedures",
    "setup",
    "play",
    "result",
    "labels",
)


#: The parts that are mappings from names.
NAMED_PARTS = (
    "enums",
    "boards",
    "tables",
    "assumptions",
    "rulings",
    "components",
    "zones",
    "variables",
    "define",
)

#: What other words for the parts mean.
TOP_MEANT = {
    **dict.fromkeys(("definitions", "functions", "defines"), "define"),
    **dict.fromkeys(("cards", "pieces", "tiles"), "components"),
    "options": "rulings",
    "scoring": "result",
    "constants": "assumptions",
    "moves": "actions",
}


def check_file(
    path: str | os.PathLike[str], data: str | os.PathLike[str] | None = None, sink: Sink | None = None
) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
    """The ruleset of a file and all findings; no ruleset if one of them is an error.

    ``data``: a YAML file that replaces assumptions. Nothing is raised for anything that the files contain.
    """
    sink = Sink() if sink is None else sink
    replaced = None if data is None else load(data, sink)
    return check_node(load(path, sink), sink, replaced), sink.diagnostics


def check_text(
    text: str, path: str = "ruleset.yaml", sink: Sink | None = None
) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
    """The same for a text; ``path`` is how messages name it."""
    sink = Sink() if sink is None else sink
    return check_node(load_text(text, path, sink), sink), sink.diagnostics


def check_node(node: Node | None, sink: Sink, data: Node | None = None) -> Ruleset | None:
    """The ruleset of a loaded tree, or none if there was an error, now or before."""
    if node is None:
        return None
    reader = Reader(sink)
    mapping = reader.mapping(node, "a ruleset: a mapping that begins with rulewright: 1")
    replaced = None if data is None else reader.mapping(data, "a mapping from assumptions to their data")
    if mapping is None:
        return None
    ruleset = _Checker(sink, replaced).check(mapping)
    return None if sink.has_errors else ruleset


def scalar_texts(node: Node) -> Iterator[str]:
    """All texts in a tree, keys included; comments are not among them."""
    waiting = [node]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Scalar):
            yield item.text
        elif isinstance(item, Sequence):
            waiting.extend(item.items)
        else:
            waiting.extend(x for entry in item.entries for x in entry)


class _Checker(Declarations):
    """The top layer: the whole file."""

    _texts: tuple[str, ...] = ()
    _words: Counter[str] | None = None

    def check(self, root: Mapping) -> Ruleset | None:
        """The ruleset, or none after reports."""
        self._texts = tuple(scalar_texts(root))
        version = root.get("rulewright")
        if not isinstance(version, Scalar) or version.value != VERSION:
            place = Reader.head(root) if version is None else version.place
            self.sink.report(
                codes.WrongVersion, place, "this is no ruleset of version 1", expected=("rulewright: 1",)
            )
        root = self.reader.keys(
            root, TOP_KEYS, ("game", "title", "players", "play", "result"), "a ruleset", TOP_MEANT
        )
        for key, value in root.entries:
            # What stands in a part that can't be read may be declared there.
            if key.text not in TOP_KEYS or (key.text in NAMED_PARTS and not isinstance(value, Mapping)):
                self.names.lose(value)
        title = root.get("title")
        if isinstance(title, Mapping) and title.entries:
            self.languages = title.keys()
        self._read_declarations(root)
        self._read_names(root)
        self._read_bodies(root)
        result = self._result(root.get("result"))
        limit = self._limit(root.get("limit"))
        labels = self._labels(root.get("labels"))
        self._citations()
        self._use()
        self._use_of_locals()
        self._sight()
        if self.sink.has_errors or result is None:
            return None
        name = self.reader.text(root.get("game"))
        for action_index, action_name in enumerate(k for k in self.declared if k in self.actions):
            self.actions[action_name].index = action_index
        return Ruleset(
            id=name.text if name is not None else "",
            path=root.source.path,
            text_hash=self._hash(root),
            title=self.localised(title),
            about=self.localised(root.get("about")),
            players=self.players,
            move_limit=limit,
            rules=self.rule_list,
            rulings=self.rulings,
            enums=self.enums,
            components=self.components,
            boards=self.boards,
            shapes=self.shapes,
            zones=self.zones,
            zone_count=self.zone_count,
            variables=self.variables,
            tables=self.tables,
            definitions=self.definitions,
            procedures=self.procedures,
            actions=dict(sorted(self.actions.items(), key=lambda item: item[1].index)),
            setup=self.setup or (),
            play=self.play or (),
            result=result,
            places=self.places,
            labels=labels,
            citations=self.cited,
        )

    def _hash(self, root: Mapping) -> str:
        digest = hashlib.sha256(root.source.text.encode())
        if self.data is not None:
            digest.update(b"\0" + self.data.source.text.encode())
        return digest.hexdigest()

    def _read_declarations(self, root: Mapping) -> None:
        name = self.reader.text(root.get("game"), "the name of the game")
        if name is not None:
            self.reader.name(name)
        components = root.get("components")
        self.coming = set(components.keys()) if isinstance(components, Mapping) else set()
        self.read_players(root.get("players"))
        self.read_rules(root.get("rules"))
        self.read_enums(root.get("enums"))
        self.read_rulings(root.get("rulings"))
        self.read_data(root.get("assumptions"), root.get("tables"), root.get("boards"))
        self.read_components(root.get("components"))
        self.read_zones(root.get("zones"))
        self.read_variables(root.get("variables"))
        self.read_component_names(root.get("components"))

    def _read_names(self, root: Mapping) -> None:
        """Declares what has bodies, before any body is read."""
        for part, kind in (("define", "definition"), ("procedures", "procedure")):
            for key, value in self.reader.entries(root.get(part)):
                signature = self.signature(key)
                if signature is None:
                    continue
                name = signature.name.text
                here = Scalar(key.span, name, key.style, key.source)
                place = Source(key).place(signature.name)
                if name in FUNCTIONS or name in CALLED:
                    self.sink.report(
                        codes.NameClash, place, f"'{name}' is a function of the language already"
                    )
                elif self.reader.name(here) and self.names.declare(kind, name, place, signature) is not None:  # type: ignore[arg-type]
                    self.declared[name] = (key, value)
        for key, value in self.reader.named(root.get("actions")):
            if self.names.declare("action", key.text, key.place) is not None:
                self.declared[key.text] = (key, value)

    def _read_bodies(self, root: Mapping) -> None:
        key = root.key("setup") or root.key("play") or root.entries[0][0]
        env = Env(Source(key), Frame())
        self._drops = "drop out" in root.source.text
        self.setup, decides = self.body(root.get("setup"), env)
        if decides:
            self.sink.report(
                codes.BadClause,
                cast(Scalar, root.key("setup")).place,
                "setup asks nobody: move the choice to play",
            )
        self.play, _ = self.body(root.get("play"), env)
        # What play never mentions is checked all the same.
        for name in list(self.declared):
            symbol = self.names.symbols[name]
            if symbol.kind == "definition":
                self.definition(symbol, symbol.place)
            elif symbol.kind == "procedure":
                self.procedure(symbol, symbol.place)
            else:
                self.action(symbol, symbol.place)

    setup: tuple[core.Step, ...] | None = None
    play: tuple[core.Step, ...] | None = None

    def _result(self, node: Node | None) -> Result | None:
        mapping = self.reader.mapping(node, "a mapping with score: or rank:")
        if mapping is None:
            return None
        mapping = self.reader.keys(mapping, ("score", "rank", "winners", "rule"), (), "the result")
        rules = self.rules(mapping)
        me = self.fresh("me", t.PLAYER)
        score = self._result_value(mapping.get("score"), me, "a number")
        winners = self._result_value(mapping.get("winners"), me, "a condition")
        rank: list[RankKey] = []
        for item in self.reader.listed(mapping.get("rank")):
            scalar = self.reader.text(item, "highest or lowest, and a value")
            tree = None if scalar is None else cast("n.Rank | None", parse_scalar("rank", scalar, self.sink))
            if tree is None or scalar is None:
                continue
            env = Env(Source(scalar), Frame()).having(me)
            value = self.value(tree.value, env)
            if value is not None and isinstance(value.type, SetOf | NoneType):
                self.error(codes.WrongType, env, tree.value, f"{value.type} can't be ranked")
            elif value is not None:
                rank.append(RankKey(tree.highest, value))
        if not mapping.get("rank") and mapping.get("score") is None and mapping.get("winners") is None:
            self.sink.report(
                codes.MissingKey, Reader.head(mapping), "the result needs a score, a ranking or winners"
            )
        if not rank and score is not None and mapping.get("rank") is None:
            rank.append(RankKey(True, score))
        return Result(me, score, tuple(rank), winners, rules)

    def _result_value(self, node: Node | None, me: object, what: str) -> core.Expr | None:
        scalar = self.reader.text(node, what)
        tree = None if scalar is None else parse_scalar("expression", scalar, self.sink)
        if tree is None or scalar is None:
            return None
        env = Env(Source(scalar), Frame()).having(me)  # type: ignore[arg-type]
        return self.number(tree, env) if what == "a number" else self.condition(tree, env)

    def _limit(self, node: Node | None) -> int | None:
        scalar = self.reader.text(node, "a number of decisions")
        tree = None if scalar is None else parse_scalar("expression", scalar, self.sink)
        if tree is None or scalar is None:
            return None
        value = self.constant(tree, Source(scalar), {})
        if value is not None and not 1 <= value <= 10_000_000:
            self.sink.report(codes.OutOfRange, scalar.place, f"{value} is not in 1..10000000")
            return None
        return value

    def _labels(self, node: Node | None) -> dict[str, dict[str, str]]:
        labels: dict[str, dict[str, str]] = {}
        fields = {f for family in self.families.values() for f in family.fields}
        known = {*self.names.candidates(), *fields, "box", "player"}
        if isinstance(node, Mapping):
            self.check_languages(node)
        for language, names in self.reader.entries(node, "a mapping from languages to labels"):
            found: dict[str, str] = {}
            for key, value in self.reader.entries(names, "a mapping from names to labels"):
                scalar = self.reader.text(value)
                if key.text not in known:
                    near = suggest(key.text, known)
                    self.sink.report(
                        codes.UnknownName,
                        key.place,
                        f"'{key.text}' is not declared",
                        help=f"did you mean {' or '.join(near)}?" if near else None,
                    )
                elif scalar is not None:
                    found[key.text] = scalar.text
            labels[language.text] = found
        return labels

    # --- what only the whole tells

    def _citations(self) -> None:
        for rule in self.rule_list.values():
            if rule.id not in self.cited and rule.absent is None and not self._may_be_mentioned(rule.id):
                self.sink.report(codes.UncitedRule, rule.place, f"nothing carries out the rule {rule.id}")
        for ruling in self.rulings.values():
            asked = self.readings_asked.get(ruling.name, set())
            if not ruling.readings or -1 in asked:
                continue
            # With all but one compared, the last one is what is left over.
            never = [
                name
                for number, name in enumerate(ruling.readings)
                if number not in asked and not self._may_be_mentioned(name)
            ]
            if len(never) > 1 or (never and not asked):
                self.sink.report(
                    codes.ReadingNeverAsked,
                    ruling.place,
                    f"nothing asks whether '{ruling.name}' is {' or '.join(never)}",
                )

    def _may_be_mentioned(self, name: str) -> bool:
        """Whether a part that could not be read may use the name: then nothing is said of its use.

        Where something was wrong, what stands in it was not looked at, so any second mention in the file
        counts as a use.
        """
        if not self.sink.has_errors:
            return False
        if name in self.names.meant:
            return True
        if self._words is None:
            self._words = Counter(word for text in self._texts for word in re.findall(r"\w+", text))
        return self._words[name] > 1

    def _is_lost(self, symbol: Symbol) -> bool:
        """Whether the declaration was wrong: that was reported, and its use may be mended with it."""
        homes: dict[str, dict[str, Any]] = {
            "zone": self.zones,
            "variable": self.variables,
            "table": self.tables,
        }
        if symbol.kind in homes:
            return symbol.name not in homes[symbol.kind]
        return symbol.kind in ("enum", "board") and symbol.value is None

    def _use(self) -> None:
        for name, symbol in self.names.symbols.items():
            if self._may_be_mentioned(name) or self._is_lost(symbol):
                continue
            if symbol.kind == "action":
                if name not in self.offered:
                    self.sink.report(codes.NeverOffered, symbol.place, f"no choose offers '{name}'")
            elif symbol.kind == "ruling":
                continue  # said already: its readings are never asked
            elif not symbol.used and not self._used_by_values(symbol.value):
                family = self.families.get(name)
                if family is not None and (family.parent is not None or self._used_leaf(name)):
                    continue
                self.sink.report(codes.Unused, symbol.place, f"nothing uses the {symbol.kind} '{name}'")

    def _use_of_locals(self) -> None:
        """Names of `let` and parameters that nothing mentions; not where something could not be read."""
        if self.sink.has_errors:
            return
        for local, what, place in self.declared_locals:
            if local.id not in self.used_locals:
                self.sink.report(codes.Unused, place, f"nothing uses the {what} '{local.name}'")
        for family in self.families.values():
            for name in family.fields if len(family.leaves) == 1 else ():
                if name != "owner" and name not in self.used_fields:
                    place = self.field_places.get(name, family.place)
                    self.sink.report(codes.Unused, place, f"nothing asks for the field '{name}'")

    def _sight(self) -> None:
        """Warns of choices that depend on what the chooser can't see."""
        sight = Sight(self.definitions, self.zones, self.variables)
        for action in self.actions.values():
            for at, name, who in sight.of_action(action):
                seen = {"nobody": "nobody sees", "owner": "only its owner sees"}.get(who, "")
                self.sink.report(
                    codes.HiddenChoice,
                    self.places[at].place,
                    f"who chooses '{action.name}' would learn of '{name}', which {seen}",
                    related=[(action.place, "the action"), (self.names.symbols[name].place, "declared here")],
                )

    def _used_leaf(self, name: str) -> bool:
        """A component type is used if a type above or below it is."""
        family = self.families[name]
        return any(
            self.names.symbols[f.name].used
            for f in self.families.values()
            if set(f.leaves) & set(family.leaves)
        )

    def _used_by_values(self, type: object) -> bool:
        return any(v.used for values in self.names.values.values() for v in values if v.type == type)


__all__ = ["TOP_KEYS", "VERSION", "check_file", "check_node", "check_text"]
