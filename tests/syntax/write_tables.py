"""Write the parser's tables from the grammar: `python tests/syntax/write_tables.py`, after each change of the
grammar and each new version of Lark.
"""

from __future__ import annotations

from pathlib import Path

import rulewright.syntax
from rulewright.syntax.tables import TABLES, write

if __name__ == "__main__":
    write(Path(rulewright.syntax.__file__).with_name(TABLES))
