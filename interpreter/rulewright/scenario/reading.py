"""From the YAML of a scenario file to scenarios, with a report for everything that can be known to be wrong.

The form is described in docs/scenarios.md. Reading needs the ruleset, since names are looked up at once; it
plays nothing. Of a scenario with an error only its name is kept, the others are read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Literal

from rulewright.check import check_file
from rulewright.check.structure import Reader
from rulewright.check.typing import plural
from rulewright.diagnostics import Diagnostic, Place, Sink
from rulewright.diagnostics.codes import check as check_codes
from rulewright.diagnostics.codes import scenario as codes
from rulewright.engine.contract import Backend, Game, WrongCall
from rulewright.engine.shipped import ruleset_path, shipped_rulesets
from rulewright.engine.templates import Value
from rulewright.loading import Mapping, Node, Scalar, Sequence, load, load_text
from rulewright.ruleset.model import Ruleset
from rulewright.scenario.chance import Coming
from rulewright.scenario.model import Check, Lay, Play, Prepare, Scenario, ScenarioFile, Step, Unread
from rulewright.scenario.names import Names
from rulewright.scenario.patterns import read_pattern
from rulewright.scenario.position import ZoneGiven, read_zone
from rulewright.scenario.then import read_then

ENDING = ".scenarios.yaml"
VERSION = 1

TOP_KEYS = ("rulewright", "ruleset", "others", "scenarios")
SCENARIO_KEYS = ("name", "reset", "rule", "given", "when", "then")
TABLE_KEYS = ("zones", "others", "variables", "turn")
BEGINNING_KEYS = ("seed", "tape", *TABLE_KEYS)
GIVEN_KEYS = ("players", "readings", *BEGINNING_KEYS)
GAME_KEYS = ("given", "when")


def read_scenarios(
    path: str | os.PathLike[str],
    sink: Sink,
    backend: Backend = "python",
    *,
    text: str | None = None,
    ruleset: Ruleset | None = None,
    only: Callable[[str, Collection[str]], bool] | None = None,
) -> ScenarioFile | None:
    """The scenarios of a file; None if it can't be read or its ruleset can't be used.

    Everything wrong is reported to ``sink``; the diagnostics of the ruleset itself only if it has errors.
    ``text``: what is read in place of what the file holds. ``ruleset``: used in place of the one that belongs
    to the file; its text is for whoever shows the findings to add to the sink. ``only``: which scenarios are
    read at all, by their name and the rules they cite; rules that hold by absence are then not looked after.
    """
    root = load(path, sink) if text is None else load_text(text, os.fspath(path), sink)
    sink.settle()
    if root is None:
        return None
    reader = Reader(sink)
    mapping = reader.mapping(root, "a scenario file: a mapping that begins with rulewright: 1")
    if mapping is None or not reader.keys(mapping, TOP_KEYS, ("rulewright", "scenarios"), "a scenario file"):
        return None
    version = mapping.get("rulewright")
    if not isinstance(version, Scalar) or version.value != VERSION:
        place = reader.head(mapping) if version is None else version.place
        sink.report(check_codes.WrongVersion, place, f"the version of the notation is {VERSION}")
        return None
    ruleset = ruleset or _ruleset(os.fspath(path), mapping, sink)
    if ruleset is None:
        return None
    return _FileReader(os.fspath(path), ruleset, mapping, sink, backend, only).read()


def ruleset_of(path: str | os.PathLike[str]) -> Path:
    """The ruleset that a scenario file lies beside."""
    name = os.fspath(path)
    return Path(name.removesuffix(ENDING) + ".yaml") if name.endswith(ENDING) else Path(name)


def scenarios_of(ruleset: str | os.PathLike[str]) -> Path:
    """Where the scenarios of a ruleset lie: ``tembo.scenarios.yaml`` beside ``tembo.yaml``."""
    path = ruleset_path(ruleset)
    return path if path.name.endswith(ENDING) else path.with_name(path.name.removesuffix(".yaml") + ENDING)


def _is_within(place: Place, node: Node) -> bool:
    return (
        place.path == node.source.path
        and place.span is not None
        and node.span.start.offset <= place.span.start.offset < node.span.end.offset
    )


def _wrong(found: list[Diagnostic]) -> bool:
    """Whether there is an error among the findings."""
    return any(d.severity == "error" for d in found)


def _ruleset(path: str, mapping: Mapping, sink: Sink) -> Ruleset | None:
    node = mapping.get("ruleset")
    place = Reader.head(mapping) if node is None else node.place
    if node is None:
        file = ruleset_of(path)
    elif isinstance(node, Scalar):
        beside = Path(path).parent / node.text
        with_ending = beside.with_name(beside.name + ".yaml")
        file = next((f for f in (beside, with_ending) if f.is_file()), None) or shipped_rulesets().get(
            node.text, beside
        )
    else:
        Reader(sink).wrong(node, "a path, or the name of a ruleset")
        return None
    if not file.is_file():
        sink.report(codes.NoRuleset, place, f"there is no ruleset {os.fspath(file)}")
        return None
    inner = Sink()
    ruleset, diagnostics = check_file(file, sink=inner)
    for source in inner.sources.values():
        sink.add_source(source)
    if ruleset is None:
        sink.report(codes.NoRuleset, place, f"{os.fspath(file)} has {plural(inner.error_count, 'error')}")
        for diagnostic in diagnostics:
            sink.add(diagnostic)
    return ruleset


class _FileReader:
    """Reads one file."""

    def __init__(
        self, path: str, ruleset: Ruleset, root: Mapping, sink: Sink, backend: Backend,
        only: Callable[[str, Collection[str]], bool] | None,
    ) -> None:  # fmt: skip
        self.path, self.ruleset, self.root, self.only = path, ruleset, root, only
        self.sink, self.backend = sink, backend
        self.reader = Reader(sink)
        self.games: dict[tuple[int | None, tuple[tuple[str, str], ...]], Game] = {}

    def read(self) -> ScenarioFile:
        scenarios: list[Scenario] = []
        unread: list[Unread] = []
        named: dict[str, Place] = {}
        loaded = self.sink.diagnostics
        for node in self.reader.items(self.root.get("scenarios"), "a list of scenarios"):
            if self.only is not None and not self.only(*self.heading(node)):
                continue
            with self.sink.hearing() as found:
                # What the loader found in it is a mistake of the scenario as well.
                found += [d for d in loaded if _is_within(d.place, node)]
                scenario = self.item(node, named)
                asserts = scenario is not None and any(
                    isinstance(step, Check) and step.expectations for step in scenario.steps
                )
                if scenario is not None and not asserts and not _wrong(found):
                    self.sink.report(
                        codes.AssertsNothing,
                        scenario.place,
                        "this scenario expects nothing",
                        help="say under `then:` what",
                    )
            if scenario is None or _wrong(found):
                unread.append(self.unread(node, sorted(set(found))))
            else:
                scenarios.append(scenario)
        if self.only is None:
            self.absent_rules(named)
        return ScenarioFile(self.path, self.ruleset, scenarios, unread)

    def item(self, node: Node, named: dict[str, Place]) -> Scenario | None:
        """One of the list, without what can't be read in it; None if nothing can. ``named``: the scenarios so
        far by name."""
        mapping = self.reader.mapping(node, "a scenario: a mapping with name, rule, given, when, then")
        if mapping is None or not self.reader.keys(mapping, SCENARIO_KEYS, ("name",), "a scenario"):
            return None
        name = self.reader.text(mapping.get("name"), "the name of the scenario")
        if name is None:
            return None
        if name.text in named:
            self.sink.report(
                codes.DuplicateScenario,
                name.place,
                f"there is a scenario '{name.text}' already",
                related=[(named[name.text], "the first one")],
            )
        named.setdefault(name.text, name.place)
        return self.scenario(mapping, name)

    def heading(self, node: Node) -> tuple[str, tuple[str, ...]]:
        """The name and the rules of what may be a scenario, with no report if it is none."""
        name = node.get("name") if isinstance(node, Mapping) else None
        rule = node.get("rule") if isinstance(node, Mapping) else None
        rules = rule.items if isinstance(rule, Sequence) else [rule]
        return (
            name.text if isinstance(name, Scalar) else "",
            tuple(r.text for r in rules if isinstance(r, Scalar) and r.text in self.ruleset.rules),
        )

    def unread(self, node: Node, found: list[Diagnostic]) -> Unread:
        """What can be told of a scenario that has mistakes, which are reported already."""
        name = node.get("name") if isinstance(node, Mapping) else None
        place = name.place if isinstance(name, Scalar) else node.place
        return Unread(*self.heading(node), place, found)

    def absent_rules(self, named: dict[str, Place]) -> None:
        """Reports rules that hold by absence and whose scenario isn't here, in the ruleset's own scenario
        file."""
        if ruleset_of(self.path).resolve() != Path(self.ruleset.path).resolve():
            return
        for rule in self.ruleset.rules.values():
            if rule.absent is not None and rule.absent not in named:
                key = self.root.key("scenarios")
                assert key is not None
                self.sink.report(
                    codes.NoSuchScenario,
                    key.place,
                    f"rule {rule.id} holds by absence, and its scenario '{rule.absent}' is missing",
                    related=[(rule.place, "the rule")],
                )

    def scenario(self, mapping: Mapping, name: Scalar) -> Scenario | None:
        """One scenario, as ``item``."""
        rules = self.rules(mapping)
        given = self.reader.mapping(mapping.get("given"), "a mapping") or None
        game = self.game(given, name.place)
        if game is None:
            return None
        names = Names(game, self.sink)
        scenario = Scenario(name.text, rules, name.place, game, names, reset=self.is_reset(mapping))
        self.play(scenario, mapping, given, GIVEN_KEYS)
        then = mapping.get("then")
        if then is not None:
            scenario.steps.append(Check(tuple(read_then(names, then, self.other_game)), then.place))
        return scenario

    def play(
        self, scenario: Scenario, mapping: Mapping, given: Mapping | None, keys: tuple[str, ...]
    ) -> None:
        """What is given, and what happens."""
        key = mapping.key("given")
        if given is not None and key is not None:
            self.reader.keys(given, keys, what="given")
            self.chance(scenario, given)
            if any(name in given for name in TABLE_KEYS):
                scenario.steps.append(self.table(scenario.names, given, key.place))
        scenario.steps += self.steps(scenario.names, mapping.get("when"))

    def other_game(self, names: Names, node: Node) -> Scenario | None:
        """Another game with the same players and readings, of which an expectation speaks."""
        mapping = self.reader.mapping(node, "another game: a mapping with given and when")
        if mapping is None or not self.reader.keys(mapping, GAME_KEYS, what="another game"):
            return None
        given = self.reader.mapping(mapping.get("given"), "a mapping") or None
        other = Scenario("", (), node.place, names.game, names)
        self.play(other, mapping, given, BEGINNING_KEYS)
        return other

    def is_reset(self, mapping: Mapping) -> bool:
        """Whether the scenario has the mark of a reset."""
        node = mapping.get("reset")
        if node is not None and not (isinstance(node, Scalar) and isinstance(node.value, bool)):
            self.reader.wrong(node, "true or false")
        return isinstance(node, Scalar) and node.value is True

    def rules(self, mapping: Mapping) -> tuple[str, ...]:
        cited: list[str] = []
        for node in self.reader.listed(mapping.get("rule")):
            scalar = self.reader.text(node, "the number of a rule")
            if scalar is None:
                continue
            if scalar.text not in self.ruleset.rules:
                self.sink.report(
                    check_codes.UnknownRule, scalar.place, f"the ruleset has no rule '{scalar.text}'"
                )
            cited.append(scalar.text)
        return tuple(cited)

    def game(self, given: Mapping | None, place: Place) -> Game | None:
        """The game the scenario asks for; one is made for each setup and kept."""
        players, readings, at = None, {}, place
        if given is not None:
            node = given.get("players")
            if isinstance(node, Scalar) and isinstance(node.value, int):
                players, at = node.value, node.place
            elif node is not None:
                self.reader.wrong(node, "the number of players")
            for key, value in self.reader.entries(
                given.get("readings"), "a mapping from rulings to readings"
            ):
                reading = self.reader.text(value, "the name of a reading")
                if reading is not None:
                    readings[key.text], at = reading.text, key.place
        setup = (players, tuple(sorted(readings.items())))
        if setup not in self.games:
            try:
                self.games[setup] = self.new_game(players, readings)
            except WrongCall as error:
                self.sink.report(codes.WrongGame, at, str(error))
                return None
        return self.games[setup]

    def new_game(self, players: int | None, readings: dict[str, str]) -> Game:
        """A game of this setup; what is too big to be compiled is run by the plain evaluator."""
        from rulewright.compile.layout import TooBig

        try:
            return Game(self.ruleset, players, readings, backend=self.backend)
        except TooBig:
            return Game(self.ruleset, players, readings, backend="reference")

    def chance(self, scenario: Scenario, given: Mapping) -> None:
        """The seed and the first outcomes."""
        names, seed, tape = scenario.names, given.get("seed"), given.get("tape")
        if seed is not None:
            scenario.seed = names.number(seed, "a seed") or 0
        outcomes = [
            names.number(node, "an outcome") for node in self.reader.items(tape, "a list of outcomes")
        ]
        scenario.tape = tuple(o for o in outcomes if o is not None)

    def table(self, names: Names, given: Mapping, place: Place) -> Lay:
        """The table that is given."""
        zones: list[ZoneGiven] = []
        seen: set[int] = set()
        entries = list(self.reader.entries(given.get("zones"), "a mapping from zones to components"))
        meant = zip(entries, names.zones([key for key, _ in entries]), strict=True)
        # What is given by itself chooses first among components of one name.
        for (key, value), numbers in sorted(meant, key=lambda pair: len(pair[1])):
            for number in numbers:
                zone = read_zone(names, key, value, number)
                if zone is None:
                    continue
                if number in seen:
                    self.sink.report(codes.ImpossiblePosition, key.place, f"{key.text} is given twice")
                seen.add(number)
                zones.append(zone)
        variables: list[tuple[int, int, Value]] = []
        entries = list(self.reader.entries(given.get("variables"), "a mapping from variables to values"))
        for (_, value), found in zip(entries, names.variables([key for key, _ in entries]), strict=True):
            for number, entry, variable in found:
                word = names.value(variable, value)
                if word is not None:
                    variables.append((number, entry, word))
        turn, others = given.get("turn"), given.get("others")
        return Lay(
            tuple(zones),
            tuple(self.zones_named(names, others if others is not None else self.root.get("others"))),
            tuple(variables),
            None if turn is None else names.seat(turn),
            place,
        )

    def zones_named(self, names: Names, node: Node | None) -> list[tuple[int, Place]]:
        found = []
        for item in self.reader.listed(node):
            scalar = self.reader.text(item, "a zone")
            zone = None if scalar is None else names.zone(scalar)
            if zone is not None:
                found.append((zone, item.place))
        return found

    def steps(self, names: Names, node: Node | None) -> list[Step]:
        """A list of moves (``1: take_card``), of what chance gives (``next:``, ``chance:``), of checks
        (``then:``) and of tables that are laid anew (``given:``)."""
        steps: list[Step] = []
        for item in self.reader.items(node, "a list of moves"):
            mapping = self.reader.mapping(item, "a move with its seat: `1: take_card`")
            if mapping is None:
                continue
            for key, value in mapping.entries:
                step = self.step(names, key, value)
                if step is not None:
                    steps.append(step)
        return steps

    def step(self, names: Names, key: Scalar, value: Node) -> Step | None:
        if key.text == "then":
            return Check(tuple(read_then(names, value, self.other_game)), key.place)
        if key.text == "given":
            mapping = self.reader.mapping(value, "a table: a mapping with zones, variables, turn")
            if mapping is None:
                return None
            self.reader.keys(mapping, TABLE_KEYS, what="a table that is laid in between")
            return self.table(names, mapping, key.place)
        if key.text in ("next", "chance"):
            kind: Literal["next", "chance"] = "next" if key.text == "next" else "chance"
            coming = [self.coming(names, item, kind) for item in self.reader.listed(value)]
            return Prepare(tuple(c for c in coming if c is not None), key.place)
        seat = names.seat(key)
        if seat is None:
            return None
        pattern = read_pattern(names, seat, value)
        return None if pattern is None else Play(pattern)

    def coming(self, names: Names, node: Node, kind: Literal["next", "chance"]) -> Coming | None:
        """One prescribed outcome: under ``next`` a card or a number from 1, under ``chance`` a number from
        0."""
        if kind == "chance":
            outcome = names.number(node, "an outcome, from 0")
            return None if outcome is None else Coming(str(outcome), node.place, outcome=outcome)
        if not isinstance(node, Scalar):
            self.reader.wrong(node, "a component, or the number of an outcome from 1")
            return None
        cards = names.words.ids_named(node.text)
        if cards:
            return Coming(node.text, node.place, cards)
        if isinstance(node.value, int) and not isinstance(node.value, bool) and node.value > 0:
            return Coming(node.text, node.place, outcome=node.value - 1)
        names.unknown(node.place, "component", node.text, names.words.component_names())
        return None
