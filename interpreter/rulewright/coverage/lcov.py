"""Coverage as lcov writes it, for the many programs that show that: over the lines of the ruleset.

A line counts as often as the step on it that ran most (several may stand on one, by an alias), a line of an
action as often as the action was chosen. Functions are the rules that steps and actions cite, and the
actions. Branches are the ways on from a step and those of an ``if`` in an expression, numbered in the order
of the items, a block for each step or ``if``.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.coverage.items import Item
from rulewright.coverage.report import Coverage


def lcov(coverage: Coverage, test: str = "") -> str:
    """The text of a tracefile with one record: what all sources of the coverage came to together.
    ``test``: the name of the test in it."""
    return "".join(f"{line}\n" for line in _lines(coverage, test))


def _lines(coverage: Coverage, test: str) -> Iterator[str]:
    here = [item for item in coverage.items if item.place is not None and item.line is not None]
    counts = {item: sum(item.count(reached.tally) for reached in coverage.sources.values()) for item in here}
    yield f"TN:{test}"
    yield f"SF:{coverage.ruleset.path}"
    functions = [item for item in here if item.kind in ("rule", "action")]
    names = {item: f"{item.kind} {item.name}" for item in functions}
    yield from (f"FN:{item.line},{names[item]}" for item in functions)
    yield from (f"FNDA:{counts[item]},{names[item]}" for item in functions)
    yield from _summed("FN", [counts[item] for item in functions])
    yield from _branches(here, counts)
    lines: dict[int, int] = {}
    for item in here:
        if item.kind in ("step", "action") and item.line is not None:
            lines[item.line] = max(lines.get(item.line, 0), counts[item])
    yield from (f"DA:{line},{count}" for line, count in sorted(lines.items()))
    yield from _summed("L", list(lines.values()))
    yield "end_of_record"


def _branches(here: list[Item], counts: dict[Item, int]) -> Iterator[str]:
    ran = {item.parent for item in here if item.kind == "step" and counts[item]}
    blocks: dict[int, list[Item]] = {}
    for item in here:
        if item.kind in ("branch", "arm"):
            blocks.setdefault(item.parent, []).append(item)
    taken: list[int] = []
    for number, (parent, arms) in enumerate(blocks.items()):
        begun = parent in ran or any(counts[item] for item in arms)
        for arm, item in enumerate(arms):
            # Of what was never run nobody knows which way it goes.
            count = str(counts[item]) if begun else "-"
            taken.append(counts[item])
            yield f"BRDA:{item.line},{number},{arm},{count}"
    yield from _summed("BR", taken)


def _summed(what: str, counts: list[int]) -> Iterator[str]:
    """How many were found, and how many of them hit."""
    yield f"{what}F:{len(counts)}"
    yield f"{what}H:{sum(count > 0 for count in counts)}"
