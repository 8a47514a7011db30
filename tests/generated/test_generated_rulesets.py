"""Rulesets that nobody wrote: whatever is well typed passes the checker and plays without losing a thing, the
same in every way of running.

The rulesets are made by construction (made_rulesets.py), so an error of the checker, an exception or a
difference between two ways is a mistake of the implementation; what was found once stands as a small case in
``regressions``. The examples of the default run are the same ones each time; the tests marked slow go on to
many more.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from made_rulesets import rulesets
from nodes import all_kinds, kinds_of
from reduction import reduced
from side_by_side import configs, play, vectors_agree, ways_of

from rulewright.check import check_text
from rulewright.compile.native import native_available
from rulewright.machine.interface import Config
from rulewright.ruleset.model import Ruleset

SEEDS = st.integers(0, 999)


Test = Callable[[str, int], None]


def settings_for(examples: int, always_the_same: bool, *phases: Phase) -> settings:
    """As many examples as are said, however long one takes."""
    return settings(
        max_examples=examples,
        derandomize=always_the_same,
        database=None,
        deadline=None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
    )


def run(test: Test, examples: int, always_the_same: bool = True, patience: float = 60) -> None:
    """Tries a test on made-up rulesets; a failure is reported with a ruleset reduced for ``patience`` seconds.

    Reduced by its text: Hypothesis shrinks too, but takes minutes where every try compiles.
    """
    last: tuple[str, int] = ("", 0)

    def remembered(text: str, seed: int) -> None:
        nonlocal last
        last = (text, seed)
        test(text, seed)

    how = settings_for(examples, always_the_same, Phase.generate)
    try:
        given(text=rulesets(), seed=SEEDS)(how(remembered))()
    except Exception as failure:
        found, seed = last
        first = alike(failure)
        until = time.monotonic() + patience

        def fails_too(text: str) -> bool:
            if time.monotonic() > until:
                return False
            try:
                test(text, seed)
            except Exception as other:
                return alike(other) == first
            return False

        raise AssertionError(f"{failure}\n\n{reduced(found, fails_too)}seed: {seed}") from failure


def alike(failure: Exception) -> tuple[type, str]:
    """What two failures of one cause have in common: all up to the first number or quotation."""
    return type(failure), re.split(r"[0-9'\[{]", str(failure))[0]


def checked(text: str) -> Ruleset:
    ruleset, diagnostics = check_text(text)
    errors = [f"{d.code}: {d.message} {d.place}" for d in diagnostics if d.severity == "error"]
    assert not errors, "\n".join([*errors, text])
    assert ruleset is not None
    return ruleset


def some_config(ruleset: Ruleset, seed: int) -> Config:
    found = configs(ruleset)
    return found[seed % len(found)]


def plays_in_reference(text: str, seed: int) -> None:
    ruleset = checked(text)
    for config in configs(ruleset):
        play(ruleset, config, ways_of(ruleset, config, "reference"), seed)


def plays_the_same_compiled(text: str, seed: int) -> None:
    ruleset = checked(text)
    config = some_config(ruleset, seed)
    play(ruleset, config, ways_of(ruleset, config, "reference", "python"), seed)


def plays_the_same_natively(text: str, seed: int) -> None:
    ruleset = checked(text)
    config = some_config(ruleset, seed)
    play(ruleset, config, ways_of(ruleset, config, "reference", "native"), seed)


def has_one_vector(text: str, seed: int) -> None:
    ruleset = checked(text)
    vectors_agree(ruleset, some_config(ruleset, seed), seed)


def test_every_node_of_the_language_occurs() -> None:
    met: set[str] = set()

    def look(text: str, seed: int) -> None:
        met.update(kinds_of(checked(text)))

    run(look, 150)
    assert all_kinds() - met == set()


def test_the_checker_has_no_objection_and_nothing_is_lost() -> None:
    run(plays_in_reference, 45)


def test_compiled_is_the_same() -> None:
    run(plays_the_same_compiled, 45)


def test_equal_positions_have_equal_vectors() -> None:
    run(has_one_vector, 30)


@pytest.mark.skipif(not native_available(), reason="llvmlite is not installed")
def test_native_is_the_same() -> None:
    run(plays_the_same_natively, 8)


def never_rolls(text: str, seed: int) -> None:
    """Easy to break, so that what becomes of a finding can be seen."""
    ruleset = check_text(text)[0]
    assert ruleset is None or "RollVar" not in kinds_of(ruleset), "rolls"


def test_findings_are_reduced() -> None:
    with pytest.raises(AssertionError) as failure:
        run(never_rolls, 300, patience=600)
    # The head of four lines, a type, a variable, the step in a list, and a result are needed. That nothing
    # more can go takes seconds; however busy the machine is, it is waited for.
    text = str(failure.value).split("\n\n")[-1]
    assert "roll" in text
    assert len(text.splitlines()) <= 25, text


@pytest.mark.slow
def test_findings_are_shrunk() -> None:
    """Hypothesis alone comes to something short as well: to less than half of what it found, and to no more
    than a ruleset that has one of everything needs."""
    first = last = ""

    def remembered(text: str, seed: int) -> None:
        nonlocal first, last
        if "\n      - shuffle deck" in text:
            first, last = first or text, text
            raise AssertionError("shuffles within another step")

    how = settings_for(400, True, Phase.generate, Phase.shrink)
    with pytest.raises(AssertionError):
        given(text=rulesets(), seed=SEEDS)(how(remembered))()
    checked(last)
    assert len(last.splitlines()) <= min(70, len(first.splitlines()) // 2), last


@pytest.mark.slow
def test_many_more_in_reference() -> None:
    run(plays_in_reference, 2000, False, 600)


@pytest.mark.slow
def test_many_more_compiled() -> None:
    run(plays_the_same_compiled, 1500, False, 600)


@pytest.mark.slow
@pytest.mark.skipif(not native_available(), reason="llvmlite is not installed")
def test_many_more_natively() -> None:
    run(plays_the_same_natively, 150, False, 600)
