"""The typed model of a ruleset: what the checker makes of the text, and all that evaluator, compiler and
tools read."""
