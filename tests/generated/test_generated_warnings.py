"""What the checker says is certain of play is so: in rulesets that nobody wrote, no game contradicts a warning.

A zone that nothing is ever put into is empty at every decision, a variable that nothing sets as it was; a loop that never ends is not come out of;
a game that comes to a step which moves more than there can be ends in a fault.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import Phase, given
from hypothesis import strategies as st
from made_dice import Dice, Draw
from made_rulesets import rulesets
from test_generated_rulesets import SEEDS, settings_for

from rulewright import limits
from rulewright.check import check_text
from rulewright.check.amounts import never_filled, too_much
from rulewright.check.endings import Endings
from rulewright.machine.interface import Config
from rulewright.reference import ReferenceMachine
from rulewright.ruleset import core
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.walk import nodes_under, steps_of

MOVES = 25

#: Warning -> how many games came to what it speaks of.
Seen = Counter[str]


def play(ruleset: Ruleset, players: int, seed: int, seen: Seen) -> None:
    """One random game, compared with the warnings."""
    rng = random.Random(seed)
    machine = ReferenceMachine(ruleset, Config(players, tuple(0 for _ in ruleset.options())), traced=True)
    empty = [found.zone for found in never_filled(ruleset)]
    position = machine.start(rng.randrange)
    same = [list(ruleset.variables).index(name) for name in Endings(ruleset).never_set()]
    starts = [v.start for v in ruleset.variables.values()]
    steps: list[int] = []
    moves = 0
    while True:
        zones, variables = machine.zones(position), machine.variables(position)
        for number in same:
            seen["never-set"] += 1
            assert set(variables[number]) <= {starts[number], frozenset()}, list(ruleset.variables)[number]
        for zone in empty:
            seen["never-filled"] += 1
            for content in zones[zone.first : zone.first + zone.size]:
                assert (content.ids, content.unknown) == ((), ()), f"something lies in {zone.name}"
        steps += [event.args[0] for event in machine.events(position) if event.kind == "step"]
        if machine.over(position) or moves == MOVES:
            break
        seat = machine.awaited(position)[0]
        machine.play(position, seat, rng.choice(machine.legal(position, seat)), rng.randrange)
        moves += 1
    places = {step.place for step in steps_of(ruleset) if hasattr(step, "loop") or hasattr(step, "source")}
    fault = machine.fault(position)
    for much in too_much(ruleset):
        among = much.message.startswith("with ") and not much.message.startswith(f"with {players} player")
        if much.place in places and much.place in steps and not among:
            seen["not-enough"] += 1
            # In a loop that is run a known number of times it may be the second time.
            assert fault is not None or moves == MOVES, much.message
    inside = dict(_bodies(ruleset))
    for endless in Endings(ruleset).endless():
        if not inside[endless.place].isdisjoint(steps):
            seen["never-ends"] += 1
            assert not machine.over(position) or fault is not None, endless.why


def _bodies(ruleset: Ruleset) -> Iterator[tuple[int, set[int]]]:
    """The place of each loop with the places of the steps in it."""
    for step in steps_of(ruleset):
        if isinstance(step, core.While | core.Turns):
            yield step.place, {s.place for s in nodes_under(step.body) if hasattr(s, "place")}


HEAD = """\
rulewright: 1
game: small
title: Small
players: 1..3
components:
  card:
    make: 5
  pawn:
    make: 2 per player
  coin:
    alike: true
    make: 4
zones:
  deck: pile of card, seen by nobody
  other: pile of card, seen by nobody
  line: row of card, seen by everyone
  hand: set of card per player, seen by owner, at most 2
  camp: set of pawn per player, seen by everyone
  field: row of pawn, seen by everyone
  bank: set of coin, seen by everyone
  purse: set of coin per player, seen by everyone, at most 3
variables:
  x: 0..3
tables:
  each:
    table: 0..4 per number of players
    values: [4, 2, 1]
actions:
  draw_one:
    do:
      - move top(deck) to hand[me]
      - x := 3 - x
  wait:
    do:
      - x := 0
  leave:
    do:
      - stop game
"""

MOVED = (
    *("move every card to deck", "move all from deck to line", "move all from line to deck"),
    *("move N from deck to line", "move N from line to other", "move N from deck to hand[nth(player, 1)]"),
    *("deal N from deck to hand", "deal each[number of players] from deck to hand", "shuffle deck"),
    *("move N random from line to deck", "move top(deck) to line", "move last(line) to other"),
    *("move every pawn to field", "move N from field to camp[nth(player, 1)]", "move every coin to bank"),
    *("move N from bank to purse[nth(player, 1)]", "move all from hand[nth(player, 1)] to deck"),
    *("x := 1", "x := 0", "deal N from other to hand", "let c = top(deck)"),
)

CONDITIONS = (
    *("size(deck) >= 3", "deck is empty", "x = 1", "number of players = 2", "x < 2 and deck is not empty"),
    *("number of players >= 2 and x = 0", "field is not empty"),
)


class SmallMaker:
    """A small ruleset of moves, branches and loops, most of which don't go well."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.names = 0

    def make(self) -> str:
        text = HEAD
        if self.dice.below(2):
            text += "procedures:\n  help:\n    do:\n" + self.steps(3, 6)
        helped = "procedures" in text
        text += "setup:\n" + self.steps(2, 2, helped=helped) + "play:\n" + self.steps(3, 2, helped, True)
        return text + "result:\n  score: 1\n"

    def name(self) -> str:
        self.names += 1
        return f"n{self.names}"

    def steps(self, depth: int, indent: int, helped: bool = False, play: bool = False) -> str:
        return "".join(self.step(depth, indent, helped, play) for _ in range(1 + self.dice.below(4)))

    def step(self, depth: int, indent: int, helped: bool, play: bool) -> str:
        blank = " " * indent
        kind = self.dice.below(12) if depth else 11
        inner = self.steps(depth - 1, indent + 4, helped, play) if kind < 6 else ""
        condition = self.dice.pick(list(CONDITIONS))
        match kind:
            case 0:
                other = (
                    f"{blank}  else:\n{self.steps(depth - 1, indent + 4, helped)}"
                    if self.dice.below(2)
                    else ""
                )
                return f"{blank}- if: {condition}\n{blank}  then:\n{inner}{other}"
            case 1:
                return f"{blank}- repeat: {1 + self.dice.below(3)}\n{blank}  do:\n{inner}"
            case 2:
                return f"{blank}- for: {self.name()} in player\n{blank}  do:\n{inner}"
            case 3:
                stop = (
                    f"{blank}    - if: x = 2\n{blank}      then:\n{blank}        - stop\n"
                    if self.dice.below(2)
                    else ""
                )
                return f"{blank}- while: {condition}\n{blank}  do:\n{inner}{stop}"
            case 4 | 5 if play:
                end = self.dice.pick(
                    ["", ", 2 rounds", ", until deck is empty", ", while x < 3", ", at most 4"]
                )
                names = self.dice.pick(["draw_one", "wait", "draw_one, wait", "wait, leave"])
                chosen = f"{blank}    - choose: [{names}]\n"
                return f"{blank}- turns: from nth(player, 1){end}\n{blank}  do:\n{inner}{chosen}"
            case 6 if helped:
                return f"{blank}- run help\n"
        step = self.dice.pick(list(MOVED)).replace("N", str(1 + self.dice.below(4)))
        step = step.replace("let c", f"let {self.name()}")
        return f"{blank}- {step}\n"


@st.composite
def small_rulesets(draw: Draw) -> str:
    return SmallMaker(Dice(draw)).make()


def run(examples: int, made: st.SearchStrategy[str], monkeypatch: pytest.MonkeyPatch) -> Seen:
    # An endless loop without a decision is a fault after so many steps.
    monkeypatch.setattr(limits, "MAX_STEPS", 3_000)
    seen: Seen = Counter()

    @settings_for(examples, True, Phase.generate)
    @given(text=made, seed=SEEDS)
    def go(text: str, seed: int) -> None:
        ruleset, found = check_text(text)
        assert ruleset is not None, [d for d in found if d.severity == "error"]
        for players in range(ruleset.players[0], ruleset.players[1] + 1):
            play(ruleset, players, seed, seen)

    go()
    return seen


@pytest.mark.parametrize("made", [small_rulesets(), rulesets()], ids=["small", "any"])
def test_warnings_are_never_wrong(made: st.SearchStrategy[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run(40, made, monkeypatch)


@pytest.mark.slow
def test_warnings_are_never_wrong_in_many_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = run(2_000, small_rulesets(), monkeypatch)
    assert min(seen[name] for name in ("never-filled", "never-ends", "not-enough")) > 0, seen
