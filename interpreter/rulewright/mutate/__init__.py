"""Changing one thing in a ruleset and seeing whether anybody notices: how good its scenarios are."""

from rulewright.mutate.edits import Edit, edits
from rulewright.mutate.judge import Judge, Verdict
from rulewright.mutate.run import Mutation, RuleShown, mutate, rules_shown

__all__ = ["Edit", "Judge", "Mutation", "RuleShown", "Verdict", "edits", "mutate", "rules_shown"]
