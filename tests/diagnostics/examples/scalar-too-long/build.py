"""A text of 20,001 characters."""

from pathlib import Path


def build(folder: Path) -> Path:
    path = folder / "long.yaml"
    text = "gnu " * 5000 + "!"
    path.write_text(
        f'say: "{text}"  # error: scalar-too-long "this text has 20,001 characters"\n', encoding="utf-8"
    )
    return path
