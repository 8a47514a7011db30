"""The JSON Schema of scenario files: valid itself, explained, and of one mind with the reader."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from schema_support import ROOT, as_data, subschemas

from rulewright.machine.faults import FaultCode
from rulewright.scenario import reading, then

SCHEMA: dict[str, Any] = json.loads((ROOT / "schema" / "scenarios.schema.json").read_text(encoding="utf-8"))
DEFS = SCHEMA["$defs"]
FILES = sorted((ROOT / "rulesets").rglob("*.scenarios.yaml"))


def errors(instance: Any) -> list[tuple[tuple[str | int, ...], str]]:
    found = Draft202012Validator(SCHEMA).iter_errors(instance)
    return [(tuple(e.absolute_path), e.message) for e in found]


def test_is_a_valid_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_accepts_every_scenario_file(path: Path) -> None:
    assert errors(as_data(path)) == []
    first = path.read_text(encoding="utf-8").splitlines()[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match is not None
    assert (path.parent / match[1]).resolve() == ROOT / "schema" / "scenarios.schema.json"


def test_everything_is_explained() -> None:
    for path, node in subschemas(SCHEMA):
        for name, value in node.get("properties", {}).items():
            target = DEFS.get(value.get("$ref", "").removeprefix("#/$defs/"), {})
            assert value.get("description") or target.get("description"), (path, name)
    for name, node in DEFS.items():
        assert node["title"], name
        assert node["markdownDescription"], name


def test_kinds_are_told_by_if_and_not_by_trying_all() -> None:
    for path, node in subschemas(SCHEMA):
        assert not {"oneOf", "anyOf"} & set(node), path


@pytest.mark.parametrize(
    ("properties", "keys"),
    [
        (SCHEMA["properties"], reading.TOP_KEYS),
        (DEFS["scenario"]["properties"], reading.SCENARIO_KEYS),
        (DEFS["given"]["properties"], reading.GIVEN_KEYS),
        (DEFS["table"]["properties"], reading.TABLE_KEYS),
        (DEFS["beginning"]["properties"], reading.BEGINNING_KEYS),
        (DEFS["game"]["properties"], reading.GAME_KEYS),
        (DEFS["then"]["properties"], then.THEN_KEYS),
        (DEFS["expected_zone"]["then"]["properties"], then.ZONE_KEYS),
        (DEFS["legal"]["properties"], then.LEGAL_KEYS),
        (DEFS["view"]["properties"], then.SEES_KEYS),
    ],
)
def test_knows_the_keys_that_the_reader_knows(properties: dict[str, Any], keys: tuple[str, ...]) -> None:
    assert set(properties) == set(keys)


def test_knows_the_faults() -> None:
    codes = {code.kebab for code in FaultCode if code != FaultCode.NONE}
    assert set(DEFS["then"]["properties"]["fault"]["enum"]) == codes | {"none"}


def scenario(**parts: Any) -> dict[str, Any]:
    return {"rulewright": 1, "scenarios": [{"name": "one", **parts}]}


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        ({"rulewright": 1}, ()),
        ({"rulewright": 2, "scenarios": []}, ("rulewright",)),
        ({"rulewright": 1, "scenarios": [{}]}, ("scenarios", 0)),
        (scenario(whan=[]), ("scenarios", 0)),
        (scenario(given={"turn": 0}), ("scenarios", 0, "given", "turn")),
        (scenario(given={"zones": {"hand[1]": 3}}), ("scenarios", 0, "given", "zones", "hand[1]")),
        (scenario(given={"zones": {"deck": {"top": 3}}}), ("scenarios", 0, "given", "zones", "deck", "top")),
        (scenario(when=["take_card"]), ("scenarios", 0, "when", 0)),
        (scenario(when=[{"0": "take_card"}]), ("scenarios", 0, "when", 0)),
        (
            scenario(then={"zones": {"hand[1]": {"boots": "many"}}}),
            ("scenarios", 0, "then", "zones", "hand[1]", "boots"),
        ),
        (scenario(then={"sees": {"all": {}}}), ("scenarios", 0, "then", "sees")),
        (scenario(then={"fault": "empty"}), ("scenarios", 0, "then", "fault")),
        (scenario(then={"endless": "no"}), ("scenarios", 0, "then", "endless")),
        (scenario(then={"mixed": 3}), ("scenarios", 0, "then", "mixed")),
        (scenario(then={"alike": {"given": {"players": 3}}}), ("scenarios", 0, "then", "alike", "given")),
        (scenario(then={}), ("scenarios", 0, "then")),
    ],
)
def test_refuses_what_is_broken_at_its_place(broken: Any, path: tuple[str | int, ...]) -> None:
    assert path in [where for where, _ in errors(broken)]
