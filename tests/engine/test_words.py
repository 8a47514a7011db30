"""What things are called: kinds, letters for look-alikes, owners, zones, values there and back, templates."""

from __future__ import annotations

from functools import cache

import pytest
from engine_support import NAMES, game

from rulewright.check import check_text
from rulewright.engine.contract import Game
from rulewright.engine.shipped import ruleset_path, rulesets_folder, shipped_rulesets
from rulewright.engine.templates import Unsayable, entry_of
from rulewright.engine.words import Words, _letters
from rulewright.ruleset.model import KeyType
from rulewright.ruleset.types import Bool, Comp, Enum, Int, Line, Opt, Player, SetOf, Space, Type

YARD = """\
rulewright: 1
game: yard
title: Yard
players: 2..3
enums:
  suit: [cup, sword]
boards:
  grid: {grid: 3 by 3}
components:
  card:
    fields:
      suit: suit
    make: 2 for each k in suit with suit = k
    named: "{suit} card"
  canoe:
    make: 2 per player
    named: boat
  king:
    make: 1 per player
  dog:
    fields:
      age: 1..2
    make: 1 for each n in 1..2 with age = n
    named: dog
  lamp:
    alike: true
    make: 4
zones:
  deck: pile of card, seen by nobody
  table: set of canoe or king or dog, seen by everyone
  court: set of king per player, seen by everyone
  lamps: set of lamp per grid, seen by everyone
variables:
  place: grid or none per canoe
actions:
  pass:
    do:
      - place[the(c in canoe)] := none
setup:
  - move every card to deck
  - move every canoe to table
  - move every dog to table
  - move every lamp to lamps[a1]
  - for: k in king
    do:
      - move k to court[k.owner]
play:
  - for: me in player
    do:
      - choose: [pass]
result:
  score: 0
  rank:
    - highest 0
labels:
  en: {lamps: lights, cup: chalice}
"""


@cache
def yard() -> Words:
    ruleset, diagnostics = check_text(YARD)
    assert ruleset is not None, diagnostics
    return Game(ruleset, 2, backend="reference").words


def ids(leaf: str) -> list[int]:
    family = yard().ruleset.components.families[leaf]
    return [i for i in range(family.first, family.first + family.count) if yard().in_game(i)]


def test_cards_that_look_alike_share_a_name() -> None:
    words = yard()
    assert [words.names[i] for i in ids("card")] == ["cup card", "cup card", "sword card", "sword card"]
    assert [words.kind[i] for i in ids("card")] == [ids("card")[0]] * 2 + [ids("card")[2]] * 2
    assert words.ids_named("cup card") == tuple(ids("card")[:2])


def test_pieces_with_a_history_get_letters_and_the_name_means_any() -> None:
    words = yard()
    assert [words.names[i] for i in ids("canoe")] == ["boat A", "boat B", "boat A", "boat B"]
    assert [words.full_names[i] for i in ids("canoe")] == [
        "boat A of 1", "boat B of 1", "boat A of 2", "boat B of 2",
    ]  # fmt: skip
    assert words.ids_named("boat") == tuple(ids("canoe"))
    assert words.ids_named("boat B") == (ids("canoe")[1], ids("canoe")[3])
    assert words.ids_named("boat B of 2") == (ids("canoe")[3],)
    assert words.ids_named("boat of 2") == tuple(ids("canoe")[2:])


def test_kinds_of_one_name_get_letters_too() -> None:
    assert [yard().names[i] for i in ids("dog")] == ["dog A", "dog B"]


def test_letters_go_on_after_z() -> None:
    assert [_letters(n) for n in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]


def test_a_king_is_called_king_where_its_owner_is_clear() -> None:
    words = yard()
    first, second = ids("king")
    court, table = words.zone_numbers["court[1]"], words.zone_numbers["table"]
    assert words.name_at(first, court) == "king"
    assert words.name_at(second, court) == "king of 2"
    assert words.name_at(first, table) == "king of 1"


def test_absent_players_have_no_pieces_and_no_zones() -> None:
    words = yard()
    assert len(ids("king")) == 2
    assert "court[3]" not in words.zone_numbers
    assert not words.ids_named("king of 3")


def test_zones_are_called_as_an_author_writes_them() -> None:
    words = yard()
    assert words.zone_names[0] == "box"
    assert words.zone_names[words.zone_numbers["lamps[b3]"]] == "lamps[b3]"
    family = words.zone_family(words.zone_numbers["lamps[b3]"])
    assert family is not None
    assert family.name == "lamps"
    assert words.zone_family(0) is None


@pytest.mark.parametrize(
    ("type", "value", "word"),
    [
        (Int(0, 9), 7, 7),
        (Bool(), 1, True),
        (Enum("suit", ("cup", "sword")), 1, "sword"),
        (Player(), 0, 1),
        (Space("grid"), 4, "b2"),
        (Opt(Space("grid")), -1, None),
        (Opt(Player()), 1, 2),
        # The first line of three starts at a1; that is what its name begins with.
        (Line("grid", 3), 0, None),
    ],
)
def test_values_have_words_and_are_found_by_them(type: Type, value: int, word: object) -> None:
    said = yard().word(type, value)
    if isinstance(type, Line):
        assert str(said).split("+")[0] == "a1"
        assert len(str(said).split("+")) == 3
    else:
        assert said == word
    assert yard().values_of(type, said) == [value]


def test_sets_are_lists_in_order() -> None:
    assert yard().word(SetOf(Space("grid")), frozenset({8, 0})) == ["a1", "c3"]


@pytest.mark.parametrize(
    ("type", "word"),
    [
        (Int(0, 9), "7"),
        (Int(0, 9), True),
        (Bool(), 1),
        (Enum("suit", ("cup", "sword")), "cups"),
        (Player(), 0),
        (Player(), 3),
        (Player(), "1"),
        (Space("grid"), "d1"),
        (Comp(("dog",), "dog"), "cup card"),
        (SetOf(Player()), [1]),
        (Line("grid", 3), "a1+b1"),
        (Opt(Player()), "nobody"),
    ],
)
def test_what_names_no_value_gives_none(type: Type, word: object) -> None:
    assert yard().values_of(type, word) == []


def test_labels_are_what_people_read() -> None:
    words = yard()
    assert words.label("lamps", "en") == "lights"
    assert words.label("lamps", "el") == "lamps"
    assert words.name_in(ids("card")[0], "en") == "chalice card"
    assert words.name_in(ids("canoe")[1], "en") == "boat B"
    assert words.say(Player(), 1, "en") == "player 2"
    assert words.say(Opt(Player()), -1, "en") == "none"
    assert words.say(Space("grid"), 4, "en") == "b2"
    assert words.say(SetOf(Player()), frozenset({1, 0}), "en") == "player 1, player 2"


def test_components_are_called_differently_in_each_language() -> None:
    text = YARD.replace("named: boat", "named: {en: boat, de: Kahn}")
    text = text.replace('named: "{suit} card"', 'named: {en: "{suit} card", de: "Karte {suit}"}')
    text = text.replace("labels:\n", "labels:\n  de: {cup: Kelche, king: König}\n")
    ruleset, diagnostics = check_text(text)
    assert ruleset is not None, diagnostics
    words = Game(ruleset, 2, backend="reference").words
    canoe, card, king = (words.ruleset.components.families[leaf].first for leaf in ("canoe", "card", "king"))
    assert [words.names[i] for i in (canoe, card)] == ["boat A", "cup card"]
    assert [words.name_in(i, "de") for i in (canoe, card, king)] == ["Kahn A", "Karte Kelche", "König"]
    assert [words.name_in(i, "fr") for i in (canoe, card)] == ["boat A", "cup card"]


def test_entries_of_indexes_and_back() -> None:
    keys = (KeyType(Int(1, 3), 1, 3), KeyType(Player(), 0, 3))
    numbers = [entry_of(keys, (i, p)) for i in (1, 2, 3) for p in (0, 1, 2)]
    assert numbers == list(range(9))
    assert [yard().key_values(keys, n) for n in (0, 5, 8)] == [(1, 0), (2, 2), (3, 2)]
    with pytest.raises(Unsayable):
        entry_of(keys, (0, 0))
    assert yard().entry_name("x", keys, 5) == "x[2, 3]"


@pytest.mark.parametrize("name", NAMES)
def test_names_tell_apart_whatever_can_be_told_apart(name: str) -> None:
    words = game(name).words
    kinds: dict[str, set[int]] = {}
    for component, full in enumerate(words.full_names):
        kinds.setdefault(full, set()).add(words.kind[component])
        assert component in words.ids_named(full) or not words.in_game(component)
    assert all(len(kind) == 1 for kind in kinds.values())
    assert len(set(words.zone_names)) == len(words.zone_names)


def test_shipped_rulesets_are_found_by_name() -> None:
    assert shipped_rulesets()["tembo"] == rulesets_folder() / "tembo.yaml"
    assert ruleset_path("tembo") == rulesets_folder() / "tembo.yaml"
    assert ruleset_path("kuhn_poker").parent.name == "classics"
    assert ruleset_path("nothing_of_this_name").name == "nothing_of_this_name"
    assert ruleset_path("other/tembo.yaml").parts == ("other", "tembo.yaml")
    assert not any(name.endswith(".scenarios") for name in shipped_rulesets())


TALK = """
rulewright: 1
game: talk
title: Talk
players: 2
boards:
  cell: {grid: 3 by 3}
components:
  card:
    fields: {rank: 1..6}
    make: 1 for each n in 1..6 with rank = n
    named: "card {rank}"
zones:
  deck: pile of card, seen by nobody
  hand: set of card per player, seen by owner
  shown: row of card, seen by everyone
variables:
  points: 0..50 per player
  secret: 0..9 per player, seen by owner
define:
  best(player p): (max(c.rank for c in hand[p]) else 0)
actions:
  play:
    with: 1..9 bonus
    pick:
      c: hand[me]
      s: cell where s = b2
    say: "@"
    do:
      - move c to shown
  rest:
    do:
      - add 1 to points[me]
setup:
  - move every card to deck
  - shuffle deck
  - move 1 from deck to shown
  - deal 2 from deck to hand
play:
  - turns: from nth(player, 1), 2 rounds
    do:
      - choose: [play, rest]
        with: points[me] + 4
        times: 0..1
        done: "{me} stays at {points[me]}"
result:
  score: points[me]
"""


@pytest.mark.parametrize(
    ("say", "wanted"),
    [
        # The tape deals card 1 to the row, then 2, 3, 4, 5 round the table: seat 1 has 2 and 4.
        ("{distance(a1, s)} steps", "2 steps"),
        ("{step(s, north)}", "B3"),
        ("{size(neighbours(s))} beside", "4 beside"),
        ("{count(x in hand[me])} of {size(hand[left of me])}", "2 of 2"),
        ("{sum(x.rank for x in hand[me] where x != c)} left", "4 left"),
        ("{best(me)}", "4"),
        ("{first(shown)}", "Card 1"),
        ("{size(deck)} in the deck", "1 in the deck"),
        ("{if any(x.rank > 5 for x in shown) then 1 else 0}", "0"),
        ("{bonus + c.rank}", "6"),
        (
            "{set(x.rank for x in hand[me])}, above 4 {set(x for x in hand[me] where x.rank > 4)}",
            "2, 4, above 4 none",
        ),
        ("{points[me]} and {secret[me]}", "0 and 0"),
        # What the seat doesn't see can't be said: the plain form stands there.
        ("{top(deck)}", "Player 1: play card 2, b2"),
        ("{best(left of me)}", "Player 1: play card 2, b2"),
        ("{secret[left of me]}", "Player 1: play card 2, b2"),
    ],
)
def test_a_text_can_say_whatever_the_language_can_ask_and_the_seat_may_see(say: str, wanted: str) -> None:
    ruleset, diagnostics = check_text(TALK.replace("@", say))
    assert ruleset is not None, diagnostics
    for backend in ("reference", "python"):
        state = Game(ruleset, 2, backend=backend).start(tape=[0] * 5)
        assert state.legal()[0].text("en") == wanted
        assert state.legal()[-1].text("en") == "Player 1 stays at 0"
