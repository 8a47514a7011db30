"""What the tests of scenarios share: running a text, and a ruleset small enough to see all of."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

from rulewright.engine.contract import Backend
from rulewright.scenario import ScenarioReport, run_scenarios

BACKENDS: tuple[Backend, ...] = ("reference", "python", "native")

#: Coins of two kinds, three cards of two kinds, canoes with a place of their own; a die; a secret.
BAZAAR = """\
rulewright: 1
game: bazaar
title: Bazaar
players: 2..3
enums:
  metal: [gold, silver]
  suit: [cup, sword]
boards:
  pier: {spaces: 2}
components:
  coin:
    alike: true
    fields:
      metal: metal
    make: 5 for each m in metal with metal = m
    named: "{metal} coin"
  card:
    fields:
      suit: suit
    make: 3 for each k in suit with suit = k
    named: "{suit}"
  canoe:
    make: 2
  king:
    make: 1 per player
zones:
  purse: set of coin per player, seen by everyone
  bank: set of coin, seen by everyone
  deck: pile of card, seen by nobody
  waste: pile of card, top seen by everyone, rest seen by nobody
  hand: set of card per player, seen by owner, at most 4
  line: row of card, seen by everyone
  court: set of king per player, seen by everyone
  dock: set of canoe, seen by everyone
  well: set of card, seen by nobody, counted by nobody
variables:
  die: 1..6
  secret: 0..9 per player, seen by owner
  place: pier or none per canoe
  friends: set of player per player
actions:
  draw:
    do:
      - move top(deck) to hand[me]
  throw:
    do:
      - roll die
  lay:
    pick:
      c: card in hand[me], one of each kind
    do:
      - move c to line
  drop:
    pick:
      s: 1..2 of card in hand[me]
    do:
      - move s to waste
  pay:
    when: purse[me] is not empty
    do:
      - move 1 from purse[me] to bank
  paddle:
    pick:
      b: canoe
      p: pier
    do:
      - place[b] := p
  take_two:
    do:
      - move 2 from bank to purse[me]
setup:
  - move every coin to bank
  - move every card to deck
  - move every canoe to dock
  - for: k in king
    do:
      - move k to court[k.owner]
  - shuffle deck
play:
  - turns: from nth(player, 1), at most 20
    do:
      - choose: [draw, throw, lay, drop, pay, paddle, take_two]
result:
  score: size(purse[me])
  rank:
    - highest size(purse[me])
"""


def run(folder: Path, text: str, ruleset: str = BAZAAR, backend: Backend = "reference") -> ScenarioReport:
    """Runs the scenarios of a text under a ruleset; both are written to a folder."""
    (folder / "bazaar.yaml").write_text(ruleset, encoding="utf-8")
    file = folder / "bazaar.scenarios.yaml"
    file.write_text("rulewright: 1\n" + dedent(text), encoding="utf-8")
    return run_scenarios(file, backend)


def scenario(body: str) -> str:
    """The text of a file with one scenario, given what stands in it."""
    return "scenarios:\n  - name: one\n" + indent(dedent(body).strip("\n"), "    ") + "\n"


def messages(report: ScenarioReport) -> list[str]:
    """``code: message`` of each diagnostic, with its line."""
    found = []
    for d in report.sink.diagnostics:
        line = d.place.span.start.line if d.place.span else 0
        found.append(f"{line} {d.code}: {d.message}")
    return found
