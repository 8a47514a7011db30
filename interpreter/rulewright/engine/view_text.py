"""A view as text: what a seat sees, in tables of 80 columns.

The views themselves are data (``State.view``); this is the one place that lays them out for people, for the
command line and for messages of tests. Colour is used only when asked for and never with NO_COLOR set.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from typing import Any

from rulewright.engine.words import Words
from rulewright.ruleset.types import Comp, SetOf

#: Columns of the output.
WIDTH = 80


def view_text(words: Words, view: Mapping[str, Any], language: str = "en", *, colour: bool = False) -> str:
    """The text of a ``State.view``.

    Zones and variables that are kept per component are left out where they hold nothing and have not changed,
    since most do; every other zone of the game is listed.
    """
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    colour = colour and not os.environ.get("NO_COLOR")
    console = Console(
        width=WIDTH, no_color=not colour, force_terminal=colour, highlight=False, markup=False, emoji=False
    )
    tables = []
    zones = Table(box=SIMPLE, show_edge=False, pad_edge=False)
    for heading in ("zone", "holds", "components"):
        zones.add_column(heading, justify="right" if heading == "holds" else "left", overflow="fold")
    for name, zone in view["zones"].items():
        if _worth_showing(words, name, zone):
            zones.add_row(_spoken(words, name, language), str(zone.get("count", "?")), _contents(zone))
    tables.append(zones)
    variables = Table(box=SIMPLE, show_edge=False, pad_edge=False)
    variables.add_column("variable")
    variables.add_column("value", overflow="fold")
    for name, value in view["variables"].items():
        if not _unchanged(words, name, value):
            variables.add_row(_spoken(words, name, language), _value(value))
    if variables.row_count:
        tables.append(variables)
    with console.capture() as capture:
        console.print(_heading(words, view, language))
        for table in tables:
            console.print()
            console.print(table)
        for line in _ending(words, view, language):
            console.print(line)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


def _heading(words: Words, view: Mapping[str, Any], language: str) -> str:
    title = words.text(words.ruleset.title, language) or view["game"]
    player = words.label("player", language)
    seen_by = "everyone" if view["seat"] is None else f"{player} {view['seat']}"
    parts = [title, f"as {seen_by} sees it"]
    if view["awaited"]:
        parts.append(f"to choose: {', '.join(f'{player} {seat}' for seat in view['awaited'])}")
    if view["pending"]:
        parts.append(f"chosen: {view['pending']}")
    return " | ".join(parts)


def _ending(words: Words, view: Mapping[str, Any], language: str) -> list[str]:
    if not view["over"]:
        return []
    player = words.label("player", language)
    lines = [
        "",
        "The game is over" + (f" by a fault of the ruleset: {view['fault']}" if view["fault"] else "") + ".",
    ]
    for seat, (score, place) in enumerate(zip(view["scores"], view["places"], strict=True), 1):
        won = "  wins" if seat in view["winners"] else ""
        lines.append(f"{place}. {player} {seat}: {score}{won}")
    return lines


def _worth_showing(words: Words, name: str, zone: Mapping[str, Any]) -> bool:
    family = words.zone_family(words.zone_numbers[name])
    per_component = family is not None and any(isinstance(key.type, Comp) for key in family.keys)
    return not per_component or zone.get("count") != 0


def _unchanged(words: Words, name: str, value: Any) -> bool:
    variable = words.ruleset.variables[name.split("[")[0]]
    per_component = any(isinstance(key.type, Comp) for key in variable.keys)
    start = [] if isinstance(variable.type, SetOf) else words.word(variable.type, variable.start)
    return per_component and value == start


def _spoken(words: Words, name: str, language: str) -> str:
    family, bracket, rest = name.partition("[")
    return words.label(family, language) + bracket + rest


def _contents(zone: Mapping[str, Any]) -> str:
    if "top" in zone:
        return f"{zone['top']} on top"
    if "components" not in zone:
        return ""
    components = zone["components"]
    if isinstance(components, Mapping):
        return ", ".join(name if n == 1 else f"{n} {name}" for name, n in components.items())
    if "unordered" in zone:
        known = [name for name in components if name is not None]
        return ", ".join([*known, f"and in an unknown order {_counted(zone['unordered'])}"])
    return _counted(components)


def _counted(names: list[str]) -> str:
    """Names in order, runs of one name as ``3 boots``."""
    if len(names) == len(set(names)):
        return ", ".join(names)
    if names == sorted(names, key=names.index):
        return ", ".join(name if n == 1 else f"{n} {name}" for name, n in Counter(names).items())
    return ", ".join(names)


def _value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)
