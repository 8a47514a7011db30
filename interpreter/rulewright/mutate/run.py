"""A run over the changes of a ruleset: all, or a sample drawn with a seed; on all cores, for a time."""

from __future__ import annotations

import atexit
import random
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.mutate.edits import Edit, edits
from rulewright.mutate.judge import Judge, Judgement, Verdict
from rulewright.simulate.processes import worker_processes
from rulewright.simulate.summary import wilson


@dataclass(slots=True)
class Mutation:
    """``judged``: in the order of their places. ``all``: how many changes there are, of which these are all
    or a sample."""

    path: Path
    all: int
    judged: list[tuple[Edit, Judgement]] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    def count(self, *verdicts: Verdict) -> int:
        """How many changes had one of these verdicts."""
        return sum(judgement.verdict in verdicts for _, judgement in self.judged)

    @property
    def playable(self) -> int:
        """Changes that the checker let pass."""
        return len(self.judged) - self.count(Verdict.CHECKER)

    @property
    def noticed(self) -> float:
        """Of the changes that the checker let pass, the share that a scenario or play noticed."""
        return self.count(Verdict.SCENARIO, Verdict.PLAY) / max(1, self.playable)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share of all changes lies with 95 %, if these are a sample of them."""
        return wilson(self.count(Verdict.SCENARIO, Verdict.PLAY), max(1, self.playable))


@dataclass(frozen=True, slots=True)
class RuleShown:
    """How well the scenarios of one rule know it. ``playable``: changes of nodes that cite it and that the
    checker let pass; ``noticed``: those of them with which a scenario that cites the rule fails; ``example``:
    one of these changes, and the scenario."""

    rule: str
    playable: int
    noticed: int
    example: tuple[Edit, str] | None


def rules_shown(result: Mutation, rules: Iterable[str]) -> list[RuleShown]:
    """Rule by rule what a run found out."""
    found = []
    for rule in rules:
        mine = [(e, j) for e, j in result.judged if rule in e.rules and j.verdict is not Verdict.CHECKER]
        noticed = [(e, dict(j.shown)[rule]) for e, j in mine if rule in dict(j.shown)]
        found.append(RuleShown(rule, len(mine), len(noticed), noticed[0] if noticed else None))
    return found


def mutate(
    path: Path,
    *,
    seconds: float,
    seed: int = 0,
    most: int | None = None,
    workers: int = 1,
    by_rules: bool = False,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> Mutation:
    """Judges the changes of a ruleset file until time is up; the order is drawn with the seed, so what was
    judged by then is a fair sample. ``most``: how many at most. ``by_rules``: only of nodes that cite rules,
    and only by the scenarios that cite these. An interrupt ends it with what there is."""
    found = edits(path)
    if by_rules:
        found = [edit for edit in found if edit.rules]
    result = Mutation(path, len(found))
    order = list(range(len(found)))
    random.Random(seed).shuffle(order)
    order = order[:most]
    begun = time.monotonic()
    judged: dict[int, Judgement] = {}
    try:
        if workers == 1:
            with Judge(path) as judge:
                for number in order:
                    if time.monotonic() - begun > seconds:
                        break
                    judged[number] = judge.judge(found[number], by_rules=by_rules)
                    on_progress(len(judged), len(order))
        else:
            _side_by_side(path, found, order, begun + seconds, workers, by_rules, judged, on_progress)
    except KeyboardInterrupt:
        result.interrupted = True
    result.judged = [(found[number], judged[number]) for number in sorted(judged)]
    result.seconds = time.monotonic() - begun
    return result


def _side_by_side(
    path: Path, found: Sequence[Edit], order: Sequence[int], end: float, workers: int, by_rules: bool,
    judged: dict[int, Judgement], on_progress: Callable[[int, int], None],
) -> None:  # fmt: skip
    executor = worker_processes(workers, _begin, path)
    try:
        waiting: dict[Future[Judgement], int] = {}
        numbers = iter(order)
        while True:
            while len(waiting) < 2 * workers and time.monotonic() < end:
                number = next(numbers, None)
                if number is None:
                    break
                waiting[executor.submit(_judge, found[number], by_rules)] = number
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                judged[waiting.pop(future)] = future.result()
                on_progress(len(judged), len(order))
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


# --- in the workers -----------------------------------------------------------------------------------------

_mine: list[Judge] = []


def _begin(path: Path) -> None:
    _mine[:] = [Judge(path)]
    atexit.register(_mine[0].close)


def _judge(edit: Edit, by_rules: bool) -> Judgement:
    return _mine[0].judge(edit, by_rules=by_rules)
