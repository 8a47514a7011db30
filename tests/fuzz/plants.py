"""Faults planted in rulesets that are well, and whether fuzzing finds them: when, how often, how small.

    python tests/fuzz/plants.py [WORD ...] [--seconds 30] [--seed 1] [--write]

Each plant is a slip in the text of a shipped ruleset. ``kind`` is what must be found (the code of a fault, or
leak, unmixed, endless, level), ``decisions`` the fewest decisions in which it can show, where that follows
from the rules; the tests look at those. The table says of each after how many seconds it was found, in how
many of the random games it shows, how many decisions the smallest game has, and how many seconds the run took
with its compiling. ``--write`` puts it into docs/fuzzing.md; of plants that aren't asked for the page keeps what it says.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rulewright.check import check_file
from rulewright.compile.native import native_available
from rulewright.fuzz import Finding, cells, fuzz
from rulewright.library import find_ruleset
from rulewright.ruleset.model import Ruleset

PAGE = Path(__file__).parents[2] / "docs" / "fuzzing.md"
EXAMPLES = Path(__file__).parents[1] / "diagnostics" / "examples"
BEGIN, END = "<!-- plants: written by tests/fuzz/plants.py -->", "<!-- end of plants -->"
HEADINGS = ("plant", "game", "kind", "found after s", "of random games", "decisions", "s in all")


@dataclass(frozen=True)
class Plant:
    """``old`` stands once in the file and is replaced by ``new``. ``game``: a shipped ruleset, or the example
    of a message of the checker."""

    name: str
    game: str
    old: str
    new: str
    kind: str
    decisions: int | None = None
    declared: str = ""
    """Invariants that the author has declared beside those that are there."""
    elusive: bool = False
    """Not to be counted on: when it was looked for last, it wasn't found in half a minute."""


PLANTS = [
    # --- taking from what is empty, moving into what is full
    Plant("the deck may be empty", "tembo", "while: size(hand[me]) < 5 and deck is not empty", "while: size(hand[me]) < 5", "empty-zone"),
    Plant("one card too many", "tembo", "while: size(hand[me]) < 5 and deck", "while: size(hand[me]) < 6 and deck", "full-zone", 1),
    Plant("a crocodile where nothing lives", "tembo", "      k: crocodile in hand[me], one of each kind\n      s:\n        from: site\n        where:\n          - step: row[s] is not empty\n            rule: T15\n", "      k: crocodile in hand[me], one of each kind\n      s: site\n", "empty-zone", 1),
    Plant("twenty cards are no limit", "zum_kuhkuck", "    when:\n      - step: size(hand[me]) < 20\n        rule: K4\n", "", "full-zone"),
    Plant("the heap is never mixed again", "zum_kuhkuck", "      - if: size(heap) = 2\n        rule: K10\n        then:\n          - run mix_in\n", "", "empty-zone"),
    Plant("a disc on a disc", "connect_four", "      - take c from resting\n", "", "full-zone", 2),
    Plant("bids stay on the table", "goofspiel", "        do:\n          - move bids[p] to spent[p]\n", "        do:\n          - show bids[p]\n", "full-zone", 4),
    # --- nobody can choose
    Plant("no way to end a round", "tembo", "            otherwise:\n              - step: stop turns\n                rule: T21\n", "", "no-legal-action"),
    Plant("a full board is not the end", "connect_four", "nth(player, 1), 21 rounds", "nth(player, 1)", "no-legal-action", 42),
    Plant("a full board is not the end of noughts", "tic_tac_toe", "nth(player, 1), at most 9", "nth(player, 1)", "no-legal-action", 9),
    # --- numbers
    Plant("a throw too many", "pig", "    when: score[me] + turn_total < winscore\n", "", "number-range"),
    Plant("points beyond the score sheet", "zum_kuhkuck", "    is: 0..100 or none per player and kind", "    is: 0..40 or none per player and kind", "number-range"),
    Plant("a sum too high", "tembo", "  total: 0..500 per player", "  total: 0..100 per player", "number-range"),
    Plant("a division by nothing", "tembo", "      - show k\n      - move k to aside\n      - for: a in row[s]\n        do:\n          - run eat(a)\n", "      - show k\n      - move k to aside\n      - let odd = 6 div (4 - size(row[s]))\n      - for: a in row[s]\n        do:\n          - run eat(a)\n", "division"),
    # --- loops
    Plant("a card goes back", "tembo", "            else:\n              - move top(deck) to hand[me]\n", "            else:\n              - move top(deck) to bottom of deck\n", "step-limit", 1),
    Plant("nothing limits Pig", "pig", "limit: 1000\n", "", "endless", 2),
    Plant("who can't play passes for ever", "tembo", "            otherwise:\n              - step: stop turns\n                rule: T21\n", "            otherwise:\n              - step: run draw_up\n                rule: T21\n", "step-limit"),
    # --- nobody ever wins
    Plant("the end of a round ends the game", "tembo", "            otherwise:\n              - step: stop turns\n                rule: T21\n", "            otherwise:\n              - step: stop game\n                rule: T21\n", "level"),
    # --- secrets
    Plant("elephants smell elephants", "tembo", "step: size(row[s]) >= 3\n", "step: size(row[s]) >= 3 or any(c is elephant for c in hand[left of me])\n", "leak"),
    Plant("crocodiles fear the other hand", "tembo", "    pick:\n      k: crocodile in hand[me], one of each kind\n", "    when: all(c is not super_crocodile for c in hand[left of me])\n    pick:\n      k: crocodile in hand[me], one of each kind\n", "leak"),
    Plant("elephants know the ground", "tembo", "step: size(row[s]) >= 3\n", "step: size(row[s]) >= 3 and ground[s] is not elephant\n", "leak"),
    Plant("a claim knows the other hand", "zum_kuhkuck", "step: size(hand[me]) >= 5\n", "step: size(hand[me]) >= 5 and size(hand[left of me]) + count(c in current in hand[left of me]) < 20 and not any(c.kind = brush for c in collecting in hand[left of me])\n", "leak"),
    Plant("a bet on a low card", "kuhn_poker", '  bet:\n    rule: [U2, U3, U4]\n    say: "{me} bets"\n', '  bet:\n    rule: [U2, U3, U4]\n    say: "{me} bets"\n    when: hand[left of me].number < 3\n', "leak", 0),
    # --- what is never mixed
    Plant("the first deal is not mixed", "tembo", "          - run unmark(a)\n      - shuffle deck\n", "          - run unmark(a)\n", "unmixed", 0),
    Plant("the heap is not mixed", "zum_kuhkuck", "play:\n  - step: move every card to heap\n    rule: K1\n  - shuffle heap\n", "play:\n  - step: move every card to heap\n    rule: K1\n", "unmixed", 0),
    Plant("the cards are not mixed", "kuhn_poker", "  - shuffle deck\n", "", "unmixed", 0),
    Plant("the prizes are not mixed", "goofspiel", "  - if: prize_order = by_chance\n", "  - if: prize_order = descending\n", "unmixed", 0),
    # --- in games that have had no plants before, and of other kinds
    Plant("who passes spades knows the ace", "hearts", "    say: \"{me} passes a card\"\n    pick:\n      c: hand[me]\n", "    say: \"{me} passes a card\"\n    pick:\n      c: hand[me] where c.suit != spades or any(a.suit = spades and a.rank = ace for a in hand[left of me])\n", "leak", 0),
    Plant("nothing to draw and no passing", "crazy_eights", "    when: not may_draw\n", "    when: drawn = 5\n", "no-legal-action"),
    Plant("the eight goes back unmixed", "crazy_eights", "      - move last_played to pack\n      - shuffle pack\n", "      - move last_played to pack\n", "step-limit", 0),
    Plant("raises without an end", "leduc_poker", "    when: raises < 2\n", "", "number-range", 3),
    Plant("the same bid again", "liars_dice", "f: 1..faces where n > bid_number or f > bid_face", "f: 1..faces where n > bid_number or f >= bid_face", "endless", 3),
    Plant("only liars are called so", "liars_dice", "    when: bidder is not none\n", "    when: bidder is not none and shown(bid_face) < bid_number\n", "leak", 1),
    Plant("captured seeds stay too", "mancala", "          - seeds[last] := 0\n          - seeds[opposite(last)] := 0\n", "", "number-range"),
    Plant("the capturing seed is lost", "mancala", "          - add 1 + seeds[opposite(last)] to", "          - add seeds[opposite(last)] to", "broken-invariant", declared="  none_lost: sum(seeds[n] for n in pit) = 12 * seeds_each\n"),
    Plant("the dealer never stands", "blackjack", "dealers_total < 17", "dealers_total < 400", "empty-zone", 1),
    Plant("who can't place can't pass", "reversi", "      - choose: [place]\n        otherwise:\n          - choose: [pass]\n", "      - choose: [place]\n", "no-legal-action"),
    Plant("all have what the first one has", "hearts", "    - lowest points(me)\n", "    - lowest points(nth(player, 1))\n", "level"),
    Plant("a card too many is passed", "hearts", "        times: 3\n", "        times: 4\n", "full-zone", 4),
    # --- what designers get wrong when they write down a rulebook: in play that seldom comes to it, or looks right at the table
    Plant("any gem buys a canoe, lost or not", "niagara", "    when: any(c.owner = me for c in canoes_at[falls])\n", "", "none-used"),
    Plant("a site without gems is as good as any", "niagara", "(has_gem(c) or site[site_at[s]] is not empty)", "(not handled)", "no-legal-action"),
    Plant("gems go over the falls for good", "niagara", "          - move cargo[c] to site[cargo[c].colour]\n", "          - move cargo[c] to box\n", "broken-invariant", declared="  none_lost: sum(size(site[k]) for k in colour) + sum(size(cargo[c]) for c in canoe) + sum(size(landed[p]) for p in player) + size(reserve) in [0, 40]\n"),
    Plant("a cloud in hand guards the gem", "niagara", "step: victim.owner != me and has_gem(victim)", "step: victim.owner != me and has_gem(victim) and not any(x is cloud for x in hand[victim.owner])", "leak", elusive=True),
    Plant("a picked cloud guards the gem", "niagara", "step: victim.owner != me and has_gem(victim)", "step: victim.owner != me and has_gem(victim) and picked[victim.owner] is not cloud", "leak", elusive=True),
    Plant("the high cards of whom a variable names", "hidden-choice", "actions:\n  draw:\n    when: deck is not empty\n    do:\n      - move top(deck) to hand[me]\n  steal_high:\n    pick:\n      c: card in hand[left of me]", "variables:\n  victim: player\nactions:\n  draw:\n    when: deck is not empty\n    do:\n      - move top(deck) to hand[me]\n      - victim := left of me\n  steal_high:\n    pick:\n      c: card in hand[victim]", "leak", 3),
    Plant("the high cards of the first player", "hidden-choice", "card in hand[left of me]", "card in hand[nth(player, 1)]", "leak", 1),
    Plant("the high cards of who is found", "hidden-choice", "card in hand[left of me]", "card in hand[(find(p in player where p != me) else me)]", "leak", 1),
    Plant("a cloud knows the picked cards", "niagara", "      w: -1..2 where abs(w - weather) = 1\n", "      w: >-\n        -1..2 where abs(w - weather) = 1,\n        if possible w + (min(picked[p].number for p in player where picked[p] is number_card) else 1) >= 1\n", "leak", 3),
    Plant("the last round is counted too", "niagara", "  - while: round < round_limit\n", "  - while: round <= round_limit\n", "number-range"),
    Plant("more crew is lost than is there", "zambezi", "      - move min(n, size(crew[p])) from crew[p] to overboard\n", "      - move n from crew[p] to overboard\n", "empty-zone"),
    Plant("a film of eight", "zambezi", "    table: 0..40 per 0..13\n    entries: {0: 0, 1: 1, 2: 2, 3: 4, 4: 6, 5: 9, 6: 12, 7: 16, 8: 20, 9: 24, 10: 28, 11: 32, 12: 36, 13: 40}", "    table: 0..40 per 0..7\n    entries: {0: 0, 1: 1, 2: 2, 3: 4, 4: 6, 5: 9, 6: 12, 7: 16}", "index"),
    Plant("the old film goes into the river", "zambezi", "      - move all from film[me] to discard\n", "      - move all from film[me] to box\n", "broken-invariant", declared="  none_lost: size(deck) + size(discard) + sum(size(drawn[p]) + size(face_up[p]) + size(film[p]) for p in player) in [0, 110]\n"),
    Plant("the third corner is forgotten", "survival_of_the_fittest", "      3: {1: a1, 2: f11, 3: k1}\n", "      3: {1: a1, 2: f11}\n", "full-zone", 0),
    Plant("who is out has turns all the same", "survival_of_the_fittest", "      - out_in_turn[p] := turn\n      - drop out p\n", "      - out_in_turn[p] := turn\n", "none-used"),
    Plant("the lion eats its own", "survival_of_the_fittest", "    is: stand[h] is prey and stand[h].owner != p\n", "    is: stand[h] is prey\n", "broken-invariant", declared="  who_is_out_has_no_lion: size(retired) = count(p in player where out_in_turn[p] is not none)\n"),
    Plant("pawns of the first round stay", "tembo", "      - for: a in animal\n        do:\n          - run unmark(a)\n      - shuffle deck\n", "      - shuffle deck\n", "full-zone"),
    Plant("one lion closes a site, another finds no room", "tembo", "  lions: set of lion per site", "  lions: slot of lion per site", "full-zone"),
    Plant("lions go to animals only", "tembo", "site where row[s] is not empty or not closed(s) or lion_on_lion = allowed, if possible row[s] is not empty", "site where row[s] is not empty or closed(s) and lion_on_lion = allowed", "no-legal-action", 1),
    Plant("hearts are never led unbroken", "hearts", "hand[me], if possible two_of_clubs(c), if possible c.suit != hearts or broken", "hand[me] where c.suit != hearts or broken, if possible two_of_clubs(c)", "no-legal-action"),
    Plant("the neighbour's cards are chosen from", "old_maid", '    say: "{me} draws a card from {right of me}"\n    do:\n      - move 1 random from hand[right of me] to hand[me]\n', '    say: "{me} draws a card from {right of me}"\n    pick:\n      c: hand[right of me]\n    do:\n      - move c to hand[me]\n', "leak"),
    Plant("who gave the last card stays in", "old_maid", "      - for: p in [giver, me]\n", "      - for: p in [me]\n", "empty-zone"),
    Plant("nobody is out before the first draw", "old_maid", "  - for: p in player where hand[p] is empty\n    rule: O6\n    do:\n      - drop out p\n", "", "empty-zone"),
    Plant("no more is called than is held", "spoof", "      n: 0..3 * still_in where", "      n: 0..3 + sum(size(fist[p]) for p in player) where", "leak", 2),
    Plant("the last gives three cards", "president", "if n = 1 then 2 else", "if n = 1 then 3 else", "subset-limit"),
    Plant("room for two melds", "gin_rummy", "the(i in 1..3 where melds[me, i] is empty)", "the(i in 1..2 where melds[me, i] is empty)", "none-used"),
    Plant("the stock is drawn to its end", "gin_rummy", "    when: passes >= 2 and size(stock) > 2\n", "    when: passes >= 2\n", "empty-zone"),
    Plant("no box holds fifty", "yacht", "  points: 0..50 or none", "  points: 0..30 or none", "number-range"),
    Plant("a blocked hand is not over", "dominoes", "    is: any(hand[p] is empty for p in player) or not may_draw and not any(can_lay(p) for p in player)\n", "    is: any(hand[p] is empty for p in player)\n", "step-limit"),
    Plant("points for half a score sheet", "dominoes", "  points: 0..500 per player", "  points: 0..190 per player", "number-range"),
    Plant("no tile may block everybody", "dominoes", "      t: hand[me] where bears(t, ends)\n", "      t: hand[me] where bears(t, ends) and any(bears(x, other(t, ends)) for p in player, x in hand[p] where x != t)\n", "leak", 0),
    Plant("men in mills are never taken", "nine_mens_morris", "where holds(left of me, q), if possible not in_mill(left of me, q)", "where holds(left of me, q) and not in_mill(left of me, q)", "no-legal-action"),
    Plant("hounds may stall for ever", "hare_and_hounds", "          - add 1 to stalled\n", "          - stalled := 0\n", "endless"),
    Plant("a box with three kings", "international_draughts", "  king: {is: piece, alike: true, make: 20 per player}", "  king: {is: piece, alike: true, make: 3 per player}", "empty-zone", elusive=True),
    Plant("without pawns play goes on", "breakthrough", "      - if: last_row(me, goal) or all(pawn[x] != left of me for x in cell)\n", "      - if: last_row(me, goal)\n", "no-legal-action", elusive=True),
    Plant("borne off by the exact number", "backgammon", "  target(1..25 x, 1..6 n): max(x - n, 0)\n", "  target(1..25 x, 1..6 n): x - n\n", "index"),
    Plant("who is off plays on", "backgammon", "      - if: won(me)\n        rule: G9\n        then:\n          - stop game\n", "", "step-limit"),
    Plant("sixes without an end", "ludo", "      - if: sixes < 3\n", "      - if: sixes <= 3\n", "number-range"),
]  # fmt: skip

#: Strikes one game in some ten thousand: eight animals in one row, and the one super crocodile comes to them.
RARE = Plant("a crocodile meets eight", "tembo", "    do:\n      - show k\n      - move k to aside\n      - for: a in row[s]\n        do:\n", "    do:\n      - show k\n      - let each = 12 div (8 - size(row[s]))\n      - move k to aside\n      - for: a in row[s]\n        do:\n", "division")  # fmt: skip
PLANTS.append(RARE)


def planted(plant: Plant, folder: Path) -> Ruleset:
    """The ruleset with the plant."""
    example = EXAMPLES / f"{plant.game}.yaml"
    text = (example if example.exists() else find_ruleset(plant.game)).read_text(encoding="utf-8")
    assert text.count(plant.old) == 1, f"{plant.name}: stands {text.count(plant.old)} times"
    text = text.replace(plant.old, plant.new)
    if plant.declared:
        head, _, rest = text.partition("\ninvariants:\n")
        text = f"{head}\ninvariants:\n{plant.declared}{rest}"
    path = folder / f"{plant.game}.yaml"
    path.write_text(text, encoding="utf-8")
    ruleset, found = check_file(path)
    assert ruleset is not None, [d.message for d in found if d.severity == "error"]
    return ruleset


def search(plant: Plant, seconds: float, seed: int) -> tuple[Finding | None, int]:
    """What was found of a plant, and in how many random games it was looked for."""
    with tempfile.TemporaryDirectory() as folder:
        ruleset = planted(plant, Path(folder))
        fewest, most = ruleset.players
        run = fuzz(
            ruleset, cells(ruleset, range(fewest, most + 1), {}), seed=seed, seconds=seconds, max_moves=2000,
            backend="native" if native_available() else "python", workers=2,
        )  # fmt: skip
        found = [f for f in run.findings if plant.kind in (f.kind, f.code)]
        return min(found, key=lambda f: f.decisions, default=None), run.games


def tried(plant: Plant, seconds: float, seed: int) -> list[str]:
    """A row of the table."""
    begun = time.monotonic()
    try:
        finding, games = search(plant, seconds, seed)
    except ValueError as error:
        # The table goes on: a search that breaks off has found nothing.
        print(f"{plant.name}: {error}", file=sys.stderr)
        finding, games = None, 0
    took = time.monotonic() - begun
    print(
        f"{plant.name}: {'found' if finding else 'NOT FOUND'} in {games:,} games", file=sys.stderr, flush=True
    )
    if finding is None:
        return [plant.name, plant.game, plant.kind, "not found", "", "", f"{took:.0f}"]
    share = finding.count / finding.games if finding.count else 0
    often = f"{share:.3%}" if share else ""
    decisions = "" if finding.kind == "level" else str(finding.decisions)
    return [plant.name, plant.game, plant.kind, f"{finding.after:.1f}", often, decisions, f"{took:.0f}"]


def merged(old: str, rows: list[list[str]]) -> list[list[str]]:
    """The rows of the page, with new ones in their places, in the order of the plants."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in old.splitlines()
        if line.startswith("| ")
    ]
    known = {row[0]: row for row in (*cells, *rows)}
    return [known[plant.name] for plant in PLANTS if plant.name in known]


def page(rows: list[list[str]], seconds: float) -> str:
    """The part of docs/fuzzing.md between its marks."""
    found = sum(row[3] != "not found" for row in rows)
    lines = [
        f"{found} of {len(rows)} found, with {seconds:g} s for each on two cores that had other things to do as well.",
        "",
        f"| {' | '.join(HEADINGS)} |",
        "|---|---|---|--:|--:|--:|--:|",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    return "\n".join(lines)


def main() -> None:
    """Prints the table, or writes it into docs/fuzzing.md."""
    from rulewright.cli.output import table

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "names", nargs="*", metavar="WORD", help="words of the plants' names, or games (default: all)"
    )
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into docs/fuzzing.md")
    args = parser.parse_args()
    chosen = [
        p for p in PLANTS if not args.names or any(word in p.name or word == p.game for word in args.names)
    ]
    rows = [tried(plant, args.seconds, args.seed) for plant in chosen]
    if args.write:
        head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        old, end, tail = rest.partition(END)
        PAGE.write_text(
            f"{head}{BEGIN}\n\n{page(merged(old, rows), args.seconds)}\n\n{end}{tail}", encoding="utf-8"
        )
    print(table(HEADINGS, rows, right=(3, 4, 5, 6), width=130))
    print(f"{sum(row[3] != 'not found' for row in rows)} of {len(rows)} found")


if __name__ == "__main__":
    main()
