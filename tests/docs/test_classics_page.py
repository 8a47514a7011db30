"""The page about the classics: it lists all of them, its sizes are about right, and its variants can be played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.engine.contract import Game, load

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "classics.md").read_text(encoding="utf-8")
CLASSICS = sorted(
    path for path in (ROOT / "rulesets" / "classics").glob("*.yaml") if not path.stem.endswith(".scenarios")
)
#: Name -> lines here, lines there (none: that program doesn't have it).
SIZES = {
    name: (int(ours), int(theirs) if theirs != "-" else None)
    for name, ours, theirs in re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+|-)[^|]*\|", PAGE, re.MULTILINE)
}
VARIANTS = re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE.split("## Variants")[1], re.MULTILINE)


def test_all_classics_are_listed() -> None:
    assert sorted(SIZES) == [path.stem for path in CLASSICS]


@pytest.mark.parametrize("path", CLASSICS, ids=lambda p: p.stem)
def test_sizes_are_as_said(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    said, theirs = SIZES[path.stem]
    counted = sum(1 for line in lines if line.strip() and not line.lstrip().startswith("#"))
    # A few lines may come and go without the page being wrong.
    assert abs(counted - said) <= 5, f"{path.stem} has {counted} lines"
    assert theirs is None or counted < theirs
    assert len(lines) <= 150, "a classic is small"


@pytest.mark.parametrize(("name", "how"), VARIANTS, ids=[name for name, _ in VARIANTS])
def test_variants_can_be_played(name: str, how: str, tmp_path: Path) -> None:
    data = tmp_path / "data.yaml"
    data.write_text("\n".join(re.findall(r"`(\w+: \w+)`", how)) + "\n", encoding="utf-8")
    readings = dict(re.findall(r"--set (\w+)=(\w+)", how))
    assert readings or data.stat().st_size > 1
    state = Game(load(name, data if "--data" in how else None), readings=readings).start(seed=1)
    for _ in range(10):
        if not state.over:
            state.play(state.legal()[0])
    assert state.fault is None
