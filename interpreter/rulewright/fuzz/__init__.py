"""Looking for the holes in a ruleset: play that goes wrong, never ends, or tells secrets; rules that never
fire. Every find is shown as the smallest game that proves it."""

from rulewright.fuzz.cells import Cell, cells
from rulewright.fuzz.findings import Finding
from rulewright.fuzz.run import Run, fuzz

__all__ = ["Cell", "Finding", "Run", "cells", "fuzz"]
