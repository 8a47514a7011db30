"""Nine men's morris: counts by depth, and random play."""

from __future__ import annotations

from typing import Any

from oracle_rows import Exact, Mean, Row, game, layers, play

SEED = 2026
GAMES = 200_000
#: The oracle's games.
THEIRS = 50_000
RUN = play("nine_mens_morris", GAMES, SEED)


def sequences_of_six() -> int:
    """As many as there are moves after sequences of five; the positions after six would be too many to keep."""
    machine: Any = game("nine_mens_morris").machine
    layer: dict[Any, tuple[Any, int]] = {}
    start = machine.start(None)
    layer[machine.key(start)] = (start, 1)
    for _ in range(5):
        following: dict[Any, tuple[Any, int]] = {}
        for position, ways in layer.values():
            seat = machine.awaited(position)[0]
            for move in machine.legal(position, seat):
                reached = machine.copy(position)
                machine.play(reached, seat, move, None)
                known, before = following.get(machine.key(reached), (reached, 0))
                following[machine.key(reached)] = (known, before + ways)
        layer = following
    return sum(
        ways * len(machine.legal(position, machine.awaited(position)[0])) for position, ways in layer.values()
    )


ROWS = [
    Row(
        "sequences of 1..3 decisions",
        Exact((24, 552, 12144)),
        lambda: layers("nine_mens_morris", 3).nodes,
    ),
    Row(
        "positions after 0..3 decisions",
        Exact((1, 24, 552, 6072)),
        lambda: layers("nine_mens_morris", 3).positions,
    ),
    Row(
        "sequences of 4, 5 decisions, positions after 4",
        Exact((255024, 5100480, 63756)),
        lambda: (*(deep := layers("nine_mens_morris", 5)).nodes[3:], deep.positions[4]),
        slow=True,
    ),
    # By hand: 24*23*22*21*20*19, but after the 40320 sequences whose fifth closes a mill there are not 19 free
    # points but 2 men to take.
    Row("sequences of 6 decisions", Exact(96223680), sequences_of_six, slow=True),
    Row("random play: decisions", Mean(154.09, 0.22, THEIRS), RUN["moves"], slow=True),
    Row("random play: first wins", Mean(0.3701, 0.0022, THEIRS), RUN["win 1"], slow=True),
    Row("random play: second wins", Mean(0.3341, 0.0021, THEIRS), RUN["win 2"], slow=True),
    Row("random play: draw", Mean(0.2957, 0.0020, THEIRS), RUN["draw"], slow=True),
]
