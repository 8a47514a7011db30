"""What a language of the title leaves unsaid: each kind of name and text that a player may come to see, and nothing else."""

from __future__ import annotations

from rulewright.check import check_text
from rulewright.check.languages import unsaid

PIER = """\
rulewright: 1
game: pier
title: {en: Pier, de: Steg}
about: Boats and fish
players: 2
rules:
  P1: Fish are caught
rulings:
  size_of_fish:
    question: Are small fish counted?
    answer: Nobody measures them
  night:
    question: Do boats sail at night?
    readings:
      they_do: Nothing forbids it
      they_rest: It is dark
    chosen: they_do
enums:
  tide: [ebb, flood]
  never_shown: [secret_a, secret_b]
boards:
  water:
    spaces: [harbour, open_sea]
  slip:
    track: 3
tables:
  depth:
    table: 0..9 per water
    otherwise: 3
  price:
    table: 0..9 per tide
    otherwise: 3
components:
  fish: {}
  cod:
    is: fish
    make: 2
  eel:
    is: fish
    fields:
      tide: tide
    make: 1 for each k in tide with tide = k
    named: "{tide} eel"
  boat:
    make: 1 per player
    named: "{owner}"
zones:
  sea: set of fish, seen by everyone
  lies: set of boat per water, seen by everyone
  crates: set of fish per slip, seen by nobody
variables:
  weather: tide, seen by everyone
  luck: never_shown, seen by nobody
define:
  fair: night = they_do and weather = flood and price[weather] = 3 and depth[harbour] = 3
actions:
  catch_fish:
    rule: P1
    say: "{me} catches {f}"
    pick:
      f: fish in sea, one of each kind
    do:
      - move f to crates[1]
  wait:
    say: {en: "{me} waits", de: "{me} wartet"}
    do:
      - if: luck = secret_a
        then:
          - weather := flood
  sail:
    when: fair
    pick:
      b: boat
    do:
      - move b to lies[open_sea]
setup:
  - move every fish to sea
  - move every boat to lies[harbour]
  - luck := random never_shown
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [catch_fish, wait, sail]
        times: 0..1
        done: "{me} goes home"
result:
  score: size(sea)
  cut_off:
    when: sea is not empty
    means: The sea has won
"""

TEXTS = {
    "question of size_of_fish", "answer of size_of_fish", "question of night", "night = they_do",
    "night = they_rest", "about", "rule P1", "means of cut_off", "say of catch_fish", "named of eel",
    "done of catch_fish and wait and sail",
}  # fmt: skip
NAMES = {
    "sea", "lies", "crates", "fish", "boat", "cod", "weather", "ebb", "flood", "catch_fish", "wait", "sail",
    "water", "harbour", "open_sea", "depth", "slip",
}  # fmt: skip


def test_all_that_a_player_may_see_and_nothing_else() -> None:
    ruleset, found = check_text(PIER)
    assert ruleset is not None, found
    missing = unsaid(ruleset)["de"]
    assert len(missing) == len(set(missing))
    # Not: what nobody sees, tables that are on no board, numbered spaces, names of fields alone, what has words.
    assert set(missing) == TEXTS | NAMES
    assert [d.code for d in found] == ["missing-label"]


def test_what_has_a_label_or_a_text_is_not_missing() -> None:
    labels = "labels:\n  de:\n" + "".join(f"    {name}: x\n" for name in sorted(NAMES))
    text = PIER + labels
    ruleset, _ = check_text(text)
    assert ruleset is not None
    assert set(unsaid(ruleset)["de"]) == TEXTS
    ruleset, _ = check_text(
        text.replace('say: "{me} catches {f}"', 'say: {en: "{me} catches {f}", de: "{me}: {f}"}')
    )
    assert ruleset is not None
    assert set(unsaid(ruleset)["de"]) == TEXTS - {"say of catch_fish"}


def test_a_ruleset_of_one_language_leaves_nothing_unsaid() -> None:
    ruleset, found = check_text(PIER.replace("{en: Pier, de: Steg}", "Pier"))
    assert ruleset is not None
    assert unsaid(ruleset) == {}
    assert [d.code for d in found] == ["other-language"]
