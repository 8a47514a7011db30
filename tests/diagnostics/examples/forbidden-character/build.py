"""A text with an invisible mark that makes the rest of its line appear in reverse."""

from pathlib import Path


def build(folder: Path) -> Path:
    path = folder / "reversed.yaml"
    path.write_text(
        'say: the lion \u202e eats  # error: forbidden-character "the invisible mark U+202E"\n',
        encoding="utf-8",
    )
    return path
