"""Sources of chance: the generator of compiled rulesets, tapes, records, and which card an outcome is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.compile import runtime
from rulewright.engine.chance import ChanceSource, TapeError
from rulewright.engine.draws import Draws
from rulewright.machine.interface import ZoneContent

SEEDS = st.integers(0, 2**64 - 1)
SIZES = st.lists(st.integers(2, 1000), max_size=20)


@given(SEEDS, SIZES)
def test_a_seed_gives_what_it_gives_to_compiled_rulesets(seed: int, sizes: list[int]) -> None:
    vector = [0] * runtime.R_SIZE
    runtime.seed(vector, seed >> 32, seed)
    source = ChanceSource(seed)
    assert [source(n) for n in sizes] == [runtime.chance(vector, n) for n in sizes]


@given(SEEDS, SIZES)
def test_what_was_drawn_is_a_tape_for_the_same(seed: int, sizes: list[int]) -> None:
    source = ChanceSource(seed)
    outcomes = [source(n) for n in sizes]
    assert source.take() == tuple(zip(sizes, outcomes, strict=True))
    assert source.take() == ()
    again = ChanceSource(None, outcomes)
    assert [again(n) for n in sizes] == outcomes
    assert again.rest == ()
    with pytest.raises(TapeError):
        again(2)


@given(SEEDS, SIZES)
def test_a_copy_goes_on_as_the_original(seed: int, sizes: list[int]) -> None:
    source = ChanceSource(seed)
    for n in sizes:
        source(n)
    twin = source.copy()
    assert [twin(n) for n in sizes] == [source(n) for n in sizes]


def test_a_tape_before_a_seed() -> None:
    source = ChanceSource(5, [1, 0])
    fresh = ChanceSource(5)
    assert [source(2), source(2)] == [1, 0]
    assert [source(100) for _ in range(5)] == [fresh(100) for _ in range(5)]


def test_a_source_after_other_outcomes() -> None:
    source = ChanceSource(5, [1]).after([3, 4])
    assert source.tape == (3, 4, 1)
    assert source(2) == 1
    assert source(1000) == ChanceSource(5)(1000)


@pytest.mark.parametrize(
    ("tape", "said"), [([], "the tape ends before it"), ([6], "the tape says 6"), ([-1], "-1")]
)
def test_a_tape_that_doesnt_fit(tape: list[int], said: str) -> None:
    with pytest.raises(TapeError, match=said) as caught:
        ChanceSource(None, tape)(6)
    assert (caught.value.position, caught.value.n) == (0, 6)


def test_outcomes_and_cards() -> None:
    zones = [ZoneContent(()), ZoneContent((9,), (2, 4, 6), 1), ZoneContent((), (1, 3))]
    draws = Draws(zones)
    assert draws.drawn(3, 1) == (1, 4)
    # Two piles have two unknown cards now: which one an event of two outcomes draws from can't be told.
    assert draws.drawn(2, 0) is None
    assert draws.outcome(2, {6}) == 1
    assert draws.outcome(2, {2}) is None
    assert draws.alone(2)
    assert not draws.alone(1)
    assert draws.outcome(2, {3, 5}) == 1
    draws.take(2)
    assert draws.unknown == {1: [], 2: [1]}
