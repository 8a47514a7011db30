"""What many games come to, kept as integers that add up: no order of adding changes a digit."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from operator import mul

from rulewright.compile import runtime
from rulewright.engine.fault_report import FaultReport, report
from rulewright.machine.faults import Fault, FaultCode
from rulewright.ruleset.model import Ruleset
from rulewright.simulate.records import CUT_OFF, WIDTH, WINNERS, Records

#: The normal quantile of 95 % intervals.
_Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class FaultCount:
    """One kind of fault at one place. ``game``: the number of the first game of the run that ended so, after
    ``moves`` moves."""

    fault: Fault
    count: int
    game: int
    moves: int

    def report(self, ruleset: Ruleset) -> FaultReport:
        """In words, with its place and rules."""
        return report(ruleset, self.fault)


@dataclass(slots=True)
class Summary:
    """The games of a run so far. Lists are by seat; ``ended``: games with a result, which scores, wins and
    draws are of; ``cut_off``: those of them that a limit of the ruleset ended; ``gave_up``: games without a
    result, given up after so many moves as the run allows."""

    players: int
    games: int = 0
    ended: int = 0
    gave_up: int = 0
    cut_off: int = 0
    moves: int = 0
    moves_squared: int = 0
    fewest: int | None = None
    most: int | None = None
    branching: int = 0
    scores: list[int] = field(default_factory=list)
    scores_squared: list[int] = field(default_factory=list)
    winners: Counter[int] = field(default_factory=Counter)
    """Mask of the seats that win -> games."""
    faults: dict[tuple[int, int, int], FaultCount] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.players
        self.scores_squared = self.scores_squared or [0] * self.players

    def add(self, records: Records) -> None:
        """Counts the games of some records."""
        statuses = Counter(records.column(runtime.OUT_STATUS))
        moves = records.column(runtime.OUT_MOVES)
        self.games += records.count
        self.gave_up += statuses[runtime.STATUS_MOVE_LIMIT]
        self.moves += sum(moves)
        self.moves_squared += sum(map(mul, moves, moves))
        if records.count:
            fewest, most = min(moves), max(moves)
            self.fewest = fewest if self.fewest is None else min(self.fewest, fewest)
            self.most = most if self.most is None else max(self.most, most)
        self.branching += sum(records.column(runtime.OUT_BRANCHING))
        for seat in range(self.players):
            # Games without a result have score 0 in their record, so they don't count here.
            scores = records.column(runtime.OUT_SCORES + seat)
            self.scores[seat] += sum(scores)
            self.scores_squared[seat] += sum(map(mul, scores, scores))
        ended = statuses[runtime.STATUS_OVER]
        self.ended += ended
        self.cut_off += sum(records.column(CUT_OFF))
        winners = Counter(records.column(WINNERS))
        winners[0] -= records.count - ended
        self.winners += winners
        if statuses[runtime.STATUS_FAULT]:
            self._add_faults(records)

    def _add_faults(self, records: Records) -> None:
        words = records.words
        for i in range(records.count):
            base = i * WIDTH
            if words[base + runtime.OUT_STATUS] != runtime.STATUS_FAULT:
                continue
            code, place, detail = words[base + runtime.OUT_FAULT : base + runtime.OUT_FAULT + 3]
            # Of a number out of range each value would be a fault of its own; of a question it tells which.
            key = (code, place, detail if code == FaultCode.OPEN_QUESTION else 0)
            found = self.faults.get(key)
            if found is None:
                moves = words[base + runtime.OUT_MOVES]
                fault = Fault(FaultCode(code), place, detail)
                self.faults[key] = FaultCount(fault, 1, records.first + i, moves)
            else:
                self.faults[key] = FaultCount(found.fault, found.count + 1, found.game, found.moves)

    # --- what it comes to -------------------------------------------------------------------------------

    @property
    def faulty(self) -> int:
        """Games that ended in a fault."""
        return sum(fault.count for fault in self.faults.values())

    @property
    def mean_moves(self) -> float:
        """Moves per game, all games counted."""
        return self.moves / self.games if self.games else 0.0

    @property
    def sd_moves(self) -> float:
        """Their standard deviation (of a sample)."""
        return _deviation(self.games, self.moves, self.moves_squared)

    @property
    def mean_branching(self) -> float:
        """Legal moves per decision."""
        return self.branching / self.moves if self.moves else 0.0

    def wins(self, seat: int) -> int:
        """Games that the seat wins alone."""
        return self.winners[1 << seat]

    def shared_wins(self, seat: int) -> int:
        """Games that the seat wins together with others."""
        return sum(games for mask, games in self.winners.items() if mask >> seat & 1) - self.wins(seat)

    @property
    def draws(self) -> int:
        """Games that nobody wins alone: with the wins of all seats these are the games that ended."""
        return sum(games for mask, games in self.winners.items() if mask.bit_count() != 1)

    def mean_score(self, seat: int) -> float:
        """The mean score of a seat over the games with a result."""
        return self.scores[seat] / self.ended if self.ended else 0.0

    def sd_score(self, seat: int) -> float:
        """The standard deviation of a seat's scores."""
        return _deviation(self.ended, self.scores[seat], self.scores_squared[seat])

    def sorted_faults(self) -> list[FaultCount]:
        """The faults, the most frequent first."""
        return sorted(self.faults.values(), key=lambda f: (-f.count, f.game))


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The Wilson score interval (95 %) of a proportion; (0, 1) without trials.

    Unlike the textbook interval it stays within 0..1 and is right for rare events.
    """
    if trials == 0:
        return 0.0, 1.0
    share, z2 = successes / trials, _Z * _Z
    middle = share + z2 / (2 * trials)
    half = _Z * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    low, high = (middle - half) / (1 + z2 / trials), (middle + half) / (1 + z2 / trials)
    return max(0.0, low), min(1.0, high)


def _deviation(n: int, total: int, squared: int) -> float:
    """The standard deviation from sums; in integers as long as it can be, so that nothing cancels."""
    return math.sqrt(max(0, n * squared - total * total) / (n * (n - 1))) if n > 1 else 0.0
