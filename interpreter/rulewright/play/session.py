"""A game with people and random players at its seats: whose choice it is, undo, saving. No terminal in it.

A random player's pick depends on the seed, the number of moves made and its seat alone. So a game that is
taken back and played again, or saved and gone on with, has the same opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rulewright.compile import runtime
from rulewright.engine.contract import LegalMove, State
from rulewright.engine.log import StepEntries
from rulewright.play.saving import SaveFile

SeatKind = Literal["human", "random"]


@dataclass(slots=True)
class Session:
    """One game being played. ``kinds``: who sits where. ``seed``: of the random players. ``save``: a file
    that has the log of the state; the game must be traced then."""

    state: State
    kinds: Sequence[SeatKind]
    seed: int
    save: SaveFile | None = None
    watch: Callable[[State, LegalMove], None] = lambda state, move: None
    """Is told of each move before it is played."""
    _past: list[tuple[State, int | None]] = field(default_factory=list)
    """States that can be gone back to, each with the size that the file had, if there was one."""

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == "human"]

    @property
    def moves_made(self) -> int:
        """How many choices were made so far."""
        return sum(moment.move is not None for moment in self.state.history)

    @property
    def next_seat(self) -> int | None:
        """Whose choice is next (of several at once the first seat's), or none when the game is over."""
        awaited = self.state.awaited
        return awaited[0] if awaited else None

    @property
    def can_undo(self) -> bool:
        """Whether a choice can be taken back: people are asked, random players never mind."""
        return len(self.humans) == 1 and bool(self._past)

    def choose(self, move: LegalMove) -> None:
        """A person's choice."""
        self._past.append((self.state.copy(), None if self.save is None else self.save.size))
        self._play(move)

    def let_random_play(self, seat: int) -> LegalMove:
        """The pick of a random player, played."""
        moves = self.state.legal(seat)
        words = [0] * runtime.R_SPARE
        number = runtime.game_seed(self.seed >> 32, self.seed, self.moves_made * runtime.MAX_SEATS + seat)
        runtime.seed(words, number >> 32, number)
        move = moves[runtime.policy(words, len(moves))]
        self._play(move)
        return move

    def _play(self, move: LegalMove) -> None:
        self.watch(self.state, move)
        if self.save is None:
            self.state.play(move)
            return
        step = StepEntries(self.state, move)
        self.state.play(move)
        self.save.append(step.after(self.state))

    def undo(self) -> None:
        """Back to the last choice of the person, with the same chance to come."""
        self.state, size = self._past.pop()
        if self.save is not None and size is not None:
            self.save.cut(size)
        elif self.save is not None:
            self.save.rewrite(self.state)

    def keep_in(self, file: SaveFile) -> None:
        """Keeps the game in a new file from now on. Raises FileExistsError, and OSError where the disk can't
        be written."""
        file.begin(self.state, self.kinds)
        self.save = file
        self._past = [(state, None) for state, _ in self._past]
