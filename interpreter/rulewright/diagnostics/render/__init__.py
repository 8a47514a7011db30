"""The ways to show diagnostics: for people, for editors, for other programs, for two code hosts' formats.

Each renderer is a function from diagnostics and sources (by path) to one string; `RENDERERS` names them for a
command line. None of them sorts or filters: they show what they are given, in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.places import Source
from rulewright.diagnostics.render.full import render_full, render_place
from rulewright.diagnostics.render.json import render_json
from rulewright.diagnostics.render.lines import render_concise, render_github
from rulewright.diagnostics.render.sarif import render_sarif

Renderer: TypeAlias = Callable[[Iterable[Diagnostic], Mapping[str, Source]], str]

RENDERERS: Final[dict[str, Renderer]] = {
    "full": render_full,
    "concise": render_concise,
    "json": render_json,
    "sarif": render_sarif,
    "github": render_github,
}

__all__ = [
    "RENDERERS",
    "Renderer",
    "render_concise",
    "render_full",
    "render_github",
    "render_json",
    "render_place",
    "render_sarif",
]
