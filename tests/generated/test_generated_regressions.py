"""What made-up rulesets once showed, as small rulesets with the value that is right worked out by hand.

Each file of ``regressions`` begins with two comments: what went wrong, and what is right, as ``variable =
value`` at the end of the game, for a variable without indexes or for each of its entries. Outcomes of chance
are all 0. Where a decision is made, the first legal move is taken.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from side_by_side import play, ways_of

from rulewright.check import check_text
from rulewright.compile.native import native_available
from rulewright.machine.interface import Config, Machine
from rulewright.ruleset.model import Ruleset

FILES = sorted((Path(__file__).parent / "regressions").glob("*.yaml"))
WAYS = ["reference", "python", "native"]
MOST_MOVES = 40


def ruleset_of(text: str) -> Ruleset:
    ruleset, diagnostics = check_text(text)
    assert ruleset is not None, [d.message for d in diagnostics]
    return ruleset


def played(machine: Machine) -> object:
    """The position after a game of first moves."""
    position = machine.start(lambda n: 0)
    for _ in range(MOST_MOVES):
        if machine.over(position):
            break
        seat = machine.awaited(position)[0]
        machine.play(position, seat, machine.legal(position, seat)[0], lambda n: 0)
    assert machine.over(position)
    return position


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_what_was_wrong_is_right(path: Path, way: str) -> None:
    if way == "native" and not native_available():
        pytest.skip("llvmlite is not installed")
    text = path.read_text(encoding="utf-8")
    right = re.findall(r"^# right: (\w+) = (.+)$", text, re.MULTILINE)
    assert right, "says what is right"
    ruleset = ruleset_of(text)
    config = Config(ruleset.players[0], tuple(0 for _ in ruleset.options()))
    machine = ways_of(ruleset, config, *dict.fromkeys(["reference", way]))[way]
    position = played(machine)
    fault = machine.fault(position)
    for name, value in right:
        if name == "fault":
            assert fault is not None
            assert fault.code.kebab == value
        else:
            entries = machine.variables(position)[list(ruleset.variables).index(name)]
            assert entries == [int(n) for n in value.split()]
    assert (fault is not None) == any(name == "fault" for name, _ in right)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_all_ways_agree(path: Path) -> None:
    ruleset = ruleset_of(path.read_text(encoding="utf-8"))
    for players in range(ruleset.players[0], ruleset.players[1] + 1):
        config = Config(players, tuple(0 for _ in ruleset.options()))
        for seed in range(3):
            play(ruleset, config, ways_of(ruleset, config, "reference", "python"), seed)
