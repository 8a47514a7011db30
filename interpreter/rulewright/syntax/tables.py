"""The parser's tables: made from the grammar once and shipped with the package.

Reading the grammar and computing the LALR tables takes half of the time in which a whole ruleset is checked,
so the tables lie beside the grammar as JSON. They are used only with the very grammar text and the very
version of Lark they were made from (both are noted in the file); otherwise the grammar is read, which is
slower and gives the same parser. JSON and not a pickle: a data file must not be able to run anything.

After a change of the grammar: ``python tests/syntax/write_tables.py``.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

#: What a string can be: each is a start of the grammar.
KINDS = (
    *(
        "players",
        "type",
        "table",
        "zone",
        "variable",
        "make",
        "signature",
        "parameters",
        "pick",
        "expression",
    ),
    *("arguments", "for", "turns", "times", "rank", "size", "step"),
)

GRAMMAR = "grammar.lark"
TABLES = "tables.json"


def _read(name: str) -> str:
    return files("rulewright.syntax").joinpath(name).read_text(encoding="utf-8")


def fingerprint(grammar: str) -> str:
    """What the tables depend on: the grammar's text and the version of Lark."""
    return f"{hashlib.sha256(grammar.encode()).hexdigest()} lark {lark.__version__}"


def build(grammar: str, strict: bool = False) -> Lark:
    """The parser made from the text of the grammar; ``strict`` refuses conflicts of rules and of
    terminals."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        start=[f"start_{kind}" for kind in KINDS],
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


def _with_numbers(mapping: dict[str, Any]) -> dict[Any, Any]:
    """JSON has only texts as keys; states, tokens and memos are numbered."""
    if mapping and all(key.isdigit() for key in mapping):
        return {int(key): value for key, value in mapping.items()}
    return mapping


def shipped(grammar: str) -> Lark | None:
    """The parser from the shipped tables, or none if they were made from something else."""
    try:
        content = json.loads(_read(TABLES), object_hook=_with_numbers)
    except (OSError, ValueError):
        return None
    if content["made from"] != fingerprint(grammar):
        return None
    return Lark.load({"data": content["data"], "memo": content["memo"]})


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser of the language, with the starts ``start_KIND``."""
    grammar = _read(GRAMMAR)
    found = shipped(grammar)
    return build(grammar) if found is None else found


def write(path: Path) -> None:
    """Makes the tables from the grammar and writes them to ``path``."""
    grammar = _read(GRAMMAR)
    data, memo = build(grammar).memo_serialize([TerminalDef, Rule])
    content = {"made from": fingerprint(grammar), "data": data, "memo": memo}
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")
