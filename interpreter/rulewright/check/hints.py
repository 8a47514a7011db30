"""How to mend a string that the grammar can't read: the mistakes that authors make, each with what is right.

The parser says where it stopped and what could stand there. That is exact, but who writes ``total[p] += 3``
learns more from "write: add 3 to total[p]". A hint is given only where the text shows what was meant.
"""

from __future__ import annotations

import re

from rulewright.check.slips import slip, step_slip
from rulewright.diagnostics import suggest
from rulewright.syntax import CALLED, RESERVED

#: The first words of steps, for a misspelt one.
VERBS = ("move", "shuffle", "deal", "let", "add", "take", "roll", "show", "run", "stop", "drop out")

#: How the forms that bind a name are written.
FORMS = {
    "any": "any(CONDITION for NAME in DOMAIN)",
    "all": "all(CONDITION for NAME in DOMAIN)",
    "sum": "sum(VALUE for NAME in DOMAIN)",
    "min": "min(VALUE for NAME in DOMAIN) or min(a, b)",
    "max": "max(VALUE for NAME in DOMAIN) or max(a, b)",
    "set": "set(VALUE for NAME in DOMAIN)",
    "count": "count(NAME in DOMAIN where CONDITION); size(DOMAIN) counts all",
    "find": "find(NAME in DOMAIN where CONDITION by VALUE)",
    "the": "the(NAME in DOMAIN where CONDITION by VALUE)",
    "can": "can(PLAYER, ACTION)",
    "walk": "walk(from SPACE, up to NUMBER, over NAME in DOMAIN)",
}

_OPERATORS = {
    "==": "values are compared with one =",
    "&&": "write 'and'",
    "||": "write 'or'",
    "&": "write 'and'",
    "|": "write 'or'",
    "!": "write 'not'",
    "<>": "unequal is written !=",
    "=>": "at least is written >=",
    "=<": "at most is written <=",
    "%": "the rest of a division is written 'mod'",
    "/": "division is written 'div'",
    "->": None,
    '"': "names and values stand without quotation marks",
    "'": "names and values stand without quotation marks",
}

_CHANGE = re.compile(r"\s*(\w+(?:\[[^\]]*\])?)\s*(\+|-)=\s*(.+)", re.DOTALL)
_SETTING = re.compile(r"\s*(\w+(?:\[[^\]]*\])?)\s*(=)(?!=)\s*(.*)", re.DOTALL)
_RUN = re.compile(r"\s*[^\W\d]\w*\(.*\)\s*", re.DOTALL)
_CALL = re.compile(r"\s*[^\W\d]\w*(\(.*\))?\s*", re.DOTALL)


def step_start(text: str) -> tuple[int, int, str, str | None] | None:
    """For a step that begins with no verb: what to mark (start, end), the message and a hint; else none."""
    word = re.match(r"\s*(\w+|\S+)", text)
    if word is None or ":=" in text or word.group(1) in " ".join(VERBS).split():
        return None
    change = _CHANGE.match(text)
    if change is not None:
        target, sign, value = change.groups()
        verb = f"add {value.strip()} to" if sign == "+" else f"take {value.strip()} from"
        return (
            change.start(2),
            change.end(2) + 1,
            "this is no way to change a variable",
            f"write: {verb} {target}",
        )
    setting = _SETTING.match(text)
    if setting is not None:
        variable, _, value = setting.groups()
        right = f"a variable is set with :=, {variable} := {value.strip()}"
        return setting.start(2), setting.end(2), "a single = only compares", right
    start, end = word.span(1)
    if _RUN.fullmatch(text):
        called = text.strip().removesuffix("()")
        return start, end, f"'{word.group(1)}' begins no step", f"for a procedure, write: run {called}"
    near = suggest(word.group(1), VERBS)
    help = step_slip(text) or (f"did you mean {' or '.join(near)}?" if near else None)
    if help is None and _CALL.fullmatch(text) and word.group(1) not in RESERVED:
        help = f"for a procedure, write: run {text.strip()}"
    return start, end, f"'{word.group(1)}' begins no step", help


def hint(kind: str, text: str, start: int, end: int) -> str | None:
    """What is right instead of what stands at ``text[start:end]`` in a string read as ``kind``."""
    before, marked, after = text[:start].rstrip(), text[start:end], text[start:]
    found = slip(kind, text, start)
    if found is not None:
        return found
    around = text[max(0, start - 1) : end + 1]
    for operator, said in _OPERATORS.items():
        if operator in around and (len(operator) > 1 or operator == marked):
            return said
    if marked == "else" and " then " not in before:
        return "a value in place of none stands in parentheses: (VALUE else OTHER)"
    if marked == "by" and kind in ("table", "zone", "variable"):
        return "indexes follow 'per'"
    if marked == "[" and before.endswith("]"):
        return "several indexes stand in one pair of brackets: NAME[a, b]"
    if marked == "(" and kind == "step" and ":=" in text:
        return "indexes stand in brackets: NAME[a, b]"
    if kind == "signature":
        return _signature(before, after)
    if kind == "step" and not text.strip():
        return step_slip("nothing")
    if (
        kind in ("zone", "variable", "table")
        and re.search(r"\bper\b[^,]*,$", before)
        and re.match(r"\w+", marked)
    ):
        return "several indexes are joined with 'and'"
    if (
        kind == "zone"
        and re.match(r"(top|rest|seen|counted|at most|refilled)\b", after)
        and not before.endswith(",")
    ):
        return "the clauses are separated by commas"
    if kind == "turns" and "from" not in text.split():
        return f"write: from {text.strip()}"
    if (
        kind == "expression"
        and marked == ","
        and before.count("(") + before.count("[") == before.count(")") + before.count("]")
    ):
        return "conditions are joined with 'and' or 'or'"
    form = _form_around(before)
    return f"write {FORMS[form]}" if form else None


def _signature(before: str, after: str) -> str:
    """For the name of a definition or procedure, with or without parameters, that goes on wrongly after
    ``before``."""
    if "(" in before:
        return "a parameter is a type and a name, for instance: player p"
    if not before:
        return "a name begins with a letter" if after.strip() else "write a name before the colon"
    typed = re.match(r"[\[{]?\s*((?:player|integer|boolean)\b[^\]})]*)", after)
    if typed is not None or after[:1] in "[{":
        inside = typed.group(1).strip() if typed is not None else after[1:].rstrip("]} ")
        return f"parameters stand in parentheses: {before}({inside})"
    name = re.sub(r"\W+", "_", f"{before} {after}".partition("(")[0].strip())
    return f"a name is one word of letters, digits and _, for instance {name}"


def _form_around(before: str) -> str | None:
    """The word of the innermost form that is open at the end of a text, with or without its parenthesis."""
    words = before.split()
    if words and words[-1] in CALLED:
        return words[-1]
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(before[at], 0)
        if depth < 0:
            name = re.search(r"(\w+)$", before[:at])
            return (
                name.group(1) if before[at] == "(" and name is not None and name.group(1) in CALLED else None
            )
    return None
