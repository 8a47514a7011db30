"""From YAML nodes to a checked ruleset: names, types, flow and citations; everything wrong is reported in one
run."""

from rulewright.check.ruleset import check_file, check_node, check_text

__all__ = ["check_file", "check_node", "check_text"]
