"""The whole check: from a file to a ruleset, in one pass over the parts that reports everything there is.

Order: players, rules, values, boards and tables, components, zones and variables, then the names of
definitions, procedures and actions, then all bodies, then what only the whole tells: citations, unused names,
actions never offered.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from typing import cast

from rulewright.check import typing as t
from rulewright.check.elaborator import FUNCTIONS
from rulewright.check.languages import BUILT_IN, unsaid
from rulewright.check.replaced import tell_of_data
from rulewright.check.scope import Env, Frame
from rulewright.check.structure import Reader
from rulewright.check.texts import Source, parse_scalar
from rulewright.check.use import Use, scalar_texts
from rulewright.diagnostics import Diagnostic, Sink
from rulewright.diagnostics.codes import check as codes
from rulewright.loading import Mapping, Node, Scalar, load, load_text
from rulewright.ruleset import core
from rulewright.ruleset.model import Invariant, LocalVar, RankKey, Result, Ruleset, Text
from rulewright.ruleset.types import NoneType, SetOf
from rulewright.ruleset.walk import nodes_under, steps_of
from rulewright.syntax import CALLED
from rulewright.syntax import nodes as n

#: How a language is named: as in en, de, pt-BR.
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*")

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
    "invariants",
    "labels",
)


#: Of what has no words in a language as many are named.
_NAMED = 8

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
    **dict.fromkeys(("constants", "settings", "parameters"), "assumptions"),
    **dict.fromkeys(("start", "init", "initial", "preparation", "begin"), "setup"),
    **dict.fromkeys(("types", "values"), "enums"),
    **dict.fromkeys(("rounds", "turns", "flow", "gameplay", "main", "loop", "phases"), "play"),
    **dict.fromkeys(("end", "winner", "winners", "score", "scores", "victory"), "result"),
    **dict.fromkeys(("areas", "places", "places_for_cards", "hands"), "zones"),
    **dict.fromkeys(("state", "vars", "counters"), "variables"),
    **dict.fromkeys(("name", "id"), "game"),
    **dict.fromkeys(("board", "maps", "map"), "boards"),
    **dict.fromkeys(("description", "summary"), "about"),
    **dict.fromkeys(("translations", "names"), "labels"),
    **dict.fromkeys(("subroutines", "routines", "methods"), "procedures"),
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
    sink.settle()
    reader = Reader(sink)
    mapping = reader.mapping(node, "a ruleset: a mapping that begins with rulewright: 1")
    replaced = None if data is None else reader.mapping(data, "a mapping from assumptions to their data")
    if mapping is None:
        return None
    ruleset = _checked(mapping, sink, replaced)
    if replaced is not None:
        tell_of_data(sink, mapping.source.path, replaced, lambda sink, data: _checked(mapping, sink, data))
    return None if sink.has_errors else ruleset


def _checked(mapping: Mapping, sink: Sink, data: Mapping | None) -> Ruleset | None:
    """The ruleset with some data, or none after reports."""
    ruleset = _Checker(sink, data).check(mapping)
    sink.merge({code.code for code in (codes.UnknownName, codes.NoSuchField, codes.WrongCount)})
    return ruleset


class _Checker(Use):
    """The top layer: the whole file."""

    def check(self, root: Mapping) -> Ruleset | None:
        """The ruleset, or none after reports."""
        self.texts = tuple(scalar_texts(root))
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
        if not root.entries:
            return None
        title = root.get("title")
        if isinstance(title, Mapping) and title.entries:
            self.languages = title.keys()
            for key, _ in title.entries:
                if not _LANGUAGE.fullmatch(key.text):
                    self.sink.report(
                        codes.BadName,
                        key.place,
                        f"'{key.text}' is no code of a language",
                        expected=("two or three letters, as in en, de, pt-BR",),
                    )
        self.localised(root.get("source"))
        self._read_declarations(root)
        self._read_names(root)
        self._read_bodies(root)
        result = self._result(root.get("result"))
        invariants = tuple(self._invariants(root.get("invariants")))
        limit = self._limit(root.get("limit"))
        labels = self._labels(root.get("labels"))
        self.had_errors = self.sink.has_errors
        self.check_citations()
        self.check_use()
        self.check_use_of_locals()
        self.check_sight()
        if self.sink.has_errors or result is None:
            for _, item, leaver in self.unreached:
                self.report_unreached(item, leaver)
            return None
        if self._failed or self.setup is None or self.play is None:
            # Whatever is wrong is said; a part that is left out in silence would be played without.
            raise AssertionError("a part of the ruleset was left out without a message")
        name = self.reader.text(root.get("game"))
        for action_index, action_name in enumerate(k for k in self.declared if k in self.actions):
            self.actions[action_name].index = action_index
        ruleset = Ruleset(
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
            sets=self.sets,
            numbers=self.numbers,
            invariants=invariants,
            origins=self.origins,
        )
        self.check_play(ruleset)
        asking = core.Choose | core.Together
        if not self.actions and not any(isinstance(step, asking) for step in steps_of(ruleset)):
            place = cast(Scalar, root.key("play")).place
            help = "a choice is a step: choose: [ACTION], and what is chosen stands under 'actions'"
            self.sink.report(codes.AsksNobody, place, "nobody is ever asked anything", help=help)
        self._check_invariants(ruleset)
        self._check_languages(root, ruleset)
        return ruleset

    def _check_languages(self, root: Mapping, ruleset: Ruleset) -> None:
        """One warning for each language of the title in which something is left unsaid."""
        labels, title = root.get("labels"), root.get("title")
        for language, missing in unsaid(ruleset).items():
            if not missing:
                continue
            written = labels.key(language) if isinstance(labels, Mapping) else None
            key = written or (title.key(language) if isinstance(title, Mapping) else None)
            named = ", ".join(missing[:_NAMED])
            more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
            assert key is not None
            self.sink.report(codes.MissingLabel, key.place, f"'{language}' has no words for {named}{more}")

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
        self.foresee_components(components)
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

    def _invariants(self, node: Node | None) -> Iterator[Invariant]:
        for key, value in self.reader.named(node):
            rules: tuple[str, ...] = ()
            said: Node | None = value
            if isinstance(value, Mapping):
                value = self.reader.keys(value, ("is", "rule"), ("is",), "an invariant", name=key)
                rules, said = self.rules(value), value.get("is")
            scalar = self.reader.text(said, "a condition")
            tree = None if scalar is None else parse_scalar("expression", scalar, self.sink)
            if tree is None or scalar is None:
                continue
            env = Env(Source(scalar), Frame(), rules=rules)
            condition = self.condition(tree, env)
            if isinstance(condition, core.Const):
                word = str(bool(condition.value)).lower()
                self.error(codes.AlwaysSame, env, tree, f"this is always {word}")
            elif condition is not None:
                yield Invariant(key.text, condition, self.place(env, tree))

    def _check_invariants(self, ruleset: Ruleset) -> None:
        """An invariant draws no card, and looks through nobody's eyes."""
        for invariant in ruleset.invariants:
            found = self._looks(invariant.condition, ruleset, unknown_piles(ruleset))
            if found is not None:
                at = self.places[invariant.place].place
                self.sink.report(codes.BadClause, at, f"an invariant can't ask this: {found}")

    def _looks(self, e: object, ruleset: Ruleset, piles: frozenset[str]) -> str | None:
        """Why an expression can't be asked at any time; none if it can."""
        for node in nodes_under(e):
            domain: object = None
            if isinstance(node, core.Can):
                return "what a player can do"
            if isinstance(node, core.CallDefinition):
                found = self._looks(ruleset.definitions[node.definition].body, ruleset, piles)
                if found is not None:
                    return found
            elif isinstance(node, core.End | core.Nth):
                domain = node.zone
            elif isinstance(node, core.Loop | core.Find):
                domain = node.domain
                while isinstance(domain, core.FilterD):
                    domain = domain.domain
            if isinstance(domain, core.Zone) and domain.family in piles:
                return f"to look at a card of '{domain.family}' would draw it"
        return None

    def _result(self, node: Node | None) -> Result | None:
        mapping = self.reader.mapping(node, "a mapping with score: or rank:")
        if mapping is None:
            return None
        mapping = self.reader.keys(mapping, ("score", "rank", "winners", "cut_off", "rule"), (), "the result")
        rules = self.rules(mapping)
        me = self.fresh("me", t.PLAYER)
        score = self._result_value(mapping.get("score"), me, "a number")
        winners = self._result_value(mapping.get("winners"), me, "a condition")
        rank: list[RankKey] = []
        for item in self.reader.listed(mapping.get("rank")):
            if isinstance(item, Mapping) and item.entries:
                key, of = item.entries[0]
                told = f"{key.text} {of.text}" if isinstance(of, Scalar) else key.text
                self.reader.wrong(item, "highest or lowest, and a value", f"without the colon: - {told}")
                continue
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
        cut_off, means = self._cut_off(mapping.get("cut_off"))
        return Result(me, score, tuple(rank), winners, rules, cut_off, means)

    def _cut_off(self, node: Node | None) -> tuple[core.Expr | None, Text]:
        mapping = self.reader.mapping(node, "a mapping with when: and means:")
        if mapping is None:
            return None, {}
        mapping = self.reader.keys(mapping, ("when", "means"), ("when", "means"), "what cuts a game off")
        return self._result_value(mapping.get("when"), None, "a condition"), self.localised(
            mapping.get("means")
        )

    def _result_value(self, node: Node | None, me: LocalVar | None, what: str) -> core.Expr | None:
        scalar = self.reader.text(node, what)
        tree = None if scalar is None else parse_scalar("expression", scalar, self.sink)
        if tree is None or scalar is None:
            return None
        env = Env(Source(scalar), Frame())
        env = env if me is None else env.having(me)
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
        known = {*self.names.candidates(), *fields, *BUILT_IN}
        if isinstance(node, Mapping):
            self.check_languages(node)
        for language, names in self.reader.entries(node, "a mapping from languages to labels"):
            found: dict[str, str] = {}
            for key, value in self.reader.entries(names, "a mapping from names to labels"):
                scalar = self.reader.text(value)
                if key.text not in known and self.names.lost:
                    continue  # it may be declared where something could not be read
                if key.text not in known:
                    near = self.sink.near(key.text, known)
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


def unknown_piles(ruleset: Ruleset) -> frozenset[str]:
    """The piles in which there may be cards whose order isn't decided: those that are shuffled, or refilled,
    or to which all of such a pile is moved."""
    found = {zone.name for zone in ruleset.zones.values() if zone.refilled_from is not None}
    found |= {step.zone.family for step in steps_of(ruleset) if isinstance(step, core.Shuffle)}
    moves = [step for step in steps_of(ruleset) if isinstance(step, core.MoveAll)]
    while new := {m.to.family for m in moves if m.source.family in found} - found:
        found |= new
    return frozenset(found)


__all__ = ["TOP_KEYS", "VERSION", "check_file", "check_node", "check_text"]
