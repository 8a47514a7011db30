"""Every block of docs/language.md is run: rulesets and parts are checked, strings are parsed, the grammar is the grammar."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from rulewright import limits
from rulewright.check import check_text
from rulewright.machine.faults import FaultCode
from rulewright.syntax import RESERVED, parse

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "language.md").read_text(encoding="utf-8")
BLOCKS = [(m.group(1), m.group(2)) for m in re.finditer(r"^```(\S+(?: \S+)?)\n(.*?)^```$", TEXT, re.M | re.S)]
BASE = yaml.safe_load(next(text for kind, text in BLOCKS if kind == "yaml"))


def laid_over(part: dict, base: dict) -> dict:
    """The base with the part's entries in it: mappings are merged by key, everything else is replaced."""
    result = dict(base)
    for key, value in part.items():
        if (
            isinstance(value, dict)
            and isinstance(result.get(key), dict)
            and key not in ("play_card", "title")
        ):
            result[key] = {**result[key], **value}
        else:
            result[key] = value
    return result


def test_there_are_blocks_of_each_kind() -> None:
    kinds = {kind.split()[0] for kind, _ in BLOCKS}
    assert kinds == {"yaml", "dsl", "lark"}
    assert len(BLOCKS) >= 20


@pytest.mark.parametrize("text", [t for k, t in BLOCKS if k == "yaml"])
def test_whole_rulesets_are_clean(text: str) -> None:
    ruleset, diagnostics = check_text(text)
    assert not diagnostics
    assert ruleset is not None


@pytest.mark.parametrize("text", [t for k, t in BLOCKS if k == "yaml part"])
def test_parts_are_right(text: str) -> None:
    whole = yaml.safe_dump(laid_over(yaml.safe_load(text), BASE), sort_keys=False, allow_unicode=True)
    ruleset, diagnostics = check_text(whole)
    assert [d for d in diagnostics if d.severity == "error"] == []
    assert ruleset is not None


@pytest.mark.parametrize(
    ("kind", "line"),
    [(k.split()[1], line) for k, t in BLOCKS if k.startswith("dsl") for line in t.splitlines() if line],
)
def test_strings_are_read(kind: str, line: str) -> None:
    assert parse(kind, line) is not None


def test_the_grammar_is_the_grammar() -> None:
    (shown,) = (t for k, t in BLOCKS if k == "lark")
    grammar = Path(limits.__file__).parent / "syntax" / "grammar.lark"
    assert shown == grammar.read_text(encoding="utf-8")


def test_reserved_words_are_listed() -> None:
    listed = re.search(r"can't be names:\n`([^`]*)`", TEXT)
    assert listed is not None
    assert set(listed.group(1).split()) == RESERVED


def test_faults_are_listed() -> None:
    section = TEXT.split("## Faults")[1].split("## Limits")[0]
    listed = set(re.findall(r"^\| `([a-z-]+)` \|", section, re.M))
    # A tape that doesn't fit is a fault of the tape's user, not of the ruleset.
    assert listed == {code.kebab for code in FaultCode} - {"none", "tape"}


def test_limits_are_listed() -> None:
    section = TEXT.split("## Limits")[1].split("## Grammar")[0]
    numbers = {
        int(x.replace(",", "")) for x in re.findall(r"\| ([\d,]+)(?: bytes| levels| characters)? \|", section)
    }
    assert numbers == {
        limits.MAX_FILE_BYTES, limits.MAX_DEPTH, limits.MAX_EXPRESSION_DEPTH, limits.MAX_PLAYERS, limits.MAX_COMPONENTS,
        limits.MAX_SPACES, limits.MAX_SLOTS, limits.MAX_EMITTED_LINES, limits.MAX_STEPS, limits.MAX_LEGAL_MOVES,
        limits.MAX_SUBSET_BASE, limits.MAX_SCALAR_LENGTH, limits.MAX_CALLS, limits.MAX_EMITTED_NODES,
    }  # fmt: skip
