"""A picture, named instead of the ruleset beside it."""

from pathlib import Path

EXPECT = '# error file: file-binary "the file is not text"'


def build(folder: Path) -> Path:
    path = folder / "board.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00\x00\x00\x01\x00\x08\x02\x00\x00\x00"
    )
    return path
