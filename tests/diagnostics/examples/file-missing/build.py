"""A path at which there is nothing, such as `rulesets/tembbo.yaml`."""

from pathlib import Path

EXPECT = '# error file: file-missing "there is no such file"'


def build(folder: Path) -> Path:
    return folder / "tembbo.yaml"
