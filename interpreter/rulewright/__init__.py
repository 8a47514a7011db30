"""Rulewright: the rules of a card or board game written as data, and one interpreter that runs them."""

__version__ = "0.1.0"
