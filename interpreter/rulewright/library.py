"""Finding rulesets: by the names of those that ship with the project, by path, and in folders.

Commands take a GAME, which is a shipped name or a path; they take folders, in which only some YAML files are
rulesets. What counts as which is decided here, without reading more of a file than its beginning, so that a
folder of anything can be walked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from rulewright.engine.shipped import ruleset_path, shipped_rulesets

#: How the file of a ruleset's scenarios ends; the ruleset lies beside it.
SCENARIOS_ENDING = ".scenarios.yaml"

#: How much of a file is looked at to see whether it is a ruleset.
_HEAD_BYTES = 64_000


class UnknownGame(LookupError):
    """No file and no shipped ruleset is called so. ``near``: shipped names that are spelt alike."""

    def __init__(self, name: str, near: tuple[str, ...]) -> None:
        self.name, self.near = name, near
        super().__init__(f"there is no file {name!r} and no ruleset of that name")


def find_ruleset(game: str | os.PathLike[str]) -> Path:
    """The file of a GAME; raises UnknownGame with the nearest names of shipped rulesets."""
    path = ruleset_path(game)
    if path.exists():
        return path
    from rulewright.diagnostics.suggest import suggest

    name = Path(game).name.removesuffix(".yaml")
    raise UnknownGame(str(game), tuple(suggest(name, tuple(shipped_rulesets()))))


def is_scenario_file(path: Path) -> bool:
    """Whether the name is that of a scenario file."""
    return path.name.endswith(SCENARIOS_ENDING)


def looks_like_ruleset(path: Path) -> bool:
    """Whether the file has the line that every ruleset begins with (``rulewright: ...``), near its start; or
    can't be read, which the loader then reports."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return True
    return any(line.startswith(b"rulewright:") for line in head.splitlines())


def scenario_file_of(ruleset: Path) -> Path:
    """Where the scenarios of a ruleset lie, whether or not they exist: ``tembo.scenarios.yaml`` beside
    ``tembo.yaml``."""
    return ruleset.with_name(ruleset.name.removesuffix(".yaml") + SCENARIOS_ENDING)


def yaml_files(folder: Path) -> Iterator[Path]:
    """The YAML files under a folder in the order of their paths; hidden files and folders are left out.
    Raises OSError for a folder that can't be looked into: what lies there must not count as well."""

    def refuse(error: OSError) -> NoReturn:
        raise error

    found: list[Path] = []
    for inside, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(inside, name) for name in files if name.endswith(".yaml") and name[0] != "."]
    for path in sorted(found):
        if path.is_file() or not path.exists():
            # A link that leads nowhere is yielded too, to be reported.
            yield path


def rulesets_under(folder: Path) -> list[Path]:
    """The rulesets under a folder."""
    return [p for p in yaml_files(folder) if not is_scenario_file(p) and looks_like_ruleset(p)]


def scenario_files_under(folder: Path) -> list[Path]:
    """The scenario files under a folder."""
    return [p for p in yaml_files(folder) if is_scenario_file(p)]
