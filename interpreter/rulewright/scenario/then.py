"""Reading what a scenario expects: the keys under ``then:``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.check.typing import plural
from rulewright.diagnostics import Place
from rulewright.diagnostics.codes import scenario as codes
from rulewright.engine.templates import Value
from rulewright.loading import Mapping, Node, Scalar
from rulewright.loading import Sequence as YamlList
from rulewright.machine.faults import FaultCode
from rulewright.ruleset.model import Variable
from rulewright.scenario.expectations import (
    CutOffIs,
    Expectation,
    FaultIs,
    LegalIs,
    NumberIs,
    OverIs,
    Refused,
    SeatsAre,
    SeesShown,
    SeesVariable,
    SeesZone,
    VariableIs,
    ZoneIs,
)
from rulewright.scenario.games import Alike, EndlessIs, Mixed
from rulewright.scenario.names import Names
from rulewright.scenario.patterns import Pattern, read_pattern

if TYPE_CHECKING:
    from rulewright.scenario.model import Scenario

THEN_KEYS = (
    "zones",
    "variables",
    "legal",
    "refused",
    "sees",
    "awaits",
    "over",
    "cut_off",
    "endless",
    "alike",
    "mixed",
    "fault",
    "scores",
    "places",
    "winners",
    "dropped",
)
ZONE_KEYS = ("count", "top", "has", "lacks")
LEGAL_KEYS = ("seat", "exactly", "has", "lacks", "count")
SEES_KEYS = ("zones", "variables", "unseen", "shown")
FAULTS = tuple(code.kebab for code in FaultCode if code != FaultCode.NONE)


#: Reads another game of which a scenario speaks; None if it is written wrongly.
ReadGame = Callable[[Names, Node], "Scenario | None"]


def read_then(names: Names, node: Node, read_game: ReadGame) -> Iterator[Expectation | Alike]:
    """The expectations that stand under a ``then:``; what is wrong is reported and left out."""
    reader = names.reader
    mapping = reader.mapping(node, "a mapping of what is expected")
    if mapping is None:
        return
    reader.keys(mapping, THEN_KEYS, what="what is expected")
    for zone, key, value in _zones(names, mapping.get("zones"), "a mapping from zones to components"):
        yield from _zone(names, zone, key, value)
    for entry, word, place in _values(names, mapping.get("variables")):
        if word is not None:
            yield VariableIs(*entry, word, names.entry_name(*entry[:2]), place)
    yield from _legal(names, mapping.get("legal"))
    for pattern in _patterns(names, mapping.get("refused")):
        yield Refused(pattern)
    for key, value in reader.entries(
        mapping.get("sees"), "a mapping from seats, or everyone, to what they see"
    ):
        yield from _sees(names, key, value)
    for what in ("awaits", "winners", "dropped"):
        value_node = mapping.get(what)
        if value_node is not None:
            yield SeatsAre(what, frozenset(names.seats(value_node)), value_node.place)
    for what in ("scores", "places"):
        yield from _numbers(names, what, mapping.get(what))
    for asked, meaning in (("over", OverIs), ("cut_off", CutOffIs), ("endless", EndlessIs)):
        answer = mapping.get(asked)
        if isinstance(answer, Scalar) and isinstance(answer.value, bool):
            yield meaning(answer.value, answer.place)
        elif answer is not None:
            reader.wrong(answer, "true or false")
    alike, game = mapping.key("alike"), mapping.get("alike")
    other = None if game is None else read_game(names, game)
    if alike is not None and other is not None:
        yield Alike(other, alike.place)
    for item in reader.listed(mapping.get("mixed")):
        text = reader.text(item, "the name of zones, without indexes")
        family = None if text is None else names.family(text)
        if family is not None:
            yield Mixed(family, item.place)
    fault = mapping.get("fault")
    if fault is not None:
        yield from _fault(names, fault)


def _zone(names: Names, zone: int, key: Scalar, node: Node) -> Iterator[Expectation]:
    """A number: how many; a list or a mapping from names to how many: exactly these; or count, top, has,
    lacks."""
    if isinstance(node, Scalar) and node.text != "empty":
        count = names.number(node, "how many there are")
        if count is not None:
            yield ZoneIs(zone, node.place, count=count)
        return
    if isinstance(node, Mapping) and any(k in node for k in ZONE_KEYS):
        names.reader.keys(node, ZONE_KEYS, what="what is expected of a zone")
        count_node = node.get("count")
        count = None if count_node is None else names.number(count_node, "how many there are")
        parts = {
            k: names.listed(n) if (n := node.get(k)) is not None else [] for k in ("top", "has", "lacks")
        }
        yield ZoneIs(
            zone,
            key.place,
            count=count,
            top=tuple(parts["top"] or ()),
            has=tuple(parts["has"] or ()),
            lacks=tuple(parts["lacks"] or ()),
        )
        return
    listed = names.listed(node)
    if listed is not None:
        family = names.words.zone_family(zone)
        in_order = family is not None and family.kind in ("pile", "row") and not family.alike
        place = key.place if isinstance(node, Mapping) else node.place
        yield ZoneIs(zone, place, exactly=tuple(listed), ordered=in_order and isinstance(node, YamlList))


def _legal(names: Names, node: Node | None) -> Iterator[Expectation]:
    if node is None:
        return
    if not isinstance(node, Mapping):
        yield LegalIs(None, node.place, exactly=tuple(_patterns(names, node)))
        return
    names.reader.keys(node, LEGAL_KEYS, what="legal moves")
    seat_node, exactly, count_node = node.get("seat"), node.get("exactly"), node.get("count")
    seat = None if seat_node is None else names.seat(seat_node)
    yield LegalIs(
        seat,
        names.reader.head(node),
        exactly=None if exactly is None else tuple(_patterns(names, exactly)),
        has=tuple(_patterns(names, node.get("has"))),
        lacks=tuple(_patterns(names, node.get("lacks"))),
        count=None if count_node is None else names.number(count_node, "how many moves are legal"),
    )


def _patterns(names: Names, node: Node | None) -> Iterator[Pattern]:
    """Moves: each a text (of whoever is to choose), or a mapping from a seat to a text."""
    for item in names.reader.listed(node):
        if isinstance(item, Mapping):
            for key, value in item.entries:
                seat = names.seat(key)
                pattern = None if seat is None else read_pattern(names, seat, value)
                if pattern is not None:
                    yield pattern
        else:
            pattern = read_pattern(names, None, item)
            if pattern is not None:
                yield pattern


def _sees(names: Names, key: Scalar, node: Node) -> Iterator[Expectation]:
    observer = None if key.text == "everyone" else names.seat(key)
    if observer is None and key.text != "everyone":
        return
    mapping = names.reader.mapping(node, "a mapping with zones, variables, unseen, shown")
    if mapping is None:
        return
    names.reader.keys(mapping, SEES_KEYS, what="what a seat sees")
    what = "a mapping from zones to what is seen of them"
    for zone, _, value in _zones(names, mapping.get("zones"), what):
        yield from _sees_zone(names, observer, zone, value)
    unseen = [names.reader.text(item, "a variable") for item in names.reader.listed(mapping.get("unseen"))]
    named = [scalar for scalar in unseen if scalar is not None]
    for entry, word, place in _values(names, mapping.get("variables"), named):
        yield SeesVariable(observer, names.entry_name(*entry[:2]), *entry, word, place)
    shown = mapping.get("shown")
    listed = None if shown is None else names.listed(shown)
    if shown is not None and listed is not None:
        place = names.reader.head(shown) if isinstance(shown, Mapping) else shown.place
        yield SeesShown(observer, tuple(listed), place)


def _zones(names: Names, node: Node | None, what: str) -> Iterator[tuple[int, Scalar, Node]]:
    """Each zone of which something is said, with the name by which it is said, and what."""
    entries = list(names.reader.entries(node, what))
    for (key, value), numbers in zip(entries, names.zones([key for key, _ in entries]), strict=True):
        yield from ((number, key, value) for number in numbers)


def _values(
    names: Names, node: Node | None, unseen: Sequence[Scalar] = ()
) -> Iterator[tuple[tuple[int, int, Variable], Value | None, Place]]:
    """Each entry of a variable of which something is said: (number, entry, variable), its value, and where
    that stands. ``unseen``: the names of those that are not seen, and so have no value."""
    entries = list(names.reader.entries(node, "a mapping from variables to values"))
    found = names.variables([*(key for key, _ in entries), *unseen])
    for (_, value), meant in zip(entries, found, strict=False):
        for entry in meant:
            word = names.value(entry[2], value)
            if word is not None:
                yield entry, word, value.place
    for scalar, meant in zip(unseen, found[len(entries) :], strict=True):
        yield from ((entry, None, scalar.place) for entry in meant)


def _sees_zone(names: Names, observer: int | None, zone: int, node: Node) -> Iterator[Expectation]:
    """Components: exactly these are seen; a number: only how many; ``top: NAME``: only the top; ``unseen``:
    nothing."""
    if isinstance(node, Scalar) and node.text == "unseen":
        yield SeesZone(observer, zone, node.place)
    elif isinstance(node, Scalar) and node.text != "empty":
        count = names.number(node, "how many are seen to be there")
        if count is not None:
            yield SeesZone(observer, zone, node.place, count=count)
    elif isinstance(node, Mapping) and "top" in node:
        names.reader.keys(node, ("top",), what="what is seen of a pile")
        top = names.reader.text(node.get("top"), "the name of a component")
        if top is not None and names.components(top):
            yield SeesZone(observer, zone, node.place, top=top.text)
    else:
        listed = names.listed(node)
        if listed is not None:
            yield SeesZone(observer, zone, node.place, components=tuple(listed))


def _numbers(names: Names, what: str, node: Node | None) -> Iterator[Expectation]:
    """A list with a number for every seat, or a mapping from seats to numbers."""
    if node is None:
        return
    if isinstance(node, Mapping):
        pairs = [(names.seat(key), value) for key, value in node.entries]
    else:
        items = names.reader.items(node, "a list with a number for every seat")
        if len(items) != names.game.players:
            names.sink.report(
                codes.WrongValue,
                node.place,
                f"here stand {len(items)} {what} for {plural(names.game.players, 'player')}",
            )
            return
        pairs = list(enumerate(items))
    for seat, value in pairs:
        number = names.number(value, what, low=-(2**31))
        if seat is not None and number is not None:
            yield NumberIs(what, seat, number, value.place)


def _fault(names: Names, node: Node) -> Iterator[Expectation]:
    text = names.reader.text(node, "the code of a fault")
    if text is None:
        return
    if text.text not in (*FAULTS, "none"):
        names.unknown(text.place, "fault", text.text, FAULTS)
        return
    yield FaultIs(None if text.text == "none" else text.text, text.place)
