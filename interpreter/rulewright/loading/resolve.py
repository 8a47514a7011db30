"""What a plain (unquoted) word means, and whether YAML 1.1 would say otherwise.

Rulesets are YAML 1.2 with its core schema: null, true and false, numbers, and the rest is text. PyYAML
resolves by YAML 1.1, so the loader doesn't ask it and resolves here. Words that a 1.1 reader takes for
something else are refused (`disagreement` says why), since editors and other programs are split between the
two. For 1.1 the patterns are those that its common readers apply, and `y` and `n` as its type repository has
them.
"""

from __future__ import annotations

import re
from typing import Final

Value = None | bool | int | float | str

MAX_DIGITS: Final = 18
"""Digits of a whole number: all such numbers fit in 64 bits."""

_NULL: Final = frozenset(("", "~", "null", "Null", "NULL"))
_TRUE: Final = frozenset(("true", "True", "TRUE"))
_FALSE: Final = frozenset(("false", "False", "FALSE"))
_WORDS_11: Final = frozenset(
    form for word in ("yes", "no", "on", "off") for form in (word, word.capitalize(), word.upper())
)
# A word that begins with none of these is text in both versions; most words are told apart by this alone.
_SPECIAL_FIRST: Final = frozenset("+-.0123456789~nNtTfFyYoO=<")

_INT: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_INFINITE: Final = re.compile(r"([-+]?)\.(?:inf|Inf|INF)")
_NAN: Final = frozenset((".nan", ".NaN", ".NAN"))

_INT_11: Final = re.compile(r"[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+")
_FLOAT_11: Final = re.compile(
    r"[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
)
_SEXAGESIMAL: Final = re.compile(
    r"[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*"
)
_DATE: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}.*",
    re.DOTALL,
)


def resolve(text: str) -> Value:
    """The value of a plain scalar by YAML 1.2's core schema.

    Whole numbers of more than 18 digits and numbers beyond all bounds stay text; `is_too_large` tells them.
    """
    if text and text[0] not in _SPECIAL_FIRST:
        return text
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if _INT.fullmatch(text):
        if _digits(text) > MAX_DIGITS:
            return text
        base = 8 if text.startswith("0o") else 16 if text.startswith("0x") else 10
        return int(text, base)
    if _FLOAT.fullmatch(text):
        number = float(text)
        return text if number in (float("inf"), float("-inf")) else number
    if infinite := _INFINITE.fullmatch(text):
        return float(infinite.group(1) + "inf")
    return float("nan") if text in _NAN else text


def is_too_large(text: str) -> bool:
    """Whether a plain scalar is written as a number that is too large to be one."""
    if not text or text[0] not in _SPECIAL_FIRST:
        return False
    return (_INT.fullmatch(text) or _FLOAT.fullmatch(text)) is not None and isinstance(resolve(text), str)


def disagreement(text: str) -> tuple[str, str] | None:
    """What the two versions of YAML read differently in a plain scalar, and how to mend it; None if they
    agree.

    The first string goes on after "`text` is ", the second is a sentence of help.
    """
    if not text or text[0] not in _SPECIAL_FIRST:
        return None
    if text in _WORDS_11:
        return (
            "a truth value in YAML 1.1 and a text in YAML 1.2",
            f'quote it ("{text}") if it is a text, write true or false, or choose another word',
        )
    if text == "=":
        return ("a special value in YAML 1.1 and a text in YAML 1.2", 'quote it: "="')
    if _DATE.fullmatch(text):
        return ("a date in YAML 1.1 and a text in YAML 1.2", f'quote it: "{text}"')
    if _SEXAGESIMAL.fullmatch(text):
        return ("a number to base 60 in YAML 1.1 and a text in YAML 1.2", f'quote it: "{text}"')
    is_int, is_float = _INT.fullmatch(text) is not None, _FLOAT.fullmatch(text) is not None
    was_int, was_float = _INT_11.fullmatch(text) is not None, _FLOAT_11.fullmatch(text) is not None
    if not (is_int or is_float or was_int or was_float):
        return None
    if is_int and was_int:
        digits = text.lstrip("+-")
        # Both are decimal or both hexadecimal, unless a zero leads; 00 to 07 are the same in base 8 and 10.
        if not digits.startswith("0") or digits.startswith("0x") or int(digits, 8) == int(digits[-1]):
            return None
        return (
            "an octal number in YAML 1.1 and a decimal one in YAML 1.2",
            "write it without the leading zero",
        )
    if is_float and was_float and not is_int and not was_int:
        return None
    return (
        f"{'a number' if was_int or was_float else 'a text'} in YAML 1.1 and "
        f"{'a number' if is_int or is_float else 'a text'} in YAML 1.2",
        f'write the number in plain digits, or quote it if it is a text: "{text}"',
    )


def _digits(text: str) -> int:
    return len(text.lstrip("+-").lstrip("0"))
