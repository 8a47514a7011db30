"""What play, and what the scenarios, came to in a ruleset: rules, actions, steps, branches, choices, entries
of tables and ends, each with how often; and what nothing came to."""

from rulewright.coverage.items import Item, ItemKind, items_of
from rulewright.coverage.lcov import lcov
from rulewright.coverage.report import Coverage, Reached
from rulewright.coverage.scenarios import FEW_STEPS, scenario_coverage

__all__ = ["FEW_STEPS", "Coverage", "Item", "ItemKind", "Reached", "items_of", "lcov", "scenario_coverage"]
