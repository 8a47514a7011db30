"""Each numbered rule of the five games is shown: a scenario that cites it fails when what carries it out is changed.

One change a rule is remembered in rules_shown.json with the scenario that notices it, so that this takes seconds. Where
what is remembered doesn't hold any more, all changes of that rule are tried.
"""

from __future__ import annotations

import json
from collections import defaultdict

import pytest
from write_rules_shown import FILE, GAMES, ROOT

from rulewright.check import check_file
from rulewright.mutate import Edit, Judge, edits

REMEMBERED = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_shown_by_a_scenario_that_cites_it(game: str) -> None:
    path = ROOT / f"{game}.yaml"
    ruleset, _ = check_file(path)
    assert ruleset is not None
    found = edits(path)
    alike: dict[tuple[str, str], list[Edit]] = defaultdict(list)
    for edit in found:
        alike[edit.before, edit.after].append(edit)
    # What nothing carries out holds by absence, and can't be changed.
    left = {id for id, rule in ruleset.rules.items() if any(id in e.rules for e in found) or not rule.absent}
    with Judge(path) as judge:
        for entry in REMEMBERED[game]:
            for edit in alike[entry["before"], entry["after"]]:
                if left.intersection(entry["shown"], edit.rules):
                    left -= judge.notices(edit, set(entry["shown"].values()))
        for edit in found:
            if left.intersection(edit.rules):
                left -= set(dict(judge.judge(edit, by_rules=True).shown))
    assert not left
