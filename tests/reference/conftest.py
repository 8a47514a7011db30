"""Runs each test of this folder that plays rulesets in every way of running."""

from __future__ import annotations

import lab
import pytest


@pytest.fixture(params=list(lab.WAYS), autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the way in which the test's rulesets are played."""
    name = str(request.param)
    monkeypatch.setattr(lab, "way", lab.WAYS[name])
    return name
