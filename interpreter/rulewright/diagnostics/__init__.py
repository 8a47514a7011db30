"""Findings about a ruleset as data, the codes they carry, and the ways to show them.

This package lies left of everything else: it knows places and texts, not YAML and not games. A pass makes
diagnostics and gives them to a `Sink`; the command line sorts, filters and renders them.
"""

from rulewright.diagnostics.codes.base import Code
from rulewright.diagnostics.diagnostic import Diagnostic, Related, Severity
from rulewright.diagnostics.places import Place, Position, Source, Span
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.suggest import did_you_mean, suggest

__all__ = [
    "Code",
    "Diagnostic",
    "Place",
    "Position",
    "Related",
    "Severity",
    "Sink",
    "Source",
    "Span",
    "did_you_mean",
    "suggest",
]
