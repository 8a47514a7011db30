"""Suggestions: the name that a person would have meant, and nothing where a person would shrug."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.diagnostics import did_you_mean, suggest
from rulewright.diagnostics.suggest import _distance

NAMES = [
    "hand",
    "deck",
    "row",
    "lions",
    "lion",
    "gnu",
    "zebra",
    "antelope",
    "species_of",
    "points_of",
    "left_of_dealer",
]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("hnd", ("hand",)),
        ("hadn", ("hand",)),
        ("dekc", ("deck",)),
        ("handd", ("hand",)),
        ("Hand", ("hand",)),
        ("HAND", ("hand",)),
        ("gun", ("gnu",)),
        ("zebar", ("zebra",)),
        ("antilope", ("antelope",)),
        ("anteloppe", ("antelope",)),
        ("antel", ("antelope",)),
        ("of_species", ("species_of",)),
        ("speciesof", ("species_of",)),
        ("species-of", ("species_of",)),
        ("dealer_left_of", ("left_of_dealer",)),
        ("left_off_dealer", ("left_of_dealer",)),
        ("lionss", ("lions",)),
        ("rows", ("row",)),
    ],
)
def test_what_was_meant(name: str, meant: tuple[str, ...]) -> None:
    assert suggest(name, NAMES) == meant


@pytest.mark.parametrize(
    "name", ["", "x", "me", "cat", "boat", "crocodile", "raw_material", "hippopotamus", "dealer", "z" * 500]
)
def test_no_guess_when_nothing_is_near(name: str) -> None:
    assert suggest(name, NAMES) == ()


def test_letters_of_another_alphabet_are_told() -> None:
    cyrillic_s, cyrillic_r, greek_o = "\u0441", "\u0440", "\u03bf"
    assert suggest(cyrillic_s, ["c", "p"]) == ("c",)
    assert did_you_mean(cyrillic_s, ("c",)) == f"did you mean c? '{cyrillic_s}' is a Cyrillic letter here"
    mixed = f"{cyrillic_r}{greek_o}ints"
    assert suggest(mixed, ["points", "prints"]) == ("points",)
    assert did_you_mean(mixed, ("points",)).endswith(
        f"'{cyrillic_r}' and '{greek_o}' are Cyrillic and Greek letters here"
    )
    # And where the declared name is the one in another alphabet.
    assert did_you_mean("c", (cyrillic_s,)) == f"did you mean {cyrillic_s}? 'c' is a Latin letter here"
    assert did_you_mean("ponts", ("points",)) == "did you mean points?"


def test_short_names_that_differ_in_a_letter_are_two_names() -> None:
    assert suggest("cat", ["bat", "car"]) == ()
    assert suggest("ca", ["card", "camp"]) == ()
    assert suggest("a", ["b"]) == ()


def test_ties_are_all_shown_up_to_three() -> None:
    assert suggest("site", ["sites", "side"]) == ("side", "sites")
    assert suggest("card", ["card1", "card2", "card3"]) == ("card1", "card2", "card3")
    assert suggest("card", ["card1", "card2", "card3", "card4"]) == ()


def test_the_name_itself_is_no_suggestion() -> None:
    assert suggest("hand", ["hand", "hands"]) == ("hands",)
    assert suggest("deck", ["deck"]) == ()


def by_definition(a: str, b: str) -> int:
    """The optimal string alignment distance, straight from its recursive definition."""
    if not a or not b:
        return len(a) + len(b)
    best = min(
        by_definition(a[1:], b) + 1, by_definition(a, b[1:]) + 1, by_definition(a[1:], b[1:]) + (a[0] != b[0])
    )
    if len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0]:
        best = min(best, by_definition(a[2:], b[2:]) + 1)
    return best


@given(st.text(alphabet="abc", max_size=5), st.text(alphabet="abc", max_size=5), st.integers(0, 5))
def test_the_distance_is_that_of_the_definition(a: str, b: str, limit: int) -> None:
    right = by_definition(a, b)
    assert _distance(a, b, limit) == (right if right <= limit else None)


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=8))
def test_suggestions_are_candidates_and_don_t_depend_on_their_order(name: str, candidates: list[str]) -> None:
    found = suggest(name, candidates)
    assert set(found) <= set(candidates) - {name}
    assert len(found) <= 3
    assert found == suggest(name, reversed(candidates))
