"""The JSON Schema of rulesets: valid itself, made as editors need it, and strict in the right places."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from schema_support import SCHEMA, VALIDATOR, Path_, as_data, errors, rulesets, sample, subschemas

from rulewright.loading.resolve import resolve

DEFS = SCHEMA["$defs"]


def test_is_a_valid_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", rulesets(), ids=lambda p: p.stem)
def test_accepts_every_ruleset(path: Path) -> None:
    assert errors(as_data(path)) == []


@pytest.mark.parametrize("path", rulesets(), ids=lambda p: p.stem)
def test_rulesets_name_the_schema_for_editors(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match is not None
    assert (path.parent / match[1]).resolve().name == "ruleset.schema.json"
    assert (path.parent / match[1]).resolve().exists()


def test_accepts_the_sample_that_has_one_of_everything() -> None:
    assert errors(sample()) == []


# --- made for editors


def test_every_definition_is_explained() -> None:
    wanted = {"title", "description", "markdownDescription"}
    assert [name for name, node in DEFS.items() if not wanted <= {key for key in node if node[key]}] == []


def test_every_property_is_explained() -> None:
    """Hovering over a key shows something: a description of its own or of the definition it refers to."""
    lacking = [
        (*path, name)
        for path, node in subschemas()
        for name, value in node.get("properties", {}).items()
        if isinstance(value, dict) and value and not value.get("description")
        and not DEFS.get(value.get("$ref", "").removeprefix("#/$defs/"), {}).get("description")
    ]  # fmt: skip
    assert lacking == []


def test_kinds_are_told_by_if_and_not_by_trying_all() -> None:
    """With oneOf or anyOf an editor reports every kind's errors at once, or none of use."""
    trying = [path for path, node in subschemas() if {"oneOf", "anyOf", "allOf"} & set(node)]
    assert trying == []


def test_every_object_is_closed() -> None:
    """No part takes keys that it doesn't describe: where there is a list of keys, it is the whole list."""
    for path, node in subschemas():
        if "description" in node and ({"properties", "patternProperties"} & set(node)):
            closed = node.get("additionalProperties") is False or "enum" in node.get("propertyNames", {})
            assert closed, path


def test_references_lead_somewhere_and_nothing_is_left_over() -> None:
    used = {node["$ref"].removeprefix("#/$defs/") for _, node in subschemas() if "$ref" in node}
    assert used == set(DEFS)


def _filled(body: Any) -> Any:
    """What an editor inserts for a snippet when every placeholder is left as it is."""
    if isinstance(body, dict):
        return {_filled(k): _filled(v) for k, v in body.items()}
    if isinstance(body, list):
        return [_filled(v) for v in body]
    if not isinstance(body, str):
        return body
    text = re.sub(r"\$\{\d+:([^{}]*)\}", r"\1", body)
    return resolve(text) if text != body else text


def test_every_snippet_is_valid_where_it_is_offered() -> None:
    offered = 0
    for path, node in subschemas():
        for snippet in node.get("defaultSnippets", ()):
            offered += 1
            assert snippet["label"]
            assert snippet["description"]
            here = VALIDATOR.evolve(schema={**node, "$defs": DEFS})
            found = [e.message for e in here.iter_errors(_filled(snippet["body"]))]
            assert found == [], (path, snippet["label"])
    assert offered >= 20


def test_examples_are_valid() -> None:
    for path, node in subschemas():
        for example in node.get("examples", ()):
            assert VALIDATOR.evolve(schema={**node, "$defs": DEFS}).is_valid(example), (path, example)


# --- strict

BROKEN: list[tuple[str, str, Any, str]] = [
    # what is wrong, where it is set, to what, where the error is (. for the same place, .. for what it is in)
    ("version", "rulewright", 2, "."),
    ("game with a blank", "game", "my game", "."),
    ("players as words", "players", "two", "."),
    ("too many players", "players", 17, "."),
    ("a key at the top", "phases", [], ".."),
    ("a language that is none", "title/english please", "X", ".."),
    ("empty title", "title", "", "."),
    ("rule without text", "rules/R2", {"absent": "x"}, "."),
    ("rule with a key", "rules/R2/because", "x", ".."),
    ("enum as a text", "enums/colour", "red, blue", "."),
    ("enum without values", "enums/colour", [], "."),
    ("enum value that is no name", "enums/colour/1", "dark blue", "."),
    ("the same value twice", "enums/colour/1", "red", ".."),
    ("board of no kind", "boards/cell", {"square": 8}, "."),
    ("board with a key of another", "boards/cell/also", ["x"], ".."),
    ("graph without lines", "assumptions/net", {"because": "x", "graph": 3}, "."),
    ("table as a mapping", "tables/worth/table", {}, "."),
    ("fact with a reason", "tables/worth/because", "x", ".."),
    ("table entry that is null", "tables/worth/entries/red", None, "."),
    ("assumption without a reason", "assumptions/cards", {"number": 4}, "."),
    ("assumption of no kind", "assumptions/cards", {"because": "x", "value": 4}, "."),
    ("number that is none", "assumptions/cards/number", "four", "."),
    ("ruling without question", "rulings/who", {"answer": "x"}, "."),
    ("ruling without answer", "rulings/who", {"question": "x"}, "."),
    ("readings without a choice", "rulings/how", {"question": "x", "readings": {"a": "x", "b": "y"}}, "."),
    ("answer and readings", "rulings/how/answer", "x", ".."),
    ("a single reading", "rulings/how/readings", {"so": "x"}, "."),
    ("component with a key", "components/card/count", 4, ".."),
    ("alike as a text", "components/coin/alike", "yes", "."),
    ("field that is no text", "components/card/fields/colour", [], "."),
    ("zone of no kind", "zones/hand", "heap of card, seen by owner", "."),
    ("zone that is null", "zones/hand", None, "."),
    ("name with a dash", "zones/my-hand", "pile of card, seen by nobody", ".."),
    ("variable with a key", "variables/points/type", "x", ".."),
    ("definition with a bad key", "define/rich player p", "true", ".."),
    ("definition without value", "define/rich(player p)", {"rule": "R1"}, "."),
    ("action without do", "actions/keep", {"rule": "R1"}, "."),
    ("parameters under choose", "actions/keep/choose", {"c": "hand[me]"}, ".."),
    ("parameter with a key", "actions/keep/pick/c/in", "x", ".."),
    ("condition with a key", "actions/keep/pick/c/where/0/if", "x", ".."),
    ("flag as a text", "actions/keep/pick/c/one_of_each_kind", "always", "."),
    ("procedure as a list", "procedures/tidy(player p)", [], "."),
    ("steps as a text", "setup", "shuffle deck", "."),
    ("step that is null", "setup/0", None, "."),
    ("step of no kind", "play/1", {"loop": 3}, "."),
    ("step without parts", "play/1", {}, "."),
    ("loop without do", "play/1", {"while": "turned"}, "."),
    ("turns without from", "play/0/turns", "once round", "."),
    ("key of another kind of step", "play/2/by", "me", ".."),
    ("if without then", "play/0/do/1", {"if": "turned"}, "."),
    ("step that is wrong deep inside", "play/0/do/1/then/0/then", [], ".."),
    ("choose of nothing", "play/0/do/0/choose", [], "."),
    ("done without times", "play/0/do/0", {"choose": "keep", "done": "x"}, "."),
    ("result of nothing", "result", {"rule": "R1"}, "."),
    ("ranking without highest", "result/rank/0", "points[me]", "."),
    ("labels without language", "labels/de", "rot", "."),
]


def _path(text: str) -> Path_:
    return tuple(int(step) if step.isdigit() else step for step in text.split("/"))


@pytest.mark.parametrize(("where", "value", "at"), [row[1:] for row in BROKEN], ids=[r[0] for r in BROKEN])
def test_rejects_at_the_right_place(where: str, value: Any, at: str) -> None:
    path = _path(where)
    expected = path if at == "." else path[:-1]
    found = errors(sample(path, value))
    assert {place for place, _ in found} == {expected}, found


@pytest.mark.parametrize("key", ["rulewright", "game", "title", "players", "play", "result"])
def test_a_ruleset_needs(key: str) -> None:
    found = errors(sample((key,), remove=True))
    assert [(path, key in message) for path, message in found] == [((), True)]


@pytest.mark.parametrize("name", ["κάρτα", "straße_2", "_x", "a1"])
def test_names_of_any_script(name: str) -> None:
    assert errors(sample(("enums", name), [name])) == []


@pytest.mark.parametrize("name", ["1a", "a b", "a-b", "a.b", "", "a:", "{a}"])
def test_what_is_no_name(name: str) -> None:
    assert errors(sample(("enums", name), ["x"]))[0][0] == ("enums",)
    assert errors(sample(("enums", "other"), [name]))[0][0] == ("enums", "other", 0)
