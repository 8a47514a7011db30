"""Plain words are read by YAML 1.2's core schema, and where YAML 1.1 reads another value that is said.

For YAML 1.1 the oracle is PyYAML itself, which implements it.
"""

from __future__ import annotations

import math
from datetime import date

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rulewright.loading.resolve import disagreement, is_too_large, resolve

# YAML 1.2.2, chapter 10.3.2, gives these forms and examples.
CORE = {
    "null": None,
    "Null": None,
    "NULL": None,
    "~": None,
    "": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    "0": 0,
    "0o7": 7,
    "0x3A": 58,
    "-19": -19,
    "+12": 12,
    "0.": 0.0,
    "-0.0": 0.0,
    ".5": 0.5,
    "+12e03": 12000.0,
    "-2E+05": -200000.0,
    ".inf": math.inf,
    "-.Inf": -math.inf,
    "+.INF": math.inf,
}
TEXTS = [
    "nULL",
    "tRUE",
    "nil",
    "0o8",
    "0xG",
    "1..5",
    "1-2",
    "-",
    "+",
    ".",
    "..",
    "e3",
    "1e",
    "0b1",
    "1_0",
    "1 2",
    "٣",
]


@pytest.mark.parametrize(("text", "value"), CORE.items())
def test_core_schema(text: str, value: object) -> None:
    found = resolve(text)
    assert found == value
    assert type(found) is type(value)


def test_not_a_number() -> None:
    for text in (".nan", ".NaN", ".NAN"):
        value = resolve(text)
        assert isinstance(value, float)
        assert math.isnan(value)


@pytest.mark.parametrize("text", [*TEXTS, "yes", "no", "on", "off", "y", "n", "2024-01-31", "1:30", "hand"])
def test_the_rest_is_text(text: str) -> None:
    assert resolve(text) == text


def read_by_1_1(text: str) -> object:
    """What PyYAML makes of a plain scalar; an exception's name where it fails to make anything."""
    loader = yaml.SafeLoader("")
    tag = loader.resolve(yaml.ScalarNode, text, (True, False))
    try:
        return loader.construct_object(yaml.ScalarNode(tag, text))
    except (yaml.YAMLError, ValueError) as error:
        return type(error)


LIKE_NUMBERS = st.one_of(
    st.text(alphabet="0123456789", max_size=6),
    st.text(alphabet="01789-+._:eExob", max_size=8),
    st.from_regex(r"\A[-+]?[0-9_]{1,4}(:[0-5]?[0-9]){0,2}(\.[0-9_]{0,2})?([eE][-+]?[0-9]{1,2})?\Z"),
    st.from_regex(r"\A[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9]{1,2}:[0-9]{2}:[0-9]{2}Z?)?\Z"),
    st.sampled_from(
        ["yes", "No", "ON", "off", "true", "FALSE", "null", "~", "=", ".inf", "-.INF", ".nan", "yEs", "On"]
    ),
)


@settings(deadline=None)
@given(LIKE_NUMBERS)
@example("017")
@example("08")
@example("0o17")
@example("1e3")
@example("1.5e3")
@example("+.5")
@example("1_000")
@example("0b11")
@example("190:20:30")
@example("0:30")
def test_a_word_is_ambiguous_exactly_when_the_two_versions_differ(text: str) -> None:
    assume(not is_too_large(text))
    old, new = read_by_1_1(text), resolve(text)
    same = type(old) is type(new) and (old == new or (old != old and new != new))
    if text == "":
        same = True
    assert (disagreement(text) is None) == same, (old, new)


@pytest.mark.parametrize("text", ["y", "Y", "n", "N"])
def test_y_and_n_are_words(text: str) -> None:
    # YAML 1.1 lists them as truth values, but its readers never took them so, and n is a good name.
    assert read_by_1_1(text) == resolve(text) == text
    assert disagreement(text) is None


def test_what_an_ambiguous_word_is_called() -> None:
    assert read_by_1_1("2024-01-31") == date(2024, 1, 31)
    cases = {
        "yes": "a truth value",
        "2024-01-31": "a date",
        "1:30": "base 60",
        "017": "octal",
        "1_000": "a number",
    }
    for text, words in cases.items():
        found = disagreement(text)
        assert found is not None
        assert words in found[0]


@settings(deadline=None)
@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_whole_numbers_of_up_to_18_digits(number: int) -> None:
    assert resolve(str(number)) == number
    assert not is_too_large(str(number))


@pytest.mark.parametrize(
    "text", ["1" + "0" * 18, "-" + "9" * 5000, "0x" + "f" * 19, "1.0e+999", "9" * 400 + ".0"]
)
def test_too_large_numbers(text: str) -> None:
    assert is_too_large(text)
    assert resolve(text) == text
