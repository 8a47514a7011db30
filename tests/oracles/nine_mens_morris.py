"""Nine men's morris: counts by depth, and random play."""

from __future__ import annotations

from oracle_rows import Exact, Mean, Row, layers, play

SEED = 2026
GAMES = 200_000
#: The oracle's games.
THEIRS = 50_000
RUN = play("nine_mens_morris", GAMES, SEED)

ROWS = [
    Row(
        "sequences of 1..4 decisions",
        Exact((24, 552, 12144, 255024)),
        lambda: layers("nine_mens_morris", 4).nodes,
        slow=True,
    ),
    Row(
        "positions after 0..3 decisions",
        Exact((1, 24, 552, 6072)),
        lambda: layers("nine_mens_morris", 3).positions,
    ),
    Row(
        "sequences of 5, 6 decisions",
        # By hand: 24*23*22*21*20*19 less the 40320 sequences whose fifth closes a mill, each with 17 moves fewer.
        Exact((5100480, 96223680)),
        lambda: layers("nine_mens_morris", 6).nodes[4:],
        slow=True,
    ),
    Row(
        "positions after 4 decisions",
        Exact(63756),
        lambda: layers("nine_mens_morris", 4).positions[4],
        slow=True,
    ),
    Row("random play: decisions", Mean(154.09, 0.22, THEIRS), RUN["moves"], slow=True),
    Row("random play: first wins", Mean(0.3701, 0.0022, THEIRS), RUN["win 1"], slow=True),
    Row("random play: second wins", Mean(0.3341, 0.0021, THEIRS), RUN["win 2"], slow=True),
    Row("random play: draw", Mean(0.2957, 0.0020, THEIRS), RUN["draw"], slow=True),
]
