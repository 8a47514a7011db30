"""Writes rules_shown.json: for each rule of the five games a change of what cites it, and the scenario that notices.

    python tests/mutate/write_rules_shown.py [GAME ...]

Run it when a ruleset or its scenarios have changed so much that the test has to search. A game takes some minutes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rulewright.check import check_file
from rulewright.mutate import Edit, mutate

ROOT = Path(__file__).parents[2] / "rulesets"
FILE = Path(__file__).with_name("rules_shown.json")
GAMES = ("tembo", "survival_of_the_fittest", "niagara", "zambezi", "zum_kuhkuck")


def few(shown: list[tuple[Edit, dict[str, str]]]) -> list[dict[str, object]]:
    """Changes that together show every rule that some change shows, each time the one that shows most of the rest."""
    left = {rule for _, rules in shown for rule in rules}
    chosen = []
    while left:
        edit, rules = max(shown, key=lambda entry: len(left.intersection(entry[1])))
        mine = {rule: rules[rule] for rule in sorted(left.intersection(rules))}
        left -= set(mine)
        chosen.append({"before": edit.before, "after": edit.after, "shown": mine})
    return chosen


def main(games: list[str]) -> None:
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    for game in games:
        path = ROOT / f"{game}.yaml"
        result = mutate(path, seconds=3600, by_rules=True)
        known[game] = few([(edit, dict(judgement.shown)) for edit, judgement in result.judged])
        ruleset, _ = check_file(path)
        assert ruleset is not None
        shown = {rule for entry in known[game] for rule in entry["shown"]}
        print(game, "not shown:", [rule for rule in ruleset.rules if rule not in shown])
        FILE.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
