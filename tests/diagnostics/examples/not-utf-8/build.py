"""A file saved in Latin-1, where `ü` is the single byte FC."""

from pathlib import Path


def build(folder: Path) -> Path:
    path = folder / "latin1.yaml"
    path.write_bytes('game: Löwe  # error: not-utf-8 "the byte 0xF6"\n'.encode("latin-1"))
    return path
