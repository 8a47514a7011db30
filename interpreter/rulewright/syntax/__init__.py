"""The language of the strings: one LALR grammar, frozen nodes with offsets, the parser."""

from rulewright.syntax.parser import CALLED, KINDS, RESERVED, ParseError, parse, parse_template

__all__ = ["CALLED", "KINDS", "RESERVED", "ParseError", "parse", "parse_template"]
