"""Rulesets that nobody wrote: whatever is well typed passes the checker and plays without losing a thing, the
same in every way of running.

The rulesets are made by construction (made_rulesets.py), so an error of the checker, an exception or a
difference between two ways is a mistake of the implementation; what was found once stands as a small case in
``regressions``. The examples of the default run are the same ones each time; the tests marked slow go on to
many more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from made_rulesets import rulesets
from nodes import all_kinds, kinds_of
from side_by_side import configs, play, ways_of

from rulewright.check import check_text
from rulewright.compile.native import native_available
from rulewright.machine.interface import Config
from rulewright.ruleset.model import Ruleset

SEEDS = st.integers(0, 999)


def bounded(examples: int, phases: tuple[Phase, ...] = tuple(Phase)) -> settings:
    """Always the same examples, as many as are said, however long one takes."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
    )


def searching(examples: int) -> settings:
    """Other examples each time."""
    return settings(
        max_examples=examples, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )


def checked(text: str) -> Ruleset:
    ruleset, diagnostics = check_text(text)
    errors = [f"{d.code}: {d.message} {d.place}" for d in diagnostics if d.severity == "error"]
    assert errors == [], text
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


def run(how: settings, test: Callable[[str, int], None]) -> None:
    given(text=rulesets(), seed=SEEDS)(how(test))()


def test_every_node_of_the_language_occurs() -> None:
    met: set[str] = set()

    def look(text: str, seed: int) -> None:
        met.update(kinds_of(checked(text)))

    run(bounded(200, (Phase.generate,)), look)
    assert all_kinds() - met == set()


def test_the_checker_has_no_objection_and_nothing_is_lost() -> None:
    run(bounded(60), plays_in_reference)


def test_compiled_is_the_same() -> None:
    run(bounded(60), plays_the_same_compiled)


@pytest.mark.skipif(not native_available(), reason="llvmlite is not installed")
def test_native_is_the_same() -> None:
    run(bounded(8), plays_the_same_natively)


def test_findings_are_shrunk() -> None:
    """A property that is easy to break is broken by a small ruleset in the end."""
    last: dict[str, Any] = {}

    def no_shuffle_in_play(text: str, seed: int) -> None:
        if "- shuffle deck" in text.split("\nplay:")[1]:
            last["text"] = text
            raise AssertionError("shuffles")

    with pytest.raises(AssertionError):
        run(bounded(400), no_shuffle_in_play)
    checked(last["text"])
    assert len(last["text"].splitlines()) <= 45, last["text"]


@pytest.mark.slow
def test_many_more_in_reference() -> None:
    run(searching(2000), plays_in_reference)


@pytest.mark.slow
def test_many_more_compiled() -> None:
    run(searching(1500), plays_the_same_compiled)


@pytest.mark.slow
@pytest.mark.skipif(not native_available(), reason="llvmlite is not installed")
def test_many_more_natively() -> None:
    run(searching(150), plays_the_same_natively)
