"""What the tests of the schema share: the schema, the sample ruleset, and ways to change one place of it.

The sample is changed as data and not as text; JSON is YAML, so the checker can read the changed sample too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from rulewright.diagnostics import Sink
from rulewright.loading import load, plain

ROOT = Path(__file__).parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "schema" / "ruleset.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

Path_ = tuple[str | int, ...]


def sample(path: Path_ = (), value: Any = None, *, remove: bool = False) -> dict[str, Any]:
    """A copy of the sample with the value at a path set, or removed."""
    result: dict[str, Any] = as_data(Path(__file__).parent / "sample.yaml")
    if not path:
        return result
    node: Any = result
    for step in path[:-1]:
        node = node[step]
    if remove:
        del node[path[-1]]
    else:
        node[path[-1]] = value
    return result


def errors(instance: Any) -> list[tuple[Path_, str]]:
    """(path, message) of each error."""
    return [(tuple(e.absolute_path), e.message) for e in VALIDATOR.iter_errors(instance)]


def rulesets() -> list[Path]:
    """Every ruleset in the repository."""
    found = (ROOT / "rulesets").rglob("*.yaml")
    return sorted(p for p in found if not p.name.endswith(".scenarios.yaml"))


def as_data(path: Path) -> Any:
    """A ruleset file as the validator sees it."""
    node = load(path, Sink())
    assert node is not None
    return plain(node)


def subschemas(node: Any = SCHEMA, path: Path_ = ()) -> Iterator[tuple[Path_, dict[str, Any]]]:
    """Every schema in the schema, with its path."""
    if isinstance(node, bool):
        return
    yield path, node
    for key in ("properties", "patternProperties", "$defs"):
        for name, value in node.get(key, {}).items():
            yield from subschemas(value, (*path, key, name))
    for key in ("items", "if", "then", "else", "additionalProperties", "propertyNames", "not"):
        if isinstance(node.get(key), dict):
            yield from subschemas(node[key], (*path, key))
