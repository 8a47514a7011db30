"""The path of a folder, such as `rulesets`."""

from pathlib import Path

EXPECT = '# error file: file-unreadable "this is a folder, not a file"'


def build(folder: Path) -> Path:
    path = folder / "rulesets"
    path.mkdir()
    return path
