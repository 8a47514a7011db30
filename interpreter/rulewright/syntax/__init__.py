"""The language of the strings: one LALR grammar, frozen nodes with offsets, the parser."""

from rulewright.syntax.parser import ParseError, parse, parse_template
from rulewright.syntax.tables import KINDS
from rulewright.syntax.words import CALLED, RESERVED

__all__ = ["CALLED", "KINDS", "RESERVED", "ParseError", "parse", "parse_template"]
