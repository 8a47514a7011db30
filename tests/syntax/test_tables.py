"""The grammar is sound, and the shipped tables are those that the grammar gives."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import lark
import pytest
from lark import Lark

from rulewright.syntax import KINDS, tables

GRAMMAR = files("rulewright.syntax").joinpath(tables.GRAMMAR).read_text(encoding="utf-8")


def test_the_grammar_has_no_conflicts() -> None:
    """Lark settles shift/reduce conflicts and colliding terminals silently unless it is asked to be
    strict."""
    tables.build(GRAMMAR, strict=True)


def test_a_conflict_would_be_found() -> None:
    ambiguous = GRAMMAR.replace(
        '?negation: "not" negation -> not_', '?negation: negation "not" negation -> not_'
    )
    assert ambiguous != GRAMMAR
    with pytest.raises(lark.exceptions.GrammarError, match="conflict"):
        tables.build(ambiguous, strict=True)


def made_by_this_lark() -> bool:
    content = json.loads(files("rulewright.syntax").joinpath(tables.TABLES).read_text(encoding="utf-8"))
    return str(content["made from"]).endswith(f" lark {lark.__version__}")


def test_the_shipped_tables_are_of_this_grammar() -> None:
    if not made_by_this_lark():
        pytest.skip("the tables were made by another version of Lark, so the grammar is read instead")
    assert tables.shipped(GRAMMAR) is not None, "run python tests/syntax/write_tables.py"


def test_the_shipped_tables_are_what_the_grammar_gives() -> None:
    """State by state from each start: the numbers of states differ from run to run, what they lead to must
    not."""
    shipped = tables.shipped(GRAMMAR)
    if shipped is None:
        pytest.skip("no tables for this version of Lark")
    built = tables.build(GRAMMAR)
    a, b = parse_table(shipped), parse_table(built)
    same: dict[Any, Any] = {}
    waiting = [(a.start_states[f"start_{k}"], b.start_states[f"start_{k}"]) for k in KINDS]
    while waiting:
        left, right = waiting.pop()
        if left in same:
            assert same[left] == right
            continue
        same[left] = right
        assert a.states[left].keys() == b.states[right].keys()
        for symbol, (action, arg) in a.states[left].items():
            other_action, other_arg = b.states[right][symbol]
            assert action.name == other_action.name
            if action.name == "Shift":
                waiting.append((arg, other_arg))
            else:
                assert (arg.origin, arg.expansion, arg.alias) == (
                    other_arg.origin,
                    other_arg.expansion,
                    other_arg.alias,
                )
    assert len(same) == len(b.states)
    assert terminals(shipped) == terminals(built)


def terminals(parser: Lark) -> dict[str, tuple[str, str, int]]:
    return {t.name: (t.pattern.type, t.pattern.value, t.priority) for t in parser.terminals}


def parse_table(parser: Lark) -> Any:
    inner: Any = parser.parser
    return inner.parser._parse_table


def test_other_grammars_and_versions_are_not_served_from_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tables.shipped(GRAMMAR + "// a comment\n") is None
    monkeypatch.setattr(lark, "__version__", "0.0.0")
    assert tables.shipped(GRAMMAR) is None


def test_without_tables_the_grammar_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "TABLES", "no_such_file.json")
    tables.parser.cache_clear()
    try:
        assert tables.shipped(GRAMMAR) is None
        assert tables.parser().parse("3..4", start="start_players").data == "start_players"
    finally:
        tables.parser.cache_clear()
