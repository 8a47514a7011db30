"""A file of 100 MB, such as an archive of games that was named by mistake."""

from pathlib import Path

EXPECT = '# error file: file-too-large "100,000,000 bytes, and 1,000,000 are allowed"'


def build(folder: Path) -> Path:
    path = folder / "large.yaml"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    return path
