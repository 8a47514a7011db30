"""Where the outcomes of chance come from in the public contract: a seed, a tape, or a tape and then a seed.

The generator is the one that compiled rulesets use natively (compile/runtime.py), seeded the same way, so a
seed named in a report gives the same deals whichever way of running plays it. Everything drawn is written
down with the number of outcomes it was out of: that record is what logs, saves and exact replays consist of.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compile import runtime

#: Seeds are below this.
SEED_BOUND = 2**64


class TapeError(Exception):
    """A tape that ended, or an outcome on it that cannot happen: event number ``position`` (from 0) of
    ``n``."""

    def __init__(self, position: int, n: int, outcome: int | None) -> None:
        self.position, self.n, self.outcome = position, n, outcome
        said = "the tape ends before it" if outcome is None else f"the tape says {outcome}"
        super().__init__(f"chance event {position + 1} is one of 0..{n - 1}, and {said}")


class ChanceSource:
    """A ``machine.Chance``: outcomes of ``tape`` in order, then of the generator seeded with ``seed``.

    Without a seed the tape is all there is: the event after its end raises TapeError, as does an outcome that
    is not below n. ``drawn`` lists the pairs (n, outcome) since ``take``.
    """

    __slots__ = ("_position", "_words", "drawn", "seed", "tape")

    def __init__(self, seed: int | None, tape: Sequence[int] = ()) -> None:
        self.seed = seed
        self.tape = tuple(tape)
        self.drawn: list[tuple[int, int]] = []
        self._position = 0
        self._words = [0] * runtime.R_SPARE
        if seed is not None:
            runtime.seed(self._words, seed >> 32, seed)

    def __call__(self, n: int) -> int:
        position = self._position
        if position < len(self.tape):
            outcome = self.tape[position]
            if not 0 <= outcome < n:
                raise TapeError(position, n, outcome)
        elif self.seed is None:
            raise TapeError(position, n, None)
        else:
            outcome = runtime.uniform(self._words, runtime.R_X, n)
        self._position = position + 1
        self.drawn.append((n, outcome))
        return outcome

    @property
    def rest(self) -> tuple[int, ...]:
        """The outcomes of the tape that have not been used."""
        return self.tape[self._position :]

    def take(self) -> tuple[tuple[int, int], ...]:
        """What was drawn since the last ``take``."""
        drawn = tuple(self.drawn)
        self.drawn.clear()
        return drawn

    def after(self, recorded: Sequence[int]) -> ChanceSource:
        """This source, not used yet, for a game in which these outcomes have happened: a replay begins with
        them."""
        source = ChanceSource(self.seed, (*recorded, *self.tape))
        source._position = len(recorded)
        return source

    def copy(self) -> ChanceSource:
        """An independent source that goes on as this one would."""
        twin = ChanceSource.__new__(ChanceSource)
        twin.seed, twin.tape, twin.drawn = self.seed, self.tape, list(self.drawn)
        twin._position, twin._words = self._position, list(self._words)
        return twin
