"""The source of every choice a made-up ruleset consists of, on top of Hypothesis.

All choices are small integers of which 0 is the plainest: literal before variable, nothing before something,
one entry before several. Hypothesis shrinks towards zeros and towards fewer choices, so what it finds comes
out as a short ruleset without a shrinker of our own. Each larger part is drawn as a strategy of its own
(``part``), which marks where it begins and ends: such spans are what Hypothesis can leave out whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Draw(Protocol):
    def __call__(self, strategy: st.SearchStrategy[T]) -> T: ...


@cache
def _below(n: int) -> st.SearchStrategy[int]:
    return st.integers(0, n - 1)


@st.composite
def _part(draw: Draw, make: Callable[[], T]) -> T:
    """What ``make`` draws, as one span. No ``map``: Hypothesis may run what is mapped once more, to learn which
    choices give a value, and what is made here leaves its traces."""
    draw(st.none())
    return make()


class Dice:
    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def below(self, n: int) -> int:
        """A number 0..n-1; nothing is drawn where there is no choice."""
        return self._draw(_below(n)) if n > 1 else 0

    def one_in(self, n: int) -> bool:
        """Rarely true, and false when shrunk."""
        return self.below(n) == n - 1

    def most(self, n: int) -> bool:
        """False one time in n, and false when shrunk."""
        return self.below(n) > 0

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def part(self, make: Callable[[], T]) -> T:
        """What ``make`` draws, as one span."""
        return self._draw(_part(make))

    def parts(self, make: Callable[[], T], low: int, high: int) -> list[T]:
        """``low``..``high`` parts; each further one is asked for just before it, so it can be left out."""
        made: list[T] = []
        while len(made) < low or (len(made) < high and self.most(3)):
            made.append(self.part(make))
        return made
