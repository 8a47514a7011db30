"""Where the rulesets that come with the project are, and how a name finds one.

They lie in ``rulesets/`` beside the sources in a checkout and inside the package when it is installed from a
wheel.
"""

from __future__ import annotations

import os
from pathlib import Path

import rulewright


def rulesets_folder() -> Path:
    """The folder of the rulesets that ship with the project."""
    package = Path(rulewright.__file__).parent
    inside = package / "rulesets"
    return inside if inside.is_dir() else package.parent.parent / "rulesets"


def shipped_rulesets() -> dict[str, Path]:
    """Name -> file of each ruleset that ships, sorted by name."""
    found = {
        path.stem: path
        for path in rulesets_folder().rglob("*.yaml")
        if not path.name.endswith(".scenarios.yaml")
    }
    return dict(sorted(found.items()))


def ruleset_path(path_or_name: str | os.PathLike[str]) -> Path:
    """The file meant: the path itself, or for a bare name without an ending the file of that name with
    ``.yaml`` in the current folder, or the ruleset that ships under it.

    What lies in the folder is preferred. What is found nowhere is returned as a path, for the loader to
    report.
    """
    path = Path(path_or_name)
    if path.is_file() or path.suffix or len(path.parts) > 1:
        return path
    beside = path.with_name(path.name + ".yaml") if path.name else path
    if beside.is_file():
        return beside
    # A folder of that name is no ruleset.
    return shipped_rulesets().get(path.name, path)
