"""A scenario that fails on a move says why the move is refused, at the line of the ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.explain.scenarios import because
from rulewright.scenario import run_scenarios

SCENARIOS = """
rulewright: 1
ruleset: tembo
others: deck

scenarios:
  - name: expected
    given:
      zones:
        hand[1]: [antelope 33, zebra 35, gnu 1, elephant]
        row[3]: [gnu 34]
      turn: 1
    then:
      legal:
        has:
          - play_animal a="antelope 33" s=3
  - name: played
    given:
      zones:
        hand[1]: [antelope 33, zebra 35, gnu 1, elephant]
        row[3]: [gnu 34]
      turn: 1
    when:
      - 1: play_animal a="antelope 33" s=3
    then:
      over: false
  - name: refused
    given:
      zones:
        hand[1]: [antelope 33, zebra 35, gnu 1, elephant]
      turn: 1
    then:
      refused:
        - play_animal a="antelope 33" s=3
"""


@pytest.fixture(scope="module")
def failures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    path = tmp_path_factory.mktemp("failing") / "tembo.scenarios.yaml"
    path.write_text(SCENARIOS, encoding="utf-8")
    found = {}
    for result in run_scenarios(path, why=because).results:
        (failure,) = result.failures
        found[result.name] = [
            str(failure.help),
            *(r.message for r in failure.related if r.place.path != str(path)),
        ]
    return found


@pytest.mark.parametrize("name", ["expected", "played"])
def test_why_a_move_is_refused_is_said_with_the_line(failures: dict[str, list[str]], name: str) -> None:
    help, *related = failures[name]
    assert help == 'play_animal a="antelope 33" s=3 is not legal: s can\'t be 3 (T9)'
    # 34 lies there, so it isn't the first (T8), and a later animal needs a higher number (T9).
    assert related == [
        "`row[3] is empty` is false: there is gnu 34; `last(row[3]).number < a.number`: 34 < 33 is false"
    ]


def test_of_a_move_that_is_legal_there_is_nothing_to_say(failures: dict[str, list[str]]) -> None:
    assert failures["refused"] == ["None"]


def test_without_being_asked_for_nothing_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "tembo.scenarios.yaml"
    path.write_text(SCENARIOS, encoding="utf-8")
    for result in run_scenarios(path).results:
        assert result.failures[0].help is None
