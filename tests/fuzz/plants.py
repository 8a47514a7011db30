"""Faults planted in rulesets that are well, and whether fuzzing finds them: when, how often, how small.

    python tests/fuzz/plants.py [NAME ...] [--seconds 30] [--seed 1] [--write]

Each plant is a slip in the text of a shipped ruleset. ``kind`` is what must be found (the code of a fault, or
leak, unmixed, endless, level), ``decisions`` the fewest decisions in which it can show, where that follows
from the rules; the tests look at those. The table says of each after how many seconds it was found, in how
many of the random games it shows, how many decisions the smallest game has, and how many seconds the run took
with its compiling. ``--write`` puts it into docs/fuzzing.md.
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
BEGIN, END = "<!-- plants: written by tests/fuzz/plants.py -->", "<!-- end of plants -->"
HEADINGS = ("plant", "game", "kind", "found after s", "of random games", "decisions", "s in all")


@dataclass(frozen=True)
class Plant:
    """``old`` stands once in the file and is replaced by ``new``."""

    name: str
    game: str
    old: str
    new: str
    kind: str
    decisions: int | None = None
    declared: str = ""
    """What the author has declared at the end of the file: invariants."""


PLANTS = [
    # --- taking from what is empty, moving into what is full
    Plant("the deck may be empty", "tembo", "while: size(hand[me]) < 5 and deck is not empty", "while: size(hand[me]) < 5", "empty-zone"),
    Plant("one card too many", "tembo", "while: size(hand[me]) < 5 and deck", "while: size(hand[me]) < 6 and deck", "full-zone", 1),
    Plant("a crocodile where nothing lives", "tembo", "      k: crocodile in hand[me], one of each kind\n      s: site where row[s] is not empty\n", "      k: crocodile in hand[me], one of each kind\n      s: site\n", "empty-zone", 1),
    Plant("twenty cards are no limit", "zum_kuhkuck", "    when: size(hand[me]) < 20\n", "", "full-zone"),
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
    # --- secrets
    Plant("elephants smell elephants", "tembo", "      s: site where size(row[s]) >= 3\n", "      s: site where size(row[s]) >= 3 or any(c is elephant for c in hand[left of me])\n", "leak"),
    Plant("crocodiles fear the other hand", "tembo", "    pick:\n      k: crocodile in hand[me], one of each kind\n", "    when: all(c is not super_crocodile for c in hand[left of me])\n    pick:\n      k: crocodile in hand[me], one of each kind\n", "leak"),
    Plant("elephants know the ground", "tembo", "      s: site where size(row[s]) >= 3\n", "      s: site where size(row[s]) >= 3 and ground[s] is not elephant\n", "leak"),
    Plant("a claim knows the other hand", "zum_kuhkuck", "    when: size(hand[me]) >= 5\n", "    when: size(hand[me]) >= 5 and size(hand[left of me]) + count(c in current in hand[left of me]) < 20 and not any(c.kind = brush for c in collecting in hand[left of me])\n", "leak"),
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
    Plant("the capturing seed is lost", "mancala", "          - add 1 + seeds[opposite(last)] to", "          - add seeds[opposite(last)] to", "broken-invariant", declared="invariants:\n  none_lost: sum(seeds[n] for n in pit) = 12 * seeds_each\n"),
    Plant("the dealer never stands", "blackjack", "dealers_total < 17", "dealers_total < 400", "empty-zone", 1),
    Plant("who can't place can't pass", "reversi", "      - choose: [place]\n        otherwise:\n          - choose: [pass]\n", "      - choose: [place]\n", "no-legal-action"),
    Plant("all have what the first one has", "hearts", "    - lowest points(me)\n", "    - lowest points(nth(player, 1))\n", "level"),
    Plant("a card too many is passed", "hearts", "        times: 3\n", "        times: 4\n", "full-zone", 4),
]  # fmt: skip

#: Strikes one game in some ten thousand: eight animals in one row, and the one super crocodile comes to them.
RARE = Plant("a crocodile meets eight", "tembo", "      k: super_crocodile in hand[me]\n      s: site where row[s] is not empty\n    do:\n      - show k\n", "      k: super_crocodile in hand[me]\n      s: site where row[s] is not empty\n    do:\n      - show k\n      - let each = 12 div (8 - size(row[s]))\n", "division")  # fmt: skip
PLANTS.append(RARE)


def planted(plant: Plant, folder: Path) -> Ruleset:
    """The ruleset with the plant."""
    text = find_ruleset(plant.game).read_text(encoding="utf-8")
    assert text.count(plant.old) == 1, f"{plant.name}: stands {text.count(plant.old)} times"
    path = folder / f"{plant.game}.yaml"
    path.write_text(text.replace(plant.old, plant.new) + plant.declared, encoding="utf-8")
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
    finding, games = search(plant, seconds, seed)
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
    parser.add_argument("names", nargs="*", metavar="NAME", help="words of the plants' names (default: all)")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="into docs/fuzzing.md (of all plants)")
    args = parser.parse_args()
    chosen = [p for p in PLANTS if args.write or not args.names or any(word in p.name for word in args.names)]
    rows = [tried(plant, args.seconds, args.seed) for plant in chosen]
    if args.write:
        head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        _, end, tail = rest.partition(END)
        PAGE.write_text(f"{head}{BEGIN}\n\n{page(rows, args.seconds)}\n\n{end}{tail}", encoding="utf-8")
    print(table(HEADINGS, rows, right=(3, 4, 5, 6), width=130))
    print(f"{sum(row[3] != 'not found' for row in rows)} of {len(rows)} found")


if __name__ == "__main__":
    main()
