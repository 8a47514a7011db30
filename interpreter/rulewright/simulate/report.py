"""A run in words and as data."""

from __future__ import annotations

from typing import Any

from rulewright.compile import runtime
from rulewright.simulate.faults import tell_fault
from rulewright.simulate.run import Progress
from rulewright.simulate.setting import Setting
from rulewright.simulate.summary import FaultCount, wilson


def as_json(setting: Setting, progress: Progress) -> dict[str, Any]:
    """The run as data; shares are of the games with a result."""
    s = progress.summary
    ruleset = setting.ruleset
    return {
        "game": ruleset.id,
        "players": setting.config.players,
        "seed": setting.seed,
        "backend": setting.backend,
        "playouts": s.games,
        "seconds": round(progress.seconds, 6),
        "playouts_per_second": round(progress.per_second, 3),
        "interrupted": progress.interrupted,
        "ended": s.ended,
        "move_limit": s.gave_up,
        "cut_off": s.cut_off,
        "moves": {"mean": s.mean_moves, "sd": s.sd_moves, "min": s.fewest or 0, "max": s.most or 0},
        "branching": s.mean_branching,
        "wins": [s.wins(seat) for seat in range(s.players)],
        "win_intervals": [wilson(s.wins(seat), s.ended) for seat in range(s.players)],
        "shared_wins": [s.shared_wins(seat) for seat in range(s.players)],
        "draws": s.draws,
        "scores": [{"mean": s.mean_score(seat), "sd": s.sd_score(seat)} for seat in range(s.players)],
        "faults": [fault_json(setting, fault) for fault in s.sorted_faults()],
    }


def game_seed(setting: Setting, game: int) -> int:
    """The seed of one game of a run: what ``play --seed`` takes for the same chance."""
    return runtime.game_seed(setting.seed >> 32, setting.seed, game)


def fault_json(setting: Setting, fault: FaultCount) -> dict[str, Any]:
    """One kind of fault as data."""
    told = tell_fault(setting, fault)
    span = None if told.place is None else told.place.span
    return {
        "code": told.code,
        "message": told.message,
        "count": fault.count,
        "game": fault.game,
        "game_seed": game_seed(setting, fault.game),
        "moves": fault.moves,
        "path": None if told.place is None else told.place.path,
        "line": None if span is None else span.start.line,
        "column": None if span is None else span.start.column,
        "source": told.source,
        "rules": list(told.rules),
    }


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def lines(setting: Setting, progress: Progress) -> list[str]:
    """The run for people, but for its faults."""
    s = progress.summary
    players = _many(s.players, "player")
    found = [
        f"{_many(s.games, 'game')} of {setting.ruleset.id} with {players}, seed {setting.seed}",
        "",
        f"speed             {progress.per_second:,.0f}/s ({setting.backend}, {progress.seconds:.1f} s)",
        f"moves a game      {s.mean_moves:.2f} (sd {s.sd_moves:.2f}, {s.fewest or 0} to {s.most or 0})",
        f"choices a move    {s.mean_branching:.2f}",
    ]
    if s.gave_up:
        found.append(f"given up          {_many(s.gave_up, 'game')} after {_many(setting.max_moves, 'move')}")
    if s.gave_up and s.gave_up + s.faulty == s.games:
        found += [
            "",
            f"No game ended within {setting.max_moves:,} moves. Either nothing ends it (where that is",
            "certain, `rulewright validate` warns), or random players need longer: --max-moves N plays on.",
        ]
    if s.cut_off:
        means = next(iter(setting.ruleset.result.means.values()), "")
        found.append(f"cut off           {_many(s.cut_off, 'game')} by the limit of the ruleset: {means}")
    if s.faulty:
        found.append(f"ended in a fault  {_many(s.faulty, 'game')}")
    if s.ended:
        low, high = wilson(s.draws, s.ended)
        found.append(f"nobody wins alone {_share(s.draws, s.ended)} ({_percent(low)} to {_percent(high)})")
    return found


def seat_rows(progress: Progress) -> list[list[str]]:
    """For each seat: wins alone, their share and its interval, shared wins, mean and sd of its scores."""
    s = progress.summary
    rows = []
    for seat in range(s.players):
        wins = s.wins(seat)
        low, high = wilson(wins, s.ended)
        rows.append(
            [
                str(seat + 1), f"{wins:,}", _share(wins, s.ended), f"{_percent(low)} to {_percent(high)}",
                f"{s.shared_wins(seat):,}", f"{s.mean_score(seat):.3f}", f"{s.sd_score(seat):.3f}",
            ]
        )  # fmt: skip
    return rows


SEAT_HEADINGS = ("seat", "wins", "share", "95% interval", "shared", "mean score", "sd")


def _share(part: int, whole: int) -> str:
    return _percent(part / whole) if whole else "-"


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"
