"""Single mistakes in finished rulesets: one message each, at the right place, with what helps to mend it.

Each case changes one string of a ruleset. Exactly one finding must come of it: the code, the marked text, and
words that must occur in what is said, expected or offered. A second message would be noise that follows from
the first.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.check import check_text

ROOT = Path(__file__).parents[2]
PATHS = {
    "tembo": ROOT / "rulesets" / "tembo.yaml",
    "kuhkuck": ROOT / "rulesets" / "zum_kuhkuck.yaml",
    "niagara": ROOT / "rulesets" / "niagara.yaml",
}

#: Ruleset, what stands there, what an author writes instead, code, marked text, words that must be said.
MISTAKES = [
    # what stands in place of none, where there is never none
    (
        "kuhkuck",
        "bonus(player p): 10 * count(",
        "bonus(player p): (10 else 0) * count(",
        "always-same",
        "10",
        ["is never none"],
    ),
    # parts that hold nothing, or not what they must
    (
        "kuhkuck",
        "source: Rules of Zum Kuhkuck (Reinhard Staupe, NSV 2014), Italian text",
        "source: [1, 2]",
        "wrong-shape",
        "[1, 2]",
        ["a text"],
    ),
    (
        "kuhkuck",
        "because: Four kinds have 11 cards and the brush has 10; which colour is whose matters only in that",
        "because: {}",
        "wrong-shape",
        "{}",
        ["one for each language"],
    ),
    ("kuhkuck", "    make: 5", "    make: []", "wrong-shape", "[]", ["how many there are"]),
    (
        "kuhkuck",
        "    chosen: nobody",
        "    answer: nobody",
        "bad-clause",
        "answer",
        ["write: chosen: nobody"],
    ),
    (
        "kuhkuck",
        "    table: 0..20 per kind\n",
        "",
        "missing-key",
        "cards_of",
        ["nothing says what 'cards_of' is"],
    ),
    (
        "tembo",
        "species = species_of[n]",
        "species = species_of[true]",
        "wrong-type",
        "true",
        ["a truth value"],
    ),
    # names: the nearest one is offered, of the kind that is needed
    ("tembo", "move a to row[s]", "move a to rwo[s]", "unknown-name", "rwo", ["did you mean row?", "a zone"]),
    ("tembo", "move top(deck) to arriving", "move top(dek) to arriving", "unknown-name", "dek", ["deck"]),
    ("tembo", "owner[a] := me", "ownr[a] := me", "unknown-name", "ownr", ["owner", "a variable"]),
    ("tembo", "- run eat(first(row[s]))", "- run eet(first(row[s]))", "unknown-name", "eet", ["a procedure"]),
    ("tembo", "run prepare_round", "run prepair_round", "unknown-name", "prepair_round", ["prepare_round"]),
    ("tembo", "choose: [place_lion]", "choose: [place_lions]", "unknown-name", "place_lions", ["an action"]),
    (
        "tembo",
        "b = the_first or",
        "b = the_frist or",
        "unknown-name",
        "the_frist",
        ["the_first?", "the_species"],
    ),
    (
        "tembo",
        "second_dealer = fewest_points",
        "second_dealer = fewest",
        "unknown-name",
        "fewest",
        ["fewest_points"],
    ),
    ("tembo", "lion_on_lion = allowed", "lion_on_lion = permitted", "unknown-name", "permitted", ["allowed"]),
    (
        "tembo",
        "pile of card, seen by nobody",
        "pile of cards, seen by nobody",
        "unknown-name",
        "cards",
        ["card?"],
    ),
    (
        "tembo",
        "animal per site, seen",
        "animal per sites, seen",
        "unknown-name",
        "sites",
        ["site?", "a type"],
    ),
    ("tembo", "total: 0..500 per player", "total: number per player", "unknown-name", "number", ["0..100"]),
    ("tembo", "    is: card\n    make: 7", "    is: cards\n    make: 7", "unknown-name", "cards", ["card?"]),
    ("tembo", "chosen: left_of_dealer", "chosen: left", "unknown-name", "left", ["left_of_dealer"]),
    ("kuhkuck", "move drawn to hand[me]", "move draw to hand[me]", "unknown-name", "draw", ["drawn?"]),
    ("kuhkuck", "size(hand[me]) < 20", "size(hand[me]) < twenty", "unknown-name", "twenty", ["not declared"]),
    ("niagara", "run push_disc", "run push_disk", "unknown-name", "push_disk", ["push_disc?"]),
    ("niagara", "goal = dock or usable(c, p", "goal = dok or usable(c, p", "unknown-name", "dok", ["dock?"]),
    ("niagara", "branch: path of river", "branch: path of rivers", "unknown-name", "rivers", ["river?"]),
    (
        "niagara",
        "stay_ashore: may_stay_ashore",
        "stay_ashor: may_stay_ashore",
        "unknown-name",
        "stay_ashor",
        ["stay_ashore?"],
    ),
    # fields
    ("tembo", "last(row[s]).number < a", "last(row[s]).nunber < a", "no-such-field", "nunber", ["number?"]),
    (
        "tembo",
        "last(row[s]).number < a",
        "last(row[s]).value < a",
        "no-such-field",
        "value",
        ["number", "points"],
    ),
    (
        "tembo",
        "species = species_of[n], p",
        "specie = species_of[n], p",
        "no-such-field",
        "specie",
        ["species?"],
    ),
    ("kuhkuck", 'named: "{kind}"', 'named: "{colour}"', "no-such-field", "colour", ["kind"]),
    (
        "kuhkuck",
        "for c in collecting in hand[me])\n",
        "for c in hand[me])\n",
        "no-such-field",
        "kind",
        ["current has no"],
    ),
    ("niagara", "c.owner = p)", "c.player = p)", "no-such-field", "player", ["owner"]),
    # indexes and arguments
    ("tembo", "owner[a] := me", "owner := me", "wrong-count", "owner", ["owner[a]", "an animal"]),
    ("tembo", "size(row[s]) >= 3", "size(row) >= 3", "wrong-count", "row", ["has 1 index, not 0", "row[1]"]),
    (
        "tembo",
        "crossed[keeper]",
        "crossed[keeper, a]",
        "wrong-count",
        "crossed[keeper, a]",
        ["has 1 index, not 2"],
    ),
    ("tembo", "owner[a] := me", "owner[s] := me", "wrong-type", "s", ["a space of site", "an animal"]),
    ("tembo", "score: total[me]", "score: total", "wrong-count", "total", ["total[me]"]),
    (
        "kuhkuck",
        "written[p, k] is not none",
        "written[p] is not none",
        "wrong-count",
        "written[p]",
        ["has 2 indexes, not 1"],
    ),
    ("kuhkuck", "size(hand[me]) < 20", "size(hand(me)) < 20", "wrong-type", "hand", ["hand[me]"]),
    ("kuhkuck", "if: finished(me)", "if: finished[me]", "wrong-type", "finished", ["finished(me)"]),
    (
        "niagara",
        "if: any(enough(p) for",
        "if: any(enough for",
        "wrong-count",
        "enough",
        ["takes 1 argument, not 0", "player p"],
    ),
    (
        "niagara",
        "run lose(c)\n  steal",
        "run lose\n  steal",
        "wrong-count",
        "run lose",
        ["takes 1 argument, not 0"],
    ),
    # types
    ("tembo", "size(row[s]) >= 3", "row[s] >= 3", "not-a-value", "row[s]", ["size(row[s])"]),
    ("tembo", "if: given_back is not empty", "if: given_back", "not-a-value", "given_back", ["is not empty"]),
    ("tembo", "dealer := random player", "dealer := player", "not-a-value", "player", ["random player"]),
    ("tembo", "lion at {s}", "lion at {site}", "not-a-value", "site", ["{s}?"]),
    (
        "kuhkuck",
        "if: drawn is current",
        "if: drawn = current",
        "not-a-value",
        "current",
        ["drawn is current"],
    ),
    (
        "kuhkuck",
        "let drawn = top(heap)",
        "let drawn = first(heap)",
        "wrong-type",
        "heap",
        ["is a pile", "top and bottom"],
    ),
    ("kuhkuck", "written[p, k] is not none", "written[p, k] != none", "wrong-type", "none", ["is not none"]),
    ("niagara", "while: points > 0", "while: points", "wrong-type", "points", ["a condition", "points > 0"]),
    ("niagara", "weather := w", "weather := me", "wrong-type", "me", ["a player", "a number"]),
    (
        "niagara",
        "move c to canoes_at[goal]\n      - if: goal = d",
        "move c to cargo[c]\n      - if: goal = d",
        "wrong-zone-type",
        "c",
        ["'cargo' holds gem"],
    ),
    (
        "niagara",
        "take 2 from points\n  unload",
        "take 2 from hand\n  unload",
        "wrong-type",
        "hand",
        ["a zone", "a variable"],
    ),
    ("niagara", "after(s, branch)", "after(branch, s)", "wrong-type", "branch", ["a space of a board"]),
    # moves
    (
        "tembo",
        "move 10 of k from box",
        "move k from box",
        "bad-move",
        "k",
        ["how many", "move 1 of k from box"],
    ),
    ("tembo", "move 10 of k from box to pawns", "move k to pawns", "bad-move", "k", ["move 1 of k from"]),
    (
        "niagara",
        "move all from cargo[c] to landed[me]",
        "move hand[me] to landed[me]",
        "bad-move",
        "hand[me]",
        ["move all from hand[me]"],
    ),
    # keys
    ("tembo", "play:\n  - for: round", "plays:\n  - for: round", "unknown-key", "plays", ["play?"]),
    (
        "tembo",
        "left_of_dealer\n            then:",
        "left_of_dealer\n            do:",
        "unknown-key",
        "do",
        ["then?"],
    ),
    (
        "tembo",
        "rule: T2\n            do:\n              - if",
        "rule: T2\n            then:\n              - if",
        "unknown-key",
        "then",
        ["do?"],
    ),
    (
        "kuhkuck",
        "when:\n      - step: size(hand[me]) <",
        "if:\n      - step: size(hand[me]) <",
        "unknown-key",
        "if",
        ["when?"],
    ),
    ("kuhkuck", "- turns: from starter", "- turn: from starter", "unknown-key", "turn", ["turns?"]),
    ("kuhkuck", "rule: [K3, K4, K5]", "rules: [K3, K4, K5]", "unknown-key", "rules", ["rule?"]),
    (
        "niagara",
        "    pick:\n      card: hand[me]",
        "    choose:\n      card: hand[me]",
        "unknown-key",
        "choose",
        ["pick?"],
    ),
    ("niagara", "            by: ", "            who: ", "unknown-key", "who", ["by"]),
    (
        "kuhkuck",
        (
            "    because: Four kinds have 11 cards and the brush has 10; which colour is "
            "whose matters only in that\n"
        ),
        "",
        "missing-key",
        "cards_of",
        ["because"],
    ),
    (
        "tembo",
        "row of animal per site, seen by everyone",
        "row of animal per site",
        "missing-key",
        "row of animal per site",
        ["seen by everyone"],
    ),
    # shapes
    (
        "tembo",
        "species: [gnu, zebra, antelope]\n  colour",
        "species: gnu\n  colour",
        "wrong-shape",
        "gnu",
        ["a list of names"],
    ),
    (
        "niagara",
        "    do:\n      - weather := w",
        "    do: weather := w",
        "wrong-shape",
        "weather := w",
        ["a list of steps"],
    ),
    # the strings
    ("tembo", "owner[a] := me", "owner[a] = me", "dsl-syntax", "=", [":="]),
    ("tembo", "size(row[s]) >= 3", "count(row[s]) >= 3", "dsl-syntax", "[", ["count(NAME in DOMAIN", "size"]),
    ("tembo", "deck: pile of card", "deck: deck of card", "dsl-syntax", "deck", ["`pile`"]),
    ("tembo", "total: 0..500 per", "total: 0 to 500 per", "dsl-syntax", "to", ["0..500"]),
    (
        "tembo",
        "keeper = (owner[a] else me)",
        "keeper = owner[a] else me",
        "dsl-syntax",
        "else",
        ["parentheses"],
    ),
    ("tembo", "keeper = (owner[a] else me)", "keeper := (owner[a] else me)", "dsl-syntax", ":=", ["`=`"]),
    ("tembo", "fits(animal a, site s):", "fits(a, s):", "dsl-syntax", ",", ["a name"]),
    ("tembo", "for: a in row[s] where", "for: a of row[s] where", "dsl-syntax", "of", ["`in`"]),
    (
        "tembo",
        "- shuffle deck\n      - for",
        "- shuffel deck\n      - for",
        "dsl-syntax",
        "shuffel",
        ["shuffle?"],
    ),
    ("tembo", "- run prepare_round", "- prepare_round", "dsl-syntax", "prepare_round", ["run prepare_round"]),
    (
        "tembo",
        "s: site where fits(a, s)\n    do:\n      - run place(a, s)\n  play_two",
        "s: site if fits(a, s)\n    do:\n      - run place(a, s)\n  play_two",
        "dsl-syntax",
        "if",
        ["where"],
    ),
    ("tembo", "- highest total[me]", "- total[me]", "dsl-syntax", "total", ["`highest` or `lowest`"]),
    (
        "tembo",
        "add sum(a.points for a in crossed[p]) to total[p]",
        "total[p] += 3",
        "dsl-syntax",
        "+=",
        ["add 3 to total[p]"],
    ),
    (
        "tembo",
        "sum(a.points for a in crossed[p])",
        "sum(crossed[p].points)",
        "dsl-syntax",
        ")",
        ["sum(VALUE for NAME"],
    ),
    (
        "tembo",
        "if: top(deck) is lion\n            rule",
        "if: top(deck) is a lion\n            rule",
        "dsl-syntax",
        "lion",
        ["without an article"],
    ),
    ("tembo", "{me} puts the lion at {s}", "{me} puts the lion at {s", "dsl-syntax", "{", ["never closed"]),
    ("kuhkuck", "per player and kind", "per player, kind", "dsl-syntax", "kind", ["and"]),
    (
        "kuhkuck",
        "all(claimed(p, k) for k in kind)",
        "all claimed(p, k) for k in kind",
        "dsl-syntax",
        "claimed",
        ["all("],
    ),
    ("kuhkuck", "turns: from starter", "turns: starter", "dsl-syntax", "starter", ["from starter"]),
    ("kuhkuck", "size(hand[me]) >= 5", "size(hand[me]) => 5", "dsl-syntax", ">", [">="]),
    ("kuhkuck", "any(c.kind = k", "any(c.kind == k", "dsl-syntax", "=", ["one ="]),
    ("niagara", "free and not any", "free && not any", "dsl-syntax", "&", ["and"]),
    # data
    (
        "tembo",
        "values: [gnu, zebra, antelope",
        "values: [gnu, zebra, antilope",
        "bad-table",
        "antilope",
        ["antelope?"],
    ),
    ("tembo", "    make: 7", "    make: seven", "unknown-name", "seven", ["not declared"]),
    (
        "tembo",
        "with species = k",
        "with species = 3",
        "wrong-type",
        "3",
        ["a value of species", "the number 3"],
    ),
    ("kuhkuck", "brush: 10}", "brush: 100}", "out-of-range", "100", ["0..20"]),
    ("kuhkuck", "brush: 10}", "brushes: 10}", "bad-table", "brushes", ["brush?"]),
    ("kuhkuck", ", brush: 10}", "}", "bad-table", "cards_of", ["brush", "otherwise"]),
    ("tembo", "total: 0..500 per player", "total: integer per player", "out-of-range", "integer", ["0..100"]),
    # citations and flow
    ("tembo", "rule: [T5, T11, T12]", "rule: [T5, T11, T121]", "unknown-rule", "T121", ["no rule 'T121'"]),
    ("tembo", "    rule: T22\n", "", "uncited-rule", "T22", ["T22"]),
    ("tembo", "    rule: T22\n", "    rule: T99\n", "unknown-rule", "T99", ["nothing cites T22"]),
    (
        "kuhkuck",
        "stop game\n      - if: finished",
        "stop games\n      - if: finished",
        "stop-outside",
        "games",
        ["game?"],
    ),
    (
        "tembo",
        ", play_super_crocodile, play_crocodile]\n            rule",
        ", play_crocodile]\n            rule",
        "never-offered",
        "play_super_crocodile",
        ["no choose"],
    ),
    # parts, steps and keys that are written another way
    ("kuhkuck", "players: 2\n", "players: 2-4\n", "bad-players", "2-4", ["2..4"]),
    ("kuhkuck", "players: 2\n", "", "missing-key", "rulewright", ["players"]),
    (
        "kuhkuck",
        "  kind: [boots, bell, stool, can, brush]",
        "  - kind",
        "wrong-shape",
        "- kind",
        ["a mapping"],
    ),
    ("kuhkuck", "define:\n", "definitions:\n", "unknown-key", "definitions", ["define?"]),
    ("kuhkuck", "        from: kind", "        in: kind", "unknown-key", "in", ["from?"]),
    ("kuhkuck", "- move drawn to", "- move: drawn to", "unknown-key", "move", ["without the colon"]),
    (
        "kuhkuck",
        "- if: finished(me)",
        "- if finished(me):",
        "unknown-key",
        "if finished(me)",
        ["if: finished(me)"],
    ),
    (
        "kuhkuck",
        "      kind: kind\n    make",
        "      kind: kinds\n    make",
        "unknown-name",
        "kinds",
        ["kind?"],
    ),
    ("kuhkuck", "fields:\n      kind: kind", "fields: [kind]", "wrong-shape", "[kind]", ["a mapping"]),
    ("kuhkuck", "    make: 5\n", "", "missing-key", "current", ["make"]),
    ("kuhkuck", "table: 0..60 per", "table: 0..60 by", "dsl-syntax", "by", ["'per'"]),
    ("kuhkuck", "{me} takes a card", "{player} takes a card", "not-a-value", "player", ["{me}?"]),
    ("kuhkuck", "    chosen: nobody\n", "", "missing-key", "equal_claims", ["chosen: nobody"]),
    ("kuhkuck", "step: size(hand[me]) < 20", "step: me.hand < 20", "wrong-type", "me", ["hand[me]"]),
    ("kuhkuck", "step: size(hand[me]) < 20", "step: len(hand[me]) < 20", "unknown-name", "len", ["size("]),
    ("kuhkuck", "written[me, k] :=", "written[me][k] :=", "dsl-syntax", "[", ["NAME[a, b]"]),
    ("kuhkuck", "written[me, k] :=", "written(me, k) :=", "dsl-syntax", "(", ["NAME[a, b]"]),
    ("kuhkuck", "move every card to heap", "move all cards to heap", "dsl-syntax", "cards", ["every TYPE"]),
    ("kuhkuck", "move every card to heap", "move all to heap", "unknown-name", "all", ["every TYPE"]),
    ("kuhkuck", "let starter = random", "starter = random", "dsl-syntax", "=", [":="]),
    ("kuhkuck", "- if: size(heap) = 2\n", "- if: heap = 2\n", "not-a-value", "heap", ["size(heap)"]),
    ("kuhkuck", "claimed(player p, kind k): w", "claimed(player, kind): w", "dsl-syntax", ",", ["player p"]),
    ("kuhkuck", 'it: "{me} pesca', 'fr: "{me} pesca', "other-language", "fr", ["en", "it"]),
    (
        "kuhkuck",
        "  discard: set of card, seen by nobody",
        "  discard: set of card",
        "missing-key",
        "set of card",
        ["seen by"],
    ),
]


@pytest.mark.parametrize(
    ("name", "right", "wrong", "code", "marked", "words"),
    MISTAKES,
    ids=[f"{m[0]}-{m[4]}-{i}" for i, m in enumerate(MISTAKES)],
)
def test_one_mistake_one_message(
    name: str, right: str, wrong: str, code: str, marked: str, words: list[str]
) -> None:
    text = PATHS[name].read_text(encoding="utf-8")
    assert right in text, "the ruleset no longer has what the case changes"
    changed = text.replace(right, wrong, 1)
    _, found = check_text(changed)
    assert [d.code for d in found] == [code], found
    span = found[0].place.span
    assert span is not None
    assert changed[span.start.offset : span.end.offset] == marked
    said = " | ".join([found[0].message, *found[0].expected, found[0].help or ""])
    assert all(word in said for word in words), said


def test_enough_mistakes() -> None:
    assert len(MISTAKES) >= 60
