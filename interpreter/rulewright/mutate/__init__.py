"""Changing one thing in a ruleset and seeing whether anybody notices: how good its scenarios are."""

from rulewright.mutate.edits import Edit, edits
from rulewright.mutate.judge import Judge, Verdict
from rulewright.mutate.run import Mutation, mutate

__all__ = ["Edit", "Judge", "Mutation", "Verdict", "edits", "mutate"]
